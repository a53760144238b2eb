/* SPDX-License-Identifier: GPL-2.0-only */
/* Events that are not recorded: when one happens, the recording goes on in a new file. */
#ifndef PERF_RECORD_TRIGGER_H
#define PERF_RECORD_TRIGGER_H

#include <poll.h>
#include <stdbool.h>
#include <event/set.h>
#include <record/rings.h>

/**
 * struct perf_record_trigger - events to wait for; zeroed: none
 * @set: the events, opened
 * @cpus: where
 * @everyone: @set is of all processes, which this stands for
 * @rings: their rings
 */
struct perf_record_trigger {
	struct perf_event_set set;
	struct perf_cpus cpus;
	struct perf_threads everyone;
	struct perf_record_rings rings;
};

/**
 * perf_record_trigger_open() - begin to watch for events
 * @trigger: result, to be closed even after a failure
 * @list: events; empty: none. Their attributes are set here. Has to live as long
 * @cpus: where
 * @threads: of which threads, have to live as long; NULL: of all processes, on all CPUs
 *	whatever @cpus
 * @err: text
 *
 * Each hit counts, unless an event has a period or rate of its own.
 *
 * Return: 0 or a negative errno.
 */
int perf_record_trigger_open(struct perf_record_trigger *trigger, struct perf_event_list *list,
			     const struct perf_cpus *cpus, const struct perf_threads *threads,
			     struct perf_error *err);

/**
 * perf_record_trigger_polls() - how to wait for them
 * @trigger: opened
 * @polls: one for each ring is filled
 */
void perf_record_trigger_polls(const struct perf_record_trigger *trigger, struct pollfd *polls);

/**
 * perf_record_trigger_hit() - has an event happened?
 * @trigger: opened
 * @polls: one for each ring, after poll(). Those whose tasks have ended become -1
 *
 * What has happened until now is forgotten.
 */
bool perf_record_trigger_hit(struct perf_record_trigger *trigger, struct pollfd *polls);

/** perf_record_trigger_close() - do not wait any more */
void perf_record_trigger_close(struct perf_record_trigger *trigger);

#endif /* PERF_RECORD_TRIGGER_H */
