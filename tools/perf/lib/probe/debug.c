// SPDX-License-Identifier: GPL-2.0-only
/*
 * Functions and lines of a program. By libdw, which also finds debug information that is in
 * a file of its own.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <probe/debug.h>
#include <probe/debug_state.h>

#ifdef HAVE_DW
#include <dwarf.h>
#include <gelf.h>

static int take_module(Dwfl_Module *module, void **unused, const char *name, Dwarf_Addr base,
		       void *context)
{
	struct perf_probe_debug *debug = context;
	Dwarf_Addr bias;
	GElf_Ehdr header;

	(void)unused;
	(void)name;
	(void)base;
	debug->module = module;
	debug->dwarf = dwfl_module_getdwarf(module, &debug->bias);
	debug->elf = dwfl_module_getelf(module, &bias);
	if (debug->elf && gelf_getehdr(debug->elf, &header)) {
		debug->machine = header.e_machine;
		debug->bits = header.e_ident[EI_CLASS] == ELFCLASS32 ? 32 : 64;
	}
	return DWARF_CB_ABORT;
}

static bool open_all(struct perf_probe_debug *debug, const char *path)
{
	static const Dwfl_Callbacks callbacks = {
		.find_elf = dwfl_build_id_find_elf,
		.find_debuginfo = dwfl_standard_find_debuginfo,
		.section_address = dwfl_offline_section_address,
	};

	debug->dwfl = dwfl_begin(&callbacks);
	if (!debug->dwfl || !dwfl_report_offline(debug->dwfl, path, path, -1))
		return false;
	dwfl_report_end(debug->dwfl, NULL, NULL);
	dwfl_getmodules(debug->dwfl, take_module, debug, 0);
	return debug->dwarf && debug->elf;
}

struct perf_probe_debug *perf_probe_debug_open(const char *path, struct perf_error *error)
{
	struct perf_probe_debug *debug = calloc(1, sizeof(*debug));

	if (!debug) {
		perf_error_memory(error);
		return NULL;
	}
	if (open_all(debug, path))
		return debug;
	perf_error_set(error, ENODATA, "%s has no debug information", path);
	perf_error_hint(error,
			"compile with -g, or install the package with its debug information; functions can be probed without, by name and offset");
	perf_probe_debug_close(debug);
	return NULL;
}

void perf_probe_debug_close(struct perf_probe_debug *debug)
{
	if (!debug)
		return;
	if (debug->dwfl)
		dwfl_end(debug->dwfl);
	free(debug);
}

const char *perf_probe_debug_symbol(struct perf_probe_debug *debug, uint64_t address,
				    uint64_t *offset)
{
	GElf_Sym symbol;
	GElf_Off from;
	const char *name;

	name = dwfl_module_addrinfo(debug->module, address + debug->bias, &from, &symbol, NULL,
				    NULL, NULL);
	*offset = from;
	return name;
}

/* A search for the places of a function. */
struct search {
	struct perf_probe_debug *debug;
	const struct perf_probe_spec *spec;
	struct perf_probe_places *places;
	struct perf_nearest nearest;
	Dwarf_Die *cu;
	Dwarf_Die found;	/* the function, for its lines */
	bool has_found;
	bool failed;
	int near_line;		/* with code, nearest to what was wanted */
};

/* Does a path end with these directories and this file? */
static bool is_file(const char *path, const char *wanted)
{
	size_t length = path ? strlen(path) : 0, tail = strlen(wanted);

	if (length < tail || strcmp(path + length - tail, wanted))
		return false;
	return length == tail || path[length - tail - 1] == '/';
}

static void add_place(struct search *search, Dwarf_Addr address, const char *function,
		      Dwarf_Addr entry)
{
	struct perf_probe_place *place;

	perf_vec_each(&search->places->list, place)
		if (place->address == address)
			return;
	place = perf_vec_push(&search->places->list);
	if (!place) {
		search->failed = true;
		return;
	}
	*place = (struct perf_probe_place){ address, function, entry, NULL };
}

/* The first address of a line within a function, or 0. */
static Dwarf_Addr address_of_line(struct search *search, Dwarf_Die *function, const char *file,
				  int wanted)
{
	Dwarf_Addr lowest = 0, address;
	Dwarf_Lines *lines;
	size_t count, i;
	int number;
	bool statement;

	if (dwarf_getsrclines(search->cu, &lines, &count))
		return 0;
	for (i = 0; i < count; i++) {
		Dwarf_Line *line = dwarf_onesrcline(lines, i);
		const char *source = dwarf_linesrc(line, NULL, NULL);

		if (dwarf_lineno(line, &number) || dwarf_lineaddr(line, &address) ||
		    dwarf_linebeginstatement(line, &statement) || !statement || !number ||
		    !source || !is_file(source, file) ||
		    (function && dwarf_haspc(function, address) != 1))
			continue;
		if (abs(number - wanted) < abs(search->near_line - wanted) || !search->near_line)
			search->near_line = number;
		if (number == wanted && (!lowest || address < lowest))
			lowest = address;
	}
	return lowest;
}

/* A copy of the function: itself, or one that was inlined. */
static int take_instance(Dwarf_Die *instance, void *context)
{
	struct search *search = context;
	const char *name = dwarf_diename(&search->found);
	const char *file = dwarf_decl_file(&search->found);
	Dwarf_Addr entry, address;
	int name_line = 0;

	if (dwarf_entrypc(instance, &entry))
		return DWARF_CB_OK;
	address = entry + search->spec->offset;
	if (search->spec->line >= 0) {
		dwarf_decl_line(&search->found, &name_line);
		address = file ? address_of_line(search, instance, file,
						 name_line + search->spec->line) : 0;
	}
	if (address)
		add_place(search, address, name, entry);
	return DWARF_CB_OK;
}

static bool is_wanted(struct search *search, Dwarf_Die *die)
{
	const struct perf_probe_spec *spec = search->spec;
	const char *name = dwarf_diename(die), *linked;
	Dwarf_Attribute attribute;

	if (!name)
		return false;
	if (!strcmp(name, spec->function))
		return !spec->source || is_file(dwarf_decl_file(die), spec->source);
	if (!dwarf_attr_integrate(die, DW_AT_linkage_name, &attribute))
		return false;
	linked = dwarf_formstring(&attribute);
	return linked && !strcmp(linked, spec->function);
}

static int take_function(Dwarf_Die *die, void *context)
{
	struct search *search = context;
	const char *name = dwarf_diename(die);

	if (name)
		perf_nearest_offer(&search->nearest, name);
	if (!is_wanted(search, die))
		return DWARF_CB_OK;
	search->found = *die;
	search->has_found = true;
	take_instance(die, search);
	if (dwarf_func_inline(die) && !search->spec->no_inlines)
		dwarf_func_inline_instances(die, take_instance, search);
	return search->failed ? DWARF_CB_ABORT : DWARF_CB_OK;
}

/* Names the function that an address is in. */
static void add_at_address(struct search *search, Dwarf_Addr address)
{
	Dwarf_Die *scopes;
	Dwarf_Addr entry = address;
	const char *name = NULL;
	int count, i;

	count = dwarf_getscopes(search->cu, address, &scopes);
	for (i = 0; i < count && !name; i++) {
		int tag = dwarf_tag(&scopes[i]);

		if (tag != DW_TAG_subprogram && tag != DW_TAG_inlined_subroutine)
			continue;
		name = dwarf_diename(&scopes[i]);
		dwarf_entrypc(&scopes[i], &entry);
	}
	if (count > 0)
		free(scopes);
	add_place(search, address, name, entry);
}

static void each_cu(struct search *search)
{
	Dwarf_Off offset = 0, next;
	Dwarf_Addr address;
	size_t header;
	Dwarf_Die cu;

	while (!search->failed && !dwarf_nextcu(search->debug->dwarf, offset, &next, &header, NULL,
						NULL, NULL)) {
		if (dwarf_offdie(search->debug->dwarf, offset + header, &cu)) {
			search->cu = &cu;
			if (search->spec->function) {
				dwarf_getfuncs(&cu, take_function, search, 0);
			} else {
				address = address_of_line(search, NULL, search->spec->source,
							  search->spec->line);
				if (address)
					add_at_address(search, address);
			}
		}
		offset = next;
	}
}

static int not_found(const struct search *search, struct perf_error *error)
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
	} else if (spec->no_inlines && search->has_found) {
		perf_error_set(error, ENOENT, "all copies of '%s' were inlined", spec->function);
		perf_error_hint(error, "they can be probed without --no-inlines");
	} else if (spec->function) {
		perf_error_set(error, ENOENT, "there is no function '%s'", spec->function);
		if (search->nearest.best)
			perf_error_hint(error, "did you mean '%s'?", search->nearest.best);
	} else {
		perf_error_set(error, ENOENT, "nothing was made from a file '%s'", spec->source);
	}
	return -ENOENT;
}

int perf_probe_debug_find(struct perf_probe_debug *debug, const struct perf_probe_spec *spec,
			  struct perf_probe_places *places, struct perf_error *error)
{
	struct search search = { .debug = debug, .spec = spec, .places = places };

	perf_nearest_init(&search.nearest, spec->function ? spec->function : "");
	each_cu(&search);
	if (search.failed)
		return perf_error_memory(error);
	if (!places->list.count)
		return not_found(&search, error);
	if (!spec->most || places->list.count <= spec->most)
		return 0;
	perf_error_set(error, ERANGE, "'%s' is in %zu places, more than %zu",
		       spec->function ? spec->function : spec->source, places->list.count,
		       spec->most);
	perf_error_hint(error, "--max-probes %zu allows that", places->list.count);
	return -ERANGE;
}

/* Is what a function was called with in its stack frame all the time? */
static bool is_in_frame(Dwarf_Die *function)
{
	Dwarf_Attribute attribute;
	Dwarf_Block block;
	Dwarf_Die child;

	if (dwarf_child(function, &child))
		return false;
	do {
		if (dwarf_tag(&child) == DW_TAG_formal_parameter)
			return dwarf_attr_integrate(&child, DW_AT_location, &attribute) &&
			       !dwarf_formblock(&attribute, &block) && block.length &&
			       block.data[0] == DW_OP_fbreg;
	} while (!dwarf_siblingof(&child, &child));
	return false;
}

void perf_probe_debug_body(struct perf_probe_debug *debug, struct perf_probe_place *place)
{
	Dwarf_Addr *starts = NULL;
	Dwarf_Die cu, *scopes;
	int count, i, nr;

	if (place->address != place->entry || !dwarf_addrdie(debug->dwarf, place->address, &cu))
		return;
	count = dwarf_getscopes(&cu, place->address, &scopes);
	for (i = 0; i < count; i++) {
		if (dwarf_tag(&scopes[i]) != DW_TAG_subprogram || !is_in_frame(&scopes[i]))
			continue;
		nr = dwarf_entry_breakpoints(&scopes[i], &starts);
		if (nr > 0)
			place->address = starts[0];
		free(starts);
		break;
	}
	if (count > 0)
		free(scopes);
}

static int compare_lines(const void *a, const void *b)
{
	return *(const int *)a - *(const int *)b;
}

/* Lines of a file that have code, within a function if there is one. */
static bool collect_lines(struct search *search, Dwarf_Die *function, struct perf_probe_lines *out)
{
	Dwarf_Addr entry = 0;
	Dwarf_Lines *lines;
	size_t count, i;
	bool statement;

	if (dwarf_getsrclines(search->cu, &lines, &count))
		return true;
	/* What shares the entry is there by the name of the function. */
	if (function)
		dwarf_entrypc(function, &entry);
	for (i = 0; i < count; i++) {
		Dwarf_Line *line = dwarf_onesrcline(lines, i);
		const char *source = dwarf_linesrc(line, NULL, NULL);
		Dwarf_Addr address;
		int number, *added;

		if (dwarf_lineno(line, &number) || dwarf_lineaddr(line, &address) || !source ||
		    dwarf_linebeginstatement(line, &statement) || !statement || !number ||
		    strcmp(source, out->path) ||
		    (function && (dwarf_haspc(function, address) != 1 || address == entry)))
			continue;
		added = perf_vec_push(&out->code);
		if (!added)
			return false;
		*added = number;
	}
	return true;
}

struct line_search {
	struct search search;
	struct perf_probe_lines *out;
};

static int lines_of_instance(Dwarf_Die *instance, void *context)
{
	struct line_search *lines = context;

	if (!collect_lines(&lines->search, instance, lines->out))
		lines->search.failed = true;
	return DWARF_CB_OK;
}

static int lines_of_function(Dwarf_Die *die, void *context)
{
	struct line_search *lines = context;
	const char *file = dwarf_decl_file(die);

	if (!is_wanted(&lines->search, die) || !file || lines->out->path)
		return DWARF_CB_OK;
	lines->out->path = strdup(file);
	dwarf_decl_line(die, &lines->out->name_line);
	if (!lines->out->path) {
		lines->search.failed = true;
		return DWARF_CB_ABORT;
	}
	lines_of_instance(die, lines);
	if (dwarf_func_inline(die))
		dwarf_func_inline_instances(die, lines_of_instance, lines);
	return DWARF_CB_ABORT;
}

static void lines_of_file(struct line_search *lines)
{
	const char *wanted = lines->search.spec->source;
	Dwarf_Files *files;
	size_t count, i;

	if (dwarf_getsrcfiles(lines->search.cu, &files, &count))
		return;
	for (i = 0; i < count && !lines->out->path; i++) {
		const char *path = dwarf_filesrc(files, i, NULL, NULL);

		if (path && is_file(path, wanted))
			lines->out->path = strdup(path);
	}
	if (lines->out->path && !collect_lines(&lines->search, NULL, lines->out))
		lines->search.failed = true;
}

/* Lines are told once each, in order; what they span is told as well. */
static void sort_lines(struct perf_probe_lines *lines, const struct perf_probe_spec *spec)
{
	size_t i, kept = 0;

	if (lines->code.count)
		qsort(lines->code.at, lines->code.count, sizeof(int), compare_lines);
	for (i = 0; i < lines->code.count; i++)
		if (!kept || lines->code.at[i] != lines->code.at[kept - 1])
			lines->code.at[kept++] = lines->code.at[i];
	lines->code.count = kept;
	lines->first = lines->name_line ? lines->name_line : 1;
	if (spec->line > 0)
		lines->first += lines->name_line ? spec->line : spec->line - 1;
	lines->last = (kept ? lines->code.at[kept - 1] : lines->name_line) + 3;
}

int perf_probe_debug_lines(struct perf_probe_debug *debug, const struct perf_probe_spec *spec,
			   struct perf_probe_lines *lines, struct perf_error *error)
{
	struct line_search search = {
		.search = { .debug = debug, .spec = spec }, .out = lines,
	};
	Dwarf_Off offset = 0, next;
	size_t header;
	Dwarf_Die cu;

	*lines = (struct perf_probe_lines){ 0 };
	while (!lines->path && !search.search.failed &&
	       !dwarf_nextcu(debug->dwarf, offset, &next, &header, NULL, NULL, NULL)) {
		if (dwarf_offdie(debug->dwarf, offset + header, &cu)) {
			search.search.cu = &cu;
			if (spec->function)
				dwarf_getfuncs(&cu, lines_of_function, &search, 0);
			else
				lines_of_file(&search);
		}
		offset = next;
	}
	if (search.search.failed)
		return perf_error_memory(error);
	/* A short function may have none behind its entry. */
	if (!lines->code.count && !lines->name_line)
		return perf_error_set(error, ENOENT, "there is no code of '%s'",
				      spec->function ? spec->function : spec->source);
	sort_lines(lines, spec);
	return 0;
}

void perf_probe_lines_free(struct perf_probe_lines *lines)
{
	perf_vec_free(&lines->code);
	free(lines->path);
}

#else /* !HAVE_DW */

static int no_library(struct perf_error *error)
{
	return perf_error_set(error, ENOTSUP,
			      "this perf was built without libdw: functions can be probed by name and offset only");
}

struct perf_probe_debug *perf_probe_debug_open(const char *path, struct perf_error *error)
{
	(void)path;
	no_library(error);
	return NULL;
}

void perf_probe_debug_close(struct perf_probe_debug *debug)
{
	(void)debug;
}

int perf_probe_debug_find(struct perf_probe_debug *debug, const struct perf_probe_spec *spec,
			  struct perf_probe_places *places, struct perf_error *error)
{
	(void)debug;
	(void)spec;
	(void)places;
	return no_library(error);
}

const char *perf_probe_debug_symbol(struct perf_probe_debug *debug, uint64_t address,
				    uint64_t *offset)
{
	(void)debug;
	(void)address;
	(void)offset;
	return NULL;
}

void perf_probe_debug_body(struct perf_probe_debug *debug, struct perf_probe_place *place)
{
	(void)debug;
	(void)place;
}

int perf_probe_debug_lines(struct perf_probe_debug *debug, const struct perf_probe_spec *spec,
			   struct perf_probe_lines *lines, struct perf_error *error)
{
	(void)debug;
	(void)spec;
	*lines = (struct perf_probe_lines){ 0 };
	return no_library(error);
}

void perf_probe_lines_free(struct perf_probe_lines *lines)
{
	(void)lines;
}

#endif
