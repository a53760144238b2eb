/* SPDX-License-Identifier: GPL-2.0 */
/* The program that the processes of exec.c and stretch.c execute: perf-bench itself. */
#ifndef PERF_BENCH_EXEC_H
#define PERF_BENCH_EXEC_H

void exec_continue(int argc, char **argv);
void exec_to_end(void);

#endif
