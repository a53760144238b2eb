// SPDX-License-Identifier: GPL-2.0-only
/* The functions that a print format may call; perf_print_call() refuses all others. */
#include <string.h>
#include <model/print_parse.h>

#define NO_OPERANDS	.a = PERF_PRINT_NONE, .b = PERF_PRINT_NONE, .c = PERF_PRINT_NONE

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

uint32_t perf_print_call(struct perf_print_parser *parser, const char *name, size_t length)
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
