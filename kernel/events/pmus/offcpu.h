/* SPDX-License-Identifier: GPL-2.0 */
/* The PMU "offcpu". */
#ifndef _KERNEL_EVENTS_PMUS_OFFCPU_H
#define _KERNEL_EVENTS_PMUS_OFFCPU_H

#include "base/context_types.h"

void perf_offcpu_switched_in(struct perf_event_slot *slot);
int perf_offcpu_register(void);

#endif /* _KERNEL_EVENTS_PMUS_OFFCPU_H */
