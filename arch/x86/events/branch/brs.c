// SPDX-License-Identifier: GPL-2.0
/*
 * AMD's branch sampling (BRS) of Zen 3: 16 records of the taken branches that follow an overflow.
 *
 * The overflow of the counter that counts retired taken branches starts the recording, and the
 * processor holds the counter's interrupt until all records are full. So perf_x86_begin_period()
 * sets the counter of such an event PERF_X86_BRS_DEPTH branches before the end of the period: then
 * the last record is the branch that ends it. The processor records at any privilege level;
 * perf_x86_branch_filter() removes what the event does not want.
 *
 * perf_x86_brs_overflow() stops the recording before the handler reads the registers, and
 * perf_x86_brs_enable_all() starts it again, which empties them. Stopping it early, as for a task
 * that is switched out or for an idle CPU, ends the hold: either the interrupt comes with part of
 * the period left, or perf_x86_brs_enable_all() finds the counter past its overflow and calls
 * perf_x86_rearm(). In both cases the records are dropped and the period goes on.
 *
 * A CPU that sleeps would keep an interrupt on hold for as long as it sleeps: perf_lopwr_cb()
 * of the idle loop calls perf_x86_brs_idle().
 *
 * Owns: asleep of struct perf_x86_branch_cpu; perf_x86_brs_used and brs_cpus. Context: on the CPU,
 * IRQs off, or NMI, but perf_x86_brs_check() and perf_x86_brs_setup(): task.
 *
 * Hardware facts: AMD PPR for family 19h model 01h, MSRC000_010F, MSRC001_0300 on, PMCx0C4; CPUID
 * Fn8000_0008_EBX[31].
 */
#include <linux/bitfield.h>
#include <linux/errno.h>
#include <linux/export.h>
#include <linux/jump_label.h>
#include <linux/perf_event.h>

#include <asm/msr-index.h>

#include "access.h"
#include "branch/branch.h"
#include "branch/brs.h"
#include "branch/record.h"
#include "branch/registers.h"
#include "nmi.h"

/* MSRC000_010F. VALID: there are records; NEXT: number of the record to be written next. */
#define BRS_ENABLE	BIT_ULL(2)
#define BRS_RESERVED	GENMASK_ULL(4, 3)	/* ones */
#define BRS_VALID	BIT_ULL(5)
#define BRS_NEXT	GENMASK_ULL(19, 16)
#define BRS_COUNTER	GENMASK_ULL(26, 24)	/* whose overflow starts the recording */

/* Bits of branch_sample_type that need no filter in the processor. */
#define BRS_TYPES							\
	(PERF_SAMPLE_BRANCH_PLM_ALL | PERF_SAMPLE_BRANCH_ANY |		\
	 PERF_SAMPLE_BRANCH_NO_FLAGS | PERF_SAMPLE_BRANCH_NO_CYCLES |	\
	 PERF_SAMPLE_BRANCH_TYPE_SAVE | PERF_SAMPLE_BRANCH_HW_INDEX |	\
	 PERF_SAMPLE_BRANCH_PRIV_SAVE)

/* Enabled at boot on a processor with branch sampling. */
DEFINE_STATIC_KEY_FALSE(perf_x86_brs_used);
EXPORT_SYMBOL_GPL(perf_x86_brs_used);

/* Set at boot; constant then. */
static struct perf_x86_branch_cpu __percpu *brs_cpus;

/* The register's value at the start of a recording: no record is valid. */
static __always_inline u64 perf_x86_brs_control(const struct perf_x86_branch_cpu *here)
{
	if (READ_ONCE(here->asleep))
		return BRS_RESERVED;
	return BRS_RESERVED | BRS_ENABLE | FIELD_PREP(BRS_COUNTER, PERF_X86_BRS_COUNTER);
}

static void perf_x86_brs_ops_start(const struct perf_x86_pmu *pmu,
				   const struct perf_x86_branches *branches,
				   const struct perf_x86_branch_cpu *here)
{
	perf_x86_wrmsr(pmu, MSR_AMD_DBG_EXTN_CFG, perf_x86_brs_control(here));
}

/* VALID and NEXT stay for perf_x86_brs_ops_read(). */
static void perf_x86_brs_ops_stop(const struct perf_x86_pmu *pmu,
				  const struct perf_x86_branches *branches)
{
	perf_x86_wrmsr(pmu, MSR_AMD_DBG_EXTN_CFG,
		       perf_x86_rdmsr(pmu, MSR_AMD_DBG_EXTN_CFG) & ~BRS_ENABLE);
}

/* Full registers have NEXT at 0 again. */
static void perf_x86_brs_ops_read(const struct perf_x86_pmu *pmu,
				  const struct perf_x86_branches *branches,
				  struct perf_x86_branch_records *records)
{
	u64 control = perf_x86_rdmsr(pmu, MSR_AMD_DBG_EXTN_CFG);
	unsigned int i, last;

	records->nr = 0;
	records->hw_idx = 0;
	if (!(control & BRS_VALID))
		return;
	records->nr = FIELD_GET(BRS_NEXT, control) ?: PERF_X86_BRS_DEPTH;
	last = records->nr - 1;
	for (i = 0; i < records->nr; i++) {
		records->record[i] = (struct perf_x86_branch_record) {
			.from	= perf_x86_rdmsr(pmu, branches->from + 2 * (last - i)),
			.to	= perf_x86_rdmsr(pmu, branches->to + 2 * (last - i)),
			.class	= PERF_X86_BRANCH_UNKNOWN,
		};
	}
}

static void perf_x86_brs_ops_clear(const struct perf_x86_pmu *pmu,
				   const struct perf_x86_branches *branches)
{
	unsigned int i;

	perf_x86_wrmsr(pmu, MSR_AMD_DBG_EXTN_CFG, BRS_RESERVED);
	for (i = 0; i < branches->depth; i++) {
		perf_x86_wrmsr(pmu, branches->from + 2 * i, 0);
		perf_x86_wrmsr(pmu, branches->to + 2 * i, 0);
	}
}

const struct perf_x86_branch_ops perf_x86_branch_brs_ops = {
	.start	= perf_x86_brs_ops_start,
	.stop	= perf_x86_brs_ops_stop,
	.read	= perf_x86_brs_ops_read,
	.clear	= perf_x86_brs_ops_clear,
};

/**
 * perf_x86_brs_check - can branch sampling serve an event?
 * @attr: the event's attributes, which the core has checked
 * @code: the event's code, without modes
 *
 * A frequency would change the period to any length, and only an overflow of the event that
 * counts what is recorded ends a period at the last record.
 *
 * Return: 0; -EINVAL, as Linux has answered since it supports branch sampling.
 */
int perf_x86_brs_check(const struct perf_event_attr *attr, u64 code)
{
	if (code != PERF_X86_BRS_CODE || attr->freq)
		return -EINVAL;
	if (attr->sample_period <= PERF_X86_BRS_DEPTH)
		return -EINVAL;
	if (!(attr->branch_sample_type & PERF_SAMPLE_BRANCH_ANY) ||
	    (attr->branch_sample_type & ~(u64)BRS_TYPES))
		return -EINVAL;
	return 0;
}

/* perf_x86_feature::setup; the counter is the one that start() names. */
static int perf_x86_brs_setup(struct perf_event *event)
{
	u64 code = event->hw.config & perf_x86_pmu(event)->raw_mask;
	int err = perf_x86_brs_check(&event->attr, code) ?: perf_x86_branch_setup(event);

	if (err)
		return err;
	perf_x86_set_allowed(event, perf_x86_allowed(event) & BIT_ULL(PERF_X86_BRS_COUNTER));
	event->hw.flags |= PERF_X86_EVENT_HELD;
	return 0;
}

/* perf_x86_feature::overflow; perf_x86_brs_enable_all() undoes it at the end of the handler. */
static u64 perf_x86_brs_overflow(struct perf_x86_cpu *cpu, u64 status, struct pt_regs *regs)
{
	perf_x86_branch_stop(cpu);
	return status;
}

/* perf_x86_feature::enable_all */
static void perf_x86_brs_enable_all(struct perf_x86_cpu *cpu)
{
	if (cpu->running & BIT_ULL(PERF_X86_BRS_COUNTER))
		perf_x86_rearm(cpu, cpu->owner[PERF_X86_BRS_COUNTER]);
	perf_x86_branch_enable_all(cpu);
}

const struct perf_x86_feature perf_x86_brs_feature = {
	.setup		= perf_x86_brs_setup,
	.open		= perf_x86_branch_open,
	.close		= perf_x86_branch_close,
	.admit		= perf_x86_branch_admit,
	.add		= perf_x86_branch_add,
	.del		= perf_x86_branch_del,
	.start		= perf_x86_branch_event_start,
	.stop		= perf_x86_branch_event_stop,
	.enable_all	= perf_x86_brs_enable_all,
	.disable_all	= perf_x86_branch_disable_all,
	.overflow	= perf_x86_brs_overflow,
	.sample		= perf_x86_branch_sample,
	.sched_task	= perf_x86_branch_sched_task,
	.reset		= perf_x86_branch_reset,
};

/**
 * perf_x86_brs_idle - the CPU is about to sleep, or has woken up
 * @asleep: true: about to sleep
 *
 * perf_lopwr_cb() calls it, on processors with branch sampling only. An NMI may start or stop the
 * recording at any time; so this function writes the register once more if one did.
 *
 * Context: on the CPU, IRQs off; RCU is not watching.
 */
void noinstr perf_x86_brs_idle(bool asleep)
{
	struct perf_x86_branch_cpu *here = raw_cpu_ptr(brs_cpus);

	WRITE_ONCE(here->asleep, asleep);
	barrier();
	if (!READ_ONCE(here->recording))
		return;
	native_wrmsrl(MSR_AMD_DBG_EXTN_CFG, perf_x86_brs_control(here));
	if (!READ_ONCE(here->recording))
		native_wrmsrl(MSR_AMD_DBG_EXTN_CFG, BRS_RESERVED);
}
EXPORT_SYMBOL_GPL(perf_x86_brs_idle);

/**
 * perf_x86_brs_offer - let the idle loop call perf_x86_brs_idle()
 * @branches: the records of all CPUs
 *
 * Context: boot.
 */
void perf_x86_brs_offer(const struct perf_x86_branches *branches)
{
	brs_cpus = branches->cpu;
	static_branch_enable(&perf_x86_brs_used);
}
