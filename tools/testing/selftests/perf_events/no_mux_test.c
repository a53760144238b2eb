// SPDX-License-Identifier: GPL-2.0
/*
 * PERF_EXT_NO_MUX on the test PMU, which has four counters a CPU.
 *
 * The rules are those of Documentation/userspace-api/perf-events.rst, "Options of the call":
 * a group that does not fit beside the pinned groups of its target is EBUSY.
 */
#include "ext_open.h"
#include "perf_test.h"
#include "test_pmu.h"

#include <errno.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "kselftest_harness.h"

#define COUNTERS	4
#define EXT(name)	(PERF_WHERE_EXT + offsetof(struct perf_event_ext, name))
#define ARG_GROUP	(PERF_WHERE_ARG + 3)

FIXTURE(no_mux)
{
	struct perf_sysctls sysctls;
	struct ext_open call;
	int fds[2 * COUNTERS];
	int nr;
	bool ready;
};

FIXTURE_SETUP(no_mux)
{
	self->ready = false;
	if (geteuid() || test_pmu_plug("test_count") < 0)
		SKIP(return, TEST_PMU_ABSENT);
	ASSERT_EQ(0, perf_sysctls_save(&self->sysctls));
	self->ready = true;
	self->nr = 0;
	memset(&self->call, 0, sizeof(self->call));
	perf_attr_init(&self->call.attr, perf_pmu_type("test_count"), 0);
	self->call.attr.disabled = 0;
	self->call.attr.exclude_kernel = 1;
	self->call.options = PERF_EXT_NO_MUX;
	self->call.cpu = -1;
	self->call.group = -1;
}

static void close_all(FIXTURE_DATA(no_mux) *self)
{
	while (self->nr)
		close(self->fds[--self->nr]);
}

FIXTURE_TEARDOWN(no_mux)
{
	if (!self->ready)
		return;
	close_all(self);
	perf_sysctls_restore(&self->sysctls);
	EXPECT_EQ(0, test_pmu_events());
	EXPECT_EQ(0, test_pmu_unplug("test_count"));
}

/* Returns 0 or the errno; the event stays open */
static int try_open(FIXTURE_DATA(no_mux) *self)
{
	int fd = ext_open(&self->call);

	if (fd < 0)
		return errno;
	self->fds[self->nr++] = fd;
	return 0;
}

/* Returns false unless @fd counts each of 10 units */
static bool counts(int fd)
{
	__u64 before = perf_count(fd);

	return !test_pmu_work(10) && before != UINT64_MAX && perf_count(fd) == before + 10;
}

TEST_F(no_mux, known)
{
	EXPECT_EQ(PERF_EXT_NO_MUX, ext_known() & PERF_EXT_NO_MUX);
}

/* The fifth is refused, and leaves nothing behind */
TEST_F(no_mux, thread)
{
	struct perf_event_explain *explain = &self->call.explain;
	int i;

	for (i = 0; i < COUNTERS; i++)
		ASSERT_EQ(0, try_open(self));
	EXPECT_EQ(EBUSY, try_open(self));
	EXPECT_EQ(EBUSY, explain->error);
	EXPECT_EQ(PERF_WHY_NO_MUX, explain->reason)
		TH_LOG("%s", explain->text);
	EXPECT_EQ(EXT(options), explain->where);
	EXPECT_EQ(PERF_EXT_NO_MUX, explain->bits);
	EXPECT_EQ(getpid(), (pid_t)explain->got);
	EXPECT_STREQ("test_count", explain->pmu);
	EXPECT_EQ(COUNTERS, test_pmu_events());
	for (i = 0; i < COUNTERS; i++)
		EXPECT_TRUE(counts(self->fds[i]));
	/* The descriptor of the refused event is free again */
	close(self->fds[--self->nr]);
	EXPECT_EQ(0, try_open(self));
	EXPECT_EQ(EBUSY, try_open(self));
}

/* Events that are time-shared make room */
TEST_F(no_mux, beside_flexible)
{
	int i;

	self->call.options = 0;
	for (i = 0; i < COUNTERS; i++)
		ASSERT_EQ(0, try_open(self));
	self->call.options = PERF_EXT_NO_MUX;
	ASSERT_EQ(0, try_open(self));
	EXPECT_TRUE(counts(self->fds[COUNTERS]));
}

/* Pinned events of programs without the option hold their counters just the same */
TEST_F(no_mux, beside_pinned)
{
	int i;

	self->call.options = 0;
	self->call.attr.pinned = 1;
	for (i = 0; i < COUNTERS; i++)
		ASSERT_EQ(0, try_open(self));
	self->call.attr.pinned = 0;
	self->call.options = PERF_EXT_NO_MUX;
	EXPECT_EQ(EBUSY, try_open(self));
	EXPECT_EQ(getpid(), (pid_t)self->call.explain.got);
}

TEST_F(no_mux, cpu)
{
	int i;

	self->call.pid = -1;
	self->call.cpu = 0;
	for (i = 0; i < COUNTERS; i++)
		ASSERT_EQ(0, try_open(self));
	EXPECT_EQ(EBUSY, try_open(self));
	EXPECT_EQ(getpid(), (pid_t)self->call.explain.got);
	/* A thread on that CPU finds them taken as well */
	ASSERT_EQ(0, perf_pin_cpu(0));
	self->call.pid = 0;
	self->call.cpu = -1;
	EXPECT_EQ(EBUSY, try_open(self));
	EXPECT_EQ(getpid(), (pid_t)self->call.explain.got);
}

/* Joining: the sibling that is one too many is refused, the group goes on */
TEST_F(no_mux, group)
{
	struct perf_event_explain *explain = &self->call.explain;
	int i;

	ASSERT_EQ(0, try_open(self));
	self->call.group = self->fds[0];
	EXPECT_EQ(EINVAL, try_open(self));
	EXPECT_EQ(PERF_WHY_GROUP_PINNED, explain->reason);
	EXPECT_EQ(EXT(options), explain->where);
	self->call.options = 0;
	for (i = 1; i < COUNTERS; i++)
		ASSERT_EQ(0, try_open(self));
	EXPECT_EQ(EBUSY, try_open(self));
	EXPECT_EQ(PERF_WHY_NO_MUX, explain->reason);
	EXPECT_EQ(ARG_GROUP, explain->where);
	for (i = 0; i < COUNTERS; i++)
		EXPECT_TRUE(counts(self->fds[i]))
			TH_LOG("member %d", i);
	EXPECT_EQ(COUNTERS, test_pmu_events());
}

/* A disabled event takes no counter; enabling it fails, and can be tried again */
TEST_F(no_mux, enable)
{
	struct perf_event_explain why;
	int i;

	for (i = 0; i < COUNTERS; i++)
		ASSERT_EQ(0, try_open(self));
	self->call.attr.disabled = 1;
	ASSERT_EQ(0, try_open(self));
	EXPECT_EQ(EBUSY, perf_ioctl(self->fds[COUNTERS], PERF_EVENT_IOC_ENABLE, 0));
	ASSERT_EQ(0, perf_ioctl(self->fds[COUNTERS], PERF_EVENT_IOC_WHY, (unsigned long)&why));
	EXPECT_EQ(EBUSY, why.error);
	EXPECT_EQ(PERF_WHY_NO_MUX, why.reason);
	EXPECT_EQ(EBUSY, perf_ioctl(self->fds[COUNTERS], PERF_EVENT_IOC_ENABLE,
				    PERF_IOC_FLAG_GROUP));
	EXPECT_EQ(0, perf_ioctl(self->fds[0], PERF_EVENT_IOC_DISABLE, 0));
	EXPECT_EQ(0, perf_ioctl(self->fds[COUNTERS], PERF_EVENT_IOC_ENABLE, 0));
	EXPECT_TRUE(counts(self->fds[COUNTERS]));
	EXPECT_EQ(EBUSY, perf_ioctl(self->fds[0], PERF_EVENT_IOC_ENABLE, 0));
}

/* Enabling a sibling schedules the whole group anew */
TEST_F(no_mux, enable_sibling)
{
	int i;

	for (i = 0; i < COUNTERS; i++)
		ASSERT_EQ(0, try_open(self));
	self->call.group = self->fds[0];
	self->call.options = 0;
	self->call.attr.disabled = 1;
	ASSERT_EQ(0, try_open(self));
	EXPECT_TRUE(counts(self->fds[0]));
	EXPECT_EQ(EBUSY, perf_ioctl(self->fds[COUNTERS], PERF_EVENT_IOC_ENABLE, 0));
}

/* Software events need no counters: the option changes nothing */
TEST_F(no_mux, software)
{
	struct perf_pages pages;
	__u64 before;

	self->call.attr = perf_attr_software(PERF_COUNT_SW_PAGE_FAULTS_MIN);
	self->call.attr.exclude_kernel = 1;
	self->call.attr.disabled = 0;
	ASSERT_EQ(0, try_open(self));
	ASSERT_EQ(0, perf_pages_map(&pages, 16));
	before = perf_count(self->fds[0]);
	perf_pages_touch(&pages, 0, 16);
	EXPECT_EQ(before + 16, perf_count(self->fds[0]));
	perf_pages_unmap(&pages);
}

static int end_at_once(void *argument)
{
	(void)argument;
	return 0;
}

/* Each child is a group of its own; a fork does not fail */
TEST_F(no_mux, inherited)
{
	struct perf_child child;

	self->call.attr.inherit = 1;
	ASSERT_EQ(0, try_open(self));
	ASSERT_EQ(0, perf_child_start(&child, end_at_once, NULL));
	perf_child_wait(&child);
	EXPECT_TRUE(counts(self->fds[0]));
}

static struct ext_open *user_call;

static int open_as_user(void *argument)
{
	int fd = ext_open(user_call);

	(void)argument;
	return fd < 0 ? user_call->explain.reason == PERF_WHY_NO_MUX && !user_call->explain.got ?
			errno : 1 : 0;
}

/* Root's counters: a user does not get to see whose they are */
TEST_F(no_mux, holder_of_another_user)
{
	int i;

	self->call.pid = -1;
	self->call.cpu = 0;
	for (i = 0; i < COUNTERS; i++)
		ASSERT_EQ(0, try_open(self));
	ASSERT_EQ(0, perf_pin_cpu(0));
	self->call.pid = 0;
	self->call.cpu = -1;
	user_call = &self->call;
	for (i = -1; i <= 2; i++) {
		ASSERT_EQ(0, perf_sysctl_set("perf_event_paranoid", i));
		EXPECT_EQ(EBUSY, perf_call_as_user(open_as_user, NULL));
	}
}

TEST_HARNESS_MAIN
