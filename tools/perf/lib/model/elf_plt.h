/* SPDX-License-Identifier: GPL-2.0-only */
/* Names for the entries of an ELF file's procedure linkage table (PLT). */
#ifndef PERF_MODEL_ELF_PLT_H
#define PERF_MODEL_ELF_PLT_H

#include <model/symbols.h>

/**
 * perf_elf_add_plt() - add a symbol "function@plt" for each PLT entry
 * @elf: libelf's handle of the mapped file
 * @symbols: table, not sealed; has the file's functions, which name its indirect ones
 *
 * A PLT entry jumps to the address in a slot of the global offset table; the dynamic linker fills
 * the slot from the relocation of its address, which names the function. Linkers sort relocations
 * in any order, so on x86 the slot is read from the entry's instructions; on other processors
 * entries and slots are in the same order.
 *
 * Source: System V ABI, AMD64 supplement 0.99, "Procedure Linkage Table"; the same of i386, ELF for
 * the Arm 64-bit Architecture.
 *
 * Return: 0 or -ENOMEM. Inconsistent files get fewer names.
 */
int perf_elf_add_plt(void *elf, struct perf_symbols *symbols);

#endif /* PERF_MODEL_ELF_PLT_H */
