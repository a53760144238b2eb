/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Callers whose names match a pattern: which one a sample is counted by, and which ones have
 * what they call counted as their own.
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

/* Without another pattern: where the kernel is entered. */
#define PERF_PARENT_USUAL	"^sys_|^do_page_fault"

/**
 * struct perf_parents - the pattern, and what is known of it
 * @pattern: valid if @compiled
 * @compiled: it is
 * @known: by function: 0 nothing yet, 1 it does not match, 2 it does
 *
 * All zero: %PERF_PARENT_USUAL.
 */
struct perf_parents {
	regex_t pattern;
	bool compiled;
	PERF_VEC(uint8_t) known;
};

/**
 * perf_parents_compile() - understand a pattern
 * @parents: result; free with perf_parents_free()
 * @pattern: extended regular expression
 * @error: text
 *
 * Return: 0 or -EINVAL.
 */
int perf_parents_compile(struct perf_parents *parents, const char *pattern,
			 struct perf_error *error);

/**
 * perf_report_parent() - the parent in a call stack
 * @report: report; @callees_down: it is the outermost function that matches, else the innermost
 * @stack: stack, or NULL
 *
 * What is inlined is not looked at.
 *
 * Return: function, 0: none matches.
 */
uint32_t perf_report_parent(struct perf_report *report, const struct perf_stack *stack);

/**
 * perf_report_ignore_callees() - leave out what a function that matches has called
 * @report: report with a pattern in @ignored
 * @stack: stack; begins with the outermost function that matches then
 *
 * Return: frame of the function, 0: none matches.
 */
uint32_t perf_report_ignore_callees(struct perf_report *report, struct perf_stack *stack);

/** perf_parents_free() - free them */
void perf_parents_free(struct perf_parents *parents);

#endif /* PERF_REPORT_PARENT_H */
