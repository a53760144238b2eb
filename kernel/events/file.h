/* SPDX-License-Identifier: GPL-2.0 */
/* The file of an event. */
#ifndef _KERNEL_EVENTS_FILE_H
#define _KERNEL_EVENTS_FILE_H

#include <linux/perf_event.h>

struct file *perf_event_file_make(struct perf_event *event, int flags);
struct perf_event *perf_event_from_file(struct file *file);

#endif /* _KERNEL_EVENTS_FILE_H */
