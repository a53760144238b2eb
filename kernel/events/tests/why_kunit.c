// SPDX-License-Identifier: GPL-2.0
/*
 * KUnit tests of reasons.c and why.c: the table of reasons, and the collector that gets a refusal.
 */
#include <kunit/test.h>
#include <linux/perf_event.h>
#include <linux/string.h>

#include "base/reasons.h"
#include "base/why.h"

static void why_texts(struct kunit *test)
{
	unsigned int reason, other;

	for (reason = 0; reason < PERF_WHY_MAX; reason++) {
		const char *text = perf_why_text(reason);

		KUNIT_ASSERT_NOT_NULL_MSG(test, text, "reason %u has no text", reason);
		KUNIT_EXPECT_GT(test, strlen(text), 0);
		KUNIT_EXPECT_LT_MSG(test, strlen(text),
				    sizeof_field(struct perf_event_explain, text),
				    "reason %u", reason);
		for (other = 0; other < reason; other++)
			KUNIT_EXPECT_STRNEQ(test, text, perf_why_text(other));
	}
	KUNIT_EXPECT_STREQ(test, perf_why_text(PERF_WHY_NONE), perf_why_text(PERF_WHY_MAX));
	KUNIT_EXPECT_STREQ(test, perf_why_text(PERF_WHY_NONE), perf_why_text(~0U));
}

/* The numbers are ABI: the first, the last, and one in between. */
static void why_numbers(struct kunit *test)
{
	KUNIT_EXPECT_EQ(test, 0, PERF_WHY_NONE);
	KUNIT_EXPECT_EQ(test, 49, PERF_WHY_NO_PMU);
	KUNIT_EXPECT_EQ(test, 113, PERF_WHY_GROUP_OFF_CPU);
}

static void why_nobody_collects(struct kunit *test)
{
	KUNIT_EXPECT_NULL(test, perf_why_of_current());
	KUNIT_EXPECT_EQ(test, -EBUSY, perf_refuse_at(-EBUSY, PERF_WHY_CPU, PERF_WHERE_NONE));
	perf_why_pmu("nobody");
}

static void why_last_refusal(struct kunit *test)
{
	struct perf_why why, again;

	perf_why_begin(&why);
	KUNIT_EXPECT_PTR_EQ(test, &why, perf_why_of_current());
	KUNIT_EXPECT_EQ(test, 0, why.refusal.error);
	KUNIT_EXPECT_FALSE(test, why.ask);
	perf_refuse_at(-EINVAL, PERF_WHY_CPU, PERF_WHERE_NONE);
	KUNIT_EXPECT_EQ(test, -E2BIG, perf_refuse(-E2BIG, PERF_WHY_ATTR_SIZE, 4, 5, 6, 7));
	perf_why_pmu("a name that is longer than an explanation has room for");
	perf_why_end(&why);
	KUNIT_EXPECT_NULL(test, perf_why_of_current());
	KUNIT_EXPECT_EQ(test, E2BIG, why.refusal.error);
	KUNIT_EXPECT_EQ(test, PERF_WHY_ATTR_SIZE, why.refusal.reason);
	KUNIT_EXPECT_EQ(test, 4, why.refusal.where);
	KUNIT_EXPECT_EQ(test, 5, why.refusal.bits);
	KUNIT_EXPECT_EQ(test, 6, why.refusal.got);
	KUNIT_EXPECT_EQ(test, 7, why.refusal.allowed);
	KUNIT_EXPECT_EQ(test, sizeof(why.pmu) - 1, strlen(why.pmu));

	/* A later call begins without a reason. */
	perf_why_begin(&again);
	perf_why_end(&again);
	KUNIT_EXPECT_EQ(test, 0, again.refusal.error);
	KUNIT_EXPECT_EQ(test, 0, again.pmu[0]);
}

static void why_of_a_descriptor(struct kunit *test)
{
	struct perf_event_file *opened = kunit_kzalloc(test, sizeof(*opened), GFP_KERNEL);
	struct perf_event *event = kunit_kzalloc(test, sizeof(*event), GFP_KERNEL);
	struct perf_refusal refusal;
	struct perf_why why;

	KUNIT_ASSERT_NOT_NULL(test, opened);
	KUNIT_ASSERT_NOT_NULL(test, event);
	event->opened = opened;
	perf_refused_get(event, &refusal);
	KUNIT_EXPECT_EQ(test, 0, refusal.error);

	KUNIT_EXPECT_EQ(test, -ENOTTY,
			perf_refuse_event(event, -ENOTTY, PERF_WHY_IOCTL, PERF_WHERE_ARG + 1));
	perf_refused_get(event, &refusal);
	KUNIT_EXPECT_EQ(test, ENOTTY, refusal.error);
	KUNIT_EXPECT_EQ(test, PERF_WHY_IOCTL, refusal.reason);
	KUNIT_EXPECT_EQ(test, PERF_WHERE_ARG + 1, refusal.where);

	/* While perf_event_open() collects, the refusal is its own. */
	perf_why_begin(&why);
	perf_refuse_event(event, -EINVAL, PERF_WHY_OUTPUT_SELF, PERF_WHERE_NONE);
	perf_why_end(&why);
	KUNIT_EXPECT_EQ(test, PERF_WHY_OUTPUT_SELF, why.refusal.reason);
	perf_refused_get(event, &refusal);
	KUNIT_EXPECT_EQ(test, PERF_WHY_IOCTL, refusal.reason);
}

static void why_explanation(struct kunit *test)
{
	const struct perf_refusal refusal = {
		.error = EINVAL, .reason = PERF_WHY_CPU, .where = 3, .bits = 4, .got = 5,
		.allowed = 6,
	};
	const struct perf_refusal nothing = {};
	struct perf_event_explain explain;

	memset(&explain, 0xff, sizeof(explain));
	perf_why_explain(&refusal, "test", &explain);
	KUNIT_EXPECT_EQ(test, 200, explain.size);
	KUNIT_EXPECT_EQ(test, EINVAL, explain.error);
	KUNIT_EXPECT_EQ(test, PERF_WHY_CPU, explain.reason);
	KUNIT_EXPECT_EQ(test, 3, explain.where);
	KUNIT_EXPECT_EQ(test, 0, explain.__reserved);
	KUNIT_EXPECT_EQ(test, 4, explain.bits);
	KUNIT_EXPECT_EQ(test, 5, explain.got);
	KUNIT_EXPECT_EQ(test, 6, explain.allowed);
	KUNIT_EXPECT_STREQ(test, "test", explain.pmu);
	KUNIT_EXPECT_STREQ(test, perf_why_text(PERF_WHY_CPU), explain.text);
	/* Nothing of the stack reaches the caller behind a name. */
	KUNIT_EXPECT_NULL(test, memchr_inv(explain.pmu + 4, 0, sizeof(explain.pmu) - 4));

	memset(&explain, 0xff, sizeof(explain));
	perf_why_explain(&nothing, "", &explain);
	KUNIT_EXPECT_EQ(test, 0, explain.error);
	KUNIT_EXPECT_EQ(test, 0, explain.text[0]);
}

/* The word has the bit of the bit-field, on machines of both byte orders. */
static void why_flags(struct kunit *test)
{
	struct perf_event_attr attr = { .sigtrap = 1, .exclude_user = 1 };
	u64 word;

	KUNIT_EXPECT_EQ(test, 40, PERF_WHERE_FLAGS);
	memcpy(&word, (char *)&attr + 40, sizeof(word));
	KUNIT_EXPECT_EQ(test, word, PERF_ATTR_FLAGS(.sigtrap = 1, .exclude_user = 1));
	KUNIT_EXPECT_EQ(test, 2, hweight64(PERF_ATTR_FLAGS(.sigtrap = 1, .exclude_user = 1)));
}

static struct kunit_case why_cases[] = {
	KUNIT_CASE(why_texts),
	KUNIT_CASE(why_numbers),
	KUNIT_CASE(why_nobody_collects),
	KUNIT_CASE(why_last_refusal),
	KUNIT_CASE(why_of_a_descriptor),
	KUNIT_CASE(why_explanation),
	KUNIT_CASE(why_flags),
	{}
};

static struct kunit_suite why_suite = {
	.name		= "perf_why",
	.test_cases	= why_cases,
};

kunit_test_suite(why_suite);
