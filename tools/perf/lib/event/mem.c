// SPDX-License-Identifier: GPL-2.0
/*
 * Builds the text of the events that sample memory accesses, for perf_events_parse().
 *
 * Intel's core PMUs, two of them on hybrid processors, have mem-loads (with a least latency) and
 * mem-stores; some need the event mem-loads-aux as leader of mem-loads. POWER has mem-loads and
 * mem-stores. AMD's IBS samples micro-operations, loads and stores alike; ARM's SPE samples
 * instructions, with a filter for either. sysfs lists each of them on processors that have it.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include <base/str.h>
#include <event/mem.h>
#include <event/parse.h>
#include <sys/paths.h>
#include <sys/privilege.h>

static const char *const core_pmus[] = { "cpu", "cpu_core", "cpu_atom" };

static bool mem_event_exists(const char *pmu, const char *what)
{
	char path[PERF_PATH_MAX];

	return perf_path(path, sizeof(path), PERF_SYS_PMUS "/%s/%s", pmu, what) &&
	       !access(path, R_OK);
}

static void add_comma(struct perf_str *events)
{
	perf_str_add(events, events->length ? "," : "");
}

static void add_loads(struct perf_str *events, const char *pmu, unsigned int latency)
{
	bool limit = mem_event_exists(pmu, "format/ldlat");
	char term[32] = "";

	if (limit)
		snprintf(term, sizeof(term), ",ldlat=%u", latency);
	add_comma(events);
	if (mem_event_exists(pmu, "events/mem-loads-aux"))
		perf_str_format(events, "{%s/mem-loads-aux/,%s/mem-loads%s/}:P", pmu, pmu, term);
	else
		perf_str_format(events, "%s/mem-loads%s/P", pmu, term);
}

static void find_core_events(struct perf_str *events, const struct perf_mem_events *wanted)
{
	size_t i;

	for (i = 0; i < PERF_ARRAY_SIZE(core_pmus); i++) {
		if (wanted->loads && mem_event_exists(core_pmus[i], "events/mem-loads"))
			add_loads(events, core_pmus[i], wanted->latency);
		if (!wanted->stores || !mem_event_exists(core_pmus[i], "events/mem-stores"))
			continue;
		add_comma(events);
		perf_str_format(events, "%s/mem-stores/P", core_pmus[i]);
	}
}

static int no_events(struct perf_error *error)
{
	perf_error_set(error, EOPNOTSUPP, "no event here samples memory accesses");
	perf_error_hint(error, "Processors that can: Intel from Nehalem on (mem-loads, "
			"mem-stores),\nAMD from family 10h on (ibs_op), ARM with SPE "
			"(arm_spe_0), POWER8 on");
	if (perf_virtual_machine())
		perf_error_hint(error, "This is a virtual machine: few of them can");
	perf_error_hint(error, "'perf doctor' shows what this machine counts");
	return -EOPNOTSUPP;
}

/**
 * perf_mem_events_add() - add the events that sample memory accesses
 * @list: the events are added
 * @wanted: the accesses to sample
 * @error: filled on failure; if there is no such event, names processors that have one
 *
 * Return: 0, -EOPNOTSUPP if this machine has none, or another negative errno.
 */
int perf_mem_events_add(struct perf_event_list *list, const struct perf_mem_events *wanted,
			struct perf_error *error)
{
	struct perf_str events = { 0 };
	int ret;

	find_core_events(&events, wanted);
	if (!events.length && mem_event_exists("ibs_op", "type"))
		perf_str_add(&events, "ibs_op//");
	if (!events.length && mem_event_exists("arm_spe_0", "type"))
		perf_str_format(&events, "arm_spe_0/ts_enable=1,pa_enable=1%s%s/",
				wanted->loads ? ",load_filter=1" : "",
				wanted->stores ? ",store_filter=1" : "");
	ret = events.failed ? perf_error_memory(error) :
	      !events.length ? no_events(error) :
	      perf_events_parse(list, perf_str_text(&events), error);
	perf_str_free(&events);
	return ret;
}
