/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Event tables of processor families: constant, one struct perf_x86_model for each.
 */
#ifndef _ARCH_X86_EVENTS_MODEL_H
#define _ARCH_X86_EVENTS_MODEL_H

#include "counters.h"

/* In a table of codes: the processor has no such event, even if the base model has. */
#define PERF_X86_NONE		(U64_MAX - 1)
/* A combination without meaning on any processor: -EINVAL instead of -ENOENT. */
#define PERF_X86_NONSENSE	U64_MAX

/**
 * struct perf_x86_generic_code - a generic event
 * @id:   enum perf_hw_id
 * @code: raw code that counts it; 0 ends a table
 */
struct perf_x86_generic_code {
	u8	id;
	u64	code;
};

#define PERF_X86_CODES		(const struct perf_x86_generic_code[])
#define PERF_X86_GENERIC(_id, _code)	{ .id = PERF_COUNT_HW_##_id, .code = (_code) }

/**
 * struct perf_x86_cache_code - generic cache events of one cache and operation
 * @cache:  enum perf_hw_cache_id
 * @op:     enum perf_hw_cache_op_id
 * @access: code of all accesses; 0: the base model's
 * @miss:   code of the misses; 0: the base model's; both 0 end a table
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

/* Bits of AMD's event select alone: Haswell has its HSW_IN_TX bits in 32 and 33. */
#define PERF_X86_WIDE_EVENT	GENMASK_ULL(35, 34)

/*
 * Pentium: where a code counts different events on the two counters, this bit of it, which no
 * register has, is for the event of counter 1.
 */
#define PERF_X86_SECOND		BIT_ULL(15)

/* perf_x86_limit::counters: no general counter can count the event. */
#define PERF_X86_NOWHERE	BIT_ULL(63)
/* perf_x86_limit::counters: the counter's register is shared, as perf_x86_model::shared says. */
#define PERF_X86_SHARED		BIT_ULL(62)

/* perf_x86_limit::counters: lower counters of pairs, of which the event needs one (merge.c). */
#define PERF_X86_PAIR		BIT_ULL(61)

/**
 * struct perf_x86_limit - events that only some general counters can count
 * @first:    first event select
 * @last:     last event select; 0: @first only
 * @umask:    unit mask; -1: any
 * @counters: mask of general counters, or PERF_X86_NOWHERE, with PERF_X86_SHARED or
 *            PERF_X86_PAIR; 0 ends a table
 *
 * The first row whose @first, @last and @umask match an event applies.
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
#define PERF_X86_LIMIT_BOTH(_first, _last, _umask, _counters)		\
	{ .first = (_first), .last = (_last), .umask = (_umask), .counters = (_counters) }
#define PERF_X86_LIMIT_RANGE(_first, _last, _counters)			\
	{ .first = (_first), .last = (_last), .umask = -1, .counters = (_counters) }

/**
 * struct perf_x86_period - the periods that a counter can be set to
 * @code:  event select and unit mask; 0: all events
 * @least: least number of events before the overflow; 0 ends a table
 * @align: a power of two that divides that number; 0: any number
 *
 * The first row whose @code matches an event applies. Overflows keep their average distance:
 * hw.period_left carries the excess of a period over to a later one.
 */
struct perf_x86_period {
	u16	code;
	u16	least;
	u16	align;
};

/* Events that need a value in one more register: attr.config1. */
enum perf_x86_extra_kind {
	PERF_X86_OFFCORE,
	PERF_X86_FRONTEND,
	PERF_X86_SNOOP,
};

/**
 * struct perf_x86_extra - an event that needs a value in one more register
 * @code: event select and unit mask; 0 ends a table
 * @msr:  the register
 * @kind: events that the register selects
 * @bits: valid bits of the register
 *
 * All rows of a kind count the same events, as far as their @bits go. Row n belongs to
 * counter n: for any code of the kind, perf_x86_hw_select() writes the code of the counter's
 * own row. So each @msr has one user at a time, as its counter has.
 */
struct perf_x86_extra {
	u16				code;
	u16				msr;
	enum perf_x86_extra_kind	kind;
	u64				bits;
};

/**
 * struct perf_x86_frontend - another event that can use FRONTEND_RETIRED's register
 * @code: event select and unit mask; 0 ends a table
 * @bits: valid bits of the register, with this event
 *
 * With attr.config1 the event uses the register, so it counts on the register's counter alone.
 */
struct perf_x86_frontend {
	u16	code;
	u16	bits;
};

/**
 * struct perf_x86_fixed - an event that a fixed counter counts
 * @code:    the event, without modifiers; 0 ends a table
 * @counter: number of the fixed counter
 */
struct perf_x86_fixed {
	u16	code;
	u16	counter;
};

/**
 * struct perf_x86_model - the events of a family of processors
 * @name:     for sysfs and the log
 * @base:     model that this one refines; or NULL
 * @cpus:     its processors (asm/cpu_device_id.h), 0 ends the list; or NULL
 * @small:    hybrid processors with this model's small CPUs, 0 ends the list; or NULL
 * @generic:  codes of generic events that override @base's; or NULL
 * @cache:    codes of generic cache events that override @base's; or NULL
 * @offcore:  generic cache events that are counted as off-core responses: values of that
 *            register in place of codes; NULL: @base's
 * @limits:   searched before those of @base; or NULL
 * @periods:  limits of periods; NULL: @base's
 * @extras:   events with a register of their own; NULL: @base's
 * @fixed:    events of the fixed counters; NULL: @base's
 * @precise:  precise events; NULL: @base's
 * @frontend: other events that can use a register of @extras; those of @base count as well
 * @shared:   CPUs that share registers: with a core's threads those of @extras, with a node's
 *            cores those of limits with PERF_X86_SHARED; 0: @base's
 * @topdown:  sysfs: top-down events, without metrics; NULL: @base's
 * @transactions: sysfs: events of transactions, for processors that have them; NULL: @base's
 * @metrics:  number of top-down metrics, for processors that have them; 0: @base's
 * @raw_mask: bits that raw events may set; 0: @base's
 */
struct perf_x86_model {
	const char			*name;
	const struct perf_x86_model	*base;
	const u32			*cpus;
	const u32			*small;
	const struct perf_x86_generic_code *generic;
	const struct perf_x86_cache_code *cache;
	const struct perf_x86_cache_code *offcore;
	const struct perf_x86_limit	*limits;
	const struct perf_x86_period	*periods;
	const struct perf_x86_extra	*extras;
	const struct perf_x86_frontend	*frontend;
	const struct perf_x86_fixed	*fixed;
	const struct perf_x86_precise_model *precise;
	const struct perf_x86_named	*topdown;
	const struct perf_x86_named	*transactions;
	enum perf_x86_shared		shared;
	u8				metrics;
	u64				raw_mask;
};

/* All models of a kind; NULL ends each array. */
extern const struct perf_x86_model *const perf_x86_core_models[];
extern const struct perf_x86_model *const perf_x86_atom_models[];
extern const struct perf_x86_model *const perf_x86_amd_models[];
extern const struct perf_x86_model *const perf_x86_legacy_models[];

/* ARCH_PERFMON_EVENTSEL_EVENT, and AMD's four more bits at 32 to 35. */
static inline unsigned int perf_x86_event_select(u64 code)
{
	return (code & ARCH_PERFMON_EVENTSEL_EVENT) | ((code >> 24) & 0xf00);
}

static inline unsigned int perf_x86_unit_mask(u64 code)
{
	return (code & ARCH_PERFMON_EVENTSEL_UMASK) >> 8;
}

const struct perf_x86_model *perf_x86_model_find(const struct perf_x86_model *const *models,
						 u32 cpu);
const struct perf_x86_model *perf_x86_model_find_small(const struct perf_x86_model *const *models,
						       u32 cpu);
void perf_x86_model_apply(struct perf_x86_pmu *pmu, const struct perf_x86_model *model);
const char *perf_x86_model_fault(const struct perf_x86_model *model);
bool perf_x86_is_checkpointed(const struct perf_x86_pmu *pmu, u64 code);
u64 perf_x86_model_counters(const struct perf_x86_pmu *pmu, u64 code);
bool perf_x86_is_shared(const struct perf_x86_pmu *pmu, u64 code);
bool perf_x86_is_pair(const struct perf_x86_pmu *pmu, u64 code);
bool perf_x86_takes_extra(const struct perf_x86_pmu *pmu, u64 code, u64 value);
bool perf_x86_has_extra_kind(const struct perf_x86_pmu *pmu, enum perf_x86_extra_kind kind);
u64 perf_x86_extra_allowed(const struct perf_x86_pmu *pmu, u64 code, u64 value);
s64 perf_x86_model_period(const struct perf_x86_pmu *pmu, u64 code, s64 left);

#endif /* _ARCH_X86_EVENTS_MODEL_H */
