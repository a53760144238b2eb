// SPDX-License-Identifier: GPL-2.0
/*
 * On a kernel locked down for confidentiality, events must not expose kernel data, not
 * even to root.
 *
 * Lockdown cannot be undone, so this test runs last.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mount.h>
#include <unistd.h>

#include "perf_test.h"
#include "kselftest_harness.h"

#define SECURITY	"/sys/kernel/security"
#define LOCKDOWN	SECURITY "/lockdown"

FIXTURE(lockdown)
{
	struct perf_event_attr attr;
};

FIXTURE_SETUP(lockdown)
{
	if (geteuid())
		SKIP(return, "needs root");
	if (access(LOCKDOWN, W_OK))
		mount("none", SECURITY, "securityfs", 0, NULL);
	if (access(LOCKDOWN, W_OK))
		SKIP(return, "the kernel cannot be locked down");
	self->attr = perf_attr_software(PERF_COUNT_SW_CPU_CLOCK);
	self->attr.sample_period = 1000000;
}

FIXTURE_TEARDOWN(lockdown)
{
}

static int lock_down(const char *level)
{
	int fd = open(LOCKDOWN, O_WRONLY | O_CLOEXEC);
	int err = fd < 0 || write(fd, level, strlen(level)) < 0 ? errno : 0;

	close(fd);
	/* EPERM: the kernel is at that level already, or above */
	return err == EPERM ? 0 : err;
}

/* Samples that expose no kernel data are still accepted */
static void harmless(struct __test_metadata *const _metadata, struct perf_event_attr *attr)
{
	attr->sample_type = PERF_SAMPLE_IP | PERF_SAMPLE_CALLCHAIN;
	EXPECT_EQ(0, perf_try_self(attr));
	EXPECT_EQ(0, perf_try(attr, -1, 0, -1, 0));
	attr->sample_type = PERF_SAMPLE_REGS_USER;
	attr->sample_regs_user = 1;
	EXPECT_EQ(0, perf_try_self(attr));
}

static int try_registers(struct perf_event_attr *attr)
{
	attr->sample_type = PERF_SAMPLE_REGS_INTR;
	attr->sample_regs_intr = 1;
	return perf_try_self(attr);
}

static int try_kprobe(void)
{
	static const char symbol[] = "vfs_read";
	int type = perf_pmu_type("kprobe");
	struct perf_event_attr attr;

	if (type < 0)
		return -1;
	perf_attr_init(&attr, type, 0);
	attr.kprobe_func = (uintptr_t)symbol;
	return perf_try_self(&attr);
}

TEST_F(lockdown, integrity)
{
	ASSERT_EQ(0, lock_down("integrity"));
	harmless(_metadata, &self->attr);
	EXPECT_EQ(0, try_registers(&self->attr));
}

TEST_F(lockdown, tells_nothing_of_the_kernels_data)
{
	int before;

	self->attr.sample_type = PERF_SAMPLE_REGS_INTR;
	self->attr.sample_regs_intr = 1;
	before = perf_open_self(&self->attr);
	self->attr.sample_regs_intr = 0;

	ASSERT_EQ(0, lock_down("confidentiality"));
	harmless(_metadata, &self->attr);
	EXPECT_EQ(EPERM, try_registers(&self->attr));
	if (perf_pmu_type("kprobe") >= 0)
		EXPECT_EQ(EPERM, try_kprobe());
	/* With exclude_kernel too: PERF_SAMPLE_REGS_INTR is the same sample field */
	self->attr.exclude_kernel = 1;
	EXPECT_EQ(EPERM, try_registers(&self->attr));
	/* Lockdown is checked at open only: an event opened before can be enabled */
	if (before >= 0) {
		EXPECT_EQ(0, perf_ioctl(before, PERF_EVENT_IOC_ENABLE, 0));
		close(before);
	}
}

TEST_HARNESS_MAIN
