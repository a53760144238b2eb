// SPDX-License-Identifier: GPL-2.0
/*
 * The registry of PMUs.
 *
 * Finding the PMU of an event is one look-up by attr.type. Drivers are only asked
 * in turn for the types that belong to "the CPU" and that no single driver has
 * claimed.
 *
 * A PMU lives from perf_pmu_register() to perf_pmu_unregister(), which may come while
 * events are open: they are taken from it then, and belong to a PMU that does nothing
 * (perf_pmu_gone). Events hold a reference on their PMU and on its module. struct pmu
 * itself is the driver's memory; what hangs off it is freed here.
 *
 * Owns: type ids, the core's state per PMU and CPU, the look of devices on the
 * event_source bus (pmu_sysfs.c).
 * Locks: registry_lock serialises registering; look-ups are under RCU. A PMU's
 * events_lock protects its list of events.
 * Context: task, but for perf_pmu_disable() and perf_pmu_enable().
 */
#include <linux/export.h>
#include <linux/hrtimer.h>
#include <linux/init.h>
#include <linux/jiffies.h>
#include <linux/ktime.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/percpu.h>
#include <linux/perf_event.h>
#include <linux/perf_regs.h>
#include <linux/printk.h>
#include <linux/wait_bit.h>
#include <linux/xarray.h>

#include "base/context_types.h"
#include "base/locks.h"
#include "base/pmu.h"
#include "base/pmu_sysfs.h"
#include "base/upcalls.h"

/* By type id. An id whose PMU is still being set up is reserved. */
static DEFINE_XARRAY_ALLOC(registry);
static DEFINE_MUTEX(registry_lock);

/*
 * Default operations.
 */
static void perf_pmu_nop(struct pmu *pmu)
{
}

static void perf_pmu_nop_flags(struct perf_event *event, int flags)
{
}

static int perf_pmu_nop_index(struct perf_event *event)
{
	return 0;
}

static int perf_pmu_nop_period(struct perf_event *event, u64 value)
{
	return 0;
}

/*
 * A PMU without transactions of its own takes events one by one. Disabling it
 * meanwhile makes a group start at once. There is one transaction at a time on a
 * CPU, since IRQs are off throughout and no NMI begins one.
 */
static DEFINE_PER_CPU(unsigned int, simple_txn_flags);

static void perf_pmu_simple_start(struct pmu *pmu, unsigned int flags)
{
	__this_cpu_write(simple_txn_flags, flags);
	if (flags & PERF_PMU_TXN_ADD)
		perf_pmu_disable(pmu);
}

static void perf_pmu_simple_cancel(struct pmu *pmu)
{
	unsigned int flags = __this_cpu_read(simple_txn_flags);

	__this_cpu_write(simple_txn_flags, 0);
	if (flags & PERF_PMU_TXN_ADD)
		perf_pmu_enable(pmu);
}

static int perf_pmu_simple_commit(struct pmu *pmu)
{
	perf_pmu_simple_cancel(pmu);
	return 0;
}

static void perf_pmu_set_defaults(struct pmu *pmu)
{
	if (!pmu->start_txn) {
		pmu->start_txn = perf_pmu_simple_start;
		pmu->commit_txn = perf_pmu_simple_commit;
		pmu->cancel_txn = perf_pmu_simple_cancel;
	}
	pmu->pmu_enable = pmu->pmu_enable ?: perf_pmu_nop;
	pmu->pmu_disable = pmu->pmu_disable ?: perf_pmu_nop;
	pmu->start = pmu->start ?: perf_pmu_nop_flags;
	pmu->stop = pmu->stop ?: perf_pmu_nop_flags;
	pmu->event_idx = pmu->event_idx ?: perf_pmu_nop_index;
	pmu->check_period = pmu->check_period ?: perf_pmu_nop_period;
	if (pmu->hrtimer_interval_ms < 1)
		pmu->hrtimer_interval_ms = max(1000 / HZ, 1);
}

/**
 * perf_pmu_disable - keep a PMU from counting on this CPU
 * @pmu: the PMU
 *
 * Calls nest.
 *
 * Context: on the CPU to be affected with IRQs off, or NMI.
 */
void perf_pmu_disable(struct pmu *pmu)
{
	if (__this_cpu_inc_return(*pmu->pmu_disable_count) == 1)
		pmu->pmu_disable(pmu);
}

/**
 * perf_pmu_enable - undo one perf_pmu_disable()
 * @pmu: the PMU
 *
 * Context: as perf_pmu_disable().
 */
void perf_pmu_enable(struct pmu *pmu)
{
	if (!__this_cpu_dec_return(*pmu->pmu_disable_count))
		pmu->pmu_enable(pmu);
}

/*
 * The PMU of an event whose PMU has gone. Such an event is in no context: what is
 * asked here comes from its file.
 */
static int perf_pmu_gone_init(struct perf_event *event)
{
	return -ENODEV;
}

static int perf_pmu_gone_add(struct perf_event *event, int flags)
{
	return -ENODEV;
}

static void perf_pmu_gone_read(struct perf_event *event)
{
}

static struct pmu perf_pmu_gone = {
	.name		= "gone",
	.type		= -1,
	.task_ctx_nr	= perf_sw_context,
	.revoked	= true,
	.pmu_enable	= perf_pmu_nop,
	.pmu_disable	= perf_pmu_nop,
	.event_init	= perf_pmu_gone_init,
	.add		= perf_pmu_gone_add,
	.del		= perf_pmu_nop_flags,
	.start		= perf_pmu_nop_flags,
	.stop		= perf_pmu_nop_flags,
	.read		= perf_pmu_gone_read,
	.event_idx	= perf_pmu_nop_index,
	.check_period	= perf_pmu_nop_period,
};

/**
 * perf_pmu_is_gone - has the event's PMU been unregistered under it?
 * @event: the event
 *
 * Context: any.
 * Return: true if it has.
 */
bool perf_pmu_is_gone(const struct perf_event *event)
{
	return READ_ONCE(event->pmu) == &perf_pmu_gone;
}

/*
 * Coming and going.
 */
static int perf_pmu_alloc_percpu(struct pmu *pmu)
{
	int cpu;

	pmu->pmu_disable_count = alloc_percpu(int);
	if (!pmu->pmu_disable_count)
		return -ENOMEM;
	pmu->cpu_pmu_context = alloc_percpu(struct perf_cpu_pmu_context);
	if (!pmu->cpu_pmu_context) {
		free_percpu(pmu->pmu_disable_count);
		return -ENOMEM;
	}

	for_each_possible_cpu(cpu) {
		struct perf_cpu_pmu_context *cpc = per_cpu_ptr(pmu->cpu_pmu_context, cpu);

		cpc->pmu = pmu;
		INIT_LIST_HEAD(&cpc->active[0]);
		INIT_LIST_HEAD(&cpc->active[1]);
		INIT_LIST_HEAD(&cpc->sched_cb_entry);
		INIT_LIST_HEAD(&cpc->dirty_entry);
		cpc->dirty = PERF_PRIO_NONE;
		cpc->mux_interval = ms_to_ktime(pmu->hrtimer_interval_ms);
	}
	return 0;
}

static void perf_pmu_free_percpu(struct pmu *pmu)
{
	int cpu;

	/* The last groups may have gone in the middle of a turn. */
	for_each_possible_cpu(cpu) {
		struct perf_cpu_pmu_context *cpc = per_cpu_ptr(pmu->cpu_pmu_context, cpu);

		if (cpc->mux_ready)
			hrtimer_cancel(&cpc->mux_timer);
	}
	free_percpu(pmu->cpu_pmu_context);
	free_percpu(pmu->pmu_disable_count);
}

static bool perf_pmu_is_complete(const struct pmu *pmu)
{
	return pmu->event_init && pmu->add && pmu->del && pmu->read &&
	       pmu->scope < PERF_PMU_MAX_SCOPE &&
	       !pmu->start_txn == !pmu->commit_txn && !pmu->start_txn == !pmu->cancel_txn;
}

/* Give the PMU its type; look-ups do not find it yet. */
static int perf_pmu_reserve_type(struct pmu *pmu, int type)
{
	u32 id = type;
	int err;

	if (type >= 0)
		err = xa_insert(&registry, id, NULL, GFP_KERNEL);
	else
		err = xa_alloc(&registry, &id, NULL, XA_LIMIT(PERF_TYPE_MAX, INT_MAX), GFP_KERNEL);
	if (!err)
		pmu->type = id;
	return err;
}

/**
 * perf_pmu_register - add a PMU
 * @pmu:  filled in by the driver
 * @name: its name in sysfs; has to last
 * @type: its type id, -1 for any free one
 *
 * Events may be opened as soon as this has returned.
 *
 * Context: task.
 * Return: 0; -EINVAL: a mandatory operation is missing; -EBUSY: the type is
 * taken; -ENOMEM; or why there is no device in sysfs.
 */
int perf_pmu_register(struct pmu *pmu, const char *name, int type)
{
	int err;

	if (!name || !perf_pmu_is_complete(pmu)) {
		pr_err("perf: PMU %s lacks a mandatory operation\n", name ?: "without a name");
		return -EINVAL;
	}

	guard(mutex)(&registry_lock);
	pmu->name = name;
	pmu->revoked = false;
	INIT_LIST_HEAD(&pmu->entry);
	INIT_LIST_HEAD(&pmu->events);
	spin_lock_init(&pmu->events_lock);
	atomic_set(&pmu->exclusive_cnt, 0);
	refcount_set(&pmu->refcount, 1);
	perf_pmu_set_defaults(pmu);

	err = perf_pmu_alloc_percpu(pmu);
	if (err)
		return err;
	err = perf_pmu_reserve_type(pmu, type);
	if (err)
		goto free_percpu;
	err = perf_pmu_sysfs_add(pmu);
	if (err)
		goto release_type;

	/* The slot is reserved, so this does not fail. */
	xa_store(&registry, pmu->type, pmu, GFP_KERNEL);
	return 0;

release_type:
	xa_erase(&registry, pmu->type);
free_percpu:
	perf_pmu_free_percpu(pmu);
	return err;
}
EXPORT_SYMBOL_GPL(perf_pmu_register);

/*
 * The memory may be the driver's again as soon as the count has gone down: what wakes
 * perf_pmu_unregister() only uses its address.
 */
static void perf_pmu_put(struct pmu *pmu)
{
	bool revoked;

	/* In a read section: unregistering waits for those who have not seen that. */
	guard(rcu)();
	revoked = READ_ONCE(pmu->revoked);
	refcount_dec(&pmu->refcount);
	if (unlikely(revoked))
		wake_up_var(&pmu->refcount);
}

/**
 * perf_pmu_unregister - remove a PMU
 * @pmu: registered PMU
 *
 * No event can be opened on it from now on. Those that are open end: they are stopped,
 * their destroy() is called, and whoever has a file of them reads end-of-file and
 * polls an error. Mappings stay, but AUX areas are given back to the driver. On return
 * nobody uses the PMU any more, and nothing of it is needed.
 *
 * Context: task, may sleep; no lock held under which an event is opened, closed or
 * mapped.
 */
void perf_pmu_unregister(struct pmu *pmu)
{
	scoped_guard(mutex, &registry_lock) {
		scoped_guard(spinlock, &pmu->events_lock)
			WRITE_ONCE(pmu->revoked, true);
		xa_erase(&registry, pmu->type);
		perf_pmu_sysfs_remove(pmu);
	}
	/* Who has found it by now has a reference. */
	synchronize_rcu();
	perf_upcalls.revoke(pmu);
	/* Opens that have just failed and instances that are being freed. */
	wait_var_event(&pmu->refcount, refcount_read(&pmu->refcount) == 1);
	perf_pmu_free_percpu(pmu);
}
EXPORT_SYMBOL_GPL(perf_pmu_unregister);

/*
 * Look-up.
 */

/* The first PMU from id @type on, held; *@type becomes its id. */
static struct pmu *perf_pmu_get_from(unsigned long *type, unsigned long last)
{
	struct pmu *pmu;

	guard(rcu)();
	for (pmu = xa_find(&registry, type, last, XA_PRESENT); pmu;
	     pmu = xa_find_after(&registry, type, last, XA_PRESENT)) {
		struct module *module = pmu->module;

		if (!try_module_get(module))
			continue;
		if (refcount_inc_not_zero(&pmu->refcount))
			return pmu;
		module_put(module);
	}
	return NULL;
}

static struct pmu *perf_pmu_get(u32 type)
{
	struct module *module;
	struct pmu *pmu;

	guard(rcu)();
	pmu = xa_load(&registry, type);
	if (!pmu)
		return NULL;
	module = pmu->module;
	if (!try_module_get(module))
		return NULL;
	if (refcount_inc_not_zero(&pmu->refcount))
		return pmu;
	module_put(module);
	return NULL;
}

/**
 * perf_pmu_drop - give up a reference on a PMU and its module
 * @pmu: the PMU
 *
 * Context: task. The memory of the PMU may belong to the module.
 */
void perf_pmu_drop(struct pmu *pmu)
{
	struct module *module = pmu->module;

	perf_pmu_put(pmu);
	module_put(module);
}

/**
 * perf_pmu_for_each - call a function for every registered PMU
 * @fn:   the function; the PMU is held, nothing is locked
 * @data: its argument
 *
 * Context: task.
 */
void perf_pmu_for_each(void (*fn)(struct pmu *pmu, void *data), void *data)
{
	unsigned long type = 0;
	struct pmu *pmu;

	for (; (pmu = perf_pmu_get_from(&type, ULONG_MAX)); type++) {
		fn(pmu, data);
		perf_pmu_drop(pmu);
	}
}

/**
 * perf_event_pmus_start - show PMUs in sysfs from now on
 *
 * Those that have registered earlier in boot get their devices now. Further calls
 * do nothing.
 *
 * Context: task, once the driver core is up.
 */
void perf_event_pmus_start(void)
{
	struct pmu *pmu;
	unsigned long type;
	int err;

	guard(mutex)(&registry_lock);
	err = perf_pmu_sysfs_start();
	if (err) {
		if (err != -EALREADY)
			pr_err("perf: no event_source bus: %d\n", err);
		return;
	}
	xa_for_each(&registry, type, pmu) {
		err = perf_pmu_sysfs_add(pmu);
		if (err)
			pr_err("perf: PMU %s is not in sysfs: %d\n", pmu->name, err);
	}
}

static int __init perf_event_pmus_initcall(void)
{
	perf_event_pmus_start();
	return 0;
}
device_initcall(perf_event_pmus_initcall);

/* Whether or not samples are to hold registers: that is how it has always been. */
static bool perf_event_wants_extended_regs(const struct perf_event *event)
{
	u64 regs = event->attr.sample_regs_user | event->attr.sample_regs_intr;

	return regs & PERF_REG_EXTENDED_MASK;
}

/* What drivers need not check, since their struct pmu says it. */
static int perf_pmu_check_event(const struct pmu *pmu, struct perf_event *event)
{
	int cpu;

	if (!(pmu->capabilities & PERF_PMU_CAP_EXTENDED_REGS) &&
	    perf_event_wants_extended_regs(event))
		return -EOPNOTSUPP;
	if ((pmu->capabilities & PERF_PMU_CAP_NO_EXCLUDE) && event_has_any_exclude_flag(event))
		return -EINVAL;

	if (pmu->scope != PERF_PMU_SCOPE_NONE && event->cpu >= 0) {
		cpu = perf_pmu_scope_target(pmu, event->cpu);
		if (cpu >= nr_cpu_ids)
			return -ENODEV;
		event->cpu = cpu;
		event->event_caps |= PERF_EV_CAP_READ_SCOPE;
	}
	return 0;
}

/*
 * A PMU with counters looks at the whole group to see whether it can ever fit.
 * Software events do not, and may patch the kernel's text, which must not happen
 * under the mutex: CPU hotplug takes the two the other way round.
 */
static int perf_pmu_call_event_init(struct pmu *pmu, struct perf_event *event)
{
	struct perf_event *leader = event->group_leader;

	if (leader == event || pmu->task_ctx_nr == perf_sw_context)
		return pmu->event_init(event);
	guard(perf_event_ctx)(leader);
	return pmu->event_init(event);
}

/* Offer the event to a PMU, whose reference it takes over if it is accepted. */
static int perf_pmu_offer(struct pmu *pmu, struct perf_event *event)
{
	int err;

	event->pmu = pmu;
	err = perf_pmu_call_event_init(pmu, event);
	if (!err) {
		err = perf_pmu_check_event(pmu, event);
		if (err && event->destroy)
			event->destroy(event);
	}
	if (err) {
		event->destroy = NULL;
		event->pmu = NULL;
		perf_pmu_drop(pmu);
	}
	return err;
}

/* Events of "the CPU" without saying which PMU of it. */
static bool perf_type_is_of_cpu(u32 type)
{
	return type == PERF_TYPE_HARDWARE || type == PERF_TYPE_HW_CACHE || type == PERF_TYPE_RAW;
}

/* Ask all, in the order of their ids. */
static int perf_pmu_offer_all(struct perf_event *event)
{
	unsigned long type = 0;
	struct pmu *pmu;
	int err;

	for (; (pmu = perf_pmu_get_from(&type, ULONG_MAX)); type++) {
		err = perf_pmu_offer(pmu, event);
		if (err != -ENOENT)
			return err;
	}
	return -ENOENT;
}

/* A generic event that names its PMU in the upper half of config. */
static int perf_pmu_init_extended(struct perf_event *event, u32 type)
{
	struct pmu *pmu = perf_pmu_get(type);

	if (!pmu)
		return -ENOENT;
	if (type != PERF_TYPE_RAW && !(pmu->capabilities & PERF_PMU_CAP_EXTENDED_HW_TYPE)) {
		perf_pmu_drop(pmu);
		return -ENOENT;
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
		return pmu ? perf_pmu_offer(pmu, event) : -ENOENT;
	}
	return perf_type_is_of_cpu(asked) ? perf_pmu_offer_all(event) : -ENOENT;
}

/*
 * PMUs with ids of their own come and go, and must be able to find their events. What
 * has an id that the ABI gives it is part of the kernel.
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
		return -ENODEV;
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
 * perf_pmu_next_event - go through the events that are open on a PMU
 * @pmu: the PMU, which has its own type id; has been revoked
 *
 * The one that is returned comes last from now on.
 *
 * Return: an event, with a reference; NULL if there is none that is not being freed.
 * Context: task.
 */
struct perf_event *perf_pmu_next_event(struct pmu *pmu)
{
	struct perf_opened *opened;

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
 * perf_pmu_disown_event - take an event from its PMU for good
 * @event: opened event in no context, whose destroy() has been called
 *
 * The event's references become the caller's, who gives them up by perf_pmu_drop()
 * when nobody can be using the old pointer any more.
 *
 * Context: task.
 */
void perf_pmu_disown_event(struct perf_event *event)
{
	perf_pmu_delist(event);
	WRITE_ONCE(event->pmu, &perf_pmu_gone);
}

/**
 * perf_pmu_init_event - find the PMU of an event and let it set the event up
 * @event: attr, cpu, hw.target and group_leader are set
 *
 * Sets event->pmu, with a reference on the PMU and its module. A PMU may change
 * attr.type and say -ENOENT: then the one of the new type is asked.
 *
 * Context: task; of a sibling the leader's context mutex is taken, so not held.
 * Return: 0; -ENOENT: no PMU counts that; -EOPNOTSUPP, -EINVAL, -ENODEV: the PMU's
 * capabilities or scope rule it out; -ENODEV: it is being unregistered; else what the
 * PMU says.
 */
int perf_pmu_init_event(struct perf_event *event)
{
	struct pmu *pmu;
	int err;

	err = perf_pmu_find(event);
	if (err)
		return err;
	err = perf_pmu_enlist(event);
	if (!err)
		return 0;

	pmu = event->pmu;
	if (event->destroy)
		event->destroy(event);
	event->destroy = NULL;
	event->pmu = NULL;
	perf_pmu_drop(pmu);
	return err;
}

/**
 * perf_pmu_clone_event - set up an inherited instance
 * @child:  a copy of @parent that counts nothing yet
 * @parent: instance whose PMU it shares
 *
 * Context: task.
 * Return: 0; -ENODEV: the PMU is gone; else what the PMU says.
 */
int perf_pmu_clone_event(struct perf_event *child, const struct perf_event *parent)
{
	struct pmu *pmu = parent->pmu;
	int err;

	if (READ_ONCE(pmu->revoked))
		return -ENODEV;

	/* @parent has both already. */
	__module_get(pmu->module);
	refcount_inc(&pmu->refcount);
	child->pmu = pmu;
	err = pmu->event_clone ? pmu->event_clone(child, parent) : pmu->event_init(child);
	if (err) {
		child->destroy = NULL;
		child->pmu = NULL;
		perf_pmu_drop(pmu);
	}
	return err;
}

/**
 * perf_pmu_release_event - undo perf_pmu_init_event() or perf_pmu_clone_event()
 * @event: counts no more, and its destroy() has been called
 *
 * Context: any in which the PMU's module may be put.
 */
void perf_pmu_release_event(struct perf_event *event)
{
	struct pmu *pmu = event->pmu;

	if (!pmu || pmu == &perf_pmu_gone)
		return;
	perf_pmu_delist(event);
	event->pmu = NULL;
	perf_pmu_drop(pmu);
}

/**
 * perf_pmu_exclusive_get - become a user of a PMU that serves one kind at a time
 * @pmu:  with PERF_PMU_CAP_EXCLUSIVE
 * @task: kind: does the event follow a task? Else it counts a whole CPU
 *
 * Return: 0; -EBUSY: there are users of the other kind.
 */
int perf_pmu_exclusive_get(struct pmu *pmu, bool task)
{
	bool ok = task ? atomic_dec_unless_positive(&pmu->exclusive_cnt) :
			 atomic_inc_unless_negative(&pmu->exclusive_cnt);

	return ok ? 0 : -EBUSY;
}

/**
 * perf_pmu_exclusive_put - undo perf_pmu_exclusive_get()
 * @pmu:  the PMU
 * @task: as given
 */
void perf_pmu_exclusive_put(struct pmu *pmu, bool task)
{
	atomic_add(task ? 1 : -1, &pmu->exclusive_cnt);
}

/* Two events that an exclusive PMU would have to serve at a time. */
static bool perf_events_overlap(const struct perf_event *a, const struct perf_event *b)
{
	return a->pmu == b->pmu && (a->cpu == b->cpu || a->cpu < 0 || b->cpu < 0);
}

/**
 * perf_pmu_check_join - may an event join the others in a context?
 * @event: the event
 * @ctx:   the context, its mutex held; the answer holds as long
 *
 * Return: 0; -ENODEV: the PMU has gone; -EBUSY: it is exclusive, and there is an event
 * of it already.
 */
int perf_pmu_check_join(const struct perf_event *event, const struct perf_context *ctx)
{
	const struct perf_event *other;

	lockdep_assert_held(&ctx->mutex);
	if (READ_ONCE(event->pmu->revoked))
		return -ENODEV;
	if (!is_exclusive_pmu(event->pmu))
		return 0;
	list_for_each_entry(other, &ctx->event_list, event_entry) {
		if (perf_events_overlap(event, other))
			return -EBUSY;
	}
	return 0;
}
