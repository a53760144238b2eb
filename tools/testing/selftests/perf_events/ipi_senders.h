/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Counting the functions that a task or a CPU has other CPUs run, by an interrupt each, with a
 * tracepoint of the kernel. Two of the scheduler's are left out, which interrupts of devices and
 * timers do as well, the more the slower the machine is: waking a task, and asking an idle CPU,
 * in the tick, to balance the load.
 */
#ifndef _IPI_SENDERS_H
#define _IPI_SENDERS_H

#include <pthread.h>
#include <unistd.h>

#include "perf_test.h"

struct senders {
	pid_t tid;
	int cpu;
	int fd;
};

/* The second function is there only in a kernel whose idle CPUs have no tick. */
static int senders_filter(int fd)
{
	static const char wake[] = "func.function != sched_ttwu_pending";
	static const char both[] = "func.function != sched_ttwu_pending && "
				   "func.function != nohz_csd_func";

	return perf_ioctl(fd, PERF_EVENT_IOC_SET_FILTER, (unsigned long)both) &&
	       perf_ioctl(fd, PERF_EVENT_IOC_SET_FILTER, (unsigned long)wake);
}

static void *senders_run(void *argument)
{
	struct senders *senders = argument;
	struct perf_event_attr attr = {
		.type = PERF_TYPE_TRACEPOINT,
		.size = sizeof(attr),
		.config = perf_tracepoint_id("csd/csd_queue_cpu"),
	};

	senders->fd = perf_open(&attr, senders->tid, senders->cpu, -1, 0);
	if (senders->fd >= 0 && senders_filter(senders->fd)) {
		close(senders->fd);
		senders->fd = -1;
	}
	return NULL;
}

/*
 * Counts for the task @tid, or with -1 for all of @cpu, from now on. A thread of its own opens the
 * counter, so that the caller does not own it. Returns -1 on a kernel without this tracepoint.
 */
static inline int senders_open_on(struct senders *senders, pid_t tid, int cpu)
{
	pthread_t thread;

	senders->tid = tid;
	senders->cpu = cpu;
	senders->fd = -1;
	if (pthread_create(&thread, NULL, senders_run, senders))
		return -1;
	pthread_join(thread, NULL);
	return senders->fd < 0 ? -1 : 0;
}

static inline int senders_open(struct senders *senders, pid_t tid)
{
	return senders_open_on(senders, tid, -1);
}

static inline __u64 senders_count(const struct senders *senders)
{
	return perf_count(senders->fd);
}

static inline void senders_close(struct senders *senders)
{
	close(senders->fd);
}

#endif /* _IPI_SENDERS_H */
