/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Allocations that fail on purpose.
 */
#ifndef _FUZZ_FAULTS_H
#define _FUZZ_FAULTS_H

#include <stdbool.h>

bool faults_prepare(void);
void faults_next(unsigned int allocation);
void faults_arm(bool forks);
bool faults_end(void);

#endif /* _FUZZ_FAULTS_H */
