/* SPDX-License-Identifier: GPL-2.0 */
/* PERF_EXT_NO_MUX: groups that are refused rather than time-shared. */
#ifndef _KERNEL_EVENTS_NO_MUX_H
#define _KERNEL_EVENTS_NO_MUX_H

#include <linux/perf_event.h>

bool perf_no_mux_failed(const struct perf_event *event);
pid_t perf_no_mux_holder(const struct perf_event *leader);

#endif /* _KERNEL_EVENTS_NO_MUX_H */
