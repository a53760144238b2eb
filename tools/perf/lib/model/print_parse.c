// SPDX-License-Identifier: GPL-2.0
/* perf_print_expression(): the expressions of a print format. */
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <model/c_type.h>
#include <model/print_parse.h>

#define MAX(a, b)	((a) > (b) ? (a) : (b))
#define NO_OPERANDS	.a = PERF_PRINT_NONE, .b = PERF_PRINT_NONE, .c = PERF_PRINT_NONE

/** perf_print_add_node() - add an expression; return its index, or PERF_PRINT_NONE */
uint32_t perf_print_add_node(struct perf_print_parser *parser, struct perf_print_node node)
{
	struct perf_print_node *added;

	if (parser->err)
		return PERF_PRINT_NONE;
	added = perf_vec_push(&parser->print->nodes);
	if (!added) {
		parser->err = perf_error_memory(parser->error);
		return PERF_PRINT_NONE;
	}
	*added = node;
	return parser->print->nodes.count - 1;
}

static struct perf_print_node *node_at(struct perf_print_parser *parser, uint32_t index)
{
	return index == PERF_PRINT_NONE ? NULL : &parser->print->nodes.at[index];
}

static bool is_number(struct perf_print_parser *parser, uint32_t index)
{
	struct perf_print_node *node = node_at(parser, index);

	return node && node->kind == PERF_PRINT_NUMBER;
}

/* Limit nested brackets and pending operators to PERF_PRINT_DEPTH_MAX, and so the C stack. */
static bool parser_descend(struct perf_print_parser *parser)
{
	if (++parser->depth > PERF_PRINT_DEPTH_MAX)
		perf_print_refuse(parser, "it is nested deeper than %d levels",
				  PERF_PRINT_DEPTH_MAX);
	return !parser->err;
}

/* Add @node over its operands; its height is limited, for chains of operators. */
static uint32_t add_above(struct perf_print_parser *parser, struct perf_print_node node)
{
	const uint32_t operands[] = { node.a, node.b, node.c };
	unsigned int height = 0;
	size_t i;

	if (parser->err)
		return PERF_PRINT_NONE;
	for (i = 0; i < PERF_ARRAY_SIZE(operands); i++)
		if (operands[i] != PERF_PRINT_NONE)
			height = MAX(height, parser->print->nodes.at[operands[i]].height + 1u);
	if (height > PERF_PRINT_DEPTH_MAX)
		perf_print_refuse(parser, "it has more than %d operators on one another",
				  PERF_PRINT_DEPTH_MAX);
	node.height = height;
	return perf_print_add_node(parser, node);
}

/** perf_print_operate() - result of an operator; x / 0 gives 0, shift counts are modulo 64 */
uint64_t perf_print_operate(enum perf_print_operator op, uint64_t left, uint64_t right)
{
	switch (op) {
	case PERF_PRINT_OR:
		return left || right;
	case PERF_PRINT_AND:
		return left && right;
	case PERF_PRINT_BIT_OR:
		return left | right;
	case PERF_PRINT_BIT_XOR:
		return left ^ right;
	case PERF_PRINT_BIT_AND:
		return left & right;
	case PERF_PRINT_EQUAL:
		return left == right;
	case PERF_PRINT_UNEQUAL:
		return left != right;
	case PERF_PRINT_LESS:
		return left < right;
	case PERF_PRINT_LESS_EQUAL:
		return left <= right;
	case PERF_PRINT_GREATER:
		return left > right;
	case PERF_PRINT_GREATER_EQUAL:
		return left >= right;
	case PERF_PRINT_LEFT:
		return left << (right & 63);
	case PERF_PRINT_RIGHT:
		return left >> (right & 63);
	case PERF_PRINT_PLUS:
		return left + right;
	case PERF_PRINT_MINUS:
		return left - right;
	case PERF_PRINT_TIMES:
		return left * right;
	case PERF_PRINT_DIVIDE:
		return right ? left / right : 0;
	case PERF_PRINT_MODULO:
		return right ? left % right : 0;
	}
	return 0;
}

/* Longer tokens first; the levels are C's precedences. */
static const struct {
	char	token[3];
	uint8_t	op;
	uint8_t	level;
} operators[] = {
	{ "||", PERF_PRINT_OR, 1 }, { "&&", PERF_PRINT_AND, 2 },
	{ "==", PERF_PRINT_EQUAL, 6 }, { "!=", PERF_PRINT_UNEQUAL, 6 },
	{ "<<", PERF_PRINT_LEFT, 8 }, { ">>", PERF_PRINT_RIGHT, 8 },
	{ "<=", PERF_PRINT_LESS_EQUAL, 7 }, { ">=", PERF_PRINT_GREATER_EQUAL, 7 },
	{ "|", PERF_PRINT_BIT_OR, 3 }, { "^", PERF_PRINT_BIT_XOR, 4 },
	{ "&", PERF_PRINT_BIT_AND, 5 }, { "<", PERF_PRINT_LESS, 7 },
	{ ">", PERF_PRINT_GREATER, 7 }, { "+", PERF_PRINT_PLUS, 9 }, { "-", PERF_PRINT_MINUS, 9 },
	{ "*", PERF_PRINT_TIMES, 10 }, { "/", PERF_PRINT_DIVIDE, 10 },
	{ "%", PERF_PRINT_MODULO, 10 },
};

#define UNARY_LEVEL	11

static uint32_t add_number(struct perf_print_parser *parser, uint64_t value)
{
	return perf_print_add_node(parser, (struct perf_print_node){
		.kind = PERF_PRINT_NUMBER, .value = value,
		.a = PERF_PRINT_NONE, .b = PERF_PRINT_NONE, .c = PERF_PRINT_NONE,
	});
}

/* Replace the expressions from @from on by one number. */
static uint32_t fold_number(struct perf_print_parser *parser, uint32_t from, uint64_t value)
{
	parser->print->nodes.count = from;
	parser->is_unknown = false;
	return add_number(parser, value);
}

static uint32_t add_binary(struct perf_print_parser *parser, enum perf_print_operator op,
			   uint32_t left, uint32_t right)
{
	struct perf_print_node *a = node_at(parser, left), *b = node_at(parser, right);
	bool divides = op == PERF_PRINT_DIVIDE || op == PERF_PRINT_MODULO;

	if (parser->err)
		return PERF_PRINT_NONE;
	if (perf_print_is_text(a->kind) || perf_print_is_text(b->kind))
		perf_print_refuse(parser, "it calculates with a text");
	if (divides && b->kind == PERF_PRINT_NUMBER && !b->value)
		perf_print_refuse(parser, "it divides by zero");
	if (a->kind == PERF_PRINT_NUMBER && b->kind == PERF_PRINT_NUMBER)
		return fold_number(parser, left, perf_print_operate(op, a->value, b->value));
	return add_above(parser, (struct perf_print_node){
		.kind = PERF_PRINT_BINARY, .op = op, .a = left, .b = right, .c = PERF_PRINT_NONE,
	});
}

/**
 * struct print_type - the type of a cast
 * @size: bytes that the cast keeps of the value, 0 if all
 * @element: bytes of a pointer's target, 0 if not known
 */
struct print_type {
	uint8_t	size;
	uint8_t	element;
};

static uint32_t add_unary(struct perf_print_parser *parser, enum perf_print_kind kind,
			  uint32_t operand, struct print_type type)
{
	struct perf_print_node *node = node_at(parser, operand);
	uint64_t value;

	if (parser->err)
		return PERF_PRINT_NONE;
	if (perf_print_is_text(node->kind)) {
		/* "(char *)__get_str(name)" stays a text. */
		if (kind == PERF_PRINT_CAST)
			return operand;
		perf_print_refuse(parser, "it calculates with a text");
	}
	if (node->kind == PERF_PRINT_NUMBER) {
		value = node->value;
		value = kind == PERF_PRINT_NOT ? !value : kind == PERF_PRINT_INVERT ? ~value :
			kind == PERF_PRINT_NEGATE ? -value : perf_print_cast(value, type.size);
		return fold_number(parser, operand, value);
	}
	return add_above(parser, (struct perf_print_node){
		.kind = kind, .size = type.size, .element = type.element, .a = operand,
		.b = PERF_PRINT_NONE, .c = PERF_PRINT_NONE,
	});
}

/* ---- types ------------------------------------------------------------------------------- */

/* Consume "TYPE)" if an operand follows, which makes it a cast; else consume nothing. */
static bool accept_type(struct perf_print_parser *parser, struct print_type *result)
{
	const char *start = parser->at, *word;
	struct perf_c_type type = { 0 };
	size_t length;
	uint8_t bytes;

	for (;;) {
		word = perf_print_word(parser, &length);
		if (length)
			perf_c_type_add(&type, word, length);
		else if (perf_print_accept(parser, "*"))
			type.pointer = true;
		else
			break;
	}
	if (type.words && perf_print_accept(parser, ")")) {
		perf_print_peek(parser, "");
		if (isalnum((unsigned char)*parser->at) || *parser->at == '_' ||
		    *parser->at == '(' || *parser->at == '"' ||
		    ((type.known || type.pointer || type.words > 1) && *parser->at &&
		     strchr("-+~!'", *parser->at))) {
			bytes = perf_c_type_size(&type, parser->print->long_size);
			result->size = type.pointer ? 0 : bytes;
			result->element = type.pointer ? bytes : 0;
			return true;
		}
	}
	parser->at = start;
	return false;
}

/* ---- expressions ------------------------------------------------------------------------- */

static uint32_t parse_unary(struct perf_print_parser *parser);

/** perf_print_field() - the field called @name; without one, refuse the text and return NULL */
const struct perf_format_field *perf_print_field(struct perf_print_parser *parser,
						 const char *name, size_t length)
{
	const struct perf_format_field *field;

	perf_vec_each(&parser->format->fields, field)
		if (!strncmp(field->name, name, length) && !field->name[length])
			return field;
	perf_print_refuse(parser, "there is no field '%.*s'", length > 60 ? 60 : (int)length, name);
	return NULL;
}

static uint32_t parse_record_field(struct perf_print_parser *parser)
{
	struct perf_print_node node = {
		.kind = PERF_PRINT_FIELD,
		.a = PERF_PRINT_NONE, .b = PERF_PRINT_NONE, .c = PERF_PRINT_NONE,
	};
	size_t length;
	const char *name = perf_print_word(parser, &length);

	node.field = perf_print_field(parser, name, length);
	return perf_print_add_node(parser, node);
}

static uint32_t parse_bracket(struct perf_print_parser *parser)
{
	struct print_type type;
	uint32_t node;

	if (perf_print_peek(parser, "{"))
		perf_print_refuse(parser, "it has statements of C");
	if (perf_print_accept(parser, "REC)->"))
		return parse_record_field(parser);
	if (accept_type(parser, &type)) {
		node = parse_unary(parser);
		return add_unary(parser, PERF_PRINT_CAST, node, type);
	}
	node = perf_print_expression(parser);
	perf_print_expect(parser, ")");
	return node;
}

/* Constants that the print formats of older kernels contain by name */
static const struct {
	char		name[20];
	uint8_t		value;
} constants[] = {
	{ "HI_SOFTIRQ", 0 }, { "TIMER_SOFTIRQ", 1 }, { "NET_TX_SOFTIRQ", 2 },
	{ "NET_RX_SOFTIRQ", 3 }, { "BLOCK_SOFTIRQ", 4 }, { "IRQ_POLL_SOFTIRQ", 5 },
	{ "TASKLET_SOFTIRQ", 6 }, { "SCHED_SOFTIRQ", 7 }, { "HRTIMER_SOFTIRQ", 8 },
	{ "RCU_SOFTIRQ", 9 }, { "HRTIMER_NORESTART", 0 }, { "HRTIMER_RESTART", 1 },
};

/* An unknown constant counts as 0 and sets parser->is_unknown. */
static uint32_t add_constant(struct perf_print_parser *parser, const char *word, size_t length)
{
	size_t i;

	for (i = 0; i < PERF_ARRAY_SIZE(constants); i++)
		if (!strncmp(constants[i].name, word, length) && !constants[i].name[length])
			return add_number(parser, constants[i].value);
	parser->is_unknown = true;
	return add_number(parser, 0);
}

/* ---- functions that a print format may call ------------------------------------------- */

/**
 * struct print_function - a function
 * @name: name of the function
 * @kind: kind of the expression for a call
 * @read: parses the arguments up to the closing bracket
 */
struct print_function {
	const char	*name;
	uint8_t		kind;
	uint32_t	(*read)(struct perf_print_parser *parser, uint8_t kind);
};

static uint32_t read_field(struct perf_print_parser *parser, uint8_t kind)
{
	struct perf_print_node node = { .kind = kind, NO_OPERANDS };
	size_t length;
	const char *name = perf_print_word(parser, &length);

	node.field = perf_print_field(parser, name, length);
	return perf_print_add_node(parser, node);
}

/* Parse a constant expression; return its value and remove its nodes from print->nodes. */
static uint64_t read_constant(struct perf_print_parser *parser)
{
	struct perf_print_format *print = parser->print;
	size_t nodes = print->nodes.count;
	uint32_t index = perf_print_expression(parser);
	uint64_t value;

	if (!parser->err && print->nodes.at[index].kind != PERF_PRINT_NUMBER)
		perf_print_refuse(parser, "a table has more than constants");
	if (parser->err)
		return 0;
	value = print->nodes.at[index].value;
	print->nodes.count = nodes;
	return value;
}

/*
 * Parse "{ VALUE, "NAME" }"; the kernel ends a table with a null pointer as the name.
 * PERF_PRINT_UNKNOWN replaces the value of an unknown constant and every negative value: this gives
 * the output of libtraceevent, by which other tools read these texts.
 */
static void read_name(struct perf_print_parser *parser)
{
	struct perf_print_format *print = parser->print;
	struct perf_print_name name = { 0 }, *added;
	bool is_end;

	perf_print_expect(parser, "{");
	parser->is_unknown = false;
	name.value = read_constant(parser);
	if (parser->is_unknown || (int64_t)name.value < 0)
		name.value = PERF_PRINT_UNKNOWN;
	perf_print_expect(parser, ",");
	is_end = !perf_print_peek(parser, "\"");
	if (is_end)
		read_constant(parser);
	else
		name.text = perf_print_string(parser, &name.length);
	perf_print_expect(parser, "}");
	if (is_end || parser->err)
		return;
	added = perf_vec_push(&print->names);
	if (added)
		*added = name;
	else if (!parser->err)
		parser->err = perf_error_memory(parser->error);
}

static uint32_t read_names(struct perf_print_parser *parser, uint8_t kind)
{
	struct perf_print_format *print = parser->print;
	struct perf_print_node node = { .kind = kind, NO_OPERANDS };

	node.a = perf_print_expression(parser);
	perf_print_expect(parser, ",");
	if (kind == PERF_PRINT_FLAGS) {
		node.text = perf_print_string(parser, &node.length);
		perf_print_expect(parser, ",");
	}
	if (parser->err)
		return PERF_PRINT_NONE;
	if (perf_print_is_text(print->nodes.at[node.a].kind))
		perf_print_refuse(parser, "it calculates with a text");
	node.value = print->names.count;
	do
		read_name(parser);
	while (!parser->err && perf_print_accept(parser, ","));
	node.count = print->names.count - node.value;
	if (!parser->err)
		node.height = print->nodes.at[node.a].height + 1;
	return perf_print_add_node(parser, node);
}

/* Parse an array argument; return its field, without casts around it. */
static uint32_t read_array(struct perf_print_parser *parser)
{
	uint32_t index = perf_print_expression(parser);
	const struct perf_print_node *node;

	if (parser->err)
		return PERF_PRINT_NONE;
	node = &parser->print->nodes.at[index];
	while (node->kind == PERF_PRINT_CAST) {
		index = node->a;
		node = &parser->print->nodes.at[index];
	}
	if (!node->field)
		perf_print_refuse(parser, "it prints an array that is no field");
	return index;
}

static uint32_t read_count(struct perf_print_parser *parser, uint8_t *height)
{
	const struct perf_print_node *node;
	uint32_t index;

	perf_print_expect(parser, ",");
	index = perf_print_expression(parser);
	if (parser->err)
		return PERF_PRINT_NONE;
	node = &parser->print->nodes.at[index];
	if (perf_print_is_text(node->kind))
		perf_print_refuse(parser, "it calculates with a text");
	if (*height <= node->height)
		*height = node->height + 1;
	return index;
}

static uint32_t read_bytes(struct perf_print_parser *parser, uint8_t kind)
{
	struct perf_print_node node = { .kind = kind, NO_OPERANDS };

	node.a = read_array(parser);
	node.b = read_count(parser, &node.height);
	if (kind == PERF_PRINT_ARRAY)
		node.c = read_count(parser, &node.height);
	return perf_print_add_node(parser, node);
}

/* __builtin_expect(): its value is the first argument. */
static uint32_t read_expected(struct perf_print_parser *parser, uint8_t kind)
{
	uint32_t node = perf_print_expression(parser);
	uint8_t height = 0;

	(void)kind;
	read_count(parser, &height);
	return node;
}

static const struct print_function functions[] = {
	{ "__print_flags", PERF_PRINT_FLAGS, read_names },
	{ "__print_symbolic", PERF_PRINT_SYMBOLIC, read_names },
	{ "__print_hex", PERF_PRINT_HEX, read_bytes },
	{ "__print_hex_str", PERF_PRINT_HEX_STRING, read_bytes },
	{ "__print_array", PERF_PRINT_ARRAY, read_bytes },
	{ "__get_str", PERF_PRINT_FIELD_STRING, read_field },
	{ "__get_rel_str", PERF_PRINT_FIELD_STRING, read_field },
	{ "__get_bitmask", PERF_PRINT_BITMASK, read_field },
	{ "__get_rel_bitmask", PERF_PRINT_BITMASK, read_field },
	{ "__get_cpumask", PERF_PRINT_CPUMASK, read_field },
	{ "__get_rel_cpumask", PERF_PRINT_CPUMASK, read_field },
	{ "__get_dynamic_array", PERF_PRINT_DYNAMIC, read_field },
	{ "__get_rel_dynamic_array", PERF_PRINT_DYNAMIC, read_field },
	{ "__get_sockaddr", PERF_PRINT_DYNAMIC, read_field },
	{ "__get_sockaddr_rel", PERF_PRINT_DYNAMIC, read_field },
	{ "__get_dynamic_array_len", PERF_PRINT_DYNAMIC_LENGTH, read_field },
	{ "__get_rel_dynamic_array_len", PERF_PRINT_DYNAMIC_LENGTH, read_field },
	{ "__builtin_expect", 0, read_expected },
};

/* Parse the arguments of a call of @name; refuse the text if the function is not known. */
static uint32_t parse_call(struct perf_print_parser *parser, const char *name, size_t length)
{
	uint32_t node;
	size_t i;

	for (i = 0; i < PERF_ARRAY_SIZE(functions); i++)
		if (!strncmp(functions[i].name, name, length) && !functions[i].name[length])
			break;
	if (i == PERF_ARRAY_SIZE(functions)) {
		perf_print_refuse(parser, "the function '%.*s' is not known",
				  length > 60 ? 60 : (int)length, name);
		return PERF_PRINT_NONE;
	}
	node = functions[i].read(parser, functions[i].kind);
	perf_print_expect(parser, ")");
	return node;
}

/* ---- operands ------------------------------------------------------------------------- */

static uint32_t parse_word(struct perf_print_parser *parser)
{
	size_t length;
	const char *word = perf_print_word(parser, &length);

	if (!length) {
		perf_print_refuse(parser, "'%.20s' is not understood", parser->at);
		return PERF_PRINT_NONE;
	}
	if (length == 3 && !memcmp(word, "REC", 3) && perf_print_accept(parser, "->"))
		return parse_record_field(parser);
	if (perf_print_accept(parser, "("))
		return parse_call(parser, word, length);
	return add_constant(parser, word, length);
}

static uint32_t parse_operand(struct perf_print_parser *parser)
{
	struct perf_print_node node = {
		.kind = PERF_PRINT_STRING,
		.a = PERF_PRINT_NONE, .b = PERF_PRINT_NONE, .c = PERF_PRINT_NONE,
	};
	uint64_t value;

	if (perf_print_accept(parser, "("))
		return parse_bracket(parser);
	if (perf_print_peek(parser, "\"")) {
		node.text = perf_print_string(parser, &node.length);
		return perf_print_add_node(parser, node);
	}
	if (perf_print_number(parser, &value))
		return add_number(parser, value);
	return parse_word(parser);
}

/* Parse an operand, optionally an array with [index] behind it. */
static uint32_t parse_item(struct perf_print_parser *parser)
{
	struct perf_print_node item = {
		.kind = PERF_PRINT_ITEM, .b = PERF_PRINT_NONE, .c = PERF_PRINT_NONE,
	};
	uint32_t array = parse_operand(parser);
	const struct perf_print_node *node;

	if (!perf_print_accept(parser, "["))
		return array;
	item.a = perf_print_expression(parser);
	perf_print_expect(parser, "]");
	if (parser->err)
		return PERF_PRINT_NONE;
	if (perf_print_is_text(node_at(parser, item.a)->kind))
		perf_print_refuse(parser, "it calculates with a text");
	for (node = node_at(parser, array); node->kind == PERF_PRINT_CAST;
	     node = node_at(parser, node->a))
		if (!item.element)
			item.element = node->element;
	item.field = node->field;
	if (!item.field)
		perf_print_refuse(parser, "it takes an element of what is no field");
	else if (!item.element)
		item.element = item.field->element;
	return add_above(parser, item);
}

static uint32_t parse_unary(struct perf_print_parser *parser)
{
	static const struct { char token[2]; uint8_t kind; } unary[] = {
		{ "!", PERF_PRINT_NOT }, { "~", PERF_PRINT_INVERT }, { "-", PERF_PRINT_NEGATE },
	};
	uint32_t node = PERF_PRINT_NONE;
	size_t i;

	if (!parser_descend(parser))
		return PERF_PRINT_NONE;
	for (i = 0; i < PERF_ARRAY_SIZE(unary); i++)
		if (perf_print_accept(parser, unary[i].token))
			break;
	if (i < PERF_ARRAY_SIZE(unary)) {
		node = parse_unary(parser);
		node = add_unary(parser, unary[i].kind, node, (struct print_type){ 0 });
	} else {
		node = parse_item(parser);
	}
	parser->depth--;
	return node;
}

static const char *next_operator(struct perf_print_parser *parser, unsigned int level,
				 size_t *index)
{
	size_t i;

	perf_print_peek(parser, "");
	for (i = 0; i < PERF_ARRAY_SIZE(operators); i++)
		if (perf_starts_with(parser->at, operators[i].token))
			break;
	if (i == PERF_ARRAY_SIZE(operators) || operators[i].level < level)
		return NULL;
	*index = i;
	return operators[i].token;
}

static uint32_t parse_binary(struct perf_print_parser *parser, unsigned int level)
{
	uint32_t left = parse_unary(parser), right;
	const char *token;
	size_t i;

	while (!parser->err && (token = next_operator(parser, level, &i))) {
		perf_print_accept(parser, token);
		right = parse_binary(parser, operators[i].level + 1);
		left = add_binary(parser, operators[i].op, left, right);
	}
	return left;
}

/** perf_print_expression() - parse an expression; return its index, or PERF_PRINT_NONE */
uint32_t perf_print_expression(struct perf_print_parser *parser)
{
	uint32_t node, yes, no;

	if (!parser_descend(parser))
		return PERF_PRINT_NONE;
	node = parse_binary(parser, 0);
	if (perf_print_accept(parser, "?")) {
		yes = perf_print_expression(parser);
		perf_print_expect(parser, ":");
		no = perf_print_expression(parser);
		if (!parser->err && perf_print_is_text(node_at(parser, node)->kind))
			perf_print_refuse(parser, "it calculates with a text");
		if (is_number(parser, node) && !parser->err)
			node = node_at(parser, node)->value ? yes : no;
		else
			node = add_above(parser, (struct perf_print_node){
				.kind = PERF_PRINT_CHOICE, .a = node, .b = yes, .c = no,
			});
	}
	parser->depth--;
	return node;
}
