// SPDX-License-Identifier: GPL-2.0
/*
 * perf kmem: allocations of the kernel's slab allocator, by caller. kmem_record() is perf record
 * with tracepoints of kmem; perf_slab_sample() counts them, and perf_slab_table() prints the
 * table.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include <base/out.h>
#include <event/parse.h>
#include <kmem/slab_text.h>
#include <report/session.h>

#include "common/confined.h"
#include "common/pager.h"
#include "record/recording.h"
#include "script/script_samples.h"

struct kmem_options {
	struct perf_session_options session;
	struct perf_slab_order order;
	bool slab;
	bool callers;
	bool addresses;
	bool raw;
	int lines;
	int verbose;
};

#define TYPE	struct kmem_options

static int set_order(void *options, const struct perf_option *option, const char *text,
		     bool negated, struct perf_error *error)
{
	(void)option;
	(void)negated;
	return perf_slab_order_parse(&((struct kmem_options *)options)->order, text, error);
}

#define NO_PAGES	"the allocator of pages is not looked at",			\
			"'perf record -e kmem:mm_page_alloc -g' shows the callers"

static const struct perf_option kmem_options[] = {
	PERF_OPT_TEXT(TYPE, session.input, 'i', "input", "FILE",
		      "read FILE instead of perf.data"),
	PERF_OPT_FLAG(TYPE, session.force, 'f', "force",
		      "read a file that belongs to another user"),
	PERF_OPT_FLAG(TYPE, callers, 0, "caller", "a table of the functions that asked"),
	PERF_OPT_FLAG(TYPE, addresses, 0, "alloc", "a table of the addresses that were given out"),
	PERF_OPT_CALL('s', "sort", "COLUMNS", set_order, 0, 0,
		      "sort by: frag,hit,bytes (usual), pingpong, ptr, callsite"),
	PERF_OPT_INT(TYPE, lines, 'l', "line", "N", "only the first N lines of a table"),
	PERF_OPT_FLAG(TYPE, raw, 0, "raw-ip", "addresses of functions, not their names"),
	PERF_OPT_TEXT(TYPE, session.filter.time, 0, "time", "SPAN",
		      "only from START to STOP, seconds (START,STOP), or a part (10%-20%)"),
	PERF_OPT_FLAG(TYPE, slab, 0, "slab", "the slab allocator (the only one)"),
	PERF_OPT_COUNT(TYPE, verbose, 'v', "verbose", "no effect: there are no more messages"),
	PERF_OPT_REFUSED(0, "page", NULL, 0, NO_PAGES),
	PERF_OPT_REFUSED(0, "live", NULL, 0, NO_PAGES),
	PERF_OPT_END
};

/* State while the recording is read. */
struct kmem_reading {
	struct perf_session session;
	struct perf_slab slab;
	struct perf_out out;
};

static int kmem_on_sample(void *context, const struct perf_session_sample *sample,
			  struct perf_error *error)
{
	struct kmem_reading *reading = context;

	return perf_slab_sample(&reading->slab, sample->record->event->index, sample->sample) ?
	       perf_error_memory(error) : 0;
}

static int kmem_show(struct kmem_reading *reading, const struct kmem_options *opts,
		     struct perf_error *error)
{
	struct perf_machine *machine = opts->raw ? NULL : reading->session.machine;
	struct perf_str *text = &reading->out.text;
	unsigned int lines = (unsigned int)opts->lines;
	int err = 0;

	if (opts->callers)
		err = perf_slab_table(text, &reading->slab, true, &opts->order, lines, machine);
	if (!err && opts->addresses)
		err = perf_slab_table(text, &reading->slab, false, &opts->order, lines, NULL);
	perf_slab_summary(text, &reading->slab);
	return err ? perf_error_memory(error) : 0;
}

static int kmem_read_all(struct kmem_reading *reading, const struct kmem_options *opts,
			 struct perf_error *error)
{
	static const struct perf_session_calls calls = { .sample = kmem_on_sample };
	int err;

	err = perf_slab_init(&reading->slab, reading->session.data, error);
	if (err)
		return err;
	if (reading->slab.borrowed)
		perf_session_tell_borrowed(&perf_cmd_kmem);
	err = perf_session_read(&reading->session, &calls, reading, error);
	return err ? err : kmem_show(reading, opts, error);
}

static int kmem_report(struct kmem_options *opts)
{
	struct kmem_reading reading = { .out.fd = STDOUT_FILENO };
	struct perf_error error;
	int err, status;

	if (!opts->order.nr)
		perf_slab_order_parse(&opts->order, "frag,hit,bytes", &error);
	perf_pager_begin();
	perf_confined_begin(NULL);
	err = perf_session_open(&reading.session, &opts->session, &error);
	if (!err)
		err = kmem_read_all(&reading, opts, &error);
	status = perf_session_end(&perf_cmd_kmem, &reading.session, &reading.out, err, &error);
	perf_slab_free(&reading.slab);
	perf_session_close(&reading.session);
	return status;
}

static const struct perf_command record_form = {
	.name = "kmem record", .summary = "record what is asked for",
	.options = recording_options, .section = "record", .program = true,
	.usage = (const char *const[]){ "[OPTION...] [[--] PROGRAM [ARGUMENT...]]", NULL },
};

/* Newer kernels have no kmalloc_node: there, the other tracepoints hold the node. */
static int kmem_add_events(struct perf_event_list *list, struct perf_error *error)
{
	int err;

	err = perf_events_parse(list, "kmem:kmalloc,kmem:kfree,kmem:kmem_cache_alloc,"
				"kmem:kmem_cache_free", error);
	if (!err && recording_has_tracepoint("kmem", "kmalloc_node"))
		err = perf_events_parse(list, "kmem:kmalloc_node,kmem:kmem_cache_alloc_node",
					error);
	return err;
}

static int kmem_record(struct perf_settings *settings, int whole_argc, char **whole, int argc,
		       char **argv)
{
	struct recording recording;
	struct perf_error error;
	int status;

	recording_init(&recording, &record_form, settings, whole_argc, whole);
	recording.config.all_cpus = true;
	recording.config.mmap_pages = 1024;
	if (kmem_add_events(&recording.events.list, &error))
		status = perf_command_fail(&record_form, &error);
	else
		status = recording_run(&recording, argc, argv);
	recording_free(&recording);
	return status;
}

static int kmem_run(struct perf_settings *settings, int argc, char **argv)
{
	char **whole = argv;
	int whole_argc = argc, status;
	struct kmem_options opts = { 0 };
	struct perf_error error;

	if (perf_command_parse(&perf_cmd_kmem, settings, &opts, &argc, &argv, &status))
		return status;
	if (argc && (!strcmp(argv[0], "record") || !strcmp(argv[0], "rec")))
		return kmem_record(settings, whole_argc, whole, argc, argv);
	if (argc && !strcmp(argv[0], "stat")) {
		if (perf_command_parse(&perf_cmd_kmem, settings, &opts, &argc, &argv, &status))
			return status;
		return argc ? perf_command_refuse_word(&perf_cmd_kmem, *argv) : kmem_report(&opts);
	}
	perf_error_set(&error, EINVAL, "say what to do: perf kmem record, or perf kmem stat");
	return perf_command_misused(&perf_cmd_kmem, &error);
}

static const char *const usage[] = {
	"record [OPTION of perf record...] [[--] PROGRAM [ARGUMENT...]]",
	"[OPTION...] stat [OPTION...]",
	NULL
};

const struct perf_command perf_cmd_kmem = {
	.name = "kmem",
	.summary = "Show what the kernel's slab allocator was asked for, by whom",
	.usage = usage,
	.words = (const char *const[]){ "record", "stat", NULL },
	.options = kmem_options,
	/* Options after the first word belong to that form. */
	.program = true,
	.run = kmem_run,
};
