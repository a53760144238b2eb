/* SPDX-License-Identifier: GPL-2.0 */
/* Breakpoints, as people write them: mem:ADDRESS[/LENGTH][:r|w|rw|x][:MODIFIERS]. */
#ifndef PERF_EVENT_BREAKPOINT_H
#define PERF_EVENT_BREAKPOINT_H

#include <stddef.h>
#include <stdint.h>

/**
 * struct perf_breakpoint_text - a breakpoint that was typed
 * @address: of its first byte
 * @length: bytes: 1, 2, 4, 8 or what is usual for its kind
 * @kinds: bits of enum HW_BREAKPOINT_*
 * @modifiers: what follows, NULL: nothing; part of the text
 * @modifiers_length: its length in bytes
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
