/* SPDX-License-Identifier: GPL-2.0 */
/* The caller that waits for a lock: the functions of a call chain, less those that take locks. */
#ifndef PERF_LOCK_CALLER_H
#define PERF_LOCK_CALLER_H

#include <stddef.h>
#include <stdint.h>
#include <base/str.h>
#include <report/session.h>

/**
 * struct perf_lock_text - address ranges of kernel functions that take locks or sleep
 * @found: @starts and @ends were looked up
 * @starts, @ends: ranges with nothing but such functions, ends excluded
 * @nr: number of ranges
 *
 * All zero before the first perf_lock_caller_find().
 */
struct perf_lock_text {
	bool		found;
	uint64_t	starts[2];
	uint64_t	ends[2];
	size_t		nr;
};

/**
 * struct perf_lock_caller - the caller that waits for a lock
 * @hash: equal for call chains that differ only in functions that take locks; 0 without a caller
 * @name: function and offset; "Unknown" without a caller
 */
struct perf_lock_caller {
	uint64_t	hash;
	struct perf_str	name;
};
int perf_lock_caller_find(struct perf_lock_caller *caller, struct perf_lock_text *text,
			  struct perf_session *session,
			  const struct perf_session_sample *sample, unsigned int skip);
void perf_lock_frame_name(struct perf_str *name, struct perf_session *session,
			  const struct perf_stack_item *item);

#endif /* PERF_LOCK_CALLER_H */
