/* SPDX-License-Identifier: GPL-2.0 */
/* Text for the numbers of a kernel's refusal: enum perf_event_why and PERF_WHERE_*. */
#ifndef PERF_SYS_REASONS_H
#define PERF_SYS_REASONS_H

#include <stdbool.h>

#include <linux/perf_event.h>

#include <base/str.h>

const char *perf_reason_name(unsigned int reason);
bool perf_reason_is_paranoid(unsigned int reason);
void perf_reason_place(struct perf_str *str, const struct perf_event_explain *why, bool opening);
void perf_reason_facts(struct perf_str *str, const struct perf_event_explain *why, bool opening);

#endif
