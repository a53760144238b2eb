/* SPDX-License-Identifier: GPL-2.0 */
/* Selectors of two counters that count the same. */
#ifndef _ARCH_POWERPC_PERF_TWINS_H
#define _ARCH_POWERPC_PERF_TWINS_H

#include <linux/types.h>

/**
 * struct perf_power_twins - a selector of one counter, and that of another for the same event
 * @pmc:          counter, from 1
 * @select:       its selector
 * @other_pmc:    counter, from 1
 * @other_select: its selector
 *
 * A row with @pmc 0 ends a table.
 */
struct perf_power_twins {
	u8	pmc;
	u8	select;
	u8	other_pmc;
	u8	other_select;
};

u64 perf_power_twin(const struct perf_power_twins *twins, u64 code, u64 pmc_field,
		    u64 select_field);

#endif /* _ARCH_POWERPC_PERF_TWINS_H */
