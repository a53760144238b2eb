/* SPDX-License-Identifier: GPL-2.0 */
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
int perf_data_writer_create(const struct perf_data_writer_options *options,
			    struct perf_data_writer **writer, struct perf_error *error);
int perf_data_writer_add_event(struct perf_data_writer *writer,
			       const struct perf_event_attr *attr, const char *name,
			       const uint64_t *ids, size_t nr_ids, struct perf_error *error);
int perf_data_writer_begin(struct perf_data_writer *writer, const struct perf_data_env *env,
			   struct perf_error *error);
int perf_data_writer_write(struct perf_data_writer *writer, const void *records, size_t size,
			   struct perf_error *error);
int perf_data_writer_write_pieces(struct perf_data_writer *writer, const void *const *pieces,
				  const size_t *sizes, size_t nr, struct perf_error *error);
int perf_data_writer_write_plain(struct perf_data_writer *writer, const void *records,
				 size_t size, struct perf_error *error);
int perf_data_writer_write_trace(struct perf_data_writer *writer,
				 struct perf_record_auxtrace *record, const void *const *pieces,
				 const size_t *sizes, size_t nr, uint64_t *offset,
				 struct perf_error *error);
int perf_data_writer_sync(struct perf_data_writer *writer, struct perf_error *error);
int perf_data_writer_finish(struct perf_data_writer *writer, const struct perf_data_env *env,
			    struct perf_error *error);
void perf_data_writer_free(struct perf_data_writer *writer);
int perf_data_complete(int fd, const char *path, const struct perf_data_file_header *header,
		       uint64_t end, const struct perf_data_env *env, struct perf_error *error);
int perf_data_writer_directory(const struct perf_data_writer *writer);
uint64_t perf_data_writer_size(const struct perf_data_writer *writer);
uint64_t perf_data_writer_raw_size(const struct perf_data_writer *writer);

#endif /* PERF_DATA_WRITER_H */
