/* SPDX-License-Identifier: GPL-2.0-only */
/* Tables of requests to the slab allocator. */
#ifndef PERF_KMEM_SLAB_TEXT_H
#define PERF_KMEM_SLAB_TEXT_H

#include <base/error.h>
#include <base/str.h>
#include <kmem/slab.h>
#include <model/machine.h>

#define PERF_SLAB_KEYS	8

struct perf_slab_key;

/**
 * struct perf_slab_order - sort keys of rows
 * @keys: the columns to sort by, the most significant first
 * @nr: number of @keys
 */
struct perf_slab_order {
	const struct perf_slab_key	*keys[PERF_SLAB_KEYS];
	size_t				nr;
};

/** perf_slab_order_parse() - parse comma-separated names of columns; 0 or -EINVAL */
int perf_slab_order_parse(struct perf_slab_order *order, const char *text,
			  struct perf_error *error);

/**
 * perf_slab_table() - add the table of call sites, or of addresses
 * @text: the table is added
 * @slab: the sums
 * @callers: true for call sites, false for addresses
 * @order: sort keys of the rows
 * @lines: most rows in the table, 0: all
 * @machine: for the names of call sites; NULL: their addresses
 *
 * Return: 0 or -ENOMEM.
 */
int perf_slab_table(struct perf_str *text, const struct perf_slab *slab, bool callers,
		    const struct perf_slab_order *order, unsigned int lines,
		    struct perf_machine *machine);

/** perf_slab_summary() - add the totals */
void perf_slab_summary(struct perf_str *text, const struct perf_slab *slab);

#endif /* PERF_KMEM_SLAB_TEXT_H */
