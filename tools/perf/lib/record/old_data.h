/* SPDX-License-Identifier: GPL-2.0 */
/* perf_record_make_room(): removing a recording in the way of a new one. */
#ifndef PERF_RECORD_OLD_DATA_H
#define PERF_RECORD_OLD_DATA_H

#include <base/error.h>

int perf_record_make_room(const char *path, struct perf_error *error);
int perf_record_remove(const char *path);

#endif /* PERF_RECORD_OLD_DATA_H */
