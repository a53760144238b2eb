/* SPDX-License-Identifier: GPL-2.0 */
/* Disassembly by libcapstone. */
#ifndef PERF_ANNOTATE_DISASM_H
#define PERF_ANNOTATE_DISASM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <base/error.h>
#include <base/str.h>

/**
 * struct perf_instruction - one instruction
 * @size: bytes
 * @jump: it is a jump, which may be conditional
 * @call: it is a call
 * @has_target: @target is known
 * @target: address that the jump or call leads to
 * @refers: address of the data it uses, 0 if unknown
 */
struct perf_instruction {
	size_t size;
	bool jump;
	bool call;
	bool has_target;
	uint64_t target;
	uint64_t refers;
};

struct perf_disasm;
int perf_disasm_create(unsigned int machine, bool intel, struct perf_disasm **disasm,
		       struct perf_error *error);
void perf_disasm_free(struct perf_disasm *disasm);
void perf_disasm_next(struct perf_disasm *disasm, const uint8_t *bytes, size_t size,
		      uint64_t addr, struct perf_str *text,
		      struct perf_instruction *instruction);

#endif /* PERF_ANNOTATE_DISASM_H */
