// SPDX-License-Identifier: GPL-2.0
/* Options of all commands that annotate functions: how instructions are printed. */
#include <errno.h>
#include <string.h>

#include "common/annotate_choices.h"

static int set_percent_type(struct perf_annotate_options *how, const char *type,
			    struct perf_error *error)
{
	static const char *const types[] = {
		"local-period", "local-hits", "global-period", "global-hits",
	};
	size_t i;

	for (i = 0; i < PERF_ARRAY_SIZE(types); i++)
		if (!strcmp(type, types[i]))
			break;
	if (i == PERF_ARRAY_SIZE(types)) {
		perf_error_set(error, EINVAL, "'%s' is no type of percentage", type);
		perf_error_hint(error, "Types: local-period, local-hits, global-period, "
				"global-hits");
		return -EINVAL;
	}
	how->by_hits = i & 1;
	how->global = i & 2;
	return 0;
}

/**
 * annotate_choices_apply() - turn the options into annotation settings
 * @choices: options of the command line
 * @look: result; @look->options keeps its percentage settings if @percent_type is NULL
 * @intel: result: print x86 instructions in Intel syntax
 * @error: filled on failure
 *
 * Return: 0 or -EINVAL.
 */
int annotate_choices_apply(const struct annotate_choices *choices,
			   struct perf_annotate_look *look, bool *intel,
			   struct perf_error *error)
{
	const char *style = choices->style;

	if (style && strcmp(style, "intel") && strcmp(style, "att"))
		return perf_error_set(error, EINVAL, "'%s' is no syntax: att or intel", style);
	*intel = style && !strcmp(style, "intel");
	look->options.source = !choices->no_source;
	look->options.raw = choices->raw;
	look->prefix = choices->prefix;
	look->strip = (unsigned int)choices->strip;
	return choices->percent_type ?
	       set_percent_type(&look->options, choices->percent_type, error) : 0;
}
