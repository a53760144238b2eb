/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Callers whose names match a pattern: the parent that samples are counted by, and the functions
 * that have their callees counted as their own.
 */
#ifndef PERF_REPORT_PARENT_H
#define PERF_REPORT_PARENT_H

#include <regex.h>
#include <stdbool.h>
#include <stdint.h>
#include <base/error.h>
#include <base/vec.h>

struct perf_report;
struct perf_stack;

/* The pattern if the user gives none: functions that enter the kernel. */
#define PERF_PARENT_USUAL	"^sys_|^do_page_fault"

/**
 * struct perf_parents - a pattern, and the functions tested with it
 * @pattern: valid if @compiled
 * @compiled: set by perf_parents_compile()
 * @known: by function: 0 not tested, 1 does not match, 2 matches
 *
 * All zero: perf_report_parent() uses %PERF_PARENT_USUAL.
 */
struct perf_parents {
	regex_t pattern;
	bool compiled;
	PERF_VEC(uint8_t) known;
};
int perf_parents_compile(struct perf_parents *parents, const char *pattern,
			 struct perf_error *error);
uint32_t perf_report_parent(struct perf_report *report, const struct perf_stack *stack);
uint32_t perf_report_ignore_callees(struct perf_report *report, struct perf_stack *stack);
void perf_parents_free(struct perf_parents *parents);

#endif /* PERF_REPORT_PARENT_H */
