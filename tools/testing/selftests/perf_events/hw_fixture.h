/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Shared by the tests of hardware counters: hw_loop(), whose number of instructions is
 * known, and hw_missing(), which checks for counters.
 *
 * A processor may count an extra instruction for an interrupt, so a measurement may be a
 * few too high, but never too low, and without an interrupt it is exact. So the tests
 * repeat each measurement, and the lowest result must be right.
 */
#ifndef _HW_FIXTURE_H
#define _HW_FIXTURE_H

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "perf_test.h"

/* Instructions in a round of hw_loop(). */
#define HW_LOOP_INSTRUCTIONS	2
#define HW_TRIES		8

/* First byte of the loop in hw_loop() and first byte after it, for addresses of samples. */
extern const char hw_loop_begin[], hw_loop_end[];

static __attribute__((noinline, unused)) void hw_loop(unsigned long rounds)
{
#if defined(__x86_64__) || defined(__i386__)
	__asm__ volatile(".globl hw_loop_begin\n"
			 "hw_loop_begin:\n\t"
			 "dec %0\n\t"
			 "jnz hw_loop_begin\n"
			 ".globl hw_loop_end\n"
			 "hw_loop_end:"
			 : "+r" (rounds) : : "cc");
#elif defined(__powerpc__)
	__asm__ volatile("mtctr %0\n"
			 ".globl hw_loop_begin\n"
			 "hw_loop_begin:\n\t"
			 "nop\n\t"
			 "bdnz hw_loop_begin\n"
			 ".globl hw_loop_end\n"
			 "hw_loop_end:"
			 : : "r" (rounds) : "ctr");
#elif defined(__aarch64__)
	__asm__ volatile(".globl hw_loop_begin\n"
			 "hw_loop_begin:\n\t"
			 "subs %0, %0, #1\n\t"
			 "b.ne hw_loop_begin\n"
			 ".globl hw_loop_end\n"
			 "hw_loop_end:"
			 : "+r" (rounds) : : "cc");
#elif defined(__riscv)
	__asm__ volatile(".globl hw_loop_begin\n"
			 "hw_loop_begin:\n\t"
			 "addi %0, %0, -1\n\t"
			 "bnez %0, hw_loop_begin\n"
			 ".globl hw_loop_end\n"
			 "hw_loop_end:"
			 : "+r" (rounds));
#else
#define HW_NO_LOOP	true
	(void)rounds;
#endif
}

#if __SIZEOF_LONG__ == 4 || defined(__aarch64__) || defined(__riscv)
#define HW_MAY_LACK_BRANCHES	true
#else
#define HW_MAY_LACK_BRANCHES	false
#endif

/*
 * The event for samples. QEMU's Arm interrupts in time for the cycle counter only, and
 * for an overflow of another counter at the next tick; with -icount a cycle is an
 * instruction.
 */
#ifdef __aarch64__
#define HW_SAMPLED		PERF_COUNT_HW_CPU_CYCLES
#else
#define HW_SAMPLED		PERF_COUNT_HW_INSTRUCTIONS
#endif

#ifdef HW_NO_LOOP
const char hw_loop_begin[1], hw_loop_end[1];
#else
#define HW_NO_LOOP	false
#endif

/* Attributes of a generic hardware event in user mode. */
static inline struct perf_event_attr hw_attr(__u64 config)
{
	struct perf_event_attr attr;

	perf_attr_init(&attr, PERF_TYPE_HARDWARE, config);
	attr.exclude_kernel = 1;
	attr.exclude_hv = 1;
	attr.disabled = 0;
	return attr;
}

/* Returns why hw_loop() or its events cannot be used here; NULL if they can. */
static inline const char *hw_missing(void)
{
	struct perf_event_attr attr = hw_attr(PERF_COUNT_HW_INSTRUCTIONS);

	if (HW_NO_LOOP)
		return "there is no loop of known length for this processor";
	switch (perf_try_self(&attr)) {
	case 0:
		return NULL;
	case ENOENT:
	case ENODEV:
		return "this machine has no CPU PMU";
	default:
		return "instructions cannot be counted";
	}
}

/*
 * True for Pentium and similar: their counters raise no interrupt, and some lack RDPMC,
 * so the driver reads the MSRs.
 */
static inline bool hw_only_counts(void)
{
	static const char * const those[] = { "pentium", "cyrix", "winchip", "c3" };
	char name[32];
	size_t i;

	if (perf_file_read("/sys/bus/event_source/devices/cpu/caps/pmu_name", name,
			   sizeof(name)))
		return false;
	for (i = 0; i < sizeof(those) / sizeof(*those); i++) {
		if (!strncmp(name, those[i], strlen(those[i])))
			return true;
	}
	return false;
}

static inline __s64 hw_loop_ns(unsigned long rounds)
{
	struct timespec begin, end;

	clock_gettime(CLOCK_MONOTONIC, &begin);
	hw_loop(rounds);
	clock_gettime(CLOCK_MONOTONIC, &end);
	return (end.tv_sec - begin.tv_sec) * 1000000000LL + end.tv_nsec - begin.tv_nsec;
}

/* True if an instruction of hw_loop() takes 1 ns: an emulator derives time from instructions. */
static inline bool hw_clock_follows_instructions(void)
{
	const unsigned long rounds = 100000;
	const __s64 expected = rounds * HW_LOOP_INSTRUCTIONS;
	__s64 least = INT64_MAX, ns;
	int i;

	for (i = 0; i < 2 * HW_TRIES; i++) {
		ns = hw_loop_ns(rounds);
		least = ns < least ? ns : least;
	}
	return least >= expected && least < expected + expected / 50;
}

#define HW_MOST_COUNTERS	64

static inline void hw_close_all(const int *fd, int number)
{
	while (number--)
		close(fd[number]);
}

/* Open a group of up to @most events, the leader disabled if @off. Returns its size. */
static inline int hw_open_group(struct perf_event_attr attr, int *fd, int most, bool off)
{
	int number;

	for (number = 0; number < most; number++) {
		attr.disabled = off && !number;
		fd[number] = perf_open(&attr, 0, -1, number ? fd[0] : -1, 0);
		if (fd[number] < 0)
			break;
	}
	return number;
}

/*
 * Open the largest group that the PMU accepts. Returns its size; @fd holds the
 * descriptors, leader first; the leader is disabled. A driver may ignore disabled events
 * when it checks a group, as Arm's does, so the first group has none.
 */
static inline int hw_open_full_group(struct perf_event_attr attr, int fd[HW_MOST_COUNTERS])
{
	int number = hw_open_group(attr, fd, HW_MOST_COUNTERS, false);

	hw_close_all(fd, number);
	return hw_open_group(attr, fd, number, true);
}

/* Interrupts of the counters, on all CPUs; -1: the processor does not count them */
static __attribute__((unused)) long hw_interrupts(void)
{
	FILE *file = fopen("/proc/interrupts", "r");
	char line[4096], *at;
	long sum = -1;

	while (file && fgets(line, sizeof(line), file)) {
		at = strstr(line, "PMI:");
		if (!at)
			continue;
		for (sum = 0, at += 4; *at; ) {
			char *end;
			long number = strtol(at, &end, 10);

			if (end == at)
				break;
			sum += number;
			at = end;
		}
	}
	if (file)
		fclose(file);
	return sum;
}

#endif /* _HW_FIXTURE_H */
