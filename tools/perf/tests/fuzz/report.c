// SPDX-License-Identifier: GPL-2.0
/*
 * Fuzzes perf_session_read() to text: call stacks; a line of perf script, one of JSON and a dump
 * for each record; the header and the tables of a report. The recording's files do not exist here,
 * so there are no symbols.
 */
#include <lines/dump_text.h>
#include <lines/header_text.h>
#include <lines/json_text.h>
#include <lines/script_text.h>
#include <report/count.h>
#include <report/session.h>
#include <table/table_text.h>

#include "fuzz.h"

#define INPUT	"report.input"
/* A directory that does not exist. */
#define NOWHERE	"nowhere"

struct reporting {
	struct perf_session session;
	struct perf_script_text script;
	struct perf_dump dump;
	struct perf_report report;
	struct perf_counting counting;
	struct perf_out out;
};

/* Discard the text, which must have no zero byte. */
static void drop_text(struct reporting *reporting)
{
	fuzz_check(!memchr(perf_str_text(&reporting->out.text), '\0', reporting->out.text.length));
	perf_str_cut(&reporting->out.text, 0);
}

static int use_report_sample(void *context, const struct perf_session_sample *sample,
			     struct perf_error *error)
{
	struct reporting *reporting = context;
	struct perf_script_sample line = { .sample = sample->sample, .thread = sample->thread };
	size_t i;
	int err;

	line.stack = perf_session_stack(&reporting->session, sample);
	if (!line.stack)
		return perf_error_memory(error);
	for (i = 0; i < sample->nr; i++) {
		line.event = sample->expanded[i].event;
		line.period = sample->expanded[i].period;
		perf_script_text_sample(&reporting->script, &reporting->out.text, &line);
		drop_text(reporting);
		perf_json_line(&reporting->out.text, reporting->session.machine,
			       reporting->script.tracepoints, &line);
		drop_text(reporting);
	}
	err = perf_count_sample(&reporting->counting, sample, NULL, NULL, error);
	return err;
}

static int use_report_record(void *context, const struct perf_data_record *record,
			     struct perf_error *error)
{
	struct reporting *reporting = context;

	perf_script_text_record(&reporting->script, &reporting->out.text, record);
	drop_text(reporting);
	return perf_count_record(&reporting->counting, record, error);
}

static int dump_record(void *context, const struct perf_data_record *record,
		       struct perf_error *error)
{
	struct reporting *reporting = context;

	(void)error;
	perf_dump_record(&reporting->dump, &reporting->out.text, record);
	drop_text(reporting);
	return 0;
}

static int prepare_script(struct reporting *reporting)
{
	const struct perf_data_env *env = perf_data_env(reporting->session.data);
	struct perf_script_text *text = &reporting->script;
	const struct perf_data_event *const *events;
	struct perf_error error;
	size_t nr, i;

	perf_script_fields_default(&text->fields);
	perf_script_fields_parse(&text->fields, "+iregs,uregs,brstack,brstacksym,data_src,weight,"
				 "phys_addr,data_page_size,code_page_size,transaction,ins_lat,"
				 "addr,symoff", &error);
	events = perf_data_events(reporting->session.data, &nr);
	for (i = 0; i < nr; i++) {
		/* A field the event lacks is an error only if fields.asked has it. */
		memset(text->fields.asked, 0, sizeof(text->fields.asked));
		if (perf_script_fields_check(&text->fields, events[i], &error))
			return -1;
	}
	text->machine = reporting->session.machine;
	text->tracepoints = perf_tracepoints_create(env->tracing_data, env->tracing_data_size);
	text->arch = env->arch;
	perf_script_text_init(text, reporting->session.inlines, reporting->session.lines, events,
			      nr);
	return 0;
}

static int prepare_report(struct reporting *reporting)
{
	const struct perf_layout_wanted wanted = {
		.sort = "comm,dso,symbol,cpu,socket,time,cgroup,local_weight,mem,symbol_daddr",
		.children = true, .samples = true, .modes = true,
	};
	struct perf_report *report = &reporting->report;
	struct perf_layout layout;
	struct perf_error error;

	if (perf_layout_make(&layout, &wanted, &error))
		return -1;
	perf_fields_keys(&layout.columns, &report->sort);
	report->order = layout.order;
	report->machine = reporting->session.machine;
	report->functions.machine = reporting->session.machine;
	report->inlines = reporting->session.lines;
	report->functions.inlines = reporting->session.inlines;
	report->modes = true;
	report->children = true;
	report->callers = true;
	report->callees_down = true;
	reporting->counting = (struct perf_counting){
		.session = &reporting->session, .report = report, .stacks = true,
		.mode = perf_count_has_branches(reporting->session.data) ? PERF_COUNT_BRANCHES :
			PERF_COUNT_PERIODS,
	};
	return 0;
}

static void use_tables(struct reporting *reporting)
{
	const struct perf_table_options options = {
		.graph = { .style = PERF_GRAPH_TREE, .callees_down = true },
		.show_samples = true, .filter = &reporting->session.filter,
	};
	struct perf_report *report = &reporting->report;
	size_t i;

	for (i = 0; i < report->histograms.count; i++) {
		struct perf_table table = {
			.report = report, .options = &options, .nr = 1, .title = "event",
			.members = { &report->histograms.at[i] },
		};

		if (perf_report_finish(report, i) || perf_table_text(&reporting->out, &table))
			fuzz_give_up("no memory for a table");
		drop_text(reporting);
	}
}

static void use_session(struct reporting *reporting)
{
	const struct perf_session_calls calls = {
		.sample = use_report_sample, .record = use_report_record, .any = dump_record,
	};
	struct perf_error error = { 0 };

	perf_header_text(&reporting->out.text, reporting->session.data, true);
	drop_text(reporting);
	reporting->dump.data = reporting->session.data;
	reporting->dump.machine = reporting->session.machine;
	if (prepare_script(reporting) || prepare_report(reporting))
		return;
	if (!perf_session_read(&reporting->session, &calls, reporting, &error))
		use_tables(reporting);
	perf_dump_counts(&reporting->dump, &reporting->out.text);
	drop_text(reporting);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const struct perf_session_options options = {
		.input = INPUT, .force = true, .dump = true, .symfs = NOWHERE, .kallsyms = NOWHERE,
	};
	struct reporting reporting = { .out.fd = -1 };
	struct perf_error error = { 0 };

	setenv("PERF_BUILDID_DIR", NOWHERE, 1);
	fuzz_file(INPUT, data, size);
	if (!perf_session_open(&reporting.session, &options, &error))
		use_session(&reporting);
	else
		fuzz_check(error.text[0]);
	perf_report_free(&reporting.report);
	perf_dump_free(&reporting.dump);
	perf_script_text_free(&reporting.script);
	perf_tracepoints_free(reporting.script.tracepoints);
	perf_str_free(&reporting.out.text);
	perf_session_close(&reporting.session);
	return 0;
}
