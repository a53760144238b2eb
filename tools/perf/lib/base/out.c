// SPDX-License-Identifier: GPL-2.0-only
/*
 * The writer through which commands print. It sanitizes text when it writes, so that a name
 * which nobody thought of on the way does not reach a terminal as a command.
 */
#include <errno.h>
#include <string.h>

#include <base/io.h>
#include <base/out.h>
#include <base/sanitize.h>

/* Up to @length bytes of the text; those that were sanitized before are not touched again. */
static void sanitize(struct perf_out *out, size_t length)
{
	if (!out->binary && out->sanitized < length)
		perf_lines_sanitize(out->text.text + out->sanitized, length - out->sanitized,
				    out->separator);
	out->sanitized = length;
}

/**
 * perf_out_control() - append a sequence that the terminal is to obey
 * @out: the writer
 * @sequence: the sequence, a constant
 */
void perf_out_control(struct perf_out *out, const char *sequence)
{
	sanitize(out, out->text.length);
	perf_str_add(&out->text, sequence);
	out->sanitized = out->text.length;
}

/* Write all but the last @rest bytes, which stay. */
static int write_out(struct perf_out *out, size_t rest)
{
	size_t length = out->text.length - rest;

	if (out->text.failed && !out->error)
		out->error = -ENOMEM;
	sanitize(out, length);
	if (!out->error)
		out->error = perf_write_all(out->fd, perf_str_text(&out->text), length);
	if (rest)
		memmove(out->text.text, out->text.text + length, rest);
	perf_str_cut(&out->text, rest);
	out->sanitized = 0;
	return out->error;
}

/**
 * perf_out_flush() - write what has gathered
 * @out: the writer
 *
 * A character of which the last bytes are still to come waits for them. After a failure
 * nothing more is written: a reader that went away (EPIPE) is noticed once.
 *
 * Return: 0, or the negative errno of the first write that failed.
 */
int perf_out_flush(struct perf_out *out)
{
	return write_out(out, out->binary ? 0 : perf_utf8_cut(perf_str_text(&out->text),
							      out->text.length));
}

/**
 * perf_out_end() - write all that has gathered and free the writer's memory
 * @out: the writer; its descriptor stays open
 *
 * Return: 0, or the negative errno of the first write that failed.
 */
int perf_out_end(struct perf_out *out)
{
	int error = write_out(out, 0);

	perf_str_free(&out->text);
	return error;
}

/**
 * perf_out_finish() - perf_out_end() of a command that shows something
 * @out: the writer
 * @err: what has gone wrong so far: 0, or a negative errno and @error is filled
 * @error: text
 *
 * Return: -EPIPE if who reads has seen enough, which is no failure; @err; -EIO, and @error is
 * filled, if something could not be written; or 0.
 */
int perf_out_finish(struct perf_out *out, int err, struct perf_error *error)
{
	int ret = perf_out_end(out);

	if (ret == -EPIPE || err || !ret)
		return ret == -EPIPE ? ret : err;
	return perf_error_set(error, EIO, "cannot write: %s", strerror(-ret));
}
