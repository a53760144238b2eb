// SPDX-License-Identifier: GPL-2.0
/*
 * Build ids from ELF notes.
 *
 * find_in_file() reads only the headers and the notes, for either class and byte order: a recording
 * may map hundreds of large files. Layouts: System V ABI, chapters 4 and 5.
 */
#include <byteswap.h>
#include <elf.h>
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <base/input.h>
#include <base/io.h>
#include <sys/paths.h>
#include <record/build_id.h>

#define NOTES_MAX	(64 * 1024)
#define HEADERS_MAX	256

/* An open ELF file; swap: in the other byte order. */
struct elf_file {
	int fd;
	bool swap;
	bool wide;	/* 64-bit */
};

static uint64_t note_number(const struct elf_file *file, const void *at, size_t size)
{
	uint64_t u64;
	uint32_t u32;
	uint16_t u16;

	switch (size) {
	case sizeof(u16):
		memcpy(&u16, at, size);
		return file->swap ? bswap_16(u16) : u16;
	case sizeof(u32):
		memcpy(&u32, at, size);
		return file->swap ? bswap_32(u32) : u32;
	default:
		memcpy(&u64, at, size);
		return file->swap ? bswap_64(u64) : u64;
	}
}

/* MEMBER(): value of a header field that both ELF classes have. */
#define MEMBER(file, at, type, name)						\
	((file)->wide ?								\
	 note_number(file, &((const Elf64_##type *)(at))->name,			\
		     sizeof(((Elf64_##type *)0)->name)) :				\
	 note_number(file, &((const Elf32_##type *)(at))->name,			\
		     sizeof(((Elf32_##type *)0)->name)))

/* Return the size of the build id in @notes, or -ENOENT. */
static int find_note(const struct elf_file *file, const unsigned char *notes, size_t size,
		     uint8_t id[PERF_BUILD_ID_SIZE])
{
	size_t at = 0, name_size, text_size, text;
	uint32_t type;

	while (at + sizeof(Elf32_Nhdr) <= size) {
		name_size = note_number(file, notes + at, 4);
		text_size = note_number(file, notes + at + 4, 4);
		type = (uint32_t)note_number(file, notes + at + 8, 4);
		text = at + sizeof(Elf32_Nhdr) + ((name_size + 3) & ~(size_t)3);
		if (name_size > size || text_size > size || text > size ||
		    text_size > size - text)
			return -ENOENT;
		if (type == NT_GNU_BUILD_ID && name_size == sizeof(ELF_NOTE_GNU) &&
		    !memcmp(notes + at + sizeof(Elf32_Nhdr), ELF_NOTE_GNU, name_size)) {
			if (text_size > PERF_BUILD_ID_SIZE)
				text_size = PERF_BUILD_ID_SIZE;
			memset(id, 0, PERF_BUILD_ID_SIZE);
			memcpy(id, notes + text, text_size);
			return text_size ? (int)text_size : -ENOENT;
		}
		at = text + ((text_size + 3) & ~(size_t)3);
	}
	return -ENOENT;
}

static int find_in_range(const struct elf_file *file, uint64_t offset, uint64_t size,
			 uint8_t id[PERF_BUILD_ID_SIZE])
{
	unsigned char *notes;
	ssize_t got;
	int ret;

	if (size > NOTES_MAX)
		size = NOTES_MAX;
	notes = malloc(size + 1);
	if (!notes)
		return -ENOMEM;
	got = pread(file->fd, notes, size, (off_t)offset);
	ret = got > 0 ? find_note(file, notes, (size_t)got, id) : -ENOENT;
	free(notes);
	return ret;
}

/* Search the notes of the program headers (@segments) or section headers. */
static int find_in_table(const struct elf_file *file, uint64_t offset, size_t count,
			 size_t stride, bool segments, uint8_t id[PERF_BUILD_ID_SIZE])
{
	size_t least = segments ? (file->wide ? sizeof(Elf64_Phdr) : sizeof(Elf32_Phdr)) :
				  (file->wide ? sizeof(Elf64_Shdr) : sizeof(Elf32_Shdr));
	unsigned char *table;
	int ret = -ENOENT;
	ssize_t got;
	size_t i;

	if (stride < least || !count)
		return -ENOENT;
	if (count > HEADERS_MAX)
		count = HEADERS_MAX;
	table = malloc(count * stride);
	if (!table)
		return -ENOMEM;
	got = pread(file->fd, table, count * stride, (off_t)offset);
	for (i = 0; ret == -ENOENT && got >= (ssize_t)((i + 1) * stride); i++) {
		const unsigned char *at = table + i * stride;

		if (segments && MEMBER(file, at, Phdr, p_type) == PT_NOTE)
			ret = find_in_range(file, MEMBER(file, at, Phdr, p_offset),
					    MEMBER(file, at, Phdr, p_filesz), id);
		if (!segments && MEMBER(file, at, Shdr, sh_type) == SHT_NOTE)
			ret = find_in_range(file, MEMBER(file, at, Shdr, sh_offset),
					    MEMBER(file, at, Shdr, sh_size), id);
	}
	free(table);
	return ret;
}

static int find_in_file(int fd, uint8_t id[PERF_BUILD_ID_SIZE])
{
	const int own = __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? ELFDATA2LSB : ELFDATA2MSB;
	union {
		Elf64_Ehdr header;
		unsigned char ident[EI_NIDENT];
	} start;
	struct elf_file file = { .fd = fd };
	ssize_t got;
	int ret;

	got = pread(fd, &start, sizeof(start), 0);
	if (got < (ssize_t)sizeof(Elf32_Ehdr) || memcmp(start.ident, ELFMAG, SELFMAG))
		return -ENOENT;
	file.wide = start.ident[EI_CLASS] == ELFCLASS64;
	file.swap = start.ident[EI_DATA] != own;
	if (file.wide && got < (ssize_t)sizeof(Elf64_Ehdr))
		return -ENOENT;
	ret = find_in_table(&file, MEMBER(&file, &start, Ehdr, e_phoff),
			    MEMBER(&file, &start, Ehdr, e_phnum),
			    MEMBER(&file, &start, Ehdr, e_phentsize), true, id);
	if (ret != -ENOENT)
		return ret;
	/* Object files, modules among them, have sections (Shdr) but no segments. */
	return find_in_table(&file, MEMBER(&file, &start, Ehdr, e_shoff),
			     MEMBER(&file, &start, Ehdr, e_shnum),
			     MEMBER(&file, &start, Ehdr, e_shentsize), false, id);
}

/**
 * perf_build_id_of_fd() - build id of an open file
 * @fd: file; its position is neither used nor changed
 * @id: result
 *
 * Return: as perf_build_id_of_file().
 */
int perf_build_id_of_fd(int fd, uint8_t id[PERF_BUILD_ID_SIZE])
{
	return find_in_file(fd, id);
}

/**
 * perf_build_id_of_file() - build id of a program or library
 * @path: file
 * @id: result
 *
 * Return: bytes of @id, -ENOENT if the file has no build id, or the negative errno of open().
 */
int perf_build_id_of_file(const char *path, uint8_t id[PERF_BUILD_ID_SIZE])
{
	int fd = perf_input_open(PERF_INPUT_OBJECT, path), ret;

	if (fd < 0)
		return fd;
	ret = find_in_file(fd, id);
	close(fd);
	return ret;
}

/**
 * perf_build_id_fits() - is @id the build id that a recording has?
 * @id: build id of a file
 * @size: bytes of @id, or a negative errno
 * @wanted: recorded build id, zero-padded where the recording does not hold its size
 * @wanted_size: bytes of @wanted, padding included
 *
 * Return: true if they are equal and @size is at least PERF_BUILD_ID_LEAST: a shorter id could be
 * equal by chance or on purpose.
 */
bool perf_build_id_fits(const uint8_t *id, int size, const uint8_t *wanted, size_t wanted_size)
{
	size_t length = size < 0 ? 0 : (size_t)size;

	if (length < PERF_BUILD_ID_LEAST || length > wanted_size || memcmp(id, wanted, length))
		return false;
	while (length < wanted_size)
		if (wanted[length++])
			return false;
	return true;
}

static int find_in_notes_file(const char *path, uint8_t id[PERF_BUILD_ID_SIZE])
{
	const struct elf_file file = { .fd = -1 };
	size_t size;
	char *notes;
	int ret;

	notes = perf_read_file(path, &size);
	if (!notes)
		return -errno;
	ret = find_note(&file, (const unsigned char *)notes, size, id);
	free(notes);
	return ret;
}

/**
 * perf_build_id_of_kernel() - build id of the running kernel
 * @id: result
 *
 * Return: as perf_build_id_of_file().
 */
int perf_build_id_of_kernel(uint8_t id[PERF_BUILD_ID_SIZE])
{
	return find_in_notes_file("/sys/kernel/notes", id);
}

/**
 * perf_build_id_of_module() - build id of a module of the running kernel
 * @name: as in /proc/modules; -ENOENT if it is not a valid file name
 * @id: result
 *
 * Return: as perf_build_id_of_file().
 */
int perf_build_id_of_module(const char *name, uint8_t id[PERF_BUILD_ID_SIZE])
{
	char path[PERF_PATH_MAX];

	if (strchr(name, '/') || !strcmp(name, "..") ||
	    !perf_path(path, sizeof(path), "/sys/module/%s/notes/.note.gnu.build-id", name))
		return -ENOENT;
	return find_in_notes_file(path, id);
}
