// SPDX-License-Identifier: GPL-2.0
/* Finds the caller that waits for a lock. */
#include <errno.h>
#include <base/map.h>
#include <lock/caller.h>

static const struct perf_frame *frame_of(const struct perf_session *session,
					 const struct perf_stack_item *item)
{
	return &session->machine->frames.at[item->frame];
}

/* The linker collects functions that take locks, and those that sleep, between these symbols. */
static void find_text(struct perf_lock_text *text, const struct perf_dsos *dsos, uint64_t shift)
{
	static const char *const names[][2] = {
		{ "__lock_text_start", "__lock_text_end" },
		{ "__sched_text_start", "__sched_text_end" },
	};
	uint64_t start, end;
	size_t i;

	text->found = true;
	for (i = 0; dsos->kallsyms && i < PERF_ARRAY_SIZE(names); i++) {
		start = perf_kallsyms_address(dsos->kallsyms, names[i][0]);
		end = perf_kallsyms_address(dsos->kallsyms, names[i][1]);
		if (!start || end <= start)
			continue;
		text->starts[text->nr] = start + shift;
		text->ends[text->nr++] = end + shift;
	}
}

/* Test by name if only a file with the kernel's symbols but without these marks is there. */
static bool sounds_like_lock(const char *name)
{
	static const char *const patterns[] = {
		"_raw_spin_*", "_raw_read_*", "_raw_write_*", "*queued_spin_lock_slowpath",
		"queued_*_lock_slowpath", "mutex_*", "__mutex_*", "down*", "__down*", "up*",
		"rwsem_*", "rt_mutex_*", "__rt_mutex_*", "percpu_down_*", "__percpu_down_*",
		"schedule*", "__schedule*", "preempt_schedule*", "io_schedule*",
	};
	size_t i;

	for (i = 0; i < PERF_ARRAY_SIZE(patterns); i++)
		if (perf_glob_match(patterns[i], name))
			return true;
	return false;
}

static bool takes_locks(struct perf_lock_text *text, struct perf_session *session,
			const struct perf_stack_item *item)
{
	const struct perf_frame *frame = frame_of(session, item);
	const struct perf_dsos *dsos = &session->machine->dsos;
	size_t i;

	if (!frame->dso || frame->dso->kind != PERF_DSO_KERNEL)
		return false;
	if (!text->found)
		find_text(text, dsos, frame->dso->shift);
	for (i = 0; i < text->nr; i++)
		if (item->ip >= text->starts[i] && item->ip < text->ends[i])
			return true;
	return !text->nr && frame->symbol && sounds_like_lock(frame->symbol->name);
}

/** perf_lock_frame_name() - append "function+0xoffset", or the address without a symbol */
void perf_lock_frame_name(struct perf_str *name, struct perf_session *session,
			  const struct perf_stack_item *item)
{
	const struct perf_frame *frame = frame_of(session, item);

	if (!frame->symbol) {
		perf_str_format(name, "%#llx", (unsigned long long)item->ip);
		return;
	}
	perf_str_name(name, perf_dso_symbol_name(&session->machine->dsos, frame->dso,
						 frame->symbol));
	if (frame->addr != frame->symbol->start)
		perf_str_format(name, "+%#llx",
				(unsigned long long)(frame->addr - frame->symbol->start));
}

/**
 * perf_lock_caller_find() - find the caller that waits for a lock
 * @caller: result; may be used again; the user frees @caller->name at the end
 * @text: ranges in the kernel of @session
 * @session: session
 * @sample: current sample
 * @skip: number of innermost functions that are never the caller
 *
 * Return: 0 or -ENOMEM.
 */
int perf_lock_caller_find(struct perf_lock_caller *caller, struct perf_lock_text *text,
			  struct perf_session *session,
			  const struct perf_session_sample *sample, unsigned int skip)
{
	const struct perf_stack *stack = perf_session_stack(session, sample);
	size_t i;

	if (!stack)
		return -ENOMEM;
	caller->hash = 0;
	perf_str_cut(&caller->name, 0);
	for (i = skip; i < stack->items.count; i++) {
		const struct perf_stack_item *item = &stack->items.at[i];

		if (takes_locks(text, session, item))
			continue;
		if (!caller->hash)
			perf_lock_frame_name(&caller->name, session, item);
		caller->hash = perf_hash_u64(caller->hash ^ perf_hash_u64(item->ip)) | 1;
	}
	if (!caller->hash)
		perf_str_add(&caller->name, "Unknown");
	return caller->name.failed ? -ENOMEM : 0;
}
