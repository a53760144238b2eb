/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The commands, one row each, in the order of the overview. A row PERF_COMMAND(x) stands
 * for struct perf_command perf_cmd_x in cmd/x.c.
 */
PERF_COMMAND(stat)
PERF_COMMAND(record)
PERF_COMMAND(report)
PERF_COMMAND(annotate)
PERF_COMMAND(diff)
PERF_COMMAND(top)
PERF_COMMAND(script)
PERF_COMMAND(flame)
PERF_COMMAND(trace)
PERF_COMMAND(sched)
PERF_COMMAND(probe)
PERF_COMMAND(list)
PERF_COMMAND(evlist)
PERF_COMMAND(buildid_list)
PERF_COMMAND(buildid_cache)
PERF_COMMAND(data)
PERF_COMMAND(inject)
PERF_COMMAND(archive)
PERF_COMMAND(bench)
PERF_COMMAND(doctor)
PERF_COMMAND(test)
PERF_COMMAND(help)
PERF_COMMAND(version)
