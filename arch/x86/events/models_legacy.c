// SPDX-License-Identifier: GPL-2.0
/*
 * Event tables of processors older than the architectural events, and of Zhaoxin's, which
 * have the architectural registers but events of their own.
 *
 * Owns: the tables. Context: any, they are constant.
 *
 * Sources: Intel SDM volume 3, "Performance Monitoring Events", tables of the P6 family and
 * the Pentium processors; Intel Xeon Phi Coprocessor Performance Monitoring Units; data books
 * of Cyrix 6x86MX and M II; data sheets of IDT WinChip C6 and WinChip 2, and of VIA C3 Samuel
 * 2; Zhaoxin's programming guides.
 */
#include "models_legacy.h"
#include "models_p4.h"

/* Pentium Pro, II, III and M */
static const struct perf_x86_cache_code p6_cache[] = {
	PERF_X86_CACHE(L1D, READ, 0x0043, 0x0045),
	PERF_X86_CACHE(L1D, WRITE, 0, 0x0f29),
	PERF_X86_CACHE(L1I, READ, 0x0080, 0x0081),
	PERF_X86_CACHE(LL, READ, 0x0f2e, 0x012e),
	PERF_X86_CACHE(DTLB, READ, 0x0043, 0),
	PERF_X86_CACHE(ITLB, READ, 0x0080, 0x0085),
	PERF_X86_CACHE(BPU, READ, 0x00c4, 0x00c5),
	{ }
};

static const struct perf_x86_limit p6_limits[] = {
	PERF_X86_LIMIT(0x10, 0x1),		/* FP_COMP_OPS_EXE */
	PERF_X86_LIMIT_RANGE(0x11, 0x13, 0x2),	/* FP_ASSIST, MUL, DIV */
	PERF_X86_LIMIT(0x14, 0x1),		/* CYCLES_DIV_BUSY */
	PERF_X86_LIMIT(0xc1, 0x1),		/* FLOPS */
	{ }
};

const struct perf_x86_model perf_x86_p6 = {
	.name		= "p6",
	.generic	= PERF_X86_CODES {
		PERF_X86_GENERIC(CPU_CYCLES, 0x0079),
		PERF_X86_GENERIC(INSTRUCTIONS, 0x00c0),
		PERF_X86_GENERIC(CACHE_REFERENCES, 0x0f2e),
		PERF_X86_GENERIC(CACHE_MISSES, 0x012e),
		PERF_X86_GENERIC(BRANCH_INSTRUCTIONS, 0x00c4),
		PERF_X86_GENERIC(BRANCH_MISSES, 0x00c5),
		PERF_X86_GENERIC(BUS_CYCLES, 0x0062),
		PERF_X86_GENERIC(STALLED_CYCLES_FRONTEND, 0x00a2),
		{ }
	},
	.cache		= p6_cache,
	.limits		= p6_limits,
	.raw_mask	= X86_RAW_EVENT_MASK | ARCH_PERFMON_EVENTSEL_PIN_CONTROL,
};

/*
 * Knights Corner has a Pentium's core and event codes. Events of the second level cache and
 * beyond have unit mask 10H, and only counter 0 counts them.
 */
static const struct perf_x86_cache_code knc_cache[] = {
	PERF_X86_CACHE(L1D, READ, 0, 0x0003),
	PERF_X86_CACHE(L1D, WRITE, 0x0001, 0x0004),
	PERF_X86_CACHE(L1D, PREFETCH, 0x0011, 0x001c),
	PERF_X86_CACHE(L1I, READ, 0x000c, 0x000e),
	PERF_X86_CACHE(LL, READ, 0, 0x10cb),
	PERF_X86_CACHE(LL, PREFETCH, 0x10fc, 0x10fe),
	PERF_X86_CACHE(DTLB, READ, 0x0028, 0x0002),
	PERF_X86_CACHE(ITLB, READ, 0x000c, 0x000d),
	PERF_X86_CACHE(BPU, READ, 0x0012, 0x002b),
	{ }
};

static const struct perf_x86_limit knc_limits[] = {
	PERF_X86_LIMIT_RANGE(0xc0, 0xff, 0x1),
	{ }
};

const struct perf_x86_model perf_x86_knc = {
	.name		= "knights_corner",
	.generic	= PERF_X86_CODES {
		PERF_X86_GENERIC(CPU_CYCLES, 0x002a),
		PERF_X86_GENERIC(INSTRUCTIONS, 0x0016),
		PERF_X86_GENERIC(CACHE_REFERENCES, 0x0028),
		PERF_X86_GENERIC(CACHE_MISSES, 0x0029),
		PERF_X86_GENERIC(BRANCH_INSTRUCTIONS, 0x0012),
		PERF_X86_GENERIC(BRANCH_MISSES, 0x002b),
		{ }
	},
	.cache		= knc_cache,
	.limits		= knc_limits,
	.raw_mask	= X86_RAW_EVENT_MASK,
};

/*
 * Pentium: an event has six bits and no unit mask. No event counts cycles: the counters
 * can count the duration of an event, but no event lasts all the time. Event 0, data reads,
 * can be opened as a raw event only: in a table, code 0 is "none".
 */
static const struct perf_x86_cache_code pentium_cache[] = {
	PERF_X86_CACHE(L1D, READ, 0, 0x0003),
	PERF_X86_CACHE(L1D, WRITE, 0x0001, 0x0004),
	PERF_X86_CACHE(L1I, READ, 0x000c, 0x000e),
	PERF_X86_CACHE(DTLB, READ, 0x0028, 0x0002),
	PERF_X86_CACHE(ITLB, READ, 0x000c, 0x000d),
	{ }
};

const struct perf_x86_model perf_x86_pentium = {
	.name		= "pentium",
	.generic	= PERF_X86_CODES {
		PERF_X86_GENERIC(INSTRUCTIONS, 0x16),
		PERF_X86_GENERIC(CACHE_REFERENCES, 0x28),
		PERF_X86_GENERIC(CACHE_MISSES, 0x29),
		PERF_X86_GENERIC(BRANCH_INSTRUCTIONS, 0x12),
		{ }
	},
	.cache		= pentium_cache,
	.raw_mask	= GENMASK_ULL(5, 0),
};

/*
 * From 2AH to 3BH a code with MMX counts one event on counter 0 and another on counter 1, which
 * PERF_X86_SECOND selects. 30H: cycles not in HALT.
 */

static const struct perf_x86_limit pentium_mmx_limits[] = {
	PERF_X86_LIMIT_BOTH(0x2a, 0x3b, 0x80, 0x2),
	PERF_X86_LIMIT_RANGE(0x2a, 0x3b, 0x1),
	PERF_X86_LIMIT_BOTH(0x00, 0xff, 0x80, PERF_X86_NOWHERE),
	{ }
};

const struct perf_x86_model perf_x86_pentium_mmx = {
	.name		= "pentium_mmx",
	.base		= &perf_x86_pentium,
	.generic	= PERF_X86_CODES {
		PERF_X86_GENERIC(CPU_CYCLES, 0x30),
		{ }
	},
	.limits		= pentium_mmx_limits,
	.raw_mask	= GENMASK_ULL(5, 0) | PERF_X86_SECOND,
};

/* 6x86MX, M II: the Pentium's events and more */
const struct perf_x86_model perf_x86_cyrix = {
	.name		= "cyrix",
	.base		= &perf_x86_pentium,
	.limits		= pentium_mmx_limits,
	.raw_mask	= GENMASK_ULL(6, 0) | PERF_X86_SECOND,
};

/* WinChip C6; its data sheet numbers the events in decimal */
const struct perf_x86_model perf_x86_winchip = {
	.name		= "winchip_c6",
	.generic	= PERF_X86_CODES {
		/* Clocks are event 0, which a table cannot hold. */
		PERF_X86_GENERIC(INSTRUCTIONS, 0x02),
		PERF_X86_GENERIC(CACHE_MISSES, 0x47),
		{ }
	},
	.raw_mask	= GENMASK_ULL(7, 0),
};

/* WinChip 2 and 3 have the Pentium's events */
const struct perf_x86_model perf_x86_winchip2 = {
	.name		= "winchip2",
	.base		= &perf_x86_pentium,
	.generic	= PERF_X86_CODES {
		PERF_X86_GENERIC(CPU_CYCLES, 0x3f),
		PERF_X86_GENERIC(CACHE_MISSES, PERF_X86_NONE),
		PERF_X86_GENERIC(BRANCH_INSTRUCTIONS, PERF_X86_NONE),
		{ }
	},
	.limits		= pentium_mmx_limits,
	.raw_mask	= GENMASK_ULL(7, 0) | PERF_X86_SECOND,
};

/* C3 and its first successors: one counter, events of nine bits */
const struct perf_x86_model perf_x86_c3 = {
	.name		= "c3",
	.generic	= PERF_X86_CODES {
		PERF_X86_GENERIC(CPU_CYCLES, 0x79),
		PERF_X86_GENERIC(INSTRUCTIONS, 0xc0),
		{ }
	},
	.raw_mask	= GENMASK_ULL(8, 0),
};

/* ZX-D and later: fixed counters count instructions, cycles and bus cycles */
static const struct perf_x86_fixed zx_fixed[] = {
	{ 0x00c0, 0 }, { 0x0082, 1 }, { 0x0083, 2 }, { }
};

/* ZX-C: its other generic events count wrongly. */
static const struct perf_x86_fixed zxc_fixed[] = {
	{ 0x0082, 1 }, { }
};

const struct perf_x86_model perf_x86_zxc = {
	.name		= "zxc",
	.generic	= PERF_X86_CODES {
		PERF_X86_GENERIC(CPU_CYCLES, 0x0082),
		{ }
	},
	.fixed		= zxc_fixed,
	.raw_mask	= X86_RAW_EVENT_MASK,
};

static const struct perf_x86_cache_code zxd_cache[] = {
	PERF_X86_CACHE(L1D, READ, 0x0042, 0x0538),
	PERF_X86_CACHE(L1D, WRITE, 0x0043, 0x0562),
	PERF_X86_CACHE(L1I, READ, 0x0300, 0x0301),
	PERF_X86_CACHE(L1I, PREFETCH, 0x030a, 0x030b),
	PERF_X86_CACHE(DTLB, READ, 0x0042, 0x052c),
	PERF_X86_CACHE(DTLB, WRITE, 0x0043, 0x0530),
	PERF_X86_CACHE(DTLB, PREFETCH, 0x0564, 0x0565),
	PERF_X86_CACHE(ITLB, READ, 0x00c0, 0x0534),
	PERF_X86_CACHE(BPU, READ, 0x0700, 0x0709),
	{ }
};

const struct perf_x86_model perf_x86_zxd = {
	.name		= "zxd",
	.generic	= PERF_X86_CODES {
		PERF_X86_GENERIC(CPU_CYCLES, 0x0082),
		PERF_X86_GENERIC(INSTRUCTIONS, 0x00c0),
		PERF_X86_GENERIC(CACHE_REFERENCES, 0x0515),
		PERF_X86_GENERIC(CACHE_MISSES, 0x051a),
		PERF_X86_GENERIC(BRANCH_INSTRUCTIONS, 0x0700),
		PERF_X86_GENERIC(BRANCH_MISSES, 0x0709),
		PERF_X86_GENERIC(BUS_CYCLES, 0x0083),
		PERF_X86_GENERIC(STALLED_CYCLES_FRONTEND, 0x01800101),
		PERF_X86_GENERIC(STALLED_CYCLES_BACKEND, 0x040f),
		{ }
	},
	.cache		= zxd_cache,
	.fixed		= zx_fixed,
	.raw_mask	= X86_RAW_EVENT_MASK,
};

static const struct perf_x86_cache_code zxe_cache[] = {
	PERF_X86_CACHE(L1D, READ, 0x0568, 0x054b),
	PERF_X86_CACHE(L1D, WRITE, 0x0669, 0),
	PERF_X86_CACHE(DTLB, READ, 0x0568, 0),
	PERF_X86_CACHE(DTLB, WRITE, 0x0669, 0),
	PERF_X86_CACHE(BPU, READ, 0x0028, 0x0029),
	{ }
};

const struct perf_x86_model perf_x86_zxe = {
	.name		= "zxe",
	.base		= &perf_x86_zxd,
	.generic	= PERF_X86_CODES {
		PERF_X86_GENERIC(BRANCH_INSTRUCTIONS, 0x0028),
		PERF_X86_GENERIC(BRANCH_MISSES, 0x0029),
		{ }
	},
	.cache		= zxe_cache,
};

const struct perf_x86_model *const perf_x86_legacy_models[] = {
	&perf_x86_p6, &perf_x86_p4, &perf_x86_knc, &perf_x86_pentium, &perf_x86_pentium_mmx,
	&perf_x86_cyrix,
	&perf_x86_winchip, &perf_x86_winchip2, &perf_x86_c3, &perf_x86_zxc, &perf_x86_zxd,
	&perf_x86_zxe, NULL
};
