/* SPDX-License-Identifier: GPL-2.0 */
/* Programming the hardware to count the events of a CPU. */
#ifndef _ARCH_POWERPC_PERF_PROGRAM_H
#define _ARCH_POWERPC_PERF_PROGRAM_H

struct perf_event;
struct perf_power_cpu;

void perf_power_freeze(struct perf_power_cpu *cpu);
void perf_power_pause(struct perf_power_cpu *cpu);
void perf_power_resume(struct perf_power_cpu *cpu);
void perf_power_counter_start(struct perf_power_cpu *cpu, struct perf_event *event);
void perf_power_counter_stop(struct perf_power_cpu *cpu, struct perf_event *event);

#endif /* _ARCH_POWERPC_PERF_PROGRAM_H */
