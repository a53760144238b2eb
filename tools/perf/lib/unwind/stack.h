/* SPDX-License-Identifier: GPL-2.0 */
/*
 * perf_stack_resolve(): the call stack of a sample: the chain that the kernel recorded, then frames
 * unwound from the copy of the user stack.
 */
#ifndef PERF_UNWIND_STACK_H
#define PERF_UNWIND_STACK_H

#include <stdbool.h>
#include <stdint.h>
#include <base/vec.h>
#include <model/machine.h>
#include <unwind/unwinder.h>

/**
 * struct perf_stack_item - one frame of a stack
 * @frame: index in perf_machine.frames
 * @unwound: by perf_unwinder_run(): @ip is the call itself; else @ip is the return address
 * @ip: the address
 */
struct perf_stack_item {
	uint32_t frame;
	bool unwound;
	uint64_t ip;
};

/**
 * struct perf_stack - a call stack, innermost frame first
 */
struct perf_stack {
	PERF_VEC(struct perf_stack_item) items;
};

/* Default for @max of perf_stack_resolve(). */
#define PERF_STACK_MAX	127

int perf_stack_resolve(struct perf_stack *stack, struct perf_machine *machine,
		       struct perf_unwinder *unwinder, const struct perf_thread *thread,
		       const struct perf_sample *sample, size_t max);

#endif /* PERF_UNWIND_STACK_H */
