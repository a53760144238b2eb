/* SPDX-License-Identifier: GPL-2.0-only */
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
 * struct perf_probe_place - an address that a probe may stand at
 * @address: in the program, as its linker placed it
 * @function: that it is in; belongs to the debug information
 * @entry: where that begins
 * @base: symbol that @address is counted from, once that was asked for; else NULL
 */
struct perf_probe_place {
	uint64_t	address;
	const char	*function;
	uint64_t	entry;
	const char	*base;
};

/* Some of them. */
struct perf_probe_places {
	PERF_VEC(struct perf_probe_place) list;
};

/**
 * perf_probe_debug_open() - open the debug information of a program, wherever it is
 * @path: program, library or vmlinux
 * @error: filled on failure
 *
 * Return: it; NULL if there is none, or this build has no libdw.
 */
struct perf_probe_debug *perf_probe_debug_open(const char *path, struct perf_error *error);

/** perf_probe_debug_close() - close; @debug may be NULL */
void perf_probe_debug_close(struct perf_probe_debug *debug);

/**
 * perf_probe_debug_find() - addresses of what a person named
 * @debug: debug information
 * @spec: function, line
 * @places: result; free its list, also on failure
 * @error: filled on failure
 *
 * A function that was inlined has a place for each copy.
 *
 * Return: 0; -ENOENT if there is no such function or file, or no code at the line; -ERANGE
 * if there are more places than @spec allows.
 */
int perf_probe_debug_find(struct perf_probe_debug *debug, const struct perf_probe_spec *spec,
			  struct perf_probe_places *places, struct perf_error *error);

/**
 * perf_probe_debug_symbol() - the symbol that an address is in
 * @debug: debug information
 * @address: as the linker placed it
 * @offset: result: from the symbol on
 *
 * Return: its name, which belongs to the debug information; NULL if there is none.
 */
const char *perf_probe_debug_symbol(struct perf_probe_debug *debug, uint64_t address,
				    uint64_t *offset);

/**
 * perf_probe_debug_body() - where a function's variables are all in place
 * @debug: debug information
 * @place: its entry; moved behind the code that saves registers if variables are in the
 *	stack frame all the time, as in programs that were not optimized
 */
void perf_probe_debug_body(struct perf_probe_debug *debug, struct perf_probe_place *place);

/**
 * perf_probe_debug_argument() - how the kernel gets at a variable
 * @debug: debug information
 * @place: where
 * @argument: variable with members; its type, if given
 * @in_kernel: addresses of static data are of memory, else of the file
 * @text: is added to: NAME=FETCH:TYPE
 * @error: filled on failure
 *
 * Return: 0, -ENOENT if there is no such variable there, -EINVAL, -ENOMEM; -ELOOP if the debug
 * information is damaged.
 */
int perf_probe_debug_argument(struct perf_probe_debug *debug, const struct perf_probe_place *place,
			      const struct perf_probe_argument *argument, bool in_kernel,
			      struct perf_str *text, struct perf_error *error);

/**
 * struct perf_probe_variable - a variable that can be fetched
 * @name: its name
 * @type: as in C
 * @is_extern: of the file, not of the function
 * @ranges: where it can be, in bytes from the function's entry, as "0-22,30-62"; "" if it is
 *	of the file, or constant
 */
struct perf_probe_variable {
	const char	*name;
	const char	*type;
	bool		is_extern;
	const char	*ranges;
};

/* Choose variables: parameters of the function only; those of the file, too. */
#define PERF_PROBE_PARAMETERS	0x1
#define PERF_PROBE_EXTERNS	0x2

/**
 * perf_probe_debug_variables() - the variables that can be fetched at a place
 * @debug: debug information
 * @place: where
 * @which: PERF_PROBE_*, 0: those of the function
 * @each: called for each
 * @context: for @each
 * @error: filled if the debug information is damaged
 *
 * Return: 0, or what @each returned if it is not 0; -ELOOP if the debug information is damaged.
 */
int perf_probe_debug_variables(struct perf_probe_debug *debug,
			       const struct perf_probe_place *place, unsigned int which,
			       int (*each)(void *context,
					   const struct perf_probe_variable *variable),
			       void *context, struct perf_error *error);

/**
 * struct perf_probe_lines - lines of a source file
 * @path: file
 * @first, @last: which
 * @name_line: where the function's name is, 0 for a file
 * @code: lines that have code, ascending
 */
struct perf_probe_lines {
	char	*path;
	int	first;
	int	last;
	int	name_line;
	PERF_VEC(int) code;
};

/**
 * perf_probe_debug_lines() - lines that a probe may stand at
 * @debug: debug information
 * @spec: function, or file and line
 * @lines: result; free with perf_probe_lines_free(), also on failure
 * @error: filled on failure
 *
 * Return: 0, -ENOENT or -ENOMEM.
 */
int perf_probe_debug_lines(struct perf_probe_debug *debug, const struct perf_probe_spec *spec,
			   struct perf_probe_lines *lines, struct perf_error *error);

/** perf_probe_lines_free() - free */
void perf_probe_lines_free(struct perf_probe_lines *lines);

#endif /* PERF_PROBE_DEBUG_H */
