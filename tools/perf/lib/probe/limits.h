/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Every limit of this library, in one place. Those of the kernel are fixed by its parser of
 * definitions; those of walks bound the time and the stack that hostile debug information can
 * cost.
 */
#ifndef PERF_PROBE_LIMITS_H
#define PERF_PROBE_LIMITS_H

/* The kernel's: bytes of the name of a group or an event, without the zero byte. */
#define PERF_PROBE_NAME_MAX		63
/* Bytes of the name of an argument, and of the value that is fetched for it. */
#define PERF_PROBE_ARGUMENT_NAME_MAX	32
#define PERF_PROBE_FETCH_MAX		63
/* Arguments of an event. */
#define PERF_PROBE_ARGUMENTS_MAX	128
/* Bytes of a definition: the kernel's buffer also holds a line end and a zero byte. */
#define PERF_PROBE_LINE_MAX		4094

/*
 * Ours. An entry of debug information takes a byte at least, is counted as a few steps, and a
 * search reads it once for each level around it: a search of more steps goes in circles.
 */
#define PERF_PROBE_STEPS_LEAST		1000000
#define PERF_PROBE_STEPS_EACH_BYTE	64
/* Entries around an entry: blocks of a function, copies that were inlined into each other. */
#define PERF_PROBE_NESTING_MAX		512
/* Types that a type is made of one after the other: typedefs, qualifiers, pointers, arrays. */
#define PERF_PROBE_TYPE_CHAIN_MAX	64
/* Bytes of a file of another user that are copied before they are read. */
#define PERF_PROBE_COPY_MAX		(4LL << 30)
/* Structures without a name within each other. */
#define PERF_PROBE_UNNAMED_MAX		64

#endif /* PERF_PROBE_LIMITS_H */
