// SPDX-License-Identifier: GPL-2.0
/*
 * The ABI for 32-bit programs: ioctl numbers that contain the size of a pointer, and 64-bit
 * values, which are the same as for 64-bit programs.
 *
 * On x86-64 any program may make 32-bit system calls; their memory arguments must lie
 * below 4 GiB, as static variables of a program at a fixed address do.
 */
#include "perf_test.h"

#include <errno.h>
#include <linux/bpf.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "kselftest_harness.h"

#ifdef __x86_64__

#define NR_READ		3
#define NR_IOCTL	54
#define NR_OPEN		336

/* The request of a 32-bit program, where a pointer has four bytes */
#define COMPAT(request)	(((request) & ~(_IOC_SIZEMASK << _IOC_SIZESHIFT)) | \
			 4UL << _IOC_SIZESHIFT)

static struct perf_event_attr attr;
static __u64 value[4];
static const char filter[] = "common_pid == 0";
static struct {
	struct perf_event_query_bpf head;
	__u32 ids[4];
} query;

/* Make 32-bit system call @number; returns its result, a negative errno if it failed */
static long compat_call(long number, unsigned long a, unsigned long b, unsigned long c,
			unsigned long d, unsigned long e)
{
	long result;

	__asm__ volatile("int $0x80"
			 : "=a"(result)
			 : "a"(number), "b"(a), "c"(b), "d"(c), "S"(d), "D"(e)
			 : "memory", "r8", "r9", "r10", "r11");
	return (int)result;
}

static int compat_ioctl(int fd, unsigned long request, unsigned long argument)
{
	return -compat_call(NR_IOCTL, fd, request, argument, 0, 0);
}

static int compat_open(void)
{
	return compat_call(NR_OPEN, (unsigned long)&attr, 0, -1, -1, 0);
}

FIXTURE(compat)
{
	struct perf_pages pages;
	int fd;
};

FIXTURE_SETUP(compat)
{
	self->fd = -1;
	if ((unsigned long)&attr >> 32 || (unsigned long)value >> 32)
		SKIP(return, "variables are not where 32 bits reach");
	/* dup(-1) returns EBADF if the kernel has 32-bit system calls */
	if (compat_call(41, -1, 0, 0, 0, 0) != -EBADF)
		SKIP(return, "kernel without 32-bit system calls");
	ASSERT_EQ(0, perf_prefault());
	ASSERT_EQ(0, perf_pages_map(&self->pages, 64));
	attr = perf_attr_software(PERF_COUNT_SW_PAGE_FAULTS);
}

FIXTURE_TEARDOWN(compat)
{
	if (self->fd >= 0)
		close(self->fd);
	perf_pages_unmap(&self->pages);
}

TEST_F(compat, open_enable_read)
{
	self->fd = compat_open();
	ASSERT_GE(self->fd, 0);
	EXPECT_EQ(0, compat_ioctl(self->fd, PERF_EVENT_IOC_ENABLE, 0));
	perf_pages_touch(&self->pages, 0, 5);
	EXPECT_EQ(0, compat_ioctl(self->fd, PERF_EVENT_IOC_DISABLE, 0));
	perf_pages_touch(&self->pages, 5, 5);
	EXPECT_EQ(8, compat_call(NR_READ, self->fd, (unsigned long)value, sizeof(value), 0, 0));
	EXPECT_EQ(5, value[0]);
	EXPECT_EQ(0, compat_ioctl(self->fd, PERF_EVENT_IOC_RESET, 0));
	EXPECT_EQ(0, perf_count(self->fd));
	attr.size = 8;
	EXPECT_EQ(-E2BIG, compat_open());
}

TEST_F(compat, id)
{
	self->fd = compat_open();
	ASSERT_GE(self->fd, 0);
	memset(value, 0xff, sizeof(value));
	EXPECT_EQ(0, compat_ioctl(self->fd, COMPAT(PERF_EVENT_IOC_ID), (unsigned long)value));
	EXPECT_EQ(perf_event_id(self->fd), value[0]);
	EXPECT_EQ(UINT64_MAX, value[1]);
	EXPECT_EQ(EFAULT, compat_ioctl(self->fd, COMPAT(PERF_EVENT_IOC_ID), 0));
}

TEST_F(compat, period)
{
	attr.sample_period = 100;
	self->fd = compat_open();
	ASSERT_GE(self->fd, 0);
	/* PERF_EVENT_IOC_PERIOD contains the size of the value, not of a pointer */
	value[0] = 7;
	EXPECT_EQ(0, compat_ioctl(self->fd, PERF_EVENT_IOC_PERIOD, (unsigned long)value));
	value[0] = 1ULL << 63;
	EXPECT_EQ(EINVAL, compat_ioctl(self->fd, PERF_EVENT_IOC_PERIOD, (unsigned long)value));
}

TEST_F(compat, filters)
{
	int id = perf_tracepoint_id("syscalls/sys_enter_getppid");

	if (id < 0)
		SKIP(return, "no tracepoints of system calls");
	perf_attr_init(&attr, PERF_TYPE_TRACEPOINT, id);
	self->fd = compat_open();
	ASSERT_GE(self->fd, 0);
	EXPECT_EQ(0, compat_ioctl(self->fd, COMPAT(PERF_EVENT_IOC_SET_FILTER),
				  (unsigned long)filter));
	EXPECT_EQ(EEXIST, compat_ioctl(self->fd, COMPAT(PERF_EVENT_IOC_SET_FILTER),
				       (unsigned long)filter));
}

TEST_F(compat, programs)
{
	int id = perf_tracepoint_id("syscalls/sys_enter_getppid"), error;

	if (id < 0)
		SKIP(return, "no tracepoints of system calls");
	perf_attr_init(&attr, PERF_TYPE_TRACEPOINT, id);
	self->fd = compat_open();
	ASSERT_GE(self->fd, 0);
	query.head.ids_len = 4;
	query.head.prog_cnt = 99;
	error = compat_ioctl(self->fd, COMPAT(PERF_EVENT_IOC_QUERY_BPF), (unsigned long)&query);
	if (error == EOPNOTSUPP)
		SKIP(return, "kernel without programs");
	EXPECT_EQ(0, error);
	EXPECT_EQ(0, query.head.prog_cnt);
}

TEST_F(compat, breakpoints)
{
	perf_attr_init(&attr, PERF_TYPE_BREAKPOINT, 0);
	attr.bp_type = 2;	/* stores */
	attr.bp_len = 4;
	attr.bp_addr = (unsigned long)value;
	self->fd = compat_open();
	if (self->fd == -ENOENT)
		SKIP(return, "no hardware breakpoints");
	ASSERT_GE(self->fd, 0);
	attr.bp_addr += 8;
	attr.disabled = 1;
	EXPECT_EQ(0, compat_ioctl(self->fd, COMPAT(PERF_EVENT_IOC_MODIFY_ATTRIBUTES),
				  (unsigned long)&attr));
	attr.sample_type = PERF_SAMPLE_IP;
	EXPECT_EQ(EINVAL, compat_ioctl(self->fd, COMPAT(PERF_EVENT_IOC_MODIFY_ATTRIBUTES),
				       (unsigned long)&attr));
}

/* Only SET_FILTER, ID, QUERY_BPF and MODIFY_ATTRIBUTES accept the size of a pointer */
TEST_F(compat, other_numbers)
{
	self->fd = compat_open();
	ASSERT_GE(self->fd, 0);
	EXPECT_EQ(ENOTTY, compat_ioctl(self->fd, COMPAT(PERF_EVENT_IOC_PERIOD),
				       (unsigned long)value));
	EXPECT_EQ(ENOTTY, compat_ioctl(self->fd, COMPAT(PERF_EVENT_IOC_ENABLE), 0));
	EXPECT_EQ(ENOTTY, compat_ioctl(self->fd, 0x2401 + 200, 0));
	EXPECT_EQ(ENOTTY, perf_ioctl(self->fd, COMPAT(PERF_EVENT_IOC_ID), (unsigned long)value));
}

#else

TEST(compat)
{
	SKIP(return, "32-bit system calls are made on x86-64 only");
}

#endif /* __x86_64__ */

TEST_HARNESS_MAIN
