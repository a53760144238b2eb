// SPDX-License-Identifier: GPL-2.0
/*
 * perf_power_find_model() for the e500 family.
 *
 * Owns nothing. Context: boot.
 */
#include <linux/init.h>

#include <asm/reg.h>

#include "model.h"

/**
 * perf_power_find_model() - find the model of this processor's counters
 *
 * Return: NULL if there is no driver for them.
 *
 * Context: boot.
 */
const struct perf_power_model * __init perf_power_find_model(void)
{
	switch (PVR_VER(mfspr(SPRN_PVR))) {
	case PVR_VER_E500V1:
	case PVR_VER_E500V2:
		return &perf_power_e500;
	case PVR_VER_E500MC:
	case PVR_VER_E5500:
		return &perf_power_e500mc;
	case PVR_VER_E6500:
		return &perf_power_e6500;
	}
	return NULL;
}
