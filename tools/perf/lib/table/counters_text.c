// SPDX-License-Identifier: GPL-2.0
/* The counts of each thread as a table. */
#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include <table/counters_text.h>

/**
 * struct widths - widths of columns, in characters
 * @pid, @tid: columns of both tables
 * @name, @number, @count: columns of the raw table
 * @events: columns of the other table, by event
 */
struct widths {
	unsigned int pid;
	unsigned int tid;
	unsigned int name;
	unsigned int number;
	unsigned int count;
	PERF_VEC(unsigned int) events;
};

static void counters_widen(unsigned int *width, size_t wanted)
{
	if (*width < wanted)
		*width = (unsigned int)wanted;
}

static unsigned int digits(uint64_t number, unsigned int base)
{
	unsigned int nr = 1;

	while (number /= base)
		nr++;
	return nr;
}

static int counters_measure(struct widths *widths, const struct perf_counters *counters)
{
	const struct perf_counters_thread *thread;
	unsigned int *width, count;
	size_t event, i;

	*widths = (struct widths){ .pid = strlen("PID"), .tid = strlen("TID"),
				   .name = strlen("Name"), .number = strlen("Raw"),
				   .count = strlen("Count") };
	perf_vec_each(&counters->threads, thread) {
		counters_widen(&widths->pid, digits(thread->pid, 10));
		counters_widen(&widths->tid, digits(thread->tid, 10));
	}
	for (event = 0; event < counters->events.count; event++) {
		width = perf_vec_push(&widths->events);
		if (!width)
			return -ENOMEM;
		*width = strlen(counters->events.at[event]->name);
		counters_widen(&widths->name, *width);
		counters_widen(&widths->number, digits(counters->events.at[event]->index, 16));
		for (i = 0; i < counters->threads.count; i++) {
			count = digits(perf_counters_value(counters, i, event), 10);
			counters_widen(width, count);
			counters_widen(&widths->count, count);
		}
	}
	return 0;
}

static void add_thread(struct perf_str *str, const struct widths *widths,
		       const struct perf_counters_thread *thread)
{
	perf_str_format(str, "  %*" PRIu32 "  %*" PRIu32, (int)widths->pid, thread->pid,
			(int)widths->tid, thread->tid);
}

static void add_name(struct perf_str *str, const char *name, unsigned int width)
{
	size_t from;

	perf_str_add(str, "  ");
	from = str->length;
	perf_str_right(str, name, width);
	perf_str_sanitize(str, from, 0);
}

static void add_rows(struct perf_str *str, const struct widths *widths,
		     const struct perf_counters *counters)
{
	size_t thread, event;

	for (event = 0; event < counters->events.count; event++)
		add_name(str, counters->events.at[event]->name, widths->events.at[event]);
	perf_str_char(str, '\n');
	for (thread = 0; thread < counters->threads.count; thread++) {
		add_thread(str, widths, &counters->threads.at[thread]);
		for (event = 0; event < counters->events.count; event++)
			perf_str_format(str, "  %*" PRIu64, (int)widths->events.at[event],
					perf_counters_value(counters, thread, event));
		perf_str_char(str, '\n');
	}
}

static void add_raw_rows(struct perf_str *str, const struct widths *widths,
			 const struct perf_counters *counters)
{
	size_t thread, event;

	perf_str_format(str, "  %*s  %*s  %*s\n", (int)widths->name, "Name",
			(int)widths->number, "Raw", (int)widths->count, "Count");
	for (thread = 0; thread < counters->threads.count; thread++) {
		for (event = 0; event < counters->events.count; event++) {
			add_thread(str, widths, &counters->threads.at[thread]);
			add_name(str, counters->events.at[event]->name, widths->name);
			perf_str_format(str, "  %*x  %*" PRIu64 "\n", (int)widths->number,
					counters->events.at[event]->index, (int)widths->count,
					perf_counters_value(counters, thread, event));
		}
	}
}

/**
 * perf_counters_text() - add the table: a line for each thread, the events side by side
 * @str: text is added here
 * @counters: counts
 * @raw: a line for each event of each thread instead, with the index of the event
 *
 * Return: 0 or -ENOMEM.
 */
int perf_counters_text(struct perf_str *str, const struct perf_counters *counters, bool raw)
{
	struct widths widths;
	int err = counters_measure(&widths, counters);

	if (!err) {
		perf_str_format(str, "# %*s  %*s", (int)widths.pid, "PID", (int)widths.tid, "TID");
		if (raw)
			add_raw_rows(str, &widths, counters);
		else
			add_rows(str, &widths, counters);
	}
	perf_vec_free(&widths.events);
	return err;
}
