/* SPDX-License-Identifier: GPL-2.0 WITH Linux-syscall-note */
/*
 * Hardware breakpoints: values of perf_event_attr::bp_len and ::bp_type for an
 * event of type PERF_TYPE_BREAKPOINT. perf_event_open(2) fails with EINVAL or
 * EOPNOTSUPP for a value that the CPU does not support.
 */
#ifndef _UAPI_LINUX_HW_BREAKPOINT_H
#define _UAPI_LINUX_HW_BREAKPOINT_H

/* Bytes watched, from perf_event_attr::bp_addr on. */
enum {
	HW_BREAKPOINT_LEN_1 = 1,
	HW_BREAKPOINT_LEN_2 = 2,
	HW_BREAKPOINT_LEN_3 = 3,
	HW_BREAKPOINT_LEN_4 = 4,
	HW_BREAKPOINT_LEN_5 = 5,
	HW_BREAKPOINT_LEN_6 = 6,
	HW_BREAKPOINT_LEN_7 = 7,
	HW_BREAKPOINT_LEN_8 = 8,
};

/* Accesses that count: reads, writes or both, or the execution of the instruction. */
enum {
	HW_BREAKPOINT_EMPTY	= 0,
	HW_BREAKPOINT_R		= 1,
	HW_BREAKPOINT_W		= 2,
	HW_BREAKPOINT_RW	= HW_BREAKPOINT_R | HW_BREAKPOINT_W,
	HW_BREAKPOINT_X		= 4,
	HW_BREAKPOINT_INVALID   = HW_BREAKPOINT_RW | HW_BREAKPOINT_X,
};

#endif /* _UAPI_LINUX_HW_BREAKPOINT_H */
