// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of overflows at awkward times: while another overflow is handled, while a counter stops,
 * NMIs without an overflow left; and of the text that debug.c prints for a machine that hangs.
 */
#include <linux/seq_buf.h>

#include "debug.h"
#include "fixture.h"

/* The period is so short that the counter overflows again before the NMI stops the event. */
static void an_event_may_overflow_again_before_it_is_stopped(struct kunit *test)
{
	struct fixture *fixture = fixture_of(test);
	struct perf_event_attr attr = fixture_attr(fixture, fixture->first);
	struct perf_event *event;

	NEEDS_INTERRUPTS(test, fixture);
	attr.sample_period = 10;
	attr.disabled = 1;
	event = fixture_open_attr(test, attr);
	KUNIT_ASSERT_EQ(test, 0, perf_event_refresh(event, 1));
	fixture->again = 10;
	scoped_guard(irqsave) {
		KUNIT_EXPECT_EQ(test, 1, fixture_happen(fixture, fixture->first, 10));
		KUNIT_EXPECT_NE(test, 0, event->hw.state & PERF_HES_STOPPED);
		/* A global control register stops counting in the NMI: then no second NMI comes. */
		KUNIT_EXPECT_EQ(test, fixture_counts_in_nmi(fixture), fixture->latched);
		KUNIT_EXPECT_EQ(test, fixture->latched || fixture->pmu.regs.late_nmis,
				fixture_stray_nmi(fixture));
		fixture_end_window(fixture);
		KUNIT_EXPECT_EQ(test, 0, fixture_stray_nmi(fixture));
	}
	KUNIT_EXPECT_EQ(test, 1U, fixture->overflows);
	KUNIT_EXPECT_EQ(test, fixture->latched ? 20ULL : 10ULL, fixture_count(event));
}

/*
 * AMD's processors deliver an NMI for each overflow, up to 100 ms after the first has handled
 * them all: the last must not become an unknown NMI, nor may later NMIs of other sources be
 * claimed. Other processors deliver at most one.
 */
static void late_nmis_are_claimed_for_100_ms(struct kunit *test)
{
	struct fixture *fixture = fixture_of(test);
	struct perf_event_attr attr = fixture_attr(fixture, fixture->second);
	unsigned int i, number = min(hweight32(fixture->pmu.counters), fixture->room);
	unsigned long begin, until;

	NEEDS_INTERRUPTS(test, fixture);
	if (!fixture->pmu.regs.late_nmis)
		kunit_skip(test, "its NMIs are not late");
	KUNIT_ASSERT_GE(test, number, 4U);
	attr.sample_period = 100;
	for (i = 0; i < number; i++)
		fixture_open_attr(test, attr);
	begin = jiffies;
	KUNIT_EXPECT_EQ(test, number, fixture_happen(fixture, fixture->second, 100));
	for (i = 1; i < number; i++)
		KUNIT_EXPECT_EQ(test, 1, fixture_stray_nmi(fixture));
	scoped_guard(irqsave)
		until = this_cpu_ptr(fixture->pmu.cpu)->spurious_until;
	KUNIT_EXPECT_GE(test, jiffies_to_msecs(until - begin), 100U);
	KUNIT_EXPECT_LT(test, jiffies_to_msecs(until - begin), 200U);
	fixture_end_window(fixture);
	KUNIT_EXPECT_EQ(test, 0, fixture_stray_nmi(fixture));
	KUNIT_EXPECT_EQ(test, number, fixture->overflows);
}

/* Delivers the pending NMI as soon as cpu->running has no counter. */
static u64 nmi_before_the_last_reading(struct perf_x86_fake *fake, u32 operand)
{
	struct fixture *fixture = container_of(fake, struct fixture, file.fake);

	if (fixture->latched && !this_cpu_ptr(fixture->pmu.cpu)->running) {
		fixture->latched = false;
		fixture->claimed = fixture_stray_nmi(fixture);
	}
	return fixture->read_pmc(fake, operand);
}

static void an_nmi_may_come_while_a_counter_stops(struct kunit *test)
{
	struct fixture *fixture = fixture_of(test);
	struct perf_event_attr attr = fixture_attr(fixture, fixture->first);
	struct perf_event *event;

	NEEDS_INTERRUPTS(test, fixture);
	attr.sample_period = 100;
	event = fixture_open_attr(test, attr);
	fixture->read_pmc = fixture->file.fake.read_pmc;
	fixture->file.fake.read_pmc = nmi_before_the_last_reading;
	scoped_guard(irqsave) {
		fixture->latched = perf_x86_fake_happen(&fixture->file, fixture->first, 100, true);
		KUNIT_EXPECT_TRUE(test, fixture->latched);
		perf_event_disable_local(event);
	}
	KUNIT_EXPECT_FALSE(test, fixture->latched);
	KUNIT_EXPECT_NE(test, 0, fixture->claimed);
	/* The NMI has been handled, so fixture_stray_nmi() must not claim another. */
	fixture_end_window(fixture);
	KUNIT_EXPECT_EQ(test, 0, fixture_stray_nmi(fixture));
	KUNIT_EXPECT_EQ(test, 100ULL, fixture_count(event));
}

/* With @only_counters a reserved status bit, set by microcode, must not block the counters. */
static void reserved_bits_of_the_status_are_ignored(struct kunit *test)
{
	struct fixture *fixture = fixture_of(test);
	struct perf_event_attr attr = fixture_attr(fixture, fixture->first);
	struct perf_event *event;

	if (!fixture->pmu.regs.only_counters)
		kunit_skip(test, "its status has other bits, or there is none");
	fixture->file.stuck = BIT_ULL(7);
	scoped_guard(irqsave)
		perf_x86_hw_reset(this_cpu_ptr(fixture->pmu.cpu));
	attr.sample_period = 100;
	event = fixture_open_attr(test, attr);
	KUNIT_EXPECT_EQ(test, 1, fixture_happen(fixture, fixture->first, 110));
	fixture_end_window(fixture);
	KUNIT_EXPECT_EQ(test, 0, fixture_stray_nmi(fixture));
	KUNIT_EXPECT_EQ(test, 1, fixture_happen(fixture, fixture->first, 90));
	KUNIT_EXPECT_EQ(test, 2U, fixture->overflows);
	KUNIT_EXPECT_EQ(test, 200ULL, fixture_count(event));
}

/* A status bit that stays set (@stuck) must not hang the CPU or lose counts. */
static void a_status_may_not_go_away(struct kunit *test)
{
	struct fixture *fixture = fixture_of(test);
	struct perf_event_attr attr = fixture_attr(fixture, fixture->first);
	struct perf_event *sampled, *counted;

	if (!perf_x86_has_global(&fixture->pmu))
		kunit_skip(test, "no status");
	counted = fixture_open(test, fixture->second);
	attr.sample_period = 100;
	sampled = fixture_open_attr(test, attr);
	fixture->file.stuck = BIT_ULL(sampled->hw.idx);
	fixture_happen(fixture, fixture->second, 12345);
	KUNIT_EXPECT_NE(test, 0, fixture_happen(fixture, fixture->first, 110));
	fixture->file.stuck = 0;
	KUNIT_EXPECT_EQ(test, 1U, fixture->overflows);
	KUNIT_EXPECT_EQ(test, 110ULL, fixture_count(sampled));
	fixture_happen(fixture, fixture->first, 1000);
	fixture_happen(fixture, fixture->second, 5);
	KUNIT_EXPECT_EQ(test, 1110ULL, fixture_count(sampled));
	KUNIT_EXPECT_EQ(test, 12350ULL, fixture_count(counted));
	KUNIT_EXPECT_EQ(test, 1U, fixture->overflows);
}

/* Delivery masks the counters' interrupt: after an NMI left masked, no event would sample. */
static void every_nmi_is_followed_by_the_next(struct kunit *test)
{
	struct fixture *fixture = fixture_of(test);
	struct perf_event_attr attr = fixture_attr(fixture, fixture->first);

	NEEDS_INTERRUPTS(test, fixture);
	attr.sample_period = 100;
	fixture_open_attr(test, attr);
	KUNIT_EXPECT_EQ(test, 1, fixture_happen(fixture, fixture->first, 100));
	KUNIT_EXPECT_EQ(test, 1U, fixture->file.unmasks);
	fixture_stray_nmi(fixture);
	KUNIT_EXPECT_EQ(test, 2U, fixture->file.unmasks);
}

/* perf_x86_debug_counter() prints the event of each counter, to diagnose a hang. */
static void registers_are_shown(struct kunit *test)
{
	struct fixture *fixture = fixture_of(test);
	struct perf_event *event = fixture_open(test, fixture->first);
	const struct perf_x86_cpu *cpu;
	char line[160], whose[32];
	struct seq_buf text;
	unsigned int counter;

	seq_buf_init(&text, line, sizeof(line));
	snprintf(whose, sizeof(whose), "event %#llx runs", event->attr.config);
	guard(irqsave)();
	cpu = this_cpu_ptr(fixture->pmu.cpu);
	perf_x86_debug_cpu(cpu, &text);
	KUNIT_EXPECT_NOT_NULL(test, strstr(seq_buf_str(&text), "counting is on"));
	perf_x86_for_each_counter(counter, fixture->pmu.counters) {
		seq_buf_clear(&text);
		perf_x86_debug_counter(cpu, counter, &text);
		KUNIT_EXPECT_EQ(test, counter == event->hw.idx,
				!!strstr(seq_buf_str(&text), whose));
		KUNIT_EXPECT_FALSE(test, seq_buf_has_overflowed(&text));
	}
}

static struct kunit_case perf_x86_nmi_cases[] = {
	KUNIT_CASE_PARAM(an_event_may_overflow_again_before_it_is_stopped, machines_gen_params),
	KUNIT_CASE_PARAM(late_nmis_are_claimed_for_100_ms, machines_gen_params),
	KUNIT_CASE_PARAM(an_nmi_may_come_while_a_counter_stops, machines_gen_params),
	KUNIT_CASE_PARAM(reserved_bits_of_the_status_are_ignored, machines_gen_params),
	KUNIT_CASE_PARAM(a_status_may_not_go_away, machines_gen_params),
	KUNIT_CASE_PARAM(every_nmi_is_followed_by_the_next, machines_gen_params),
	KUNIT_CASE_PARAM(registers_are_shown, machines_gen_params),
	{ }
};

static struct kunit_suite perf_x86_nmi_suite = {
	.name = "perf_x86_nmi",
	.init = fixture_init,
	.exit = fixture_exit,
	.test_cases = perf_x86_nmi_cases,
};

kunit_test_suite(perf_x86_nmi_suite);

MODULE_DESCRIPTION("Tests of overflows and NMIs at awkward times");
MODULE_LICENSE("GPL");
