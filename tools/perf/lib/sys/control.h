/* SPDX-License-Identifier: GPL-2.0 */
/* Commands that other programs send to a running measurement, and the answers. */
#ifndef PERF_SYS_CONTROL_H
#define PERF_SYS_CONTROL_H

#include <poll.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <base/error.h>

/* Largest command in bytes, with its line end; a longer one is truncated. */
#define PERF_CONTROL_TEXT	4096

/* Milliseconds after which perf_control_rest() returns a command without a line end. */
#define PERF_CONTROL_GRACE_MS	100

/* Descriptors to poll() for a channel. */
#define PERF_CONTROL_POLLS	2

/**
 * struct perf_control - a channel
 * @fd: descriptor that commands are read from; -1 without a channel, or once the client has
 *	closed it
 * @ack: descriptor that answers are written to, or -1
 * @text: bytes read, with room for a zero byte
 * @begin: offset of the first byte of @text that perf_control_next() has not returned
 * @size: bytes used in @text
 * @cut: the command that perf_control_next() returned was truncated
 * @skipping: the command at @begin is truncated; its remaining bytes are dropped
 * @read_at: time of the last read, in ns of CLOCK_MONOTONIC
 * @unsent: bytes of answers not yet written, as the pipe was full
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
