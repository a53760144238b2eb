// SPDX-License-Identifier: GPL-2.0
/*
 * Putting the house together at boot: the order in which its parts come up, and
 * the pointers by which lower floors reach higher ones.
 *
 * Context: boot, one CPU runs, may sleep.
 */
#include <linux/hw_breakpoint.h>
#include <linux/init.h>
#include <linux/perf_event.h>

#include "event.h"
#include "hotplug.h"
#include "notice.h"
#include "pmu.h"
#include "pmus/clock_pmu.h"
#include "pmus/probe.h"
#include "pmus/software.h"
#include "pmus/tracepoint.h"
#include "revoke.h"
#include "rotate.h"
#include "sched.h"
#include "throttle.h"

/* The PMUs the core brings; the kernel has no use for a part of them. */
static int (* const perf_builtin_pmus[])(void) __initconst = {
	perf_software_register,
	perf_clock_pmus_register,
	perf_tracepoint_register,
	perf_probe_register,
	init_hw_breakpoint,
};

/**
 * perf_event_init - from start_kernel(), before any other CPU is up
 */
void __init perf_event_init(void)
{
	int i, err;

	perf_event_caches_init();
	perf_cpu_contexts_init();
	perf_rotate_set_handler(perf_sched_rotate);
	perf_sched_set_notice(perf_notice_itrace_start);
	perf_sched_set_unthrottle(perf_throttle_forget);
	perf_pmu_set_revoke(perf_revoke_pmu);
	perf_event_init_cpu(smp_processor_id());

	for (i = 0; i < ARRAY_SIZE(perf_builtin_pmus); i++) {
		err = perf_builtin_pmus[i]();
		WARN(err, "perf: built-in PMU %d: error %d\n", i, err);
	}
}

/* Architectures with counters show them; sysrq-p. */
void __weak perf_event_print_debug(void)
{
}
