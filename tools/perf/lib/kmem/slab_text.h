/* SPDX-License-Identifier: GPL-2.0-only */
/* Tables of what the slab allocator was asked for. */
#ifndef PERF_KMEM_SLAB_TEXT_H
#define PERF_KMEM_SLAB_TEXT_H

#include <base/error.h>
#include <base/str.h>
#include <kmem/slab.h>
#include <model/machine.h>

#define PERF_SLAB_KEYS	8

struct perf_slab_key;

/**
 * struct perf_slab_order - what rows are sorted by
 * @keys, @nr: these columns, the first one first
 */
struct perf_slab_order {
	const struct perf_slab_key	*keys[PERF_SLAB_KEYS];
	size_t				nr;
};

/** perf_slab_order_parse() - from names with commas between them; 0 or -EINVAL */
int perf_slab_order_parse(struct perf_slab_order *order, const char *text,
			  struct perf_error *error);

/**
 * perf_slab_table() - add the table of callers, or of addresses
 * @text: is added to
 * @slab: what
 * @callers: which of the two
 * @order: what rows are sorted by
 * @lines: at most so many, 0: all
 * @machine: for the names of callers; NULL: their addresses
 *
 * Return: 0 or -ENOMEM.
 */
int perf_slab_table(struct perf_str *text, const struct perf_slab *slab, bool callers,
		    const struct perf_slab_order *order, unsigned int lines,
		    struct perf_machine *machine);

/** perf_slab_summary() - add the sums */
void perf_slab_summary(struct perf_str *text, const struct perf_slab *slab);

#endif /* PERF_KMEM_SLAB_TEXT_H */
