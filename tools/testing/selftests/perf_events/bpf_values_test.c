// SPDX-License-Identifier: GPL-2.0
/*
 * The values of events that BPF programs read, and the limits of a trace event's programs.
 */
#include "bpf_fixture.h"

#include "kselftest_harness.h"

/* Element 0 of the map: @value read by a program, and @result of the helper */
struct values {
	struct bpf_perf_event_value value;
	__s64 result;
};

#define RESULT	((int)sizeof(struct bpf_perf_event_value))
#define PAGES	16

FIXTURE(values)
{
	struct perf_event_attr attr;
	struct perf_pages pages;
	struct values values;
	int array, map, trigger, fd;
};

FIXTURE_SETUP(values)
{
	int id = perf_tracepoint_id("syscalls/sys_enter_getppid");
	struct perf_event_attr attr;

	self->trigger = -1;
	self->fd = -1;
	self->map = create_map(BPF_MAP_TYPE_ARRAY, sizeof(struct values), 1);
	if (self->map < 0)
		SKIP(return, "no BPF");
	if (!have_event_programs())
		SKIP(return, "no BPF programs of events");
	if (id < 0)
		SKIP(return, "no tracepoints of system calls");
	self->array = create_map(BPF_MAP_TYPE_PERF_EVENT_ARRAY, sizeof(__u32), 2);
	ASSERT_GE(self->array, 0);
	perf_attr_init(&attr, PERF_TYPE_TRACEPOINT, id);
	attr.disabled = 0;
	self->trigger = perf_open_self(&attr);
	ASSERT_GE(self->trigger, 0);
	self->attr = perf_attr_software(PERF_COUNT_SW_PAGE_FAULTS);
	ASSERT_EQ(0, perf_prefault());
	ASSERT_EQ(0, perf_pages_map(&self->pages, PAGES));
}

FIXTURE_TEARDOWN(values)
{
	if (self->fd >= 0)
		close(self->fd);
	if (self->trigger >= 0)
		close(self->trigger);
	if (self->map >= 0)
		close(self->map);
	perf_pages_unmap(&self->pages);
}

/* Read element 0 of the map after a hit; bytes that the program has not written are 0xff */
static int hit(FIXTURE_DATA(values) *self)
{
	memset(&self->values, 0xff, sizeof(self->values));
	if (map_element(BPF_MAP_UPDATE_ELEM, self->map, 0, &self->values))
		return -1;
	syscall(SYS_getppid);
	return map_element(BPF_MAP_LOOKUP_ELEM, self->map, 0, &self->values) ? -1 : 0;
}

/* A program at getppid that calls bpf_perf_event_read_value() for element @index */
static int load_reader(FIXTURE_DATA(values) *self, __u32 index, int size)
{
	const struct bpf_insn insns[] = {
		LOOK_UP(self->map),
		MOV(BPF_REG_6, BPF_REG_0),
		LOAD_MAP(BPF_REG_1, self->array),
		MOV_WORD_IMM(BPF_REG_2, index),
		MOV(BPF_REG_3, BPF_REG_6),
		MOV_IMM(BPF_REG_4, size),
		CALL(BPF_FUNC_perf_event_read_value),
		STORE(BPF_REG_6, RESULT, BPF_REG_0),
		MOV_IMM(BPF_REG_0, 1),
		EXIT(),
	};

	return load_program(BPF_PROG_TYPE_TRACEPOINT, insns);
}

/* Returns the helper's result in load_reader()'s program, or 1 without a hit */
static __s64 read_index(FIXTURE_DATA(values) *self, __u32 index, int size)
{
	int program = load_reader(self, index, size);

	if (program < 0 || set_program(self->trigger, program) || hit(self))
		self->values.result = 1;
	close(program);
	return self->values.result;
}

TEST_F(values, of_an_event)
{
	struct perf_read_values after;
	const __u64 times = PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING;

	self->attr.read_format = times;
	self->attr.disabled = 0;
	self->fd = perf_open_self(&self->attr);
	ASSERT_GE(self->fd, 0);
	ASSERT_EQ(0, map_set(self->array, 0, self->fd));
	perf_pages_touch(&self->pages, 0, PAGES);
	EXPECT_EQ(0, read_index(self, 0, RESULT));
	ASSERT_EQ(0, perf_values_read(self->fd, times, &after));
	EXPECT_LE(PAGES, self->values.value.counter);
	EXPECT_GE(after.entry[0].value, self->values.value.counter);
	EXPECT_LT(0, self->values.value.enabled);
	EXPECT_EQ(self->values.value.enabled, self->values.value.running);
	EXPECT_GT(after.enabled, self->values.value.enabled);
}

/* On every error bpf_perf_event_read_value() clears the value: no old bytes remain */
static bool is_empty(const struct bpf_perf_event_value *value)
{
	return !value->counter && !value->enabled && !value->running;
}

TEST_F(values, of_no_event)
{
	EXPECT_EQ(-ENOENT, read_index(self, 1, RESULT));
	EXPECT_TRUE(is_empty(&self->values.value));
}

TEST_F(values, beyond_the_array)
{
	EXPECT_EQ(-E2BIG, read_index(self, 2, RESULT));
	EXPECT_TRUE(is_empty(&self->values.value));
}

TEST_F(values, of_another_size)
{
	EXPECT_EQ(-EINVAL, read_index(self, 0, RESULT - 8));
	EXPECT_EQ(0, self->values.value.counter);
	EXPECT_EQ(0, self->values.value.enabled);
}

static int do_nothing(void *argument)
{
	(void)argument;
	return 0;
}

TEST_F(values, of_another_task)
{
	struct perf_child child;

	ASSERT_EQ(0, perf_child_start(&child, do_nothing, NULL));
	self->fd = perf_open(&self->attr, child.pid, -1, -1, 0);
	ASSERT_GE(self->fd, 0);
	ASSERT_EQ(0, map_set(self->array, 0, self->fd));
	EXPECT_EQ(-EINVAL, read_index(self, 0, RESULT));
	EXPECT_TRUE(is_empty(&self->values.value));
	perf_child_kill(&child);
}

/* A program at an overflow reads the event that overflowed */
TEST_F(values, of_the_event_itself)
{
	const struct bpf_insn insns[] = {
		MOV(BPF_REG_7, BPF_REG_1),
		LOOK_UP(self->map),
		MOV(BPF_REG_6, BPF_REG_0),
		MOV(BPF_REG_1, BPF_REG_7),
		MOV(BPF_REG_2, BPF_REG_6),
		MOV_IMM(BPF_REG_3, RESULT),
		CALL(BPF_FUNC_perf_prog_read_value),
		STORE(BPF_REG_6, RESULT, BPF_REG_0),
		MOV_IMM(BPF_REG_0, 1),
		EXIT(),
	};
	int program = load_program(BPF_PROG_TYPE_PERF_EVENT, insns);

	ASSERT_GE(program, 0);
	self->attr.sample_period = 4;
	self->fd = perf_open_self(&self->attr);
	ASSERT_GE(self->fd, 0);
	ASSERT_EQ(0, set_program(self->fd, program));
	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_ENABLE, 0));
	perf_pages_touch(&self->pages, 0, PAGES);
	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_DISABLE, 0));
	ASSERT_EQ(PAGES, perf_count(self->fd));
	ASSERT_EQ(0, map_element(BPF_MAP_LOOKUP_ELEM, self->map, 0, &self->values));
	EXPECT_EQ(0, self->values.result);
	EXPECT_EQ(PAGES, self->values.value.counter);
	EXPECT_LT(0, self->values.value.enabled);
	EXPECT_EQ(self->values.value.enabled, self->values.value.running);
	close(program);
}

/* bpf_get_branch_snapshot(): no driver here records branches */
static __s64 snapshot(FIXTURE_DATA(values) *self, int flags)
{
	const struct bpf_insn insns[] = {
		LOOK_UP(self->map),
		MOV(BPF_REG_6, BPF_REG_0),
		MOV(BPF_REG_1, BPF_REG_6),
		MOV_IMM(BPF_REG_2, RESULT),
		MOV_IMM(BPF_REG_3, flags),
		CALL(BPF_FUNC_get_branch_snapshot),
		STORE(BPF_REG_6, RESULT, BPF_REG_0),
		MOV_IMM(BPF_REG_0, 1),
		EXIT(),
	};
	int program = load_program(BPF_PROG_TYPE_TRACEPOINT, insns);

	if (program < 0 || set_program(self->trigger, program) || hit(self))
		self->values.result = 1;
	close(program);
	return self->values.result;
}

TEST_F(values, no_branches)
{
	EXPECT_EQ(-ENOENT, snapshot(self, 0));
}

TEST_F(values, no_branches_with_flags)
{
	EXPECT_EQ(-EINVAL, snapshot(self, 1));
}

/* ---- limits on programs ---- */

#define PROGRAMS_MAX	64

TEST_F(values, no_more_than_64_programs)
{
	int fd[PROGRAMS_MAX + 1], program[PROGRAMS_MAX + 1];
	struct perf_event_attr attr;
	unsigned int i;

	perf_attr_init(&attr, PERF_TYPE_TRACEPOINT,
		       perf_tracepoint_id("syscalls/sys_enter_getppid"));
	for (i = 0; i < ARRAY_SIZE(fd); i++) {
		fd[i] = perf_open_self(&attr);
		program[i] = load_constant(BPF_PROG_TYPE_TRACEPOINT, 1);
		ASSERT_GE(fd[i], 0);
		ASSERT_GE(program[i], 0);
		ASSERT_EQ(i < PROGRAMS_MAX ? 0 : E2BIG, set_program(fd[i], program[i])) {
			TH_LOG("program %u", i);
		}
	}
	/* close() of an event makes room, but no program can be attached twice (EEXIST) */
	close(fd[0]);
	EXPECT_EQ(EEXIST, set_program(fd[PROGRAMS_MAX], program[1]));
	EXPECT_EQ(0, set_program(fd[PROGRAMS_MAX], program[PROGRAMS_MAX]));
	for (i = 0; i < ARRAY_SIZE(fd); i++) {
		if (i)
			close(fd[i]);
		close(program[i]);
	}
}

/* BPF_F_SLEEPABLE is refused at a kprobe, and accepted at a uprobe (task context) */
TEST_F(values, programs_that_sleep)
{
	const struct bpf_insn insns[] = { MOV_IMM(BPF_REG_0, 1), EXIT() };
	int program = load_program_flags(BPF_PROG_TYPE_KPROBE, insns, BPF_F_SLEEPABLE);
	int kprobe = perf_pmu_type("kprobe"), uprobe = perf_pmu_type("uprobe"), fd;
	struct perf_event_attr attr;

	ASSERT_GE(program, 0);
	if (kprobe < 0 || uprobe < 0)
		SKIP(return, "no probes");
	perf_attr_init(&attr, kprobe, 0);
	attr.kprobe_func = (unsigned long)PERF_GETPPID;
	fd = perf_open_self(&attr);
	ASSERT_GE(fd, 0);
	EXPECT_EQ(EINVAL, set_program(fd, program));
	close(fd);
	perf_attr_init(&attr, uprobe, 0);
	attr.uprobe_path = (unsigned long)"/proc/self/exe";
	/* In the ELF header, which is never executed */
	attr.probe_offset = 64;
	fd = perf_open_self(&attr);
	ASSERT_GE(fd, 0);
	EXPECT_EQ(0, set_program(fd, program));
	close(fd);
	close(program);
}

TEST_HARNESS_MAIN
