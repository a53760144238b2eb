/* SPDX-License-Identifier: GPL-2.0 */
/* Parsing of breakpoints: mem:ADDRESS[/LENGTH][:r|w|rw|x][:MODIFIERS]. */
#ifndef PERF_EVENT_BREAKPOINT_H
#define PERF_EVENT_BREAKPOINT_H

#include <stddef.h>
#include <stdint.h>

/**
 * struct perf_breakpoint_text - a parsed breakpoint
 * @address: address of its first byte
 * @length: 1, 2, 4 or 8 bytes; if none was typed, 4, or sizeof(long) for HW_BREAKPOINT_X
 * @kinds: HW_BREAKPOINT_* bits
 * @modifiers: modifiers behind the breakpoint, inside the parsed text; NULL if none
 * @modifiers_length: length of @modifiers in bytes
 */
struct perf_breakpoint_text {
	uint64_t address;
	uint64_t length;
	uint32_t kinds;
	const char *modifiers;
	size_t modifiers_length;
};

int perf_breakpoint_parse(const char *text, size_t length, struct perf_breakpoint_text *result);

#endif
