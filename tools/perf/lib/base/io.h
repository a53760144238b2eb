/* SPDX-License-Identifier: GPL-2.0 */
/* Whole files, complete writes, and a buffered writer. */
#ifndef PERF_BASE_IO_H
#define PERF_BASE_IO_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include <base/error.h>
#include <base/str.h>

ssize_t perf_read_all(int fd, void *data, size_t size);
int perf_write_all(int fd, const void *data, size_t size);
char *perf_read_file(const char *path, size_t *size);
char *perf_read_rest(int fd, size_t limit, size_t *size);
ssize_t perf_read_line(const char *path, char *line, size_t size);
int perf_write_line(const char *path, const char *text);

/**
 * struct perf_out - text on its way to a file descriptor
 * @text: what was not written yet: append with the perf_str functions
 * @fd: where it goes
 * @error: negative errno of the first write that failed, 0 if none did
 */
struct perf_out {
	struct perf_str	text;
	int		fd;
	int		error;
};

/* perf_out_check() writes when this much has gathered. */
#define PERF_OUT_FULL	(256 * 1024)

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
