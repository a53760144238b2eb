/* SPDX-License-Identifier: GPL-2.0-only */
/* perf_record_kernel_list(): the running kernel and its modules as text. */
#ifndef PERF_RECORD_KERNEL_LIST_H
#define PERF_RECORD_KERNEL_LIST_H

#include <base/error.h>
#include <base/str.h>

/**
 * perf_record_kernel_list() - list the running kernel and its modules
 * @text: a line for each is appended: build id, first address, end, name
 * @error: filled on failure
 *
 * Return: 0 or a negative errno.
 */
int perf_record_kernel_list(struct perf_str *text, struct perf_error *error);

#endif /* PERF_RECORD_KERNEL_LIST_H */
