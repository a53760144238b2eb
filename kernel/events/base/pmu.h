/* SPDX-License-Identifier: GPL-2.0 */
/* The registry of PMUs (pmu.c), as the core uses it, and the events of a PMU (pmu_event.c). */
#ifndef _KERNEL_EVENTS_PMU_H
#define _KERNEL_EVENTS_PMU_H

#include <linux/perf_event.h>

#include "base/pmu_scope.h"

struct perf_context;

/* The PMU of events whose own PMU was unregistered. */
extern struct pmu perf_pmu_gone;

struct pmu *perf_pmu_get(u32 type);
struct pmu *perf_pmu_get_from(unsigned long *type);
void perf_pmu_drop(struct pmu *pmu);
void perf_pmu_for_each(void (*fn)(struct pmu *pmu, void *data), void *data);
void perf_event_pmus_start(void);
bool perf_pmu_is_gone(const struct perf_event *event);

int perf_pmu_init_event(struct perf_event *event);
int perf_pmu_clone_event(struct perf_event *child, const struct perf_event *parent);
void perf_pmu_release_event(struct perf_event *event);
struct perf_event *perf_pmu_next_event(struct pmu *pmu);
void perf_pmu_disown_event(struct perf_event *event);
int perf_pmu_check_join(const struct perf_event *event, const struct perf_context *ctx);
int perf_pmu_exclusive_get(struct pmu *pmu, bool task);
void perf_pmu_exclusive_put(struct pmu *pmu, bool task);

#endif /* _KERNEL_EVENTS_PMU_H */
