/* SPDX-License-Identifier: GPL-2.0-only */
/* perf_record_kcore_copy() copies the kernel's code, its symbols and its list of modules. */
#ifndef PERF_RECORD_KCORE_H
#define PERF_RECORD_KCORE_H

#include <base/error.h>

/**
 * perf_record_kcore_check() - can the kernel's memory be read?
 * @proc: directory with kcore, such as "/proc"
 * @error: filled on failure
 *
 * Return: 0 or a negative errno.
 */
int perf_record_kcore_check(const char *proc, struct perf_error *error);

/**
 * perf_record_kcore_copy() - copy the code of the kernel
 * @proc: directory with kcore, kallsyms and modules: "/proc" or an earlier copy
 * @parent: descriptor of the directory where @directory is made
 * @directory: its name there; receives files of these three names
 * @error: filled on failure
 *
 * @directory/kcore holds only the text of the kernel and the modules.
 *
 * Return: 0 or a negative errno.
 */
int perf_record_kcore_copy(const char *proc, int parent, const char *directory,
			   struct perf_error *error);

#endif /* PERF_RECORD_KCORE_H */
