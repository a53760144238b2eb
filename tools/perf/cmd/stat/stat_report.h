/* SPDX-License-Identifier: GPL-2.0 */
/* perf stat report: print the counts of a perf stat recording. */
#ifndef PERF_CMD_STAT_REPORT_H
#define PERF_CMD_STAT_REPORT_H

#include "common/command.h"

extern const struct perf_command perf_stat_report;

#endif
