/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Complaints on the kernel's console.
 */
#ifndef _FUZZ_COMPLAIN_H
#define _FUZZ_COMPLAIN_H

#include <stdbool.h>
#include <stdio.h>

bool complain_init(void);
bool complain_look(FILE *out);

#endif /* _FUZZ_COMPLAIN_H */
