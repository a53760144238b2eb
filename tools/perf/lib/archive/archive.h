/* SPDX-License-Identifier: GPL-2.0 */
/*
 * An archive of the files needed to read a recording on another machine. It is unpacked in
 * ~/.debug: its paths are those of the build-id cache.
 */
#ifndef PERF_ARCHIVE_ARCHIVE_H
#define PERF_ARCHIVE_ARCHIVE_H

#include <stdint.h>
#include <base/error.h>
#include <base/str.h>
#include <data/reader.h>

/**
 * struct perf_archive - input and results of perf_archive_write()
 * @output: path of the archive, for messages
 * @fd: the open archive; gets the mode of the recording
 * @cache: directory of the build-id cache, searched for files that have changed since
 * @recording: path of the recording, which is packed as well; NULL: not packed
 * @files: result: number of files packed, without @recording
 * @missing: result: the path of each file that was not packed, one per line
 */
struct perf_archive {
	const char *output;
	int fd;
	const char *cache;
	const char *recording;
	unsigned int files;
	struct perf_str missing;
};
int perf_archive_write(struct perf_archive *archive, const struct perf_data *data,
		       struct perf_error *error);

#endif /* PERF_ARCHIVE_ARCHIVE_H */
