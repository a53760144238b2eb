/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The bytes of code: out of the file that was mapped, and for the kernel out of a vmlinux
 * or of the running kernel's memory (/proc/kcore).
 */
#ifndef PERF_ANNOTATE_CODE_H
#define PERF_ANNOTATE_CODE_H

#include <stddef.h>
#include <stdint.h>
#include <base/error.h>
#include <model/dso.h>

struct perf_code;

/**
 * perf_code_create() - prepare for reading code
 * @dsos: objects; must outlive the result
 *
 * Return: NULL without memory.
 */
struct perf_code *perf_code_create(struct perf_dsos *dsos);

/** perf_code_free() - free; @code may be NULL */
void perf_code_free(struct perf_code *code);

/**
 * perf_code_read() - bytes of an object's code
 * @code: prepared
 * @dso: object
 * @addr: in the object
 * @size: how many
 * @bytes: result
 * @error: why there are none, and where they could come from
 *
 * Return: how many bytes there are, or a negative errno: -ENOENT if the object's code is
 * not to be had.
 */
int perf_code_read(struct perf_code *code, struct perf_dso *dso, uint64_t addr, size_t size,
		   uint8_t *bytes, struct perf_error *error);

/**
 * perf_code_machine() - ELF machine of an object's code
 *
 * Return: e_machine; of this program for code of the kernel that is read from its memory.
 */
unsigned int perf_code_machine(struct perf_code *code, struct perf_dso *dso);

#endif /* PERF_ANNOTATE_CODE_H */
