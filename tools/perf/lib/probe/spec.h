/* SPDX-License-Identifier: GPL-2.0 */
/* The text of a probe, parsed. */
#ifndef PERF_PROBE_SPEC_H
#define PERF_PROBE_SPEC_H

#include <stdbool.h>
#include <stdint.h>
#include <base/error.h>
#include <base/vec.h>

/**
 * struct perf_probe_argument - one value to fetch
 * @name: name given to it, NULL: none
 * @what: variable with its members, or a FETCH text of the kernel
 * @type: text after the last colon, NULL: none
 */
struct perf_probe_argument {
	char	*name;
	char	*what;
	char	*type;
};

/**
 * struct perf_probe_spec - location of a probe, and arguments to fetch
 * @group, @event: names for the event, NULL: none given
 * @function: NULL for a line of a source file
 * @source: file, NULL: none given
 * @line: line of @source, or relative to the line of the function's name; -1: none given
 * @offset: bytes from the function's entry
 * @is_return: return probe
 * @arguments: arguments to fetch
 * @no_inlines: leave out inlined copies; not part of the text
 * @most: more locations than this are an error, 0: no limit; not part of the text
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
int perf_probe_spec_parse(struct perf_probe_spec *spec, const char *text,
			  struct perf_error *error);
void perf_probe_spec_free(struct perf_probe_spec *spec);

#endif /* PERF_PROBE_SPEC_H */
