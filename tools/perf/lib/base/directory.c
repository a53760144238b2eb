// SPDX-License-Identifier: GPL-2.0-only
/*
 * Directories on the way to a file that is made, of which others may own some.
 *
 * The kernel follows every link in the middle of a path. In a directory of another user,
 * OUT/perf.data then lies wherever that user lets OUT lead to. perf_directory_open() goes from
 * one name to the next and follows the links of this user and of root only; each step starts at
 * the descriptor of the step before, so that a directory which is exchanged on the way does not
 * matter.
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
 * perf_link_is_trusted() - has this user, or root, made a symbolic link for this place?
 * @status: of the link, from fstat()
 *
 * A link with a second name may have been put here by another user.
 *
 * Return: true if it may be followed.
 */
bool perf_link_is_trusted(const struct stat *status)
{
	return perf_input_is_trusted(status) && status->st_nlink == 1;
}

/**
 * perf_link_is_magic() - is a link one of proc, such as /proc/PID/fd/N?
 * @found: descriptor of O_PATH of the link
 *
 * Return: true if it leads to a file, not to a path.
 */
bool perf_link_is_magic(int found)
{
	struct statfs system;

	return !fstatfs(found, &system) && system.f_type == PROC_SUPER_MAGIC;
}

/**
 * perf_link_read() - the path that a link leads to
 * @found: descriptor of O_PATH of the link
 * @text: filled
 * @size: of @text
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
 * struct walk - how far perf_directory_open() has come
 * @at: descriptor of O_PATH of the directory
 * @rest: the names that remain
 * @links: links that may still be followed
 * @make: directories that are not there are made
 */
struct walk {
	int		at;
	char		rest[PATH_MAX];
	unsigned int	*links;
	bool		make;
};

/* The path in a link comes before the names that remain. */
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

/* The directory that a path begins in. */
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

/* The next name; false at the end. */
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
 * perf_directory_open() - open a directory, through no link of another user
 * @base: descriptor of the directory that a relative path begins in, or AT_FDCWD
 * @path: the directory; "" is @base itself
 * @links: how many links may be followed; those that were are subtracted
 *
 * Return: a descriptor of O_PATH; a negative errno: -ELOOP if a link is another user's.
 */
int perf_directory_open(int base, const char *path, unsigned int *links)
{
	struct walk walk = { .links = links };

	return walk_path(&walk, base, path);
}

/**
 * perf_directory_reach() - open a directory, and those on the way to it
 * @path: the directory
 * @make: make the directories that are missing
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
 * perf_directory_above() - open the directory that a path's last name is in
 * @path: the path
 * @make: make the directories that are missing on the way
 * @name: set to the last name, into @path
 *
 * Return: as perf_directory_open(); -EISDIR if there is no name behind the last slash.
 */
int perf_directory_above(const char *path, bool make, const char **name)
{
	const char *slash = strrchr(path, '/');
	char above[PATH_MAX];
	/* The slash of "/name" is the directory. */
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
 * perf_directory_own() - open a directory that only this user writes into
 * @parent: descriptor of the directory that it is in
 * @name: its name there, without slashes
 * @is_new: it must not be there yet; else it is made unless it is there
 *
 * Return: a descriptor; a negative errno: -EPERM if others may write into what is there,
 * -ELOOP or -ENOTDIR if that is no directory, -EEXIST.
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
