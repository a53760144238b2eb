// SPDX-License-Identifier: GPL-2.0
/*
 * PERF_RECORD_CALLCHAIN_DEFERRED: the user part of call chains whose samples hold only
 * a cookie for it (deferred.c).
 *
 * Context: the sampled task on its way to user mode, preemption off.
 */
#include <linux/init.h>
#include <linux/perf_event.h>
#include <linux/sched/task_stack.h>

#include "base/deferred.h"
#include "sample/record.h"
#include "sample/sample_fields.h"
#include "sideband/sideband.h"

/* Addresses that fit into a record; 256 bytes hold its head and the id trailer. */
#define CHAIN_MAX	((PERF_RECORD_SIZE_MAX - 256) / sizeof(u64))

/**
 * struct chain_info - body of a record
 * @cookie: cookie of the samples
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

	perf_record_write(event, PERF_RECORD_CALLCHAIN_DEFERRED, PERF_RECORD_MISC_USER, parts,
			  ARRAY_SIZE(parts));
}

/**
 * perf_sideband_deliver_chain - write the user call chain of earlier samples of current
 * @deferred: their cookie, and the chain's size limit
 *
 * The record has no addresses if the task exits or has run another program since
 * (@deferred->readable), or if the call chain buffers are freed.
 *
 * Context: the task, preemption off, shortly before user mode.
 */
void perf_sideband_deliver_chain(const struct perf_deferred_chain *deferred)
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
