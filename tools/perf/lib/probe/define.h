/* SPDX-License-Identifier: GPL-2.0-only */
/* perf_probe_define(): from the text the user typed to definitions that the kernel parses. */
#ifndef PERF_PROBE_DEFINE_H
#define PERF_PROBE_DEFINE_H

#include <probe/events.h>
#include <probe/target.h>

/**
 * struct perf_probe_definition - one probe to be made
 * @group, @event: its names
 * @line: definition as the kernel parses it
 * @about: readable description of its location
 */
struct perf_probe_definition {
	char	*group;
	char	*event;
	char	*line;
	char	*about;
};

/* The definitions of one probe: an inlined function has several locations. */
struct perf_probe_definitions {
	PERF_VEC(struct perf_probe_definition) list;
};

/**
 * perf_probe_define() - make definitions
 * @target: program, library or kernel to probe
 * @spec: location, and arguments to fetch
 * @existing: names in use
 * @more: append a number to a name in use, instead of failing
 * @definitions: the definitions are added; free with perf_probe_definitions_free(), also on failure
 * @error: filled on failure
 *
 * Return: 0; -ENOENT if there is no such location or variable; -EEXIST, -EINVAL, -ENOMEM or another
 * negative errno.
 */
int perf_probe_define(struct perf_probe_target *target, const struct perf_probe_spec *spec,
		      const struct perf_probe_events *existing, bool more,
		      struct perf_probe_definitions *definitions, struct perf_error *error);

/** perf_probe_definitions_free() - free the contents of @definitions */
void perf_probe_definitions_free(struct perf_probe_definitions *definitions);

/**
 * perf_probe_find() - locations of a probe
 *
 * Return: 0 if perf_probe_debug_find() found them; 1 if they come from symbols, as file offsets, or
 * if there is no file and @locations stays empty; a negative errno.
 */
int perf_probe_find(struct perf_probe_target *target, const struct perf_probe_spec *spec,
		    struct perf_probe_locations *locations, struct perf_error *error);

/** perf_probe_event_about() - append "FUNCTION[%return] in PATH with A B" of an existing probe */
void perf_probe_event_about(struct perf_str *text, const struct perf_probe_event *event);

#endif /* PERF_PROBE_DEFINE_H */
