// SPDX-License-Identifier: GPL-2.0
/* Measures how long tasks wait for a CPU. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sched/latency.h>

static void stop_running(struct perf_sched_task *task, const struct perf_sched_event *event)
{
	task->phase = event->state == 'R' ? PERF_SCHED_WAITS : PERF_SCHED_ASLEEP;
	task->waits_since = event->time;
}

static void start_running(struct perf_sched_task *task, uint64_t time)
{
	uint64_t delay = 0;

	/* A PERF_SCHED_UNKNOWN task has waited for an unknown time, counted as 0. */
	if (task->phase == PERF_SCHED_WAITS && time >= task->waits_since)
		delay = time - task->waits_since;
	if (delay > task->delays.max) {
		task->max_from = task->waits_since;
		task->max_to = time;
	}
	if (task->phase == PERF_SCHED_WAITS || task->phase == PERF_SCHED_UNKNOWN)
		perf_times_add(&task->delays, delay);
	task->phase = PERF_SCHED_RUNS;
}

static void latency_wake(struct perf_sched_task *task, uint64_t time)
{
	/* A wakeup of a running or waiting task starts no wait. */
	if (task->phase != PERF_SCHED_ASLEEP && task->phase != PERF_SCHED_UNKNOWN)
		return;
	task->phase = PERF_SCHED_WAITS;
	task->waits_since = time;
}

static void wake_unknown(struct perf_sched_task *task, uint64_t time)
{
	if (task->phase == PERF_SCHED_UNKNOWN)
		latency_wake(task, time);
}

/**
 * perf_sched_latency_event() - apply an event to the waits of its tasks
 * @tasks: tasks
 * @event: event
 * @use_wakeup: use PERF_SCHED_WAKEUP, as the recording has no PERF_SCHED_WAKING
 *
 * A task waits from its wakeup, or from its preemption, until it runs.
 *
 * Return: 0 or -ENOMEM.
 */
int perf_sched_latency_event(struct perf_sched_tasks *tasks, const struct perf_sched_event *event,
			     bool use_wakeup)
{
	enum perf_sched_kind wakeup = use_wakeup ? PERF_SCHED_WAKEUP : PERF_SCHED_WAKING;
	struct perf_sched_task *task, *next;

	task = perf_sched_task(tasks, event->tid, event->cpu, event->comm);
	if (!task)
		return -ENOMEM;
	switch (event->kind) {
	case PERF_SCHED_SWITCH:
		next = perf_sched_task(tasks, event->next_tid, event->cpu, event->next_comm);
		if (!next)
			return -ENOMEM;
		stop_running(task, event);
		start_running(next, event->time);
		break;
	case PERF_SCHED_WAKEUP:
	case PERF_SCHED_WAKING:
		if (event->kind == wakeup)
			latency_wake(task, event->time);
		break;
	case PERF_SCHED_WAKEUP_NEW:
		latency_wake(task, event->time);
		break;
	case PERF_SCHED_RUNTIME:
		task->runtime += event->runtime;
		/* An unknown task was running before the first recorded event of its CPU. */
		wake_unknown(task, event->time);
		break;
	default:
		break;
	}
	return 0;
}

/* A row of the table: one task, or all tasks of a name. Times in ns. */
struct row {
	const struct perf_sched_task *task;
	unsigned int tasks;
	uint64_t runtime;
	uint64_t switches;
	uint64_t delay;
	uint64_t max;
	uint64_t max_from;
	uint64_t max_to;
};

static double latency_average(const struct row *row)
{
	return row->switches ? (double)row->delay / (double)row->switches : 0;
}

/* Greatest first. */
#define COMPARE(a_, b_)	((a_) == (b_) ? 0 : (a_) < (b_) ? 1 : -1)

static int by_avg(const struct row *a, const struct row *b)
{
	return COMPARE(latency_average(a), latency_average(b));
}

static int by_max(const struct row *a, const struct row *b)
{
	return COMPARE(a->max, b->max);
}

static int by_switch(const struct row *a, const struct row *b)
{
	return COMPARE(a->switches, b->switches);
}

static int by_runtime(const struct row *a, const struct row *b)
{
	return COMPARE(a->runtime, b->runtime);
}

static int by_pid(const struct row *a, const struct row *b)
{
	return COMPARE(a->task->tid, b->task->tid);
}

typedef int compare_rows(const struct row *a, const struct row *b);

static const struct {
	const char *name;
	compare_rows *compare;
} keys[] = {
	{ "avg", by_avg }, { "max", by_max }, { "switch", by_switch }, { "runtime", by_runtime },
	{ "pid", by_pid },
};

#define MAX_KEYS	8

struct order {
	compare_rows *keys[MAX_KEYS];
	size_t count;
};

static int parse_order(struct order *order, const char *sort, struct perf_error *error)
{
	size_t length, i;

	for (; *sort; sort += length + (sort[length] == ',')) {
		length = strcspn(sort, ",");
		for (i = 0; i < PERF_ARRAY_SIZE(keys); i++)
			if (strlen(keys[i].name) == length && !strncmp(keys[i].name, sort, length))
				break;
		if (i == PERF_ARRAY_SIZE(keys) || order->count == MAX_KEYS) {
			perf_error_set(error, EINVAL, "there is no column '%.*s' to sort by",
				       (int)length, sort);
			perf_error_hint(error, "they are avg, max, switch, runtime and pid");
			return -EINVAL;
		}
		order->keys[order->count++] = keys[i].compare;
	}
	return 0;
}

static int latency_compare(const void *a, const void *b, void *context)
{
	const struct order *order = context;
	const struct row *x = a, *y = b;
	size_t i;
	int sign;

	for (i = 0; i < order->count; i++) {
		sign = order->keys[i](x, y);
		if (sign)
			return sign;
	}
	return x->task->tid < y->task->tid ? -1 : x->task->tid > y->task->tid;
}

static void add_task(struct row *row, const struct perf_sched_task *task)
{
	row->task = row->task ? row->task : task;
	row->tasks++;
	row->runtime += task->runtime;
	row->switches += task->delays.mean.count;
	row->delay += task->delays.total;
	if (task->delays.max > row->max) {
		row->max = task->delays.max;
		row->max_from = task->max_from;
		row->max_to = task->max_to;
	}
}

/* Make a row for each task, or with !@each for each name. Return: number of rows, or -ENOMEM. */
static ssize_t make_rows(struct row *rows, const struct perf_sched_tasks *tasks, bool each)
{
	struct perf_sched_task *const *task;
	struct perf_intern names = { 0 };
	ssize_t nr = 0;
	uint32_t row;

	perf_vec_each(&tasks->list, task) {
		if (!(*task)->delays.mean.count)
			continue;
		row = each ? (uint32_t)nr : perf_intern(&names, (*task)->comm);
		if (row == PERF_INTERN_NONE) {
			nr = -ENOMEM;
			break;
		}
		nr += row == nr;
		add_task(&rows[row], *task);
	}
	perf_intern_free(&names);
	return nr;
}

static void put_row(struct perf_str *text, const struct row *row)
{
	size_t start = text->length, width;

	if (row->tasks > 1)
		perf_str_format(text, "  %s:(%u) ", row->task->comm, row->tasks);
	else
		perf_str_format(text, "  %s:%d ", row->task->comm, row->task->tid);
	perf_str_sanitize(text, start, 0);
	width = text->length - start;
	perf_str_fill(text, ' ', width < 24 ? 24 - width : 0);
	perf_str_format(text, "|%11.3f ms |%9llu | avg:%8.3f ms | max:%8.3f ms | max start: ",
			(double)row->runtime / 1e6, (unsigned long long)row->switches,
			latency_average(row) / 1e6, (double)row->max / 1e6);
	perf_sched_time_text(text, row->max_from);
	perf_str_add(text, " s | max end: ");
	perf_sched_time_text(text, row->max_to);
	perf_str_add(text, " s\n");
}

static void put_table(struct perf_str *text, const struct row *rows, size_t nr)
{
	uint64_t runtime = 0, switches = 0;
	size_t i;

	perf_str_add(text, "\n ");
	perf_str_fill(text, '-', 139);
	perf_str_add(text, "\n  Task                  |   Runtime ms  |  Count   | Avg delay ms    "
		     "| Max delay ms    | Max delay start           | Max delay end          |\n ");
	perf_str_fill(text, '-', 139);
	perf_str_char(text, '\n');
	for (i = 0; i < nr; i++) {
		put_row(text, &rows[i]);
		runtime += rows[i].runtime;
		switches += rows[i].switches;
	}
	perf_str_char(text, ' ');
	perf_str_fill(text, '-', 113);
	perf_str_format(text, "\n  TOTAL:                |%11.3f ms |%9llu |\n ",
			(double)runtime / 1e6, (unsigned long long)switches);
	perf_str_fill(text, '-', 51);
	perf_str_add(text, "\n\n");
}

/**
 * perf_sched_latency_text() - append the table
 * @text: text to append to
 * @tasks: tasks
 * @sort: names of columns, most significant first: avg, max, switch, runtime, pid;
 *	NULL: avg,max,switch,runtime
 * @each: a row for each task, else one for all tasks of the same name
 * @error: filled on failure
 *
 * Return: 0, -EINVAL for an unknown column, -ENOMEM.
 */
int perf_sched_latency_text(struct perf_str *text, const struct perf_sched_tasks *tasks,
			    const char *sort, bool each, struct perf_error *error)
{
	struct order order = { .count = 0 };
	struct row *rows;
	ssize_t nr;
	int ret;

	ret = parse_order(&order, sort ? sort : "avg,max,switch,runtime", error);
	if (ret)
		return ret;
	rows = calloc(tasks->list.count + 1, sizeof(*rows));
	if (!rows)
		return perf_error_memory(error);
	nr = make_rows(rows, tasks, each);
	if (nr > 0)
		qsort_r(rows, (size_t)nr, sizeof(*rows), latency_compare, &order);
	if (nr >= 0)
		put_table(text, rows, (size_t)nr);
	free(rows);
	return nr < 0 ? perf_error_memory(error) : 0;
}
