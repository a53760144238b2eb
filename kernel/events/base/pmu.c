// SPDX-License-Identifier: GPL-2.0
/*
 * The registry of PMUs.
 *
 * The PMU of an event is found by one look-up of attr.type. Only for the types of "the CPU"
 * (perf_type_is_of_cpu()) whose PMU does not accept the event, event_init() of all PMUs is
 * called in turn.
 *
 * A PMU exists from perf_pmu_register() to perf_pmu_unregister(), which may be called while
 * events are open: their event->pmu becomes perf_pmu_gone, which does nothing. Events hold a
 * reference on their PMU and on its module. The driver owns the memory of struct pmu; the
 * per-CPU memory that it points to is allocated and freed here.
 *
 * Owns: type ids, the core's state per PMU and CPU, the devices on the event_source bus
 * (pmu_sysfs.c).
 * Locks: registry_lock serialises registering; look-ups are under RCU. pmu::events_lock
 * protects pmu::events.
 * Context: task, except for perf_pmu_disable() and perf_pmu_enable().
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

/* PMUs by type id. An id is reserved (NULL entry) while its PMU is being set up. */
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
 * Default transaction operations: pmu::add() adds events one by one, and the PMU is disabled
 * meanwhile, so that all members of a group start together. A CPU has one transaction at a
 * time, since IRQs are off throughout and NMIs start none.
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
 * perf_pmu_disable - stop a PMU from counting on this CPU
 * @pmu: the PMU
 *
 * Calls nest.
 *
 * Context: on the CPU concerned with IRQs off, or NMI.
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
 * perf_pmu_gone: the PMU of events whose own PMU was unregistered. Such an event is in no
 * context; only operations on its file call these functions.
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
 * perf_pmu_is_gone - test whether the event's PMU was unregistered
 * @event: the event
 *
 * Context: any.
 * Return: true if event->pmu is perf_pmu_gone.
 */
bool perf_pmu_is_gone(const struct perf_event *event)
{
	return READ_ONCE(event->pmu) == &perf_pmu_gone;
}

/*
 * Registering and unregistering.
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

	/* The timer may still be armed for the turn in which the last groups left. */
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

/* Set pmu->type and reserve the id; look-ups return NULL for the id until xa_store(). */
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
 * @name: name in sysfs; valid until the PMU is unregistered
 * @type: type id; negative: any free id from PERF_TYPE_MAX up
 *
 * Events may be opened once perf_pmu_register() has returned.
 *
 * Context: task.
 * Return: 0; -EINVAL: @name or a mandatory operation is missing; -EBUSY: another PMU has
 * @type; -ENOMEM; an errno of perf_pmu_sysfs_add().
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

	/* The id is reserved, so xa_store() allocates nothing and cannot fail. */
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
 * The driver may free @pmu as soon as pmu->refcount has dropped; wake_up_var() uses only the
 * address of the field.
 */
static void perf_pmu_put(struct pmu *pmu)
{
	bool revoked;

	/* synchronize_rcu() in perf_pmu_unregister() waits for a reader that saw revoked false. */
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
 * No event can be opened on @pmu from now on. perf_upcalls.revoke() ends the open events: they
 * are stopped and their destroy() is called; read() of their files returns end-of-file, poll()
 * an error. Mappings stay, but the driver gets its AUX areas back. On return the core has no
 * reference to @pmu left.
 *
 * Context: task, may sleep; the caller holds no lock under which an event is opened, closed
 * or mapped.
 */
void perf_pmu_unregister(struct pmu *pmu)
{
	scoped_guard(mutex, &registry_lock) {
		scoped_guard(spinlock, &pmu->events_lock)
			WRITE_ONCE(pmu->revoked, true);
		xa_erase(&registry, pmu->type);
		perf_pmu_sysfs_remove(pmu);
	}
	/* After this every look-up that returned @pmu holds a reference. */
	synchronize_rcu();
	perf_upcalls.revoke(pmu);
	/* References remain of opens that have just failed and of instances being freed. */
	wait_var_event(&pmu->refcount, refcount_read(&pmu->refcount) == 1);
	perf_pmu_free_percpu(pmu);
}
EXPORT_SYMBOL_GPL(perf_pmu_unregister);

/*
 * Look-up.
 */

/* The first PMU from id *@type to @last, with references; *@type becomes its id. */
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
 * perf_pmu_drop - drop a reference on a PMU and its module
 * @pmu: the PMU; its memory may belong to the module, so the caller no longer uses it
 *
 * Context: task.
 */
void perf_pmu_drop(struct pmu *pmu)
{
	struct module *module = pmu->module;

	perf_pmu_put(pmu);
	module_put(module);
}

/**
 * perf_pmu_for_each - call a function for every registered PMU
 * @fn:   the function; runs with a reference on the PMU and no lock held
 * @data: second argument of @fn
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
 * perf_event_pmus_start - add PMUs to sysfs from now on
 *
 * PMUs that registered earlier in boot get their devices now. Further calls do nothing.
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

/* Call event_init(); @event gets the caller's reference on @pmu, an error drops it. */
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

/* Types of events of the CPU that do not name a PMU. */
static bool perf_type_is_of_cpu(u32 type)
{
	return type == PERF_TYPE_HARDWARE || type == PERF_TYPE_HW_CACHE || type == PERF_TYPE_RAW;
}

/* Offer the event to all PMUs in the order of their ids, until the result is not -ENOENT. */
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
	if (err) {
		child->destroy = NULL;
		child->pmu = NULL;
		perf_pmu_drop(pmu);
	}
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
	event->pmu = NULL;
	perf_pmu_drop(pmu);
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

	return ok ? 0 : -EBUSY;
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
		return -ENODEV;
	if (!is_exclusive_pmu(event->pmu))
		return 0;
	list_for_each_entry(other, &ctx->event_list, event_entry) {
		if (perf_events_overlap(event, other))
			return -EBUSY;
	}
	return 0;
}
