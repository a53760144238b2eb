// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of perf_rapl_cpus: the domains whose energy each processor counts.
 *
 * Owns nothing that outlives a test. Context: task.
 */
#include <kunit/test.h>

#include <asm/intel-family.h>

#include "cpu_rows.h"
#include "rapl.h"

static const struct perf_rapl_model *domains_of(u32 cpu)
{
	return data_of(perf_rapl_cpus, cpu);
}

static bool is_unit(u8 unit)
{
	return unit < 32 || unit == PERF_RAPL_AS_TOLD;
}

static void every_row_is_sound(struct kunit *test)
{
	const struct x86_cpu_id *row;

	for (row = perf_rapl_cpus; row->driver_data; row++) {
		const struct perf_rapl_model *model = domains_of(processor_of(row));

		KUNIT_EXPECT_PTR_EQ_MSG(test, (void *)row->driver_data, (void *)model,
					"%x has two rows", processor_of(row));
		/* Every model has PERF_RAPL_PKG; a unit is 1 J or a fraction of it. */
		KUNIT_EXPECT_TRUE_MSG(test, model->domains & BIT(PERF_RAPL_PKG), "%x",
				      processor_of(row));
		KUNIT_EXPECT_EQ(test, 0, model->domains & 1);
		KUNIT_EXPECT_EQ(test, 0, model->domains >> PERF_RAPL_MAX);
		KUNIT_EXPECT_TRUE(test, is_unit(model->ram_unit));
		KUNIT_EXPECT_TRUE(test, is_unit(model->psys_unit));
	}
}

/* Bits are values of attr.config: cores, package, memory, graphics, platform from bit 1 on. */
static const struct {
	u32	cpu;
	u16	domains;
	u8	ram_unit;
	u8	psys_unit;
} vectors[] = {
	{ INTEL_SANDYBRIDGE, 0x16, 0xff, 0xff },
	{ INTEL_IVYBRIDGE_X, 0x0e, 0xff, 0xff },
	{ INTEL_HASWELL, 0x1e, 0xff, 0xff },
	{ INTEL_HASWELL_X, 0x0e, 16, 0xff },
	{ INTEL_BROADWELL_D, 0x0e, 16, 0xff },
	{ INTEL_XEON_PHI_KNM, 0x0c, 16, 0xff },
	{ INTEL_SKYLAKE, 0x3e, 0xff, 0xff },
	{ INTEL_SKYLAKE_X, 0x0e, 16, 0xff },
	{ INTEL_ATOM_GOLDMONT, 0x1e, 0xff, 0xff },
	{ INTEL_ICELAKE_X, 0x0e, 16, 0xff },
	{ INTEL_SAPPHIRERAPIDS_X, 0x2e, 16, 0 },
	{ INTEL_ALDERLAKE, 0x3e, 0xff, 0xff },
	{ INTEL_ATOM_GRACEMONT, 0x3e, 0xff, 0xff },
	{ INTEL_METEORLAKE_L, 0x3e, 0xff, 0xff },
	{ INTEL_ARROWLAKE, 0x3e, 0xff, 0xff },
	{ INTEL_ARROWLAKE_H, 0x3e, 0xff, 0xff },
	{ INTEL_ARROWLAKE_U, 0x3e, 0xff, 0xff },
	{ INTEL_LUNARLAKE_M, 0x3e, 0xff, 0xff },
};

static void processors_count_what_manuals_say(struct kunit *test)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(vectors); i++) {
		const struct perf_rapl_model *model = domains_of(vectors[i].cpu);

		KUNIT_ASSERT_NOT_NULL_MSG(test, model, "%x", vectors[i].cpu);
		KUNIT_EXPECT_EQ_MSG(test, vectors[i].domains, model->domains, "%x",
				    vectors[i].cpu);
		KUNIT_EXPECT_EQ_MSG(test, vectors[i].ram_unit, model->ram_unit, "%x",
				    vectors[i].cpu);
		KUNIT_EXPECT_EQ_MSG(test, vectors[i].psys_unit, model->psys_unit, "%x",
				    vectors[i].cpu);
	}
	KUNIT_EXPECT_NULL(test, domains_of(INTEL_WESTMERE));
}

static struct kunit_case perf_rapl_cases[] = {
	KUNIT_CASE(every_row_is_sound),
	KUNIT_CASE(processors_count_what_manuals_say),
	{ }
};

static struct kunit_suite perf_rapl_suite = {
	.name = "perf_x86_rapl",
	.test_cases = perf_rapl_cases,
};

kunit_test_suite(perf_rapl_suite);

MODULE_DESCRIPTION("Tests of what energy is counted of");
MODULE_LICENSE("GPL");
