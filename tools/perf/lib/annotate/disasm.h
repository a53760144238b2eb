/* SPDX-License-Identifier: GPL-2.0-only */
/* Disassembly, by libcapstone. */
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
 * @jump: it goes, or may go, elsewhere: @target, if @has_target
 * @call: it calls: @target, if @has_target
 * @target: address that it goes to
 * @has_target: @target is known
 * @refers: address of the data that it uses, 0 if not known
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

/**
 * perf_disasm_create() - a disassembler
 * @machine: ELF machine (EM_X86_64, ...)
 * @intel: x86: Intel's syntax instead of AT&T's
 * @disasm: result; free with perf_disasm_free()
 * @error: text
 *
 * Return: 0, -EOPNOTSUPP for a machine that is not known or a build without libcapstone,
 * or -ENOMEM.
 */
int perf_disasm_create(unsigned int machine, bool intel, struct perf_disasm **disasm,
		       struct perf_error *error);

/** perf_disasm_free() - free; @disasm may be NULL */
void perf_disasm_free(struct perf_disasm *disasm);

/**
 * perf_disasm_next() - one instruction as text
 * @disasm: disassembler
 * @bytes: code
 * @size: of @bytes, not 0
 * @addr: address of the first byte
 * @text: the instruction is added here, but for the address that a jump goes to
 * @instruction: result
 *
 * What is no instruction is "(bad)".
 */
void perf_disasm_next(struct perf_disasm *disasm, const uint8_t *bytes, size_t size,
		      uint64_t addr, struct perf_str *text,
		      struct perf_instruction *instruction);

#endif /* PERF_ANNOTATE_DISASM_H */
