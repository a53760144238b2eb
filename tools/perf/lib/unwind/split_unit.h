/* SPDX-License-Identifier: GPL-2.0-only */
/* Units whose debug information was split off: in a file of their own, or in a package. */
#ifndef PERF_UNWIND_SPLIT_UNIT_H
#define PERF_UNWIND_SPLIT_UNIT_H

#ifdef HAVE_DW
#include <elfutils/libdw.h>
#include <model/dso.h>
#include <unwind/split_forms.h>

/**
 * struct perf_split_unit - what was split off
 * @die: the unit
 * @tables: where its indexes lead
 */
struct perf_split_unit {
	Dwarf_Die die;
	struct perf_split_tables tables;
};

/**
 * struct perf_split_source - a program that units were split off
 * @symfs: directory that stands for / in the names that the program has, "" for none
 * @paths: of the program as it was recorded, below @symfs; of the program; of the file with its
 *	debug information. Each may be NULL
 * @program: the file with the skeletons
 * @whole: libdw can read all of a unit by itself: names, locations, addresses. Ranges are for
 *	perf_die_ranges_begin()
 */
struct perf_split_source {
	const char *symfs;
	const char *paths[3];
	struct perf_elf *program;
	bool whole;
};

struct perf_splits;

struct perf_splits *perf_splits_create_from(const struct perf_split_source *source);
struct perf_splits *perf_splits_create(const struct perf_dsos *dsos, struct perf_dso *dso);
void perf_splits_free(struct perf_splits *splits);
const struct perf_split_unit *perf_splits_get(struct perf_splits *splits, Dwarf_Die *skeleton);

#endif /* HAVE_DW */
#endif /* PERF_UNWIND_SPLIT_UNIT_H */
