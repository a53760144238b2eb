// SPDX-License-Identifier: GPL-2.0
/* perf_probe_define(): from the text the user typed to definitions that the kernel parses. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <probe/define.h>
#include <probe/frame.h>
#include <probe/limits.h>
#include <probe/match.h>
#include <probe/words.h>

/* The reason why no such probe can be set at @symbol; NULL: it can. Addresses are file offsets. */
static const char *why_not_at(const struct perf_probe_target *target,
			      const struct perf_probe_spec *spec, const struct perf_symbol *symbol)
{
	bool has_end = symbol->end > symbol->start;

	if (perf_probe_is_data(target, symbol->start))
		return "is data";
	if (has_end && spec->offset >= symbol->end - symbol->start && spec->offset)
		return "ends before that offset";
	if (!spec->is_return)
		return NULL;
	if (perf_probe_is_cold(symbol->name))
		return "is a part of a function that jumps reach, and has no return of its own";
	/* A label has no size, and may be in the middle of a function. */
	if (!has_end)
		return "has no size, so it may be a label within a function";
	return NULL;
}

/* Find a symbol, without debug information. perf_probe_location.address is a file offset. */
static int find_symbol(struct perf_probe_target *target, const struct perf_probe_spec *spec,
		       struct perf_probe_locations *locations, struct perf_error *error)
{
	const struct perf_symbol *symbol = NULL;
	struct perf_probe_location *location;
	struct perf_nearest nearest;
	const char *why = NULL;
	size_t i;

	perf_nearest_init(&nearest, spec->function);
	/* Of several symbols with the name, take the first that can be probed, if any. */
	for (i = 0; i < target->names.nr && (!symbol || why); i++) {
		perf_nearest_offer(&nearest, target->names.v[i].name);
		if (!perf_probe_match_linked(target->names.v[i].name, spec->function))
			continue;
		symbol = &target->names.v[i];
		why = why_not_at(target, spec, symbol);
	}
	if (!symbol) {
		perf_error_set(error, ENOENT, "there is no function '%s' in %s", spec->function,
			       target->file);
		perf_probe_suggest(error, &nearest);
		return -ENOENT;
	}
	if (why)
		return perf_error_set(error, EINVAL, "'%s' cannot be probed so: it %s",
				      spec->function, why);
	location = perf_vec_push(&locations->list);
	if (!location)
		return perf_error_memory(error);
	*location = (struct perf_probe_location){
		.address = symbol->start + spec->offset, .entry = symbol->start,
		.function = symbol->name,
	};
	return 0;
}

/* Convert @location->address to a file offset; in modules, to an offset from @location->base. */
static int to_offsets(const struct perf_probe_target *target, struct perf_probe_location *location,
		      struct perf_error *error)
{
	uint64_t offset;

	if (target->module) {
		location->base = perf_probe_debug_symbol(target->debug, location->address, &offset);
		if (!location->base)
			return perf_error_set(error, EINVAL, "address %#llx is in no function",
					      (unsigned long long)location->address);
		location->address = offset;
		return 0;
	}
	if (!perf_probe_file_offset(target, location->address, &offset))
		return perf_error_set(error, EINVAL, "address %#llx is not in the file",
				      (unsigned long long)location->address);
	location->address = offset;
	if (perf_probe_file_offset(target, location->entry, &offset))
		location->entry = offset;
	return 0;
}

/**
 * perf_probe_find() - locations of a probe
 *
 * Return: 0 if perf_probe_debug_find() found them; 1 if they come from symbols, as file offsets, or
 * if there is no file and @locations stays empty; a negative errno.
 */
int perf_probe_find(struct perf_probe_target *target, const struct perf_probe_spec *spec,
		    struct perf_probe_locations *locations, struct perf_error *error)
{
	struct perf_probe_debug *debug = perf_probe_target_debug(target);
	bool by_symbol = spec->function && spec->line < 0 && !spec->source;
	struct perf_error unused;
	int ret;

	if (debug) {
		ret = perf_probe_debug_find(debug, spec, locations, error);
		/* Assembly code has no debug information, and an alias has none of its own. */
		if (ret != -ENOENT || !by_symbol || find_symbol(target, spec, locations, &unused))
			return ret;
		return 1;
	}
	if (!by_symbol) {
		*error = target->why_no_debug;
		return -error->code;
	}
	ret = target->elf ? find_symbol(target, spec, locations, error) : 0;
	return ret ? ret : 1;
}

/* Arguments that the kernel resolves without debug information. */
static bool is_raw(const char *what)
{
	return strchr("%@+-\\", *what) || (*what == '$' && strcmp(what, "$vars") &&
					   strcmp(what, "$params"));
}

static int put_raw(const struct perf_probe_argument *argument, unsigned int number,
		   struct perf_str *text)
{
	perf_str_char(text, ' ');
	if (argument->name)
		perf_str_format(text, "%s=", argument->name);
	else if (*argument->what != '$')
		perf_str_format(text, "arg%u=", number);
	perf_str_add(text, argument->what);
	if (argument->type)
		perf_str_format(text, ":%s", argument->type);
	return 0;
}

/* Context of put_variable(), called for all variables. */
struct all {
	struct perf_probe_target *target;
	const struct perf_probe_location *location;
	struct perf_str *text;
	unsigned int added;
	struct perf_error *error;
};

static int put_variable(void *context, const struct perf_probe_variable *variable)
{
	struct all *all = context;
	struct perf_probe_argument argument = { .what = (char *)variable->name };
	size_t before = all->text->length;
	struct perf_error error;
	int ret;

	if (all->added == PERF_PROBE_ARGUMENTS_MAX)
		return perf_error_set(all->error, E2BIG, "there are more than %d variables here",
				      PERF_PROBE_ARGUMENTS_MAX);
	perf_str_char(all->text, ' ');
	ret = perf_probe_debug_argument(all->target->debug, all->location, &argument,
					!all->target->path, all->text, &error);
	/* $vars and $params leave out variables that are not a single value, such as structures. */
	if (ret)
		perf_str_cut(all->text, before);
	else
		all->added++;
	return ret == -ENOMEM ? perf_error_memory(all->error) : 0;
}

static int put_arguments(struct perf_probe_target *target, const struct perf_probe_spec *spec,
			 const struct perf_probe_location *location, struct perf_str *text,
			 struct perf_error *error)
{
	struct all all = { .target = target, .location = location, .text = text, .error = error };
	const struct perf_probe_argument *argument;
	unsigned int number = 0;
	int ret;

	perf_vec_each(&spec->arguments, argument) {
		number++;
		if (is_raw(argument->what)) {
			put_raw(argument, number, text);
			continue;
		}
		if (!target->debug) {
			*error = target->why_no_debug;
			return -error->code;
		}
		if (spec->is_return)
			return perf_error_set(error, EINVAL,
					      "'%s': when a function has returned only $retval is there",
					      argument->what);
		if (*argument->what == '$') {
			ret = perf_probe_debug_variables(target->debug, location,
							 strcmp(argument->what, "$params") ? 0 :
							 PERF_PROBE_PARAMETERS,
							 put_variable, &all, error);
			if (ret)
				return ret;
			continue;
		}
		perf_str_char(text, ' ');
		ret = perf_probe_debug_argument(target->debug, location, argument, !target->path,
						text, error);
		if (ret)
			return ret;
	}
	return text->failed ? perf_error_memory(error) : 0;
}

static bool uses_variables(const struct perf_probe_spec *spec)
{
	const struct perf_probe_argument *argument;

	perf_vec_each(&spec->arguments, argument)
		if (!is_raw(argument->what))
			return true;
	return false;
}

/* "probe_" and the start of the file's name as a valid name; "probe" for the kernel. */
static void put_group(const struct perf_probe_target *target, struct perf_str *text)
{
	struct perf_str whole = { 0 };
	const char *base;

	if (!target->path) {
		perf_str_add(text, "probe");
		return;
	}
	base = strrchr(target->path, '/') + 1;
	perf_str_add(&whole, "probe_");
	perf_str_mem(&whole, base, strcspn(base, "-._"));
	perf_probe_put_name(text, perf_str_text(&whole), PERF_PROBE_NAME_MAX);
	text->failed |= whole.failed;
	perf_str_free(&whole);
}

/* The function as a valid name, cut so that the suffix of a return or a line fits. */
static void put_event(const struct perf_probe_spec *spec, const char *function,
		      struct perf_str *text)
{
	const char *of = spec->function ? spec->function : function;
	char *name = strndup(of ? of : "", of ? strcspn(of, ".") : 0);
	struct perf_str suffix = { 0 };

	if (spec->is_return)
		perf_str_add(&suffix, "__return");
	else if (spec->function && spec->line >= 0)
		perf_str_format(&suffix, "_L%d", spec->line);
	perf_probe_put_name(text, name && *name ? name : "place",
			    PERF_PROBE_NAME_MAX - suffix.length);
	perf_str_add(text, perf_str_text(&suffix));
	text->failed |= !name || suffix.failed;
	perf_str_free(&suffix);
	free(name);
}

static bool is_taken(const struct perf_probe_events *existing,
		     const struct perf_probe_definitions *definitions, const char *group,
		     const char *event)
{
	const struct perf_probe_definition *made;

	perf_vec_each(&definitions->list, made)
		if (!strcmp(made->group, group) && !strcmp(made->event, event))
			return true;
	return perf_probe_events_find(existing, group, event);
}

/* Make @event a free name: append a number if @more allows it. */
static int free_name(const struct perf_probe_events *existing,
		     const struct perf_probe_definitions *definitions, const char *group,
		     bool more, struct perf_str *event, struct perf_error *error)
{
	size_t length = event->length;
	unsigned int number;

	if (!is_taken(existing, definitions, group, perf_str_text(event)))
		return 0;
	if (!more) {
		perf_error_set(error, EEXIST, "there is an event %s:%s already", group,
			       perf_str_text(event));
		perf_error_hint(error, "give this one a name (NAME=...), make another of the same "
				"with -f, or remove that one with -d");
		return -EEXIST;
	}
	if (length > PERF_PROBE_NAME_MAX - strlen("_999"))
		length = PERF_PROBE_NAME_MAX - strlen("_999");
	for (number = 1; number < 1000; number++) {
		perf_str_cut(event, length);
		perf_str_format(event, "_%u", number);
		if (!is_taken(existing, definitions, group, perf_str_text(event)))
			return 0;
	}
	return perf_error_set(error, EEXIST, "there are too many events %s:%s", group,
			      perf_str_text(event));
}

static void put_location(const struct perf_probe_target *target, const struct perf_probe_spec *spec,
			 const struct perf_probe_location *location, struct perf_str *text)
{
	const struct perf_symbol *symbol;

	if (target->path) {
		perf_str_format(text, "%s:%#llx", target->path,
				(unsigned long long)location->address);
		return;
	}
	if (target->module)
		perf_str_format(text, "%s:", target->module);
	/* Addresses in a module's file are relative to its sections, not to the file. */
	symbol = target->elf && !target->module ? perf_probe_symbol_at(target, location->address) :
						  NULL;
	if (location->base)
		perf_str_format(text, "%s+%llu", location->base,
				(unsigned long long)location->address);
	else if (symbol)
		perf_str_format(text, "%s+%llu", symbol->name,
				(unsigned long long)(location->address - symbol->start));
	else
		perf_str_format(text, "%s+%llu", spec->function, (unsigned long long)spec->offset);
}

static void put_about(const struct perf_probe_target *target, const struct perf_probe_spec *spec,
		      struct perf_str *text)
{
	const struct perf_probe_argument *argument;

	perf_str_add(text, spec->function ? spec->function : spec->source);
	if (spec->line >= 0)
		perf_str_format(text, ":%d", spec->line);
	if (spec->offset)
		perf_str_format(text, "+%llu", (unsigned long long)spec->offset);
	if (spec->is_return)
		perf_str_add(text, "%return");
	if (target->path)
		perf_str_format(text, " in %s", target->path);
	else if (target->module)
		perf_str_format(text, " in %s", target->module);
	if (spec->arguments.count)
		perf_str_add(text, " with");
	perf_vec_each(&spec->arguments, argument) {
		perf_str_char(text, ' ');
		if (argument->name)
			perf_str_format(text, "%s=", argument->name);
		perf_str_add(text, argument->what);
		if (argument->type)
			perf_str_format(text, ":%s", argument->type);
	}
}

static int define_at(struct perf_probe_target *target, const struct perf_probe_spec *spec,
		     const struct perf_probe_location *at, const char *arguments,
		     const struct perf_probe_events *existing, bool more,
		     struct perf_probe_definitions *definitions, struct perf_error *error)
{
	struct perf_str group = { 0 }, event = { 0 }, line = { 0 }, about = { 0 };
	struct perf_probe_definition *made;
	int ret;

	if (spec->group)
		perf_str_add(&group, spec->group);
	else
		put_group(target, &group);
	if (spec->event)
		perf_str_add(&event, spec->event);
	else
		put_event(spec, at->function, &event);
	ret = free_name(existing, definitions, perf_str_text(&group), more, &event, error);
	made = ret ? NULL : perf_vec_push(&definitions->list);
	if (made) {
		perf_str_format(&line, "%c:%s/%s ", spec->is_return ? 'r' : 'p',
				perf_str_text(&group), perf_str_text(&event));
		put_location(target, spec, at, &line);
		perf_str_add(&line, arguments);
		put_about(target, spec, &about);
		made->group = perf_str_steal(&group);
		made->event = perf_str_steal(&event);
		made->line = perf_str_steal(&line);
		made->about = perf_str_steal(&about);
		if (made->line)
			ret = perf_probe_line_check(target->path, made->line, error);
	}
	perf_str_free(&group);
	perf_str_free(&event);
	perf_str_free(&line);
	perf_str_free(&about);
	if (ret)
		return ret;
	return made && made->group && made->event && made->line && made->about ? 0 :
	       perf_error_memory(error);
}

/* The last check of a return probe of a program; the kernel checks those of its own functions. */
static int check_return(const struct perf_probe_target *target, const struct perf_probe_spec *spec,
			const struct perf_probe_location *location, struct perf_error *error)
{
	if (perf_probe_frame_is_entry(target->file, location->address))
		return 0;
	return perf_error_set(error, EINVAL,
			      "'%s' is not called: its return address is not on top of the stack, where a return probe would overwrite something else",
			      spec->function);
}

/**
 * perf_probe_define() - make definitions
 * @target: program, library or kernel to probe
 * @spec: location, and arguments to fetch
 * @existing: names in use
 * @more: append a number to a name in use, instead of failing
 * @definitions: the definitions are added; free with perf_probe_definitions_free(), also on failure
 * @error: filled on failure
 *
 * Return: 0; -ENOENT if there is no such location or variable; -EEXIST, -EINVAL, -ENOMEM or another
 * negative errno.
 */
int perf_probe_define(struct perf_probe_target *target, const struct perf_probe_spec *spec,
		      const struct perf_probe_events *existing, bool more,
		      struct perf_probe_definitions *definitions, struct perf_error *error)
{
	struct perf_probe_locations locations = { 0 };
	struct perf_str arguments = { 0 };
	struct perf_probe_location *location, none = { 0 };
	int found, ret;

	ret = target->path ? perf_probe_path_check(target->path, error) : 0;
	if (ret)
		return ret;
	found = perf_probe_find(target, spec, &locations, error);
	ret = found < 0 ? found : 0;
	/* Without a file there are no locations: the kernel resolves the symbol. */
	if (!ret && !locations.list.count)
		ret = put_arguments(target, spec, &none, &arguments, error);
	if (!ret && !locations.list.count)
		ret = define_at(target, spec, &none, perf_str_text(&arguments), existing, more,
				definitions, error);
	for (location = locations.list.at;
	     !ret && location < locations.list.at + locations.list.count; location++) {
		perf_str_cut(&arguments, 0);
		if (!found && !spec->is_return && uses_variables(spec))
			perf_probe_debug_body(target->debug, location);
		ret = put_arguments(target, spec, location, &arguments, error);
		if (!ret && !found)
			ret = to_offsets(target, location, error);
		if (!ret && spec->is_return && target->path)
			ret = check_return(target, spec, location, error);
		if (!ret)
			ret = define_at(target, spec, location, perf_str_text(&arguments), existing,
					more || location > locations.list.at, definitions, error);
	}
	perf_vec_free(&locations.list);
	perf_str_free(&arguments);
	return ret;
}

/** perf_probe_definitions_free() - free the contents of @definitions */
void perf_probe_definitions_free(struct perf_probe_definitions *definitions)
{
	struct perf_probe_definition *definition;

	perf_vec_each(&definitions->list, definition) {
		free(definition->group);
		free(definition->event);
		free(definition->line);
		free(definition->about);
	}
	perf_vec_free(&definitions->list);
}

/* Append the function at a file offset; the offset itself if it is in none. */
static void put_function(struct perf_str *text, const char *path, const char *offset_text)
{
	uint64_t offset = strtoull(offset_text, NULL, 16);
	const struct perf_probe_wanted wanted = { .program = path };
	struct perf_probe_target target;
	const struct perf_symbol *symbol = NULL;
	struct perf_error unused;

	if (!perf_probe_target_open(&target, &wanted, &unused))
		symbol = perf_probe_symbol_at(&target, offset);
	if (!symbol)
		perf_str_add(text, offset_text);
	else if (symbol->start == offset)
		perf_str_add(text, symbol->name);
	else
		perf_str_format(text, "%s+%llu", symbol->name,
				(unsigned long long)(offset - symbol->start));
	perf_probe_target_close(&target);
}

/** perf_probe_event_about() - append "FUNCTION[%return] in PATH with A B" of an existing probe */
void perf_probe_event_about(struct perf_str *text, const struct perf_probe_event *event)
{
	/* PATH:OFFSET; for the kernel FUNCTION+OFFSET, or MODULE:FUNCTION+OFFSET */
	const char *colon = strrchr(event->location, ':'), *at = event->arguments;
	const char *location = colon ? colon + 1 : event->location;
	char *where = colon ? strndup(event->location, (size_t)(colon - event->location)) : NULL;

	if (where && event->user)
		put_function(text, where, location);
	else
		perf_str_mem(text, location,
			     strlen(location) - (perf_ends_with(location, "+0") ? 2 : 0));
	if (event->is_return)
		perf_str_add(text, "%return");
	if (where)
		perf_str_format(text, " in %s", where);
	free(where);
	if (*at)
		perf_str_add(text, " with");
	for (; *at; at += strcspn(at, " "), at += *at == ' ')
		perf_str_format(text, " %.*s", (int)strcspn(at, "= "), at);
}
