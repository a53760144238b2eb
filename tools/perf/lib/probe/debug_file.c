// SPDX-License-Identifier: GPL-2.0
/*
 * Files with the debug information of a program. libdwfl opens a file before it checks its type,
 * which blocks on a FIFO: so its search is limited to the system's directory. find_beside() opens a
 * file beside the program, if it is a regular one.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <base/input.h>
#include <base/io.h>
#include <probe/debug_file.h>
#include <probe/limits.h>
#include <sys/paths.h>

#ifdef HAVE_DW
#include <elfutils/libdwelf.h>

/* Copy the bytes from @at to @end, or fewer if @fd has been truncated. */
static int copy_range(int copy, int fd, off_t at, off_t end)
{
	char block[65536];
	ssize_t got;

	for (; at < end; at += got) {
		got = pread(fd, block, end - at < (off_t)sizeof(block) ? (size_t)(end - at) :
					sizeof(block), at);
		if (got <= 0)
			return got < 0 ? -errno : 0;
		if (pwrite(copy, block, (size_t)got, at) != got)
			return -ENOMEM;
	}
	return 0;
}

/* Copy the data of a file, without its holes: those would become memory. */
static int copy_file(int copy, int fd, off_t size)
{
	off_t at = 0, end, all = 0;
	int ret = ftruncate(copy, size) ? -errno : 0;

	while (!ret && (at = lseek(fd, at, SEEK_DATA)) >= 0 && at < size) {
		end = lseek(fd, at, SEEK_HOLE);
		if (end <= at)
			break;
		all += end - at;
		ret = all > PERF_PROBE_COPY_MAX ? -EFBIG : copy_range(copy, fd, at, end);
		at = end;
	}
	return ret;
}

/**
 * perf_probe_debug_file_open() - open a program, or a copy that no other user can change
 * @path: program, or file with debug information
 *
 * libelf and libdw mmap() the file. If another user truncated it meanwhile, SIGBUS would end the
 * tool: a file that perf_input_is_shared() is copied into memory, and the copy is opened.
 *
 * Return: a descriptor, or a negative errno.
 */
int perf_probe_debug_file_open(const char *path)
{
	int fd = perf_input_open(PERF_INPUT_OBJECT, path), copy, ret;
	struct stat status;

	if (fd < 0)
		return fd;
	if (fstat(fd, &status)) {
		close(fd);
		return -EIO;
	}
	if (!perf_input_is_shared(&status))
		return fd;
	copy = memfd_create("program", MFD_CLOEXEC);
	ret = copy < 0 ? -errno : copy_file(copy, fd, status.st_size);
	close(fd);
	if (!ret)
		return copy;
	if (copy >= 0)
		close(copy);
	return ret;
}

/* The length of the directory part of @path, with the last slash. */
static int directories_of(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? (int)(slash + 1 - path) : 0;
}

/* CRC-32 as in zip files; .gnu_debuglink holds that of the file it names. */
static bool has_crc(int fd, uint32_t wanted)
{
	unsigned char block[16384];
	uint32_t crc = ~0U;
	ssize_t got, i;
	int bit;

	while ((got = perf_read_all(fd, block, sizeof(block))) > 0)
		for (i = 0; i < got; i++)
			for (crc ^= block[i], bit = 0; bit < 8; bit++)
				crc = crc >> 1 ^ (crc & 1 ? 0xedb88320 : 0);
	return !got && ~crc == wanted;
}

static bool has_build_id(int fd, const unsigned char *wanted, int size)
{
	Elf *elf = elf_begin(fd, ELF_C_READ_MMAP, NULL);
	const void *id;
	bool same;

	same = elf && dwelf_elf_gnu_build_id(elf, &id) == size && !memcmp(id, wanted, (size_t)size);
	elf_end(elf);
	return same;
}

static bool is_same_file(const char *path, const char *program)
{
	struct stat one, other;

	return !stat(path, &one) && !stat(program, &other) && one.st_dev == other.st_dev &&
	       one.st_ino == other.st_ino;
}

/* Return: a descriptor of @path if the file belongs to @program, or -1. */
static int try_path(Dwfl_Module *module, const char *program, const char *path, bool linked,
		    uint32_t crc)
{
	const unsigned char *id;
	GElf_Addr unused;
	int fd, size;
	bool fits;

	if (is_same_file(path, program))
		return -1;
	fd = perf_probe_debug_file_open(path);
	if (fd < 0)
		return -1;
	size = dwfl_module_build_id(module, &id, &unused);
	if (size > 0)
		fits = has_build_id(fd, id, size);
	else
		fits = linked && has_crc(fd, crc);
	if (fits && !lseek(fd, 0, SEEK_SET))
		return fd;
	close(fd);
	return -1;
}

/* Try @link, else the program's name with ".debug", in its directory and in .debug there. */
static int find_beside(Dwfl_Module *module, const char *program, const char *link, uint32_t crc,
		       char **found)
{
	static const char *const below[] = { "", ".debug/" };
	int directories = directories_of(program), fd = -1;
	char path[PERF_PATH_MAX];
	size_t i;

	for (i = 0; i < sizeof(below) / sizeof(*below) && fd < 0; i++) {
		if (!perf_path(path, sizeof(path), "%.*s%s%s%s", directories, program, below[i],
			       link ? link : program + directories, link ? "" : ".debug"))
			continue;
		fd = try_path(module, program, path, link, crc);
	}
	if (fd < 0)
		return -1;
	*found = strdup(path);
	if (*found)
		return fd;
	close(fd);
	return -1;
}

/**
 * perf_probe_debug_file_find() - find the file with the debug information of a program
 * @module, @userdata, @name, @base: as libdwfl passes them
 * @program: path of the program
 * @link: .gnu_debuglink of the program, NULL if it has none; ignored if it has a slash, since it
 *	would lead elsewhere
 * @crc: CRC of the file that @link names
 * @path: result: the path, to be freed
 *
 * Return: a descriptor, -1 if there is none.
 */
int perf_probe_debug_file_find(Dwfl_Module *module, void **userdata, const char *name,
			       Dwarf_Addr base, const char *program, const char *link,
			       GElf_Word crc, char **path)
{
	int fd;

	if (link && strchr(link, '/'))
		link = NULL;
	fd = dwfl_build_id_find_debuginfo(module, userdata, name, base, program, link, crc, path);
	if (fd < 0 && program)
		fd = find_beside(module, program, link, crc, path);
	if (fd < 0)
		fd = dwfl_standard_find_debuginfo(module, userdata, name, base, program, link, crc,
						  path);
	return fd;
}

/**
 * perf_probe_debug_file_shared() - open the file of entries that several programs share
 * @debug: debug information, which may name such a file (.gnu_debugaltlink)
 * @program: program that @debug was opened for
 * @error: filled on failure
 *
 * libdw would open that file at the first reference to it. dwarf_setalt() passes it one that
 * perf_probe_debug_file_open() has opened, so only a regular file.
 *
 * Return: 0, also if no file is named or it does not exist; a negative errno.
 */
int perf_probe_debug_file_shared(struct perf_probe_debug *debug, const char *program,
				 struct perf_error *error)
{
	char path[PERF_PATH_MAX];
	const char *name, *own = NULL;
	const void *id;
	int fd;

	if (dwelf_dwarf_gnu_debugaltlink(debug->dwarf, &name, &id) <= 0)
		return 0;
	dwfl_module_info(debug->module, NULL, NULL, NULL, NULL, NULL, NULL, &own);
	own = own ? own : program;
	if (!perf_path(path, sizeof(path), "%.*s%s", *name == '/' ? 0 : directories_of(own), own,
		       name))
		return perf_error_set(error, ENAMETOOLONG, "%s: too long a path", name);
	fd = perf_probe_debug_file_open(path);
	if (fd < 0)
		return fd == -ENOENT ? 0 :
		       perf_error_set(error, fd,
				      "%s, where debug information is said to be, cannot be read: %s",
				      path, strerror(-fd));
	debug->shared_fd = fd;
	debug->shared = dwarf_begin(debug->shared_fd, DWARF_C_READ);
	if (debug->shared)
		dwarf_setalt(debug->dwarf, debug->shared);
	return 0;
}
#endif
