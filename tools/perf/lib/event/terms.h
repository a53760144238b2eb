/* SPDX-License-Identifier: GPL-2.0 */
/* Terms: the text between the slashes of pmu/.../. */
#ifndef PERF_EVENT_TERMS_H
#define PERF_EVENT_TERMS_H

#include <event/pmu.h>
#include <event/spec.h>

int perf_terms_apply(struct perf_event_spec *spec, struct perf_pmu *pmu, const char *text,
		     size_t length, struct perf_error *error);
int perf_pmu_event_apply(struct perf_event_spec *spec, struct perf_pmu *pmu,
			 const struct perf_pmu_event *event, const char *given,
			 struct perf_error *error);

#endif
