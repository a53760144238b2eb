/* SPDX-License-Identifier: GPL-2.0 */
/*
 * BPF programs attached to events. <linux/trace_events.h>, which kernel/bpf includes, declares
 * perf_event_set_bpf_prog() and perf_event_free_bpf_prog().
 */
#ifndef _KERNEL_EVENTS_BPF_H
#define _KERNEL_EVENTS_BPF_H

#include <linux/bpf.h>
#include <linux/perf_event.h>

#ifdef CONFIG_BPF_SYSCALL

int __perf_bpf_overflow(struct perf_event *event, struct bpf_prog *prog,
			struct perf_sample_data *data, struct pt_regs *regs);

/**
 * perf_bpf_overflow - run the event's program, which decides about a sample
 * @event: event that overflowed, or an inherited instance of it
 * @data:  the sample; the program and the call chain may fill in fields
 * @regs:  registers at the overflow
 *
 * Context: on the event's CPU with IRQs off, or NMI.
 * Return: 0 if the sample shall be dropped, else non-zero.
 */
static __always_inline int perf_bpf_overflow(struct perf_event *event,
					     struct perf_sample_data *data,
					     struct pt_regs *regs)
{
	/* Pairs with perf_bpf_set_overflow(): the program reads the event's bpf_cookie. */
	struct bpf_prog *prog = smp_load_acquire(&(event->parent ?: event)->prog);

	/* The program of a trace event has run already, in the trace event. */
	if (likely(!prog) || prog->type != BPF_PROG_TYPE_PERF_EVENT)
		return 1;
	return __perf_bpf_overflow(event, prog, data, regs);
}

int perf_event_set_bpf_fd(struct perf_event *event, u32 prog_fd);

#else

static inline int perf_bpf_overflow(struct perf_event *event, struct perf_sample_data *data,
				    struct pt_regs *regs)
{
	return 1;
}

static inline int perf_event_set_bpf_fd(struct perf_event *event, u32 prog_fd)
{
	return -EOPNOTSUPP;
}

#endif /* CONFIG_BPF_SYSCALL */
#endif /* _KERNEL_EVENTS_BPF_H */
