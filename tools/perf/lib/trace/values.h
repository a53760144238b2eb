/* SPDX-License-Identifier: GPL-2.0 */
/* Values of parameters as text: names of flags, and numbers in suitable formats. */
#ifndef PERF_TRACE_VALUES_H
#define PERF_TRACE_VALUES_H

#include <stddef.h>
#include <stdint.h>
#include <base/str.h>

/**
 * enum perf_value_kind - format of a value
 * @PERF_VALUE_INT: signed, 32 bits
 * @PERF_VALUE_LONG: signed, 64 bits
 * @PERF_VALUE_UNSIGNED: unsigned, 64 bits
 * @PERF_VALUE_HEX: hexadecimal, for addresses
 * @PERF_VALUE_OCTAL: octal, for permissions, 16 bits
 * @PERF_VALUE_ENUM: a name from the table; a decimal number if it has none
 * @PERF_VALUE_FLAGS: names from the table with | between them; bits without a name in hex
 * @PERF_VALUE_ACCESS: mode of access(2), as letters RWX
 * @PERF_VALUE_FD: a file descriptor, 32 bits
 * @PERF_VALUE_DIR_FD: a file descriptor, or CWD for AT_FDCWD
 * @PERF_VALUE_PID: a process or thread, 32 bits
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
 * @prefix: text in front of each name, "" for none
 * @names: the names
 * @count: number of @names
 */
struct perf_value_table {
	const char			*prefix;
	const struct perf_value_name	*names;
	size_t				count;
};

/**
 * struct perf_value_rule - format of a parameter
 * @call: pattern for the name of the call, NULL for any
 * @parameter: name of the parameter
 * @kind: format of its value
 * @table: names of values, for the kinds that need a table
 */
struct perf_value_rule {
	const char			*call;
	const char			*parameter;
	enum perf_value_kind		kind;
	const struct perf_value_table	*table;
};
const struct perf_value_rule *perf_value_rule(const char *call, const char *parameter);
void perf_value_put(struct perf_str *text, enum perf_value_kind kind,
		    const struct perf_value_table *table, uint64_t value);

#endif /* PERF_TRACE_VALUES_H */
