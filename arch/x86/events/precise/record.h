/* SPDX-License-Identifier: GPL-2.0 */
/* Records of precise samples: their layouts. */
#ifndef _ARCH_X86_EVENTS_PRECISE_RECORD_H
#define _ARCH_X86_EVENTS_PRECISE_RECORD_H

#include <linux/bits.h>
#include <linux/types.h>

struct pt_regs;

/* Groups of an adaptive record: bits of MSR_PEBS_DATA_CFG and of a record's first field */
#define PERF_X86_GROUP_MEMORY	BIT_ULL(0)
#define PERF_X86_GROUP_GENERAL	BIT_ULL(1)
#define PERF_X86_GROUP_XMM	BIT_ULL(2)
#define PERF_X86_GROUP_BRANCHES	BIT_ULL(3)
/* With the last one: how many branches, less one */
#define PERF_X86_GROUP_NUMBER	GENMASK_ULL(31, 24)

/**
 * struct perf_x86_layout - how the processor lays out records
 * @format:   format number of IA32_PERF_CAPABILITIES, 0 to 5
 * @adaptive: a record says which groups it has
 * @faults:   formats 0 and 1: a record is written before its instruction
 */
struct perf_x86_layout {
	u8	format;
	bool	adaptive;
	bool	faults;
};

/**
 * struct perf_x86_record - a record, whatever its layout
 * @ip:       linear address of the instruction, or of the next one if @exact is false
 * @exact:    @ip is the address of the instruction itself
 * @insn:     the address of the instruction, as perf_x86_fixup_insn() has found it; 0: not found
 * @counters: counters that have overflowed; 0: the record does not say
 * @tsc:      time stamp counter; 0: none
 * @address:  linear address of the data; 0: none
 * @source:   field of the data source
 * @latency:  cycles
 * @tsx:      field on transactions
 * @general:  flags, address of the next instruction and general registers; NULL: none
 * @xmm:      vector registers; NULL: none
 * @branches: branch records, three fields each; NULL: none
 * @nr:       their number
 */
struct perf_x86_record {
	u64		ip;
	bool		exact;
	u64		insn;
	u64		counters;
	u64		tsc;
	u64		address;
	u64		source;
	u64		latency;
	u64		tsx;
	const u64	*general;
	const u64	*xmm;
	const u64	*branches;
	unsigned int	nr;
};

size_t perf_x86_record_size(struct perf_x86_layout layout, u64 groups);
size_t perf_x86_record_parse(struct perf_x86_layout layout, const u64 *from, size_t bytes,
			     struct perf_x86_record *record);
void perf_x86_record_regs(struct perf_x86_layout layout, const struct perf_x86_record *record,
			  struct pt_regs *regs);

#endif /* _ARCH_X86_EVENTS_PRECISE_RECORD_H */
