// SPDX-License-Identifier: GPL-2.0
/*
 * perf_splits_get(): find the file with a unit's debug information: the package PROGRAM.dwp, else
 * the .dwo that the skeleton names. Both have a 64-bit id, which must equal the skeleton's.
 *
 * A skeleton may name any file. perf_elf_open() reads regular files only.
 */
#include <unwind/split_unit.h>

#ifdef HAVE_DW
#include <dwarf.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <base/map.h>
#include <base/vec.h>
#include <unwind/dwp.h>
#include <unwind/split_image.h>

#define PATH_SIZE	(2 * PATH_MAX)
/* A .dwo has one unit, or the units that were optimised together. */
#define UNITS_TRIED	64
/* Limit for the bytes of all whole units, which are copies. */
#define WHOLE_MAX	((size_t)1 << 30)

struct split {
	struct perf_split_unit unit;
	struct perf_elf *elf;
	Dwarf *dwarf;
};

/* A package to copy units from. */
struct package {
	struct perf_elf *elf;
	size_t room;	/* from perf_dwp_room() */
};

struct perf_splits {
	struct perf_split_source source;
	size_t room;		/* bytes left for whole units */
	struct perf_map by_id;	/* id to index in @list + 1; 0: not found */
	PERF_VEC(struct split *) list;
	PERF_VEC(struct package) packages;
};

/* Id of the unit to find, and the properties its file must have. */
struct wanted {
	Dwarf_Die *skeleton;
	uint64_t id;
	Dwarf_Half version;
	uint8_t address_size;
};

/* ---- packages ---------------------------------------------------------------------------- */

static void open_package(struct perf_splits *splits, const char *prefix, const char *program)
{
	struct package *package;
	struct perf_elf *elf;
	char path[PATH_SIZE];

	if (!program || snprintf(path, sizeof(path), "%s%s.dwp", prefix, program) >= PATH_SIZE)
		return;
	elf = perf_elf_open(path);
	if (!elf)
		return;
	package = perf_vec_push(&splits->packages);
	if (!package) {
		perf_elf_close(elf);
		return;
	}
	*package = (struct package){ .elf = elf, .room = perf_dwp_room(elf) };
}

/**
 * perf_splits_create_from() - find split units of a program
 * @source: the program; its paths and file must outlive the result
 *
 * Return: the units, none opened yet; NULL without memory.
 */
struct perf_splits *perf_splits_create_from(const struct perf_split_source *source)
{
	struct perf_splits *splits = calloc(1, sizeof(*splits));
	size_t i;

	if (!splits)
		return NULL;
	splits->source = *source;
	splits->room = WHOLE_MAX;
	for (i = 0; i < PERF_ARRAY_SIZE(source->paths); i++)
		open_package(splits, i ? "" : source->symfs, source->paths[i]);
	return splits;
}

/**
 * perf_splits_create() - find split units of an object
 * @dsos: table; must outlive the result
 * @dso: object of the table that has debug information
 *
 * Packages lie beside the program, at its recorded or present path, and beside its debug file.
 *
 * Return: as perf_splits_create_from().
 */
struct perf_splits *perf_splits_create(const struct perf_dsos *dsos, struct perf_dso *dso)
{
	const struct perf_split_source source = {
		.symfs = dsos->options.symfs ? dsos->options.symfs : "",
		.paths = { dso->path ? dso->path : dso->name, dso->elf_path, dso->debug_path },
		.program = dso->debug,
	};

	return perf_splits_create_from(&source);
}

static void free_split(struct split *split)
{
	if (split->dwarf)
		dwarf_end(split->dwarf);
	perf_elf_close(split->elf);
	free(split);
}

/** perf_splits_free() - free @splits, which may be NULL */
void perf_splits_free(struct perf_splits *splits)
{
	struct package *package;
	struct split **split;

	if (!splits)
		return;
	perf_vec_each(&splits->list, split)
		free_split(*split);
	perf_vec_each(&splits->packages, package)
		perf_elf_close(package->elf);
	perf_vec_free(&splits->list);
	perf_vec_free(&splits->packages);
	perf_map_free(&splits->by_id);
	free(splits);
}

/* ---- tables ------------------------------------------------------------------------------ */

/* Read an attribute of the skeleton by its name in version 5, else by GNU's name in version 4. */
static uint64_t number_of(Dwarf_Die *die, unsigned int name, unsigned int gnu_name)
{
	Dwarf_Attribute attribute;
	Dwarf_Word value;

	if (!dwarf_attr(die, name, &attribute) && !dwarf_attr(die, gnu_name, &attribute))
		return 0;
	/* An offset into a section of the program, checked by libdw. */
	return dwarf_formudata(&attribute, &value) ? 0 : value;
}

/* Remove the header of a table of offsets; version 4 has none. */
static struct perf_bytes without_header(struct perf_bytes offsets, unsigned int version)
{
	if (version >= 5)
		perf_bytes_skip(&offsets, 2 * sizeof(uint32_t));
	return offsets;
}

static void fill_tables(struct perf_splits *splits, const struct wanted *wanted,
			struct perf_split_tables *tables)
{
	struct perf_elf *program = splits->source.program;
	Dwarf_Addr low;

	tables->version = wanted->version;
	tables->address_size = wanted->address_size;
	tables->base = dwarf_lowpc(wanted->skeleton, &low) ? 0 : low;
	tables->addresses = perf_split_bytes(program, ".debug_addr");
	perf_bytes_skip(&tables->addresses,
			number_of(wanted->skeleton, DW_AT_addr_base, DW_AT_GNU_addr_base));
	tables->offsets = without_header(tables->offsets, wanted->version);
	if (wanted->version >= 5)
		return;
	tables->ranges = perf_split_bytes(program, ".debug_ranges");
	perf_bytes_skip(&tables->ranges,
			number_of(wanted->skeleton, DW_AT_GNU_ranges_base, DW_AT_GNU_ranges_base));
}

/* ---- units ------------------------------------------------------------------------------- */

/* Find the wanted unit in @elf, which the result owns. */
static struct split *open_unit(struct perf_elf *elf, const struct wanted *wanted)
{
	struct split *split = elf ? calloc(1, sizeof(*split)) : NULL;
	Dwarf_CU *cu = NULL;
	uint8_t unit_type;
	unsigned int tries;
	uint64_t id;

	if (!split) {
		perf_elf_close(elf);
		return NULL;
	}
	split->elf = elf;
	split->dwarf = dwarf_begin_elf(perf_elf_raw(elf), DWARF_C_READ, NULL);
	for (tries = 0; split->dwarf && tries < UNITS_TRIED; tries++) {
		if (dwarf_get_units(split->dwarf, cu, &cu, NULL, &unit_type, &split->unit.die,
				    NULL))
			break;
		if (unit_type == DW_UT_split_compile &&
		    !dwarf_cu_info(cu, NULL, NULL, NULL, NULL, &id, NULL, NULL) &&
		    id == wanted->id) {
			split->unit.tables.info =
				perf_split_bytes(elf, perf_split_section_name(PERF_SPLIT_INFO));
			return split;
		}
	}
	free_split(split);
	return NULL;
}

/* Open the unit with the given parts in @elf, which the result owns. */
static struct split *open_parts(struct perf_splits *splits, const struct wanted *wanted,
				struct perf_elf *elf, const struct perf_bytes *parts,
				struct perf_bytes strings)
{
	struct split *split = open_unit(elf, wanted);
	struct perf_split_tables *tables;

	if (!split)
		return NULL;
	tables = &split->unit.tables;
	tables->offsets = parts[PERF_SPLIT_OFFSETS];
	tables->ranges = parts[PERF_SPLIT_RANGES];
	tables->strings = strings;
	fill_tables(splits, wanted, tables);
	return split;
}

/* Copy the unit with all that libdw needs out of @elf, which the caller may then close. */
static struct split *open_whole(struct perf_splits *splits, const struct wanted *wanted,
				struct perf_elf *elf, const struct perf_bytes *parts)
{
	struct perf_split_tables tables = {
		.offsets = parts[PERF_SPLIT_OFFSETS],
		.strings = perf_split_bytes(elf, ".debug_str.dwo"),
	};
	const struct perf_bytes none = { NULL, NULL };
	struct perf_elf *copy;
	struct split *split;

	fill_tables(splits, wanted, &tables);
	copy = perf_split_image_whole(perf_elf_machine(elf), parts, &tables, &splits->room);
	split = copy ? open_unit(copy, wanted) : NULL;
	if (!split)
		return NULL;
	if (wanted->version >= 5)
		tables.ranges = perf_split_bytes(copy, perf_split_section_name(PERF_SPLIT_RANGES));
	tables.info = split->unit.tables.info;
	tables.offsets = none;
	tables.strings = none;
	split->unit.tables = tables;
	return split;
}

static struct split *open_packaged(struct perf_splits *splits, const struct wanted *wanted)
{
	struct perf_bytes parts[PERF_SPLIT_PARTS];
	struct package *package;
	struct split *split;

	perf_vec_each(&splits->packages, package) {
		if (!perf_dwp_find(package->elf, wanted->id, parts))
			continue;
		split = splits->source.whole ?
			open_whole(splits, wanted, package->elf, parts) :
			open_parts(splits, wanted,
				   perf_dwp_image(package->elf, parts, &package->room), parts,
				   perf_split_bytes(package->elf, ".debug_str.dwo"));
		if (split)
			return split;
	}
	return NULL;
}

static struct split *try_file(struct perf_splits *splits, const struct wanted *wanted,
			      const char *prefix, const char *dir, const char *name)
{
	struct perf_bytes parts[PERF_SPLIT_PARTS];
	enum perf_split_part part;
	struct perf_elf *elf;
	struct split *split;
	char path[PATH_SIZE];

	if (snprintf(path, sizeof(path), "%s%s%s%s", prefix, dir, *dir ? "/" : "", name) >=
	    PATH_SIZE)
		return NULL;
	elf = perf_elf_open(path);
	if (!elf)
		return NULL;
	for (part = 0; part < PERF_SPLIT_PARTS; part++)
		parts[part] = perf_split_bytes(elf, perf_split_section_name(part));
	if (!splits->source.whole)
		return open_parts(splits, wanted, elf, parts,
				  perf_split_bytes(elf, ".debug_str.dwo"));
	split = open_whole(splits, wanted, elf, parts);
	perf_elf_close(elf);
	return split;
}

static const char *text_of(Dwarf_Die *die, unsigned int name, unsigned int other_name)
{
	Dwarf_Attribute attribute;

	if (!dwarf_attr(die, name, &attribute) && !dwarf_attr(die, other_name, &attribute))
		return NULL;
	return dwarf_formstring(&attribute);
}

/* Try DW_AT_dwo_name in DW_AT_comp_dir; then beside the program. */
static struct split *open_file(struct perf_splits *splits, const struct wanted *wanted)
{
	const char *symfs = splits->source.symfs;
	const char *name = text_of(wanted->skeleton, DW_AT_dwo_name, DW_AT_GNU_dwo_name);
	const char *dir = text_of(wanted->skeleton, DW_AT_comp_dir, DW_AT_comp_dir);
	const char *const *paths = splits->source.paths;
	const char *program = paths[1] ? paths[1] : paths[2];
	const char *slash = program ? strrchr(program, '/') : NULL;
	struct split *split = NULL;
	char beside[PATH_MAX];

	if (!name)
		return NULL;
	if (*name == '/')
		split = try_file(splits, wanted, symfs, "", name);
	else if (dir)
		split = try_file(splits, wanted, symfs, dir, name);
	if (split || !slash || slash - program >= PATH_MAX)
		return split;
	snprintf(beside, sizeof(beside), "%.*s", (int)(slash - program), program);
	if (*name != '/')
		split = try_file(splits, wanted, "", beside, name);
	slash = strrchr(name, '/');
	return split || !slash ? split : try_file(splits, wanted, "", beside, slash + 1);
}

/**
 * perf_splits_get() - debug information of a split unit
 * @splits: units of the object
 * @skeleton: skeleton of the unit
 *
 * Return: the unit, NULL if it is not found.
 */
const struct perf_split_unit *perf_splits_get(struct perf_splits *splits, Dwarf_Die *skeleton)
{
	struct wanted wanted = { .skeleton = skeleton };
	uint8_t offset_size;
	struct split *split, **slot;
	uint64_t *index;
	bool is_new;

	if (dwarf_cu_info(skeleton->cu, &wanted.version, NULL, NULL, NULL, &wanted.id,
			  &wanted.address_size, &offset_size) || offset_size != sizeof(uint32_t))
		return NULL;
	index = perf_map_put(&splits->by_id, wanted.id, &is_new);
	if (!index)
		return NULL;
	if (!is_new)
		return *index ? &splits->list.at[*index - 1]->unit : NULL;
	split = open_packaged(splits, &wanted);
	if (!split)
		split = open_file(splits, &wanted);
	if (!split)
		return NULL;
	slot = perf_vec_push(&splits->list);
	if (!slot) {
		free_split(split);
		return NULL;
	}
	/* There may be thousands of units: perf_elf_detach() closes their files. */
	perf_elf_detach(split->elf);
	*slot = split;
	*index = splits->list.count;
	return &split->unit;
}

#endif /* HAVE_DW */
