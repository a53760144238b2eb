// SPDX-License-Identifier: GPL-2.0
/* Adds up samples in a profile. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <report/profile.h>
#include <report/rename.h>

/* Is @event time on the CPU, or off it? */
static bool is_wall(const struct perf_data_event *event)
{
	return !strncmp(event->name, "task-clock", strlen("task-clock")) ||
	       !strncmp(event->name, "offcpu/", strlen("offcpu/"));
}

static int find_event(struct perf_profile *profile, const struct perf_data *data,
		      const char *name, struct perf_error *error)
{
	const struct perf_data_event *const *events;
	size_t nr, i;

	events = perf_data_events(data, &nr);
	for (i = 0; i < nr && !profile->event; i++)
		if (profile->wall ? is_wall(events[i]) : !name || !strcmp(name, events[i]->name))
			profile->event = events[i];
	if (profile->event)
		return 0;
	if (profile->wall)
		name = "task-clock";
	perf_error_set(error, ENOENT, "the recording has no event '%s'", name ? name : "");
	for (i = 0; i < nr; i++)
		perf_error_hint(error, "It has %s", events[i]->name);
	return -ENOENT;
}

/**
 * perf_profile_begin() - select the event, before samples are read
 * @profile: all zero but @keep and @wall
 * @session: open session
 * @event: name of the event; NULL for the first that has samples
 * @error: filled on failure, with the names of the events
 *
 * Return: 0, -ENOENT if the recording has no such event, -ENOMEM.
 */
int perf_profile_begin(struct perf_profile *profile, const struct perf_session *session,
		       const char *event, struct perf_error *error)
{
	struct perf_report *report = &profile->report;

	report->machine = session->machine;
	report->functions.machine = session->machine;
	report->inlines = session->lines;
	report->functions.inlines = session->inlines;
	report->functions.merge_unknown = true;
	report->callers = true;
	profile->first = UINT64_MAX;
	profile->named = event;
	if (!perf_vec_push(&report->histograms))
		return perf_error_memory(error);
	return perf_sort_parse(&report->sort, "comm", error) ?:
	       find_event(profile, session->data, event, error);
}

/* Return: index of a thread; UINT32_MAX without memory. */
static uint32_t get_thread(struct perf_profile *profile, const struct perf_thread *thread)
{
	uint64_t key = (uint64_t)(uint32_t)thread->process->pid << 32 | (uint32_t)thread->tid;
	struct perf_profile_thread *kept;
	uint64_t *value;
	bool added;

	value = perf_map_put(&profile->thread_index, key, &added);
	if (!value)
		return UINT32_MAX;
	if (!*value) {
		if (!perf_vec_push(&profile->threads))
			return UINT32_MAX;
		*value = profile->threads.count;
	}
	kept = &profile->threads.at[*value - 1];
	kept->pid = thread->process->pid;
	kept->tid = thread->tid;
	kept->comm = thread->comm;
	return *value - 1;
}

static int keep_sample(struct perf_profile *profile, const struct perf_session_sample *sample,
		       uint64_t period)
{
	uint32_t thread = get_thread(profile, sample->thread);
	struct perf_profile_sample *kept;

	kept = thread == UINT32_MAX ? NULL : perf_vec_push(&profile->samples);
	if (!kept)
		return -ENOMEM;
	kept->time = sample->sample->time;
	kept->period = period;
	kept->call = profile->report.last_call;
	kept->thread = thread;
	return 0;
}

/* Drop all samples and count @event from now on. */
static void profile_restart(struct perf_profile *profile, const struct perf_data_event *event)
{
	perf_histogram_empty(&profile->report.histograms.at[0]);
	perf_vec_free(&profile->samples);
	perf_vec_free(&profile->threads);
	perf_map_free(&profile->thread_index);
	profile->event = event;
	profile->first = UINT64_MAX;
	profile->last = 0;
}

/*
 * True if @event is the counted one. Unless the user named it, a sample of an earlier event
 * restarts the profile, as does the first sample: a dummy event at the start has no samples.
 */
static bool is_counted(struct perf_profile *profile, const struct perf_data_event *event)
{
	if (profile->wall)
		return is_wall(event);
	if (!profile->named && event != profile->event &&
	    (perf_histogram_is_empty(&profile->report.histograms.at[0]) ||
	     event->index < profile->event->index))
		profile_restart(profile, event);
	return event == profile->event;
}

/**
 * perf_profile_add() - count a sample
 * @profile: profile
 * @session: session of the sample
 * @sample: sample of any event
 * @error: filled on failure
 *
 * Return: 0 or -ENOMEM.
 */
int perf_profile_add(struct perf_profile *profile, struct perf_session *session,
		     const struct perf_session_sample *sample, struct perf_error *error)
{
	struct perf_report_sample counted = { .thread = sample->thread };
	size_t i;

	/* perf_machine_frames() resolves the whole stack at once, with the frame of sample->ip. */
	counted.stack = perf_session_stack(session, sample);
	if (!counted.stack)
		return perf_error_memory(error);
	counted.frame = perf_session_frame(session, sample);
	/* A sample without a call stack has a stack of one frame. */
	if (!counted.stack->items.count) {
		struct perf_stack_item *item = perf_vec_push(&session->stack.items);

		if (!item)
			return perf_error_memory(error);
		item->frame = counted.frame;
		item->ip = sample->sample->ip;
	}
	for (i = 0; i < sample->nr; i++) {
		if (!is_counted(profile, sample->expanded[i].event))
			continue;
		counted.period = sample->expanded[i].period;
		if (perf_report_add(&profile->report, 0, &counted))
			return perf_error_memory(error);
		if (sample->sample->time < profile->first)
			profile->first = sample->sample->time;
		if (sample->sample->time > profile->last)
			profile->last = sample->sample->time;
		if (profile->keep && keep_sample(profile, sample, counted.period))
			return perf_error_memory(error);
	}
	return 0;
}

/* Result: @moved[old node] is the node of a row's stack after perf_report_rename(). */
static int rename_rows(struct perf_profile *profile, uint32_t *moved)
{
	struct perf_histogram *histogram = &profile->report.histograms.at[0];
	PERF_VEC(uint32_t) before = { 0 };
	const struct perf_row *row;
	uint32_t *call;
	size_t i;
	int err = perf_report_settle(histogram);

	if (err)
		return err;
	perf_vec_each(&histogram->rows, row) {
		call = perf_vec_push(&before);
		if (!call)
			break;
		*call = row->call;
	}
	err = before.count < histogram->rows.count ? -ENOMEM :
	      perf_report_rename(&profile->report, histogram);
	for (i = 0; i < before.count && !err; i++)
		moved[before.at[i]] = histogram->rows.at[i].call;
	perf_vec_free(&before);
	return err;
}

/**
 * perf_profile_end() - after the last sample: give stacks the final names of their threads
 * @profile: profile
 * @error: filled on failure
 *
 * Return: 0 or -ENOMEM.
 */
int perf_profile_end(struct perf_profile *profile, struct perf_error *error)
{
	uint32_t *moved = calloc(profile->report.calls.list.count + 1, sizeof(*moved));
	struct perf_profile_sample *sample;
	int err = moved ? rename_rows(profile, moved) : -ENOMEM;

	if (!err)
		perf_vec_each(&profile->samples, sample)
			sample->call = moved[sample->call];
	free(moved);
	return err ? perf_error_memory(error) : 0;
}

/** perf_profile_free() - free a profile */
void perf_profile_free(struct perf_profile *profile)
{
	perf_report_free(&profile->report);
	perf_vec_free(&profile->samples);
	perf_vec_free(&profile->threads);
	perf_map_free(&profile->thread_index);
}

/**
 * perf_profile_name() - write the name of a function in a profile
 * @report: perf_profile.report
 * @function: number of the function
 * @text: result; the object in brackets if the function has no name
 * @size: of @text
 */
void perf_profile_name(const struct perf_report *report, uint32_t function, char *text,
		       size_t size)
{
	const struct perf_function *at = &report->functions.list.at[function];
	const char *name = perf_function_name(&report->functions, function);

	/* A function without a name is shown as its object. */
	if (name)
		snprintf(text, size, "%s%s", name, at->inlined ? " (inlined)" : "");
	else if (at->dso && at->dso->short_name[0] == '[')
		snprintf(text, size, "%s", at->dso->short_name);
	else
		snprintf(text, size, "[%s]", at->dso ? at->dso->short_name : "unknown");
}

/** perf_profile_kind() - return whether code is of the kernel, of a program, or inlined */
enum perf_profile_kind perf_profile_kind(const struct perf_report *report, uint32_t function)
{
	const struct perf_function *at = &report->functions.list.at[function];

	if (at->kernel)
		return PERF_PROFILE_KERNEL;
	return at->inlined ? PERF_PROFILE_INLINED : PERF_PROFILE_USER;
}
