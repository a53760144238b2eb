// SPDX-License-Identifier: GPL-2.0
/*
 * BPF programs and events: programs that run when an event overflows or a trace
 * event is hit, links and cookies, arrays of events, and stacks.
 */
#include "bpf_fixture.h"

#include <linux/bpf_perf_event.h>
#include <stddef.h>
#include <sys/auxv.h>
#include <sys/mman.h>

#include "kselftest_harness.h"

#define RW		(PROT_READ | PROT_WRITE)
#define MAX_CPUS	64

/* ---- programs at overflows ---- */

FIXTURE(overflow)
{
	struct perf_event_attr attr;
	struct perf_pages pages;
	struct perf_ring ring;
	struct perf_sample sample;
	size_t next;
	int map, fd;
};

FIXTURE_SETUP(overflow)
{
	self->fd = -1;
	self->map = create_map(BPF_MAP_TYPE_ARRAY, sizeof(__u64), 1);
	if (self->map < 0)
		SKIP(return, "no BPF");
	if (!have_event_programs())
		SKIP(return, "no BPF programs of events");
	self->attr = perf_attr_software(PERF_COUNT_SW_PAGE_FAULTS);
	self->attr.sample_period = 1;
	self->attr.sample_type = PERF_SAMPLE_ADDR;
	ASSERT_EQ(0, perf_prefault());
	ASSERT_EQ(0, perf_pages_map(&self->pages, 256));
}

FIXTURE_TEARDOWN(overflow)
{
	perf_ring_unmap(&self->ring);
	if (self->fd >= 0)
		close(self->fd);
	if (self->map >= 0)
		close(self->map);
	perf_pages_unmap(&self->pages);
}

static int open_event(FIXTURE_DATA(overflow) *self)
{
	self->fd = perf_open_self(&self->attr);
	return self->fd < 0 ? errno : perf_ring_open(&self->ring, self->fd, 8, RW);
}

static void fault(FIXTURE_DATA(overflow) *self, size_t count)
{
	perf_ioctl(self->fd, PERF_EVENT_IOC_ENABLE, 0);
	perf_pages_touch(&self->pages, self->next, count);
	perf_ioctl(self->fd, PERF_EVENT_IOC_DISABLE, 0);
	self->next += count;
}

TEST_F(overflow, program_runs_each_time)
{
	int program = load_counter(BPF_PROG_TYPE_PERF_EVENT, self->map, 1);

	ASSERT_GE(program, 0);
	ASSERT_EQ(0, open_event(self));
	ASSERT_EQ(0, set_program(self->fd, program));
	/* The event holds a reference on the program */
	close(program);
	fault(self, 9);
	EXPECT_EQ(9, map_get(self->map, 0));
	EXPECT_EQ(9, perf_ring_count(&self->ring, PERF_RECORD_SAMPLE));
	EXPECT_EQ(9, perf_count(self->fd));
}

TEST_F(overflow, program_runs_once_a_period)
{
	int program = load_counter(BPF_PROG_TYPE_PERF_EVENT, self->map, 0);

	ASSERT_GE(program, 0);
	self->attr.sample_period = 4;
	ASSERT_EQ(0, open_event(self));
	ASSERT_EQ(0, set_program(self->fd, program));
	fault(self, 11);
	EXPECT_EQ(2, map_get(self->map, 0));
	EXPECT_EQ(0, perf_ring_count(&self->ring, 0));
	EXPECT_EQ(11, perf_count(self->fd));
	close(program);
}

/* The program returns the lowest bit of the page number, so only odd pages are sampled */
TEST_F(overflow, program_chooses)
{
	const __u64 page = sysconf(_SC_PAGESIZE);
	const struct bpf_insn insns[] = {
		LOAD(BPF_REG_0, BPF_REG_1, offsetof(struct bpf_perf_event_data, addr)),
		SHIFT_RIGHT(BPF_REG_0, __builtin_ctzll(page)),
		AND_IMM(BPF_REG_0, 1),
		EXIT(),
	};
	int program = load_program(BPF_PROG_TYPE_PERF_EVENT, insns);
	const struct perf_event_header *record;
	unsigned int count = 0;

	ASSERT_GE(program, 0);
	ASSERT_EQ(0, open_event(self));
	ASSERT_EQ(0, set_program(self->fd, program));
	fault(self, 20);
	while ((record = perf_ring_next(&self->ring))) {
		ASSERT_TRUE(perf_sample_parse(&self->attr, record, &self->sample));
		EXPECT_EQ(page, self->sample.addr & page);
		count++;
	}
	EXPECT_EQ(10, count);
	EXPECT_EQ(20, perf_count(self->fd));
	close(program);
}

TEST_F(overflow, program_sees_the_period)
{
	const struct bpf_insn insns[] = {
		LOAD(BPF_REG_6, BPF_REG_1, offsetof(struct bpf_perf_event_data, sample_period)),
		LOOK_UP(self->map),
		STORE(BPF_REG_0, 0, BPF_REG_6),
		MOV_IMM(BPF_REG_0, 1),
		EXIT(),
	};
	int program = load_program(BPF_PROG_TYPE_PERF_EVENT, insns);

	ASSERT_GE(program, 0);
	self->attr.sample_period = 3;
	ASSERT_EQ(0, open_event(self));
	ASSERT_EQ(0, set_program(self->fd, program));
	fault(self, 3);
	EXPECT_EQ(3, map_get(self->map, 0));
	close(program);
}

TEST_F(overflow, cookie_and_link)
{
	int program = load_cookie(BPF_PROG_TYPE_PERF_EVENT, self->map);
	int link;

	ASSERT_GE(program, 0);
	ASSERT_EQ(0, open_event(self));
	link = create_link(program, self->fd, 0x123456789abcdefULL);
	ASSERT_GE(link, 0);
	EXPECT_EQ(EEXIST, set_program(self->fd, program));
	fault(self, 1);
	EXPECT_EQ(0x123456789abcdefULL, map_get(self->map, 0));
	/* Closing the link detaches the program, and another can be attached */
	close(link);
	EXPECT_EQ(0, set_program(self->fd, program));
	fault(self, 1);
	EXPECT_EQ(0, map_get(self->map, 0));
	close(program);
}

TEST_F(overflow, without_a_link_samples_are_back)
{
	int program = load_constant(BPF_PROG_TYPE_PERF_EVENT, 0);
	int link;

	ASSERT_GE(program, 0);
	ASSERT_EQ(0, open_event(self));
	link = create_link(program, self->fd, 0);
	ASSERT_GE(link, 0);
	fault(self, 3);
	EXPECT_EQ(0, perf_ring_count(&self->ring, 0));
	close(link);
	fault(self, 3);
	EXPECT_EQ(3, perf_ring_count(&self->ring, PERF_RECORD_SAMPLE));
	close(program);
}

static int fault_in_child(void *argument)
{
	FIXTURE_DATA(overflow) *self = argument;

	perf_pages_touch(&self->pages, 100, 50);
	return 0;
}

TEST_F(overflow, program_holds_for_children)
{
	int program = load_cookie(BPF_PROG_TYPE_PERF_EVENT, self->map);
	struct perf_child child;
	int link;

	ASSERT_GE(program, 0);
	self->attr.inherit = 1;
	self->fd = perf_open_self(&self->attr);
	ASSERT_GE(self->fd, 0);
	link = create_link(program, self->fd, 77);
	ASSERT_GE(link, 0);
	ASSERT_EQ(0, perf_child_start(&child, fault_in_child, self));
	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_ENABLE, 0));
	EXPECT_EQ(0, perf_child_wait(&child));
	EXPECT_LE(50, perf_count(self->fd));
	EXPECT_EQ(77, map_get(self->map, 0));
	close(link);
	close(program);
}

/* ---- programs at trace events ---- */

FIXTURE(tracepoint)
{
	struct perf_event_attr attr;
	int map, fd;
};

FIXTURE_SETUP(tracepoint)
{
	int id = perf_tracepoint_id("syscalls/sys_enter_getppid");

	self->fd = -1;
	self->map = create_map(BPF_MAP_TYPE_ARRAY, sizeof(__u64), 1);
	if (self->map < 0)
		SKIP(return, "no BPF");
	if (!have_event_programs())
		SKIP(return, "no BPF programs of events");
	if (id < 0)
		SKIP(return, "no tracepoints of system calls");
	perf_attr_init(&self->attr, PERF_TYPE_TRACEPOINT, id);
	self->attr.disabled = 0;
	self->fd = perf_open_self(&self->attr);
	ASSERT_GE(self->fd, 0);
}

FIXTURE_TEARDOWN(tracepoint)
{
	if (self->fd >= 0)
		close(self->fd);
	if (self->map >= 0)
		close(self->map);
}

static void call_getppid(unsigned int count)
{
	while (count--)
		syscall(SYS_getppid);
}

TEST_F(tracepoint, result_decides_what_counts)
{
	int program = load_counter(BPF_PROG_TYPE_TRACEPOINT, self->map, 0);

	ASSERT_GE(program, 0);
	call_getppid(2);
	ASSERT_EQ(0, set_program(self->fd, program));
	call_getppid(5);
	EXPECT_EQ(5, map_get(self->map, 0));
	EXPECT_EQ(2, perf_count(self->fd));
	close(program);
}

TEST_F(tracepoint, program_lives_as_long_as_the_event)
{
	int program = load_counter(BPF_PROG_TYPE_TRACEPOINT, self->map, 1);

	ASSERT_GE(program, 0);
	ASSERT_EQ(0, set_program(self->fd, program));
	close(program);
	call_getppid(4);
	EXPECT_EQ(4, map_get(self->map, 0));
	EXPECT_EQ(4, perf_count(self->fd));
	close(self->fd);
	self->fd = -1;
	call_getppid(4);
	EXPECT_EQ(4, map_get(self->map, 0));
}

/* The programs of all events run at a trace event, and QUERY_BPF returns all their ids */
TEST_F(tracepoint, several_events)
{
	int first = load_counter(BPF_PROG_TYPE_TRACEPOINT, self->map, 1);
	int second = load_counter(BPF_PROG_TYPE_TRACEPOINT, self->map, 1);
	struct {
		struct perf_event_query_bpf head;
		__u32 ids[4];
	} query;
	int other = perf_open_self(&self->attr);

	ASSERT_GE(first, 0);
	ASSERT_GE(second, 0);
	ASSERT_GE(other, 0);
	ASSERT_EQ(0, set_program(self->fd, first));
	ASSERT_EQ(0, set_program(other, second));
	call_getppid(3);
	EXPECT_EQ(6, map_get(self->map, 0));
	memset(&query, 0, sizeof(query));
	query.head.ids_len = 4;
	EXPECT_EQ(0, perf_ioctl(other, PERF_EVENT_IOC_QUERY_BPF, (unsigned long)&query));
	ASSERT_EQ(2, query.head.prog_cnt);
	EXPECT_EQ(program_id(first), query.ids[0]);
	EXPECT_EQ(program_id(second), query.ids[1]);
	/* ids_len has room for one id of two */
	query.head.ids_len = 1;
	query.ids[1] = 0;
	EXPECT_EQ(ENOSPC, perf_ioctl(other, PERF_EVENT_IOC_QUERY_BPF, (unsigned long)&query));
	EXPECT_EQ(2, query.head.prog_cnt);
	EXPECT_EQ(0, query.ids[1]);
	close(self->fd);
	self->fd = -1;
	query.head.ids_len = 4;
	EXPECT_EQ(0, perf_ioctl(other, PERF_EVENT_IOC_QUERY_BPF, (unsigned long)&query));
	ASSERT_EQ(1, query.head.prog_cnt);
	EXPECT_EQ(program_id(second), query.ids[0]);
	close(other);
	close(first);
	close(second);
}

TEST_F(tracepoint, types)
{
	const struct bpf_insn far[] = {
		LOAD(BPF_REG_0, BPF_REG_1, 1024),
		EXIT(),
	};
	/* Offset 8 holds the number of the system call, the only field of the record */
	const struct bpf_insn near[] = {
		LOAD_WORD(BPF_REG_0, BPF_REG_1, 8),
		EXIT(),
	};
	int program;

	program = load_constant(BPF_PROG_TYPE_PERF_EVENT, 1);
	ASSERT_GE(program, 0);
	EXPECT_EQ(EINVAL, set_program(self->fd, program));
	close(program);
	program = load_constant(BPF_PROG_TYPE_KPROBE, 1);
	ASSERT_GE(program, 0);
	EXPECT_EQ(EINVAL, set_program(self->fd, program));
	close(program);
	/* The program reads beyond the end of this record */
	program = load_program(BPF_PROG_TYPE_TRACEPOINT, far);
	ASSERT_GE(program, 0);
	EXPECT_EQ(EACCES, set_program(self->fd, program));
	close(program);
	program = load_program(BPF_PROG_TYPE_TRACEPOINT, near);
	ASSERT_GE(program, 0);
	EXPECT_EQ(0, set_program(self->fd, program));
	close(program);
}

TEST_F(tracepoint, cookie)
{
	int program = load_cookie(BPF_PROG_TYPE_TRACEPOINT, self->map);
	int link;

	ASSERT_GE(program, 0);
	link = create_link(program, self->fd, 4711);
	ASSERT_GE(link, 0);
	call_getppid(1);
	EXPECT_EQ(4711, map_get(self->map, 0));
	close(link);
	close(program);
}

TEST_F(tracepoint, probes_take_programs_of_their_own_type)
{
	int type = perf_pmu_type("kprobe");
	struct perf_event_attr attr;
	int fd, wrong, right;

	if (type < 0)
		SKIP(return, "no kprobe PMU");
	perf_attr_init(&attr, type, 0);
	attr.kprobe_func = (unsigned long)PERF_GETPPID;
	attr.disabled = 0;
	fd = perf_open_self(&attr);
	if (fd < 0)
		SKIP(return, "no function " PERF_GETPPID);
	wrong = load_constant(BPF_PROG_TYPE_TRACEPOINT, 1);
	right = load_counter(BPF_PROG_TYPE_KPROBE, self->map, 1);
	ASSERT_GE(wrong, 0);
	ASSERT_GE(right, 0);
	EXPECT_EQ(EINVAL, set_program(fd, wrong));
	EXPECT_EQ(0, set_program(fd, right));
	EXPECT_EQ(EEXIST, set_program(fd, right));
	call_getppid(6);
	EXPECT_EQ(6, map_get(self->map, 0));
	EXPECT_EQ(6, perf_count(fd));
	close(fd);
	close(wrong);
	close(right);
}

/* ---- arrays of events ---- */

TEST_F(tracepoint, array_of_events)
{
	int array = create_map(BPF_MAP_TYPE_PERF_EVENT_ARRAY, sizeof(__u32), 4);
	struct perf_event_attr attr = perf_attr_software(PERF_COUNT_SW_PAGE_FAULTS);
	int fd = perf_open_self(&attr);

	ASSERT_GE(array, 0);
	ASSERT_GE(fd, 0);
	EXPECT_EQ(0, map_set(array, 0, fd));
	EXPECT_EQ(0, map_set(array, 3, fd));
	EXPECT_EQ(E2BIG, map_set(array, 4, fd));
	EXPECT_EQ(EBADF, map_set(array, 0, array));
	EXPECT_EQ(EBADF, map_set(array, 0, -1));
	close(fd);
	attr.inherit = 1;
	fd = perf_open_self(&attr);
	ASSERT_GE(fd, 0);
	EXPECT_EQ(EOPNOTSUPP, map_set(array, 0, fd));
	close(fd);
	close(array);
}

/* A program at getppid that stores the result of bpf_perf_event_read() */
static int load_reader(int array, int map)
{
	const struct bpf_insn insns[] = {
		LOAD_MAP(BPF_REG_1, array),
		MOV_IMM(BPF_REG_2, 0),
		CALL(BPF_FUNC_perf_event_read),
		MOV(BPF_REG_6, BPF_REG_0),
		LOOK_UP(map),
		STORE(BPF_REG_0, 0, BPF_REG_6),
		MOV_IMM(BPF_REG_0, 1),
		EXIT(),
	};

	return load_program(BPF_PROG_TYPE_TRACEPOINT, insns);
}

TEST_F(tracepoint, program_reads_an_event)
{
	int array = create_map(BPF_MAP_TYPE_PERF_EVENT_ARRAY, sizeof(__u32), 1);
	struct perf_event_attr attr = perf_attr_software(PERF_COUNT_SW_PAGE_FAULTS);
	struct perf_pages pages;
	int program, fd;

	ASSERT_GE(array, 0);
	ASSERT_EQ(0, perf_prefault());
	ASSERT_EQ(0, perf_pages_map(&pages, 16));
	attr.disabled = 0;
	fd = perf_open_self(&attr);
	ASSERT_GE(fd, 0);
	ASSERT_EQ(0, map_set(array, 0, fd));
	program = load_reader(array, self->map);
	ASSERT_GE(program, 0);
	ASSERT_EQ(0, set_program(self->fd, program));
	ASSERT_EQ(0, perf_ioctl(fd, PERF_EVENT_IOC_RESET, 0));
	perf_pages_touch(&pages, 0, 16);
	call_getppid(1);
	EXPECT_EQ(perf_count(fd), map_get(self->map, 0));
	EXPECT_LE(16, map_get(self->map, 0));
	close(fd);
	close(program);
	close(array);
	perf_pages_unmap(&pages);
}

/* A program at getppid writes 16 bytes to the event of this CPU and stores the result */
static int load_writer(int array, int map)
{
	const struct bpf_insn insns[] = {
		MOV_IMM(BPF_REG_2, 0x11223344),
		STORE(BPF_REG_10, -24, BPF_REG_2),
		MOV_IMM(BPF_REG_2, 0x55667788),
		STORE(BPF_REG_10, -16, BPF_REG_2),
		LOAD_MAP(BPF_REG_2, array),
		/* BPF_F_CURRENT_CPU: the low half all ones */
		MOV_WORD_IMM(BPF_REG_3, -1),
		MOV(BPF_REG_4, BPF_REG_10),
		ADD_IMM(BPF_REG_4, -24),
		MOV_IMM(BPF_REG_5, 16),
		CALL(BPF_FUNC_perf_event_output),
		MOV(BPF_REG_6, BPF_REG_0),
		LOOK_UP(map),
		STORE(BPF_REG_0, 0, BPF_REG_6),
		MOV_IMM(BPF_REG_0, 1),
		EXIT(),
	};

	return load_program(BPF_PROG_TYPE_TRACEPOINT, insns);
}

TEST_F(tracepoint, program_writes_to_a_ring)
{
	static const __u64 expected[2] = { 0x11223344, 0x55667788 };
	const struct perf_event_header *record;
	struct perf_event_attr attr = perf_attr_software(PERF_COUNT_SW_BPF_OUTPUT);
	int array, program, fd, cpu;
	struct perf_sample sample;
	struct perf_ring ring;

	ASSERT_GE(perf_cpu_count(&cpu, 1), 1);
	ASSERT_EQ(0, perf_pin_cpu(cpu));
	array = create_map(BPF_MAP_TYPE_PERF_EVENT_ARRAY, sizeof(__u32), MAX_CPUS);
	ASSERT_GE(array, 0);
	attr.sample_type = PERF_SAMPLE_RAW | PERF_SAMPLE_TID;
	attr.sample_period = 1;
	attr.wakeup_events = 1;
	attr.disabled = 0;
	fd = perf_open(&attr, -1, cpu, -1, 0);
	ASSERT_GE(fd, 0);
	ASSERT_EQ(0, perf_ring_open(&ring, fd, 4, RW));
	program = load_writer(array, self->map);
	ASSERT_GE(program, 0);
	ASSERT_EQ(0, set_program(self->fd, program));
	/* The array has no event for this CPU yet */
	call_getppid(1);
	EXPECT_EQ((__u64)-ENOENT, map_get(self->map, 0));
	ASSERT_EQ(0, map_set(array, cpu, fd));
	call_getppid(1);
	EXPECT_EQ(0, map_get(self->map, 0));
	record = perf_ring_next(&ring);
	ASSERT_NE(NULL, record);
	ASSERT_TRUE(perf_sample_parse(&attr, record, &sample));
	EXPECT_EQ((__u32)getpid(), sample.tid);
	ASSERT_LE(sizeof(expected), sample.raw_size);
	EXPECT_EQ(0, memcmp(sample.raw, expected, sizeof(expected)));
	EXPECT_EQ(NULL, perf_ring_next(&ring));
	/* Only a PERF_COUNT_SW_BPF_OUTPUT event accepts output */
	ASSERT_EQ(0, map_set(array, cpu, self->fd));
	call_getppid(1);
	EXPECT_EQ((__u64)-EINVAL, map_get(self->map, 0));
	perf_ring_unmap(&ring);
	close(fd);
	close(program);
	close(array);
}

/* An array's element holds a reference on the event */
TEST_F(tracepoint, array_holds_the_event)
{
	int array = create_map(BPF_MAP_TYPE_PERF_EVENT_ARRAY, sizeof(__u32), 1);
	struct perf_event_attr attr = perf_attr_software(PERF_COUNT_SW_DUMMY);
	int program, fd;

	ASSERT_GE(array, 0);
	attr.disabled = 0;
	fd = perf_open_self(&attr);
	ASSERT_GE(fd, 0);
	ASSERT_EQ(0, map_set(array, 0, fd));
	program = load_reader(array, self->map);
	ASSERT_GE(program, 0);
	ASSERT_EQ(0, set_program(self->fd, program));
	call_getppid(1);
	EXPECT_EQ(0, map_get(self->map, 0));
	/* Closing the array's descriptor removes the elements set through it */
	close(array);
	close(fd);
	call_getppid(1);
	EXPECT_EQ((__u64)-ENOENT, map_get(self->map, 0));
	close(program);
}

/* ---- stacks ---- */

static int load_stack(__u32 type, int stacks, int map)
{
	const struct bpf_insn insns[] = {
		LOAD_MAP(BPF_REG_2, stacks),
		MOV_IMM(BPF_REG_3, BPF_F_USER_STACK),
		CALL(BPF_FUNC_get_stackid),
		MOV(BPF_REG_6, BPF_REG_0),
		LOOK_UP(map),
		STORE(BPF_REG_0, 0, BPF_REG_6),
		MOV_IMM(BPF_REG_0, 1),
		EXIT(),
	};

	return load_program(type, insns);
}

/* Depth of the stacks, in words: the caller's frame must be among the first */
#define DEPTH	8

TEST_F(tracepoint, stack_of_the_user)
{
	int stacks = create_map(BPF_MAP_TYPE_STACK_TRACE, DEPTH * sizeof(__u64), 16);
	__u64 frame[DEPTH], id;
	unsigned long entry;
	int program;

	ASSERT_GE(stacks, 0);
	program = load_stack(BPF_PROG_TYPE_TRACEPOINT, stacks, self->map);
	ASSERT_GE(program, 0);
	ASSERT_EQ(0, set_program(self->fd, program));
	call_getppid(1);
	id = map_get(self->map, 0);
	ASSERT_GT(16, id);
	ASSERT_EQ(0, map_element(BPF_MAP_LOOKUP_ELEM, stacks, id, frame));
	EXPECT_NE(0, frame[0]);
	/*
	 * frame[0] is in the C library's syscall(), whose address is direct in a static program,
	 * or on 32-bit x86 in the entry code that the kernel provides (AT_SYSINFO)
	 */
	entry = getauxval(AT_SYSINFO);
	EXPECT_GT(4096, frame[0] - (entry ? entry : (unsigned long)syscall));
	close(program);
	close(stacks);
}

TEST_F(overflow, stack_of_the_user)
{
	int stacks = create_map(BPF_MAP_TYPE_STACK_TRACE, DEPTH * sizeof(__u64), 16);
	__u64 frame[DEPTH], id;
	int program;

	ASSERT_GE(stacks, 0);
	program = load_stack(BPF_PROG_TYPE_PERF_EVENT, stacks, self->map);
	ASSERT_GE(program, 0);
	self->attr.sample_type = PERF_SAMPLE_CALLCHAIN | PERF_SAMPLE_ADDR;
	ASSERT_EQ(0, open_event(self));
	ASSERT_EQ(0, set_program(self->fd, program));
	fault(self, 1);
	id = map_get(self->map, 0);
	ASSERT_GT(16, id);
	ASSERT_EQ(0, map_element(BPF_MAP_LOOKUP_ELEM, stacks, id, frame));
	/* This stack is the event's own call chain, which begins with PERF_CONTEXT_USER */
	EXPECT_EQ((__u64)PERF_CONTEXT_USER, frame[0]);
	EXPECT_GT(4096, frame[1] - (unsigned long)perf_pages_touch);
	close(program);
	close(stacks);
}

/* A program that copies the user stack into element 0 of @map */
static int load_stack_copy(int map)
{
	const struct bpf_insn insns[] = {
		MOV(BPF_REG_6, BPF_REG_1),
		LOOK_UP(map),
		MOV(BPF_REG_1, BPF_REG_6),
		MOV(BPF_REG_2, BPF_REG_0),
		MOV_IMM(BPF_REG_3, DEPTH * sizeof(__u64)),
		MOV_IMM(BPF_REG_4, BPF_F_USER_STACK),
		CALL(BPF_FUNC_get_stack),
		MOV_IMM(BPF_REG_0, 1),
		EXIT(),
	};

	return load_program(BPF_PROG_TYPE_PERF_EVENT, insns);
}

/*
 * The registers of a precise sample are not those of the interrupt, so bpf_get_stack() uses
 * the sample's call chain, which must have both user and kernel part
 */
TEST_F(overflow, stack_of_precise_samples)
{
	const struct {
		const char *what;
		unsigned int precise_ip, exclude_kernel, exclude_user;
		__u64 sample_type;
		int expected;
	} row[] = {
		{ "not precise", 0, 0, 0, PERF_SAMPLE_IP, 0 },
		{ "no call chain", 1, 0, 0, PERF_SAMPLE_IP, EPROTO },
		{ "call chain", 1, 0, 0, PERF_SAMPLE_CALLCHAIN, 0 },
		{ "the user's alone", 1, 1, 0, PERF_SAMPLE_CALLCHAIN, EPROTO },
		{ "the kernel's alone", 2, 0, 1, PERF_SAMPLE_CALLCHAIN, EPROTO },
	};
	int looking = load_stack_copy(create_map(BPF_MAP_TYPE_ARRAY, DEPTH * sizeof(__u64), 1));
	int counting = load_counter(BPF_PROG_TYPE_PERF_EVENT, self->map, 1);
	unsigned int i;
	int fd;

	ASSERT_GE(looking, 0);
	ASSERT_GE(counting, 0);
	for (i = 0; i < ARRAY_SIZE(row); i++) {
		self->attr.precise_ip = row[i].precise_ip;
		self->attr.exclude_callchain_kernel = row[i].exclude_kernel;
		self->attr.exclude_callchain_user = row[i].exclude_user;
		self->attr.sample_type = row[i].sample_type;
		fd = perf_open_self(&self->attr);
		ASSERT_GE(fd, 0);
		EXPECT_EQ(row[i].expected, set_program(fd, looking)) {
			TH_LOG("%s", row[i].what);
		}
		/* A refused program is not attached; load_counter() reads no stack: accepted */
		EXPECT_EQ(row[i].expected ? 0 : EEXIST, set_program(fd, counting)) {
			TH_LOG("%s", row[i].what);
		}
		close(fd);
	}
	close(looking);
	close(counting);
}

static void defer(struct perf_event_attr *attr)
{
	attr->sample_type = PERF_SAMPLE_CALLCHAIN;
	attr->defer_callchain = 1;
	attr->defer_output = 1;
}

/* Returns the marker of the next sample's user part, or 0; *@place is the word after it */
static __u64 user_part(FIXTURE_DATA(overflow) *self, __u64 *place)
{
	const struct perf_event_header *record = perf_ring_next(&self->ring);
	__u64 i, word;

	if (!record || !perf_sample_parse(&self->attr, record, &self->sample))
		return 0;
	for (i = 0; i + 1 < self->sample.callchain_nr; i++) {
		word = self->sample.callchain[i];
		*place = self->sample.callchain[i + 1];
		if (word == (__u64)PERF_CONTEXT_USER || word == (__u64)PERF_CONTEXT_USER_DEFERRED)
			return word;
	}
	return 0;
}

/* bpf_get_stack() returns the user part, though the event has defer_callchain */
TEST_F(overflow, deferred_stack)
{
	int copy = create_map(BPF_MAP_TYPE_ARRAY, DEPTH * sizeof(__u64), 1);
	__u64 frame[DEPTH], place;
	int program;

	ASSERT_GE(copy, 0);
	program = load_stack_copy(copy);
	ASSERT_GE(program, 0);
	defer(&self->attr);
	ASSERT_EQ(0, open_event(self));
	ASSERT_EQ(0, set_program(self->fd, program));
	fault(self, 1);
	ASSERT_EQ(0, map_element(BPF_MAP_LOOKUP_ELEM, copy, 0, frame));
	EXPECT_EQ((__u64)PERF_CONTEXT_USER, frame[0]);
	EXPECT_GT(4096, frame[1] - (unsigned long)perf_pages_touch);
	/* The sample has the user part too, so no PERF_RECORD_CALLCHAIN_DEFERRED follows */
	EXPECT_EQ((__u64)PERF_CONTEXT_USER, user_part(self, &place));
	EXPECT_EQ(frame[1], place);
	EXPECT_EQ(NULL, perf_ring_next(&self->ring));
	close(program);
	close(copy);
}

TEST_F(overflow, deferred_stack_id)
{
	int stacks = create_map(BPF_MAP_TYPE_STACK_TRACE, DEPTH * sizeof(__u64), 16);
	__u64 frame[DEPTH], id;
	int program;

	ASSERT_GE(stacks, 0);
	program = load_stack(BPF_PROG_TYPE_PERF_EVENT, stacks, self->map);
	ASSERT_GE(program, 0);
	defer(&self->attr);
	ASSERT_EQ(0, open_event(self));
	ASSERT_EQ(0, set_program(self->fd, program));
	fault(self, 1);
	id = map_get(self->map, 0);
	ASSERT_GT(16, id);
	ASSERT_EQ(0, map_element(BPF_MAP_LOOKUP_ELEM, stacks, id, frame));
	EXPECT_EQ((__u64)PERF_CONTEXT_USER, frame[0]);
	EXPECT_GT(4096, frame[1] - (unsigned long)perf_pages_touch);
	close(program);
	close(stacks);
}

/* load_counter() reads no stack and leaves the chain deferred; so does a detached program */
TEST_F(overflow, deferred_without_looking)
{
	int copy = create_map(BPF_MAP_TYPE_ARRAY, DEPTH * sizeof(__u64), 1);
	int looking, counting, link;
	__u64 place;

	ASSERT_GE(copy, 0);
	counting = load_counter(BPF_PROG_TYPE_PERF_EVENT, self->map, 1);
	looking = load_stack_copy(copy);
	ASSERT_GE(counting, 0);
	ASSERT_GE(looking, 0);
	defer(&self->attr);
	ASSERT_EQ(0, open_event(self));
	link = create_link(looking, self->fd, 0);
	ASSERT_GE(link, 0);
	close(link);
	ASSERT_EQ(0, set_program(self->fd, counting));
	fault(self, 1);
	EXPECT_EQ(1, map_get(self->map, 0));
	EXPECT_EQ((__u64)PERF_CONTEXT_USER_DEFERRED, user_part(self, &place));
	close(looking);
	close(counting);
	close(copy);
}

TEST_HARNESS_MAIN
