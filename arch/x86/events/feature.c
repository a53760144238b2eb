// SPDX-License-Identifier: GPL-2.0
/*
 * Calling the features of a PMU: branch records, precise samples, pairs of counters, top-down
 * metrics.
 *
 * An event's attributes and code decide which features the event asks for (perf_x86_asks_for()).
 * hw.flags has a bit for each of them, and perf_x86_cpu::feature_events counts those with a
 * counter, so that a CPU without such events calls nothing.
 *
 * Owns: features and feature_events of struct perf_x86_cpu. Locks: none.
 * Context: that of the operation of struct perf_x86_feature.
 */
#include <linux/perf_event.h>

#include "feature.h"

static bool perf_x86_asks_for(struct perf_event *event, enum perf_x86_features i)
{
	const struct perf_x86_feature *feature = perf_x86_pmu(event)->features[i];

	switch (i) {
	case PERF_X86_BRANCHES:
		return has_branch_stack(event) || perf_x86_needs_fixup(event);
	case PERF_X86_PRECISE:
		return event->attr.precise_ip;
	default:
		return feature && feature->asks(event);
	}
}

/* The bits of a mask of features are numbered as enum perf_x86_features. */
#define perf_x86_for_each_feature(i, mask)	perf_x86_for_each_counter(i, mask)

static u64 perf_x86_features_of(const struct perf_event *event)
{
	return (event->hw.flags & PERF_X86_EVENT_FEATURES) / PERF_X86_EVENT_BRANCHES;
}

/**
 * perf_x86_features_setup - check an event's attributes that ask for features
 * @event: translated: hw.config and the allowed counters are set
 *
 * Context: task.
 * Return: 0; -EOPNOTSUPP if the processor lacks a feature; other errnos of the features.
 */
int perf_x86_features_setup(struct perf_event *event)
{
	const struct perf_x86_pmu *pmu = perf_x86_pmu(event);
	unsigned int i;
	int err;

	for (i = 0; i < PERF_X86_FEATURES; i++) {
		if (!perf_x86_asks_for(event, i))
			continue;
		if (!pmu->features[i])
			return -EOPNOTSUPP;
		err = pmu->features[i]->setup(event);
		if (err)
			return err;
		event->hw.flags |= PERF_X86_EVENT_BRANCHES << i;
	}
	return 0;
}

static void perf_x86_features_close_mask(struct perf_event *event, u64 mask)
{
	unsigned int i;

	perf_x86_for_each_feature(i, mask) {
		const struct perf_x86_feature *feature = perf_x86_pmu(event)->features[i];

		if (feature->close)
			feature->close(event);
	}
}

/**
 * perf_x86_features_open - allocate what the features of an event need
 * @event: set up, or the clone of such an event
 *
 * Context: task.
 * Return: 0 or an errno.
 */
int perf_x86_features_open(struct perf_event *event)
{
	const u64 mask = perf_x86_features_of(event);
	unsigned int i;

	perf_x86_for_each_feature(i, mask) {
		const struct perf_x86_feature *feature = perf_x86_pmu(event)->features[i];
		int err = feature->open ? feature->open(event) : 0;

		if (err) {
			perf_x86_features_close_mask(event, mask & GENMASK(i, 0) & ~BIT(i));
			return err;
		}
	}
	return 0;
}

/**
 * perf_x86_features_close - undo perf_x86_features_open()
 * @event: the event, without a counter
 *
 * Context: task.
 */
void perf_x86_features_close(struct perf_event *event)
{
	perf_x86_features_close_mask(event, perf_x86_features_of(event));
}

/**
 * perf_x86_features_admit - can an event with features have a counter now?
 * @cpu:   this CPU
 * @event: without a counter
 *
 * Return: false while another event excludes it.
 */
bool perf_x86_features_admit(struct perf_x86_cpu *cpu, const struct perf_event *event)
{
	unsigned int i;

	perf_x86_for_each_feature(i, perf_x86_features_of(event)) {
		const struct perf_x86_feature *feature = cpu->pmu->features[i];

		if (feature->admit && !feature->admit(cpu, event))
			return false;
	}
	return true;
}

/**
 * perf_x86_features_add - an event with features got a counter
 * @cpu:   this CPU
 * @event: does not count yet
 */
void perf_x86_features_add(struct perf_x86_cpu *cpu, struct perf_event *event)
{
	unsigned int i;

	perf_x86_for_each_feature(i, perf_x86_features_of(event)) {
		const struct perf_x86_feature *feature = cpu->pmu->features[i];

		if (!cpu->feature_events[i]++)
			cpu->features |= BIT(i);
		if (feature->add)
			feature->add(cpu, event);
	}
}

/**
 * perf_x86_features_del - an event with features loses its counter
 * @cpu:   this CPU
 * @event: no longer counts
 */
void perf_x86_features_del(struct perf_x86_cpu *cpu, struct perf_event *event)
{
	unsigned int i;

	perf_x86_for_each_feature(i, perf_x86_features_of(event)) {
		const struct perf_x86_feature *feature = cpu->pmu->features[i];

		if (feature->del)
			feature->del(cpu, event);
		if (!--cpu->feature_events[i])
			cpu->features &= ~BIT(i);
	}
}

/**
 * perf_x86_features_start - an event with features is about to count
 * @cpu:   this CPU
 * @event: has a counter, which does not count yet
 */
void perf_x86_features_start(struct perf_x86_cpu *cpu, struct perf_event *event)
{
	unsigned int i;

	perf_x86_for_each_feature(i, perf_x86_features_of(event)) {
		const struct perf_x86_feature *feature = cpu->pmu->features[i];

		if (feature->start)
			feature->start(cpu, event);
	}
}

/**
 * perf_x86_features_stop - an event with features has been stopped
 * @cpu:   this CPU
 * @event: has a counter, which no longer counts
 */
void perf_x86_features_stop(struct perf_x86_cpu *cpu, struct perf_event *event)
{
	unsigned int i;

	perf_x86_for_each_feature(i, perf_x86_features_of(event)) {
		const struct perf_x86_feature *feature = cpu->pmu->features[i];

		if (feature->stop)
			feature->stop(cpu, event);
	}
}

/**
 * perf_x86_features_enable_all - start recording, before the counters are enabled
 * @cpu: this CPU
 */
void perf_x86_features_enable_all(struct perf_x86_cpu *cpu)
{
	unsigned int i;

	perf_x86_for_each_feature(i, cpu->features) {
		const struct perf_x86_feature *feature = cpu->pmu->features[i];

		if (feature->enable_all)
			feature->enable_all(cpu);
	}
}

/**
 * perf_x86_features_disable_all - stop recording, after the counters are disabled
 * @cpu: this CPU
 */
void perf_x86_features_disable_all(struct perf_x86_cpu *cpu)
{
	unsigned int i;

	perf_x86_for_each_feature(i, cpu->features) {
		const struct perf_x86_feature *feature = cpu->pmu->features[i];

		if (feature->disable_all)
			feature->disable_all(cpu);
	}
}

/**
 * perf_x86_features_overflow - handle the bits of the global status that belong to features
 * @cpu:    this CPU, its counters disabled
 * @status: the global status, acknowledged
 * @regs:   registers of the interrupted code
 *
 * Context: NMI.
 * Return: bits of the counters that are left.
 */
u64 perf_x86_features_overflow(struct perf_x86_cpu *cpu, u64 status, struct pt_regs *regs)
{
	unsigned int i;

	perf_x86_for_each_feature(i, cpu->features) {
		const struct perf_x86_feature *feature = cpu->pmu->features[i];

		if (feature->overflow)
			status = feature->overflow(cpu, status, regs);
		status &= ~feature->status;
	}
	return status;
}

/**
 * perf_x86_features_update - bring an event's count up to date
 * @cpu:   this CPU
 * @event: has a counter
 */
void perf_x86_features_update(struct perf_x86_cpu *cpu, struct perf_event *event)
{
	unsigned int i;

	perf_x86_for_each_feature(i, perf_x86_features_of(event)) {
		const struct perf_x86_feature *feature = cpu->pmu->features[i];

		if (feature->update)
			feature->update(cpu, event);
	}
}

/**
 * perf_x86_features_sample - add the fields of features to a sample
 * @cpu:   this CPU
 * @event: its counter has overflowed
 * @data:  the sample
 * @regs:  registers of the interrupted code
 *
 * Context: NMI.
 */
void perf_x86_features_sample(struct perf_x86_cpu *cpu, struct perf_event *event,
			      struct perf_sample_data *data, struct pt_regs *regs)
{
	unsigned int i;

	perf_x86_for_each_feature(i, perf_x86_features_of(event)) {
		const struct perf_x86_feature *feature = cpu->pmu->features[i];

		if (feature->sample)
			feature->sample(cpu, event, data, regs);
	}
}

/**
 * perf_x86_features_sched_task - struct pmu::sched_task of a PMU of the CPU's counters
 * @cpu:      this CPU
 * @pmu_ctx:  the context
 * @task:     the task that is switched
 * @sched_in: in or out
 */
void perf_x86_features_sched_task(struct perf_x86_cpu *cpu,
				  struct perf_event_pmu_context *pmu_ctx,
				  struct task_struct *task, bool sched_in)
{
	unsigned int i;

	perf_x86_for_each_feature(i, cpu->features) {
		const struct perf_x86_feature *feature = cpu->pmu->features[i];

		if (feature->sched_task)
			feature->sched_task(pmu_ctx, task, sched_in);
	}
}

/**
 * perf_x86_features_reset - set the registers of all features to a known state
 * @cpu: this CPU, just come up or resumed
 */
void perf_x86_features_reset(struct perf_x86_cpu *cpu)
{
	unsigned int i;

	for (i = 0; i < PERF_X86_FEATURES; i++) {
		const struct perf_x86_feature *feature = cpu->pmu->features[i];

		if (feature && feature->reset)
			feature->reset(cpu);
	}
}
