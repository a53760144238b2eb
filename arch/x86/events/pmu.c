// SPDX-License-Identifier: GPL-2.0
/*
 * The struct pmu operations of a struct perf_x86_pmu, the CPU's counters.
 *
 * perf_x86_add() assigns a counter at once, and moves other events if that makes room;
 * perf_x86_enable() starts the events with a new counter. So a group is scheduled in as
 * soon as all its members are added, and this driver needs no transactions: the core keeps
 * the PMU disabled meanwhile.
 *
 * Owns: enabled, pending, dirty, host_off, guest_off, owner and assignment of struct
 * perf_x86_cpu; idx, last_cpu and state of events. No locks.
 * Context: that of the struct pmu operations.
 */
#include <linux/perf_event.h>
#include <linux/smp.h>

#include "claim.h"
#include "count.h"
#include "cpus.h"
#include "event.h"
#include "feature.h"
#include "hw.h"
#include "nmi.h"
#include "pmu.h"
#include "poll.h"
#include "rdpmc.h"
#include "reserve.h"
#include "threads.h"

static struct perf_x86_cpu *perf_x86_here(const struct perf_event *event)
{
	return this_cpu_ptr(perf_x86_pmu(event)->cpu);
}

/*
 * Starting and stopping.
 */
static void perf_x86_filter_modes(struct perf_x86_cpu *cpu, const struct perf_event *event)
{
	u64 bit = BIT_ULL(event->hw.idx);

	cpu->host_off &= ~bit;
	cpu->guest_off &= ~bit;
	if (event->attr.exclude_host)
		cpu->host_off |= bit;
	if (event->attr.exclude_guest)
		cpu->guest_off |= bit;
}

static void perf_x86_start(struct perf_event *event, int flags)
{
	struct perf_x86_cpu *cpu = perf_x86_here(event);
	struct hw_perf_event *hw = &event->hw;

	if (WARN_ON_ONCE(hw->idx < 0 || !(hw->state & PERF_HES_STOPPED)))
		return;
	/* Without PERF_EF_RELOAD as well: another event may have used the counter meanwhile. */
	perf_x86_begin_period(event);
	hw->state = 0;
	cpu->pending &= ~BIT_ULL(hw->idx);
	perf_x86_filter_modes(cpu, event);
	if (unlikely(perf_x86_has_features(event))) {
		perf_x86_features_start(cpu, event);
		if (hw->flags & PERF_X86_EVENT_METRIC)
			return;
	}
	perf_x86_hw_start(cpu, event);
	perf_event_update_userpage(event);
}

static void perf_x86_stop(struct perf_event *event, int flags)
{
	struct perf_x86_cpu *cpu = perf_x86_here(event);
	struct hw_perf_event *hw = &event->hw;

	if (hw->idx < 0)
		return;
	cpu->pending &= ~BIT_ULL(hw->idx);
	if (cpu->running & BIT_ULL(hw->idx))
		perf_x86_stop_counter(cpu, event);
	hw->state |= PERF_HES_STOPPED | PERF_HES_UPTODATE;
}

static void perf_x86_read(struct perf_event *event)
{
	if (event->hw.idx < 0 || (event->hw.state & PERF_HES_UPTODATE))
		return;
	perf_x86_update(event);
	if (unlikely(perf_x86_has_features(event)))
		perf_x86_features_update(perf_x86_here(event), event);
}

/* A late NMI may have throttled @event, with its group, while it had no counter. */
static void perf_x86_start_pending(struct perf_event *event)
{
	perf_x86_start(event, PERF_EF_RELOAD);
	if (unlikely(READ_ONCE(event->hw.throttled)))
		perf_x86_stop(event, 0);
}

static void perf_x86_enable(struct pmu *pmu)
{
	struct perf_x86_cpu *cpu = this_cpu_ptr(to_perf_x86_pmu(pmu)->cpu);
	unsigned int counter;

	if (unlikely(!cpu->ready))
		return;
	perf_x86_for_each_counter(counter, cpu->pending)
		perf_x86_start_pending(cpu->owner[counter]);
	cpu->enabled = true;
	barrier(); /* perf_x86_handle_by_status() restores cpu->enabled: it must be set by then */
	perf_x86_hw_enable_all(cpu);
	perf_x86_poll_arm(cpu);
}

static void perf_x86_disable(struct pmu *pmu)
{
	struct perf_x86_cpu *cpu = this_cpu_ptr(to_perf_x86_pmu(pmu)->cpu);

	if (!cpu->enabled)
		return;
	cpu->enabled = false;
	barrier(); /* perf_x86_handle_by_status() must not switch the counters on from here on */
	perf_x86_hw_disable_all(cpu);
}

/*
 * Adding and deleting.
 */

/* Releases @event's counter. Returns true if @event must start again on its next counter. */
static bool perf_x86_release_counter(struct perf_x86_cpu *cpu, struct perf_event *event)
{
	u64 bit = BIT_ULL(event->hw.idx);
	bool goes_on = (cpu->running | cpu->pending) & bit;

	cpu->pending &= ~bit;
	if (cpu->running & bit)
		perf_x86_stop_counter(cpu, event);
	cpu->owner[event->hw.idx] = NULL;
	cpu->dirty |= bit;
	event->hw.state |= PERF_HES_STOPPED | PERF_HES_UPTODATE;
	return goes_on;
}

static void perf_x86_assign_counter(struct perf_x86_cpu *cpu, struct perf_event *event,
				    unsigned int counter, bool start)
{
	struct hw_perf_event *hw = &event->hw;

	hw->idx = counter;
	hw->last_cpu = smp_processor_id();
	hw->event_base = perf_x86_hw_counter_msr(cpu->pmu, counter);
	hw->config_base = perf_x86_hw_select_msr(cpu->pmu, counter);
	hw->event_base_rdpmc = perf_x86_hw_rdpmc_operand(counter);
	cpu->owner[counter] = event;
	if (start)
		cpu->pending |= BIT_ULL(counter);
}

/* Each event on @path moves to the next counter, the last event first. */
static void perf_x86_make_room(struct perf_x86_cpu *cpu, const struct perf_assign_path *path)
{
	unsigned int i;

	for (i = path->length - 1; i; i--) {
		struct perf_event *event = cpu->owner[path->step[i - 1] + (i == 1 && path->odd)];
		bool start = perf_x86_release_counter(cpu, event);

		perf_x86_assign_counter(cpu, event, path->step[i], start);
	}
}

static bool perf_x86_assign(struct perf_x86_cpu *cpu, const struct perf_event *event,
			    struct perf_assign_path *path)
{
	u64 allowed = perf_x86_allowed(event) & ~READ_ONCE(cpu->pmu->blocked);

	if (unlikely(event->hw.flags & (PERF_X86_EVENT_SHARED | PERF_X86_EVENT_MERGE)))
		return event->hw.flags & PERF_X86_EVENT_MERGE ?
		       perf_assign_add_pair(&cpu->assignment, allowed, path) :
		       perf_x86_claim_assign(cpu, allowed, path);
	if (unlikely(cpu->core))
		return perf_x86_core_assign(cpu, event, allowed, path);
	return perf_assign_add(&cpu->assignment, allowed, path);
}

static int perf_x86_add(struct perf_event *event, int flags)
{
	struct perf_x86_cpu *cpu = perf_x86_here(event);
	const bool enabled = cpu->enabled;
	struct perf_assign_path path;

	if (unlikely(perf_x86_has_features(event)) && !perf_x86_features_admit(cpu, event))
		return -EAGAIN;
	if (!perf_x86_assign(cpu, event, &path))
		return -EAGAIN;

	/* The core adds groups with the PMU disabled: perf_x86_enable() starts the events. */
	if (enabled)
		perf_pmu_disable(event->pmu);
	perf_x86_make_room(cpu, &path);
	event->hw.state = PERF_HES_STOPPED | PERF_HES_UPTODATE;
	perf_x86_assign_counter(cpu, event, path.step[0], flags & PERF_EF_START);
	if (unlikely(perf_x86_has_features(event)))
		perf_x86_features_add(cpu, event);
	if (enabled)
		perf_pmu_enable(event->pmu);
	return 0;
}

static void perf_x86_del(struct perf_event *event, int flags)
{
	struct perf_x86_cpu *cpu = perf_x86_here(event);
	unsigned int counter = event->hw.idx;

	perf_x86_release_counter(cpu, event);
	if (unlikely(perf_x86_has_features(event)))
		perf_x86_features_del(cpu, event);
	perf_assign_remove(&cpu->assignment, counter);
	if (unlikely(event->hw.flags & PERF_X86_EVENT_SHARED))
		perf_x86_unclaim(cpu, counter);
	if (unlikely(cpu->core))
		perf_x86_core_release(cpu, event);
	event->hw.idx = -1;
	perf_event_update_userpage(event);
}

/*
 * Opening and closing.
 */
static void perf_x86_destroy(struct perf_event *event)
{
	perf_x86_features_close(event);
	perf_x86_unreserve(perf_x86_pmu(event));
}

static int perf_x86_open(struct perf_event *event)
{
	struct perf_x86_pmu *pmu = perf_x86_pmu(event);
	int err = perf_x86_reserve(pmu);

	if (err)
		return err;
	err = perf_x86_features_open(event);
	if (err) {
		perf_x86_unreserve(pmu);
		return err;
	}
	event->destroy = perf_x86_destroy;
	return 0;
}

static int perf_x86_event_init(struct perf_event *event)
{
	struct perf_x86_pmu *pmu = perf_x86_pmu(event);
	int err;

	if (event->cpu >= 0 && !cpumask_test_cpu(event->cpu, &pmu->cpus))
		return -ENOENT;
	err = perf_x86_event_setup(event) ?: perf_x86_event_fits(event);
	return err ?: perf_x86_open(event);
}

/* @child needs no checks: @parent has passed them. */
static int perf_x86_event_clone(struct perf_event *child, const struct perf_event *parent)
{
	child->hw.config = parent->hw.config;
	child->hw.flags = parent->hw.flags;
	child->hw.extra_reg = parent->hw.extra_reg;
	child->hw.idx = -1;
	child->hw.last_cpu = -1;
	child->hw.branch_reg = parent->hw.branch_reg;
	perf_x86_set_allowed(child, perf_x86_allowed(parent));
	return perf_x86_open(child);
}

static void perf_x86_sched_task(struct perf_event_pmu_context *pmu_ctx, struct task_struct *task,
				bool sched_in)
{
	struct perf_x86_cpu *cpu = perf_x86_this_cpu();

	if (cpu)
		perf_x86_features_sched_task(cpu, pmu_ctx, task, sched_in);
}

static bool perf_x86_filter(struct pmu *pmu, int cpu)
{
	return !cpumask_test_cpu(cpu, &to_perf_x86_pmu(pmu)->cpus);
}

/**
 * perf_x86_owns - does an event belong to a PMU of the CPU's counters?
 * @event: any event
 *
 * Context: any.
 * Return: true if it does.
 */
bool perf_x86_owns(const struct perf_event *event)
{
	return event->pmu->add == perf_x86_add;
}

/**
 * perf_x86_pmu_init - prepare a PMU for perf_pmu_register()
 * @pmu: its regs, counters and width are set
 *
 * Return: 0; -ENOMEM.
 */
int perf_x86_pmu_init(struct perf_x86_pmu *pmu)
{
	int cpu;

	pmu->cpu = alloc_percpu(struct perf_x86_cpu);
	if (!pmu->cpu)
		return -ENOMEM;
	for_each_possible_cpu(cpu) {
		per_cpu_ptr(pmu->cpu, cpu)->pmu = pmu;
		perf_x86_poll_init(per_cpu_ptr(pmu->cpu, cpu));
	}

	pmu->pmu.nr_counters = hweight64(pmu->counters & GENMASK_ULL(INTEL_PMC_IDX_FIXED - 1, 0));
	pmu->pmu.nr_fixed = hweight64(pmu->counters) - pmu->pmu.nr_counters;
	pmu->pmu.task_ctx_nr = perf_hw_context;
	pmu->pmu.capabilities |= PERF_PMU_CAP_STOP_IN_NMI;
	pmu->pmu.pmu_enable = perf_x86_enable;
	pmu->pmu.pmu_disable = perf_x86_disable;
	pmu->pmu.event_init = perf_x86_event_init;
	pmu->pmu.event_clone = perf_x86_event_clone;
	pmu->pmu.event_mapped = perf_x86_rdpmc_mapped;
	pmu->pmu.event_unmapped = perf_x86_rdpmc_unmapped;
	pmu->pmu.event_idx = perf_x86_rdpmc_user_index;
	pmu->pmu.add = perf_x86_add;
	pmu->pmu.del = perf_x86_del;
	pmu->pmu.start = perf_x86_start;
	pmu->pmu.stop = perf_x86_stop;
	pmu->pmu.read = perf_x86_read;
	pmu->pmu.filter = perf_x86_filter;
	pmu->pmu.sched_task = perf_x86_sched_task;
	return 0;
}

/**
 * perf_x86_pmu_free - undo perf_x86_pmu_init()
 * @pmu: not registered, or unregistered; it need not have been prepared
 */
void perf_x86_pmu_free(struct perf_x86_pmu *pmu)
{
	int cpu;

	if (!pmu->cpu)
		return;
	for_each_possible_cpu(cpu)
		perf_x86_poll_cancel(per_cpu_ptr(pmu->cpu, cpu));
	free_percpu(pmu->cpu);
}
