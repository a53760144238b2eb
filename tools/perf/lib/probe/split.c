// SPDX-License-Identifier: GPL-2.0
/*
 * Units that were split off a program (gcc -gsplit-dwarf). The program has a skeleton of each, with
 * its lines; functions, variables and types are in a .dwo file or a .dwp package, which
 * perf_splits_get() finds, as for perf report.
 */
#include <stdlib.h>
#include <probe/dies.h>
#include <probe/limits.h>
#include <probe/split.h>

#ifdef HAVE_DW
#include <dwarf.h>
#include <unwind/split_unit.h>

/* A unit: its skeleton in the program, and the split unit. */
struct split_unit {
	Dwarf_Die skeleton;
	const struct perf_split_unit *found;
};

/* @cu is the unit looked up last, @last its index in @list + 1, 0 if it is not in @list. */
struct perf_probe_split {
	struct perf_elf *program;
	struct perf_splits *splits;
	PERF_VEC(struct split_unit) list;
	const Dwarf_CU *cu;
	size_t last;
	bool missing;		/* a unit was not found */
};

/* Open the file with the skeletons: the program, or its file with debug information. */
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
 * perf_probe_split_close() - free all split units
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

/* Grant the current search its steps for a split unit that was not in @debug->size yet. */
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
 * perf_probe_split_entries() - the unit that holds the entries
 * @debug: debug information
 * @unit: entry of a unit of the program
 *
 * Return: the split unit; @unit itself if it is no skeleton, or its split unit is not found.
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
 * perf_probe_split_hint() - explain a failed search by missing split units
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
 * perf_probe_split_lines() - the unit that has the lines of an entry
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
 * perf_probe_split_file() - the file in which a function is declared
 * @debug: debug information
 * @function: its entry
 *
 * A split unit has a table of files without lines, or uses the table of its skeleton.
 * dwarf_decl_file() reads neither, nor file 0 of DWARF version 5.
 *
 * Return: the path, NULL if DW_AT_decl_file or the table is missing.
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
 * perf_probe_split_tables() - the tables that indexes in an entry's unit refer to
 * @debug: debug information
 * @die: entry
 *
 * Return: the tables, NULL if @die is in the program.
 */
const struct perf_split_tables *perf_probe_split_tables(const struct perf_probe_debug *debug,
							const Dwarf_Die *die)
{
	const struct split_unit *split = unit_of(debug, die);

	return split ? &split->found->tables : NULL;
}
#endif
