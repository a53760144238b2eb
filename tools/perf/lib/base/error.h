/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A failure, its cause, and advice for the user of the tool.
 *
 * A function whose failures are shown to the user has a struct perf_error as its last
 * parameter and returns 0 or a negative errno. It fills the struct only on failure.
 * Functions below the commands do not print: the command that receives the error prints
 * or drops it.
 */
#ifndef PERF_BASE_ERROR_H
#define PERF_BASE_ERROR_H

#define PERF_PRINTF(text_, first_)	__attribute__((format(printf, text_, first_)))

/**
 * struct perf_error - one failure, as shown to the user
 * @code: positive errno; 0 without a failure
 * @text: failure and cause, one line without a full stop or line end
 * @hint: advice, one or more lines; empty if there is none
 */
struct perf_error {
	int	code;
	char	text[512];
	char	hint[768];
};

int perf_error_set(struct perf_error *error, int code, const char *format, ...) PERF_PRINTF(3, 4);
void perf_error_hint(struct perf_error *error, const char *format, ...) PERF_PRINTF(2, 3);
void perf_error_prefix(struct perf_error *error, const char *format, ...) PERF_PRINTF(2, 3);
int perf_error_memory(struct perf_error *error);

#endif
