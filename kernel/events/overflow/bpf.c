// SPDX-License-Identifier: GPL-2.0
/*
 * BPF programs attached to events.
 *
 * A program on a trace event runs in the trace event, before its listeners; the tracing code
 * keeps it in the trace event's array. A program on any other event runs in
 * perf_event_overflow() and returns whether to write a sample. perf_event::prog of the opened
 * event holds it; instances inherited from the event run it as well.
 *
 * Locks: perf_bpf_mutex protects perf_event::prog and ::bpf_cookie of events of the second
 * kind. Overflows read them without the mutex; RCU delays the freeing of a program.
 */
#include <linux/bpf.h>
#include <linux/filter.h>
#include <linux/mutex.h>
#include <linux/perf_event.h>
#include <linux/perf/tracing.h>
#include <linux/syscalls.h>
#include <linux/trace_events.h>

#include "base/why.h"
#include "overflow/bpf.h"

#ifdef CONFIG_BPF_SYSCALL

static DEFINE_MUTEX(perf_bpf_mutex);

/**
 * __perf_bpf_overflow - run the program of an event that overflowed
 * @event: the instance
 * @prog:  its program
 * @data:  the sample; perf_prepare_sample() completes it, since @prog may read any part
 * @regs:  registers at the overflow
 *
 * Context: on the event's CPU with IRQs off, or NMI.
 * Return: the return value of @prog; 0 also if the overflow interrupts another program on this
 * CPU, and @prog does not run.
 */
int __perf_bpf_overflow(struct perf_event *event, struct bpf_prog *prog,
			struct perf_sample_data *data, struct pt_regs *regs)
{
	struct bpf_perf_event_data_kern ctx = {
		.regs	= perf_arch_bpf_user_pt_regs(regs),
		.data	= data,
		.event	= event,
	};
	int ret = 0;

	/* The helper that returns the cookie reads that of @event, not of its parent. */
	if (event->parent)
		event->bpf_cookie = event->parent->bpf_cookie;

	if (__this_cpu_inc_return(bpf_prog_active) == 1) {
		guard(rcu)();
		perf_prepare_sample(data, event, regs);
		ret = bpf_prog_run(prog, &ctx);
	}
	__this_cpu_dec(bpf_prog_active);
	return ret;
}

/*
 * With precise_ip the registers are not those of the interrupt, so unwinding from them may go
 * astray. A program that reads the stack gets the call chain of the PMU driver instead:
 * PERF_SAMPLE_CALLCHAIN must be set, without exclude_callchain_kernel or _user.
 */
static bool perf_bpf_lacks_stack(const struct perf_event_attr *attr, const struct bpf_prog *prog)
{
	if (!attr->precise_ip || !prog->call_get_stack)
		return false;
	return !(attr->sample_type & PERF_SAMPLE_CALLCHAIN) ||
	       attr->exclude_callchain_kernel || attr->exclude_callchain_user;
}

/* True if kernel code gets the overflows by a callback of its own: a program cannot replace it. */
static bool perf_bpf_is_callback(struct perf_event *event)
{
	return event->overflow_handler_context ||
	       (event->overflow_handler && !is_default_overflow_handler(event));
}

static int __cold perf_bpf_refuse(struct perf_event *event, int err, enum perf_event_why reason)
{
	return perf_refuse_event(event, err, reason, PERF_WHERE_ARG + 2);
}

static int perf_bpf_set_overflow(struct perf_event *event, struct bpf_prog *prog, u64 cookie)
{
	if (perf_bpf_is_callback(event))
		return perf_bpf_refuse(event, -EINVAL, PERF_WHY_BPF_TAKEN);

	guard(mutex)(&perf_bpf_mutex);
	if (event->prog)
		return perf_bpf_refuse(event, -EEXIST, PERF_WHY_BPF_TAKEN);
	if (prog->type != BPF_PROG_TYPE_PERF_EVENT)
		return perf_bpf_refuse(event, -EINVAL, PERF_WHY_BPF_TYPE);
	if (perf_bpf_lacks_stack(&event->attr, prog))
		return perf_bpf_refuse(event, -EPROTO, PERF_WHY_BPF_STACK);

	event->bpf_cookie = cookie;
	/* A reader of event->prog must read its cookie, too. */
	smp_store_release(&event->prog, prog);
	return 0;
}

static void perf_bpf_clear_overflow(struct perf_event *event)
{
	struct bpf_prog *prog;

	guard(mutex)(&perf_bpf_mutex);
	prog = event->prog;
	WRITE_ONCE(event->prog, NULL);
	if (prog)
		bpf_prog_put(prog);
}

#ifdef CONFIG_BPF_EVENTS
static int perf_bpf_set_tracing(struct perf_event *event, struct bpf_prog *prog, u64 cookie)
{
	struct trace_event_call *call = event->tp_event;
	bool probe = call->flags & TRACE_EVENT_FL_UKPROBE;
	bool tracepoint = (call->flags & TRACE_EVENT_FL_TRACEPOINT) ||
			  is_syscall_trace_event(call);

	if (!probe && !tracepoint)
		return perf_bpf_refuse(event, -EINVAL, PERF_WHY_BPF_NONE);
	if (probe && prog->type != BPF_PROG_TYPE_KPROBE)
		return perf_bpf_refuse(event, -EINVAL, PERF_WHY_BPF_TYPE);
	if (tracepoint && prog->type != BPF_PROG_TYPE_TRACEPOINT)
		return perf_bpf_refuse(event, -EINVAL, PERF_WHY_BPF_TYPE);
	/* A sleepable program may only delay user space. */
	if (prog->sleepable && !(call->flags & TRACE_EVENT_FL_UPROBE))
		return perf_bpf_refuse(event, -EINVAL, PERF_WHY_BPF_TYPE);
	if (prog->kprobe_override && !(call->flags & TRACE_EVENT_FL_KPROBE))
		return perf_bpf_refuse(event, -EINVAL, PERF_WHY_BPF_TYPE);
	/* The verifier does not check accesses against the length of this record. */
	if (tracepoint && prog->aux->max_ctx_offset > trace_event_get_offsets(call))
		return perf_bpf_refuse(event, -EACCES, PERF_WHY_BPF_CONTEXT);

	return perf_event_attach_bpf_prog(event, prog, cookie);
}
#else
static int perf_bpf_set_tracing(struct perf_event *event, struct bpf_prog *prog, u64 cookie)
{
	return -EOPNOTSUPP;
}
#endif /* CONFIG_BPF_EVENTS */

/**
 * perf_event_set_bpf_prog - attach a program to an event
 * @event:      an opened event, not an inherited instance
 * @prog:       the program; on success @event takes over the caller's reference
 * @bpf_cookie: a number that @prog can read by a helper
 *
 * Context: task, may sleep.
 * Return: 0; -EEXIST if @event has a program; -EINVAL if @prog and @event do not match;
 * -EPROTO if @prog reads the stack and @event cannot supply it; -EACCES if @prog reads past the
 * record; -E2BIG if the trace event has too many programs; -EOPNOTSUPP if not configured.
 */
int perf_event_set_bpf_prog(struct perf_event *event, struct bpf_prog *prog, u64 bpf_cookie)
{
	if (perf_event_is_tracing(event))
		return perf_bpf_set_tracing(event, prog, bpf_cookie);
	return perf_bpf_set_overflow(event, prog, bpf_cookie);
}

/**
 * perf_event_free_bpf_prog - detach the program from an event
 * @event: an opened event, or an inherited instance, which never has a program
 *
 * Called before event->destroy(), and when the link of the program is released.
 *
 * Context: task, may sleep.
 */
void perf_event_free_bpf_prog(struct perf_event *event)
{
	if (!READ_ONCE(event->prog))
		return;
	if (perf_event_is_tracing(event))
		perf_event_detach_bpf_prog(event);
	else
		perf_bpf_clear_overflow(event);
}

/**
 * perf_event_set_bpf_fd - ioctl PERF_EVENT_IOC_SET_BPF
 * @event:   an opened event
 * @prog_fd: file descriptor of a program
 *
 * Context: task, may sleep.
 * Return: as perf_event_set_bpf_prog(); -EBADF or -EINVAL if @prog_fd is not of a program.
 */
int perf_event_set_bpf_fd(struct perf_event *event, u32 prog_fd)
{
	struct bpf_prog *prog;
	int err;

	prog = bpf_prog_get(prog_fd);
	if (IS_ERR(prog))
		return perf_bpf_refuse(event, PTR_ERR(prog), PERF_WHY_BPF_TYPE);

	err = perf_event_set_bpf_prog(event, prog, 0);
	if (err)
		bpf_prog_put(prog);
	return err;
}

#else /* CONFIG_BPF_SYSCALL */

int perf_event_set_bpf_prog(struct perf_event *event, struct bpf_prog *prog, u64 bpf_cookie)
{
	return -EOPNOTSUPP;
}

void perf_event_free_bpf_prog(struct perf_event *event)
{
}

#endif /* CONFIG_BPF_SYSCALL */
