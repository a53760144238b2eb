/* SPDX-License-Identifier: GPL-2.0 */
/* Functions of guest.c that a test calls. */
#ifndef _ARCH_X86_EVENTS_GUEST_H
#define _ARCH_X86_EVENTS_GUEST_H

#include <asm/perf_event.h>

#include "counters.h"

int perf_x86_guest_selects(const struct perf_x86_cpu *cpu, struct perf_guest_switch_msr *msrs);

#endif /* _ARCH_X86_EVENTS_GUEST_H */
