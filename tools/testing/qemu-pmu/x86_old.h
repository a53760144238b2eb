/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Checks of processors from before the counters had versions: Pentium and Pentium 4,
 * Cyrix 6x86MX and M II, WinChip and C3.
 *
 * To be included by x86.c, behind what it has to say, read and run with. Registers: Intel
 * SDM volume 3B; data books of Cyrix M II, IDT WinChip C6 and 2, VIA C3 Samuel 2.
 */
#ifndef QEMU_PMU_X86_OLD_H
#define QEMU_PMU_X86_OLD_H

/* Two counters behind one select register, half of it each; Cyrix's or Intel's */
static void check_p5(void)
{
	const u32 cesr = 0x11, counter = 0x12, user = 0x80, os = 0x40, clocks = 0x100;
	const u32 insns = 0x16, branches = 0x12, cycles = 0x30, more = 1 << 10;
	int cyrix = pmu.vendor == VENDOR_CYRIX;
	u64 all = (1ull << (cyrix ? 48 : 40)) - 1;

	wrmsr(counter, 0);
	wrmsr(counter + 1, 0);
	wrmsr(cesr, (insns | user) | (branches | user) << 16);
	run_user((u32)user_loop);
	wrmsr(cesr, 0);
	expect("counter 0: instructions", rdmsr(counter), 2 + 2 * LOOPS);
	expect("counter 1: branches", rdmsr(counter + 1), LOOPS);
	expect("RDPMC reads them", rdpmc(1), LOOPS);
	run_user((u32)user_loop);
	expect("they stand still", rdmsr(counter), 2 + 2 * LOOPS);
	wrmsr(counter, -1ull);
	expect("they have 40 bits, Cyrix's 48", rdmsr(counter), all);
	wrmsr(cesr, insns | clocks | user);
	run_user((u32)user_loop);
	wrmsr(cesr, 0);
	expect("and wrap, here counting clocks", rdmsr(counter), 2 * (2 + 2 * LOOPS) - 1);
	wrmsr(counter, 0);
	wrmsr(cesr, insns | os);
	wrmsr(cesr, 0);
	expect("the WRMSR that stops counts", rdmsr(counter) > 0, 1);
	expect("a reserved bit faults", write_faults(cesr, 1ull << 31), 1);
	expect("RDPMC of no counter faults", rdpmc_faults(2), 1);
	wrmsr(counter, 0);
	wrmsr(counter + 1, 0);
	wrmsr(cesr, (cycles | user) | (cycles | user) << 16);
	run_user((u32)user_loop);
	wrmsr(cesr, 0);
	expect("cycles are an event of those with MMX", rdmsr(counter),
	       pmu.mmx && !cyrix ? 2 * (2 + 2 * LOOPS) : 0);
	expect("for counter 0 only", rdmsr(counter + 1), 0);
	expect("Cyrix's events have one bit more", write_faults(cesr, more | 8 | user), !cyrix);
	run_user((u32)user_loop);
	expect("which is not beside the others", rdmsr(counter) - (pmu.mmx && !cyrix ?
	       2 * (2 + 2 * LOOPS) : 0), cyrix ? 2 + 2 * LOOPS : 0);
	wrmsr(cesr, 0);
}

/*
 * How much more a counter that never stops counts for the loop than for the branches,
 * which are the same but for what runs in user mode.
 */
static u64 count_always(u32 counter)
{
	u64 before, between;

	before = rdmsr(counter);
	run_user((u32)user_branches);
	between = rdmsr(counter);
	run_user((u32)user_loop);
	return rdmsr(counter) - between - (between - before);
}

#define MORE_IN_LOOP	(2 + 2 * LOOPS - 8)

static void check_winchip(void)
{
	const u32 cesr = 0x11, counter = 0x12, nothing = 0xff;
	int c6 = pmu.model == 4;
	u32 insns = c6 ? 0x02 : 0x16, cycles = c6 ? 0x00 : 0x3f;
	u64 before;

	wrmsr(cesr, insns | cycles << 16);
	expect("counter 0: instructions", count_always(counter), MORE_IN_LOOP);
	expect("counter 1: cycles", count_always(counter + 1), 2 * MORE_IN_LOOP);
	wrmsr(cesr, cycles | insns << 16);
	expect("counter 0: cycles", count_always(counter), 2 * MORE_IN_LOOP);
	expect("counter 1: instructions", count_always(counter + 1), MORE_IN_LOOP);
	before = rdmsr(counter + 1);
	expect("those of the kernel count too", rdmsr(counter + 1) > before, 1);
	wrmsr(cesr, nothing | nothing << 16);
	wrmsr(counter, -1ull);
	run_user((u32)user_loop);
	expect("it has 40 bits, and counts no unknown event", rdmsr(counter), 0xffffffffffull);
	expect("RDPMC reads it", rdpmc(0), 0xffffffffffull);
	wrmsr(cesr, insns);
	run_user((u32)user_loop);
	expect("it wraps", rdmsr(counter) < 2 * MORE_IN_LOOP, 1);
	expect("there are no bits for modes", write_faults(cesr, insns | 1 << 8), 1);
	expect("RDPMC of no counter faults", rdpmc_faults(2), 1);
	wrmsr(cesr, 0);
}

static void check_c3(void)
{
	const u32 select = 0x187, counter = 0xc2, insns = 0xc0, cycles = 0x79, nothing = 0x1ff;
	u64 before;

	wrmsr(select, insns);
	expect("instructions", count_always(counter), MORE_IN_LOOP);
	wrmsr(select, cycles);
	expect("cycles", count_always(counter), 2 * MORE_IN_LOOP);
	wrmsr(select, 0x100 | insns);
	expect("an event of nine bits", count_always(counter), MORE_IN_LOOP);
	before = rdmsr(counter);
	expect("the kernel's count too", rdmsr(counter) > before, 1);
	wrmsr(select, nothing);
	wrmsr(counter, -1ull);
	run_user((u32)user_loop);
	expect("it has 32 bits, and counts no unknown event", rdmsr(counter), 0xffffffff);
	expect("RDPMC reads it", rdpmc(1), 0xffffffff);
	expect("there are no bits for modes", write_faults(select, insns | EVTSEL_USR), 1);
	before = rdmsr(counter - 1);
	run_user((u32)user_loop);
	expect("the other is the time stamp counter", rdmsr(counter - 1) > before, 1);
	expect("which cannot be written", write_faults(counter - 1, 0), 1);
	expect("nor what would select for it", write_faults(select - 1, 0), 1);
	wrmsr(select, 0);
}

/*
 * How much counter I counts in user mode, from VALUE on, of what is at ESCR;
 * SELECT names that one in the counter's CCCR, the rest of which is MORE.
 */
static u64 count_p4(int i, u64 value, u32 escr, u32 event, u32 select, u32 more)
{
	const u32 user = 1 << 2, mask = 1 << 9;

	wrmsr(escr, event << 25 | mask | user);
	wrmsr(0x300 + i, value);
	wrmsr(0x360 + i, 1 << 12 | select << 13 | 3 << 16 | more);
	run_user((u32)user_loop);
	wrmsr(0x360 + i, rdmsr(0x360 + i) & ~(1ull << 12));
	return rdmsr(0x300 + i);
}

static void check_p4(void)
{
	const u32 threshold = 15 << 20, compare = 1 << 18, complement = 1 << 19;
	const u32 overflow = 1u << 31, interrupt = 1 << 26;

	expect("instructions", count_p4(12, 0, 0x3b8, 0x02, 4, 0), 2 + 2 * LOOPS);
	expect("by the other register of the pair", count_p4(14, 0, 0x3b9, 0x02, 4, 0),
	       2 + 2 * LOOPS);
	expect("by the last counter", count_p4(17, 0, 0x3b9, 0x02, 4, 0), 2 + 2 * LOOPS);
	expect("RDPMC reads them", rdpmc(17), 2 + 2 * LOOPS);
	expect("not by a register that is not selected", count_p4(12, 0, 0x3b9, 0x02, 5, 0), 0);
	expect("cycles", count_p4(0, 0, 0x3a2, 0x13, 6, 0), 2 * (2 + 2 * LOOPS));
	expect("branches", count_p4(13, 0, 0x3cc, 0x06, 5, 0), LOOPS);
	expect("mispredicted ones", count_p4(4, 0, 0x3c2, 0x05, 2, 0), LOOPS / 8);
	expect("cycles below a threshold",
	       count_p4(12, 0, 0x3cc, 0x0c, 5, threshold | compare | complement),
	       2 * (2 + 2 * LOOPS));
	expect("a threshold out of reach", count_p4(12, 0, 0x3b8, 0x02, 4, threshold | compare),
	       0);
	*apic(APIC_SPURIOUS) = 0x1ff;
	*apic(APIC_LVT_PC) = LVT_NMI;
	nmis = 0;
	expect("a wrap", count_p4(12, -100ull, 0x3b8, 0x02, 4, interrupt), LOOPS * 2 + 2 - 100);
	expect("interrupts once", nmis, 1);
	expect("where it is due", nmi_eip, (u32)user_loop + 6);
	expect("and sets the flag", rdmsr(0x36c) & overflow, overflow);
	wrmsr(0x36c, 0);
	expect("which can be cleared", rdmsr(0x36c), 0);
	expect("RDPMC of no counter faults", rdpmc_faults(18), 1);
}

#endif
