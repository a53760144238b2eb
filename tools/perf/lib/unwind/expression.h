/* SPDX-License-Identifier: GPL-2.0-only */
/* The expressions by which call frame information says where a value is. */
#ifndef PERF_UNWIND_EXPRESSION_H
#define PERF_UNWIND_EXPRESSION_H

#ifdef HAVE_DW
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <elfutils/libdw.h>

/**
 * struct perf_expression_input - what an expression may ask for
 * @reg: value of a register, by DWARF number; false if it is not known
 * @word: the eight bytes at an address; false if they are not known
 * @cfa: canonical frame address, 0 while that itself is worked out
 * @context: for @reg and @word
 */
struct perf_expression_input {
	bool (*reg)(void *context, unsigned int number, uint64_t *value);
	bool (*word)(void *context, uint64_t addr, uint64_t *value);
	uint64_t cfa;
	void *context;
};

/**
 * perf_expression_run() - work out an expression
 * @ops, @nr: DWARF 5, section 2.5; those that make no sense in frame information are not
 *	known and make it fail
 * @input: what it may ask for
 * @result: the value
 * @is_value: the result is the value that is looked for, not its address
 *
 * Return: false if it cannot be worked out.
 */
bool perf_expression_run(const Dwarf_Op *ops, size_t nr,
			 const struct perf_expression_input *input, uint64_t *result,
			 bool *is_value);
#endif

#endif /* PERF_UNWIND_EXPRESSION_H */
