/* SPDX-License-Identifier: GPL-2.0 */
/* The records of a sample. */
#ifndef _ARCH_X86_EVENTS_BRANCH_FILTER_H
#define _ARCH_X86_EVENTS_BRANCH_FILTER_H

#include "branch/branch.h"

unsigned int perf_x86_branch_filter(const struct perf_x86_branch_records *records, u64 wish,
				    u64 branch_sample_type, struct perf_branch_entry *entries);
bool perf_x86_branch_is_real(const struct perf_x86_branch_record *record);
void perf_x86_branch_entry(struct perf_branch_entry *entry,
			   const struct perf_x86_branch_record *record);

#endif /* _ARCH_X86_EVENTS_BRANCH_FILTER_H */
