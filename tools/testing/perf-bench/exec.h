/* SPDX-License-Identifier: GPL-2.0 */
/* The program that the timed processes of exec.c execute: perf-bench itself. */
#ifndef PERF_BENCH_EXEC_H
#define PERF_BENCH_EXEC_H

void exec_continue(int argc, char **argv);

#endif
