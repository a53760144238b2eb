// SPDX-License-Identifier: GPL-2.0
/*
 * Prints each run of each task. A run begins with the switch to the task and ends with the next
 * switch on the CPU. The wait before it began when the task last stopped; its last part, since
 * the wakeup, is the scheduling delay.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sched/timehist.h>

#define NAME_WIDTH	30

static void put_head_row(const struct perf_timehist *hist, struct perf_str *text,
			 const char *const parts[6], char fill)
{
	uint32_t i;

	perf_str_format(text, "%15s %6s  ", parts[0], parts[1]);
	if (hist->visual) {
		for (i = 0; i <= hist->cpu_count; i++)
			perf_str_char(text, fill ? fill : (char)(i < 10 ? '0' + i :
								 i < 36 ? 'a' + i - 10 : ' '));
		perf_str_add(text, "  ");
	}
	perf_str_add(text, parts[2]);
	if (hist->prio)
		perf_str_add(text, parts[3]);
	perf_str_add(text, parts[4]);
	if (hist->state)
		perf_str_add(text, parts[5]);
	perf_str_char(text, '\n');
}

/** perf_timehist_head() - append the titles of the columns */
void perf_timehist_head(const struct perf_timehist *hist, struct perf_str *text)
{
	static const char *const names[] = {
		"time", "cpu",
		"task name                       ", "prio      ",
		"wait time  sch delay   run time", "  state",
	};
	static const char *const units[] = {
		"", "",
		"[tid/pid]                       ", "          ",
		"   (msec)     (msec)     (msec)", "       ",
	};
	static const char *const lines[] = {
		"---------------", "------",
		"------------------------------  ", "--------  ",
		"---------  ---------  ---------", "  -----",
	};

	put_head_row(hist, text, names, 0);
	put_head_row(hist, text, units, ' ');
	put_head_row(hist, text, lines, '-');
}

/* Append the start of a line, with the name of a task. */
static void put_start(const struct perf_timehist *hist, struct perf_str *text,
		      const struct perf_sched_event *event, char mark,
		      const struct perf_sched_task *task)
{
	size_t width;
	uint32_t i;

	perf_str_format(text, "%8llu.%06llu [%04u]  ",
			(unsigned long long)(event->time / 1000000000),
			(unsigned long long)(event->time / 1000 % 1000000), event->cpu);
	if (hist->visual) {
		for (i = 0; i <= hist->cpu_count; i++)
			perf_str_char(text, i == event->cpu ? mark : ' ');
		perf_str_add(text, "  ");
	}
	width = text->length;
	/* An idle task that wakes or moves another task is printed by its name, not as <idle>. */
	if (event->kind != PERF_SCHED_SWITCH && !task->tid)
		perf_str_name(text, task->comm);
	else
		perf_sched_task_text(text, task);
	width = text->length - width;
	perf_str_fill(text, ' ', width < NAME_WIDTH ? NAME_WIDTH - width : 0);
	perf_str_char(text, ' ');
}

/* Append ms in the format that tools parse: digits below 1 us are cut off. */
static void put_ms(struct perf_str *text, int width, uint64_t ns)
{
	perf_str_format(text, "%*llu.%03llu", width > 4 ? width - 4 : 0,
			(unsigned long long)(ns / 1000000),
			(unsigned long long)(ns / 1000 % 1000));
}

static bool in_ranges(const struct perf_filter_range *at, size_t count, uint64_t value)
{
	size_t i;

	for (i = 0; i < count; i++)
		if (value >= at[i].first && value <= at[i].last)
			return true;
	return !count;
}

static bool is_wanted(const struct perf_timehist *hist, const struct perf_sched_event *event,
		      const struct perf_sched_task *task)
{
	const struct perf_filter *filter = hist->filter;

	return in_ranges(filter->cpus.at, filter->cpus.count, event->cpu) &&
	       in_ranges(filter->pids.at, filter->pids.count, (uint32_t)task->pid) &&
	       in_ranges(filter->tids.at, filter->tids.count, (uint32_t)task->tid) &&
	       in_ranges(filter->times.at, filter->times.count, event->time);
}

/* Return the priority at the start of the run, or event->prio if the recording began later. */
static int32_t prio_of(const struct perf_sched_event *event, const struct perf_sched_task *task)
{
	return task->has_prio ? task->prio : event->prio;
}

/* Append both priorities if the priority changed during the run. */
static void put_prio(struct perf_str *text, const struct perf_sched_event *event,
		     const struct perf_sched_task *task)
{
	char prio[32];

	if (prio_of(event, task) == event->prio)
		snprintf(prio, sizeof(prio), "%d", event->prio);
	else
		snprintf(prio, sizeof(prio), "%d->%d", task->prio, event->prio);
	perf_str_format(text, " %-9s", prio);
}

static bool is_run_wanted(const struct perf_timehist *hist, const struct perf_sched_event *event,
			  const struct perf_sched_task *task)
{
	return is_wanted(hist, event, task) && (!hist->idle || !task->tid) &&
	       in_ranges(hist->prios.at, hist->prios.count, (uint64_t)prio_of(event, task));
}

/* Times of the run that just ended, ns. */
struct run {
	uint64_t waited;
	uint64_t delayed;
	uint64_t ran;
};

static struct run timehist_measure(const struct perf_sched_cpu *cpu,
				   const struct perf_sched_task *task, uint64_t time)
{
	struct run run = { 0 };

	if (!cpu->switched || time < cpu->switched)
		return run;
	run.ran = time - cpu->switched;
	if (task->ready && task->ready <= cpu->switched)
		run.delayed = cpu->switched - task->ready;
	if (task->out && task->out <= cpu->switched)
		run.waited = cpu->switched - task->out;
	return run;
}

static void put_run(const struct perf_timehist *hist, struct perf_str *text,
		    const struct perf_sched_event *event, const struct perf_sched_task *task,
		    const struct run *run)
{
	struct perf_str next = { 0 };

	put_start(hist, text, event, task->tid ? 's' : 'i', task);
	if (hist->prio)
		put_prio(text, event, task);
	put_ms(text, 10, run->waited);
	put_ms(text, 11, run->delayed);
	put_ms(text, 11, run->ran);
	perf_str_char(text, ' ');
	if (hist->state)
		perf_str_format(text, " %5c ", task->tid ? event->state : 'I');
	if (!hist->next)
		return;
	perf_str_format(&next, "next: %s[%d]", event->next_comm, event->next_tid);
	perf_str_sanitize(&next, 0, 0);
	perf_str_format(text, " %-30s", perf_str_text(&next));
	perf_str_free(&next);
}

static int timehist_switched(struct perf_timehist *hist, struct perf_sched_tasks *tasks,
			     const struct perf_sched_event *event, struct perf_str *text,
			     bool *line)
{
	struct perf_sched_cpu *cpu = perf_sched_cpu(tasks, event->cpu);
	struct perf_sched_task *task = perf_sched_task(tasks, event->tid, event->cpu, event->comm);
	struct perf_sched_task *next = perf_sched_task(tasks, event->next_tid, event->cpu,
						       event->next_comm);
	struct run run;

	if (!cpu || !task || !next)
		return -ENOMEM;
	/* event->by_pid is of the task running on the CPU. */
	if (task->tid && task->pid < 0 && event->by_tid == event->tid)
		task->pid = event->by_pid;
	run = timehist_measure(cpu, task, event->time);
	if (is_run_wanted(hist, event, task)) {
		perf_times_add(&task->runs, run.ran);
		*line = !hist->no_lines;
		if (*line)
			put_run(hist, text, event, task, &run);
	}
	next->prio = event->next_prio;
	next->has_prio = true;
	hist->switches++;
	task->out = event->time;
	/* A preempted task stays runnable. */
	task->ready = event->state == 'R' ? event->time : 0;
	cpu->switched = event->time;
	return 0;
}

static int timehist_woken(const struct perf_timehist *hist, struct perf_sched_tasks *tasks,
			  const struct perf_sched_event *event, struct perf_str *text)
{
	struct perf_sched_task *by = perf_sched_task(tasks, event->by_tid, event->cpu, NULL);
	struct perf_sched_task *task = perf_sched_task(tasks, event->tid, event->cpu, event->comm);

	if (!by || !task)
		return -ENOMEM;
	if (!task->ready)
		task->ready = event->time;
	if (!hist->wakeups || hist->no_lines || hist->idle || !is_wanted(hist, event, by))
		return 0;
	put_start(hist, text, event, ' ', by);
	perf_str_fill(text, ' ', 33);
	perf_str_add(text, " awakened: ");
	perf_sched_task_text(text, task);
	perf_str_char(text, '\n');
	return 0;
}

static int timehist_moved(const struct perf_timehist *hist, struct perf_sched_tasks *tasks,
			  const struct perf_sched_event *event, struct perf_str *text)
{
	struct perf_sched_task *by = perf_sched_task(tasks, event->by_tid, event->cpu, NULL);
	struct perf_sched_task *task = perf_sched_task(tasks, event->tid, event->cpu, event->comm);

	if (!by || !task)
		return -ENOMEM;
	task->migrations++;
	if (!hist->migrations || hist->no_lines || hist->idle ||
	    (!is_wanted(hist, event, by) && !is_wanted(hist, event, task)))
		return 0;
	put_start(hist, text, event, 'm', by);
	perf_str_fill(text, ' ', 33);
	perf_str_add(text, " migrated: ");
	perf_sched_task_text(text, task);
	perf_str_format(text, " cpu %u => %u\n", event->from_cpu, event->to_cpu);
	return 0;
}

/**
 * perf_timehist_event() - apply an event, and append its line
 * @hist: options and state
 * @tasks: tasks
 * @event: event
 * @text: text to append to; the line of a switch has no end, so that a call chain may follow
 * @line: result: true if the caller has to end the line of a switch
 *
 * Return: 0 or -ENOMEM.
 */
int perf_timehist_event(struct perf_timehist *hist, struct perf_sched_tasks *tasks,
			const struct perf_sched_event *event, struct perf_str *text, bool *line)
{
	enum perf_sched_kind wakeup = hist->use_wakeup ? PERF_SCHED_WAKEUP : PERF_SCHED_WAKING;

	*line = false;
	if (event->kind == PERF_SCHED_SWITCH) {
		hist->first = hist->first ? hist->first : event->time;
		hist->last = event->time;
	}
	switch (event->kind) {
	case PERF_SCHED_SWITCH:
		return timehist_switched(hist, tasks, event, text, line);
	case PERF_SCHED_WAKING:
	case PERF_SCHED_WAKEUP:
		if (event->kind != wakeup)
			return 0;
		return timehist_woken(hist, tasks, event, text);
	case PERF_SCHED_WAKEUP_NEW:
		return timehist_woken(hist, tasks, event, text);
	case PERF_SCHED_MIGRATE:
		return timehist_moved(hist, tasks, event, text);
	default:
		return 0;
	}
}

/* Sums of the summary; ran: ns. */
struct sums {
	uint64_t tasks;
	uint64_t runs;
	uint64_t ran;
};

static void put_task(struct perf_str *text, const struct perf_sched_task *task,
		     struct sums *sums)
{
	const struct perf_times *runs = &task->runs;
	struct perf_str name = { 0 };

	perf_sched_task_text(&name, task);
	perf_str_format(text, "%30s  %6d  %9llu ", perf_str_text(&name), task->ppid,
			(unsigned long long)runs->mean.count);
	put_ms(text, 12, runs->total);
	put_ms(text, 11, runs->min);
	put_ms(text, 12, (uint64_t)runs->mean.mean);
	put_ms(text, 12, runs->max);
	perf_str_format(text, "   %5.2f   %5llu\n", perf_mean_error_percent(&runs->mean),
			(unsigned long long)task->migrations);
	perf_str_free(&name);
	sums->tasks++;
	sums->runs += runs->mean.count;
	sums->ran += runs->total;
}

static int by_tid(const void *a, const void *b)
{
	const struct perf_sched_task *const *x = a, *const *y = b;

	return (*x)->tid < (*y)->tid ? -1 : (*x)->tid > (*y)->tid;
}

static void put_idle(const struct perf_timehist *hist, const struct perf_sched_tasks *tasks,
		     struct perf_str *text, struct sums *sums)
{
	double all = hist->last > hist->first ? (double)(hist->last - hist->first) : 1;
	struct perf_sched_cpu *const *cpu;

	perf_str_add(text, "\nIdle stats:\n");
	perf_vec_each(&tasks->cpus, cpu) {
		const struct perf_times *runs = &(*cpu)->idle.runs;

		sums->runs += runs->mean.count;
		if (runs->mean.count) {
			perf_str_format(text, "    CPU %2u idle for ", (*cpu)->number);
			put_ms(text, 10, runs->total);
			perf_str_format(text, "  msec  (%6.2f%%)\n",
					100 * (double)runs->total / all);
		} else if ((*cpu)->switched) {
			perf_str_format(text, "    CPU %2u never idle\n", (*cpu)->number);
		} else {
			perf_str_format(text, "    CPU %2u idle entire time window\n",
					(*cpu)->number);
		}
	}
}

static void put_totals(const struct perf_timehist *hist, struct perf_str *text,
		       const struct sums *sums)
{
	perf_str_format(text, "\n    Total number of unique tasks: %llu\n"
			"Total number of context switches: %llu\n"
			"           Total run time (msec): ", (unsigned long long)sums->tasks,
			(unsigned long long)sums->runs);
	put_ms(text, 0, sums->ran);
	perf_str_char(text, ' ');
	perf_str_add(text, "\n    Total scheduling time (msec): ");
	put_ms(text, 0, hist->last - hist->first);
	perf_str_format(text, "  (x %u)\n", hist->cpu_count);
}

/** perf_timehist_summary() - append the summary of all tasks; 0 or -ENOMEM */
int perf_timehist_summary(const struct perf_timehist *hist, const struct perf_sched_tasks *tasks,
			  struct perf_str *text)
{
	struct perf_sched_task **sorted = calloc(tasks->list.count + 1, sizeof(*sorted));
	struct sums sums = { 0 };
	bool ended;
	size_t i;

	if (!sorted)
		return -ENOMEM;
	for (i = 0; i < tasks->list.count; i++)
		sorted[i] = tasks->list.at[i];
	qsort(sorted, tasks->list.count, sizeof(struct perf_sched_task *), by_tid);
	perf_str_add(text, "\nRuntime summary\n"
		     "                          comm  parent   sched-in     run-time    min-run     avg-run     max-run  stddev  migrations\n"
		     "                                          (count)       (msec)     (msec)      (msec)      (msec)       %\n");
	perf_str_fill(text, '-', 117);
	perf_str_char(text, '\n');
	for (ended = false;; ended = true) {
		for (i = 0; i < tasks->list.count; i++)
			if (sorted[i]->runs.mean.count && sorted[i]->ended == ended)
				put_task(text, sorted[i], &sums);
		if (ended)
			break;
		perf_str_add(text, "\nTerminated tasks:\n");
	}
	free(sorted);
	put_idle(hist, tasks, text, &sums);
	put_totals(hist, text, &sums);
	return 0;
}
