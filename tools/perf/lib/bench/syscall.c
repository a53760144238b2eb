// SPDX-License-Identifier: GPL-2.0
/* Benchmarks that repeat one system call. */
#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include <base/num.h>
#include <bench/families.h>

#define FAST_LOOPS	10000000
#define SLOW_LOOPS	10000

static int bench_finish(struct perf_bench_result *result, const char *what, uint64_t loops,
			uint64_t ns, struct perf_error *error)
{
	if (!perf_bench_add_operations(result, loops, ns))
		return perf_error_memory(error);
	result->tight = true;
	perf_str_format(&result->heading, "# Executed %" PRIu64 " %s() calls\n", loops, what);
	return 0;
}

PERF_BENCH(getppid)
{
	uint64_t loops = options->loops ? options->loops : FAST_LOOPS, i, start;

	start = perf_clock_ns(CLOCK_MONOTONIC);
	for (i = 0; i < loops; i++)
		syscall(SYS_getppid);
	return bench_finish(result, "getppid", loops, perf_clock_ns(CLOCK_MONOTONIC) - start,
			    error);
}

PERF_BENCH(getpgid)
{
	uint64_t loops = options->loops ? options->loops : FAST_LOOPS, i, start;

	start = perf_clock_ns(CLOCK_MONOTONIC);
	for (i = 0; i < loops; i++)
		syscall(SYS_getpgid, 0);
	return bench_finish(result, "getpgid", loops, perf_clock_ns(CLOCK_MONOTONIC) - start,
			    error);
}

static void __attribute__((noreturn)) run_nothing(void)
{
	char *const argv[] = { (char *)"true", NULL };

	execv("/bin/true", argv);
	execv("/usr/bin/true", argv);
	_exit(127);
}

/* Forks children one after the other. Returns -ECHILD if a child exits with a nonzero status. */
static int make_children(uint64_t loops, bool exec, uint64_t *ns, struct perf_error *error)
{
	uint64_t start = perf_clock_ns(CLOCK_MONOTONIC), i;

	for (i = 0; i < loops; i++) {
		int pid = fork();

		if (pid < 0)
			return perf_error_set(error, errno, "cannot make a process: %m");
		if (!pid && exec)
			run_nothing();
		if (!pid)
			_exit(0);
		if (perf_bench_reap(&pid, 1))
			return perf_error_set(error, ECHILD, exec ? "cannot run /bin/true" :
					      "a child failed");
	}
	*ns = perf_clock_ns(CLOCK_MONOTONIC) - start;
	return 0;
}

PERF_BENCH(fork)
{
	uint64_t loops = options->loops ? options->loops : SLOW_LOOPS, ns;
	int err = make_children(loops, false, &ns, error);

	return err ? err : bench_finish(result, "fork", loops, ns, error);
}

PERF_BENCH(execve)
{
	uint64_t loops = options->loops ? options->loops : SLOW_LOOPS, ns;
	int err = make_children(loops, true, &ns, error);

	return err ? err : bench_finish(result, "execve", loops, ns, error);
}
