// SPDX-License-Identifier: GPL-2.0
/*
 * Symbols of the kernel and its modules, from the text of /proc/kallsyms.
 *
 * A line is: address, blank, type letter, blank, name, and for modules a tab and the module's name
 * in brackets. perf_kallsyms_read() replaces tabs and line ends by zero bytes, so that symbols can
 * point to the names in the text.
 */
#include <stdlib.h>
#include <string.h>
#include <errno.h>
#include <base/input.h>
#include <base/map.h>
#include <base/str.h>
#include <base/vec.h>
#include <model/kallsyms.h>

/* A run of lines of one module, or of the kernel; most modules have one or few runs. */
struct lines_of {
	const char *first;	/* its first line */
	const char *end;	/* end of its last line */
	uint32_t next;		/* next run of the module: index + 1 in runs */
};

/* All runs; by number of a module in names, its first and last run, each as index + 1. */
struct module_index {
	PERF_VEC(struct lines_of) runs;
	PERF_VEC(uint32_t) first;
	PERF_VEC(uint32_t) last;
	struct perf_intern names;	/* "" is the kernel */
	bool made;
	bool failed;
};

/* @asked: cache of perf_kallsyms_address(), as each module needs the same addresses. */
struct perf_kallsyms {
	char *text;
	size_t size;
	struct module_index index;
	struct {
		char name[32];
		uint64_t addr;
	} asked[4];
	unsigned int nr_asked;
	bool hidden_known;
	bool hidden;
};

struct line {
	uint64_t addr;
	char type;
	const char *name;
	const char *module;	/* NULL: the kernel */
};

static void cut_word(char *text, size_t size, char separator)
{
	char *at = text, *end = text + size;

	while ((at = memchr(at, separator, end - at)))
		*at++ = '\0';
}

/**
 * perf_kallsyms_read() - read a file
 * @path: "/proc/kallsyms" or a copy
 * @named: the user of the tool named the file, so it may be a pipe
 *
 * Return: the text; NULL with errno set if it cannot be read.
 */
struct perf_kallsyms *perf_kallsyms_read(const char *path, bool named)
{
	struct perf_kallsyms *kallsyms = calloc(1, sizeof(*kallsyms));

	if (!kallsyms)
		return NULL;
	kallsyms->text = (named ? perf_input_read_named :
			  perf_input_read)(PERF_INPUT_SYMBOLS, path, &kallsyms->size);
	if (!kallsyms->text) {
		free(kallsyms);
		return NULL;
	}
	cut_word(kallsyms->text, kallsyms->size, '\n');
	cut_word(kallsyms->text, kallsyms->size, '\t');
	return kallsyms;
}

/** perf_kallsyms_free() - free @kallsyms, which may be NULL */
void perf_kallsyms_free(struct perf_kallsyms *kallsyms)
{
	if (!kallsyms)
		return;
	perf_vec_free(&kallsyms->index.runs);
	perf_vec_free(&kallsyms->index.first);
	perf_vec_free(&kallsyms->index.last);
	perf_intern_free(&kallsyms->index.names);
	free(kallsyms->text);
	free(kallsyms);
}

/* Value of a hex digit; 16 or more: no digit. */
static unsigned int hex_digit(char c)
{
	if (c <= '9')
		return (unsigned int)c - '0';
	return c < 'a' ? 16 : (unsigned int)(c - 'a') + 10;
}

/* Parse the line at @at, skipping malformed ones. Return the next line; NULL at the end. */
static const char *parse_line(const struct perf_kallsyms *kallsyms, const char *at,
			      struct line *line)
{
	const char *end = kallsyms->text + kallsyms->size;
	unsigned int digit;

	while (at < end) {
		for (line->addr = 0; (digit = hex_digit(*at)) < 16; at++)
			line->addr = line->addr << 4 | digit;
		if (at[0] != ' ' || !at[1] || at[2] != ' ' || !at[3]) {
			at += strlen(at) + 1;
			continue;
		}
		line->type = at[1];
		line->name = at + 3;
		line->module = NULL;
		at = line->name + strlen(line->name) + 1;
		if (at < end && *at == '[') {
			line->module = at;
			at += strlen(at) + 1;
		}
		return at;
	}
	return NULL;
}

/* line.type of functions and data of the kernel: T, W, D, B and their local kinds. */
static bool is_wanted(char type)
{
	switch (type | 0x20) {
	case 't':
	case 'w':
	case 'd':
	case 'b':
		return true;
	default:
		return false;
	}
}

/**
 * perf_kallsyms_hidden() - are all addresses zero?
 * @kallsyms: the text
 *
 * The kernel shows zeros to readers without the right to see addresses
 * (/proc/sys/kernel/kptr_restrict).
 */
bool perf_kallsyms_hidden(struct perf_kallsyms *kallsyms)
{
	const char *at = kallsyms->text;
	struct line line;
	unsigned int looked;

	if (kallsyms->hidden_known)
		return kallsyms->hidden;
	kallsyms->hidden_known = true;
	kallsyms->hidden = true;
	for (looked = 0; looked < 100 && (at = parse_line(kallsyms, at, &line)); looked++)
		if (line.addr)
			kallsyms->hidden = false;
	return kallsyms->hidden;
}

static uint64_t search_address(const struct perf_kallsyms *kallsyms, const char *name)
{
	const char *at = kallsyms->text;
	struct line line;

	while ((at = parse_line(kallsyms, at, &line)))
		if (!line.module && !strcmp(line.name, name))
			return line.addr;
	return 0;
}

/**
 * perf_kallsyms_address() - address of one symbol
 * @kallsyms: the text
 * @name: name of a symbol of the kernel itself
 *
 * Return: the address, 0 if there is no such symbol.
 */
uint64_t perf_kallsyms_address(struct perf_kallsyms *kallsyms, const char *name)
{
	unsigned int i;

	for (i = 0; i < kallsyms->nr_asked; i++)
		if (!strcmp(kallsyms->asked[i].name, name))
			return kallsyms->asked[i].addr;
	if (i == PERF_ARRAY_SIZE(kallsyms->asked) || strlen(name) >= sizeof(kallsyms->asked->name))
		return search_address(kallsyms, name);
	memcpy(kallsyms->asked[i].name, name, strlen(name) + 1);
	kallsyms->asked[i].addr = search_address(kallsyms, name);
	kallsyms->nr_asked++;
	return kallsyms->asked[i].addr;
}

static enum perf_symbol_bind bind_of(char type)
{
	if (type == 'W')
		return PERF_SYMBOL_WEAK;
	return type >= 'A' && type <= 'Z' ? PERF_SYMBOL_GLOBAL : PERF_SYMBOL_LOCAL;
}

/* Add the run of @module from @first up to @end. */
static bool add_run(struct module_index *index, const char *module, const char *first,
		    const char *end)
{
	uint32_t id = perf_intern(&index->names, module);
	struct lines_of *run;
	uint32_t last;

	if (id == PERF_INTERN_NONE)
		return false;
	if (index->first.count == id && (!perf_vec_push(&index->first) ||
					 !perf_vec_push(&index->last)))
		return false;
	run = perf_vec_push(&index->runs);
	if (!run)
		return false;
	run->first = first;
	run->end = end;
	last = index->last.at[id];
	if (last)
		index->runs.at[last - 1].next = index->runs.count;
	else
		index->first.at[id] = index->runs.count;
	index->last.at[id] = index->runs.count;
	return true;
}

static int add_line(struct perf_symbols *symbols, const struct line *line, uint64_t shift)
{
	if (!is_wanted(line->type) || !line->addr)
		return 0;
	return perf_symbols_add(symbols, line->addr + shift, line->addr + shift, line->name,
				bind_of(line->type));
}

/* Index a text once for all modules; with @symbols, add the kernel's symbols on the way. */
static int make_index(struct perf_kallsyms *kallsyms, uint64_t shift,
		      struct perf_symbols *symbols)
{
	const char *at = kallsyms->text, *line_start = at, *first = at, *of = NULL, *module;
	static const char kernel[] = "";
	struct line line;

	kallsyms->index.made = true;
	kallsyms->index.failed = true;
	for (; (at = parse_line(kallsyms, at, &line)); line_start = at) {
		module = line.module ? line.module : kernel;
		if (of && of != module && strcmp(of, module)) {
			if (!add_run(&kallsyms->index, of, first, line_start))
				return -ENOMEM;
			first = line_start;
		}
		of = module;
		if (symbols && of == kernel && add_line(symbols, &line, shift))
			return -ENOMEM;
	}
	if (of && !add_run(&kallsyms->index, of, first, kallsyms->text + kallsyms->size))
		return -ENOMEM;
	kallsyms->index.failed = false;
	return 0;
}

static int load_run(const struct perf_kallsyms *kallsyms, const struct lines_of *run,
		    uint64_t shift, struct perf_symbols *symbols)
{
	const char *at = run->first;
	struct line line;

	while (at && at < run->end && (at = parse_line(kallsyms, at, &line)))
		if (add_line(symbols, &line, shift))
			return -ENOMEM;
	return 0;
}

static int load_module(const struct perf_kallsyms *kallsyms, const char *module, uint64_t shift,
		       struct perf_symbols *symbols)
{
	const struct module_index *index = &kallsyms->index;
	uint32_t id = perf_intern_find(&index->names, module), run;

	for (run = id == PERF_INTERN_NONE ? 0 : index->first.at[id]; run;
	     run = index->runs.at[run - 1].next)
		if (load_run(kallsyms, &index->runs.at[run - 1], shift, symbols))
			return -ENOMEM;
	return 0;
}

/**
 * perf_kallsyms_load() - load the symbols of the kernel or of one module
 * @kallsyms: the text; must outlive the table
 * @module: "[ext4]", or NULL for the kernel itself
 * @shift: added to each address (for a recording of another boot of the same kernel)
 * @symbols: result, sealed
 *
 * Return: 0 or -ENOMEM.
 */
int perf_kallsyms_load(struct perf_kallsyms *kallsyms, const char *module, uint64_t shift,
		       struct perf_symbols *symbols)
{
	bool made = kallsyms->index.made;
	int err = 0;

	if (!made)
		err = make_index(kallsyms, shift, module ? NULL : symbols);
	if (!err && (module || made))
		err = kallsyms->index.failed ? -ENOMEM :
		      load_module(kallsyms, module ? module : "", shift, symbols);
	if (!err)
		perf_symbols_seal(symbols, PERF_SYMBOLS_KALLSYMS);
	return err;
}
