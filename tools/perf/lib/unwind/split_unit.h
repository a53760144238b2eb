/* SPDX-License-Identifier: GPL-2.0 */
/* Units whose debug information was split off, into a file of their own or a package. */
#ifndef PERF_UNWIND_SPLIT_UNIT_H
#define PERF_UNWIND_SPLIT_UNIT_H

#ifdef HAVE_DW
#include <elfutils/libdw.h>
#include <model/dso.h>
#include <unwind/split_forms.h>

/**
 * struct perf_split_unit - a split unit
 * @die: DIE of the unit
 * @tables: tables that its indexes refer to
 */
struct perf_split_unit {
	Dwarf_Die die;
	struct perf_split_tables tables;
};

/**
 * struct perf_split_source - a program with skeletons of split units
 * @symfs: directory that replaces / in paths that the program names; "": none
 * @paths: path of the program as recorded, below @symfs; path of the program; path of the file with
 *	its debug information. Each may be NULL
 * @program: the file with the skeletons
 * @whole: copy each unit so that libdw can read all of it: names, locations, addresses. Ranges
 *	still need perf_die_ranges_begin()
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
