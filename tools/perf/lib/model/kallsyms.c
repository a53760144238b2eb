// SPDX-License-Identifier: GPL-2.0-only
/*
 * Symbols of the kernel and its modules, from text as /proc/kallsyms has it.
 *
 * A line is: address, blank, type letter, blank, name, and for modules a tabulator and
 * the module's name in brackets. The text is cut into strings at both ends of a name, so that
 * names can stay where they are.
 */
#include <stdlib.h>
#include <string.h>
#include <errno.h>
#include <base/input.h>
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
	const char *name;
	const char *module;	/* NULL: the kernel */
};

static void cut(char *text, size_t size, char separator)
{
	char *at = text, *end = text + size;

	while ((at = memchr(at, separator, end - at)))
		*at++ = '\0';
}

struct perf_kallsyms *perf_kallsyms_read(const char *path)
{
	struct perf_kallsyms *kallsyms = calloc(1, sizeof(*kallsyms));

	if (!kallsyms)
		return NULL;
	kallsyms->text = perf_input_read(PERF_INPUT_SYMBOLS, path, &kallsyms->size);
	if (!kallsyms->text) {
		free(kallsyms);
		return NULL;
	}
	cut(kallsyms->text, kallsyms->size, '\n');
	cut(kallsyms->text, kallsyms->size, '\t');
	return kallsyms;
}

void perf_kallsyms_free(struct perf_kallsyms *kallsyms)
{
	if (!kallsyms)
		return;
	free(kallsyms->text);
	free(kallsyms);
}

/* 16 and more: it is none. */
static unsigned int hex_digit(char c)
{
	if (c <= '9')
		return (unsigned int)c - '0';
	return c < 'a' ? 16 : (unsigned int)(c - 'a') + 10;
}

/* Take the line at @at apart; the start of the next one, NULL at the end. */
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

/* Functions and data of the kernel: T, W, D, B and their local kinds. */
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

bool perf_kallsyms_hidden(const struct perf_kallsyms *kallsyms)
{
	const char *at = kallsyms->text;
	struct line line;
	unsigned int looked;

	for (looked = 0; looked < 100 && (at = parse_line(kallsyms, at, &line)); looked++)
		if (line.addr)
			return false;
	return true;
}

uint64_t perf_kallsyms_address(const struct perf_kallsyms *kallsyms, const char *name)
{
	const char *at = kallsyms->text;
	struct line line;

	while ((at = parse_line(kallsyms, at, &line)))
		if (!line.module && !strcmp(line.name, name))
			return line.addr;
	return 0;
}

static enum perf_symbol_bind bind_of(char type)
{
	if (type == 'W')
		return PERF_SYMBOL_WEAK;
	return type >= 'A' && type <= 'Z' ? PERF_SYMBOL_GLOBAL : PERF_SYMBOL_LOCAL;
}

static bool same_module(const struct line *line, const char *module)
{
	return module ? line->module && !strcmp(line->module, module) : !line->module;
}

int perf_kallsyms_load(const struct perf_kallsyms *kallsyms, const char *module, uint64_t shift,
		       struct perf_symbols *symbols)
{
	const char *at = kallsyms->text;
	struct line line;

	while ((at = parse_line(kallsyms, at, &line))) {
		if (!is_wanted(line.type) || !line.addr || !same_module(&line, module))
			continue;
		if (perf_symbols_add(symbols, line.addr + shift, line.addr + shift, line.name,
				     bind_of(line.type)))
			return -ENOMEM;
	}
	perf_symbols_seal(symbols, PERF_SYMBOLS_KALLSYMS);
	return 0;
}
