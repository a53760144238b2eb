// SPDX-License-Identifier: GPL-2.0
/*
 * perf ps: which processes hold events. perf_held_find() reads /proc; the rows of one process and
 * PMU are a line of the table. --json prints each descriptor.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <linux/perf_event.h>

#include <base/out.h>
#include <event/names.h>
#include <sys/held.h>

#include "common/command.h"
#include "common/pager.h"

struct ps_options {
	bool json;
};

static const struct perf_option options[] = {
	PERF_OPT_FLAG(struct ps_options, json, 'j', "json",
		      "print a JSON object a line for each descriptor"),
	PERF_OPT_END
};

static const char *const usage[] = { "[-j]", NULL };

/* Adds the name of an event of a generic type. Returns false if it has none. */
static bool add_generic_name(struct perf_str *text, const struct perf_held *held)
{
	uint64_t config = held->config[0], cache;
	struct perf_str name = { 0 };
	bool found = false;
	size_t i;

	/* The upper half may select one of several PMUs. */
	if (held->type == PERF_TYPE_HARDWARE || held->type == PERF_TYPE_HW_CACHE)
		config &= UINT32_MAX;
	for (i = 0; i < perf_event_name_count; i++) {
		if (perf_event_names[i].tool || perf_event_names[i].type != held->type ||
		    perf_event_names[i].config != config)
			continue;
		perf_str_add(text, perf_event_names[i].name);
		return true;
	}
	i = 0;
	while (held->type == PERF_TYPE_HW_CACHE && !found &&
	       perf_cache_event_next(&i, &name, &cache))
		found = cache == config;
	if (found)
		perf_str_add(text, perf_str_text(&name));
	perf_str_free(&name);
	return found;
}

/* Adds a name that 'perf stat -e' takes, as far as one follows from the event's numbers. */
static void add_event_name(struct perf_str *text, const struct perf_held *held)
{
	size_t i;

	if (!held->described) {
		perf_str_char(text, '?');
		return;
	}
	if (add_generic_name(text, held))
		return;
	perf_str_foreign(text, "%s/config=%#llx", held->pmu, (unsigned long long)held->config[0]);
	for (i = 1; i < PERF_ARRAY_SIZE(held->config); i++)
		if (held->config[i])
			perf_str_format(text, ",config%zu=%#llx", i,
					(unsigned long long)held->config[i]);
	perf_str_char(text, '/');
}

/* ---- table -------------------------------------------------------------------------------- */

/* Lines in which more names would not help the reader. */
#define NAMES_MOST	6

/* Descriptors of one process on one PMU. */
struct line {
	const struct perf_held	*first;
	unsigned int		events;
	unsigned int		active;
	unsigned int		errors;
	uint64_t		bytes;
	unsigned int		names;
	struct perf_str		text;	/* different names of events, a blank between them */
};

/* Is @name one of the names of @list, which have a blank between them? */
static bool has_name(const char *list, const char *name)
{
	size_t length = strlen(name);
	const char *at;

	for (at = list; at && *at; at = strchr(at, ' ') ? strchr(at, ' ') + 1 : NULL)
		if (!strncmp(at, name, length) && (!at[length] || at[length] == ' '))
			return true;
	return false;
}

static void line_name(struct line *line, const struct perf_held *held)
{
	struct perf_str name = { 0 };

	add_event_name(&name, held);
	if (!has_name(perf_str_text(&line->text), perf_str_text(&name)) &&
	    ++line->names <= NAMES_MOST) {
		if (line->text.length)
			perf_str_char(&line->text, ' ');
		perf_str_add(&line->text, perf_str_text(&name));
	}
	line->text.failed |= name.failed;
	perf_str_free(&name);
}

static void line_add(struct line *line, const struct perf_held *held)
{
	line->events++;
	line->active += !strcmp(held->state, "active");
	line->errors += !strcmp(held->state, "error");
	line->bytes += held->ring + held->aux;
	line_name(line, held);
}

static void line_print(struct line *line, struct perf_str *text)
{
	const struct perf_held *first = line->first;
	size_t from = text->length;

	perf_str_format(text, "%7d %-15s %-12s %6u %6u %5u %9llu  ", first->holder, first->comm,
			first->described ? first->pmu : "?", line->events, line->active,
			line->errors, (unsigned long long)(line->bytes / 1024));
	perf_str_add(text, perf_str_text(&line->text));
	if (line->names > NAMES_MOST)
		perf_str_format(text, " and %u more", line->names - NAMES_MOST);
	perf_str_sanitize(text, from, '\0');
	perf_str_char(text, '\n');
	text->failed |= line->text.failed;
	perf_str_free(&line->text);
}

static bool same_line(const struct perf_held *first, const struct perf_held *held)
{
	return first->holder == held->holder && !strcmp(first->pmu, held->pmu);
}

/* A line for @found->list.at[@index] and those after it, unless a line before has it. */
static void print_line_of(const struct perf_held_list *found, size_t index, struct perf_str *text)
{
	const struct perf_held *at = found->list.at;
	struct line line = { .first = &at[index] };
	size_t i;

	for (i = index; i-- && at[i].holder == line.first->holder;)
		if (same_line(line.first, &at[i]))
			return;
	for (i = index; i < found->list.count && at[i].holder == line.first->holder; i++)
		if (same_line(line.first, &at[i]))
			line_add(&line, &at[i]);
	line_print(&line, text);
}

static void print_table(const struct perf_held_list *found, struct perf_str *text)
{
	bool undescribed = false;
	size_t i;

	perf_str_format(text, "%7s %-15s %-12s %6s %6s %5s %9s  %s\n", "PID", "COMMAND", "PMU",
			"EVENTS", "ACTIVE", "ERROR", "RING KiB", "NAMES");
	for (i = 0; i < found->list.count; i++) {
		undescribed |= !found->list.at[i].described;
		print_line_of(found, i, text);
	}
	if (undescribed)
		perf_str_add(text, "? This kernel does not describe events in /proc/PID/fdinfo.\n");
	if (found->hidden)
		perf_str_format(text, "%zu processes of other users are not shown.\n",
				found->hidden);
}

/* ---- JSON --------------------------------------------------------------------------------- */

static void json_text(struct perf_str *text, const char *key, const char *value)
{
	perf_str_format(text, ", \"%s\": ", key);
	perf_str_json(text, value);
}

static void json_number(struct perf_str *text, const char *key, long long value)
{
	perf_str_format(text, ", \"%s\": %lld", key, value);
}

static void print_json(const struct perf_held *held, struct perf_str *text)
{
	struct perf_str name = { 0 };

	perf_str_format(text, "{\"holder\": %d", held->holder);
	json_text(text, "comm", held->comm);
	json_number(text, "fd", held->fd);
	if (held->described) {
		add_event_name(&name, held);
		json_text(text, "event", perf_str_text(&name));
		perf_str_free(&name);
		json_text(text, "pmu", held->pmu);
		json_number(text, "type", held->type);
		json_number(text, "pid", held->pid);
		json_number(text, "cpu", held->cpu);
		json_number(text, "cgroup", held->cgroup);
		json_text(text, "state", held->state);
		json_number(text, "enabled", (long long)held->enabled);
		json_number(text, "running", (long long)held->running);
		json_number(text, "lost", (long long)held->lost);
		json_number(text, "ring", (long long)held->ring);
		json_number(text, "aux", (long long)held->aux);
		json_number(text, "instances", (long long)held->instances);
	}
	perf_str_add(text, "}\n");
}

static int ps_run(struct perf_settings *settings, int argc, char **argv)
{
	struct perf_out out = { .fd = STDOUT_FILENO };
	const struct perf_held *held;
	struct ps_options opts = { 0 };
	struct perf_held_list found;
	struct perf_error error;
	int status, err;

	if (perf_command_parse(&perf_cmd_ps, settings, &opts, &argc, &argv, &status))
		return status;
	err = perf_held_find(&found, &error);
	if (err)
		return perf_command_fail(&perf_cmd_ps, &error);
	perf_pager_begin();
	if (opts.json)
		perf_vec_each(&found.list, held)
			print_json(held, &out.text);
	else
		print_table(&found, &out.text);
	perf_held_free(&found);
	err = perf_out_finish(&out, 0, &error);
	return err && err != -EPIPE ? perf_command_fail(&perf_cmd_ps, &error) : PERF_EXIT_OK;
}

const struct perf_command perf_cmd_ps = {
	.name = "ps",
	.summary = "List the processes that hold events",
	.usage = usage,
	.no_words = "",
	.options = options,
	.run = ps_run,
};
