// SPDX-License-Identifier: GPL-2.0
/*
 * perf_x86_branch_classify(): the class of a branch, read from the instruction at its address.
 *
 * The registers name an address of the time of the branch. The code there may have changed or
 * gone since, so the bytes are treated as untrusted: no branch at the address means an interrupt
 * or exception if the target is in the kernel, and no class at all if it is not.
 *
 * Owns: nothing. Context: NMI.
 *
 * Hardware facts: Intel SDM volume 2, appendix A, "Opcode Map".
 */
#include <linux/array_size.h>
#include <linux/sched.h>
#include <linux/sched/task_stack.h>
#include <linux/uaccess.h>

#include <asm/insn.h>
#include <asm/ptrace.h>

#include "branch/branch.h"
#include "branch/classify.h"

/**
 * struct branch_opcode - opcodes of a class
 * @first: first byte of the opcode, or the second one behind 0FH
 * @last:  last of the range
 * @class: their class
 */
struct branch_opcode {
	u8	first;
	u8	last;
	u8	class;
};

static const struct branch_opcode one_byte[] = {
	{ 0x70, 0x7f, PERF_X86_BRANCH_COND },
	{ 0x9a, 0x9a, PERF_X86_BRANCH_FAR_CALL },
	{ 0xc2, 0xc3, PERF_X86_BRANCH_RETURN },
	{ 0xca, 0xcb, PERF_X86_BRANCH_FAR_RETURN },
	{ 0xcc, 0xce, PERF_X86_BRANCH_INT },
	{ 0xcf, 0xcf, PERF_X86_BRANCH_IRET },
	{ 0xe0, 0xe3, PERF_X86_BRANCH_COND },
	{ 0xe8, 0xe8, PERF_X86_BRANCH_CALL },
	{ 0xe9, 0xe9, PERF_X86_BRANCH_JUMP },
	{ 0xea, 0xea, PERF_X86_BRANCH_FAR_JUMP },
	{ 0xeb, 0xeb, PERF_X86_BRANCH_JUMP },
};

static const struct branch_opcode two_bytes[] = {
	{ 0x05, 0x05, PERF_X86_BRANCH_SYSCALL },
	{ 0x07, 0x07, PERF_X86_BRANCH_SYSRET },
	{ 0x34, 0x34, PERF_X86_BRANCH_SYSCALL },
	{ 0x35, 0x35, PERF_X86_BRANCH_SYSRET },
	{ 0x80, 0x8f, PERF_X86_BRANCH_COND },
};

/* Opcode FFH: by the reg field of the ModRM byte. */
static const u8 group_5[] = {
	PERF_X86_BRANCH_UNKNOWN, PERF_X86_BRANCH_UNKNOWN,
	PERF_X86_BRANCH_IND_CALL, PERF_X86_BRANCH_FAR_CALL,
	PERF_X86_BRANCH_IND_JUMP, PERF_X86_BRANCH_FAR_JUMP,
	PERF_X86_BRANCH_UNKNOWN, PERF_X86_BRANCH_UNKNOWN,
};

/* Most bytes of an instruction. */
#define INSN_BYTES	MAX_INSN_SIZE

/**
 * perf_x86_branch_in_kernel - is it an address of the kernel?
 * @address: canonical
 *
 * Context: any.
 * Return: true if it is not one of user mode.
 */
bool perf_x86_branch_in_kernel(u64 address)
{
	return address >= TASK_SIZE_MAX;
}

static enum perf_x86_branch_class perf_x86_branch_find(const struct branch_opcode *rows,
						       unsigned int number, u8 opcode)
{
	unsigned int i;

	for (i = 0; i < number; i++) {
		if (opcode >= rows[i].first && opcode <= rows[i].last)
			return rows[i].class;
	}
	return PERF_X86_BRANCH_UNKNOWN;
}

/**
 * perf_x86_branch_decode - class of an instruction
 * @code:     its bytes
 * @bytes:    how many bytes there are, maybe fewer than the instruction has
 * @is_64bit: it is 64-bit code
 *
 * Context: any.
 * Return: the class; PERF_X86_BRANCH_UNKNOWN if it is no branch, or incomplete.
 */
enum perf_x86_branch_class perf_x86_branch_decode(const void *code, int bytes, bool is_64bit)
{
	struct insn insn;
	u8 opcode;

	if (insn_decode(&insn, code, bytes, is_64bit ? INSN_MODE_64 : INSN_MODE_32) ||
	    insn_is_avx(&insn))
		return PERF_X86_BRANCH_UNKNOWN;
	opcode = insn.opcode.bytes[0];
	if (insn.opcode.nbytes == 1 && opcode == 0xff)
		return group_5[X86_MODRM_REG(insn.modrm.value)];
	if (insn.opcode.nbytes == 1)
		return perf_x86_branch_find(one_byte, ARRAY_SIZE(one_byte), opcode);
	if (insn.opcode.nbytes == 2 && opcode == 0x0f)
		return perf_x86_branch_find(two_bytes, ARRAY_SIZE(two_bytes),
					    insn.opcode.bytes[1]);
	return PERF_X86_BRANCH_UNKNOWN;
}

/* Return: how many bytes of the instruction at @address could be read. */
static int perf_x86_branch_fetch(u64 address, u8 *code)
{
	int bytes = INSN_BYTES;

	if (!perf_x86_branch_in_kernel(address)) {
		if (!current->mm)
			return 0;
		return bytes - copy_from_user_nmi(code, (void __user *)address, bytes);
	}
	/* The last bytes of a page may be the last that are mapped. */
	while (bytes && copy_from_kernel_nofault(code, (void *)address, bytes))
		bytes = bytes == INSN_BYTES ?
			min_t(int, bytes - 1, PAGE_SIZE - offset_in_page(address)) : 0;
	return bytes;
}

/**
 * perf_x86_branch_is_64bit - is the code at an address 64-bit code?
 * @address: in the kernel, or of the current task
 *
 * Context: any.
 * Return: true if it is.
 */
bool perf_x86_branch_is_64bit(u64 address)
{
	if (!IS_ENABLED(CONFIG_X86_64))
		return false;
	return perf_x86_branch_in_kernel(address) || user_64bit_mode(task_pt_regs(current));
}

/**
 * perf_x86_branch_classify - find the class of a record
 * @record: its addresses are canonical; user addresses are those of the current task
 *
 * A branch from user mode into the kernel that is no system call is an interrupt or exception,
 * which may hit before any instruction.
 *
 * Context: NMI.
 * Return: the class; PERF_X86_BRANCH_UNKNOWN if the instruction cannot be read.
 */
enum perf_x86_branch_class perf_x86_branch_classify(const struct perf_x86_branch_record *record)
{
	const bool to_kernel = perf_x86_branch_in_kernel(record->to);
	enum perf_x86_branch_class class;
	u8 code[INSN_BYTES];
	int bytes;

	if (record->flags & LBR_INFO_ABORT)
		return PERF_X86_BRANCH_ABORT;
	if (record->class != PERF_X86_BRANCH_UNKNOWN)
		return record->class;
	bytes = perf_x86_branch_fetch(record->from, code);
	if (bytes <= 0)
		return PERF_X86_BRANCH_UNKNOWN;
	class = perf_x86_branch_decode(code, bytes, perf_x86_branch_is_64bit(record->from));
	if (!to_kernel)
		return class;
	if (perf_x86_branch_in_kernel(record->from))
		return class == PERF_X86_BRANCH_UNKNOWN ? PERF_X86_BRANCH_IRQ : class;
	return class == PERF_X86_BRANCH_SYSCALL || class == PERF_X86_BRANCH_INT ?
	       class : PERF_X86_BRANCH_IRQ;
}
