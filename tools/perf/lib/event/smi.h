/* SPDX-License-Identifier: GPL-2.0 */
/* The cost of system management interrupts (SMI), which only the firmware sees. */
#ifndef PERF_EVENT_SMI_H
#define PERF_EVENT_SMI_H

#include <stdbool.h>

#include <base/str.h>

int perf_smi_events(struct perf_str *events, struct perf_error *error);
int perf_smi_freeze(bool *changed, struct perf_error *error);
int perf_smi_restore(struct perf_error *error);

#endif
