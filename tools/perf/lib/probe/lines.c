// SPDX-License-Identifier: GPL-2.0
/* perf_probe_debug_lines(): source lines that have code. */
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <probe/debug.h>
#include <probe/dies.h>
#include <probe/match.h>
#include <probe/split.h>

#ifdef HAVE_DW
#include <dwarf.h>

static int compare_lines(const void *a, const void *b)
{
	int x = *(const int *)a, y = *(const int *)b;

	return (x > y) - (x < y);
}

/* A search for the lines of a function or a file. */
struct line_search {
	struct perf_probe_debug *debug;
	const struct perf_probe_spec *spec;
	struct perf_probe_lines *out;
	Dwarf_Die unit;
	bool failed;
};

/* Add the lines of @search->out->path that have code, within @function if it is not NULL. */
static void collect_lines(struct line_search *search, Dwarf_Die *function)
{
	Dwarf_Addr entry = 0;
	Dwarf_Lines *lines;
	size_t count, i;
	bool statement;

	if (dwarf_getsrclines(&search->unit, &lines, &count) ||
	    !perf_probe_step(search->debug, count))
		return;
	/* Leave out a line at the entry address: the name of the function already probes it. */
	if (function)
		dwarf_entrypc(function, &entry);
	for (i = 0; i < count; i++) {
		Dwarf_Line *line = dwarf_onesrcline(lines, i);
		const char *source = dwarf_linesrc(line, NULL, NULL);
		Dwarf_Addr address;
		int number, *added;

		if (dwarf_lineno(line, &number) || dwarf_lineaddr(line, &address) || !source ||
		    dwarf_linebeginstatement(line, &statement) || !statement || number <= 0 ||
		    strcmp(source, search->out->path) ||
		    (function && (!perf_probe_die_has(search->debug, function, address) ||
				  address == entry)))
			continue;
		added = perf_vec_push(&search->out->code);
		if (!added) {
			search->failed = true;
			return;
		}
		*added = number;
	}
}

static bool lines_of_code(Dwarf_Die *code, void *context)
{
	struct line_search *search = context;

	collect_lines(search, code);
	return !search->failed;
}

static bool lines_of_function(Dwarf_Die *function, void *context)
{
	struct line_search *search = context;
	const char *file = perf_probe_split_file(search->debug, function);

	if (!file || !perf_probe_match_function(search->debug, function, search->spec))
		return true;
	search->out->path = strdup(file);
	dwarf_decl_line(function, &search->out->name_line);
	if (!search->out->path) {
		search->failed = true;
		return false;
	}
	collect_lines(search, function);
	if (dwarf_func_inline(function))
		perf_probe_copies_walk(search->debug, function, lines_of_code, search);
	return false;
}

static void lines_of_file(struct line_search *search)
{
	struct perf_probe_lines *out = search->out;
	Dwarf_Files *files;
	size_t count, i;

	if (dwarf_getsrcfiles(&search->unit, &files, &count))
		return;
	for (i = 0; i < count && !out->path && perf_probe_step(search->debug, 1); i++) {
		const char *path = dwarf_filesrc(files, i, NULL, NULL);

		if (!path || !perf_probe_match_file(path, search->spec->source))
			continue;
		out->path = strdup(path);
		search->failed = !out->path;
	}
	if (out->path)
		collect_lines(search, NULL);
}

/* Sum that saturates at INT_MAX: the debug information chooses the line numbers. */
static int add_lines(int a, int b)
{
	int sum;

	return __builtin_add_overflow(a, b, &sum) ? INT_MAX : sum;
}

/* Sort lines, drop duplicates, and set @lines->first and @lines->last. */
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
		lines->first = add_lines(lines->first, lines->name_line ? spec->line :
							spec->line - 1);
	lines->last = add_lines(kept ? lines->code.at[kept - 1] : lines->name_line, 3);
}

/**
 * perf_probe_debug_lines() - lines at which a probe can be set
 * @debug: debug information
 * @spec: function, or file and line
 * @lines: result; free with perf_probe_lines_free(), also on failure
 * @error: filled on failure
 *
 * Return: 0, -ENOENT, -ENOMEM; -ELOOP if the debug information is damaged; -ENOTSUP without libdw.
 */
int perf_probe_debug_lines(struct perf_probe_debug *debug, const struct perf_probe_spec *spec,
			   struct perf_probe_lines *lines, struct perf_error *error)
{
	struct line_search search = { .debug = debug, .spec = spec, .out = lines };
	Dwarf_Off offset = 0;
	int ret;

	*lines = (struct perf_probe_lines){ 0 };
	perf_probe_steps_begin(debug);
	while (!lines->path && !search.failed &&
	       perf_probe_unit_next(debug, &offset, &search.unit)) {
		if (spec->function)
			perf_probe_functions_walk(debug, &search.unit, lines_of_function, &search);
		else
			lines_of_file(&search);
	}
	ret = perf_probe_steps_end(debug, search.failed ? perf_error_memory(error) : 0, error);
	if (ret)
		return ret;
	/* A short function may have no line after its entry. */
	if (!lines->code.count && !lines->name_line) {
		perf_error_set(error, ENOENT, "there is no code of '%s'",
			       spec->function ? spec->function : spec->source);
		perf_probe_split_hint(debug, error);
		return -ENOENT;
	}
	sort_lines(lines, spec);
	return 0;
}

/** perf_probe_lines_free() - free the contents of @lines */
void perf_probe_lines_free(struct perf_probe_lines *lines)
{
	perf_vec_free(&lines->code);
	free(lines->path);
}

#else /* !HAVE_DW */

int perf_probe_debug_lines(struct perf_probe_debug *debug, const struct perf_probe_spec *spec,
			   struct perf_probe_lines *lines, struct perf_error *error)
{
	(void)debug;
	(void)spec;
	*lines = (struct perf_probe_lines){ 0 };
	return perf_error_set(error, ENOTSUP, "this perf was built without libdw");
}

void perf_probe_lines_free(struct perf_probe_lines *lines)
{
	(void)lines;
}

#endif
