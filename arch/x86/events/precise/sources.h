/* SPDX-License-Identifier: GPL-2.0 */
/* Data sources of precise records. */
#ifndef _ARCH_X86_EVENTS_PRECISE_SOURCES_H
#define _ARCH_X86_EVENTS_PRECISE_SOURCES_H

#include <linux/types.h>

#include "precise/models.h"

u64 perf_x86_precise_source(const struct perf_x86_precise_model *model,
			    enum perf_x86_precise_kind kind, u64 field);

#endif /* _ARCH_X86_EVENTS_PRECISE_SOURCES_H */
