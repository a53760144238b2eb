// SPDX-License-Identifier: GPL-2.0
/*
 * Counters that always run (PMUs msr, power, cstate_core and cstate_pkg), and system management
 * interrupts, on an emulated processor whose counters count fixed shares of the time stamp
 * counter (tools/testing/qemu-pmu/README.md). A real processor's shares are its own.
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#if defined(__x86_64__)
#include <cpuid.h>
#endif

#include "hw_fixture.h"
#include "kselftest_harness.h"

#if !defined(__x86_64__)

TEST(hw_free)
{
	SKIP(return, "this processor has other registers");
}

#else

#define DEVICES		"/sys/bus/event_source/devices/"
#define CPU		0

/* Energy is counted in 2^-14 joules, and scaled to 2^-32. */
#define ENERGY_SHIFT	18

/**
 * struct share - a counter
 * @pmu:   its PMU
 * @event: its name in sysfs
 * @shift: it counts the time stamp counter >> @shift
 * @scale: the event's count is the counter's << @scale
 */
struct share {
	const char	*pmu;
	const char	*event;
	unsigned int	shift;
	unsigned int	scale;
};

static const struct share shares[] = {
	{ "msr", "tsc", 0, 0 },
	{ "msr", "mperf", 0, 0 },
	{ "msr", "aperf", 1, 0 },
	{ "msr", "pperf", 2, 0 },
	{ "power", "energy-pkg", 14, ENERGY_SHIFT },
	{ "power", "energy-cores", 15, ENERGY_SHIFT },
	{ "power", "energy-ram", 16, ENERGY_SHIFT },
	{ "power", "energy-gpu", 17, ENERGY_SHIFT },
	{ "power", "energy-psys", 13, ENERGY_SHIFT },
	{ "cstate_core", "c3-residency", 3, 0 },
	{ "cstate_core", "c6-residency", 2, 0 },
	{ "cstate_core", "c7-residency", 4, 0 },
	{ "cstate_pkg", "c2-residency", 5, 0 },
	{ "cstate_pkg", "c3-residency", 6, 0 },
	{ "cstate_pkg", "c6-residency", 7, 0 },
	{ "cstate_pkg", "c7-residency", 8, 0 },
};

FIXTURE(hw_free)
{
	char brand[49];
};

/* Names of QEMU's processors lack the "(R)" of Intel's. */
FIXTURE_SETUP(hw_free)
{
	unsigned int *words = (unsigned int *)self->brand, leaf;

	for (leaf = 0x80000002; leaf <= 0x80000004; leaf++, words += 4)
		__get_cpuid(leaf, &words[0], &words[1], &words[2], &words[3]);
	if (strncmp(self->brand, "Intel", 5) || strstr(self->brand, "(R)") ||
	    perf_pmu_type("power") < 0)
		SKIP(return, "not the emulated processor with such counters");
	ASSERT_EQ(0, perf_pin_cpu(CPU));
}

FIXTURE_TEARDOWN(hw_free)
{
}

/* Opens a counter of CPU by its name in sysfs. Returns a file, or -errno. */
static int free_open(const char *pmu, const char *event)
{
	struct perf_event_attr attr;
	char path[128], text[64];
	int fd;

	snprintf(path, sizeof(path), DEVICES "%s/events/%s", pmu, event);
	if (perf_file_read(path, text, sizeof(text)))
		return -ENOENT;
	perf_attr_init(&attr, perf_pmu_type(pmu), strtoul(text + strlen("event="), NULL, 16));
	attr.disabled = 0;
	fd = perf_open(&attr, -1, CPU, -1, 0);
	return fd < 0 ? -errno : fd;
}

/* The counter lies between what the time stamp counter allows at the least and the most. */
TEST_F(hw_free, shares_are_right)
{
	__u64 before[2], after[2], count;
	unsigned int i;
	int fd;

	for (i = 0; i < ARRAY_SIZE(shares); i++) {
		const struct share *share = &shares[i];

		fd = free_open(share->pmu, share->event);
		ASSERT_GE(fd, 0)
			TH_LOG("%s/%s", share->pmu, share->event);
		before[0] = perf_clock_counter();
		count = perf_count(fd);
		before[1] = perf_clock_counter();
		perf_burn_cpu(20000000);
		after[0] = perf_clock_counter();
		count = perf_count(fd) - count;
		after[1] = perf_clock_counter();
		EXPECT_EQ(0, count & ((1ULL << share->scale) - 1));
		count >>= share->scale;
		EXPECT_GE(count, (after[0] >> share->shift) - (before[1] >> share->shift))
			TH_LOG("%s/%s", share->pmu, share->event);
		EXPECT_LE(count, (after[1] >> share->shift) - (before[0] >> share->shift))
			TH_LOG("%s/%s", share->pmu, share->event);
		close(fd);
	}
}

TEST_F(hw_free, units_and_scales)
{
	static const char *const domains[] = { "pkg", "cores", "ram", "gpu", "psys" };
	char path[128], text[64];
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(domains); i++) {
		snprintf(path, sizeof(path), DEVICES "power/events/energy-%s.unit", domains[i]);
		ASSERT_EQ(0, perf_file_read(path, text, sizeof(text)));
		EXPECT_STREQ("Joules", text);
		snprintf(path, sizeof(path), DEVICES "power/events/energy-%s.scale", domains[i]);
		ASSERT_EQ(0, perf_file_read(path, text, sizeof(text)));
		EXPECT_EQ(1, strtod(text, NULL) * 4294967296.0);
	}
}

/* The sensor reads 42 degrees below the limit. */
TEST_F(hw_free, the_margin_is_no_sum)
{
	int fd = free_open("msr", "cpu_thermal_margin");

	ASSERT_GE(fd, 0);
	EXPECT_EQ(42, perf_count(fd));
	EXPECT_EQ(42, perf_count(fd));
	close(fd);
}

TEST_F(hw_free, tasks_have_no_energy)
{
	static const char *const pmus[] = { "power", "cstate_core", "cstate_pkg" };
	struct perf_event_attr attr;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(pmus); i++) {
		perf_attr_init(&attr, perf_pmu_type(pmus[i]), 1);
		EXPECT_EQ(EINVAL, perf_try_self(&attr));
	}
}

/*
 * System management interrupts.
 */
#define SMI_PORT	0xb2
#define SMIS		5
/* Firmware's handler executes some dozens of instructions for each. */
#define SMI_LEAST	10

/* Returns how many of SMIS interrupts have been raised through @port, /dev/port. */
static int raise_smis(int port)
{
	int raised = 0;

	while (port >= 0 && raised < SMIS && pwrite(port, "", 1, SMI_PORT) == 1)
		raised++;
	return raised;
}

TEST_F(hw_free, smis_are_counted)
{
	int fd = free_open("msr", "smi"), port = open("/dev/port", O_WRONLY);
	__u64 count;

	ASSERT_GE(fd, 0);
	count = perf_count(fd);
	if (raise_smis(port) != SMIS)
		SKIP(return, "no /dev/port, or no permission");
	EXPECT_EQ(SMIS, perf_count(fd) - count);
	close(port);
	close(fd);
}

/* Instructions of the kernel and the firmware while the interrupts are raised: the fewest. */
static __u64 instructions_around_smis(int port)
{
	struct perf_event_attr attr = hw_attr(PERF_COUNT_HW_INSTRUCTIONS);
	__u64 least = UINT64_MAX, count;
	int fd, i;

	attr.exclude_kernel = 0;
	fd = perf_open_self(&attr);
	if (fd < 0)
		return 0;
	for (i = 0; i < HW_TRIES; i++) {
		count = perf_count(fd);
		raise_smis(port);
		count = perf_count(fd) - count;
		least = count < least ? count : least;
	}
	close(fd);
	return least;
}

TEST_F(hw_free, counters_freeze_on_smi)
{
	static const char file[] = DEVICES "cpu/freeze_on_smi";
	int port = open("/dev/port", O_WRONLY);
	__u64 counting, frozen;
	char text[16];

	if (raise_smis(port) != SMIS)
		SKIP(return, "no /dev/port, or no permission");
	ASSERT_EQ(0, perf_file_read(file, text, sizeof(text)));
	EXPECT_STREQ("0", text);
	counting = instructions_around_smis(port);
	EXPECT_EQ(EINVAL, perf_file_write(file, "2"));
	ASSERT_EQ(0, perf_file_write(file, "1"));
	ASSERT_EQ(0, perf_file_read(file, text, sizeof(text)));
	EXPECT_STREQ("1", text);
	frozen = instructions_around_smis(port);
	ASSERT_EQ(0, perf_file_write(file, "0"));
	EXPECT_GT(frozen, 0);
	EXPECT_GE(counting, frozen + SMIS * SMI_LEAST);
	EXPECT_GE(instructions_around_smis(port), frozen + SMIS * SMI_LEAST);
	close(port);
}

#endif

TEST_HARNESS_MAIN
