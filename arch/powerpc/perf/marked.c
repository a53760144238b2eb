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
#include "marked.h"

/**
 * perf_power_is_marked() - test if a code counts marked instructions
 * @marked: table of a processor, ended by a row of zeros
 * @code:   event code
 *
 * Return: true if a row of @marked matches: then MMCRA has to enable sampling.
 */
bool perf_power_is_marked(const struct perf_power_marked *marked, u64 code)
{
	for (; marked->mask; marked++) {
		if ((code & marked->mask) == (marked->code & marked->mask))
			return true;
	}
	return false;
}
