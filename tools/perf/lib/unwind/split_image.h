/* SPDX-License-Identifier: GPL-2.0-only */
/* ELF objects in memory with the debug information of one unit and nothing else. */
#ifndef PERF_UNWIND_SPLIT_IMAGE_H
#define PERF_UNWIND_SPLIT_IMAGE_H

#include <stddef.h>

#ifdef HAVE_DW
#include <model/elf_object.h>
#include <unwind/dwp.h>
#include <unwind/split_forms.h>

/**
 * struct perf_split_section - a section to write
 * @name: name, at most 31 characters
 * @bytes: contents
 */
struct perf_split_section {
	const char *name;
	struct perf_bytes bytes;
};

/* Bytes of an image before the contents of its sections. */
#define PERF_SPLIT_IMAGE_HEAD	1304

struct perf_elf *perf_split_image(unsigned int machine, const struct perf_split_section *list,
				  size_t nr, size_t *room);
struct perf_elf *perf_split_image_whole(unsigned int machine, const struct perf_bytes *parts,
					const struct perf_split_tables *tables, size_t *room);

#endif /* HAVE_DW */
#endif /* PERF_UNWIND_SPLIT_IMAGE_H */
