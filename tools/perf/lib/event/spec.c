// SPDX-License-Identifier: GPL-2.0
/* Lists of events. One thread owns a list. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <base/str.h>
#include <event/spec.h>

/**
 * perf_event_list_add() - add an event at the end of a list
 * @list: the list
 *
 * Return: the event, alone in its group, scale 1, everything else zero; NULL if memory ran out.
 * Pointers to other events of @list become invalid.
 */
struct perf_event_spec *perf_event_list_add(struct perf_event_list *list)
{
	struct perf_event_spec *spec = perf_vec_push(list);

	if (!spec)
		return NULL;
	spec->leader = list->count - 1;
	spec->members = 1;
	spec->scale = 1;
	return spec;
}

static bool copy_text(char **copy, const char *text)
{
	*copy = text ? strdup(text) : NULL;
	return *copy || !text;
}

/**
 * perf_event_list_copy() - add a copy of an event of a list at its end
 * @list: the list
 * @index: index of the event to copy
 *
 * The copy is alone in its group and in no control group.
 *
 * Return: the copy, NULL if memory ran out.
 */
struct perf_event_spec *perf_event_list_copy(struct perf_event_list *list, size_t index)
{
	struct perf_event_spec *copy = perf_event_list_add(list);
	const struct perf_event_spec *from;
	struct perf_error error;
	size_t leader;
	bool copied;

	if (!copy)
		return NULL;
	from = &list->at[index];
	leader = copy->leader;
	*copy = *from;
	copy->leader = leader;
	copy->members = 1;
	copy->cgroup = NULL;
	copy->cpus = NULL;
	/* Every member is set even if one allocation fails: the copy must share none with @from. */
	copied = copy_text(&copy->name, from->name);
	copied &= copy_text(&copy->pmu, from->pmu);
	copied &= copy_text(&copy->group, from->group);
	copied &= copy_text(&copy->unit, from->unit);
	if (!copied)
		return NULL;
	if (!from->cpus)
		return copy;
	copy->cpus = calloc(1, sizeof(*copy->cpus));
	if (!copy->cpus || perf_cpus_copy(copy->cpus, from->cpus, &error))
		return NULL;
	return copy;
}

/**
 * perf_event_spec_free() - free what an event owns
 * @spec: the event
 */
void perf_event_spec_free(struct perf_event_spec *spec)
{
	free(spec->name);
	free(spec->pmu);
	free(spec->group);
	free(spec->unit);
	if (spec->cgroup)
		close(spec->cgroup_fd);
	free(spec->cgroup);
	if (spec->cpus)
		perf_cpus_free(spec->cpus);
	free(spec->cpus);
}

/**
 * perf_event_list_free() - free the events of a list and empty it
 * @list: the list
 */
void perf_event_list_free(struct perf_event_list *list)
{
	size_t i;

	for (i = 0; i < list->count; i++)
		perf_event_spec_free(&list->at[i]);
	perf_vec_free(list);
	perf_pmus_free(&list->cputype);
}

/**
 * perf_event_set_name() - set the name of an event
 * @spec: the event
 * @name: the name; need not end with a zero byte
 * @length: length of @name in bytes
 * @error: filled on failure
 *
 * Return: 0 or -ENOMEM.
 */
int perf_event_set_name(struct perf_event_spec *spec, const char *name, size_t length,
			struct perf_error *error)
{
	char *copy = strndup(name, length);

	if (!copy)
		return perf_error_memory(error);
	free(spec->name);
	spec->name = copy;
	return 0;
}

/**
 * perf_event_drop_kernel() - count an event in user mode only, for lack of permission
 * @spec: the event; the modifier u is appended to its name
 *
 * Return: false if the event excludes the kernel already or would exclude everything, or memory
 * ran out.
 */
bool perf_event_drop_kernel(struct perf_event_spec *spec)
{
	struct perf_str name = { 0 };

	if (spec->attr.exclude_kernel || spec->attr.exclude_user)
		return false;
	perf_str_add(&name, spec->name);
	if (spec->attr.type == PERF_TYPE_TRACEPOINT ||
	    (!spec->modified && !perf_ends_with(spec->name, "/")))
		perf_str_char(&name, ':');
	perf_str_char(&name, 'u');
	if (name.failed) {
		perf_str_free(&name);
		return false;
	}
	free(spec->name);
	spec->name = perf_str_steal(&name);
	spec->attr.exclude_kernel = 1;
	spec->attr.exclude_hv = 1;
	spec->kernel_dropped = true;
	return true;
}

static bool counts_cycles(const struct perf_event_attr *attr)
{
	/* The upper half of attr->config may hold a PMU's type, one of several kinds of CPU. */
	return attr->type == PERF_TYPE_HARDWARE &&
	       (uint32_t)attr->config == PERF_COUNT_HW_CPU_CYCLES;
}

/**
 * perf_event_take_clock() - sample by cpu-clock where no counter counts cycles
 * @spec: the event; its name becomes cpu-clock, with the modifiers that were typed
 *
 * Branches need a counter: an event with branch_sample_type stays unchanged, and fails to open.
 *
 * Return: false if the event is not cycles, has branches, or memory ran out.
 */
bool perf_event_take_clock(struct perf_event_spec *spec)
{
	const char *modifiers = NULL, *at;
	char *name;

	if (!counts_cycles(&spec->attr) || spec->attr.branch_sample_type)
		return false;
	for (at = spec->modified || spec->kernel_dropped ? spec->name : ""; *at; at++)
		if (*at == ':' || *at == '/')
			modifiers = at + 1;
	if (asprintf(&name, "cpu-clock%s%s", modifiers ? ":" : "", modifiers ? modifiers : "") < 0)
		return false;
	free(spec->name);
	spec->name = name;
	spec->attr.type = PERF_TYPE_SOFTWARE;
	spec->attr.config = PERF_COUNT_SW_CPU_CLOCK;
	spec->clock_taken = true;
	return true;
}
