/* SPDX-License-Identifier: GPL-2.0-only */
/* The kernel as the linker made it. */
#ifndef PERF_MODEL_VMLINUX_H
#define PERF_MODEL_VMLINUX_H

#include <stdbool.h>
#include <model/elf_object.h>
#include <model/symbols.h>

/**
 * perf_vmlinux_open() - open a file that may be the kernel of a recording
 * @path: file
 * @wanted: build id of that kernel; of size 0: any will do
 *
 * Return: the file, NULL if it cannot be read or is another kernel. perf_elf_close() it.
 */
struct perf_elf *perf_vmlinux_open(const char *path, const struct perf_build_id *wanted);

/** perf_vmlinux_text() - address of _text as the linker placed it; 0 if the file does not say */
uint64_t perf_vmlinux_text(struct perf_elf *elf);

/** perf_vmlinux_offset() - place in the file of an address of the linker; false: it has none */
bool perf_vmlinux_offset(struct perf_elf *elf, uint64_t vaddr, uint64_t *offset);

/**
 * perf_vmlinux_symbols() - add the kernel's symbols, where they were when recording
 * @elf: file; must outlive the table
 * @reference: address of _text when recording, 0: as the linker placed it
 * @symbols: empty table; sealed by this
 *
 * Return: 0 or -ENOMEM.
 */
int perf_vmlinux_symbols(struct perf_elf *elf, uint64_t reference, struct perf_symbols *symbols);

#endif /* PERF_MODEL_VMLINUX_H */
