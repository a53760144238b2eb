/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Describing a PMU's events and formats in sysfs.
 */
#ifndef _LINUX_PERF_SYSFS_H
#define _LINUX_PERF_SYSFS_H

#include <linux/device.h>
#include <linux/sysfs.h>

/* A file of a PMU's "events" directory: contains @event_str, or the driver's string for @id. */
struct perf_pmu_events_attr {
	struct device_attribute	attr;
	u64			id;
	const char		*event_str;
};

/* struct perf_pmu_events_attr with one string for SMT on and one for SMT off. */
struct perf_pmu_events_ht_attr {
	struct device_attribute	attr;
	u64			id;
	const char		*event_str_ht;
	const char		*event_str_noht;
};

/* struct perf_pmu_events_attr for a machine with several kinds of core. */
struct perf_pmu_events_hybrid_attr {
	struct device_attribute	attr;
	u64			id;
	const char		*event_str;
	u64			pmu_type;
};

/* A file of the "format" directory that only some kinds of core have. */
struct perf_pmu_format_hybrid_attr {
	struct device_attribute	attr;
	u64			pmu_type;
};

/* The file "counters", for the "caps" group of a PMU with pmu::nr_counters. */
extern struct device_attribute perf_pmu_counters_attr;

/* Emit perf_pmu_events_attr::event_str. */
ssize_t perf_event_sysfs_show(struct device *dev, struct device_attribute *attr, char *page);

#define PMU_EVENT_ATTR_FILE(_name, _show)	__ATTR(_name, 0444, _show, NULL)

#define PMU_EVENT_ATTR_ID(_name, _show, _id)					\
	(&((struct perf_pmu_events_attr[]) {					\
		{ .id = _id, .attr = PMU_EVENT_ATTR_FILE(_name, _show) },	\
	})[0].attr.attr)

#define PMU_EVENT_ATTR(_name, _var, _id, _show)					\
static struct perf_pmu_events_attr _var = {					\
	.id	= _id,								\
	.attr	= PMU_EVENT_ATTR_FILE(_name, _show),				\
};

#define PMU_EVENT_ATTR_STRING(_name, _var, _str)				\
static struct perf_pmu_events_attr _var = {					\
	.event_str	= _str,							\
	.attr		= PMU_EVENT_ATTR_FILE(_name, perf_event_sysfs_show),	\
};

#define PMU_FORMAT_ATTR_SHOW(_name, _format)					\
static ssize_t _name##_show(struct device *dev,					\
			    struct device_attribute *attr, char *page)		\
{										\
	static_assert(sizeof(_format) < PAGE_SIZE);				\
	return sysfs_emit(page, _format "\n");					\
}

#define PMU_FORMAT_ATTR(_name, _format)						\
	PMU_FORMAT_ATTR_SHOW(_name, _format)					\
	static struct device_attribute format_attr_##_name = __ATTR_RO(_name)

#endif /* _LINUX_PERF_SYSFS_H */
