// SPDX-License-Identifier: GPL-2.0
/* Measures waits for locks. */
#include <errno.h>
#include <lock/waits.h>

static uint64_t wait_key(const struct perf_lock_event *event)
{
	return perf_hash_u64(event->addr ^ perf_hash_u64((uint32_t)event->tid));
}

static uint64_t row_key(const struct perf_lock_waits *waits, const struct perf_lock_event *event)
{
	switch (waits->by) {
	case PERF_LOCK_BY_ADDRESS:
		return event->addr;
	case PERF_LOCK_BY_THREAD:
		return (uint32_t)event->tid;
	default:
		return waits->caller.hash;
	}
}

/* Return a copy of @text in @names; NULL without memory. */
static const char *wait_keep(struct perf_lock_waits *waits, const char *text)
{
	uint32_t number = perf_intern(&waits->names, text);

	return number == PERF_INTERN_NONE ? NULL : waits->names.texts[number];
}

static int keep_chain(struct perf_lock_waits *waits, struct perf_lock_row *row,
		      struct perf_session *session, const struct perf_session_sample *sample)
{
	const struct perf_stack *stack = perf_session_stack(session, sample);
	struct perf_str name = { 0 };
	size_t i;
	int ret = 0;

	if (!stack)
		return -ENOMEM;
	for (i = 0; i < stack->items.count && i < PERF_LOCK_CHAIN_MAX && !ret; i++) {
		const struct perf_stack_item *item = &stack->items.at[i];

		perf_str_cut(&name, 0);
		if (session->machine->frames.at[item->frame].symbol)
			perf_lock_frame_name(&name, session, item);
		row->ips[i] = item->ip;
		row->functions[i] = wait_keep(waits, perf_str_text(&name));
		ret = row->functions[i] ? 0 : -ENOMEM;
	}
	row->nr_ips = (unsigned int)i;
	perf_str_free(&name);
	return ret;
}

static int wait_fill(struct perf_lock_waits *waits, struct perf_lock_row *row,
		     const struct perf_lock_event *event, struct perf_session *session,
		     const struct perf_session_sample *sample)
{
	row->addr = event->addr;
	row->flags = event->flags;
	row->pid = event->pid;
	row->tid = event->tid;
	/* put_name() prints the thread's last name, which may come later in the recording. */
	row->name = waits->by == PERF_LOCK_BY_THREAD ? "" :
		    wait_keep(waits, perf_str_text(&waits->caller.name));
	if (!row->name)
		return -ENOMEM;
	return waits->chains ? keep_chain(waits, row, session, sample) : 0;
}

/* Return the index of the row of a wait, or -ENOMEM. */
static ssize_t get_row(struct perf_lock_waits *waits, const struct perf_lock_event *event,
		       struct perf_session *session, const struct perf_session_sample *sample)
{
	struct perf_lock_row *row;
	uint64_t *index;
	bool added;
	int ret;

	if (waits->by != PERF_LOCK_BY_THREAD) {
		ret = perf_lock_caller_find(&waits->caller, &waits->text, session, sample,
					    waits->skip);
		if (ret)
			return ret;
	}
	index = perf_map_put(&waits->by_key, row_key(waits, event), &added);
	if (!index)
		return -ENOMEM;
	if (added) {
		row = perf_vec_push(&waits->rows);
		if (!row)
			return -ENOMEM;
		*index = waits->rows.count - 1;
		ret = wait_fill(waits, row, event, session, sample);
		if (ret)
			return ret;
	}
	return (ssize_t)*index;
}

/*
 * A mutex emits contention_begin twice, when it starts to spin and when it sleeps: that is one
 * wait since the first.
 */
static int wait_begin(struct perf_lock_waits *waits, const struct perf_lock_event *event,
		      struct perf_session *session, const struct perf_session_sample *sample)
{
	struct perf_lock_wait *wait;
	uint64_t *index;
	ssize_t row = 0;
	bool added;
	int chosen;

	index = perf_map_put(&waits->waiting, wait_key(event), &added);
	if (!index)
		return -ENOMEM;
	if (added) {
		if (!perf_vec_push(&waits->pending))
			return -ENOMEM;
		*index = waits->pending.count - 1;
	}
	wait = &waits->pending.at[*index];
	if (wait->waits)
		return 0;
	chosen = perf_lock_choice_has(&waits->choice, event, session, sample);
	if (chosen > 0)
		row = get_row(waits, event, session, sample);
	if (chosen < 0 || row < 0)
		return -ENOMEM;
	*wait = (struct perf_lock_wait){
		.since = event->time, .row = (size_t)row, .waits = true, .passed_over = !chosen,
	};
	return 0;
}

static void wait_end(struct perf_lock_waits *waits, const struct perf_lock_event *event)
{
	struct perf_lock_wait *wait = NULL;
	uint64_t index;

	if (perf_map_get(&waits->waiting, wait_key(event), &index))
		wait = &waits->pending.at[index];
	if (!wait || !wait->waits || event->time < wait->since) {
		waits->unpaired++;
		return;
	}
	wait->waits = false;
	if (wait->passed_over)
		return;
	perf_times_add(&waits->rows.at[wait->row].waits, event->time - wait->since);
}

/**
 * perf_lock_waits_event() - begin or end a wait
 * @waits: waits
 * @event: decoded event
 * @session: session of @sample
 * @sample: sample with its call chain
 *
 * Return: 0 or -ENOMEM.
 */
int perf_lock_waits_event(struct perf_lock_waits *waits, const struct perf_lock_event *event,
			  struct perf_session *session,
			  const struct perf_session_sample *sample)
{
	if (event->kind == PERF_LOCK_BEGIN)
		return wait_begin(waits, event, session, sample);
	if (event->kind == PERF_LOCK_END)
		wait_end(waits, event);
	return 0;
}

/** perf_lock_waits_free() - free all waits */
void perf_lock_waits_free(struct perf_lock_waits *waits)
{
	perf_lock_choice_free(&waits->choice);
	perf_vec_free(&waits->rows);
	perf_map_free(&waits->by_key);
	perf_map_free(&waits->waiting);
	perf_vec_free(&waits->pending);
	perf_intern_free(&waits->names);
	perf_str_free(&waits->caller.name);
}
