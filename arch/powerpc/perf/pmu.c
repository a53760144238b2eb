// SPDX-License-Identifier: GPL-2.0
/*
 * The struct pmu operations on the CPU's counters: add, delete, start and stop events.
 *
 * perf_power_add() assigns a counter to an event at once. perf_power_reassign() may have to move
 * other events, or change them to another of their codes; perf_power_enable() starts those
 * again. So a group is scheduled in as soon as all its members could be added, and there is no
 * transaction to undo: the core's default one, which keeps the PMU disabled, is enough.
 *
 * Most events return to the counter they had (perf_power_can_return()): events that fitted
 * together do so without some of them, so no new assignment is needed until another event has
 * been added.
 *
 * While an event with branch records has a counter, perf_power_sched_task() runs at each switch of
 * tasks on the CPU.
 *
 * Locks: perf_power_mutex: the number of users of the hardware.
 * Owns: pending, owner, assigned, attrs, stale and enabled of struct perf_power_cpu; idx, last_cpu
 * and event_base (the last counter assigned to the event) of events.
 * Context: operations as struct pmu documents them.
 */
#include <linux/cleanup.h>
#include <linux/cpu.h>
#include <linux/mutex.h>
#include <linux/perf_event.h>
#include <linux/smp.h>

#include <asm/pmc.h>

#include "branch.h"
#include "count.h"
#include "event.h"
#include "interrupt.h"
#include "pmc.h"
#include "pmu.h"
#include "poll.h"
#include "program.h"

static const struct perf_power_model *perf_power_model __ro_after_init;

/* perf_power_users: open events, during which the counters are reserved. */
static DEFINE_MUTEX(perf_power_mutex);
static unsigned int perf_power_users;

static int perf_power_reserve(void)
{
	int err;

	guard(mutex)(&perf_power_mutex);
	if (!perf_power_users) {
		err = reserve_pmc_hardware(perf_power_interrupt);
		if (err)
			return err;
	}
	perf_power_users++;
	return 0;
}

static void perf_power_unreserve(void)
{
	guard(mutex)(&perf_power_mutex);
	if (!--perf_power_users)
		release_pmc_hardware();
}

/*
 * Starting and stopping.
 */
static void perf_power_start(struct perf_event *event, int flags)
{
	struct perf_power_cpu *cpu = this_cpu_ptr(&perf_power_cpu);

	if (WARN_ON_ONCE(event->hw.idx < 0 || !(event->hw.state & PERF_HES_STOPPED)))
		return;
	perf_power_pause(cpu);
	perf_power_counter_start(cpu, event);
	perf_power_resume(cpu);
}

static void perf_power_stop(struct perf_event *event, int flags)
{
	struct perf_power_cpu *cpu = this_cpu_ptr(&perf_power_cpu);

	if (event->hw.idx < 0)
		return;
	__clear_bit(event->hw.idx, &cpu->pending);
	if (test_bit(event->hw.idx, &cpu->running)) {
		perf_power_pause(cpu);
		perf_power_counter_stop(cpu, event);
		perf_power_resume(cpu);
	}
	event->hw.state |= PERF_HES_STOPPED | PERF_HES_UPTODATE;
}

static void perf_power_read(struct perf_event *event)
{
	if (event->hw.idx >= 0 && !(event->hw.state & PERF_HES_UPTODATE))
		perf_power_update_running(event);
}

/* A late interrupt may have throttled @event, with its group, while it had no counter. */
static void perf_power_start_pending(struct perf_power_cpu *cpu, struct perf_event *event)
{
	perf_power_counter_start(cpu, event);
	if (unlikely(READ_ONCE(event->hw.throttled)))
		perf_power_stop(event, 0);
}

static void perf_power_enable(struct pmu *pmu)
{
	struct perf_power_cpu *cpu = this_cpu_ptr(&perf_power_cpu);
	unsigned int counter;

	for_each_set_bit(counter, &cpu->pending, PERF_POWER_COUNTERS)
		perf_power_start_pending(cpu, cpu->owner[counter]);
	cpu->enabled = true;
	barrier(); /* an interrupt from here on leaves counting switched on */
	perf_power_resume(cpu);
}

static void perf_power_disable(struct pmu *pmu)
{
	struct perf_power_cpu *cpu = this_cpu_ptr(&perf_power_cpu);

	if (!cpu->enabled)
		return;
	cpu->enabled = false;
	barrier(); /* an interrupt from here on does not switch counting on again */
	if (cpu->running)
		perf_power_freeze(cpu);
}

/* Adding and deleting. */

/* Remove @event from its counter. Returns true if it must be started on the next one. */
static bool perf_power_release_counter(struct perf_power_cpu *cpu, struct perf_event *event)
{
	unsigned long bit = BIT(event->hw.idx);
	bool restart = (cpu->running | cpu->pending) & bit;

	cpu->pending &= ~bit;
	if (cpu->running & bit)
		perf_power_counter_stop(cpu, event);
	cpu->owner[event->hw.idx] = NULL;
	event->hw.state |= PERF_HES_STOPPED | PERF_HES_UPTODATE;
	return restart;
}

static void perf_power_set_owner(struct perf_power_cpu *cpu, struct perf_event *event,
				 unsigned int counter, bool start)
{
	event->hw.idx = counter;
	cpu->owner[counter] = event;
	if (start)
		__set_bit(counter, &cpu->pending);
}

static void perf_power_assign_counter(struct perf_power_cpu *cpu, struct perf_event *event,
				      const struct perf_power_assignment *assigned, bool start)
{
	const struct perf_power_request *request = perf_power_request(event);

	event->hw.event_base = assigned->counter;
	event->hw.last_cpu = smp_processor_id();
	cpu->attrs[assigned->counter] = request->attrs;
	cpu->attrs[assigned->counter].code = request->demand.choice[assigned->choice].code;
	cpu->stale = true;
	perf_power_set_owner(cpu, event, assigned->counter, start);
}

/*
 * The events that fit together now also fit without some of them, so each may return to its
 * counter; unless an event needs another's counter to be in use, then cpu->assigned is cleared.
 */
static void perf_power_save_assignment(struct perf_power_cpu *cpu,
				       const struct perf_power_demand *const *demands,
				       const struct perf_power_assignment *assigned,
				       unsigned int number)
{
	unsigned int counter, i, needs = 0;

	for (i = 0; i < number; i++)
		needs |= demands[i]->choice[assigned[i].choice].needs;
	for (counter = 0; counter < PERF_POWER_COUNTERS; counter++)
		cpu->assigned[counter] = needs ? NULL : cpu->owner[counter];
}

/*
 * If @event is still in cpu->assigned, its counter is free: assigning that counter to another
 * event would have replaced the entry.
 */
static bool perf_power_can_return(const struct perf_power_cpu *cpu, const struct perf_event *event)
{
	return event->hw.last_cpu == smp_processor_id() &&
	       cpu->assigned[event->hw.event_base] == event;
}

/* Test if @event has the assigned counter and code already. */
static bool perf_power_is_assigned(const struct perf_power_cpu *cpu, const struct perf_event *event,
				   const struct perf_power_assignment *assigned)
{
	return event->hw.idx == assigned->counter &&
	       cpu->attrs[assigned->counter].code ==
	       perf_power_request(event)->demand.choice[assigned->choice].code;
}

/*
 * All events that move release their counters before perf_power_assign_counter() assigns the
 * first one.
 */
static void perf_power_reassign(struct perf_power_cpu *cpu, struct perf_event **events,
				const struct perf_power_assignment *assigned, unsigned int number)
{
	unsigned long moving = 0, start = 0;
	unsigned int i;

	for (i = 0; i < number; i++) {
		if (perf_power_is_assigned(cpu, events[i], &assigned[i]))
			continue;
		__set_bit(i, &moving);
		if (perf_power_release_counter(cpu, events[i]))
			__set_bit(i, &start);
	}
	for_each_set_bit(i, &moving, PERF_POWER_COUNTERS)
		perf_power_assign_counter(cpu, events[i], &assigned[i], start & BIT(i));
}

/* Assign counters to all events on @cpu and to @event. */
static int perf_power_assign_all(struct perf_power_cpu *cpu, struct perf_event *event, bool start)
{
	const struct perf_power_demand *demands[PERF_POWER_COUNTERS];
	struct perf_power_assignment assigned[PERF_POWER_COUNTERS];
	struct perf_event *events[PERF_POWER_COUNTERS];
	unsigned int counter, number = 0;

	for (counter = 0; counter < cpu->model->counters; counter++) {
		if (!cpu->owner[counter])
			continue;
		events[number] = cpu->owner[counter];
		demands[number++] = &perf_power_request(cpu->owner[counter])->demand;
	}
	if (number == cpu->model->counters)
		return -EAGAIN;
	demands[number] = &perf_power_request(event)->demand;
	if (!perf_power_assign(demands, number + 1, assigned))
		return -EAGAIN;

	perf_power_reassign(cpu, events, assigned, number);
	perf_power_assign_counter(cpu, event, &assigned[number], start);
	perf_power_save_assignment(cpu, demands, assigned, number + 1);
	return 0;
}

static int perf_power_add(struct perf_event *event, int flags)
{
	struct perf_power_cpu *cpu = this_cpu_ptr(&perf_power_cpu);
	bool start = flags & PERF_EF_START;
	int err = 0;

	perf_pmu_disable(event->pmu);
	event->hw.state = PERF_HES_STOPPED | PERF_HES_UPTODATE;
	if (perf_power_can_return(cpu, event))
		perf_power_set_owner(cpu, event, event->hw.event_base, start);
	else
		err = perf_power_assign_all(cpu, event, start);
	if (!err && has_branch_stack(event)) {
		perf_sched_cb_inc(event->pmu);
		perf_power_branch_clear();
	}
	perf_pmu_enable(event->pmu);
	return err;
}

static void perf_power_del(struct perf_event *event, int flags)
{
	struct perf_power_cpu *cpu = this_cpu_ptr(&perf_power_cpu);

	perf_pmu_disable(event->pmu);
	if (has_branch_stack(event))
		perf_sched_cb_dec(event->pmu);
	perf_power_release_counter(cpu, event);
	event->hw.idx = -1;
	perf_pmu_enable(event->pmu);
	perf_event_update_userpage(event);
}

/* The branches recorded so far are those of another task. */
static void perf_power_sched_task(struct perf_event_pmu_context *pmu_ctx, struct task_struct *task,
				  bool sched_in)
{
	if (sched_in)
		perf_power_branch_clear();
}

/*
 * Opening and closing.
 */
static void perf_power_destroy(struct perf_event *event)
{
	if (!event->parent)
		perf_power_event_free(event);
	perf_power_unreserve();
}

static int perf_power_event_init(struct perf_event *event)
{
	int err = perf_power_event_setup(perf_power_model, event);

	if (err)
		return err;
	err = perf_power_event_fits(event) ?: perf_power_reserve();
	if (err) {
		perf_power_event_free(event);
		return err;
	}
	if (has_branch_stack(event))
		event->attach_state |= PERF_ATTACH_SCHED_CB;
	event->destroy = perf_power_destroy;
	return 0;
}

/* @child shares pmu_private with @parent and needs no checks or setup of its own. */
static int perf_power_event_clone(struct perf_event *child, const struct perf_event *parent)
{
	int err = perf_power_reserve();

	if (err)
		return err;
	child->hw.config = parent->hw.config;
	child->hw.idx = -1;
	child->hw.last_cpu = -1;
	child->pmu_private = parent->pmu_private;
	child->attach_state |= parent->attach_state & PERF_ATTACH_SCHED_CB;
	child->destroy = perf_power_destroy;
	return 0;
}

/* A CPU that comes up starts with an empty perf_power_cpu; its events left when it went down. */
static int perf_power_cpu_prepare(unsigned int number)
{
	struct perf_power_cpu *cpu = per_cpu_ptr(&perf_power_cpu, number);

	perf_power_poll_prepare(number);
	*cpu = (struct perf_power_cpu) { .model = perf_power_model, .enabled = true };
	return 0;
}

/**
 * perf_power_pmu_init() - prepare a PMU for perf_pmu_register()
 * @pmu:   its operations and capabilities are filled in
 * @model: processor
 *
 * Return: 0 or an errno.
 *
 * Context: boot.
 */
int __init perf_power_pmu_init(struct pmu *pmu, const struct perf_power_model *model)
{
	perf_power_model = model;
	perf_power_poll_init();
	pmu->nr_counters = model->counters;
	pmu->task_ctx_nr = perf_hw_context;
	pmu->capabilities |= PERF_PMU_CAP_STOP_IN_NMI;
	pmu->pmu_enable = perf_power_enable;
	pmu->pmu_disable = perf_power_disable;
	pmu->event_init = perf_power_event_init;
	pmu->event_clone = perf_power_event_clone;
	pmu->add = perf_power_add;
	pmu->del = perf_power_del;
	pmu->start = perf_power_start;
	pmu->stop = perf_power_stop;
	pmu->read = perf_power_read;
	if (model->has_bhrb)
		pmu->sched_task = perf_power_sched_task;
	return cpuhp_setup_state(CPUHP_PERF_POWER, "perf/powerpc:prepare", perf_power_cpu_prepare,
				 NULL);
}
