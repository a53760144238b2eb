/* SPDX-License-Identifier: GPL-2.0 */
/* perf_sampled_at(): the instruction at a sampled address. */
#ifndef PERF_ANNOTATE_SAMPLED_H
#define PERF_ANNOTATE_SAMPLED_H

#include <stdint.h>
#include <base/error.h>
#include <model/machine.h>

/* PERF_SAMPLED_MAX: bytes of the longest instruction, which is of x86. */
#define PERF_SAMPLED_MAX	15

/**
 * struct perf_sampled_insn - one instruction
 * @size: bytes, 0 if the code is not available or its length unknown
 * @bytes: in the order of memory
 */
struct perf_sampled_insn {
	uint8_t size;
	uint8_t bytes[PERF_SAMPLED_MAX];
};

struct perf_sampled;
struct perf_sampled *perf_sampled_create(struct perf_machine *machine);
void perf_sampled_free(struct perf_sampled *sampled);
const struct perf_sampled_insn *perf_sampled_at(struct perf_sampled *sampled, uint32_t frame);
int perf_sampled_check(const struct perf_sampled *sampled, struct perf_error *error);

#endif /* PERF_ANNOTATE_SAMPLED_H */
