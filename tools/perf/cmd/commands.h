/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The commands, one row each, in the order of the overview. A row PERF_COMMAND(x) stands
 * for struct perf_command perf_cmd_x in cmd/x.c.
 */
PERF_COMMAND(stat)
PERF_COMMAND(list)
PERF_COMMAND(doctor)
PERF_COMMAND(test)
PERF_COMMAND(help)
PERF_COMMAND(version)
