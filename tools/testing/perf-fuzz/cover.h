/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The kernel code that a case ran through.
 */
#ifndef _FUZZ_COVER_H
#define _FUZZ_COVER_H

#include <stdbool.h>

bool cover_init(void);
void cover_begin(unsigned int thread);
void cover_end(unsigned int thread);
void cover_reset(void);
unsigned int cover_collect(void);
bool cover_has_fresh(void);
unsigned int cover_edges(void);

#endif /* _FUZZ_COVER_H */
