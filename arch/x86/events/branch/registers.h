/* SPDX-License-Identifier: GPL-2.0 */
/* Registers of branch records: Intel's old ones, Intel's architectural ones, AMD's two kinds. */
#ifndef _ARCH_X86_EVENTS_BRANCH_REGISTERS_H
#define _ARCH_X86_EVENTS_BRANCH_REGISTERS_H

#include "branch/branch.h"

extern const struct perf_x86_branch_ops perf_x86_branch_old_ops;
extern const struct perf_x86_branch_ops perf_x86_branch_arch_ops;
extern const struct perf_x86_branch_ops perf_x86_branch_amd_ops;
extern const struct perf_x86_branch_ops perf_x86_branch_brs_ops;

bool perf_x86_branch_old_has_info(unsigned int format);
bool perf_x86_branch_old_known(unsigned int format);
void perf_x86_branch_old_parse(unsigned int format, u64 from, u64 to, u64 info,
			       struct perf_x86_branch_record *record);
void perf_x86_branch_arch_parse(u64 from, u64 to, u64 info, struct perf_x86_branch_record *record);
void perf_x86_branch_amd_parse(u64 from, u64 to, struct perf_x86_branch_record *record);

#endif /* _ARCH_X86_EVENTS_BRANCH_REGISTERS_H */
