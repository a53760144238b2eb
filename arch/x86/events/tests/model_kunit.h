/* SPDX-License-Identifier: GPL-2.0 */
/* All lists of models, for tests that go through every model. */
#ifndef _ARCH_X86_EVENTS_MODEL_KUNIT_H
#define _ARCH_X86_EVENTS_MODEL_KUNIT_H

#include "model.h"

static const struct perf_x86_model *const *const all_models[] = {
	perf_x86_core_models, perf_x86_atom_models, perf_x86_amd_models, perf_x86_legacy_models,
};

#endif /* _ARCH_X86_EVENTS_MODEL_KUNIT_H */
