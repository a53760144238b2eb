// SPDX-License-Identifier: GPL-2.0
/*
 * Hardware counters count exactly, in the modes and for the task of their event, and a
 * group counts as a whole.
 */
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "hw_fixture.h"
#include "kselftest_harness.h"

#define TIMES	(PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING)
#define FEW	100000
#define MANY	300000
/* Timeout of tests that an emulator may execute slowly. */
#define SLOW_SECONDS	400
#define EXPECTED	((__u64)(MANY - FEW) * HW_LOOP_INSTRUCTIONS)

static void run_counted(int fd, void (*run)(unsigned long rounds), unsigned long rounds)
{
	perf_ioctl(fd, PERF_EVENT_IOC_ENABLE, 0);
	run(rounds);
	perf_ioctl(fd, PERF_EVENT_IOC_DISABLE, 0);
}

/*
 * Returns the event's count of @run. PERF_EVENT_IOC_RESET instead of @before would not
 * clear the counts of children.
 */
static __u64 counted(int fd, void (*run)(unsigned long rounds), unsigned long rounds)
{
	__u64 before = perf_count(fd);

	run_counted(fd, run, rounds);
	return perf_count(fd) - before;
}

/* The count of MANY rounds less that of FEW: instructions around the rounds cancel out. */
static __u64 difference(int fd, void (*run)(unsigned long rounds))
{
	__u64 few = UINT64_MAX, many = UINT64_MAX, count;
	int i;

	for (i = 0; i < HW_TRIES; i++) {
		count = counted(fd, run, FEW);
		few = count < few ? count : few;
		count = counted(fd, run, MANY);
		many = count < many ? count : many;
	}
	return many - few;
}

FIXTURE(hw_count)
{
	struct perf_event_attr attr;
	int cpu;
};

FIXTURE_SETUP(hw_count)
{
	const char *why = hw_missing();

	if (why)
		SKIP(return, "%s", why);
	ASSERT_LT(0, perf_cpu_count(&self->cpu, 1));
	ASSERT_EQ(0, perf_pin_cpu(self->cpu));
	ASSERT_EQ(0, perf_prefault());
	self->attr = hw_attr(PERF_COUNT_HW_INSTRUCTIONS);
	self->attr.disabled = 1;
}

FIXTURE_TEARDOWN(hw_count)
{
}

TEST_F(hw_count, of_a_loop_is_exact)
{
	int fd = perf_open_self(&self->attr);

	ASSERT_GE(fd, 0);
	EXPECT_EQ(EXPECTED, difference(fd, hw_loop));
	close(fd);
}

TEST_F(hw_count, of_a_whole_cpu_is_exact)
{
	int fd;

	/* Other tasks of that CPU may add to the count, but do not in most tries. */
	fd = perf_open(&self->attr, -1, self->cpu, -1, 0);
	ASSERT_GE(fd, 0);
	EXPECT_EQ(EXPECTED, difference(fd, hw_loop));
	close(fd);
}

/*
 * Some 32-bit powerpcs count taken and other branches separately, and QEMU counts only the
 * 74xx's; on Arm and RISC-V the event is optional.
 */
TEST_F(hw_count, of_branches_is_exact)
{
	__u64 counted;
	int fd;

	self->attr.config = PERF_COUNT_HW_BRANCH_INSTRUCTIONS;
	fd = perf_open_self(&self->attr);
	if (HW_MAY_LACK_BRANCHES && fd < 0 && errno == ENOENT)
		SKIP(return, "the processor has no event for branches");
	ASSERT_GE(fd, 0);
	counted = difference(fd, hw_loop);
	close(fd);
	if (HW_MAY_LACK_BRANCHES && !counted)
		SKIP(return, "the emulator counts no branches of this processor's");
	EXPECT_EQ(EXPECTED / HW_LOOP_INSTRUCTIONS, counted);
}

TEST_F(hw_count, stands_still_while_disabled)
{
	int fd = perf_open_self(&self->attr);
	__u64 count;

	ASSERT_GE(fd, 0);
	hw_loop(FEW);
	EXPECT_EQ(0, perf_count(fd));
	count = counted(fd, hw_loop, FEW);
	hw_loop(FEW);
	EXPECT_EQ(count, perf_count(fd));
	EXPECT_GE(count, FEW * HW_LOOP_INSTRUCTIONS);
	EXPECT_EQ(0, perf_ioctl(fd, PERF_EVENT_IOC_RESET, 0));
	EXPECT_EQ(0, perf_count(fd));
	close(fd);
}

static void loop_and_yield(unsigned long rounds)
{
	int i;

	for (i = 0; i < 20; i++) {
		hw_loop(rounds / 20);
		sched_yield();
	}
}

static int burn(void *argument)
{
	(void)argument;
	while (getppid() != 1)
		hw_loop(1000);
	return 0;
}

TEST_F(hw_count, is_exact_over_context_switches)
{
	int fd = perf_open_self(&self->attr);
	struct perf_child other;

	ASSERT_GE(fd, 0);
	ASSERT_EQ(0, perf_child_start(&other, burn, NULL));
	perf_child_go(&other);
	EXPECT_EQ(EXPECTED, difference(fd, loop_and_yield));
	perf_child_kill(&other);
	close(fd);
}

static void loop_in_a_child(unsigned long rounds)
{
	pid_t pid = fork();

	if (!pid) {
		hw_loop(rounds);
		_exit(0);
	}
	waitpid(pid, NULL, 0);
}

TEST_F(hw_count, adds_what_children_do)
{
	__u64 own, all;
	int fd;

	fd = perf_open_self(&self->attr);
	ASSERT_GE(fd, 0);
	own = counted(fd, loop_in_a_child, MANY);
	EXPECT_LT(own, MANY);
	close(fd);

	self->attr.inherit = 1;
	fd = perf_open_self(&self->attr);
	ASSERT_GE(fd, 0);
	all = counted(fd, loop_in_a_child, MANY);
	EXPECT_GE(all, (__u64)MANY * HW_LOOP_INSTRUCTIONS);
	EXPECT_EQ(EXPECTED, difference(fd, loop_in_a_child));
	close(fd);
}

static void call_kernel(unsigned long rounds)
{
	while (rounds--)
		getppid();
}

TEST_F(hw_count, tells_user_from_kernel)
{
	struct perf_read_values values;
	int all, user, kernel;

	self->attr.read_format = PERF_FORMAT_GROUP;
	self->attr.exclude_kernel = 0;
	all = perf_open_self(&self->attr);
	ASSERT_GE(all, 0);
	self->attr.disabled = 0;
	self->attr.exclude_kernel = 1;
	user = perf_open(&self->attr, 0, -1, all, 0);
	if (user < 0) {
		close(all);
		SKIP(return, "not three counters");
	}
	self->attr.exclude_kernel = 0;
	self->attr.exclude_user = 1;
	kernel = perf_open(&self->attr, 0, -1, all, 0);
	if (kernel < 0) {
		close(user);
		close(all);
		SKIP(return, "not three counters");
	}

	run_counted(all, call_kernel, 1000);
	ASSERT_EQ(0, perf_values_read(all, PERF_FORMAT_GROUP, &values));
	ASSERT_EQ(3, values.nr);
	EXPECT_GT(values.entry[1].value, 1000);
	EXPECT_GT(values.entry[2].value, 1000);
	/* The counters start and stop within a few instructions of each other. */
	EXPECT_GE(values.entry[0].value + 1000, values.entry[1].value + values.entry[2].value);
	EXPECT_LE(values.entry[0].value, values.entry[1].value + values.entry[2].value + 1000);

	run_counted(all, hw_loop, MANY);
	ASSERT_EQ(0, perf_values_read(all, PERF_FORMAT_GROUP, &values));
	EXPECT_GE(values.entry[1].value, (__u64)MANY * HW_LOOP_INSTRUCTIONS);
	close(kernel);
	close(user);
	close(all);
}

/*
 * Counters may be started one after the other, but with the same instructions in between
 * each time, so the difference of a longer and a shorter run is exact to the instruction.
 */
TEST_F(hw_count, of_all_modes_is_the_sum_of_each)
{
	struct perf_read_values few, many;
	__s64 missing = INT64_MAX;
	int all, user, kernel, i;

	self->attr.read_format = PERF_FORMAT_GROUP;
	self->attr.exclude_kernel = 0;
	all = perf_open_self(&self->attr);
	ASSERT_GE(all, 0);
	self->attr.disabled = 0;
	self->attr.exclude_kernel = 1;
	user = perf_open(&self->attr, 0, -1, all, 0);
	self->attr.exclude_kernel = 0;
	self->attr.exclude_user = 1;
	kernel = user < 0 ? -1 : perf_open(&self->attr, 0, -1, all, 0);
	if (kernel < 0) {
		close(user);
		close(all);
		SKIP(return, "not three counters");
	}
	for (i = 0; i < HW_TRIES && missing; i++) {
		run_counted(all, call_kernel, 1000);
		ASSERT_EQ(0, perf_values_read(all, PERF_FORMAT_GROUP, &few));
		run_counted(all, call_kernel, 3000);
		ASSERT_EQ(0, perf_values_read(all, PERF_FORMAT_GROUP, &many));
		missing = many.entry[0].value - 2 * few.entry[0].value;
		missing -= many.entry[1].value - 2 * few.entry[1].value;
		missing -= many.entry[2].value - 2 * few.entry[2].value;
		EXPECT_GT(many.entry[2].value - few.entry[2].value, 3000);
		ASSERT_EQ(0, perf_ioctl(all, PERF_EVENT_IOC_RESET, PERF_IOC_FLAG_GROUP));
	}
	EXPECT_EQ(0, missing);
	close(kernel);
	close(user);
	close(all);
}

/* Entry of this program after become_loop(): the loop and nothing else. */
static __attribute__((constructor)) void loop_if_told(int argc, char **argv)
{
	if (argc != 3 || strcmp(argv[1], "--loop"))
		return;
	hw_loop(strtoul(argv[2], NULL, 10));
	_exit(0);
}

static int become_loop(void *argument)
{
	execl("/proc/self/exe", "hw_count_test", "--loop", argument, NULL);
	return 1;
}

/* Returns the count of a child that execs hw_loop() with @rounds. */
static __u64 counted_from_exec(struct perf_event_attr attr, const char *rounds)
{
	struct perf_child child;
	__u64 count;
	int fd;

	if (perf_child_start(&child, become_loop, (void *)rounds))
		return 0;
	fd = perf_open(&attr, child.pid, -1, -1, 0);
	perf_child_wait(&child);
	count = perf_count(fd);
	close(fd);
	return count;
}

TEST_F_TIMEOUT(hw_count, begins_with_exec, SLOW_SECONDS)
{
	__u64 few = UINT64_MAX, many = UINT64_MAX, count;
	int i;

	EXPECT_EQ(0, counted_from_exec(self->attr, "300000"));
	self->attr.enable_on_exec = 1;
	for (i = 0; i < HW_TRIES; i++) {
		count = counted_from_exec(self->attr, "100000");
		few = count < few ? count : few;
		count = counted_from_exec(self->attr, "300000");
		many = count < many ? count : many;
	}
	EXPECT_GE(few, 100000 * HW_LOOP_INSTRUCTIONS);
	/* execl() randomises addresses, which varies the instructions of program start. */
	EXPECT_GE(many - few + 1000, EXPECTED);
	EXPECT_LE(many - few, EXPECTED + 1000);
}

/*
 * A counter may have only 32 bits, or accept only 32 bits when written, so that it wraps
 * between two reads.
 */
TEST_F_TIMEOUT(hw_count, goes_on_when_the_counter_wraps, SLOW_SECONDS)
{
	const unsigned long rounds = (1UL << 30) + (1UL << 24);
	int fd = perf_open_self(&self->attr);
	__u64 count;

	ASSERT_GE(fd, 0);
	count = counted(fd, hw_loop, rounds);
	EXPECT_GE(count, (__u64)rounds * HW_LOOP_INSTRUCTIONS);
	/* No wrap is counted twice: 1 << 20 allows for code around the loop and interrupts. */
	EXPECT_LT(count, (__u64)rounds * HW_LOOP_INSTRUCTIONS + (1 << 20));
	close(fd);
}

#define CLOCK_TRIES	1000

TEST_F(hw_count, of_a_group_is_one_moment)
{
	struct perf_read_values values;
	int fd[HW_MOST_COUNTERS], number, i, tries = 0;

	self->attr.read_format = PERF_FORMAT_GROUP | TIMES;
	number = hw_open_full_group(self->attr, fd);
	ASSERT_GE(number, 1);
	ASSERT_LT(number, HW_MOST_COUNTERS);
	/* perf_try() of one more member than the hardware has counters is refused. */
	self->attr.disabled = 0;
	ASSERT_EQ(0, perf_ioctl(fd[0], PERF_EVENT_IOC_ENABLE, 0));
	EXPECT_EQ(EINVAL, perf_try(&self->attr, 0, -1, fd[0], 0));
	ASSERT_EQ(0, perf_ioctl(fd[0], PERF_EVENT_IOC_DISABLE, 0));

	/* A clock that advances only at timer ticks may stand still during a try. */
	do {
		run_counted(fd[0], hw_loop, MANY);
		ASSERT_EQ(0, perf_values_read(fd[0], self->attr.read_format, &values));
	} while (!values.enabled && ++tries < CLOCK_TRIES);
	ASSERT_EQ(number, values.nr);
	EXPECT_GT(values.enabled, 0);
	EXPECT_EQ(values.enabled, values.running);
	EXPECT_GE(values.entry[0].value, (__u64)MANY * HW_LOOP_INSTRUCTIONS);
	for (i = 1; i < number; i++)
		EXPECT_EQ(values.entry[0].value, values.entry[i].value);
	hw_close_all(fd, number);
}

#define STAYS	40

/* With one CPU perf_pin_cpu() of the second fails, and the loop stays on the first. */
static int loop_here_and_there(void *argument)
{
	const int *cpu = argument;
	int i;

	for (i = 0; i < STAYS; i++) {
		perf_pin_cpu(*cpu + i % 2);
		hw_loop(FEW);
	}
	return 0;
}

/* perf_values_read() while the child runs anywhere: counts never decrease or differ. */
TEST_F(hw_count, of_a_group_is_read_from_anywhere)
{
	struct perf_read_values values;
	struct perf_child child;
	int fd[2], number, i;
	__u64 last = 0;
	pid_t ended;

	self->attr.read_format = PERF_FORMAT_GROUP | TIMES;
	ASSERT_EQ(0, perf_child_start(&child, loop_here_and_there, &self->cpu));
	fd[0] = perf_open(&self->attr, child.pid, -1, -1, 0);
	ASSERT_GE(fd[0], 0);
	self->attr.disabled = 0;
	fd[1] = perf_open(&self->attr, child.pid, -1, fd[0], 0);
	number = fd[1] < 0 ? 1 : 2;
	ASSERT_EQ(0, perf_ioctl(fd[0], PERF_EVENT_IOC_ENABLE, 0));
	perf_child_go(&child);
	do {
		ended = waitpid(child.pid, NULL, WNOHANG);
		ASSERT_EQ(0, perf_values_read(fd[0], self->attr.read_format, &values));
		ASSERT_EQ(number, values.nr);
		ASSERT_GE(values.entry[0].value, last);
		ASSERT_GE(values.enabled, values.running);
		last = values.entry[0].value;
		for (i = 1; i < number; i++)
			ASSERT_EQ(last, values.entry[i].value);
	} while (!ended);

	EXPECT_EQ(child.pid, ended);
	/* On a hybrid processor the event counts on one kind of CPU only: half of @STAYS. */
	EXPECT_GE(last, (__u64)STAYS / 2 * FEW * HW_LOOP_INSTRUCTIONS);
	hw_close_all(fd, number);
}

/* The highest precise_ip of the processor, 0 for none. */
static int most_precise(void)
{
	char text[16];

	if (perf_file_read("/sys/bus/event_source/devices/cpu/caps/max_precise", text,
			   sizeof(text)))
		return 0;
	return atoi(text);
}

TEST_F(hw_count, of_what_nobody_counts_is_refused)
{
	self->attr.config = PERF_COUNT_HW_MAX;
	EXPECT_EQ(PERF_HW_NO_SUCH_EVENT, perf_try_self(&self->attr));
	self->attr.config = PERF_COUNT_HW_INSTRUCTIONS;
	self->attr.precise_ip = 3;
	self->attr.sample_period = 1000;
	if (PERF_HW_LOOKS_AT_ALL)
		EXPECT_EQ(most_precise() < 3 ? EOPNOTSUPP : 0, perf_try_self(&self->attr));
	self->attr.precise_ip = 0;
	self->attr.type = PERF_TYPE_HW_CACHE;
	self->attr.config = PERF_COUNT_HW_CACHE_MAX;
	EXPECT_EQ(EINVAL, perf_try_self(&self->attr));
	self->attr.type = PERF_TYPE_RAW;
	self->attr.config = 1ULL << 63;
	if (PERF_HW_LOOKS_AT_ALL)
		EXPECT_EQ(EINVAL, perf_try_self(&self->attr));
}

TEST_HARNESS_MAIN
