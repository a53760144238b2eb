// SPDX-License-Identifier: GPL-2.0
/*
 * Event-based branches of POWER8 and later, beyond the programs in selftests/powerpc/pmu/ebb:
 * the values of a program's registers, what is kept of them while the event is off, and that no
 * other program or event sees them.
 *
 * The rules are those of Documentation/arch/powerpc/pmu-ebb.rst and Power ISA 3.0B: book II,
 * chapter "Event-Based Branch Facility"; book III, chapter "Performance Monitor Facility".
 */
#include <sys/auxv.h>
#include <sys/wait.h>
#include <unistd.h>

#include "hw_fixture.h"
#include "kselftest_harness.h"

#if !defined(__powerpc64__)

TEST(hw_ebb)
{
	SKIP(return, "only POWER has event-based branches");
}

#else

#include <asm/cputable.h>

#include "hw_ebb_code.h"

/* The numbers by which problem state accesses the registers. */
#define PMC1	771
#define PMC3	773
#define MMCR0	779
#define SIAR	780
#define EBBHR	804
#define BESCR	806

#define MMCR0_FC	0x80000000UL
#define MMCR0_PMAE	0x04000000UL
#define MMCR0_PMAO	0x00000080UL
#define BESCR_GE	0x8000000000000000UL
#define BESCR_PME	0x0000000100000000UL

/* Instructions completed, on PMC1. */
#define INSTRUCTIONS	(1UL << 63 | 0x10002)
#define NEGATIVE	0x80000000UL
#define PERIOD		10000

#define read_reg(_reg) ({						\
	unsigned long _value;						\
	__asm__ volatile("mfspr %0, %1" : "=r" (_value) : "i" (_reg));	\
	_value;								\
})

#define write_reg(_reg, _value)						\
	__asm__ volatile("mtspr %0, %1" : : "i" (_reg), "r" (_value) : "memory")

FIXTURE(hw_ebb)
{
	struct perf_event_attr attr;
	int fd;
};

FIXTURE_SETUP(hw_ebb)
{
	int cpu;

	self->fd = -1;
	if (!(getauxval(AT_HWCAP2) & PPC_FEATURE2_EBB))
		SKIP(return, "no event-based branches");
	ASSERT_LT(0, perf_cpu_count(&cpu, 1));
	ASSERT_EQ(0, perf_pin_cpu(cpu));
	perf_attr_init(&self->attr, PERF_TYPE_RAW, INSTRUCTIONS);
	self->attr.pinned = 1;
	self->attr.exclusive = 1;
	self->attr.exclude_kernel = 1;
	self->attr.exclude_hv = 1;
	self->fd = perf_open_self(&self->attr);
	ASSERT_GE(self->fd, 0);
	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_ENABLE, 0));
	ASSERT_NE(UINT64_MAX, perf_count(self->fd));
}

FIXTURE_TEARDOWN(hw_ebb)
{
	write_reg(BESCR, 0UL);
	if (self->fd >= 0)
		close(self->fd);
}

/* Take branches each PERIOD instructions while hw_loop() runs; then freeze the counters. */
static void take_branches(unsigned long rounds)
{
	hw_ebb_branches = (struct branches) { .again = NEGATIVE - PERIOD };
	write_reg(MMCR0, MMCR0_FC | MMCR0_PMAE);
	write_reg(PMC1, NEGATIVE - PERIOD);
	write_reg(EBBHR, hw_ebb_handler);
	write_reg(BESCR, BESCR_GE | BESCR_PME);
	write_reg(MMCR0, MMCR0_PMAE);
	hw_loop(rounds);
	write_reg(MMCR0, MMCR0_FC | MMCR0_PMAE);
	write_reg(BESCR, 0UL);
}

/* The handler's own last instructions count too: less than one period in all of the branches. */
TEST_F(hw_ebb, each_period_ends_with_a_branch)
{
	const struct branches *seen = &hw_ebb_branches;

	take_branches(50 * PERIOD / HW_LOOP_INSTRUCTIONS);
	EXPECT_GE(seen->number, 50);
	EXPECT_LE(seen->number, 51);
	EXPECT_GE(seen->place, (unsigned long)hw_loop_begin);
	EXPECT_LT(seen->place, (unsigned long)hw_loop_end);
	EXPECT_GE(seen->siar, (unsigned long)hw_loop_begin);
	EXPECT_LE(seen->siar, (unsigned long)hw_loop_end);
	/* FCECE stops the counter there; a real processor goes on for a few instructions. */
	EXPECT_GE(seen->pmc1, NEGATIVE);
	EXPECT_LT(seen->pmc1, NEGATIVE + PERIOD);
}

/* read() of an event that is off gives the value that its counter will go on with. */
TEST_F(hw_ebb, a_counter_goes_on_where_it_was_stopped)
{
	write_reg(MMCR0, MMCR0_FC);
	write_reg(PMC1, 0x1234UL);
	EXPECT_EQ(0x1234, perf_count(self->fd));
	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_DISABLE, 0));
	EXPECT_EQ(0x1234, perf_count(self->fd));
	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_ENABLE, 0));
	EXPECT_EQ(0x1234, read_reg(PMC1));
	EXPECT_EQ(MMCR0_FC, read_reg(MMCR0));
}

TEST_F(hw_ebb, a_counter_without_an_event_is_cleared)
{
	write_reg(MMCR0, MMCR0_FC);
	write_reg(PMC3, 0xdeadbeefUL);
	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_DISABLE, 0));
	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_ENABLE, 0));
	EXPECT_EQ(0, read_reg(PMC3));
}

/* The number of the first thing that a new program sees of another's; 0: nothing. */
static int sees_another(const struct perf_event_attr *attr)
{
	int fd = perf_open_self(attr);

	if (fd < 0 || perf_ioctl(fd, PERF_EVENT_IOC_ENABLE, 0) || perf_count(fd) == UINT64_MAX)
		return 1;
	if (read_reg(MMCR0) != MMCR0_PMAE)
		return 2;
	if (read_reg(SIAR))
		return 3;
	if (read_reg(PMC1) >= NEGATIVE / 2)
		return 4;
	if (read_reg(PMC3))
		return 5;
	return read_reg(BESCR) || read_reg(EBBHR) ? 6 : 0;
}

TEST_F(hw_ebb, another_program_sees_nothing_of_it)
{
	int status;
	pid_t child;

	take_branches(PERIOD);
	write_reg(PMC1, NEGATIVE - 5);
	write_reg(PMC3, 0xdeadbeefUL);
	child = fork();
	ASSERT_LE(0, child);
	if (!child)
		_exit(sees_another(&self->attr));
	ASSERT_EQ(child, waitpid(child, &status, 0));
	EXPECT_EQ(0, status) TH_LOG("what it saw is %d", WEXITSTATUS(status));
	EXPECT_EQ(NEGATIVE - 5, read_reg(PMC1));
	EXPECT_NE(0, read_reg(SIAR));
}

/* Values left in counters and MMCR2 do not change the count of a later event. */
TEST_F(hw_ebb, a_later_event_counts_as_ever)
{
	struct perf_event_attr attr = hw_attr(PERF_COUNT_HW_INSTRUCTIONS);
	__u64 least = UINT64_MAX, count;
	int i;

	write_reg(MMCR0, MMCR0_FC | MMCR0_PMAO);
	write_reg(PMC1, ~0UL);
	write_reg(PMC3, ~0UL);
	write_reg(769, ~0UL);	/* MMCR2 */
	close(self->fd);
	self->fd = perf_open_self(&attr);
	ASSERT_GE(self->fd, 0);
	for (i = 0; i < HW_TRIES; i++) {
		ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_RESET, 0));
		ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_ENABLE, 0));
		hw_loop(PERIOD);
		ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_DISABLE, 0));
		count = perf_count(self->fd);
		least = count < least ? count : least;
	}
	EXPECT_GE(least, HW_LOOP_INSTRUCTIONS * PERIOD);
	EXPECT_LT(least, HW_LOOP_INSTRUCTIONS * PERIOD + 1000);
}

#endif

TEST_HARNESS_MAIN
