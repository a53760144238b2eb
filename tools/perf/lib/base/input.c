// SPDX-License-Identifier: GPL-2.0
/*
 * Opening files whose names, directories or contents other users have chosen.
 *
 * An O_PATH descriptor refers to a file without opening it: open() does not wait for a pipe,
 * start a watchdog or acquire a controlling terminal. perf_input_reopen() opens the very file
 * that fstat() described, through /proc/self/fd, even if the name leads to another file by then.
 * O_NONBLOCK has no effect on regular files except those of procfs and tracefs whose read() may
 * wait.
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
 * struct input_rule - checks for one kind of file
 * @limit: largest size in bytes; INT64_MAX for files that are mapped or read in parts
 * @no_link: refuse a symbolic link, as any user can create one in the file's directory
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
 * perf_input_look() - get the status of a file without opening it
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

/* Without /proc, reopen_by_name() opens @path again and requires the same device and inode. */
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
 * perf_input_reopen() - open a file returned by perf_input_look()
 * @found: the O_PATH descriptor, which is closed
 * @path: the path given to perf_input_look()
 * @flags: as for open()
 *
 * Return: a descriptor, or a negative errno: -ESTALE if @path, used without /proc, leads to
 * another file.
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
 * @kind: selects the checks
 * @path: the file
 *
 * Return: a descriptor or a negative errno: -EINVAL if the file is not regular, -EFBIG if it
 * exceeds the limit of @kind, -ELOOP if @path is a link and @kind allows none.
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
 * perf_input_read_fd() - read the rest of an open file and close it
 * @kind: selects the size limit
 * @fd: a descriptor, or the negative errno of a failed perf_input_open()
 * @size: set to the number of bytes, unless NULL
 *
 * Return: the bytes followed by a zero byte, to be freed with free(); NULL with errno set if
 * opening or reading failed, EFBIG if the file exceeds the limit of @kind.
 */
char *perf_input_read_fd(enum perf_input_kind kind, int fd, size_t *size)
{
	return perf_read_rest(fd, input_rules[kind].limit, size);
}

/**
 * perf_input_read() - read a whole file
 * @kind: selects the checks
 * @path: the file
 * @size: set to the number of bytes, unless NULL
 *
 * Return: as perf_input_read_fd().
 */
char *perf_input_read(enum perf_input_kind kind, const char *path, size_t *size)
{
	return perf_input_read_fd(kind, perf_input_open(kind, path), size);
}

/**
 * perf_input_read_named() - read a whole file or pipe that the user of the tool has named
 * @kind: selects the size limit
 * @path: the file; devices and pipes of another user are not opened
 * @size: set to the number of bytes, unless NULL
 *
 * Return: as perf_input_read_fd(); errno is EPERM for a pipe of another user, EISDIR for a
 * directory, EINVAL for a device.
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
 * perf_input_is_trusted() - does a file belong to this user or root?
 * @status: filled by fstat()
 *
 * Return: true if the owner is root or the effective user of the tool.
 */
bool perf_input_is_trusted(const struct stat *status)
{
	return !status->st_uid || status->st_uid == geteuid();
}

/**
 * perf_input_is_public() - may every user read a file?
 * @path: the file
 *
 * Return: true if the file's mode lets others read it and the mode of each directory on the
 * resolved path, except the root directory, lets others search it.
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
 * perf_input_is_shared() - may another user change a file while the tool reads it?
 * @status: filled by fstat()
 *
 * Return: true if another user owns the file, or its mode lets others write, or a group other
 * than root's and the tool's effective one.
 */
bool perf_input_is_shared(const struct stat *status)
{
	return !perf_input_is_trusted(status) || status->st_mode & 0002 ||
	       (status->st_mode & 0020 && status->st_gid && status->st_gid != getegid());
}
