/* SPDX-License-Identifier: GPL-2.0 */
/* A page of perf top as text. */
#ifndef PERF_TABLE_TOP_TEXT_H
#define PERF_TABLE_TOP_TEXT_H

#include <stdint.h>
#include <base/str.h>
#include <table/table_text.h>

/**
 * struct perf_top_state - contents of the head of a page
 * @seconds: time since the page before, seconds
 * @samples, @kernel, @exact: number of samples since then; of those in the kernel; of those with
 *	an exact address
 * @lost, @lost_total: number of lost events, since then and in all
 * @how: frequency and events: "4000Hz cycles"
 * @where: target: "(all, 2 CPUs)", "(target_pid: 12)"
 * @columns: width of the page, characters
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
void perf_top_head(struct perf_str *str, const struct perf_top_state *state);
int perf_top_lines(struct perf_str *str, const struct perf_table *table, unsigned int entries,
		   unsigned int columns);

#endif /* PERF_TABLE_TOP_TEXT_H */
