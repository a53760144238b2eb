/* SPDX-License-Identifier: GPL-2.0 */
/* Records about an event itself, and functions that write any small record. */
#ifndef _KERNEL_EVENTS_RECORD_H
#define _KERNEL_EVENTS_RECORD_H

#include <linux/perf_event.h>

/**
 * struct perf_record_part - a piece of a record's body
 * @data: bytes; NULL: zeroes
 * @size: number of bytes
 */
struct perf_record_part {
	const void	*data;
	u32		size;
};

int perf_record_write(struct perf_event *event, u32 type, u16 misc,
		      const struct perf_record_part *part, unsigned int nr);
int perf_record_write_fixed(struct perf_event *event, u32 type, u16 misc,
			    struct perf_event_header *record, size_t size);
void perf_record_itrace_start(struct perf_event *event);
void perf_record_throttle(struct perf_event *event, bool enable);

#endif /* _KERNEL_EVENTS_RECORD_H */
