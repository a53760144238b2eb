// SPDX-License-Identifier: GPL-2.0
/*
 * control-prctl-*: prctl() enables or disables all 128 events of a task.
 * control-ioctl-*: ioctl() on one event of the calling task.
 */
#include <sys/prctl.h>
#include <unistd.h>

#include "bench.h"
#include "event.h"

#define EVENTS		128
#define ROUNDS		100
#define ROUNDS_MANY	10

static void prctl_enable(void *data)
{
	if (prctl(PR_TASK_PERF_EVENTS_ENABLE, 0, 0, 0, 0))
		bench_die("prctl enable");
}

static void prctl_disable(void *data)
{
	if (prctl(PR_TASK_PERF_EVENTS_DISABLE, 0, 0, 0, 0))
		bench_die("prctl disable");
}

static void ioctl_enable(void *data)
{
	event_ioctl(*(int *)data, PERF_EVENT_IOC_ENABLE);
}

static void ioctl_disable(void *data)
{
	event_ioctl(*(int *)data, PERF_EVENT_IOC_DISABLE);
}

static void ioctl_reset(void *data)
{
	event_ioctl(*(int *)data, PERF_EVENT_IOC_RESET);
}

static void report_prctls(void)
{
	struct perf_event_attr attr = event_software(PERF_COUNT_SW_PAGE_FAULTS);
	const struct bench_step enable = {
		.before = prctl_disable, .step = prctl_enable, .rounds = ROUNDS_MANY,
	};
	const struct bench_step disable = {
		.before = prctl_enable, .step = prctl_disable, .rounds = ROUNDS_MANY,
	};
	int fds[EVENTS];

	event_open_many(&attr, fds, EVENTS);
	bench_report("control-prctl-enable-128", bench_cost(&enable));
	bench_report("control-prctl-disable-128", bench_cost(&disable));
	event_close_many(fds, EVENTS);
}

static void report_ioctls(void)
{
	struct perf_event_attr attr = event_software(PERF_COUNT_SW_PAGE_FAULTS);
	int fd = event_open(&attr, -1);
	const struct bench_step enable = {
		.before = ioctl_disable, .step = ioctl_enable, .data = &fd, .rounds = ROUNDS,
	};
	const struct bench_step disable = {
		.before = ioctl_enable, .step = ioctl_disable, .data = &fd, .rounds = ROUNDS,
	};
	const struct bench_step reset = {
		.step = ioctl_reset, .data = &fd, .rounds = ROUNDS,
	};

	bench_report("control-ioctl-enable", bench_cost(&enable));
	bench_report("control-ioctl-disable", bench_cost(&disable));
	bench_report("control-ioctl-reset", bench_cost(&reset));
	close(fd);
}

void bench_control(void)
{
	report_prctls();
	report_ioctls();
}
