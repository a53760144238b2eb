// SPDX-License-Identifier: GPL-2.0
/*
 * The locations of a probe in a program: functions, their inlined copies, lines.
 *
 * A return probe replaces the return address on top of the stack, so it can only be at the entry of
 * a function that is called: in an inlined copy, or a cold part reached by jumps, it would
 * overwrite something else. An offset also counts only in such a function: a copy has other
 * instructions.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <probe/debug.h>
#include <probe/dies.h>
#include <probe/match.h>
#include <probe/split.h>
#include <probe/words.h>

#ifdef HAVE_DW
#include <dwarf.h>

/**
 * struct location_search - a search for the locations of a function or a line
 * @debug, @spec, @locations: of perf_probe_debug_find()
 * @nearest: name of a function that is spelt like @spec->function
 * @unit: current unit
 * @function: function matched last, for its lines
 * @has_function: a function has matched
 * @failed: memory ran out
 * @is_inlined: inlined copies were left out, for a return probe or an offset
 * @is_beyond: the offset is beyond the end of a function
 * @no_entry: a function does not begin at a symbol
 * @near_line: line with code nearest to the wanted one; 0: none
 */
struct location_search {
	struct perf_probe_debug *debug;
	const struct perf_probe_spec *spec;
	struct perf_probe_locations *locations;
	struct perf_nearest nearest;
	Dwarf_Die unit;
	Dwarf_Die function;
	bool has_function;
	bool failed;
	bool is_inlined;
	bool is_beyond;
	bool no_entry;
	int near_line;
};

static bool search_goes_on(const struct location_search *search)
{
	return !search->failed && !search->debug->endless;
}

static void add_location(struct location_search *search, Dwarf_Addr address, const char *function,
			 Dwarf_Addr entry)
{
	struct perf_probe_location *location;

	if (!perf_probe_step(search->debug, search->locations->list.count))
		return;
	perf_vec_each(&search->locations->list, location)
		if (location->address == address)
			return;
	location = perf_vec_push(&search->locations->list);
	if (!location) {
		search->failed = true;
		return;
	}
	*location = (struct perf_probe_location){ address, function, entry, NULL };
}

/* The lowest address of a line, within @function if it is not NULL; 0: none. */
static Dwarf_Addr address_of_line(struct location_search *search, Dwarf_Die *function,
				  const char *file, int wanted)
{
	Dwarf_Addr lowest = 0, address;
	Dwarf_Lines *lines;
	size_t count, i;
	int number;
	bool statement;

	if (dwarf_getsrclines(&search->unit, &lines, &count) ||
	    !perf_probe_step(search->debug, count))
		return 0;
	for (i = 0; i < count; i++) {
		Dwarf_Line *line = dwarf_onesrcline(lines, i);
		const char *source = dwarf_linesrc(line, NULL, NULL);

		if (dwarf_lineno(line, &number) || dwarf_lineaddr(line, &address) ||
		    dwarf_linebeginstatement(line, &statement) || !statement || number <= 0 ||
		    !source || !perf_probe_match_file(source, file) ||
		    (function && !perf_probe_die_has(search->debug, function, address)))
			continue;
		if (!search->near_line || abs(number - wanted) < abs(search->near_line - wanted))
			search->near_line = number;
		if (number == wanted && (!lowest || address < lowest))
			lowest = address;
	}
	return lowest;
}

/* Does a symbol other than a cold part begin at @address? true if there is no symbol at all. */
static bool is_entry(struct perf_probe_debug *debug, Dwarf_Addr address)
{
	int symbols = dwfl_module_getsymtab(debug->module);
	const char *name;
	uint64_t offset;

	/* dwfl_module_addrinfo() scans all symbols in each call. */
	if (!perf_probe_step(debug, symbols > 0 ? (uint64_t)symbols : 1))
		return false;
	name = perf_probe_debug_symbol(debug, address, &offset);
	return !name || (!offset && !perf_probe_is_cold(name));
}

/*
 * The entry of a function or a copy. A function with a hot and a cold part has a list of ranges,
 * and DW_AT_entry_pc is optional: take the first range that begins at a symbol, else the first.
 */
static bool entry_of(struct location_search *search, Dwarf_Die *die, Dwarf_Addr *entry)
{
	struct perf_die_ranges ranges;
	uint64_t start, end;
	bool found = false;

	if (!dwarf_entrypc(die, entry))
		return true;
	perf_die_ranges_begin(&ranges, die, perf_probe_split_tables(search->debug, die));
	while (perf_probe_step(search->debug, 1) && perf_die_ranges_next(&ranges, &start, &end)) {
		if (!found)
			*entry = start;
		found = true;
		if (is_entry(search->debug, start)) {
			*entry = start;
			break;
		}
	}
	return found;
}

/* @die is a function or a copy with code: add its address, or that of the wanted line. */
static void take_code(struct location_search *search, Dwarf_Die *die, Dwarf_Addr entry)
{
	const char *file = perf_probe_split_file(search->debug, &search->function);
	Dwarf_Addr address = entry + search->spec->offset;
	int name_line = 0, line;

	if (search->spec->line >= 0) {
		dwarf_decl_line(&search->function, &name_line);
		if (__builtin_add_overflow(name_line, search->spec->line, &line))
			return;
		address = file ? address_of_line(search, die, file, line) : 0;
	}
	if (address)
		add_location(search, address, dwarf_diename(&search->function), entry);
}

/* Add an inlined copy. */
static bool take_copy(Dwarf_Die *copy, void *context)
{
	struct location_search *search = context;
	Dwarf_Addr entry;

	if (entry_of(search, copy, &entry))
		take_code(search, copy, entry);
	return search_goes_on(search);
}

/* Add the out-of-line code of a function, if it has any. */
static void take_called(struct location_search *search, Dwarf_Die *function)
{
	uint64_t offset = search->spec->offset;
	Dwarf_Addr entry;

	if (!entry_of(search, function, &entry))
		return;
	if (offset && !perf_probe_die_has(search->debug, function, entry + offset))
		search->is_beyond = true;
	else if (search->spec->is_return && !is_entry(search->debug, entry))
		search->no_entry = true;
	else
		take_code(search, function, entry);
}

static bool take_function(Dwarf_Die *function, void *context)
{
	struct location_search *search = context;
	const char *name = dwarf_diename(function);
	const struct perf_probe_spec *spec = search->spec;

	if (name)
		perf_nearest_offer(&search->nearest, name);
	if (!perf_probe_match_function(search->debug, function, spec))
		return search_goes_on(search);
	search->function = *function;
	search->has_function = true;
	take_called(search, function);
	if (!dwarf_hasattr(function, DW_AT_inline) || !dwarf_func_inline(function))
		return search_goes_on(search);
	if (spec->is_return || spec->offset)
		search->is_inlined = true;
	else if (!spec->no_inlines)
		perf_probe_copies_walk(search->debug, function, take_copy, search);
	return search_goes_on(search);
}

/* Add @address with the name of the function that contains it. */
static void add_at_address(struct location_search *search, Dwarf_Addr address)
{
	const struct perf_probe_scopes *scopes = perf_probe_scopes_find(search->debug, address);
	Dwarf_Addr entry = address;
	const char *name = NULL;
	Dwarf_Die *scope;

	perf_vec_each(&scopes->list, scope) {
		int tag = dwarf_tag(scope);

		if (tag != DW_TAG_subprogram && tag != DW_TAG_inlined_subroutine)
			continue;
		name = dwarf_diename(scope);
		entry_of(search, scope, &entry);
		if (name)
			break;
	}
	add_location(search, address, name, entry);
}

static void search_units(struct location_search *search)
{
	Dwarf_Addr address;
	Dwarf_Off offset = 0;

	while (search_goes_on(search) &&
	       perf_probe_unit_next(search->debug, &offset, &search->unit)) {
		if (search->spec->function) {
			perf_probe_functions_walk(search->debug, &search->unit, take_function,
						  search);
			continue;
		}
		address = address_of_line(search, NULL, search->spec->source, search->spec->line);
		if (address)
			add_at_address(search, address);
	}
}

/* Set @error if the function exists but cannot have such a probe; else return false. */
static bool no_such_place(const struct location_search *search, struct perf_error *error)
{
	const struct perf_probe_spec *spec = search->spec;

	if (search->is_beyond) {
		perf_error_set(error, ENOENT, "'%s+%llu' is behind the end of '%s'",
			       spec->function, (unsigned long long)spec->offset, spec->function);
	} else if (search->no_entry) {
		perf_error_set(error, ENOENT,
			       "'%s' begins where no symbol of the program does: a return probe there could overwrite the program's stack",
			       spec->function);
	} else if (search->is_inlined && spec->is_return) {
		perf_error_set(error, ENOENT,
			       "all copies of '%s' were inlined: it is never called, so it does not return",
			       spec->function);
		perf_error_hint(error,
				"probe a line of it (-L %s shows them), or the return of a function that it was inlined into",
				spec->function);
	} else if (search->is_inlined) {
		perf_error_set(error, ENOENT,
			       "all copies of '%s' were inlined, and an offset counts in a function that is called",
			       spec->function);
		perf_error_hint(error, "-L %s shows lines of it that can be probed",
				spec->function);
	} else if (spec->no_inlines && search->has_function) {
		perf_error_set(error, ENOENT, "all copies of '%s' were inlined", spec->function);
		perf_error_hint(error, "they can be probed without --no-inlines");
	} else {
		return false;
	}
	return true;
}

static int not_found(const struct location_search *search, struct perf_error *error)
{
	const struct perf_probe_spec *spec = search->spec;

	if (search->near_line) {
		perf_error_set(error, ENOENT, "there is no code at line %d of %s", spec->line,
			       spec->function ? spec->function : spec->source);
		if (spec->function)
			perf_error_hint(error, "-L %s shows the lines that have some",
					spec->function);
		else
			perf_error_hint(error, "the nearest line that has some is %d",
					search->near_line);
	} else if (spec->function && !no_such_place(search, error)) {
		perf_error_set(error, ENOENT, "there is no function '%s'", spec->function);
		perf_probe_suggest(error, &search->nearest);
		perf_probe_split_hint(search->debug, error);
	} else if (!spec->function) {
		perf_error_set(error, ENOENT, "nothing was made from a file '%s'", spec->source);
	}
	return -ENOENT;
}

/**
 * perf_probe_debug_find() - addresses of a function or line
 * @debug: debug information
 * @spec: function, line
 * @locations: result; free its list, also on failure
 * @error: filled on failure
 *
 * Each inlined copy of a function has its own location.
 *
 * Return: 0; -ENOENT if there is no such function or file, or no code at the line; -ERANGE if there
 * are more locations than @spec->most; -ELOOP, -ENOMEM; -ENOTSUP without libdw.
 */
int perf_probe_debug_find(struct perf_probe_debug *debug, const struct perf_probe_spec *spec,
			  struct perf_probe_locations *locations, struct perf_error *error)
{
	struct location_search search = { .debug = debug, .spec = spec, .locations = locations };
	int ret = 0;

	perf_nearest_init(&search.nearest, spec->function ? spec->function : "");
	perf_probe_steps_begin(debug);
	search_units(&search);
	if (search.failed)
		ret = perf_error_memory(error);
	else if (!locations->list.count)
		ret = not_found(&search, error);
	ret = perf_probe_steps_end(debug, ret, error);
	if (ret || !spec->most || locations->list.count <= spec->most)
		return ret;
	perf_error_set(error, ERANGE, "'%s' is in %zu places, more than %zu",
		       spec->function ? spec->function : spec->source, locations->list.count,
		       spec->most);
	perf_error_hint(error, "--max-probes %zu allows that", locations->list.count);
	return -ERANGE;
}

#else /* !HAVE_DW */

int perf_probe_debug_find(struct perf_probe_debug *debug, const struct perf_probe_spec *spec,
			  struct perf_probe_locations *locations, struct perf_error *error)
{
	(void)debug;
	(void)spec;
	(void)locations;
	return perf_error_set(error, ENOTSUP, "this perf was built without libdw");
}
#endif
