// SPDX-License-Identifier: GPL-2.0
/* The columns of a report, and the fields that order its lines. */
#include <errno.h>
#include <string.h>
#include <base/str.h>
#include <report/fields.h>

static const char *const number_names[PERF_FIELD_KEY] = {
	[PERF_FIELD_OVERHEAD]	= "overhead",
	[PERF_FIELD_SYS]	= "overhead_sys",
	[PERF_FIELD_US]		= "overhead_us",
	[PERF_FIELD_GUEST_SYS]	= "overhead_guest_sys",
	[PERF_FIELD_GUEST_US]	= "overhead_guest_us",
	[PERF_FIELD_CHILDREN]	= "overhead_children",
	[PERF_FIELD_SAMPLES]	= "sample",
	[PERF_FIELD_PERIOD]	= "period",
};

/** perf_fields_has() - true if @field is in @fields */
bool perf_fields_has(const struct perf_fields *fields, unsigned int field)
{
	unsigned int i;

	for (i = 0; i < fields->nr; i++)
		if (fields->list[i] == field)
			return true;
	return false;
}

/** perf_fields_add() - append @field to @fields unless it is there */
void perf_fields_add(struct perf_fields *fields, unsigned int field)
{
	if (!perf_fields_has(fields, field))
		fields->list[fields->nr++] = field;
}

/** perf_fields_has_modes() - true if @fields has a share of the kernel, user mode or guests */
bool perf_fields_has_modes(const struct perf_fields *fields)
{
	unsigned int field;

	for (field = PERF_FIELD_SYS; field <= PERF_FIELD_GUEST_US; field++)
		if (perf_fields_has(fields, field))
			return true;
	return false;
}

/** perf_fields_keys() - store the sort keys in @fields in @sort, in their order */
void perf_fields_keys(const struct perf_fields *fields, struct perf_sort *sort)
{
	unsigned int i;

	memset(sort, 0, sizeof(*sort));
	for (i = 0; i < fields->nr; i++)
		if (fields->list[i] >= PERF_FIELD_KEY)
			perf_sort_add(sort, fields->list[i] - PERF_FIELD_KEY);
}

static int find_field(const char *name, size_t size)
{
	unsigned int field;
	int key;

	for (field = 0; field < PERF_FIELD_KEY; field++)
		if (strlen(number_names[field]) == size &&
		    !memcmp(number_names[field], name, size))
			return (int)field;
	key = perf_sort_find(name, size);
	return key < 0 ? key : PERF_FIELD_KEY + key;
}

/* Append the fields named in @text; @purpose, as "to sort by", goes into the error. */
static int fields_parse(struct perf_fields *fields, const char *text, const char *purpose,
			struct perf_error *error)
{
	size_t size;
	int field;

	for (; *text; text += size) {
		size = strcspn(text, ", ");
		if (!size) {
			size = 1;
			continue;
		}
		field = find_field(text, size);
		if (field < 0)
			return perf_sort_unknown(text, size, purpose, number_names, PERF_FIELD_KEY,
						 error);
		perf_fields_add(fields, (unsigned int)field);
	}
	return 0;
}

static int parse_columns(struct perf_layout *layout, const struct perf_layout_wanted *wanted,
			 struct perf_error *error)
{
	const char *fields = wanted->fields;
	unsigned int before;
	int err;

	layout->chosen = fields && *fields != '+';
	if (!layout->chosen) {
		if (wanted->children)
			perf_fields_add(&layout->columns, PERF_FIELD_CHILDREN);
		perf_fields_add(&layout->columns, PERF_FIELD_OVERHEAD);
		if (wanted->modes) {
			perf_fields_add(&layout->columns, PERF_FIELD_SYS);
			perf_fields_add(&layout->columns, PERF_FIELD_US);
		}
		if (wanted->samples)
			perf_fields_add(&layout->columns, PERF_FIELD_SAMPLES);
		if (wanted->period)
			perf_fields_add(&layout->columns, PERF_FIELD_PERIOD);
	}
	if (!fields)
		return 0;
	fields += !layout->chosen;
	before = layout->columns.nr;
	err = fields_parse(&layout->columns, fields, "to show in a column", error);
	if (!err && layout->columns.nr == before && !fields[strspn(fields, ", ")])
		err = perf_error_set(error, EINVAL, "--fields '%s' has no fields", wanted->fields);
	return err;
}

static int parse_order(struct perf_layout *layout, const struct perf_layout_wanted *wanted,
		       struct perf_error *error)
{
	const char *sort = wanted->sort ? wanted->sort : wanted->usual;
	bool more = wanted->sort && *wanted->sort == '+';
	int err;

	if (layout->chosen && !wanted->sort)
		return 0;
	if (!layout->chosen) {
		if (wanted->children && !strstr(sort, number_names[PERF_FIELD_CHILDREN]))
			perf_fields_add(&layout->order, PERF_FIELD_CHILDREN);
		/* A name that contains "overhead", as overhead_sys, suffices. */
		if (!strstr(sort, number_names[PERF_FIELD_OVERHEAD]))
			perf_fields_add(&layout->order, PERF_FIELD_OVERHEAD);
	}
	err = more ? fields_parse(&layout->order, wanted->usual, "to sort by", error) : 0;
	return err ? err : fields_parse(&layout->order, sort + more, "to sort by", error);
}

/**
 * perf_layout_make() - make columns and order from options
 * @layout: result
 * @wanted: options
 * @error: filled on failure, with all valid names
 *
 * Each list is completed with the fields that only the other list has. Shares come first in
 * @layout->order unless the sort keys name them elsewhere or the columns were chosen.
 *
 * Return: 0 or -EINVAL.
 */
int perf_layout_make(struct perf_layout *layout, const struct perf_layout_wanted *wanted,
		     struct perf_error *error)
{
	unsigned int i;
	int err;

	memset(layout, 0, sizeof(*layout));
	err = parse_columns(layout, wanted, error);
	if (!err)
		err = parse_order(layout, wanted, error);
	if (!err && wanted->more)
		err = fields_parse(&layout->order, wanted->more, "to sort by", error);
	if (err)
		return err;
	layout->object_sorted = perf_fields_has(&layout->order, PERF_FIELD_KEY + PERF_SORT_DSO);
	for (i = 0; i < layout->order.nr; i++)
		perf_fields_add(&layout->columns, layout->order.list[i]);
	for (i = 0; i < layout->columns.nr; i++)
		perf_fields_add(&layout->order, layout->columns.list[i]);
	return 0;
}
