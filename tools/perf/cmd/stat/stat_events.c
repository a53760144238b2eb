// SPDX-License-Identifier: GPL-2.0
/* Making the event list of perf stat from its options: perf_stat_events(). */
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

static int parse_events(struct making *making, struct perf_str *events, int err)
{
	const size_t first = making->list->count;
	size_t i;

	if (!err)
		err = perf_events_parse(making->list, perf_str_text(events),
					making->error);
	/* These names are not from the command line: perf_event_spec.bare must be false. */
	for (i = first; i < making->list->count; i++)
		making->list->at[i].bare = false;
	perf_str_free(events);
	return err;
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
	int err = perf_metric_events(names, !making->what->metric_no_group,
					!making->what->metric_no_merge, &events, making->error);

	return parse_events(making, &events, err);
}

static int topdown_events(struct making *making)
{
	const char *metric;
	int err = perf_metric_topdown(making->what->td_level, &metric, making->error);

	return err ? err : metric_events(making, metric);
}

static int transaction_events(struct making *making)
{
	struct perf_str events = { 0 };
	int err = perf_metric_transaction(&events, making->error);

	return parse_events(making, &events, err);
}

static int smi_events(struct making *making)
{
	struct perf_str events = { 0 };
	int err = perf_smi_events(&events, making->error);

	return parse_events(making, &events, err);
}

/* Event sets with an option of their own. */
static int named_sets(struct making *making)
{
	const struct perf_stat_what *what = making->what;
	int err = 0;

	if (what->metrics)
		err = metric_events(making, what->metrics);
	if (what->topdown && !err)
		err = topdown_events(making);
	if (what->transaction && !err)
		err = transaction_events(making);
	if (what->smi_cost && !err)
		err = smi_events(making);
	return err;
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
	int err = 0;
	size_t i;

	for (i = 0; i < making->list->count && !err; i++) {
		size_t length = strcspn(at, ",");

		snprintf(name, sizeof(name), "%.*s", (int)length, at);
		if (length)
			err = bind_cgroup(making, &making->list->at[i], name);
		if (one)
			continue;
		if (!at[length])
			break;
		at += length + 1;
	}
	return err;
}

/* Appends copies of the first @count events of the list, bound to the control group @name. */
static int copy_for_cgroup(struct making *making, size_t count, const char *name)
{
	size_t base = making->list->count;
	size_t i;

	for (i = 0; i < count; i++) {
		struct perf_event_spec *copy = perf_event_list_copy(making->list, i);
		int err;

		if (!copy)
			return perf_error_memory(making->error);
		copy->leader = base + making->list->at[i].leader;
		copy->members = making->list->at[i].members;
		err = bind_cgroup(making, copy, name);
		if (err)
			return err;
	}
	return 0;
}

/* copy_for_cgroup() for each group of --for-each-cgroup; the first uses the originals. */
static int multiply_by_cgroups(struct making *making)
{
	char *names = strdup(making->what->for_each_cgroup);
	size_t count = making->list->count;
	char *name, *save = NULL;
	int err = 0;
	size_t i;

	if (!names)
		return perf_error_memory(making->error);
	strtok_r(names, ",", &save);
	for (name = strtok_r(NULL, ",", &save); name && !err; name = strtok_r(NULL, ",", &save))
		err = copy_for_cgroup(making, count, name);
	for (i = 0; i < count && !err; i++)
		err = bind_cgroup(making, &making->list->at[i], names);
	free(names);
	return err;
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
	int err = 0;
	size_t i;

	if (what->cputype)
		err = perf_pmus_find_cputype(&list->cputype, what->cputype, error);
	if (!err)
		err = named_sets(&making);
	for (i = 0; i < what->events.count && !err; i++)
		err = perf_events_parse(list, what->events.at[i], error);
	for (i = 0; i < what->pfm_events.count && !err; i++)
		err = perf_events_parse_pfm(list, what->pfm_events.at[i], error);
	if (!err && !chosen && !what->null)
		err = default_events(&making);
	if (!err && what->group && list->count)
		err = perf_events_make_group(list, 0, error);
	for (i = 0; i < list->count; i++) {
		struct perf_event_attr *attr = &list->at[i].attr;

		if (what->all_user)
			attr->exclude_kernel = 1;
		if (what->all_kernel)
			attr->exclude_user = 1;
	}
	if (!err && what->cgroups)
		err = bind_cgroups(&making);
	if (!err && what->for_each_cgroup)
		err = multiply_by_cgroups(&making);
	return err;
}
