// SPDX-License-Identifier: GPL-2.0
/*
 * Processor Trace: the functions that KVM and the crash code call. There is no driver.
 *
 * Owns nothing. Context: any.
 */
#include <linux/export.h>
#include <linux/perf_event.h>

#include <asm/intel_pt.h>

/**
 * cpu_emergency_stop_pt - stop tracing to memory on this CPU
 *
 * Does nothing: no trace ever runs.
 */
void cpu_emergency_stop_pt(void)
{
}

/**
 * intel_pt_validate_hw_cap - a capability of the processor's trace
 * @cap: the capability
 *
 * Return: 0, none: neither the host nor a guest can use the trace.
 */
u32 intel_pt_validate_hw_cap(enum pt_capabilities cap)
{
	return 0;
}
EXPORT_SYMBOL_GPL(intel_pt_validate_hw_cap);

/**
 * intel_pt_validate_cap - a capability of a guest's trace
 * @caps: the guest's CPUID leaf
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
 * Return: 0, no event is.
 */
int is_intel_pt_event(struct perf_event *event)
{
	return 0;
}
