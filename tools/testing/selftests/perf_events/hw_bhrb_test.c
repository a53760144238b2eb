// SPDX-License-Identifier: GPL-2.0
/*
 * Branch records of POWER8 and later: PERF_SAMPLE_BRANCH_STACK.
 *
 * The expected values are the labels of the sequences of branches in hw_bhrb_code.h. The event
 * counts branches of user mode and is enabled by a system call right in front of a sequence, so
 * its overflow is at a branch known beforehand, and the records are those of the sequence. The
 * kinds of branches that each processor has, and the errnos, are those of 6.12's driver
 * (scripts/perf/events/powerpc).
 */
#include <signal.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "hw_fixture.h"
#include "kselftest_harness.h"

#if !defined(__powerpc64__) || _CALL_ELF != 2

TEST(hw_bhrb)
{
	SKIP(return, "not written for this processor");
}

#else

#include <asm/cputable.h>

#include "hw_bhrb_code.h"
#include "hw_branch_sample.h"

#define USER		PERF_SAMPLE_BRANCH_USER
#define KERNEL		PERF_SAMPLE_BRANCH_KERNEL
#define ANY		PERF_SAMPLE_BRANCH_ANY
#define CALLS		PERF_SAMPLE_BRANCH_ANY_CALL
#define IND_CALL	PERF_SAMPLE_BRANCH_IND_CALL
#define COND		PERF_SAMPLE_BRANCH_COND

#define AT(_label)	((__u64)(unsigned long)(_label))

/* all_forms() in order, with what asks for the branch */
static const struct branch sequence[] = {
	{ at_jump, to_jump, 0 },
	{ at_cond, to_cond, COND },
	{ at_call, leaf, CALLS },
	{ leaf, after_call, 0 },
	{ at_ctr, to_ctr, 0 },
	{ at_ctr_call, leaf, CALLS | IND_CALL },
	{ leaf, after_ctr_call, 0 },
	{ at_tar, to_tar, 0 },
	{ at_cond_call, cond_leaf, CALLS },
	{ cond_leaf, after_cond_call, COND },
};

#define TAKEN		((int)(sizeof(sequence) / sizeof(*sequence)))
#define EXECUTED	(TAKEN + 1)

FIXTURE(hw_bhrb)
{
	bool isa31;	/* POWER10 or later */
};

FIXTURE_SETUP(hw_bhrb)
{
	const char *missing = hw_missing();

	if (missing)
		SKIP(return, "%s", missing);
	if (!(getauxval(AT_HWCAP2) & PPC_FEATURE2_ARCH_2_07))
		SKIP(return, "older than POWER8");
	self->isa31 = getauxval(AT_HWCAP2) & PPC_FEATURE2_ARCH_3_1;
	ASSERT_EQ(0, perf_prefault());
}

FIXTURE_TEARDOWN(hw_bhrb)
{
}

TEST_F(hw_bhrb, the_branches_of_a_program_in_order)
{
	struct sample sample;
	int i;

	ASSERT_EQ(0, take_sample(USER | ANY, EXECUTED, all_forms, TAKEN, &sample));
	ASSERT_EQ(TAKEN, sample.nr);
	for (i = 0; i < TAKEN; i++) {
		EXPECT_EQ(AT(sequence[TAKEN - 1 - i].from), sample.entries[i].from)
			TH_LOG("branch %d", i);
		EXPECT_EQ(AT(sequence[TAKEN - 1 - i].to), sample.entries[i].to);
		EXPECT_EQ(1, sample.entries[i].mispred + sample.entries[i].predicted);
		EXPECT_EQ(0, +sample.entries[i].type);
		EXPECT_EQ(0, +sample.entries[i].priv);
		EXPECT_EQ(0, +sample.entries[i].cycles);
		EXPECT_EQ(0, +sample.entries[i].in_tx);
		EXPECT_EQ(0, +sample.entries[i].abort);
	}
}

TEST_F(hw_bhrb, each_kind_alone)
{
	static const __u64 kinds[] = { CALLS, IND_CALL, COND };
	unsigned int k;

	for (k = 0; k < sizeof(kinds) / sizeof(*kinds); k++) {
		if (self->isa31 || kinds[k] == CALLS)
			check_kind(_metadata, kinds[k], all_forms, sequence, TAKEN);
	}
}

TEST_F(hw_bhrb, the_newest_of_a_long_sequence)
{
	struct sample sample;
	unsigned int i;

	ASSERT_EQ(0, take_sample(USER | ANY, CHAIN, jump_chain, MOST, &sample));
	ASSERT_EQ(MOST, sample.nr);
	for (i = 0; i < MOST; i++) {
		EXPECT_EQ(AT(chain) + 4 * (CHAIN - 1 - i), sample.entries[i].from)
			TH_LOG("branch %u", i);
		EXPECT_EQ(AT(chain) + 4 * (CHAIN - i), sample.entries[i].to);
	}
}

/* Nothing but the branches behind the system call that enabled the event. */
TEST_F(hw_bhrb, a_sample_in_the_middle)
{
	struct sample sample;
	unsigned int i;

	for (i = 1; i <= 10; i++) {
		ASSERT_EQ(0, take_sample(USER | ANY, i, jump_chain, i, &sample));
		ASSERT_EQ(i, sample.nr);
		EXPECT_EQ(AT(chain) + 4 * (i - 1), sample.entries[0].from);
		EXPECT_EQ(AT(chain), sample.entries[i - 1].from);
	}
}

static bool in_kernel(__u64 address)
{
	return address >> 60 == 0xc;
}

TEST_F(hw_bhrb, user_records_have_no_address_of_the_kernel)
{
	struct sample sample;

	ASSERT_EQ(0, take_sample(USER | ANY, 1, enter_kernel, 1, &sample));
	ASSERT_EQ(1, sample.nr);
	EXPECT_EQ(AT(at_last), sample.entries[0].from);
	EXPECT_EQ(AT(to_last), sample.entries[0].to);
	/* The event excludes the kernel. */
	ASSERT_EQ(0, take_sample(KERNEL | ANY, 1, enter_kernel, 0, &sample));
	EXPECT_EQ(0, sample.nr);
}

/* Counts the records of the event's samples with a target in the kernel, and in user mode. */
static int count_records(__u64 type, unsigned int *kernel, unsigned int *user)
{
	struct perf_event_attr attr = branch_attr(type, 1009);
	const struct perf_event_header *header;
	struct perf_ring ring;
	struct sample sample;
	int rounds = 500, fd, err;
	__u64 i;

	attr.exclude_kernel = 0;
	fd = perf_open_self(&attr);
	if (fd < 0)
		return errno;
	err = perf_ring_map(&ring, fd, 256, PROT_READ | PROT_WRITE) ?:
	      perf_ioctl(fd, PERF_EVENT_IOC_ENABLE, 0);
	while (rounds-- && !err) {
		syscall(SYS_getppid);
		mine(100);
	}
	err = err ?: perf_ioctl(fd, PERF_EVENT_IOC_DISABLE, 0);
	*kernel = 0;
	*user = 0;
	while (!err && (header = perf_ring_next(&ring))) {
		if (header->type != PERF_RECORD_SAMPLE)
			continue;
		read_sample(header, &sample);
		for (i = 0; i < sample.nr; i++) {
			*kernel += in_kernel(sample.entries[i].to);
			*user += !in_kernel(sample.entries[i].to);
		}
	}
	perf_ring_unmap(&ring);
	close(fd);
	return err;
}

TEST_F(hw_bhrb, records_of_the_kernel)
{
	unsigned int kernel, user;

	if (getuid())
		SKIP(return, "needs root");
	ASSERT_EQ(0, count_records(USER | KERNEL | ANY, &kernel, &user));
	EXPECT_LT(0, kernel);
	EXPECT_LT(0, user);
	ASSERT_EQ(0, count_records(KERNEL | ANY, &kernel, &user));
	EXPECT_LT(0, kernel);
	EXPECT_EQ(0, user);
	ASSERT_EQ(0, count_records(USER | ANY, &kernel, &user));
	EXPECT_EQ(0, kernel);
	EXPECT_LT(0, user);
}

TEST_F(hw_bhrb, branches_of_the_kernel_need_permission)
{
	struct perf_event_attr attr = branch_attr(KERNEL | ANY, 1000);

	if (getuid())
		SKIP(return, "needs root");
	EXPECT_EQ(EACCES, perf_try_as_user(&attr, 0, -1, -1, 0));
	attr.branch_sample_type = USER | ANY;
	EXPECT_EQ(0, perf_try_as_user(&attr, 0, -1, -1, 0));
}

TEST_F(hw_bhrb, values_that_are_refused)
{
	static const __u64 refused[] = {
		ANY | CALLS, CALLS | IND_CALL, CALLS | COND, PERF_SAMPLE_BRANCH_ANY_RETURN,
		PERF_SAMPLE_BRANCH_CALL, PERF_SAMPLE_BRANCH_IND_JUMP,
		PERF_SAMPLE_BRANCH_CALL_STACK, PERF_SAMPLE_BRANCH_NO_TX,
		ANY | PERF_SAMPLE_BRANCH_NO_FLAGS, ANY | PERF_SAMPLE_BRANCH_TYPE_SAVE,
		ANY | PERF_SAMPLE_BRANCH_HW_INDEX, ANY | PERF_SAMPLE_BRANCH_COUNTERS,
	};
	int isa31 = self->isa31 ? 0 : EOPNOTSUPP;
	unsigned int i;

	EXPECT_EQ(0, try_type(ANY));
	EXPECT_EQ(0, try_type(USER | CALLS));
	EXPECT_EQ(0, try_type(PERF_SAMPLE_BRANCH_HV | CALLS));
	EXPECT_EQ(isa31, try_type(USER | IND_CALL));
	EXPECT_EQ(isa31, try_type(USER | COND));
	for (i = 0; i < sizeof(refused) / sizeof(*refused); i++)
		EXPECT_EQ(EOPNOTSUPP, try_type(USER | refused[i]))
			TH_LOG("type %llx", refused[i]);
	EXPECT_EQ(EINVAL, try_type(PERF_SAMPLE_BRANCH_MAX | ANY));
}

TEST_F(hw_bhrb, no_branch_of_another_task)
{
	struct perf_event_attr attr = branch_attr(USER | ANY, 3001);
	const struct perf_event_header *header;
	unsigned int samples = 0;
	struct perf_ring ring;
	struct sample sample;
	int fd, cpu;
	__u64 i;

	ASSERT_LT(0, perf_cpu_count(&cpu, 1));
	ASSERT_EQ(0, perf_pin_cpu(cpu));
	fd = perf_open_self(&attr);
	ASSERT_LE(0, fd);
	ASSERT_EQ(0, perf_ring_map(&ring, fd, 256, PROT_READ | PROT_WRITE));
	ASSERT_EQ(0, take_turns(fd));
	while ((header = perf_ring_next(&ring))) {
		if (header->type != PERF_RECORD_SAMPLE)
			continue;
		samples++;
		read_sample(header, &sample);
		for (i = 0; i < sample.nr; i++) {
			ASSERT_FALSE(sample.entries[i].from >= AT(others) &&
				     sample.entries[i].from < AT(others_end));
			ASSERT_FALSE(in_kernel(sample.entries[i].from));
			ASSERT_FALSE(in_kernel(sample.entries[i].to));
		}
	}
	EXPECT_LT(10, samples);
	perf_ring_unmap(&ring);
	close(fd);
}

/* The time that an event had a counter in a run of all_forms(). */
static __u64 running(int fd)
{
	__u64 values[3];

	all_forms(fd);
	return read(fd, values, sizeof(values)) == sizeof(values) ? values[2] : -1ULL;
}

/* The buffer has one filter: events with different ones have no counter at the same time. */
TEST_F(hw_bhrb, one_filter_at_a_time)
{
	struct perf_event_attr calls = branch_attr(USER | CALLS, 1000000);
	struct perf_event_attr all = branch_attr(USER | ANY, 1000000);
	int leader, other, same;

	/* Any counter counts instructions, so that only the filters keep the events apart. */
	calls.disabled = 0;
	calls.pinned = 1;
	all.config = PERF_COUNT_HW_INSTRUCTIONS;
	all.read_format = PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING;
	leader = perf_open_self(&calls);
	ASSERT_LE(0, leader);
	other = perf_open_self(&all);
	ASSERT_LE(0, other);
	all.branch_sample_type = USER | CALLS;
	same = perf_open_self(&all);
	ASSERT_LE(0, same);
	EXPECT_EQ(0, running(other));
	EXPECT_LT(0, running(same));
	EXPECT_EQ(0, perf_try(&all, 0, -1, leader, 0));
	all.branch_sample_type = USER | ANY;
	EXPECT_EQ(EINVAL, perf_try(&all, 0, -1, leader, 0));
	close(leader);
	EXPECT_LT(0, running(other));
	close(other);
	close(same);
}

/* The records are of all modes: a program must not read or remove them itself. */
TEST_F_SIGNAL(hw_bhrb, a_program_cannot_read_records, SIGILL)
{
	read_record();
}

TEST_F_SIGNAL(hw_bhrb, a_program_cannot_clear_records, SIGILL)
{
	clear_records();
}

TEST_F(hw_bhrb, other_events_have_no_branches)
{
	struct perf_event_attr attr = branch_attr(ANY, 1000);

	attr.type = PERF_TYPE_SOFTWARE;
	attr.config = PERF_COUNT_SW_CPU_CLOCK;
	EXPECT_EQ(EOPNOTSUPP, perf_try_self(&attr));
}

#endif

TEST_HARNESS_MAIN
