// SPDX-License-Identifier: GPL-2.0
/*
 * Filling in a sample from a record.
 *
 * Owns: nothing. Context: on the event's CPU with IRQs off, or NMI.
 *
 * Hardware facts: Intel SDM volume 3, chapter "Performance Monitoring", "TSX Abort Information"
 * (bits of the field), "Load Latency" (its two halves).
 */
#include <linux/sched/clock.h>

#include <asm/processor-flags.h>
#include <asm/timer.h>
#include <asm/tsc.h>

#include "precise/models.h"
#include "precise/sample.h"
#include "precise/sources.h"
#include "precise/state.h"

static bool perf_x86_is_kernel(u64 address)
{
	return (s64)address < 0;
}

static bool perf_x86_is_canonical(u64 address)
{
	return __is_canonical_address(address, boot_cpu_data.x86_virt_bits);
}

/**
 * perf_x86_precise_allows - may an event have a sample of a record?
 * @event:  the event
 * @record: the record
 *
 * Return: false if the address is none, or of a mode that @event excludes.
 */
bool perf_x86_precise_allows(const struct perf_event *event, const struct perf_x86_record *record)
{
	if (!perf_x86_is_canonical(record->ip))
		return false;
	return perf_x86_is_kernel(record->ip) ? !event->attr.exclude_kernel
					      : !event->attr.exclude_user;
}

/* An address in the kernel must not reach an event that excludes the kernel. */
static void perf_x86_fill_address(struct perf_sample_data *data, const struct perf_event *event,
				  u64 address)
{
	if (!address || !perf_x86_is_canonical(address) ||
	    (perf_x86_is_kernel(address) && event->attr.exclude_kernel))
		return;
	data->addr = address;
	data->sample_flags |= PERF_SAMPLE_ADDR;
}

#define LATENCY_INSN		GENMASK_ULL(15, 0)
#define LATENCY_CACHE_SHIFT	32
#define LATENCY_CACHE		GENMASK_ULL(47, LATENCY_CACHE_SHIFT)
#define TSX_CYCLES		GENMASK_ULL(31, 0)

/*
 * A load's latency, or cycles in the transaction that was aborted. The field has a latency for
 * load latency events only, before the adaptive records.
 */
static void perf_x86_fill_weight(struct perf_sample_data *data, const struct perf_event *event,
				 enum perf_x86_precise_kind kind,
				 const struct perf_x86_record *record)
{
	const struct perf_x86_pmu *pmu = perf_x86_pmu(event);
	const u64 type = event->attr.sample_type & PERF_SAMPLE_WEIGHT_TYPE;
	bool valid = pmu->precise_adaptive || kind == PERF_X86_PRECISE_LATENCY;
	u64 latency = valid ? record->latency : 0, cycles = latency;
	union perf_sample_weight weight = { };

	if (pmu->precise->splits_latency)
		cycles = (latency & LATENCY_CACHE) >> LATENCY_CACHE_SHIFT;
	if (!latency)
		cycles = record->tsx & TSX_CYCLES;
	weight.full = cycles;
	if (type & PERF_SAMPLE_WEIGHT_STRUCT) {
		weight.full = 0;
		weight.var1_dw = min_t(u64, cycles, U32_MAX);
		if (pmu->precise->splits_latency)
			weight.var2_w = latency & LATENCY_INSN;
	}
	data->weight = weight;
	data->sample_flags |= type;
}

/* Bits 39 to 32 of the record's field are PERF_TXN_ELISION to PERF_TXN_CAPACITY_READ. */
#define TSX_SHIFT		32
#define TSX_FLAGS		GENMASK_ULL(7, 0)
/* RAX after an abort by XABORT: bit 0, and the code in its highest byte */
#define ABORT_EXPLICIT		BIT_ULL(0)
#define ABORT_CODE_SHIFT	24
#define GENERAL_AX		2

static void perf_x86_fill_transaction(struct perf_sample_data *data,
				      const struct perf_x86_record *record)
{
	u64 ax = record->general ? record->general[GENERAL_AX] : 0;

	data->txn = (record->tsx >> TSX_SHIFT) & TSX_FLAGS;
	if ((data->txn & PERF_TXN_TRANSACTION) && (ax & ABORT_EXPLICIT))
		data->txn |= ((ax >> ABORT_CODE_SHIFT) & 0xff) << PERF_TXN_ABORT_SHIFT;
	data->sample_flags |= PERF_SAMPLE_TRANSACTION;
}

/* The processor's time is an event's only while sched_clock() follows the counter. */
static void perf_x86_fill_time(struct perf_sample_data *data, const struct perf_event *event,
			       u64 tsc)
{
	if (!tsc || tsc > rdtsc_ordered() || event->attr.use_clockid || !sched_clock_stable() ||
	    !using_native_sched_clock())
		return;
	data->time = native_sched_clock_from_tsc(tsc) + __sched_clock_offset;
	data->sample_flags |= PERF_SAMPLE_TIME;
}

/*
 * The record has linear addresses, so the code segment is a flat one. The other registers that
 * a record lacks are those of the interrupt, if there was one.
 */
static void perf_x86_fill_regs(struct x86_perf_regs *to, const struct perf_event *event,
			       const struct perf_x86_record *record,
			       const struct pt_regs *interrupted)
{
	struct pt_regs *regs = &to->regs;

	if (interrupted)
		*regs = *interrupted;
	else
		memset(regs, 0, sizeof(*regs));
	perf_x86_record_regs(perf_x86_layout_of(perf_x86_pmu(event)), record, regs);
	regs->flags &= ~(PERF_EFLAGS_EXACT | PERF_EFLAGS_VM);
	if (regs->flags & X86_VM_MASK)
		regs->flags ^= X86_VM_MASK | PERF_EFLAGS_VM;
	if (record->exact)
		regs->flags |= PERF_EFLAGS_EXACT;
	regs->cs = perf_x86_is_kernel(record->ip) ? __KERNEL_CS : __USER_CS;
	regs->ss = perf_x86_is_kernel(record->ip) ? __KERNEL_DS : __USER_DS;
	regs->ip = record->ip;
	to->xmm_regs = (u64 *)record->xmm;
}

/**
 * perf_x86_precise_fill - make a sample of a record
 * @sample:      @sample->data is initialised; filled in but for the branch records
 * @event:       the event, which perf_x86_precise_allows()
 * @record:      the record
 * @interrupted: registers of the interrupted code; NULL: not in the interrupt
 *
 * The call chain begins at the interrupt: a record's stack pointer may be that of a function
 * that has returned since.
 */
void perf_x86_precise_fill(struct perf_x86_precise_sample *sample, struct perf_event *event,
			   const struct perf_x86_record *record, struct pt_regs *interrupted)
{
	const struct perf_x86_precise_model *model = perf_x86_pmu(event)->precise;
	const struct perf_x86_precise_row *row = perf_x86_precise_find(model, event->hw.config);
	const u64 type = event->attr.sample_type;
	struct perf_sample_data *data = &sample->data;

	perf_x86_fill_address(data, event, record->address);
	perf_x86_fill_time(data, event, record->tsc);
	if (type & PERF_SAMPLE_WEIGHT_TYPE)
		perf_x86_fill_weight(data, event, row->kind, record);
	if (type & PERF_SAMPLE_TRANSACTION)
		perf_x86_fill_transaction(data, record);
	if (type & PERF_SAMPLE_DATA_SRC) {
		data->data_src.val = perf_x86_precise_source(model, row->kind, record->source);
		data->sample_flags |= PERF_SAMPLE_DATA_SRC;
	}
	if (interrupted)
		perf_sample_save_callchain(data, event, interrupted);
	perf_x86_fill_regs(&sample->regs, event, record, interrupted);
}
