// SPDX-License-Identifier: GPL-2.0
/*
 * perf diff: differences between recordings. read_side() counts each recording into a struct
 * perf_report; perf_diff_make() compares the reports, event by event.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <base/out.h>
#include <data/same_event.h>
#include <report/diff.h>
#include <report/session.h>
#include <table/diff_text.h>
#include <table/entry_text.h>

#include "common/confined.h"
#include "common/pager.h"
#include "common/session_options.h"
#include "common/table_choices.h"
#include "report/report_dump.h"

struct diff_options {
	struct perf_session_options session;
	const char *sort;
	const char *compute;
	const char *separator;
	int order;
	bool baseline_only;
	bool formula;
	bool period;
	bool quiet;
	bool relative;
};

#define OPT(kind, member, ...) PERF_OPT_##kind(struct diff_options, member, __VA_ARGS__)

static const struct perf_option options[] = {
	OPT(TEXT, compute, 'c', "compute", "METHOD",
	    "compare by: delta, delta-abs (default), ratio, wdiff:BASELINE,OTHER"),
	OPT(TEXT, sort, 's', "sort", "KEYS",
	    "compare what has the same: comm, dso, symbol (sym), pid, cpu, srcline and others of "
	    "perf report; default dso,symbol"),
	OPT(INT, order, 'o', "order", "N",
	    "sort by the comparison with recording N, 0: by the baseline; default 1"),
	OPT(FLAG, baseline_only, 'b', "baseline-only",
	    "only lines that the baseline and another recording have"),
	OPT(FLAG, period, 'p', "period", "show the sums of periods"),
	OPT(FLAG, formula, 'F', "formula", "show how values are worked out"),
	OPT(TEXT, separator, 't', "field-separator", "CHAR", "put CHAR between columns"),
	PERF_OPT_CALL(0, "percentage", "OF", table_choices_percentage,
		      offsetof(struct diff_options, relative), 0,
		      "shares are of what filters leave (relative), or of all samples (absolute, "
		      "default)"),
	PERF_OPT_REFUSED(0, "cycles-hist", NULL, 0, PERF_NO_BLOCKS),
	PERF_OPT_REFUSED(0, "stream", NULL, 0, "streams of branches are not compared here",
			 "'perf report -b' counts the branches of each recording"),
	PERF_DUMP_OPTION(struct diff_options),
	PERF_VERBOSE_OPTION(struct diff_options),
	PERF_MODULES_OPTION(struct diff_options),
	OPT(FLAG, quiet, 'q', "quiet", "no head"),
	OPT(FLAG, session.force, 'f', "force", "read files that belong to another user"),
	PERF_OPT_CALL(0, "demangle", NULL, perf_session_option,
		      offsetof(struct diff_options, session.no_demangle), 0,
		      "show C++ and Rust names as in the source (default)"),
	OPT(TEXT, session.symfs, 0, "symfs", "DIR", "look for objects below DIR"),
	OPT(TEXT, session.kallsyms, 0, "kallsyms", "FILE", "symbols of the kernel"),
	PERF_OPT_HEADING("Which samples"),
	OPT(TEXT, session.filter.cpus, 0, "cpu", "LIST", "only samples of these CPUs"),
	OPT(TEXT, session.filter.comms, 'C', "comms", "LIST", "only threads of these names"),
	OPT(TEXT, session.filter.pids, 0, "pid", "LIST", "only these processes"),
	OPT(TEXT, session.filter.tids, 0, "tid", "LIST", "only these threads"),
	OPT(TEXT, session.filter.dsos, 'd', "dsos", "LIST", "only these objects"),
	OPT(TEXT, session.filter.symbols, 'S', "symbols", "LIST", "only these functions"),
	OPT(TEXT, session.filter.time, 0, "time", "SPAN",
	    "only from START to STOP, seconds (START,STOP), or a part (10%-20%)"),
	PERF_OPT_END
};

static const char *const usage[] = { "[OPTIONS] [BASELINE [OTHER...]]", NULL };

/* State of one recording. */
struct side {
	struct perf_session_options options;
	struct perf_session session;
	struct perf_report report;
	bool opened;
	bool relative;
};

struct diffing {
	const struct diff_options *opts;
	struct side sides[PERF_DIFF_MAX];
	const char *files[PERF_DIFF_MAX];
	unsigned int nr;
	struct perf_diff_options how;
	struct perf_out out;
	bool any;
	int status;
};

static int need_histogram(struct side *side, const struct perf_data_event *event,
			  struct perf_error *error)
{
	while (side->report.histograms.count <= event->index)
		if (!perf_vec_push(&side->report.histograms))
			return perf_error_memory(error);
	side->report.histograms.at[event->index].event = event;
	return 0;
}

/* Filtered samples count towards the total, unless percentages are @relative. */
static int diff_count_other(void *context, const struct perf_session_sample *sample,
			    struct perf_error *error)
{
	struct side *side = context;
	size_t i;

	if (side->relative)
		return 0;
	for (i = 0; i < sample->nr; i++) {
		if (need_histogram(side, sample->expanded[i].event, error))
			return -ENOMEM;
		perf_report_add_filtered(&side->report, sample->expanded[i].event->index,
					 sample->expanded[i].period, 1);
	}
	return 0;
}

static int diff_count_sample(void *context, const struct perf_session_sample *sample,
			     struct perf_error *error)
{
	struct perf_report_sample counted = {
		.thread = sample->thread, .cpu = (int32_t)sample->sample->cpu,
	};
	struct side *side = context;
	size_t i;

	if (!perf_session_passes(&side->session, sample))
		return diff_count_other(side, sample, error);
	counted.frame = perf_session_frame(&side->session, sample);
	for (i = 0; i < sample->nr; i++) {
		if (need_histogram(side, sample->expanded[i].event, error))
			return -ENOMEM;
		counted.period = sample->expanded[i].period;
		if (perf_report_add(&side->report, sample->expanded[i].event->index, &counted))
			return perf_error_memory(error);
	}
	return 0;
}

static int read_side(struct diffing *work, unsigned int index, struct perf_error *error)
{
	static const struct perf_session_calls calls = {
		.sample = diff_count_sample, .other = diff_count_other,
	};
	const struct diff_options *opts = work->opts;
	struct side *side = &work->sides[index];
	size_t i;
	int err;

	side->options = opts->session;
	side->options.input = work->files[index];
	side->opened = true;
	side->relative = opts->relative;
	side->report.verbose = opts->session.verbose;
	err = perf_session_open(&side->session, &side->options, error);
	if (!err)
		err = perf_sort_parse(&side->report.sort, opts->sort ? opts->sort : "dso,symbol",
				      error);
	if (err)
		return err;
	side->report.machine = side->session.machine;
	side->report.functions.machine = side->session.machine;
	side->report.inlines = side->session.lines;
	side->report.functions.inlines = side->session.inlines;
	err = perf_session_read(&side->session, &calls, side, error);
	for (i = 0; i < side->report.histograms.count && !err; i++)
		if (perf_report_finish(&side->report, i))
			err = perf_error_memory(error);
	return err;
}

/* ---- events --------------------------------------------------------------------------- */

/* Return: the event with the name of @event, else the first that counts the same; or NULL. */
static const struct perf_histogram *find_event(const struct side *side,
					       const struct perf_data_event *event)
{
	const struct perf_histogram *histogram, *found = NULL;

	perf_vec_each(&side->report.histograms, histogram) {
		if (!histogram->event || !histogram->nr)
			continue;
		if (!strcmp(histogram->event->name, event->name))
			return histogram;
		if (!found && perf_data_same_event(histogram->event, event))
			found = histogram;
	}
	return found;
}

/* No name contains 0xff: UNNAMED sorts after all names, as in other perfs. */
#define UNNAMED "\xff"

/*
 * Addresses differ between two builds of a program, so PERF_SORT_SYMBOL compares names only: a
 * symbol without its "[.]", and UNNAMED for all code of an object without a symbol.
 */
static void add_key(struct perf_str *str, const struct perf_report *report,
		    const struct perf_entry *entry)
{
	const char *name = perf_function_name(&report->functions, entry->function);
	enum perf_sort_key key;
	unsigned int i;

	for (i = 0; i < report->sort.nr; i++) {
		key = report->sort.keys[i];
		if (key == PERF_SORT_SYMBOL)
			perf_str_add(str, name ?: UNNAMED);
		else
			perf_entry_text(str, report, entry, key);
		perf_str_char(str, '\t');
	}
}

static int diff_show_event(struct diffing *work, const struct perf_data_event *event,
			   struct perf_error *error)
{
	const struct diff_options *opts = work->opts;
	struct perf_diff diff = { .nr = work->nr, .options = &work->how };
	struct perf_diff_table table = {
		.diff = &diff, .event = event->name, .files = work->files,
		.show_periods = opts->period, .show_formula = opts->formula,
		.baseline_only = opts->baseline_only, .separator = opts->separator,
		.quiet = opts->quiet, .show_files = opts->session.verbose,
		.filter = &work->sides[0].session.filter,
	};
	unsigned int i, with = 0;
	int err;

	for (i = 0; i < work->nr; i++) {
		diff.reports[i] = &work->sides[i].report;
		diff.histograms[i] = find_event(&work->sides[i], event);
		with += !!diff.histograms[i];
	}
	if (with < 2)
		return 0;
	err = perf_diff_make(&diff, add_key);
	if (err)
		perf_error_memory(error);
	if (!err) {
		perf_str_add(&work->out.text, work->any ? "\n" : "");
		perf_diff_text(&work->out.text, &table);
		work->any = true;
	}
	perf_diff_free(&diff);
	return err;
}

/* Prints each event of the baseline, sides[0], that another recording has, too. */
static int show_events(struct diffing *work, struct perf_error *error)
{
	const struct perf_histogram *histogram;
	int err;

	perf_vec_each(&work->sides[0].report.histograms, histogram) {
		err = histogram->event ? diff_show_event(work, histogram->event, error) : 0;
		if (err)
			return err;
	}
	if (work->any)
		return 0;
	perf_error_set(error, ENODATA, "the recordings have no samples of the same event");
	perf_error_hint(error, "'perf evlist -i FILE' shows what a recording has");
	return -ENODATA;
}

/* ---- the command ---------------------------------------------------------------------- */

/* -c and -o. Neither weight of wdiff may be 0. */
static int parse_method(struct diffing *work, struct perf_error *error)
{
	const char *text = work->opts->compute, *weights;
	struct perf_diff_options *how = &work->how;
	char *end;

	how->method = PERF_DIFF_DELTA_ABS;
	how->order = (unsigned int)work->opts->order;
	if (how->order >= work->nr)
		return perf_error_set(error, EINVAL, "-o %u: the recordings are 0 to %u",
				      how->order, work->nr - 1);
	if (!text || !strcmp(text, "delta-abs"))
		return 0;
	if (!strcmp(text, "delta")) {
		how->method = PERF_DIFF_DELTA;
		return 0;
	}
	if (!strcmp(text, "ratio")) {
		how->method = PERF_DIFF_RATIO;
		return 0;
	}
	weights = perf_starts_with(text, "wdiff:");
	if (weights) {
		how->method = PERF_DIFF_WEIGHTED;
		how->baseline_weight = strtoll(weights, &end, 10);
		if (end != weights && *end == ',') {
			weights = end + 1;
			how->other_weight = strtoll(weights, &end, 10);
			if (end != weights && !*end && how->baseline_weight && how->other_weight)
				return 0;
		}
	}
	perf_error_set(error, EINVAL, "'%s' is no way to compare", text);
	perf_error_hint(error, "Ways: delta, delta-abs, ratio, wdiff:WEIGHT,WEIGHT (as wdiff:1,1)");
	return -EINVAL;
}

static int name_files(struct diffing *work, int argc, char **argv, struct perf_error *error)
{
	int i;

	if (argc > PERF_DIFF_MAX)
		return perf_error_set(error, E2BIG, "at most %d recordings can be compared",
				      PERF_DIFF_MAX);
	work->files[0] = argc > 1 ? argv[0] : "perf.data.old";
	work->files[1] = argc > 1 ? argv[1] : argc ? argv[0] : "perf.data";
	for (i = 2; i < argc; i++)
		work->files[i] = argv[i];
	work->nr = argc > 2 ? (unsigned int)argc : 2;
	return 0;
}

/* -D: report_dump() writes the records of a recording instead. */
static int dump_side(struct diffing *work, unsigned int index, struct perf_error *error)
{
	struct side *side = &work->sides[index];
	int err;

	side->options = work->opts->session;
	side->options.input = work->files[index];
	side->opened = true;
	err = perf_session_open(&side->session, &side->options, error);
	return err ? err : report_dump(&side->session, REPORT_RECORDS, false, &work->out, error);
}

static int diff_files(struct diffing *work, int argc, char **argv, struct perf_error *error)
{
	unsigned int i;
	int err, status;

	err = name_files(work, argc, argv, error);
	if (!err)
		err = perf_session_separate(&work->out, work->opts->separator, error);
	if (!err)
		err = parse_method(work, error);
	for (i = 0; i < work->nr && !err; i++)
		err = work->opts->session.dump ? dump_side(work, i, error) :
						 read_side(work, i, error);
	if (!err && !work->opts->session.dump)
		err = show_events(work, error);
	err = perf_out_finish(&work->out, err, error);
	if (err == -EPIPE)
		return PERF_EXIT_OK;
	if (err)
		return perf_command_fail(&perf_cmd_diff, error);
	for (i = 0; i < work->nr; i++) {
		status = perf_session_status(&perf_cmd_diff, &work->sides[i].session);
		if (status)
			work->status = status;
	}
	return work->status;
}

static int diff_run(struct perf_settings *settings, int argc, char **argv)
{
	struct diff_options opts = { .order = 1 };
	struct perf_error error;
	struct diffing *work;
	unsigned int i;
	int status;

	if (perf_command_parse(&perf_cmd_diff, settings, &opts, &argc, &argv, &status))
		return status;
	work = calloc(1, sizeof(*work));
	if (!work) {
		perf_error_memory(&error);
		return perf_command_fail(&perf_cmd_diff, &error);
	}
	work->opts = &opts;
	work->out.fd = STDOUT_FILENO;
	perf_pager_begin();
	perf_confined_begin(NULL);
	status = diff_files(work, argc, argv, &error);
	for (i = 0; i < PERF_DIFF_MAX; i++) {
		if (!work->sides[i].opened)
			continue;
		perf_report_free(&work->sides[i].report);
		perf_session_close(&work->sides[i].session);
	}
	free(work);
	perf_options_free(options, &opts);
	return status;
}

const struct perf_command perf_cmd_diff = {
	.name = "diff",
	.summary = "Show what differs between recordings",
	.usage = usage,
	.options = options,
	.run = diff_run,
};
