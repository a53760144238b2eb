/* SPDX-License-Identifier: GPL-2.0 */
/* SIGTRAP for the task that made an event overflow (attr.sigtrap); SIGIO for listeners. */
#ifndef _KERNEL_EVENTS_SIGNAL_H
#define _KERNEL_EVENTS_SIGNAL_H

#include <linux/perf_event.h>

/**
 * struct perf_sigtrap - a SIGTRAP of an instance
 * @work:    runs in the task before the return to user mode
 * @pending: @work is queued; further overflows share its signal
 * @addr:    value for si_addr
 * @event:   the instance; while queued, @work holds a reference on it
 * @put:     drops that reference
 */
struct perf_sigtrap {
	struct callback_head	work;
	atomic_t		pending;
	u64			addr;
	struct perf_event	*event;
	void			(*put)(struct perf_event *event);
};

struct perf_sigtrap *perf_sigtrap_alloc(struct perf_event *event,
					void (*put)(struct perf_event *event));
void perf_sigtrap_free(struct perf_sigtrap *sigtrap);
void perf_sigtrap_queue(struct perf_sigtrap *sigtrap, const struct perf_sample_data *data,
			struct pt_regs *regs);
void perf_sigio_queue(struct perf_event_file *opened, int band);

#endif /* _KERNEL_EVENTS_SIGNAL_H */
