// SPDX-License-Identifier: GPL-2.0
/*
 * switch-N: what N software counting events in a task add to a round trip to
 * another process and back: two switches, one away from the events, one to them.
 *
 * switch-inherited-N: the same with the events' children in the other process.
 */
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bench.h"
#include "event.h"

#define ROUNDS		300
#define EVENTS_MAX	64

struct partner {
	pid_t	pid;
	int	to;
	int	from;
};

static void echo(int from, int to)
{
	char byte;

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	while (read(from, &byte, 1) == 1) {
		if (write(to, &byte, 1) != 1)
			break;
	}
	_exit(0);
}

static struct partner partner_start(void)
{
	struct partner partner;
	int there[2], back[2];

	if (pipe(there) || pipe(back))
		bench_die("pipe");
	partner.pid = fork();
	if (partner.pid < 0)
		bench_die("fork");
	if (!partner.pid) {
		close(there[1]);
		close(back[0]);
		echo(there[0], back[1]);
	}
	close(there[0]);
	close(back[1]);
	partner.to = there[1];
	partner.from = back[0];
	return partner;
}

static void partner_stop(const struct partner *partner)
{
	close(partner->to);
	close(partner->from);
	waitpid(partner->pid, NULL, 0);
}

static void round_trip(void *data)
{
	const struct partner *partner = data;
	char byte = 0;

	if (write(partner->to, &byte, 1) != 1 || read(partner->from, &byte, 1) != 1)
		bench_die("round trip");
}

/* Ticks of a round trip with that many events in this process. */
static int64_t cost_with(unsigned int events, bool inherit)
{
	struct perf_event_attr attr = event_software(PERF_COUNT_SW_PAGE_FAULTS);
	struct bench_step step = { .step = round_trip, .rounds = ROUNDS };
	struct partner partner;
	int fds[EVENTS_MAX];
	int64_t cost;

	attr.inherit = inherit;
	event_open_many(&attr, fds, events);
	partner = partner_start();
	step.data = &partner;
	cost = bench_cost(&step);
	partner_stop(&partner);
	event_close_many(fds, events);
	return cost;
}

void bench_switch(void)
{
	static const unsigned int numbers[] = { 1, 4, 16, EVENTS_MAX };
	int64_t none = cost_with(0, false);
	char name[32];
	size_t i;

	bench_report("switch-none", none);
	for (i = 0; i < ARRAY_SIZE(numbers); i++) {
		snprintf(name, sizeof(name), "switch-%u", numbers[i]);
		bench_report(name, cost_with(numbers[i], false) - none);
	}
	for (i = 0; i < ARRAY_SIZE(numbers); i++) {
		snprintf(name, sizeof(name), "switch-inherited-%u", numbers[i]);
		bench_report(name, cost_with(numbers[i], true) - none);
	}
}
