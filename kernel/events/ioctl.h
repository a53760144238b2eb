/* SPDX-License-Identifier: GPL-2.0 */
/* ioctl(2) on an event. */
#ifndef _KERNEL_EVENTS_IOCTL_H
#define _KERNEL_EVENTS_IOCTL_H

#include <linux/perf_event.h>

long perf_event_ioctl(struct file *file, unsigned int cmd, unsigned long arg);

#endif /* _KERNEL_EVENTS_IOCTL_H */
