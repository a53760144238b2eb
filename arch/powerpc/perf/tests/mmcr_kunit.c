// SPDX-License-Identifier: GPL-2.0
/*
 * Unit tests of freezing counters by mode, one by one or all together.
 *
 * Owns nothing. Context: task.
 */
#include <kunit/test.h>
#include <linux/kernel.h>

#include <asm/reg.h>

#include "model.h"

#define PERF_MMCR0_MODES	(MMCR0_FCS | MMCR0_FCP | MMCR0_FCHV | MMCR0_FCWAIT)

static void perf_model_freeze_test(struct kunit *test)
{
	struct perf_power_attrs attrs = { .code = 0x2, .exclude_kernel = true, .exclude_hv = true };
	struct perf_power_regs regs;

	perf_power_regs_begin(&perf_power9, &regs);
	perf_power_regs_add(&perf_power9, &regs, &attrs, 0, false);
	KUNIT_EXPECT_EQ(test, regs.mmcr2, BIT_ULL(63) | BIT_ULL(57));

	attrs = (struct perf_power_attrs) { .code = 0x2, .exclude_user = true };
	perf_power_regs_add(&perf_power9, &regs, &attrs, 1, false);
	KUNIT_EXPECT_EQ(test, regs.mmcr2, BIT_ULL(63) | BIT_ULL(57) | BIT_ULL(53));

	/* A kernel without a hypervisor below it runs in hypervisor state. */
	perf_power_regs_begin(&perf_power9, &regs);
	attrs = (struct perf_power_attrs) { .code = 0x2, .exclude_kernel = true };
	perf_power_regs_add(&perf_power9, &regs, &attrs, 0, true);
	KUNIT_EXPECT_EQ(test, regs.mmcr2, BIT_ULL(57));
}

/* Before ISA 2.07 all counters share one set of freeze bits, so their modes must agree. */
static void perf_model_freeze_all_test(struct kunit *test)
{
	struct perf_power_attrs attrs[] = {
		{ .code = 0x2, .exclude_kernel = true, .exclude_hv = true },
		{ .code = 0x1e, .exclude_kernel = true, .exclude_hv = true },
		{ .code = 0x1e, .exclude_hv = true },
	};
	struct perf_power_demand demand[ARRAY_SIZE(attrs)];
	struct perf_power_assignment assigned[ARRAY_SIZE(attrs)];
	struct perf_power_regs regs;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(attrs); i++) {
		KUNIT_ASSERT_EQ(test, perf_power_demand_init(&perf_power7, &attrs[i],
							     &demand[i]), 0);
		perf_power_demand_add_modes(&perf_power7, &attrs[i], &demand[i]);
	}
	KUNIT_EXPECT_TRUE(test, perf_power_assign((const struct perf_power_demand *const[]) {
			&demand[0], &demand[1] }, 2, assigned));
	KUNIT_EXPECT_FALSE(test, perf_power_assign((const struct perf_power_demand *const[]) {
			&demand[0], &demand[2] }, 2, assigned));

	perf_power_regs_begin(&perf_power7, &regs);
	perf_power_regs_idle(&perf_power7, &regs, 1, false);
	perf_power_regs_add(&perf_power7, &regs, &attrs[0], 0, false);
	KUNIT_EXPECT_EQ(test, regs.mmcr2, 0);
	KUNIT_EXPECT_EQ(test, regs.mmcr0 & PERF_MMCR0_MODES, MMCR0_FCS | MMCR0_FCHV);

	/* A kernel without a hypervisor below it runs in hypervisor state. */
	perf_power_regs_begin(&perf_power7, &regs);
	perf_power_regs_add(&perf_power7, &regs, &attrs[0], 0, true);
	KUNIT_EXPECT_EQ(test, regs.mmcr0 & PERF_MMCR0_MODES, MMCR0_FCHV);
}

static void perf_free_running_demand(struct kunit *test, const struct perf_power_attrs *attrs,
				     struct perf_power_demand *demand)
{
	KUNIT_ASSERT_EQ(test, perf_power_demand_init(&perf_power6, attrs, demand), 0);
	perf_power_demand_add_modes(&perf_power6, attrs, demand);
}

static bool perf_free_running_fit(const struct perf_power_demand *one,
				  const struct perf_power_demand *other)
{
	struct perf_power_assignment assigned[2];

	return perf_power_assign((const struct perf_power_demand *const[]) { one, other },
				 other ? 2 : 1, assigned);
}

/* A @free_running counter is only for events that count in all modes; no freeze bit stops it. */
static void perf_model_free_test(struct kunit *test)
{
	struct perf_power_attrs instructions = { .code = 0x500009 };
	struct perf_power_attrs cycles = { .code = 0x600005 };
	struct perf_power_attrs user = { .code = 0x2, .exclude_kernel = true };
	struct perf_power_demand one, other;

	perf_free_running_demand(test, &instructions, &one);
	KUNIT_EXPECT_TRUE(test, perf_free_running_fit(&one, NULL));
	perf_free_running_demand(test, &user, &other);
	KUNIT_EXPECT_TRUE(test, perf_free_running_fit(&one, &other));

	/* An event with excluded modes or a period needs an equal code on another counter. */
	instructions.exclude_kernel = true;
	perf_free_running_demand(test, &instructions, &one);
	KUNIT_EXPECT_FALSE(test, perf_free_running_fit(&one, NULL));
	instructions = (struct perf_power_attrs) { .code = 0x500009, .samples = true };
	perf_free_running_demand(test, &instructions, &one);
	KUNIT_EXPECT_FALSE(test, perf_free_running_fit(&one, NULL));

	perf_free_running_demand(test, &cycles, &one);
	KUNIT_EXPECT_TRUE(test, perf_free_running_fit(&one, &other));
	cycles.samples = true;
	perf_free_running_demand(test, &cycles, &one);
	KUNIT_EXPECT_TRUE(test, perf_free_running_fit(&one, NULL));
	KUNIT_EXPECT_FALSE(test, perf_free_running_fit(&one, &other));
	cycles = (struct perf_power_attrs) { .code = 0x600005, .exclude_kernel = true };
	perf_free_running_demand(test, &cycles, &one);
	KUNIT_EXPECT_TRUE(test, perf_free_running_fit(&one, &other));
}

/* The 970 has selectors in place of freeze bits: selector 8 selects nothing, on each counter. */
static void perf_model_idle_test(struct kunit *test)
{
	struct perf_power_attrs attrs = { .code = 0x1, .exclude_idle = true };
	struct perf_power_regs regs;
	unsigned int counter;

	perf_power_regs_begin(&perf_power_970, &regs);
	KUNIT_EXPECT_EQ(test, regs.mmcr0, MMCR0_PMXE | MMCR0_FCECE);
	for (counter = 0; counter < 8; counter++)
		perf_power_regs_idle(&perf_power_970, &regs, counter, false);
	KUNIT_EXPECT_EQ(test, regs.mmcr0, MMCR0_PMXE | MMCR0_FCECE | 8 << 8 | 8 << 1);
	KUNIT_EXPECT_EQ(test, regs.mmcr1,
			8U << 27 | 8 << 22 | 8 << 17 | 8 << 12 | 8 << 7 | 8 << 2);

	perf_power_regs_begin(&perf_power_970, &regs);
	perf_power_regs_add(&perf_power_970, &regs, &attrs, 0, false);
	KUNIT_EXPECT_EQ(test, regs.mmcr0, MMCR0_PMXE | MMCR0_FCECE | MMCR0_PMC1CE | 9 << 8);

	perf_power_regs_begin(&perf_power5, &regs);
	perf_power_regs_idle(&perf_power5, &regs, 2, false);
	KUNIT_EXPECT_EQ(test, regs.mmcr1, 0);
}

/* POWER5's SIAR is a group's first instruction; MMCRA numbers the sampled one, from 1. */
static void perf_model_slot_test(struct kunit *test)
{
	KUNIT_EXPECT_EQ(test, perf_power_slot_offset(&perf_power5, MMCRA_SAMPLE_ENABLE), 0);
	KUNIT_EXPECT_EQ(test, perf_power_slot_offset(&perf_power5, 0x1000001), 0);
	KUNIT_EXPECT_EQ(test, perf_power_slot_offset(&perf_power5, 0x3000001), 8);
	KUNIT_EXPECT_EQ(test, perf_power_slot_offset(&perf_power5p, 0x5000001), 16);
	KUNIT_EXPECT_EQ(test, perf_power_slot_offset(&perf_power6, 0x3000001), 0);
}

/* perf_power_sdar_is_valid() is false for a marked instruction that accessed no data. */
static void perf_model_sdar_test(struct kunit *test)
{
	static const struct {
		const struct perf_power_model	*model;
		u64				valid;
	} rows[] = {
		{ &perf_power5, BIT_ULL(31) },
		{ &perf_power5p, BIT_ULL(31) },
		{ &perf_power6, BIT_ULL(43) },
		{ &perf_power7, BIT_ULL(43) },
		{ &perf_power7p, BIT_ULL(27) },
	};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(rows); i++) {
		const struct perf_power_model *model = rows[i].model;

		KUNIT_EXPECT_FALSE(test, perf_power_sdar_is_valid(model, ~rows[i].valid));
		KUNIT_EXPECT_TRUE(test, perf_power_sdar_is_valid(model, MMCRA_SAMPLE_ENABLE |
									rows[i].valid));
		KUNIT_EXPECT_TRUE(test, perf_power_sdar_is_valid(model, 0));
	}
	KUNIT_EXPECT_TRUE(test, perf_power_sdar_is_valid(&perf_power_970, MMCRA_SAMPLE_ENABLE));
}

/* POWER7+ marks SIAR as valid (MMCRA bit 28); a sample without a valid address is dropped. */
static void perf_model_siar_test(struct kunit *test)
{
	const u64 valid = BIT_ULL(28);

	KUNIT_EXPECT_FALSE(test, perf_power_siar_is_valid(&perf_power7p, ~valid));
	KUNIT_EXPECT_TRUE(test, perf_power_siar_is_valid(&perf_power7p,
							 MMCRA_SAMPLE_ENABLE | valid));
	KUNIT_EXPECT_TRUE(test, perf_power_siar_is_valid(&perf_power7p, 0));
	KUNIT_EXPECT_TRUE(test, perf_power_siar_is_valid(&perf_power7, MMCRA_SAMPLE_ENABLE));
}

static struct kunit_case perf_mmcr_cases[] = {
	KUNIT_CASE(perf_model_freeze_test),
	KUNIT_CASE(perf_model_freeze_all_test),
	KUNIT_CASE(perf_model_free_test),
	KUNIT_CASE(perf_model_idle_test),
	KUNIT_CASE(perf_model_slot_test),
	KUNIT_CASE(perf_model_sdar_test),
	KUNIT_CASE(perf_model_siar_test),
	{}
};

static struct kunit_suite perf_mmcr_suite = {
	.name		= "perf_power_mmcr",
	.test_cases	= perf_mmcr_cases,
};

kunit_test_suite(perf_mmcr_suite);
