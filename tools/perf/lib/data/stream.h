/* SPDX-License-Identifier: GPL-2.0 */
/*
 * struct perf_stream: the records of a data section, in file order, expanded, checked, and in
 * this machine's byte order.
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
 * @source: bytes of the recording, at the first record
 * @events: events of the recording
 * @problems: counts the problems found
 * @swap: the records are in the other byte order
 * @unknown: return records of unknown types too
 * @inflate: zstd stream, NULL before the first COMPRESSED record
 * @packed: @packed_size compressed bytes that are not expanded yet, in @source
 * @packed_record: bytes of the COMPRESSED record of @packed, 0 if there is none
 * @plain: expanded bytes; those in [@plain_first, @plain_last) were not returned yet
 * @plain_full: perf_inflate() filled @plain and may have more
 * @scratch: a record that had to be aligned or converted
 * @taken: bytes of the record returned last and its payload, still in @source
 * @ended: perf_stream_next() returns 0 from now on
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
 * @header: whole record, aligned to 8 bytes, in this machine's byte order, checked by
 *	perf_record_valid(). With perf_stream.unknown a record of an unknown type is returned
 *	unchecked, and only its header is converted
 * @event: the event that wrote it; NULL for tool records and unknown types
 * @offset: of the record in the file, or of the COMPRESSED record it was in
 * @payload: bytes that follow it and that header.size does not include, or NULL
 * @payload_size: bytes that follow, even if @payload is NULL
 * @stable: @header is valid until perf_stream_close(); else until the next call
 */
struct perf_stream_record {
	const struct perf_event_header *header;
	struct perf_data_event *event;
	uint64_t offset;
	const void *payload;
	uint64_t payload_size;
	bool stable;
};
int perf_stream_next(struct perf_stream *stream, struct perf_stream_record *record);
void perf_stream_reset(struct perf_stream *stream);
void perf_stream_close(struct perf_stream *stream);

#endif /* PERF_DATA_STREAM_H */
