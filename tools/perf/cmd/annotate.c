// SPDX-License-Identifier: GPL-2.0
/*
 * perf annotate: the samples of a recording by instruction of a function. perf_hits_add() counts
 * each sample at its address; perf_listing_make() disassembles the functions hit, and
 * perf_annotate_text() prints them.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <annotate/hits.h>
#include <annotate/listing.h>
#include <base/num.h>
#include <base/out.h>
#include <lines/symbols_text.h>
#include <report/filter.h>
#include <table/annotate_text.h>

#include "common/annotate_choices.h"
#include "common/confined.h"
#include "common/pager.h"
#include "common/session_options.h"
#include "report/report_dump.h"

struct annotate_options {
	struct perf_session_options session;
	const char *symbol;
	struct annotate_choices annotate;
	const char *percent_limit;
	bool stdio;
	bool lines;
	bool full_paths;
	bool no_group;
	bool show_samples;
	bool show_period;
	bool skip_missing;
	bool quiet;
};

#define OPT(kind, member, ...) PERF_OPT_##kind(struct annotate_options, member, __VA_ARGS__)

static const struct perf_option options[] = {
	OPT(FLAG, stdio, 0, "stdio", "write text (default)"),
	OPT(FLAG, stdio, 0, "stdio2", "the same"),
	PERF_COLOR_OPTION,
	PERF_OPT_REFUSED(0, "tui", NULL, 0, "perf annotate writes text",
			 "'perf report --tui' browses functions: there key a annotates one"),
	OPT(TEXT, symbol, 's', "symbol", "NAME", "show this function only"),
	OPT(FLAG, lines, 'l', "print-line",
	    "show the source line of each instruction that was hit, and begin with the lines that "
	    "were hit most"),
	OPT(FLAG, full_paths, 'P', "full-paths", "show files with their directories"),
	ANNOTATE_CHOICES(struct annotate_options),
	PERF_OPT_CALL(0, "group", NULL, perf_session_option,
		      offsetof(struct annotate_options, no_group), 0,
		      "events of a group side by side (default)"),
	OPT(FLAG, show_samples, 'n', "show-nr-samples", "numbers of samples instead of percent"),
	OPT(FLAG, show_period, 0, "show-total-period", "sums of periods instead of percent"),
	OPT(TEXT, percent_limit, 0, "percent-limit", "PERCENT",
	    "leave out functions with less of all samples"),
	OPT(FLAG, skip_missing, 0, "skip-missing",
	    "leave out functions whose code is not available"),
	PERF_OPT_CALL(0, "skip-empty", NULL, perf_session_ignore, 0, 0,
		      "accepted, has no effect: events without samples have no listing anyway"),
	PERF_OPT_REFUSED(0, "data-type", "NAME", PERF_OPT_OPTIONAL, PERF_NO_DATA_TYPES),
	PERF_OPT_REFUSED(0, "type-stat", NULL, 0, PERF_NO_DATA_TYPES),
	PERF_OPT_REFUSED(0, "insn-stat", NULL, 0, PERF_NO_DATA_TYPES),
	OPT(FLAG, quiet, 'q', "quiet", "no warnings"),
	PERF_DUMP_OPTION(struct annotate_options),
	PERF_ITRACE_OPTION,
	PERF_VERBOSE_OPTION(struct annotate_options),
	PERF_VMLINUX_OPTION(struct annotate_options),
	PERF_KERNEL_OPTIONS(struct annotate_options),
	PERF_ADDR2LINE_OPTION,
	PERF_MODULES_OPTION(struct annotate_options),
	PERF_SESSION_OPTIONS(struct annotate_options),
	PERF_OPT_END
};

static const char *const usage[] = { "[OPTIONS] [FUNCTION]", NULL };

/* @nr functions of @dso that could not be listed, all because of @error. */
struct failure {
	const struct perf_dso *dso;
	size_t nr;
	char first[128];
	struct perf_error error;
};

struct annotating {
	PERF_VEC(struct failure) failures;
	const struct annotate_options *opts;
	struct perf_session session;
	struct perf_hits hits;
	struct perf_listing listing;
	struct perf_lister lister;
	struct perf_sources sources;
	struct perf_annotate_options how;
	double least;
	struct perf_out out;
	size_t shown;
	const struct perf_dso *nameless;	/* object with samples, but without symbols */
};

static int annotate_count_sample(void *context, const struct perf_session_sample *sample,
				 struct perf_error *error)
{
	struct annotating *work = context;
	const struct perf_frame *frame;
	uint32_t number;
	size_t i;

	if (!perf_session_passes(&work->session, sample))
		return 0;
	number = perf_session_frame(&work->session, sample);
	frame = &work->session.machine->frames.at[number];
	if (frame->dso && !frame->symbol && !work->nameless)
		work->nameless = frame->dso;
	for (i = 0; i < sample->nr; i++)
		if (perf_hits_add(&work->hits, sample->expanded[i].event->index, frame,
				  sample->expanded[i].period))
			return perf_error_memory(error);
	return 0;
}

/* ---- one function --------------------------------------------------------------------- */

static const char *name_of(struct annotating *work, const struct perf_hit_function *function)
{
	return perf_dso_symbol_name(&work->session.machine->dsos, function->dso,
				    function->symbol);
}

/* Collects the events shown with @leader: itself, and the events it leads unless --no-group. */
static void collect_events(struct annotating *work, struct perf_annotate_view *view,
			   const struct perf_data_event *leader, struct perf_str *title)
{
	const struct perf_data_event *const *events;
	size_t nr, i;

	events = perf_data_events(work->session.data, &nr);
	for (i = leader->index; i < nr && view->nr < PERF_ANNOTATE_EVENTS; i++)
		if (i == leader->index ||
		    (!work->opts->no_group && events[i]->leader == leader->index))
			view->events[view->nr++] = (unsigned int)i;
	if (view->nr > 1)
		perf_str_format(title, "%s { ", leader->group_name &&
				strcmp(leader->group_name, "{anon_group}") ? leader->group_name :
				"anon group");
	for (i = 0; i < view->nr; i++)
		perf_str_format(title, "%s%s", i ? ", " : "", events[view->events[i]]->name);
	perf_str_add(title, view->nr > 1 ? " }" : "");
	view->title = perf_str_text(title);
}

static void note_failure(struct annotating *work, const struct perf_hit_function *function,
			 const struct perf_error *error)
{
	struct failure *failure;

	perf_vec_each(&work->failures, failure)
		if (failure->dso == function->dso) {
			failure->nr++;
			return;
		}
	failure = perf_vec_push(&work->failures);
	if (!failure)
		return;
	failure->dso = function->dso;
	failure->nr = 1;
	failure->error = *error;
	snprintf(failure->first, sizeof(failure->first), "%s", name_of(work, function));
}

static void print_failures(struct annotating *work)
{
	struct failure *failure;

	if (work->opts->skip_missing || work->opts->quiet)
		return;
	perf_vec_each(&work->failures, failure) {
		if (failure->nr == 1)
			perf_error_prefix(&failure->error, "%s", failure->first);
		else
			perf_error_prefix(&failure->error, "%s and %zu others", failure->first,
					  failure->nr - 1);
		perf_command_fail(&perf_cmd_annotate, &failure->error);
	}
}

static void show_function(struct annotating *work, const struct perf_data_event *leader,
			  const struct perf_hit_function *function)
{
	struct perf_annotate_view view = {
		.listing = &work->listing, .function = function, .hits = &work->hits,
		.sources = &work->sources, .options = &work->how,
	};
	struct perf_str title = { 0 };
	struct perf_error error;

	if (perf_listing_make(&work->listing, &work->lister, function->dso, function->symbol,
			      &error)) {
		note_failure(work, function, &error);
		return;
	}
	collect_events(work, &view, leader, &title);
	perf_annotate_text(&work->out.text, &view);
	perf_str_free(&title);
	work->shown++;
}

static bool annotate_wants(struct annotating *work, const struct perf_hit_function *function,
			   unsigned int event)
{
	uint64_t period = perf_hits_of(function, event).period;
	uint64_t whole = work->hits.totals.at[event].period;

	if (!period || (whole && 100.0 * period / whole < work->least))
		return false;
	return !work->opts->symbol || !strcmp(work->opts->symbol, name_of(work, function)) ||
	       !strcmp(work->opts->symbol, function->symbol->name);
}

/* ---- all functions -------------------------------------------------------------------- */

struct ranked {
	const struct perf_hit_function *function;
	uint64_t period;
	size_t order;
};

static int compare_ranked(const void *left, const void *right)
{
	const struct ranked *a = left, *b = right;

	if (a->period != b->period)
		return a->period > b->period ? -1 : 1;
	return a->order < b->order ? -1 : a->order > b->order;
}

static int annotate_show_event(struct annotating *work, const struct perf_data_event *event,
			       struct perf_error *error)
{
	PERF_VEC(struct ranked) list = { 0 };
	struct ranked *ranked;
	size_t i;

	if (event->index >= work->hits.totals.count)
		return 0;
	for (i = 0; i < work->hits.functions.count; i++) {
		const struct perf_hit_function *function = work->hits.functions.at[i];

		if (!annotate_wants(work, function, event->index))
			continue;
		ranked = perf_vec_push(&list);
		if (!ranked) {
			perf_vec_free(&list);
			return perf_error_memory(error);
		}
		*ranked = (struct ranked){
			function, perf_hits_of(function, event->index).period, i,
		};
	}
	if (list.count)
		qsort(list.at, list.count, sizeof(*list.at), compare_ranked);
	for (i = 0; i < list.count; i++) {
		show_function(work, event, list.at[i].function);
		if (perf_out_check(&work->out))
			break;
	}
	perf_vec_free(&list);
	return 0;
}

static int show_all(struct annotating *work, struct perf_error *error)
{
	const struct perf_data_event *const *events;
	size_t nr, i;
	int err = 0;

	events = perf_data_events(work->session.data, &nr);
	for (i = 0; i < nr && !err; i++)
		if (events[i]->leader == i || work->opts->no_group)
			err = annotate_show_event(work, events[i], error);
	return err;
}

/* Prints the error that no function was shown; hints at the name nearest to @opts->symbol. */
static int nothing_shown(struct annotating *work, struct perf_error *error)
{
	struct perf_nearest nearest;
	size_t i;

	if (!work->opts->symbol) {
		perf_error_set(error, ENOENT, "%s has no samples in functions",
			       perf_data_path(work->session.data));
		if (work->nameless)
			perf_error_hint(error, "%s: %s", work->nameless->name,
					perf_symbols_why(work->nameless));
		return perf_command_fail(&perf_cmd_annotate, error);
	}
	perf_error_set(error, ENOENT, "no sample was in '%s'", work->opts->symbol);
	perf_nearest_init(&nearest, work->opts->symbol);
	for (i = 0; i < work->hits.functions.count; i++)
		perf_nearest_offer(&nearest, name_of(work, work->hits.functions.at[i]));
	if (nearest.best)
		perf_error_hint(error, "Did you mean '%s'?", nearest.best);
	else
		perf_error_hint(error, "'perf report -s sym' lists the functions that were hit");
	return perf_command_fail(&perf_cmd_annotate, error);
}

/* ---- the command ---------------------------------------------------------------------- */

static int annotate_prepare(struct annotating *work, struct perf_error *error)
{
	const struct annotate_options *opts = work->opts;
	struct perf_annotate_look look = { 0 };
	int err;

	if (opts->percent_limit && !perf_parse_double(opts->percent_limit, &work->least))
		return perf_error_set(error, EINVAL, "'%s' is no percentage",
				      opts->percent_limit);
	work->lister.machine = work->session.machine;
	work->lister.inlines = work->session.lines;
	work->lister.code = perf_code_create(&work->session.machine->dsos);
	if (!work->lister.code)
		return perf_error_memory(error);
	err = annotate_choices_apply(&opts->annotate, &look, &work->lister.intel, error);
	work->how = look.options;
	work->how.column = opts->show_period ? PERF_ANNOTATE_PERIOD :
			   opts->show_samples ? PERF_ANNOTATE_SAMPLES : PERF_ANNOTATE_PERCENT;
	work->how.lines = opts->lines;
	work->how.full_paths = opts->full_paths;
	work->how.least = 0.5;
	work->sources.prefix = look.prefix;
	work->sources.strip = look.strip;
	return err;
}

static int annotate_show(struct annotating *work, struct perf_error *error)
{
	static const struct perf_session_calls calls = { .sample = annotate_count_sample };
	int err, status;

	err = annotate_prepare(work, error);
	if (!err)
		err = perf_session_read(&work->session, &calls, work, error);
	if (!err)
		err = show_all(work, error);
	err = perf_out_finish(&work->out, err, error);
	if (err == -EPIPE)
		return PERF_EXIT_OK;
	if (err)
		return perf_command_fail(&perf_cmd_annotate, error);
	if (!work->shown && !work->failures.count)
		return nothing_shown(work, error);
	print_failures(work);
	if (!work->shown) {
		if (work->opts->session.verbose)
			perf_session_tell_symbols(&perf_cmd_annotate, &work->session);
		return PERF_EXIT_FAILED;
	}
	status = perf_session_status(&perf_cmd_annotate, &work->session);
	return work->failures.count && !work->opts->skip_missing ? PERF_EXIT_PARTIAL : status;
}

/* -D: report_dump() writes the records instead. */
static int annotate_dump(struct annotating *work, struct perf_error *error)
{
	int err = report_dump(&work->session, REPORT_RECORDS, false, &work->out, error);

	return perf_session_end(&perf_cmd_annotate, &work->session, &work->out, err, error);
}

/* perf_objdump_start() precedes perf_confined_begin(), after which no program can be started. */
static int annotate_begin(struct annotating *work, struct perf_error *error)
{
	const struct annotate_options *opts = work->opts;
	int err;

	err = opts->session.dump ? 0 : perf_objdump_start(opts->annotate.objdump,
							  &work->lister.objdump, error);
	perf_confined_begin(NULL);
	return err ? err : perf_session_open(&work->session, &opts->session, error);
}

static int annotate_run(struct perf_settings *settings, int argc, char **argv)
{
	struct annotate_options opts = { 0 };
	struct annotating work = { .opts = &opts, .out.fd = STDOUT_FILENO };
	struct perf_error error;
	int status;

	if (perf_command_parse(&perf_cmd_annotate, settings, &opts, &argc, &argv, &status))
		return status;
	if (argc && !opts.symbol)
		opts.symbol = argv[0];
	perf_pager_begin();
	if (annotate_begin(&work, &error))
		status = perf_command_fail(&perf_cmd_annotate, &error);
	else
		status = opts.session.dump ? annotate_dump(&work, &error) :
					     annotate_show(&work, &error);
	perf_vec_free(&work.failures);
	perf_listing_free(&work.listing);
	perf_hits_free(&work.hits);
	perf_sources_free(&work.sources);
	perf_code_free(work.lister.code);
	perf_objdump_stop(work.lister.objdump);
	perf_session_close(&work.session);
	perf_options_free(options, &opts);
	return status;
}

const struct perf_command perf_cmd_annotate = {
	.name = "annotate",
	.summary = "Show where in a function a recording spent its events",
	.usage = usage,
	.options = options,
	.run = annotate_run,
};
