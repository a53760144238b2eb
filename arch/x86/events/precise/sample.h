/* SPDX-License-Identifier: GPL-2.0 */
/* Samples made of records. */
#ifndef _ARCH_X86_EVENTS_PRECISE_SAMPLE_H
#define _ARCH_X86_EVENTS_PRECISE_SAMPLE_H

#include <linux/perf_event.h>

#include "precise/record.h"

/**
 * struct perf_x86_precise_sample - a sample being made of a record
 * @data: the sample
 * @regs: its registers
 */
struct perf_x86_precise_sample {
	struct perf_sample_data	data;
	struct x86_perf_regs	regs;
};

bool perf_x86_precise_allows(const struct perf_event *event,
			     const struct perf_x86_record *record);
void perf_x86_precise_fill(struct perf_x86_precise_sample *sample, struct perf_event *event,
			   const struct perf_x86_record *record, struct pt_regs *interrupted);

#endif /* _ARCH_X86_EVENTS_PRECISE_SAMPLE_H */
