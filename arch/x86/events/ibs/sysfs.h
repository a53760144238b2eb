/* SPDX-License-Identifier: GPL-2.0 */
/* The sysfs files of ibs_fetch and ibs_op. */
#ifndef _ARCH_X86_EVENTS_IBS_SYSFS_H
#define _ARCH_X86_EVENTS_IBS_SYSFS_H

struct attribute_group;

extern const struct attribute_group *perf_ibs_sysfs_groups[];

#endif /* _ARCH_X86_EVENTS_IBS_SYSFS_H */
