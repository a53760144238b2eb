/* SPDX-License-Identifier: GPL-2.0-only */
/* Messages about commands that a measurement obeys (--control). */
#ifndef PERF_CMD_CONTROL_H
#define PERF_CMD_CONTROL_H

#include <event/commands.h>

#include "common/command.h"

/**
 * struct control_messages - who prints, and how much
 * @command: names itself in messages
 * @quiet: print nothing but what "evlist" lists
 */
struct control_messages {
	const struct perf_command *command;
	bool quiet;
};

/**
 * control_watch() - prints what commands do, to the standard error output
 * @messages: has to live as long as the measurement
 */
struct perf_command_watch control_watch(struct control_messages *messages);

#endif /* PERF_CMD_CONTROL_H */
