/* SPDX-License-Identifier: GPL-2.0 */
/* PMUs of counters that always run. */
#ifndef _ARCH_X86_EVENTS_FREE_RUNNING_H
#define _ARCH_X86_EVENTS_FREE_RUNNING_H

#include <linux/hrtimer.h>
#include <linux/perf_event.h>
#include <linux/spinlock.h>

/**
 * enum perf_free_kind - meaning of a row's value
 * @PERF_FREE_NONE:   no such event
 * @PERF_FREE_COUNT:  a counter in an MSR
 * @PERF_FREE_TSC:    the time stamp counter
 * @PERF_FREE_MARGIN: no counter: degrees below the throttling temperature
 */
enum perf_free_kind {
	PERF_FREE_NONE,
	PERF_FREE_COUNT,
	PERF_FREE_TSC,
	PERF_FREE_MARGIN,
};

/**
 * struct perf_free_row - a counter of a PMU
 * @kind:  enum perf_free_kind
 * @width: bits of the counter
 * @msr:   MSR of the counter
 */
struct perf_free_row {
	u8	kind;
	u8	width;
	u32	msr;
};

#define PERF_FREE_MOST	16

/**
 * struct perf_free_running - a PMU of counters that always run
 * @pmu:     the core's part
 * @rows:    counters, by attr.config
 * @number:  number of @rows, PERF_FREE_MOST at most
 * @there:   mask of the rows that this machine has
 * @shift:   for each row, bits by which a count is shifted left
 * @poll_ns: half the shortest time in which a counter may wrap, ns; 0 if none wraps soon
 * @cpu:     timers, if @poll_ns is set
 * @lock:    protects counts: any CPU of the PMU's scope may update one
 */
struct perf_free_running {
	struct pmu			pmu;
	const struct perf_free_row	*rows;
	unsigned int			number;
	u16				there;
	u8				shift[PERF_FREE_MOST];
	u64				poll_ns;
	struct perf_free_cpu __percpu	*cpu;
	raw_spinlock_t			lock;
};

u64 perf_free_advance(const struct perf_free_running *free, unsigned int id, u64 before, u64 now);
u64 perf_free_margin(u64 value);
void perf_free_probe(struct perf_free_running *free, unsigned int id);
int perf_free_register(struct perf_free_running *free, const char *name);
void perf_free_unregister(struct perf_free_running *free);

extern const struct attribute_group perf_free_format_group;

ssize_t perf_free_event_show(struct device *dev, struct device_attribute *attr, char *page);
ssize_t perf_free_text_show(struct device *dev, struct device_attribute *attr, char *page);
umode_t perf_free_visible(struct kobject *kobj, struct attribute *attr, int index);

/* PERF_FREE_EVENT(): an event's sysfs file. PERF_FREE_TEXT(): its .unit, .scale or .snapshot. */
#define PERF_FREE_FILE(_name, _id, _show, _text)				\
	(&((struct perf_pmu_events_attr[]) { {					\
		.id = (_id),							\
		.event_str = (_text),						\
		.attr = {							\
			.attr = { .name = (_name), .mode = 0444 },		\
			.show = (_show),					\
		},								\
	} })[0].attr.attr)
#define PERF_FREE_EVENT(_name, _id)						\
	PERF_FREE_FILE(_name, _id, perf_free_event_show, NULL)
#define PERF_FREE_TEXT(_name, _id, _text)					\
	PERF_FREE_FILE(_name, _id, perf_free_text_show, _text)

#endif /* _ARCH_X86_EVENTS_FREE_RUNNING_H */
