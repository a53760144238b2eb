// SPDX-License-Identifier: GPL-2.0
/*
 * A record's data source as union perf_mem_data_src.
 *
 * Owns: nothing. Context: any.
 *
 * Hardware facts: Intel SDM volume 3, chapter "Performance Monitoring": "Layout of Precise
 * Store Information", "Data Linear Address Facility", and the notes on the tables of
 * source_tables.c.
 */
#include "precise/source_tables.h"
#include "precise/sources.h"

#define SNOOP(_result)		PERF_MEM_S(SNOOP, _result)

#define SOURCE_BITS		(PERF_X86_PRECISE_SOURCES - 1)
#define SOURCE_TLB_MISS		BIT_ULL(4)
#define SOURCE_LOCKED		BIT_ULL(5)
#define STORE_L1_HIT		BIT_ULL(0)

static u64 perf_x86_source_tlb(u64 field)
{
	if (field & SOURCE_TLB_MISS)
		return PERF_MEM_S(TLB, MISS) | PERF_MEM_S(TLB, L2);
	return PERF_MEM_S(TLB, HIT) | PERF_MEM_S(TLB, L1) | PERF_MEM_S(TLB, L2);
}

static u64 perf_x86_source_lock(u64 field)
{
	return field & SOURCE_LOCKED ? PERF_MEM_S(LOCK, LOCKED) : 0;
}

static u64 perf_x86_source_store(u64 field)
{
	u64 value = PERF_MEM_S(OP, STORE) | PERF_MEM_S(LVL, L1) | SNOOP(NA);

	value |= field & STORE_L1_HIT ? PERF_MEM_S(LVL, HIT) : PERF_MEM_S(LVL, MISS);
	return value | perf_x86_source_tlb(field) | perf_x86_source_lock(field);
}

/**
 * perf_x86_precise_source - decode a record's data source
 * @model: the processor's events
 * @kind:  the event's kind
 * @field: the record's field; bits without a meaning are ignored
 *
 * Return: value of perf_mem_data_src; PERF_MEM_NA if the record has no source.
 */
u64 perf_x86_precise_source(const struct perf_x86_precise_model *model,
			    enum perf_x86_precise_kind kind, u64 field)
{
	switch (kind) {
	case PERF_X86_PRECISE_STORE:
		return perf_x86_source_store(field);
	case PERF_X86_PRECISE_LOAD:
	case PERF_X86_PRECISE_LATENCY:
		if (!model->sources || !model->sources[field & SOURCE_BITS])
			return PERF_MEM_S(OP, LOAD) | PERF_MEM_S(LVL, NA) | SNOOP(NA);
		return PERF_MEM_S(OP, LOAD) | model->sources[field & SOURCE_BITS] |
		       perf_x86_source_tlb(field) | perf_x86_source_lock(field);
	default:
		return PERF_MEM_NA;
	}
}
