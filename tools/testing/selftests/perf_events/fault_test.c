// SPDX-License-Identifier: GPL-2.0
/*
 * Every allocation in an operation fails once: the first, then the second, and so on
 * until the operation ends without reaching the allocation that was to fail. Each run
 * must return ENOMEM or succeed, and leak nothing.
 *
 * The kernel needs FAULT_INJECTION with FAILSLAB and FAIL_PAGE_ALLOC, and debugfs.
 *
 * Leaks show in two ways: a probe whose event has users cannot be removed, and pages of a
 * ring stay in VmPin. Without kprobes the tracepoint of a system call stands in for the probe.
 */
#include "perf_test.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/hw_breakpoint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/rseq.h>
#include <sys/wait.h>
#include <unistd.h>

#include "kselftest_harness.h"

#define FAIL_NTH	"/proc/thread-self/fail-nth"
#define FAILSLAB	"/sys/kernel/debug/failslab/"
#define FAIL_PAGE	"/sys/kernel/debug/fail_page_alloc/"

#define PROBES		"/sys/kernel/tracing/kprobe_events"
#define PROBE		"perf_fault_test"
#define CALL		"syscalls/sys_enter_getppid"

/* More allocations than any operation here makes. */
#define MOST_FAULTS	5000

/* ---- faults ---- */

/* Allocations that may sleep fail as well; failures are not logged */
static const char * const settings[][2] = {
	{ FAILSLAB "ignore-gfp-wait", "N" },
	{ FAILSLAB "verbose", "0" },
	{ FAIL_PAGE "ignore-gfp-wait", "N" },
	{ FAIL_PAGE "ignore-gfp-highmem", "N" },
	{ FAIL_PAGE "min-order", "0" },
	{ FAIL_PAGE "verbose", "0" },
};

/* Returns the first file that is missing or cannot be set, or NULL */
static const char *faults_prepare(void)
{
	size_t i;

	if (access(FAIL_NTH, W_OK))
		return FAIL_NTH;
	for (i = 0; i < ARRAY_SIZE(settings); i++)
		if (perf_file_write(settings[i][0], settings[i][1]))
			return settings[i][0];
	return NULL;
}

/* ---- the state an operation runs in ---- */

FIXTURE(fault)
{
	int fail_nth;
	struct perf_event_attr attr;
	struct perf_event_attr probe;
	bool has_probe;
	long pinned;
	int event;
};

static long pinned_kb(void)
{
	char line[256];
	long kb = -1;
	FILE *file;

	file = fopen("/proc/self/status", "re");
	if (!file)
		return -1;
	while (fgets(line, sizeof(line), file))
		if (sscanf(line, "VmPin: %ld", &kb) == 1)
			break;
	fclose(file);
	return kb;
}

/*
 * The kernel kills a program if it has no memory to grow its stack or, at each preemption,
 * to update its restartable sequences (rseq). GLIBC_TUNABLES, which the C library reads at
 * program start, turns rseq off.
 */
static __attribute__((constructor)) void without_sequences(int argc, char **argv)
{
	(void)argc;
	if (getenv("GLIBC_TUNABLES"))
		return;
	setenv("GLIBC_TUNABLES", "glibc.pthread.rseq=0", 1);
	execv("/proc/self/exe", argv);
}

FIXTURE_SETUP(fault)
{
	const char *missing;
	int type;

	self->event = -1;
	self->fail_nth = -1;
	self->has_probe = !access(PROBES, F_OK);
	missing = faults_prepare();
	if (missing)
		SKIP(return, "no %s (needs root, FAULT_INJECTION, FAILSLAB, FAIL_PAGE_ALLOC)",
		     missing);
	self->fail_nth = open(FAIL_NTH, O_RDWR | O_CLOEXEC);
	ASSERT_GE(self->fail_nth, 0);
	ASSERT_EQ(0, __rseq_size);
	ASSERT_EQ(0, perf_prefault());

	if (self->has_probe && perf_file_write(PROBES, "p:" PROBE " " PERF_GETPPID))
		SKIP(return, "no kprobe at " PERF_GETPPID);
	type = perf_tracepoint_id(self->has_probe ? "kprobes/" PROBE : CALL);
	ASSERT_GE(type, 0);
	perf_attr_init(&self->probe, PERF_TYPE_TRACEPOINT, type);
	self->attr = perf_attr_software(PERF_COUNT_SW_PAGE_FAULTS);
	self->pinned = pinned_kb();
	ASSERT_GE(self->pinned, 0);
}

FIXTURE_TEARDOWN(fault)
{
	int patience, error = self->has_probe ? EBUSY : 0;

	if (self->event >= 0)
		close(self->event);
	/* EBUSY: an event of a failed open may be freed only after a grace period */
	for (patience = 0; error == EBUSY && patience < 100; patience++) {
		error = perf_file_write(PROBES, "-:" PROBE);
		if (error == EBUSY)
			usleep(100000);
	}
	EXPECT_EQ(0, error);
	EXPECT_EQ(self->pinned, pinned_kb());
	close(self->fail_nth);
}

/* ---- one fault after the other ---- */

struct operation {
	/* Runs the operation, and undoes it if @undo is NULL; returns 0 or the errno */
	int (*run)(void *argument);
	/* Runs without faults: kprobes cannot be removed without memory */
	void (*undo)(void *argument);
	void *argument;
};

static int run_once(const struct operation *operation)
{
	int error = operation->run(operation->argument);

	if (!error && operation->undo)
		operation->undo(operation->argument);
	return error;
}

/*
 * Run once with the @nth allocation failing. Sets *@reached to whether the operation made
 * that many. Returns the operation's errno, or -1 when fail-nth cannot be written or read.
 */
static int run_with_fault(int fail_nth, const struct operation *operation, int nth, bool *reached)
{
	char text[16];
	int error, length;
	ssize_t got;

	length = snprintf(text, sizeof(text), "%d", nth);
	if (pwrite(fail_nth, text, length, 0) != length)
		return -1;
	error = operation->run(operation->argument);
	got = pread(fail_nth, text, sizeof(text) - 1, 0);
	if (got <= 0)
		return -1;
	text[got] = '\0';
	*reached = !atoi(text);
	if (pwrite(fail_nth, "0", 1, 0) != 1)
		return -1;
	if (!error && operation->undo)
		operation->undo(operation->argument);
	return error;
}

static void walk(struct __test_metadata *_metadata, FIXTURE_DATA(fault) *self,
		 const struct operation *operation)
{
	bool reached = true;
	int error, nth, failures = 0;

	/* The operation succeeds without faults */
	ASSERT_EQ(0, run_once(operation));
	for (nth = 1; reached; nth++) {
		ASSERT_LT(nth, MOST_FAULTS);
		error = run_with_fault(self->fail_nth, operation, nth, &reached);
		ASSERT_TRUE(error == 0 || error == ENOMEM) {
			TH_LOG("fault %d: error %d", nth, error);
		}
		failures += error == ENOMEM;
		if (!reached)
			ASSERT_EQ(0, error);
	}
	/* At least one fault made run_with_fault() fail, or walk() has tested nothing */
	EXPECT_GT(failures, 0);
	EXPECT_EQ(0, run_once(operation));
	TH_LOG("%d allocations, %d of them needed", nth - 2, failures);
}

/* ---- opening ---- */

struct opening {
	struct perf_event_attr attr;
	pid_t pid;
	int cpu;
	int group;
	int fd;
};

static int run_open(void *argument)
{
	struct opening *opening = argument;

	opening->fd = perf_open(&opening->attr, opening->pid, opening->cpu, opening->group, 0);
	return opening->fd < 0 ? errno : 0;
}

static void undo_open(void *argument)
{
	close(((struct opening *)argument)->fd);
}

static int run_open_and_close(void *argument)
{
	int error = run_open(argument);

	if (!error)
		undo_open(argument);
	return error;
}

static void walk_open(struct __test_metadata *_metadata, FIXTURE_DATA(fault) *self,
		      struct opening opening)
{
	struct operation operation = { .run = run_open_and_close, .argument = &opening };

	if (opening.attr.type == PERF_TYPE_TRACEPOINT) {
		operation.run = run_open;
		operation.undo = undo_open;
	}
	walk(_metadata, self, &operation);
}

TEST_F(fault, open_on_a_task)
{
	walk_open(_metadata, self, (struct opening){
		.attr = self->attr, .cpu = -1, .group = -1 });
}

TEST_F(fault, open_on_a_task_and_cpu)
{
	walk_open(_metadata, self, (struct opening){ .attr = self->attr, .group = -1 });
}

TEST_F(fault, open_on_a_cpu)
{
	walk_open(_metadata, self, (struct opening){
		.attr = self->attr, .pid = -1, .group = -1 });
}

TEST_F(fault, open_a_probe_with_call_chains)
{
	self->probe.sample_period = 1;
	self->probe.sample_type = PERF_SAMPLE_CALLCHAIN | PERF_SAMPLE_RAW;
	walk_open(_metadata, self, (struct opening){
		.attr = self->probe, .cpu = -1, .group = -1 });
}

TEST_F(fault, open_a_breakpoint)
{
	struct opening opening = { .cpu = -1, .group = -1 };

	perf_attr_init(&opening.attr, PERF_TYPE_BREAKPOINT, 0);
	opening.attr.bp_type = HW_BREAKPOINT_W;
	opening.attr.bp_addr = (unsigned long)&opening;
	opening.attr.bp_len = HW_BREAKPOINT_LEN_4;
	opening.attr.exclude_kernel = 1;
	if (perf_try_self(&opening.attr))
		SKIP(return, "no breakpoints here");
	walk_open(_metadata, self, opening);
}

TEST_F(fault, open_a_sibling)
{
	self->event = perf_open_self(&self->probe);
	ASSERT_GE(self->event, 0);
	walk_open(_metadata, self, (struct opening){
		.attr = self->attr, .cpu = -1, .group = self->event });
}

/* ---- a task's first event, whose open allocates the context as well ---- */

static int open_in_a_child(void *argument)
{
	const struct opening *opening = argument;
	struct operation operation = {
		.run = run_open, .undo = undo_open, .argument = argument };
	bool reached = true;
	int nth, error, fail_nth;

	/* fail-nth belongs to the thread that opened it, so the child opens its own */
	fail_nth = open(FAIL_NTH, O_RDWR | O_CLOEXEC);
	if (fail_nth < 0)
		return 1;
	for (nth = 1; reached && nth < MOST_FAULTS; nth++) {
		error = run_with_fault(fail_nth, &operation, nth, &reached);
		if (error && error != ENOMEM)
			return 2;
		if (!error && !reached)
			break;
	}
	if (reached)
		return 3;
	return perf_try(&opening->attr, 0, -1, -1, 0) ? 4 : 0;
}

TEST_F(fault, first_event_of_a_task)
{
	struct opening opening = { .attr = self->probe, .cpu = -1, .group = -1 };
	struct perf_child child;

	ASSERT_EQ(0, perf_child_start(&child, open_in_a_child, &opening));
	EXPECT_EQ(0, perf_child_wait(&child));
	/* The first event of time off the CPU makes a structure for its context. */
	perf_attr_init(&opening.attr, perf_pmu_type("offcpu"), 0);
	ASSERT_EQ(0, perf_child_start(&child, open_in_a_child, &opening));
	EXPECT_EQ(0, perf_child_wait(&child));
}

/* ---- forking ---- */

static int run_fork(void *argument)
{
	int status;
	pid_t pid;

	(void)argument;
	pid = fork();
	if (pid < 0)
		/* fork() returns EAGAIN for some failed allocations */
		return errno == EAGAIN ? ENOMEM : errno;
	if (!pid)
		_exit(0);
	if (waitpid(pid, &status, 0) != pid || status)
		return ECHILD;
	return 0;
}

TEST_F_TIMEOUT(fault, fork_with_inherited_events, 300)
{
	struct operation operation = { .run = run_fork };
	struct perf_event_attr off;
	int sibling, other, away, i;
	int more[8];

	self->probe.inherit = 1;
	self->attr.inherit = 1;
	self->event = perf_open_self(&self->probe);
	ASSERT_GE(self->event, 0);
	sibling = perf_open(&self->attr, 0, -1, self->event, 0);
	ASSERT_GE(sibling, 0);
	other = perf_open(&self->probe, 0, 0, -1, 0);
	ASSERT_GE(other, 0);
	perf_attr_init(&off, perf_pmu_type("offcpu"), 0);
	off.inherit = 1;
	away = perf_open_self(&off);
	ASSERT_GE(away, 0);
	for (i = 0; i < 8; i++) {
		more[i] = perf_open_self(&self->probe);
		ASSERT_GE(more[i], 0);
	}
	walk(_metadata, self, &operation);
	for (i = 0; i < 8; i++)
		close(more[i]);
	close(away);
	close(other);
	close(sibling);
}

/* ---- mapping ---- */

struct mapping {
	int event;
	size_t size;
	int prot;
};

static int run_map(void *argument)
{
	const struct mapping *mapping = argument;
	void *map;

	map = mmap(NULL, mapping->size, mapping->prot, MAP_SHARED, mapping->event, 0);
	if (map == MAP_FAILED)
		return errno;
	return munmap(map, mapping->size) ? errno : 0;
}

TEST_F(fault, map_a_ring)
{
	struct mapping mapping = { .prot = PROT_READ | PROT_WRITE };
	struct operation operation = { .run = run_map, .argument = &mapping };

	self->event = perf_open_self(&self->probe);
	ASSERT_GE(self->event, 0);
	mapping.event = self->event;
	mapping.size = (1 + 16) * sysconf(_SC_PAGESIZE);
	walk(_metadata, self, &operation);

	/* PROT_READ alone makes a ring that overwrites */
	mapping.prot = PROT_READ;
	walk(_metadata, self, &operation);
}

/* Pages beyond the user's perf_event_mlock_kb are charged to the process (VmPin) */
TEST_F(fault, map_a_pinned_ring)
{
	struct mapping mapping = { .prot = PROT_READ | PROT_WRITE };
	struct operation operation = { .run = run_map, .argument = &mapping };
	struct perf_sysctls saved;

	ASSERT_EQ(0, perf_sysctls_save(&saved));
	ASSERT_EQ(0, perf_sysctl_set("perf_event_mlock_kb", 0));
	self->event = perf_open_self(&self->probe);
	EXPECT_GE(self->event, 0);
	mapping.event = self->event;
	mapping.size = (1 + 8) * sysconf(_SC_PAGESIZE);
	walk(_metadata, self, &operation);
	EXPECT_EQ(self->pinned, pinned_kb());
	EXPECT_EQ(0, perf_sysctls_restore(&saved));
}

/* ---- further operations ---- */

static int run_filter(void *argument)
{
	const struct opening *opening = argument;

	return perf_ioctl(opening->fd, PERF_EVENT_IOC_SET_FILTER,
			  (unsigned long)"common_pid != 0 && common_flags < 99");
}

/* An event accepts one filter only, so open another */
static void undo_filter(void *argument)
{
	undo_open(argument);
	run_open(argument);
}

TEST_F(fault, set_a_filter)
{
	struct opening opening = { .attr = self->probe, .cpu = -1, .group = -1 };
	struct operation operation = {
		.run = run_filter, .undo = undo_filter, .argument = &opening };

	ASSERT_EQ(0, run_open(&opening));
	walk(_metadata, self, &operation);
	undo_open(&opening);
}

/* A group read of this size does not fit on the kernel's stack */
#define LARGE_GROUP	40

static int run_read(void *argument)
{
	__u64 values[1 + LARGE_GROUP];
	ssize_t got;

	got = read(*(int *)argument, values, sizeof(values));
	if (got < 0)
		return errno;
	return got == sizeof(values) && values[0] == LARGE_GROUP ? 0 : EBADMSG;
}

TEST_F(fault, read_a_large_group)
{
	struct operation operation = { .run = run_read, .argument = &self->event };
	int siblings[LARGE_GROUP - 1];
	int i;

	self->probe.read_format = PERF_FORMAT_GROUP;
	self->event = perf_open_self(&self->probe);
	ASSERT_GE(self->event, 0);
	self->attr.read_format = PERF_FORMAT_GROUP;
	for (i = 0; i < LARGE_GROUP - 1; i++) {
		siblings[i] = perf_open(&self->attr, 0, -1, self->event, 0);
		ASSERT_GE(siblings[i], 0);
	}
	walk(_metadata, self, &operation);
	for (i = 0; i < LARGE_GROUP - 1; i++)
		close(siblings[i]);
}

TEST_HARNESS_MAIN
