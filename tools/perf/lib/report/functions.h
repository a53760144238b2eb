/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Functions as a report counts them: all frames of one symbol are one function; a frame
 * without a symbol is a function of its own; so is each inlined function of an object.
 */
#ifndef PERF_REPORT_FUNCTIONS_H
#define PERF_REPORT_FUNCTIONS_H

#include <stdbool.h>
#include <stdint.h>
#include <base/map.h>
#include <base/vec.h>
#include <model/machine.h>
#include <unwind/inlines.h>

/**
 * struct perf_function - a function
 * @dso: object, or NULL
 * @symbol: or NULL
 * @inlined: name of an inlined function, or NULL
 * @addr: in the object, of the frame that was seen first
 * @ip: the same as the process had it
 * @kernel: it is code of the kernel
 */
struct perf_function {
	struct perf_dso *dso;
	struct perf_symbol *symbol;
	const char *inlined;
	uint64_t addr;
	uint64_t ip;
	bool kernel;
};

/**
 * struct perf_functions - all functions; number 0 is none
 * @machine: whose frames
 * @inlines: or NULL: inlined functions do not count on their own
 * @merge_unknown: all code of an object that has no symbol is one function
 *
 * Set these, all else zero.
 */
struct perf_functions {
	PERF_VEC(struct perf_function) list;
	PERF_VEC(uint32_t) by_frame;
	PERF_VEC(uint32_t) expanded;	/* by frame: index in @lists, 0: not yet */
	PERF_VEC(uint32_t) lists;	/* a count, and as many functions */
	struct perf_machine *machine;
	struct perf_inlines *inlines;
	bool merge_unknown;
	struct perf_map by_symbol;
	struct perf_map by_inline;
	struct perf_map by_ip;
};

/** perf_functions_find() - what perf_functions_of_frame() says when it is asked first */
uint32_t perf_functions_find(struct perf_functions *functions, uint32_t frame);

/** perf_functions_of_frame() - the function that a frame is in; 0 without memory */
static inline uint32_t perf_functions_of_frame(struct perf_functions *functions, uint32_t frame)
{
	uint32_t known = frame < functions->by_frame.count ? functions->by_frame.at[frame] : 0;

	return known ? known : perf_functions_find(functions, frame);
}

/** perf_functions_expect() - a frame's function will be asked for soon: fetch what tells it */
void perf_functions_expect(const struct perf_functions *functions, uint32_t frame);

/**
 * perf_functions_of_call() - the function that a frame of a call stack is in
 * @functions: functions
 * @frame: the frame
 * @ip: its address
 *
 * The same as perf_functions_of_frame() but for code without a symbol: such a caller is
 * known by the address in the process, not in the object.
 *
 * Return: the function; 0 without memory.
 */
uint32_t perf_functions_of_call(struct perf_functions *functions, uint32_t frame, uint64_t ip);

/**
 * perf_functions_expand() - the same with what was inlined into it
 * @functions: functions
 * @frame: of an unwound stack
 * @nr: result: how many
 *
 * Return: functions, innermost first; valid until the next call. NULL without memory.
 */
const uint32_t *perf_functions_expand(struct perf_functions *functions, uint32_t frame,
				      size_t *nr);

/**
 * perf_function_name() - name of a function
 * @functions: functions
 * @function: number
 *
 * Return: the name, NULL if it has none.
 */
const char *perf_function_name(const struct perf_functions *functions, uint32_t function);

/** perf_functions_free() - free the tables */
void perf_functions_free(struct perf_functions *functions);

/** perf_compare_addresses() - by their distance, which has a sign: the kernel's come first */
static inline int perf_compare_addresses(uint64_t a, uint64_t b)
{
	int64_t distance = (int64_t)(a - b);

	return (distance > 0) - (distance < 0);
}

#endif /* PERF_REPORT_FUNCTIONS_H */
