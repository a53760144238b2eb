/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Records one after the other, as they lie in a data section: expanded if they were
 * compressed, checked, and in this machine's byte order.
 */
#ifndef PERF_DATA_STREAM_H
#define PERF_DATA_STREAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <data/event_table.h>
#include <data/inflate.h>
#include <data/source.h>

/**
 * struct perf_stream - a data section
 * @source: bytes, at the first record
 * @events: events of the recording
 * @problems: is told what is wrong
 * @swap: other byte order
 * @unknown: give records of unknown types too
 * @inflate: zstd stream, once there was a compressed record
 * @packed: compressed bytes still to be expanded, @packed_size of them
 * @packed_record: size of the record they are in
 * @plain: expanded bytes, of which [@plain_first, @plain_last) were not taken yet
 * @plain_full: the expander filled @plain and may have more
 * @scratch: a record that had to be aligned or converted
 * @taken: size of the record given last, still in @source
 * @ended: nothing more comes
 */
struct perf_stream {
	struct perf_source source;
	struct perf_event_table *events;
	struct perf_data_problems *problems;
	bool swap;
	bool unknown;
	struct perf_inflate *inflate;
	const unsigned char *packed;
	size_t packed_size;
	size_t packed_record;
	unsigned char *plain;
	size_t plain_first;
	size_t plain_last;
	bool plain_full;
	unsigned char *scratch;
	uint64_t taken;
	bool ended;
};

/**
 * struct perf_stream_record - a record
 * @header: whole, aligned, in this byte order; of a known type and of a valid size. Of an
 *	unknown type, if those were asked for, only the header is converted
 * @event: the event it is from; NULL for tool records
 * @offset: of the record in the file, or of the compressed one it was in
 * @payload: what follows it, not counted in its size
 * @payload_size: of @payload
 * @stable: @header stays valid until the stream is closed; else until the next call
 */
struct perf_stream_record {
	const struct perf_event_header *header;
	struct perf_data_event *event;
	uint64_t offset;
	const void *payload;
	uint64_t payload_size;
	bool stable;
};

/**
 * perf_stream_next() - the next record
 * @stream: stream
 * @record: result
 *
 * Return: 1, 0 at the end (also where damage ends the data), -ENOMEM or what read() said.
 */
int perf_stream_next(struct perf_stream *stream, struct perf_stream_record *record);

/** perf_stream_reset() - forget what was read; @source is set to the start by the caller */
void perf_stream_reset(struct perf_stream *stream);

/** perf_stream_close() - free what the stream has, its source too */
void perf_stream_close(struct perf_stream *stream);

#endif /* PERF_DATA_STREAM_H */
