// SPDX-License-Identifier: GPL-2.0
/*
 * KUnit tests of tracepoint.c: which hits of a trace event count.
 */
#include <kunit/test.h>
#include <linux/perf_event.h>
#include <linux/perf/trace_record.h>
#include <linux/perf/tracing.h>
#include <linux/trace_events.h>

#include "pmus/tracepoint.h"

struct trace_fixture {
	struct perf_event	event;
	struct hlist_head	head;
	u64			record[4];
};

/* An event that only counts, which perf_tp_event() has to look at one by one. */
static struct trace_fixture *trace_fixture(struct kunit *test)
{
	struct trace_fixture *fix = kunit_kzalloc(test, sizeof(*fix), GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, fix);
	fix->event.hw.state = PERF_HES_TRACE_LOOK;
	hlist_add_head(&fix->event.hlist_entry, &fix->head);
	return fix;
}

static void trace_hit(struct kunit *test, struct trace_fixture *fix, struct pt_regs *regs)
{
	int rctx;

	guard(preempt)();
	rctx = perf_swevent_enter();
	if (rctx < 0)
		KUNIT_FAIL(test, "recursion context %d", rctx);
	else
		perf_tp_event(1, 1, fix->record, sizeof(fix->record), regs, &fix->head, rctx, NULL);
}

/* A caller of the exported perf_tp_event() may have no registers: it must not crash here. */
static void hit_without_registers(struct kunit *test)
{
	struct trace_fixture *fix = trace_fixture(test);

	fix->event.attr.exclude_kernel = 1;
	trace_hit(test, fix, NULL);
	KUNIT_EXPECT_EQ(test, 1LL, (s64)local64_read(&fix->event.count));
}

/* exclude_kernel skips a hit in the kernel. */
static void hit_in_the_kernel(struct kunit *test)
{
	struct trace_fixture *fix = trace_fixture(test);
	struct pt_regs *regs = kunit_kzalloc(test, sizeof(*regs), GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, regs);
	perf_fetch_caller_regs(regs);
	trace_hit(test, fix, regs);
	KUNIT_EXPECT_EQ(test, 1LL, (s64)local64_read(&fix->event.count));
	fix->event.attr.exclude_kernel = 1;
	trace_hit(test, fix, regs);
	KUNIT_EXPECT_EQ(test, 1LL, (s64)local64_read(&fix->event.count));
}

/* A hit whose record is too large counts if the hit would have counted. */
static void too_large_counts_as_a_hit(struct kunit *test)
{
	struct trace_fixture *fix = trace_fixture(test);
	struct pt_regs *regs = kunit_kzalloc(test, sizeof(*regs), GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, regs);
#ifdef CONFIG_X86
	regs->cs = __USER_CS;
#endif
	if (!user_mode(regs))
		kunit_skip(test, "needs registers of user mode");
	fix->event.attr.exclude_user = 1;
	trace_hit(test, fix, regs);
	KUNIT_EXPECT_EQ(test, 1LL, (s64)local64_read(&fix->event.count));
	scoped_guard(preempt)
		perf_trace_too_large(&fix->head, regs);
	KUNIT_EXPECT_EQ(test, 2LL, (s64)local64_read(&fix->event.count));
}

static struct kunit_case tracepoint_cases[] = {
	KUNIT_CASE(hit_without_registers),
	KUNIT_CASE(hit_in_the_kernel),
	KUNIT_CASE(too_large_counts_as_a_hit),
	{}
};

static struct kunit_suite tracepoint_suite = {
	.name = "perf-tracepoint",
	.test_cases = tracepoint_cases,
};

kunit_test_suite(tracepoint_suite);
