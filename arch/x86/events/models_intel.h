/* SPDX-License-Identifier: GPL-2.0 */
/* Intel models that other files use, as bases or directly. */
#ifndef _ARCH_X86_EVENTS_MODELS_INTEL_H
#define _ARCH_X86_EVENTS_MODELS_INTEL_H

#include "model.h"

extern const struct perf_x86_model perf_x86_intel_arch;
extern const struct perf_x86_model perf_x86_goldencove;
extern const struct perf_x86_model perf_x86_gracemont;

#endif /* _ARCH_X86_EVENTS_MODELS_INTEL_H */
