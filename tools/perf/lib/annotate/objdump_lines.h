/* SPDX-License-Identifier: GPL-2.0-only */
/* Instructions as objdump prints them. */
#ifndef PERF_ANNOTATE_OBJDUMP_LINES_H
#define PERF_ANNOTATE_OBJDUMP_LINES_H

#include <stdbool.h>
#include <stdint.h>
#include <annotate/disasm.h>
#include <base/str.h>
#include <base/vec.h>
#include <sys/objdump.h>

/**
 * struct perf_objdump_line - one instruction
 * @addr: of its first byte
 * @text: in what objdump has printed
 */
struct perf_objdump_line {
	uint64_t addr;
	char *text;
};

/**
 * struct perf_objdump_lines - instructions of a function
 * @printed: what objdump has printed, its lines ended by zero bytes
 * @list: by address, without a gap
 * @next: the next one in @list
 * @end: address behind the last one
 *
 * All zero is none.
 */
struct perf_objdump_lines {
	struct perf_str printed;
	PERF_VEC(struct perf_objdump_line) list;
	size_t next;
	uint64_t end;
};

void perf_objdump_lines_make(struct perf_objdump_lines *lines, struct perf_objdump *objdump,
			     const struct perf_objdump_code *code);
bool perf_objdump_lines_next(struct perf_objdump_lines *lines, uint64_t addr,
			     struct perf_str *text, struct perf_instruction *instruction);
void perf_objdump_lines_free(struct perf_objdump_lines *lines);

#endif /* PERF_ANNOTATE_OBJDUMP_LINES_H */
