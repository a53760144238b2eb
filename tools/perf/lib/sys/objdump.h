/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Disassembly by objdump of binutils.
 *
 * A process that reads recordings drops the right to run programs (sys/confine.h). Before that,
 * perf_objdump_start() forks a server process, which reads only requests: code bytes, their
 * address and their machine. objdump reads the bytes from a memfd as raw binary, so it parses no
 * foreign file format; it runs with the environment LC_ALL=C only, no_new_privs, and limits on
 * time, memory and output files.
 */
#ifndef PERF_SYS_OBJDUMP_H
#define PERF_SYS_OBJDUMP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <base/error.h>
#include <base/str.h>

/* Largest number of bytes of one request. */
#define PERF_OBJDUMP_MOST	(1U << 20)

/**
 * struct perf_objdump_code - code to disassemble
 * @machine: ELF machine (EM_*)
 * @intel: x86: Intel syntax instead of AT&T
 * @addr: address of the first byte
 * @bytes: the code
 * @size: bytes in @bytes
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
