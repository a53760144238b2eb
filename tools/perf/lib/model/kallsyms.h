/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Symbols of the kernel and its modules, from text as /proc/kallsyms has it.
 */
#ifndef PERF_MODEL_KALLSYMS_H
#define PERF_MODEL_KALLSYMS_H

#include <stdbool.h>
#include <stdint.h>
#include <model/symbols.h>

struct perf_kallsyms;

/**
 * perf_kallsyms_read() - read a file
 * @path: "/proc/kallsyms" or a copy
 * @named: the user has named it: it may be a pipe
 *
 * Return: the text, NULL if it cannot be read; errno says why.
 */
struct perf_kallsyms *perf_kallsyms_read(const char *path, bool named);

/** perf_kallsyms_free() - free; @kallsyms may be NULL */
void perf_kallsyms_free(struct perf_kallsyms *kallsyms);

/**
 * perf_kallsyms_hidden() - are all addresses zero?
 * @kallsyms: the text
 *
 * That is what the kernel shows to those who may not see addresses
 * (/proc/sys/kernel/kptr_restrict).
 */
bool perf_kallsyms_hidden(struct perf_kallsyms *kallsyms);

/**
 * perf_kallsyms_address() - address of one symbol
 * @kallsyms: the text
 * @name: of a symbol of the kernel itself
 *
 * Return: its address, 0 if there is none.
 */
uint64_t perf_kallsyms_address(struct perf_kallsyms *kallsyms, const char *name);

/**
 * perf_kallsyms_load() - the symbols of the kernel or of one module
 * @kallsyms: the text; must outlive the table
 * @module: "[ext4]", or NULL for the kernel itself
 * @shift: added to each address (when another boot of the same kernel is looked at)
 * @symbols: result, sealed
 *
 * Return: 0 or -ENOMEM.
 */
int perf_kallsyms_load(struct perf_kallsyms *kallsyms, const char *module, uint64_t shift,
		       struct perf_symbols *symbols);

#endif /* PERF_MODEL_KALLSYMS_H */
