/* SPDX-License-Identifier: GPL-2.0 */
/* Call chain buffers: the number of their users, and changing the limits that size them. */
#ifndef _KERNEL_EVENTS_CALLCHAIN_H
#define _KERNEL_EVENTS_CALLCHAIN_H

#include <linux/perf_event.h>

int perf_callchain_users(void);
int perf_callchain_set_limit(int *limit, int value);

#endif /* _KERNEL_EVENTS_CALLCHAIN_H */
