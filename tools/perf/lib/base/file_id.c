// SPDX-License-Identifier: GPL-2.0
/*
 * The identity of a mapped file: device and inode, as PERF_RECORD_MMAP2 carries them.
 *
 * stat() may return another device than the kernel records: a btrfs subvolume has a device of its
 * own, and overlayfs returns that of a layer. /proc/self/maps has the device and inode of the
 * record. perf_file_id_is() therefore maps a file whose stat() does not match, and compares the
 * line of that mapping.
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
 * Return: true if they are equal; an unknown generation (0) equals any.
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
	/* FS_IOC_GETVERSION is declared with long, but the kernel writes an int. */
	if (!ioctl(fd, FS_IOC_GETVERSION, &generation))
		id->generation = generation;
	return true;
}

/* Reads the device and inode of the mapping at @at from /proc/self/maps. */
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

/* read_mapping() never reads the mapped bytes, so truncation of the file cannot raise SIGBUS. */
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
 * perf_file_id_is() - does an open file have this id?
 * @id: recorded on this machine
 * @fd: a regular file, open for reading
 *
 * Return: true if @fd has @id, or if @id->inode is 0.
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
