/* SPDX-License-Identifier: GPL-2.0 */
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
int perf_record_trigger_open(struct perf_record_trigger *trigger, struct perf_event_list *list,
			     const struct perf_cpus *cpus, const struct perf_threads *threads,
			     struct perf_error *error);
void perf_record_trigger_polls(const struct perf_record_trigger *trigger, struct pollfd *polls);
bool perf_record_trigger_hit(struct perf_record_trigger *trigger, struct pollfd *polls);
void perf_record_trigger_close(struct perf_record_trigger *trigger);

#endif /* PERF_RECORD_TRIGGER_H */
