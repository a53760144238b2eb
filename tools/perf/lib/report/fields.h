/* SPDX-License-Identifier: GPL-2.0 */
/* The columns of a report, and the fields that order its lines. */
#ifndef PERF_REPORT_FIELDS_H
#define PERF_REPORT_FIELDS_H

#include <stdbool.h>
#include <base/error.h>
#include <report/sort.h>

/* A field: a number of each entry, or PERF_FIELD_KEY + enum perf_sort_key. */
enum perf_field {
	PERF_FIELD_OVERHEAD,
	PERF_FIELD_SYS,		/* part of PERF_FIELD_OVERHEAD in the kernel */
	PERF_FIELD_US,		/* part in user mode */
	PERF_FIELD_GUEST_SYS,
	PERF_FIELD_GUEST_US,
	PERF_FIELD_CHILDREN,
	PERF_FIELD_SAMPLES,
	PERF_FIELD_PERIOD,
	PERF_FIELD_KEY,
	PERF_FIELDS = PERF_FIELD_KEY + PERF_SORT_KEYS,
};

/**
 * struct perf_fields - distinct fields, in some order
 * @list: enum perf_field, or PERF_FIELD_KEY + enum perf_sort_key
 * @nr: number of fields in @list
 */
struct perf_fields {
	unsigned int list[PERF_FIELDS];
	unsigned int nr;
};

/**
 * struct perf_layout - columns and order of a report
 * @columns: from left to right
 * @order: fields to compare lines by, first one first; contains all of @columns
 * @chosen: the user gave the complete list of columns
 * @object_sorted: PERF_SORT_DSO is a sort key, not just a column
 */
struct perf_layout {
	struct perf_fields columns;
	struct perf_fields order;
	bool chosen;
	bool object_sorted;
};

/**
 * struct perf_layout_wanted - input of perf_layout_make()
 * @fields: -F: columns, names separated by commas; "+" first adds to the usual ones. Or NULL
 * @sort: -s: names separated by commas; "+" first adds to @usual. Or NULL
 * @usual: sort keys if neither @fields nor @sort replaces them
 * @more: sort keys after all others, or NULL
 * @children: entries have a share that includes their callees
 * @samples, @period: PERF_FIELD_SAMPLES, PERF_FIELD_PERIOD are among the usual columns
 * @modes: PERF_FIELD_SYS and PERF_FIELD_US are among the usual columns
 */
struct perf_layout_wanted {
	const char *fields;
	const char *sort;
	const char *usual;
	const char *more;
	bool children;
	bool samples;
	bool period;
	bool modes;
};
int perf_layout_make(struct perf_layout *layout, const struct perf_layout_wanted *wanted,
		     struct perf_error *error);
bool perf_fields_has(const struct perf_fields *fields, unsigned int field);
void perf_fields_add(struct perf_fields *fields, unsigned int field);
bool perf_fields_has_modes(const struct perf_fields *fields);
void perf_fields_keys(const struct perf_fields *fields, struct perf_sort *sort);

#endif /* PERF_REPORT_FIELDS_H */
