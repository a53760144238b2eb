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
	struct rig *rig = rig_of(test);
	struct perf_event_attr attr = rig_attr(rig, rig->first);
	struct perf_event *event;

	NEEDS_INTERRUPTS(test, rig);
	attr.sample_period = 10;
	attr.disabled = 1;
	event = rig_open_attr(test, attr);
	KUNIT_ASSERT_EQ(test, 0, perf_event_refresh(event, 1));
	rig->again = 10;
	scoped_guard(irqsave) {
		KUNIT_EXPECT_EQ(test, 1, rig_happen(rig, rig->first, 10));
		KUNIT_EXPECT_NE(test, 0, event->hw.state & PERF_HES_STOPPED);
		/* PERF_X86_GATE_GLOBAL stops counting in the NMI: then no second NMI comes. */
		KUNIT_EXPECT_EQ(test, rig_counts_in_nmi(rig), rig->latched);
		KUNIT_EXPECT_EQ(test, rig->latched, rig_stray_nmi(rig));
		KUNIT_EXPECT_EQ(test, 0, rig_stray_nmi(rig));
	}
	KUNIT_EXPECT_EQ(test, 1U, rig->overflows);
	KUNIT_EXPECT_EQ(test, rig->latched ? 20ULL : 10ULL, rig_count(event));
}

/* Delivers the pending NMI as soon as cpu->running has no counter. */
static u64 nmi_before_the_last_reading(struct perf_x86_fake *fake, u32 operand)
{
	struct rig *rig = container_of(fake, struct rig, file.fake);

	if (rig->latched && !this_cpu_ptr(rig->pmu.cpu)->running) {
		rig->latched = false;
		rig->claimed = rig_stray_nmi(rig);
	}
	return rig->read_pmc(fake, operand);
}

static void an_nmi_may_come_while_a_counter_stops(struct kunit *test)
{
	struct rig *rig = rig_of(test);
	struct perf_event_attr attr = rig_attr(rig, rig->first);
	struct perf_event *event;

	NEEDS_INTERRUPTS(test, rig);
	attr.sample_period = 100;
	event = rig_open_attr(test, attr);
	rig->read_pmc = rig->file.fake.read_pmc;
	rig->file.fake.read_pmc = nmi_before_the_last_reading;
	scoped_guard(irqsave) {
		rig->latched = perf_x86_fake_happen(&rig->file, rig->first, 100, true);
		KUNIT_EXPECT_TRUE(test, rig->latched);
		perf_event_disable_local(event);
	}
	KUNIT_EXPECT_FALSE(test, rig->latched);
	KUNIT_EXPECT_NE(test, 0, rig->claimed);
	/* The NMI has been handled, so rig_stray_nmi() must not claim another. */
	KUNIT_EXPECT_EQ(test, 0, rig_stray_nmi(rig));
	KUNIT_EXPECT_EQ(test, 100ULL, rig_count(event));
}

/* With @only_counters a reserved status bit, set by microcode, must not block the counters. */
static void reserved_bits_of_the_status_are_ignored(struct kunit *test)
{
	struct rig *rig = rig_of(test);
	struct perf_event_attr attr = rig_attr(rig, rig->first);
	struct perf_event *event;

	if (!rig->pmu.regs.only_counters)
		kunit_skip(test, "its status has other bits, or there is none");
	rig->file.stuck = BIT_ULL(7);
	scoped_guard(irqsave)
		perf_x86_hw_reset(this_cpu_ptr(rig->pmu.cpu));
	attr.sample_period = 100;
	event = rig_open_attr(test, attr);
	KUNIT_EXPECT_EQ(test, 1, rig_happen(rig, rig->first, 110));
	KUNIT_EXPECT_EQ(test, 0, rig_stray_nmi(rig));
	KUNIT_EXPECT_EQ(test, 1, rig_happen(rig, rig->first, 90));
	KUNIT_EXPECT_EQ(test, 2U, rig->overflows);
	KUNIT_EXPECT_EQ(test, 200ULL, rig_count(event));
}

/* A status bit that stays set (@stuck) must not hang the CPU or lose counts. */
static void a_status_may_not_go_away(struct kunit *test)
{
	struct rig *rig = rig_of(test);
	struct perf_event_attr attr = rig_attr(rig, rig->first);
	struct perf_event *sampled, *counted;

	if (rig->pmu.regs.gate != PERF_X86_GATE_GLOBAL)
		kunit_skip(test, "no status");
	counted = rig_open(test, rig->second);
	attr.sample_period = 100;
	sampled = rig_open_attr(test, attr);
	rig->file.stuck = BIT_ULL(sampled->hw.idx);
	rig_happen(rig, rig->second, 12345);
	KUNIT_EXPECT_NE(test, 0, rig_happen(rig, rig->first, 110));
	rig->file.stuck = 0;
	KUNIT_EXPECT_EQ(test, 1U, rig->overflows);
	KUNIT_EXPECT_EQ(test, 110ULL, rig_count(sampled));
	rig_happen(rig, rig->first, 1000);
	rig_happen(rig, rig->second, 5);
	KUNIT_EXPECT_EQ(test, 1110ULL, rig_count(sampled));
	KUNIT_EXPECT_EQ(test, 12350ULL, rig_count(counted));
	KUNIT_EXPECT_EQ(test, 1U, rig->overflows);
}

/* perf_x86_show_counter() prints the event of each counter, to diagnose a hang. */
static void registers_are_shown(struct kunit *test)
{
	struct rig *rig = rig_of(test);
	struct perf_event *event = rig_open(test, rig->first);
	const struct perf_x86_cpu *cpu;
	char line[160], whose[32];
	struct seq_buf text;
	unsigned int counter;

	seq_buf_init(&text, line, sizeof(line));
	snprintf(whose, sizeof(whose), "event %#llx runs", event->attr.config);
	guard(irqsave)();
	cpu = this_cpu_ptr(rig->pmu.cpu);
	perf_x86_show_gate(cpu, &text);
	KUNIT_EXPECT_NOT_NULL(test, strstr(seq_buf_str(&text), "counting is on"));
	perf_x86_for_each_counter(counter, rig->pmu.counters) {
		seq_buf_clear(&text);
		perf_x86_show_counter(cpu, counter, &text);
		KUNIT_EXPECT_EQ(test, counter == event->hw.idx,
				!!strstr(seq_buf_str(&text), whose));
		KUNIT_EXPECT_FALSE(test, seq_buf_has_overflowed(&text));
	}
}

static struct kunit_case perf_x86_nmi_cases[] = {
	KUNIT_CASE_PARAM(an_event_may_overflow_again_before_it_is_stopped, machines_gen_params),
	KUNIT_CASE_PARAM(an_nmi_may_come_while_a_counter_stops, machines_gen_params),
	KUNIT_CASE_PARAM(reserved_bits_of_the_status_are_ignored, machines_gen_params),
	KUNIT_CASE_PARAM(a_status_may_not_go_away, machines_gen_params),
	KUNIT_CASE_PARAM(registers_are_shown, machines_gen_params),
	{ }
};

static struct kunit_suite perf_x86_nmi_suite = {
	.name = "perf_x86_nmi",
	.init = rig_init,
	.exit = rig_exit,
	.test_cases = perf_x86_nmi_cases,
};

kunit_test_suite(perf_x86_nmi_suite);

MODULE_DESCRIPTION("Tests of overflows and NMIs at awkward times");
MODULE_LICENSE("GPL");
