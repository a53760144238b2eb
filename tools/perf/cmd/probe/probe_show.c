// SPDX-License-Identifier: GPL-2.0
/* perf probe -L, -V and -F: the lines, variables and functions of a program or the kernel. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <base/input.h>
#include <base/io.h>
#include <base/out.h>
#include <base/sanitize.h>
#include <base/str.h>
#include <model/demangle.h>
#include <sys/paths.h>

#include "probe/probe_show.h"

/* Does @name match one @pattern? Blanks around @pattern are skipped, each '!' negates. */
static bool passes_one(const char *pattern, size_t length, const char *name)
{
	bool wanted = true;
	char text[256];

	while (length && strchr(" !", *pattern)) {
		wanted ^= *pattern == '!';
		pattern++;
		length--;
	}
	while (length && pattern[length - 1] == ' ')
		length--;
	snprintf(text, sizeof(text), "%.*s", (int)length, pattern);
	return perf_glob_match(text, name) == wanted;
}

/* @filter holds alternatives joined by '|'; the patterns of one, joined by '&', must match. */
static bool passes_filter(const char *filter, const char *name)
{
	bool all = true;
	size_t length;

	for (;; filter += length + 1) {
		length = strcspn(filter, "&|");
		all = all && passes_one(filter, length, name);
		if (filter[length] == '&')
			continue;
		if (all || !filter[length])
			return all;
		all = true;
	}
}

static int compare_line_numbers(const void *wanted, const void *at)
{
	int x = *(const int *)wanted, y = *(const int *)at;

	return (x > y) - (x < y);
}

static bool has_code(const struct perf_probe_lines *lines, int line)
{
	return lines->code.count && bsearch(&line, lines->code.at, lines->code.count, sizeof(line),
					    compare_line_numbers);
}

/*
 * Open @path below @directory: first with its full path, then with ever more leading directories
 * removed. For sources that have moved.
 */
static int open_source(const char *path, const char *directory)
{
	char moved[PERF_PATH_MAX];
	int fd;

	if (!directory)
		return perf_input_open(PERF_INPUT_SOURCE, path);
	do {
		path += *path == '/';
		if (perf_path(moved, sizeof(moved), "%s/%s", directory, path)) {
			fd = perf_input_open(PERF_INPUT_SOURCE, moved);
			if (fd >= 0)
				return fd;
		}
		path = strchr(path, '/');
	} while (path);
	errno = ENOENT;
	return -1;
}

static int print_lines(const struct perf_probe_lines *lines, const char *function,
		       const char *directory, struct perf_error *error)
{
	struct perf_out out = { .fd = STDOUT_FILENO };
	char text[4096];
	int fd = open_source(lines->path, directory), line;
	FILE *file = fd < 0 ? NULL : fdopen(fd, "r");

	if (!file) {
		perf_error_set(error, errno, "the source, %s, cannot be read: %m", lines->path);
		if (fd >= 0)
			close(fd);
		return -error->code;
	}
	perf_str_format(&out.text, "<%s%s%s:%d>", function ? function : "", function ? "@" : "",
			lines->path, function ? lines->first - lines->name_line : lines->first);
	perf_str_sanitize(&out.text, 0, 0);
	perf_str_char(&out.text, '\n');
	for (line = 1; line <= lines->last && fgets(text, sizeof(text), file); line++) {
		if (line < lines->first)
			continue;
		text[strcspn(text, "\n")] = '\0';
		perf_text_sanitize(text, strlen(text), '\t');
		if (line == lines->name_line || has_code(lines, line))
			perf_str_format(&out.text, "%7d  %s\n", line - lines->name_line, text);
		else
			perf_str_format(&out.text, "         %s\n", text);
		perf_out_check(&out);
	}
	fclose(file);
	return perf_out_finish(&out, 0, error);
}

/** probe_show_lines() - -L: print source lines, with numbers at lines that can be probed */
int probe_show_lines(const struct probe_options *opts, struct perf_probe_target *target,
		     struct perf_error *error)
{
	struct perf_probe_lines lines = { 0 };
	struct perf_probe_spec spec;
	int err;

	err = perf_probe_spec_parse(&spec, opts->lines, error);
	/* A spec.function with a dot is a source file, even without a line number. */
	if (!err && spec.function && spec.line < 0 && strchr(spec.function, '.')) {
		spec.source = spec.function;
		spec.function = NULL;
	}
	if (!err && !perf_probe_target_debug(target)) {
		*error = target->why_no_debug;
		err = -error->code;
	}
	if (!err)
		err = perf_probe_debug_lines(target->debug, &spec, &lines, error);
	if (!err)
		err = print_lines(&lines, spec.function, opts->source, error);
	perf_probe_lines_free(&lines);
	perf_probe_spec_free(&spec);
	return err;
}

/* put_variables() sorts @lines before printing. */
struct variables {
	const struct probe_options *opts;
	const struct perf_probe_location *place;
	PERF_VEC(char *) lines;
};

static int keep_variable(void *context, const struct perf_probe_variable *variable)
{
	struct variables *variables = context;
	const char *function = variables->place->function;
	struct perf_str text = { 0 };
	char **line;

	if (variables->opts->filter && !passes_filter(variables->opts->filter, variable->name))
		return 0;
	perf_str_add(&text, "\t\t");
	if (variables->opts->range)
		perf_str_add(&text, variable->is_extern ? "[EXT]\t" : "[VAL]\t");
	perf_str_name(&text, variable->type);
	perf_str_char(&text, '\t');
	perf_str_name(&text, variable->name);
	if (variables->opts->range && *variable->ranges) {
		perf_str_add(&text, "\t@<");
		perf_str_name(&text, function ? function : "?");
		perf_str_format(&text, "+[%s]>", variable->ranges);
	}
	line = perf_vec_push(&variables->lines);
	if (!line) {
		perf_str_free(&text);
		return -ENOMEM;
	}
	*line = perf_str_steal(&text);
	return *line ? 0 : -ENOMEM;
}

static int compare_variable_texts(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

static int put_variables(const struct probe_options *opts, struct perf_probe_debug *debug,
			 struct perf_probe_location *place, struct perf_str *text,
			 struct perf_error *error)
{
	struct variables variables = { .opts = opts, .place = place };
	char **line;
	int err;

	perf_probe_debug_body(debug, place);
	perf_str_add(text, "\t@<");
	perf_str_name(text, place->function ? place->function : "?");
	perf_str_format(text, "+%llu>\n", (unsigned long long)(place->address - place->entry));
	err = perf_probe_debug_variables(debug, place, opts->externs ? PERF_PROBE_EXTERNS : 0,
					 keep_variable, &variables, error);
	if (variables.lines.count && !err)
		qsort(variables.lines.at, variables.lines.count, sizeof(char *),
		      compare_variable_texts);
	else if (!err)
		perf_str_add(text, "\t\t(No matched variables)\n");
	perf_vec_each(&variables.lines, line) {
		if (!err)
			perf_str_format(text, "%s\n", *line);
		free(*line);
	}
	perf_vec_free(&variables.lines);
	return err == -ENOMEM ? perf_error_memory(error) : err;
}

/** probe_show_variables() - -V: print the variables at each location of a probe */
int probe_show_variables(const struct probe_options *opts, struct perf_probe_target *target,
			 struct perf_error *error)
{
	struct perf_out out = { .fd = STDOUT_FILENO };
	struct perf_probe_locations places = { 0 };
	struct perf_probe_location *place;
	struct perf_probe_spec spec;
	int err;

	err = perf_probe_spec_parse(&spec, opts->variables, error);
	spec.no_inlines = opts->no_inlines;
	spec.most = (size_t)opts->most;
	if (!err && !perf_probe_target_debug(target)) {
		*error = target->why_no_debug;
		err = -error->code;
	}
	if (!err)
		err = perf_probe_debug_find(target->debug, &spec, &places, error);
	if (!err) {
		perf_str_add(&out.text, "Available variables at ");
		perf_str_name(&out.text, opts->variables);
		perf_str_char(&out.text, '\n');
	}
	for (place = places.list.at; !err && place < places.list.at + places.list.count; place++) {
		err = put_variables(opts, target->debug, place, &out.text, error);
		perf_out_check(&out);
	}
	perf_vec_free(&places.list);
	perf_probe_spec_free(&spec);
	return perf_out_finish(&out, err, error);
}

static int compare_function_names(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

/* opts->functions "[!_]*", the default of -F, omits names with a leading '_' or with '@'. */
static bool is_function(const struct probe_options *opts, const char *name)
{
	if (opts->filter)
		return passes_filter(opts->filter, name);
	if (strcmp(opts->functions, "[!_]*"))
		return perf_glob_match(opts->functions, name);
	return *name != '_' && !strchr(name, '@');
}

/* /proc/kallsyms appends "[MODULE]" to the functions of modules. */
static bool is_of_module(const char *line, const char *module)
{
	const char *at = strchr(line, '[');
	size_t length = module ? strlen(module) : 0;

	return !module || (at && !strncmp(at + 1, module, length) && at[1 + length] == ']');
}

static int show_kernel_functions(const struct probe_options *opts, const char *module,
				 struct perf_error *error)
{
	struct perf_out out = { .fd = STDOUT_FILENO };
	char line[512], name[400], kind;
	FILE *file = fopen("/proc/kallsyms", "r");

	if (!file) {
		perf_error_set(error, errno, "/proc/kallsyms: %m");
		return -error->code;
	}
	while (fgets(line, sizeof(line), file))
		if (sscanf(line, "%*x %c %399s", &kind, name) == 2 && strchr("tT", kind) &&
		    is_function(opts, name) && is_of_module(line, module)) {
			perf_str_name(&out.text, name);
			perf_str_char(&out.text, '\n');
			perf_out_check(&out);
		}
	fclose(file);
	return perf_out_finish(&out, 0, error);
}

/** probe_show_functions() - -F: print names of functions */
int probe_show_functions(const struct probe_options *opts, struct perf_probe_target *target,
			 struct perf_error *error)
{
	struct perf_out out = { .fd = STDOUT_FILENO };
	PERF_VEC(char *) names = { 0 };
	const char *before = "";
	char **name;
	size_t i;
	int err = 0;

	if (!target->elf)
		return show_kernel_functions(opts, target->module, error);
	for (i = 0; i < target->names.nr && !err; i++) {
		const char *raw = target->names.v[i].name;

		name = perf_vec_push(&names);
		if (name && opts->demangle)
			*name = perf_demangle(raw);
		if (name && !*name)
			*name = strdup(raw);
		if (!name || !*name)
			err = perf_error_memory(error);
	}
	if (!err && names.count)
		qsort(names.at, names.count, sizeof(*names.at), compare_function_names);
	for (i = 0; i < names.count && !err; i++) {
		if (strcmp(names.at[i], before) && is_function(opts, names.at[i])) {
			perf_str_name(&out.text, names.at[i]);
			perf_str_char(&out.text, '\n');
			perf_out_check(&out);
		}
		before = names.at[i];
	}
	perf_vec_each(&names, name)
		free(*name);
	perf_vec_free(&names);
	return perf_out_finish(&out, err, error);
}
