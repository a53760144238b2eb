/* SPDX-License-Identifier: GPL-2.0 */
/* Control groups that events are opened on; any failure ends the process by bench_die(). */
#ifndef PERF_BENCH_CGROUP_H
#define PERF_BENCH_CGROUP_H

#include <sys/types.h>

#define CGROUPS		200
#define CGROUP_EVENTS	4

void cgroups_make(void);
void cgroups_remove(void);
void cgroup_enter(pid_t pid, unsigned int number);
void cgroups_watch(int *fds, unsigned int number);

#endif
