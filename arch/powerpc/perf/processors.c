// SPDX-License-Identifier: GPL-2.0
/*
 * perf_power_find_model() for 64-bit processors.
 *
 * Owns nothing. Context: boot.
 */
#include <linux/bits.h>
#include <linux/init.h>

#include <asm/cputable.h>
#include <asm/reg.h>

#include "model.h"

/* In SPRN_PVR of a POWER9: the chip is a Cumulus, whose revisions have no broken events. */
#define PERF_PVR_CUMULUS	BIT(13)

static const struct perf_power_model * __init perf_power9_revision(unsigned int pvr)
{
	if ((pvr & PERF_PVR_CUMULUS) || PVR_CFG(pvr) != 2)
		return &perf_power9;
	switch (PVR_MIN(pvr)) {
	case 1:
		return &perf_power9_dd21;
	case 2:
		return &perf_power9_dd22;
	default:
		return &perf_power9;
	}
}

/**
 * perf_power_find_model() - find the model of this processor's counters
 *
 * A hypervisor may present a POWER10 to its guest as a POWER9. SPRN_PVR is then still that of a
 * POWER10, but CPU_FTR_ARCH_31 is off, and perf_power_isa3 has only the architected events.
 *
 * Return: NULL if there is no driver for them.
 *
 * Context: boot.
 */
const struct perf_power_model * __init perf_power_find_model(void)
{
	unsigned int pvr = mfspr(SPRN_PVR);

	switch (PVR_VER(pvr)) {
	case PVR_970:
	case PVR_970FX:
	case PVR_970GX:
		return &perf_power_970;
	case PVR_970MP:
		return &perf_power_970mp;
	case PVR_POWER5:
		return &perf_power5;
	case PVR_POWER5p:
		return &perf_power5p;
	case PVR_POWER6:
		return &perf_power6;
	case PVR_POWER7:
		return &perf_power7;
	case PVR_POWER7p:
		return &perf_power7p;
	case PVR_POWER8E:
	case PVR_POWER8NVL:
	case PVR_POWER8:
		return &perf_power8;
	case PVR_POWER9:
		return perf_power9_revision(pvr);
	case PVR_POWER10:
	case PVR_POWER11:
		if (cpu_has_feature(CPU_FTR_ARCH_31))
			return &perf_power10;
		break;
	}
	return cpu_has_feature(CPU_FTR_ARCH_300) ? &perf_power_isa3 : NULL;
}
