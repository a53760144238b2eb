// SPDX-License-Identifier: GPL-2.0
/* Walks over the entries of debug information, with limits: see dies.h. */
#include <errno.h>
#include <stdlib.h>
#include <probe/dies.h>
#include <probe/limits.h>
#include <probe/split.h>

#ifdef HAVE_DW
#include <dwarf.h>

/**
 * perf_probe_steps_begin() - begin a search
 * @debug: debug information; @debug->size sets how many steps the search may take
 *
 * A nested search shares the steps of the outer one. Each call needs one perf_probe_steps_end().
 */
void perf_probe_steps_begin(struct perf_probe_debug *debug)
{
	if (debug->searches++)
		return;
	debug->steps = PERF_PROBE_STEPS_LEAST;
	if (debug->size < UINT64_MAX / PERF_PROBE_STEPS_EACH_BYTE - PERF_PROBE_STEPS_LEAST)
		debug->steps += debug->size * PERF_PROBE_STEPS_EACH_BYTE;
	debug->endless = false;
}

/**
 * perf_probe_steps_end() - end a search
 * @debug: debug information
 * @ret: result of the search
 * @error: filled if the search ran out of steps
 *
 * Return: @ret, or -ELOOP.
 */
int perf_probe_steps_end(struct perf_probe_debug *debug, int ret, struct perf_error *error)
{
	debug->searches--;
	if (!debug->endless)
		return ret;
	return perf_error_set(error, ELOOP,
			      "the debug information is damaged: its entries are nested too deeply, or go in circles");
}

/**
 * perf_probe_die_child() - the first entry within another one
 * @debug: debug information
 * @die: the outer entry
 * @child: result
 *
 * Return: false if there is none.
 */
bool perf_probe_die_child(struct perf_probe_debug *debug, Dwarf_Die *die, Dwarf_Die *child)
{
	return perf_probe_step(debug, PERF_PROBE_VISIT) && !dwarf_child(die, child);
}

/**
 * perf_probe_die_next() - move to the next entry of a list
 * @debug: debug information
 * @die: moved
 *
 * Without DW_AT_sibling, dwarf_siblingof() reads all entries within @die: so the bytes up to the
 * next one are counted as steps. A next entry that does not follow @die would make a circle.
 *
 * Return: false if @die is the last one.
 */
bool perf_probe_die_next(struct perf_probe_debug *debug, Dwarf_Die *die)
{
	const char *from = die->addr, *to;
	Dwarf_Die next;

	if (!perf_probe_step(debug, PERF_PROBE_VISIT) || dwarf_siblingof(die, &next))
		return false;
	to = next.addr;
	if (to <= from) {
		debug->endless = true;
		return false;
	}
	*die = next;
	return perf_probe_step(debug, (uint64_t)(to - from));
}

/**
 * perf_probe_die_has() - is an address in the code of an entry?
 * @debug: debug information
 * @die: function, block or unit
 * @address: link-time address
 *
 * Return: true if one of the ranges of @die contains @address.
 */
bool perf_probe_die_has(struct perf_probe_debug *debug, Dwarf_Die *die, Dwarf_Addr address)
{
	struct perf_die_ranges ranges;
	uint64_t start, end;

	perf_die_ranges_begin(&ranges, die, perf_probe_split_tables(debug, die));
	while (perf_probe_step(debug, 1) && perf_die_ranges_next(&ranges, &start, &end))
		if (address >= start && address < end)
			return true;
	return false;
}

/* Move from the last entry of a list to the next entry of the innermost outer list that has one. */
static bool next_or_outer(struct perf_probe_debug *debug, Dwarf_Die *stack, unsigned int *level)
{
	unsigned int from = *level, i;
	const char *last = stack[from].addr, *to;

	while (!perf_probe_die_next(debug, &stack[*level]))
		if (debug->endless || !(*level)--)
			return false;
	/* For each list that ended, dwarf_siblingof() has read as far as @to. */
	to = stack[*level].addr;
	for (i = *level; i < from && to > last; i++)
		if (!perf_probe_step(debug, (uint64_t)(to - last)))
			return false;
	return true;
}

/**
 * perf_probe_dies_walk() - visit the entries within a unit
 * @debug: debug information
 * @unit: the unit's own entry, which is not visited
 * @visit: called for each entry, before the entries within it
 * @context: for @visit
 *
 * Ends with @debug->endless set if the entries are nested too deeply, or memory runs out.
 */
void perf_probe_dies_walk(struct perf_probe_debug *debug, Dwarf_Die *unit,
			  perf_probe_visit_fn visit, void *context)
{
	Dwarf_Die *stack = malloc(PERF_PROBE_NESTING_MAX * sizeof(*stack));
	unsigned int level = 0;
	enum perf_probe_way way;
	bool more;

	if (!stack) {
		debug->endless = true;
		return;
	}
	more = perf_probe_die_child(debug, unit, &stack[0]);
	while (more) {
		way = visit(&stack[level], level, context);
		if (way == PERF_PROBE_STOP)
			break;
		if (way == PERF_PROBE_INTO && dwarf_haschildren(&stack[level]) &&
		    level + 1 == PERF_PROBE_NESTING_MAX) {
			debug->endless = true;
			break;
		}
		if (way == PERF_PROBE_INTO &&
		    perf_probe_die_child(debug, &stack[level], &stack[level + 1]))
			level++;
		else
			more = next_or_outer(debug, stack, &level);
	}
	free(stack);
}

/**
 * perf_probe_unit_next() - iterate over the units
 * @debug: debug information
 * @offset: offset of the unit, 0 for the first; moved to the next one
 * @unit: result: its entry
 *
 * Return: false if there are no more.
 */
bool perf_probe_unit_next(struct perf_probe_debug *debug, Dwarf_Off *offset, Dwarf_Die *unit)
{
	Dwarf_Off next;
	size_t header;

	while (perf_probe_step(debug, PERF_PROBE_VISIT) &&
	       !dwarf_nextcu(debug->dwarf, *offset, &next, &header, NULL, NULL, NULL)) {
		bool found = dwarf_offdie(debug->dwarf, *offset + header, unit);

		if (next <= *offset)
			return false;
		*offset = next;
		if (found)
			return true;
	}
	return false;
}

/* Can entries with code be within an entry of this kind? In C only within code. */
static bool holds_code(int tag, bool plain_c)
{
	switch (tag) {
	case DW_TAG_subprogram:
	case DW_TAG_inlined_subroutine:
	case DW_TAG_lexical_block:
		return true;
	case DW_TAG_namespace:
	case DW_TAG_module:
	case DW_TAG_class_type:
	case DW_TAG_structure_type:
	case DW_TAG_try_block:
	case DW_TAG_catch_block:
	case DW_TAG_with_stmt:
	case DW_TAG_entry_point:
		return !plain_c;
	default:
		return false;
	}
}

static bool is_plain_c(Dwarf_Die *unit)
{
	switch (dwarf_srclang(unit)) {
	case DW_LANG_C89:
	case DW_LANG_C:
	case DW_LANG_C99:
	case DW_LANG_C11:
		return true;
	default:
		return false;
	}
}

/* A walk over functions, or over copies of one. */
struct code_walk {
	bool (*each)(Dwarf_Die *die, void *context);
	void *context;
	bool plain_c;
	Dwarf_Off origin;	/* offset of the function's entry, for its copies */
};

static enum perf_probe_way visit_function(Dwarf_Die *die, unsigned int level, void *context)
{
	struct code_walk *walk = context;
	int tag = dwarf_tag(die);

	(void)level;
	if (tag == DW_TAG_subprogram && !dwarf_hasattr(die, DW_AT_declaration) &&
	    !walk->each(die, walk->context))
		return PERF_PROBE_STOP;
	return holds_code(tag, walk->plain_c) ? PERF_PROBE_INTO : PERF_PROBE_PAST;
}

/**
 * perf_probe_functions_walk() - visit the functions of a unit that are not only declared
 * @debug: debug information
 * @unit: its entry
 * @each: called for each; returns false to end the walk
 * @context: for @each
 */
void perf_probe_functions_walk(struct perf_probe_debug *debug, Dwarf_Die *unit,
			       bool (*each)(Dwarf_Die *function, void *context), void *context)
{
	Dwarf_Die entries = perf_probe_split_entries(debug, unit);
	struct code_walk walk = {
		.each = each, .context = context, .plain_c = is_plain_c(&entries),
	};

	perf_probe_dies_walk(debug, &entries, visit_function, &walk);
}

static enum perf_probe_way visit_copy(Dwarf_Die *die, unsigned int level, void *context)
{
	struct code_walk *walk = context;
	int tag = dwarf_tag(die);
	Dwarf_Attribute attribute;
	Dwarf_Die origin;

	(void)level;
	if (tag == DW_TAG_inlined_subroutine &&
	    dwarf_attr(die, DW_AT_abstract_origin, &attribute) &&
	    dwarf_formref_die(&attribute, &origin) && dwarf_dieoffset(&origin) == walk->origin &&
	    !walk->each(die, walk->context))
		return PERF_PROBE_STOP;
	return holds_code(tag, walk->plain_c) ? PERF_PROBE_INTO : PERF_PROBE_PAST;
}

/**
 * perf_probe_copies_walk() - visit the inlined copies of a function in its unit
 * @debug: debug information
 * @function: its entry, to which the copies refer
 * @each: called for each; returns false to end the walk
 * @context: for @each
 */
void perf_probe_copies_walk(struct perf_probe_debug *debug, Dwarf_Die *function,
			    bool (*each)(Dwarf_Die *copy, void *context), void *context)
{
	struct code_walk walk = {
		.each = each, .context = context, .origin = dwarf_dieoffset(function),
	};
	Dwarf_Die unit;

	if (!dwarf_diecu(function, &unit, NULL, NULL))
		return;
	walk.plain_c = is_plain_c(&unit);
	perf_probe_dies_walk(debug, &unit, visit_copy, &walk);
}

/* A search for the entries around an address. */
struct scope_search {
	struct perf_probe_debug *debug;
	Dwarf_Addr address;
	struct perf_probe_scopes *scopes;	/* the outermost first */
	unsigned int level;			/* of the innermost */
};

static enum perf_probe_way visit_scope(Dwarf_Die *die, unsigned int level, void *context)
{
	struct scope_search *search = context;
	int tag = dwarf_tag(die);
	Dwarf_Die *added;

	/* The walk has left an entry that contains the address. */
	if (search->scopes->list.count && level <= search->level)
		return PERF_PROBE_STOP;
	if (!holds_code(tag, false))
		return PERF_PROBE_PAST;
	if (!perf_probe_die_has(search->debug, die, search->address))
		return tag == DW_TAG_namespace || tag == DW_TAG_module ? PERF_PROBE_INTO :
		       PERF_PROBE_PAST;
	added = perf_vec_push(&search->scopes->list);
	if (!added)
		return PERF_PROBE_STOP;
	*added = *die;
	search->level = level;
	return PERF_PROBE_INTO;
}

/* The unit that contains @address: from .debug_aranges, which not every compiler writes. */
static bool unit_of_address(struct perf_probe_debug *debug, Dwarf_Addr address, Dwarf_Die *unit)
{
	Dwarf_Off offset = 0;

	if (dwarf_addrdie(debug->dwarf, address, unit))
		return true;
	while (perf_probe_unit_next(debug, &offset, unit))
		if (perf_probe_die_has(debug, unit, address))
			return true;
	return false;
}

/* Set @unit to that of the function that @copy was made of, if DW_AT_abstract_origin names it. */
static void unit_of_origin(Dwarf_Die *copy, Dwarf_Die *unit)
{
	Dwarf_Attribute attribute;
	Dwarf_Die origin, found;

	if (dwarf_attr(copy, DW_AT_abstract_origin, &attribute) &&
	    dwarf_formref_die(&attribute, &origin) && dwarf_diecu(&origin, &found, NULL, NULL))
		*unit = found;
}

/* Append the entries from the innermost one, up to the first inlined copy, and then @unit. */
static bool turn_around(struct perf_probe_scopes *outermost_first, Dwarf_Die *unit,
			struct perf_probe_scopes *scopes)
{
	size_t i = outermost_first->list.count;
	Dwarf_Die *added;

	while (i--) {
		Dwarf_Die *die = &outermost_first->list.at[i];

		added = perf_vec_push(&scopes->list);
		if (!added)
			return false;
		*added = *die;
		if (dwarf_tag(die) == DW_TAG_inlined_subroutine) {
			unit_of_origin(die, unit);
			break;
		}
	}
	added = perf_vec_push(&scopes->list);
	if (added)
		*added = *unit;
	return added;
}

/**
 * perf_probe_scopes_find() - find the entries around an address
 * @debug: debug information
 * @address: link-time address
 *
 * @debug->scopes caches the last result, since callers look up one variable after another.
 *
 * Return: the entries, none on failure; valid until the next call.
 */
const struct perf_probe_scopes *perf_probe_scopes_find(struct perf_probe_debug *debug,
						       Dwarf_Addr address)
{
	struct perf_probe_scopes outermost_first = { 0 };
	struct scope_search search = {
		.debug = debug, .address = address, .scopes = &outermost_first,
	};
	Dwarf_Die unit;

	if (debug->scopes.list.count && debug->scopes.address == address)
		return &debug->scopes;
	perf_vec_free(&debug->scopes.list);
	debug->scopes.address = address;
	if (!unit_of_address(debug, address, &unit))
		return &debug->scopes;
	unit = perf_probe_split_entries(debug, &unit);
	perf_probe_dies_walk(debug, &unit, visit_scope, &search);
	if (debug->endless || !turn_around(&outermost_first, &unit, &debug->scopes))
		perf_vec_free(&debug->scopes.list);
	perf_vec_free(&outermost_first.list);
	return &debug->scopes;
}
#endif
