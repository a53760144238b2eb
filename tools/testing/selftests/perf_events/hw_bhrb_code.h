/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Part of hw_bhrb_test.c: sequences of branches of a 64-bit POWER processor, whose addresses are
 * labels.
 */
#ifndef _HW_BHRB_CODE_H
#define _HW_BHRB_CODE_H

#include "hw_branch_common.h"

#define CHAIN	40

void all_forms(int fd);
void jump_chain(int fd);
void enter_kernel(int fd);
extern const char at_jump[], to_jump[], at_cond[], to_cond[], at_call[], after_call[], leaf[];
extern const char at_ctr[], to_ctr[], at_ctr_call[], after_ctr_call[], at_tar[], to_tar[];
extern const char at_cond_call[], after_cond_call[], cond_leaf[], chain[];
extern const char at_last[], to_last[], others_end[];

/*
 * Each function enables the event FD, runs LEAD branches that are not taken and its own, and
 * disables the event: system call 54 is ioctl.
 */
#define BEGIN(_name)							\
	"	.globl " _name "\n"					\
	"	.type " _name ", @function\n"				\
	_name ":\n"							\
	"	mflr 0\n"						\
	"	std 0, 16(1)\n"						\
	"	std 31, -8(1)\n"					\
	"	stdu 1, -64(1)\n"					\
	"	mr 31, 3\n"						\
	"	lis 4, 0x2000\n" /* PERF_EVENT_IOC_ENABLE */		\
	"	ori 4, 4, 0x2400\n"					\
	"	li 5, 0\n"						\
	"	li 0, 54\n"						\
	"	sc\n"							\
	"	crset 2\n"						\
	"	.rept 40\n" /* LEAD */					\
	"	bne 9f\n"						\
	"	.endr\n"						\
	"9:\n"
#define END								\
	"	mr 3, 31\n"						\
	"	lis 4, 0x2000\n" /* PERF_EVENT_IOC_DISABLE */		\
	"	ori 4, 4, 0x2401\n"					\
	"	li 5, 0\n"						\
	"	li 0, 54\n"						\
	"	sc\n"							\
	"	addi 1, 1, 64\n"					\
	"	ld 31, -8(1)\n"						\
	"	ld 0, 16(1)\n"						\
	"	mtlr 0\n"						\
	"	blr\n"
#define ADDRESS(_register, _label)					\
	"	lis " _register ", " _label "@highest\n"		\
	"	ori " _register ", " _register ", " _label "@higher\n"	\
	"	rldicr " _register ", " _register ", 32, 31\n"		\
	"	oris " _register ", " _register ", " _label "@h\n"	\
	"	ori " _register ", " _register ", " _label "@l\n"

asm("	.machine power8\n"
"	.text\n"
"	.balign 8\n"
/* Eleven branches, one of them not taken */
BEGIN("all_forms")
"	.globl at_jump, to_jump, at_cond, to_cond, at_call, after_call, leaf\n"
"	.globl at_ctr, to_ctr, at_ctr_call, after_ctr_call, at_tar, to_tar\n"
"	.globl at_cond_call, after_cond_call, cond_leaf\n"
ADDRESS("6", "to_ctr")
ADDRESS("7", "leaf")
ADDRESS("8", "to_tar")
"at_jump: b to_jump\n"
"	nop\n"
"to_jump: nop\n"
"at_cond: beq to_cond\n"
"	nop\n"
"to_cond: bne to_cond\n"
"at_call: bl leaf\n"
"after_call: mtctr 6\n"
"at_ctr: bctr\n"
"	nop\n"
"to_ctr: mtctr 7\n"
"at_ctr_call: bctrl\n"
"after_ctr_call: mtspr 815, 8\n" /* TAR */
"at_tar: bctar 20, 0\n"
"	nop\n"
"to_tar: nop\n"
"at_cond_call: bl cond_leaf\n"
"after_cond_call: nop\n"
END
"	.balign 8\n"
"leaf:	blr\n"
"cond_leaf: beqlr\n"
/* CHAIN jumps, each to the next */
BEGIN("jump_chain")
"	.globl chain\n"
"chain:	.rept 40\n"
"	b .+4\n"
"	.endr\n"
END
/* A system call, and a jump */
BEGIN("enter_kernel")
"	.globl at_last, to_last\n"
"	li 0, 64\n" /* getppid */
"	sc\n"
"at_last: b to_last\n"
"to_last: nop\n"
END
/* Branches for a long time, of the task that is watched and of another; r3: rounds */
"	.globl mine, others, others_end\n"
"	.type mine, @function\n"
"	.type others, @function\n"
"mine:	mtctr 3\n"
"1:	bdnz 1b\n"
"	blr\n"
"others: mtctr 3\n"
"1:	bdnz 1b\n"
"	blr\n"
"others_end:\n"
);

/* Instructions that read and clear the records; the kernel keeps them from programs */
static inline void read_record(void)
{
	unsigned long entry;

	__asm__ volatile(".machine power8\n\tmfbhrbe %0, 0" : "=r" (entry));
}

static inline void clear_records(void)
{
	__asm__ volatile(".machine power8\n\tclrbhrb" : : : "memory");
}

#endif /* _HW_BHRB_CODE_H */
