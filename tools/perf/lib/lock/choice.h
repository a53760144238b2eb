/* SPDX-License-Identifier: GPL-2.0 */
/* Filter of waits: by kind of lock, by lock, by function. */
#ifndef PERF_LOCK_CHOICE_H
#define PERF_LOCK_CHOICE_H

#include <stdbool.h>
#include <stdint.h>
#include <base/str.h>
#include <base/vec.h>
#include <lock/events.h>
#include <report/session.h>

/**
 * struct perf_lock_choice - conditions for counting a wait, all of which must hold
 * @types: set of kinds of locks, see perf_lock_types_parse(); 0: all
 * @locks: addresses in hex, or symbols, separated by commas or blanks; NULL: all
 * @functions: substrings of names, separated by commas or blanks; a function of the call chain
 *	must contain one; NULL: all
 * @addrs: addresses of @locks, once @looked_up
 * @looked_up: perf_lock_choice_has() has filled @addrs
 * @unknown: first unknown symbol in @locks, up to its separator; NULL if there is none
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
