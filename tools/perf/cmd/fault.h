/* SPDX-License-Identifier: GPL-2.0-only */
/* What happens when a mapped file loses its bytes while they are read. */
#ifndef PERF_CMD_FAULT_H
#define PERF_CMD_FAULT_H

void perf_fault_catch(void);

#endif /* PERF_CMD_FAULT_H */
