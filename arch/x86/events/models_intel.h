/* SPDX-License-Identifier: GPL-2.0 */
/* Intel models that other files use, as bases or directly. */
#ifndef _ARCH_X86_EVENTS_MODELS_INTEL_H
#define _ARCH_X86_EVENTS_MODELS_INTEL_H

#include <asm/msr-index.h>

#include "model.h"
#include "named.h"
#include "precise/models.h"

/* Rows of a table of struct perf_x86_extra; the first two are those of counters 0 and 1. */
#define PERF_X86_OFFCORE_0(_code, _bits)				\
	{ (_code), MSR_OFFCORE_RSP_0, PERF_X86_OFFCORE, (_bits) }
#define PERF_X86_OFFCORE_1(_code, _bits)				\
	{ (_code), MSR_OFFCORE_RSP_1, PERF_X86_OFFCORE, (_bits) }
/* FRONTEND_RETIRED: the event, and the latency and width of bubbles */
#define PERF_X86_FRONTEND_ROW(_code, _bits)				\
	{ (_code), MSR_PEBS_FRONTEND, PERF_X86_FRONTEND, (_bits) }
#define PERF_X86_SNOOP_ROW(_code, _number)				\
	{ (_code), MSR_SNOOP_RSP_##_number, PERF_X86_SNOOP, ~0ULL }

extern const struct perf_x86_model perf_x86_intel_arch;
extern const struct perf_x86_model perf_x86_goldencove;
extern const struct perf_x86_model perf_x86_gracemont;

#endif /* _ARCH_X86_EVENTS_MODELS_INTEL_H */
