/* SPDX-License-Identifier: GPL-2.0-only */
/* System calls: their names, numbers and parameters. */
#ifndef PERF_TRACE_SYSCALLS_H
#define PERF_TRACE_SYSCALLS_H

#include <stdbool.h>
#include <stdint.h>
#include <base/error.h>
#include <base/str.h>
#include <base/vec.h>
#include <trace/values.h>

/**
 * struct perf_syscall_parameter - one parameter of a call
 * @name: of the parameter; NULL: nothing tells, it is shown by its place
 * @kind: how its value is shown
 * @table: names of values, for the kinds that have some
 */
struct perf_syscall_parameter {
	const char			*name;
	enum perf_value_kind		kind;
	const struct perf_value_table	*table;
};

/* No system call has more. */
#define PERF_SYSCALL_PARAMETERS	6

/**
 * struct perf_syscall - one system call
 * @id: its number
 * @name: its name; "syscall_N" if the tool was built without knowing it
 * @known: it has a name
 * @count: of its parameters
 * @result: how its result is shown
 * @result_table: names of values of the result
 * @parameters: in order
 * @memory: that names of parameters are in
 */
struct perf_syscall {
	int				id;
	const char			*name;
	bool				known;
	unsigned int			count;
	enum perf_value_kind		result;
	const struct perf_value_table	*result_table;
	struct perf_syscall_parameter	parameters[PERF_SYSCALL_PARAMETERS];
	char				*memory;
};

/**
 * struct perf_syscalls - those that were asked for up to now
 * @by_id: by number; NULL for those that were not
 * @room: of @by_id
 */
struct perf_syscalls {
	struct perf_syscall	**by_id;
	size_t			room;
};

/* Above all numbers that a kernel hands out. */
#define PERF_SYSCALL_LIMIT	8192

/**
 * perf_syscalls_get() - a system call
 * @calls: all zero at first
 * @id: its number
 *
 * The parameters are those that the running kernel describes in tracefs; without these
 * all six are shown, by their place.
 *
 * Return: the call, valid as long as @calls; NULL without memory or for a number that
 * cannot be one.
 */
const struct perf_syscall *perf_syscalls_get(struct perf_syscalls *calls, int64_t id);

/** perf_syscalls_free() - free all */
void perf_syscalls_free(struct perf_syscalls *calls);

/** perf_syscall_name() - name of a number, NULL if there is none */
const char *perf_syscall_name(int64_t id);

/**
 * struct perf_syscall_set - numbers of system calls
 * @ids: in the order they were asked for, each once
 * @inverted: all but these
 */
struct perf_syscall_set {
	PERF_VEC(int)	ids;
	bool		inverted;
};

/**
 * perf_syscall_set_add() - add what a word means
 * @set: is added to
 * @word: a name, a pattern with wildcards, or a group of calls (file, network, ...); not
 *	ended by a zero byte
 * @length: bytes of @word
 *
 * Return: how many calls the word stands for, 0 if it is no system call; -ENOMEM.
 */
int perf_syscall_set_add(struct perf_syscall_set *set, const char *word, size_t length);

/** perf_syscall_set_has() - is a call in the set? An empty set that is not inverted has all */
bool perf_syscall_set_has(const struct perf_syscall_set *set, int64_t id);

/**
 * perf_syscall_set_filter() - the set as a filter of the kernel's for raw_syscalls events
 * @set: set
 * @text: is added to; nothing is added for a set that has all
 */
void perf_syscall_set_filter(const struct perf_syscall_set *set, struct perf_str *text);

/** perf_syscall_set_free() - free */
void perf_syscall_set_free(struct perf_syscall_set *set);

/** perf_syscall_nearest() - offer all names and groups to a search */
void perf_syscall_nearest(struct perf_nearest *nearest);

#endif /* PERF_TRACE_SYSCALLS_H */
