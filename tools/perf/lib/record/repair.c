// SPDX-License-Identifier: GPL-2.0
/*
 * Repair of recordings that were cut off.
 *
 * perf_data_writer_write() appends whole records in order, so all records before the cut are good.
 * The end is missing: the sizes in the header, and the features.
 */
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <base/input.h>
#include <base/output.h>
#include <base/str.h>
#include <data/writer.h>
#include <event/spec.h>
#include <record/dsos.h>
#include <record/repair.h>
#include <record/tracing.h>

/**
 * perf_repair_scan() - read a recording to its end
 * @data: reader, at its start
 * @repair: result
 * @error: filled on failure
 *
 * Return: 0 or a negative errno. Damage is no failure: see perf_data_problems().
 */
int perf_repair_scan(struct perf_data *data, struct perf_repair *repair, struct perf_error *error)
{
	struct perf_data_record record;
	int ret;

	memset(repair, 0, sizeof(*repair));
	while ((ret = perf_data_next(data, &record, error)) > 0) {
		repair->records++;
		repair->samples += record.header->type == PERF_RECORD_SAMPLE;
	}
	repair->end = perf_data_position(data);
	if (perf_data_is_damaged(data) && perf_data_size(data) > repair->end)
		repair->lost = perf_data_size(data) - repair->end;
	return ret;
}

/* repair_find() fills this from the records themselves. */
struct findings {
	struct perf_record_dsos dsos;
	uint64_t first_time;
	uint64_t last_time;
};

static int repair_find(struct perf_data *data, struct findings *findings, struct perf_error *error)
{
	struct perf_data_record record;
	int ret;

	ret = perf_data_rewind(data);
	if (ret)
		return perf_error_set(error, ret, "reading %s again: %s", perf_data_path(data),
				      strerror(-ret));
	while ((ret = perf_data_next(data, &record, error)) > 0) {
		perf_record_dsos_add(&findings->dsos, record.header);
		if (record.header->type != PERF_RECORD_SAMPLE || !record.time)
			continue;
		if (!findings->first_time || record.time < findings->first_time)
			findings->first_time = record.time;
		if (record.time > findings->last_time)
			findings->last_time = record.time;
	}
	return ret;
}

static int describe_events(const struct perf_data *data, struct perf_data_env *env,
			   struct perf_error *error)
{
	const struct perf_data_event *const *events;
	size_t nr, i;

	events = perf_data_events(data, &nr);
	env->events = perf_data_env_array(env, nr, sizeof(*env->events));
	if (!env->events)
		return perf_error_memory(error);
	for (i = 0; i < nr; i++) {
		env->events[i].attr = events[i]->attr;
		env->events[i].name = events[i]->name;
		env->events[i].ids = events[i]->ids;
		env->events[i].nr_ids = events[i]->nr_ids;
	}
	env->nr_events = nr;
	perf_data_env_set(env, PERF_FEATURE_EVENT_DESC);
	return 0;
}

/*
 * PERF_FEATURE_TRACING_DATA: formats of the running kernel, if it has all tracepoints with the same
 * name and number.
 */
static void describe_tracepoints(const struct perf_data *data, struct perf_data_env *env,
				 struct perf_str *formats)
{
	const struct perf_data_event *const *events;
	struct perf_event_list list = { 0 };
	struct perf_event_spec *spec;
	struct perf_error unused;
	bool complete = true;
	size_t nr, i;

	if (perf_data_env_has(env, PERF_FEATURE_TRACING_DATA))
		return;
	events = perf_data_events(data, &nr);
	for (i = 0; i < nr && complete; i++) {
		spec = perf_event_list_add(&list);
		complete = spec && !perf_event_set_name(spec, events[i]->name,
							strlen(events[i]->name), &unused);
		if (spec)
			spec->attr = events[i]->attr;
	}
	if (complete && !perf_record_tracing(&list, false, formats, &unused) &&
	    formats->length) {
		env->tracing_data = formats->text;
		env->tracing_data_size = formats->length;
		perf_data_env_set(env, PERF_FEATURE_TRACING_DATA);
	}
	perf_event_list_free(&list);
}

/* PERF_FEATURE_COMPRESSED: some readers do not decompress a file without it. */
static void describe_compression(const struct perf_data *data, struct perf_data_env *env)
{
	if (perf_data_env_has(env, PERF_FEATURE_COMPRESSED) ||
	    !perf_data_problems(data)->compressed_records)
		return;
	env->comp_type = 1;
	env->comp_level = 1;
	env->comp_mmap_len = PERF_DATA_COMPRESS_PIECE;
	perf_data_env_set(env, PERF_FEATURE_COMPRESSED);
}

/*
 * Open the file of @data for writing; -EBUSY if its path now has another file, or the size changed.
 */
static int open_again(const struct perf_data *data, struct perf_error *error)
{
	const char *path = perf_data_path(data);
	struct stat status;
	int found = perf_output_find(path, &status);

	if (found < 0)
		return perf_error_set(error, found, "writing %s: %s", path, strerror(-found));
	if (!S_ISREG(status.st_mode)) {
		close(found);
		return perf_error_set(error, EOPNOTSUPP, "%s is not a single file", path);
	}
	if (!perf_data_is_file(data, &status) ||
	    (uint64_t)status.st_size != perf_data_size(data)) {
		close(found);
		return perf_error_set(error, EBUSY, "%s is changing: is it being recorded?", path);
	}
	found = perf_input_reopen(found, path, O_RDWR | O_CLOEXEC);
	return found < 0 ? perf_error_set(error, found, "writing %s: %s", path, strerror(-found)) :
			   found;
}

static int write_completed(struct perf_data *data, const struct perf_repair *repair,
			   const struct findings *findings, struct perf_data_env *extra,
			   struct perf_error *error)
{
	struct perf_data_env env = *perf_data_env(data);
	const char *path = perf_data_path(data);
	struct perf_str formats = { 0 };
	int fd, ret;

	/* Additions to env are allocated in extra->arena. */
	env.arena = extra->arena;
	ret = perf_data_env_has(&env, PERF_FEATURE_EVENT_DESC) ? 0 :
	      describe_events(data, &env, error);
	if (ret)
		return ret;
	describe_compression(data, &env);
	describe_tracepoints(data, &env, &formats);
	if (findings->last_time) {
		env.first_time = findings->first_time;
		env.last_time = findings->last_time;
		perf_data_env_set(&env, PERF_FEATURE_SAMPLE_TIME);
	}
	if (!env.nr_build_ids) {
		env.build_ids = NULL;
		perf_record_dsos_list(&findings->dsos, &env);
	}
	fd = open_again(data, error);
	ret = fd < 0 ? fd : perf_data_complete(fd, path, perf_data_header(data), repair->end,
					       &env, error);
	if (fd >= 0)
		close(fd);
	perf_str_free(&formats);
	return ret;
}

/**
 * perf_repair_write() - make a recording end behind its last whole record
 * @data: reader of a file, after perf_repair_scan()
 * @repair: result of perf_repair_scan()
 * @error: filled on failure
 *
 * The file is changed in place. perf_repair_write() keeps the features it still has, and adds those
 * that the records contain: build ids, sample times, names of events.
 *
 * Return: 0; -EOPNOTSUPP for a stream, a directory, or the other byte order; -EBUSY if the file is
 * changing; or a negative errno of reading or writing.
 */
int perf_repair_write(struct perf_data *data, const struct perf_repair *repair,
		      struct perf_error *error)
{
	struct findings findings = { 0 };
	struct perf_data_env *extra;
	int ret;

	if (perf_data_is_stream(data))
		return perf_error_set(error, EOPNOTSUPP,
				      "%s is a stream: it needs no mending, it just ends",
				      perf_data_path(data));
	if (perf_data_is_foreign(data))
		return perf_error_set(error, EOPNOTSUPP,
				      "%s is from a machine of the other byte order: mend it there",
				      perf_data_path(data));
	extra = perf_data_env_create();
	if (!extra)
		return perf_error_memory(error);
	ret = repair_find(data, &findings, error);
	if (!ret)
		ret = write_completed(data, repair, &findings, extra, error);
	perf_record_dsos_free(&findings.dsos);
	perf_data_env_free(extra);
	return ret;
}
