// SPDX-License-Identifier: GPL-2.0
/*
 * The lines of /proc/<pid>/fdinfo/<fd> of an event.
 *
 * Expected values are those that the test itself opened the event with, read() of the event, and
 * Documentation/userspace-api/perf-events.rst, "Users of the counters".
 */
#include "perf_test.h"
#include "test_pmu.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/hw_breakpoint.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "kselftest_harness.h"

#define NO_LINE	"(no line)"

/**
 * struct info - the text of an fdinfo file
 */
struct info {
	char text[2048];
	char value[128];
};

/* Returns 0 or errno */
static int info_of(struct info *info, const char *proc, pid_t pid, int fd)
{
	char path[96];
	ssize_t got;
	int file, err;

	snprintf(path, sizeof(path), "%s/%d/fdinfo/%d", proc, pid, fd);
	file = open(path, O_RDONLY | O_CLOEXEC);
	if (file < 0)
		return errno;
	got = read(file, info->text, sizeof(info->text) - 1);
	err = got < 0 ? errno : 0;
	info->text[got < 0 ? 0 : got] = '\0';
	close(file);
	return err;
}

static int info_read(struct info *info, int fd)
{
	return info_of(info, "/proc", getpid(), fd);
}

/* Returns the value of the line perf-@name, or NO_LINE */
static const char *line(struct info *info, const char *name)
{
	char start[64];
	const char *at;
	size_t len;

	snprintf(start, sizeof(start), "\nperf-%s:\t", name);
	at = strstr(info->text, start);
	if (!at)
		return NO_LINE;
	at += strlen(start);
	len = strcspn(at, "\n");
	if (len >= sizeof(info->value))
		return NO_LINE;
	memcpy(info->value, at, len);
	info->value[len] = '\0';
	return info->value;
}

/* Returns the number in the line, ~0 if there is none */
static __u64 number(struct info *info, const char *name)
{
	const char *value = line(info, name);
	char *end;
	__u64 result = strtoull(value, &end, 0);

	return end == value || *end ? ~0ULL : result;
}

static const char * const always[] = {
	"type", "pmu", "config", "pid", "cpu", "cgroup", "state", "enabled", "running", "lost",
	"ring", "aux", "instances",
};

/* Every line once, and none that is not described */
TEST(lines)
{
	struct perf_event_attr attr = perf_attr_software(PERF_COUNT_SW_PAGE_FAULTS);
	struct info info;
	char want[32];
	const char *at;
	size_t i, found = 0;
	int fd;

	attr.exclude_kernel = 1;
	fd = perf_open_self(&attr);
	ASSERT_GE(fd, 0);
	ASSERT_EQ(0, info_read(&info, fd));
	for (i = 0; i < ARRAY_SIZE(always); i++)
		EXPECT_STRNE(NO_LINE, line(&info, always[i]))
			TH_LOG("%s", always[i]);
	for (at = info.text; (at = strstr(at, "perf-")); at++)
		found++;
	EXPECT_EQ(ARRAY_SIZE(always), found);

	EXPECT_STREQ("1", line(&info, "type"));
	EXPECT_STREQ("software", line(&info, "pmu"));
	EXPECT_STREQ("0x2", line(&info, "config"));
	snprintf(want, sizeof(want), "%d", getpid());
	EXPECT_STREQ(want, line(&info, "pid"));
	EXPECT_STREQ("-1", line(&info, "cpu"));
	EXPECT_STREQ("0", line(&info, "cgroup"));
	EXPECT_STREQ("off", line(&info, "state"));
	EXPECT_STREQ("0", line(&info, "enabled"));
	EXPECT_STREQ("0", line(&info, "running"));
	EXPECT_STREQ("0", line(&info, "lost"));
	EXPECT_STREQ("0", line(&info, "ring"));
	EXPECT_STREQ("0", line(&info, "aux"));
	EXPECT_STREQ("1", line(&info, "instances"));
	close(fd);
}

static void times_of(int fd, __u64 *times)
{
	__u64 words[3] = {};

	if (read(fd, words, sizeof(words)) != sizeof(words))
		memset(words, 0xff, sizeof(words));
	times[0] = words[1];
	times[1] = words[2];
}

/* The times lie between those of a read() before and one after, also while the event counts */
TEST(times)
{
	struct perf_event_attr attr = perf_attr_software(PERF_COUNT_SW_PAGE_FAULTS);
	struct info info;
	__u64 before[2], after[2];
	int fd, round;

	attr.exclude_kernel = 1;
	attr.read_format = PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING;
	fd = perf_open_self(&attr);
	ASSERT_GE(fd, 0);
	for (round = 0; round < 4; round++) {
		perf_ioctl(fd, round & 1 ? PERF_EVENT_IOC_DISABLE : PERF_EVENT_IOC_ENABLE, 0);
		perf_burn_cpu(2000000);
		times_of(fd, before);
		ASSERT_EQ(0, info_read(&info, fd));
		times_of(fd, after);
		EXPECT_STREQ(round & 1 ? "off" : "active", line(&info, "state"));
		EXPECT_LE(before[0], number(&info, "enabled"));
		EXPECT_GE(after[0], number(&info, "enabled"));
		EXPECT_LE(before[1], number(&info, "running"));
		EXPECT_GE(after[1], number(&info, "running"));
		EXPECT_LE(2000000, number(&info, "running"));
	}
	close(fd);
}

static int burn_on_demand(void *argument)
{
	(void)argument;
	perf_burn_cpu(3000000);
	return 0;
}

/* Each child that lives is an instance; times of those that are gone stay */
TEST(children)
{
	struct perf_event_attr attr = perf_attr_software(PERF_COUNT_SW_PAGE_FAULTS);
	struct perf_child child[3];
	struct info info;
	__u64 last;
	int fd, i;

	attr.exclude_kernel = 1;
	attr.inherit = 1;
	attr.disabled = 0;
	fd = perf_open_self(&attr);
	ASSERT_GE(fd, 0);
	for (i = 0; i < 3; i++) {
		ASSERT_EQ(0, perf_child_start(&child[i], burn_on_demand, NULL));
		ASSERT_EQ(0, info_read(&info, fd));
		EXPECT_EQ(i + 2, number(&info, "instances"));
	}
	for (i = 0; i < 3; i++) {
		last = number(&info, "running");
		EXPECT_EQ(0, perf_child_wait(&child[i]));
		ASSERT_EQ(0, info_read(&info, fd));
		EXPECT_EQ(3 - i, number(&info, "instances"));
		EXPECT_LE(last + 3000000, number(&info, "running"));
	}
	close(fd);
}

TEST(states)
{
	struct perf_event_attr attr = perf_attr_software(PERF_COUNT_SW_DUMMY);
	struct perf_child child;
	struct info info;
	int fds[5], i;

	attr.exclude_kernel = 1;
	attr.disabled = 0;
	ASSERT_EQ(0, perf_child_start(&child, burn_on_demand, NULL));
	fds[0] = perf_open(&attr, child.pid, -1, -1, 0);
	ASSERT_GE(fds[0], 0);
	ASSERT_EQ(0, info_read(&info, fds[0]));
	EXPECT_EQ(child.pid, (pid_t)number(&info, "pid"));
	perf_child_wait(&child);
	ASSERT_EQ(0, info_read(&info, fds[0]));
	EXPECT_STREQ("exit", line(&info, "state"));
	EXPECT_STREQ("0", line(&info, "pid"));
	close(fds[0]);

	if (geteuid() || test_pmu_plug("test_count") < 0)
		SKIP(return, TEST_PMU_ABSENT);
	/* The PMU has four counters */
	perf_attr_init(&attr, perf_pmu_type("test_count"), 0xabcdef);
	attr.pinned = 1;
	attr.disabled = 0;
	attr.config2 = 0x77;
	for (i = 0; i < 5; i++) {
		fds[i] = perf_open_self(&attr);
		ASSERT_GE(fds[i], 0);
		ASSERT_EQ(0, info_read(&info, fds[i]));
		EXPECT_STREQ(i < 4 ? "active" : "error", line(&info, "state"))
			TH_LOG("event %d", i);
	}
	EXPECT_STREQ("test_count", line(&info, "pmu"));
	EXPECT_EQ(attr.type, number(&info, "type"));
	EXPECT_STREQ("0xabcdef", line(&info, "config"));
	EXPECT_STREQ(NO_LINE, line(&info, "config1"));
	EXPECT_STREQ("0x77", line(&info, "config2"));
	EXPECT_STREQ(NO_LINE, line(&info, "config3"));
	/* The PMU goes, its events stay open */
	EXPECT_EQ(0, test_pmu_unplug("test_count"));
	ASSERT_EQ(0, info_read(&info, fds[0]));
	EXPECT_STREQ("gone", line(&info, "pmu"));
	EXPECT_STREQ("exit", line(&info, "state"));
	for (i = 0; i < 5; i++)
		close(fds[i]);
}

/* Only the descriptor that mapped a ring has its memory */
TEST(rings)
{
	struct perf_event_attr attr = perf_attr_software(PERF_COUNT_SW_DUMMY);
	size_t page = sysconf(_SC_PAGESIZE);
	struct info info;
	int fd, other;
	void *base;

	attr.exclude_kernel = 1;
	fd = perf_open_self(&attr);
	other = perf_open_self(&attr);
	ASSERT_GE(fd, 0);
	ASSERT_GE(other, 0);
	base = mmap(NULL, 5 * page, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	ASSERT_NE(MAP_FAILED, base);
	EXPECT_EQ(0, perf_ioctl(other, PERF_EVENT_IOC_SET_OUTPUT, fd));
	ASSERT_EQ(0, info_read(&info, fd));
	EXPECT_EQ(5 * page, number(&info, "ring"));
	ASSERT_EQ(0, info_read(&info, other));
	EXPECT_EQ(0, number(&info, "ring"));
	munmap(base, 5 * page);
	ASSERT_EQ(0, info_read(&info, fd));
	EXPECT_EQ(0, number(&info, "ring"));
	close(other);
	close(fd);
}

TEST(aux_area)
{
	struct test_area area = {};
	struct perf_event_attr attr;
	struct perf_ring ring;
	struct info info;
	int fd;

	if (geteuid() || test_pmu_plug("test_aux") < 0)
		SKIP(return, TEST_PMU_ABSENT);
	perf_attr_init(&attr, perf_pmu_type("test_aux"), 0);
	fd = perf_open_self(&attr);
	ASSERT_GE(fd, 0);
	ASSERT_EQ(0, perf_ring_map(&ring, fd, 4, PROT_READ | PROT_WRITE));
	ASSERT_EQ(0, test_area_map(&area, &ring, fd, 8, PROT_READ | PROT_WRITE));
	ASSERT_EQ(0, info_read(&info, fd));
	EXPECT_EQ(8 * sysconf(_SC_PAGESIZE), number(&info, "aux"));
	test_area_unmap(&area);
	ASSERT_EQ(0, info_read(&info, fd));
	EXPECT_EQ(0, number(&info, "aux"));
	perf_ring_unmap(&ring);
	close(fd);
	EXPECT_EQ(0, test_pmu_unplug("test_aux"));
}

TEST(cpu_event)
{
	struct perf_event_attr attr = perf_attr_software(PERF_COUNT_SW_DUMMY);
	struct info info;
	int fd;

	fd = perf_open(&attr, -1, 0, -1, 0);
	if (fd < 0 && errno == EACCES)
		SKIP(return, "needs root");
	ASSERT_GE(fd, 0);
	ASSERT_EQ(0, info_read(&info, fd));
	EXPECT_STREQ("-1", line(&info, "pid"));
	EXPECT_STREQ("0", line(&info, "cpu"));
	close(fd);
}

/* ---- who may read what ---- */

static pid_t holder_pid;
static int holder_fd;

/* Returns the errno of reading the holder's fdinfo */
static int read_as_user(void *argument)
{
	struct info info;

	(void)argument;
	return info_of(&info, "/proc", holder_pid, holder_fd);
}

/* A user cannot read of root's events, at any level of perf_event_paranoid */
TEST(permission)
{
	struct perf_event_attr attr = perf_attr_software(PERF_COUNT_SW_DUMMY);
	struct perf_sysctls saved;
	int level;

	if (geteuid())
		SKIP(return, "needs root");
	holder_pid = getpid();
	holder_fd = perf_open_self(&attr);
	ASSERT_GE(holder_fd, 0);
	ASSERT_EQ(0, perf_sysctls_save(&saved));
	for (level = -1; level <= 3; level++) {
		ASSERT_EQ(0, perf_sysctl_set("perf_event_paranoid", level));
		EXPECT_EQ(EACCES, perf_call_as_user(read_as_user, NULL));
	}
	perf_sysctls_restore(&saved);
	close(holder_fd);
}

/* Returns 0 if the lines of an address are, or are not, there as *@argument says; else 1, errno */
static int look_for_address(void *argument)
{
	bool expected = *(bool *)argument;
	struct info info;
	int err;

	err = info_read(&info, holder_fd);
	if (err)
		return err;
	if (!strcmp(line(&info, "config"), NO_LINE))
		return 1;
	return expected == !!strcmp(line(&info, "config1"), NO_LINE) ? 0 : 1;
}

/* A descriptor that root has passed on does not show a user addresses of the kernel */
TEST(addresses_of_the_kernel)
{
	struct perf_event_attr attr;
	static int here;
	bool expected;
	long restrict_before;
	char text[16];

	if (geteuid())
		SKIP(return, "needs root");
	ASSERT_EQ(0, perf_sysctl_get("kptr_restrict", &restrict_before));
	ASSERT_EQ(0, perf_sysctl_set("kptr_restrict", 1));
	perf_attr_init(&attr, PERF_TYPE_BREAKPOINT, 0);
	attr.bp_type = HW_BREAKPOINT_W;
	attr.bp_len = HW_BREAKPOINT_LEN_4;
	attr.bp_addr = (unsigned long)&here;
	snprintf(text, sizeof(text), "%ld", restrict_before);
	holder_fd = perf_open_self(&attr);
	if (holder_fd < 0) {
		perf_sysctl_set("kptr_restrict", restrict_before);
		ASSERT_TRUE(perf_no_breakpoints(errno));
		SKIP(return, PERF_NO_BREAKPOINTS);
	}
	/* It may hit in the kernel, so its address might be one of the kernel */
	expected = true;
	EXPECT_EQ(0, look_for_address(&expected));
	expected = false;
	EXPECT_EQ(0, perf_call_as_user(look_for_address, &expected));
	close(holder_fd);

	attr.exclude_kernel = 1;
	holder_fd = perf_open_self(&attr);
	ASSERT_GE(holder_fd, 0);
	expected = true;
	EXPECT_EQ(0, perf_call_as_user(look_for_address, &expected));
	close(holder_fd);
	perf_sysctl_set("kptr_restrict", restrict_before);
}

/* In the new pid namespace: the numbers are the namespace's; the opener's target is not in it */
static int look_in_namespace(int theirs)
{
	struct perf_event_attr attr = perf_attr_software(PERF_COUNT_SW_DUMMY);
	struct info info;
	int mine;

	if (mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL) ||
	    mount("proc", "/proc", "proc", 0, NULL))
		return 100;
	mine = perf_open_self(&attr);
	if (mine < 0 || info_of(&info, "/proc", getpid(), mine))
		return 101;
	if (number(&info, "pid") != 1)
		return 102;
	if (info_of(&info, "/proc", getpid(), theirs))
		return 103;
	return number(&info, "pid") ? 104 : 0;
}

TEST(pid_namespace)
{
	struct perf_event_attr attr = perf_attr_software(PERF_COUNT_SW_DUMMY);
	int fd, status = -1;
	pid_t pid;

	if (geteuid())
		SKIP(return, "needs root");
	fd = perf_open_self(&attr);
	ASSERT_GE(fd, 0);
	pid = fork();
	if (!pid) {
		if (unshare(CLONE_NEWPID | CLONE_NEWNS))
			_exit(errno == EINVAL ? 77 : 99);
		pid = fork();
		if (!pid)
			_exit(look_in_namespace(fd));
		waitpid(pid, &status, 0);
		_exit(WEXITSTATUS(status));
	}
	ASSERT_EQ(pid, waitpid(pid, &status, 0));
	close(fd);
	if (WEXITSTATUS(status) == 77)
		SKIP(return, "no pid namespaces");
	EXPECT_EQ(0, status)
		TH_LOG("step %d", WEXITSTATUS(status));
}

TEST_HARNESS_MAIN
