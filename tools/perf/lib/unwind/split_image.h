/* SPDX-License-Identifier: GPL-2.0 */
/* ELF objects in memory with the debug information of one unit and nothing else. */
#ifndef PERF_UNWIND_SPLIT_IMAGE_H
#define PERF_UNWIND_SPLIT_IMAGE_H

#include <stddef.h>

#ifdef HAVE_DW
#include <model/elf_object.h>
#include <unwind/split_forms.h>

/**
 * enum perf_split_part - sections that units have parts of
 * @PERF_SPLIT_INFO: .debug_info.dwo
 * @PERF_SPLIT_ABBREV: .debug_abbrev.dwo
 * @PERF_SPLIT_LINE: .debug_line.dwo
 * @PERF_SPLIT_OFFSETS: .debug_str_offsets.dwo
 * @PERF_SPLIT_RANGES: .debug_rnglists.dwo
 * @PERF_SPLIT_LOCATIONS_4: .debug_loc.dwo
 * @PERF_SPLIT_LOCATIONS_5: .debug_loclists.dwo
 */
enum perf_split_part {
	PERF_SPLIT_INFO,
	PERF_SPLIT_ABBREV,
	PERF_SPLIT_LINE,
	PERF_SPLIT_OFFSETS,
	PERF_SPLIT_RANGES,
	PERF_SPLIT_LOCATIONS_4,
	PERF_SPLIT_LOCATIONS_5,
	PERF_SPLIT_PARTS
};

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

struct perf_bytes perf_split_bytes(struct perf_elf *elf, const char *name);
const char *perf_split_section_name(enum perf_split_part part);
struct perf_elf *perf_split_image(unsigned int machine, const struct perf_split_section *list,
				  size_t nr, size_t *room);
struct perf_elf *perf_split_image_whole(unsigned int machine, const struct perf_bytes *parts,
					const struct perf_split_tables *tables, size_t *room);

#endif /* HAVE_DW */
#endif /* PERF_UNWIND_SPLIT_IMAGE_H */
