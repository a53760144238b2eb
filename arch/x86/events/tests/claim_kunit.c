// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of claim.c: two CPUs of a domain never have the same register.
 *
 * Context: task.
 */
#include <kunit/test.h>

#include "claim.h"

/* A domain that no processor has */
#define DOMAIN		0xabcdef

struct two_cpus {
	struct perf_x86_cpu	cpu[2];
};

static struct two_cpus *two_cpus(struct kunit *test)
{
	struct two_cpus *two = kunit_kzalloc(test, sizeof(*two), GFP_KERNEL);
	struct perf_x86_claims *claims = perf_x86_claims_of(DOMAIN);

	KUNIT_ASSERT_NOT_NULL(test, two);
	if (!claims)
		kunit_skip(test, "each CPU is a domain of its own");
	two->cpu[0].claims = claims;
	two->cpu[1].claims = perf_x86_claims_of(DOMAIN);
	KUNIT_ASSERT_PTR_EQ(test, two->cpu[0].claims, two->cpu[1].claims);
	return two;
}

static int claim_one(struct two_cpus *two, unsigned int cpu, u64 allowed)
{
	struct perf_assign_path path;

	if (!perf_x86_claim_assign(&two->cpu[cpu], allowed, &path))
		return -1;
	return path.step[0];
}

static void give_back(struct two_cpus *two, unsigned int cpu, unsigned int counter)
{
	perf_assign_remove(&two->cpu[cpu].assignment, counter);
	perf_x86_unclaim(&two->cpu[cpu], counter);
}

static void a_register_has_one_cpu(struct kunit *test)
{
	struct two_cpus *two = two_cpus(test);

	KUNIT_EXPECT_EQ(test, 0, claim_one(two, 0, 0x3));
	KUNIT_EXPECT_EQ(test, 1, claim_one(two, 1, 0x3));
	KUNIT_EXPECT_EQ(test, -1, claim_one(two, 0, 0x3));
	KUNIT_EXPECT_EQ(test, -1, claim_one(two, 1, 0x3));
	give_back(two, 0, 0);
	KUNIT_EXPECT_EQ(test, 0, claim_one(two, 1, 0x3));
	KUNIT_EXPECT_EQ(test, -1, claim_one(two, 0, 0x3));
	give_back(two, 1, 0);
	give_back(two, 1, 1);
}

/* A counter that another event of this CPU holds is no reason to keep the register. */
static void a_counter_in_use_leaves_the_register(struct kunit *test)
{
	struct two_cpus *two = two_cpus(test);
	struct perf_assign_path path;

	KUNIT_ASSERT_TRUE(test, perf_assign_add(&two->cpu[0].assignment, BIT_ULL(0), &path));
	KUNIT_EXPECT_EQ(test, -1, claim_one(two, 0, 0x1));
	KUNIT_EXPECT_EQ(test, 0, claim_one(two, 1, 0x1));
	give_back(two, 1, 0);
}

/* An event that can go elsewhere makes room. */
static void others_make_room(struct kunit *test)
{
	struct two_cpus *two = two_cpus(test);
	struct perf_assign_path path;

	KUNIT_ASSERT_TRUE(test, perf_assign_add(&two->cpu[0].assignment, BIT_ULL(0), &path));
	two->cpu[0].assignment.allowed[0] = 0xf;
	KUNIT_EXPECT_EQ(test, 0, claim_one(two, 0, 0x1));
	KUNIT_EXPECT_EQ(test, 0x9ULL, two->cpu[0].assignment.used);
	KUNIT_EXPECT_EQ(test, -1, claim_one(two, 1, 0x1));
	give_back(two, 0, 0);
}

static struct kunit_case perf_x86_claim_cases[] = {
	KUNIT_CASE(a_register_has_one_cpu),
	KUNIT_CASE(a_counter_in_use_leaves_the_register),
	KUNIT_CASE(others_make_room),
	{ }
};

static struct kunit_suite perf_x86_claim_suite = {
	.name = "perf_x86_claim",
	.test_cases = perf_x86_claim_cases,
};

kunit_test_suite(perf_x86_claim_suite);

MODULE_DESCRIPTION("Tests of registers that CPUs share");
MODULE_LICENSE("GPL");
