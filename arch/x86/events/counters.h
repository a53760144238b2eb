/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The CPU's counters: what a PMU of them is made of, and its state on each CPU.
 *
 * Counters are numbered as in IA32_PERF_GLOBAL_CTRL: general ones from 0, fixed ones
 * from INTEL_PMC_IDX_FIXED. A mask of counters has their bits.
 */
#ifndef _ARCH_X86_EVENTS_COUNTERS_H
#define _ARCH_X86_EVENTS_COUNTERS_H

#include <linux/bits.h>
#include <linux/cpumask.h>
#include <linux/hrtimer.h>
#include <linux/percpu.h>
#include <linux/perf_event.h>

#include "place.h"

struct perf_x86_cpu;
struct perf_x86_extra;
struct perf_x86_model;
struct perf_x86_period;
struct perf_x86_soft;

#define PERF_X86_GENERAL	INTEL_PMC_MAX_GENERIC

/**
 * enum perf_x86_gate - how counting is switched on and off
 * @PERF_X86_GATE_GLOBAL: one register has a bit for each counter
 * @PERF_X86_GATE_EACH:   by the enable bit in each counter's own register
 * @PERF_X86_GATE_FIRST:  the enable bit of counter 0 is for all of them (P6)
 * @PERF_X86_GATE_ESCR:   by the enable bit in each counter's own register, while what is
 *                        counted stands in another one (Pentium 4)
 * @PERF_X86_GATE_PACKED: one register has a field of 16 bits for each counter, which
 *                        also says in which modes it counts (Pentium)
 * @PERF_X86_GATE_NONE:   such a register, but counters always count (WinChip, C3)
 */
enum perf_x86_gate {
	PERF_X86_GATE_GLOBAL,
	PERF_X86_GATE_EACH,
	PERF_X86_GATE_FIRST,
	PERF_X86_GATE_ESCR,
	PERF_X86_GATE_PACKED,
	PERF_X86_GATE_NONE,
};

/**
 * struct perf_x86_regs - where the registers are
 * @gate:          how counting is switched
 * @no_rdpmc:      counters are read as MSRs
 * @only_counters: of the status only bits of counters mean anything, and are acknowledged
 * @late_nmis:     each overflow has an NMI of its own, which may come when the status is clear
 * @ack_running:   overflows are acknowledged only while counters may count
 * @select:        MSR that says what general counter 0 counts
 * @select_step:   distance to that of the next counter
 * @counter:       MSR of general counter 0
 * @counter_step:  distance to the next
 * @legacy_counter: MSR by which perfctr-watchdog.c knows counter 0
 * @fixed_counter: MSR of fixed counter 0; the others follow
 * @fixed_select:  MSR with four bits for each fixed counter
 * @global_ctrl:   MSR with the bits that let counters count
 * @global_status: MSR with the bits of counters that have overflowed
 * @global_ack:    writing ones to this MSR clears those bits
 */
struct perf_x86_regs {
	enum perf_x86_gate	gate;
	bool			no_rdpmc;
	bool			only_counters;
	bool			late_nmis;
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
 * struct perf_x86_unit - a PMU of the CPU's counters
 * @pmu:        what the core knows
 * @name:       in sysfs
 * @model:      what the processor can count
 * @regs:       how it is told so
 * @cpu:        state of each CPU
 * @kind:       hybrid processors: the kind of CPU it is of (CPUID leaf 1AH), else 0
 * @other:      hybrid processors: the PMU of the CPUs of the other kind, else NULL
 * @registered: the core has been told of it
 * @cpus:       CPUs that have these counters
 * @counters:   those that there are
 * @banks:      registers in front of them (Pentium 4), or NULL
 * @width:      bits of a counter
 * @max_period: most that fits before a counter overflows
 * @periods:    those that a counter cannot do, or NULL
 * @extras:     events that take a register more, by counter, or NULL
 * @extra_bits: what it may hold
 * @raw_mask:   bits that an event of type "raw" may have set
 * @virt_bits:  config bits that tell host from guest, where the hardware does (AMD)
 * @generic:    code of each generic event (enum perf_hw_id), 0 for none
 * @cache:      code of each generic cache event, 0 for none
 * @version:    of architectural performance monitoring, 0 if it is not that
 * @events_missing: CPUID leaf 0AH EBX: architectural events that there are not
 * @events_known: number of valid bits in @events_missing
 * @rdpmc:      sysfs: 0: no RDPMC in user mode; 1: for who maps an event; 2: for all
 * @users:      events there are; the counters are reserved while there is any
 * @soft:       tests: registers made of memory; NULL for real ones
 */
struct perf_x86_unit {
	struct pmu			pmu;
	const char			*name;
	const struct perf_x86_model	*model;
	struct perf_x86_regs		regs;
	struct perf_x86_cpu __percpu	*cpu;
	u8				kind;
	bool				registered;
	struct perf_x86_unit		*other;
	struct cpumask			cpus;
	u64				counters;
	const struct perf_place_bank	*banks;
	unsigned int			width;
	u64				max_period;
	const struct perf_x86_period	*periods;
	const struct perf_x86_extra	*extras;
	u64				extra_bits;
	u64				raw_mask;
	u64				virt_bits;
	u64				generic[PERF_COUNT_HW_MAX];
	u64				cache[PERF_COUNT_HW_CACHE_MAX]
					     [PERF_COUNT_HW_CACHE_OP_MAX]
					     [PERF_COUNT_HW_CACHE_RESULT_MAX];
	unsigned int			version;
	unsigned int			events_missing;
	unsigned int			events_known;
	int				rdpmc;
	atomic_t			users;
	struct perf_x86_soft		*soft;
};

/**
 * struct perf_x86_cpu - a CPU's counters
 * @unit:         whose they are
 * @ready:        the CPU is up, and has these counters: on a hybrid processor those of the
 *                other kind's PMU have the same registers, so it must keep its hands off
 * @enabled:      counting is switched on; never while it is not ready
 * @running:      counters that count while it is
 * @pending:      counters to be started when it is switched on
 * @dirty:        counters that hold what they counted for an event that has gone
 * @host_off:     counters that must not count in the host
 * @guest_off:    counters that must not count in a guest
 * @fixed_select: what regs.fixed_select holds
 * @select:       what the selecting registers hold, to leave out writing it again
 * @owed:         an NMI may come that finds no counter overflowed
 * @owed_until:   not later than that, jiffies
 * @refresh:      brings counts up to date where no interrupt does
 * @virt:         AMD: a hypervisor runs; else the "host only" bit must be off
 * @owner:        event of each counter that is used
 * @placement:    which these are, and where their events could be
 *
 * Everything changes on the CPU itself with IRQs off. NMIs read @running and @owner and
 * stop counters: an owner is there before its bit in @running is, and goes after it.
 */
struct perf_x86_cpu {
	struct perf_x86_unit	*unit;
	bool			ready;
	bool			enabled;
	bool			owed;
	bool			virt;
	u64			running;
	u64			pending;
	u64			dirty;
	u64			host_off;
	u64			guest_off;
	u64			fixed_select;
	unsigned long		owed_until;
	struct hrtimer		refresh;
	u64			select[PERF_X86_GENERAL];
	struct perf_event	*owner[X86_PMC_IDX_MAX];
	struct perf_placement	placement;
};

static inline struct perf_x86_unit *perf_x86_unit(const struct perf_event *event)
{
	return container_of(event->pmu, struct perf_x86_unit, pmu);
}

static inline bool perf_x86_is_fixed(unsigned int counter)
{
	return counter >= INTEL_PMC_IDX_FIXED;
}

/*
 * Counters that an event may be on, or selectors if the PMU has banks: found out when it is
 * opened. No tag is kept of what was programmed last, so its place is free.
 */
static inline u64 perf_x86_allowed(const struct perf_event *event)
{
	return event->hw.last_tag;
}

static inline void perf_x86_set_allowed(struct perf_event *event, u64 counters)
{
	event->hw.last_tag = counters;
}

/* The bits a counter can hold. */
static inline u64 perf_x86_value_mask(const struct perf_x86_unit *unit)
{
	return GENMASK_ULL(unit->width - 1, 0);
}

#define perf_x86_for_each_counter(counter, mask)				\
	for (u64 __left = (mask);						\
	     __left && ((counter) = __ffs64(__left), true); __left &= __left - 1)

#endif /* _ARCH_X86_EVENTS_COUNTERS_H */
