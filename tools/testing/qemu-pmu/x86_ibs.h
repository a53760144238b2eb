/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Checks of AMD's instruction-based sampling, part of x86.c: each instruction of ibs_code is
 * tagged in turn. Registers: AMD APM volume 2, "Instruction-Based Sampling".
 */
#ifndef QEMU_PMU_X86_IBS_H
#define QEMU_PMU_X86_IBS_H

#define IBS_FETCH_CTL	0xc0011030
#define IBS_OP_CTL	0xc0011033
#define IBS_CTL		0xc001103a
#define IBS_TARGET	0xc001103b
#define APIC_EXTENDED	0x500

#define CAP_COUNT	(1 << 3)
#define CAP_OPS		(1 << 4)
#define CAP_TARGET	(1 << 5)
#define CAP_ZEN4	(1 << 11)

#define OP_EN		(1ull << 17)
#define OP_VAL		(1ull << 18)
#define OP_OPS		(1ull << 19)
#define FETCH_EN	(1ull << 48)
#define FETCH_VAL	(1ull << 49)
#define FETCH_RAND	(1ull << 57)

#define DATA_RETURN	(1ull << 34)
#define DATA_TAKEN	(1ull << 35)
#define DATA_BRANCH	(1ull << 37)
#define LOAD		(1ull << 0 | 1ull << 17 | 1ull << 18)
#define STORE		(1ull << 1 | 1ull << 17 | 1ull << 18)
#define MISALIGNED	(1ull << 8)
#define LOCKED		(1ull << 15)
#define BYTES_4		(3ull << 22)
#define L2_HIT		(1ull << 7 | 12ull << 32)
#define MEMORY		(1ull << 7 | 1ull << 20 | 200ull << 32)

/* With the control register's MSR and value in ECX and EDX:EAX */
asm("	.text\n"
"ibs_code:\n"
"	mov %esp, ibs_stack\n"
"	wrmsr\n"
"ibs_0:	nop\n"
"ibs_1:	mov ibs_page + 0x140, %eax\n"
"ibs_2:	mov %eax, ibs_page + 0x44\n"
"ibs_3:	lock incl ibs_page + 0x1c0\n"
"ibs_4:	mov ibs_page + 0x1c1, %eax\n"
"ibs_5:	call ibs_6\n"
"ibs_7:	jmp ibs_8\n"
"ibs_6:	ret\n"
"ibs_8:	xor %eax, %eax\n"
"ibs_9:	jnz ibs_8\n"
"ibs_10: xor %edx, %edx\n"
"ibs_11: nop\n"
"ibs_12: nop\n"
"ibs_13: nop\n"
"ibs_14: nop\n"
"ibs_15: nop\n"
"ibs_16: nop\n"
"ibs_17: nop\n"
"ibs_18: wrmsr\n"
"ibs_19: nop\n"
"	ret\n"
"	.bss\n"
"	.align 512\n"
"ibs_page: .skip 512\n"
"ibs_stack: .skip 4\n"
"	.text\n");

extern char ibs_code[], ibs_page[];
extern u32 ibs_stack;
extern char ibs_1[], ibs_2[], ibs_3[], ibs_4[], ibs_5[], ibs_6[], ibs_7[], ibs_8[], ibs_9[],
	    ibs_10[], ibs_11[], ibs_12[], ibs_13[], ibs_14[], ibs_15[], ibs_16[], ibs_17[],
	    ibs_18[], ibs_19[];

/* In the order of execution; address -1: on the stack */
static const struct {
	const char *rip, *next, *target;
	u64 data, data3;
	int address;
} ibs_insns[] = {
	{ 0 },
	{ ibs_1, ibs_2, 0, 0, LOAD | BYTES_4 | L2_HIT, 0x140 },
	{ ibs_2, ibs_3, 0, 0, STORE | BYTES_4, 0x44 },
	{ ibs_3, ibs_4, 0, 0, LOAD | STORE | LOCKED | BYTES_4 | MEMORY, 0x1c0 },
	{ ibs_4, ibs_5, 0, 0, LOAD | MISALIGNED | BYTES_4 | MEMORY, 0x1c1 },
	{ ibs_5, ibs_6, ibs_6, DATA_BRANCH | DATA_TAKEN, STORE | BYTES_4, -1 },
	{ ibs_6, ibs_7, ibs_7, DATA_BRANCH | DATA_TAKEN | DATA_RETURN, LOAD | BYTES_4, -1 },
	{ ibs_7, ibs_8, ibs_8, DATA_BRANCH | DATA_TAKEN, 0, 0 },
	{ ibs_8, ibs_9, 0, 0, 0, 0 },
	{ ibs_9, ibs_10, 0, DATA_BRANCH, 0, 0 },
	{ ibs_10, ibs_11, 0, 0, 0, 0 },
	{ ibs_11, ibs_12, 0, 0, 0, 0 },
	{ ibs_12, ibs_13, 0, 0, 0, 0 },
	{ ibs_13, ibs_14, 0, 0, 0, 0 },
	{ ibs_14, ibs_15, 0, 0, 0, 0 },
	{ ibs_15, ibs_16, 0, 0, 0, 0 },
	{ ibs_16, ibs_17, 0, 0, 0, 0 },
};

static u32 ibs_caps;

/* The registers of a sample are lost when ibs_code stops the unit, so an NMI reads them */
static u64 ibs_regs[8];

static void ibs_on_nmi(void)
{
	u32 number = ibs_caps & CAP_TARGET ? 8 : 7;

	for (u32 i = 0; i < number; i++)
		ibs_regs[i] = rdmsr(i == 7 ? IBS_TARGET : IBS_OP_CTL + i);
}

static void ibs_run(u32 msr, u64 control)
{
	nmis = 0;
	for (u32 i = 0; i < ARRAY_SIZE(ibs_regs); i++)
		ibs_regs[i] = 0;
	asm volatile("call ibs_code" : "+A"(control) : "c"(msr) : "memory");
}

/* The address of an access to the stack ends where the stack began */
static u64 ibs_address(int address)
{
	return address < 0 ? ibs_stack - 4 : (u32)ibs_page + address;
}

/* Instruction K of ibs_code is tagged: RATE counts each, the maximum is 16 */
static void check_ibs_op(u32 k, u64 control, u32 rate)
{
	/* The level of the stack's address is the linker's choice. */
	u64 levels = ibs_insns[k].address < 0 ? MEMORY | L2_HIT | 40ull << 32 : 0;

	if (ibs_caps & CAP_COUNT)
		control |= (u64)(16 - k * rate) << 32;
	ibs_run(IBS_OP_CTL, control | OP_EN | 1);
	expect("a sample interrupts once", nmis, 1);
	expect("behind the tagged instruction", nmi_eip, (u32)ibs_insns[k].next);
	expect("which is the one after the count's end", ibs_regs[1], (u32)ibs_insns[k].rip);
	expect("the sample is valid", !!(ibs_regs[0] & OP_VAL), 1);
	expect("branches", ibs_regs[2], ibs_insns[k].data | 3 | 9 << 16);
	expect("loads and stores", ibs_regs[4] & ~levels, ibs_insns[k].data3);
	if (ibs_insns[k].data3) {
		expect("their address", ibs_regs[5], ibs_address(ibs_insns[k].address));
		expect("which is physical as well", ibs_regs[6], ibs_regs[5]);
	}
	if (ibs_caps & CAP_TARGET)
		expect("a taken branch's target", ibs_regs[7], (u32)ibs_insns[k].target);
	if (ibs_insns[k].address == 0x1c0)
		expect("from memory", ibs_regs[3], 3);
	expect("the unit has been stopped", rdmsr(IBS_OP_CTL), 0);
}

static void check_ibs_ops(void)
{
	u32 k;

	if (ibs_caps & CAP_COUNT) {
		for (k = 1; k < 8; k++)
			check_ibs_op(k, 0, 2);
	}
	check_ibs_op(8, 0, 2);
	if (ibs_caps & CAP_OPS) {
		for (k = 1; k <= 16; k++)
			check_ibs_op(k, OP_OPS, 1);
	}
	if (!(ibs_caps & CAP_OPS) || !(ibs_caps & CAP_COUNT))
		return;
	/* 18 of 32: the WRMSR that stops the unit */
	ibs_run(IBS_OP_CTL, OP_OPS | OP_EN | 2 | (u64)(32 - 18) << 32);
	expect("a tagged WRMSR interrupts", nmis, 1);
	expect("behind it", nmi_eip, (u32)ibs_19);
	expect("when it has cleared the valid bit", ibs_regs[0], 0);
	ibs_run(IBS_OP_CTL, OP_OPS | OP_EN | 2);
	expect("a count that is not reached does not interrupt", nmis, 0);
	if (!(ibs_caps & CAP_ZEN4))
		return;
	/* Instruction 1 is dropped, and 16 more count before the next is tagged: number 18 */
	ibs_run(IBS_OP_CTL, OP_OPS | OP_EN | 1ull << 16 | 1 | 15ull << 32);
	expect("the filter drops what is not from memory", nmis, 0);
}

static void check_ibs_fetches(void)
{
	u32 k, n;

	for (n = 0; n < 5; n++) {
		/* The n-th enabling with randomisation */
		k = n ? 16 - 5 * n % 16 : 16;
		ibs_run(IBS_FETCH_CTL, FETCH_EN | (n ? FETCH_RAND : 0) | 1);
		expect("a fetch interrupts once", nmis, 1);
		expect("behind its instruction", nmi_eip, (u32)ibs_insns[k].next);
		expect("which follows the count's end", rdmsr(IBS_FETCH_CTL + 1),
		       (u32)ibs_insns[k].rip);
	}
	ibs_run(IBS_FETCH_CTL, FETCH_EN);
	expect("a maximum of 0 does not count", nmis, 0);
}

static void check_ibs(void)
{
	u32 a, b, c, d;

	cpuid(0x80000001, &a, &b, &c, &d);
	if (pmu.intel || !(c >> 10 & 1))
		return;
	cpuid(0x8000001b, &ibs_caps, &b, &c, &d);
	expect("entry 0 of the vector table", rdmsr(IBS_CTL), 0x100);
	expect("is masked after reset", *apic(APIC_EXTENDED), LVT_MASKED);
	*apic(APIC_EXTENDED) = LVT_NMI;
	expect("and can be written", *apic(APIC_EXTENDED), LVT_NMI);
	expect("a reserved bit faults", write_faults(IBS_OP_CTL, 1ull << 63), 1);
	on_nmi = ibs_on_nmi;
	check_ibs_ops();
	if (ibs_caps & 2)
		check_ibs_fetches();
	else
		expect("no fetch unit", write_faults(IBS_FETCH_CTL, 0), 1);
	on_nmi = 0;
	*apic(APIC_EXTENDED) = LVT_MASKED;
}

#endif
