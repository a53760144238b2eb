/* SPDX-License-Identifier: GPL-2.0 */
/* Running a function of this program in a process of its own. */
#ifndef PERF_SYS_TASK_H
#define PERF_SYS_TASK_H

#include <sys/types.h>

#include <base/error.h>

pid_t perf_task_start(int (*run)(void *context), void *context, struct perf_error *error);
int perf_task_end(pid_t pid);

#endif
