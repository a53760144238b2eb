// SPDX-License-Identifier: GPL-2.0
/*
 * Open a recording for reading, after checking its owner.
 *
 * Without @force, perf_data_find() refuses files of other users before it opens them: to open
 * another user's named pipe blocks until that user opens it too. perf_data_check_owner()
 * accepts an unnamed pipe or a socket of any owner: it was set up by the user's own shell.
 */
#include <errno.h>
#include <fcntl.h>
#include <linux/magic.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>
#include <base/input.h>
#include <data/find.h>

static bool has_no_name(int fd)
{
	struct statfs system;

	return !fstatfs(fd, &system) &&
	       (system.f_type == PIPEFS_MAGIC || system.f_type == SOCKFS_MAGIC);
}

/**
 * perf_data_check_owner() - test whether a recording's owner is trusted
 * @fd: descriptor of the recording, may be an O_PATH one
 * @status: of @fd, filled by fstat()
 * @path: for the message
 * @force: accept a file of another user
 * @error: filled on failure
 *
 * Trusted are files of this user or root, character devices, unnamed pipes and sockets.
 *
 * Return: 0 or -EPERM.
 */
int perf_data_check_owner(int fd, const struct stat *status, const char *path, bool force,
			  struct perf_error *error)
{
	if (force || perf_input_is_trusted(status) || S_ISCHR(status->st_mode) || has_no_name(fd))
		return 0;
	return perf_error_set(error, EPERM,
			      "File %s not owned by current user or root (use -f to override)",
			      path);
}

/**
 * perf_data_find() - open a file of a recording for reading
 * @path: a regular file or a named pipe
 * @force: accept a file of another user
 * @error: filled on failure, unless @path is a directory
 *
 * Return: a descriptor, or a negative errno: -EISDIR for a directory.
 */
int perf_data_find(const char *path, bool force, struct perf_error *error)
{
	struct stat status;
	int found = perf_input_look(path, 0, &status), err = 0, fd;

	if (found < 0) {
		perf_error_set(error, found, "failed to open %s: %s", path, strerror(-found));
		if (found == -ENOENT)
			perf_error_hint(error, "perf record PROGRAM makes a recording.");
		return found;
	}
	if (S_ISDIR(status.st_mode))
		err = -EISDIR;
	else if (!S_ISREG(status.st_mode) && !S_ISFIFO(status.st_mode))
		err = perf_error_set(error, EINVAL, "%s is neither a file nor a pipe", path);
	else
		err = perf_data_check_owner(found, &status, path, force, error);
	if (err) {
		close(found);
		return err;
	}
	fd = perf_input_reopen(found, path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
	if (fd < 0)
		perf_error_set(error, fd, "failed to open %s: %s", path, strerror(-fd));
	return fd;
}
