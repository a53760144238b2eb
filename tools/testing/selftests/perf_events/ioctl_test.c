// SPDX-License-Identifier: GPL-2.0
/*
 * The ioctls that control counting events: the effect of each on counts, times and
 * groups, and its errors.
 */
#include "perf_test.h"

#include <errno.h>
#include <linux/hw_breakpoint.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "kselftest_harness.h"

#define GROUP	PERF_IOC_FLAG_GROUP

/* The request of an ioctl with a pointer argument contains the pointer's size */
#define POINTER	((unsigned long)sizeof(void *) << 16)

static const struct {
	unsigned long request;
	unsigned long number;
} numbers[] = {
	{ PERF_EVENT_IOC_ENABLE, 0x2400 },
	{ PERF_EVENT_IOC_DISABLE, 0x2401 },
	{ PERF_EVENT_IOC_REFRESH, 0x2402 },
	{ PERF_EVENT_IOC_RESET, 0x2403 },
	{ PERF_EVENT_IOC_PERIOD, 0x40082404 },
	{ PERF_EVENT_IOC_SET_OUTPUT, 0x2405 },
	{ PERF_EVENT_IOC_SET_FILTER, 0x40002406 | POINTER },
	{ PERF_EVENT_IOC_ID, 0x80002407 | POINTER },
	{ PERF_EVENT_IOC_SET_BPF, 0x40042408 },
	{ PERF_EVENT_IOC_PAUSE_OUTPUT, 0x40042409 },
	{ PERF_EVENT_IOC_QUERY_BPF, 0xc000240a | POINTER },
	{ PERF_EVENT_IOC_MODIFY_ATTRIBUTES, 0x4000240b | POINTER },
};

/* powerpc, mips, sparc and alpha encode the direction in other bits */
#if defined(__x86_64__) || defined(__i386__) || defined(__aarch64__) || defined(__riscv)
TEST(numbers_are_abi)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(numbers); i++)
		EXPECT_EQ(numbers[i].number, numbers[i].request)
			TH_LOG("request %lx", numbers[i].request);
}
#endif

/* ---- one counting event of page faults ---- */

FIXTURE(counting)
{
	struct perf_event_attr attr;
	struct perf_pages pages;
	int fd;
};

FIXTURE_SETUP(counting)
{
	self->attr = perf_attr_software(PERF_COUNT_SW_PAGE_FAULTS);
	ASSERT_EQ(0, perf_prefault());
	ASSERT_EQ(0, perf_pages_map(&self->pages, 64));
	self->fd = perf_open_self(&self->attr);
	ASSERT_GE(self->fd, 0);
}

FIXTURE_TEARDOWN(counting)
{
	close(self->fd);
	perf_pages_unmap(&self->pages);
}

TEST_F(counting, unknown_command)
{
	size_t i;

	EXPECT_EQ(ENOTTY, perf_ioctl(self->fd, _IO('$', 12), 0));
	EXPECT_EQ(ENOTTY, perf_ioctl(self->fd, _IO('$', 255), 0));
	EXPECT_EQ(ENOTTY, perf_ioctl(self->fd, _IO('#', 0), 0));
	EXPECT_EQ(ENOTTY, perf_ioctl(self->fd, 0x7fffffff, 0));
	/* The size (bit 17) is part of the request; on 64 bits also of requests with pointers */
	for (i = 0; i < ARRAY_SIZE(numbers); i++)
		EXPECT_EQ(ENOTTY, perf_ioctl(self->fd, numbers[i].request ^ 1UL << 17, 0))
			TH_LOG("request %lx", numbers[i].request);
}

TEST_F(counting, enable_and_disable)
{
	EXPECT_EQ(0, perf_count(self->fd));
	perf_pages_touch(&self->pages, 0, 3);
	EXPECT_EQ(0, perf_count(self->fd));

	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_ENABLE, 0));
	perf_pages_touch(&self->pages, 3, 5);
	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_DISABLE, 0));
	EXPECT_EQ(5, perf_count(self->fd));

	perf_pages_touch(&self->pages, 8, 7);
	EXPECT_EQ(5, perf_count(self->fd));

	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_ENABLE, 0));
	perf_pages_touch(&self->pages, 15, 2);
	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_DISABLE, 0));
	EXPECT_EQ(7, perf_count(self->fd));
}

TEST_F(counting, twice_is_once)
{
	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_DISABLE, 0));
	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_ENABLE, 0));
	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_ENABLE, 0));
	perf_pages_touch(&self->pages, 0, 4);
	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_DISABLE, 0));
	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_DISABLE, 0));
	perf_pages_touch(&self->pages, 4, 4);
	EXPECT_EQ(4, perf_count(self->fd));
}

/* ENABLE and DISABLE ignore bits of the argument beyond PERF_IOC_FLAG_GROUP */
TEST_F(counting, argument_bits)
{
	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_ENABLE, ~0UL));
	perf_pages_touch(&self->pages, 0, 4);
	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_DISABLE, 2));
	perf_pages_touch(&self->pages, 4, 4);
	EXPECT_EQ(4, perf_count(self->fd));
}

TEST_F(counting, reset)
{
	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_ENABLE, 0));
	perf_pages_touch(&self->pages, 0, 9);
	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_RESET, 0));
	EXPECT_EQ(0, perf_count(self->fd));
	perf_pages_touch(&self->pages, 9, 6);
	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_DISABLE, 0));
	EXPECT_EQ(6, perf_count(self->fd));
	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_RESET, 0));
	EXPECT_EQ(0, perf_count(self->fd));
}

TEST_F(counting, reset_leaves_the_times)
{
	const __u64 format = PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING;
	struct perf_read_values before, after;
	int fd;

	self->attr.read_format = format;
	fd = perf_open_self(&self->attr);
	ASSERT_GE(fd, 0);
	ASSERT_EQ(0, perf_ioctl(fd, PERF_EVENT_IOC_ENABLE, 0));
	perf_pages_touch(&self->pages, 0, 9);
	ASSERT_EQ(0, perf_ioctl(fd, PERF_EVENT_IOC_DISABLE, 0));
	ASSERT_EQ(0, perf_values_read(fd, format, &before));
	EXPECT_EQ(9, before.entry[0].value);
	EXPECT_LT(0, before.enabled);
	EXPECT_EQ(before.enabled, before.running);
	ASSERT_EQ(0, perf_ioctl(fd, PERF_EVENT_IOC_RESET, 0));
	ASSERT_EQ(0, perf_values_read(fd, format, &after));
	EXPECT_EQ(0, after.entry[0].value);
	EXPECT_EQ(before.enabled, after.enabled);
	EXPECT_EQ(before.running, after.running);
	close(fd);
}

TEST_F(counting, id)
{
	__u64 id = 0, again = 0, other;
	int fd;

	EXPECT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_ID, (unsigned long)&id));
	EXPECT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_ID, (unsigned long)&again));
	EXPECT_NE(0, id);
	EXPECT_EQ(id, again);
	EXPECT_EQ(EFAULT, perf_ioctl(self->fd, PERF_EVENT_IOC_ID, 0));
	EXPECT_EQ(EFAULT, perf_ioctl(self->fd, PERF_EVENT_IOC_ID, ~0xfffUL));

	fd = perf_open_self(&self->attr);
	ASSERT_GE(fd, 0);
	other = perf_event_id(fd);
	EXPECT_NE(id, other);
	close(fd);
	/* A descriptor of dup() refers to the same event */
	fd = dup(self->fd);
	ASSERT_GE(fd, 0);
	EXPECT_EQ(id, perf_event_id(fd));
	close(fd);
}

TEST_F(counting, period_of_a_counter)
{
	__u64 period = 5;

	EXPECT_EQ(EINVAL, perf_ioctl(self->fd, PERF_EVENT_IOC_PERIOD, (unsigned long)&period));
	EXPECT_EQ(EFAULT, perf_ioctl(self->fd, PERF_EVENT_IOC_PERIOD, 0));
}

TEST_F(counting, refresh_of_a_counter)
{
	EXPECT_EQ(EINVAL, perf_ioctl(self->fd, PERF_EVENT_IOC_REFRESH, 1));
	EXPECT_EQ(EINVAL, perf_ioctl(self->fd, PERF_EVENT_IOC_REFRESH, 0));
	perf_pages_touch(&self->pages, 0, 1);
	EXPECT_EQ(0, perf_count(self->fd));
}

TEST_F(counting, pause_needs_a_data_area)
{
	struct perf_ring ring;

	EXPECT_EQ(EINVAL, perf_ioctl(self->fd, PERF_EVENT_IOC_PAUSE_OUTPUT, 1));
	EXPECT_EQ(EINVAL, perf_ioctl(self->fd, PERF_EVENT_IOC_PAUSE_OUTPUT, 0));
	ASSERT_EQ(0, perf_ring_map(&ring, self->fd, 0, PROT_READ | PROT_WRITE));
	EXPECT_EQ(EINVAL, perf_ioctl(self->fd, PERF_EVENT_IOC_PAUSE_OUTPUT, 1));
	perf_ring_unmap(&ring);
	ASSERT_EQ(0, perf_ring_map(&ring, self->fd, 1, PROT_READ | PROT_WRITE));
	EXPECT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_PAUSE_OUTPUT, 1));
	EXPECT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_PAUSE_OUTPUT, 0));
	perf_ring_unmap(&ring);
}

TEST_F(counting, modify)
{
	struct perf_event_attr attr = self->attr;

	EXPECT_EQ(EOPNOTSUPP, perf_ioctl(self->fd, PERF_EVENT_IOC_MODIFY_ATTRIBUTES,
					 (unsigned long)&attr));
	attr.type = PERF_TYPE_BREAKPOINT;
	EXPECT_EQ(EINVAL, perf_ioctl(self->fd, PERF_EVENT_IOC_MODIFY_ATTRIBUTES,
				     (unsigned long)&attr));
	EXPECT_EQ(EFAULT, perf_ioctl(self->fd, PERF_EVENT_IOC_MODIFY_ATTRIBUTES, 0));
	attr.size = 8;
	EXPECT_EQ(E2BIG, perf_ioctl(self->fd, PERF_EVENT_IOC_MODIFY_ATTRIBUTES,
				    (unsigned long)&attr));
	attr = self->attr;
	attr.__reserved_2 = 1;
	EXPECT_EQ(EINVAL, perf_ioctl(self->fd, PERF_EVENT_IOC_MODIFY_ATTRIBUTES,
				     (unsigned long)&attr));
}

TEST(modify_breakpoint)
{
	static __u32 first, second;
	struct perf_event_attr attr, other;
	int fd;

	perf_attr_init(&attr, PERF_TYPE_BREAKPOINT, 0);
	attr.bp_type = HW_BREAKPOINT_W;
	attr.bp_addr = (unsigned long)&first;
	attr.bp_len = HW_BREAKPOINT_LEN_4;
	attr.disabled = 0;
	if (perf_breakpoints_ignored())
		SKIP(return, PERF_BREAKPOINTS_IGNORED);
	fd = perf_open_self(&attr);
	if (fd < 0 && perf_no_breakpoints(errno))
		SKIP(return, PERF_NO_BREAKPOINTS);
	ASSERT_GE(fd, 0);
	__atomic_store_n(&first, 1, __ATOMIC_RELAXED);
	__atomic_store_n(&second, 1, __ATOMIC_RELAXED);
	EXPECT_EQ(1, perf_count(fd));

	attr.bp_addr = (unsigned long)&second;
	EXPECT_EQ(0, perf_ioctl(fd, PERF_EVENT_IOC_MODIFY_ATTRIBUTES, (unsigned long)&attr));
	__atomic_store_n(&first, 2, __ATOMIC_RELAXED);
	EXPECT_EQ(1, perf_count(fd));
	__atomic_store_n(&second, 2, __ATOMIC_RELAXED);
	EXPECT_EQ(2, perf_count(fd));

	other = attr;
	other.sample_period = 77;
	EXPECT_EQ(EINVAL, perf_ioctl(fd, PERF_EVENT_IOC_MODIFY_ATTRIBUTES,
				     (unsigned long)&other));
	other = attr;
	other.exclude_user = 1;
	EXPECT_EQ(EINVAL, perf_ioctl(fd, PERF_EVENT_IOC_MODIFY_ATTRIBUTES,
				     (unsigned long)&other));
	close(fd);
}

/* ---- groups ---- */

FIXTURE(group)
{
	struct perf_pages pages;
	int leader;
	int sibling;
};

FIXTURE_SETUP(group)
{
	struct perf_event_attr attr = perf_attr_software(PERF_COUNT_SW_PAGE_FAULTS);

	ASSERT_EQ(0, perf_prefault());
	ASSERT_EQ(0, perf_pages_map(&self->pages, 64));
	self->leader = perf_open_self(&attr);
	ASSERT_GE(self->leader, 0);
	self->sibling = perf_open(&attr, 0, -1, self->leader, 0);
	ASSERT_GE(self->sibling, 0);
}

FIXTURE_TEARDOWN(group)
{
	close(self->sibling);
	close(self->leader);
	perf_pages_unmap(&self->pages);
}

TEST_F(group, flag_reaches_the_siblings)
{
	ASSERT_EQ(0, perf_ioctl(self->leader, PERF_EVENT_IOC_ENABLE, GROUP));
	perf_pages_touch(&self->pages, 0, 3);
	EXPECT_EQ(3, perf_count(self->leader));
	EXPECT_EQ(3, perf_count(self->sibling));
	ASSERT_EQ(0, perf_ioctl(self->leader, PERF_EVENT_IOC_RESET, GROUP));
	EXPECT_EQ(0, perf_count(self->leader));
	EXPECT_EQ(0, perf_count(self->sibling));
	ASSERT_EQ(0, perf_ioctl(self->leader, PERF_EVENT_IOC_DISABLE, GROUP));
	perf_pages_touch(&self->pages, 3, 3);
	EXPECT_EQ(0, perf_count(self->leader));
	EXPECT_EQ(0, perf_count(self->sibling));
}

TEST_F(group, flag_on_a_sibling_means_the_whole_group)
{
	ASSERT_EQ(0, perf_ioctl(self->sibling, PERF_EVENT_IOC_ENABLE, GROUP));
	perf_pages_touch(&self->pages, 0, 3);
	ASSERT_EQ(0, perf_ioctl(self->sibling, PERF_EVENT_IOC_DISABLE, GROUP));
	EXPECT_EQ(3, perf_count(self->leader));
	EXPECT_EQ(3, perf_count(self->sibling));
}

TEST_F(group, without_flag_one_alone)
{
	ASSERT_EQ(0, perf_ioctl(self->leader, PERF_EVENT_IOC_ENABLE, 0));
	perf_pages_touch(&self->pages, 0, 3);
	EXPECT_EQ(3, perf_count(self->leader));
	EXPECT_EQ(0, perf_count(self->sibling));
	ASSERT_EQ(0, perf_ioctl(self->sibling, PERF_EVENT_IOC_ENABLE, 0));
	perf_pages_touch(&self->pages, 3, 4);
	EXPECT_EQ(7, perf_count(self->leader));
	EXPECT_EQ(4, perf_count(self->sibling));
	ASSERT_EQ(0, perf_ioctl(self->leader, PERF_EVENT_IOC_RESET, 0));
	EXPECT_EQ(0, perf_count(self->leader));
	EXPECT_EQ(4, perf_count(self->sibling));
	ASSERT_EQ(0, perf_ioctl(self->sibling, PERF_EVENT_IOC_DISABLE, 0));
	perf_pages_touch(&self->pages, 7, 2);
	EXPECT_EQ(2, perf_count(self->leader));
	EXPECT_EQ(4, perf_count(self->sibling));
}

TEST_F(group, sibling_counts_only_with_its_leader)
{
	ASSERT_EQ(0, perf_ioctl(self->sibling, PERF_EVENT_IOC_ENABLE, 0));
	perf_pages_touch(&self->pages, 0, 3);
	EXPECT_EQ(0, perf_count(self->sibling));
	ASSERT_EQ(0, perf_ioctl(self->leader, PERF_EVENT_IOC_ENABLE, 0));
	perf_pages_touch(&self->pages, 3, 4);
	EXPECT_EQ(4, perf_count(self->sibling));
	ASSERT_EQ(0, perf_ioctl(self->leader, PERF_EVENT_IOC_DISABLE, 0));
	perf_pages_touch(&self->pages, 7, 5);
	EXPECT_EQ(4, perf_count(self->sibling));
}

TEST_HARNESS_MAIN
