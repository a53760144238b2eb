/* SPDX-License-Identifier: GPL-2.0 */
/* Rows of the tables that the unit tests of processors' tables go through. */
#ifndef _ARCH_POWERPC_PERF_MODEL_VECTORS_H
#define _ARCH_POWERPC_PERF_MODEL_VECTORS_H

#include <linux/errno.h>

#include <asm/reg.h>

#include "model.h"

/**
 * struct perf_vector - a code, and what it comes to
 * @model:   processor
 * @code:    event code
 * @config1: attr.config1
 * @counter: from 0
 * @mmcr1:   expected
 * @mmcr2:   expected
 * @mmcr3:   expected
 * @mmcra:   expected
 * @mmcr0:   expected of the bits that depend on the event
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
};

/**
 * struct perf_refused - a code that cannot be asked for
 * @model: processor
 * @code:  event code
 * @err:   what the caller gets
 */
struct perf_refused {
	const struct perf_power_model	*model;
	u64				code;
	int				err;
};

/**
 * struct perf_group - events to be counted at a time
 * @model: processor
 * @fits:  they can be
 * @codes: event codes, 0 behind the last
 * @config1: attr.config1 of each
 */
struct perf_group {
	const struct perf_power_model	*model;
	bool				fits;
	u64				codes[PERF_POWER_COUNTERS];
	u64				config1[PERF_POWER_COUNTERS];
};

#endif /* _ARCH_POWERPC_PERF_MODEL_VECTORS_H */
