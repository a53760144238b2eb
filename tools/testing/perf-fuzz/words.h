/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Arguments that are words: names of the system's things, and of kinds of values.
 */
#ifndef _FUZZ_WORDS_H
#define _FUZZ_WORDS_H

#include "random.h"

/**
 * struct words - a list of words
 * @name: the words, up to a NULL
 */
struct words {
	const char * const *name;
};

/* Kinds of tasks that a pid names */
enum {
	PID_SELF, PID_ALL, PID_SELF_ID, PID_VICTIM, PID_PARENT, PID_CHILD0, PID_CHILD1,
	PID_THREAD, PID_INIT, PID_NEVER, PID_CGROUP0, PID_CGROUP1
};

/* Kinds of addresses */
enum {
	AT_GOOD, AT_NULL, AT_UNMAPPED, AT_READ_ONLY, AT_KERNEL, AT_EDGE, AT_RING0, AT_RING1,
	AT_STALL, AT_WATCHED, AT_FUNCTION
};

extern const struct words words_pid, words_address, words_pmu, words_tracepoint, words_filter;
extern const struct words words_sysctl, words_kind, words_then, words_signal;

void words_init(void);
unsigned int words_count(const struct words *words);
int words_find(const struct words *words, const char *name);
unsigned int words_choose(struct random *random, const struct words *words);
int words_pmu_type(unsigned int index);
int words_tracepoint_id(unsigned int index);

#endif /* _FUZZ_WORDS_H */
