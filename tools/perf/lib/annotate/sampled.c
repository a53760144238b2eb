// SPDX-License-Identifier: GPL-2.0
/*
 * Instructions at sampled addresses, read once for each frame.
 *
 * insn_size() needs a disassembler for x86. Elsewhere all instructions have the same length, or the
 * first byte determines it.
 */
#include <elf.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <annotate/code.h>
#include <annotate/disasm.h>
#include <annotate/sampled.h>
#include <base/str.h>
#include <base/vec.h>

#ifndef EM_LOONGARCH
#define EM_LOONGARCH	258
#endif

/* The instruction of a frame; @known: read_insn() has tried to read it. */
struct slot {
	struct perf_sampled_insn insn;
	bool known;
};

struct perf_sampled {
	struct perf_machine *machine;
	struct perf_code *code;
	struct perf_disasm *disasm[2];	/* 32 bits, 64 bits */
	struct perf_str text;		/* of an instruction; unused */
	PERF_VEC(struct slot) slots;	/* by frame */
	struct perf_error error;
	int err;
};

/**
 * perf_sampled_create() - prepare for reading instructions
 * @machine: machine with the frames; must outlive the result
 *
 * Return: NULL without memory.
 */
struct perf_sampled *perf_sampled_create(struct perf_machine *machine)
{
	struct perf_sampled *sampled = calloc(1, sizeof(*sampled));

	if (!sampled)
		return NULL;
	sampled->machine = machine;
	sampled->code = perf_code_create(&machine->dsos);
	if (!sampled->code) {
		free(sampled);
		return NULL;
	}
	return sampled;
}

/** perf_sampled_free() - free; @sampled may be NULL */
void perf_sampled_free(struct perf_sampled *sampled)
{
	if (!sampled)
		return;
	perf_code_free(sampled->code);
	perf_disasm_free(sampled->disasm[0]);
	perf_disasm_free(sampled->disasm[1]);
	perf_str_free(&sampled->text);
	perf_vec_free(&sampled->slots);
	free(sampled);
}

static size_t x86_size(struct perf_sampled *sampled, unsigned int machine, const uint8_t *bytes,
		       size_t size)
{
	struct perf_disasm **disasm = &sampled->disasm[machine == EM_X86_64];
	struct perf_instruction found;

	if (!*disasm && !sampled->err)
		sampled->err = perf_disasm_create(machine, false, disasm, &sampled->error);
	if (!*disasm)
		return 0;
	perf_str_cut(&sampled->text, 0);
	perf_disasm_next(*disasm, bytes, size, 0, &sampled->text, &found);
	return found.size;
}

/* Length of the first instruction of @bytes, 0 if unknown. */
static size_t insn_size(struct perf_sampled *sampled, unsigned int machine, const uint8_t *bytes,
			size_t size)
{
	switch (machine) {
	case EM_X86_64:
	case EM_386:
		return x86_size(sampled, machine, bytes, size);
	case EM_AARCH64:
	case EM_ARM:
	case EM_LOONGARCH:
	case EM_MIPS:
	case EM_PPC:
	case EM_PPC64:
	case EM_SPARCV9:
		return 4;
	case EM_RISCV:
		return (bytes[0] & 3) == 3 ? 4 : 2;
	case EM_S390:
		return bytes[0] < 0x40 ? 2 : bytes[0] < 0xc0 ? 4 : 6;
	default:
		return 0;
	}
}

static void read_insn(struct perf_sampled *sampled, uint32_t index,
		      struct perf_sampled_insn *insn)
{
	const struct perf_frame *frame = &sampled->machine->frames.at[index];
	struct perf_dso *dso = frame->dso;
	struct perf_error missing;
	size_t size;
	int got;

	if (!dso)
		return;
	got = perf_code_read(sampled->code, dso, frame->addr, sizeof(insn->bytes), insn->bytes,
			     &missing);
	if (got <= 0)
		return;
	size = insn_size(sampled, perf_code_machine(sampled->code, dso), insn->bytes,
			 (size_t)got);
	insn->size = size <= (size_t)got ? (uint8_t)size : 0;
}

/**
 * perf_sampled_at() - return the instruction at a frame's address
 * @sampled: prepared
 * @frame: index of the frame, whose address is the instruction's first byte
 *
 * perf_code_read() is called once for each frame.
 *
 * Return: the instruction, valid until the next call.
 */
const struct perf_sampled_insn *perf_sampled_at(struct perf_sampled *sampled, uint32_t frame)
{
	static const struct perf_sampled_insn none;
	struct slot *slot;

	while (sampled->slots.count <= frame) {
		if (perf_vec_push(&sampled->slots))
			continue;
		sampled->err = perf_error_memory(&sampled->error);
		return &none;
	}
	slot = &sampled->slots.at[frame];
	if (!slot->known)
		read_insn(sampled, frame, &slot->insn);
	slot->known = true;
	return &slot->insn;
}

/**
 * perf_sampled_check() - did perf_sampled_at() lack libcapstone or memory?
 * @sampled: prepared
 * @error: filled on failure
 *
 * Return: 0, -EOPNOTSUPP for x86 without libcapstone, or -ENOMEM.
 */
int perf_sampled_check(const struct perf_sampled *sampled, struct perf_error *error)
{
	if (sampled->err)
		*error = sampled->error;
	return sampled->err;
}
