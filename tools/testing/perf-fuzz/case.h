/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A case: operations with their arguments, and their text.
 *
 * The text has a line for each operation: "t1 open fd=fd3 group=fd1 pid=self pmu=software
 * config=2". "t1" is the thread, which is left out if it is t0. An argument that is left out
 * is 0. A line that begins with # is a comment.
 */
#ifndef _FUZZ_CASE_H
#define _FUZZ_CASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#define CASE_THREADS	3
#define CASE_OPS	64
#define OP_ARGS		40

#define COUNT(array)	(sizeof(array) / sizeof((array)[0]))

/* Stands for a slot without a descriptor, mapping or process */
#define SLOT_NONE	0xff

/**
 * struct op_arg - an argument
 * @key: its number in the row of the operation; from ARG_FIELDS on, a field of the attr
 * @value: a number, the index of a word, or a slot
 */
struct op_arg {
	unsigned int key;
	uint64_t value;
};

#define ARG_FIELDS	16

/**
 * struct op - an operation
 * @row: its row in the table of operations
 * @thread: which thread of the case does it
 * @nr: how many arguments it has
 * @arg: these
 */
struct op {
	unsigned int row;
	unsigned int thread;
	unsigned int nr;
	struct op_arg arg[OP_ARGS];
};

/**
 * struct fuzz_case - a list of operations
 * @nr: how many
 * @op: these
 */
struct fuzz_case {
	unsigned int nr;
	struct op op[CASE_OPS];
};

uint64_t op_get(const struct op *op, unsigned int key);
bool op_has(const struct op *op, unsigned int key);
void op_set(struct op *op, unsigned int key, uint64_t value);
void op_unset(struct op *op, unsigned int key);
void op_print(const struct op *op, FILE *out);
void case_print(const struct fuzz_case *fuzz, FILE *out);
int case_read(struct fuzz_case *fuzz, FILE *in);

#endif /* _FUZZ_CASE_H */
