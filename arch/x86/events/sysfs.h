/* SPDX-License-Identifier: GPL-2.0 */
/* The sysfs files of the CPU's counters. */
#ifndef _ARCH_X86_EVENTS_SYSFS_H
#define _ARCH_X86_EVENTS_SYSFS_H

#include <linux/types.h>

extern const struct attribute_group *perf_x86_sysfs_groups[];
extern const struct attribute_group *perf_x86_sysfs_updates[];

int perf_x86_sysfs_format(char *page, u64 code);

#endif /* _ARCH_X86_EVENTS_SYSFS_H */
