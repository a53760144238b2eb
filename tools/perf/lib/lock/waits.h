/* SPDX-License-Identifier: GPL-2.0 */
/* Waits for locks, added up by caller, by lock or by thread. */
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
 * enum perf_lock_by - waits that share a row
 * @PERF_LOCK_BY_CALLER: waits with the same callers
 * @PERF_LOCK_BY_ADDRESS: waits for a lock
 * @PERF_LOCK_BY_THREAD: waits of a thread
 */
enum perf_lock_by {
	PERF_LOCK_BY_CALLER,
	PERF_LOCK_BY_ADDRESS,
	PERF_LOCK_BY_THREAD,
};

#define PERF_LOCK_CHAIN_MAX	16

/**
 * struct perf_lock_row - a row of the table
 * @addr: address of the lock of the first wait
 * @flags: PERF_LOCK_* flags of that lock
 * @pid, @tid: task of the first wait
 * @name: caller of the first wait; PERF_LOCK_BY_THREAD: empty
 * @waits: number of waits and their times, ns
 * @ips, @functions: call chain of the first wait, innermost first: addresses, and names or ""
 * @nr_ips: number of addresses in @ips
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

/* A wait of a thread for a lock. since: ns; waits: contention_end has not come yet. */
struct perf_lock_wait {
	uint64_t	since;
	size_t		row;
	bool		waits;
	bool		passed_over;	/* perf_lock_choice_has() is false */
};

/**
 * struct perf_lock_waits - waits up to now
 * @by: waits that share a row
 * @skip: number of innermost functions of a call chain that are never the caller
 * @choice: conditions for counting a wait
 * @chains: store a call chain in each row
 * @rows: rows, by the time of their first wait
 * @by_key: index in @rows by row_key()
 * @waiting: index in @pending by hash of thread and lock
 * @pending: waits that began, also ended ones
 * @names: texts of perf_lock_row.name and .functions
 * @text: for perf_lock_caller_find()
 * @caller: caller of the current wait
 * @unpaired: number of contention_end without a contention_begin
 *
 * The caller sets @by, @skip, @choice and @chains, the rest zero.
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
int perf_lock_waits_event(struct perf_lock_waits *waits, const struct perf_lock_event *event,
			  struct perf_session *session,
			  const struct perf_session_sample *sample);
void perf_lock_waits_free(struct perf_lock_waits *waits);

#endif /* PERF_LOCK_WAITS_H */
