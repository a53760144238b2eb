/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Cases that reached something new.
 */
#ifndef _FUZZ_CORPUS_H
#define _FUZZ_CORPUS_H

#include "case.h"
#include "random.h"

int corpus_load(const char *path);
int corpus_save(const char *path);
void corpus_add(const struct fuzz_case *fuzz);
unsigned int corpus_size(void);
const struct fuzz_case *corpus_at(unsigned int index);
const struct fuzz_case *corpus_choose(struct random *random);

#endif /* _FUZZ_CORPUS_H */
