// SPDX-License-Identifier: GPL-2.0
/*
 * Output of SysRq-P: the names of the registers of processors with MMCRs.
 *
 * Locks: none. Context: any.
 */
#include <linux/seq_buf.h>

#include "debug_regs.h"
#include "model.h"

/**
 * perf_power_debug_control() - append the control registers of all counters
 * @regs: control registers
 * @text: buffer for the line
 */
void perf_power_debug_control(const struct perf_power_regs *regs, struct seq_buf *text)
{
	seq_buf_printf(text, "MMCR0 %#llx, MMCR1 %#llx, MMCR2 %#llx, MMCR3 %#llx, MMCRA %#llx",
		       regs->mmcr0, regs->mmcr1, regs->mmcr2, regs->mmcr3, regs->mmcra);
}

/**
 * perf_power_debug_select() - append a counter's name
 * @regs:    unused: these processors have no control registers of single counters
 * @counter: from 0
 * @text:    buffer for the line
 */
void perf_power_debug_select(const struct perf_power_regs *regs, unsigned int counter,
			     struct seq_buf *text)
{
	seq_buf_printf(text, "PMC%u", counter + 1);
}
