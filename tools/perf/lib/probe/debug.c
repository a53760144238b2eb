// SPDX-License-Identifier: GPL-2.0
/*
 * perf_probe_debug_open(): the debug information of a program. libdw reads it, also from a separate
 * file.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <probe/debug.h>
#include <probe/debug_file.h>
#include <probe/debug_state.h>
#include <probe/dies.h>
#include <probe/split.h>

#ifdef HAVE_DW
#include <dwarf.h>
#include <gelf.h>

/* Bytes of .debug_info and of symbol tables, which bound the steps of a search. */
static uint64_t size_of_tables(Elf *elf)
{
	Elf_Scn *section = NULL;
	uint64_t size = 0;
	GElf_Shdr header;
	const char *name;
	size_t names;

	if (elf_getshdrstrndx(elf, &names))
		return 0;
	while ((section = elf_nextscn(elf, section))) {
		if (!gelf_getshdr(section, &header))
			continue;
		name = elf_strptr(elf, names, header.sh_name);
		if ((name && strstr(name, "debug_info")) || header.sh_type == SHT_SYMTAB ||
		    header.sh_type == SHT_DYNSYM)
			size += header.sh_size;
	}
	return size;
}

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
	if (debug->dwarf)
		debug->size = size_of_tables(dwarf_getelf(debug->dwarf));
	return DWARF_CB_ABORT;
}

static bool open_all(struct perf_probe_debug *debug, const char *path)
{
	int fd;

	debug->callbacks = (Dwfl_Callbacks){
		.find_elf = dwfl_build_id_find_elf,
		.find_debuginfo = perf_probe_debug_file_find,
		.section_address = dwfl_offline_section_address,
		.debuginfo_path = &debug->directory,
	};
	debug->directory = strdup("/usr/lib/debug");
	debug->dwfl = debug->directory ? dwfl_begin(&debug->callbacks) : NULL;
	fd = debug->dwfl ? perf_probe_debug_file_open(path) : -1;
	if (fd < 0)
		return false;
	/* On success the module owns the descriptor. */
	if (!dwfl_report_offline(debug->dwfl, path, path, fd)) {
		close(fd);
		return false;
	}
	dwfl_report_end(debug->dwfl, NULL, NULL);
	dwfl_getmodules(debug->dwfl, take_module, debug, 0);
	return debug->dwarf && debug->elf;
}

/**
 * perf_probe_debug_open() - open the debug information of a program, or its separate file
 * @path: program, library or vmlinux
 * @error: filled on failure
 *
 * Return: the debug information; NULL on failure, if there is none, or without libdw.
 */
struct perf_probe_debug *perf_probe_debug_open(const char *path, struct perf_error *error)
{
	struct perf_probe_debug *debug = calloc(1, sizeof(*debug));

	if (!debug) {
		perf_error_memory(error);
		return NULL;
	}
	debug->shared_fd = -1;
	if (!open_all(debug, path)) {
		perf_error_set(error, ENODATA, "%s has no debug information", path);
		perf_error_hint(error,
				"compile with -g, or install the package with its debug information; functions can be probed without, by name and offset");
	} else if (!perf_probe_debug_file_shared(debug, path, error)) {
		return debug;
	}
	perf_probe_debug_close(debug);
	return NULL;
}

/** perf_probe_debug_close() - close; @debug may be NULL */
void perf_probe_debug_close(struct perf_probe_debug *debug)
{
	if (!debug)
		return;
	perf_vec_free(&debug->scopes.list);
	perf_probe_split_close(debug);
	if (debug->dwfl)
		dwfl_end(debug->dwfl);
	if (debug->shared)
		dwarf_end(debug->shared);
	if (debug->shared_fd >= 0)
		close(debug->shared_fd);
	free(debug->directory);
	free(debug);
}

/**
 * perf_probe_debug_symbol() - the symbol that contains an address
 * @debug: debug information
 * @address: link-time address
 * @offset: result: offset of @address in the symbol
 *
 * Return: its name, which belongs to the debug information; NULL if there is none.
 */
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

/* Does the first parameter of @function stay in the stack frame at every address? */
static bool is_in_frame(struct perf_probe_debug *debug, Dwarf_Die *function)
{
	Dwarf_Attribute attribute;
	Dwarf_Block block;
	Dwarf_Die child;

	if (!perf_probe_die_child(debug, function, &child))
		return false;
	do {
		if (dwarf_tag(&child) == DW_TAG_formal_parameter)
			return dwarf_attr_integrate(&child, DW_AT_location, &attribute) &&
			       !dwarf_formblock(&attribute, &block) && block.length &&
			       block.data[0] == DW_OP_fbreg;
	} while (perf_probe_die_next(debug, &child));
	return false;
}

/*
 * The body of a function in a split unit begins where its line table marks the end of the prologue,
 * else after the code of its first line. dwarf_entry_breakpoints() does the same if the lines are
 * in the unit of the function.
 */
static void body_of_split(struct perf_probe_debug *debug, Dwarf_Die *function, Dwarf_Addr entry,
			  uint64_t *body)
{
	Dwarf_Addr address, second = 0;
	Dwarf_Lines *lines;
	size_t count, i;
	Dwarf_Die unit;
	bool marked;

	if (!perf_probe_split_lines(debug, function, &unit) ||
	    dwarf_getsrclines(&unit, &lines, &count) || !perf_probe_step(debug, count))
		return;
	for (i = 0; i < count; i++) {
		Dwarf_Line *line = dwarf_onesrcline(lines, i);

		if (dwarf_lineaddr(line, &address) || address < entry ||
		    !perf_probe_die_has(debug, function, address))
			continue;
		if (!dwarf_lineprologueend(line, &marked) && marked) {
			*body = address;
			return;
		}
		if (!second && address > entry)
			second = address;
	}
	if (second)
		*body = second;
}

/**
 * perf_probe_debug_body() - move a location to where the variables of its function are set
 * @debug: debug information
 * @location: entry of a function; moved after its prologue if parameters stay in the stack frame,
 * as
 *	in programs that were not optimized
 */
void perf_probe_debug_body(struct perf_probe_debug *debug, struct perf_probe_location *location)
{
	const struct perf_probe_scopes *scopes;
	Dwarf_Addr *starts = NULL;
	Dwarf_Die *scope;

	if (location->address != location->entry)
		return;
	perf_probe_steps_begin(debug);
	scopes = perf_probe_scopes_find(debug, location->address);
	perf_vec_each(&scopes->list, scope) {
		if (dwarf_tag(scope) != DW_TAG_subprogram || !is_in_frame(debug, scope))
			continue;
		if (perf_probe_split_tables(debug, scope))
			body_of_split(debug, scope, location->entry, &location->address);
		else if (dwarf_entry_breakpoints(scope, &starts) > 0)
			location->address = starts[0];
		free(starts);
		break;
	}
	perf_probe_steps_end(debug, 0, NULL);
}

#else /* !HAVE_DW */

struct perf_probe_debug *perf_probe_debug_open(const char *path, struct perf_error *error)
{
	(void)path;
	perf_error_set(error, ENOTSUP,
		       "this perf was built without libdw: functions can be probed by name and offset only");
	return NULL;
}

void perf_probe_debug_close(struct perf_probe_debug *debug)
{
	(void)debug;
}

const char *perf_probe_debug_symbol(struct perf_probe_debug *debug, uint64_t address,
				    uint64_t *offset)
{
	(void)debug;
	(void)address;
	(void)offset;
	return NULL;
}

void perf_probe_debug_body(struct perf_probe_debug *debug, struct perf_probe_location *location)
{
	(void)debug;
	(void)location;
}

#endif
