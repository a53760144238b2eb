// SPDX-License-Identifier: GPL-2.0
/*
 * The reader's side of the AUX area. The reader sets its offset behind the event's ring and its
 * size in the user page (aux_offset, aux_size). The kernel stores aux_head, in bytes since the
 * start, after the trace up to it is complete: perf_area_begin() loads it with acquire. A reader
 * that maps the area for writing stores aux_tail with release in perf_area_end(), and the
 * hardware stops rather than overwrite the trace behind it. An area mapped read-only always
 * holds the newest trace, which does not change while the event is disabled.
 */
#include <errno.h>
#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

#include <sys/area.h>
#include <sys/open.h>
#include <sys/why.h>

static void *map_behind(const struct perf_ring *ring, int fd, size_t size, int access)
{
	size_t offset = ring->size + ring->page_size;

	ring->page->aux_offset = offset;
	ring->page->aux_size = size;
	return mmap(NULL, size, access, MAP_SHARED, fd, (off_t)offset);
}

/**
 * perf_area_offered() - does the PMU of an event have an AUX area?
 * @attr: the event
 *
 * mmap() of an area needs an open event with a ring: perf_area_offered() opens a disabled event,
 * on this task or else on CPU 0.
 *
 * Return: true if an area can be mapped, or mmap() fails with another errno than EOPNOTSUPP.
 */
bool perf_area_offered(const struct perf_event_attr *attr)
{
	struct perf_event_attr probe = {
		.type = attr->type, .size = sizeof(probe), .config = attr->config,
		.config1 = attr->config1, .config2 = attr->config2, .disabled = 1,
		.exclude_kernel = attr->exclude_kernel, .exclude_hv = attr->exclude_hv,
	};
	struct perf_open call = { .attr = &probe, .pid = 0, .cpu = -1, .group = -1 };
	struct perf_error unused;
	struct perf_ring ring;
	bool offered = false;
	void *at;
	int fd;

	fd = perf_open(&call);
	if (fd < 0) {
		call.pid = -1;
		call.cpu = 0;
		fd = perf_open(&call);
	}
	if (fd < 0)
		return false;
	if (!perf_ring_map(&ring, fd, 1, false, &unused)) {
		at = map_behind(&ring, fd, ring.page_size, PROT_READ | PROT_WRITE);
		offered = at != MAP_FAILED || errno != EOPNOTSUPP;
		if (at != MAP_FAILED)
			munmap(at, ring.page_size);
		perf_ring_unmap(&ring);
	}
	close(fd);
	return offered;
}

/**
 * perf_area_map() - map the AUX area of an event
 * @area: filled
 * @ring: the event's ring, mapped for writing
 * @fd: descriptor of the event
 * @pages: size of the area in pages, a power of two
 * @overwrite: keep the newest trace, to be read while the event is disabled
 * @error: filled on failure
 *
 * Return: 0 or a negative errno; -EPERM if more memory would be locked than allowed.
 */
int perf_area_map(struct perf_area *area, const struct perf_ring *ring, int fd, size_t pages,
		  bool overwrite, struct perf_error *error)
{
	size_t size = pages * ring->page_size;
	void *at = map_behind(ring, fd, size, PROT_READ | (overwrite ? 0 : PROT_WRITE));

	*area = (struct perf_area){ .page = ring->page, .overwrite = overwrite };
	if (at == MAP_FAILED) {
		perf_error_set(error, errno, "cannot map %zu pages of trace data: %m", pages);
		if (error->code == EPERM || error->code == ENOMEM)
			perf_error_hint(error,
					"-m PAGES,FEWER maps less; see kernel.perf_event_mlock_kb");
		perf_why_refused(fd, error);
		return -error->code;
	}
	area->data = at;
	area->size = size;
	return 0;
}

/**
 * perf_area_unmap() - unmap an area
 * @area: the area, which may be zeroed
 */
void perf_area_unmap(struct perf_area *area)
{
	if (area->data)
		munmap(area->data, area->size);
	*area = (struct perf_area){ 0 };
}

/**
 * perf_area_begin() - begin reading new trace
 * @area: the area; with @area->overwrite the event must be disabled
 * @newest: with @area->overwrite: largest number of bytes to read; 0 for all
 *
 * Return: bytes that can be read now and were not read before.
 */
uint64_t perf_area_begin(struct perf_area *area, uint64_t newest)
{
	area->head = __atomic_load_n(&area->page->aux_head, __ATOMIC_ACQUIRE);
	if (!area->overwrite)
		return area->head - area->tail;
	if (!newest || newest > area->size)
		newest = area->size;
	if (area->head - area->tail > newest)
		area->tail = area->head - newest;
	return area->head - area->tail;
}

/**
 * perf_area_pieces() - get the readable trace as at most two pieces of memory
 * @area: the area, after perf_area_begin()
 * @pieces: set to the addresses
 * @sizes: set to the sizes in bytes
 *
 * Return: number of pieces, 0 to 2.
 */
size_t perf_area_pieces(const struct perf_area *area, const void *pieces[2], size_t sizes[2])
{
	return perf_wrapped_pieces(area->data, area->size, area->tail, area->head, pieces, sizes);
}

/**
 * perf_area_end() - let the hardware overwrite the trace read
 * @area: the area; all bytes that perf_area_begin() returned count as read
 */
void perf_area_end(struct perf_area *area)
{
	area->tail = area->head;
	if (!area->overwrite)
		__atomic_store_n(&area->page->aux_tail, area->tail, __ATOMIC_RELEASE);
}
