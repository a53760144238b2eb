/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Names of the events of processors, as libpfm knows them: EVENT, EVENT:MASK and
 * PMU::EVENT:MASK:modifier=value. Case does not matter, and a dot stands for a colon.
 */
#ifndef PERF_EVENT_PFM_H
#define PERF_EVENT_PFM_H

#include <stdbool.h>

#include <linux/perf_event.h>

#include <base/error.h>

/* libpfm, loaded. One at a time: it keeps state of its own. */
struct perf_pfm;

/**
 * struct perf_pfm_event - an event that this machine has by libpfm's judgement
 * @name: what perf_pfm_encode() takes: the event with one unit mask, if it has any
 * @event: the event without a unit mask
 * @pmu: libpfm's name of its PMU, as skl
 * @help: what it counts
 * @core: of the CPUs, not of something they share
 */
struct perf_pfm_event {
	const char	*name;
	const char	*event;
	const char	*pmu;
	const char	*help;
	bool		core;
};

/**
 * typedef perf_pfm_visit - called for an event
 * @event: the event; nothing of it may be kept
 * @data: as given to perf_pfm_each()
 */
typedef void perf_pfm_visit(const struct perf_pfm_event *event, void *data);

int perf_pfm_open(struct perf_pfm **pfm, struct perf_error *error);
void perf_pfm_close(struct perf_pfm *pfm);
int perf_pfm_encode(struct perf_pfm *pfm, const char *name, struct perf_event_attr *attr,
		    bool *generic, struct perf_error *error);
int perf_pfm_each(struct perf_pfm *pfm, perf_pfm_visit *visit, void *data,
		  struct perf_error *error);
const char *perf_pfm_elsewhere(struct perf_pfm *pfm, const char *name);

#endif
