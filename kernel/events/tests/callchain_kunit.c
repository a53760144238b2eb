// SPDX-License-Identifier: GPL-2.0
/* KUnit tests of call chains: users, limits, buffers, context markers. */
#include <kunit/test.h>
#include <linux/perf_event.h>

#include "base/callchain.h"

static int take_buffers(struct kunit *test)
{
	KUNIT_ASSERT_EQ(test, get_callchain_buffers(sysctl_perf_event_max_stack), 0);
	test->priv = test;
	return 0;
}

static void drop_buffers(struct kunit *test)
{
	if (test->priv)
		put_callchain_buffers();
}

static void users_hold_limits(struct kunit *test)
{
	const int before = perf_callchain_users();
	const int depth = sysctl_perf_event_max_stack;

	KUNIT_EXPECT_EQ(test, get_callchain_buffers(depth + 1), -EOVERFLOW);
	KUNIT_EXPECT_EQ(test, perf_callchain_users(), before);

	take_buffers(test);
	KUNIT_EXPECT_EQ(test, perf_callchain_users(), before + 1);
	KUNIT_EXPECT_EQ(test, perf_callchain_set_limit(&sysctl_perf_event_max_stack, depth),
			-EBUSY);
	KUNIT_EXPECT_EQ(test, get_callchain_buffers(0), 0);
	put_callchain_buffers();
	KUNIT_EXPECT_EQ(test, perf_callchain_users(), before + 1);
}

static void limits_change_without_users(struct kunit *test)
{
	int limit = 1;

	if (perf_callchain_users())
		kunit_skip(test, "call chains are in use");
	KUNIT_EXPECT_EQ(test, perf_callchain_set_limit(&limit, 2), 0);
	KUNIT_EXPECT_EQ(test, limit, 2);
}

static void one_buffer_a_context(struct kunit *test)
{
	struct perf_callchain_entry *first, *second;
	int rctx, nested;

	take_buffers(test);
	guard(preempt)();
	first = get_callchain_entry(&rctx);
	KUNIT_EXPECT_NOT_NULL(test, first);
	KUNIT_EXPECT_NULL(test, get_callchain_entry(&nested));
	put_callchain_entry(nested);

	/* The refused get_callchain_entry() must leave the buffer busy, even after its put. */
	KUNIT_EXPECT_NULL(test, get_callchain_entry(&nested));
	put_callchain_entry(rctx);
	second = get_callchain_entry(&rctx);
	KUNIT_EXPECT_PTR_EQ(test, first, second);
	put_callchain_entry(rctx);

	local_bh_disable();
	second = get_callchain_entry(&rctx);
	put_callchain_entry(rctx);
	local_bh_enable();
	KUNIT_EXPECT_NOT_NULL(test, second);
}

static void kernel_chain(struct kunit *test)
{
	struct perf_callchain_entry *chain;
	struct pt_regs regs = { };
	u64 nr;

	take_buffers(test);
	perf_fetch_caller_regs(&regs);

	guard(preempt)();
	chain = get_perf_callchain(&regs, true, true, 16, false, true);
	KUNIT_EXPECT_NOT_NULL(test, chain);
	if (!chain)
		return;
	KUNIT_EXPECT_EQ(test, chain->ip[0], PERF_CONTEXT_KERNEL);
	/* The tests run in a kernel thread: get_perf_callchain() adds no user part. */
	KUNIT_EXPECT_LE(test, chain->nr, 1 + 16);
	nr = chain->nr;

	chain = get_perf_callchain(&regs, true, false, 16, false, false);
	KUNIT_EXPECT_EQ(test, chain->nr, nr - 1);

	chain = get_perf_callchain(&regs, true, true, 1, false, true);
	KUNIT_EXPECT_LE(test, chain->nr, 2);

	chain = get_perf_callchain(&regs, false, true, 16, false, true);
	KUNIT_EXPECT_EQ(test, chain->nr, 0);
}

static void event_excludes(struct kunit *test)
{
	struct perf_event *event = kunit_kzalloc(test, sizeof(*event), GFP_KERNEL);
	struct pt_regs regs = { };

	KUNIT_ASSERT_NOT_NULL(test, event);
	take_buffers(test);
	perf_fetch_caller_regs(&regs);
	event->attr.sample_max_stack = 8;
	event->attr.exclude_callchain_user = 1;

	guard(preempt)();
	KUNIT_EXPECT_EQ(test, perf_callchain(event, &regs)->ip[0], PERF_CONTEXT_KERNEL);
	event->attr.exclude_callchain_kernel = 1;
	KUNIT_EXPECT_EQ(test, perf_callchain(event, &regs)->nr, 0);
}

static void storing_ends(struct kunit *test)
{
	struct perf_callchain_entry_ctx ctx = { .max_stack = 2 };
	int i;

	ctx.entry = kunit_kzalloc(test, struct_size(ctx.entry, ip, 2 +
				  sysctl_perf_event_max_contexts_per_stack), GFP_KERNEL);
	KUNIT_ASSERT_NOT_NULL(test, ctx.entry);

	KUNIT_EXPECT_EQ(test, perf_callchain_store(&ctx, 1), 0);
	KUNIT_EXPECT_EQ(test, perf_callchain_store(&ctx, 2), 0);
	KUNIT_EXPECT_NE(test, perf_callchain_store(&ctx, 3), 0);
	KUNIT_EXPECT_EQ(test, ctx.entry->nr, 2);

	/* Context markers are counted apart from addresses: max_stack does not limit them. */
	for (i = 0; i < sysctl_perf_event_max_contexts_per_stack; i++)
		KUNIT_EXPECT_EQ(test, perf_callchain_store_context(&ctx, PERF_CONTEXT_USER), 0);
	KUNIT_EXPECT_NE(test, perf_callchain_store_context(&ctx, PERF_CONTEXT_USER), 0);
	KUNIT_EXPECT_EQ(test, ctx.entry->nr, 2 + i);

	/* perf_callchain_store() must refuse an address whose marker is missing. */
	ctx.max_stack = 3;
	KUNIT_EXPECT_NE(test, perf_callchain_store(&ctx, 3), 0);
}

static struct kunit_case callchain_cases[] = {
	KUNIT_CASE(users_hold_limits),
	KUNIT_CASE(limits_change_without_users),
	KUNIT_CASE(one_buffer_a_context),
	KUNIT_CASE(kernel_chain),
	KUNIT_CASE(event_excludes),
	KUNIT_CASE(storing_ends),
	{ }
};

static struct kunit_suite callchain_suite = {
	.name		= "perf_callchain",
	.exit		= drop_buffers,
	.test_cases	= callchain_cases,
};

kunit_test_suite(callchain_suite);
