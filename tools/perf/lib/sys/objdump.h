/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Disassembly by objdump of binutils.
 *
 * A process that reads recordings gives up running programs (sys/confine.h). Before that it starts
 * another one, which looks at nothing but requests: bytes, their address and their processor.
 * objdump gets the bytes as a file without a name and without a format, so it interprets no file of
 * others; it has no environment, no rights to gain, and limits to its time and memory.
 */
#ifndef PERF_SYS_OBJDUMP_H
#define PERF_SYS_OBJDUMP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <base/error.h>
#include <base/str.h>

/* More bytes are not disassembled at once. */
#define PERF_OBJDUMP_MOST	(1U << 20)

/**
 * struct perf_objdump_code - a request
 * @machine: ELF machine
 * @intel: x86: Intel's syntax instead of AT&T's
 * @addr: address of the first byte
 * @bytes: code
 * @size: of @bytes
 */
struct perf_objdump_code {
	unsigned int machine;
	bool intel;
	uint64_t addr;
	const uint8_t *bytes;
	size_t size;
};

struct perf_objdump;

int perf_objdump_start(const char *program, struct perf_objdump **objdump,
		       struct perf_error *error);
void perf_objdump_stop(struct perf_objdump *objdump);
int perf_objdump_run(struct perf_objdump *objdump, const struct perf_objdump_code *code,
		     struct perf_str *text);

#endif /* PERF_SYS_OBJDUMP_H */
