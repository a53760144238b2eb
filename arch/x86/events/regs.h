/* SPDX-License-Identifier: GPL-2.0 */
/* Segments and modes of interrupted code. */
#ifndef _ARCH_X86_EVENTS_REGS_H
#define _ARCH_X86_EVENTS_REGS_H

#include <linux/types.h>

struct pt_regs;

unsigned long perf_segment_base(unsigned long selector);
bool perf_regs_are_vm86(const struct pt_regs *regs);

#endif /* _ARCH_X86_EVENTS_REGS_H */
