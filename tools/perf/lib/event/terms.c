// SPDX-License-Identifier: GPL-2.0
/*
 * Terms: NAME or NAME=VALUE, comma-separated. typed_term() tries a name, in this order, as a
 * setting of any event, a config word, a term of the PMU's formats, an event of the PMU, rHEX.
 */
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include <base/num.h>
#include <base/str.h>
#include <event/branch.h>
#include <event/terms.h>

/* State of perf_terms_apply() and perf_pmu_event_apply(). */
struct build {
	struct perf_event_spec	*spec;
	struct perf_pmu		*pmu;	/* NULL: a generic event */
	const char		*given;	/* all typed terms, for the parameters of events */
	struct perf_error	*error;
};

static uint64_t *config_word(struct perf_event_attr *attr, unsigned int word)
{
	switch (word) {
	case 0:
		return (uint64_t *)&attr->config;
	case 1:
		return (uint64_t *)&attr->config1;
	case 2:
		return (uint64_t *)&attr->config2;
	default:
		return (uint64_t *)&attr->config3;
	}
}

/* A term whose value is a number. */
struct number_term {
	const char	*name;
	unsigned int	bit;
	size_t		offset;
};

#define NUMBER_TERM(name_, bit_, member)					\
	{ name_, bit_, offsetof(struct perf_event_terms, member) }

static const struct number_term number_terms[] = {
	NUMBER_TERM("period", PERF_TERM_PERIOD, period),
	NUMBER_TERM("freq", PERF_TERM_FREQ, freq),
	NUMBER_TERM("stack-size", PERF_TERM_STACK_SIZE, stack_size),
	NUMBER_TERM("max-stack", PERF_TERM_MAX_STACK, max_stack),
	NUMBER_TERM("aux-sample-size", PERF_TERM_AUX_SAMPLE, aux_sample_size),
};

static const struct {
	const char	*name;
	const char	*negated;	/* NULL: only NAME=0 clears it */
	unsigned int	bit;
	size_t		offset;
} flag_terms[] = {
	{ "inherit", "no-inherit", PERF_TERM_INHERIT, offsetof(struct perf_event_terms, inherit) },
	{ "overwrite", "no-overwrite", PERF_TERM_OVERWRITE,
	  offsetof(struct perf_event_terms, overwrite) },
	{ "time", "no-time", PERF_TERM_TIME, offsetof(struct perf_event_terms, time) },
	{ "aux-output", NULL, PERF_TERM_AUX_OUTPUT, offsetof(struct perf_event_terms, aux_output) },
	{ "percore", NULL, PERF_TERM_PERCORE, offsetof(struct perf_event_terms, percore) },
};

static int bad_value(struct build *build, const char *name, const char *value)
{
	return perf_error_set(build->error, EINVAL, "term %s: '%s' is not a value for it", name,
			      value ? value : "");
}

static int call_graph_term(struct build *build, const char *value)
{
	struct perf_event_terms *terms = &build->spec->terms;

	if (!value || (strcmp(value, "fp") && strcmp(value, "dwarf") && strcmp(value, "lbr") &&
		       strcmp(value, "no")))
		return bad_value(build, "call-graph", value);
	terms->given |= PERF_TERM_CALL_GRAPH;
	memcpy(terms->call_graph, value, strlen(value) + 1);
	return 0;
}

static int branch_term(struct build *build, const char *value)
{
	struct perf_event_terms *terms = &build->spec->terms;

	if (!value || !*value)
		return bad_value(build, "branch_type", value);
	terms->given |= PERF_TERM_BRANCHES;
	terms->branches = 0;
	if (!strcmp(value, "no"))
		return 0;
	return perf_branch_filters_parse(value, &terms->branches, build->error);
}

static int name_term(struct build *build, const char *value)
{
	if (!value || !*value)
		return bad_value(build, "name", value);
	build->spec->terms.given |= PERF_TERM_NAME;
	return perf_event_set_name(build->spec, value, strlen(value), build->error);
}

/* Terms whose value is a word. */
static const struct {
	const char	*name;
	int		(*set)(struct build *build, const char *value);
} word_terms[] = {
	{ "call-graph", call_graph_term },
	{ "branch_type", branch_term },
	{ "name", name_term },
};

/* Applies a setting of any event. 1 if @name is one, 0 if not, or a negative errno. */
static int term_setting(struct build *build, const char *name, const char *value)
{
	struct perf_event_terms *terms = &build->spec->terms;
	uint64_t number;
	size_t i;

	for (i = 0; i < PERF_ARRAY_SIZE(number_terms); i++) {
		if (strcmp(name, number_terms[i].name))
			continue;
		if (!value || !perf_parse_u64(value, &number))
			return bad_value(build, name, value);
		*(uint64_t *)((char *)terms + number_terms[i].offset) = number;
		terms->given |= number_terms[i].bit;
		return 1;
	}
	for (i = 0; i < PERF_ARRAY_SIZE(flag_terms); i++) {
		bool negated = flag_terms[i].negated && !strcmp(name, flag_terms[i].negated);

		if (!negated && strcmp(name, flag_terms[i].name))
			continue;
		number = 1;
		if (value && (!perf_parse_u64(value, &number) || number > 1))
			return bad_value(build, name, value);
		*(bool *)((char *)terms + flag_terms[i].offset) = number != negated;
		terms->given |= flag_terms[i].bit;
		return 1;
	}
	for (i = 0; i < PERF_ARRAY_SIZE(word_terms); i++) {
		int failed;

		if (strcmp(name, word_terms[i].name))
			continue;
		failed = word_terms[i].set(build, value);
		return failed ? failed : 1;
	}
	return 0;
}

/* Sets a whole config_word(): config, config1 and so on. Returns as term_setting() does. */
static int whole_word(struct build *build, const char *name, const char *value)
{
	const char *rest = perf_starts_with(name, "config");
	uint64_t number;

	if (!rest || (*rest && (rest[1] || *rest < '1' || *rest >= '0' + PERF_CONFIG_WORDS)))
		return 0;
	if (!value || !perf_parse_u64(value, &number))
		return bad_value(build, name, value);
	*config_word(&build->spec->attr, *rest ? *rest - '0' : 0) = number;
	return 1;
}

static int format_term(struct build *build, const struct perf_pmu_format *format,
		       const char *value)
{
	uint64_t words[PERF_CONFIG_WORDS];
	uint64_t number = 1;
	unsigned int i;

	if (value && !perf_parse_u64(value, &number))
		return bad_value(build, format->name, value);
	if (!perf_pmu_format_fits(format, number)) {
		perf_error_set(build->error, EINVAL, "term %s: %#llx is too large", format->name,
			       (unsigned long long)number);
		perf_error_hint(build->error, "it has %d bits",
				__builtin_popcountll(format->bits));
		return -EINVAL;
	}
	for (i = 0; i < PERF_CONFIG_WORDS; i++)
		words[i] = *config_word(&build->spec->attr, i);
	perf_pmu_format_apply(format, number, words);
	for (i = 0; i < PERF_CONFIG_WORDS; i++)
		*config_word(&build->spec->attr, i) = words[i];
	return 0;
}

static bool raw_term(struct build *build, const char *name, const char *value)
{
	char *end;

	if (*name != 'r' || !isxdigit((unsigned char)name[1]) || value)
		return false;
	errno = 0;
	build->spec->attr.config = strtoull(name + 1, &end, 16);
	return !*end && !errno;
}

static void offer_setting(struct perf_nearest *nearest, struct perf_str *all, const char *name)
{
	perf_nearest_offer(nearest, name);
	perf_str_format(all, " %s", name);
}

/* Offers the settings of any event; @all: their names, a blank before each. */
static void offer_settings(struct perf_nearest *nearest, struct perf_str *all)
{
	size_t i;

	for (i = 0; i < PERF_ARRAY_SIZE(word_terms); i++)
		offer_setting(nearest, all, word_terms[i].name);
	for (i = 0; i < PERF_ARRAY_SIZE(number_terms); i++)
		offer_setting(nearest, all, number_terms[i].name);
	for (i = 0; i < PERF_ARRAY_SIZE(flag_terms); i++) {
		offer_setting(nearest, all, flag_terms[i].name);
		if (flag_terms[i].negated)
			offer_setting(nearest, all, flag_terms[i].negated);
	}
}

static int unknown_term(struct build *build, const char *name)
{
	const struct perf_pmu_format *format;
	const struct perf_pmu_event *event;
	struct perf_str all = { 0 }, settings = { 0 };
	struct perf_nearest nearest;

	perf_nearest_init(&nearest, name);
	offer_settings(&nearest, &settings);
	if (!build->pmu) {
		perf_error_set(build->error, EINVAL, "unknown term '%s'", name);
		if (nearest.best)
			perf_error_hint(build->error, "did you mean '%s'?", nearest.best);
		perf_error_hint(build->error, "settings of any event:%s",
				perf_str_text(&settings));
		perf_str_free(&settings);
		return -EINVAL;
	}
	perf_vec_each(&build->pmu->formats, format) {
		perf_nearest_offer(&nearest, format->name);
		perf_str_format(&all, " %s", format->name);
	}
	perf_vec_each(&build->pmu->events, event)
		perf_nearest_offer(&nearest, event->name);
	perf_error_set(build->error, EINVAL, "PMU %s has neither an event nor a term '%s'",
		       build->pmu->name, name);
	if (nearest.best)
		perf_error_hint(build->error, "did you mean '%s'?", nearest.best);
	perf_error_hint(build->error,
			"its terms:%s config config1 config2 config3; its events: perf list %s",
			perf_str_text(&all), build->pmu->name);
	perf_error_hint(build->error, "settings of any event:%s", perf_str_text(&settings));
	perf_str_free(&settings);
	perf_str_free(&all);
	return -EINVAL;
}

/*
 * Calls call() with name and value of each term; the value is NULL if there is none. A value
 * may be quoted.
 */
static int each_term(struct build *build, const char *text, size_t length,
		     int (*call)(struct build *build, const char *name, const char *value))
{
	char *copy = strndup(text, length);
	char *at = copy;
	int failed = 0;

	if (!copy)
		return perf_error_memory(build->error);
	while (at && *at && !failed) {
		char *end = at + strcspn(at, ",=");
		char *value = NULL;
		char *name = at;

		if (*end == '=') {
			*end = '\0';
			value = end + 1;
			if (*value == '\'' || *value == '"') {
				char quote = *value++;

				end = strchrnul(value, quote);
				if (*end)
					*end++ = '\0';
				end += strcspn(end, ",");
			} else {
				end = value + strcspn(value, ",");
			}
		}
		at = *end ? end + 1 : NULL;
		*end = '\0';
		if (*name)
			failed = call(build, name, value);
		else if (value)
			failed = perf_error_set(build->error, EINVAL, "a term has no name");
	}
	free(copy);
	return failed;
}

static int event_term(struct build *build, const char *name, const char *value)
{
	const struct perf_pmu_format *format;

	if (value && !strcmp(value, "?")) {
		/* A parameter of the event: build->given must have it. */
		if (strstr(build->given, name))
			return 0;
		perf_error_set(build->error, EINVAL, "the event needs a parameter: %s=...", name);
		return -EINVAL;
	}
	format = perf_pmu_format(build->pmu, name);
	if (format)
		return format_term(build, format, value);
	return whole_word(build, name, value) < 0 ? -EINVAL : 0;
}

/**
 * perf_pmu_event_apply() - apply the terms and notes of a PMU's named event
 * @spec: the event to change
 * @pmu: the PMU
 * @event: its named event
 * @given: the terms typed with it, for events that need parameters
 * @error: filled on failure
 *
 * Return: 0 or a negative errno.
 */
int perf_pmu_event_apply(struct perf_event_spec *spec, struct perf_pmu *pmu,
			 const struct perf_pmu_event *event, const char *given,
			 struct perf_error *error)
{
	struct build build = { .spec = spec, .pmu = pmu, .given = given,
			       .error = error };
	char line[128];
	int failed;

	failed = each_term(&build, event->terms, strlen(event->terms), event_term);
	if (failed)
		return failed;
	if (perf_pmu_event_note(pmu, event->name, "unit", line, sizeof(line)) && *line) {
		free(spec->unit);
		spec->unit = strdup(line);
		if (!spec->unit)
			return perf_error_memory(error);
	}
	if (perf_pmu_event_note(pmu, event->name, "scale", line, sizeof(line)) &&
	    !perf_parse_double(line, &spec->scale))
		spec->scale = 1;
	if (perf_pmu_event_note(pmu, event->name, "per-pkg", line, sizeof(line)))
		spec->per_package = atoi(line) == 1;
	if (perf_pmu_event_note(pmu, event->name, "snapshot", line, sizeof(line)))
		spec->snapshot = atoi(line) == 1;
	return 0;
}

static int typed_term(struct build *build, const char *name, const char *value)
{
	const struct perf_pmu_format *format;
	const struct perf_pmu_event *event;
	int done = term_setting(build, name, value);

	if (!done)
		done = whole_word(build, name, value);
	if (done)
		return done < 0 ? done : 0;
	if (!build->pmu)
		return unknown_term(build, name);
	format = perf_pmu_format(build->pmu, name);
	if (format)
		return format_term(build, format, value);
	done = perf_pmu_load_events(build->pmu, build->error);
	if (done)
		return done;
	event = perf_pmu_event(build->pmu, name);
	if (event)
		return perf_pmu_event_apply(build->spec, build->pmu, event, build->given,
					    build->error);
	if (raw_term(build, name, value))
		return 0;
	return unknown_term(build, name);
}

/**
 * perf_terms_apply() - apply typed terms to an event
 * @spec: the event
 * @pmu: its PMU; NULL for generic events, which have settings and config words only
 * @text: the terms
 * @length: bytes of @text
 * @error: filled on failure
 *
 * Return: 0 or a negative errno.
 */
int perf_terms_apply(struct perf_event_spec *spec, struct perf_pmu *pmu, const char *text,
		     size_t length, struct perf_error *error)
{
	struct build build = { .spec = spec, .pmu = pmu, .error = error };
	char *given = strndup(text, length);
	int failed;

	if (!given)
		return perf_error_memory(error);
	build.given = given;
	failed = each_term(&build, text, length, typed_term);
	free(given);
	return failed;
}
