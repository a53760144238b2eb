/* SPDX-License-Identifier: GPL-2.0 */
/* Parsing of branch filters, the PERF_SAMPLE_BRANCH_* bits of an event. */
#ifndef PERF_EVENT_BRANCH_H
#define PERF_EVENT_BRANCH_H

#include <stdint.h>

#include <base/error.h>

int perf_branch_filters_parse(const char *text, uint64_t *filters, struct perf_error *error);

#endif
