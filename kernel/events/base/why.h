/* SPDX-License-Identifier: GPL-2.0 */
/* Giving and collecting the reasons of refusals. */
#ifndef _KERNEL_EVENTS_WHY_H
#define _KERNEL_EVENTS_WHY_H

#include <linux/perf_event.h>
#include <linux/stddef.h>

#include "base/reasons.h"

/* perf_refusal::where */
#define PERF_WHERE_FIELD(_field)	offsetof(struct perf_event_attr, _field)
#define PERF_WHERE_FLAGS		offsetofend(struct perf_event_attr, read_format)

/* The word of the single bits of an attr, in which the bit-fields of @_init are set. */
#define PERF_ATTR_FLAGS(_init...)						\
	(((const union {							\
		struct perf_event_attr	attr;					\
		u64			words[sizeof(struct perf_event_attr) / 8];\
	}) { .attr = { _init } }).words[PERF_WHERE_FLAGS / 8])

/**
 * struct perf_why - collects the refusals of a call of current
 * @entry:   in the table of tasks whose refusals are collected
 * @task:    current
 * @refusal: the last one
 * @pmu:     name of the last PMU that refused, or empty
 * @ask:     a driver that gives no reason may be asked again
 */
struct perf_why {
	struct hlist_node	entry;
	struct task_struct	*task;
	struct perf_refusal	refusal;
	char			pmu[32];
	bool			ask;
};

void perf_why_begin(struct perf_why *why);
void perf_why_end(struct perf_why *why);
struct perf_why *perf_why_of_current(void);
void perf_why_pmu(const char *name);

int __cold perf_refuse(int error, enum perf_event_why reason, unsigned int where, u64 bits,
		       u64 got, u64 allowed);
int __cold perf_refuse_event(struct perf_event *event, int error, enum perf_event_why reason,
			     unsigned int where);
void perf_refused_get(const struct perf_event *event, struct perf_refusal *refusal);

/* perf_refuse() of a field or argument whose value says nothing. */
#define perf_refuse_at(_error, _reason, _where)	perf_refuse(_error, _reason, _where, 0, 0, 0)

/* perf_refuse() of single bits of an attr. */
#define perf_refuse_flags(_error, _reason, _init...) \
	perf_refuse(_error, _reason, PERF_WHERE_FLAGS, PERF_ATTR_FLAGS(_init), 0, 0)

#endif /* _KERNEL_EVENTS_WHY_H */
