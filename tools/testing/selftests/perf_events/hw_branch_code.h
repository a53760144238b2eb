/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Part of hw_branch_test.c, hw_brs_test.c and hw_snapshot_test.c: sequences of branches whose
 * addresses are labels.
 *
 * LEAD branches that are not taken come before each sequence, since some processors have no
 * shorter periods.
 */
#ifndef _HW_BRANCH_CODE_H
#define _HW_BRANCH_CODE_H

#include <stdbool.h>
#include <string.h>

#include "hw_branch_common.h"

#define CHAIN		40

/* AMD's BRS, whose records are not the last branches at any time */
#define BRANCH_SAMPLING	"/sys/bus/event_source/devices/cpu/events/branch-brs"

void all_kinds(int fd);
void jump_chain(int fd);
void nested_calls(int fd);
void sleeping_calls(int fd);
void enter_kernel(int fd);
void jump_and_enter(int fd);
void kinds_and_chain(int fd);
extern const char at_jump[], to_jump[], at_cond[], to_cond[], at_call[], after_call[];
extern const char at_ind_jump[], to_ind_jump[], at_ind_call[], after_ind_call[], leaf[], chain[];
extern const char call_outer[], call_middle[], call_inner[], outer[], middle[], inner[];
extern const char call_sleeper[], call_sleep[], sleeper[], sleep_here[];
extern const char at_syscall[], after_syscall[], at_last[], others_end[];
extern const char three[];
extern const char k_jump[], k_1[], k_cond[], k_2[], k_call[], k_3[], k_ind_jump[], k_4[];
extern const char k_ind_call[], k_5[];

#ifdef __x86_64__

/*
 * Each function enables the event FD, runs LEAD branches that are not taken and its own, and
 * disables the event. The addresses of the branches are global labels.
 */
#define BEGIN(_name)						\
	"	.globl " _name "\n"				\
	_name ":\n"						\
	"	push %rbx\n"					\
	"	mov %edi, %ebx\n"				\
	"	mov $0x2400, %esi\n" /* PERF_EVENT_IOC_ENABLE */	\
	"	xor %edx, %edx\n"				\
	"	mov $16, %eax\n" /* ioctl */			\
	"	syscall\n"					\
	"	xor %eax, %eax\n"				\
	"	.rept 40\n" /* LEAD */				\
	"	jnz 9f\n"					\
	"	.endr\n"					\
	"9:\n"
#define END							\
	"	mov %ebx, %edi\n"				\
	"	mov $0x2401, %esi\n" /* PERF_EVENT_IOC_DISABLE */	\
	"	xor %edx, %edx\n"				\
	"	mov $16, %eax\n"				\
	"	syscall\n"					\
	"	pop %rbx\n"					\
	"	ret\n"

asm("	.text\n"
/* Eight branches, one of them not taken */
BEGIN("all_kinds")
"	.globl at_jump, to_jump, at_cond, to_cond, at_call, after_call, at_ind_jump, to_ind_jump\n"
"	.globl at_ind_call, after_ind_call, leaf\n"
"at_jump: jmp to_jump\n"
"	nop\n"
"to_jump: xor %eax, %eax\n"
"at_cond: jz to_cond\n"
"	nop\n"
"to_cond: jnz to_cond\n"
"at_call: call leaf\n"
"after_call: lea to_ind_jump(%rip), %rax\n"
"at_ind_jump: jmp *%rax\n"
"	nop\n"
"to_ind_jump: lea leaf(%rip), %rax\n"
"at_ind_call: call *%rax\n"
"after_ind_call: nop\n"
END
"	.balign 8\n"
"leaf:	ret\n"
/* CHAIN jumps, each of five bytes, to the next */
BEGIN("jump_chain")
"	.globl chain\n"
"chain:	.rept 40\n"
"	.byte 0xe9, 0, 0, 0, 0\n"
"	.endr\n"
END
/* At the seventh branch three calls are under way: one has returned, one reads its address only */
BEGIN("nested_calls")
"	.globl call_outer, call_middle, call_inner, outer, middle, inner\n"
"call_outer: call outer\n"
END
"outer:	call 1f\n"
"1:	pop %rax\n"
"	call leaf\n"
"call_middle: call middle\n"
"	ret\n"
"middle:\n"
"call_inner: call inner\n"
"	ret\n"
"inner:	jmp 1f\n"
"1:	ret\n"
/* Two calls under way, 20 milliseconds of sleep, LEAD branches, and a jump */
BEGIN("sleeping_calls")
"	.globl call_sleeper, call_sleep, sleeper, sleep_here\n"
"call_sleeper: call sleeper\n"
END
"sleeper:\n"
"call_sleep: call sleep_here\n"
"	ret\n"
"sleep_here: push $20000000\n"
"	push $0\n"
"	mov %rsp, %rdi\n"
"	xor %esi, %esi\n"
"	mov $35, %eax\n" /* nanosleep */
"	syscall\n"
"	xor %eax, %eax\n"
"	.rept 40\n" /* LEAD: the rest of a period has the same limit */
"	jnz 1f\n"
"	.endr\n"
"	jmp 1f\n"
"1:	add $16, %rsp\n"
"	ret\n"
/* A system call, and a jump */
BEGIN("enter_kernel")
"	.globl at_syscall, after_syscall, at_last\n"
"	mov $110, %eax\n" /* getppid */
"at_syscall: syscall\n"
"after_syscall:\n"
"at_last: jmp 1f\n"
"1:\n"
END
/* Three jumps of five bytes, and a system call */
BEGIN("jump_and_enter")
"	.globl three\n"
"three:	.rept 3\n"
"	.byte 0xe9, 0, 0, 0, 0\n"
"	.endr\n"
"	mov $110, %eax\n" /* getppid */
"	syscall\n"
END
/* Two jumps, seven branches of all kinds, and nine jumps: the last two parts are 16 branches */
BEGIN("kinds_and_chain")
"	.globl k_jump, k_1, k_cond, k_2, k_call, k_3, k_ind_jump, k_4, k_ind_call, k_5\n"
"	.rept 2\n"
"	.byte 0xe9, 0, 0, 0, 0\n"
"	.endr\n"
"k_jump: jmp k_1\n"
"	nop\n"
"k_1:	xor %eax, %eax\n"
"k_cond: jz k_2\n"
"	nop\n"
"k_2:	jnz k_2\n"
"k_call: call leaf\n"
"k_3:	lea k_4(%rip), %rax\n"
"k_ind_jump: jmp *%rax\n"
"	nop\n"
"k_4:	lea leaf(%rip), %rax\n"
"k_ind_call: call *%rax\n"
"k_5:	.rept 9\n"
"	.byte 0xe9, 0, 0, 0, 0\n"
"	.endr\n"
END
/* Branches for a long time, of the task that is watched and of another; RDI: rounds */
"	.globl mine, mine_end, others, others_end\n"
"mine:	dec %rdi\n"
"	jnz mine\n"
"	ret\n"
"mine_end:\n"
"others: dec %rdi\n"
"	jnz others\n"
"	ret\n"
"others_end:\n"
);

static inline bool in_emulator(void)
{
	unsigned int a, b, c, d;

	__asm__ volatile("cpuid" : "=a"(a), "=b"(b), "=c"(c), "=d"(d) : "a"(0x40000000), "c"(0));
	return !memcmp(&b, "TCGT", 4);
}

#define NO_BRANCHES	NULL

#else

/* Never called: the fixture skips. */
#define STUB(_name)	void _name(int fd) { (void)fd; }
STUB(all_kinds) STUB(jump_chain) STUB(nested_calls) STUB(sleeping_calls)
STUB(enter_kernel) STUB(jump_and_enter) STUB(kinds_and_chain)
void mine(unsigned long rounds) { (void)rounds; }
void others(unsigned long rounds) { (void)rounds; }
const char at_jump[1], to_jump[1], at_cond[1], to_cond[1], at_call[1], after_call[1];
const char at_ind_jump[1], to_ind_jump[1], at_ind_call[1], after_ind_call[1], leaf[1], chain[1];
const char call_outer[1], call_middle[1], call_inner[1], outer[1], middle[1], inner[1];
const char call_sleeper[1], call_sleep[1], sleeper[1], sleep_here[1];
const char at_syscall[1], after_syscall[1], at_last[1], others_end[1], three[1];
const char k_jump[1], k_1[1], k_cond[1], k_2[1], k_call[1], k_3[1], k_ind_jump[1], k_4[1];
const char k_ind_call[1], k_5[1];

static inline bool in_emulator(void)
{
	return false;
}

#define NO_BRANCHES	"not written for this processor"

#endif

#endif /* _HW_BRANCH_CODE_H */
