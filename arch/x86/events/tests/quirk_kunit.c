// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of what single kinds of processors need: the shortest period, the reset of Nehalem's
 * counters, the Pentium 4's counters, and checkpointed events. fake_msr.c has the errata.
 */
#include "fixture.h"

/* A counter one event before its overflow may raise no interrupt. */
static void no_counter_starts_at_minus_one(struct kunit *test)
{
	struct fixture *fixture = fixture_of(test);
	struct perf_event_attr attr = fixture_attr(fixture, fixture->first);
	struct perf_event *event;

	NEEDS_INTERRUPTS(test, fixture);
	attr.sample_period = 1;
	event = fixture_open_attr(test, attr);
	scoped_guard(irqsave)
		KUNIT_EXPECT_EQ(test, perf_x86_value_mask(&fixture->pmu) - 1,
				fixture->file.value[event->hw.idx]);
	KUNIT_EXPECT_EQ(test, 0, fixture_happen(fixture, fixture->first, 1));
	KUNIT_EXPECT_EQ(test, 1, fixture_happen(fixture, fixture->first, 1));
	KUNIT_EXPECT_EQ(test, 2ULL, fixture_count(event));
	kunit_release_action(test, fixture_close, event);

	/* The rest of a period as well: 7 counts leave 1 of the second. */
	attr.sample_period = 4;
	event = fixture_open_attr(test, attr);
	KUNIT_EXPECT_EQ(test, 1, fixture_happen(fixture, fixture->first, 7));
	scoped_guard(irqsave)
		KUNIT_EXPECT_EQ(test, perf_x86_value_mask(&fixture->pmu) - 1,
				fixture->file.value[event->hw.idx]);
}

/* Erratum N15: without the second write a period would be 2^32 too short, or over at once. */
static void a_written_counter_holds_the_value(struct kunit *test)
{
	struct fixture *fixture = fixture_of(test);
	struct perf_event_attr attr = fixture_attr(fixture, fixture->first);
	struct perf_event *event;
	unsigned int i;

	if (!perf_x86_is_p4(&fixture->pmu))
		kunit_skip(test, "no Pentium 4");
	attr.sample_period = 1000;
	event = fixture_open_attr(test, attr);
	for (i = 1; i <= 5; i++) {
		KUNIT_EXPECT_EQ(test, 1, fixture_happen(fixture, fixture->first, 1000));
		scoped_guard(irqsave)
			KUNIT_EXPECT_EQ(test, perf_x86_value_mask(&fixture->pmu) - 999,
					fixture->file.value[event->hw.idx]);
		KUNIT_EXPECT_EQ(test, i, fixture->overflows);
	}
}

/*
 * After the selection of another event Nehalem's counters need the reset; without one they
 * need none. The values of the other counters survive it.
 */
static void counters_are_reset_after_a_selection(struct kunit *test)
{
	struct fixture *fixture = fixture_of(test);
	struct perf_event *first, *event;
	unsigned int writes, i;

	if (fixture->pmu.regs.enable != &perf_x86_enable_nehalem)
		kunit_skip(test, "its counters need no reset");
	first = fixture_open(test, fixture->second);
	fixture_happen(fixture, fixture->second, 1000);
	for (i = 0; i < 3; i++) {
		event = fixture_open(test, 0x01d1 + i);
		fixture_happen(fixture, 0x01d1 + i, 77);
		fixture_happen(fixture, fixture->second, 1000);
		KUNIT_EXPECT_EQ(test, 77ULL, fixture_count(event));
		kunit_release_action(test, fixture_close, event);
	}
	KUNIT_EXPECT_EQ(test, 4000ULL, fixture_count(first));
	KUNIT_EXPECT_EQ(test, 0ULL, fixture->file.unreliable);

	writes = fixture->file.select_writes;
	perf_event_disable(first);
	perf_event_enable(first);
	KUNIT_EXPECT_EQ(test, writes, fixture->file.select_writes);
}

/*
 * An overflow that waits for its NMI must survive the selection of another event, whose reset
 * clears all counters.
 */
static void an_overflow_survives_the_reset(struct kunit *test)
{
	struct fixture *fixture = fixture_of(test);
	struct perf_event_attr attr = fixture_attr(fixture, fixture->second);
	struct perf_event *sampled, *event;

	if (fixture->pmu.regs.enable != &perf_x86_enable_nehalem)
		kunit_skip(test, "its counters need no reset");
	attr.sample_period = 100;
	sampled = fixture_open_attr(test, attr);
	scoped_guard(irqsave)
		KUNIT_EXPECT_TRUE(test, perf_x86_fake_happen(&fixture->file, fixture->second, 130,
							     true));
	event = fixture_open(test, 0x01d1);
	KUNIT_EXPECT_EQ(test, 1, fixture_stray_nmi(fixture));
	fixture_happen(fixture, 0x01d1, 5);
	KUNIT_EXPECT_EQ(test, 1U, fixture->overflows);
	KUNIT_EXPECT_EQ(test, 130ULL, fixture_count(sampled));
	KUNIT_EXPECT_EQ(test, 5ULL, fixture_count(event));
	KUNIT_EXPECT_EQ(test, 1, fixture_happen(fixture, fixture->second, 70));
}

/* Transactions may succeed unless all counters are needed, or if the administrator says so. */
static void transactions_abort_for_the_last_counter(struct kunit *test)
{
	struct fixture *fixture = fixture_of(test);
	struct perf_event *event[4], *limited;
	unsigned int i;

	if (fixture->pmu.regs.enable != &perf_x86_enable_tfa)
		kunit_skip(test, "microcode uses no counter");
	for (i = 0; i < ARRAY_SIZE(event); i++) {
		KUNIT_EXPECT_EQ(test, 0ULL, fixture->file.force_abort);
		event[i] = fixture_open(test, fixture->second);
		fixture_happen(fixture, fixture->second, 10);
	}
	KUNIT_EXPECT_EQ(test, PERF_X86_TFA_COUNTER, event[3]->hw.idx);
	KUNIT_EXPECT_EQ(test, PERF_X86_RTM_FORCE_ABORT, fixture->file.force_abort);
	KUNIT_EXPECT_EQ(test, 10ULL, fixture_count(event[3]));

	/* Another counter becomes free, but no event moves until it is scheduled again. */
	kunit_release_action(test, fixture_close, event[0]);
	perf_x86_tfa_allow(&fixture->pmu, false);
	KUNIT_EXPECT_EQ(test, 0ULL, fixture->file.force_abort);
	KUNIT_EXPECT_EQ(test, PERF_EVENT_STATE_ACTIVE, event[3]->state);
	KUNIT_EXPECT_NE(test, PERF_X86_TFA_COUNTER, event[3]->hw.idx);
	limited = fixture_open(test, fixture->second);
	KUNIT_EXPECT_EQ(test, PERF_EVENT_STATE_INACTIVE, limited->state);
	fixture_happen(fixture, fixture->second, 10);
	KUNIT_EXPECT_EQ(test, 20ULL, fixture_count(event[3]));

	perf_x86_tfa_allow(&fixture->pmu, true);
	KUNIT_EXPECT_EQ(test, PERF_EVENT_STATE_ACTIVE, limited->state);
	KUNIT_EXPECT_EQ(test, PERF_X86_RTM_FORCE_ABORT, fixture->file.force_abort);
	kunit_release_action(test, fixture_close, limited);
	KUNIT_EXPECT_EQ(test, 0ULL, fixture->file.force_abort);
}

static void try_checkpointed(struct kunit *test, u64 period, int err)
{
	struct fixture *fixture = fixture_of(test);
	u64 config = fixture->second | HSW_IN_TX_CHECKPOINTED;
	struct perf_event_attr attr = fixture_attr(fixture, config);
	struct perf_event *event;

	attr.sample_period = period;
	event = fixture_try(fixture, &attr);
	KUNIT_EXPECT_EQ_MSG(test, (long)err, PTR_ERR_OR_ZERO(event), "period %llu", period);
	if (!IS_ERR(event))
		perf_event_release_kernel(event);
}

/* KVM opens a guest's checkpointed counter as an event with a long period. */
static void checkpointed_events_have_long_periods(struct kunit *test)
{
	struct fixture *fixture = fixture_of(test);

	if (fixture->pmu.regs.enable != &perf_x86_enable_global || fixture->pmu.virt_bits)
		kunit_skip(test, "no transactions");
	fixture->pmu.raw_mask |= HSW_IN_TX | HSW_IN_TX_CHECKPOINTED;
	try_checkpointed(test, 1000, -EOPNOTSUPP);
	try_checkpointed(test, 0x7ffffffe, -EOPNOTSUPP);
	if (fixture->pmu.counters & BIT(2)) {
		try_checkpointed(test, 0, 0);
		try_checkpointed(test, 0x7fffffff, 0);
		try_checkpointed(test, GENMASK_ULL(47, 0), 0);
	}
}

static struct kunit_case perf_x86_quirk_cases[] = {
	KUNIT_CASE_PARAM(no_counter_starts_at_minus_one, machines_gen_params),
	KUNIT_CASE_PARAM(a_written_counter_holds_the_value, machines_gen_params),
	KUNIT_CASE_PARAM(counters_are_reset_after_a_selection, machines_gen_params),
	KUNIT_CASE_PARAM(an_overflow_survives_the_reset, machines_gen_params),
	KUNIT_CASE_PARAM(transactions_abort_for_the_last_counter, machines_gen_params),
	KUNIT_CASE_PARAM(checkpointed_events_have_long_periods, machines_gen_params),
	{ }
};

static struct kunit_suite perf_x86_quirk_suite = {
	.name = "perf_x86_quirk",
	.init = fixture_init,
	.exit = fixture_exit,
	.test_cases = perf_x86_quirk_cases,
};

kunit_test_suite(perf_x86_quirk_suite);

MODULE_DESCRIPTION("Tests of what single kinds of processors need");
MODULE_LICENSE("GPL");
