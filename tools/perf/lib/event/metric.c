// SPDX-License-Identifier: GPL-2.0
/*
 * Metrics. perf_metrics[] uses generic events, which each PMU driver maps where it can; so one
 * table serves all processors, without tables by model.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include <base/vec.h>
#include <event/defaults.h>
#include <event/metric.h>
#include <sys/paths.h>

const struct perf_metric perf_metrics[] = {
	{ "IPC", "instructions,cycles", "instructions in a cycle" },
	{ "branch_misses", "branch-misses,branches", "branches that were predicted wrongly" },
	{ "cache_misses", "cache-misses,cache-references", "accesses to the last cache that miss" },
	{ "l1d_misses", "L1-dcache-load-misses,L1-dcache-loads",
	  "loads that miss the first cache" },
	{ "l1i_misses", "L1-icache-load-misses,L1-icache-loads",
	  "instructions that miss the first cache" },
	{ "llc_misses", "LLC-load-misses,LLC-loads", "loads that miss the last cache" },
	{ "dtlb_misses", "dTLB-load-misses,dTLB-loads", "loads whose page is looked up" },
	{ "itlb_misses", "iTLB-load-misses,iTLB-loads", "instructions whose page is looked up" },
	{ "frontend_idle", "stalled-cycles-frontend,cycles", "cycles that wait for instructions" },
	{ "backend_idle", "stalled-cycles-backend,cycles", "cycles that wait for data and units" },
	{ "frequency", "cycles,task-clock", "cycles in a nanosecond of the program" },
	{ "utilization", "task-clock", "processors in use" },
	{ "switches", "context-switches,cpu-migrations,task-clock",
	  "context switches and moves in a second of the program" },
	{ "faults", "page-faults,task-clock", "page faults in a second of the program" },
	{ "TopdownL1", "slots,topdown-retiring,topdown-bad-spec,topdown-fe-bound,topdown-be-bound",
	  "what pipeline slots were spent on" },
	{ "TopdownL2", "slots,topdown-retiring,topdown-bad-spec,topdown-fe-bound,topdown-be-bound,"
	  "topdown-heavy-ops,topdown-br-mispredict,topdown-fetch-lat,topdown-mem-bound",
	  "the same, each divided into two" },
	{ NULL }
};

static const struct perf_metric *metric_find(const char *name, size_t length)
{
	const struct perf_metric *metric;

	for (metric = perf_metrics; metric->name; metric++)
		if (strlen(metric->name) == length && !strncasecmp(metric->name, name, length))
			return metric;
	return NULL;
}

static int metric_unknown(const char *name, size_t length, struct perf_error *error)
{
	const struct perf_metric *metric;
	struct perf_str names = { 0 };

	for (metric = perf_metrics; metric->name; metric++)
		perf_str_format(&names, "%s%s", names.length ? ", " : "", metric->name);
	perf_error_set(error, EINVAL, "there is no metric '%.*s'", (int)length, name);
	perf_error_hint(error, "metrics: %s", perf_str_text(&names));
	perf_str_free(&names);
	return -EINVAL;
}

/* The metrics of perf_metric_events(), in the order of @names. */
struct chosen {
	PERF_VEC(const struct perf_metric *) list;
};

/* Tests whether every event of @events is in @of. */
static bool is_part(const char *events, const char *of)
{
	size_t length, other;
	const char *at;

	for (; *events; events += length + (events[length] == ',')) {
		length = strcspn(events, ",");
		for (at = of; *at; at += other + (at[other] == ',')) {
			other = strcspn(at, ",");
			if (other == length && !memcmp(at, events, length))
				break;
		}
		if (!*at)
			return false;
	}
	return true;
}

/* Tests whether another metric has all events of metric @index; of equal ones the first stays. */
static bool is_shared(const struct chosen *chosen, size_t index)
{
	const char *events = chosen->list.at[index]->events;
	size_t i;

	for (i = 0; i < chosen->list.count; i++) {
		const char *other_events = chosen->list.at[i]->events;

		if (i != index && is_part(events, other_events) &&
		    (i < index || !is_part(other_events, events)))
			return true;
	}
	return false;
}

/* Adds events without a group; with @share, those only that @events does not hold yet. */
static void put_single(const char *from, bool share, struct perf_str *events)
{
	char name[64];
	size_t length;

	for (; *from; from += length + (from[length] == ',')) {
		length = strcspn(from, ",");
		snprintf(name, sizeof(name), "%.*s", (int)length, from);
		if (!share || !is_part(name, perf_str_text(events)))
			perf_str_format(events, "%s%s", events->length ? "," : "", name);
	}
}

static void put_chosen(const struct chosen *chosen, bool groups, bool share,
		       struct perf_str *events)
{
	size_t i;

	for (i = 0; i < chosen->list.count; i++) {
		const char *from = chosen->list.at[i]->events;

		if (share && is_shared(chosen, i))
			continue;
		if (!groups || !strchr(from, ','))
			put_single(from, share && !groups, events);
		else
			perf_str_format(events, "%s{%s}:W", events->length ? "," : "", from);
	}
}

/**
 * perf_metric_events() - the events of metrics
 * @names: comma-separated metrics
 * @groups: make the events of each metric a weak group
 * @share: do not count an event twice if another metric has it
 * @events: the events are added
 * @error: filled on failure
 *
 * Return: 0, -EINVAL or -ENOMEM.
 */
int perf_metric_events(const char *names, bool groups, bool share, struct perf_str *events,
		       struct perf_error *error)
{
	struct chosen chosen = { 0 };
	int failed = 0;
	size_t length;

	for (; *names && !failed; names += length + (names[length] == ',')) {
		const struct perf_metric *metric, **added;

		length = strcspn(names, ",");
		metric = metric_find(names, length);
		added = metric ? perf_vec_push(&chosen.list) : NULL;
		if (added)
			*added = metric;
		else
			failed = metric ? perf_error_memory(error) :
					  metric_unknown(names, length, error);
	}
	if (!failed)
		put_chosen(&chosen, groups, share, events);
	perf_vec_free(&chosen.list);
	if (failed)
		return failed;
	return events->failed ? perf_error_memory(error) : 0;
}

/**
 * perf_metric_topdown() - the top-down metric of this processor
 * @level: level of detail: 1 or 2; 0: the highest that the processor supports
 * @metric: set to the name of the metric
 * @error: filled on failure
 *
 * Return: 0; -ENODEV if the processor does not count pipeline slots, or not at @level; or
 * -EINVAL.
 */
int perf_metric_topdown(int level, const char **metric, struct perf_error *error)
{
	int most = perf_cpu_has_event("topdown-heavy-ops") ? 2 : 1;

	if (level < 0)
		return perf_error_set(error, EINVAL, "%d is no level of detail", level);
	if (!perf_cpu_has_event("topdown-retiring")) {
		perf_error_set(error, ENODEV, "this processor does not count pipeline slots");
		perf_error_hint(error, "those that do have " PERF_SYS_PMUS
				"/cpu/events/topdown-retiring (Intel Ice Lake and newer)");
		perf_error_hint(error, "-M IPC,frontend_idle,backend_idle counts a part of it");
		return -ENODEV;
	}
	if (level > most)
		return perf_error_set(error, ENODEV,
				      "this processor counts pipeline slots up to level %d, not %d",
				      most, level);
	*metric = (level ? level : most) == 2 ? "TopdownL2" : "TopdownL1";
	return 0;
}

/**
 * perf_metric_transaction() - the events for transactional memory
 * @events: the events are added
 * @error: filled on failure
 *
 * Return: 0; -ENODEV if the processor has none; or -ENOMEM.
 */
int perf_metric_transaction(struct perf_str *events, struct perf_error *error)
{
	if (!perf_cpu_has_event("cycles-t") || !perf_cpu_has_event("tx-start")) {
		perf_error_set(error, ENODEV, "this processor does not count transactions");
		perf_error_hint(error, "those that do have " PERF_SYS_PMUS
				"/cpu/events/cycles-t and tx-start (Intel, with TSX in use)");
		return -ENODEV;
	}
	perf_str_add(events, "task-clock,{instructions,cycles,cpu/cycles-t/,cpu/tx-start/");
	if (perf_cpu_has_event("el-start"))
		perf_str_add(events, ",cpu/el-start/");
	if (perf_cpu_has_event("cycles-ct"))
		perf_str_add(events, ",cpu/cycles-ct/");
	perf_str_add(events, "}:W");
	return events->failed ? perf_error_memory(error) : 0;
}
