/* SPDX-License-Identifier: GPL-2.0 */
/* The options of perf_event_open() with PERF_FLAG_EXT. */
#ifndef _KERNEL_EVENTS_EXT_H
#define _KERNEL_EVENTS_EXT_H

#include <linux/types.h>

u64 perf_ext_known(void);
ssize_t perf_ext_emit(char *page);

#endif /* _KERNEL_EVENTS_EXT_H */
