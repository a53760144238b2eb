/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Names of processors' events, by libpfm: EVENT, EVENT:MASK and PMU::EVENT:MASK:modifier=value.
 * Case does not matter, and a dot may replace a colon.
 */
#ifndef PERF_EVENT_PFM_H
#define PERF_EVENT_PFM_H

#include <stdbool.h>

#include <linux/perf_event.h>

#include <base/error.h>

/* libpfm, loaded. At most one instance at a time: libpfm has global state. */
struct perf_pfm;

/**
 * struct perf_pfm_event - an event of this machine, according to libpfm
 * @name: name for perf_pfm_encode(): @event, with one unit mask if the event has any
 * @event: name without a unit mask
 * @pmu: libpfm's name of its PMU, as skl
 * @help: description
 * @core: its PMU is one of the CPUs, not one that CPUs share
 */
struct perf_pfm_event {
	const char	*name;
	const char	*event;
	const char	*pmu;
	const char	*help;
	bool		core;
};

/**
 * typedef perf_pfm_visit - called for each event
 * @event: the event, valid during the call only
 * @data: as passed to perf_pfm_each()
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
