// SPDX-License-Identifier: GPL-2.0
/*
 * KUnit tests of attr.c: every rule, the order of the rules, defaults, size negotiation.
 */
#include <kunit/test.h>
#include <linux/mman.h>
#include <linux/perf_event.h>
#include <linux/uaccess.h>

#include "base/attr.h"

/**
 * struct attr_case - an attr that breaks one rule
 * @rule:    name of the rule, as perf_attr_rule_name() returns it
 * @breaker: makes an attr break @rule and no rule before it
 * @error:   expected errno, positive; 0: in this configuration no attr breaks @rule
 */
struct attr_case {
	const char	*rule;
	void		(*breaker)(struct perf_event_attr *attr);
	int		error;
};

static void break_reserved(struct perf_event_attr *attr)
{
	attr->__reserved_2 = 1;
}

static void break_sample_type(struct perf_event_attr *attr)
{
	attr->sample_type |= PERF_SAMPLE_MAX;
}

static void break_read_format(struct perf_event_attr *attr)
{
	attr->read_format |= PERF_FORMAT_MAX;
}

static void break_branch_known(struct perf_event_attr *attr)
{
	attr->sample_type |= PERF_SAMPLE_BRANCH_STACK;
	attr->branch_sample_type = PERF_SAMPLE_BRANCH_MAX | PERF_SAMPLE_BRANCH_ANY;
}

static void break_branch_kind(struct perf_event_attr *attr)
{
	attr->sample_type |= PERF_SAMPLE_BRANCH_STACK;
	attr->branch_sample_type = PERF_SAMPLE_BRANCH_USER;
}

static void break_regs_user(struct perf_event_attr *attr)
{
	attr->sample_type |= PERF_SAMPLE_REGS_USER;
	attr->sample_regs_user = IS_ENABLED(CONFIG_HAVE_PERF_REGS) ? 0 : 1;
}

static void ask_stack(struct perf_event_attr *attr)
{
	attr->sample_type |= PERF_SAMPLE_STACK_USER;
	attr->sample_stack_user = 8;
}

static void break_stack_size(struct perf_event_attr *attr)
{
	ask_stack(attr);
	attr->sample_stack_user = 12;
}

static void break_regs_intr(struct perf_event_attr *attr)
{
	attr->sample_type |= PERF_SAMPLE_REGS_INTR;
	attr->sample_regs_intr = IS_ENABLED(CONFIG_HAVE_PERF_REGS) ? 0 : 1;
}

static void ask_cgroup(struct perf_event_attr *attr)
{
	attr->sample_type |= PERF_SAMPLE_CGROUP;
	attr->cgroup = 1;
}

static void break_weight(struct perf_event_attr *attr)
{
	attr->sample_type |= PERF_SAMPLE_WEIGHT | PERF_SAMPLE_WEIGHT_STRUCT;
}

static void break_inherit_thread(struct perf_event_attr *attr)
{
	attr->inherit_thread = 1;
}

static void break_on_exec(struct perf_event_attr *attr)
{
	attr->remove_on_exec = 1;
	attr->enable_on_exec = 1;
}

static void break_sigtrap(struct perf_event_attr *attr)
{
	attr->sigtrap = 1;
}

static void break_munmap(struct perf_event_attr *attr)
{
	attr->munmap = 1;
}

#define REGS_ERROR	(IS_ENABLED(CONFIG_HAVE_PERF_REGS) ? EINVAL : ENOSYS)
#define STACK_ERROR	(IS_ENABLED(CONFIG_HAVE_PERF_USER_STACK_DUMP) ? 0 : ENOSYS)
#define CGROUP_ERROR	(IS_ENABLED(CONFIG_CGROUP_PERF) ? 0 : EINVAL)

/* One case for each rule, in the order of perf_attr_rule_name(). */
static const struct attr_case attr_cases[] = {
	{ "reserved fields are zero",		break_reserved,		EINVAL },
	{ "sample_type is known",		break_sample_type,	EINVAL },
	{ "read_format is known",		break_read_format,	EINVAL },
	{ "branch_sample_type is known",	break_branch_known,	EINVAL },
	{ "a kind of branch is chosen",		break_branch_kind,	EINVAL },
	{ "sample_regs_user is valid",		break_regs_user,	REGS_ERROR },
	{ "user stacks can be dumped",		ask_stack,		STACK_ERROR },
	{ "sample_stack_user fits",		break_stack_size,	STACK_ERROR ?: EINVAL },
	{ "sample_regs_intr is valid",		break_regs_intr,	REGS_ERROR },
	{ "cgroups are configured",		ask_cgroup,		CGROUP_ERROR },
	{ "one form of weight",			break_weight,		EINVAL },
	{ "inherit_thread inherits",		break_inherit_thread,	EINVAL },
	{ "exec enables or removes",		break_on_exec,		EINVAL },
	{ "sigtrap ends at exec",		break_sigtrap,		EINVAL },
	{ "munmap follows mmap",		break_munmap,		EINVAL },
};

static void attr_every_rule(struct kunit *test)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(attr_cases); i++) {
		const struct attr_case *rule = &attr_cases[i];
		struct perf_event_attr attr = { };

		KUNIT_EXPECT_STREQ(test, rule->rule, perf_attr_rule_name(i));
		rule->breaker(&attr);
		KUNIT_EXPECT_EQ_MSG(test, -rule->error, perf_attr_check(&attr), "%s", rule->rule);
	}
	/* A rule of perf_attr_check() without a case here would be untested. */
	KUNIT_EXPECT_NULL(test, perf_attr_rule_name(i));
}

/* perf_attr_check() returns the error of the first broken rule, whatever rules are broken later. */
static void attr_order(struct kunit *test)
{
	unsigned int i, later;

	for (i = 0; i < ARRAY_SIZE(attr_cases); i++) {
		struct perf_event_attr attr = { };

		if (!attr_cases[i].error)
			continue;
		for (later = ARRAY_SIZE(attr_cases) - 1; later > i; later--)
			attr_cases[later].breaker(&attr);
		attr_cases[i].breaker(&attr);
		KUNIT_EXPECT_EQ_MSG(test, -attr_cases[i].error, perf_attr_check(&attr),
				    "%s", attr_cases[i].rule);
	}
}

static void attr_each_reserved_bit(struct kunit *test)
{
	struct perf_event_attr attr;
	unsigned int bit;

	for (bit = 0; bit < 23; bit++) {
		attr = (struct perf_event_attr){ .__reserved_1 = 1ULL << bit };
		KUNIT_EXPECT_EQ(test, -EINVAL, perf_attr_check(&attr));
	}
	for (bit = 0; bit < 16; bit++) {
		attr = (struct perf_event_attr){ .__reserved_2 = 1U << bit };
		KUNIT_EXPECT_EQ(test, -EINVAL, perf_attr_check(&attr));
	}
	for (bit = 0; bit < 29; bit++) {
		attr = (struct perf_event_attr){ .__reserved_3 = 1U << bit };
		KUNIT_EXPECT_EQ(test, -EINVAL, perf_attr_check(&attr));
	}
}

static void attr_each_format_bit(struct kunit *test)
{
	unsigned int bit;

	for (bit = 0; bit < 64; bit++) {
		struct perf_event_attr attr = { .read_format = 1ULL << bit };
		int expected = attr.read_format < PERF_FORMAT_MAX ? 0 : -EINVAL;

		KUNIT_EXPECT_EQ_MSG(test, expected, perf_attr_check(&attr), "bit %u", bit);
	}
}

/* A known PERF_SAMPLE_* bit that needs no further field is valid alone; an unknown bit never is. */
static void attr_each_sample_bit(struct kunit *test)
{
	const u64 needs_more = PERF_SAMPLE_BRANCH_STACK | PERF_SAMPLE_REGS_USER |
			       PERF_SAMPLE_STACK_USER | PERF_SAMPLE_REGS_INTR |
			       PERF_SAMPLE_CGROUP;
	unsigned int bit;

	for (bit = 0; bit < 64; bit++) {
		struct perf_event_attr attr = { .sample_type = 1ULL << bit };
		int expected = attr.sample_type < PERF_SAMPLE_MAX ? 0 : -EINVAL;

		if (!(attr.sample_type & needs_more))
			KUNIT_EXPECT_EQ_MSG(test, expected, perf_attr_check(&attr), "bit %u", bit);
	}
}

static void attr_stack_size(struct kunit *test)
{
	static const struct {
		u32 size;
		int error;
	} cases[] = {
		{ 0, 0 }, { 8, 0 }, { 7, EINVAL }, { 65528, 0 }, { 65535, EINVAL },
		{ 65536, EINVAL }, { 0xfffffff8, EINVAL },
	};
	unsigned int i;

	if (!IS_ENABLED(CONFIG_HAVE_PERF_USER_STACK_DUMP))
		kunit_skip(test, "the architecture cannot dump user stacks");
	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		struct perf_event_attr attr = {
			.sample_type		= PERF_SAMPLE_STACK_USER,
			.sample_stack_user	= cases[i].size,
		};

		KUNIT_EXPECT_EQ_MSG(test, -cases[i].error, perf_attr_check(&attr),
				    "size %u", cases[i].size);
	}
}

/* Without PERF_SAMPLE_BRANCH_PLM_ALL bits the levels follow exclude_*; given bits stay. */
static void attr_branch_levels(struct kunit *test)
{
	unsigned int excluded;

	for (excluded = 0; excluded < 8; excluded++) {
		struct perf_event_attr attr = {
			.sample_type		= PERF_SAMPLE_BRANCH_STACK,
			.branch_sample_type	= PERF_SAMPLE_BRANCH_ANY,
			.exclude_user		= !!(excluded & PERF_SAMPLE_BRANCH_USER),
			.exclude_kernel		= !!(excluded & PERF_SAMPLE_BRANCH_KERNEL),
			.exclude_hv		= !!(excluded & PERF_SAMPLE_BRANCH_HV),
		};
		u64 expected = PERF_SAMPLE_BRANCH_ANY | (excluded ^ PERF_SAMPLE_BRANCH_PLM_ALL);

		KUNIT_EXPECT_EQ(test, 0, perf_attr_check(&attr));
		KUNIT_EXPECT_EQ(test, expected, attr.branch_sample_type);

		attr.branch_sample_type = PERF_SAMPLE_BRANCH_ANY | PERF_SAMPLE_BRANCH_HV;
		KUNIT_EXPECT_EQ(test, 0, perf_attr_check(&attr));
		KUNIT_EXPECT_EQ(test, PERF_SAMPLE_BRANCH_ANY | PERF_SAMPLE_BRANCH_HV,
				attr.branch_sample_type);
	}
}

static void attr_target(struct kunit *test)
{
	struct perf_event_attr attr = { .sigtrap = 1, .remove_on_exec = 1 };

	KUNIT_EXPECT_EQ(test, 0, perf_attr_check_target(&attr, true));
	KUNIT_EXPECT_EQ(test, -EINVAL, perf_attr_check_target(&attr, false));

	attr = (struct perf_event_attr){ .inherit = 1, .sample_type = PERF_SAMPLE_READ };
	KUNIT_EXPECT_EQ(test, -EINVAL, perf_attr_check_target(&attr, true));
	attr.sample_type |= PERF_SAMPLE_TID;
	KUNIT_EXPECT_EQ(test, 0, perf_attr_check_target(&attr, true));
	attr = (struct perf_event_attr){ .sample_type = PERF_SAMPLE_READ };
	KUNIT_EXPECT_EQ(test, 0, perf_attr_check_target(&attr, true));
}

static void attr_aux(struct kunit *test)
{
	const int output = PERF_PMU_CAP_AUX_OUTPUT;
	const int pause = PERF_PMU_CAP_AUX_PAUSE;
	struct perf_event_attr attr = { .aux_output = 1 };

	KUNIT_EXPECT_EQ(test, 0, perf_attr_check_pmu(&attr, output));
	KUNIT_EXPECT_EQ(test, -EOPNOTSUPP, perf_attr_check_pmu(&attr, pause));
	attr.aux_pause = 1;
	KUNIT_EXPECT_EQ(test, -EOPNOTSUPP, perf_attr_check_pmu(&attr, output | pause));

	attr = (struct perf_event_attr){ .aux_pause = 1 };
	KUNIT_EXPECT_EQ(test, 0, perf_attr_check_pmu(&attr, 0));
	attr.aux_resume = 1;
	KUNIT_EXPECT_EQ(test, -EINVAL, perf_attr_check_pmu(&attr, 0));

	attr = (struct perf_event_attr){ .aux_start_paused = 1 };
	KUNIT_EXPECT_EQ(test, 0, perf_attr_check_pmu(&attr, pause));
	KUNIT_EXPECT_EQ(test, -EOPNOTSUPP, perf_attr_check_pmu(&attr, output));
}

static size_t words_of_read(u64 format, int nr)
{
	size_t words = 0;
	int i;

	if (format & PERF_FORMAT_GROUP)
		words++;
	else
		nr = 1;
	if (format & PERF_FORMAT_TOTAL_TIME_ENABLED)
		words++;
	if (format & PERF_FORMAT_TOTAL_TIME_RUNNING)
		words++;
	for (i = 0; i < nr; i++) {
		words++;
		if (format & PERF_FORMAT_ID)
			words++;
		if (format & PERF_FORMAT_LOST)
			words++;
	}
	return words;
}

static void attr_read_size(struct kunit *test)
{
	u64 format;
	int nr;

	for (format = 0; format < PERF_FORMAT_MAX; format++) {
		for (nr = 1; nr <= 64; nr++)
			KUNIT_EXPECT_EQ(test, 8 * words_of_read(format, nr),
					perf_attr_read_size(format, nr));
	}
	/* @nr far above the largest group must not overflow the size. */
	KUNIT_EXPECT_EQ(test, 8 * (1 + 3 * 1000000UL),
			perf_attr_read_size(PERF_FORMAT_GROUP | PERF_FORMAT_ID | PERF_FORMAT_LOST,
					    1000000));
}

static struct perf_event_attr __user *attr_user_page(struct kunit *test)
{
	unsigned long addr;

	addr = kunit_vm_mmap(test, NULL, 0, 2 * PAGE_SIZE, PROT_READ | PROT_WRITE,
			     MAP_ANONYMOUS | MAP_PRIVATE, 0);
	KUNIT_ASSERT_NE(test, 0UL, addr);
	KUNIT_ASSERT_LT(test, addr, (unsigned long)TASK_SIZE);
	return (struct perf_event_attr __user *)addr;
}

/* Copy an attr of @size bytes with a nonzero byte at offset @at; @at 0: all bytes zero. */
static int attr_copy_sized(struct kunit *test, struct perf_event_attr __user *uattr, u32 size,
			   unsigned int at, struct perf_event_attr *attr)
{
	u8 one = 1;

	KUNIT_ASSERT_EQ(test, 0UL, clear_user(uattr, 2 * PAGE_SIZE));
	if (at)
		KUNIT_ASSERT_EQ(test, 0UL, copy_to_user((u8 __user *)uattr + at, &one, 1));
	KUNIT_ASSERT_EQ(test, 0, put_user(size, &uattr->size));
	memset(attr, 0xff, sizeof(*attr));
	return perf_attr_copy_from_user(uattr, attr);
}

static void attr_size_accepted(struct kunit *test)
{
	static const u32 sizes[] = {
		PERF_ATTR_SIZE_VER0, PERF_ATTR_SIZE_VER1, PERF_ATTR_SIZE_VER2,
		PERF_ATTR_SIZE_VER3, PERF_ATTR_SIZE_VER4, PERF_ATTR_SIZE_VER5,
		PERF_ATTR_SIZE_VER6, PERF_ATTR_SIZE_VER7, PERF_ATTR_SIZE_VER8,
		/* longer than sizeof(attr), and not a multiple of 8 */
		144, 4096, 77,
	};
	struct perf_event_attr __user *uattr = attr_user_page(test);
	struct perf_event_attr attr;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(sizes); i++) {
		KUNIT_EXPECT_EQ(test, 0, attr_copy_sized(test, uattr, sizes[i], 0, &attr));
		KUNIT_EXPECT_EQ(test, sizes[i], attr.size);
		KUNIT_EXPECT_EQ(test, 0ULL, attr.config3);
	}
	/* Size 0 means PERF_ATTR_SIZE_VER0, whatever bytes follow. */
	KUNIT_EXPECT_EQ(test, 0, attr_copy_sized(test, uattr, 0, PERF_ATTR_SIZE_VER0, &attr));
	KUNIT_EXPECT_EQ(test, PERF_ATTR_SIZE_VER0, attr.size);
	KUNIT_EXPECT_EQ(test, 0ULL, attr.config2);
}

static void attr_size_refused(struct kunit *test)
{
	const u32 ours = sizeof(struct perf_event_attr);
	const struct {
		u32 size;
		unsigned int at;
	} cases[] = {
		{ 1, 0 }, { PERF_ATTR_SIZE_VER0 - 1, 0 }, { PAGE_SIZE + 1, 0 }, { U32_MAX, 0 },
		{ 144, ours }, { 144, 143 }, { PAGE_SIZE, PAGE_SIZE - 1 },
	};
	struct perf_event_attr __user *uattr = attr_user_page(test);
	struct perf_event_attr attr;
	unsigned int i;
	u32 size;

	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		KUNIT_EXPECT_EQ(test, -E2BIG,
				attr_copy_sized(test, uattr, cases[i].size, cases[i].at, &attr));
		KUNIT_ASSERT_EQ(test, 0, get_user(size, &uattr->size));
		KUNIT_EXPECT_EQ(test, ours, size);
	}
	KUNIT_EXPECT_EQ(test, -EFAULT, perf_attr_copy_from_user(NULL, &attr));
}

static void attr_copy_checks(struct kunit *test)
{
	const unsigned int reserved_2 = offsetof(struct perf_event_attr, __reserved_2);
	struct perf_event_attr __user *uattr = attr_user_page(test);
	struct perf_event_attr attr;

	KUNIT_EXPECT_EQ(test, -EINVAL,
			attr_copy_sized(test, uattr, sizeof(attr), reserved_2, &attr));
	/* PERF_ATTR_SIZE_VER4 ends before __reserved_2, so its value is ignored. */
	KUNIT_EXPECT_EQ(test, 0,
			attr_copy_sized(test, uattr, PERF_ATTR_SIZE_VER4, reserved_2, &attr));
	KUNIT_EXPECT_EQ(test, min(sysctl_perf_event_max_stack, U16_MAX),
			(int)attr.sample_max_stack);
}

static struct kunit_case attr_tests[] = {
	KUNIT_CASE(attr_every_rule),
	KUNIT_CASE(attr_order),
	KUNIT_CASE(attr_each_reserved_bit),
	KUNIT_CASE(attr_each_format_bit),
	KUNIT_CASE(attr_each_sample_bit),
	KUNIT_CASE(attr_stack_size),
	KUNIT_CASE(attr_branch_levels),
	KUNIT_CASE(attr_target),
	KUNIT_CASE(attr_aux),
	KUNIT_CASE(attr_read_size),
	KUNIT_CASE(attr_size_accepted),
	KUNIT_CASE(attr_size_refused),
	KUNIT_CASE(attr_copy_checks),
	{ }
};

static struct kunit_suite attr_suite = {
	.name		= "perf_attr",
	.test_cases	= attr_tests,
};

kunit_test_suite(attr_suite);
