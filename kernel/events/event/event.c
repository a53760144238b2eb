// SPDX-License-Identifier: GPL-2.0
/*
 * Allocating, referencing and freeing events.
 *
 * struct perf_event_whole holds an opened event and its file side in one allocation; an
 * inherited child is a struct perf_event alone, copied from its parent without repeating
 * the attribute checks. perf_event_alloc() runs in stages; perf_event_free() undoes those
 * marked as done, so a partly initialized event is freed like any other.
 *
 * References: the file (or the kernel code that opened the event), each child on its
 * parent, and queued work. perf_event_put() of the last one frees. Only an NMI on the CPU
 * where the instance was active, or code that writes a side-band record, can still use it
 * then; RCU waits for both. Either may have queued perf_event_file::wakeup_work, which runs
 * late where no interrupt can be raised: perf_event_free_opened_rcu() waits for it.
 *
 * Context: task; perf_event_put() may sleep.
 */
#include <linux/fs.h>
#include <linux/perf_event.h>
#include <linux/pid_namespace.h>
#include <linux/sched/task.h>
#include <linux/security.h>
#include <linux/slab.h>
#include <linux/trace_events.h>

#include "base/attr.h"
#include "base/deferred.h"
#include "base/instance.h"
#include "base/period.h"
#include "base/permission.h"
#include "base/pmu.h"
#include "base/signal.h"
#include "base/why.h"
#include "event/cgroup.h"
#include "event/event.h"
#include "overflow/bpf.h"
#include "overflow/overflow.h"
#include "sample/sample.h"
#include "sched/active.h"
#include "sched/context.h"
#include "sched/sched.h"
#include "sideband/filter.h"
#include "sideband/sideband.h"

/**
 * struct perf_event_whole - an opened event
 * @event:  the opened instance
 * @opened: the file side
 */
struct perf_event_whole {
	struct perf_event	event;
	struct perf_event_file	opened;
};

/* A process with many threads has an instance of each event in each of them. */
static_assert(sizeof(struct perf_event) <= 640);

static struct kmem_cache *perf_whole_cache;
static struct kmem_cache *perf_child_cache;
static atomic64_t perf_event_last_id;

/**
 * perf_event_caches_init - create the slab caches, at boot
 */
void __init perf_event_caches_init(void)
{
	perf_whole_cache = KMEM_CACHE(perf_event_whole, SLAB_PANIC);
	perf_child_cache = KMEM_CACHE(perf_event, SLAB_PANIC);
}

static void perf_event_file_init(struct perf_event_file *opened, struct perf_event *event,
				 u64 options)
{
	opened->event = event;
	opened->orig_type = event->attr.type;
	opened->memcg = options & PERF_EXT_MEMCG;
	opened->no_mux = options & PERF_EXT_NO_MUX;
	init_waitqueue_head(&opened->waitq);
	INIT_LIST_HEAD(&opened->owner_entry);
	INIT_LIST_HEAD(&opened->child_list);
	INIT_LIST_HEAD(&opened->rb_entry);
	mutex_init(&opened->child_mutex);
	mutex_init(&opened->mmap_mutex);
	init_irq_work(&opened->wakeup_work, perf_event_wakeup_work);
	raw_spin_lock_init(&opened->addr_filters.lock);
	INIT_LIST_HEAD(&opened->addr_filters.list);
	INIT_LIST_HEAD(&opened->pmu_entry);
}

static void perf_event_init_common(struct perf_event *event, struct task_struct *task,
				   struct perf_event *group_leader)
{
	INIT_LIST_HEAD(&event->sibling_list);
	INIT_LIST_HEAD(&event->group_entry);
	INIT_LIST_HEAD(&event->due_entry);
	refcount_set(&event->refcount, 1);
	event->group_leader = group_leader ?: event;
	event->id = atomic64_inc_return(&perf_event_last_id);
	event->oncpu = -1;
	if (task) {
		event->hw.target = get_task_struct(task);
		event->attach_state |= PERF_ATTACH_TASK;
	}
}

static void perf_event_set_first_period(struct perf_event *event, u64 period)
{
	event->hw.sample_period = period;
	event->hw.last_period = period;
	local64_set(&event->hw.period_left, period);
}

static void perf_event_init_period(struct perf_event *event)
{
	bool freq = event->attr.freq && event->attr.sample_freq;

	perf_event_set_first_period(event, freq ? 1 : event->attr.sample_period);
}

static void perf_event_init_handler(struct perf_event *event, perf_overflow_handler_t handler,
				    void *context)
{
	if (handler) {
		event->overflow_handler = handler;
		event->overflow_handler_context = context;
	} else if (is_write_backward(event)) {
		event->overflow_handler = perf_event_output_backward;
	} else {
		event->overflow_handler = perf_event_output_forward;
	}
}

/*
 * Stages of perf_event_alloc(). Each returns 0 or an errno and marks in @event the work
 * that perf_event_free() must undo.
 */
static int perf_event_stage_callchain(struct perf_event *event)
{
	int err;

	/* A clone uses the buffers of its parent. */
	if (event->parent || !(event->attr.sample_type & PERF_SAMPLE_CALLCHAIN))
		return 0;
	if (event->attr.defer_callchain) {
		err = perf_deferred_prepare();
		if (err)
			return err;
	}
	err = get_callchain_buffers(event->attr.sample_max_stack);
	if (!err)
		event->attach_state |= PERF_ATTACH_CALLCHAIN;
	return err;
}

static int perf_event_stage_rate(struct perf_event *event)
{
	if (!event->attr.freq || !event->attr.sample_freq)
		return 0;
	event->rate = kzalloc(sizeof(*event->rate), GFP_KERNEL);
	if (!event->rate)
		return -ENOMEM;
	event->rate->event = event;
	return 0;
}

/* pmu::start reads hw.aux_paused; drivers without AUX_PAUSE may use that memory otherwise. */
static void perf_event_stage_aux_pause(struct perf_event *event)
{
	if (event->pmu->capabilities & PERF_PMU_CAP_AUX_PAUSE)
		event->hw.aux_paused = event->attr.aux_start_paused;
}

static int perf_event_stage_exclusive(struct perf_event *event)
{
	int err;

	if (!is_exclusive_pmu(event->pmu))
		return 0;
	err = perf_pmu_exclusive_get(event->pmu, event->attach_state & PERF_ATTACH_TASK);
	if (!err)
		event->attach_state |= PERF_ATTACH_EXCLUSIVE;
	return err;
}

static int perf_event_stage_sigtrap(struct perf_event *event)
{
	if (!event->attr.sigtrap)
		return 0;
	event->sigtrap = perf_sigtrap_alloc(event, perf_event_put);
	return event->sigtrap ? 0 : -ENOMEM;
}

/* The stages that each instance passes, clones included. */
static int perf_event_stages_instance(struct perf_event *event)
{
	int err;

	err = perf_event_stage_exclusive(event);
	if (err)
		return err;
	err = perf_event_stage_rate(event);
	if (err)
		return err;
	err = perf_filters_init(event);
	if (err)
		return err;
	err = perf_event_stage_callchain(event);
	if (err)
		return err;
	err = perf_event_stage_sigtrap(event);
	if (err)
		return err;
	return security_perf_event_alloc(event);
}

/* Last stage, cannot fail. Clones rely on the hooks and accounting of their parent. */
static void perf_event_stage_hooks(struct perf_event *event)
{
	if ((event->attach_state & (PERF_ATTACH_TASK | PERF_ATTACH_SCHED_CB)) ||
	    perf_event_is_cgroup(event) ||
	    needs_branch_stack(event) || event->attr.context_switch) {
		perf_sched_hooks_get();
		event->attach_state |= PERF_ATTACH_SWITCH;
	}

	event->sideband = perf_sideband_classes(&event->attr);
	if (event->sideband) {
		perf_sideband_account(event, 1);
		event->attach_state |= PERF_ATTACH_SIDEBAND;
	}
}

static int __cold perf_event_refuse_task(const struct perf_event *event)
{
	perf_why_pmu(event->pmu->name);
	return perf_refuse_at(-EINVAL, PERF_WHY_PMU_NO_TASK, PERF_WHERE_ARG + 1);
}

static int perf_event_stages(struct perf_event *event, int cgroup_fd)
{
	int err;

	err = perf_pmu_init_event(event);
	if (err)
		return err;
	err = perf_attr_check_pmu(&event->attr, event->pmu->capabilities);
	if (err)
		return err;
	perf_event_stage_aux_pause(event);
	if (cgroup_fd != -1) {
		/* A perf_invalid_context PMU counts for no task, so for no control group. */
		if (event->pmu->task_ctx_nr == perf_invalid_context)
			return perf_event_refuse_task(event);
		err = perf_cgroup_connect(event, cgroup_fd);
		if (err)
			return err;
	} else if ((event->attach_state & PERF_ATTACH_TASK) &&
		   event->pmu->task_ctx_nr == perf_invalid_context) {
		return perf_event_refuse_task(event);
	}
	perf_cgroup_follow(event);
	return perf_event_stages_instance(event);
}

/**
 * perf_event_alloc - allocate an event
 * @offer:           attributes, target and options
 * @handler:         overflow handler, NULL to write samples to the ring
 * @handler_context: perf_event::overflow_handler_context for @handler
 *
 * Return: an event with one reference, in no context; or the errno of
 * perf_event_open(2).
 */
struct perf_event *perf_event_alloc(const struct perf_offer *offer,
				    perf_overflow_handler_t handler, void *handler_context)
{
	const struct perf_event_attr *attr = offer->attr;
	struct perf_event_whole *whole;
	struct perf_event *event;
	int err;

	err = perf_attr_check_target(attr, offer->task);
	if (err)
		return ERR_PTR(err);
	whole = kmem_cache_zalloc(perf_whole_cache, GFP_KERNEL);
	if (!whole)
		return ERR_PTR(-ENOMEM);

	event = &whole->event;
	event->attr = *attr;
	event->cpu = offer->cpu;
	event->opened = &whole->opened;
	event->clock = &local_clock;
	event->ns = get_pid_ns(task_active_pid_ns(current));
	event->state = attr->disabled ? PERF_EVENT_STATE_OFF : PERF_EVENT_STATE_INACTIVE;
	perf_event_file_init(&whole->opened, event, offer->options);
	perf_event_init_common(event, offer->task, offer->leader);
	if (attr->inherit)
		event->attach_state |= PERF_ATTACH_SEVERAL;
	if (offer->options & PERF_EXT_JITTER) {
		event->attach_state |= PERF_ATTACH_JITTER;
		perf_jitter_get();
	}
	perf_event_init_period(event);
	perf_event_init_handler(event, handler, handler_context);

	err = perf_event_stages(event, offer->cgroup_fd);
	if (err) {
		perf_event_put(event);
		return ERR_PTR(err);
	}
	perf_event_stage_hooks(event);
	perf_event_header_sizes(event);
	return event;
}

/* Adjusted to attr.sample_freq, the parent's period is a better start than 1. */
static u64 perf_event_inherited_period(const struct perf_event *parent)
{
	/* The parent's period has the parent's jitter, of which the child carries no rest over. */
	if ((parent->attach_state & PERF_ATTACH_JITTER) && !parent->attr.freq)
		return parent->attr.sample_period;
	return parent->hw.sample_period;
}

/**
 * perf_event_clone - allocate the instance that a new task inherits
 * @parent:       instance of the forking task
 * @task:         the new task
 * @group_leader: clone of @parent's leader, NULL if the clone is a leader
 *
 * The clone's state is PERF_EVENT_STATE_OFF; perf_instance_add() enables it if @parent is
 * enabled by then.
 *
 * Return: the instance, with one reference; NULL if perf_event_is_orphan(); an errno.
 */
struct perf_event *perf_event_clone(struct perf_event *parent, struct task_struct *task,
				    struct perf_event *group_leader)
{
	struct perf_event *origin = perf_event_origin(parent);
	struct perf_event *event;
	int err;

	if (perf_event_is_orphan(parent))
		return NULL;
	event = kmem_cache_zalloc(perf_child_cache, GFP_KERNEL);
	if (!event)
		return ERR_PTR(-ENOMEM);

	refcount_inc(&origin->refcount);
	event->parent = origin;
	event->opened = origin->opened;
	event->attr = parent->attr;
	event->cpu = parent->cpu;
	event->clock = parent->clock;
	event->ns = origin->ns;
	event->state = PERF_EVENT_STATE_OFF;
	event->event_caps = parent->event_caps;
	event->overflow_handler = parent->overflow_handler;
	event->overflow_handler_context = parent->overflow_handler_context;
	perf_event_init_common(event, task, group_leader);
	event->attach_state |= parent->attach_state &
			       (PERF_ATTACH_SIDEBAND | PERF_ATTACH_SEVERAL | PERF_ATTACH_JITTER);
	perf_event_set_first_period(event, perf_event_inherited_period(parent));
	event->sideband = parent->sideband;

	err = perf_pmu_clone_event(event, parent);
	if (!err) {
		perf_event_stage_aux_pause(event);
		err = perf_event_stages_instance(event);
	}
	if (!err)
		return event;

	perf_event_put(event);
	/* fork() must not fail because the PMU was unregistered meanwhile. */
	return perf_event_is_orphan(parent) ? NULL : ERR_PTR(err);
}

static void perf_event_free_memory(struct perf_event *event)
{
	if (event->attach_state & PERF_ATTACH_RANGES)
		kfree(event->addr_filter_ranges);
	kfree(event->rate);
	if (event->parent)
		kmem_cache_free(perf_child_cache, event);
	else
		kmem_cache_free(perf_whole_cache,
				container_of(event, struct perf_event_whole, event));
}

/* perf_children_put() links further instances to the one with the callback. */
static void perf_event_free_rcu(struct rcu_head *head)
{
	struct perf_event *first = container_of(head, struct perf_event, rcu_head);
	struct perf_event *event, *next;

	list_for_each_entry_safe(event, next, &first->group_entry, group_entry)
		perf_event_free_memory(event);
	perf_event_free_memory(first);
}

/* After a grace period nothing queues wakeup_work; a pending work still needs the memory. */
static void perf_event_free_opened_rcu(struct rcu_head *head)
{
	struct perf_event *event = container_of(head, struct perf_event, rcu_head);

	if (irq_work_is_busy(&event->opened->wakeup_work))
		call_rcu(head, perf_event_free_opened_rcu);
	else
		perf_event_free_memory(event);
}

/* Undo the stages that only an opened event has, not a clone. */
static void perf_event_free_opened(struct perf_event *event)
{
	if (event->attach_state & PERF_ATTACH_SIDEBAND)
		perf_sideband_account(event, -1);
	if (event->attach_state & PERF_ATTACH_SWITCH)
		perf_sched_hooks_put();
	if (event->attach_state & PERF_ATTACH_CALLCHAIN)
		put_callchain_buffers();
	if (event->attach_state & PERF_ATTACH_JITTER)
		perf_jitter_put();
	perf_cgroup_disconnect(event);
	put_pid_ns(event->ns);
}

/* Release everything but the memory, which an NMI may still read. */
static void perf_event_dismantle(struct perf_event *event)
{
	struct perf_event *parent = event->parent;

	security_perf_event_free(event);
	perf_filters_free(event);
	if (event->attach_state & PERF_ATTACH_EXCLUSIVE)
		perf_pmu_exclusive_put(event->pmu, event->attach_state & PERF_ATTACH_TASK);
	if (!parent)
		perf_event_free_bpf_prog(event);
	if (event->destroy)
		event->destroy(event);
	if (event->hw.target)
		put_task_struct(event->hw.target);
	if (event->pmu)
		perf_pmu_release_event(event);
	if (event->sigtrap)
		perf_sigtrap_free(event->sigtrap);
	if (event->ctx)
		perf_context_put(event->ctx);
	if (event->aux_event)
		perf_event_put(event->aux_event);
	if (!parent)
		perf_event_free_opened(event);
}

static void perf_event_free(struct perf_event *event)
{
	struct perf_event *parent = event->parent;

	perf_event_dismantle(event);
	if (!parent) {
		call_rcu(&event->rcu_head, perf_event_free_opened_rcu);
		return;
	}
	call_rcu(&event->rcu_head, perf_event_free_rcu);
	perf_event_put(parent);
}

/**
 * perf_event_put - drop a reference, the last one frees @event
 * @event: the instance
 *
 * Context: task, may sleep.
 */
void perf_event_put(struct perf_event *event)
{
	if (refcount_dec_and_test(&event->refcount))
		perf_event_free(event);
}

/* Instances freed per RCU callback: its cost per instance stays small and its run short. */
#define PERF_FREE_TOGETHER	32

/**
 * perf_children_put - drop the references of detached inherited instances
 * @gone: list of the instances, by perf_event::child_entry
 *
 * A child may hold the last reference on its parent, and the PMU's destroy() then takes
 * locks that nest outside a context's mutex.
 *
 * Context: task, may sleep, no context's mutex held.
 */
void perf_children_put(struct list_head *gone)
{
	struct perf_event *child, *next, *parent, *first = NULL;
	unsigned int nr = 0;

	list_for_each_entry_safe(child, next, gone, child_entry) {
		if (!refcount_dec_and_test(&child->refcount))
			continue;
		parent = child->parent;
		perf_event_dismantle(child);
		if (nr++ % PERF_FREE_TOGETHER) {
			list_add_tail(&child->group_entry, &first->group_entry);
		} else {
			if (first)
				call_rcu(&first->rcu_head, perf_event_free_rcu);
			first = child;
		}
		perf_event_put(parent);
	}
	if (first)
		call_rcu(&first->rcu_head, perf_event_free_rcu);
}
