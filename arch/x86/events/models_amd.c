// SPDX-License-Identifier: GPL-2.0
/*
 * Event tables of AMD's processors, from the first Athlon on, and of Hygon's.
 *
 * Owns: the tables. Context: any, they are constant.
 *
 * Each family has one table. A code is event select plus unit mask << 8, the event
 * select's upper four bits << 32.
 *
 * Sources: AMD Athlon Processor x86 Code Optimization Guide, appendix "Performance-
 * Monitoring Counters"; BIOS and Kernel Developer's Guides of families 0Fh to 16h,
 * section "Performance Counter Events" (15h's lists each event's counters
 * to); Processor Programming References of families 17h, 19h and 1Ah, section "Core
 * Performance Monitor Counters".
 */
#include <asm/cpu_device_id.h>

#include "models_amd.h"

#define AMD_FAMILY(_family)	VFM_MAKE(X86_VENDOR_AMD, _family, X86_MODEL_ANY)
#define HYGON_FAMILY(_family)	VFM_MAKE(X86_VENDOR_HYGON, _family, X86_MODEL_ANY)

/* Athlon: no second level cache events */
static const u32 k7_cpus[] = { AMD_FAMILY(0x06), 0 };

static const struct perf_x86_cache_code k7_cache[] = {
	PERF_X86_CACHE(L1D, READ, 0x0040, 0x0041),
	PERF_X86_CACHE(L1I, READ, 0x0080, 0x0081),
	PERF_X86_CACHE(DTLB, READ, 0x0040, 0x0046),
	PERF_X86_CACHE(ITLB, READ, 0x0080, 0x0085),
	PERF_X86_CACHE(BPU, READ, 0x00c2, 0x00c3),
	{ }
};

static const struct perf_x86_model k7 = {
	.name		= "k7",
	.cpus		= k7_cpus,
	.generic	= PERF_X86_CODES {
		PERF_X86_GENERIC(CPU_CYCLES, 0x0076),
		PERF_X86_GENERIC(INSTRUCTIONS, 0x00c0),
		PERF_X86_GENERIC(CACHE_REFERENCES, 0x0040),
		PERF_X86_GENERIC(CACHE_MISSES, 0x0041),
		PERF_X86_GENERIC(BRANCH_INSTRUCTIONS, 0x00c2),
		PERF_X86_GENERIC(BRANCH_MISSES, 0x00c3),
		{ }
	},
	.cache		= k7_cache,
	.raw_mask	= X86_RAW_EVENT_MASK,
};

/* The cores of a node share the northbridge, which counts for one core on each counter. */
#define NORTHBRIDGE		(PERF_X86_SHARED | 0xf)

static const struct perf_x86_limit northbridge_limits[] = {
	PERF_X86_LIMIT_RANGE(0x0e0, 0x0ff, NORTHBRIDGE),
	PERF_X86_LIMIT_RANGE(0x1e0, 0x1ff, NORTHBRIDGE),
	PERF_X86_LIMIT_RANGE(0x4e0, 0x4ff, NORTHBRIDGE),
	{ }
};

/* Opteron, Athlon 64 */
static const u32 k8_cpus[] = { AMD_FAMILY(0x0f), 0 };

static const struct perf_x86_cache_code k8_cache[] = {
	PERF_X86_CACHE(L1D, PREFETCH, 0x0267, 0x0167),
	PERF_X86_CACHE(L1I, PREFETCH, 0x014b, 0),
	PERF_X86_CACHE(LL, READ, 0x037d, 0x037e),
	PERF_X86_CACHE(LL, WRITE, 0x017f, 0),
	PERF_X86_CACHE(DTLB, READ, 0, 0x0046),
	PERF_X86_CACHE(ITLB, READ, 0, 0x0085),
	{ }
};

static const struct perf_x86_model k8 = {
	.name		= "k8",
	.base		= &k7,
	.cpus		= k8_cpus,
	.generic	= PERF_X86_CODES {
		PERF_X86_GENERIC(CACHE_REFERENCES, 0x077d),
		PERF_X86_GENERIC(CACHE_MISSES, 0x077e),
		PERF_X86_GENERIC(STALLED_CYCLES_FRONTEND, 0x00d0),
		PERF_X86_GENERIC(STALLED_CYCLES_BACKEND, 0x00d1),
		{ }
	},
	.cache		= k8_cache,
	.limits		= northbridge_limits,
	.shared		= PERF_X86_SHARED_NODE,
	.raw_mask	= AMD64_RAW_EVENT_MASK,
};

/* Barcelona and Llano */
static const u32 family10h_cpus[] = { AMD_FAMILY(0x10), AMD_FAMILY(0x12), 0 };

static const struct perf_x86_cache_code family10h_cache[] = {
	PERF_X86_CACHE(DTLB, READ, 0, 0x0746),
	PERF_X86_CACHE(ITLB, READ, 0, 0x0385),
	{ }
};

static const struct perf_x86_model family10h = {
	.name		= "family10h",
	.base		= &k8,
	.cpus		= family10h_cpus,
	.cache		= family10h_cache,
};

/* Turion Ultra: a K8 core */
static const u32 family11h_cpus[] = { AMD_FAMILY(0x11), 0 };

static const struct perf_x86_model family11h = {
	.name		= "family11h",
	.base		= &k8,
	.cpus		= family11h_cpus,
};

/* Bobcat: separate codes for reads and writes that miss the TLB; no stall events */
static const u32 family14h_cpus[] = { AMD_FAMILY(0x14), 0 };

static const struct perf_x86_cache_code family14h_cache[] = {
	PERF_X86_CACHE(DTLB, READ, 0, 0x0846),
	PERF_X86_CACHE(DTLB, WRITE, 0, 0x0446),
	PERF_X86_CACHE(ITLB, READ, 0, 0x0385),
	PERF_X86_CACHE(L1D, PREFETCH, PERF_X86_NONE, PERF_X86_NONE),
	{ }
};

static const struct perf_x86_model family14h = {
	.name		= "family14h",
	.base		= &k8,
	.cpus		= family14h_cpus,
	.generic	= PERF_X86_CODES {
		PERF_X86_GENERIC(CACHE_REFERENCES, 0x037d),
		PERF_X86_GENERIC(CACHE_MISSES, 0x037e),
		PERF_X86_GENERIC(STALLED_CYCLES_FRONTEND, PERF_X86_NONE),
		PERF_X86_GENERIC(STALLED_CYCLES_BACKEND, PERF_X86_NONE),
		{ }
	},
	.cache		= family14h_cache,
};

/* Bulldozer to Excavator: six counters, of which each event has its own subset */
static const u32 family15h_cpus[] = { AMD_FAMILY(0x15), 0 };

static const struct perf_x86_limit family15h_limits[] = {
	/* Floating point unit, shared by a pair of cores: only counter 3 counts all events */
	PERF_X86_LIMIT(0x000, 0x08),
	PERF_X86_LIMIT_RANGE(0x003, 0x004, 0x08),
	PERF_X86_LIMIT(0x00b, 0x08),
	PERF_X86_LIMIT(0x00d, 0x08),
	PERF_X86_LIMIT_RANGE(0x001, 0x01f, 0x38),
	PERF_X86_LIMIT_RANGE(0x100, 0x11f, 0x38),
	/* Loads, stores, data cache */
	PERF_X86_LIMIT(0x023, 0x07),
	PERF_X86_LIMIT(0x02d, 0x08),
	PERF_X86_LIMIT(0x02e, 0x09),
	PERF_X86_LIMIT_UMASK(0x031, 0x00, 0x07),	/* one kind of request at a time */
	PERF_X86_LIMIT_UMASK(0x031, 0x01, 0x07),
	PERF_X86_LIMIT_UMASK(0x031, 0x02, 0x07),
	PERF_X86_LIMIT_UMASK(0x031, 0x04, 0x07),
	PERF_X86_LIMIT_UMASK(0x031, 0x08, 0x07),
	PERF_X86_LIMIT_UMASK(0x031, 0x10, 0x07),
	PERF_X86_LIMIT_UMASK(0x031, 0x20, 0x07),
	PERF_X86_LIMIT_UMASK(0x031, 0x40, 0x07),
	PERF_X86_LIMIT_UMASK(0x031, 0x80, 0x07),
	PERF_X86_LIMIT(0x031, PERF_X86_NOWHERE),
	PERF_X86_LIMIT(0x043, 0x07),
	PERF_X86_LIMIT_RANGE(0x045, 0x046, 0x07),
	PERF_X86_LIMIT_RANGE(0x054, 0x055, 0x07),
	/* The compute unit's cache, instruction cache, decoder */
	PERF_X86_LIMIT(0x08f, 0x01),
	PERF_X86_LIMIT_RANGE(0x187, 0x188, 0x01),
	PERF_X86_LIMIT_RANGE(0x060, 0x09f, 0x07),
	PERF_X86_LIMIT_RANGE(0x160, 0x19f, 0x07),
	PERF_X86_LIMIT_RANGE(0x0a0, 0x0bf, PERF_X86_NOWHERE),
	PERF_X86_LIMIT_RANGE(0x1a0, 0x1bf, PERF_X86_NOWHERE),
	PERF_X86_LIMIT(0x1c0, 0x38),
	PERF_X86_LIMIT_RANGE(0x0db, 0x0df, 0x3f),
	PERF_X86_LIMIT(0x1d6, 0x3f),
	PERF_X86_LIMIT(0x1d8, 0x3f),
	PERF_X86_LIMIT_RANGE(0x0d0, 0x0da, 0x07),
	PERF_X86_LIMIT_RANGE(0x1d0, 0x1df, 0x07),
	/* The northbridge has separate counters */
	PERF_X86_LIMIT_RANGE(0x0e0, 0x0ff, PERF_X86_NOWHERE),
	PERF_X86_LIMIT_RANGE(0x1e0, 0x1ff, PERF_X86_NOWHERE),
	PERF_X86_LIMIT_RANGE(0x4e0, 0x4ff, PERF_X86_NOWHERE),
	{ }
};

/* Misses: unit mask 01H is for any access. No event counts cancelled prefetches. */
static const struct perf_x86_cache_code family15h_cache[] = {
	PERF_X86_CACHE(L1D, READ, 0x0040, 0x0141),
	PERF_X86_CACHE(L1D, PREFETCH, 0x0267, PERF_X86_NONE),
	PERF_X86_CACHE(DTLB, READ, 0, 0x0746),
	PERF_X86_CACHE(ITLB, READ, 0, 0x0785),
	{ }
};

static const struct perf_x86_model family15h = {
	.name		= "family15h",
	.base		= &k8,
	.cpus		= family15h_cpus,
	.cache		= family15h_cache,
	.limits		= family15h_limits,
};

/* Jaguar and Puma */
static const u32 family16h_cpus[] = { AMD_FAMILY(0x16), 0 };

/* As Bobcat's; the second level cache is outside the cores and has counters of its own. */
static const struct perf_x86_cache_code family16h_cache[] = {
	PERF_X86_CACHE(DTLB, READ, 0, 0x0846),
	PERF_X86_CACHE(DTLB, WRITE, 0, 0x0446),
	PERF_X86_CACHE(ITLB, READ, 0, 0x0385),
	PERF_X86_CACHE(L1D, PREFETCH, 0x0267, PERF_X86_NONE),
	PERF_X86_CACHE(LL, READ, PERF_X86_NONE, PERF_X86_NONE),
	PERF_X86_CACHE(LL, WRITE, PERF_X86_NONE, PERF_X86_NONE),
	{ }
};

/* The northbridge has separate counters. */
static const struct perf_x86_limit family16h_limits[] = {
	PERF_X86_LIMIT_RANGE(0x0e0, 0x0ff, PERF_X86_NOWHERE),
	PERF_X86_LIMIT_RANGE(0x1e0, 0x1ff, PERF_X86_NOWHERE),
	PERF_X86_LIMIT_RANGE(0x4e0, 0x4ff, PERF_X86_NOWHERE),
	{ }
};

static const struct perf_x86_model family16h = {
	.name		= "family16h",
	.base		= &k8,
	.cpus		= family16h_cpus,
	.generic	= PERF_X86_CODES {
		PERF_X86_GENERIC(CACHE_REFERENCES, 0x0040),
		PERF_X86_GENERIC(CACHE_MISSES, 0x0041),
		PERF_X86_GENERIC(STALLED_CYCLES_FRONTEND, PERF_X86_NONE),
		PERF_X86_GENERIC(STALLED_CYCLES_BACKEND, PERF_X86_NONE),
		{ }
	},
	.cache		= family16h_cache,
	.limits		= family16h_limits,
};

/* Zen, Zen 2 and Hygon's Dhyana */
static const u32 zen_cpus[] = { AMD_FAMILY(0x17), HYGON_FAMILY(0x18), 0 };

static const struct perf_x86_cache_code zen_cache[] = {
	PERF_X86_CACHE(L1D, READ, 0x0040, 0xc860),
	PERF_X86_CACHE(L1D, PREFETCH, 0xff5a, 0),
	PERF_X86_CACHE(L1I, READ, 0x0080, 0x0081),
	PERF_X86_CACHE(DTLB, READ, 0xff45, 0xf045),
	PERF_X86_CACHE(ITLB, READ, 0x0084, 0xff85),
	PERF_X86_CACHE(BPU, READ, 0x00c2, 0x00c3),
	{ }
};

/* More than 15 of these can happen in a cycle, which takes an even counter and the next one. */
static const struct perf_x86_limit zen_limits[] = {
	PERF_X86_LIMIT(0x003, PERF_X86_PAIR | 0x55555555), /* retired floating point operations */
	{ }
};

const struct perf_x86_model perf_x86_zen = {
	.name		= "zen",
	.cpus		= zen_cpus,
	.generic	= PERF_X86_CODES {
		PERF_X86_GENERIC(CPU_CYCLES, 0x0076),
		PERF_X86_GENERIC(INSTRUCTIONS, 0x00c0),
		PERF_X86_GENERIC(CACHE_REFERENCES, 0xff60),
		PERF_X86_GENERIC(CACHE_MISSES, 0x0964),
		PERF_X86_GENERIC(BRANCH_INSTRUCTIONS, 0x00c2),
		PERF_X86_GENERIC(BRANCH_MISSES, 0x00c3),
		PERF_X86_GENERIC(STALLED_CYCLES_FRONTEND, 0x0287),
		PERF_X86_GENERIC(STALLED_CYCLES_BACKEND, 0x0187),
		{ }
	},
	.cache		= zen_cache,
	.limits		= zen_limits,
	.raw_mask	= AMD64_RAW_EVENT_MASK,
};

/* Zen 3 */
static const u32 zen3_cpus[] = { AMD_FAMILY(0x19), 0 };

static const struct perf_x86_model zen3 = {
	.name		= "zen3",
	.base		= &perf_x86_zen,
	.cpus		= zen3_cpus,
	.generic	= PERF_X86_CODES {
		PERF_X86_GENERIC(STALLED_CYCLES_FRONTEND, 0x00a9),
		PERF_X86_GENERIC(STALLED_CYCLES_BACKEND, PERF_X86_NONE),
		{ }
	},
};

/* Zen 4 has Zen 3's family number, and version 2 of the counters; Zen 5 is family 1Ah. */
static const u32 zen4_cpus[] = { AMD_FAMILY(0x1a), 0 };

const struct perf_x86_model perf_x86_zen4 = {
	.name		= "zen4",
	.base		= &zen3,
	.cpus		= zen4_cpus,
	.generic	= PERF_X86_CODES {
		PERF_X86_GENERIC(REF_CPU_CYCLES, 0x100000120),
		{ }
	},
};

const struct perf_x86_model *const perf_x86_amd_models[] = {
	&k7, &k8, &family10h, &family11h, &family14h, &family15h, &family16h, &perf_x86_zen,
	&zen3, &perf_x86_zen4, NULL
};
