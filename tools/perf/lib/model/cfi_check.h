/* SPDX-License-Identifier: GPL-2.0 */
/* perf_cfi_is_bounded() checks a program's unwinding tables before libdw reads them. */
#ifndef PERF_MODEL_CFI_CHECK_H
#define PERF_MODEL_CFI_CHECK_H

#include <stdbool.h>

bool perf_cfi_is_bounded(void *elf, const char *name);

#endif /* PERF_MODEL_CFI_CHECK_H */
