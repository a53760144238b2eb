// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of the Pentium 4's tables and of the values written to its registers. pmu_kunit.c tests
 * that its counters count, together with all other processors.
 *
 * Owns nothing that outlives a test. Context: task.
 */
#include <kunit/test.h>
#include <linux/bitfield.h>
#include <linux/cleanup.h>

#include "event.h"
#include "fake_msr_p4.h"
#include "hw.h"
#include "model.h"
#include "models_p4.h"
#include "p4.h"

/* A PMU, a CPU of it and an event, without the core. */
struct p4 {
	struct perf_x86_pmu		pmu;
	struct perf_x86_cpu		cpu;
	struct perf_x86_fake_file	file;
	struct perf_event		event;
};

static int p4_init(struct kunit *test)
{
	struct p4 *p4 = kunit_kzalloc(test, sizeof(*p4), GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, p4);
	test->priv = p4;
	p4->pmu.regs = perf_x86_p4_regs;
	p4->pmu.counters = GENMASK_ULL(17, 0);
	p4->pmu.width = 40;
	p4->pmu.max_period = GENMASK_ULL(38, 0);
	p4->pmu.banks = perf_x86_p4_banks[P4_WHOLE];
	p4->pmu.pmu.type = PERF_TYPE_RAW;
	perf_x86_model_apply(&p4->pmu, &perf_x86_p4);
	perf_x86_fake_attach(&p4->file, &p4->pmu, false);
	p4->cpu.pmu = &p4->pmu;
	p4->event.pmu = &p4->pmu.pmu;
	p4->event.group_leader = &p4->event;
	INIT_LIST_HEAD(&p4->event.sibling_list);
	static_branch_enable(&perf_x86_fake_key);
	return 0;
}

static void p4_exit(struct kunit *test)
{
	struct p4 *p4 = test->priv;

	if (!p4)
		return;
	static_branch_disable(&perf_x86_fake_key);
	KUNIT_EXPECT_NULL_MSG(test, p4->file.fault, "%s", p4->file.fault ?: "");
}

static int p4_setup(struct p4 *p4, u64 config)
{
	p4->event.attr = (struct perf_event_attr) { .type = PERF_TYPE_RAW, .config = config };
	return perf_x86_event_setup(&p4->event) ?: perf_x86_event_fits(&p4->event);
}

static const struct perf_assign_bank *bank_of(enum perf_x86_p4_part part, u64 selector)
{
	const struct perf_assign_bank *bank, *found = NULL;

	for (bank = perf_x86_p4_banks[part]; bank->counters; bank++) {
		if (!(bank->selectors & selector))
			continue;
		if (found)
			return NULL;
		found = bank;
	}
	return found;
}

/* By the manual's rows, four events of the bus (31 to 34) select the ITLB's ESCR. */
static bool selects_another(unsigned int number)
{
	return number >= 31 && number <= 34;
}

static void escrs_and_counters_belong_together(struct kunit *test)
{
	unsigned int number, second, counter;

	for (number = 0; number < PERF_X86_P4_EVENTS; number++) {
		const struct perf_x86_p4_event *row = &perf_x86_p4_events[number];
		u64 cccr = FIELD_PREP(P4_CCCR_SELECT, row->select);

		for (second = 0; second < 2; second++) {
			const struct perf_assign_bank *bank;
			u32 msr;

			if (!(row->flags & (second ? P4_SECOND : P4_FIRST)))
				continue;
			bank = bank_of(P4_WHOLE, P4_SELECTOR(row->unit, second));
			KUNIT_ASSERT_NOT_NULL_MSG(test, bank, "event %u", number);
			msr = perf_x86_p4_escr_msr(2 * row->unit + second);
			perf_x86_for_each_counter(counter, bank->counters) {
				bool agree = perf_x86_fake_p4_escr(counter, cccr) == msr;

				KUNIT_EXPECT_EQ_MSG(test, !selects_another(number), agree,
						    "event %u, counter %u", number, counter);
			}
		}
	}
}

static void threads_share_nothing(struct kunit *test)
{
	const struct perf_assign_bank *bank;
	u64 selectors[P4_PARTS] = { }, counters[P4_PARTS] = { };
	unsigned int part;

	for (part = 0; part < P4_PARTS; part++) {
		for (bank = perf_x86_p4_banks[part]; bank->counters; bank++) {
			KUNIT_EXPECT_EQ(test, 0ULL, counters[part] & bank->counters);
			KUNIT_EXPECT_EQ(test, 0ULL, selectors[part] & bank->selectors);
			counters[part] |= bank->counters;
			selectors[part] |= bank->selectors;
		}
	}
	/* Counters 1 and 3 are broken. */
	KUNIT_EXPECT_EQ(test, GENMASK_ULL(17, 0) & ~0xaULL, counters[P4_WHOLE]);
	KUNIT_EXPECT_EQ(test, 8U, hweight64(counters[P4_FIRST_THREAD]));
	KUNIT_EXPECT_EQ(test, counters[P4_WHOLE],
			counters[P4_FIRST_THREAD] ^ counters[P4_SECOND_THREAD]);
	KUNIT_EXPECT_EQ(test, selectors[P4_WHOLE],
			selectors[P4_FIRST_THREAD] ^ selectors[P4_SECOND_THREAD]);
}

/* Codes as libraries pass them, and the registers that the libraries' encoders give for them. */
struct vector {
	u64	config;
	u32	escr;
	u32	cccr;
};

#define LIBRARY_MODES	(P4_ESCR_T0_USR | P4_ESCR_T1_USR)

static const struct vector vectors[] = {
	{ 0x4c00060500039000, 0x04000605, 0x39000 },	/* instr_retired */
	{ 0x300002050003d000, 0x26000205, 0x3d000 },	/* global_power_events */
	{ 0x52001e050003b000, 0x0c001e05, 0x3b000 },	/* branch_retired */
	{ 0x36003c0500035000, 0x0a003c05, 0x35000 },	/* retired_mispred_branch_type */
	{ 0x12020e050003f000, 0x18020e05, 0x3f000 },	/* BSQ_cache_reference */
	{ 0x0400040500037000, 0x30000405, 0x37000 },	/* ITLB_reference */
	{ 0x0200020500031000, 0x06000205, 0x31000 },	/* BPU_fetch_request */
	{ 0x0000020500033000, 0x02000205, 0x33000 },	/* TC_deliver_mode */
	{ 0x060010050003b000, 0x04001005, 0x3b000 },	/* memory_cancel */
	{ 0x0e00100500035000, 0x06001005, 0x35000 },	/* MOB_load_replay */
	{ 0x1000020500039000, 0x02000205, 0x39000 },	/* page_walk_type */
	{ 0x3400080500031000, 0x12000805, 0x31000 },	/* uop_queue_writes */
	{ 0x3a00400500033000, 0x02004005, 0x33000 },	/* resource_stall */
	{ 0x580008050003b000, 0x04000805, 0x3b000 },	/* machine_clear */
	{ 0x480002050003b000, 0x18000205, 0x3b000 },	/* execution_event */
	{ 0x2d00000500033000, 0x09000005, 0x33000 },	/* x87_FP_uop */
	{ 0x1f00000500033000, 0x69000005, 0x33000 },	/* SSE_input_assist */
	{ 0x3c0002050003b000, 0x0a000205, 0x3b000 },	/* WC_Buffer */
	{ 0x3200020500031000, 0x0a000205, 0x31000 },	/* tc_ms_xfer */
	{ 0x5a00020500039000, 0x0e000205, 0x39000 },	/* instr_completed */
	{ 0x160040050003d000, 0x34004005, 0x3d000 },	/* IOQ_active_entries */
	{ 0x0a00040500035000, 0x08000405, 0x35000 },	/* load_port_replay */
	{ 0x4c00020501a79000, 0x04000205, 0x1a79000 },	/* compare, threshold 10, edge */
};

static void codes_become_register_bits(struct kunit *test)
{
	struct p4 *p4 = test->priv;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(vectors); i++) {
		const struct vector *vector = &vectors[i];

		KUNIT_ASSERT_EQ_MSG(test, 0, p4_setup(p4, vector->config), "vector %u", i);
		/* The attributes give the modes; P4_CCCR_ENABLE is set at the start only. */
		KUNIT_EXPECT_EQ_MSG(test, (vector->escr & ~LIBRARY_MODES) |
					  P4_ESCR_T0_USR | P4_ESCR_T0_OS,
				    p4->event.hw.config >> P4_CODE_ESCR_SHIFT, "vector %u", i);
		KUNIT_EXPECT_EQ_MSG(test, (vector->cccr & ~P4_CCCR_ENABLE) | P4_CCCR_PMI_T0 |
					  P4_CCCR_THREADS,
				    p4->event.hw.config & U32_MAX, "vector %u", i);
	}
}

static void what_the_processor_has_not_is_refused(struct kunit *test)
{
	struct p4 *p4 = test->priv;
	unsigned int number;

	for (number = 0; number < PERF_X86_P4_EVENTS; number++) {
		u16 mask = perf_x86_p4_events[number].mask;

		KUNIT_EXPECT_EQ_MSG(test, 0, p4_setup(p4, P4_CODE(number, mask, 0)),
				    "event %u", number);
		KUNIT_EXPECT_EQ_MSG(test, -EINVAL,
				    p4_setup(p4, P4_CODE(number, ~mask & -~mask & 0xffff, 0)),
				    "event %u", number);
	}
	KUNIT_EXPECT_EQ(test, -EINVAL, p4_setup(p4, P4_CODE(PERF_X86_P4_EVENTS, 1, 0)));
	KUNIT_EXPECT_EQ(test, -EINVAL, p4_setup(p4, P4_CODE(63, 1, 0)));
	/* Overflow at each count, the other thread's interrupt, cascading, undefined bits. */
	KUNIT_EXPECT_EQ(test, -EINVAL, p4_setup(p4, P4_CODE(38, 1, BIT_ULL(25))));
	KUNIT_EXPECT_EQ(test, -EINVAL, p4_setup(p4, P4_CODE(38, 1, P4_CCCR_PMI_T1)));
	KUNIT_EXPECT_EQ(test, -EINVAL, p4_setup(p4, P4_CODE(38, 1, BIT_ULL(30))));
	KUNIT_EXPECT_EQ(test, -EINVAL, p4_setup(p4, P4_CODE(38, 1, 1)));
	KUNIT_EXPECT_EQ(test, -EINVAL, p4_setup(p4, P4_CODE(38, 1, BIT_ULL(63))));
	/* replay_event has nine metrics. */
	KUNIT_EXPECT_EQ(test, 0, p4_setup(p4, P4_CODE(37, 1, 9)));
	KUNIT_EXPECT_EQ(test, -EINVAL, p4_setup(p4, P4_CODE(37, 1, 10)));
	KUNIT_EXPECT_EQ(test, -EINVAL, p4_setup(p4, P4_CODE(37, 1, 63)));
}

/* instr_completed came with Prescott: libpfm4's netburst lacks it, its netburst_p has it. */
static void early_processors_lack_an_event(struct kunit *test)
{
	struct p4 *p4 = test->priv;

	KUNIT_EXPECT_EQ(test, 0, p4_setup(p4, P4_CODE(45, 1, 0)));
	perf_x86_model_apply(&p4->pmu, &perf_x86_p4_early);
	KUNIT_EXPECT_EQ(test, -EINVAL, p4_setup(p4, P4_CODE(45, 1, 0)));
	KUNIT_EXPECT_EQ(test, 0, p4_setup(p4, P4_CODE(38, 1, 0)));
}

/* In P4_FIRST_THREAD each pair has one ESCR, so an event must be in both ESCRs of a pair. */
static void a_thread_has_no_event_of_one_escr(struct kunit *test)
{
	struct p4 *p4 = test->priv;
	unsigned int number;

	p4->pmu.banks = perf_x86_p4_banks[P4_FIRST_THREAD];
	for (number = 0; number < PERF_X86_P4_EVENTS; number++) {
		const struct perf_x86_p4_event *row = &perf_x86_p4_events[number];
		int err = (row->flags & P4_BOTH) == P4_BOTH ? 0 : -EINVAL;

		KUNIT_EXPECT_EQ_MSG(test, err, p4_setup(p4, P4_CODE(number, row->mask, 0)),
				    "event %u", number);
	}
}

struct assigned {
	enum perf_x86_p4_part	part;
	u64			code;
	unsigned int		counter;
	u32			escr_msr;
	u32			escr;
	u32			cccr;
};

#define T0_MODES	(P4_ESCR_T0_USR | P4_ESCR_T0_OS)
#define T1_MODES	(P4_ESCR_T1_USR | P4_ESCR_T1_OS)

static const struct assigned assigned[] = {
	{ P4_WHOLE, P4_CODE(38, 3, 0), 16, 0x3b8, 0x04000600 | T0_MODES, 0x04039000 },
	{ P4_FIRST_THREAD, P4_CODE(38, 3, 0), 16, 0x3b8, 0x04000600 | T0_MODES, 0x04039000 },
	{ P4_SECOND_THREAD, P4_CODE(38, 3, 0), 17, 0x3b9, 0x04000600 | T1_MODES, 0x08039000 },
	{ P4_FIRST_THREAD, P4_CODE(24, 1, 0), 0, 0x3a2, 0x26000200 | T0_MODES, 0x0403d000 },
	{ P4_SECOND_THREAD, P4_CODE(24, 1, 0), 2, 0x3a3, 0x26000200 | T1_MODES, 0x0803d000 },
	{ P4_SECOND_THREAD, P4_CODE(27, 0x1e, 0), 7, 0x3c3, 0x0a003c00 | T1_MODES, 0x08035000 },
	{ P4_SECOND_THREAD, P4_CODE(5, 2, 0), 11, 0x3af, 0x08000400 | T1_MODES, 0x08035000 },
};

static void each_thread_programs_its_registers(struct kunit *test)
{
	struct p4 *p4 = test->priv;
	struct perf_assign_path path;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(assigned); i++) {
		const struct assigned *row = &assigned[i];

		p4->pmu.banks = perf_x86_p4_banks[row->part ? P4_FIRST_THREAD : P4_WHOLE];
		KUNIT_ASSERT_EQ(test, 0, p4_setup(p4, row->code));
		p4->cpu.assignment = (struct perf_assignment) { };
		p4->cpu.running = 0;
		p4->cpu.enabled = true;
		scoped_guard(irqsave)
			perf_x86_p4_reset(&p4->cpu, row->part);
		KUNIT_ASSERT_TRUE(test, perf_assign_add(&p4->cpu.assignment,
							perf_x86_allowed(&p4->event), &path));
		KUNIT_ASSERT_EQ_MSG(test, row->counter, path.step[0], "row %u", i);
		p4->event.hw.idx = row->counter;
		p4->cpu.owner[row->counter] = &p4->event;
		scoped_guard(irqsave)
			perf_x86_hw_start(&p4->cpu, &p4->event);
		KUNIT_EXPECT_EQ_MSG(test, row->escr, p4->file.escr[row->escr_msr - 0x3a0],
				    "row %u", i);
		KUNIT_EXPECT_EQ_MSG(test, row->cccr, p4->file.select[row->counter], "row %u", i);
		scoped_guard(irqsave)
			perf_x86_hw_stop(&p4->cpu, row->counter);
		KUNIT_EXPECT_EQ_MSG(test, row->cccr & ~P4_CCCR_ENABLE,
				    p4->file.select[row->counter], "row %u", i);
	}
}

/* Values of the base's driver, which check/events compares: ABI number, registers. */
static const struct {
	unsigned int	metric;
	u32		tags;
	u32		vertical;
} metrics[] = {
	{ 0, 0, 0 },
	{ 1, 0x1000001, 1 }, { 2, 0x1000002, 1 }, { 3, 0x1000004, 1 }, { 4, 0x1000004, 2 },
	{ 5, 0x1000004, 3 }, { 6, 0x1018000, 0x10 }, { 7, 0x1000200, 1 }, { 8, 0x1000400, 1 },
	{ 9, 0x1000400, 2 },
};

/* A tag that stays slows the processor down, and one that is another's counts the wrong thing. */
static void replays_are_tagged_while_they_count(struct kunit *test)
{
	struct p4 *p4 = test->priv;
	struct perf_assign_path path;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(metrics); i++) {
		KUNIT_ASSERT_EQ(test, 0, p4_setup(p4, P4_CODE(37, 1, metrics[i].metric)));
		p4->cpu.assignment = (struct perf_assignment) { };
		p4->cpu.running = 0;
		p4->cpu.enabled = true;
		scoped_guard(irqsave)
			perf_x86_p4_reset(&p4->cpu, P4_WHOLE);
		KUNIT_ASSERT_TRUE(test, perf_assign_add(&p4->cpu.assignment,
							perf_x86_allowed(&p4->event), &path));
		p4->event.hw.idx = path.step[0];
		p4->cpu.owner[path.step[0]] = &p4->event;
		scoped_guard(irqsave)
			perf_x86_hw_start(&p4->cpu, &p4->event);
		KUNIT_EXPECT_EQ_MSG(test, metrics[i].tags, p4->file.tags[0], "metric %u", i);
		KUNIT_EXPECT_EQ_MSG(test, metrics[i].vertical, p4->file.tags[1], "metric %u", i);
		KUNIT_EXPECT_FALSE(test, p4->file.select[path.step[0]] & P4_CODE_METRIC);
		scoped_guard(irqsave)
			perf_x86_hw_stop(&p4->cpu, path.step[0]);
		KUNIT_EXPECT_EQ_MSG(test, 0U, p4->file.tags[0] | p4->file.tags[1], "metric %u", i);
	}
}

/* The registers of tags are the core's: one metric at a time, and none with two threads. */
static void one_metric_is_tagged_at_a_time(struct kunit *test)
{
	struct p4 *p4 = test->priv;
	u64 allowed[2];

	KUNIT_ASSERT_EQ(test, 0, p4_setup(p4, P4_CODE(37, 1, 3)));
	allowed[0] = perf_x86_allowed(&p4->event);
	KUNIT_ASSERT_EQ(test, 0, p4_setup(p4, P4_CODE(37, 1, 4)));
	allowed[1] = perf_x86_allowed(&p4->event);
	KUNIT_EXPECT_TRUE(test, perf_assign_fits(p4->pmu.banks, allowed, 1));
	KUNIT_EXPECT_FALSE(test, perf_assign_fits(p4->pmu.banks, allowed, 2));
	p4->pmu.banks = perf_x86_p4_banks[P4_FIRST_THREAD];
	KUNIT_EXPECT_EQ(test, -EINVAL, p4_setup(p4, P4_CODE(37, 1, 3)));
	KUNIT_EXPECT_EQ(test, 0, p4_setup(p4, P4_CODE(37, 1, 0)));
}

/* Four common generic events can be counted at a time by one thread. */
static void common_events_fit_into_a_thread(struct kunit *test)
{
	static const unsigned int ids[] = {
		PERF_COUNT_HW_CPU_CYCLES, PERF_COUNT_HW_INSTRUCTIONS,
		PERF_COUNT_HW_BRANCH_INSTRUCTIONS, PERF_COUNT_HW_BRANCH_MISSES,
	};
	struct p4 *p4 = test->priv;
	u64 allowed[ARRAY_SIZE(ids) + 1];
	unsigned int i;

	p4->pmu.banks = perf_x86_p4_banks[P4_FIRST_THREAD];
	for (i = 0; i < ARRAY_SIZE(ids); i++) {
		KUNIT_ASSERT_EQ(test, 0, p4_setup(p4, p4->pmu.generic[ids[i]]));
		allowed[i] = perf_x86_allowed(&p4->event);
	}
	KUNIT_EXPECT_TRUE(test, perf_assign_fits(p4->pmu.banks, allowed, ARRAY_SIZE(ids)));
	/* A second event for the same ESCR fits only where both ESCRs of the pair can be used. */
	allowed[ARRAY_SIZE(ids)] = allowed[1];
	KUNIT_EXPECT_FALSE(test, perf_assign_fits(p4->pmu.banks, allowed, ARRAY_SIZE(ids) + 1));
	KUNIT_EXPECT_TRUE(test, perf_assign_fits(perf_x86_p4_banks[P4_WHOLE], allowed,
						 ARRAY_SIZE(ids) + 1));
}

static struct kunit_case perf_x86_p4_cases[] = {
	KUNIT_CASE(escrs_and_counters_belong_together),
	KUNIT_CASE(threads_share_nothing),
	KUNIT_CASE(codes_become_register_bits),
	KUNIT_CASE(early_processors_lack_an_event),
	KUNIT_CASE(what_the_processor_has_not_is_refused),
	KUNIT_CASE(a_thread_has_no_event_of_one_escr),
	KUNIT_CASE(each_thread_programs_its_registers),
	KUNIT_CASE(replays_are_tagged_while_they_count),
	KUNIT_CASE(one_metric_is_tagged_at_a_time),
	KUNIT_CASE(common_events_fit_into_a_thread),
	{ }
};

static struct kunit_suite perf_x86_p4_suite = {
	.name = "perf_x86_p4",
	.init = p4_init,
	.exit = p4_exit,
	.test_cases = perf_x86_p4_cases,
};

kunit_test_suite(perf_x86_p4_suite);

MODULE_DESCRIPTION("Tests of the Pentium 4's counters");
MODULE_LICENSE("GPL");
