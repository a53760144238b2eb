/* SPDX-License-Identifier: GPL-2.0 */
/* Events with built-in names, which need no PMU in sysfs. */
#ifndef PERF_EVENT_NAMES_H
#define PERF_EVENT_NAMES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <base/str.h>
#include <event/spec.h>

/**
 * struct perf_event_name - an event of a generic type
 * @name: its name
 * @alias: its second name, NULL if none
 * @type: PERF_TYPE_*
 * @config: attr.config
 * @tool: set if the tool counts it, not the kernel
 * @unit: unit that counts are shown in, NULL for plain counts
 * @scale: factor from count to @unit, 0 for 1
 * @help: description
 */
struct perf_event_name {
	const char		*name;
	const char		*alias;
	uint32_t		type;
	uint64_t		config;
	enum perf_tool_event	tool;
	const char		*unit;
	double			scale;
	const char		*help;
};

extern const struct perf_event_name perf_event_names[];
extern const size_t perf_event_name_count;

const struct perf_event_name *perf_event_name_find(const char *name);
bool perf_cache_event_parse(const char *name, uint64_t *config);
bool perf_cache_event_next(size_t *at, struct perf_str *name, uint64_t *config);

#endif
