// SPDX-License-Identifier: GPL-2.0
/*
 * Tables of the 32-bit processors that have counters: 604, 604e, 7xx, 7400, 7410, 744x, 745x.
 *
 * Owns const tables only. Context: any.
 *
 * Hardware facts: the tables "PMC1 Events" and following of the manuals that selectors.c
 * names.
 */
#include <linux/kernel.h>

#include "cache_table.h"
#include "selectors.h"

/* The code of @_select on one counter, numbered from 1. */
#define PERF_ON(_counter, _select)	((_counter) << 8 | (_select))

/* In perf_power_selectors.common: all counters have these, on a processor with up to four. */
#define PERF_SEL_CYCLES		0x01
#define PERF_SEL_INSTRUCTIONS	0x02

static const struct perf_power_named perf_timed_formats[] = {
	{ "event",		"config:0-17" },
	{ "pmcsel",		"config:0-6" },
	{ "pmc",		"config:8-11" },
	{ "threshold",		"config:12-17" },
	{ }
};

static const struct perf_power_named perf_multiplied_formats[] = {
	{ "event",		"config:0-18" },
	{ "pmcsel",		"config:0-6" },
	{ "pmc",		"config:8-11" },
	{ "threshold",		"config:12-17" },
	{ "multiplier",		"config:18" },
	{ }
};

#define PERF_TIMED_BITS		(PERF_SEL_SELECT | PERF_SEL_THRESHOLD | PERF_SEL_COUNTER)
#define PERF_MULTIPLIED_BITS	(PERF_TIMED_BITS | PERF_SEL_MULTIPLIER)

static const struct perf_power_selectors perf_604_selectors = {
	.last	= { 0x1f, 0x1f },
	.common	= { { 1, 4, 0x3 } },
	/* data cache misses, loads and stores, with and without intervention */
	.timed	= { PERF_ON(1, 0x09), PERF_ON(1, 0x0a), PERF_ON(1, 0x17), PERF_ON(1, 0x18) },
};

static const struct perf_power_selectors perf_604e_selectors = {
	.last	= { 0x1f, 0x1f, 0x1e, 0x1e },
	.common	= { { 1, 4, 0xf } },
	.timed	= { PERF_ON(1, 0x09), PERF_ON(1, 0x0a), PERF_ON(1, 0x17), PERF_ON(1, 0x18) },
};

static const struct perf_power_selectors perf_750_selectors = {
	.last	= { 0x0c, 0x10, 0x11, 0x0e },
	.common	= { { 1, 4, 0xf } },
	/* loads that miss the first level cache */
	.timed	= { PERF_ON(1, 0x0a) },
};

static const struct perf_power_selectors perf_7400_selectors = {
	.last	= { 0x30, 0x2a, 0x1f, 0x1f },
	.common	= { { 1, 4, 0xf } },
	/* misses of loads; table searches for instructions, for data */
	.timed	= { PERF_ON(1, 0x0b), PERF_ON(1, 0x13), PERF_ON(1, 0x14) },
};

static const struct perf_power_selectors perf_7450_selectors = {
	.last	= { 0x5e, 0x3e, 0x1f, 0x1f, 0x14, 0x39 },
	.common	= { { 1, 1, 0x3f }, { 2, 5, 0xf }, { 7, 7, 0xf }, { 8, 0x16, 0x3 } },
	/*
	 * Entries in the queues of instructions, vector instructions and renames; table
	 * searches; misses of loads.
	 */
	.timed	= { PERF_ON(1, 0x1e), PERF_ON(1, 0x1f), PERF_ON(1, 0x28), PERF_ON(1, 0x2b),
		    PERF_ON(2, 0x20), PERF_ON(3, 0x0c), PERF_ON(3, 0x0d), PERF_ON(3, 0x11),
		    PERF_ON(4, 0x10) },
};

/* Events that two counters can count, most of them those of the outer caches, PMC5 and PMC6. */
static const u64 perf_7450_equal[][PERF_POWER_EQUALS] = {
	{ PERF_ON(2, 0x17), PERF_ON(3, 0x17) },
	{ PERF_ON(4, 0x18), PERF_ON(5, 0x0f), PERF_ON(6, 0x0f) },
	{ PERF_ON(5, 0x02), PERF_ON(6, 0x02) },
	{ PERF_ON(5, 0x03), PERF_ON(6, 0x03) },
	{ PERF_ON(5, 0x04), PERF_ON(6, 0x04) },
	{ PERF_ON(5, 0x05), PERF_ON(6, 0x05) },
	{ PERF_ON(5, 0x06), PERF_ON(6, 0x06) },
	{ PERF_ON(5, 0x07), PERF_ON(6, 0x07) },
	{ PERF_ON(5, 0x0a), PERF_ON(6, 0x23) },
	{ PERF_ON(5, 0x0b), PERF_ON(6, 0x24) },
	{ PERF_ON(5, 0x0d), PERF_ON(6, 0x0d) },
	{ PERF_ON(5, 0x0e), PERF_ON(6, 0x0e) },
	{ PERF_ON(5, 0x12), PERF_ON(6, 0x12) },
	{ PERF_ON(5, 0x13), PERF_ON(6, 0x1d) },
	{ PERF_ON(5, 0x14), PERF_ON(6, 0x1e) },
};

static const struct perf_power_named perf_604_events[] = {
	{ "branch-instructions",	"event=0x208" },
	{ "branch-misses",		"event=0x107" },
	{ "cache-misses",		"event=0x206" },
	{ "cpu-cycles",			"event=0x1" },
	{ "instructions",		"event=0x2" },
	{ }
};

static const struct perf_power_named perf_750_events[] = {
	{ "branch-misses",		"event=0x408" },
	{ "cache-misses",		"event=0x305" },
	{ "cache-references",		"event=0x20b" },
	{ "cpu-cycles",			"event=0x1" },
	{ "instructions",		"event=0x2" },
	{ }
};

static const struct perf_power_named perf_7400_events[] = {
	{ "branch-misses",		"event=0x405" },
	{ "cpu-cycles",			"event=0x1" },
	{ "instructions",		"event=0x2" },
	{ }
};

static const struct perf_power_named perf_7450_events[] = {
	{ "branch-instructions",	"event=0x122" },
	{ "branch-misses",		"event=0x41c" },
	{ "cache-misses",		"event=0x217" },
	{ "cpu-cycles",			"event=0x1" },
	{ "instructions",		"event=0x2" },
	{ }
};

/* PERF_SEL_THRESHOLD is 0 cycles in the timed codes, so each miss counts. */
#define PERF_604_COMMON								\
	.code_bits	= PERF_TIMED_BITS,					\
	.choose		= perf_power_selectors_choose,				\
	.encode		= perf_power_selectors_encode,				\
	.formats	= perf_timed_formats,					\
	.events		= perf_604_events,					\
	.generic	= {							\
		[PERF_COUNT_HW_CPU_CYCLES]		= PERF_SEL_CYCLES,	\
		[PERF_COUNT_HW_INSTRUCTIONS]		= PERF_SEL_INSTRUCTIONS, \
		[PERF_COUNT_HW_CACHE_MISSES]		= PERF_ON(2, 0x06),	\
		[PERF_COUNT_HW_BRANCH_INSTRUCTIONS]	= PERF_ON(2, 0x08),	\
		[PERF_COUNT_HW_BRANCH_MISSES]		= PERF_ON(1, 0x07),	\
	},									\
	.cache		= {							\
		[C(L1D)] = PERF_OPS(PERF_CODES(0, PERF_ON(1, 0x17)),		\
				    PERF_CODES(0, PERF_ON(1, 0x18)),		\
				    PERF_CODES(0, 0)),				\
		[C(L1I)] = PERF_OPS(PERF_CODES(0, PERF_ON(1, 0x05)),		\
				    PERF_NO_CODES, PERF_CODES(0, 0)),		\
		[C(LL)] = PERF_OPS(PERF_CODES(0, 0), PERF_CODES(0, 0), PERF_CODES(0, 0)), \
		PERF_READ_ONLY_CACHES(PERF_ON(1, 0x06), PERF_ON(2, 0x07),	\
				      PERF_ON(2, 0x08), PERF_ON(1, 0x07)),	\
	}

const struct perf_power_model perf_power_604 = {
	.name		= "604",
	.counters	= 2,
	.selectors	= &perf_604_selectors,
	PERF_604_COMMON,
};

const struct perf_power_model perf_power_604e = {
	.name		= "604e",
	.counters	= 4,
	.selectors	= &perf_604e_selectors,
	PERF_604_COMMON,
};

/* PERF_COUNT_HW_BRANCH_INSTRUCTIONS is missing: two counters count taken and not taken branches. */
const struct perf_power_model perf_power_750 = {
	.name		= "750",
	.counters	= 4,
	.code_bits	= PERF_TIMED_BITS,
	.choose		= perf_power_selectors_choose,
	.encode		= perf_power_selectors_encode,
	.selectors	= &perf_750_selectors,
	.formats	= perf_timed_formats,
	.events		= perf_750_events,
	.generic	= {
		[PERF_COUNT_HW_CPU_CYCLES]		= PERF_SEL_CYCLES,
		[PERF_COUNT_HW_INSTRUCTIONS]		= PERF_SEL_INSTRUCTIONS,
		[PERF_COUNT_HW_CACHE_REFERENCES]	= PERF_ON(2, 0x0b),
		[PERF_COUNT_HW_CACHE_MISSES]		= PERF_ON(3, 0x05),
		[PERF_COUNT_HW_BRANCH_MISSES]		= PERF_ON(4, 0x08),
	},
	.cache		= {
		[C(L1D)] = PERF_OPS(PERF_CODES(0, PERF_ON(1, 0x0a)),
				    PERF_CODES(0, 0), PERF_CODES(0, 0)),
		[C(L1I)] = PERF_OPS(PERF_CODES(PERF_ON(1, 0x08), PERF_ON(2, 0x05)),
				    PERF_NO_CODES, PERF_CODES(0, 0)),
		[C(LL)] = PERF_OPS(PERF_CODES(0, PERF_ON(3, 0x07)),
				   PERF_CODES(0, 0), PERF_CODES(0, 0)),
		PERF_READ_ONLY_CACHES(PERF_ON(3, 0x06), PERF_ON(2, 0x06), 0, PERF_ON(4, 0x08)),
	},
};

const struct perf_power_model perf_power_7400 = {
	.name		= "7400",
	.counters	= 4,
	.code_bits	= PERF_MULTIPLIED_BITS,
	.choose		= perf_power_selectors_choose,
	.encode		= perf_power_selectors_encode,
	.selectors	= &perf_7400_selectors,
	.formats	= perf_multiplied_formats,
	.events		= perf_7400_events,
	.generic	= {
		[PERF_COUNT_HW_CPU_CYCLES]		= PERF_SEL_CYCLES,
		[PERF_COUNT_HW_INSTRUCTIONS]		= PERF_SEL_INSTRUCTIONS,
		[PERF_COUNT_HW_BRANCH_MISSES]		= PERF_ON(4, 0x05),
	},
	.cache		= {
		[C(L1D)] = PERF_OPS(PERF_CODES(0, PERF_ON(2, 0x0f)),
				    PERF_CODES(0, PERF_ON(2, 0x10)),
				    PERF_CODES(0, PERF_ON(4, 0x0f))),
		[C(L1I)] = PERF_OPS(PERF_CODES(0, 0), PERF_NO_CODES, PERF_CODES(0, 0)),
		[C(LL)] = PERF_OPS(PERF_CODES(0, 0), PERF_CODES(0, 0), PERF_CODES(0, 0)),
		PERF_READ_ONLY_CACHES(PERF_ON(3, 0x06), PERF_ON(2, 0x06), 0, PERF_ON(4, 0x05)),
	},
};

const struct perf_power_model perf_power_7450 = {
	.name		= "7450",
	.counters	= 6,
	.code_bits	= PERF_MULTIPLIED_BITS,
	.choose		= perf_power_selectors_choose,
	.encode		= perf_power_selectors_encode,
	.selectors	= &perf_7450_selectors,
	.equal		= perf_7450_equal,
	.equals		= ARRAY_SIZE(perf_7450_equal),
	.formats	= perf_multiplied_formats,
	.events		= perf_7450_events,
	.generic	= {
		[PERF_COUNT_HW_CPU_CYCLES]		= PERF_SEL_CYCLES,
		[PERF_COUNT_HW_INSTRUCTIONS]		= PERF_SEL_INSTRUCTIONS,
		[PERF_COUNT_HW_CACHE_MISSES]		= PERF_ON(2, 0x17),
		[PERF_COUNT_HW_BRANCH_INSTRUCTIONS]	= PERF_ON(1, 0x22),
		[PERF_COUNT_HW_BRANCH_MISSES]		= PERF_ON(4, 0x1c),
	},
	.cache		= {
		[C(L1D)] = PERF_OPS(PERF_CODES(0, PERF_ON(2, 0x25)),
				    PERF_CODES(0, PERF_ON(2, 0x27)),
				    PERF_CODES(0, PERF_ON(2, 0x26))),
		[C(L1I)] = PERF_OPS(PERF_CODES(PERF_ON(1, 0x29), 0x15),
				    PERF_NO_CODES, PERF_CODES(PERF_ON(6, 0x34), 0)),
		[C(LL)] = PERF_OPS(PERF_CODES(0, PERF_ON(5, 0x06)),
				   PERF_CODES(0, 0), PERF_CODES(0, 0)),
		PERF_READ_ONLY_CACHES(PERF_ON(3, 0x12), PERF_ON(2, 0x23),
				      PERF_ON(1, 0x22), PERF_ON(4, 0x1c)),
	},
};
