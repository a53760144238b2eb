/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Expected values of the unit tests, for the e500 family: PMLCa and PMLCb as the e500 Core Family
 * Reference Manual describes their bits. The codes that are accepted and the counters of timed
 * events are those that the driver of Linux 6.12 accepts.
 */
#ifndef _ARCH_POWERPC_PERF_MODEL_VECTORS_E500_H
#define _ARCH_POWERPC_PERF_MODEL_VECTORS_E500_H

#include "model_vectors.h"

static const struct perf_power_model *const perf_models[] = {
	&perf_power_e500, &perf_power_e500mc, &perf_power_e6500,
};

/* An event of a group has no code in PMGC0. */
#define PERF_MMCR0_EVENT_BITS	0

static const struct perf_vector perf_vectors[] = {
	/* cycles, instructions, the last event, on the first and the last counter */
	{ &perf_power_e500, 0x01, 0, 0, .pmlca = 0x04010000 },
	{ &perf_power_e500, 0x02, 0, 3, .pmlca = 0x04020000 },
	{ &perf_power_e500, 0x7f, 0, 3, .pmlca = 0x047f0000 },
	{ &perf_power_e500mc, 0xb4, 0, 2, .pmlca = 0x04b40000 },
	{ &perf_power_e500mc, 0xff, 0, 0, .pmlca = 0x04ff0000 },
	{ &perf_power_e6500, 0xdd, 0, 4, .pmlca = 0x04dd0000 },
	{ &perf_power_e6500, 0x1ff, 0, 5, .pmlca = 0x05ff0000 },
	/* a threshold, a multiplier, both */
	{ &perf_power_e500, 0x3f0000004c, 0, 0, .pmlca = 0x044c0000, .pmlcb = 0x003f },
	{ &perf_power_e500, 0x70000000051, 0, 1, .pmlca = 0x04510000, .pmlcb = 0x0700 },
	{ &perf_power_e500mc, 0x5010000004e, 0, 1, .pmlca = 0x044e0000, .pmlcb = 0x0501 },
};

static const struct perf_refused perf_refused_codes[] = {
	/* no such event */
	{ &perf_power_e500, 0x80, -EINVAL },
	{ &perf_power_e500mc, 0x100, -EINVAL },
	{ &perf_power_e6500, 0x200, -EINVAL },
	/* a threshold for an event without one */
	{ &perf_power_e500, 0x10000004b, -EINVAL },
	{ &perf_power_e500, 0x100000052, -EINVAL },
	{ &perf_power_e500mc, 0x10000000001, -EINVAL },
	{ &perf_power_e6500, 0x10000004c, -EINVAL },
	{ &perf_power_e6500, 0x1000000004c, -EINVAL },
	/* bits without a meaning */
	{ &perf_power_e500, 0x400000004c, -EINVAL },
	{ &perf_power_e500, 0x8000000004c, -EINVAL },
};

static const struct perf_group perf_groups[] = {
	/* as many events as counters */
	{ &perf_power_e500, true, { 0x1, 0x1, 0x2, 0x29 } },
	{ &perf_power_e500, false, { 0x1, 0x1, 0x2, 0x29, 0xc } },
	{ &perf_power_e6500, true, { 0x1, 0x2, 0xc, 0xf, 0xdd, 0x1c9 } },
	{ &perf_power_e6500, false, { 0x1, 0x2, 0xc, 0xf, 0xdd, 0x1c9, 0x1 } },
	/* two timed events */
	{ &perf_power_e500, true, { 0x1, 0x2, 0x4c, 0x100000051 } },
	{ &perf_power_e500, false, { 0x4c, 0x4d, 0x4e } },
	{ &perf_power_e500mc, true, { 0x51, 0x51 } },
	{ &perf_power_e500mc, false, { 0x51, 0x51, 0x51 } },
	{ &perf_power_e6500, true, { 0x4c, 0x4d, 0x4e } },
};

#endif /* _ARCH_POWERPC_PERF_MODEL_VECTORS_E500_H */
