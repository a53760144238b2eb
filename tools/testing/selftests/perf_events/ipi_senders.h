/* SPDX-License-Identifier: GPL-2.0 */
/* Counting the interrupts that a task or a CPU sends to others, by tracepoints of the kernel. */
#ifndef _IPI_SENDERS_H
#define _IPI_SENDERS_H

#include <pthread.h>
#include <unistd.h>

#include "perf_test.h"

struct senders {
	pid_t tid;
	int cpu;
	int fds[2];
};

static void *senders_run(void *argument)
{
	static const char *const names[] = { "ipi/ipi_send_cpu", "ipi/ipi_send_cpumask" };
	struct senders *senders = argument;
	struct perf_event_attr attr = {
		.type = PERF_TYPE_TRACEPOINT,
		.size = sizeof(attr),
	};
	unsigned int i;

	for (i = 0; i < 2; i++) {
		attr.config = perf_tracepoint_id(names[i]);
		senders->fds[i] = perf_open(&attr, senders->tid, senders->cpu, -1, 0);
	}
	return NULL;
}

/*
 * Counts for the task @tid, or with -1 for all of @cpu, from now on. A thread of its own opens the
 * counters, so that the caller does not own them. Returns -1 on a kernel without these tracepoints.
 */
static inline int senders_open_on(struct senders *senders, pid_t tid, int cpu)
{
	pthread_t thread;

	senders->tid = tid;
	senders->cpu = cpu;
	senders->fds[0] = -1;
	if (pthread_create(&thread, NULL, senders_run, senders))
		return -1;
	pthread_join(thread, NULL);
	return senders->fds[0] < 0 || senders->fds[1] < 0 ? -1 : 0;
}

static inline int senders_open(struct senders *senders, pid_t tid)
{
	return senders_open_on(senders, tid, -1);
}

static inline __u64 senders_count(const struct senders *senders)
{
	return perf_count(senders->fds[0]) + perf_count(senders->fds[1]);
}

static inline void senders_close(struct senders *senders)
{
	close(senders->fds[0]);
	close(senders->fds[1]);
}

#endif /* _IPI_SENDERS_H */
