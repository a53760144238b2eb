/* SPDX-License-Identifier: GPL-2.0 */
/* struct perf_power_model: a processor's events, counters and control registers. */
#ifndef _ARCH_POWERPC_PERF_MODEL_H
#define _ARCH_POWERPC_PERF_MODEL_H

#include <linux/perf_event.h>

#include "assign.h"

/* In a table of codes: a combination without a meaning. */
#define PERF_POWER_NONSENSE	(~0ULL)

/* In perf_power_choice.mask: from this bit on, the modes that all counters are frozen in. */
#define PERF_POWER_FREEZE_BITS	60

/* The most codes in a row of perf_power_model.equal. */
#define PERF_POWER_EQUALS	4

/* The most counters of a processor of the e500 family. */
#define PERF_E500_COUNTERS	6

/**
 * struct perf_power_regs - the control registers
 * @mmcr0: see Power ISA 3.1 book III, chapter "Performance Monitor Facility"; e500: PMGC0
 * @mmcr1: selects events
 * @mmcr2: freezes single counters by mode
 * @mmcr3: POWER10: where data came from
 * @mmcra: sampling and thresholds
 * @pmlca: e500: by counter, event and modes
 * @pmlcb: e500: by counter, threshold
 */
struct perf_power_regs {
	u64	mmcr0;
	u64	mmcr1;
	u64	mmcr2;
	u64	mmcr3;
	u64	mmcra;
	u32	pmlca[PERF_E500_COUNTERS];
	u32	pmlcb[PERF_E500_COUNTERS];
};

/**
 * struct perf_power_named - an event or format with a name in sysfs
 * @name: name of the file
 * @text: content of the file
 */
struct perf_power_named {
	const char	*name;
	const char	*text;
};

struct perf_power_selectors;

/**
 * struct perf_power_model - one kind of processor
 * @name:      caps/pmu_name in sysfs
 * @counters:  number of counters
 * @free_running: counters that can neither be frozen nor interrupt, a bit each. They are
 *	assigned only to events that do not sample and count in all modes
 * @code_bits: bits of attr.config that a raw code may have
 * @config1_bits: the same for attr.config1
 * @choose:    check @choice->code and fill in the rest of @choice: 0, or -EINVAL
 * @other_way: another counter's code for the same event, or 0; NULL: there are none
 * @other_route: the same code with a bit that selects another path to its counter, or 0; NULL:
 *	there are none
 * @encode:    add a code to the registers; @counter is from 0
 * @selectors: 32-bit: the selectors of each counter
 * @equal:     rows of codes that count the same event, padded with zeros
 * @equals:    number of rows
 * @equal_in_task: the same for events of a task: PMC5 and PMC6 count while the run latch is set,
 *	which it is whenever a task runs
 * @equals_in_task: number of rows
 * @broken:    codes that do not count on this revision, ended by 0; NULL: none
 * @generic:   codes of the generic events; 0: cannot be counted
 * @cache:     codes of the cache events, or PERF_POWER_NONSENSE
 * @formats:   sysfs folder "format", ended by a NULL name
 * @events:    sysfs folder "events", likewise
 * @extended_regs: registers of the counters that samples may carry
 * @mmcr0:     bits always set in MMCR0
 * @mmcra:     bits always set in MMCRA
 * @mmcra_user: bit of MMCRA: user mode was sampled; 0: MMCRA has no mode
 * @mmcra_hv:  the same for the hypervisor
 * @mmcra_sdar: bit of MMCRA: SDAR belongs to the marked instruction; 0: it always does
 * @mmcra_siar: bit of MMCRA: SIAR belongs to the marked instruction; 0: it always does
 * @mmcra_slot: field of MMCRA: number, from 1, of the marked instruction in the group at SIAR;
 *	0: SIAR is the instruction's own address
 * @selects_in_mmcr0: MMCR0 holds two counters' selectors in the bits that otherwise freeze
 *	the fifth and the sixth counter, and all counters while the thread waits
 * @counts_idle: no bit freezes a counter while the thread waits, so exclude_idle is refused
 * @samples_marked_only: only the addresses of marked instructions are sampled
 * @rolls_back: a counter may interrupt, and then turn out not to have overflowed yet
 * @has_207:   MMCR2, which freezes each counter separately, and SIER exist; without them
 *	perf_power_choice.mask from @choose has only bits below %PERF_POWER_FREEZE_BITS
 * @has_31:    MMCR3, SIER2 and SIER3 exist
 * @has_ebb:   overflows may be event-based branches: see ebb.c
 * @has_bhrb:  samples may carry branch records: see branch.c
 * @branch_filters: kinds of branches in branch_sample_type that have a filter in MMCRA
 */
struct perf_power_model {
	const char				*name;
	unsigned int				counters;
	u8					free_running;
	u64					code_bits;
	u64					config1_bits;
	int (*choose)(const struct perf_power_model *model, u64 config1,
		      struct perf_power_choice *choice);
	u64 (*other_way)(u64 code);
	u64 (*other_route)(u64 code);
	void (*encode)(struct perf_power_regs *regs, u64 code, u64 config1, unsigned int counter);
	const struct perf_power_selectors	*selectors;
	const u64				(*equal)[PERF_POWER_EQUALS];
	unsigned int				equals;
	const u64				(*equal_in_task)[PERF_POWER_EQUALS];
	unsigned int				equals_in_task;
	const u32				*broken;
	u64					generic[PERF_COUNT_HW_MAX];
	u64					cache[PERF_COUNT_HW_CACHE_MAX]
						     [PERF_COUNT_HW_CACHE_OP_MAX]
						     [PERF_COUNT_HW_CACHE_RESULT_MAX];
	const struct perf_power_named		*formats;
	const struct perf_power_named		*events;
	u64					extended_regs;
	u64					mmcr0;
	u64					mmcra;
	u64					mmcra_user;
	u64					mmcra_hv;
	u64					mmcra_sdar;
	u64					mmcra_siar;
	u64					mmcra_slot;
	bool					selects_in_mmcr0;
	bool					counts_idle;
	bool					samples_marked_only;
	bool					rolls_back;
	bool					has_207;
	bool					has_31;
	bool					has_ebb;
	bool					has_bhrb;
	u64					branch_filters;
};

/**
 * struct perf_power_attrs - the attributes that decide how an event is counted
 * @code:           event code
 * @config1:        attr.config1
 * @exclude_user:   not while in user mode
 * @exclude_kernel: not while in the kernel
 * @exclude_hv:     not while in the hypervisor
 * @exclude_idle:   not while the thread waits
 * @in_task:        the event counts a task, not a CPU
 * @samples:        the event's periods end with an interrupt
 * @ebb:            the event's overflows are event-based branches
 * @branches:       the event's samples carry branch records
 * @branch_filter:  the branches that the processor records, as in MMCRA[IFM]
 */
struct perf_power_attrs {
	u64	code;
	u64	config1;
	bool	exclude_user;
	bool	exclude_kernel;
	bool	exclude_hv;
	bool	exclude_idle;
	bool	in_task;
	bool	samples;
	bool	ebb;
	bool	branches;
	u8	branch_filter;
};

const struct perf_power_model *perf_power_find_model(void);
int perf_power_generic_code(const struct perf_power_model *model, u64 config, u64 *code);
int perf_power_cache_code(const struct perf_power_model *model, u64 config, u64 *code);
int perf_power_raw_code(const struct perf_power_model *model, u64 config, u64 config1, u64 *code);
int perf_power_demand_init(const struct perf_power_model *model,
			   const struct perf_power_attrs *attrs, struct perf_power_demand *demand);
void perf_power_demand_add_modes(const struct perf_power_model *model,
				 const struct perf_power_attrs *attrs,
				 struct perf_power_demand *demand);
bool perf_power_siar_is_valid(const struct perf_power_model *model, u64 mmcra);
bool perf_power_sdar_is_valid(const struct perf_power_model *model, u64 mmcra);
unsigned int perf_power_slot_offset(const struct perf_power_model *model, u64 mmcra);
void perf_power_regs_begin(const struct perf_power_model *model, struct perf_power_regs *regs);
void perf_power_regs_idle(const struct perf_power_model *model, struct perf_power_regs *regs,
			  unsigned int counter, bool kernel_is_hv);
void perf_power_regs_add(const struct perf_power_model *model, struct perf_power_regs *regs,
			 const struct perf_power_attrs *attrs, unsigned int counter,
			 bool kernel_is_hv);

extern const struct perf_power_model perf_power_isa3;
extern const struct perf_power_model perf_power_970;
extern const struct perf_power_model perf_power_970mp;
extern const struct perf_power_model perf_power5;
extern const struct perf_power_model perf_power5p;
extern const struct perf_power_model perf_power6;
extern const struct perf_power_model perf_power7;
extern const struct perf_power_model perf_power7p;
extern const struct perf_power_model perf_power8;
extern const struct perf_power_model perf_power9;
extern const struct perf_power_model perf_power9_dd21;
extern const struct perf_power_model perf_power9_dd22;
extern const struct perf_power_model perf_power10;

extern const struct perf_power_model perf_power_604;
extern const struct perf_power_model perf_power_604e;
extern const struct perf_power_model perf_power_750;
extern const struct perf_power_model perf_power_7400;
extern const struct perf_power_model perf_power_7450;

extern const struct perf_power_model perf_power_e500;
extern const struct perf_power_model perf_power_e500mc;
extern const struct perf_power_model perf_power_e6500;

#endif /* _ARCH_POWERPC_PERF_MODEL_H */
