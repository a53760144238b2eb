/* SPDX-License-Identifier: GPL-2.0-only */
/* Profiles in the format that a person chose, or that the name of the output says. */
#ifndef PERF_CMD_PROFILE_OUTPUT_H
#define PERF_CMD_PROFILE_OUTPUT_H

#include <profile/flame_text.h>

#include "common/command.h"

/**
 * struct perf_profile_format - a format
 * @name: as typed after --format
 * @suffix: of files that have it; the longest one that fits counts
 * @help: what opens it
 * @samples: needs each sample, perf_profile.keep
 * @text: a terminal can show it
 * @write: writes it; returns 0 or a negative errno
 * @binary: it is no text, perf_out.binary
 */
struct perf_profile_format {
	const char *name;
	const char *suffix;
	const char *help;
	bool samples;
	bool text;
	int (*write)(struct perf_out *out, const struct perf_flame *flame);
	bool binary;
};

/**
 * perf_profile_format_find() - choose a format
 * @name: of the format, or NULL
 * @path: of the output, if there is no @name
 * @error: text, with the formats that there are
 *
 * Return: the format; the page if the path has no suffix; NULL if there is none of that name, or
 * for that suffix.
 */
const struct perf_profile_format *perf_profile_format_find(const char *name, const char *path,
							   struct perf_error *error);

/**
 * perf_profile_warn() - say that a profile is flat, if it is
 * @command: on whose behalf
 * @profile: all samples counted
 */
void perf_profile_warn(const struct perf_command *command, const struct perf_profile *profile);

/**
 * perf_profile_write() - write a profile
 * @format: format
 * @fd: where to, open
 * @path: its name, for messages; - is the standard output
 * @flame: what; a missing title or summary is made up
 * @data: the recording
 * @error: text
 *
 * Return: 0 or a negative errno.
 */
int perf_profile_write(const struct perf_profile_format *format, int fd, const char *path,
		       const struct perf_flame *flame, const struct perf_data *data,
		       struct perf_error *error);

#endif /* PERF_CMD_PROFILE_OUTPUT_H */
