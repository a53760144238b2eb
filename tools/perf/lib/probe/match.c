// SPDX-License-Identifier: GPL-2.0-only
/* Is it the function, or the file, that a person named? */
#include <string.h>
#include <probe/match.h>

#ifdef HAVE_DW
#include <dwarf.h>

/**
 * perf_probe_match_file() - does a path end with these directories and this file?
 * @path: of the debug information, may be NULL
 * @wanted: as typed
 *
 * Return: whether it does.
 */
bool perf_probe_match_file(const char *path, const char *wanted)
{
	size_t length = path ? strlen(path) : 0, tail = strlen(wanted);

	if (length < tail || strcmp(path + length - tail, wanted))
		return false;
	return length == tail || path[length - tail - 1] == '/';
}

/**
 * perf_probe_match_function() - is it the function that a person named?
 * @die: a function
 * @spec: its name as in the source, or as linked; perhaps its file
 *
 * Return: whether it is.
 */
bool perf_probe_match_function(Dwarf_Die *die, const struct perf_probe_spec *spec)
{
	const char *name = dwarf_diename(die), *linked;
	Dwarf_Attribute attribute;

	if (!name)
		return false;
	if (!strcmp(name, spec->function))
		return !spec->source || perf_probe_match_file(dwarf_decl_file(die), spec->source);
	if (!dwarf_attr_integrate(die, DW_AT_linkage_name, &attribute))
		return false;
	linked = dwarf_formstring(&attribute);
	return linked && !strcmp(linked, spec->function);
}
#endif
