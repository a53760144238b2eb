// SPDX-License-Identifier: GPL-2.0
/* read() and write() repeated until all bytes are transferred. */
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

#include <base/io.h>

/**
 * perf_read_all() - read until end of file or until the buffer is full
 * @fd: read from
 * @data: filled
 * @size: bytes in @data
 *
 * Return: bytes read, less than @size only at the end of the file; or a negative errno.
 */
ssize_t perf_read_all(int fd, void *data, size_t size)
{
	size_t done = 0;

	while (done < size) {
		ssize_t got = read(fd, (char *)data + done, size - done);

		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0)
			return -errno;
		if (!got)
			break;
		done += got;
	}
	return done;
}

/**
 * perf_write_all() - write all of a buffer
 * @fd: written to
 * @data: the bytes
 * @size: number of bytes
 *
 * Return: 0 or a negative errno.
 */
int perf_write_all(int fd, const void *data, size_t size)
{
	const char *at = data;

	while (size) {
		ssize_t put = write(fd, at, size);

		if (put < 0 && errno == EINTR)
			continue;
		if (put < 0)
			return -errno;
		at += put;
		size -= put;
	}
	return 0;
}

/* Reads the rest of @fd and closes it; fails with EFBIG above @limit bytes. */
static char *read_rest(int fd, size_t limit, size_t *size)
{
	size_t capacity = 4096;
	size_t used = 0;
	int err = 0;
	char *data = NULL;

	while (!err) {
		char *more = realloc(data, capacity);
		ssize_t got;

		if (!more) {
			err = ENOMEM;
			break;
		}
		data = more;
		got = perf_read_all(fd, data + used, capacity - used - 1);
		if (got < 0)
			err = -got;
		else
			used += got;
		if (used > limit)
			err = EFBIG;
		if (used < capacity - 1)
			break;
		capacity *= 2;
	}
	close(fd);
	if (err) {
		free(data);
		errno = err;
		return NULL;
	}
	data[used] = '\0';
	if (size)
		*size = used;
	return data;
}

/**
 * perf_read_file() - read a whole file, even one with st_size 0 (procfs, sysfs)
 * @path: a file named by the user of the tool, or one of procfs or sysfs; open() waits for the
 *	writer of a pipe. Files named in a recording are read by perf_input_read()
 * @size: set to the number of bytes, unless NULL
 *
 * Return: the bytes followed by a zero byte, to be freed with free(); NULL with errno set if
 * the file cannot be read.
 */
char *perf_read_file(const char *path, size_t *size)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);

	return fd < 0 ? NULL : read_rest(fd, SIZE_MAX, size);
}

/**
 * perf_read_rest() - read the rest of an open file and close it
 * @fd: the descriptor, or the negative errno of the failed open
 * @limit: largest number of bytes
 * @size: set to the number of bytes, unless NULL
 *
 * Return: the bytes followed by a zero byte, to be freed with free(); NULL with errno set if
 * opening or reading failed, EFBIG above @limit.
 */
char *perf_read_rest(int fd, size_t limit, size_t *size)
{
	if (fd >= 0)
		return read_rest(fd, limit, size);
	errno = -fd;
	return NULL;
}

/**
 * perf_read_line() - read the first line of a small file, as in sysfs
 * @path: the file
 * @line: filled with the line without its line end, always ended by a zero byte
 * @size: bytes in @line
 *
 * Return: length of the line or a negative errno.
 */
ssize_t perf_read_line(const char *path, char *line, size_t size)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	ssize_t got;

	line[0] = '\0';
	if (fd < 0)
		return -errno;
	got = perf_read_all(fd, line, size - 1);
	close(fd);
	if (got < 0)
		return got;
	line[got] = '\0';
	line[strcspn(line, "\n")] = '\0';
	return strlen(line);
}

/**
 * perf_write_line() - write to a file of sysfs or procfs
 * @path: an existing file
 * @text: the text, passed to one write()
 *
 * Return: 0 or a negative errno.
 */
int perf_write_line(const char *path, const char *text)
{
	int fd = open(path, O_WRONLY | O_CLOEXEC);
	int err;

	if (fd < 0)
		return -errno;
	err = perf_write_all(fd, text, strlen(text));
	if (close(fd) && !err)
		err = -errno;
	return err;
}
