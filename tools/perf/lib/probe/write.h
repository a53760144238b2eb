/* SPDX-License-Identifier: GPL-2.0 */
/* The only writer of definitions to the kernel. */
#ifndef PERF_PROBE_WRITE_H
#define PERF_PROBE_WRITE_H

#include <probe/define.h>

/**
 * typedef perf_probe_write_fn - writes one line to the kernel
 * @context: that of perf_probe_add()
 * @user: probe of a program
 * @line: checked by perf_probe_line_check()
 * @error: filled on failure
 *
 * Return: 0 or a negative errno.
 */
typedef int (*perf_probe_write_fn)(void *context, bool user, const char *line,
				   struct perf_error *error);
int perf_probe_write(void *unused, bool user, const char *line, struct perf_error *error);
int perf_probe_add(const struct perf_probe_definitions *definitions, bool user,
		   perf_probe_write_fn write_line, void *context, struct perf_error *error);
int perf_probe_remove(const struct perf_probe_event *event, struct perf_error *error);

#endif /* PERF_PROBE_WRITE_H */
