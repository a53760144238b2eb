// SPDX-License-Identifier: GPL-2.0
/*
 * ppc32: checks an emulator's performance monitor on 604, 7xx and 74xx.
 *
 * An image for a machine of one processor and memory, nothing else: what it has
 * to say, in TAP, goes to memory at 512 KB, from where the emulator's monitor
 * gets it.  It runs in supervisor state with translation off.
 *
 * The rules it checks are those of README.md beside it.  Registers: the
 * processors' user's manuals, chapter "Performance Monitor".
 */

typedef unsigned int u32;

#include "ppc.h"

#define MMCR0		952
#define PMC1		953
#define PMC2		954
#define SIA		955
#define MMCR1		956
#define PMC3		957
#define PMC4		958
#define PMC5		945
#define PMC6		946

#define FC		0x80000000u
#define FCS		0x40000000u
#define FCP		0x20000000u
#define PMXE		0x04000000u
#define FCECE		0x02000000u
#define PMC1CE		0x00008000u
#define PMCNCE		0x00004000u
#define PMC1SEL(n)	((n) << 6)
#define PMC2SEL(n)	(n)
#define PMC3SEL(n)	((n) << 27)
#define PMC4SEL(n)	((n) << 22)
#define PMC5SEL(n)	((n) << 17)
#define PMC6SEL(n)	((n) << 11)

#define NEGATIVE	0x80000000u
#define MSR_EE		0x8000u
#define CYCLES		1u
#define INSTRUCTIONS	2u
#define LOOPS		1000

/* Saved by the interrupt stub below */
struct interrupts {
	u32 count, place, sia, rounds, mmcr0, saved;
};

struct interrupts interrupts;

/* The interrupt is copied to where the processor looks for it */
asm("	.globl _start\n"
"_start:\n"
"	lis 1, stack_top@h\n"
"	ori 1, 1, stack_top@l\n"
"	bl main\n"
"	b .\n"
"	.globl stub, stub_end\n"
"stub:\n"
"	mtspr 274, 3\n"
"	lis 3, interrupts@h\n"
"	ori 3, 3, interrupts@l\n"
"	stw 4, 20(3)\n"
"	lwz 4, 0(3)\n"
"	addi 4, 4, 1\n"
"	stw 4, 0(3)\n"
"	mfspr 4, 26\n"
"	stw 4, 4(3)\n"
"	mfspr 4, 955\n"
"	stw 4, 8(3)\n"
"	stw 31, 12(3)\n"
"	mfspr 4, 952\n"
"	stw 4, 16(3)\n"
"	lwz 4, 20(3)\n"
"	mfspr 3, 274\n"
"	rfi\n"
"stub_end:\n"
"	.bss\n"
"	.balign 16\n"
"	.skip 8192\n"
"stack_top:\n"
"	.skip 64\n"
"	.text\n"
);

static void put(char c)
{
	static volatile char *at = (volatile char *)0x80000;

	*at++ = c;
}

#include "tap.h"

#define count_in(pmc, mmcr0)	count_loop(pmc, MMCR0, mmcr0, FC, LOOPS)

#define IN_LOOP		(3 + 2 * LOOPS)

static void check_counts(u32 counters)
{
	u32 one = PMC1SEL(INSTRUCTIONS);

	expect("PMC1 counts instructions", count_in(PMC1, one), IN_LOOP);
	expect("PMC1 cycles", count_in(PMC1, PMC1SEL(CYCLES)), 2 * IN_LOOP);
	expect("PMC1 of no event", count_in(PMC1, PMC1SEL(0)), 0);
	expect("PMC2 instructions", count_in(PMC2, PMC2SEL(INSTRUCTIONS)), IN_LOOP);
	expect("FC freezes", count_in(PMC1, one | FC), 0);
	expect("FCS freezes in supervisor state", count_in(PMC1, one | FCS), 0);
	expect("FCP does not", count_in(PMC1, one | FCP), IN_LOOP);
	if (counters > 2) {
		mtspr(MMCR1, PMC3SEL(INSTRUCTIONS) | PMC4SEL(CYCLES));
		expect("PMC3 instructions", count_in(PMC3, 0), IN_LOOP);
		expect("PMC4 cycles", count_in(PMC4, 0), 2 * IN_LOOP);
	}
	if (counters > 4) {
		mtspr(MMCR1, PMC5SEL(INSTRUCTIONS) | PMC6SEL(CYCLES));
		expect("PMC5 instructions", count_in(PMC5, 0), IN_LOOP);
		expect("PMC6 cycles", count_in(PMC6, 0), 2 * IN_LOOP);
		expect("PMC1 branches", count_in(PMC1, PMC1SEL(0x22u)), LOOPS);
	}
	if (counters > 2)
		mtspr(MMCR1, 0);
}

/* As in ppc64.c: PMC1 gets negative N instructions behind the MTSPR */
static u32 alert_after(u32 n, u32 mmcr0)
{
	u32 loop;

	interrupts = (struct interrupts){ 0 };
	mtspr(MMCR0, FC);
	mtspr(PMC1, NEGATIVE - n);
	asm volatile("lis %0, 1f@h\n\t"
		     "ori %0, %0, 1f@l\n\t"
		     "li 31, 0\n\t"
		     "li 9, 100\n\t"
		     "mtctr 9\n\t"
		     "mtspr 952, %1\n"
		     "1:	addi 31, 31, 1\n\t"
		     "bdnz 1b\n\t"
		     : "=&r"(loop) : "r"(mmcr0 | PMC1SEL(INSTRUCTIONS))
		     : "ctr", "r9", "r31", "memory");
	return loop;
}

static void set_msr(u32 msr)
{
	asm volatile("mtmsr %0\n\tisync" :: "r"(msr) : "memory");
}

static void check_interrupt(void)
{
	u32 loop;

	set_msr(MSR_EE);
	for (u32 n = 1; n <= 4; n++) {
		loop = alert_after(n, PMXE | PMC1CE | FCECE);
		expect("one interrupt an alert", interrupts.count, 1);
		expect("behind the instruction that made it", interrupts.place - loop,
		       n & 1 ? 4 : 0);
		expect("in the round that made it", interrupts.rounds, (n + 1) / 2);
		expect("SIA is that place", interrupts.sia, interrupts.place);
		expect("PMXE is cleared, FCECE sets FC",
		       interrupts.mmcr0 & (FC | PMXE | FCECE), FC | FCECE);
		expect("counting stopped there", mfspr(PMC1), NEGATIVE);
	}
	alert_after(4, PMXE | PMCNCE | FCECE);
	mtspr(MMCR0, FC);
	expect("no alert of a counter that is not enabled", interrupts.count, 0);
	set_msr(0);
	alert_after(4, PMXE | PMC1CE | FCECE);
	expect("no interrupt without MSR[EE]", interrupts.count, 0);
	set_msr(MSR_EE);
	expect("it waits for MSR[EE]", interrupts.count, 1);
	set_msr(0);
}

__attribute__((used)) void main(void)
{
	u32 *to = (u32 *)0xf00, family;

	/* Vectors in low memory, not at the top */
	set_msr(0);
	asm volatile("mfpvr %0" : "=r"(family));
	family >>= 16;
	for (u32 *from = (u32 *)stub; from < (u32 *)stub_end; from++, to++)
		*(volatile u32 *)to = *from;
	asm volatile("sync\n\tisync" ::: "memory");
	/* 604; 745x from 8000 on; all others have four counters */
	check_counts(family == 4 ? 2 : family >= 0x8000 && family < 0x8008 ? 6 : 4);
	check_interrupt();
	print_plan();
	for (;;)
		;
}
