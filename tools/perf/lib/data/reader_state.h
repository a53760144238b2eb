/* SPDX-License-Identifier: GPL-2.0-only */
/* Members of a reader, for open.c, which sets it up, and reader.c. */
#ifndef PERF_DATA_READER_STATE_H
#define PERF_DATA_READER_STATE_H

#include <data/event_table.h>
#include <data/naming.h>
#include <data/order.h>
#include <data/reader.h>
#include <data/store.h>
#include <data/stream.h>

/* A record that was read ahead while opening a stream. */
struct perf_data_early {
	struct perf_stream_record record;
	struct perf_data_early *next;
};

/**
 * struct perf_data - a reader
 * @path: what it was opened as
 * @options: how
 * @header: of the file
 * @events: events of the recording
 * @env: feature sections
 * @problems: what is wrong
 * @problems_at_open: what was, before any record was read
 * @streams: data sections: one, or in a directory @nr_streams files
 * @current: number of the one that is being read
 * @early: records read ahead, a list; @early_last is the last one's link
 * @applied: records of a stream before this offset have done what they do
 * @order: records that wait for their time
 * @store: those of them that could not stay where they were
 * @stored: the record given last is in @store
 * @last_time: of the records given, the greatest
 * @naming: of @events
 * @maps: for finding a record's file: streams with a map, by address; NULL: not needed yet
 * @flushed: all streams are at their end
 * @is_stream: no seeking, all as records
 * @is_directory: several files: rounds mean nothing
 * @foreign: other byte order
 * @mtime: of the file
 * @device, @inode, @mode: of the file, 0 if it is none
 */
struct perf_data {
	char *path;
	struct perf_data_options options;
	struct perf_data_file_header header;
	struct perf_event_table events;
	struct perf_data_env *env;
	struct perf_data_problems problems;
	struct perf_data_problems problems_at_open;
	struct perf_stream *streams;
	size_t nr_streams;
	size_t current;
	struct perf_data_early *early;
	struct perf_data_early **early_last;
	uint64_t applied;
	struct perf_order order;
	struct perf_store store;
	const struct perf_event_header *stored;
	uint64_t last_time;
	struct perf_data_naming naming;
	const struct perf_source **maps;
	bool flushed;
	bool is_stream;
	bool is_directory;
	bool foreign;
	int64_t mtime;
	uint64_t device;
	uint64_t inode;
	mode_t mode;
};

/**
 * perf_data_apply() - let a tool record act on the reader
 * @data: reader
 * @record: tool record
 *
 * Return: 0 or -ENOMEM.
 */
int perf_data_apply(struct perf_data *data, const struct perf_stream_record *record);

#endif /* PERF_DATA_READER_STATE_H */
