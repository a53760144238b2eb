// SPDX-License-Identifier: GPL-2.0
/*
 * Boot: the order in which perf_event_init() starts the parts of the core, and perf_upcalls, the
 * functions of higher folders that lower ones call.
 *
 * Context: boot, one CPU runs, may sleep.
 */
#include <linux/hw_breakpoint.h>
#include <linux/init.h>
#include <linux/perf_event.h>

#include "base/pmu.h"
#include "base/rotate.h"
#include "base/upcalls.h"
#include "event/event.h"
#include "event/revoke.h"
#include "overflow/throttle.h"
#include "pmus/clock_pmu.h"
#include "pmus/offcpu.h"
#include "pmus/probe.h"
#include "pmus/software.h"
#include "pmus/tracepoint.h"
#include "sched/hotplug.h"
#include "sched/sched.h"
#include "sideband/sideband.h"

const struct perf_upcalls perf_upcalls = {
	.rotate		= perf_sched_rotate,
	.revoke		= perf_revoke_pmu,
	.deliver_chain	= perf_sideband_deliver_chain,
	.unthrottle	= perf_throttle_forget,
	.off_cpu	= perf_offcpu_switched_in,
	.disable_soon	= perf_event_disable_inatomic,
};

/* The core's own PMUs. Registering them does not fail, else perf_event_init() warns. */
static int (* const perf_builtin_pmus[])(void) __initconst = {
	perf_software_register,
	perf_clock_pmus_register,
	perf_offcpu_register,
	perf_tracepoint_register,
	perf_probe_register,
	init_hw_breakpoint,
};

/**
 * perf_event_init - start the core; start_kernel() calls this before another CPU is up
 */
void __init perf_event_init(void)
{
	int i, err;

	perf_event_caches_init();
	perf_cpu_contexts_init();
	perf_event_init_cpu(smp_processor_id());

	for (i = 0; i < ARRAY_SIZE(perf_builtin_pmus); i++) {
		err = perf_builtin_pmus[i]();
		WARN(err, "perf: built-in PMU %d: error %d\n", i, err);
	}
}

/* An architecture overrides this to print its counters (sysrq-p). */
void __weak perf_event_print_debug(void)
{
}
