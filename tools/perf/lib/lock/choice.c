// SPDX-License-Identifier: GPL-2.0
/* Filters waits: by kind of lock, by lock, by function. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <lock/choice.h>
#include <lock/types.h>

#define SEPARATORS	", "

static const struct perf_frame *frame_of(const struct perf_session *session,
					 const struct perf_stack_item *item)
{
	return &session->machine->frames.at[item->frame];
}

/* Return dso->shift of the recorded kernel, its displacement by KASLR, from a frame of @stack. */
static uint64_t shift_of(const struct perf_session *session, const struct perf_stack *stack)
{
	const struct perf_stack_item *item;

	perf_vec_each(&stack->items, item) {
		const struct perf_frame *frame = frame_of(session, item);

		if (frame->dso && frame->dso->kind == PERF_DSO_KERNEL)
			return frame->dso->shift;
	}
	return 0;
}

/* Return the address of a lock, 0 for an unknown symbol; sets @err to -ENOMEM without memory. */
static uint64_t find_lock(const char *name, size_t length, const struct perf_session *session,
			  uint64_t shift, int *err)
{
	struct perf_kallsyms *kallsyms = session->machine->dsos.kallsyms;
	struct perf_str text = { 0 };
	uint64_t addr;
	char *end;

	addr = strtoull(name, &end, 16);
	if (end == name + length)
		return addr;
	perf_str_mem(&text, name, length);
	addr = kallsyms ? perf_kallsyms_address(kallsyms, perf_str_text(&text)) : 0;
	if (text.failed)
		*err = -ENOMEM;
	perf_str_free(&text);
	return addr ? addr + shift : 0;
}

static int look_up(struct perf_lock_choice *choice, const struct perf_session *session,
		   const struct perf_stack *stack)
{
	uint64_t shift = shift_of(session, stack);
	const char *at = choice->locks;
	uint64_t addr, *kept;
	size_t length;
	int err = 0;

	choice->looked_up = true;
	for (at += strspn(at, SEPARATORS); *at; at += strspn(at, SEPARATORS)) {
		length = strcspn(at, SEPARATORS);
		addr = find_lock(at, length, session, shift, &err);
		if (err)
			return err;
		if (!addr && !choice->unknown)
			choice->unknown = at;
		kept = addr ? perf_vec_push(&choice->addrs) : NULL;
		if (addr && !kept)
			return -ENOMEM;
		if (kept)
			*kept = addr;
		at += length;
	}
	return 0;
}

static bool has_lock(const struct perf_lock_choice *choice, uint64_t addr)
{
	const uint64_t *at;

	perf_vec_each(&choice->addrs, at)
		if (*at == addr)
			return true;
	return false;
}

static bool has_part(const char *parts, const char *name)
{
	size_t length;

	if (!parts[strspn(parts, SEPARATORS)])
		return true;
	for (parts += strspn(parts, SEPARATORS); *parts; parts += strspn(parts, SEPARATORS)) {
		length = strcspn(parts, SEPARATORS);
		if (memmem(name, strlen(name), parts, length))
			return true;
		parts += length;
	}
	return false;
}

static bool has_function(const struct perf_lock_choice *choice, const struct perf_session *session,
			 const struct perf_stack *stack)
{
	const struct perf_stack_item *item;

	perf_vec_each(&stack->items, item) {
		const struct perf_frame *frame = frame_of(session, item);

		if (frame->symbol &&
		    has_part(choice->functions,
			     perf_dso_symbol_name(&session->machine->dsos, frame->dso,
						  frame->symbol)))
			return true;
	}
	return false;
}

/**
 * perf_lock_choice_has() - test whether a wait is counted
 * @choice: conditions; the first call that needs them looks up @choice->addrs
 * @event: begin of the wait
 * @session: session of @sample
 * @sample: sample with its call chain
 *
 * Return: 1 if it is, 0 if not, or -ENOMEM.
 */
int perf_lock_choice_has(struct perf_lock_choice *choice, const struct perf_lock_event *event,
			 struct perf_session *session, const struct perf_session_sample *sample)
{
	const struct perf_stack *stack;
	int err;

	if (choice->types && !perf_lock_types_have(choice->types, event->flags))
		return 0;
	if (!choice->locks && !choice->functions)
		return 1;
	stack = perf_session_stack(session, sample);
	if (!stack)
		return -ENOMEM;
	if (choice->locks && !choice->looked_up) {
		err = look_up(choice, session, stack);
		if (err)
			return err;
	}
	if (choice->locks && !has_lock(choice, event->addr))
		return 0;
	return !choice->functions || has_function(choice, session, stack);
}

/**
 * perf_lock_choice_free() - free the addresses
 * @choice: may be all zero
 */
void perf_lock_choice_free(struct perf_lock_choice *choice)
{
	perf_vec_free(&choice->addrs);
}
