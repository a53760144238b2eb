// SPDX-License-Identifier: GPL-2.0
/*
 * Processor Trace, which this kernel has no driver for: what KVM and the crash kernel ask
 * that driver.
 *
 * Owns nothing. Context: any.
 */
#include <linux/export.h>
#include <linux/perf_event.h>

#include <asm/intel_pt.h>

/**
 * cpu_emergency_stop_pt - nothing may be traced to memory any more on this CPU
 *
 * Nothing is.
 */
void cpu_emergency_stop_pt(void)
{
}

/**
 * intel_pt_validate_hw_cap - a capability of the processor that guests may be given
 * @cap: the capability
 *
 * Return: 0, none: no host uses the trace, and no guest may.
 */
u32 intel_pt_validate_hw_cap(enum pt_capabilities cap)
{
	return 0;
}
EXPORT_SYMBOL_GPL(intel_pt_validate_hw_cap);

/**
 * intel_pt_validate_cap - a capability of a guest
 * @caps: its CPUID leaf
 * @cap:  the capability
 *
 * Return: 0, none.
 */
u32 intel_pt_validate_cap(u32 *caps, enum pt_capabilities cap)
{
	return 0;
}
EXPORT_SYMBOL_GPL(intel_pt_validate_cap);

/**
 * is_intel_pt_event - is an event one of Processor Trace?
 * @event: the event
 *
 * Return: 0.
 */
int is_intel_pt_event(struct perf_event *event)
{
	return 0;
}
