// SPDX-License-Identifier: GPL-2.0
/*
 * Files at the paths of another process, through /proc/PID/root.
 *
 * openat2(2) resolves all links below that root, even absolute ones (RESOLVE_IN_ROOT), and
 * follows no magic link of procfs (RESOLVE_NO_MAGICLINKS). Kernels before 5.6 lack openat2(), so
 * inside_find() fails there: no other way is safe.
 */
#include <errno.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <base/input.h>
#include <base/io.h>
#include <sys/inside.h>
#include <sys/paths.h>

#define READ_FLAGS	(O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
#define STATUS_MAX	4096

/* Returns the last number of "NSpid: 4711 12 1", the process id in the innermost namespace. */
static pid_t inner_pid(pid_t pid)
{
	char path[64], text[STATUS_MAX], *line, *end;
	int fd, inner = pid, at;
	ssize_t got;

	snprintf(path, sizeof(path), "/proc/%d/status", pid);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return -1;
	got = perf_read_all(fd, text, sizeof(text) - 1);
	close(fd);
	text[got > 0 ? got : 0] = '\0';
	line = strstr(text, "\nNSpid:");
	if (!line)
		return pid;
	line += strlen("\nNSpid:");
	end = strchr(line, '\n');
	if (end)
		*end = '\0';
	while (sscanf(line, "%d%n", &inner, &at) == 1)
		line += at;
	return inner;
}

/**
 * perf_inside_open() - open the root of a process
 * @inside: filled; end with perf_inside_close(), even after a failure
 * @pid: process
 *
 * Return: 0, or a negative errno if the process is gone or the tool lacks the rights.
 */
int perf_inside_open(struct perf_inside *inside, pid_t pid)
{
	struct stat status;
	char path[64];

	*inside = (struct perf_inside){ .pid = pid, .root = -1 };
	snprintf(path, sizeof(path), "/proc/%d/ns/mnt", pid);
	if (stat(path, &status))
		return -errno;
	inside->namespace = status.st_ino;
	snprintf(path, sizeof(path), "/proc/%d", pid);
	if (stat(path, &status))
		return -errno;
	inside->user = status.st_uid;
	inside->inner = inner_pid(pid);
	snprintf(path, sizeof(path), "/proc/%d/root", pid);
	inside->root = open(path, O_PATH | O_DIRECTORY | O_CLOEXEC);
	if (inside->root < 0 || fstat(inside->root, &status))
		return -errno;
	inside->device = status.st_dev;
	inside->inode = status.st_ino;
	return 0;
}

/**
 * perf_inside_equal() - do two processes have the same mount namespace and root?
 * @a, @b: the processes
 */
bool perf_inside_equal(const struct perf_inside *a, const struct perf_inside *b)
{
	return a->namespace == b->namespace && a->device == b->device && a->inode == b->inode;
}

/**
 * perf_inside_differs() - may a path or process id differ between the process and the tool?
 * @inside: the process
 *
 * Return: false if both have the same mount namespace and root, and @inside->inner is
 * @inside->pid.
 */
bool perf_inside_differs(const struct perf_inside *inside)
{
	struct perf_inside own = { .root = -1 };
	bool differs;

	differs = inside->inner != inside->pid || perf_inside_open(&own, getpid()) ||
		  !perf_inside_equal(&own, inside);
	perf_inside_close(&own);
	return differs;
}

/* Opens the file of the O_PATH descriptor @found if it is regular; closes @found. */
static int open_regular(int found, const char *path, struct stat *status)
{
	int err = fstat(found, status) ? -errno : S_ISREG(status->st_mode) ? 0 : -EINVAL;

	if (!err)
		return perf_input_reopen(found, path, READ_FLAGS);
	close(found);
	return err;
}

static int inside_find(const struct perf_inside *inside, const char *path, uint64_t flags)
{
	struct open_how how = {
		.flags = O_PATH | O_CLOEXEC | flags,
		.resolve = RESOLVE_IN_ROOT | RESOLVE_NO_MAGICLINKS,
	};
	int found = (int)syscall(SYS_openat2, inside->root, path, &how, sizeof(how));

	return found < 0 ? -errno : found;
}

/**
 * perf_inside_file() - open a file for reading, by its path in the process
 * @inside: the process, which may have ended since
 * @path: absolute path, whose last name must not be a link
 * @status: filled by fstat()
 *
 * Return: a descriptor or a negative errno: -EINVAL if the file is not regular.
 */
int perf_inside_file(const struct perf_inside *inside, const char *path, struct stat *status)
{
	int found = inside_find(inside, path, O_NOFOLLOW);

	return found < 0 ? found : open_regular(found, path, status);
}

/**
 * perf_inside_directory() - open a directory, by its path in the process
 * @inside: the process
 * @path: absolute path
 *
 * Return: a descriptor for perf_inside_map_at(), which stays valid even if the process unmounts
 * the directory; or a negative errno.
 */
int perf_inside_directory(const struct perf_inside *inside, const char *path)
{
	return inside_find(inside, path, O_DIRECTORY);
}

/**
 * perf_inside_map_at() - perf_inside_map() in an open directory
 * @directory: from perf_inside_directory()
 * @inside: the process, which may have ended
 * @force: accept any owner
 *
 * Return: as perf_inside_map().
 */
int perf_inside_map_at(int directory, const struct perf_inside *inside, bool force)
{
	struct stat status;
	char name[32];
	int fd;

	snprintf(name, sizeof(name), "perf-%d.map", inside->inner);
	fd = openat(directory, name, O_PATH | O_NOFOLLOW | O_CLOEXEC);
	if (fd < 0)
		return -errno;
	fd = open_regular(fd, name, &status);
	if (fd < 0 || force || perf_input_is_trusted(&status) || status.st_uid == inside->user)
		return fd;
	close(fd);
	return -EPERM;
}

/**
 * perf_inside_map() - open the symbol map of code that a process generates (/tmp/perf-PID.map)
 * @inside: the process
 * @force: accept any owner
 *
 * Any process in the container can write to /tmp, so the map must belong to the user of the
 * process, to root, or to this user.
 *
 * Return: a descriptor or a negative errno: -EPERM if the map belongs to another user.
 */
int perf_inside_map(const struct perf_inside *inside, bool force)
{
	int directory = perf_inside_directory(inside, "/tmp"), fd;

	fd = directory < 0 ? directory : perf_inside_map_at(directory, inside, force);
	if (directory >= 0)
		close(directory);
	return fd;
}

/**
 * perf_inside_mapped() - open the file of a mapping for reading, independent of its path
 * @pid: process
 * @start, @end: addresses of the mapping, as in /proc/PID/maps
 *
 * /proc/PID/map_files is open to privileged users only.
 *
 * Return: as perf_inside_file().
 */
int perf_inside_mapped(pid_t pid, uint64_t start, uint64_t end)
{
	struct stat status;
	char path[96];
	int found;

	snprintf(path, sizeof(path), "/proc/%d/map_files/%llx-%llx", pid,
		 (unsigned long long)start, (unsigned long long)end);
	found = perf_input_look(path, 0, &status);
	return found < 0 ? found : open_regular(found, path, &status);
}

/**
 * perf_inside_open_file() - open the file of a mapping for reading, by the mapping or its path
 * @pid: process
 * @start, @end: addresses of the mapping
 * @path: path of the file in the process
 *
 * Return: a descriptor, which may be of another file: the caller compares. Or a negative errno.
 */
int perf_inside_open_file(pid_t pid, uint64_t start, uint64_t end, const char *path)
{
	int fd = perf_inside_mapped(pid, start, end);
	struct perf_inside inside;
	struct stat status;

	if (fd >= 0)
		return fd;
	fd = perf_inside_open(&inside, pid);
	if (!fd)
		fd = perf_inside_file(&inside, path, &status);
	perf_inside_close(&inside);
	return fd;
}

/** perf_inside_close() - close @inside->root, unless it is -1 */
void perf_inside_close(struct perf_inside *inside)
{
	if (inside->root >= 0)
		close(inside->root);
	inside->root = -1;
}
