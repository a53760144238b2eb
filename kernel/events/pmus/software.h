/* SPDX-License-Identifier: GPL-2.0 */
/* The software PMU, and what other PMUs matched by software share with it. */
#ifndef _KERNEL_EVENTS_PMUS_SOFTWARE_H
#define _KERNEL_EVENTS_PMUS_SOFTWARE_H

#include <linux/perf_event.h>

void perf_swevent_count(struct perf_event *event, u64 nr, struct perf_sample_data *data,
			struct pt_regs *regs);
bool perf_swevent_excluded(const struct perf_event *event, const struct pt_regs *regs);
void perf_swevent_start(struct perf_event *event, int flags);
void perf_swevent_stop(struct perf_event *event, int flags);
void perf_swevent_read(struct perf_event *event);

int perf_software_register(void);
void perf_software_set_clock_type(u64 event_id, u32 type);

#endif /* _KERNEL_EVENTS_PMUS_SOFTWARE_H */
