// SPDX-License-Identifier: GPL-2.0-only
/*
 * Making the files that a user asked for.
 *
 * What stands at the path decides:
 *
 *	nothing, a regular file		a new file takes its place
 *	a link of this user or root	it is followed, and the same is asked there
 *	a link of another user		a new file takes its place
 *	a terminal or other character	written to: only root makes devices
 *	device, a descriptor of ours
 *	a pipe of this user or root	written to
 *	a pipe of another user, other	refused
 *
 * The directory is opened once, so that the new file gets its name in the directory that it
 * was made in. Where the directory is not writable, or the file is a mount point, a file that
 * belongs to this user is emptied and written to instead.
 */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/magic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <base/input.h>
#include <base/io.h>
#include <base/output.h>

#define LINKS_MAX	40
#define NAMES_TRIED	100
#define WRITE_FLAGS	(O_WRONLY | O_CLOEXEC | O_NOCTTY)

/**
 * struct target - where links lead to
 * @path: the last name
 * @found: descriptor of O_PATH of what is there, -1 if nothing is
 * @status: of @found
 * @own: it is reached through a descriptor of a process: /dev/stdout, /dev/fd/63
 */
struct target {
	char		path[PATH_MAX];
	int		found;
	struct stat	status;
	bool		own;
};

/* /proc/PID/fd/N and the like: what they lead to has no name. */
static bool is_magic_link(int found)
{
	struct statfs system;

	return !fstatfs(found, &system) && system.f_type == PROC_SUPER_MAGIC;
}

/* The path that the link @target->path leads to, in its place. */
static int follow_link(struct target *target)
{
	char text[PATH_MAX], *slash = strrchr(target->path, '/');
	size_t kept = slash ? slash + 1 - target->path : 0;
	ssize_t length = readlinkat(target->found, "", text, sizeof(text) - 1);

	if (length <= 0)
		return length ? -errno : -ENOENT;
	text[length] = '\0';
	if (text[0] == '/')
		kept = 0;
	if (kept + length >= sizeof(target->path))
		return -ENAMETOOLONG;
	memcpy(target->path + kept, text, length + 1);
	return 0;
}

/* What is at the path itself; true if that is to be looked through. */
static bool find_target(struct target *target, int *err)
{
	*err = 0;
	target->found = perf_input_look(target->path, O_NOFOLLOW, &target->status);
	if (target->found < 0) {
		*err = target->found == -ENOENT ? 0 : target->found;
		return false;
	}
	if (!S_ISLNK(target->status.st_mode) || !perf_input_is_trusted(&target->status))
		return false;
	if (is_magic_link(target->found)) {
		close(target->found);
		target->found = perf_input_look(target->path, 0, &target->status);
		target->own = true;
		*err = target->found < 0 ? target->found : 0;
		return false;
	}
	*err = follow_link(target);
	close(target->found);
	target->found = -1;
	return !*err;
}

static int resolve(struct target *target, const char *path)
{
	int links, err = 0;

	if (strlen(path) >= sizeof(target->path))
		return -ENAMETOOLONG;
	*target = (struct target){ .found = -1 };
	strcpy(target->path, path);
	for (links = 0; links < LINKS_MAX; links++)
		if (!find_target(target, &err))
			return err;
	return -ELOOP;
}

/* ---- what is written to as it is -------------------------------------------------------- */

/* One of the descriptors that the tool was started with. */
static bool is_standard(const struct stat *status)
{
	struct stat own;
	int fd;

	for (fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
		if (!fstat(fd, &own) && own.st_dev == status->st_dev &&
		    own.st_ino == status->st_ino)
			return true;
	return false;
}

static int open_as_it_is(struct perf_output *output, const struct target *target,
			 const char *path, int flags, struct perf_error *error)
{
	if (S_ISDIR(target->status.st_mode))
		return perf_error_set(error, EISDIR, "cannot write '%s': %s", path,
				      strerror(EISDIR));
	if (S_ISFIFO(target->status.st_mode) && !perf_input_is_trusted(&target->status) &&
	    !is_standard(&target->status)) {
		perf_error_set(error, EPERM, "%s is a pipe of another user", path);
		perf_error_hint(error, "the shell opens it for you: -o - > %s", path);
		return -EPERM;
	}
	if (!S_ISFIFO(target->status.st_mode) && !S_ISCHR(target->status.st_mode) &&
	    !S_ISREG(target->status.st_mode))
		return perf_error_set(error, EINVAL, "%s is neither a file nor a terminal", path);
	output->fd = perf_input_reopen(dup(target->found), target->path, WRITE_FLAGS | flags);
	if (output->fd >= 0)
		return 0;
	return perf_error_set(error, output->fd, "cannot write '%s': %s", path,
			      strerror(-output->fd));
}

/* A regular file that is kept: it has to be the user's, and to have no other name. */
static int open_kept(struct perf_output *output, const struct target *target, const char *path,
		     int flags, struct perf_error *error)
{
	if (!S_ISREG(target->status.st_mode) || !perf_input_is_trusted(&target->status) ||
	    target->status.st_nlink > 1) {
		perf_error_set(error, EPERM, "%s is %s", path,
			       !S_ISREG(target->status.st_mode) ? "not a file" :
			       target->status.st_nlink > 1 ? "a file with a second name" :
			       "another user's");
		perf_error_hint(error, "nothing is written into files that others may have put there");
		return -EPERM;
	}
	return open_as_it_is(output, target, path, flags, error);
}

/* ---- a new file ------------------------------------------------------------------------- */

/* The directory of a path, and in @name what follows it. */
static int open_directory(struct perf_output *output)
{
	char *slash = strrchr(output->path, '/');

	output->name = slash ? slash + 1 : output->path;
	if (!output->name[0])
		return -EISDIR;
	if (!slash)
		output->directory = open(".", O_PATH | O_DIRECTORY | O_CLOEXEC);
	else if (slash == output->path)
		output->directory = open("/", O_PATH | O_DIRECTORY | O_CLOEXEC);
	else {
		*slash = '\0';
		output->directory = open(output->path, O_PATH | O_DIRECTORY | O_CLOEXEC);
		*slash = '/';
	}
	return output->directory < 0 ? -errno : 0;
}

static int make_temporary(struct perf_output *output, mode_t mode)
{
	char name[NAME_MAX + 1];
	uint64_t number;
	int tries;

	for (tries = 0; tries < NAMES_TRIED; tries++) {
		if (getrandom(&number, sizeof(number), 0) != sizeof(number))
			return -EIO;
		/* Hidden, and no longer than names may be. */
		snprintf(name, sizeof(name), ".%.200s.%016llx", output->name,
			 (unsigned long long)number);
		output->fd = openat(output->directory, name,
				    O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode);
		if (output->fd >= 0 || errno != EEXIST)
			break;
	}
	if (output->fd < 0)
		return -errno;
	output->temporary = strdup(name);
	if (output->temporary)
		return 0;
	unlinkat(output->directory, name, 0);
	return -ENOMEM;
}

/* Systems of files that cannot refuse to replace are asked without that. */
static int rename_new(const struct perf_output *output)
{
	if (!renameat2(output->directory, output->temporary, output->directory, output->name,
		       RENAME_NOREPLACE))
		return 0;
	if (errno != EINVAL && errno != ENOSYS)
		return -1;
	return renameat(output->directory, output->temporary, output->directory, output->name);
}

static int give_name(struct perf_output *output)
{
	if (output->is_new ? rename_new(output) :
	    renameat(output->directory, output->temporary, output->directory, output->name))
		return -errno;
	free(output->temporary);
	output->temporary = NULL;
	return 0;
}

/* The mode of a file of this user that is replaced, which may be for his eyes only; or -1. */
static int kept_mode(const struct target *target, unsigned int flags)
{
	if (flags & PERF_OUTPUT_PRIVATE || target->found < 0 ||
	    !S_ISREG(target->status.st_mode) || target->status.st_uid != geteuid())
		return -1;
	return target->status.st_mode & 0666;
}

/* May what is at the path be replaced? A file that its owner made read-only may not. */
static int check_replaced(const struct target *target, unsigned int flags)
{
	if (target->found < 0)
		return 0;
	if (flags & PERF_OUTPUT_NEW)
		return -EEXIST;
	if (S_ISREG(target->status.st_mode) && geteuid() &&
	    target->status.st_uid == geteuid() && !(target->status.st_mode & 0200))
		return -EACCES;
	return 0;
}

static int open_new(struct perf_output *output, const struct target *target, mode_t mode,
		    unsigned int flags)
{
	int kept = kept_mode(target, flags), err;

	output->is_new = flags & PERF_OUTPUT_NEW;
	output->path = strdup(target->path);
	if (!output->path)
		return -ENOMEM;
	err = check_replaced(target, flags);
	if (!err)
		err = open_directory(output);
	if (!err)
		err = make_temporary(output, kept >= 0 ? (mode_t)kept : mode);
	if (!err && kept >= 0 && fchmod(output->fd, (mode_t)kept))
		err = -errno;
	if (!err && flags & PERF_OUTPUT_AT_ONCE)
		err = give_name(output);
	return err;
}

/* Errors of the directory, not of the file: a file of the user's that is there will do. */
static bool is_of_directory(int err)
{
	return err == -EACCES || err == -EPERM || err == -EROFS || err == -EBUSY;
}

static int open_target(struct perf_output *output, const struct target *target,
		       const char *path, mode_t mode, unsigned int flags,
		       struct perf_error *error)
{
	bool there = target->found >= 0;
	int err;

	if (there && !S_ISREG(target->status.st_mode) && !S_ISLNK(target->status.st_mode))
		return open_as_it_is(output, target, path, 0, error);
	if (target->own)
		return open_as_it_is(output, target, path,
				     flags & PERF_OUTPUT_APPEND ? O_APPEND : O_TRUNC, error);
	if (there && flags & PERF_OUTPUT_APPEND)
		return open_kept(output, target, path, O_APPEND, error);
	err = open_new(output, target, mode, flags);
	if (!err)
		return 0;
	perf_output_drop(output);
	if (there && is_of_directory(err))
		return open_kept(output, target, path, O_TRUNC, error);
	return perf_error_set(error, err, "cannot write '%s': %s", path, strerror(-err));
}

/**
 * perf_output_open() - begin a file
 * @output: filled; end with perf_output_commit() or perf_output_drop()
 * @path: where it is to be; the table above says what may be there
 * @mode: of a new file, less what the umask takes away. The mode of a file of the same user
 *	that is replaced is kept, unless @flags have PERF_OUTPUT_PRIVATE
 * @flags: PERF_OUTPUT_*
 * @error: filled on failure
 *
 * The file is at @path only after perf_output_commit(), or with PERF_OUTPUT_AT_ONCE from now
 * on; without either, what was there stays.
 *
 * Return: 0 or a negative errno.
 */
int perf_output_open(struct perf_output *output, const char *path, mode_t mode,
		     unsigned int flags, struct perf_error *error)
{
	struct target target;
	int err = resolve(&target, path);

	*output = PERF_OUTPUT_NONE;
	if (err)
		return perf_error_set(error, err, "cannot write '%s': %s", path, strerror(-err));
	err = open_target(output, &target, path, mode, flags, error);
	if (target.found >= 0)
		close(target.found);
	return err;
}

/**
 * perf_output_commit() - end a file that is complete
 * @output: the file; nothing afterwards
 * @error: filled on failure: then what was at its path is still there
 *
 * Return: 0 or a negative errno.
 */
int perf_output_commit(struct perf_output *output, struct perf_error *error)
{
	int err = 0;

	if (output->fd < 0)
		return 0;
	if (close(output->fd))
		err = -errno;
	output->fd = -1;
	if (!err && output->temporary)
		err = give_name(output);
	if (err)
		perf_error_set(error, err, "cannot write '%s': %s",
			       output->path ? output->path : "output", strerror(-err));
	perf_output_drop(output);
	return err;
}

/**
 * perf_output_drop() - end a file that is not to be
 * @output: the file, or nothing; nothing afterwards. One that has its name already stays
 */
void perf_output_drop(struct perf_output *output)
{
	if (output->temporary)
		unlinkat(output->directory, output->temporary, 0);
	if (output->fd >= 0)
		close(output->fd);
	if (output->directory >= 0)
		close(output->directory);
	free(output->temporary);
	free(output->path);
	*output = PERF_OUTPUT_NONE;
}

/**
 * perf_output_write() - make a file of bytes that are there
 * @path: where
 * @mode: as for perf_output_open()
 * @data: the bytes
 * @size: how many
 * @error: filled on failure
 *
 * Return: 0 or a negative errno.
 */
int perf_output_write(const char *path, mode_t mode, const void *data, size_t size,
		      struct perf_error *error)
{
	struct perf_output output;
	int err = perf_output_open(&output, path, mode, 0, error);

	if (err)
		return err;
	err = perf_write_all(output.fd, data, size);
	if (!err)
		return perf_output_commit(&output, error);
	perf_output_drop(&output);
	return perf_error_set(error, err, "cannot write '%s': %s", path, strerror(-err));
}
