// SPDX-License-Identifier: GPL-2.0
/* The values of an entry's sort keys, as text. */
#include <lines/value_text.h>
#include <table/entry_text.h>

#define UNKNOWN_DSO_WIDTH	16
#define UNKNOWN_SYMBOL_WIDTH	22	/* "[.] 0x", and 16 digits */
#define LEVEL_WIDTH		4	/* "[.] " */
#define PID_WIDTH		8	/* "1234567:" */

static const char *const titles[PERF_SORT_KEYS] = {
	[PERF_SORT_COMM]	= "Command",
	[PERF_SORT_DSO]		= "Shared Object",
	[PERF_SORT_SYMBOL]	= "Symbol",
	[PERF_SORT_PID]		= "    Pid:Command",
	[PERF_SORT_CPU]		= "CPU",
	[PERF_SORT_SRCLINE]	= "Source:Line",
	[PERF_SORT_TRACE]	= "Trace output",
};

/** perf_entry_title() - title of the column of a key */
const char *perf_entry_title(enum perf_sort_key key)
{
	return perf_sort_is_value(key) ? perf_value_title(key) : titles[key];
}

static const struct perf_function *function_of(const struct perf_report *report,
					       const struct perf_entry *entry)
{
	return &report->functions.list.at[entry->function];
}

static const char *name_of(const struct perf_report *report, const struct perf_entry *entry)
{
	return perf_function_name(&report->functions, entry->function);
}

static const char *comm_of(const struct perf_report *report, const struct perf_entry *entry)
{
	return perf_machine_comm(report->machine, report->bases.at[entry->base].comm);
}

static const char *dso_name(const struct perf_report *report, const struct perf_entry *entry)
{
	const struct perf_dso *dso = function_of(report, entry)->dso;

	return dso ? perf_dso_shown(dso, report->verbose) : "[unknown]";
}

/* The name of a thread at the end of the recording, "" without memory. */
static const char *thread_name(const struct perf_report *report, int32_t tid)
{
	struct perf_thread *thread = perf_machine_thread(report->machine, -1, tid);

	return thread ? perf_machine_comm(report->machine, thread->comm) : "";
}

static const char *line_of(const struct perf_report *report, const struct perf_entry *entry)
{
	return entry->line < report->lines.count ? report->lines.texts[entry->line] : "";
}

static void add_symbol(struct perf_str *str, const struct perf_report *report,
		       const struct perf_entry *entry)
{
	const struct perf_function *function = function_of(report, entry);
	const char *name = name_of(report, entry);

	/* An entry made by a call (@called) shows @ip, the address in the stack. */
	if (report->verbose)
		perf_value_address(str, function->dso,
				   entry->called ? function->ip : function->addr);
	perf_str_char(str, '[');
	perf_str_char(str, entry->kernel ? 'k' : '.');
	perf_str_mem(str, "] ", 2);
	if (!name) {
		/* No "0x" for @addr 0: existing layout. */
		perf_str_add(str, function->addr ? "0x" : "");
		perf_str_hex(str, function->addr, 16, '0');
		return;
	}
	perf_str_add(str, name);
	if (function->inlined)
		perf_str_add(str, " (inlined)");
}

/**
 * perf_entry_text() - add an entry's value of a key
 * @str: text is added here
 * @report: finished report
 * @entry: entry of a histogram of @report
 * @key: sort key
 */
void perf_entry_text(struct perf_str *str, const struct perf_report *report,
		     const struct perf_entry *entry, enum perf_sort_key key)
{
	const struct perf_base *base = &report->bases.at[entry->base];
	size_t from = str->length;

	switch (key) {
	case PERF_SORT_COMM:
		perf_str_add(str, comm_of(report, entry));
		break;
	case PERF_SORT_DSO:
		perf_str_add(str, dso_name(report, entry));
		break;
	case PERF_SORT_SYMBOL:
		add_symbol(str, report, entry);
		break;
	case PERF_SORT_PID:
		perf_str_format(str, "%7d:%s", base->tid, thread_name(report, base->tid));
		break;
	case PERF_SORT_CPU:
		perf_str_format(str, "%.3d", base->cpu);
		break;
	case PERF_SORT_SRCLINE:
	case PERF_SORT_TRACE:
		perf_str_add(str, line_of(report, entry));
		break;
	default:
		perf_value_text(str, report, entry, key);
	}
	perf_str_sanitize(str, from, 0);
}

static unsigned int value_width(const struct perf_report *report, const struct perf_entry *entry,
				enum perf_sort_key key)
{
	unsigned int least = perf_value_least(report, key);
	struct perf_str text = { 0 };
	size_t width;

	perf_value_text(&text, report, entry, key);
	width = text.length;
	perf_str_free(&text);
	return width > least ? (unsigned int)width : least;
}

/* The wider of the entry's command and the thread's last name, as in Debian's perf. */
static unsigned int comm_width(const struct perf_report *report, const struct perf_entry *entry)
{
	unsigned int width = strlen(comm_of(report, entry));
	unsigned int last = strlen(thread_name(report, entry->tid));

	return width > last ? width : last;
}

static unsigned int dso_width(const struct perf_report *report, const struct perf_entry *entry,
			      bool chosen)
{
	unsigned int width = strlen(dso_name(report, entry));

	if (chosen || name_of(report, entry) || width > UNKNOWN_DSO_WIDTH)
		return width;
	return UNKNOWN_DSO_WIDTH;
}

/**
 * perf_entry_width() - width that an entry's value of a key needs, in characters
 * @report: finished report
 * @entry: entry of a histogram of @report
 * @key: sort key
 * @chosen: the user gave widths of columns
 *
 * As in the columns of Debian's perf, a function without a name counts UNKNOWN_SYMBOL_WIDTH, its
 * object at least UNKNOWN_DSO_WIDTH (not if @chosen), a command at least the thread's last name.
 */
unsigned int perf_entry_width(const struct perf_report *report, const struct perf_entry *entry,
			      enum perf_sort_key key, bool chosen)
{
	const char *name = name_of(report, entry);
	unsigned int width;

	switch (key) {
	case PERF_SORT_COMM:
		return comm_width(report, entry);
	case PERF_SORT_DSO:
		return dso_width(report, entry, chosen);
	case PERF_SORT_SYMBOL:
		width = name ? LEVEL_WIDTH + strlen(name) : UNKNOWN_SYMBOL_WIDTH;
		return width + (report->verbose ? PERF_ADDRESS_WIDTH : 0);
	case PERF_SORT_PID:
		return PID_WIDTH + strlen(thread_name(report, report->bases.at[entry->base].tid));
	case PERF_SORT_SRCLINE:
	case PERF_SORT_TRACE:
		return strlen(line_of(report, entry));
	case PERF_SORT_CPU:
		return 0;
	default:
		return value_width(report, entry, key);
	}
}

/** perf_entry_flexible() - test whether a key's value at the end of a line is not padded */
bool perf_entry_flexible(enum perf_sort_key key)
{
	return key == PERF_SORT_SYMBOL || key == PERF_SORT_SRCLINE || key == PERF_SORT_TRACE ||
	       key == PERF_SORT_TIME;
}

/**
 * perf_entry_can_cut() - test whether a value may be cut to a width
 *
 * A number may not: it would become another one. PERF_SORT_SYMBOL may not be cut within its level
 * ("[.] "), PERF_SORT_PID not within its tid.
 */
bool perf_entry_can_cut(const struct perf_report *report, const struct perf_entry *entry,
			enum perf_sort_key key, unsigned int width)
{
	switch (key) {
	case PERF_SORT_SYMBOL:
		return width >= LEVEL_WIDTH && name_of(report, entry);
	case PERF_SORT_PID:
		return width >= PID_WIDTH;
	case PERF_SORT_COMM:
	case PERF_SORT_DSO:
	case PERF_SORT_SRCLINE:
	case PERF_SORT_TRACE:
		return true;
	default:
		return perf_value_is_text(key);
	}
}
