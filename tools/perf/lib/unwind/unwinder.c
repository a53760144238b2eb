// SPDX-License-Identifier: GPL-2.0
/*
 * perf_unwinder_run(): unwinding of user stacks.
 *
 * The same few addresses recur: get_row() parses the call frame information of each once. Nearly
 * all rows are "CFA is a register and an offset, these registers are at these offsets from it";
 * other rows keep their expressions (RULE_EXPRESSION).
 */
#include <stdlib.h>
#include <string.h>
#include <base/map.h>
#include <base/vec.h>
#include <model/cfi_check.h>
#include <unwind/expression.h>
#include <unwind/unwinder.h>

#ifdef HAVE_DW
#include <dwarf.h>
#include <elf.h>

#define REGS_MAX	72
#define NO_REGISTER	(-1)

/* Register numbers of DWARF and of the kernel (asm/perf_regs.h). */
struct registers {
	unsigned int machine;		/* e_machine */
	unsigned int nr;		/* DWARF numbers below nr are tracked */
	unsigned int sp;		/* DWARF number */
	unsigned int fp;
	int pc;				/* DWARF number of the program counter in expressions */
	unsigned int kernel_ip;		/* kernel's number of the program counter */
	const int8_t *kernel;		/* kernel's number of each DWARF register */
	uint64_t kept;			/* bit mask of callee-saved registers */
};

/*
 * System V ABI, AMD64 supplement, table 3.36: rax rdx rcx rbx rsi rdi rbp rsp r8-r15. Column 16,
 * the return address, means rip in the expressions that linkers write for a PLT.
 */
static const int8_t x86_64_numbers[] = {
	0, 3, 2, 1, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23, NO_REGISTER,
};

/* DWARF for the Arm 64-bit architecture, table 1: x0-x30, sp are 0-31 in both numberings */
static const int8_t aarch64_numbers[] = {
	0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24,
	25, 26, 27, 28, 29, 30, 31,
};

/* 64-bit ELF V2 ABI for Power: r0-r31 are 0-31, the link register is 65 (kernel: 36) */
static const int8_t ppc64_numbers[] = {
	0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24,
	25, 26, 27, 28, 29, 30, 31, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1,
	-1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 36,
};

/* AMD64 supplement, figure 3.4: rbx, rbp, r12-r15; Arm's procedure call standard: x19-x29 */
#define X86_64_KEPT	(1ULL << 3 | 1ULL << 6 | 0xfULL << 12)
#define AARCH64_KEPT	(0x7ffULL << 19)

static const struct registers known_registers[] = {
	{ EM_X86_64, PERF_ARRAY_SIZE(x86_64_numbers), 7, 6, 16, 8, x86_64_numbers, X86_64_KEPT },
	{ EM_AARCH64, PERF_ARRAY_SIZE(aarch64_numbers), 31, 29, NO_REGISTER, 32, aarch64_numbers,
	  AARCH64_KEPT },
	{ EM_PPC64, PERF_ARRAY_SIZE(ppc64_numbers), 1, 1, NO_REGISTER, 32, ppc64_numbers, 0 },
};

enum rule_kind {
	RULE_SAME,		/* the caller's value equals the callee's */
	RULE_UNDEFINED,
	RULE_AT_CFA,		/* saved at CFA + offset */
	RULE_EXPRESSION,
};

struct rule {
	uint8_t kind;
	int32_t offset;
	const Dwarf_Op *ops;
	size_t nr_ops;
};

struct row {
	bool valid;
	bool signal;		/* signal frame: its address is no return address */
	bool cfa_simple;
	uint8_t cfa_reg;
	int32_t cfa_offset;
	const Dwarf_Op *cfa_ops;
	size_t nr_cfa_ops;
	unsigned int ra;	/* column of the return address */
	struct rule rules[REGS_MAX];
};

struct object {
	bool tried;
	const struct registers *registers;
	Dwarf_CFI *eh_frame;
	Dwarf *dwarf;
	Dwarf_CFI *debug_frame;
	struct perf_map rows;	/* vaddr to index + 1 */
};

struct perf_unwinder {
	PERF_VEC(struct object *) objects;
	PERF_VEC(struct row *) rows;
	PERF_VEC(Dwarf_Frame *) frames;
	PERF_VEC(Dwarf_Op *) copies;
	struct perf_machine *machine;
	uint64_t truncated;
};

/* State of one stack walk. */
struct cursor {
	struct perf_unwinder *unwinder;
	const struct perf_thread *thread;
	const struct perf_sample *sample;
	const struct registers *registers;
	uint64_t stack_start;
	uint64_t ip;
	uint64_t values[REGS_MAX];
	bool known[REGS_MAX];
	bool signal;
	bool truncated;
	bool mapped;
	const struct row *row;
};

static const struct registers *registers_of(unsigned int machine)
{
	size_t i;

	for (i = 0; i < PERF_ARRAY_SIZE(known_registers); i++)
		if (known_registers[i].machine == machine)
			return &known_registers[i];
	return NULL;
}

static void open_object(struct object *object, struct perf_dso *dso)
{
	Elf *elf;

	object->tried = true;
	if (!dso->elf)
		return;
	elf = perf_elf_raw(dso->elf);
	object->registers = registers_of(perf_elf_machine(dso->elf));
	if (perf_cfi_is_bounded(elf, ".eh_frame"))
		object->eh_frame = dwarf_getcfi_elf(elf);
	if (!dso->debug || !perf_elf_has_section(dso->debug, ".debug_frame") ||
	    !perf_cfi_is_bounded(perf_elf_raw(dso->debug), ".debug_frame"))
		return;
	object->dwarf = dwarf_begin_elf(perf_elf_raw(dso->debug), DWARF_C_READ, NULL);
	if (object->dwarf)
		object->debug_frame = dwarf_getcfi(object->dwarf);
}

static struct object *get_object(struct perf_unwinder *unwinder, struct perf_dso *dso)
{
	struct object **slot;

	while (unwinder->objects.count <= dso->index)
		if (!perf_vec_push(&unwinder->objects))
			return NULL;
	slot = &unwinder->objects.at[dso->index];
	if (!*slot)
		*slot = calloc(1, sizeof(**slot));
	if (*slot && !(*slot)->tried) {
		perf_dso_load(&unwinder->machine->dsos, dso);
		open_object(*slot, dso);
	}
	return *slot;
}

static void read_cfa(struct row *row, Dwarf_Frame *frame)
{
	Dwarf_Op *ops;
	size_t nr;

	if (dwarf_frame_cfa(frame, &ops, &nr) || !nr)
		return;
	row->valid = true;
	row->cfa_ops = ops;
	row->nr_cfa_ops = nr;
	if (nr != 1)
		return;
	if (ops->atom >= DW_OP_breg0 && ops->atom <= DW_OP_breg31) {
		row->cfa_simple = true;
		row->cfa_reg = ops->atom - DW_OP_breg0;
		row->cfa_offset = ops->number;
	} else if (ops->atom == DW_OP_bregx && ops->number < REGS_MAX) {
		row->cfa_simple = true;
		row->cfa_reg = ops->number;
		row->cfa_offset = ops->number2;
	}
}

/* For simple rules libdw writes the ops into @memory: copy those. */
static void read_rule(struct perf_unwinder *unwinder, struct rule *rule, Dwarf_Frame *frame,
		      unsigned int reg)
{
	Dwarf_Op memory[3], *ops = NULL;
	size_t nr = 0;

	rule->kind = RULE_UNDEFINED;
	if (dwarf_frame_register(frame, reg, memory, &ops, &nr))
		return;
	if (!nr) {
		rule->kind = ops ? RULE_UNDEFINED : RULE_SAME;
		return;
	}
	if (ops[0].atom == DW_OP_call_frame_cfa && nr == 1) {
		rule->kind = RULE_AT_CFA;
	} else if (ops[0].atom == DW_OP_call_frame_cfa && nr == 2 &&
		   ops[1].atom == DW_OP_plus_uconst) {
		rule->kind = RULE_AT_CFA;
		rule->offset = ops[1].number;
	} else if (ops != memory) {
		rule->kind = RULE_EXPRESSION;
		rule->ops = ops;
		rule->nr_ops = nr;
	} else {
		Dwarf_Op **slot = perf_vec_push(&unwinder->copies), *copy;

		copy = slot ? malloc(nr * sizeof(*copy)) : NULL;
		if (!copy)
			return;
		*slot = copy;
		memcpy(copy, ops, nr * sizeof(*copy));
		rule->kind = RULE_EXPRESSION;
		rule->ops = copy;
		rule->nr_ops = nr;
	}
}

static bool read_row(struct perf_unwinder *unwinder, struct object *object, uint64_t vaddr,
		     struct row *row)
{
	Dwarf_Frame *frame = NULL, **slot;
	unsigned int reg;
	bool signal;
	int ra;

	if ((!object->eh_frame || dwarf_cfi_addrframe(object->eh_frame, vaddr, &frame)) &&
	    (!object->debug_frame || dwarf_cfi_addrframe(object->debug_frame, vaddr, &frame)))
		return false;
	slot = perf_vec_push(&unwinder->frames);
	if (!slot) {
		free(frame);
		return false;
	}
	*slot = frame;
	ra = dwarf_frame_info(frame, NULL, NULL, &signal);
	if (ra < 0 || ra >= REGS_MAX)
		return false;
	row->ra = ra;
	row->signal = signal;
	read_cfa(row, frame);
	for (reg = 0; reg < object->registers->nr; reg++) {
		read_rule(unwinder, &row->rules[reg], frame, reg);
		/* libdw's AMD64 table says that rbx without a rule is lost. */
		if (row->rules[reg].kind == RULE_UNDEFINED &&
		    object->registers->kept & 1ULL << reg)
			row->rules[reg].kind = RULE_SAME;
	}
	if (row->ra >= object->registers->nr)
		read_rule(unwinder, &row->rules[row->ra], frame, row->ra);
	return row->valid;
}

static const struct row *get_row(struct perf_unwinder *unwinder, struct object *object,
				 uint64_t vaddr)
{
	struct row **slot;
	uint64_t *index;
	bool added;

	index = perf_map_put(&object->rows, vaddr, &added);
	if (!index)
		return NULL;
	if (*index)
		return unwinder->rows.at[*index - 1];
	slot = perf_vec_push(&unwinder->rows);
	if (!slot)
		return NULL;
	*slot = calloc(1, sizeof(**slot));
	if (!*slot) {
		unwinder->rows.count--;
		return NULL;
	}
	*index = unwinder->rows.count;
	read_row(unwinder, object, vaddr, *slot);
	return *slot;
}

/* ---- values --------------------------------------------------------------------------- */

static bool read_register(void *context, unsigned int number, uint64_t *value)
{
	const struct cursor *cursor = context;

	if ((int)number == cursor->registers->pc) {
		*value = cursor->ip;
		return true;
	}
	if (number >= REGS_MAX || !cursor->known[number])
		return false;
	*value = cursor->values[number];
	return true;
}

/* Read from sample->stack, or from constant data of an object. */
static bool read_word(void *context, uint64_t addr, uint64_t *value)
{
	struct cursor *cursor = context;
	const struct perf_mapping *mapping;
	const uint8_t *bytes;
	uint64_t offset = addr - cursor->stack_start;
	size_t got;

	if (addr >= cursor->stack_start && cursor->sample->stack_size >= sizeof(*value) &&
	    offset <= cursor->sample->stack_size - sizeof(*value)) {
		memcpy(value, (const char *)cursor->sample->stack + offset, sizeof(*value));
		return true;
	}
	mapping = perf_machine_mapping(cursor->unwinder->machine, cursor->thread->process,
				       PERF_RECORD_MISC_USER, addr);
	if (mapping && mapping->dso->elf) {
		bytes = perf_elf_read(mapping->dso->elf, addr - mapping->start + mapping->offset,
				      sizeof(*value), &got);
		if (bytes && got == sizeof(*value)) {
			memcpy(value, bytes, sizeof(*value));
			return true;
		}
	}
	/* The stack continues behind the end of sample->stack. */
	cursor->truncated = addr >= cursor->stack_start;
	return false;
}

static bool find_cfa(struct cursor *cursor, const struct row *row, uint64_t *cfa)
{
	struct perf_expression_input input = {
		.reg = read_register, .word = read_word, .context = cursor,
	};
	bool is_value;

	if (!row->cfa_simple)
		return perf_expression_run(row->cfa_ops, row->nr_cfa_ops, &input, cfa, &is_value);
	if (!read_register(cursor, row->cfa_reg, cfa))
		return false;
	*cfa += row->cfa_offset;
	return true;
}

static bool run_rule(struct cursor *cursor, const struct rule *rule, uint64_t cfa,
		     uint64_t *value)
{
	struct perf_expression_input input = {
		.reg = read_register, .word = read_word, .cfa = cfa, .context = cursor,
	};
	bool is_value;

	if (rule->kind == RULE_AT_CFA)
		return read_word(cursor, cfa + rule->offset, value);
	if (!perf_expression_run(rule->ops, rule->nr_ops, &input, value, &is_value))
		return false;
	return is_value || read_word(cursor, *value, value);
}

/* ---- steps ---------------------------------------------------------------------------- */

/* Replace the callee's registers in @cursor by the caller's. */
static bool apply_row(struct cursor *cursor, const struct row *row)
{
	uint64_t values[REGS_MAX], cfa, ra;
	bool known[REGS_MAX];
	unsigned int reg;

	if (!find_cfa(cursor, row, &cfa))
		return false;
	if (row->rules[row->ra].kind == RULE_UNDEFINED)
		return false;	/* the outermost frame */
	if (row->rules[row->ra].kind == RULE_SAME) {
		if (!read_register(cursor, row->ra, &ra))
			return false;
	} else if (!run_rule(cursor, &row->rules[row->ra], cfa, &ra)) {
		return false;
	}
	memcpy(values, cursor->values, sizeof(values));
	memcpy(known, cursor->known, sizeof(known));
	for (reg = 0; reg < cursor->registers->nr; reg++) {
		const struct rule *rule = &row->rules[reg];

		if (rule->kind == RULE_UNDEFINED)
			known[reg] = false;
		else if (rule->kind != RULE_SAME)
			known[reg] = run_rule(cursor, rule, cfa, &values[reg]);
	}
	values[cursor->registers->sp] = cfa;
	known[cursor->registers->sp] = true;
	memcpy(cursor->values, values, sizeof(values));
	memcpy(cursor->known, known, sizeof(known));
	cursor->ip = ra;
	return true;
}

/* Without a row there may still be a chain of frame pointers. */
static bool follow_frame_pointer(struct cursor *cursor)
{
	unsigned int fp = cursor->registers->fp, sp = cursor->registers->sp;
	uint64_t frame, caller, ra;

	if (fp == sp || !cursor->known[fp] || !cursor->known[sp] ||
	    cursor->values[fp] < cursor->values[sp])
		return false;
	frame = cursor->values[fp];
	if (!read_word(cursor, frame, &caller) || !read_word(cursor, frame + 8, &ra))
		return false;
	cursor->values[fp] = caller;
	cursor->values[sp] = frame + 16;
	cursor->ip = ra;
	return true;
}

/*
 * Set cursor->row to the rules of the frame at cursor->ip; return the address to show for the
 * frame. In a caller that is within the call, at ip - 1. For interrupted code (@exact) it is ip;
 * also for the signal trampoline (row->signal), which only the handler's return enters: its call
 * frame information starts one byte before its code.
 */
static uint64_t unwinder_look(struct cursor *cursor, bool exact)
{
	uint64_t at = exact ? cursor->ip : cursor->ip - 1;
	const struct perf_mapping *mapping;
	struct object *object;

	cursor->row = NULL;
	mapping = perf_machine_mapping(cursor->unwinder->machine, cursor->thread->process,
				       PERF_RECORD_MISC_USER, at);
	cursor->mapped = mapping;
	if (!mapping)
		return at;
	object = get_object(cursor->unwinder, mapping->dso);
	if (object && (object->eh_frame || object->debug_frame) && object->registers)
		cursor->row = get_row(cursor->unwinder, object,
				      perf_dso_vaddr(mapping->dso,
						     at - mapping->start + mapping->offset));
	return cursor->row && cursor->row->signal ? cursor->ip : at;
}

/* Move @cursor to the caller; false at the end of the stack or of its copy. */
static bool unwinder_step(struct cursor *cursor)
{
	uint64_t sp = cursor->values[cursor->registers->sp];
	const struct row *row = cursor->row;

	if (!cursor->mapped)
		return false;
	cursor->signal = false;
	if (row && row->valid) {
		if (!apply_row(cursor, row))
			return false;
		/* Behind a signal frame any stack may follow; elsewhere sp must increase. */
		if (!row->signal && cursor->values[cursor->registers->sp] <= sp &&
		    cursor->registers->machine == EM_X86_64)
			return false;
		cursor->signal = row->signal;
		return true;
	}
	return follow_frame_pointer(cursor);
}

/* Read the register with the kernel's @number from a sample. */
static bool sample_register(const struct perf_sample_regs *regs, unsigned int number,
			    uint64_t *value)
{
	if (number >= 64 || !(regs->mask & 1ULL << number))
		return false;
	*value = regs->values[__builtin_popcountll(regs->mask & ((1ULL << number) - 1))];
	return true;
}

static bool unwinder_start(struct cursor *cursor)
{
	const struct perf_sample_regs *regs = &cursor->sample->user_regs;
	unsigned int reg;

	if (!regs->abi || !sample_register(regs, cursor->registers->kernel_ip, &cursor->ip))
		return false;
	for (reg = 0; reg < cursor->registers->nr; reg++) {
		int number = cursor->registers->kernel[reg];

		if (number != NO_REGISTER)
			cursor->known[reg] = sample_register(regs, number, &cursor->values[reg]);
	}
	if (!cursor->known[cursor->registers->sp])
		return false;
	cursor->stack_start = cursor->values[cursor->registers->sp];
	return true;
}

/* Return the registers of the recording's machine, by e_machine of any object. */
static const struct registers *find_registers(struct perf_unwinder *unwinder)
{
	size_t i;

	for (i = 0; i < unwinder->objects.count; i++)
		if (unwinder->objects.at[i] && unwinder->objects.at[i]->registers)
			return unwinder->objects.at[i]->registers;
	for (i = 0; i < unwinder->machine->dsos.list.count; i++) {
		struct perf_dso *dso = unwinder->machine->dsos.list.at[i];
		struct object *object;

		if (dso->kind != PERF_DSO_FILE)
			continue;
		object = get_object(unwinder, dso);
		if (object && object->registers)
			return object->registers;
	}
	return NULL;
}

/**
 * perf_unwinder_run() - unwind the user stack of a sample
 * @unwinder: unwinder
 * @thread: sampled thread
 * @sample: sample with user registers and a copy of the user stack
 * @ips: result, innermost first. The first is the sampled address; the others lie within the call
 *	instructions, not behind them
 * @max: size of @ips
 *
 * Return: number of addresses; 0 if there are no registers.
 */
size_t perf_unwinder_run(struct perf_unwinder *unwinder, const struct perf_thread *thread,
			 const struct perf_sample *sample, uint64_t *ips, size_t max)
{
	struct cursor cursor = {
		.unwinder = unwinder, .thread = thread, .sample = sample,
		.registers = find_registers(unwinder),
	};
	size_t nr = 0;

	if (!cursor.registers || !max || !unwinder_start(&cursor))
		return 0;
	ips[nr++] = unwinder_look(&cursor, true);
	while (nr < max && unwinder_step(&cursor)) {
		if (!cursor.ip)
			break;
		ips[nr++] = unwinder_look(&cursor, cursor.signal);
	}
	unwinder->truncated += cursor.truncated;
	return nr;
}

/** perf_unwinder_truncated() - number of stacks whose copy ended before their outermost frame */
uint64_t perf_unwinder_truncated(const struct perf_unwinder *unwinder)
{
	return unwinder ? unwinder->truncated : 0;
}

/**
 * perf_unwinder_create() - make an unwinder for the threads of a machine
 * @machine: must outlive the unwinder
 *
 * Return: the unwinder; NULL without memory, or if this build cannot unwind.
 */
struct perf_unwinder *perf_unwinder_create(struct perf_machine *machine)
{
	struct perf_unwinder *unwinder = calloc(1, sizeof(*unwinder));

	if (unwinder)
		unwinder->machine = machine;
	return unwinder;
}

static void free_object(struct object *object)
{
	if (!object)
		return;
	if (object->eh_frame)
		dwarf_cfi_end(object->eh_frame);
	if (object->dwarf)
		dwarf_end(object->dwarf);
	perf_map_free(&object->rows);
	free(object);
}

/** perf_unwinder_free() - free @unwinder, which may be NULL */
void perf_unwinder_free(struct perf_unwinder *unwinder)
{
	size_t i;

	if (!unwinder)
		return;
	for (i = 0; i < unwinder->rows.count; i++)
		free(unwinder->rows.at[i]);
	for (i = 0; i < unwinder->frames.count; i++)
		free(unwinder->frames.at[i]);
	for (i = 0; i < unwinder->objects.count; i++)
		free_object(unwinder->objects.at[i]);
	perf_vec_free(&unwinder->rows);
	for (i = 0; i < unwinder->copies.count; i++)
		free(unwinder->copies.at[i]);
	perf_vec_free(&unwinder->copies);
	perf_vec_free(&unwinder->frames);
	perf_vec_free(&unwinder->objects);
	free(unwinder);
}

#else /* !HAVE_DW */

struct perf_unwinder *perf_unwinder_create(struct perf_machine *machine)
{
	(void)machine;
	return NULL;
}

void perf_unwinder_free(struct perf_unwinder *unwinder)
{
	(void)unwinder;
}

size_t perf_unwinder_run(struct perf_unwinder *unwinder, const struct perf_thread *thread,
			 const struct perf_sample *sample, uint64_t *ips, size_t max)
{
	(void)unwinder;
	(void)thread;
	(void)sample;
	(void)ips;
	(void)max;
	return 0;
}

uint64_t perf_unwinder_truncated(const struct perf_unwinder *unwinder)
{
	(void)unwinder;
	return 0;
}

#endif
