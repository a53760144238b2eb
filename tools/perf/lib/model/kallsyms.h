/* SPDX-License-Identifier: GPL-2.0-only */
/* Symbols of the kernel and its modules, from the text of /proc/kallsyms. */
#ifndef PERF_MODEL_KALLSYMS_H
#define PERF_MODEL_KALLSYMS_H

#include <stdbool.h>
#include <stdint.h>
#include <model/symbols.h>

struct perf_kallsyms;

/**
 * perf_kallsyms_read() - read a file
 * @path: "/proc/kallsyms" or a copy
 * @named: the user of the tool named the file, so it may be a pipe
 *
 * Return: the text; NULL with errno set if it cannot be read.
 */
struct perf_kallsyms *perf_kallsyms_read(const char *path, bool named);

/** perf_kallsyms_free() - free @kallsyms, which may be NULL */
void perf_kallsyms_free(struct perf_kallsyms *kallsyms);

/**
 * perf_kallsyms_hidden() - are all addresses zero?
 * @kallsyms: the text
 *
 * The kernel shows zeros to readers without the right to see addresses
 * (/proc/sys/kernel/kptr_restrict).
 */
bool perf_kallsyms_hidden(struct perf_kallsyms *kallsyms);

/**
 * perf_kallsyms_address() - address of one symbol
 * @kallsyms: the text
 * @name: name of a symbol of the kernel itself
 *
 * Return: the address, 0 if there is no such symbol.
 */
uint64_t perf_kallsyms_address(struct perf_kallsyms *kallsyms, const char *name);

/**
 * perf_kallsyms_load() - load the symbols of the kernel or of one module
 * @kallsyms: the text; must outlive the table
 * @module: "[ext4]", or NULL for the kernel itself
 * @shift: added to each address (for a recording of another boot of the same kernel)
 * @symbols: result, sealed
 *
 * Return: 0 or -ENOMEM.
 */
int perf_kallsyms_load(struct perf_kallsyms *kallsyms, const char *module, uint64_t shift,
		       struct perf_symbols *symbols);

#endif /* PERF_MODEL_KALLSYMS_H */
