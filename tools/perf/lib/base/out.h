/* SPDX-License-Identifier: GPL-2.0-only */
/* A buffered writer, which a terminal may be behind. */
#ifndef PERF_BASE_OUT_H
#define PERF_BASE_OUT_H

#include <stdbool.h>
#include <stddef.h>

#include <base/error.h>
#include <base/str.h>

/**
 * struct perf_out - text on its way to a file descriptor
 * @text: what was not written yet: append with the perf_str functions
 * @fd: where it goes
 * @error: negative errno of the first write that failed, 0 if none did
 * @binary: the bytes go out as they are. Otherwise perf_lines_sanitize() takes out what a
 *	terminal would obey, wherever in the text it is
 * @separator: between fields of the lines, whose control characters stay; or NULL
 * @sanitized: bytes at the beginning of @text that are to go out as they are
 *
 * All zero writes text to the standard input: set @fd.
 */
struct perf_out {
	struct perf_str	text;
	int		fd;
	int		error;
	bool		binary;
	const char	*separator;
	size_t		sanitized;
};

/* perf_out_check() writes when this much has gathered. */
#define PERF_OUT_FULL	(256 * 1024)

/* For perf_out_control(): the cursor goes to the top left corner, and the screen is empty. */
#define PERF_OUT_CLEAR	"\033[H\033[2J"

void perf_out_control(struct perf_out *out, const char *sequence);
int perf_out_flush(struct perf_out *out);
int perf_out_end(struct perf_out *out);
int perf_out_finish(struct perf_out *out, int err, struct perf_error *error);

/**
 * perf_out_check() - write if enough has gathered; call it now and then, at line ends
 * @out: the writer
 *
 * Return: 0, or the negative errno of the first write that failed.
 */
static inline int perf_out_check(struct perf_out *out)
{
	return out->text.length < PERF_OUT_FULL ? out->error : perf_out_flush(out);
}

#endif
