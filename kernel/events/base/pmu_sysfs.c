// SPDX-License-Identifier: GPL-2.0
/*
 * PMUs as devices on the event_source bus.
 *
 * /sys/bus/event_source/devices/<pmu>/ has the driver's attribute groups (format, events,
 * caps) and the attributes of all PMUs: type, perf_event_mux_interval_ms, and where they
 * apply nr_addr_filters and cpumask.
 *
 * Owns: the bus, pmu::dev, pmu::hrtimer_interval_ms.
 * Locks: registry_lock (pmu.c) serialises adding and removing; interval_lock serialises
 * changes of an interval.
 * Context: task.
 */
#include <linux/cpumask.h>
#include <linux/device.h>
#include <linux/device/bus.h>
#include <linux/export.h>
#include <linux/kstrtox.h>
#include <linux/ktime.h>
#include <linux/mutex.h>
#include <linux/perf_event.h>
#include <linux/slab.h>
#include <linux/sysfs.h>

#include "base/context_types.h"
#include "base/pmu_scope.h"
#include "base/pmu_sysfs.h"
#include "base/rotate.h"

static bool bus_is_up;
static DEFINE_MUTEX(interval_lock);

static ssize_t type_show(struct device *dev, struct device_attribute *attr, char *page)
{
	const struct pmu *pmu = dev_get_drvdata(dev);

	return sysfs_emit(page, "%d\n", pmu->type);
}
static DEVICE_ATTR_RO(type);

static ssize_t nr_addr_filters_show(struct device *dev, struct device_attribute *attr, char *page)
{
	const struct pmu *pmu = dev_get_drvdata(dev);

	return sysfs_emit(page, "%u\n", pmu->nr_addr_filters);
}
static DEVICE_ATTR_RO(nr_addr_filters);

static ssize_t perf_event_mux_interval_ms_show(struct device *dev, struct device_attribute *attr,
					       char *page)
{
	const struct pmu *pmu = dev_get_drvdata(dev);

	return sysfs_emit(page, "%d\n", READ_ONCE(pmu->hrtimer_interval_ms));
}

static ssize_t perf_event_mux_interval_ms_store(struct device *dev, struct device_attribute *attr,
						const char *buf, size_t count)
{
	struct pmu *pmu = dev_get_drvdata(dev);
	int err, interval;

	err = kstrtoint(buf, 0, &interval);
	if (err)
		return err;
	if (interval < 1)
		return -EINVAL;

	guard(mutex)(&interval_lock);
	WRITE_ONCE(pmu->hrtimer_interval_ms, interval);
	perf_rotate_set_interval(pmu, ms_to_ktime(interval));
	return count;
}
static DEVICE_ATTR_RW(perf_event_mux_interval_ms);

/* The cpumask attribute: the counting CPU of each set of CPUs that share counters. */
static ssize_t cpumask_show(struct device *dev, struct device_attribute *attr, char *page)
{
	const struct pmu *pmu = dev_get_drvdata(dev);
	cpumask_var_t cpus;
	ssize_t len;
	int cpu;

	if (!zalloc_cpumask_var(&cpus, GFP_KERNEL))
		return -ENOMEM;
	scoped_guard(cpus_read_lock) {
		for_each_online_cpu(cpu) {
			if (perf_pmu_scope_target(pmu, cpu) == cpu)
				cpumask_set_cpu(cpu, cpus);
		}
	}
	len = cpumap_print_to_pagebuf(true, page, cpus);
	free_cpumask_var(cpus);
	return len;
}
static DEVICE_ATTR_RO(cpumask);

static struct attribute *common_attrs[] = {
	&dev_attr_type.attr,
	&dev_attr_perf_event_mux_interval_ms.attr,
	&dev_attr_nr_addr_filters.attr,
	&dev_attr_cpumask.attr,
	NULL,
};

static umode_t common_is_visible(struct kobject *kobj, struct attribute *attr, int index)
{
	const struct pmu *pmu = dev_get_drvdata(kobj_to_dev(kobj));

	if (attr == &dev_attr_nr_addr_filters.attr && !pmu->nr_addr_filters)
		return 0;
	if (attr == &dev_attr_cpumask.attr && pmu->scope == PERF_PMU_SCOPE_NONE)
		return 0;
	return attr->mode;
}

static const struct attribute_group common_group = {
	.attrs		= common_attrs,
	.is_visible	= common_is_visible,
};

static const struct attribute_group *common_groups[] = {
	&common_group,
	NULL,
};

static const struct bus_type event_source_bus = {
	.name		= "event_source",
	.dev_groups	= common_groups,
};

static void perf_pmu_device_release(struct device *dev)
{
	kfree(dev);
}

/**
 * perf_pmu_sysfs_add - add the device of a PMU
 * @pmu: with name and type
 *
 * Does nothing before perf_pmu_sysfs_start(), or if dev or parent of @pmu is PMU_NULL_DEV.
 *
 * Return: 0, -ENOMEM, or an errno of the driver core.
 */
int perf_pmu_sysfs_add(struct pmu *pmu)
{
	struct device *dev;
	int err;

	if (!bus_is_up || pmu->dev == PMU_NULL_DEV || pmu->parent == PMU_NULL_DEV)
		return 0;

	dev = kzalloc(sizeof(*dev), GFP_KERNEL);
	if (!dev)
		return -ENOMEM;
	device_initialize(dev);
	dev->bus = &event_source_bus;
	dev->parent = pmu->parent;
	dev->groups = pmu->attr_groups;
	dev->release = perf_pmu_device_release;
	dev_set_drvdata(dev, pmu);
	pmu->dev = dev;		/* before device_add(): drivers' is_visible() read it */

	err = dev_set_name(dev, "%s", pmu->name);
	if (!err)
		err = device_add(dev);
	if (err)
		goto put;
	if (pmu->attr_update) {
		err = sysfs_update_groups(&dev->kobj, pmu->attr_update);
		if (err)
			goto del;
	}
	return 0;

del:
	device_del(dev);
put:
	pmu->dev = NULL;
	put_device(dev);
	return err;
}

/**
 * perf_pmu_sysfs_remove - remove the device of a PMU, if there is one
 * @pmu: the PMU
 */
void perf_pmu_sysfs_remove(struct pmu *pmu)
{
	struct device *dev = pmu->dev;

	if (!dev || dev == PMU_NULL_DEV)
		return;
	device_del(dev);
	pmu->dev = NULL;
	put_device(dev);
}

/**
 * perf_pmu_sysfs_start - register the event_source bus
 *
 * Return: 0; -EALREADY: the bus is registered; else an errno of the driver core.
 */
int perf_pmu_sysfs_start(void)
{
	int err;

	if (bus_is_up)
		return -EALREADY;
	err = bus_register(&event_source_bus);
	if (!err)
		bus_is_up = true;
	return err;
}

/**
 * perf_event_sysfs_show - print perf_pmu_events_attr::event_str
 * @dev:  device of the PMU
 * @attr: embedded in a struct perf_pmu_events_attr
 * @page: output buffer
 *
 * Return: number of bytes; 0 if event_str is NULL.
 */
ssize_t perf_event_sysfs_show(struct device *dev, struct device_attribute *attr, char *page)
{
	const struct perf_pmu_events_attr *event;

	event = container_of(attr, struct perf_pmu_events_attr, attr);
	return event->event_str ? sysfs_emit(page, "%s\n", event->event_str) : 0;
}
EXPORT_SYMBOL_GPL(perf_event_sysfs_show);
