/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * struct perf_data reads a recording: a file, a directory of files, or a stream.
 *
 * perf_data_next() hides byte order, compression and truncation: it returns records in this
 * machine's byte order, by time unless perf_data_options.unordered is set, and keeps only as
 * many in memory as ordering needs. Damage to a file ends the reading early at worst;
 * perf_data_problems() returns the problems found.
 *
 * Context: one thread at a time uses a reader.
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
 * @index: index in perf_data_events(), from 0
 * @attr: in this machine's size and byte order; members that the recording lacks are 0
 * @name: as the user wrote it; made from @attr ("cycles", "raw 0x1c2", ...) if the
 *	recording has no name
 * @unit: unit of counts, or NULL
 * @scale: factor for counts, 1 if the recording has none
 * @ids: @nr_ids values that perf_sample.id has for the event
 * @time_offset: bytes from the start of its samples to their time: perf_sample_time_offset()
 * @leader: index of the first event of its group; @index if it is in no group
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
 *	but for the raw data of samples. Valid until the next perf_data_next()
 * @event: the event that wrote it; NULL for tool records (type >= PERF_RECORD_USER_START)
 * @time: ns, 0 if the record has none
 * @offset: bytes from the start of the file or stream to the record; if it was compressed,
 *	to the COMPRESSED record that holds it
 * @payload: bytes that follow an AUXTRACE or HEADER_TRACING_DATA record; NULL for others, and
 *	in a pipe for more than 64 MiB
 * @payload_size: bytes that follow, even if @payload is NULL
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
 * struct perf_data_options - options of perf_data_open()
 * @force: read a file that belongs to another user
 * @unordered: return records in file order, not by time
 * @header_only: the caller needs attributes and features, but no records
 * @unknown: return records of unknown types too; they have no event and no time, and only
 *	their header is valid
 * @max_queue: most bytes of memory for ordering, 0 for the default of 512 MiB. Disorder beyond
 *	it stays, and perf_data_problems.out_of_order counts it
 */
struct perf_data_options {
	bool force;
	bool unordered;
	bool header_only;
	bool unknown;
	size_t max_queue;
};

/**
 * struct perf_data_problems - problems found in the recording so far
 * @lost_events: records that the kernel could not write, sum of perf_record_lost.lost
 * @lost_chunks: number of PERF_RECORD_LOST
 * @lost_samples: samples that were dropped, sum of perf_record_lost_samples.lost
 * @unknown_records: number of records of unknown types
 * @unknown_ids: number of samples with an unknown id, attributed to the first event
 * @bad_records: number of records whose contents contradict their size, skipped
 * @out_of_order: number of records returned after a record of a later time
 * @compressed_records: number of COMPRESSED records read; not a problem
 * @bad_compressed: number of COMPRESSED records that could not be expanded
 * @not_closed: the recorder did not close the file; it is read up to the last record
 * @truncated_bytes: bytes of records that are missing at the end of the file
 * @garbage_offset: offset of bytes that are no record and ended the reading, or 0
 * @bad_features: bit mask of feature sections that could not be read
 * @unknown_features: bit mask of unknown feature sections
 * @newer_attr: attributes have unknown members that are not 0; they are ignored
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
 * perf_data_usual() - path of the recording to read if the user names none
 *
 * Return: "-" if the standard input is a pipe, else "perf.data".
 */
const char *perf_data_usual(void);

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
		   struct perf_data **data, struct perf_error *error);

/**
 * perf_data_open_fd() - perf_data_open() for an open descriptor
 * @fd: file or pipe, at its start; perf_data_open_fd() or perf_data_close() closes it
 * @name: for messages
 */
int perf_data_open_fd(int fd, const char *name, const struct perf_data_options *options,
		      struct perf_data **data, struct perf_error *error);

/**
 * perf_data_close() - free a reader and close its files
 * @data: may be NULL
 */
void perf_data_close(struct perf_data *data);

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
		   struct perf_error *error);

/**
 * perf_data_rewind() - continue with the first record
 * @data: reader of a file
 *
 * Return: 0, or -ESPIPE for a stream.
 */
int perf_data_rewind(struct perf_data *data);

/**
 * perf_data_sample() - decode a sample, or the sample_id trailer of another kernel record
 * @record: a kernel record
 * @sample: result; its pointers are valid as long as @record
 *
 * Return: 0; -EINVAL if a sample contradicts itself; -ENOENT for a tool record.
 */
int perf_data_sample(const struct perf_data_record *record, struct perf_sample *sample);

/**
 * perf_data_count_bad() - count a sample that the caller skips, as it contradicts itself
 * @data: reader that returned it
 */
void perf_data_count_bad(struct perf_data *data);

/**
 * perf_data_string_size() - length of the string at the end of a kernel record
 * @record: the record
 * @text: the string in @record: filename, comm, name or path
 *
 * Return: bytes without the terminator; without a terminator, bytes up to the trailer.
 */
size_t perf_data_string_size(const struct perf_data_record *record, const char *text);

/**
 * perf_data_events() - the events of the recording
 * @data: reader
 * @nr: result: number of events
 *
 * The attributes of a stream should come first: then the array is complete when
 * perf_data_open() returns. perf_data_next() adds later events, and may move the array.
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
 * perf_data_env() - the features of the recording
 * @data: reader
 *
 * perf_data_next() adds features and build ids that a stream carries behind its start.
 */
const struct perf_data_env *perf_data_env(const struct perf_data *data);

/**
 * perf_data_header() - the file header
 * @data: reader
 *
 * Return: the header in this machine's byte order; of a stream only magic and size are set.
 */
const struct perf_data_file_header *perf_data_header(const struct perf_data *data);

/**
 * perf_data_problems() - the problems found in the recording so far
 * @data: reader
 */
const struct perf_data_problems *perf_data_problems(const struct perf_data *data);

/**
 * perf_data_problem_text() - describe a problem in a line of text
 * @data: reader
 * @index: number of the problem, from 0
 * @buffer: result, without a newline
 * @size: bytes of @buffer
 *
 * Return: true if there are more than @index problems.
 */
bool perf_data_problem_text(const struct perf_data *data, unsigned int index,
			    char *buffer, size_t size);

/** perf_data_is_stream() - is the recording in pipe format, from a pipe or a file? */
bool perf_data_is_stream(const struct perf_data *data);

/** perf_data_is_foreign() - is the recording in the other byte order? */
bool perf_data_is_foreign(const struct perf_data *data);

/** perf_data_is_damaged() - are records missing: cut off, garbage, not closed, not expanded? */
bool perf_data_is_damaged(const struct perf_data *data);

/**
 * perf_data_is_partial() - was part of the recording skipped, or misread, so far?
 * @data: reader
 *
 * Return: true after damage, records or features that contradict themselves, and records, ids
 * or attributes that are unknown. Records that the recorder lost or wrote out of order do not
 * count, nor do unknown features, as nothing else depends on them.
 */
bool perf_data_is_partial(const struct perf_data *data);

/**
 * perf_data_on_wait() - set a function that waits for the bytes of a stream
 * @data: reader; @wait is not called for a file
 * @wait: called with @context and the descriptor; returns 0 when it can be read, or a negative
 *	errno, with which perf_data_next() then fails; NULL: read() waits
 * @context: first argument of @wait
 */
void perf_data_on_wait(struct perf_data *data, int (*wait)(void *context, int fd),
		       void *context);

/** perf_data_path() - @path of perf_data_open(), or @name of perf_data_open_fd() */
const char *perf_data_path(const struct perf_data *data);

/** perf_data_size() - bytes of all files, 0 for a pipe */
uint64_t perf_data_size(const struct perf_data *data);

/** perf_data_position() - bytes read so far, for a progress display */
uint64_t perf_data_position(const struct perf_data *data);

/**
 * perf_data_is_file() - is a file the one that the reader reads?
 * @data: reader
 * @status: of the file, filled by fstat()
 */
bool perf_data_is_file(const struct perf_data *data, const struct stat *status);

/**
 * perf_data_mode() - permissions for files made from the recording
 * @data: reader
 *
 * Return: the read and write bits (0666) of the file's mode; 0600 for a pipe.
 */
mode_t perf_data_mode(const struct perf_data *data);

/** perf_data_mtime() - time of the last write to the file, seconds since 1970; 0 for a pipe */
int64_t perf_data_mtime(const struct perf_data *data);

#endif /* PERF_DATA_READER_H */
