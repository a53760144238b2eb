// SPDX-License-Identifier: GPL-2.0
/*
 * ppc64: checks an emulator's performance monitor, without a kernel.
 *
 * A big-endian image for a pseries machine of one CPU, POWER8 or later.  It
 * runs at supervisor level with translation off.  Each check prints a TAP line
 * on the first virtual terminal; then the machine is switched off.
 *
 * The rules it checks are those of README.md beside it.  Registers: Power ISA
 * 3.0B, book III, "Performance Monitor Facility", book II, "Event-Based Branch
 * Facility", book I, "Branch History Rolling Buffer Facility"; hypervisor calls:
 * LoPAPR.
 */

typedef unsigned int u32;
typedef unsigned long u64;

#include "ppc.h"

#define MMCR0		795
#define MMCR1		798
#define MMCR2		785
#define SIAR		796
#define SIER		784
#define BESCRS		800
#define BESCRSU		801
#define BESCRR		802
#define BESCRRU		803
#define BESCR		806

#define FC		0x80000000ul
#define FCS		0x40000000ul
#define FCP		0x20000000ul
#define PMAE		0x04000000ul
#define FCECE		0x02000000ul
#define EBE		0x00100000ul
#define PMC1CE		0x00008000ul
#define PMCJCE		0x00004000ul
#define PMAO		0x00000080ul
#define FC14		0x00000020ul
#define FC56		0x00000010ul
#define FCHV		0x00000001ul

/* MMCR2: freeze PMC n at supervisor level, in problem state */
#define FCNS(n)		(1ul << (63 - 9 * ((n) - 1)))
#define FCNP(n)		(1ul << (62 - 9 * ((n) - 1)))

#define GE		0x8000000000000000ul
#define PME		0x0000000100000000ul
#define PMEO		0x0000000000000001ul

#define NEGATIVE	0x80000000ul
#define MSR_EE		0x8000ul
#define LOOPS		1000

#define H_RTAS		0xf000
#define H_PUT_TERM_CHAR	0x58
#define TERMINAL	0x71000000
#define RTAS_POWER_OFF	0x2003

/* Saved by the interrupt stub below */
struct interrupts {
	u64 count, place, siar, sier, rounds, mmcr0, saved;
};

struct interrupts interrupts;

/*
 * Entry, and the interrupt, which is copied to where the processor looks for
 * it.  It clears the alert and leaves all else.
 */
asm("	.machine power8\n"
"	.globl _start\n"
"_start:\n"
"	lis 1, stack_top@h\n"
"	ori 1, 1, stack_top@l\n"
"	lis 2, .TOC.@h\n"
"	ori 2, 2, .TOC.@l\n"
"	bl main\n"
"	b .\n"
"	.globl stub, stub_end\n"
"stub:\n"
"	mtsprg 2, 3\n"
"	lis 3, interrupts@h\n"
"	ori 3, 3, interrupts@l\n"
"	std 4, 48(3)\n"
"	ld 4, 0(3)\n"
"	addi 4, 4, 1\n"
"	std 4, 0(3)\n"
"	mfsrr0 4\n"
"	std 4, 8(3)\n"
"	mfspr 4, 796\n"
"	std 4, 16(3)\n"
"	mfspr 4, 784\n"
"	std 4, 24(3)\n"
"	std 31, 32(3)\n"
"	mfspr 4, 795\n"
"	std 4, 40(3)\n"
"	li 3, 0x80\n"
"	andc 4, 4, 3\n"
"	mtspr 795, 4\n"
"	lis 3, interrupts@h\n"
"	ori 3, 3, interrupts@l\n"
"	ld 4, 48(3)\n"
"	mfsprg 3, 2\n"
"	rfid\n"
"stub_end:\n"
"	.bss\n"
"	.balign 16\n"
"	.skip 16384\n"
"stack_top:\n"
"	.skip 256\n"
"	.text\n"
);

static void hypercall(u64 number, u64 a, u64 b, u64 c, u64 d)
{
	register u64 r3 asm("r3") = number;
	register u64 r4 asm("r4") = a;
	register u64 r5 asm("r5") = b;
	register u64 r6 asm("r6") = c;
	register u64 r7 asm("r7") = d;

	asm volatile("sc 1" : "+r"(r3), "+r"(r4), "+r"(r5), "+r"(r6), "+r"(r7)
		     :: "r0", "r8", "r9", "r10", "r11", "r12", "ctr", "xer", "cr0", "cr1",
		     "cr5", "cr6", "cr7", "memory");
}

static void put(char c)
{
	hypercall(H_PUT_TERM_CHAR, TERMINAL, 1, (u64)c << 56, 0);
}

#include "tap.h"

static void power_off(void)
{
	static u32 call[6] = { RTAS_POWER_OFF, 2, 1 };

	hypercall(H_RTAS, (u64)call, 0, 0, 0);
	for (;;)
		;
}

static u64 selected(u32 pmc, u64 event)
{
	return event << (8 * (4 - pmc));
}

/* The counters start where all of MMCR1 and MMCR2 have been set */
#define count_in(pmc, mmcr0, mmcr1, mmcr2) ({				\
	mtspr(MMCR1, mmcr1);						\
	mtspr(MMCR2, mmcr2);						\
	count_loop(786 + (pmc), MMCR0, mmcr0, FC, LOOPS);		\
})

#define INSTRUCTIONS	(3 + 2 * LOOPS)

static void check_counts(void)
{
	expect("PMC5 counts instructions", count_in(5, 0, 0, 0), INSTRUCTIONS);
	expect("PMC6 counts cycles", count_in(6, 0, 0, 0), 2 * INSTRUCTIONS);
	expect("PMC1 instructions", count_in(1, 0, selected(1, 0x02), 0), INSTRUCTIONS);
	expect("PMC2 cycles", count_in(2, 0, selected(2, 0x1e), 0), 2 * INSTRUCTIONS);
	expect("PMC3 instructions", count_in(3, 0, selected(3, 0x02), 0), INSTRUCTIONS);
	expect("PMC4 branches", count_in(4, 0, selected(4, 0x5e), 0), LOOPS);
	expect("PMC4 mispredicted branches", count_in(4, 0, selected(4, 0xf6), 0), LOOPS / 8);
	expect("PMC2 of no event", count_in(2, 0, selected(2, 0x77), 0), 0);
}

static void check_freezing(void)
{
	u64 event = selected(1, 0x02);

	expect("FC freezes", count_in(5, FC, 0, 0), 0);
	expect("FCS freezes at supervisor level", count_in(5, FCS, 0, 0), 0);
	expect("FCP does not", count_in(5, FCP, 0, 0), INSTRUCTIONS);
	expect("nor does FCHV", count_in(5, FCHV, 0, 0), INSTRUCTIONS);
	expect("FC56 freezes PMC5", count_in(5, FC56, 0, 0), 0);
	expect("but not PMC1", count_in(1, FC56, event, 0), INSTRUCTIONS);
	expect("FC14 freezes PMC1", count_in(1, FC14, event, 0), 0);
	expect("but not PMC5", count_in(5, FC14, event, 0), INSTRUCTIONS);
	expect("MMCR2 FC1S freezes PMC1", count_in(1, 0, event, FCNS(1)), 0);
	expect("MMCR2 FC2S does not", count_in(1, 0, event, FCNS(2)), INSTRUCTIONS);
	expect("nor does FC1P", count_in(1, 0, event, FCNP(1)), INSTRUCTIONS);
	expect("MMCR2 FC5S freezes PMC5", count_in(5, 0, 0, FCNS(5)), 0);
	expect("MMCR2 FC6S freezes PMC6", count_in(6, 0, 0, FCNS(6)), 0);
}

/*
 * Let PMC5 get negative N instructions behind the MTSPR that starts it.  The
 * loop is there, so their number follows from the interrupted address.
 */
static u64 alert_after(u64 n, u64 mmcr0)
{
	u64 loop;

	interrupts = (struct interrupts){ 0 };
	mtspr(MMCR0, FC);
	mtspr(MMCR1, 0);
	mtspr(MMCR2, 0);
	mtspr(791, NEGATIVE - n);
	asm volatile("lis %0, 1f@h\n\t"
		     "ori %0, %0, 1f@l\n\t"
		     "li 31, 0\n\t"
		     "li 9, 100\n\t"
		     "mtctr 9\n\t"
		     "mtspr 795, %1\n"
		     "1:	addi 31, 31, 1\n\t"
		     "bdnz 1b\n\t"
		     : "=&r"(loop) : "r"(mmcr0) : "ctr", "r9", "r31", "memory");
	return loop;
}

static void set_interrupts(u64 msr_ee)
{
	asm volatile("mtmsrd %0, 1" :: "r"(msr_ee | 2) : "memory");
}

static void check_interrupt(void)
{
	u64 loop;

	set_interrupts(MSR_EE);
	for (u64 n = 1; n <= 6; n++) {
		loop = alert_after(n, PMAE | PMCJCE | FCECE);
		expect("one interrupt an alert", interrupts.count, 1);
		expect("behind the instruction that made it", interrupts.place - loop,
		       n & 1 ? 4 : 0);
		expect("in the round that made it", interrupts.rounds, (n + 1) / 2);
		expect("SIAR is that place", interrupts.siar, interrupts.place);
		expect("SIER says so", interrupts.sier, 1ul << 22);
		expect("PMAE makes way for PMAO, FCECE sets FC",
		       interrupts.mmcr0 & (FC | PMAE | PMAO | FCECE), FC | PMAO | FCECE);
		expect("counting stopped there", mfspr(791), NEGATIVE);
	}
	alert_after(4, PMAE | PMCJCE);
	mtspr(MMCR0, FC);
	expect("without FCECE counting goes on", mfspr(791) > NEGATIVE, 1);
	alert_after(4, PMAE | PMC1CE | FCECE);
	mtspr(MMCR0, FC);
	expect("no alert of a counter that is not enabled", interrupts.count, 0);
	alert_after(4, PMCJCE | FCECE);
	expect("without PMAE there is no interrupt", interrupts.count, 0);
	expect("but FCECE freezes", mfspr(MMCR0) & FC, FC);
	expect("at the same instruction", mfspr(791), NEGATIVE);
	set_interrupts(0);
	loop = alert_after(4, PMAE | PMCJCE | FCECE);
	expect("no interrupt without MSR[EE]", interrupts.count, 0);
	expect("but an alert", mfspr(MMCR0) & PMAO, PMAO);
	expect("and SIAR", mfspr(SIAR), loop);
	set_interrupts(MSR_EE);
	expect("the interrupt waits for MSR[EE]", interrupts.count, 1);
	set_interrupts(0);
	alert_after(4, PMAE | PMCJCE | FCECE);
	mtspr(MMCR0, FC);
	set_interrupts(MSR_EE);
	expect("and goes when PMAO is cleared", interrupts.count, 0);
	set_interrupts(0);
}

static void check_bescr(void)
{
	mtspr(BESCR, PME);
	mtspr(BESCRS, PMEO | GE);
	expect("BESCRS sets bits of BESCR", mfspr(BESCR), GE | PME | PMEO);
	mtspr(BESCRR, PMEO);
	expect("BESCRR clears them", mfspr(BESCR), GE | PME);
	mtspr(BESCRRU, (GE | PME) >> 32);
	expect("BESCRRU those of the upper half", mfspr(BESCR), 0);
	mtspr(BESCRSU, PME >> 32);
	expect("BESCRSU likewise", mfspr(BESCR), PME);
	expect("which reads as the upper half", mfspr(BESCRSU), PME >> 32);
	expect("BESCRS reads as BESCR", mfspr(BESCRS), PME);
	mtspr(BESCR, 0);
}

#include "ppc64_bhrb.h"

/*
 * Event-based exceptions.  The branch itself needs problem state, which has
 * translation on: it is left to programs under a kernel.
 */
static void check_exception(void)
{
	set_interrupts(MSR_EE);
	mtspr(BESCR, PME | GE);
	alert_after(4, PMAE | PMCJCE | FCECE | EBE);
	expect("with EBE an alert is no interrupt", interrupts.count, 0);
	expect("but sets PMAO", mfspr(MMCR0) & (PMAO | PMAE), PMAO);
	expect("PME makes way for PMEO, and GE stays", mfspr(BESCR), GE | PMEO);
	mtspr(BESCR, GE);
	alert_after(4, PMAE | PMCJCE | FCECE | EBE);
	expect("without PME the exception waits", mfspr(BESCR), GE);
	mtspr(BESCRS, PME);
	expect("until PME is set", mfspr(BESCR), GE | PMEO);
	mtspr(MMCR0, FC);
	mtspr(BESCR, PME);
	mtspr(MMCR0, FC | PMAO | EBE);
	expect("PMAO may also be written", mfspr(BESCR), PMEO);
	expect("still without an interrupt", interrupts.count, 0);
	mtspr(BESCR, 0);
	mtspr(MMCR0, FC);
	set_interrupts(0);
}

__attribute__((used)) void main(void)
{
	u32 *to = (u32 *)0xf00;

	for (u32 *from = (u32 *)stub; from < (u32 *)stub_end; from++, to++) {
		*(volatile u32 *)to = *from;
		asm volatile("dcbst 0, %0\n\tsync\n\ticbi 0, %0\n\tisync" :: "r"(to) : "memory");
	}
	/* The decrementer interrupts when it passes zero: far away */
	asm volatile("mtdec %0" :: "r"(0x7fffffff));
	check_counts();
	check_freezing();
	check_interrupt();
	check_bescr();
	check_exception();
	check_branches();
	print_plan();
	power_off();
}
