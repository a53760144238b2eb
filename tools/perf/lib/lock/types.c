// SPDX-License-Identifier: GPL-2.0
/* Kinds of locks. A set of kinds has a bit for each row of types_of_locks. */
#include <errno.h>
#include <string.h>
#include <base/str.h>
#include <lock/events.h>
#include <lock/types.h>

/* alias: another name for --type-filter, without ":R" and ":W". */
static const struct type {
	uint32_t flags;
	const char *name;
	const char *alias;
} types_of_locks[] = {
	{ 0, "semaphore", NULL },
	{ PERF_LOCK_SPIN, "spinlock", NULL },
	{ PERF_LOCK_SPIN | PERF_LOCK_READ, "rwlock:R", NULL },
	{ PERF_LOCK_SPIN | PERF_LOCK_WRITE, "rwlock:W", NULL },
	{ PERF_LOCK_READ, "rwsem:R", NULL },
	{ PERF_LOCK_WRITE, "rwsem:W", NULL },
	{ PERF_LOCK_RT, "rtmutex", "rt-mutex" },
	{ PERF_LOCK_RT | PERF_LOCK_READ, "rwlock-rt:R", NULL },
	{ PERF_LOCK_RT | PERF_LOCK_WRITE, "rwlock-rt:W", NULL },
	{ PERF_LOCK_PERCPU | PERF_LOCK_READ, "pcpu-sem:R", "percpu-rwsem" },
	{ PERF_LOCK_PERCPU | PERF_LOCK_WRITE, "pcpu-sem:W", "percpu-rwsem" },
	{ PERF_LOCK_MUTEX, "mutex", NULL },
	{ PERF_LOCK_MUTEX | PERF_LOCK_SPIN, "mutex", NULL },
};

_Static_assert(PERF_ARRAY_SIZE(types_of_locks) <= 32, "a set has 32 bits");

/**
 * perf_lock_type_name() - return the name of a kind of lock
 * @flags: PERF_LOCK_* of a wait
 *
 * Return: the name, with ":R" or ":W" for locks with readers and writers.
 */
const char *perf_lock_type_name(uint32_t flags)
{
	size_t i;

	for (i = 0; i < PERF_ARRAY_SIZE(types_of_locks); i++)
		if (types_of_locks[i].flags == flags)
			return types_of_locks[i].name;
	return "unknown";
}

static bool is_called(const struct type *type, const char *name, size_t length)
{
	if (!strncmp(type->name, name, length) &&
	    (!type->name[length] || type->name[length] == ':'))
		return true;
	return type->alias && strlen(type->alias) == length && !strncmp(type->alias, name, length);
}

/**
 * perf_lock_types_parse() - parse a set of kinds of locks
 * @text: names, separated by commas or blanks; "rwsem" is both "rwsem:R" and "rwsem:W"
 * @types: result; 0 if there are no names
 * @error: filled on failure
 *
 * Return: 0 or -EINVAL.
 */
int perf_lock_types_parse(const char *text, uint32_t *types, struct perf_error *error)
{
	uint32_t found;
	size_t length, i;

	*types = 0;
	for (text += strspn(text, ", "); *text; text += strspn(text, ", ")) {
		length = strcspn(text, ", ");
		found = 0;
		for (i = 0; i < PERF_ARRAY_SIZE(types_of_locks); i++)
			if (is_called(&types_of_locks[i], text, length))
				found |= 1u << i;
		if (!found) {
			perf_error_set(error, EINVAL, "there is no kind of lock '%.*s'",
				       (int)length, text);
			perf_error_hint(error, "they are semaphore, spinlock, mutex, rtmutex, and, "
					"with :R or :W or neither, rwlock, rwsem, rwlock-rt, "
					"pcpu-sem");
			return -EINVAL;
		}
		*types |= found;
		text += length;
	}
	return 0;
}

/**
 * perf_lock_types_have() - test whether a set has the kind of lock of a wait
 * @types: set of kinds
 * @flags: PERF_LOCK_* of the wait
 *
 * Return: true if it has.
 */
bool perf_lock_types_have(uint32_t types, uint32_t flags)
{
	size_t i;

	for (i = 0; i < PERF_ARRAY_SIZE(types_of_locks); i++)
		if (types_of_locks[i].flags == flags)
			return types & 1u << i;
	return false;
}
