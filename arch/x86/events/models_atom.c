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

/* OFFCORE_RESPONSE needs a register of its own, which no code writes on these cores. */
static const struct perf_x86_limit offcore_limits[] = {
	PERF_X86_LIMIT(0xb7, PERF_X86_NOWHERE),	/* OFFCORE_RESPONSE */
	{ }
};

static const struct perf_x86_model silvermont = {
	.name		= "silvermont",
	.base		= &perf_x86_intel_arch,
	.cpus		= silvermont_cpus,
	.cache		= silvermont_cache,
	.limits		= offcore_limits,
};

/* Knights Landing and Mill: a much changed Silvermont core */
static const u32 knl_cpus[] = { INTEL_XEON_PHI_KNL, INTEL_XEON_PHI_KNM, 0 };

static const struct perf_x86_model knl = {
	.name		= "knights-landing",
	.base		= &silvermont,
	.cpus		= knl_cpus,
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

static const struct perf_x86_model goldmont = {
	.name		= "goldmont",
	.base		= &perf_x86_intel_arch,
	.cpus		= goldmont_cpus,
	.cache		= goldmont_cache,
	.limits		= offcore_limits,
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
};

static const u32 tremont_cpus[] = {
	INTEL_ATOM_TREMONT_D, INTEL_ATOM_TREMONT, INTEL_ATOM_TREMONT_L, 0
};

static const struct perf_x86_cache_code tremont_cache[] = {
	PERF_X86_CACHE(ITLB, READ, 0, 0x0e85),
	{ }
};

static const struct perf_x86_model tremont = {
	.name		= "tremont",
	.base		= &goldmont_plus,
	.cpus		= tremont_cpus,
	.cache		= tremont_cache,
};

/* Gracemont, Crestmont, Skymont; most of them are the small cores of hybrid processors */
static const u32 gracemont_cpus[] = { INTEL_ATOM_GRACEMONT, 0 };

static const u32 gracemont_small[] = {
	INTEL_ALDERLAKE, INTEL_ALDERLAKE_L, INTEL_RAPTORLAKE, INTEL_RAPTORLAKE_P,
	INTEL_RAPTORLAKE_S, 0
};

const struct perf_x86_model perf_x86_gracemont = {
	.name		= "gracemont",
	.base		= &tremont,
	.cpus		= gracemont_cpus,
	.small		= gracemont_small,
};

static const u32 crestmont_cpus[] = { INTEL_ATOM_CRESTMONT, INTEL_ATOM_CRESTMONT_X, 0 };

static const u32 crestmont_small[] = {
	INTEL_METEORLAKE, INTEL_METEORLAKE_L, INTEL_ARROWLAKE_U, 0
};

static const struct perf_x86_model crestmont = {
	.name		= "crestmont",
	.base		= &perf_x86_gracemont,
	.cpus		= crestmont_cpus,
	.small		= crestmont_small,
};

/* Low-power cores in the same package may be Crestmonts, with the same events. */
static const u32 skymont_small[] = {
	INTEL_ARROWLAKE, INTEL_ARROWLAKE_H, INTEL_LUNARLAKE_M, INTEL_PANTHERLAKE_L, 0
};

static const struct perf_x86_model skymont = {
	.name		= "skymont",
	.base		= &crestmont,
	.small		= skymont_small,
};

const struct perf_x86_model *const perf_x86_atom_models[] = {
	&bonnell, &silvermont, &knl, &goldmont, &goldmont_plus, &tremont, &perf_x86_gracemont,
	&crestmont, &skymont, NULL
};
