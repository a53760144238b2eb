// SPDX-License-Identifier: GPL-2.0
/*
 * inheritor: a tree of processes with inherited events, which exit in every order: parents before
 * their children, by a signal, by exec, with threads still running. Meanwhile their owner closes
 * half of the events.
 *
 * Usage: inheritor [processes [events [rounds]]]
 */
#define _GNU_SOURCE
#include <errno.h>
#include <linux/perf_event.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#define MOST_EVENTS	256
#define FAN_OUT		3

static const struct perf_event_attr kinds[] = {
	{ .config = PERF_COUNT_SW_PAGE_FAULTS },
	{ .config = PERF_COUNT_SW_CONTEXT_SWITCHES },
	{ .config = PERF_COUNT_SW_TASK_CLOCK },
	{ .config = PERF_COUNT_SW_CPU_CLOCK, .freq = 1, .sample_freq = 500,
	  .sample_type = PERF_SAMPLE_IP | PERF_SAMPLE_TID },
	{ .config = PERF_COUNT_SW_DUMMY, .mmap = 1, .comm = 1, .task = 1 },
	{ .config = PERF_COUNT_SW_PAGE_FAULTS_MIN, .inherit_stat = 1 },
	{ .config = PERF_COUNT_SW_CPU_MIGRATIONS, .enable_on_exec = 1, .disabled = 1 },
	{ .config = PERF_COUNT_SW_PAGE_FAULTS_MAJ, .remove_on_exec = 1 },
};

static atomic_long *started;
static int fds[MOST_EVENTS];

static int open_events(int count)
{
	for (int i = 0; i < count; i++) {
		struct perf_event_attr attr = kinds[i % (sizeof(kinds) / sizeof(*kinds))];
		/* Every fourth event leads a group of two with the next */
		int group = i % 4 == 1 ? fds[i - 1] : -1;

		attr.size = sizeof(attr);
		attr.type = PERF_TYPE_SOFTWARE;
		attr.inherit = 1;
		fds[i] = syscall(SYS_perf_event_open, &attr, 0, -1, group, 0);
		if (fds[i] < 0) {
			fprintf(stderr, "inheritor: event %d: %m\n", i);
			return -1;
		}
	}
	return 0;
}

static void *idle_thread(void *unused)
{
	for (;;)
		pause();
	return unused;
}

/* Exit of process @n, in one of five ways; its own children may still be alive */
static void leave(long n)
{
	pthread_t thread;

	switch (n % 5) {
	case 0:
		_exit(0);
	case 1:
		while (wait(NULL) > 0 || errno == EINTR)
			;
		_exit(0);
	case 2:
		raise(SIGKILL);
		break;
	case 3:
		if (pthread_create(&thread, NULL, idle_thread, NULL))
			_exit(1);
		_exit(0);
	case 4:
		/* main() returns at once with 0 processes: only the exec matters */
		execl("/proc/self/exe", "inheritor", "0", "0", NULL);
		_exit(1);
	}
}

/* Fork until the whole tree has @processes, then leave() */
static void grow(long processes)
{
	long n = atomic_fetch_add(started, 1);

	if (n >= processes) {
		atomic_fetch_sub(started, 1);
		_exit(0);
	}
	for (int i = 0; i < FAN_OUT && atomic_load(started) < processes; i++) {
		pid_t child = fork();

		if (!child)
			grow(processes);
		if (child < 0)
			_exit(1);
	}
	leave(n);
}

static int reap(void)
{
	int status, failed = 0;

	for (;;) {
		if (wait(&status) < 0) {
			if (errno == EINTR)
				continue;
			return failed || errno != ECHILD;
		}
		if (WIFEXITED(status) && WEXITSTATUS(status))
			failed = 1;
	}
}

static int run_tree(long processes, int events)
{
	uint64_t count;

	atomic_store(started, 0);
	if (open_events(events))
		return 1;
	/* Fork more roots until the tree is complete, as leave() may end a branch early */
	while (atomic_load(started) < processes) {
		pid_t child = fork();

		if (!child)
			grow(processes);
		if (child < 0)
			return 1;
	}
	for (int i = 0; i < events; i += 2)
		close(fds[i]);
	if (reap())
		return 1;
	for (int i = 1; i < events; i += 2) {
		if (read(fds[i], &count, sizeof(count)) != sizeof(count)) {
			fprintf(stderr, "inheritor: event %d does not read: %m\n", i);
			return 1;
		}
		close(fds[i]);
	}
	return 0;
}

int main(int argc, char **argv)
{
	long processes = argc > 1 ? strtol(argv[1], NULL, 0) : 200;
	int events = argc > 2 ? strtol(argv[2], NULL, 0) : 16;
	long rounds = argc > 3 ? strtol(argv[3], NULL, 0) : 1;

	if (events > MOST_EVENTS) {
		fprintf(stderr, "inheritor: at most %d events\n", MOST_EVENTS);
		return 1;
	}
	if (!processes)
		return 0;
	started = mmap(NULL, sizeof(*started), PROT_READ | PROT_WRITE,
		       MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (started == MAP_FAILED || prctl(PR_SET_CHILD_SUBREAPER, 1)) {
		perror("inheritor");
		return 1;
	}
	for (long i = 0; i < rounds; i++) {
		if (run_tree(processes, events))
			return 1;
	}
	printf("inheritor: %ld rounds of %ld processes under %d events\n", rounds,
	       processes, events);
	return 0;
}
