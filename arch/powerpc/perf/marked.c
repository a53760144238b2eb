// SPDX-License-Identifier: GPL-2.0
/*
 * Event codes of marked instructions, on processors whose codes have no bit for that.
 *
 * The processor marks one instruction every now and then and reports its progress as events,
 * but only while MMCRA_SAMPLE_ENABLE is set. Event codes before POWER8 have no PERF_CODE_MARK,
 * so each processor has a table of struct perf_power_marked.
 *
 * Owns nothing: pure functions over const tables. Context: any.
 */
#include <asm/reg.h>

#include "marked.h"
#include "model.h"

/**
 * perf_power_encode_marked() - enable sampling if a code counts marked instructions
 * @regs:   changed if a row of @marked matches
 * @marked: table of a processor, ended by a row of zeros
 * @code:   event code
 */
void perf_power_encode_marked(struct perf_power_regs *regs, const struct perf_power_marked *marked,
			      u64 code)
{
	for (; marked->mask; marked++) {
		if ((code & marked->mask) == (marked->code & marked->mask)) {
			regs->mmcra |= MMCRA_SAMPLE_ENABLE;
			return;
		}
	}
}
