// SPDX-License-Identifier: GPL-2.0-only
/*
 * The call stack of a sample.
 */
#include <errno.h>
#include <unwind/stack.h>

/* Values that are no addresses: the smallest PERF_CONTEXT_* mark (perf_event_open(2)). */
#define CONTEXT_FIRST	((uint64_t)PERF_CONTEXT_MAX)

static int add(struct perf_stack *stack, uint32_t frame, uint64_t ip, bool unwound)
{
	struct perf_stack_item *item = perf_vec_push(&stack->items);

	if (!item)
		return -ENOMEM;
	item->frame = frame;
	item->ip = ip;
	item->unwound = unwound;
	return 0;
}

/* What kind of addresses follow a mark. No kernel walks the stacks of guests. */
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

static int add_chain(struct perf_stack *stack, struct perf_machine *machine,
		     const struct perf_thread *thread, const struct perf_sample *sample,
		     size_t max)
{
	uint16_t cpumode = PERF_RECORD_MISC_USER;
	uint64_t i, ip;

	for (i = 0; i < sample->nr_callchain && stack->items.count < max; i++) {
		ip = sample->callchain[i];
		if (ip >= CONTEXT_FIRST) {
			if (find_mark(ip, &cpumode))
				continue;
			/* Damaged, or garbage that was taken for a return address. */
			stack->items.count = 0;
			break;
		}
		if (add(stack, perf_machine_frame(machine, thread->process, cpumode, ip), ip,
			false))
			return -ENOMEM;
	}
	return 0;
}

static int add_unwound(struct perf_stack *stack, struct perf_machine *machine,
		       struct perf_unwinder *unwinder, const struct perf_thread *thread,
		       const struct perf_sample *sample, size_t max)
{
	uint64_t ips[PERF_STACK_MAX];
	size_t nr, i, room = max - stack->items.count;

	nr = perf_unwinder_run(unwinder, thread, sample, ips,
			       room < PERF_STACK_MAX ? room : PERF_STACK_MAX);
	for (i = 0; i < nr; i++)
		if (add(stack, perf_machine_frame(machine, thread->process,
						  PERF_RECORD_MISC_USER, ips[i]), ips[i], true))
			return -ENOMEM;
	return 0;
}

int perf_stack_resolve(struct perf_stack *stack, struct perf_machine *machine,
		       struct perf_unwinder *unwinder, const struct perf_thread *thread,
		       const struct perf_sample *sample, size_t max)
{
	int err;

	stack->items.count = 0;
	err = add_chain(stack, machine, thread, sample, max);
	if (err || !unwinder || !sample->stack_size || stack->items.count >= max)
		return err;
	return add_unwound(stack, machine, unwinder, thread, sample, max);
}
