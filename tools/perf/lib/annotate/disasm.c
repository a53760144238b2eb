// SPDX-License-Identifier: GPL-2.0
/*
 * Disassembly. perf_disasm_next() lays out text as objdump does: MNEMONIC_WIDTH, no blanks behind
 * the commas between operands.
 */
#include <elf.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <annotate/capstone.h>
#include <annotate/disasm.h>
#include <base/vec.h>

#define MNEMONIC_WIDTH	6

#ifdef HAVE_CAPSTONE

struct perf_disasm {
	struct perf_capstone capstone;
	csh handle;
	cs_insn *insn;
	unsigned int machine;
	bool att;
	size_t least;	/* bytes that an invalid instruction counts */
};

struct machine {
	unsigned int machine;
	cs_arch arch;
	cs_mode mode;
	size_t least;
};

static const struct machine machines[] = {
	{ EM_X86_64,	CS_ARCH_X86,	CS_MODE_64,				1 },
	{ EM_386,	CS_ARCH_X86,	CS_MODE_32,				1 },
	{ EM_PPC64,	CS_ARCH_PPC,	CS_MODE_64 | CS_MODE_LITTLE_ENDIAN,	4 },
	{ EM_PPC,	CS_ARCH_PPC,	CS_MODE_32 | CS_MODE_BIG_ENDIAN,	4 },
	{ EM_AARCH64,	CS_ARCH_ARM64,	CS_MODE_LITTLE_ENDIAN,			4 },
	{ EM_ARM,	CS_ARCH_ARM,	CS_MODE_ARM,				4 },
	{ EM_S390,	CS_ARCH_SYSZ,	CS_MODE_BIG_ENDIAN,			2 },
};

/**
 * perf_disasm_create() - create a disassembler
 * @machine: ELF machine (EM_X86_64, ...)
 * @intel: x86: Intel's syntax instead of AT&T's
 * @disasm: result; free with perf_disasm_free()
 * @error: filled on failure
 *
 * Return: 0, -EOPNOTSUPP for an unsupported machine or if libcapstone is missing, or -ENOMEM.
 */
int perf_disasm_create(unsigned int machine, bool intel, struct perf_disasm **disasm,
		       struct perf_error *error)
{
	const struct machine *found = NULL;
	struct perf_disasm *made;
	size_t i;
	int err;

	*disasm = NULL;
	for (i = 0; i < PERF_ARRAY_SIZE(machines); i++)
		if (machines[i].machine == machine)
			found = &machines[i];
	if (!found)
		return perf_error_set(error, EOPNOTSUPP,
				      "code of ELF machine %u cannot be disassembled", machine);
	made = calloc(1, sizeof(*made));
	if (!made)
		return perf_error_memory(error);
	made->machine = machine;
	made->least = found->least;
	made->att = found->arch == CS_ARCH_X86 && !intel;
	err = perf_capstone_load(&made->capstone, error);
	if (err) {
		free(made);
		return err;
	}
	if (made->capstone.open(found->arch, found->mode, &made->handle) != CS_ERR_OK) {
		perf_disasm_free(made);
		return perf_error_set(error, EOPNOTSUPP,
				      "libcapstone here does not know ELF machine %u", machine);
	}
	made->capstone.option(made->handle, CS_OPT_DETAIL, CS_OPT_ON);
	if (made->att)
		made->capstone.option(made->handle, CS_OPT_SYNTAX, CS_OPT_SYNTAX_ATT);
	made->insn = made->capstone.malloc(made->handle);
	if (!made->insn) {
		perf_disasm_free(made);
		return perf_error_memory(error);
	}
	*disasm = made;
	return 0;
}

/** perf_disasm_free() - free; @disasm may be NULL */
void perf_disasm_free(struct perf_disasm *disasm)
{
	if (!disasm)
		return;
	if (disasm->insn)
		disasm->capstone.free(disasm->insn, 1);
	if (disasm->handle)
		disasm->capstone.close(&disasm->handle);
	perf_capstone_unload(&disasm->capstone);
	free(disasm);
}

static void look_at_x86(const cs_insn *insn, struct perf_instruction *instruction)
{
	const cs_x86 *x86 = &insn->detail->x86;
	unsigned int i;

	for (i = 0; i < x86->op_count; i++) {
		const cs_x86_op *op = &x86->operands[i];

		if (op->type == X86_OP_IMM && (instruction->jump || instruction->call)) {
			instruction->target = (uint64_t)op->imm;
			instruction->has_target = true;
		}
		if (op->type == X86_OP_MEM && op->mem.base == X86_REG_RIP)
			instruction->refers = insn->address + insn->size + (uint64_t)op->mem.disp;
	}
}

/* The last operand of a branch is its target, if its type is PPC_OP_IMM. */
static void look_at_ppc(const cs_insn *insn, struct perf_instruction *instruction)
{
	const cs_ppc *ppc = &insn->detail->ppc;

	if (!ppc->op_count || ppc->operands[ppc->op_count - 1].type != PPC_OP_IMM)
		return;
	instruction->target = (uint64_t)ppc->operands[ppc->op_count - 1].imm;
	instruction->has_target = true;
}

static void look_at_arm64(const cs_insn *insn, struct perf_instruction *instruction)
{
	const cs_arm64 *arm = &insn->detail->arm64;

	if (!arm->op_count || arm->operands[arm->op_count - 1].type != ARM64_OP_IMM)
		return;
	instruction->target = (uint64_t)arm->operands[arm->op_count - 1].imm;
	instruction->has_target = true;
}

static void look_at(const struct perf_disasm *disasm, struct perf_instruction *instruction)
{
	const cs_insn *insn = disasm->insn;

	instruction->call = disasm->capstone.insn_group(disasm->handle, insn, CS_GRP_CALL);
	instruction->jump = disasm->capstone.insn_group(disasm->handle, insn, CS_GRP_JUMP) &&
			    !instruction->call;
	if (disasm->machine == EM_X86_64 || disasm->machine == EM_386)
		look_at_x86(insn, instruction);
	else if (disasm->machine == EM_PPC64 && instruction->jump)
		look_at_ppc(insn, instruction);
	else if (disasm->machine == EM_AARCH64 && (instruction->jump || instruction->call))
		look_at_arm64(insn, instruction);
}

static bool has_register(const cs_x86 *x86)
{
	unsigned int i;

	for (i = 0; i < x86->op_count; i++)
		if (x86->operands[i].type == X86_OP_REG)
			return true;
	return !x86->op_count;
}

/*
 * In AT&T's syntax a letter behind the mnemonic is the size of operands. add_mnemonic() omits it
 * where a register implies the size, and for calls and instructions without operands.
 */
static void add_mnemonic(struct perf_str *text, const struct perf_disasm *disasm,
			 const struct perf_instruction *instruction)
{
	const cs_insn *insn = disasm->insn;
	const char *mnemonic = insn->mnemonic, *name, *rest;
	char shorter[sizeof(insn->mnemonic)];

	name = disasm->att ? disasm->capstone.insn_name(disasm->handle, insn->id) : NULL;
	rest = name ? perf_starts_with(mnemonic, name) : NULL;
	if (rest && *rest && strchr("bwlq", *rest) && !rest[1] &&
	    (instruction->call || has_register(&insn->detail->x86))) {
		memcpy(shorter, name, strlen(name) + 1);
		mnemonic = shorter;
	}
	if (!insn->op_str[0]) {
		perf_str_add(text, mnemonic);
		return;
	}
	perf_str_left(text, mnemonic, MNEMONIC_WIDTH);
	perf_str_char(text, ' ');
}

static bool is_word(char c)
{
	return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* A number of one digit outside of an address: capstone writes it without 0x, objdump with it. */
static bool is_digit(const char *start, const char *at)
{
	return *at >= '0' && *at <= '9' && !is_word(at[1]) &&
	       (at == start || at[-1] == '$' || at[-1] == '-' || at[-1] == ' ' || at[-1] == ':');
}

/*
 * Append the negative immediate at @at as the bits that the instruction uses; return the text
 * behind.
 */
static const char *add_negative(struct perf_str *text, const cs_x86 *x86, const char *at)
{
	uint64_t value = 0;
	unsigned int i;

	for (i = 0; i < x86->op_count; i++) {
		if (x86->operands[i].type != X86_OP_IMM)
			continue;
		value = (uint64_t)x86->operands[i].imm;
		if (x86->operands[i].size < sizeof(value))
			value &= (1ull << x86->operands[i].size * 8) - 1;
	}
	perf_str_format(text, "$0x%" PRIx64, value);
	at += strlen("$-");
	while (is_word(*at))
		at++;
	return at;
}

/* Append the operands without blanks; @drop_last: without the last operand, a target address. */
static void add_operands(struct perf_str *text, const struct perf_disasm *disasm, bool drop_last)
{
	const char *operands = disasm->insn->op_str;
	const char *end = operands + strlen(operands), *comma, *at;
	unsigned int depth = 0;
	bool att = disasm->att;

	if (drop_last) {
		comma = strrchr(operands, ',');
		end = comma ? comma + 1 : operands;
	}
	for (at = operands; at < end; at++) {
		if (att && perf_starts_with(at, "$-"))
			at = add_negative(text, &disasm->insn->detail->x86, at);
		if (at >= end)
			break;
		depth += *at == '(';
		depth -= *at == ')';
		if (att && !depth && is_digit(operands, at))
			perf_str_add(text, "0x");
		perf_str_char(text, *at);
		if (*at == ',' && at[1] == ' ')
			at++;
	}
}

/**
 * perf_disasm_next() - disassemble one instruction
 * @disasm: disassembler
 * @bytes: code
 * @size: bytes in @bytes, not 0
 * @addr: address of the first byte
 * @text: the instruction is appended, without the target address of a jump or call
 * @instruction: result
 *
 * @text receives "(bad)" for an invalid instruction.
 */
void perf_disasm_next(struct perf_disasm *disasm, const uint8_t *bytes, size_t size,
		      uint64_t addr, struct perf_str *text,
		      struct perf_instruction *instruction)
{
	const uint8_t *at = bytes;
	size_t left = size;

	memset(instruction, 0, sizeof(*instruction));
	if (!disasm->capstone.disasm_iter(disasm->handle, &at, &left, &addr, disasm->insn)) {
		instruction->size = size < disasm->least ? size : disasm->least;
		perf_str_add(text, "(bad)");
		return;
	}
	instruction->size = disasm->insn->size;
	look_at(disasm, instruction);
	add_mnemonic(text, disasm, instruction);
	add_operands(text, disasm, instruction->has_target);
}

#else /* !HAVE_CAPSTONE */

int perf_disasm_create(unsigned int machine, bool intel, struct perf_disasm **disasm,
		       struct perf_error *error)
{
	(void)machine;
	(void)intel;
	*disasm = NULL;
	perf_error_set(error, EOPNOTSUPP, "this perf was built without libcapstone, which "
		       "disassembles");
	perf_error_hint(error, "Install libcapstone-dev and build it again");
	return -EOPNOTSUPP;
}

void perf_disasm_free(struct perf_disasm *disasm)
{
	(void)disasm;
}

void perf_disasm_next(struct perf_disasm *disasm, const uint8_t *bytes, size_t size,
		      uint64_t addr, struct perf_str *text,
		      struct perf_instruction *instruction)
{
	(void)disasm;
	(void)bytes;
	(void)addr;
	perf_str_add(text, "(bad)");
	memset(instruction, 0, sizeof(*instruction));
	instruction->size = size;
}

#endif
