/* SPDX-License-Identifier: GPL-2.0 */
/* The files of test_count in sysfs. */
#ifndef _KERNEL_EVENTS_TEST_CAPS_H
#define _KERNEL_EVENTS_TEST_CAPS_H

#include <linux/perf_event.h>
#include <linux/perf/sysfs.h>

static struct attribute *test_count_caps[] = {
	&perf_pmu_counters_attr.attr,
	NULL,
};

static const struct attribute_group test_count_caps_group = {
	.name	= "caps",
	.attrs	= test_count_caps,
};

static const struct attribute_group *test_count_groups[] = {
	&test_count_caps_group,
	NULL,
};

#endif /* _KERNEL_EVENTS_TEST_CAPS_H */
