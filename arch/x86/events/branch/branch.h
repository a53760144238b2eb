/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Branch records: what a processor's registers hold, and what an event wants of it.
 *
 * A branch has one *class*. The *wish* of an event, a mask of classes, privilege levels and
 * modes, is derived from attr.branch_sample_type once (wish.c). The registers record what the
 * wishes of all events on the CPU have in common or more (perf_x86_branches::groups), and
 * filter.c removes from a sample what its own event does not want.
 */
#ifndef _ARCH_X86_EVENTS_BRANCH_H
#define _ARCH_X86_EVENTS_BRANCH_H

#include "feature.h"

/* Most records that any processor has. */
#define PERF_X86_BRANCHES_MAX	32

/* Classes of branches: bits of a wish. */
enum perf_x86_branch_class {
	PERF_X86_BRANCH_COND,
	PERF_X86_BRANCH_JUMP,		/* direct */
	PERF_X86_BRANCH_IND_JUMP,
	PERF_X86_BRANCH_CALL,		/* direct */
	PERF_X86_BRANCH_IND_CALL,
	PERF_X86_BRANCH_RETURN,
	PERF_X86_BRANCH_SYSCALL,	/* SYSCALL, SYSENTER */
	PERF_X86_BRANCH_SYSRET,
	PERF_X86_BRANCH_INT,		/* INT n, INT3, INTO */
	PERF_X86_BRANCH_IRET,
	PERF_X86_BRANCH_IRQ,		/* interrupts and exceptions, at any instruction */
	PERF_X86_BRANCH_FAR_JUMP,
	PERF_X86_BRANCH_FAR_CALL,
	PERF_X86_BRANCH_FAR_RETURN,
	PERF_X86_BRANCH_ABORT,		/* of a transaction */
	PERF_X86_BRANCH_CLASSES,	/* their number */
	PERF_X86_BRANCH_UNKNOWN = PERF_X86_BRANCH_CLASSES,
};

/* The other bits of a wish. */
#define PERF_X86_BRANCH_ALL	GENMASK_ULL(PERF_X86_BRANCH_CLASSES - 1, 0)
#define PERF_X86_BRANCH_USER	BIT_ULL(24)	/* branches to and from user mode */
#define PERF_X86_BRANCH_KERNEL	BIT_ULL(25)	/* branches to the kernel */
#define PERF_X86_BRANCH_STACK	BIT_ULL(26)	/* the calls that have not returned */
#define PERF_X86_BRANCH_IN_TX	BIT_ULL(27)	/* of these two, both or none: no matter */
#define PERF_X86_BRANCH_NO_TX	BIT_ULL(28)

/* Classes that Intel and AMD filter together, as far branches. */
#define PERF_X86_BRANCH_FAR						\
	(BIT_ULL(PERF_X86_BRANCH_SYSCALL) | BIT_ULL(PERF_X86_BRANCH_SYSRET) |	\
	 BIT_ULL(PERF_X86_BRANCH_INT) | BIT_ULL(PERF_X86_BRANCH_IRET) |		\
	 BIT_ULL(PERF_X86_BRANCH_IRQ) | BIT_ULL(PERF_X86_BRANCH_FAR_JUMP) |	\
	 BIT_ULL(PERF_X86_BRANCH_FAR_CALL) | BIT_ULL(PERF_X86_BRANCH_FAR_RETURN) | \
	 BIT_ULL(PERF_X86_BRANCH_ABORT))

/* In perf_x86_branch_record::flags, which has no bit of LBR_INFO there. */
#define PERF_X86_BRANCH_PREDICTED	BIT_ULL(0)

/**
 * struct perf_x86_branch_group - wishes that one bit of the filter register serves
 * @wishes: classes and privilege levels
 * @bit:    bit of the register
 */
struct perf_x86_branch_group {
	u64	wishes;
	u64	bit;
};

/**
 * struct perf_x86_branch_record - a record, whatever registers it comes from
 * @from:   address of the branch, sign-extended
 * @to:     its target, sign-extended
 * @flags:  LBR_INFO_MISPRED, LBR_INFO_IN_TX, LBR_INFO_ABORT; PERF_X86_BRANCH_PREDICTED if the
 *          first of them is valid
 * @cycles: cycles since the branch before, 0 if unknown
 * @spec:   PERF_BR_SPEC_*
 * @class:  class, PERF_X86_BRANCH_UNKNOWN if the registers do not hold it
 */
struct perf_x86_branch_record {
	u64	from;
	u64	to;
	u64	flags;
	u16	cycles;
	u8	spec;
	u8	class;
};

/**
 * struct perf_x86_branch_records - the records of a CPU, newest first
 * @nr:     number of records
 * @hw_idx: index of the newest in hardware
 * @record: the records
 */
struct perf_x86_branch_records {
	unsigned int			nr;
	u64				hw_idx;
	struct perf_x86_branch_record	record[PERF_X86_BRANCHES_MAX];
};

/**
 * struct perf_x86_branch_raw - the registers of a record; a precise record has copies of them
 * @from: its source
 * @to:   its target
 * @info: flags and cycles, 0 without such a register
 */
struct perf_x86_branch_raw {
	u64	from;
	u64	to;
	u64	info;
};

/**
 * struct perf_x86_branch_calls - the calls of a task that is switched out
 * @task:     the task; NULL: nothing has been saved
 * @switches: how often the task has been switched out, this time included
 * @cpu:      CPU that they were saved on
 * @serial:   perf_x86_branch_cpu::saves of @cpu then
 * @nr:       number of calls that have not returned
 * @raw:      their registers, newest first
 *
 * Changes with IRQs off on the CPU that the event is on.
 */
struct perf_x86_branch_calls {
	const struct task_struct	*task;
	unsigned long			switches;
	int				cpu;
	u64				serial;
	unsigned int			nr;
	struct perf_x86_branch_raw	raw[PERF_X86_BRANCHES_MAX];
};

/**
 * struct perf_x86_branch_cpu - state of a CPU's records
 * @active:    counters whose events want records and count
 * @wish:      wishes of the events with a counter, or of the last event that had one
 * @select:    filter for @wish, which perf_x86_branch_ops::start
 *             writes
 * @stack:     the filter is that of PERF_X86_BRANCH_STACK
 * @recording: records are made
 * @stale:     the registers hold what must not be seen any more; not while recording
 * @paused:    calls have been saved for a task that is being switched out: until the next event
 *             is added, nothing is recorded, so that the registers keep them
 * @asleep:    the CPU sleeps: brs.c records nothing, whatever @recording is
 * @loaded:    the registers hold the calls of the task that is being switched in
 * @saves:     how often calls have been saved here
 * @held:      @saves when the registers' contents were saved; 0: they hold something else
 * @valid:     @records holds what the registers hold
 * @records:   the registers, read once for all events that overflow together
 * @nr:        header of @entries: struct perf_branch_stack
 * @hw_idx:    likewise
 * @entries:   records of the sample that is written now
 *
 * All fields change on the CPU itself with IRQs off. NMIs change all but @active, @wish,
 * @select and @asleep.
 */
struct perf_x86_branch_cpu {
	u64				active;
	u64				wish;
	u64				select;
	bool				stack;
	bool				recording;
	bool				stale;
	bool				paused;
	bool				asleep;
	bool				loaded;
	u64				saves;
	u64				held;
	bool				valid;
	struct perf_x86_branch_records	records;
	u64				nr;
	u64				hw_idx;
	struct perf_branch_entry	entries[PERF_X86_BRANCHES_MAX];
};

struct perf_x86_branches;

/**
 * struct perf_x86_branch_ops - registers of a kind of records
 * @start: record what @select admits
 * @stop:  do not record
 * @read:  read all records; not recording. NULL: @save does, and @parse
 * @clear: clear all records; not recording
 * @newest: number of the newest record's registers; not recording
 * @save:  read the registers of all records, the newest first; not recording. NULL, as @load and
 *         @parse: the processor cannot follow calls. Return: the number of records
 * @load:  write them, all other records being clear
 * @parse: take the registers of a record apart
 *
 * Context: on the CPU, IRQs off, or NMI.
 */
struct perf_x86_branch_ops {
	void	(*start)(const struct perf_x86_pmu *pmu, const struct perf_x86_branches *branches,
			 const struct perf_x86_branch_cpu *here);
	void	(*stop)(const struct perf_x86_pmu *pmu, const struct perf_x86_branches *branches);
	void	(*read)(const struct perf_x86_pmu *pmu, const struct perf_x86_branches *branches,
			struct perf_x86_branch_records *records);
	void	(*clear)(const struct perf_x86_pmu *pmu, const struct perf_x86_branches *branches);
	unsigned int (*newest)(const struct perf_x86_pmu *pmu,
			       const struct perf_x86_branches *branches);
	unsigned int (*save)(const struct perf_x86_pmu *pmu,
			     const struct perf_x86_branches *branches,
			     struct perf_x86_branch_raw *raw);
	void	(*load)(const struct perf_x86_pmu *pmu, const struct perf_x86_branches *branches,
			const struct perf_x86_branch_raw *raw, unsigned int nr);
	void	(*parse)(const struct perf_x86_branches *branches,
			 const struct perf_x86_branch_raw *raw,
			 struct perf_x86_branch_record *record);
};

/**
 * struct perf_x86_branches - the branch records of a kind of processor
 * @feature:  what perf_x86_pmu::features points to
 * @ops:      access to the registers
 * @name:     for the log
 * @depth:    number of records, a power of two but for AMD's
 * @format:   of Intel's old registers: PERF_CAPABILITIES[5:0]
 * @from:     first MSR of addresses of branches
 * @to:       first MSR of targets
 * @info:     first MSR of flags and cycles, 0 for none
 * @refused:  bits of branch_sample_type that the processor cannot serve
 * @has_types: the registers hold the class of near branches
 * @freezes:  AMD: an interrupt of the counters freezes the records
 * @held:     the records follow the overflow, whose interrupt waits for them (brs.c)
 * @stack:    the processor can follow calls and returns; the filter's bit, or 0
 * @calls_need_jumps: erratum: calls are recorded only if jumps are
 * @suppress: the bit of a group suppresses its branches, instead of admitting them
 * @groups:   filter register; an empty row ends the table; NULL: there is none
 * @cpu:      state of each CPU
 */
struct perf_x86_branches {
	struct perf_x86_feature			feature;
	const struct perf_x86_branch_ops	*ops;
	const char				*name;
	unsigned int				depth;
	unsigned int				format;
	u32					from;
	u32					to;
	u32					info;
	u64					refused;
	bool					has_types;
	bool					freezes;
	bool					held;
	u64					stack;
	bool					calls_need_jumps;
	bool					suppress;
	const struct perf_x86_branch_group	*groups;
	struct perf_x86_branch_cpu __percpu	*cpu;
};

/* Return: the branch records of a PMU that has some. */
static inline const struct perf_x86_branches *perf_x86_branches(const struct perf_x86_pmu *pmu)
{
	return container_of(pmu->features[PERF_X86_BRANCHES], struct perf_x86_branches, feature);
}

/* The wish of an event that perf_x86_branch_wish() has accepted: 32 bits. */
static inline u64 perf_x86_branch_wish_of(const struct perf_event *event)
{
	return event->hw.branch_reg.reg;
}

/* The calls of an event's task while the task is switched out; NULL: they are not kept. */
static inline struct perf_x86_branch_calls *perf_x86_branch_calls_of(const struct perf_event *event)
{
	return (struct perf_x86_branch_calls *)(unsigned long)event->hw.branch_reg.config;
}

#endif /* _ARCH_X86_EVENTS_BRANCH_H */
