// SPDX-License-Identifier: GPL-2.0
/* Prints tables of waits for locks. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <lock/table.h>
#include <lock/types.h>

static uint64_t lock_count(const struct perf_lock_row *row)
{
	return row->waits.mean.count;
}

static uint64_t lock_total(const struct perf_lock_row *row)
{
	return row->waits.total;
}

static uint64_t lock_longest(const struct perf_lock_row *row)
{
	return row->waits.max;
}

static uint64_t lock_shortest(const struct perf_lock_row *row)
{
	return row->waits.min;
}

static uint64_t lock_average(const struct perf_lock_row *row)
{
	return lock_count(row) ? lock_total(row) / lock_count(row) : 0;
}

typedef uint64_t get_value(const struct perf_lock_row *row);

/*
 * The recording has only locks that were waited for, and each wait ends with the lock taken: the
 * columns acquired and contended are equal.
 */
static const struct column {
	const char *name;
	const char *title;
	int width;
	get_value *value;
} columns[] = {
	{ "acquired", "acquired", 10, lock_count },
	{ "contended", "contended", 10, lock_count },
	{ "avg_wait", "avg wait", 12, lock_average },
	{ "wait_total", "total wait", 12, lock_total },
	{ "wait_max", "max wait", 12, lock_longest },
	{ "wait_min", "min wait", 12, lock_shortest },
};

#define FIELDS_MAX	8

struct view {
	const struct column *key;
	const struct column *shown[FIELDS_MAX];
	size_t nr;
};

static const struct column *lock_find(const struct perf_lock_table *table, const char *name,
				      size_t length)
{
	size_t i;

	for (i = 0; i < PERF_ARRAY_SIZE(columns); i++)
		if (strlen(columns[i].name) == length && !strncmp(columns[i].name, name, length) &&
		    (i || table->layout == PERF_LOCK_REPORT))
			return &columns[i];
	return NULL;
}

/* Defaults for a NULL @table->key and @table->fields are valid, so they cause no error. */
static int lock_choose(struct view *view, const struct perf_lock_table *table,
		       struct perf_error *error)
{
	bool report = table->layout == PERF_LOCK_REPORT;
	const char *all = report ? "acquired,contended,avg_wait,wait_total,wait_max,wait_min" :
			  "contended,wait_total,wait_max,avg_wait";
	const char *key = table->key ? table->key : report ? "acquired" : "wait_total";
	const char *at = table->fields ? table->fields : all;
	bool has_key = false;
	size_t length;

	*view = (struct view){ .key = lock_find(table, key, strlen(key)) };
	for (length = strlen(key); view->key && *at; at += length + (at[length] == ',')) {
		length = strcspn(at, ",");
		key = at;
		view->shown[view->nr] = lock_find(table, at, length);
		if (!view->shown[view->nr] || view->nr == FIELDS_MAX - 2)
			break;
		has_key |= view->shown[view->nr++] == view->key;
	}
	if (view->key && !*at) {
		if (!has_key)
			view->shown[view->nr++] = view->key;
		return 0;
	}
	perf_error_set(error, EINVAL, "there is no column '%.*s'", (int)length, key);
	perf_error_hint(error, "they are %scontended, wait_total, wait_max, wait_min, avg_wait",
			report ? "acquired, " : "");
	return -EINVAL;
}

/**
 * perf_lock_table_check() - check that the columns exist
 * @table: table
 * @error: filled on failure
 *
 * Return: 0 or -EINVAL.
 */
int perf_lock_table_check(const struct perf_lock_table *table, struct perf_error *error)
{
	struct view view;

	return lock_choose(&view, table, error);
}

static int lock_compare(const void *a, const void *b, void *context)
{
	const struct column *key = context;
	const struct perf_lock_row *x = a, *y = b;

	if (key->value(x) != key->value(y))
		return key->value(x) < key->value(y) ? 1 : -1;
	/* A tie needs a defined order. */
	if (x->addr != y->addr)
		return x->addr < y->addr ? -1 : 1;
	return x->tid < y->tid ? -1 : x->tid > y->tid;
}

static int by_tid(const void *a, const void *b)
{
	const struct perf_lock_row *x = a, *y = b;

	return x->tid < y->tid ? -1 : x->tid > y->tid;
}

static void put_time(struct perf_str *text, uint64_t ns)
{
	static const struct {
		float unit;
		const char *name;
	} units[] = {
		{ 3600e9f, "h " }, { 60e9f, "m " }, { 1e9f, "s " }, { 1e6f, "ms" }, { 1e3f, "us" },
	};
	size_t i;

	/* Only float, not double, rounds values that end in 5 as Debian's perf does. */
	for (i = 0; i < PERF_ARRAY_SIZE(units); i++) {
		float value = (float)ns / units[i].unit;

		if (value < 1)
			continue;
		perf_str_format(text, "%9.2f %s ", (double)value, units[i].name);
		return;
	}
	perf_str_format(text, "%9llu ns ", (unsigned long long)ns);
}

static void put_values(struct perf_str *text, const struct view *view,
		       const struct perf_lock_row *row)
{
	size_t i;

	for (i = 0; i < view->nr; i++) {
		if (view->shown[i]->value == lock_count)
			perf_str_format(text, "%10llu ", (unsigned long long)lock_count(row));
		else
			put_time(text, view->shown[i]->value(row));
	}
}

/* Append the name of a row; for PERF_LOCK_BY_THREAD the last name of the thread. */
static void put_name(struct perf_str *text, const struct perf_lock_waits *waits,
		     const struct perf_machine *machine, const struct perf_lock_row *row)
{
	struct perf_thread *thread;

	if (waits->by != PERF_LOCK_BY_THREAD) {
		perf_str_add(text, row->name);
		return;
	}
	thread = perf_machine_thread((struct perf_machine *)machine, row->pid, row->tid);
	if (thread && thread->named)
		perf_str_name(text, perf_machine_comm(machine, thread->comm));
	else
		perf_str_format(text, ":%d", row->tid);
}

/* Longer names are cut to NAME_CUT characters and three dots. */
#define NAME_WIDTH	20
#define NAME_CUT	16

static void put_report_row(struct perf_str *text, const struct view *view,
			   const struct perf_lock_waits *waits,
			   const struct perf_machine *machine, const struct perf_lock_row *row)
{
	struct perf_str name = { 0 };

	put_name(&name, waits, machine, row);
	if (name.length >= NAME_WIDTH) {
		perf_str_cut(&name, NAME_CUT);
		perf_str_add(&name, "...");
	}
	perf_str_right(text, perf_str_text(&name), NAME_WIDTH);
	perf_str_char(text, ' ');
	text->failed |= name.failed;
	perf_str_free(&name);
	put_values(text, view, row);
	perf_str_char(text, '\n');
}

static void put_contention_row(struct perf_str *text, const struct view *view,
			       const struct perf_lock_waits *waits,
			       const struct perf_machine *machine,
			       const struct perf_lock_row *row)
{
	unsigned int i;

	put_values(text, view, row);
	switch (waits->by) {
	case PERF_LOCK_BY_THREAD:
		perf_str_format(text, " %11d   ", row->tid);
		break;
	case PERF_LOCK_BY_ADDRESS:
		perf_str_format(text, " %16llx   ", (unsigned long long)row->addr);
		break;
	default:
		perf_str_format(text, " %11s   ", perf_lock_type_name(row->flags));
		break;
	}
	put_name(text, waits, machine, row);
	if (waits->by == PERF_LOCK_BY_ADDRESS)
		perf_str_format(text, " (%s)", perf_lock_type_name(row->flags));
	perf_str_char(text, '\n');
	for (i = 0; i < row->nr_ips; i++)
		perf_str_format(text, "\t\t\t%#llx  %s\n", (unsigned long long)row->ips[i],
				row->functions[i]);
}

/* Times are in ns; each separator is followed by a blank. */
static void put_separated_row(struct perf_str *text, const char *separator,
			      const struct view *view, const struct perf_lock_waits *waits,
			      const struct perf_machine *machine, const struct perf_lock_row *row)
{
	size_t i;

	for (i = 0; i < view->nr; i++)
		perf_str_format(text, "%llu%s ",
				(unsigned long long)view->shown[i]->value(row), separator);
	switch (waits->by) {
	case PERF_LOCK_BY_THREAD:
		perf_str_format(text, "%d%s ", row->tid, separator);
		break;
	case PERF_LOCK_BY_ADDRESS:
		perf_str_format(text, "%llx%s ", (unsigned long long)row->addr, separator);
		break;
	default:
		perf_str_format(text, "%s%s ", perf_lock_type_name(row->flags), separator);
		break;
	}
	put_name(text, waits, machine, row);
	if (waits->by == PERF_LOCK_BY_ADDRESS)
		perf_str_format(text, "%s %s", separator, perf_lock_type_name(row->flags));
	perf_str_char(text, '\n');
}

static void put_separated_head(struct perf_str *text, const char *separator,
			       const struct view *view, enum perf_lock_by by)
{
	static const char *const behind[][3] = {
		[PERF_LOCK_BY_CALLER] = { "type", "caller" },
		[PERF_LOCK_BY_ADDRESS] = { "address", "caller", "type" },
		[PERF_LOCK_BY_THREAD] = { "pid", "comm" },
	};
	size_t i;

	perf_str_add(text, "# output: ");
	for (i = 0; i < view->nr; i++)
		perf_str_format(text, "%s%s ", view->shown[i]->title, separator);
	perf_str_add(text, behind[by][0]);
	for (i = 1; i < PERF_ARRAY_SIZE(behind[by]) && behind[by][i]; i++)
		perf_str_format(text, "%s %s", separator, behind[by][i]);
	perf_str_char(text, '\n');
}

static void put_head(struct perf_str *text, const struct perf_lock_table *table,
		     const struct view *view, enum perf_lock_by by)
{
	static const char *const behind[] = {
		[PERF_LOCK_BY_CALLER] = "        type   caller",
		[PERF_LOCK_BY_ADDRESS] = "         address   caller",
		[PERF_LOCK_BY_THREAD] = "         pid   comm",
	};
	size_t i;

	if (table->no_head)
		return;
	if (table->separator) {
		put_separated_head(text, table->separator, view, by);
		return;
	}
	if (table->layout == PERF_LOCK_REPORT)
		perf_str_format(text, "%*s ", NAME_WIDTH, "Name");
	for (i = 0; i < view->nr; i++)
		perf_str_format(text, "%*s ", view->shown[i]->width, view->shown[i]->title);
	if (table->layout == PERF_LOCK_CONTENTION)
		perf_str_add(text, behind[by]);
	perf_str_add(text, "\n\n");
}

static void add_times(struct perf_times *to, const struct perf_times *from)
{
	if (!to->mean.count || (from->mean.count && from->min < to->min))
		to->min = from->min;
	if (from->max > to->max)
		to->max = from->max;
	to->total += from->total;
	to->mean.count += from->mean.count;
}

/* Add the times of each row to the first row with the same name. */
static int lock_combine(struct perf_lock_waits *waits)
{
	struct perf_map first = { 0 };
	struct perf_lock_row *row;
	uint64_t *index;
	bool added;

	perf_vec_each(&waits->rows, row) {
		/* @names holds each text once, so equal names are equal pointers. */
		index = perf_map_put(&first, (uintptr_t)row->name, &added);
		if (!index) {
			perf_map_free(&first);
			return -ENOMEM;
		}
		if (added) {
			*index = (uint64_t)(row - waits->rows.at);
			continue;
		}
		add_times(&waits->rows.at[*index].waits, &row->waits);
		row->waits = (struct perf_times){ 0 };
	}
	perf_map_free(&first);
	return 0;
}

/**
 * perf_lock_table_text() - append a table
 * @text: text to append to
 * @table: table that passed perf_lock_table_check()
 * @waits: waits; this sorts @waits->rows
 * @machine: names of threads
 *
 * Return: 0 or -ENOMEM.
 */
int perf_lock_table_text(struct perf_str *text, const struct perf_lock_table *table,
			 struct perf_lock_waits *waits, const struct perf_machine *machine)
{
	const struct perf_lock_row *row;
	struct perf_error unused;
	unsigned int shown = 0;
	struct view view;

	if (lock_choose(&view, table, &unused))
		return -EINVAL;
	if (table->combine && waits->by != PERF_LOCK_BY_THREAD && lock_combine(waits))
		return -ENOMEM;
	if (waits->rows.count)
		qsort_r(waits->rows.at, waits->rows.count, sizeof(*waits->rows.at), lock_compare,
			(void *)view.key);
	put_head(text, table, &view, waits->by);
	perf_vec_each(&waits->rows, row) {
		if (!lock_count(row))
			continue;
		if (table->entries && shown++ == table->entries)
			break;
		if (table->layout == PERF_LOCK_REPORT)
			put_report_row(text, &view, waits, machine, row);
		else if (table->separator)
			put_separated_row(text, table->separator, &view, waits, machine, row);
		else
			put_contention_row(text, &view, waits, machine, row);
	}
	return text->failed ? -ENOMEM : 0;
}

/** perf_lock_threads_text() - append the list of threads (rows by thread); sorts rows by tid */
void perf_lock_threads_text(struct perf_str *text, struct perf_lock_waits *waits,
			    const struct perf_machine *machine)
{
	const struct perf_lock_row *row;

	if (waits->rows.count)
		qsort(waits->rows.at, waits->rows.count, sizeof(*waits->rows.at), by_tid);
	perf_str_format(text, "%10s: %s\n", "Thread ID", "comm");
	perf_vec_each(&waits->rows, row) {
		perf_str_format(text, "%10d: ", row->tid);
		put_name(text, waits, machine, row);
		perf_str_char(text, '\n');
	}
}

/** perf_lock_map_text() - append the list of locks (rows by address) with their first callers */
void perf_lock_map_text(struct perf_str *text, const struct perf_lock_waits *waits)
{
	const struct perf_lock_row *row;

	perf_str_add(text, "Address of instance: name of class\n");
	perf_vec_each(&waits->rows, row)
		perf_str_format(text, " %#llx: %s\n", (unsigned long long)row->addr, row->name);
}
