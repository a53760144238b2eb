/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The PMUs "kprobe" and "uprobe".
 */
#ifndef _KERNEL_EVENTS_PMUS_PROBE_H
#define _KERNEL_EVENTS_PMUS_PROBE_H

#if defined(CONFIG_KPROBE_EVENTS) || defined(CONFIG_UPROBE_EVENTS)

int perf_probe_register(void);

#else

static inline int perf_probe_register(void)
{
	return 0;
}

#endif

#endif /* _KERNEL_EVENTS_PMUS_PROBE_H */
