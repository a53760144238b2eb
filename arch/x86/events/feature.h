/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Features: branch records, precise samples, a second counter and top-down metrics, which some
 * events ask for beside a counter.
 *
 * The probe function of a processor sets the rows of perf_x86_pmu::features that the processor
 * has. The callers test perf_x86_has_features() or perf_x86_cpu::features first, so an event
 * without features costs no call.
 */
#ifndef _ARCH_X86_EVENTS_FEATURE_H
#define _ARCH_X86_EVENTS_FEATURE_H

#include "counters.h"

struct perf_sample_data;

/**
 * struct perf_x86_feature - one of enum perf_x86_features, as a kind of processor has it
 * @status:      bits of the global status that @overflow handles, besides those of counters
 * @asks:        task: does the code of an event ask for the feature? hw.config is set; NULL: the
 *               attributes decide, see perf_x86_asks_for()
 * @setup:       task: check the attributes of an event that asks for the feature, set what the
 *               event needs in event->hw and narrow perf_x86_allowed(); hw.config is set.
 *               Return: 0 or the errno of the ABI
 * @open:        task: allocate what the event needs on all CPUs, also for an inherited event;
 *               NULL: nothing. Return: 0 or an errno
 * @close:       task: undo @open
 * @admit:       can the event have a counter, beside the events that have one? NULL: yes
 * @add:         the event got its counter, which does not count yet; NULL: nothing
 * @del:         the event loses its counter, which no longer counts
 * @start:       the event's counter is about to count; NULL: nothing
 * @stop:        the event's counter has been stopped; its count is not up to date; NULL: nothing
 * @enable_all:  start recording; called before the counters are enabled
 * @disable_all: stop recording; called after the counters are disabled
 * @overflow:    NMI: handle the bits of @status, and of the counters that the feature samples
 *               for. Without a global status, @status has the counters that run, which
 *               count on, and @enable_all follows. Return: the bits that are left for the
 *               counters' own handling; NULL: none
 * @update:      bring event->count up to date where the counter alone does not suffice; NULL:
 *               nothing
 * @sample:      NMI: add the feature's fields to a sample of the event; NULL: nothing
 * @sched_task:  struct pmu::sched_task, while the CPU has events of the feature; NULL: nothing
 * @reset:       a CPU comes up, or resumes: set the registers to a known state; NULL: nothing
 *
 * Context: on the CPU, IRQs off, or NMI, but where it says task. @enable_all to @sched_task are
 * called only while the CPU has events of the feature.
 */
struct perf_x86_feature {
	u64	status;
	bool	(*asks)(struct perf_event *event);
	int	(*setup)(struct perf_event *event);
	int	(*open)(struct perf_event *event);
	void	(*close)(struct perf_event *event);
	bool	(*admit)(struct perf_x86_cpu *cpu, const struct perf_event *event);
	void	(*add)(struct perf_x86_cpu *cpu, struct perf_event *event);
	void	(*del)(struct perf_x86_cpu *cpu, struct perf_event *event);
	void	(*start)(struct perf_x86_cpu *cpu, struct perf_event *event);
	void	(*stop)(struct perf_x86_cpu *cpu, struct perf_event *event);
	void	(*enable_all)(struct perf_x86_cpu *cpu);
	void	(*disable_all)(struct perf_x86_cpu *cpu);
	u64	(*overflow)(struct perf_x86_cpu *cpu, u64 status, struct pt_regs *regs);
	void	(*update)(struct perf_x86_cpu *cpu, struct perf_event *event);
	void	(*sample)(struct perf_x86_cpu *cpu, struct perf_event *event,
			  struct perf_sample_data *data, struct pt_regs *regs);
	void	(*sched_task)(struct perf_event_pmu_context *pmu_ctx, struct task_struct *task,
			      bool sched_in);
	void	(*reset)(struct perf_x86_cpu *cpu);
};

/* Does @event use any feature? */
static __always_inline bool perf_x86_has_features(const struct perf_event *event)
{
	return event->hw.flags & PERF_X86_EVENT_FEATURES;
}

int perf_x86_features_setup(struct perf_event *event);
int perf_x86_features_open(struct perf_event *event);
void perf_x86_features_close(struct perf_event *event);
bool perf_x86_features_admit(struct perf_x86_cpu *cpu, const struct perf_event *event);
void perf_x86_features_add(struct perf_x86_cpu *cpu, struct perf_event *event);
void perf_x86_features_del(struct perf_x86_cpu *cpu, struct perf_event *event);
void perf_x86_features_start(struct perf_x86_cpu *cpu, struct perf_event *event);
void perf_x86_features_stop(struct perf_x86_cpu *cpu, struct perf_event *event);
void perf_x86_features_enable_all(struct perf_x86_cpu *cpu);
void perf_x86_features_disable_all(struct perf_x86_cpu *cpu);
u64 perf_x86_features_overflow(struct perf_x86_cpu *cpu, u64 status, struct pt_regs *regs);
void perf_x86_features_update(struct perf_x86_cpu *cpu, struct perf_event *event);
void perf_x86_features_sample(struct perf_x86_cpu *cpu, struct perf_event *event,
			      struct perf_sample_data *data, struct pt_regs *regs);
void perf_x86_features_sched_task(struct perf_x86_cpu *cpu,
				  struct perf_event_pmu_context *pmu_ctx,
				  struct task_struct *task, bool sched_in);
void perf_x86_features_reset(struct perf_x86_cpu *cpu);

#endif /* _ARCH_X86_EVENTS_FEATURE_H */
