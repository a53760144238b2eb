/* SPDX-License-Identifier: GPL-2.0 */
/* The protocol of --control: commands to a running measurement. */
#ifndef PERF_EVENT_COMMANDS_H
#define PERF_EVENT_COMMANDS_H

#include <stdbool.h>
#include <stdint.h>

#include <base/error.h>
#include <event/spec.h>
#include <sys/control.h>

struct perf_event_set;

/* Flags of perf_command_watch.list(): output besides the names of events. */
#define PERF_COMMAND_VERBOSE	0x1	/* all attributes */
#define PERF_COMMAND_GROUPS	0x2	/* groups in braces */
#define PERF_COMMAND_FREQ	0x4	/* sample frequency or period */

/**
 * struct perf_command_watch - callbacks that report the effect of commands to the user
 * @switched: counting was switched on or off for the events named @name; NULL: for all
 * @list: lists the events; @how holds PERF_COMMAND_* bits
 * @say: reports why a command had no effect
 * @context: passed to the callbacks
 */
struct perf_command_watch {
	void (*switched)(void *context, const char *name, bool on);
	void (*list)(void *context, const struct perf_event_list *list, unsigned int how);
	void (*say)(void *context, const char *text);
	void *context;
};

/**
 * struct perf_commands - a measurement under the control of commands
 * @control: channel that the commands arrive on
 * @set: the events
 * @watch: reports the effect of commands to the user; may be NULL
 * @snapshot: takes a snapshot; NULL if the measurement has none
 * @owner: passed to @snapshot
 * @counting: an event was switched on, and not all events were switched off since
 * @stop: "stop" was received. perf_commands_end() answers the commands that follow it
 */
struct perf_commands {
	struct perf_control *control;
	const struct perf_event_set *set;
	const struct perf_command_watch *watch;
	int (*snapshot)(void *owner, struct perf_error *error);
	void *owner;
	bool counting;
	bool stop;
};

void perf_commands_switched(const struct perf_command_watch *watch, const char *name, bool on);
int perf_commands_obey(struct perf_commands *commands, uint64_t now, struct perf_error *error);
void perf_commands_end(struct perf_control *control);

#endif
