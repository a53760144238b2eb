/* SPDX-License-Identifier: GPL-2.0 */
/* Packages of debug information (.dwp): many split units and an index. */
#ifndef PERF_UNWIND_DWP_H
#define PERF_UNWIND_DWP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef HAVE_DW
#include <model/elf_object.h>
#include <unwind/split_image.h>

bool perf_dwp_find(struct perf_elf *package, uint64_t id, struct perf_bytes *parts);
size_t perf_dwp_room(struct perf_elf *package);
struct perf_elf *perf_dwp_image(struct perf_elf *package, const struct perf_bytes *parts,
				size_t *room);

#endif /* HAVE_DW */
#endif /* PERF_UNWIND_DWP_H */
