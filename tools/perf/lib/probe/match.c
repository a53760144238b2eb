// SPDX-License-Identifier: GPL-2.0
/* Does a function or a file match the name that the user typed? */
#include <stdlib.h>
#include <string.h>
#include <base/str.h>
#include <model/demangle.h>
#include <probe/match.h>
#include <probe/split.h>

/**
 * perf_probe_match_linked() - does a symbol belong to a function that the user named?
 * @linked: name of the symbol
 * @wanted: the same, or the name qualified with all or the inner classes and namespaces
 *
 * Return: true if they match.
 */
bool perf_probe_match_linked(const char *linked, const char *wanted)
{
	size_t length, tail = strlen(wanted);
	const char *rest;
	bool match;
	char *name;

	if (!strcmp(linked, wanted))
		return true;
	name = strstr(wanted, "::") ? perf_demangle(linked) : NULL;
	if (!name)
		return false;
	length = strlen(name);
	rest = length >= tail ? name + length - tail : NULL;
	match = rest && !strcmp(rest, wanted) &&
		(rest == name || (rest - name > 2 && perf_starts_with(rest - 2, "::")));
	free(name);
	return match;
}

#ifdef HAVE_DW
#include <dwarf.h>

/**
 * perf_probe_match_file() - does a path end with these directories and this file?
 * @path: path in the debug information, may be NULL
 * @wanted: as typed
 *
 * Return: true if it does.
 */
bool perf_probe_match_file(const char *path, const char *wanted)
{
	size_t length = path ? strlen(path) : 0, tail = strlen(wanted);

	if (length < tail || strcmp(path + length - tail, wanted))
		return false;
	return length == tail || path[length - tail - 1] == '/';
}

/**
 * perf_probe_match_function() - does an entry match the function of @spec?
 * @debug: debug information
 * @die: a function
 * @spec: name in the source, or qualified with its classes, or as linked; perhaps its file
 *
 * Return: true if it does.
 */
bool perf_probe_match_function(struct perf_probe_debug *debug, Dwarf_Die *die,
			       const struct perf_probe_spec *spec)
{
	const char *name = dwarf_diename(die), *linked;
	Dwarf_Attribute attribute;

	if (!name)
		return false;
	if (!strcmp(name, spec->function))
		return !spec->source || perf_probe_match_file(perf_probe_split_file(debug, die),
							       spec->source);
	if (!dwarf_attr_integrate(die, DW_AT_linkage_name, &attribute))
		return false;
	linked = dwarf_formstring(&attribute);
	return linked && perf_probe_match_linked(linked, spec->function);
}
#endif
