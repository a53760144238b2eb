// SPDX-License-Identifier: GPL-2.0
/*
 * The grammar of events:
 *
 *	events:    item { ',' item }
 *	item:      event | [ name ] '{' event { ',' event } '}' [ ':' modifiers ]
 *	event:     NAME [ '/' terms '/' [ modifiers ] | ':' modifiers ]
 *		 | PMU '/' terms '/' [ [ ':' ] modifiers ]
 *		 | SYSTEM ':' TRACEPOINT [ ':' modifiers ]
 *		 | 'r' HEX [ ':' modifiers ]
 *		 | TYPE ':' CONFIG [ ':' modifiers ]
 *		 | 'mem:' ADDRESS [ '/' LENGTH ] [ ':' [rwx]+ ] [ ':' modifiers ]
 *		 | PROCESSOR'S [ '/' terms '/' [ modifiers ] | ':' modifiers ]
 *
 * A processor's event is one that libpfm alone has: [ PMU '::' ] NAME { ':' MASK | ':' MODIFIER
 * [ '=' VALUE ] }, or with dots for colons as vendors write it.
 *
 * One event of the text may add several to the list: a tracepoint with wildcards, an event of
 * several PMUs of a kind.
 */
#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include <base/num.h>
#include <base/str.h>
#include <event/breakpoint.h>
#include <event/modifier.h>
#include <event/names.h>
#include <event/parse.h>
#include <event/pfm.h>
#include <event/suggest.h>
#include <event/terms.h>
#include <event/tracepoint.h>

/* State of parse_all(). */
struct parse {
	struct perf_event_list	*list;
	const char		*text;		/* the whole text */
	const char		*at;		/* the part not parsed yet */
	bool			only_pfm;	/* every name is libpfm's */
	struct perf_pfm		*pfm;		/* opened on first use */
	struct perf_error	no_pfm;		/* why perf_pfm_open() failed */
	struct perf_error	*error;
};

/* The text of one event, split up by parse_piece(). */
struct piece {
	const char	*text;		/* as typed, with modifiers */
	size_t		length;
	char		*name;		/* before the slash, or all but modifiers; owned */
	const char	*terms;		/* between the slashes, NULL if there are none */
	size_t		terms_length;
	const char	*modifiers;	/* behind the terms or ':'; NULL if none */
	size_t		modifiers_length;
};

/* Tests for an event of a CPU PMU, which gets attr.exclude_guest by default. */
static bool counts_guests(const struct perf_event_spec *spec)
{
	return spec->attr.type == PERF_TYPE_HARDWARE || spec->attr.type == PERF_TYPE_HW_CACHE ||
	       spec->attr.type == PERF_TYPE_RAW ||
	       (spec->pmu && perf_starts_with(spec->pmu, "cpu"));
}

/* Adds an event named as @piece. NULL on failure, with parse->error filled. */
static struct perf_event_spec *add_event(struct parse *parse, const struct piece *piece,
					 uint32_t type, uint64_t config)
{
	struct perf_event_spec *spec = perf_event_list_add(parse->list);

	if (!spec) {
		perf_error_memory(parse->error);
		return NULL;
	}
	spec->attr.type = type;
	spec->attr.config = config;
	if (perf_event_set_name(spec, piece->text, piece->length, parse->error))
		return NULL;
	return spec;
}

static int apply_modifiers(struct parse *parse, const struct piece *piece,
			   struct perf_event_spec *spec)
{
	if (!piece->modifiers_length)
		return 0;
	spec->modified = true;
	return perf_modifiers_apply(spec, piece->modifiers, piece->modifiers_length, parse->error);
}

/* The last steps for all events but libpfm's, whose encoding sets exclude_guest itself. */
static int finish_event(struct parse *parse, const struct piece *piece,
			struct perf_event_spec *spec)
{
	if (counts_guests(spec))
		spec->attr.exclude_guest = 1;
	return apply_modifiers(parse, piece, spec);
}

/* Makes @spec an event of @pmu, to be opened on the CPUs that @pmu lists. */
static int bind_pmu(struct parse *parse, struct perf_event_spec *spec, const struct perf_pmu *pmu)
{
	spec->pmu = strdup(pmu->name);
	if (!spec->pmu)
		return perf_error_memory(parse->error);
	if (!pmu->cpus.count)
		return 0;
	spec->cpus = calloc(1, sizeof(*spec->cpus));
	if (!spec->cpus)
		return perf_error_memory(parse->error);
	return perf_cpus_copy(spec->cpus, &pmu->cpus, parse->error);
}

/* Restricts an event that all CPUs have to the kind of CPU in list->cputype, if it is set. */
static int apply_cputype(struct parse *parse, struct perf_event_spec *spec)
{
	const struct perf_pmu *pmu = parse->list->cputype.at;

	if (!pmu)
		return 0;
	if (spec->attr.type == PERF_TYPE_HARDWARE || spec->attr.type == PERF_TYPE_HW_CACHE)
		spec->attr.config |= (uint64_t)pmu->type << PERF_PMU_TYPE_SHIFT;
	else if (spec->attr.type == PERF_TYPE_RAW)
		spec->attr.type = pmu->type;
	else
		return 0;
	return bind_pmu(parse, spec, pmu);
}

/* Apply the terms and cputype to an event that no PMU is named for, and finish it. */
static int finish_bare_event(struct parse *parse, const struct piece *piece,
			     struct perf_event_spec *spec)
{
	int failed;

	if (piece->terms) {
		failed = perf_terms_apply(spec, NULL, piece->terms, piece->terms_length,
					  parse->error);
		if (failed)
			return failed;
	}
	failed = apply_cputype(parse, spec);
	return failed ? failed : finish_event(parse, piece, spec);
}

static int generic_event(struct parse *parse, const struct piece *piece,
			 const struct perf_event_name *name)
{
	struct perf_event_spec *spec = add_event(parse, piece, name->type, name->config);

	if (!spec)
		return -parse->error->code;
	spec->tool = name->tool;
	spec->bare = true;
	if (name->scale)
		spec->scale = name->scale;
	if (name->unit) {
		spec->unit = strdup(name->unit);
		if (!spec->unit)
			return perf_error_memory(parse->error);
	}
	return finish_bare_event(parse, piece, spec);
}

static int numbered_event(struct parse *parse, const struct piece *piece, uint32_t type,
			  uint64_t config)
{
	struct perf_event_spec *spec = add_event(parse, piece, type, config);

	if (!spec)
		return -parse->error->code;
	spec->bare = true;
	return finish_bare_event(parse, piece, spec);
}

/* Adds an event of one PMU; @alias: piece->name is this event's name, not the PMU's. */
static int pmu_event(struct parse *parse, const struct piece *piece, struct perf_pmu *pmu,
		     const struct perf_pmu_event *alias, unsigned int merge)
{
	struct perf_event_spec *spec = add_event(parse, piece, pmu->type, 0);
	int failed;

	if (!spec)
		return -parse->error->code;
	spec->merge = merge;
	spec->bare = alias;
	failed = bind_pmu(parse, spec, pmu);
	if (!failed && alias)
		failed = perf_pmu_event_apply(spec, pmu, alias, piece->text, parse->error);
	if (!failed && piece->terms)
		failed = perf_terms_apply(spec, pmu, piece->terms, piece->terms_length,
					  parse->error);
	return failed ? failed : finish_event(parse, piece, spec);
}

/* The event @name of @pmu; NULL if it has none or is a kind of CPU other than cputype. */
static const struct perf_pmu_event *alias_of(const struct parse *parse, const struct perf_pmu *pmu,
					     const char *name)
{
	const struct perf_pmu *wanted = parse->list->cputype.at;

	if (wanted && perf_pmu_is_cputype(pmu) && pmu->type != wanted->type)
		return NULL;
	return perf_pmu_event(pmu, name);
}

/* Adds an event that PMUs name, typed without the PMU. -ENOENT, without a message: none. */
static int alias_events(struct parse *parse, const struct piece *piece)
{
	const struct perf_pmu_event *event;
	unsigned int merge = 0, found = 0;
	struct perf_pmus pmus;
	struct perf_pmu *pmu;
	int failed;

	failed = perf_pmus_find(&pmus, "*", parse->error);
	if (failed)
		return failed;
	perf_vec_each(&pmus, pmu) {
		failed = perf_pmu_load_events(pmu, parse->error);
		if (failed)
			break;
		found += !!alias_of(parse, pmu, piece->name);
	}
	if (found > 1)
		merge = ++parse->list->merges;
	perf_vec_each(&pmus, pmu) {
		event = failed ? NULL : alias_of(parse, pmu, piece->name);
		if (event)
			failed = pmu_event(parse, piece, pmu, event, merge);
	}
	perf_pmus_free(&pmus);
	return failed || found ? failed : -ENOENT;
}

/* ---- events of processors --------------------------------------------------------------- */

/* libpfm sets spec->attr.type to the type of the PMU in sysfs. */
static int bind_pmu_of_type(struct parse *parse, struct perf_event_spec *spec)
{
	struct perf_pmus pmus;
	struct perf_pmu *pmu;
	int failed;

	failed = perf_pmus_find(&pmus, "*", parse->error);
	if (failed)
		return failed;
	perf_vec_each(&pmus, pmu) {
		if (pmu->type != spec->attr.type)
			continue;
		failed = bind_pmu(parse, spec, pmu);
		break;
	}
	perf_pmus_free(&pmus);
	return failed;
}

/* Moves libpfm's sample period or frequency from spec->attr to spec->terms. */
static void take_sampling(struct perf_event_spec *spec)
{
	if (spec->attr.freq) {
		spec->terms.freq = spec->attr.sample_freq;
		spec->terms.given |= PERF_TERM_FREQ;
	} else if (spec->attr.sample_period) {
		spec->terms.period = spec->attr.sample_period;
		spec->terms.given |= PERF_TERM_PERIOD;
	}
	spec->attr.freq = 0;
	spec->attr.sample_period = 0;
}

static int add_encoded(struct parse *parse, const struct piece *piece,
		       const struct perf_event_attr *attr)
{
	struct perf_event_spec *spec = add_event(parse, piece, attr->type, attr->config);
	int failed = 0;

	if (!spec)
		return -parse->error->code;
	spec->attr = *attr;
	take_sampling(spec);
	if (attr->type > PERF_TYPE_BREAKPOINT)
		failed = bind_pmu_of_type(parse, spec);
	/* PMUs outside the CPUs refuse events with exclude_guest. */
	if (!counts_guests(spec))
		spec->attr.exclude_guest = 0;
	if (!failed && piece->terms)
		failed = perf_terms_apply(spec, NULL, piece->terms, piece->terms_length,
					  parse->error);
	return failed ? failed : apply_modifiers(parse, piece, spec);
}

/*
 * Encodes @name into @attr and sets *letters to the tool's own modifiers. With libpfm's colons,
 * the whole name is tried first: its end may be libpfm's modifiers, or a unit mask such as E.
 * With dots, modifiers are the tool's, as behind any other name.
 */
static int encode_event(struct parse *parse, char *name, char **letters,
			struct perf_event_attr *attr, struct perf_error *error)
{
	char *colon = strrchr(name, ':');
	bool generic = false;
	int failed = -ENOENT;

	*letters = NULL;
	if (colon && (colon == name || colon[-1] == ':' || !perf_modifiers_are(colon + 1)))
		colon = NULL;
	if (!colon || !strchr(name, '.'))
		failed = perf_pfm_encode(parse->pfm, name, attr, &generic, error);
	if (failed && failed != -ENOMEM && colon) {
		*colon = '\0';
		*letters = colon + 1;
		*attr = (struct perf_event_attr){ 0 };
		failed = perf_pfm_encode(parse->pfm, name, attr, &generic, error);
	}
	/* Generic events of the kernel have the names of perf_event_names[] only. */
	if (!failed && generic && !parse->only_pfm)
		return perf_error_set(error, ENOENT, "there is no event '%s'", name);
	return failed;
}

/*
 * Adds a processor's event. -ENOENT if libpfm has no such event or is not there: *error is
 * filled then, parse->error is not. *name is the name passed to libpfm; the caller frees it.
 */
static int processor_event(struct parse *parse, struct piece *piece, char **name,
			   struct perf_error *error)
{
	struct perf_event_attr attr = { 0 };
	char *letters;
	int failed;

	*name = strndup(piece->text, piece->terms ? (size_t)(piece->terms - 1 - piece->text) :
			piece->length);
	if (!*name)
		return perf_error_memory(parse->error);
	failed = parse->pfm ? 0 : perf_pfm_open(&parse->pfm, &parse->no_pfm);
	if (failed == -ENOMEM)
		return perf_error_memory(parse->error);
	if (failed) {
		*error = parse->no_pfm;
		return -ENOENT;
	}
	failed = encode_event(parse, *name, &letters, &attr, error);
	if (failed == -ENOENT)
		return failed;
	if (failed) {
		*parse->error = *error;
		return failed;
	}
	if (!piece->terms) {
		piece->modifiers = letters ? piece->text + (letters - *name) : NULL;
		piece->modifiers_length = letters ? strlen(letters) : 0;
	}
	return add_encoded(parse, piece, &attr);
}

/*
 * Tries @piece as a processor's event. False if libpfm has neither it nor a similar one:
 * parse->error is unchanged then.
 */
static bool is_processor_event(struct parse *parse, struct piece *piece, int *failed)
{
	struct perf_error error;
	char *name = NULL;
	bool known = true;

	*failed = processor_event(parse, piece, &name, &error);
	if (*failed == -ENOENT) {
		perf_error_set(&error, ENOENT, "there is no event '%s'", name);
		known = perf_suggest_processor_event(name, parse->pfm, &error);
		if (known)
			*parse->error = error;
	}
	free(name);
	return known;
}

/* Adds an event of perf_events_parse_pfm(), or one with libpfm's "PMU::" in front. */
static int pfm_event(struct parse *parse, struct piece *piece)
{
	struct perf_error error;
	char *name = NULL;
	int failed = processor_event(parse, piece, &name, &error);

	if (failed == -ENOENT) {
		*parse->error = error;
		if (parse->pfm)
			perf_suggest_processor_event(name, parse->pfm, parse->error);
		failed = -parse->error->code;
	}
	free(name);
	return failed;
}

static int pmu_events(struct parse *parse, struct piece *piece)
{
	struct perf_pmus pmus;
	struct perf_pmu *pmu;
	unsigned int merge = 0;
	int failed;

	failed = perf_pmus_find(&pmus, piece->name, parse->error);
	if (failed)
		return failed;
	if (!pmus.count) {
		perf_error_set(parse->error, ENOENT, "there is no PMU '%s'", piece->name);
		if (is_processor_event(parse, piece, &failed))
			return failed;
		failed = -ENOENT;
		perf_suggest_pmu(piece->name, parse->error);
	}
	if (pmus.count > 1)
		merge = ++parse->list->merges;
	perf_vec_each(&pmus, pmu) {
		failed = pmu_event(parse, piece, pmu, NULL, merge);
		if (failed)
			break;
	}
	perf_pmus_free(&pmus);
	return failed;
}

/* If @name looks like a processor's event and libpfm is missing: adds parse->no_pfm as hint. */
static void hint_no_pfm(struct parse *parse, const char *name)
{
	if (!parse->pfm && (isupper((unsigned char)*name) || strchr(name, '.')))
		perf_error_hint(parse->error, "%s", parse->no_pfm.text);
}

static int no_tracepoint(struct parse *parse, struct piece *piece, const char *system,
			 const char *name, bool none)
{
	int failed;

	if (none)
		perf_error_set(parse->error, ENOENT, "there is no tracepoint '%s:%s'", system,
			       name);
	if (is_processor_event(parse, piece, &failed))
		return failed;
	hint_no_pfm(parse, system);
	if (none)
		perf_suggest_tracepoint(system, name, parse->error);
	return -parse->error->code;
}

static int tracepoint_events(struct parse *parse, struct piece *piece, const char *system,
			     const char *name)
{
	struct perf_tracepoint_list points;
	struct perf_tracepoint *point;
	struct perf_str text = { 0 };
	int failed;

	failed = perf_tracepoint_list_find(&points, system, name, true, parse->error);
	if (failed || !points.count)
		return no_tracepoint(parse, piece, system, name, !failed);
	perf_vec_each(&points, point) {
		struct perf_event_spec *spec = add_event(parse, piece, PERF_TYPE_TRACEPOINT,
							 point->id);

		failed = spec ? finish_event(parse, piece, spec) : -parse->error->code;
		if (failed)
			break;
		perf_str_cut(&text, 0);
		perf_str_format(&text, "%s:%s", point->system, point->name);
		failed = perf_event_set_name(spec, perf_str_text(&text), text.length, parse->error);
		if (failed)
			break;
	}
	perf_str_free(&text);
	perf_tracepoint_list_free(&points);
	return failed;
}

static int breakpoint_event(struct parse *parse, struct piece *piece)
{
	struct perf_breakpoint_text breakpoint;
	struct perf_event_spec *spec;

	if (perf_breakpoint_parse(piece->text, piece->length, &breakpoint)) {
		perf_error_set(parse->error, EINVAL, "'%.*s' is not a breakpoint",
			       (int)piece->length, piece->text);
		perf_error_hint(parse->error,
				"write mem:ADDRESS[/LENGTH][:r|w|rw|x], LENGTH 1, 2, 4 or 8");
		return -EINVAL;
	}
	piece->modifiers = breakpoint.modifiers;
	piece->modifiers_length = breakpoint.modifiers_length;
	spec = add_event(parse, piece, PERF_TYPE_BREAKPOINT, 0);
	if (!spec)
		return -parse->error->code;
	spec->attr.bp_addr = breakpoint.address;
	spec->attr.bp_type = breakpoint.kinds;
	spec->attr.bp_len = breakpoint.length;
	return finish_event(parse, piece, spec);
}

/* Tests whether @name is an event by itself, so that modifiers follow the ':'. */
static bool is_event_name(const char *name)
{
	uint64_t config;

	if (perf_event_name_find(name) || perf_cache_event_parse(name, &config))
		return true;
	return *name == 'r' && name[1] && !name[1 + strspn(name + 1, "0123456789abcdefABCDEF")];
}

static int named_event(struct parse *parse, struct piece *piece)
{
	const struct perf_event_name *name = perf_event_name_find(piece->name);
	struct perf_error error;
	char *asked = NULL;
	uint64_t config;
	int failed;

	if (name)
		return generic_event(parse, piece, name);
	if (perf_cache_event_parse(piece->name, &config))
		return numbered_event(parse, piece, PERF_TYPE_HW_CACHE, config);
	if (is_event_name(piece->name)) {
		errno = 0;
		config = strtoull(piece->name + 1, NULL, 16);
		if (errno)
			return perf_error_set(parse->error, ERANGE, "'%s' is more than 64 bits",
					      piece->name);
		return numbered_event(parse, piece, PERF_TYPE_RAW, config);
	}
	if (piece->terms)
		return pmu_events(parse, piece);
	failed = alias_events(parse, piece);
	if (failed != -ENOENT)
		return failed;
	failed = processor_event(parse, piece, &asked, &error);
	free(asked);
	if (failed != -ENOENT)
		return failed;
	perf_error_set(parse->error, ENOENT, "there is no event '%s'", piece->name);
	hint_no_pfm(parse, piece->name);
	perf_suggest_event(piece->name, parse->pfm, parse->error);
	return -ENOENT;
}

/* Adds the event piece->name:second[:modifiers], where piece->name is not an event's name. */
static int two_part_event(struct parse *parse, struct piece *piece, char *second)
{
	char *third = strchr(second, ':');
	uint64_t type, config;

	if (third) {
		*third = '\0';
		piece->modifiers = piece->text + (third + 1 - piece->name);
		piece->modifiers_length = piece->text + piece->length - piece->modifiers;
	}
	if (perf_parse_u64(piece->name, &type) && perf_parse_u64(second, &config)) {
		if (type > UINT_MAX)
			return perf_error_set(parse->error, ERANGE, "type %s is more than 32 bits",
					      piece->name);
		return numbered_event(parse, piece, type, config);
	}
	if (!*second)
		return perf_error_set(parse->error, EINVAL, "nothing follows '%s:'", piece->name);
	return tracepoint_events(parse, piece, piece->name, second);
}

/* Splits off the event that begins at parse->at, and finds its slashes. */
static void cut_piece(struct parse *parse, struct piece *piece)
{
	const char *at = parse->at;
	const char *close;

	*piece = (struct piece){ .text = at };
	at += strcspn(at, "/,{}");
	if (*at == '/' && !perf_starts_with(piece->text, "mem:")) {
		close = strchr(at + 1, '/');
		if (close) {
			piece->terms = at + 1;
			piece->terms_length = close - at - 1;
			at = close + 1;
		}
	}
	at += strcspn(at, ",{}");
	piece->length = at - piece->text;
	parse->at = at;
}

static int parse_piece(struct parse *parse, struct piece *piece)
{
	const char *end = piece->text + piece->length;
	char *colon;

	if (!piece->length)
		return perf_error_set(parse->error, EINVAL, "an event is missing");
	if (perf_starts_with(piece->text, "mem:") && !parse->only_pfm)
		return breakpoint_event(parse, piece);
	piece->name = strndup(piece->text, piece->terms ? (size_t)(piece->terms - 1 - piece->text) :
			      piece->length);
	if (!piece->name)
		return perf_error_memory(parse->error);
	if (!*piece->name || (!piece->terms && strchr(piece->name, '/')))
		return perf_error_set(parse->error, EINVAL, *piece->name ?
				      "the second '/' is missing" : "there is no PMU before '/'");
	if (piece->terms) {
		piece->modifiers = piece->terms + piece->terms_length + 1;
		piece->modifiers += piece->modifiers < end && *piece->modifiers == ':';
		piece->modifiers_length = end - piece->modifiers;
	}
	colon = strchr(piece->name, ':');
	if (parse->only_pfm || (colon && colon[1] == ':'))
		return pfm_event(parse, piece);
	if (piece->terms)
		return named_event(parse, piece);
	if (!colon)
		return named_event(parse, piece);
	*colon = '\0';
	if (is_event_name(piece->name)) {
		piece->modifiers = piece->text + (colon + 1 - piece->name);
		piece->modifiers_length = end - piece->modifiers;
		return named_event(parse, piece);
	}
	return two_part_event(parse, piece, colon + 1);
}

static int parse_event(struct parse *parse)
{
	const char *start = parse->at;
	struct piece piece;
	int failed;

	cut_piece(parse, &piece);
	failed = parse_piece(parse, &piece);
	free(piece.name);
	if (failed)
		parse->at = start;
	return failed;
}

/**
 * perf_events_make_group() - make the last events of a list one group
 * @list: the list
 * @first: index of the leader, the first event of the group
 * @error: filled on failure
 *
 * Return: 0 or a negative errno.
 */
int perf_events_make_group(struct perf_event_list *list, size_t first, struct perf_error *error)
{
	size_t i;

	if (first >= list->count)
		return perf_error_set(error, EINVAL, "a group needs an event");
	for (i = first; i < list->count; i++) {
		list->at[i].leader = first;
		list->at[i].members = 1;
	}
	list->at[first].members = list->count - first;
	return 0;
}

static int group_modifiers(struct parse *parse, size_t first)
{
	size_t length, i;
	int failed;

	if (*parse->at != ':')
		return 0;
	parse->at++;
	length = strcspn(parse->at, ",");
	for (i = first; i < parse->list->count; i++) {
		failed = perf_modifiers_apply(&parse->list->at[i], parse->at, length, parse->error);
		if (failed)
			return failed;
	}
	parse->at += length;
	return 0;
}

static int parse_group(struct parse *parse)
{
	size_t first = parse->list->count;
	size_t length = strcspn(parse->at, "{");
	const char *name = parse->at;
	int failed;

	parse->at += length;
	do {
		parse->at++;
		failed = parse_event(parse);
		if (failed)
			return failed;
	} while (*parse->at == ',');
	if (*parse->at != '}')
		return perf_error_set(parse->error, EINVAL, *parse->at ?
				      "a group cannot hold a group" : "the closing '}' is missing");
	parse->at++;
	failed = perf_events_make_group(parse->list, first, parse->error);
	if (!failed)
		failed = group_modifiers(parse, first);
	if (failed || !length)
		return failed;
	parse->list->at[first].group = strndup(name, name[length - 1] == ':' ? length - 1 : length);
	return parse->list->at[first].group ? 0 : perf_error_memory(parse->error);
}

static int parse_items(struct parse *parse)
{
	int failed;

	for (;;) {
		/* The group's name may precede the brace. */
		if (parse->at[strcspn(parse->at, "{,/}")] == '{')
			failed = parse_group(parse);
		else
			failed = parse_event(parse);
		if (failed)
			return failed;
		if (!*parse->at)
			return 0;
		if (*parse->at != ',')
			return perf_error_set(parse->error, EINVAL, "unexpected '%c'", *parse->at);
		parse->at++;
	}
}

/* Adds the text and a caret below parse->at ahead of the hints, if the text is short. */
static void point_at(struct parse *parse)
{
	struct perf_error *error = parse->error;
	size_t column = parse->at - parse->text;
	size_t length = strlen(parse->text);
	char hint[sizeof(error->hint)];
	const char *line = hint;

	if (!length || length > 100 || strpbrk(parse->text, "\n\t"))
		return;
	memcpy(hint, error->hint, sizeof(hint));
	error->hint[0] = '\0';
	perf_error_hint(error, "%s", parse->text);
	perf_error_hint(error, "%*s^", (int)column, "");
	while (*line) {
		length = strcspn(line, "\n");
		perf_error_hint(error, "%.*s", (int)length, line);
		line += length + (line[length] == '\n');
	}
}

static int parse_all(struct parse *parse)
{
	struct perf_event_list *list = parse->list;
	size_t before = list->count;
	int failed;

	parse->at = parse->text;
	failed = parse_items(parse);
	perf_pfm_close(parse->pfm);
	if (!failed)
		return 0;
	while (list->count > before)
		perf_event_spec_free(&list->at[--list->count]);
	if (failed != -ENOMEM)
		point_at(parse);
	return failed;
}

/**
 * perf_events_parse() - parse events and add them to a list
 * @list: the list; unchanged on failure
 * @text: the argument of -e
 * @error: filled on failure with the fault, its location and a similar name
 *
 * Return: 0 or a negative errno.
 */
int perf_events_parse(struct perf_event_list *list, const char *text, struct perf_error *error)
{
	struct parse parse = { .list = list, .text = text, .error = error };

	return parse_all(&parse);
}

/**
 * perf_events_parse_pfm() - parse events that all have libpfm's names, and add them to a list
 * @list: the list; unchanged on failure
 * @text: the argument of --pfm-events
 * @error: filled on failure
 *
 * Return: 0 or a negative errno, -EOPNOTSUPP if libpfm is not there.
 */
int perf_events_parse_pfm(struct perf_event_list *list, const char *text,
			  struct perf_error *error)
{
	struct parse parse = { .list = list, .text = text, .only_pfm = true, .error = error };

	return parse_all(&parse);
}
