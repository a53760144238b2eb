// SPDX-License-Identifier: GPL-2.0
/*
 * Unit tests of the e500 family on counters in memory, which behave as the manual says: the control
 * registers of each model, and the whole driver with the model of this processor.
 *
 * Owns: perf_pmr_fake, while a test runs. Context: task.
 */
#include <kunit/test.h>
#include <linux/cleanup.h>
#include <linux/cpumask.h>
#include <linux/perf_event.h>
#include <linux/sched.h>
#include <linux/seq_buf.h>

#include "debug.h"
#include "hw.h"
#include "interrupt.h"
#include "model.h"
#include "pmc.h"
#include "pmr.h"

#define NEGATIVE	BIT(31)

/* Events that each model counts on each counter. */
#define CYCLES		0x1
#define INSTRUCTIONS	0x2
#define RELOADS		0x29

/**
 * struct registers - the registers of one CPU
 * @fake:      for perf_pmr_fake
 * @pmgc0:     PMGC0
 * @pmc:       counters
 * @pmlca:     PMLCa of each
 * @pmlcb:     PMLCb of each
 * @overflows: calls of the overflow handler
 * @period:    period of the last overflow
 * @fault:     first access that the driver must not make
 */
struct registers {
	struct perf_pmr_fake	fake;
	u32			pmgc0;
	u32			pmc[PERF_E500_COUNTERS];
	u32			pmlca[PERF_E500_COUNTERS];
	u32			pmlcb[PERF_E500_COUNTERS];
	unsigned int		overflows;
	u64			period;
	const char		*fault;
};

/* Event 0 counts nothing. */
static bool registers_count(const struct registers *registers, unsigned int counter)
{
	return !(registers->pmgc0 & PMGC0_FAC) && !(registers->pmlca[counter] & PMLCA_FC) &&
	       (registers->pmlca[counter] & PMLCA_EVENT_MASK);
}

static u32 *registers_at(struct registers *registers, unsigned int pmr)
{
	switch (pmr) {
	case PMRN_PMGC0:
		return &registers->pmgc0;
	case PMRN_PMC0 ... PMRN_PMC5:
		return &registers->pmc[pmr - PMRN_PMC0];
	case PMRN_PMLCA0 ... PMRN_PMLCA5:
		return &registers->pmlca[pmr - PMRN_PMLCA0];
	case PMRN_PMLCB0 ... PMRN_PMLCB5:
		return &registers->pmlcb[pmr - PMRN_PMLCB0];
	}
	registers->fault = "there is no such register";
	return &registers->pmgc0;
}

static u32 registers_read(struct perf_pmr_fake *fake, unsigned int pmr)
{
	return *registers_at(container_of(fake, struct registers, fake), pmr);
}

static void registers_write(struct perf_pmr_fake *fake, unsigned int pmr, u32 value)
{
	struct registers *registers = container_of(fake, struct registers, fake);

	if (pmr != PMRN_PMGC0 && registers_count(registers, pmr & 0xf))
		registers->fault = "a register of a counter that counts is written";
	*registers_at(registers, pmr) = value;
}

/* Returns true if an interrupt is due. */
static bool registers_happen(struct registers *registers, u32 event, u32 amount, bool user)
{
	u32 frozen = user ? PMLCA_FCU : PMLCA_FCS;
	unsigned int counter;
	bool due = false;

	for (counter = 0; counter < PERF_E500_COUNTERS; counter++) {
		u32 pmlca = registers->pmlca[counter];

		if (registers_count(registers, counter) && !(pmlca & frozen) &&
		    (pmlca & PMLCA_EVENT_MASK) >> PMLCA_EVENT_SHIFT == event)
			registers->pmc[counter] += amount;
		if ((pmlca & PMLCA_CE) && (registers->pmc[counter] & NEGATIVE))
			due = true;
	}
	if (due && (registers->pmgc0 & PMGC0_FCECE))
		registers->pmgc0 |= PMGC0_FAC;
	return due && (registers->pmgc0 & PMGC0_PMIE);
}

/* Lets an event happen, and its interrupt come at once. */
static void happen(struct kunit *test, u32 event, u32 amount, bool user)
{
	static const struct pt_regs no_regs;
	struct pt_regs regs = no_regs;

	guard(irqsave)();
	if (registers_happen(test->priv, event, amount, user))
		perf_power_interrupt(&regs);
}

/* Runs after the events of the test have been closed. */
static void registers_remove(void *argument)
{
	struct kunit *test = argument;
	struct registers *registers = test->priv;

	static_branch_disable(&perf_pmr_fake_key);
	perf_pmr_fake = NULL;
	KUNIT_EXPECT_NULL_MSG(test, registers->fault, "%s", registers->fault ?: "");
}

static int registers_init(struct kunit *test)
{
	struct registers *registers = kunit_kzalloc(test, sizeof(*registers), GFP_KERNEL);
	const struct cpumask *cpu = cpumask_of(cpumask_first(cpu_online_mask));

	KUNIT_ASSERT_NOT_NULL(test, registers);
	KUNIT_ASSERT_EQ(test, set_cpus_allowed_ptr(current, cpu), 0);
	registers->fake.read = registers_read;
	registers->fake.write = registers_write;
	test->priv = registers;
	perf_pmr_fake = &registers->fake;
	static_branch_enable(&perf_pmr_fake_key);
	return kunit_add_action_or_reset(test, registers_remove, test);
}

/*
 * The tables.
 */

/**
 * struct code_row - a generic or cache event, and its code
 * @model:  processor
 * @type:   attr.type
 * @config: attr.config
 * @code:   expected code, or negative errno
 */
struct code_row {
	const struct perf_power_model	*model;
	u32				type;
	u64				config;
	int				code;
};

#define HW(_model, _name, _code)						\
	{ &perf_power_##_model, PERF_TYPE_HARDWARE, PERF_COUNT_HW_##_name, _code }
#define CACHE(_model, _config, _code)	{ &perf_power_##_model, PERF_TYPE_HW_CACHE, _config, _code }

/*
 * Codes: those of the events' names in oprofile's lists, events/ppc/e500mc and events/ppc/e6500.
 * -EOPNOTSUPP, as the base's driver answers (scripts/perf/events/powerpc).
 * The choice of the event for a generic one, and errno: Linux 6.12's driver.
 */
static const struct code_row code_rows[] = {
	HW(e500mc, CPU_CYCLES, 1),			/* CPU_CLK */
	HW(e500mc, INSTRUCTIONS, 2),			/* COMPLETED_INSNS */
	HW(e500mc, CACHE_REFERENCES, -EOPNOTSUPP),
	HW(e500mc, CACHE_MISSES, 41),			/* DL1_RELOADS */
	HW(e500mc, BRANCH_INSTRUCTIONS, 12),		/* BRANCHES_FINISHED */
	HW(e500mc, BRANCH_MISSES, 15),			/* BRANCHES_MISPREDICTED */
	HW(e500mc, BUS_CYCLES, -EOPNOTSUPP),
	HW(e500mc, STALLED_CYCLES_FRONTEND, 18),	/* DECODE_STALLED */
	HW(e500mc, STALLED_CYCLES_BACKEND, 19),		/* ISSUE_STALLED */
	HW(e6500, CACHE_MISSES, 221),			/* L1_CACHE_MISSES */
	HW(e6500, STALLED_CYCLES_FRONTEND, -EOPNOTSUPP),
	CACHE(e500mc, 0x00000, 27),			/* L1D: LOADS_TRANSLATED */
	CACHE(e500mc, 0x10000, -EOPNOTSUPP),
	CACHE(e500mc, 0x00100, 28),			/* STORES_TRANSLATED */
	CACHE(e500mc, 0x00200, 29),			/* TOUCHES_TRANSLATED */
	CACHE(e500mc, 0x00001, 2),			/* L1I: COMPLETED_INSNS */
	CACHE(e500mc, 0x10001, 60),			/* IL1_FETCH_RELOADS */
	CACHE(e500mc, 0x00101, -EINVAL),
	CACHE(e500mc, 0x00002, -EOPNOTSUPP),
	CACHE(e500mc, 0x00003, 26),			/* DTLB: TOTAL_TRANSLATED */
	CACHE(e500mc, 0x10003, 66),			/* L2MMU_MISSES */
	CACHE(e500mc, 0x00103, -EINVAL),
	CACHE(e500mc, 0x10004, -EOPNOTSUPP),
	CACHE(e500mc, 0x00005, 12),			/* BPU: BRANCHES_FINISHED */
	CACHE(e500mc, 0x10005, 15),			/* BRANCHES_MISPREDICTED */
	CACHE(e500mc, 0x00006, -EINVAL),
	CACHE(e6500, 0x10000, 222),			/* L1D: L1_CACHE_LOAD_MISSES */
	CACHE(e6500, 0x10100, 223),			/* L1_CACHE_STORE_MISSES */
	CACHE(e6500, 0x10001, 254),			/* L1I: L1_CACHE_IM */
	CACHE(e6500, 0x00201, 37),			/* GENERATED_FETCH_PREFETCHES */
};

static void code_row_name(const struct code_row *row, char *name)
{
	snprintf(name, KUNIT_PARAM_DESC_SIZE, "%s %u %#llx", row->model->name, row->type,
		 row->config);
}

KUNIT_ARRAY_PARAM(code_rows, code_rows, code_row_name);

static void codes_are_those_of_the_lists(struct kunit *test)
{
	const struct code_row *row = test->param_value;
	u64 code;
	int err;

	if (row->type == PERF_TYPE_HARDWARE)
		err = perf_power_generic_code(row->model, row->config, &code);
	else
		err = perf_power_cache_code(row->model, row->config, &code);
	KUNIT_EXPECT_EQ(test, err ?: (int)code, row->code);
}

/*
 * The control registers.
 */
static const struct perf_power_model *const models[] = {
	&perf_power_e500, &perf_power_e500mc, &perf_power_e6500,
};

static void model_name(const struct perf_power_model *const *model, char *name)
{
	strscpy(name, (*model)->name, KUNIT_PARAM_DESC_SIZE);
}

KUNIT_ARRAY_PARAM(models, models, model_name);

static void load(struct kunit *test, const struct perf_power_model *model,
		 const struct perf_power_attrs *attrs)
{
	struct perf_power_regs regs;
	unsigned int counter;

	perf_power_regs_begin(model, &regs);
	for (counter = 0; counter < model->counters; counter++) {
		if (attrs)
			perf_power_regs_add(model, &regs, attrs, counter, false);
		else
			perf_power_regs_idle(model, &regs, counter, false);
	}
	perf_power_freeze_all();
	perf_power_load_regs(model, &regs);
	perf_power_unfreeze(regs.mmcr0, false);
}

static void each_counter_counts(struct kunit *test)
{
	const struct perf_power_model *model =
		*(const struct perf_power_model *const *)test->param_value;
	struct registers *registers = test->priv;
	unsigned int counter;

	load(test, model, &(struct perf_power_attrs) { .code = RELOADS });
	KUNIT_EXPECT_EQ(test, registers->pmgc0, PMGC0_PMIE | PMGC0_FCECE);
	KUNIT_EXPECT_FALSE(test, registers_happen(registers, RELOADS, 5, true));
	KUNIT_EXPECT_FALSE(test, registers_happen(registers, RELOADS, 6, false));
	KUNIT_EXPECT_FALSE(test, registers_happen(registers, CYCLES, 100, true));
	for (counter = 0; counter < PERF_E500_COUNTERS; counter++)
		KUNIT_EXPECT_EQ(test, perf_power_read_pmc(counter),
				counter < model->counters ? 11 : 0);

	perf_power_freeze_all();
	perf_power_write_pmc(model->counters - 1, NEGATIVE - 1);
	KUNIT_EXPECT_FALSE(test, registers_happen(registers, RELOADS, 1, true));
	perf_power_unfreeze(PMGC0_PMIE | PMGC0_FCECE, false);
	KUNIT_EXPECT_TRUE(test, registers_happen(registers, RELOADS, 1, true));
	KUNIT_EXPECT_EQ(test, registers->pmgc0, PMGC0_FAC | PMGC0_PMIE | PMGC0_FCECE);
}

static void modes_freeze_a_counter(struct kunit *test)
{
	const struct perf_power_model *model =
		*(const struct perf_power_model *const *)test->param_value;
	struct registers *registers = test->priv;

	load(test, model, &(struct perf_power_attrs) { .code = CYCLES, .exclude_user = true });
	registers_happen(registers, CYCLES, 5, true);
	registers_happen(registers, CYCLES, 70, false);
	KUNIT_EXPECT_EQ(test, perf_power_read_pmc(1), 70);
	load(test, model, &(struct perf_power_attrs) { .code = CYCLES, .exclude_kernel = true });
	registers_happen(registers, CYCLES, 5, true);
	registers_happen(registers, CYCLES, 70, false);
	KUNIT_EXPECT_EQ(test, perf_power_read_pmc(1), 75);
	load(test, model, NULL);
	registers_happen(registers, CYCLES, 5, true);
	KUNIT_EXPECT_EQ(test, perf_power_read_pmc(1), 75);
}

/*
 * The driver.
 */
static void overflow(struct perf_event *event, struct perf_sample_data *data, struct pt_regs *regs)
{
	struct registers *registers = event->overflow_handler_context;

	registers->overflows++;
	registers->period = data->period;
}

static struct perf_event_attr raw(u64 config)
{
	return (struct perf_event_attr) {
		.type	= PERF_TYPE_RAW,
		.size	= sizeof(struct perf_event_attr),
		.config	= config,
	};
}

static struct perf_event *try_open(struct kunit *test, struct perf_event_attr attr)
{
	return perf_event_create_kernel_counter(&attr, cpumask_first(cpu_online_mask), NULL,
						overflow, test->priv);
}

static void close_event(void *event)
{
	perf_event_release_kernel(event);
}

static struct perf_event *open_event(struct kunit *test, struct perf_event_attr attr)
{
	struct perf_event *event = try_open(test, attr);

	KUNIT_ASSERT_NOT_ERR_OR_NULL(test, event);
	KUNIT_ASSERT_EQ(test, 0, kunit_add_action_or_reset(test, close_event, event));
	return event;
}

static u64 count(struct perf_event *event)
{
	u64 enabled, running;

	return perf_event_read_value(event, &enabled, &running);
}

static void counts_are_exact(struct kunit *test)
{
	struct perf_event *reloads = open_event(test, raw(RELOADS));
	struct perf_event *cycles = open_event(test, (struct perf_event_attr) {
		.type	= PERF_TYPE_HARDWARE,
		.size	= sizeof(struct perf_event_attr),
		.config	= PERF_COUNT_HW_CPU_CYCLES,
	});

	happen(test, RELOADS, 1000, true);
	happen(test, CYCLES, 77, false);
	KUNIT_EXPECT_EQ(test, count(reloads), 1000);
	KUNIT_EXPECT_EQ(test, count(cycles), 77);
	perf_event_disable(reloads);
	happen(test, RELOADS, 5, true);
	happen(test, CYCLES, 3, true);
	perf_event_enable(reloads);
	happen(test, RELOADS, 11, true);
	KUNIT_EXPECT_EQ(test, count(reloads), 1011);
	KUNIT_EXPECT_EQ(test, count(cycles), 80);
}

static void counts_go_on_when_a_counter_ends(struct kunit *test)
{
	struct registers *registers = test->priv;
	struct perf_event *event = open_event(test, raw(INSTRUCTIONS));
	u64 expected = 0;
	int i;

	for (i = 0; i < 12; i++) {
		happen(test, INSTRUCTIONS, 0x30000001, true);
		expected += 0x30000001;
		KUNIT_ASSERT_EQ(test, count(event), expected);
	}
	KUNIT_EXPECT_EQ(test, registers->overflows, 0);
}

static void modes_are_apart(struct kunit *test)
{
	struct perf_event_attr attr = raw(RELOADS);
	struct perf_event *user, *kernel;

	attr.exclude_kernel = 1;
	user = open_event(test, attr);
	attr.exclude_kernel = 0;
	attr.exclude_user = 1;
	kernel = open_event(test, attr);
	happen(test, RELOADS, 100, true);
	happen(test, RELOADS, 23, false);
	KUNIT_EXPECT_EQ(test, count(user), 100);
	KUNIT_EXPECT_EQ(test, count(kernel), 23);
}

static void periods_are_exact(struct kunit *test)
{
	struct registers *registers = test->priv;
	struct perf_event_attr attr = raw(RELOADS);
	unsigned int happened;

	attr.sample_period = 1000;
	open_event(test, attr);
	open_event(test, raw(RELOADS));
	for (happened = 7; happened < 50000; happened += 7) {
		happen(test, RELOADS, 7, true);
		KUNIT_ASSERT_EQ(test, registers->overflows, happened / 1000);
	}
	KUNIT_EXPECT_EQ(test, registers->period, 1000);
}

/*
 * A period that is changed at an overflow: the next one has begun by then. A sample has the period
 * that it ends, as the periods of all samples are to add up to what was counted.
 */
static void samples_have_the_period_that_ended(struct kunit *test)
{
	struct registers *registers = test->priv;
	struct perf_event_attr attr = raw(RELOADS);
	struct perf_event *event;

	attr.sample_period = 1000;
	event = open_event(test, attr);
	happen(test, RELOADS, 1000, true);
	KUNIT_EXPECT_EQ(test, registers->period, 1000);
	event->hw.sample_period = 2000;
	happen(test, RELOADS, 1000, true);
	KUNIT_EXPECT_EQ(test, registers->overflows, 2);
	KUNIT_EXPECT_EQ(test, registers->period, 1000);
	happen(test, RELOADS, 2000, true);
	KUNIT_EXPECT_EQ(test, registers->overflows, 3);
	KUNIT_EXPECT_EQ(test, registers->period, 2000);
}

/* Of @number events with @code as many count as @room; pinned ones do not take turns. */
static void expect_room(struct kunit *test, u64 code, unsigned int number, unsigned int room)
{
	struct perf_event_attr attr = raw(code);
	unsigned int i, counting = 0;
	struct perf_event *event[8];

	attr.pinned = 1;
	for (i = 0; i < number; i++)
		event[i] = open_event(test, attr);
	happen(test, code & 0x1ff, 10, true);
	for (i = 0; i < number; i++) {
		counting += event[i]->state == PERF_EVENT_STATE_ACTIVE;
		KUNIT_EXPECT_EQ(test, count(event[i]),
				event[i]->state == PERF_EVENT_STATE_ACTIVE ? 10 : 0);
	}
	KUNIT_EXPECT_EQ(test, counting, room);
}

static void events_share_the_counters(struct kunit *test)
{
	unsigned int counters = this_cpu_read(perf_power_cpu.model)->counters;

	expect_room(test, RELOADS, counters + 1, counters);
}

static void timed_events_have_two_counters(struct kunit *test)
{
	if (this_cpu_read(perf_power_cpu.model) == &perf_power_e6500)
		kunit_skip(test, "no timed events");
	open_event(test, raw(CYCLES));
	open_event(test, raw(CYCLES));
	expect_room(test, 0x5050000004c, 3, 2);
}

static void attributes_are_refused(struct kunit *test)
{
	struct perf_event_attr attr = raw(CYCLES);

	attr.exclude_idle = 1;
	KUNIT_EXPECT_EQ(test, PTR_ERR(try_open(test, attr)), -EOPNOTSUPP);
	attr = raw(CYCLES);
	attr.precise_ip = 1;
	attr.sample_period = 1000;
	KUNIT_EXPECT_EQ(test, PTR_ERR(try_open(test, attr)), -EOPNOTSUPP);
	KUNIT_EXPECT_EQ(test, PTR_ERR(try_open(test, raw(0x200))), -EINVAL);
	/* On servers' processors this bit requests event-based branches. */
	KUNIT_EXPECT_EQ(test, PTR_ERR(try_open(test, raw(BIT_ULL(63)))), -EINVAL);
}

/* By the manual the counters' numbers begin at 0, and each has control registers of its own. */
static void sysrq_prints_the_registers(struct kunit *test)
{
	static const struct perf_power_model model = { .name = "model", .counters = 4 };
	const struct perf_power_regs regs = {
		.mmcr0 = 0x60000000, .pmlca = { [1] = 0x4010000 }, .pmlcb = { [1] = 0x5 },
	};
	struct perf_power_cpu *cpu = kunit_kzalloc(test, sizeof(*cpu), GFP_KERNEL);
	DECLARE_SEQ_BUF(text, 200);

	KUNIT_ASSERT_NOT_NULL(test, cpu);
	cpu->model = &model;
	perf_power_debug_cpu(cpu, &regs, &text);
	KUNIT_EXPECT_STREQ(test, seq_buf_str(&text), "model: counting is off, PMGC0 0x60000000");
	seq_buf_clear(&text);
	perf_power_debug_counter(cpu, &regs, 1, 0x10, &text);
	KUNIT_EXPECT_STREQ(test, seq_buf_str(&text),
			   "PMC1, PMLCa 0x4010000, PMLCb 0x5: value 0x10");
}

/* A running event's registers can be read: SysRq-P does so wherever the machine hangs. */
static void registers_of_a_counter_are_read(struct kunit *test)
{
	const struct perf_power_model *model = this_cpu_read(perf_power_cpu.model);
	struct perf_power_regs regs;
	unsigned int counter;

	open_event(test, raw(RELOADS));
	scoped_guard(irqsave)
		perf_power_read_control(model, &regs);
	for (counter = 0; counter < model->counters; counter++) {
		if ((regs.pmlca[counter] & PMLCA_EVENT_MASK) >> PMLCA_EVENT_SHIFT == RELOADS)
			return;
	}
	KUNIT_FAIL(test, "no counter has the event");
}

static struct kunit_case e500_cases[] = {
	KUNIT_CASE(sysrq_prints_the_registers),
	KUNIT_CASE(registers_of_a_counter_are_read),
	KUNIT_CASE_PARAM(codes_are_those_of_the_lists, code_rows_gen_params),
	KUNIT_CASE_PARAM(each_counter_counts, models_gen_params),
	KUNIT_CASE_PARAM(modes_freeze_a_counter, models_gen_params),
	KUNIT_CASE(counts_are_exact),
	KUNIT_CASE(counts_go_on_when_a_counter_ends),
	KUNIT_CASE(modes_are_apart),
	KUNIT_CASE(periods_are_exact),
	KUNIT_CASE(samples_have_the_period_that_ended),
	KUNIT_CASE(events_share_the_counters),
	KUNIT_CASE(timed_events_have_two_counters),
	KUNIT_CASE(attributes_are_refused),
	{}
};

static struct kunit_suite e500_suite = {
	.name		= "perf_power_e500",
	.init		= registers_init,
	.test_cases	= e500_cases,
};

kunit_test_suite(e500_suite);
