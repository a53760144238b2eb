/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Recording: from a struct perf_record_config to a file.
 *
 *	perf_record_create()	opens events, prepares the program, begins the file
 *	perf_record_run()	starts the program, empties rings until the end
 *	perf_record_free()
 */
#ifndef PERF_RECORD_RECORD_H
#define PERF_RECORD_RECORD_H

#include <stdint.h>
#include <base/error.h>
#include <event/spec.h>
#include <record/config.h>

struct perf_command_watch;
struct perf_record;
uint64_t perf_record_registers(void);

/**
 * struct perf_record_result - result of a recording
 * @samples: samples recorded
 * @lost: samples and other records that the kernel had no room for
 * @size: bytes in the file (the last one, with --switch-output)
 * @raw_size: bytes of records before compression
 * @wakeups: passes over the rings that found records
 * @files: finished files, with --switch-output
 * @path: the file
 * @exit_code: of the program, 0 without one
 */
struct perf_record_result {
	uint64_t samples;
	uint64_t lost;
	uint64_t size;
	uint64_t raw_size;
	uint64_t wakeups;
	unsigned int files;
	const char *path;
	int exit_code;
};

/**
 * struct perf_record_watch - callbacks into the command while recording
 * @dumped: --switch-output has finished a file; may be NULL
 * @warn: an option could not be met; may be NULL
 * @context: passed to both
 * @commands: shows effects of --control commands, and the start of counting after a delay; may be
 *	NULL
 */
struct perf_record_watch {
	void (*dumped)(void *context, const char *path);
	void (*warn)(void *context, const char *text);
	void *context;
	const struct perf_command_watch *commands;
};
int perf_record_create(const struct perf_record_config *config, struct perf_event_list *list,
		       const char *const *filters, size_t nr_filters,
		       const struct perf_record_watch *watch,
		       struct perf_record **record, struct perf_error *error);
int perf_record_run(struct perf_record *record, struct perf_record_result *result,
		    struct perf_error *error);
void perf_record_free(struct perf_record *record);

#endif /* PERF_RECORD_RECORD_H */
