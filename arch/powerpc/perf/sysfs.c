// SPDX-License-Identifier: GPL-2.0
/*
 * The PMU's folder in sysfs: formats, events and the processor's name, made from the tables of
 * its model.
 *
 * Owns the attributes; they live as long as the kernel. No locks.
 * Context: boot.
 */
#include <linux/perf_event.h>
#include <linux/slab.h>

#include "model.h"
#include "sysfs.h"

static const char *perf_power_name __ro_after_init;

static ssize_t pmu_name_show(struct device *dev, struct device_attribute *attr, char *page)
{
	return sysfs_emit(page, "%s\n", perf_power_name);
}

static DEVICE_ATTR_RO(pmu_name);

static struct attribute *perf_power_caps[] = {
	&dev_attr_pmu_name.attr,
	NULL
};

static const struct attribute_group perf_power_caps_group = {
	.name	= "caps",
	.attrs	= perf_power_caps,
};

/* Make an attribute for each entry of @table; NULL if there is no memory. */
static struct attribute **perf_power_files(const struct perf_power_named *table)
{
	struct perf_pmu_events_attr *files;
	struct attribute **attrs;
	unsigned int number, i;

	for (number = 0; table[number].name; number++)
		;
	attrs = kcalloc(number + 1, sizeof(*attrs), GFP_KERNEL);
	files = kcalloc(number, sizeof(*files), GFP_KERNEL);
	if (!attrs || !files) {
		kfree(attrs);
		kfree(files);
		return NULL;
	}

	for (i = 0; i < number; i++) {
		sysfs_attr_init(&files[i].attr.attr);
		files[i].attr.attr.name = table[i].name;
		files[i].attr.attr.mode = 0444;
		files[i].attr.show = perf_event_sysfs_show;
		files[i].event_str = table[i].text;
		attrs[i] = &files[i].attr.attr;
	}
	return attrs;
}

static struct attribute_group perf_power_format_group __ro_after_init = { .name = "format" };
static struct attribute_group perf_power_events_group __ro_after_init = { .name = "events" };

static const struct attribute_group *perf_power_groups[] = {
	&perf_power_caps_group,
	&perf_power_format_group,
	&perf_power_events_group,
	NULL
};

/**
 * perf_power_sysfs() - make the groups of a processor's PMU
 * @model: processor
 *
 * Return: the groups, for pmu->attr_groups; NULL if there is no memory.
 *
 * Context: boot, once.
 */
const struct attribute_group ** __init perf_power_sysfs(const struct perf_power_model *model)
{
	perf_power_name = model->name;
	perf_power_format_group.attrs = perf_power_files(model->formats);
	perf_power_events_group.attrs = perf_power_files(model->events);
	if (!perf_power_format_group.attrs || !perf_power_events_group.attrs)
		return NULL;
	return perf_power_groups;
}
