// SPDX-License-Identifier: GPL-2.0
/* perf_print_parse(): the conversions of a print format and the expressions they print. */
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <model/print_parse.h>

static struct perf_print_piece *add_piece(struct perf_print_parser *parser)
{
	struct perf_print_piece *piece;

	if (parser->err)
		return NULL;
	piece = perf_vec_push(&parser->print->pieces);
	if (!piece) {
		parser->err = perf_error_memory(parser->error);
		return NULL;
	}
	piece->precision = -1;
	piece->width_node = PERF_PRINT_NONE;
	piece->precision_node = PERF_PRINT_NONE;
	piece->node = PERF_PRINT_NONE;
	return piece;
}

static const char *take_conversion_flags(struct perf_print_piece *piece, const char *at)
{
	for (;; at++) {
		switch (*at) {
		case '-':
			piece->left = true;
			break;
		case '0':
			piece->zero = true;
			break;
		case '#':
			piece->alternate = true;
			break;
		case '+':
		case ' ':
			if (piece->sign != '+')
				piece->sign = *at;
			break;
		default:
			return at;
		}
	}
}

/* Parse a number or '*', for which *node is 0 until take_arguments() sets it. */
static const char *take_conversion_number(struct perf_print_parser *parser, const char *at,
					  int16_t *number, uint32_t *node)
{
	unsigned int value = 0;

	if (*at == '*') {
		*node = 0;
		return at + 1;
	}
	for (; isdigit((unsigned char)*at); at++) {
		value = value * 10 + (*at - '0');
		if (value > PERF_PRINT_WIDTH_MAX) {
			perf_print_refuse(parser, "it has a width of more than %d characters",
					  PERF_PRINT_WIDTH_MAX);
			return at;
		}
	}
	*number = value;
	return at;
}

static const char *take_length(struct perf_print_parser *parser, struct perf_print_piece *piece,
			       const char *at)
{
	piece->bytes = 4;
	for (;; at++) {
		switch (*at) {
		case 'h':
			piece->bytes = piece->bytes == 2 ? 1 : 2;
			break;
		case 'l':
			piece->bytes = piece->bytes == 4 ? parser->print->long_size : 8;
			if (at[1] == 'l')
				piece->bytes = 8;
			break;
		case 'L':
		case 'j':
			piece->bytes = 8;
			break;
		case 'z':
		case 'Z':
		case 't':
			piece->bytes = parser->print->long_size;
			break;
		default:
			return at;
		}
	}
}

/* perf_print_piece.kind: letters behind %p, each with the modifiers that may follow. */
static const struct {
	char	start[3];
	char	more[8];
} pointer_kinds[] = {
	{ "F", "" }, { "f", "" }, { "S", "" }, { "s", "" }, { "B", "" }, { "M", "" }, { "m", "" },
	{ "I4", "" }, { "i4", "" }, { "I6", "c" }, { "i6", "c" }, { "IS", "pfsc" },
	{ "iS", "pfsc" }, { "U", "bBlL" }, { "b", "l" },
};

static const char *take_pointer_kind(struct perf_print_piece *piece, const char *at)
{
	size_t i, length, more;

	piece->bytes = 8;
	for (i = 0; i < PERF_ARRAY_SIZE(pointer_kinds); i++) {
		if (!perf_starts_with(at, pointer_kinds[i].start))
			continue;
		length = strlen(pointer_kinds[i].start);
		more = strspn(at + length, pointer_kinds[i].more);
		if (length + more >= sizeof(piece->kind))
			more = sizeof(piece->kind) - 1 - length;
		memcpy(piece->kind, at, length + more);
		return at + length + more;
	}
	return at;
}

/* Parse a conversion; @at is behind the '%'. */
static const char *take_conversion(struct perf_print_parser *parser,
				   struct perf_print_piece *piece, const char *at)
{
	at = take_conversion_flags(piece, at);
	at = take_conversion_number(parser, at, &piece->width, &piece->width_node);
	if (*at == '.') {
		piece->precision = 0;
		at = take_conversion_number(parser, at + 1, &piece->precision,
					    &piece->precision_node);
	}
	at = take_length(parser, piece, at);
	if (parser->err)
		return at;
	if (!*at || !strchr("diuxXocsp", *at)) {
		perf_print_refuse(parser, "the conversion '%%%.1s' is not known", at);
		return at;
	}
	piece->conversion = *at++;
	piece->node = 0;
	if (piece->conversion == 'p')
		at = take_pointer_kind(piece, at);
	return at;
}

/* "%%" ends a piece, whose text includes the first '%'. */
static void take_pieces(struct perf_print_parser *parser, const char *at)
{
	struct perf_print_piece *piece;

	while (*at && (piece = add_piece(parser))) {
		piece->text = at;
		piece->length = strcspn(at, "%");
		at += piece->length;
		if (!*at)
			break;
		if (at[1] == '%') {
			piece->length++;
			at += 2;
		} else {
			at = take_conversion(parser, piece, at + 1);
		}
	}
}

static uint32_t take_argument(struct perf_print_parser *parser)
{
	if (!perf_print_accept(parser, ",")) {
		perf_print_refuse(parser, "a conversion has no value");
		return PERF_PRINT_NONE;
	}
	return perf_print_expression(parser);
}

static bool is_missing_number(struct perf_print_parser *parser, uint32_t node)
{
	return !parser->err && node != PERF_PRINT_NONE &&
	       perf_print_is_text(parser->print->nodes.at[node].kind);
}

static void take_arguments(struct perf_print_parser *parser)
{
	struct perf_print_format *print = parser->print;
	struct perf_print_piece *piece;

	perf_vec_each(&print->pieces, piece) {
		if (piece->width_node != PERF_PRINT_NONE)
			piece->width_node = take_argument(parser);
		if (piece->precision_node != PERF_PRINT_NONE)
			piece->precision_node = take_argument(parser);
		if (is_missing_number(parser, piece->width_node) ||
		    is_missing_number(parser, piece->precision_node))
			perf_print_refuse(parser, "a width is a text");
		if (piece->conversion)
			piece->node = take_argument(parser);
		if (parser->err)
			return;
	}
	perf_print_peek(parser, "");
	/* Surplus arguments, which no conversion prints, must still be valid expressions. */
	while (!parser->err && *parser->at)
		take_argument(parser);
}

/* Return the field that @piece prints, possibly cast; NULL for other expressions. */
static const struct perf_format_field *printed_field(const struct perf_print_format *print,
						     const struct perf_print_piece *piece)
{
	const struct perf_print_node *node;

	if (!piece->conversion || !strchr("diuxXops", piece->conversion))
		return NULL;
	node = &print->nodes.at[piece->node];
	while (node->kind == PERF_PRINT_CAST)
		node = &print->nodes.at[node->a];
	return node->kind == PERF_PRINT_FIELD ? node->field : NULL;
}

/* Set print->by_field to each field's first piece, and @next to each piece's next of that field. */
static void chain_pieces(struct perf_print_format *print, const struct perf_format *format,
			 uint32_t *next)
{
	const struct perf_format_field *field;
	size_t i;

	for (i = 0; i < format->fields.count; i++)
		print->by_field[i] = PERF_PRINT_NONE;
	for (i = print->pieces.count; i--; ) {
		field = printed_field(print, &print->pieces.at[i]);
		if (!field)
			continue;
		next[i] = print->by_field[field - format->fields.at];
		print->by_field[field - format->fields.at] = i;
	}
}

/*
 * Set print->by_field, so that a field printed alone looks as in the text. The search is that of
 * libtraceevent, by which other tools read these texts: it starts behind the piece of the field
 * before, continues from the first piece, and ends for good once the last piece was used.
 */
static int find_pieces(struct perf_print_format *print, const struct perf_format *format,
		       struct perf_error *error)
{
	uint32_t *next = calloc(print->pieces.count + 1, sizeof(*next)), piece, from = 0;
	size_t i;

	print->by_field = calloc(format->fields.count + 1, sizeof(*print->by_field));
	if (!next || !print->by_field) {
		free(next);
		return perf_error_memory(error);
	}
	chain_pieces(print, format, next);
	for (i = 0; i < format->fields.count; i++) {
		if (format->fields.at[i].common || format->fields.at[i].is_array)
			continue;
		piece = from < print->pieces.count ? print->by_field[i] : PERF_PRINT_NONE;
		while (piece != PERF_PRINT_NONE && piece < from)
			piece = next[piece];
		if (piece != PERF_PRINT_NONE)
			print->by_field[i] = piece;
		else if (from >= print->pieces.count)
			print->by_field[i] = PERF_PRINT_NONE;
		if (print->by_field[i] != PERF_PRINT_NONE)
			from = print->by_field[i] + 1;
	}
	free(next);
	return 0;
}

/**
 * perf_print_parse() - parse a print format
 * @print: result; free with perf_print_free(), unless this fails
 * @format: the tracepoint; must outlive @print, which points to its fields
 * @long_size: bytes of a long on the recording's machine
 * @error: reason of a failure
 *
 * Return: 0, -EINVAL if the text is refused, -ENOMEM.
 */
int perf_print_parse(struct perf_print_format *print, const struct perf_format *format,
		     int long_size, struct perf_error *error)
{
	struct perf_print_parser parser = {
		.print = print, .format = format, .at = format->print ? format->print : "",
		.error = error,
	};
	size_t size = strlen(parser.at);
	const char *text;
	uint32_t length;

	*print = (struct perf_print_format){ .long_size = long_size == 4 ? 4 : 8 };
	if (size > PERF_PRINT_TEXT_MAX)
		return perf_error_set(error, EINVAL, "it has more than %d bytes",
				      PERF_PRINT_TEXT_MAX);
	print->strings = malloc(size + 1);
	if (!print->strings)
		return perf_error_memory(error);
	text = perf_print_string(&parser, &length);
	if (!parser.err)
		take_pieces(&parser, text);
	if (!parser.err)
		take_arguments(&parser);
	if (!parser.err)
		parser.err = find_pieces(print, format, error);
	if (parser.err)
		perf_print_free(print);
	return parser.err;
}

/** perf_print_free() - free the contents of @print and zero it */
void perf_print_free(struct perf_print_format *print)
{
	perf_vec_free(&print->pieces);
	perf_vec_free(&print->nodes);
	perf_vec_free(&print->names);
	free(print->by_field);
	free(print->strings);
	*print = (struct perf_print_format){ 0 };
}
