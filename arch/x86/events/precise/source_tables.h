/* SPDX-License-Identifier: GPL-2.0 */
/* Where a load's data came from, by bits 3 to 0 of a record's data source. */
#ifndef _ARCH_X86_EVENTS_PRECISE_SOURCE_TABLES_H
#define _ARCH_X86_EVENTS_PRECISE_SOURCE_TABLES_H

#include <linux/types.h>

/* Values of the bits */
#define PERF_X86_PRECISE_SOURCES	16

extern const u64 perf_x86_sources_nehalem[PERF_X86_PRECISE_SOURCES];
extern const u64 perf_x86_sources_sandybridge[PERF_X86_PRECISE_SOURCES];
extern const u64 perf_x86_sources_skylake[PERF_X86_PRECISE_SOURCES];
extern const u64 perf_x86_sources_gracemont[PERF_X86_PRECISE_SOURCES];

#endif /* _ARCH_X86_EVENTS_PRECISE_SOURCE_TABLES_H */
