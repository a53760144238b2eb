/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Makes a case smaller that still reaches what it was kept for.
 */
#ifndef _FUZZ_MINIMISE_H
#define _FUZZ_MINIMISE_H

#include "case.h"

void case_minimise(struct fuzz_case *fuzz, unsigned int threads);

#endif /* _FUZZ_MINIMISE_H */
