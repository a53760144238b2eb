// SPDX-License-Identifier: GPL-2.0-only
/* perf flame: a recording as a flame graph, in one page that needs nothing else. */
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>
#include <base/io.h>
#include <base/num.h>
#include <base/str.h>
#include <out/flame_text.h>
#include <report/histogram.h>

#include "session_options.h"

/* Columns of the time line. */
#define BINS	400

struct flame_options {
	struct perf_session_options session;
	const char *output;
	const char *event;
	const char *percent;
	const char *title;
};

#define OPT(kind, member, ...) PERF_OPT_##kind(struct flame_options, member, __VA_ARGS__)

static const struct perf_option options[] = {
	OPT(TEXT, output, 'o', "output", "FILE",
	    "write FILE instead of flame.html; a name that ends in .folded gets lines of text, "
	    "- is the standard output"),
	OPT(TEXT, event, 'e', "event", "NAME", "show this event instead of the first one"),
	OPT(TEXT, percent, 0, "percent-limit", "PERCENT",
	    "leave out what is smaller than this part of all (0.01)"),
	OPT(TEXT, title, 0, "title", "TEXT", "title of the page"),
	PERF_SESSION_OPTIONS(struct flame_options),
	PERF_OPT_END
};

static const char *const usage[] = { "[OPTIONS]", NULL };

/* Times of samples, in parts that double in length when the recording goes on. */
struct time_line {
	uint64_t start;
	uint64_t width;
	uint64_t bins[BINS];
};

struct flaming {
	const struct flame_options *opts;
	struct perf_session session;
	struct perf_report report;
	const struct perf_data_event *event;
	struct time_line times;
	uint64_t last;
};

static void halve(struct time_line *times)
{
	unsigned int i;

	for (i = 0; i < BINS; i++)
		times->bins[i] = i < BINS / 2 ? times->bins[2 * i] + times->bins[2 * i + 1] : 0;
	times->width *= 2;
}

static void count_time(struct time_line *times, uint64_t time)
{
	if (!times->width) {
		times->start = time;
		times->width = 1000;
	}
	if (time < times->start)
		return;
	while ((time - times->start) / times->width >= BINS)
		halve(times);
	times->bins[(time - times->start) / times->width]++;
}

static int count_sample(void *context, const struct perf_session_sample *sample,
			struct perf_error *error)
{
	struct perf_report_sample counted = { .thread = sample->thread };
	struct flaming *flaming = context;
	size_t i;

	if (!perf_session_passes(&flaming->session, sample))
		return 0;
	counted.frame = perf_session_frame(&flaming->session, sample);
	counted.stack = perf_session_stack(&flaming->session, sample);
	if (!counted.stack)
		return perf_error_memory(error);
	/* A sample without a stack is one frame high. */
	if (!counted.stack->items.count) {
		struct perf_stack_item *item = perf_vec_push(&flaming->session.stack.items);

		if (!item)
			return perf_error_memory(error);
		item->frame = counted.frame;
		item->ip = sample->sample->ip;
	}
	for (i = 0; i < sample->nr; i++) {
		if (sample->expanded[i].event != flaming->event)
			continue;
		counted.period = sample->expanded[i].period;
		if (perf_report_add(&flaming->report, 0, &counted))
			return perf_error_memory(error);
		count_time(&flaming->times, sample->sample->time);
		flaming->last = sample->sample->time;
	}
	return 0;
}

static int find_event(struct flaming *flaming, struct perf_error *error)
{
	const struct perf_data_event *const *events;
	size_t nr, i;

	events = perf_data_events(flaming->session.data, &nr);
	for (i = 0; i < nr && !flaming->event; i++)
		if (!flaming->opts->event || !strcmp(flaming->opts->event, events[i]->name))
			flaming->event = events[i];
	if (flaming->event)
		return 0;
	perf_error_set(error, ENOENT, "the recording has no event '%s'",
		       flaming->opts->event ? flaming->opts->event : "");
	for (i = 0; i < nr; i++)
		perf_error_hint(error, "It has %s", events[i]->name);
	return -ENOENT;
}

static int prepare(struct flaming *flaming, struct perf_error *error)
{
	struct perf_report *report = &flaming->report;

	report->machine = flaming->session.machine;
	report->functions.machine = flaming->session.machine;
	report->inlines = flaming->session.lines;
	report->functions.inlines = flaming->session.inlines;
	report->functions.merge_unknown = true;
	report->callers = true;
	if (!perf_vec_push(&report->histograms))
		return perf_error_memory(error);
	return perf_sort_parse(&report->sort, "comm", error) ?: find_event(flaming, error);
}

static int write_graph(struct flaming *flaming, const char *path, struct perf_error *error)
{
	struct perf_flame flame = {
		.report = &flaming->report,
		.histogram = &flaming->report.histograms.at[0],
		.title = flaming->opts->title,
		.unit = flaming->event->name,
		.bins = flaming->times.bins,
		.nr_bins = BINS,
		.min_percent = 0.01,
	};
	struct perf_str summary = { 0 };
	struct perf_out out = { 0 };
	int err;

	if (flaming->opts->percent && !perf_parse_double(flaming->opts->percent,
							 &flame.min_percent))
		return perf_error_set(error, EINVAL, "'%s' is no percentage",
				      flaming->opts->percent);
	out.fd = strcmp(path, "-") ? open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666) :
				     STDOUT_FILENO;
	if (out.fd < 0)
		return perf_error_set(error, errno, "cannot write %s: %s", path, strerror(errno));
	perf_str_format(&summary, "%llu samples of %s in %.3f s",
			(unsigned long long)flame.histogram->nr, flaming->event->name,
			(flaming->last - flaming->times.start) / 1e9);
	flame.summary = perf_str_text(&summary);
	if (!flame.title)
		flame.title = perf_data_path(flaming->session.data);
	err = perf_ends_with(path, ".folded") ? perf_flame_folded(&out, &flame) :
						perf_flame_page(&out, &flame);
	if (perf_out_end(&out) && !err)
		err = out.error;
	if (strcmp(path, "-"))
		close(out.fd);
	perf_str_free(&summary);
	return err ? perf_error_set(error, err, "cannot write %s: %s", path, strerror(-err)) : 0;
}

static int show(struct flaming *flaming, struct perf_error *error)
{
	static const struct perf_session_calls calls = { .sample = count_sample };
	const char *path = flaming->opts->output ? flaming->opts->output : "flame.html";
	int err;

	err = prepare(flaming, error) ?:
	      perf_session_read(&flaming->session, &calls, flaming, error);
	if (!err && !flaming->report.histograms.at[0].nr) {
		perf_error_set(error, ENODATA, "no sample of %s", flaming->event->name);
		err = -ENODATA;
	}
	err = err ?: write_graph(flaming, path, error);
	if (err)
		return perf_command_fail(&perf_cmd_flame, error);
	return perf_session_status(&perf_cmd_flame, &flaming->session);
}

static int run(int argc, char **argv)
{
	struct flame_options opts = { 0 };
	struct flaming flaming = { .opts = &opts };
	struct perf_error error;
	int status;

	if (perf_command_parse(&perf_cmd_flame, &opts, &argc, &argv, &status))
		return status;
	if (perf_session_open(&flaming.session, &opts.session, &error))
		status = perf_command_fail(&perf_cmd_flame, &error);
	else
		status = show(&flaming, &error);
	perf_report_free(&flaming.report);
	perf_session_close(&flaming.session);
	perf_options_free(options, &opts);
	return status;
}

const struct perf_command perf_cmd_flame = {
	.name = "flame",
	.summary = "Show a recording as a flame graph in one page",
	.usage = usage,
	.options = options,
	.run = run,
};
