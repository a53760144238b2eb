/* SPDX-License-Identifier: GPL-2.0 */
/* Asking the kernel for the reason of a refused call. */
#ifndef PERF_SYS_WHY_H
#define PERF_SYS_WHY_H

#include <stdbool.h>

#include <linux/perf_event.h>

#include <base/error.h>
#include <sys/open.h>

bool perf_why_open(const struct perf_open *open, int code, struct perf_event_explain *why);
void perf_why_hint(struct perf_error *error, const struct perf_event_explain *why, bool opening);
unsigned int perf_why_refused(int fd, struct perf_error *error);

#endif
