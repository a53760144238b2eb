// SPDX-License-Identifier: GPL-2.0
/*
 * Output of SysRq-P: the names of the registers of the e500 family.
 *
 * Locks: none. Context: any.
 */
#include <linux/seq_buf.h>

#include "debug_regs.h"
#include "model.h"

/**
 * perf_power_debug_control() - append the control register of all counters
 * @regs: control registers
 * @text: buffer for the line
 */
void perf_power_debug_control(const struct perf_power_regs *regs, struct seq_buf *text)
{
	seq_buf_printf(text, "PMGC0 %#llx", regs->mmcr0);
}

/**
 * perf_power_debug_select() - append a counter's name and its control registers
 * @regs:    control registers
 * @counter: from 0, as its manual numbers it
 * @text:    buffer for the line
 */
void perf_power_debug_select(const struct perf_power_regs *regs, unsigned int counter,
			     struct seq_buf *text)
{
	seq_buf_printf(text, "PMC%u, PMLCa %#x, PMLCb %#x", counter, regs->pmlca[counter],
		       regs->pmlcb[counter]);
}
