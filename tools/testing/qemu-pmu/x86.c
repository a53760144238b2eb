// SPDX-License-Identifier: GPL-2.0
/*
 * x86: checks an emulator's performance counters, without a kernel.
 *
 * A multiboot image, 32-bit, one CPU.  Each check prints a TAP line on the
 * first serial port; the end goes to the isa-debug-exit device, so that the
 * emulator's exit status is 1 when all passed and 3 when not.
 *
 * The rules it checks are those of README.md beside it.  Registers: Intel SDM
 * volume 3B, "Performance Monitoring"; AMD APM volume 2, "Performance Monitoring
 * Counters"; local APIC: Intel SDM volume 3A, "APIC".
 */

#include "x86.h"

#define EVTSEL_USR	0x00010000u
#define EVTSEL_OS	0x00020000u
#define EVTSEL_INT	0x00100000u
#define EVTSEL_EN	0x00400000u
#define INSTRUCTIONS	0xc0
#define LOOPS		1000

#define KERNEL_CODE	0x08
#define KERNEL_DATA	0x10
#define USER_CODE	0x1b
#define USER_DATA	0x23
#define TASK		0x28

#define LOCAL_APIC	0xfee00000u
#define APIC_SPURIOUS	0xf0
#define APIC_LVT_PC	0x340
#define LVT_NMI		0x400
#define LVT_MASKED	0x10000

/* Stack of the stubs below */
struct frame {
	u32 edi, esi, ebp, unused, ebx, edx, ecx, eax;
	u32 vector, error, eip, cs, eflags;
};

#define VENDOR_AMD	0x68747541	/* the first four letters */
#define VENDOR_CENTAUR	0x746e6543
#define VENDOR_CYRIX	0x69727943

static struct {
	u32 vendor;
	int intel, family, model, mmx, version, counters, width, fixed, fixed_width, full_width;
	u32 select, counter, stride;
} pmu;

static volatile u32 nmis, nmi_eip, nmi_edi, faults;
static u32 resume_at;
static void (*on_nmi)(void);

/*
 * Entry, the interrupt stubs and what must be counted to the instruction.  The
 * user part ends with int $0x80, which goes back to whoever called run_user.
 */
asm("	.section .multiboot, \"a\"\n"
"	.align 4\n"
"	.long 0x1badb002, 0, -0x1badb002\n"
"	.text\n"
"	.globl _start\n"
"_start: mov $stack_top, %esp\n"
"	call main\n"
"	hlt\n"

"	.macro stub vector, has_error\n"
"stub_\\vector:\n"
"	.if \\has_error == 0\n"
"	push $0\n"
"	.endif\n"
"	push $\\vector\n"
"	jmp common\n"
"	.endm\n"
"	stub 2, 0\n"
"	stub 6, 0\n"
"	stub 8, 1\n"
"	stub 13, 1\n"
"	stub 14, 1\n"
"common: pusha\n"
"	push %esp\n"
"	call handle\n"
"	pop %eax\n"
"	popa\n"
"	add $8, %esp\n"
"	iret\n"

/* run_user(eip): as a call of a function in user mode */
"run_user:\n"
"	pusha\n"
"	mov 36(%esp), %eax\n"
"	mov %esp, user_return\n"
"	mov $0x23, %ecx\n"
"	mov %ecx, %ds\n"
"	mov %ecx, %es\n"
"	push $0x23\n"
"	push $user_stack_top\n"
"	push $2\n"
"	push $0x1b\n"
"	push %eax\n"
"	iret\n"
"stub_128:\n"
"	mov user_return, %esp\n"
"	mov $0x10, %eax\n"
"	mov %eax, %ds\n"
"	mov %eax, %es\n"
"	popa\n"
"	ret\n"

/* 1 + 2 * LOOPS + 1 instructions, LOOPS branches */
"user_loop:\n"
"	mov $1000, %ecx\n"
"1:	dec %ecx\n"
"	jnz 1b\n"
"	int $0x80\n"
/* The second faults without CR4.PCE, and then is not counted */
"user_rdpmc:\n"
"	xor %ecx, %ecx\n"
"	rdpmc\n"
"user_after_fault:\n"
"	nop\n"
"	int $0x80\n"
/* 2 + 1 + 1: a REP is one instruction however long */
"user_rep:\n"
"	mov $64, %ecx\n"
"	mov $scratch, %edi\n"
"	rep stosb\n"
"	int $0x80\n"
/* call, ret, jmp, taken and not taken jcc: 5 branches in 8 instructions */
"user_branches:\n"
"	call 1f\n"
"	jmp 2f\n"
"1:	ret\n"
"2:	xor %eax, %eax\n"
"	jz 3f\n"
"3:	jnz 3b\n"
"	nop\n"
"	int $0x80\n"
"	.bss\n"
"	.align 16\n"
"	.skip 16384\n"
"stack_top:\n"
"	.skip 4096\n"
"user_stack_top:\n"
"	.skip 4096\n"
"interrupt_stack_top:\n"
"scratch: .skip 64\n"
"user_return: .long 0\n"
"	.text\n"
);

static void out(u16 port, u8 value)
{
	asm volatile("outb %0, %1" :: "a"(value), "Nd"(port));
}

static void put(char c)
{
	out(0x3f8, c);
}

#include "tap.h"

static void cpuid_sub(u32 leaf, u32 subleaf, u32 *a, u32 *b, u32 *c, u32 *d)
{
	asm volatile("cpuid" : "=a"(*a), "=b"(*b), "=c"(*c), "=d"(*d) : "a"(leaf), "c"(subleaf));
}

static void cpuid(u32 leaf, u32 *a, u32 *b, u32 *c, u32 *d)
{
	cpuid_sub(leaf, 0, a, b, c, d);
}

static u64 rdmsr(u32 msr)
{
	u64 value;

	asm volatile("rdmsr" : "=A"(value) : "c"(msr));
	return value;
}

static void wrmsr(u32 msr, u64 value)
{
	asm volatile("wrmsr" :: "c"(msr), "A"(value) : "memory");
}

static u64 rdpmc(u32 which)
{
	u64 value;

	asm volatile("rdpmc" : "=A"(value) : "c"(which));
	return value;
}

/* Does writing VALUE to MSR fault? */
static u32 write_faults(u32 msr, u64 value)
{
	u32 before = faults;

	asm volatile("movl $1f, %0\n\twrmsr\n1:" : "=m"(resume_at) : "c"(msr), "A"(value)
		     : "memory");
	return faults - before;
}

static u32 rdpmc_faults(u32 which)
{
	u32 before = faults;

	asm volatile("movl $1f, %0\n\trdpmc\n1:" : "=m"(resume_at) : "c"(which)
		     : "eax", "edx", "memory");
	return faults - before;
}

static volatile u32 *apic(u32 reg)
{
	return (volatile u32 *)(LOCAL_APIC + reg);
}

__attribute__((used, regparm(0))) void handle(struct frame *frame)
{
	switch (frame->vector) {
	case 2:
		nmis++;
		nmi_eip = frame->eip;
		nmi_edi = frame->edi;
		if (on_nmi)
			on_nmi();
		return;
	case 13:
		faults++;
		frame->eip = resume_at;
		return;
	default:
		print("Bail out! exception ");
		print_number(frame->vector);
		print(" at ");
		print_hex(frame->eip);
		print("\n");
		out(0xf4, 1);
		for (;;)
			asm volatile("hlt");
	}
}

static u32 select_msr(int i)
{
	return pmu.select + i * pmu.stride;
}

static u32 counter_msr(int i)
{
	return pmu.counter + i * pmu.stride;
}

static u64 width_mask(void)
{
	return (1ull << pmu.width) - 1;
}

/* Counter I counts EVENT from VALUE on, once start() says so */
static void program(int i, u32 event, u64 value)
{
	wrmsr(select_msr(i), 0);
	wrmsr(counter_msr(i), value);
	wrmsr(select_msr(i), event | EVTSEL_EN);
}

static void global(u64 bits)
{
	if (pmu.version >= 2)
		wrmsr(pmu.intel ? 0x38f : 0xc0000301, bits);
}

static u64 status(void)
{
	return pmu.version < 2 ? 0 : rdmsr(pmu.intel ? 0x38e : 0xc0000300);
}

static void clear_status(u64 bits)
{
	if (pmu.version >= 2)
		wrmsr(pmu.intel ? 0x390 : 0xc0000302, bits);
}

/* How much counter 0 counts of EVENT while CODE runs in user mode */
static u64 count_user(u32 event, const char *code)
{
	program(0, event, 0);
	global(1);
	run_user((u32)code);
	global(0);
	wrmsr(select_msr(0), event);
	return rdpmc(0);
}

static u32 bits(u32 mask)
{
	u32 number = 0;

	for (; mask; mask &= mask - 1)
		number++;
	return number;
}

/* Leaf 0AH of a hybrid processor has what its CPUs have in common, leaf 23H what this one has */
static void find_own(u32 max)
{
	u32 a, b, c, d;

	if (max < 0x23)
		return;
	cpuid_sub(7, 1, &a, &b, &c, &d);
	if (!(a >> 8 & 1))
		return;
	cpuid_sub(0x23, 1, &a, &b, &c, &d);
	pmu.counters = bits(a);
	pmu.fixed = bits(b);
}

static void find_intel(u32 max)
{
	u32 a, b, c, d;

	pmu.select = 0x186;
	pmu.counter = 0xc1;
	pmu.stride = 1;
	if (max >= 0xa)
		cpuid(0xa, &a, &b, &c, &d);
	if (max < 0xa || !(a & 0xff)) {
		/* P5, P6 or Pentium 4 */
		pmu.counters = pmu.family == 15 ? 18 : 2;
		pmu.width = 40;
		return;
	}
	pmu.version = a & 0xff;
	pmu.counters = (a >> 8) & 0xff;
	pmu.width = (a >> 16) & 0xff;
	pmu.fixed = pmu.version >= 2 ? d & 31 : 0;
	pmu.fixed_width = (d >> 5) & 0xff;
	pmu.full_width = pmu.version >= 2 && (rdmsr(0x345) >> 13 & 1);
	find_own(max);
}

static void find_amd(void)
{
	u32 a, b, c, d, max;

	pmu.width = 48;
	pmu.counters = 4;
	pmu.select = 0xc0010000;
	pmu.counter = 0xc0010004;
	pmu.stride = 1;
	cpuid(0x80000001, &a, &b, &c, &d);
	if (c >> 23 & 1) {
		pmu.counters = 6;
		pmu.select = 0xc0010200;
		pmu.counter = 0xc0010201;
		pmu.stride = 2;
	}
	cpuid(0x80000000, &max, &b, &c, &d);
	if (max >= 0x80000022) {
		cpuid(0x80000022, &a, &b, &c, &d);
		if (a & 1) {
			pmu.version = 2;
			pmu.counters = b & 15;
		}
	}
}

static void find_pmu(void)
{
	u32 max, a, b, c, d;

	cpuid(1, &a, &b, &c, &d);
	pmu.family = (a >> 8) & 15;
	pmu.model = (a >> 4) & 15;
	pmu.mmx = d >> 23 & 1;
	cpuid(0, &max, &pmu.vendor, &c, &d);
	pmu.intel = pmu.vendor != VENDOR_AMD;
	if (pmu.intel)
		find_intel(max);
	else
		find_amd();
}

static void check_registers(void)
{
	u64 mask = width_mask();

	for (int i = 0; i < pmu.counters; i++) {
		wrmsr(select_msr(i), EVTSEL_USR | 0x1234);
		wrmsr(counter_msr(i), 0x12345670 + i);
	}
	for (int i = 0; i < pmu.counters; i++) {
		expect("select register keeps its value", rdmsr(select_msr(i)),
		       EVTSEL_USR | 0x1234);
		expect("counter keeps its value", rdmsr(counter_msr(i)), 0x12345670 + i);
		expect("RDPMC reads that value", rdpmc(i), 0x12345670 + i);
		wrmsr(select_msr(i), 0);
	}
	wrmsr(counter_msr(0), -2ull);
	expect("a counter is as wide as CPUID says", rdmsr(counter_msr(0)), -2ull & mask);
	expect("RDPMC of no counter faults", rdpmc_faults(pmu.counters), 1);
	expect("a reserved bit of a select register faults",
	       write_faults(select_msr(0), 1ull << 63), 1);
	if (!pmu.intel)
		return;
	wrmsr(counter_msr(0), 0x1280000000ull);
	expect("only 32 bits are written, and sign-extended", rdmsr(counter_msr(0)),
	       0xffffffff80000000ull & mask);
	if (pmu.full_width) {
		wrmsr(0x4c1, 0x1280000000ull);
		expect("full-width write", rdmsr(counter_msr(0)), 0x1280000000ull);
		expect("full-width write beyond the width faults",
		       write_faults(0x4c1, mask + 1), 1);
	}
	if (pmu.version >= 2) {
		expect("global control of no counter faults",
		       write_faults(0x38f, 1ull << pmu.counters), 1);
		expect("global status cannot be written", write_faults(0x38e, 0), 1);
		expect("fixed control of no counter faults",
		       write_faults(0x38d, 1ull << (pmu.fixed * 4)), 1);
	}
}

static void check_counts(void)
{
	u32 cycles = pmu.intel ? 0x3c : 0x76, branches = pmu.intel ? 0xc4 : 0xc2;
	u32 conditional = pmu.intel ? 0x01c4 : 0xd1;

	/* Behind run_user()'s IRET all is user code, up to and with the INT */
	expect("instructions of a loop", count_user(INSTRUCTIONS | EVTSEL_USR, user_loop),
	       2 + 2 * LOOPS);
	expect("cycles of a loop", count_user(cycles | EVTSEL_USR, user_loop),
	       2 * (2 + 2 * LOOPS));
	expect("branches of a loop", count_user(branches | EVTSEL_USR, user_loop), LOOPS);
	expect("call, ret, jmp and jcc are branches",
	       count_user(branches | EVTSEL_USR, user_branches), 5);
	expect("of which the two jcc are conditional",
	       count_user(conditional | EVTSEL_USR, user_branches), 2);
	expect("conditional branches of a loop",
	       count_user(conditional | EVTSEL_USR, user_loop), LOOPS);
	expect("their instructions", count_user(INSTRUCTIONS | EVTSEL_USR, user_branches), 8);
	expect("a REP is one instruction", count_user(INSTRUCTIONS | EVTSEL_USR, user_rep), 4);
	resume_at = (u32)user_after_fault;
	expect("what faults does not count", count_user(INSTRUCTIONS | EVTSEL_USR, user_rdpmc),
	       3);
	expect("neither mode: no count", count_user(INSTRUCTIONS, user_loop), 0);
	expect("an unknown event does not count", count_user(0xfe | EVTSEL_USR, user_loop), 0);
	expect("a threshold of 2 is never reached",
	       count_user(INSTRUCTIONS | EVTSEL_USR | 2u << 24, user_loop), 0);
}

/* Counters 0 and 1, always at the same distance */
static void read_both(u32 *first, u32 *second)
{
	asm volatile("xor %%ecx, %%ecx\n\trdpmc\n\tmov %%eax, %%esi\n\t"
		     "inc %%ecx\n\trdpmc"
		     : "=a"(*second), "=S"(*first) :: "ecx", "edx");
}

/* At CPL 0 between two RDPMC, the first of which counts */
static void check_kernel(void)
{
	u32 low, high, os[2], both[2];

	program(0, INSTRUCTIONS | EVTSEL_OS, 0);
	program(1, INSTRUCTIONS | EVTSEL_OS | EVTSEL_USR, 0);
	global(3);
	asm volatile("xor %%ecx, %%ecx\n\trdpmc\n\tmov %%eax, %%esi\n\t"
		     "nop\n\tnop\n\tnop\n\tnop\n\tnop\n\t"
		     "rdpmc\n\tmov %%esi, %%edx"
		     : "=a"(high), "=d"(low) :: "ecx", "esi");
	expect("kernel instructions between two RDPMC", high - low, 7);
	read_both(&os[0], &both[0]);
	run_user((u32)user_loop);
	read_both(&os[1], &both[1]);
	expect("both modes are the sum of each", both[1] - both[0] - (os[1] - os[0]),
	       2 + 2 * LOOPS);
	global(0);
	wrmsr(select_msr(0), 0);
	wrmsr(select_msr(1), 0);
	low = rdpmc(0);
	run_user((u32)user_loop);
	expect("a stopped counter stands still", rdpmc(0), low);
}

/*
 * Let counter 0 wrap N instructions behind the WRMSR that starts it.  The code
 * behind that is the loop, so their number follows from the interrupted address.
 */
static void wrap_after(u64 n, u32 *eip, u32 *edi)
{
	u32 msr = pmu.version >= 2 ? (pmu.intel ? 0x38f : 0xc0000301) : select_msr(0);
	u32 event = INSTRUCTIONS | EVTSEL_OS | EVTSEL_INT;
	u32 on = pmu.version >= 2 ? 1 : event | EVTSEL_EN;

	nmis = 0;
	wrmsr(select_msr(0), 0);
	wrmsr(counter_msr(0), -n);
	if (pmu.version >= 2)
		wrmsr(select_msr(0), event | EVTSEL_EN);
	asm volatile("mov $100, %%edi\n\t"
		     "wrmsr\n"
		     "1:	dec %%edi\n\t"
		     "jnz 1b\n\t"
		     "movl $1b, %0"
		     : "=m"(*eip) : "c"(msr), "a"(on), "d"(0) : "edi", "memory");
	*edi = nmi_edi;
	global(0);
	wrmsr(select_msr(0), 0);
}

static void check_interrupt(void)
{
	u32 loop, edi;

	*apic(APIC_SPURIOUS) = 0x1ff;
	for (u32 n = 1; n <= 6; n++) {
		*apic(APIC_LVT_PC) = LVT_NMI;
		wrap_after(n, &loop, &edi);
		expect("one interrupt a wrap", nmis, 1);
		/* After an odd number the JNZ is next, which has two bytes */
		expect("behind the instruction that wraps", nmi_eip - loop, n & 1);
		expect("in the round that wraps", edi, 100 - (n + 1) / 2);
		if (pmu.version >= 2) {
			expect("status says which counter", status(), 1);
			clear_status(1);
			expect("status can be cleared", status(), 0);
		}
		expect("LVT is masked on delivery", *apic(APIC_LVT_PC) & LVT_MASKED,
		       pmu.intel ? LVT_MASKED : 0);
	}
	*apic(APIC_LVT_PC) = LVT_NMI | LVT_MASKED;
	wrap_after(4, &loop, &edi);
	expect("a masked interrupt is lost", nmis, 0);
	clear_status(1);
	*apic(APIC_LVT_PC) = LVT_NMI;
	wrap_after(1 << 20, &loop, &edi);
	expect("no interrupt without a wrap", nmis, 0);
	clear_status(1);
}

/* A counter that wraps in user mode, on the last instruction and earlier */
static void check_user_interrupt(void)
{
	static const u32 wraps[] = { 1, 2, 3, 4, 5, 504, 1003, LOOPS * 2, LOOPS * 2 + 1,
				     LOOPS * 2 + 2 };
	u32 event = INSTRUCTIONS | EVTSEL_USR | EVTSEL_INT;

	for (unsigned int i = 0; i < ARRAY_SIZE(wraps); i++) {
		u32 n = wraps[i];

		nmis = 0;
		*apic(APIC_LVT_PC) = LVT_NMI;
		program(0, event, -(u64)n);
		global(1);
		run_user((u32)user_loop);
		global(0);
		wrmsr(select_msr(0), 0);
		expect("one interrupt in user mode", nmis, 1);
		if (n < 2 + 2 * LOOPS)
			expect("where it is due", nmi_eip, (u32)user_loop + 5 +
			       (n == LOOPS * 2 + 1 ? 3 : !(n & 1)));
		expect("counting goes on", rdpmc(0), 2 + 2 * LOOPS - n);
		clear_status(1);
	}
}

static void check_branch_interrupt(void)
{
	u32 event = (pmu.intel ? 0xc4 : 0xc2) | EVTSEL_USR | EVTSEL_INT;

	nmis = 0;
	*apic(APIC_LVT_PC) = LVT_NMI;
	program(0, event, -500ull);
	global(1);
	run_user((u32)user_loop);
	global(0);
	wrmsr(select_msr(0), 0);
	expect("branches interrupt too", nmis, 1);
	expect("at the branch", nmi_eip, (u32)user_loop + 5);
	expect("and count on", rdpmc(0), LOOPS - 500);
	clear_status(1);
}

static void check_fixed(void)
{
	static const u32 per_insn[] = { 1, 2, 1, 8 };

	for (int i = 0; i < pmu.fixed; i++) {
		wrmsr(0x309 + i, 0);
		wrmsr(0x38d, 2ull << (i * 4));
		global(1ull << (32 + i));
		run_user((u32)user_loop);
		global(0);
		expect("fixed counter", rdpmc(1u << 30 | i), per_insn[i] * (2 + 2 * LOOPS));
	}
	if (!pmu.fixed)
		return;
	nmis = 0;
	*apic(APIC_LVT_PC) = LVT_NMI;
	wrmsr(0x309, (1ull << pmu.fixed_width) - 100);
	wrmsr(0x38d, 2 | 8);
	global(1ull << 32);
	run_user((u32)user_loop);
	global(0);
	expect("a fixed counter interrupts", nmis, 1);
	expect("and has its status bit", status(), 1ull << 32);
	clear_status(1ull << 32);
	wrmsr(0x38d, 0);
}

static void check_freeze(void)
{
	u64 frozen = 1ull << 59;

	if (!pmu.intel || pmu.version < 2)
		return;
	nmis = 0;
	*apic(APIC_LVT_PC) = LVT_NMI;
	wrmsr(0x1d9, 1 << 12);
	program(0, INSTRUCTIONS | EVTSEL_USR | EVTSEL_INT, -100ull);
	program(1, INSTRUCTIONS | EVTSEL_USR, 0);
	global(3);
	run_user((u32)user_loop);
	expect("an interrupt freezes the counter", rdpmc(0), 0);
	expect("and all others at the same instruction", rdpmc(1), 100);
	if (pmu.version >= 4) {
		expect("frozen by the status", status(), frozen | 1);
		expect("not by global control", rdmsr(0x38f), 3);
		clear_status(frozen | 1);
		run_user((u32)user_loop);
		expect("thawed by clearing that", rdpmc(0), 2 + 2 * LOOPS);
	} else {
		expect("frozen by global control", rdmsr(0x38f), 0);
	}
	global(0);
	clear_status(1);
	wrmsr(0x1d9, 0);
	wrmsr(select_msr(0), 0);
	wrmsr(select_msr(1), 0);
}

/* Instructions from before INSN, which faults, to behind it, with the handler */
#define count_faulting(insn) ({						\
	u32 first_, second_;						\
									\
	asm volatile("movl $2f, %2\n\t"					\
		     "xor %%ecx, %%ecx\n\trdpmc\n\tmov %%eax, %%esi\n\t" \
		     "mov %3, %%ecx\n\tmov $-1, %%edx\n\t"		\
		     insn "\n"						\
		     "2:	xor %%ecx, %%ecx\n\trdpmc"		\
		     : "=&a"(second_), "=&S"(first_), "=m"(resume_at)	\
		     : "r"(select_msr(0)) : "ecx", "edx", "memory");	\
	second_ - first_;						\
})

static void check_faulting_write(void)
{
	u32 rdpmc_counts;

	program(0, INSTRUCTIONS | EVTSEL_OS, 0);
	global(1);
	rdpmc_counts = count_faulting("rdpmc");
	expect("a WRMSR that faults counts no more than an RDPMC", count_faulting("wrmsr"),
	       rdpmc_counts);
	global(0);
	wrmsr(select_msr(0), 0);
}

static void check_user_rdpmc(void)
{
	u32 before = faults, cr4;

	resume_at = (u32)user_after_fault;
	run_user((u32)user_rdpmc);
	expect("RDPMC faults in user mode", faults - before, 1);
	asm volatile("mov %%cr4, %0" : "=r"(cr4));
	asm volatile("mov %0, %%cr4" :: "r"(cr4 | 1 << 8));
	before = faults;
	run_user((u32)user_rdpmc);
	expect("but not with CR4.PCE", faults - before, 0);
	asm volatile("mov %0, %%cr4" :: "r"(cr4));
}

#include "x86_old.h"
#include "x86_branch.h"
#include "x86_brs.h"
#include "x86_precise.h"
#include "x86_topdown.h"
#include "x86_ibs.h"

/* Flat segments, so that user code and data are the kernel's own */
static void set_up_processor(void)
{
	static u64 gdt[7], idt[256];
	static u32 tss[26];
	struct { u16 limit; u32 base; } __attribute__((packed)) table;
	static const struct { u8 vector; const char *stub; } stubs[] = {
		{ 2, stub_2 }, { 6, stub_6 }, { 8, stub_8 }, { 13, stub_13 },
		{ 14, stub_14 }, { 128, stub_128 },
	};
	u32 base = (u32)tss;

	gdt[1] = 0x00cf9a000000ffffull;
	gdt[2] = 0x00cf92000000ffffull;
	gdt[3] = 0x00cffa000000ffffull;
	gdt[4] = 0x00cff2000000ffffull;
	gdt[5] = 0x0000890000000067ull | (u64)(base & 0xffffff) << 16 | (u64)(base >> 24) << 56;
	table.limit = sizeof(gdt) - 1;
	table.base = (u32)gdt;
	asm volatile("lgdt %0\n\tljmp $0x08, $1f\n1:\n\t"
		     "mov %1, %%ds\n\tmov %1, %%es\n\tmov %1, %%ss"
		     :: "m"(table), "r"(KERNEL_DATA) : "memory");
	for (unsigned int i = 0; i < ARRAY_SIZE(stubs); i++) {
		u32 to = (u32)stubs[i].stub;

		idt[stubs[i].vector] = (u64)(to >> 16) << 48 | 0xee00ull << 32 |
				       KERNEL_CODE << 16 | (to & 0xffff);
	}
	table.limit = sizeof(idt) - 1;
	table.base = (u32)idt;
	asm volatile("lidt %0" :: "m"(table));
	tss[1] = (u32)interrupt_stack_top;
	tss[2] = KERNEL_DATA;
	asm volatile("ltr %w0" :: "r"(TASK));
}

__attribute__((used)) void main(void)
{
	set_up_processor();
	find_pmu();
	print(pmu.vendor == VENDOR_CYRIX ? "# Cyrix" : pmu.vendor == VENDOR_CENTAUR ? "# Centaur" :
	      pmu.intel ? "# Intel" : "# AMD");
	print(" version ");
	print_number(pmu.version);
	print(", counters: ");
	print_number(pmu.counters);
	print(", fixed: ");
	print_number(pmu.fixed);
	print("\n");
	if (pmu.vendor == VENDOR_CENTAUR && !pmu.version) {
		if (pmu.family == 5)
			check_winchip();
		else
			check_c3();
	} else if (pmu.vendor == VENDOR_CYRIX || (pmu.intel && pmu.family == 5)) {
		check_p5();
	} else if (pmu.intel && pmu.family == 15 && !pmu.version) {
		check_p4();
	} else {
		global(0);
		check_registers();
		check_counts();
		check_kernel();
		check_faulting_write();
		check_user_rdpmc();
		check_interrupt();
		check_user_interrupt();
		check_branch_interrupt();
		check_fixed();
		check_freeze();
		check_branch_records();
		check_brs();
		check_precise();
		check_metrics();
		check_ibs();
	}
	out(0xf4, print_plan() ? 1 : 0);
}
