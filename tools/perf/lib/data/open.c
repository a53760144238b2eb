// SPDX-License-Identifier: GPL-2.0
/*
 * perf_data_open(): kind of the recording, its header, attributes and features.
 *
 * Offsets and sizes of the header are checked against source->size before they are used.
 * perf_data_open() opens any recording whose events it can read; data->problems notes all
 * else that is missing.
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <base/input.h>
#include <base/io.h>
#include <base/vec.h>
#include <data/attr.h>
#include <data/cursor.h>
#include <data/feature_read.h>
#include <data/find.h>
#include <data/reader_state.h>

#define DIRECTORY_FILES_MAX	4096

/* Files that users mistake for recordings, by their first bytes. */
static const struct {
	const char *start;
	size_t size;
	const char *what;
	const char *hint;
} lookalikes[] = {
	{ "\x1f\x8b", 2, "a gzip file", "Unpack it first: gunzip." },
	{ "\x28\xb5\x2f\xfd", 4, "a zstd file", "Unpack it first: unzstd." },
	{ "\xfd" "7zXZ", 5, "an xz file", "Unpack it first: unxz." },
	{ "BZh", 3, "a bzip2 file", "Unpack it first: bunzip2." },
	{ "\x7f" "ELF", 4, "a program or library", "Record it: perf record PROGRAM." },
	{ "# ====", 6, "text that perf printed", "Give the recording it was made from." },
	{ "{", 1, "JSON", "Give the recording it was made from." },
	{ "\x17\x08\x44tracing", 10, "a trace-cmd file", "trace-cmd report reads it." },
};

static int bad_magic(const char *path, const unsigned char *bytes, size_t size,
		     struct perf_error *error)
{
	size_t i;

	for (i = 0; i < PERF_ARRAY_SIZE(lookalikes); i++) {
		if (size < lookalikes[i].size ||
		    memcmp(bytes, lookalikes[i].start, lookalikes[i].size))
			continue;
		perf_error_set(error, EINVAL, "incompatible file format: %s is %s", path,
			       lookalikes[i].what);
		perf_error_hint(error, "%s", lookalikes[i].hint);
		return -EINVAL;
	}
	return perf_error_set(error, EINVAL, "incompatible file format: %s is no perf.data", path);
}

/* Set data->foreign from the magic. Return false if there is no magic. */
static bool read_magic(struct perf_data *data, const unsigned char *bytes)
{
	struct perf_cursor cursor = perf_cursor_make(bytes, 16, false);
	uint64_t magic = perf_cursor_u64(&cursor);
	uint64_t size = perf_cursor_u64(&cursor);

	if (magic == PERF_DATA_MAGIC)
		return true;
	if (magic == __builtin_bswap64(PERF_DATA_MAGIC)) {
		data->foreign = true;
		return true;
	}
	/* PERF_DATA_MAGIC_V1 has no byte order; header.size, a small number, shows it. */
	if (magic != PERF_DATA_MAGIC_V1 && magic != __builtin_bswap64(PERF_DATA_MAGIC_V1))
		return false;
	data->foreign = size > UINT32_MAX;
	return true;
}

static struct perf_data_section read_section(struct perf_cursor *cursor)
{
	struct perf_data_section section;

	section.offset = perf_cursor_u64(cursor);
	section.size = perf_cursor_u64(cursor);
	return section;
}

/*
 * header->features is an array of unsigned long in the file: from a 32-bit machine of the other
 * byte order the halves of each u64 are exchanged. Every recording has HOSTNAME, so its bit
 * shows which. If neither half has it, only BUILD_ID is assumed.
 */
static void repair_features(struct perf_data_file_header *header)
{
	const uint64_t hostname = 1ULL << PERF_FEATURE_HOSTNAME;
	size_t i;

	if (header->features[0] & hostname)
		return;
	if (header->features[0] >> 32 & hostname) {
		for (i = 0; i < 4; i++)
			header->features[i] = header->features[i] << 32 |
					      header->features[i] >> 32;
		return;
	}
	memset(header->features, 0, sizeof(header->features));
	header->features[0] = 1ULL << PERF_FEATURE_BUILD_ID;
}

static int read_file_header(struct perf_data *data, struct perf_error *error)
{
	struct perf_source *source = &data->streams[0].source;
	struct perf_data_file_header *header = &data->header;
	struct perf_cursor cursor;
	uint64_t any = 0;
	size_t i;

	cursor = perf_cursor_make(source->map, source->size, data->foreign);
	header->magic = perf_cursor_u64(&cursor);
	header->size = perf_cursor_u64(&cursor);
	header->attr_size = perf_cursor_u64(&cursor);
	header->attrs = read_section(&cursor);
	header->data = read_section(&cursor);
	header->event_types = read_section(&cursor);
	if (header->size >= PERF_DATA_HEADER_SIZE) {
		for (i = 0; i < 4; i++) {
			header->features[i] = perf_cursor_u64(&cursor);
			any |= header->features[i];
		}
	}
	if (cursor.bad || header->size < PERF_DATA_HEADER_SIZE_OLD)
		return perf_error_set(error, EINVAL,
				      "incompatible file format: the header of %s is cut off",
				      data->path);
	if (data->foreign && any)
		repair_features(header);
	return 0;
}

static int read_ids(struct perf_data *data, struct perf_data_event *event,
		    struct perf_data_section where)
{
	const struct perf_source *source = &data->streams[0].source;
	struct perf_cursor cursor;
	uint64_t i;

	if (where.offset > source->size || where.size > source->size - where.offset)
		return 0;	/* without ids, samples are attributed to the first event */
	cursor = perf_cursor_make(source->map + where.offset, where.size, data->foreign);
	for (i = 0; i < where.size / sizeof(uint64_t); i++) {
		if (perf_event_table_add_id(&data->events, event, perf_cursor_u64(&cursor)))
			return -ENOMEM;
	}
	return 0;
}

static int read_attrs(struct perf_data *data, struct perf_error *error)
{
	const struct perf_source *source = &data->streams[0].source;
	uint64_t stride = data->header.attr_size;
	struct perf_data_section table = data->header.attrs, where;
	struct perf_data_event *event;
	struct perf_event_attr attr;
	struct perf_cursor cursor;
	const unsigned char *at;
	uint64_t i;

	if (stride < PERF_ATTR_SIZE_VER0 + sizeof(where) || stride % 8 ||
	    table.offset > source->size || table.size > source->size - table.offset ||
	    table.size < stride)
		return perf_error_set(error, EINVAL,
				      "incompatible file format: %s does not say what was recorded",
				      data->path);
	for (i = 0; i < table.size / stride; i++) {
		at = source->map + table.offset + i * stride;
		if (!perf_attr_decode(at, stride - sizeof(where), data->foreign, &attr,
				      &data->problems.newer_attr))
			return perf_error_set(error, EINVAL,
					      "incompatible file format: event %llu of %s is damaged",
					      (unsigned long long)i, data->path);
		cursor = perf_cursor_make(at + stride - sizeof(where), sizeof(where),
					  data->foreign);
		where = read_section(&cursor);
		event = perf_event_table_add(&data->events, &attr);
		if (!event || read_ids(data, event, where))
			return perf_error_memory(error);
	}
	return 0;
}

static unsigned int count_features(const struct perf_data_file_header *header)
{
	unsigned int count = 0, i;

	for (i = 0; i < 4; i++)
		count += (unsigned int)__builtin_popcountll(header->features[i]);
	return count;
}

static void read_feature(struct perf_data *data, unsigned int feature,
			 struct perf_data_section where)
{
	const struct perf_source *source = &data->streams[0].source;
	uint64_t bit = 1ULL << (feature % 64);
	int ret = -EINVAL;

	if (where.offset <= source->size && where.size <= source->size - where.offset)
		ret = perf_feature_read(data->env, feature, source->map + where.offset,
					(size_t)where.size, data->foreign);
	if (ret == -ENOENT)
		data->problems.unknown_features[feature / 64] |= bit;
	else if (ret)
		data->problems.bad_features[feature / 64] |= bit;
}

static void read_features(struct perf_data *data, uint64_t index)
{
	const struct perf_source *source = &data->streams[0].source;
	struct perf_cursor cursor = { .bad = true };
	unsigned int feature;

	if (index <= source->size)
		cursor = perf_cursor_make(source->map + index, source->size - index,
					  data->foreign);
	for (feature = 0; feature < PERF_FEATURE_MAX; feature++) {
		if (!(data->header.features[feature / 64] >> (feature % 64) & 1))
			continue;
		read_feature(data, feature, read_section(&cursor));
		if (cursor.bad)
			data->problems.bad_features[feature / 64] |= 1ULL << (feature % 64);
	}
}

/* Is there an index of features at @index: does its first section begin right behind it? */
static bool features_follow(const struct perf_data *data, uint64_t index)
{
	const struct perf_source *source = &data->streams[0].source;
	uint64_t size = 16ULL * count_features(&data->header);
	struct perf_cursor cursor;

	if (!size || index > source->size || size > source->size - index)
		return false;
	cursor = perf_cursor_make(source->map + index, source->size - index, data->foreign);
	return read_section(&cursor).offset == index + size;
}

/*
 * Set source->position and source->end to the records. The header of a recording that was not
 * closed has no features, and a data.size of 0 or too small: then source->end is the end of the
 * file.
 */
static void find_data(struct perf_data *data)
{
	struct perf_source *source = &data->streams[0].source;
	struct perf_data_section *where = &data->header.data;
	bool unfinished = !count_features(&data->header) &&
			  data->header.size >= PERF_DATA_HEADER_SIZE;
	uint64_t end;

	source->position = where->offset < source->size ? where->offset : source->size;
	if (__builtin_add_overflow(where->offset, where->size, &end))
		end = UINT64_MAX;
	if (!where->size)
		unfinished = !features_follow(data, where->offset);
	source->end = end < source->size ? end : source->size;
	if (end > source->size) {
		data->problems.truncated_bytes = end - source->size;
		data->problems.not_closed = false;
	} else if (unfinished) {
		data->problems.not_closed = true;
		source->end = source->size;
	}
}

static int open_seekable(struct perf_data *data, struct perf_error *error)
{
	struct perf_data_section *where = &data->header.data;
	int ret;

	ret = read_file_header(data, error);
	if (!ret)
		ret = read_attrs(data, error);
	if (ret)
		return ret;
	find_data(data);
	if (!data->problems.not_closed && !data->problems.truncated_bytes)
		read_features(data, where->offset + where->size);
	else
		memcpy(data->problems.bad_features, data->header.features,
		       sizeof(data->header.features));
	return 0;
}

static bool precedes_data(uint32_t type)
{
	return type == PERF_RECORD_HEADER_ATTR || type == PERF_RECORD_HEADER_FEATURE ||
	       type == PERF_RECORD_HEADER_EVENT_TYPE ||
	       type == PERF_RECORD_HEADER_TRACING_DATA;
}

/* A copy of the payload of HEADER_TRACING_DATA; env->tracing_data if that has the same bytes. */
static const unsigned char *keep_payload(struct perf_data *data,
					 const struct perf_stream_record *record)
{
	const struct perf_data_env *env = data->env;
	unsigned char *copy;

	if (env->tracing_data && env->tracing_data_size == record->payload_size &&
	    !memcmp(env->tracing_data, record->payload, record->payload_size))
		return env->tracing_data;
	copy = perf_data_env_array(data->env, record->payload_size, 1);
	if (copy)
		memcpy(copy, record->payload, record->payload_size);
	return copy;
}

static int keep_early(struct perf_data *data, struct perf_stream_record *record)
{
	struct perf_data_early *early = calloc(1, sizeof(*early));

	if (!early)
		return -ENOMEM;
	early->record = *record;
	if (!record->stable) {
		early->record.header = perf_store_put(&data->store, record->header,
						      record->offset);
		if (!early->record.header) {
			free(early);
			return -ENOMEM;
		}
	}
	if (record->header->type == PERF_RECORD_HEADER_TRACING_DATA && record->payload) {
		early->record.payload = keep_payload(data, record);
		if (!early->record.payload) {
			free(early);
			return -ENOMEM;
		}
	}
	*data->early_last = early;
	data->early_last = &early->next;
	return 0;
}

/* Read ahead the records that describe events, up to the first for which !precedes_data(). */
static int open_stream(struct perf_data *data, struct perf_error *error)
{
	struct perf_stream *stream = &data->streams[0];
	struct perf_stream_record record;
	int ret;

	data->is_stream = true;
	data->header.magic = PERF_DATA_MAGIC;
	data->header.size = PERF_DATA_HEADER_SIZE_PIPE;
	perf_source_skip(&stream->source, PERF_DATA_HEADER_SIZE_PIPE);
	while ((ret = perf_stream_next(stream, &record)) > 0) {
		bool go_on = precedes_data(record.header->type);

		data->applied = record.offset;
		if (go_on && perf_data_apply(data, &record))
			return perf_error_memory(error);
		if (keep_early(data, &record))
			return perf_error_memory(error);
		if (!go_on)
			break;
		data->applied++;
	}
	if (ret < 0)
		return perf_error_set(error, ret, "reading %s: %s", data->path, strerror(-ret));
	if (!data->events.nr)
		return perf_error_set(error, EINVAL, "incompatible file format: "
				      "the stream %s ends before it says what was recorded",
				      data->path);
	return 0;
}

/* Copy a seekable file that comes through a pipe to memory: its features are at the end. */
static int input_spool(struct perf_data *data, struct perf_error *error)
{
	struct perf_source *source = &data->streams[0].source;
	const unsigned char *bytes;
	struct perf_source mapped;
	size_t size;
	off_t total;
	int fd, ret;

	fd = memfd_create("perf.data", MFD_CLOEXEC);
	if (fd < 0)
		return perf_error_set(error, errno, "no memory to hold %s: %m", data->path);
	while ((bytes = perf_source_peek(source, 1))) {
		size = (size_t)perf_source_left(source);
		ret = perf_write_all(fd, bytes, size);
		if (ret < 0) {
			close(fd);
			return perf_error_set(error, ret, "holding %s in memory: %s", data->path,
					      strerror(-ret));
		}
		perf_source_skip(source, size);
	}
	total = lseek(fd, 0, SEEK_END);
	ret = perf_source_map(&mapped, fd, (uint64_t)total);
	close(fd);
	if (ret)
		return perf_error_set(error, ret, "mapping %s: %s", data->path, strerror(-ret));
	perf_source_close(source);
	*source = mapped;
	return 0;
}

static int zero_sized(const struct perf_data *data, struct perf_error *error)
{
	perf_error_set(error, ENODATA, "zero-sized data (%s), nothing to do!", data->path);
	perf_error_hint(error, "perf record -o %s PROGRAM makes a recording.", data->path);
	return -ENODATA;
}

static int open_source(struct perf_data *data, struct perf_error *error)
{
	struct perf_source *source = &data->streams[0].source;
	struct perf_cursor cursor;
	const unsigned char *bytes;
	uint64_t size;
	int ret;

	bytes = perf_source_peek(source, PERF_DATA_HEADER_SIZE_PIPE);
	if (!bytes) {
		size = perf_source_left(source);
		if (!size)
			return source->error ? perf_error_set(error, source->error,
							      "reading %s: %s", data->path,
							      strerror(-source->error))
					     : zero_sized(data, error);
		return bad_magic(data->path, perf_source_peek(source, (size_t)size),
				 (size_t)size, error);
	}
	if (!read_magic(data, bytes))
		return bad_magic(data->path, bytes, PERF_DATA_HEADER_SIZE_PIPE, error);
	data->streams[0].swap = data->foreign;
	cursor = perf_cursor_make(bytes + 8, 8, data->foreign);
	if (perf_cursor_u64(&cursor) == PERF_DATA_HEADER_SIZE_PIPE) {
		ret = open_stream(data, error);
	} else {
		ret = source->map ? 0 : input_spool(data, error);
		if (!ret)
			ret = open_seekable(data, error);
	}
	if (!ret && perf_data_name_events(data))
		ret = perf_error_memory(error);
	data->problems_at_open = data->problems;
	return ret;
}

static struct perf_stream *add_stream(struct perf_data *data)
{
	struct perf_stream *larger;

	larger = realloc(data->streams, (data->nr_streams + 1) * sizeof(*larger));
	if (!larger)
		return NULL;
	data->streams = larger;
	larger += data->nr_streams++;
	memset(larger, 0, sizeof(*larger));
	larger->source.fd = -1;
	larger->events = &data->events;
	larger->problems = &data->problems;
	larger->unknown = data->options.unknown;
	larger->swap = data->foreign;
	return larger;
}

static struct perf_data *output_create(const char *path, const struct perf_data_options *options)
{
	struct perf_data *data = calloc(1, sizeof(*data));

	if (!data)
		return NULL;
	data->path = strdup(path);
	data->env = perf_data_env_create();
	data->early_last = &data->early;
	if (options)
		data->options = *options;
	if (!data->options.max_queue)
		data->options.max_queue = 512UL << 20;
	if (data->path && data->env && add_stream(data))
		return data;
	perf_data_close(data);
	return NULL;
}

/* Copy a file that another user could change: checks of its sizes must stay true. */
static int map_file(struct perf_source *source, int fd, const struct stat *status)
{
	uint64_t size = (uint64_t)status->st_size;

	return perf_input_is_shared(status) ? perf_source_copy(source, fd, size) :
	       perf_source_map(source, fd, size);
}

/* Map or read @fd with the first stream's source, which then owns @fd; close it on failure. */
static int take_fd(struct perf_data *data, int fd, struct perf_error *error)
{
	struct perf_source *source = &data->streams[0].source;
	struct stat status;
	int ret;

	if (fstat(fd, &status)) {
		ret = perf_error_set(error, errno, "%s: %m", data->path);
		goto out;
	}
	ret = perf_data_check_owner(fd, &status, data->path, data->options.force, error);
	if (ret)
		goto out;
	if (!S_ISREG(status.st_mode)) {
		perf_source_read(source, fd);
		return 0;
	}
	data->mtime = status.st_mtime;
	data->device = status.st_dev;
	data->inode = status.st_ino;
	data->mode = status.st_mode;
	if (!status.st_size) {
		ret = zero_sized(data, error);
		goto out;
	}
	ret = map_file(source, fd, &status);
	if (ret)
		perf_error_set(error, ret, "mapping %s: %s", data->path, strerror(-ret));
out:
	close(fd);
	return ret;
}

/**
 * perf_data_open_fd() - perf_data_open() for an open descriptor
 * @fd: file or pipe, at its start; perf_data_open_fd() or perf_data_close() closes it
 * @name: for messages
 */
int perf_data_open_fd(int fd, const char *name, const struct perf_data_options *options,
		      struct perf_data **data, struct perf_error *error)
{
	int ret;

	*data = output_create(name, options);
	if (!*data) {
		close(fd);
		return perf_error_memory(error);
	}
	ret = take_fd(*data, fd, error);
	if (!ret)
		ret = open_source(*data, error);
	if (ret) {
		perf_data_close(*data);
		*data = NULL;
	}
	return ret;
}

/* Add a stream for the file @name of a directory, unless the file is empty. */
static int add_file(struct perf_data *data, const char *name, int fd, const struct stat *status,
		    struct perf_error *error)
{
	int ret = perf_data_check_owner(fd, status, name, data->options.force, error);
	struct perf_stream *stream;

	if (ret || !status->st_size)
		return ret;
	stream = add_stream(data);
	ret = stream ? map_file(&stream->source, fd, status) : -ENOMEM;
	return ret ? perf_error_set(error, ret, "mapping %s: %s", name, strerror(-ret)) : 0;
}

/* Add the files data.0, data.1 and so on of a directory, which hold records alone. */
static int add_directory_files(struct perf_data *data, const char *path,
			       struct perf_error *error)
{
	struct stat status;
	char name[4096];
	int fd, i, ret;

	data->is_directory = true;
	for (i = 0; i < DIRECTORY_FILES_MAX; i++) {
		snprintf(name, sizeof(name), "%s/data.%d", path, i);
		fd = perf_input_open(PERF_INPUT_RECORDING, name);
		if (fd < 0)
			continue;
		ret = fstat(fd, &status) ? 0 : add_file(data, name, fd, &status, error);
		close(fd);
		if (ret)
			return ret;
	}
	return 0;
}

static void find_kernel_copy(struct perf_data *data, const char *path)
{
	char name[4096];

	snprintf(name, sizeof(name), "%s/kcore_dir", path);
	if (!access(name, X_OK))
		data->env->kcore_dir = perf_data_env_string(data->env, name);
}

static int open_directory(const char *path, const struct perf_data_options *options,
			  struct perf_data **data, struct perf_error *error)
{
	char name[4096];
	int fd, ret;

	snprintf(name, sizeof(name), "%s/data", path);
	fd = perf_data_find(name, options && options->force, error);
	if (fd < 0) {
		perf_error_prefix(error, "%s is a directory without a recording", path);
		return fd;
	}
	ret = perf_data_open_fd(fd, path, options, data, error);
	if (ret)
		return ret;
	find_kernel_copy(*data, path);
	ret = add_directory_files(*data, path, error);
	if (ret) {
		perf_data_close(*data);
		*data = NULL;
	}
	return ret;
}

/**
 * perf_data_usual() - path of the recording to read if the user names none
 *
 * Return: "-" if the standard input is a pipe, else "perf.data".
 */
const char *perf_data_usual(void)
{
	struct stat status;

	return !fstat(STDIN_FILENO, &status) && S_ISFIFO(status.st_mode) ? "-" : "perf.data";
}

/**
 * perf_data_open() - open a recording; read its header, attributes and features
 * @path: a file or a directory; "-" is the standard input
 * @options: NULL for the defaults
 * @data: result; the caller closes it with perf_data_close()
 * @error: filled on failure; @error->hint may hold advice
 *
 * Return: 0 or a negative errno: -ENODATA for an empty file, -EINVAL for one that is no
 * recording, -EPERM for one of another user, or the errno of open(), mmap() or read().
 */
int perf_data_open(const char *path, const struct perf_data_options *options,
		   struct perf_data **data, struct perf_error *error)
{
	int fd;

	*data = NULL;
	if (!strcmp(path, "-")) {
		fd = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3);
		if (fd < 0)
			return perf_error_set(error, errno, "failed to open %s: %m", path);
	} else {
		fd = perf_data_find(path, options && options->force, error);
	}
	if (fd == -EISDIR)
		return open_directory(path, options, data, error);
	return fd < 0 ? fd : perf_data_open_fd(fd, path, options, data, error);
}
