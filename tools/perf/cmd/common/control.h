/* SPDX-License-Identifier: GPL-2.0 */
/* Messages about the commands that a measurement receives (--control). */
#ifndef PERF_CMD_CONTROL_H
#define PERF_CMD_CONTROL_H

#include <event/commands.h>

#include "common/command.h"

/**
 * struct control_messages - source and amount of the messages
 * @command: command named in messages
 * @quiet: print nothing but the list of "evlist"
 */
struct control_messages {
	const struct perf_command *command;
	bool quiet;
};

struct perf_command_watch control_watch(struct control_messages *messages);

#endif /* PERF_CMD_CONTROL_H */
