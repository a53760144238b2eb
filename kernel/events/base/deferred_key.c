// SPDX-License-Identifier: GPL-2.0
/*
 * Deferred static keys: enabled at once, disabled a while after the last user.
 *
 * Owns: changes of perf_lazy_key::key, whose own count is 0 or 1.
 * Locks: perf_lazy_key_mutex serialises these changes.
 * Context: task, may sleep.
 */
#include <linux/mutex.h>

#include "base/deferred_key.h"

/* Time from the last perf_lazy_key_put() to disabling the key. */
#define PERF_LAZY_KEY_DELAY	HZ

static DEFINE_MUTEX(perf_lazy_key_mutex);

/* perf_lazy_key::off: disables the key unless it has users again. */
void perf_lazy_key_off(struct work_struct *work)
{
	struct perf_lazy_key *lazy = container_of(to_delayed_work(work), struct perf_lazy_key, off);

	guard(mutex)(&perf_lazy_key_mutex);
	if (atomic_read(&lazy->users) || !static_key_count(lazy->key))
		return;
	/* A perf_lazy_key_get() from here on waits for the mutex. */
	if (lazy->last)
		lazy->last();
	static_key_slow_dec(lazy->key);
}

/**
 * perf_lazy_key_get - add a user; on return the key is enabled on every CPU
 * @lazy: the key
 */
void perf_lazy_key_get(struct perf_lazy_key *lazy)
{
	/* An earlier user has enabled the key, and users > 0 keeps it enabled. */
	if (atomic_inc_not_zero(&lazy->users))
		return;

	guard(mutex)(&perf_lazy_key_mutex);
	if (!static_key_count(lazy->key))
		static_key_slow_inc(lazy->key);
	atomic_inc(&lazy->users);
}

/**
 * perf_lazy_key_put - remove a user
 * @lazy: the key
 */
void perf_lazy_key_put(struct perf_lazy_key *lazy)
{
	if (atomic_dec_and_test(&lazy->users))
		mod_delayed_work(system_wq, &lazy->off, PERF_LAZY_KEY_DELAY);
}
