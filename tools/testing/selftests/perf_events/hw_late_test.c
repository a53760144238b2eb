// SPDX-License-Identifier: GPL-2.0
/*
 * Overflows of several counters at a time. AMD's processors raise an NMI for each of them, some
 * of them long after the first has handled all overflows; the kernel must claim these: an NMI
 * of an unknown source can stop a machine.
 */
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

#include "hw_fixture.h"
#include "kselftest_harness.h"

#define EVENTS	3
#define PERIOD	400000
#define ROUNDS	2000000

FIXTURE(hw_late)
{
	int log;
	int fd[EVENTS];
};

FIXTURE_SETUP(hw_late)
{
	struct perf_event_attr attr = hw_attr(PERF_COUNT_HW_INSTRUCTIONS);
	const char *missing = hw_missing();
	int cpu, i;

	for (i = 0; i < EVENTS; i++)
		self->fd[i] = -1;
	self->log = -1;
	if (missing)
		SKIP(return, "%s", missing);
	/* From here on: the messages of the test. */
	self->log = open("/dev/kmsg", O_RDONLY | O_NONBLOCK);
	if (self->log < 0)
		SKIP(return, "the kernel's messages cannot be read");
	lseek(self->log, 0, SEEK_END);
	attr.sample_period = PERIOD;
	attr.disabled = 1;
	for (i = 0; i < EVENTS; i++) {
		self->fd[i] = perf_open(&attr, 0, -1, i ? self->fd[0] : -1, 0);
		if (self->fd[i] < 0)
			SKIP(return, "no group of three events that sample");
		attr.disabled = 0;
	}
	/* On a hybrid processor the events count on one kind of CPU only. */
	ASSERT_LT(0, perf_cpu_count(&cpu, 1));
	ASSERT_EQ(0, perf_pin_cpu(cpu));
	ASSERT_EQ(0, perf_prefault());
}

FIXTURE_TEARDOWN(hw_late)
{
	int i;

	for (i = 0; i < EVENTS; i++)
		close(self->fd[i]);
	close(self->log);
}

/* Messages since the start of the test with both words. */
static int messages(int log, const char *first, const char *second)
{
	char line[1024];
	int found = 0;
	ssize_t length;

	while ((length = read(log, line, sizeof(line) - 1)) > 0) {
		line[length] = 0;
		found += strstr(line, first) && strstr(line, second);
	}
	return found;
}

/* The events count the same, so they overflow at the same instruction. */
TEST_F(hw_late, no_nmi_is_unknown)
{
	int i;

	ASSERT_EQ(0, perf_ioctl(self->fd[0], PERF_EVENT_IOC_ENABLE, PERF_IOC_FLAG_GROUP));
	hw_loop(ROUNDS);
	ASSERT_EQ(0, perf_ioctl(self->fd[0], PERF_EVENT_IOC_DISABLE, PERF_IOC_FLAG_GROUP));
	for (i = 0; i < EVENTS; i++)
		EXPECT_GE(perf_count(self->fd[i]), 2ULL * ROUNDS);
	/* The last ones come while nothing counts any more. */
	hw_loop(ROUNDS);
	EXPECT_EQ(0, messages(self->log, "NMI", "unknown reason"));
}

TEST_HARNESS_MAIN
