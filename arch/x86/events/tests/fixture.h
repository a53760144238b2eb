/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Fixture of the framework's tests: each kind of register file that processors have, in memory
 * and registered as a PMU, and functions that make events happen on it.
 */
#ifndef _ARCH_X86_EVENTS_FIXTURE_H
#define _ARCH_X86_EVENTS_FIXTURE_H

#include <kunit/test.h>
#include <linux/cleanup.h>
#include <linux/cpumask.h>
#include <linux/jiffies.h>
#include <linux/ptrace.h>
#include <linux/sched.h>

#include "fake_msr.h"
#include "families.h"
#include "hw.h"
#include "hw_nehalem.h"
#include "model.h"
#include "models_amd.h"
#include "models_intel.h"
#include "models_legacy.h"
#include "models_p4.h"
#include "nmi.h"
#include "p4.h"
#include "pmu.h"
#include "rdpmc.h"
#include "tfa.h"

/**
 * struct machine - a kind of register file
 * @name:     name, for the name of the test
 * @regs:     addresses
 * @model:    tables
 * @counters: bit mask of the counters
 * @width:    bits of a counter
 * @narrow:   writes to a counter are of 32 bits
 * @virt:     selecting registers have host and guest bits
 * @p4_part:  Pentium 4: the part of the registers that this CPU uses
 * @room:     how many of the same event fit; 0: as many as there are counters
 * @first:    code of an event
 * @second:   code of another event
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

/* perf_x86_intel_probe() makes these of perf_x86_intel_regs_v2. */
static const struct perf_x86_regs perf_x86_tfa_regs = {
	.enable		= &perf_x86_enable_tfa,
	.select		= MSR_ARCH_PERFMON_EVENTSEL0,
	.select_step	= 1,
	.counter	= MSR_IA32_PMC0,
	.counter_step	= 1,
	.fixed_counter	= MSR_ARCH_PERFMON_FIXED_CTR0,
	.fixed_select	= MSR_ARCH_PERFMON_FIXED_CTR_CTRL,
	.global_ctrl	= MSR_CORE_PERF_GLOBAL_CTRL,
	.global_status	= MSR_CORE_PERF_GLOBAL_STATUS,
	.global_ack	= MSR_CORE_PERF_GLOBAL_OVF_CTRL,
};

static const struct machine machines[] = {
	MACHINE("intel v1", intel_regs_v1, intel_arch, 0x3, 40, .narrow = true),
	MACHINE("intel v2", intel_regs_v2, intel_arch, 0x3 | INTEL_FIXED(3), 40, .narrow = true),
	MACHINE("intel v5", intel_regs_v2, intel_arch, 0xff | INTEL_FIXED(4), 48),
	MACHINE("nehalem", nehalem_regs, intel_arch, 0xf | INTEL_FIXED(3), 48, .narrow = true),
	MACHINE("intel tfa", tfa_regs, intel_arch, 0xf | INTEL_FIXED(3), 48),
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

static inline void machine_name(const struct machine *machine, char *name)
{
	strscpy(name, machine->name, KUNIT_PARAM_DESC_SIZE);
}

/* A suite with a machine of its own does without the others. */
static __maybe_unused const void *machines_gen_params(const void *prev, char *desc);
KUNIT_ARRAY_PARAM(machines, machines, machine_name);

/**
 * struct fixture - a PMU under test
 * @pmu:        the PMU
 * @file:       its registers
 * @registered: perf_pmu_register() has succeeded
 * @overflows:  overflows of its events
 * @period:     period of the last overflow
 * @again:      while an overflow is handled, @first happens this often once more
 * @latched:    a counter has requested an NMI that is still to come; set then, or by a test
 * @claimed:    result of perf_x86_handle_overflows() for that NMI, once it has come
 * @read_pmc:   the read_pmc that a test has replaced
 * @first:      code of an event
 * @second:     code of another event
 * @room:       how many of the same event fit
 */
struct fixture {
	struct perf_x86_pmu		pmu;
	struct perf_x86_fake_file	file;
	bool				registered;
	unsigned int			overflows;
	u64				period;
	u64				again;
	bool				latched;
	int				claimed;
	u64				(*read_pmc)(struct perf_x86_fake *fake, u32 operand);
	u64				first;
	u64				second;
	unsigned int			room;
};

static inline struct fixture *fixture_of(struct kunit *test)
{
	return test->priv;
}

static inline void fixture_bind(struct kunit *test)
{
	int cpu = cpumask_first(cpu_online_mask);

	KUNIT_ASSERT_EQ(test, 0, set_cpus_allowed_ptr(current, cpumask_of(cpu)));
}

static inline bool machine_has_interrupts(const struct machine *machine)
{
	return !machine->regs->no_interrupt;
}

/* As for a CPU that comes up, but @part gives the thread. */
static inline void fixture_reset(struct perf_x86_cpu *cpu, enum perf_x86_p4_part part)
{
	perf_x86_hw_reset(cpu);
	if (perf_x86_is_p4(cpu->pmu))
		perf_x86_p4_reset(cpu, part);
}

/* @fixture: all zero, may be part of a larger structure of the test's */
static inline int fixture_init_in(struct kunit *test, struct fixture *fixture)
{
	const struct machine *machine = test->param_value;
	struct perf_x86_pmu *pmu;
	int err;

	test->priv = fixture;
	fixture_bind(test);

	fixture->first = machine->first;
	fixture->second = machine->second;
	pmu = &fixture->pmu;
	pmu->name = "perf_x86_fake";
	pmu->regs = *machine->regs;
	pmu->regs.legacy_counter = 0; /* perf_x86_reserve() takes no real counters */
	pmu->counters = machine->counters;
	pmu->width = machine->width;
	if (pmu->regs.enable == &perf_x86_enable_tfa)
		pmu->avoid = PERF_X86_TFA_COUNTERS;
	fixture->room = machine->room ?: hweight64(machine->counters);
	if (perf_x86_is_p4(pmu)) {
		fixture->file.second_thread = machine->p4_part == P4_SECOND_THREAD;
		pmu->banks = perf_x86_p4_banks[machine->p4_part ? P4_FIRST_THREAD : P4_WHOLE];
	}
	pmu->max_period = GENMASK_ULL(machine->narrow ? 30 : machine->width - 2, 0);
	pmu->virt_bits = machine->virt ? AMD64_EVENTSEL_HOSTONLY | AMD64_EVENTSEL_GUESTONLY : 0;
	pmu->rdpmc = !machine->regs->no_rdpmc;
	if (!machine_has_interrupts(machine))
		pmu->pmu.capabilities |= PERF_PMU_CAP_NO_INTERRUPT;
	cpumask_copy(&pmu->cpus, cpu_possible_mask);
	perf_x86_model_apply(pmu, machine->model);
	perf_x86_fake_attach(&fixture->file, pmu, machine->narrow);
	pmu->pmu.dev = PMU_NULL_DEV;
	pmu->pmu.capabilities |= PERF_PMU_CAP_EXTENDED_HW_TYPE;
	pmu->pmu.hrtimer_interval_ms = 3600 * MSEC_PER_SEC;
	static_branch_enable(&perf_x86_fake_key);

	err = perf_x86_pmu_init(pmu);
	if (err)
		return err;
	scoped_guard(irqsave)
		fixture_reset(this_cpu_ptr(pmu->cpu), machine->p4_part);
	err = perf_pmu_register(&pmu->pmu, pmu->name, -1);
	fixture->registered = !err;
	return err;
}

static inline int fixture_init(struct kunit *test)
{
	struct fixture *fixture = kunit_kzalloc(test, sizeof(*fixture), GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, fixture);
	return fixture_init_in(test, fixture);
}

static inline void fixture_exit(struct kunit *test)
{
	struct fixture *fixture = fixture_of(test);
	struct perf_x86_cpu *cpu;

	if (!fixture || !fixture->registered)
		return;
	perf_pmu_unregister(&fixture->pmu.pmu);
	KUNIT_EXPECT_NULL_MSG(test, fixture->file.fault, "%s", fixture->file.fault ?: "");
	KUNIT_EXPECT_EQ(test, 0, atomic_read(&fixture->pmu.users));
	cpu = per_cpu_ptr(fixture->pmu.cpu, cpumask_first(cpu_online_mask));
	KUNIT_EXPECT_EQ(test, 0ULL, cpu->assignment.used);
	KUNIT_EXPECT_EQ(test, 0ULL, cpu->running);
	KUNIT_EXPECT_EQ(test, 0ULL, cpu->pending);
	perf_x86_pmu_free(&fixture->pmu);
	test->priv = NULL;
	static_branch_disable(&perf_x86_fake_key);
}

/*
 * Events, and making them happen.
 */
static inline void fixture_overflow(struct perf_event *event, struct perf_sample_data *data,
				    struct pt_regs *regs)
{
	struct fixture *fixture = event->overflow_handler_context;

	fixture->overflows++;
	fixture->period = data->period;
	if (fixture->again &&
	    perf_x86_fake_happen(&fixture->file, fixture->first, fixture->again, true))
		fixture->latched = true;
}

static inline struct perf_event_attr fixture_attr(const struct fixture *fixture, u64 config)
{
	return (struct perf_event_attr) {
		.type	= fixture->pmu.pmu.type,
		.size	= sizeof(struct perf_event_attr),
		.config	= config,
	};
}

static inline struct perf_event *fixture_try(struct fixture *fixture, struct perf_event_attr *attr)
{
	return perf_event_create_kernel_counter(attr, cpumask_first(cpu_online_mask), NULL,
						fixture_overflow, fixture);
}

static inline void fixture_close(void *event)
{
	perf_event_release_kernel(event);
}

static inline struct perf_event *fixture_open_attr(struct kunit *test, struct perf_event_attr attr)
{
	struct perf_event *event = fixture_try(fixture_of(test), &attr);

	KUNIT_ASSERT_NOT_ERR_OR_NULL(test, event);
	KUNIT_ASSERT_EQ(test, 0, kunit_add_action_or_reset(test, fixture_close, event));
	return event;
}

static inline struct perf_event *fixture_open(struct kunit *test, u64 config)
{
	return fixture_open_attr(test, fixture_attr(fixture_of(test), config));
}

static inline u64 fixture_count(struct perf_event *event)
{
	u64 enabled, running;

	return perf_event_read_value(event, &enabled, &running);
}

/* Lets the event happen, and the NMI come at once. Returns the number of counters handled. */
static inline int fixture_happen_in(struct fixture *fixture, u64 code, u64 amount, bool user)
{
	static const struct pt_regs no_regs;
	struct pt_regs regs = no_regs;

	guard(irqsave)();
	if (!perf_x86_fake_happen(&fixture->file, code, amount, user))
		return 0;
	return perf_x86_handle_overflows(&fixture->pmu, &regs);
}

static inline int fixture_happen(struct fixture *fixture, u64 code, u64 amount)
{
	return fixture_happen_in(fixture, code, amount, true);
}

static inline int fixture_stray_nmi(struct fixture *fixture)
{
	static const struct pt_regs no_regs;
	struct pt_regs regs = no_regs;

	guard(irqsave)();
	return perf_x86_handle_overflows(&fixture->pmu, &regs);
}

static inline bool fixture_has_interrupts(const struct fixture *fixture)
{
	return !(fixture->pmu.pmu.capabilities & PERF_PMU_CAP_NO_INTERRUPT);
}

/* A Pentium 4 holds its counters one by one, with the local APIC's entry masked meanwhile. */
static inline bool fixture_counts_in_nmi(const struct fixture *fixture)
{
	return !perf_x86_has_global(&fixture->pmu) && !perf_x86_is_p4(&fixture->pmu);
}

static inline bool fixture_has_nmi_for_each(const struct fixture *fixture)
{
	return fixture_counts_in_nmi(fixture) || fixture->pmu.regs.late_nmis;
}

/* Let the time pass in which late NMIs are claimed. */
static inline void fixture_end_window(struct fixture *fixture)
{
	guard(irqsave)();
	this_cpu_ptr(fixture->pmu.cpu)->spurious_until = jiffies - 1;
}

/* Counters that always count can be neither stopped nor limited to a mode. */
static inline bool fixture_has_modes(const struct fixture *fixture)
{
	return !fixture->pmu.regs.always_on;
}

/* No processor of the other kinds had guests. */
static inline bool fixture_may_have_guests(const struct fixture *fixture)
{
	return perf_x86_has_global(&fixture->pmu) ||
	       fixture->pmu.regs.enable == &perf_x86_enable_each;
}

#define NEEDS_INTERRUPTS(_test, _fixture)					\
	do {									\
		if (!fixture_has_interrupts(_fixture))				\
			kunit_skip(_test, "no interrupt: counting only");	\
	} while (0)

#define NEEDS_TWO(_test, _fixture)						\
	do {									\
		if ((_fixture)->room < 2)					\
			kunit_skip(_test, "two of the same do not fit");	\
	} while (0)

static inline u64 select_of(struct fixture *fixture, const struct perf_event *event)
{
	unsigned int counter = event->hw.idx;
	unsigned int fixed = counter - INTEL_PMC_IDX_FIXED;

	if (perf_x86_is_fixed(counter))
		return fixture->file.fixed_select >> (INTEL_FIXED_BITS_STRIDE * fixed) & 0xf;
	return fixture->file.select[counter];
}

#endif /* _ARCH_X86_EVENTS_FIXTURE_H */
