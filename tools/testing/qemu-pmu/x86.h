/* SPDX-License-Identifier: GPL-2.0 */
/* Labels and functions of the assembler part of x86.c */
#ifndef QEMU_PMU_X86_H
#define QEMU_PMU_X86_H

typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;

/* Calls the code at EIP in user mode, which comes back by INT 80H */
void run_user(u32 eip);

extern char user_loop[], user_rdpmc[], user_after_fault[], user_rep[], user_branches[];
extern char stub_2[], stub_6[], stub_8[], stub_13[], stub_14[], stub_128[];
extern char interrupt_stack_top[];

#endif
