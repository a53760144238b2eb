// SPDX-License-Identifier: GPL-2.0
/* Looks for the nearest name among all there are. Slow, and only done after a failure. */
#include <stdio.h>

#include <event/names.h>
#include <event/pmu.h>
#include <event/suggest.h>
#include <event/tracepoint.h>
#include <sys/privilege.h>

static void offer_cache_events(struct perf_nearest *nearest, char *best, size_t size)
{
	struct perf_str name = { 0 };
	uint64_t config;
	size_t at = 0;

	while (perf_cache_event_next(&at, &name, &config)) {
		perf_nearest_offer(nearest, perf_str_text(&name));
		/* The name is gone with the next one. */
		if (nearest->best == perf_str_text(&name)) {
			snprintf(best, size, "%s", nearest->best);
			nearest->best = best;
		}
	}
	perf_str_free(&name);
}

/**
 * perf_suggest_event() - add the event a person may have meant to a failure
 * @name: what was typed
 * @error: the failure
 */
void perf_suggest_event(const char *name, struct perf_error *error)
{
	struct perf_pmus pmus = { 0 };
	struct perf_nearest nearest;
	struct perf_error ignored;
	char cache[64];
	size_t i;

	perf_nearest_init(&nearest, name);
	for (i = 0; i < perf_event_name_count; i++) {
		perf_nearest_offer(&nearest, perf_event_names[i].name);
		if (perf_event_names[i].alias)
			perf_nearest_offer(&nearest, perf_event_names[i].alias);
	}
	offer_cache_events(&nearest, cache, sizeof(cache));
	if (!perf_pmus_find(&pmus, "*", &ignored)) {
		struct perf_pmu *pmu;

		perf_vec_each(&pmus, pmu) {
			const struct perf_pmu_event *event;

			if (perf_pmu_load_events(pmu, &ignored))
				break;
			perf_vec_each(&pmu->events, event)
				perf_nearest_offer(&nearest, event->name);
		}
	}
	if (nearest.best)
		perf_error_hint(error, "did you mean '%s'?", nearest.best);
	else
		perf_error_hint(error,
				"'perf list' shows the events of this machine, 'perf list %s' those that match",
				name);
	perf_pmus_free(&pmus);
}

/**
 * perf_suggest_tracepoint() - add the tracepoint a person may have meant to a failure
 * @system: subsystem that was typed
 * @name: name that was typed
 * @error: the failure
 */
void perf_suggest_tracepoint(const char *system, const char *name, struct perf_error *error)
{
	struct perf_tracepoint_list points = { 0 };
	struct perf_nearest by_system, by_name;
	const struct perf_tracepoint *point;
	struct perf_error ignored;
	bool known = false;

	if (perf_tracepoint_list_find(&points, "*", "*", false, &ignored))
		return;
	perf_nearest_init(&by_system, system);
	perf_nearest_init(&by_name, name);
	perf_vec_each(&points, point) {
		perf_nearest_offer(&by_system, point->system);
		known |= !strcmp(point->system, system);
	}
	perf_vec_each(&points, point) {
		if (by_system.best && !strcmp(point->system, by_system.best))
			perf_nearest_offer(&by_name, point->name);
	}
	if (by_name.best)
		perf_error_hint(error, "did you mean '%s:%s'?", by_system.best, by_name.best);
	else if (known)
		perf_error_hint(error,
				"'perf list %s:*' shows the tracepoints of %s",
				system, system);
	else if (by_system.best)
		perf_error_hint(error,
				"'perf list %s:*' shows the tracepoints of %s, if that is meant",
				by_system.best, by_system.best);
	else
		perf_error_hint(error, "'perf list tracepoint' shows all tracepoints");
	perf_tracepoint_list_free(&points);
}

/**
 * perf_suggest_pmu() - add the PMU a person may have meant to a failure
 * @name: what was typed
 * @error: the failure
 */
void perf_suggest_pmu(const char *name, struct perf_error *error)
{
	struct perf_str all = { 0 };
	struct perf_pmus pmus = { 0 };
	struct perf_nearest nearest;
	struct perf_error ignored;
	struct perf_pmu *pmu;

	if (perf_pmus_find(&pmus, "*", &ignored))
		return;
	perf_nearest_init(&nearest, name);
	perf_vec_each(&pmus, pmu) {
		perf_nearest_offer(&nearest, pmu->name);
		if (pmus.count <= 16)
			perf_str_format(&all, " %s", pmu->name);
	}
	if (nearest.best && strcmp(nearest.best, name))
		perf_error_hint(error, "did you mean '%s'?", nearest.best);
	if (all.length)
		perf_error_hint(error, "the PMUs here:%s", perf_str_text(&all));
	if (!strcmp(name, "cpu") && perf_virtual_machine())
		perf_error_hint(error, "this is a virtual machine whose CPU shows no counters");
	perf_str_free(&all);
	perf_pmus_free(&pmus);
}
