/* SPDX-License-Identifier: GPL-2.0 */
/* The AUX area. <linux/perf/output.h> declares the producers' functions. */
#ifndef _KERNEL_EVENTS_AUX_H
#define _KERNEL_EVENTS_AUX_H

#include <linux/perf_event.h>

#include "ring/ring.h"

int perf_aux_alloc(struct perf_buffer *rb, struct perf_event *event, unsigned long pgoff,
		   int nr_pages, unsigned long watermark, unsigned int flags);
void perf_aux_put(struct perf_buffer *rb);
void perf_aux_revoke(const struct pmu *pmu);
void perf_aux_stop_all(struct perf_buffer *rb);
struct page *perf_aux_page(const struct perf_buffer *rb, unsigned long index);

unsigned long perf_aux_sample_size(struct perf_event *event, struct perf_sample_data *data,
				   unsigned long room);
void perf_aux_sample_write(struct perf_event *event, struct perf_output_handle *handle,
			   struct perf_sample_data *data);

/* Does @rb have an AUX area? Stable under aux_mutex or with a reference on the area. */
static inline bool perf_ring_has_aux(const struct perf_buffer *rb)
{
	return rb->aux.nr_pages;
}

#endif /* _KERNEL_EVENTS_AUX_H */
