// SPDX-License-Identifier: GPL-2.0
/* perf_stack_resolve(): the call stack of a sample. */
#include <errno.h>
#include <unwind/stack.h>

/* Values from here on are no addresses: the lowest PERF_CONTEXT_* (perf_event_open(2)). */
#define CONTEXT_FIRST	((uint64_t)PERF_CONTEXT_MAX)

/* Add frames of one cpumode; @nr is at most PERF_STACK_MAX. */
static int stack_add(struct perf_stack *stack, struct perf_machine *machine,
		     const struct perf_thread *thread, uint16_t cpumode, const uint64_t *ips,
		     size_t nr, bool unwound)
{
	uint32_t frames[PERF_STACK_MAX];
	struct perf_stack_item *item;
	size_t i;

	perf_machine_frames(machine, thread->process, cpumode, ips, nr, frames);
	for (i = 0; i < nr; i++) {
		if (!ips[i] && machine->empty_links)
			continue;
		item = perf_vec_push(&stack->items);
		if (!item)
			return -ENOMEM;
		item->frame = frames[i];
		item->ip = ips[i];
		item->unwound = unwound;
	}
	return 0;
}

/* The cpumode of the addresses behind a PERF_CONTEXT_* mark. No kernel walks stacks of guests. */
static const struct {
	uint64_t mark;
	uint16_t cpumode;
} marks[] = {
	{ PERF_CONTEXT_USER,		PERF_RECORD_MISC_USER },
	{ PERF_CONTEXT_KERNEL,		PERF_RECORD_MISC_KERNEL },
	{ PERF_CONTEXT_HV,		PERF_RECORD_MISC_HYPERVISOR },
};

static bool find_mark(uint64_t mark, uint16_t *cpumode)
{
	size_t i;

	for (i = 0; i < PERF_ARRAY_SIZE(marks); i++) {
		if (marks[i].mark != mark)
			continue;
		*cpumode = marks[i].cpumode;
		return true;
	}
	return false;
}

/* Does the sample have the calls of its user stack, in place of a chain? */
static bool has_calls(const struct perf_sample *sample)
{
	return sample->calls && sample->nr_branches;
}

static int add_chain(struct perf_stack *stack, struct perf_machine *machine,
		     const struct perf_thread *thread, const struct perf_sample *sample,
		     size_t max)
{
	uint16_t cpumode = PERF_RECORD_MISC_USER;
	const uint64_t *ips = sample->callchain;
	uint64_t left = sample->nr_callchain;
	size_t nr, room;

	while (left && stack->items.count < max) {
		if (*ips >= CONTEXT_FIRST) {
			if (!find_mark(*ips, &cpumode)) {
				/* Damaged, or a return address that is garbage. */
				stack->items.count = 0;
				break;
			}
			if (cpumode == PERF_RECORD_MISC_USER && has_calls(sample))
				break;
			ips++;
			left--;
			continue;
		}
		room = max - stack->items.count;
		if (room > PERF_STACK_MAX)
			room = PERF_STACK_MAX;
		for (nr = 0; nr < left && nr < room && ips[nr] < CONTEXT_FIRST;)
			nr++;
		if (stack_add(stack, machine, thread, cpumode, ips, nr, false))
			return -ENOMEM;
		ips += nr;
		left -= nr;
	}
	return 0;
}

/* The function that was called last, then its callers, as perf 6.12 orders them. */
static int add_calls(struct perf_stack *stack, struct perf_machine *machine,
		     const struct perf_thread *thread, const struct perf_sample *sample,
		     size_t max)
{
	uint64_t ips[PERF_STACK_MAX];
	size_t room = max - stack->items.count, nr = 0;
	uint64_t i;

	if (room > PERF_STACK_MAX)
		room = PERF_STACK_MAX;
	if (nr < room)
		ips[nr++] = sample->branches[0].to;
	for (i = 0; i < sample->nr_branches && nr < room; i++)
		ips[nr++] = sample->branches[i].from;
	return stack_add(stack, machine, thread, PERF_RECORD_MISC_USER, ips, nr, false);
}

static int add_unwound(struct perf_stack *stack, struct perf_machine *machine,
		       struct perf_unwinder *unwinder, const struct perf_thread *thread,
		       const struct perf_sample *sample, size_t max)
{
	uint64_t ips[PERF_STACK_MAX];
	size_t nr, room = max - stack->items.count;

	nr = perf_unwinder_run(unwinder, thread, sample, ips,
			       room < PERF_STACK_MAX ? room : PERF_STACK_MAX);
	return stack_add(stack, machine, thread, PERF_RECORD_MISC_USER, ips, nr, true);
}

/**
 * perf_stack_resolve() - find the call stack of a sample
 * @stack: result; replaces the old items. The caller frees the items at the end
 * @machine: machine, as of the sample
 * @unwinder: unwinder, or NULL to use the recorded chain alone
 * @thread: sampled thread
 * @sample: the sample
 * @max: maximum number of frames
 *
 * Return: 0 or -ENOMEM.
 */
int perf_stack_resolve(struct perf_stack *stack, struct perf_machine *machine,
		       struct perf_unwinder *unwinder, const struct perf_thread *thread,
		       const struct perf_sample *sample, size_t max)
{
	int err;

	stack->items.count = 0;
	err = add_chain(stack, machine, thread, sample, max);
	if (!err && has_calls(sample))
		return add_calls(stack, machine, thread, sample, max);
	if (err || !unwinder || !sample->stack_size || stack->items.count >= max)
		return err;
	return add_unwound(stack, machine, unwinder, thread, sample, max);
}
