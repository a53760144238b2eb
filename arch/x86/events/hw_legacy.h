/* SPDX-License-Identifier: GPL-2.0 */
/* Enabling the counters of the P6 family, and of the Pentium and processors like it. */
#ifndef _ARCH_X86_EVENTS_HW_LEGACY_H
#define _ARCH_X86_EVENTS_HW_LEGACY_H

#include "counters.h"

extern const struct perf_x86_enable_ops perf_x86_enable_first;
extern const struct perf_x86_enable_ops perf_x86_enable_packed;

#endif /* _ARCH_X86_EVENTS_HW_LEGACY_H */
