/* SPDX-License-Identifier: GPL-2.0 */
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
int perf_slab_order_parse(struct perf_slab_order *order, const char *text,
			  struct perf_error *error);
int perf_slab_table(struct perf_str *text, const struct perf_slab *slab, bool callers,
		    const struct perf_slab_order *order, unsigned int lines,
		    struct perf_machine *machine);
void perf_slab_summary(struct perf_str *text, const struct perf_slab *slab);

#endif /* PERF_KMEM_SLAB_TEXT_H */
