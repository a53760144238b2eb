// SPDX-License-Identifier: GPL-2.0
/* Callers whose names match a pattern. */
#include <errno.h>
#include <string.h>
#include <report/histogram.h>
#include <report/parent.h>

#define NO_MATCH	1
#define MATCH		2

/**
 * perf_parents_compile() - compile a pattern
 * @parents: result; free with perf_parents_free()
 * @pattern: extended regular expression
 * @error: filled on failure
 *
 * Return: 0 or -EINVAL.
 */
int perf_parents_compile(struct perf_parents *parents, const char *pattern,
			 struct perf_error *error)
{
	int failed = regcomp(&parents->pattern, pattern, REG_EXTENDED | REG_NOSUB);
	char why[128];

	if (!failed) {
		parents->compiled = true;
		return 0;
	}
	regerror(failed, &parents->pattern, why, sizeof(why));
	return perf_error_set(error, EINVAL, "'%s' is no regular expression: %s", pattern, why);
}

/* Cached by function in @known: function numbers are small and dense. */
static bool parent_matches(const struct perf_report *report, struct perf_parents *parents,
			   uint32_t function)
{
	const char *name = perf_function_name(&report->functions, function);

	if (!name)
		return false;
	while (parents->known.count <= function)
		if (!perf_vec_push(&parents->known))
			return false;
	if (!parents->known.at[function])
		parents->known.at[function] = regexec(&parents->pattern, name, 0, NULL, 0) ?
					      NO_MATCH : MATCH;
	return parents->known.at[function] == MATCH;
}

/**
 * perf_report_parent() - return the parent in a call stack
 * @report: report; with @callees_down the outermost matching function, else the innermost
 * @stack: stack, or NULL
 *
 * Inlined functions are not tested.
 *
 * Return: function, 0: none matches.
 */
uint32_t perf_report_parent(struct perf_report *report, const struct perf_stack *stack)
{
	size_t nr = stack ? stack->items.count : 0, i, index;
	struct perf_error error;
	uint32_t function;

	if (!report->parents.compiled &&
	    perf_parents_compile(&report->parents, PERF_PARENT_USUAL, &error))
		return 0;
	for (i = 0; i < nr; i++) {
		index = report->callees_down ? nr - 1 - i : i;
		function = perf_functions_of_frame(&report->functions,
						   stack->items.at[index].frame);
		if (parent_matches(report, &report->parents, function))
			return function;
	}
	return 0;
}

/**
 * perf_report_ignore_callees() - remove the callees of a matching function from a stack
 * @report: report with a pattern in @ignored
 * @stack: stack; afterwards its innermost function is the outermost one that matches
 *
 * Return: frame of that function, 0: none matches, and @stack is unchanged.
 */
uint32_t perf_report_ignore_callees(struct perf_report *report, struct perf_stack *stack)
{
	struct perf_stack_item *items = stack->items.at;
	size_t index = stack->items.count;
	uint32_t function;

	while (index--) {
		function = perf_functions_of_frame(&report->functions, items[index].frame);
		if (!parent_matches(report, &report->ignored, function))
			continue;
		stack->items.count -= index;
		memmove(items, items + index, stack->items.count * sizeof(*items));
		return items->frame;
	}
	return 0;
}

/** perf_parents_free() - free the pattern and @known */
void perf_parents_free(struct perf_parents *parents)
{
	if (parents->compiled)
		regfree(&parents->pattern);
	perf_vec_free(&parents->known);
}
