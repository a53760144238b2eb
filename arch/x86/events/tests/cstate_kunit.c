// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of perf_cstate_cpus: the idle states whose time each processor counts.
 *
 * Owns nothing that outlives a test. Context: task.
 */
#include <kunit/test.h>

#include <asm/intel-family.h>

#include "cpu_rows.h"
#include "cstate.h"

static const struct perf_cstate_model *states_of(u32 cpu)
{
	return data_of(perf_cstate_cpus, cpu);
}

static void every_row_is_sound(struct kunit *test)
{
	const struct x86_cpu_id *row;

	for (row = perf_cstate_cpus; row->driver_data; row++) {
		const struct perf_cstate_model *model = states_of(processor_of(row));

		KUNIT_EXPECT_PTR_EQ_MSG(test, (void *)row->driver_data, (void *)model,
					"%x has two rows", processor_of(row));
		/* Every model has CORE_C6, and no bit without an event. */
		KUNIT_EXPECT_TRUE_MSG(test, model->core & BIT(CORE_C6), "%x", processor_of(row));
		KUNIT_EXPECT_EQ(test, 0, model->core >> CORE_MAX);
		KUNIT_EXPECT_EQ(test, 0, model->pkg >> PKG_MAX);
		KUNIT_EXPECT_EQ(test, 0, model->module >> MODULE_MAX);
	}
}

/* Bits are values of attr.config: core C1, C3, C6, C7; package C2, C3, C6 to C10; module C6. */
static const struct {
	u32	cpu;
	u8	core;
	u8	pkg;
	u8	module;
} vectors[] = {
	{ INTEL_NEHALEM_EP, 0x06, 0x0e },
	{ INTEL_WESTMERE_EX, 0x06, 0x0e },
	{ INTEL_SANDYBRIDGE_X, 0x0e, 0x0f },
	{ INTEL_IVYBRIDGE, 0x0e, 0x0f },
	{ INTEL_HASWELL_L, 0x0e, 0x7f },
	{ INTEL_BROADWELL_X, 0x0e, 0x0f },
	{ INTEL_SKYLAKE_X, 0x0e, 0x0f },
	{ INTEL_COMETLAKE, 0x0e, 0x7f },
	{ INTEL_CANNONLAKE_L, 0x0f, 0x7f },
	{ INTEL_XEON_PHI_KNL, 0x04, 0x07 },
	{ INTEL_ATOM_SILVERMONT_D, 0x05, 0x04 },
	{ INTEL_ATOM_AIRMONT_NP, 0x05, 0x04 },
	{ INTEL_ATOM_GOLDMONT_PLUS, 0x07, 0x47 },
	{ INTEL_ATOM_TREMONT_D, 0x07, 0x47 },
	{ INTEL_ATOM_GRACEMONT, 0x0d, 0x57 },
	{ INTEL_ATOM_CRESTMONT_X, 0x05, 0x05, 0x01 },
	{ INTEL_ATOM_CRESTMONT, 0x05, 0x00, 0x01 },
	{ INTEL_TIGERLAKE, 0x0c, 0x7f },
	{ INTEL_ICELAKE_X, 0x05, 0x05 },
	{ INTEL_SAPPHIRERAPIDS_X, 0x05, 0x05 },
	{ INTEL_GRANITERAPIDS_X, 0x05, 0x05 },
	{ INTEL_GRANITERAPIDS_D, 0x05, 0x05 },
	{ INTEL_ALDERLAKE, 0x0d, 0x57 },
	{ INTEL_METEORLAKE_L, 0x0d, 0x57 },
	{ INTEL_ARROWLAKE, 0x0d, 0x57 },
	{ INTEL_ARROWLAKE_H, 0x0d, 0x57 },
	{ INTEL_ARROWLAKE_U, 0x0d, 0x57 },
	{ INTEL_LUNARLAKE_M, 0x0d, 0x45 },
};

static void processors_count_what_manuals_say(struct kunit *test)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(vectors); i++) {
		const struct perf_cstate_model *model = states_of(vectors[i].cpu);

		KUNIT_ASSERT_NOT_NULL_MSG(test, model, "%x", vectors[i].cpu);
		KUNIT_EXPECT_EQ_MSG(test, vectors[i].core, model->core, "%x", vectors[i].cpu);
		KUNIT_EXPECT_EQ_MSG(test, vectors[i].pkg, model->pkg, "%x", vectors[i].cpu);
		KUNIT_EXPECT_EQ_MSG(test, vectors[i].module, model->module, "%x", vectors[i].cpu);
	}
	KUNIT_EXPECT_NULL(test, states_of(INTEL_CORE2_MEROM));
}

static struct kunit_case perf_cstate_cases[] = {
	KUNIT_CASE(every_row_is_sound),
	KUNIT_CASE(processors_count_what_manuals_say),
	{ }
};

static struct kunit_suite perf_cstate_suite = {
	.name = "perf_x86_cstate",
	.test_cases = perf_cstate_cases,
};

kunit_test_suite(perf_cstate_suite);

MODULE_DESCRIPTION("Tests of which idle states are counted");
MODULE_LICENSE("GPL");
