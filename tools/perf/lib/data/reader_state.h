/* SPDX-License-Identifier: GPL-2.0 */
/* struct perf_data, for open.c, reader.c, apply.c, naming.c and problems.c. */
#ifndef PERF_DATA_READER_STATE_H
#define PERF_DATA_READER_STATE_H

#include <data/event_table.h>
#include <data/naming.h>
#include <data/order.h>
#include <data/reader.h>
#include <data/store.h>
#include <data/stream.h>

/* A record that open_stream() has read ahead. */
struct perf_data_early {
	struct perf_stream_record record;
	struct perf_data_early *next;
};

/**
 * struct perf_data - a reader
 * @path: see perf_data_path()
 * @options: options of perf_data_open()
 * @header: of the file, in this machine's byte order
 * @events: events of the recording
 * @env: feature sections
 * @problems: problems found so far
 * @problems_at_open: @problems before the first perf_data_next(), for perf_data_rewind()
 * @streams: @nr_streams data sections: one, or the files of a directory
 * @current: index of the stream that next_arrival() reads
 * @early: list of records read ahead
 * @early_last: link that keep_early() sets next, @early itself if the list is empty
 * @applied: tool records of a stream before this offset need no perf_data_apply()
 * @order: queue of records to be returned by time
 * @store: copies of queued and early records that are not in a map
 * @stored: the record returned last if it is in @store, else NULL
 * @last_time: greatest time of the ordered records returned, ns
 * @naming: state of perf_data_name_events()
 * @maps: sources of @streams, by address of their maps; NULL until sort_maps()
 * @flushed: all streams are at their end
 * @is_stream: pipe format: features are records, and there is no index
 * @is_directory: several files, so that FINISHED_ROUND does not end a round
 * @foreign: the recording is in the other byte order
 * @mtime: time of the last write to the file, seconds since 1970
 * @device, @inode, @mode: of the file, 0 for a pipe
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
int perf_data_apply(struct perf_data *data, const struct perf_stream_record *record);

#endif /* PERF_DATA_READER_STATE_H */
