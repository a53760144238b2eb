/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Functions as a report counts them: all frames of one symbol are one function; a frame without
 * a symbol is a function of its own, as is each inlined function within a symbol of an object.
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
 * @symbol: symbol, or NULL
 * @inlined: name of an inlined function, or NULL
 * @addr: address of the first seen frame in the object
 * @ip: address of that frame in the process
 * @kernel: true for code of the kernel
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
 * struct perf_functions - all functions of a report
 * @list: functions; number 0 is none
 * @by_frame: function of each frame, 0 before perf_functions_find()
 * @expanded: by frame: index in @lists, 0 before perf_functions_expand()
 * @lists: for each index in @expanded a count, and as many functions
 * @machine: machine of the frames
 * @inlines: NULL if inlined functions do not count on their own
 * @merge_unknown: all code of an object without a symbol is one function
 * @by_symbol: by symbol; with @merge_unknown also by object
 * @by_inline: by object, name and enclosing symbol, hashed
 * @by_ip: by object and address, for perf_functions_of_call()
 *
 * The caller sets @machine, @inlines and @merge_unknown, all else zero.
 */
struct perf_functions {
	PERF_VEC(struct perf_function) list;
	PERF_VEC(uint32_t) by_frame;
	PERF_VEC(uint32_t) expanded;
	PERF_VEC(uint32_t) lists;
	struct perf_machine *machine;
	struct perf_inlines *inlines;
	bool merge_unknown;
	struct perf_map by_symbol;
	struct perf_map by_inline;
	struct perf_map by_ip;
};
uint32_t perf_functions_find(struct perf_functions *functions, uint32_t frame);

/** perf_functions_of_frame() - return the function of a frame; 0 without memory */
static inline uint32_t perf_functions_of_frame(struct perf_functions *functions, uint32_t frame)
{
	uint32_t known = frame < functions->by_frame.count ? functions->by_frame.at[frame] : 0;

	return known ? known : perf_functions_find(functions, frame);
}

void perf_functions_expect(const struct perf_functions *functions, uint32_t frame);
uint32_t perf_functions_of_call(struct perf_functions *functions, uint32_t frame, uint64_t ip);
const uint32_t *perf_functions_expand(struct perf_functions *functions, uint32_t frame,
				      size_t *nr);
const char *perf_function_name(const struct perf_functions *functions, uint32_t function);
void perf_functions_free(struct perf_functions *functions);

/** perf_compare_addresses() - compare by signed distance: kernel addresses before user ones */
static inline int perf_compare_addresses(uint64_t a, uint64_t b)
{
	int64_t distance = (int64_t)(a - b);

	return (distance > 0) - (distance < 0);
}

#endif /* PERF_REPORT_FUNCTIONS_H */
