// SPDX-License-Identifier: GPL-2.0
/*
 * Which event codes are about marked instructions, where codes do not say so.
 *
 * Of the instructions that pass, the processor marks one every now and then, and tells
 * what becomes of it; but only while sampling is enabled. Before POWER8 an event code has
 * no bit for that, so each processor has a table.
 *
 * Owns nothing: pure functions over const tables. Context: any.
 */
#include "marked.h"

/**
 * perf_power_is_marked() - is a code about marked instructions?
 * @marked: table of a processor, ended by a row of zeros
 * @code:   event code
 *
 * Return: true if a row of the table says so: then MMCRA has to enable sampling.
 */
bool perf_power_is_marked(const struct perf_marked *marked, u64 code)
{
	for (; marked->mask; marked++) {
		if ((code & marked->mask) == (marked->code & marked->mask))
			return true;
	}
	return false;
}
