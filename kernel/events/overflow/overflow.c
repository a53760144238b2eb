// SPDX-License-Identifier: GPL-2.0
/*
 * Overflows: a sampling period ends.
 *
 * An overflow is handled in this order: throttling, pausing AUX data, the event's BPF program,
 * event_limit, SIGTRAP, the sample, SIGIO, resuming AUX data. Nothing here takes a lock or
 * sleeps. The irq_work of the opened event wakes and signals, that of the CPU disables.
 *
 * Owns: pending_disable, perf_context::deferred and deferred_node, the bits of
 * perf_event_file::pending_wakeup.
 * Locks: none. Context: on the event's CPU with IRQs off, or NMI: the event cannot be
 * removed meanwhile, and RCU delays the freeing of the objects it points to until afterwards.
 */
#include <linux/fs.h>
#include <linux/irq_work.h>
#include <linux/llist.h>
#include <linux/percpu.h>
#include <linux/perf_event.h>

#include "base/due.h"
#include "base/period.h"
#include "base/signal.h"
#include "overflow/bpf.h"
#include "overflow/overflow.h"
#include "overflow/throttle.h"
#include "ring/output.h"
#include "ring/ring.h"
#include "sample/sample_user.h"
#include "sched/context.h"
#include "sched/sched.h"

/* perf_overflow_switch_aux() is pausing or resuming AUX data on this CPU. */
static DEFINE_PER_CPU(bool, perf_aux_switching);

/*
 * Disabling.
 *
 * perf_event_disable_inatomic() marks the instance and puts its context on a list of this CPU,
 * whose irq_work disables the marked instances. If the context is active on another CPU, it
 * moves to the list of that CPU; it may also be active on none, since the events of a task also
 * count what others do to the task. While a context is on a list, perf_context::deferred is
 * set and the list holds a reference.
 */
static DEFINE_PER_CPU(struct llist_head, perf_deferred_contexts);

static void perf_overflow_flush_fn(struct perf_cpu_context *cpuctx,
				   struct perf_context *ctx, void *data)
{
	int steps = PERF_SECTION_STEPS;
	struct perf_event *event;

	while (steps-- && (event = perf_due_take(ctx, PERF_DUE_DISABLE))) {
		if (!READ_ONCE(event->pending_disable))
			continue;
		WRITE_ONCE(event->pending_disable, 0);
		perf_sched_disable(cpuctx, event, PERF_EVENT_STATE_OFF);
	}
}

/**
 * __perf_overflow_flush - disable the marked instances of a context
 * @ctx: active on this CPU
 *
 * Disables at most PERF_SECTION_STEPS instances. perf_disable_work, which is pending, disables
 * the rest.
 *
 * Context: IRQs off, no context lock held.
 */
void __perf_overflow_flush(struct perf_context *ctx)
{
	perf_context_run_atomic(ctx, perf_overflow_flush_fn, NULL);
}

static void perf_overflow_disable_work(struct irq_work *work);

static DEFINE_PER_CPU(struct irq_work, perf_disable_work) =
	IRQ_WORK_INIT_HARD(perf_overflow_disable_work);

/* Return: true if @ctx is newly on a list; false if it was on one or is being freed. */
static bool perf_overflow_defer(struct perf_context *ctx, int cpu)
{
	/* Pairs with xchg() in perf_deferred_run(): an instance it misses queues @ctx again. */
	if (xchg(&ctx->deferred, 1) || !refcount_inc_not_zero(&ctx->refcount))
		return false;
	llist_add(&ctx->deferred_node, per_cpu_ptr(&perf_deferred_contexts, cpu));
	return true;
}

/* Return: the CPU that has to go on with @ctx, or -1. */
static int perf_deferred_run(struct perf_context *ctx)
{
	int cpu;

	xchg(&ctx->deferred, 0);
	cpu = perf_context_run_atomic(ctx, perf_overflow_flush_fn, NULL);
	/* This CPU goes on with the rest, and with @ctx->unsynced, after other interrupts. */
	if (cpu < 0 && (perf_due_left(ctx, PERF_DUE_DISABLE) ||
			!list_empty_careful(&ctx->unsynced)))
		cpu = smp_processor_id();
	return cpu;
}

static void perf_overflow_disable_work(struct irq_work *work)
{
	struct llist_node *first = llist_del_all(this_cpu_ptr(&perf_deferred_contexts));
	struct perf_context *ctx, *next;
	int cpu;

	llist_for_each_entry_safe(ctx, next, first, deferred_node) {
		cpu = perf_deferred_run(ctx);
		if (cpu >= 0 && perf_overflow_defer(ctx, cpu))
			irq_work_queue_on(per_cpu_ptr(&perf_disable_work, cpu), cpu);
		perf_context_put(ctx);
	}
}

/**
 * perf_event_disable_inatomic - disable an event from its own overflow
 * @event: ACTIVE
 *
 * perf_disable_work disables @event once interrupts are on again, or the context switch at
 * which its context leaves the CPU does.
 *
 * Context: on the CPU of the overflow with IRQs off, or NMI.
 */
void perf_event_disable_inatomic(struct perf_event *event)
{
	WRITE_ONCE(event->pending_disable, 1);
	perf_due_raise(event);
	if (perf_overflow_defer(event->ctx, smp_processor_id()))
		irq_work_queue(this_cpu_ptr(&perf_disable_work));
}

/*
 * Waking and signalling.
 */

/**
 * perf_event_wakeup_work - wake the waiters of an opened event and send SIGIO
 * @work: perf_event_file::wakeup_work
 *
 * While @work is queued, the memory of an opened event that was closed stays allocated; the
 * event has no ring and no fasync listeners then.
 *
 * Context: irq_work.
 */
void perf_event_wakeup_work(struct irq_work *work)
{
	struct perf_event_file *opened = container_of(work, struct perf_event_file, wakeup_work);
	struct perf_buffer *rb;
	int band;

	if (!(atomic_xchg(&opened->pending_wakeup, 0) & PERF_PENDING_WAKEUP))
		return;

	scoped_guard(rcu) {
		rb = rcu_dereference(opened->rb);
		if (rb)
			perf_ring_wakeup(rb);
	}
	band = xchg(&opened->poll_band, 0);
	if (READ_ONCE(opened->fasync))
		kill_fasync(&opened->fasync, SIGIO, band ?: POLL_IN);
}

/* PERF_EVENT_IOC_REFRESH: true if this overflow was the last one allowed. */
static __always_inline bool perf_overflow_was_last(struct perf_event *event)
{
	atomic_t *limit = &event->opened->event_limit;

	if (likely(!atomic_read(limit)) || !atomic_dec_and_test(limit))
		return false;
	perf_event_disable_inatomic(event);
	return true;
}

/*
 * AUX data.
 */
static void perf_aux_switch(struct perf_event *aux_event, bool pause)
{
	struct hw_perf_event *hw = &aux_event->hw;

	if (READ_ONCE(aux_event->state) != PERF_EVENT_STATE_ACTIVE || hw->aux_paused == pause)
		return;

	hw->aux_paused = pause;
	if (pause)
		aux_event->pmu->stop(aux_event, PERF_EF_PAUSE);
	else
		aux_event->pmu->start(aux_event, PERF_EF_RESUME);
}

static noinline void perf_overflow_switch_aux(struct perf_event *event, bool pause)
{
	struct perf_event *aux_event = READ_ONCE(event->aux_event);

	/* An NMI that interrupts the switching leaves the trace as it is. */
	if (!aux_event || __this_cpu_read(perf_aux_switching))
		return;

	__this_cpu_write(perf_aux_switching, true);
	barrier(); /* against an NMI on this CPU */
	perf_aux_switch(aux_event, pause);
	barrier(); /* against an NMI on this CPU */
	__this_cpu_write(perf_aux_switching, false);
}

/*
 * Runs the program and delivers the sample. Without @regs the program does not run and the
 * sample is counted as lost; event_limit, SIGTRAP and SIGIO work as for any overflow.
 */
static int perf_overflow_deliver(struct perf_event *event, struct perf_sample_data *data,
				 struct pt_regs *regs)
{
	perf_overflow_handler_t handler = READ_ONCE(event->overflow_handler);
	bool last;

	if (likely(regs) && !perf_bpf_overflow(event, data, regs))
		return 0;

	last = perf_overflow_was_last(event);
	if (unlikely(event->sigtrap))
		perf_sigtrap_queue(event->sigtrap, data, regs);
	if (likely(regs))
		handler(event, data, regs);
	else
		perf_output_count_lost(event);
	/* For each overflow, with or without a ring. */
	if (unlikely(READ_ONCE(event->opened->fasync)))
		perf_sigio_queue(event->opened, last ? POLL_HUP : POLL_IN);
	return last;
}

/*
 * Handles any overflow, in the order of the top of this file. @regs: NULL if @event must not
 * expose them.
 */
static noinline int perf_overflow_full(struct perf_event *event, bool enforce,
				       struct perf_sample_data *data, struct pt_regs *regs)
{
	int stop;

	/* A counting event: its counter, narrower than the count, has wrapped. */
	if (unlikely(!is_sampling_event(event)))
		return 0;
	/* @event has used up event_limit; perf_disable_work has not run yet. */
	if (unlikely(READ_ONCE(event->pending_disable)))
		return 1;

	stop = perf_throttle_account(event, enforce);
	/* @event is throttled, and resident, so it is not stopped: drop the overflow. */
	if (unlikely(stop) && !enforce)
		return stop;
	if (perf_event_has_jitter(event))
		perf_period_jitter(event);
	if (unlikely(event->attr.aux_pause))
		perf_overflow_switch_aux(event, true);
	stop |= perf_overflow_deliver(event, data, regs);
	if (unlikely(event->attr.aux_resume))
		perf_overflow_switch_aux(event, false);
	return stop;
}

/* True if the overflow only writes a sample, unless perf_throttle_is_due(). */
static __always_inline bool perf_overflow_is_plain(struct perf_event *event)
{
	const struct perf_event_file *opened = event->opened;

	return event->overflow_handler == perf_event_output_forward &&
	       is_sampling_event(event) && !READ_ONCE(event->pending_disable) &&
	       !event->sigtrap && !event->aux_event && !perf_event_has_jitter(event) &&
	       !READ_ONCE(opened->event->prog) && !READ_ONCE(opened->fasync) &&
	       !atomic_read(&opened->event_limit);
}

static __always_inline int perf_overflow(struct perf_event *event, bool enforce,
					 struct perf_sample_data *data, struct pt_regs *regs)
{
	if (unlikely(!perf_overflow_is_plain(event) || perf_throttle_is_due(event)))
		return perf_overflow_full(event, enforce, data, regs);
	perf_event_output_forward(event, data, regs);
	return 0;
}

/**
 * perf_event_overflow_burst - as perf_event_overflow(), for software events
 * @event:   ACTIVE
 * @enforce: the event may be throttled; false for a single overflow, since throttling would lose
 *           actions of the monitored code itself
 * @data:    the sample so far
 * @regs:    registers at the overflow
 *
 * Context: on the event's CPU with IRQs off, or NMI.
 * Return: non-zero: the event shall stop; the caller reports no more overflows now.
 */
int perf_event_overflow_burst(struct perf_event *event, bool enforce,
			      struct perf_sample_data *data, struct pt_regs *regs)
{
	return perf_overflow(event, enforce, data, regs);
}

/*
 * A counter of user mode has overflowed at the last moment, and the interrupt came in the
 * kernel. An opener that excludes the kernel may not be allowed to see its addresses and
 * registers. If the interrupt arrives late, inside the kernel, the sample shows where the task
 * entered the kernel, or where the hardware reports the overflow. Return: NULL if the task has
 * no user mode.
 */
static noinline struct pt_regs *perf_overflow_user_regs(struct perf_sample_data *data,
							struct pt_regs *regs)
{
	struct perf_regs user;

	/* In the entry code user.regs may be missing, or be those of the previous entry. */
	perf_sample_regs_user(&user, regs);
	if (!user.regs || !user_mode(user.regs))
		return NULL;
	if ((perf_misc_flags(regs) & PERF_RECORD_MISC_CPUMODE_MASK) == PERF_RECORD_MISC_USER) {
		data->ip = perf_instruction_pointer(regs);
		data->sample_flags |= PERF_SAMPLE_IP;
	}
	return user.regs;
}

/* True unless the CPU mode is the hypervisor's or a guest's: @regs would expose this kernel. */
static bool perf_overflow_is_here(struct pt_regs *regs)
{
	switch (perf_misc_flags(regs) & PERF_RECORD_MISC_CPUMODE_MASK) {
	case PERF_RECORD_MISC_HYPERVISOR:
	case PERF_RECORD_MISC_GUEST_KERNEL:
	case PERF_RECORD_MISC_GUEST_USER:
		return false;
	default:
		return true;
	}
}

/* With registers that @event may see: both functions below. */
static __always_inline int perf_overflow_visible(struct perf_event *event, bool enforce,
						 struct perf_sample_data *data,
						 struct pt_regs *regs)
{
	if (unlikely(event->attr.exclude_kernel && !user_mode(regs)) &&
	    perf_overflow_is_here(regs)) {
		regs = perf_overflow_user_regs(data, regs);
		if (!regs)
			return perf_overflow_full(event, enforce, data, NULL);
	}
	return perf_overflow(event, enforce, data, regs);
}

/**
 * perf_event_overflow - deliver a sample: a period has ended
 * @event: ACTIVE
 * @data:  the sample so far, as perf_sample_data_init() and the driver left it
 * @regs:  registers at the overflow
 *
 * If @event excludes the kernel and @regs are of the kernel, the sample is one of the task's
 * user mode. If the task has none, or its registers are not saved yet, the sample is lost;
 * signals, event_limit and AUX data work as always. A sample of the hypervisor or of a guest
 * is delivered as it is.
 *
 * Context: on the event's CPU with IRQs off, or NMI.
 * Return: non-zero: the driver shall stop the event.
 */
int perf_event_overflow(struct perf_event *event, struct perf_sample_data *data,
			struct pt_regs *regs)
{
	return perf_overflow_visible(event, true, data, regs);
}
EXPORT_SYMBOL_GPL(perf_event_overflow);

/**
 * perf_event_overflow_single - as perf_event_overflow(), without throttling
 * @event: ACTIVE
 * @data:  the sample so far
 * @regs:  registers at the overflow
 *
 * For an overflow whose rate something else limits, as the rate of context switches.
 *
 * Context: on the event's CPU with IRQs off.
 * Return: non-zero: the caller shall stop the event.
 */
int perf_event_overflow_single(struct perf_event *event, struct perf_sample_data *data,
			       struct pt_regs *regs)
{
	return perf_overflow_visible(event, false, data, regs);
}
