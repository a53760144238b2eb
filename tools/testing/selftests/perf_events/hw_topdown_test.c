// SPDX-License-Identifier: GPL-2.0
/*
 * Top-down metrics: parts of the issue slots, counted by events in a group that the slots lead.
 *
 * tools/testing/qemu-pmu/README.md says which share of the slots each metric of the emulator has,
 * as long as both registers have been cleared in the right order; those of real processors differ.
 * The numbers of the events are Intel's (lists of events, TOPDOWN.*), the errors those of 6.12.
 */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "hw_fixture.h"
#include "kselftest_harness.h"

#define FOLDER		"/sys/bus/event_source/devices/%s/"
#define METRIC(n)	(0x8000 + 0x100 * (n))
#define SLOTS		0x0400
#define MOST		8
#define ROUNDS		100000
/* 8 slots for each of the emulator's instructions */
#define LOOP_SLOTS	(8ULL * HW_LOOP_INSTRUCTIONS * ROUNDS)

static const struct {
	const char *name;
	__u64 code;
	unsigned int share;	/* of 255 */
} metrics[MOST] = {
	{ "topdown-retiring", METRIC(0), 102 },
	{ "topdown-bad-spec", METRIC(1), 17 },
	{ "topdown-fe-bound", METRIC(2), 51 },
	{ "topdown-be-bound", METRIC(3), 85 },
	{ "topdown-heavy-ops", METRIC(4), 34 },
	{ "topdown-br-mispredict", METRIC(5), 15 },
	{ "topdown-fetch-lat", METRIC(6), 30 },
	{ "topdown-mem-bound", METRIC(7), 60 },
};

FIXTURE(hw_topdown)
{
	const char *pmu;
	int number;
	struct perf_event_attr attr;
	int slots;
	int fd[MOST];
	long switches;	/* when the events were opened */
};

/* Reads a file of the PMU. Returns 0 or an errno. */
static int pmu_file(const char *pmu, const char *name, char *text, size_t size)
{
	char path[128];

	snprintf(path, sizeof(path), FOLDER "%s", pmu, name);
	return perf_file_read(path, text, size);
}

FIXTURE_SETUP(hw_topdown)
{
	char name[64], text[64];
	int cpu;

	self->pmu = pmu_file("cpu_core", "type", text, sizeof(text)) ? "cpu" : "cpu_core";
	if (pmu_file(self->pmu, "events/topdown-retiring", text, sizeof(text)))
		SKIP(return, "no top-down metrics");
	for (self->number = 0; self->number < MOST; self->number++) {
		snprintf(name, sizeof(name), "events/%s", metrics[self->number].name);
		if (pmu_file(self->pmu, name, text, sizeof(text)))
			break;
	}
	/* The small CPUs of a hybrid processor have no such events. */
	cpu = 0;
	if (!pmu_file(self->pmu, "cpus", text, sizeof(text)))
		cpu = strtoul(text, NULL, 10);
	ASSERT_EQ(0, perf_pin_cpu(cpu));
	ASSERT_EQ(0, pmu_file(self->pmu, "type", text, sizeof(text)));
	perf_attr_init(&self->attr, strtoul(text, NULL, 10), SLOTS);
	self->attr.exclude_kernel = 1;
	self->attr.exclude_hv = 1;
	self->attr.disabled = 1;
	ASSERT_EQ(0, perf_prefault());
}

FIXTURE_TEARDOWN(hw_topdown)
{
}

/* Opens the slots and all metrics below them, as a group that is off. */
static void open_all(struct __test_metadata *_metadata, FIXTURE_DATA(hw_topdown) *self)
{
	struct perf_event_attr attr = self->attr;
	int i;

	self->switches = perf_switches();
	self->slots = perf_open(&attr, 0, -1, -1, 0);
	ASSERT_LE(0, self->slots);
	attr.disabled = 0;
	for (i = 0; i < self->number; i++) {
		attr.config = metrics[i].code;
		self->fd[i] = perf_open(&attr, 0, -1, self->slots, 0);
		ASSERT_LE(0, self->fd[i])
			TH_LOG("%s", metrics[i].name);
	}
}

static void close_all(FIXTURE_DATA(hw_topdown) *self)
{
	int i;

	for (i = 0; i < self->number; i++)
		close(self->fd[i]);
	close(self->slots);
}

/*
 * Each reading rounds a metric down, by less than a slot: @readings by the test, and one at each
 * switch. The emulator's slots are exact multiples of its shares only now and then.
 */
static void expect_shares(struct __test_metadata *_metadata, FIXTURE_DATA(hw_topdown) *self,
			  unsigned int readings)
{
	__u64 slots = perf_count(self->slots), sum = 0, count, exact;
	int i;

	readings += perf_switches() - self->switches;
	EXPECT_LE(LOOP_SLOTS, slots);
	for (i = 0; i < self->number; i++) {
		count = perf_count(self->fd[i]);
		exact = slots * metrics[i].share / 255;
		EXPECT_GE(exact, count)
			TH_LOG("%s", metrics[i].name);
		EXPECT_LE(exact, count + readings)
			TH_LOG("%s", metrics[i].name);
		sum += i < 4 ? count : 0;
	}
	/* The first four are all slots. */
	EXPECT_GE(slots, sum);
	EXPECT_LE(slots, sum + 4 * readings);
}

TEST_F(hw_topdown, names_are_those_of_6_12)
{
	char name[64], text[64], terms[64];
	int i;

	ASSERT_EQ(0, pmu_file(self->pmu, "events/slots", text, sizeof(text)));
	EXPECT_STREQ("event=0x00,umask=0x4", text);
	EXPECT_TRUE(self->number == 4 || self->number == 8);
	for (i = 0; i < self->number; i++) {
		snprintf(name, sizeof(name), "events/%s", metrics[i].name);
		snprintf(terms, sizeof(terms), "event=0x00,umask=0x%x", 0x80 + i);
		ASSERT_EQ(0, pmu_file(self->pmu, name, text, sizeof(text)));
		EXPECT_STREQ(terms, text);
	}
}

TEST_F(hw_topdown, metrics_are_shares_of_the_slots)
{
	open_all(_metadata, self);
	ASSERT_EQ(0, perf_ioctl(self->slots, PERF_EVENT_IOC_ENABLE, 0));
	hw_loop(ROUNDS);
	ASSERT_EQ(0, perf_ioctl(self->slots, PERF_EVENT_IOC_DISABLE, 0));
	expect_shares(_metadata, self, 3 + self->number);
	close_all(self);
}

/* Reading begins a new interval; a task that sleeps in between gets its registers back. */
TEST_F(hw_topdown, readings_and_switches_add_up)
{
	struct timespec moment = { .tv_nsec = 1000000 };
	int i;

	open_all(_metadata, self);
	ASSERT_EQ(0, perf_ioctl(self->slots, PERF_EVENT_IOC_ENABLE, 0));
	for (i = 0; i < 20; i++) {
		hw_loop(ROUNDS / 20);
		perf_count(self->fd[i % self->number]);
		nanosleep(&moment, NULL);
	}
	ASSERT_EQ(0, perf_ioctl(self->slots, PERF_EVENT_IOC_DISABLE, 0));
	expect_shares(_metadata, self, 20 + 3 + self->number);
	close_all(self);
}

/* Another group of slots waits for the counter, and the first one's metrics are its own. */
TEST_F(hw_topdown, two_groups_share_the_counter)
{
	struct perf_event_attr attr = self->attr;
	int other, metric;

	open_all(_metadata, self);
	other = perf_open(&attr, 0, -1, -1, 0);
	ASSERT_LE(0, other);
	attr.disabled = 0;
	attr.config = METRIC(0);
	metric = perf_open(&attr, 0, -1, other, 0);
	ASSERT_LE(0, metric);
	ASSERT_EQ(0, perf_ioctl(other, PERF_EVENT_IOC_ENABLE, 0));
	hw_loop(ROUNDS);
	ASSERT_EQ(0, perf_ioctl(other, PERF_EVENT_IOC_DISABLE, 0));
	ASSERT_EQ(0, perf_ioctl(self->slots, PERF_EVENT_IOC_ENABLE, 0));
	hw_loop(ROUNDS);
	ASSERT_EQ(0, perf_ioctl(self->slots, PERF_EVENT_IOC_DISABLE, 0));
	expect_shares(_metadata, self, 3 + self->number);
	EXPECT_LE(LOOP_SLOTS, perf_count(other));
	EXPECT_GE(perf_count(other) * metrics[0].share / 255, perf_count(metric));
	EXPECT_LE(perf_count(other) * metrics[0].share / 255,
		  perf_count(metric) + 3 + perf_switches() - self->switches);
	close(metric);
	close(other);
	close_all(self);
}

/* The shares are counted for the group as a whole only. */
TEST_F(hw_topdown, a_metric_needs_the_slots)
{
	struct perf_event_attr attr = self->attr, bad;
	int leader;

	attr.config = METRIC(0);
	EXPECT_EQ(EINVAL, perf_try_self(&attr));

	attr.config = 0x00c0;
	leader = perf_open(&attr, 0, -1, -1, 0);
	ASSERT_LE(0, leader);
	attr.config = METRIC(0);
	EXPECT_EQ(-1, perf_open(&attr, 0, -1, leader, 0));
	EXPECT_EQ(EINVAL, errno);
	close(leader);

	/* Slots that sample begin at another value than 0. */
	bad = self->attr;
	bad.sample_period = 1000000;
	leader = perf_open(&bad, 0, -1, -1, 0);
	ASSERT_LE(0, leader);
	EXPECT_EQ(-1, perf_open(&attr, 0, -1, leader, 0));
	EXPECT_EQ(EINVAL, errno);
	close(leader);
}

TEST_F(hw_topdown, a_metric_is_neither_sampled_nor_modified)
{
	struct perf_event_attr attr = self->attr;
	int leader = perf_open(&attr, 0, -1, -1, 0);

	ASSERT_LE(0, leader);
	attr.config = METRIC(0);
	attr.sample_period = 1000;
	EXPECT_EQ(-1, perf_open(&attr, 0, -1, leader, 0));
	EXPECT_EQ(EINVAL, errno);
	attr.sample_period = 0;
	attr.config = METRIC(0) | 1 << 24; /* a threshold */
	EXPECT_EQ(-1, perf_open(&attr, 0, -1, leader, 0));
	EXPECT_EQ(EINVAL, errno);
	attr.config = METRIC(self->number); /* one too many */
	EXPECT_EQ(-1, perf_open(&attr, 0, -1, leader, 0));
	EXPECT_EQ(EINVAL, errno);
	close(leader);
}

/* A metric whose leader has been closed counts nothing, as PERF_EV_CAP_SIBLING says. */
TEST_F(hw_topdown, a_metric_ends_with_its_leader)
{
	__u64 count;

	open_all(_metadata, self);
	ASSERT_EQ(0, perf_ioctl(self->slots, PERF_EVENT_IOC_ENABLE, 0));
	hw_loop(ROUNDS);
	close(self->slots);
	count = perf_count(self->fd[0]);
	hw_loop(ROUNDS);
	EXPECT_EQ(count, perf_count(self->fd[0]));
	self->slots = -1;
	close_all(self);
}

TEST_HARNESS_MAIN
