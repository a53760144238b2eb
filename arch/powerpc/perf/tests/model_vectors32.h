/* SPDX-License-Identifier: GPL-2.0 */
/* Expected values of the unit tests, for 32-bit processors. */
#ifndef _ARCH_POWERPC_PERF_MODEL_VECTORS32_H
#define _ARCH_POWERPC_PERF_MODEL_VECTORS32_H

#include "model_vectors.h"

static const struct perf_power_model *const perf_models[] = {
	&perf_power_604, &perf_power_604e, &perf_power_750, &perf_power_7400, &perf_power_7450,
};

/* Selectors of the first two counters, the threshold, and the interrupt enable bits. */
#define PERF_MMCR0_EVENT_BITS	(0x003f1fff | MMCR0_PMC1CE | MMCR0_PMCnCE)

static const struct perf_vector perf_vectors[] = {
	/* cycles and instructions, on each counter */
	{ &perf_power_604, 0x00001, 0, 0, .mmcr0 = MMCR0_PMC1CE | 1 << 6 },
	{ &perf_power_604, 0x00002, 0, 1, .mmcr0 = MMCR0_PMCnCE | 2 },
	{ &perf_power_604e, 0x00002, 0, 2, .mmcr0 = MMCR0_PMCnCE, .mmcr1 = 2U << 27 },
	{ &perf_power_750, 0x00001, 0, 3, .mmcr0 = MMCR0_PMCnCE, .mmcr1 = 1 << 22 },
	{ &perf_power_7450, 0x00001, 0, 4, .mmcr0 = MMCR0_PMCnCE, .mmcr1 = 1 << 17 },
	{ &perf_power_7450, 0x00001, 0, 5, .mmcr0 = MMCR0_PMCnCE, .mmcr1 = 1 << 11 },
	/* events of one counter only */
	{ &perf_power_604, 0x00117, 0, 0, .mmcr0 = MMCR0_PMC1CE | 0x17 << 6 },
	{ &perf_power_604e, 0x0041e, 0, 3, .mmcr0 = MMCR0_PMCnCE, .mmcr1 = 0x1e << 22 },
	{ &perf_power_750, 0x00311, 0, 2, .mmcr0 = MMCR0_PMCnCE, .mmcr1 = 0x11U << 27 },
	{ &perf_power_7400, 0x00130, 0, 0, .mmcr0 = MMCR0_PMC1CE | 0x30 << 6 },
	{ &perf_power_7450, 0x0015e, 0, 0, .mmcr0 = MMCR0_PMC1CE | 0x5e << 6 },
	{ &perf_power_7450, 0x00639, 0, 5, .mmcr0 = MMCR0_PMCnCE, .mmcr1 = 0x39 << 11 },
	/* a threshold, and a threshold with the multiplier */
	{ &perf_power_750, 0x3f10a, 0, 0, .mmcr0 = MMCR0_PMC1CE | 0x3f << 16 | 0x0a << 6 },
	{ &perf_power_7450, 0x0530d, 0, 2, .mmcr0 = MMCR0_PMCnCE | 5 << 16, .mmcr1 = 0x0dU << 27 },
	{ &perf_power_7450, 0x4512b, 0, 0, .mmcr0 = MMCR0_PMC1CE | 5 << 16 | 0x2b << 6,
	  .mmcr2 = 1U << 31 },
};

static const struct perf_refused perf_refused_codes[] = {
	/* no event; no such counter; no such selector on that counter */
	{ &perf_power_604, 0x00100, -EINVAL },
	{ &perf_power_604, 0x00301, -EINVAL },
	{ &perf_power_604, 0x00220, -EINVAL },
	{ &perf_power_750, 0x00112, -EINVAL },
	{ &perf_power_750, 0x00501, -EINVAL },
	{ &perf_power_7450, 0x00701, -EINVAL },
	{ &perf_power_7450, 0x00320, -EINVAL },
	/* not the same event on all counters */
	{ &perf_power_604e, 0x00005, -EINVAL },
	{ &perf_power_7450, 0x00017, -EINVAL },
	/* a threshold for an event without one; a multiplier on a processor without one */
	{ &perf_power_750, 0x3f001, -EINVAL },
	{ &perf_power_750, 0x01305, -EINVAL },
	{ &perf_power_750, 0x4110a, -EINVAL },
	{ &perf_power_7400, 0x41105, -EINVAL },
};

static const struct perf_group perf_groups[] = {
	/* as many events as counters */
	{ &perf_power_604, true, { 0x1, 0x2 } },
	{ &perf_power_604, false, { 0x1, 0x2, 0x4 } },
	{ &perf_power_604e, true, { 0x1, 0x2, 0x4, 0x00208 } },
	{ &perf_power_604, true, { 0x1, 0x00208 } },
	{ &perf_power_750, false, { 0x00205, 0x00206 } },
	{ &perf_power_750, true, { 0x1, 0x2, 0x00305, 0x00408 } },
	{ &perf_power_750, true, { 0x4, 0x2, 0x00108, 0x0020b } },
	/* one threshold */
	{ &perf_power_604, false, { 0x01117, 0x02118 } },
	{ &perf_power_7450, true, { 0x0512b, 0x05220 } },
	{ &perf_power_7450, false, { 0x0512b, 0x06220 } },
	{ &perf_power_7450, false, { 0x0512b, 0x45220 } },
	/* two counters count the same events of the outer caches */
	{ &perf_power_7450, true, { 0x00506, 0x00506 } },
	{ &perf_power_7450, false, { 0x00506, 0x00506, 0x00604 } },
	{ &perf_power_7450, true, { 0x1, 0x2, 0x15, 0x4, 0x00506, 0x00604 } },
	{ &perf_power_7450, true, { 0x00217, 0x00217 } },
	{ &perf_power_7450, true, { 0x00418, 0x00418, 0x00418 } },
	{ &perf_power_7450, true, { 0x00513, 0x00513 } },
	{ &perf_power_7450, false, { 0x00217, 0x00217, 0x00317 } },
};

#endif /* _ARCH_POWERPC_PERF_MODEL_VECTORS32_H */
