/* SPDX-License-Identifier: GPL-2.0 */
/* Kinds of locks, by the flags of a wait. */
#ifndef PERF_LOCK_TYPES_H
#define PERF_LOCK_TYPES_H

#include <stdbool.h>
#include <stdint.h>
#include <base/error.h>

const char *perf_lock_type_name(uint32_t flags);
int perf_lock_types_parse(const char *text, uint32_t *types, struct perf_error *error);
bool perf_lock_types_have(uint32_t types, uint32_t flags);

#endif /* PERF_LOCK_TYPES_H */
