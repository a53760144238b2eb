// SPDX-License-Identifier: GPL-2.0
/*
 * Hybrid processors: each kind of CPU has a PMU, and an event counts only on the CPUs of
 * its kind.
 */
#if defined(__x86_64__) || defined(__i386__)
#include <cpuid.h>
#endif
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "hw_fixture.h"
#include "kselftest_harness.h"

#define DEVICES	"/sys/bus/event_source/devices/"
#define TIMES	(PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING)
#define ROUNDS	200000

enum { BIG, SMALL, KINDS };

static const char *const names[KINDS] = { "cpu_core", "cpu_atom" };

FIXTURE(hw_hybrid)
{
	int type[KINDS];
	/* One CPU of each kind. */
	int cpu[KINDS];
};

static int kind_file(const char *kind, const char *file, char *text, size_t size)
{
	char path[128];

	snprintf(path, sizeof(path), DEVICES "%s/%s", kind, file);
	return perf_file_read(path, text, size);
}

FIXTURE_SETUP(hw_hybrid)
{
	char text[256];
	int kind;

	for (kind = 0; kind < KINDS; kind++) {
		self->type[kind] = perf_pmu_type(names[kind]);
		if (self->type[kind] < 0)
			SKIP(return, "the CPUs of this machine are all of a kind");
		ASSERT_EQ(0, kind_file(names[kind], "cpus", text, sizeof(text)));
		self->cpu[kind] = strtol(text, NULL, 10);
	}
	ASSERT_EQ(0, perf_prefault());
}

FIXTURE_TEARDOWN(hw_hybrid)
{
}

/* Attributes of a generic event on one kind of CPU. */
static struct perf_event_attr generic(int type, __u64 config)
{
	struct perf_event_attr attr = hw_attr(config | (__u64)type << PERF_PMU_TYPE_SHIFT);

	attr.read_format = TIMES;
	return attr;
}

/* Returns the lowest of HW_TRIES counts of the loop on @cpu. */
static __u64 counted_on(int fd, int cpu, unsigned long rounds)
{
	__u64 least = UINT64_MAX, before;
	int i;

	perf_pin_cpu(cpu);
	for (i = 0; i < HW_TRIES; i++) {
		before = perf_count(fd);
		hw_loop(rounds);
		before = perf_count(fd) - before;
		least = before < least ? before : least;
	}
	return least;
}

static __u64 difference_on(int fd, int cpu)
{
	__u64 few = counted_on(fd, cpu, ROUNDS);

	return counted_on(fd, cpu, 3 * ROUNDS) - few;
}

#define EXPECTED	(2ULL * ROUNDS * HW_LOOP_INSTRUCTIONS)

TEST_F(hw_hybrid, each_cpu_is_of_one_kind)
{
	char big[256], small[256];

	EXPECT_EQ(PERF_TYPE_RAW, self->type[BIG]);
	EXPECT_GE(self->type[SMALL], PERF_TYPE_MAX);
	ASSERT_EQ(0, kind_file(names[BIG], "cpus", big, sizeof(big)));
	ASSERT_EQ(0, kind_file(names[SMALL], "cpus", small, sizeof(small)));
	EXPECT_STRNE(big, small);
	EXPECT_NE(self->cpu[BIG], self->cpu[SMALL]);
	EXPECT_LT(perf_pmu_type("cpu"), 0);
	EXPECT_EQ(0, kind_file(names[SMALL], "events/instructions", small, sizeof(small)));
	EXPECT_EQ(0, kind_file(names[SMALL], "format/event", small, sizeof(small)));
	EXPECT_EQ(0, kind_file(names[SMALL], "caps/pmu_name", small, sizeof(small)));
}

TEST_F(hw_hybrid, an_event_counts_on_its_kind)
{
	struct perf_read_values values;
	struct perf_event_attr attr;
	int kind, fd;

	for (kind = 0; kind < KINDS; kind++) {
		attr = generic(self->type[kind], PERF_COUNT_HW_INSTRUCTIONS);
		ASSERT_EQ(0, perf_pin_cpu(self->cpu[!kind]));
		fd = perf_open_self(&attr);
		ASSERT_GE(fd, 0);
		EXPECT_EQ(0, counted_on(fd, self->cpu[!kind], ROUNDS));
		ASSERT_EQ(0, perf_values_read(fd, TIMES, &values));
		EXPECT_GT(values.enabled, 0);
		EXPECT_EQ(0, values.running);

		EXPECT_EQ(EXPECTED, difference_on(fd, self->cpu[kind]));
		ASSERT_EQ(0, perf_values_read(fd, TIMES, &values));
		EXPECT_GT(values.running, 0);
		EXPECT_LT(values.running, values.enabled);

		EXPECT_EQ(0, counted_on(fd, self->cpu[!kind], ROUNDS));
		close(fd);
	}
}

/*
 * The number of general counters of this CPU: of leaf 23H, or for Alder Lake, which lacks the
 * leaf, those in Intel's event lists. Returns 0 if it is not known.
 */
static int general_counters(int kind)
{
#if defined(__x86_64__) || defined(__i386__)
	unsigned int a = 0, b, c, d;

	if (__get_cpuid_count(0x23, 1, &a, &b, &c, &d) && a)
		return __builtin_popcount(a);
	__get_cpuid(1, &a, &b, &c, &d);
	if ((a & 0x0fff0ff0) == 0x00090670)
		return kind == BIG ? 8 : 6;
#endif
	return 0;
}

/* Leaf 0AH has the counters that both kinds have: each kind must have all of its own. */
TEST_F(hw_hybrid, each_kind_has_its_counters)
{
	int kind, number, leader, fd, i;
	struct perf_event_attr attr;

	for (kind = 0; kind < KINDS; kind++) {
		ASSERT_EQ(0, perf_pin_cpu(self->cpu[kind]));
		number = general_counters(kind);
		if (!number)
			SKIP(return, "the number of counters is not known");
		/* Branches: no fixed counter counts them. */
		attr = generic(self->type[kind], PERF_COUNT_HW_BRANCH_INSTRUCTIONS);
		leader = perf_open(&attr, -1, self->cpu[kind], -1, 0);
		ASSERT_GE(leader, 0);
		for (i = 1; i < number; i++)
			ASSERT_GE(perf_open(&attr, -1, self->cpu[kind], leader, 0), 0)
				TH_LOG("counter %d of %d", i, number);
		fd = perf_open(&attr, -1, self->cpu[kind], leader, 0);
		EXPECT_EQ(-1, fd);
		EXPECT_EQ(EINVAL, errno);
		for (i = leader; i < leader + number; i++)
			close(i);
	}
}

/* The task moves back and forth: each kind's event counts its part, and none is missing. */
TEST_F(hw_hybrid, kinds_add_up)
{
	struct perf_event_attr attr;
	int fd[KINDS], kind, i;
	__u64 least = UINT64_MAX, sum;

	for (kind = 0; kind < KINDS; kind++) {
		attr = generic(self->type[kind], PERF_COUNT_HW_INSTRUCTIONS);
		fd[kind] = perf_open_self(&attr);
		ASSERT_GE(fd[kind], 0);
	}
	for (i = 0; i < HW_TRIES; i++) {
		sum = perf_count(fd[BIG]) + perf_count(fd[SMALL]);
		for (kind = 0; kind < KINDS; kind++) {
			perf_pin_cpu(self->cpu[kind]);
			hw_loop(ROUNDS);
		}
		sum = perf_count(fd[BIG]) + perf_count(fd[SMALL]) - sum;
		least = sum < least ? sum : least;
	}
	EXPECT_GE(least, EXPECTED);
	/* 10000 allows for the instructions around hw_loop(). */
	EXPECT_LT(least, EXPECTED + 10000);
	EXPECT_GT(perf_count(fd[BIG]), HW_TRIES * ROUNDS);
	EXPECT_GT(perf_count(fd[SMALL]), HW_TRIES * ROUNDS);
	close(fd[SMALL]);
	close(fd[BIG]);
}

TEST_F(hw_hybrid, children_count_where_they_run)
{
	struct perf_event_attr attr;
	int fd[KINDS], kind;

	for (kind = 0; kind < KINDS; kind++) {
		attr = generic(self->type[kind], PERF_COUNT_HW_BRANCH_INSTRUCTIONS);
		attr.inherit = 1;
		fd[kind] = perf_open_self(&attr);
		ASSERT_GE(fd[kind], 0);
	}
	for (kind = 0; kind < KINDS; kind++) {
		__u64 here = perf_count(fd[kind]), there = perf_count(fd[!kind]);
		pid_t pid = fork();

		if (!pid) {
			perf_pin_cpu(self->cpu[kind]);
			hw_loop(ROUNDS);
			_exit(0);
		}
		ASSERT_EQ(pid, waitpid(pid, NULL, 0));
		EXPECT_GE(perf_count(fd[kind]) - here, ROUNDS);
		EXPECT_LT(perf_count(fd[!kind]) - there, ROUNDS);
	}
	close(fd[SMALL]);
	close(fd[BIG]);
}

TEST_F(hw_hybrid, of_a_cpu_of_the_other_kind_is_refused)
{
	struct perf_event_attr attr, raw;
	int kind;

	for (kind = 0; kind < KINDS; kind++) {
		attr = generic(self->type[kind], PERF_COUNT_HW_CPU_CYCLES);
		EXPECT_EQ(0, perf_try(&attr, -1, self->cpu[kind], -1, 0));
		EXPECT_EQ(ENOENT, perf_try(&attr, -1, self->cpu[!kind], -1, 0));
		raw = attr;
		raw.type = self->type[kind];
		raw.config = 0xc0;
		EXPECT_EQ(0, perf_try(&raw, -1, self->cpu[kind], -1, 0));
		EXPECT_EQ(ENOENT, perf_try(&raw, -1, self->cpu[!kind], -1, 0));
	}
}

/* hw_attr() has no PMU type: a CPU's event is of its kind, a task's is for big CPUs. */
TEST_F(hw_hybrid, who_names_no_kind)
{
	struct perf_event_attr attr = hw_attr(PERF_COUNT_HW_INSTRUCTIONS);
	int kind, fd;

	for (kind = 0; kind < KINDS; kind++) {
		fd = perf_open(&attr, -1, self->cpu[kind], -1, 0);
		ASSERT_GE(fd, 0);
		EXPECT_EQ(EXPECTED, difference_on(fd, self->cpu[kind]));
		close(fd);
	}
	fd = perf_open_self(&attr);
	ASSERT_GE(fd, 0);
	EXPECT_EQ(EXPECTED, difference_on(fd, self->cpu[BIG]));
	EXPECT_EQ(0, counted_on(fd, self->cpu[SMALL], ROUNDS));
	close(fd);
}

TEST_F(hw_hybrid, a_group_is_of_one_kind)
{
	struct perf_event_attr attr = generic(self->type[BIG], PERF_COUNT_HW_INSTRUCTIONS);
	int leader, member;

	leader = perf_open_self(&attr);
	ASSERT_GE(leader, 0);
	attr = generic(self->type[SMALL], PERF_COUNT_HW_CPU_CYCLES);
	EXPECT_EQ(EINVAL, perf_try(&attr, 0, -1, leader, 0));
	attr = generic(self->type[BIG], PERF_COUNT_HW_CPU_CYCLES);
	member = perf_open(&attr, 0, -1, leader, 0);
	EXPECT_GE(member, 0);
	close(member);
	close(leader);
}

TEST_F(hw_hybrid, what_is_no_pmu_is_no_kind)
{
	struct perf_event_attr attr = generic(4711, PERF_COUNT_HW_INSTRUCTIONS);

	EXPECT_EQ(ENOENT, perf_try_self(&attr));
	attr = generic(PERF_TYPE_SOFTWARE, PERF_COUNT_HW_INSTRUCTIONS);
	EXPECT_EQ(ENOENT, perf_try_self(&attr));
}

/* The rdpmc policy is one for all kinds: a write to one file changes both. */
TEST_F(hw_hybrid, the_policy_is_that_of_both)
{
	char text[16];
	int err = perf_file_write(DEVICES "cpu_atom/rdpmc", "2");

	if (err == EACCES || err == EPERM)
		SKIP(return, "only root sets the policy");
	ASSERT_EQ(0, err);
	EXPECT_EQ(0, kind_file(names[BIG], "rdpmc", text, sizeof(text)));
	EXPECT_STREQ("2", text);
	EXPECT_EQ(0, perf_file_write(DEVICES "cpu_core/rdpmc", "1"));
	EXPECT_EQ(0, kind_file(names[SMALL], "rdpmc", text, sizeof(text)));
	EXPECT_STREQ("1", text);
}

TEST_HARNESS_MAIN
