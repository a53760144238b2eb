/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Performance events: the in-kernel interface.
 *
 * This header includes one narrow header for each concern; include a narrow one
 * where that is enough.
 *
 *   perf/event.h      events, a PMU driver's fields in them, states
 *   perf/pmu.h        writing a PMU driver: operations, capabilities
 *   perf/permission.h sysctls and permission checks
 *   perf/callchain.h  call chains
 *   perf/sample.h     data of a sample, overflow
 *   perf/output.h     writing records and AUX data
 *   perf/counter.h    counters owned by kernel code
 *   perf/software.h   firing software events
 *   perf/hooks.h      hooks for scheduler, fork, exec, mm and tracing
 *   perf/guest.h      callbacks of a hypervisor about its guest
 *   perf/sysfs.h      describing events and formats in sysfs
 *   perf/cgroup.h     the perf_event control group
 */
#ifndef _LINUX_PERF_EVENT_H
#define _LINUX_PERF_EVENT_H

#include <uapi/linux/perf_event.h>
#include <uapi/linux/bpf_perf_event.h>

#include <linux/list.h>
#include <linux/mutex.h>
#include <linux/rculist.h>
#include <linux/rcupdate.h>
#include <linux/spinlock.h>
#include <linux/hrtimer.h>
#include <linux/fs.h>
#include <linux/pid_namespace.h>
#include <linux/workqueue.h>
#include <linux/ftrace.h>
#include <linux/cpu.h>
#include <linux/irq_work.h>
#include <linux/static_key.h>
#include <linux/jump_label_ratelimit.h>
#include <linux/atomic.h>
#include <linux/sysfs.h>
#include <linux/perf_regs.h>
#include <linux/cgroup.h>
#include <linux/refcount.h>
#include <linux/security.h>
#include <linux/static_call.h>
#include <linux/lockdep.h>
#include <linux/device.h>
#ifdef CONFIG_PERF_EVENTS
#include <asm/perf_event.h>
#include <asm/local64.h>
#endif
#ifdef CONFIG_HAVE_HW_BREAKPOINT
#include <linux/rhashtable-types.h>
#include <asm/hw_breakpoint.h>
#endif
#include <asm/local.h>

#include <linux/perf/event.h>
#include <linux/perf/pmu.h>
#include <linux/perf/permission.h>
#include <linux/perf/callchain.h>
#include <linux/perf/sample.h>
#include <linux/perf/output.h>
#include <linux/perf/counter.h>
#include <linux/perf/software.h>
#include <linux/perf/guest.h>
#include <linux/perf/cgroup.h>
#include <linux/perf/hooks.h>
#include <linux/perf/sysfs.h>

#endif /* _LINUX_PERF_EVENT_H */
