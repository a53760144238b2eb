/* SPDX-License-Identifier: GPL-2.0 */
/* perf stat: other programs on the PMUs of its events. */
#ifndef PERF_CMD_STAT_HOLDERS_H
#define PERF_CMD_STAT_HOLDERS_H

#include <base/str.h>
#include <stat/stat.h>

void stat_holders_note(const struct perf_stat *stat, struct perf_str *text);

#endif
