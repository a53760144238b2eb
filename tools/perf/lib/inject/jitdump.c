// SPDX-License-Identifier: GPL-2.0
/* Reads jitdump files and checks every size: any program may have written them. */
#include <ctype.h>
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <base/input.h>
#include <base/io.h>
#include <inject/jitdump.h>

#define MAGIC		0x4a695444	/* "JiTD" in the byte order of the writer */
#define MAGIC_SWAPPED	0x4454694a
#define VERSION		1
#define ARCH_TIMES	1	/* flag: timestamps are of a CPU counter */

enum { CODE_LOAD, CODE_MOVE, DEBUG_INFO, CODE_CLOSE, UNWINDING_INFO };

struct file_header {
	uint32_t magic, version, total_size, elf_mach, pad, pid;
	uint64_t timestamp, flags;
};

struct record_header {
	uint32_t id, total_size;
	uint64_t timestamp;
};

/* Follows record_header; then the name with its zero byte, then the code. */
struct load_body {
	uint32_t pid, tid;
	uint64_t vma, code_addr, code_size, code_index;
};

struct move_body {
	uint32_t pid, tid;
	uint64_t vma, old_code_addr, new_code_addr, code_size, code_index;
};

static int check_header(const struct file_header *header, const char *path,
			struct perf_error *error)
{
	if (header->magic == MAGIC_SWAPPED)
		return perf_error_set(error, EINVAL, "%s is of the other byte order", path);
	if (header->magic != MAGIC)
		return perf_error_set(error, EINVAL, "%s is no jitdump file", path);
	if (header->version != VERSION)
		return perf_error_set(error, EINVAL, "%s is of version %u, not %u", path,
				      header->version, VERSION);
	if (header->flags & ARCH_TIMES)
		return perf_error_set(error, EINVAL,
				      "%s has times of a CPU's counter, which no recording has",
				      path);
	return 0;
}

static int open_dump(struct perf_jitdump *dump, const char *path, struct file_header *header)
{
	struct stat status;
	ssize_t got;

	dump->fd = perf_input_open(PERF_INPUT_JIT_DUMP, path);
	if (dump->fd < 0)
		return dump->fd;
	if (fstat(dump->fd, &status))
		return -errno;
	dump->trusted = perf_input_is_trusted(&status);
	dump->device = status.st_dev;
	dump->inode = status.st_ino;
	got = perf_read_all(dump->fd, (char *)header, sizeof(*header));
	/* In a shorter file, file_header.magic stays 0 and check_header() refuses it. */
	return got < 0 ? (int)got : 0;
}

/**
 * perf_jitdump_open() - read the header of a file
 * @dump: result; close with perf_jitdump_close()
 * @path: file
 * @error: filled on failure
 *
 * Return: 0; -EINVAL if @path is no jitdump file, or its timestamps are no ns; or the errno of
 * opening or reading it.
 */
int perf_jitdump_open(struct perf_jitdump *dump, const char *path, struct perf_error *error)
{
	struct file_header header = { 0 };
	int err;

	memset(dump, 0, sizeof(*dump));
	err = open_dump(dump, path, &header);
	if (err)
		perf_error_set(error, err, "cannot read %s: %s", path, strerror(-err));
	else
		err = check_header(&header, path, error);
	if (!err && header.total_size < sizeof(header))
		err = perf_error_set(error, EINVAL, "%s has a header of a wrong size", path);
	if (err) {
		perf_jitdump_close(dump);
		return err;
	}
	dump->at = header.total_size;
	dump->machine = header.elf_mach;
	dump->pid = (int32_t)header.pid;
	dump->timestamp = header.timestamp;
	return 0;
}

/*
 * Programs write their dumps from the beginning to the end: no functions follow a hole, which
 * takes no disk space and so could have any size.
 */
static int read_up_to_hole(struct perf_jitdump *dump)
{
	off_t hole = lseek(dump->fd, 0, SEEK_HOLE), end = lseek(dump->fd, 0, SEEK_END);
	size_t size;
	ssize_t got;

	if (end < 0 || lseek(dump->fd, 0, SEEK_SET))
		return -errno;
	size = (size_t)(hole >= 0 && hole < end ? hole : end);
	dump->text = malloc(size + 1);
	if (!dump->text)
		return -ENOMEM;
	got = perf_read_all(dump->fd, dump->text, size);
	if (got < 0)
		return (int)got;
	dump->size = (size_t)got;
	return dump->at > dump->size ? -EINVAL : 0;
}

/**
 * perf_jitdump_read() - read the functions of a file
 * @dump: open
 * @path: file, for the message
 * @error: filled on failure
 *
 * Return: 0 or a negative errno: -EINVAL if the file ends inside its header.
 */
int perf_jitdump_read(struct perf_jitdump *dump, const char *path, struct perf_error *error)
{
	int err = read_up_to_hole(dump);

	return err ? perf_error_set(error, err, "cannot read %s: %s", path, strerror(-err)) : 0;
}

/* @body follows the record header and has @size bytes. Return: false if it is malformed. */
static bool read_load(const char *body, size_t size, struct perf_jitdump_code *code)
{
	struct load_body load;
	size_t name;

	if (size < sizeof(load))
		return false;
	memcpy(&load, body, sizeof(load));
	body += sizeof(load);
	size -= sizeof(load);
	name = strnlen(body, size);
	if (name == size || load.code_size > size - name - 1)
		return false;
	code->pid = (int32_t)load.pid;
	code->tid = (int32_t)load.tid;
	code->addr = load.code_addr;
	code->size = load.code_size;
	code->index = load.code_index;
	code->moved = false;
	code->name = body;
	code->code = body + name + 1;
	return true;
}

static bool read_move(const char *body, size_t size, struct perf_jitdump_code *code)
{
	struct move_body move;

	if (size < sizeof(move))
		return false;
	memcpy(&move, body, sizeof(move));
	code->pid = (int32_t)move.pid;
	code->tid = (int32_t)move.tid;
	code->addr = move.new_code_addr;
	code->size = move.code_size;
	code->index = move.code_index;
	code->moved = true;
	code->name = NULL;
	code->code = NULL;
	return true;
}

/**
 * perf_jitdump_next() - return the next function
 * @dump: read
 * @code: filled; its pointers stay valid until perf_jitdump_close()
 *
 * Return: false at the end of the file, or at the first record that is cut off.
 */
bool perf_jitdump_next(struct perf_jitdump *dump, struct perf_jitdump_code *code)
{
	struct record_header header;
	bool found = false;

	while (!found && dump->at < dump->size && dump->size - dump->at >= sizeof(header)) {
		const char *body = dump->text + dump->at + sizeof(header);

		memcpy(&header, dump->text + dump->at, sizeof(header));
		if (header.total_size < sizeof(header) ||
		    header.total_size > dump->size - dump->at)
			return false;
		dump->at += header.total_size;
		code->time = header.timestamp;
		if (header.id == CODE_LOAD)
			found = read_load(body, header.total_size - sizeof(header), code);
		else if (header.id == CODE_MOVE)
			found = read_move(body, header.total_size - sizeof(header), code);
		else if (header.id == CODE_CLOSE)
			return false;
	}
	return found;
}

/** perf_jitdump_close() - free the contents of @dump */
void perf_jitdump_close(struct perf_jitdump *dump)
{
	if (dump->fd >= 0)
		close(dump->fd);
	free(dump->text);
	memset(dump, 0, sizeof(*dump));
	dump->fd = -1;
}

/** perf_jitdump_is_name() - is @path named as a jitdump file? "/tmp/jit-123.dump" */
bool perf_jitdump_is_name(const char *path)
{
	const char *slash = strrchr(path, '/'), *digits = slash ? slash + 1 : path;

	if (strncmp(digits, "jit-", 4))
		return false;
	digits += 4;
	if (!isdigit((unsigned char)*digits))
		return false;
	while (isdigit((unsigned char)*digits))
		digits++;
	return !strcmp(digits, ".dump");
}
