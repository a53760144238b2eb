/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Functions of kernel.c that are no C functions: those of pv_ops preserve all registers, and
 * __SCT_*() are trampolines of static calls, which a driver calls or changes.
 */
	.text
	.globl	pv_no_flags
pv_no_flags:
	xorl	%eax, %eax
	ret

	.globl	pv_nothing
pv_nothing:
	ret

	.globl	__SCT__apic_call_write
__SCT__apic_call_write:
	ret

	.globl	__SCT____perf_guest_state
__SCT____perf_guest_state:
	xorl	%eax, %eax
	ret

	.globl	BUG_func
BUG_func:
	ud2

	.section .static_call.text, "awx", @progbits
	.globl	__SCT__perf_snapshot_branch_stack
__SCT__perf_snapshot_branch_stack:
	.skip	8

	.bss
	.globl	jiffies
jiffies:
	.skip	8

	.section .note.GNU-stack, "", @progbits
