// SPDX-License-Identifier: GPL-2.0
/*
 * The registry of PMUs.
 *
 * A PMU exists from perf_pmu_register() to perf_pmu_unregister(), which may be called while
 * events are open: their event->pmu becomes perf_pmu_gone, which does nothing. The driver owns
 * the memory of struct pmu; the per-CPU memory that it points to is allocated and freed here.
 *
 * Owns: type ids, the core's state per PMU and CPU, the devices on the event_source bus
 * (pmu_sysfs.c).
 * Locks: registry_lock serialises registering; look-ups are under RCU.
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
#include <linux/printk.h>
#include <linux/wait_bit.h>
#include <linux/xarray.h>

#include "base/context_types.h"
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

struct pmu perf_pmu_gone = {
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

/* Takes references on @pmu and its module. RCU read section. */
static bool perf_pmu_try_get(struct pmu *pmu)
{
	struct module *module = pmu->module;

	if (!try_module_get(module))
		return false;
	if (refcount_inc_not_zero(&pmu->refcount))
		return true;
	module_put(module);
	return false;
}

/**
 * perf_pmu_get_from - find the first PMU from a type id on
 * @type: the type id; set to that of the returned PMU
 *
 * Return: the PMU, with references on it and its module; NULL: no further PMU.
 * Context: any.
 */
struct pmu *perf_pmu_get_from(unsigned long *type)
{
	struct pmu *pmu;

	guard(rcu)();
	for (pmu = xa_find(&registry, type, ULONG_MAX, XA_PRESENT); pmu;
	     pmu = xa_find_after(&registry, type, ULONG_MAX, XA_PRESENT)) {
		if (perf_pmu_try_get(pmu))
			return pmu;
	}
	return NULL;
}

/**
 * perf_pmu_get - find a PMU by its type id
 * @type: the type id
 *
 * Return: the PMU, with references on it and its module; NULL: there is none.
 * Context: any.
 */
struct pmu *perf_pmu_get(u32 type)
{
	struct pmu *pmu;

	guard(rcu)();
	pmu = xa_load(&registry, type);
	return pmu && perf_pmu_try_get(pmu) ? pmu : NULL;
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

	for (; (pmu = perf_pmu_get_from(&type)); type++) {
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
