// SPDX-License-Identifier: GPL-2.0
/*
 * Joins the beginning and the end of system calls, by thread. show_return() writes a call as one
 * line when it returns. If a line of another thread comes first, show_interrupted() writes a line
 * for the beginning, and show_return() another one for the end.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <trace/call_text.h>
#include <trace/summary.h>
#include <trace/tracer.h>

/* Columns of the result in show_return(), and of the dots in show_interrupted(). */
#define RESULT_COLUMN	70
#define DOTS_COLUMN	67

/* Bytes of common fields in front of struct raw_enter and struct raw_exit in raw data. */
#define RAW_COMMON	8

struct raw_enter {
	long		id;
	unsigned long	args[6];
};

struct raw_exit {
	long	id;
	long	value;
};

static double milliseconds(uint64_t ns)
{
	return (double)ns / 1e6;
}

static void put_task(struct perf_tracer *tracer, const struct perf_trace_task *task)
{
	if (tracer->options->show_comm && task->named) {
		perf_str_name(&tracer->text, task->comm);
		perf_str_char(&tracer->text, '/');
	}
	perf_str_format(&tracer->text, "%d ", task->tid);
}

static void put_start(struct perf_tracer *tracer, const struct perf_trace_task *task,
		      uint64_t time, const char *duration)
{
	const struct perf_trace_options *options = tracer->options;
	uint64_t base = options->full_time ? 0 : tracer->base;

	perf_str_format(&tracer->text, "%10.3f ", milliseconds(time - base));
	if (duration)
		perf_str_format(&tracer->text, "(%s): ", duration);
	if (options->one_thread)
		return;
	put_task(tracer, task);
}

/* put_start() for a call whose beginning was not seen. */
static void put_unknown_start(struct perf_tracer *tracer, const struct perf_trace_task *task)
{
	perf_str_format(&tracer->text, "%10s (         ): ", "?");
	if (tracer->options->one_thread)
		return;
	put_task(tracer, task);
}

static void put_column(struct perf_str *text, size_t start, size_t column)
{
	size_t length = text->length - start;

	perf_str_fill(text, ' ', length < column ? column - length : 1);
}

/* Tests whether options hide some calls, which is_wanted() decides at the end of a call. */
static bool hides_some(const struct perf_tracer *tracer)
{
	const struct perf_trace_options *options = tracer->options;

	return options->duration || options->failure ||
	       (tracer->chains && options->min_stack);
}

/* Writes "name(...) ..." for the call of tracer->current, which a line for @next interrupts. */
static void show_interrupted(struct perf_tracer *tracer, const struct perf_trace_task *next)
{
	struct perf_trace_task *task = tracer->current;
	size_t start;

	if (!task || task == next || !task->entered || task->shown)
		return;
	tracer->current = NULL;
	/* is_wanted() and get_chain() decide at the end of the call. */
	if (hides_some(tracer))
		return;
	put_start(tracer, task, task->time, "         ");
	start = tracer->text.length;
	perf_call_text_begin(tracer, &tracer->text, task);
	put_column(&tracer->text, start, DOTS_COLUMN);
	perf_str_add(&tracer->text, "...\n");
	task->shown = true;
}

/* Calls that never return are shown at their beginning. */
static bool never_returns(const struct perf_syscall *call)
{
	return !strcmp(call->name, "exit") || !strcmp(call->name, "exit_group");
}

static void show_last(struct perf_tracer *tracer, struct perf_trace_task *task)
{
	size_t start;

	put_start(tracer, task, task->time, "         ");
	start = tracer->text.length;
	perf_call_text_begin(tracer, &tracer->text, task);
	put_column(&tracer->text, start, RESULT_COLUMN);
	perf_str_add(&tracer->text, "= ?\n");
	task->shown = true;
	task->entered = false;
	tracer->lines++;
}

static void tracer_enter(struct perf_tracer *tracer, struct perf_trace_task *task,
			 const struct perf_trace_hit *hit)
{
	const struct perf_syscall *call;
	struct raw_enter raw = { .id = -1 };
	size_t i;

	task->entered = true;
	task->shown = false;
	task->time = hit->time;
	task->has_args = hit->size >= RAW_COMMON + sizeof(raw);
	if (task->has_args)
		memcpy(&raw, (const char *)hit->raw + RAW_COMMON, sizeof(raw));
	task->id = raw.id;
	if (!task->has_args || tracer->options->no_lines)
		return;
	for (i = 0; i < PERF_ARRAY_SIZE(task->args); i++)
		task->args[i] = raw.args[i];
	show_interrupted(tracer, task);
	call = perf_syscalls_get(&tracer->syscalls, task->id);
	if (call && never_returns(call) && !hides_some(tracer))
		show_last(tracer, task);
	else
		tracer->current = task;
}

/* Drops the paths of descriptors that a successful call closed or created. */
static void track_files(struct perf_trace_task *task, const struct perf_syscall *call,
			int64_t value)
{
	static const char *const makers[] = {
		"open*", "creat", "dup*", "socket", "accept*", "epoll_create*", "eventfd*",
		"signalfd*", "timerfd_create", "inotify_init*", "memfd_*", "perf_event_open",
		"pidfd_*", "userfaultfd", "fcntl*", "bpf", "io_uring_setup", "fanotify_init",
	};
	size_t i;

	if (value < 0)
		return;
	if (!strcmp(call->name, "close") && task->has_args)
		perf_trace_forget(task->process, (int)task->args[0]);
	for (i = 0; i < PERF_ARRAY_SIZE(makers); i++)
		if (perf_glob_match(makers[i], call->name))
			perf_trace_forget(task->process, (int)value);
}

static void show_return(struct perf_tracer *tracer, struct perf_trace_task *task,
			const struct perf_trace_hit *hit, const struct perf_syscall *call,
			int64_t value)
{
	struct perf_str *text = &tracer->text;
	char duration[32] = "         ";
	size_t start;

	show_interrupted(tracer, task);
	if (task->entered) {
		snprintf(duration, sizeof(duration), "%6.3f ms",
			 milliseconds(hit->time - task->time));
		put_start(tracer, task, task->time, duration);
	} else {
		put_unknown_start(tracer, task);
	}
	start = text->length;
	if (task->entered && !task->shown)
		perf_call_text_begin(tracer, text, task);
	else
		perf_str_format(text, " ... [continued]: %s())", call->name);
	put_column(text, start, RESULT_COLUMN);
	perf_str_add(text, "= ");
	if (!task->entered)
		task->has_args = false;
	perf_call_text_result(tracer, text, task, call, value);
	perf_str_char(text, '\n');
	tracer->lines++;
}

static bool is_wanted(const struct perf_tracer *tracer, const struct perf_trace_task *task,
		      const struct perf_trace_hit *hit, int64_t value)
{
	const struct perf_trace_options *options = tracer->options;

	if (options->no_lines || (options->failure && value >= 0))
		return false;
	return !options->duration ||
	       (task->entered && hit->time - task->time >= options->duration);
}

/* Return: 1 if the chain has min_stack lines, so that the event is shown; 0 if not; -ENOMEM. */
static int get_chain(struct perf_tracer *tracer, const struct perf_trace_hit *hit, bool kernel,
		     const struct perf_str **chain)
{
	long lines = 0;

	*chain = NULL;
	if (!tracer->chains)
		return 1;
	if (hit->sample)
		lines = perf_trace_chain(tracer->chains, hit->sample, kernel, chain);
	if (lines < 0)
		return -ENOMEM;
	return lines >= (long)tracer->options->min_stack;
}

static void put_chain(struct perf_tracer *tracer, const struct perf_str *chain)
{
	if (chain)
		perf_str_mem(&tracer->text, perf_str_text(chain), chain->length);
}

static int show_call(struct perf_tracer *tracer, struct perf_trace_task *task,
		     const struct perf_trace_hit *hit, const struct perf_syscall *call,
		     int64_t value)
{
	const struct perf_str *chain;
	int ret;

	if (!is_wanted(tracer, task, hit, value))
		return 0;
	ret = get_chain(tracer, hit, tracer->options->kernel_graph, &chain);
	if (ret <= 0)
		return ret;
	show_return(tracer, task, hit, call, value);
	put_chain(tracer, chain);
	return 0;
}

static int tracer_leave(struct perf_tracer *tracer, struct perf_trace_task *task,
			const struct perf_trace_hit *hit)
{
	const struct perf_syscall *call;
	struct raw_exit raw;
	int ret = 0;

	if (hit->size < RAW_COMMON + sizeof(raw))
		return 0;
	memcpy(&raw, (const char *)hit->raw + RAW_COMMON, sizeof(raw));
	if (raw.id < 0 || raw.id >= PERF_SYSCALL_LIMIT ||
	    !perf_syscall_set_has(&tracer->options->calls, raw.id))
		return 0;
	/* The beginning of this call was lost: task->entered belongs to another call. */
	if (task->id >= 0 && task->id != raw.id)
		task->entered = false;
	if (tracer->options->summary)
		ret = perf_trace_summary_add(task, raw.id, raw.value,
					     task->entered, hit->time - task->time);
	if (!tracer->options->no_lines) {
		call = perf_syscalls_get(&tracer->syscalls, raw.id);
		if (!call)
			return -ENOMEM;
		if (show_call(tracer, task, hit, call, raw.value))
			ret = -ENOMEM;
		track_files(task, call, raw.value);
		if (tracer->current == task)
			tracer->current = NULL;
	}
	task->entered = false;
	task->id = -1;
	return ret;
}

static void show_point(struct perf_tracer *tracer, const struct perf_trace_task *task,
		       const struct perf_trace_hit *hit)
{
	show_interrupted(tracer, NULL);
	put_start(tracer, task, hit->time, tracer->syscalls_traced ? "         " : NULL);
	if (hit->event->kind == PERF_TRACE_POINT)
		perf_call_text_point(tracer, &tracer->text, hit);
	else
		perf_str_format(&tracer->text, "%s()", hit->event->name);
	perf_str_char(&tracer->text, '\n');
	tracer->lines++;
}

static int show_fault(struct perf_tracer *tracer, const struct perf_trace_task *task,
		      const struct perf_trace_hit *hit)
{
	int ret = 0;

	show_interrupted(tracer, NULL);
	put_start(tracer, task, hit->time, " 0.000 ms");
	perf_str_format(&tracer->text, "%s [",
			hit->event->kind == PERF_TRACE_FAULT_MAJOR ? "majfault" : "minfault");
	if (tracer->chains && hit->sample) {
		ret = perf_trace_put_code(tracer->chains, hit->sample, &tracer->text);
		perf_str_add(&tracer->text, "] => ");
		if (!ret)
			ret = perf_trace_put_data(tracer->chains, hit->sample, &tracer->text);
	} else {
		perf_str_format(&tracer->text, "0x%llx] => 0x%llx", (unsigned long long)hit->ip,
				(unsigned long long)hit->addr);
	}
	perf_str_char(&tracer->text, '\n');
	tracer->lines++;
	return ret;
}

static int show_event(struct perf_tracer *tracer, const struct perf_trace_task *task,
		      const struct perf_trace_hit *hit)
{
	const struct perf_str *chain;
	int ret = get_chain(tracer, hit, true, &chain);

	if (ret <= 0)
		return ret;
	if (perf_trace_is_fault(hit->event->kind))
		ret = show_fault(tracer, task, hit);
	else
		show_point(tracer, task, hit);
	put_chain(tracer, chain);
	return ret < 0 ? ret : 0;
}

/* Tests whether an event counts, and switches if @hit is a switching event. */
static bool tracer_counts(struct perf_tracer *tracer, const struct perf_trace_hit *hit)
{
	const struct perf_trace_options *options = tracer->options;
	const char *awaited;

	if (!tracer->seen) {
		tracer->seen = true;
		tracer->is_off = options->switch_on;
	}
	awaited = tracer->is_off ? options->switch_on : options->switch_off;
	if (!awaited || strcmp(hit->event->name, awaited))
		return !tracer->is_off;
	tracer->is_off = !tracer->is_off;
	return options->switch_shown;
}

static int find_event(const char *option, const char *name,
		      const struct perf_trace_event *events, size_t count,
		      struct perf_error *error)
{
	struct perf_nearest nearest;
	size_t i;

	if (!name)
		return 0;
	perf_nearest_init(&nearest, name);
	for (i = 0; i < count; i++) {
		if (!strcmp(events[i].name, name))
			return 0;
		perf_nearest_offer(&nearest, events[i].name);
	}
	perf_error_set(error, EINVAL, "%s: no event '%s' is traced", option, name);
	if (nearest.best)
		perf_error_hint(error, "did you mean '%s'?", nearest.best);
	else
		perf_error_hint(error, "-e adds it");
	return -EINVAL;
}

/**
 * perf_trace_switch_check() - check that the switching events are traced
 * @options: names of the events in @switch_on and @switch_off
 * @events: the traced events
 * @count: number of @events
 * @error: filled on failure
 *
 * Return: 0 or -EINVAL.
 */
int perf_trace_switch_check(const struct perf_trace_options *options,
			    const struct perf_trace_event *events, size_t count,
			    struct perf_error *error)
{
	int ret = find_event("--switch-on", options->switch_on, events, count, error);

	return ret ? ret : find_event("--switch-off", options->switch_off, events, count, error);
}

static void put_sample(struct perf_tracer *tracer, const struct perf_trace_task *task,
		       const struct perf_trace_hit *hit)
{
	const struct perf_sample *sample = hit->sample;

	perf_str_format(&tracer->text, "%22s %10.3f ", hit->event->name, milliseconds(hit->time));
	if (task->named)
		perf_str_name(&tracer->text, task->comm);
	else
		perf_str_format(&tracer->text, ":%d", task->tid);
	perf_str_format(&tracer->text, " %d/%d", hit->pid, hit->tid);
	if (sample && sample->cpu != PERF_SAMPLE_NO_CPU)
		perf_str_format(&tracer->text, " [%u]", sample->cpu);
	perf_str_char(&tracer->text, '\n');
}

/* Tests for sched:sched_stat_runtime under --sched. */
static bool is_runtime(const struct perf_tracer *tracer, const struct perf_trace_hit *hit)
{
	return tracer->options->sched && hit->event->kind == PERF_TRACE_POINT &&
	       !strcmp(hit->event->name, PERF_TRACE_RUNTIME);
}

static void add_runtime(struct perf_trace_task *task, const struct perf_trace_hit *hit)
{
	const struct perf_format *format = &hit->event->format;

	task->runtime += perf_format_number(format, perf_format_find(format, "runtime"), hit->raw,
					    hit->size);
}

static int tracer_take(struct perf_tracer *tracer, struct perf_trace_task *task,
		       const struct perf_trace_hit *hit)
{
	if (is_runtime(tracer, hit)) {
		add_runtime(task, hit);
		return 0;
	}
	switch (hit->event->kind) {
	case PERF_TRACE_ENTER:
		tracer_enter(tracer, task, hit);
		return 0;
	case PERF_TRACE_EXIT:
		return tracer_leave(tracer, task, hit);
	default:
		return tracer->options->no_lines ? 0 : show_event(tracer, task, hit);
	}
}

/**
 * perf_tracer_hit() - process an event
 * @tracer: tracer
 * @hit: the event
 *
 * Return: 0, 1 if options->max_events lines have been shown, -ENOMEM.
 */
int perf_tracer_hit(struct perf_tracer *tracer, const struct perf_trace_hit *hit)
{
	struct perf_trace_task *task = perf_trace_task(&tracer->tasks, hit->pid, hit->tid);
	int ret;

	if (!task)
		return -ENOMEM;
	if (!tracer_counts(tracer, hit))
		return 0;
	if (!tracer->base)
		tracer->base = hit->time;
	tracer->events++;
	task->events++;
	if (tracer->options->each_sample && !tracer->options->no_lines)
		put_sample(tracer, task, hit);
	ret = tracer_take(tracer, task, hit);
	if (!ret && tracer->options->max_events && tracer->lines >= tracer->options->max_events)
		return 1;
	return ret;
}

/** perf_tracer_sample() - calls perf_tracer_hit() for a sample of @event */
int perf_tracer_sample(struct perf_tracer *tracer, const struct perf_trace_event *event,
		       const struct perf_sample *sample)
{
	const struct perf_trace_hit hit = {
		.event = event, .time = sample->time,
		.pid = (int32_t)sample->pid, .tid = (int32_t)sample->tid,
		.ip = sample->ip, .addr = sample->addr,
		.raw = sample->raw, .size = sample->raw_size, .sample = sample,
	};

	return perf_tracer_hit(tracer, &hit);
}

/** perf_tracer_lost() - add a line for @count lost events */
void perf_tracer_lost(struct perf_tracer *tracer, uint64_t count)
{
	perf_str_format(&tracer->text, "LOST %llu events!\n", (unsigned long long)count);
}

/** perf_tracer_free() - free what @tracer owns; the options stay */
void perf_tracer_free(struct perf_tracer *tracer)
{
	perf_trace_chains_free(tracer->chains);
	perf_trace_tasks_free(&tracer->tasks);
	perf_syscalls_free(&tracer->syscalls);
	perf_str_free(&tracer->text);
}
