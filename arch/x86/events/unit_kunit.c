// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of the framework, on counters made of memory: each kind of register file that
 * processors have is registered as a PMU, the core puts events on it, and what they
 * count is compared with what happened.
 */
#include <kunit/test.h>
#include <linux/cleanup.h>
#include <linux/cpumask.h>
#include <linux/ptrace.h>
#include <linux/sched.h>

#include "families.h"
#include "hw.h"
#include "model.h"
#include "models_amd.h"
#include "models_intel.h"
#include "models_old.h"
#include "models_p4.h"
#include "nmi.h"
#include "p4.h"
#include "pmu.h"
#include "rdpmc.h"
#include "soft.h"

/**
 * struct machine - a kind of register file
 * @name:     for the test's name
 * @regs:     addresses
 * @model:    tables
 * @counters: that there are
 * @width:    bits
 * @narrow:   writes are of 32 bits
 * @virt:     host and guest bits
 * @p4_part:  Pentium 4: which registers are this CPU's
 * @room:     how many of the same event fit; 0: as many as there are counters
 * @first:    an event
 * @second:   another
 */
struct machine {
	const char			*name;
	const struct perf_x86_regs	*regs;
	const struct perf_x86_model	*model;
	u64				counters;
	unsigned int			width;
	bool				narrow;
	bool				virt;
	enum perf_x86_p4_part		p4_part;
	unsigned int			room;
	u64				first;
	u64				second;
};

#define INTEL_FIXED(_number)	(GENMASK_ULL((_number) - 1, 0) << INTEL_PMC_IDX_FIXED)

#define MACHINE(_name, _regs, _model, _counters, _width, ...)			\
	{ .name = _name, .regs = &perf_x86_##_regs, .model = &perf_x86_##_model,	\
	  .counters = _counters, .width = _width, .first = 0x00c0, .second = 0x00c4,	\
	  __VA_ARGS__ }

static const struct machine machines[] = {
	MACHINE("intel v1", intel_regs_v1, intel_arch, 0x3, 40, .narrow = true),
	MACHINE("intel v2", intel_regs_v2, intel_arch, 0x3 | INTEL_FIXED(3), 40, .narrow = true),
	MACHINE("intel v5", intel_regs_v2, intel_arch, 0xff | INTEL_FIXED(4), 48),
	MACHINE("amd k7", amd_regs_legacy, zen4, 0xf, 48, .virt = true),
	MACHINE("amd core", amd_regs_core, zen4, 0x3f, 48, .virt = true),
	MACHINE("amd v2", amd_regs_v2, zen4, 0x3f, 48, .virt = true),
	MACHINE("p6", p6_regs, p6, 0x3, 40, .narrow = true),
	MACHINE("knights corner", knc_regs, knc, 0x3, 40, .first = 0x16, .second = 0x12),
	MACHINE("pentium 4", p4_regs, p4, 0x3ffff, 40, .room = 2,
		.first = P4_CODE(38, 0x3, 0), .second = P4_CODE(41, 0xf, 0)),
	MACHINE("pentium 4 second thread", p4_regs, p4, 0x3ffff, 40, .room = 1,
		.p4_part = P4_SECOND_THREAD,
		.first = P4_CODE(38, 0x3, 0), .second = P4_CODE(41, 0xf, 0)),
	MACHINE("pentium", pentium_regs, pentium_mmx, 0x3, 40, .first = 0x16, .second = 0x12),
	MACHINE("cyrix", pentium_regs, cyrix, 0x3, 48, .first = 0x56, .second = 0x16),
	MACHINE("winchip", winchip_regs, winchip2, 0x3, 40, .first = 0x16, .second = 0x3f),
	MACHINE("c3", c3_regs, c3, 0x1, 32, .first = 0x1c0, .second = 0x79),
};

static void machine_name(const struct machine *machine, char *name)
{
	strscpy(name, machine->name, KUNIT_PARAM_DESC_SIZE);
}

KUNIT_ARRAY_PARAM(machines, machines, machine_name);

struct rig {
	struct perf_x86_unit		unit;
	struct perf_x86_soft_file	file;
	bool				registered;
	unsigned int			overflows;
	u64				period;
	u64				first;
	u64				second;
	unsigned int			room;
};

static struct rig *rig_of(struct kunit *test)
{
	return test->priv;
}

static void rig_bind(struct kunit *test)
{
	int cpu = cpumask_first(cpu_online_mask);

	KUNIT_ASSERT_EQ(test, 0, set_cpus_allowed_ptr(current, cpumask_of(cpu)));
}

static bool machine_has_interrupts(const struct machine *machine)
{
	return machine->regs->gate < PERF_X86_GATE_PACKED;
}

/* What a CPU that comes up does, but that the test says which thread it is. */
static void rig_reset(struct perf_x86_cpu *cpu, enum perf_x86_p4_part part)
{
	perf_x86_hw_reset(cpu);
	if (perf_x86_is_p4(cpu->unit))
		perf_x86_p4_reset(cpu, part);
}

static int rig_init(struct kunit *test)
{
	const struct machine *machine = test->param_value;
	struct perf_x86_unit *unit;
	struct rig *rig;
	int err;

	rig = kunit_kzalloc(test, sizeof(*rig), GFP_KERNEL);
	KUNIT_ASSERT_NOT_NULL(test, rig);
	test->priv = rig;
	rig_bind(test);

	rig->first = machine->first;
	rig->second = machine->second;
	unit = &rig->unit;
	unit->name = "perf_x86_soft";
	unit->regs = *machine->regs;
	unit->counters = machine->counters;
	unit->width = machine->width;
	rig->room = machine->room ?: hweight64(machine->counters);
	if (perf_x86_is_p4(unit)) {
		rig->file.second_thread = machine->p4_part == P4_SECOND_THREAD;
		unit->banks = perf_x86_p4_banks[machine->p4_part ? P4_FIRST_THREAD : P4_WHOLE];
	}
	unit->max_period = GENMASK_ULL(machine->narrow ? 30 : machine->width - 2, 0);
	unit->virt_bits = machine->virt ? AMD64_EVENTSEL_HOSTONLY | AMD64_EVENTSEL_GUESTONLY : 0;
	unit->rdpmc = !machine->regs->no_rdpmc;
	if (!machine_has_interrupts(machine))
		unit->pmu.capabilities |= PERF_PMU_CAP_NO_INTERRUPT;
	cpumask_copy(&unit->cpus, cpu_possible_mask);
	perf_x86_model_apply(unit, machine->model);
	perf_x86_soft_attach(&rig->file, unit, machine->narrow);
	unit->pmu.dev = PMU_NULL_DEV;
	unit->pmu.capabilities |= PERF_PMU_CAP_EXTENDED_HW_TYPE;
	unit->pmu.hrtimer_interval_ms = 3600 * MSEC_PER_SEC;
	static_branch_enable(&perf_x86_soft_key);

	err = perf_x86_unit_init(unit);
	if (err)
		return err;
	scoped_guard(irqsave)
		rig_reset(this_cpu_ptr(unit->cpu), machine->p4_part);
	err = perf_pmu_register(&unit->pmu, unit->name, -1);
	rig->registered = !err;
	return err;
}

static void rig_exit(struct kunit *test)
{
	struct rig *rig = rig_of(test);
	struct perf_x86_cpu *cpu;

	if (!rig || !rig->registered)
		return;
	perf_pmu_unregister(&rig->unit.pmu);
	KUNIT_EXPECT_NULL_MSG(test, rig->file.fault, "%s", rig->file.fault ?: "");
	KUNIT_EXPECT_EQ(test, 0, atomic_read(&rig->unit.users));
	cpu = per_cpu_ptr(rig->unit.cpu, cpumask_first(cpu_online_mask));
	KUNIT_EXPECT_EQ(test, 0ULL, cpu->placement.used);
	KUNIT_EXPECT_EQ(test, 0ULL, cpu->running);
	KUNIT_EXPECT_EQ(test, 0ULL, cpu->pending);
	perf_x86_unit_free(&rig->unit);
	test->priv = NULL;
	static_branch_disable(&perf_x86_soft_key);
}

/*
 * Events, and what happens.
 */
static void rig_overflow(struct perf_event *event, struct perf_sample_data *data,
			 struct pt_regs *regs)
{
	struct rig *rig = event->overflow_handler_context;

	rig->overflows++;
	rig->period = data->period;
}

static struct perf_event_attr rig_attr(const struct rig *rig, u64 config)
{
	return (struct perf_event_attr) {
		.type	= rig->unit.pmu.type,
		.size	= sizeof(struct perf_event_attr),
		.config	= config,
	};
}

static struct perf_event *rig_try(struct rig *rig, struct perf_event_attr *attr)
{
	return perf_event_create_kernel_counter(attr, cpumask_first(cpu_online_mask), NULL,
						rig_overflow, rig);
}

static void rig_close(void *event)
{
	perf_event_release_kernel(event);
}

static struct perf_event *rig_open_attr(struct kunit *test, struct perf_event_attr attr)
{
	struct perf_event *event = rig_try(rig_of(test), &attr);

	KUNIT_ASSERT_NOT_ERR_OR_NULL(test, event);
	KUNIT_ASSERT_EQ(test, 0, kunit_add_action_or_reset(test, rig_close, event));
	return event;
}

static struct perf_event *rig_open(struct kunit *test, u64 config)
{
	return rig_open_attr(test, rig_attr(rig_of(test), config));
}

static u64 rig_count(struct perf_event *event)
{
	u64 enabled, running;

	return perf_event_read_value(event, &enabled, &running);
}

/* It happens, the NMI comes at once if it does: how many counters it was about. */
static int rig_happen_in(struct rig *rig, u64 code, u64 amount, bool user)
{
	static const struct pt_regs no_regs;
	struct pt_regs regs = no_regs;

	guard(irqsave)();
	if (!perf_x86_soft_happen(&rig->file, code, amount, user))
		return 0;
	return perf_x86_handle_overflows(&rig->unit, &regs);
}

static int rig_happen(struct rig *rig, u64 code, u64 amount)
{
	return rig_happen_in(rig, code, amount, true);
}

static int rig_stray_nmi(struct rig *rig)
{
	static const struct pt_regs no_regs;
	struct pt_regs regs = no_regs;

	guard(irqsave)();
	return perf_x86_handle_overflows(&rig->unit, &regs);
}

static bool rig_has_interrupts(const struct rig *rig)
{
	return !(rig->unit.pmu.capabilities & PERF_PMU_CAP_NO_INTERRUPT);
}

/* Counters that always count can be neither stopped nor told modes. */
static bool rig_has_modes(const struct rig *rig)
{
	return rig->unit.regs.gate != PERF_X86_GATE_NONE;
}

#define NEEDS_INTERRUPTS(_test, _rig)						\
	do {									\
		if (!rig_has_interrupts(_rig))					\
			kunit_skip(_test, "no interrupt: counting only");	\
	} while (0)

#define NEEDS_TWO(_test, _rig)							\
	do {									\
		if ((_rig)->room < 2)						\
			kunit_skip(_test, "two of the same do not fit");	\
	} while (0)

/*
 * Tests.
 */
static void counts_are_exact(struct kunit *test)
{
	struct rig *rig = rig_of(test);
	struct perf_event *event = rig_open(test, rig->first);

	KUNIT_EXPECT_EQ(test, 0ULL, rig_count(event));
	rig_happen(rig, rig->first, 1000);
	rig_happen(rig, rig->second, 77);
	KUNIT_EXPECT_EQ(test, 1000ULL, rig_count(event));
	perf_event_disable(event);
	rig_happen(rig, rig->first, 5);
	KUNIT_EXPECT_EQ(test, 1000ULL, rig_count(event));
	perf_event_enable(event);
	rig_happen(rig, rig->first, 11);
	KUNIT_EXPECT_EQ(test, 1011ULL, rig_count(event));
	KUNIT_EXPECT_EQ(test, 0U, rig->overflows);
}

static void counts_go_on_when_the_counter_ends(struct kunit *test)
{
	struct rig *rig = rig_of(test);
	u64 step = rig->unit.max_period / 3, expected = 0;
	struct perf_event *event = rig_open(test, rig->first);
	int i, found = 0;

	for (i = 0; i < 20; i++) {
		found += rig_happen(rig, rig->first, step);
		expected += step;
		KUNIT_ASSERT_EQ(test, expected, rig_count(event));
	}
	KUNIT_EXPECT_EQ(test, rig_has_interrupts(rig) ? 6 : 0, found);
	KUNIT_EXPECT_EQ(test, 0U, rig->overflows);
}

static void modes_are_told_apart(struct kunit *test)
{
	struct rig *rig = rig_of(test);
	struct perf_event_attr attr = rig_attr(rig, rig->first);
	struct perf_event *user, *kernel;

	if (!rig_has_modes(rig))
		kunit_skip(test, "no modes");
	NEEDS_TWO(test, rig);
	attr.exclude_kernel = 1;
	user = rig_open_attr(test, attr);
	attr.exclude_kernel = 0;
	attr.exclude_user = 1;
	kernel = rig_open_attr(test, attr);
	rig_happen_in(rig, rig->first, 100, true);
	rig_happen_in(rig, rig->first, 23, false);
	KUNIT_EXPECT_EQ(test, 100ULL, rig_count(user));
	KUNIT_EXPECT_EQ(test, 23ULL, rig_count(kernel));
}

static void periods_are_exact(struct kunit *test)
{
	struct rig *rig = rig_of(test);
	struct perf_event_attr attr = rig_attr(rig, rig->first);
	u64 happened = 0;

	NEEDS_INTERRUPTS(test, rig);
	attr.sample_period = 1000;
	rig_open_attr(test, attr);
	while (happened < 100000) {
		rig_happen(rig, rig->first, 7);
		happened += 7;
		KUNIT_ASSERT_EQ(test, happened / 1000, rig->overflows);
	}
	KUNIT_EXPECT_EQ(test, 1000ULL, rig->period);
}

static void periods_may_be_longer_than_counters(struct kunit *test)
{
	struct rig *rig = rig_of(test);
	struct perf_event_attr attr = rig_attr(rig, rig->first);
	u64 most = rig->unit.max_period, left;

	NEEDS_INTERRUPTS(test, rig);
	attr.sample_period = 5 * most + 12345;
	rig_open_attr(test, attr);
	for (left = attr.sample_period - 1; left; left -= min(left, most / 2))
		rig_happen(rig, rig->first, min(left, most / 2));
	KUNIT_EXPECT_EQ(test, 0U, rig->overflows);
	rig_happen(rig, rig->first, 1);
	KUNIT_EXPECT_EQ(test, 1U, rig->overflows);
	KUNIT_EXPECT_EQ(test, attr.sample_period, rig->period);
}

/* Pentium 4: what overflows while the NMI is handled finds the local APIC's entry masked. */
static bool rig_has_nmi_for_each(const struct rig *rig)
{
	return rig->unit.regs.gate != PERF_X86_GATE_GLOBAL && !perf_x86_is_p4(&rig->unit);
}

static void several_overflow_at_a_time(struct kunit *test)
{
	struct rig *rig = rig_of(test);
	struct perf_event_attr attr = rig_attr(rig, rig->first);

	NEEDS_INTERRUPTS(test, rig);
	NEEDS_TWO(test, rig);
	attr.sample_period = 500;
	rig_open_attr(test, attr);
	rig_open_attr(test, attr);
	KUNIT_EXPECT_EQ(test, 0, rig_happen(rig, rig->first, 499));
	KUNIT_EXPECT_EQ(test, 2, rig_happen(rig, rig->first, 1));
	KUNIT_EXPECT_EQ(test, 2U, rig->overflows);
	/* The second one's own NMI comes late, where one counter at a time tells. */
	KUNIT_EXPECT_EQ(test, rig_has_nmi_for_each(rig), rig_stray_nmi(rig));
	KUNIT_EXPECT_EQ(test, 0, rig_stray_nmi(rig));
	KUNIT_EXPECT_EQ(test, 2U, rig->overflows);
}

static void other_nmis_are_left_alone(struct kunit *test)
{
	struct rig *rig = rig_of(test);
	struct perf_event *event = rig_open(test, rig->first);

	NEEDS_INTERRUPTS(test, rig);
	KUNIT_EXPECT_EQ(test, 0, rig_stray_nmi(rig));
	rig_happen(rig, rig->first, 10);
	KUNIT_EXPECT_EQ(test, 0, rig_stray_nmi(rig));
	rig_happen(rig, rig->first, 10);
	KUNIT_EXPECT_EQ(test, 20ULL, rig_count(event));
}

/* The counter ends just as the event is taken off: the NMI comes when all is over. */
static void an_nmi_may_be_late(struct kunit *test)
{
	struct rig *rig = rig_of(test);
	struct perf_event_attr attr = rig_attr(rig, rig->first);
	struct perf_event *event;

	NEEDS_INTERRUPTS(test, rig);
	attr.sample_period = 100;
	event = rig_open_attr(test, attr);
	scoped_guard(irqsave)
		KUNIT_EXPECT_TRUE(test, perf_x86_soft_happen(&rig->file, rig->first, 100, true));
	perf_event_disable(event);
	KUNIT_EXPECT_NE(test, 0, rig_stray_nmi(rig));
	KUNIT_EXPECT_EQ(test, 0, rig_stray_nmi(rig));
	KUNIT_EXPECT_EQ(test, 100ULL, rig_count(event));
}

static unsigned int general_counters(const struct rig *rig)
{
	return min(hweight32(rig->unit.counters), rig->room);
}

static void what_does_not_fit_waits(struct kunit *test)
{
	struct rig *rig = rig_of(test);
	unsigned int i, number = general_counters(rig);
	struct perf_event *event;

	for (i = 0; i < number; i++) {
		event = rig_open(test, rig->second);
		KUNIT_EXPECT_EQ(test, PERF_EVENT_STATE_ACTIVE, event->state);
	}
	event = rig_open(test, rig->second);
	KUNIT_EXPECT_EQ(test, PERF_EVENT_STATE_INACTIVE, event->state);
	rig_happen(rig, rig->second, 9);
	KUNIT_EXPECT_EQ(test, 0ULL, rig_count(event));
}

static void what_is_pinned_and_does_not_fit_is_in_error(struct kunit *test)
{
	struct rig *rig = rig_of(test);
	struct perf_event_attr attr = rig_attr(rig, rig->second);
	unsigned int i, number = general_counters(rig);
	struct perf_event *event;

	attr.pinned = 1;
	for (i = 0; i < number; i++)
		rig_open_attr(test, attr);
	event = rig_open_attr(test, attr);
	KUNIT_EXPECT_EQ(test, PERF_EVENT_STATE_ERROR, event->state);
}

/* All general counters are taken by what a fixed one could count: it has to move. */
static void events_move_to_make_room(struct kunit *test)
{
	struct rig *rig = rig_of(test);
	unsigned int i, number = general_counters(rig);
	struct perf_event *fixed, *moved, *event;

	if (!rig->unit.regs.fixed_select)
		kunit_skip(test, "no fixed counters");
	fixed = rig_open(test, rig->first);
	moved = rig_open(test, rig->first);
	KUNIT_EXPECT_TRUE(test, perf_x86_is_fixed(fixed->hw.idx));
	KUNIT_EXPECT_FALSE(test, perf_x86_is_fixed(moved->hw.idx));
	for (i = 0; i < number - 1; i++)
		rig_open(test, rig->second);
	rig_happen(rig, rig->first, 1000);
	rig_happen(rig, rig->second, 1000);

	/* With the fixed counter free the one that is not on it makes room. */
	kunit_release_action(test, rig_close, fixed);
	event = rig_open(test, rig->second);
	KUNIT_EXPECT_EQ(test, PERF_EVENT_STATE_ACTIVE, event->state);
	KUNIT_EXPECT_TRUE(test, perf_x86_is_fixed(moved->hw.idx));
	rig_happen(rig, rig->first, 234);
	rig_happen(rig, rig->second, 5);
	KUNIT_EXPECT_EQ(test, 1234ULL, rig_count(moved));
	KUNIT_EXPECT_EQ(test, 5ULL, rig_count(event));
}

/* What a context switch does: with a gate of its own the selecting registers stay. */
static void coming_back_writes_no_selection(struct kunit *test)
{
	struct rig *rig = rig_of(test);
	struct perf_event *event = rig_open(test, rig->first);
	unsigned int writes = rig->file.select_writes;
	int i;

	for (i = 0; i < 10; i++) {
		perf_event_disable(event);
		rig_happen(rig, rig->first, 50);
		perf_event_enable(event);
		rig_happen(rig, rig->first, 3);
	}
	KUNIT_EXPECT_EQ(test, 30ULL, rig_count(event));
	if (rig->unit.regs.gate == PERF_X86_GATE_GLOBAL)
		KUNIT_EXPECT_EQ(test, writes, rig->file.select_writes);
}

static void overflows_of_a_throttled_event_are_not_lost(struct kunit *test)
{
	struct rig *rig = rig_of(test);
	struct perf_event_attr attr = rig_attr(rig, rig->first);
	struct perf_event *event;
	u64 happened = 0;

	NEEDS_INTERRUPTS(test, rig);
	attr.sample_period = 10;
	event = rig_open_attr(test, attr);
	/* Without a tick in between it is only a matter of how many. */
	scoped_guard(irqsave) {
		while (event->hw.interrupts != MAX_INTERRUPTS && happened < 10000000) {
			rig_happen(rig, rig->first, 10);
			happened += 10;
		}
		KUNIT_EXPECT_EQ(test, MAX_INTERRUPTS, event->hw.interrupts);
		KUNIT_EXPECT_NE(test, 0, event->hw.state & PERF_HES_STOPPED);
	}
	KUNIT_EXPECT_EQ(test, happened / 10, rig->overflows);
	KUNIT_EXPECT_EQ(test, happened, rig_count(event));
}

static void user_space_is_told_what_to_read(struct kunit *test)
{
	struct rig *rig = rig_of(test);
	struct perf_event *event = rig_open(test, rig->first);
	int index;

	if (rig->unit.regs.no_rdpmc)
		kunit_skip(test, "no RDPMC");
	scoped_guard(irqsave)
		index = rig->unit.pmu.event_idx(event);
	KUNIT_ASSERT_GT(test, index, 0);
	rig_happen(rig, rig->first, 4321);
	scoped_guard(irqsave) {
		u64 value = rig->file.soft.read_pmc(&rig->file.soft, index - 1);
		s64 offset = local64_read(&event->count) - local64_read(&event->hw.prev_count);

		KUNIT_EXPECT_EQ(test, 4321LL, offset + sign_extend64(value, rig->unit.width - 1));
	}
	/* Nor is it wrong after the kernel has read it. */
	rig_count(event);
	scoped_guard(irqsave) {
		u64 value = rig->file.soft.read_pmc(&rig->file.soft, index - 1);
		s64 offset = local64_read(&event->count) - local64_read(&event->hw.prev_count);

		KUNIT_EXPECT_EQ(test, 4321LL, offset + sign_extend64(value, rig->unit.width - 1));
	}
}

static void expect_refused(struct kunit *test, int err, struct perf_event_attr attr)
{
	struct perf_event *event = rig_try(rig_of(test), &attr);

	KUNIT_EXPECT_PTR_EQ(test, (void *)ERR_PTR(err), (void *)event);
	if (!IS_ERR(event))
		perf_event_release_kernel(event);
}

static struct perf_event_attr generic_attr(const struct rig *rig, u32 type, u64 config)
{
	struct perf_event_attr attr = rig_attr(rig, (u64)rig->unit.pmu.type << PERF_PMU_TYPE_SHIFT);

	attr.type = type;
	attr.config |= config;
	return attr;
}

static void what_cannot_be_is_refused(struct kunit *test)
{
	struct rig *rig = rig_of(test);
	struct perf_event_attr attr = rig_attr(rig, rig->first);

	attr.config = rig->first | (perf_x86_is_p4(&rig->unit) ? P4_CCCR_OVF :
								 ARCH_PERFMON_EVENTSEL_ENABLE);
	expect_refused(test, -EINVAL, attr);
	attr.config = rig->first | BIT_ULL(63);
	expect_refused(test, -EINVAL, attr);
	attr.config = rig->first;
	attr.sample_period = 1000;
	attr.precise_ip = 1;
	expect_refused(test, -EOPNOTSUPP, attr);
	attr.precise_ip = 0;
	attr.sample_type = PERF_SAMPLE_BRANCH_STACK;
	attr.branch_sample_type = PERF_SAMPLE_BRANCH_ANY | PERF_SAMPLE_BRANCH_USER;
	expect_refused(test, -EOPNOTSUPP, attr);
}

/* Not even the kernel gets an event whose overflows nobody would see. */
static void overflows_need_interrupts(struct kunit *test)
{
	struct rig *rig = rig_of(test);
	struct perf_event_attr attr = rig_attr(rig, rig->first);

	if (rig_has_interrupts(rig))
		kunit_skip(test, "its counters interrupt");
	attr.sample_period = 1000;
	expect_refused(test, -EOPNOTSUPP, attr);
}

static void generic_events_are_refused(struct kunit *test)
{
	struct rig *rig = rig_of(test);

	expect_refused(test, -EINVAL, generic_attr(rig, PERF_TYPE_HARDWARE, PERF_COUNT_HW_MAX));
	expect_refused(test, -EINVAL, generic_attr(rig, PERF_TYPE_HW_CACHE,
						   PERF_COUNT_HW_CACHE_MAX));
	expect_refused(test, -EINVAL, generic_attr(rig, PERF_TYPE_HW_CACHE,
						   PERF_COUNT_HW_CACHE_OP_MAX << 8));
	expect_refused(test, -EINVAL, generic_attr(rig, PERF_TYPE_HW_CACHE,
						   PERF_COUNT_HW_CACHE_RESULT_MAX << 16));
	expect_refused(test, -ENOENT, generic_attr(rig, PERF_TYPE_HW_CACHE,
						   PERF_COUNT_HW_CACHE_NODE |
						   PERF_COUNT_HW_CACHE_OP_PREFETCH << 8));
	if (rig->unit.model == &perf_x86_intel_arch)
		expect_refused(test, -ENOENT, generic_attr(rig, PERF_TYPE_HARDWARE,
							   PERF_COUNT_HW_STALLED_CYCLES_BACKEND));
	/* Only a fixed counter could, and there is none of that number. */
	if (rig->unit.model == &perf_x86_intel_arch)
		expect_refused(test, -EINVAL, rig_attr(rig, 0x0500));
}

static u64 select_of(struct rig *rig, const struct perf_event *event)
{
	unsigned int counter = event->hw.idx;

	if (perf_x86_is_fixed(counter))
		return rig->file.fixed_select >> (INTEL_FIXED_BITS_STRIDE * (counter - 32)) & 0xf;
	return rig->file.select[counter];
}

static void events_become_register_bits(struct kunit *test)
{
	const u64 common = ARCH_PERFMON_EVENTSEL_INT | ARCH_PERFMON_EVENTSEL_ENABLE;
	struct rig *rig = rig_of(test);
	struct perf_event_attr attr = rig_attr(rig, rig->first);
	struct perf_event *event;

	if (!rig_has_interrupts(rig))
		kunit_skip(test, "no register of its own for each counter");
	if (perf_x86_is_p4(&rig->unit))
		kunit_skip(test, "other registers, see perf_x86_p4");
	attr.config = 0x0180010e; /* event=0x0e,umask=0x01,inv,cmask=0x01 */
	event = rig_open_attr(test, attr);
	KUNIT_EXPECT_EQ(test, 0x0180010e | common | ARCH_PERFMON_EVENTSEL_USR |
			      ARCH_PERFMON_EVENTSEL_OS,
			select_of(rig, event) | ARCH_PERFMON_EVENTSEL_ENABLE);
	kunit_release_action(test, rig_close, event);

	attr = generic_attr(rig, PERF_TYPE_HARDWARE, PERF_COUNT_HW_BRANCH_MISSES);
	attr.exclude_kernel = 1;
	event = rig_open_attr(test, attr);
	KUNIT_EXPECT_EQ(test, rig->unit.generic[PERF_COUNT_HW_BRANCH_MISSES] | common |
			      ARCH_PERFMON_EVENTSEL_USR,
			select_of(rig, event) | ARCH_PERFMON_EVENTSEL_ENABLE);
	kunit_release_action(test, rig_close, event);

	if (!rig->unit.regs.fixed_select)
		return;
	attr = generic_attr(rig, PERF_TYPE_HARDWARE, PERF_COUNT_HW_REF_CPU_CYCLES);
	attr.exclude_user = 1;
	event = rig_open_attr(test, attr);
	KUNIT_EXPECT_EQ(test, INTEL_PMC_IDX_FIXED + 2, event->hw.idx);
	KUNIT_EXPECT_EQ(test, INTEL_FIXED_0_KERNEL | INTEL_FIXED_0_ENABLE_PMI,
			select_of(rig, event));
}

static void guests_are_left_out(struct kunit *test)
{
	struct rig *rig = rig_of(test);
	struct perf_event_attr attr = rig_attr(rig, rig->first);
	struct perf_event *host, *guest;
	struct perf_x86_cpu *cpu;

	if (!rig_has_interrupts(rig))
		kunit_skip(test, "no such processor had guests");
	NEEDS_TWO(test, rig);
	attr.exclude_guest = 1;
	host = rig_open_attr(test, attr);
	attr.exclude_guest = 0;
	attr.exclude_host = 1;
	guest = rig_open_attr(test, attr);
	cpu = per_cpu_ptr(rig->unit.cpu, cpumask_first(cpu_online_mask));
	KUNIT_EXPECT_EQ(test, BIT_ULL(host->hw.idx), cpu->guest_off);
	KUNIT_EXPECT_EQ(test, BIT_ULL(guest->hw.idx), cpu->host_off);
	if (rig->unit.virt_bits) {
		/* Virtualisation is off: "host only" would mean never. */
		KUNIT_EXPECT_EQ(test, 0ULL, select_of(rig, host) & AMD64_EVENTSEL_HOSTONLY);
		KUNIT_EXPECT_NE(test, 0ULL, select_of(rig, guest) & AMD64_EVENTSEL_GUESTONLY);
	} else if (rig->unit.regs.gate < PERF_X86_GATE_FIRST) {
		rig_happen(rig, rig->first, 10);
		KUNIT_EXPECT_EQ(test, 10ULL, rig_count(host));
		KUNIT_EXPECT_EQ(test, 0ULL, rig_count(guest));
	}
}

/* Where a counter cannot do a short period, overflows come as often as they should still. */
static void periods_too_short_are_made_up_for(struct kunit *test)
{
	static const struct perf_x86_period coarse[] = { { .least = 128, .align = 64 }, { } };
	struct rig *rig = rig_of(test);
	struct perf_event_attr attr = rig_attr(rig, rig->first);
	struct perf_event *event;
	unsigned int i;

	NEEDS_INTERRUPTS(test, rig);
	rig->unit.periods = coarse;
	attr.sample_period = 1000;
	event = rig_open_attr(test, attr);
	for (i = 0; i < 20000; i++)
		rig_happen(rig, rig->first, 10);
	KUNIT_EXPECT_EQ(test, 200000ULL, rig_count(event));
	KUNIT_EXPECT_GE(test, rig->overflows, 199U);
	KUNIT_EXPECT_LE(test, rig->overflows, 200U);
}

/* Each of two counters has such a register, and who moves takes its value along. */
static void events_with_a_register_more(struct kunit *test)
{
	static const struct perf_x86_extra extras[] = {
		{ .code = 0x01b7, .msr = 0x1a6 }, { .code = 0x01bb, .msr = 0x1a7 }, { }
	};
	struct rig *rig = rig_of(test);
	struct perf_event_attr attr = rig_attr(rig, 0x01b7);
	struct perf_event *first, *second, *third;

	if (rig->unit.regs.gate != PERF_X86_GATE_GLOBAL || !rig->unit.regs.fixed_select)
		kunit_skip(test, "no such processor has them");
	rig->unit.extras = extras;
	rig->unit.extra_bits = 0xffff;
	attr.config1 = 0x10000;
	expect_refused(test, -EINVAL, attr);
	attr.config1 = 0x1234;
	first = rig_open_attr(test, attr);
	attr.config1 = 0x4321;
	second = rig_open_attr(test, attr);
	third = rig_open_attr(test, attr);
	KUNIT_EXPECT_EQ(test, PERF_EVENT_STATE_INACTIVE, third->state);
	KUNIT_ASSERT_EQ(test, PERF_EVENT_STATE_ACTIVE, second->state);
	KUNIT_EXPECT_EQ(test, 1, first->hw.idx ^ second->hw.idx);
	KUNIT_EXPECT_EQ(test, 0x1234ULL, rig->file.extra[first->hw.idx]);
	KUNIT_EXPECT_EQ(test, 0x4321ULL, rig->file.extra[second->hw.idx]);
	KUNIT_EXPECT_EQ(test, 0x01b7ULL, rig->file.select[0] & 0xffff);
	KUNIT_EXPECT_EQ(test, 0x01bbULL, rig->file.select[1] & 0xffff);
	rig_happen(rig, first->hw.idx ? 0x01bb : 0x01b7, 55);
	KUNIT_EXPECT_EQ(test, 55ULL, rig_count(first));
	KUNIT_EXPECT_EQ(test, 0ULL, rig_count(second));
}

static struct kunit_case perf_x86_unit_cases[] = {
	KUNIT_CASE_PARAM(counts_are_exact, machines_gen_params),
	KUNIT_CASE_PARAM(counts_go_on_when_the_counter_ends, machines_gen_params),
	KUNIT_CASE_PARAM(modes_are_told_apart, machines_gen_params),
	KUNIT_CASE_PARAM(periods_are_exact, machines_gen_params),
	KUNIT_CASE_PARAM(periods_may_be_longer_than_counters, machines_gen_params),
	KUNIT_CASE_PARAM(periods_too_short_are_made_up_for, machines_gen_params),
	KUNIT_CASE_PARAM(several_overflow_at_a_time, machines_gen_params),
	KUNIT_CASE_PARAM(other_nmis_are_left_alone, machines_gen_params),
	KUNIT_CASE_PARAM(an_nmi_may_be_late, machines_gen_params),
	KUNIT_CASE_PARAM(what_does_not_fit_waits, machines_gen_params),
	KUNIT_CASE_PARAM(what_is_pinned_and_does_not_fit_is_in_error, machines_gen_params),
	KUNIT_CASE_PARAM(events_move_to_make_room, machines_gen_params),
	KUNIT_CASE_PARAM(coming_back_writes_no_selection, machines_gen_params),
	KUNIT_CASE_PARAM(overflows_of_a_throttled_event_are_not_lost, machines_gen_params),
	KUNIT_CASE_PARAM(user_space_is_told_what_to_read, machines_gen_params),
	KUNIT_CASE_PARAM(what_cannot_be_is_refused, machines_gen_params),
	KUNIT_CASE_PARAM(overflows_need_interrupts, machines_gen_params),
	KUNIT_CASE_PARAM(generic_events_are_refused, machines_gen_params),
	KUNIT_CASE_PARAM(events_become_register_bits, machines_gen_params),
	KUNIT_CASE_PARAM(events_with_a_register_more, machines_gen_params),
	KUNIT_CASE_PARAM(guests_are_left_out, machines_gen_params),
	{ }
};

static struct kunit_suite perf_x86_unit_suite = {
	.name = "perf_x86_unit",
	.init = rig_init,
	.exit = rig_exit,
	.test_cases = perf_x86_unit_cases,
};

kunit_test_suite(perf_x86_unit_suite);

MODULE_DESCRIPTION("Tests of the framework of the CPU's counters");
MODULE_LICENSE("GPL");
