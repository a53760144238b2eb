/* SPDX-License-Identifier: GPL-2.0-only */
/* Values of parameters as text: flags by their names, numbers as is fit. */
#ifndef PERF_TRACE_VALUES_H
#define PERF_TRACE_VALUES_H

#include <stddef.h>
#include <stdint.h>
#include <base/str.h>

/**
 * enum perf_value_kind - how a value is shown
 * @PERF_VALUE_INT: signed, 32 bits
 * @PERF_VALUE_LONG: signed
 * @PERF_VALUE_UNSIGNED: unsigned
 * @PERF_VALUE_HEX: as an address
 * @PERF_VALUE_OCTAL: as permissions
 * @PERF_VALUE_ENUM: by name, from the table; a number if it has none
 * @PERF_VALUE_FLAGS: several names with | between, what has none in hex
 * @PERF_VALUE_ACCESS: bits of access(2), which stick together
 * @PERF_VALUE_FD: a file descriptor, 32 bits
 * @PERF_VALUE_DIR_FD: the same, or the current directory
 * @PERF_VALUE_PID: a process or thread
 * @PERF_VALUE_SIGNAL: a signal
 * @PERF_VALUE_FUTEX: operation of futex(2): a name and flags
 * @PERF_VALUE_SOCKET: type of a socket: a name and flags
 * @PERF_VALUE_CLONE: flags, and a signal in the low byte
 * @PERF_VALUE_IOCTL: command of ioctl(2)
 * @PERF_VALUE_OPEN: flags of open(2): a mode and flags
 */
enum perf_value_kind {
	PERF_VALUE_INT,
	PERF_VALUE_LONG,
	PERF_VALUE_UNSIGNED,
	PERF_VALUE_HEX,
	PERF_VALUE_OCTAL,
	PERF_VALUE_ENUM,
	PERF_VALUE_FLAGS,
	PERF_VALUE_ACCESS,
	PERF_VALUE_FD,
	PERF_VALUE_DIR_FD,
	PERF_VALUE_PID,
	PERF_VALUE_SIGNAL,
	PERF_VALUE_FUTEX,
	PERF_VALUE_SOCKET,
	PERF_VALUE_CLONE,
	PERF_VALUE_IOCTL,
	PERF_VALUE_OPEN,
};

/* A value and its name. */
struct perf_value_name {
	uint64_t	value;
	const char	*name;
};

/**
 * struct perf_value_table - names of values
 * @prefix: in front of each name, "" for none
 * @names: @count of them
 */
struct perf_value_table {
	const char			*prefix;
	const struct perf_value_name	*names;
	size_t				count;
};

/**
 * struct perf_value_rule - how one parameter is shown
 * @call: of these calls: a pattern, NULL for any
 * @parameter: its name
 * @kind, @table: how
 */
struct perf_value_rule {
	const char			*call;
	const char			*parameter;
	enum perf_value_kind		kind;
	const struct perf_value_table	*table;
};

/**
 * perf_value_rule() - how a parameter is shown
 * @call: name of the call
 * @parameter: name of the parameter
 *
 * Return: the rule, NULL if its type decides.
 */
const struct perf_value_rule *perf_value_rule(const char *call, const char *parameter);

/**
 * perf_value_put() - add a value
 * @text: is added to
 * @kind: how it is shown
 * @table: names, for the kinds that have some
 * @value: as the system call got it
 *
 * Of the kinds _FD, _DIR_FD and _PID the number is all that is added.
 */
void perf_value_put(struct perf_str *text, enum perf_value_kind kind,
		    const struct perf_value_table *table, uint64_t value);

#endif /* PERF_TRACE_VALUES_H */
