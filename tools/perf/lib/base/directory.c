// SPDX-License-Identifier: GPL-2.0
/*
 * Opening the directories on the path of an output file, some of which other users may own.
 *
 * The kernel follows every link in the middle of a path. In a directory of another user, a link
 * OUT sends OUT/perf.data wherever that user chooses. perf_directory_open() walks the path name
 * by name and follows only links of this user and of root. walk_into() opens each name relative
 * to the descriptor of the previous one, so exchanging a directory during the walk has no effect.
 */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/magic.h>
#include <string.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <base/directory.h>
#include <base/input.h>

#define LOOK_FLAGS	(O_PATH | O_NOFOLLOW | O_CLOEXEC)
#define PRIVATE_MODE	0700
#define SHARED_MODE	0755

/**
 * perf_link_is_trusted() - did this user or root put a symbolic link in this directory?
 * @status: of the link, from fstat()
 *
 * Another user may have made a hard link to a trusted link, so st_nlink must be 1.
 *
 * Return: true if the link may be followed.
 */
bool perf_link_is_trusted(const struct stat *status)
{
	return perf_input_is_trusted(status) && status->st_nlink == 1;
}

/**
 * perf_link_is_magic() - is a link in procfs, such as /proc/PID/fd/N?
 * @found: O_PATH descriptor of the link
 *
 * Return: true if the link is on procfs and so may lead to a file rather than to a path.
 */
bool perf_link_is_magic(int found)
{
	struct statfs system;

	return !fstatfs(found, &system) && system.f_type == PROC_SUPER_MAGIC;
}

/**
 * perf_link_read() - read the target path of a link
 * @found: O_PATH descriptor of the link
 * @text: filled
 * @size: bytes in @text
 *
 * Return: 0 or a negative errno.
 */
int perf_link_read(int found, char *text, size_t size)
{
	ssize_t length = readlinkat(found, "", text, size);

	if (length <= 0)
		return length ? -errno : -ENOENT;
	if ((size_t)length >= size)
		return -ENAMETOOLONG;
	text[length] = '\0';
	return 0;
}

/**
 * struct walk - progress of perf_directory_open()
 * @at: O_PATH descriptor of the directory reached
 * @rest: the remaining names
 * @links: number of links that may still be followed
 * @make: create missing directories
 */
struct walk {
	int		at;
	char		rest[PATH_MAX];
	unsigned int	*links;
	bool		make;
};

/* Inserts the link's target path before the remaining names. */
static int walk_through_link(struct walk *walk, int found)
{
	char text[PATH_MAX];
	int err = perf_link_read(found, text, sizeof(text));
	size_t length;

	if (err)
		return err;
	if (!*walk->links)
		return -ELOOP;
	--*walk->links;
	length = strlen(text);
	if (length + 1 + strlen(walk->rest) >= sizeof(walk->rest))
		return -ENAMETOOLONG;
	memmove(walk->rest + length + 1, walk->rest, strlen(walk->rest) + 1);
	memcpy(walk->rest, text, length);
	walk->rest[length] = '/';
	return 0;
}

/* Moves @walk to the root directory if the remaining path is absolute. */
static int walk_begin(struct walk *walk)
{
	if (walk->rest[0] != '/')
		return 0;
	if (walk->at >= 0)
		close(walk->at);
	walk->at = open("/", O_PATH | O_DIRECTORY | O_CLOEXEC);
	return walk->at < 0 ? -errno : 0;
}

static int walk_into(struct walk *walk, const char *name)
{
	int found = openat(walk->at, name, LOOK_FLAGS), err = 0;
	struct stat status;

	if (found < 0 && errno == ENOENT && walk->make) {
		if (mkdirat(walk->at, name, SHARED_MODE) && errno != EEXIST)
			return -errno;
		found = openat(walk->at, name, LOOK_FLAGS);
	}
	if (found < 0 || fstat(found, &status)) {
		err = -errno;
	} else if (S_ISLNK(status.st_mode) && perf_link_is_magic(found)) {
		close(found);
		found = openat(walk->at, name, O_PATH | O_DIRECTORY | O_CLOEXEC);
		err = found < 0 ? -errno : 0;
	} else if (S_ISLNK(status.st_mode)) {
		err = perf_link_is_trusted(&status) ? walk_through_link(walk, found) : -ELOOP;
		close(found);
		return err ? err : walk_begin(walk);
	} else if (!S_ISDIR(status.st_mode)) {
		err = -ENOTDIR;
	}
	if (err) {
		if (found >= 0)
			close(found);
		return err;
	}
	close(walk->at);
	walk->at = found;
	return 0;
}

/* Moves the first name of @walk->rest to @name. Returns false at the end or on error. */
static bool walk_next(struct walk *walk, char name[NAME_MAX + 1], int *err)
{
	size_t slashes = strspn(walk->rest, "/");
	size_t length = strcspn(walk->rest + slashes, "/");

	if (!length)
		return false;
	if (length > NAME_MAX) {
		*err = -ENAMETOOLONG;
		return false;
	}
	memcpy(name, walk->rest + slashes, length);
	name[length] = '\0';
	memmove(walk->rest, walk->rest + slashes + length,
		strlen(walk->rest + slashes + length) + 1);
	return true;
}

static int walk_path(struct walk *walk, int base, const char *path)
{
	char name[NAME_MAX + 1];
	int err;

	if (strlen(path) >= sizeof(walk->rest))
		return -ENAMETOOLONG;
	memcpy(walk->rest, path, strlen(path) + 1);
	walk->at = openat(base, ".", O_PATH | O_DIRECTORY | O_CLOEXEC);
	if (walk->at < 0)
		return -errno;
	err = walk_begin(walk);
	while (!err && walk_next(walk, name, &err))
		err = walk_into(walk, name);
	if (!err)
		return walk->at;
	if (walk->at >= 0)
		close(walk->at);
	return err;
}

/**
 * perf_directory_open() - open a directory, following no link of another user
 * @base: descriptor of the directory that a relative path starts in, or AT_FDCWD
 * @path: the directory; "" is @base itself
 * @links: number of links that may be followed, less those followed on return
 *
 * Return: an O_PATH descriptor or a negative errno: -ELOOP if another user owns a link or
 * @links is used up.
 */
int perf_directory_open(int base, const char *path, unsigned int *links)
{
	struct walk walk = { .links = links };

	return walk_path(&walk, base, path);
}

/**
 * perf_directory_reach() - open a directory, and create it if asked
 * @path: the directory
 * @make: create missing directories of @path
 *
 * Return: as perf_directory_open().
 */
int perf_directory_reach(const char *path, bool make)
{
	unsigned int links = PERF_DIRECTORY_LINKS;
	struct walk walk = { .links = &links, .make = make };

	return walk_path(&walk, AT_FDCWD, path);
}

/**
 * perf_directory_above() - open the directory of a path's last name
 * @path: the path
 * @make: create missing directories
 * @name: set to the last name, a pointer into @path
 *
 * Return: as perf_directory_open(); -EISDIR if no name follows the last slash.
 */
int perf_directory_above(const char *path, bool make, const char **name)
{
	const char *slash = strrchr(path, '/');
	char above[PATH_MAX];
	/* In "/name" the slash itself is the directory. */
	size_t length = slash ? (size_t)(slash - path) + (slash == path) : 0;

	*name = slash ? slash + 1 : path;
	if (!**name)
		return -EISDIR;
	if (length >= sizeof(above))
		return -ENAMETOOLONG;
	memcpy(above, path, length);
	above[length] = '\0';
	return perf_directory_reach(above, make);
}

/**
 * perf_directory_own() - open, or create, a directory that only this user and root can write to
 * @parent: descriptor of the parent directory
 * @name: name in @parent, without slashes
 * @is_new: fail with -EEXIST if @name exists
 *
 * Return: a descriptor or a negative errno: -EPERM if other users can write to the existing
 * directory, -ELOOP or -ENOTDIR if @name is no directory, -EEXIST.
 */
int perf_directory_own(int parent, const char *name, bool is_new)
{
	struct stat status;
	int fd, err = 0;

	if (mkdirat(parent, name, PRIVATE_MODE) && (errno != EEXIST || is_new))
		return -errno;
	fd = openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	if (fd < 0)
		return -errno;
	if (fstat(fd, &status))
		err = -errno;
	else if (!perf_input_is_trusted(&status) || status.st_mode & (0022))
		err = -EPERM;
	if (!err)
		return fd;
	close(fd);
	return err;
}
