/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Limits that the administrator sets, and permissions to open events.
 *
 * perf_event_open(2) and Documentation/admin-guide/perf-security.rst describe the levels
 * of kernel.perf_event_paranoid.
 */
#ifndef _LINUX_PERF_PERMISSION_H
#define _LINUX_PERF_PERMISSION_H

#include <linux/capability.h>
#include <linux/security.h>

struct ctl_table;

/* Kinds of access, passed to the LSM hook security_perf_event_open(). */
#define PERF_SECURITY_OPEN		0	/* any use */
#define PERF_SECURITY_CPU		1	/* a whole CPU */
#define PERF_SECURITY_KERNEL		2	/* kernel addresses, kernel mode */
#define PERF_SECURITY_TRACEPOINT	3	/* raw tracepoint data */

#ifdef CONFIG_PERF_EVENTS

extern int sysctl_perf_event_paranoid;
extern int sysctl_perf_event_max_contexts_per_stack;
extern int sysctl_perf_event_max_stack;
extern int sysctl_perf_event_sample_rate;
extern int sysctl_perf_cpu_time_max_percent;
extern int sysctl_perf_event_mlock;

int perf_cpu_time_max_percent_handler(const struct ctl_table *table, int write, void *buffer,
				      size_t *lenp, loff_t *ppos);
int perf_event_max_sample_rate_handler(const struct ctl_table *table, int write, void *buffer,
				       size_t *lenp, loff_t *ppos);
int perf_event_max_stack_handler(const struct ctl_table *table, int write, void *buffer,
				 size_t *lenp, loff_t *ppos);

/* Context: task. Return: 0, -EACCES (perf_allow_tracepoint(): -EPERM), or the LSM's errno. */
int perf_allow_kernel(void);
int perf_allow_cpu(void);
int perf_allow_tracepoint(void);

/* Level 3 of Debian's kernels: only CAP_SYS_ADMIN may open events. */
static inline bool perf_paranoid_any(void)
{
	return sysctl_perf_event_paranoid >= 3;
}

static inline int perf_is_paranoid(void)
{
	return sysctl_perf_event_paranoid >= 0;
}

#endif /* CONFIG_PERF_EVENTS */
#endif /* _LINUX_PERF_PERMISSION_H */
