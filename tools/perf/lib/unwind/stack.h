/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The call stack of a sample: what the kernel walked, and what can be unwound from the
 * copy of the user stack.
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
 * @frame: in perf_machine.frames
 * @unwound: from debug information, with the address of the call itself; else the address
 *	is the one that will be returned to
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

/* The deepest stack that is looked at if nothing else is asked for. */
#define PERF_STACK_MAX	127

/**
 * perf_stack_resolve() - find the call stack of a sample
 * @stack: result; what it held is gone. Free its items at the end
 * @machine: at the time of the sample
 * @unwinder: or NULL: do without unwinding
 * @thread: that was sampled
 * @sample: the sample
 * @max: most frames that the stack may have
 *
 * Return: 0 or -ENOMEM.
 */
int perf_stack_resolve(struct perf_stack *stack, struct perf_machine *machine,
		       struct perf_unwinder *unwinder, const struct perf_thread *thread,
		       const struct perf_sample *sample, size_t max);

#endif /* PERF_UNWIND_STACK_H */
