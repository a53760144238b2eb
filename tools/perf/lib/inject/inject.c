// SPDX-License-Identifier: GPL-2.0
/*
 * perf_inject_run() copies a recording. The writer makes the header of the copy from
 * injecting.env, so is_left_out() drops the stream records that repeat the header.
 */
#include <errno.h>
#include <limits.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include <base/map.h>
#include <data/feature_write.h>
#include <data/writer.h>
#include <inject/inject.h>
#include <inject/jit_code.h>
#include <inject/jitdump.h>
#include <record/dsos.h>

struct inject_ctx {
	const struct perf_inject *inject;
	struct perf_inject_result *result;
	struct perf_data *data;
	struct perf_data_writer *writer;
	struct perf_data_env env;	/* header of the copy */
	struct perf_data_env *extra;	/* owns the build ids and files added to env */
	struct perf_record_dsos dsos;
	struct perf_jit_code jit;
	struct perf_mmap_ids mmap_ids;
	size_t sent;			/* build ids already written to the stream */
	bool stream;
};

/* Does the writer make records of @type itself, or do they not fit into the copy? */
static bool is_left_out(const struct inject_ctx *ctx, uint32_t type)
{
	switch (type) {
	case PERF_RECORD_HEADER_ATTR:
	case PERF_RECORD_HEADER_EVENT_TYPE:
	case PERF_RECORD_HEADER_TRACING_DATA:
	case PERF_RECORD_HEADER_BUILD_ID:
	case PERF_RECORD_HEADER_FEATURE:
		return true;
	case PERF_RECORD_FINISHED_ROUND:
		/* Marks rounds of the original order; a copy sorted by time needs none. */
		return ctx->inject->jit || ctx->inject->mmap_ids == PERF_MMAP_IDS_USED;
	default:
		return false;
	}
}

static int write_record(struct inject_ctx *ctx, const struct perf_event_header *header,
			struct perf_error *error)
{
	ctx->result->records++;
	return perf_data_writer_write(ctx->writer, header, header->size, error);
}

static int list_build_ids(struct inject_ctx *ctx, struct perf_data_env *env,
			  struct perf_error *error)
{
	if (perf_known_ids_list(&ctx->inject->known, &ctx->dsos, env))
		return perf_error_memory(error);
	perf_record_dsos_list(&ctx->dsos, env);
	perf_known_ids_prevail(&ctx->inject->known, env);
	return 0;
}

/* In a stream, PERF_RECORD_HEADER_BUILD_ID precedes the first record that may need it. */
static int send_build_ids(struct inject_ctx *ctx, struct perf_error *error)
{
	struct perf_data_env *env = ctx->extra;
	struct perf_str bytes = { 0 };
	int err = list_build_ids(ctx, env, error);

	if (err)
		return err;
	for (; ctx->sent < env->nr_build_ids; ctx->sent++)
		perf_build_id_write(&env->build_ids[ctx->sent], PERF_RECORD_HEADER_BUILD_ID,
				    &bytes);
	if (bytes.failed)
		err = perf_error_memory(error);
	else if (bytes.length)
		err = perf_data_writer_write_plain(ctx->writer, bytes.text, bytes.length,
						   error);
	perf_str_free(&bytes);
	return err;
}

static const char *mapped_name(const struct perf_event_header *header)
{
	if (header->type == PERF_RECORD_MMAP2)
		return ((const struct perf_record_mmap2 *)header)->filename;
	if (header->type == PERF_RECORD_MMAP)
		return ((const struct perf_record_mmap *)header)->filename;
	return NULL;
}

static int32_t mapped_pid(const struct perf_event_header *header)
{
	if (header->type == PERF_RECORD_MMAP2)
		return (int32_t)((const struct perf_record_mmap2 *)header)->pid;
	return (int32_t)((const struct perf_record_mmap *)header)->pid;
}

static int look_at_mapping(struct inject_ctx *ctx, const struct perf_data_record *record,
			   const char *name, struct perf_error *error)
{
	size_t known = ctx->dsos.names.count;
	bool kernel = ctx->dsos.kernel;
	const struct perf_jit_mapper mapper = {
		.attr = &record->event->attr, .pid = mapped_pid(record->header),
	};

	if (ctx->inject->build_ids) {
		perf_record_dsos_add(&ctx->dsos, record->header);
		if (ctx->stream && (ctx->dsos.names.count > known ||
				    ctx->dsos.kernel != kernel)) {
			int err = send_build_ids(ctx, error);

			if (err)
				return err;
		}
	}
	if (!ctx->inject->jit || !perf_jitdump_is_name(name))
		return 0;
	return perf_jit_code_add(&ctx->jit, name, &mapper, error);
}

static int write_jit_mappings(struct inject_ctx *ctx, uint64_t until,
			      struct perf_error *error)
{
	const struct perf_event_header *header;
	int err = 0;

	while (!err && (header = perf_jit_code_next(&ctx->jit, until))) {
		if (ctx->inject->build_ids)
			perf_record_dsos_add(&ctx->dsos, header);
		err = write_record(ctx, header, error);
	}
	return ctx->jit.failed ? perf_error_memory(error) : err;
}

/* Append the part @piece of a mapping. MMAP and MMAP2 have these fields at the same offsets. */
static void add_part(const struct perf_event_header *header, const struct perf_jit_piece *piece,
		     struct perf_str *records)
{
	size_t at = records->length;
	struct perf_record_mmap mmap;

	perf_str_mem(records, (const char *)header, header->size);
	if (records->failed)
		return;
	memcpy(&mmap, header, sizeof(mmap));
	mmap.pgoff += piece->start - mmap.start;
	mmap.start = piece->start;
	mmap.len = piece->end - piece->start;
	memcpy(records->text + at, &mmap, sizeof(mmap));
}

/* Anonymous memory that a JIT makes executable must not hide the functions already in it. */
static int write_anonymous(struct inject_ctx *ctx, const struct perf_data_record *record,
			   struct perf_error *error)
{
	const struct perf_jit_mapper mapper = {
		.attr = &record->event->attr, .pid = mapped_pid(record->header),
	};
	struct perf_jit_pieces pieces = { 0 };
	const struct perf_jit_piece *piece;
	struct perf_str records = { 0 };
	int err;

	err = perf_jit_memory_anonymous(&ctx->jit.memory, record->header, &pieces);
	perf_vec_each(&pieces.list, piece) {
		if (err)
			break;
		if (piece->function)
			err = perf_jit_code_again(&ctx->jit, piece, &mapper, record->time,
						  &records);
		else
			add_part(record->header, piece, &records);
	}
	if (err || records.failed)
		err = perf_error_memory(error);
	else if (records.length)
		err = perf_data_writer_write(ctx->writer, records.text, records.length,
					     error);
	ctx->result->records += pieces.list.count;
	perf_vec_free(&pieces.list);
	perf_str_free(&records);
	return err;
}

/* Copy the name of the mapped file, "" if @record maps nothing. */
static void copy_name(const struct perf_data_record *record, char name[PATH_MAX])
{
	const char *text = record->event ? mapped_name(record->header) : NULL;
	size_t size = text ? perf_data_string_size(record, text) : 0;

	if (size >= PATH_MAX)
		size = 0;
	memcpy(name, text ? text : "", size);
	name[size] = '\0';
}

/* Write @record, after all records that precede it in the copy. */
static int write_copy(struct inject_ctx *ctx, const struct perf_data_record *record,
		      const char *name, struct perf_error *error)
{
	if (perf_jit_memory_keeps(&ctx->jit.memory, record->header, name))
		return 0;
	if (*name && perf_jit_memory_is_anonymous(&ctx->jit.memory, record->header, name))
		return write_anonymous(ctx, record, error);
	if (perf_jit_memory_apply(&ctx->jit.memory, record->header))
		return perf_error_memory(error);
	return write_record(ctx, record->header, error);
}

/* Write mappings with build ids before @record. Return: 1 if they replace it, 0, or -errno. */
static int write_mmap_ids(struct inject_ctx *ctx, const struct perf_data_record *record,
			  const char *name, struct perf_error *error)
{
	struct perf_str records = { 0 };
	int ret = perf_mmap_ids_record(&ctx->mmap_ids, record, name, &records), err = 0;

	if (ret < 0)
		err = perf_error_memory(error);
	else if (records.length)
		err = perf_data_writer_write(ctx->writer, records.text, records.length,
					     error);
	ctx->result->records += records.length ? 1 : 0;
	perf_str_free(&records);
	return err ? err : ret;
}

static int copy_record(struct inject_ctx *ctx, const struct perf_data_record *record,
		       struct perf_error *error)
{
	char name[PATH_MAX];
	int err = 0;

	/* payload is NULL if a pipe has too many bytes, so test payload_size. */
	if (record->payload_size && record->header->type == PERF_RECORD_AUXTRACE)
		return perf_error_set(error, EOPNOTSUPP,
				      "recordings with data of the AUX area cannot be copied");
	if (is_left_out(ctx, record->header->type))
		return 0;
	if (record->time)
		err = write_jit_mappings(ctx, record->time, error);
	copy_name(record, name);
	if (!err && *name)
		err = look_at_mapping(ctx, record, name, error);
	if (!err)
		err = write_mmap_ids(ctx, record, name, error);
	if (err)
		return err < 0 ? err : 0;
	return write_copy(ctx, record, name, error);
}

static int copy_all(struct inject_ctx *ctx, struct perf_error *error)
{
	struct perf_data_record record;
	int ret;

	while ((ret = perf_data_next(ctx->data, &record, error)) > 0) {
		ret = copy_record(ctx, &record, error);
		if (ret)
			break;
	}
	return ret ? ret : write_jit_mappings(ctx, UINT64_MAX, error);
}

static int inject_check(struct inject_ctx *ctx, struct perf_error *error)
{
	const struct perf_data_event *const *events;
	const char *path = perf_data_path(ctx->data);
	size_t nr;

	events = perf_data_events(ctx->data, &nr);
	if (perf_data_is_foreign(ctx->data))
		return perf_error_set(error, EOPNOTSUPP,
				      "%s is from a machine of the other byte order: do it there",
				      path);
	if (!ctx->inject->jit)
		return 0;
	if (nr && events[0]->attr.use_clockid && events[0]->attr.clockid == CLOCK_MONOTONIC)
		return 0;
	perf_error_set(error, EINVAL,
		       "times of %s are not of the clock that programs with JIT code use", path);
	perf_error_hint(error, "record with -k mono");
	return -EINVAL;
}

static int inject_begin(struct inject_ctx *ctx, struct perf_error *error)
{
	const struct perf_data_writer_options options = {
		.path = ctx->inject->output, .stream = ctx->stream,
		.fd = dup(ctx->stream ? STDOUT_FILENO : ctx->inject->fd),
	};
	const struct perf_data_event *const *events;
	int err = perf_data_writer_create(&options, &ctx->writer, error);
	size_t nr, i;

	events = perf_data_events(ctx->data, &nr);
	for (i = 0; i < nr && !err; i++)
		err = perf_data_writer_add_event(ctx->writer, &events[i]->attr,
						 events[i]->name, events[i]->ids,
						 events[i]->nr_ids, error);
	return err;
}

/* The copy is a single file, not compressed, without AUX data. */
static void take_env(struct inject_ctx *ctx)
{
	ctx->env = *perf_data_env(ctx->data);
	ctx->env.features[0] &= ~(1ULL << PERF_FEATURE_COMPRESSED |
				  1ULL << PERF_FEATURE_DIR_FORMAT |
				  1ULL << PERF_FEATURE_AUXTRACE);
}

/*
 * The build ids of the recording take precedence over those of the files, which may have been
 * replaced since. Only perf_inject.known overrides both.
 */
static int add_build_ids(struct inject_ctx *ctx, struct perf_error *error)
{
	struct perf_data_env *extra = ctx->extra;
	size_t i, nr = ctx->env.nr_build_ids;

	extra->nr_build_ids = 0;
	if (perf_known_ids_list(&ctx->inject->known, &ctx->dsos, extra))
		return perf_error_memory(error);
	for (i = 0; i < nr; i++)
		if (perf_data_env_add_build_id(extra, &ctx->env.build_ids[i]))
			return perf_error_memory(error);
	perf_record_dsos_list(&ctx->dsos, extra);
	perf_known_ids_prevail(&ctx->inject->known, extra);
	ctx->result->build_ids = extra->nr_build_ids > nr ? extra->nr_build_ids - nr : 0;
	ctx->env.build_ids = extra->build_ids;
	ctx->env.nr_build_ids = extra->nr_build_ids;
	if (extra->nr_build_ids)
		perf_data_env_set(&ctx->env, PERF_FEATURE_BUILD_ID);
	if (ctx->env.nr_files || !extra->nr_files)
		return 0;
	ctx->env.files = extra->files;
	ctx->env.nr_files = extra->nr_files;
	perf_data_env_set(&ctx->env, PERF_FEATURE_FILES);
	return 0;
}

static int inject_run(struct inject_ctx *ctx, struct perf_error *error)
{
	int err = inject_check(ctx, error);

	if (!err)
		err = inject_begin(ctx, error);
	if (err)
		return err;
	take_env(ctx);
	err = perf_data_writer_begin(ctx->writer, &ctx->env, error);
	if (!err)
		err = copy_all(ctx, error);
	if (err)
		return err;
	/* perf_data_env() of a stream is complete only after its last record. */
	take_env(ctx);
	err = add_build_ids(ctx, error);
	ctx->result->functions = ctx->jit.functions;
	ctx->result->mappings = ctx->jit.mappings.count;
	ctx->result->dumps = ctx->jit.dumps;
	return err ? err : perf_data_writer_finish(ctx->writer, &ctx->env, error);
}

/**
 * perf_inject_run() - copy a recording
 * @data: opened, nothing read yet; sorted by time with @inject->jit and PERF_MMAP_IDS_USED
 * @inject: options
 * @result: counts; filled on failure too
 * @error: filled on failure
 *
 * Return: 0 or a negative errno: -EOPNOTSUPP for recordings with AUX data or of the other byte
 * order.
 */
int perf_inject_run(struct perf_data *data, const struct perf_inject *inject,
		    struct perf_inject_result *result, struct perf_error *error)
{
	struct inject_ctx ctx = {
		.inject = inject, .result = result, .data = data,
		.stream = !strcmp(inject->output, "-"), .extra = perf_data_env_create(),
		.jit = { .directory = inject->jit_directory, .force = inject->force },
		.mmap_ids = {
			.mode = inject->mmap_ids, .known = &inject->known,
			.recorded = perf_data_env(data),
		},
	};
	int err;

	memset(result, 0, sizeof(*result));
	err = ctx.extra ? inject_run(&ctx, error) : perf_error_memory(error);
	result->nr_refused = ctx.jit.nr_refused;
	result->refused = ctx.jit.refused;
	ctx.jit.refused = (struct perf_str){ 0 };
	perf_data_writer_free(ctx.writer);
	perf_data_env_free(ctx.extra);
	perf_record_dsos_free(&ctx.dsos);
	perf_jit_code_free(&ctx.jit);
	perf_mmap_ids_free(&ctx.mmap_ids);
	return err;
}
