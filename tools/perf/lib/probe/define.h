/* SPDX-License-Identifier: GPL-2.0-only */
/* From what people type to definitions that the kernel takes. */
#ifndef PERF_PROBE_DEFINE_H
#define PERF_PROBE_DEFINE_H

#include <probe/events.h>
#include <probe/target.h>

/**
 * struct perf_probe_definition - one probe to be made
 * @group, @event: its names
 * @line: as the kernel takes it
 * @about: where, for people
 */
struct perf_probe_definition {
	char	*group;
	char	*event;
	char	*line;
	char	*about;
};

/* Some of them: a function that was inlined is in several places. */
struct perf_probe_definitions {
	PERF_VEC(struct perf_probe_definition) list;
};

/**
 * perf_probe_define() - make definitions
 * @target: what is probed
 * @spec: where, and what to fetch
 * @existing: names that are taken
 * @more: give a name that is taken a number instead of failing
 * @definitions: is added to; free with perf_probe_definitions_free(), also on failure
 * @error: filled on failure
 *
 * Return: 0; -ENOENT if there is no such place or variable; -EEXIST; -EINVAL; -ENOMEM.
 */
int perf_probe_define(struct perf_probe_target *target, const struct perf_probe_spec *spec,
		      const struct perf_probe_events *existing, bool more,
		      struct perf_probe_definitions *definitions, struct perf_error *error);

/** perf_probe_definitions_free() - free */
void perf_probe_definitions_free(struct perf_probe_definitions *definitions);

/** perf_probe_find() - the places of a probe: perf_probe_debug_find(), or by symbol */
int perf_probe_find(struct perf_probe_target *target, const struct perf_probe_spec *spec,
		    struct perf_probe_places *places, struct perf_error *error);

/** perf_probe_event_about() - add "FUNCTION[%return] in PATH with A B" of a probe that exists */
void perf_probe_event_about(struct perf_str *text, const struct perf_probe_event *event);

#endif /* PERF_PROBE_DEFINE_H */
