/* SPDX-License-Identifier: GPL-2.0 */
/* perf_record_kernel_list(): the running kernel and its modules as text. */
#ifndef PERF_RECORD_KERNEL_LIST_H
#define PERF_RECORD_KERNEL_LIST_H

#include <base/error.h>
#include <base/str.h>

int perf_record_kernel_list(struct perf_str *text, struct perf_error *error);

#endif /* PERF_RECORD_KERNEL_LIST_H */
