// SPDX-License-Identifier: GPL-2.0
/*
 * perf_power_find_model() for 32-bit processors.
 *
 * Owns nothing. Context: boot.
 *
 * Hardware facts: the processor version register in each one's manual.
 */
#include <linux/init.h>
#include <linux/kernel.h>

#include <asm/reg.h>

#include "model.h"

/**
 * struct perf_power_processor - a processor version and its model
 * @version: upper half of the processor version register
 * @model:   the processor's counters
 */
struct perf_power_processor {
	u16				version;
	const struct perf_power_model	*model;
};

static const struct perf_power_processor perf_power_processors[] __initconst = {
	{ 0x0004, &perf_power_604 },
	{ 0x0009, &perf_power_604e },
	{ 0x000a, &perf_power_604e },	/* 604r, 604ev */
	{ 0x0008, &perf_power_750 },	/* 740, 745, 750, 750CX, 750CL, 755 */
	{ 0x7000, &perf_power_750 },	/* 750FX */
	{ 0x7002, &perf_power_750 },	/* 750GX */
	{ 0x000c, &perf_power_7400 },
	{ 0x800c, &perf_power_7400 },	/* 7410 */
	{ 0x8000, &perf_power_7450 },	/* 7441, 7450, 7451 */
	{ 0x8001, &perf_power_7450 },	/* 7445, 7455 */
	{ 0x8002, &perf_power_7450 },	/* 7447, 7457 */
	{ 0x8003, &perf_power_7450 },	/* 7447A */
	{ 0x8004, &perf_power_7450 },	/* 7448 */
};

/**
 * perf_power_find_model() - find the model of this processor's counters
 *
 * Return: NULL if it has none, or there is no driver for them.
 *
 * Context: boot.
 */
const struct perf_power_model * __init perf_power_find_model(void)
{
	u32 version = PVR_VER(mfspr(SPRN_PVR));
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(perf_power_processors); i++) {
		if (perf_power_processors[i].version == version)
			return perf_power_processors[i].model;
	}
	return NULL;
}
