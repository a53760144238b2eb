/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What a family of processors can count: constant tables, one descriptor a model.
 */
#ifndef _ARCH_X86_EVENTS_MODEL_H
#define _ARCH_X86_EVENTS_MODEL_H

#include "counters.h"

/* In a table of codes: the processor has no such event, whatever its base has. */
#define PERF_X86_NONE		(U64_MAX - 1)
/* Nobody can count that: EINVAL, not ENOENT. */
#define PERF_X86_NONSENSE	U64_MAX

/**
 * struct perf_x86_generic_code - a generic event
 * @id:   enum perf_hw_id
 * @code: what counts it; 0 ends a table
 */
struct perf_x86_generic_code {
	u8	id;
	u64	code;
};

#define PERF_X86_CODES		(const struct perf_x86_generic_code[])
#define PERF_X86_GENERIC(_id, _code)	{ .id = PERF_COUNT_HW_##_id, .code = (_code) }

/**
 * struct perf_x86_cache_code - a cache's generic events of one kind
 * @cache:  enum perf_hw_cache_id
 * @op:     enum perf_hw_cache_op_id
 * @access: what counts all of them; 0: nothing said
 * @miss:   what counts those that miss; 0: nothing said; both 0 end a table
 */
struct perf_x86_cache_code {
	u8	cache;
	u8	op;
	u64	access;
	u64	miss;
};

#define PERF_X86_CACHE(_cache, _op, _access, _miss)			\
	{								\
		.cache = PERF_COUNT_HW_CACHE_##_cache,			\
		.op = PERF_COUNT_HW_CACHE_OP_##_op,			\
		.access = (_access),					\
		.miss = (_miss),					\
	}

/* Bits that only AMD's event select has; Haswell has others for the two below them. */
#define PERF_X86_WIDE_EVENT	GENMASK_ULL(35, 34)

/* An event that general counters cannot count. */
#define PERF_X86_NOWHERE	BIT_ULL(63)

/**
 * struct perf_x86_limit - events that not every general counter can count
 * @first:    event select of the first
 * @last:     and of the last; 0: it is the only one
 * @umask:    with this unit mask, or any
 * @counters: where they can be counted; 0 ends a table, PERF_X86_NOWHERE is nowhere
 *
 * The first row that fits an event decides.
 */
struct perf_x86_limit {
	u16	first;
	u16	last;
	s16	umask;
	u64	counters;
};

#define PERF_X86_LIMIT(_event, _counters)				\
	{ .first = (_event), .umask = -1, .counters = (_counters) }
#define PERF_X86_LIMIT_UMASK(_event, _umask, _counters)			\
	{ .first = (_event), .umask = (_umask), .counters = (_counters) }
#define PERF_X86_LIMIT_RANGE(_first, _last, _counters)			\
	{ .first = (_first), .last = (_last), .umask = -1, .counters = (_counters) }

/**
 * struct perf_x86_period - what a counter can be set to
 * @code:  event select and unit mask that it is about; 0: all
 * @least: of events before the overflow; 0 ends a table
 * @align: and a multiple of this, a power of two; 0: any
 *
 * The first row that fits an event decides. Overflows keep their average distance: what a
 * period is too long by is taken off a later one.
 */
struct perf_x86_period {
	u16	code;
	u16	least;
	u16	align;
};

/**
 * struct perf_x86_extra - an event that takes a value in a register beside its counter's
 * @code: event select and unit mask; 0 ends a table
 * @msr:  the register
 *
 * All rows of a table are as good as each other: the first is for counter 0, the second for
 * counter 1, and whichever of the codes is asked for, a counter is told its own row's. So a
 * register has one user, as its counter has.
 */
struct perf_x86_extra {
	u16	code;
	u16	msr;
};

/**
 * struct perf_x86_model - what a family of processors can count
 * @name:     for sysfs and the log
 * @base:     what is not said here is as there
 * @cpus:     processors it is for (asm/cpu_device_id.h), 0 ends the list; or NULL
 * @small:    hybrid processors whose small CPUs it is for, 0 ends the list; or NULL
 * @generic:  codes of generic events, those of the base but for them; or NULL
 * @cache:    codes of generic cache events, those of the base but for them; or NULL
 * @limits:   looked at before those of the base; or NULL
 * @periods:  short ones that are not to be had; NULL is "as the base"
 * @extras:   events with a register of their own; NULL is "as the base"
 * @extra_bits: what these registers may hold; 0 is "as the base"
 * @fixed:    codes of what the fixed counters count, 0 ends them; NULL: Intel's
 * @raw_mask: bits of raw events; 0 is "as the base"
 */
struct perf_x86_model {
	const char			*name;
	const struct perf_x86_model	*base;
	const u32			*cpus;
	const u32			*small;
	const struct perf_x86_generic_code *generic;
	const struct perf_x86_cache_code *cache;
	const struct perf_x86_limit	*limits;
	const struct perf_x86_period	*periods;
	const struct perf_x86_extra	*extras;
	u64				extra_bits;
	const u64			*fixed;
	u64				raw_mask;
};

/* All there are, for whoever has to look at each: NULL ends them. */
extern const struct perf_x86_model *const perf_x86_core_models[];
extern const struct perf_x86_model *const perf_x86_atom_models[];
extern const struct perf_x86_model *const perf_x86_amd_models[];
extern const struct perf_x86_model *const perf_x86_old_models[];

const struct perf_x86_model *perf_x86_model_find(const struct perf_x86_model *const *models,
						 u32 cpu);
const struct perf_x86_model *perf_x86_model_find_small(const struct perf_x86_model *const *models,
						       u32 cpu);
void perf_x86_model_apply(struct perf_x86_unit *unit, const struct perf_x86_model *model);
const char *perf_x86_model_fault(const struct perf_x86_model *model);
bool perf_x86_is_checkpointed(const struct perf_x86_unit *unit, u64 code);
u64 perf_x86_model_counters(const struct perf_x86_unit *unit, u64 code);
bool perf_x86_has_extra(const struct perf_x86_unit *unit, u64 code);
s64 perf_x86_model_period(const struct perf_x86_unit *unit, u64 code, s64 left);

#endif /* _ARCH_X86_EVENTS_MODEL_H */
