/* SPDX-License-Identifier: GPL-2.0 */
/* A CPU's counters as text, for debugging. */
#ifndef _ARCH_X86_EVENTS_DEBUG_H
#define _ARCH_X86_EVENTS_DEBUG_H

struct perf_x86_cpu;
struct seq_buf;

void perf_x86_debug_cpu(const struct perf_x86_cpu *cpu, struct seq_buf *text);
void perf_x86_debug_counter(const struct perf_x86_cpu *cpu, unsigned int counter,
			    struct seq_buf *text);

#endif /* _ARCH_X86_EVENTS_DEBUG_H */
