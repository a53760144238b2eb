/* SPDX-License-Identifier: GPL-2.0 */
/* AMD's branch sampling of Zen 3. */
#ifndef _ARCH_X86_EVENTS_BRANCH_BRS_H
#define _ARCH_X86_EVENTS_BRANCH_BRS_H

#include "branch/branch.h"

/* The only counter of PERF_X86_BRS_CODE. */
#define PERF_X86_BRS_COUNTER	0

extern const struct perf_x86_feature perf_x86_brs_feature;

void perf_x86_brs_offer(const struct perf_x86_branches *branches);
int perf_x86_brs_check(const struct perf_event_attr *attr, u64 code);

#endif /* _ARCH_X86_EVENTS_BRANCH_BRS_H */
