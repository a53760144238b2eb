/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Walks over the entries (DIEs) of debug information, for the files of this library.
 *
 * The file may be damaged, or made to keep its reader busy: entries nested without end, lists that
 * share their ends, circular references. libdw's own walks recurse for each level and have no
 * limit. Every walk of this library is made here or counts its steps here: a search begins with
 * perf_probe_steps_begin(), perf_probe_step() counts each step, and perf_probe_steps_end() returns
 * an error if the search ran out of them. limits.h has the numbers.
 */
#ifndef PERF_PROBE_DIES_H
#define PERF_PROBE_DIES_H

#include <probe/debug_state.h>

#ifdef HAVE_DW
#include <base/error.h>

/* Steps for a visit of an entry, besides one for each byte skipped. */
#define PERF_PROBE_VISIT	8

void perf_probe_steps_begin(struct perf_probe_debug *debug);
int perf_probe_steps_end(struct perf_probe_debug *debug, int ret, struct perf_error *error);

/**
 * perf_probe_step() - count steps
 * @debug: debug information
 * @steps: how many
 *
 * Return: false if the search has used up its steps: it must end.
 */
static inline bool perf_probe_step(struct perf_probe_debug *debug, uint64_t steps)
{
	if (debug->endless || steps > debug->steps) {
		debug->endless = true;
		return false;
	}
	debug->steps -= steps;
	return true;
}

bool perf_probe_die_child(struct perf_probe_debug *debug, Dwarf_Die *die, Dwarf_Die *child);
bool perf_probe_die_next(struct perf_probe_debug *debug, Dwarf_Die *die);
bool perf_probe_die_has(struct perf_probe_debug *debug, Dwarf_Die *die, Dwarf_Addr address);

/* How perf_probe_dies_walk() continues: into the entry, past it, or not at all. */
enum perf_probe_way {
	PERF_PROBE_INTO,
	PERF_PROBE_PAST,
	PERF_PROBE_STOP,
};

typedef enum perf_probe_way (*perf_probe_visit_fn)(Dwarf_Die *die, unsigned int level,
						   void *context);
void perf_probe_dies_walk(struct perf_probe_debug *debug, Dwarf_Die *unit,
			  perf_probe_visit_fn visit, void *context);
bool perf_probe_unit_next(struct perf_probe_debug *debug, Dwarf_Off *offset, Dwarf_Die *unit);
void perf_probe_functions_walk(struct perf_probe_debug *debug, Dwarf_Die *unit,
			       bool (*each)(Dwarf_Die *function, void *context), void *context);
void perf_probe_copies_walk(struct perf_probe_debug *debug, Dwarf_Die *function,
			    bool (*each)(Dwarf_Die *copy, void *context), void *context);
const struct perf_probe_scopes *perf_probe_scopes_find(struct perf_probe_debug *debug,
						       Dwarf_Addr address);
#endif

#endif /* PERF_PROBE_DIES_H */
