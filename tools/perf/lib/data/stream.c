// SPDX-License-Identifier: GPL-2.0
/*
 * perf_stream_next(): the records of a data section, in file order.
 *
 * Bytes come from stream->source, or from the COMPRESSED record at its position. stream_expand()
 * fills stream->plain, a window of PLAIN_SIZE bytes, so memory is bounded however much a small file
 * expands to; the next stream_expand() moves a record that the window cuts to its start.
 */
#include <byteswap.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <data/record.h>
#include <data/stream.h>

#define HEADER_SIZE	sizeof(struct perf_event_header)

/* Bytes of stream->plain and stream->scratch; PLAIN_SIZE: at least two records. */
#define PLAIN_SIZE	(256 * 1024)
#define SCRATCH_SIZE	(64 * 1024)

/*
 * next_raw() prefetches the record AHEAD records on, at the offset AHEAD_AT of a sample's time,
 * assuming that all have the size of this one. Both numbers were found by measuring; a wrong
 * guess costs nothing but the gain.
 */
#define AHEAD		3
#define AHEAD_AT	24

/* Bytes; add_payload() does not return a longer payload from a pipe. */
#define PAYLOAD_MAX	(64ULL << 20)

static struct perf_event_header load_header(const struct perf_stream *stream,
					    const unsigned char *bytes)
{
	struct perf_event_header header;

	memcpy(&header, bytes, sizeof(header));
	if (stream->swap) {
		header.type = bswap_32(header.type);
		header.misc = bswap_16(header.misc);
		header.size = bswap_16(header.size);
	}
	return header;
}

/* Copy a record to stream->scratch, aligned, with the converted @header. */
static struct perf_event_header *to_scratch(struct perf_stream *stream,
					    const struct perf_event_header *header,
					    const unsigned char *bytes)
{
	if (!stream->scratch) {
		stream->scratch = malloc(SCRATCH_SIZE);
		if (!stream->scratch)
			return NULL;
	}
	memcpy(stream->scratch, bytes, header->size);
	memcpy(stream->scratch, header, sizeof(*header));
	return (struct perf_event_header *)stream->scratch;
}

static struct perf_data_event *event_of(struct perf_stream *stream,
					const struct perf_event_header *header, bool swap)
{
	struct perf_data_event *event;
	bool unknown = false;

	if (header->type >= PERF_RECORD_USER_START || !stream->events->nr)
		return NULL;
	event = perf_event_table_of_record(stream->events, header, swap, &unknown);
	if (unknown && header->type == PERF_RECORD_SAMPLE)
		stream->problems->unknown_ids++;
	return event;
}

/* Complete @record for an unknown type: only its header is valid. */
static int make_unknown(struct perf_stream *stream, const unsigned char *bytes,
			const struct perf_event_header *header,
			struct perf_stream_record *record)
{
	record->event = NULL;
	if (!stream->swap && (uintptr_t)bytes % 8 == 0)
		return 1;
	record->header = to_scratch(stream, header, bytes);
	record->stable = false;
	return record->header ? 1 : -ENOMEM;
}

/*
 * Make a record of header->size bytes. Return 1, 0 if it is skipped and counted in
 * stream->problems, or -ENOMEM.
 */
static int make_record(struct perf_stream *stream, const unsigned char *bytes,
		       const struct perf_event_header *header,
		       struct perf_stream_record *record)
{
	struct perf_event_header *copy;

	record->header = (const struct perf_event_header *)bytes;
	record->payload = NULL;
	record->payload_size = 0;
	if (!perf_record_known(header->type)) {
		stream->problems->unknown_records++;
		return stream->unknown ? make_unknown(stream, bytes, header, record) : 0;
	}
	if (header->type < PERF_RECORD_USER_START &&
	    (!stream->events->nr || header->size % 8)) {
		stream->problems->bad_records++;
		return 0;
	}
	if (stream->swap || (uintptr_t)bytes % 8) {
		copy = to_scratch(stream, header, bytes);
		if (!copy)
			return -ENOMEM;
		record->header = copy;
		record->stable = false;
		record->event = event_of(stream, copy, stream->swap);
		if (stream->swap)
			perf_record_swap(copy, record->event ? &record->event->attr : NULL);
	} else {
		record->event = event_of(stream, record->header, false);
	}
	if (perf_record_valid(record->header))
		return 1;
	stream->problems->bad_records++;
	return 0;
}

/* Skip the COMPRESSED record, as all of it is expanded or it is damaged. */
static void end_packed(struct perf_stream *stream)
{
	perf_source_skip(&stream->source, stream->packed_record);
	stream->packed = NULL;
	stream->packed_size = 0;
	stream->packed_record = 0;
	stream->plain_full = false;
}

static int begin_packed(struct perf_stream *stream, const unsigned char *bytes,
			const struct perf_event_header *header)
{
	uint64_t size = header->size - HEADER_SIZE;
	size_t prefix = HEADER_SIZE;

	stream->packed_record = header->size;
	stream->problems->compressed_records++;
	if (header->type == PERF_RECORD_COMPRESSED2) {
		prefix += sizeof(uint64_t);
		if (header->size >= prefix)
			memcpy(&size, bytes + HEADER_SIZE, sizeof(size));
		if (stream->swap)
			size = bswap_64(size);
		if (header->size < prefix || size > header->size - prefix) {
			stream->problems->bad_records++;
			end_packed(stream);
			return 0;
		}
	}
	if (!stream->plain) {
		stream->plain = malloc(PLAIN_SIZE);
		if (!stream->plain)
			return -ENOMEM;
	}
	if (!stream->inflate)
		stream->inflate = perf_inflate_create();
	stream->packed = bytes + prefix;
	stream->packed_size = (size_t)size;
	return 0;
}

/* Expand the next window of the compressed record. */
static void stream_expand(struct perf_stream *stream)
{
	size_t kept = stream->plain_last - stream->plain_first;
	long got;

	/* stream->packed is valid: no perf_source_peek() comes before end_packed(). */
	if (kept)
		memmove(stream->plain, stream->plain + stream->plain_first, kept);
	stream->plain_first = 0;
	stream->plain_last = kept;
	got = stream->inflate ? perf_inflate(stream->inflate, &stream->packed,
					     &stream->packed_size, stream->plain + kept,
					     PLAIN_SIZE - kept) : -EINVAL;
	if (got < 0) {
		/* The rest of the zstd stream depends on this record: start a new stream. */
		stream->problems->bad_compressed++;
		perf_inflate_free(stream->inflate);
		stream->inflate = NULL;
		stream->plain_last = 0;
		end_packed(stream);
		return;
	}
	stream->plain_last += (size_t)got;
	stream->plain_full = stream->plain_last == PLAIN_SIZE;
	if (!stream->packed_size && !stream->plain_full)
		end_packed(stream);
}

/* Read a record from stream->plain. Return 1, 0 if more bytes are needed, or -errno. */
static int next_plain(struct perf_stream *stream, struct perf_stream_record *record)
{
	struct perf_event_header header;
	const unsigned char *bytes;
	int ret;

	while (stream->plain_last - stream->plain_first >= HEADER_SIZE) {
		bytes = stream->plain + stream->plain_first;
		header = load_header(stream, bytes);
		if (header.size < HEADER_SIZE) {
			stream->problems->bad_compressed++;
			stream->plain_first = stream->plain_last;
			return 0;
		}
		if (header.size > stream->plain_last - stream->plain_first)
			return 0;
		stream->plain_first += header.size;
		if (header.type == PERF_RECORD_COMPRESSED ||
		    header.type == PERF_RECORD_COMPRESSED2) {
			stream->problems->bad_records++;
			continue;
		}
		record->offset = stream->source.position;
		record->stable = false;
		ret = make_record(stream, bytes, &header, record);
		if (ret)
			return ret;
	}
	return 0;
}

/* Bytes that follow a record and that header->size does not include. */
static uint64_t payload_size(const struct perf_event_header *header)
{
	uint32_t size;

	if (header->type == PERF_RECORD_AUXTRACE)
		return ((const struct perf_record_auxtrace *)header)->size;
	if (header->type != PERF_RECORD_HEADER_TRACING_DATA)
		return 0;
	memcpy(&size, header + 1, sizeof(size));
	return ((uint64_t)size + 7) & ~7ULL;
}

/* Some of the next @size bytes are missing. find_data() may have set truncated_bytes already. */
static void note_missing(struct perf_stream *stream, uint64_t size)
{
	if (!stream->problems->truncated_bytes)
		stream->problems->truncated_bytes = size - perf_source_left(&stream->source);
}

/* Skip the record returned last. A payload that was not read may turn out to be cut off. */
static void skip_taken(struct perf_stream *stream)
{
	uint64_t before = stream->source.position, taken = stream->taken;

	stream->taken = 0;
	if (!perf_source_skip(&stream->source, taken))
		note_missing(stream, taken - (stream->source.position - before));
}

/* Set record->payload if the type has one. Return false if it is cut off, or without memory. */
static bool add_payload(struct perf_stream *stream, struct perf_stream_record *record)
{
	uint16_t record_size = record->header->size;
	const unsigned char *bytes;
	uint64_t size, all;

	size = payload_size(record->header);
	if (!size)
		return true;
	record->payload_size = size;
	if (__builtin_add_overflow(size, record_size, &all)) {
		note_missing(stream, UINT64_MAX);
		return false;
	}
	if (stream->source.map && all > perf_source_left(&stream->source)) {
		note_missing(stream, all);
		return false;
	}
	stream->taken = all;
	if (!stream->source.map && size > PAYLOAD_MAX)
		return true;
	if (!record->stable && record->header != (const void *)stream->scratch) {
		/* perf_source_peek() of the payload may move the record. */
		record->header = to_scratch(stream, record->header,
					    (const unsigned char *)record->header);
		if (!record->header)
			return false;
	}
	bytes = perf_source_peek(&stream->source, (size_t)all);
	if (!bytes) {
		note_missing(stream, all);
		return false;
	}
	record->payload = bytes + record_size;
	return true;
}

static int end_stream(struct perf_stream *stream)
{
	stream->ended = true;
	return stream->source.error;
}

static bool all_zero(const unsigned char *bytes, size_t size)
{
	while (size && !*bytes) {
		bytes++;
		size--;
	}
	return !size;
}

/* End the stream: less than a header is left (@bytes NULL), or @bytes is no header. */
static int end_of_data(struct perf_stream *stream, const unsigned char *bytes)
{
	uint64_t left = perf_source_left(&stream->source);

	if (!bytes && left)
		note_missing(stream, HEADER_SIZE);
	if (bytes && (!stream->problems->not_closed || !all_zero(bytes, HEADER_SIZE)))
		stream->problems->garbage_offset = stream->source.position;
	return end_stream(stream);
}

/* Read a record from the source. Return 1, 0 to go on, or -errno; may set stream->ended. */
static int next_raw(struct perf_stream *stream, struct perf_stream_record *record)
{
	struct perf_event_header header;
	const unsigned char *bytes;
	int ret;

	bytes = perf_source_peek(&stream->source, HEADER_SIZE);
	if (!bytes)
		return end_of_data(stream, NULL);
	header = load_header(stream, bytes);
	__builtin_prefetch(bytes + AHEAD * header.size + AHEAD_AT);
	if (header.size < HEADER_SIZE)
		return end_of_data(stream, bytes);
	bytes = perf_source_peek(&stream->source, header.size);
	if (!bytes) {
		note_missing(stream, header.size);
		return end_stream(stream);
	}
	if (header.type == PERF_RECORD_COMPRESSED || header.type == PERF_RECORD_COMPRESSED2)
		return begin_packed(stream, bytes, &header);
	stream->taken = header.size;
	record->offset = stream->source.position;
	record->stable = stream->source.map;
	ret = make_record(stream, bytes, &header, record);
	if (ret <= 0)
		return ret;
	if (!add_payload(stream, record)) {
		/* The data ends before this record, so that perf data repair drops it too. */
		stream->taken = 0;
		return end_stream(stream);
	}
	return 1;
}

/**
 * perf_stream_next() - read the next record
 * @stream: stream
 * @record: result
 *
 * Return: 1; 0 at the end, also if damage ends the data; -ENOMEM or the negative errno of read().
 */
int perf_stream_next(struct perf_stream *stream, struct perf_stream_record *record)
{
	int ret;

	if (stream->taken) {
		skip_taken(stream);
		perf_source_drop(&stream->source);
	}
	while (!stream->ended) {
		ret = next_plain(stream, record);
		if (ret)
			return ret;
		if (stream->packed_record) {
			stream_expand(stream);
			continue;
		}
		ret = next_raw(stream, record);
		if (ret)
			return ret;
		skip_taken(stream);
	}
	return 0;
}

/** perf_stream_reset() - drop buffered bytes; the caller sets @source to the first record */
void perf_stream_reset(struct perf_stream *stream)
{
	perf_inflate_free(stream->inflate);
	stream->inflate = NULL;
	stream->packed = NULL;
	stream->packed_size = 0;
	stream->packed_record = 0;
	stream->plain_first = 0;
	stream->plain_last = 0;
	stream->plain_full = false;
	stream->taken = 0;
	stream->ended = false;
}

/** perf_stream_close() - free the buffers and the source of the stream */
void perf_stream_close(struct perf_stream *stream)
{
	perf_stream_reset(stream);
	perf_source_close(&stream->source);
	free(stream->plain);
	free(stream->scratch);
	stream->plain = NULL;
	stream->scratch = NULL;
}
