/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A function whose caller is found by rbx only, as _dl_runtime_resolve() in the dynamic
 * linker, and which calls one that says nothing of rbx, since it leaves it alone.
 */
	.text
	.type	spins, @function
spins:
	.cfi_startproc
	movl	$100000000, %ecx
1:	decl	%ecx
	jnz	1b
	ret
	.cfi_endproc
	.size	spins, . - spins

	.type	moves_stack, @function
moves_stack:
	.cfi_startproc
	pushq	%rbx
	.cfi_def_cfa_offset 16
	.cfi_offset %rbx, -16
	movq	%rsp, %rbx
	.cfi_def_cfa_register %rbx
	subq	$1000, %rsp
	andq	$-64, %rsp
	call	spins
	movq	%rbx, %rsp
	.cfi_def_cfa_register %rsp
	popq	%rbx
	.cfi_def_cfa_offset 8
	.cfi_restore %rbx
	ret
	.cfi_endproc
	.size	moves_stack, . - moves_stack

	.globl	main
	.type	main, @function
main:
	.cfi_startproc
	call	moves_stack
	xorl	%eax, %eax
	ret
	.cfi_endproc
	.size	main, . - main
	.section .note.GNU-stack,"",@progbits
