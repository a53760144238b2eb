// SPDX-License-Identifier: GPL-2.0
/* Rows and parsers of options that perf record, perf top and the record forms share. */
#include <errno.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <base/num.h>
#include <event/branch.h>
#include <event/parse.h>

#include "record/record_options.h"

/** record_options_branches() - -b, -j; option->value is the offset of the perf_record_config */
int record_options_branches(void *options, const struct perf_option *option, const char *text,
			    bool negated, struct perf_error *error)
{
	struct perf_record_config *config = (void *)((char *)options + option->value);

	if (negated) {
		config->branch_type = 0;
		return 0;
	}
	return perf_branch_filters_parse(text ? text : "any", &config->branch_type, error);
}

/* @text is a number of pages, or bytes with a suffix; @result is rounded up to a power of 2. */
static int parse_pages(const char *text, unsigned int *result, struct perf_error *error)
{
	uint64_t pages, bytes, rounded = 1;

	if (!perf_parse_u64(text, &pages)) {
		if (!perf_parse_size(text, &bytes))
			return perf_error_set(error, EINVAL,
					      "-m wants pages, or a size as 512K, not '%s'", text);
		pages = (bytes + (uint64_t)sysconf(_SC_PAGESIZE) - 1) /
			(uint64_t)sysconf(_SC_PAGESIZE);
	}
	if (!pages || pages > 1U << 24)
		return perf_error_set(error, EINVAL, "-m %s: no ring can be as large", text);
	while (rounded < pages)
		rounded *= 2;
	*result = (unsigned int)rounded;
	return 0;
}

/** record_options_pages() - -m RING,AUX: mmap_pages, trace_pages after a comma, or both */
int record_options_pages(void *options, const struct perf_option *option, const char *text,
			 bool negated, struct perf_error *error)
{
	struct perf_record_config *config = (void *)((char *)options + option->value);
	size_t length = strcspn(text, ",");
	char rings[32];
	int err = 0;

	(void)negated;
	if (length >= sizeof(rings))
		return perf_error_set(error, EINVAL, "-m %s: no ring can be as large", text);
	memcpy(rings, text, length);
	rings[length] = '\0';
	if (length || !text[length])
		err = parse_pages(rings, &config->mmap_pages, error);
	return err || !text[length] ? err :
	       parse_pages(text + length + 1, &config->trace_pages, error);
}

/** record_options_events() - -e, --pfm-events; option->value is the offset of the record_events */
int record_options_events(void *options, const struct perf_option *option, const char *text,
			  bool negated, struct perf_error *error)
{
	struct record_events *events = (void *)((char *)options + option->value);

	(void)negated;
	events->last = events->list.count;
	return option->letter ? perf_events_parse(&events->list, text, error) :
				perf_events_parse_pfm(&events->list, text, error);
}

/** record_options_filter() - --filter; option->value as of record_options_events() */
int record_options_filter(void *options, const struct perf_option *option, const char *text,
			  bool negated, struct perf_error *error)
{
	(void)negated;
	return record_events_filter((void *)((char *)options + option->value), option, text, error);
}

/**
 * record_events_filter() - filter the events of the last -e
 * @events: the events and all filters; the caller calls record_events_free() at the end
 * @option: option named in the error message
 * @text: the filter, not copied
 * @error: filled on failure
 *
 * Return: 0 or a negative errno.
 */
int record_events_filter(struct record_events *events, const struct perf_option *option,
			 const char *text, struct perf_error *error)
{
	const char **filters;
	size_t i;

	if (events->last == events->list.count)
		return perf_error_set(error, EINVAL, "--%s has to follow the -e it is for",
				      option->name);
	filters = realloc(events->filters, events->list.count * sizeof(*filters));
	if (!filters)
		return perf_error_memory(error);
	for (i = events->nr_filters; i < events->list.count; i++)
		filters[i] = NULL;
	for (i = events->last; i < events->list.count; i++)
		filters[i] = text;
	events->filters = filters;
	events->nr_filters = events->list.count;
	return 0;
}

/** record_events_free() - free the events and filters */
void record_events_free(struct record_events *events)
{
	perf_event_list_free(&events->list);
	free(events->filters);
}

/**
 * record_options_realtime() - give this process, and its children, a real-time priority
 * @priority: SCHED_FIFO priority; 0: leave the policy as it is
 * @error: filled on failure
 *
 * Return: 0 or a negative errno.
 */
int record_options_realtime(int priority, struct perf_error *error)
{
	const struct sched_param param = { .sched_priority = priority };

	if (priority && sched_setscheduler(0, SCHED_FIFO, &param))
		return perf_error_set(error, errno, "real-time priority %d: %m", priority);
	return 0;
}
