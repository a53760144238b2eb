// SPDX-License-Identifier: GPL-2.0
/*
 * Branch records as a struct perf_x86_feature.
 *
 * The registers record while an event that wants records counts on the CPU, filtered for all
 * such events together; perf_x86_branch_filter() selects each event's own. They hold addresses
 * without saying whose: they are cleared when a task is switched in, and when an event of a task
 * gets its counter. So no sample shows branches of another task, and an address is looked up in
 * the address space that it belongs to. Calls that have not returned would take long to come back:
 * an event of a task keeps them while the task is switched out.
 *
 * Clearing and loading write up to 96 registers. So the registers are only marked as stale, and
 * cleared once recording starts. If the task that is switched in is the one whose calls were saved
 * last, and nothing has been recorded since, the registers still hold them
 * (perf_x86_branch_cpu::held) and nothing is written.
 *
 * perf_x86_hw_disable_all() and perf_x86_hw_enable_all() call no hook while no counter runs. So
 * the stop of the last event that wants records also stops recording.
 *
 * Owns: struct perf_x86_branch_cpu; hw.branch_reg of events. Locks: none.
 * Context: that of the operations of struct perf_x86_feature.
 */
#include <linux/minmax.h>
#include <linux/perf_event.h>
#include <linux/sched.h>
#include <linux/slab.h>

#include "access.h"
#include "branch/branch.h"
#include "branch/filter.h"
#include "branch/record.h"
#include "branch/registers.h"
#include "branch/wish.h"
#include "cpus.h"

static struct perf_x86_branch_cpu *perf_x86_branch_here(const struct perf_x86_cpu *cpu)
{
	return this_cpu_ptr(perf_x86_branches(cpu->pmu)->cpu);
}

static void perf_x86_branch_clear(struct perf_x86_cpu *cpu)
{
	const struct perf_x86_branches *branches = perf_x86_branches(cpu->pmu);
	struct perf_x86_branch_cpu *here = perf_x86_branch_here(cpu);

	branches->ops->clear(cpu->pmu, branches);
	here->stale = false;
	here->held = 0;
	here->valid = false;
}

static void perf_x86_branch_record(struct perf_x86_cpu *cpu)
{
	const struct perf_x86_branches *branches = perf_x86_branches(cpu->pmu);
	struct perf_x86_branch_cpu *here = perf_x86_branch_here(cpu);

	if (here->recording || here->paused || !here->active)
		return;
	if (here->stale)
		perf_x86_branch_clear(cpu);
	here->held = 0;
	here->valid = false;
	here->recording = true;
	branches->ops->start(cpu->pmu, branches, here);
}

/**
 * perf_x86_branch_stop - stop recording
 * @cpu: this CPU, with a PMU that has records
 *
 * Context: IRQs off, or NMI.
 */
void perf_x86_branch_stop(struct perf_x86_cpu *cpu)
{
	const struct perf_x86_branches *branches = perf_x86_branches(cpu->pmu);
	struct perf_x86_branch_cpu *here = perf_x86_branch_here(cpu);

	if (!here->recording)
		return;
	branches->ops->stop(cpu->pmu, branches);
	here->recording = false;
}

/* Not recording: nobody may see the records any more. */
static void perf_x86_branch_forget(struct perf_x86_branch_cpu *here)
{
	here->stale = true;
	here->valid = false;
}

/*
 * The filter serves all events with a counter, of which @event is the only one or one of several.
 * It is written when recording starts.
 */
static void perf_x86_branch_choose(struct perf_x86_cpu *cpu, const struct perf_event *event)
{
	const struct perf_x86_branches *branches = perf_x86_branches(cpu->pmu);
	struct perf_x86_branch_cpu *here = perf_x86_branch_here(cpu);
	unsigned int counter;
	u64 wish = 0;

	if (likely(cpu->feature_events[PERF_X86_BRANCHES] == 1)) {
		wish = perf_x86_branch_wish_of(event);
	} else {
		perf_x86_for_each_counter(counter, cpu->pmu->counters) {
			const struct perf_event *owner = cpu->owner[counter];

			if (owner && (owner->hw.flags & PERF_X86_EVENT_BRANCHES))
				wish |= perf_x86_branch_wish_of(owner);
		}
	}
	if (wish == here->wish)
		return;
	here->wish = wish;
	here->select = perf_x86_branch_select(branches, wish);
	here->stack = wish & PERF_X86_BRANCH_STACK;
}

static bool perf_x86_branch_fits(const struct perf_event *event, const struct perf_event *other)
{
	return other->pmu != event->pmu || !(other->hw.flags & PERF_X86_EVENT_BRANCHES) ||
	       perf_x86_branch_wishes_agree(perf_x86_branch_wish_of(event),
					    perf_x86_branch_wish_of(other));
}

/* Can @event ever count together with the group that it joins? */
static bool perf_x86_branch_fits_group(const struct perf_event *event)
{
	const struct perf_event *leader = event->group_leader, *sibling;

	if (leader == event)
		return true;
	if (!perf_x86_branch_fits(event, leader))
		return false;
	list_for_each_entry(sibling, &leader->sibling_list, sibling_list) {
		if (!perf_x86_branch_fits(event, sibling))
			return false;
	}
	return true;
}

/* The bits of branch_sample_type that perf_x86_branch_fixup_type() returns some of. */
#define FIXUP_BITS							\
	(PERF_SAMPLE_BRANCH_ANY | PERF_SAMPLE_BRANCH_USER | PERF_SAMPLE_BRANCH_KERNEL)

/* All branches of the levels that @event counts in: the newest one leads to the instruction. */
static u64 perf_x86_branch_fixup_type(const struct perf_event *event)
{
	u64 type = PERF_SAMPLE_BRANCH_ANY;

	if (!event->attr.exclude_user)
		type |= PERF_SAMPLE_BRANCH_USER;
	if (!event->attr.exclude_kernel)
		type |= PERF_SAMPLE_BRANCH_KERNEL;
	return type;
}

/**
 * perf_x86_branch_setup - perf_x86_feature::setup
 * @event: with PERF_SAMPLE_BRANCH_STACK, or perf_x86_needs_fixup()
 *
 * Return: 0; -EOPNOTSUPP or -EINVAL for the value of branch_sample_type; -EOPNOTSUPP if
 * @event needs other branches itself; -EINVAL if a group wants both a stack of calls and other
 * branches.
 */
int perf_x86_branch_setup(struct perf_event *event)
{
	u64 needed = perf_x86_branch_fixup_type(event), type = needed, wish;
	int err;

	if (has_branch_stack(event))
		type = event->attr.branch_sample_type;
	if (perf_x86_needs_fixup(event) && (type & FIXUP_BITS) != needed)
		return -EOPNOTSUPP;
	err = perf_x86_branch_wish(perf_x86_branches(perf_x86_pmu(event)), type, &wish);
	if (err)
		return err;
	event->hw.branch_reg.reg = wish;
	return perf_x86_branch_fits_group(event) ? 0 : -EINVAL;
}

/**
 * perf_x86_branch_open - perf_x86_feature::open
 * @event: the event, or a clone
 *
 * Return: 0; -ENOMEM.
 */
int perf_x86_branch_open(struct perf_event *event)
{
	struct perf_x86_branch_calls *calls = NULL;

	if ((event->attach_state & PERF_ATTACH_TASK) &&
	    (perf_x86_branch_wish_of(event) & PERF_X86_BRANCH_STACK)) {
		calls = kzalloc(sizeof(*calls), GFP_KERNEL);
		if (!calls)
			return -ENOMEM;
	}
	event->hw.branch_reg.config = (unsigned long)calls;
	event->attach_state |= PERF_ATTACH_SCHED_CB;
	return 0;
}

/**
 * perf_x86_branch_close - perf_x86_feature::close
 * @event: the event
 */
void perf_x86_branch_close(struct perf_event *event)
{
	kfree(perf_x86_branch_calls_of(event));
}

/**
 * perf_x86_branch_admit - perf_x86_feature::admit
 * @cpu:   this CPU
 * @event: without a counter
 *
 * Return: false while an event whose wish does not agree has a counter.
 */
bool perf_x86_branch_admit(struct perf_x86_cpu *cpu, const struct perf_event *event)
{
	unsigned int counter;

	perf_x86_for_each_counter(counter, cpu->pmu->counters) {
		if (cpu->owner[counter] && !perf_x86_branch_fits(event, cpu->owner[counter]))
			return false;
	}
	return true;
}

static unsigned long perf_x86_branch_switches(const struct task_struct *task)
{
	return task->nvcsw + task->nivcsw;
}

/* Return: what @counter's event keeps calls in, or NULL. */
static struct perf_x86_branch_calls *perf_x86_branch_calls(const struct perf_x86_cpu *cpu,
							   unsigned int counter)
{
	const struct perf_event *owner = cpu->owner[counter];

	if (!owner || !(owner->hw.flags & PERF_X86_EVENT_BRANCHES))
		return NULL;
	return perf_x86_branch_calls_of(owner);
}

static void perf_x86_branch_calls_save(struct perf_x86_cpu *cpu, const struct task_struct *task)
{
	const struct perf_x86_branches *branches = perf_x86_branches(cpu->pmu);
	struct perf_x86_branch_cpu *here = perf_x86_branch_here(cpu);
	unsigned int counter;

	if (here->stale)
		return;
	here->held = ++here->saves;
	perf_x86_for_each_counter(counter, cpu->pmu->counters) {
		struct perf_x86_branch_calls *calls = perf_x86_branch_calls(cpu, counter);

		if (!calls)
			continue;
		here->paused = true;
		calls->task = task;
		calls->switches = perf_x86_branch_switches(task);
		calls->cpu = smp_processor_id();
		calls->serial = here->saves;
		calls->nr = branches->ops->save(cpu->pmu, branches, calls->raw);
	}
}

/* Do the registers still hold @calls? A deep sleep of the CPU may have cleared them. */
static bool perf_x86_branch_holds(struct perf_x86_cpu *cpu,
				  const struct perf_x86_branch_calls *calls)
{
	const struct perf_x86_branches *branches = perf_x86_branches(cpu->pmu);
	unsigned int newest;

	if (calls->cpu != smp_processor_id() ||
	    calls->serial != perf_x86_branch_here(cpu)->held)
		return false;
	newest = branches->ops->newest(cpu->pmu, branches);
	return !calls->nr ||
	       perf_x86_rdmsr(cpu->pmu, branches->from + newest) == calls->raw[0].from;
}

/*
 * @event is one of the current task, which is being switched in. If it had no counter when the task
 * was switched out, it has calls of another time. The core does not swap contexts with such events
 * (perf_context_count()), so they are never those of another task; a comparison more does no harm.
 */
static void perf_x86_branch_calls_load(struct perf_x86_cpu *cpu, const struct perf_event *event)
{
	const struct perf_x86_branch_calls *calls = perf_x86_branch_calls_of(event);
	const struct perf_x86_branches *branches = perf_x86_branches(cpu->pmu);
	struct perf_x86_branch_cpu *here = perf_x86_branch_here(cpu);

	if (!calls || here->loaded || calls->task != current ||
	    calls->switches != perf_x86_branch_switches(current))
		return;
	if (!perf_x86_branch_holds(cpu, calls)) {
		perf_x86_branch_clear(cpu);
		branches->ops->load(cpu->pmu, branches, calls->raw, calls->nr);
	}
	here->stale = false;
	here->loaded = true;
}

/**
 * perf_x86_branch_add - perf_x86_feature::add
 * @cpu:   this CPU
 * @event: got its counter
 */
void perf_x86_branch_add(struct perf_x86_cpu *cpu, struct perf_event *event)
{
	struct perf_x86_branch_cpu *here = perf_x86_branch_here(cpu);
	const bool recording = here->recording;

	perf_sched_cb_inc(event->pmu);
	here->paused = false;
	perf_x86_branch_stop(cpu);
	perf_x86_branch_choose(cpu, event);
	if (!here->loaded && ((event->attach_state & PERF_ATTACH_TASK) ||
			      cpu->feature_events[PERF_X86_BRANCHES] == 1))
		perf_x86_branch_forget(here);
	if (perf_sched_switches_in())
		perf_x86_branch_calls_load(cpu, event);
	if (recording)
		perf_x86_branch_record(cpu);
}

/**
 * perf_x86_branch_del - perf_x86_feature::del
 * @cpu:   this CPU
 * @event: has lost its counter
 */
void perf_x86_branch_del(struct perf_x86_cpu *cpu, struct perf_event *event)
{
	const bool recording = perf_x86_branch_here(cpu)->recording;

	perf_sched_cb_dec(event->pmu);
	perf_x86_branch_stop(cpu);
	perf_x86_branch_choose(cpu, event);
	if (recording)
		perf_x86_branch_record(cpu);
}

/**
 * perf_x86_branch_event_start - perf_x86_feature::start
 * @cpu:   this CPU
 * @event: about to count
 */
void perf_x86_branch_event_start(struct perf_x86_cpu *cpu, struct perf_event *event)
{
	perf_x86_branch_here(cpu)->active |= BIT_ULL(event->hw.idx);
	if (cpu->enabled)
		perf_x86_branch_record(cpu);
}

/**
 * perf_x86_branch_event_stop - perf_x86_feature::stop
 * @cpu:   this CPU
 * @event: stopped
 */
void perf_x86_branch_event_stop(struct perf_x86_cpu *cpu, struct perf_event *event)
{
	struct perf_x86_branch_cpu *here = perf_x86_branch_here(cpu);

	here->active &= ~BIT_ULL(event->hw.idx);
	if (!here->active)
		perf_x86_branch_stop(cpu);
}

/**
 * perf_x86_branch_enable_all - perf_x86_feature::enable_all
 * @cpu: this CPU
 */
void perf_x86_branch_enable_all(struct perf_x86_cpu *cpu)
{
	perf_x86_branch_record(cpu);
}

/**
 * perf_x86_branch_disable_all - perf_x86_feature::disable_all
 * @cpu: this CPU
 */
void perf_x86_branch_disable_all(struct perf_x86_cpu *cpu)
{
	perf_x86_branch_stop(cpu);
}

static void perf_x86_branch_parse(const struct perf_x86_branches *branches,
				  const struct perf_x86_branch_raw *raw, unsigned int nr,
				  struct perf_x86_branch_records *records)
{
	unsigned int i;

	records->nr = min(nr, branches->depth);
	for (i = 0; i < records->nr; i++)
		branches->ops->parse(branches, &raw[i], &records->record[i]);
}

/**
 * perf_x86_branch_read - read what the registers hold
 * @pmu:      the CPU's PMU, which has records
 * @records:  filled in
 *
 * Context: on the CPU, not recording; IRQs off, or NMI.
 */
void perf_x86_branch_read(const struct perf_x86_pmu *pmu, struct perf_x86_branch_records *records)
{
	const struct perf_x86_branches *branches = perf_x86_branches(pmu);
	struct perf_x86_branch_raw raw[PERF_X86_BRANCHES_MAX];
	unsigned int nr;

	if (branches->ops->read) {
		branches->ops->read(pmu, branches, records);
		return;
	}
	nr = branches->ops->save(pmu, branches, raw);
	records->hw_idx = branches->ops->newest(pmu, branches);
	perf_x86_branch_parse(branches, raw, nr, records);
}

/**
 * perf_x86_branch_records - what the registers hold
 * @cpu: this CPU, not recording
 *
 * Context: IRQs off, or NMI.
 * Return: the records, valid until recording starts again.
 */
const struct perf_x86_branch_records *perf_x86_branch_records(struct perf_x86_cpu *cpu)
{
	struct perf_x86_branch_cpu *here = perf_x86_branch_here(cpu);

	if (here->stale)
		here->records.nr = 0;
	else if (!here->valid)
		perf_x86_branch_read(cpu->pmu, &here->records);
	here->valid = true;
	return &here->records;
}

/**
 * perf_x86_branch_newest - the newest branch that the registers hold
 * @cpu: this CPU, with an event that has branch records; its counters are disabled
 *
 * Context: IRQs off, or NMI.
 * Return: the record, valid until recording starts again; NULL if there is none, or if it has
 * addresses that are none.
 */
const struct perf_x86_branch_record *perf_x86_branch_newest(struct perf_x86_cpu *cpu)
{
	const struct perf_x86_branch_records *records;

	perf_x86_branch_stop(cpu);
	records = perf_x86_branch_records(cpu);
	if (!records->nr || !perf_x86_branch_is_real(&records->record[0]))
		return NULL;
	return &records->record[0];
}

/* The entries of a sample that are of @event's wish. */
static void perf_x86_branch_put(struct perf_x86_branch_cpu *here, struct perf_event *event,
				const struct perf_x86_branch_records *records,
				struct perf_sample_data *data)
{
	here->nr = perf_x86_branch_filter(records, perf_x86_branch_wish_of(event),
					  event->attr.branch_sample_type, here->entries);
	here->hw_idx = records->hw_idx;
	perf_sample_save_brstack(data, event, (struct perf_branch_stack *)&here->nr, NULL);
}

/**
 * perf_x86_branch_sample_copied - a sample with branches that a precise record has
 * @cpu:   this CPU, with an Intel PMU; its counters disabled
 * @event: the event of the record
 * @data:  the sample; refers to memory of the CPU
 * @raw:   copies of the registers, the newest first; nobody has checked them
 * @nr:    their number
 *
 * The number of the newest one's registers is not in the record: hw_idx is -1, as the ABI has it.
 *
 * Context: IRQs off, or NMI.
 */
void perf_x86_branch_sample_copied(struct perf_x86_cpu *cpu, struct perf_event *event,
				   struct perf_sample_data *data,
				   const struct perf_x86_branch_raw *raw, unsigned int nr)
{
	struct perf_x86_branch_cpu *here = perf_x86_branch_here(cpu);

	if (!has_branch_stack(event))
		return;
	here->valid = false;
	here->records.hw_idx = -1ULL;
	perf_x86_branch_parse(perf_x86_branches(cpu->pmu), raw, nr, &here->records);
	perf_x86_branch_put(here, event, &here->records, data);
}

/**
 * perf_x86_branch_sample - perf_x86_feature::sample
 * @cpu:   this CPU, its counters disabled
 * @event: its counter has overflowed
 * @data:  the sample; refers to memory of the CPU
 * @regs:  registers of the interrupted code
 */
void perf_x86_branch_sample(struct perf_x86_cpu *cpu, struct perf_event *event,
			    struct perf_sample_data *data, struct pt_regs *regs)
{
	struct perf_x86_branch_cpu *here = perf_x86_branch_here(cpu);

	if (!has_branch_stack(event))
		return;
	/* Switched off by the handler already, unless another event's stop came in between. */
	if (WARN_ON_ONCE(here->recording))
		perf_x86_branch_stop(cpu);
	perf_x86_branch_put(here, event, perf_x86_branch_records(cpu), data);
}

/**
 * perf_x86_branch_sched_task - perf_x86_feature::sched_task
 * @pmu_ctx:  a context of the PMU, which is disabled
 * @task:     the task
 * @sched_in: in or out
 */
void perf_x86_branch_sched_task(struct perf_event_pmu_context *pmu_ctx, struct task_struct *task,
				bool sched_in)
{
	struct perf_x86_cpu *cpu = perf_x86_this_cpu();
	struct perf_x86_branch_cpu *here = perf_x86_branch_here(cpu);

	perf_x86_branch_stop(cpu);
	here->paused = false;
	if (!sched_in) {
		perf_x86_branch_calls_save(cpu, task);
		return;
	}
	if (!here->loaded)
		perf_x86_branch_forget(here);
	here->loaded = false;
}

/**
 * perf_x86_branch_reset - perf_x86_feature::reset
 * @cpu: this CPU, just come up or resumed
 */
void perf_x86_branch_reset(struct perf_x86_cpu *cpu)
{
	const struct perf_x86_branches *branches = perf_x86_branches(cpu->pmu);
	struct perf_x86_branch_cpu *here = perf_x86_branch_here(cpu);

	branches->ops->stop(cpu->pmu, branches);
	here->recording = false;
	here->paused = false;
	here->loaded = false;
	perf_x86_branch_clear(cpu);
}
