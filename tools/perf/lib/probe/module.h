/* SPDX-License-Identifier: GPL-2.0 */
/* Files and names of kernel modules. */
#ifndef PERF_PROBE_MODULE_H
#define PERF_PROBE_MODULE_H

#include <stdbool.h>
#include <base/error.h>
#include <model/elf_object.h>

int perf_probe_module_find(const char *root, const char *name, char **file,
			   struct perf_error *error);
char *perf_probe_module_name(struct perf_elf *elf, const char *path);
bool perf_probe_module_loaded(const char *name);

#endif /* PERF_PROBE_MODULE_H */
