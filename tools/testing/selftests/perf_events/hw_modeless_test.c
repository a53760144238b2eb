// SPDX-License-Identifier: GPL-2.0
/*
 * Counters that always count, and do not distinguish user from kernel mode: those of
 * WinChip and C3.
 *
 * The event also counts the kernel's instructions in between, so this test needs a machine
 * whose clock follows the instructions: there most tries have no interrupt in them.
 */
#include <string.h>
#include <unistd.h>

#include "hw_fixture.h"
#include "kselftest_harness.h"

#define FEW	100000
#define MANY	300000
#define EXPECTED	((__u64)(MANY - FEW) * HW_LOOP_INSTRUCTIONS)
/* The kernel's path may differ by this many instructions between tries. */
#define SLACK	1000
#define CYCLES_PER_INSTRUCTION	2
#define SLOW_SECONDS	400

FIXTURE(hw_modeless)
{
	struct perf_event_attr attr;
	char name[32];
};

FIXTURE_SETUP(hw_modeless)
{
	int cpu;

	if (perf_file_read("/sys/bus/event_source/devices/cpu/caps/pmu_name", self->name,
			   sizeof(self->name)) ||
	    (strncmp(self->name, "winchip", strlen("winchip")) && strcmp(self->name, "c3")))
		SKIP(return, "this processor's counters tell user from kernel mode");
	ASSERT_LT(0, perf_cpu_count(&cpu, 1));
	ASSERT_EQ(0, perf_pin_cpu(cpu));
	ASSERT_EQ(0, perf_prefault());
	perf_attr_init(&self->attr, PERF_TYPE_HARDWARE, PERF_COUNT_HW_INSTRUCTIONS);
}

FIXTURE_TEARDOWN(hw_modeless)
{
}

/* The first WinChip's clock event has code 0, which no generic event can map to. */
static void choose_cycles(struct perf_event_attr *attr, const char *name)
{
	if (!strcmp(name, "winchip_c6")) {
		attr->type = PERF_TYPE_RAW;
		attr->config = 0;
	} else {
		attr->config = PERF_COUNT_HW_CPU_CYCLES;
	}
}

static __u64 counted(int fd, unsigned long rounds)
{
	__u64 before = perf_count(fd);

	perf_ioctl(fd, PERF_EVENT_IOC_ENABLE, 0);
	hw_loop(rounds);
	perf_ioctl(fd, PERF_EVENT_IOC_DISABLE, 0);
	return perf_count(fd) - before;
}

/* The count of MANY rounds less that of FEW, each from a try without an interrupt. */
static __u64 difference(int fd)
{
	__u64 few = UINT64_MAX, many = UINT64_MAX, count;
	int i;

	for (i = 0; i < HW_TRIES; i++) {
		count = counted(fd, FEW);
		few = count < few ? count : few;
		count = counted(fd, MANY);
		many = count < many ? count : many;
	}
	return many - few;
}

TEST_F(hw_modeless, counts_instructions)
{
	int fd = perf_open_self(&self->attr);
	__u64 counted;

	ASSERT_GE(fd, 0);
	counted = difference(fd);
	EXPECT_GE(counted + SLACK, EXPECTED);
	EXPECT_LE(counted, EXPECTED + SLACK);
	close(fd);
}

TEST_F(hw_modeless, counts_cycles)
{
	__u64 counted;
	int fd;

	choose_cycles(&self->attr, self->name);
	fd = perf_open_self(&self->attr);
	ASSERT_GE(fd, 0);
	counted = difference(fd);
	EXPECT_GE(counted + SLACK, CYCLES_PER_INSTRUCTION * EXPECTED);
	EXPECT_LE(counted, CYCLES_PER_INSTRUCTION * EXPECTED + SLACK);
	close(fd);
}

TEST_F(hw_modeless, counts_what_the_kernel_does)
{
	int fd = perf_open_self(&self->attr), i;
	__u64 before, loop;

	ASSERT_GE(fd, 0);
	loop = counted(fd, 1000);
	before = perf_count(fd);
	perf_ioctl(fd, PERF_EVENT_IOC_ENABLE, 0);
	for (i = 0; i < 1000; i++)
		getppid();
	perf_ioctl(fd, PERF_EVENT_IOC_DISABLE, 0);
	/* The user part of getppid() is only a few instructions; 20 a call are the kernel's. */
	EXPECT_GT(perf_count(fd) - before, loop + 20000);
	close(fd);
}

/* The counter counts on while the event is disabled; the event's count must not. */
TEST_F(hw_modeless, stands_still_while_disabled)
{
	int fd = perf_open_self(&self->attr);
	__u64 count;

	ASSERT_GE(fd, 0);
	hw_loop(MANY);
	EXPECT_EQ(0, perf_count(fd));
	count = counted(fd, FEW);
	EXPECT_GE(count, FEW * HW_LOOP_INSTRUCTIONS);
	EXPECT_LT(count, MANY * HW_LOOP_INSTRUCTIONS);
	hw_loop(MANY);
	EXPECT_EQ(count, perf_count(fd));
	close(fd);
}

TEST_F(hw_modeless, has_the_counters_of_its_kind)
{
	int fd[HW_MOST_COUNTERS], number = hw_open_full_group(self->attr, fd);

	EXPECT_EQ(strcmp(self->name, "c3") ? 2 : 1, number);
	hw_close_all(fd, number);
}

TEST_F(hw_modeless, cannot_leave_out_a_mode)
{
	struct perf_event_attr attr = self->attr;

	attr.exclude_kernel = 1;
	EXPECT_EQ(EINVAL, perf_try_self(&attr));
	attr.exclude_kernel = 0;
	attr.exclude_user = 1;
	EXPECT_EQ(EINVAL, perf_try_self(&attr));
}

TEST_F(hw_modeless, cannot_sample)
{
	self->attr.sample_period = 100000;
	EXPECT_EQ(EOPNOTSUPP, perf_try_self(&self->attr));
}

/* C3's counter has 32 bits, and no interrupt when it wraps. */
TEST_F_TIMEOUT(hw_modeless, goes_on_when_the_counter_wraps, SLOW_SECONDS)
{
	const unsigned long rounds = (1UL << 30) + (1UL << 24);
	const __u64 least = (__u64)rounds * HW_LOOP_INSTRUCTIONS * CYCLES_PER_INSTRUCTION;
	__u64 count;
	int fd;

	choose_cycles(&self->attr, self->name);
	fd = perf_open_self(&self->attr);
	ASSERT_GE(fd, 0);
	count = counted(fd, rounds);
	EXPECT_GE(count, least);
	/* An eighth more allows for the interrupts of two seconds. */
	EXPECT_LT(count, least + least / 8);
	close(fd);
}

TEST_HARNESS_MAIN
