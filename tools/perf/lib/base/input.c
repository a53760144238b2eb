// SPDX-License-Identifier: GPL-2.0-only
/*
 * Opening files whose names, places or contents others have chosen.
 *
 * A descriptor of O_PATH stands for a file without opening it: a pipe is not waited for, a
 * watchdog does not start, a terminal does not become ours. fstat() describes the very file that is
 * then opened through /proc/self/fd, even if the name has got another file in between. O_NONBLOCK
 * makes no difference to regular files, but for those of proc and tracefs whose reading may wait.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <base/input.h>
#include <base/io.h>

#define READ_FLAGS	(O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)

/**
 * struct input_rule - how one kind of file is read
 * @limit: most bytes that it may have; what is mapped or read in parts has no limit
 * @no_link: its directory is everybody's, so the name must not be a symbolic link
 */
struct input_rule {
	uint64_t	limit;
	bool		no_link;
};

static const struct input_rule input_rules[PERF_INPUT_KINDS] = {
	[PERF_INPUT_OBJECT]	= { .limit = INT64_MAX },
	[PERF_INPUT_JIT_MAP]	= { .limit = PERF_INPUT_JIT_MAP_MAX, .no_link = true },
	[PERF_INPUT_JIT_DUMP]	= { .limit = INT64_MAX },
	[PERF_INPUT_SYMBOLS]	= { .limit = 512U << 20 },
	[PERF_INPUT_KCORE]	= { .limit = INT64_MAX },
	[PERF_INPUT_SOURCE]	= { .limit = 64U << 20 },
	[PERF_INPUT_LIST]	= { .limit = 16U << 20 },
	[PERF_INPUT_RECORDING]	= { .limit = INT64_MAX },
};

/**
 * perf_input_look() - find a file without opening it
 * @path: the file
 * @flags: O_NOFOLLOW, or 0
 * @status: filled by fstat()
 *
 * Return: a descriptor for perf_input_reopen(), or a negative errno.
 */
int perf_input_look(const char *path, int flags, struct stat *status)
{
	int found = open(path, O_PATH | O_CLOEXEC | flags), err;

	if (found < 0)
		return -errno;
	if (!fstat(found, status))
		return found;
	err = -errno;
	close(found);
	return err;
}

/* Without /proc the name is opened once more, and has to lead to the same file. */
static int reopen_by_name(int found, const char *path, int flags)
{
	struct stat before, now;
	int fd;

	if (fstat(found, &before))
		return -errno;
	fd = open(path, flags | O_NONBLOCK);
	if (fd < 0)
		return -errno;
	if (!fstat(fd, &now) && now.st_dev == before.st_dev && now.st_ino == before.st_ino)
		return fd;
	close(fd);
	return -ESTALE;
}

/**
 * perf_input_reopen() - open a file that perf_input_look() has found
 * @found: its descriptor, which is closed
 * @path: the name that it was found by
 * @flags: as for open()
 *
 * Return: a descriptor, or a negative errno.
 */
int perf_input_reopen(int found, const char *path, int flags)
{
	char link[32];
	int fd;

	snprintf(link, sizeof(link), "/proc/self/fd/%d", found);
	fd = open(link, flags);
	if (fd < 0)
		fd = errno == ENOENT ? reopen_by_name(found, path, flags) : -errno;
	close(found);
	return fd;
}

/**
 * perf_input_open() - open a file for reading
 * @kind: what it is to be
 * @path: the file
 *
 * Return: a descriptor; a negative errno: -EINVAL if it is no regular file, -EFBIG if it is
 * larger than files of this kind may be, -ELOOP if it is a link where none is followed.
 */
int perf_input_open(enum perf_input_kind kind, const char *path)
{
	const struct input_rule *rule = &input_rules[kind];
	struct stat status;
	int found = perf_input_look(path, rule->no_link ? O_NOFOLLOW : 0, &status);
	int err = 0;

	if (found < 0)
		return found;
	if (S_ISLNK(status.st_mode))
		err = -ELOOP;
	else if (!S_ISREG(status.st_mode))
		err = -EINVAL;
	else if ((uint64_t)status.st_size > rule->limit)
		err = -EFBIG;
	if (!err)
		return perf_input_reopen(found, path, READ_FLAGS);
	close(found);
	return err;
}

/**
 * perf_input_read_fd() - the rest of an open file, which is closed
 * @kind: what it is to be
 * @fd: the descriptor of perf_input_open(), or the error that it returned
 * @size: if not NULL: where to store the number of bytes
 *
 * Return: its bytes and a zero byte behind them, to be freed with free(); NULL with errno
 * set if it could not be opened or read, EFBIG if it is larger than it may be.
 */
char *perf_input_read_fd(enum perf_input_kind kind, int fd, size_t *size)
{
	return perf_read_rest(fd, input_rules[kind].limit, size);
}

/**
 * perf_input_read() - a whole file
 * @kind: what it is to be
 * @path: the file
 * @size: if not NULL: where to store the number of bytes
 *
 * Return: as perf_input_read_fd().
 */
char *perf_input_read(enum perf_input_kind kind, const char *path, size_t *size)
{
	return perf_input_read_fd(kind, perf_input_open(kind, path), size);
}

/**
 * perf_input_read_named() - a whole file that the user has named, which may be a pipe
 * @kind: what it is to be
 * @path: the file; a pipe of another user is not opened, nor a device
 * @size: if not NULL: where to store the number of bytes
 *
 * Return: as perf_input_read_fd(); errno is EPERM for a pipe of another user.
 */
char *perf_input_read_named(enum perf_input_kind kind, const char *path, size_t *size)
{
	struct stat status;
	int fd = perf_input_look(path, 0, &status), err = 0;

	if (fd >= 0 && !S_ISREG(status.st_mode) && !S_ISFIFO(status.st_mode))
		err = S_ISDIR(status.st_mode) ? -EISDIR : -EINVAL;
	else if (fd >= 0 && S_ISFIFO(status.st_mode) && !perf_input_is_trusted(&status))
		err = -EPERM;
	if (err)
		close(fd);
	else if (fd >= 0)
		fd = perf_input_reopen(fd, path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
	return perf_input_read_fd(kind, err ? err : fd, size);
}

/**
 * perf_input_is_trusted() - can nobody but this user and root have chosen what is in a file?
 * @status: as fstat() filled it
 *
 * Return: true if it belongs to root or to the user whose rights the tool uses.
 */
bool perf_input_is_trusted(const struct stat *status)
{
	return !status->st_uid || status->st_uid == geteuid();
}

/**
 * perf_input_is_public() - may everybody read a file?
 * @path: the file
 *
 * Return: true if its mode lets others read it, and those of all directories that lead to it let
 * others through.
 */
bool perf_input_is_public(const char *path)
{
	char *real = realpath(path, NULL), *slash;
	bool public = real;
	struct stat status;

	if (!public || stat(real, &status) || !(status.st_mode & 0004))
		public = false;
	while (public && (slash = strrchr(real, '/')) && slash > real) {
		*slash = '\0';
		public = !stat(real, &status) && status.st_mode & 0001;
	}
	free(real);
	return public;
}

/**
 * perf_input_is_shared() - may another user change a file while it is being read?
 * @status: as fstat() fills it
 *
 * Return: true if it is another user's, or writable for others or a group of others.
 */
bool perf_input_is_shared(const struct stat *status)
{
	return !perf_input_is_trusted(status) || status->st_mode & 0002 ||
	       (status->st_mode & 0020 && status->st_gid && status->st_gid != getegid());
}
