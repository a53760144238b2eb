/* SPDX-License-Identifier: GPL-2.0 */
/* Commands that other programs send to a measurement on its way, and the answers. */
#ifndef PERF_SYS_CONTROL_H
#define PERF_SYS_CONTROL_H

#include <stddef.h>

#include <base/error.h>

#define PERF_CONTROL_TEXT	256

/**
 * struct perf_control - a channel
 * @fd: where commands come from, a line each; -1: there is no channel
 * @ack: where "ack" goes after each command that was obeyed; -1: nowhere
 * @text: what came of the next command
 * @size: bytes of @text
 */
struct perf_control {
	int	fd;
	int	ack;
	char	text[PERF_CONTROL_TEXT];
	size_t	size;
};

/* What can be asked for. */
enum perf_control_command {
	PERF_CONTROL_NONE,	/* nothing has come that is whole */
	PERF_CONTROL_ENABLE,
	PERF_CONTROL_DISABLE,
	PERF_CONTROL_PING,
	PERF_CONTROL_STOP,
	PERF_CONTROL_UNKNOWN,
	PERF_CONTROL_END,	/* nobody will send any more */
};

int perf_control_open(struct perf_control *control, const char *text, struct perf_error *error);
enum perf_control_command perf_control_read(struct perf_control *control);
enum perf_control_command perf_control_next(struct perf_control *control);
void perf_control_answer(const struct perf_control *control);

#endif
