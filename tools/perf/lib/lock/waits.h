/* SPDX-License-Identifier: GPL-2.0-only */
/* How long locks were waited for, added up by who wanted them, by lock or by thread. */
#ifndef PERF_LOCK_WAITS_H
#define PERF_LOCK_WAITS_H

#include <stdbool.h>
#include <stdint.h>
#include <base/map.h>
#include <base/mean.h>
#include <base/str.h>
#include <base/vec.h>
#include <lock/caller.h>
#include <lock/choice.h>
#include <lock/events.h>

/**
 * enum perf_lock_by - what is one row
 * @PERF_LOCK_BY_CALLER: all waits with the same callers
 * @PERF_LOCK_BY_ADDRESS: all waits for a lock
 * @PERF_LOCK_BY_THREAD: all waits of a thread
 */
enum perf_lock_by {
	PERF_LOCK_BY_CALLER,
	PERF_LOCK_BY_ADDRESS,
	PERF_LOCK_BY_THREAD,
};

#define PERF_LOCK_CHAIN_MAX	16

/**
 * struct perf_lock_row - what is shown as a row
 * @addr: lock that was waited for first
 * @flags: what kind of lock that is, PERF_LOCK_*
 * @pid, @tid: who waited for it first
 * @name: the caller's, of the first wait; PERF_LOCK_BY_THREAD: the thread's
 * @waits: how often and how long
 * @ips, @functions, @nr_ips: addresses of the call chain of the first wait, and what is there
 */
struct perf_lock_row {
	uint64_t			addr;
	uint32_t			flags;
	int32_t				pid;
	int32_t				tid;
	const char			*name;
	struct perf_times		waits;
	uint64_t			ips[PERF_LOCK_CHAIN_MAX];
	const char			*functions[PERF_LOCK_CHAIN_MAX];
	unsigned int			nr_ips;
};

/* A thread that waits for a lock. */
struct perf_lock_wait {
	uint64_t	since;
	size_t		row;
	bool		waits;
	bool		passed_over;	/* it is not one of the choice */
};

/**
 * struct perf_lock_waits - what was waited for up to now
 * @by: what is a row; set first
 * @skip: functions of a call chain that are never the caller; set first
 * @choice: which waits are counted; set first
 * @chains: keep a call chain for each row; set first
 * @rows: rows, by the time of their first wait
 * @by_key: index + 1 of a row
 * @waiting: index + 1 in @pending, by thread and lock
 * @pending: waits that began
 * @names: of callers and functions
 * @unpaired: ends without a beginning
 */
struct perf_lock_waits {
	enum perf_lock_by		by;
	unsigned int			skip;
	struct perf_lock_choice		choice;
	bool				chains;
	PERF_VEC(struct perf_lock_row)	rows;
	struct perf_map			by_key;
	struct perf_map			waiting;
	PERF_VEC(struct perf_lock_wait)	pending;
	struct perf_intern		names;
	struct perf_lock_text		text;
	struct perf_lock_caller		caller;
	uint64_t			unpaired;
};

/**
 * perf_lock_waits_event() - a wait begins or ends
 * @waits: all
 * @event: what happened
 * @session: where it comes from
 * @sample: with its call chain
 *
 * Return: 0 or -ENOMEM.
 */
int perf_lock_waits_event(struct perf_lock_waits *waits, const struct perf_lock_event *event,
			  struct perf_session *session,
			  const struct perf_session_sample *sample);

/** perf_lock_waits_free() - free all */
void perf_lock_waits_free(struct perf_lock_waits *waits);

#endif /* PERF_LOCK_WAITS_H */
