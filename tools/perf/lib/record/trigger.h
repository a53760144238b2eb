/* SPDX-License-Identifier: GPL-2.0-only */
/* Events that are not recorded: when one happens, the recording continues in a new file. */
#ifndef PERF_RECORD_TRIGGER_H
#define PERF_RECORD_TRIGGER_H

#include <poll.h>
#include <stdbool.h>
#include <event/set.h>
#include <record/rings.h>

/**
 * struct perf_record_trigger - events to wait for; zeroed: none
 * @set: the events, opened
 * @cpus: CPUs to wait on
 * @everyone: threads of @set if it covers all processes
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
 * @trigger: result; perf_record_trigger_close() it even after a failure
 * @list: events; empty: none. Their attributes are set here. Must outlive @trigger
 * @cpus: CPUs to watch
 * @threads: threads to watch, must outlive @trigger; NULL: all processes, on all online CPUs
 *	instead of @cpus
 * @error: filled on failure
 *
 * perf_record_attr_each() makes each hit count, unless the terms of an event set a period or
 * frequency.
 *
 * Return: 0 or a negative errno.
 */
int perf_record_trigger_open(struct perf_record_trigger *trigger, struct perf_event_list *list,
			     const struct perf_cpus *cpus, const struct perf_threads *threads,
			     struct perf_error *error);

/**
 * perf_record_trigger_polls() - fill the entries for poll()
 * @trigger: opened
 * @polls: an entry for each ring
 */
void perf_record_trigger_polls(const struct perf_record_trigger *trigger, struct pollfd *polls);

/**
 * perf_record_trigger_hit() - has an event happened since the last call?
 * @trigger: opened
 * @polls: an entry for each ring, after poll(). The descriptor becomes -1 if its tasks have ended
 *
 * Empties @trigger->rings.
 */
bool perf_record_trigger_hit(struct perf_record_trigger *trigger, struct pollfd *polls);

/** perf_record_trigger_close() - close the events and unmap their rings */
void perf_record_trigger_close(struct perf_record_trigger *trigger);

#endif /* PERF_RECORD_TRIGGER_H */
