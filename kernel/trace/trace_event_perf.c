// SPDX-License-Identifier: GPL-2.0
/*
 * Trace events as a source of perf events.
 *
 * Owns: lookup and permission of an event's trace event, registering perf's probe on it;
 * perf_trace_bufs, in which records are built; the function tracer's hook. The finished
 * record goes to kernel/events/pmus/tracepoint.c.
 *
 * A trace event with listeners has a list of perf events per CPU,
 * trace_event_call::perf_events, which kernel/events/base/tracelist.c maintains. The trace
 * event's probe reads the list of its own CPU, in any context including NMI.
 *
 * Locks: event_mutex protects trace_event_call::perf_refcount (the number of listeners)
 * and the perf_events pointer. The lists are freed a grace period after the probe is
 * unregistered, since it may run until then. An inherited event is not in perf_refcount:
 * it holds a reference on the event it inherits from.
 *
 * Registering and unregistering a probe patches the kernel's text. A trace event that
 * cannot be unloaded therefore keeps its probe up to PERF_TRACE_IDLE_DELAY after the last
 * listener has left. A hit of an idle trace event costs a test of an empty list, plus a test
 * of the task that the trace event is about if that is not the current one.
 */
#define pr_fmt(fmt) "perf: " fmt

#include <linux/bitmap.h>
#include <linux/kprobes.h>
#include <linux/module.h>
#include <linux/overflow.h>
#include <linux/perf_event.h>
#include <linux/perf/tracing.h>
#include <linux/security.h>
#include <linux/unaligned.h>
#include <linux/workqueue.h>

#include "trace.h"
#include "trace_output.h"
#include "trace_probe.h"

/**
 * struct perf_trace_buf - buffer in which a CPU builds a record
 * @record: the record; an array of u64, for the alignment that the ring and BPF require
 * @regs:   registers at the trace event
 */
struct perf_trace_buf {
	u64		record[PERF_MAX_TRACE_SIZE / sizeof(u64)];
	struct pt_regs	regs;
};

/*
 * One buffer per recursion context (task, softirq, hardirq, NMI). perf_trace_listen()
 * allocates perf_trace_bufs for the first listener since boot; they are never freed.
 */
static struct perf_trace_buf __percpu *perf_trace_bufs[PERF_NR_CONTEXTS];

static int perf_trace_alloc_bufs(void)
{
	int rctx;

	lockdep_assert_held(&event_mutex);
	for (rctx = 0; rctx < PERF_NR_CONTEXTS; rctx++) {
		if (!perf_trace_bufs[rctx])
			perf_trace_bufs[rctx] = alloc_percpu(struct perf_trace_buf);
		if (!perf_trace_bufs[rctx])
			return -ENOMEM;
	}
	return 0;
}

/**
 * perf_trace_buf_alloc - begin a record
 * @size:  bytes, at least 8; @size plus a u32 must be a multiple of 8 for the ring
 * @regs:  if not NULL: set to a buffer for the caller's registers
 * @rctxp: set to the recursion context, which perf_trace_buf_submit() or
 *         perf_trace_run_bpf_submit() puts
 *
 * Context: any, preemption off.
 * Return: the buffer, with its last 8 bytes cleared; NULL if this context is already
 * building a record, or @size is above PERF_MAX_TRACE_SIZE. A caller with a variable
 * @size tests perf_trace_fits() first.
 */
void *perf_trace_buf_alloc(int size, struct pt_regs **regs, int *rctxp)
{
	struct perf_trace_buf *buf;
	int rctx;

	BUILD_BUG_ON(PERF_MAX_TRACE_SIZE % sizeof(u64));
	if (unlikely(size > PERF_MAX_TRACE_SIZE))
		return NULL;

	rctx = perf_swevent_enter();
	if (rctx < 0)
		return NULL;

	*rctxp = rctx;
	buf = this_cpu_ptr(perf_trace_bufs[rctx]);
	if (regs)
		*regs = &buf->regs;

	/* The record ends in up to 7 bytes of padding: they must not leak old data. */
	put_unaligned(0ULL, (u64 *)((void *)buf->record + size - sizeof(u64)));
	return buf->record;
}
EXPORT_SYMBOL_GPL(perf_trace_buf_alloc);
NOKPROBE_SYMBOL(perf_trace_buf_alloc);

/*
 * The function tracer also calls perf_function_hit() in the handling of user page faults,
 * so a sample of the function trace event must not access user memory.
 */
static int perf_trace_function_permission(const struct perf_event *event)
{
	const struct perf_event_attr *attr = &event->attr;
	int err;

	err = perf_allow_tracepoint();
	if (err || !attr->sample_period)
		return err;
	if (!attr->exclude_callchain_user || (attr->sample_type & PERF_SAMPLE_STACK_USER))
		return -EINVAL;
	return 0;
}

/*
 * A count of hits reveals little. PERF_SAMPLE_RAW exposes the trace event's records:
 * addresses, names and data of the task that hit it.
 */
static int perf_trace_permission(struct trace_event_call *call, struct perf_event *event)
{
	int err;

	if (call->perf_perm) {
		err = call->perf_perm(call, event);
		if (err)
			return err;
	}
	if (ftrace_event_is_function(call)) {
		err = perf_trace_function_permission(event);
		if (err)
			return err;
	}
	if (!(event->attr.sample_type & PERF_SAMPLE_RAW))
		return 0;
	/* TRACE_EVENT_FL_CAP_ANY: any user may read these records of a task it may monitor. */
	if (event->hw.target && (call->flags & TRACE_EVENT_FL_CAP_ANY))
		return 0;
	return perf_allow_tracepoint();
}

/*
 * Return: the trace event with @id, or NULL. The hash of ftrace_find_event() holds all
 * trace events whose id was assigned at registration. A trace event with a built-in id (up
 * to __TRACE_LAST_TYPE) may be missing there, or not be embedded in its trace_event_call.
 */
static struct trace_event_call *perf_trace_find(u64 id)
{
	struct trace_event_call *call;
	struct trace_event *event;

	lockdep_assert_held(&event_mutex);
	if (id > U16_MAX)
		return NULL;

	if (id <= __TRACE_LAST_TYPE) {
		list_for_each_entry(call, &ftrace_events, list) {
			if (call->event.type == id)
				return call;
		}
		return NULL;
	}

	trace_event_read_lock();
	event = ftrace_find_event(id);
	trace_event_read_unlock();
	if (!event)
		return NULL;
	/* A trace event with an id that is not on ftrace_events yet is not visible. */
	call = container_of(event, struct trace_event_call, event);
	return call->list.next ? call : NULL;
}

/* Longest time that a probe stays registered after its last listener has left. */
#define PERF_TRACE_IDLE_DELAY	HZ

#define PERF_TRACE_IDS		(U16_MAX + 1)

/*
 * perf_trace_idle: ids of trace events with lists and a registered probe but no listener.
 * perf_trace_leaving: ids of trace events whose probe is unregistered, but may still run.
 * Both are protected by event_mutex.
 */
static DECLARE_BITMAP(perf_trace_idle, PERF_TRACE_IDS);
static DECLARE_BITMAP(perf_trace_leaving, PERF_TRACE_IDS);

/*
 * A trace_event_call in the kernel image stays, with the id assigned at boot; any other may be
 * freed as soon as it has no listener.
 */
static bool perf_trace_may_idle(const struct trace_event_call *call)
{
	const int id = call->event.type;

	return is_kernel_core_data((unsigned long)call) && id > __TRACE_LAST_TYPE &&
	       id <= U16_MAX;
}

/* Unregister the first idle probe with an id >= @id. Return: its id, or PERF_TRACE_IDS. */
static unsigned int perf_trace_stop_idle(unsigned int id)
{
	struct trace_event_call *call;

	guard(mutex)(&event_mutex);
	id = find_next_bit(perf_trace_idle, PERF_TRACE_IDS, id);
	if (id < PERF_TRACE_IDS) {
		call = perf_trace_find(id);
		__clear_bit(id, perf_trace_idle);
		__set_bit(id, perf_trace_leaving);
		call->class->reg(call, TRACE_REG_PERF_UNREGISTER, NULL);
	}
	return id;
}

/* Free the lists of leaving trace events that have no new listener. */
static void perf_trace_free_left(void)
{
	struct trace_event_call *call;
	unsigned int id;

	guard(mutex)(&event_mutex);
	for_each_set_bit(id, perf_trace_leaving, PERF_TRACE_IDS) {
		call = perf_trace_find(id);
		if (call->perf_refcount || test_bit(id, perf_trace_idle))
			continue;
		perf_tracelist_free(call->perf_events);
		call->perf_events = NULL;
	}
	bitmap_zero(perf_trace_leaving, PERF_TRACE_IDS);
}

/* Unregister all idle probes; one grace period covers all of them. */
static void perf_trace_end_idle(struct work_struct *work)
{
	unsigned int id;

	for (id = 0; id < PERF_TRACE_IDS; id++)
		id = perf_trace_stop_idle(id);
	tracepoint_synchronize_unregister();
	perf_trace_free_left();
}

static DECLARE_DELAYED_WORK(perf_trace_idle_work, perf_trace_end_idle);

/* Clear @call's idle bit for a new listener. Return: true if its probe is still registered. */
static bool perf_trace_wake_idle(const struct trace_event_call *call)
{
	return perf_trace_may_idle(call) && __test_and_clear_bit(call->event.type, perf_trace_idle);
}

/* Add a listener to @call; the first one registers the perf probe. */
static int perf_trace_listen(struct trace_event_call *call)
{
	struct hlist_head __percpu *events = NULL;
	int err;

	lockdep_assert_held(&event_mutex);
	if (call->perf_refcount) {
		call->perf_refcount++;
		return 0;
	}
	if (perf_trace_wake_idle(call)) {
		call->perf_refcount = 1;
		return 0;
	}

	err = perf_trace_alloc_bufs();
	if (err)
		return err;
	/* perf_events is still set if the last listener left less than a grace period ago. */
	if (!call->perf_events) {
		events = perf_tracelist_alloc();
		if (!events)
			return -ENOMEM;
		call->perf_events = events;
	}
	err = call->class->reg(call, TRACE_REG_PERF_REGISTER, NULL);
	if (err) {
		if (events)
			call->perf_events = NULL;
		perf_tracelist_free(events);
		return err;
	}
	call->perf_refcount = 1;
	return 0;
}

/**
 * struct perf_trace_quiesce - lists to be freed after the last listener has left
 * @call:  the trace event; NULL if there is nothing to free
 * @entry: node in perf_trace_quiescing
 */
struct perf_trace_quiesce {
	struct trace_event_call	*call;
	struct list_head	entry;
};

/* Protected by event_mutex. */
static LIST_HEAD(perf_trace_quiescing);

/* Remove a listener from @call. The caller must call perf_trace_quiesce() afterwards. */
static void perf_trace_unlisten(struct trace_event_call *call, struct perf_trace_quiesce *quiesce)
{
	lockdep_assert_held(&event_mutex);
	if (--call->perf_refcount)
		return;
	if (perf_trace_may_idle(call)) {
		__set_bit(call->event.type, perf_trace_idle);
		queue_delayed_work(system_long_wq, &perf_trace_idle_work, PERF_TRACE_IDLE_DELAY);
		return;
	}
	call->class->reg(call, TRACE_REG_PERF_UNREGISTER, NULL);
	quiesce->call = call;
	list_add(&quiesce->entry, &perf_trace_quiescing);
}

/*
 * Wait until no probe reads the lists of @quiesce->call, then free them, unless the trace
 * event has a new listener, or another entry in perf_trace_quiescing that will free them.
 * Sleeps for a grace period, so event_mutex must not be held.
 */
static void perf_trace_quiesce(struct perf_trace_quiesce *quiesce)
{
	struct trace_event_call *call = quiesce->call;
	struct perf_trace_quiesce *other;

	if (!call)
		return;
	tracepoint_synchronize_unregister();

	guard(mutex)(&event_mutex);
	list_del(&quiesce->entry);
	if (call->perf_refcount)
		return;
	list_for_each_entry(other, &perf_trace_quiescing, entry) {
		if (other->call == call)
			return;
	}
	perf_tracelist_free(call->perf_events);
	call->perf_events = NULL;
}

/*
 * The function tracer calls perf_function_hit() for every task, so an event on it must be
 * switched: pmu::add and pmu::del set perf_function_trace::cpu at each context switch.
 */
static u16 perf_trace_caps(struct trace_event_call *call)
{
	if (ftrace_event_is_function(call))
		return PERF_EV_CAP_SOFTWARE;
	return PERF_EV_CAP_SOFTWARE | PERF_EV_CAP_RESIDENT | PERF_EV_CAP_KEEPS_COUNT;
}

/* Make @event a listener of @call, which the caller keeps alive. */
static int perf_trace_attach(struct perf_event *event, struct trace_event_call *call)
{
	struct perf_trace_quiesce quiesce = {};
	int err;

	scoped_guard(mutex, &event_mutex) {
		err = perf_trace_permission(call, event);
		if (err)
			return err;
		err = perf_trace_listen(call);
		if (err)
			return err;
		err = call->class->reg(call, TRACE_REG_PERF_OPEN, event);
		if (err) {
			perf_trace_unlisten(call, &quiesce);
		} else {
			event->tp_event = call;
			event->event_caps |= perf_trace_caps(call);
		}
	}
	perf_trace_quiesce(&quiesce);
	return err;
}

/* Undo perf_trace_attach(). @event is on no CPU's list any more. */
static void perf_trace_detach(struct perf_event *event)
{
	struct trace_event_call *call = event->tp_event;
	struct perf_trace_quiesce quiesce = {};

	scoped_guard(mutex, &event_mutex) {
		call->class->reg(call, TRACE_REG_PERF_CLOSE, event);
		perf_trace_unlisten(call, &quiesce);
	}
	perf_trace_quiesce(&quiesce);
	event->tp_event = NULL;
}

/**
 * perf_trace_init - attach an event to the trace event attr.config
 * @event: an event being opened, @event->hw.target set
 *
 * Context: task, may sleep.
 * Return: 0; -EINVAL if there is no such trace event or it has no perf probe; the errno
 * of perf_trace_permission(), -EPERM if the caller may not read its records; -ENOMEM.
 */
int perf_trace_init(struct perf_event *event)
{
	struct trace_event_call *call;
	int err;

	scoped_guard(mutex, &event_mutex) {
		call = perf_trace_find(event->attr.config);
		if (!call || !call->class || !call->class->reg || !trace_event_try_get_ref(call))
			return -EINVAL;
	}
	/* The reference from trace_event_try_get_ref() keeps @call in place. */
	err = perf_trace_attach(event, call);
	if (err)
		trace_event_put_ref(call);
	return err;
}

/**
 * perf_trace_destroy - undo perf_trace_init()
 * @event: event that is in no context any more
 *
 * Context: task; waits for a grace period if @event is the last listener and
 * perf_trace_may_idle() is false (a module's trace event, or a built-in id).
 */
void perf_trace_destroy(struct perf_event *event)
{
	struct trace_event_call *call = event->tp_event;

	perf_trace_detach(event);
	trace_event_put_ref(call);
}

/*
 * The function tracer has ftrace_ops per instance, and a uprobe keeps a list of the tasks in
 * whose memory its breakpoint stays. event_mutex protects neither.
 */
static bool perf_trace_knows_instances(struct trace_event_call *call)
{
	return ftrace_event_is_function(call) || (call->flags & TRACE_EVENT_FL_UPROBE);
}

/**
 * perf_trace_clone - attach an inherited instance to its parent's trace event
 * @child:  a new instance, its attributes and hw.target set
 * @parent: the instance @child is copied from, opened or itself inherited
 *
 * For all PMUs that listen to trace events. @child's reference on the opened event keeps
 * the trace event and its probe in place.
 *
 * Context: task, may sleep. Undone by perf_trace_unclone().
 * Return: 0 or the errno of trace_event_class::reg.
 */
int perf_trace_clone(struct perf_event *child, const struct perf_event *parent)
{
	struct trace_event_call *call = parent->tp_event;
	int err;

	/*
	 * Not under event_mutex: the caller may hold a context's mutex. That nests inside
	 * the CPU hotplug lock, which nests inside event_mutex.
	 */
	if (perf_trace_knows_instances(call)) {
		err = call->class->reg(call, TRACE_REG_PERF_OPEN, child);
		if (err)
			return err;
	}
	child->tp_event = call;
	return 0;
}

/**
 * perf_trace_unclone - undo perf_trace_clone()
 * @child: instance that is in no context any more
 *
 * Context: task, may sleep.
 */
void perf_trace_unclone(struct perf_event *child)
{
	struct trace_event_call *call = child->tp_event;

	if (perf_trace_knows_instances(call))
		call->class->reg(call, TRACE_REG_PERF_CLOSE, child);
	child->tp_event = NULL;
}

#ifdef CONFIG_KPROBE_EVENTS
/* Return: a copy of attr.kprobe_func; NULL if it is 0 or an empty string; an errno. */
static char *perf_kprobe_function(const struct perf_event *event)
{
	const char __user *user = u64_to_user_ptr(event->attr.kprobe_func);
	char *name;
	long len;

	if (!user)
		return NULL;
	name = kzalloc(KSYM_NAME_LEN, GFP_KERNEL);
	if (!name)
		return ERR_PTR(-ENOMEM);

	len = strncpy_from_user(name, user, KSYM_NAME_LEN);
	if (len == KSYM_NAME_LEN)
		len = -E2BIG;
	if (len > 0)
		return name;
	kfree(name);
	return ERR_PTR(len);
}

/**
 * perf_kprobe_init - create a kprobe for an event and count its hits
 * @event:       an event being opened; attr.kprobe_func points to a name in user space,
 *               to whose address attr.probe_offset is added, or is NULL:
 *               attr.kprobe_addr is an address
 * @is_retprobe: probe the function's return
 *
 * Context: task, may sleep.
 * Return: 0; -EFAULT; -E2BIG for a name longer than any symbol; -EINVAL for an address
 * that does not fit an unsigned long or an offset of more than 32 bits; the errno of
 * create_local_trace_kprobe(); permission errors as in perf_trace_init(); -ENOMEM.
 */
int perf_kprobe_init(struct perf_event *event, bool is_retprobe)
{
	void *addr = (void *)(unsigned long)event->attr.kprobe_addr;
	struct trace_event_call *call;
	char *name;
	int err;

	/* attr.probe_offset and attr.kprobe_addr are u64, wider than the kprobe layer's types. */
	if (event->attr.kprobe_func ? overflows_type(event->attr.probe_offset, unsigned int)
				    : overflows_type(event->attr.kprobe_addr, unsigned long))
		return -EINVAL;
	name = perf_kprobe_function(event);
	if (IS_ERR(name))
		return PTR_ERR(name);
	call = create_local_trace_kprobe(name, addr, event->attr.probe_offset, is_retprobe);
	kfree(name);
	if (IS_ERR(call))
		return PTR_ERR(call);
	err = perf_trace_attach(event, call);
	if (err)
		destroy_local_trace_kprobe(call);
	return err;
}

/**
 * perf_kprobe_destroy - undo perf_kprobe_init()
 * @event: event that is in no context any more
 *
 * Context: task; waits for a grace period.
 */
void perf_kprobe_destroy(struct perf_event *event)
{
	struct trace_event_call *call = event->tp_event;

	perf_trace_detach(event);
	destroy_local_trace_kprobe(call);
}
#endif /* CONFIG_KPROBE_EVENTS */

#ifdef CONFIG_UPROBE_EVENTS
/**
 * perf_uprobe_init - create a uprobe for an event and count its hits
 * @event:          an event being opened; attr.uprobe_path points to a file name in user
 *                  space, attr.probe_offset is the offset in the file
 * @ref_ctr_offset: file offset of a semaphore to raise while the probe is set, or 0
 * @is_retprobe:    probe the function's return
 *
 * Context: task, may sleep.
 * Return: 0; -EFAULT; -E2BIG for a name of PATH_MAX bytes or more; -EINVAL for a missing
 * or empty name, or an offset that does not fit loff_t or unsigned long; the errno of
 * create_local_trace_uprobe(); permission errors as in perf_trace_init(); -ENOMEM.
 */
int perf_uprobe_init(struct perf_event *event, unsigned long ref_ctr_offset, bool is_retprobe)
{
	struct trace_event_call *call;
	char *path;
	int err;

	if (!event->attr.uprobe_path || overflows_type(event->attr.probe_offset, loff_t) ||
	    overflows_type(event->attr.probe_offset, unsigned long))
		return -EINVAL;
	path = strndup_user(u64_to_user_ptr(event->attr.uprobe_path), PATH_MAX);
	if (IS_ERR(path))
		return PTR_ERR(path) == -EINVAL ? -E2BIG : PTR_ERR(path);

	call = *path ? create_local_trace_uprobe(path, event->attr.probe_offset,
						 ref_ctr_offset, is_retprobe)
		     : ERR_PTR(-EINVAL);
	kfree(path);
	if (IS_ERR(call))
		return PTR_ERR(call);
	err = perf_trace_attach(event, call);
	if (err)
		destroy_local_trace_uprobe(call);
	return err;
}

/**
 * perf_uprobe_destroy - undo perf_uprobe_init()
 * @event: event that is in no context any more
 *
 * Context: task; waits for a grace period.
 */
void perf_uprobe_destroy(struct perf_event *event)
{
	struct trace_event_call *call = event->tp_event;

	perf_trace_detach(event);
	destroy_local_trace_uprobe(call);
}
#endif /* CONFIG_UPROBE_EVENTS */

/**
 * perf_trace_add - pmu::add of all PMUs that listen to trace events
 * @event: the event
 * @flags: PERF_EF_START
 *
 * Context: IRQs off, the event's context locked; if the event's slot is active, on the
 * CPU where it is active.
 * Return: 0; adding never fails.
 */
int perf_trace_add(struct perf_event *event, int flags)
{
	struct trace_event_call *call = event->tp_event;

	if (is_sampling_event(event)) {
		event->hw.last_period = event->hw.sample_period;
		perf_swevent_set_period(event);
	}
	event->hw.state = (flags & PERF_EF_START) ? 0 : PERF_HES_STOPPED;
	if (is_sampling_event(event) || event->attr.exclude_kernel)
		event->hw.state |= PERF_HES_TRACE_LOOK;

	/* A nonzero return means that the trace event (function tracer) matches by itself. */
	if (!call->class->reg(call, TRACE_REG_PERF_ADD, event))
		perf_tracelist_add(event);
	return 0;
}

/**
 * perf_trace_del - pmu::del of all PMUs that listen to trace events
 * @event: the event
 * @flags: unused
 *
 * Context: as perf_trace_add().
 */
void perf_trace_del(struct perf_event *event, int flags)
{
	struct trace_event_call *call = event->tp_event;

	if (!call->class->reg(call, TRACE_REG_PERF_DEL, event))
		perf_tracelist_del(event);
}

#ifdef CONFIG_FUNCTION_TRACER
/**
 * struct perf_function_trace - an instance that traces functions
 * @ops:    callback of the function tracer; of an opened event, holds the filter
 * @origin: ops of the opened event, for an inherited instance; else NULL
 * @events: list with this one event, as perf_trace_buf_submit() requires
 * @cpu:    CPU the event counts on, -1 for none
 */
struct perf_function_trace {
	struct ftrace_ops	ops;
	const struct ftrace_ops	*origin;
	struct hlist_head	events;
	int			cpu;
};

/* The filter is set in the opened event's ops and applies to all instances inherited from it. */
static bool perf_function_wants(const struct ftrace_ops *ops, unsigned long ip)
{
	struct ftrace_hash *only = rcu_dereference_raw(ops->func_hash->filter_hash);
	struct ftrace_hash *never = rcu_dereference_raw(ops->func_hash->notrace_hash);

	return (ftrace_hash_empty(only) || ftrace_lookup_ip(only, ip)) &&
	       !ftrace_lookup_ip(never, ip);
}

static void perf_function_hit(unsigned long ip, unsigned long parent_ip,
			      struct ftrace_ops *ops, struct ftrace_regs *fregs)
{
	/* A u32 size precedes the record in the ring: both together must be a multiple of u64. */
	const int size = ALIGN(sizeof(struct ftrace_entry) + sizeof(u32), sizeof(u64)) -
			 sizeof(u32);
	struct perf_function_trace *trace = container_of(ops, struct perf_function_trace, ops);
	struct ftrace_entry *entry;
	struct pt_regs *regs;
	int recursion;
	int rctx;

	if (READ_ONCE(trace->cpu) != raw_smp_processor_id())
		return;
	recursion = ftrace_test_recursion_trylock(ip, parent_ip);
	if (recursion < 0)
		return;
	if (trace->origin && !perf_function_wants(trace->origin, ip))
		goto unlock;

	entry = perf_trace_buf_alloc(size, &regs, &rctx);
	if (entry) {
		perf_fetch_caller_regs(regs);
		entry->ip = ip;
		entry->parent_ip = parent_ip;
		perf_trace_buf_submit(entry, size, rctx, TRACE_FN, 1, regs, &trace->events, NULL);
	}
unlock:
	ftrace_test_recursion_unlock(recursion);
}

static int perf_function_open(struct perf_event *event)
{
	struct perf_function_trace *trace;
	int err;

	trace = kzalloc(sizeof(*trace), GFP_KERNEL);
	if (!trace)
		return -ENOMEM;
	trace->ops.func = perf_function_hit;
	trace->ops.flags = FTRACE_OPS_FL_RCU;
	/* An inherited instance holds a reference on its parent, so trace->origin stays valid. */
	trace->origin = event->parent ? event->parent->ftrace_ops : NULL;
	trace->cpu = -1;
	hlist_add_head(&event->hlist_entry, &trace->events);

	err = register_ftrace_function(&trace->ops);
	if (err) {
		INIT_HLIST_NODE(&event->hlist_entry);
		kfree(trace);
		return err;
	}
	event->ftrace_ops = &trace->ops;
	return 0;
}

static int perf_function_close(struct perf_event *event)
{
	struct perf_function_trace *trace;
	int err;

	trace = container_of(event->ftrace_ops, struct perf_function_trace, ops);
	/* On return, no CPU runs perf_function_hit() for these ops any more. */
	err = unregister_ftrace_function(&trace->ops);
	ftrace_free_filter(&trace->ops);
	event->ftrace_ops = NULL;
	kfree(trace);
	return err;
}

static int perf_function_set_cpu(struct perf_event *event, int cpu)
{
	struct perf_function_trace *trace;

	trace = container_of(event->ftrace_ops, struct perf_function_trace, ops);
	WRITE_ONCE(trace->cpu, cpu);
	return 1;
}

/**
 * perf_ftrace_event_register - trace_event_class::reg of the function trace event
 * @call: the trace event
 * @type: the operation
 * @data: the event, for OPEN, CLOSE, ADD and DEL
 *
 * Context: ADD and DEL on the event's CPU with IRQs off, otherwise task.
 * Return: 1 for ADD and DEL, so that perf_trace_add() and perf_trace_del() change no list;
 * otherwise 0 or an errno. TRACE_REG_REGISTER returns -EINVAL: perf is the only user.
 */
int perf_ftrace_event_register(struct trace_event_call *call, enum trace_reg type, void *data)
{
	switch (type) {
	case TRACE_REG_PERF_OPEN:
		return perf_function_open(data);
	case TRACE_REG_PERF_CLOSE:
		return perf_function_close(data);
	case TRACE_REG_PERF_ADD:
		return perf_function_set_cpu(data, smp_processor_id());
	case TRACE_REG_PERF_DEL:
		return perf_function_set_cpu(data, -1);
	case TRACE_REG_PERF_REGISTER:
	case TRACE_REG_PERF_UNREGISTER:
		return 0;
	default:
		return -EINVAL;
	}
}
#endif /* CONFIG_FUNCTION_TRACER */
