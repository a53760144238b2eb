// SPDX-License-Identifier: GPL-2.0
/* The base's driver, for kernel.c: its functions that struct pmu does not have. */
#include <linux/perf_event.h>
#include <linux/static_call.h>

#include "perf_event.h"
#include "program.h"

/* The static call of the core that the driver updates; calls.S has its trampoline */
struct static_call_key __SCK__perf_snapshot_branch_stack;

long __static_call_return0(void)
{
	return 0;
}

/* A trampoline is a jump, or a return for a function that may be absent. */
void __static_call_update(struct static_call_key *key, void *trampoline, void *function)
{
	u8 *code = trampoline;

	key->func = function;
	if (function) {
		*code = 0xe9;
		*(s32 *)(code + 1) = (u8 *)function - (code + 5);
	} else {
		*code = 0xc3;
	}
}

int perf_allow_kernel(void)
{
	return 0;
}

int security_perf_event_open(int type)
{
	return 0;
}

/* fixup_ht_bug() lifts what only processors with two threads a core need. */
int init_driver(void)
{
	return init_hw_perf_events() ?: fixup_ht_bug();
}

/* A Pentium 4 assigns its counters by itself. */
unsigned long long allowed_counters(struct perf_event *event)
{
	struct cpu_hw_events *cpuc = this_cpu_ptr(&cpu_hw_events);
	struct event_constraint *constraint;
	unsigned long long counters;

	if (!x86_pmu.get_event_constraints)
		return 0;
	if (x86_pmu.start_scheduling)
		x86_pmu.start_scheduling(cpuc);
	constraint = x86_pmu.get_event_constraints(cpuc, 0, event);
	counters = constraint->idxmsk64;
	if (x86_pmu.put_event_constraints)
		x86_pmu.put_event_constraints(cpuc, event);
	if (x86_pmu.stop_scheduling)
		x86_pmu.stop_scheduling(cpuc);
	return counters;
}

unsigned int extra_register(struct perf_event *event)
{
	return event->hw.extra_reg.alloc ? event->hw.extra_reg.reg : 0;
}

const char *threaded_text(struct pmu *pmu, struct device_attribute *file)
{
	if (file->show != events_ht_sysfs_show)
		return NULL;
	return container_of(file, struct perf_pmu_events_ht_attr, attr)->event_str_ht;
}
