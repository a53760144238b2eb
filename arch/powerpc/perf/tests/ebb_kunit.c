// SPDX-License-Identifier: GPL-2.0
/*
 * Unit tests of event-based branches: which events may have them, and the registers.
 *
 * Expected errors are those of Documentation/arch/powerpc/pmu-ebb.rst, and of 6.12 for the programs
 * in tools/testing/selftests/powerpc/pmu/ebb; expected bits those of Power ISA 3.1, book III.
 *
 * Owns nothing. Context: task.
 */
#include <kunit/test.h>
#include <linux/kernel.h>
#include <linux/perf_event.h>

#include "ebb.h"
#include "model_fixture.h"

#define PERF_EBB_BIT	BIT_ULL(63)

/* ISA bits 43, 44 to 45, 37, 54 of MMCR0; 32 and 56 are FC and PMAO. */
#define PERF_EBB_EBE		BIT_ULL(20)
#define PERF_EBB_PMCC		GENMASK_ULL(19, 18)
#define PERF_EBB_PMCC_WRITE	BIT_ULL(19)
#define PERF_EBB_PMAE		BIT_ULL(26)
#define PERF_EBB_PMCCEXT	BIT_ULL(9)
#define PERF_EBB_FC		BIT_ULL(31)
#define PERF_EBB_PMAO		BIT_ULL(7)

/* Each row changes one attribute of an event that is accepted. */
struct perf_ebb_attr_case {
	const char	*name;
	void		(*change)(struct perf_event *event);
	int		err;
};

static void perf_ebb_nothing(struct perf_event *event)
{
}

static void perf_ebb_no_counter(struct perf_event *event)
{
	event->attr.config = PERF_EBB_BIT | 0x1e;
}

static void perf_ebb_not_exclusive(struct perf_event *event)
{
	event->attr.exclusive = 0;
}

static void perf_ebb_not_pinned(struct perf_event *event)
{
	event->attr.pinned = 0;
}

static void perf_ebb_freq(struct perf_event *event)
{
	event->attr.freq = 1;
}

static void perf_ebb_period(struct perf_event *event)
{
	event->attr.sample_period = 1;
}

static void perf_ebb_on_exec(struct perf_event *event)
{
	event->attr.enable_on_exec = 1;
}

static void perf_ebb_inherit(struct perf_event *event)
{
	event->attr.inherit = 1;
}

static void perf_ebb_cpu(struct perf_event *event)
{
	event->hw.target = NULL;
}

static void perf_ebb_generic(struct perf_event *event)
{
	event->attr = (struct perf_event_attr) { .type = PERF_TYPE_HARDWARE };
}

static const struct perf_ebb_attr_case perf_ebb_attr_cases[] = {
	{ "unchanged",		perf_ebb_nothing,	0 },
	{ "no counter",		perf_ebb_no_counter,	-EINVAL },
	{ "not exclusive",	perf_ebb_not_exclusive,	-EINVAL },
	{ "not pinned",		perf_ebb_not_pinned,	-EINVAL },
	{ "freq",		perf_ebb_freq,		-EINVAL },
	{ "sample_period",	perf_ebb_period,	-EINVAL },
	{ "enable_on_exec",	perf_ebb_on_exec,	-EINVAL },
	{ "inherit",		perf_ebb_inherit,	-EINVAL },
	{ "of a CPU",		perf_ebb_cpu,		-EINVAL },
	{ "generic",		perf_ebb_generic,	0 },
};

static void perf_ebb_attr_name(const struct perf_ebb_attr_case *row, char *name)
{
	strscpy(name, row->name, KUNIT_PARAM_DESC_SIZE);
}

KUNIT_ARRAY_PARAM(perf_ebb_attr, perf_ebb_attr_cases, perf_ebb_attr_name);

static struct perf_event *perf_ebb_event(struct kunit *test, struct perf_event *leader)
{
	struct perf_event *event = kunit_kzalloc(test, sizeof(*event), GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, event);
	event->attr.type = PERF_TYPE_RAW;
	event->attr.config = PERF_EBB_BIT | 0x1001e;
	event->attr.pinned = !leader;
	event->attr.exclusive = !leader;
	event->hw.target = current;
	event->group_leader = leader ?: event;
	return event;
}

static void perf_ebb_attr_test(struct kunit *test)
{
	const struct perf_ebb_attr_case *row = test->param_value;
	struct perf_event *event = perf_ebb_event(test, NULL);

	row->change(event);
	KUNIT_EXPECT_EQ(test, perf_power_ebb_check(&perf_power9, event), row->err);
}

/* A group's events follow their leader; only the leader is pinned and exclusive. */
static void perf_ebb_group_test(struct kunit *test)
{
	struct perf_event *leader = perf_ebb_event(test, NULL);
	struct perf_event *event = perf_ebb_event(test, leader);

	leader->hw.config = leader->attr.config;
	KUNIT_EXPECT_EQ(test, perf_power_ebb_check(&perf_power10, event), 0);
	leader->hw.config = 0x1001e;
	KUNIT_EXPECT_EQ(test, perf_power_ebb_check(&perf_power10, event), -EINVAL);
}

/* POWER7 is of Power ISA 2.06: without event-based branches. */
static void perf_ebb_unsupported_test(struct kunit *test)
{
	struct perf_event *event = perf_ebb_event(test, NULL);

	KUNIT_EXPECT_EQ(test, perf_power_ebb_check(&perf_power7, event), -EOPNOTSUPP);
	event->attr.pinned = 0;
	KUNIT_EXPECT_EQ(test, perf_power_ebb_check(&perf_power7, event), -EINVAL);
}

static void perf_ebb_demand_of(struct kunit *test, const struct perf_power_attrs *attrs,
			       struct perf_power_demand *demand)
{
	KUNIT_ASSERT_EQ(test, perf_power_demand_init(&perf_power10, attrs, demand), 0);
	perf_power_ebb_demand(attrs, demand);
}

static bool perf_ebb_fit(const struct perf_power_demand *one, const struct perf_power_demand *other)
{
	struct perf_power_assignment assigned[2];

	return perf_power_assign((const struct perf_power_demand *const[]) { one, other }, 2,
				 assigned);
}

/* 500FAH is PM_RUN_INST_CMPL of PMC5, and has codes of other counters that count the same. */
static void perf_ebb_demand_test(struct kunit *test)
{
	struct perf_power_attrs one = { .code = 0x500fa, .in_task = true, .ebb = true };
	struct perf_power_attrs other = { .code = 0x1001e, .in_task = true, .ebb = true };
	struct perf_power_attrs plain = { .code = 0x1001e, .in_task = true };
	struct perf_power_demand demand[3];

	perf_ebb_demand_of(test, &one, &demand[0]);
	KUNIT_EXPECT_EQ(test, demand[0].number, 1);
	KUNIT_EXPECT_EQ(test, demand[0].choice[0].counters, BIT(4));
	perf_ebb_demand_of(test, &other, &demand[1]);
	KUNIT_EXPECT_TRUE(test, perf_ebb_fit(&demand[0], &demand[1]));

	perf_ebb_demand_of(test, &plain, &demand[2]);
	KUNIT_EXPECT_FALSE(test, perf_ebb_fit(&demand[0], &demand[2]));
	one.ebb = false;
	perf_ebb_demand_of(test, &one, &demand[0]);
	KUNIT_EXPECT_GT(test, demand[0].number, 1);
	KUNIT_EXPECT_TRUE(test, perf_ebb_fit(&demand[0], &demand[2]));
}

static void perf_ebb_regs_test(struct kunit *test)
{
	struct perf_power_attrs attrs = { .code = 0x1001e, .exclude_kernel = true };
	struct perf_power_regs regs;

	perf_power_regs_begin(&perf_power10, &regs);
	perf_power_regs_add(&perf_power10, &regs, &attrs, 0, false);
	KUNIT_EXPECT_FALSE(test, perf_power_regs_have_ebb(&regs));
	KUNIT_EXPECT_EQ(test, regs.mmcr0 & (PERF_EBB_EBE | PERF_EBB_PMCC | PERF_EBB_PMAE),
			PERF_EBB_PMAE);

	attrs.ebb = true;
	perf_power_regs_begin(&perf_power10, &regs);
	perf_power_regs_add(&perf_power10, &regs, &attrs, 0, false);
	KUNIT_EXPECT_TRUE(test, perf_power_regs_have_ebb(&regs));
	KUNIT_EXPECT_EQ(test, regs.mmcr0 & (PERF_EBB_EBE | PERF_EBB_PMCC | PERF_EBB_PMAE),
			PERF_EBB_EBE | PERF_EBB_PMCC_WRITE);
	KUNIT_EXPECT_NE(test, regs.mmcr0 & PERF_EBB_PMCCEXT, 0);
}

/* A debugger can put any value into the saved MMCR0 and MMCR2. */
static void perf_ebb_user_test(struct kunit *test)
{
	const struct perf_power_regs regs = { .mmcr2 = BIT_ULL(62) | BIT_ULL(57) };

	KUNIT_EXPECT_EQ(test, perf_power_ebb_mmcr0(~0ULL, false),
			PERF_EBB_FC | PERF_EBB_PMAE | PERF_EBB_PMAO);
	KUNIT_EXPECT_EQ(test, perf_power_ebb_mmcr0(PERF_EBB_PMAE, false), PERF_EBB_PMAE);
	KUNIT_EXPECT_EQ(test, perf_power_ebb_mmcr0(PERF_EBB_FC | PERF_EBB_PMAO, true),
			PERF_EBB_FC | PERF_EBB_PMAO);
	KUNIT_EXPECT_EQ(test, perf_power_ebb_mmcr0(0, true), 0);
	/* the alert that was lost */
	KUNIT_EXPECT_EQ(test, perf_power_ebb_mmcr0(PERF_EBB_PMAE, true),
			PERF_EBB_FC | PERF_EBB_PMAO);

	/* FC1P is the events' own, FC2P to FC6P are the program's. */
	KUNIT_EXPECT_EQ(test, perf_power_ebb_mmcr2(&regs, ~0ULL), 0x0020100804020000);
	KUNIT_EXPECT_EQ(test, perf_power_ebb_mmcr2(&regs, 0), 0);
}

static struct kunit_case perf_ebb_cases[] = {
	KUNIT_CASE_PARAM(perf_ebb_attr_test, perf_ebb_attr_gen_params),
	KUNIT_CASE(perf_ebb_group_test),
	KUNIT_CASE(perf_ebb_unsupported_test),
	KUNIT_CASE(perf_ebb_demand_test),
	KUNIT_CASE(perf_ebb_regs_test),
	KUNIT_CASE(perf_ebb_user_test),
	{}
};

static struct kunit_suite perf_ebb_suite = {
	.name		= "perf_power_ebb",
	.test_cases	= perf_ebb_cases,
};

kunit_test_suite(perf_ebb_suite);
