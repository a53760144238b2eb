/* SPDX-License-Identifier: GPL-2.0-only */
/* The end of a process whose mapped file lost its bytes while it read them. */
#ifndef PERF_CMD_FAULT_H
#define PERF_CMD_FAULT_H

void perf_fault_catch(void);

#endif /* PERF_CMD_FAULT_H */
