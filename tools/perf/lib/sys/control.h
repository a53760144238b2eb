/* SPDX-License-Identifier: GPL-2.0 */
/* Commands that other programs send to a measurement on its way, and the answers. */
#ifndef PERF_SYS_CONTROL_H
#define PERF_SYS_CONTROL_H

#include <poll.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <base/error.h>

/* Bytes of a command and its line end; more are thrown away. */
#define PERF_CONTROL_TEXT	4096

/* Milliseconds after which a command without a line end may be taken for a whole one. */
#define PERF_CONTROL_GRACE_MS	100

/* Descriptors that poll() looks at for a channel. */
#define PERF_CONTROL_POLLS	2

/**
 * struct perf_control - a channel
 * @fd: where commands come from; -1: no channel, or nobody sends any more
 * @ack: where each command is answered; -1: nowhere
 * @text: what has come, and room for a zero byte
 * @begin: first byte of @text that perf_control_next() has not returned
 * @size: bytes of @text
 * @cut: the command that perf_control_next() returned was longer than @text
 * @skipping: so is the one at @begin
 * @read_at: ns of CLOCK_MONOTONIC, when the last byte came
 * @unsent: bytes of answers for which the other end has had no room
 */
struct perf_control {
	int		fd;
	int		ack;
	char		text[PERF_CONTROL_TEXT + 1];
	size_t		begin;
	size_t		size;
	bool		cut;
	bool		skipping;
	uint64_t	read_at;
	uint64_t	unsent;
};

int perf_control_open(struct perf_control *control, const char *text, struct perf_error *error);
bool perf_control_active(const struct perf_control *control);
void perf_control_polls(const struct perf_control *control, struct pollfd *polls);
int perf_control_timeout(const struct perf_control *control, int timeout, uint64_t now);
void perf_control_read(struct perf_control *control, uint64_t now);
char *perf_control_next(struct perf_control *control);
char *perf_control_rest(struct perf_control *control, uint64_t now);
void perf_control_take_rest(struct perf_control *control);
void perf_control_answer(struct perf_control *control);
void perf_control_flush(struct perf_control *control);

#endif
