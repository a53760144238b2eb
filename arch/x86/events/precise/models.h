/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Precise events of processor families: constant tables, one struct perf_x86_precise_model each.
 */
#ifndef _ARCH_X86_EVENTS_PRECISE_MODELS_H
#define _ARCH_X86_EVENTS_PRECISE_MODELS_H

#include <linux/perf_event.h>
#include <linux/types.h>

/* Fields of a record beside the address of the instruction. */
enum perf_x86_precise_kind {
	PERF_X86_PRECISE_PLAIN,		/* none */
	PERF_X86_PRECISE_LOAD,		/* address of a load */
	PERF_X86_PRECISE_STORE,		/* address of a store, and whether it hit the first cache */
	PERF_X86_PRECISE_OLD_STORE,	/* Sandy Bridge: the same, and of translation and lock */
	PERF_X86_PRECISE_STORE_SOURCE,	/* address and data source of a store */
	PERF_X86_PRECISE_LATENCY,	/* address, data source and latency of a load */
};

/**
 * struct perf_x86_precise_row - events that write records
 * @first:    first event select
 * @last:     last event select
 * @umask:    unit mask; -1: any
 * @counters: counters that write records of the event, numbered as struct perf_x86_pmu's
 *            counters; 0 ends a table
 * @kind:     fields of a record
 *
 * The first row whose @first, @last and @umask match an event applies.
 */
struct perf_x86_precise_row {
	u16				first;
	u16				last;
	s16				umask;
	enum perf_x86_precise_kind	kind;
	u64				counters;
};

/**
 * struct perf_x86_precise_model - precise events of a family
 * @rows:     events that write records
 * @cycles:   code that counts cycles and writes records; 0: the generic event's code does
 * @cycles_exact: the same for precise_ip 3; 0: @cycles
 * @loads:    sysfs: the event "mem-loads", or NULL
 * @stores:   sysfs: the event "mem-stores", or NULL
 * @loads_aux: load latency needs event 0x8203 in its group
 * @sources:  data sources by bits 3 to 0 of a record's field
 * @distributes: some counter records exactly the instruction that overflowed it
 * @exact_general: general counters that do so, beside fixed counter 0
 * @splits_latency: a record has the latency of the instruction and that of the cache
 */
struct perf_x86_precise_model {
	const struct perf_x86_precise_row	*rows;
	u64					cycles;
	u64					cycles_exact;
	const char				*loads;
	const char				*stores;
	const u64				*sources;
	bool					distributes;
	u64					exact_general;
	bool					splits_latency;
	bool					loads_aux;
};

extern const struct perf_x86_precise_model perf_x86_precise_core2, perf_x86_precise_nehalem,
	perf_x86_precise_sandybridge, perf_x86_precise_ivybridge, perf_x86_precise_haswell,
	perf_x86_precise_skylake, perf_x86_precise_icelake, perf_x86_precise_goldencove,
	perf_x86_precise_redwoodcove, perf_x86_precise_lioncove, perf_x86_precise_bonnell,
	perf_x86_precise_silvermont, perf_x86_precise_goldmont, perf_x86_precise_goldmont_plus,
	perf_x86_precise_tremont, perf_x86_precise_gracemont, perf_x86_precise_arch;

const struct perf_x86_precise_row *
perf_x86_precise_find(const struct perf_x86_precise_model *model, u64 code);

#endif /* _ARCH_X86_EVENTS_PRECISE_MODELS_H */
