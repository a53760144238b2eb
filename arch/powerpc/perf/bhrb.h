/* SPDX-License-Identifier: GPL-2.0 */
/* The entries of the branch history rolling buffer as records of a sample. */
#ifndef _ARCH_POWERPC_PERF_BHRB_H
#define _ARCH_POWERPC_PERF_BHRB_H

#include <linux/types.h>

struct perf_branch_entry;

/* Entries of the buffer. */
#define PERF_BHRB_ENTRIES	32

/**
 * struct perf_bhrb_wish - the records that an event requests
 * @type:   attr.branch_sample_type
 * @user:   branches in user mode
 * @kernel: branches in the kernel, with its addresses
 * @fetch:  read the instruction at an address; false if it cannot be read
 */
struct perf_bhrb_wish {
	u64	type;
	bool	user;
	bool	kernel;
	bool	(*fetch)(u64 address, u32 *insn);
};

unsigned int perf_bhrb_decode(const u64 *raw, unsigned int number,
			      const struct perf_bhrb_wish *wish, struct perf_branch_entry *entries);

#endif /* _ARCH_POWERPC_PERF_BHRB_H */
