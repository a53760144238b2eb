// SPDX-License-Identifier: GPL-2.0
/*
 * Tracepoint events: the tasks whose hits count, filters, periods, the record in PERF_SAMPLE_RAW,
 * permission to read it, and the function tracepoint.
 */
#include "perf_test.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "kselftest_harness.h"

#define RW		(PROT_READ | PROT_WRITE)
#define ENTER_GETPPID	"syscalls/sys_enter_getppid"
#define ENTER_CLOSE	"syscalls/sys_enter_close"
#define EXIT_CLOSE	"syscalls/sys_exit_close"
/* Descriptors that are not open */
#define NO_FILE		1000
#define NO_FILE_EITHER	1001

static void call_getppid(unsigned int count)
{
	while (count--)
		syscall(SYS_getppid);
}

static void call_close(int fd, unsigned int count)
{
	while (count--)
		syscall(SYS_close, fd);
}

static int child_getppid(void *argument)
{
	call_getppid(*(unsigned int *)argument);
	return 0;
}

static int child_close(void *argument)
{
	call_close(*(int *)argument, 4);
	return 0;
}

static int run_child(int (*run)(void *argument), void *argument)
{
	struct perf_child child;
	int error = perf_child_start(&child, run, argument);

	return error ?: perf_child_wait(&child);
}

static int set_filter(int fd, const char *filter)
{
	return perf_ioctl(fd, PERF_EVENT_IOC_SET_FILTER, (unsigned long)filter);
}

static int enable(int fd)
{
	return perf_ioctl(fd, PERF_EVENT_IOC_ENABLE, 0);
}

static int disable(int fd)
{
	return perf_ioctl(fd, PERF_EVENT_IOC_DISABLE, 0);
}

FIXTURE(tracepoint)
{
	struct perf_event_attr attr;
	struct perf_event_attr enter_close;
	struct perf_event_attr exit_close;
	struct perf_ring ring;
	struct perf_sample sample;
	int fd, fd2;
};

FIXTURE_SETUP(tracepoint)
{
	int getppid_id = perf_tracepoint_id(ENTER_GETPPID);
	int enter_id = perf_tracepoint_id(ENTER_CLOSE);
	int exit_id = perf_tracepoint_id(EXIT_CLOSE);

	self->fd = -1;
	self->fd2 = -1;
	if (getppid_id < 0 || enter_id < 0 || exit_id < 0)
		SKIP(return, "no tracepoints of system calls");
	perf_attr_init(&self->attr, PERF_TYPE_TRACEPOINT, getppid_id);
	perf_attr_init(&self->enter_close, PERF_TYPE_TRACEPOINT, enter_id);
	perf_attr_init(&self->exit_close, PERF_TYPE_TRACEPOINT, exit_id);
}

FIXTURE_TEARDOWN(tracepoint)
{
	perf_ring_unmap(&self->ring);
	if (self->fd >= 0)
		close(self->fd);
	if (self->fd2 >= 0)
		close(self->fd2);
}

static const struct perf_sample *next_sample(FIXTURE_DATA(tracepoint) *self,
					     const struct perf_event_attr *attr)
{
	const struct perf_event_header *record = perf_ring_next(&self->ring);

	if (!record || record->type != PERF_RECORD_SAMPLE ||
	    !perf_sample_parse(attr, record, &self->sample))
		return NULL;
	return &self->sample;
}

/* ---- whose hits ---- */

TEST_F(tracepoint, own_hits_while_enabled)
{
	unsigned int others = 7;

	self->fd = perf_open_self(&self->attr);
	ASSERT_GE(self->fd, 0);
	call_getppid(5);
	EXPECT_EQ(0, perf_count(self->fd));
	ASSERT_EQ(0, enable(self->fd));
	call_getppid(100);
	EXPECT_EQ(100, perf_count(self->fd));
	/* child_getppid() in another task does not count */
	EXPECT_EQ(0, run_child(child_getppid, &others));
	EXPECT_EQ(100, perf_count(self->fd));
	ASSERT_EQ(0, disable(self->fd));
	call_getppid(5);
	EXPECT_EQ(100, perf_count(self->fd));
	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_RESET, 0));
	ASSERT_EQ(0, enable(self->fd));
	call_getppid(3);
	EXPECT_EQ(3, perf_count(self->fd));
}

TEST_F(tracepoint, another_task)
{
	struct perf_child child;
	unsigned int count = 9;

	ASSERT_EQ(0, perf_child_start(&child, child_getppid, &count));
	self->attr.disabled = 0;
	self->fd = perf_open(&self->attr, child.pid, -1, -1, 0);
	ASSERT_GE(self->fd, 0);
	call_getppid(20);
	EXPECT_EQ(0, perf_child_wait(&child));
	EXPECT_EQ(9, perf_count(self->fd));
}

TEST_F(tracepoint, inherited)
{
	unsigned int others = 7;

	self->attr.inherit = 1;
	self->attr.disabled = 0;
	self->fd = perf_open_self(&self->attr);
	ASSERT_GE(self->fd, 0);
	call_getppid(2);
	EXPECT_EQ(0, run_child(child_getppid, &others));
	EXPECT_EQ(9, perf_count(self->fd));
	EXPECT_EQ(0, run_child(child_getppid, &others));
	EXPECT_EQ(16, perf_count(self->fd));
}

TEST_F(tracepoint, all_tasks_of_a_cpu)
{
	unsigned int others = 7;
	int cpus[2];

	if (perf_cpu_count(cpus, 2) < 2)
		SKIP(return, "needs two CPUs");
	self->attr.disabled = 0;
	ASSERT_EQ(0, perf_pin_cpu(cpus[0]));
	self->fd = perf_open(&self->attr, -1, cpus[0], -1, 0);
	self->fd2 = perf_open(&self->attr, -1, cpus[1], -1, 0);
	ASSERT_GE(self->fd, 0);
	ASSERT_GE(self->fd2, 0);
	call_getppid(5);
	EXPECT_EQ(0, run_child(child_getppid, &others));
	EXPECT_EQ(12, perf_count(self->fd));
	EXPECT_EQ(0, perf_count(self->fd2));
	ASSERT_EQ(0, perf_pin_cpu(cpus[1]));
	call_getppid(4);
	EXPECT_EQ(12, perf_count(self->fd));
	EXPECT_EQ(4, perf_count(self->fd2));
}

TEST_F(tracepoint, own_task_on_one_cpu)
{
	int cpus[2];

	if (perf_cpu_count(cpus, 2) < 2)
		SKIP(return, "needs two CPUs");
	self->attr.disabled = 0;
	ASSERT_EQ(0, perf_pin_cpu(cpus[0]));
	self->fd = perf_open(&self->attr, 0, cpus[1], -1, 0);
	ASSERT_GE(self->fd, 0);
	call_getppid(5);
	EXPECT_EQ(0, perf_count(self->fd));
	ASSERT_EQ(0, perf_pin_cpu(cpus[1]));
	call_getppid(6);
	EXPECT_EQ(6, perf_count(self->fd));
	ASSERT_EQ(0, perf_pin_cpu(cpus[0]));
	call_getppid(5);
	EXPECT_EQ(6, perf_count(self->fd));
}

/* One tracepoint can have any number of events */
TEST_F(tracepoint, many_listeners)
{
	int fds[32];
	size_t i;

	self->attr.disabled = 0;
	for (i = 0; i < ARRAY_SIZE(fds); i++) {
		fds[i] = perf_open_self(&self->attr);
		ASSERT_GE(fds[i], 0);
		call_getppid(1);
	}
	for (i = 0; i < ARRAY_SIZE(fds); i++) {
		EXPECT_EQ(ARRAY_SIZE(fds) - i, perf_count(fds[i]));
		close(fds[i]);
	}
	/* Closing the last event leaves the tracepoint usable for the next perf_event_open() */
	self->fd = perf_open_self(&self->attr);
	ASSERT_GE(self->fd, 0);
	call_getppid(2);
	EXPECT_EQ(2, perf_count(self->fd));
}

/*
 * The trace event stays registered for PERF_TRACE_IDLE_DELAY after its last close(). An event
 * opened then, or during the unregistration, counts all of its own hits and no others.
 */
TEST_F(tracepoint, listeners_come_and_go)
{
	const time_t end = time(NULL) + 3;
	unsigned int round;

	for (round = 0; round < 100 || time(NULL) < end; round++) {
		self->fd = perf_open_self(&self->attr);
		ASSERT_GE(self->fd, 0);
		call_getppid(1);
		ASSERT_EQ(0, enable(self->fd));
		call_getppid(round % 5);
		ASSERT_EQ(round % 5, perf_count(self->fd));
		close(self->fd);
		call_getppid(1);
	}
	self->fd = -1;
}

/* Events may close in any order, also while their task sleeps */
TEST_F(tracepoint, listeners_change_while_it_sleeps)
{
	struct perf_child child;
	unsigned int count = 9;
	int fds[6];
	size_t i;

	ASSERT_EQ(0, perf_child_start(&child, child_getppid, &count));
	self->attr.disabled = 0;
	for (i = 0; i < ARRAY_SIZE(fds); i++) {
		fds[i] = perf_open(&self->attr, child.pid, -1, -1, 0);
		ASSERT_GE(fds[i], 0);
	}
	/* The last, the first, and one in the middle */
	close(fds[5]);
	close(fds[0]);
	close(fds[2]);
	ASSERT_EQ(0, disable(fds[1]));
	ASSERT_EQ(0, disable(fds[4]));
	ASSERT_EQ(0, enable(fds[4]));
	fds[0] = perf_open(&self->attr, child.pid, -1, -1, 0);
	ASSERT_GE(fds[0], 0);
	EXPECT_EQ(0, perf_child_wait(&child));
	EXPECT_EQ(9, perf_count(fds[0]));
	EXPECT_EQ(0, perf_count(fds[1]));
	EXPECT_EQ(9, perf_count(fds[3]));
	EXPECT_EQ(9, perf_count(fds[4]));
	close(fds[0]);
	close(fds[1]);
	close(fds[3]);
	close(fds[4]);
}

TEST_F(tracepoint, group_read)
{
	struct perf_read_values values;
	const __u64 format = PERF_FORMAT_GROUP | PERF_FORMAT_ID;

	self->attr.read_format = format;
	self->enter_close.read_format = format;
	self->enter_close.disabled = 0;
	self->fd = perf_open_self(&self->attr);
	ASSERT_GE(self->fd, 0);
	self->fd2 = perf_open(&self->enter_close, 0, -1, self->fd, 0);
	ASSERT_GE(self->fd2, 0);
	call_close(NO_FILE, 1);
	ASSERT_EQ(0, enable(self->fd));
	call_getppid(3);
	call_close(NO_FILE, 4);
	ASSERT_EQ(0, disable(self->fd));
	call_close(NO_FILE, 1);
	ASSERT_EQ(0, perf_values_read(self->fd, format, &values));
	ASSERT_EQ(2, values.nr);
	EXPECT_EQ(3, values.entry[0].value);
	EXPECT_EQ(perf_event_id(self->fd), values.entry[0].id);
	EXPECT_EQ(4, values.entry[1].value);
	EXPECT_EQ(perf_event_id(self->fd2), values.entry[1].id);
}

/* With exclude_kernel, tracepoints of system calls count (user registers), others do not */
TEST_F(tracepoint, kernel_excluded)
{
	int id = perf_tracepoint_id("sched/sched_switch");
	struct perf_event_attr attr;

	ASSERT_GE(id, 0);
	perf_attr_init(&attr, PERF_TYPE_TRACEPOINT, id);
	attr.disabled = 0;
	attr.exclude_kernel = 1;
	self->attr.disabled = 0;
	self->attr.exclude_kernel = 1;
	self->fd = perf_open_self(&self->attr);
	ASSERT_GE(self->fd, 0);
	self->fd2 = perf_open_self(&attr);
	ASSERT_GE(self->fd2, 0);
	call_getppid(5);
	EXPECT_EQ(5, perf_count(self->fd));
	ASSERT_EQ(0, perf_ping_pong(5));
	EXPECT_EQ(0, perf_count(self->fd2));
	/* exclude_user has no effect on tracepoint events */
	close(self->fd2);
	self->attr.exclude_kernel = 0;
	self->attr.exclude_user = 1;
	self->fd2 = perf_open_self(&self->attr);
	ASSERT_GE(self->fd2, 0);
	call_getppid(5);
	EXPECT_EQ(5, perf_count(self->fd2));
}

/* A wakeup of this task is sampled, but not the waker's registers, stack or cgroup */
TEST_F(tracepoint, nothing_of_who_wakes_me)
{
	int id = perf_tracepoint_id("sched/sched_wakeup");
	const struct perf_event_header *record;
	unsigned int samples = 0, tries;
	struct perf_event_attr attr;
	int cpu;

	ASSERT_LT(0, perf_cpu_count(&cpu, 1));
	ASSERT_EQ(0, perf_pin_cpu(cpu));
	perf_attr_init(&attr, PERF_TYPE_TRACEPOINT, id);
	attr.disabled = 0;
	attr.sample_period = 1;
	attr.sample_type = PERF_SAMPLE_TID | PERF_SAMPLE_REGS_USER | PERF_SAMPLE_STACK_USER |
			   PERF_SAMPLE_CGROUP;
	attr.sample_regs_user = 1;
	attr.sample_stack_user = 1024;
	self->fd = perf_open(&attr, 0, cpu, -1, 0);
	ASSERT_EQ(0, perf_ring_map(&self->ring, self->fd, 8, RW));
	/* This task is not woken if the partner of perf_ping_pong() has run before each wait */
	for (tries = 0; !samples && tries < 100; tries++) {
		ASSERT_EQ(0, perf_ping_pong(10));
		while ((record = perf_ring_next(&self->ring))) {
			if (record->type != PERF_RECORD_SAMPLE)
				continue;
			ASSERT_TRUE(perf_sample_parse(&attr, record, &self->sample));
			if (self->sample.pid == (uint32_t)getpid())
				continue;
			samples++;
			EXPECT_EQ(PERF_SAMPLE_REGS_ABI_NONE, self->sample.user_abi);
			EXPECT_EQ(0, self->sample.stack_size);
			EXPECT_EQ(0, self->sample.cgroup);
		}
	}
	EXPECT_LT(0, samples);
}

TEST_F(tracepoint, branch_stacks)
{
	self->attr.sample_type = PERF_SAMPLE_BRANCH_STACK;
	self->attr.branch_sample_type = PERF_SAMPLE_BRANCH_ANY;
	EXPECT_EQ(EOPNOTSUPP, perf_try_self(&self->attr));
}

/* ---- filters ---- */

TEST_F(tracepoint, filter_decides_what_counts)
{
	self->enter_close.disabled = 0;
	self->fd = perf_open_self(&self->enter_close);
	self->fd2 = perf_open_self(&self->enter_close);
	ASSERT_GE(self->fd, 0);
	ASSERT_GE(self->fd2, 0);
	ASSERT_EQ(0, set_filter(self->fd, "fd == 1000"));
	call_close(NO_FILE, 3);
	call_close(NO_FILE_EITHER, 4);
	EXPECT_EQ(3, perf_count(self->fd));
	/* self->fd2 has no filter */
	EXPECT_EQ(7, perf_count(self->fd2));
}

TEST_F(tracepoint, filters_of_each_kind)
{
	static const struct {
		const char *filter;
		unsigned int count;
	} cases[] = {
		{ "fd != 1000 && fd > 999", 4 },
		{ "fd >= 1000", 7 },
		{ "fd & 1 && fd > 999", 4 },
		{ "(fd == 1000 || fd == 1001) && common_pid != 0", 7 },
		{ "!(fd > 999)", 0 },
		{ "fd > 999 && common_pid == 0", 0 },
		{ "fd > 999 && comm ~ \"trace*\"", 7 },
		{ "fd > 999 && comm == \"nobody\"", 0 },
		{ "fd == 0x3e8", 3 },
		{ "fd < 1001 && fd >= 1000", 3 },
	};
	size_t i;

	self->enter_close.disabled = 0;
	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		self->fd = perf_open_self(&self->enter_close);
		ASSERT_GE(self->fd, 0);
		EXPECT_EQ(0, set_filter(self->fd, cases[i].filter)) {
			TH_LOG("%s", cases[i].filter);
		}
		call_close(NO_FILE, 3);
		call_close(NO_FILE_EITHER, 4);
		EXPECT_EQ(cases[i].count, perf_count(self->fd)) {
			TH_LOG("%s", cases[i].filter);
		}
		close(self->fd);
	}
	self->fd = -1;
}

TEST_F(tracepoint, filter_grammar)
{
	static const char * const wrong[] = {
		"", "fd", "fd ==", "== 1", "fd = 1", "(fd == 1", "fd == 1)", "fd == 1 &&",
		"fd == 1 fd == 2", "fd == one", "fd ~ \"1*\"", "comm == 5", "comm == \"x",
		"no_field == 1", "fd == 1 | fd == 2", "fd == 99999999999999999999",
	};
	size_t i;

	self->fd = perf_open_self(&self->enter_close);
	ASSERT_GE(self->fd, 0);
	for (i = 0; i < ARRAY_SIZE(wrong); i++) {
		/* PERF_EVENT_IOC_SET_FILTER returns an errno of the filter parser: any will do */
		EXPECT_NE(0, set_filter(self->fd, wrong[i])) {
			TH_LOG("%s", wrong[i]);
		}
	}
	/* None of the wrong filters was set */
	EXPECT_EQ(0, set_filter(self->fd, "fd == 1000"));
	EXPECT_EQ(EEXIST, set_filter(self->fd, "fd == 1000"));
}

TEST_F(tracepoint, filter_holds_for_children)
{
	static int files[] = { NO_FILE, NO_FILE_EITHER };

	self->enter_close.inherit = 1;
	self->enter_close.disabled = 0;
	self->fd = perf_open_self(&self->enter_close);
	ASSERT_GE(self->fd, 0);
	ASSERT_EQ(0, set_filter(self->fd, "fd == 1000"));
	EXPECT_EQ(0, run_child(child_close, &files[0]));
	EXPECT_EQ(0, run_child(child_close, &files[1]));
	EXPECT_EQ(4, perf_count(self->fd));
}

/* ---- sampling ---- */

TEST_F(tracepoint, period)
{
	unsigned int i;

	self->attr.sample_period = 3;
	self->attr.sample_type = PERF_SAMPLE_ID | PERF_SAMPLE_TID;
	self->fd = perf_open_self(&self->attr);
	ASSERT_GE(self->fd, 0);
	ASSERT_EQ(0, perf_ring_open(&self->ring, self->fd, 4, RW));
	ASSERT_EQ(0, enable(self->fd));
	call_getppid(10);
	ASSERT_EQ(0, disable(self->fd));
	EXPECT_EQ(10, perf_count(self->fd));
	for (i = 0; i < 3; i++) {
		ASSERT_NE(NULL, next_sample(self, &self->attr));
		EXPECT_EQ(perf_event_id(self->fd), self->sample.id);
		EXPECT_EQ((__u32)getpid(), self->sample.pid);
	}
	EXPECT_EQ(NULL, perf_ring_next(&self->ring));
}

/* With PERF_SAMPLE_PERIOD each hit is sampled, whatever sample_period is */
TEST_F(tracepoint, period_in_the_sample)
{
	unsigned int i;

	self->attr.sample_period = 3;
	self->attr.sample_type = PERF_SAMPLE_PERIOD;
	self->fd = perf_open_self(&self->attr);
	ASSERT_GE(self->fd, 0);
	ASSERT_EQ(0, perf_ring_open(&self->ring, self->fd, 4, RW));
	ASSERT_EQ(0, enable(self->fd));
	call_getppid(10);
	ASSERT_EQ(0, disable(self->fd));
	EXPECT_EQ(10, perf_count(self->fd));
	for (i = 0; i < 10; i++) {
		ASSERT_NE(NULL, next_sample(self, &self->attr));
		EXPECT_EQ(1, self->sample.period);
	}
	EXPECT_EQ(NULL, perf_ring_next(&self->ring));
}

TEST_F(tracepoint, filtered_samples)
{
	self->enter_close.sample_period = 1;
	self->enter_close.sample_type = PERF_SAMPLE_ID;
	self->fd = perf_open_self(&self->enter_close);
	ASSERT_GE(self->fd, 0);
	ASSERT_EQ(0, perf_ring_open(&self->ring, self->fd, 4, RW));
	ASSERT_EQ(0, set_filter(self->fd, "fd == 1000"));
	ASSERT_EQ(0, enable(self->fd));
	call_close(NO_FILE_EITHER, 5);
	call_close(NO_FILE, 2);
	ASSERT_EQ(0, disable(self->fd));
	EXPECT_EQ(2, perf_ring_count(&self->ring, PERF_RECORD_SAMPLE));
}

/**
 * struct field - position of a field according to the format file
 * @offset: bytes from the start of the record; -1: no such field
 * @size: bytes
 */
struct field {
	int offset;
	int size;
};

static struct field find_field(const char *event, const char *name)
{
	struct field field = { -1, 0 };
	static char text[8192];
	char path[128], *at;
	size_t length = strlen(name);

	snprintf(path, sizeof(path), "/sys/kernel/tracing/events/%s/format", event);
	if (perf_file_read(path, text, sizeof(text)))
		return field;
	for (at = strstr(text, name); at; at = strstr(at + 1, name)) {
		if (at[-1] != ' ' || at[length] != ';')
			continue;
		if (sscanf(at + length, ";\toffset:%d;\tsize:%d", &field.offset,
			   &field.size) != 2)
			field.offset = -1;
		break;
	}
	return field;
}

/* 32-bit powerpc flags an error separately, and returns the errno as a positive number */
#if defined(__powerpc__) && !defined(__powerpc64__)
#define ERROR_RETURNED(error)	((unsigned long)(error))
#else
#define ERROR_RETURNED(error)	((unsigned long)-(error))
#endif

/* Return a field of the record, or UINT64_MAX - 1 if it cannot be read */
static __u64 field_value(const struct perf_sample *sample, const char *event, const char *name)
{
	struct field field = find_field(event, name);
	union {
		__u8 bytes[8];
		__u16 two;
		__u32 four;
		__u64 eight;
	} value;

	if (field.offset < 0 || field.size > (int)sizeof(value) ||
	    field.offset + field.size > (int)sample->raw_size)
		return UINT64_MAX - 1;
	memcpy(&value, (const char *)sample->raw + field.offset, field.size);
	switch (field.size) {
	case 1:
		return value.bytes[0];
	case 2:
		return value.two;
	case 4:
		return value.four;
	case 8:
		return value.eight;
	default:
		return UINT64_MAX - 1;
	}
}

TEST_F(tracepoint, record_is_as_its_format_says)
{
	const struct perf_sample *sample = &self->sample;

	self->enter_close.sample_period = 1;
	self->enter_close.sample_type = PERF_SAMPLE_RAW;
	self->exit_close.sample_period = 1;
	self->exit_close.sample_type = PERF_SAMPLE_RAW;
	self->fd = perf_open_self(&self->enter_close);
	ASSERT_GE(self->fd, 0);
	self->fd2 = perf_open_self(&self->exit_close);
	ASSERT_GE(self->fd2, 0);
	ASSERT_EQ(0, perf_ring_open(&self->ring, self->fd, 4, RW));
	ASSERT_EQ(0, perf_ioctl(self->fd2, PERF_EVENT_IOC_SET_OUTPUT, self->fd));
	ASSERT_EQ(0, enable(self->fd));
	ASSERT_EQ(0, enable(self->fd2));
	call_close(NO_FILE, 1);
	ASSERT_EQ(0, disable(self->fd2));
	ASSERT_EQ(0, disable(self->fd));

	ASSERT_NE(NULL, next_sample(self, &self->enter_close));
	EXPECT_EQ(0, (sample->raw_size + 4) % 8);
	EXPECT_EQ(self->enter_close.config, field_value(sample, ENTER_CLOSE, "common_type"));
	EXPECT_EQ((__u64)getpid(), field_value(sample, ENTER_CLOSE, "common_pid"));
	EXPECT_EQ(SYS_close, field_value(sample, ENTER_CLOSE, "__syscall_nr"));
	EXPECT_EQ(NO_FILE, field_value(sample, ENTER_CLOSE, "fd"));

	ASSERT_NE(NULL, next_sample(self, &self->exit_close));
	EXPECT_EQ(0, (sample->raw_size + 4) % 8);
	EXPECT_EQ(self->exit_close.config, field_value(sample, EXIT_CLOSE, "common_type"));
	EXPECT_EQ((__u64)getpid(), field_value(sample, EXIT_CLOSE, "common_pid"));
	EXPECT_EQ(SYS_close, field_value(sample, EXIT_CLOSE, "__syscall_nr"));
	EXPECT_EQ(ERROR_RETURNED(EBADF), field_value(sample, EXIT_CLOSE, "ret"));
	EXPECT_EQ(NULL, perf_ring_next(&self->ring));
}

/* ---- permission ---- */

FIXTURE(permission)
{
	struct perf_sysctls saved;
	struct perf_event_attr call;
	struct perf_event_attr other;
};

FIXTURE_SETUP(permission)
{
	int call = perf_tracepoint_id(ENTER_GETPPID);
	int other = perf_tracepoint_id("sched/sched_switch");

	ASSERT_EQ(0, perf_sysctls_save(&self->saved));
	if (call < 0 || other < 0)
		SKIP(return, "no tracepoints");
	if (geteuid())
		SKIP(return, "needs root to become a user");
	perf_attr_init(&self->call, PERF_TYPE_TRACEPOINT, call);
	perf_attr_init(&self->other, PERF_TYPE_TRACEPOINT, other);
	ASSERT_EQ(0, perf_sysctl_set("perf_event_paranoid", 1));
}

FIXTURE_TEARDOWN(permission)
{
	perf_sysctls_restore(&self->saved);
}

static int try_own(const struct perf_event_attr *attr)
{
	return perf_try_as_user(attr, 0, -1, -1, 0);
}

TEST_F(permission, counting_is_free)
{
	EXPECT_EQ(0, try_own(&self->call));
	EXPECT_EQ(0, try_own(&self->other));
	self->other.sample_period = 1;
	self->other.sample_type = PERF_SAMPLE_IP | PERF_SAMPLE_TIME;
	EXPECT_EQ(0, try_own(&self->other));
}

/* PERF_SAMPLE_RAW of a user's own system calls needs no privilege */
TEST_F(permission, records)
{
	self->call.sample_type = PERF_SAMPLE_RAW;
	self->other.sample_type = PERF_SAMPLE_RAW;
	EXPECT_EQ(0, try_own(&self->call));
	EXPECT_EQ(EPERM, try_own(&self->other));
	ASSERT_EQ(0, perf_sysctl_set("perf_event_paranoid", 0));
	EXPECT_EQ(EPERM, try_own(&self->other));
	EXPECT_EQ(EPERM, perf_try_as_user(&self->call, -1, 0, -1, 0));
	ASSERT_EQ(0, perf_sysctl_set("perf_event_paranoid", -1));
	EXPECT_EQ(0, try_own(&self->other));
	EXPECT_EQ(0, perf_try_as_user(&self->call, -1, 0, -1, 0));
}

TEST_F(permission, functions)
{
	int id = perf_tracepoint_id("ftrace/function");
	struct perf_event_attr attr;

	if (id < 0)
		SKIP(return, "no function tracepoint");
	perf_attr_init(&attr, PERF_TYPE_TRACEPOINT, id);
	EXPECT_EQ(EPERM, try_own(&attr));
	EXPECT_EQ(0, perf_try_self(&attr));
}

/* ---- the function tracepoint ---- */

FIXTURE(function)
{
	struct perf_event_attr attr;
	int fd;
};

FIXTURE_SETUP(function)
{
	int id = perf_tracepoint_id("ftrace/function");

	self->fd = -1;
	if (id < 0)
		SKIP(return, "no function tracepoint");
	perf_attr_init(&self->attr, PERF_TYPE_TRACEPOINT, id);
}

FIXTURE_TEARDOWN(function)
{
	if (self->fd >= 0)
		close(self->fd);
}

TEST_F(function, sampling_rules)
{
	self->attr.sample_period = 1;
	EXPECT_EQ(EINVAL, perf_try_self(&self->attr));
	self->attr.exclude_callchain_user = 1;
	EXPECT_EQ(0, perf_try_self(&self->attr));
	self->attr.sample_type = PERF_SAMPLE_STACK_USER;
	self->attr.sample_stack_user = 64;
	EXPECT_EQ(EINVAL, perf_try_self(&self->attr));
	self->attr.sample_type = PERF_SAMPLE_CALLCHAIN;
	EXPECT_EQ(0, perf_try_self(&self->attr));
}

/* __do_sys_getppid is an alias, and the function tracer lists only one of the two names */
static int set_function_filter(int fd)
{
	if (!set_filter(fd, "ip == " PERF_GETPPID))
		return 0;
	return set_filter(fd, "ip == __do_sys_getppid");
}

TEST_F(function, filtered_by_name)
{
	unsigned int others = 4;

	self->fd = perf_open_self(&self->attr);
	ASSERT_GE(self->fd, 0);
	EXPECT_EQ(EINVAL, set_filter(self->fd, "ip == no_such_function_at_all"));
	EXPECT_EQ(EINVAL, set_filter(self->fd, "parent_ip == 5"));
	if (set_function_filter(self->fd))
		SKIP(return, "getppid has another name here");
	call_getppid(2);
	ASSERT_EQ(0, enable(self->fd));
	call_getppid(6);
	EXPECT_EQ(0, run_child(child_getppid, &others));
	ASSERT_EQ(0, disable(self->fd));
	call_getppid(3);
	EXPECT_EQ(6, perf_count(self->fd));
}

TEST_F(function, filtered_and_inherited)
{
	unsigned int others = 4;

	self->attr.inherit = 1;
	self->fd = perf_open_self(&self->attr);
	ASSERT_GE(self->fd, 0);
	if (set_function_filter(self->fd))
		SKIP(return, "getppid has another name here");
	ASSERT_EQ(0, enable(self->fd));
	call_getppid(6);
	ASSERT_EQ(0, disable(self->fd));
	EXPECT_EQ(6, perf_count(self->fd));
	EXPECT_EQ(0, run_child(child_getppid, &others));
	EXPECT_EQ(6, perf_count(self->fd));
}

TEST_HARNESS_MAIN
