/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Runs a case in a process of its own.
 */
#ifndef _FUZZ_EXECUTE_H
#define _FUZZ_EXECUTE_H

#include "case.h"

/**
 * struct outcome - how a case went
 * @result: of each operation, UNDONE where the case did not come to it
 * @opened: how many events were opened
 * @wrong: an errno of open that the ABI does not have there, or 0
 * @kept: an event without a mapping had a ring
 * @hung: tasks of the case did not end when they were killed
 * @left: events that were left when its tasks had gone
 * @late: it had to be killed
 */
struct outcome {
	long result[CASE_OPS];
	unsigned int opened;
	int wrong;
	bool kept;
	bool hung;
	int left;
	bool late;
};

#define UNDONE	(-9999)

int execute_init(void);
void execute(const struct fuzz_case *fuzz, unsigned int threads, bool sweep);
const struct outcome *execute_outcome(void);
bool execute_plain_event_counts(void);

#endif /* _FUZZ_EXECUTE_H */
