/* SPDX-License-Identifier: GPL-2.0 */
/* Ending a process when a mapped file was truncated, or its disk failed, during a read. */
#ifndef PERF_CMD_FAULT_H
#define PERF_CMD_FAULT_H

void perf_fault_catch(void);

#endif /* PERF_CMD_FAULT_H */
