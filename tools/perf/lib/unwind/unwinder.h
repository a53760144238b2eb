/* SPDX-License-Identifier: GPL-2.0 */
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
struct perf_unwinder *perf_unwinder_create(struct perf_machine *machine);
void perf_unwinder_free(struct perf_unwinder *unwinder);
size_t perf_unwinder_run(struct perf_unwinder *unwinder, const struct perf_thread *thread,
			 const struct perf_sample *sample, uint64_t *ips, size_t max);
uint64_t perf_unwinder_truncated(const struct perf_unwinder *unwinder);

#endif /* PERF_UNWIND_UNWINDER_H */
