// SPDX-License-Identifier: GPL-2.0
/*
 * The sysctls of perf_events, with their defaults, ranges and effects, and the sysfs directories
 * of PMUs.
 */
#include "perf_test.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "kselftest_harness.h"

#define PARANOID	"perf_event_paranoid"
#define MLOCK		"perf_event_mlock_kb"
#define RATE		"perf_event_max_sample_rate"
#define PERCENT		"perf_cpu_time_max_percent"
#define STACK		"perf_event_max_stack"
#define CONTEXTS	"perf_event_max_contexts_per_stack"

static const char * const names[] = { PARANOID, MLOCK, RATE, PERCENT, STACK, CONTEXTS };

static long sysctl_value(const char *name)
{
	long value;

	return perf_sysctl_get(name, &value) ? -99 : value;
}

FIXTURE(sysctl)
{
	struct perf_sysctls saved;
	bool ready;
};

FIXTURE_SETUP(sysctl)
{
	self->ready = false;
	if (geteuid())
		SKIP(return, "needs root");
	ASSERT_EQ(0, perf_sysctls_save(&self->saved));
	self->ready = true;
}

FIXTURE_TEARDOWN(sysctl)
{
	if (self->ready)
		EXPECT_EQ(0, perf_sysctls_restore(&self->saved));
}

/* self->saved holds the defaults: every test restores the sysctls that it changes */
TEST_F(sysctl, defaults)
{
	EXPECT_EQ(512 + sysconf(_SC_PAGESIZE) / 1024, self->saved.mlock_kb);
	EXPECT_EQ(25, self->saved.cpu_time_max_percent);
	EXPECT_EQ(127, self->saved.max_stack);
	EXPECT_EQ(8, self->saved.max_contexts);
	/* On a slow machine the limiter may have reduced perf_event_max_sample_rate */
	EXPECT_GE(100000, self->saved.max_sample_rate);
	EXPECT_LE(1, self->saved.max_sample_rate);
}

TEST_F(sysctl, mode)
{
	char path[128];
	struct stat file;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(names); i++) {
		snprintf(path, sizeof(path), "/proc/sys/kernel/%s", names[i]);
		ASSERT_EQ(0, stat(path, &file))
			TH_LOG("%s", path);
		EXPECT_EQ(0644, file.st_mode & 07777);
		EXPECT_EQ(0, file.st_uid);
	}
}

TEST_F(sysctl, not_a_number)
{
	char path[128];
	size_t i;

	for (i = 0; i < ARRAY_SIZE(names); i++) {
		snprintf(path, sizeof(path), "/proc/sys/kernel/%s", names[i]);
		EXPECT_EQ(EINVAL, perf_file_write(path, "many"))
			TH_LOG("%s", path);
	}
}

static int write_all_as_user(void *argument)
{
	char path[128];
	size_t i;

	(void)argument;
	for (i = 0; i < ARRAY_SIZE(names); i++) {
		snprintf(path, sizeof(path), "/proc/sys/kernel/%s", names[i]);
		if (perf_file_write(path, "1") != EACCES)
			return 1 + i;
	}
	return 0;
}

TEST_F(sysctl, not_for_users)
{
	EXPECT_EQ(0, perf_call_as_user(write_all_as_user, NULL));
}

TEST_F(sysctl, paranoid)
{
	long level;

	for (level = -1; level <= 3; level++) {
		EXPECT_EQ(0, perf_sysctl_set(PARANOID, level));
		EXPECT_EQ(level, sysctl_value(PARANOID));
	}
}

/* Valid values of a sysctl, from @low to @high; values outside give EINVAL */
struct range {
	const char *name;
	long low;
	long high;
};

TEST_F(sysctl, ranges)
{
	static const struct range ranges[] = {
		{ PERCENT, 0, 100 },
		{ STACK, 0, 640 * 1024 },
		{ CONTEXTS, 0, 1000 },
	};
	size_t i;

	for (i = 0; i < ARRAY_SIZE(ranges); i++) {
		const struct range *range = &ranges[i];
		long before = sysctl_value(range->name);

		EXPECT_EQ(EINVAL, perf_sysctl_set(range->name, range->low - 1))
			TH_LOG("%s", range->name);
		EXPECT_EQ(EINVAL, perf_sysctl_set(range->name, range->high + 1))
			TH_LOG("%s", range->name);
		EXPECT_EQ(before, sysctl_value(range->name));
		EXPECT_EQ(0, perf_sysctl_set(range->name, range->low))
			TH_LOG("%s", range->name);
		EXPECT_EQ(range->low, sysctl_value(range->name));
		EXPECT_EQ(0, perf_sysctl_set(range->name, range->high))
			TH_LOG("%s", range->name);
		EXPECT_EQ(range->high, sysctl_value(range->name));
	}
}

TEST_F(sysctl, mlock)
{
	EXPECT_EQ(0, perf_sysctl_set(MLOCK, 0));
	EXPECT_EQ(0, sysctl_value(MLOCK));
	EXPECT_EQ(0, perf_sysctl_set(MLOCK, 123456));
	EXPECT_EQ(123456, sysctl_value(MLOCK));
}

/* ---- sample rate ---- */

TEST_F(sysctl, rate)
{
	EXPECT_EQ(EINVAL, perf_sysctl_set(RATE, 0));
	EXPECT_EQ(EINVAL, perf_sysctl_set(RATE, -1));
	EXPECT_EQ(0, perf_sysctl_set(RATE, 1));
	EXPECT_EQ(1, sysctl_value(RATE));
	EXPECT_EQ(0, perf_sysctl_set(RATE, 50000));
	EXPECT_EQ(50000, sysctl_value(RATE));
}

TEST_F(sysctl, rate_limits_frequencies)
{
	struct perf_event_attr attr = perf_attr_software(PERF_COUNT_SW_DUMMY);
	__u64 frequency = 2001;
	int fd;

	ASSERT_EQ(0, perf_sysctl_set(RATE, 2000));
	attr.freq = 1;
	attr.sample_freq = 2001;
	EXPECT_EQ(EINVAL, perf_try_self(&attr));
	attr.sample_freq = 2000;
	fd = perf_open_self(&attr);
	ASSERT_GE(fd, 0);
	EXPECT_EQ(EINVAL, perf_ioctl(fd, PERF_EVENT_IOC_PERIOD, (unsigned long)&frequency));
	ASSERT_EQ(0, perf_sysctl_set(RATE, 2001));
	EXPECT_EQ(0, perf_ioctl(fd, PERF_EVENT_IOC_PERIOD, (unsigned long)&frequency));
	close(fd);
	/* perf_event_max_sample_rate does not apply to a sample_period, however short */
	attr.freq = 0;
	attr.sample_period = 1;
	EXPECT_EQ(0, perf_try_self(&attr));
}

/* perf_event_max_sample_rate cannot be written while the limiter is off */
TEST_F(sysctl, rate_without_limiter)
{
	const long off[] = { 0, 100 };
	size_t i;

	for (i = 0; i < ARRAY_SIZE(off); i++) {
		ASSERT_EQ(0, perf_sysctl_set(PERCENT, off[i]));
		EXPECT_EQ(EINVAL, perf_sysctl_set(RATE, 1000))
			TH_LOG("limiter at %ld", off[i]);
		ASSERT_EQ(0, perf_sysctl_set(PERCENT, 25));
		EXPECT_EQ(0, perf_sysctl_set(RATE, 1000));
		EXPECT_EQ(1000, sysctl_value(RATE));
	}
}

/* ---- call chains ---- */

TEST_F(sysctl, stack_limits_the_attr)
{
	struct perf_event_attr attr = perf_attr_software(PERF_COUNT_SW_DUMMY);

	attr.sample_period = 1;
	attr.sample_type = PERF_SAMPLE_CALLCHAIN;
	ASSERT_EQ(0, perf_sysctl_set(STACK, 50));
	attr.sample_max_stack = 50;
	EXPECT_EQ(0, perf_try_self(&attr));
	attr.sample_max_stack = 51;
	EXPECT_EQ(EOVERFLOW, perf_try_self(&attr));
	ASSERT_EQ(0, perf_sysctl_set(STACK, 51));
	EXPECT_EQ(0, perf_try_self(&attr));
}

/* STACK and CONTEXTS, the sizes of call chain buffers, are busy while an event uses them */
TEST_F(sysctl, stack_busy)
{
	static const char * const depths[] = { STACK, CONTEXTS };
	struct perf_event_attr attr = perf_attr_software(PERF_COUNT_SW_DUMMY);
	int first, second;
	size_t i;

	attr.sample_period = 1;
	attr.sample_type = PERF_SAMPLE_CALLCHAIN;
	first = perf_open_self(&attr);
	second = perf_open_self(&attr);
	ASSERT_GE(first, 0);
	ASSERT_GE(second, 0);
	for (i = 0; i < ARRAY_SIZE(depths); i++) {
		EXPECT_EQ(EBUSY, perf_sysctl_set(depths[i], 5))
			TH_LOG("%s", depths[i]);
		/* EINVAL of a value out of range comes before EBUSY */
		EXPECT_EQ(EINVAL, perf_sysctl_set(depths[i], -1));
	}
	EXPECT_EQ(self->saved.max_stack, sysctl_value(STACK));
	EXPECT_EQ(self->saved.max_contexts, sysctl_value(CONTEXTS));
	close(first);
	EXPECT_EQ(EBUSY, perf_sysctl_set(STACK, 5));
	close(second);
	for (i = 0; i < ARRAY_SIZE(depths); i++)
		EXPECT_EQ(0, perf_sysctl_set(depths[i], 5))
			TH_LOG("depth %zu", i);
	/* An event without PERF_SAMPLE_CALLCHAIN does not keep the buffers busy */
	attr.sample_type = PERF_SAMPLE_IP;
	first = perf_open_self(&attr);
	ASSERT_GE(first, 0);
	EXPECT_EQ(0, perf_sysctl_set(STACK, 6));
	close(first);
}

/* ---- sysfs ---- */

#define DEVICES	"/sys/bus/event_source/devices"

static int device_read(const char *device, const char *file, char *text, size_t size)
{
	char path[256];

	snprintf(path, sizeof(path), DEVICES "/%s/%s", device, file);
	return perf_file_read(path, text, size);
}

TEST(types_of_the_core)
{
	EXPECT_EQ(PERF_TYPE_SOFTWARE, perf_pmu_type("software"));
	if (perf_pmu_type("tracepoint") >= 0)
		EXPECT_EQ(PERF_TYPE_TRACEPOINT, perf_pmu_type("tracepoint"));
	if (perf_pmu_type("breakpoint") >= 0)
		EXPECT_EQ(PERF_TYPE_BREAKPOINT, perf_pmu_type("breakpoint"));
	/* A PMU without a fixed type has a dynamic one, not below PERF_TYPE_MAX */
	if (perf_pmu_type("kprobe") >= 0)
		EXPECT_LE(PERF_TYPE_MAX, perf_pmu_type("kprobe"));
	if (perf_pmu_type("uprobe") >= 0)
		EXPECT_LE(PERF_TYPE_MAX, perf_pmu_type("uprobe"));
	if (perf_pmu_type("msr") >= 0)
		EXPECT_LE(PERF_TYPE_MAX, perf_pmu_type("msr"));
}

TEST(type_is_read_only)
{
	EXPECT_NE(0, perf_file_write(DEVICES "/software/type", "7"));
	EXPECT_EQ(PERF_TYPE_SOFTWARE, perf_pmu_type("software"));
}

TEST(formats_of_probes)
{
	char text[64];

	if (perf_pmu_type("kprobe") < 0 || perf_pmu_type("uprobe") < 0)
		SKIP(return, "no probe PMUs");
	ASSERT_EQ(0, device_read("kprobe", "format/retprobe", text, sizeof(text)));
	EXPECT_STREQ("config:0", text);
	ASSERT_EQ(0, device_read("uprobe", "format/retprobe", text, sizeof(text)));
	EXPECT_STREQ("config:0", text);
	ASSERT_EQ(0, device_read("uprobe", "format/ref_ctr_offset", text, sizeof(text)));
	EXPECT_STREQ("config:32-63", text);
	/* The kprobe PMU has no ref_ctr_offset */
	EXPECT_EQ(ENOENT, device_read("kprobe", "format/ref_ctr_offset", text, sizeof(text)));
}

TEST(multiplexing_interval)
{
	static const char path[] = DEVICES "/software/perf_event_mux_interval_ms";
	static const char * const bad[] = { "0", "-1", "many", "", "99999999999" };
	char before[32], text[32];
	size_t i;

	if (geteuid())
		SKIP(return, "needs root");
	if (perf_file_read(path, before, sizeof(before)))
		SKIP(return, "no multiplexing interval");
	EXPECT_LE(1, atoi(before));
	for (i = 0; i < ARRAY_SIZE(bad); i++) {
		/* A write() of 0 bytes changes nothing, and is no error */
		EXPECT_EQ(bad[i][0] ? (i == 4 ? ERANGE : EINVAL) : 0,
			  perf_file_write(path, bad[i]))
			TH_LOG("interval \"%s\"", bad[i]);
		ASSERT_EQ(0, perf_file_read(path, text, sizeof(text)));
		EXPECT_STREQ(before, text);
	}
	EXPECT_EQ(0, perf_file_write(path, "7"));
	ASSERT_EQ(0, perf_file_read(path, text, sizeof(text)));
	EXPECT_STREQ("7", text);
	EXPECT_EQ(0, perf_file_write(path, before));
	ASSERT_EQ(0, perf_file_read(path, text, sizeof(text)));
	EXPECT_STREQ(before, text);
}

/* The directory of a PMU links to its bus, event_source */
TEST(subsystem_link)
{
	char link[256] = "";

	ASSERT_LT(0, readlink(DEVICES "/software/subsystem", link, sizeof(link) - 1));
	EXPECT_STREQ("event_source", strrchr(link, '/') ? strrchr(link, '/') + 1 : link);
}

TEST_HARNESS_MAIN
