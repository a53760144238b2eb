// SPDX-License-Identifier: GPL-2.0
/*
 * Writing tar archives. Format: IEEE Std 1003.1, pax, "ustar Interchange Format"; a name longer
 * than 100 bytes has an entry of its own, as GNU tar defines it.
 */
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <archive/tar.h>
#include <base/io.h>

#define BLOCK		512
#define COPY_SIZE	(256 * 1024)

enum { TYPE_FILE = '0', TYPE_LINK = '2', TYPE_LONG_TARGET = 'K', TYPE_LONG_NAME = 'L' };

/* All fields are text; numbers are octal. */
struct tar_header {
	char name[100];
	char mode[8];
	char uid[8];
	char gid[8];
	char size[12];
	char mtime[12];
	char checksum[8];
	char type;
	char target[100];
	char magic[8];
	char user[32];
	char group[32];
	char device_major[8];
	char device_minor[8];
	char prefix[155];
	char pad[12];
};

_Static_assert(sizeof(struct tar_header) == BLOCK, "a header is one block");

static int tar_pad(struct perf_packer *packer, uint64_t size)
{
	static const char zeroes[BLOCK];

	return perf_packer_write(packer, zeroes, -size & (BLOCK - 1));
}

/* header->checksum is the sum of all bytes of the header, with blanks in its own field. */
static void add_checksum(struct tar_header *header)
{
	const unsigned char *bytes = (const unsigned char *)header;
	unsigned int sum = 0;
	size_t i;

	memset(header->checksum, ' ', sizeof(header->checksum));
	for (i = 0; i < sizeof(*header); i++)
		sum += bytes[i];
	snprintf(header->checksum, sizeof(header->checksum), "%06o", sum);
}

static int add_header(struct perf_packer *packer, const char *name, char type, const char *target,
		      uint64_t size, uint64_t mtime)
{
	struct tar_header header = { .mode = "0000644", .uid = "0000000", .gid = "0000000" };

	/* Eleven octal digits hold less than 8 GiB. */
	if (size >> 33)
		return -EFBIG;
	memcpy(header.name, name, strnlen(name, sizeof(header.name)));
	memcpy(header.target, target, strnlen(target, sizeof(header.target)));
	snprintf(header.size, sizeof(header.size), "%011llo", (unsigned long long)size);
	snprintf(header.mtime, sizeof(header.mtime), "%011llo",
		 (unsigned long long)mtime & 077777777777);
	header.type = type;
	memcpy(header.magic, "ustar\00000", sizeof(header.magic));
	if (type == TYPE_LINK)
		memcpy(header.mode, "0000777", sizeof(header.mode));
	add_checksum(&header);
	return perf_packer_write(packer, &header, sizeof(header));
}

/* Adds an entry with @text, the long name or long target of the next entry. */
static int add_long(struct perf_packer *packer, const char *text, char type)
{
	size_t size = strlen(text) + 1;
	int err;

	if (size <= sizeof(((struct tar_header *)0)->name))
		return 0;
	err = add_header(packer, "././@LongLink", type, "", size, 0);
	if (!err)
		err = perf_packer_write(packer, text, size);
	return err ? err : tar_pad(packer, size);
}

static int add_contents(struct perf_packer *packer, int fd, uint64_t size)
{
	char *buffer = malloc(COPY_SIZE);
	uint64_t left = size;
	int err = 0;

	if (!buffer)
		return -ENOMEM;
	while (left && !err) {
		ssize_t got = perf_read_all(fd, buffer, left < COPY_SIZE ? left : COPY_SIZE);

		if (got <= 0)
			err = got ? (int)got : -EIO;
		else
			err = perf_packer_write(packer, buffer, (size_t)got);
		left -= got > 0 ? (uint64_t)got : 0;
	}
	free(buffer);
	return err ? err : tar_pad(packer, size);
}

/**
 * perf_tar_file() - add a file
 * @packer: packer of the archive
 * @name: name in the archive
 * @fd: the file, at its start. Its size is that at the time of the call
 *
 * Return: 0 or a negative errno; -EIO if the file shrinks meanwhile.
 */
int perf_tar_file(struct perf_packer *packer, const char *name, int fd)
{
	struct stat status;
	int err;

	if (fstat(fd, &status))
		return -errno;
	err = add_long(packer, name, TYPE_LONG_NAME);
	if (!err)
		err = add_header(packer, name, TYPE_FILE, "", (uint64_t)status.st_size,
				 (uint64_t)status.st_mtime);
	return err ? err : add_contents(packer, fd, (uint64_t)status.st_size);
}

/**
 * perf_tar_bytes() - add a file from memory
 * @packer: packer of the archive
 * @name: name in the archive
 * @bytes: contents
 * @size: size of @bytes
 *
 * Return: 0 or a negative errno.
 */
int perf_tar_bytes(struct perf_packer *packer, const char *name, const void *bytes, size_t size)
{
	int err = add_long(packer, name, TYPE_LONG_NAME);

	if (!err)
		err = add_header(packer, name, TYPE_FILE, "", size, 0);
	if (!err)
		err = perf_packer_write(packer, bytes, size);
	return err ? err : tar_pad(packer, size);
}

/**
 * perf_tar_link() - add a symbolic link
 * @packer: packer of the archive
 * @name: name in the archive
 * @target: target of the link
 *
 * Return: 0 or a negative errno.
 */
int perf_tar_link(struct perf_packer *packer, const char *name, const char *target)
{
	int err = add_long(packer, target, TYPE_LONG_TARGET);

	if (!err)
		err = add_long(packer, name, TYPE_LONG_NAME);
	return err ? err : add_header(packer, name, TYPE_LINK, target, 0, 0);
}

/** perf_tar_end() - end the archive; 0 or a negative errno */
int perf_tar_end(struct perf_packer *packer)
{
	static const char zeroes[2 * BLOCK];

	return perf_packer_write(packer, zeroes, sizeof(zeroes));
}
