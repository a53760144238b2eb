// SPDX-License-Identifier: GPL-2.0
/*
 * perf c2c: cache lines that CPUs contend for. mem_record() records the accesses; perf_c2c_add()
 * counts them by cache line, and perf_c2c_lines_text() prints the table.
 */
#include <errno.h>
#include <string.h>
#include <unistd.h>
#include <base/out.h>
#include <sys/cpus.h>
#include <table/c2c_text.h>

#include "common/confined.h"
#include "common/pager.h"
#include "common/session_options.h"
#include "record/mem_record.h"

struct c2c_options {
	struct perf_session_options session;
	struct mem_record_options record;
	const char *display;
	bool stdio;
	bool stats_only;
	bool no_source;
	bool show_all;
};

#define TYPE struct c2c_options
#define OPT(kind, member, ...) PERF_OPT_##kind(TYPE, member, __VA_ARGS__)

static const struct perf_option options[] = {
	PERF_OPT_HEADING("perf c2c record"),
	OPT(INT, record.latency, 'l', "ldlat", "N", "loads that took at least N cycles (30)"),
	OPT(FLAG, record.config.all_cpus, 'a', "all-cpus", "all CPUs (default without a program)"),
	OPT(FLAG, record.kernel, 'k', "all-kernel", "in the kernel only"),
	OPT(FLAG, record.user, 'u', "all-user", "in user mode only"),
	OPT(TEXT, record.config.pids, 'p', "record-pid", "PIDS", "of these processes"),
	OPT(TEXT, record.config.output, 'o', "output", "FILE", "write FILE instead of perf.data"),
	PERF_OPT_HEADING("perf c2c report"),
	OPT(FLAG, stdio, 0, "stdio", "write text (default)"),
	OPT(FLAG, stats_only, 0, "stats", "sums only"),
	OPT(TEXT, display, 0, "display", "WHICH",
	    "lines that were modified elsewhere: tot (default), lcl (in the same package), rmt"),
	OPT(FLAG, no_source, 0, "no-source", "no lines of the source"),
	OPT(FLAG, show_all, 0, "show-all", "lines that nobody modified too"),
	OPT(TEXT, session.vmlinux, 0, "vmlinux", "FILE",
	    "take the kernel's symbols from this file"),
	PERF_OPT_REFUSED(0, "coalesce", "KEYS", 0,
			 "each function that accesses a line is one row of it", NULL),
	PERF_OPT_REFUSED(0, "double-cl", NULL, 0, "lines are counted singly", NULL),
	PERF_OPT_REFUSED('N', "node-info", NULL, 0,
			 "a row has the numbers of its nodes, without shares for each", NULL),
	PERF_OPT_CALL(0, "full-symbols", NULL, perf_session_ignore, 0, 0,
		      "accepted, has no effect: names of functions are not cut"),
	PERF_OPT_REFUSED('g', "call-graph", "HOW", PERF_OPT_OPTIONAL_NEXT,
			 "no call chains are shown below cache lines",
			 "'perf report -g' shows those of samples"),
	PERF_OPT_REFUSED(0, "stitch-lbr", NULL, 0, PERF_NO_STITCHING),
	PERF_VERBOSE_OPTION(TYPE),
	PERF_SESSION_OPTIONS(TYPE),
	PERF_OPT_END
};

static const char *const usage[] = {
	"record [OPTIONS] [--] [PROGRAM [ARGUMENT...]]", "report [OPTIONS]", NULL,
};

struct c2c_report {
	const struct c2c_options *opts;
	struct perf_session session;
	struct perf_c2c c2c;
	struct perf_cpus *nodes;	/* CPUs of each node of the recording */
	struct perf_out out;
	uint64_t accesses;
};

/* Return: the memory node of @cpu in the recording's header, -1 if unknown. */
static int node_of(const struct c2c_report *work, uint32_t cpu)
{
	const struct perf_data_env *env = perf_data_env(work->session.data);
	size_t i;

	for (i = 0; work->nodes && i < env->nr_nodes; i++)
		if (perf_cpus_has(&work->nodes[i], (int)cpu))
			return (int)env->nodes[i].node;
	return -1;
}

static int c2c_count_sample(void *context, const struct perf_session_sample *sample,
			    struct perf_error *error)
{
	struct c2c_report *work = context;

	if (!(sample->sample->fields & PERF_SAMPLE_DATA_SRC) ||
	    !perf_session_passes(&work->session, sample))
		return 0;
	work->accesses++;
	return perf_c2c_add(&work->c2c, &work->session, sample,
			    node_of(work, sample->sample->cpu)) ? perf_error_memory(error) : 0;
}

static void c2c_read_nodes(struct c2c_report *work)
{
	const struct perf_data_env *env = perf_data_env(work->session.data);
	size_t i;

	work->nodes = calloc(env->nr_nodes + 1, sizeof(*work->nodes));
	for (i = 0; work->nodes && i < env->nr_nodes; i++)
		if (env->nodes[i].cpus && *env->nodes[i].cpus)
			perf_cpus_parse(&work->nodes[i], env->nodes[i].cpus, NULL);
}

static void free_nodes(struct c2c_report *work)
{
	const struct perf_data_env *env = perf_data_env(work->session.data);
	size_t i;

	for (i = 0; work->nodes && i < env->nr_nodes; i++)
		perf_cpus_free(&work->nodes[i]);
	free(work->nodes);
}

static int parse_order(const struct c2c_options *opts, enum perf_c2c_order *order,
		       struct perf_error *error)
{
	const char *text = opts->display ? opts->display : "tot";

	if (!strcmp(text, "tot"))
		*order = PERF_C2C_TOTAL;
	else if (!strcmp(text, "lcl"))
		*order = PERF_C2C_LOCAL;
	else if (!strcmp(text, "rmt"))
		*order = PERF_C2C_REMOTE;
	else
		return perf_error_set(error, EINVAL, "--display is tot, lcl or rmt, not '%s'",
				      text);
	return 0;
}

static int c2c_show(struct c2c_report *work, struct perf_error *error)
{
	static const struct perf_session_calls calls = { .sample = c2c_count_sample };
	struct perf_c2c_view view = {
		.c2c = &work->c2c, .session = &work->session,
		.no_source = work->opts->no_source, .show_all = work->opts->show_all,
	};
	int err;

	c2c_read_nodes(work);
	err = parse_order(work->opts, &view.order, error);
	if (!err)
		err = perf_session_read(&work->session, &calls, work, error);
	if (!err && !work->accesses)
		err = mem_no_access(&perf_cmd_c2c, work->session.data, error);
	if (!err) {
		perf_c2c_finish(&work->c2c, view.order, work->opts->show_all);
		perf_c2c_stats_text(&work->out.text, &view);
		if (!work->opts->stats_only)
			perf_c2c_lines_text(&work->out.text, &view);
	}
	free_nodes(work);
	return perf_session_end(&perf_cmd_c2c, &work->session, &work->out, err, error);
}

static int c2c_report_form(void *of_command)
{
	const struct c2c_options *opts = of_command;
	struct c2c_report work = { .opts = opts, .out.fd = STDOUT_FILENO };
	struct perf_error error;
	int status;

	perf_pager_begin();
	perf_confined_begin(NULL);
	if (perf_session_open(&work.session, &opts->session, &error))
		status = perf_command_fail(&perf_cmd_c2c, &error);
	else
		status = c2c_show(&work, &error);
	perf_c2c_free(&work.c2c);
	perf_session_close(&work.session);
	return status;
}

static int c2c_record_form(void *of_command, char **argv)
{
	struct c2c_options *opts = of_command;
	struct perf_record_config *config = &opts->record.config;

	config->want_phys = true;
	config->want_cpu = true;
	return mem_record(&perf_cmd_c2c, &opts->record, argv);
}

static int c2c_run(struct perf_settings *settings, int argc, char **argv)
{
	static const struct mem_forms forms = {
		.record = c2c_record_form,
		.report = c2c_report_form,
	};
	struct c2c_options opts = { 0 };

	return mem_forms_run(&perf_cmd_c2c, &forms, settings, &opts, &opts.record, argc, argv);
}

const struct perf_command perf_cmd_c2c = {
	.name = "c2c",
	.summary = "Show cache lines that processors take from each other",
	.usage = usage,
	.words = (const char *const[]){ "record", "report", NULL },
	.options = options,
	.program = true,
	.run = c2c_run,
};
