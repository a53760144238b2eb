/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Cases by chance: new ones, and changes of others.
 */
#ifndef _FUZZ_GENERATE_H
#define _FUZZ_GENERATE_H

#include "case.h"
#include "random.h"

void case_generate(struct fuzz_case *fuzz, struct random *random, unsigned int threads);
void case_mutate(struct fuzz_case *fuzz, const struct fuzz_case *other, struct random *random,
		 unsigned int threads);

#endif /* _FUZZ_GENERATE_H */
