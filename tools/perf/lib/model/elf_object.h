/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * struct perf_elf: one ELF file with its build id, segments and symbols. By libelf.
 *
 * Addresses of an object are file offsets: a mapping has one, and no two segments of a file share
 * them, whatever addresses the linker gives the segments.
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
 * struct perf_build_id - names an object independently of its path
 * @size: bytes of @bytes in use; 0: not known
 */
struct perf_build_id {
	uint8_t size;
	uint8_t bytes[PERF_BUILD_ID_MAX];
};

/** perf_build_id_equal() - are both build ids known and the same? */
bool perf_build_id_equal(const struct perf_build_id *a, const struct perf_build_id *b);

/* A PT_LOAD segment: file offset and address in memory. */
struct perf_elf_segment {
	uint64_t offset;
	uint64_t vaddr;
	uint64_t size;		/* in memory */
	bool exec;
};

struct perf_elf;

/**
 * perf_elf_open() - open a file
 * @path: path of the file
 *
 * Return: the object; NULL with errno set if the file cannot be read or is no ELF file.
 */
struct perf_elf *perf_elf_open(const char *path);

/**
 * perf_elf_open_memory() - open an ELF image in memory
 * @image: must outlive the object
 * @size: bytes of @image
 */
struct perf_elf *perf_elf_open_memory(void *image, size_t size);

/**
 * perf_elf_open_owned() - open an ELF image in memory and own it
 * @image: from malloc(); freed by perf_elf_close(), or at once if it is no ELF image
 * @size: bytes of @image
 */
struct perf_elf *perf_elf_open_owned(void *image, size_t size);

/** perf_elf_close() - free @elf, which may be NULL, and the names of its symbols */
void perf_elf_close(struct perf_elf *elf);

/**
 * perf_elf_detach() - read the whole file and close it
 * @elf: object; perf_elf_is_trusted() and perf_elf_is_file() are true afterwards
 *
 * For more objects than a process may have files open.
 */
void perf_elf_detach(struct perf_elf *elf);

/** perf_elf_build_id() - build id from the notes; size 0 if there is none */
struct perf_build_id perf_elf_build_id(struct perf_elf *elf);

/** perf_elf_has_symtab() - does the file have a full symbol table? */
bool perf_elf_has_symtab(struct perf_elf *elf);

/**
 * perf_elf_mini_debug() - was the table in .gnu_debugdata read?
 * @elf: object that perf_elf_add_symbols() was called for
 *
 * Return: 0 if it was read; -ENOENT if there is none, or a full table besides; -EBADMSG, -EFBIG,
 * -EOPNOTSUPP, -ENOMEM as of perf_unxz().
 */
int perf_elf_mini_debug(const struct perf_elf *elf);

/** perf_elf_has_section() - does the file have a section @name with contents? */
bool perf_elf_has_section(struct perf_elf *elf, const char *name);

/**
 * perf_elf_debug_link() - name of the file with the debug information
 * @elf: object
 *
 * Return: a file name without directories, NULL if there is none.
 */
const char *perf_elf_debug_link(struct perf_elf *elf);

/**
 * perf_elf_segments() - the PT_LOAD segments
 * @elf: object
 * @nr: result: number of segments
 */
const struct perf_elf_segment *perf_elf_segments(struct perf_elf *elf, size_t *nr);

/** perf_elf_raw() - libelf's handle, for libdw and disassembly */
void *perf_elf_raw(struct perf_elf *elf);

/** perf_elf_machine() - e_machine, 0 if the ELF header cannot be read */
unsigned int perf_elf_machine(struct perf_elf *elf);

/**
 * perf_elf_section() - contents of a section
 * @elf: object
 * @name: name of the section
 * @size: result: bytes
 * @vaddr: result: address in memory; may be NULL
 *
 * Return: the bytes, valid as long as @elf; NULL if there are none, or compressed ones.
 */
const void *perf_elf_section(struct perf_elf *elf, const char *name, size_t *size,
			     uint64_t *vaddr);

/** perf_elf_is_trusted() - does the file belong to root or to the user? */
bool perf_elf_is_trusted(const struct perf_elf *elf);

/** perf_elf_is_file() - is the open file @file, as far as the fields of @file are known? */
bool perf_elf_is_file(const struct perf_elf *elf, const struct perf_file_id *file);

/**
 * perf_elf_read() - bytes of the program at an address
 * @elf: the file with the code, not a debug file
 * @offset: address in the object (file offset)
 * @size: bytes wanted
 * @got: result: bytes available, at most @size
 */
const uint8_t *perf_elf_read(struct perf_elf *elf, uint64_t offset, size_t size, size_t *got);

/**
 * perf_elf_add_symbols() - add functions, labels and data
 * @elf: file to take symbols from
 * @runtime: mapped file, for its segments; may equal @elf
 * @symbols: table, not sealed; @elf must outlive it
 *
 * Adds .symtab, or else the table in .gnu_debugdata; .dynsym, unless .symtab is as large; and a
 * symbol "function@plt" for each entry of the procedure linkage table of @runtime.
 *
 * Return: 0 or -ENOMEM.
 */
int perf_elf_add_symbols(struct perf_elf *elf, struct perf_elf *runtime,
			 struct perf_symbols *symbols);

#endif /* PERF_MODEL_ELF_OBJECT_H */
