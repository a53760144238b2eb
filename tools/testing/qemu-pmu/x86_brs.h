/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Part of x86.c: checks the emulator's branch sampling (BRS), that of AMD's Zen 3.
 *
 * The expected values are the labels of a chain of jumps in user mode. The counter overflows at
 * one of them, the records are the 16 that follow, and the interrupt comes behind the last.
 *
 * Registers: AMD PPR for family 19h model 01h, MSRC000_010F, MSRC001_0300 on, PMCx0C4.
 */
#ifndef QEMU_PMU_X86_BRS_H
#define QEMU_PMU_X86_BRS_H

#define BRS_CONTROL	0xc000010f
#define BRS_FROM	0xc0010300
#define BRS_TO		0xc0010301
#define BRS_ON		4
#define BRS_ONES	0x18
#define BRS_VALID	0x20
#define BRS_NEXT(_n)	((u64)(_n) << 16)
#define BRS_COUNTER(_n)	((u64)(_n) << 24)
#define TAKEN		0xc4
#define BRS_DEPTH	16
#define BRS_CHAIN	24
#define BRS_AT(_n)	((u32)user_chain + 5 * (_n))

/* BRS_CHAIN jumps, each of five bytes, to the next; one that is not taken in front of them */
asm("	.text\n"
"user_chain_start: test %esp, %esp\n"
"	jz user_chain\n"
"user_chain:\n"
"	.rept 24\n"
"	.byte 0xe9, 0, 0, 0, 0\n"
"	.endr\n"
"	int $0x80\n"
);

extern char user_chain_start[], user_chain[];

static int has_brs(void)
{
	u32 a, b, c, d;

	if (pmu.intel || pmu.version)
		return 0;
	cpuid(0x80000000, &a, &b, &c, &d);
	if (a < 0x80000008)
		return 0;
	cpuid(0x80000008, &a, &b, &c, &d);
	return b >> 31;
}

static u32 brs_held;

/*
 * The chain runs, with an overflow at its jump number FIRST (from 1). BRS_HELD: there was no
 * interrupt before the recording was stopped, some branches behind the chain.
 */
static void brs_run(int counter, int first, u64 control)
{
	nmis = 0;
	*apic(APIC_LVT_PC) = LVT_NMI;
	program(counter, TAKEN | EVTSEL_USR | EVTSEL_INT, -(u64)first);
	wrmsr(BRS_CONTROL, control);
	run_user((u32)user_chain_start);
	brs_held = !nmis;
	wrmsr(BRS_CONTROL, rdmsr(BRS_CONTROL) & ~(u64)BRS_ON);
	wrmsr(select_msr(counter), 0);
}

static void expect_chain(int first, int number)
{
	for (int i = 0; i < number; i++) {
		expect("a jump behind the overflow", rdmsr(BRS_FROM + 2 * i), BRS_AT(first + i));
		expect("and its target", rdmsr(BRS_TO + 2 * i), BRS_AT(first + i + 1));
	}
}

static void check_brs_full(void)
{
	for (int first = 1; first <= 4; first++) {
		u64 control = BRS_ON | BRS_ONES | BRS_COUNTER(first & 1);

		brs_run(first & 1, first, control);
		expect("one interrupt", nmis, 1);
		expect("of its own accord", brs_held, 0);
		expect("behind the last record", nmi_eip, BRS_AT(first + BRS_DEPTH));
		/* The next one is at the start of the ring again, and no overflow has come */
		expect("the registers are full", rdmsr(BRS_CONTROL),
		       (control & ~BRS_ON) | BRS_VALID);
		expect_chain(first, BRS_DEPTH);
		wrmsr(BRS_CONTROL, BRS_ONES);
	}
}

static void check_brs_part(void)
{
	brs_run(0, 20, BRS_ON | BRS_ONES);
	expect("the interrupt is held", brs_held, 1);
	expect("until the recording stops", nmis, 1);
	expect("there are records", rdmsr(BRS_CONTROL) & BRS_VALID, BRS_VALID);
	expect("but not all", rdmsr(BRS_CONTROL) >= BRS_NEXT(5), 1);
	expect_chain(20, BRS_CHAIN - 20);
	expect("then the way back to the kernel", (u32)rdmsr(BRS_TO + 8), (u32)stub_128);
	wrmsr(BRS_CONTROL, BRS_ONES);
	expect("no interrupt is left", nmis, 1);
}

static void check_brs_other(void)
{
	brs_run(1, 3, BRS_ON | BRS_ONES);
	expect("another counter interrupts at once", nmis, 1);
	expect("behind its branch", nmi_eip, BRS_AT(3));
	expect("and records nothing", rdmsr(BRS_CONTROL), BRS_ONES);
	brs_run(0, 3, BRS_ONES);
	expect("so does this one without recording", nmi_eip, BRS_AT(3));
	expect("and records nothing either", rdmsr(BRS_CONTROL), BRS_ONES);
	expect("branches that are not taken do not count",
	       count_user(TAKEN | EVTSEL_USR, user_chain_start), BRS_CHAIN + 1);
}

static void check_brs(void)
{
	if (!has_brs())
		return;
	print("# branch sampling\n");
	expect("after a reset", rdmsr(BRS_CONTROL), BRS_ONES);
	expect("reserved bits that are zero", write_faults(BRS_CONTROL, BRS_ONES | 1), 1);
	expect("and that are one", write_faults(BRS_CONTROL, 0), 1);
	wrmsr(BRS_TO + 30, 0x1234);
	expect("records can be written", rdmsr(BRS_TO + 30), 0x1234);
	check_brs_full();
	check_brs_part();
	check_brs_other();
}

#endif
