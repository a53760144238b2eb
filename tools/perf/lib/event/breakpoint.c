// SPDX-License-Identifier: GPL-2.0
/* Parsing of breakpoints. */
#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <linux/hw_breakpoint.h>

#include <event/breakpoint.h>

/* perf_breakpoint_text.length of reads and writes if no length was typed. */
#define USUAL_LENGTH	HW_BREAKPOINT_LEN_4

/* HW_BREAKPOINT_* bits for the letters r, w and x; 0 if @text is empty or has other letters. */
static uint32_t access_kinds(const char *text, size_t length)
{
	uint32_t kinds = 0;

	for (; length; length--, text++) {
		if (*text == 'r')
			kinds |= HW_BREAKPOINT_R;
		else if (*text == 'w')
			kinds |= HW_BREAKPOINT_W;
		else if (*text == 'x')
			kinds |= HW_BREAKPOINT_X;
		else
			return 0;
	}
	return kinds;
}

static bool take_number(const char **at, uint64_t *value)
{
	char *next;

	errno = 0;
	*value = strtoull(*at, &next, 0);
	if (next == *at || errno)
		return false;
	*at = next;
	return true;
}

static bool is_length(uint64_t length)
{
	return length == HW_BREAKPOINT_LEN_1 || length == HW_BREAKPOINT_LEN_2 ||
	       length == HW_BREAKPOINT_LEN_4 || length == HW_BREAKPOINT_LEN_8;
}

/* Parses :KINDS, :MODIFIERS, or both in this order, between @at and @end into @result. */
static bool take_parts(const char *at, const char *end, struct perf_breakpoint_text *result)
{
	size_t size;

	if (at < end && *at == ':') {
		size = strcspn(at + 1, ":,}");
		result->kinds = access_kinds(at + 1, size);
		at += result->kinds ? size + 1 : 0;
	}
	if (at < end && *at == ':') {
		result->modifiers = at + 1;
		result->modifiers_length = strcspn(at + 1, ":,}");
		at += result->modifiers_length + 1;
	}
	return at == end;
}

/**
 * perf_breakpoint_parse() - parse a breakpoint
 * @text: mem:ADDRESS[/LENGTH][:r|w|rw|x][:MODIFIERS]; the modifiers are not checked
 * @length: length of @text in bytes; a NUL, a comma or a brace follows @text
 * @result: filled; defaults to reads and writes of four bytes
 *
 * Return: 0, or -EINVAL if @text is not a breakpoint.
 */
int perf_breakpoint_parse(const char *text, size_t length, struct perf_breakpoint_text *result)
{
	const char *at = text + strlen("mem:");

	memset(result, 0, sizeof(*result));
	if (!take_number(&at, &result->address))
		return -EINVAL;
	if (*at == '/') {
		at++;
		if (!take_number(&at, &result->length) || !is_length(result->length))
			return -EINVAL;
	}
	if (!take_parts(at, text + length, result))
		return -EINVAL;
	if (!result->kinds)
		result->kinds = HW_BREAKPOINT_RW;
	if (!result->length)
		result->length = result->kinds == HW_BREAKPOINT_X ? sizeof(long) : USUAL_LENGTH;
	return 0;
}
