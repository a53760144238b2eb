// SPDX-License-Identifier: GPL-2.0
/*
 * Branch records of x86: PERF_SAMPLE_BRANCH_STACK.
 *
 * The expected values are the labels of the sequences of branches in hw_branch_code.h. The event
 * counts branches of user mode and is enabled by a system call right in front of a sequence, so
 * its overflow is at a branch known beforehand, and the records are those of the sequence. Flags
 * and cycles are compared only in the emulator of tools/testing/qemu-pmu, whose README has their
 * rules. The base's driver passes the tests of order, kinds, depth, calls and switches as well.
 */
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "hw_branch_code.h"
#include "hw_branch_sample.h"
#include "hw_fixture.h"

#define CAPS		"/sys/bus/event_source/devices/cpu/caps/branches"
#define USER		PERF_SAMPLE_BRANCH_USER
#define KERNEL		PERF_SAMPLE_BRANCH_KERNEL
#define ANY		PERF_SAMPLE_BRANCH_ANY

/* all_kinds() in order, with what asks for the branch and its PERF_BR_* */
static const struct branch sequence[] = {
	{ at_jump, to_jump, 0, PERF_BR_UNCOND },
	{ at_cond, to_cond, PERF_SAMPLE_BRANCH_COND, PERF_BR_COND },
	{ at_call, leaf, PERF_SAMPLE_BRANCH_CALL | PERF_SAMPLE_BRANCH_ANY_CALL, PERF_BR_CALL },
	{ leaf, after_call, PERF_SAMPLE_BRANCH_ANY_RETURN, PERF_BR_RET },
	{ at_ind_jump, to_ind_jump, PERF_SAMPLE_BRANCH_IND_JUMP, PERF_BR_IND },
	{ at_ind_call, leaf, PERF_SAMPLE_BRANCH_IND_CALL | PERF_SAMPLE_BRANCH_ANY_CALL,
	  PERF_BR_IND_CALL },
	{ leaf, after_ind_call, PERF_SAMPLE_BRANCH_ANY_RETURN, PERF_BR_RET },
};

#define TAKEN		((int)(sizeof(sequence) / sizeof(*sequence)))
#define EXECUTED	(TAKEN + 1)

FIXTURE(hw_branch)
{
	unsigned int depth;
};

FIXTURE_SETUP(hw_branch)
{
	const char *missing = NO_BRANCHES ?: hw_missing();
	char text[16];

	if (missing)
		SKIP(return, "%s", missing);
	if (perf_file_read(CAPS, text, sizeof(text)))
		SKIP(return, "no branch records");
	if (!access(BRANCH_SAMPLING, F_OK))
		SKIP(return, "branch sampling: hw_brs_test.c has its tests");
	self->depth = strtoul(text, NULL, 0);
	ASSERT_GT(self->depth, 0);
	ASSERT_LE(self->depth, MOST);
	ASSERT_EQ(0, perf_prefault());
}

FIXTURE_TEARDOWN(hw_branch)
{
}

/* How many of @nr branches there are records for. */
static unsigned int at_most(unsigned int nr, unsigned int depth)
{
	return nr < depth ? nr : depth;
}

#define AT(_label)	((__u64)(unsigned long)(_label))

TEST_F(hw_branch, the_branches_of_a_program_in_order)
{
	struct sample sample;
	int i;

	ASSERT_EQ(0, take_sample(USER | ANY, EXECUTED, all_kinds, at_most(TAKEN, self->depth),
				 &sample));
	ASSERT_EQ(at_most(TAKEN, self->depth), sample.nr);
	for (i = 0; i < (int)sample.nr; i++) {
		EXPECT_EQ(AT(sequence[TAKEN - 1 - i].from), sample.entries[i].from)
			TH_LOG("branch %d", i);
		EXPECT_EQ(AT(sequence[TAKEN - 1 - i].to), sample.entries[i].to);
		EXPECT_EQ(0, +sample.entries[i].type);
		EXPECT_EQ(0, +sample.entries[i].priv);
		EXPECT_EQ(0, +sample.entries[i].in_tx);
		EXPECT_EQ(0, +sample.entries[i].abort);
	}
}

TEST_F(hw_branch, each_kind_alone)
{
	static const __u64 kinds[] = {
		PERF_SAMPLE_BRANCH_ANY_CALL, PERF_SAMPLE_BRANCH_ANY_RETURN,
		PERF_SAMPLE_BRANCH_IND_CALL, PERF_SAMPLE_BRANCH_COND,
		PERF_SAMPLE_BRANCH_IND_JUMP, PERF_SAMPLE_BRANCH_CALL,
		PERF_SAMPLE_BRANCH_CALL | PERF_SAMPLE_BRANCH_COND,
		PERF_SAMPLE_BRANCH_ANY_CALL | PERF_SAMPLE_BRANCH_ANY_RETURN,
	};
	unsigned int k;

	for (k = 0; k < sizeof(kinds) / sizeof(*kinds); k++)
		check_kind(_metadata, kinds[k], all_kinds, sequence, TAKEN);
}

TEST_F(hw_branch, type_and_privilege_are_saved)
{
	struct sample sample;
	int i;

	ASSERT_EQ(0, take_sample(USER | ANY | PERF_SAMPLE_BRANCH_TYPE_SAVE |
				 PERF_SAMPLE_BRANCH_PRIV_SAVE, EXECUTED, all_kinds,
				 at_most(TAKEN, self->depth), &sample));
	ASSERT_EQ(at_most(TAKEN, self->depth), sample.nr);
	for (i = 0; i < (int)sample.nr; i++) {
		EXPECT_EQ(sequence[TAKEN - 1 - i].type, +sample.entries[i].type)
			TH_LOG("branch %d", i);
		EXPECT_EQ(PERF_BR_PRIV_USER, +sample.entries[i].priv);
	}
}

TEST_F(hw_branch, flags_and_cycles)
{
	struct sample sample;
	bool has_cycles, has_flags;
	int i;

	if (!in_emulator())
		SKIP(return, "prediction and time can be known in the emulator only");
	ASSERT_EQ(0, take_sample(USER | ANY, EXECUTED, all_kinds, at_most(TAKEN, self->depth),
				 &sample));
	has_cycles = sample.entries[0].cycles;
	has_flags = sample.entries[0].mispred || sample.entries[0].predicted;
	for (i = 0; i < (int)sample.nr; i++) {
		struct perf_branch_entry *entry = &sample.entries[i];

		EXPECT_EQ(has_flags && !(entry->from & 7), +entry->mispred);
		EXPECT_EQ(has_flags && (entry->from & 7), +entry->predicted);
		EXPECT_EQ(has_cycles ? 1 + (entry->from & 15) : 0, +entry->cycles);
	}
	/* leaf is at a multiple of eight. */
	EXPECT_EQ(has_flags, +sample.entries[0].mispred);
	ASSERT_EQ(0, take_sample(USER | ANY | PERF_SAMPLE_BRANCH_NO_FLAGS |
				 PERF_SAMPLE_BRANCH_NO_CYCLES, EXECUTED, all_kinds,
				 at_most(TAKEN, self->depth), &sample));
	for (i = 0; i < (int)sample.nr; i++) {
		EXPECT_EQ(0, +sample.entries[i].mispred);
		EXPECT_EQ(0, +sample.entries[i].predicted);
		EXPECT_EQ(0, +sample.entries[i].cycles);
	}
}

TEST_F(hw_branch, the_newest_of_a_long_sequence)
{
	struct sample sample;
	unsigned int i;

	ASSERT_EQ(0, take_sample(USER | ANY, CHAIN, jump_chain, self->depth, &sample));
	ASSERT_EQ(self->depth, sample.nr);
	EXPECT_LT(sample.hw_idx, self->depth);
	for (i = 0; i < self->depth; i++) {
		EXPECT_EQ(AT(chain) + 5 * (CHAIN - 1 - i), sample.entries[i].from)
			TH_LOG("branch %u", i);
		EXPECT_EQ(AT(chain) + 5 * (CHAIN - i), sample.entries[i].to);
	}
}

TEST_F(hw_branch, a_sample_in_the_middle)
{
	struct sample sample;
	unsigned int i;

	for (i = 1; i <= 10; i++) {
		ASSERT_EQ(0, take_sample(USER | ANY, i, jump_chain, at_most(i, self->depth),
					 &sample));
		ASSERT_EQ(at_most(i, self->depth), sample.nr);
		EXPECT_EQ(AT(chain) + 5 * (i - 1), sample.entries[0].from);
		EXPECT_EQ(AT(chain), sample.entries[sample.nr - 1].from - 5 * (i - sample.nr));
	}
}

TEST_F(hw_branch, the_calls_that_have_not_returned)
{
	struct sample sample;
	int err = take_sample(USER | PERF_SAMPLE_BRANCH_CALL_STACK, 7, nested_calls, 3, &sample);

	if (err == EOPNOTSUPP)
		SKIP(return, "these records do not follow calls and returns");
	ASSERT_EQ(0, err);
	ASSERT_EQ(3, sample.nr);
	EXPECT_EQ(AT(call_inner), sample.entries[0].from);
	EXPECT_EQ(AT(inner), sample.entries[0].to);
	EXPECT_EQ(AT(call_middle), sample.entries[1].from);
	EXPECT_EQ(AT(middle), sample.entries[1].to);
	EXPECT_EQ(AT(call_outer), sample.entries[2].from);
	EXPECT_EQ(AT(outer), sample.entries[2].to);
}

static void expect_sleeping_calls(struct __test_metadata *_metadata, const struct sample *sample)
{
	ASSERT_EQ(2, sample->nr)
		TH_LOG("%llx to %llx", sample->entries[0].from, sample->entries[0].to);
	EXPECT_EQ(AT(call_sleep), sample->entries[0].from);
	EXPECT_EQ(AT(sleep_here), sample->entries[0].to);
	EXPECT_EQ(AT(call_sleeper), sample->entries[1].from);
	EXPECT_EQ(AT(sleeper), sample->entries[1].to);
}

/*
 * A task that is preempted in the middle may have less left of its period than the processor
 * accepts, and ends without a sample: then it is done again.
 */
static int sleep_and_sample(__u64 type, struct sample *sample)
{
	long before;
	int err;

	do {
		before = perf_switches();
		err = try_sample(type, 4 + LEAD, sleeping_calls, sample);
	} while (err == ENODATA && perf_switches() > before + 1);
	return err;
}

/* A task finds its calls again when it is switched in. */
TEST_F(hw_branch, calls_survive_a_switch)
{
	struct sample sample;
	long before = perf_switches();
	int err = sleep_and_sample(USER | PERF_SAMPLE_BRANCH_CALL_STACK, &sample);

	if (err == EOPNOTSUPP)
		SKIP(return, "these records do not follow calls and returns");
	ASSERT_EQ(0, err);
	EXPECT_LT(before, perf_switches());
	expect_sleeping_calls(_metadata, &sample);

	/* Other records do not survive it. */
	ASSERT_EQ(0, sleep_and_sample(USER | ANY, &sample));
	EXPECT_EQ(1, sample.nr);
}

/* @rounds: how many samples of calls the process has had */
static void call_for_ever(volatile long *rounds)
{
	struct sample sample;

	while (!try_sample(USER | PERF_SAMPLE_BRANCH_CALL_STACK, 7, nested_calls, &sample))
		++*rounds;
	_exit(1);
}

/* Nor do the calls of another task on the same CPU, which records meanwhile, replace them. */
TEST_F(hw_branch, calls_of_two_tasks_are_apart)
{
	volatile long *rounds = mmap(NULL, getpagesize(), PROT_READ | PROT_WRITE,
				     MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	struct sample sample;
	long before;
	pid_t pid;
	int i;

	ASSERT_NE(MAP_FAILED, rounds);
	if (try_type(USER | PERF_SAMPLE_BRANCH_CALL_STACK))
		SKIP(return, "these records do not follow calls and returns");
	ASSERT_EQ(0, perf_pin_cpu(0));
	pid = fork();
	ASSERT_LE(0, pid);
	if (!pid)
		call_for_ever(rounds);
	for (i = 0; i < 5; i++) {
		before = *rounds;
		ASSERT_EQ(0, sleep_and_sample(USER | PERF_SAMPLE_BRANCH_CALL_STACK, &sample));
		expect_sleeping_calls(_metadata, &sample);
		while (*rounds == before)
			sched_yield();
	}
	kill(pid, SIGKILL);
	waitpid(pid, NULL, 0);
}

static bool in_kernel(__u64 address)
{
	return address >> 63;
}

TEST_F(hw_branch, user_records_have_no_address_of_the_kernel)
{
	struct sample sample;
	int tries = 20;
	unsigned int i;

	ASSERT_EQ(0, take_sample(USER | ANY, 2, enter_kernel, 1, &sample));
	ASSERT_EQ(1, sample.nr);
	EXPECT_EQ(AT(at_last), sample.entries[0].from);
	ASSERT_EQ(0, take_sample(USER | PERF_SAMPLE_BRANCH_ANY_CALL |
				 PERF_SAMPLE_BRANCH_ANY_RETURN, 2, enter_kernel, 0, &sample));
	EXPECT_EQ(0, sample.nr);

	/* With the kernel's, the way back is there. */
	do {
		ASSERT_EQ(0, take_sample(USER | KERNEL | ANY | PERF_SAMPLE_BRANCH_TYPE_SAVE |
					 PERF_SAMPLE_BRANCH_PRIV_SAVE, 2, enter_kernel,
					 self->depth, &sample));
		ASSERT_EQ(self->depth, sample.nr);
		/* Unless an interrupt came behind the system call. */
	} while (sample.entries[1].to != AT(after_syscall) && --tries);
	EXPECT_EQ(AT(at_last), sample.entries[0].from);
	EXPECT_TRUE(in_kernel(sample.entries[1].from));
	EXPECT_EQ(AT(after_syscall), sample.entries[1].to);
	EXPECT_TRUE(sample.entries[1].type == PERF_BR_SYSRET ||
		    sample.entries[1].type == PERF_BR_ERET);
	EXPECT_EQ(PERF_BR_PRIV_USER, +sample.entries[1].priv);
	EXPECT_EQ(PERF_BR_PRIV_KERNEL, +sample.entries[2].priv);

	ASSERT_EQ(0, take_sample(KERNEL | ANY, 2, enter_kernel, 1, &sample));
	ASSERT_LT(0, sample.nr);
	for (i = 0; i < sample.nr; i++)
		EXPECT_TRUE(in_kernel(sample.entries[i].to));
}

TEST_F(hw_branch, values_that_are_refused)
{
	int stack = try_type(USER | PERF_SAMPLE_BRANCH_CALL_STACK);
	struct perf_event_attr none = branch_attr(0, 1000);

	none.branch_sample_type = USER;
	EXPECT_EQ(0, try_type(ANY));
	EXPECT_EQ(0, try_type(PERF_SAMPLE_BRANCH_HV | ANY));
	/* AMD's records do not show transactions. */
	EXPECT_EQ(try_type(PERF_SAMPLE_BRANCH_IN_TX | ANY),
		  try_type(PERF_SAMPLE_BRANCH_NO_TX | ANY));
	EXPECT_EQ(EINVAL, perf_try_self(&none));
	EXPECT_EQ(EINVAL, try_type(PERF_SAMPLE_BRANCH_MAX | ANY));
	EXPECT_EQ(EINVAL, try_type(PERF_SAMPLE_BRANCH_COUNTERS | ANY));
	ASSERT_TRUE(!stack || stack == EOPNOTSUPP);
	EXPECT_EQ(stack ?: EINVAL, try_type(PERF_SAMPLE_BRANCH_CALL_STACK | ANY));
	EXPECT_EQ(stack ?: EINVAL, try_type(PERF_SAMPLE_BRANCH_CALL_STACK |
					    PERF_SAMPLE_BRANCH_COND));
	EXPECT_EQ(stack, try_type(PERF_SAMPLE_BRANCH_CALL_STACK | PERF_SAMPLE_BRANCH_NO_CYCLES |
				  PERF_SAMPLE_BRANCH_NO_FLAGS));
}

TEST_F(hw_branch, other_events_have_no_branches)
{
	struct perf_event_attr attr = branch_attr(ANY, 1000);

	attr.type = PERF_TYPE_SOFTWARE;
	attr.config = PERF_COUNT_SW_CPU_CLOCK;
	EXPECT_EQ(EOPNOTSUPP, perf_try_self(&attr));
}

TEST_F(hw_branch, branches_of_the_kernel_need_permission)
{
	int status;
	pid_t child;

	if (getuid())
		SKIP(return, "needs root");
	child = fork();
	ASSERT_LE(0, child);
	if (!child) {
		if (setuid(PERF_TEST_UID))
			_exit(100);
		if (try_type(USER | ANY))
			_exit(101);
		_exit(try_type(KERNEL | ANY));
	}
	ASSERT_EQ(child, waitpid(child, &status, 0));
	ASSERT_TRUE(WIFEXITED(status));
	EXPECT_EQ(EACCES, WEXITSTATUS(status));
}

static void pin(void)
{
	cpu_set_t set;

	CPU_ZERO(&set);
	CPU_SET(0, &set);
	sched_setaffinity(0, sizeof(set), &set);
}

/* Two tasks on one CPU take turns. The watched one must show no branch of the other. */
TEST_F(hw_branch, no_branch_of_another_task)
{
	struct perf_event_attr attr = branch_attr(USER | ANY, 3001);
	const struct perf_event_header *header;
	unsigned int samples = 0;
	struct perf_ring ring;
	struct sample sample;
	__u64 i;
	int fd;

	pin();
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

/* Records of all branches, and those that follow calls, exclude each other on a CPU. */
TEST_F(hw_branch, two_filters_take_turns_or_share)
{
	struct perf_event_attr calls = branch_attr(USER | PERF_SAMPLE_BRANCH_ANY_CALL, EXECUTED);
	struct perf_event_attr stack = branch_attr(USER | PERF_SAMPLE_BRANCH_CALL_STACK, 1000);
	struct sample sample;
	int leader = perf_open_self(&calls), member;

	ASSERT_LE(0, leader);
	ASSERT_EQ(0, perf_ioctl(leader, PERF_EVENT_IOC_ENABLE, 0));
	/* The filter of one does not take anything from the other. */
	ASSERT_EQ(0, take_sample(USER | PERF_SAMPLE_BRANCH_COND, EXECUTED, all_kinds, 1, &sample));
	ASSERT_EQ(1, sample.nr);
	EXPECT_EQ(AT(at_cond), sample.entries[0].from);
	ASSERT_EQ(0, take_sample(USER | ANY, EXECUTED, all_kinds, at_most(TAKEN, self->depth),
				 &sample));
	EXPECT_EQ(at_most(TAKEN, self->depth), sample.nr);
	member = perf_open(&stack, 0, -1, leader, 0);
	EXPECT_GT(0, member);
	EXPECT_TRUE(errno == EINVAL || errno == EOPNOTSUPP);
	close(leader);
}

TEST_HARNESS_MAIN
