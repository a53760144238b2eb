/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Values of the registers while an event is counted, by the manuals: for each model some events,
 * as a user spells them, and whole register values.
 *
 * No value is computed from the driver's tables, which are tested against these.
 *
 * Sources: for layouts Intel SDM volume 3, chapter "Performance Monitoring" (IA32_PERFEVTSELx,
 * IA32_FIXED_CTR_CTRL, the off-core response registers, the P6 family's PerfEvtSel, the
 * Pentium's CESR, NetBurst's ESCR and CCCR), AMD APM volume 2 (PERF_CTL). For events Intel's
 * perfmon event lists and SDM volume 3, "Performance Monitoring Events"; the AMD documents,
 * data books and data sheets that models_amd.c and models_legacy.c name.
 */
#ifndef _ARCH_X86_EVENTS_MODEL_VECTORS_H
#define _ARCH_X86_EVENTS_MODEL_VECTORS_H

#include <asm/cpu_device_id.h>
#include <asm/intel-family.h>

#include "families.h"
#include "p4.h"

/**
 * struct vector_machine - registers of a kind of processor
 * @regs:     addresses
 * @counters: bit mask of the counters
 * @any:      a counter can count for both threads of a core (AnyThread)
 */
struct vector_machine {
	const struct perf_x86_regs	*regs;
	u64				counters;
	bool				any;
};

/**
 * struct vector - an event and the values of registers while it is counted
 * @event:    a generic event's name, or terms of the formats in sysfs
 * @counters: counters that can count @event; 0: @event is refused, or the processor is a
 *            Pentium 4
 * @first:    a register and its value while @event is on the first of @counters, or on the last
 * @second:   another register and its value; the register is 0 if there is none
 * @err:      negative errno if @event is refused
 */
struct vector {
	const char	*event;
	u64		counters;
	struct {
		u32	msr;
		u64	value;
	} first, second;
	int		err;
};

/**
 * struct model_vectors - the vectors of a model
 * @model:   name of the model
 * @cpu:     a processor of the model, where two models have the same name; else 0
 * @machine: registers of the processor
 * @vectors: vectors, ended by a NULL event
 * @common:  vectors shared with related models; or NULL
 */
struct model_vectors {
	const char			*model;
	u32				cpu;
	const struct vector_machine	*machine;
	const struct vector		*vectors;
	const struct vector		*common;
};

#define VECTOR(_event, _counters, ...)	{ _event, _counters, __VA_ARGS__ }
#define REFUSED(_event, _err)		{ .event = (_event), .err = -(_err) }
#define VECTORS				(const struct vector[])

/* General and fixed counters. */
#define G(_number)	GENMASK_ULL((_number) - 1, 0)
#define F(_counter)	BIT_ULL(32 + (_counter))
#define FIRST_FIXED(_number)	(G(_number) << 32)

/* MSRs, by their addresses in the manuals. */
#define SEL0		0x186
#define SEL1		0x187
#define SEL2		0x188
#define SEL3		0x189
#define FIXED_CTRL	0x38d
#define RSP0		0x1a6
#define RSP1		0x1a7
#define FRONTEND	0x3f7
#define K7_SEL0		0xc0010000
#define K7_SEL3		0xc0010003
#define CTL0		0xc0010200
#define CTL2		0xc0010204
#define CTL3		0xc0010206
#define CTL5		0xc001020a
#define KNC_SEL0	0x28
#define KNC_SEL1	0x29
#define CESR		0x11

static const struct vector_machine yonah_machine = { &perf_x86_intel_regs_v1, G(2) };
static const struct vector_machine merom_machine = {
	&perf_x86_intel_regs_v2, G(2) | FIRST_FIXED(3),
};

static const struct vector_machine atom_machine = {
	&perf_x86_intel_regs_v2, G(2) | FIRST_FIXED(3), .any = true,
};

static const struct vector_machine nehalem_machine = {
	&perf_x86_intel_regs_v2, G(4) | FIRST_FIXED(3), .any = true,
};

static const struct vector_machine goldmont_machine = {
	&perf_x86_intel_regs_v2, G(4) | FIRST_FIXED(3),
};

static const struct vector_machine gracemont_machine = {
	&perf_x86_intel_regs_v2, G(6) | FIRST_FIXED(3),
};

static const struct vector_machine skymont_machine = {
	&perf_x86_intel_regs_v2, G(8) | FIRST_FIXED(3) | F(4) | F(5) | F(6),
};

static const struct vector_machine lioncove_machine = {
	&perf_x86_intel_regs_v2, G(10) | FIRST_FIXED(4),
};

static const struct vector_machine icelake_machine = {
	&perf_x86_intel_regs_v2, G(8) | FIRST_FIXED(4),
};

static const struct vector_machine k7_machine = { &perf_x86_amd_regs_legacy, G(4) };
static const struct vector_machine core_extension_machine = { &perf_x86_amd_regs_core, G(6) };
static const struct vector_machine zen4_machine = { &perf_x86_amd_regs_v2, G(6) };
static const struct vector_machine p6_machine = { &perf_x86_p6_regs, G(2) };
static const struct vector_machine p4_machine = { &perf_x86_p4_regs, G(18) };
static const struct vector_machine knc_machine = { &perf_x86_knc_regs, G(2) };
static const struct vector_machine pentium_machine = { &perf_x86_pentium_regs, G(2) };
static const struct vector_machine winchip_machine = { &perf_x86_winchip_regs, G(2) };
static const struct vector_machine c3_machine = { &perf_x86_c3_regs, G(1) };

/* Fixed counters, counting in all modes, with the interrupt enabled. */
#define FIXED_INSTRUCTIONS(_general)						\
	VECTOR("instructions", (_general) | F(0), { SEL0, 0x5300c0 }, { FIXED_CTRL, 0xb })
#define FIXED_CYCLES(_general)							\
	VECTOR("cpu-cycles", (_general) | F(1), { SEL0, 0x53003c }, { FIXED_CTRL, 0xb0 })
#define FIXED_REF_CYCLES							\
	VECTOR("ref-cycles", F(2), { FIXED_CTRL, 0xb00 })

/* Events with an off-core response register: each register has its counter and event code. */
#define OFFCORE_FIRST(_terms, _value)						\
	VECTOR("event=0xb7,umask=0x01,offcore_rsp=" _terms, G(2),		\
	       { SEL0, 0x5301b7 }, { RSP0, _value })
#define OFFCORE_SECOND(_terms, _value)						\
	VECTOR("event=0xbb,umask=0x01,offcore_rsp=" _terms, G(2),		\
	       { SEL1, 0x5301bb }, { RSP1, _value })

static const struct model_vectors core_vectors[] = {
	{ "intel_arch", 0, &goldmont_machine, VECTORS {
		FIXED_INSTRUCTIONS(G(4)), FIXED_CYCLES(G(4)), FIXED_REF_CYCLES,
		VECTOR("bus-cycles", G(4), { SEL0, 0x53013c }, { SEL3, 0x53013c }),
		VECTOR("cache-references", G(4), { SEL0, 0x534f2e }),
		VECTOR("cache-misses", G(4), { SEL0, 0x53412e }),
		VECTOR("branch-instructions", G(4), { SEL0, 0x5300c4 }),
		VECTOR("branch-misses", G(4), { SEL0, 0x5300c5 }),
		VECTOR("event=0xc4,cmask=2,inv,edge", G(4), { SEL0, 0x02d700c4 }),
		VECTOR("config=0x412e", G(4), { SEL0, 0x53412e }),
		REFUSED("stalled-cycles-frontend", ENOENT),
		REFUSED("config=0x10000003c", EINVAL),
		{ } } },
	{ "core", 0, &yonah_machine, VECTORS {
		VECTOR("cpu-cycles", G(2), { SEL0, 0x53003c }, { SEL1, 0x53003c }),
		VECTOR("instructions", G(2), { SEL0, 0x5300c0 }),
		VECTOR("branch-misses", G(2), { SEL0, 0x5300c5 }),
		/* FP_Assist, Cycles_Div_Busy */
		VECTOR("event=0x11", BIT(1), { SEL1, 0x530011 }),
		VECTOR("event=0x14", BIT(0), { SEL0, 0x530014 }),
		VECTOR("event=0xc0,cmask=0x01,inv", G(2), { SEL0, 0x01d300c0 }),
		REFUSED("ref-cycles", ENOENT),
		{ } } },
	{ "core2", 0, &merom_machine, VECTORS {
		FIXED_INSTRUCTIONS(G(2)), FIXED_CYCLES(G(2)), FIXED_REF_CYCLES,
		/* L1D_CACHE_LD.I_STATE, DTLB_MISSES.MISS_LD, ITLB.MISSES */
		VECTOR("L1-dcache-load-misses", G(2), { SEL0, 0x530140 }),
		VECTOR("dTLB-load-misses", G(2), { SEL0, 0x530208 }),
		VECTOR("iTLB-load-misses", G(2), { SEL0, 0x531282 }),
		/* MUL, MEM_LOAD_RETIRED.L1D_MISS, RS_UOPS_DISPATCHED: cycles with none */
		VECTOR("event=0x12", BIT(1), { SEL1, 0x530012 }),
		VECTOR("event=0xcb,umask=0x01", BIT(0), { SEL0, 0x5301cb }),
		VECTOR("event=0xa1,umask=0x3f,cmask=1,inv", BIT(0), { SEL0, 0x01d33fa1 }),
		{ } } },
	{ "nehalem", 0, &nehalem_machine, VECTORS {
		FIXED_INSTRUCTIONS(G(4)), FIXED_CYCLES(G(4)), FIXED_REF_CYCLES,
		/* BR_MISP_EXEC.ANY, UOPS_EXECUTED, DTLB_LOAD_MISSES.ANY, L1D.REPL */
		VECTOR("branch-misses", G(4), { SEL0, 0x537f89 }),
		VECTOR("stalled-cycles-backend", G(4), { SEL0, 0x01d33fb1 }),
		VECTOR("dTLB-load-misses", G(4), { SEL0, 0x530108 }),
		VECTOR("L1-dcache-load-misses", G(2), { SEL0, 0x530151 }),
		VECTOR("event=0x3c,any", G(4) | F(1), { SEL0, 0x73003c }, { FIXED_CTRL, 0xf0 }),
		/* OFFCORE_RESPONSE.ANY_DATA.ANY_CACHE_DRAM */
		VECTOR("event=0xb7,umask=0x01,offcore_rsp=0x7f11", BIT(0), { SEL0, 0x5301b7 },
		       { RSP0, 0x7f11 }),
		VECTOR("LLC-loads", BIT(0), { SEL0, 0x5301b7 }, { RSP0, 0xf701 }),
		REFUSED("event=0xb7,umask=0x01,offcore_rsp=0x10000", EINVAL),
		{ } } },
	{ "westmere", 0, &nehalem_machine, VECTORS {
		FIXED_INSTRUCTIONS(G(4)), FIXED_CYCLES(G(4)),
		VECTOR("branch-misses", G(4), { SEL0, 0x5300c5 }),
		VECTOR("branch-load-misses", G(4), { SEL0, 0x5303e8 }),
		/* OFFCORE_REQUESTS_OUTSTANDING.DEMAND.READ_DATA: cycles with any */
		VECTOR("event=0x60,umask=0x01,cmask=1", BIT(0), { SEL0, 0x01530160 }),
		{ } } },
	{ "sandybridge", INTEL_SANDYBRIDGE, &nehalem_machine, VECTORS {
		FIXED_INSTRUCTIONS(G(4)), FIXED_CYCLES(G(4)),
		/* UOPS_ISSUED.ANY, UOPS_DISPATCHED.THREAD; L1D.REPLACEMENT */
		VECTOR("stalled-cycles-frontend", G(4), { SEL0, 0x01d3010e }),
		VECTOR("stalled-cycles-backend", G(4), { SEL0, 0x01d301b1 }),
		VECTOR("L1-dcache-load-misses", G(4), { SEL0, 0x530151 }),
		/* L1D_PEND_MISS.PENDING, INST_RETIRED.PREC_DIST */
		VECTOR("event=0x48,umask=0x01,cmask=1", BIT(2), { SEL2, 0x01530148 }),
		VECTOR("event=0xc0,umask=0x01", BIT(1), { SEL1, 0x5301c0 }),
		OFFCORE_FIRST("0x10001", 0x10001),
		OFFCORE_SECOND("0x10001", 0x10001),
		REFUSED("event=0xb7,umask=0x01,offcore_rsp=0x67f800001", EINVAL),
		{ } } },
	{ "sandybridge", INTEL_SANDYBRIDGE_X, &nehalem_machine, VECTORS {
		FIXED_INSTRUCTIONS(G(4)), FIXED_CYCLES(G(4)),
		VECTOR("dTLB-store-misses", G(4), { SEL0, 0x530149 }),
		/* demand reads of data from another socket's memory */
		OFFCORE_FIRST("0x67f800001", 0x67f800001),
		OFFCORE_SECOND("0x67f800001", 0x67f800001),
		{ } } },
	{ "ivybridge", INTEL_IVYBRIDGE, &nehalem_machine, VECTORS {
		FIXED_INSTRUCTIONS(G(4)), FIXED_CYCLES(G(4)),
		/* DTLB_LOAD_MISSES, of demand loads; CYCLE_ACTIVITY.CYCLES_L1D_PENDING */
		VECTOR("dTLB-load-misses", G(4), { SEL0, 0x538108 }),
		VECTOR("event=0xa3,umask=0x08,cmask=8", BIT(2), { SEL2, 0x085308a3 }),
		OFFCORE_FIRST("0x10001", 0x10001),
		OFFCORE_SECOND("0x10001", 0x10001),
		REFUSED("stalled-cycles-backend", ENOENT),
		REFUSED("L1-dcache-store-misses", ENOENT),
		{ } } },
	{ "ivybridge", INTEL_IVYBRIDGE_X, &nehalem_machine, VECTORS {
		FIXED_INSTRUCTIONS(G(4)), FIXED_CYCLES(G(4)),
		VECTOR("dTLB-load-misses", G(4), { SEL0, 0x538108 }),
		OFFCORE_FIRST("0x67f800001", 0x67f800001),
		OFFCORE_SECOND("0x67f800001", 0x67f800001),
		{ } } },
	{ "haswell", 0, &nehalem_machine, VECTORS {
		FIXED_INSTRUCTIONS(G(4)), FIXED_CYCLES(G(4)), FIXED_REF_CYCLES,
		/* MEM_UOPS_RETIRED.ALL_LOADS, ITLB_MISSES.STLB_HIT */
		VECTOR("L1-dcache-loads", G(4), { SEL0, 0x5381d0 }),
		VECTOR("iTLB-loads", G(4), { SEL0, 0x536085 }),
		/* in transactions, and only in transactions that commit */
		VECTOR("event=0xc0,in_tx", G(4), { SEL0, 0x1005300c0 }),
		VECTOR("event=0xc4,in_tx,in_tx_cp", BIT(2), { SEL2, 0x3005300c4 }),
		OFFCORE_FIRST("0x10001", 0x10001),
		OFFCORE_SECOND("0x10001", 0x10001),
		{ } } },
	{ "broadwell", 0, &nehalem_machine, VECTORS {
		FIXED_INSTRUCTIONS(G(4)), FIXED_CYCLES(G(4)),
		VECTOR("dTLB-load-misses", G(4), { SEL0, 0x530108 }),
		VECTOR("branch-misses", G(4), { SEL0, 0x5300c5 }),
		VECTOR("event=0xc0,umask=0x01", BIT(1), { SEL1, 0x5301c0 }),
		VECTOR("event=0x0e,umask=0x01,cmask=1,inv", G(4), { SEL0, 0x01d3010e }),
		{ } } },
	{ "skylake", 0, &nehalem_machine, VECTORS {
		FIXED_INSTRUCTIONS(G(4)), FIXED_CYCLES(G(4)), FIXED_REF_CYCLES,
		/* DTLB_LOAD_MISSES and ITLB_MISSES.WALK_COMPLETED, ICACHE_64B.IFTAG_MISS */
		VECTOR("dTLB-load-misses", G(4), { SEL0, 0x530e08 }),
		VECTOR("iTLB-load-misses", G(4), { SEL0, 0x530e85 }),
		VECTOR("L1-icache-load-misses", G(4), { SEL0, 0x530283 }),
		/* CYCLE_ACTIVITY.STALLS_TOTAL */
		VECTOR("event=0xa3,umask=0x04,cmask=4", G(4), { SEL0, 0x045304a3 }),
		OFFCORE_FIRST("0x10001", 0x10001),
		OFFCORE_SECOND("0x10001", 0x10001),
		/* FRONTEND_RETIRED.DSB_MISS */
		VECTOR("event=0xc6,umask=0x01,frontend=0x11", BIT(2), { SEL2, 0x5301c6 },
		       { FRONTEND, 0x11 }),
		REFUSED("event=0xc6,umask=0x01,frontend=0x20", EINVAL),
		VECTOR("LLC-loads", G(2), { SEL0, 0x5301b7 }, { RSP0, 0x3fc0010001 }),
		VECTOR("LLC-load-misses", G(2), { SEL1, 0x5301bb }, { RSP1, 0x3ffc020001 }),
		VECTOR("node-load-misses", G(2), { SEL0, 0x5301b7 }, { RSP0, 0x1ff8000001 }),
		{ } } },
	{ "icelake", 0, &icelake_machine, VECTORS {
		FIXED_INSTRUCTIONS(G(8)), FIXED_CYCLES(G(8)), FIXED_REF_CYCLES,
		VECTOR("dTLB-load-misses", G(4), { SEL0, 0x530e08 }),
		VECTOR("branch-misses", G(8), { SEL0, 0x5300c5 }, { 0x18d, 0x5300c5 }),
		/* TOPDOWN.SLOTS, CYCLE_ACTIVITY.STALLS_L1D_MISS, OCR.DEMAND_DATA_RD.L3_MISS */
		VECTOR("event=0x00,umask=0x04", F(3), { FIXED_CTRL, 0xb000 }),
		VECTOR("event=0xa3,umask=0x0c,cmask=12", G(4), { SEL0, 0x0c530ca3 }),
		OFFCORE_FIRST("0x3fbfc00001", 0x3fbfc00001),
		OFFCORE_SECOND("0x3fbfc00001", 0x3fbfc00001),
		REFUSED("event=0xb7,umask=0x01,offcore_rsp=0x4000000001", EINVAL),
		{ } } },
};

static const struct vector goldencove_common[] = {
	FIXED_INSTRUCTIONS(G(8)), FIXED_CYCLES(G(8)),
	VECTOR("ref-cycles", G(8) | F(2), { SEL0, 0x53013c }, { FIXED_CTRL, 0xb00 }),
	VECTOR("cache-misses", G(8), { SEL0, 0x53412e }),
	VECTOR("branch-misses", G(8), { SEL0, 0x5300c5 }),
	/* DTLB_LOAD_MISSES, DTLB_STORE_MISSES and ITLB_MISSES.WALK_COMPLETED */
	VECTOR("dTLB-load-misses", G(4), { SEL0, 0x530e12 }),
	VECTOR("dTLB-store-misses", G(4), { SEL0, 0x530e13 }),
	VECTOR("iTLB-load-misses", G(4), { SEL0, 0x530e11 }),
	VECTOR("event=0x00,umask=0x04", F(3), { FIXED_CTRL, 0xb000 }),
	/* MEMORY_ACTIVITY.STALLS_L1D_MISS, TOPDOWN.BACKEND_BOUND_SLOTS */
	VECTOR("event=0x47,umask=0x03,cmask=3", G(4), { SEL0, 0x03530347 }),
	VECTOR("event=0xa4,umask=0x02", G(8), { SEL0, 0x5302a4 }),
	/* OCR.DEMAND_DATA_RD.L3_MISS */
	VECTOR("event=0x2a,umask=0x01,offcore_rsp=0x3fbfc00001", G(2),
	       { SEL0, 0x53012a }, { RSP0, 0x3fbfc00001 }),
	VECTOR("event=0x2a,umask=0x01,offcore_rsp=0x3fbfc00001", G(2),
	       { SEL1, 0x53012b }, { RSP1, 0x3fbfc00001 }),
	{ }
};

static const struct model_vectors goldencove_vectors[] = {
	{ "golden_cove", 0, &icelake_machine, VECTORS { { } }, goldencove_common },
	{ "sapphire_rapids", 0, &icelake_machine, VECTORS {
		/* FRONTEND_RETIRED.LATENCY_GE_2 */
		VECTOR("event=0xc6,umask=0x01,frontend=0x600206", BIT(2), { SEL2, 0x5301c6 },
		       { FRONTEND, 0x600206 }),
		/* UOPS_RETIRED.MS, INT_MISC.UNKNOWN_BRANCH_CYCLES */
		VECTOR("event=0xc2,umask=0x04,frontend=0x8", BIT(2), { SEL2, 0x5304c2 },
		       { FRONTEND, 0x8 }),
		VECTOR("event=0xad,umask=0x40,frontend=0x7", BIT(2), { SEL2, 0x5340ad },
		       { FRONTEND, 0x7 }),
		REFUSED("event=0xc2,umask=0x04,frontend=0x7", EINVAL),
		{ } }, goldencove_common },
	{ "granite_rapids", 0, &icelake_machine, VECTORS {
		VECTOR("event=0xc6,umask=0x03,frontend=0x600206", BIT(2), { SEL2, 0x5303c6 },
		       { FRONTEND, 0x600206 }),
		/* FRONTEND_RETIRED.MISP_ANT */
		VECTOR("event=0xc6,umask=0x02,frontend=0x9", BIT(2), { SEL2, 0x5302c6 },
		       { FRONTEND, 0x9 }),
		{ } }, goldencove_common },
	{ "alderlake", 0, &icelake_machine, VECTORS { { } }, goldencove_common },
	{ "meteorlake", 0, &icelake_machine, VECTORS { { } }, goldencove_common },
	{ "lunarlake", 0, &lioncove_machine, VECTORS {
		FIXED_INSTRUCTIONS(G(10)), FIXED_CYCLES(G(10)),
		VECTOR("cache-misses", G(10), { SEL0, 0x53412e }),
		VECTOR("dTLB-load-misses", G(10), { SEL0, 0x530e12 }),
		VECTOR("event=0xb1,umask=0x01", BIT(3), { SEL3, 0x5301b1 }),
		/* OCR.DEMAND_DATA_RD.ANY_RESPONSE, with a bit above Golden Cove's */
		VECTOR("event=0x2a,umask=0x01,offcore_rsp=0x80000010001", G(2),
		       { SEL0, 0x53012a }, { RSP0, 0x80000010001 }),
		REFUSED("event=0x2a,umask=0x01,offcore_rsp=0x100000000001", EINVAL),
		{ } } },
};

static const struct model_vectors atom_vectors[] = {
	{ "bonnell", 0, &atom_machine, VECTORS {
		FIXED_INSTRUCTIONS(G(2)), FIXED_CYCLES(G(2)), FIXED_REF_CYCLES,
		/* L1D_CACHE.LD, ICACHE.MISSES, DATA_TLB_MISSES.DTLB_MISS_LD, ITLB.MISSES */
		VECTOR("L1-dcache-loads", G(2), { SEL0, 0x532140 }),
		VECTOR("L1-icache-load-misses", G(2), { SEL0, 0x530280 }),
		VECTOR("dTLB-load-misses", G(2), { SEL0, 0x530508 }),
		VECTOR("iTLB-load-misses", G(2), { SEL0, 0x530282 }),
		VECTOR("event=0xc0,cmask=1,inv", G(2), { SEL0, 0x01d300c0 }),
		VECTOR("event=0x3c,any", G(2) | F(1), { SEL0, 0x73003c }, { FIXED_CTRL, 0xf0 }),
		{ } } },
	{ "silvermont", 0, &atom_machine, VECTORS {
		FIXED_INSTRUCTIONS(G(2)), FIXED_CYCLES(G(2)), FIXED_REF_CYCLES,
		/* MEM_UOPS_RETIRED.L1_MISS_LOADS, .DTLB_MISS_LOADS; PAGE_WALKS.I_SIDE_WALKS */
		VECTOR("L1-dcache-load-misses", G(2), { SEL0, 0x530104 }),
		VECTOR("dTLB-load-misses", G(2), { SEL0, 0x530804 }),
		VECTOR("iTLB-load-misses", G(2), { SEL0, 0x570205 }),
		/* PAGE_WALKS.D_SIDE_WALKS */
		VECTOR("event=0x05,umask=0x01,edge", G(2), { SEL0, 0x570105 }),
		/* OFFCORE_RESPONSE.ANY_RFO.L2_MISS.ANY; its average latency, on one counter only */
		VECTOR("event=0xb7,umask=0x01,offcore_rsp=0x1680000022", G(2), { SEL0, 0x5301b7 },
		       { RSP0, 0x1680000022 }),
		VECTOR("event=0xb7,umask=0x01,offcore_rsp=0x1680000022", G(2), { SEL1, 0x5302b7 },
		       { RSP1, 0x1680000022 }),
		VECTOR("event=0xb7,umask=0x01,offcore_rsp=0x4000000001", BIT(0),
		       { SEL0, 0x5301b7 }, { RSP0, 0x4000000001 }),
		REFUSED("event=0xb7,umask=0x01,offcore_rsp=0x8000000000", EINVAL),
		{ } } },
	{ "knights-landing", 0, &atom_machine, VECTORS {
		FIXED_INSTRUCTIONS(G(2)), FIXED_CYCLES(G(2)),
		VECTOR("L1-dcache-load-misses", G(2), { SEL0, 0x530104 }),
		VECTOR("branch-misses", G(2), { SEL0, 0x5300c5 }),
		/* UOPS_RETIRED.ALL: cycles with none */
		VECTOR("event=0xc2,umask=0x10,cmask=1,inv", G(2), { SEL0, 0x01d310c2 }),
		{ } } },
	{ "goldmont", 0, &goldmont_machine, VECTORS {
		FIXED_INSTRUCTIONS(G(4)), FIXED_CYCLES(G(4)), FIXED_REF_CYCLES,
		/* MEM_UOPS_RETIRED.ALL_LOADS, .ALL_STORES, ICACHE.MISSES, ITLB.MISS */
		VECTOR("L1-dcache-loads", G(4), { SEL0, 0x5381d0 }),
		VECTOR("L1-dcache-stores", G(4), { SEL0, 0x5382d0 }),
		VECTOR("L1-icache-load-misses", G(4), { SEL0, 0x530280 }),
		VECTOR("iTLB-load-misses", G(4), { SEL0, 0x530481 }),
		/* ISSUE_SLOTS_NOT_CONSUMED.RESOURCE_FULL: cycles with any */
		VECTOR("event=0xca,umask=0x01,cmask=1", G(4), { SEL0, 0x015301ca }),
		REFUSED("dTLB-load-misses", ENOENT),
		{ } } },
	{ "goldmont_plus", 0, &goldmont_machine, VECTORS {
		FIXED_INSTRUCTIONS(G(4)), FIXED_CYCLES(G(4)),
		/* DTLB_LOAD_MISSES and DTLB_STORE_MISSES.WALK_COMPLETED, of all page sizes */
		VECTOR("dTLB-load-misses", G(4), { SEL0, 0x530e08 }),
		VECTOR("dTLB-store-misses", G(4), { SEL0, 0x530e49 }),
		VECTOR("iTLB-load-misses", G(4), { SEL0, 0x530481 }),
		VECTOR("event=0xca,umask=0x01,cmask=1", G(4), { SEL0, 0x015301ca }),
		{ } } },
	{ "tremont", 0, &goldmont_machine, VECTORS {
		FIXED_INSTRUCTIONS(G(4)), FIXED_CYCLES(G(4)),
		VECTOR("branch-instructions", G(4), { SEL0, 0x5300c4 }),
		/* ITLB_MISSES.WALK_COMPLETED; TOPDOWN_RETIRING.ALL: cycles with none */
		VECTOR("iTLB-load-misses", G(4), { SEL0, 0x530e85 }),
		VECTOR("event=0xc2,umask=0x00,cmask=1,inv", G(4), { SEL0, 0x01d300c2 }),
		{ } } },
	{ "gracemont", 0, &gracemont_machine, VECTORS {
		FIXED_INSTRUCTIONS(G(6)), FIXED_CYCLES(G(6)),
		VECTOR("ref-cycles", G(6) | F(2), { SEL0, 0x53013c }, { FIXED_CTRL, 0xb00 }),
		VECTOR("LLC-load-misses", G(2), { SEL0, 0x5301b7 }, { RSP0, 0x3f04000001 }),
		VECTOR("cache-misses", G(6), { SEL0, 0x53412e }, { 0x18b, 0x53412e }),
		VECTOR("dTLB-load-misses", G(6), { SEL0, 0x530e08 }),
		/* LD_HEAD.DTLB_MISS_AT_RET, TOPDOWN_BE_BOUND.ALL */
		VECTOR("event=0x05,umask=0x90", G(6), { SEL0, 0x539005 }),
		VECTOR("event=0x74,umask=0x00,cmask=1", G(6), { SEL0, 0x01530074 }),
		{ } } },
	{ "crestmont", 0, &gracemont_machine, VECTORS {
		FIXED_INSTRUCTIONS(G(6)), FIXED_CYCLES(G(6)),
		VECTOR("branch-misses", G(6), { SEL0, 0x5300c5 }),
		VECTOR("iTLB-load-misses", G(6), { SEL0, 0x530e85 }),
		VECTOR("event=0x05,umask=0x90,cmask=1", G(6), { SEL0, 0x01539005 }),
		{ } } },
	{ "skymont", 0, &skymont_machine, VECTORS {
		FIXED_INSTRUCTIONS(G(8)), FIXED_CYCLES(G(8)),
		VECTOR("cache-references", G(8), { SEL0, 0x534f2e }),
		VECTOR("branch-misses", G(8), { SEL0, 0x5300c5 }, { 0x18d, 0x5300c5 }),
		/* TOPDOWN_RETIRING.ALL */
		VECTOR("event=0xc2,umask=0x02", G(8) | F(6), { SEL0, 0x5302c2 },
		       { FIXED_CTRL, 0xb000000 }),
		VECTOR("event=0x05,umask=0x90,cmask=1", G(8), { SEL0, 0x01539005 }),
		{ } } },
};

static const struct vector athlon_common[] = {
	VECTOR("cpu-cycles", G(4), { K7_SEL0, 0x530076 }, { K7_SEL3, 0x530076 }),
	VECTOR("instructions", G(4), { K7_SEL0, 0x5300c0 }),
	VECTOR("branch-misses", G(4), { K7_SEL0, 0x5300c3 }),
	{ }
};

static const struct vector zen_common[] = {
	VECTOR("cpu-cycles", G(6), { CTL0, 0x530076 }, { CTL5, 0x530076 }),
	VECTOR("instructions", G(6), { CTL0, 0x5300c0 }),
	VECTOR("branch-misses", G(6), { CTL0, 0x5300c3 }),
	{ }
};

static const struct model_vectors amd_vectors[] = {
	{ "k7", 0, &k7_machine, VECTORS {
		/* data cache misses; misses of both levels of the data TLB */
		VECTOR("cache-misses", G(4), { K7_SEL0, 0x530041 }),
		VECTOR("dTLB-load-misses", G(4), { K7_SEL0, 0x530046 }),
		VECTOR("event=0xc0,cmask=2,inv", G(4), { K7_SEL0, 0x02d300c0 }),
		REFUSED("config=0x1000000c0", EINVAL),
		REFUSED("stalled-cycles-frontend", ENOENT),
		{ } }, athlon_common },
	{ "k8", 0, &k7_machine, VECTORS {
		/* requests to the L2 and L2 misses: of both L1 caches and of table walks */
		VECTOR("cache-references", G(4), { K7_SEL0, 0x53077d }),
		VECTOR("cache-misses", G(4), { K7_SEL0, 0x53077e }),
		VECTOR("stalled-cycles-backend", G(4), { K7_SEL0, 0x5300d1 }),
		VECTOR("event=0xcb,umask=0x07,cmask=1,edge", G(4), { K7_SEL0, 0x015707cb }),
		{ } }, athlon_common },
	{ "family10h", 0, &k7_machine, VECTORS {
		/* pages of 4 KB, 2 MB and 1 GB; of 4 KB and 2 MB */
		VECTOR("dTLB-load-misses", G(4), { K7_SEL0, 0x530746 }),
		VECTOR("iTLB-load-misses", G(4), { K7_SEL0, 0x530385 }),
		/* x87 additions */
		VECTOR("event=0x1c0,umask=0x01", G(4), { K7_SEL0, 0x1005301c0 }),
		/* DRAM accesses, an event of the northbridge */
		VECTOR("event=0xe0,umask=0x01", G(4), { K7_SEL0, 0x5301e0 }),
		{ } }, athlon_common },
	{ "family11h", 0, &k7_machine, VECTORS {
		VECTOR("cache-misses", G(4), { K7_SEL0, 0x53077e }),
		VECTOR("dTLB-load-misses", G(4), { K7_SEL0, 0x530046 }),
		VECTOR("event=0x40,cmask=2", G(4), { K7_SEL0, 0x02530040 }),
		{ } }, athlon_common },
	{ "family14h", 0, &k7_machine, VECTORS {
		/* loads and stores that miss both levels */
		VECTOR("dTLB-load-misses", G(4), { K7_SEL0, 0x530846 }),
		VECTOR("dTLB-store-misses", G(4), { K7_SEL0, 0x530446 }),
		VECTOR("cache-misses", G(4), { K7_SEL0, 0x53037e }),
		VECTOR("event=0xc0,cmask=1,inv", G(4), { K7_SEL0, 0x01d300c0 }),
		{ } }, athlon_common },
	{ "family15h", 0, &core_extension_machine, VECTORS {
		VECTOR("cpu-cycles", G(3), { CTL0, 0x530076 }, { CTL2, 0x530076 }),
		VECTOR("instructions", G(6), { CTL0, 0x5300c0 }, { CTL5, 0x5300c0 }),
		VECTOR("branch-misses", G(6), { CTL0, 0x5300c3 }),
		VECTOR("L1-dcache-load-misses", G(6), { CTL0, 0x530141 }),
		VECTOR("iTLB-load-misses", G(3), { CTL0, 0x530785 }, { CTL2, 0x530785 }),
		/* FPU pipe assignment; x87 operations; stalls of a full store queue */
		VECTOR("event=0x00,umask=0x01", BIT(3), { CTL3, 0x530100 }),
		VECTOR("event=0x1c0,umask=0x01", GENMASK(5, 3), { CTL3, 0x1005301c0 }),
		VECTOR("event=0x1d8,cmask=1", G(6), { CTL0, 0x1015300d8 }),
		REFUSED("event=0xe0,umask=0x01", EINVAL),
		{ } } },
	{ "family16h", 0, &k7_machine, VECTORS {
		VECTOR("cache-misses", G(4), { K7_SEL0, 0x530041 }),
		VECTOR("dTLB-store-misses", G(4), { K7_SEL0, 0x530446 }),
		VECTOR("event=0xc1,cmask=1,inv", G(4), { K7_SEL0, 0x01d300c1 }),
		REFUSED("LLC-loads", ENOENT),
		{ } }, athlon_common },
	{ "zen", 0, &core_extension_machine, VECTORS {
		/* IC_STALL_DQ_EMPTY and IC_STALL_BACK_PRESSURE */
		VECTOR("stalled-cycles-frontend", G(6), { CTL0, 0x530287 }),
		VECTOR("stalled-cycles-backend", G(6), { CTL0, 0x530187 }),
		/* L2 misses, of instructions and of data */
		VECTOR("cache-misses", G(6), { CTL0, 0x530964 }),
		VECTOR("dTLB-load-misses", G(6), { CTL0, 0x53f045 }),
		/* tagged operations */
		VECTOR("event=0x1cf,umask=0x02", G(6), { CTL0, 0x1005302cf }),
		/* FP_RET_SSE_AVX_OPS.ALL, on an even counter (its pair: merge_kunit.c) */
		VECTOR("event=0x03,umask=0xff", 0x15, { CTL0, 0x53ff03 }),
		{ } }, zen_common },
	{ "zen3", 0, &core_extension_machine, VECTORS {
		VECTOR("stalled-cycles-frontend", G(6), { CTL0, 0x5300a9 }),
		VECTOR("event=0xc1,cmask=1,inv,edge", G(6), { CTL0, 0x01d700c1 }),
		REFUSED("stalled-cycles-backend", ENOENT),
		{ } }, zen_common },
	{ "zen4", 0, &zen4_machine, VECTORS {
		/* cycles at the frequency of the P0 state */
		VECTOR("ref-cycles", G(6), { CTL0, 0x100530120 }),
		VECTOR("event=0xfff,umask=0xff,cmask=255", G(6), { CTL0, 0xfff53ffff }),
		{ } }, zen_common },
};

/* P6: each PerfEvtSel has the APIC interrupt bit (20), PerfEvtSel0 the enable bit (22) of both. */
static const struct model_vectors legacy_vectors[] = {
	{ "p6", 0, &p6_machine, VECTORS {
		VECTOR("cpu-cycles", G(2), { SEL0, 0x530079 }, { SEL1, 0x130079 }),
		VECTOR("instructions", G(2), { SEL0, 0x5300c0 }),
		VECTOR("branch-misses", G(2), { SEL0, 0x5300c5 }),
		/* L2_RQSTS.I, DCU_LINES_IN, IFU_IFETCH_MISS, ITLB_MISS, BUS_DRDY_CLOCKS */
		VECTOR("cache-misses", G(2), { SEL0, 0x53012e }),
		VECTOR("L1-dcache-load-misses", G(2), { SEL0, 0x530045 }),
		VECTOR("L1-icache-load-misses", G(2), { SEL0, 0x530081 }),
		VECTOR("iTLB-load-misses", G(2), { SEL0, 0x530085 }),
		VECTOR("bus-cycles", G(2), { SEL0, 0x530062 }),
		/* FLOPS; MUL; INST_DECODED: cycles with none */
		VECTOR("event=0xc1", BIT(0), { SEL0, 0x5300c1 }),
		VECTOR("event=0x12", BIT(1), { SEL1, 0x130012 }, { SEL0, 0x400000 }),
		VECTOR("event=0xd0,cmask=1,inv", G(2), { SEL0, 0x01d300d0 }),
		{ } } },
	{ "netburst", 0, &p4_machine, VECTORS {
		/* global_power_events, instr_retired, branch_retired: ESCR and CCCR */
		VECTOR("cpu-cycles", 0, { 0x3a2, 0x2600020c }, { 0x360, 0x0403d000 }),
		VECTOR("instructions", 0, { 0x3b8, 0x0400060c }, { 0x370, 0x04039000 }),
		VECTOR("branch-instructions", 0, { 0x3cc, 0x0c001e0c }, { 0x370, 0x0403b000 }),
		/* retired_mispred_branch_type; BSQ_cache_reference: reads that miss */
		VECTOR("branch-misses", 0, { 0x3c2, 0x0a003c0c }, { 0x365, 0x04035000 }),
		VECTOR("cache-misses", 0, { 0x3a0, 0x1802000c }, { 0x360, 0x0403f000 }),
		/* instr_retired as libraries spell it; and with compare, threshold 10, edge */
		VECTOR("config=0x4c00060500039000", 0, { 0x3b8, 0x0400060c },
		       { 0x370, 0x04039000 }),
		VECTOR("cccr=0x01a79000,escr=0x4c000205", 0, { 0x3b8, 0x0400020c },
		       { 0x370, 0x05a79000 }),
		REFUSED("stalled-cycles-frontend", ENOENT),
		{ } } },
	{ "knights_corner", 0, &knc_machine, VECTORS {
		VECTOR("cpu-cycles", G(2), { KNC_SEL0, 0x53002a }, { KNC_SEL1, 0x53002a }),
		VECTOR("instructions", G(2), { KNC_SEL0, 0x530016 }),
		VECTOR("branch-misses", G(2), { KNC_SEL0, 0x53002b }),
		/* DATA_READ_MISS, L2_READ_MISS, L2_READ_HIT_E */
		VECTOR("L1-dcache-load-misses", G(2), { KNC_SEL0, 0x530003 }),
		VECTOR("LLC-load-misses", BIT(0), { KNC_SEL0, 0x5310cb }),
		VECTOR("event=0xc8,umask=0x10,cmask=1", BIT(0), { KNC_SEL0, 0x015310c8 }),
		{ } } },
	/* A counter's field holds the event in bits 0 to 5, OS in bit 6, user in bit 7. */
	{ "pentium", 0, &pentium_machine, VECTORS {
		VECTOR("instructions", G(2), { CESR, 0xd6 }, { CESR, 0xd60000 }),
		VECTOR("branch-instructions", G(2), { CESR, 0xd2 }),
		VECTOR("cache-misses", G(2), { CESR, 0xe9 }),
		VECTOR("L1-dcache-load-misses", G(2), { CESR, 0xc3 }),
		VECTOR("dTLB-load-misses", G(2), { CESR, 0xc2 }),
		/* DATA_READ */
		VECTOR("event=0x00", G(2), { CESR, 0xc0 }, { CESR, 0xc00000 }),
		REFUSED("event=0x40", EINVAL),
		REFUSED("umask=0x01", EINVAL),
		REFUSED("cpu-cycles", ENOENT),
		{ } } },
	{ "pentium_mmx", 0, &pentium_machine, VECTORS {
		VECTOR("cpu-cycles", BIT(0), { CESR, 0xf0 }),
		VECTOR("instructions", G(2), { CESR, 0xd6 }, { CESR, 0xd60000 }),
		VECTOR("L1-icache-load-misses", G(2), { CESR, 0xce }),
		VECTOR("event=0x15", G(2), { CESR, 0xd5 }),
		/* MMX_INSTRUCTIONS_EXECUTED_U and _V */
		VECTOR("event=0x2b", BIT(0), { CESR, 0xeb }),
		VECTOR("event=0x2b,umask=0x80", BIT(1), { CESR, 0xeb0000 }),
		REFUSED("event=0x16,umask=0x80", EINVAL),
		{ } } },
	/* Bit 6 of the event is bit 10 of the field. */
	{ "cyrix", 0, &pentium_machine, VECTORS {
		VECTOR("instructions", G(2), { CESR, 0xd6 }, { CESR, 0xd60000 }),
		VECTOR("cache-misses", G(2), { CESR, 0xe9 }),
		VECTOR("iTLB-load-misses", G(2), { CESR, 0xcd }),
		VECTOR("event=0x56", G(2), { CESR, 0x4d6 }, { CESR, 0x04d60000 }),
		VECTOR("event=0x2b,umask=0x80", BIT(1), { CESR, 0xeb0000 }),
		REFUSED("event=0x80", EINVAL),
		REFUSED("cpu-cycles", ENOENT),
		{ } } },
	/* No modes: the field holds the event only. */
	{ "winchip_c6", 0, &winchip_machine, VECTORS {
		VECTOR("instructions", G(2), { CESR, 0x02 }, { CESR, 0x020000 }),
		/* data reads that miss: event 71 */
		VECTOR("cache-misses", G(2), { CESR, 0x47 }),
		/* internal clocks, writes that miss (74), instruction fetches that miss (99) */
		VECTOR("event=0x00", G(2), { CESR, 0 }),
		VECTOR("event=74", G(2), { CESR, 0x4a }, { CESR, 0x4a0000 }),
		VECTOR("event=99", G(2), { CESR, 0x63 }),
		REFUSED("cpu-cycles", ENOENT),
		{ } } },
	{ "winchip2", 0, &winchip_machine, VECTORS {
		VECTOR("cpu-cycles", G(2), { CESR, 0x3f }, { CESR, 0x3f0000 }),
		VECTOR("instructions", G(2), { CESR, 0x16 }, { CESR, 0x160000 }),
		VECTOR("L1-dcache-load-misses", G(2), { CESR, 0x03 }),
		VECTOR("event=0x2b", BIT(0), { CESR, 0x2b }),
		VECTOR("event=0x2b,umask=0x80", BIT(1), { CESR, 0x2b0000 }),
		REFUSED("branch-instructions", ENOENT),
		{ } } },
	/* The only counter is counter 1 of the P6; an event has nine bits. */
	{ "c3", 0, &c3_machine, VECTORS {
		VECTOR("cpu-cycles", BIT(0), { SEL1, 0x79 }),
		VECTOR("instructions", BIT(0), { SEL1, 0xc0 }),
		/* instructions, and iterations of string instructions */
		VECTOR("event=0xc0,umask=0x01", BIT(0), { SEL1, 0x1c0 }),
		REFUSED("event=0xc0,umask=0x02", EINVAL),
		REFUSED("cache-misses", ENOENT),
		{ } } },
};

static const struct vector zhaoxin_common[] = {
	VECTOR("instructions", G(4) | F(0), { SEL0, 0x5300c0 }, { FIXED_CTRL, 0xb }),
	VECTOR("cpu-cycles", G(4) | F(1), { SEL0, 0x530082 }, { FIXED_CTRL, 0xb0 }),
	VECTOR("stalled-cycles-frontend", G(4), { SEL0, 0x01d30101 }),
	VECTOR("stalled-cycles-backend", G(4), { SEL0, 0x53040f }),
	VECTOR("dTLB-load-misses", G(4), { SEL0, 0x53052c }),
	VECTOR("iTLB-load-misses", G(4), { SEL0, 0x530534 }),
	VECTOR("bus-cycles", G(4) | F(2), { SEL0, 0x530083 }, { FIXED_CTRL, 0xb00 }),
	VECTOR("cache-references", G(4), { SEL0, 0x530515 }),
	VECTOR("cache-misses", G(4), { SEL0, 0x53051a }),
	VECTOR("event=0x15,umask=0x05,cmask=1,inv", G(4), { SEL0, 0x01d30515 }),
	{ }
};

static const struct model_vectors zhaoxin_vectors[] = {
	{ "zxc", 0, &goldmont_machine, VECTORS {
		VECTOR("cpu-cycles", G(4) | F(1), { SEL0, 0x530082 }, { FIXED_CTRL, 0xb0 }),
		VECTOR("event=0xc0,umask=0x00,edge", G(4), { SEL0, 0x5700c0 }),
		VECTOR("event=0x15,umask=0x05", G(4), { SEL0, 0x530515 }),
		REFUSED("instructions", ENOENT),
		REFUSED("branch-misses", ENOENT),
		{ } } },
	{ "zxd", 0, &goldmont_machine, VECTORS {
		VECTOR("branch-instructions", G(4), { SEL0, 0x530700 }),
		VECTOR("branch-misses", G(4), { SEL0, 0x530709 }),
		VECTOR("L1-dcache-load-misses", G(4), { SEL0, 0x530538 }),
		{ } }, zhaoxin_common },
	{ "zxe", 0, &goldmont_machine, VECTORS {
		VECTOR("branch-instructions", G(4), { SEL0, 0x530028 }),
		VECTOR("branch-misses", G(4), { SEL0, 0x530029 }),
		VECTOR("L1-dcache-load-misses", G(4), { SEL0, 0x53054b }),
		{ } }, zhaoxin_common },
};

#endif /* _ARCH_X86_EVENTS_MODEL_VECTORS_H */
