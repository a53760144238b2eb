// SPDX-License-Identifier: GPL-2.0-only
/*
 * Symbols of code made at run time, from /tmp/perf-PID.map.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <base/io.h>
#include <model/jit_map.h>

/* A line is cut in place; false if it is not one of ours. */
static bool parse_line(char *line, uint64_t *start, uint64_t *size, char **name)
{
	char *end;

	*start = strtoull(line, &end, 16);
	if (end == line || *end != ' ')
		return false;
	line = end + 1;
	*size = strtoull(line, &end, 16);
	if (end == line || *end != ' ')
		return false;
	*name = end + 1;
	return **name;
}

/* Addresses of JIT code are rarely sorted, and a later line replaces earlier ones. */
static int compare_symbols(const void *left, const void *right)
{
	const struct perf_symbol *a = left, *b = right;

	if (a->start != b->start)
		return a->start < b->start ? -1 : 1;
	/* Names lie in the order of the lines; the newest first. */
	return a->name > b->name ? -1 : a->name < b->name;
}

static void keep_newest(struct perf_symbols *symbols)
{
	size_t from, to = 0;

	if (!symbols->nr)
		return;
	qsort(symbols->v, symbols->nr, sizeof(*symbols->v), compare_symbols);
	for (from = 1; from < symbols->nr; from++)
		if (symbols->v[from].start != symbols->v[to].start)
			symbols->v[++to] = symbols->v[from];
	symbols->nr = to + 1;
}

int perf_jit_map_load(const char *path, struct perf_symbols *symbols)
{
	char *text, *line, *next, *name;
	uint64_t start, size;
	size_t bytes;

	text = perf_read_file(path, &bytes);
	if (!text)
		return -errno;
	if (!perf_symbols_own(symbols, text))
		return -ENOMEM;
	for (line = text; line && *line; line = next) {
		next = strchr(line, '\n');
		if (next)
			*next++ = '\0';
		if (!parse_line(line, &start, &size, &name))
			continue;
		if (perf_symbols_add(symbols, start, start + size, name, PERF_SYMBOL_GLOBAL))
			return -ENOMEM;
	}
	keep_newest(symbols);
	perf_symbols_seal(symbols, PERF_SYMBOLS_ELF);
	return 0;
}
