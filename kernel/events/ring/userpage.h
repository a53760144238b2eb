/* SPDX-License-Identifier: GPL-2.0 */
/* The first page of a mapping. <linux/perf/pmu.h> has perf_event_update_userpage(). */
#ifndef _KERNEL_EVENTS_USERPAGE_H
#define _KERNEL_EVENTS_USERPAGE_H

#include <linux/perf_event.h>

#include "ring/ring.h"

void perf_userpage_init(struct perf_buffer *rb);

#endif /* _KERNEL_EVENTS_USERPAGE_H */
