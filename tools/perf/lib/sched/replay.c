// SPDX-License-Identifier: GPL-2.0
/* Converts events of the scheduler to the steps of tasks. */
#include <errno.h>
#include <string.h>
#include <sched/replay.h>

/* Return: index of a task, or -ENOMEM. */
static ssize_t get_task(struct perf_replay *replay, int32_t tid, const char *comm)
{
	struct perf_replay_task *task;
	uint64_t *index;
	bool added;

	index = perf_map_put(&replay->by_tid, (uint32_t)tid, &added);
	if (!index)
		return -ENOMEM;
	if (added) {
		task = perf_vec_push(&replay->tasks);
		if (!task)
			return -ENOMEM;
		*index = replay->tasks.count - 1;
		task->tid = tid;
	}
	if (comm && *comm)
		memcpy(replay->tasks.at[*index].comm, comm, PERF_SCHED_COMM_SIZE);
	return (ssize_t)*index;
}

static int add_step(struct perf_replay *replay, size_t index, const struct perf_replay_step *what)
{
	struct perf_replay_step *step = perf_vec_push(&replay->tasks.at[index].steps);

	if (!step)
		return -ENOMEM;
	*step = *what;
	return 0;
}

/* Store in @since the time of the last switch on the CPU, and in @seen whether there was one. */
static int leave_cpu(struct perf_replay *replay, const struct perf_sched_event *event,
		     uint64_t *since, bool *seen)
{
	uint64_t *switched;
	bool added;

	switched = perf_map_put(&replay->switched, event->cpu, &added);
	if (!switched)
		return -ENOMEM;
	*since = *switched;
	*seen = !added && event->time >= *since;
	*switched = event->time;
	return 0;
}

static int on_switch(struct perf_replay *replay, const struct perf_sched_event *event)
{
	struct perf_replay_step run = { .kind = PERF_REPLAY_RUN };
	const struct perf_replay_step sleep = { .kind = PERF_REPLAY_SLEEP };
	ssize_t task = get_task(replay, event->tid, event->comm);
	uint64_t since;
	bool seen;
	int ret;

	if (task < 0 || get_task(replay, event->next_tid, event->next_comm) < 0 ||
	    leave_cpu(replay, event, &since, &seen))
		return -ENOMEM;
	/* Idle tasks have no RUN and SLEEP steps. */
	if (!event->tid)
		return 0;
	if (seen && event->time > since) {
		run.ns = event->time - since;
		ret = add_step(replay, (size_t)task, &run);
		if (ret)
			return ret;
	}
	/* A preempted task needs no step: it goes on when it gets the CPU. */
	return event->state == 'R' ? 0 : add_step(replay, (size_t)task, &sleep);
}

/* A wakeup counts only for a task whose last step is a SLEEP, which no other wakeup has ended. */
static int on_wakeup(struct perf_replay *replay, const struct perf_sched_event *event)
{
	struct perf_replay_step wake = { .kind = PERF_REPLAY_WAKE };
	ssize_t waker = get_task(replay, event->by_tid, NULL);
	ssize_t woken = get_task(replay, event->tid, event->comm);
	struct perf_replay_task *task;
	struct perf_replay_step *last;

	if (waker < 0 || woken < 0)
		return -ENOMEM;
	task = &replay->tasks.at[woken];
	last = task->steps.count ? &task->steps.at[task->steps.count - 1] : NULL;
	if (waker == woken || !last || last->kind != PERF_REPLAY_SLEEP || last->woken)
		return 0;
	last->woken = true;
	wake.task = (size_t)woken;
	return add_step(replay, (size_t)waker, &wake);
}

/** perf_replay_event() - add the steps of an event; 0 or -ENOMEM */
int perf_replay_event(struct perf_replay *replay, const struct perf_sched_event *event)
{
	switch (event->kind) {
	case PERF_SCHED_SWITCH:
		return on_switch(replay, event);
	case PERF_SCHED_WAKEUP:
		return replay->use_wakeup ? on_wakeup(replay, event) : 0;
	case PERF_SCHED_WAKING:
		return replay->use_wakeup ? 0 : on_wakeup(replay, event);
	default:
		return 0;
	}
}

static size_t count_steps(const struct perf_replay *replay, enum perf_replay_kind kind)
{
	const struct perf_replay_task *task;
	const struct perf_replay_step *step;
	size_t nr = 0;

	perf_vec_each(&replay->tasks, task)
		perf_vec_each(&task->steps, step)
			nr += step->kind == kind;
	return nr;
}

/** perf_replay_text() - append the numbers of steps, and the tasks */
void perf_replay_text(struct perf_str *text, const struct perf_replay *replay)
{
	const struct perf_replay_task *task;

	perf_str_format(text, "nr_run_events:        %zu\n", count_steps(replay, PERF_REPLAY_RUN));
	perf_str_format(text, "nr_sleep_events:      %zu\n",
			count_steps(replay, PERF_REPLAY_SLEEP));
	perf_str_format(text, "nr_wakeup_events:     %zu\n",
			count_steps(replay, PERF_REPLAY_WAKE));
	perf_vec_each(&replay->tasks, task) {
		struct perf_str name = { 0 };

		perf_str_name(&name, task->tid ? task->comm : "swapper");
		perf_str_format(text, "task %6zu (%20s:%10d), nr_events: %zu\n",
				(size_t)(task - replay->tasks.at), perf_str_text(&name), task->tid,
				task->steps.count);
		text->failed |= name.failed;
		perf_str_free(&name);
	}
	perf_str_fill(text, '-', 60);
	perf_str_char(text, '\n');
}

/** perf_replay_free() - free all steps */
void perf_replay_free(struct perf_replay *replay)
{
	struct perf_replay_task *task;

	perf_vec_each(&replay->tasks, task)
		perf_vec_free(&task->steps);
	perf_vec_free(&replay->tasks);
	perf_map_free(&replay->by_tid);
	perf_map_free(&replay->switched);
}
