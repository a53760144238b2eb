/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * perf_code_read() reads code from the mapped file, and kernel code from a vmlinux or from kernel
 * memory (/proc/kcore).
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
 * perf_code_read() - read bytes of an object's code
 * @code: prepared
 * @dso: object
 * @addr: address in the object
 * @size: bytes to read
 * @bytes: result
 * @error: filled on failure: the reason, and hints on other sources
 *
 * Return: number of bytes read, or a negative errno: -ENOENT if the code is not available.
 */
int perf_code_read(struct perf_code *code, struct perf_dso *dso, uint64_t addr, size_t size,
		   uint8_t *bytes, struct perf_error *error);

/**
 * perf_code_machine() - ELF machine of an object's code
 *
 * Return: e_machine; the machine of this program for code from kernel memory.
 */
unsigned int perf_code_machine(struct perf_code *code, struct perf_dso *dso);

#endif /* PERF_ANNOTATE_CODE_H */
