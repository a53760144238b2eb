// SPDX-License-Identifier: GPL-2.0
/* Locating the kernel's file systems, and reading small files in them. */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <base/io.h>
#include <base/num.h>
#include <sys/paths.h>

/**
 * perf_path() - format a path
 * @path: filled
 * @size: bytes in @path
 * @format: as for printf()
 *
 * Return: false if the path did not fit.
 */
bool perf_path(char *path, size_t size, const char *format, ...)
{
	va_list args;
	int length;

	va_start(args, format);
	length = vsnprintf(path, size, format, args);
	va_end(args);
	return length >= 0 && (size_t)length < size;
}

/**
 * perf_read_number() - read the number in a file of one line
 * @path: the file
 * @number: set to the number
 *
 * Return: true if the file holds a number.
 */
bool perf_read_number(const char *path, int64_t *number)
{
	char line[64];

	return perf_read_line(path, line, sizeof(line)) > 0 && perf_parse_s64(line, number);
}

/**
 * perf_tracefs() - locate tracefs, which describes the tracepoints
 *
 * Return: the mount point, NULL if tracefs is not mounted or not readable.
 */
const char *perf_tracefs(void)
{
	static const char *const places[] = { "/sys/kernel/tracing", "/sys/kernel/debug/tracing" };
	char path[64];
	size_t i;

	for (i = 0; i < 2; i++) {
		snprintf(path, sizeof(path), "%s/events", places[i]);
		if (!access(path, R_OK | X_OK))
			return places[i];
	}
	return NULL;
}

/**
 * perf_paranoid() - read kernel.perf_event_paranoid
 *
 * Return: the level; 2, the kernel's default, if /proc/sys/kernel is not accessible; INT_MIN if
 * the kernel has no performance events.
 */
int perf_paranoid(void)
{
	int64_t level;

	if (perf_read_number("/proc/sys/kernel/perf_event_paranoid", &level))
		return level;
	return access("/proc/sys/kernel", X_OK) ? 2 : INT_MIN;
}

/**
 * perf_cgroup_root() - locate the control groups that events can be bound to
 * @root: set to the mount point of the controller perf_event, or else of cgroup version 2
 * @size: bytes in @root
 *
 * Return: true if one is mounted and its path fits @root.
 */
bool perf_cgroup_root(char *root, size_t size)
{
	char *mounts = perf_read_file("/proc/self/mounts", NULL);
	char *line, *next;
	bool found = false;

	for (line = mounts; line && *line; line = next) {
		char where[PERF_PATH_MAX], type[32], flags[512];

		next = strchrnul(line, '\n');
		if (*next)
			*next++ = '\0';
		if (sscanf(line, "%*s %4095s %31s %511s", where, type, flags) != 3)
			continue;
		if (!strcmp(type, "cgroup") && strstr(flags, "perf_event")) {
			found = perf_path(root, size, "%s", where);
			break;
		}
		if (!strcmp(type, "cgroup2") && !found)
			found = perf_path(root, size, "%s", where);
	}
	free(mounts);
	return found;
}

/**
 * perf_cgroup_open() - open the directory of a control group, for @pid of struct perf_open
 * @name: path below the mount point of perf_cgroup_root()
 * @error: filled on failure
 *
 * Return: a file descriptor, or a negative errno.
 */
int perf_cgroup_open(const char *name, struct perf_error *error)
{
	char path[PERF_PATH_MAX], root[PERF_PATH_MAX];
	int fd;

	if (!perf_cgroup_root(root, sizeof(root))) {
		perf_error_set(error, ENOENT, "no control groups that events know are mounted");
		perf_error_hint(error, "mount -t cgroup2 none /sys/fs/cgroup");
		return -ENOENT;
	}
	if (!perf_path(path, sizeof(path), "%s/%s", root, name))
		return perf_error_set(error, ENAMETOOLONG, "cgroup name '%s' is too long", name);
	fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (fd >= 0)
		return fd;
	fd = perf_error_set(error, errno, "cannot open control group '%s': %s", name,
			    strerror(errno));
	perf_error_hint(error, "names are relative to %s", root);
	return fd;
}
