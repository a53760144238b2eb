/* SPDX-License-Identifier: GPL-2.0 */
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
bool perf_build_id_equal(const struct perf_build_id *a, const struct perf_build_id *b);

/* A PT_LOAD segment: file offset and address in memory. */
struct perf_elf_segment {
	uint64_t offset;
	uint64_t vaddr;
	uint64_t size;		/* in memory */
	bool exec;
};

struct perf_elf;
struct perf_elf *perf_elf_open(const char *path);
struct perf_elf *perf_elf_open_memory(void *image, size_t size);
struct perf_elf *perf_elf_open_owned(void *image, size_t size);
void perf_elf_close(struct perf_elf *elf);
void perf_elf_detach(struct perf_elf *elf);
struct perf_build_id perf_elf_build_id(struct perf_elf *elf);
bool perf_elf_has_symtab(struct perf_elf *elf);
int perf_elf_mini_debug(const struct perf_elf *elf);
bool perf_elf_has_section(struct perf_elf *elf, const char *name);
const char *perf_elf_debug_link(struct perf_elf *elf);
const struct perf_elf_segment *perf_elf_segments(struct perf_elf *elf, size_t *nr);
void *perf_elf_raw(struct perf_elf *elf);
unsigned int perf_elf_machine(struct perf_elf *elf);
const void *perf_elf_section(struct perf_elf *elf, const char *name, size_t *size,
			     uint64_t *vaddr);
bool perf_elf_is_trusted(const struct perf_elf *elf);
bool perf_elf_is_file(const struct perf_elf *elf, const struct perf_file_id *file);
const uint8_t *perf_elf_read(struct perf_elf *elf, uint64_t offset, size_t size, size_t *got);
int perf_elf_add_symbols(struct perf_elf *elf, struct perf_elf *runtime,
			 struct perf_symbols *symbols);

#endif /* PERF_MODEL_ELF_OBJECT_H */
