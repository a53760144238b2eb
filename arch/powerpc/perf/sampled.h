/* SPDX-License-Identifier: GPL-2.0 */
/* struct perf_power_sampled: the sampling registers at the interrupt that is being handled. */
#ifndef _ARCH_POWERPC_PERF_SAMPLED_H
#define _ARCH_POWERPC_PERF_SAMPLED_H

#include <linux/types.h>

struct pt_regs;

/**
 * struct perf_power_sampled - the sampling registers at an interrupt
 * @regs:     the interrupt they belong to; NULL: none is being handled
 * @address:  the instruction's address: SIAR
 * @data:     SDAR, 0 if it is not valid
 * @sier:     SIER, SIER2, SIER3; 0 on a processor without
 * @mmcra:    MMCRA
 * @misc:     PERF_RECORD_MISC_*: the mode at @address
 * @use_siar: @address and @misc replace those of @regs
 * @invalid:  a marked instruction was to be sampled, but SIAR is not its address: no sample
 */
struct perf_power_sampled {
	const struct pt_regs	*regs;
	unsigned long		address;
	unsigned long		data;
	u64			sier[3];
	u64			mmcra;
	unsigned long		misc;
	bool			use_siar;
	bool			invalid;
};

void perf_power_sampled_set(const struct perf_power_sampled *sampled);
void perf_power_sampled_clear(void);
const struct perf_power_sampled *perf_power_sampled_get(const struct pt_regs *regs);
void perf_power_sampled_read_extended(u64 (*read)(int idx), u64 mask);
u64 perf_power_sampled_extended(int idx);

#endif /* _ARCH_POWERPC_PERF_SAMPLED_H */
