// SPDX-License-Identifier: GPL-2.0-only
/* Options of all commands that record samples: perf record, perf top and others. */
#include <errno.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <base/num.h>
#include <event/branch.h>

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

/**
 * record_filters_set() - filter the events of the last -e
 * @filters: all filters; the caller frees @filters->at at the end
 * @list: events up to now
 * @option: option named in the error message
 * @text: the filter, not copied
 * @error: filled on failure
 *
 * Return: 0 or a negative errno.
 */
int record_filters_set(struct record_filters *filters, const struct perf_event_list *list,
		       const struct perf_option *option, const char *text,
		       struct perf_error *error)
{
	const char **at;
	size_t i;

	if (filters->last_events == list->count)
		return perf_error_set(error, EINVAL, "--%s has to follow the -e it is for",
				      option->name);
	at = realloc(filters->at, list->count * sizeof(*at));
	if (!at)
		return perf_error_memory(error);
	for (i = filters->count; i < list->count; i++)
		at[i] = NULL;
	for (i = filters->last_events; i < list->count; i++)
		at[i] = text;
	filters->at = at;
	filters->count = list->count;
	return 0;
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
