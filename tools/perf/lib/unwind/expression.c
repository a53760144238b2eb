// SPDX-License-Identifier: GPL-2.0
/* DWARF expressions (DWARF 5, section 2.5), as far as call frame information uses them. */
#include <unwind/expression.h>

#ifdef HAVE_DW
#include <dwarf.h>

#define STACK_SIZE	64

struct machine {
	uint64_t stack[STACK_SIZE];
	unsigned int depth;
	bool bad;
};

static void expression_push(struct machine *machine, uint64_t value)
{
	if (machine->depth == STACK_SIZE)
		machine->bad = true;
	else
		machine->stack[machine->depth++] = value;
}

static uint64_t expression_pop(struct machine *machine)
{
	if (!machine->depth) {
		machine->bad = true;
		return 0;
	}
	return machine->stack[--machine->depth];
}

static void push_pick(struct machine *machine, uint64_t index)
{
	if (index >= machine->depth)
		machine->bad = true;
	else
		expression_push(machine, machine->stack[machine->depth - 1 - index]);
}

static bool is_comparison(uint8_t atom)
{
	return atom == DW_OP_eq || atom == DW_OP_ne || atom == DW_OP_lt || atom == DW_OP_le ||
	       atom == DW_OP_gt || atom == DW_OP_ge;
}

/* DW_OP_eq to DW_OP_ge compare signed numbers. */
static bool expression_compare(uint8_t atom, int64_t a, int64_t b)
{
	switch (atom) {
	case DW_OP_eq:
		return a == b;
	case DW_OP_ne:
		return a != b;
	case DW_OP_lt:
		return a < b;
	case DW_OP_le:
		return a <= b;
	case DW_OP_gt:
		return a > b;
	default:
		return a >= b;
	}
}

static bool is_arithmetic(uint8_t atom)
{
	return atom == DW_OP_plus || atom == DW_OP_minus || atom == DW_OP_mul ||
	       atom == DW_OP_and || atom == DW_OP_or || atom == DW_OP_xor ||
	       atom == DW_OP_shl || atom == DW_OP_shr || atom == DW_OP_shra;
}

static uint64_t expression_calculate(uint8_t atom, uint64_t a, uint64_t b)
{
	switch (atom) {
	case DW_OP_plus:
		return a + b;
	case DW_OP_minus:
		return a - b;
	case DW_OP_mul:
		return a * b;
	case DW_OP_and:
		return a & b;
	case DW_OP_or:
		return a | b;
	case DW_OP_xor:
		return a ^ b;
	case DW_OP_shl:
		return b < 64 ? a << b : 0;
	case DW_OP_shr:
		return b < 64 ? a >> b : 0;
	default:
		return (int64_t)a >> (b < 64 ? b : 63);
	}
}

/* Run an operation with two operands and one result; false if @atom is another one. */
static bool run_binary(struct machine *machine, uint8_t atom)
{
	uint64_t a, b;

	if (!is_comparison(atom) && !is_arithmetic(atom))
		return false;
	b = expression_pop(machine);
	a = expression_pop(machine);
	expression_push(machine, is_comparison(atom) ? expression_compare(atom, a, b) :
						       expression_calculate(atom, a, b));
	return true;
}

static bool run_stack(struct machine *machine, const Dwarf_Op *op)
{
	uint64_t a, b;

	switch (op->atom) {
	case DW_OP_dup:
		push_pick(machine, 0);
		return true;
	case DW_OP_over:
		push_pick(machine, 1);
		return true;
	case DW_OP_pick:
		push_pick(machine, op->number);
		return true;
	case DW_OP_drop:
		expression_pop(machine);
		return true;
	case DW_OP_swap:
		a = expression_pop(machine);
		b = expression_pop(machine);
		expression_push(machine, a);
		expression_push(machine, b);
		return true;
	case DW_OP_neg:
		expression_push(machine, -expression_pop(machine));
		return true;
	case DW_OP_not:
		expression_push(machine, ~expression_pop(machine));
		return true;
	case DW_OP_plus_uconst:
		expression_push(machine, expression_pop(machine) + op->number);
		return true;
	default:
		return false;
	}
}

static bool run_constant(struct machine *machine, const Dwarf_Op *op)
{
	switch (op->atom) {
	case DW_OP_lit0 ... DW_OP_lit31:
		expression_push(machine, op->atom - DW_OP_lit0);
		return true;
	case DW_OP_addr: case DW_OP_const1u: case DW_OP_const1s: case DW_OP_const2u:
	case DW_OP_const2s: case DW_OP_const4u: case DW_OP_const4s: case DW_OP_const8u:
	case DW_OP_const8s: case DW_OP_constu: case DW_OP_consts:
		expression_push(machine, op->number);
		return true;
	default:
		return false;
	}
}

static void push_register(struct machine *machine, const struct perf_expression_input *input,
			  unsigned int number, uint64_t offset)
{
	uint64_t value = 0;

	if (!input->reg(input->context, number, &value))
		machine->bad = true;
	expression_push(machine, value + offset);
}

/* Run an operation that reads @input; false if @op is another one. */
static bool run_input(struct machine *machine, const Dwarf_Op *op,
		      const struct perf_expression_input *input)
{
	uint64_t value = 0;

	switch (op->atom) {
	case DW_OP_breg0 ... DW_OP_breg31:
		push_register(machine, input, op->atom - DW_OP_breg0, op->number);
		return true;
	case DW_OP_bregx:
		push_register(machine, input, op->number, op->number2);
		return true;
	case DW_OP_call_frame_cfa:
		expression_push(machine, input->cfa);
		return true;
	case DW_OP_deref:
		if (!input->word(input->context, expression_pop(machine), &value))
			machine->bad = true;
		expression_push(machine, value);
		return true;
	default:
		return false;
	}
}

/**
 * perf_expression_run() - evaluate an expression
 * @ops, @nr: operations, DWARF 5, section 2.5; operations without a use in frame information are
 *	not supported
 * @input: inputs
 * @result: the value
 * @is_value: @result is the value itself, not its address
 *
 * Return: false if an input is not known or an operation is not supported.
 */
bool perf_expression_run(const Dwarf_Op *ops, size_t nr,
			 const struct perf_expression_input *input, uint64_t *result,
			 bool *is_value)
{
	struct machine machine = { .depth = 0 };
	size_t i;

	*is_value = false;
	for (i = 0; i < nr && !machine.bad; i++) {
		const Dwarf_Op *op = &ops[i];

		if (op->atom == DW_OP_stack_value) {
			*is_value = true;
		} else if (op->atom >= DW_OP_reg0 && op->atom <= DW_OP_reg31) {
			/* DW_OP_reg*: the value is that of another register. */
			push_register(&machine, input, op->atom - DW_OP_reg0, 0);
			*is_value = true;
		} else if (op->atom == DW_OP_regx) {
			push_register(&machine, input, op->number, 0);
			*is_value = true;
		} else if (op->atom != DW_OP_nop && !run_constant(&machine, op) &&
			   !run_stack(&machine, op) && !run_binary(&machine, op->atom) &&
			   !run_input(&machine, op, input)) {
			machine.bad = true;
		}
	}
	*result = expression_pop(&machine);
	return !machine.bad;
}
#endif
