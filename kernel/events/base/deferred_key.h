/* SPDX-License-Identifier: GPL-2.0 */
/* Deferred static keys: enabled at once, disabled a while after the last user. */
#ifndef _KERNEL_EVENTS_DEFERRED_KEY_H
#define _KERNEL_EVENTS_DEFERRED_KEY_H

#include <linux/atomic.h>
#include <linux/jump_label.h>
#include <linux/workqueue.h>

/**
 * struct perf_deferred_key - a deferred static key
 * @key:   static key that the fast path tests
 * @users: number of users; the key is enabled while this is not 0
 * @off:   disables @key, PERF_DEFERRED_KEY_DELAY after the last put
 * @last:  called before @off disables @key, while @users is 0 and cannot rise; or NULL
 *
 * Patching the kernel's text costs a million instructions and disturbs every CPU; a program
 * that opens and closes an event in a loop must not cause this each time.
 * <linux/jump_label_ratelimit.h> has no counterpart of @last.
 */
struct perf_deferred_key {
	struct static_key	*key;
	atomic_t		users;
	struct delayed_work	off;
	void			(*last)(void);
};

void perf_deferred_key_off(struct work_struct *work);
void perf_deferred_key_get(struct perf_deferred_key *dkey);
void perf_deferred_key_put(struct perf_deferred_key *dkey);

#define PERF_DEFERRED_KEY_INIT_LAST(_name, _key, _last) {				\
	.key = (_key),								\
	.last = (_last),							\
	.users = ATOMIC_INIT(0),						\
	.off = __DELAYED_WORK_INITIALIZER((_name).off, perf_deferred_key_off, 0),	\
}

#define PERF_DEFERRED_KEY_INIT(_name, _key)	PERF_DEFERRED_KEY_INIT_LAST(_name, _key, NULL)

#endif /* _KERNEL_EVENTS_DEFERRED_KEY_H */
