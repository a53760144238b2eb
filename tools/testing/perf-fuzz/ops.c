// SPDX-License-Identifier: GPL-2.0
#include <string.h>

#include "ops.h"

static const struct op_row * const groups[] = {
	event_rows, ioctl_rows, map_rows, task_rows, system_rows,
};

/**
 * ops_row() - row of an operation, NULL behind the last
 * @number: of the operation
 */
const struct op_row *ops_row(unsigned int number)
{
	const struct op_row *row;
	unsigned int i;

	for (i = 0; i < COUNT(groups); i++)
		for (row = groups[i]; row->name; row++)
			if (!number--)
				return row;
	return NULL;
}

/**
 * ops_count() - how many operations there are
 */
unsigned int ops_count(void)
{
	unsigned int count = 0;

	while (ops_row(count))
		count++;
	return count;
}

/**
 * ops_find() - number of an operation, or -1
 * @name: of the operation
 */
int ops_find(const char *name)
{
	const struct op_row *row;
	int i;

	for (i = 0; (row = ops_row(i)); i++)
		if (!strcmp(row->name, name))
			return i;
	return -1;
}

/**
 * ops_arg() - an argument of an operation, NULL if it does not have it
 * @row: the operation
 * @key: number of the argument
 */
const struct arg_spec *ops_arg(const struct op_row *row, unsigned int key)
{
	unsigned int i;

	for (i = 0; row->args[i].name; i++)
		if (i == key)
			return &row->args[i];
	return NULL;
}
