// SPDX-License-Identifier: GPL-2.0
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "attr.h"
#include "case.h"
#include "ops.h"

#define LINE	4096
/* Between two words */
#define BLANKS	"\n "

/* Names of the slots in a case's text */
static const char * const slot_names[] = {
	[ARG_FD] = "fd", [ARG_MAP] = "map", [ARG_CHILD] = "child",
};

/**
 * op_has() - does the operation have the argument?
 * @op: the operation
 * @key: number of the argument
 */
bool op_has(const struct op *op, unsigned int key)
{
	unsigned int i;

	for (i = 0; i < op->nr; i++)
		if (op->arg[i].key == key)
			return true;
	return false;
}

/**
 * op_get() - an argument, 0 if the operation does not have it
 * @op: the operation
 * @key: number of the argument
 */
uint64_t op_get(const struct op *op, unsigned int key)
{
	unsigned int i;

	for (i = 0; i < op->nr; i++)
		if (op->arg[i].key == key)
			return op->arg[i].value;
	return 0;
}

/**
 * op_set() - give the operation an argument, unless it has as many as it can have
 * @op: the operation
 * @key: number of the argument
 * @value: its value
 */
void op_set(struct op *op, unsigned int key, uint64_t value)
{
	unsigned int i;

	for (i = 0; i < op->nr && op->arg[i].key != key; i++)
		;
	if (i == OP_ARGS)
		return;
	op->arg[i].key = key;
	op->arg[i].value = value;
	if (i == op->nr)
		op->nr++;
}

/**
 * op_unset() - leave an argument out
 * @op: the operation
 * @key: number of the argument
 */
void op_unset(struct op *op, unsigned int key)
{
	unsigned int i;

	for (i = 0; i < op->nr && op->arg[i].key != key; i++)
		;
	if (i == op->nr)
		return;
	op->nr--;
	memmove(&op->arg[i], &op->arg[i + 1], (op->nr - i) * sizeof(op->arg[0]));
}

/* Where a number's digits say nothing, a small one is decimal */
static void print_number(uint64_t value, FILE *out)
{
	if (value + 10000 < 20000)
		fprintf(out, "%" PRId64, (int64_t)value);
	else
		fprintf(out, "0x%" PRIx64, value);
}

static void print_value(enum arg_kind kind, const struct words *words, uint64_t value, FILE *out)
{
	if (words && value < words_count(words))
		fputs(words->name[value], out);
	else if (kind == ARG_NUMBER || kind == ARG_WORD)
		print_number(value, out);
	else if (value == SLOT_NONE)
		fputs("none", out);
	else
		fprintf(out, "%s%" PRIu64, slot_names[kind], value);
}

/**
 * op_print() - write an operation as text, without the end of the line
 * @op: the operation
 * @out: where
 */
void op_print(const struct op *op, FILE *out)
{
	const struct op_row *row = ops_row(op->row);
	unsigned int i;

	if (op->thread)
		fprintf(out, "t%u ", op->thread);
	fputs(row->name, out);
	for (i = 0; i < op->nr; i++) {
		const struct op_arg *arg = &op->arg[i];
		const struct arg_spec *spec = ops_arg(row, arg->key);

		if (spec) {
			fprintf(out, " %s=", spec->name);
			print_value(spec->kind, spec->words, arg->value, out);
		} else {
			const struct attr_field *field = &attr_fields[arg->key - ARG_FIELDS];

			fprintf(out, " %s=", field->name);
			print_value(ARG_NUMBER, field->words, arg->value, out);
		}
	}
}

/**
 * case_print() - write a case as text
 * @fuzz: the case
 * @out: where
 */
void case_print(const struct fuzz_case *fuzz, FILE *out)
{
	unsigned int i;

	for (i = 0; i < fuzz->nr; i++) {
		op_print(&fuzz->op[i], out);
		fputc('\n', out);
	}
}

static int read_value(enum arg_kind kind, const struct words *words, const char *text,
		      uint64_t *value)
{
	char *end;
	int word;

	if (words) {
		word = words_find(words, text);
		*value = word;
		if (word >= 0)
			return 0;
	}
	if (kind == ARG_FD || kind == ARG_MAP || kind == ARG_CHILD) {
		size_t length = strlen(slot_names[kind]);

		*value = SLOT_NONE;
		if (!strcmp(text, "none"))
			return 0;
		if (strncmp(text, slot_names[kind], length))
			return -1;
		text += length;
	}
	*value = strtoull(text, &end, 0);
	return end == text || *end ? -1 : 0;
}

static int read_argument(struct op *op, const struct op_row *row, char *text)
{
	char *equals = strchr(text, '=');
	const struct arg_spec *spec;
	unsigned int key, field;
	uint64_t value;

	if (!equals)
		return -1;
	*equals++ = 0;
	for (key = 0; (spec = ops_arg(row, key)) && strcmp(spec->name, text); key++)
		;
	if (spec) {
		if (read_value(spec->kind, spec->words, equals, &value))
			return -1;
	} else {
		field = attr_field_number(text);
		if (!row->attr || field == attr_nr_fields ||
		    read_value(ARG_NUMBER, attr_fields[field].words, equals, &value))
			return -1;
		key = ARG_FIELDS + field;
	}
	op_set(op, key, value);
	return 0;
}

static int read_op(struct op *op, char *line)
{
	char *place, *word = strtok_r(line, BLANKS, &place);
	int row;

	memset(op, 0, sizeof(*op));
	if (word[0] == 't' && word[1] >= '0' && word[1] < '0' + CASE_THREADS && !word[2]) {
		op->thread = word[1] - '0';
		word = strtok_r(NULL, BLANKS, &place);
	}
	row = word ? ops_find(word) : -1;
	if (row < 0)
		return -1;
	op->row = row;
	while ((word = strtok_r(NULL, BLANKS, &place)))
		if (read_argument(op, ops_row(row), word))
			return -1;
	return 0;
}

/**
 * case_read() - read a case's text
 * @fuzz: where it goes
 * @in: the text, up to its end or an empty line
 *
 * Returns how many operations it has, 0 at the end of the file, -1 after a word that is none.
 */
int case_read(struct fuzz_case *fuzz, FILE *in)
{
	char line[LINE], copy[LINE];

	fuzz->nr = 0;
	while (fgets(line, sizeof(line), in)) {
		if (line[0] == '#')
			continue;
		if (line[0] == '\n') {
			if (fuzz->nr)
				break;
			continue;
		}
		line[strcspn(line, "#\n")] = 0;
		memcpy(copy, line, sizeof(copy));
		if (fuzz->nr == CASE_OPS || read_op(&fuzz->op[fuzz->nr], copy)) {
			fprintf(stderr, "perf-fuzz: not an operation: %s\n", line);
			return -1;
		}
		fuzz->nr++;
	}
	return fuzz->nr;
}
