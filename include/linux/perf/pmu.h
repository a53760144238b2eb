/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Writing a PMU driver.
 *
 * A driver fills a struct pmu and passes it to perf_pmu_register(). The core then offers
 * events to pmu::event_init, and schedules accepted events in and out with pmu::add and
 * pmu::del, on the event's CPU with IRQs off.
 */
#ifndef _LINUX_PERF_PMU_H
#define _LINUX_PERF_PMU_H

#include <linux/perf/event.h>
#include <linux/sched.h>

struct attribute_group;
struct device;
struct kmem_cache;
struct mm_struct;
struct module;
struct perf_cpu_pmu_context;
struct perf_event;
struct perf_event_pmu_context;
struct perf_output_handle;
struct task_struct;

/* pmu::capabilities: features and limits of a PMU. */
#define PERF_PMU_CAP_NO_INTERRUPT	0x0001	/* no overflow interrupt: counting only */
#define PERF_PMU_CAP_NO_NMI		0x0002	/* overflow never arrives as an NMI */
#define PERF_PMU_CAP_AUX_NO_SG		0x0004	/* AUX area must be contiguous memory */
#define PERF_PMU_CAP_EXTENDED_REGS	0x0008	/* can sample extended registers */
#define PERF_PMU_CAP_EXCLUSIVE		0x0010	/* one kind of user at a time */
#define PERF_PMU_CAP_ITRACE		0x0020	/* produces an instruction trace */
#define PERF_PMU_CAP_NO_EXCLUDE		0x0040	/* cannot honour any exclude bit */
#define PERF_PMU_CAP_AUX_OUTPUT		0x0080	/* events may feed an AUX event */
#define PERF_PMU_CAP_EXTENDED_HW_TYPE	0x0100	/* generic events may name this PMU */
#define PERF_PMU_CAP_AUX_PAUSE		0x0200	/* AUX tracing can pause and resume */
#define PERF_PMU_CAP_AUX_PREFER_LARGE	0x0400	/* AUX pages in watermark-sized chunks */
/* Capabilities that only this implementation has are numbered from the top. */
#define PERF_PMU_CAP_STOP_IN_NMI	BIT(30)	/* stop may be called in any NMI */

/**
 * enum perf_pmu_scope - the CPUs that share one instance of the counters
 * @PERF_PMU_SCOPE_NONE:     each CPU has its own, or the driver manages it
 * @PERF_PMU_SCOPE_CORE:     shared by a core's threads
 * @PERF_PMU_SCOPE_DIE:      shared by a die
 * @PERF_PMU_SCOPE_CLUSTER:  shared by a cluster
 * @PERF_PMU_SCOPE_PKG:      shared by a package
 * @PERF_PMU_SCOPE_SYS_WIDE: one for the machine
 * @PERF_PMU_MAX_SCOPE:      number of scopes
 *
 * For a PMU with a scope, perf creates the sysfs file "cpumask", moves events to an
 * online CPU of the scope and reads them on any CPU of it (PERF_EV_CAP_READ_SCOPE).
 */
enum perf_pmu_scope {
	PERF_PMU_SCOPE_NONE = 0,
	PERF_PMU_SCOPE_CORE,
	PERF_PMU_SCOPE_DIE,
	PERF_PMU_SCOPE_CLUSTER,
	PERF_PMU_SCOPE_PKG,
	PERF_PMU_SCOPE_SYS_WIDE,
	PERF_PMU_MAX_SCOPE,
};

/* pmu::start_txn: purpose of the calls up to commit_txn. */
#define PERF_PMU_TXN_ADD	0x1	/* add events that must all fit */
#define PERF_PMU_TXN_READ	0x2	/* read events in one operation */

/* Flags of pmu::add, del, start and stop. */
#define PERF_EF_START	0x01	/* add: also start */
#define PERF_EF_RELOAD	0x02	/* start: load the counter from period_left */
#define PERF_EF_UPDATE	0x04	/* stop: bring the count up to date */
#define PERF_EF_PAUSE	0x08	/* stop: pause AUX tracing; may be in NMI */
#define PERF_EF_RESUME	0x10	/* start: resume AUX tracing; may be in NMI */

/**
 * struct pmu - a performance monitoring unit
 *
 * Set by the driver before registering:
 *
 * @module:             owner; opened events hold a reference on it
 * @parent:             parent device in sysfs
 * @attr_groups:        sysfs groups: "format", "events", "caps", ...
 * @attr_update:        groups merged into the above after registration
 * @capabilities:       PERF_PMU_CAP_*
 * @scope:              enum perf_pmu_scope
 * @task_ctx_nr:        perf_hw_context: may follow tasks; perf_sw_context: as
 *                      well, and add() never fails; perf_invalid_context:
 *                      CPU events only
 * @hrtimer_interval_ms: multiplexing interval, ms; 0 for the default
 * @nr_addr_filters:    address filters that an event may have
 * @nr_counters:        counters of a CPU that count any event or a choice of them, for
 *                      perf_pmu_counters_attr
 * @nr_fixed:           counters of a CPU that count one event each
 *
 * Set by registering:
 *
 * @entry:             an empty list: the registry finds PMUs by @type
 * @dev:               device on the event_source bus
 * @name:              name given to perf_pmu_register()
 * @type:              attr.type that selects this PMU
 * @pmu_disable_count: nesting of perf_pmu_disable() per CPU
 * @cpu_pmu_context:   the core's state per CPU
 * @exclusive_cnt:     users of an exclusive PMU: > 0 CPU-wide, < 0 per task
 * @refcount:          one for each instance, one for the registry. When only the registry's
 *                     is left, perf_pmu_unregister() frees the per-CPU parts
 * @revoked:           set by perf_pmu_unregister(): events end, none can be opened any more
 * @events_lock:       protects @events, and the setting of @revoked
 * @events:            opened events (perf_event_file::pmu_entry), if @type is PERF_TYPE_MAX
 *                     or more: other PMUs are part of the kernel and never unregistered
 *
 * Operations. IRQs are off and the call is on the event's CPU unless stated
 * otherwise. Mandatory: event_init, add, del, read; the others are optional.
 *
 * @pmu_enable:    let the PMU count again
 * @pmu_disable:   keep the whole PMU from counting while it is being changed
 * @event_init:    task context. Accept the event (0) and set up event->hw;
 *                 -ENOENT: the event is of another PMU; perf_event_open() returns any
 *                 other errno
 * @event_clone:   optional, task context: @child inherits from @parent; replaces
 *                 event_init, which would validate valid attributes again
 * @event_mapped:  task context: @mm mapped the event's user page
 * @event_unmapped: task context: @mm unmapped the event's user page
 * @add:           assign a counter; with PERF_EF_START start it. Called in
 *                 transactions for groups; errno: the event does not fit now
 * @del:           release the counter, event->count brought up to date
 * @start:         count (PERF_EF_RELOAD: from period_left on)
 * @stop:          do not count (PERF_EF_UPDATE: update event->count). In an NMI only if
 *                 PERF_PMU_CAP_STOP_IN_NMI is set, or the NMI is of an event of this PMU
 * @read:          bring event->count up to date
 * @start_txn:     begin a transaction
 * @commit_txn:    end it; an errno if the added events do not fit together
 * @cancel_txn:    discard the transaction
 * @event_idx:     may be NMI: index of the counter for user space, 0 for none
 * @sched_task:    called when a task is switched in or out, between perf_sched_cb_inc() and
 *                 perf_sched_cb_dec() on this CPU. event_init sets PERF_ATTACH_SCHED_CB in
 *                 attach_state of each event for which the driver calls these
 * @setup_aux:     task context: prepare an AUX area and return private data
 * @free_aux:      task context: undo @setup_aux; no event uses the area any more
 * @snapshot_aux:  may be NMI: copy @size bytes of the newest AUX data
 * @addr_filters_validate: task context: 0 if the PMU supports @filters, else an errno
 * @addr_filters_sync:     write perf_event::addr_filter_ranges to hw.addr_filters
 * @aux_output_match:      task context: non-zero if an event of the PMU may output to
 *                 @event, the leader of its group
 * @filter:        true keeps the PMU's events off @cpu
 * @check_period:  task context: 0 if @value is acceptable, else an errno
 */
struct pmu {
	struct list_head		entry;
	struct module			*module;
	struct device			*dev;
	struct device			*parent;
	const char			*name;
	int				type;
	int				capabilities;
	unsigned int			scope;
	const struct attribute_group	**attr_update;
	const struct attribute_group	**attr_groups;

	struct perf_cpu_pmu_context __percpu *cpu_pmu_context;
	int __percpu			*pmu_disable_count;
	atomic_t			exclusive_cnt;
	refcount_t			refcount;
	bool				revoked;
	spinlock_t			events_lock;	/* events */
	struct list_head		events;
	int				task_ctx_nr;
	int				hrtimer_interval_ms;
	unsigned int			nr_addr_filters;
	unsigned int			nr_counters;
	unsigned int			nr_fixed;

	void (*pmu_enable)(struct pmu *pmu);
	void (*pmu_disable)(struct pmu *pmu);

	int (*event_init)(struct perf_event *event);
	int (*event_clone)(struct perf_event *child, const struct perf_event *parent);
	void (*event_mapped)(struct perf_event *event, struct mm_struct *mm);
	void (*event_unmapped)(struct perf_event *event, struct mm_struct *mm);

	int (*add)(struct perf_event *event, int flags);
	void (*del)(struct perf_event *event, int flags);
	void (*start)(struct perf_event *event, int flags);
	void (*stop)(struct perf_event *event, int flags);
	void (*read)(struct perf_event *event);

	void (*start_txn)(struct pmu *pmu, unsigned int txn_flags);
	int (*commit_txn)(struct pmu *pmu);
	void (*cancel_txn)(struct pmu *pmu);

	int (*event_idx)(struct perf_event *event);
	void (*sched_task)(struct perf_event_pmu_context *pmu_ctx,
			   struct task_struct *task, bool sched_in);

	void *(*setup_aux)(struct perf_event *event, void **pages,
			   int nr_pages, bool overwrite);
	void (*free_aux)(void *aux);
	long (*snapshot_aux)(struct perf_event *event,
			     struct perf_output_handle *handle,
			     unsigned long size);

	int (*addr_filters_validate)(struct list_head *filters);
	void (*addr_filters_sync)(struct perf_event *event);
	int (*aux_output_match)(struct perf_event *event);
	bool (*filter)(struct pmu *pmu, int cpu);
	int (*check_period)(struct perf_event *event, u64 value);
};

/**
 * struct perf_event_context - the part of a context that a driver may read
 * @nr_user: number of instances whose counter user space may read by itself: those of
 *           PMUs with perf_hw_context that had PERF_EVENT_FLAG_USER_READ_CNT set in
 *           hw_perf_event::flags when they were attached. Stable with IRQs off on the CPU
 *           that the instances count on
 *
 * The first member of struct perf_context, which is private to the core.
 */
struct perf_event_context {
	int	nr_user;
};

/* pmu::dev of a PMU without a device in sysfs. */
#define PMU_NULL_DEV	((void *)(~0UL))

#ifdef CONFIG_PERF_EVENTS

static inline bool has_aux(struct perf_event *event)
{
	return event->pmu->setup_aux;
}

static inline bool has_addr_filter(struct perf_event *event)
{
	return event->pmu->nr_addr_filters;
}

static inline int is_exclusive_pmu(struct pmu *pmu)
{
	return pmu->capabilities & PERF_PMU_CAP_EXCLUSIVE;
}

int perf_pmu_register(struct pmu *pmu, const char *name, int type);
void perf_pmu_unregister(struct pmu *pmu);

void perf_pmu_disable(struct pmu *pmu);
void perf_pmu_enable(struct pmu *pmu);

struct perf_event_context *perf_cpu_task_ctx(void);
bool perf_sched_switches_in(void);
void perf_sched_cb_inc(struct pmu *pmu);
void perf_sched_cb_dec(struct pmu *pmu);
void perf_pmu_resched(struct pmu *pmu);
void perf_pmu_migrate_context(struct pmu *pmu, int src_cpu, int dst_cpu);

void perf_event_update_userpage(struct perf_event *event);
void arch_perf_update_userpage(struct perf_event *event,
			       struct perf_event_mmap_page *userpg, u64 now);
void perf_event_addr_filters_sync(struct perf_event *event);
int perf_event_account_interrupt(struct perf_event *event);
void perf_event_disable_inatomic(struct perf_event *event);

#endif /* CONFIG_PERF_EVENTS */
#endif /* _LINUX_PERF_PMU_H */
