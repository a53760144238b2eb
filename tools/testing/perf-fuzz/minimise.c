// SPDX-License-Identifier: GPL-2.0
#include <string.h>

#include "cover.h"
#include "execute.h"
#include "minimise.h"

static void leave_out(struct fuzz_case *fuzz, unsigned int at)
{
	fuzz->nr--;
	memmove(&fuzz->op[at], &fuzz->op[at + 1], (fuzz->nr - at) * sizeof(fuzz->op[0]));
}

/**
 * case_minimise() - leave out each operation without which the case still reaches the edges
 *	that were new when cover_collect() was last called
 * @fuzz: the case
 * @threads: how many share its operations
 */
void case_minimise(struct fuzz_case *fuzz, unsigned int threads)
{
	struct fuzz_case smaller;
	int at;

	for (at = fuzz->nr - 1; at >= 0 && fuzz->nr > 1; at--) {
		smaller = *fuzz;
		leave_out(&smaller, at);
		execute(&smaller, threads, false);
		if (cover_has_fresh())
			*fuzz = smaller;
	}
}
