// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of the number of counters and of the kinds of CPUs, with what CPUID returned on real
 * processors, each kind of CPU of a hybrid one by itself.
 *
 * Owns nothing that outlives a test. Context: task.
 */
#include <kunit/test.h>

#include <asm/cpu_device_id.h>
#include <asm/cpufeature.h>
#include <asm/intel-family.h>
#include <asm/processor.h>

#include "counters.h"
#include "hybrid.h"
#include "leaf.h"

#define HYBRID		BIT(0)
#define GUEST		BIT(1)

/**
 * struct vector - a CPU
 * @name:    its processor and kind
 * @cpu:     cpuinfo_x86::x86_vfm
 * @flags:   CPUID's bits HYBRID and GUEST (a hypervisor)
 * @kind:    leaf 1AH: EAX
 * @leaf:    leaf 0AH: EAX, EBX, ECX, EDX
 * @own:     leaf 23H, subleaf 1: EAX, EBX
 * @general: its general counters
 * @fixed:   its fixed counters
 *
 * The leaves are those of public collections of CPUID dumps. @general and @fixed are leaf
 * 23H's own, else those in the "Counter" fields of the event lists that Intel publishes for
 * the processor, or in the SDM's chapter on its performance monitoring.
 */
struct vector {
	const char	*name;
	u32		cpu;
	u32		flags;
	u32		kind;
	u32		leaf[4];
	u32		own[2];
	u32		general;
	u32		fixed;
};

static const struct vector vectors[] = {
	{ "core solo", IFM(6, 0x0e), 0, 0,
	  { 0x07280201, 0, 0, 0 }, { }, 0x3, 0 },
	{ "core 2 6300", INTEL_CORE2_MEROM, 0, 0,
	  { 0x07280202, 0, 0, 0 }, { }, 0x3, 0x7 },
	{ "core 2 6300 in a guest", INTEL_CORE2_MEROM, GUEST, 0,
	  { 0x07280202, 0, 0, 0 }, { }, 0x3, 0 },
	{ "core 2 t7500", INTEL_CORE2_MEROM, 0, 0,
	  { 0x07280202, 0, 0, 0x0503 }, { }, 0x3, 0x7 },
	{ "atom 230", INTEL_ATOM_BONNELL, 0, 0,
	  { 0x07280203, 0, 0, 0x2501 }, { }, 0x3, 0x7 },
	{ "atom 230 in a guest", INTEL_ATOM_BONNELL, GUEST, 0,
	  { 0x07280203, 0, 0, 0x2501 }, { }, 0x3, 0x1 },
	{ "core i7 920", INTEL_NEHALEM_EP, 0, 0,
	  { 0x07300403, 0x40, 0, 0x0603 }, { }, 0xf, 0x7 },
	{ "celeron n4505", INTEL_ATOM_TREMONT_L, 0, 0,
	  { 0x07300405, 0, 7, 0x8603 }, { }, 0xf, 0x7 },
	{ "core i3 n355", INTEL_ATOM_GRACEMONT, 0, 0x20000001,
	  { 0x07300605, 0, 7, 0x8603 }, { }, 0x3f, 0x7 },
	{ "core i7 12800hx, big", INTEL_ALDERLAKE, HYBRID, 0x40000001,
	  { 0x07300605, 0, 7, 0x8603 }, { }, 0xff, 0xf },
	{ "core i7 12800hx, small", INTEL_ALDERLAKE, HYBRID, 0x20000001,
	  { 0x07300605, 0, 7, 0x8603 }, { }, 0x3f, 0x7 },
	{ "core i9 13900h, big", INTEL_RAPTORLAKE_P, HYBRID, 0x40000001,
	  { 0x07300605, 0, 7, 0x8603 }, { }, 0xff, 0xf },
	{ "core i9 13900h, small", INTEL_RAPTORLAKE_P, HYBRID, 0x20000001,
	  { 0x07300605, 0, 7, 0x8603 }, { }, 0x3f, 0x7 },
	{ "core i7 1365u, only big", INTEL_RAPTORLAKE_P, 0, 0x40000001,
	  { 0x08300805, 0, 0xf, 0x8604 }, { }, 0xff, 0xf },
	{ "raptor lake in a guest", INTEL_RAPTORLAKE_P, GUEST, 0,
	  { 0x07300405, 0, 7, 0x8603 }, { }, 0xf, 0x7 },
	{ "core ultra 125h, big", INTEL_METEORLAKE_L, HYBRID, 0x40000002,
	  { 0x07300805, 0, 7, 0x8603 }, { 0xff, 0xf }, 0xff, 0xf },
	{ "core ultra 125h, small", INTEL_METEORLAKE_L, HYBRID, 0x20000002,
	  { 0x07300805, 0, 7, 0x8603 }, { 0xff, 0x7 }, 0xff, 0x7 },
	{ "core ultra 288v, big", INTEL_LUNARLAKE_M, HYBRID, 0x40000003,
	  { 0x0d300806, 0x280, 7, 0x8603 }, { 0x3ff, 0xf }, 0x3ff, 0xf },
	{ "core ultra 288v, small", INTEL_LUNARLAKE_M, HYBRID, 0x20000003,
	  { 0x0d300806, 0x280, 7, 0x8603 }, { 0xff, 0x77 }, 0xff, 0x77 },
	{ "core ultra 285h, big", INTEL_ARROWLAKE_H, HYBRID, 0x40000003,
	  { 0x07300805, 0, 7, 0x8603 }, { 0x3ff, 0xf }, 0x3ff, 0xf },
	{ "core ultra 285h, small", INTEL_ARROWLAKE_H, HYBRID, 0x20000003,
	  { 0x07300805, 0, 7, 0x8603 }, { 0xff, 0x77 }, 0xff, 0x77 },
	{ "core ultra 285h, low power", INTEL_ARROWLAKE_H, HYBRID, 0x20000002,
	  { 0x07300805, 0, 7, 0x8603 }, { 0xff, 0x7 }, 0xff, 0x7 },
};

static void vector_name(const struct vector *vector, char *name)
{
	strscpy(name, vector->name, KUNIT_PARAM_DESC_SIZE);
}

KUNIT_ARRAY_PARAM(vectors, vectors, vector_name);

static struct cpuinfo_x86 *processor(struct kunit *test, u32 cpu, u32 flags)
{
	struct cpuinfo_x86 *info = kunit_kzalloc(test, sizeof(*info), GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, info);
	info->x86_vfm = cpu;
	info->cpuid_level = 0x23;
	if (flags & HYBRID)
		set_cpu_cap(info, X86_FEATURE_HYBRID_CPU);
	if (flags & GUEST)
		set_cpu_cap(info, X86_FEATURE_HYPERVISOR);
	return info;
}

static void counters_are_those_of_the_kind(struct kunit *test)
{
	const struct vector *row = test->param_value;
	struct cpuinfo_x86 *cpu = processor(test, row->cpu, row->flags);
	struct perf_x86_leaf leaf = {
		.eax.full	= row->leaf[0],
		.ebx		= row->leaf[1],
		.fixed_mask	= row->leaf[2],
		.edx.full	= row->leaf[3],
		.own_general	= row->own[0],
		.own_fixed	= row->own[1],
	};
	u64 counters;

	counters = perf_x86_leaf_counters(&leaf, cpu, perf_x86_hybrid_kind(cpu, row->kind));
	KUNIT_EXPECT_EQ(test, row->general, lower_32_bits(counters));
	KUNIT_EXPECT_EQ(test, row->fixed, upper_32_bits(counters));
}

/* Zhaoxin's processors report the fixed counters that they have. */
static void other_vendors_are_believed(struct kunit *test)
{
	struct cpuinfo_x86 *cpu = processor(test, VFM_MAKE(X86_VENDOR_ZHAOXIN, 7, 0x1b), 0);
	struct perf_x86_leaf leaf = { .eax.full = 0x07300402, .edx.full = 0x0000 };

	KUNIT_EXPECT_EQ(test, 0xfULL, perf_x86_leaf_counters(&leaf, cpu, 0));
}

struct kind {
	u32	cpu;
	u32	flags;
	u32	eax;
	u8	kind;
};

static const struct kind kinds[] = {
	{ INTEL_SKYLAKE_X, 0, 0, 0 },
	{ INTEL_ATOM_GRACEMONT, 0, 0x20000001, 0 },
	{ INTEL_ALDERLAKE, HYBRID, 0x40000001, PERF_X86_KIND_BIG },
	{ INTEL_ALDERLAKE, HYBRID, 0x20000001, PERF_X86_KIND_SMALL },
	/* Small CPUs switched off in the firmware, and two kinds of hypervisors */
	{ INTEL_ALDERLAKE, 0, 0, PERF_X86_KIND_BIG },
	{ INTEL_RAPTORLAKE_P, 0, 0x40000001, PERF_X86_KIND_BIG },
	{ INTEL_ALDERLAKE, GUEST, 0, PERF_X86_KIND_BIG },
	{ INTEL_ALDERLAKE, HYBRID | GUEST, 0, PERF_X86_KIND_BIG },
	{ INTEL_ARROWLAKE_H, HYBRID, 0x20000003, PERF_X86_KIND_SMALL },
	{ INTEL_ARROWLAKE_H, HYBRID, 0x20000002, PERF_X86_KIND_LOWPOWER },
	/* All of Meteor Lake's small CPUs are Crestmont's */
	{ INTEL_METEORLAKE_L, HYBRID, 0x20000002, PERF_X86_KIND_SMALL },
	{ INTEL_ALDERLAKE, HYBRID, 0x30000001, PERF_X86_KIND_OTHER },
	{ INTEL_PANTHERLAKE_L, HYBRID, 0x80000001, PERF_X86_KIND_OTHER },
	/* A processor newer than the tables */
	{ IFM(6, 0xfe), HYBRID, 0x40000009, PERF_X86_KIND_BIG },
	{ IFM(6, 0xfe), HYBRID, 0x20000009, PERF_X86_KIND_SMALL },
	{ IFM(6, 0xfe), HYBRID, 0, PERF_X86_KIND_OTHER },
};

static void kinds_are_told_apart(struct kunit *test)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(kinds); i++) {
		const struct kind *row = &kinds[i];
		struct cpuinfo_x86 *cpu = processor(test, row->cpu, row->flags);

		KUNIT_EXPECT_EQ_MSG(test, row->kind, perf_x86_hybrid_kind(cpu, row->eax),
				    "row %u", i);
	}
}

static struct kunit_case perf_x86_leaf_cases[] = {
	KUNIT_CASE_PARAM(counters_are_those_of_the_kind, vectors_gen_params),
	KUNIT_CASE(other_vendors_are_believed),
	KUNIT_CASE(kinds_are_told_apart),
	{ }
};

static struct kunit_suite perf_x86_leaf_suite = {
	.name = "perf_x86_leaf",
	.test_cases = perf_x86_leaf_cases,
};

kunit_test_suite(perf_x86_leaf_suite);

MODULE_DESCRIPTION("Tests of the number of counters and of the kinds of CPUs");
MODULE_LICENSE("GPL");
