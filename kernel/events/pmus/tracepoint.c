// SPDX-License-Identifier: GPL-2.0
/*
 * The PMU "tracepoint": delivers a trace event's record to perf events.
 *
 * kernel/trace/trace_event_perf.c links a counting event into its trace event's list for
 * the CPU. A trace event that is hit builds its record once and passes it to
 * perf_tp_event() with that list, in any context with preemption off, NMI included. The
 * walk runs with IRQs off, so only an NMI could interrupt it, and an NMI unlinks no event.
 */
#include <linux/perf_event.h>
#include <linux/perf/trace_record.h>
#include <linux/perf/tracing.h>
#include <linux/trace_events.h>

#include "base/context_types.h"
#include "base/period.h"
#include "base/why.h"
#include "pmus/software.h"
#include "pmus/tracepoint.h"
#include "ring/output.h"
#include "sample/sample_fields.h"
#include "sample/sample_user.h"

/**
 * struct perf_trace_hit - a hit of a trace event
 * @type:     id of the trace event
 * @complete: the common fields at the start of @record are filled in
 * @size:     bytes in @record
 * @count:    added to each event's count
 * @record:   the record
 * @regs:     registers where the trace event was hit
 * @irq_flags: IRQ flags at the hit
 */
struct perf_trace_hit {
	u16		type;
	bool		complete;
	int		size;
	u64		count;
	void		*record;
	struct pt_regs	*regs;
	unsigned long	irq_flags;
};

/* Count, and sample if a period has ended. @other: the event is of a task other than current. */
static __always_inline void perf_tracepoint_sample(struct perf_event *event,
						   struct perf_trace_hit *hit, const bool other)
{
	struct perf_sample_data data __uninitialized;
	struct perf_raw_record raw __uninitialized;

	/* Each event gets new sample data, so no field saved for another event leaks into it. */
	perf_sample_data_init(&data, 0, 0);
	if (other)
		perf_sample_hide_user(&data, event);
	if (event->attr.sample_type & PERF_SAMPLE_RAW) {
		raw.frag.size = hit->size;
		raw.frag.data = hit->record;
		raw.frag.copy = NULL;
		raw.frag.pad = 0;
		perf_sample_save_raw_piece(&data, &raw);
	}
	local64_add(hit->count, &event->count);
	if (likely(hit->regs))
		perf_swevent_period(event, hit->count, &data, hit->regs);
}

static noinline void perf_tracepoint_sample_own(struct perf_event *event,
						struct perf_trace_hit *hit)
{
	perf_tracepoint_sample(event, hit, false);
}

static noinline void perf_tracepoint_sample_other(struct perf_event *event,
						  struct perf_trace_hit *hit)
{
	perf_tracepoint_sample(event, hit, true);
}

/* Complete the record, apply @filter to it, then count or sample. */
static __always_inline void perf_tracepoint_look(struct perf_event *event,
						 struct event_filter *filter,
						 struct perf_trace_hit *hit, const bool other)
{
	if (!hit->complete) {
		tracing_generic_entry_update(hit->record, hit->type,
					     tracing_gen_ctx_flags(hit->irq_flags));
		hit->complete = true;
	}
	if (filter && !filter_match_preds(filter, hit->record))
		return;
	if (is_sampling_event(event) && other)
		perf_tracepoint_sample_other(event, hit);
	else if (is_sampling_event(event))
		perf_tracepoint_sample_own(event, hit);
	else
		local64_add(hit->count, &event->count);
}

/* Filters are set on the opened event and apply to all its children. */
static __always_inline struct event_filter *perf_tracepoint_filter(const struct perf_event *event)
{
	return READ_ONCE((event->parent ?: event)->filter);
}

/*
 * exclude_kernel applies to the mode where the probe sits, not to the task it runs for;
 * exclude_user does not apply. With @regs NULL the mode is not known, and the hit counts.
 */
static __always_inline bool perf_tracepoint_skips(const struct perf_event *event,
						  struct pt_regs *regs)
{
	if (event->hw.state & PERF_HES_STOPPED)
		return true;
	return event->attr.exclude_kernel && likely(regs) && !user_mode(regs);
}

static __always_inline void perf_tracepoint_hit(struct perf_event *event,
						struct perf_trace_hit *hit, const bool other)
{
	struct event_filter *filter = perf_tracepoint_filter(event);

	if (perf_tracepoint_skips(event, hit->regs))
		return;
	if (unlikely(filter) || is_sampling_event(event))
		perf_tracepoint_look(event, filter, hit, other);
	else
		local64_add(hit->count, &event->count);
}

/*
 * A record may be about a task other than current, e.g. how long that task waited. Then
 * events of that task count as well, if they are bound to this CPU, so that no other CPU
 * counts them. ctx->lock keeps them from being removed while they overflow here. An event
 * with sigtrap is skipped: a SIGTRAP can be raised for the current task only.
 */
static noinline void perf_tracepoint_hit_task(struct task_struct *task, struct perf_trace_hit *hit)
{
	struct perf_context *ctx;
	struct perf_event *event;
	int cpu = smp_processor_id();

	/* IRQs are off, which keeps the context's memory until after a grace period. */
	ctx = perf_task_context(task);
	if (!ctx)
		return;

	raw_spin_lock(&ctx->lock);
	if (ctx->task != task)
		goto unlock;
	list_for_each_entry(event, &ctx->event_list, event_entry) {
		if (event->cpu != cpu || event->state < PERF_EVENT_STATE_INACTIVE)
			continue;
		if (event->attr.type != PERF_TYPE_TRACEPOINT || event->attr.config != hit->type)
			continue;
		if (!event->attr.sigtrap)
			perf_tracepoint_hit(event, hit, true);
	}
unlock:
	raw_spin_unlock(&ctx->lock);
}

static __always_inline void perf_tracepoint_fire(u16 event_type, u64 count, void *record,
						 int size, struct pt_regs *regs,
						 struct hlist_head *head,
						 struct task_struct *task)
{
	struct perf_trace_hit hit = {
		.type	= event_type,
		.size	= size,
		.count	= count,
		.record	= record,
		.regs	= regs,
	};
	struct perf_event *event;

	local_irq_save(hit.irq_flags);
	hlist_for_each_entry_rcu(event, head, hlist_entry, true)
		perf_tracepoint_hit(event, &hit, false);
	/* ctx->lock cannot be taken in an NMI; no record made in an NMI is about another task. */
	if (unlikely(task) && task != current && !in_nmi())
		perf_tracepoint_hit_task(task, &hit);
	local_irq_restore(hit.irq_flags);
}

/* If @head has one event that only counts, add @count to it. Return: true if done. */
static __always_inline bool perf_tracepoint_just_counted(struct hlist_head *head, u64 count,
							 const struct task_struct *task)
{
	struct perf_event *event;
	struct hlist_node *first;
	unsigned long flags;
	bool still;

	first = READ_ONCE(head->first);
	if (unlikely(task || !first || READ_ONCE(first->next)))
		return false;
	event = hlist_entry(first, struct perf_event, hlist_entry);
	if (READ_ONCE(event->hw.state) || unlikely(perf_tracepoint_filter(event)))
		return false;

	/* The event may have left the list, but not while IRQs are off; its memory is RCU-safe. */
	local_irq_save(flags);
	still = READ_ONCE(head->first) == first;
	if (likely(still))
		local64_add(count, &event->count);
	local_irq_restore(flags);
	return still;
}

/**
 * perf_tp_event - deliver a hit of a trace event
 * @event_type: id of the trace event
 * @count:      added to each event's count
 * @record:     the record, from perf_trace_buf_alloc()
 * @entry_size: bytes in @record
 * @regs:       registers where the trace event was hit; NULL: not known, no sample
 * @head:       this CPU's events of that trace event
 * @rctx:       recursion context of @record, released here
 * @task:       task the record is about; NULL: the current one
 *
 * Context: any, preemption off.
 */
void perf_tp_event(u16 event_type, u64 count, void *record, int entry_size,
		   struct pt_regs *regs, struct hlist_head *head, int rctx,
		   struct task_struct *task)
{
	if (!perf_tracepoint_just_counted(head, count, task))
		perf_tracepoint_fire(event_type, count, record, entry_size, regs, head, task);
	perf_swevent_leave(rctx);
}
EXPORT_SYMBOL_GPL(perf_tp_event);

/* As perf_swevent_period(), but count each sample that is due as lost. */
static void perf_tracepoint_lose_samples(struct perf_event *event)
{
	u64 due = 1;

	if (!(event->attr.sample_type & PERF_SAMPLE_PERIOD) || event->attr.freq)
		due = local64_add_negative(1, &event->hw.period_left) ? 0 :
		      perf_swevent_set_period(event);
	while (due--)
		perf_output_count_lost(event);
}

/* A filter needs the record, so a hit that the filter might have rejected counts as lost. */
static void perf_tracepoint_lose(struct perf_event *event, struct pt_regs *regs)
{
	if (perf_tracepoint_skips(event, regs))
		return;
	if (perf_tracepoint_filter(event)) {
		perf_output_count_lost(event);
		return;
	}
	local64_inc(&event->count);
	if (is_sampling_event(event))
		perf_tracepoint_lose_samples(event);
}

/**
 * perf_trace_too_large - count a hit whose record is too large as lost
 * @head: this CPU's events of that trace event
 * @regs: registers where the trace event was hit, NULL: not known
 *
 * Context: any, preemption off.
 */
void perf_trace_too_large(struct hlist_head *head, struct pt_regs *regs)
{
	struct perf_event *event;

	guard(irqsave)();
	hlist_for_each_entry_rcu(event, head, hlist_entry, true)
		perf_tracepoint_lose(event, regs);
}
EXPORT_SYMBOL_GPL(perf_trace_too_large);

/* The slow path of perf_trace_run_bpf_submit(): run BPF programs, sample, filter. */
static noinline void perf_tracepoint_submit(void *raw_data, int size, int rctx,
					    struct trace_event_call *call, u64 count,
					    struct pt_regs *regs, struct hlist_head *head,
					    struct task_struct *task)
{
	bool wanted = true;

	if (unlikely(bpf_prog_array_valid(call))) {
		/* BPF helpers read the pointer to the registers where the common fields will be. */
		*(struct pt_regs **)raw_data = regs;
		wanted = trace_call_bpf(call, raw_data) && !hlist_empty(head);
	}
	if (likely(wanted))
		perf_tracepoint_fire(call->event.type, count, raw_data, size, regs, head, task);
	perf_swevent_leave(rctx);
}

/**
 * perf_trace_run_bpf_submit - run a trace event's BPF programs, then its events
 * @raw_data: the record
 * @size:     bytes in @raw_data
 * @rctx:     recursion context of @raw_data, released here
 * @call:     the trace event
 * @count:    added to each event's count
 * @regs:     registers where the trace event was hit
 * @head:     this CPU's events of that trace event
 * @task:     task the record is about; NULL: the current one
 *
 * If the programs return 0, the hit does not reach the events.
 *
 * Context: any, preemption off.
 */
void perf_trace_run_bpf_submit(void *raw_data, int size, int rctx, struct trace_event_call *call,
			       u64 count, struct pt_regs *regs, struct hlist_head *head,
			       struct task_struct *task)
{
	if (likely(!bpf_prog_array_valid(call)) &&
	    perf_tracepoint_just_counted(head, count, task))
		perf_swevent_leave(rctx);
	else
		perf_tracepoint_submit(raw_data, size, rctx, call, count, regs, head, task);
}
EXPORT_SYMBOL_GPL(perf_trace_run_bpf_submit);

static int perf_tracepoint_init(struct perf_event *event)
{
	int err;

	if (event->attr.type != PERF_TYPE_TRACEPOINT)
		return -ENOENT;
	if (has_branch_stack(event))
		return perf_refuse_at(-EOPNOTSUPP, PERF_WHY_PMU_NO_BRANCHES,
				      PERF_WHERE_FIELD(branch_sample_type));

	err = perf_trace_init(event);
	/* perf_allow_tracepoint() has given the reason of the other. */
	if (err == -EINVAL)
		return perf_refuse(err, PERF_WHY_PMU_EVENT, PERF_WHERE_FIELD(config), 0,
				   event->attr.config, 0);
	if (err)
		return err;
	event->destroy = perf_trace_destroy;
	return 0;
}

/**
 * perf_tracepoint_clone - set up an inherited instance of an event on a trace event
 * @child:  copy of @parent
 * @parent: instance of the PMU "tracepoint", "kprobe" or "uprobe"
 *
 * Context: task.
 * Return: 0 or an errno of perf_trace_clone().
 */
int perf_tracepoint_clone(struct perf_event *child, const struct perf_event *parent)
{
	int err;

	err = perf_trace_clone(child, parent);
	if (err)
		return err;
	child->destroy = perf_trace_unclone;
	return 0;
}

static struct pmu perf_tracepoint = {
	PERF_TRACE_PMU_OPS,
	.event_init	= perf_tracepoint_init,
};

/**
 * perf_tracepoint_register - register the PMU "tracepoint"
 *
 * Context: boot, once.
 * Return: 0 or an errno.
 */
int __init perf_tracepoint_register(void)
{
	return perf_pmu_register(&perf_tracepoint, "tracepoint", PERF_TYPE_TRACEPOINT);
}
