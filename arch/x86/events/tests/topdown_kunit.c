// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of topdown.c on registers in memory: which groups may be opened, and the counts.
 *
 * The groups are scheduled as the core does it, by the PMU's operations. Expected counts are slots
 * * share / 255, the SDM's definition, of the slots and shares that a test sets. fake_msr.c finds
 * fault with registers that are cleared in the wrong order.
 */
#include <linux/list.h>
#include <linux/math64.h>

#include "fixture.h"
#include "topdown.h"

#define SLOTS		0x0400
#define SLOTS_COUNTER	(INTEL_PMC_IDX_FIXED + 3)
#define METRIC(n)	(0x8000 + 0x100 * (n))
#define METRICS_ON	BIT_ULL(48)
#define EVENTS		4

static const struct machine topdown_machines[] = {
	MACHINE("four", intel_regs_v2, intel_arch, 0xff | INTEL_FIXED(4), 48),
	MACHINE("eight", intel_regs_v2, goldencove, 0xff | INTEL_FIXED(4), 48),
};

KUNIT_ARRAY_PARAM(topdown_machines, topdown_machines, machine_name);

/**
 * struct topdown - a group of events that no file belongs to
 * @fixture: the PMU
 * @file:    an opened event's part, without a ring
 * @event:   the events; the first leads
 * @opened:  how many are open
 */
struct topdown {
	struct fixture		fixture;
	struct perf_event_file	file;
	struct perf_event	event[EVENTS];
	unsigned int		opened;
};

static struct topdown *topdown_of(struct kunit *test)
{
	return container_of(fixture_of(test), struct topdown, fixture);
}

static int topdown_init(struct kunit *test)
{
	struct topdown *topdown = kunit_kzalloc(test, sizeof(*topdown), GFP_KERNEL);
	int err;

	KUNIT_ASSERT_NOT_NULL(test, topdown);
	err = fixture_init_in(test, &topdown->fixture);
	if (!err)
		topdown->fixture.pmu.features[PERF_X86_TOPDOWN] = &perf_x86_topdown;
	return err;
}

static int topdown_open(struct topdown *topdown, u64 config, u64 period)
{
	struct perf_event *event = &topdown->event[topdown->opened], *leader = topdown->event;
	int err;

	memset(event, 0, sizeof(*event));
	event->pmu = &topdown->fixture.pmu.pmu;
	event->attr = fixture_attr(&topdown->fixture, config);
	event->attr.sample_period = period;
	event->cpu = -1;
	event->opened = &topdown->file;
	event->group_leader = leader;
	INIT_LIST_HEAD(&event->sibling_list);
	err = event->pmu->event_init(event);
	if (err)
		return err;
	if (event != leader)
		list_add_tail(&event->sibling_list, &leader->sibling_list);
	topdown->opened++;
	return 0;
}

static void topdown_close(struct topdown *topdown)
{
	while (topdown->opened) {
		struct perf_event *event = &topdown->event[--topdown->opened];

		event->destroy(event);
	}
}

static void topdown_sched_in(struct kunit *test, unsigned int first)
{
	struct topdown *topdown = topdown_of(test);
	struct pmu *pmu = &topdown->fixture.pmu.pmu;
	unsigned int i;

	guard(irqsave)();
	perf_pmu_disable(pmu);
	for (i = first; i < topdown->opened; i++)
		KUNIT_EXPECT_EQ(test, 0, pmu->add(&topdown->event[i], PERF_EF_START));
	perf_pmu_enable(pmu);
}

static void topdown_sched_out(struct topdown *topdown, unsigned int first)
{
	struct pmu *pmu = &topdown->fixture.pmu.pmu;
	unsigned int i;

	guard(irqsave)();
	perf_pmu_disable(pmu);
	for (i = first; i < topdown->opened; i++)
		pmu->del(&topdown->event[i], 0);
	perf_pmu_enable(pmu);
}

static u64 topdown_read(struct perf_event *event)
{
	guard(irqsave)();
	event->pmu->read(event);
	return local64_read(&event->count);
}

static u64 topdown_count(struct topdown *topdown, unsigned int i)
{
	return local64_read(&topdown->event[i].count);
}

/* 6.12's errors; a threshold is bit 24, edge detection bit 18 */
static const struct {
	u64	leader;
	u64	leader_period;
	u64	config;
	u64	period;
	int	err;
} rules[] = {
	{ SLOTS, 0, METRIC(0), 0, 0 },
	{ SLOTS, 0, METRIC(3), 0, 0 },
	{ SLOTS, 0, 0x00c0, 1000, 0 },
	{ SLOTS, 0, METRIC(0), 1000, -EINVAL },
	{ SLOTS, 0, METRIC(0) | BIT(24), 0, -EINVAL },
	{ SLOTS, 0, METRIC(0) | BIT(18), 0, -EINVAL },
	{ SLOTS, 0, METRIC(8), 0, -EINVAL },
	{ SLOTS, 1000, METRIC(0), 0, -EINVAL },
	{ SLOTS, 1000, 0x00c0, 0, 0 },
	{ 0x00c0, 0, METRIC(0), 0, -EINVAL },
	{ METRIC(0), 0, 0, 0, -EINVAL },
};

static void groups_are_checked(struct kunit *test)
{
	struct topdown *topdown = topdown_of(test);
	unsigned int i;
	int err;

	for (i = 0; i < ARRAY_SIZE(rules); i++) {
		err = topdown_open(topdown, rules[i].leader, rules[i].leader_period);
		if (!err)
			err = topdown_open(topdown, rules[i].config, rules[i].period);
		KUNIT_EXPECT_EQ_MSG(test, rules[i].err, err, "row %u", i);
		topdown_close(topdown);
	}
	/* The second four are those of some processors; no metric fits twice. */
	KUNIT_ASSERT_EQ(test, 0, topdown_open(topdown, SLOTS, 0));
	err = topdown_open(topdown, METRIC(4), 0);
	KUNIT_EXPECT_EQ(test, topdown->fixture.pmu.metrics == 8 ? 0 : -EINVAL, err);
	KUNIT_EXPECT_EQ(test, 0, topdown_open(topdown, METRIC(1), 0));
	KUNIT_EXPECT_EQ(test, -EINVAL, topdown_open(topdown, METRIC(1), 0));
	KUNIT_EXPECT_TRUE(test, topdown->event[1].event_caps & PERF_EV_CAP_SIBLING);
	KUNIT_EXPECT_EQ(test, 0, perf_x86_rdpmc_user_index(&topdown->event[1]));
	topdown_close(topdown);
}

static void a_metric_is_a_share_of_each_interval(struct kunit *test)
{
	struct topdown *topdown = topdown_of(test);
	struct perf_x86_fake_file *file = &topdown->fixture.file;

	KUNIT_ASSERT_EQ(test, 0, topdown_open(topdown, SLOTS, 0));
	KUNIT_ASSERT_EQ(test, 0, topdown_open(topdown, METRIC(0), 0));
	KUNIT_ASSERT_EQ(test, 0, topdown_open(topdown, METRIC(3), 0));
	topdown_sched_in(test, 0);
	KUNIT_EXPECT_EQ(test, METRICS_ON | BIT_ULL(SLOTS_COUNTER), file->global_ctrl);
	file->shares = 0xff000080;
	fixture_happen(&topdown->fixture, SLOTS, 1000);
	/* Reading any event of the group ends the interval for all of them. */
	KUNIT_EXPECT_EQ(test, 501ULL, topdown_read(&topdown->event[1]));
	KUNIT_EXPECT_EQ(test, 1000ULL, topdown_count(topdown, 0));
	KUNIT_EXPECT_EQ(test, 1000ULL, topdown_count(topdown, 2));
	KUNIT_EXPECT_EQ(test, 0ULL, file->value[SLOTS_COUNTER]);
	KUNIT_EXPECT_EQ(test, METRICS_ON | BIT_ULL(SLOTS_COUNTER), file->global_ctrl);
	file->shares = 0x33000001;
	fixture_happen(&topdown->fixture, SLOTS, 510);
	KUNIT_EXPECT_EQ(test, 1510ULL, topdown_read(&topdown->event[0]));
	KUNIT_EXPECT_EQ(test, 503ULL, topdown_count(topdown, 1));
	KUNIT_EXPECT_EQ(test, 1102ULL, topdown_count(topdown, 2));

	/* Switched out, what is left is counted; other slots are not; switched in, it goes on. */
	fixture_happen(&topdown->fixture, SLOTS, 255);
	topdown_sched_out(topdown, 0);
	KUNIT_EXPECT_EQ(test, 504ULL, topdown_count(topdown, 1));
	KUNIT_EXPECT_EQ(test, 1153ULL, topdown_count(topdown, 2));
	fixture_happen(&topdown->fixture, SLOTS, 12345);
	topdown_sched_in(test, 0);
	fixture_happen(&topdown->fixture, SLOTS, 2550);
	topdown_sched_out(topdown, 0);
	KUNIT_EXPECT_EQ(test, 4315ULL, topdown_count(topdown, 0));
	KUNIT_EXPECT_EQ(test, 514ULL, topdown_count(topdown, 1));
	KUNIT_EXPECT_EQ(test, 1663ULL, topdown_count(topdown, 2));
	topdown_close(topdown);
}

/* A member that comes later has no share of what was counted before, the others have. */
static void members_come_and_go(struct kunit *test)
{
	struct topdown *topdown = topdown_of(test);
	struct perf_x86_fake_file *file = &topdown->fixture.file;

	KUNIT_ASSERT_EQ(test, 0, topdown_open(topdown, SLOTS, 0));
	topdown_sched_in(test, 0);
	KUNIT_EXPECT_EQ(test, BIT_ULL(SLOTS_COUNTER), file->global_ctrl);
	fixture_happen(&topdown->fixture, SLOTS, 100);
	KUNIT_ASSERT_EQ(test, 0, topdown_open(topdown, METRIC(0), 0));
	topdown_sched_in(test, 1);
	file->shares = 0x00007f80;
	fixture_happen(&topdown->fixture, SLOTS, 2550);
	KUNIT_ASSERT_EQ(test, 0, topdown_open(topdown, METRIC(1), 0));
	topdown_sched_in(test, 2);
	KUNIT_EXPECT_EQ(test, 1280ULL, topdown_count(topdown, 1));
	fixture_happen(&topdown->fixture, SLOTS, 255);
	topdown_sched_out(topdown, 2);
	KUNIT_EXPECT_EQ(test, 127ULL, topdown_count(topdown, 2));
	KUNIT_EXPECT_EQ(test, METRICS_ON | BIT_ULL(SLOTS_COUNTER), file->global_ctrl);
	topdown->opened--;
	topdown_sched_out(topdown, 1);
	KUNIT_EXPECT_EQ(test, 1408ULL, topdown_count(topdown, 1));
	KUNIT_EXPECT_EQ(test, BIT_ULL(SLOTS_COUNTER), file->global_ctrl);
	topdown->opened--;
	fixture_happen(&topdown->fixture, SLOTS, 1000);
	topdown_sched_out(topdown, 0);
	KUNIT_EXPECT_EQ(test, 3905ULL, topdown_count(topdown, 0));
	topdown->opened = 3;
	topdown_close(topdown);
}

/* After hours without a reading the slots' counter wraps. */
static void a_wrap_is_part_of_the_interval(struct kunit *test)
{
	struct topdown *topdown = topdown_of(test);
	struct perf_x86_fake_file *file = &topdown->fixture.file;
	const u64 all = perf_x86_value_mask(&topdown->fixture.pmu) + 1;

	KUNIT_ASSERT_EQ(test, 0, topdown_open(topdown, SLOTS, 0));
	KUNIT_ASSERT_EQ(test, 0, topdown_open(topdown, METRIC(0), 0));
	topdown_sched_in(test, 0);
	file->shares = 0x33;
	fixture_happen(&topdown->fixture, SLOTS, all - 100);
	KUNIT_EXPECT_EQ(test, 1, fixture_happen(&topdown->fixture, SLOTS, 355));
	KUNIT_EXPECT_EQ(test, all + 255, topdown_count(topdown, 0));
	KUNIT_EXPECT_EQ(test, mul_u64_u32_div(all + 255, 0x33, 255), topdown_count(topdown, 1));
	fixture_happen(&topdown->fixture, SLOTS, 255);
	topdown_sched_out(topdown, 0);
	KUNIT_EXPECT_EQ(test, all + 510, topdown_count(topdown, 0));
	topdown_close(topdown);
}

/* Slots alone sample as any event does. */
static void slots_can_sample(struct kunit *test)
{
	struct fixture *fixture = fixture_of(test);
	struct perf_event_attr attr = fixture_attr(fixture, SLOTS);
	struct perf_event *event;

	attr.sample_period = 1000;
	event = fixture_open_attr(test, attr);
	KUNIT_EXPECT_EQ(test, 0, event->hw.flags & PERF_X86_EVENT_TOPDOWN);
	KUNIT_EXPECT_EQ(test, 1, fixture_happen(fixture, SLOTS, 1500));
	KUNIT_EXPECT_EQ(test, 1, fixture_happen(fixture, SLOTS, 500));
	KUNIT_EXPECT_EQ(test, 2U, fixture->overflows);
	KUNIT_EXPECT_EQ(test, 2000ULL, fixture_count(event));
}

static struct kunit_case topdown_cases[] = {
	KUNIT_CASE_PARAM(groups_are_checked, topdown_machines_gen_params),
	KUNIT_CASE_PARAM(a_metric_is_a_share_of_each_interval, topdown_machines_gen_params),
	KUNIT_CASE_PARAM(members_come_and_go, topdown_machines_gen_params),
	KUNIT_CASE_PARAM(a_wrap_is_part_of_the_interval, topdown_machines_gen_params),
	KUNIT_CASE_PARAM(slots_can_sample, topdown_machines_gen_params),
	{ }
};

static struct kunit_suite topdown_suite = {
	.name		= "perf_x86_topdown",
	.init		= topdown_init,
	.exit		= fixture_exit,
	.test_cases	= topdown_cases,
};

kunit_test_suite(topdown_suite);
