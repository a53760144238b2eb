/* SPDX-License-Identifier: GPL-2.0-only */
/* What happens now, as a page of text. */
#ifndef PERF_TABLE_TOP_TEXT_H
#define PERF_TABLE_TOP_TEXT_H

#include <stdint.h>
#include <base/str.h>
#include <table/table_text.h>

/**
 * struct perf_top_state - what the head of a page tells
 * @seconds: since the page before
 * @samples, @kernel, @exact: samples since then, those of the kernel, those whose address is
 *	exact
 * @lost, @lost_total: events that were lost, since then and in all
 * @how: "4000Hz cycles"
 * @where: "(all, 2 CPUs)", "(target_pid: 12)"
 * @columns: of the page
 */
struct perf_top_state {
	double seconds;
	uint64_t samples;
	uint64_t kernel;
	uint64_t exact;
	uint64_t lost;
	uint64_t lost_total;
	const char *how;
	const char *where;
	unsigned int columns;
};

/** perf_top_head() - add the head of a page */
void perf_top_head(struct perf_str *str, const struct perf_top_state *state);

/**
 * perf_top_lines() - add the lines of a table
 * @str: text is added here
 * @table: what, finished
 * @entries: at most so many
 * @columns: longer lines are cut off; 0: they are not
 *
 * Return: 0 or -ENOMEM.
 */
int perf_top_lines(struct perf_str *str, const struct perf_table *table, unsigned int entries,
		   unsigned int columns);

#endif /* PERF_TABLE_TOP_TEXT_H */
