/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Part of x86.c: checks the emulator's branch records.
 *
 * A sequence of branches in user mode, whose addresses the assembler has, is the expected value:
 * all of it, parts of it by kind, what is left of its calls, and its start where the interrupt
 * of a counter freezes the records.
 *
 * Registers: Intel SDM volume 3B, "Last Branch, Interrupt, and Exception Recording" and "Last
 * Branch Records"; AMD APM volume 2, "Debug and Performance Resources".
 */
#ifndef QEMU_PMU_X86_BRANCH_H
#define QEMU_PMU_X86_BRANCH_H

#define DEBUGCTL	0x1d9
#define DEBUGCTL_LBR	1
#define DEBUGCTL_FREEZE	0x800
#define LBR_FROZEN	(1ull << 58)
#define SELECT_NO_OS	1
#define SELECT_STACK	0x200
#define FORMAT_ARCH	0x3f
#define MISPREDICTED	(1ull << 63)

asm("	.text\n"
"user_sequence:\n"
"seq_jump: jmp seq_1\n"
"	nop\n"
"seq_1:	xor %eax, %eax\n"
"seq_jz: jz seq_2\n"
"	nop\n"
"seq_2:	jnz seq_2\n"
"seq_call: call seq_function\n"
"seq_3:	mov $seq_4, %eax\n"
"seq_jump_eax: jmp *%eax\n"
"	nop\n"
"seq_4:	mov $seq_function, %eax\n"
"seq_call_eax: call *%eax\n"
"seq_5:	int $0x80\n"
"	.balign 8\n"
"seq_function: ret\n"
/* Two calls are under way at the end, another has returned, and one only reads its address */
"user_calls:\n"
"calls_outer: call calls_1\n"
"calls_1: pop %eax\n"
"calls_first: call calls_a\n"
"calls_a: call seq_function\n"
"calls_second: call calls_b\n"
"	nop\n"
"calls_b: int $0x80\n"
);

extern char user_sequence[], seq_jump[], seq_1[], seq_jz[], seq_2[], seq_call[], seq_3[];
extern char seq_jump_eax[], seq_4[], seq_call_eax[], seq_5[], seq_function[];
extern char user_calls[], calls_second[], calls_b[];

enum { COND, JUMP, IND_JUMP, CALL, IND_CALL, RETURN, FAR };

/* Each kind's bits: LBR_SELECT, LBR_CTL, BR_TYPE */
static const struct { u8 select, ctl, type; } kinds[] = {
	{ 2, 16, 0 }, { 7, 17, 2 }, { 6, 18, 1 }, { 3, 19, 4 }, { 4, 20, 3 }, { 5, 21, 5 },
	{ 8, 22, 8 },
};

static const struct branch { const char *from, *to; u8 kind; } sequence[] = {
	{ seq_jump, seq_1, JUMP },
	{ seq_jz, seq_2, COND },
	{ seq_call, seq_function, CALL },
	{ seq_function, seq_3, RETURN },
	{ seq_jump_eax, seq_4, IND_JUMP },
	{ seq_call_eax, seq_function, IND_CALL },
	{ seq_function, seq_5, RETURN },
};

#define ALL_KINDS	0x7f

static struct {
	int depth, format, arch, amd;
	u32 from, to, info, stride;
} lbr;

static int find_lbr(void)
{
	u32 a, b, c, d;

	if (!pmu.intel) {
		if (pmu.version < 2)
			return 0;
		cpuid(0x80000022, &a, &b, &c, &d);
		if (!(a & 2))
			return 0;
		lbr.amd = 1;
		lbr.depth = b >> 4 & 0x3f;
		lbr.from = 0xc0010300;
		lbr.to = 0xc0010301;
		lbr.stride = 2;
		return 1;
	}
	if (pmu.version < 2)
		return 0;
	lbr.format = rdmsr(0x345) & 0x3f;
	lbr.stride = 1;
	if (!lbr.format)
		return 0;
	if (lbr.format == FORMAT_ARCH) {
		cpuid(0x1c, &a, &b, &c, &d);
		lbr.arch = 1;
		lbr.depth = a & 8 ? 32 : a & 2 ? 16 : 8;
		lbr.from = 0x1500;
		lbr.to = 0x1600;
		lbr.info = 0x1200;
		return 1;
	}
	/* The model has the depth; the bit that only deeper ones have is that of the stack */
	lbr.depth = write_faults(0x1c9, 8) ? 8 : write_faults(0x1c9, 16) ? 16 : 32;
	lbr.from = lbr.depth == 8 ? 0x40 : 0x680;
	lbr.to = lbr.depth == 8 ? 0x60 : 0x6c0;
	lbr.info = lbr.format == 5 || lbr.format == 7 ? 0xdc0 : 0;
	return 1;
}

static u32 lbr_index(int age)
{
	if (lbr.arch || lbr.amd)
		return age * lbr.stride;
	return (rdmsr(0x1c9) - age) & (lbr.depth - 1);
}

static void lbr_clear(void)
{
	for (int i = 0; i < lbr.depth; i++) {
		wrmsr(lbr.from + i * lbr.stride, 0);
		wrmsr(lbr.to + i * lbr.stride, 0);
	}
}

/* User mode only; KINDS is a mask of those that are recorded */
static void lbr_start(u32 ring, u32 wanted, int stack, u64 debugctl)
{
	u64 select = lbr.arch ? (ring ? 2 : 4) | (stack ? 8 : 0)
			      : (ring ? 2 : 1) | (stack ? SELECT_STACK : 0);

	for (unsigned int k = 0; k < ARRAY_SIZE(kinds); k++) {
		if (lbr.arch && (wanted & 1 << k))
			select |= 1 << kinds[k].ctl;
		if (!lbr.arch && !(wanted & 1 << k))
			select |= 1 << kinds[k].select;
	}
	lbr_clear();
	if (lbr.arch) {
		wrmsr(DEBUGCTL, debugctl);
		wrmsr(0x14ce, select | 1);
	} else if (lbr.amd) {
		wrmsr(0xc000010e, select);
		wrmsr(DEBUGCTL, debugctl);
		wrmsr(0xc000010f, 0x40);
	} else {
		wrmsr(0x1c8, select);
		wrmsr(DEBUGCTL, debugctl | DEBUGCTL_LBR);
	}
}

static void lbr_stop(void)
{
	if (lbr.arch)
		wrmsr(0x14ce, 0);
	else if (lbr.amd)
		wrmsr(0xc000010f, 0);
	wrmsr(DEBUGCTL, 0);
}

/* The rules of README.md; only addresses below 4 GiB */
static u64 info_of(const struct branch *branch)
{
	u32 at = (u32)branch->from;
	u64 info = (at & 7 ? 0 : MISPREDICTED) | (1 + (at & 15));

	if (lbr.arch)
		info |= 1ull << 60 | (u64)kinds[branch->kind].type << 56;
	return info;
}

static void expect_record(const char *what, int age, const struct branch *branch)
{
	u64 from = rdmsr(lbr.from + lbr_index(age)), to = rdmsr(lbr.to + lbr_index(age));
	u32 at = (u32)branch->from;
	u64 missed = at & 7 ? 0 : MISPREDICTED;
	u64 cycles = 1 + (at & 15);

	if (lbr.amd) {
		expect(what, from, at | missed);
		expect(what, to, (u32)branch->to | 1ull << 63);
		return;
	}
	if (lbr.format == 3 || lbr.format == 4 || lbr.format == 6)
		expect(what, from, at | missed);
	else
		expect(what, from, at);
	expect(what, to, (u32)branch->to | (lbr.format == 6 ? cycles << 48 : 0));
	if (lbr.info)
		expect(what, rdmsr(lbr.info + lbr_index(age)), info_of(branch));
}

static void check_records(const char *what, u32 wanted)
{
	int age = 0;

	lbr_start(0, wanted, 0, 0);
	run_user((u32)user_sequence);
	lbr_stop();
	for (int i = ARRAY_SIZE(sequence) - 1; i >= 0; i--) {
		if (wanted & 1 << sequence[i].kind)
			expect_record(what, age++, &sequence[i]);
	}
	if (wanted & 1 << FAR)
		expect("then the way into user mode", (u32)rdmsr(lbr.to + lbr_index(age++)),
		       (u32)user_sequence);
	if (age < lbr.depth)
		expect("and nothing else", rdmsr(lbr.from + lbr_index(age)), 0);
}

static void check_record_stack(void)
{
	const struct branch inner = { calls_second, calls_b, CALL };

	if (lbr.amd || lbr.format < 4 || (!lbr.arch && lbr.depth == 8))
		return;
	lbr_start(0, 1 << CALL | 1 << IND_CALL | 1 << RETURN, 1, 0);
	run_user((u32)user_calls);
	lbr_stop();
	expect_record("the innermost call", 0, &inner);
	expect("no other call is under way", rdmsr(lbr.from + lbr_index(1)), 0);
}

static void check_record_wrap(void)
{
	u32 first, last;

	lbr_start(0, 1 << COND, 0, 0);
	run_user((u32)user_loop);
	lbr_stop();
	first = rdmsr(lbr.to + lbr_index(0));
	last = rdmsr(lbr.to + lbr_index(lbr.depth - 1));
	expect("a loop fills all records", first, (u32)user_loop + 5);
	expect("to the oldest", last, (u32)user_loop + 5);
}

static void check_record_freeze(void)
{
	*apic(APIC_LVT_PC) = LVT_NMI;
	/* The fourth branch is the call: the third is not taken */
	program(0, (lbr.amd ? 0xc2 : 0xc4) | EVTSEL_USR | EVTSEL_INT, -4ull);
	lbr_start(0, ALL_KINDS, 0, DEBUGCTL_FREEZE);
	global(1);
	run_user((u32)user_sequence);
	global(0);
	expect_record("an interrupt freezes the records", 0, &sequence[2]);
	if (lbr.amd || pmu.version >= 4) {
		expect("and sets the status", status(), LBR_FROZEN | 1);
		clear_status(LBR_FROZEN | 1);
		run_user((u32)user_sequence);
		lbr_stop();
		expect_record("thawed by clearing that", 0, &sequence[6]);
	} else {
		expect("and clears the enable bit", rdmsr(DEBUGCTL) & DEBUGCTL_LBR,
		       lbr.arch ? DEBUGCTL_LBR : 0);
		clear_status(1);
	}
	lbr_stop();
	wrmsr(select_msr(0), 0);
}

static void check_record_registers(void)
{
	if (lbr.arch) {
		expect("LBR_CTL has reserved bits", write_faults(0x14ce, 1 << 4), 1);
		expect("no depth of 24", write_faults(0x14cf, 24), 1);
		wrmsr(lbr.from, 0x1234);
		wrmsr(0x14cf, lbr.depth);
		expect("a write of the depth clears the records", rdmsr(lbr.from), 0);
	} else {
		expect("LBR_SELECT has reserved bits",
		       write_faults(lbr.amd ? 0xc000010e : 0x1c8, 1 << 10), 1);
		wrmsr(lbr.to + (lbr.depth - 1) * lbr.stride, 0x1234);
		expect("records can be written", rdmsr(lbr.to + (lbr.depth - 1) * lbr.stride),
		       0x1234);
	}
}

static void check_branch_records(void)
{
	if (!find_lbr())
		return;
	print("# branch records: ");
	print_number(lbr.depth);
	print("\n");
	check_record_registers();
	check_records("all branches", ALL_KINDS);
	check_records("conditional branches", 1 << COND);
	check_records("jumps", 1 << JUMP);
	check_records("indirect jumps", 1 << IND_JUMP);
	check_records("calls", 1 << CALL);
	check_records("indirect calls", 1 << IND_CALL);
	check_records("returns", 1 << RETURN);
	check_record_wrap();
	check_record_stack();
	check_record_freeze();
}

#endif
