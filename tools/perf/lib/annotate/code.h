/* SPDX-License-Identifier: GPL-2.0 */
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
struct perf_code *perf_code_create(struct perf_dsos *dsos);
void perf_code_free(struct perf_code *code);
int perf_code_read(struct perf_code *code, struct perf_dso *dso, uint64_t addr, size_t size,
		   uint8_t *bytes, struct perf_error *error);
unsigned int perf_code_machine(struct perf_code *code, struct perf_dso *dso);

#endif /* PERF_ANNOTATE_CODE_H */
