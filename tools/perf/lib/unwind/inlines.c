// SPDX-License-Identifier: GPL-2.0
/*
 * Inlined functions, by libdw.
 *
 * Three indexes lead from an address to its functions, each built at its first use: the object's
 * units by address; a unit's functions by address; a function's inlined ranges by depth and
 * address.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <base/map.h>
#include <base/vec.h>
#include <model/demangle.h>
#include <model/space.h>
#include <unwind/inlines.h>
#include <unwind/split_unit.h>

#ifdef HAVE_DW
#include <dwarf.h>
#include <elfutils/libdw.h>

/* Nesting deeper than DEPTH_MAX is damaged data. */
#define DEPTH_MAX	64

/* An address range of a unit of an object, or of a function of a unit. */
struct range {
	uint64_t low;
	uint64_t high;
	uint32_t index;	/* index in units or functions */
};

/* An address range of a function inlined into another one. */
struct inlined_range {
	uint64_t low;
	uint64_t high;
	uint32_t depth;	/* 1: inlined into the function itself */
	Dwarf_Die die;
};

/*
 * by_depth: for each depth, a space of the ranges at that depth; perf_mapping.ino is the index in
 * inlined. Damaged data may have any number of ranges at one address.
 */
struct function {
	PERF_VEC(struct inlined_range) inlined;
	PERF_VEC(struct perf_space *) by_depth;
	Dwarf_Die die;
	bool indexed;
};

/*
 * die: the unit in the program, which has the source lines. split: the unit's functions if they are
 * not in the program; set by index_unit().
 */
struct unit {
	PERF_VEC(struct range) ranges;
	PERF_VEC(struct function) functions;
	Dwarf_Die die;
	bool is_skeleton;
	const struct perf_split_unit *split;
	bool indexed;
};

/* splits: made for the first skeleton unit */
struct object {
	PERF_VEC(struct range) ranges;
	PERF_VEC(struct unit) units;
	Dwarf *dwarf;
	struct perf_splits *splits;
};

struct perf_inlines {
	PERF_VEC(struct object *) objects;	/* by perf_dso.index */
	PERF_VEC(bool) tried;
	PERF_VEC(struct perf_inline) result;
	struct perf_machine *machine;
	struct perf_intern names;
};

static int compare_ranges(const void *left, const void *right)
{
	const struct range *a = left, *b = right;

	if (a->low != b->low)
		return a->low < b->low ? -1 : 1;
	/* Of ranges with the same start the smallest is last, where find_range() starts. */
	return a->high > b->high ? -1 : a->high < b->high;
}

/* Return the smallest range near @addr that includes it, or NULL. */
static const struct range *find_range(const struct range *ranges, size_t nr, uint64_t addr)
{
	size_t low = 0, high = nr, back;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (ranges[middle].low <= addr)
			low = middle + 1;
		else
			high = middle;
	}
	for (back = low; back && low - back < DEPTH_MAX; back--)
		if (addr < ranges[back - 1].high)
			return &ranges[back - 1];
	return NULL;
}

static void add_unit(struct object *object, Dwarf_Die *die, bool is_skeleton)
{
	struct unit *unit = perf_vec_push(&object->units);
	Dwarf_Addr base, low, high;
	ptrdiff_t at = 0;

	if (!unit)
		return;
	unit->die = *die;
	unit->is_skeleton = is_skeleton;
	while ((at = dwarf_ranges(die, at, &base, &low, &high)) > 0) {
		struct range *range = low < high ? perf_vec_push(&object->ranges) : NULL;

		if (range)
			*range = (struct range){ low, high, object->units.count - 1 };
	}
}

static struct object *open_object(struct perf_dso *dso)
{
	struct object *object;
	Dwarf_CU *cu = NULL;
	uint8_t unit_type;
	Dwarf_Die die;

	if (!dso->debug)
		return NULL;
	object = calloc(1, sizeof(*object));
	if (!object)
		return NULL;
	object->dwarf = dwarf_begin_elf(perf_elf_raw(dso->debug), DWARF_C_READ, NULL);
	if (!object->dwarf) {
		free(object);
		return NULL;
	}
	while (!dwarf_get_units(object->dwarf, cu, &cu, NULL, &unit_type, &die, NULL))
		if (unit_type == DW_UT_compile || unit_type == DW_UT_skeleton)
			add_unit(object, &die, unit_type == DW_UT_skeleton);
	if (object->ranges.count)
		qsort(object->ranges.at, object->ranges.count, sizeof(struct range),
		      compare_ranges);
	return object;
}

static struct object *get_object(struct perf_inlines *inlines, struct perf_dso *dso)
{
	while (inlines->objects.count <= dso->index)
		if (!perf_vec_push(&inlines->objects))
			return NULL;
	while (inlines->tried.count <= dso->index)
		if (!perf_vec_push(&inlines->tried))
			return NULL;
	if (!inlines->tried.at[dso->index]) {
		inlines->tried.at[dso->index] = true;
		inlines->objects.at[dso->index] = open_object(dso);
	}
	return inlines->objects.at[dso->index];
}

static const struct perf_split_tables *tables_of(const struct unit *unit)
{
	return unit->split ? &unit->split->tables : NULL;
}

static void add_function(struct unit *unit, Dwarf_Die *die)
{
	struct perf_die_ranges ranges;
	struct function *function;
	uint64_t low, high;
	bool any = false;

	perf_die_ranges_begin(&ranges, die, tables_of(unit));
	while (perf_die_ranges_next(&ranges, &low, &high)) {
		struct range *range = perf_vec_push(&unit->ranges);

		if (!range)
			continue;
		*range = (struct range){ low, high, unit->functions.count };
		any = true;
	}
	if (!any)
		return;
	function = perf_vec_push(&unit->functions);
	if (function)
		function->die = *die;
	else
		unit->ranges.count = 0;	/* no memory: no ranges rather than wrong indexes */
}

/* Functions nested in functions are left out. */
static void collect_functions(struct unit *unit, Dwarf_Die *parent, unsigned int depth)
{
	Dwarf_Die die;

	if (depth > DEPTH_MAX || dwarf_child(parent, &die))
		return;
	do {
		switch (dwarf_tag(&die)) {
		case DW_TAG_subprogram:
			add_function(unit, &die);
			break;
		case DW_TAG_namespace:
		case DW_TAG_module:
		case DW_TAG_class_type:
		case DW_TAG_structure_type:
		case DW_TAG_union_type:
		case DW_TAG_enumeration_type:
			collect_functions(unit, &die, depth + 1);
			break;
		default:
			break;
		}
	} while (!dwarf_siblingof(&die, &die));
}

/* Set unit->split if the unit was split off and its file is found. */
static void find_split(struct perf_inlines *inlines, struct perf_dso *dso, struct object *object,
		       struct unit *unit)
{
	if (!unit->is_skeleton)
		return;
	if (!object->splits)
		object->splits = perf_splits_create(&inlines->machine->dsos, dso);
	if (object->splits)
		unit->split = perf_splits_get(object->splits, &unit->die);
}

static void index_unit(struct perf_inlines *inlines, struct perf_dso *dso, struct object *object,
		       struct unit *unit)
{
	Dwarf_Die die;

	if (unit->indexed)
		return;
	unit->indexed = true;
	find_split(inlines, dso, object, unit);
	die = unit->split ? unit->split->die : unit->die;
	collect_functions(unit, &die, 0);
	if (unit->ranges.count)
		qsort(unit->ranges.at, unit->ranges.count, sizeof(struct range), compare_ranges);
}

static void add_inlined(const struct unit *unit, struct function *function, Dwarf_Die *die,
			uint32_t depth)
{
	struct inlined_range *range;
	struct perf_die_ranges ranges;
	uint64_t low, high;

	perf_die_ranges_begin(&ranges, die, tables_of(unit));
	while (perf_die_ranges_next(&ranges, &low, &high)) {
		range = perf_vec_push(&function->inlined);
		if (range)
			*range = (struct inlined_range){ low, high, depth, *die };
	}
}

static void collect_inlined(const struct unit *unit, struct function *function,
			    Dwarf_Die *parent, uint32_t depth, unsigned int nesting)
{
	Dwarf_Die die;

	if (nesting > DEPTH_MAX || dwarf_child(parent, &die))
		return;
	do {
		switch (dwarf_tag(&die)) {
		case DW_TAG_inlined_subroutine:
			add_inlined(unit, function, &die, depth);
			collect_inlined(unit, function, &die, depth + 1, nesting + 1);
			break;
		case DW_TAG_lexical_block:
		case DW_TAG_try_block:
		case DW_TAG_catch_block:
			collect_inlined(unit, function, &die, depth, nesting + 1);
			break;
		default:
			break;
		}
	} while (!dwarf_siblingof(&die, &die));
}

static struct function *find_function(struct perf_inlines *inlines, struct perf_dso *dso,
				      struct object *object, uint64_t addr, struct unit **unit)
{
	const struct range *range;

	range = find_range(object->ranges.at, object->ranges.count, addr);
	if (!range)
		return NULL;
	*unit = &object->units.at[range->index];
	index_unit(inlines, dso, object, *unit);
	range = find_range((*unit)->ranges.at, (*unit)->ranges.count, addr);
	if (!range)
		return NULL;
	return &(*unit)->functions.at[range->index];
}

/* Return the linkage name, demangled without parameters, else the name in the source. */
static const char *name_of(struct perf_inlines *inlines, const struct unit *unit, Dwarf_Die *die)
{
	static const unsigned int kinds[] = {
		DW_AT_linkage_name, DW_AT_MIPS_linkage_name, DW_AT_name,
	};
	Dwarf_Attribute attribute;
	const char *name = NULL;
	uint32_t id;
	char *text;
	size_t i;

	for (i = 0; i < PERF_ARRAY_SIZE(kinds) && !name; i++)
		if (dwarf_attr_integrate(die, kinds[i], &attribute))
			name = perf_split_string(tables_of(unit), &attribute);
	if (!name)
		return NULL;
	text = inlines->machine->dsos.options.no_demangle ? NULL : perf_demangle(name);
	id = perf_intern(&inlines->names, text ? text : name);
	free(text);
	return id == PERF_INTERN_NONE ? NULL : inlines->names.texts[id];
}

static void add_result(struct perf_inlines *inlines, const struct unit *unit, Dwarf_Die *die,
		       const char *symbol)
{
	struct perf_inline *result;
	const char *name = name_of(inlines, unit, die);

	if (!name)
		return;
	result = perf_vec_push(&inlines->result);
	if (!result)
		return;
	result->name = name;
	result->inlined = !symbol || strcmp(name, symbol);
}

static int place_range(struct function *function, size_t index, uint32_t *epoch)
{
	const struct inlined_range *range = &function->inlined.at[index];
	const struct perf_mapping mapping = {
		.start = range->low, .end = range->high, .ino = index,
	};
	struct perf_space **space;

	while (function->by_depth.count <= range->depth) {
		space = perf_vec_push(&function->by_depth);
		if (!space)
			return -ENOMEM;
		*space = perf_space_create(epoch);
		if (!*space) {
			function->by_depth.count--;
			return -ENOMEM;
		}
	}
	return perf_space_map(&function->by_depth.at[range->depth], epoch, &mapping);
}

/* Of overlapping ranges of one depth the first counts, so it is mapped last. */
static void index_function(const struct unit *unit, struct function *function)
{
	uint32_t epoch = 0;
	size_t i;

	if (function->indexed)
		return;
	function->indexed = true;
	collect_inlined(unit, function, &function->die, 1, 0);
	for (i = function->inlined.count; i--;)
		if (place_range(function, i, &epoch))
			break;
}

static struct inlined_range *at_depth(struct function *function, uint64_t addr, uint32_t depth)
{
	const struct perf_mapping *found;

	if (depth >= function->by_depth.count)
		return NULL;
	found = perf_space_find(function->by_depth.at[depth], addr);
	return found ? &function->inlined.at[found->ino] : NULL;
}

static uint32_t depth_of(struct function *function, uint64_t addr)
{
	uint32_t depth = function->by_depth.count;

	while (depth && !at_depth(function, addr, depth))
		depth--;
	return depth;
}

static bool read_number(Dwarf_Die *die, unsigned int name, Dwarf_Word *value)
{
	Dwarf_Attribute attribute;

	return !dwarf_formudata(dwarf_attr(die, name, &attribute), value);
}

/* Name of file @number, from the table of unit->split if there is one. */
static const char *file_of(struct unit *unit, Dwarf_Word number)
{
	Dwarf_Die split;
	Dwarf_Files *files;

	if (unit->split) {
		split = unit->split->die;
		if (!dwarf_getsrcfiles(&split, &files, NULL))
			return dwarf_filesrc(files, number, NULL, NULL);
	}
	if (dwarf_getsrcfiles(&unit->die, &files, NULL))
		return NULL;
	return dwarf_filesrc(files, number, NULL, NULL);
}

/* Set the line of the innermost function from @addr, and of each outer one from the call in it. */
static void add_lines(struct perf_inlines *inlines, struct unit *unit, struct function *function,
		      uint64_t addr)
{
	Dwarf_Line *line = dwarf_getsrc_die(&unit->die, addr);
	uint32_t depth = depth_of(function, addr);
	struct inlined_range *range;
	const char *file = NULL;
	Dwarf_Word value;
	size_t i;
	int number = 0;

	if (line) {
		file = dwarf_linesrc(line, NULL, NULL);
		dwarf_lineno(line, &number);
	}
	for (i = 0; i < inlines->result.count; i++) {
		inlines->result.at[i].file = file;
		inlines->result.at[i].line = number;
		range = depth > i ? at_depth(function, addr, depth - i) : NULL;
		if (!range)
			break;
		file = NULL;
		number = 0;
		if (read_number(&range->die, DW_AT_call_line, &value))
			number = value;
		if (read_number(&range->die, DW_AT_call_file, &value))
			file = file_of(unit, value);
	}
}

/**
 * perf_inlines_get() - functions of a frame
 * @inlines: inlined functions
 * @frame: index in perf_machine.frames
 * @nr: result: number of functions, 0 without debug information
 *
 * Return: the functions, innermost first; the last is the function that was called, whose name is
 * the frame's symbol unless debug information has another one. Valid until the next call.
 */
const struct perf_inline *perf_inlines_get(struct perf_inlines *inlines, uint32_t frame,
					   size_t *nr)
{
	const struct perf_frame *at = &inlines->machine->frames.at[frame];
	struct inlined_range *range;
	struct function *function;
	const char *symbol = NULL;
	struct object *object;
	struct unit *unit;
	uint64_t addr;
	uint32_t depth;

	*nr = 0;
	inlines->result.count = 0;
	if (!at->dso || at->dso->kind != PERF_DSO_FILE)
		return NULL;
	object = get_object(inlines, at->dso);
	if (!object)
		return NULL;
	addr = perf_dso_vaddr(at->dso, at->addr);
	function = find_function(inlines, at->dso, object, addr, &unit);
	if (!function)
		return NULL;
	index_function(unit, function);
	if (at->symbol)
		symbol = perf_dso_symbol_name(&inlines->machine->dsos, at->dso, at->symbol);
	for (depth = depth_of(function, addr); depth; depth--) {
		range = at_depth(function, addr, depth);
		if (range)
			add_result(inlines, unit, &range->die, symbol);
	}
	add_result(inlines, unit, &function->die, symbol);
	add_lines(inlines, unit, function, addr);
	*nr = inlines->result.count;
	return inlines->result.at;
}

/**
 * perf_inlines_line_at() - perf_inlines_line() for an address of an object
 * @inlines: inlined functions
 * @dso: object
 * @addr: address in @dso
 * @line: result
 */
const char *perf_inlines_line_at(struct perf_inlines *inlines, struct perf_dso *dso,
				 uint64_t addr, unsigned int *line)
{
	const struct range *range;
	struct object *object;
	Dwarf_Line *found;
	int number = 0;

	*line = 0;
	object = dso && dso->kind == PERF_DSO_FILE ? get_object(inlines, dso) : NULL;
	if (!object)
		return NULL;
	addr = perf_dso_vaddr(dso, addr);
	range = find_range(object->ranges.at, object->ranges.count, addr);
	if (!range)
		return NULL;
	found = dwarf_getsrc_die(&object->units.at[range->index].die, addr);
	if (!found)
		return NULL;
	dwarf_lineno(found, &number);
	*line = number;
	return dwarf_linesrc(found, NULL, NULL);
}

/**
 * perf_inlines_line() - source line of a frame
 * @inlines: inlined functions
 * @frame: index in perf_machine.frames
 * @line: result
 *
 * Return: name of the file as the compiler recorded it, NULL if not known.
 */
const char *perf_inlines_line(struct perf_inlines *inlines, uint32_t frame, unsigned int *line)
{
	const struct perf_frame *at = &inlines->machine->frames.at[frame];

	return perf_inlines_line_at(inlines, at->dso, at->addr, line);
}

/**
 * perf_inlines_create() - make an index of inlined functions for a machine
 * @machine: must outlive the result
 *
 * Return: the index; NULL without memory, or if this build cannot read debug information.
 */
struct perf_inlines *perf_inlines_create(struct perf_machine *machine)
{
	struct perf_inlines *inlines = calloc(1, sizeof(*inlines));

	if (inlines)
		inlines->machine = machine;
	return inlines;
}

static void free_function(struct function *function)
{
	struct perf_space **space;

	perf_vec_each(&function->by_depth, space)
		perf_space_drop(*space);
	perf_vec_free(&function->by_depth);
	perf_vec_free(&function->inlined);
}

static void free_object(struct object *object)
{
	struct function *function;
	struct unit *unit;

	if (!object)
		return;
	perf_vec_each(&object->units, unit) {
		perf_vec_each(&unit->functions, function)
			free_function(function);
		perf_vec_free(&unit->functions);
		perf_vec_free(&unit->ranges);
	}
	perf_vec_free(&object->units);
	perf_vec_free(&object->ranges);
	perf_splits_free(object->splits);
	dwarf_end(object->dwarf);
	free(object);
}

/** perf_inlines_free() - free @inlines, which may be NULL */
void perf_inlines_free(struct perf_inlines *inlines)
{
	size_t i;

	if (!inlines)
		return;
	for (i = 0; i < inlines->objects.count; i++)
		free_object(inlines->objects.at[i]);
	perf_vec_free(&inlines->objects);
	perf_vec_free(&inlines->tried);
	perf_vec_free(&inlines->result);
	perf_intern_free(&inlines->names);
	free(inlines);
}

#else /* !HAVE_DW */

struct perf_inlines *perf_inlines_create(struct perf_machine *machine)
{
	(void)machine;
	return NULL;
}

void perf_inlines_free(struct perf_inlines *inlines)
{
	(void)inlines;
}

const struct perf_inline *perf_inlines_get(struct perf_inlines *inlines, uint32_t frame,
					   size_t *nr)
{
	(void)inlines;
	(void)frame;
	*nr = 0;
	return NULL;
}

const char *perf_inlines_line_at(struct perf_inlines *inlines, struct perf_dso *dso,
				 uint64_t addr, unsigned int *line)
{
	(void)inlines;
	(void)dso;
	(void)addr;
	*line = 0;
	return NULL;
}

const char *perf_inlines_line(struct perf_inlines *inlines, uint32_t frame, unsigned int *line)
{
	(void)inlines;
	(void)frame;
	*line = 0;
	return NULL;
}

#endif
