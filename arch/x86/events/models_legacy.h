/* SPDX-License-Identifier: GPL-2.0 */
/* Models that their family drivers choose by name, without a list of processors. */
#ifndef _ARCH_X86_EVENTS_MODELS_LEGACY_H
#define _ARCH_X86_EVENTS_MODELS_LEGACY_H

#include "model.h"

extern const struct perf_x86_model perf_x86_p6;
extern const struct perf_x86_model perf_x86_knc;
extern const struct perf_x86_model perf_x86_pentium;
extern const struct perf_x86_model perf_x86_pentium_mmx;
extern const struct perf_x86_model perf_x86_cyrix;
extern const struct perf_x86_model perf_x86_winchip;
extern const struct perf_x86_model perf_x86_winchip2;
extern const struct perf_x86_model perf_x86_c3;
extern const struct perf_x86_model perf_x86_zxc;
extern const struct perf_x86_model perf_x86_zxd;
extern const struct perf_x86_model perf_x86_zxe;

#endif /* _ARCH_X86_EVENTS_MODELS_LEGACY_H */
