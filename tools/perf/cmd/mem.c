// SPDX-License-Identifier: GPL-2.0
/*
 * perf mem: memory accesses by latency and location. mem_record() records them; mem_report_form()
 * prints a report with the sort keys of accesses (perf_table_text()) or a line a sample
 * (perf_mem_raw_text()).
 */
#include <errno.h>
#include <string.h>
#include <unistd.h>
#include <base/num.h>
#include <base/out.h>
#include <lines/header_text.h>
#include <lines/mem_text.h>
#include <report/count.h>
#include <table/table_text.h>

#include "common/confined.h"
#include "common/pager.h"
#include "common/session_options.h"
#include "record/mem_record.h"

struct mem_options {
	struct perf_session_options session;
	struct mem_record_options record;
	const char *type;
	const char *sort;
	const char *separator;
	const char *percent_limit;
	bool stdio;
	bool hide_unresolved;
	bool data_page_size;
	bool phys_data;
	bool quiet;
	bool dump;
};

#define TYPE struct mem_options
#define OPT(kind, member, ...) PERF_OPT_##kind(TYPE, member, __VA_ARGS__)

static const struct perf_option options[] = {
	OPT(TEXT, type, 't', "type", "TYPE",
	    "kinds of accesses: load, store or load,store (default)"),
	OPT(FLAG, phys_data, 'p', "phys-data", "physical addresses of data"),
	OPT(FLAG, data_page_size, 0, "data-page-size", "sizes of the pages of data"),
	PERF_OPT_HEADING("perf mem record"),
	OPT(INT, record.latency, 0, "ldlat", "N", "loads that took at least N cycles (30)"),
	OPT(FLAG, record.config.all_cpus, 'a', "all-cpus", "all CPUs (default without a program)"),
	OPT(FLAG, record.kernel, 'K', "all-kernel", "in the kernel only"),
	OPT(FLAG, record.user, 'U', "all-user", "record: in user mode only; report: as -u"),
	OPT(TEXT, record.config.pids, 0, "record-pid", "PIDS", "of these processes"),
	OPT(TEXT, record.config.output, 'o', "output", "FILE", "write FILE instead of perf.data"),
	PERF_OPT_HEADING("perf mem report"),
	OPT(TEXT, sort, 's', "sort", "KEYS",
	    "count by these instead of " PERF_MEM_SORT "; see perf report"),
	OPT(FLAG, hide_unresolved, 'u', "hide-unresolved", "no code without a symbol"),
	OPT(TEXT, separator, 'x', "field-separator", "CHAR", "put CHAR between columns, no blanks"),
	OPT(TEXT, percent_limit, 0, "percent-limit", "PERCENT", "leave out lines with less"),
	PERF_OPT_REFUSED('T', "type-profile", NULL, 0, PERF_NO_DATA_TYPES),
	OPT(FLAG, stdio, 0, "stdio", "write text (default)"),
	OPT(FLAG, quiet, 'q', "quiet", "no comments"),
	OPT(FLAG, dump, 'D', "dump-raw-samples",
	    "a line for each sample instead: numbers, and the function"),
	PERF_VERBOSE_OPTION(TYPE),
	PERF_VMLINUX_OPTION(TYPE),
	PERF_SESSION_OPTIONS(TYPE),
	PERF_OPT_END
};

static const char *const usage[] = {
	"record [OPTIONS] [--] [PROGRAM [ARGUMENT...]]", "report [OPTIONS]", NULL,
};

struct mem_report {
	const struct mem_options *opts;
	struct perf_session session;
	struct perf_report report;
	struct perf_counting counting;
	struct perf_table_options how;
	struct perf_str sort;
	struct perf_out out;
	uint64_t accesses;	/* samples with a memory access */
};

static bool mem_wants(const struct mem_report *work, const struct perf_sample *sample)
{
	const struct perf_mem_events *wanted = &work->opts->record.events;
	uint64_t op = sample->data_src >> PERF_MEM_OP_SHIFT;

	/* -t load,store, or no -t: all samples, those of other accesses too. */
	if (wanted->loads == wanted->stores)
		return true;
	return op & (wanted->loads ? PERF_MEM_OP_LOAD : PERF_MEM_OP_STORE);
}

/* "perf mem -U report" sets record.user, as -U has another meaning for record. */
static bool hides_unresolved(const struct mem_options *opts)
{
	return opts->hide_unresolved || opts->record.user;
}

static struct perf_mem_columns raw_columns(const struct mem_options *opts)
{
	return (struct perf_mem_columns){
		.separator = opts->separator, .phys_addr = opts->phys_data,
		.page_size = opts->data_page_size,
	};
}

static int mem_count_sample(void *context, const struct perf_session_sample *sample,
			    struct perf_error *error)
{
	struct mem_report *work = context;
	uint32_t frame;

	work->accesses += !!(sample->sample->fields & PERF_SAMPLE_DATA_SRC);
	if (!mem_wants(work, sample->sample))
		return 0;
	frame = hides_unresolved(work->opts) || work->opts->dump ?
		perf_session_frame(&work->session, sample) : 0;
	if (hides_unresolved(work->opts) && !work->session.machine->frames.at[frame].symbol)
		return 0;
	if (work->opts->dump) {
		const struct perf_mem_columns columns = raw_columns(work->opts);

		perf_mem_raw_text(&work->out.text, &columns, sample->sample,
				  work->session.machine, frame);
		return perf_out_check(&work->out) ? 1 : 0;
	}
	return perf_count_sample(&work->counting, sample, NULL, NULL, error);
}

static int write_tables(struct mem_report *work, struct perf_error *error)
{
	struct perf_str title = { 0 };
	struct perf_table table;
	int err = 0;
	size_t i;

	for (i = 0; i < work->report.histograms.count && !err; i++) {
		struct perf_histogram *histogram = &work->report.histograms.at[i];

		if (!histogram->nr)
			continue;
		perf_str_cut(&title, 0);
		perf_str_format(&title, "event '%s'", histogram->event->name);
		table = (struct perf_table){
			.report = &work->report, .options = &work->how, .nr = 1,
			.members = { histogram }, .title = perf_str_text(&title),
		};
		err = perf_report_finish(&work->report, i) ||
		      perf_table_text(&work->out, &table) ? perf_error_memory(error) : 0;
		perf_str_add(&work->out.text, "\n\n");
	}
	perf_str_free(&title);
	return err;
}

static int mem_prepare(struct mem_report *work, struct perf_error *error)
{
	const struct mem_options *opts = work->opts;

	perf_str_add(&work->sort, opts->sort ? opts->sort : PERF_MEM_SORT);
	if (opts->phys_data && !opts->sort)
		perf_str_add(&work->sort, ",phys_daddr");
	if (opts->data_page_size && !opts->sort)
		perf_str_add(&work->sort, ",data_page_size");
	work->how.show_samples = true;
	work->how.weights = true;
	work->how.sort_order = perf_str_text(&work->sort);
	work->how.separator = opts->separator;
	work->how.filter = &work->session.filter;
	work->how.quiet = opts->quiet;
	if (opts->percent_limit &&
	    !perf_parse_double(opts->percent_limit, &work->how.percent_limit))
		return perf_error_set(error, EINVAL, "'%s' is no percentage",
				      opts->percent_limit);
	work->report.machine = work->session.machine;
	work->report.inlines = work->session.lines;
	work->report.functions.machine = work->session.machine;
	work->counting = (struct perf_counting){
		.session = &work->session, .report = &work->report, .mode = PERF_COUNT_WEIGHTS,
	};
	return perf_sort_parse(&work->report.sort, perf_str_text(&work->sort), error);
}

static int mem_show(struct mem_report *work, struct perf_error *error)
{
	static const struct perf_session_calls calls = { .sample = mem_count_sample };
	const struct perf_mem_columns columns = raw_columns(work->opts);
	int err;

	err = perf_session_separate(&work->out, work->opts->separator, error);
	if (!err)
		err = mem_prepare(work, error);
	if (!err && work->opts->dump)
		perf_mem_raw_head(&work->out.text, &columns);
	if (!err)
		err = perf_session_read(&work->session, &calls, work, error);
	if (!err && !work->accesses)
		err = mem_no_access(&perf_cmd_mem, work->session.data, error);
	if (!err && !work->opts->quiet && !work->opts->dump)
		perf_str_format(&work->out.text,
				"# To display the perf.data header info, please use "
				"--header/--header-only options.\n#\n#\n# Total Lost Samples: %llu"
				"\n#\n", (unsigned long long)
				perf_data_problems(work->session.data)->lost_samples);
	if (!err && !work->opts->dump)
		err = write_tables(work, error);
	return perf_session_end(&perf_cmd_mem, &work->session, &work->out, err, error);
}

static int mem_report_form(void *of_command)
{
	const struct mem_options *opts = of_command;
	struct mem_report work = { .opts = opts, .out.fd = STDOUT_FILENO };
	struct perf_error error;
	int status;

	perf_pager_begin();
	perf_confined_begin(NULL);
	if (perf_session_open(&work.session, &opts->session, &error))
		status = perf_command_fail(&perf_cmd_mem, &error);
	else
		status = mem_show(&work, &error);
	perf_report_free(&work.report);
	perf_str_free(&work.sort);
	perf_session_close(&work.session);
	return status;
}

static int parse_type(void *of_command, struct perf_error *error)
{
	struct mem_options *opts = of_command;
	struct perf_mem_events *events = &opts->record.events;
	const char *text = opts->type ? opts->type : "load,store";
	size_t size;

	for (; *text; text += size, text += *text == ',') {
		size = strcspn(text, ",");
		if (size == strlen("load") && !memcmp(text, "load", size))
			events->loads = true;
		else if (size == strlen("store") && !memcmp(text, "store", size))
			events->stores = true;
		else
			return perf_error_set(error, EINVAL,
					      "-t is load, store or load,store, not '%s'",
					      opts->type);
	}
	return 0;
}

static int mem_record_form(void *of_command, char **argv)
{
	struct mem_options *opts = of_command;
	struct perf_record_config *config = &opts->record.config;

	config->want_phys = opts->phys_data;
	config->want_data_page = opts->data_page_size;
	return mem_record(&perf_cmd_mem, &opts->record, argv);
}

static int mem_run(struct perf_settings *settings, int argc, char **argv)
{
	static const struct mem_forms forms = {
		.check = parse_type,
		.record = mem_record_form,
		.report = mem_report_form,
	};
	struct mem_options opts = { 0 };

	return mem_forms_run(&perf_cmd_mem, &forms, settings, &opts, &opts.record, argc, argv);
}

const struct perf_command perf_cmd_mem = {
	.name = "mem",
	.summary = "Show what memory accesses cost, and where",
	.usage = usage,
	.words = (const char *const[]){ "record", "report", NULL },
	.options = options,
	.program = true,
	.run = mem_run,
};
