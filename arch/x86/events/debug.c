// SPDX-License-Identifier: GPL-2.0
/*
 * Output of SysRq-P: the counter registers of the CPU that handles the key.
 *
 * Locks: none, so that the output works wherever the machine hangs.
 * Context: any; perf_event_print_debug() switches IRQs off.
 */
#include <linux/irqflags.h>
#include <linux/perf_event.h>
#include <linux/printk.h>
#include <linux/seq_buf.h>
#include <linux/smp.h>

#include "access.h"
#include "cpus.h"
#include "debug.h"
#include "hw.h"

#define PERF_X86_DEBUG_LINE	160

/**
 * perf_x86_debug_cpu - append the state that all counters of a CPU share
 * @cpu:  this CPU
 * @text: buffer for the line, without newline
 *
 * Context: IRQs off.
 */
void perf_x86_debug_cpu(const struct perf_x86_cpu *cpu, struct seq_buf *text)
{
	const struct perf_x86_pmu *pmu = cpu->pmu;

	seq_buf_printf(text, "%s: counting is %s", pmu->name, cpu->enabled ? "on" : "off");
	if (perf_x86_has_global(pmu))
		seq_buf_printf(text, ", control %#llx, status %#llx",
			       perf_x86_rdmsr(pmu, pmu->regs.global_ctrl),
			       perf_x86_rdmsr(pmu, pmu->regs.global_status));
}

/**
 * perf_x86_debug_counter - append a counter's registers and its event
 * @cpu:     this CPU
 * @counter: a counter of cpu->pmu->counters
 * @text:    buffer for the line, without newline
 *
 * Context: IRQs off.
 */
void perf_x86_debug_counter(const struct perf_x86_cpu *cpu, unsigned int counter,
			    struct seq_buf *text)
{
	const struct perf_x86_pmu *pmu = cpu->pmu;
	const struct perf_event *event = cpu->owner[counter];

	seq_buf_printf(text, "counter %u: select %#llx, value %#llx", counter,
		       perf_x86_rdmsr(pmu, perf_x86_hw_select_msr(pmu, counter)),
		       perf_x86_rdmsr(pmu, perf_x86_hw_counter_msr(pmu, counter)));
	if (event)
		seq_buf_printf(text, ", event %#llx %s", event->attr.config,
			       cpu->running & BIT_ULL(counter) ? "runs" : "is stopped");
}

/**
 * perf_event_print_debug - print this CPU's counters to the log
 *
 * Context: any.
 */
void perf_event_print_debug(void)
{
	char line[PERF_X86_DEBUG_LINE];
	struct perf_x86_cpu *cpu;
	struct seq_buf text;
	unsigned int counter;

	guard(irqsave)();
	cpu = perf_x86_this_cpu();
	if (!cpu)
		return;
	seq_buf_init(&text, line, sizeof(line));
	perf_x86_debug_cpu(cpu, &text);
	pr_info("CPU %d, %s\n", smp_processor_id(), seq_buf_str(&text));
	perf_x86_for_each_counter(counter, cpu->pmu->counters) {
		seq_buf_clear(&text);
		perf_x86_debug_counter(cpu, counter, &text);
		pr_info("CPU %d, %s\n", smp_processor_id(), seq_buf_str(&text));
	}
}
