// SPDX-License-Identifier: GPL-2.0
/*
 * bpf_get_branch_snapshot(): the branch records of the moment, while an event has them made.
 *
 * The event records branches of user mode, so at the entry of a system call the newest are those
 * that the program took last: the labels of hw_branch_code.h.
 */
#include <linux/bpf.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "bpf_fixture.h"
#include "hw_branch_code.h"
#include "hw_fixture.h"
#include "kselftest_harness.h"

#define JUMPS	3
#define MOST	32

struct value {
	struct perf_branch_entry entries[MOST];
	__s64 result;
};

FIXTURE(hw_snapshot)
{
	struct value value;
	int map, trigger, program, fd;
};

FIXTURE_SETUP(hw_snapshot)
{
	int id = perf_tracepoint_id("syscalls/sys_enter_getppid");
	const char *missing = NO_BRANCHES ?: hw_missing();
	struct perf_event_attr attr;

	if (missing)
		SKIP(return, "%s", missing);
	if (!access(BRANCH_SAMPLING, F_OK))
		SKIP(return, "records that follow an overflow show nothing of a moment");
	self->map = create_map(BPF_MAP_TYPE_ARRAY, sizeof(struct value), 1);
	if (self->map < 0 || id < 0)
		SKIP(return, "no BPF, or no tracepoints of system calls");
	attr = hw_attr(PERF_COUNT_HW_BRANCH_INSTRUCTIONS);
	attr.disabled = 1;
	attr.sample_period = 1 << 30;
	attr.sample_type = PERF_SAMPLE_BRANCH_STACK;
	attr.branch_sample_type = PERF_SAMPLE_BRANCH_USER | PERF_SAMPLE_BRANCH_ANY;
	self->fd = perf_open_self(&attr);
	if (self->fd < 0 && errno == EOPNOTSUPP)
		SKIP(return, "no branch records");
	ASSERT_LE(0, self->fd);
	perf_attr_init(&attr, PERF_TYPE_TRACEPOINT, id);
	attr.disabled = 0;
	self->trigger = perf_open_self(&attr);
	ASSERT_LE(0, self->trigger);
	const struct bpf_insn insns[] = {
		LOOK_UP(self->map),
		MOV(BPF_REG_6, BPF_REG_0),
		MOV(BPF_REG_1, BPF_REG_6),
		MOV_IMM(BPF_REG_2, sizeof(self->value.entries)),
		MOV_IMM(BPF_REG_3, 0),
		CALL(BPF_FUNC_get_branch_snapshot),
		STORE(BPF_REG_6, offsetof(struct value, result), BPF_REG_0),
		MOV_IMM(BPF_REG_0, 1),
		EXIT(),
	};
	self->program = load_program(BPF_PROG_TYPE_TRACEPOINT, insns);
	ASSERT_LE(0, self->program);
	ASSERT_EQ(0, set_program(self->trigger, self->program));
}

FIXTURE_TEARDOWN(hw_snapshot)
{
	close(self->fd);
	close(self->trigger);
	close(self->program);
	close(self->map);
}

/* An interrupt takes a record, and a switch all of them: then once more. */
TEST_F(hw_snapshot, the_newest_branches)
{
	struct perf_branch_entry *entries = self->value.entries;
	__u64 first = (unsigned long)three;
	int tries = 20, i;

	do {
		jump_and_enter(self->fd);
		ASSERT_EQ(0, map_element(BPF_MAP_LOOKUP_ELEM, self->map, 0, &self->value));
	} while (--tries && (self->value.result < JUMPS * (int)sizeof(*entries) ||
			     entries[JUMPS - 1].from != first));
	ASSERT_LE(JUMPS * (int)sizeof(*entries), self->value.result);
	EXPECT_EQ(0, self->value.result % sizeof(*entries));
	for (i = 0; i < JUMPS; i++) {
		EXPECT_EQ(first + 5 * (JUMPS - 1 - i), entries[i].from);
		EXPECT_EQ(first + 5 * (JUMPS - i), entries[i].to);
	}
}

TEST_F(hw_snapshot, none_while_no_event_counts)
{
	syscall(SYS_getppid);
	ASSERT_EQ(0, map_element(BPF_MAP_LOOKUP_ELEM, self->map, 0, &self->value));
	EXPECT_EQ(-ENOENT, self->value.result);
}

TEST_HARNESS_MAIN
