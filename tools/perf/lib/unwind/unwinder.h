/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Unwinding of user stacks from registers and a copy of the stack, by the call frame information of
 * the objects (DWARF 5, section 6.4; .eh_frame: LSB core specification).
 */
#ifndef PERF_UNWIND_UNWINDER_H
#define PERF_UNWIND_UNWINDER_H

#include <stddef.h>
#include <stdint.h>
#include <data/sample.h>
#include <model/machine.h>

struct perf_unwinder;

/**
 * perf_unwinder_create() - make an unwinder for the threads of a machine
 * @machine: must outlive the unwinder
 *
 * Return: the unwinder; NULL without memory, or if this build cannot unwind.
 */
struct perf_unwinder *perf_unwinder_create(struct perf_machine *machine);

/** perf_unwinder_free() - free @unwinder, which may be NULL */
void perf_unwinder_free(struct perf_unwinder *unwinder);

/**
 * perf_unwinder_run() - unwind the user stack of a sample
 * @unwinder: unwinder
 * @thread: sampled thread
 * @sample: sample with user registers and a copy of the user stack
 * @ips: result, innermost first. The first is the sampled address; the others lie within the call
 *	instructions, not behind them
 * @max: size of @ips
 *
 * Return: number of addresses; 0 if there are no registers.
 */
size_t perf_unwinder_run(struct perf_unwinder *unwinder, const struct perf_thread *thread,
			 const struct perf_sample *sample, uint64_t *ips, size_t max);

/** perf_unwinder_truncated() - number of stacks whose copy ended before their outermost frame */
uint64_t perf_unwinder_truncated(const struct perf_unwinder *unwinder);

#endif /* PERF_UNWIND_UNWINDER_H */
