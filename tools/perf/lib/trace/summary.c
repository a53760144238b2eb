// SPDX-License-Identifier: GPL-2.0
/* Sums of system calls by thread. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <trace/summary.h>

static struct perf_trace_count *count_of(struct perf_trace_task *task, int64_t id)
{
	struct perf_trace_count *count;
	uint64_t *index;

	/* by_call is a map, since a thread makes few different calls, whose numbers may be high. */
	index = perf_map_put(&task->by_call, (uint64_t)id, NULL);
	if (!index)
		return NULL;
	if (*index)
		return &task->counts.at[*index - 1];
	count = perf_vec_push(&task->counts);
	if (!count)
		return NULL;
	count->id = id;
	*index = task->counts.count;
	return count;
}

static int add_errno(struct perf_trace_count *count, int number)
{
	struct perf_trace_errno *at;

	count->errors++;
	perf_vec_each(&count->errnos, at) {
		if (at->number == number) {
			at->count++;
			return 0;
		}
	}
	at = perf_vec_push(&count->errnos);
	if (!at)
		return -ENOMEM;
	*at = (struct perf_trace_errno){ .number = number, .count = 1 };
	return 0;
}

/**
 * perf_trace_summary_add() - add a call that has returned
 * @task: the thread
 * @id: number of the call, from 0 to below PERF_SYSCALL_LIMIT
 * @value: return value of the call
 * @timed: the beginning of the call was seen, so that @duration is valid
 * @duration: ns that the call took
 *
 * Return: 0 or -ENOMEM.
 */
int perf_trace_summary_add(struct perf_trace_task *task, int64_t id, int64_t value, bool timed,
			   uint64_t duration)
{
	struct perf_trace_count *count = count_of(task, id);

	if (!count)
		return -ENOMEM;
	count->calls++;
	if (timed)
		perf_times_add(&count->times, duration);
	if (value < 0 && value >= -4095)
		return add_errno(count, (int)-value);
	return 0;
}

/* A row of a table: a call and its sums. */
struct row {
	int64_t id;
	const struct perf_trace_count *count;
};

static int by_total(const void *a, const void *b)
{
	const struct row *x = a, *y = b;

	if (x->count->times.total != y->count->times.total)
		return x->count->times.total < y->count->times.total ? 1 : -1;
	return x->id < y->id ? -1 : x->id > y->id;
}

static void put_row(const struct perf_tracer *tracer, struct perf_str *text, const struct row *row)
{
	const struct perf_trace_count *count = row->count;
	const struct perf_times *times = &count->times;
	const struct perf_trace_errno *at;
	const char *name = perf_syscall_name(row->id);
	char made_up[32];

	snprintf(made_up, sizeof(made_up), "syscall_%lld", (long long)row->id);
	perf_str_format(text, "   %-15s %8llu %6llu %9.3f %9.3f %9.3f %9.3f %9.2f%%\n",
			name ? name : made_up, (unsigned long long)count->calls,
			(unsigned long long)count->errors, (double)times->total / 1e6,
			(double)times->min / 1e6, times->mean.mean / 1e6, (double)times->max / 1e6,
			perf_mean_error_percent(&times->mean));
	if (!tracer->options->errno_summary)
		return;
	perf_vec_each(&count->errnos, at) {
		name = strerrorname_np(at->number);
		snprintf(made_up, sizeof(made_up), "%d", at->number);
		perf_str_format(text, "\t\t\t\t%s: %llu\n", name ? name : made_up,
				(unsigned long long)at->count);
	}
}

static int put_table(const struct perf_tracer *tracer, struct perf_str *text,
		     const struct perf_trace_task *task)
{
	struct row *rows = calloc(task->counts.count + 1, sizeof(*rows));
	const struct perf_trace_count *count;
	size_t nr = 0, i;

	if (!rows)
		return -ENOMEM;
	perf_vec_each(&task->counts, count)
		rows[nr++] = (struct row){ count->id, count };
	qsort(rows, nr, sizeof(*rows), by_total);
	if (nr)
		perf_str_add(text,
			     "   syscall            calls  errors  total       min       avg       max       stddev\n"
			     "                                     (msec)    (msec)    (msec)    (msec)        (%)\n"
			     "   --------------- --------  ------ -------- --------- --------- ---------     ------\n");
	for (i = 0; i < nr; i++)
		put_row(tracer, text, &rows[i]);
	free(rows);
	return 0;
}

static int by_events(const void *a, const void *b)
{
	const struct perf_trace_task *const *x = a, *const *y = b;

	if ((*x)->events != (*y)->events)
		return (*x)->events < (*y)->events ? -1 : 1;
	return (*x)->tid < (*y)->tid ? -1 : (*x)->tid > (*y)->tid;
}

static void put_title(const struct perf_tracer *tracer, struct perf_str *text,
		      const struct perf_trace_task *task)
{
	double all = tracer->events ? (double)tracer->events : 1;

	perf_str_char(text, ' ');
	if (task->named)
		perf_str_name(text, task->comm);
	else
		perf_str_format(text, ":%d", task->tid);
	perf_str_format(text, " (%d), ", task->tid);
	perf_str_format(text, "%llu events, %.1f%%", (unsigned long long)task->events,
			100 * (double)task->events / all);
	if (tracer->options->sched)
		perf_str_format(text, ", %.3f msec", (double)task->runtime / 1e6);
	perf_str_add(text, "\n\n");
}

/**
 * perf_trace_summary_text() - add the tables of all threads
 * @tracer: tracer
 * @text: the tables are added
 *
 * Return: 0 or -ENOMEM.
 */
int perf_trace_summary_text(const struct perf_tracer *tracer, struct perf_str *text)
{
	size_t nr = tracer->tasks.list.count, i;
	struct perf_trace_task **sorted;
	int ret = 0;

	perf_str_add(text, "\n Summary of events:\n\n");
	sorted = calloc(nr + 1, sizeof(*sorted));
	if (!sorted)
		return -ENOMEM;
	for (i = 0; i < nr; i++)
		sorted[i] = tracer->tasks.list.at[i];
	qsort(sorted, nr, sizeof(struct perf_trace_task *), by_events);
	for (i = 0; i < nr && !ret; i++) {
		if (!sorted[i]->events)
			continue;
		put_title(tracer, text, sorted[i]);
		ret = put_table(tracer, text, sorted[i]);
		perf_str_add(text, "\n\n");
	}
	free(sorted);
	return ret;
}
