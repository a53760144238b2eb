// SPDX-License-Identifier: GPL-2.0
/*
 * perf-bench [ROW...]: print "BENCH <row> <instructions>" for each operation.
 * The rows of the family "memory" are in bytes, those of "time" in nanoseconds, those of "stretch"
 * in microseconds.
 *
 * A ROW selects the rows whose name begins with it: "switch" the whole family, "switch-16" one
 * row. The families of hardware counters and of their records, which not every machine has,
 * "time", which is for a guest without -icount, and "stretch", which needs a tracer, run only on
 * request.
 * If a family fails, bench_die() prints the reason and the other families still run; the exit
 * status is then 1.
 */
#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/personality.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bench.h"
#include "exec.h"

static const struct {
	const char	*name;
	void		(*run)(void);
	bool		on_request;
} families[] = {
	{ "switch",	bench_switch },
	{ "fork",	bench_fork },
	{ "exec",	bench_exec },
	{ "exit",	bench_exit },
	{ "control",	bench_control },
	{ "open",	bench_open },
	{ "many",	bench_many },
	{ "group",	bench_group },
	{ "read",	bench_read },
	{ "sample",	bench_sample },
	{ "tracepoint",	bench_tracepoint },
	{ "map",	bench_map },
	{ "munmap",	bench_munmap },
	{ "memory",	bench_memory },
	{ "hw",		bench_hw, .on_request = true },
	{ "branches",	bench_branches, .on_request = true },
	{ "precise",	bench_precise, .on_request = true },
	{ "ibs",	bench_ibs, .on_request = true },
	{ "time",	bench_time, .on_request = true },
	{ "stretch",	bench_stretch, .on_request = true },
};

/* ROWs of the command line, terminated by NULL. */
static char **wanted;

static bool begins_with(const char *text, const char *start)
{
	return !strncmp(text, start, strlen(start));
}

/* The name of each row begins with the name of its family. */
static bool family_wanted(const char *family, bool on_request)
{
	char **name;

	for (name = wanted; *name; name++) {
		if (begins_with(*name, family) || begins_with(family, *name))
			return true;
	}
	return !*wanted && !on_request;
}

static bool row_wanted(const char *row)
{
	char **name;

	for (name = wanted; *name; name++) {
		if (begins_with(row, *name))
			return true;
	}
	return !*wanted;
}

/* Ticks of one round, including those of bench_ticks() itself. */
static uint64_t round_ticks(const struct bench_step *step)
{
	uint64_t start, ticks;

	if (step->before)
		step->before(step->data);
	start = bench_ticks();
	step->step(step->data);
	ticks = bench_ticks() - start;
	if (step->after)
		step->after(step->data);
	return ticks;
}

static uint64_t least_ticks(const struct bench_step *step)
{
	uint64_t least = UINT64_MAX, ticks;
	unsigned int round;

	for (round = 0; round < step->rounds; round++) {
		ticks = round_ticks(step);
		if (ticks < least)
			least = ticks;
	}
	return least;
}

static void step_nothing(void *data)
{
}

static uint64_t empty_ticks(void)
{
	const struct bench_step empty = { .step = step_nothing, .rounds = 10 };

	return least_ticks(&empty);
}

int64_t bench_cost(const struct bench_step *step)
{
	return least_ticks(step) - empty_ticks();
}

static int compare_ticks(const void *left, const void *right)
{
	uint64_t a = *(const uint64_t *)left, b = *(const uint64_t *)right;

	return a < b ? -1 : a > b;
}

/* Sorts @ticks. */
int64_t bench_median(uint64_t *ticks, unsigned int number)
{
	qsort(ticks, number, sizeof(*ticks), compare_ticks);
	return ticks[number / 2];
}

int64_t bench_typical_cost(const struct bench_step *step)
{
	uint64_t *ticks = calloc(step->rounds, sizeof(*ticks));
	unsigned int round;
	int64_t median;

	if (!ticks)
		bench_die("calloc");
	for (round = 0; round < step->rounds; round++)
		ticks[round] = round_ticks(step);
	median = bench_median(ticks, step->rounds);
	free(ticks);
	return median - empty_ticks();
}

/* Print a row if the command line selects it. */
void bench_report(const char *name, int64_t ticks)
{
	if (row_wanted(name))
		printf("BENCH %s %lld\n", name, (long long)ticks);
	fflush(stdout);
}

/* Print row @what-@number: the share of each of @number in @ticks. */
void bench_report_each(const char *what, unsigned int number, int64_t ticks)
{
	char name[64];

	snprintf(name, sizeof(name), "%s-%u", what, number);
	bench_report(name, ticks / number);
}

/* End the process: an operation did not have its effect. */
void bench_wrong(const char *what)
{
	dprintf(STDERR_FILENO, "perf-bench: %s\n", what);
	_exit(1);
}

/* End the process; prints @what failed and the errno. */
void bench_die(const char *what)
{
	fprintf(stderr, "perf-bench: %s: %s\n", what, strerror(errno));
	_exit(1);
}

/* Restart with ADDR_NO_RANDOMIZE, so that all runs have the same addresses. */
static void fix_addresses(char **argv)
{
	int old = personality(0xffffffff);

	if (old < 0)
		bench_die("personality");
	if (old & ADDR_NO_RANDOMIZE)
		return;
	personality(old | ADDR_NO_RANDOMIZE);
	execv("/proc/self/exe", argv);
	bench_die("execv");
}

static bool run_family(void (*run)(void))
{
	int status;
	pid_t pid;

	fflush(stdout);
	pid = fork();
	if (pid < 0)
		bench_die("fork");
	if (!pid) {
		run();
		exit(0);
	}
	if (waitpid(pid, &status, 0) != pid)
		bench_die("waitpid");
	return !status;
}

int main(int argc, char **argv)
{
	bool good = true;
	size_t i;

	exec_continue(argc, argv);
	fix_addresses(argv);
	wanted = argv + 1;
	for (i = 0; i < ARRAY_SIZE(families); i++) {
		if (!family_wanted(families[i].name, families[i].on_request) ||
		    run_family(families[i].run))
			continue;
		fprintf(stderr, "perf-bench: %s failed\n", families[i].name);
		good = false;
	}
	return good ? 0 : 1;
}
