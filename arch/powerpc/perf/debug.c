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

#include "debug.h"
#include "debug_regs.h"
#include "hw.h"
#include "pmc.h"

#define PERF_POWER_DEBUG_LINE	200

/**
 * perf_power_debug_cpu() - append the state that all counters of a CPU share
 * @cpu:  this CPU
 * @regs: its control registers
 * @text: buffer for the line, without newline
 */
void perf_power_debug_cpu(const struct perf_power_cpu *cpu, const struct perf_power_regs *regs,
			  struct seq_buf *text)
{
	seq_buf_printf(text, "%s: counting is %s, ", cpu->model->name, cpu->enabled ? "on" : "off");
	perf_power_debug_control(regs, text);
}

/**
 * perf_power_debug_counter() - append a counter's value and its event
 * @cpu:     this CPU
 * @regs:    its control registers
 * @counter: from 0
 * @value:   of the counter
 * @text:    buffer for the line, without newline
 */
void perf_power_debug_counter(const struct perf_power_cpu *cpu, const struct perf_power_regs *regs,
			      unsigned int counter, u32 value, struct seq_buf *text)
{
	perf_power_debug_select(regs, counter, text);
	seq_buf_printf(text, ": value %#x", value);
	if (cpu->owner[counter])
		seq_buf_printf(text, ", event %#llx %s", cpu->attrs[counter].code,
			       cpu->running & BIT(counter) ? "runs" : "is stopped");
}

/**
 * perf_event_print_debug() - print this CPU's counters to the log
 *
 * Context: any.
 */
void perf_event_print_debug(void)
{
	DECLARE_SEQ_BUF(text, PERF_POWER_DEBUG_LINE);
	const struct perf_power_cpu *cpu;
	struct perf_power_regs regs;
	unsigned int counter;

	guard(irqsave)();
	cpu = this_cpu_ptr(&perf_power_cpu);
	if (!cpu->model)
		return;
	perf_power_read_control(cpu->model, &regs);
	perf_power_debug_cpu(cpu, &regs, &text);
	pr_info("CPU %d, %s\n", smp_processor_id(), seq_buf_str(&text));
	for (counter = 0; counter < cpu->model->counters; counter++) {
		seq_buf_clear(&text);
		perf_power_debug_counter(cpu, &regs, counter, perf_power_read_pmc(counter), &text);
		pr_info("CPU %d, %s\n", smp_processor_id(), seq_buf_str(&text));
	}
}
