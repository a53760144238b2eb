/* SPDX-License-Identifier: GPL-2.0 */
/*
 * irq_work in user-mode Linux: the kernel interrupts itself, see unblock_signals().
 */
#ifndef _ASM_UM_IRQ_WORK_H
#define _ASM_UM_IRQ_WORK_H

#include <linux/types.h>

static inline bool arch_irq_work_has_interrupt(void)
{
	return true;
}

#endif /* _ASM_UM_IRQ_WORK_H */
