// SPDX-License-Identifier: GPL-2.0
/* perf_nearest_offer() compares all names to the typed one. Slow, so only done after a failure. */
#include <ctype.h>
#include <stdio.h>

#include <event/names.h>
#include <event/pmu.h>
#include <event/suggest.h>
#include <event/tracepoint.h>
#include <sys/privilege.h>

/* A search with a copy of nearest.best, since callers overwrite their candidates. */
struct search {
	struct perf_nearest	nearest;
	char			best[128];
};

static void offer_copy(struct search *search, const char *name)
{
	perf_nearest_offer(&search->nearest, name);
	if (search->nearest.best != name)
		return;
	snprintf(search->best, sizeof(search->best), "%s", name);
	search->nearest.best = search->best;
}

static void offer_cache_events(struct search *search)
{
	struct perf_str name = { 0 };
	uint64_t config;
	size_t at = 0;

	while (perf_cache_event_next(&at, &name, &config))
		offer_copy(search, perf_str_text(&name));
	perf_str_free(&name);
}

/* Offers @name in the spelling of the typed text: lower case, dots for colons. */
static void offer_as_typed(struct search *search, const char *name)
{
	const char *typed = search->nearest.wanted;
	bool dots = strchr(typed, '.');
	bool small = true;
	char spelt[128];
	size_t i;

	for (i = 0; typed[i]; i++)
		small &= !isupper((unsigned char)typed[i]);
	for (i = 0; name[i] && i < sizeof(spelt) - 1; i++) {
		spelt[i] = small ? tolower((unsigned char)name[i]) : name[i];
		if (dots && name[i] == ':')
			spelt[i] = '.';
	}
	spelt[i] = '\0';
	offer_copy(search, spelt);
}

static void offer_processor_event(const struct perf_pfm_event *event, void *data)
{
	offer_as_typed(data, event->name);
	offer_as_typed(data, event->event);
}

/* Adds a hint on another processor that has the event @name, if perf_pfm_elsewhere() has one. */
static void hint_elsewhere(const char *name, struct perf_pfm *pfm, struct perf_error *error)
{
	const char *processor = perf_pfm_elsewhere(pfm, name);

	if (processor)
		perf_error_hint(error, "'%s' is an event of other processors, such as %s", name,
				processor);
}

/**
 * perf_suggest_processor_event() - add the nearest processor's event to an error
 * @name: the typed name, without modifiers
 * @pfm: libpfm; may be NULL
 * @error: the error; gets a hint
 *
 * Return: true if a hint was added.
 */
bool perf_suggest_processor_event(const char *name, struct perf_pfm *pfm,
				  struct perf_error *error)
{
	struct perf_error ignored;
	struct search search;
	size_t before = strlen(error->hint);

	if (!pfm)
		return false;
	perf_nearest_init(&search.nearest, name);
	perf_pfm_each(pfm, offer_processor_event, &search, &ignored);
	if (search.nearest.best)
		perf_error_hint(error, "did you mean '%s'?", search.nearest.best);
	else
		hint_elsewhere(name, pfm, error);
	return strlen(error->hint) > before;
}

/**
 * perf_suggest_event() - add the nearest event to an error
 * @name: the typed name
 * @pfm: libpfm, for the events of processors; may be NULL
 * @error: the error; gets a hint
 */
void perf_suggest_event(const char *name, struct perf_pfm *pfm, struct perf_error *error)
{
	struct perf_pmus pmus = { 0 };
	struct perf_error ignored;
	struct search search;
	size_t i;

	perf_nearest_init(&search.nearest, name);
	for (i = 0; i < perf_event_name_count; i++) {
		perf_nearest_offer(&search.nearest, perf_event_names[i].name);
		if (perf_event_names[i].alias)
			perf_nearest_offer(&search.nearest, perf_event_names[i].alias);
	}
	offer_cache_events(&search);
	if (pfm)
		perf_pfm_each(pfm, offer_processor_event, &search, &ignored);
	if (!perf_pmus_find(&pmus, "*", &ignored)) {
		struct perf_pmu *pmu;

		perf_vec_each(&pmus, pmu) {
			const struct perf_pmu_event *event;

			if (perf_pmu_load_events(pmu, &ignored))
				break;
			perf_vec_each(&pmu->events, event)
				perf_nearest_offer(&search.nearest, event->name);
		}
	}
	if (pfm)
		hint_elsewhere(name, pfm, error);
	if (search.nearest.best)
		perf_error_hint(error, "did you mean '%s'?", search.nearest.best);
	else
		perf_error_hint(error,
				"'perf list' shows the events of this machine, 'perf list %s' those that match",
				name);
	perf_pmus_free(&pmus);
}

/**
 * perf_suggest_tracepoint() - add the nearest tracepoint to an error
 * @system: the typed subsystem
 * @name: the typed name
 * @error: the error; gets a hint
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
 * perf_suggest_pmu() - add the nearest PMU to an error
 * @name: the typed name
 * @error: the error; gets hints
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
