// SPDX-License-Identifier: GPL-2.0
/*
 * The events of a PMU: event_init(), which event a PMU takes, and the list of open events.
 *
 * The PMU of an event is found by one look-up of attr.type. Only for the types of "the CPU"
 * (perf_type_is_of_cpu()) whose PMU does not accept the event, event_init() of all PMUs is
 * called in turn. Events hold a reference on their PMU and on its module.
 *
 * Locks: pmu::events_lock protects pmu::events.
 * Context: task.
 */
#include <linux/module.h>
#include <linux/perf_event.h>
#include <linux/perf_regs.h>

#include "base/context_types.h"
#include "base/locks.h"
#include "base/pmu.h"
#include "base/why.h"

/* ABI: the masks count even if sample_type has no PERF_SAMPLE_REGS_*. */
static bool perf_event_wants_extended_regs(const struct perf_event *event)
{
	u64 regs = event->attr.sample_regs_user | event->attr.sample_regs_intr;

	return regs & PERF_REG_EXTENDED_MASK;
}

/* Checks on behalf of drivers, by pmu->capabilities and pmu->scope. */
static int perf_pmu_check_event(const struct pmu *pmu, struct perf_event *event)
{
	int cpu;

	if (!(pmu->capabilities & PERF_PMU_CAP_EXTENDED_REGS) &&
	    perf_event_wants_extended_regs(event))
		return perf_refuse(-EOPNOTSUPP, PERF_WHY_PMU_REGS,
				   PERF_WHERE_FIELD(sample_regs_intr), 0,
				   event->attr.sample_regs_intr, ~PERF_REG_EXTENDED_MASK);
	if ((pmu->capabilities & PERF_PMU_CAP_NO_EXCLUDE) && event_has_any_exclude_flag(event))
		return perf_refuse_flags(-EINVAL, PERF_WHY_PMU_EXCLUDE, .exclude_user = 1,
					 .exclude_kernel = 1, .exclude_hv = 1, .exclude_idle = 1,
					 .exclude_host = 1, .exclude_guest = 1);

	if (pmu->scope != PERF_PMU_SCOPE_NONE && event->cpu >= 0) {
		cpu = perf_pmu_scope_target(pmu, event->cpu);
		if (cpu >= nr_cpu_ids)
			return perf_refuse_at(-ENODEV, PERF_WHY_PMU_CPU, PERF_WHERE_ARG + 2);
		event->cpu = cpu;
		event->event_caps |= PERF_EV_CAP_READ_SCOPE;
	}
	return 0;
}

/*
 * event_init() of a PMU with counters checks whether the whole group can ever fit, so the
 * leader's context mutex is held. event_init() of software events does not, and may patch the
 * kernel's text, which must not happen under the mutex: CPU hotplug locks in reverse order.
 */
static int perf_pmu_call_event_init(struct pmu *pmu, struct perf_event *event)
{
	struct perf_event *leader = event->group_leader;

	if (leader == event || pmu->task_ctx_nr == perf_sw_context)
		return pmu->event_init(event);
	guard(perf_event_ctx)(leader);
	return pmu->event_init(event);
}

/* Ends the set-up of an event on its PMU, whose reference it drops. */
static void perf_pmu_clear_event(struct perf_event *event)
{
	struct pmu *pmu = event->pmu;

	event->destroy = NULL;
	event->pmu = NULL;
	perf_pmu_drop(pmu);
}

/* As perf_pmu_clear_event(), after event_init() has succeeded. */
static void perf_pmu_undo_init(struct perf_event *event)
{
	if (event->destroy)
		event->destroy(event);
	perf_pmu_clear_event(event);
}

/* Call event_init(); @event gets the caller's reference on @pmu, an error drops it. */
static int perf_pmu_offer(struct pmu *pmu, struct perf_event *event)
{
	int err;

	event->pmu = pmu;
	err = perf_pmu_call_event_init(pmu, event);
	if (err) {
		/* Others may be asked after -ENOENT. */
		if (err != -ENOENT)
			perf_why_pmu(pmu->name);
		perf_pmu_clear_event(event);
		return err;
	}
	err = perf_pmu_check_event(pmu, event);
	if (err) {
		perf_why_pmu(pmu->name);
		perf_pmu_undo_init(event);
	}
	return err;
}

/* Types of events of the CPU that do not name a PMU. */
static bool perf_type_is_of_cpu(u32 type)
{
	return type == PERF_TYPE_HARDWARE || type == PERF_TYPE_HW_CACHE || type == PERF_TYPE_RAW;
}

static int __cold perf_pmu_refuse(const struct perf_event *event)
{
	return perf_refuse(-ENOENT, PERF_WHY_NO_PMU, PERF_WHERE_FIELD(type), 0,
			   event->opened->orig_type, 0);
}

/* Offer the event to all PMUs in the order of their ids, until the result is not -ENOENT. */
static int perf_pmu_offer_all(struct perf_event *event)
{
	unsigned long type = 0;
	struct pmu *pmu;
	int err;

	for (; (pmu = perf_pmu_get_from(&type)); type++) {
		err = perf_pmu_offer(pmu, event);
		if (err != -ENOENT)
			return err;
	}
	return perf_pmu_refuse(event);
}

/* A generic event that names its PMU in the upper half of config. */
static int perf_pmu_init_extended(struct perf_event *event, u32 type)
{
	struct pmu *pmu = perf_pmu_get(type);

	if (!pmu)
		return perf_pmu_refuse(event);
	if (type != PERF_TYPE_RAW && !(pmu->capabilities & PERF_PMU_CAP_EXTENDED_HW_TYPE)) {
		perf_pmu_drop(pmu);
		return perf_pmu_refuse(event);
	}
	event->attr.config &= PERF_HW_EVENT_MASK;
	return perf_pmu_offer(pmu, event);
}

static int perf_pmu_find(struct perf_event *event)
{
	const u32 asked = event->attr.type;
	u32 type = asked;
	struct pmu *pmu;
	int err;

	if (asked == PERF_TYPE_HARDWARE || asked == PERF_TYPE_HW_CACHE) {
		type = event->attr.config >> PERF_PMU_TYPE_SHIFT;
		if (type)
			return perf_pmu_init_extended(event, type);
		type = PERF_TYPE_RAW;
	}

	pmu = perf_pmu_get(type);
	if (pmu) {
		err = perf_pmu_offer(pmu, event);
		if (err != -ENOENT)
			return err;
	}
	if (event->attr.type != asked) {
		pmu = perf_pmu_get(event->attr.type);
		return pmu ? perf_pmu_offer(pmu, event) : perf_pmu_refuse(event);
	}
	if (perf_type_is_of_cpu(asked))
		return perf_pmu_offer_all(event);
	/* The errno of the one PMU, whose driver gives the reason. */
	return pmu ? -ENOENT : perf_pmu_refuse(event);
}

/*
 * Only PMUs with a dynamic type id can be unregistered, and so need a list of their events.
 * PMUs with an id of the ABI are built in.
 */
static bool perf_pmu_may_go(const struct pmu *pmu)
{
	return pmu->type >= PERF_TYPE_MAX;
}

static int perf_pmu_enlist(struct perf_event *event)
{
	struct pmu *pmu = event->pmu;

	if (!perf_pmu_may_go(pmu))
		return 0;
	guard(spinlock)(&pmu->events_lock);
	if (pmu->revoked)
		return perf_refuse_at(-ENODEV, PERF_WHY_PMU_GONE, PERF_WHERE_FIELD(type));
	list_add_tail(&event->opened->pmu_entry, &pmu->events);
	return 0;
}

static void perf_pmu_delist(struct perf_event *event)
{
	struct pmu *pmu = event->pmu;

	if (event->parent || !perf_pmu_may_go(pmu))
		return;
	guard(spinlock)(&pmu->events_lock);
	list_del_init(&event->opened->pmu_entry);
}

/**
 * perf_pmu_next_event - iterate over the open events of a PMU
 * @pmu: revoked PMU with a dynamic type id
 *
 * The returned event moves to the end of pmu::events.
 *
 * Return: an event, with a reference; NULL if all events left are being freed.
 * Context: task.
 */
struct perf_event *perf_pmu_next_event(struct pmu *pmu)
{
	struct perf_event_file *opened;

	guard(spinlock)(&pmu->events_lock);
	list_for_each_entry(opened, &pmu->events, pmu_entry) {
		if (!refcount_inc_not_zero(&opened->event->refcount))
			continue;
		list_move_tail(&opened->pmu_entry, &pmu->events);
		return opened->event;
	}
	return NULL;
}

/**
 * perf_pmu_disown_event - detach an event from its PMU for good
 * @event: opened event in no context, whose destroy() has been called
 *
 * The caller gets the event's references on the PMU and its module, and drops them by
 * perf_pmu_drop() once no code can use the old event->pmu any more.
 *
 * Context: task.
 */
void perf_pmu_disown_event(struct perf_event *event)
{
	perf_pmu_delist(event);
	WRITE_ONCE(event->pmu, &perf_pmu_gone);
}

/**
 * perf_pmu_init_event - find the PMU of an event and call its event_init()
 * @event: attr, cpu, hw.target and group_leader are set
 *
 * Sets event->pmu, with a reference on the PMU and its module. If event_init() changes
 * attr.type and returns -ENOENT, the PMU of the new type is called next.
 *
 * Context: task; the caller does not hold the context mutex of a sibling's leader, which is
 * locked here.
 * Return: 0; -ENOENT: no PMU counts the event; -EOPNOTSUPP, -EINVAL, -ENODEV: the PMU's
 * capabilities or scope exclude the event; -ENODEV: the PMU is being unregistered; else the
 * errno of event_init().
 */
int perf_pmu_init_event(struct perf_event *event)
{
	int err;

	err = perf_pmu_find(event);
	if (err)
		return err;
	err = perf_pmu_enlist(event);
	if (err)
		perf_pmu_undo_init(event);
	return err;
}

/**
 * perf_pmu_clone_event - set up an inherited instance
 * @child:  copy of @parent that has counted nothing yet
 * @parent: instance whose PMU @child shares
 *
 * Context: task.
 * Return: 0; -ENODEV: the PMU is unregistered; else the errno of event_clone() or event_init().
 */
int perf_pmu_clone_event(struct perf_event *child, const struct perf_event *parent)
{
	struct pmu *pmu = parent->pmu;
	int err;

	if (READ_ONCE(pmu->revoked))
		return -ENODEV;

	/* @parent holds both references, so neither count is zero. */
	__module_get(pmu->module);
	refcount_inc(&pmu->refcount);
	child->pmu = pmu;
	err = pmu->event_clone ? pmu->event_clone(child, parent) : pmu->event_init(child);
	if (err)
		perf_pmu_clear_event(child);
	return err;
}

/**
 * perf_pmu_release_event - undo perf_pmu_init_event() or perf_pmu_clone_event()
 * @event: in no context; its destroy() has been called
 *
 * Context: any in which the PMU's module may be put.
 */
void perf_pmu_release_event(struct perf_event *event)
{
	struct pmu *pmu = event->pmu;

	if (!pmu || pmu == &perf_pmu_gone)
		return;
	perf_pmu_delist(event);
	perf_pmu_clear_event(event);
}

/**
 * perf_pmu_exclusive_get - add a user of a PMU that has one kind of user at a time
 * @pmu:  with PERF_PMU_CAP_EXCLUSIVE
 * @task: kind of user: an event of a task, else an event of a CPU
 *
 * Return: 0; -EBUSY: @pmu has users of the other kind.
 */
int perf_pmu_exclusive_get(struct pmu *pmu, bool task)
{
	bool ok = task ? atomic_dec_unless_positive(&pmu->exclusive_cnt) :
			 atomic_inc_unless_negative(&pmu->exclusive_cnt);

	if (ok)
		return 0;
	perf_why_pmu(pmu->name);
	return perf_refuse_at(-EBUSY, PERF_WHY_PMU_EXCLUSIVE, PERF_WHERE_FIELD(type));
}

/**
 * perf_pmu_exclusive_put - undo perf_pmu_exclusive_get()
 * @pmu:  the PMU
 * @task: as passed to perf_pmu_exclusive_get()
 */
void perf_pmu_exclusive_put(struct pmu *pmu, bool task)
{
	atomic_add(task ? 1 : -1, &pmu->exclusive_cnt);
}

/* True if the PMU would have to count both events at a time on some CPU. */
static bool perf_events_overlap(const struct perf_event *a, const struct perf_event *b)
{
	return a->pmu == b->pmu && (a->cpu == b->cpu || a->cpu < 0 || b->cpu < 0);
}

/**
 * perf_pmu_check_join - check whether an event may be installed in a context
 * @event: the event
 * @ctx:   the context; the result holds while the caller holds ctx->mutex
 *
 * Return: 0; -ENODEV: the PMU is unregistered; -EBUSY: the PMU is exclusive, and @ctx has an
 * overlapping event of it.
 */
int perf_pmu_check_join(const struct perf_event *event, const struct perf_context *ctx)
{
	const struct perf_event *other;

	lockdep_assert_held(&ctx->mutex);
	if (READ_ONCE(event->pmu->revoked))
		return perf_refuse_at(-ENODEV, PERF_WHY_PMU_GONE, PERF_WHERE_FIELD(type));
	if (!is_exclusive_pmu(event->pmu))
		return 0;
	list_for_each_entry(other, &ctx->event_list, event_entry) {
		if (perf_events_overlap(event, other)) {
			perf_why_pmu(event->pmu->name);
			return perf_refuse_at(-EBUSY, PERF_WHY_PMU_EXCLUSIVE,
					      PERF_WHERE_FIELD(type));
		}
	}
	return 0;
}
