/* SPDX-License-Identifier: GPL-2.0-only */
/* Writing profiles, in the format given by --format or by the suffix of the output. */
#ifndef PERF_CMD_PROFILE_OUTPUT_H
#define PERF_CMD_PROFILE_OUTPUT_H

#include <profile/flame_text.h>

#include "common/command.h"

/**
 * struct perf_profile_format - an output format
 * @name: as typed after --format
 * @suffix: suffix of files in this format; the longest match decides
 * @help: description of the format, for hints
 * @samples: the format needs each sample, perf_profile.keep
 * @text: the format can be printed on a terminal
 * @write: writes a profile; returns 0 or a negative errno
 * @binary: the format is not text, perf_out.binary
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
 * @name: name of the format, or NULL
 * @path: path of the output, used if @name is NULL
 * @error: text, with a list of the formats
 *
 * Return: the format; html if @path has no suffix; NULL if @name or the suffix is unknown.
 */
const struct perf_profile_format *perf_profile_format_find(const char *name, const char *path,
							   struct perf_error *error);

/**
 * perf_profile_warn() - warn if a profile has no call chains
 * @command: the command named in the warning
 * @profile: the profile, all samples counted
 */
void perf_profile_warn(const struct perf_command *command, const struct perf_profile *profile);

/**
 * perf_profile_write() - write a profile
 * @format: format
 * @fd: open descriptor of the output
 * @path: its name, for messages; - is the standard output
 * @flame: the profile; a NULL title or summary is filled in
 * @data: the recording
 * @error: filled on failure
 *
 * Return: 0 or a negative errno.
 */
int perf_profile_write(const struct perf_profile_format *format, int fd, const char *path,
		       const struct perf_flame *flame, const struct perf_data *data,
		       struct perf_error *error);

#endif /* PERF_CMD_PROFILE_OUTPUT_H */
