/* SPDX-License-Identifier: GPL-2.0 */
/*
 * struct perf_inlines: inlined functions, whose calls have no frame of their own on the stack.
 *
 * libdw reads them from debug information (DWARF 5, section 3.3.8). The functions of a unit are
 * indexed at the first look-up of an address in it.
 */
#ifndef PERF_UNWIND_INLINES_H
#define PERF_UNWIND_INLINES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <model/machine.h>

/**
 * struct perf_inline - one function at an address
 * @name: demangled name
 * @inlined: not the function of the symbol table. @name is the same pointer for equal names
 * @file: source file of the address in this function, or NULL
 * @line: line in @file, 0 if not known
 */
struct perf_inline {
	const char *name;
	bool inlined;
	const char *file;
	unsigned int line;
};

struct perf_inlines;
struct perf_inlines *perf_inlines_create(struct perf_machine *machine);
void perf_inlines_free(struct perf_inlines *inlines);
const struct perf_inline *perf_inlines_get(struct perf_inlines *inlines, uint32_t frame,
					   size_t *nr);
const char *perf_inlines_line(struct perf_inlines *inlines, uint32_t frame, unsigned int *line);
const char *perf_inlines_line_at(struct perf_inlines *inlines, struct perf_dso *dso,
				 uint64_t addr, unsigned int *line);

#endif /* PERF_UNWIND_INLINES_H */
