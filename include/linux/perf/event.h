/* SPDX-License-Identifier: GPL-2.0 */
/*
 * An event, and the fields of it that a PMU driver owns.
 *
 * A caller opens an event; an *instance* of the event counts. There is one instance
 * for the task or CPU the event was opened on and one for each child task that
 * inherited it. struct perf_event is the instance, because PMU drivers program
 * instances. struct perf_event_file holds the state that exists once per opened event
 * (its file side), shared by all instances.
 */
#ifndef _LINUX_PERF_EVENT_TYPES_H
#define _LINUX_PERF_EVENT_TYPES_H

#include <uapi/linux/perf_event.h>

#include <linux/hrtimer.h>
#include <linux/irq_work.h>
#include <linux/list.h>
#include <linux/mutex.h>
#include <linux/path.h>
#include <linux/rcupdate.h>
#include <linux/refcount.h>
#include <linux/spinlock.h>
#include <linux/wait.h>
#ifdef CONFIG_PERF_EVENTS
#include <asm/local64.h>
#endif
#ifdef CONFIG_HAVE_HW_BREAKPOINT
#include <linux/rhashtable-types.h>
#include <asm/hw_breakpoint.h>
#endif

struct bpf_prog;
struct event_filter;
struct ftrace_ops;
struct perf_buffer;
struct perf_cgroup;
struct perf_event;
struct perf_event_rate;
struct perf_context;
struct perf_event_pmu_context;
struct perf_sample_data;
struct perf_sigtrap;
struct pmu;
struct trace_event_call;

typedef void (*perf_overflow_handler_t)(struct perf_event *event,
					struct perf_sample_data *data,
					struct pt_regs *regs);

/**
 * struct hw_perf_event_extra - a register that an event shares with others
 * @config: value the event needs in it
 * @alloc:  set while this event holds the register; on s390 a number of buffers
 * @reg:    register address, for drivers without @idx
 * @idx:    index of the register in the driver's own tables
 */
struct hw_perf_event_extra {
	u64		config;
	int		alloc;
	union {
		unsigned int	reg;
		int		idx;
	};
};

/* hw_perf_event::flags: the low bits belong to the architecture's drivers. */
#define PERF_EVENT_FLAG_ARCH		0x000fffff
#define PERF_EVENT_FLAG_USER_READ_CNT	0x80000000
static_assert(!(PERF_EVENT_FLAG_ARCH & PERF_EVENT_FLAG_USER_READ_CNT));

/* hw_perf_event::state, kept by the driver's add, del, start and stop. */
#define PERF_HES_STOPPED	0x01	/* the counter does not count */
#define PERF_HES_UPTODATE	0x02	/* perf_event::count includes the counter */
#define PERF_HES_ARCH		0x04	/* free for the driver */

/**
 * struct hw_perf_event - the PMU driver's part of an event
 *
 * Only the driver of the event's PMU uses the leading union; each anonymous struct
 * is for one kind of driver. @addr_filters holds the address filters as the driver has translated
 * them, and @addr_filters_gen is their generation, which the core compares. The core shares the
 * other fields:
 *
 * @target:           task being monitored, NULL for a CPU event; constant
 * @state:            PERF_HES_*, changes on the event's CPU only
 * @throttled:        stopped until the next tick for too many overflows; apart from
 *                    @interrupts, since an NMI may set it while @interrupts is updated
 * @throttle_due:     to be stopped and throttled once IRQs are on, because another member
 *                    of the group is throttled; set in an NMI
 * @jitter:           PERF_EXT_JITTER: how late the end of @sample_period is; in frequency mode,
 *                    how much longer @sample_period is; both in PERF_JITTER_UNIT of the period
 * @prev_count:       raw counter value at the last update
 * @sample_period:    period now in force (frequency mode changes it)
 * @last_period:      period of the interval that just ended
 * @period_left:      events until the next overflow
 * @saved_metric:     x86 topdown: metrics value over a context switch
 * @saved_slots:      x86 topdown: slots value over a context switch
 * @interrupts_seq:   throttle window that @interrupts counts for
 * @interrupts:       overflows in this window, U32_MAX once the event is throttled
 */
struct hw_perf_event {
#ifdef CONFIG_PERF_EVENTS
	/* private: to the drivers */
	union {
		struct { /* hardware counters */
			u64				config;
			u64				last_tag;
			unsigned long			config_base;
			unsigned long			event_base;
			int				event_base_rdpmc;
			int				idx;
			int				last_cpu;
			int				flags;
			struct hw_perf_event_extra	extra_reg;
			struct hw_perf_event_extra	branch_reg;
		};
		struct { /* AUX area producers */
			u64				aux_config;
			unsigned int			aux_paused;
			void				*addr_filters;
			unsigned long			addr_filters_gen;
		};
		struct { /* clocks */
			struct hrtimer			hrtimer;
			u64				clock_due;
			u64				clock_away;
		};
		struct { /* tracepoints, probes */
			struct list_head		tp_list;
			struct hlist_node		tp_chain;
			struct hlist_head		tp_head;
			struct perf_event		*tp_first;
			struct perf_event		*tp_last;
		};
		struct { /* time off the CPU */
			u64				off_period;
			u64				off_deleted;
		};
		struct { /* AMD power */
			u64				pwr_acc;
			u64				ptsc;
		};
#ifdef CONFIG_HAVE_HW_BREAKPOINT
		struct { /* breakpoints */
			struct arch_hw_breakpoint	info;
			struct rhlist_head		bp_list;
		};
#endif
		struct { /* AMD IOMMU */
			u8				iommu_bank;
			u8				iommu_cntr;
			u16				padding;
			u64				conf;
			u64				conf1;
		};
	};
	/* public: */
	struct task_struct	*target;
	int			state;
	bool			throttled;
	bool			throttle_due;
	s16			jitter;
	local64_t		prev_count;
	u64			sample_period;
	union {
		struct {
			u64		last_period;
			local64_t	period_left;
		};
		struct {
			u64		saved_metric;
			u64		saved_slots;
		};
	};
	u32			interrupts_seq;
	u32			interrupts;
#endif
};

/* hw_perf_event::interrupts of a throttled event: above any limit. */
#define MAX_INTERRUPTS		(~0ULL)

/**
 * enum perf_event_state - states of an instance
 * @PERF_EVENT_STATE_DEAD:     its file is closed; the instance is never used again
 * @PERF_EVENT_STATE_EXIT:     its task has exited, and counts stay readable; or its PMU is gone
 * @PERF_EVENT_STATE_ERROR:    pinned and could not be scheduled in, or aux_output without an
 *                             AUX event; read() returns end-of-file
 * @PERF_EVENT_STATE_OFF:      disabled
 * @PERF_EVENT_STATE_INACTIVE: enabled, but not counting at the moment
 * @PERF_EVENT_STATE_ACTIVE:   counting
 *
 * Once an instance is attached, only perf_event_set_state() and perf_event_set_state_at()
 * write its state, since they account the times as well.
 */
enum perf_event_state {
	PERF_EVENT_STATE_DEAD		= -4,
	PERF_EVENT_STATE_EXIT		= -3,
	PERF_EVENT_STATE_ERROR		= -2,
	PERF_EVENT_STATE_OFF		= -1,
	PERF_EVENT_STATE_INACTIVE	=  0,
	PERF_EVENT_STATE_ACTIVE		=  1,
};

/* perf_event::event_caps: what the core may do with an event. */
#define PERF_EV_CAP_SOFTWARE		BIT(0)	/* pmu::add never fails */
#define PERF_EV_CAP_READ_ACTIVE_PKG	BIT(1)	/* any CPU of the package reads it */
#define PERF_EV_CAP_SIBLING		BIT(2)	/* counts only below its leader */
#define PERF_EV_CAP_READ_SCOPE		BIT(3)	/* any CPU of the PMU's scope reads it */
/*
 * The event stays added to its PMU while enabled: the PMU matches it when it fires,
 * and a context switch costs nothing. Set by pmu::event_init.
 */
#define PERF_EV_CAP_RESIDENT		BIT(8)
/* The event counts also while its task does not run. Set by pmu::event_init. */
#define PERF_EV_CAP_OFF_CPU		BIT(9)
/* The event is bound to its task: contexts that hold it are never swapped. */
#define PERF_EV_CAP_NO_SWAP		BIT(10)
/*
 * perf_event::count is right at any moment, without pmu::read(): the PMU adds to it where the
 * event fires. Of resident events only. Set by pmu::event_init.
 */
#define PERF_EV_CAP_KEEPS_COUNT		BIT(11)

/* perf_event::attach_state: lists the instance is on, and resources it holds. */
#define PERF_ATTACH_CONTEXT	0x0001	/* is on its context's lists */
#define PERF_ATTACH_GROUP	0x0002	/* is in its leader's sibling list */
#define PERF_ATTACH_TASK	0x0004	/* monitors a task */
#define PERF_ATTACH_SEVERAL	0x0008	/* the event may have children; never changes */
#define PERF_ATTACH_ITRACE	0x0010	/* no ITRACE_START any more: perf_event_itrace_started() */
#define PERF_ATTACH_SCHED_CB	0x0020	/* set by event_init: pmu::sched_task is needed */
#define PERF_ATTACH_CHILD	0x0040	/* is in perf_event_file::child_list */
#define PERF_ATTACH_EXCLUSIVE	0x0080	/* counted by an exclusive PMU */
#define PERF_ATTACH_CALLCHAIN	0x0100	/* holds the call chain buffers */
#define PERF_ATTACH_SIDEBAND	0x0200	/* requests side-band records */
#define PERF_ATTACH_SWITCH	0x0400	/* keeps perf_sched_events on */
#define PERF_ATTACH_RESUME	0x0800	/* to be enabled after a move to another CPU */
#define PERF_ATTACH_USER	0x1000	/* is in perf_event_context::nr_user */
#define PERF_ATTACH_KERNEL	0x2000	/* opened by kernel code */
#define PERF_ATTACH_JITTER	0x4000	/* PERF_EXT_JITTER: its period varies; never changes */
#define PERF_ATTACH_RANGES	0x8000	/* has addr_filter_ranges; never changes */

/* Action of an address filter when execution enters its range. */
enum perf_addr_filter_action_t {
	PERF_ADDR_FILTER_ACTION_STOP = 0,
	PERF_ADDR_FILTER_ACTION_START,
	PERF_ADDR_FILTER_ACTION_FILTER,
};

/**
 * struct perf_addr_filter - an address range that a PMU traces, or where tracing starts or stops
 * @entry:  in perf_addr_filters_head::list
 * @path:   file the range lies in; no file: kernel addresses
 * @offset: start, in the file or absolute
 * @size:   bytes; 0 for a single address
 * @action: PERF_ADDR_FILTER_ACTION_*
 */
struct perf_addr_filter {
	struct list_head		entry;
	struct path			path;
	unsigned long			offset;
	unsigned long			size;
	enum perf_addr_filter_action_t	action;
};

/**
 * struct perf_addr_filters_head - the filters of an opened event
 * @list:            struct perf_addr_filter
 * @lock:            protects @list, and addr_filter_ranges and addr_filters_gen of all
 *                   instances
 * @nr_file_filters: number of filters in @list that name a file
 */
struct perf_addr_filters_head {
	struct list_head	list;
	raw_spinlock_t		lock;
	unsigned int		nr_file_filters;
};

/**
 * struct perf_addr_filter_range - a filter resolved to addresses of one mm
 * @start: first address
 * @size:  bytes
 */
struct perf_addr_filter_range {
	unsigned long		start;
	unsigned long		size;
};

/**
 * struct perf_event_file - state that exists once per opened event
 *
 * Made with the event that a caller opens. The instances that inherit from that event
 * share it; each of them holds a reference on the event.
 *
 * Lock keys: I constant after open; A atomic; C child_mutex; M mmap_mutex; R RCU;
 * O owner's perf_event_mutex.
 *
 * @event:              I: the instance that was opened
 * @waitq:              A: poll() sleeps here
 * @fasync:             O_ASYNC listeners, changed under the lock of the file's inode
 * @owner_entry:        O: in owner's task_struct::perf_event_list
 * @child_mutex:        serialises inheritance, reads and group operations
 * @child_changes:      C: number of changes to the state that clones copy
 *                      (perf_event_children_changed())
 * @child_list:         C: live inherited instances (perf_event::child_entry)
 * @child_count:        A: sum of the counts of children that are gone
 * @child_time_enabled: A: their nanoseconds enabled
 * @child_time_running: A: their nanoseconds running
 * @lost_samples:       A: samples of all instances that did not fit into a ring
 * @mmap_mutex:         serialises mapping, unmapping and output redirection
 * @mmap_count:         A: mappings of the ring made through this event
 * @rb:                 R: ring that all instances output to, set under @mmap_mutex and
 *                      reset under the ring's event_lock
 * @rb_entry:           ring's event_lock: in the ring's list of listeners
 * @event_limit:        A: overflows left until the event is disabled; 0: no limit
 * @pending_wakeup:     A: PERF_PENDING_*, work left for @wakeup_work
 * @poll_band:          A: POLL_IN, POLL_HUP or POLL_ERR for the next SIGIO; 0: POLL_IN
 * @wakeup_work:        irq_work that wakes poll() and sends SIGIO, which an NMI cannot do
 * @addr_filters:       filters of PERF_EVENT_IOC_SET_FILTER
 * @pmu_entry:          pmu::events_lock: in pmu::events
 * @cgrp:               I: control group that the event is bound to
 * @header_size:        I: bytes of a sample's fixed-size fields, except PERF_SAMPLE_READ
 * @id_header_size:     I: bytes of the sample_id trailer
 * @read_size:          I: bytes that read() returns; for a group see perf_event_read_size()
 * @orig_type:          I: attr.type as the caller passed it
 * @refused:            A: last call on the descriptor that was refused, see perf_refuse_event()
 * @close_work:         O: task_work that closes the events with @closing
 * @closing:            O: the file is released; first in the owner's list until @close_work runs
 * @memcg:              I: PERF_EXT_MEMCG: a memory control group pays for the ring
 * @no_mux:             I: PERF_EXT_NO_MUX, given to the event or to the leader that it joined
 */
struct perf_event_file {
	struct perf_event		*event;
	wait_queue_head_t		waitq;
	struct fasync_struct		*fasync;
	struct list_head		owner_entry;
	struct mutex			child_mutex;
	unsigned int			child_changes;
	struct list_head		child_list;
	atomic64_t			child_count;
	atomic64_t			child_time_enabled;
	atomic64_t			child_time_running;
	atomic64_t			lost_samples;
	struct mutex			mmap_mutex;
	atomic_t			mmap_count;
	struct perf_buffer __rcu	*rb;
	struct list_head		rb_entry;
	atomic_t			event_limit;
	atomic_t			pending_wakeup;
	int				poll_band;
	struct irq_work			wakeup_work;
	struct perf_addr_filters_head	addr_filters;
	struct list_head		pmu_entry;
#ifdef CONFIG_CGROUP_PERF
	struct perf_cgroup		*cgrp;
#endif
	u16				header_size;
	u16				id_header_size;
	u16				read_size;
	u32				orig_type;
	atomic64_t			refused;
	struct callback_head		close_work;
	bool				closing;
	bool				memcg;
	bool				no_mux;
};

/* perf_event_file::pending_wakeup */
#define PERF_PENDING_WAKEUP	BIT(0)	/* wake pollers of the ring, send SIGIO */

/**
 * struct perf_event - one counting instance of an event
 *
 * Lock keys: I constant once attached; L context lock, changed only on the
 * event's CPU with IRQs off while the context is active; M context mutex;
 * P the PMU driver, on the event's CPU with IRQs off; R RCU; A atomic.
 *
 * State and count, accessed by switching and firing:
 * @state:              L: enum perf_event_state
 * @attach_state:       L: PERF_ATTACH_*
 * @oncpu:              L: CPU it counts on, -1 when not ACTIVE
 * @cpu:                I: CPU it is bound to, -1 for any; migrate.c changes it while detached
 * @pmu:                M,R: its PMU. perf_pmu_unregister() replaces it by perf_pmu_gone, with
 *                      perf_event_file::mmap_mutex held as well
 * @pmu_ctx:            L: the PMU's part of its context slot
 * @ctx:                M: its context
 * @group_leader:       L: itself for a leader or a single event
 * @sw_entry:           L: in the slot's list of its software event id, or in
 *                      the list in which its PMU looks up events
 * @hlist_entry:        the same, in a trace event's list
 * @count:              P: events counted by this instance
 * @total_time_enabled: L: nanoseconds, up to @tstamp
 * @total_time_running: L: nanoseconds, up to @tstamp_running
 * @tstamp:             L: context clock at the last change of state
 * @tstamp_running:     L: slot clock at the last change of state
 * @attr:               I: as opened, but for changes by PERF_EVENT_IOC_PERIOD,
 *                      PERF_EVENT_IOC_MODIFY_ATTRIBUTES and (enable_on_exec) an exec
 * @hw:                 P: struct hw_perf_event
 *
 * Membership:
 * @event_entry:        L: in context's event_list
 * @sibling_list:       L: leader: head of its siblings; sibling: link
 * @group_entry:        L: leader of a switched group: in the PMU context's pinned or
 *                      flexible list; leader of a resident group: in
 *                      perf_context::unsynced; detached instance: in a list of the
 *                      function that ends or frees it
 * @active_entry:       P: free for the driver of a PMU whose events are not in @sw_entry
 * @sb_entry:           L,R: in the context's list of side-band listeners
 * @child_entry:        inherited: parent's child_mutex: in perf_event_file::child_list
 * @owner:              opened: R: task that opened it; NULL once it is closed or the task exits
 * @prog:               opened: perf_bpf_mutex (of trace events: the tracing code's): BPF
 *                      program that filters or handles it
 * @rcu_head:           for freeing it
 * @due_entry:          L: in one of the lists perf_context::due
 * @raised_entry:       A: in perf_context::raised, if @raised
 * @nr_siblings:        L: leader: number of siblings
 * @event_caps:         I: PERF_EV_CAP_*
 * @group_caps:         L: leader: PERF_EV_CAP_RESIDENT if all members have it; no other cap
 *                      that a member lacks
 * @group_generation:   L: leader: changes with every change of membership
 * @group_formats:      M: leader with siblings: BIT(read_format) for each read_format with
 *                      PERF_FORMAT_GROUP that a member has or had
 *
 * Delivery:
 * @overflow_handler:   I: called for each sample
 * @overflow_handler_context: I: private to the handler
 * @clock:              I: time source of its samples
 * @rate:               I: present in frequency mode
 * @sideband:           I: BIT() of each class of side-band records that it requests
 * @lost_samples:       A: samples of this instance that did not fit into a ring
 * @pending_disable:    P: disable as soon as IRQs are on
 * @raised:             A: 1: in perf_context::raised; no bool, as perf_context::deferred
 * @sigtrap:            I: present when attr.sigtrap
 * @bpf_cookie:         as @prog: value handed to it
 *
 * Identity and ownership:
 * @id:                 I: unique number
 * @parent:             I: event this instance was inherited from, else NULL
 * @opened:             I: file side, the parent's for a child
 * @refcount:           A: one for the file, each child, each event with this @aux_event
 *                      and queued work
 * @ns:                 I: pid namespace of the opener
 * @destroy:            set by event_init, called once: at the release of the last reference,
 *                      or before that by perf_pmu_unregister()
 * @pmu_private:        P: for the driver
 * @security:           LSM blob
 * @aux_event:          M: AUX event that this one feeds, samples, pauses or resumes
 * @addr_filter_ranges: filters resolved for this instance's mm
 * @addr_filters_gen:   generation of @addr_filter_ranges; odd: the ranges do not match the
 *                      event's list of filters yet
 * @tp_event:           I: trace event that it counts
 * @filter:             M: filter on the fields of @tp_event
 * @ftrace_ops:         I: of the function trace event
 */
struct perf_event {
#ifdef CONFIG_PERF_EVENTS
	/* hot: firing and switching */
	enum perf_event_state		state;
	unsigned int			attach_state;
	int				oncpu;
	int				cpu;
	struct pmu			*pmu;
	struct perf_event_pmu_context	*pmu_ctx;
	struct perf_context		*ctx;
	struct perf_event		*group_leader;
	union {
		struct hlist_node	sw_entry;
		struct hlist_node	hlist_entry;
		struct list_head	active_entry;
	};
	local64_t			count;
	u64				total_time_enabled;
	u64				total_time_running;
	u64				tstamp;
	u64				tstamp_running;

	struct perf_event_attr		attr;
	struct hw_perf_event		hw;

	/* membership */
	struct list_head		event_entry;
	struct list_head		sibling_list;
	struct list_head		group_entry;
	struct list_head		sb_entry;
	union {
		struct list_head	due_entry;
		struct rcu_head		rcu_head;
	};
	struct llist_node		raised_entry;
	union {
		struct list_head	child_entry;
		struct { /* of an opened event */
			struct task_struct	*owner;
			struct bpf_prog		*prog;
		};
	};
	int				nr_siblings;
	u16				event_caps;
	u16				group_caps;
	unsigned int			group_generation;
	u32				group_formats;
	refcount_t			refcount;

	/* delivery */
	u16				sideband;
	u8				pending_disable;
	u8				raised;
	perf_overflow_handler_t		overflow_handler;
	void				*overflow_handler_context;
	u64				(*clock)(void);
	struct perf_event_rate		*rate;
	atomic64_t			lost_samples;
	struct perf_sigtrap		*sigtrap;
	u64				bpf_cookie;

	/* identity and ownership */
	u64				id;
	struct perf_event		*parent;
	struct perf_event_file		*opened;
	struct pid_namespace		*ns;
	void				(*destroy)(struct perf_event *event);
	struct perf_event		*aux_event;
	union {
		struct { /* of a PMU with address filters */
			struct perf_addr_filter_range	*addr_filter_ranges;
			unsigned long			addr_filters_gen;
		};
#ifdef CONFIG_EVENT_TRACING
		struct { /* trace events */
			struct trace_event_call		*tp_event;
			struct event_filter		*filter;
		};
#endif
	};
	union {
		void			*pmu_private;
#ifdef CONFIG_FUNCTION_TRACER
		struct ftrace_ops	*ftrace_ops;
#endif
	};
#ifdef CONFIG_SECURITY
	void				*security;
#endif
#endif /* CONFIG_PERF_EVENTS */
};

/*
 * for_each_sibling_event() walks the siblings of a leader. The caller holds ctx->mutex, or
 * has IRQs off on the CPU on which the group is active.
 */
#ifdef CONFIG_PROVE_LOCKING
void perf_event_assert_group_stable(const struct perf_event *event);
#else
static inline void perf_event_assert_group_stable(const struct perf_event *event) { }
#endif

#define for_each_sibling_event(sibling, event)					\
	perf_event_assert_group_stable(event);					\
	if ((event)->group_leader == (event))					\
		list_for_each_entry((sibling), &(event)->sibling_list, sibling_list)

#ifdef CONFIG_PERF_EVENTS

static inline bool is_sampling_event(struct perf_event *event)
{
	return event->attr.sample_period;
}

static inline int is_software_event(struct perf_event *event)
{
	return event->event_caps & PERF_EV_CAP_SOFTWARE;
}

static inline bool event_has_any_exclude_flag(struct perf_event *event)
{
	const struct perf_event_attr *attr = &event->attr;

	return attr->exclude_user || attr->exclude_kernel || attr->exclude_hv ||
	       attr->exclude_idle || attr->exclude_host || attr->exclude_guest;
}

/*
 * Does the core choose the period of each sample anew? Then a driver reads hw.sample_period after
 * each overflow, and the hardware must not begin a period alone.
 */
static inline bool perf_event_period_varies(const struct perf_event *event)
{
	return event->attr.freq || event->attach_state & PERF_ATTACH_JITTER;
}

static inline bool has_branch_stack(struct perf_event *event)
{
	return event->attr.sample_type & PERF_SAMPLE_BRANCH_STACK;
}

static inline bool needs_branch_stack(struct perf_event *event)
{
	return event->attr.branch_sample_type;
}

static inline bool is_write_backward(struct perf_event *event)
{
	return event->attr.write_backward;
}

static inline bool has_aux_action(struct perf_event *event)
{
	return event->attr.aux_sample_size || event->attr.aux_pause ||
	       event->attr.aux_resume;
}

static inline struct perf_addr_filters_head *
perf_event_addr_filters(struct perf_event *event)
{
	return &event->opened->addr_filters;
}

#endif /* CONFIG_PERF_EVENTS */
#endif /* _LINUX_PERF_EVENT_TYPES_H */
