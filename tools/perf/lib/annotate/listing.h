/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A function as instructions, with the lines of the source that they came from.
 */
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
 * @addr: in the object
 * @vaddr: as the linker has it
 * @size: bytes
 * @bytes: the code
 * @text: the instruction, with names for addresses
 * @target: of a jump within the function: index of the instruction + 1, else 0
 * @file: as debug information has it, or NULL
 * @line: in @file
 * @before: greatest @line of @file of all instructions before this one, 0 if there is none
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
 * @dso: its object
 * @symbol: the function
 * @lines: instructions in their order
 * @has_lines: some of them have lines of the source
 * @foreign: another user has made the object, and names the files of its source
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
 * @machine: whose objects
 * @inlines: for lines of the source, or NULL
 * @code: where code is read
 * @objdump: disassembles what it can, or NULL
 * @intel: x86: Intel's syntax
 */
struct perf_lister {
	struct perf_machine *machine;
	struct perf_inlines *inlines;
	struct perf_code *code;
	struct perf_objdump *objdump;
	bool intel;
};

/**
 * perf_listing_make() - list a function
 * @listing: result; what it held is freed. Free with perf_listing_free()
 * @lister: how
 * @dso: object
 * @symbol: function of @dso
 * @error: why not
 *
 * Return: 0 or a negative errno.
 */
int perf_listing_make(struct perf_listing *listing, const struct perf_lister *lister,
		      struct perf_dso *dso, struct perf_symbol *symbol,
		      struct perf_error *error);

/** perf_listing_free() - free a listing */
void perf_listing_free(struct perf_listing *listing);

#endif /* PERF_ANNOTATE_LISTING_H */
