/* SPDX-License-Identifier: GPL-2.0 */
/*
 * struct perf_x86_pmu, a PMU of the CPU's counters, and struct perf_x86_cpu, its state on a CPU.
 *
 * Counters are numbered as in IA32_PERF_GLOBAL_CTRL: general ones from 0, fixed ones
 * from INTEL_PMC_IDX_FIXED. A mask of counters has the same bits.
 */
#ifndef _ARCH_X86_EVENTS_COUNTERS_H
#define _ARCH_X86_EVENTS_COUNTERS_H

#include <linux/bits.h>
#include <linux/cpumask.h>
#include <linux/hrtimer.h>
#include <linux/percpu.h>
#include <linux/perf_event.h>

#include "assign.h"

struct perf_x86_claims;
struct perf_x86_core;
struct perf_x86_cpu;
struct perf_x86_extra;
struct perf_x86_feature;
struct perf_x86_fixed;
struct perf_x86_model;
struct perf_x86_named;
struct perf_x86_period;
struct perf_x86_precise_model;
struct perf_x86_fake;

#define PERF_X86_GENERAL	INTEL_PMC_MAX_GENERIC

/* hw.flags: the counter's register is shared with other CPUs (claim.c); bit 0 is in threads.h */
#define PERF_X86_EVENT_SHARED	BIT(1)

/* Parts of the processor that events ask for beside a counter (feature.h). */
enum perf_x86_features {
	PERF_X86_BRANCHES,	/* attr.branch_sample_type, perf_x86_needs_fixup() */
	PERF_X86_PRECISE,	/* attr.precise_ip */
	PERF_X86_MERGE,		/* code of a limit with PERF_X86_PAIR */
	PERF_X86_TOPDOWN,	/* code of issue slots or of their parts */
	PERF_X86_FEATURES,	/* their number */
};

/* hw.flags: a bit for each feature that the event asks for */
#define PERF_X86_EVENT_BRANCHES	BIT(2)
#define PERF_X86_EVENT_PRECISE	BIT(3)
#define PERF_X86_EVENT_MERGE	BIT(4)
#define PERF_X86_EVENT_TOPDOWN	BIT(5)
#define PERF_X86_EVENT_FEATURES	\
	(PERF_X86_EVENT_BRANCHES | PERF_X86_EVENT_PRECISE | PERF_X86_EVENT_MERGE | \
	 PERF_X86_EVENT_TOPDOWN)

/* hw.flags: the event has no counter (topdown.c), but one of the numbers from PERF_X86_METRIC on */
#define PERF_X86_EVENT_METRIC	BIT(6)
#define PERF_X86_METRIC		(INTEL_PMC_IDX_FIXED + 16)

/* hw.flags: the overflow's interrupt is held for so many more occurrences (branch/brs.c) */
#define PERF_X86_EVENT_HELD	BIT(7)
#define PERF_X86_BRS_DEPTH	16
/* Retired taken branches, the event whose branches are recorded */
#define PERF_X86_BRS_CODE	0xc4

/* CPUs that share the registers of some events: none, threads of a core, cores of a node. */
enum perf_x86_shared {
	PERF_X86_SHARED_NONE,
	PERF_X86_SHARED_CORE,
	PERF_X86_SHARED_NODE,
};

/**
 * struct perf_x86_enable_ops - how the counters of a kind of processor are enabled
 * @enable_bit:  bit of a counter's select register that enables the counter; 0: none
 * @enable_all:  enable the counters of perf_x86_cpu::running, which is not 0 unless
 *               perf_x86_cpu::force_abort is true
 * @disable_all: disable them all; perf_x86_cpu::running stays
 * @start:       write the registers of an event's counter, which is in perf_x86_cpu::running;
 *               the counter counts if perf_x86_cpu::enabled is true
 * @stop:        disable a counter, which is no longer in perf_x86_cpu::running
 * @reset:       clear the registers; NULL: as perf_x86_hw_reset() does
 *
 * Context: on the CPU, IRQs off, or NMI.
 */
struct perf_x86_enable_ops {
	u64	enable_bit;
	void	(*enable_all)(struct perf_x86_cpu *cpu);
	void	(*disable_all)(struct perf_x86_cpu *cpu);
	void	(*start)(struct perf_x86_cpu *cpu, const struct perf_event *event);
	void	(*stop)(struct perf_x86_cpu *cpu, unsigned int counter);
	void	(*reset)(struct perf_x86_cpu *cpu);
};

/**
 * struct perf_x86_regs - addresses and behaviour of the registers
 * @enable:        how the counters are enabled
 * @no_rdpmc:      counters are read as MSRs
 * @no_interrupt:  an overflow does not interrupt
 * @always_on:     counters count even when stopped, and in all modes
 * @only_counters: only the counters' bits in the status are valid and acknowledged
 * @late_nmis:     each overflow has its own NMI, which may come long after it has been handled
 * @write_twice:   a counter has the right value only after a second write
 * @ack_running:   an acknowledgment works only while the global enable bits are set
 * @select:        MSR that selects the event of general counter 0
 * @select_step:   distance to the next counter's
 * @counter:       MSR of general counter 0
 * @counter_step:  distance to the next counter's
 * @legacy_counter: MSR of counter 0 in the numbering of perfctr-watchdog.c
 * @fixed_counter: MSR of fixed counter 0; the others follow
 * @fixed_select:  MSR with four control bits for each fixed counter
 * @global_ctrl:   MSR with the enable bits of all counters; 0: the processor has none, nor the
 *                 next two
 * @global_status: MSR with the overflow bits of all counters
 * @global_ack:    writing ones to this MSR clears overflow bits
 */
struct perf_x86_regs {
	const struct perf_x86_enable_ops *enable;
	bool			no_rdpmc;
	bool			no_interrupt;
	bool			always_on;
	bool			only_counters;
	bool			late_nmis;
	bool			write_twice;
	bool			ack_running;
	u32			select;
	u32			select_step;
	u32			counter;
	u32			counter_step;
	u32			legacy_counter;
	u32			fixed_counter;
	u32			fixed_select;
	u32			global_ctrl;
	u32			global_status;
	u32			global_ack;
};

/**
 * struct perf_x86_pmu - a PMU of the CPU's counters
 * @pmu:        the core's part
 * @name:       in sysfs
 * @model:      events and codes of the processor model
 * @regs:       registers of the counters
 * @cpu:        state of each CPU
 * @kind:       hybrid processors: kind of the PMU's CPUs (hybrid.h), else 0
 * @next:       hybrid processors: the PMU of another kind of CPUs, all in a circle, else NULL
 * @registered: perf_pmu_register() has succeeded
 * @cpus:       CPUs that have these counters
 * @counters:   mask of the counters that exist
 * @avoid:      counters that are assigned only if no other is free
 * @blocked:    counters that are not assigned for now
 * @exclusive:  counters for events that spoil those of a core's other thread (threads.c), or 0
 * @banks:      selectors of each bank of counters (Pentium 4), or NULL
 * @width:      bits of a counter
 * @max_period: longest period that a counter can be set to
 * @periods:    periods that a counter does not support, or NULL
 * @extras:     events that need an extra register, by counter, or NULL
 * @extra_counters: counters whose register in @extras exists
 * @fixed:      events of the fixed counters, or NULL
 * @topdown:    named events of top-down accounting, without metrics (named.h), or NULL
 * @transactions: named events of transactions, or NULL
 * @metrics:    number of top-down metrics, if the processor has the feature
 * @features:   the processor's features, NULL for those it lacks
 * @max_precise: highest attr.precise_ip
 * @precise:    precise events, or NULL
 * @precise_format: format of their records
 * @precise_adaptive: records have the groups of fields that the events need
 * @precise_faults: a record is written before its instruction, whose address it has; formats 0
 *              and 1, where it is written after the instruction otherwise
 * @precise_fixup: records have the address of the next instruction, and the branch records lead
 *              to the instruction itself (precise/fixup.c)
 * @shared:     CPUs that share the registers of some events
 * @raw_mask:   config bits that an event of type "raw" may set
 * @virt_bits:  config bits that select host or guest, if the hardware has them (AMD)
 * @generic:    code of each generic event (enum perf_hw_id), 0 for none
 * @cache:      code of each generic cache event, 0 for none
 * @offcore:    the off-core response that counts a generic cache event, 0 for none
 * @version:    version of architectural performance monitoring, 0 for none
 * @events_missing: CPUID leaf 0AH EBX: mask of missing architectural events
 * @events_known: number of valid bits in @events_missing
 * @rdpmc:      sysfs: 0: no RDPMC in user mode; 1: in tasks that map an event; 2: in all
 * @users:      number of open events; the counters are reserved while it is not 0
 * @fake:       tests: registers made of memory; NULL for the hardware's
 */
struct perf_x86_pmu {
	struct pmu			pmu;
	const char			*name;
	const struct perf_x86_model	*model;
	struct perf_x86_regs		regs;
	struct perf_x86_cpu __percpu	*cpu;
	u8				kind;
	bool				registered;
	struct perf_x86_pmu		*next;
	struct cpumask			cpus;
	u64				counters;
	u64				avoid;
	u64				blocked;
	u64				exclusive;
	const struct perf_assign_bank	*banks;
	unsigned int			width;
	u64				max_period;
	const struct perf_x86_period	*periods;
	const struct perf_x86_extra	*extras;
	u64				extra_counters;
	const struct perf_x86_fixed	*fixed;
	const struct perf_x86_named	*topdown;
	const struct perf_x86_named	*transactions;
	const struct perf_x86_feature	*features[PERF_X86_FEATURES];
	u8				metrics;
	u8				max_precise;
	u8				precise_format;
	bool				precise_adaptive;
	bool				precise_faults;
	bool				precise_fixup;
	const struct perf_x86_precise_model *precise;
	enum perf_x86_shared		shared;
	u64				raw_mask;
	u64				virt_bits;
	u64				generic[PERF_COUNT_HW_MAX];
	u64				cache[PERF_COUNT_HW_CACHE_MAX]
					     [PERF_COUNT_HW_CACHE_OP_MAX]
					     [PERF_COUNT_HW_CACHE_RESULT_MAX];
	u64				offcore[PERF_COUNT_HW_CACHE_MAX]
					       [PERF_COUNT_HW_CACHE_OP_MAX]
					       [PERF_COUNT_HW_CACHE_RESULT_MAX];
	unsigned int			version;
	unsigned int			events_missing;
	unsigned int			events_known;
	int				rdpmc;
	atomic_t			users;
	struct perf_x86_fake		*fake;
};

/**
 * struct perf_x86_cpu - a CPU's counters
 * @pmu:            their PMU
 * @ready:          the CPU is up and has this PMU's counters; if false, its registers must not be
 *                  touched: on a hybrid processor the PMU of another kind uses the same ones
 * @enabled:        counting is switched on; never while @ready is false
 * @running:        counters that count while @enabled is true
 * @pending:        counters to be started when counting is switched on
 * @dirty:          counters that still hold the value of an event that has gone
 * @host_off:       counters that must not count in the host
 * @guest_off:      counters that must not count in a guest
 * @extra_enable:   bits to enable beside those of @running: AMD's counters that are merged into the
 *                  one below (merge.c), Intel's top-down metrics
 * @fixed_select:   last value written to regs.fixed_select
 * @select:         last values written to the select registers, to avoid writing them again
 * @reset_due:      Nehalem: a select register has changed, so the counters must be reset
 * @core:           what the threads of the core share, or NULL (threads.c)
 * @thread:         number of the CPU in @core
 * @nr_exclusive:   exclusive events with a counter
 * @force_abort:    transactions abort on the CPU (tfa.c)
 * @features:       mask of the features that events with a counter use
 * @feature_events: number of events with a counter that use each feature
 * @stopping:       a counter is being stopped, whose NMI may come at any time
 * @spurious:       an NMI may come for which no counter has overflowed
 * @spurious_until: until when @spurious is valid, jiffies
 * @poll_timer:     timer that updates counts where no interrupt does
 * @virt:           AMD: a hypervisor runs; else the "host only" bit must be off
 * @owner:          event of each counter in use
 * @claims:         registers shared with other CPUs; NULL before their first use
 * @assignment:     counters in use, and the counters their events may be assigned to
 *
 * All fields change on the CPU itself with IRQs off. NMIs read @running and @owner and
 * stop counters: @owner is set before the bit in @running, and cleared after it.
 */
struct perf_x86_cpu {
	struct perf_x86_pmu	*pmu;
	struct perf_x86_core	*core;
	bool			thread;
	unsigned int		nr_exclusive;
	bool			ready;
	bool			enabled;
	bool			reset_due;
	bool			force_abort;
	bool			stopping;
	bool			spurious;
	bool			virt;
	u64			running;
	u64			pending;
	u64			dirty;
	u64			host_off;
	u64			guest_off;
	u64			extra_enable;
	u64			fixed_select;
	u64			features;
	unsigned int		feature_events[PERF_X86_FEATURES];
	unsigned long		spurious_until;
	struct hrtimer		poll_timer;
	u64			select[PERF_X86_GENERAL];
	struct perf_event	*owner[X86_PMC_IDX_MAX];
	struct perf_x86_claims	*claims;
	struct perf_assignment	assignment;
};

static inline struct perf_x86_pmu *to_perf_x86_pmu(struct pmu *pmu)
{
	return container_of(pmu, struct perf_x86_pmu, pmu);
}

static inline struct perf_x86_pmu *perf_x86_pmu(const struct perf_event *event)
{
	return to_perf_x86_pmu(event->pmu);
}

static inline bool perf_x86_is_fixed(unsigned int counter)
{
	return counter >= INTEL_PMC_IDX_FIXED;
}

/*
 * The counters an event may be assigned to, or the selectors if the PMU has banks, as found
 * by perf_x86_event_setup(). They are kept in hw.last_tag, which x86 does not use otherwise.
 */
static inline u64 perf_x86_allowed(const struct perf_event *event)
{
	return event->hw.last_tag;
}

static inline void perf_x86_set_allowed(struct perf_event *event, u64 counters)
{
	event->hw.last_tag = counters;
}

/* Does a precise event need the branch records to find the instruction of a sample? */
static inline bool perf_x86_needs_fixup(const struct perf_event *event)
{
	return perf_x86_pmu(event)->precise_fixup && event->attr.precise_ip > 1;
}

/* All perf_x86_pmu::width bits of a counter. */
static inline u64 perf_x86_value_mask(const struct perf_x86_pmu *pmu)
{
	return GENMASK_ULL(pmu->width - 1, 0);
}

/* For @first, and on a hybrid processor for the PMUs of all other kinds. */
#define perf_x86_for_each_kind(pmu, first)				\
	for ((pmu) = (first); (pmu);					\
	     (pmu) = (pmu)->next == (first) ? NULL : (pmu)->next)

#define perf_x86_for_each_counter(counter, mask)				\
	for (u64 __left = (mask);						\
	     __left && ((counter) = __ffs64(__left), true); __left &= __left - 1)

#endif /* _ARCH_X86_EVENTS_COUNTERS_H */
