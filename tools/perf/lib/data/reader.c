// SPDX-License-Identifier: GPL-2.0
/*
 * perf_data_next(): the records of a recording, by time.
 *
 * Tool records, and kernel records without a time, are returned as they are found. The others
 * wait in data->order until no older record can come. The queue points into the mapped file;
 * records that were expanded, converted or read from a pipe are copied to data->store.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <data/reader_state.h>

/* Time in the sample_id trailer of a record other than a sample, ns; 0 if it has none. */
static uint64_t trailer_time(const struct perf_event_attr *attr,
			     const struct perf_event_header *header)
{
	const uint64_t later = PERF_SAMPLE_ID | PERF_SAMPLE_STREAM_ID | PERF_SAMPLE_CPU |
			       PERF_SAMPLE_IDENTIFIER;
	size_t size = perf_sample_id_size(attr), behind;
	uint64_t time;

	if (!(attr->sample_type & PERF_SAMPLE_TIME) || !size ||
	    header->size < sizeof(*header) + size)
		return 0;
	behind = 8 * (1 + (size_t)__builtin_popcountll(attr->sample_type & later));
	memcpy(&time, (const unsigned char *)header + header->size - behind, sizeof(time));
	return time;
}

static uint64_t time_of(const struct perf_stream_record *record)
{
	const struct perf_event_header *header = record->header;
	uint64_t time = 0;
	size_t offset;

	if (header->type != PERF_RECORD_SAMPLE) {
		time = trailer_time(&record->event->attr, header);
	} else {
		offset = record->event->time_offset;
		if (offset && offset + sizeof(time) <= header->size)
			memcpy(&time, (const unsigned char *)header + offset, sizeof(time));
	}
	return time == UINT64_MAX ? 0 : time;
}

static void count_lost(struct perf_data *data, const struct perf_event_header *header)
{
	if (header->type == PERF_RECORD_LOST) {
		data->problems.lost_events += ((const struct perf_record_lost *)header)->lost;
		data->problems.lost_chunks++;
	} else if (header->type == PERF_RECORD_LOST_SAMPLES) {
		data->problems.lost_samples +=
			((const struct perf_record_lost_samples *)header)->lost;
	}
}

static void reader_give(struct perf_data_record *record, const struct perf_stream_record *from,
			uint64_t time)
{
	record->header = from->header;
	record->event = from->event;
	record->time = time;
	record->offset = from->offset;
	record->payload = from->payload;
	record->payload_size = from->payload_size;
}

static int compare_maps(const void *left, const void *right)
{
	const struct perf_source *const *a = left, *const *b = right;

	return ((*a)->map > (*b)->map) - ((*a)->map < (*b)->map);
}

/* find_in_maps() needs data->maps sorted by address, as a directory may have many files. */
static int sort_maps(struct perf_data *data)
{
	size_t i;

	if (data->maps)
		return 0;
	data->maps = malloc((data->nr_streams + 1) * sizeof(*data->maps));
	if (!data->maps)
		return -ENOMEM;
	for (i = 0; i < data->nr_streams; i++)
		data->maps[i] = &data->streams[i].source;
	qsort(data->maps, data->nr_streams, sizeof(*data->maps), compare_maps);
	return 0;
}

/* If @record points into a mapped file, set @offset to its offset there. */
static bool find_in_maps(const struct perf_data *data, const void *record, uint64_t *offset)
{
	const struct perf_source *source = &data->streams[0].source;
	size_t low = 0, high = data->nr_streams, middle;
	const unsigned char *at = record;

	while (data->nr_streams > 1 && low < high) {
		middle = low + (high - low) / 2;
		if (data->maps[middle]->map <= at) {
			source = data->maps[middle];
			low = middle + 1;
		} else {
			high = middle;
		}
	}
	if (!source->map || at < source->map || at >= source->map + source->size)
		return false;
	*offset = (uint64_t)(at - source->map);
	return true;
}

static void give_ordered(struct perf_data *data, struct perf_data_record *record,
			 const struct perf_order_entry *entry)
{
	bool unknown;

	record->header = entry->record;
	record->event = perf_event_table_of_record(&data->events, record->header, false,
						   &unknown);
	record->time = entry->time;
	record->payload = NULL;
	record->payload_size = 0;
	if (!find_in_maps(data, entry->record, &record->offset)) {
		data->stored = entry->record;
		record->offset = perf_store_offset(entry->record);
	}
	if (entry->time < data->last_time)
		data->problems.out_of_order++;
	else
		data->last_time = entry->time;
}

static int reader_queue(struct perf_data *data, const struct perf_stream_record *record,
			uint64_t time)
{
	const struct perf_event_header *header = record->header;

	if (!record->stable) {
		header = perf_store_put(&data->store, header, record->offset);
		if (!header)
			return -ENOMEM;
	}
	if (!perf_order_put(&data->order, time, header))
		return -ENOMEM;
	if (perf_order_bytes(&data->order) + data->store.bytes > data->options.max_queue)
		perf_order_flush(&data->order, false);
	return 0;
}

/* The next record in file order: from data->early, or from the current stream. */
static int next_arrival(struct perf_data *data, struct perf_stream_record *record)
{
	struct perf_data_early *early = data->early;
	int ret;

	if (early) {
		*record = early->record;
		/* keep_early() put records outside of the map into data->store. */
		if (!record->stable)
			data->stored = record->header;
		data->early = early->next;
		free(early);
		if (!data->early)
			data->early_last = &data->early;
		return 1;
	}
	while (data->current < data->nr_streams) {
		ret = perf_stream_next(&data->streams[data->current], record);
		if (ret)
			return ret;
		data->current++;
	}
	return 0;
}

static void release_stored(struct perf_data *data)
{
	if (data->stored)
		perf_store_release(&data->store, data->stored);
	data->stored = NULL;
}

/* Handle a tool record. open_stream() has applied those before data->applied. */
static int tool_record(struct perf_data *data, const struct perf_stream_record *record)
{
	uint32_t type = record->header->type;

	if (type == PERF_RECORD_FINISHED_ROUND && !data->is_directory)
		perf_order_round(&data->order);
	if (record->offset < data->applied)
		return 0;
	if (perf_data_apply(data, record))
		return -ENOMEM;
	/* HEADER_ATTR has added an event, which needs a name. */
	return type == PERF_RECORD_HEADER_ATTR ? perf_data_name_events(data) : 0;
}

/* Handle a record in file order. Return 1 to return it at once, 0 if it was queued, -errno. */
static int reader_arrived(struct perf_data *data, const struct perf_stream_record *arrival,
			  uint64_t *time)
{
	int ret;

	*time = 0;
	if (!arrival->event && !perf_data_record_name(arrival->header->type))
		return 1;
	if (arrival->header->type >= PERF_RECORD_USER_START) {
		ret = tool_record(data, arrival);
		return ret ? ret : 1;
	}
	count_lost(data, arrival->header);
	*time = time_of(arrival);
	if (!*time || data->options.unordered)
		return 1;
	return reader_queue(data, arrival, *time);
}

/**
 * perf_data_next() - read the next record
 * @data: reader
 * @record: result
 * @error: filled on failure
 *
 * COMPRESSED records are expanded and not returned; records of unknown types are returned only
 * with perf_data_options.unknown. Tool records are returned in file order, after
 * perf_data_apply() has changed the reader (ids, names, build ids).
 *
 * Return: 1 if there is a record, 0 at the end, a negative errno if reading failed. Damage to
 * the file is not a failure, but an early end: see perf_data_problems().
 */
int perf_data_next(struct perf_data *data, struct perf_data_record *record,
		   struct perf_error *error)
{
	struct perf_stream_record arrival;
	struct perf_order_entry entry;
	uint64_t time;
	int ret;

	for (;;) {
		release_stored(data);
		if (perf_order_take(&data->order, &entry)) {
			if (data->nr_streams > 1 && sort_maps(data))
				return perf_error_memory(error);
			give_ordered(data, record, &entry);
			return 1;
		}
		if (data->flushed)
			return 0;
		ret = next_arrival(data, &arrival);
		if (!ret) {
			perf_order_flush(&data->order, true);
			data->flushed = true;
			continue;
		}
		if (ret > 0)
			ret = reader_arrived(data, &arrival, &time);
		if (ret < 0)
			return perf_error_set(error, ret, "reading %s: %s", data->path,
					      strerror(-ret));
		if (ret) {
			reader_give(record, &arrival, time);
			return 1;
		}
	}
}

/**
 * perf_data_rewind() - continue with the first record
 * @data: reader of a file
 *
 * Return: 0, or -ESPIPE for a stream.
 */
int perf_data_rewind(struct perf_data *data)
{
	size_t i;

	for (i = 0; i < data->nr_streams; i++) {
		if (!data->streams[i].source.map)
			return -ESPIPE;
	}
	release_stored(data);
	for (i = 0; i < data->nr_streams; i++) {
		perf_stream_reset(&data->streams[i]);
		data->streams[i].source.dropped = 0;
		data->streams[i].source.position = 0;
	}
	/* A stream's header records are returned again, but not applied: see data->applied. */
	data->streams[0].source.position = data->is_stream ? PERF_DATA_HEADER_SIZE_PIPE :
							     data->header.data.offset;
	perf_order_free(&data->order);
	perf_store_free(&data->store);
	while (data->early) {
		struct perf_data_early *next = data->early->next;

		free(data->early);
		data->early = next;
	}
	data->early_last = &data->early;
	data->problems = data->problems_at_open;
	data->current = 0;
	data->last_time = 0;
	data->flushed = false;
	return 0;
}

/**
 * perf_data_close() - free a reader and close its files
 * @data: may be NULL
 */
void perf_data_close(struct perf_data *data)
{
	size_t i;

	if (!data)
		return;
	while (data->early) {
		struct perf_data_early *next = data->early->next;

		free(data->early);
		data->early = next;
	}
	for (i = 0; i < data->nr_streams; i++)
		perf_stream_close(&data->streams[i]);
	free(data->streams);
	free(data->maps);
	perf_order_free(&data->order);
	perf_store_free(&data->store);
	perf_event_table_free(&data->events);
	perf_data_naming_free(&data->naming);
	perf_data_env_free(data->env);
	free(data->path);
	free(data);
}

/**
 * perf_data_sample() - decode a sample, or the sample_id trailer of another kernel record
 * @record: a kernel record
 * @sample: result; its pointers are valid as long as @record
 *
 * Return: 0; -EINVAL if a sample contradicts itself; -ENOENT for a tool record.
 */
int perf_data_sample(const struct perf_data_record *record, struct perf_sample *sample)
{
	if (!record->event)
		return -ENOENT;
	if (record->header->type == PERF_RECORD_SAMPLE)
		return perf_sample_decode(&record->event->attr, record->header, sample);
	perf_sample_decode_id(&record->event->attr, record->header, sample);
	return 0;
}

/**
 * perf_data_count_bad() - count a sample that the caller skips, as it contradicts itself
 * @data: reader that returned it
 */
void perf_data_count_bad(struct perf_data *data)
{
	data->problems.bad_records++;
}

/**
 * perf_data_string_size() - length of the string at the end of a kernel record
 * @record: the record
 * @text: the string in @record: filename, comm, name or path
 *
 * Return: bytes without the terminator; without a terminator, bytes up to the trailer.
 */
size_t perf_data_string_size(const struct perf_data_record *record, const char *text)
{
	const char *end = (const char *)record->header + record->header->size;

	if (record->event)
		end -= perf_sample_id_size(&record->event->attr);
	return text < end ? strnlen(text, (size_t)(end - text)) : 0;
}

/**
 * perf_data_events() - the events of the recording
 * @data: reader
 * @nr: result: number of events
 *
 * The attributes of a stream should come first: then the array is complete when
 * perf_data_open() returns. perf_data_next() adds later events, and may move the array.
 */
const struct perf_data_event *const *perf_data_events(const struct perf_data *data, size_t *nr)
{
	*nr = data->events.nr;
	return (const struct perf_data_event *const *)data->events.events;
}

/**
 * perf_data_event_of_id() - event of an id
 * @data: reader
 * @id: perf_sample.id
 *
 * Return: the event, NULL if no event has this id.
 */
const struct perf_data_event *perf_data_event_of_id(const struct perf_data *data, uint64_t id)
{
	return perf_event_table_find(&data->events, id);
}

/**
 * perf_data_env() - the features of the recording
 * @data: reader
 *
 * perf_data_next() adds features and build ids that a stream carries behind its start.
 */
const struct perf_data_env *perf_data_env(const struct perf_data *data)
{
	return data->env;
}

/**
 * perf_data_header() - the file header
 * @data: reader
 *
 * Return: the header in this machine's byte order; of a stream only magic and size are set.
 */
const struct perf_data_file_header *perf_data_header(const struct perf_data *data)
{
	return &data->header;
}

/**
 * perf_data_problems() - the problems found in the recording so far
 * @data: reader
 */
const struct perf_data_problems *perf_data_problems(const struct perf_data *data)
{
	return &data->problems;
}

/** perf_data_is_stream() - is the recording in pipe format, from a pipe or a file? */
bool perf_data_is_stream(const struct perf_data *data)
{
	return data->is_stream;
}

/** perf_data_is_foreign() - is the recording in the other byte order? */
bool perf_data_is_foreign(const struct perf_data *data)
{
	return data->foreign;
}

/** perf_data_is_damaged() - are records missing: cut off, garbage, not closed, not expanded? */
bool perf_data_is_damaged(const struct perf_data *data)
{
	const struct perf_data_problems *problems = &data->problems;

	return problems->not_closed || problems->truncated_bytes || problems->garbage_offset ||
	       problems->bad_compressed;
}

/**
 * perf_data_is_partial() - was part of the recording skipped, or misread, so far?
 * @data: reader
 *
 * Return: true after damage, records or features that contradict themselves, and records, ids
 * or attributes that are unknown. lost_events, lost_samples and out_of_order do not count, as busy
 * machines always have them, nor do unknown features, as nothing else depends on them.
 */
bool perf_data_is_partial(const struct perf_data *data)
{
	const struct perf_data_problems *problems = &data->problems;
	const uint64_t *bad = problems->bad_features;

	return perf_data_is_damaged(data) || problems->unknown_records ||
	       problems->unknown_ids || problems->bad_records || problems->newer_attr ||
	       bad[0] || bad[1] || bad[2] || bad[3];
}

/**
 * perf_data_on_wait() - set a function that waits for the bytes of a stream
 * @data: reader; @wait is not called for a file
 * @wait: called with @context and the descriptor; returns 0 when it can be read, or a negative
 *	errno, with which perf_data_next() then fails; NULL: read() waits
 * @context: first argument of @wait
 */
void perf_data_on_wait(struct perf_data *data, int (*wait)(void *context, int fd),
		       void *context)
{
	/* A stream has one source only. */
	data->streams[0].source.wait = wait;
	data->streams[0].source.wait_context = context;
}

/** perf_data_path() - @path of perf_data_open(), or @name of perf_data_open_fd() */
const char *perf_data_path(const struct perf_data *data)
{
	return data->path;
}

/** perf_data_size() - bytes of all files, 0 for a pipe */
uint64_t perf_data_size(const struct perf_data *data)
{
	uint64_t size = 0;
	size_t i;

	for (i = 0; i < data->nr_streams; i++)
		size += data->streams[i].source.size;
	return size;
}

/** perf_data_position() - bytes read so far, for a progress display */
uint64_t perf_data_position(const struct perf_data *data)
{
	uint64_t position = 0;
	size_t i;

	for (i = 0; i < data->nr_streams; i++)
		position += data->streams[i].source.position;
	return position;
}

/** perf_data_mtime() - time of the last write to the file, seconds since 1970; 0 for a pipe */
int64_t perf_data_mtime(const struct perf_data *data)
{
	return data->mtime;
}

/**
 * perf_data_mode() - permissions for files made from the recording
 * @data: reader
 *
 * Return: the read and write bits (0666) of the file's mode; 0600 for a pipe.
 */
mode_t perf_data_mode(const struct perf_data *data)
{
	return data->inode ? data->mode & 0666 : 0600;
}

/**
 * perf_data_is_file() - is a file the one that the reader reads?
 * @data: reader
 * @status: of the file, filled by fstat()
 */
bool perf_data_is_file(const struct perf_data *data, const struct stat *status)
{
	return data->inode && status->st_ino == data->inode && status->st_dev == data->device;
}
