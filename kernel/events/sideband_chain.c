// SPDX-License-Identifier: GPL-2.0
/*
 * CALLCHAIN_DEFERRED records: the user's part of call chains whose samples had only
 * a cookie for it (deferred.c).
 *
 * Context: the task whose chain it is, on its way to user mode, preemption off.
 */
#include <linux/init.h>
#include <linux/perf_event.h>
#include <linux/sched/task_stack.h>

#include "deferred.h"
#include "notice.h"
#include "sample.h"
#include "sideband.h"

/* Addresses that fit into a record, beside its head and whatever id trailer. */
#define CHAIN_MAX	((PERF_RECORD_SIZE_MAX - 256) / sizeof(u64))

/**
 * struct chain_info - what a record says
 * @cookie: what the samples said in place of the chain
 * @nr:     number of @ips
 * @ips:    the chain
 */
struct chain_info {
	u64		cookie;
	u64		nr;
	const u64	*ips;
};

static void write_chain(struct perf_event *event, const void *data)
{
	const struct chain_info *info = data;
	const struct perf_record_part parts[] = {
		{ info, offsetof(struct chain_info, ips) },
		{ info->ips, info->nr * sizeof(u64) },
	};

	perf_notice_write(event, PERF_RECORD_CALLCHAIN_DEFERRED, PERF_RECORD_MISC_USER, parts,
			  ARRAY_SIZE(parts));
}

/*
 * Without any chain the samples are told that there is none: their task ends, or is
 * another program by now, or all who wanted chains are gone.
 */
static void deliver_chain(const struct perf_deferred_chain *deferred)
{
	struct chain_info info = { .cookie = deferred->cookie };
	const struct perf_callchain_entry *chain = NULL;

	if (!perf_sideband_on(PERF_SIDEBAND_DEFERRED))
		return;
	if (deferred->readable)
		chain = get_perf_callchain(task_pt_regs(current), false, true,
					   deferred->max_stack, false, true);
	if (chain) {
		info.nr = min_t(u64, chain->nr, CHAIN_MAX);
		info.ips = chain->ip;
	}
	perf_sideband_deliver(PERF_SIDEBAND_DEFERRED, current, write_chain, &info);
}

static int __init perf_sideband_chain_init(void)
{
	perf_deferred_set_deliver(deliver_chain);
	return 0;
}
early_initcall(perf_sideband_chain_init);
