/* SPDX-License-Identifier: GPL-2.0 */
/* CPU hotplug. The callbacks are in <linux/perf/hooks.h>. */
#ifndef _KERNEL_EVENTS_HOTPLUG_H
#define _KERNEL_EVENTS_HOTPLUG_H

void perf_cpu_contexts_init(void);

#endif /* _KERNEL_EVENTS_HOTPLUG_H */
