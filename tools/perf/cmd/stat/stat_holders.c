// SPDX-License-Identifier: GPL-2.0
/*
 * perf stat: the other programs whose events are on a PMU on which an event of this program had
 * to share its counter, or never got one. perf_held_find() reads them from /proc; a kernel that
 * does not describe events there has no such note.
 */
#include <string.h>
#include <unistd.h>

#include <stat/stat_print.h>
#include <sys/held.h>

#include "stat/stat_holders.h"

/* Was an event without its counter for a while? */
static bool has_shared(const struct perf_stat *stat)
{
	size_t event, unit;

	for (event = 0; event < stat->set->count; event++) {
		if (stat->set->at[event].code)
			continue;
		for (unit = 0; unit < stat->unit_count; unit++)
			if (perf_stat_running_percent(perf_stat_cell(stat, event, unit)) < 100)
				return true;
	}
	return false;
}

static bool is_mine(const struct perf_held *held)
{
	return held->holder == getpid() && held->described && held->running < held->enabled;
}

/* Is @found->list.at[@index] the first of this program that waited for the PMU? */
static bool is_first_of_pmu(const struct perf_held_list *found, size_t index)
{
	const struct perf_held *at = found->list.at;
	size_t i;

	for (i = 0; i < index; i++)
		if (is_mine(&at[i]) && !strcmp(at[i].pmu, at[index].pmu))
			return false;
	return is_mine(&at[index]);
}

/* Number of events on @pmu that the holder of @at[0] has counted with; @more: all its events */
static unsigned int count_holder(const struct perf_held *at, size_t more, const char *pmu)
{
	unsigned int events = 0;
	size_t i;

	for (i = 0; i < more && at[i].holder == at->holder; i++)
		events += !strcmp(at[i].pmu, pmu) && at[i].running;
	return events;
}

static void note_pmu(const struct perf_held_list *found, const char *pmu, struct perf_str *text)
{
	const struct perf_held *at = found->list.at;
	size_t i, from = text->length;
	unsigned int events;
	bool any = false;

	for (i = 0; i < found->list.count; i++) {
		if (at[i].holder == getpid() || (i && at[i].holder == at[i - 1].holder))
			continue;
		events = count_holder(&at[i], found->list.count - i, pmu);
		if (!events)
			continue;
		if (!any)
			perf_str_format(text, "Others count on %s:", pmu);
		perf_str_format(text, "%s %s (pid %d) with %u event%s", any ? "," : "", at[i].comm,
				at[i].holder, events, events == 1 ? "" : "s");
		any = true;
	}
	if (!any)
		return;
	perf_str_sanitize(text, from, '\0');
	perf_str_add(text, "\n\n");
}

/**
 * stat_holders_note() - append a line for each PMU that other programs count on
 * @stat: the sums; its events are still open
 * @text: output, unchanged if each event had its counter all the time
 */
void stat_holders_note(const struct perf_stat *stat, struct perf_str *text)
{
	struct perf_held_list found;
	struct perf_error error;
	size_t i;

	if (!has_shared(stat))
		return;
	if (!perf_held_find(&found, &error)) {
		for (i = 0; i < found.list.count; i++)
			if (is_first_of_pmu(&found, i))
				note_pmu(&found, found.list.at[i].pmu, text);
	}
	perf_held_free(&found);
}
