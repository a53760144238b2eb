// SPDX-License-Identifier: GPL-2.0
/* perf_probe_spec_parse(): parses the text of a probe. */
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <base/num.h>
#include <base/str.h>
#include <probe/limits.h>
#include <probe/spec.h>
#include <probe/words.h>

/* A name that the user typed is refused, not changed. */
static bool check_name(const char *name, size_t max, struct perf_error *error)
{
	if (perf_probe_is_name(name, strlen(name), max))
		return true;
	perf_error_set(error, EINVAL, "names are letters, digits and _, %zu at most, not '%s'", max,
		       name);
	return false;
}

/* Parse "[[GROUP:]EVENT=]". Return: the rest of @text, NULL on failure. */
static char *take_names(struct perf_probe_spec *spec, char *text, struct perf_error *error)
{
	char *equal = strchr(text, '='), *colon;

	if (!equal)
		return text;
	*equal = '\0';
	colon = strchr(text, ':');
	if (colon) {
		*colon = '\0';
		spec->group = strdup(text);
		text = colon + 1;
	}
	spec->event = strdup(text);
	if (!check_name(spec->group ? spec->group : "_", PERF_PROBE_NAME_MAX, error) ||
	    !check_name(spec->event ? spec->event : "", PERF_PROBE_NAME_MAX, error))
		return NULL;
	return equal + 1;
}

static int take_line(struct perf_probe_spec *spec, const char *text, struct perf_error *error)
{
	uint64_t line;

	if (!perf_parse_u64(text, &line) || line > 10000000)
		return perf_error_set(error, EINVAL, "'%s' is no line", text);
	spec->line = (int)line;
	return 0;
}

/* Parse "%return" after a location, and cut it off. */
static int take_return(struct perf_probe_spec *spec, char *text, struct perf_error *error)
{
	char *mark = strchr(text, '%'), *at = strchr(text, '@');

	/* A file name may have a '%'. */
	if (mark && at && at < mark)
		mark = perf_ends_with(mark, "%return") ? strrchr(mark, '%') : NULL;
	if (!mark)
		return 0;
	if (strcmp(mark, "%return"))
		return perf_error_set(error, EINVAL,
				      "only return may stand behind %%, not '%s'", mark + 1);
	spec->is_return = true;
	*mark = '\0';
	if (*text >= '0' && *text <= '9')
		return perf_error_set(error, EINVAL,
				      "functions return, an address does not: '%s'", text);
	return 0;
}

/* Parse "+OFFSET" after a location, and cut it off. */
static int take_offset(struct perf_probe_spec *spec, char *text, struct perf_error *error)
{
	char *at = strchr(text, '@'), *mark = at ? strrchr(at, '+') : strchr(text, '+');

	if (!mark)
		return 0;
	if (perf_parse_u64(mark + 1, &spec->offset))
		*mark = '\0';
	else if (!at)
		return perf_error_set(error, EINVAL, "'%s' is no offset", mark + 1);
	return 0;
}

/* Parse "@SOURCE[:LINE]" after a function, and cut it off. */
static int take_source(struct perf_probe_spec *spec, char *text, struct perf_error *error)
{
	char *mark = strchr(text, '@'), *colon;

	if (!mark)
		return 0;
	*mark = '\0';
	colon = strrchr(mark + 1, ':');
	if (colon) {
		*colon = '\0';
		if (take_line(spec, colon + 1, error))
			return -EINVAL;
	}
	if (!mark[1])
		return perf_error_set(error, EINVAL, "a file is missing behind @");
	if (!strcmp(mark + 1, "plt")) {
		perf_error_set(error, EINVAL,
			       "'%s@plt' is no function, but a step on the way into another file",
			       text);
		perf_error_hint(error, "probe %s in the library that has it: -x LIBRARY", text);
		return -EINVAL;
	}
	spec->source = strdup(mark + 1);
	return spec->source ? 0 : perf_error_memory(error);
}

/* FUNCTION[@SOURCE][+OFFSET|%return|:LINE] or SOURCE:LINE */
static int take_location(struct perf_probe_spec *spec, char *text, struct perf_error *error)
{
	bool scoped = strstr(text, "::");
	char *colon;
	int ret;

	ret = take_return(spec, text, error);
	if (!ret)
		ret = take_offset(spec, text, error);
	if (!ret)
		ret = take_source(spec, text, error);
	if (ret)
		return ret;
	colon = strrchr(text, ':');
	if (colon && colon > text && colon[-1] != ':' && isdigit((unsigned char)colon[1])) {
		*colon = '\0';
		if (take_line(spec, colon + 1, error))
			return -EINVAL;
	} else if (colon && !scoped) {
		return perf_error_set(error, EINVAL, "a line is missing in '%s'", text);
	}
	if (!*text)
		return perf_error_set(error, EINVAL,
				      "a function or a place in a source file is missing");
	/* With a line, a name with a dot is a file: function versions (f.part.0) take no line. */
	if (spec->line >= 0 && !spec->source && (strchr(text, '.') || strchr(text, '/')))
		spec->source = strdup(text);
	else
		spec->function = strdup(text);
	return spec->function || spec->source ? 0 : perf_error_memory(error);
}

static int take_argument(struct perf_probe_spec *spec, char *text, struct perf_error *error)
{
	struct perf_probe_argument *argument = perf_vec_push(&spec->arguments);
	char *equal = strchr(text, '='), *colon;

	if (!argument)
		return perf_error_memory(error);
	if (equal) {
		*equal = '\0';
		if (!check_name(text, PERF_PROBE_ARGUMENT_NAME_MAX, error))
			return -EINVAL;
		argument->name = strdup(text);
		text = equal + 1;
	}
	colon = strrchr(text, ':');
	if (colon) {
		*colon = '\0';
		argument->type = strdup(colon + 1);
	}
	argument->what = strdup(text);
	if (!argument->what || (equal && !argument->name) || (colon && !argument->type))
		return perf_error_memory(error);
	if (!*argument->what)
		return perf_error_set(error, EINVAL, "an argument is missing");
	return 0;
}

/* For the kernel, a line end would end the definition and begin another one. */
static bool has_control(const char *text)
{
	for (; *text; text++)
		if (((unsigned char)*text < ' ' && *text != '\t') || *text == 0x7f)
			return true;
	return false;
}

/**
 * perf_probe_spec_parse() - parse the text of a probe
 * @spec: result; free with perf_probe_spec_free(), also on failure
 * @text: [[GROUP:]EVENT=]FUNCTION[@SOURCE][+OFFSET|%return|:LINE] or SOURCE:LINE, then
 *	[NAME=]WHAT[:TYPE] for each argument
 * @error: filled on failure
 *
 * Return: 0, -EINVAL or -ENOMEM.
 */
int perf_probe_spec_parse(struct perf_probe_spec *spec, const char *text,
			  struct perf_error *error)
{
	char *copy = strdup(text), *word, *rest, *location;
	int ret = 0;

	*spec = (struct perf_probe_spec){ .line = -1 };
	if (!copy)
		return perf_error_memory(error);
	if (has_control(text)) {
		free(copy);
		return perf_error_set(error, EINVAL,
				      "a probe is one line of text, without control characters: '%s'",
				      text);
	}
	word = strtok_r(copy, " \t", &rest);
	if (!word)
		ret = perf_error_set(error, EINVAL, "there is nothing to probe in '%s'", text);
	location = ret ? NULL : take_names(spec, word, error);
	if (location)
		ret = take_location(spec, location, error);
	else
		ret = -EINVAL;
	while (!ret && (word = strtok_r(NULL, " \t", &rest)))
		ret = take_argument(spec, word, error);
	if (!ret && spec->is_return && (spec->line >= 0 || spec->offset))
		ret = perf_error_set(error, EINVAL,
				     "a function returns as a whole: no line, no offset");
	if (!ret && spec->is_return && spec->function && perf_probe_is_cold(spec->function))
		ret = perf_error_set(error, EINVAL,
				     "'%s' is a part of a function that jumps reach: it has no return of its own",
				     spec->function);
	free(copy);
	return ret;
}

/** perf_probe_spec_free() - free the contents of @spec */
void perf_probe_spec_free(struct perf_probe_spec *spec)
{
	struct perf_probe_argument *argument;

	perf_vec_each(&spec->arguments, argument) {
		free(argument->name);
		free(argument->what);
		free(argument->type);
	}
	perf_vec_free(&spec->arguments);
	free(spec->group);
	free(spec->event);
	free(spec->function);
	free(spec->source);
}
