/* SPDX-License-Identifier: GPL-2.0 */
/* Rows of the tables that the unit tests of the processors' tables go through. */
#ifndef _ARCH_POWERPC_PERF_MODEL_VECTORS_H
#define _ARCH_POWERPC_PERF_MODEL_VECTORS_H

#include <linux/errno.h>

#include <asm/reg.h>

#include "model.h"

/**
 * struct perf_vector - a code and its register values
 * @model:   processor
 * @code:    event code
 * @config1: attr.config1
 * @counter: number of the counter, from 0
 * @mmcr1:   expected value
 * @mmcr2:   expected value
 * @mmcr3:   expected value
 * @mmcra:   expected value
 * @mmcr0:   expected value of the bits that depend on the event
 * @pmlca:   e500: expected value
 * @pmlcb:   e500: expected value
 */
struct perf_vector {
	const struct perf_power_model	*model;
	u64				code;
	u64				config1;
	unsigned int			counter;
	u64				mmcr1;
	u64				mmcr2;
	u64				mmcr3;
	u64				mmcra;
	u64				mmcr0;
	u32				pmlca;
	u32				pmlcb;
};

/**
 * struct perf_refused - a code that is refused
 * @model: processor
 * @code:  event code
 * @err:   errno that the caller gets, negative
 */
struct perf_refused {
	const struct perf_power_model	*model;
	u64				code;
	int				err;
};

/**
 * struct perf_group - events to be counted at the same time
 * @model: processor
 * @fits:  the events can be counted at the same time
 * @codes: event codes, 0 after the last
 * @config1: attr.config1 of each
 * @in_task: the events count a task
 */
struct perf_group {
	const struct perf_power_model	*model;
	bool				fits;
	u64				codes[PERF_POWER_COUNTERS];
	u64				config1[PERF_POWER_COUNTERS];
	bool				in_task;
};

#endif /* _ARCH_POWERPC_PERF_MODEL_VECTORS_H */
