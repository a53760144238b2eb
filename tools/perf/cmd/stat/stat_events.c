// SPDX-License-Identifier: GPL-2.0
/* Making the event list of perf stat from its options. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <event/defaults.h>
#include <event/metric.h>
#include <event/parse.h>
#include <event/smi.h>
#include <sys/open.h>
#include <sys/paths.h>

#include "stat/stat_events.h"

/* State of perf_stat_events(). */
struct making {
	const struct perf_stat_what	*what;
	struct perf_event_list		*list;
	struct perf_error		*error;
	bool				on_cpus;
};

static int parse_events(struct making *making, struct perf_str *events, int failed)
{
	const size_t first = making->list->count;
	size_t i;

	if (!failed)
		failed = perf_events_parse(making->list, perf_str_text(events),
					   making->error);
	/* These names are not from the command line: perf_event_spec.bare must be false. */
	for (i = first; i < making->list->count; i++)
		making->list->at[i].bare = false;
	perf_str_free(events);
	return failed;
}

static int default_events(struct making *making)
{
	struct perf_str events = { 0 };

	perf_event_defaults(&events, making->on_cpus, making->what->detailed);
	return parse_events(making, &events, 0);
}

static int metric_events(struct making *making, const char *names)
{
	struct perf_str events = { 0 };
	int failed = perf_metric_events(names, !making->what->metric_no_group,
					!making->what->metric_no_merge, &events, making->error);

	return parse_events(making, &events, failed);
}

static int topdown_events(struct making *making)
{
	const char *metric;
	int failed = perf_metric_topdown(making->what->td_level, &metric, making->error);

	return failed ? failed : metric_events(making, metric);
}

static int transaction_events(struct making *making)
{
	struct perf_str events = { 0 };
	int failed = perf_metric_transaction(&events, making->error);

	return parse_events(making, &events, failed);
}

static int smi_events(struct making *making)
{
	struct perf_str events = { 0 };
	int failed = perf_smi_events(&events, making->error);

	return parse_events(making, &events, failed);
}

/* Event sets with an option of their own. */
static int named_sets(struct making *making)
{
	const struct perf_stat_what *what = making->what;
	int failed = 0;

	if (what->metrics)
		failed = metric_events(making, what->metrics);
	if (what->topdown && !failed)
		failed = topdown_events(making);
	if (what->transaction && !failed)
		failed = transaction_events(making);
	if (what->smi_cost && !failed)
		failed = smi_events(making);
	return failed;
}

static int bind_cgroup(struct making *making, struct perf_event_spec *spec, const char *name)
{
	int fd = perf_cgroup_open(name, making->error);

	if (fd < 0)
		return fd;
	spec->cgroup_fd = fd;
	spec->cgroup = strdup(name);
	return spec->cgroup ? 0 : perf_error_memory(making->error);
}

/* @making->what->cgroups (-G): one control group for all events, or one for each event. */
static int bind_cgroups(struct making *making)
{
	bool one = !strchr(making->what->cgroups, ',');
	const char *at = making->what->cgroups;
	char name[PERF_PATH_MAX];
	int failed = 0;
	size_t i;

	for (i = 0; i < making->list->count && !failed; i++) {
		size_t length = strcspn(at, ",");

		snprintf(name, sizeof(name), "%.*s", (int)length, at);
		if (length)
			failed = bind_cgroup(making, &making->list->at[i], name);
		if (one)
			continue;
		if (!at[length])
			break;
		at += length + 1;
	}
	return failed;
}

/* Appends copies of the first @count events of the list, bound to the control group @name. */
static int copy_for_cgroup(struct making *making, size_t count, const char *name)
{
	size_t base = making->list->count;
	size_t i;

	for (i = 0; i < count; i++) {
		struct perf_event_spec *copy = perf_event_list_copy(making->list, i);
		int failed;

		if (!copy)
			return perf_error_memory(making->error);
		copy->leader = base + making->list->at[i].leader;
		copy->members = making->list->at[i].members;
		failed = bind_cgroup(making, copy, name);
		if (failed)
			return failed;
	}
	return 0;
}

/* copy_for_cgroup() for each group of --for-each-cgroup; the first uses the originals. */
static int multiply_by_cgroups(struct making *making)
{
	char *names = strdup(making->what->for_each_cgroup);
	size_t count = making->list->count;
	char *name, *save = NULL;
	int failed = 0;
	size_t i;

	if (!names)
		return perf_error_memory(making->error);
	strtok_r(names, ",", &save);
	for (name = strtok_r(NULL, ",", &save); name && !failed; name = strtok_r(NULL, ",", &save))
		failed = copy_for_cgroup(making, count, name);
	for (i = 0; i < count && !failed; i++)
		failed = bind_cgroup(making, &making->list->at[i], names);
	free(names);
	return failed;
}

/**
 * perf_stat_events() - make the event list
 * @what: options
 * @on_cpus: events count on CPUs, not in threads
 * @list: the events are added here
 * @error: filled on failure
 *
 * Return: 0 or a negative errno.
 */
int perf_stat_events(const struct perf_stat_what *what, bool on_cpus,
		     struct perf_event_list *list, struct perf_error *error)
{
	struct making making = {
		.what = what, .list = list, .error = error, .on_cpus = on_cpus,
	};
	bool chosen = what->events.count || what->pfm_events.count || what->metrics ||
		      what->topdown || what->transaction || what->smi_cost;
	int failed = 0;
	size_t i;

	if (what->cputype)
		failed = perf_pmus_find_cputype(&list->cputype, what->cputype, error);
	if (!failed)
		failed = named_sets(&making);
	for (i = 0; i < what->events.count && !failed; i++)
		failed = perf_events_parse(list, what->events.at[i], error);
	for (i = 0; i < what->pfm_events.count && !failed; i++)
		failed = perf_events_parse_pfm(list, what->pfm_events.at[i], error);
	if (!failed && !chosen && !what->null)
		failed = default_events(&making);
	if (!failed && what->group && list->count)
		failed = perf_events_make_group(list, 0, error);
	for (i = 0; i < list->count; i++) {
		struct perf_event_attr *attr = &list->at[i].attr;

		if (what->all_user)
			attr->exclude_kernel = 1;
		if (what->all_kernel)
			attr->exclude_user = 1;
	}
	if (!failed && what->cgroups)
		failed = bind_cgroups(&making);
	if (!failed && what->for_each_cgroup)
		failed = multiply_by_cgroups(&making);
	return failed;
}
