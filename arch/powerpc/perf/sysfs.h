/* SPDX-License-Identifier: GPL-2.0 */
/* perf_power_sysfs(): the PMU's folder in sysfs. */
#ifndef _ARCH_POWERPC_PERF_SYSFS_H
#define _ARCH_POWERPC_PERF_SYSFS_H

struct attribute_group;
struct perf_power_model;

const struct attribute_group **perf_power_sysfs(const struct perf_power_model *model);

#endif /* _ARCH_POWERPC_PERF_SYSFS_H */
