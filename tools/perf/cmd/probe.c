// SPDX-License-Identifier: GPL-2.0-only
/* perf probe: events of one's own, at functions and lines. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <base/io.h>
#include <probe/define.h>

#include "command.h"

struct probe_options {
	struct perf_texts add;
	struct perf_texts remove;
	struct perf_texts define;
	const char *list;
	const char *lines;
	const char *variables;
	const char *functions;
	const char *program;
	const char *module;
	const char *vmlinux;
	const char *symfs;
	bool force;
	bool dry_run;
	bool quiet;
};

#define TYPE	struct probe_options

static const struct perf_option options[] = {
	PERF_OPT_HEADING("What to do"),
	PERF_OPT_LIST(TYPE, add, 'a', "add", "PROBE", "make an event; the same without -a"),
	PERF_OPT_LIST(TYPE, remove, 'd', "del", "NAMES", "remove events; may have wildcards"),
	PERF_OPT_TEXT_OPTIONAL(TYPE, list, 'l', "list", "NAMES", "*", PERF_OPT_OPTIONAL_NEXT,
			       "list the events that there are"),
	PERF_OPT_LIST(TYPE, define, 'D', "definition", "PROBE",
		      "print what the kernel would be told, make nothing"),
	PERF_OPT_TEXT(TYPE, lines, 'L', "line", "PLACE",
		      "show source lines with those that can be probed: FUNCTION or FILE[:LINE]"),
	PERF_OPT_TEXT(TYPE, variables, 'V', "vars", "PROBE", "show the variables that are there"),
	PERF_OPT_TEXT_OPTIONAL(TYPE, functions, 'F', "funcs", "PATTERN", "[!_]*",
			       PERF_OPT_OPTIONAL_NEXT, "show functions that can be probed"),
	PERF_OPT_HEADING("What to probe"),
	PERF_OPT_TEXT(TYPE, program, 'x', "exec", "FILE", "a program or library, not the kernel"),
	PERF_OPT_TEXT(TYPE, module, 'm', "module", "MODULE",
		      "a module of the kernel, by its name or its file"),
	PERF_OPT_TEXT(TYPE, vmlinux, 'k', "vmlinux", "FILE",
		      "the kernel's file with debug information"),
	PERF_OPT_TEXT(TYPE, symfs, 0, "symfs", "DIR",
		      "programs and modules are files below DIR, as if that were /"),
	PERF_OPT_HEADING("How"),
	PERF_OPT_FLAG(TYPE, force, 'f', "force",
		      "make a further event where one of the name exists, with a number"),
	PERF_OPT_FLAG(TYPE, dry_run, 'n', "dry-run", "do all but the last step"),
	PERF_OPT_FLAG(TYPE, quiet, 'q', "quiet", "print nothing but errors"),
	PERF_OPT_END
};

static const char *const usage[] = {
	"[-x FILE] [OPTION...] 'PROBE'...",
	"-l [NAMES]",
	"-d NAMES",
	"[-x FILE] -L PLACE | -V PROBE | -F [PATTERN]",
	NULL
};

static void put_definition(const struct perf_probe_definition *made)
{
	char name[256];

	snprintf(name, sizeof(name), "%s:%s", made->group, made->event);
	fprintf(stderr, "  %-20s (on %s)\n", name, made->about);
}

static int write_all(const struct probe_options *opts, const struct perf_probe_target *target,
		     const struct perf_probe_definitions *made, struct perf_error *error)
{
	size_t i;
	int ret;

	for (i = 0; i < made->list.count && !opts->dry_run; i++) {
		ret = perf_probe_events_write(target->path, made->list.at[i].line, error);
		if (ret)
			return ret;
	}
	if (opts->quiet || !made->list.count)
		return 0;
	fprintf(stderr, "Added new event%s:\n", made->list.count > 1 ? "s" : "");
	for (i = 0; i < made->list.count; i++)
		put_definition(&made->list.at[i]);
	fprintf(stderr, "\nYou can now use it in all perf tools, such as:\n\n"
		"\tperf record -e %s:%s -aR sleep 1\n\n", made->list.at[0].group,
		made->list.at[0].event);
	return 0;
}

static int make(const struct probe_options *opts, struct perf_probe_target *target,
		const struct perf_texts *texts, bool print, struct perf_error *error)
{
	struct perf_probe_definitions made = { 0 };
	struct perf_probe_events existing = { 0 };
	struct perf_probe_spec spec;
	size_t i;
	int ret = 0;

	/* What is only printed may have any name. */
	if (!print)
		ret = perf_probe_events_read(&existing, error);
	for (i = 0; i < texts->count && !ret; i++) {
		ret = perf_probe_spec_parse(&spec, texts->at[i], error);
		if (!ret)
			ret = perf_probe_define(target, &spec, &existing, opts->force || print,
						&made, error);
		perf_probe_spec_free(&spec);
	}
	for (i = 0; i < made.list.count && !ret && print; i++)
		puts(made.list.at[i].line);
	if (!ret && !print)
		ret = write_all(opts, target, &made, error);
	perf_probe_definitions_free(&made);
	perf_probe_events_free(&existing);
	return ret;
}

/* Does a probe have this name: GROUP:EVENT, or EVENT alone, with wildcards? */
static bool is_named(const struct perf_probe_event *event, const char *pattern)
{
	char name[512];

	snprintf(name, sizeof(name), "%s:%s", event->group, event->event);
	return perf_glob_match(pattern, strchr(pattern, ':') ? name : event->event);
}

static int remove_events(const struct probe_options *opts, struct perf_error *error)
{
	const struct perf_probe_event *event;
	struct perf_probe_events events;
	char line[512];
	size_t i, removed;
	int ret;

	ret = perf_probe_events_read(&events, error);
	for (i = 0; i < opts->remove.count && !ret; i++) {
		removed = 0;
		perf_vec_each(&events.list, event) {
			if (ret || !is_named(event, opts->remove.at[i]))
				continue;
			snprintf(line, sizeof(line), "-:%s/%s", event->group, event->event);
			ret = opts->dry_run ? 0 : perf_probe_events_write(event->user, line, error);
			if (!ret && !opts->quiet)
				fprintf(stderr, "Removed event: %s:%s\n", event->group,
					event->event);
			removed++;
		}
		if (!removed && !ret) {
			ret = perf_error_set(error, ENOENT, "there is no event \"%s\"",
					     opts->remove.at[i]);
			perf_error_hint(error, "'perf probe -l' lists those that there are");
		}
	}
	perf_probe_events_free(&events);
	return ret;
}

static int list_events(const struct probe_options *opts, struct perf_error *error)
{
	const struct perf_probe_event *event;
	struct perf_probe_events events;
	struct perf_str about = { 0 };
	char name[512];
	int ret;

	ret = perf_probe_events_read(&events, error);
	perf_vec_each(&events.list, event) {
		if (!is_named(event, opts->list))
			continue;
		perf_str_cut(&about, 0);
		perf_probe_event_about(&about, event);
		snprintf(name, sizeof(name), "%s:%s", event->group, event->event);
		printf("  %-20s (on %s)\n", name, perf_str_text(&about));
	}
	perf_str_free(&about);
	perf_probe_events_free(&events);
	return ret;
}

static bool has_code(const struct perf_probe_lines *lines, int line)
{
	const int *at;

	perf_vec_each(&lines->code, at)
		if (*at == line)
			return true;
	return false;
}

static int print_lines(const struct perf_probe_lines *lines, const char *function,
		       struct perf_error *error)
{
	char text[4096];
	int fd = perf_open_regular(lines->path), line;
	FILE *file = fd < 0 ? NULL : fdopen(fd, "r");

	if (!file) {
		perf_error_set(error, errno, "the source, %s, cannot be read: %m", lines->path);
		if (fd >= 0)
			close(fd);
		return -error->code;
	}
	printf("<%s%s%s:%d>\n", function ? function : "", function ? "@" : "", lines->path,
	       function ? lines->first - lines->name_line : lines->first);
	for (line = 1; line <= lines->last && fgets(text, sizeof(text), file); line++) {
		if (line < lines->first)
			continue;
		text[strcspn(text, "\n")] = '\0';
		perf_text_tame(text, strlen(text), '\t');
		if (line == lines->name_line || has_code(lines, line))
			printf("%7d  %s\n", line - lines->name_line, text);
		else
			printf("         %s\n", text);
	}
	fclose(file);
	return 0;
}

static int show_lines(const struct probe_options *opts, struct perf_probe_target *target,
		      struct perf_error *error)
{
	struct perf_probe_lines lines = { 0 };
	struct perf_probe_spec spec;
	int ret;

	ret = perf_probe_spec_parse(&spec, opts->lines, error);
	/* A name with a dot is a file, also without a line. */
	if (!ret && spec.function && spec.line < 0 && strchr(spec.function, '.')) {
		spec.source = spec.function;
		spec.function = NULL;
	}
	if (!ret && !perf_probe_target_debug(target)) {
		*error = target->why_no_debug;
		ret = -error->code;
	}
	if (!ret)
		ret = perf_probe_debug_lines(target->debug, &spec, &lines, error);
	if (!ret)
		ret = print_lines(&lines, spec.function, error);
	perf_probe_lines_free(&lines);
	perf_probe_spec_free(&spec);
	return ret;
}

/* Lines of variables, to be sorted. */
struct variables {
	PERF_VEC(char *) lines;
};

static int keep_variable(void *context, const char *name, const char *type)
{
	struct variables *variables = context;
	char **line = perf_vec_push(&variables->lines);

	if (!line || asprintf(line, "\t\t%s\t%s", type, name) < 0)
		return -ENOMEM;
	return 0;
}

static int by_text(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

static int print_variables(struct perf_probe_debug *debug, struct perf_probe_place *place,
			   struct perf_error *error)
{
	struct variables variables = { 0 };
	char **line;
	int ret;

	perf_probe_debug_body(debug, place);
	printf("\t@<%s+%llu>\n", place->function ? place->function : "?",
	       (unsigned long long)(place->address - place->entry));
	ret = perf_probe_debug_variables(debug, place, false, keep_variable, &variables);
	if (variables.lines.count && !ret)
		qsort(variables.lines.at, variables.lines.count, sizeof(char *), by_text);
	perf_vec_each(&variables.lines, line) {
		if (!ret)
			puts(*line);
		free(*line);
	}
	perf_vec_free(&variables.lines);
	return ret ? perf_error_memory(error) : 0;
}

static int show_variables(const struct probe_options *opts, struct perf_probe_target *target,
			  struct perf_error *error)
{
	struct perf_probe_places places = { 0 };
	struct perf_probe_place *place;
	struct perf_probe_spec spec;
	int ret;

	ret = perf_probe_spec_parse(&spec, opts->variables, error);
	if (!ret && !perf_probe_target_debug(target)) {
		*error = target->why_no_debug;
		ret = -error->code;
	}
	if (!ret)
		ret = perf_probe_debug_find(target->debug, &spec, &places, error);
	if (!ret)
		printf("Available variables at %s\n", opts->variables);
	for (place = places.list.at; !ret && place < places.list.at + places.list.count; place++)
		ret = print_variables(target->debug, place, error);
	perf_vec_free(&places.list);
	perf_probe_spec_free(&spec);
	return ret;
}

static int by_name(const void *a, const void *b)
{
	const struct perf_symbol *x = a, *y = b;

	return strcmp(x->name, y->name);
}

/* "[!_]*" is what -F means without a pattern: names that are not of the compiler's making. */
static bool is_function(const struct probe_options *opts, const char *name)
{
	if (strcmp(opts->functions, "[!_]*"))
		return perf_glob_match(opts->functions, name);
	return *name != '_' && !strchr(name, '@');
}

/* The kernel lists its modules' functions with a "[MODULE]" behind them. */
static bool is_of_module(const char *line, const char *module)
{
	const char *at = strchr(line, '[');
	size_t length = module ? strlen(module) : 0;

	return !module || (at && !strncmp(at + 1, module, length) && at[1 + length] == ']');
}

static int show_kernel_functions(const struct probe_options *opts, const char *module,
				 struct perf_error *error)
{
	char line[512], name[400], kind;
	FILE *file = fopen("/proc/kallsyms", "r");

	if (!file) {
		perf_error_set(error, errno, "/proc/kallsyms: %m");
		return -error->code;
	}
	while (fgets(line, sizeof(line), file))
		if (sscanf(line, "%*x %c %399s", &kind, name) == 2 && strchr("tT", kind) &&
		    is_function(opts, name) && is_of_module(line, module))
			puts(name);
	fclose(file);
	return 0;
}

static int show_functions(const struct probe_options *opts, struct perf_probe_target *target,
			  struct perf_error *error)
{
	const char *before = "";
	size_t i;

	if (!target->elf)
		return show_kernel_functions(opts, target->module, error);
	qsort(target->names.v, target->names.nr, sizeof(*target->names.v), by_name);
	for (i = 0; i < target->names.nr; i++) {
		const char *name = target->names.v[i].name;

		if (strcmp(name, before) && is_function(opts, name))
			puts(name);
		before = name;
	}
	return 0;
}

static int act(const struct probe_options *opts, struct perf_error *error)
{
	const struct perf_probe_wanted wanted = {
		.program = opts->program, .module = opts->module, .vmlinux = opts->vmlinux,
		.root = opts->symfs,
	};
	struct perf_probe_target target;
	int ret;

	if (opts->list)
		return list_events(opts, error);
	if (opts->remove.count) {
		ret = remove_events(opts, error);
		if (ret || !opts->add.count)
			return ret;
	}
	ret = perf_probe_target_open(&target, &wanted, error);
	if (!ret && opts->functions)
		ret = show_functions(opts, &target, error);
	else if (!ret && opts->lines)
		ret = show_lines(opts, &target, error);
	else if (!ret && opts->variables)
		ret = show_variables(opts, &target, error);
	else if (!ret && opts->define.count)
		ret = make(opts, &target, &opts->define, true, error);
	else if (!ret)
		ret = make(opts, &target, &opts->add, false, error);
	perf_probe_target_close(&target);
	return ret;
}

static int run(struct perf_settings *settings, int argc, char **argv)
{
	struct probe_options opts = { 0 };
	struct perf_error error = { 0 };
	int status = PERF_EXIT_OK, i;

	if (perf_command_parse(&perf_cmd_probe, settings, &opts, &argc, &argv, &status))
		return status;
	for (i = 0; i < argc; i++)
		if (perf_texts_add(&opts.add, argv[i]))
			return PERF_EXIT_FAILED;
	if (!opts.add.count && !opts.remove.count && !opts.define.count && !opts.list &&
	    !opts.lines && !opts.variables && !opts.functions) {
		perf_error_set(&error, EINVAL, "there is nothing to do");
		perf_error_hint(&error, "'perf probe --help' tells what can be done");
		perf_command_fail(&perf_cmd_probe, &error);
		status = PERF_EXIT_USAGE;
	} else if (opts.module && (opts.program || opts.vmlinux)) {
		perf_error_set(&error, EINVAL, "-m excludes -x and -k");
		perf_command_fail(&perf_cmd_probe, &error);
		status = PERF_EXIT_USAGE;
	} else if (act(&opts, &error)) {
		status = perf_command_fail(&perf_cmd_probe, &error);
	}
	perf_options_free(options, &opts);
	return status;
}

const struct perf_command perf_cmd_probe = {
	.name = "probe",
	.summary = "Make events at functions and lines of programs and the kernel",
	.usage = usage,
	.options = options,
	.run = run,
};
