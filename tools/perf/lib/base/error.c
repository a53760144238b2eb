// SPDX-License-Identifier: GPL-2.0
/* Filling in a struct perf_error. No state, any thread. */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <base/error.h>
#include <base/sanitize.h>

/**
 * perf_error_set() - store a failure
 * @error: filled; an older failure in it is overwritten, its hint too. With NULL the
 *	failure is dropped.
 * @code: errno, of either sign; 0 becomes EINVAL
 * @format: the text, as for printf(); control characters become '?'
 *
 * Return: the negative errno, for the caller to return.
 */
int perf_error_set(struct perf_error *error, int code, const char *format, ...)
{
	va_list args;

	code = code ? abs(code) : EINVAL;
	if (!error)
		return -code;
	error->code = code;
	error->hint[0] = '\0';
	va_start(args, format);
	vsnprintf(error->text, sizeof(error->text), format, args);
	va_end(args);
	perf_text_sanitize(error->text, strlen(error->text), 0);
	return -code;
}

/**
 * perf_error_hint() - add advice to a stored failure
 * @error: the failure, or NULL
 * @format: the advice, as for printf(); line ends in it stay, those of arguments do not. Each
 *	further call adds a line
 */
void perf_error_hint(struct perf_error *error, const char *format, ...)
{
	va_list args;
	size_t used;

	if (!error)
		return;
	used = strlen(error->hint);
	if (used && used + 1 < sizeof(error->hint))
		error->hint[used++] = '\n';
	va_start(args, format);
	perf_format_foreign(error->hint + used, sizeof(error->hint) - used, format, args);
	va_end(args);
}

/**
 * perf_error_prefix() - put the failed operation in front of the text of a failure
 * @error: the failure stored by a lower layer, or NULL
 * @format: the prefix, as for printf(); ": " is added
 */
void perf_error_prefix(struct perf_error *error, const char *format, ...)
{
	char old[sizeof(error->text)];
	va_list args;
	size_t used;

	if (!error)
		return;
	memcpy(old, error->text, sizeof(old));
	va_start(args, format);
	vsnprintf(error->text, sizeof(error->text), format, args);
	va_end(args);
	perf_text_sanitize(error->text, strlen(error->text), 0);
	used = strlen(error->text);
	snprintf(error->text + used, sizeof(error->text) - used, ": %s", old);
}

/**
 * perf_error_memory() - store that memory ran out
 * @error: filled
 *
 * Return: -ENOMEM.
 */
int perf_error_memory(struct perf_error *error)
{
	return perf_error_set(error, ENOMEM, "out of memory");
}
