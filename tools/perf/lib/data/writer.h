/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * struct perf_data_writer writes a recording to a file or a stream.
 *
 * Order of calls: perf_data_writer_create(), _add_event() for each event, _begin(), _write*()
 * any number of times, _finish(), _free(). Records written before the last
 * perf_data_writer_sync() can be read even if the program is killed.
 *
 * Context: several threads may call perf_data_writer_write*() and _sync() at a time; one
 * thread calls the others.
 */
#ifndef PERF_DATA_WRITER_H
#define PERF_DATA_WRITER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <base/error.h>
#include <data/env.h>
#include <data/format.h>

/**
 * struct perf_data_writer_options - options of perf_data_writer_create()
 * @fd: descriptor to write to, which the writer then owns, or -1 to create @path
 * @path: file to create; also for messages
 * @stream: write a stream: no seeking, features as records
 * @keep_old: rename an existing file or directory to <path>.old first
 * @directory: make a directory at @path, and the file "data" in it
 * @compress_level: zstd level, 1 to 22; 0: do not compress
 */
struct perf_data_writer_options {
	int fd;
	const char *path;
	bool stream;
	bool keep_old;
	bool directory;
	int compress_level;
};

struct perf_data_writer;

/**
 * perf_data_writer_create() - open the output
 * @options: copied, with @options->path
 * @writer: result; the caller frees it with perf_data_writer_free()
 * @error: filled on failure
 *
 * Return: 0 or a negative errno; -EOPNOTSUPP for compression in a build without zstd.
 */
int perf_data_writer_create(const struct perf_data_writer_options *options,
			    struct perf_data_writer **writer, struct perf_error *error);

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
			       const uint64_t *ids, size_t nr_ids, struct perf_error *error);

/**
 * perf_data_writer_begin() - write the header, and the features of a stream
 * @writer: with its events
 * @env: features of a stream; ignored for a file, may be NULL
 * @error: filled on failure
 *
 * Return: 0 or a negative errno.
 */
int perf_data_writer_begin(struct perf_data_writer *writer, const struct perf_data_env *env,
			   struct perf_error *error);

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
			   struct perf_error *error);

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
				  const size_t *sizes, size_t nr, struct perf_error *error);

/**
 * perf_data_writer_write_plain() - perf_data_writer_write() without compression
 *
 * For tool records, above all FINISHED_ROUND, and for synthesised records.
 */
int perf_data_writer_write_plain(struct perf_data_writer *writer, const void *records,
				 size_t size, struct perf_error *error);

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
				 struct perf_error *error);

/**
 * perf_data_writer_sync() - make the records written so far readable if the program is killed
 * @writer: of a file; does nothing for a stream
 * @error: filled on failure
 *
 * Return: 0 or a negative errno.
 */
int perf_data_writer_sync(struct perf_data_writer *writer, struct perf_error *error);

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
			    struct perf_error *error);

/**
 * perf_data_writer_free() - free the writer and close its descriptors
 * @writer: may be NULL
 */
void perf_data_writer_free(struct perf_data_writer *writer);

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
		       uint64_t end, const struct perf_data_env *env, struct perf_error *error);

/** perf_data_writer_directory() - descriptor of the recording's directory, -1 without one */
int perf_data_writer_directory(const struct perf_data_writer *writer);

/** perf_data_writer_size() - bytes written to the file or stream so far */
uint64_t perf_data_writer_size(const struct perf_data_writer *writer);

/** perf_data_writer_raw_size() - bytes of records written so far, before compression */
uint64_t perf_data_writer_raw_size(const struct perf_data_writer *writer);

#endif /* PERF_DATA_WRITER_H */
