/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the kernel says on its console.
 */
#ifndef _FUZZ_COMPLAIN_H
#define _FUZZ_COMPLAIN_H

#include <stdbool.h>
#include <stdio.h>

bool complain_init(void);
bool complain_look(FILE *out);

#endif /* _FUZZ_COMPLAIN_H */
