// SPDX-License-Identifier: GPL-2.0
/*
 * perf_event_attr: the rules for the fields of samples, each as a row of a table with the
 * errno on a PMU of the core.
 */
#include "perf_test.h"

#include <errno.h>

#include "kselftest_harness.h"

#define SW_FAULTS	.type = PERF_TYPE_SOFTWARE, .config = PERF_COUNT_SW_PAGE_FAULTS
#define SW_CPU_CLOCK	.type = PERF_TYPE_SOFTWARE, .config = PERF_COUNT_SW_CPU_CLOCK
#define SW_TASK_CLOCK	.type = PERF_TYPE_SOFTWARE, .config = PERF_COUNT_SW_TASK_CLOCK

/* An attr, and the expected result of perf_try_self() */
struct rule {
	const char *name;
	struct perf_event_attr attr;
	int error;
};

/* The table ends with a row without @name */
static void check_rules(struct __test_metadata *_metadata, const struct rule *rule)
{
	for (; rule->name; rule++) {
		struct perf_event_attr attr = rule->attr;

		attr.size = sizeof(attr);
		EXPECT_EQ(rule->error, perf_try_self(&attr))
			TH_LOG("rule: %s", rule->name);
	}
}

#define SAMPLE(...)	{ SW_FAULTS, .sample_period = 1, __VA_ARGS__ }

TEST(sample_types)
{
	static const struct rule rules[] = {
		{ "weight", SAMPLE(.sample_type = PERF_SAMPLE_WEIGHT), 0 },
		{ "weight in parts", SAMPLE(.sample_type = PERF_SAMPLE_WEIGHT_STRUCT), 0 },
		{ "both weights", SAMPLE(.sample_type = PERF_SAMPLE_WEIGHT_TYPE), EINVAL },
		{ "physical address", SAMPLE(.sample_type = PERF_SAMPLE_PHYS_ADDR), 0 },
		{ "data page size", SAMPLE(.sample_type = PERF_SAMPLE_DATA_PAGE_SIZE), 0 },
		{ "code page size", SAMPLE(.sample_type = PERF_SAMPLE_CODE_PAGE_SIZE), 0 },
		{ "transaction", SAMPLE(.sample_type = PERF_SAMPLE_TRANSACTION), 0 },
		{ "data source", SAMPLE(.sample_type = PERF_SAMPLE_DATA_SRC), 0 },
		{ "raw", SAMPLE(.sample_type = PERF_SAMPLE_RAW), 0 },
		{ "identifier", SAMPLE(.sample_type = PERF_SAMPLE_IDENTIFIER), 0 },
		{}
	};

	check_rules(_metadata, rules);
}

TEST(user_stack)
{
	static const struct rule rules[] = {
		{ "none", SAMPLE(.sample_type = PERF_SAMPLE_STACK_USER), 0 },
		{ "smallest",
		  SAMPLE(.sample_type = PERF_SAMPLE_STACK_USER, .sample_stack_user = 8), 0 },
		{ "usual",
		  SAMPLE(.sample_type = PERF_SAMPLE_STACK_USER, .sample_stack_user = 8192), 0 },
		{ "largest",
		  SAMPLE(.sample_type = PERF_SAMPLE_STACK_USER, .sample_stack_user = 65528), 0 },
		{ "not aligned",
		  SAMPLE(.sample_type = PERF_SAMPLE_STACK_USER, .sample_stack_user = 12), EINVAL },
		{ "odd",
		  SAMPLE(.sample_type = PERF_SAMPLE_STACK_USER, .sample_stack_user = 1), EINVAL },
		{ "all of a record",
		  SAMPLE(.sample_type = PERF_SAMPLE_STACK_USER, .sample_stack_user = 65535),
		  EINVAL },
		{ "more than a record",
		  SAMPLE(.sample_type = PERF_SAMPLE_STACK_USER, .sample_stack_user = 65536),
		  EINVAL },
		{ "huge",
		  SAMPLE(.sample_type = PERF_SAMPLE_STACK_USER, .sample_stack_user = ~7U), EINVAL },
		{}
	};

	check_rules(_metadata, rules);
}

TEST(registers)
{
	static const struct rule rules[] = {
		{ "user, first", SAMPLE(.sample_type = PERF_SAMPLE_REGS_USER,
					.sample_regs_user = 1), 0 },
		{ "user, none", SAMPLE(.sample_type = PERF_SAMPLE_REGS_USER), EINVAL },
		{ "user, all bits", SAMPLE(.sample_type = PERF_SAMPLE_REGS_USER,
					   .sample_regs_user = ~0ULL), EINVAL },
		{ "interrupt, first", SAMPLE(.sample_type = PERF_SAMPLE_REGS_INTR,
					     .sample_regs_intr = 1), 0 },
		{ "interrupt, none", SAMPLE(.sample_type = PERF_SAMPLE_REGS_INTR), EINVAL },
		{ "interrupt, all bits", SAMPLE(.sample_type = PERF_SAMPLE_REGS_INTR,
						.sample_regs_intr = ~0ULL), EINVAL },
		{}
	};

	check_rules(_metadata, rules);
}

#ifdef __x86_64__
/* AX to IP, FLAGS, CS, SS and R8 to R15; DS to GS do not exist in 64 bits */
TEST(registers_of_x86_64)
{
	struct perf_event_attr attr = perf_attr_software(PERF_COUNT_SW_PAGE_FAULTS);
	unsigned int bit;

	attr.sample_period = 1;
	for (bit = 0; bit < 64; bit++) {
		bool general = bit < 12 || (bit >= 16 && bit < 24);
		/* Vector registers (bits 32 and up): EOPNOTSUPP on a software event */
		int error = general ? 0 : bit < 32 ? EINVAL : EOPNOTSUPP;

		attr.sample_type = PERF_SAMPLE_REGS_USER;
		attr.sample_regs_user = 1ULL << bit;
		EXPECT_EQ(error, perf_try_self(&attr))
			TH_LOG("user register %u", bit);
		attr.sample_type = PERF_SAMPLE_REGS_INTR;
		attr.sample_regs_intr = 1ULL << bit;
		EXPECT_EQ(error, perf_try_self(&attr))
			TH_LOG("interrupt register %u", bit);
		/* Vector registers in a mask are refused even if sample_type does not use it */
		attr.sample_type = 0;
		EXPECT_EQ(bit < 32 ? 0 : EOPNOTSUPP, perf_try_self(&attr))
			TH_LOG("unused register %u", bit);
	}
}
#endif

TEST(branch_stack)
{
	static const struct rule rules[] = {
		{ "no branches", SAMPLE(.sample_type = PERF_SAMPLE_BRANCH_STACK), EINVAL },
		{ "privilege only",
		  SAMPLE(.sample_type = PERF_SAMPLE_BRANCH_STACK,
			 .branch_sample_type = PERF_SAMPLE_BRANCH_PLM_ALL), EINVAL },
		{ "unknown kind",
		  SAMPLE(.sample_type = PERF_SAMPLE_BRANCH_STACK,
			 .branch_sample_type = PERF_SAMPLE_BRANCH_ANY | PERF_SAMPLE_BRANCH_MAX),
		  EINVAL },
		{ "highest bit",
		  SAMPLE(.sample_type = PERF_SAMPLE_BRANCH_STACK,
			 .branch_sample_type = PERF_SAMPLE_BRANCH_ANY | 1ULL << 63), EINVAL },
		{ "software event",
		  SAMPLE(.sample_type = PERF_SAMPLE_BRANCH_STACK,
			 .branch_sample_type = PERF_SAMPLE_BRANCH_ANY), EOPNOTSUPP },
		{ "cpu-clock",
		  { SW_CPU_CLOCK, .sample_type = PERF_SAMPLE_BRANCH_STACK,
		    .branch_sample_type = PERF_SAMPLE_BRANCH_ANY }, EOPNOTSUPP },
		{ "task-clock",
		  { SW_TASK_CLOCK, .sample_type = PERF_SAMPLE_BRANCH_STACK,
		    .branch_sample_type = PERF_SAMPLE_BRANCH_ANY }, EOPNOTSUPP },
		{}
	};

	check_rules(_metadata, rules);
}

TEST(branch_stack_of_tracepoint)
{
	int id = perf_tracepoint_id("sched/sched_switch");
	struct perf_event_attr attr;

	if (id < 0)
		SKIP(return, "no sched:sched_switch");
	perf_attr_init(&attr, PERF_TYPE_TRACEPOINT, id);
	attr.sample_type = PERF_SAMPLE_BRANCH_STACK;
	attr.branch_sample_type = PERF_SAMPLE_BRANCH_ANY;
	EXPECT_EQ(EOPNOTSUPP, perf_try_self(&attr));
}

TEST(call_chain_depth)
{
	struct perf_event_attr attr = perf_attr_software(PERF_COUNT_SW_PAGE_FAULTS);
	long limit;

	ASSERT_EQ(0, perf_sysctl_get("perf_event_max_stack", &limit));
	ASSERT_LT(limit, 65535);
	attr.sample_period = 1;
	attr.sample_type = PERF_SAMPLE_CALLCHAIN;
	EXPECT_EQ(0, perf_try_self(&attr));
	attr.sample_max_stack = 1;
	EXPECT_EQ(0, perf_try_self(&attr));
	attr.sample_max_stack = limit;
	EXPECT_EQ(0, perf_try_self(&attr));
	attr.sample_max_stack = limit + 1;
	EXPECT_EQ(EOVERFLOW, perf_try_self(&attr));
	attr.sample_max_stack = 65535;
	EXPECT_EQ(EOVERFLOW, perf_try_self(&attr));
	attr.sample_type = PERF_SAMPLE_IP;
	EXPECT_EQ(0, perf_try_self(&attr));
}

TEST(call_chain_sides)
{
	static const struct rule rules[] = {
		{ "no kernel", SAMPLE(.sample_type = PERF_SAMPLE_CALLCHAIN,
				      .exclude_callchain_kernel = 1), 0 },
		{ "no user", SAMPLE(.sample_type = PERF_SAMPLE_CALLCHAIN,
				    .exclude_callchain_user = 1), 0 },
		{ "neither", SAMPLE(.sample_type = PERF_SAMPLE_CALLCHAIN,
				    .exclude_callchain_kernel = 1,
				    .exclude_callchain_user = 1), 0 },
		{}
	};

	check_rules(_metadata, rules);
}

TEST_HARNESS_MAIN
