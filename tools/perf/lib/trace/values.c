// SPDX-License-Identifier: GPL-2.0
/*
 * Values of parameters as text. perf_value_name.name is that of the system's headers, without the
 * prefix that all names of a table share.
 */
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <linux/futex.h>
#include <base/str.h>
#include <base/vec.h>
#include <trace/value_tables.h>
#include <trace/values.h>

/**
 * perf_value_rule() - find the format of a parameter
 * @call: name of the call
 * @parameter: name of the parameter; "=" for the result
 *
 * Return: the rule, NULL if there is none and the type of the parameter decides.
 */
const struct perf_value_rule *perf_value_rule(const char *call, const char *parameter)
{
	const struct perf_value_rule *rule;
	size_t i;

	for (i = 0; i < perf_value_rule_count; i++) {
		rule = &perf_value_rules[i];
		if (!strcmp(rule->parameter, parameter) &&
		    (!rule->call || perf_glob_match(rule->call, call)))
			return rule;
	}
	return NULL;
}

static const char *name_of(const struct perf_value_table *table, uint64_t value)
{
	size_t i;

	for (i = 0; i < table->count; i++)
		if (table->names[i].value == value)
			return table->names[i].name;
	return NULL;
}

static void put_enum(struct perf_str *text, const struct perf_value_table *table, uint64_t value)
{
	const char *name = name_of(table, value);

	if (name)
		perf_str_format(text, "%s%s", table->prefix, name);
	else
		perf_str_format(text, "%lld", (long long)value);
}

/* Adds the names of the bits of @value, each after a |; the first too if @behind. */
static void put_flags(struct perf_str *text, const struct perf_value_table *table,
		      uint64_t value, bool behind)
{
	size_t i;

	for (i = 0; i < table->count; i++) {
		uint64_t bits = table->names[i].value;

		if (!bits || (value & bits) != bits)
			continue;
		perf_str_format(text, "%s%s%s", behind ? "|" : "", table->prefix,
				table->names[i].name);
		value &= ~bits;
		behind = true;
	}
	if (value || !behind)
		perf_str_format(text, "%s%#llx", behind ? "|" : "", (unsigned long long)value);
}

static void put_access(struct perf_str *text, uint64_t value)
{
	if (!value || value > 7) {
		perf_str_format(text, "%#llx", (unsigned long long)value);
		return;
	}
	if (value & 4)
		perf_str_char(text, 'R');
	if (value & 2)
		perf_str_char(text, 'W');
	if (value & 1)
		perf_str_char(text, 'X');
}

static void put_signal(struct perf_str *text, uint64_t value)
{
	const char *name = value < 32 ? sigabbrev_np((int)value) : NULL;

	if (name)
		perf_str_add(text, name);
	else if (value >= 32 && value <= 64)
		perf_str_format(text, "RTMIN+%llu", (unsigned long long)value - 32);
	else
		perf_str_format(text, "%lld", (long long)value);
}

static void put_futex(struct perf_str *text, uint64_t value)
{
	put_enum(text, &perf_values_futex, value & FUTEX_CMD_MASK);
	if (value & FUTEX_PRIVATE_FLAG)
		perf_str_add(text, "|PRIVATE_FLAG");
	if (value & FUTEX_CLOCK_REALTIME)
		perf_str_add(text, "|CLOCK_REALTIME");
}

static void put_socket(struct perf_str *text, uint64_t value)
{
	put_enum(text, &perf_values_socket_type, value & 0xf);
	if (value & ~0xfull)
		put_flags(text, &perf_values_socket_flags, value & ~0xfull, true);
}

static void put_open(struct perf_str *text, uint64_t value)
{
	static const char *const modes[] = { "RDONLY", "WRONLY", "RDWR", "ACCMODE" };

	perf_str_add(text, modes[value & O_ACCMODE]);
	if (value & ~(uint64_t)O_ACCMODE)
		put_flags(text, &perf_values_open, value & ~(uint64_t)O_ACCMODE, true);
}

static void put_clone(struct perf_str *text, uint64_t value)
{
	uint64_t flags = value & ~(uint64_t)CSIGNAL;

	if (flags)
		put_flags(text, &perf_values_clone, flags, false);
	if (!(value & CSIGNAL))
		return;
	perf_str_add(text, flags ? "|SIG" : "SIG");
	put_signal(text, value & CSIGNAL);
}

static void put_ioctl(struct perf_str *text, uint64_t value)
{
	static const char *const directions[] = {
		[_IOC_NONE] = "NONE", [_IOC_READ] = "READ", [_IOC_WRITE] = "WRITE",
		[_IOC_READ | _IOC_WRITE] = "READ|WRITE",
	};
	const char *name = name_of(&perf_values_ioctl, value);

	if (name)
		perf_str_add(text, name);
	else
		perf_str_format(text, "(%s, %#llx, %#llx, %#llx)", directions[_IOC_DIR(value)],
				(unsigned long long)_IOC_TYPE(value),
				(unsigned long long)_IOC_NR(value),
				(unsigned long long)_IOC_SIZE(value));
}

/**
 * perf_value_put() - add a value
 * @text: the value is added
 * @kind: format of the value
 * @table: names, for the kinds that need a table
 * @value: value of the register, as passed to the system call
 *
 * For PERF_VALUE_FD, PERF_VALUE_DIR_FD and PERF_VALUE_PID no path or name is added.
 */
void perf_value_put(struct perf_str *text, enum perf_value_kind kind,
		    const struct perf_value_table *table, uint64_t value)
{
	switch (kind) {
	case PERF_VALUE_INT:
	case PERF_VALUE_FD:
	case PERF_VALUE_PID:
		perf_str_format(text, "%d", (int)value);
		break;
	case PERF_VALUE_LONG:
		perf_str_format(text, "%lld", (long long)value);
		break;
	case PERF_VALUE_UNSIGNED:
		perf_str_u64(text, value, 0, ' ');
		break;
	case PERF_VALUE_HEX:
		perf_str_add(text, "0x");
		perf_str_hex(text, value, 0, ' ');
		break;
	case PERF_VALUE_OCTAL:
		perf_str_format(text, "0%llo", (unsigned long long)value & 0xffff);
		break;
	case PERF_VALUE_ENUM:
		put_enum(text, table, value & 0xffffffff);
		break;
	case PERF_VALUE_FLAGS:
		put_flags(text, table, value & 0xffffffff, false);
		break;
	case PERF_VALUE_ACCESS:
		put_access(text, value & 0xffffffff);
		break;
	case PERF_VALUE_DIR_FD:
		if ((int)value == AT_FDCWD)
			perf_str_add(text, "CWD");
		else
			perf_str_format(text, "%d", (int)value);
		break;
	case PERF_VALUE_SIGNAL:
		put_signal(text, value & 0xffffffff);
		break;
	case PERF_VALUE_FUTEX:
		put_futex(text, value & 0xffffffff);
		break;
	case PERF_VALUE_SOCKET:
		put_socket(text, value & 0xffffffff);
		break;
	case PERF_VALUE_CLONE:
		put_clone(text, value);
		break;
	case PERF_VALUE_IOCTL:
		put_ioctl(text, value & 0xffffffff);
		break;
	case PERF_VALUE_OPEN:
		put_open(text, value & 0xffffffff);
		break;
	}
}
