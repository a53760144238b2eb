/* SPDX-License-Identifier: GPL-2.0 */
/* Events that need a pair of counters (AMD). */
#ifndef _ARCH_X86_EVENTS_MERGE_H
#define _ARCH_X86_EVENTS_MERGE_H

#include "feature.h"

extern const struct perf_x86_feature perf_x86_merge;

#endif /* _ARCH_X86_EVENTS_MERGE_H */
