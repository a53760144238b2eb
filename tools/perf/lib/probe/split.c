// SPDX-License-Identifier: GPL-2.0-only
/*
 * Units that were split off a program (gcc -gsplit-dwarf). The program has a skeleton of each, with
 * its lines; functions, variables and types are in a file or a package, where they are found as
 * for perf report.
 */
#include <stdlib.h>
#include <probe/dies.h>
#include <probe/limits.h>
#include <probe/split.h>

#ifdef HAVE_DW
#include <dwarf.h>
#include <unwind/split_unit.h>

/* A unit: in the program, and what was split off it. */
struct split_unit {
	Dwarf_Die skeleton;
	const struct perf_split_unit *found;
};

/* @cu is the unit that was asked for last, @last its index in @list + 1, 0 if it is not there. */
struct perf_probe_split {
	struct perf_elf *program;
	struct perf_splits *splits;
	PERF_VEC(struct split_unit) list;
	const Dwarf_CU *cu;
	size_t last;
	bool missing;		/* a unit was not found */
};

/* The file with the skeletons: the program, or that with its debug information. */
static struct perf_probe_split *open_split(struct perf_probe_debug *debug)
{
	struct perf_probe_split *split = calloc(1, sizeof(*split));
	struct perf_split_source source = { .symfs = "", .whole = true };
	const char *main_file = NULL, *debug_file = NULL;

	if (!split)
		return NULL;
	dwfl_module_info(debug->module, NULL, NULL, NULL, NULL, NULL, &main_file, &debug_file);
	source.paths[1] = main_file;
	source.paths[2] = debug_file;
	split->program = perf_elf_open(debug_file ? debug_file : main_file ? main_file : "");
	source.program = split->program;
	if (split->program)
		split->splits = perf_splits_create_from(&source);
	return split;
}

/**
 * perf_probe_split_close() - free all units that were split off
 * @debug: debug information
 */
void perf_probe_split_close(struct perf_probe_debug *debug)
{
	if (!debug->split)
		return;
	perf_splits_free(debug->split->splits);
	perf_elf_close(debug->split->program);
	perf_vec_free(&debug->split->list);
	free(debug->split);
	debug->split = NULL;
}

static bool is_skeleton(const Dwarf_Die *unit)
{
	uint8_t type;

	return !dwarf_cu_info(unit->cu, NULL, &type, NULL, NULL, NULL, NULL, NULL) &&
	       type == DW_UT_skeleton;
}

/* A search may take steps for each byte of a unit, which it comes by now for the first time. */
static void add_steps(struct perf_probe_debug *debug, const struct perf_split_unit *found)
{
	const uint64_t size = found->tables.info.end - found->tables.info.at;

	debug->size += size;
	debug->steps += size * PERF_PROBE_STEPS_EACH_BYTE;
}

static const struct split_unit *unit_of(const struct perf_probe_debug *debug,
					const Dwarf_Die *die)
{
	struct perf_probe_split *split = debug->split;
	size_t i;

	if (!split)
		return NULL;
	if (split->cu != die->cu) {
		split->cu = die->cu;
		split->last = 0;
		for (i = 0; i < split->list.count && !split->last; i++)
			if (split->list.at[i].found->die.cu == die->cu)
				split->last = i + 1;
	}
	return split->last ? &split->list.at[split->last - 1] : NULL;
}

/**
 * perf_probe_split_entries() - where the entries of a unit are
 * @debug: debug information
 * @unit: entry of a unit of the program
 *
 * Return: the unit that was split off it; @unit itself if none was, or if it is not found.
 */
Dwarf_Die perf_probe_split_entries(struct perf_probe_debug *debug, const Dwarf_Die *unit)
{
	Dwarf_Die skeleton = *unit;
	const struct perf_split_unit *found;
	struct split_unit *added;

	if (!is_skeleton(unit))
		return *unit;
	if (!debug->split)
		debug->split = open_split(debug);
	if (!debug->split || !debug->split->splits)
		return *unit;
	found = perf_splits_get(debug->split->splits, &skeleton);
	debug->split->missing |= !found;
	if (!found || unit_of(debug, &found->die))
		return found ? found->die : *unit;
	added = perf_vec_push(&debug->split->list);
	debug->split->cu = NULL;
	if (!added)
		return *unit;
	*added = (struct split_unit){ skeleton, found };
	add_steps(debug, found);
	return found->die;
}

/**
 * perf_probe_split_hint() - say that units are missing, in which something was looked for in vain
 * @debug: debug information
 * @error: a hint is added if a unit was not found
 */
void perf_probe_split_hint(const struct perf_probe_debug *debug, struct perf_error *error)
{
	if (debug->split && debug->split->missing)
		perf_error_hint(error,
				"debug information of the program is in .dwo files, or a .dwp file, that are not all there");
}

/**
 * perf_probe_split_lines() - where the lines of an entry's unit are
 * @debug: debug information
 * @die: entry
 * @unit: result: entry of the unit in the program
 *
 * Return: false if @die is in no unit.
 */
bool perf_probe_split_lines(struct perf_probe_debug *debug, Dwarf_Die *die, Dwarf_Die *unit)
{
	const struct split_unit *split = unit_of(debug, die);

	if (split)
		*unit = split->skeleton;
	return split || dwarf_diecu(die, unit, NULL, NULL);
}

/**
 * perf_probe_split_file() - the file that a function is declared in
 * @debug: debug information
 * @function: its entry
 *
 * A unit that was split off has a table of files without lines, or uses that of the lines. libdw's
 * dwarf_decl_file() does not find either, nor the file 0 of version 5.
 *
 * Return: the path, NULL if it is not said.
 */
const char *perf_probe_split_file(struct perf_probe_debug *debug, Dwarf_Die *function)
{
	Dwarf_Attribute attribute;
	Dwarf_Die own, in_program;
	Dwarf_Files *files;
	Dwarf_Half version;
	Dwarf_Word number;

	if (dwarf_formudata(dwarf_attr_integrate(function, DW_AT_decl_file, &attribute),
			    &number) ||
	    dwarf_cu_info(attribute.cu, &version, NULL, &own, NULL, NULL, NULL, NULL) ||
	    !perf_probe_split_lines(debug, &own, &in_program) || (!number && version < 5) ||
	    (dwarf_getsrcfiles(&own, &files, NULL) && dwarf_getsrcfiles(&in_program, &files, NULL)))
		return NULL;
	return dwarf_filesrc(files, number, NULL, NULL);
}

/**
 * perf_probe_split_tables() - where the indexes of an entry's unit lead
 * @debug: debug information
 * @die: entry
 *
 * Return: the tables, NULL if the entry is in the program.
 */
const struct perf_split_tables *perf_probe_split_tables(const struct perf_probe_debug *debug,
							const Dwarf_Die *die)
{
	const struct split_unit *split = unit_of(debug, die);

	return split ? &split->found->tables : NULL;
}
#endif
