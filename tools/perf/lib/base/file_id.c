// SPDX-License-Identifier: GPL-2.0-only
/*
 * The identity of a mapped file: device and inode, which the kernel records beside the path.
 *
 * The device that stat() shows need not be the one that the kernel records: a subvolume of btrfs
 * has a device of its own, and overlayfs shows that of a layer. /proc/self/maps has the same
 * device and inode as a record. So a file that stat() does not show to be the right one is
 * mapped, and the line of that mapping decides.
 */
#include <errno.h>
#include <linux/fs.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include <base/file_id.h>
#include <base/io.h>

/**
 * perf_file_id_same() - may two ids be of one file?
 * @a, @b: ids
 *
 * Return: true if they are equal. A generation that is not known is equal to any.
 */
bool perf_file_id_same(const struct perf_file_id *a, const struct perf_file_id *b)
{
	return a->major == b->major && a->minor == b->minor && a->inode == b->inode &&
	       (!a->generation || !b->generation || a->generation == b->generation);
}

static bool read_status(int fd, struct perf_file_id *id)
{
	unsigned int generation = 0;
	struct stat status;

	if (fstat(fd, &status))
		return false;
	*id = (struct perf_file_id){
		.major = major(status.st_dev), .minor = minor(status.st_dev),
		.inode = status.st_ino,
	};
	/* The kernel writes an int, whatever the name of the request says. */
	if (!ioctl(fd, FS_IOC_GETVERSION, &generation))
		id->generation = generation;
	return true;
}

/* The line of /proc/self/maps of a mapping. */
static bool find_mapping(const void *at, struct perf_file_id *id)
{
	char *maps = perf_read_file("/proc/self/maps", NULL), *line = maps;
	unsigned long long start, inode;
	unsigned int major_nr, minor_nr;
	bool found = false;

	while (line && *line && !found) {
		found = sscanf(line, "%llx-%*x %*s %*x %x:%x %llu", &start, &major_nr,
			       &minor_nr, &inode) == 4 && start == (uintptr_t)at;
		line = strchr(line, '\n');
		line += line ? 1 : 0;
	}
	free(maps);
	if (found)
		*id = (struct perf_file_id){
			.major = major_nr, .minor = minor_nr, .inode = inode,
		};
	return found;
}

/* Nothing is read from the mapping, so it does no harm if the file is cut off. */
static bool read_mapping(int fd, struct perf_file_id *id)
{
	size_t size = (size_t)sysconf(_SC_PAGESIZE);
	void *at = mmap(NULL, size, PROT_READ, MAP_PRIVATE, fd, 0);
	bool found;

	if (at == MAP_FAILED)
		return false;
	found = find_mapping(at, id);
	munmap(at, size);
	return found;
}

/**
 * perf_file_id_is() - is an open file the one of an id?
 * @id: as it was recorded on this machine
 * @fd: a regular file, open for reading
 *
 * Return: true if it is, or if @id does not say which file it is.
 */
bool perf_file_id_is(const struct perf_file_id *id, int fd)
{
	struct perf_file_id found;

	if (!id->inode)
		return true;
	if (!read_status(fd, &found))
		return false;
	if (perf_file_id_same(id, &found))
		return true;
	if (id->major == found.major && id->minor == found.minor && id->inode == found.inode)
		return false;
	return read_mapping(fd, &found) && perf_file_id_same(id, &found);
}
