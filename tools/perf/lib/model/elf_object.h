/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * One ELF file: its build id, its segments, its symbols. By libelf.
 *
 * Addresses of an object are file offsets: those of a mapping are, and no two segments of
 * a file share them, wherever a linker places the segments in memory.
 */
#ifndef PERF_MODEL_ELF_OBJECT_H
#define PERF_MODEL_ELF_OBJECT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <base/file_id.h>
#include <model/symbols.h>

#define PERF_BUILD_ID_MAX	20

/**
 * struct perf_build_id - names an object whatever its file is called
 * @size: bytes of @bytes, 0: not known
 */
struct perf_build_id {
	uint8_t size;
	uint8_t bytes[PERF_BUILD_ID_MAX];
};

/** perf_build_id_equal() - are both known, and the same? */
bool perf_build_id_equal(const struct perf_build_id *a, const struct perf_build_id *b);

/* A PT_LOAD: where a part of the file is to be found in memory. */
struct perf_elf_segment {
	uint64_t offset;
	uint64_t vaddr;
	uint64_t size;		/* in memory */
	bool exec;
};

struct perf_elf;

/**
 * perf_elf_open() - open a file
 * @path: file
 *
 * Return: the object, NULL if it cannot be read or is no ELF file; errno says why.
 */
struct perf_elf *perf_elf_open(const char *path);

/**
 * perf_elf_open_memory() - an ELF image in memory
 * @image: must live as long as the object
 * @size: bytes
 */
struct perf_elf *perf_elf_open_memory(void *image, size_t size);

/**
 * perf_elf_open_owned() - an ELF image in memory that the object owns
 * @image: from malloc(); freed with the object, at once if it is no ELF image
 * @size: bytes
 */
struct perf_elf *perf_elf_open_owned(void *image, size_t size);

/** perf_elf_close() - close; symbols' names are gone with it; @elf may be NULL */
void perf_elf_close(struct perf_elf *elf);

/**
 * perf_elf_detach() - read all of the file, and close it
 * @elf: object, whose owner is not asked for afterwards
 *
 * For those of which there may be more than a process may have open.
 */
void perf_elf_detach(struct perf_elf *elf);

/** perf_elf_build_id() - build id from the notes; size 0 if there is none */
struct perf_build_id perf_elf_build_id(struct perf_elf *elf);

/** perf_elf_has_symtab() - does it have the full table of symbols? */
bool perf_elf_has_symtab(struct perf_elf *elf);

/**
 * perf_elf_mini_debug() - was there a table of symbols in .gnu_debugdata?
 * @elf: object whose symbols were added
 *
 * Return: 0 if it was read, -ENOENT without one or beside a full table; -EBADMSG, -EFBIG,
 * -EOPNOTSUPP, -ENOMEM as of perf_unxz().
 */
int perf_elf_mini_debug(const struct perf_elf *elf);

/** perf_elf_has_section() - is there a section of this name, with contents? */
bool perf_elf_has_section(struct perf_elf *elf, const char *name);

/**
 * perf_elf_debug_link() - name of the file that has the debug information
 * @elf: object
 *
 * Return: a file name without directories, NULL if there is none.
 */
const char *perf_elf_debug_link(struct perf_elf *elf);

/**
 * perf_elf_segments() - the segments that are loaded
 * @elf: object
 * @nr: result: how many
 */
const struct perf_elf_segment *perf_elf_segments(struct perf_elf *elf, size_t *nr);

/** perf_elf_raw() - libelf's handle, for libdw and disassembly */
void *perf_elf_raw(struct perf_elf *elf);

/** perf_elf_machine() - e_machine, 0 if it cannot be told */
unsigned int perf_elf_machine(struct perf_elf *elf);

/**
 * perf_elf_section() - contents of a section
 * @elf: object
 * @name: of the section
 * @size: result: bytes
 * @vaddr: result: its address in memory; may be NULL
 *
 * Return: the bytes, which live as long as the object; NULL if there are none.
 */
const void *perf_elf_section(struct perf_elf *elf, const char *name, size_t *size,
			     uint64_t *vaddr);

/** perf_elf_is_trusted() - does the file belong to root or to the user? */
bool perf_elf_is_trusted(const struct perf_elf *elf);

/** perf_elf_is_file() - is it a certain file of this machine, as far as @file says? */
bool perf_elf_is_file(const struct perf_elf *elf, const struct perf_file_id *file);

/**
 * perf_elf_read() - bytes of the program at an address
 * @elf: the file with the code, not one with debug information only
 * @offset: address in the object's space (file offset)
 * @size: how many are wanted
 * @got: result: how many there are
 */
const uint8_t *perf_elf_read(struct perf_elf *elf, uint64_t offset, size_t size, size_t *got);

/**
 * perf_elf_add_symbols() - add functions, labels and data
 * @elf: file to take symbols from
 * @runtime: file that is mapped, for its segments; may be the same
 * @symbols: table, not sealed; @elf must outlive it
 *
 * Takes .symtab; where there is none, .dynsym and the table in .gnu_debugdata; and, for calls
 * through the procedure linkage table of @runtime, a symbol "function@plt" for each entry.
 *
 * Return: 0 or -ENOMEM.
 */
int perf_elf_add_symbols(struct perf_elf *elf, struct perf_elf *runtime,
			 struct perf_symbols *symbols);

#endif /* PERF_MODEL_ELF_OBJECT_H */
