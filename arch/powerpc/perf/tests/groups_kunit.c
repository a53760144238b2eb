// SPDX-License-Identifier: GPL-2.0
/*
 * Unit tests of the processors that have an event bus: groups of events for which IBM has
 * published the values of the control registers.
 *
 * Owns nothing. Context: task.
 */
#include <kunit/test.h>
#include <linux/kernel.h>

#include "model_fixture.h"

/* The 970's issue unit by the second multiplexer; no bit of a program's event code. */
#define PERF_SECOND	BIT_ULL(31)

/* POWER5 updates SDAR for each miss of the data cache and of address translation. */
#define PERF_SDAR	0x60000000

/**
 * struct perf_published_group - a group of events that IBM has published
 * @model: processor
 * @name:  name of the group
 * @mmcr0: expected value of the selectors in MMCR0, if @model has any
 * @mmcr1: expected value
 * @mmcra: expected value
 * @codes: event code of each counter
 */
struct perf_published_group {
	const struct perf_power_model	*model;
	const char			*name;
	u64				mmcr0;
	u64				mmcr1;
	u64				mmcra;
	u64				codes[PERF_POWER_COUNTERS];
};

static const struct perf_published_group perf_published_groups[] = {
	{ &perf_power5, "pm_utilization", 0, 0x0a02121e, PERF_SDAR,
	  { 0x100005, 0x1, 0x300009, 0xf, 0x500009, 0x600005 } },
	{ &perf_power5, "pm_group_dispatch", 0, 0x4000000ec6c8c212, PERF_SDAR,
	  { 0x120e3, 0x120e4, 0x130e1, 0x400009, 0x500009, 0x600005 } },
	{ &perf_power5, "pm_clb1", 0, 0x015b000180848c4c, PERF_SDAR | 1,
	  { 0x400c0, 0x400c2, 0x410c6, 0x4c70a6, 0x500009, 0x600005 } },
	{ &perf_power5, "pm_lsu1", 0, 0x000f000fccc4ccca, PERF_SDAR,
	  { 0xc20e6, 0xc20e2, 0xc30e6, 0xc30e5, 0x500009, 0x600005 } },
	{ &perf_power5, "pm_prefetch4", 0, 0x063e000ec0c8cc86, PERF_SDAR,
	  { 0xc60e0, 0xc60e4, 0x830e6, 0xc50c3, 0x500009, 0x600005 } },
	{ &perf_power5, "pm_branch1", 0, 0x800000030e0e0e0e, PERF_SDAR,
	  { 0x123087, 0x223087, 0x323087, 0x423087, 0x500009, 0x600005 } },
	{ &perf_power5, "pm_dsource2", 0, 0x000300031c0e360e, PERF_SDAR,
	  { 0x1c308e, 0x2c3087, 0x3c309b, 0x4c3087, 0x500009, 0x600005 } },
	{ &perf_power5, "pm_L2SA_ld", 0, 0x3055400580c080c0, PERF_SDAR,
	  { 0x701c0, 0x721e0, 0x711c0, 0x731e0, 0x500009, 0x600005 } },
	{ &perf_power5, "pm_L3SAB_retry", 0, 0x3005100fc6c8c6c8, PERF_SDAR,
	  { 0x721e3, 0x721e4, 0x731e3, 0x731e4, 0x500009, 0x600005 } },
	{ &perf_power5, "pm_fpu1", 0, 0x10101020, PERF_SDAR,
	  { 0x100088, 0x200088, 0x301088, 0x401090, 0x500009, 0x600005 } },
	{ &perf_power5, "pm_fabric3", 0, 0x305501858ece8ece, PERF_SDAR,
	  { 0x703c7, 0x723e7, 0x713c7, 0x733e7, 0x500009, 0x600005 } },
	{ &perf_power5, "pm_snoop3", 0, 0x30550c058ccc8ccc, PERF_SDAR,
	  { 0x706c6, 0x726e6, 0x716c6, 0x736e6, 0x500009, 0x600005 } },
	{ &perf_power5, "pm_mrk_dsource1", 0, 0x010b00030e404444, PERF_SDAR | 1,
	  { 0x1c7087, 0x2c70a0, 0x3c70a2, 0x4c70a2, 0x500009, 0x600005 } },
	{ &perf_power5, "pm_mrk_lbmiss", 0, 0x0cf00000828a8c8e, PERF_SDAR | 1,
	  { 0xc40c1, 0xc40c5, 0xc50c6, 0xc50c7, 0x500009, 0x600005 } },
	{ &perf_power5p, "pm_branch1", 0, 0x8000000f0e0e0e0e, 0,
	  { 0x123087, 0x223087, 0x323087, 0x423087, 0x500009, 0x600005 } },
	{ &perf_power5p, "pm_dsource2", 0, 0x0003000f1c0e360e, 0,
	  { 0x1c308e, 0x2c3087, 0x3c309b, 0x4c3087, 0x500009, 0x600005 } },
	{ &perf_power5p, "pm_lsu4", 0, 0x40030000eea62a2a, 0,
	  { 0xc30e7, 0x110c3, 0x300015, 0x400015, 0x500009, 0x600005 } },
	{ &perf_power5p, "pm_L1_refmiss", 0, 0x0030000050501086, 0,
	  { 0x1c10a8, 0x2c10a8, 0x3c1088, 0xc10c3, 0x500009, 0x600005 } },
	{ &perf_power5p, "pm_dtlbmiss", 0, 0x000c000f1a1a1a1a, 0,
	  { 0x1c208d, 0x2c208d, 0x3c208d, 0x4c208d, 0x500009, 0x600005 } },
	{ &perf_power5p, "pm_snoop4", 0, 0x30540e048ccc8cac, 0,
	  { 0x707c6, 0x727e6, 0x717c6, 0x707c6, 0x500009, 0x600005 } },
	{ &perf_power5p, "pm_mrk_dtlbref", 0, 0x020c000f0c0c0c0c, 1,
	  { 0x1c6086, 0x2c6086, 0x3c6086, 0x4c6086, 0x500009, 0x600005 } },
	{ &perf_power_970, "pm_lsu", 0, 0x000f00007a400000, 0x2000,
	  { 0x1800, 0x2800, 0x7, 0x1, 0x5800, 0x6800, 0x7810, 0x8810 } },
	{ &perf_power_970, "pm_isu_flow", 0x181e, 0x400000b3d7b7c4bc, 0x2000,
	  { 0x320, 0x7, 0x332, 0x336, 0x323, 0x324, 0x1, 0x7 } },
	{ &perf_power_970, "pm_pe_bench1", 0, 0x10001002001e0480, 0x2000,
	  { 0x1100, 0x2100, PERF_SECOND | 0x3330, 0x4110, 0x7, 0x6100, 0x1, 0x8110 } },
	{ &perf_power_970, "pm_ifu", 0xd0c, 0x800000c06b52f7a4, 0x2000,
	  { 0x142d, 0x2426, 0x342d, 0x442d, 0x1, 0x7, 0x7, 0x1 } },
	{ &perf_power_970, "pm_mark3", 0x31e, 0x00203004190a3f24, 0x2001,
	  { 0x1003, 0x7, 0x3003, 0x4004, 0x5005, 0x6003, 0x936, 0x1 } },
	{ &perf_power_970, "pm_lsu_mark2", 0x1838, 0x000280c0959e99dc, 0x2001,
	  { 0x720, 0x724, 0x712, 0x716, 0x7, 0x1, 0x713, 0x717 } },
	{ &perf_power_970mp, "pm_l1andbr", 0x91e, 0x8003c01d0676fd6c, 0x2000,
	  { 0x1, 0x7, 0x3810, 0x431, 0x823, 0x7, 0x432, 0x433 } },
	{ &perf_power_970mp, "pm_cpi_stack2", 0xb12, 0x000b000003d60583, 0x2000,
	  { 0x100b, 0x1, 0x3810, 0x7, 0x50cb, 0x6700, 0x70cb, 0x8810 } },
	{ &perf_power_970mp, "pm_cpi_stack3", 0x916, 0x10001002001625be, 0x2000,
	  { 0x1, 0x200b, PERF_SECOND | 0x3330, 0x4110, 0x508b, 0x6002, 0x708b, 0x7 } },
	{ &perf_power_970mp, "pm_mark_data_from", 0x70e, 0x002030084bce72f0, 0x2001,
	  { 0x1937, 0x2937, 0x1, 0x7, 0x5937, 0x6937, 0x7005, 0x934 } },
};

static void perf_published_name(const struct perf_published_group *group, char *name)
{
	snprintf(name, KUNIT_PARAM_DESC_SIZE, "%s %s", group->model->name, group->name);
}

KUNIT_ARRAY_PARAM(perf_published, perf_published_groups, perf_published_name);

/* With each event on IBM's counter, the registers equal IBM's, bit for bit. */
static void perf_published_regs_test(struct kunit *test)
{
	const struct perf_published_group *group = test->param_value;
	struct perf_power_attrs attrs = { };
	struct perf_power_regs regs;
	unsigned int counter;

	perf_power_regs_begin(group->model, &regs);
	for (counter = 0; counter < group->model->counters; counter++) {
		attrs.code = group->codes[counter];
		perf_power_regs_add(group->model, &regs, &attrs, counter, false);
	}
	if (group->model->selects_in_mmcr0)
		KUNIT_EXPECT_EQ(test, regs.mmcr0 & PERF_MMCR0_SELECTS, group->mmcr0);
	KUNIT_EXPECT_EQ(test, regs.mmcr1, group->mmcr1);
	KUNIT_EXPECT_EQ(test, regs.mmcra, group->mmcra);
}

/* perf_power_assign() assigns a counter to each of the same events, as programs request them. */
static void perf_published_assign_test(struct kunit *test)
{
	const struct perf_power_demand *demands[PERF_POWER_COUNTERS];
	const struct perf_published_group *group = test->param_value;
	struct perf_power_assignment assigned[PERF_POWER_COUNTERS];
	struct perf_power_attrs attrs = { };
	unsigned int counter;

	for (counter = 0; counter < group->model->counters; counter++) {
		KUNIT_ASSERT_EQ(test, perf_power_raw_code(group->model, group->codes[counter] &
							  ~PERF_SECOND, 0, &attrs.code), 0);
		demands[counter] = perf_model_demand(test, group->model, &attrs);
	}
	KUNIT_EXPECT_TRUE(test, perf_power_assign(demands, group->model->counters, assigned));
}

static struct kunit_case perf_published_cases[] = {
	KUNIT_CASE_PARAM(perf_published_regs_test, perf_published_gen_params),
	KUNIT_CASE_PARAM(perf_published_assign_test, perf_published_gen_params),
	{}
};

static struct kunit_suite perf_published_suite = {
	.name		= "perf_power_groups",
	.test_cases	= perf_published_cases,
};

kunit_test_suite(perf_published_suite);
