/* SPDX-License-Identifier: GPL-2.0-only */
/* Packages of debug information (.dwp): many split units and an index. */
#ifndef PERF_UNWIND_DWP_H
#define PERF_UNWIND_DWP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef HAVE_DW
#include <model/elf_object.h>
#include <unwind/split_forms.h>

/**
 * enum perf_dwp_part - sections that units have parts of
 * @PERF_DWP_INFO: .debug_info.dwo
 * @PERF_DWP_ABBREV: .debug_abbrev.dwo
 * @PERF_DWP_LINE: .debug_line.dwo
 * @PERF_DWP_OFFSETS: .debug_str_offsets.dwo
 * @PERF_DWP_RANGES: .debug_rnglists.dwo
 * @PERF_DWP_LOCATIONS_4: .debug_loc.dwo
 * @PERF_DWP_LOCATIONS_5: .debug_loclists.dwo
 */
enum perf_dwp_part {
	PERF_DWP_INFO,
	PERF_DWP_ABBREV,
	PERF_DWP_LINE,
	PERF_DWP_OFFSETS,
	PERF_DWP_RANGES,
	PERF_DWP_LOCATIONS_4,
	PERF_DWP_LOCATIONS_5,
	PERF_DWP_PARTS
};

const char *perf_dwp_section(enum perf_dwp_part part);
bool perf_dwp_find(struct perf_elf *package, uint64_t id, struct perf_bytes *parts);
size_t perf_dwp_room(struct perf_elf *package);
struct perf_elf *perf_dwp_image(struct perf_elf *package, const struct perf_bytes *parts,
				size_t *room);

#endif /* HAVE_DW */
#endif /* PERF_UNWIND_DWP_H */
