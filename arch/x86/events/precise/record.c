// SPDX-License-Identifier: GPL-2.0
/*
 * Reading the processor's records of precise samples.
 *
 * The processor writes the buffer, and a hypervisor or a broken processor may write anything,
 * so perf_x86_record_parse() reads no field beyond the end and believes no size.
 *
 * Owns: nothing. Context: any.
 *
 * Hardware facts: Intel SDM volume 3, chapter "Performance Monitoring", tables "PEBS Record
 * Format" of Nehalem (format 1), Haswell (2), Skylake (3), "Adaptive PEBS" (4 to 6); of
 * Core 2 (0) "Debug Store (DS) Save Area for 64-bit".
 */
#include <linux/array_size.h>
#include <linux/bitfield.h>
#include <linux/minmax.h>
#include <linux/ptrace.h>

#include <asm/processor-flags.h>

#include "precise/record.h"

/* Fields of a record of a fixed layout, each of 64 bits; registers come first. */
enum {
	FIXED_GENERAL	= 0,
	FIXED_STATUS	= 18,
	FIXED_ADDRESS,
	FIXED_SOURCE,
	FIXED_LATENCY,
	FIXED_IP,
	FIXED_TSX,
	FIXED_TSC,
};

/* Fields of a record of formats 0 to 3 */
static const u8 fixed_fields[] = { FIXED_STATUS, FIXED_IP, FIXED_TSC, FIXED_TSC + 1 };

/* Fields of an adaptive record's basic group; the other groups follow in this order. */
enum {
	BASIC_FORMAT	= 0,
	BASIC_IP,
	BASIC_COUNTERS,
	BASIC_TSC,
	BASIC_FIELDS,

	MEMORY_FIELDS	= 4,
	GENERAL_FIELDS	= 18,
	XMM_FIELDS	= 32,
	BRANCH_FIELDS	= 3,
};

#define FORMAT_GROUPS							\
	(PERF_X86_GROUP_MEMORY | PERF_X86_GROUP_GENERAL | PERF_X86_GROUP_XMM |	\
	 PERF_X86_GROUP_BRANCHES | PERF_X86_GROUP_NUMBER)
#define FORMAT_MASK	GENMASK_ULL(47, 0)
#define FORMAT_SIZE	48

/* Of both layouts: where the general registers of struct pt_regs are. */
#define REG(_name)	offsetof(struct pt_regs, _name)

static const u16 fixed_order[] = {
	REG(flags), REG(ip), REG(ax), REG(bx), REG(cx), REG(dx), REG(si), REG(di), REG(bp),
	REG(sp), REG(r8), REG(r9), REG(r10), REG(r11), REG(r12), REG(r13), REG(r14), REG(r15),
};

static const u16 adaptive_order[] = {
	REG(flags), REG(ip), REG(ax), REG(cx), REG(dx), REG(bx), REG(sp), REG(bp), REG(si),
	REG(di), REG(r8), REG(r9), REG(r10), REG(r11), REG(r12), REG(r13), REG(r14), REG(r15),
};

static_assert(ARRAY_SIZE(fixed_order) == GENERAL_FIELDS);
static_assert(ARRAY_SIZE(adaptive_order) == GENERAL_FIELDS);

static unsigned int perf_x86_group_number(u64 groups)
{
	return FIELD_GET(PERF_X86_GROUP_NUMBER, groups) + 1;
}

/**
 * perf_x86_record_size - bytes of a record
 * @layout: the processor's layout
 * @groups: adaptive layout: the groups beside the basic one
 *
 * Return: the size.
 */
size_t perf_x86_record_size(struct perf_x86_layout layout, u64 groups)
{
	unsigned int fields = BASIC_FIELDS;

	if (layout.format < ARRAY_SIZE(fixed_fields))
		return fixed_fields[layout.format] * sizeof(u64);
	if (groups & PERF_X86_GROUP_MEMORY)
		fields += MEMORY_FIELDS;
	if (groups & PERF_X86_GROUP_GENERAL)
		fields += GENERAL_FIELDS;
	if (groups & PERF_X86_GROUP_XMM)
		fields += XMM_FIELDS;
	if (groups & PERF_X86_GROUP_BRANCHES)
		fields += BRANCH_FIELDS * perf_x86_group_number(groups);
	return fields * sizeof(u64);
}

static size_t perf_x86_parse_fixed(struct perf_x86_layout layout, const u64 *from, size_t bytes,
				   struct perf_x86_record *record)
{
	size_t size = perf_x86_record_size(layout, 0);

	if (bytes < size)
		return 0;
	*record = (struct perf_x86_record) {
		.ip		= from[1],
		.exact		= layout.faults,
		.general	= from,
	};
	if (layout.format >= 1) {
		record->counters = from[FIXED_STATUS];
		record->address = from[FIXED_ADDRESS];
		record->source = from[FIXED_SOURCE];
		record->latency = from[FIXED_LATENCY];
	}
	if (layout.format >= 2) {
		record->ip = from[FIXED_IP];
		record->exact = true;
		record->tsx = from[FIXED_TSX];
	}
	if (layout.format >= 3)
		record->tsc = from[FIXED_TSC];
	return size;
}

static size_t perf_x86_parse_adaptive(struct perf_x86_layout layout, const u64 *from,
				      size_t bytes, struct perf_x86_record *record)
{
	u64 format, groups;
	size_t size;

	if (bytes < BASIC_FIELDS * sizeof(u64))
		return 0;
	format = READ_ONCE(from[BASIC_FORMAT]);
	groups = format & FORMAT_MASK;
	size = perf_x86_record_size(layout, groups);
	/* A group that the driver never asks for has an unknown place. */
	if ((groups & ~FORMAT_GROUPS) || format >> FORMAT_SIZE != size || bytes < size)
		return 0;
	*record = (struct perf_x86_record) {
		.ip		= from[BASIC_IP],
		.exact		= true,
		.counters	= from[BASIC_COUNTERS],
		.tsc		= from[BASIC_TSC],
	};
	from += BASIC_FIELDS;
	if (groups & PERF_X86_GROUP_MEMORY) {
		record->address = from[0];
		record->source = from[1];
		record->latency = from[2];
		record->tsx = from[3];
		from += MEMORY_FIELDS;
	}
	if (groups & PERF_X86_GROUP_GENERAL) {
		record->general = from;
		from += GENERAL_FIELDS;
	}
	if (groups & PERF_X86_GROUP_XMM) {
		record->xmm = from;
		from += XMM_FIELDS;
	}
	if (groups & PERF_X86_GROUP_BRANCHES) {
		record->branches = from;
		record->nr = perf_x86_group_number(groups);
	}
	return size;
}

/**
 * perf_x86_record_parse - read a record
 * @layout: the processor's layout
 * @from:   the record
 * @bytes:  bytes from there to the end of the records
 * @record: filled in; points into @from
 *
 * Return: the record's size; 0 if it is not one: then the next one's place is not known.
 */
size_t perf_x86_record_parse(struct perf_x86_layout layout, const u64 *from, size_t bytes,
			     struct perf_x86_record *record)
{
	if (layout.format < ARRAY_SIZE(fixed_fields))
		return perf_x86_parse_fixed(layout, from, bytes, record);
	return perf_x86_parse_adaptive(layout, from, bytes, record);
}

/**
 * perf_x86_record_regs - set general registers to those of a record
 * @layout: the processor's layout
 * @record: the record
 * @regs:   registers of the interrupt; those that @record has are replaced
 */
void perf_x86_record_regs(struct perf_x86_layout layout, const struct perf_x86_record *record,
			  struct pt_regs *regs)
{
	const bool fixed = layout.format < ARRAY_SIZE(fixed_fields);
	const u16 *order = fixed ? fixed_order : adaptive_order;
	unsigned int i;

	for (i = 0; record->general && i < GENERAL_FIELDS; i++)
		*(unsigned long *)((void *)regs + order[i]) = record->general[i];
}
