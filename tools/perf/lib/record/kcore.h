/* SPDX-License-Identifier: GPL-2.0-only */
/* A copy of the kernel's code, of its symbols and of the list of its modules. */
#ifndef PERF_RECORD_KCORE_H
#define PERF_RECORD_KCORE_H

#include <base/error.h>

/**
 * perf_record_kcore_check() - can the kernel's memory be read?
 * @proc: directory with kcore, kallsyms and modules, as "/proc"
 * @err: text
 *
 * Return: 0 or a negative errno.
 */
int perf_record_kcore_check(const char *proc, struct perf_error *err);

/**
 * perf_record_kcore_copy() - copy what is executed in the kernel
 * @proc: directory with kcore, kallsyms and modules, as "/proc" or an earlier copy
 * @parent: descriptor of the directory where @directory is made
 * @directory: its name there; files of these names are made in it
 * @err: text
 *
 * Of kcore there are only the text of the kernel and the modules in the copy.
 *
 * Return: 0 or a negative errno.
 */
int perf_record_kcore_copy(const char *proc, int parent, const char *directory,
			   struct perf_error *err);

#endif /* PERF_RECORD_KCORE_H */
