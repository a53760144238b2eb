/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Included before the base's driver for the Pentium 4, which asks the first of a core's threads
 * whether this CPU is the second one: here the program answers, since its kernel has one CPU.
 */
#include <linux/bitops.h>
#include <linux/cpu.h>
#include <linux/perf_event.h>

extern unsigned int first_thread;

#define CONFIG_SMP		1
#define cpumask_first(...)	first_thread
#include <asm/perf_event_p4.h>
#undef cpumask_first
#undef CONFIG_SMP
