/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The blob of a recording that describes its tracepoints: byte order and sizes, then the
 * format files, each with its length in front. trace-cmd.dat(5), version 6, has the layout.
 */
#ifndef PERF_DATA_TRACING_DATA_H
#define PERF_DATA_TRACING_DATA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/**
 * struct perf_tracing_machine - the machine the blob is from
 * @big_endian: its byte order
 * @swap: that is not ours
 * @long_size: bytes of a long in the kernel
 * @page_size: bytes
 */
struct perf_tracing_machine {
	bool		big_endian;
	bool		swap;
	int		long_size;
	uint32_t	page_size;
};

/**
 * struct perf_tracing_calls - what is called for the parts, in this order; each may be NULL
 * @machine: at the start
 * @page: with the format of a ring page
 * @event: with the format file of each tracepoint
 * @print_formats: with the file printk_formats
 *
 * Texts are not ended by a zero byte.
 */
struct perf_tracing_calls {
	void (*machine)(void *context, const struct perf_tracing_machine *machine);
	void (*page)(void *context, const char *text, size_t size);
	void (*event)(void *context, const char *system, const char *text, size_t size);
	void (*print_formats)(void *context, const char *text, size_t size);
};

/**
 * perf_tracing_data_walk() - go through the blob
 * @data: the blob, perf_data_env.tracing_data
 * @size: bytes
 * @calls: what to call
 * @context: for @calls
 *
 * A damaged blob is gone through as far as it makes sense.
 *
 * Return: false if it is none.
 */
bool perf_tracing_data_walk(const void *data, size_t size, const struct perf_tracing_calls *calls,
			    void *context);

#endif /* PERF_DATA_TRACING_DATA_H */
