/* SPDX-License-Identifier: GPL-2.0-only */
/* Room for the recording that a new one replaces. */
#ifndef PERF_RECORD_OLD_DATA_H
#define PERF_RECORD_OLD_DATA_H

#include <base/error.h>

/**
 * perf_record_make_room() - let a recording be renamed to its name with ".old"
 * @path: recording; nothing happens if there is nothing at it that will be renamed
 * @err: text
 *
 * rename() replaces a file by a file, but of a directory only an empty one, and none of the
 * other kind. So an older recording that is a directory is removed with what is in it, if
 * that is nothing but files of a recording; else nothing is removed.
 *
 * Return: 0 or a negative errno.
 */
int perf_record_make_room(const char *path, struct perf_error *err);

/**
 * perf_record_remove() - remove a recording
 * @path: a file, or a directory with nothing in it but the files of a recording
 *
 * Return: 0 or a negative errno: -ENOTEMPTY, and nothing is removed, if there is more in it.
 */
int perf_record_remove(const char *path);

#endif /* PERF_RECORD_OLD_DATA_H */
