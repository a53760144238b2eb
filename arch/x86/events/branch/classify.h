/* SPDX-License-Identifier: GPL-2.0 */
/* The class of a branch by its instruction. */
#ifndef _ARCH_X86_EVENTS_BRANCH_CLASSIFY_H
#define _ARCH_X86_EVENTS_BRANCH_CLASSIFY_H

#include "branch/branch.h"

bool perf_x86_branch_in_kernel(u64 address);
bool perf_x86_branch_is_64bit(u64 address);
enum perf_x86_branch_class perf_x86_branch_decode(const void *code, int bytes, bool is_64bit);
enum perf_x86_branch_class perf_x86_branch_classify(const struct perf_x86_branch_record *record);

#endif /* _ARCH_X86_EVENTS_BRANCH_CLASSIFY_H */
