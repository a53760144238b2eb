/* SPDX-License-Identifier: GPL-2.0-only */
/* Who wanted a lock: the functions of a call chain, without those that take locks. */
#ifndef PERF_LOCK_CALLER_H
#define PERF_LOCK_CALLER_H

#include <stddef.h>
#include <stdint.h>
#include <base/str.h>
#include <report/session.h>

/**
 * struct perf_lock_text - where the kernel's functions are that take locks or go to sleep
 * @found: looked for already
 * @starts, @ends: of the parts of the kernel that hold nothing else
 * @nr: how many of these there are
 *
 * All zero to begin with.
 */
struct perf_lock_text {
	bool		found;
	uint64_t	starts[2];
	uint64_t	ends[2];
	size_t		nr;
};

/**
 * struct perf_lock_caller - who wanted a lock
 * @hash: the same for call chains that differ only in how the lock was taken
 * @name: function and offset; "Unknown" if the chain is not deep enough
 */
struct perf_lock_caller {
	uint64_t	hash;
	struct perf_str	name;
};

/**
 * perf_lock_caller_find() - who wanted a lock
 * @caller: result; free its name at the end, it may be used again
 * @text: of the kernel of the session
 * @session: session
 * @sample: sample at hand
 * @skip: so many functions are never the caller
 *
 * Return: 0 or -ENOMEM.
 */
int perf_lock_caller_find(struct perf_lock_caller *caller, struct perf_lock_text *text,
			  struct perf_session *session,
			  const struct perf_session_sample *sample, unsigned int skip);

/** perf_lock_frame_name() - add "function+0xoffset", or the address if there is no function */
void perf_lock_frame_name(struct perf_str *name, struct perf_session *session,
			  const struct perf_stack_item *item);

#endif /* PERF_LOCK_CALLER_H */
