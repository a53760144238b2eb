/* SPDX-License-Identifier: GPL-2.0 */
/* Which branches a sample tells of, as people write it. */
#ifndef PERF_EVENT_BRANCH_H
#define PERF_EVENT_BRANCH_H

#include <stdint.h>

#include <base/error.h>

int perf_branch_filters_parse(const char *text, uint64_t *filters, struct perf_error *error);

#endif
