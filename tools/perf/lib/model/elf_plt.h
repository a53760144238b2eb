/* SPDX-License-Identifier: GPL-2.0 */
/* Names for the entries of an ELF file's procedure linkage table (PLT). */
#ifndef PERF_MODEL_ELF_PLT_H
#define PERF_MODEL_ELF_PLT_H

#include <model/symbols.h>

int perf_elf_add_plt(void *elf, struct perf_symbols *symbols);

#endif /* PERF_MODEL_ELF_PLT_H */
