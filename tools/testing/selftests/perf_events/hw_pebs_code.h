/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Part of hw_pebs_test.c: loops whose instructions have known addresses. A processor other than
 * x86-64 has none (NO_LOOP).
 */
#ifndef _HW_PEBS_CODE_H
#define _HW_PEBS_CODE_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <linux/types.h>

/* Lines of memory that load_loop() reads and store_loop() writes */
#define LINES		64

#if defined(__x86_64__)
#define LOOP_LENGTH	8
/* The loop of precise_loop(): six instructions of four bytes, one of three, and a branch */
extern const char precise_loop_begin[];

/* RCX has the number of rounds that are left, XMM0 has XMM_VALUE in both halves. */
#define ROUNDS_REG	PERF_REG_X86_CX
#define VECTOR_REG	PERF_REG_X86_XMM0
#define XMM_VALUE	0x0123456789abcdefUL

static __attribute__((noinline)) void precise_loop(unsigned long rounds)
{
	unsigned long sum = 0;

	__asm__ volatile("movq %2, %%xmm0\n\t"
			 "punpcklqdq %%xmm0, %%xmm0\n\t"
			 ".globl precise_loop_begin\n"
			 "precise_loop_begin:\n\t"
			 "add $1, %1\n\t"
			 "add $1, %1\n\t"
			 "add $1, %1\n\t"
			 "add $1, %1\n\t"
			 "add $1, %1\n\t"
			 "add $1, %1\n\t"
			 "dec %0\n\t"
			 "jnz precise_loop_begin"
			 : "+c" (rounds), "+a" (sum) : "r" (XMM_VALUE) : "cc", "xmm0");
}

/* Number of the loop's instruction at @ip; -1: not in the loop. */
static int loop_index(__u64 ip)
{
	__u64 offset = ip - (uintptr_t)precise_loop_begin;

	if (offset < 24)
		return offset % 4 ? -1 : (int)offset / 4;
	return offset == 24 ? 6 : offset == 27 ? 7 : -1;
}

extern const char precise_load[];

/* Reads @lines lines of 64 bytes, again and again: one load in each round. */
static __attribute__((noinline)) void load_loop(const char *from, unsigned long rounds)
{
	unsigned long offset = 0;

	__asm__ volatile(".globl precise_load\n"
			 "precise_load:\n\t"
			 "mov (%2,%1), %%rdx\n\t"
			 "add $64, %1\n\t"
			 "and %3, %1\n\t"
			 "dec %0\n\t"
			 "jnz precise_load"
			 : "+c" (rounds), "+r" (offset)
			 : "r" (from), "r" (LINES * 64UL - 1) : "rdx", "cc", "memory");
}

extern const char precise_store[];

static __attribute__((noinline)) void store_loop(char *to, unsigned long rounds)
{
	unsigned long offset = 0;

	__asm__ volatile(".globl precise_store\n"
			 "precise_store:\n\t"
			 "mov %1, (%2,%1)\n\t"
			 "add $64, %1\n\t"
			 "and %3, %1\n\t"
			 "dec %0\n\t"
			 "jnz precise_store"
			 : "+c" (rounds), "+r" (offset)
			 : "r" (to), "r" (LINES * 64UL - 1) : "cc", "memory");
}

/*
 * The loop of mixed_loop(RDI rounds): instructions of one to ten bytes, of them a call, a return,
 * two jumps, and one that is not taken. The bytes behind a jump are no instruction. mixed_places
 * has the address of each instruction, less that of mixed_loop(), in the order of execution.
 */
#define MIXED_LENGTH	14
extern const unsigned int mixed_places[MIXED_LENGTH];
void mixed_loop(unsigned long rounds);

#define MIXED(_number, _insn)	".Lmixed" #_number ": " _insn "\n"
#define MIXED_PLACE(_number)	"	.long .Lmixed" #_number " - mixed_loop\n"

__asm__("	.text\n"
	"	.globl mixed_loop\n"
	"mixed_loop:\n"
	MIXED(0, "nop")
	MIXED(1, ".byte 0x66, 0x90")
	MIXED(2, "movabs $0x1122334455667788, %rax")
	MIXED(3, "call 2f")
	MIXED(6, "lea 0x12345678(,%rdx,8), %rsi")
	MIXED(7, "jmp 1f")
	"	.byte 0x0f, 0xff, 0xff, 0x06\n"
	"1:\n"
	MIXED(8, "lock addq $0, -64(%rsp)")
	MIXED(9, "xor %eax, %eax")
	MIXED(10, "jnz 2f")
	MIXED(11, "pshufb %xmm0, %xmm0")
	MIXED(12, "dec %rdi")
	MIXED(13, "jnz .Lmixed0")
	"	ret\n"
	"2:\n"
	MIXED(4, "mov $0, %ecx")
	MIXED(5, "ret")
	"	.pushsection .rodata\n"
	"	.balign 4\n"
	"	.globl mixed_places\n"
	"mixed_places:\n"
	MIXED_PLACE(0) MIXED_PLACE(1) MIXED_PLACE(2) MIXED_PLACE(3) MIXED_PLACE(4) MIXED_PLACE(5)
	MIXED_PLACE(6) MIXED_PLACE(7) MIXED_PLACE(8) MIXED_PLACE(9) MIXED_PLACE(10)
	MIXED_PLACE(11) MIXED_PLACE(12) MIXED_PLACE(13)
	"	.popsection\n");

/* Number of the instruction of mixed_loop() at @ip; -1: none of them. */
static int mixed_index(__u64 ip)
{
	int i;

	for (i = 0; i < MIXED_LENGTH; i++) {
		if (ip == (uintptr_t)mixed_loop + mixed_places[i])
			return i;
	}
	return -1;
}

/*
 * The loop of narrow_loop(): 32-bit code, whose first six bytes are an instruction each. In 64-bit
 * code they are prefixes. narrow_code has the loop, and a jump back to 64-bit code.
 */
#define NARROW_LENGTH	7
extern const char narrow_code[], narrow_back[], narrow_end[], narrow_last[];

__asm__("	.pushsection .rodata\n"
	"	.globl narrow_code, narrow_back, narrow_end, narrow_last\n"
	"narrow_code:\n"
	"1:\n"
	"	.code32\n"
	"	.byte 0x40\n"			/* inc %eax */
	"	.byte 0x4a\n"			/* dec %edx */
	"	.byte 0x40\n"
	"	.byte 0x42\n"			/* inc %edx */
	"	.byte 0x48\n"			/* dec %eax */
	"	.byte 0x49\n"			/* dec %ecx */
	"	jnz 1b\n"
	"narrow_back:\n"
	"	ljmp $0x33, $0\n"		/* narrow_page() fills in the address */
	"narrow_end:\n"
	"	.code64\n"
	"	mov %r8, %rsp\n"
	"	ret\n"
	"narrow_last:\n"
	"	.popsection\n");

/* Returns a page below 4 GiB with the code, or NULL. */
static const unsigned char *narrow_page(void)
{
	const size_t back = narrow_back - narrow_code, end = narrow_end - narrow_code;
	unsigned char *page = mmap(NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC,
				   MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE | MAP_32BIT, -1, 0);
	__u32 target = (uintptr_t)page + end;

	if (page == MAP_FAILED)
		return NULL;
	memcpy(page, narrow_code, narrow_last - narrow_code);
	memcpy(page + back + 1, &target, sizeof(target));
	return page;
}

/* The operand of a far jump to 32-bit code */
struct narrow_entry {
	__u32	offset;
	__u16	segment;
} __attribute__((packed));

/*
 * Runs the code at @page. (QEMU's far return reads the stack as the kernel would, and faults with
 * SMAP.) The upper half of RSP may be lost there, so R8 has it.
 */
static __attribute__((noinline)) void narrow_loop(const unsigned char *page, unsigned int rounds)
{
	struct narrow_entry entry = { (uintptr_t)page, 0x23 };

	/* Below the red zone: a return address for the RET at narrow_end */
	__asm__ volatile("sub $128, %%rsp\n\t"
			 "lea 1f(%%rip), %%rax\n\t"
			 "push %%rax\n\t"
			 "mov %%rsp, %%r8\n\t"
			 "ljmp *(%1)\n"
			 "1:\n\t"
			 "add $128, %%rsp"
			 : "+c" (rounds) : "r" (&entry) : "rax", "rdx", "r8", "cc", "memory");
}

#define NO_LOOP		false
#else
#define MIXED_LENGTH	1
#define NARROW_LENGTH	1
#define LOOP_LENGTH	1
#define ROUNDS_REG	0
#define VECTOR_REG	0
#define XMM_VALUE	0UL
#define NO_LOOP		true
static const char precise_load[1], precise_store[1];

static void precise_loop(unsigned long rounds)
{
	(void)rounds;
}

static void load_loop(const char *from, unsigned long rounds)
{
	(void)from;
	(void)rounds;
}

static void store_loop(char *to, unsigned long rounds)
{
	(void)to;
	(void)rounds;
}

static int loop_index(__u64 ip)
{
	(void)ip;
	return -1;
}

static void mixed_loop(unsigned long rounds)
{
	(void)rounds;
}

static int mixed_index(__u64 ip)
{
	(void)ip;
	return -1;
}

static const unsigned char *narrow_page(void)
{
	return NULL;
}

static void narrow_loop(const unsigned char *page, unsigned int rounds)
{
	(void)page;
	(void)rounds;
}
#endif

#endif /* _HW_PEBS_CODE_H */
