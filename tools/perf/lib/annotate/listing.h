/* SPDX-License-Identifier: GPL-2.0 */
/* A function as a list of instructions, with their source lines. */
#ifndef PERF_ANNOTATE_LISTING_H
#define PERF_ANNOTATE_LISTING_H

#include <stdbool.h>
#include <stdint.h>
#include <annotate/code.h>
#include <annotate/disasm.h>
#include <base/error.h>
#include <base/map.h>
#include <base/vec.h>
#include <model/machine.h>
#include <sys/objdump.h>
#include <unwind/inlines.h>

#define PERF_INSTRUCTION_MAX	16

/**
 * struct perf_listing_line - one instruction
 * @addr: address in the object
 * @vaddr: address of the linker
 * @size: bytes
 * @bytes: the code
 * @text: the instruction, with symbols for addresses
 * @target: of a jump within the function: index of the target's line + 1, else 0
 * @file: source file from debug information, or NULL
 * @line: line in @file
 * @before: highest @line of @file in all earlier instructions, 0 if there is none
 */
struct perf_listing_line {
	uint64_t addr;
	uint64_t vaddr;
	uint8_t size;
	uint8_t bytes[PERF_INSTRUCTION_MAX];
	const char *text;
	uint32_t target;
	const char *file;
	unsigned int line;
	unsigned int before;
};

/**
 * struct perf_listing - a function
 * @lines: its instructions, by address
 * @dso: its object
 * @symbol: the function
 * @has_lines: some instructions have source lines
 * @foreign: another user owns the object or its debug file, and so chose the names of source files
 * @texts: strings of @lines
 *
 * All zero is empty.
 */
struct perf_listing {
	PERF_VEC(struct perf_listing_line) lines;
	struct perf_dso *dso;
	struct perf_symbol *symbol;
	bool has_lines;
	bool foreign;
	struct perf_intern texts;
};

/**
 * struct perf_lister - makes listings
 * @machine: machine of the objects
 * @inlines: source lines, or NULL
 * @code: source of code
 * @objdump: preferred disassembler where it succeeds, or NULL
 * @intel: x86: Intel's syntax
 */
struct perf_lister {
	struct perf_machine *machine;
	struct perf_inlines *inlines;
	struct perf_code *code;
	struct perf_objdump *objdump;
	bool intel;
};
int perf_listing_make(struct perf_listing *listing, const struct perf_lister *lister,
		      struct perf_dso *dso, struct perf_symbol *symbol,
		      struct perf_error *error);
void perf_listing_free(struct perf_listing *listing);

#endif /* PERF_ANNOTATE_LISTING_H */
