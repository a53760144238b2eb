/* SPDX-License-Identifier: GPL-2.0 */
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
 * @name: name of the parameter; NULL: unknown, and the position is written instead
 * @kind: format of the value
 * @table: names of values, for the kinds that need a table
 */
struct perf_syscall_parameter {
	const char			*name;
	enum perf_value_kind		kind;
	const struct perf_value_table	*table;
};

/* Most parameters of a system call. */
#define PERF_SYSCALL_PARAMETERS	6

/**
 * struct perf_syscall - one system call
 * @id: its number
 * @name: its name; "syscall_N" if the tool was built without a name for it
 * @known: the tool was built with its name
 * @count: number of @parameters
 * @result: format of the return value
 * @result_table: names of values of the result
 * @parameters: the parameters, in order
 * @memory: memory of the names of parameters
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
 * struct perf_syscalls - cache of perf_syscalls_get()
 * @by_id: calls by number; NULL for calls that perf_syscalls_get() has not returned
 * @room: number of elements of @by_id
 */
struct perf_syscalls {
	struct perf_syscall	**by_id;
	size_t			room;
};

/* Greater than any number of a system call in the kernel. */
#define PERF_SYSCALL_LIMIT	8192

const struct perf_syscall *perf_syscalls_get(struct perf_syscalls *calls, int64_t id);
void perf_syscalls_free(struct perf_syscalls *calls);
const char *perf_syscall_name(int64_t id);

/**
 * struct perf_syscall_set - a set of system calls
 * @ids: numbers of the calls, in the order of addition, each once
 * @inverted: the set has all calls but @ids
 */
struct perf_syscall_set {
	PERF_VEC(int)	ids;
	bool		inverted;
};
int perf_syscall_set_add(struct perf_syscall_set *set, const char *word, size_t length);
bool perf_syscall_set_has(const struct perf_syscall_set *set, int64_t id);
void perf_syscall_set_filter(const struct perf_syscall_set *set, struct perf_str *text);
void perf_syscall_set_free(struct perf_syscall_set *set);
void perf_syscall_nearest(struct perf_nearest *nearest);

#endif /* PERF_TRACE_SYSCALLS_H */
