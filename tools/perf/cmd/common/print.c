// SPDX-License-Identifier: GPL-2.0
/*
 * Messages of commands; their results go through a struct perf_out. No other file of a command
 * prints with C library functions, which would pass control characters in names to the terminal.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include <base/output.h>
#include <base/sanitize.h>
#include <base/str.h>

#include "common/command.h"
#include "common/print.h"

static void put_text(FILE *to, struct perf_str *text)
{
	if (to == stderr)
		fflush(stdout);
	if (text->length)
		fwrite(text->text, 1, text->length, to);
	perf_str_free(text);
}

static void put_lines(FILE *to, const char *lines)
{
	struct perf_str text = { 0 };

	perf_str_add(&text, lines);
	if (text.length)
		perf_lines_sanitize(text.text, text.length, NULL);
	put_text(to, &text);
}

/**
 * perf_print() - print a message on the standard output
 * @format: as for printf(). Control characters of @format are printed, those of arguments are not
 */
void perf_print(const char *format, ...)
{
	struct perf_str text = { 0 };
	va_list args;

	va_start(args, format);
	perf_str_foreign_args(&text, format, args);
	va_end(args);
	put_text(stdout, &text);
}

/**
 * perf_print_error() - print a message on the standard error output
 * @format: as for perf_print()
 */
void perf_print_error(const char *format, ...)
{
	struct perf_str text = { 0 };
	va_list args;

	va_start(args, format);
	perf_str_foreign_args(&text, format, args);
	va_end(args);
	put_text(stderr, &text);
}

/**
 * perf_print_lines() - print lines on the standard output
 * @text: the lines; all control characters but line ends and tabs are replaced
 */
void perf_print_lines(const char *text)
{
	put_lines(stdout, text);
}

/**
 * perf_print_error_lines() - print lines on the standard error output
 * @text: as for perf_print_lines()
 */
void perf_print_error_lines(const char *text)
{
	put_lines(stderr, text);
}

/**
 * perf_print_errors_to() - write messages into a file, not to the standard error output
 * @path: the file; existing content is replaced
 * @error: filled on failure
 *
 * Return: 0 or a negative errno.
 */
int perf_print_errors_to(const char *path, struct perf_error *error)
{
	struct perf_output output;
	int err = perf_output_open(&output, path, 0666, PERF_OUTPUT_AT_ONCE, error), fd;
	FILE *file;

	if (err)
		return err;
	fd = dup(output.fd);
	file = fd < 0 ? NULL : fdopen(fd, "w");
	if (!file)
		err = perf_error_set(error, errno, "cannot write '%s': %m", path);
	perf_output_drop(&output);
	if (!file) {
		if (fd >= 0)
			close(fd);
		return err;
	}
	/* Unbuffered: _exit() loses no message, and fork() duplicates none. */
	setvbuf(file, NULL, _IONBF, 0);
	/* glibc's stderr is a variable; a program run by the tool still writes to descriptor 2. */
	stderr = file;
	return 0;
}

/**
 * perf_print_finish() - flush the standard output, at the end of a process
 * @status: exit code of the command
 *
 * Return: @status; PERF_EXIT_FAILED instead of PERF_EXIT_OK if output was lost. EPIPE is not a
 * failure: the reader of the pipe has seen enough.
 */
int perf_print_finish(int status)
{
	errno = 0;
	if ((!fflush(stdout) && !ferror(stdout)) || errno == EPIPE)
		return status;
	/* errno is 0 if ferror() reports an earlier write, in the middle of a long text. */
	perf_print_error("perf: cannot write to the standard output%s%s\n", errno ? ": " : "",
			 errno ? strerror(errno) : "");
	return status == PERF_EXIT_OK ? PERF_EXIT_FAILED : status;
}
