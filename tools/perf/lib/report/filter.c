// SPDX-License-Identifier: GPL-2.0
/*
 * Filters of samples: by CPU, task, time and names.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <report/filter.h>

#define NS_PER_SEC	1000000000.0

static struct perf_filter_range *filter_push(void *list)
{
	PERF_VEC(struct perf_filter_range) *ranges = list;

	return perf_vec_push(ranges);
}

/**
 * perf_ranges_parse() - parse a list of numbers and ranges, as "0-3,8"
 * @list: a vector of struct perf_filter_range to append to
 * @text: the list; NULL is empty
 * @what: name of the numbers, for the error
 * @error: filled on failure
 *
 * Return: 0; -EINVAL; -ENOMEM.
 */
int perf_ranges_parse(void *list, const char *text, const char *what, struct perf_error *error)
{
	struct perf_filter_range *range;
	const char *at = text;
	char *end;

	while (at && *at) {
		range = filter_push(list);
		if (!range)
			return perf_error_memory(error);
		range->first = strtoull(at, &end, 10);
		range->last = range->first;
		if (end != at && *end == '-') {
			at = end + 1;
			range->last = strtoull(at, &end, 10);
		}
		if (end == at || (*end && *end != ',') || range->last < range->first)
			return perf_error_set(error, EINVAL, "'%s' is no list of %s", text, what);
		at = *end ? end + 1 : end;
	}
	return 0;
}

static int bad_time(const char *text, struct perf_error *error)
{
	perf_error_set(error, EINVAL, "'%s' is no span of time", text);
	perf_error_hint(error, "START,STOP in seconds (either may be left out)");
	perf_error_hint(error, "or 10%%-20%% of the recording, or its second tenth, 10%%/2");
	return -EINVAL;
}

/* Exclude the end of a span; only the last of several spans includes its end. */
static void leave_end(struct perf_filter_range *range)
{
	if (range->last)
		range->last--;
	else
		range->first = 1;	/* empty range */
}

/* Parse "10%-20%", or "10%/2" for the second 10 percent, up to *@end. False if @text is neither. */
static bool parse_part(const char *text, double *first, double *last, char **end)
{
	unsigned long number;
	char *at;

	*first = strtod(text, &at);
	if (at == text || *at != '%' || !(*first >= 0))
		return false;
	if (at[1] == '-') {
		*last = strtod(at + 2, end);
		if (**end != '%')
			return false;
		++*end;
	} else if (at[1] == '/') {
		number = strtoul(at + 2, end, 10);
		*last = *first * number;
		*first = *last - *first;
		if (!number)
			return false;
	} else {
		return false;
	}
	return *first <= *last && *last <= 100;
}

static int parse_percents(struct perf_filter *filter, const char *text,
			  const struct perf_data_env *env, struct perf_error *error)
{
	uint64_t span = env->last_time - env->first_time;
	struct perf_filter_range *range;
	const char *at = text;
	double first, last;
	char *end;

	if (!env->last_time) {
		perf_error_set(error, EINVAL,
			       "the recording has no time of its first and last sample");
		perf_error_hint(error, "Give times in seconds");
		return -EINVAL;
	}
	for (;; at = end + 1) {
		if (!parse_part(at, &first, &last, &end) || (*end && *end != ','))
			return bad_time(text, error);
		range = filter_push(&filter->times);
		if (!range)
			return perf_error_memory(error);
		range->first = env->first_time + span * (first / 100);
		range->last = env->first_time + span * (last / 100);
		if (!*end)
			return 0;
		leave_end(range);
	}
}

/* Parse "START,STOP" in seconds; either may be left out; several are separated by blanks. */
static int parse_seconds(struct perf_filter *filter, const char *text, struct perf_error *error)
{
	struct perf_filter_range *range;
	const char *at = text;
	char *end;

	for (;; at = end + 1) {
		range = filter_push(&filter->times);
		if (!range)
			return perf_error_memory(error);
		*range = (struct perf_filter_range){ .last = UINT64_MAX };
		end = (char *)at;
		if (*at != ',')
			range->first = strtod(at, &end) * NS_PER_SEC + 0.5;
		if (*end != ',')
			return bad_time(text, error);
		at = end + 1;
		end = (char *)at;
		if (*at && *at != ' ')
			range->last = strtod(at, &end) * NS_PER_SEC + 0.5;
		if (!*end)
			return 0;
		if (*end != ' ')
			return bad_time(text, error);
		leave_end(range);
	}
}

static int parse_time(struct perf_filter *filter, const char *text,
		      const struct perf_data_env *env, struct perf_error *error)
{
	return strchr(text, '%') ? parse_percents(filter, text, env, error) :
				   parse_seconds(filter, text, error);
}

/**
 * perf_filter_parse() - parse conditions
 * @filter: result; free with perf_filter_free(), also on failure
 * @texts: conditions; must outlive @filter
 * @env: of the recording, for times in percent
 * @error: filled on failure
 *
 * Return: 0 or -EINVAL, -ENOMEM.
 */
int perf_filter_parse(struct perf_filter *filter, const struct perf_filter_texts *texts,
		      const struct perf_data_env *env, struct perf_error *error)
{
	int err;

	memset(filter, 0, sizeof(*filter));
	filter->socket_list = texts->sockets;
	filter->time_list = texts->time;
	filter->comms = texts->comms;
	filter->dsos = texts->dsos;
	filter->address_size = texts->address_size;
	filter->symbols = texts->symbols;
	filter->symbol_part = texts->symbol_part;
	filter->known = texts->known;
	err = perf_ranges_parse(&filter->cpus, texts->cpus, "CPUs", error);
	if (!err)
		err = perf_ranges_parse(&filter->sockets, texts->sockets, "processor sockets",
					error);
	if (!err)
		err = perf_ranges_parse(&filter->pids, texts->pids, "processes", error);
	if (!err)
		err = perf_ranges_parse(&filter->tids, texts->tids, "threads", error);
	if (!err && texts->time)
		err = parse_time(filter, texts->time, env, error);
	return err;
}

/** perf_filter_free() - free the lists */
void perf_filter_free(struct perf_filter *filter)
{
	perf_vec_free(&filter->cpus);
	perf_vec_free(&filter->sockets);
	perf_vec_free(&filter->pids);
	perf_vec_free(&filter->tids);
	perf_vec_free(&filter->times);
}

/** perf_in_ranges() - true if @value is in one of the @nr ranges */
bool perf_in_ranges(const struct perf_filter_range *ranges, size_t nr, uint64_t value)
{
	size_t i;

	for (i = 0; i < nr; i++)
		if (value >= ranges[i].first && value <= ranges[i].last)
			return true;
	return false;
}

/**
 * perf_filter_socket() - true if a processor socket passes
 * @filter: conditions
 * @socket: number of the socket, -1 if unknown
 */
bool perf_filter_socket(const struct perf_filter *filter, int32_t socket)
{
	/* An unknown socket (-1) becomes UINT64_MAX, which is in no list. */
	return PERF_PASSES(&filter->sockets, (uint64_t)(int64_t)socket);
}

/**
 * perf_filter_name() - true if a name is in a list
 * @list: names separated by commas; NULL passes every name
 * @name: name
 */
bool perf_filter_name(const char *list, const char *name)
{
	size_t size = strlen(name);
	const char *at = list, *comma;

	if (!list)
		return true;
	for (;;) {
		comma = strchrnul(at, ',');
		if ((size_t)(comma - at) == size && !memcmp(at, name, size))
			return true;
		if (!*comma)
			return false;
		at = comma + 1;
	}
}

/** perf_filter_address() - true if @ip is within @address_size of an address in @symbols */
bool perf_filter_address(const struct perf_filter *filter, uint64_t ip)
{
	const char *at = filter->symbols;
	uint64_t first;
	char *end;

	for (; at; at = *end ? end + 1 : NULL) {
		first = strtoull(at, &end, 16);
		if (end != at && (!*end || *end == ',') &&
		    (ip == first || ip - first < filter->address_size))
			return true;
		end = strchrnul(end, ',');
	}
	return false;
}

/** perf_filter_symbols() - true if @filter has conditions on the names of functions */
bool perf_filter_symbols(const struct perf_filter *filter)
{
	return filter->symbols || filter->symbol_part;
}

/** perf_filter_symbol() - true if the name of a function passes; @name may be NULL */
bool perf_filter_symbol(const struct perf_filter *filter, const char *name)
{
	if (!name)
		return !perf_filter_symbols(filter);
	return perf_filter_name(filter->symbols, name) &&
	       (!filter->symbol_part || strstr(name, filter->symbol_part));
}

/** perf_filter_dso() - true if the name or path of an object passes; @dso may be NULL */
bool perf_filter_dso(const struct perf_filter *filter, const struct perf_dso *dso)
{
	return !filter->dsos || (dso && (perf_filter_name(filter->dsos, dso->short_name) ||
					 perf_filter_name(filter->dsos, dso->name)));
}

/**
 * perf_filter_value() - return the value of a sort key that all passing samples share
 * @filter: conditions
 * @key: any sort key
 *
 * Return: the only name in the list for @key; NULL if the list has several, or is NULL.
 */
const char *perf_filter_value(const struct perf_filter *filter, enum perf_sort_key key)
{
	const char *list = key == PERF_SORT_COMM ? filter->comms :
			   key == PERF_SORT_DSO ? filter->dsos :
			   key == PERF_SORT_SYMBOL ? filter->symbols : NULL;

	return list && !strchr(list, ',') ? list : NULL;
}
