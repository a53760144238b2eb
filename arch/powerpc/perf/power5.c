// SPDX-License-Identifier: GPL-2.0
/*
 * POWER5 and POWER5+.
 *
 * Units put their events onto an event bus of four bytes. Two multiplexers and the two halves of
 * the load store unit drive it: PERF_MMCR1_MUX0 selects one of four units, PERF_MMCR1_MUX1 one
 * of three, and PERF_MMCR1_LANE() one of the four drivers for each byte. PERF_MMCR1_UPPER()
 * selects the upper or lower four bytes of the second half. The nest's events are selected once
 * more, for each part of the nest. All these fields of MMCR1 exist once, so events share them.
 *
 * A counter counts a bit of the event bus as it is, or a function of a whole byte: a sum, or the
 * meaning of a code in it. Bits of the bytes 0 and 2 reach the first two counters, those of
 * 1 and 3 the other two; on POWER5+ each bit reaches all.
 *
 * The fifth and the sixth counter (instructions, and cycles while the thread runs) are treated
 * as @free_running, as those of POWER6 are. An event that must be frozen or must interrupt, and
 * whose code names one of the two, is counted by an equal code on another counter, if there is
 * one.
 *
 * Owns const tables only, and the functions that compute on them. No locks. Context: any.
 *
 * Hardware facts: IBM's lists of events and groups of events for POWER5 and POWER5+, which
 * give the values of MMCR1 and MMCRA for each group, and the counters of each event.
 */
#include <linux/bitfield.h>
#include <linux/errno.h>

#include <asm/reg.h>

#include "cache_table.h"
#include "marked.h"
#include "shared_mmcr1.h"
#include "twins.h"

/* Fields of an event code. */
#define PERF_CODE_SELECT	GENMASK_ULL(7, 0)
#define PERF_CODE_BUS		BIT_ULL(7)		/* of PERF_CODE_SELECT */
#define PERF_CODE_BIT		BIT_ULL(6)		/* likewise: a bit of the event bus */
#define PERF_CODE_NEST		GENMASK_ULL(10, 8)
#define PERF_CODE_BYTE		GENMASK_ULL(14, 12)
#define PERF_CODE_UNIT		GENMASK_ULL(19, 16)
#define PERF_CODE_PMC		GENMASK_ULL(22, 20)
#define PERF_CODE_ALL		(PERF_CODE_SELECT | PERF_CODE_NEST | PERF_CODE_BYTE |	\
				 PERF_CODE_UNIT | PERF_CODE_PMC)

/* Not in code_bits, set by perf_power5_other_route(): the issue unit by the second multiplexer. */
#define PERF_CODE_SECOND	BIT_ULL(31)

/* Selectors common to the first four counters: nothing, operations, cycles. */
#define PERF_SELECT_NOTHING	0x00
#define PERF_SELECT_OPERATIONS	0x01
#define PERF_SELECT_CYCLES	0x0f

/* Units: up to 3 through the first multiplexer, up to 7 through the second. */
#define PERF_UNIT_ISSUE		1
#define PERF_UNIT_DECODE	4
#define PERF_UNIT_NEST		7
#define PERF_UNIT_LSU0		8
#define PERF_UNIT_LSU1		12

/* Fields of MMCR1. */
#define PERF_MMCR1_MUX0		GENMASK_ULL(63, 62)
#define PERF_MMCR1_MUX1		GENMASK_ULL(61, 60)
#define PERF_MMCR1_UPPER(_lane)	BIT_ULL(59 - (_lane))
#define PERF_MMCR1_LANE(_lane)	(54 - 2 * (_lane))
#define PERF_MMCR1_L2		GENMASK_ULL(47, 46)
#define PERF_MMCR1_L3		GENMASK_ULL(45, 44)
#define PERF_MMCR1_MEMORY	GENMASK_ULL(43, 41)
#define PERF_MMCR1_FABRIC	GENMASK_ULL(40, 39)
#define PERF_MMCR1_HIGH(_pmc)	BIT_ULL(35 - (_pmc))
#define PERF_MMCR1_SELECT(_pmc)	(25 - 8 * (_pmc))

/* In a selector of POWER5+: the counter is not in perf_power5_near() of the bit. */
#define PERF_SELECT_ACROSS	0x10

#define PERF_PMC5_CODE		0x500009
#define PERF_PMC6_CODE		0x600005

/* Decide PERF_MMCR1_LANE(), a byte's driver: a multiplexer, or half of the load store unit. */
static void perf_power5_set_lane(struct perf_power_mmcr1 *mmcr1, unsigned int lane, u64 driver)
{
	perf_power_mmcr1_set(mmcr1, 3ULL << PERF_MMCR1_LANE(lane), driver << PERF_MMCR1_LANE(lane));
}

/* The lowest three bits of PERF_CODE_SELECT name the event's part of the nest. */
static int perf_power5_route_nest(u64 code, struct perf_power_mmcr1 *mmcr1)
{
	u64 choice = FIELD_GET(PERF_CODE_NEST, code), field;

	switch (code & 7) {
	case 0 ... 2:
		field = PERF_MMCR1_L2;
		break;
	case 3 ... 5:
		field = PERF_MMCR1_L3;
		break;
	case 6:
		field = PERF_MMCR1_MEMORY;
		break;
	default:
		field = PERF_MMCR1_FABRIC;
	}
	if (!(code & PERF_CODE_BIT) || choice > field >> __ffs64(field))
		return -EINVAL;
	perf_power_mmcr1_set(mmcr1, field, choice << __ffs64(field));
	return 0;
}

/*
 * Test if @code counts the cycles of a marked load, on the second or the fourth counter. The
 * load's miss starts the count, and comes through the third byte.
 */
static bool perf_power5_is_latency(u64 code)
{
	return (code & (PERF_CODE_UNIT | PERF_CODE_BYTE | 0xf8)) == 0xc70a0 &&
	       !(code & BIT_ULL(20)) && (code & PERF_CODE_PMC);
}

static int perf_power5_route(u64 code, struct perf_power_mmcr1 *mmcr1)
{
	unsigned int byte = FIELD_GET(PERF_CODE_BYTE, code), lane = byte & 3;
	unsigned int unit = FIELD_GET(PERF_CODE_UNIT, code);

	if ((byte >= 4 && unit != PERF_UNIT_LSU1) ||
	    ((code & PERF_CODE_NEST) && unit != PERF_UNIT_NEST))
		return -EINVAL;

	/* The second multiplexer has its third input for the issue unit. */
	if (code & PERF_CODE_SECOND) {
		perf_power_mmcr1_set(mmcr1, PERF_MMCR1_MUX1, FIELD_PREP(PERF_MMCR1_MUX1, 2));
		perf_power5_set_lane(mmcr1, lane, 1);
		return 0;
	}
	switch (unit) {
	case 0 ... 3:
		perf_power_mmcr1_set(mmcr1, PERF_MMCR1_MUX0, FIELD_PREP(PERF_MMCR1_MUX0, unit));
		perf_power5_set_lane(mmcr1, lane, 0);
		return 0;
	case PERF_UNIT_DECODE:
	case PERF_UNIT_NEST:
		perf_power_mmcr1_set(mmcr1, PERF_MMCR1_MUX1, FIELD_PREP(PERF_MMCR1_MUX1, unit & 3));
		perf_power5_set_lane(mmcr1, lane, 1);
		return unit == PERF_UNIT_NEST ? perf_power5_route_nest(code, mmcr1) : 0;
	case PERF_UNIT_LSU0:
		perf_power5_set_lane(mmcr1, lane, 2);
		return 0;
	case PERF_UNIT_LSU1:
		perf_power_mmcr1_set(mmcr1, PERF_MMCR1_UPPER(lane),
				     byte >= 4 ? PERF_MMCR1_UPPER(lane) : 0);
		perf_power5_set_lane(mmcr1, lane, 3);
		if (perf_power5_is_latency(code))
			perf_power5_set_lane(mmcr1, 2, 2);
		return 0;
	default:
		return -EINVAL;
	}
}

/* The counters that a bit of a byte reaches without PERF_SELECT_ACROSS. */
static u8 perf_power5_near(u64 code)
{
	return FIELD_GET(PERF_CODE_BYTE, code) & 1 ? GENMASK(3, 2) : GENMASK(1, 0);
}

/* The counters for a code without PERF_CODE_PMC; 0 if such a code must name one. */
static u8 perf_power5_reach(u64 code, bool across)
{
	u8 all = GENMASK(3, 0);

	if (code & PERF_CODE_BUS) {
		if (!(code & PERF_CODE_BIT))
			return 0;
		return across ? all : perf_power5_near(code);
	}
	switch (code) {
	case PERF_SELECT_NOTHING:
	case PERF_SELECT_OPERATIONS:
	case PERF_SELECT_CYCLES:
		return all;
	default:
		return 0;
	}
}

static int perf_power5_counters(u64 code, bool across)
{
	unsigned int pmc = FIELD_GET(PERF_CODE_PMC, code);
	u8 counters;

	if (!pmc)
		counters = perf_power5_reach(code, across);
	else if ((code & PERF_CODE_BUS) && (code & PERF_CODE_BIT))
		counters = BIT(pmc - 1) & perf_power5_reach(code & ~PERF_CODE_PMC, across);
	else
		counters = BIT(pmc - 1);
	return counters ?: -EINVAL;
}

static int perf_power5_choose_by(struct perf_power_choice *choice, bool across)
{
	struct perf_power_mmcr1 mmcr1 = { };
	u64 code = choice->code;
	int counters, err;

	if (code == PERF_PMC5_CODE || code == PERF_PMC6_CODE) {
		choice->counters = BIT(FIELD_GET(PERF_CODE_PMC, code) - 1);
		return 0;
	}
	if (FIELD_GET(PERF_CODE_PMC, code) > 4)
		return -EINVAL;
	if (code & PERF_CODE_BUS)
		err = perf_power5_route(code, &mmcr1);
	else
		err = code & (PERF_CODE_UNIT | PERF_CODE_BYTE | PERF_CODE_NEST) ? -EINVAL : 0;
	if (err)
		return err;
	counters = perf_power5_counters(code, across);
	if (counters < 0)
		return counters;
	choice->counters = counters;
	perf_power_mmcr1_share(&mmcr1, choice);
	return 0;
}

static int perf_power5_choose(const struct perf_power_model *model, u64 config1,
			      struct perf_power_choice *choice)
{
	return perf_power5_choose_by(choice, false);
}

static int perf_power5p_choose(const struct perf_power_model *model, u64 config1,
			       struct perf_power_choice *choice)
{
	return perf_power5_choose_by(choice, true);
}

/*
 * Test if MMCR1 must give a counter the upper two bytes of the event bus: on POWER5 only for the
 * bytes near the counter, on POWER5+ for all; but PERF_SELECT_ACROSS implies it already for a
 * bit that goes across.
 */
static bool perf_power5_is_high(u64 code, unsigned int counter, bool across)
{
	bool near = perf_power5_near(code) & BIT(counter);

	if (!(FIELD_GET(PERF_CODE_BYTE, code) & 2))
		return false;
	return near || (across && !(code & PERF_CODE_BIT));
}

#define PERF_EXACTLY	PERF_CODE_ALL
#define PERF_ANY_PMC	(PERF_CODE_ALL & ~PERF_CODE_PMC)
#define PERF_BUS_ONLY	(PERF_CODE_UNIT | PERF_CODE_BYTE | PERF_CODE_BUS)
/* Several bits of a byte, whose numbers differ only in @_ignored. */
#define PERF_BITS(_ignored)	(PERF_ANY_PMC & ~(u64)(_ignored))

/* Events of marked instructions common to both; they need MMCRA_SAMPLE_ENABLE. */
static const struct perf_power_marked perf_power5_marks[] = {
	{ PERF_EXACTLY, 0x100002 },	/* PM_MRK_GRP_DISP */
	{ PERF_EXACTLY, 0x100003 },	/* PM_MRK_ST_CMPL */
	{ PERF_EXACTLY, 0x100014 },	/* PM_GRP_MRK */
	{ PERF_EXACTLY, 0x100015 },	/* PM_MRK_GRP_ISSUED */
	{ PERF_EXACTLY, 0x200003 },	/* PM_MRK_ST_GPS */
	{ PERF_EXACTLY, 0x200005 },	/* PM_MRK_BRU_FIN */
	{ PERF_EXACTLY, 0x200014 },	/* PM_MRK_FXU_FIN */
	{ PERF_EXACTLY, 0x300003 },	/* PM_MRK_ST_CMPL_INT */
	{ PERF_EXACTLY, 0x300005 },	/* PM_MRK_INST_FIN */
	{ PERF_EXACTLY, 0x30000b },	/* PM_THRESH_TIMEO */
	{ PERF_EXACTLY, 0x300014 },	/* PM_MRK_FPU_FIN */
	{ PERF_EXACTLY, 0x400005 },	/* PM_MRK_CRU_FIN */
	{ PERF_EXACTLY, 0x40000b },	/* PM_MRK_GRP_TIMEO */
	{ PERF_EXACTLY, 0x400013 },	/* PM_MRK_GRP_CMPL */
	{ PERF_EXACTLY, 0x400014 },	/* PM_MRK_LSU_FIN */
	{ PERF_EXACTLY, 0x212091 },	/* PM_MRK_GRP_BR_REDIR */
	{ PERF_EXACTLY, 0x412091 },	/* PM_MRK_GRP_IC_MISS */
	{ PERF_EXACTLY, 0x182088 },	/* PM_MRK_LD_MISS_L1 */
	{ PERF_BUS_ONLY, 0x081080 },	/* PM_MRK_LSU*_FLUSH_* */
	{ PERF_BITS(4), 0x0820e0 },	/* PM_MRK_LD_MISS_L1_LSU* */
	{ PERF_BITS(4), 0x0820e2 },	/* PM_MRK_IMR_RELOAD, PM_MRK_STCX_FAIL */
	{ PERF_ANY_PMC, 0x0820e3 },	/* PM_MRK_ST_MISS_L1 */
	{ PERF_BITS(1), 0x0c50c6 },	/* PM_MRK_DTLB_MISS, PM_MRK_DSLB_MISS */
	{ PERF_BITS(2), 0x0c70e4 },	/* PM_MRK_L1_RELOAD_VALID, PM_MRK_LSU_SRQ_INST_VALID */
	{ PERF_BUS_ONLY | PERF_CODE_BIT, 0x0c7080 },	/* PM_MRK_DATA_FROM_* */
	{ }
};

/* Events of marked instructions that perf_power5_marks has not, as the processors differ. */
static const struct perf_power_marked perf_power5_own_marks[] = {
	{ PERF_EXACTLY, 0x1c4090 },	/* PM_MRK_DTLB_REF */
	{ PERF_BITS(6), 0x0c40c1 },	/* PM_MRK_DTLB_MISS_4K, ... */
	{ }
};

static const struct perf_power_marked perf_power5p_own_marks[] = {
	{ PERF_ANY_PMC, 0x0c60e0 },	/* PM_MRK_DTLB_MISS */
	{ PERF_ANY_PMC, 0x0c60e4 },	/* PM_MRK_DTLB_REF */
	{ PERF_ANY_PMC, 0x0c6086 },	/* PM_MRK_DTLB_REF_4K, ... */
	{ PERF_ANY_PMC, 0x0c608d },	/* PM_MRK_DTLB_MISS_4K, ... */
	{ }
};

static void perf_power5_encode_by(struct perf_power_regs *regs, u64 code, unsigned int counter,
				  bool across)
{
	u64 select = code & PERF_CODE_SELECT & ~PERF_CODE_BUS;
	struct perf_power_mmcr1 mmcr1 = { };

	if (code & PERF_CODE_BUS) {
		perf_power5_route(code, &mmcr1);
		regs->mmcr1 |= mmcr1.value;
		if (perf_power5_is_high(code, counter, across))
			regs->mmcr1 |= PERF_MMCR1_HIGH(counter);
		if ((code & PERF_CODE_BIT) && !(perf_power5_near(code) & BIT(counter)))
			select |= PERF_SELECT_ACROSS;
	}
	regs->mmcr1 |= select << PERF_MMCR1_SELECT(counter);
	perf_power_encode_marked(regs, perf_power5_marks, code);
}

static void perf_power5_encode(struct perf_power_regs *regs, u64 code, u64 config1,
			       unsigned int counter)
{
	perf_power5_encode_by(regs, code, counter, false);
	perf_power_encode_marked(regs, perf_power5_own_marks, code);
}

static void perf_power5p_encode(struct perf_power_regs *regs, u64 code, u64 config1,
				unsigned int counter)
{
	perf_power5_encode_by(regs, code, counter, true);
	perf_power_encode_marked(regs, perf_power5p_own_marks, code);
}

/* PERF_CODE_BUS stays as it is in a code. */
#define PERF_TWIN_SELECT	(PERF_CODE_SELECT & ~PERF_CODE_BUS)

/* POWER5 has the rows from PERF_POWER5P_TWINS on, POWER5+ has all. */
#define PERF_POWER5P_TWINS	6

static const struct perf_power_twins perf_power5_twins[] = {
	{ 1, 0x0d, 3, 0x2e }, { 1, 0x0e, 3, 0x2f }, { 1, 0x10, 4, 0x28 },
	{ 1, 0x28, 4, 0x10 }, { 2, 0x10, 3, 0x28 }, { 2, 0x28, 3, 0x10 },
	[PERF_POWER5P_TWINS] = { 1, 0x21, 4, 0x07 },
	{ 1, 0x23, 4, 0x17 }, { 1, 0x25, 4, 0x0e }, { 1, 0x27, 4, 0x1e }, { 2, 0x07, 3, 0x20 },
	{ 2, 0x17, 3, 0x22 }, { 2, 0x0e, 3, 0x24 }, { 2, 0x1e, 3, 0x26 },
	{ }
};

static u64 perf_power5_other_way(u64 code)
{
	return perf_power_twin(perf_power5_twins + PERF_POWER5P_TWINS, code, PERF_CODE_PMC,
			       PERF_TWIN_SELECT);
}

static u64 perf_power5p_other_way(u64 code)
{
	return perf_power_twin(perf_power5_twins, code, PERF_CODE_PMC, PERF_TWIN_SELECT);
}

/* PERF_UNIT_ISSUE reaches the event bus through either multiplexer. */
static u64 perf_power5_other_route(u64 code)
{
	if (!(code & PERF_CODE_BUS) || FIELD_GET(PERF_CODE_UNIT, code) != PERF_UNIT_ISSUE)
		return 0;
	return code | PERF_CODE_SECOND;
}

/*
 * Rows for perf_power_model.equal: codes of the same event. Row 0 is for POWER5 only, rows from
 * PERF_POWER5_ROWS on are for POWER5+ only.
 */
#define PERF_POWER5_ROWS	5

static const u64 perf_power5_equal[][PERF_POWER_EQUALS] = {
	{ 0x100009, 0x200009, 0x500009 },	/* PM_INST_CMPL */
	{ 0x100005, 0x600005 },			/* PM_RUN_CYC */
	{ 0x300009, 0x400009 },			/* PM_INST_DISP */
	{ 0x0120e4, 0x400002 },			/* PM_GRP_DISP_REJECT */
	{ 0x0410c7, 0x441084 },			/* PM_THRD_L2MISS_BOTH_CYC */
	[PERF_POWER5_ROWS] = { 0x100009, 0x200009 }, /* PM_INST_CMPL */
	{ 0x0100c0, 0x40001f },			/* PM_GCT_FULL_CYC */
	{ 0x200015, 0x300015 },			/* PM_LSU_LMQ_SRQ_EMPTY_CYC */
	{ 0x0230e2, 0x323087 },			/* PM_BR_PRED_CR */
	{ 0x0230e3, 0x223087, 0x3230a0 },	/* PM_BR_PRED_TA */
	{ 0x0800c4, 0x0c20e0 },			/* PM_DTLB_MISS */
	{ 0x0c50c6, 0x0c60e0 },			/* PM_MRK_DTLB_MISS */
};

/* POWER5+: the same for perf_power_model.equal_in_task. */
static const u64 perf_power5p_equal_in_task[][PERF_POWER_EQUALS] = {
	{ 0x00000f, 0x600005 },			/* PM_CYC, PM_RUN_CYC */
	{ 0x100009, 0x500009 },			/* PM_INST_CMPL, PM_RUN_INST_CMPL */
};

static const struct perf_power_named perf_power5_formats[] = {
	{ "event",		"config:0-22" },
	{ "pmcxsel",		"config:0-7" },
	{ "nestsel",		"config:8-10" },
	{ "byte",		"config:12-14" },
	{ "unit",		"config:16-19" },
	{ "pmc",		"config:20-22" },
	{ }
};

static const struct perf_power_named perf_power5_events[] = {
	{ "branch-instructions",	"event=0x230e4" },
	{ "branch-misses",		"event=0x110c6" },
	{ "cache-misses",		"event=0x3c1088" },
	{ "cache-references",		"event=0x4c1090" },
	{ "cpu-cycles",			"event=0xf" },
	{ "instructions",		"event=0x100009" },
	{ "stalled-cycles-frontend",	"event=0x100004" },
	{ "PM_BR_ISSUED",		"event=0x230e4" },
	{ "PM_BR_MPRED_CR",		"event=0x230e5" },
	{ "PM_BR_MPRED_TA",		"event=0x230e6" },
	{ "PM_CYC",			"event=0xf" },
	{ "PM_DATA_FROM_L2MISS",	"event=0x3c309b" },
	{ "PM_DTLB_MISS",		"event=0x800c4" },
	{ "PM_FLUSH",			"event=0x110c7" },
	{ "PM_FLUSH_BR_MPRED",		"event=0x110c6" },
	{ "PM_GCT_NOSLOT_CYC",		"event=0x100004" },
	{ "PM_GRP_CMPL",		"event=0x300013" },
	{ "PM_INST_CMPL",		"event=0x100009" },
	{ "PM_INST_DISP",		"event=0x300009" },
	{ "PM_ITLB_MISS",		"event=0x800c0" },
	{ "PM_LD_MISS_L1",		"event=0x3c1088" },
	{ "PM_LD_REF_L1",		"event=0x4c1090" },
	{ "PM_LSU_DERAT_MISS",		"event=0x280090" },
	{ "PM_RUN_CYC",			"event=0x100005" },
	{ "PM_ST_MISS_L1",		"event=0xc10c3" },
	{ "PM_ST_REF_L1",		"event=0x3c1090" },
	{ }
};

/* POWER5+: loads and stores have other codes. */
static const struct perf_power_named perf_power5p_events[] = {
	{ "branch-instructions",	"event=0x230e4" },
	{ "branch-misses",		"event=0x110c6" },
	{ "cache-misses",		"event=0x3c1088" },
	{ "cache-references",		"event=0x1c10a8" },
	{ "cpu-cycles",			"event=0xf" },
	{ "instructions",		"event=0x100009" },
	{ "stalled-cycles-frontend",	"event=0x100004" },
	{ "PM_BR_ISSUED",		"event=0x230e4" },
	{ "PM_BR_MPRED_CR",		"event=0x230e5" },
	{ "PM_BR_MPRED_TA",		"event=0x230e6" },
	{ "PM_CYC",			"event=0xf" },
	{ "PM_DATA_FROM_L2MISS",	"event=0x3c309b" },
	{ "PM_DTLB_MISS",		"event=0x800c4" },
	{ "PM_FLUSH",			"event=0x110c7" },
	{ "PM_FLUSH_BR_MPRED",		"event=0x110c6" },
	{ "PM_GCT_NOSLOT_CYC",		"event=0x100004" },
	{ "PM_GRP_CMPL",		"event=0x300013" },
	{ "PM_INST_CMPL",		"event=0x100009" },
	{ "PM_INST_DISP",		"event=0x300009" },
	{ "PM_ITLB_MISS",		"event=0x800c0" },
	{ "PM_LD_MISS_L1",		"event=0x3c1088" },
	{ "PM_LD_REF_L1",		"event=0x1c10a8" },
	{ "PM_LSU_DERAT_MISS",		"event=0x280090" },
	{ "PM_RUN_CYC",			"event=0x100005" },
	{ "PM_ST_MISS_L1",		"event=0xc10c3" },
	{ "PM_ST_REF_L1",		"event=0x2c10a8" },
	{ }
};

/*
 * PERF_COUNT_HW_BRANCH_MISSES counts flushes for a mispredicted branch of any kind. The codes of
 * loads, stores and translations differ.
 */
#define PERF_POWER5_GENERIC(_loads)				\
	[PERF_COUNT_HW_CPU_CYCLES]		= 0x00000f,	\
	[PERF_COUNT_HW_INSTRUCTIONS]		= 0x100009,	\
	[PERF_COUNT_HW_STALLED_CYCLES_FRONTEND]	= 0x100004,	\
	[PERF_COUNT_HW_CACHE_REFERENCES]	= (_loads),	\
	[PERF_COUNT_HW_CACHE_MISSES]		= 0x3c1088,	\
	[PERF_COUNT_HW_BRANCH_INSTRUCTIONS]	= 0x0230e4,	\
	[PERF_COUNT_HW_BRANCH_MISSES]		= 0x0110c6

#define PERF_POWER5_CACHE(_loads, _stores, _translations)	\
	[C(L1D)] = PERF_OPS(PERF_CODES((_loads), 0x3c1088),	\
			     PERF_CODES((_stores), 0x0c10c3),	\
			     PERF_CODES(0x0c70e7, 0)),		\
	[C(L1I)] = PERF_OPS(PERF_CODES(0, 0),			\
			     PERF_NO_CODES,			\
			     PERF_CODES(0x0220e6, 0)),		\
	[C(LL)] = PERF_OPS(PERF_CODES(0, 0x3c309b),		\
			     PERF_CODES(0, 0),			\
			     PERF_CODES(0x0c50c3, 0)),		\
	PERF_CACHES_WITH_DTLB((_translations), 0x0800c4, 0x0800c0, 0x0230e4, 0x0110c6)

/* perf_power5 and perf_power5p differ in the counters that a bit of the event bus reaches. */
#define PERF_POWER5_COMMON					\
	.counters	= 6,					\
	.free_running	= GENMASK(5, 4),			\
	.code_bits	= PERF_CODE_ALL,			\
	.other_route	= perf_power5_other_route,		\
	.formats	= perf_power5_formats,			\
	.mmcra_user	= MMCRA_SIPR,				\
	.mmcra_hv	= MMCRA_SIHV,				\
	.mmcra_sdar	= MMCRA_SDSYNC,				\
	.mmcra_slot	= MMCRA_SLOT

const struct perf_power_model perf_power5 = {
	.name		= "POWER5",
	.choose		= perf_power5_choose,
	.encode		= perf_power5_encode,
	.other_way	= perf_power5_other_way,
	.equal		= perf_power5_equal,
	.equals		= PERF_POWER5_ROWS,
	.events		= perf_power5_events,
	.mmcra		= MMCRA_SDAR_DCACHE_MISS | MMCRA_SDAR_ERAT_MISS,
	PERF_POWER5_COMMON,
	.generic	= { PERF_POWER5_GENERIC(0x4c1090) },
	.cache		= { PERF_POWER5_CACHE(0x4c1090, 0x3c1090, 0x2c4090) },
};

const struct perf_power_model perf_power5p = {
	.name		= "POWER5+",
	.choose		= perf_power5p_choose,
	.encode		= perf_power5p_encode,
	.other_way	= perf_power5p_other_way,
	.equal		= perf_power5_equal + 1,
	.equals		= ARRAY_SIZE(perf_power5_equal) - 1,
	.equal_in_task	= perf_power5p_equal_in_task,
	.equals_in_task	= ARRAY_SIZE(perf_power5p_equal_in_task),
	.events		= perf_power5p_events,
	PERF_POWER5_COMMON,
	.generic	= { PERF_POWER5_GENERIC(0x1c10a8) },
	.cache		= { PERF_POWER5_CACHE(0x1c10a8, 0x2c10a8, 0x0c20e4) },
};
