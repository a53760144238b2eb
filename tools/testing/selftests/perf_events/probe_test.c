// SPDX-License-Identifier: GPL-2.0
/*
 * The PMUs "kprobe" and "uprobe", whose probes live as long as their event; and the trace event of
 * a probe, which cannot be removed while a perf event uses it.
 */
#include "perf_test.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "kselftest_harness.h"

#define RW		(PROT_READ | PROT_WRITE)
#define FUNCTION	PERF_GETPPID
#define RETURN		1

/* kernel_address() and file_offset() return this if they find nothing */
#define NOWHERE		(~0ULL)

static void call_getppid(unsigned int count)
{
	while (count--)
		syscall(SYS_getppid);
}

static int enable(int fd)
{
	return perf_ioctl(fd, PERF_EVENT_IOC_ENABLE, 0);
}

static __u64 bits(const void *pointer)
{
	return (unsigned long)pointer;
}

/* ---- kprobes ---- */

FIXTURE(kprobe)
{
	struct perf_event_attr attr;
	struct perf_ring ring;
	int fd;
};

FIXTURE_SETUP(kprobe)
{
	int type = perf_pmu_type("kprobe");

	self->fd = -1;
	if (type < 0)
		SKIP(return, "no kprobe PMU");
	if (geteuid())
		SKIP(return, "needs root");
	perf_attr_init(&self->attr, type, 0);
	self->attr.kprobe_func = bits(FUNCTION);
	if (perf_try_self(&self->attr))
		SKIP(return, "no function %s", FUNCTION);
}

FIXTURE_TEARDOWN(kprobe)
{
	perf_ring_unmap(&self->ring);
	if (self->fd >= 0)
		close(self->fd);
}

static __u64 kernel_address(const char *name)
{
	__u64 address, found = NOWHERE;
	char symbol[256], kind;
	FILE *file;

	file = fopen("/proc/kallsyms", "r");
	if (!file)
		return NOWHERE;
	while (found == NOWHERE &&
	       fscanf(file, "%llx %c %255s%*[^\n]", &address, &kind, symbol) == 3)
		if (!strcmp(symbol, name) && address)
			found = address;
	fclose(file);
	return found;
}

static int child_getppid(void *argument)
{
	call_getppid(*(unsigned int *)argument);
	return 0;
}

static int run_child(int (*run)(void *argument), void *argument)
{
	struct perf_child child;
	int error = perf_child_start(&child, run, argument);

	return error ?: perf_child_wait(&child);
}

TEST_F(kprobe, counts_own_calls)
{
	unsigned int others = 3;

	self->fd = perf_open_self(&self->attr);
	ASSERT_GE(self->fd, 0);
	call_getppid(2);
	ASSERT_EQ(0, enable(self->fd));
	call_getppid(50);
	EXPECT_EQ(50, perf_count(self->fd));
	EXPECT_EQ(0, run_child(child_getppid, &others));
	EXPECT_EQ(50, perf_count(self->fd));
	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_DISABLE, 0));
	call_getppid(2);
	EXPECT_EQ(50, perf_count(self->fd));
}

TEST_F(kprobe, inherited)
{
	unsigned int others = 3;

	self->attr.inherit = 1;
	self->attr.disabled = 0;
	self->fd = perf_open_self(&self->attr);
	ASSERT_GE(self->fd, 0);
	call_getppid(5);
	EXPECT_EQ(0, run_child(child_getppid, &others));
	EXPECT_EQ(8, perf_count(self->fd));
}

TEST_F(kprobe, two_at_one_place)
{
	int other;

	self->attr.disabled = 0;
	self->fd = perf_open_self(&self->attr);
	ASSERT_GE(self->fd, 0);
	call_getppid(1);
	other = perf_open_self(&self->attr);
	ASSERT_GE(other, 0);
	call_getppid(2);
	EXPECT_EQ(2, perf_count(other));
	close(other);
	call_getppid(4);
	EXPECT_EQ(7, perf_count(self->fd));
}

TEST_F(kprobe, at_the_return)
{
	int entry;

	self->attr.disabled = 0;
	entry = perf_open_self(&self->attr);
	ASSERT_GE(entry, 0);
	self->attr.config = RETURN;
	self->fd = perf_open_self(&self->attr);
	ASSERT_GE(self->fd, 0);
	call_getppid(12);
	EXPECT_EQ(12, perf_count(self->fd));
	EXPECT_EQ(12, perf_count(entry));
	close(entry);
}

TEST_F(kprobe, by_address)
{
	__u64 address = kernel_address(FUNCTION);

	if (address == NOWHERE)
		SKIP(return, "addresses of the kernel are hidden");
	self->attr.kprobe_func = 0;
	self->attr.kprobe_addr = address;
	self->attr.disabled = 0;
	self->fd = perf_open_self(&self->attr);
	ASSERT_GE(self->fd, 0);
	call_getppid(7);
	EXPECT_EQ(7, perf_count(self->fd));
}

TEST_F(kprobe, record)
{
	/* The common fields of all trace records, then the probed address */
	struct {
		__u16 type;
		__u8 flags;
		__u8 preempt_count;
		__s32 pid;
		unsigned long ip;
	} __attribute__((packed)) raw;
	const struct perf_event_header *record;
	struct perf_sample sample;
	unsigned int i;

	self->attr.sample_period = 1;
	self->attr.sample_type = PERF_SAMPLE_RAW | PERF_SAMPLE_TID;
	self->fd = perf_open_self(&self->attr);
	ASSERT_GE(self->fd, 0);
	ASSERT_EQ(0, perf_ring_open(&self->ring, self->fd, 4, RW));
	ASSERT_EQ(0, enable(self->fd));
	call_getppid(3);
	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_DISABLE, 0));
	for (i = 0; i < 3; i++) {
		record = perf_ring_next(&self->ring);
		ASSERT_NE(NULL, record);
		ASSERT_TRUE(perf_sample_parse(&self->attr, record, &sample));
		EXPECT_EQ((__u32)getpid(), sample.tid);
		ASSERT_GE(sample.raw_size, sizeof(raw));
		memcpy(&raw, sample.raw, sizeof(raw));
		EXPECT_EQ(getpid(), raw.pid);
		EXPECT_NE(0, raw.ip);
	}
	EXPECT_EQ(NULL, perf_ring_next(&self->ring));
}

TEST_F(kprobe, no_such_place)
{
	static char endless[8192];

	memset(endless, 'a', sizeof(endless) - 1);
	self->attr.kprobe_func = bits("no_such_function_at_all");
	EXPECT_EQ(ENOENT, perf_try_self(&self->attr));
	self->attr.kprobe_func = bits(endless);
	EXPECT_EQ(E2BIG, perf_try_self(&self->attr));
	self->attr.kprobe_func = 16;
	EXPECT_EQ(EFAULT, perf_try_self(&self->attr));
	/* Without kprobe_func, kprobe_addr counts: here it is 0, then an address of user space */
	self->attr.kprobe_func = 0;
	EXPECT_EQ(EINVAL, perf_try_self(&self->attr));
	self->attr.kprobe_addr = bits(endless);
	EXPECT_EQ(ENOENT, perf_try_self(&self->attr));
	/* probe_offset beyond the function; the second value does not fit into 32 bits */
	self->attr.kprobe_func = bits("schedule");
	self->attr.probe_offset = 1ULL << 30;
	EXPECT_NE(0, perf_try_self(&self->attr));
	self->attr.probe_offset = 1ULL << 40;
	EXPECT_EQ(EINVAL, perf_try_self(&self->attr));
}

TEST_F(kprobe, no_such_event)
{
	self->attr.sample_type = PERF_SAMPLE_BRANCH_STACK;
	self->attr.branch_sample_type = PERF_SAMPLE_BRANCH_ANY;
	EXPECT_EQ(EOPNOTSUPP, perf_try_self(&self->attr));
}

TEST_F(kprobe, needs_privilege)
{
	self->attr.exclude_kernel = 1;
	EXPECT_EQ(EACCES, perf_try_as_user(&self->attr, 0, -1, -1, 0));
}

/* ---- uprobes ---- */

#define OWN_PROGRAM	"/proc/self/exe"

/* Raised while the probe has a user (ref_ctr_offset); in a writable part of the file */
static volatile unsigned short semaphore = 0x100;

__attribute__((noinline, noclone)) static int probed(int value)
{
	/* The compiler can neither drop nor predict this */
	__asm__ volatile("" : "+r"(value) : : "memory");
	return value + 1;
}

/* volatile, so that the compiler cannot inline probed() */
static int (*volatile probed_function)(int) = probed;

static void call_probed(unsigned int count)
{
	while (count--)
		probed_function(1);
}

static int child_probed(void *argument)
{
	call_probed(*(unsigned int *)argument);
	return 0;
}

/* Convert an address of this program into an offset in its file */
static __u64 file_offset(const volatile void *address)
{
	unsigned long long start, end, offset, inode;
	__u64 found = NOWHERE;
	char line[512];
	FILE *maps;

	maps = fopen("/proc/self/maps", "r");
	if (!maps)
		return NOWHERE;
	while (found == NOWHERE && fgets(line, sizeof(line), maps)) {
		if (sscanf(line, "%llx-%llx %*s %llx %*s %llu", &start, &end, &offset,
			   &inode) != 4)
			continue;
		if (inode && start <= (unsigned long)address && (unsigned long)address < end)
			found = (unsigned long)address - start + offset;
	}
	fclose(maps);
	return found;
}

FIXTURE(uprobe)
{
	struct perf_event_attr attr;
	struct perf_ring ring;
	int fd;
};

FIXTURE_SETUP(uprobe)
{
	int type = perf_pmu_type("uprobe");

	self->fd = -1;
	if (type < 0)
		SKIP(return, "no uprobe PMU");
	if (geteuid())
		SKIP(return, "needs root");
	perf_attr_init(&self->attr, type, 0);
	self->attr.uprobe_path = bits(OWN_PROGRAM);
	self->attr.probe_offset = file_offset(probed);
	ASSERT_NE(NOWHERE, self->attr.probe_offset);
	/* call_probed() makes its page resident before the uprobe inserts a breakpoint */
	call_probed(1);
}

FIXTURE_TEARDOWN(uprobe)
{
	perf_ring_unmap(&self->ring);
	if (self->fd >= 0)
		close(self->fd);
}

TEST_F(uprobe, counts_own_calls)
{
	unsigned int others = 3;

	self->fd = perf_open_self(&self->attr);
	ASSERT_GE(self->fd, 0);
	call_probed(2);
	ASSERT_EQ(0, enable(self->fd));
	call_probed(20);
	EXPECT_EQ(20, perf_count(self->fd));
	EXPECT_EQ(0, run_child(child_probed, &others));
	EXPECT_EQ(20, perf_count(self->fd));
	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_DISABLE, 0));
	call_probed(2);
	EXPECT_EQ(20, perf_count(self->fd));
}

/*
 * A child inherits a copy of the memory, breakpoint included. The uprobe layer now and then misses
 * the hits of a child: then another child is tried, up to 10 times.
 */
TEST_F(uprobe, inherited)
{
	unsigned int others = 3, attempts = 0;
	__u64 count;

	self->attr.inherit = 1;
	self->attr.disabled = 0;
	self->fd = perf_open_self(&self->attr);
	ASSERT_GE(self->fd, 0);
	do {
		ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_RESET, 0));
		count = perf_count(self->fd);
		call_probed(5);
		EXPECT_EQ(0, run_child(child_probed, &others));
		count = perf_count(self->fd) - count;
	} while (count == 5 && ++attempts < 10);
	EXPECT_EQ(8, count);
}

TEST_F(uprobe, all_tasks_of_a_cpu)
{
	unsigned int others = 3;
	int cpu;

	ASSERT_GE(perf_cpu_count(&cpu, 1), 1);
	ASSERT_EQ(0, perf_pin_cpu(cpu));
	self->attr.disabled = 0;
	self->fd = perf_open(&self->attr, -1, cpu, -1, 0);
	ASSERT_GE(self->fd, 0);
	call_probed(5);
	EXPECT_EQ(0, run_child(child_probed, &others));
	EXPECT_EQ(8, perf_count(self->fd));
}

/* The breakpoint is inserted only into the memory of the task that is counted */
TEST_F(uprobe, another_task)
{
	struct perf_child child;
	unsigned int count = 6;

	ASSERT_EQ(0, perf_child_start(&child, child_probed, &count));
	self->attr.disabled = 0;
	self->fd = perf_open(&self->attr, child.pid, -1, -1, 0);
	ASSERT_GE(self->fd, 0);
	call_probed(4);
	EXPECT_EQ(0, perf_child_wait(&child));
	EXPECT_EQ(6, perf_count(self->fd));
}

TEST_F(uprobe, at_the_return)
{
	int entry;

	self->attr.disabled = 0;
	entry = perf_open_self(&self->attr);
	ASSERT_GE(entry, 0);
	self->attr.config = RETURN;
	self->fd = perf_open_self(&self->attr);
	ASSERT_GE(self->fd, 0);
	call_probed(11);
	EXPECT_EQ(11, perf_count(self->fd));
	EXPECT_EQ(11, perf_count(entry));
	/* close(entry) leaves the other event's probe in place */
	close(entry);
	call_probed(2);
	EXPECT_EQ(13, perf_count(self->fd));
}

TEST_F(uprobe, sample)
{
	const struct perf_event_header *record;
	struct perf_sample sample;

	self->attr.sample_period = 1;
	self->attr.sample_type = PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_RAW;
	self->fd = perf_open_self(&self->attr);
	ASSERT_GE(self->fd, 0);
	ASSERT_EQ(0, perf_ring_open(&self->ring, self->fd, 4, RW));
	ASSERT_EQ(0, enable(self->fd));
	call_probed(1);
	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_DISABLE, 0));
	record = perf_ring_next(&self->ring);
	ASSERT_NE(NULL, record);
	ASSERT_TRUE(perf_sample_parse(&self->attr, record, &sample));
	EXPECT_EQ(PERF_RECORD_MISC_USER, record->misc & PERF_RECORD_MISC_CPUMODE_MASK);
	EXPECT_EQ((unsigned long)probed, sample.ip);
	EXPECT_EQ((__u32)getpid(), sample.tid);
	EXPECT_EQ(NULL, perf_ring_next(&self->ring));
}

/* The kernel increments semaphore while the probe has a user, for the program to test */
TEST_F(uprobe, semaphore)
{
	__u64 offset = file_offset(&semaphore);
	int other;

	ASSERT_NE(NOWHERE, offset);
	ASSERT_EQ(0x100, semaphore);
	self->attr.config = offset << 32;
	self->attr.disabled = 0;
	self->fd = perf_open_self(&self->attr);
	ASSERT_GE(self->fd, 0);
	EXPECT_EQ(0x101, semaphore);
	call_probed(2);
	EXPECT_EQ(2, perf_count(self->fd));
	/* A probe address can have one ref_ctr_offset only */
	self->attr.config = (offset + 64) << 32;
	EXPECT_EQ(EINVAL, perf_try_self(&self->attr));
	self->attr.config = offset << 32;
	other = perf_open_self(&self->attr);
	ASSERT_GE(other, 0);
	close(other);
	close(self->fd);
	self->fd = -1;
	EXPECT_EQ(0x100, semaphore);
}

TEST_F(uprobe, no_such_place)
{
	static char endless[PATH_MAX + 100];

	memset(endless, 'a', sizeof(endless) - 1);
	self->attr.uprobe_path = bits("/no/such/file");
	EXPECT_EQ(ENOENT, perf_try_self(&self->attr));
	self->attr.uprobe_path = bits("/proc");
	EXPECT_EQ(EINVAL, perf_try_self(&self->attr));
	self->attr.uprobe_path = bits("");
	EXPECT_EQ(EINVAL, perf_try_self(&self->attr));
	self->attr.uprobe_path = 0;
	EXPECT_EQ(EINVAL, perf_try_self(&self->attr));
	self->attr.uprobe_path = 16;
	EXPECT_EQ(EFAULT, perf_try_self(&self->attr));
	self->attr.uprobe_path = bits(endless);
	EXPECT_EQ(E2BIG, perf_try_self(&self->attr));
	self->attr.uprobe_path = bits(OWN_PROGRAM);
	self->attr.probe_offset = 1ULL << 40;
	self->attr.disabled = 0;
	EXPECT_EQ(EINVAL, perf_try_self(&self->attr));
	self->attr.probe_offset = 1ULL << 63;
	EXPECT_EQ(EINVAL, perf_try_self(&self->attr));
}

TEST_F(uprobe, needs_privilege)
{
	self->attr.exclude_kernel = 1;
	EXPECT_EQ(EACCES, perf_try_as_user(&self->attr, 0, -1, -1, 0));
}

/* ---- probes of trace events ---- */

#define KPROBE_EVENTS	"/sys/kernel/tracing/kprobe_events"

TEST(event_in_use_stays)
{
	struct perf_event_attr attr;
	int fd, id;

	if (perf_file_write(KPROBE_EVENTS, "p:perftest/getppid " PERF_GETPPID))
		SKIP(return, "cannot make a trace event");
	id = perf_tracepoint_id("perftest/getppid");
	ASSERT_GE(id, 0);
	perf_attr_init(&attr, PERF_TYPE_TRACEPOINT, id);
	attr.disabled = 0;
	fd = perf_open_self(&attr);
	ASSERT_GE(fd, 0);
	call_getppid(4);
	EXPECT_EQ(EBUSY, perf_file_write(KPROBE_EVENTS, "-:perftest/getppid"));
	call_getppid(1);
	EXPECT_EQ(5, perf_count(fd));
	close(fd);
	EXPECT_EQ(0, perf_file_write(KPROBE_EVENTS, "-:perftest/getppid"));
	EXPECT_EQ(EINVAL, perf_try_self(&attr));
}

/* Arguments of a record that exceeds the 8 KiB trace buffer */
#define LONG_STRINGS	"+0($arg2):ustring +0($arg2):ustring +0($arg2):ustring +0($arg2):ustring"
#define LOST_HITS	5

struct count_and_lost {
	__u64 value;
	__u64 lost;
};

/* Read the value and PERF_FORMAT_LOST; both are all ones if read() fails */
static struct count_and_lost counted(int fd)
{
	struct count_and_lost words;

	if (read(fd, &words, sizeof(words)) != sizeof(words))
		memset(&words, 0xff, sizeof(words));
	return words;
}

/* Open a path of PATH_MAX bytes, the longest the kernel copies */
static void open_long_path(unsigned int times)
{
	static char path[4096];

	memset(path, 'x', sizeof(path) - 1);
	while (times--)
		close(open(path, O_RDONLY));
}

/* A hit whose record exceeds the buffer is counted, and its sample counted as lost */
TEST(record_larger_than_the_buffer)
{
	struct perf_event_attr attr;
	int fd[2], id;

	if (perf_file_write(KPROBE_EVENTS, "p:perftest/openlong do_sys_openat2 " LONG_STRINGS))
		SKIP(return, "cannot make a trace event with strings of the user");
	id = perf_tracepoint_id("perftest/openlong");
	ASSERT_GE(id, 0);
	perf_attr_init(&attr, PERF_TYPE_TRACEPOINT, id);
	attr.disabled = 0;
	attr.read_format = PERF_FORMAT_LOST;
	fd[0] = perf_open_self(&attr);
	ASSERT_GE(fd[0], 0);
	attr.sample_period = 1;
	attr.sample_type = PERF_SAMPLE_RAW;
	fd[1] = perf_open_self(&attr);
	ASSERT_GE(fd[1], 0);
	open_long_path(LOST_HITS);
	EXPECT_EQ(LOST_HITS, counted(fd[0]).value);
	EXPECT_EQ(0, counted(fd[0]).lost);
	EXPECT_EQ(LOST_HITS, counted(fd[1]).value);
	EXPECT_EQ(LOST_HITS, counted(fd[1]).lost);
	/* A filter needs the record, so the hit is not counted, only PERF_FORMAT_LOST is */
	ASSERT_EQ(0, perf_ioctl(fd[0], PERF_EVENT_IOC_SET_FILTER,
				(unsigned long)"common_pid != 0"));
	open_long_path(1);
	EXPECT_EQ(LOST_HITS, counted(fd[0]).value);
	EXPECT_EQ(1, counted(fd[0]).lost);
	close(fd[0]);
	close(fd[1]);
	EXPECT_EQ(0, perf_file_write(KPROBE_EVENTS, "-:perftest/openlong"));
}

TEST_HARNESS_MAIN
