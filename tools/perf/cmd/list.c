// SPDX-License-Identifier: GPL-2.0
/*
 * perf list: list the events that can be counted here. listing_collect() gathers them from the
 * tables and drivers of lib/event as items; listing_print() prints those that match the words of
 * the command line.
 */
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <strings.h>
#include <unistd.h>

#include <base/out.h>
#include <base/output.h>
#include <base/vec.h>
#include <event/defaults.h>
#include <event/metric.h>
#include <event/names.h>
#include <event/parse.h>
#include <event/pfm.h>
#include <event/pmu.h>
#include <event/tracepoint.h>
#include <sys/open.h>
#include <sys/paths.h>

#include "common/command.h"
#include "common/pager.h"

struct list_options {
	bool		all;
	bool		desc;
	bool		same;
	const char	*cputype;
	const char	*unit;
	bool		json;
	bool		raw_dump;
	bool		details;
	int		verbose;
	const char	*output;
};

#define TYPE	struct list_options

static const struct perf_option options[] = {
	PERF_OPT_FLAG(TYPE, all, 'a',
		      "all",
		      "list events that are not available here, too"),
	PERF_OPT_FLAG(TYPE, desc, 'd', "desc",
		      "show what the events count (default); --no-desc: leave it out"),
	PERF_OPT_TEXT(TYPE, cputype, 0, "cputype", "KIND",
		      "where CPUs are of several kinds, of their events those of KIND: core, atom"),
	PERF_OPT_TEXT(TYPE, unit, 0, "unit", "PMU",
		      "of the events of PMUs only those of this one"),
	PERF_OPT_COUNT(TYPE, verbose, 'v', "verbose",
		       "show types, numbers and the terms that PMUs take"),
	PERF_OPT_FLAG(TYPE, details, 0, "details",
		      "show what names stand for, and events that metrics are made of"),
	PERF_OPT_FLAG(TYPE, json, 'j', "json", "print an array of JSON objects"),
	PERF_OPT_FLAG(TYPE, raw_dump, 0, "raw-dump", "print names only, for shell completion"),
	PERF_OPT_TEXT(TYPE, output, 'o', "output", "FILE", "print to FILE"),
	PERF_OPT_HEADING("Without effect"),
	PERF_OPT_FLAG(TYPE, same, 0, "long-desc", "there is one description of each event"),
	PERF_OPT_FLAG(TYPE, same, 0, "deprecated", "events are listed whatever their age"),
	PERF_OPT_FLAG(TYPE, same, 0, "debug", "there are no messages about the search"),
	PERF_OPT_END
};

static const char *const usage[] = {
	"[OPTIONS] [hw|sw|cache|tool|pmu|pfm|tracepoint|raw|metric] [WORD...]",
	NULL
};

static const char notes[] =
	"A WORD with wildcards (*, ?, [...]) has to match a name, one without has to be in a name\n"
	"or a description. SUBSYSTEM: lists the tracepoints of a subsystem. Several words: all\n"
	"have to fit.\n";

/* One line of the list. */
struct item {
	char		*name;
	char		*alias;
	char		*spelling;	/* matches words, but is not printed */
	char		*help;
	char		*detail;	/* printed with -v and --details */
	const char	*kind;		/* as printed */
	const char	*group;		/* name that selects the group */
	bool		missing;
};

struct listing {
	PERF_VEC(struct item)		items;
	const struct list_options	*opts;
	bool				failed;
	struct perf_error		error;
};

static char *listing_copy(struct listing *listing, const char *text)
{
	char *made = text ? strdup(text) : NULL;

	if (text && !made)
		listing->failed = true;
	return made;
}

static struct item *listing_add(struct listing *listing, const char *group, const char *kind,
				const char *name)
{
	struct item *item = perf_vec_push(&listing->items);

	if (!item) {
		listing->failed = true;
		return NULL;
	}
	item->group = group;
	item->kind = kind;
	item->name = listing_copy(listing, name);
	return item;
}

/* ---- collecting ----------------------------------------------------------------------- */

/* Does perf_open() accept the event? -EACCES, -EPERM and -EBUSY count as yes: it exists. */
static bool can_open_event(uint32_t type, uint64_t config)
{
	struct perf_event_attr attr = {
		.type = type, .config = config, .disabled = 1,
		.exclude_kernel = 1, .exclude_hv = 1, .exclude_guest = 1,
	};
	struct perf_open open = { .attr = &attr, .pid = 0, .cpu = -1, .group = -1 };
	int fd = perf_open(&open);

	if (fd >= 0)
		close(fd);
	return fd >= 0 || fd == -EACCES || fd == -EPERM || fd == -EBUSY;
}

static void add_generic(struct listing *listing, const struct perf_event_name *event)
{
	const char *group = event->type == PERF_TYPE_HARDWARE ? "hw" : "sw";
	const char *kind = event->type == PERF_TYPE_HARDWARE ? "Hardware event" : "Software event";
	char detail[64];
	struct item *item;

	if (event->tool) {
		group = "tool";
		kind = "Tool event";
	}
	item = listing_add(listing, group, kind, event->name);
	if (!item)
		return;
	item->alias = listing_copy(listing, event->alias);
	item->help = listing_copy(listing, event->help);
	item->missing = !event->tool && !can_open_event(event->type, event->config);
	snprintf(detail, sizeof(detail), "type %u, config %#llx", event->type,
		 (unsigned long long)event->config);
	item->detail = listing_copy(listing, event->tool ? NULL : detail);
}

static void add_cache_events(struct listing *listing)
{
	struct perf_str name = { 0 };
	uint64_t config;
	size_t at = 0;

	while (perf_cache_event_next(&at, &name, &config)) {
		struct item *item = listing_add(listing, "cache", "Hardware cache event",
						perf_str_text(&name));
		char detail[64];

		if (!item)
			break;
		item->missing = !can_open_event(PERF_TYPE_HW_CACHE, config);
		snprintf(detail, sizeof(detail), "type 3, config %#llx",
			 (unsigned long long)config);
		item->detail = listing_copy(listing, detail);
	}
	perf_str_free(&name);
}

static void add_pmu_event(struct listing *listing, const struct perf_pmu *pmu,
			  const struct perf_pmu_event *event)
{
	struct perf_str name = { 0 };
	struct item *item;
	char unit[64];

	perf_str_format(&name, "%s/%s/", pmu->name, event->name);
	item = listing_add(listing, "pmu", "Kernel PMU event", perf_str_text(&name));
	perf_str_cut(&name, 0);
	perf_str_format(&name, "%s/%s/", pmu->name, event->terms);
	if (item) {
		item->detail = listing_copy(listing, perf_str_text(&name));
		if (perf_pmu_event_note(pmu, event->name, "unit", unit, sizeof(unit))) {
			perf_str_cut(&name, 0);
			perf_str_format(&name, "in %s", unit);
			item->help = listing_copy(listing, perf_str_text(&name));
		}
	}
	perf_str_free(&name);
}

/* Lists the terms of @pmu->formats, and the number of bits of each. */
static void add_pmu_terms(struct listing *listing, const struct perf_pmu *pmu)
{
	const struct perf_pmu_format *format;
	struct perf_str name = { 0 };
	struct item *item;

	perf_str_format(&name, "%s/", pmu->name);
	perf_vec_each(&pmu->formats, format)
		perf_str_format(&name, "%s%s=..", format == pmu->formats.at ? "" : ",",
				format->name);
	if (!pmu->formats.count)
		perf_str_add(&name, "config=..");
	perf_str_add(&name, "/modifiers");
	item = listing_add(listing, "pmu", "Raw event descriptor", perf_str_text(&name));
	perf_str_cut(&name, 0);
	perf_str_format(&name, "type %u", pmu->type);
	perf_vec_each(&pmu->formats, format)
		perf_str_format(&name, ", %s %d bits", format->name,
				__builtin_popcountll(format->bits));
	if (item)
		item->detail = listing_copy(listing, perf_str_text(&name));
	perf_str_free(&name);
}

/* Does @pmu count on CPUs of a kind that --cputype excludes? */
static bool is_other_kind(const struct perf_pmu *pmu, const struct perf_pmus *meant)
{
	const struct perf_pmu *one;

	if (!perf_pmu_is_cputype(pmu))
		return false;
	perf_vec_each(meant, one)
		if (!strcmp(one->name, pmu->name))
			return false;
	return true;
}

/* Is @pmu named @unit, or is it a numbered instance, @unit_N? */
static bool is_unit(const struct perf_pmu *pmu, const char *unit)
{
	const char *rest = perf_starts_with(pmu->name, unit);

	return rest && (!*rest || (*rest == '_' && rest[1] &&
				   !rest[1 + strspn(rest + 1, "0123456789")]));
}

static int add_pmus(struct listing *listing)
{
	const char *cputype = listing->opts->cputype, *unit = listing->opts->unit;
	struct perf_pmus pmus, only = { 0 };
	struct perf_pmu *pmu;
	int err;

	if (cputype) {
		err = perf_pmus_find_cputype(&only, cputype, &listing->error);
		if (err)
			return err;
	}
	err = perf_pmus_find(&pmus, "*", &listing->error);
	if (err) {
		perf_pmus_free(&only);
		return err;
	}
	perf_vec_each(&pmus, pmu) {
		const struct perf_pmu_event *event;

		if (cputype && is_other_kind(pmu, &only))
			continue;
		err = perf_pmu_load_events(pmu, &listing->error);
		if (err)
			break;
		perf_vec_each(&pmu->events, event)
			if (!unit || is_unit(pmu, unit))
				add_pmu_event(listing, pmu, event);
		/* Other types up to PERF_TYPE_BREAKPOINT are generic: their events have names. */
		if (pmu->type > PERF_TYPE_BREAKPOINT || pmu->type == PERF_TYPE_RAW)
			add_pmu_terms(listing, pmu);
	}
	perf_pmus_free(&pmus);
	perf_pmus_free(&only);
	return err;
}

/* Context of perf_pfm_each(). */
struct processor {
	struct listing	*listing;
	struct perf_pfm	*pfm;
};

/* Return: @name in small letters, with '.' before the unit mask; NULL without a mask. */
static char *vendor_spelling(struct listing *listing, const char *name)
{
	char *made = strchr(name, ':') ? listing_copy(listing, name) : NULL;
	char *at;

	for (at = made; at && *at; at++)
		*at = *at == ':' ? '.' : tolower((unsigned char)*at);
	return made;
}

static void add_processor_event(const struct perf_pfm_event *event, void *data)
{
	struct processor *processor = data;
	struct listing *listing = processor->listing;
	struct perf_event_attr attr = { 0 };
	struct perf_error ignored;
	struct item *item;
	char detail[128];
	bool generic;

	/* perf_pfm_encode() fails for unit masks that need another mask. */
	if (perf_pfm_encode(processor->pfm, event->name, &attr, &generic, &ignored))
		return;
	item = listing_add(listing, "pfm",
			   event->core ? "Processor event" : "Processor uncore event",
			   event->name);
	if (!item)
		return;
	item->spelling = vendor_spelling(listing, event->name);
	item->help = listing_copy(listing, event->help);
	/* can_open_event() is false for core events that need more than a counter. */
	item->missing = event->core && !can_open_event(attr.type, attr.config);
	snprintf(detail, sizeof(detail), "%s: type %u, config %#llx", event->pmu, attr.type,
		 (unsigned long long)attr.config);
	item->detail = listing_copy(listing, detail);
}

/* Does the kernel have a driver for the CPU's counters (PERF_TYPE_HARDWARE)? */
static bool counters_available(void)
{
	return can_open_event(PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES) ||
	       can_open_event(PERF_TYPE_HARDWARE, PERF_COUNT_HW_INSTRUCTIONS);
}

static int add_processor(struct listing *listing, bool asked)
{
	struct processor processor = { .listing = listing };
	int err = perf_pfm_open(&processor.pfm, &listing->error);

	/* Without libpfm, -EOPNOTSUPP is an error only if the user asked for its events. */
	if (err == -EOPNOTSUPP && !asked)
		return 0;
	if (!err)
		err = perf_pfm_each(processor.pfm, add_processor_event, &processor,
				    &listing->error);
	perf_pfm_close(processor.pfm);
	return err;
}

static void add_raw(struct listing *listing)
{
	static const struct {
		const char *name;
		const char *kind;
		const char *help;
	} forms[] = {
		{ "rNNN", "Raw hardware event descriptor", "the CPU's own event code in hex" },
		{ "mem:<addr>[/len][:access]", "Hardware breakpoint",
		  "accesses to an address: r, w or x" },
	};
	size_t i;

	for (i = 0; i < PERF_ARRAY_SIZE(forms); i++) {
		struct item *item = listing_add(listing, "raw", forms[i].kind, forms[i].name);

		if (item)
			item->help = listing_copy(listing, forms[i].help);
	}
}

static int add_tracepoints(struct listing *listing, bool asked)
{
	struct perf_tracepoint_list points;
	const struct perf_tracepoint *point;
	bool ids = listing->opts->verbose || listing->opts->details;
	struct perf_str name = { 0 };
	int err;

	err = perf_tracepoint_list_find(&points, "*", "*", ids, &listing->error);
	if (err && !asked && err != -ENOMEM) {
		perf_command_warn(&perf_cmd_list, "%s", listing->error.text);
		return 0;
	}
	if (err)
		return err;
	perf_vec_each(&points, point) {
		struct item *item;
		char detail[32];

		perf_str_cut(&name, 0);
		perf_str_format(&name, "%s:%s", point->system, point->name);
		item = listing_add(listing, "tracepoint", "Tracepoint event", perf_str_text(&name));
		if (!item || !ids)
			continue;
		snprintf(detail, sizeof(detail), "id %llu", (unsigned long long)point->id);
		item->detail = listing_copy(listing, detail);
	}
	perf_str_free(&name);
	perf_tracepoint_list_free(&points);
	return 0;
}

/* Are all of @events available? An unknown topdown event would be searched for in every PMU. */
static bool all_available(const char *events)
{
	struct perf_event_list list = { 0 };
	struct perf_error ignored;
	bool all = !strstr(events, "topdown-retiring") || perf_cpu_has_event("topdown-retiring");
	size_t i;

	if (!all || perf_events_parse(&list, events, &ignored))
		return false;
	for (i = 0; i < list.count && all; i++)
		all = can_open_event(list.at[i].attr.type, list.at[i].attr.config);
	perf_event_list_free(&list);
	return all;
}

static void add_metrics(struct listing *listing)
{
	const struct perf_metric *metric;

	for (metric = perf_metrics; metric->name; metric++) {
		struct item *item = listing_add(listing, "metric", "Metric, for stat -M",
						metric->name);

		if (!item)
			return;
		item->help = listing_copy(listing, metric->help);
		item->detail = listing_copy(listing, metric->events);
		item->missing = !all_available(metric->events);
	}
}

/* ---- choosing ------------------------------------------------------------------------- */

static const struct {
	const char *word;
	const char *group;
} groups[] = {
	{ "hw", "hw" }, { "hardware", "hw" }, { "sw", "sw" }, { "software", "sw" },
	{ "cache", "cache" }, { "hwcache", "cache" }, { "tool", "tool" }, { "pmu", "pmu" },
	{ "pfm", "pfm" }, { "tracepoint", "tracepoint" }, { "raw", "raw" }, { "metric", "metric" },
	{ "metrics", "metric" },
};

static const char *group_of(const char *word)
{
	size_t i;

	for (i = 0; i < PERF_ARRAY_SIZE(groups); i++)
		if (!strcmp(groups[i].word, word))
			return groups[i].group;
	return NULL;
}

static bool item_fits(const struct item *item, const char *word)
{
	const char *group = group_of(word);
	size_t length = strlen(word);

	if (group)
		return !strcmp(group, item->group);
	if (perf_is_glob(word))
		return perf_glob_match(word, item->name) ||
		       (item->alias && perf_glob_match(word, item->alias)) ||
		       (item->spelling && perf_glob_match(word, item->spelling));
	/* "sched:" selects a subsystem, not any name that ends in it. */
	if (length && word[length - 1] == ':')
		return !strncmp(item->name, word, length);
	return strcasestr(item->name, word) || (item->alias && strcasestr(item->alias, word)) ||
	       (item->spelling && strcasestr(item->spelling, word)) ||
	       (item->help && strcasestr(item->help, word));
}

static bool item_chosen(const struct listing *listing, const struct item *item, char **words)
{
	if (item->missing && !listing->opts->all)
		return false;
	for (; *words; words++)
		if (!item_fits(item, *words))
			return false;
	return true;
}

/* May items of @group match @words? */
static bool group_wanted(const char *group, char **words)
{
	for (; *words; words++) {
		const char *of = group_of(*words);

		if (of && strcmp(of, group))
			return false;
	}
	return true;
}

/* Completion (opts->raw_dump) lists events only, unless a word selects metrics. */
static bool wants_metrics(const struct listing *listing, char **words)
{
	return group_wanted("metric", words) &&
	       (!listing->opts->raw_dump || (*words && group_of(*words)));
}

static int listing_collect(struct listing *listing, char **words)
{
	int err = 0;
	size_t i;

	for (i = 0; i < perf_event_name_count; i++)
		add_generic(listing, &perf_event_names[i]);
	if (group_wanted("cache", words))
		add_cache_events(listing);
	if (group_wanted("pmu", words))
		err = add_pmus(listing);
	/* Without a driver all of libpfm's events are missing; explain_no_match() hints at them. */
	if (!err && group_wanted("pfm", words) &&
	    (*words || listing->opts->all || counters_available()))
		err = add_processor(listing, *words && group_of(*words));
	if (group_wanted("raw", words))
		add_raw(listing);
	if (!err && group_wanted("tracepoint", words))
		err = add_tracepoints(listing, *words && group_of(*words));
	if (wants_metrics(listing, words))
		add_metrics(listing);
	if (!err && listing->failed)
		err = perf_error_memory(&listing->error);
	return err;
}

/* ---- printing ------------------------------------------------------------------------- */

#define HELP_INDENT	7
#define HELP_WIDTH	100

static void print_text(const struct listing *listing, const struct item *item,
		       struct perf_str *text)
{
	const struct list_options *opts = listing->opts;
	struct perf_str name = { 0 };

	perf_str_add(&name, item->name);
	if (item->alias)
		perf_str_format(&name, " OR %s", item->alias);
	perf_str_add(text, "  ");
	perf_str_left(text, perf_str_text(&name), 50);
	perf_str_format(text, " [%s]%s\n", item->kind,
			item->missing ? " (not available here)" : "");
	if (item->help && opts->desc) {
		perf_str_fill(text, ' ', HELP_INDENT);
		perf_str_wrap(text, item->help, HELP_INDENT, HELP_WIDTH);
		perf_str_char(text, '\n');
	}
	if (item->detail && (opts->verbose || opts->details))
		perf_str_format(text, "       %s\n", item->detail);
	perf_str_free(&name);
}

static void json_member(const char *name, const char *value, struct perf_str *text)
{
	if (!value)
		return;
	perf_str_format(text, ",\n\t\"%s\": ", name);
	perf_str_json(text, value);
}

static void print_json(const struct item *item, bool first, struct perf_str *text)
{
	perf_str_add(text, first ? "{\n\t\"EventName\": " : ",\n{\n\t\"EventName\": ");
	perf_str_json(text, item->name);
	json_member("EventAlias", item->alias ? item->alias : item->spelling, text);
	json_member("EventType", item->kind, text);
	json_member("BriefDescription", item->help, text);
	json_member("Encoding", item->detail, text);
	if (item->missing)
		perf_str_add(text, ",\n\t\"Available\": false");
	perf_str_add(text, "\n}");
}

static void print_names(const struct item *item, struct perf_str *text)
{
	perf_str_format(text, "%s ", item->name);
	if (item->spelling)
		perf_str_format(text, "%s ", item->spelling);
}

static size_t listing_print(const struct listing *listing, char **words, struct perf_out *out)
{
	const struct list_options *opts = listing->opts;
	const struct item *item;
	size_t count = 0;

	if (opts->json)
		perf_str_char(&out->text, '[');
	else if (!opts->raw_dump)
		perf_str_add(&out->text, "\nList of pre-defined events (to be used in -e):\n\n");
	perf_vec_each(&listing->items, item) {
		if (!item_chosen(listing, item, words))
			continue;
		if (opts->json)
			print_json(item, !count, &out->text);
		else if (!opts->raw_dump)
			print_text(listing, item, &out->text);
		else if (!strpbrk(item->name, "<[ ") && !strstr(item->name, "=.."))
			print_names(item, &out->text);
		count++;
		perf_out_check(out);
	}
	perf_str_add(&out->text, opts->json ? "]\n" : "\n");
	return count;
}

/* No item matches: prints the error, with the nearest name as a hint. */
static void explain_no_match(struct listing *listing, char **words)
{
	struct perf_nearest nearest;
	const struct item *item;
	size_t missing = 0;

	perf_error_set(&listing->error, ENOENT, "no event fits '%s'", *words);
	perf_nearest_init(&nearest, *words);
	perf_vec_each(&listing->items, item) {
		missing += item->missing;
		perf_nearest_offer(&nearest, item->name);
		if (item->alias)
			perf_nearest_offer(&nearest, item->alias);
		if (item->spelling)
			perf_nearest_offer(&nearest, item->spelling);
	}
	if (nearest.best)
		perf_error_hint(&listing->error, "did you mean '%s'?", nearest.best);
	if (missing && !listing->opts->all)
		perf_error_hint(&listing->error,
				"%zu events are not available here: -a lists them, 'perf doctor' shows why",
				missing);
}

static int listing_run(struct listing *listing, char **words)
{
	const struct list_options *opts = listing->opts;
	struct perf_output output = PERF_OUTPUT_NONE;
	struct perf_out out = { .fd = STDOUT_FILENO };
	int err = listing_collect(listing, words);
	size_t count;

	if (!err && opts->output) {
		err = perf_output_open(&output, opts->output, 0644, 0, &listing->error);
		out.fd = output.fd;
	}
	if (err)
		return err;
	if (!opts->output)
		perf_pager_begin();
	count = listing_print(listing, words, &out);
	if (!count && *words && !opts->json && !opts->raw_dump) {
		explain_no_match(listing, words);
		perf_str_free(&out.text);
		perf_output_drop(&output);
		return -ENOENT;
	}
	err = perf_out_end(&out);
	if (!err)
		return perf_output_commit(&output, &listing->error);
	perf_output_drop(&output);
	/* -EPIPE: the user has quit the pager. */
	if (err != -EPIPE)
		return perf_error_set(&listing->error, err, "cannot write: %s", strerror(-err));
	return 0;
}

static int list_run(struct perf_settings *settings, int argc, char **argv)
{
	struct list_options opts = { .desc = true };
	struct listing listing = { .opts = &opts };
	struct item *item;
	int status;

	if (perf_command_parse(&perf_cmd_list, settings, &opts, &argc, &argv, &status))
		return status;
	status = PERF_EXIT_OK;
	if (listing_run(&listing, argv))
		status = perf_command_fail(&perf_cmd_list, &listing.error);
	perf_vec_each(&listing.items, item) {
		free(item->name);
		free(item->alias);
		free(item->spelling);
		free(item->help);
		free(item->detail);
	}
	perf_vec_free(&listing.items);
	return status;
}

const struct perf_command perf_cmd_list = {
	.name = "list",
	.summary = "List the events that can be counted here",
	.usage = usage,
	.options = options,
	.notes = notes,
	.run = list_run,
};
