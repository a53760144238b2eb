/* SPDX-License-Identifier: GPL-2.0 */
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

const struct perf_profile_format *perf_profile_format_find(const char *name, const char *path,
							   struct perf_error *error);
void perf_profile_warn(const struct perf_command *command, const struct perf_profile *profile);
int perf_profile_write(const struct perf_profile_format *format, int fd, const char *path,
		       const struct perf_flame *flame, const struct perf_data *data,
		       struct perf_error *error);

#endif /* PERF_CMD_PROFILE_OUTPUT_H */
