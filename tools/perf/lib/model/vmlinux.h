/* SPDX-License-Identifier: GPL-2.0-only */
/* The kernel's ELF file, vmlinux. */
#ifndef PERF_MODEL_VMLINUX_H
#define PERF_MODEL_VMLINUX_H

#include <stdbool.h>
#include <model/elf_object.h>
#include <model/symbols.h>

/**
 * perf_vmlinux_open() - open a file that may be the kernel of a recording
 * @path: path of the file
 * @wanted: build id of that kernel; size 0 accepts any
 *
 * Return: the file; close with perf_elf_close(). NULL if it cannot be read or is another kernel.
 */
struct perf_elf *perf_vmlinux_open(const char *path, const struct perf_build_id *wanted);

/** perf_vmlinux_text() - address of _text from the linker; 0 if the file has no such symbol */
uint64_t perf_vmlinux_text(struct perf_elf *elf);

/** perf_vmlinux_offset() - file offset of an address of the linker; false if it has none */
bool perf_vmlinux_offset(struct perf_elf *elf, uint64_t vaddr, uint64_t *offset);

/**
 * perf_vmlinux_symbols() - add the kernel's symbols at their recorded addresses
 * @elf: file; must outlive the table
 * @reference: address of _text in the recording; 0: keep the linker's addresses
 * @symbols: empty table; sealed on return
 *
 * Return: 0 or -ENOMEM.
 */
int perf_vmlinux_symbols(struct perf_elf *elf, uint64_t reference, struct perf_symbols *symbols);

#endif /* PERF_MODEL_VMLINUX_H */
