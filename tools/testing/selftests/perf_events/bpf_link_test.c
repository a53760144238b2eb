// SPDX-License-Identifier: GPL-2.0
/*
 * The information that a BPF link returns about its event: type and config, the
 * tracepoint's name, or the probe's location.
 */
#include "bpf_fixture.h"

#include "kselftest_harness.h"

/* The ABI's numbers: the C library's <linux/bpf.h> may be too old to have them */
enum { LINK_OF_PERF_EVENT = 7 };

enum link_event_type {
	LINK_UPROBE = 1,
	LINK_URETPROBE,
	LINK_KPROBE,
	LINK_KRETPROBE,
	LINK_TRACEPOINT,
	LINK_EVENT,
};

struct link_info {
	__u32 type;
	__u32 id;
	__u32 prog_id;
	__u32 reserved;
	__u32 event_type;
	__u32 reserved_2;
	union {
		struct {
			__u64 name;
			__u32 name_len;
			__u32 offset;
		} probe;
		struct {
			__u64 name;
			__u32 name_len;
			__u32 reserved;
			__u64 cookie;
		} tracepoint;
		struct {
			__u64 config;
			__u32 type;
			__u32 reserved;
			__u64 cookie;
		} event;
		__u64 words[16];
	};
};

/* Returns 0 or errno */
static int ask_link(int link, struct link_info *info)
{
	union bpf_attr attr;

	memset(&attr, 0, sizeof(attr));
	attr.info.bpf_fd = link;
	attr.info.info_len = sizeof(*info);
	attr.info.info = (unsigned long)info;
	return bpf(BPF_OBJ_GET_INFO_BY_FD, &attr) ? errno : 0;
}

#define COOKIE	0x0123456789abcdefULL

FIXTURE(link)
{
	struct perf_event_attr attr;
	struct link_info info;
	char name[512];
	int program, fd, link;
};

FIXTURE_SETUP(link)
{
	self->fd = -1;
	self->link = -1;
	self->program = load_constant(BPF_PROG_TYPE_PERF_EVENT, 1);
	if (self->program < 0)
		SKIP(return, "no BPF");
}

FIXTURE_TEARDOWN(link)
{
	if (self->link >= 0)
		close(self->link);
	if (self->fd >= 0)
		close(self->fd);
	if (self->program >= 0)
		close(self->program);
}

/* Open the event and link a program of @program_type to it; returns 0 or errno */
static int open_link(FIXTURE_DATA(link) *self, __u32 program_type)
{
	close(self->program);
	self->program = load_constant(program_type, 1);
	self->fd = perf_open_self(&self->attr);
	if (self->program < 0 || self->fd < 0)
		return errno;
	self->link = create_link(self->program, self->fd, COOKIE);
	return self->link < 0 ? errno : 0;
}

/* Query with @room bytes for a name, whose pointer is at the same offset for all types */
static int ask_with_name(FIXTURE_DATA(link) *self, size_t room)
{
	memset(&self->info, 0, sizeof(self->info));
	memset(self->name, 'x', sizeof(self->name) - 1);
	self->info.probe.name = (unsigned long)self->name;
	self->info.probe.name_len = room;
	return ask_link(self->link, &self->info);
}

TEST_F(link, software_event)
{
	self->attr = perf_attr_software(PERF_COUNT_SW_PAGE_FAULTS);
	self->attr.sample_period = 1;
	ASSERT_EQ(0, open_link(self, BPF_PROG_TYPE_PERF_EVENT));
	ASSERT_EQ(0, ask_link(self->link, &self->info));
	EXPECT_EQ(LINK_OF_PERF_EVENT, self->info.type);
	EXPECT_NE(0, self->info.id);
	EXPECT_EQ(program_id(self->program), self->info.prog_id);
	EXPECT_EQ(LINK_EVENT, self->info.event_type);
	EXPECT_EQ(PERF_TYPE_SOFTWARE, self->info.event.type);
	EXPECT_EQ(PERF_COUNT_SW_PAGE_FAULTS, self->info.event.config);
	EXPECT_EQ(COOKIE, self->info.event.cookie);
}

/* The link holds the event, so ask_link() works after the event is closed */
TEST_F(link, event_is_closed)
{
	self->attr = perf_attr_software(PERF_COUNT_SW_CPU_MIGRATIONS);
	self->attr.sample_period = 1;
	ASSERT_EQ(0, open_link(self, BPF_PROG_TYPE_PERF_EVENT));
	close(self->fd);
	close(self->program);
	self->fd = -1;
	self->program = -1;
	ASSERT_EQ(0, ask_link(self->link, &self->info));
	EXPECT_EQ(LINK_EVENT, self->info.event_type);
	EXPECT_EQ(PERF_COUNT_SW_CPU_MIGRATIONS, self->info.event.config);
}

TEST_F(link, tracepoint)
{
	int id = perf_tracepoint_id("sched/sched_switch");

	if (id < 0)
		SKIP(return, "no sched:sched_switch");
	perf_attr_init(&self->attr, PERF_TYPE_TRACEPOINT, id);
	ASSERT_EQ(0, open_link(self, BPF_PROG_TYPE_TRACEPOINT));
	/* With name_len 0 the kernel returns only the length of the name */
	ASSERT_EQ(0, ask_link(self->link, &self->info));
	EXPECT_EQ(LINK_OF_PERF_EVENT, self->info.type);
	EXPECT_EQ(program_id(self->program), self->info.prog_id);
	EXPECT_EQ(LINK_TRACEPOINT, self->info.event_type);
	EXPECT_EQ(sizeof("sched_switch"), self->info.tracepoint.name_len);
	EXPECT_EQ(COOKIE, self->info.tracepoint.cookie);
	ASSERT_EQ(0, ask_with_name(self, sizeof(self->name)));
	EXPECT_STREQ("sched_switch", self->name);
	EXPECT_EQ(ENOSPC, ask_with_name(self, 6));
	EXPECT_STREQ("sched", self->name);
}

/* Bit 0 of @attr.config selects a probe at the function's return instead of its entry */
TEST_F(link, kprobe)
{
	int type = perf_pmu_type("kprobe"), at_return, err;

	if (type < 0)
		SKIP(return, "no kprobe PMU");
	for (at_return = 0; at_return < 2; at_return++) {
		perf_attr_init(&self->attr, type, at_return);
		self->attr.kprobe_func = (unsigned long)PERF_GETPPID;
		err = open_link(self, BPF_PROG_TYPE_KPROBE);
		if (err == ENOENT)
			SKIP(return, "no function " PERF_GETPPID);
		ASSERT_EQ(0, err);
		ASSERT_EQ(0, ask_with_name(self, sizeof(self->name)));
		EXPECT_EQ(LINK_OF_PERF_EVENT, self->info.type);
		EXPECT_EQ(at_return ? LINK_KRETPROBE : LINK_KPROBE, self->info.event_type);
		EXPECT_STREQ(PERF_GETPPID, self->name);
		EXPECT_EQ(sizeof(PERF_GETPPID), self->info.probe.name_len);
		EXPECT_EQ(0, self->info.probe.offset);
		close(self->link);
		close(self->fd);
		self->link = -1;
		self->fd = -1;
	}
}

/* probe_offset is in this program's ELF header, which is never executed */
TEST_F(link, uprobe)
{
	int type = perf_pmu_type("uprobe");
	char path[512] = "";

	if (type < 0)
		SKIP(return, "no uprobe PMU");
	ASSERT_LT(0, readlink("/proc/self/exe", path, sizeof(path) - 1));
	perf_attr_init(&self->attr, type, 0);
	self->attr.uprobe_path = (unsigned long)path;
	self->attr.probe_offset = 64;
	ASSERT_EQ(0, open_link(self, BPF_PROG_TYPE_KPROBE));
	ASSERT_EQ(0, ask_with_name(self, sizeof(self->name)));
	EXPECT_EQ(LINK_OF_PERF_EVENT, self->info.type);
	EXPECT_EQ(LINK_UPROBE, self->info.event_type);
	EXPECT_STREQ(path, self->name);
	EXPECT_EQ(64, self->info.probe.offset);
}

TEST_HARNESS_MAIN
