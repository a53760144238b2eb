/* SPDX-License-Identifier: GPL-2.0-only */
/* perf_record_make_room(): removing a recording in the way of a new one. */
#ifndef PERF_RECORD_OLD_DATA_H
#define PERF_RECORD_OLD_DATA_H

#include <base/error.h>

/**
 * perf_record_make_room() - make sure that @path can be renamed to its name with ".old"
 * @path: recording; has no effect if no rename is needed
 * @error: filled on failure
 *
 * rename() replaces a file only by a file, and a directory only by a directory if it is empty. So
 * perf_record_make_room() removes an older recording that is a directory, but nothing of it if it
 * holds anything but files of a recording.
 *
 * Return: 0 or a negative errno.
 */
int perf_record_make_room(const char *path, struct perf_error *error);

/**
 * perf_record_remove() - remove a recording
 * @path: a file, or a directory that holds only files of a recording
 *
 * Return: 0 or a negative errno: -ENOTEMPTY, with nothing removed, if the directory holds other
 * files.
 */
int perf_record_remove(const char *path);

#endif /* PERF_RECORD_OLD_DATA_H */
