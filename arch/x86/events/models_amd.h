/* SPDX-License-Identifier: GPL-2.0 */
/* AMD models that the family number alone does not identify. */
#ifndef _ARCH_X86_EVENTS_MODELS_AMD_H
#define _ARCH_X86_EVENTS_MODELS_AMD_H

#include "model.h"

extern const struct perf_x86_model perf_x86_zen;
extern const struct perf_x86_model perf_x86_zen4;

#endif /* _ARCH_X86_EVENTS_MODELS_AMD_H */
