/* SPDX-License-Identifier: GPL-2.0 */
/* Functions, lines and variables of a program, from its debug information. */
#ifndef PERF_PROBE_DEBUG_H
#define PERF_PROBE_DEBUG_H

#include <stdbool.h>
#include <stdint.h>
#include <base/error.h>
#include <base/str.h>
#include <base/vec.h>
#include <probe/spec.h>

struct perf_probe_debug;

/**
 * struct perf_probe_location - an address at which a probe can be set
 * @address: link-time address; perf_probe_define() turns it into a file offset, or an offset from
 *	@base. A file offset already if perf_probe_find() returned 1
 * @function: function that contains it; belongs to the debug information
 * @entry: entry of @function; a file offset once @address is one
 * @base: symbol that @address is relative to; NULL: none
 */
struct perf_probe_location {
	uint64_t	address;
	const char	*function;
	uint64_t	entry;
	const char	*base;
};

/* The locations of one probe. */
struct perf_probe_locations {
	PERF_VEC(struct perf_probe_location) list;
};
struct perf_probe_debug *perf_probe_debug_open(const char *path, struct perf_error *error);
void perf_probe_debug_close(struct perf_probe_debug *debug);
int perf_probe_debug_find(struct perf_probe_debug *debug, const struct perf_probe_spec *spec,
			  struct perf_probe_locations *locations, struct perf_error *error);
const char *perf_probe_debug_symbol(struct perf_probe_debug *debug, uint64_t address,
				    uint64_t *offset);
void perf_probe_debug_body(struct perf_probe_debug *debug, struct perf_probe_location *location);
int perf_probe_debug_argument(struct perf_probe_debug *debug,
			      const struct perf_probe_location *location,
			      const struct perf_probe_argument *argument, bool in_kernel,
			      struct perf_str *text, struct perf_error *error);

/**
 * struct perf_probe_variable - a variable that can be fetched
 * @name: its name
 * @type: its type, as in C
 * @is_extern: it belongs to the file, not to the function
 * @ranges: offsets in bytes from the function's entry at which it has a location, as
 *	"0-22,30-62"; "" if it belongs to the file or is constant
 */
struct perf_probe_variable {
	const char	*name;
	const char	*type;
	bool		is_extern;
	const char	*ranges;
};

/* Flags for @which: only parameters of the function; also variables of the file. */
#define PERF_PROBE_PARAMETERS	0x1
#define PERF_PROBE_EXTERNS	0x2

int perf_probe_debug_variables(struct perf_probe_debug *debug,
			       const struct perf_probe_location *location, unsigned int which,
			       int (*each)(void *context,
					   const struct perf_probe_variable *variable),
			       void *context, struct perf_error *error);

/**
 * struct perf_probe_lines - lines of a source file
 * @path: file
 * @first, @last: first and last line to show
 * @name_line: line of the function's name, 0 for a file
 * @code: lines that have code, ascending
 */
struct perf_probe_lines {
	char	*path;
	int	first;
	int	last;
	int	name_line;
	PERF_VEC(int) code;
};
int perf_probe_debug_lines(struct perf_probe_debug *debug, const struct perf_probe_spec *spec,
			   struct perf_probe_lines *lines, struct perf_error *error);
void perf_probe_lines_free(struct perf_probe_lines *lines);

#endif /* PERF_PROBE_DEBUG_H */
