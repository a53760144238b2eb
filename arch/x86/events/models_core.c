// SPDX-License-Identifier: GPL-2.0
/*
 * Event tables of Intel's Core processors, from Core Solo to the newest servers.
 *
 * Owns: the tables. Context: any, they are constant.
 *
 * A code is event select plus unit mask << 8; 0x01800000 is threshold 1, inverted: it
 * counts cycles without the event.
 *
 * Sources: Intel SDM volume 3, chapter "Performance Monitoring", sections on the
 * microarchitectures, and volume 3 chapter "Performance Monitoring Events" with Intel's
 * perfmon event lists, which also list the counters that an event is limited to. The last
 * level cache's events are off-core responses where the processor has them, else the
 * architectural LONGEST_LAT_CACHE ones. Load latency has PERF_X86_NOWHERE, since it counts
 * with PEBS only: precise/models.c has its counters. Before Sandy Bridge the threads of a core
 * share the off-core response registers. The register's bits: SDM volume 3, sections
 * "Off-core Response Performance Monitoring" and "MSR_PEBS_FRONTEND".
 */
#include <asm/cpu_device_id.h>
#include <asm/intel-family.h>
#include <asm/msr-index.h>

#include "models_intel.h"

/* Architectural events (SDM volume 3, "Pre-defined Architectural Performance Events"). */
static const struct perf_x86_limit arch_limits[] = {
	PERF_X86_LIMIT(0x00, PERF_X86_NOWHERE),	/* the fixed counters' codes */
	{ }
};

/* SDM volume 3, "Fixed-function Performance Counters": cycles, reference cycles, issue slots */
static const struct perf_x86_fixed arch_fixed[] = {
	{ 0x00c0, 0 }, { 0x003c, 1 }, { 0x0300, 2 }, { 0x0400, 3 }, { }
};

static const struct perf_x86_cache_code arch_cache[] = {
	PERF_X86_CACHE(LL, READ, 0x4f2e, 0x412e),
	PERF_X86_CACHE(BPU, READ, 0x00c4, 0x00c5),
	{ }
};

const struct perf_x86_model perf_x86_intel_arch = {
	.name		= "intel_arch",
	.generic	= PERF_X86_CODES {
		PERF_X86_GENERIC(CPU_CYCLES, 0x003c),
		PERF_X86_GENERIC(INSTRUCTIONS, 0x00c0),
		PERF_X86_GENERIC(CACHE_REFERENCES, 0x4f2e),
		PERF_X86_GENERIC(CACHE_MISSES, 0x412e),
		PERF_X86_GENERIC(BRANCH_INSTRUCTIONS, 0x00c4),
		PERF_X86_GENERIC(BRANCH_MISSES, 0x00c5),
		PERF_X86_GENERIC(BUS_CYCLES, 0x013c),
		PERF_X86_GENERIC(REF_CPU_CYCLES, 0x0300),
		{ }
	},
	.cache		= arch_cache,
	.limits		= arch_limits,
	.fixed		= arch_fixed,
	.metrics	= 4,
	.raw_mask	= X86_RAW_EVENT_MASK,
	.precise	= &perf_x86_precise_arch,
};

/* Core Solo and Core Duo: version 1, no fixed counters */
static const u32 yonah_cpus[] = { INTEL_CORE_YONAH, 0 };

static const struct perf_x86_limit yonah_limits[] = {
	PERF_X86_LIMIT_RANGE(0x11, 0x13, 0x2),	/* FP_Assist, Mul, Div */
	PERF_X86_LIMIT(0x14, 0x1),		/* Cycles_Div_Busy */
	PERF_X86_LIMIT(0x19, 0x2),
	PERF_X86_LIMIT(0xc1, 0x1),		/* FP_Comp_Instr_Ret */
	{ }
};

static const struct perf_x86_model yonah = {
	.name		= "core",
	.base		= &perf_x86_intel_arch,
	.cpus		= yonah_cpus,
	.limits		= yonah_limits,
	.generic	= PERF_X86_CODES {
		PERF_X86_GENERIC(REF_CPU_CYCLES, PERF_X86_NONE),
		{ }
	},
};

/* Core 2 */
static const u32 core2_cpus[] = {
	INTEL_CORE2_MEROM, INTEL_CORE2_MEROM_L, INTEL_CORE2_PENRYN, INTEL_CORE2_DUNNINGTON, 0
};

static const struct perf_x86_cache_code core2_cache[] = {
	PERF_X86_CACHE(L1D, READ, 0x0f40, 0x0140),
	PERF_X86_CACHE(L1D, WRITE, 0x0f41, 0x0141),
	PERF_X86_CACHE(L1D, PREFETCH, 0x104e, 0),
	PERF_X86_CACHE(L1I, READ, 0x0080, 0x0081),
	PERF_X86_CACHE(LL, READ, 0x4f29, 0x4129),
	PERF_X86_CACHE(LL, WRITE, 0x4f2a, 0x412a),
	PERF_X86_CACHE(DTLB, READ, 0x0f40, 0x0208),
	PERF_X86_CACHE(DTLB, WRITE, 0x0f41, 0x0808),
	PERF_X86_CACHE(ITLB, READ, 0x00c0, 0x1282),
	{ }
};

static const struct perf_x86_limit core2_limits[] = {
	PERF_X86_LIMIT(0x10, 0x1),		/* FP_COMP_OPS_EXE */
	PERF_X86_LIMIT_RANGE(0x11, 0x13, 0x2),	/* FP_ASSIST, MUL, DIV */
	PERF_X86_LIMIT(0x14, 0x1),		/* CYCLES_DIV_BUSY */
	PERF_X86_LIMIT(0x18, 0x1),		/* IDLE_DURING_DIV */
	PERF_X86_LIMIT(0x19, 0x2),		/* DELAYED_BYPASS */
	PERF_X86_LIMIT(0xa1, 0x1),		/* RS_UOPS_DISPATCHED */
	PERF_X86_LIMIT(0xc9, 0x1),		/* ITLB_MISS_RETIRED */
	PERF_X86_LIMIT(0xcb, 0x1),		/* MEM_LOAD_RETIRED */
	{ }
};

static const struct perf_x86_model core2 = {
	.name		= "core2",
	.base		= &perf_x86_intel_arch,
	.cpus		= core2_cpus,
	.cache		= core2_cache,
	.limits		= core2_limits,
	.precise	= &perf_x86_precise_core2,
};

/* Nehalem and Westmere */
static const u32 nehalem_cpus[] = {
	INTEL_NEHALEM, INTEL_NEHALEM_G, INTEL_NEHALEM_EP, INTEL_NEHALEM_EX, 0
};

static const struct perf_x86_cache_code nehalem_cache[] = {
	PERF_X86_CACHE(L1D, READ, 0x010b, 0x0151),
	PERF_X86_CACHE(L1D, WRITE, 0x020b, 0x0251),
	PERF_X86_CACHE(L1D, PREFETCH, 0x014e, 0x024e),
	PERF_X86_CACHE(L1I, READ, 0x0380, 0x0280),
	PERF_X86_CACHE(DTLB, READ, 0x010b, 0x0108),
	PERF_X86_CACHE(DTLB, WRITE, 0x020b, 0x010c),
	PERF_X86_CACHE(ITLB, READ, 0x01c0, 0x0185),
	PERF_X86_CACHE(BPU, READ, 0, 0x03e8),
	{ }
};

static const struct perf_x86_limit nehalem_limits[] = {
	PERF_X86_LIMIT_UMASK(0x0b, 0x10, PERF_X86_NOWHERE),	/* loads above a latency */
	PERF_X86_LIMIT_RANGE(0x40, 0x43, 0x3),	/* L1D_CACHE_LD, _ST, _LOCK, L1D_ALL_REF */
	PERF_X86_LIMIT(0x48, 0x3),		/* L1D_PEND_MISS */
	PERF_X86_LIMIT(0x4c, 0x3),		/* LOAD_HIT_PRE */
	PERF_X86_LIMIT(0x4e, 0x3),		/* L1D_PREFETCH */
	PERF_X86_LIMIT_RANGE(0x51, 0x53, 0x3),	/* L1D, and hits of its fill buffers */
	PERF_X86_LIMIT(0x63, 0x3),		/* CACHE_LOCK_CYCLES */
	PERF_X86_LIMIT(0xb7, PERF_X86_NOWHERE),	/* OFF_CORE_RESPONSE_0 */
	{ }
};

/* With a shorter period the next overflow precedes the end of this one's interrupt. */
static const struct perf_x86_period nehalem_periods[] = {
	{ .least = 32 },
	{ }
};

/* Requests in bits 0 to 7, responses in 8 to 15 */
static const struct perf_x86_extra nehalem_extras[] = {
	PERF_X86_OFFCORE_0(0x01b7, GENMASK_ULL(15, 0)),
	{ }
};

static const struct perf_x86_extra westmere_extras[] = {
	PERF_X86_OFFCORE_0(0x01b7, GENMASK_ULL(15, 0)),
	PERF_X86_OFFCORE_1(0x01bb, GENMASK_ULL(15, 0)),
	{ }
};

static const struct perf_x86_cache_code nehalem_offcore[] = {
	PERF_X86_CACHE(LL, READ, 0xf701, 0xf001),
	PERF_X86_CACHE(LL, WRITE, 0xf70a, 0xf00a),
	PERF_X86_CACHE(LL, PREFETCH, 0xf730, 0xf030),
	PERF_X86_CACHE(NODE, READ, 0x7001, 0x2001),
	PERF_X86_CACHE(NODE, WRITE, 0x700a, 0x200a),
	PERF_X86_CACHE(NODE, PREFETCH, 0x7030, 0x2030),
	{ }
};

/* BRANCH_MISSES counts executed branches: the count at retirement is wrong (erratum AAJ80). */
static const struct perf_x86_model nehalem = {
	.name		= "nehalem",
	.base		= &perf_x86_intel_arch,
	.cpus		= nehalem_cpus,
	.generic	= PERF_X86_CODES {
		PERF_X86_GENERIC(BRANCH_MISSES, 0x7f89),
		PERF_X86_GENERIC(STALLED_CYCLES_FRONTEND, 0x0180010e),
		PERF_X86_GENERIC(STALLED_CYCLES_BACKEND, 0x01803fb1),
		{ }
	},
	.cache		= nehalem_cache,
	.limits		= nehalem_limits,
	.extras		= nehalem_extras,
	.offcore	= nehalem_offcore,
	.shared		= PERF_X86_SHARED_CORE,
	.periods	= nehalem_periods,
	.precise	= &perf_x86_precise_nehalem,
};

static const u32 westmere_cpus[] = { INTEL_WESTMERE, INTEL_WESTMERE_EP, INTEL_WESTMERE_EX, 0 };

static const struct perf_x86_limit westmere_limits[] = {
	PERF_X86_LIMIT(0x60, 0x1),	/* OFFCORE_REQUESTS_OUTSTANDING */
	PERF_X86_LIMIT(0xb3, 0x1),	/* SNOOPQ_REQUESTS_OUTSTANDING */
	PERF_X86_LIMIT(0xbb, PERF_X86_NOWHERE),	/* OFF_CORE_RESPONSE_1 */
	{ }
};

static const struct perf_x86_model westmere = {
	.name		= "westmere",
	.base		= &nehalem,
	.cpus		= westmere_cpus,
	.generic	= PERF_X86_CODES {
		PERF_X86_GENERIC(BRANCH_MISSES, 0x00c5),
		{ }
	},
	.limits		= westmere_limits,
	.extras		= westmere_extras,
};

/* Sandy Bridge and Ivy Bridge */
static const u32 sandybridge_cpus[] = { INTEL_SANDYBRIDGE, 0 };
static const u32 sandybridge_x_cpus[] = { INTEL_SANDYBRIDGE_X, 0 };

static const struct perf_x86_cache_code sandybridge_cache[] = {
	PERF_X86_CACHE(L1D, READ, 0x81d0, 0x0151),
	PERF_X86_CACHE(L1D, WRITE, 0x82d0, 0x0851),
	PERF_X86_CACHE(L1D, PREFETCH, 0, 0x024e),
	PERF_X86_CACHE(L1I, READ, 0, 0x0280),
	PERF_X86_CACHE(DTLB, READ, 0x81d0, 0x0108),
	PERF_X86_CACHE(DTLB, WRITE, 0x82d0, 0x0149),
	PERF_X86_CACHE(ITLB, READ, 0x1085, 0x0185),
	{ }
};

/* OFFCORE_BITS: requests, suppliers and snoop responses, with a server's remote suppliers. */
#define OFFCORE_CLIENT_BITS	0x3f807f8fffULL
#define OFFCORE_BITS		0x3fffff8fffULL
#define OFFCORE_ICELAKE_BITS	0x3fffffbfffULL
#define OFFCORE_GOLDENCOVE_BITS	GENMASK_ULL(37, 0)
#define OFFCORE_LIONCOVE_BITS	GENMASK_ULL(43, 0)

static const struct perf_x86_extra offcore_client_extras[] = {
	PERF_X86_OFFCORE_0(0x01b7, OFFCORE_CLIENT_BITS),
	PERF_X86_OFFCORE_1(0x01bb, OFFCORE_CLIENT_BITS),
	{ }
};

static const struct perf_x86_extra offcore_extras[] = {
	PERF_X86_OFFCORE_0(0x01b7, OFFCORE_BITS),
	PERF_X86_OFFCORE_1(0x01bb, OFFCORE_BITS),
	{ }
};

/*
 * Generic events of the last level cache and of memory, as off-core responses. A client has no
 * bits for memory of other sockets, nor for misses.
 */
static const struct perf_x86_cache_code sandybridge_offcore[] = {
	PERF_X86_CACHE(LL, READ, 0x10081, 0),
	PERF_X86_CACHE(LL, WRITE, 0x10102, 0),
	PERF_X86_CACHE(LL, PREFETCH, 0x10030, 0),
	{ }
};

static const struct perf_x86_cache_code sandybridge_x_offcore[] = {
	PERF_X86_CACHE(LL, READ, 0x10081, 0x3fffc00081),
	PERF_X86_CACHE(LL, WRITE, 0x10102, 0x3fffc00102),
	PERF_X86_CACHE(LL, PREFETCH, 0x10030, 0x3fffc00030),
	PERF_X86_CACHE(NODE, READ, 0x1fffc00081, 0x1fff800081),
	PERF_X86_CACHE(NODE, WRITE, 0x1fffc00102, 0x1fff800102),
	PERF_X86_CACHE(NODE, PREFETCH, 0x1fffc00030, 0x1fff800030),
	{ }
};

static const struct perf_x86_limit sandybridge_limits[] = {
	PERF_X86_LIMIT(0xb7, PERF_X86_NOWHERE),		/* OFF_CORE_RESPONSE */
	PERF_X86_LIMIT(0xbb, PERF_X86_NOWHERE),
	PERF_X86_LIMIT_UMASK(0x48, 0x01, 0x4),		/* L1D_PEND_MISS.PENDING* */
	PERF_X86_LIMIT_UMASK(0xc0, 0x01, 0x2),		/* INST_RETIRED.PREC_DIST */
	PERF_X86_LIMIT_UMASK(0xcd, 0x01, PERF_X86_NOWHERE),	/* .LOAD_LATENCY */
	PERF_X86_LIMIT(0xcd, 0x8),			/* MEM_TRANS_RETIRED */
	PERF_X86_LIMIT_UMASK(0xa3, 0x02, 0x4),		/* CYCLE_ACTIVITY.*L1D_PENDING */
	PERF_X86_LIMIT_UMASK(0xa3, 0x06, 0x4),
	PERF_X86_LIMIT_UMASK(0xa3, 0x04, 0xf),		/* .CYCLES_NO_DISPATCH */
	PERF_X86_LIMIT_UMASK(0xa3, 0x05, 0xf),		/* .STALLS_L2_PENDING */
	PERF_X86_LIMIT_RANGE(0xd0, 0xd3, 0xf),		/* retired loads and stores */
	{ }
};

static const struct perf_x86_model sandybridge = {
	.name		= "sandybridge",
	.base		= &perf_x86_intel_arch,
	.cpus		= sandybridge_cpus,
	.generic	= PERF_X86_CODES {
		PERF_X86_GENERIC(STALLED_CYCLES_FRONTEND, 0x0180010e),
		PERF_X86_GENERIC(STALLED_CYCLES_BACKEND, 0x018001b1),
		{ }
	},
	.cache		= sandybridge_cache,
	.limits		= sandybridge_limits,
	.extras		= offcore_client_extras,
	.offcore	= sandybridge_offcore,
	.precise	= &perf_x86_precise_sandybridge,
	.topdown	= perf_x86_topdown_sandybridge,
};

static const struct perf_x86_model sandybridge_x = {
	.name		= "sandybridge",
	.base		= &sandybridge,
	.cpus		= sandybridge_x_cpus,
	.extras		= offcore_extras,
	.offcore	= sandybridge_x_offcore,
};

static const u32 ivybridge_cpus[] = { INTEL_IVYBRIDGE, 0 };
static const u32 ivybridge_x_cpus[] = { INTEL_IVYBRIDGE_X, 0 };

static const struct perf_x86_cache_code ivybridge_cache[] = {
	PERF_X86_CACHE(DTLB, READ, 0, 0x8108),
	PERF_X86_CACHE(L1D, WRITE, 0, PERF_X86_NONE),
	PERF_X86_CACHE(L1D, PREFETCH, 0, PERF_X86_NONE),
	{ }
};

static const struct perf_x86_limit ivybridge_limits[] = {
	PERF_X86_LIMIT_UMASK(0x79, 0x02, 0xf),		/* IDQ.EMPTY */
	PERF_X86_LIMIT_UMASK(0x9c, 0x01, 0xf),		/* IDQ_UOPS_NOT_DELIVERED.CORE */
	PERF_X86_LIMIT_UMASK(0xa3, 0x08, 0x4),		/* CYCLE_ACTIVITY.*L1D_PENDING */
	PERF_X86_LIMIT_UMASK(0xa3, 0x0c, 0x4),
	PERF_X86_LIMIT_UMASK(0xa3, 0x02, 0xf),		/* .CYCLES_LDM_PENDING */
	PERF_X86_LIMIT_UMASK(0xa3, 0x06, 0xf),		/* .STALLS_LDM_PENDING */
	{ }
};

static const struct perf_x86_model ivybridge = {
	.name		= "ivybridge",
	.base		= &sandybridge,
	.cpus		= ivybridge_cpus,
	.generic	= PERF_X86_CODES {
		PERF_X86_GENERIC(STALLED_CYCLES_BACKEND, PERF_X86_NONE),
		{ }
	},
	.cache		= ivybridge_cache,
	.limits		= ivybridge_limits,
	.precise	= &perf_x86_precise_ivybridge,
};

static const struct perf_x86_model ivybridge_x = {
	.name		= "ivybridge",
	.base		= &ivybridge,
	.cpus		= ivybridge_x_cpus,
	.extras		= offcore_extras,
	.offcore	= sandybridge_x_offcore,
};

/* Haswell and Broadwell */
static const u32 haswell_cpus[] = {
	INTEL_HASWELL, INTEL_HASWELL_X, INTEL_HASWELL_L, INTEL_HASWELL_G, 0
};

static const struct perf_x86_cache_code haswell_cache[] = {
	PERF_X86_CACHE(L1D, READ, 0x81d0, 0x0151),
	PERF_X86_CACHE(L1D, WRITE, 0x82d0, 0),
	PERF_X86_CACHE(L1I, READ, 0, 0x0280),
	PERF_X86_CACHE(DTLB, READ, 0x81d0, 0x0108),
	PERF_X86_CACHE(DTLB, WRITE, 0x82d0, 0x0149),
	PERF_X86_CACHE(ITLB, READ, 0x6085, 0x0185),
	{ }
};

static const struct perf_x86_limit haswell_limits[] = {
	PERF_X86_LIMIT(0xb7, PERF_X86_NOWHERE),		/* OFF_CORE_RESPONSE */
	PERF_X86_LIMIT(0xbb, PERF_X86_NOWHERE),
	PERF_X86_LIMIT_UMASK(0x48, 0x01, 0x4),		/* L1D_PEND_MISS.PENDING* */
	PERF_X86_LIMIT_UMASK(0xc0, 0x01, 0x2),		/* INST_RETIRED.PREC_DIST */
	PERF_X86_LIMIT_UMASK(0xcd, 0x01, PERF_X86_NOWHERE),	/* .LOAD_LATENCY */
	PERF_X86_LIMIT(0xcd, 0x8),			/* MEM_TRANS_RETIRED */
	PERF_X86_LIMIT_UMASK(0xa3, 0x08, 0x4),		/* CYCLE_ACTIVITY.*L1D_PENDING */
	PERF_X86_LIMIT_UMASK(0xa3, 0x0c, 0x4),
	PERF_X86_LIMIT_UMASK(0xa3, 0x04, 0xf),		/* .CYCLES_NO_EXECUTE */
	PERF_X86_LIMIT_RANGE(0xd0, 0xd3, 0xf),		/* retired loads and stores */
	{ }
};

static const struct perf_x86_cache_code haswell_offcore[] = {
	PERF_X86_CACHE(LL, READ, 0x10001, 0x3fb8400001),
	PERF_X86_CACHE(LL, WRITE, 0x10002, 0x3fb8400002),
	PERF_X86_CACHE(NODE, READ, 0x1f80400001, 0x1fb8000001),
	PERF_X86_CACHE(NODE, WRITE, 0x1f80400002, 0x1fb8000002),
	{ }
};

/* Raw events may set HSW_IN_TX and HSW_IN_TX_CHECKPOINTED (TSX). */
#define HASWELL_RAW_MASK	(X86_RAW_EVENT_MASK | HSW_IN_TX | HSW_IN_TX_CHECKPOINTED)

/* INST_RETIRED.ALL (erratum HSW11); all others as on Nehalem */
static const struct perf_x86_period haswell_periods[] = {
	{ .code = 0x01c0, .least = 128 },
	{ .least = 32 },
	{ }
};

static const struct perf_x86_model haswell = {
	.name		= "haswell",
	.base		= &perf_x86_intel_arch,
	.cpus		= haswell_cpus,
	.cache		= haswell_cache,
	.limits		= haswell_limits,
	.extras		= offcore_extras,
	.offcore	= haswell_offcore,
	.periods	= haswell_periods,
	.raw_mask	= HASWELL_RAW_MASK,
	.precise	= &perf_x86_precise_haswell,
	.topdown	= perf_x86_topdown_sandybridge,
	.transactions	= perf_x86_transactions_haswell,
};

static const u32 broadwell_cpus[] = {
	INTEL_BROADWELL, INTEL_BROADWELL_G, INTEL_BROADWELL_X, INTEL_BROADWELL_D, 0
};

/* INST_RETIRED.ALL: the period's low 6 bits must be 0 (errata BDM11 and BDM55). */
static const struct perf_x86_period broadwell_periods[] = {
	{ .code = 0x01c0, .least = 128, .align = 64 },
	{ }
};

/* Local memory has bit 26, in place of bit 22. */
static const struct perf_x86_cache_code broadwell_offcore[] = {
	PERF_X86_CACHE(LL, READ, 0x10001, 0x1fbc000001),
	PERF_X86_CACHE(LL, WRITE, 0x10002, 0x1fbc000002),
	PERF_X86_CACHE(NODE, READ, 0x1f84000001, 0x1fb8000001),
	PERF_X86_CACHE(NODE, WRITE, 0x1f84000002, 0x1fb8000002),
	{ }
};

static const struct perf_x86_model broadwell = {
	.name		= "broadwell",
	.base		= &haswell,
	.cpus		= broadwell_cpus,
	.offcore	= broadwell_offcore,
	.periods	= broadwell_periods,
};

/* Skylake and its successors Kaby, Coffee, Comet and Cannon Lake */
static const u32 skylake_cpus[] = {
	INTEL_SKYLAKE_L, INTEL_SKYLAKE, INTEL_SKYLAKE_X, INTEL_KABYLAKE_L, INTEL_KABYLAKE,
	INTEL_COMETLAKE, INTEL_COMETLAKE_L, INTEL_CANNONLAKE_L, 0
};

static const struct perf_x86_cache_code skylake_cache[] = {
	PERF_X86_CACHE(L1D, READ, 0x81d0, 0x0151),
	PERF_X86_CACHE(L1D, WRITE, 0x82d0, 0),
	PERF_X86_CACHE(L1I, READ, 0, 0x0283),
	PERF_X86_CACHE(DTLB, READ, 0x81d0, 0x0e08),
	PERF_X86_CACHE(DTLB, WRITE, 0x82d0, 0x0e49),
	PERF_X86_CACHE(ITLB, READ, 0x2085, 0x0e85),
	{ }
};

static const struct perf_x86_extra skylake_extras[] = {
	PERF_X86_OFFCORE_0(0x01b7, OFFCORE_BITS),
	PERF_X86_OFFCORE_1(0x01bb, OFFCORE_BITS),
	PERF_X86_FRONTEND_ROW(0x01c6, 0x7fff17),
	{ }
};

static const struct perf_x86_cache_code skylake_offcore[] = {
	PERF_X86_CACHE(LL, READ, 0x3fc0010001, 0x3ffc020001),
	PERF_X86_CACHE(LL, WRITE, 0x3fc0010002, 0x3ffc020002),
	PERF_X86_CACHE(NODE, READ, 0x1fc4000001, 0x1ff8000001),
	PERF_X86_CACHE(NODE, WRITE, 0x1fc4000002, 0x1ff8000002),
	{ }
};

static const struct perf_x86_limit skylake_limits[] = {
	PERF_X86_LIMIT_UMASK(0xc0, 0x01, 0x2),		/* INST_RETIRED.PREC_DIST */
	PERF_X86_LIMIT(0xc6, PERF_X86_NOWHERE),		/* FRONTEND_RETIRED */
	PERF_X86_LIMIT(0xb7, PERF_X86_NOWHERE),		/* OFFCORE_RESPONSE */
	PERF_X86_LIMIT(0xbb, PERF_X86_NOWHERE),
	PERF_X86_LIMIT_UMASK(0xcd, 0x01, PERF_X86_NOWHERE),	/* .LOAD_LATENCY */
	PERF_X86_LIMIT(0xcd, 0xf),			/* MEM_TRANS_RETIRED */
	PERF_X86_LIMIT_RANGE(0xd0, 0xd4, 0xf),		/* retired loads and stores */
	{ }
};

static const struct perf_x86_model skylake = {
	.name		= "skylake",
	.base		= &perf_x86_intel_arch,
	.cpus		= skylake_cpus,
	.cache		= skylake_cache,
	.limits		= skylake_limits,
	.extras		= skylake_extras,
	.offcore	= skylake_offcore,
	.raw_mask	= HASWELL_RAW_MASK,
	.precise	= &perf_x86_precise_skylake,
	.topdown	= perf_x86_topdown_skylake,
	.transactions	= perf_x86_transactions_haswell,
};

/* Sunny, Cypress and Willow Cove: Ice Lake, Rocket Lake, Tiger Lake */
static const u32 icelake_cpus[] = {
	INTEL_ICELAKE_X, INTEL_ICELAKE_D, INTEL_ICELAKE, INTEL_ICELAKE_L, INTEL_ICELAKE_NNPI,
	INTEL_ROCKETLAKE, INTEL_TIGERLAKE_L, INTEL_TIGERLAKE, 0
};

static const struct perf_x86_extra icelake_extras[] = {
	PERF_X86_OFFCORE_0(0x01b7, OFFCORE_ICELAKE_BITS),
	PERF_X86_OFFCORE_1(0x01bb, OFFCORE_ICELAKE_BITS),
	PERF_X86_FRONTEND_ROW(0x01c6, 0x7fff17),
	{ }
};

/* INST_RETIRED.PREC_DIST has the code of Skylake, and one of its own. */
static const struct perf_x86_fixed icelake_fixed[] = {
	{ 0x00c0, 0 }, { 0x0100, 0 }, { 0x01c0, 0 }, { 0x003c, 1 }, { 0x0300, 2 }, { 0x0400, 3 },
	{ }
};

/* Eight counters, of which the upper four count only some events. */
static const struct perf_x86_limit icelake_limits[] = {
	PERF_X86_LIMIT(0x00, PERF_X86_NOWHERE),
	PERF_X86_LIMIT_UMASK(0xc0, 0x01, 0xff),
	PERF_X86_LIMIT_UMASK(0xcd, 0x01, PERF_X86_NOWHERE),	/* .LOAD_LATENCY */
	PERF_X86_LIMIT(0xcd, 0xff),
	PERF_X86_LIMIT_RANGE(0x03, 0x0a, 0xf),
	PERF_X86_LIMIT_RANGE(0x1f, 0x28, 0xf),
	PERF_X86_LIMIT(0x32, 0xf),
	PERF_X86_LIMIT_RANGE(0x48, 0x56, 0xf),
	PERF_X86_LIMIT_RANGE(0x60, 0x8b, 0xf),
	PERF_X86_LIMIT_UMASK(0xa3, 0x04, 0xff),
	PERF_X86_LIMIT_UMASK(0xa3, 0x10, 0xff),
	PERF_X86_LIMIT_UMASK(0xa3, 0x14, 0xff),
	PERF_X86_LIMIT(0xa3, 0xf),
	PERF_X86_LIMIT_RANGE(0xa8, 0xb0, 0xf),
	PERF_X86_LIMIT(0xb7, PERF_X86_NOWHERE),		/* OCR */
	PERF_X86_LIMIT(0xbb, PERF_X86_NOWHERE),
	PERF_X86_LIMIT_RANGE(0xb8, 0xbd, 0xf),
	PERF_X86_LIMIT_RANGE(0xd0, 0xe6, 0xf),
	PERF_X86_LIMIT(0xef, 0xf),
	PERF_X86_LIMIT_RANGE(0xf0, 0xf4, 0xf),
	{ }
};

static const struct perf_x86_model icelake = {
	.name		= "icelake",
	.base		= &skylake,
	.cpus		= icelake_cpus,
	.limits		= icelake_limits,
	.extras		= icelake_extras,
	.fixed		= icelake_fixed,
	.precise	= &perf_x86_precise_icelake,
	.topdown	= perf_x86_no_topdown,
	.transactions	= perf_x86_transactions_icelake,
};

/* Servers with Golden, Raptor and Redwood Cove, and a client with these big cores alone */
static const u32 sapphirerapids_cpus[] = {
	INTEL_SAPPHIRERAPIDS_X, INTEL_EMERALDRAPIDS_X, INTEL_BARTLETTLAKE, 0
};

static const u32 graniterapids_cpus[] = { INTEL_GRANITERAPIDS_X, INTEL_GRANITERAPIDS_D, 0 };

static const struct perf_x86_cache_code goldencove_cache[] = {
	PERF_X86_CACHE(L1D, READ, 0x81d0, 0x0151),
	PERF_X86_CACHE(L1D, WRITE, 0x82d0, 0),
	PERF_X86_CACHE(L1I, READ, 0, 0xe424),
	PERF_X86_CACHE(DTLB, READ, 0x81d0, 0x0e12),
	PERF_X86_CACHE(DTLB, WRITE, 0x82d0, 0x0e13),
	PERF_X86_CACHE(ITLB, READ, 0, 0x0e11),
	{ }
};

/* The lower four of eight counters count all events; the upper four only those known to. */
static const struct perf_x86_limit goldencove_limits[] = {
	PERF_X86_LIMIT(0x00, PERF_X86_NOWHERE),
	PERF_X86_LIMIT_UMASK(0xa3, 0x01, 0xf),			/* CYCLE_ACTIVITY */
	PERF_X86_LIMIT_UMASK(0xa3, 0x02, 0xf),
	PERF_X86_LIMIT_UMASK(0xa3, 0x05, 0xf),
	PERF_X86_LIMIT_UMASK(0xa3, 0x06, 0xf),
	PERF_X86_LIMIT_UMASK(0xa3, 0x08, 0xf),
	PERF_X86_LIMIT_UMASK(0xa3, 0x0c, 0xf),
	PERF_X86_LIMIT_UMASK(0xa4, 0x04, 0x1),			/* TOPDOWN.*_SLOTS */
	PERF_X86_LIMIT_UMASK(0xa4, 0x08, 0x1),
	PERF_X86_LIMIT_UMASK(0xcd, 0x01, PERF_X86_NOWHERE),	/* MEM_TRANS_RETIRED.LOAD_LATENCY */
	PERF_X86_LIMIT_UMASK(0xcd, 0x02, 0x1),			/* MEM_TRANS_RETIRED.STORE_SAMPLE */
	PERF_X86_LIMIT_RANGE(0x2a, 0x2b, PERF_X86_NOWHERE),	/* OCR */
	PERF_X86_LIMIT(0xc6, PERF_X86_NOWHERE),			/* FRONTEND_RETIRED */
	PERF_X86_LIMIT(0x2e, 0xff),
	PERF_X86_LIMIT(0x3c, 0xff),
	PERF_X86_LIMIT_RANGE(0x01, 0x8f, 0xf),
	PERF_X86_LIMIT(0xce, 0x1),				/* AMX_OPS_RETIRED */
	PERF_X86_LIMIT_RANGE(0xd0, 0xdf, 0xf),
	{ }
};

static const struct perf_x86_extra goldencove_extras[] = {
	PERF_X86_OFFCORE_0(0x012a, OFFCORE_GOLDENCOVE_BITS),
	PERF_X86_OFFCORE_1(0x012b, OFFCORE_GOLDENCOVE_BITS),
	PERF_X86_FRONTEND_ROW(0x01c6, 0x7fff1f),
	{ }
};

/* 013c: a general counter's code for the reference cycles of fixed counter 2 */
static const struct perf_x86_fixed goldencove_fixed[] = {
	{ 0x00c0, 0 }, { 0x0100, 0 }, { 0x003c, 1 }, { 0x0300, 2 }, { 0x013c, 2 }, { 0x0400, 3 },
	{ }
};

/* Misses of reads and writes have different suppliers; writes have no node. */
static const struct perf_x86_cache_code goldencove_offcore[] = {
	PERF_X86_CACHE(LL, READ, 0x10001, 0x3fbfc00001),
	PERF_X86_CACHE(LL, WRITE, 0x3f3ffc0002, 0x3f3fc00002),
	PERF_X86_CACHE(NODE, READ, 0x10c000001, 0x3fb3000001),
	{ }
};

/* INT_MISC.UNKNOWN_BRANCH_CYCLES, UOPS_RETIRED.MS */
static const struct perf_x86_frontend goldencove_frontend[] = {
	{ 0x40ad, 0x7 }, { 0x04c2, 0x8 }, { }
};

const struct perf_x86_model perf_x86_goldencove = {
	.name		= "golden_cove",
	.base		= &perf_x86_intel_arch,
	.generic	= PERF_X86_CODES {
		PERF_X86_GENERIC(REF_CPU_CYCLES, 0x013c),
		{ }
	},
	.cache		= goldencove_cache,
	.limits		= goldencove_limits,
	.extras		= goldencove_extras,
	.frontend	= goldencove_frontend,
	.offcore	= goldencove_offcore,
	.fixed		= goldencove_fixed,
	.metrics	= 8,
	.raw_mask	= HASWELL_RAW_MASK,
	.precise	= &perf_x86_precise_goldencove,
	.topdown	= perf_x86_no_topdown,
	.transactions	= perf_x86_transactions_goldencove,
};

static const struct perf_x86_model sapphirerapids = {
	.name		= "sapphire_rapids",
	.base		= &perf_x86_goldencove,
	.cpus		= sapphirerapids_cpus,
};

/* Redwood Cove: FRONTEND_RETIRED has another code for all but one of its events, .MISP_ANT. */
static const struct perf_x86_frontend redwoodcove_frontend[] = {
	{ 0x02c6, 0x9 }, { }
};

static const struct perf_x86_extra redwoodcove_extras[] = {
	PERF_X86_OFFCORE_0(0x012a, OFFCORE_GOLDENCOVE_BITS),
	PERF_X86_OFFCORE_1(0x012b, OFFCORE_GOLDENCOVE_BITS),
	PERF_X86_FRONTEND_ROW(0x03c6, 0x7fff1f),
	{ }
};

static const struct perf_x86_model graniterapids = {
	.name		= "granite_rapids",
	.base		= &perf_x86_goldencove,
	.cpus		= graniterapids_cpus,
	.extras		= redwoodcove_extras,
	.frontend	= redwoodcove_frontend,
	.precise	= &perf_x86_precise_redwoodcove,
};

/* Big cores of hybrid clients, and clients that have no other cores */
static const u32 alderlake_cpus[] = {
	INTEL_ALDERLAKE, INTEL_ALDERLAKE_L, INTEL_RAPTORLAKE, INTEL_RAPTORLAKE_P,
	INTEL_RAPTORLAKE_S, 0
};

static const u32 meteorlake_cpus[] = {
	INTEL_METEORLAKE, INTEL_METEORLAKE_L, INTEL_ARROWLAKE_U, 0
};

static const u32 lunarlake_cpus[] = {
	INTEL_ARROWLAKE, INTEL_ARROWLAKE_H, INTEL_LUNARLAKE_M, INTEL_PANTHERLAKE_L, 0
};

static const struct perf_x86_model alderlake = {
	.name		= "alderlake",
	.base		= &perf_x86_goldencove,
	.cpus		= alderlake_cpus,
};

static const struct perf_x86_model meteorlake = {
	.name		= "meteorlake",
	.base		= &perf_x86_goldencove,
	.cpus		= meteorlake_cpus,
	.extras		= redwoodcove_extras,
	.frontend	= redwoodcove_frontend,
	.precise	= &perf_x86_precise_redwoodcove,
};

/* Lion Cove: ten counters, and few events that some of them do not count */
static const struct perf_x86_extra lioncove_extras[] = {
	PERF_X86_OFFCORE_0(0x012a, OFFCORE_LIONCOVE_BITS),
	PERF_X86_OFFCORE_1(0x012b, OFFCORE_LIONCOVE_BITS),
	PERF_X86_FRONTEND_ROW(0x03c6, 0x7fff1f),
	{ }
};

static const struct perf_x86_limit lioncove_limits[] = {
	PERF_X86_LIMIT(0x20, 0xf),				/* OFFCORE_REQUESTS_OUTSTANDING */
	PERF_X86_LIMIT_UMASK(0x48, 0x01, 0x4),			/* L1D_PENDING */
	PERF_X86_LIMIT_UMASK(0x75, 0x01, 0x4),			/* INST_DECODED.DECODERS */
	PERF_X86_LIMIT_UMASK(0xa3, 0x08, 0x4),			/* CYCLE_ACTIVITY.*_L1D_MISS */
	PERF_X86_LIMIT_UMASK(0xa3, 0x0c, 0x4),
	PERF_X86_LIMIT_UMASK(0xa4, 0x10, 0x8),			/* TOPDOWN.MEMORY_BOUND_SLOTS */
	PERF_X86_LIMIT_UMASK(0xb1, 0x01, 0x8),			/* UOPS_EXECUTED.THREAD */
	PERF_X86_LIMIT_UMASK(0xcd, 0x02, 0x3),			/* MEM_TRANS_RETIRED.STORE_SAMPLE */
	PERF_X86_LIMIT_UMASK(0xd0, 0x87, 0x3ff),
	PERF_X86_LIMIT_UMASK(0xe0, 0x00, 0xf),
	PERF_X86_LIMIT(0x00, PERF_X86_NOWHERE),
	PERF_X86_LIMIT_RANGE(0x2a, 0x2b, PERF_X86_NOWHERE),	/* OCR */
	PERF_X86_LIMIT_UMASK(0xa4, 0x04, 0x1),			/* TOPDOWN.*_SLOTS */
	PERF_X86_LIMIT_UMASK(0xa4, 0x08, 0x1),
	PERF_X86_LIMIT(0xc6, PERF_X86_NOWHERE),			/* FRONTEND_RETIRED */
	PERF_X86_LIMIT_UMASK(0xcd, 0x01, PERF_X86_NOWHERE),	/* .LOAD_LATENCY */
	PERF_X86_LIMIT_RANGE(0xd0, 0xdf, 0xf),
	PERF_X86_LIMIT_RANGE(0x01, 0xff, 0x3ff),
	{ }
};

static const struct perf_x86_model lunarlake = {
	.name		= "lunarlake",
	.base		= &perf_x86_goldencove,
	.cpus		= lunarlake_cpus,
	.limits		= lioncove_limits,
	.extras		= lioncove_extras,
	.precise	= &perf_x86_precise_lioncove,
};

const struct perf_x86_model *const perf_x86_core_models[] = {
	&perf_x86_intel_arch, &yonah, &core2, &nehalem, &westmere, &sandybridge, &sandybridge_x,
	&ivybridge, &ivybridge_x, &haswell, &broadwell, &skylake, &icelake,
	&perf_x86_goldencove, &sapphirerapids,
	&graniterapids, &alderlake, &meteorlake, &lunarlake, NULL
};
