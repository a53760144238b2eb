/* SPDX-License-Identifier: GPL-2.0 */
/* The records of this moment, for BPF programs. */
#ifndef _ARCH_X86_EVENTS_BRANCH_SNAPSHOT_H
#define _ARCH_X86_EVENTS_BRANCH_SNAPSHOT_H

void perf_x86_branch_snapshot_on(void);

#endif /* _ARCH_X86_EVENTS_BRANCH_SNAPSHOT_H */
