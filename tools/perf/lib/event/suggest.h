/* SPDX-License-Identifier: GPL-2.0 */
/* Suggestions for mistyped events. */
#ifndef PERF_EVENT_SUGGEST_H
#define PERF_EVENT_SUGGEST_H

#include <base/error.h>
#include <event/pfm.h>

void perf_suggest_event(const char *name, struct perf_pfm *pfm, struct perf_error *error);
bool perf_suggest_processor_event(const char *name, struct perf_pfm *pfm,
				  struct perf_error *error);
void perf_suggest_tracepoint(const char *system, const char *name, struct perf_error *error);
void perf_suggest_pmu(const char *name, struct perf_error *error);

#endif
