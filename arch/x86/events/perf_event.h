/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Definitions for two users outside this folder, which include it by this name:
 * resctrl builds raw event codes with X86_CONFIG(), Xen calls x86_pmu.handle_irq()
 * for the counters that its hypervisor emulates.
 */
#ifndef _ARCH_X86_EVENTS_PERF_EVENT_H
#define _ARCH_X86_EVENTS_PERF_EVENT_H

#include <linux/perf_event.h>
#include <linux/types.h>

/**
 * union x86_pmu_config - a raw event code, by field
 * @bits:  IA32_PERFEVTSELx's fields (Intel SDM volume 3, "Architectural
 *         Performance Monitoring"); @bits.event2 extends the event on AMD
 * @value: the code
 */
union x86_pmu_config {
	struct {
		u64	event		: 8;
		u64	umask		: 8;
		u64	usr		: 1;
		u64	os		: 1;
		u64	edge		: 1;
		u64	pc		: 1;
		u64	interrupt	: 1;
		u64	any		: 1;
		u64	en		: 1;
		u64	inv		: 1;
		u64	cmask		: 8;
		u64	event2		: 4;
		u64	reserved	: 28;
	} bits;
	u64 value;
};

#define X86_CONFIG(fields...)	(((union x86_pmu_config){ .bits = { fields } }).value)

/**
 * struct x86_pmu - the driver of the CPU's counters
 * @handle_irq: handle a counter interrupt; returns the number of counters that had
 *              overflowed. NMI context.
 */
struct x86_pmu {
	int	(*handle_irq)(struct pt_regs *regs);
};

extern struct x86_pmu x86_pmu;

#endif /* _ARCH_X86_EVENTS_PERF_EVENT_H */
