// SPDX-License-Identifier: GPL-2.0
/*
 * perf_record_make_room(): removing a recording in the way of a new one.
 *
 * Some recordings are directories: data, data.0, data.1 and so on, and copies of the kernel in
 * kcore_dir, kcore_dir__1 and so on.
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <base/str.h>
#include <record/old_data.h>

#define KERNEL_COPY	"kcore_dir"

static bool is_kernel_file(const char *name)
{
	return !strcmp(name, "kcore") || !strcmp(name, "kallsyms") || !strcmp(name, "modules");
}

static bool is_data_file(const char *name)
{
	const char *rest = perf_starts_with(name, "data");

	if (!rest || !*rest)
		return rest;
	return *rest == '.' && rest[1] && !rest[1 + strspn(rest + 1, "0123456789")];
}

static int old_data_walk(int parent, const char *name, bool kernel, bool delete);

static int old_data_visit(int directory, const char *name, bool kernel, bool delete)
{
	int ret;

	if (!kernel && perf_starts_with(name, KERNEL_COPY)) {
		ret = old_data_walk(directory, name, true, delete);
		if (!ret && delete && unlinkat(directory, name, AT_REMOVEDIR))
			ret = -errno;
		return ret;
	}
	if (!(kernel ? is_kernel_file(name) : is_data_file(name)))
		return -ENOTEMPTY;
	return delete && unlinkat(directory, name, 0) ? -errno : 0;
}

/*
 * Check that a directory holds nothing but files of a recording (else -ENOTEMPTY), or @delete them.
 */
static int old_data_walk(int parent, const char *name, bool kernel, bool delete)
{
	int fd = openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC), ret = 0;
	const struct dirent *entry;
	DIR *directory;

	directory = fd < 0 ? NULL : fdopendir(fd);
	if (!directory) {
		ret = -errno;
		if (fd >= 0)
			close(fd);
		return ret;
	}
	while (!ret && (entry = readdir(directory)))
		if (strcmp(entry->d_name, ".") && strcmp(entry->d_name, ".."))
			ret = old_data_visit(dirfd(directory), entry->d_name, kernel, delete);
	closedir(directory);
	return ret;
}

/* The first old_data_walk() checks everything before the second deletes anything. */
static int delete_directory(const char *path)
{
	int ret;

	ret = old_data_walk(AT_FDCWD, path, false, false);
	if (!ret)
		ret = old_data_walk(AT_FDCWD, path, false, true);
	return !ret && rmdir(path) ? -errno : ret;
}

/**
 * perf_record_remove() - remove a recording
 * @path: a file, or a directory that holds only files of a recording
 *
 * Return: 0 or a negative errno: -ENOTEMPTY, with nothing removed, if the directory holds other
 * files.
 */
int perf_record_remove(const char *path)
{
	struct stat status;

	if (lstat(path, &status))
		return -errno;
	if (S_ISDIR(status.st_mode))
		return delete_directory(path);
	return unlink(path) ? -errno : 0;
}

/**
 * perf_record_make_room() - make sure that @path can be renamed to its name with ".old"
 * @path: recording; has no effect if no rename is needed
 * @error: filled on failure
 *
 * rename() replaces a file only by a file, and a directory only by a directory if it is empty. So
 * perf_record_make_room() removes an older recording that is a directory, but nothing of it if it
 * holds anything but files of a recording.
 *
 * Return: 0 or a negative errno.
 */
int perf_record_make_room(const char *path, struct perf_error *error)
{
	struct stat status, old_status;
	char old[4096];
	int ret = 0;

	snprintf(old, sizeof(old), "%s.old", path);
	if (lstat(path, &status) || lstat(old, &old_status))
		return 0;
	if (S_ISDIR(old_status.st_mode) && (S_ISDIR(status.st_mode) ||
					    (S_ISREG(status.st_mode) && status.st_size)))
		ret = delete_directory(old);
	else if (!S_ISDIR(old_status.st_mode) && S_ISDIR(status.st_mode))
		ret = unlink(old) ? -errno : 0;
	if (!ret)
		return 0;
	perf_error_set(error, -ret, "cannot replace %s: %s", old, strerror(-ret));
	if (ret == -ENOTEMPTY)
		perf_error_hint(error, "there are files in it that are not of a recording");
	return ret;
}
