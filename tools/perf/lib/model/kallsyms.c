// SPDX-License-Identifier: GPL-2.0-only
/*
 * Symbols of the kernel and its modules, from text as /proc/kallsyms has it.
 *
 * A line is: address, blank, type letter, blank, name, and for modules a tabulator and
 * the module's name in brackets.
 */
#include <stdlib.h>
#include <string.h>
#include <errno.h>
#include <base/io.h>
#include <base/str.h>
#include <model/kallsyms.h>

struct perf_kallsyms {
	char *text;
	size_t size;
};

/* One line, taken apart. */
struct line {
	uint64_t addr;
	char type;
	char *name;
	size_t name_size;
	char *module;	/* NULL: the kernel */
	size_t module_size;
};

struct perf_kallsyms *perf_kallsyms_read(const char *path)
{
	struct perf_kallsyms *kallsyms = calloc(1, sizeof(*kallsyms));

	if (!kallsyms)
		return NULL;
	kallsyms->text = perf_read_file(path, &kallsyms->size);
	if (!kallsyms->text) {
		free(kallsyms);
		return NULL;
	}
	return kallsyms;
}

void perf_kallsyms_free(struct perf_kallsyms *kallsyms)
{
	if (!kallsyms)
		return;
	free(kallsyms->text);
	free(kallsyms);
}

static int hex_digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	if (c >= 'a' && c <= 'f')
		return c - 'a' + 10;
	return -1;
}

/* Take the line at @at apart; the start of the next one, NULL at the end. */
static char *parse_line(const struct perf_kallsyms *kallsyms, char *at, struct line *line)
{
	char *end = kallsyms->text + kallsyms->size;
	char *stop, *tab;

	while (at < end) {
		stop = memchr(at, '\n', end - at);
		if (!stop)
			stop = end;
		for (line->addr = 0; at < stop && hex_digit(*at) >= 0; at++)
			line->addr = line->addr << 4 | hex_digit(*at);
		if (stop - at < 4 || at[0] != ' ' || at[2] != ' ') {
			at = stop + 1;
			continue;
		}
		line->type = at[1];
		line->name = at + 3;
		tab = memchr(line->name, '\t', stop - line->name);
		line->name_size = (tab ? tab : stop) - line->name;
		line->module = tab ? tab + 1 : NULL;
		line->module_size = tab ? stop - tab - 1 : 0;
		return stop + 1;
	}
	return NULL;
}

/* Functions and data of the kernel: T, W, D, B and their local kinds. */
static bool is_wanted(char type)
{
	return strchr("TtWwDdBb", type) && type;
}

bool perf_kallsyms_hidden(const struct perf_kallsyms *kallsyms)
{
	struct line line;
	char *at = kallsyms->text;
	unsigned int looked;

	for (looked = 0; looked < 100 && (at = parse_line(kallsyms, at, &line)); looked++)
		if (line.addr)
			return false;
	return true;
}

uint64_t perf_kallsyms_address(const struct perf_kallsyms *kallsyms, const char *name)
{
	char *at = kallsyms->text;
	size_t size = strlen(name);
	struct line line;

	while ((at = parse_line(kallsyms, at, &line)))
		if (line.name_size == size && !memcmp(line.name, name, size) && !line.module)
			return line.addr;
	return 0;
}

static enum perf_symbol_bind bind_of(char type)
{
	if (type == 'W')
		return PERF_SYMBOL_WEAK;
	return type >= 'A' && type <= 'Z' ? PERF_SYMBOL_GLOBAL : PERF_SYMBOL_LOCAL;
}

static bool same_module(const struct line *line, const char *module, size_t size)
{
	if (!module)
		return !line->module;
	return line->module_size == size && line->module && !memcmp(line->module, module, size);
}

int perf_kallsyms_load(struct perf_kallsyms *kallsyms, const char *module, uint64_t shift,
		       struct perf_symbols *symbols)
{
	size_t size = module ? strlen(module) : 0;
	char *at = kallsyms->text;
	struct line line;
	char *names;

	/* One block for all names: they are parts of the text, so they fit. */
	names = malloc(kallsyms->size + 1);
	if (!names || !perf_symbols_own(symbols, names))
		return -ENOMEM;
	while ((at = parse_line(kallsyms, at, &line))) {
		if (!is_wanted(line.type) || !line.addr || !same_module(&line, module, size))
			continue;
		memcpy(names, line.name, line.name_size);
		names[line.name_size] = '\0';
		if (perf_symbols_add(symbols, line.addr + shift, line.addr + shift, names,
				     bind_of(line.type)))
			return -ENOMEM;
		names += line.name_size + 1;
	}
	perf_symbols_seal(symbols, PERF_SYMBOLS_KALLSYMS);
	return 0;
}
