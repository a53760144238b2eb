/* SPDX-License-Identifier: GPL-2.0 */
/* Messages on the standard output and the standard error output. */
#ifndef PERF_CMD_PRINT_H
#define PERF_CMD_PRINT_H

#include <base/error.h>

void perf_print(const char *format, ...) PERF_PRINTF(1, 2);
void perf_print_error(const char *format, ...) PERF_PRINTF(1, 2);
void perf_print_lines(const char *text);
void perf_print_error_lines(const char *text);
int perf_print_errors_to(const char *path, struct perf_error *error);
int perf_print_finish(int status);

#endif
