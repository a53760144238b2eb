/* SPDX-License-Identifier: GPL-2.0 */
/* A buffered writer of text, to a terminal or file. */
#ifndef PERF_BASE_OUT_H
#define PERF_BASE_OUT_H

#include <stdbool.h>
#include <stddef.h>

#include <base/error.h>
#include <base/str.h>

/**
 * struct perf_out - text buffered for a file descriptor
 * @text: text not yet written; append with the perf_str functions
 * @fd: descriptor to write to
 * @error: negative errno of the first failed write, 0 if none failed
 * @binary: write the bytes unchanged. Otherwise perf_lines_sanitize() replaces the control
 *	characters that a terminal would obey
 * @separator: field separator, whose control characters stay; or NULL
 * @sanitized: bytes at the beginning of @text that are written unchanged
 *
 * The caller must set @fd: 0 is the standard input.
 */
struct perf_out {
	struct perf_str	text;
	int		fd;
	int		error;
	bool		binary;
	const char	*separator;
	size_t		sanitized;
};

/* perf_out_check() writes from this many buffered bytes on. */
#define PERF_OUT_FULL	(256 * 1024)

/* For perf_out_control(): moves the cursor to the top left corner and clears the screen. */
#define PERF_OUT_CLEAR	"\033[H\033[2J"

void perf_out_control(struct perf_out *out, const char *sequence);
int perf_out_flush(struct perf_out *out);
int perf_out_end(struct perf_out *out);
int perf_out_finish(struct perf_out *out, int err, struct perf_error *error);

/**
 * perf_out_check() - write if PERF_OUT_FULL bytes are buffered; to be called at line ends
 * @out: the writer
 *
 * Return: 0, or the negative errno of the first failed write.
 */
static inline int perf_out_check(struct perf_out *out)
{
	return out->text.length < PERF_OUT_FULL ? out->error : perf_out_flush(out);
}

#endif
