/* SPDX-License-Identifier: GPL-2.0-only */
/* What people type for a probe, taken apart. */
#ifndef PERF_PROBE_SPEC_H
#define PERF_PROBE_SPEC_H

#include <stdbool.h>
#include <stdint.h>
#include <base/error.h>
#include <base/vec.h>

/**
 * struct perf_probe_argument - one value to be fetched
 * @name: given to it, NULL if none was
 * @what: the rest: a variable with its members, or what the kernel understands itself
 * @type: behind the last colon, NULL if there is none
 */
struct perf_probe_argument {
	char	*name;
	char	*what;
	char	*type;
};

/**
 * struct perf_probe_spec - where to probe, and what to fetch there
 * @group, @event: names for the event, NULL if none were given
 * @function: NULL for a place in a source file
 * @source: file, NULL if none was given
 * @line: in the file, or from the line of the function's name on; -1: none was given
 * @offset: bytes from the function's entry
 * @is_return: when it returns
 * @arguments: what to fetch
 * @no_inlines: copies that were inlined are not meant; never in the text
 * @most: it is an error if it is in more places than these, 0: never; never in the text
 */
struct perf_probe_spec {
	char		*group;
	char		*event;
	char		*function;
	char		*source;
	int		line;
	uint64_t	offset;
	bool		is_return;
	PERF_VEC(struct perf_probe_argument) arguments;
	bool		no_inlines;
	size_t		most;
};

/**
 * perf_probe_spec_parse() - take a probe apart
 * @spec: result; free with perf_probe_spec_free(), also on failure
 * @text: [[GROUP:]EVENT=]FUNCTION[@SOURCE][+OFFSET|%return|:LINE] or SOURCE:LINE, then
 *	[NAME=]WHAT[:TYPE] for each argument
 * @error: filled on failure
 *
 * Return: 0, -EINVAL or -ENOMEM.
 */
int perf_probe_spec_parse(struct perf_probe_spec *spec, const char *text,
			  struct perf_error *error);

/** perf_probe_spec_free() - free */
void perf_probe_spec_free(struct perf_probe_spec *spec);

#endif /* PERF_PROBE_SPEC_H */
