// SPDX-License-Identifier: GPL-2.0
/* struct perf_source: bytes of a mapped file, or of a descriptor that is read once. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include <data/source.h>

#define BUFFER_SIZE	(512 * 1024)

static int take_map(struct perf_source *source, int protection, int flags, int fd, uint64_t size)
{
	void *map;

	memset(source, 0, sizeof(*source));
	source->fd = -1;
	if (size > SIZE_MAX / 2)
		return -EFBIG;
	map = mmap(NULL, size, protection, flags, fd, 0);
	if (map == MAP_FAILED)
		return -errno;
	source->map = map;
	source->size = size;
	source->end = size;
	return 0;
}

/**
 * perf_source_map() - map a file
 * @source: is initialised; the caller frees it with perf_source_close()
 * @fd: a regular file; the caller may close it afterwards
 * @size: bytes of the file, not 0
 *
 * Return: 0, -EFBIG, or the negative errno of mmap().
 */
int perf_source_map(struct perf_source *source, int fd, uint64_t size)
{
	int err = take_map(source, PROT_READ, MAP_PRIVATE, fd, size);

	if (!err)
		madvise((void *)source->map, size, MADV_SEQUENTIAL);
	return err;
}

/* The next piece of a file that is no hole. Without SEEK_DATA the file is one piece. */
static bool next_piece(int fd, uint64_t size, uint64_t *from, uint64_t *to)
{
	off_t data = lseek(fd, (off_t)*to, SEEK_DATA), hole;

	*from = *to;
	*to = size;
	if (data < 0)
		return errno != ENXIO && *from < size;
	hole = lseek(fd, data, SEEK_HOLE);
	*from = (uint64_t)data;
	if (hole > data && (uint64_t)hole < size)
		*to = (uint64_t)hole;
	return *from < size;
}

static int read_piece(int fd, unsigned char *to, uint64_t from, uint64_t size)
{
	ssize_t got;

	while (size) {
		got = pread(fd, to, size, (off_t)from);
		if (got < 0 && errno == EINTR)
			continue;
		if (got <= 0)
			return got ? -errno : -EIO;
		to += got;
		from += (uint64_t)got;
		size -= (uint64_t)got;
	}
	return 0;
}

/**
 * perf_source_copy() - copy a file to memory, so that other users cannot change it
 * @source: is initialised; the caller frees it with perf_source_close()
 * @fd: a regular file; the caller may close it afterwards
 * @size: bytes of the file, not 0. Holes occupy no memory
 *
 * Return: 0, -EFBIG, or the negative errno of mmap() or pread(); -EIO if the file has become
 * shorter.
 */
int perf_source_copy(struct perf_source *source, int fd, uint64_t size)
{
	uint64_t from = 0, to = 0;
	int err = take_map(source, PROT_READ | PROT_WRITE,
			   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, size);

	source->is_copy = true;
	while (!err && next_piece(fd, size, &from, &to))
		err = read_piece(fd, (unsigned char *)source->map + from, from, to - from);
	if (err)
		perf_source_close(source);
	return err;
}

/**
 * perf_source_read() - read a descriptor
 * @source: is initialised; the caller frees it with perf_source_close()
 * @fd: perf_source_close() closes it
 */
void perf_source_read(struct perf_source *source, int fd)
{
	memset(source, 0, sizeof(*source));
	source->fd = fd;
	source->end = UINT64_MAX;
}

static bool make_room(struct perf_source *source, size_t size)
{
	size_t used = source->last - source->first, room = BUFFER_SIZE;
	unsigned char *larger;

	if (source->first)
		memmove(source->buffer, source->buffer + source->first, used);
	source->first = 0;
	source->last = used;
	if (size <= source->room)
		return true;
	while (room < size)
		room *= 2;
	larger = realloc(source->buffer, room);
	if (!larger) {
		source->error = -ENOMEM;
		return false;
	}
	source->buffer = larger;
	source->room = room;
	return true;
}

/* Append to source->buffer what one read() returns. */
static void read_some(struct perf_source *source)
{
	ssize_t got = source->wait ? source->wait(source->wait_context, source->fd) : 0;

	if (!got)
		got = read(source->fd, source->buffer + source->last,
			   source->room - source->last);
	else
		errno = -(int)got;
	if (got < 0 && errno == EINTR)
		return;
	if (got < 0)
		source->error = -errno;
	if (got > 0)
		source->last += (size_t)got;
	else
		source->at_end = true;
}

/* Read until the buffer has source->last >= @size, or source->at_end is set. */
static void source_fill(struct perf_source *source, size_t size)
{
	if (!make_room(source, size))
		return;
	while (source->last < size && !source->at_end)
		read_some(source);
}

/** perf_source_peek_read() - perf_source_peek() for a descriptor */
const unsigned char *perf_source_peek_read(struct perf_source *source, size_t size)
{
	if (source->last - source->first < size)
		source_fill(source, size);
	if (source->last - source->first < size)
		return NULL;
	return source->buffer + source->first;
}

/** perf_source_skip_read() - perf_source_skip() for a descriptor */
bool perf_source_skip_read(struct perf_source *source, uint64_t size)
{
	uint64_t left;

	while (size) {
		left = source->last - source->first;
		if (!left) {
			if (!perf_source_peek_read(source, 1))
				return false;
			continue;
		}
		if (left > size)
			left = size;
		source->first += left;
		source->position += left;
		size -= left;
	}
	return true;
}

/** perf_source_drop_pages() - perf_source_drop() once PERF_SOURCE_STEP bytes can be freed */
void perf_source_drop_pages(struct perf_source *source)
{
	uint64_t limit = (source->position - PERF_SOURCE_KEEP) & ~(PERF_SOURCE_STEP - 1);

	if (limit <= source->dropped)
		return;
	madvise((void *)(source->map + source->dropped), limit - source->dropped,
		MADV_DONTNEED);
	source->dropped = limit;
}

/** perf_source_close() - unmap @map, close @fd and free @buffer */
void perf_source_close(struct perf_source *source)
{
	if (source->map)
		munmap((void *)source->map, source->size);
	if (source->fd >= 0)
		close(source->fd);
	free(source->buffer);
	memset(source, 0, sizeof(*source));
	source->fd = -1;
}
