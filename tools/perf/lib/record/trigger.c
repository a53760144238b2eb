// SPDX-License-Identifier: GPL-2.0
/*
 * Events that are only waited for, not recorded.
 *
 * perf_record_trigger.rings are their own rings, which are not written to the file.
 */
#include <errno.h>
#include <record/attrs.h>
#include <record/trigger.h>

/* ring_hit() only tests whether there was a sample: lost samples do not matter. */
#define RING_PAGES	1

static int set_attrs(struct perf_event_list *list, struct perf_error *error)
{
	size_t i;

	for (i = 0; i < list->count; i++) {
		struct perf_event_attr *attr = &list->at[i].attr;

		if (list->at[i].tool)
			return perf_error_set(error, EINVAL, "event %s has no hits to wait for",
					      list->at[i].name);
		perf_record_attr_each(&list->at[i]);
		attr->wakeup_events = 1;
		attr->sample_id_all = 1;
	}
	return 0;
}

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
			     struct perf_error *error)
{
	int ret;

	if (!list->count)
		return 0;
	ret = set_attrs(list, error);
	if (!ret && threads)
		ret = perf_cpus_copy(&trigger->cpus, cpus, error);
	else if (!ret)
		ret = perf_cpus_online(&trigger->cpus, error);
	if (!ret && !threads)
		ret = perf_threads_all(&trigger->everyone, error);
	if (!ret)
		ret = perf_event_set_open(&trigger->set, list, &trigger->cpus,
					  threads ? threads : &trigger->everyone,
					  PERF_SET_DROP_KERNEL, error);
	return ret ? ret : perf_record_rings_map(&trigger->rings, &trigger->set, RING_PAGES,
						 false, error);
}

/**
 * perf_record_trigger_polls() - fill the entries for poll()
 * @trigger: opened
 * @polls: an entry for each ring
 */
void perf_record_trigger_polls(const struct perf_record_trigger *trigger, struct pollfd *polls)
{
	size_t i;

	for (i = 0; i < trigger->rings.count; i++) {
		polls[i].fd = trigger->rings.at[i].fd;
		polls[i].events = POLLIN;
	}
}

static bool ring_hit(struct perf_ring *ring)
{
	_Alignas(8) unsigned char copy[PERF_RECORD_MAX];
	const struct perf_event_header *header;
	bool hit = false;

	if (!perf_ring_begin(ring))
		return false;
	while ((header = perf_ring_next(ring, copy)))
		hit |= header->type == PERF_RECORD_SAMPLE;
	perf_ring_end(ring);
	return hit;
}

/**
 * perf_record_trigger_hit() - has an event happened since the last call?
 * @trigger: opened
 * @polls: an entry for each ring, after poll(). The descriptor becomes -1 if its tasks have ended
 *
 * Empties @trigger->rings.
 */
bool perf_record_trigger_hit(struct perf_record_trigger *trigger, struct pollfd *polls)
{
	bool hit = false;
	size_t i;

	for (i = 0; i < trigger->rings.count; i++) {
		if (polls[i].revents)
			hit |= ring_hit(&trigger->rings.at[i].ring);
		if (polls[i].revents & (POLLHUP | POLLERR))
			polls[i].fd = -1;
	}
	return hit;
}

/** perf_record_trigger_close() - close the events and unmap their rings */
void perf_record_trigger_close(struct perf_record_trigger *trigger)
{
	if (trigger->rings.count)
		perf_record_rings_unmap(&trigger->rings);
	perf_event_set_close(&trigger->set);
	perf_threads_free(&trigger->everyone);
	perf_cpus_free(&trigger->cpus);
}
