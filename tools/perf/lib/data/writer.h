/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Writing a recording, to a file or to a stream, so that every reader can read it.
 *
 * Order of calls: create, add_event for each event, begin, write any number of times,
 * finish, free. What was written up to the last perf_data_writer_sync() can be read even
 * if the program is killed.
 *
 * perf_data_writer_write() and _sync() may be called by several threads at a time, the
 * others by one.
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
 * struct perf_data_writer_options - how to write
 * @fd: descriptor to write to, or -1 to create @path
 * @path: file to create. Also for messages
 * @stream: write a stream: no seeking, header as records
 * @keep_old: rename an existing file to <path>.old first
 * @directory: make a directory at @path, and the file "data" in it
 * @compress_level: zstd level from 1 to 22; 0: do not compress
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
 * @options: how
 * @writer: result; free with perf_data_writer_free()
 * @err: text
 *
 * Return: 0 or a negative errno; -EOPNOTSUPP for compression in a build without zstd.
 */
int perf_data_writer_create(const struct perf_data_writer_options *options,
			    struct perf_data_writer **writer, struct perf_error *err);

/**
 * perf_data_writer_add_event() - an event of the recording
 * @writer: before perf_data_writer_begin()
 * @attr: as it was opened
 * @name: as the user wrote it
 * @ids: its ids, one for each descriptor
 * @nr_ids: how many
 * @err: text
 *
 * Return: 0 or a negative errno.
 */
int perf_data_writer_add_event(struct perf_data_writer *writer,
			       const struct perf_event_attr *attr, const char *name,
			       const uint64_t *ids, size_t nr_ids, struct perf_error *err);

/**
 * perf_data_writer_begin() - write what precedes the records
 * @writer: with its events
 * @env: features; a stream has to have them here, a file needs none
 * @err: text
 *
 * Return: 0 or a negative errno.
 */
int perf_data_writer_begin(struct perf_data_writer *writer, const struct perf_data_env *env,
			   struct perf_error *err);

/**
 * perf_data_writer_write() - append whole records
 * @writer: after perf_data_writer_begin()
 * @records: records, in this machine's byte order
 * @size: bytes
 * @err: text
 *
 * They are compressed if that was asked for.
 *
 * Return: 0 or a negative errno (-ENOSPC, ...).
 */
int perf_data_writer_write(struct perf_data_writer *writer, const void *records, size_t size,
			   struct perf_error *err);

/**
 * perf_data_writer_write_pieces() - append records that lie in several places
 * @writer: after perf_data_writer_begin()
 * @pieces: addresses
 * @sizes: bytes of each
 * @nr: how many pieces. A record may begin in one and end in the next
 * @err: text
 *
 * As perf_data_writer_write() else; nothing gets in between the pieces.
 */
int perf_data_writer_write_pieces(struct perf_data_writer *writer, const void *const *pieces,
				  const size_t *sizes, size_t nr, struct perf_error *err);

/**
 * perf_data_writer_write_plain() - append records that must not be compressed
 *
 * For tool records, FINISHED_ROUND before all, and the synthesised ones. As
 * perf_data_writer_write() else.
 */
int perf_data_writer_write_plain(struct perf_data_writer *writer, const void *records,
				 size_t size, struct perf_error *err);

/**
 * perf_data_writer_write_trace() - append trace data of the AUX area
 * @writer: after perf_data_writer_begin()
 * @record: is put in front; its size is set to that of the pieces, filled up to 8 bytes
 * @pieces: addresses
 * @sizes: bytes of each
 * @nr: how many pieces
 * @offset: result: where the record is in the file; may be NULL
 * @err: text
 *
 * It is not compressed.
 *
 * Return: 0 or a negative errno.
 */
int perf_data_writer_write_trace(struct perf_data_writer *writer,
				 struct perf_record_auxtrace *record, const void *const *pieces,
				 const size_t *sizes, size_t nr, uint64_t *offset,
				 struct perf_error *err);

/**
 * perf_data_writer_sync() - make what was written readable, should the program die
 * @writer: of a file; nothing is done for a stream
 * @err: text
 *
 * Return: 0 or a negative errno.
 */
int perf_data_writer_sync(struct perf_data_writer *writer, struct perf_error *err);

/**
 * perf_data_writer_finish() - write the feature sections and close the recording
 * @writer: writer
 * @env: features; those of @env->features that the writer knows are written, EVENT_DESC
 *	is made of the events added and need not be in it
 * @err: text
 *
 * Return: 0 or a negative errno.
 */
int perf_data_writer_finish(struct perf_data_writer *writer, const struct perf_data_env *env,
			    struct perf_error *err);

/**
 * perf_data_writer_free() - free the writer and close its descriptor
 * @writer: may be NULL
 */
void perf_data_writer_free(struct perf_data_writer *writer);

/**
 * perf_data_complete() - end a file that was not closed, or cut off, in place
 * @fd: the file, open for reading and writing, of this machine's byte order
 * @path: its name, for messages
 * @header: its header
 * @end: where its last whole record ends; what is behind is lost
 * @env: features
 * @err: text
 *
 * Return: 0 or a negative errno: -EOPNOTSUPP, and the file is what it was, if its events or
 * their ids are not in front of the records.
 */
int perf_data_complete(int fd, const char *path, const struct perf_data_file_header *header,
		       uint64_t end, const struct perf_data_env *env, struct perf_error *err);

/** perf_data_writer_directory() - descriptor of the directory of a recording, -1 without one */
int perf_data_writer_directory(const struct perf_data_writer *writer);

/** perf_data_writer_size() - bytes in the file or sent down the stream by now */
uint64_t perf_data_writer_size(const struct perf_data_writer *writer);

/** perf_data_writer_raw_size() - bytes of records given to it, before compression */
uint64_t perf_data_writer_raw_size(const struct perf_data_writer *writer);

#endif /* PERF_DATA_WRITER_H */
