// SPDX-License-Identifier: GPL-2.0
/*
 * The writer through which commands print. write_out() sanitizes the text, so that control
 * characters in a name that no caller has sanitized do not reach the terminal.
 */
#include <errno.h>
#include <string.h>

#include <base/io.h>
#include <base/out.h>
#include <base/sanitize.h>

/* Sanitizes the first @length bytes of the text, except the @out->sanitized bytes. */
static void sanitize_text(struct perf_out *out, size_t length)
{
	if (!out->binary && out->sanitized < length)
		perf_lines_sanitize(out->text.text + out->sanitized, length - out->sanitized,
				    out->separator);
	out->sanitized = length;
}

/**
 * perf_out_control() - append a control sequence for the terminal
 * @out: the writer
 * @sequence: the sequence, a constant
 */
void perf_out_control(struct perf_out *out, const char *sequence)
{
	sanitize_text(out, out->text.length);
	perf_str_add(&out->text, sequence);
	out->sanitized = out->text.length;
}

/* Writes all but the last @rest bytes, which stay in the buffer. */
static int write_out(struct perf_out *out, size_t rest)
{
	size_t length = out->text.length - rest;

	if (out->text.failed && !out->error)
		out->error = -ENOMEM;
	sanitize_text(out, length);
	if (!out->error)
		out->error = perf_write_all(out->fd, perf_str_text(&out->text), length);
	if (rest)
		memmove(out->text.text, out->text.text + length, rest);
	perf_str_cut(&out->text, rest);
	out->sanitized = 0;
	return out->error;
}

/**
 * perf_out_flush() - write the buffered text
 * @out: the writer
 *
 * An incomplete UTF-8 character at the end of the text stays buffered. After a failed write
 * perf_out_flush() writes nothing more: a pipe without a reader fails with EPIPE only once.
 *
 * Return: 0, or the negative errno of the first failed write.
 */
int perf_out_flush(struct perf_out *out)
{
	return write_out(out, out->binary ? 0 : perf_utf8_cut(perf_str_text(&out->text),
							      out->text.length));
}

/**
 * perf_out_end() - write all buffered text and free the writer's memory
 * @out: the writer; @out->fd stays open
 *
 * Return: 0, or the negative errno of the first failed write.
 */
int perf_out_end(struct perf_out *out)
{
	int err = write_out(out, 0);

	perf_str_free(&out->text);
	return err;
}

/**
 * perf_out_finish() - perf_out_end() for a command that prints its result
 * @out: the writer
 * @err: result of the command so far: 0, or a negative errno with @error filled
 * @error: filled if only writing failed
 *
 * Return: -EPIPE if the reader has closed the pipe, which is no failure; else @err unless 0;
 * else 0, or -EIO if a write failed.
 */
int perf_out_finish(struct perf_out *out, int err, struct perf_error *error)
{
	int ret = perf_out_end(out);

	if (ret == -EPIPE || err || !ret)
		return ret == -EPIPE ? ret : err;
	return perf_error_set(error, EIO, "cannot write: %s", strerror(-ret));
}
