// SPDX-License-Identifier: GPL-2.0
/*
 * perf report: the samples of a recording by task, object, function and other keys.
 * perf_count_sample() counts each sample into a struct perf_report; perf_table_text() prints its
 * tables, or perf_report_browse() shows them on the terminal.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <base/num.h>
#include <base/out.h>
#include <lines/header_text.h>
#include <model/tracepoint.h>
#include <report/count.h>
#include <report/counters.h>
#include <report/histogram.h>
#include <table/counters_text.h>
#include <table/table_text.h>
#include <tui/browser.h>

#include "common/confined.h"
#include "common/pager.h"
#include "common/print.h"
#include "report/report_dump.h"
#include "report/report_loading.h"
#include "report/report_options.h"

static const char *const usage[] = { "[OPTIONS] [PART]", NULL };

struct reporting {
	const struct report_options *opts;
	struct perf_session session;
	struct perf_table_options table;
	struct perf_report report;
	struct perf_out out;
	struct perf_tracepoints *tracepoints;
	struct perf_str trace;
	bool by_trace;
	bool browsing;
	bool left;		/* the user left before all records were read */
	struct perf_hits hits;	/* for the browser */
	struct perf_counting counting;
	struct perf_layout layout;
	struct perf_table_widths widths;
	struct perf_counters counters;
	struct perf_annotate_look look;
	bool intel;
	struct perf_objdump *objdump;
};

static int report_count_sample(void *context, const struct perf_session_sample *sample,
			       struct perf_error *error)
{
	struct reporting *reporting = context;
	const struct perf_frame *at;
	const char *trace = NULL;
	uint32_t frame;
	size_t i;
	int err;

	if (reporting->by_trace) {
		perf_str_cut(&reporting->trace, 0);
		if (reporting->opts->raw_trace)
			perf_tracepoints_fields(reporting->tracepoints, &reporting->trace,
						sample->sample->raw, sample->sample->raw_size);
		else
			perf_tracepoints_print(reporting->tracepoints, &reporting->trace,
					       sample->sample->raw, sample->sample->raw_size);
		trace = perf_str_text(&reporting->trace);
	}
	err = perf_count_sample(&reporting->counting, sample, trace, &frame, error);
	if (err || !reporting->browsing)
		return err;
	/* The browser can annotate a function: reporting->hits has its samples by address. */
	at = &reporting->session.machine->frames.at[frame];
	for (i = 0; i < sample->nr; i++)
		if (perf_hits_add(&reporting->hits, sample->expanded[i].event->index, at,
				  sample->expanded[i].period))
			return perf_error_memory(error);
	return 0;
}

static int report_count_other(void *context, const struct perf_session_sample *sample,
			      struct perf_error *error)
{
	struct reporting *reporting = context;

	return perf_count_other(&reporting->counting, sample, error);
}

static int report_see_record(void *context, const struct perf_data_record *record,
			     struct perf_error *error)
{
	struct reporting *reporting = context;

	if (reporting->opts->threads && perf_counters_record(&reporting->counters, record))
		return perf_error_memory(error);
	return perf_count_record(&reporting->counting, record, error);
}

/* ---- writing -------------------------------------------------------------------------- */

/* A key with perf_filter_value() has this value in all lines: printed as a comment only. */
static void add_filter_comments(struct perf_str *str, const struct perf_fields *columns,
				const struct perf_filter *filter)
{
	unsigned int i;

	for (i = 0; i < columns->nr; i++) {
		enum perf_sort_key key = columns->list[i] - PERF_FIELD_KEY;
		const char *value = columns->list[i] < PERF_FIELD_KEY ? NULL :
				    perf_filter_value(filter, key);

		if (value)
			perf_str_format(str, "# %s: %s\n", key == PERF_SORT_COMM ? "comm" :
					key == PERF_SORT_DSO ? "dso" : "symbol", value);
	}
}

static void add_comments(struct reporting *reporting)
{
	const struct perf_data_problems *problems = perf_data_problems(reporting->session.data);
	struct perf_str *str = &reporting->out.text;
	const struct report_options *opts = reporting->opts;

	if (opts->quiet)
		return;
	if (opts->header)
		perf_header_text(str, reporting->session.data, opts->show_info);
	else
		perf_str_add(str, "# To display the perf.data header info, please use "
			     "--header/--header-only options.\n");
	perf_str_add(str, "#\n");
	add_filter_comments(str, &reporting->layout.columns, &reporting->session.filter);
	perf_str_format(str, "#\n# Total Lost Samples: %llu\n#\n",
			(unsigned long long)problems->lost_samples);
}

/*
 * Removes @table->members without samples, except the leader. If the member that
 * @table->decides selects is removed, the others decide the order (PERF_TABLE_FOLLOWERS).
 */
static void drop_empty(struct perf_table *table)
{
	unsigned int asked = table->decides, i, nr = 0;

	for (i = 0; i < table->nr; i++) {
		bool kept = !i || table->members[i]->nr;

		if (i == asked)
			table->decides = kept ? nr : PERF_TABLE_FOLLOWERS;
		if (kept)
			table->members[nr++] = table->members[i];
	}
	table->nr = nr;
}

/* Fills a table with an event and those it leads; @samples: their number of samples. */
static int fill_table(struct reporting *reporting, size_t leader, struct perf_table *table,
		      uint64_t *samples, struct perf_error *error)
{
	unsigned int i;

	*table = (struct perf_table){ .report = &reporting->report, .options = &reporting->table };
	*samples = 0;
	table_choices_members(table, &reporting->report, leader, reporting->opts->group);
	for (i = 0; i < table->nr; i++) {
		if (perf_report_finish(&reporting->report, table->members[i]->event->index))
			return perf_error_memory(error);
		*samples += table->members[i]->nr;
	}
	if (reporting->opts->skip_empty)
		drop_empty(table);
	return 0;
}

static int write_table(struct reporting *reporting, const struct perf_table *table,
		       struct perf_error *error)
{
	if (perf_table_text(&reporting->out, table))
		return perf_error_memory(error);
	perf_str_add(&reporting->out.text, "\n\n");
	return 0;
}

static int keep_table(struct perf_report_tables *tables, const struct perf_table *table,
		      struct perf_error *error)
{
	struct perf_table *kept = perf_vec_push(&tables->list);
	struct perf_str *title = perf_vec_push(&tables->titles);

	if (!kept || !title)
		return perf_error_memory(error);
	*kept = *table;
	table_choices_title(title, table);
	return 0;
}

/* Makes the tables of all events: writes each, or keeps them in @tables for the browser. */
static int each_table(struct reporting *reporting, struct perf_report_tables *tables,
		      struct perf_error *error)
{
	struct perf_str title = { 0 };
	struct perf_table table;
	uint64_t samples;
	int err = 0;
	size_t i;

	for (i = 0; i < reporting->report.histograms.count && !err; i++) {
		if (reporting->report.histograms.at[i].event->leader != i &&
		    reporting->opts->group)
			continue;
		err = fill_table(reporting, i, &table, &samples, error);
		if (err || (!samples && reporting->opts->skip_empty))
			continue;
		if (tables) {
			err = keep_table(tables, &table, error);
			continue;
		}
		perf_str_cut(&title, 0);
		table_choices_title(&title, &table);
		table.title = perf_str_text(&title);
		err = write_table(reporting, &table, error);
	}
	perf_str_free(&title);
	return err;
}

/* ---- browsing ------------------------------------------------------------------------- */

static int report_make_tables(void *context, struct perf_report_tables *tables,
			      struct perf_error *error)
{
	return each_table(context, tables, error);
}

static int report_browse(struct reporting *reporting, const struct perf_session_calls *calls,
			 struct perf_error *error)
{
	const struct perf_report_browsing browsing = {
		.counting = &reporting->counting, .calls = calls, .hits = &reporting->hits,
		.look = &reporting->look, .intel = reporting->intel,
		.objdump = reporting->objdump,
		.make_tables = report_make_tables, .context = reporting,
	};

	return perf_report_browse(&browsing, &reporting->left, error);
}

/* perf_report_browse() is the default on a terminal, unless an option requests text. */
static bool report_wants_browser(const struct report_options *opts)
{
	const char *terminal = getenv("TERM");

	if (opts->session.dump || opts->tasks || opts->mmaps)
		return false;
	if (opts->tui || opts->stdio)
		return opts->tui;
	if (opts->separator || opts->table.hierarchy || opts->threads || opts->header ||
	    opts->session.header_only || opts->quiet)
		return false;
	return terminal && strcmp(terminal, "dumb") && perf_screen_possible();
}

/* ---- the command ---------------------------------------------------------------------- */

/* Do the samples of any event have one of @fields (PERF_SAMPLE_*)? */
static bool has_data(const struct reporting *reporting, uint64_t fields)
{
	const struct perf_data_event *const *events;
	size_t nr, i;

	events = perf_data_events(reporting->session.data, &nr);
	for (i = 0; i < nr; i++)
		if (events[i]->attr.sample_type & fields)
			return true;
	return false;
}

/* A perf_data_is_stream() counts callers: its fields are unknown before its records arrive. */
static bool wants_callers(const struct reporting *reporting)
{
	return !reporting->opts->no_children && reporting->counting.mode == PERF_COUNT_PERIODS &&
	       (perf_data_is_stream(reporting->session.data) ||
		has_data(reporting, PERF_SAMPLE_CALLCHAIN));
}

/* Lines of table.hierarchy add up, so each sample must be in one line only. */
static bool counts_callers(const struct reporting *reporting)
{
	return wants_callers(reporting) && !reporting->opts->table.hierarchy;
}

static int prepare_graphs(struct reporting *reporting, struct perf_error *error)
{
	struct perf_graph_options *graph = &reporting->table.graph;
	const struct report_options *opts = reporting->opts;
	bool callers;
	int err;

	*graph = (struct perf_graph_options){
		.style = PERF_GRAPH_TREE, .min_percent = 0.5,
	};
	if (opts->table.percent_limit)
		graph->min_percent = reporting->table.percent_limit;
	err = opts->call_graph ? perf_graph_options_parse(graph, opts->call_graph, error) : 0;
	if (err)
		return err;
	callers = wants_callers(reporting) &&
		  !perf_sort_has(&reporting->report.sort, PERF_SORT_SRCLINE);
	reporting->report.children = callers && !opts->table.hierarchy;
	if (!graph->order_set)
		graph->callees_down = callers || opts->inverted;
	reporting->report.callers = graph->style != PERF_GRAPH_NONE;
	reporting->report.callees_down = graph->callees_down;
	return 0;
}

/* If all events are tracepoints, the default is "trace", their fields, not the location. */
static const char *default_sort(const struct reporting *reporting)
{
	const struct perf_data_event *const *events;
	const char *fields = reporting->opts->table.fields;
	size_t nr, i;

	if (reporting->counting.mode == PERF_COUNT_WEIGHTS)
		return PERF_MEM_SORT;
	if (reporting->counting.mode == PERF_COUNT_BRANCHES)
		return PERF_BRANCH_SORT;
	events = perf_data_events(reporting->session.data, &nr);
	for (i = 0; i < nr; i++)
		if (events[i]->attr.type != PERF_TYPE_TRACEPOINT)
			return "comm,dso,symbol";
	if (!nr || !reporting->tracepoints || (fields && *fields != '+'))
		return "comm,dso,symbol";
	return "trace";
}

static void choose_mode(struct reporting *reporting)
{
	const struct report_options *opts = reporting->opts;
	struct perf_counting *counting = &reporting->counting;

	counting->session = &reporting->session;
	counting->report = &reporting->report;
	if (opts->mem_mode)
		counting->mode = PERF_COUNT_WEIGHTS;
	else if (opts->branches || (!opts->no_branches &&
				    perf_count_has_branches(reporting->session.data)))
		counting->mode = PERF_COUNT_BRANCHES;
}

static int prepare_layout(struct reporting *reporting, struct perf_error *error)
{
	const struct report_options *opts = reporting->opts;
	const struct perf_layout_wanted wanted = {
		.usual = default_sort(reporting), .children = counts_callers(reporting),
		.modes = opts->modes, .more = opts->parent ? "parent" : NULL,
	};
	int err = table_choices_layout(&opts->table, wanted, &reporting->layout,
				       &reporting->table, &reporting->report, error);

	if (err)
		return err;
	err = table_choices_branches(&reporting->report,
				     reporting->counting.mode == PERF_COUNT_BRANCHES, error);
	if (err)
		perf_error_hint(error, "Record them with 'perf record -b'");
	return err;
}

/* Rejects an option if no event has @fields; @how: command that records them. */
static int check_data(const struct reporting *reporting, const char *option, uint64_t fields,
		      const char *what, const char *how, struct perf_error *error)
{
	if (has_data(reporting, fields))
		return 0;
	perf_error_set(error, EINVAL, "%s: the recording has no %s", option, what);
	perf_error_hint(error, "Record them with '%s'", how);
	return -EINVAL;
}

static int check_options(const struct reporting *reporting, struct perf_error *error)
{
	const struct report_options *opts = reporting->opts;
	int err = table_choices_check(&opts->table, opts->tui, error);

	if (err)
		return err;
	/* The events of a stream arrive with its records. */
	if (perf_data_is_stream(reporting->session.data))
		return 0;
	if (opts->branches)
		err = check_data(reporting, "-b", PERF_SAMPLE_BRANCH_STACK, "branches",
				 "perf record -b", error);
	if (!err && opts->mem_mode)
		err = check_data(reporting, "--mem-mode", PERF_SAMPLE_DATA_SRC, "memory accesses",
				 "perf mem record", error);
	if (!err && opts->call_graph && strcmp(opts->call_graph, "none"))
		err = check_data(reporting, "-g", PERF_SAMPLE_CALLCHAIN | PERF_SAMPLE_BRANCH_STACK,
				 "call chains", "perf record -g", error);
	return err;
}

/* Context: after table_choices_layout(), which sets the sort keys. */
static int prepare_parents(struct reporting *reporting, struct perf_error *error)
{
	const struct report_options *opts = reporting->opts;
	bool wanted = perf_sort_has(&reporting->report.sort, PERF_SORT_PARENT);
	int err = 0;

	if (opts->exclude_other && !wanted)
		return perf_error_set(error, EINVAL,
				      "-x: it takes -p or the key parent to tell who is other");
	reporting->table.exclude_other = opts->exclude_other;
	if (wanted && !perf_data_is_stream(reporting->session.data))
		err = check_data(reporting, opts->parent ? "-p" : "-s parent",
				 PERF_SAMPLE_CALLCHAIN, "call chains", "perf record -g", error);
	if (!err && opts->table.ignored && !perf_data_is_stream(reporting->session.data))
		err = check_data(reporting, "--ignore-callees", PERF_SAMPLE_CALLCHAIN,
				 "call chains", "perf record -g", error);
	if (!err && opts->table.ignored)
		err = perf_parents_compile(&reporting->report.ignored, opts->table.ignored, error);
	if (!err && opts->parent)
		err = perf_parents_compile(&reporting->report.parents, opts->parent, error);
	return err;
}

static int prepare_table(struct reporting *reporting, struct perf_error *error)
{
	const struct report_options *opts = reporting->opts;
	int err = check_options(reporting, error);

	if (!err)
		err = perf_session_separate(&reporting->out, opts->separator, error);
	if (err)
		return err;
	choose_mode(reporting);
	err = annotate_choices_apply(&opts->annotate, &reporting->look, &reporting->intel, error);
	if (err)
		return err;
	reporting->table.weights = opts->mem_mode;
	reporting->table.sort_order = opts->table.sort ? opts->table.sort : default_sort(reporting);
	reporting->table.filter = &reporting->session.filter;
	reporting->table.separator = opts->separator;
	reporting->table.quiet = opts->quiet;
	err = table_choices_apply(&opts->table, &reporting->table, &reporting->widths, error);
	if (!err)
		err = prepare_layout(reporting, error);
	if (!err)
		err = prepare_parents(reporting, error);
	if (!err)
		err = prepare_graphs(reporting, error);
	reporting->counting.stacks = reporting->report.children || reporting->report.callers ||
				     reporting->report.ignored.compiled ||
				     perf_sort_has(&reporting->report.sort, PERF_SORT_PARENT);
	return err;
}

static int report_prepare(struct reporting *reporting, struct perf_error *error)
{
	const struct perf_data_env *env = perf_data_env(reporting->session.data);
	int err;

	reporting->tracepoints = perf_tracepoints_create(env->tracing_data,
							 env->tracing_data_size);
	reporting->report.machine = reporting->session.machine;
	reporting->report.functions.machine = reporting->session.machine;
	reporting->report.inlines = reporting->session.lines;
	reporting->report.time_quantum = reporting->opts->quantum;
	reporting->report.nanoseconds = reporting->opts->nanoseconds;
	reporting->report.verbose = reporting->opts->session.verbose;
	reporting->report.full_paths = reporting->opts->full_paths;
	reporting->report.functions.inlines = reporting->session.inlines;
	err = prepare_table(reporting, error);
	reporting->by_trace = perf_sort_has(&reporting->report.sort, PERF_SORT_TRACE);
	return err;
}

/* Without a message, empty histograms would look like an unreadable recording. */
static void warn_if_empty(const struct reporting *reporting)
{
	const struct perf_histogram *histogram;

	perf_vec_each(&reporting->report.histograms, histogram)
		if (!perf_histogram_is_empty(histogram))
			return;
	perf_print_error("perf report: the recording has no samples, or none that match\n");
}

static int show_tables(struct reporting *reporting, struct perf_error *error)
{
	static const struct perf_session_calls calls = {
		.sample = report_count_sample, .other = report_count_other,
		.record = report_see_record,
	};
	int err;

	reporting->browsing = report_wants_browser(reporting->opts);
	err = report_prepare(reporting, error);
	if (err)
		return err;
	if (reporting->browsing)
		return report_browse(reporting, &calls, error);
	err = perf_report_load(&reporting->counting, &calls, reporting, reporting->opts->quiet,
			       error);
	if (err)
		return err;
	add_comments(reporting);
	warn_if_empty(reporting);
	err = each_table(reporting, NULL, error);
	if (!err && reporting->opts->threads &&
	    perf_counters_text(&reporting->out.text, &reporting->counters,
			       reporting->opts->raw_counters))
		err = perf_error_memory(error);
	return err;
}

static int report_show(struct reporting *reporting, struct perf_error *error)
{
	const struct report_options *opts = reporting->opts;
	struct perf_session *session = &reporting->session;
	struct perf_out *out = &reporting->out;
	int err = 0;

	if (opts->session.header_only)
		perf_header_text(&out->text, session->data, opts->show_info);
	else if (opts->session.dump || opts->tasks || opts->mmaps)
		err = report_dump(session, opts->mmaps ? REPORT_MAPS :
				  opts->tasks ? REPORT_TASKS :
				  opts->stats ? REPORT_COUNTS : REPORT_RECORDS,
				  !opts->skip_empty, out, error);
	else
		err = show_tables(reporting, error);
	err = perf_out_finish(out, err, error);
	if (err == -EPIPE)
		return PERF_EXIT_OK;
	if (err)
		return perf_command_fail(&perf_cmd_report, error);
	perf_session_tell_refused(&perf_cmd_report, reporting->tracepoints);
	/* perf_session_status() needs a recording that was read to its end. */
	return reporting->left ? PERF_EXIT_OK : perf_session_status(&perf_cmd_report, session);
}

/* perf_objdump_start() precedes perf_confined_begin(), after which no program can be started. */
static int report_begin(struct reporting *reporting, struct perf_error *error)
{
	const struct report_options *opts = reporting->opts;
	int err = 0;

	if (report_wants_browser(opts))
		err = perf_objdump_start(opts->annotate.objdump, &reporting->objdump, error);
	perf_confined_begin(NULL);
	return err ? err : perf_session_open(&reporting->session, &opts->session, error);
}

static int report_run(struct perf_settings *settings, int argc, char **argv)
{
	struct report_options opts = { .group = true, .skip_empty = true };
	struct reporting reporting = { .opts = &opts, .out.fd = STDOUT_FILENO };
	struct perf_error error;
	int status;

	if (perf_command_parse(&perf_cmd_report, settings, &opts, &argc, &argv, &status))
		return status;
	if (argc > 1)
		return perf_command_refuse_word(&perf_cmd_report, argv[1]);
	if (argc)
		opts.session.filter.symbol_part = argv[0];
	opts.session.dump |= opts.stats;
	if (!report_wants_browser(&opts))
		perf_pager_begin();
	if (report_begin(&reporting, &error))
		status = perf_command_fail(&perf_cmd_report, &error);
	else
		status = report_show(&reporting, &error);
	perf_report_free(&reporting.report);
	perf_hits_free(&reporting.hits);
	perf_counters_free(&reporting.counters);
	perf_tracepoints_free(reporting.tracepoints);
	perf_str_free(&reporting.trace);
	perf_session_close(&reporting.session);
	perf_objdump_stop(reporting.objdump);
	perf_options_free(report_options, &opts);
	return status;
}

const struct perf_command perf_cmd_report = {
	.name = "report",
	.summary = "Show where a recording spent its events",
	.usage = usage,
	.options = report_options,
	.run = report_run,
};
