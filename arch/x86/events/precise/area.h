/* SPDX-License-Identifier: GPL-2.0 */
/* The debug store area and the buffers of precise records. */
#ifndef _ARCH_X86_EVENTS_PRECISE_AREA_H
#define _ARCH_X86_EVENTS_PRECISE_AREA_H

#include <linux/types.h>

int perf_x86_area_get(void);
void perf_x86_area_put(void);
u64 perf_x86_area_address(void);
void perf_x86_area_open(void);
void perf_x86_area_close(void);
void perf_x86_area_set_threshold(size_t bytes);
void perf_x86_area_set_reset(unsigned int field, u64 value);
const void *perf_x86_area_records(size_t *bytes);
void perf_x86_area_rewind(void);

#endif /* _ARCH_X86_EVENTS_PRECISE_AREA_H */
