/* SPDX-License-Identifier: GPL-2.0 */
/* Symbols of the kernel and its modules, from the text of /proc/kallsyms. */
#ifndef PERF_MODEL_KALLSYMS_H
#define PERF_MODEL_KALLSYMS_H

#include <stdbool.h>
#include <stdint.h>
#include <model/symbols.h>

struct perf_kallsyms;
struct perf_kallsyms *perf_kallsyms_read(const char *path, bool named);
void perf_kallsyms_free(struct perf_kallsyms *kallsyms);
bool perf_kallsyms_hidden(struct perf_kallsyms *kallsyms);
uint64_t perf_kallsyms_address(struct perf_kallsyms *kallsyms, const char *name);
int perf_kallsyms_load(struct perf_kallsyms *kallsyms, const char *module, uint64_t shift,
		       struct perf_symbols *symbols);

#endif /* PERF_MODEL_KALLSYMS_H */
