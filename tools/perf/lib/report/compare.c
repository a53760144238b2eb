// SPDX-License-Identifier: GPL-2.0
/* Comparing entries by the values of sort keys and by their numbers. */
#include <string.h>
#include <report/compare.h>

static const char *entry_dso_name(const struct perf_report *report,
				  const struct perf_function *function)
{
	return function->dso ? perf_dso_shown(function->dso, report->verbose) : NULL;
}

/* Compare names alphabetically; NULL comes last. */
static int compare_names(const char *a, const char *b)
{
	if (!a || !b)
		return !a - !b;
	return strcmp(a, b);
}

static int compare_key(const struct perf_report *report, enum perf_sort_key key,
		       const struct perf_entry *a, const struct perf_entry *b)
{
	const struct perf_function *fa = &report->functions.list.at[a->function];
	const struct perf_function *fb = &report->functions.list.at[b->function];
	const struct perf_base *ba = &report->bases.at[a->base], *bb = &report->bases.at[b->base];

	switch (key) {
	case PERF_SORT_COMM:
		return ba->comm == bb->comm ? 0 :
		       strcmp(perf_machine_comm(report->machine, ba->comm),
			      perf_machine_comm(report->machine, bb->comm));
	case PERF_SORT_DSO:
		return fa->dso == fb->dso ? 0 : compare_names(entry_dso_name(report, fa),
							      entry_dso_name(report, fb));
	case PERF_SORT_SYMBOL:
		return compare_names(perf_function_name(&report->functions, a->function),
				     perf_function_name(&report->functions, b->function));
	case PERF_SORT_PID:
		return (ba->tid > bb->tid) - (ba->tid < bb->tid);
	case PERF_SORT_CPU:
		return (ba->cpu > bb->cpu) - (ba->cpu < bb->cpu);
	case PERF_SORT_SRCLINE:
	case PERF_SORT_TRACE:
		return a->line && b->line ? strcmp(report->lines.texts[a->line],
						   report->lines.texts[b->line]) : 0;
	default:
		return perf_sort_compare(report, key, perf_sort_value(report, ba->tuple, key),
					 perf_sort_value(report, bb->tuple, key));
	}
}

/**
 * perf_report_compare_value() - compare two entries by one sort key
 * @report: report
 * @key: key
 * @a, @b: entries, of any of its histograms
 *
 * Return: negative if @a comes first, 0 for equal values. Functions of the same name differ.
 */
int perf_report_compare_value(const struct perf_report *report, enum perf_sort_key key,
			      const struct perf_entry *a, const struct perf_entry *b)
{
	const struct perf_function *functions = report->functions.list.at;
	int diff = compare_key(report, key, a, b);

	if (diff || key != PERF_SORT_SYMBOL)
		return diff;
	diff = perf_compare_addresses(functions[a->function].addr, functions[b->function].addr);
	return diff ? diff : (a->function > b->function) - (a->function < b->function);
}

/** perf_entry_number() - return the value of a number field; for percentages the period */
uint64_t perf_entry_number(const struct perf_entry *entry, unsigned int field)
{
	switch (field) {
	case PERF_FIELD_CHILDREN:
		return entry->total;
	case PERF_FIELD_SAMPLES:
		return entry->nr;
	case PERF_FIELD_SYS:
	case PERF_FIELD_US:
	case PERF_FIELD_GUEST_SYS:
	case PERF_FIELD_GUEST_US:
		return entry->modes[field - PERF_FIELD_SYS];
	default:
		return entry->self;
	}
}

/**
 * perf_report_order() - return the fields that order entries
 *
 * Return: fields; perf_report_compare_keys() decides between entries that are equal in all.
 */
const struct perf_fields *perf_report_order(const struct perf_report *report)
{
	static const struct perf_fields usual = {
		.list = { PERF_FIELD_CHILDREN, PERF_FIELD_OVERHEAD }, .nr = 2,
	};

	return report->order.nr ? &report->order : &usual;
}

/** perf_report_compare_field() - compare two entries by a field; negative if @a comes first */
int perf_report_compare_field(const struct perf_report *report, unsigned int field,
			      const struct perf_entry *a, const struct perf_entry *b)
{
	uint64_t number_a, number_b;

	if (field >= PERF_FIELD_KEY)
		return compare_key(report, field - PERF_FIELD_KEY, a, b);
	if (field == PERF_FIELD_CHILDREN && !report->children)
		return 0;
	number_a = perf_entry_number(a, field);
	number_b = perf_entry_number(b, field);
	if (number_a != number_b)
		return number_a > number_b ? -1 : 1;
	/* Of functions of one thread with equal shares, callers come first. */
	if (field == PERF_FIELD_CHILDREN && report->callers && a->tid == b->tid &&
	    a->depth != b->depth)
		return (a->depth > b->depth) == report->callees_down ? -1 : 1;
	return 0;
}

/* Compare by the printed text of the sort keys: two functions of one name are equal. */
static int compare_texts(const struct perf_report *report, const struct perf_entry *a,
			 const struct perf_entry *b)
{
	unsigned int i;
	int diff = 0;

	for (i = 0; i < report->sort.nr && !diff; i++)
		diff = compare_key(report, report->sort.keys[i], a, b);
	return diff;
}

/**
 * perf_report_compare_keys() - compare two entries by all sort keys
 * @report: report
 * @a, @b: entries, of any of its histograms
 *
 * Return: negative if @a comes first, 0 if both are the same line of the report.
 */
int perf_report_compare_keys(const struct perf_report *report, const struct perf_entry *a,
			     const struct perf_entry *b)
{
	struct perf_entry_key key_a = perf_entry_key(report, a->base, a->function, a->line);
	struct perf_entry_key key_b = perf_entry_key(report, b->base, b->function, b->line);
	uint64_t addr_a, addr_b;
	int diff;

	if (!memcmp(&key_a, &key_b, sizeof(key_a)))
		return 0;
	diff = compare_texts(report, a, b);
	if (diff)
		return diff;
	addr_a = report->functions.list.at[a->function].addr;
	addr_b = report->functions.list.at[b->function].addr;
	if (addr_a != addr_b)
		return perf_compare_addresses(addr_a, addr_b);
	return memcmp(&key_a, &key_b, sizeof(key_a));
}
