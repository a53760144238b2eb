// SPDX-License-Identifier: GPL-2.0
/*
 * Static keys that are quick to turn on and slow to turn off.
 *
 * Owns: when the keys of struct perf_lazy_key change. The key's own count is 0 or
 * 1; perf_lazy_key_mutex serialises its changes.
 * Context: task, may sleep.
 */
#include <linux/mutex.h>

#include "base/lazykey.h"

/* How long a key outlives its last user. */
#define PERF_LAZY_KEY_DELAY	HZ

static DEFINE_MUTEX(perf_lazy_key_mutex);

/* The delayed work: nobody came back. */
void perf_lazy_key_off(struct work_struct *work)
{
	struct perf_lazy_key *lazy = container_of(to_delayed_work(work), struct perf_lazy_key, off);

	guard(mutex)(&perf_lazy_key_mutex);
	if (atomic_read(&lazy->users) || !static_key_count(lazy->key))
		return;
	/* A user that comes now waits for the mutex. */
	if (lazy->last)
		lazy->last();
	static_key_slow_dec(lazy->key);
}

/**
 * perf_lazy_key_get - on return the key is on, on every CPU
 * @lazy: the key
 */
void perf_lazy_key_get(struct perf_lazy_key *lazy)
{
	/* Any earlier user has seen to it, and it cannot be turned off under us. */
	if (atomic_inc_not_zero(&lazy->users))
		return;

	guard(mutex)(&perf_lazy_key_mutex);
	if (!static_key_count(lazy->key))
		static_key_slow_inc(lazy->key);
	atomic_inc(&lazy->users);
}

/**
 * perf_lazy_key_put - one user less
 * @lazy: the key
 */
void perf_lazy_key_put(struct perf_lazy_key *lazy)
{
	if (atomic_dec_and_test(&lazy->users))
		mod_delayed_work(system_wq, &lazy->off, PERF_LAZY_KEY_DELAY);
}
