// SPDX-License-Identifier: GPL-2.0
/*
 * Creating output files.
 *
 * perf_output_open() decides by the entry at the path:
 *
 *	nothing, a regular file		replaced by a new file
 *	a link of this user or root	followed; the table applies to its target
 *	a link of another user		replaced by a new file
 *	a terminal or other character	written to: only root creates devices
 *	device, a /proc/PID/fd link
 *	a pipe of this user or root,	written to
 *	or a standard descriptor
 *	another pipe, any other type	refused
 *
 * perf_directory_open() opens the directory once, so that the new file is renamed in the directory
 * in which it was created. Until then the file has no name, if the file system supports that, and
 * a killed command leaves nothing behind. If the directory is not writable, or the file is a mount
 * point, open_kept() truncates and writes a file of this user or root instead.
 */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include <base/directory.h>
#include <base/input.h>
#include <base/io.h>
#include <base/output.h>

#define NAMES_TRIED	100
#define LINK_SIZE	32
#define WRITE_FLAGS	(O_WRONLY | O_CLOEXEC | O_NOCTTY)

/**
 * struct target - the entry at a path, after following links
 * @directory: O_PATH descriptor of the directory, -1 if there is none
 * @name: the last name, in @directory
 * @found: O_PATH descriptor of the entry, -1 if there is none
 * @status: of @found
 * @own: the path leads through a /proc/PID/fd link: /dev/stdout, /dev/fd/63
 */
struct target {
	int		directory;
	char		name[NAME_MAX + 1];
	int		found;
	struct stat	status;
	bool		own;
};

static void drop_target(struct target *target)
{
	if (target->found >= 0)
		close(target->found);
	if (target->directory >= 0)
		close(target->directory);
	target->found = -1;
	target->directory = -1;
}

/* Opens the directory of @path; a relative @path starts in the directory of the last link. */
static int find_directory(struct target *target, char *path, unsigned int *links)
{
	char *slash = strrchr(path, '/');
	const char *name = slash ? slash + 1 : path;
	int base = target->directory >= 0 ? target->directory : AT_FDCWD, directory;

	if (!name[0])
		return -EISDIR;
	if (strlen(name) > NAME_MAX)
		return -ENAMETOOLONG;
	memcpy(target->name, name, strlen(name) + 1);
	/* In "/name" the slash itself is the directory. */
	if (slash)
		slash[slash == path] = '\0';
	directory = perf_directory_open(base, slash ? path : "", links);
	if (directory < 0)
		return directory;
	if (target->directory >= 0)
		close(target->directory);
	target->directory = directory;
	return 0;
}

static int output_look(struct target *target, int flags)
{
	if (target->found >= 0)
		close(target->found);
	target->found = openat(target->directory, target->name, O_PATH | O_CLOEXEC | flags);
	if (target->found < 0 || fstat(target->found, &target->status))
		return -errno;
	return 0;
}

/* Looks up @path. Returns true for a trusted link, whose target is then the new @path. */
static bool find_target(struct target *target, char path[PATH_MAX], unsigned int *links, int *err)
{
	*err = find_directory(target, path, links);
	if (*err)
		return false;
	*err = output_look(target, O_NOFOLLOW);
	if (*err == -ENOENT)
		*err = 0;
	if (*err || target->found < 0)
		return false;
	if (!S_ISLNK(target->status.st_mode) || !perf_link_is_trusted(&target->status))
		return false;
	if (perf_link_is_magic(target->found)) {
		target->own = true;
		*err = output_look(target, 0);
		return false;
	}
	*err = perf_link_read(target->found, path, PATH_MAX);
	close(target->found);
	target->found = -1;
	return !*err;
}

static int output_resolve(struct target *target, const char *asked)
{
	unsigned int links = PERF_DIRECTORY_LINKS;
	char path[PATH_MAX];
	int err = 0;

	*target = (struct target){ .directory = -1, .found = -1 };
	if (strlen(asked) >= sizeof(path))
		return -ENAMETOOLONG;
	memcpy(path, asked, strlen(asked) + 1);
	while (find_target(target, path, &links, &err))
		if (!links--)
			return -ELOOP;
	return err;
}

static const char *descriptor_link(int fd, char link[LINK_SIZE])
{
	snprintf(link, LINK_SIZE, "/proc/self/fd/%d", fd);
	return link;
}

static int output_fail(const char *path, int err, struct perf_error *error)
{
	perf_error_set(error, err, "cannot write '%s': %s", path, strerror(-err));
	if (err == -ELOOP)
		perf_error_hint(error, "links that another user has made are not followed");
	return err;
}

/* ---- existing files --------------------------------------------------------------------- */

/* Is the file one of the three standard descriptors? */
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
	output->fd = perf_input_reopen(dup(target->found), path, WRITE_FLAGS | flags);
	if (output->fd >= 0)
		return 0;
	return perf_error_set(error, output->fd, "cannot write '%s': %s", path,
			      strerror(-output->fd));
}

/* Opens an existing regular file of this user or root; it must have no second hard link. */
static int open_kept(struct perf_output *output, const struct target *target, const char *path,
		     int flags, struct perf_error *error)
{
	if (!S_ISREG(target->status.st_mode) || !perf_input_is_trusted(&target->status) ||
	    target->status.st_nlink > 1) {
		perf_error_set(error, EPERM, "%s is %s", path,
			       !S_ISREG(target->status.st_mode) ? "not a file" :
			       target->status.st_nlink > 1 ? "a file with a second name" :
			       "another user's");
		perf_error_hint(error, "nothing is written into files that others may have put "
				"there");
		return -EPERM;
	}
	return open_as_it_is(output, target, path, flags, error);
}

/* ---- a new file ------------------------------------------------------------------------- */

/* Creates a file without a name: no other user can open it, and it ends with the tool. */
static int make_nameless(struct perf_output *output, mode_t mode)
{
	char link[LINK_SIZE];

	output->fd = openat(output->directory, ".", O_TMPFILE | O_RDWR | O_CLOEXEC, mode);
	if (output->fd < 0)
		return -errno;
	/* linkat() can name the file only through /proc. */
	if (!access(descriptor_link(output->fd, link), F_OK))
		return 0;
	close(output->fd);
	output->fd = -1;
	return -EOPNOTSUPP;
}

/* Makes a hidden name that fits into NAME_MAX. */
static int make_up_name(const struct perf_output *output, char name[NAME_MAX + 1])
{
	uint64_t number;

	if (getrandom(&number, sizeof(number), 0) != sizeof(number))
		return -EIO;
	snprintf(name, NAME_MAX + 1, ".%.200s.%016llx", output->name, (unsigned long long)number);
	return 0;
}

/* Creates the file as @name, or links a nameless one to @name. */
static int make_once(struct perf_output *output, const char *name, mode_t mode)
{
	char link[LINK_SIZE];

	if (output->fd >= 0)
		return linkat(AT_FDCWD, descriptor_link(output->fd, link), output->directory, name,
			      AT_SYMLINK_FOLLOW) ? -errno : 0;
	output->fd = openat(output->directory, name,
			    O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode);
	return output->fd < 0 ? -errno : 0;
}

static int make_temporary(struct perf_output *output, mode_t mode)
{
	char name[NAME_MAX + 1];
	int tries, err = -EEXIST;

	for (tries = 0; tries < NAMES_TRIED && err == -EEXIST; tries++) {
		err = make_up_name(output, name);
		if (!err)
			err = make_once(output, name, mode);
	}
	if (err)
		return err;
	output->temporary = strdup(name);
	if (output->temporary)
		return 0;
	unlinkat(output->directory, name, 0);
	return -ENOMEM;
}

/* Falls back to a temporary name on file systems without O_TMPFILE, and without /proc. */
static int make_file(struct perf_output *output, mode_t mode)
{
	int err = make_nameless(output, mode);

	return err == -EOPNOTSUPP || err == -EISDIR || err == -ENOENT || err == -EINVAL ?
	       make_temporary(output, mode) : err;
}

/* Falls back to renameat() on file systems without RENAME_NOREPLACE. */
static int rename_new(const struct perf_output *output)
{
	if (!renameat2(output->directory, output->temporary, output->directory, output->name,
		       RENAME_NOREPLACE))
		return 0;
	if (errno != EINVAL && errno != ENOSYS)
		return -1;
	return renameat(output->directory, output->temporary, output->directory, output->name);
}

/* Links a nameless file to a temporary name. */
static int need_temporary(struct perf_output *output)
{
	return output->temporary ? 0 : make_temporary(output, 0);
}

static int give_name(struct perf_output *output)
{
	if (output->is_new ? rename_new(output) :
	    renameat(output->directory, output->temporary, output->directory, output->name))
		return -errno;
	free(output->temporary);
	output->temporary = NULL;
	output->is_named = true;
	return 0;
}

/* The new file keeps the mode of a replaced file of this user, which may be private; else -1. */
static int kept_mode(const struct target *target, unsigned int flags)
{
	if (flags & PERF_OUTPUT_PRIVATE || target->found < 0 ||
	    !S_ISREG(target->status.st_mode) || target->status.st_uid != geteuid())
		return -1;
	return target->status.st_mode & 0666;
}

/* May the existing entry be replaced? A read-only file of this user may not, except by root. */
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

static int open_new(struct perf_output *output, struct target *target, const char *path,
		    mode_t mode, unsigned int flags)
{
	int kept = kept_mode(target, flags), err;

	output->is_new = flags & PERF_OUTPUT_NEW;
	output->path = strdup(path);
	output->name = strdup(target->name);
	if (!output->path || !output->name)
		return -ENOMEM;
	output->directory = target->directory;
	target->directory = -1;
	err = check_replaced(target, flags);
	if (!err)
		err = make_file(output, kept >= 0 ? (mode_t)kept : mode);
	if (!err && kept >= 0 && fchmod(output->fd, (mode_t)kept))
		err = -errno;
	if (err || !(flags & PERF_OUTPUT_AT_ONCE))
		return err;
	err = need_temporary(output);
	return err ? err : give_name(output);
}

/* Errors after which open_target() tries to write an existing file instead of replacing it. */
static bool is_of_directory(int err)
{
	return err == -EACCES || err == -EPERM || err == -EROFS || err == -EBUSY;
}

static int open_target(struct perf_output *output, struct target *target,
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
	err = open_new(output, target, path, mode, flags);
	if (!err)
		return 0;
	perf_output_drop(output);
	if (there && is_of_directory(err))
		return open_kept(output, target, path, O_TRUNC, error);
	return output_fail(path, err, error);
}

/**
 * perf_output_open() - open an output file
 * @output: filled; end with perf_output_commit() or perf_output_drop()
 * @path: requested path; see the table at the head of this file
 * @mode: mode of a new file, subject to the umask. The new file keeps the mode of a replaced
 *	file of the same user, unless @flags have PERF_OUTPUT_PRIVATE
 * @flags: PERF_OUTPUT_*
 * @error: filled on failure
 *
 * A new file appears at @path in perf_output_commit(), or at once with PERF_OUTPUT_AT_ONCE; an
 * existing file stays until then.
 *
 * Return: 0 or a negative errno.
 */
int perf_output_open(struct perf_output *output, const char *path, mode_t mode,
		     unsigned int flags, struct perf_error *error)
{
	struct target target;
	int err = output_resolve(&target, path);

	*output = PERF_OUTPUT_NONE;
	err = err ? output_fail(path, err, error) :
	      open_target(output, &target, path, mode, flags, error);
	drop_target(&target);
	return err;
}

/**
 * perf_output_find() - look up an existing file, following no link of another user
 * @path: the file
 * @status: filled by fstat()
 *
 * Return: a descriptor for perf_input_reopen() or a negative errno: -ELOOP if @path leads
 * through a link of another user.
 */
int perf_output_find(const char *path, struct stat *status)
{
	struct target target;
	int err = output_resolve(&target, path), found;

	if (!err && target.found < 0)
		err = -ENOENT;
	if (!err && S_ISLNK(target.status.st_mode))
		err = -ELOOP;
	found = target.found;
	*status = target.status;
	if (!err)
		target.found = -1;
	drop_target(&target);
	return err ? err : found;
}

/**
 * perf_output_commit() - close a complete file and give it its name
 * @output: the file; PERF_OUTPUT_NONE afterwards
 * @error: filled on failure; unless PERF_OUTPUT_AT_ONCE was given, a replaced file is then
 *	still at its path
 *
 * Return: 0 or a negative errno.
 */
int perf_output_commit(struct perf_output *output, struct perf_error *error)
{
	bool renames = output->directory >= 0 && !output->is_named;
	int err = 0;

	if (output->fd < 0)
		return 0;
	if (renames)
		err = need_temporary(output);
	if (close(output->fd) && !err)
		err = -errno;
	output->fd = -1;
	if (!err && renames)
		err = give_name(output);
	if (err)
		perf_error_set(error, err, "cannot write '%s': %s",
			       output->path ? output->path : "output", strerror(-err));
	perf_output_drop(output);
	return err;
}

/**
 * perf_output_drop() - close and discard a file
 * @output: the file; PERF_OUTPUT_NONE afterwards. A file that already has its name stays
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
	free(output->name);
	free(output->path);
	*output = PERF_OUTPUT_NONE;
}

/**
 * perf_output_write() - write bytes to a new file
 * @path: as for perf_output_open()
 * @mode: as for perf_output_open()
 * @data: the bytes
 * @size: number of bytes
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
