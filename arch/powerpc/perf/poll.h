/* SPDX-License-Identifier: GPL-2.0 */
/* Polling of @free_running counters, which cannot interrupt. */
#ifndef _ARCH_POWERPC_PERF_POLL_H
#define _ARCH_POWERPC_PERF_POLL_H

void perf_power_poll_begin(void);
void perf_power_poll_prepare(unsigned int number);
void perf_power_poll_init(void);

#endif /* _ARCH_POWERPC_PERF_POLL_H */
