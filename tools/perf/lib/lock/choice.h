/* SPDX-License-Identifier: GPL-2.0-only */
/* The choice of waits that are counted. */
#ifndef PERF_LOCK_CHOICE_H
#define PERF_LOCK_CHOICE_H

#include <stdbool.h>
#include <stdint.h>
#include <base/str.h>
#include <base/vec.h>
#include <lock/events.h>
#include <report/session.h>

/**
 * struct perf_lock_choice - which waits are counted: those that match all that is set
 * @types: set of kinds, see perf_lock_types_parse(); 0: all
 * @locks: addresses in hex, or symbols, separated by commas; NULL: all
 * @functions: parts of names, separated by commas, of which a function of the call chain has
 *	one; NULL: all
 * @addrs: of @locks, once they were looked up
 * @looked_up: they were
 * @unknown: the first one in @locks that is no symbol, up to its comma; NULL if there is none
 */
struct perf_lock_choice {
	uint32_t		types;
	const char		*locks;
	const char		*functions;
	PERF_VEC(uint64_t)	addrs;
	bool			looked_up;
	const char		*unknown;
};

int perf_lock_choice_has(struct perf_lock_choice *choice, const struct perf_lock_event *event,
			 struct perf_session *session, const struct perf_session_sample *sample);
void perf_lock_choice_free(struct perf_lock_choice *choice);

#endif /* PERF_LOCK_CHOICE_H */
