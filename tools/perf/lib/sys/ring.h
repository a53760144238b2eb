/* SPDX-License-Identifier: GPL-2.0 */
/* Reading the ring buffer that the kernel writes records to. */
#ifndef PERF_SYS_RING_H
#define PERF_SYS_RING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <linux/perf_event.h>

#include <base/error.h>

/**
 * struct perf_ring - a mapped ring
 * @page: the user page, at the start of the mapping; NULL if no ring is mapped
 * @data: the ring
 * @size: bytes of @data, a power of two
 * @page_size: bytes of a page
 * @tail: position of the next record to read, in bytes
 * @head: end of the readable records, in bytes
 * @overwrite: the kernel writes backward and overwrites unread records
 */
struct perf_ring {
	struct perf_event_mmap_page	*page;
	unsigned char			*data;
	size_t				size;
	size_t				page_size;
	uint64_t			tail;
	uint64_t			head;
	bool				overwrite;
};

int perf_ring_map(struct perf_ring *ring, int fd, size_t pages, bool overwrite,
		  struct perf_error *error);
void perf_ring_unmap(struct perf_ring *ring);
uint64_t perf_ring_begin(struct perf_ring *ring);
size_t perf_wrapped_pieces(const unsigned char *data, size_t size, uint64_t from, uint64_t to,
			   const void *pieces[2], size_t sizes[2]);
size_t perf_ring_pieces(const struct perf_ring *ring, const void *pieces[2], size_t sizes[2]);
const struct perf_event_header *perf_ring_next(struct perf_ring *ring, void *copy);
void perf_ring_end(struct perf_ring *ring);

/* Size in bytes of the buffer that perf_ring_next() copies a wrapped record to. */
#define PERF_RECORD_MAX	65536

#endif
