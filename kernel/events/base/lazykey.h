/* SPDX-License-Identifier: GPL-2.0 */
/* Static keys that are quick to turn on and slow to turn off. */
#ifndef _KERNEL_EVENTS_LAZYKEY_H
#define _KERNEL_EVENTS_LAZYKEY_H

#include <linux/atomic.h>
#include <linux/jump_label.h>
#include <linux/workqueue.h>

/**
 * struct perf_lazy_key - a static key that stays on a while after its last user
 * @key:   what the fast path tests
 * @users: how many need it on
 * @off:   turns it off
 * @last:  called before that, when there is no user and until then can be none; or NULL
 *
 * Patching the kernel's text costs a million instructions and disturbs every
 * CPU; a program that opens and closes an event in a loop shall not cause it
 * each time.
 */
struct perf_lazy_key {
	struct static_key	*key;
	atomic_t		users;
	struct delayed_work	off;
	void			(*last)(void);
};

void perf_lazy_key_off(struct work_struct *work);
void perf_lazy_key_get(struct perf_lazy_key *lazy);
void perf_lazy_key_put(struct perf_lazy_key *lazy);

#define PERF_LAZY_KEY_INIT_LAST(_name, _key, _last) {				\
	.key = (_key),								\
	.last = (_last),							\
	.users = ATOMIC_INIT(0),						\
	.off = __DELAYED_WORK_INITIALIZER((_name).off, perf_lazy_key_off, 0),	\
}

#define PERF_LAZY_KEY_INIT(_name, _key)	PERF_LAZY_KEY_INIT_LAST(_name, _key, NULL)

#endif /* _KERNEL_EVENTS_LAZYKEY_H */
