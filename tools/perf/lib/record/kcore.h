/* SPDX-License-Identifier: GPL-2.0 */
/* perf_record_kcore_copy() copies the kernel's code, its symbols and its list of modules. */
#ifndef PERF_RECORD_KCORE_H
#define PERF_RECORD_KCORE_H

#include <base/error.h>

int perf_record_kcore_check(const char *proc, struct perf_error *error);
int perf_record_kcore_copy(const char *proc, int parent, const char *directory,
			   struct perf_error *error);

#endif /* PERF_RECORD_KCORE_H */
