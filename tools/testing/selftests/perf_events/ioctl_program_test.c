// SPDX-License-Identifier: GPL-2.0
/*
 * The ioctls that attach a filter or a BPF program to an event: SET_FILTER,
 * SET_BPF and QUERY_BPF.
 */
#include "perf_test.h"

#include <errno.h>
#include <linux/bpf.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "kselftest_harness.h"

/* Load a program that only returns @value; returns its fd or -1 */
static int load_program(__u32 type, int value)
{
	const struct bpf_insn insns[] = {
		{ .code = BPF_ALU64 | BPF_MOV | BPF_K, .dst_reg = BPF_REG_0, .imm = value },
		{ .code = BPF_JMP | BPF_EXIT },
	};
	union bpf_attr attr;

	memset(&attr, 0, sizeof(attr));
	attr.prog_type = type;
	attr.insns = (unsigned long)insns;
	attr.insn_cnt = ARRAY_SIZE(insns);
	attr.license = (unsigned long)"GPL";
	return syscall(SYS_bpf, BPF_PROG_LOAD, &attr, sizeof(attr));
}

/* ---- an event that samples each page fault ---- */

FIXTURE(software)
{
	struct perf_event_attr attr;
	struct perf_pages pages;
	struct perf_ring ring;
	int fd;
};

FIXTURE_SETUP(software)
{
	self->attr = perf_attr_software(PERF_COUNT_SW_PAGE_FAULTS);
	self->attr.sample_period = 1;
	self->attr.sample_type = PERF_SAMPLE_ID;
	ASSERT_EQ(0, perf_prefault());
	ASSERT_EQ(0, perf_pages_map(&self->pages, 128));
	self->fd = perf_open_self(&self->attr);
	ASSERT_GE(self->fd, 0);
	ASSERT_EQ(0, perf_ring_open(&self->ring, self->fd, 4, PROT_READ | PROT_WRITE));
}

FIXTURE_TEARDOWN(software)
{
	perf_ring_unmap(&self->ring);
	close(self->fd);
	perf_pages_unmap(&self->pages);
}

TEST_F(software, filter)
{
	static char endless[8192];

	memset(endless, 'a', sizeof(endless) - 1);
	EXPECT_EQ(EINVAL, perf_ioctl(self->fd, PERF_EVENT_IOC_SET_FILTER,
				     (unsigned long)"common_pid != 0"));
	EXPECT_EQ(EINVAL, perf_ioctl(self->fd, PERF_EVENT_IOC_SET_FILTER, (unsigned long)""));
	EXPECT_EQ(EFAULT, perf_ioctl(self->fd, PERF_EVENT_IOC_SET_FILTER, 0));
	EXPECT_EQ(EINVAL, perf_ioctl(self->fd, PERF_EVENT_IOC_SET_FILTER,
				     (unsigned long)endless));
}

TEST_F(software, query_of_programs)
{
	struct perf_event_query_bpf query = { .ids_len = 0 };

	if (perf_ioctl(self->fd, PERF_EVENT_IOC_QUERY_BPF, 0) == EOPNOTSUPP)
		SKIP(return, "kernel without programs");
	EXPECT_EQ(EINVAL, perf_ioctl(self->fd, PERF_EVENT_IOC_QUERY_BPF, (unsigned long)&query));
	EXPECT_EQ(EINVAL, perf_ioctl(self->fd, PERF_EVENT_IOC_QUERY_BPF, 0));
}

static int query_as_user(void *argument)
{
	struct perf_event_query_bpf query = { .ids_len = 0 };

	return perf_ioctl(*(int *)argument, PERF_EVENT_IOC_QUERY_BPF, (unsigned long)&query);
}

TEST_F(software, query_of_programs_needs_privilege)
{
	if (geteuid())
		SKIP(return, "needs root to become a user");
	if (perf_ioctl(self->fd, PERF_EVENT_IOC_QUERY_BPF, 0) == EOPNOTSUPP)
		SKIP(return, "kernel without programs");
	EXPECT_EQ(EPERM, perf_call_as_user(query_as_user, &self->fd));
}

TEST_F(software, program)
{
	int pipes[2], wrong, right;

	ASSERT_EQ(0, pipe(pipes));
	EXPECT_EQ(EBADF, perf_ioctl(self->fd, PERF_EVENT_IOC_SET_BPF, -1));
	EXPECT_EQ(EINVAL, perf_ioctl(self->fd, PERF_EVENT_IOC_SET_BPF, pipes[0]));
	EXPECT_EQ(EINVAL, perf_ioctl(self->fd, PERF_EVENT_IOC_SET_BPF, self->fd));
	close(pipes[0]);
	close(pipes[1]);

	right = load_program(BPF_PROG_TYPE_PERF_EVENT, 1);
	if (right < 0)
		SKIP(return, "cannot load a program");
	wrong = load_program(BPF_PROG_TYPE_SOCKET_FILTER, 1);
	ASSERT_GE(wrong, 0);
	EXPECT_EQ(EINVAL, perf_ioctl(self->fd, PERF_EVENT_IOC_SET_BPF, wrong));
	EXPECT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_SET_BPF, right));
	EXPECT_EQ(EEXIST, perf_ioctl(self->fd, PERF_EVENT_IOC_SET_BPF, right));
	close(wrong);
	close(right);
}

/* When load_program()'s program returns 0, no sample is written */
TEST_F(software, program_decides)
{
	int program = load_program(BPF_PROG_TYPE_PERF_EVENT, 0);

	if (program < 0)
		SKIP(return, "cannot load a program");
	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_ENABLE, 0));
	perf_pages_touch(&self->pages, 0, 3);
	EXPECT_EQ(3, perf_ring_count(&self->ring, 0));
	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_SET_BPF, program));
	perf_pages_touch(&self->pages, 3, 4);
	EXPECT_EQ(0, perf_ring_count(&self->ring, 0));
	EXPECT_EQ(7, perf_count(self->fd));
	close(program);
}

/* ---- tracepoints ---- */

FIXTURE(tracepoint)
{
	struct perf_event_attr attr;
	int fd;
};

FIXTURE_SETUP(tracepoint)
{
	int id;

	self->fd = -1;
	id = perf_tracepoint_id("sched/sched_switch");
	if (id < 0)
		SKIP(return, "no sched:sched_switch");
	perf_attr_init(&self->attr, PERF_TYPE_TRACEPOINT, id);
	self->fd = perf_open_self(&self->attr);
	ASSERT_GE(self->fd, 0);
}

FIXTURE_TEARDOWN(tracepoint)
{
	if (self->fd >= 0)
		close(self->fd);
}

static int set_filter(int fd, const char *filter)
{
	return perf_ioctl(fd, PERF_EVENT_IOC_SET_FILTER, (unsigned long)filter);
}

TEST_F(tracepoint, good_filters)
{
	static const char * const filters[] = {
		"next_pid == 12345",
		"next_pid == 1 && prev_prio > 5",
		"prev_comm == \"init\" || common_pid != 0",
		"!(next_pid & 1)",
	};
	size_t i;
	int fd;

	for (i = 0; i < ARRAY_SIZE(filters); i++) {
		fd = perf_open_self(&self->attr);
		ASSERT_GE(fd, 0);
		EXPECT_EQ(0, set_filter(fd, filters[i]))
			TH_LOG("filter %zu", i);
		/* EEXIST: a filter can be set only once */
		EXPECT_EQ(EEXIST, set_filter(fd, filters[i]));
		EXPECT_EQ(EEXIST, set_filter(fd, "no_such_field == 1"));
		close(fd);
	}
}

TEST_F(tracepoint, bad_filters)
{
	static char endless[8192];

	memset(endless, 'a', sizeof(endless) - 1);
	EXPECT_EQ(EINVAL, set_filter(self->fd, "no_such_field == 1"));
	EXPECT_EQ(EINVAL, set_filter(self->fd, "next_pid =="));
	EXPECT_EQ(EINVAL, set_filter(self->fd, "next_pid == 1 &&"));
	EXPECT_EQ(EFAULT, set_filter(self->fd, NULL));
	EXPECT_EQ(EINVAL, set_filter(self->fd, endless));
	/* The filters refused with EINVAL are not counted as set */
	EXPECT_EQ(0, set_filter(self->fd, "next_pid == 1"));
}

TEST_F(tracepoint, query_of_programs)
{
	struct {
		struct perf_event_query_bpf head;
		__u32 ids[4];
	} query;
	int first, second;

	memset(&query, 0, sizeof(query));
	query.head.ids_len = 4;
	if (perf_ioctl(self->fd, PERF_EVENT_IOC_QUERY_BPF, (unsigned long)&query) == EOPNOTSUPP)
		SKIP(return, "kernel without programs");
	/* With no program attached, QUERY_BPF succeeds with a count of 0 and not with ENOENT */
	query.head.prog_cnt = 99;
	EXPECT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_QUERY_BPF, (unsigned long)&query));
	EXPECT_EQ(0, query.head.prog_cnt);
	query.head.ids_len = 65;
	EXPECT_EQ(E2BIG, perf_ioctl(self->fd, PERF_EVENT_IOC_QUERY_BPF, (unsigned long)&query));
	EXPECT_EQ(EFAULT, perf_ioctl(self->fd, PERF_EVENT_IOC_QUERY_BPF, 0));

	first = load_program(BPF_PROG_TYPE_TRACEPOINT, 1);
	second = load_program(BPF_PROG_TYPE_TRACEPOINT, 1);
	ASSERT_GE(first, 0);
	ASSERT_GE(second, 0);
	EXPECT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_SET_BPF, first));
	query.head.ids_len = 4;
	EXPECT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_QUERY_BPF, (unsigned long)&query));
	EXPECT_EQ(1, query.head.prog_cnt);
	EXPECT_NE(0, query.ids[0]);
	/* With ids_len 0 there is no room for ids, but prog_cnt is still written */
	query.head.ids_len = 0;
	query.head.prog_cnt = 0;
	EXPECT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_QUERY_BPF, (unsigned long)&query));
	EXPECT_EQ(1, query.head.prog_cnt);
	EXPECT_EQ(EINVAL, perf_ioctl(self->fd, PERF_EVENT_IOC_SET_BPF, self->fd));
	EXPECT_EQ(EEXIST, perf_ioctl(self->fd, PERF_EVENT_IOC_SET_BPF, second));
	close(first);
	close(second);
}

TEST_HARNESS_MAIN
