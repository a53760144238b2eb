// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of the models' tables: perf_x86_model_fault() checks each table, and codes of some
 * well-known processors are compared with their manuals.
 */
#include <kunit/test.h>

#include <asm/cpu_device_id.h>
#include <asm/intel-family.h>
#include <asm/processor.h>

#include "families.h"
#include "model_kunit.h"
#include "models_legacy.h"
#include "sysfs.h"

/* A PMU with every counter that a table can name. */
static void big_pmu(struct perf_x86_pmu *pmu, const struct perf_x86_model *model,
		    const struct perf_x86_regs *regs)
{
	*pmu = (struct perf_x86_pmu) {
		.regs		= *regs,
		.counters	= 0xff | 0xfULL << INTEL_PMC_IDX_FIXED,
		.width		= 48,
	};
	perf_x86_model_apply(pmu, model);
}

static const struct perf_x86_regs *regs_of(unsigned int list)
{
	return list == 2 ? &perf_x86_amd_regs_v2 : &perf_x86_intel_regs_v2;
}

/* big_pmu() with the model of the processor @cpu. */
static void big_pmu_of(struct kunit *test, struct perf_x86_pmu *pmu, u32 cpu)
{
	const struct perf_x86_model *model = NULL;
	unsigned int list;

	for (list = 0; !model && list < ARRAY_SIZE(all_models); list++)
		model = perf_x86_model_find(all_models[list], cpu);
	KUNIT_ASSERT_NOT_NULL_MSG(test, model, "%x", cpu);
	big_pmu(pmu, model, regs_of(list - 1));
}

static void every_table_is_sound(struct kunit *test)
{
	const struct perf_x86_model *const *model;
	unsigned int i, number = 0;

	for (i = 0; i < ARRAY_SIZE(all_models); i++) {
		for (model = all_models[i]; *model; model++, number++)
			KUNIT_EXPECT_STREQ_MSG(test, perf_x86_model_fault(*model) ?: "sound",
					       "sound", "%s", (*model)->name);
	}
	KUNIT_EXPECT_GT(test, number, 35);
}

static void every_processor_has_one_model(struct kunit *test)
{
	const struct perf_x86_model *const *model;
	const u32 *cpu;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(all_models); i++) {
		for (model = all_models[i]; *model; model++) {
			for (cpu = (*model)->cpus; cpu && *cpu; cpu++)
				KUNIT_EXPECT_PTR_EQ_MSG(test, *model,
							perf_x86_model_find(all_models[i], *cpu),
							"%x is in two tables", *cpu);
		}
	}
}

static void expect_counted(struct kunit *test, const struct perf_x86_pmu *pmu, u64 code)
{
	if (!code || code == PERF_X86_NONSENSE)
		return;
	KUNIT_EXPECT_NE_MSG(test, perf_x86_model_counters(pmu, code), 0ULL,
			    "%s: %llx has no counter", pmu->model->name, code);
}

static void every_event_has_a_counter(struct kunit *test)
{
	struct perf_x86_pmu *pmu = kunit_kzalloc(test, sizeof(*pmu), GFP_KERNEL);
	const struct perf_x86_model *const *model;
	unsigned int i, j;

	KUNIT_ASSERT_NOT_NULL(test, pmu);
	for (i = 0; i < ARRAY_SIZE(all_models); i++) {
		for (model = all_models[i]; *model; model++) {
			big_pmu(pmu, *model, regs_of(i));
			for (j = 0; j < PERF_COUNT_HW_MAX; j++)
				expect_counted(test, pmu, pmu->generic[j]);
			for (j = 0; j < sizeof(pmu->cache) / sizeof(u64); j++)
				expect_counted(test, pmu, (&pmu->cache[0][0][0])[j]);
			/* ZX-C counts cycles only, Pentium instructions only. */
			KUNIT_EXPECT_NE(test, pmu->generic[PERF_COUNT_HW_INSTRUCTIONS] |
					      pmu->generic[PERF_COUNT_HW_CPU_CYCLES], 0ULL);
		}
	}
}

struct model_vector {
	u32	cpu;
	u8	event;
	u64	code;
	u64	counters;
};

#define CACHE(_pmu, _cache, _op, _result)					\
	((_pmu)->cache[PERF_COUNT_HW_CACHE_##_cache][PERF_COUNT_HW_CACHE_OP_##_op]	\
		       [PERF_COUNT_HW_CACHE_RESULT_##_result])
#define FIXED(_number)	BIT_ULL(INTEL_PMC_IDX_FIXED + (_number))
#define AMD(_family)	VFM_MAKE(X86_VENDOR_AMD, _family, X86_MODEL_ANY)

static const struct model_vector vectors[] = {
	{ INTEL_CORE_YONAH, PERF_COUNT_HW_REF_CPU_CYCLES, 0, 0 },
	{ INTEL_CORE2_MEROM, PERF_COUNT_HW_CPU_CYCLES, 0x3c, 0xff | FIXED(1) },
	{ INTEL_NEHALEM_EP, PERF_COUNT_HW_INSTRUCTIONS, 0xc0, 0xff | FIXED(0) },
	{ INTEL_NEHALEM_EP, PERF_COUNT_HW_STALLED_CYCLES_BACKEND, 0x01803fb1, 0xff },
	{ INTEL_WESTMERE_EP, PERF_COUNT_HW_STALLED_CYCLES_BACKEND, 0x01803fb1, 0xff },
	{ INTEL_SANDYBRIDGE, PERF_COUNT_HW_STALLED_CYCLES_BACKEND, 0x018001b1, 0xff },
	{ INTEL_IVYBRIDGE, PERF_COUNT_HW_STALLED_CYCLES_BACKEND, 0, 0 },
	{ INTEL_IVYBRIDGE, PERF_COUNT_HW_STALLED_CYCLES_FRONTEND, 0x0180010e, 0xff },
	{ INTEL_HASWELL_X, PERF_COUNT_HW_BUS_CYCLES, 0x013c, 0xff },
	{ INTEL_SKYLAKE_X, PERF_COUNT_HW_REF_CPU_CYCLES, 0x0300, FIXED(2) },
	{ INTEL_SKYLAKE_X, PERF_COUNT_HW_STALLED_CYCLES_FRONTEND, 0, 0 },
	{ INTEL_ICELAKE_X, PERF_COUNT_HW_CACHE_MISSES, 0x412e, 0xff },
	{ INTEL_SAPPHIRERAPIDS_X, PERF_COUNT_HW_CACHE_MISSES, 0x412e, 0xff },
	{ INTEL_SAPPHIRERAPIDS_X, PERF_COUNT_HW_BRANCH_MISSES, 0xc5, 0xff },
	{ INTEL_ATOM_GRACEMONT, PERF_COUNT_HW_BRANCH_INSTRUCTIONS, 0xc4, 0xff },
	{ INTEL_NEHALEM_EX, PERF_COUNT_HW_BRANCH_MISSES, 0x7f89, 0xff },
	{ INTEL_WESTMERE_EX, PERF_COUNT_HW_BRANCH_MISSES, 0xc5, 0xff },
	{ AMD(0x06), PERF_COUNT_HW_CPU_CYCLES, 0x76, 0xff },
	{ AMD(0x06), PERF_COUNT_HW_STALLED_CYCLES_FRONTEND, 0, 0 },
	{ AMD(0x0f), PERF_COUNT_HW_CACHE_REFERENCES, 0x077d, 0xff },
	{ AMD(0x10), PERF_COUNT_HW_STALLED_CYCLES_BACKEND, 0xd1, 0xff },
	{ AMD(0x11), PERF_COUNT_HW_STALLED_CYCLES_BACKEND, 0xd1, 0xff },
	{ AMD(0x12), PERF_COUNT_HW_CACHE_MISSES, 0x077e, 0xff },
	{ AMD(0x14), PERF_COUNT_HW_CACHE_MISSES, 0x037e, 0xff },
	{ AMD(0x14), PERF_COUNT_HW_STALLED_CYCLES_FRONTEND, 0, 0 },
	{ AMD(0x15), PERF_COUNT_HW_INSTRUCTIONS, 0xc0, 0xff },
	{ AMD(0x16), PERF_COUNT_HW_CACHE_MISSES, 0x41, 0xff },
	{ AMD(0x16), PERF_COUNT_HW_STALLED_CYCLES_BACKEND, 0, 0 },
	{ AMD(0x15), PERF_COUNT_HW_STALLED_CYCLES_FRONTEND, 0xd0, 0x07 },
	{ AMD(0x17), PERF_COUNT_HW_CACHE_REFERENCES, 0xff60, 0xff },
	{ AMD(0x19), PERF_COUNT_HW_STALLED_CYCLES_FRONTEND, 0xa9, 0xff },
	{ AMD(0x19), PERF_COUNT_HW_REF_CPU_CYCLES, 0, 0 },
	{ AMD(0x1a), PERF_COUNT_HW_REF_CPU_CYCLES, 0x100000120, 0xff },
};

static void known_processors_count_what_manuals_say(struct kunit *test)
{
	struct perf_x86_pmu *pmu = kunit_kzalloc(test, sizeof(*pmu), GFP_KERNEL);
	unsigned int i;

	KUNIT_ASSERT_NOT_NULL(test, pmu);
	for (i = 0; i < ARRAY_SIZE(vectors); i++) {
		const struct model_vector *vector = &vectors[i];

		big_pmu_of(test, pmu, vector->cpu);
		KUNIT_EXPECT_EQ_MSG(test, vector->code, pmu->generic[vector->event],
				    "%s, event %u", pmu->model->name, vector->event);
		if (vector->code)
			KUNIT_EXPECT_EQ_MSG(test, vector->counters,
					    perf_x86_model_counters(pmu, vector->code),
					    "%s, event %u", pmu->model->name, vector->event);
	}
}

struct limit_vector {
	u32	cpu;
	u64	code;
	u64	counters;
};

static const struct limit_vector limit_vectors[] = {
	{ INTEL_CORE_YONAH, 0x0011, 0x2 },
	{ INTEL_CORE_YONAH, 0x0013, 0x2 },
	{ INTEL_CORE_YONAH, 0x0014, 0x1 },
	{ INTEL_CORE_YONAH, 0x0019, 0x2 },
	{ INTEL_CORE_YONAH, 0x00c1, 0x1 },
	{ INTEL_CORE2_MEROM, 0x0012, 0x2 },
	{ INTEL_CORE2_MEROM, 0x0010, 0x1 },
	{ INTEL_NEHALEM, 0x0f40, 0x3 },
	{ INTEL_NEHALEM_EP, 0x014c, 0x3 },
	{ INTEL_NEHALEM_EP, 0x0152, 0x3 },
	{ INTEL_NEHALEM_EX, 0x0153, 0x3 },
	{ INTEL_WESTMERE_EP, 0x014c, 0x3 },
	{ INTEL_WESTMERE_EX, 0x0152, 0x3 },
	{ INTEL_WESTMERE, 0x0160, 0x1 },
	{ INTEL_WESTMERE, 0x0f40, 0x3 },	/* from the base model */
	{ INTEL_SANDYBRIDGE, 0x01c0, 0x2 },
	{ INTEL_SANDYBRIDGE, 0x00c0, 0xff | FIXED(0) },
	{ INTEL_SANDYBRIDGE, 0x05a3, 0xf },
	{ INTEL_SANDYBRIDGE, 0x02a3, 0x4 },
	{ INTEL_SANDYBRIDGE, 0x0148, 0x4 },
	{ INTEL_SANDYBRIDGE, 0x0248, 0xff },
	{ INTEL_IVYBRIDGE, 0x0279, 0xf },
	{ INTEL_IVYBRIDGE, 0x019c, 0xf },
	{ INTEL_IVYBRIDGE, 0x08a3, 0x4 },	/* replaces the base model's limit */
	{ INTEL_HASWELL, 0x01cd, 0 },		/* counts with PEBS only */
	{ INTEL_SANDYBRIDGE, 0x02cd, 0x8 },
	{ INTEL_NEHALEM, 0x100b, 0 },
	{ INTEL_SANDYBRIDGE_X, 0x01b7, 0x3 },
	{ INTEL_IVYBRIDGE_X, 0x01bb, 0x3 },
	{ INTEL_BROADWELL, 0x01bb, 0x3 },
	{ INTEL_SKYLAKE_X, 0x02b7, 0 },
	{ INTEL_ICELAKE, 0x01b7, 0x3 },
	{ INTEL_SAPPHIRERAPIDS_X, 0x012b, 0x3 },
	{ INTEL_SAPPHIRERAPIDS_X, 0x022b, 0 },
	{ INTEL_WESTMERE, 0x01bb, 0x3 },
	{ INTEL_NEHALEM, 0x01bb, 0xff },	/* not Nehalem's code of off-core responses */
	{ INTEL_SKYLAKE, 0x01c6, 0x4 },		/* the counter that its register belongs to */
	{ INTEL_GRANITERAPIDS_X, 0x03c6, 0x4 },
	{ INTEL_SAPPHIRERAPIDS_X, 0x03c6, 0 },
	{ INTEL_SKYLAKE, 0x01b7, 0x3 },
	{ INTEL_NEHALEM, 0x01b7, 0x1 },
	{ INTEL_ATOM_GRACEMONT, 0x01b7, 0x3 },
	{ INTEL_ATOM_SILVERMONT, 0x02b7, 0x3 },
	{ INTEL_XEON_PHI_KNL, 0x01b7, 0x3 },
	{ INTEL_ATOM_GRACEMONT, 0x013c, 0xff | FIXED(2) },
	{ INTEL_ATOM_TREMONT, 0x013c, 0xff },
	{ INTEL_SKYLAKE, 0x2000000c4, 0x4 },	/* rolled back with a transaction */
	{ INTEL_SKYLAKE, 0x1000000c0, 0xff },
	{ INTEL_SKYLAKE, 0x0400, FIXED(3) },
	{ INTEL_SKYLAKE, 0x014000c0, 0xff },	/* a threshold: not on a fixed counter */
	{ INTEL_ICELAKE_X, 0x01c0, 0xff | FIXED(0) },	/* INST_RETIRED.PREC_DIST */
	{ INTEL_ICELAKE_X, 0x0100, FIXED(0) },
	{ INTEL_ICELAKE, 0x018001c0, 0xff },		/* .STALL_CYCLES */
	{ INTEL_SKYLAKE, 0x01c0, 0x2 },
	{ INTEL_ICELAKE_X, 0x10a3, 0xff },
	{ INTEL_ICELAKE_X, 0x0ca3, 0xf },
	{ INTEL_SAPPHIRERAPIDS_X, 0x02a4, 0xff },
	{ INTEL_SAPPHIRERAPIDS_X, 0x04a4, 0x1 },
	{ INTEL_SAPPHIRERAPIDS_X, 0x01b0, 0xff },
	{ INTEL_SAPPHIRERAPIDS_X, 0x06a3, 0xf },
	{ INTEL_SAPPHIRERAPIDS_X, 0x01ce, 0x1 },
	{ INTEL_SAPPHIRERAPIDS_X, 0x0100, FIXED(0) },
	{ INTEL_SAPPHIRERAPIDS_X, 0x013c, 0xff | FIXED(2) },
	{ INTEL_LUNARLAKE_M, 0x0148, 0x4 },
	{ INTEL_LUNARLAKE_M, 0x0175, 0x4 },
	{ INTEL_LUNARLAKE_M, 0x08a3, 0x4 },
	{ INTEL_LUNARLAKE_M, 0x0ca3, 0x4 },
	{ INTEL_ARROWLAKE, 0x10a4, 0x8 },
	{ INTEL_ARROWLAKE, 0x01b1, 0x8 },
	{ INTEL_ARROWLAKE, 0x00e0, 0xf },
	{ INTEL_ARROWLAKE, 0x0e12, 0xff },
	{ INTEL_SAPPHIRERAPIDS_X, 0x81d0, 0xf },
	{ INTEL_SAPPHIRERAPIDS_X, 0x0400, FIXED(3) },
	{ INTEL_SAPPHIRERAPIDS_X, 0x0500, 0 },
	{ AMD(0x0f), 0x00e0, 0xf },
	{ AMD(0x10), 0x00e0, 0xf },
	{ AMD(0x10), 0x4000000e1, 0xf },
	{ AMD(0x16), 0x00e0, 0 },
	{ AMD(0x15), 0x0003, 0x08 },
	{ AMD(0x15), 0x0001, 0x38 },
	{ AMD(0x15), 0x0031, 0x07 },
	{ AMD(0x15), 0x1031, 0x07 },
	{ AMD(0x15), 0x0331, 0 },		/* two kinds of requests at a time */
	{ AMD(0x15), 0x100000001, 0x38 },
	{ AMD(0x15), 0x01a0, 0 },
	{ AMD(0x15), 0x1000000d6, 0xff & 0x3f },
	{ AMD(0x17), 0x0003, 0x55 },		/* and the next counter */
	{ AMD(0x19), 0xff03, 0x55 },
	{ AMD(0x1a), 0x0f03, 0x55 },
	{ AMD(0x17), 0x100000003, 0xff },
	{ AMD(0x17), 0x0002, 0xff },
};

static void limits_are_kept(struct kunit *test)
{
	struct perf_x86_pmu *pmu = kunit_kzalloc(test, sizeof(*pmu), GFP_KERNEL);
	unsigned int i;

	KUNIT_ASSERT_NOT_NULL(test, pmu);
	for (i = 0; i < ARRAY_SIZE(limit_vectors); i++) {
		const struct limit_vector *vector = &limit_vectors[i];

		big_pmu_of(test, pmu, vector->cpu);
		KUNIT_EXPECT_EQ_MSG(test, vector->counters,
				    perf_x86_model_counters(pmu, vector->code),
				    "%s, %llx", pmu->model->name, vector->code);
	}
}

/* Both kinds of CPU of a hybrid processor have the same model number. */
static const struct {
	u32		cpu;
	const char	*big;
	const char	*small;
	u64		big_itlb;
	u64		small_itlb;
} hybrids[] = {
	{ INTEL_ALDERLAKE, "alderlake", "gracemont", 0x0e11, 0x0e85 },
	{ INTEL_RAPTORLAKE_P, "alderlake", "gracemont", 0x0e11, 0x0e85 },
	{ INTEL_METEORLAKE_L, "meteorlake", "crestmont", 0x0e11, 0x0e85 },
	{ INTEL_ARROWLAKE_U, "meteorlake", "crestmont", 0x0e11, 0x0e85 },
	{ INTEL_ARROWLAKE, "lunarlake", "skymont", 0x0e11, 0x0e85 },
	{ INTEL_LUNARLAKE_M, "lunarlake", "skymont", 0x0e11, 0x0e85 },
};

static void hybrids_have_two_models(struct kunit *test)
{
	struct perf_x86_pmu *pmu = kunit_kzalloc(test, sizeof(*pmu), GFP_KERNEL);
	const struct perf_x86_model *big, *small;
	unsigned int i;

	KUNIT_ASSERT_NOT_NULL(test, pmu);
	for (i = 0; i < ARRAY_SIZE(hybrids); i++) {
		big = perf_x86_model_find(perf_x86_core_models, hybrids[i].cpu);
		small = perf_x86_model_find_small(perf_x86_atom_models, hybrids[i].cpu);
		KUNIT_ASSERT_NOT_NULL(test, big);
		KUNIT_ASSERT_NOT_NULL(test, small);
		KUNIT_EXPECT_STREQ(test, hybrids[i].big, big->name);
		KUNIT_EXPECT_STREQ(test, hybrids[i].small, small->name);
		big_pmu(pmu, big, &perf_x86_intel_regs_v2);
		KUNIT_EXPECT_EQ(test, hybrids[i].big_itlb, CACHE(pmu, ITLB, READ, MISS));
		big_pmu(pmu, small, &perf_x86_intel_regs_v2);
		KUNIT_EXPECT_EQ(test, hybrids[i].small_itlb, CACHE(pmu, ITLB, READ, MISS));
	}
	KUNIT_EXPECT_NULL(test, perf_x86_model_find_small(perf_x86_atom_models,
							  INTEL_SAPPHIRERAPIDS_X));
	KUNIT_EXPECT_NULL(test, perf_x86_model_find(perf_x86_atom_models, INTEL_ALDERLAKE));
}

static void small_cpus_have_one_model(struct kunit *test)
{
	const struct perf_x86_model *const *model;
	const u32 *cpu;

	for (model = perf_x86_atom_models; *model; model++) {
		for (cpu = (*model)->small; cpu && *cpu; cpu++) {
			KUNIT_EXPECT_PTR_EQ_MSG(test, *model,
						perf_x86_model_find_small(perf_x86_atom_models,
									  *cpu),
						"%x is in two tables", *cpu);
			/* perf_x86_model_find() must return a model for the big CPUs, too. */
			KUNIT_EXPECT_NOT_NULL_MSG(test,
						  perf_x86_model_find(perf_x86_core_models, *cpu),
						  "%x", *cpu);
		}
	}
}

struct cache_vector {
	u32	cpu;
	u8	cache;
	u8	op;
	u8	result;
	u64	code;
};

#define CACHE_VECTOR(_cpu, _cache, _op, _result, _code)				\
	{ _cpu, PERF_COUNT_HW_CACHE_##_cache, PERF_COUNT_HW_CACHE_OP_##_op,	\
	  PERF_COUNT_HW_CACHE_RESULT_##_result, _code }

static const struct cache_vector cache_vectors[] = {
	CACHE_VECTOR(INTEL_CORE2_MEROM, DTLB, WRITE, MISS, 0x0808),
	CACHE_VECTOR(INTEL_WESTMERE_EP, BPU, READ, MISS, 0x03e8),
	CACHE_VECTOR(INTEL_HASWELL, ITLB, READ, ACCESS, 0x6085),
	CACHE_VECTOR(INTEL_ICELAKE_X, L1I, READ, MISS, 0x0283),
	CACHE_VECTOR(INTEL_SAPPHIRERAPIDS_X, DTLB, WRITE, MISS, 0x0e13),
	CACHE_VECTOR(INTEL_ATOM_SILVERMONT, ITLB, READ, MISS, 0x40205),
	CACHE_VECTOR(INTEL_XEON_PHI_KNL, ITLB, READ, MISS, 0x40205),
	CACHE_VECTOR(INTEL_ATOM_GOLDMONT, ITLB, READ, MISS, 0x0481),
	CACHE_VECTOR(INTEL_ATOM_TREMONT_D, ITLB, READ, MISS, 0x0e85),
	CACHE_VECTOR(AMD(0x0f), L1D, PREFETCH, MISS, 0x0167),
	CACHE_VECTOR(AMD(0x10), DTLB, READ, MISS, 0x0746),
	CACHE_VECTOR(AMD(0x11), DTLB, READ, MISS, 0x0046),
	CACHE_VECTOR(AMD(0x14), DTLB, READ, MISS, 0x0846),
	CACHE_VECTOR(AMD(0x14), L1D, PREFETCH, ACCESS, 0),
	CACHE_VECTOR(AMD(0x15), L1D, READ, MISS, 0x0141),
	CACHE_VECTOR(AMD(0x15), L1D, PREFETCH, MISS, 0),
	CACHE_VECTOR(AMD(0x15), ITLB, READ, MISS, 0x0785),
	CACHE_VECTOR(AMD(0x16), DTLB, WRITE, MISS, 0x0446),
	CACHE_VECTOR(AMD(0x16), LL, READ, MISS, 0),
	CACHE_VECTOR(AMD(0x17), DTLB, READ, MISS, 0xf045),
};

static void caches_are_what_manuals_say(struct kunit *test)
{
	struct perf_x86_pmu *pmu = kunit_kzalloc(test, sizeof(*pmu), GFP_KERNEL);
	unsigned int i;

	KUNIT_ASSERT_NOT_NULL(test, pmu);
	for (i = 0; i < ARRAY_SIZE(cache_vectors); i++) {
		const struct cache_vector *vector = &cache_vectors[i];

		big_pmu_of(test, pmu, vector->cpu);
		KUNIT_EXPECT_EQ_MSG(test, vector->code,
				    pmu->cache[vector->cache][vector->op][vector->result],
				    "%s, vector %u", pmu->model->name, i);
	}
}

static void short_periods_are_lengthened(struct kunit *test)
{
	struct perf_x86_pmu *pmu = kunit_kzalloc(test, sizeof(*pmu), GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, pmu);
	big_pmu(pmu, perf_x86_model_find(perf_x86_core_models, INTEL_WESTMERE),
		&perf_x86_intel_regs_v2);
	KUNIT_ASSERT_NOT_NULL(test, pmu->periods);
	KUNIT_EXPECT_EQ(test, 32LL, perf_x86_model_period(pmu, 0x00c0, 1));
	KUNIT_EXPECT_EQ(test, 33LL, perf_x86_model_period(pmu, 0x00c0, 33));
	big_pmu(pmu, perf_x86_model_find(perf_x86_core_models, INTEL_HASWELL),
		&perf_x86_intel_regs_v2);
	KUNIT_EXPECT_EQ(test, 128LL, perf_x86_model_period(pmu, 0x5301c0, 1));
	KUNIT_EXPECT_EQ(test, 129LL, perf_x86_model_period(pmu, 0x5301c0, 129));
	KUNIT_EXPECT_EQ(test, 32LL, perf_x86_model_period(pmu, 0x5300c4, 1));
	big_pmu(pmu, perf_x86_model_find(perf_x86_core_models, INTEL_BROADWELL_X),
		&perf_x86_intel_regs_v2);
	KUNIT_EXPECT_EQ(test, 128LL, perf_x86_model_period(pmu, 0x5301c0, 1));
	KUNIT_EXPECT_EQ(test, 192LL, perf_x86_model_period(pmu, 0x5301c0, 255));
	KUNIT_EXPECT_EQ(test, 1LL, perf_x86_model_period(pmu, 0x5300c4, 1));
	big_pmu(pmu, perf_x86_model_find(perf_x86_core_models, INTEL_SKYLAKE),
		&perf_x86_intel_regs_v2);
	KUNIT_EXPECT_NULL(test, pmu->periods);
}

static void extra_registers_have_their_bits(struct kunit *test)
{
	static const struct {
		u32	cpu;
		u64	bits;
		u64	second;
	} models[] = {
		{ INTEL_CORE2_MEROM, 0 },
		{ INTEL_WESTMERE, 0xffff, 0xffff },
		{ INTEL_SANDYBRIDGE, 0x3f807f8fff, 0x3f807f8fff },
		{ INTEL_SANDYBRIDGE_X, 0x3fffff8fff, 0x3fffff8fff },
		{ INTEL_IVYBRIDGE, 0x3f807f8fff, 0x3f807f8fff },
		{ INTEL_BROADWELL_X, 0x3fffff8fff, 0x3fffff8fff },
		{ INTEL_COMETLAKE, 0x3fffff8fff, 0x3fffff8fff },
		{ INTEL_TIGERLAKE, 0x3fffffbfff, 0x3fffffbfff },
		{ INTEL_GRANITERAPIDS_X, 0x3fffffffff, 0x3fffffffff },
		{ INTEL_LUNARLAKE_M, 0xfffffffffff, 0xfffffffffff },
		{ INTEL_ATOM_SILVERMONT, 0x768005ffff, 0x368005ffff },
		{ INTEL_ATOM_GOLDMONT_PLUS, 0x760005ffbf, 0x360005ffbf },
		{ INTEL_ATOM_TREMONT, 0x800ff0ffffff9fff, 0xff0ffffff9fff },
		{ INTEL_ATOM_GRACEMONT, 0x3fffffffff, 0x3fffffffff },
		{ INTEL_ATOM_CRESTMONT, 0x800ff3ffffffffff, 0xff3ffffffffff },
	};
	struct perf_x86_pmu *pmu = kunit_kzalloc(test, sizeof(*pmu), GFP_KERNEL);
	unsigned int i;

	KUNIT_ASSERT_NOT_NULL(test, pmu);
	for (i = 0; i < ARRAY_SIZE(models); i++) {
		big_pmu_of(test, pmu, models[i].cpu);
		KUNIT_EXPECT_EQ(test, !models[i].bits, !pmu->extras);
		if (!pmu->extras)
			continue;
		KUNIT_EXPECT_EQ_MSG(test, models[i].bits, pmu->extras[0].bits, "%s",
				    pmu->model->name);
		KUNIT_EXPECT_EQ_MSG(test, models[i].second, pmu->extras[1].bits, "%s",
				    pmu->model->name);
	}
}

static void a_base_lends_what_is_not_said(struct kunit *test)
{
	struct perf_x86_pmu *pmu = kunit_kzalloc(test, sizeof(*pmu), GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, pmu);
	big_pmu(pmu, perf_x86_model_find(perf_x86_core_models, INTEL_IVYBRIDGE),
		&perf_x86_intel_regs_v2);
	/* From ivybridge itself, its base, its base's base; and one that ivybridge removes. */
	KUNIT_EXPECT_EQ(test, 0x8108ULL, CACHE(pmu, DTLB, READ, MISS));
	KUNIT_EXPECT_EQ(test, 0x0280ULL, CACHE(pmu, L1I, READ, MISS));
	KUNIT_EXPECT_EQ(test, 0x00c5ULL, CACHE(pmu, BPU, READ, MISS));
	KUNIT_EXPECT_EQ(test, 0ULL, CACHE(pmu, L1D, WRITE, MISS));
	KUNIT_EXPECT_EQ(test, (u64)X86_RAW_EVENT_MASK, pmu->raw_mask);
}

/* VIA's Nano has CPUID leaf 0AH, but lacks the fixed counters of version 2. */
static void a_nano_is_no_zxc(struct kunit *test)
{
	static const struct {
		u8				family;
		u8				model;
		u8				stepping;
		const struct perf_x86_model	*tables;
	} processors[] = {
		{ 6, 0x0a, 9, NULL },		/* C7 */
		{ 6, 0x0f, 0x0a, NULL },	/* Nano 3000 */
		{ 6, 0x0f, 0x0d, NULL },
		{ 6, 0x0f, 0x0e, &perf_x86_zxc },
		{ 6, 0x19, 0, &perf_x86_zxc },
		{ 7, 0x19, 0, NULL },
		{ 7, 0x1b, 0, &perf_x86_zxd },
		{ 7, 0x3b, 0, &perf_x86_zxe },
	};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(processors); i++) {
		struct cpuinfo_x86 *cpu = kunit_kzalloc(test, sizeof(*cpu), GFP_KERNEL);

		KUNIT_ASSERT_NOT_NULL(test, cpu);
		cpu->x86 = processors[i].family;
		cpu->x86_model = processors[i].model;
		cpu->x86_stepping = processors[i].stepping;
		KUNIT_EXPECT_PTR_EQ_MSG(test, processors[i].tables, perf_x86_zhaoxin_model(cpu),
					"number %u", i);
	}
}

/*
 * Wrong tables.
 */
static const struct perf_x86_cache_code twice[] = {
	PERF_X86_CACHE(L1D, READ, 1, 2),
	PERF_X86_CACHE(L1D, READ, 0, 3),
	{ }
};

static const struct perf_x86_cache_code strange[] = {
	{ .cache = PERF_COUNT_HW_CACHE_MAX, .access = 1 },
	{ }
};

static const struct perf_x86_limit hidden[] = {
	PERF_X86_LIMIT_RANGE(0x10, 0x20, 1),
	PERF_X86_LIMIT(0x18, 2),
	{ }
};

static const struct perf_x86_limit fixed_limit[] = {
	PERF_X86_LIMIT(0x18, FIXED(0)),
	{ }
};

static const struct perf_x86_period crooked[] = {
	{ .least = 100, .align = 64 },
	{ }
};

static const struct perf_x86_period hidden_period[] = {
	{ .least = 32 },
	{ .code = 0xc0, .least = 64 },
	{ }
};

static const struct perf_x86_generic_code wrong_codes[] = {
	PERF_X86_GENERIC(INSTRUCTIONS, 0x100),
	{ }
};

static const struct perf_x86_generic_code codes_twice[] = {
	PERF_X86_GENERIC(INSTRUCTIONS, 1),
	PERF_X86_GENERIC(INSTRUCTIONS, 2),
	{ }
};

static const struct perf_x86_model wrong_generic = {
	.name = "w", .raw_mask = 0xff, .generic = wrong_codes,
};

static struct perf_x86_model circle = {
	.name = "w", .raw_mask = 0xff, .base = &circle,
};

static const struct perf_x86_model wrong_models[] = {
	{ .name = "no bits" },
	{ .raw_mask = 0xff },
	{ .name = "w", .raw_mask = 0xff, .generic = codes_twice },
	{ .name = "w", .raw_mask = 0xff, .cache = twice },
	{ .name = "w", .raw_mask = 0xff, .cache = strange },
	{ .name = "w", .raw_mask = 0xff, .limits = hidden },
	{ .name = "w", .raw_mask = 0xff, .limits = fixed_limit },
	{ .name = "w", .raw_mask = 0xff, .periods = crooked },
	{ .name = "w", .raw_mask = 0xff, .periods = hidden_period },
	{ .name = "w", .raw_mask = 0xff, .base = &wrong_generic },
	{ .name = "w", .raw_mask = 0xff, .base = &circle },
};

static void wrong_tables_are_found_out(struct kunit *test)
{
	static const struct perf_x86_model right = { .name = "r", .raw_mask = 0xff };
	unsigned int i;

	KUNIT_EXPECT_NULL(test, perf_x86_model_fault(&right));
	for (i = 0; i < ARRAY_SIZE(wrong_models); i++)
		KUNIT_EXPECT_NOT_NULL_MSG(test, perf_x86_model_fault(&wrong_models[i]),
					  "number %u", i);
}

static void events_are_spelt(struct kunit *test)
{
	char *page = kunit_kzalloc(test, 2 * PAGE_SIZE, GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, page);
	page = PTR_ALIGN(page, PAGE_SIZE);
	perf_x86_sysfs_format(page, 0x3c);
	KUNIT_EXPECT_STREQ(test, "event=0x3c\n", page);
	perf_x86_sysfs_format(page, 0x412e);
	KUNIT_EXPECT_STREQ(test, "event=0x2e,umask=0x41\n", page);
	perf_x86_sysfs_format(page, 0x01803fb1);
	KUNIT_EXPECT_STREQ(test, "event=0xb1,umask=0x3f,inv,cmask=0x01\n", page);
	perf_x86_sysfs_format(page, 0x100000120);
	KUNIT_EXPECT_STREQ(test, "event=0x120,umask=0x01\n", page);
	perf_x86_sysfs_format(page, 0x400c0);
	KUNIT_EXPECT_STREQ(test, "event=0xc0,edge\n", page);
}

static struct kunit_case perf_x86_model_cases[] = {
	KUNIT_CASE(every_table_is_sound),
	KUNIT_CASE(every_processor_has_one_model),
	KUNIT_CASE(every_event_has_a_counter),
	KUNIT_CASE(known_processors_count_what_manuals_say),
	KUNIT_CASE(limits_are_kept),
	KUNIT_CASE(hybrids_have_two_models),
	KUNIT_CASE(small_cpus_have_one_model),
	KUNIT_CASE(caches_are_what_manuals_say),
	KUNIT_CASE(short_periods_are_lengthened),
	KUNIT_CASE(extra_registers_have_their_bits),
	KUNIT_CASE(a_base_lends_what_is_not_said),
	KUNIT_CASE(a_nano_is_no_zxc),
	KUNIT_CASE(wrong_tables_are_found_out),
	KUNIT_CASE(events_are_spelt),
	{ }
};

static struct kunit_suite perf_x86_model_suite = {
	.name = "perf_x86_model",
	.test_cases = perf_x86_model_cases,
};

kunit_test_suite(perf_x86_model_suite);

MODULE_DESCRIPTION("Tests of the tables of what processors count");
MODULE_LICENSE("GPL");
