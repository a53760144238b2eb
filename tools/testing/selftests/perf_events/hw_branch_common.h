/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Part of the tests of branch records: the length of what precedes each sequence of branches, and
 * take_turns(), two tasks that branch in turn on a CPU.
 */
#ifndef _HW_BRANCH_COMMON_H
#define _HW_BRANCH_COMMON_H

#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "perf_test.h"

/* Branches that are not taken in front of each sequence: some processors have no shorter periods */
#define LEAD		40

/* Loops of one branch, in the code of the processor */
void mine(unsigned long rounds);
void others(unsigned long rounds);

/* Runs mine() in turn with others() of a child on this CPU while event @fd counts; 0 or errno */
static inline int take_turns(int fd)
{
	pid_t other = fork();
	int rounds = 400, err;

	if (other < 0)
		return errno;
	while (!other) {
		others(1000);
		sched_yield();
	}
	err = perf_ioctl(fd, PERF_EVENT_IOC_ENABLE, 0);
	while (rounds--) {
		mine(200);
		sched_yield();
	}
	err = err ?: perf_ioctl(fd, PERF_EVENT_IOC_DISABLE, 0);
	kill(other, SIGKILL);
	waitpid(other, NULL, 0);
	return err;
}

#endif /* _HW_BRANCH_COMMON_H */
