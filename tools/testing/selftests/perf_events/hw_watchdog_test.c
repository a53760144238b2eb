// SPDX-License-Identifier: GPL-2.0
/*
 * The hard lockup detector uses one counter of each CPU, and releases it when disabled:
 * users' events count beside it.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "hw_fixture.h"
#include "kselftest_harness.h"

#define WATCHDOG	"/proc/sys/kernel/nmi_watchdog"
#define THRESHOLD	"/proc/sys/kernel/watchdog_thresh"
#define TIMES		(PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING)
#define ROUNDS		200000UL
/* Rounds of hw_loop() until the detector's counter overflows; an emulated one is slow. */
#define PATIENCE	400

FIXTURE(hw_watchdog)
{
	struct perf_event_attr attr;
	char was[16];
	char threshold[16];
};

static bool is_on(void)
{
	char text[16] = "";

	return !perf_file_read(WATCHDOG, text, sizeof(text)) && text[0] == '1';
}

FIXTURE_SETUP(hw_watchdog)
{
	const char *why = hw_missing();
	int cpu;

	if (why)
		SKIP(return, "%s", why);
	if (hw_only_counts()) {
		/* hw_only_counts(): the detector must not start without a counter interrupt */
		perf_file_write(WATCHDOG, "1");
		ASSERT_FALSE(is_on());
		SKIP(return, "this processor's counters do not interrupt");
	}
	if (perf_file_read(WATCHDOG, self->was, sizeof(self->was)) ||
	    perf_file_read(THRESHOLD, self->threshold, sizeof(self->threshold)))
		SKIP(return, "this kernel has no detector of hard lockups");
	if (perf_file_write(WATCHDOG, "1") || !is_on())
		SKIP(return, "the detector does not use the counters, or is not ours to switch");
	ASSERT_LT(0, perf_cpu_count(&cpu, 1));
	ASSERT_EQ(0, perf_pin_cpu(cpu));
	ASSERT_EQ(0, perf_prefault());
	self->attr = hw_attr(PERF_COUNT_HW_INSTRUCTIONS);
	self->attr.read_format = TIMES;
}

FIXTURE_TEARDOWN(hw_watchdog)
{
	if (!self->was[0])
		return;
	perf_file_write(THRESHOLD, self->threshold);
	perf_file_write(WATCHDOG, self->was);
}

static __u64 counted(int fd, unsigned long rounds)
{
	__u64 least = UINT64_MAX, before;
	int i;

	for (i = 0; i < HW_TRIES; i++) {
		before = perf_count(fd);
		hw_loop(rounds);
		before = perf_count(fd) - before;
		least = before < least ? before : least;
	}
	return least;
}

TEST_F(hw_watchdog, leaves_room_for_events)
{
	struct perf_read_values values;
	int fd = perf_open_self(&self->attr);
	__u64 few;

	ASSERT_GE(fd, 0);
	few = counted(fd, ROUNDS);
	EXPECT_EQ(2 * ROUNDS * HW_LOOP_INSTRUCTIONS, counted(fd, 3 * ROUNDS) - few);
	ASSERT_EQ(0, perf_values_read(fd, TIMES, &values));
	EXPECT_EQ(values.enabled, values.running);
	close(fd);
}

/* Counts branches: the detector's pinned cycles event may use the only cycle counter. */
TEST_F(hw_watchdog, goes_and_comes_back)
{
	struct perf_read_values values;
	int fd[HW_MOST_COUNTERS], number;

	self->attr.config = PERF_COUNT_HW_BRANCH_INSTRUCTIONS;
	number = hw_open_full_group(self->attr, fd);
	ASSERT_GE(number, 1);
	ASSERT_EQ(0, perf_file_write(WATCHDOG, "0"));
	EXPECT_FALSE(is_on());
	ASSERT_EQ(0, perf_ioctl(fd[0], PERF_EVENT_IOC_ENABLE, 0));
	hw_loop(ROUNDS);
	ASSERT_EQ(0, perf_ioctl(fd[0], PERF_EVENT_IOC_DISABLE, 0));
	/* The detector released its counter, so the full group was scheduled in. */
	ASSERT_EQ(0, perf_values_read(fd[0], TIMES, &values));
	EXPECT_EQ(values.enabled, values.running);
	EXPECT_GE(values.entry[0].value, ROUNDS);
	hw_close_all(fd, number);
	EXPECT_EQ(0, perf_file_write(WATCHDOG, "1"));
	EXPECT_TRUE(is_on());
}

/* Counter interrupts of the first CPU, from row PMI of /proc/interrupts; -1 without it. */
static long interrupts_had(void)
{
	char line[4096];
	FILE *file = fopen("/proc/interrupts", "r");
	long number = -1;

	while (file && fgets(line, sizeof(line), file)) {
		char *row = line + strspn(line, " ");

		if (!strncmp(row, "PMI:", 4))
			number = strtol(row + 4, NULL, 10);
	}
	if (file)
		fclose(file);
	return number;
}

TEST_F(hw_watchdog, looks_at_the_cpu)
{
	long before = interrupts_had();
	int patience;

	if (before < 0)
		SKIP(return, "this processor does not count the counters' interrupts");
	/* interrupts_had() is that CPU's, which must not be idle. */
	ASSERT_EQ(0, perf_pin_cpu(0));
	ASSERT_EQ(0, perf_file_write(THRESHOLD, "1"));
	before = interrupts_had();
	for (patience = 0; patience < PATIENCE && interrupts_had() == before; patience++)
		hw_loop(1UL << 23);
	EXPECT_GT(interrupts_had(), before);
	TH_LOG("after %llu instructions or less",
	       (unsigned long long)(patience + 1) * (1 << 23) * HW_LOOP_INSTRUCTIONS);
}

TEST_HARNESS_MAIN
