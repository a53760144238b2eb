// SPDX-License-Identifier: GPL-2.0
/*
 * Precise samples with branch records: those of the record, which end at its instruction, and not
 * those of the registers, which go on until the interrupt.
 *
 * jump_chain() executes LEAD branches that are not taken, and CHAIN jumps of five bytes, each to
 * the next (hw_branch_code.h). The event counts branches and is enabled right in front of them. So
 * the n-th sample is of the n * PERIOD-th branch, and its records are the jumps up to that one. The
 * base's driver on the same emulator has these in the same order, and behind them records of before
 * the event, if there are any.
 */
#include <asm/perf_regs.h>
#include <stdlib.h>
#include <sys/ioctl.h>

#include "hw_branch_code.h"
#include "hw_fixture.h"
#include "kselftest_harness.h"

#define CAPS		"/sys/bus/event_source/devices/cpu/caps/branches"
#define BRANCHES	0x00c4
#define JUMP_BYTES	5
#define PAGES		8
/* The system call behind the chain is a branch, too, but ends no period */
#define PERIOD		4
#define SAMPLES		((LEAD + CHAIN) / PERIOD)
/* An interrupt's way back to user mode takes the place of a record, and the filter removes it. */
#define INTERRUPTS	4
#define TRIES		20

FIXTURE(hw_pebs_branch)
{
	struct perf_event_attr attr;
	struct perf_sysctls sysctls;
	struct perf_ring ring;
	unsigned int depth;
	int fd;
};

static struct perf_event_attr branch_attr(void)
{
	struct perf_event_attr attr;

	perf_attr_init(&attr, PERF_TYPE_RAW, BRANCHES);
	attr.exclude_kernel = 1;
	attr.exclude_hv = 1;
	attr.disabled = 1;
	attr.precise_ip = 2;
	attr.sample_period = PERIOD;
	attr.sample_type = PERF_SAMPLE_IP | PERF_SAMPLE_BRANCH_STACK;
	attr.branch_sample_type = PERF_SAMPLE_BRANCH_ANY | PERF_SAMPLE_BRANCH_USER |
				  PERF_SAMPLE_BRANCH_HW_INDEX;
	return attr;
}

/* The records of only these processors have vector registers, and branches. */
static bool is_adaptive(struct perf_event_attr attr)
{
#ifdef __x86_64__
	attr.sample_type = PERF_SAMPLE_REGS_INTR;
	attr.sample_regs_intr = 3ULL << PERF_REG_X86_XMM0;
	attr.branch_sample_type = 0;
	return !perf_try_self(&attr);
#else
	return false;
#endif
}

FIXTURE_SETUP(hw_pebs_branch)
{
	char text[16];
	int cpu;

	self->fd = -1;
	self->sysctls.max_sample_rate = 0;
	self->attr = branch_attr();
	if (NO_BRANCHES)
		SKIP(return, "%s", NO_BRANCHES);
	if (perf_file_read(CAPS, text, sizeof(text)) || !is_adaptive(self->attr))
		SKIP(return, "no precise records with branches");
	self->depth = strtoul(text, NULL, 0);
	ASSERT_EQ(0, perf_sysctls_save(&self->sysctls));
	ASSERT_EQ(0, perf_sysctl_set("perf_cpu_time_max_percent", 0));
	ASSERT_LT(0, perf_cpu_count(&cpu, 1));
	ASSERT_EQ(0, perf_pin_cpu(cpu));
}

FIXTURE_TEARDOWN(hw_pebs_branch)
{
	if (self->fd >= 0) {
		perf_ring_unmap(&self->ring);
		close(self->fd);
	}
	if (self->sysctls.max_sample_rate)
		perf_sysctls_restore(&self->sysctls);
}

static __u64 jump(unsigned int n)
{
	return (__u64)(unsigned long)chain + JUMP_BYTES * n;
}

/* Runs the chain until no switch of the task has cleared the registers. Returns interrupts. */
static long run_chain(struct __test_metadata *_metadata, FIXTURE_DATA(hw_pebs_branch) *self)
{
	long switches, interrupts;
	int tries = TRIES;

	self->fd = perf_open_self(&self->attr);
	ASSERT_GE(self->fd, 0);
	ASSERT_EQ(0, perf_ring_open(&self->ring, self->fd, PAGES, PROT_READ | PROT_WRITE));
	ASSERT_EQ(0, perf_prefault());
	do {
		while (perf_ring_next(&self->ring))
			;
		/* A period that the last try has begun goes on otherwise. */
		ASSERT_EQ(0, ioctl(self->fd, PERF_EVENT_IOC_PERIOD, &self->attr.sample_period));
		interrupts = hw_interrupts();
		switches = perf_switches();
		jump_chain(self->fd);
	} while (perf_switches() != switches && --tries);
	ASSERT_LT(0, tries);
	return hw_interrupts() - interrupts;
}

static unsigned int at_most(unsigned int number, unsigned int most)
{
	return number < most ? number : most;
}

/* A sample at the @branch-th branch, the first being 1, has between @least and @most records. */
static void check_sample(struct __test_metadata *_metadata, const struct perf_sample *sample,
			 unsigned int branch, unsigned int least, unsigned int most)
{
	unsigned int jumps = branch > LEAD ? branch - LEAD : 0, i;

	EXPECT_LE(at_most(jumps, least), sample->branch_nr)
		TH_LOG("branch %u", branch);
	EXPECT_GE(at_most(jumps, most), sample->branch_nr)
		TH_LOG("branch %u", branch);
	EXPECT_EQ(-1ULL, sample->branch_hw_idx);
	if (jumps)
		EXPECT_EQ(jump(jumps - 1), sample->ip);
	for (i = 0; i < sample->branch_nr; i++) {
		ASSERT_EQ(jump(jumps - 1 - i), sample->branch[i].from)
			TH_LOG("branch %u, record %u", branch, i);
		ASSERT_EQ(jump(jumps - i), sample->branch[i].to);
	}
}

static void check_samples(struct __test_metadata *_metadata, FIXTURE_DATA(hw_pebs_branch) *self,
			  unsigned int least)
{
	const struct perf_event_header *record;
	struct perf_sample sample;
	unsigned int samples = 0;

	while ((record = perf_ring_next(&self->ring))) {
		ASSERT_EQ(PERF_RECORD_SAMPLE, record->type);
		ASSERT_TRUE(perf_sample_parse(&self->attr, record, &sample));
		EXPECT_TRUE(record->misc & PERF_RECORD_MISC_EXACT_IP);
		check_sample(_metadata, &sample, ++samples * PERIOD, least, self->depth);
	}
	EXPECT_EQ(SAMPLES, samples);
}

TEST_F(hw_pebs_branch, records_that_wait_have_their_branches)
{
	EXPECT_EQ(0, run_chain(_metadata, self));
	check_samples(_metadata, self, self->depth - INTERRUPTS);
}

/* A reader that each sample wakes up needs an interrupt for each. */
TEST_F(hw_pebs_branch, each_interrupt_has_its_branches)
{
	self->attr.wakeup_events = 1;
	EXPECT_EQ(SAMPLES, run_chain(_metadata, self));
	check_samples(_metadata, self, PERIOD);
}

/* Only the calls of a chain without any */
TEST_F(hw_pebs_branch, the_filter_is_the_events_own)
{
	const struct perf_event_header *record;
	struct perf_sample sample;
	unsigned int samples = 0;

	self->attr.branch_sample_type = PERF_SAMPLE_BRANCH_ANY_CALL | PERF_SAMPLE_BRANCH_USER;
	run_chain(_metadata, self);
	while ((record = perf_ring_next(&self->ring))) {
		ASSERT_TRUE(perf_sample_parse(&self->attr, record, &sample));
		EXPECT_EQ(0, sample.branch_nr);
		samples++;
	}
	EXPECT_EQ(SAMPLES, samples);
}

TEST_HARNESS_MAIN
