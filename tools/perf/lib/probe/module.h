/* SPDX-License-Identifier: GPL-2.0-only */
/* The kernel's modules: their files and names. */
#ifndef PERF_PROBE_MODULE_H
#define PERF_PROBE_MODULE_H

#include <stdbool.h>
#include <base/error.h>
#include <model/elf_object.h>

/**
 * perf_probe_module_find() - the file of a module of the kernel that runs
 * @root: directory that stands for /
 * @name: of the module; - and _ are the same
 * @file: result, to be freed; NULL on failure
 * @error: filled on failure
 *
 * Looks where depmod(8) noted it, in modules.dep.
 *
 * Return: 0, -ENOENT or -ENOMEM.
 */
int perf_probe_module_find(const char *root, const char *name, char **file,
			   struct perf_error *error);

/**
 * perf_probe_module_name() - what the kernel calls a module
 * @elf: its file; NULL: not known
 * @path: of the file, or the name itself: taken if the file does not say
 *
 * Return: the name, to be freed; NULL if memory ran out.
 */
char *perf_probe_module_name(struct perf_elf *elf, const char *path);

/** perf_probe_module_loaded() - does the kernel have a module of this name now? */
bool perf_probe_module_loaded(const char *name);

#endif /* PERF_PROBE_MODULE_H */
