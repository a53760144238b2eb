// SPDX-License-Identifier: GPL-2.0
/*
 * The reader's side of the ring protocol. The kernel stores data_head after the records up to it
 * are complete; perf_ring_begin() loads it with acquire semantics. perf_ring_end() stores
 * data_tail with release semantics once the reader no longer needs the records before it. In
 * overwrite mode the ring is mapped read-only and written from high to low addresses: the
 * complete records begin at data_head and extend at most over the size of the ring.
 *
 * Locks: none; one thread at a time reads a ring.
 */
#include <errno.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include <sys/paths.h>
#include <sys/ring.h>
#include <sys/why.h>

/**
 * perf_ring_map() - map an event's ring
 * @ring: filled
 * @fd: descriptor of the event
 * @pages: number of data pages, a power of two
 * @overwrite: overwrite the oldest records, for events with write_backward
 * @error: filled on failure
 *
 * Return: 0 or a negative errno; -EPERM if more memory would be locked than allowed.
 */
int perf_ring_map(struct perf_ring *ring, int fd, size_t pages, bool overwrite,
		  struct perf_error *error)
{
	int access = PROT_READ | (overwrite ? 0 : PROT_WRITE);
	size_t page_size = sysconf(_SC_PAGESIZE);
	int64_t limit = 0;
	void *at;

	*ring = (struct perf_ring){ .page_size = page_size, .overwrite = overwrite };
	at = mmap(NULL, (pages + 1) * page_size, access, MAP_SHARED, fd, 0);
	if (at == MAP_FAILED) {
		perf_error_set(error, errno, "cannot map %zu pages of event data: %m", pages);
		perf_read_number("/proc/sys/kernel/perf_event_mlock_kb", &limit);
		if (error->code == EPERM)
			perf_error_hint(error,
					"kernel.perf_event_mlock_kb is %lld: raise it, or map less with -m",
					(long long)limit);
		else if (!perf_why_refused(fd, error) && error->code == EINVAL)
			perf_error_hint(error, "the number of pages has to be a power of two");
		return -error->code;
	}
	ring->page = at;
	ring->data = (unsigned char *)at + page_size;
	ring->size = pages * page_size;
	return 0;
}

/**
 * perf_ring_unmap() - unmap a ring
 * @ring: the ring, which may be zeroed
 */
void perf_ring_unmap(struct perf_ring *ring)
{
	if (ring->page)
		munmap(ring->page, ring->size + ring->page_size);
	*ring = (struct perf_ring){ 0 };
}

/* Overwrite mode: returns the end of the complete records from @head on. */
static uint64_t backward_end(const struct perf_ring *ring, uint64_t head)
{
	uint64_t at = head;

	while (at - head < ring->size) {
		struct perf_event_header header;
		size_t offset = at & (ring->size - 1);

		/* Headers do not wrap: record sizes and the ring size are multiples of 8. */
		memcpy(&header, ring->data + offset, sizeof(header));
		if (header.size < sizeof(header) || at - head + header.size > ring->size)
			break;
		at += header.size;
	}
	return at;
}

/**
 * perf_ring_begin() - begin reading new records
 * @ring: the ring; in overwrite mode the event must be paused
 *	(PERF_EVENT_IOC_PAUSE_OUTPUT)
 *
 * Return: bytes that can be read now.
 */
uint64_t perf_ring_begin(struct perf_ring *ring)
{
	uint64_t head = __atomic_load_n(&ring->page->data_head, __ATOMIC_ACQUIRE);

	if (ring->overwrite) {
		ring->tail = head;
		ring->head = backward_end(ring, head);
	} else {
		ring->head = head;
	}
	return ring->head - ring->tail;
}

/**
 * perf_wrapped_pieces() - get a part of memory that wraps as at most two pieces
 * @data: the memory
 * @size: its size, a power of two
 * @from: begin of the part; @data has the byte @from at @from modulo @size
 * @to: end of the part, at most @size behind @from
 * @pieces: set to the addresses
 * @sizes: set to the sizes in bytes
 *
 * Return: number of pieces, 0 to 2.
 */
size_t perf_wrapped_pieces(const unsigned char *data, size_t size, uint64_t from, uint64_t to,
			   const void *pieces[2], size_t sizes[2])
{
	size_t offset = from & (size - 1);
	size_t length = to - from;
	size_t first = size - offset;

	if (!length)
		return 0;
	pieces[0] = data + offset;
	sizes[0] = length < first ? length : first;
	if (length <= first)
		return 1;
	pieces[1] = data;
	sizes[1] = length - first;
	return 2;
}

/**
 * perf_ring_pieces() - get the readable records as at most two pieces of memory
 * @ring: the ring, after perf_ring_begin()
 * @pieces: set to the addresses
 * @sizes: set to the sizes in bytes
 *
 * Return: number of pieces, 0 to 2.
 */
size_t perf_ring_pieces(const struct perf_ring *ring, const void *pieces[2], size_t sizes[2])
{
	return perf_wrapped_pieces(ring->data, ring->size, ring->tail, ring->head, pieces, sizes);
}

/**
 * perf_ring_next() - get the next record
 * @ring: the ring, after perf_ring_begin()
 * @copy: PERF_RECORD_MAX bytes, filled if the record wraps around the end of the ring
 *
 * Return: the record, valid until perf_ring_end() or the next call; NULL at the end.
 */
const struct perf_event_header *perf_ring_next(struct perf_ring *ring, void *copy)
{
	size_t offset = ring->tail & (ring->size - 1);
	const struct perf_event_header *header;
	size_t first = ring->size - offset;

	if (ring->head - ring->tail < sizeof(*header))
		return NULL;
	header = (const void *)(ring->data + offset);
	if (header->size < sizeof(*header) || header->size > ring->head - ring->tail) {
		/* A bad header->size: the records after it cannot be located. */
		ring->tail = ring->head;
		return NULL;
	}
	ring->tail += header->size;
	if (header->size <= first)
		return header;
	memcpy(copy, header, first);
	memcpy((char *)copy + first, ring->data, header->size - first);
	return copy;
}

/**
 * perf_ring_end() - let the kernel overwrite the records read
 * @ring: the ring; all bytes that perf_ring_begin() returned count as read
 */
void perf_ring_end(struct perf_ring *ring)
{
	ring->tail = ring->head;
	if (!ring->overwrite)
		__atomic_store_n(&ring->page->data_tail, ring->tail, __ATOMIC_RELEASE);
}
