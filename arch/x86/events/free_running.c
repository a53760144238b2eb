// SPDX-License-Identifier: GPL-2.0
/*
 * PMUs of counters that always run: the processor's own registers, energy, idle states.
 *
 * The counters need no programming, so any number of events can share one; they cannot
 * interrupt or exclude a mode. A driver is a table of struct perf_free_row, and the code
 * that probes which of the rows exist. Where a counter wraps soon, perf_free_poll(),
 * a timer on the event's CPU, updates counts in time.
 *
 * Locks: lock of struct perf_free_running, for the counts: with a scope, other CPUs than the
 * event's may read it. An NMI that samples or throttles a group with such an event only tries
 * the lock. perf_free_cpu::events changes on its own CPU, IRQs off.
 * Context: operations as struct pmu says; timer; boot.
 *
 * Hardware facts: Intel SDM volume 4, IA32_THERM_STATUS.
 */
#include <linux/cleanup.h>
#include <linux/nospec.h>
#include <linux/percpu.h>
#include <linux/sysfs.h>

#include <asm/msr.h>
#include <asm/tsc.h>

#include "free_running.h"

#define THERM_MARGIN		GENMASK_ULL(22, 16)
#define THERM_MARGIN_SHIFT	16
#define THERM_VALID		BIT_ULL(31)

/**
 * struct perf_free_cpu - events that count on a CPU, for counters that wrap soon
 * @timer:  updates the counts
 * @events: scheduled in on the CPU, by active_entry
 * @free:   the PMU
 */
struct perf_free_cpu {
	struct hrtimer			timer;
	struct list_head		events;
	struct perf_free_running	*free;
};

static struct perf_free_running *perf_free_of(const struct perf_event *event)
{
	return container_of(event->pmu, struct perf_free_running, pmu);
}

/*
 * Values.
 */

/**
 * perf_free_advance - difference of two values of a counter
 * @free:   the PMU
 * @id:     index of the counter in @free->rows
 * @before: earlier value
 * @now:    current value; the counter has wrapped once at most
 *
 * Return: the difference, scaled by @free->shift[@id].
 */
u64 perf_free_advance(const struct perf_free_running *free, unsigned int id, u64 before, u64 now)
{
	u64 mask = GENMASK_ULL(free->rows[id].width - 1, 0);

	return ((now - before) & mask) << free->shift[id];
}

/**
 * perf_free_margin - degrees below the temperature at which the processor throttles
 * @value: IA32_THERM_STATUS
 *
 * Return: degrees Celsius; U64_MAX if @value has no valid reading.
 */
u64 perf_free_margin(u64 value)
{
	return value & THERM_VALID ? (value & THERM_MARGIN) >> THERM_MARGIN_SHIFT : U64_MAX;
}

static u64 perf_free_value(const struct perf_free_row *row)
{
	u64 value;

	if (row->kind == PERF_FREE_TSC)
		return rdtsc_ordered();
	rdmsrl(row->msr, value);
	return value;
}

static void perf_free_update_locked(struct perf_free_running *free, struct perf_event *event)
{
	unsigned int id = event->hw.idx;
	u64 now, before;

	lockdep_assert_held(&free->lock);
	now = perf_free_value(&free->rows[id]);
	if (free->rows[id].kind == PERF_FREE_MARGIN) {
		local64_set(&event->count, perf_free_margin(now));
		return;
	}
	before = local64_xchg(&event->hw.prev_count, now);
	local64_add(perf_free_advance(free, id, before, now), &event->count);
}

/*
 * Bring event->count up to date. An NMI may have interrupted the holder of free->lock, so it
 * does not wait for the lock, and leaves the count as it is. Return: false then.
 */
static bool perf_free_update(struct perf_event *event)
{
	struct perf_free_running *free = perf_free_of(event);

	if (in_nmi()) {
		if (!raw_spin_trylock(&free->lock))
			return false;
		perf_free_update_locked(free, event);
		raw_spin_unlock(&free->lock);
		return true;
	}
	guard(raw_spinlock_irqsave)(&free->lock);
	perf_free_update_locked(free, event);
	return true;
}

static void perf_free_read(struct perf_event *event)
{
	if (!(event->hw.state & PERF_HES_STOPPED))
		perf_free_update(event);
}

/*
 * Updating counts before a counter wraps.
 */
static enum hrtimer_restart perf_free_poll(struct hrtimer *timer)
{
	struct perf_free_cpu *cpu = container_of(timer, struct perf_free_cpu, timer);
	struct perf_event *event;

	if (list_empty(&cpu->events))
		return HRTIMER_NORESTART;
	list_for_each_entry(event, &cpu->events, active_entry)
		perf_free_read(event);
	hrtimer_forward_now(timer, ns_to_ktime(cpu->free->poll_ns));
	return HRTIMER_RESTART;
}

static void perf_free_watch(struct perf_free_running *free, struct perf_event *event)
{
	struct perf_free_cpu *cpu;

	if (!free->poll_ns)
		return;
	cpu = this_cpu_ptr(free->cpu);
	list_add_tail(&event->active_entry, &cpu->events);
	if (!hrtimer_active(&cpu->timer))
		hrtimer_start(&cpu->timer, ns_to_ktime(free->poll_ns),
			      HRTIMER_MODE_REL_PINNED_HARD);
}

/*
 * Operations.
 */
static void perf_free_start(struct perf_event *event, int flags)
{
	struct perf_free_running *free = perf_free_of(event);

	if (!(event->hw.state & PERF_HES_UPTODATE))
		perf_free_update(event);
	local64_set(&event->hw.prev_count, perf_free_value(&free->rows[event->hw.idx]));
	event->hw.state = 0;
}

/* May run in an NMI, which must not touch perf_free_cpu::events. */
static void perf_free_stop(struct perf_event *event, int flags)
{
	if (event->hw.state & PERF_HES_STOPPED)
		return;
	event->hw.state = PERF_HES_STOPPED;
	if (perf_free_update(event))
		event->hw.state |= PERF_HES_UPTODATE;
}

static int perf_free_add(struct perf_event *event, int flags)
{
	event->hw.state = PERF_HES_STOPPED | PERF_HES_UPTODATE;
	if (flags & PERF_EF_START)
		perf_free_start(event, flags);
	perf_free_watch(perf_free_of(event), event);
	return 0;
}

static void perf_free_del(struct perf_event *event, int flags)
{
	perf_free_stop(event, PERF_EF_UPDATE);
	if (!(event->hw.state & PERF_HES_UPTODATE))
		perf_free_update(event);
	if (perf_free_of(event)->poll_ns)
		list_del(&event->active_entry);
}

static bool perf_free_is_there(const struct perf_free_running *free, u64 id)
{
	return id < free->number && (free->there & BIT(id));
}

static int perf_free_event_init(struct perf_event *event)
{
	struct perf_free_running *free = perf_free_of(event);
	u64 id = event->attr.config;

	if (event->attr.type != event->pmu->type)
		return -ENOENT;
	if (event->attr.sample_period || !perf_free_is_there(free, id))
		return -EINVAL;
	event->hw.idx = array_index_nospec((unsigned long)id, free->number);
	return 0;
}

/*
 * sysfs.
 */
PMU_FORMAT_ATTR(event, "config:0-63");

static struct attribute *perf_free_format_attrs[] = {
	&format_attr_event.attr,
	NULL
};

const struct attribute_group perf_free_format_group = {
	.name	= "format",
	.attrs	= perf_free_format_attrs,
};
EXPORT_SYMBOL_GPL(perf_free_format_group);

static const struct perf_pmu_events_attr *perf_free_file(const struct device_attribute *attr)
{
	return container_of(attr, struct perf_pmu_events_attr, attr);
}

/**
 * perf_free_event_show - sysfs file with an event's config
 * @dev:  its PMU's device
 * @attr: in a struct perf_pmu_events_attr
 * @page: output buffer
 *
 * Return: length.
 */
ssize_t perf_free_event_show(struct device *dev, struct device_attribute *attr, char *page)
{
	return sysfs_emit(page, "event=0x%02llx\n", perf_free_file(attr)->id);
}
EXPORT_SYMBOL_GPL(perf_free_event_show);

/**
 * perf_free_text_show - sysfs file with an event's unit, scale or snapshot flag
 * @dev:  its PMU's device
 * @attr: in a struct perf_pmu_events_attr
 * @page: output buffer
 *
 * Return: length.
 */
ssize_t perf_free_text_show(struct device *dev, struct device_attribute *attr, char *page)
{
	return sysfs_emit(page, "%s\n", perf_free_file(attr)->event_str);
}
EXPORT_SYMBOL_GPL(perf_free_text_show);

/**
 * perf_free_visible - sysfs mode of an event's file
 * @kobj:  its PMU's device
 * @attr:  in a struct perf_pmu_events_attr
 * @index: unused
 *
 * Return: the file's mode; 0 if the machine does not have the counter.
 */
umode_t perf_free_visible(struct kobject *kobj, struct attribute *attr, int index)
{
	struct pmu *pmu = dev_get_drvdata(kobj_to_dev(kobj));
	const struct perf_free_running *free = container_of(pmu, struct perf_free_running, pmu);
	const struct perf_pmu_events_attr *event =
		container_of(attr, struct perf_pmu_events_attr, attr.attr);

	return perf_free_is_there(free, event->id) ? attr->mode : 0;
}
EXPORT_SYMBOL_GPL(perf_free_visible);

/*
 * Boot.
 */

/**
 * perf_free_probe - add a counter to @free->there if its register can be read
 * @free: the PMU
 * @id:   a counter of this processor model
 *
 * rdmsrl_safe() fails where a hypervisor shows a processor model without all of its registers.
 *
 * Context: boot.
 */
void perf_free_probe(struct perf_free_running *free, unsigned int id)
{
	u64 value;

	if (free->rows[id].kind == PERF_FREE_TSC || !rdmsrl_safe(free->rows[id].msr, &value))
		free->there |= BIT(id);
}
EXPORT_SYMBOL_GPL(perf_free_probe);

static int perf_free_init_timers(struct perf_free_running *free)
{
	int i;

	free->cpu = alloc_percpu(struct perf_free_cpu);
	if (!free->cpu)
		return -ENOMEM;
	for_each_possible_cpu(i) {
		struct perf_free_cpu *cpu = per_cpu_ptr(free->cpu, i);

		cpu->free = free;
		INIT_LIST_HEAD(&cpu->events);
		hrtimer_init(&cpu->timer, CLOCK_MONOTONIC, HRTIMER_MODE_REL_PINNED_HARD);
		cpu->timer.function = perf_free_poll;
	}
	return 0;
}

/**
 * perf_free_register - register a PMU, if it has any counter
 * @free: rows, there, shift and poll_ns are set; so are scope, context and sysfs groups
 * @name: in sysfs
 *
 * Context: task.
 * Return: 0 or an errno.
 */
int perf_free_register(struct perf_free_running *free, const char *name)
{
	int err;

	if (!free->there)
		return 0;
	raw_spin_lock_init(&free->lock);
	if (free->poll_ns) {
		err = perf_free_init_timers(free);
		if (err)
			return err;
	}
	free->pmu.capabilities = PERF_PMU_CAP_NO_INTERRUPT | PERF_PMU_CAP_NO_EXCLUDE |
				 PERF_PMU_CAP_STOP_IN_NMI;
	free->pmu.event_init = perf_free_event_init;
	free->pmu.add = perf_free_add;
	free->pmu.del = perf_free_del;
	free->pmu.start = perf_free_start;
	free->pmu.stop = perf_free_stop;
	free->pmu.read = perf_free_read;
	err = perf_pmu_register(&free->pmu, name, -1);
	if (err)
		free_percpu(free->cpu);
	return err;
}
EXPORT_SYMBOL_GPL(perf_free_register);

/**
 * perf_free_unregister - undo perf_free_register(), if it has registered the PMU
 * @free: the PMU
 *
 * Context: task.
 */
void perf_free_unregister(struct perf_free_running *free)
{
	int cpu;

	if (!free->there)
		return;
	perf_pmu_unregister(&free->pmu);
	if (!free->poll_ns)
		return;
	/* perf_free_poll() stops when its list is empty, but only at its next expiry. */
	for_each_possible_cpu(cpu)
		hrtimer_cancel(&per_cpu_ptr(free->cpu, cpu)->timer);
	free_percpu(free->cpu);
}
EXPORT_SYMBOL_GPL(perf_free_unregister);
