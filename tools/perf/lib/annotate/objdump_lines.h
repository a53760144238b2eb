/* SPDX-License-Identifier: GPL-2.0 */
/* Instructions printed by objdump. */
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
 * @addr: address of its first byte
 * @text: its text, in perf_objdump_lines.printed
 */
struct perf_objdump_line {
	uint64_t addr;
	char *text;
};

/**
 * struct perf_objdump_lines - instructions of a function
 * @printed: output of objdump, with zero bytes for newlines
 * @list: by address, without gaps
 * @next: index of the next instruction in @list
 * @end: address behind the last instruction
 *
 * All zero is empty.
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
