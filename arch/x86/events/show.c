// SPDX-License-Identifier: GPL-2.0
/*
 * What SysRq-P shows: the counters of the CPU that takes it, as they are in its registers.
 *
 * Locks: none, so that it works whatever the machine hangs in.
 * Context: any; IRQs are off meanwhile.
 */
#include <linux/irqflags.h>
#include <linux/perf_event.h>
#include <linux/printk.h>
#include <linux/seq_buf.h>
#include <linux/smp.h>

#include "access.h"
#include "cpus.h"
#include "hw.h"
#include "show.h"

#define PERF_X86_SHOW_LINE	160

/**
 * perf_x86_show_gate - what holds for all counters of a CPU
 * @cpu:  a CPU's counters, of this CPU
 * @text: where to append a line without its end
 *
 * Context: IRQs off.
 */
void perf_x86_show_gate(const struct perf_x86_cpu *cpu, struct seq_buf *text)
{
	const struct perf_x86_unit *unit = cpu->unit;

	seq_buf_printf(text, "%s: counting is %s", unit->name, cpu->enabled ? "on" : "off");
	if (unit->regs.gate == PERF_X86_GATE_GLOBAL)
		seq_buf_printf(text, ", control %#llx, status %#llx",
			       perf_x86_rdmsr(unit, unit->regs.global_ctrl),
			       perf_x86_rdmsr(unit, unit->regs.global_status));
}

/**
 * perf_x86_show_counter - a counter's registers, and whose it is
 * @cpu:     a CPU's counters, of this CPU
 * @counter: one that there is
 * @text:    where to append a line without its end
 *
 * Context: IRQs off.
 */
void perf_x86_show_counter(const struct perf_x86_cpu *cpu, unsigned int counter,
			   struct seq_buf *text)
{
	const struct perf_x86_unit *unit = cpu->unit;
	const struct perf_event *event = cpu->owner[counter];

	seq_buf_printf(text, "counter %u: select %#llx, value %#llx", counter,
		       perf_x86_rdmsr(unit, perf_x86_hw_select_msr(unit, counter)),
		       perf_x86_rdmsr(unit, perf_x86_hw_counter_msr(unit, counter)));
	if (event)
		seq_buf_printf(text, ", event %#llx %s", event->attr.config,
			       cpu->running & BIT_ULL(counter) ? "runs" : "is stopped");
}

/**
 * perf_event_print_debug - show this CPU's counters
 *
 * Context: any.
 */
void perf_event_print_debug(void)
{
	char line[PERF_X86_SHOW_LINE];
	struct perf_x86_cpu *cpu;
	struct seq_buf text;
	unsigned int counter;

	guard(irqsave)();
	cpu = perf_x86_this_cpu();
	if (!cpu)
		return;
	seq_buf_init(&text, line, sizeof(line));
	perf_x86_show_gate(cpu, &text);
	pr_info("CPU %d, %s\n", smp_processor_id(), seq_buf_str(&text));
	perf_x86_for_each_counter(counter, cpu->unit->counters) {
		seq_buf_clear(&text);
		perf_x86_show_counter(cpu, counter, &text);
		pr_info("CPU %d, %s\n", smp_processor_id(), seq_buf_str(&text));
	}
}
