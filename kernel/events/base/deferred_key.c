// SPDX-License-Identifier: GPL-2.0
/*
 * Deferred static keys: enabled at once, disabled a while after the last user.
 *
 * Owns: changes of perf_deferred_key::key, whose own count is 0 or 1.
 * Locks: perf_deferred_key_mutex serialises these changes.
 * Context: task, may sleep.
 */
#include <linux/mutex.h>

#include "base/deferred_key.h"

/* Time from the last perf_deferred_key_put() to disabling the key. */
#define PERF_DEFERRED_KEY_DELAY	HZ

static DEFINE_MUTEX(perf_deferred_key_mutex);

/* perf_deferred_key::off: disables the key unless it has users again. */
void perf_deferred_key_off(struct work_struct *work)
{
	struct perf_deferred_key *dkey =
		container_of(to_delayed_work(work), struct perf_deferred_key, off);

	guard(mutex)(&perf_deferred_key_mutex);
	if (atomic_read(&dkey->users) || !static_key_count(dkey->key))
		return;
	/* A perf_deferred_key_get() from here on waits for the mutex. */
	if (dkey->last)
		dkey->last();
	static_key_slow_dec(dkey->key);
}

/**
 * perf_deferred_key_get - add a user; on return the key is enabled on every CPU
 * @dkey: the key
 */
void perf_deferred_key_get(struct perf_deferred_key *dkey)
{
	/* An earlier user has enabled the key, and users > 0 keeps it enabled. */
	if (atomic_inc_not_zero(&dkey->users))
		return;

	guard(mutex)(&perf_deferred_key_mutex);
	if (!static_key_count(dkey->key))
		static_key_slow_inc(dkey->key);
	atomic_inc(&dkey->users);
}

/**
 * perf_deferred_key_put - remove a user
 * @dkey: the key
 */
void perf_deferred_key_put(struct perf_deferred_key *dkey)
{
	if (atomic_dec_and_test(&dkey->users))
		mod_delayed_work(system_wq, &dkey->off, PERF_DEFERRED_KEY_DELAY);
}
