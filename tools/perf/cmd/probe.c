// SPDX-License-Identifier: GPL-2.0
/*
 * perf probe: define events at functions and source lines. perf_probe_spec_parse() parses a probe,
 * perf_probe_define() finds its addresses, and perf_probe_add() writes it to the kernel.
 * probe_show.c lists lines, variables and functions.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <base/out.h>
#include <probe/define.h>
#include <probe/words.h>
#include <probe/write.h>

#include "common/command.h"
#include "common/pager.h"
#include "common/print.h"
#include "probe/probe_show.h"

#define TYPE	struct probe_options

static const struct perf_option options[] = {
	PERF_OPT_HEADING("What to do"),
	PERF_OPT_LIST(TYPE, add, 'a', "add", "PROBE", "make an event; the same without -a"),
	PERF_OPT_LIST(TYPE, remove, 'd', "del", "NAMES", "remove events; may have wildcards"),
	PERF_OPT_TEXT_OPTIONAL(TYPE, list, 'l', "list", "NAMES", "*", PERF_OPT_OPTIONAL_NEXT,
			       "list the events that there are"),
	PERF_OPT_LIST(TYPE, define, 'D', "definition", "PROBE",
		      "print the definitions, make no probe"),
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
	PERF_OPT_TEXT(TYPE, source, 's', "source", "DIR",
		      "sources are below DIR, if they are not where they were compiled"),
	PERF_OPT_FLAG(TYPE, no_inlines, 0, "no-inlines",
		      "only functions that are called, no copies that were inlined"),
	PERF_OPT_INT(TYPE, most, 0, "max-probes", "N",
		     "fail if a probe is in more than N places; 128 by default"),
	PERF_OPT_HEADING("What to show"),
	PERF_OPT_TEXT(TYPE, filter, 0, "filter", "FILTER",
		      "with -V and -F: only these names; wildcards, ! not, & and, | or"),
	PERF_OPT_FLAG(TYPE, externs, 0, "externs", "with -V: variables of the file, too"),
	PERF_OPT_FLAG(TYPE, range, 0, "range", "with -V: in which parts of the function they are"),
	PERF_OPT_FLAG(TYPE, demangle, 0, "demangle",
		      "with -F: names of C++ and Rust as in the source (default)"),
	PERF_OPT_FLAG(TYPE, ignored, 0, "demangle-kernel",
		      "no effect: the kernel's functions have their names of the source"),
	PERF_OPT_FLAG(TYPE, bootconfig, 0, "bootconfig",
		      "with -D, for the kernel: as a boot configuration has it"),
	PERF_OPT_HEADING("How"),
	PERF_OPT_REFUSED(0, "cache", NULL, 0, "probes are not kept for later",
			 "-D prints the definition: keep that"),
	PERF_OPT_REFUSED(0, "target-ns", "PID", 0, "files are looked for here only",
			 "'nsenter -t PID -m perf probe ...' looks where PID does"),
	PERF_OPT_FLAG(TYPE, force, 'f', "force",
		      "make a further event where one of the name exists, with a number"),
	PERF_OPT_FLAG(TYPE, dry_run, 'n', "dry-run", "do all but the last step"),
	PERF_OPT_FLAG(TYPE, quiet, 'q', "quiet", "print nothing but errors"),
	PERF_OPT_COUNT(TYPE, verbose, 'v', "verbose",
		       "print which files are read and the definitions"),
	PERF_OPT_END
};

static const char *const usage[] = {
	"[-x FILE | -m MODULE] [OPTION...] 'PROBE'...",
	"-l [NAMES]",
	"-d NAMES",
	"[-x FILE] -L PLACE | -V PROBE | -F [PATTERN]",
	NULL
};

/* Formats "  GROUP:EVENT (on FUNCTION in PATH)", for -l and after creating events. */
static void put_event(struct perf_str *text, const char *group, const char *event,
		      const char *about)
{
	char name[256];

	snprintf(name, sizeof(name), "%s:%s", group, event);
	perf_str_format(text, "  %-20s (on %s)", name, about);
	perf_str_sanitize(text, 0, 0);
}

static void print_added(const struct perf_probe_definitions *made)
{
	const struct perf_probe_definition *one;
	struct perf_str text = { 0 };

	perf_print_error("Added new event%s:\n", made->list.count > 1 ? "s" : "");
	perf_vec_each(&made->list, one) {
		perf_str_cut(&text, 0);
		put_event(&text, one->group, one->event, one->about);
		perf_print_error("%s\n", perf_str_text(&text));
	}
	perf_str_free(&text);
	perf_print_error("\nYou can now use it in all perf tools, such as:\n\n"
			 "\tperf record -e %s:%s -aR sleep 1\n\n", made->list.at[0].group,
			 made->list.at[0].event);
}

static int write_definitions(const struct probe_options *opts,
			     const struct perf_probe_target *target,
			     const struct perf_probe_definitions *made, struct perf_error *error)
{
	const struct perf_probe_definition *one;
	int err = 0;

	perf_vec_each(&made->list, one)
		if (opts->verbose)
			perf_print_error("%s: %s\n", perf_probe_events_file(target->path),
					 one->line);
	if (!opts->dry_run)
		err = perf_probe_add(made, target->path, perf_probe_write, NULL, error);
	if (!err && !opts->quiet && made->list.count)
		print_added(made);
	return err;
}

/* @made->event has no dots. "kprobes" is the only group. Values cannot escape their quote. */
static int put_bootconfig(struct perf_str *text, const struct perf_probe_definition *made,
			  struct perf_error *error)
{
	const char *place = strchr(made->line, ' ');
	char quote = strchr(made->line, '\'') ? '"' : '\'';

	if (strchr(made->line, quote))
		return perf_error_set(error, EINVAL,
				      "a boot configuration cannot have both ' and \" in %s",
				      made->line);
	perf_str_format(text, "ftrace.event.kprobes.%s.probe = %c%s%c\n", made->event, quote,
			place ? place + 1 : "", quote);
	if (strcmp(made->group, "probe"))
		perf_command_warn(&perf_cmd_probe, "the group %s is left out", made->group);
	return 0;
}

/* Prints definitions; perf_probe_spec_parse() has rejected control characters. */
static int print_definitions(const struct probe_options *opts,
			     const struct perf_probe_definitions *made, struct perf_error *error)
{
	struct perf_out out = { .fd = STDOUT_FILENO };
	const struct perf_probe_definition *one;
	int err = 0;

	perf_vec_each(&made->list, one) {
		if (err)
			break;
		if (opts->bootconfig)
			err = put_bootconfig(&out.text, one, error);
		else
			perf_str_format(&out.text, "%s\n", one->line);
	}
	return perf_out_finish(&out, err, error);
}

static int probe_make(const struct probe_options *opts, struct perf_probe_target *target,
		      const struct perf_texts *texts, bool print, struct perf_error *error)
{
	struct perf_probe_definitions made = { 0 };
	struct perf_probe_events existing = { 0 };
	struct perf_probe_spec spec;
	size_t i;
	int err = 0;

	/* With @print, a definition may reuse the name of an existing event. */
	if (!print)
		err = perf_probe_events_read(&existing, error);
	for (i = 0; i < texts->count && !err; i++) {
		err = perf_probe_spec_parse(&spec, texts->at[i], error);
		spec.no_inlines = opts->no_inlines;
		spec.most = (size_t)opts->most;
		if (!err)
			err = perf_probe_define(target, &spec, &existing, opts->force || print,
						&made, error);
		perf_probe_spec_free(&spec);
	}
	if (!err)
		err = print ? print_definitions(opts, &made, error) :
			      write_definitions(opts, target, &made, error);
	perf_probe_definitions_free(&made);
	perf_probe_events_free(&existing);
	return err;
}

/* Does @pattern match an event? GROUP:EVENT, or EVENT alone, with wildcards. */
static bool is_named(const struct perf_probe_event *event, const char *pattern)
{
	char name[512];

	snprintf(name, sizeof(name), "%s:%s", event->group, event->event);
	return perf_glob_match(pattern, strchr(pattern, ':') ? name : event->event);
}

/* Checks that each name of opts->remove matches an event, before any event is deleted. */
static int check_names(const struct probe_options *opts, const struct perf_probe_events *events,
		       struct perf_error *error)
{
	const struct perf_probe_event *event;
	bool found;
	size_t i;

	for (i = 0; i < opts->remove.count; i++) {
		found = false;
		perf_vec_each(&events->list, event)
			found |= is_named(event, opts->remove.at[i]);
		if (found)
			continue;
		perf_error_set(error, ENOENT, "there is no event \"%s\"", opts->remove.at[i]);
		perf_error_hint(error, "'perf probe -l' lists those that there are");
		return -ENOENT;
	}
	return 0;
}

static bool is_to_go(const struct probe_options *opts, const struct perf_probe_event *event)
{
	size_t i;

	for (i = 0; i < opts->remove.count; i++)
		if (is_named(event, opts->remove.at[i]))
			return true;
	return false;
}

static int remove_events(const struct probe_options *opts, struct perf_error *error)
{
	const struct perf_probe_event *event;
	struct perf_probe_events events;
	int err;

	err = perf_probe_events_read(&events, error);
	if (!err)
		err = check_names(opts, &events, error);
	perf_vec_each(&events.list, event) {
		if (err || !is_to_go(opts, event))
			continue;
		err = opts->dry_run ? 0 : perf_probe_remove(event, error);
		if (!err && !opts->quiet)
			perf_print_error("Removed event: %s:%s\n", event->group, event->event);
	}
	perf_probe_events_free(&events);
	return err;
}

static int list_events(const struct probe_options *opts, struct perf_error *error)
{
	struct perf_out out = { .fd = STDOUT_FILENO };
	const struct perf_probe_event *event;
	struct perf_probe_events events;
	struct perf_str about = { 0 }, line = { 0 };
	int err;

	err = perf_probe_events_read(&events, error);
	perf_vec_each(&events.list, event) {
		if (!is_named(event, opts->list))
			continue;
		perf_str_cut(&about, 0);
		perf_str_cut(&line, 0);
		perf_probe_event_about(&about, event);
		put_event(&line, event->group, event->event, perf_str_text(&about));
		perf_str_format(&out.text, "%s\n", perf_str_text(&line));
	}
	perf_str_free(&line);
	perf_str_free(&about);
	perf_probe_events_free(&events);
	return perf_out_finish(&out, err, error);
}

static void put_target(struct perf_probe_target *target)
{
	const char *what = target->path ? target->path : target->module ? target->module : "kernel";
	bool has_debug = perf_probe_target_debug(target);

	perf_print_error("probing %s, symbols of %s, %s debug information%s%s\n", what,
			 target->file ? target->file : "the kernel that runs",
			 has_debug ? "with" : "without", has_debug ? "" : ": ",
			 has_debug ? "" : target->why_no_debug.text);
}

static int probe_act(const struct probe_options *opts, struct perf_error *error)
{
	const struct perf_probe_wanted wanted = {
		.program = opts->program, .module = opts->module, .vmlinux = opts->vmlinux,
		.root = opts->symfs,
	};
	struct perf_probe_target target;
	int err;

	if (opts->list || opts->functions || opts->lines || opts->variables)
		perf_pager_begin();
	if (opts->list)
		return list_events(opts, error);
	if (opts->remove.count) {
		err = remove_events(opts, error);
		if (err || !opts->add.count)
			return err;
	}
	err = perf_probe_target_open(&target, &wanted, error);
	if (!err && opts->verbose)
		put_target(&target);
	if (!err && opts->functions)
		err = probe_show_functions(opts, &target, error);
	else if (!err && opts->lines)
		err = probe_show_lines(opts, &target, error);
	else if (!err && opts->variables)
		err = probe_show_variables(opts, &target, error);
	else if (!err && opts->define.count)
		err = probe_make(opts, &target, &opts->define, true, error);
	else if (!err)
		err = probe_make(opts, &target, &opts->add, false, error);
	perf_probe_target_close(&target);
	return err;
}

static int probe_check(const struct probe_options *opts, struct perf_error *error)
{
	if (!opts->add.count && !opts->remove.count && !opts->define.count && !opts->list &&
	    !opts->lines && !opts->variables && !opts->functions) {
		perf_error_set(error, EINVAL, "there is nothing to do");
		perf_error_hint(error, "'perf probe --help' lists what can be done");
		return -EINVAL;
	}
	if (opts->module && (opts->program || opts->vmlinux))
		return perf_error_set(error, EINVAL, "-m excludes -x and -k");
	if (opts->most <= 0)
		return perf_error_set(error, EINVAL, "--max-probes is 1 or more");
	if (opts->bootconfig && (!opts->define.count || opts->program))
		return perf_error_set(error, EINVAL,
				      "--bootconfig needs -D, and a probe of the kernel");
	if ((opts->externs || opts->range) && !opts->variables)
		return perf_error_set(error, EINVAL, "--externs and --range need -V");
	if (opts->filter && !opts->variables && !opts->functions)
		return perf_error_set(error, EINVAL, "--filter needs -V or -F");
	if (opts->quiet && opts->verbose)
		return perf_error_set(error, EINVAL, "-q and -v exclude each other");
	return 0;
}

static int probe_run(struct perf_settings *settings, int argc, char **argv)
{
	struct probe_options opts = { .most = 128, .demangle = true };
	struct perf_error error = { 0 };
	int status = PERF_EXIT_OK, i = 0, err;

	if (perf_command_parse(&perf_cmd_probe, settings, &opts, &argc, &argv, &status))
		return status;
	/* A path in argv[0] is the program or module to probe. */
	if (argc && *argv[0] == '/' && !opts.program && !opts.module) {
		if (strstr(argv[0], ".ko"))
			opts.module = argv[i++];
		else
			opts.program = argv[i++];
	}
	for (; i < argc; i++)
		if (perf_texts_add(&opts.add, argv[i]))
			return PERF_EXIT_FAILED;
	if (probe_check(&opts, &error)) {
		perf_command_fail(&perf_cmd_probe, &error);
		status = PERF_EXIT_USAGE;
	} else {
		err = probe_act(&opts, &error);
		/* -EPIPE: the reader has closed the pipe. */
		if (err && err != -EPIPE)
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
	.run = probe_run,
};
