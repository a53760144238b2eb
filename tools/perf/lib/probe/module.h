/* SPDX-License-Identifier: GPL-2.0-only */
/* Files and names of kernel modules. */
#ifndef PERF_PROBE_MODULE_H
#define PERF_PROBE_MODULE_H

#include <stdbool.h>
#include <base/error.h>
#include <model/elf_object.h>

/**
 * perf_probe_module_find() - look up the file of a module in modules.dep of the running kernel
 * @root: directory that stands for /
 * @name: name of the module; - and _ are the same
 * @file: result, to be freed; NULL on failure
 * @error: filled on failure
 *
 * Return: 0, -ENOENT, -ENAMETOOLONG or -ENOMEM.
 */
int perf_probe_module_find(const char *root, const char *name, char **file,
			   struct perf_error *error);

/**
 * perf_probe_module_name() - the kernel's name of a module
 * @elf: its file, whose .modinfo is read; NULL: not known
 * @path: path of the file, or the name; used if .modinfo has no name
 *
 * Return: the name, to be freed; NULL if memory ran out.
 */
char *perf_probe_module_name(struct perf_elf *elf, const char *path);

/** perf_probe_module_loaded() - is a module of this name loaded now? */
bool perf_probe_module_loaded(const char *name);

#endif /* PERF_PROBE_MODULE_H */
