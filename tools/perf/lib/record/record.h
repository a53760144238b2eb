/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Recording: from what is asked for to a file.
 *
 *	perf_record_create()	events opened, program prepared, file begun
 *	perf_record_run()	program started, rings emptied until the end
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

/** perf_record_registers() - registers that samples can have on this machine, by bit */
uint64_t perf_record_registers(void);

/**
 * struct perf_record_result - what came of it
 * @samples: samples recorded
 * @lost: samples, and other records, that the kernel could not deliver
 * @size: bytes in the file (of the last one, with --switch-output)
 * @raw_size: bytes of records before compression
 * @wakeups: how often there was something to write
 * @files: finished files, with --switch-output
 * @path: the file
 * @exit_code: of the program, 0 if there was none
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
 * struct perf_record_watch - calls into the command while recording
 * @dumped: a file was finished by --switch-output; may be NULL
 * @warn: something is not as asked for; may be NULL
 * @context: for both
 * @commands: shows what commands of --control do, and when counting begins after a delay; may
 *	be NULL
 */
struct perf_record_watch {
	void (*dumped)(void *context, const char *path);
	void (*warn)(void *context, const char *text);
	void *context;
	const struct perf_command_watch *commands;
};

/**
 * perf_record_create() - open events and begin a file
 * @config: what is to be recorded; kept by reference
 * @list: events; empty: the default one. Taken over: freed by perf_record_free()
 * @filters: of the first @nr_filters events of @list; NULL for those without a filter
 * @nr_filters: how many
 * @watch: calls into the command
 * @record: result
 * @err: text
 *
 * Return: 0 or a negative errno.
 */
int perf_record_create(const struct perf_record_config *config, struct perf_event_list *list,
		       const char *const *filters, size_t nr_filters,
		       const struct perf_record_watch *watch,
		       struct perf_record **record, struct perf_error *err);

/**
 * perf_record_run() - record until the program ends, or a signal comes
 * @record: recording
 * @result: what came of it
 * @err: text
 *
 * Return: 0 or a negative errno. What was recorded up to a failure is in the file.
 */
int perf_record_run(struct perf_record *record, struct perf_record_result *result,
		    struct perf_error *err);

/** perf_record_free() - end the recording and free it */
void perf_record_free(struct perf_record *record);

#endif /* PERF_RECORD_RECORD_H */
