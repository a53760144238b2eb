// SPDX-License-Identifier: GPL-2.0
/*
 * A model of the slots in use steers the choice: most operations are on descriptors that an
 * earlier one may have opened, and most events resemble the one before, so that they can be in
 * a group.
 */
#include <string.h>

#include "attr.h"
#include "generate.h"
#include "mend.h"
#include "ops.h"

/* A clock with shorter periods would leave no time for the case: nanoseconds */
#define CLOCK_PERIOD	1000000

static const unsigned int slots[] = { [ARG_FD] = FDS, [ARG_MAP] = MAPS, [ARG_CHILD] = CHILDREN };

/**
 * struct model - slots that operations have filled
 * @used: a bit each, by kind of argument
 * @opened: the last open of a descriptor, with nr 0 before
 */
struct model {
	uint64_t used[ARG_CHILD + 1];
	struct op opened[FDS];
};

static uint64_t choose_slot(struct random *random, const struct model *model, enum arg_kind kind)
{
	unsigned int first = random_below(random, slots[kind]), i;

	if (!model->used[kind])
		return first;
	if (random_one_in(random, 12))
		return random_one_in(random, 3) ? SLOT_NONE : first;
	for (i = 0; !(model->used[kind] & 1ULL << (first + i) % slots[kind]); i++)
		;
	return (first + i) % slots[kind];
}

static uint64_t choose_number(struct random *random, const struct arg_spec *spec)
{
	unsigned int count = 0;

	if (!spec->values || random_one_in(random, 40))
		return spec->limit ? random_below(random, spec->limit) :
				     random_number(random) >> random_below(random, 64);
	while (spec->values[count] != ARG_END)
		count++;
	return spec->values[random_below(random, count)];
}

static uint64_t choose_arg(struct random *random, const struct model *model,
			   const struct arg_spec *spec)
{
	switch (spec->kind) {
	case ARG_NUMBER:
		return choose_number(random, spec);
	case ARG_WORD:
		return words_choose(random, spec->words);
	default:
		if (spec->made)
			return random_below(random, slots[spec->kind]);
		return choose_slot(random, model, spec->kind);
	}
}

static void choose_fields(struct random *random, struct op *op)
{
	unsigned int i;

	for (i = 0; i < attr_nr_fields; i++)
		if (attr_fields[i].once && random_one_in(random, attr_fields[i].once))
			op_set(op, ARG_FIELDS + i, attr_choose(random, &attr_fields[i]));
}

/* Of an open take the one before, and change some of it: so groups come about */
static void resemble(struct random *random, struct op *op, const struct op *before)
{
	unsigned int changes = random_below(random, 4), i, field;

	for (i = 0; i < op->nr; )
		if (op->arg[i].key >= ARG_FIELDS)
			op_unset(op, op->arg[i].key);
		else
			i++;
	for (i = 0; i < before->nr; i++)
		if (before->arg[i].key >= ARG_FIELDS)
			op_set(op, before->arg[i].key, before->arg[i].value);
	/* The task and CPU are arguments 2 and 3 of an open */
	for (i = 2; i <= 3; i++)
		op_set(op, i, op_get(before, i));
	for (i = 0; i < changes; i++) {
		field = random_below(random, attr_nr_fields);
		if (op_has(op, ARG_FIELDS + field) && random_one_in(random, 2))
			op_unset(op, ARG_FIELDS + field);
		else if (attr_fields[field].once && attr_fields[field].once < 30)
			op_set(op, ARG_FIELDS + field, attr_choose(random, &attr_fields[field]));
	}
}

/* The event's own attr, with another breakpoint: MODIFY_ATTRIBUTES refuses other changes */
static void resemble_opened(struct random *random, struct op *op, const struct op *opened)
{
	static const char * const fields[] = { "watch", "bp_type", "disabled", "sig_data" };
	unsigned int field = attr_field_number(fields[random_below(random, COUNT(fields))]), i;

	for (i = 0; i < op->nr; )
		if (op->arg[i].key >= ARG_FIELDS)
			op_unset(op, op->arg[i].key);
		else
			i++;
	for (i = 0; i < opened->nr; i++)
		if (opened->arg[i].key >= ARG_FIELDS)
			op_set(op, opened->arg[i].key, opened->arg[i].value);
	op_set(op, ARG_FIELDS + field, attr_choose(random, &attr_fields[field]));
}

static unsigned int choose_row(struct random *random)
{
	unsigned int sum = 0, i, at;
	const struct op_row *row;

	for (i = 0; (row = ops_row(i)); i++)
		sum += row->weight;
	at = random_below(random, sum);
	for (i = 0; at >= ops_row(i)->weight; i++)
		at -= ops_row(i)->weight;
	return i;
}

static void choose_op(struct random *random, const struct model *model, struct op *op,
		      const struct op *before)
{
	const struct op_row *row = ops_row(op->row);
	const struct arg_spec *spec;
	unsigned int key;
	uint64_t fd;

	op->nr = 0;
	for (key = 0; (spec = ops_arg(row, key)); key++)
		if (!spec->once || random_one_in(random, spec->once))
			op_set(op, key, choose_arg(random, model, spec));
	if (!row->attr)
		return;
	fd = op_get(op, 0);
	if (op->row && fd < FDS && model->opened[fd].nr && !random_one_in(random, 4)) {
		resemble_opened(random, op, &model->opened[fd]);
		return;
	}
	choose_fields(random, op);
	if (before && random_one_in(random, 2))
		resemble(random, op, before);
	if (!op->row)
		mend_open(op, random);
}

/* Note which slots an operation fills */
static void learn(struct model *model, const struct op *op)
{
	const struct op_row *row = ops_row(op->row);
	const struct arg_spec *spec;
	unsigned int key;

	for (key = 0; (spec = ops_arg(row, key)); key++)
		if (spec->made && op_has(op, key) && op_get(op, key) < 64)
			model->used[spec->kind] |= 1ULL << op_get(op, key);
	if (!op->row && op_get(op, 0) < FDS)
		model->opened[op_get(op, 0)] = *op;
}

/* Limit what would only waste time */
static void tame(struct fuzz_case *fuzz)
{
	unsigned int period = ARG_FIELDS + attr_field_number("sample_period");
	unsigned int freq = ARG_FIELDS + attr_field_number("freq");
	unsigned int i;

	for (i = 0; i < fuzz->nr; i++) {
		struct op *op = &fuzz->op[i];

		if (!ops_row(op->row)->attr || !op_has(op, period))
			continue;
		if (op_get(op, freq))
			op_set(op, period, op_get(op, period) % 1000);
		else if (op_get(op, period) && op_get(op, period) < CLOCK_PERIOD &&
			 op_get(op, ARG_FIELDS + attr_field_number("config")) < 2)
			op_set(op, period, CLOCK_PERIOD | op_get(op, period));
	}
}

/**
 * case_generate() - a new case
 * @fuzz: where it goes
 * @random: all that the case depends on, besides the machine's list of PMUs
 * @threads: how many share the operations
 */
void case_generate(struct fuzz_case *fuzz, struct random *random, unsigned int threads)
{
	unsigned int count = 6 + random_below(random, CASE_OPS / 2 - 6), i;
	const struct op *before = NULL;
	struct model model = { };

	fuzz->nr = count;
	for (i = 0; i < count; i++) {
		struct op *op = &fuzz->op[i];

		/* A case without events is none */
		op->row = i < 2 ? 0 : choose_row(random);
		op->thread = random_below(random, threads);
		choose_op(random, &model, op, before);
		learn(&model, op);
		if (ops_row(op->row)->attr)
			before = op;
	}
	tame(fuzz);
}

static void change_argument(struct random *random, const struct model *model, struct op *op)
{
	const struct op_row *row = ops_row(op->row);
	unsigned int key, count = 0;
	const struct arg_spec *spec;

	while (ops_arg(row, count))
		count++;
	if (row->attr && random_one_in(random, 2)) {
		key = random_below(random, attr_nr_fields);
		if (op_has(op, ARG_FIELDS + key) && random_one_in(random, 3))
			op_unset(op, ARG_FIELDS + key);
		else
			op_set(op, ARG_FIELDS + key, attr_choose(random, &attr_fields[key]));
		return;
	}
	if (!count)
		return;
	key = random_below(random, count);
	spec = ops_arg(row, key);
	op_set(op, key, choose_arg(random, model, spec));
}

static void insert_op(struct random *random, struct fuzz_case *fuzz, const struct model *model,
		      const struct op *op, unsigned int threads)
{
	unsigned int at = random_below(random, fuzz->nr + 1);

	if (fuzz->nr == CASE_OPS)
		return;
	memmove(&fuzz->op[at + 1], &fuzz->op[at], (fuzz->nr - at) * sizeof(fuzz->op[0]));
	fuzz->nr++;
	if (op) {
		fuzz->op[at] = *op;
		return;
	}
	fuzz->op[at].row = choose_row(random);
	fuzz->op[at].thread = random_below(random, threads);
	choose_op(random, model, &fuzz->op[at], NULL);
}

static void remove_op(struct fuzz_case *fuzz, unsigned int at)
{
	fuzz->nr--;
	memmove(&fuzz->op[at], &fuzz->op[at + 1], (fuzz->nr - at) * sizeof(fuzz->op[0]));
}

/**
 * case_mutate() - change a case in a few places
 * @fuzz: the case
 * @other: a case that operations are taken from
 * @random: what the changes depend on
 * @threads: how many share the operations
 */
void case_mutate(struct fuzz_case *fuzz, const struct fuzz_case *other, struct random *random,
		 unsigned int threads)
{
	unsigned int changes = 1 + random_below(random, 4), i;
	struct model model = { };

	for (i = 0; i < fuzz->nr; i++)
		learn(&model, &fuzz->op[i]);
	while (changes--) {
		switch (random_below(random, 8)) {
		case 0:
		case 1:
		case 2:
			change_argument(random, &model, &fuzz->op[random_below(random, fuzz->nr)]);
			break;
		case 3:
			insert_op(random, fuzz, &model,
				  &other->op[random_below(random, other->nr)], threads);
			break;
		case 4:
			if (fuzz->nr > 2)
				remove_op(fuzz, random_below(random, fuzz->nr));
			break;
		case 5:
			fuzz->op[random_below(random, fuzz->nr)].thread =
				random_below(random, threads);
			break;
		default:
			insert_op(random, fuzz, &model, NULL, threads);
		}
	}
	for (i = 0; i < fuzz->nr; i++)
		fuzz->op[i].thread %= threads;
	tame(fuzz);
}
