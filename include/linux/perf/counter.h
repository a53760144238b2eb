/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Counters that kernel code opens, and BPF's access to events that users opened.
 */
#ifndef _LINUX_PERF_COUNTER_H
#define _LINUX_PERF_COUNTER_H

#include <linux/perf/event.h>

#ifdef CONFIG_PERF_EVENTS

struct perf_event *perf_event_create_kernel_counter(struct perf_event_attr *attr, int cpu,
						    struct task_struct *task,
						    perf_overflow_handler_t callback,
						    void *context);
int perf_event_release_kernel(struct perf_event *event);

void perf_event_enable(struct perf_event *event);
void perf_event_disable(struct perf_event *event);
void perf_event_disable_local(struct perf_event *event);
int perf_event_refresh(struct perf_event *event, int refresh);
int perf_event_period(struct perf_event *event, u64 value);
u64 perf_event_pause(struct perf_event *event, bool reset);

int perf_event_read_local(struct perf_event *event, u64 *value, u64 *enabled, u64 *running);
u64 perf_event_read_value(struct perf_event *event, u64 *enabled, u64 *running);

struct file *perf_event_get(unsigned int fd);
const struct perf_event *perf_get_event(struct file *file);

#else

static inline int perf_event_release_kernel(struct perf_event *event)
{
	return 0;
}

static inline void perf_event_enable(struct perf_event *event) { }
static inline void perf_event_disable(struct perf_event *event) { }

static inline int perf_event_refresh(struct perf_event *event, int refresh)
{
	return -EINVAL;
}

static inline int perf_event_period(struct perf_event *event, u64 value)
{
	return -EINVAL;
}

static inline u64 perf_event_pause(struct perf_event *event, bool reset)
{
	return 0;
}

static inline int perf_event_read_local(struct perf_event *event, u64 *value,
					u64 *enabled, u64 *running)
{
	return -EINVAL;
}

static inline struct file *perf_event_get(unsigned int fd)
{
	return ERR_PTR(-EINVAL);
}

static inline const struct perf_event *perf_get_event(struct file *file)
{
	return ERR_PTR(-EINVAL);
}

#endif /* CONFIG_PERF_EVENTS */
#endif /* _LINUX_PERF_COUNTER_H */
