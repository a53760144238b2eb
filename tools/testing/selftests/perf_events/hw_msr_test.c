// SPDX-License-Identifier: GPL-2.0
/*
 * The PMU "msr": the time stamp counter as an event, and the attributes that its events
 * refuse.
 */
#include <sys/mman.h>
#include <unistd.h>

#include "perf_records.h"
#include "perf_test.h"
#include "kselftest_harness.h"

#if !PERF_HAS_RDPMC

TEST(hw_msr)
{
	SKIP(return, "this processor has other registers");
}

#else

#define EVENT	"/sys/bus/event_source/devices/msr/events/"
#define TSC	0

FIXTURE(hw_msr)
{
	struct perf_event_attr attr;
};

FIXTURE_SETUP(hw_msr)
{
	int type = perf_pmu_type("msr");

	if (type < 0)
		SKIP(return, "this machine has no PMU msr");
	perf_attr_init(&self->attr, type, TSC);
}

FIXTURE_TEARDOWN(hw_msr)
{
}

TEST_F(hw_msr, tsc_is_the_time_stamp_counter)
{
	__u64 before, after;
	int fd = perf_open_self(&self->attr);

	ASSERT_GE(fd, 0);
	before = perf_clock_counter();
	perf_ioctl(fd, PERF_EVENT_IOC_ENABLE, 0);
	perf_burn_cpu(2000000);
	perf_ioctl(fd, PERF_EVENT_IOC_DISABLE, 0);
	after = perf_clock_counter();
	EXPECT_LE(perf_count(fd), after - before);
	/* The event does not count while other tasks have the CPU. */
	EXPECT_GT(perf_count(fd), 0);
	close(fd);
}

TEST_F(hw_msr, of_a_cpu_runs_on_while_nobody_does_anything)
{
	__u64 before, middle, after;
	int fd;

	self->attr.disabled = 0;
	fd = perf_open(&self->attr, -1, 0, -1, 0);
	ASSERT_GE(fd, 0);
	before = perf_clock_counter();
	middle = perf_count(fd);
	usleep(20000);
	after = perf_count(fd);
	EXPECT_GT(after, middle);
	EXPECT_LE(after - middle, perf_clock_counter() - before);
	close(fd);
}

/* perf_count() reads the MSR while samples, taken in NMIs, read it too */
TEST_F_TIMEOUT(hw_msr, sampled_while_it_is_read, 120)
{
	struct perf_event_attr cycles;
	struct perf_ring ring;
	unsigned int samples;
	__u64 last = 0, count;
	int leader, fd, cpu, i;

	/* On a hybrid processor the cycles event counts on one kind of CPU only */
	ASSERT_LT(0, perf_cpu_count(&cpu, 1));
	ASSERT_EQ(0, perf_pin_cpu(cpu));
	perf_attr_init(&cycles, PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES);
	cycles.sample_period = 20011;
	cycles.sample_type = PERF_SAMPLE_READ;
	cycles.read_format = PERF_FORMAT_GROUP;
	cycles.disabled = 0;
	leader = perf_open_self(&cycles);
	if (leader < 0)
		SKIP(return, "no cycles that can be sampled");
	self->attr.disabled = 0;
	fd = perf_open(&self->attr, 0, -1, leader, 0);
	ASSERT_GE(fd, 0);
	ASSERT_EQ(0, perf_ring_map(&ring, leader, 64, PROT_READ | PROT_WRITE));
	for (i = 0; i < 5000; i++) {
		count = perf_count(fd);
		EXPECT_LE(last, count);
		last = count;
	}
	ASSERT_EQ(0, perf_ioctl(leader, PERF_EVENT_IOC_DISABLE, PERF_IOC_FLAG_GROUP));
	samples = perf_ring_count(&ring, PERF_RECORD_SAMPLE);
	EXPECT_LT(0, samples);
	perf_ring_unmap(&ring);
	close(fd);
	close(leader);
}

TEST_F(hw_msr, has_no_modes_and_no_interrupt)
{
	struct perf_event_attr attr = self->attr;

	attr.exclude_kernel = 1;
	EXPECT_EQ(EINVAL, perf_try_self(&attr));
	attr = self->attr;
	attr.sample_period = 1000;
	EXPECT_EQ(EINVAL, perf_try_self(&attr));
	attr = self->attr;
	attr.config = 1000;
	EXPECT_EQ(EINVAL, perf_try_self(&attr));
	attr.config = 1ULL << 32;
	EXPECT_EQ(EINVAL, perf_try_self(&attr));
}

TEST_F(hw_msr, names_in_sysfs_can_be_opened)
{
	static const char *const names[] = {
		"tsc", "aperf", "mperf", "pperf", "smi", "ptsc", "irperf", "cpu_thermal_margin",
	};
	char path[128], text[64];
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(names); i++) {
		snprintf(path, sizeof(path), EVENT "%s", names[i]);
		self->attr.config = i;
		if (perf_file_read(path, text, sizeof(text))) {
			EXPECT_EQ(EINVAL, perf_try_self(&self->attr));
			continue;
		}
		EXPECT_EQ(i, strtoul(text + strlen("event="), NULL, 16));
		EXPECT_EQ(0, perf_try_self(&self->attr));
	}
}

#endif

TEST_HARNESS_MAIN
