/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Functions that the compiler inlined: the calls that are no frames of the stack.
 *
 * From debug information (DWARF 5, section 3.3.8), by libdw. Each object's functions are
 * indexed, unit by unit, when the first address of a unit is looked at.
 */
#ifndef PERF_UNWIND_INLINES_H
#define PERF_UNWIND_INLINES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <model/machine.h>

/**
 * struct perf_inline - one function that an address belongs to
 * @name: demangled
 * @inlined: not the function of the symbol table; @name is then the same pointer for
 *	equal names
 * @file: where the function was at that address, or NULL
 * @line: in @file, 0 if not known
 */
struct perf_inline {
	const char *name;
	bool inlined;
	const char *file;
	unsigned int line;
};

struct perf_inlines;

/**
 * perf_inlines_create() - inlined functions of the frames of a machine
 * @machine: must outlive the result
 *
 * Return: NULL without memory, or if this build cannot read debug information.
 */
struct perf_inlines *perf_inlines_create(struct perf_machine *machine);

/** perf_inlines_free() - free; @inlines may be NULL */
void perf_inlines_free(struct perf_inlines *inlines);

/**
 * perf_inlines_get() - functions of a frame
 * @inlines: inlined functions
 * @frame: in perf_machine.frames
 * @nr: result: how many, 0 if there is no debug information for it
 *
 * Return: innermost function first; the last one is the function that was called, whose
 * symbol is the frame's unless debug information gives it another name. Valid until
 * inlined functions of another frame are asked for.
 */
const struct perf_inline *perf_inlines_get(struct perf_inlines *inlines, uint32_t frame,
					   size_t *nr);

/**
 * perf_inlines_line() - source line of a frame
 * @inlines: inlined functions
 * @frame: in perf_machine.frames
 * @line: result
 *
 * Return: name of the file as the compiler knew it, NULL if not known.
 */
const char *perf_inlines_line(struct perf_inlines *inlines, uint32_t frame, unsigned int *line);

/**
 * perf_inlines_line_at() - the same of an address of an object
 * @inlines: inlined functions
 * @dso: object
 * @addr: in the object
 * @line: result
 */
const char *perf_inlines_line_at(struct perf_inlines *inlines, struct perf_dso *dso,
				 uint64_t addr, unsigned int *line);

#endif /* PERF_UNWIND_INLINES_H */
