/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Reading a recording: a file, a directory of files, or a stream.
 *
 * The reader hides what files differ in: byte order, compression, being cut off. It gives
 * records in this machine's byte order, by time unless told otherwise, and keeps only as
 * much in memory as ordering needs. What is wrong with a file ends the reading early at
 * the worst, and is told by perf_data_problems().
 *
 * A reader is used by one thread at a time.
 */
#ifndef PERF_DATA_READER_H
#define PERF_DATA_READER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>
#include <base/error.h>
#include <data/env.h>
#include <data/format.h>
#include <data/sample.h>

/**
 * struct perf_data_event - an event of the recording
 * @index: place in the recording, from 0
 * @attr: of this machine's size and byte order; members that the recording does not have
 *	are 0
 * @name: as the user wrote it; made up from @attr ("cycles", "raw 0x1c2", ...) where
 *	the recording does not say
 * @unit: what counts are in, or NULL
 * @scale: factor for counts, 1 if not said
 * @ids: what samples call the event
 * @time_offset: where its samples have their time, see perf_sample_time_offset()
 * @leader: index of the first event of its group, its own if it is in none
 * @group_name: name of its group, or NULL
 */
struct perf_data_event {
	unsigned int index;
	struct perf_event_attr attr;
	const char *name;
	const char *unit;
	double scale;
	uint64_t *ids;
	size_t nr_ids;
	size_t time_offset;
	unsigned int leader;
	const char *group_name;
};

/**
 * struct perf_data_record - one record
 * @header: the record, header and body, aligned to 8 bytes, in this machine's byte order
 *	but for the raw data of samples. Valid until the next record is asked for
 * @event: the event it is from; NULL for records that the tool made (type >= 64)
 * @time: ns, 0 if it has none
 * @offset: where it begins in the file, or in the stream; for a record that was compressed
 *	where the record that holds it begins
 * @payload: bytes that follow an AUXTRACE or HEADER_TRACING_DATA record, NULL for others and
 *	if they are too many to be read from a pipe at once
 * @payload_size: how many follow
 */
struct perf_data_record {
	const struct perf_event_header *header;
	const struct perf_data_event *event;
	uint64_t time;
	uint64_t offset;
	const void *payload;
	uint64_t payload_size;
};

/**
 * struct perf_data_options - how to read
 * @force: read a file that belongs to another user
 * @unordered: give records as they come, not by time
 * @header_only: attributes and features are enough: no records will be asked for
 * @unknown: give records of unknown types too; they have no event and no time, and nothing but
 *	their header can be relied on
 * @max_queue: bytes of memory that ordering may take, 0 for the default of 512 MiB. More
 *	disorder than fits is passed on, and counted
 */
struct perf_data_options {
	bool force;
	bool unordered;
	bool header_only;
	bool unknown;
	size_t max_queue;
};

/**
 * struct perf_data_problems - what was wrong with the recording, so far
 * @lost_events: records that the kernel could not deliver (LOST)
 * @lost_chunks: LOST records
 * @lost_samples: samples that the kernel dropped (LOST_SAMPLES)
 * @unknown_records: records of a type that is not known, skipped
 * @unknown_ids: samples whose event is not known, given to the first event
 * @bad_records: records whose contents contradict their size, skipped
 * @out_of_order: records that came too late to be put in order
 * @compressed_records: compressed records read; no problem, but of interest
 * @bad_compressed: compressed records that could not be expanded
 * @not_closed: the recording program did not end properly; read up to the last record
 * @truncated_bytes: bytes of records that are said to exist but are missing
 * @garbage_offset: where something that cannot be a record stopped the reading, or 0
 * @bad_features: feature sections that could not be read, by bit
 * @unknown_features: feature sections that are not known, by bit
 * @newer_attr: attributes have members that are not known, and were ignored
 */
struct perf_data_problems {
	uint64_t lost_events;
	uint64_t lost_chunks;
	uint64_t lost_samples;
	uint64_t unknown_records;
	uint64_t unknown_ids;
	uint64_t bad_records;
	uint64_t out_of_order;
	uint64_t compressed_records;
	uint64_t bad_compressed;
	bool not_closed;
	uint64_t truncated_bytes;
	uint64_t garbage_offset;
	uint64_t bad_features[4];
	uint64_t unknown_features[4];
	bool newer_attr;
};

struct perf_data;

/**
 * perf_data_usual() - the recording that is read unless another one is named
 *
 * Return: "-" if the standard input is a pipe, else "perf.data".
 */
const char *perf_data_usual(void);

/**
 * perf_data_open() - open a recording and read what precedes its records
 * @path: a file or a directory; "-" is the standard input
 * @options: NULL for the defaults
 * @data: result; close with perf_data_close()
 * @err: says what is wrong with the file, and what to do
 *
 * Return: 0 or a negative errno: -ENODATA for an empty file, -EINVAL for one that is no
 * recording, -EPERM for one of another user, or what open() said.
 */
int perf_data_open(const char *path, const struct perf_data_options *options,
		   struct perf_data **data, struct perf_error *err);

/**
 * perf_data_open_fd() - the same for an open descriptor
 * @fd: file or pipe, at its start; the reader closes it at the end, and on failure
 * @name: for messages
 */
int perf_data_open_fd(int fd, const char *name, const struct perf_data_options *options,
		      struct perf_data **data, struct perf_error *err);

/**
 * perf_data_close() - end reading
 * @data: may be NULL
 */
void perf_data_close(struct perf_data *data);

/**
 * perf_data_next() - the next record
 * @data: reader
 * @record: result
 * @err: text
 *
 * Records that only carry other records (COMPRESSED) and records of unknown types are not
 * given, unless the latter were asked for. Tool records come as they are found; they act on the
 * reader before that (ids, names, build ids).
 *
 * Return: 1 if there is a record, 0 at the end, a negative errno if reading failed. A file
 * that is cut off or damaged ends, it does not fail: see perf_data_problems().
 */
int perf_data_next(struct perf_data *data, struct perf_data_record *record,
		   struct perf_error *err);

/**
 * perf_data_rewind() - start again with the first record
 * @data: reader of a file
 *
 * Return: 0, or -ESPIPE for a stream.
 */
int perf_data_rewind(struct perf_data *data);

/**
 * perf_data_sample() - take a record apart
 * @record: SAMPLE: all fields; another kernel record: the sample_id trailer
 * @sample: result; pointers live as long as the record
 *
 * Return: 0; -EINVAL if a sample contradicts itself; -ENOENT for a tool record.
 */
int perf_data_sample(const struct perf_data_record *record, struct perf_sample *sample);

/**
 * perf_data_count_bad() - count a sample that contradicts itself, and was left out
 * @data: reader that gave it
 */
void perf_data_count_bad(struct perf_data *data);

/**
 * perf_data_string_size() - bytes of the string at the end of a kernel record
 * @record: the record
 * @text: the string in it: filename, comm, name or path
 *
 * Return: length without the terminator: at most up to the trailer, even if the
 * terminator is missing.
 */
size_t perf_data_string_size(const struct perf_data_record *record, const char *text);

/**
 * perf_data_events() - the events of the recording
 * @data: reader
 * @nr: result: how many
 *
 * In a stream the list is complete when perf_data_open() returns, as long as the stream
 * keeps to the rule that attributes come first. Later ones are added; the array may move.
 */
const struct perf_data_event *const *perf_data_events(const struct perf_data *data, size_t *nr);

/**
 * perf_data_event_of_id() - event of an id
 * @data: reader
 * @id: perf_sample.id
 *
 * Return: the event, NULL if no event has this id.
 */
const struct perf_data_event *perf_data_event_of_id(const struct perf_data *data,
						    uint64_t id);

/**
 * perf_data_env() - what the recording says of its machine
 * @data: reader
 *
 * Build ids of BUILD_ID records in a stream are added as they come.
 */
const struct perf_data_env *perf_data_env(const struct perf_data *data);

/**
 * perf_data_header() - the file header
 * @data: reader
 *
 * Return: the header in this machine's byte order; for a stream, only magic and size.
 */
const struct perf_data_file_header *perf_data_header(const struct perf_data *data);

/**
 * perf_data_problems() - what has been wrong with the recording, up to now
 * @data: reader
 */
const struct perf_data_problems *perf_data_problems(const struct perf_data *data);

/**
 * perf_data_problem_text() - the same as lines of text
 * @data: reader
 * @index: from 0
 * @buffer: result
 * @size: of @buffer
 *
 * Return: true if there is an index-th line. One line tells one problem, without a
 * newline at its end.
 */
bool perf_data_problem_text(const struct perf_data *data, unsigned int index,
			    char *buffer, size_t size);

/** perf_data_is_stream() - is it a pipe, or what a pipe brought? */
bool perf_data_is_stream(const struct perf_data *data);

/** perf_data_is_foreign() - was it recorded in the other byte order? */
bool perf_data_is_foreign(const struct perf_data *data);

/** perf_data_is_damaged() - did reading end before the end of the recording? */
bool perf_data_is_damaged(const struct perf_data *data);

/**
 * perf_data_is_partial() - is there anything that was not given, or not for what it is?
 * @data: reader
 *
 * What is damaged, contradicts itself or is of a kind that is not known, up to now. What the
 * recording program lost, or put in the wrong order, is not meant, nor are feature sections
 * that are not known: they change nothing in what else there is.
 */
bool perf_data_is_partial(const struct perf_data *data);

/**
 * perf_data_on_wait() - let somebody else wait for the bytes of a stream
 * @data: reader
 * @wait: gets @context and the descriptor, returns 0 when it can be read, or a negative errno:
 *	perf_data_next() fails with that; NULL: just wait
 * @context: for @wait
 *
 * Of a file nothing is waited for.
 */
void perf_data_on_wait(struct perf_data *data, int (*wait)(void *context, int fd),
		       void *context);

/** perf_data_path() - name it was opened by */
const char *perf_data_path(const struct perf_data *data);

/** perf_data_size() - bytes of the file, 0 if not known */
uint64_t perf_data_size(const struct perf_data *data);

/** perf_data_position() - bytes read up to now, for a progress display */
uint64_t perf_data_position(const struct perf_data *data);

/**
 * perf_data_is_file() - is a file the one that is being read?
 * @data: reader
 * @status: of the file, as fstat() fills it
 */
bool perf_data_is_file(const struct perf_data *data, const struct stat *status);

/**
 * perf_data_mode() - who may read the recording?
 * @data: reader
 *
 * Return: the bits of the file's mode that say who may read and write; of a stream those of a
 * file that is its reader's alone.
 */
mode_t perf_data_mode(const struct perf_data *data);

/** perf_data_mtime() - when the file was last written, seconds since 1970; 0 for a stream */
int64_t perf_data_mtime(const struct perf_data *data);

#endif /* PERF_DATA_READER_H */
