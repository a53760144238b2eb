// SPDX-License-Identifier: GPL-2.0
/*
 * PowerPC 970, 970FX and 970MP.
 *
 * Units put their events onto an event bus of four bytes. Two multiplexers and the two halves of
 * the load store unit drive it, and PERF_MMCR1_LANE() selects one of the four drivers for each
 * byte. PERF_UNIT_ISSUE can come through either multiplexer.
 *
 * Each of the eight counters counts a bit of the event bus as it is, or a function of a whole
 * byte. Bits of the bytes 0 and 2 reach the counters 1, 2, 5 and 6, those of 1 and 3 the other
 * four. MMCR0 holds the selectors of the first two counters in the bits that on later processors
 * freeze counters five and six, and all counters while the thread waits; the 970 can do neither.
 *
 * Owns const tables only, and the functions that compute on them. No locks. Context: any.
 *
 * Hardware facts: "IBM PowerPC 970MP RISC Microprocessor User's Manual", chapter on the
 * performance monitor: MMCR0, MMCR1, MMCRA; IBM's lists of events and groups of events for
 * the 970 and the 970MP, which give the values of the registers for each group.
 */
#include <linux/bitfield.h>
#include <linux/errno.h>

#include "cache_table.h"
#include "marked.h"
#include "shared_mmcr1.h"

/* Fields of an event code. */
#define PERF_CODE_SELECT	GENMASK_ULL(3, 0)
#define PERF_CODE_BYTE		GENMASK_ULL(5, 4)
#define PERF_CODE_STALL		GENMASK_ULL(7, 6)
#define PERF_CODE_UNIT		GENMASK_ULL(11, 8)
#define PERF_CODE_PMC		GENMASK_ULL(15, 12)
#define PERF_CODE_ALL		(PERF_CODE_SELECT | PERF_CODE_BYTE | PERF_CODE_UNIT |	\
				 PERF_CODE_PMC)
/* Not in code_bits, set by perf_970_other_route(): the issue unit uses the second multiplexer. */
#define PERF_CODE_SECOND	BIT_ULL(31)

/* Units. */
#define PERF_UNIT_FPU		1
#define PERF_UNIT_ISSUE		3
#define PERF_UNIT_FETCH		4
#define PERF_UNIT_LSU0		7
#define PERF_UNIT_LSU1		8
#define PERF_UNIT_LSU1_UPPER	9

/* Fields of MMCR1. */
#define PERF_MMCR1_MUX0		GENMASK_ULL(63, 62)
#define PERF_MMCR1_MUX1		GENMASK_ULL(61, 60)
#define PERF_MMCR1_UPPER(_lane)	BIT_ULL(56 - (_lane))
#define PERF_MMCR1_LANE(_lane)	(50 - 2 * (_lane))
#define PERF_MMCR1_STALL	GENMASK_ULL(1, 0)

/* Bits that perf_970_select() adds to the selector of a code that names no counter. */
#define PERF_SELECT_BIT		0x10	/* a bit of the event bus as it is */
#define PERF_SELECT_HIGH	0x08	/* likewise, of the upper two bytes */
#define PERF_SELECT_ANYWHERE	0x08	/* not on the event bus */

/* Selectors common to all counters: nothing, instructions, cycles. */
#define PERF_SELECT_NOTHING	0
#define PERF_SELECT_INSTRUCTIONS 1
#define PERF_SELECT_CYCLES	7

/* The counters that bits of the bytes 0 and 2 reach, and those of the bytes 1 and 3. */
#define PERF_COUNTERS_EVEN	(BIT(0) | BIT(1) | BIT(4) | BIT(5))
#define PERF_COUNTERS_ODD	(BIT(2) | BIT(3) | BIT(6) | BIT(7))

/* By counter: the lowest bit of its selector, and the bit that gives it the upper two bytes. */
static const struct {
	u8	select;
	u8	high;
} perf_970_mmcr_bits[] = {
	{ 8, 39 }, { 1, 38 },			/* selectors in MMCR0 */
	{ 27, 33 }, { 22, 32 }, { 17, 36 }, { 12, 37 }, { 7, 34 }, { 2, 35 },
};

/* Decide PERF_MMCR1_LANE(), a byte's driver: a multiplexer, or half of the load store unit. */
static void perf_970_set_lane(struct perf_power_mmcr1 *mmcr1, unsigned int lane, u64 driver)
{
	perf_power_mmcr1_set(mmcr1, 3ULL << PERF_MMCR1_LANE(lane), driver << PERF_MMCR1_LANE(lane));
}

/* Decide PERF_MMCR1_MUX0, the unit of the first multiplexer, and a byte that it drives. */
static void perf_970_set_mux0(struct perf_power_mmcr1 *mmcr1, unsigned int lane, u64 unit)
{
	perf_power_mmcr1_set(mmcr1, PERF_MMCR1_MUX0, FIELD_PREP(PERF_MMCR1_MUX0, unit));
	perf_970_set_lane(mmcr1, lane, 0);
}

static int perf_970_route(u64 code, struct perf_power_mmcr1 *mmcr1)
{
	unsigned int lane = FIELD_GET(PERF_CODE_BYTE, code);

	switch (FIELD_GET(PERF_CODE_UNIT, code)) {
	case PERF_UNIT_FPU:
		perf_970_set_mux0(mmcr1, lane, 0);
		return 0;
	case PERF_UNIT_ISSUE:
		if (!(code & PERF_CODE_SECOND)) {
			perf_970_set_mux0(mmcr1, lane, 1);
			return 0;
		}
		perf_power_mmcr1_set(mmcr1, PERF_MMCR1_MUX1, FIELD_PREP(PERF_MMCR1_MUX1, 1));
		perf_970_set_lane(mmcr1, lane, 1);
		return 0;
	case PERF_UNIT_FETCH:
		perf_970_set_mux0(mmcr1, lane, 2);
		return 0;
	case PERF_UNIT_LSU0:
		perf_970_set_lane(mmcr1, lane, 2);
		return 0;
	case PERF_UNIT_LSU1:
		if (lane >= 2)
			perf_power_mmcr1_set(mmcr1, PERF_MMCR1_UPPER(lane), 0);
		perf_970_set_lane(mmcr1, lane, 3);
		return 0;
	case PERF_UNIT_LSU1_UPPER:
		if (lane < 2)
			return -EINVAL;
		perf_power_mmcr1_set(mmcr1, PERF_MMCR1_UPPER(lane), PERF_MMCR1_UPPER(lane));
		perf_970_set_lane(mmcr1, lane, 3);
		return 0;
	default:
		return -EINVAL;
	}
}

static u8 perf_970_near(u64 code)
{
	return FIELD_GET(PERF_CODE_BYTE, code) & 1 ? PERF_COUNTERS_ODD : PERF_COUNTERS_EVEN;
}

/* The counters for a code without PERF_CODE_PMC; 0 if such a code must name one. */
static u8 perf_970_reach(u64 code)
{
	u64 select = FIELD_GET(PERF_CODE_SELECT, code);

	if (code & PERF_CODE_UNIT)
		return select <= 7 ? perf_970_near(code) : 0;
	switch (select) {
	case PERF_SELECT_NOTHING:
	case PERF_SELECT_INSTRUCTIONS:
	case PERF_SELECT_CYCLES:
		return GENMASK(7, 0);
	default:
		return 0;
	}
}

static int perf_970_choose(const struct perf_power_model *model, u64 config1,
			   struct perf_power_choice *choice)
{
	unsigned int pmc = FIELD_GET(PERF_CODE_PMC, choice->code);
	u64 code = choice->code;
	struct perf_power_mmcr1 mmcr1 = { };

	if (pmc > 8)
		return -EINVAL;
	choice->counters = pmc ? BIT(pmc - 1) : perf_970_reach(code);
	if (!choice->counters)
		return -EINVAL;
	if (code & PERF_CODE_STALL) {
		/* PERF_CODE_STALL needs PERF_CODE_PMC, and does not come over the event bus. */
		if (!pmc || (code & PERF_CODE_UNIT))
			return -EINVAL;
		perf_power_mmcr1_set(&mmcr1, PERF_MMCR1_STALL, FIELD_GET(PERF_CODE_STALL, code));
	}
	if (code & PERF_CODE_UNIT) {
		if (perf_970_route(code, &mmcr1))
			return -EINVAL;
	} else if (code & PERF_CODE_BYTE) {
		return -EINVAL;
	}
	perf_power_mmcr1_share(&mmcr1, choice);
	return 0;
}

/* PERF_UNIT_ISSUE reaches the event bus through either multiplexer. */
static u64 perf_970_other_route(u64 code)
{
	if (FIELD_GET(PERF_CODE_UNIT, code) != PERF_UNIT_ISSUE)
		return 0;
	return code | PERF_CODE_SECOND;
}

/* PERF_CODE_SELECT is the whole selector in a code with PERF_CODE_PMC, else its lower part. */
static u64 perf_970_select(u64 code)
{
	u64 select = FIELD_GET(PERF_CODE_SELECT, code);

	if (code & PERF_CODE_PMC)
		return select;
	if (!(code & PERF_CODE_UNIT))
		return select | PERF_SELECT_ANYWHERE;
	select |= PERF_SELECT_BIT;
	return FIELD_GET(PERF_CODE_BYTE, code) & 2 ? select | PERF_SELECT_HIGH : select;
}

#define PERF_EXACTLY	PERF_CODE_ALL
#define PERF_ANY_PMC	(PERF_CODE_ALL & ~PERF_CODE_PMC)
#define PERF_BUS_ONLY	(PERF_CODE_UNIT | PERF_CODE_BYTE)
/* Several bits of a byte, whose numbers differ only in @_ignored. */
#define PERF_BITS(_ignored)	(PERF_ANY_PMC & ~(u64)(_ignored))

static const struct perf_power_marked perf_970_marks[] = {
	{ PERF_EXACTLY, 0x1002 },	/* PM_MRK_GRP_DISP */
	{ PERF_EXACTLY, 0x1003 },	/* PM_MRK_ST_CMPL */
	{ PERF_EXACTLY, 0x2003 },	/* PM_THRESH_TIMEO */
	{ PERF_EXACTLY, 0x2005 },	/* PM_MRK_BRU_FIN */
	{ PERF_EXACTLY, 0x3003 },	/* PM_MRK_ST_CMPL_INT */
	{ PERF_EXACTLY, 0x3005 },	/* PM_MRK_VMX_FIN */
	{ PERF_EXACTLY, 0x4004 },	/* PM_MRK_GRP_CMPL */
	{ PERF_EXACTLY, 0x4005 },	/* PM_MRK_CRU_FIN */
	{ PERF_EXACTLY, 0x5004 },	/* PM_GRP_MRK */
	{ PERF_EXACTLY, 0x5005 },	/* PM_MRK_GRP_TIMEO */
	{ PERF_EXACTLY, 0x6003 },	/* PM_MRK_ST_GPS */
	{ PERF_EXACTLY, 0x6004 },	/* PM_MRK_FXU_FIN */
	{ PERF_EXACTLY, 0x6005 },	/* PM_MRK_GRP_ISSUED */
	{ PERF_EXACTLY, 0x7004 },	/* PM_MRK_FPU_FIN */
	{ PERF_EXACTLY, 0x7005 },	/* PM_MRK_INST_FIN */
	{ PERF_EXACTLY, 0x8004 },	/* PM_MRK_LSU_FIN */
	{ PERF_BUS_ONLY, 0x0710 },	/* PM_MRK_LSU*_FLUSH_* */
	{ PERF_BITS(4), 0x0720 },	/* PM_MRK_LD_MISS_L1_LSU*; named: their sum */
	{ PERF_BITS(4), 0x0722 },	/* PM_MRK_IMR_RELOAD, PM_MRK_STCX_FAIL */
	{ PERF_ANY_PMC, 0x0723 },	/* PM_MRK_ST_MISS_L1 */
	{ PERF_BITS(2), 0x0934 },	/* PM_MRK_L1_RELOAD_VALID, PM_MRK_LSU_SRQ_INST_VALID */
	{ PERF_ANY_PMC, 0x0937 },	/* PM_MRK_DATA_FROM_* */
	{ PERF_ANY_PMC, 0x093d },	/* the same */
	{ }
};

static void perf_970_encode(struct perf_power_regs *regs, u64 code, u64 config1,
			    unsigned int counter)
{
	u64 select = perf_970_select(code) << perf_970_mmcr_bits[counter].select;
	struct perf_power_mmcr1 mmcr1 = { };

	if (counter < 2)
		regs->mmcr0 |= select;
	else
		regs->mmcr1 |= select;
	regs->mmcr1 |= FIELD_GET(PERF_CODE_STALL, code);

	if (code & PERF_CODE_UNIT) {
		perf_970_route(code, &mmcr1);
		regs->mmcr1 |= mmcr1.value;
		/* IBM's groups set this bit only for bytes of perf_970_near(). */
		if ((FIELD_GET(PERF_CODE_BYTE, code) & 2) && (perf_970_near(code) & BIT(counter)))
			regs->mmcr1 |= BIT_ULL(perf_970_mmcr_bits[counter].high);
	}
	perf_power_encode_marked(regs, perf_970_marks, code);
}

/* Rows for perf_power_model.equal: codes of the same event. */
static const u64 perf_970_equal[][PERF_POWER_EQUALS] = {
	{ 0x2002, 0x3002 },			/* PM_GRP_DISP_REJECT */
	/* 970MP only, from here on */
	{ 0x1001, 0x4001, 0x6001 },		/* PM_IOPS_CMPL; two more have it */
};

#define PERF_970_ROWS		1

static const struct perf_power_named perf_970_formats[] = {
	{ "event",		"config:0-15" },
	{ "pmcxsel",		"config:0-3" },
	{ "byte",		"config:4-5" },
	{ "unit",		"config:8-11" },
	{ "pmc",		"config:12-15" },
	{ }
};

static const struct perf_power_named perf_970mp_formats[] = {
	{ "event",		"config:0-15" },
	{ "pmcxsel",		"config:0-3" },
	{ "byte",		"config:4-5" },
	{ "unit",		"config:8-11" },
	{ "pmc",		"config:12-15" },
	{ "stallsel",		"config:6-7" },
	{ }
};

static const struct perf_power_named perf_970_events[] = {
	{ "branch-instructions",	"event=0x431" },
	{ "branch-misses",		"event=0x316" },
	{ "cache-misses",		"event=0x3810" },
	{ "cache-references",		"event=0x8810" },
	{ "cpu-cycles",			"event=0x7" },
	{ "instructions",		"event=0x1" },
	{ "stalled-cycles-frontend",	"event=0x1004" },
	{ "PM_BR_ISSUED",		"event=0x431" },
	{ "PM_BR_MPRED_CR",		"event=0x432" },
	{ "PM_BR_MPRED_TA",		"event=0x433" },
	{ "PM_CYC",			"event=0x7" },
	{ "PM_DTLB_MISS",		"event=0x704" },
	{ "PM_FLUSH_BR_MPRED",		"event=0x316" },
	{ "PM_GCT_EMPTY_CYC",		"event=0x1004" },
	{ "PM_GRP_CMPL",		"event=0x7003" },
	{ "PM_INST_CMPL",		"event=0x1" },
	{ "PM_INST_DISP",		"event=0x320" },
	{ "PM_ITLB_MISS",		"event=0x700" },
	{ "PM_LD_MISS_L1",		"event=0x3810" },
	{ "PM_LD_REF_L1",		"event=0x8810" },
	{ "PM_LSU_DERAT_MISS",		"event=0x6700" },
	{ "PM_RUN_CYC",			"event=0x1005" },
	{ "PM_ST_MISS_L1",		"event=0x813" },
	{ "PM_ST_REF_L1",		"event=0x7810" },
	{ }
};

/* PERF_COUNT_HW_BRANCH_MISSES counts flushes for a mispredicted branch of any kind. */
#define PERF_970_GENERIC					\
	[PERF_COUNT_HW_CPU_CYCLES]		= 0x0007,	\
	[PERF_COUNT_HW_INSTRUCTIONS]		= 0x0001,	\
	[PERF_COUNT_HW_STALLED_CYCLES_FRONTEND]	= 0x1004,	\
	[PERF_COUNT_HW_CACHE_REFERENCES]	= 0x8810,	\
	[PERF_COUNT_HW_CACHE_MISSES]		= 0x3810,	\
	[PERF_COUNT_HW_BRANCH_INSTRUCTIONS]	= 0x0431,	\
	[PERF_COUNT_HW_BRANCH_MISSES]		= 0x0316

#define PERF_970_CACHE(_memory)					\
	[C(L1D)] = PERF_OPS(PERF_CODES(0x8810, 0x3810),		\
			     PERF_CODES(0x7810, 0x0813),	\
			     PERF_CODES(0x0731, 0)),		\
	[C(L1I)] = PERF_OPS(PERF_CODES(0, 0),			\
			     PERF_NO_CODES,			\
			     PERF_CODES(0x0426, 0)),		\
	[C(LL)] = PERF_OPS(PERF_CODES(0, _memory),		\
			     PERF_CODES(0, 0),			\
			     PERF_CODES(0x0733, 0)),		\
	PERF_READ_ONLY_CACHES(0x0704, 0x0700, 0x0431, 0x0316)

/* PERF_970_MMCRA: mark only one of the operations that an instruction consists of. */
#define PERF_970_MMCRA		0x2000

/* perf_power_970mp has PERF_CODE_STALL as well, and another event for a miss of the last cache. */
#define PERF_970_COMMON						\
	.counters	= 8,					\
	.choose		= perf_970_choose,			\
	.other_route	= perf_970_other_route,			\
	.encode		= perf_970_encode,			\
	.events		= perf_970_events,			\
	.mmcra		= PERF_970_MMCRA,			\
	.selects_in_mmcr0 = true,				\
	.samples_marked_only = true,				\
	.generic	= { PERF_970_GENERIC }

const struct perf_power_model perf_power_970 = {
	.name		= "PPC970",
	.code_bits	= PERF_CODE_ALL,
	.equal		= perf_970_equal,
	.equals		= PERF_970_ROWS,
	.formats	= perf_970_formats,
	PERF_970_COMMON,
	.cache		= { PERF_970_CACHE(0x3837) },
};

const struct perf_power_model perf_power_970mp = {
	.name		= "PPC970MP",
	.code_bits	= PERF_CODE_ALL | PERF_CODE_STALL,
	.equal		= perf_970_equal,
	.equals		= ARRAY_SIZE(perf_970_equal),
	.formats	= perf_970mp_formats,
	PERF_970_COMMON,
	.cache		= { PERF_970_CACHE(0x2837) },
};
