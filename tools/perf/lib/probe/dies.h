/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Walks over the entries (DIEs) of debug information, for the files of this library.
 *
 * The file may be damaged, or made to keep its reader busy: entries nested without end, lists
 * that share their ends, references in circles. libdw's own walks recurse for each level and have
 * no limit. All walks of this library are made here or take their steps here: a search begins
 * with perf_probe_steps_begin(), each step is counted, and perf_probe_steps_end() turns a search
 * that ran out of them into an error. limits.h has the numbers.
 */
#ifndef PERF_PROBE_DIES_H
#define PERF_PROBE_DIES_H

#include <probe/debug_state.h>

#ifdef HAVE_DW
#include <base/error.h>

/* The steps that a visit of an entry is counted as, beside one for each byte skipped. */
#define PERF_PROBE_VISIT	8

/** perf_probe_steps_begin() - begin a search */
void perf_probe_steps_begin(struct perf_probe_debug *debug);

/** perf_probe_steps_end() - @ret, or -ELOOP with @error filled if the search ran out of steps */
int perf_probe_steps_end(struct perf_probe_debug *debug, int ret, struct perf_error *error);

/**
 * perf_probe_step() - count steps
 * @debug: debug information
 * @steps: how many
 *
 * Return: false if the search has taken all it may: it has to end.
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

/** perf_probe_die_child() - the first entry within @die */
bool perf_probe_die_child(struct perf_probe_debug *debug, Dwarf_Die *die, Dwarf_Die *child);

/** perf_probe_die_next() - move @die to the next entry of its list */
bool perf_probe_die_next(struct perf_probe_debug *debug, Dwarf_Die *die);

/** perf_probe_die_has() - is an address in the code of @die? */
bool perf_probe_die_has(struct perf_probe_debug *debug, Dwarf_Die *die, Dwarf_Addr address);

/* How a walk goes on: into the entry, past it, or not at all. */
enum perf_probe_way {
	PERF_PROBE_INTO,
	PERF_PROBE_PAST,
	PERF_PROBE_STOP,
};

typedef enum perf_probe_way (*perf_probe_visit_fn)(Dwarf_Die *die, unsigned int level,
						   void *context);

/** perf_probe_dies_walk() - visit the entries within @unit, each before those within it */
void perf_probe_dies_walk(struct perf_probe_debug *debug, Dwarf_Die *unit,
			  perf_probe_visit_fn visit, void *context);

/** perf_probe_unit_next() - the unit at *@offset, which is moved to the next one */
bool perf_probe_unit_next(struct perf_probe_debug *debug, Dwarf_Off *offset, Dwarf_Die *unit);

/** perf_probe_functions_walk() - visit the functions of @unit that are not only declared */
void perf_probe_functions_walk(struct perf_probe_debug *debug, Dwarf_Die *unit,
			       bool (*each)(Dwarf_Die *function, void *context), void *context);

/** perf_probe_copies_walk() - visit the copies of @function that were inlined in its unit */
void perf_probe_copies_walk(struct perf_probe_debug *debug, Dwarf_Die *function,
			    bool (*each)(Dwarf_Die *copy, void *context), void *context);

/** perf_probe_scopes_find() - the entries around an address */
const struct perf_probe_scopes *perf_probe_scopes_find(struct perf_probe_debug *debug,
						       Dwarf_Addr address);
#endif

#endif /* PERF_PROBE_DIES_H */
