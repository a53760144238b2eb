/* SPDX-License-Identifier: GPL-2.0 */
/*
 * perf_data_env.tracing_data, the blob that describes the tracepoints of a recording: byte
 * order and sizes, then the format files, each with its length in front. Source of the
 * layout: trace-cmd.dat(5), version 6.
 */
#ifndef PERF_DATA_TRACING_DATA_H
#define PERF_DATA_TRACING_DATA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/**
 * struct perf_tracing_machine - the machine that recorded the blob
 * @big_endian: byte order of the machine
 * @swap: @big_endian differs from this machine
 * @long_size: bytes of a long in its kernel
 * @page_size: bytes of a page
 */
struct perf_tracing_machine {
	bool		big_endian;
	bool		swap;
	int		long_size;
	uint32_t	page_size;
};

/**
 * struct perf_tracing_calls - callbacks of perf_tracing_data_walk(); each may be NULL
 * @machine: called first
 * @page: called with the format of a ring page
 * @event: called with the format file of each tracepoint
 * @print_formats: called with the file printk_formats
 *
 * perf_tracing_data_walk() calls them in this order. @text has no terminator.
 */
struct perf_tracing_calls {
	void (*machine)(void *context, const struct perf_tracing_machine *machine);
	void (*page)(void *context, const char *text, size_t size);
	void (*event)(void *context, const char *system, const char *text, size_t size);
	void (*print_formats)(void *context, const char *text, size_t size);
};
bool perf_tracing_data_walk(const void *data, size_t size, const struct perf_tracing_calls *calls,
			    void *context);

#endif /* PERF_DATA_TRACING_DATA_H */
