/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What went wrong, why, and what to do about it.
 *
 * A function that can fail in a way a person should hear of takes a struct perf_error
 * as its last parameter and returns 0 or a negative errno. It fills the struct only
 * when it fails. Nothing below the commands prints: the command that gets the error
 * decides what to do with it.
 */
#ifndef PERF_BASE_ERROR_H
#define PERF_BASE_ERROR_H

#define PERF_PRINTF(text_, first_)	__attribute__((format(printf, text_, first_)))

/**
 * struct perf_error - one failure, told to a person
 * @code: the errno, positive; 0 when nothing failed
 * @text: what failed and why, one line without a full stop or line end
 * @hint: what to do about it, may hold several lines; empty if there is no advice
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
