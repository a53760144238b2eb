/* SPDX-License-Identifier: GPL-2.0 WITH Linux-syscall-note */
/*
 * Performance events: what perf_event_open(2) takes and returns.
 *
 * A program fills a struct perf_event_attr, opens the event, reads counts from
 * the file descriptor, and, to get samples, maps a ring that begins with a struct
 * perf_event_mmap_page and holds records that begin with a struct
 * perf_event_header.
 */
#ifndef _UAPI_LINUX_PERF_EVENT_H
#define _UAPI_LINUX_PERF_EVENT_H

#include <linux/types.h>
#include <linux/ioctl.h>
#include <asm/byteorder.h>

/*
 * Values of attr.type. Other PMUs have a number of their own, to be read from
 * /sys/bus/event_source/devices/<pmu>/type.
 */
enum perf_type_id {
	PERF_TYPE_HARDWARE			= 0,	/* enum perf_hw_id */
	PERF_TYPE_SOFTWARE			= 1,	/* enum perf_sw_ids */
	PERF_TYPE_TRACEPOINT			= 2,	/* id from tracefs */
	PERF_TYPE_HW_CACHE			= 3,	/* enum perf_hw_cache_id */
	PERF_TYPE_RAW				= 4,	/* the CPU's own event codes */
	PERF_TYPE_BREAKPOINT			= 5,	/* attr.bp_* */

	PERF_TYPE_MAX,	/* not ABI: the number of the above */
};

/*
 * On machines with several kinds of CPU the upper half of attr.config of a HARDWARE
 * or HW_CACHE event may hold the type of the PMU that shall count it. Zero leaves the
 * choice to the kernel.
 */
#define PERF_PMU_TYPE_SHIFT		32
#define PERF_HW_EVENT_MASK		0xffffffff

/*
 * PERF_TYPE_HARDWARE: attr.config. Events that most CPUs have; what exactly is counted
 * is up to the CPU.
 */
enum perf_hw_id {
	PERF_COUNT_HW_CPU_CYCLES		= 0,	/* at the clock rate of the moment */
	PERF_COUNT_HW_INSTRUCTIONS		= 1,	/* retired */
	PERF_COUNT_HW_CACHE_REFERENCES		= 2,	/* of the last level */
	PERF_COUNT_HW_CACHE_MISSES		= 3,	/* of the last level */
	PERF_COUNT_HW_BRANCH_INSTRUCTIONS	= 4,	/* retired */
	PERF_COUNT_HW_BRANCH_MISSES		= 5,	/* retired, predicted wrongly */
	PERF_COUNT_HW_BUS_CYCLES		= 6,
	PERF_COUNT_HW_STALLED_CYCLES_FRONTEND	= 7,	/* nothing to issue */
	PERF_COUNT_HW_STALLED_CYCLES_BACKEND	= 8,	/* nothing could retire */
	PERF_COUNT_HW_REF_CPU_CYCLES		= 9,	/* at a constant rate */

	PERF_COUNT_HW_MAX,	/* not ABI */
};

/*
 * PERF_TYPE_HW_CACHE: attr.config is a cache, plus an operation << 8, plus a result
 * << 16, from the three enums below.
 */
enum perf_hw_cache_id {
	PERF_COUNT_HW_CACHE_L1D			= 0,	/* first level, data */
	PERF_COUNT_HW_CACHE_L1I			= 1,	/* first level, instructions */
	PERF_COUNT_HW_CACHE_LL			= 2,	/* last level */
	PERF_COUNT_HW_CACHE_DTLB		= 3,	/* address translation, data */
	PERF_COUNT_HW_CACHE_ITLB		= 4,	/* address translation, instructions */
	PERF_COUNT_HW_CACHE_BPU			= 5,	/* branch predictor */
	PERF_COUNT_HW_CACHE_NODE		= 6,	/* memory; misses go to other nodes */

	PERF_COUNT_HW_CACHE_MAX,	/* not ABI */
};

enum perf_hw_cache_op_id {
	PERF_COUNT_HW_CACHE_OP_READ		= 0,
	PERF_COUNT_HW_CACHE_OP_WRITE		= 1,
	PERF_COUNT_HW_CACHE_OP_PREFETCH		= 2,

	PERF_COUNT_HW_CACHE_OP_MAX,	/* not ABI */
};

enum perf_hw_cache_op_result_id {
	PERF_COUNT_HW_CACHE_RESULT_ACCESS	= 0,
	PERF_COUNT_HW_CACHE_RESULT_MISS		= 1,

	PERF_COUNT_HW_CACHE_RESULT_MAX,	/* not ABI */
};

/*
 * PERF_TYPE_SOFTWARE: attr.config. Counted by the kernel, so available everywhere and
 * at any number at a time.
 */
enum perf_sw_ids {
	PERF_COUNT_SW_CPU_CLOCK			= 0,	/* ns; samples by a timer of the CPU */
	PERF_COUNT_SW_TASK_CLOCK		= 1,	/* ns in which the task ran */
	PERF_COUNT_SW_PAGE_FAULTS		= 2,	/* both kinds below */
	PERF_COUNT_SW_CONTEXT_SWITCHES		= 3,
	PERF_COUNT_SW_CPU_MIGRATIONS		= 4,	/* to another CPU */
	PERF_COUNT_SW_PAGE_FAULTS_MIN		= 5,	/* no I/O was needed */
	PERF_COUNT_SW_PAGE_FAULTS_MAJ		= 6,	/* I/O was needed */
	PERF_COUNT_SW_ALIGNMENT_FAULTS		= 7,	/* unaligned accesses the kernel did */
	PERF_COUNT_SW_EMULATION_FAULTS		= 8,	/* instructions the kernel emulated */
	PERF_COUNT_SW_DUMMY			= 9,	/* counts nothing: for side-band records */
	PERF_COUNT_SW_BPF_OUTPUT		= 10,	/* samples written by BPF programs */
	PERF_COUNT_SW_CGROUP_SWITCHES		= 11,	/* to a task of another cgroup */

	PERF_COUNT_SW_MAX,	/* not ABI */
};

/*
 * attr.sample_type: what a sample holds. PERF_RECORD_SAMPLE has the fields in an order
 * of its own, see there.
 */
enum perf_event_sample_format {
	PERF_SAMPLE_IP				= 1U << 0,	/* instruction pointer */
	PERF_SAMPLE_TID				= 1U << 1,	/* process and thread */
	PERF_SAMPLE_TIME			= 1U << 2,	/* ns, see attr.clockid */
	PERF_SAMPLE_ADDR			= 1U << 3,	/* address accessed */
	PERF_SAMPLE_READ			= 1U << 4,	/* counts, see attr.read_format */
	PERF_SAMPLE_CALLCHAIN			= 1U << 5,	/* enum perf_callchain_context */
	PERF_SAMPLE_ID				= 1U << 6,	/* the event */
	PERF_SAMPLE_CPU				= 1U << 7,
	PERF_SAMPLE_PERIOD			= 1U << 8,	/* events since the last sample */
	PERF_SAMPLE_STREAM_ID			= 1U << 9,	/* the inherited copy of it */
	PERF_SAMPLE_RAW				= 1U << 10,	/* the PMU's own data */
	PERF_SAMPLE_BRANCH_STACK		= 1U << 11,	/* attr.branch_sample_type */
	PERF_SAMPLE_REGS_USER			= 1U << 12,	/* attr.sample_regs_user */
	PERF_SAMPLE_STACK_USER			= 1U << 13,	/* attr.sample_stack_user bytes */
	PERF_SAMPLE_WEIGHT			= 1U << 14,	/* cost of the access, one number */
	PERF_SAMPLE_DATA_SRC			= 1U << 15,	/* union perf_mem_data_src */
	PERF_SAMPLE_IDENTIFIER			= 1U << 16,	/* the event, at a fixed place */
	PERF_SAMPLE_TRANSACTION			= 1U << 17,	/* PERF_TXN_* */
	PERF_SAMPLE_REGS_INTR			= 1U << 18,	/* attr.sample_regs_intr */
	PERF_SAMPLE_PHYS_ADDR			= 1U << 19,	/* physical address accessed */
	PERF_SAMPLE_AUX				= 1U << 20,	/* attr.aux_sample_size bytes */
	PERF_SAMPLE_CGROUP			= 1U << 21,	/* id of the cgroup */
	PERF_SAMPLE_DATA_PAGE_SIZE		= 1U << 22,	/* of the page accessed */
	PERF_SAMPLE_CODE_PAGE_SIZE		= 1U << 23,	/* of the page executed */
	PERF_SAMPLE_WEIGHT_STRUCT		= 1U << 24,	/* the same, three numbers */

	PERF_SAMPLE_MAX = 1U << 25,	/* not ABI */
};

/* At most one of them. */
#define PERF_SAMPLE_WEIGHT_TYPE	(PERF_SAMPLE_WEIGHT | PERF_SAMPLE_WEIGHT_STRUCT)

/* Bit numbers of enum perf_branch_sample_type. */
enum perf_branch_sample_type_shift {
	PERF_SAMPLE_BRANCH_USER_SHIFT		= 0,
	PERF_SAMPLE_BRANCH_KERNEL_SHIFT		= 1,
	PERF_SAMPLE_BRANCH_HV_SHIFT		= 2,

	PERF_SAMPLE_BRANCH_ANY_SHIFT		= 3,
	PERF_SAMPLE_BRANCH_ANY_CALL_SHIFT	= 4,
	PERF_SAMPLE_BRANCH_ANY_RETURN_SHIFT	= 5,
	PERF_SAMPLE_BRANCH_IND_CALL_SHIFT	= 6,
	PERF_SAMPLE_BRANCH_ABORT_TX_SHIFT	= 7,
	PERF_SAMPLE_BRANCH_IN_TX_SHIFT		= 8,
	PERF_SAMPLE_BRANCH_NO_TX_SHIFT		= 9,
	PERF_SAMPLE_BRANCH_COND_SHIFT		= 10,

	PERF_SAMPLE_BRANCH_CALL_STACK_SHIFT	= 11,
	PERF_SAMPLE_BRANCH_IND_JUMP_SHIFT	= 12,
	PERF_SAMPLE_BRANCH_CALL_SHIFT		= 13,

	PERF_SAMPLE_BRANCH_NO_FLAGS_SHIFT	= 14,
	PERF_SAMPLE_BRANCH_NO_CYCLES_SHIFT	= 15,

	PERF_SAMPLE_BRANCH_TYPE_SAVE_SHIFT	= 16,

	PERF_SAMPLE_BRANCH_HW_INDEX_SHIFT	= 17,

	PERF_SAMPLE_BRANCH_PRIV_SAVE_SHIFT	= 18,

	PERF_SAMPLE_BRANCH_COUNTERS_SHIFT	= 19,

	PERF_SAMPLE_BRANCH_MAX_SHIFT	/* not ABI */
};

/*
 * attr.branch_sample_type: which branches PERF_SAMPLE_BRANCH_STACK records, and what of
 * them.
 *
 * USER, KERNEL, HV		to these levels; none: those that
 *				attr.exclude_* leaves
 * ANY to COND, IND_JUMP, CALL	kinds of branches, at least one
 * ABORT_TX			aborts of transactions
 * IN_TX, NO_TX			only in transactions, only outside
 * CALL_STACK			calls that have not returned yet
 * NO_FLAGS, NO_CYCLES		leave that out, it may be faster
 * TYPE_SAVE, HW_INDEX, PRIV_SAVE	add kind, index of the newest, level
 * COUNTERS			add what events happened in between
 */
enum perf_branch_sample_type {
	PERF_SAMPLE_BRANCH_USER		= 1U << PERF_SAMPLE_BRANCH_USER_SHIFT,
	PERF_SAMPLE_BRANCH_KERNEL	= 1U << PERF_SAMPLE_BRANCH_KERNEL_SHIFT,
	PERF_SAMPLE_BRANCH_HV		= 1U << PERF_SAMPLE_BRANCH_HV_SHIFT,

	PERF_SAMPLE_BRANCH_ANY		= 1U << PERF_SAMPLE_BRANCH_ANY_SHIFT,
	PERF_SAMPLE_BRANCH_ANY_CALL	= 1U << PERF_SAMPLE_BRANCH_ANY_CALL_SHIFT,
	PERF_SAMPLE_BRANCH_ANY_RETURN	= 1U << PERF_SAMPLE_BRANCH_ANY_RETURN_SHIFT,
	PERF_SAMPLE_BRANCH_IND_CALL	= 1U << PERF_SAMPLE_BRANCH_IND_CALL_SHIFT,
	PERF_SAMPLE_BRANCH_ABORT_TX	= 1U << PERF_SAMPLE_BRANCH_ABORT_TX_SHIFT,
	PERF_SAMPLE_BRANCH_IN_TX	= 1U << PERF_SAMPLE_BRANCH_IN_TX_SHIFT,
	PERF_SAMPLE_BRANCH_NO_TX	= 1U << PERF_SAMPLE_BRANCH_NO_TX_SHIFT,
	PERF_SAMPLE_BRANCH_COND		= 1U << PERF_SAMPLE_BRANCH_COND_SHIFT,

	PERF_SAMPLE_BRANCH_CALL_STACK	= 1U << PERF_SAMPLE_BRANCH_CALL_STACK_SHIFT,
	PERF_SAMPLE_BRANCH_IND_JUMP	= 1U << PERF_SAMPLE_BRANCH_IND_JUMP_SHIFT,
	PERF_SAMPLE_BRANCH_CALL		= 1U << PERF_SAMPLE_BRANCH_CALL_SHIFT,

	PERF_SAMPLE_BRANCH_NO_FLAGS	= 1U << PERF_SAMPLE_BRANCH_NO_FLAGS_SHIFT,
	PERF_SAMPLE_BRANCH_NO_CYCLES	= 1U << PERF_SAMPLE_BRANCH_NO_CYCLES_SHIFT,

	PERF_SAMPLE_BRANCH_TYPE_SAVE	=
		1U << PERF_SAMPLE_BRANCH_TYPE_SAVE_SHIFT,

	PERF_SAMPLE_BRANCH_HW_INDEX	= 1U << PERF_SAMPLE_BRANCH_HW_INDEX_SHIFT,

	PERF_SAMPLE_BRANCH_PRIV_SAVE	= 1U << PERF_SAMPLE_BRANCH_PRIV_SAVE_SHIFT,

	PERF_SAMPLE_BRANCH_COUNTERS	= 1U << PERF_SAMPLE_BRANCH_COUNTERS_SHIFT,

	PERF_SAMPLE_BRANCH_MAX		= 1U << PERF_SAMPLE_BRANCH_MAX_SHIFT,
};

/* perf_branch_entry::type: kinds of branches. */
enum {
	PERF_BR_UNKNOWN		= 0,
	PERF_BR_COND		= 1,	/* conditional */
	PERF_BR_UNCOND		= 2,	/* unconditional */
	PERF_BR_IND		= 3,	/* indirect */
	PERF_BR_CALL		= 4,
	PERF_BR_IND_CALL	= 5,
	PERF_BR_RET		= 6,	/* return from a function */
	PERF_BR_SYSCALL		= 7,	/* into the kernel */
	PERF_BR_SYSRET		= 8,	/* and back */
	PERF_BR_COND_CALL	= 9,
	PERF_BR_COND_RET	= 10,
	PERF_BR_ERET		= 11,	/* return from an exception */
	PERF_BR_IRQ		= 12,	/* interrupt */
	PERF_BR_SERROR		= 13,	/* system error */
	PERF_BR_NO_TX		= 14,	/* not in a transaction */
	PERF_BR_EXTEND_ABI	= 15,	/* see perf_branch_entry::new_type */
	PERF_BR_MAX,			/* not ABI */
};

/* perf_branch_entry::spec: what became of speculation. */
enum {
	PERF_BR_SPEC_NA			= 0,
	PERF_BR_SPEC_WRONG_PATH		= 1,	/* speculative, taken back */
	PERF_BR_NON_SPEC_CORRECT_PATH	= 2,	/* not speculative */
	PERF_BR_SPEC_CORRECT_PATH	= 3,	/* speculative, kept */
	PERF_BR_SPEC_MAX,			/* not ABI */
};

/* perf_branch_entry::new_type: further kinds, if type is PERF_BR_EXTEND_ABI. */
enum {
	PERF_BR_NEW_FAULT_ALGN		= 0,
	PERF_BR_NEW_FAULT_DATA		= 1,	/* data fault */
	PERF_BR_NEW_FAULT_INST		= 2,	/* instruction fault */
	PERF_BR_NEW_ARCH_1		= 3,	/* up to _5: per architecture */
	PERF_BR_NEW_ARCH_2		= 4,
	PERF_BR_NEW_ARCH_3		= 5,
	PERF_BR_NEW_ARCH_4		= 6,
	PERF_BR_NEW_ARCH_5		= 7,
	PERF_BR_NEW_MAX,			/* not ABI */
};

/* perf_branch_entry::priv: level the branch leads to. */
enum {
	PERF_BR_PRIV_UNKNOWN	= 0,
	PERF_BR_PRIV_USER	= 1,
	PERF_BR_PRIV_KERNEL	= 2,
	PERF_BR_PRIV_HV		= 3,
};

#define PERF_BR_ARM64_FIQ		PERF_BR_NEW_ARCH_1
#define PERF_BR_ARM64_DEBUG_HALT	PERF_BR_NEW_ARCH_2
#define PERF_BR_ARM64_DEBUG_EXIT	PERF_BR_NEW_ARCH_3
#define PERF_BR_ARM64_DEBUG_INST	PERF_BR_NEW_ARCH_4
#define PERF_BR_ARM64_DEBUG_DATA	PERF_BR_NEW_ARCH_5

/* All privilege levels. */
#define PERF_SAMPLE_BRANCH_PLM_ALL \
	(PERF_SAMPLE_BRANCH_USER | \
	 PERF_SAMPLE_BRANCH_KERNEL | \
	 PERF_SAMPLE_BRANCH_HV)

/* How the registers of a sample are to be understood. */
enum perf_sample_regs_abi {
	PERF_SAMPLE_REGS_ABI_NONE	= 0,	/* there are none */
	PERF_SAMPLE_REGS_ABI_32		= 1,	/* of a 32-bit task */
	PERF_SAMPLE_REGS_ABI_64		= 2,	/* of a 64-bit task */
};

/* PERF_SAMPLE_TRANSACTION: why a memory transaction was aborted. */
enum {
	PERF_TXN_ELISION        = (1 << 0),
	PERF_TXN_TRANSACTION    = (1 << 1),	/* begun explicitly */
	PERF_TXN_SYNC           = (1 << 2),	/* by the instruction sampled */
	PERF_TXN_ASYNC          = (1 << 3),	/* by something else */
	PERF_TXN_RETRY          = (1 << 4),	/* another try may succeed */
	PERF_TXN_CONFLICT       = (1 << 5),	/* others accessed the memory */
	PERF_TXN_CAPACITY_WRITE = (1 << 6),	/* too much written */
	PERF_TXN_CAPACITY_READ  = (1 << 7),	/* too much read */

	PERF_TXN_MAX	        = (1 << 8),	/* not ABI */

	PERF_TXN_ABORT_MASK  = (0xffffffffULL << 32),	/* code given by the program */
	PERF_TXN_ABORT_SHIFT = 32,
};

/*
 * attr.read_format: what read() returns, all u64:
 *
 *	value	[time enabled]	[time running]	[id]	[lost]
 *
 * or, with PERF_FORMAT_GROUP, on the leader, which comes first:
 *
 *	nr	[time enabled]	[time running]	nr times: value	[id]	[lost]
 *
 * Times are in ns. "Running" falls behind "enabled" while an event waits for a
 * counter.
 */
enum perf_event_read_format {
	PERF_FORMAT_TOTAL_TIME_ENABLED		= 1U << 0,
	PERF_FORMAT_TOTAL_TIME_RUNNING		= 1U << 1,
	PERF_FORMAT_ID				= 1U << 2,	/* as PERF_EVENT_IOC_ID says */
	PERF_FORMAT_GROUP			= 1U << 3,
	PERF_FORMAT_LOST			= 1U << 4,	/* samples that found no room */

	PERF_FORMAT_MAX = 1U << 5,	/* not ABI */
};

/*
 * Sizes struct perf_event_attr has had, and the member each version ends with. A longer
 * one is understood as long as what follows is zero.
 */
#define PERF_ATTR_SIZE_VER0	64	/* config1 */
#define PERF_ATTR_SIZE_VER1	72	/* config2 */
#define PERF_ATTR_SIZE_VER2	80	/* branch_sample_type */
#define PERF_ATTR_SIZE_VER3	96	/* clockid */
#define PERF_ATTR_SIZE_VER4	104	/* sample_regs_intr */
#define PERF_ATTR_SIZE_VER5	112	/* __reserved_2 */
#define PERF_ATTR_SIZE_VER6	120	/* aux_action */
#define PERF_ATTR_SIZE_VER7	128	/* sig_data */
#define PERF_ATTR_SIZE_VER8	136	/* config3 */

/*
 * The attributes of an event: its kind, its modes, its records. Zero the structure, set size,
 * then what is needed.
 *
 * precise_ip limits the skid, the distance of a sample's address from the instruction that
 * caused the overflow: 0 arbitrary, 1 constant, 2 zero requested, 3 zero required. The
 * CPU's PMU refuses what it cannot do with EOPNOTSUPP; software events ignore it.
 */
struct perf_event_attr {
	__u32			type;	/* enum perf_type_id, or a PMU */

	__u32			size;	/* of this structure */

	__u64			config;	/* which event of that type */

	union {
		__u64		sample_period;	/* events from sample to sample */
		__u64		sample_freq;	/* if freq: samples a second */
	};

	__u64			sample_type;	/* PERF_SAMPLE_* */
	__u64			read_format;	/* PERF_FORMAT_* */

	__u64			disabled       :  1,	/* counts from PERF_EVENT_IOC_ENABLE on */
				inherit	       :  1,	/* also tasks created by the task */
				pinned	       :  1,	/* always on a counter, or in error */
				exclusive      :  1,	/* no other group beside it */
				exclude_user   :  1,	/* not in user mode */
				exclude_kernel :  1,	/* not in the kernel */
				exclude_hv     :  1,	/* not in a hypervisor */
				exclude_idle   :  1,	/* not in the idle task */
				mmap           :  1,	/* MMAP records, code */
				comm	       :  1,	/* COMM records */
				freq           :  1,	/* sample_freq is meant */
				inherit_stat   :  1,	/* READ records per task */
				enable_on_exec :  1,	/* counts from the next exec on */
				task           :  1,	/* FORK and EXIT records */
				watermark      :  1,	/* wakeup_watermark is meant */

				precise_ip     :  2,	/* allowed skid, see below */
				mmap_data      :  1,	/* MMAP records, data */
				sample_id_all  :  1,	/* all records end with sample_id */

				exclude_host   :  1,	/* not outside guests */
				exclude_guest  :  1,	/* not in guests */

				exclude_callchain_kernel : 1,	/* no kernel addresses */
				exclude_callchain_user   : 1,	/* no user addresses */
				mmap2          :  1,		/* MMAP2 instead of MMAP */
				comm_exec      :  1,		/* exec marks its COMM */
				use_clockid    :  1,		/* clockid is meant */
				context_switch :  1,		/* SWITCH records */
				write_backward :  1,		/* ring is filled from its end */
				namespaces     :  1,		/* NAMESPACES records */
				ksymbol        :  1,		/* KSYMBOL records */
				bpf_event      :  1,		/* BPF_EVENT records */
				aux_output     :  1,		/* output to the AUX area */
				cgroup         :  1,		/* CGROUP records */
				text_poke      :  1,		/* TEXT_POKE records */
				build_id       :  1,		/* MMAP2 with build id */
				inherit_thread :  1,		/* inherit by threads only */
				remove_on_exec :  1,		/* ends at the next exec */
				sigtrap        :  1,		/* SIGTRAP at each overflow */
				defer_callchain:  1,		/* user call chains come later */
				defer_output   :  1,		/* CALLCHAIN_DEFERRED records */
				__reserved_1   : 23,
				munmap         :  1;		/* MUNMAP records, see there */

	union {
		__u32		wakeup_events;		/* wake up after so many samples */
		__u32		wakeup_watermark;	/* or bytes */
	};

	__u32			bp_type;	/* HW_BREAKPOINT_* */
	union {
		__u64		bp_addr;	/* breakpoint */
		__u64		kprobe_func;	/* name of a function */
		__u64		uprobe_path;	/* path of a file */
		__u64		config1;	/* more of config */
	};
	union {
		__u64		bp_len;		/* HW_BREAKPOINT_LEN_* */
		__u64		kprobe_addr;	/* without kprobe_func */
		__u64		probe_offset;	/* from kprobe_func, in uprobe_path */
		__u64		config2;	/* more of config */
	};
	__u64	branch_sample_type;	/* PERF_SAMPLE_BRANCH_* */

	/* Registers by bit, asm/perf_regs.h: of user mode. */
	__u64	sample_regs_user;

	__u32	sample_stack_user;	/* bytes, a multiple of 8 */

	__s32	clockid;	/* clock of PERF_SAMPLE_TIME */

	/* The same: at the overflow. */
	__u64	sample_regs_intr;

	__u32	aux_watermark;		/* wake up after so many AUX bytes */
	__u16	sample_max_stack;	/* addresses in a call chain */
	__u16	__reserved_2;
	__u32	aux_sample_size;	/* AUX bytes in a sample */

	union {
		__u32	aux_action;
		struct {
			__u32	aux_start_paused :  1,	/* AUX data begins on resume */
				aux_pause        :  1,	/* overflow pauses AUX data */
				aux_resume       :  1,	/* overflow resumes AUX data */
				__reserved_3     : 29;
		};
	};

	__u64	sig_data;	/* si_perf_data of SIGTRAP */

	__u64	config3;	/* more of config */
};

/* PERF_EVENT_IOC_QUERY_BPF: programs attached to a tracepoint. */
struct perf_event_query_bpf {
	__u32	ids_len;	/* in: room for numbers */

	__u32	prog_cnt;	/* out: how many there are */

	__u32	ids[];	/* out: their numbers */
};

/* Of an event: ioctl(). */
#define PERF_EVENT_IOC_ENABLE			_IO('$', 0)
#define PERF_EVENT_IOC_DISABLE			_IO('$', 1)
#define PERF_EVENT_IOC_REFRESH			_IO('$', 2)
#define PERF_EVENT_IOC_RESET			_IO('$', 3)
#define PERF_EVENT_IOC_PERIOD			_IOW('$', 4, __u64)
#define PERF_EVENT_IOC_SET_OUTPUT		_IO('$', 5)
#define PERF_EVENT_IOC_SET_FILTER		_IOW('$', 6, char *)
#define PERF_EVENT_IOC_ID			_IOR('$', 7, __u64 *)
#define PERF_EVENT_IOC_SET_BPF			_IOW('$', 8, __u32)
#define PERF_EVENT_IOC_PAUSE_OUTPUT		_IOW('$', 9, __u32)
#define PERF_EVENT_IOC_QUERY_BPF		_IOWR('$', 10, struct perf_event_query_bpf *)
#define PERF_EVENT_IOC_MODIFY_ATTRIBUTES	_IOW('$', 11, struct perf_event_attr *)
#define PERF_EVENT_IOC_WHY			_IOR('$', 255, struct perf_event_explain)

/* Argument of ENABLE, DISABLE and RESET. */
enum perf_event_ioc_flags {
	PERF_IOC_FLAG_GROUP		= 1U << 0,	/* the whole group */
};

/*
 * First page of an event's mapping. It describes the rings behind it and lets a
 * program on the CPU of the event read its counter without a system call:
 *
 *	do {
 *		seq = pc->lock;
 *		rmb();
 *		enabled = pc->time_enabled;
 *		running = pc->time_running;
 *		if (pc->cap_user_time && enabled != running)
 *			delta = ns of the time stamp counter, see time_mult;
 *		index = pc->index;
 *		count = pc->offset;
 *		if (pc->cap_user_rdpmc && index)
 *			count += rdpmc(index - 1), sign-extended from pmc_width bits;
 *		rmb();
 *	} while (pc->lock != seq);
 *
 * Add delta to enabled, and to running if index is not 0.
 */
struct perf_event_mmap_page {
	__u32	version;	/* 0 */
	__u32	compat_version;	/* lowest version this one extends */

	__u32	lock;		/* changes with each update */
	__u32	index;		/* of the counter, plus one; 0: none */
	__s64	offset;		/* to add to the counter */
	__u64	time_enabled;	/* ns */
	__u64	time_running;	/* ns */
	union {
		__u64	capabilities;
		struct {
			__u64	cap_bit0		: 1,	/* always 0 */
				cap_bit0_is_deprecated	: 1,	/* always 1: bit 0 means nothing */

				cap_user_rdpmc		: 1,	/* counters can be read */
				cap_user_time		: 1,	/* time_* below are valid */
				cap_user_time_zero	: 1,	/* time_zero is valid */
				cap_user_time_short	: 1,	/* time_cycles, _mask are valid */
				cap_____res		: 58;
		};
	};

	__u16	pmc_width;	/* bits of a counter */

	/*
	 * Time stamp counter to ns since the last update:
	 *
	 *	quot = cycles >> time_shift;
	 *	rem = cycles & (((__u64)1 << time_shift) - 1);
	 *	ns = time_offset + quot * time_mult + ((rem * time_mult) >> time_shift);
	 *
	 * With cap_user_time_short the counter is narrow, and before that
	 * cycles = time_cycles + ((cycles - time_cycles) & time_mask).
	 */
	__u16	time_shift;
	__u32	time_mult;
	__u64	time_offset;

	/* In place of time_offset: gives the time of PERF_SAMPLE_TIME. */
	__u64	time_zero;

	__u32	size;	/* bytes in use before __reserved */
	__u32	__reserved_1;

	__u64	time_cycles;
	__u64	time_mask;

	__u8	__reserved[116 * 8];

	/*
	 * The data ring. data_head counts the bytes written and data_tail the bytes read;
	 * both only grow, and modulo data_size they are offsets in the ring. The reader loads
	 * data_head, issues a read barrier, and reads the records between the two; then it
	 * issues a full barrier and stores data_tail.
	 *
	 * The first mapping of the ring decides its mode. If that one is not writable, the
	 * ring ignores data_tail and overwrites old records, whatever later mappings are.
	 *
	 * With attr.write_backward the ring fills from its end: data_head starts at 0 and
	 * decreases by the size of each record (0, -16, -96, ...). Modulo data_size it is the
	 * offset of the newest record, and older records follow that one.
	 */
	__u64   data_head;
	__u64	data_tail;
	__u64	data_offset;	/* of the ring in the mapping */
	__u64	data_size;	/* a power of two */

	/* The AUX area, the same way. Set aux_offset and aux_size before mapping it. */
	__u64	aux_head;
	__u64	aux_tail;
	__u64	aux_offset;
	__u64	aux_size;
};

/* perf_event_header::misc: where the CPU was. */
#define PERF_RECORD_MISC_CPUMODE_MASK		(7 << 0)
#define PERF_RECORD_MISC_CPUMODE_UNKNOWN	(0 << 0)
#define PERF_RECORD_MISC_KERNEL			(1 << 0)
#define PERF_RECORD_MISC_USER			(2 << 0)
#define PERF_RECORD_MISC_HYPERVISOR		(3 << 0)
#define PERF_RECORD_MISC_GUEST_KERNEL		(4 << 0)
#define PERF_RECORD_MISC_GUEST_USER		(5 << 0)

/*
 * MMAP records that a tool made up from /proc/<pid>/maps: reading that took too long.
 * The kernel does not set it.
 */
#define PERF_RECORD_MISC_PROC_MAP_PARSE_TIMEOUT	(1 << 12)

/*
 * Bits that mean something else in each kind of record:
 * MMAP, MMAP2: a mapping of data; COMM: from exec; FORK: made by a tool at exec; SWITCH:
 * off the CPU.
 */
#define PERF_RECORD_MISC_MMAP_DATA		(1 << 13)
#define PERF_RECORD_MISC_COMM_EXEC		(1 << 13)
#define PERF_RECORD_MISC_FORK_EXEC		(1 << 13)
#define PERF_RECORD_MISC_SWITCH_OUT		(1 << 13)

/*
 * SAMPLE: the instruction pointer is that of the event itself; SWITCH: off the CPU
 * though able to run; MMAP2: with a build id.
 */
#define PERF_RECORD_MISC_EXACT_IP		(1 << 14)
#define PERF_RECORD_MISC_SWITCH_OUT_PREEMPT	(1 << 14)
#define PERF_RECORD_MISC_MMAP_BUILD_ID		(1 << 14)

/* For an extension of the header. */
#define PERF_RECORD_MISC_EXT_RESERVED		(1 << 15)

/* The first member of every record. */
struct perf_event_header {
	__u32	type;	/* enum perf_event_type */
	__u16	misc;	/* PERF_RECORD_MISC_* */
	__u16	size;	/* of the whole record */
};

/* A namespace, as PERF_RECORD_NAMESPACES names it. */
struct perf_ns_link_info {
	__u64	dev;
	__u64	ino;
};

/* Namespaces in their order in PERF_RECORD_NAMESPACES. */
enum {
	NET_NS_INDEX		= 0,
	UTS_NS_INDEX		= 1,
	IPC_NS_INDEX		= 2,
	PID_NS_INDEX		= 3,
	USER_NS_INDEX		= 4,
	MNT_NS_INDEX		= 5,
	CGROUP_NS_INDEX		= 6,

	NR_NAMESPACES,	/* not ABI */
};

/*
 * perf_event_header::type, and the body of each record. Strings end with a zero byte
 * and are padded with zeroes to a multiple of eight.
 *
 * With attr.sample_id_all all but samples end with
 *
 *	struct sample_id {
 *		u32 pid, tid;		PERF_SAMPLE_TID
 *		u64 time;		PERF_SAMPLE_TIME
 *		u64 id;			PERF_SAMPLE_ID
 *		u64 stream_id;		PERF_SAMPLE_STREAM_ID
 *		u32 cpu, zero;		PERF_SAMPLE_CPU
 *		u64 id;			PERF_SAMPLE_IDENTIFIER
 *	};
 *
 * of which only the fields in attr.sample_type are there.
 */
enum perf_event_type {
	/*
	 * Memory was mapped.
	 *
	 *	u32 pid, tid; u64 addr, len, pgoff; char filename[];
	 *	sample_id
	 */
	PERF_RECORD_MMAP			= 1,

	/*
	 * Records that found no room in this ring since the last LOST record in it,
	 * whichever events of the ring they were of. The id is that of the event whose
	 * record comes next.
	 *
	 *	u64 id, lost;
	 *	sample_id
	 */
	PERF_RECORD_LOST			= 2,

	/*
	 * A task was given a name.
	 *
	 *	u32 pid, tid; char comm[];
	 *	sample_id
	 */
	PERF_RECORD_COMM			= 3,

	/*
	 * A task ended.
	 *
	 *	u32 pid, ppid, tid, ptid; u64 time;
	 *	sample_id
	 */
	PERF_RECORD_EXIT			= 4,

	/*
	 * The event overflows too often and is stopped until UNTHROTTLE.
	 *
	 *	u64 time, id, stream_id;
	 *	sample_id
	 */
	PERF_RECORD_THROTTLE			= 5,
	PERF_RECORD_UNTHROTTLE			= 6,

	/* A task was created; as EXIT. */
	PERF_RECORD_FORK			= 7,

	/*
	 * Counts of a task that ends (attr.inherit_stat).
	 *
	 *	u32 pid, tid; values as read() returns them;
	 *	sample_id
	 */
	PERF_RECORD_READ			= 8,

	/*
	 * Fields by attr.sample_type, in this order:
	 *
	 *	u64 id;				PERF_SAMPLE_IDENTIFIER
	 *	u64 ip;				PERF_SAMPLE_IP
	 *	u32 pid, tid;			PERF_SAMPLE_TID
	 *	u64 time;			PERF_SAMPLE_TIME
	 *	u64 addr;			PERF_SAMPLE_ADDR
	 *	u64 id;				PERF_SAMPLE_ID
	 *	u64 stream_id;			PERF_SAMPLE_STREAM_ID
	 *	u32 cpu, zero;			PERF_SAMPLE_CPU
	 *	u64 period;			PERF_SAMPLE_PERIOD
	 *	values as read() returns them;	PERF_SAMPLE_READ
	 *	u64 nr, ips[nr];		PERF_SAMPLE_CALLCHAIN
	 *	u32 size; char data[size];	PERF_SAMPLE_RAW
	 *	u64 nr, [hw_idx];		PERF_SAMPLE_BRANCH_STACK
	 *	struct perf_branch_entry entries[nr], [u64 counters[nr]];
	 *	u64 abi, regs[];		PERF_SAMPLE_REGS_USER
	 *	u64 size; char data[size]; u64 dyn_size;
	 *					PERF_SAMPLE_STACK_USER
	 *	union perf_sample_weight;	PERF_SAMPLE_WEIGHT, _STRUCT
	 *	u64 data_src;			PERF_SAMPLE_DATA_SRC
	 *	u64 transaction;		PERF_SAMPLE_TRANSACTION
	 *	u64 abi, regs[];		PERF_SAMPLE_REGS_INTR
	 *	u64 phys_addr;			PERF_SAMPLE_PHYS_ADDR
	 *	u64 cgroup;			PERF_SAMPLE_CGROUP
	 *	u64 data_page_size;		PERF_SAMPLE_DATA_PAGE_SIZE
	 *	u64 code_page_size;		PERF_SAMPLE_CODE_PAGE_SIZE
	 *	u64 size; char data[size];	PERF_SAMPLE_AUX
	 *
	 * The number of regs is that of the bits in the mask; none if abi is 0. Without
	 * stack there is size 0 alone.
	 */
	PERF_RECORD_SAMPLE			= 9,

	/*
	 * Memory was mapped (attr.mmap2).
	 *
	 *	u32 pid, tid; u64 addr, len, pgoff;
	 *	u32 maj, min; u64 ino, ino_generation;
	 *	or, with PERF_RECORD_MISC_MMAP_BUILD_ID:
	 *	u8 build_id_size, zero; u16 zero; u8 build_id[20];
	 *	u32 prot, flags; char filename[];
	 *	sample_id
	 */
	PERF_RECORD_MMAP2			= 10,

	/*
	 * Data has arrived in the AUX area.
	 *
	 *	u64 aux_offset, aux_size, flags;	PERF_AUX_FLAG_*
	 *	sample_id
	 */
	PERF_RECORD_AUX				= 11,

	/*
	 * An instruction trace begins with this task.
	 *
	 *	u32 pid, tid;
	 *	sample_id
	 */
	PERF_RECORD_ITRACE_START		= 12,

	/*
	 * Samples that the hardware dropped.
	 *
	 *	u64 lost;
	 *	sample_id
	 */
	PERF_RECORD_LOST_SAMPLES		= 13,

	/*
	 * The task goes onto a CPU, or off it: the header says all.
	 *
	 *	sample_id
	 */
	PERF_RECORD_SWITCH			= 14,

	/*
	 * The same on an event that counts a CPU.
	 *
	 *	u32 next_prev_pid, next_prev_tid;	the other task
	 *	sample_id
	 */
	PERF_RECORD_SWITCH_CPU_WIDE		= 15,

	/*
	 * Namespaces of a task.
	 *
	 *	u32 pid, tid; u64 nr; struct perf_ns_link_info links[nr];
	 *	sample_id
	 */
	PERF_RECORD_NAMESPACES			= 16,

	/*
	 * Kernel code was made or removed.
	 *
	 *	u64 addr; u32 len; u16 ksym_type, flags; char name[];
	 *	sample_id
	 */
	PERF_RECORD_KSYMBOL			= 17,

	/*
	 * A BPF program was loaded or unloaded.
	 *
	 *	u16 type, flags; u32 id; u8 tag[8];
	 *	sample_id
	 */
	PERF_RECORD_BPF_EVENT			= 18,

	/*
	 * A cgroup was made.
	 *
	 *	u64 id; char path[];
	 *	sample_id
	 */
	PERF_RECORD_CGROUP			= 19,

	/*
	 * Kernel code was changed.
	 *
	 *	u64 addr; u16 old_len, new_len; u8 bytes[old_len + new_len];
	 *	sample_id
	 */
	PERF_RECORD_TEXT_POKE			= 20,

	/*
	 * The id by which data in the AUX area refers to this event.
	 *
	 *	u64 hw_id;
	 *	sample_id
	 */
	PERF_RECORD_AUX_OUTPUT_HW_ID		= 21,

	/*
	 * The user's part of call chains that say PERF_CONTEXT_USER_DEFERRED and
	 * this cookie. It was taken on the way back to user mode and begins with
	 * PERF_CONTEXT_USER; empty if there was no way back.
	 *
	 *	u64 cookie; u64 nr; u64 ips[nr];
	 *	sample_id
	 */
	PERF_RECORD_CALLCHAIN_DEFERRED		= 22,

	PERF_RECORD_MAX,	/* not ABI */

	/*
	 * Memory that an MMAP or MMAP2 record was, or would have been, about is gone: by
	 * munmap(), by mremap() from its old place, by another mapping in its place, or
	 * because mprotect() made code data or data code. Exit and exec have records of
	 * their own and none of these. attr.munmap requests them for the kinds of mappings
	 * that attr.mmap, mmap2 and mmap_data request, and also an MMAP record from each
	 * mremap() that moves a mapping or makes it larger.
	 * PERF_RECORD_MISC_MMAP_DATA: it was no code. An extension: PERF_RECORD_MAX stays.
	 *
	 *	u32 pid, tid; u64 addr, len;
	 *	sample_id
	 */
	PERF_RECORD_MUNMAP			= 63,
};

/* PERF_RECORD_KSYMBOL: ksym_type. */
enum perf_record_ksymbol_type {
	PERF_RECORD_KSYMBOL_TYPE_UNKNOWN	= 0,
	PERF_RECORD_KSYMBOL_TYPE_BPF		= 1,	/* a BPF program */
	PERF_RECORD_KSYMBOL_TYPE_OOL		= 2,	/* a trampoline, or a copy of probed code */
	PERF_RECORD_KSYMBOL_TYPE_MAX			/* not ABI */
};

/* PERF_RECORD_KSYMBOL: flags. */
#define PERF_RECORD_KSYMBOL_FLAGS_UNREGISTER	(1 << 0)

/* PERF_RECORD_BPF_EVENT: type. */
enum perf_bpf_event_type {
	PERF_BPF_EVENT_UNKNOWN		= 0,
	PERF_BPF_EVENT_PROG_LOAD	= 1,
	PERF_BPF_EVENT_PROG_UNLOAD	= 2,
	PERF_BPF_EVENT_MAX,	/* not ABI */
};

/* Defaults of kernel.perf_event_max_stack and perf_event_max_contexts_per_stack. */
#define PERF_MAX_STACK_DEPTH		127
#define PERF_MAX_CONTEXTS_PER_STACK	  8

/* Marks in a call chain: what follows was found in ... */
enum perf_callchain_context {
	PERF_CONTEXT_HV			= (__u64)-32,	/* a hypervisor */
	PERF_CONTEXT_KERNEL		= (__u64)-128,	/* the kernel */
	PERF_CONTEXT_USER		= (__u64)-512,	/* user mode */
	PERF_CONTEXT_USER_DEFERRED	= (__u64)-640,	/* user mode, in a later record: a cookie */

	PERF_CONTEXT_GUEST		= (__u64)-2048,	/* a guest */
	PERF_CONTEXT_GUEST_KERNEL	= (__u64)-2176,	/* a guest's kernel */
	PERF_CONTEXT_GUEST_USER		= (__u64)-2560,	/* a guest's user mode */

	PERF_CONTEXT_MAX		= (__u64)-4095,	/* no address is above it */
};

/* PERF_RECORD_AUX: flags. */
#define PERF_AUX_FLAG_TRUNCATED			0x01	/* data had to be dropped */
#define PERF_AUX_FLAG_OVERWRITE			0x02	/* a snapshot: old data was overwritten */
#define PERF_AUX_FLAG_PARTIAL			0x04	/* data has gaps */
#define PERF_AUX_FLAG_COLLISION			0x08	/* a sample hit another one */
#define PERF_AUX_FLAG_PMU_FORMAT_TYPE_MASK	0xff00	/* format, if the PMU has several */

/* Formats of the CoreSight PMU. */
#define PERF_AUX_FLAG_CORESIGHT_FORMAT_CORESIGHT	0x0000
#define PERF_AUX_FLAG_CORESIGHT_FORMAT_RAW		0x0100

/* Flags of perf_event_open(). */
#define PERF_FLAG_FD_NO_GROUP		(1UL << 0)	/* group_fd does not make a group */
#define PERF_FLAG_FD_OUTPUT		(1UL << 1)	/* output to the ring of group_fd */
#define PERF_FLAG_PID_CGROUP		(1UL << 2)	/* pid is a cgroup directory */
#define PERF_FLAG_FD_CLOEXEC		(1UL << 3)	/* close on exec */
#define PERF_FLAG_EXT			(1UL << 30)	/* the first argument: perf_event_ext */

#define PERF_EVENT_EXT_SIZE_VER0	72	/* __reserved_2 */

/*
 * The first argument of perf_event_open() with PERF_FLAG_EXT. Zero the structure, set size and
 * attr. A kernel without the flag refuses the call with EINVAL and writes nothing, and so does
 * each kernel if size is below the first version's. With attr 0 the call fails with EINVAL and
 * has filled in known: programs find out by it what the kernel has. E2BIG: a field that the
 * kernel does not have is not 0, or size is above a page; size is then the kernel's.
 */
struct perf_event_ext {
	__u32	size;		/* of this structure */
	__u32	explain_size;	/* of *explain; 0 without */
	__u64	options;	/* PERF_EXT_* */
	__u64	known;		/* out: bits of options that this kernel has; written first */
	__u64	attr;		/* struct perf_event_attr * */
	__u32	nr_attr;	/* 0 or 1: one attr */
	__u32	__reserved_1;
	__u64	explain;	/* struct perf_event_explain *, or 0 */
	__u64	__reserved_2[3];
};

/*
 * perf_event_ext.options. PERF_EXT_MEMCG: the caller's memory control group pays for the event's
 * rings, not the limits for locked memory; without a memory.max as without the option.
 * PERF_EXT_NO_MUX: of a leader: the group is pinned, and EBUSY if it does not fit beside the
 * pinned groups of its target. PERF_EVENT_IOC_ENABLE fails likewise.
 * PERF_EXT_JITTER: of an event that samples: periods vary by up to an eighth; the sum of n of
 * them is n times the requested one, give or take a sixteenth of one.
 */
#define PERF_EXT_MEMCG			(1ULL << 6)
#define PERF_EXT_NO_MUX			(1ULL << 7)
#define PERF_EXT_JITTER			(1ULL << 8)

/* perf_event_explain.where: an offset in perf_event_attr, or one of these plus a number. */
#define PERF_WHERE_EXT			0x4000	/* offset in perf_event_ext */
#define PERF_WHERE_ARG			0x8000	/* argument of the system call, from 0 */
#define PERF_WHERE_NONE			0xffff	/* nothing that the caller passed */

#define PERF_EVENT_EXPLAIN_SIZE_VER0	200	/* text */

/*
 * Why a call was refused. Numbers are ABI, texts are not: programs that translate use reason.
 * After a call that succeeded error and reason are 0.
 */
struct perf_event_explain {
	__u32	size;		/* bytes that the kernel has, at most explain_size */
	__s32	error;		/* errno of the call, positive */
	__u16	reason;		/* enum perf_event_why */
	__u16	where;		/* the field or argument at fault */
	__u32	__reserved;
	__u64	bits;		/* the bits of the field at fault, 0 for all */
	__u64	got;		/* the value at fault, where that is a number */
	__u64	allowed;	/* its limit, or the bits that are allowed */
	char	pmu[32];	/* name of the PMU that refused, or empty */
	char	text[128];	/* English: the cause, and what the caller can do */
};

/* perf_event_explain.reason. A new reason gets the next number. */
enum perf_event_why {
	PERF_WHY_NONE		= 0,	/* no reason is recorded */
	PERF_WHY_FLAGS		= 1,	/* unknown flags */
	PERF_WHY_EXT_SIZE	= 2,	/* size of perf_event_ext, or what lies behind it */
	PERF_WHY_EXT_EXPLAIN	= 3,	/* explain_size */
	PERF_WHY_EXT_OPTIONS	= 4,	/* options not in known */
	PERF_WHY_EXT_RESERVED	= 5,	/* reserved words */
	PERF_WHY_EXT_NR_ATTR	= 6,	/* more than one attr */
	PERF_WHY_EXT_NO_ATTR	= 7,	/* attr is 0: a probe */
	PERF_WHY_ATTR_POINTER	= 8,	/* attr cannot be read */
	PERF_WHY_ATTR_SIZE	= 9,	/* attr.size */
	PERF_WHY_ATTR_RESERVED	= 10,	/* reserved bits of attr */
	PERF_WHY_SAMPLE_TYPE	= 11,	/* unknown bits of sample_type */
	PERF_WHY_READ_FORMAT	= 12,	/* unknown bits of read_format */
	PERF_WHY_BRANCH_UNKNOWN	= 13,	/* unknown bits of branch_sample_type */
	PERF_WHY_BRANCH_KIND	= 14,	/* branches of no kind */
	PERF_WHY_REGS_USER	= 15,	/* sample_regs_user */
	PERF_WHY_STACK_SUPPORT	= 16,	/* no user stacks here */
	PERF_WHY_STACK_SIZE	= 17,	/* sample_stack_user */
	PERF_WHY_REGS_INTR	= 18,	/* sample_regs_intr */
	PERF_WHY_CGROUP_CONFIG	= 19,	/* no CONFIG_CGROUP_PERF */
	PERF_WHY_WEIGHT		= 20,	/* two forms of weight */
	PERF_WHY_INHERIT_THREAD	= 21,	/* inherit_thread without inherit */
	PERF_WHY_ON_EXEC	= 22,	/* enable_on_exec with remove_on_exec */
	PERF_WHY_SIGTRAP_EXEC	= 23,	/* sigtrap without remove_on_exec */
	PERF_WHY_PARANOID_ANY	= 24,	/* kernel.perf_event_paranoid */
	PERF_WHY_PARANOID_KERNEL	= 25,	/* the same, for the kernel */
	PERF_WHY_PARANOID_CPU	= 26,	/* the same, for whole CPUs */
	PERF_WHY_PARANOID_TRACEPOINT	= 27,	/* the same, for data of tracepoints */
	PERF_WHY_NAMESPACES	= 28,	/* attr.namespaces */
	PERF_WHY_LOCKDOWN	= 29,	/* kernel lockdown */
	PERF_WHY_ACCESS		= 30,	/* the target's owner or a security module */
	PERF_WHY_SAMPLE_FREQ	= 31,	/* sample_freq above the limit */
	PERF_WHY_SAMPLE_PERIOD	= 32,	/* sample_period above S64_MAX */
	PERF_WHY_CGROUP_ARGS	= 33,	/* pid or cpu with PERF_FLAG_PID_CGROUP */
	PERF_WHY_DESCRIPTORS	= 34,	/* no descriptor is free */
	PERF_WHY_GROUP_FD	= 35,	/* group_fd is no event */
	PERF_WHY_GROUP_ENDED	= 36,	/* group_fd's event has ended */
	PERF_WHY_NO_THREAD	= 37,	/* no such pid */
	PERF_WHY_GROUP_INHERIT	= 38,	/* inherit differs in the group */
	PERF_WHY_CPU		= 39,	/* no such cpu */
	PERF_WHY_CLOCK		= 40,	/* unknown clockid */
	PERF_WHY_CLOCK_NMI	= 41,	/* clockid in an NMI */
	PERF_WHY_SIGTRAP_TASK	= 42,	/* sigtrap without a thread */
	PERF_WHY_INHERIT_READ	= 43,	/* inherit with PERF_SAMPLE_READ */
	PERF_WHY_AUX_OUTPUT	= 44,	/* aux_output */
	PERF_WHY_AUX_BOTH	= 45,	/* aux actions that exclude each other */
	PERF_WHY_AUX_PAUSE	= 46,	/* the traced PMU cannot pause */
	PERF_WHY_AUX_LEADER	= 47,	/* no AUX event leads the group */
	PERF_WHY_AUX_SNAPSHOT	= 48,	/* no snapshots of the AUX area */
	PERF_WHY_NO_PMU		= 49,	/* no PMU counts this type and config */
	PERF_WHY_PMU_REGS	= 50,	/* extended registers */
	PERF_WHY_PMU_EXCLUDE	= 51,	/* exclude_* */
	PERF_WHY_PMU_CPU	= 52,	/* the PMU is not on this CPU */
	PERF_WHY_PMU_GONE	= 53,	/* the PMU is being removed */
	PERF_WHY_PMU_EXCLUSIVE	= 54,	/* one user at a time */
	PERF_WHY_PMU_NO_SAMPLING	= 55,	/* the PMU only counts */
	PERF_WHY_PMU_NO_BRANCHES	= 56,	/* no branches of this event */
	PERF_WHY_PMU_NO_TASK	= 57,	/* the PMU counts for CPUs only */
	PERF_WHY_PMU_FIELD	= 58,	/* the driver refuses one field */
	PERF_WHY_PMU_GROUP	= 59,	/* the driver refuses the group */
	PERF_WHY_PMU_TASK	= 60,	/* the driver refuses a thread */
	PERF_WHY_PMU_EVENT	= 61,	/* the driver refuses the event */
	PERF_WHY_CGROUP_FD	= 62,	/* pid is no control group */
	PERF_WHY_GROUP_CGROUP	= 63,	/* another control group */
	PERF_WHY_GROUP_LEADER	= 64,	/* group_fd is a sibling */
	PERF_WHY_GROUP_CLOCK	= 65,	/* another clock */
	PERF_WHY_GROUP_TARGET	= 66,	/* another thread or CPU */
	PERF_WHY_GROUP_PINNED	= 67,	/* pinned or exclusive */
	PERF_WHY_GROUP_PMU	= 68,	/* another PMU */
	PERF_WHY_GROUP_SIZE	= 69,	/* too many or too much to read */
	PERF_WHY_TASK_ENDED	= 70,	/* the thread is exiting */
	PERF_WHY_CPU_OFFLINE	= 71,	/* the CPU is offline */
	PERF_WHY_OUTPUT_SELF	= 72,	/* output to itself */
	PERF_WHY_OUTPUT_TARGET	= 73,	/* output of another thread or CPU */
	PERF_WHY_OUTPUT_CLOCK	= 74,	/* output of another clock or direction */
	PERF_WHY_OUTPUT_AUX	= 75,	/* output of another AUX area */
	PERF_WHY_OUTPUT_MAPPED	= 76,	/* a mapped event */
	PERF_WHY_OUTPUT_NO_RING	= 77,	/* no ring to output to */
	PERF_WHY_NO_MEMORY	= 78,	/* out of memory */
	PERF_WHY_CALLCHAIN	= 79,	/* sample_max_stack above the limit */
	PERF_WHY_PROBE		= 80,	/* kprobes and uprobes */
	PERF_WHY_BREAKPOINT_TYPE	= 81,	/* bp_type */
	PERF_WHY_BREAKPOINT_FORM	= 82,	/* bp_addr or bp_len */
	PERF_WHY_BREAKPOINT_KERNEL	= 83,	/* a breakpoint in the kernel */
	PERF_WHY_BREAKPOINT_SLOTS	= 84,	/* no breakpoint is free */
	PERF_WHY_MMAP_INHERIT	= 85,	/* mmap: inherited, on any CPU */
	PERF_WHY_MMAP_PRIVATE	= 86,	/* mmap: private */
	PERF_WHY_MMAP_PAGES	= 87,	/* mmap: number of pages */
	PERF_WHY_MMAP_OTHER	= 88,	/* mmap: another size than before */
	PERF_WHY_MMAP_QUOTA	= 89,	/* mmap: quota */
	PERF_WHY_AUX_NO_RING	= 90,	/* mmap: an AUX area without a ring */
	PERF_WHY_AUX_RANGE	= 91,	/* mmap: aux_offset, aux_size */
	PERF_WHY_AUX_BUSY	= 92,	/* mmap: the old AUX area is in use */
	PERF_WHY_AUX_NONE	= 93,	/* mmap: no AUX area */
	PERF_WHY_IOCTL		= 94,	/* unknown ioctl */
	PERF_WHY_NOT_SAMPLING	= 95,	/* an event that only counts */
	PERF_WHY_REFRESH_INHERIT	= 96,	/* refresh of an inherited event */
	PERF_WHY_PERIOD		= 97,	/* a new period */
	PERF_WHY_NO_RING	= 98,	/* no ring */
	PERF_WHY_NO_FILTER	= 99,	/* no filter for this event */
	PERF_WHY_FILTER		= 100,	/* a filter's text */
	PERF_WHY_FILTER_FILE	= 101,	/* a filter with a file */
	PERF_WHY_FILTER_NUMBER	= 102,	/* too many filters */
	PERF_WHY_BPF_NONE	= 103,	/* no programs */
	PERF_WHY_BPF_TAKEN	= 104,	/* a program or callback is attached */
	PERF_WHY_BPF_TYPE	= 105,	/* another type of program */
	PERF_WHY_BPF_STACK	= 106,	/* a program that reads stacks */
	PERF_WHY_BPF_CONTEXT	= 107,	/* a program that reads too far */
	PERF_WHY_MODIFY		= 108,	/* another kind of event */
	PERF_WHY_MUNMAP		= 109,	/* munmap without mmap, mmap2 or mmap_data */
	PERF_WHY_NO_MUX		= 110,	/* counters are taken; got: process that holds some */
	PERF_WHY_MMAP_MEMCG	= 111,	/* limit of the memory control group */
	PERF_WHY_PMU_NO_CPU	= 112,	/* the PMU counts for threads only */
	PERF_WHY_GROUP_OFF_CPU	= 113,	/* the leader counts while its thread does not run */

	PERF_WHY_MAX,	/* not ABI */
};

/*
 * PERF_SAMPLE_DATA_SRC: a memory access and where its data was. Most members are
 * sets of PERF_MEM_* bits, and 0 or NA where it is not known.
 */
#if defined(__LITTLE_ENDIAN_BITFIELD)
union perf_mem_data_src {
	__u64 val;
	struct {
		__u64   mem_op:5,
			mem_lvl:14,
			mem_snoop:5,
			mem_lock:2,
			mem_dtlb:7,
			mem_lvl_num:4,
			mem_remote:1,
			mem_snoopx:2,
			mem_blk:3,
			mem_hops:3,
			mem_rsvd:18;
	};
};
#elif defined(__BIG_ENDIAN_BITFIELD)
union perf_mem_data_src {
	__u64 val;
	struct {
		__u64	mem_rsvd:18,
			mem_hops:3,
			mem_blk:3,
			mem_snoopx:2,
			mem_remote:1,
			mem_lvl_num:4,
			mem_dtlb:7,
			mem_lock:2,
			mem_snoop:5,
			mem_lvl:14,
			mem_op:5;
	};
};
#else
#error "Unknown endianness"
#endif

/* mem_op: kind of access. */
#define PERF_MEM_OP_NA		0x01
#define PERF_MEM_OP_LOAD	0x02
#define PERF_MEM_OP_STORE	0x04
#define PERF_MEM_OP_PFETCH	0x08
#define PERF_MEM_OP_EXEC	0x10
#define PERF_MEM_OP_SHIFT	0

/* mem_lvl: level, as far as the bits go; mem_lvl_num has more. */
#define PERF_MEM_LVL_NA		0x01
#define PERF_MEM_LVL_HIT	0x02
#define PERF_MEM_LVL_MISS	0x04
#define PERF_MEM_LVL_L1		0x08
#define PERF_MEM_LVL_LFB	0x10	/* line fill buffer */
#define PERF_MEM_LVL_L2		0x20
#define PERF_MEM_LVL_L3		0x40
#define PERF_MEM_LVL_LOC_RAM	0x80	/* of this node */
#define PERF_MEM_LVL_REM_RAM1	0x100	/* one hop away */
#define PERF_MEM_LVL_REM_RAM2	0x200	/* two hops away */
#define PERF_MEM_LVL_REM_CCE1	0x400	/* cache one hop away */
#define PERF_MEM_LVL_REM_CCE2	0x800	/* cache two hops away */
#define PERF_MEM_LVL_IO		0x1000
#define PERF_MEM_LVL_UNC	0x2000	/* uncached */
#define PERF_MEM_LVL_SHIFT	5

/* mem_remote: the level is not on this socket. */
#define PERF_MEM_REMOTE_REMOTE	0x01
#define PERF_MEM_REMOTE_SHIFT	37

/* mem_lvl_num: level, a number. */
#define PERF_MEM_LVLNUM_L1	0x01
#define PERF_MEM_LVLNUM_L2	0x02
#define PERF_MEM_LVLNUM_L3	0x03
#define PERF_MEM_LVLNUM_L4	0x04
#define PERF_MEM_LVLNUM_L2_MHB	0x05	/* L2 miss handling buffer */
#define PERF_MEM_LVLNUM_MSC	0x06	/* memory-side cache */

#define PERF_MEM_LVLNUM_UNC	0x08	/* uncached */
#define PERF_MEM_LVLNUM_CXL	0x09
#define PERF_MEM_LVLNUM_IO	0x0a
#define PERF_MEM_LVLNUM_ANY_CACHE 0x0b	/* some cache */
#define PERF_MEM_LVLNUM_LFB	0x0c	/* line fill buffer */
#define PERF_MEM_LVLNUM_RAM	0x0d
#define PERF_MEM_LVLNUM_PMEM	0x0e
#define PERF_MEM_LVLNUM_NA	0x0f

#define PERF_MEM_LVLNUM_SHIFT	33

/* mem_snoop: what other caches said. */
#define PERF_MEM_SNOOP_NA	0x01
#define PERF_MEM_SNOOP_NONE	0x02
#define PERF_MEM_SNOOP_HIT	0x04
#define PERF_MEM_SNOOP_MISS	0x08
#define PERF_MEM_SNOOP_HITM	0x10	/* there, and modified */
#define PERF_MEM_SNOOP_SHIFT	19

/* mem_snoopx: and where data came from: forwarded, from a peer. */
#define PERF_MEM_SNOOPX_FWD	0x01
#define PERF_MEM_SNOOPX_PEER	0x02
#define PERF_MEM_SNOOPX_SHIFT  38

/* mem_lock: was the access locked? */
#define PERF_MEM_LOCK_NA	0x01
#define PERF_MEM_LOCK_LOCKED	0x02
#define PERF_MEM_LOCK_SHIFT	24

/* mem_dtlb: where the translation was. */
#define PERF_MEM_TLB_NA		0x01
#define PERF_MEM_TLB_HIT	0x02
#define PERF_MEM_TLB_MISS	0x04
#define PERF_MEM_TLB_L1		0x08
#define PERF_MEM_TLB_L2		0x10
#define PERF_MEM_TLB_WK		0x20	/* hardware walked the tables */
#define PERF_MEM_TLB_OS		0x40	/* the kernel handled a fault */
#define PERF_MEM_TLB_SHIFT	26

/* mem_blk: why the access had to wait. */
#define PERF_MEM_BLK_NA		0x01
#define PERF_MEM_BLK_DATA	0x02	/* data could not be forwarded */
#define PERF_MEM_BLK_ADDR	0x04	/* addresses conflicted */
#define PERF_MEM_BLK_SHIFT	40

/*
 * mem_hops: how far away: same core, same socket, same board, other board. Level 0 of
 * the enumeration is "not known".
 */
#define PERF_MEM_HOPS_0		0x01
#define PERF_MEM_HOPS_1		0x02
#define PERF_MEM_HOPS_2		0x03
#define PERF_MEM_HOPS_3		0x04

#define PERF_MEM_HOPS_SHIFT	43

/* A value of a member, in its place: PERF_MEM_S(LVL, L1). */
#define PERF_MEM_S(a, s) \
	(((__u64)PERF_MEM_##a##_##s) << PERF_MEM_##a##_SHIFT)

/* A branch, in PERF_SAMPLE_BRANCH_STACK. */
struct perf_branch_entry {
	__u64	from;		/* address of the instruction */
	__u64	to;		/* target */
	__u64	mispred:1,	/* wrong prediction */
		predicted:1,	/* rightly; neither bit: not known */
		in_tx:1,	/* in a transaction */
		abort:1,	/* of a transaction */
		cycles:16,	/* since the branch before */
		type:4,		/* PERF_BR_* */
		spec:2,		/* PERF_BR_SPEC_* */
		new_type:4,	/* PERF_BR_NEW_* */
		priv:3,		/* PERF_BR_PRIV_* */
		reserved:31;
};

/* Bits of the third word in use. */
#define PERF_BRANCH_ENTRY_INFO_BITS_MAX		33

/*
 * PERF_SAMPLE_WEIGHT: full. PERF_SAMPLE_WEIGHT_STRUCT: three numbers whose meaning is up
 * to the PMU.
 */
union perf_sample_weight {
	__u64		full;
#if defined(__LITTLE_ENDIAN_BITFIELD)
	struct {
		__u32	var1_dw;
		__u16	var2_w;
		__u16	var3_w;
	};
#elif defined(__BIG_ENDIAN_BITFIELD)
	struct {
		__u16	var3_w;
		__u16	var2_w;
		__u32	var1_dw;
	};
#else
#error "Unknown endianness"
#endif
};

#endif	/* _UAPI_LINUX_PERF_EVENT_H */
