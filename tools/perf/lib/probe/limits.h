/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The limits of this library. Those of the kernel are fixed by its parser of definitions; those of
 * walks bound the time and the stack that hostile debug information can cost.
 */
#ifndef PERF_PROBE_LIMITS_H
#define PERF_PROBE_LIMITS_H

/* Kernel: bytes of the name of a group or an event, without the zero byte. */
#define PERF_PROBE_NAME_MAX		63
/* Kernel: bytes of the name of an argument, and of its FETCH text. */
#define PERF_PROBE_ARGUMENT_NAME_MAX	32
#define PERF_PROBE_FETCH_MAX		63
/* Kernel: arguments of an event. */
#define PERF_PROBE_ARGUMENTS_MAX	128
/* Kernel: bytes of a definition; its buffer also holds a line end and a zero byte. */
#define PERF_PROBE_LINE_MAX		4094

/*
 * Steps of one search: a minimum, and more for each byte of debug information. An entry has at
 * least one byte, counts as PERF_PROBE_VISIT steps, and is read once for each level around it: a
 * search that takes more goes in circles.
 */
#define PERF_PROBE_STEPS_LEAST		1000000
#define PERF_PROBE_STEPS_EACH_BYTE	64
/* Nesting depth of entries: blocks of a function, copies inlined into each other. */
#define PERF_PROBE_NESTING_MAX		512
/* Length of a chain of types: typedefs, qualifiers, pointers, arrays. */
#define PERF_PROBE_TYPE_CHAIN_MAX	64
/* Bytes of another user's file that perf_probe_debug_file_open() copies. */
#define PERF_PROBE_COPY_MAX		(4LL << 30)
/* Nesting depth of structures without a name. */
#define PERF_PROBE_UNNAMED_MAX		64

#endif /* PERF_PROBE_LIMITS_H */
