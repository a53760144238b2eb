/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The files that a recording needs to be read on another machine, in one archive that is
 * unpacked in ~/.debug: names there are those of the cache of build ids.
 */
#ifndef PERF_ARCHIVE_ARCHIVE_H
#define PERF_ARCHIVE_ARCHIVE_H

#include <stdint.h>
#include <base/error.h>
#include <base/str.h>
#include <data/reader.h>

/**
 * struct perf_archive - what to do, and what came of it
 * @output: path of the archive, for messages
 * @fd: the archive, open; gets the mode of the recording
 * @cache: directory of the cache of build ids, where files may be that changed since
 * @recording: path of the recording itself, to be packed as well; NULL: not wanted
 * @files: result: how many files were packed
 * @missing: result: a line for each file that was not found
 */
struct perf_archive {
	const char *output;
	int fd;
	const char *cache;
	const char *recording;
	unsigned int files;
	struct perf_str missing;
};

/**
 * perf_archive_write() - pack the files that a recording's build ids name
 * @archive: what; free @archive->missing afterwards
 * @data: recording
 * @error: text
 *
 * Return: 0 or a negative errno; -ENODATA if the recording has no build ids.
 */
int perf_archive_write(struct perf_archive *archive, const struct perf_data *data,
		       struct perf_error *error);

#endif /* PERF_ARCHIVE_ARCHIVE_H */
