// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of merge.c on registers in memory.
 *
 * fake_msr.c merges counters as the Processor Programming References describe it; the expected
 * values are what a test lets happen, and the select values of the manual: event FFFH with the
 * enable bit alone.
 */
#include "fixture.h"
#include "merge.h"

#define FLOPS		0xff03
#define MERGE		0xf004000ffULL
#define UPPER_BITS	0xffffULL

static const struct machine merge_machines[] = {
	MACHINE("amd k7", amd_regs_legacy, zen4, 0xf, 48, .virt = true),
	MACHINE("amd core", amd_regs_core, zen, 0x3f, 48, .virt = true),
	MACHINE("amd v2", amd_regs_v2, zen4, 0x3f, 48, .virt = true),
};

KUNIT_ARRAY_PARAM(merge_machines, merge_machines, machine_name);

static int merge_init(struct kunit *test)
{
	int err = fixture_init(test);

	if (!err)
		fixture_of(test)->pmu.features[PERF_X86_MERGE] = &perf_x86_merge;
	return err;
}

static struct perf_event *open_flops(struct kunit *test, u64 period)
{
	struct perf_event_attr attr = fixture_attr(fixture_of(test), FLOPS);

	attr.sample_period = period;
	return fixture_open_attr(test, attr);
}

static void a_pair_counts_each_event_of_a_cycle(struct kunit *test)
{
	struct fixture *fixture = fixture_of(test);
	struct perf_event *event = open_flops(test, 0);
	unsigned int counter = event->hw.idx;

	KUNIT_ASSERT_EQ(test, 0U, counter & 1);
	KUNIT_EXPECT_EQ(test, MERGE, fixture->file.select[counter + 1]);
	fixture_happen(fixture, FLOPS, 60);
	fixture_happen(fixture, FLOPS, 3);
	KUNIT_EXPECT_EQ(test, 63ULL, fixture_count(event));
	/* User space reads the even counter, whose lower bits are those of any counter. */
	KUNIT_EXPECT_EQ(test, counter + 1, perf_x86_rdpmc_user_index(event));

	perf_event_disable(event);
	KUNIT_EXPECT_EQ(test, 0ULL, fixture->file.select[counter + 1]);
	fixture_happen(fixture, FLOPS, 60);
	perf_event_enable(event);
	fixture_happen(fixture, FLOPS, 40);
	KUNIT_EXPECT_EQ(test, 103ULL, fixture_count(event));
	kunit_release_action(test, fixture_close, event);
	KUNIT_EXPECT_EQ(test, 0ULL, fixture->file.select[counter + 1]);
}

/* The overflow is the carry of all 64 bits, so the upper ones are set with each period. */
static void a_pair_overflows_after_its_period(struct kunit *test)
{
	struct fixture *fixture = fixture_of(test);
	struct perf_event *event = open_flops(test, 1000);
	unsigned int counter = event->hw.idx, i;

	for (i = 1; i <= 3; i++) {
		scoped_guard(irqsave) {
			KUNIT_EXPECT_EQ(test, UPPER_BITS, fixture->file.value[counter + 1]);
			KUNIT_EXPECT_EQ(test, perf_x86_value_mask(&fixture->pmu) - 999,
					fixture->file.value[counter]);
		}
		KUNIT_EXPECT_EQ(test, 0, fixture_happen(fixture, FLOPS, 999));
		fixture_end_window(fixture);
		KUNIT_EXPECT_EQ(test, 1, fixture_happen(fixture, FLOPS, 1));
		KUNIT_EXPECT_EQ(test, i, fixture->overflows);
		KUNIT_EXPECT_EQ(test, 1000ULL, fixture->period);
		KUNIT_EXPECT_EQ(test, i * 1000ULL, fixture_count(event));
	}
}

/* An overflow that is reported in the upper counter's bit of the status. */
static void either_status_bit_is_the_pairs(struct kunit *test)
{
	struct fixture *fixture = fixture_of(test);
	struct perf_event *event;

	if (!perf_x86_has_global(&fixture->pmu))
		kunit_skip(test, "no status");
	fixture->file.upper_status = true;
	event = open_flops(test, 500);
	KUNIT_EXPECT_EQ(test, 1, fixture_happen(fixture, FLOPS, 600));
	KUNIT_EXPECT_EQ(test, 1U, fixture->overflows);
	KUNIT_EXPECT_EQ(test, 600ULL, fixture_count(event));
	KUNIT_EXPECT_EQ(test, 0ULL, fixture->file.status);
}

/* While a group is scheduled the PMU is disabled, with the odd counters after the even ones. */
static void a_disabled_pmu_has_no_pair(struct kunit *test)
{
	struct fixture *fixture = fixture_of(test);
	struct perf_event *event = open_flops(test, 0);
	unsigned int counter = event->hw.idx;

	scoped_guard(irqsave) {
		perf_pmu_disable(&fixture->pmu.pmu);
		perf_x86_fake_happen(&fixture->file, FLOPS, 50, true);
		if (perf_x86_has_global(&fixture->pmu))
			KUNIT_EXPECT_EQ(test, 0ULL, fixture->file.global_ctrl);
		else
			KUNIT_EXPECT_EQ(test, 0ULL, fixture->file.select[counter + 1]);
		perf_pmu_enable(&fixture->pmu.pmu);
		KUNIT_EXPECT_EQ(test, MERGE, fixture->file.select[counter + 1]);
	}
	fixture_happen(fixture, FLOPS, 50);
	KUNIT_EXPECT_EQ(test, 50ULL, fixture_count(event));
}

/* An event on one counter of each pair: one moves, from an even counter or from an odd one. */
static void an_event_leaves_a_pair(struct kunit *test)
{
	struct fixture *fixture = fixture_of(test);
	const unsigned int counters = hweight64(fixture->pmu.counters);
	struct perf_event *single[6], *flops;
	unsigned int left, i;

	for (left = 0; left < 2; left++) {
		for (i = 0; i < counters; i++)
			single[i] = fixture_open(test, fixture->first);
		fixture_happen(fixture, fixture->first, 100);
		for (i = 0; i < counters; i++) {
			if (single[i]->hw.idx >= 4 || (single[i]->hw.idx & 1) != left)
				continue;
			kunit_release_action(test, fixture_close, single[i]);
			single[i] = NULL;
		}
		flops = open_flops(test, 0);
		KUNIT_ASSERT_GE(test, flops->hw.idx, 0);
		KUNIT_EXPECT_EQ(test, 0, flops->hw.idx & 1);
		fixture_happen(fixture, FLOPS, 33);
		fixture_happen(fixture, fixture->first, 10);
		KUNIT_EXPECT_EQ(test, 33ULL, fixture_count(flops));
		for (i = 0; i < counters; i++) {
			if (!single[i])
				continue;
			KUNIT_EXPECT_EQ(test, 110ULL, fixture_count(single[i]));
			kunit_release_action(test, fixture_close, single[i]);
		}
		kunit_release_action(test, fixture_close, flops);
	}
}

/* No event gets a counter of a pair, and the counters are free again afterwards. */
static void a_pair_takes_two_counters(struct kunit *test)
{
	struct fixture *fixture = fixture_of(test);
	const unsigned int counters = hweight64(fixture->pmu.counters);
	struct perf_event *flops[3], *single[2], *late;
	unsigned int i;

	for (i = 0; i < counters / 2 - 1; i++)
		flops[i] = open_flops(test, 0);
	for (i = 0; i < 2; i++)
		single[i] = fixture_open(test, fixture->first);
	late = fixture_open(test, fixture->first);
	KUNIT_EXPECT_EQ(test, -1, late->hw.idx);
	kunit_release_action(test, fixture_close, late);
	fixture_happen(fixture, FLOPS, 20);
	fixture_happen(fixture, fixture->first, 7);
	for (i = 0; i < counters / 2 - 1; i++) {
		KUNIT_EXPECT_EQ(test, 20ULL, fixture_count(flops[i]));
		kunit_release_action(test, fixture_close, flops[i]);
	}
	for (i = 0; i < 2; i++)
		KUNIT_EXPECT_EQ(test, 7ULL, fixture_count(single[i]));
	for (i = 0; i < 2; i++)
		KUNIT_EXPECT_GE(test, fixture_open(test, fixture->first)->hw.idx, 0);
}

/* Without the feature, as on a processor that is not AMD's, the code is like any other. */
static void other_processors_have_no_pairs(struct kunit *test)
{
	struct fixture *fixture = fixture_of(test);
	struct perf_x86_cpu *cpu = per_cpu_ptr(fixture->pmu.cpu, cpumask_first(cpu_online_mask));
	struct perf_event *event;

	fixture->pmu.features[PERF_X86_MERGE] = NULL;
	event = open_flops(test, 0);
	KUNIT_EXPECT_EQ(test, 0, event->hw.flags & PERF_X86_EVENT_MERGE);
	KUNIT_EXPECT_EQ(test, BIT_ULL(event->hw.idx), cpu->assignment.used);
	/* The model counts 15 of a cycle then, so the tests above depend on the pair. */
	fixture_happen(fixture, FLOPS, 60);
	KUNIT_EXPECT_EQ(test, 15ULL, fixture_count(event));
}

static struct kunit_case merge_cases[] = {
	KUNIT_CASE_PARAM(a_pair_counts_each_event_of_a_cycle, merge_machines_gen_params),
	KUNIT_CASE_PARAM(a_pair_overflows_after_its_period, merge_machines_gen_params),
	KUNIT_CASE_PARAM(either_status_bit_is_the_pairs, merge_machines_gen_params),
	KUNIT_CASE_PARAM(a_disabled_pmu_has_no_pair, merge_machines_gen_params),
	KUNIT_CASE_PARAM(an_event_leaves_a_pair, merge_machines_gen_params),
	KUNIT_CASE_PARAM(a_pair_takes_two_counters, merge_machines_gen_params),
	KUNIT_CASE_PARAM(other_processors_have_no_pairs, merge_machines_gen_params),
	{ }
};

static struct kunit_suite merge_suite = {
	.name		= "perf_x86_merge",
	.init		= merge_init,
	.exit		= fixture_exit,
	.test_cases	= merge_cases,
};

kunit_test_suite(merge_suite);
