/* SPDX-License-Identifier: GPL-2.0 */
/* The kernel's ELF file, vmlinux. */
#ifndef PERF_MODEL_VMLINUX_H
#define PERF_MODEL_VMLINUX_H

#include <stdbool.h>
#include <model/elf_object.h>
#include <model/symbols.h>

struct perf_elf *perf_vmlinux_open(const char *path, const struct perf_build_id *wanted);
uint64_t perf_vmlinux_text(struct perf_elf *elf);
bool perf_vmlinux_offset(struct perf_elf *elf, uint64_t vaddr, uint64_t *offset);
int perf_vmlinux_symbols(struct perf_elf *elf, uint64_t reference, struct perf_symbols *symbols);

#endif /* PERF_MODEL_VMLINUX_H */
