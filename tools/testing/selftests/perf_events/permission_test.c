// SPDX-License-Identifier: GPL-2.0
/*
 * Permission to open: every perf_event_paranoid level against every kind of event, for root, for a
 * user, and for a user with CAP_PERFMON; and the events that an exec which gains privilege stops.
 */
#include "perf_test.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <linux/hw_breakpoint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "kselftest_harness.h"

#ifndef CAP_PERFMON
#define CAP_PERFMON	38
#endif

#define LEVEL_MIN	(-1)
#define LEVEL_MAX	3
#define LEVELS		(LEVEL_MAX - LEVEL_MIN + 1)

/* Arguments @pid and @cpu of perf_event_open() */
enum target { OWN_TASK, ONE_CPU, TASK_OF_SAME_USER, TASK_OF_ROOT };

/* Requirement of a row; right_prepare() returns false if the kernel lacks it */
enum need { NOTHING, TRACEPOINT, SYSCALL_TRACEPOINT, KPROBE, UPROBE, BREAKPOINT };

/* One kind of event; @user: errno for a user without capabilities at levels -1 to 3 */
struct right {
	const char *name;
	enum need need;
	enum target target;
	struct perf_event_attr attr;
	int user[LEVELS];
};

#define SW		.type = PERF_TYPE_SOFTWARE, .config = PERF_COUNT_SW_DUMMY
#define USER_ONLY	.exclude_kernel = 1, .exclude_hv = 1
#define SAMPLES(bits)	.sample_period = 1, .sample_type = (bits)

static const struct right rights[] = {
	{ "own task, user mode", NOTHING, OWN_TASK, { SW, USER_ONLY },
	  { 0, 0, 0, 0, EACCES } },
	{ "own task, kernel mode", NOTHING, OWN_TASK, { SW },
	  { 0, 0, 0, EACCES, EACCES } },
	{ "own task, hypervisor not excluded", NOTHING, OWN_TASK, { SW, .exclude_kernel = 1 },
	  { 0, 0, 0, 0, EACCES } },
	{ "own task, inherited", NOTHING, OWN_TASK, { SW, USER_ONLY, .inherit = 1 },
	  { 0, 0, 0, 0, EACCES } },
	{ "CPU, user mode", NOTHING, ONE_CPU, { SW, USER_ONLY },
	  { 0, 0, EACCES, EACCES, EACCES } },
	{ "CPU, kernel mode", NOTHING, ONE_CPU, { SW },
	  { 0, 0, EACCES, EACCES, EACCES } },
	{ "task of the same user, user mode", NOTHING, TASK_OF_SAME_USER, { SW, USER_ONLY },
	  { 0, 0, 0, 0, EACCES } },
	{ "task of the same user, kernel mode", NOTHING, TASK_OF_SAME_USER, { SW },
	  { 0, 0, 0, EACCES, EACCES } },
	{ "task of root, user mode", NOTHING, TASK_OF_ROOT, { SW, USER_ONLY },
	  { EACCES, EACCES, EACCES, EACCES, EACCES } },
	{ "task of root, kernel mode", NOTHING, TASK_OF_ROOT, { SW },
	  { EACCES, EACCES, EACCES, EACCES, EACCES } },
	{ "user call chain", NOTHING, OWN_TASK,
	  { SW, USER_ONLY, SAMPLES(PERF_SAMPLE_CALLCHAIN), .exclude_callchain_kernel = 1 },
	  { 0, 0, 0, 0, EACCES } },
	{ "kernel call chain", NOTHING, OWN_TASK,
	  { SW, USER_ONLY, SAMPLES(PERF_SAMPLE_CALLCHAIN) },
	  { 0, 0, 0, EACCES, EACCES } },
	{ "address", NOTHING, OWN_TASK, { SW, USER_ONLY, SAMPLES(PERF_SAMPLE_ADDR) },
	  { 0, 0, 0, 0, EACCES } },
	{ "physical address", NOTHING, OWN_TASK, { SW, USER_ONLY, SAMPLES(PERF_SAMPLE_PHYS_ADDR) },
	  { 0, 0, 0, EACCES, EACCES } },
	{ "interrupt registers", NOTHING, OWN_TASK,
	  { SW, USER_ONLY, SAMPLES(PERF_SAMPLE_REGS_INTR), .sample_regs_intr = 1 },
	  { 0, 0, 0, 0, EACCES } },
	{ "namespaces", NOTHING, OWN_TASK, { SW, USER_ONLY, .namespaces = 1 },
	  { EACCES, EACCES, EACCES, EACCES, EACCES } },
	{ "text poke", NOTHING, OWN_TASK, { SW, USER_ONLY, .text_poke = 1 },
	  { 0, 0, 0, EACCES, EACCES } },
	{ "kernel symbols", NOTHING, OWN_TASK, { SW, USER_ONLY, .ksymbol = 1 },
	  { 0, 0, 0, 0, EACCES } },
	{ "programs", NOTHING, OWN_TASK, { SW, USER_ONLY, .bpf_event = 1 },
	  { 0, 0, 0, 0, EACCES } },
	{ "context switches", NOTHING, OWN_TASK, { SW, USER_ONLY, .context_switch = 1 },
	  { 0, 0, 0, 0, EACCES } },
	{ "trap in own task", NOTHING, OWN_TASK,
	  { SW, USER_ONLY, .sigtrap = 1, .remove_on_exec = 1 },
	  { 0, 0, 0, 0, EACCES } },
	{ "trap in a task of the same user", NOTHING, TASK_OF_SAME_USER,
	  { SW, USER_ONLY, .sigtrap = 1, .remove_on_exec = 1 },
	  { 0, 0, 0, 0, EACCES } },
	{ "trap in a task of root", NOTHING, TASK_OF_ROOT,
	  { SW, USER_ONLY, .sigtrap = 1, .remove_on_exec = 1 },
	  { EACCES, EACCES, EACCES, EACCES, EACCES } },
	{ "tracepoint, counted", TRACEPOINT, OWN_TASK,
	  { .type = PERF_TYPE_TRACEPOINT, USER_ONLY },
	  { 0, 0, 0, 0, EACCES } },
	{ "tracepoint, counted on a CPU", TRACEPOINT, ONE_CPU,
	  { .type = PERF_TYPE_TRACEPOINT, USER_ONLY },
	  { 0, 0, EACCES, EACCES, EACCES } },
	{ "tracepoint, its data", TRACEPOINT, OWN_TASK,
	  { .type = PERF_TYPE_TRACEPOINT, USER_ONLY, SAMPLES(PERF_SAMPLE_RAW) },
	  { 0, EPERM, EPERM, EPERM, EACCES } },
	{ "tracepoint, its data on a CPU", TRACEPOINT, ONE_CPU,
	  { .type = PERF_TYPE_TRACEPOINT, USER_ONLY, SAMPLES(PERF_SAMPLE_RAW) },
	  { 0, EPERM, EPERM, EPERM, EACCES } },
	{ "system call tracepoint, its data", SYSCALL_TRACEPOINT, OWN_TASK,
	  { .type = PERF_TYPE_TRACEPOINT, USER_ONLY, SAMPLES(PERF_SAMPLE_RAW) },
	  { 0, 0, 0, 0, EACCES } },
	{ "system call tracepoint, its data on a CPU", SYSCALL_TRACEPOINT, ONE_CPU,
	  { .type = PERF_TYPE_TRACEPOINT, USER_ONLY, SAMPLES(PERF_SAMPLE_RAW) },
	  { 0, EPERM, EPERM, EPERM, EACCES } },
	{ "kprobe", KPROBE, OWN_TASK, { USER_ONLY },
	  { EACCES, EACCES, EACCES, EACCES, EACCES } },
	{ "uprobe", UPROBE, OWN_TASK, { USER_ONLY },
	  { EACCES, EACCES, EACCES, EACCES, EACCES } },
	{ "breakpoint on own data", BREAKPOINT, OWN_TASK,
	  { .type = PERF_TYPE_BREAKPOINT, USER_ONLY, .bp_type = HW_BREAKPOINT_W,
	    .bp_addr = 0x10000, .bp_len = HW_BREAKPOINT_LEN_4 },
	  { 0, 0, 0, 0, EACCES } },
	{ "breakpoint on the kernel", BREAKPOINT, ONE_CPU,
	  { .type = PERF_TYPE_BREAKPOINT, .bp_type = HW_BREAKPOINT_W,
	    .bp_addr = -4096UL, .bp_len = HW_BREAKPOINT_LEN_4 },
	  { EPERM, EPERM, EPERM, EACCES, EACCES } },
};

static int wait_for_ever(void *argument)
{
	(void)argument;
	pause();
	return 0;
}

/* Copy the row's attr and add the ids that differ from boot to boot; false if there are none */
static bool right_prepare(const struct right *right, struct perf_event_attr *attr)
{
	int id = 0;

	*attr = right->attr;
	attr->size = sizeof(*attr);
	switch (right->need) {
	case NOTHING:
		break;
	case BREAKPOINT:
		id = perf_no_breakpoints(perf_try_self(attr)) ? -1 : 0;
		break;
	case TRACEPOINT:
		id = perf_tracepoint_id("sched/sched_switch");
		attr->config = id;
		break;
	case SYSCALL_TRACEPOINT:
		id = perf_tracepoint_id("syscalls/sys_enter_getpid");
		attr->config = id;
		break;
	case KPROBE:
		id = perf_pmu_type("kprobe");
		attr->type = id;
		attr->kprobe_func = (unsigned long)"do_exit";
		break;
	case UPROBE:
		id = perf_pmu_type("uprobe");
		attr->type = id;
		attr->uprobe_path = (unsigned long)"/proc/self/exe";
		attr->probe_offset = 0x1000;
		break;
	}
	return id >= 0;
}

/* Return the errno of opening a row's event with the rights of the calling process */
static int right_try(const struct right *right, const struct perf_event_attr *attr, pid_t mine)
{
	int cpu = right->target == ONE_CPU ? 0 : -1;
	pid_t pid = 0;

	switch (right->target) {
	case OWN_TASK:
		pid = 0;
		break;
	case ONE_CPU:
		pid = -1;
		break;
	case TASK_OF_SAME_USER:
		pid = mine;
		break;
	case TASK_OF_ROOT:
		pid = 1;
		break;
	}
	return perf_try(attr, pid, cpu, -1, 0);
}

/* Results of all rows in one process; root fills @attr and @tried, a child @error */
struct results {
	struct perf_event_attr attr[ARRAY_SIZE(rights)];
	bool tried[ARRAY_SIZE(rights)];
	int error[ARRAY_SIZE(rights)];
};

static int results_fill(void *argument)
{
	struct results *results = argument;
	struct perf_child other;
	size_t i;

	/* @other has the same user and the same dumpable state as this process */
	if (perf_child_start(&other, wait_for_ever, NULL))
		return 1;
	for (i = 0; i < ARRAY_SIZE(rights); i++)
		if (results->tried[i])
			results->error[i] = right_try(&rights[i], &results->attr[i], other.pid);
	perf_child_kill(&other);
	return 0;
}

static int results_fill_with_perfmon(void *argument)
{
	return perf_drop_all_but(CAP_PERFMON) ? 1 : results_fill(argument);
}

FIXTURE(rights)
{
	struct perf_sysctls saved;
	struct results *results;
	bool ready;
};

FIXTURE_VARIANT(rights)
{
	int level;
};

FIXTURE_VARIANT_ADD(rights, level_minus_1) { .level = -1 };
FIXTURE_VARIANT_ADD(rights, level_0) { .level = 0 };
FIXTURE_VARIANT_ADD(rights, level_1) { .level = 1 };
FIXTURE_VARIANT_ADD(rights, level_2) { .level = 2 };
FIXTURE_VARIANT_ADD(rights, level_3) { .level = 3 };

FIXTURE_SETUP(rights)
{
	size_t i;

	self->ready = false;
	if (geteuid())
		SKIP(return, "needs root");
	self->results = mmap(NULL, sizeof(*self->results), PROT_READ | PROT_WRITE,
			     MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	ASSERT_NE(MAP_FAILED, (void *)self->results);
	ASSERT_EQ(0, perf_sysctls_save(&self->saved));
	self->ready = true;
	ASSERT_EQ(0, perf_sysctl_set("perf_event_paranoid", variant->level));
	for (i = 0; i < ARRAY_SIZE(rights); i++) {
		struct perf_event_attr *attr = &self->results->attr[i];

		self->results->tried[i] = right_prepare(&rights[i], attr);
		if (!self->results->tried[i])
			TH_LOG("not there, left out: %s", rights[i].name);
	}
}

FIXTURE_TEARDOWN(rights)
{
	if (self->ready)
		EXPECT_EQ(0, perf_sysctls_restore(&self->saved));
}

TEST_F(rights, user)
{
	size_t i;

	ASSERT_EQ(0, perf_call_as_user(results_fill, self->results));
	for (i = 0; i < ARRAY_SIZE(rights); i++) {
		if (!self->results->tried[i])
			continue;
		EXPECT_EQ(rights[i].user[variant->level - LEVEL_MIN], self->results->error[i])
			TH_LOG("level %d: %s", variant->level, rights[i].name);
	}
}

static int open_kernel_branches(void *argument)
{
	struct perf_event_attr attr = {
		SW, USER_ONLY, SAMPLES(PERF_SAMPLE_BRANCH_STACK),
		.size = sizeof(attr),
		.branch_sample_type = PERF_SAMPLE_BRANCH_ANY | PERF_SAMPLE_BRANCH_KERNEL,
	};
	int *error = argument;

	*error = perf_try_self(&attr);
	return 0;
}

/* The right to see the kernel is checked before the PMU refuses: no software event has branches */
TEST_F(rights, user_of_kernel_branches)
{
	int *error = self->results->error;

	ASSERT_EQ(0, perf_call_as_user(open_kernel_branches, error));
	EXPECT_EQ(variant->level > 1 ? EACCES : EOPNOTSUPP, *error);
}

/* Root may open every event at every level */
TEST_F(rights, root)
{
	struct perf_child child;
	size_t i;

	ASSERT_EQ(0, perf_child_start(&child, results_fill, self->results));
	ASSERT_EQ(0, perf_child_wait(&child));
	for (i = 0; i < ARRAY_SIZE(rights); i++) {
		/* A uprobe may fail for its probe_offset, which is no matter of permission */
		if (!self->results->tried[i] || rights[i].need == UPROBE)
			continue;
		EXPECT_EQ(0, self->results->error[i])
			TH_LOG("level %d: %s", variant->level, rights[i].name);
	}
}

/* CAP_PERFMON opens every event but those that need CAP_SYS_ADMIN or ptrace access */
TEST_F(rights, user_with_perfmon)
{
	struct perf_child child;
	size_t i;

	ASSERT_EQ(0, perf_child_start(&child, results_fill_with_perfmon, self->results));
	ASSERT_EQ(0, perf_child_wait(&child));
	for (i = 0; i < ARRAY_SIZE(rights); i++) {
		const char *name = rights[i].name;
		int error = 0;

		if (!self->results->tried[i])
			continue;
		if (rights[i].need == UPROBE)
			error = EACCES;
		else if (!strcmp(name, "breakpoint on the kernel"))
			error = EPERM;
		else if (!strcmp(name, "trap in a task of root"))
			error = EACCES;
		/* LEVEL_MAX accepts CAP_SYS_ADMIN only, not CAP_PERFMON */
		if (variant->level == LEVEL_MAX)
			error = EACCES;
		EXPECT_EQ(error, self->results->error[i])
			TH_LOG("level %d: %s", variant->level, name);
	}
}

/* ---- what a process keeps over an exec ---- */

#define EXEC_PAGES	300
#define EXEC_ARGUMENT	"--touch-pages"

/* The image run by exec_image(): it faults EXEC_PAGES pages and exits */
static void __attribute__((constructor)) touch_when_asked(int argc, char **argv)
{
	struct perf_pages pages;

	if (argc != 2 || strcmp(argv[1], EXEC_ARGUMENT))
		return;
	if (perf_pages_map(&pages, EXEC_PAGES))
		_exit(1);
	perf_pages_touch(&pages, 0, EXEC_PAGES);
	_exit(0);
}

FIXTURE(exec)
{
	struct perf_sysctls saved;
	char path[64];
	bool ready;
};

FIXTURE_VARIANT(exec)
{
	mode_t mode;
	bool counts_on;
};

FIXTURE_VARIANT_ADD(exec, plain) { .mode = 0755, .counts_on = true };
FIXTURE_VARIANT_ADD(exec, setuid_root) { .mode = 04755, .counts_on = false };
FIXTURE_VARIANT_ADD(exec, not_readable) { .mode = 0711, .counts_on = false };

static int copy_file(const char *from, const char *to)
{
	char buffer[65536];
	int in, out;
	ssize_t got;

	in = open(from, O_RDONLY | O_CLOEXEC);
	out = open(to, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0700);
	if (in < 0 || out < 0)
		return errno;
	while ((got = read(in, buffer, sizeof(buffer))) > 0)
		if (write(out, buffer, got) != got)
			got = -1;
	close(in);
	close(out);
	return got < 0 ? EIO : 0;
}

FIXTURE_SETUP(exec)
{
	self->ready = false;
	if (geteuid())
		SKIP(return, "needs root");
	snprintf(self->path, sizeof(self->path), "/tmp/perf_permission.%d", getpid());
	ASSERT_EQ(0, perf_sysctls_save(&self->saved));
	self->ready = true;
	ASSERT_EQ(0, perf_sysctl_set("perf_event_paranoid", 2));
	ASSERT_EQ(0, copy_file("/proc/self/exe", self->path));
	ASSERT_EQ(0, chown(self->path, 0, 0));
	ASSERT_EQ(0, chmod(self->path, variant->mode));
}

FIXTURE_TEARDOWN(exec)
{
	if (!self->ready)
		return;
	unlink(self->path);
	EXPECT_EQ(0, perf_sysctls_restore(&self->saved));
}

static int exec_image(void *argument)
{
	execl(argument, argument, EXEC_ARGUMENT, NULL);
	return 99;
}

/* Results of watch_exec() and race_with_exec(), as an exit status */
enum { COUNTED_ON = 1, STOPPED = 2, BROKEN = 3 };

/* Run by a user: count the page faults of exec_image() in a child of the same user */
static int watch_exec(void *argument)
{
	struct perf_event_attr attr = perf_attr_software(PERF_COUNT_SW_PAGE_FAULTS);
	struct perf_child child;
	__u64 count;
	int fd;

	attr.exclude_kernel = 1;
	attr.exclude_hv = 1;
	attr.disabled = 0;
	if (perf_child_start(&child, exec_image, argument))
		return BROKEN;
	fd = perf_open(&attr, child.pid, -1, -1, 0);
	if (fd < 0 || perf_child_wait(&child))
		return BROKEN;
	count = perf_count(fd);
	if (count == UINT64_MAX)
		return BROKEN;
	return count >= EXEC_PAGES ? COUNTED_ON : STOPPED;
}

TEST_F(exec, event_of_a_user)
{
	EXPECT_EQ(variant->counts_on ? COUNTED_ON : STOPPED,
		  perf_call_as_user(watch_exec, self->path));
}

#define EXEC_ROUNDS	100
#define EXEC_OPENS	100
#define EXEC_KEPT	8

static int exec_image_later(void *argument)
{
	struct timespec moment = { .tv_nsec = getpid() % 16 * 20000 };

	nanosleep(&moment, NULL);
	return exec_image(argument);
}

/*
 * Run by a user: race_with_exec() opens events on a child that is about to exec, and keeps the
 * first and the last few. The child starts only after the first open, however slow its parent is.
 */
static int race_with_exec(void *argument)
{
	struct perf_event_attr attr = perf_attr_software(PERF_COUNT_SW_PAGE_FAULTS);
	struct perf_child child;
	int fds[EXEC_KEPT], fd, nr, i, result = STOPPED;

	attr.exclude_kernel = 1;
	attr.exclude_hv = 1;
	attr.disabled = 0;
	if (perf_child_start(&child, exec_image_later, argument))
		return BROKEN;
	for (nr = 0; nr < EXEC_OPENS; nr++) {
		fd = perf_open(&attr, child.pid, -1, -1, 0);
		if (fd < 0)
			break;
		if (!nr)
			perf_child_go(&child);
		i = nr < EXEC_KEPT ? nr : 1 + nr % (EXEC_KEPT - 1);
		if (nr >= EXEC_KEPT)
			close(fds[i]);
		fds[i] = fd;
	}
	/* EACCES: the child has exec()ed a privileged image; ESRCH: the child has ended */
	if ((nr < EXEC_OPENS && errno != EACCES && errno != ESRCH) || perf_child_wait(&child))
		result = BROKEN;
	for (i = 0; i < nr && i < EXEC_KEPT; i++) {
		__u64 count = perf_count(fds[i]);

		if (result == STOPPED && count >= EXEC_PAGES)
			result = count == UINT64_MAX ? BROKEN : COUNTED_ON;
		close(fds[i]);
	}
	return result;
}

/* The permission check of perf_event_open() and the new event must see the same image */
TEST_F_TIMEOUT(exec, events_opened_meanwhile, 120)
{
	/* With counts_on set there is no race to hit */
	int rounds = variant->counts_on ? 3 : EXEC_ROUNDS, i;

	for (i = 0; i < rounds; i++)
		ASSERT_EQ(variant->counts_on ? COUNTED_ON : STOPPED,
			  perf_call_as_user(race_with_exec, self->path));
}

/* ---- what a descriptor gives to others ---- */

static int use_descriptor(void *argument)
{
	int fd = *(int *)argument;

	if (perf_ioctl(fd, PERF_EVENT_IOC_ENABLE, 0))
		return 1;
	return perf_count(fd) == UINT64_MAX ? 2 : 0;
}

/* perf_event_open() checks permission: any holder of the descriptor may use the event */
TEST(descriptor_is_a_capability)
{
	struct perf_event_attr attr = perf_attr_software(PERF_COUNT_SW_DUMMY);
	int fd;

	if (geteuid())
		SKIP(return, "needs root");
	fd = perf_open(&attr, -1, 0, -1, 0);
	ASSERT_GE(fd, 0);
	EXPECT_EQ(0, perf_call_as_user(use_descriptor, &fd));
	close(fd);
}

TEST_HARNESS_MAIN
