/* SPDX-License-Identifier: GPL-2.0 */
/* Reading the AUX area, which tracing hardware writes directly. */
#ifndef PERF_SYS_AREA_H
#define PERF_SYS_AREA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <linux/perf_event.h>

#include <base/error.h>
#include <sys/ring.h>

/**
 * struct perf_area - a mapped AUX area; zeroed if there is none
 * @page: user page of the event's ring
 * @data: memory of the area, NULL if there is none
 * @size: bytes of @data, a power of two
 * @tail: end of the trace read, in bytes since the start of the trace
 * @head: end of the trace that can be read, likewise
 * @overwrite: the hardware overwrites unread trace
 */
struct perf_area {
	struct perf_event_mmap_page	*page;
	unsigned char			*data;
	size_t				size;
	uint64_t			tail;
	uint64_t			head;
	bool				overwrite;
};

bool perf_area_offered(const struct perf_event_attr *attr);
int perf_area_map(struct perf_area *area, const struct perf_ring *ring, int fd, size_t pages,
		  bool overwrite, struct perf_error *error);
void perf_area_unmap(struct perf_area *area);
uint64_t perf_area_begin(struct perf_area *area, uint64_t newest);
size_t perf_area_pieces(const struct perf_area *area, const void *pieces[2], size_t sizes[2]);
void perf_area_end(struct perf_area *area);

#endif
