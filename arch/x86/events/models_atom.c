// SPDX-License-Identifier: GPL-2.0
/*
 * Event tables of Intel's small cores, Atom to Skymont, and of Xeon Phi.
 *
 * Owns: the tables. Context: any, they are constant.
 *
 * Sources: those of models_core.c.
 */
#include <asm/cpu_device_id.h>
#include <asm/intel-family.h>

#include "models_intel.h"

/* Bonnell and Saltwell */
static const u32 bonnell_cpus[] = {
	INTEL_ATOM_BONNELL, INTEL_ATOM_BONNELL_MID, INTEL_ATOM_SALTWELL,
	INTEL_ATOM_SALTWELL_MID, INTEL_ATOM_SALTWELL_TABLET, 0
};

static const struct perf_x86_cache_code bonnell_cache[] = {
	PERF_X86_CACHE(L1D, READ, 0x2140, 0),
	PERF_X86_CACHE(L1D, WRITE, 0x2240, 0),
	PERF_X86_CACHE(L1I, READ, 0x0380, 0x0280),
	PERF_X86_CACHE(LL, READ, 0x4f29, 0x4129),
	PERF_X86_CACHE(LL, WRITE, 0x4f2a, 0x412a),
	PERF_X86_CACHE(DTLB, READ, 0x2140, 0x0508),
	PERF_X86_CACHE(DTLB, WRITE, 0x2240, 0x0608),
	PERF_X86_CACHE(ITLB, READ, 0x00c0, 0x0282),
	{ }
};

static const struct perf_x86_model bonnell = {
	.name		= "bonnell",
	.base		= &perf_x86_intel_arch,
	.cpus		= bonnell_cpus,
	.cache		= bonnell_cache,
	.precise	= &perf_x86_precise_bonnell,
};

/* Silvermont and Airmont */
static const u32 silvermont_cpus[] = {
	INTEL_ATOM_SILVERMONT, INTEL_ATOM_SILVERMONT_D, INTEL_ATOM_SILVERMONT_MID,
	INTEL_ATOM_AIRMONT, INTEL_ATOM_AIRMONT_MID, INTEL_ATOM_AIRMONT_NP, 0
};

static const struct perf_x86_cache_code silvermont_cache[] = {
	PERF_X86_CACHE(L1D, READ, 0, 0x0104),
	PERF_X86_CACHE(L1I, READ, 0x0380, 0x0280),
	PERF_X86_CACHE(DTLB, READ, 0, 0x0804),
	PERF_X86_CACHE(ITLB, READ, 0x00c0, 0x40205),	/* PAGE_WALKS: I side, walks begun */
	{ }
};

/* OFFCORE_RESPONSE, if the processor does not have its registers */
static const struct perf_x86_limit offcore_limits[] = {
	PERF_X86_LIMIT(0xb7, PERF_X86_NOWHERE),
	{ }
};

/* One event with two codes; only the first register can measure latency, with its top bit. */
static const struct perf_x86_extra silvermont_extras[] = {
	PERF_X86_OFFCORE_0(0x01b7, 0x768005ffffULL),
	PERF_X86_OFFCORE_1(0x02b7, 0x368005ffffULL),
	{ }
};

static const struct perf_x86_cache_code silvermont_offcore[] = {
	PERF_X86_CACHE(LL, READ, 0x10001, 0),
	PERF_X86_CACHE(LL, WRITE, 0x10002, 0x3680000002),
	PERF_X86_CACHE(LL, PREFETCH, 0x10030, 0x3680000030),
	{ }
};

static const struct perf_x86_model silvermont = {
	.name		= "silvermont",
	.base		= &perf_x86_intel_arch,
	.cpus		= silvermont_cpus,
	.cache		= silvermont_cache,
	.limits		= offcore_limits,
	.extras		= silvermont_extras,
	.offcore	= silvermont_offcore,
	.precise	= &perf_x86_precise_silvermont,
	.topdown	= perf_x86_topdown_silvermont,
};

/* Knights Landing and Mill: a much changed Silvermont core */
static const u32 knl_cpus[] = { INTEL_XEON_PHI_KNL, INTEL_XEON_PHI_KNM, 0 };

static const struct perf_x86_extra knl_extras[] = {
	PERF_X86_OFFCORE_0(0x01b7, 0x799ffbbfffULL),
	PERF_X86_OFFCORE_1(0x02b7, 0x399ffbffffULL),
	{ }
};

static const struct perf_x86_cache_code knl_offcore[] = {
	PERF_X86_CACHE(LL, READ, 0x10001, 0),
	PERF_X86_CACHE(LL, WRITE, 0x10002, 0),
	{ }
};

static const struct perf_x86_model knl = {
	.name		= "knights-landing",
	.base		= &silvermont,
	.cpus		= knl_cpus,
	.extras		= knl_extras,
	.offcore	= knl_offcore,
	.topdown	= perf_x86_no_topdown,
};

/* Goldmont, Goldmont Plus, Tremont */
static const u32 goldmont_cpus[] = { INTEL_ATOM_GOLDMONT, INTEL_ATOM_GOLDMONT_D, 0 };

static const struct perf_x86_cache_code goldmont_cache[] = {
	PERF_X86_CACHE(L1D, READ, 0x81d0, 0),
	PERF_X86_CACHE(L1D, WRITE, 0x82d0, 0),
	PERF_X86_CACHE(L1I, READ, 0x0380, 0x0280),
	PERF_X86_CACHE(DTLB, READ, 0x81d0, 0),
	PERF_X86_CACHE(DTLB, WRITE, 0x82d0, 0),
	PERF_X86_CACHE(ITLB, READ, 0x00c0, 0x0481),
	{ }
};

static const struct perf_x86_extra goldmont_extras[] = {
	PERF_X86_OFFCORE_0(0x01b7, 0x760005ffbfULL),
	PERF_X86_OFFCORE_1(0x02b7, 0x360005ffbfULL),
	{ }
};

static const struct perf_x86_cache_code goldmont_offcore[] = {
	PERF_X86_CACHE(LL, READ, 0x10001, 0x3600000001),
	PERF_X86_CACHE(LL, WRITE, 0x10002, 0x3600000002),
	PERF_X86_CACHE(LL, PREFETCH, 0x10030, 0x3600000030),
	{ }
};

static const struct perf_x86_model goldmont = {
	.name		= "goldmont",
	.base		= &perf_x86_intel_arch,
	.cpus		= goldmont_cpus,
	.cache		= goldmont_cache,
	.limits		= offcore_limits,
	.extras		= goldmont_extras,
	.offcore	= goldmont_offcore,
	.precise	= &perf_x86_precise_goldmont,
	.topdown	= perf_x86_topdown_goldmont,
};

static const u32 goldmont_plus_cpus[] = { INTEL_ATOM_GOLDMONT_PLUS, 0 };

static const struct perf_x86_cache_code goldmont_plus_cache[] = {
	PERF_X86_CACHE(DTLB, READ, 0, 0x0e08),
	PERF_X86_CACHE(DTLB, WRITE, 0, 0x0e49),
	{ }
};

static const struct perf_x86_model goldmont_plus = {
	.name		= "goldmont_plus",
	.base		= &goldmont,
	.cpus		= goldmont_plus_cpus,
	.cache		= goldmont_plus_cache,
	.precise	= &perf_x86_precise_goldmont_plus,
	.topdown	= perf_x86_topdown_goldmont_plus,
};

static const u32 tremont_cpus[] = {
	INTEL_ATOM_TREMONT_D, INTEL_ATOM_TREMONT, INTEL_ATOM_TREMONT_L, 0
};

static const struct perf_x86_cache_code tremont_cache[] = {
	PERF_X86_CACHE(ITLB, READ, 0, 0x0e85),
	{ }
};

static const struct perf_x86_extra tremont_extras[] = {
	PERF_X86_OFFCORE_0(0x01b7, 0x800ff0ffffff9fffULL),
	PERF_X86_OFFCORE_1(0x02b7, 0xff0ffffff9fffULL),
	{ }
};

static const struct perf_x86_cache_code tremont_offcore[] = {
	PERF_X86_CACHE(LL, READ, 0x10001, 0x3f04000001),
	PERF_X86_CACHE(LL, WRITE, 0x10002, 0x3f04000002),
	{ }
};

static const struct perf_x86_model tremont = {
	.name		= "tremont",
	.base		= &goldmont_plus,
	.cpus		= tremont_cpus,
	.cache		= tremont_cache,
	.extras		= tremont_extras,
	.offcore	= tremont_offcore,
	.precise	= &perf_x86_precise_tremont,
	.topdown	= perf_x86_topdown_tremont,
};

/* Gracemont, Crestmont, Skymont; most of them are the small cores of hybrid processors */
static const u32 gracemont_cpus[] = { INTEL_ATOM_GRACEMONT, 0 };

static const u32 gracemont_small[] = {
	INTEL_ALDERLAKE, INTEL_ALDERLAKE_L, INTEL_RAPTORLAKE, INTEL_RAPTORLAKE_P,
	INTEL_RAPTORLAKE_S, 0
};

static const struct perf_x86_extra gracemont_extras[] = {
	PERF_X86_OFFCORE_0(0x01b7, GENMASK_ULL(37, 0)),
	PERF_X86_OFFCORE_1(0x02b7, GENMASK_ULL(37, 0)),
	{ }
};

/* 013c: a general counter's code for the reference cycles of fixed counter 2 */
static const struct perf_x86_fixed gracemont_fixed[] = {
	{ 0x00c0, 0 }, { 0x003c, 1 }, { 0x0300, 2 }, { 0x013c, 2 }, { }
};

static const struct perf_x86_limit gracemont_limits[] = {
	PERF_X86_LIMIT_UMASK(0xd0, 0x05, PERF_X86_NOWHERE),	/* .LOAD_LATENCY: PEBS only */
	{ }
};

const struct perf_x86_model perf_x86_gracemont = {
	.name		= "gracemont",
	.base		= &tremont,
	.cpus		= gracemont_cpus,
	.small		= gracemont_small,
	.generic	= PERF_X86_CODES {
		PERF_X86_GENERIC(REF_CPU_CYCLES, 0x013c),
		{ }
	},
	.limits		= gracemont_limits,
	.extras		= gracemont_extras,
	.fixed		= gracemont_fixed,
	.precise	= &perf_x86_precise_gracemont,
	.topdown	= perf_x86_topdown_gracemont,
};

static const u32 crestmont_cpus[] = { INTEL_ATOM_CRESTMONT, INTEL_ATOM_CRESTMONT_X, 0 };

static const u32 crestmont_small[] = {
	INTEL_METEORLAKE, INTEL_METEORLAKE_L, INTEL_ARROWLAKE_U, 0
};

static const struct perf_x86_extra crestmont_extras[] = {
	PERF_X86_OFFCORE_0(0x01b7, 0x800ff3ffffffffffULL),
	PERF_X86_OFFCORE_1(0x02b7, 0xff3ffffffffffULL),
	PERF_X86_SNOOP_ROW(0x0127, 0),
	PERF_X86_SNOOP_ROW(0x0227, 1),
	{ }
};

static const struct perf_x86_model crestmont = {
	.name		= "crestmont",
	.base		= &perf_x86_gracemont,
	.extras		= crestmont_extras,
	.cpus		= crestmont_cpus,
	.small		= crestmont_small,
	.topdown	= perf_x86_topdown_crestmont,
};

/* Low-power cores in the same package may be Crestmonts, with the same events. */
static const u32 skymont_small[] = {
	INTEL_ARROWLAKE, INTEL_ARROWLAKE_H, INTEL_LUNARLAKE_M, INTEL_PANTHERLAKE_L, 0
};

/*
 * Fixed counters 4 to 6: TOPDOWN_BAD_SPECULATION, _FE_BOUND and _RETIRING, all of each, by the
 * fixed counters' codes and by those of general counters
 */
static const struct perf_x86_fixed skymont_fixed[] = {
	{ 0x00c0, 0 }, { 0x003c, 1 }, { 0x0300, 2 }, { 0x013c, 2 },
	{ 0x0500, 4 }, { 0x0073, 4 }, { 0x0600, 5 }, { 0x019c, 5 }, { 0x0700, 6 }, { 0x02c2, 6 },
	{ }
};

static const struct perf_x86_model skymont = {
	.name		= "skymont",
	.base		= &crestmont,
	.small		= skymont_small,
	.fixed		= skymont_fixed,
	.topdown	= perf_x86_topdown_skymont,
};

const struct perf_x86_model *const perf_x86_atom_models[] = {
	&bonnell, &silvermont, &knl, &goldmont, &goldmont_plus, &tremont, &perf_x86_gracemont,
	&crestmont, &skymont, NULL
};
