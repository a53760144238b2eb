/* SPDX-License-Identifier: GPL-2.0 */
/* Commands to a measurement on its way: the protocol of --control. */
#ifndef PERF_EVENT_COMMANDS_H
#define PERF_EVENT_COMMANDS_H

#include <stdbool.h>
#include <stdint.h>

#include <base/error.h>
#include <event/spec.h>
#include <sys/control.h>

struct perf_event_set;

/* How "evlist" shows events, beside their names. */
#define PERF_COMMAND_VERBOSE	0x1	/* all that their attributes say */
#define PERF_COMMAND_GROUPS	0x2	/* groups in braces */
#define PERF_COMMAND_FREQ	0x4	/* frequency or period of samples */

/**
 * struct perf_command_watch - how a user sees what commands do
 * @switched: events count from now on, or do not: those called @name, NULL: all
 * @list: shows events; @how is of PERF_COMMAND_*
 * @say: why a command had no effect
 * @context: for these
 */
struct perf_command_watch {
	void (*switched)(void *context, const char *name, bool on);
	void (*list)(void *context, const struct perf_event_list *list, unsigned int how);
	void (*say)(void *context, const char *text);
	void *context;
};

/**
 * struct perf_commands - a measurement that takes commands
 * @control: where they come from
 * @set: the events
 * @watch: shows what they do; NULL: nothing shows it
 * @snapshot: takes one; NULL: there is nothing that it would be of
 * @owner: for @snapshot
 * @counting: some event was switched on, and then not all off
 * @stop: that was asked for. perf_commands_end() answers commands behind it
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
