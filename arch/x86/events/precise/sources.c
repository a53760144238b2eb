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

#define SOURCE_BITS		(PERF_X86_PRECISE_SOURCES - 1)
#define SOURCE_TLB_MISS		BIT_ULL(4)
#define SOURCE_LOCKED		BIT_ULL(5)
/* From Alder Lake on: what a load had to wait for */
#define SOURCE_DATA_BLOCKED	BIT_ULL(6)
#define SOURCE_ADDRESS_BLOCKED	BIT_ULL(7)
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

static u64 perf_x86_source_block(const struct perf_x86_precise_model *model, u64 field)
{
	u64 value = 0;

	if (model->splits_latency && (field & SOURCE_DATA_BLOCKED))
		value |= PERF_MEM_S(BLK, DATA);
	if (model->splits_latency && (field & SOURCE_ADDRESS_BLOCKED))
		value |= PERF_MEM_S(BLK, ADDR);
	return value ?: PERF_MEM_S(BLK, NA);
}

/* PERF_MEM_NA in all fields but those of @replaced, which are @value. */
static u64 perf_x86_source_only(u64 replaced, u64 value)
{
	return (PERF_MEM_NA & ~replaced) | value;
}

#define OPERATION		PERF_MEM_S(OP, NA)
#define LEVEL			PERF_MEM_S(LVL, NA)

static u64 perf_x86_source_l1(u64 field)
{
	return PERF_MEM_S(LVL, L1) |
	       (field & STORE_L1_HIT ? PERF_MEM_S(LVL, HIT) : PERF_MEM_S(LVL, MISS));
}

/* A field that is an index into the model's table, with flags above it */
static u64 perf_x86_source_full(const struct perf_x86_precise_model *model, u64 field)
{
	u64 source = model->sources ? model->sources[field & SOURCE_BITS] : 0;

	if (!source)
		return PERF_MEM_NA & ~OPERATION;
	return source | perf_x86_source_tlb(field) | perf_x86_source_lock(field) |
	       perf_x86_source_block(model, field);
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
	case PERF_X86_PRECISE_LOAD:
		return perf_x86_source_only(OPERATION, PERF_MEM_S(OP, LOAD));
	case PERF_X86_PRECISE_STORE:
		return perf_x86_source_only(OPERATION | LEVEL,
					    PERF_MEM_S(OP, STORE) | perf_x86_source_l1(field));
	case PERF_X86_PRECISE_OLD_STORE:
		return PERF_MEM_S(OP, STORE) | PERF_MEM_S(SNOOP, NA) |
		       perf_x86_source_l1(field) | perf_x86_source_tlb(field) |
		       perf_x86_source_lock(field);
	case PERF_X86_PRECISE_STORE_SOURCE:
		return PERF_MEM_S(OP, STORE) | perf_x86_source_full(model, field);
	case PERF_X86_PRECISE_LATENCY:
		return PERF_MEM_S(OP, LOAD) | perf_x86_source_full(model, field);
	default:
		return PERF_MEM_NA;
	}
}
