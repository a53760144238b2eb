// SPDX-License-Identifier: GPL-2.0-only
/* What people type for a probe, taken apart. */
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <base/num.h>
#include <base/str.h>
#include <probe/spec.h>

static bool is_name(const char *text)
{
	if (!isalpha((unsigned char)*text) && *text != '_')
		return false;
	for (; *text; text++)
		if (!isalnum((unsigned char)*text) && *text != '_')
			return false;
	return true;
}

/* "[[GROUP:]EVENT=]": returns what follows. */
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
	if ((spec->group && !is_name(spec->group)) || !spec->event || !is_name(spec->event)) {
		perf_error_set(error, EINVAL,
			       "names of events are letters, digits and _, not '%s'", text);
		return NULL;
	}
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

/* FUNCTION[@SOURCE][+OFFSET|%return|:LINE] or SOURCE:LINE */
static int take_place(struct perf_probe_spec *spec, char *text, struct perf_error *error)
{
	char *mark = text + strcspn(text, "+%@"), *colon;
	bool scoped = strstr(text, "::");

	if (*mark == '+') {
		if (!perf_parse_u64(mark + 1, &spec->offset))
			return perf_error_set(error, EINVAL, "'%s' is no offset", mark + 1);
		*mark = '\0';
	} else if (*mark == '%') {
		if (strcmp(mark, "%return"))
			return perf_error_set(error, EINVAL,
					      "only return may stand behind %%, not '%s'",
					      mark + 1);
		spec->is_return = true;
		*mark = '\0';
	} else if (*mark == '@') {
		*mark = '\0';
		colon = strrchr(mark + 1, ':');
		if (colon) {
			*colon = '\0';
			if (take_line(spec, colon + 1, error))
				return -EINVAL;
		}
		if (!mark[1])
			return perf_error_set(error, EINVAL, "a file is missing behind @");
		spec->source = strdup(mark + 1);
	}
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
	/* What has a dot is a file; versions of functions (f.part.0) are not told by line. */
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
		if (!is_name(text))
			return perf_error_set(error, EINVAL, "'%s' is no name for an argument",
					      text);
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

int perf_probe_spec_parse(struct perf_probe_spec *spec, const char *text,
			  struct perf_error *error)
{
	char *copy = strdup(text), *word, *rest, *place;
	int ret = 0;

	*spec = (struct perf_probe_spec){ .line = -1 };
	if (!copy)
		return perf_error_memory(error);
	word = strtok_r(copy, " \t", &rest);
	if (!word)
		ret = perf_error_set(error, EINVAL, "there is nothing to probe in '%s'", text);
	place = ret ? NULL : take_names(spec, word, error);
	if (place)
		ret = take_place(spec, place, error);
	else
		ret = -EINVAL;
	while (!ret && (word = strtok_r(NULL, " \t", &rest)))
		ret = take_argument(spec, word, error);
	if (!ret && spec->is_return && (spec->line >= 0 || spec->offset))
		ret = perf_error_set(error, EINVAL,
				     "a function returns as a whole: no line, no offset");
	free(copy);
	return ret;
}

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
