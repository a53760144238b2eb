/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Makes a random attr a valid one.
 */
#ifndef _FUZZ_MEND_H
#define _FUZZ_MEND_H

#include "case.h"
#include "random.h"

void mend_open(struct op *op, struct random *random);

#endif /* _FUZZ_MEND_H */
