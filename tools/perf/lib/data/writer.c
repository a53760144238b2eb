// SPDX-License-Identifier: GPL-2.0
/*
 * struct perf_data_writer writes a recording.
 *
 * A file is: header, ids of each event, table of attributes, records, index of features,
 * features. Records count only up to header.data.size, so perf_data_writer_sync() rewrites the
 * header. Uncompressed records are written from the caller's memory, without a copy.
 *
 * Locks: writer->lock guards the position in the file, the sizes and writer->deflate.
 */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <base/directory.h>
#include <base/io.h>
#include <base/output.h>
#include <data/attr.h>
#include <data/deflate.h>
#include <data/feature_write.h>
#include <data/writer.h>

#define HEADER_SIZE	sizeof(struct perf_event_header)
#define PACKED_SIZE	(PERF_DATA_RECORD_MAX - HEADER_SIZE)

struct perf_data_writer {
	struct perf_data_writer_options options;
	char *path;
	struct perf_output output;	/* the file of @fd, unless options.fd was given */
	int directory;			/* of a recording in several files, or -1 */
	int fd;
	pthread_mutex_t lock;
	struct perf_data_file_header header;
	struct perf_data_env *own;	/* holds the events added */
	size_t attr_size;
	uint64_t size;
	uint64_t raw_size;
	struct perf_deflate *deflate;
	unsigned char *packed;		/* buffer for a COMPRESSED record */
	bool begun;
	bool failed;			/* the file cannot be completed */
};

static int writer_fail(struct perf_data_writer *writer, int code, const char *what,
		       struct perf_error *error)
{
	writer->failed = true;
	perf_error_set(error, code, "%s %s: %s", what, writer->path, strerror(abs(code)));
	if (abs(code) == ENOSPC)
		perf_error_hint(error, "Give another place with -o, or compress with -z.");
	return -abs(code);
}

static int writer_append(struct perf_data_writer *writer, const void *bytes, size_t size,
			 struct perf_error *error)
{
	int ret;

	ret = perf_write_all(writer->fd, bytes, size);
	if (ret < 0)
		return writer_fail(writer, ret, "writing", error);
	writer->size += size;
	return 0;
}

static int write_header(struct perf_data_writer *writer, struct perf_error *error)
{
	ssize_t written;

	do {
		written = pwrite(writer->fd, &writer->header, sizeof(writer->header), 0);
	} while (written < 0 && errno == EINTR);
	if (written != (ssize_t)sizeof(writer->header))
		return writer_fail(writer, written < 0 ? errno : EIO, "writing", error);
	return 0;
}

/* Rename a non-empty file or a directory to PATH.old; not a device such as /dev/null. */
static int keep_old(const char *path, struct perf_error *error)
{
	struct stat status;
	char old[4096];

	if (lstat(path, &status) ||
	    !((S_ISREG(status.st_mode) && status.st_size) || S_ISDIR(status.st_mode)))
		return 0;
	snprintf(old, sizeof(old), "%s.old", path);
	if (!rename(path, old))
		return 0;
	return perf_error_set(error, errno, "renaming %s to %s: %m", path, old);
}

/* Make the directory, and open it: writer->directory stays valid if its name is reused. */
static int make_directory(struct perf_data_writer *writer, struct perf_error *error)
{
	const char *name;
	int above = perf_directory_above(writer->path, false, &name);

	writer->directory = above < 0 ? above : perf_directory_own(above, name, true);
	if (above >= 0)
		close(above);
	if (writer->directory >= 0)
		return 0;
	return perf_error_set(error, writer->directory, "failed to make the directory %s: %s",
			      writer->path, strerror(-writer->directory));
}

static int open_output(struct perf_data_writer *writer, struct perf_error *error)
{
	const char *path = writer->path;
	char file[64];
	int ret;

	writer->fd = writer->options.fd;
	if (writer->fd >= 0)
		return 0;
	if (writer->options.keep_old) {
		ret = keep_old(writer->path, error);
		if (ret)
			return ret;
	}
	if (writer->options.directory) {
		ret = make_directory(writer, error);
		if (ret)
			return ret;
		snprintf(file, sizeof(file), "/proc/self/fd/%d/data", writer->directory);
		path = file;
	}
	/* PERF_OUTPUT_AT_ONCE: readers may open the recording while it grows. */
	ret = perf_output_open(&writer->output, path, 0600,
			       PERF_OUTPUT_AT_ONCE | PERF_OUTPUT_PRIVATE, error);
	if (ret && writer->directory >= 0)
		perf_error_set(error, ret, "cannot write %s/data: %s", writer->path,
			       strerror(-ret));
	if (ret) {
		perf_error_hint(error, "-o FILE writes to another place.");
		return ret;
	}
	writer->fd = writer->output.fd;
	return 0;
}

/** perf_data_writer_directory() - descriptor of the recording's directory, -1 without one */
int perf_data_writer_directory(const struct perf_data_writer *writer)
{
	return writer->directory;
}

/**
 * perf_data_writer_create() - open the output
 * @options: copied, with @options->path
 * @writer: result; the caller frees it with perf_data_writer_free()
 * @error: filled on failure
 *
 * Return: 0 or a negative errno; -EOPNOTSUPP for compression in a build without zstd.
 */
int perf_data_writer_create(const struct perf_data_writer_options *options,
			    struct perf_data_writer **writer, struct perf_error *error)
{
	struct perf_data_writer *created = calloc(1, sizeof(*created));
	int ret = 0;

	*writer = NULL;
	if (!created) {
		if (options->fd >= 0)
			close(options->fd);
		return perf_error_memory(error);
	}
	pthread_mutex_init(&created->lock, NULL);
	created->fd = options->fd;
	created->output = PERF_OUTPUT_NONE;
	created->directory = -1;
	created->options = *options;
	created->path = strdup(options->path);
	created->own = perf_data_env_create();
	created->packed = malloc(PERF_DATA_RECORD_MAX);
	if (!created->path || !created->own || !created->packed)
		ret = perf_error_memory(error);
	if (!ret && options->compress_level) {
		created->deflate = perf_deflate_create(options->compress_level);
		if (!created->deflate)
			ret = perf_error_set(error, EOPNOTSUPP,
					     "cannot compress: this perf was built without zstd");
	}
	if (!ret)
		ret = open_output(created, error);
	if (ret) {
		perf_data_writer_free(created);
		return ret;
	}
	*writer = created;
	return 0;
}

/**
 * perf_data_writer_free() - free the writer and close its descriptors
 * @writer: may be NULL
 */
void perf_data_writer_free(struct perf_data_writer *writer)
{
	if (!writer)
		return;
	if (writer->output.fd < 0 && writer->fd >= 0)
		close(writer->fd);
	perf_output_drop(&writer->output);
	if (writer->directory >= 0)
		close(writer->directory);
	pthread_mutex_destroy(&writer->lock);
	perf_deflate_free(writer->deflate);
	perf_data_env_free(writer->own);
	free(writer->packed);
	free(writer->path);
	free(writer);
}

/**
 * perf_data_writer_add_event() - add an event to the recording
 * @writer: before perf_data_writer_begin()
 * @attr: attr of perf_event_open()
 * @name: as the user wrote it
 * @ids: ids of the event, one for each descriptor
 * @nr_ids: number of @ids
 * @error: filled on failure
 *
 * Return: 0 or a negative errno.
 */
int perf_data_writer_add_event(struct perf_data_writer *writer,
			       const struct perf_event_attr *attr, const char *name,
			       const uint64_t *ids, size_t nr_ids, struct perf_error *error)
{
	struct perf_data_env *own = writer->own;
	struct perf_env_event *events, *event;

	/* Events are few: copying the array each time is simplest. */
	events = perf_data_env_array(own, own->nr_events + 1, sizeof(*events));
	if (!events)
		return perf_error_memory(error);
	if (own->nr_events)
		memcpy(events, own->events, own->nr_events * sizeof(*events));
	own->events = events;
	event = &events[own->nr_events];
	event->attr = *attr;
	event->name = perf_data_env_string(own, name);
	event->ids = perf_data_env_array(own, nr_ids, sizeof(*ids));
	if (!event->name || !event->ids)
		return perf_error_memory(error);
	if (nr_ids)
		memcpy(event->ids, ids, nr_ids * sizeof(*ids));
	event->nr_ids = nr_ids;
	own->nr_events++;
	if (perf_attr_stored_size(attr) > writer->attr_size)
		writer->attr_size = perf_attr_stored_size(attr);
	return 0;
}

/* Append the attr of an event; all have writer->attr_size bytes. */
static void put_attr(struct perf_data_writer *writer, size_t index, struct perf_str *bytes)
{
	struct perf_event_attr attr = writer->own->events[index].attr;

	attr.size = (uint32_t)writer->attr_size;
	perf_str_mem(bytes, (const char *)&attr, writer->attr_size);
}

static void put_file_start(struct perf_data_writer *writer, struct perf_str *bytes)
{
	struct perf_data_file_header *header = &writer->header;
	const struct perf_data_env *own = writer->own;
	struct perf_data_section ids = { .offset = sizeof(*header) };
	size_t i;

	perf_str_fill(bytes, '\0', sizeof(*header));
	for (i = 0; i < own->nr_events; i++)
		perf_str_mem(bytes, (const char *)own->events[i].ids,
			     own->events[i].nr_ids * sizeof(uint64_t));
	header->magic = PERF_DATA_MAGIC;
	header->size = sizeof(*header);
	header->attr_size = writer->attr_size + sizeof(ids);
	header->attrs.offset = bytes->length;
	header->attrs.size = own->nr_events * header->attr_size;
	for (i = 0; i < own->nr_events; i++) {
		ids.size = own->events[i].nr_ids * sizeof(uint64_t);
		put_attr(writer, i, bytes);
		perf_str_mem(bytes, (const char *)&ids, sizeof(ids));
		ids.offset += ids.size;
	}
	header->data.offset = bytes->length;
}

static void put_record_header(struct perf_str *bytes, uint32_t type, size_t size)
{
	struct perf_event_header header = { .type = type, .size = (uint16_t)size };

	perf_str_mem(bytes, (const char *)&header, sizeof(header));
}

static void put_attr_record(struct perf_data_writer *writer, size_t index,
			    struct perf_str *bytes)
{
	const struct perf_env_event *event = &writer->own->events[index];
	size_t ids = event->nr_ids * sizeof(uint64_t);
	size_t size = HEADER_SIZE + writer->attr_size + ids;

	/* Ids that do not fit into the record are left to PERF_RECORD_ID_INDEX. */
	if (size > PERF_DATA_RECORD_MAX) {
		ids = PERF_DATA_RECORD_MAX - HEADER_SIZE - writer->attr_size;
		size = PERF_DATA_RECORD_MAX;
	}
	put_record_header(bytes, PERF_RECORD_HEADER_ATTR, size);
	put_attr(writer, index, bytes);
	perf_str_mem(bytes, (const char *)event->ids, ids);
}

static void put_feature_record(uint64_t feature, const struct perf_str *body,
			       struct perf_str *bytes)
{
	size_t padded = (body->length + 7) & ~(size_t)7;
	size_t size = HEADER_SIZE + sizeof(feature) + padded;

	if (size > PERF_DATA_RECORD_MAX || body->failed)
		return;
	put_record_header(bytes, PERF_RECORD_HEADER_FEATURE, size);
	perf_str_mem(bytes, (const char *)&feature, sizeof(feature));
	perf_str_mem(bytes, body->text, body->length);
	perf_str_fill(bytes, '\0', padded - body->length);
}

/* Features that have a record type of their own in a stream, or are unknown at its start. */
static bool not_in_stream(unsigned int feature)
{
	return feature == PERF_FEATURE_TRACING_DATA || feature == PERF_FEATURE_BUILD_ID ||
	       feature == PERF_FEATURE_SAMPLE_TIME;
}

static void put_feature_records(const struct perf_data_env *env, struct perf_str *bytes)
{
	struct perf_str body = { 0 };
	unsigned int feature;

	for (feature = 0; feature < PERF_FEATURE_END; feature++) {
		if (!perf_data_env_has(env, feature) || not_in_stream(feature))
			continue;
		perf_str_cut(&body, 0);
		if (perf_feature_write(env, feature, &body))
			put_feature_record(feature, &body, bytes);
	}
	perf_str_cut(&body, 0);
	put_feature_record(PERF_FEATURE_END, &body, bytes);
	perf_str_free(&body);
}

static void put_tracing_data(const struct perf_data_env *env, struct perf_str *bytes)
{
	uint32_t padded = (uint32_t)((env->tracing_data_size + 7) & ~(size_t)7);
	const uint32_t fill = 0;

	put_record_header(bytes, PERF_RECORD_HEADER_TRACING_DATA, HEADER_SIZE + 8);
	perf_str_mem(bytes, (const char *)&padded, sizeof(padded));
	perf_str_mem(bytes, (const char *)&fill, sizeof(fill));
	perf_str_mem(bytes, env->tracing_data, env->tracing_data_size);
	perf_str_fill(bytes, '\0', padded - env->tracing_data_size);
}

/* @env with the events of perf_data_writer_add_event(), for EVENT_DESC. */
static struct perf_data_env with_events(const struct perf_data_writer *writer,
					const struct perf_data_env *env)
{
	static const struct perf_data_env none;
	struct perf_data_env merged = env ? *env : none;

	merged.events = writer->own->events;
	merged.nr_events = writer->own->nr_events;
	perf_data_env_set(&merged, PERF_FEATURE_EVENT_DESC);
	return merged;
}

static void put_stream_start(struct perf_data_writer *writer, const struct perf_data_env *env,
			     struct perf_str *bytes)
{
	struct perf_data_env merged = with_events(writer, env);
	const uint64_t start[2] = { PERF_DATA_MAGIC, PERF_DATA_HEADER_SIZE_PIPE };
	size_t i;

	perf_str_mem(bytes, (const char *)start, sizeof(start));
	for (i = 0; i < writer->own->nr_events; i++)
		put_attr_record(writer, i, bytes);
	put_feature_records(&merged, bytes);
	if (perf_data_env_has(&merged, PERF_FEATURE_TRACING_DATA))
		put_tracing_data(&merged, bytes);
}

/**
 * perf_data_writer_begin() - write the header, and the features of a stream
 * @writer: with its events
 * @env: features of a stream; ignored for a file, may be NULL
 * @error: filled on failure
 *
 * Return: 0 or a negative errno.
 */
int perf_data_writer_begin(struct perf_data_writer *writer, const struct perf_data_env *env,
			   struct perf_error *error)
{
	struct perf_str bytes = { 0 };
	int ret;

	if (writer->options.stream)
		put_stream_start(writer, env, &bytes);
	else
		put_file_start(writer, &bytes);
	ret = bytes.failed ? perf_error_memory(error) :
			     writer_append(writer, bytes.text, bytes.length, error);
	perf_str_free(&bytes);
	if (!ret && !writer->options.stream)
		ret = write_header(writer, error);
	writer->begun = !ret;
	return ret;
}

/* Compress at most PERF_DATA_COMPRESS_PIECE bytes into one or more COMPRESSED records. */
static int append_packed(struct perf_data_writer *writer, const unsigned char *bytes,
			 size_t size, struct perf_error *error)
{
	struct perf_event_header header = { .type = PERF_RECORD_COMPRESSED };
	long packed;
	int ret;

	do {
		packed = perf_deflate(writer->deflate, &bytes, &size,
				      writer->packed + HEADER_SIZE, PACKED_SIZE);
		if (packed < 0)
			return writer_fail(writer, EIO, "compressing for", error);
		if (!packed)
			break;
		header.size = (uint16_t)(HEADER_SIZE + (size_t)packed);
		memcpy(writer->packed, &header, sizeof(header));
		ret = writer_append(writer, writer->packed, header.size, error);
		if (ret)
			return ret;
	} while (size || (size_t)packed == PACKED_SIZE);
	return 0;
}

/* Context: writer->lock is held. */
static int write_locked(struct perf_data_writer *writer, const unsigned char *bytes,
			size_t size, bool pack, struct perf_error *error)
{
	size_t piece;
	int ret = 0;

	writer->raw_size += size;
	if (!pack)
		return writer_append(writer, bytes, size, error);
	while (size && !ret) {
		piece = size < PERF_DATA_COMPRESS_PIECE ? size : PERF_DATA_COMPRESS_PIECE;
		ret = append_packed(writer, bytes, piece, error);
		bytes += piece;
		size -= piece;
	}
	return ret;
}

/**
 * perf_data_writer_write_pieces() - perf_data_writer_write() for records in several buffers
 * @writer: after perf_data_writer_begin()
 * @pieces: addresses
 * @sizes: bytes of each piece
 * @nr: number of @pieces. A record may begin in one piece and end in the next
 * @error: filled on failure
 *
 * The lock is held for all pieces, so that other threads write nothing between them.
 */
int perf_data_writer_write_pieces(struct perf_data_writer *writer, const void *const *pieces,
				  const size_t *sizes, size_t nr, struct perf_error *error)
{
	int ret = 0;
	size_t i;

	pthread_mutex_lock(&writer->lock);
	for (i = 0; i < nr && !ret; i++)
		ret = write_locked(writer, pieces[i], sizes[i], writer->deflate, error);
	pthread_mutex_unlock(&writer->lock);
	return ret;
}

/**
 * perf_data_writer_write() - append whole records
 * @writer: after perf_data_writer_begin()
 * @records: records, in this machine's byte order; compressed with options.compress_level
 * @size: bytes of @records
 * @error: filled on failure
 *
 * Return: 0 or a negative errno (-ENOSPC, ...).
 */
int perf_data_writer_write(struct perf_data_writer *writer, const void *records, size_t size,
			   struct perf_error *error)
{
	return perf_data_writer_write_pieces(writer, &records, &size, 1, error);
}

/**
 * perf_data_writer_write_plain() - perf_data_writer_write() without compression
 *
 * For tool records, above all FINISHED_ROUND, and for synthesised records.
 */
int perf_data_writer_write_plain(struct perf_data_writer *writer, const void *records,
				 size_t size, struct perf_error *error)
{
	int ret;

	pthread_mutex_lock(&writer->lock);
	ret = write_locked(writer, records, size, false, error);
	pthread_mutex_unlock(&writer->lock);
	return ret;
}

/**
 * perf_data_writer_write_trace() - append trace data of the AUX area, uncompressed
 * @writer: after perf_data_writer_begin()
 * @record: written in front; @record->size is set to the bytes of all pieces, padded to 8
 * @pieces: addresses
 * @sizes: bytes of each piece
 * @nr: number of @pieces
 * @offset: result: offset of @record in the file; may be NULL
 * @error: filled on failure
 *
 * Return: 0 or a negative errno.
 */
int perf_data_writer_write_trace(struct perf_data_writer *writer,
				 struct perf_record_auxtrace *record, const void *const *pieces,
				 const size_t *sizes, size_t nr, uint64_t *offset,
				 struct perf_error *error)
{
	static const unsigned char fill[8];
	size_t size = 0, i;
	int ret;

	for (i = 0; i < nr; i++)
		size += sizes[i];
	record->size = (size + 7) & ~(uint64_t)7;
	pthread_mutex_lock(&writer->lock);
	if (offset)
		*offset = writer->size;
	ret = write_locked(writer, (const void *)record, sizeof(*record), false, error);
	for (i = 0; i < nr && !ret; i++)
		ret = write_locked(writer, pieces[i], sizes[i], false, error);
	if (!ret && record->size > size)
		ret = write_locked(writer, fill, record->size - size, false, error);
	pthread_mutex_unlock(&writer->lock);
	return ret;
}

/**
 * perf_data_writer_sync() - make the records written so far readable if the program is killed
 * @writer: of a file; does nothing for a stream
 * @error: filled on failure
 *
 * Return: 0 or a negative errno.
 */
int perf_data_writer_sync(struct perf_data_writer *writer, struct perf_error *error)
{
	int ret = 0;

	if (writer->options.stream)
		return 0;
	pthread_mutex_lock(&writer->lock);
	writer->header.data.size = writer->size - writer->header.data.offset;
	ret = write_header(writer, error);
	pthread_mutex_unlock(&writer->lock);
	return ret;
}

/* Append index and bodies of the features, for the file offset @end; set header->features. */
static void put_features(struct perf_data_file_header *header, uint64_t end,
			 const struct perf_data_env *env, struct perf_str *bytes)
{
	struct perf_data_section sections[PERF_FEATURE_MAX];
	struct perf_str bodies = { 0 };
	unsigned int feature, nr = 0;

	memset(header->features, 0, sizeof(header->features));
	for (feature = 0; feature < PERF_FEATURE_MAX; feature++) {
		if (!perf_data_env_has(env, feature))
			continue;
		sections[nr].offset = bodies.length;
		if (!perf_feature_write(env, feature, &bodies))
			continue;
		sections[nr].size = bodies.length - sections[nr].offset;
		perf_str_fill(&bodies, '\0', -bodies.length & 7);
		header->features[feature / 64] |= 1ULL << (feature % 64);
		nr++;
	}
	for (feature = 0; feature < nr; feature++)
		sections[feature].offset += end + nr * sizeof(sections[0]);
	perf_str_mem(bytes, (const char *)sections, nr * sizeof(sections[0]));
	perf_str_mem(bytes, perf_str_text(&bodies), bodies.length);
	bytes->failed |= bodies.failed;
	perf_str_free(&bodies);
}

/**
 * perf_data_writer_finish() - write the feature sections and the final header of a file
 * @writer: writer; does nothing for a stream
 * @env: features, written if perf_feature_write() can; EVENT_DESC comes from
 *	perf_data_writer_add_event() and need not be in @env
 * @error: filled on failure
 *
 * Return: 0 or a negative errno.
 */
int perf_data_writer_finish(struct perf_data_writer *writer, const struct perf_data_env *env,
			    struct perf_error *error)
{
	struct perf_data_env merged = with_events(writer, env);
	struct perf_str bytes = { 0 };
	int ret;

	if (writer->options.stream || !writer->begun)
		return 0;
	/* Write no features: a reader then reads the records up to the failure. */
	if (writer->failed)
		return perf_error_set(error, EIO, "%s is incomplete", writer->path);
	writer->header.data.size = writer->size - writer->header.data.offset;
	put_features(&writer->header, writer->size, &merged, &bytes);
	ret = bytes.failed ? perf_error_memory(error) :
			     writer_append(writer, bytes.text, bytes.length, error);
	perf_str_free(&bytes);
	return ret ? ret : write_header(writer, error);
}

static bool is_in_front(const struct perf_data_file_header *header,
			const struct perf_data_section *section)
{
	return section->offset <= header->data.offset &&
	       section->size <= header->data.offset - section->offset;
}

/* writer_rewrite() overwrites the end of the records: attrs and ids must be in front. */
static bool events_are_in_front(int fd, const struct perf_data_file_header *header)
{
	uint64_t at, end = header->attrs.offset + header->attrs.size;
	struct perf_data_section ids;

	if (!is_in_front(header, &header->attrs) || header->attr_size < sizeof(ids))
		return false;
	for (at = header->attrs.offset; end - at >= header->attr_size; at += header->attr_size)
		if (pread(fd, &ids, sizeof(ids), (off_t)(at + header->attr_size - sizeof(ids))) !=
		    sizeof(ids) || !is_in_front(header, &ids))
			return false;
	return true;
}

static int writer_rewrite(int fd, const struct perf_data_file_header *header, uint64_t end,
			  const struct perf_str *features)
{
	int ret;

	/* The header comes last: until then the old header is valid. */
	if (ftruncate(fd, (off_t)end) || lseek(fd, (off_t)end, SEEK_SET) < 0)
		return -errno;
	ret = perf_write_all(fd, features->text, features->length);
	if (ret < 0)
		return ret;
	if (lseek(fd, 0, SEEK_SET) < 0)
		return -errno;
	return perf_write_all(fd, header, sizeof(*header));
}

/**
 * perf_data_complete() - complete, in place, a file that was not closed or was cut off
 * @fd: the file, open for reading and writing, in this machine's byte order
 * @path: name of the file, for messages
 * @header: header of the file
 * @end: offset of the end of its last whole record; bytes behind it are lost
 * @env: features
 * @error: filled on failure
 *
 * Return: 0 or a negative errno: -EOPNOTSUPP, with the file unchanged, if the header is an old
 * one, or if the attributes or their ids are not in front of the records.
 */
int perf_data_complete(int fd, const char *path, const struct perf_data_file_header *header,
		       uint64_t end, const struct perf_data_env *env, struct perf_error *error)
{
	struct perf_data_file_header completed = *header;
	struct perf_str features = { 0 };
	int ret;

	if (header->size != sizeof(*header) || end < header->data.offset)
		return perf_error_set(error, EOPNOTSUPP, "%s has a header of an old kind", path);
	completed.data.size = end - header->data.offset;
	put_features(&completed, end, env, &features);
	if (features.failed) {
		perf_str_free(&features);
		return perf_error_memory(error);
	}
	if (!events_are_in_front(fd, header)) {
		ret = perf_error_set(error, EOPNOTSUPP,
				     "%s has its events behind its records: it is left as it is",
				     path);
	} else {
		ret = writer_rewrite(fd, &completed, end, &features);
		if (ret < 0)
			perf_error_set(error, ret, "writing %s: %s", path, strerror(-ret));
	}
	perf_str_free(&features);
	return ret < 0 ? ret : 0;
}

/** perf_data_writer_size() - bytes written to the file or stream so far */
uint64_t perf_data_writer_size(const struct perf_data_writer *writer)
{
	return writer->size;
}

/** perf_data_writer_raw_size() - bytes of records written so far, before compression */
uint64_t perf_data_writer_raw_size(const struct perf_data_writer *writer)
{
	return writer->raw_size;
}
