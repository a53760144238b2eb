/* SPDX-License-Identifier: GPL-2.0 */
/* Events with a name in sysfs that only some models have. */
#ifndef _ARCH_X86_EVENTS_NAMED_H
#define _ARCH_X86_EVENTS_NAMED_H

#include "counters.h"

/**
 * struct perf_x86_named - a file of the folder "events"
 * @name:    its name; NULL ends a table
 * @text:    its content: terms, or for a name with ".scale" the factor
 * @threads: its content where a core has two threads; NULL: @text
 */
struct perf_x86_named {
	const char	*name;
	const char	*text;
	const char	*threads;
};

/* perf_x86_model::topdown */
extern const struct perf_x86_named perf_x86_no_topdown[], perf_x86_topdown_sandybridge[],
	perf_x86_topdown_skylake[], perf_x86_topdown_silvermont[], perf_x86_topdown_goldmont[],
	perf_x86_topdown_goldmont_plus[], perf_x86_topdown_tremont[],
	perf_x86_topdown_gracemont[], perf_x86_topdown_crestmont[], perf_x86_topdown_skymont[];

/* perf_x86_model::transactions */
extern const struct perf_x86_named perf_x86_transactions_haswell[],
	perf_x86_transactions_icelake[], perf_x86_transactions_goldencove[];

const struct perf_x86_named *perf_x86_named_find(const struct perf_x86_pmu *pmu,
						 const char *name);

#endif /* _ARCH_X86_EVENTS_NAMED_H */
