/* SPDX-License-Identifier: GPL-2.0 */
/* perf_expression_run(): DWARF expressions in call frame information (a value or its address). */
#ifndef PERF_UNWIND_EXPRESSION_H
#define PERF_UNWIND_EXPRESSION_H

#ifdef HAVE_DW
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <elfutils/libdw.h>

/**
 * struct perf_expression_input - inputs of an expression
 * @reg: reads a register by DWARF number; false if its value is not known
 * @word: reads eight bytes at an address; false if they are not known
 * @cfa: canonical frame address, 0 while an expression computes it
 * @context: argument of @reg and @word
 */
struct perf_expression_input {
	bool (*reg)(void *context, unsigned int number, uint64_t *value);
	bool (*word)(void *context, uint64_t addr, uint64_t *value);
	uint64_t cfa;
	void *context;
};
bool perf_expression_run(const Dwarf_Op *ops, size_t nr,
			 const struct perf_expression_input *input, uint64_t *result,
			 bool *is_value);
#endif

#endif /* PERF_UNWIND_EXPRESSION_H */
