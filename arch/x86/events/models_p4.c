// SPDX-License-Identifier: GPL-2.0
/*
 * Event tables of the Pentium 4 and Xeons of its kind.
 *
 * The order of perf_x86_p4_events[] is ABI: libraries put the number of a row where the
 * ESCR has the event's code, and the order of perf_x86_p4_metrics[] is ABI, too
 * (asm/perf_event_p4.h).
 *
 * Owns: the tables. Context: any, they are constant.
 *
 * Sources: Intel SDM volume 3, "Performance Monitoring Events", tables of processors based
 * on Intel NetBurst microarchitecture: events for non-retirement and at-retirement counting,
 * and those that are independent of the logical processor; "List of Metrics Available for
 * Replay Tagging".
 */
#include "models_p4.h"

#define P4_EVENT(_event, _select, _unit, _flags, _mask)				\
	{ .event = (_event), .select = (_select), .unit = P4_##_unit,		\
	  .flags = (_flags), .mask = (_mask) }

const struct perf_x86_p4_event perf_x86_p4_events[PERF_X86_P4_EVENTS] = {
	P4_EVENT(0x01, 1, TC, P4_BOTH | P4_OF_CORE, 0x00ff),	/* 0 TC_deliver_mode */
	P4_EVENT(0x03, 0, BPU, P4_BOTH, 0x0001),		/* 1 BPU_fetch_request */
	P4_EVENT(0x18, 3, ITLB, P4_BOTH, 0x0007),		/* 2 ITLB_reference */
	P4_EVENT(0x02, 5, DAC, P4_BOTH, 0x000c),		/* 3 memory_cancel */
	P4_EVENT(0x08, 2, SAAT, P4_BOTH, 0x0003),		/* 4 memory_complete */
	P4_EVENT(0x04, 2, SAAT, P4_BOTH, 0x0002),		/* 5 load_port_replay */
	P4_EVENT(0x05, 2, SAAT, P4_BOTH, 0x0002),		/* 6 store_port_replay */
	P4_EVENT(0x03, 2, MOB, P4_BOTH, 0x003a),		/* 7 MOB_load_replay */
	P4_EVENT(0x01, 4, PMH, P4_BOTH | P4_OF_CORE, 0x0003),	/* 8 page_walk_type */
	P4_EVENT(0x0c, 7, BSU, P4_BOTH, 0x073f),		/* 9 BSQ_cache_reference */
	P4_EVENT(0x03, 6, FSB, P4_BOTH | P4_OF_CORE, 0xefff),	/* 10 IOQ_allocation */
	P4_EVENT(0x1a, 6, FSB, P4_SECOND | P4_OF_CORE, 0xefff),	/* 11 IOQ_active_entries */
	P4_EVENT(0x17, 6, FSB, P4_BOTH | P4_OF_CORE, 0x003f),	/* 12 FSB_data_activity */
	P4_EVENT(0x05, 7, BSU, P4_FIRST | P4_OF_CORE, 0x3fef),	/* 13 BSQ_allocation */
	P4_EVENT(0x06, 7, BSU, P4_SECOND | P4_OF_CORE, 0x3fef),	/* 14 bsq_active_entries */
	P4_EVENT(0x34, 1, FIRM, P4_BOTH | P4_OF_CORE, 0x8000),	/* 15 SSE_input_assist */
	P4_EVENT(0x08, 1, FIRM, P4_BOTH | P4_OF_CORE, 0x8000),	/* 16 packed_SP_uop */
	P4_EVENT(0x0c, 1, FIRM, P4_BOTH | P4_OF_CORE, 0x8000),	/* 17 packed_DP_uop */
	P4_EVENT(0x0a, 1, FIRM, P4_BOTH | P4_OF_CORE, 0x8000),	/* 18 scalar_SP_uop */
	P4_EVENT(0x0e, 1, FIRM, P4_BOTH | P4_OF_CORE, 0x8000),	/* 19 scalar_DP_uop */
	P4_EVENT(0x02, 1, FIRM, P4_BOTH | P4_OF_CORE, 0x8000),	/* 20 64bit_MMX_uop */
	P4_EVENT(0x1a, 1, FIRM, P4_BOTH | P4_OF_CORE, 0x8000),	/* 21 128bit_MMX_uop */
	P4_EVENT(0x04, 1, FIRM, P4_BOTH | P4_OF_CORE, 0x8000),	/* 22 x87_FP_uop */
	P4_EVENT(0x06, 1, TC, P4_BOTH | P4_OF_CORE, 0x0010),	/* 23 TC_misc */
	P4_EVENT(0x13, 6, FSB, P4_BOTH, 0x0001),		/* 24 global_power_events */
	P4_EVENT(0x05, 0, MS, P4_BOTH, 0x0001),			/* 25 tc_ms_xfer */
	P4_EVENT(0x09, 0, MS, P4_BOTH, 0x0007),			/* 26 uop_queue_writes */
	P4_EVENT(0x05, 2, TBPU, P4_BOTH, 0x001e),		/* 27 retired_mispred_branch_type */
	P4_EVENT(0x04, 2, TBPU, P4_BOTH, 0x001e),		/* 28 retired_branch_type */
	P4_EVENT(0x01, 1, ALF, P4_BOTH, 0x0020),		/* 29 resource_stall */
	P4_EVENT(0x05, 5, DAC, P4_BOTH | P4_OF_CORE, 0x0003),	/* 30 WC_Buffer */
	P4_EVENT(0x16, 3, FSB, P4_BOTH | P4_OF_CORE, 0x007e),	/* 31 b2b_cycles */
	P4_EVENT(0x08, 3, FSB, P4_BOTH | P4_OF_CORE, 0x0007),	/* 32 bnr */
	P4_EVENT(0x06, 3, FSB, P4_BOTH | P4_OF_CORE, 0x00c4),	/* 33 snoop */
	P4_EVENT(0x04, 3, FSB, P4_BOTH | P4_OF_CORE, 0x0306),	/* 34 response */
	P4_EVENT(0x08, 5, CRU2, P4_BOTH, 0x0003),		/* 35 front_end_event */
	P4_EVENT(0x0c, 5, CRU2, P4_BOTH, 0x00ff),		/* 36 execution_event */
	P4_EVENT(0x09, 5, CRU2, P4_BOTH | P4_REPLAY, 0x0003),	/* 37 replay_event */
	P4_EVENT(0x02, 4, CRU0, P4_BOTH, 0x000f),		/* 38 instr_retired */
	P4_EVENT(0x01, 4, CRU0, P4_BOTH, 0x0003),		/* 39 uops_retired */
	P4_EVENT(0x02, 2, RAT, P4_BOTH, 0x0006),		/* 40 uop_type */
	P4_EVENT(0x06, 5, CRU2, P4_BOTH, 0x000f),		/* 41 branch_retired */
	P4_EVENT(0x03, 4, CRU0, P4_BOTH, 0x0001),		/* 42 mispred_branch_retired */
	P4_EVENT(0x03, 5, CRU2, P4_BOTH, 0x001f),		/* 43 x87_assist */
	P4_EVENT(0x02, 5, CRU2, P4_BOTH, 0x0045),		/* 44 machine_clear */
	P4_EVENT(0x07, 4, CRU0, P4_BOTH | P4_LATER, 0x0003),	/* 45 instr_completed */
};

/* MSR_IA32_PEBS_ENABLE: micro-operations are tagged; the other bits are the metric's. */
#define UOP_TAG			BIT(24)

/*
 * MOB_load_replay and the split loads and stores count only while an event of that name selects
 * what is tagged, which the user puts into the group.
 */
const struct perf_x86_p4_metric perf_x86_p4_metrics[PERF_X86_P4_METRICS] = {
	{ },						/* 0 nothing is tagged */
	{ UOP_TAG | BIT(0), BIT(0) },			/* 1 1stL_cache_load_miss_retired */
	{ UOP_TAG | BIT(1), BIT(0) },			/* 2 2ndL_cache_load_miss_retired */
	{ UOP_TAG | BIT(2), BIT(0) },			/* 3 DTLB_load_miss_retired */
	{ UOP_TAG | BIT(2), BIT(1) },			/* 4 DTLB_store_miss_retired */
	{ UOP_TAG | BIT(2), BIT(0) | BIT(1) },		/* 5 DTLB_all_miss_retired */
	{ UOP_TAG | BIT(15) | BIT(16), BIT(4) },	/* 6 tagged_mispred_branch */
	{ UOP_TAG | BIT(9), BIT(0) },			/* 7 MOB_load_replay_retired */
	{ UOP_TAG | BIT(10), BIT(0) },			/* 8 split_load_retired */
	{ UOP_TAG | BIT(10), BIT(1) },			/* 9 split_store_retired */
};

/* Codes of generic events, with their event masks. */
#define RUNNING			P4_CODE(24, 0x0001, 0)
#define INSTRUCTIONS_RETIRED	P4_CODE(38, 0x0003, 0)	/* not bogus, tagged or not */
#define L2_READS		P4_CODE(9, 0x0107, 0)	/* hit S, E, M, miss */
#define L2_READS_MISSED		P4_CODE(9, 0x0100, 0)
#define BRANCHES_RETIRED	P4_CODE(41, 0x000f, 0)	/* predicted or not, taken or not */
#define BRANCHES_MISPREDICTED	P4_CODE(27, 0x001e, 0)	/* of all types */
#define BUS_DATA_CYCLES		P4_CODE(12, 0x0003, P4_CCCR_COMPARE | P4_CCCR_EDGE)
#define ITLB_LOOKUPS		P4_CODE(2, 0x0007, 0)
#define ITLB_MISSES		P4_CODE(2, 0x0002, 0)
#define TRACE_CACHE_MISSES	P4_CODE(1, 0x0001, 0)

#define REPLAYED(_metric)	P4_CODE(37, 0x0001, _metric)	/* not bogus */

/*
 * Only replay tagging counts misses of the first level cache and of the data TLB;
 * page_walk_type counts reads and writes together, so it serves for neither.
 */
static const struct perf_x86_cache_code p4_cache[] = {
	PERF_X86_CACHE(L1D, READ, 0, REPLAYED(1)),
	PERF_X86_CACHE(DTLB, READ, 0, REPLAYED(3)),
	PERF_X86_CACHE(DTLB, WRITE, 0, REPLAYED(4)),
	PERF_X86_CACHE(L1I, READ, 0, TRACE_CACHE_MISSES),
	PERF_X86_CACHE(LL, READ, L2_READS, L2_READS_MISSED),
	PERF_X86_CACHE(ITLB, READ, ITLB_LOOKUPS, ITLB_MISSES),
	PERF_X86_CACHE(BPU, READ, BRANCHES_RETIRED, BRANCHES_MISPREDICTED),
	{ }
};

/*
 * BRANCH_MISSES counts by branch type: mispred_branch_retired needs a CRU0 ESCR, as
 * instr_retired does, and a thread has only one.
 */
const struct perf_x86_model perf_x86_p4 = {
	.name		= "netburst",
	.generic	= PERF_X86_CODES {
		PERF_X86_GENERIC(CPU_CYCLES, RUNNING),
		PERF_X86_GENERIC(INSTRUCTIONS, INSTRUCTIONS_RETIRED),
		PERF_X86_GENERIC(CACHE_REFERENCES, L2_READS),
		PERF_X86_GENERIC(CACHE_MISSES, L2_READS_MISSED),
		PERF_X86_GENERIC(BRANCH_INSTRUCTIONS, BRANCHES_RETIRED),
		PERF_X86_GENERIC(BRANCH_MISSES, BRANCHES_MISPREDICTED),
		PERF_X86_GENERIC(BUS_CYCLES, BUS_DATA_CYCLES),
		{ }
	},
	.cache		= p4_cache,
	.raw_mask	= P4_RAW_MASK,
};

/* Up to Northwood: without P4_LATER events */
const struct perf_x86_model perf_x86_p4_early = {
	.name		= "netburst",
	.base		= &perf_x86_p4,
};
