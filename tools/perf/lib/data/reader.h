/* SPDX-License-Identifier: GPL-2.0 */
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
const char *perf_data_usual(void);
int perf_data_open(const char *path, const struct perf_data_options *options,
		   struct perf_data **data, struct perf_error *error);
int perf_data_open_fd(int fd, const char *name, const struct perf_data_options *options,
		      struct perf_data **data, struct perf_error *error);
void perf_data_close(struct perf_data *data);
int perf_data_next(struct perf_data *data, struct perf_data_record *record,
		   struct perf_error *error);
int perf_data_rewind(struct perf_data *data);
int perf_data_sample(const struct perf_data_record *record, struct perf_sample *sample);
void perf_data_count_bad(struct perf_data *data);
size_t perf_data_string_size(const struct perf_data_record *record, const char *text);
const struct perf_data_event *const *perf_data_events(const struct perf_data *data, size_t *nr);
const struct perf_data_event *perf_data_event_of_id(const struct perf_data *data,
						    uint64_t id);
const struct perf_data_env *perf_data_env(const struct perf_data *data);
const struct perf_data_file_header *perf_data_header(const struct perf_data *data);
const struct perf_data_problems *perf_data_problems(const struct perf_data *data);
bool perf_data_problem_text(const struct perf_data *data, unsigned int index,
			    char *buffer, size_t size);
bool perf_data_is_stream(const struct perf_data *data);
bool perf_data_is_foreign(const struct perf_data *data);
bool perf_data_is_damaged(const struct perf_data *data);
bool perf_data_is_partial(const struct perf_data *data);
void perf_data_on_wait(struct perf_data *data, int (*wait)(void *context, int fd),
		       void *context);
const char *perf_data_path(const struct perf_data *data);
uint64_t perf_data_size(const struct perf_data *data);
uint64_t perf_data_position(const struct perf_data *data);
bool perf_data_is_file(const struct perf_data *data, const struct stat *status);
mode_t perf_data_mode(const struct perf_data *data);
int64_t perf_data_mtime(const struct perf_data *data);

#endif /* PERF_DATA_READER_H */
