// SPDX-License-Identifier: GPL-2.0
/*
 * perf buildid-list: build ids of the programs and libraries in a recording. list_recorded_ids()
 * prints those of the header (perf_data_each_build_id()), list_hits() only those of objects with
 * samples.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <base/out.h>
#include <base/vec.h>
#include <data/build_ids.h>
#include <record/build_id.h>
#include <record/kernel_list.h>
#include <report/session.h>

#include "common/command.h"
#include "common/confined.h"
#include "common/pager.h"

struct buildid_list_options {
	const char *input;
	bool force;
	bool kernel;
	bool kernel_maps;
	bool with_hits;
	int verbose;
};

#define TYPE	struct buildid_list_options

static const struct perf_option options[] = {
	PERF_OPT_TEXT(TYPE, input, 'i', "input", "FILE",
		      "recording, instead of perf.data; or a program or library"),
	PERF_OPT_FLAG(TYPE, force, 'f', "force", "read a file of another user"),
	PERF_OPT_FLAG(TYPE, kernel, 'k', "kernel", "show the build id of the running kernel"),
	PERF_OPT_FLAG(TYPE, kernel_maps, 'm', "kernel-maps",
		      "show those of the running kernel and its modules, and where they are"),
	PERF_OPT_FLAG(TYPE, with_hits, 'H', "with-hits",
		      "only of what has samples, also without a build id"),
	PERF_OPT_COUNT(TYPE, verbose, 'v', "verbose", "accepted: there are no more messages"),
	PERF_OPT_END
};

static const char *const usage[] = { "[OPTION...]", NULL };

static void put_id(struct perf_str *text, const uint8_t *id, size_t size)
{
	size_t i;

	for (i = 0; i < size; i++)
		perf_str_hex(text, id[i], 2, '0');
}

/* A line of the list: a build id and the name of its file. */
struct row {
	struct perf_str text;
	char *name;
};

/* The list; @failed: an allocation failed. */
struct rows {
	PERF_VEC(struct row) list;
	bool failed;
};

static void add_row(struct rows *rows, const uint8_t *id, size_t size, size_t width,
		    const char *name)
{
	struct row *row = perf_vec_push(&rows->list);

	if (!row) {
		rows->failed = true;
		return;
	}
	row->name = strdup(name);
	put_id(&row->text, id, size);
	perf_str_fill(&row->text, ' ', 2 * (width - size) + 1);
	perf_str_name(&row->text, name);
	perf_str_char(&row->text, '\n');
	rows->failed |= !row->name || row->text.failed;
}

static int compare_row_names(const void *a, const void *b)
{
	return strcmp(((const struct row *)a)->name, ((const struct row *)b)->name);
}

/* Appends the rows to @text, sorted by file name; frees them. */
static int put_rows(struct rows *rows, struct perf_str *text, struct perf_error *error)
{
	int err = rows->failed ? perf_error_memory(error) : 0;
	struct row *row;

	if (!err && rows->list.count)
		qsort(rows->list.at, rows->list.count, sizeof(*row), compare_row_names);
	perf_vec_each(&rows->list, row) {
		if (!err)
			perf_str_add(text, perf_str_text(&row->text));
		perf_str_free(&row->text);
		free(row->name);
	}
	perf_vec_free(&rows->list);
	return err;
}

/* ---- objects with samples --------------------------------------------------------------- */

struct hits {
	struct perf_session session;
	PERF_VEC(bool) hit;	/* object has a sample; by dso->index */
};

static int note_hit(void *context, const struct perf_session_sample *sample,
		    struct perf_error *error)
{
	struct hits *hits = context;
	const struct perf_mapping *mapping;

	mapping = perf_machine_mapping(hits->session.machine, sample->thread->process,
				       sample->sample->cpumode, sample->sample->ip);
	if (!mapping || !mapping->dso)
		return 0;
	while (hits->hit.count <= mapping->dso->index)
		if (!perf_vec_push(&hits->hit))
			return perf_error_memory(error);
	hits->hit.at[mapping->dso->index] = true;
	return 0;
}

static void add_hits(const struct hits *hits, struct rows *rows)
{
	const struct perf_dso *dso;
	size_t i;

	for (i = 0; i < hits->hit.count; i++) {
		dso = hits->session.machine->dsos.list.at[i];
		if (!hits->hit.at[i])
			continue;
		add_row(rows, dso->build_id.bytes, dso->build_id.size, PERF_BUILD_ID_SIZE,
			dso->name);
	}
}

static int list_hits(const struct buildid_list_options *opts, struct perf_str *text, int *status,
		     struct perf_error *error)
{
	const struct perf_session_options from = { .input = opts->input, .force = opts->force };
	static const struct perf_session_calls calls = { .sample = note_hit };
	struct hits hits = { 0 };
	struct rows rows = { 0 };
	int err;

	err = perf_session_open(&hits.session, &from, error);
	if (!err)
		err = perf_session_read(&hits.session, &calls, &hits, error);
	if (!err) {
		add_hits(&hits, &rows);
		err = put_rows(&rows, text, error);
		*status = perf_recording_status(&perf_cmd_buildid_list, hits.session.data);
	}
	perf_session_close(&hits.session);
	perf_vec_free(&hits.hit);
	return err;
}

/* ---- all objects of a recording --------------------------------------------------------- */

static void add_recorded_id(void *context, const struct perf_env_build_id *build_id)
{
	add_row(context, build_id->id, build_id->size, build_id->size, build_id->filename);
}

static int list_recorded_ids(const struct buildid_list_options *opts, struct perf_str *text,
			     struct perf_data **data, struct perf_error *error)
{
	struct perf_error unused;
	struct rows rows = { 0 };
	int err, put;

	err = perf_data_open(opts->input, &(struct perf_data_options){ .force = opts->force },
			     data, error);
	if (err)
		return err;
	/* If perf_data_each_build_id() fails, @rows still has the files read before. */
	err = perf_data_each_build_id(*data, add_recorded_id, &rows, error);
	put = put_rows(&rows, text, err ? &unused : error);
	return err ? err : put;
}

static int buildid_list_run(struct perf_settings *settings, int argc, char **argv)
{
	struct buildid_list_options opts = { .input = perf_data_usual() };
	uint8_t id[PERF_BUILD_ID_SIZE];
	struct perf_out out = { .fd = STDOUT_FILENO };
	struct perf_data *data = NULL;
	struct perf_error error;
	int status, size, err = 0;

	if (perf_command_parse(&perf_cmd_buildid_list, settings, &opts, &argc, &argv, &status))
		return status;
	perf_pager_begin();
	perf_confined_begin(NULL);
	status = PERF_EXIT_OK;
	size = opts.kernel ? perf_build_id_of_kernel(id) : perf_build_id_of_file(opts.input, id);
	if (opts.kernel_maps) {
		err = perf_record_kernel_list(&out.text, &error);
	} else if (size > 0) {
		put_id(&out.text, id, (size_t)size);
		perf_str_char(&out.text, '\n');
	} else if (opts.kernel) {
		err = perf_error_set(&error, -size, "the kernel does not show its build id: %s",
				     strerror(-size));
	} else if (opts.with_hits) {
		err = list_hits(&opts, &out.text, &status, &error);
	} else {
		err = list_recorded_ids(&opts, &out.text, &data, &error);
	}
	err = perf_out_finish(&out, err, &error);
	if (err && err != -EPIPE)
		status = perf_command_fail(&perf_cmd_buildid_list, &error);
	else
		status = err || !data ? status :
			 perf_recording_status(&perf_cmd_buildid_list, data);
	perf_data_close(data);
	return status;
}

const struct perf_command perf_cmd_buildid_list = {
	.name = "buildid-list",
	.summary = "List the build ids in a recording",
	.usage = usage,
	.no_words = "",
	.options = options,
	.run = buildid_list_run,
};
