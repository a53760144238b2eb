/* SPDX-License-Identifier: GPL-2.0 */
/*
 * struct perf_ibs, one of AMD's two units of instruction-based sampling, and its state on a CPU.
 *
 * A unit counts up to a maximum, then tags the next operation. When the operation has completed,
 * the unit sets a valid bit, stops counting and raises an NMI; its registers describe the
 * operation until software clears the bit.
 *
 * Hardware facts: AMD APM volume 2, "Instruction-Based Sampling"; APM volume 3, CPUID
 * Fn8000_001B; asm/amd-ibs.h for the registers' fields.
 */
#ifndef _ARCH_X86_EVENTS_IBS_IBS_H
#define _ARCH_X86_EVENTS_IBS_IBS_H

#include <linux/bits.h>
#include <linux/percpu.h>
#include <linux/perf_event.h>

#include <asm/amd-ibs.h>

/* CPUID Fn8000_001B, EAX */
#define PERF_IBS_CAP_VALID		BIT(0)	/* the other bits are valid */
#define PERF_IBS_CAP_FETCH		BIT(1)
#define PERF_IBS_CAP_OP			BIT(2)
#define PERF_IBS_CAP_COUNT		BIT(3)	/* the op unit's count can be read and written */
#define PERF_IBS_CAP_OPS		BIT(4)	/* counts dispatched operations instead of cycles */
#define PERF_IBS_CAP_BRANCH_TARGET	BIT(5)
#define PERF_IBS_CAP_WIDE		BIT(6)	/* the op unit's count has 27 bits instead of 20 */
#define PERF_IBS_CAP_RIP_INVALID	BIT(7)	/* op_rip_invalid has a meaning */
#define PERF_IBS_CAP_FETCH_EXTENDED	BIT(9)
#define PERF_IBS_CAP_OP_DATA4		BIT(10)
#define PERF_IBS_CAP_ZEN4		BIT(11)	/* filter of L3 misses, other data sources */

/* Bits of the fetch unit's control register */
#define PERF_IBS_FETCH_ENABLE		BIT_ULL(48)
#define PERF_IBS_FETCH_VALID		BIT_ULL(49)
#define PERF_IBS_FETCH_RANDOM		BIT_ULL(57)
#define PERF_IBS_FETCH_L3_MISS		BIT_ULL(59)

/* Bits of the op unit's */
#define PERF_IBS_OP_L3_MISS		BIT_ULL(16)
#define PERF_IBS_OP_ENABLE		BIT_ULL(17)
#define PERF_IBS_OP_VALID		BIT_ULL(18)
#define PERF_IBS_OP_COUNT_OPS		BIT_ULL(19)
#define PERF_IBS_OP_WIDE		GENMASK_ULL(26, 20)

/* A maximum is a multiple of this. */
#define PERF_IBS_STEP			16ULL

/* Registers of a sample: the op unit's seven, branch target, data 4 */
#define PERF_IBS_REGS			9

struct perf_ibs_fake;

/**
 * struct perf_ibs_cpu - a unit on a CPU
 * @event:      event that has the unit, or NULL
 * @running:    the unit counts for @event, or has a sample of it
 * @late:       an NMI may come whose sample is gone
 * @late_until: until when @late is valid, jiffies
 *
 * All fields change on the CPU itself with IRQs off. The NMI reads @event only while @running
 * is true.
 */
struct perf_ibs_cpu {
	struct perf_event	*event;
	bool			running;
	bool			late;
	unsigned long		late_until;
};

/**
 * struct perf_ibs - a unit, and its PMU
 * @pmu:          the PMU, ibs_fetch or ibs_op
 * @cpu:          state on each CPU
 * @caps:         PERF_IBS_CAP_*
 * @control:      MSR of the control register; the data registers follow it
 * @registers:    number of them that all processors have, the control register included
 * @enable:       the control register's enable bit
 * @valid:        the control register's valid bit
 * @count_mask:   bits of attr.config that hold a period instead of attr.sample_period
 * @config_mask:  other bits of attr.config that the processor has
 * @max_period:   longest period that the hardware counts
 * @is_op:        the op unit, or the fetch unit
 * @restart_twice: the count is reset only by setting the enable bit after it was clear
 * @clear_twice:  the maximum must be cleared before the enable bit
 * @ignore_zero:  samples whose address is 0 are dropped
 * @fake:         registers made of memory, for tests
 *
 * Constant after perf_ibs_describe(), but @pmu.
 */
struct perf_ibs {
	struct pmu			pmu;
	struct perf_ibs_cpu __percpu	*cpu;
	u32				caps;
	u32				control;
	unsigned int			registers;
	u64				enable;
	u64				valid;
	u64				count_mask;
	u64				config_mask;
	u64				max_period;
	bool				is_op;
	bool				restart_twice;
	bool				clear_twice;
	bool				ignore_zero;
	struct perf_ibs_fake		*fake;
};

/**
 * struct perf_ibs_sample - the registers of a sample, as user space gets them raw
 * @pad:    aligns @regs; not part of the raw data
 * @caps:   PERF_IBS_CAP_*
 * @regs:   op unit: control, RIP, data 1 to 3, linear and physical address, and, if the
 *          processor has them, branch target and data 4; fetch unit: control, linear and
 *          physical address, and, if the processor has it, extended control
 * @number: valid elements of @regs
 */
struct perf_ibs_sample {
	u32		pad;
	u32		caps;
	u64		regs[PERF_IBS_REGS];
	unsigned int	number;
};

/* Elements of perf_ibs_sample::regs */
enum perf_ibs_fetch_reg {
	PERF_IBS_FETCH_CONTROL,
	PERF_IBS_FETCH_ADDR,
	PERF_IBS_FETCH_PHYS,
	PERF_IBS_FETCH_REGS,
};

enum perf_ibs_op_reg {
	PERF_IBS_OP_CONTROL,
	PERF_IBS_OP_RIP,
	PERF_IBS_OP_DATA,
	PERF_IBS_OP_DATA2,
	PERF_IBS_OP_DATA3,
	PERF_IBS_OP_ADDR,
	PERF_IBS_OP_PHYS,
	PERF_IBS_OP_REGS,
};

static inline struct perf_ibs *to_perf_ibs(struct pmu *pmu)
{
	return container_of(pmu, struct perf_ibs, pmu);
}

static inline struct perf_ibs *perf_ibs_of(const struct perf_event *event)
{
	return to_perf_ibs(event->pmu);
}

#endif /* _ARCH_X86_EVENTS_IBS_IBS_H */
