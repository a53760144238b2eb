// SPDX-License-Identifier: GPL-2.0
/*
 * POWER6.
 *
 * Units put their events onto an event bus of four bytes: PERF_MMCR1_UNIT() selects one unit for
 * each byte, and PERF_MMCR1_NEST the nest's events once more. A counter selects a byte, or a sum
 * over one, or an event that is not on the event bus. Codes have no bit for marked instructions:
 * perf_power6_marks lists the units, bytes and selectors.
 *
 * The fifth and the sixth counter (instructions and cycles while the thread runs) are
 * @free_running. An event that must be frozen or must interrupt, and whose code names one of the
 * two, is counted by an equal code on another counter, if there is one.
 *
 * Owns const tables only, and the functions that compute on them. No locks. Context: any.
 *
 * Hardware facts: "POWER6 Performance Monitor Unit User's Guide": MMCR1 and MMCRA; its
 * groups of events, which give the values of the registers for each.
 */
#include <linux/bitfield.h>
#include <linux/errno.h>

#include <asm/reg.h>

#include "cache_table.h"
#include "marked.h"
#include "twins.h"

/* Fields of an event code. */
#define PERF_CODE_SELECT	GENMASK_ULL(7, 0)
#define PERF_CODE_NEST		GENMASK_ULL(10, 8)
#define PERF_CODE_BYTE		GENMASK_ULL(13, 12)
#define PERF_CODE_LOOKAHEAD	BIT_ULL(14)
#define PERF_CODE_LOOKAHEAD_IS	BIT_ULL(15)
#define PERF_CODE_UNIT		GENMASK_ULL(19, 16)
#define PERF_CODE_PMC		GENMASK_ULL(22, 20)

/* A code with one of these bits set comes over the event bus. */
#define PERF_CODE_BUS		(PERF_CODE_NEST | PERF_CODE_BYTE | PERF_CODE_UNIT)

#define PERF_MMCR1_NEST		GENMASK_ULL(47, 45)
#define PERF_MMCR1_UNIT(_byte)	(60 - 4 * (_byte))

/* The unit whose events PERF_MMCR1_NEST selects once more. */
#define PERF_UNIT_NEST		5

/* Shared fields in perf_power_choice.mask: a unit for each byte, and the nest's selection. */
#define PERF_SHARED_UNIT(_byte)	(4 * (_byte))
#define PERF_SHARED_NEST	GENMASK_ULL(18, 16)

#define PERF_PMC5_CODE		0x500009
#define PERF_PMC6_CODE		0x600005

static void perf_power6_share_unit(struct perf_power_choice *choice)
{
	unsigned int byte = FIELD_GET(PERF_CODE_BYTE, choice->code);
	u64 unit = FIELD_GET(PERF_CODE_UNIT, choice->code);

	if (!(choice->code & PERF_CODE_BUS))
		return;
	choice->mask |= 0xfULL << PERF_SHARED_UNIT(byte);
	choice->value |= unit << PERF_SHARED_UNIT(byte);
	if (unit == PERF_UNIT_NEST) {
		choice->mask |= PERF_SHARED_NEST;
		choice->value |= FIELD_PREP(PERF_SHARED_NEST,
					    FIELD_GET(PERF_CODE_NEST, choice->code));
	}
}

static int perf_power6_choose(const struct perf_power_model *model, u64 config1,
			      struct perf_power_choice *choice)
{
	unsigned int pmc = FIELD_GET(PERF_CODE_PMC, choice->code);

	if (pmc > 4) {
		if (choice->code != PERF_PMC5_CODE && choice->code != PERF_PMC6_CODE)
			return -EINVAL;
		choice->counters = BIT(pmc - 1);
		return 0;
	}
	choice->counters = pmc ? BIT(pmc - 1) : GENMASK(3, 0);
	perf_power6_share_unit(choice);
	return 0;
}

/* The lowest bit of PERF_CODE_SELECT only selects edges or levels. */
#define PERF_EXACTLY	GENMASK_ULL(22, 1)
#define PERF_ANY_PMC	GENMASK_ULL(19, 1)
#define PERF_BUS_ONLY	(PERF_CODE_UNIT | PERF_CODE_BYTE | PERF_CODE_NEST)

static const struct perf_power_marked perf_power6_marks[] = {
	{ PERF_EXACTLY, 0x10001a },		/* PM_MRK_INST_DISP */
	{ PERF_EXACTLY, 0x200010 },		/* the same */
	{ PERF_EXACTLY, 0x10001c },		/* PM_MRK_INST_ISSUED */
	{ PERF_EXACTLY, 0x100006 },		/* PM_MRK_ST_CMPL */
	{ PERF_EXACTLY, 0x100052 },		/* PM_MRK_BR_TAKEN */
	{ PERF_EXACTLY, 0x200006 },		/* PM_MRK_ST_GPS */
	{ PERF_EXACTLY, 0x20000a },		/* PM_MRK_IFU_FIN */
	{ PERF_EXACTLY, 0x20001a },		/* PM_MRK_FXU_FIN */
	{ PERF_EXACTLY, 0x200056 },		/* PM_MRK_LD_MISS_L1 */
	{ PERF_EXACTLY, 0x300006 },		/* PM_MRK_ST_CMPL_INT */
	{ PERF_EXACTLY, 0x300008 },		/* PM_MRK_DFU_FIN */
	{ PERF_EXACTLY, 0x30000a },		/* PM_MRK_INST_FIN */
	{ PERF_EXACTLY, 0x30001a },		/* PM_MRK_FPU_FIN */
	{ PERF_EXACTLY, 0x300018 },		/* PM_THRESH_TIMEO */
	{ PERF_EXACTLY, 0x300052 },		/* PM_MRK_BR_MPRED */
	{ PERF_EXACTLY, 0x400012 },		/* PM_MRK_LSU_DERAT_MISS */
	{ PERF_EXACTLY, 0x40001a },		/* PM_MRK_LSU_FIN */
	{ PERF_EXACTLY, 0x40003e },		/* PM_MRK_INST_TIMEO */
	{ PERF_EXACTLY, 0x2d0030 },		/* PM_MRK_FPU_FIN */
	{ PERF_ANY_PMC, 0x0d0082 },		/* PM_MRK_FPU0_FIN */
	{ PERF_ANY_PMC, 0x0d008a },		/* PM_MRK_FPU1_FIN */
	{ PERF_ANY_PMC, 0x060086 },		/* PM_MRK_VMX0_LD_WRBACK */
	{ PERF_ANY_PMC, 0x06008e },		/* PM_MRK_VMX1_LD_WRBACK */
	{ PERF_ANY_PMC & ~0x6ULL, 0x070088 },	/* PM_MRK_VMX_*_ISSUED: 88 to 8E */
	{ PERF_ANY_PMC, 0x0b0088 },		/* PM_MRK_VMX_ST_ISSUED */
	{ PERF_ANY_PMC, 0x0830e4 },		/* PM_MRK_STCX_FAIL */
	{ PERF_ANY_PMC, 0x082044 },		/* PM_MRK_DERAT_REF_* */
	{ PERF_ANY_PMC, 0x092044 },		/* PM_MRK_DERAT_MISS_* */
	{ PERF_ANY_PMC, 0x0920c0 },		/* PM_MRK_DTLB_REF */
	{ PERF_BUS_ONLY, 0x003000 },		/* PM_MRK_DATA_FROM_* */
	{ PERF_BUS_ONLY, 0x012000 },		/* PM_MRK_PTEG_FROM_* */
	{ PERF_BUS_ONLY, 0x093000 },		/* PM_MRK_LSU*_REJECT_* */
	{ }
};

static void perf_power6_encode_unit(struct perf_power_regs *regs, u64 code, unsigned int counter)
{
	unsigned int byte = FIELD_GET(PERF_CODE_BYTE, code);
	u64 unit = FIELD_GET(PERF_CODE_UNIT, code);
	u64 select = FIELD_GET(PERF_CODE_SELECT, code);

	if (!(code & PERF_CODE_BUS))
		return;
	regs->mmcr1 |= unit << PERF_MMCR1_UNIT(byte);
	if (unit == PERF_UNIT_NEST)
		regs->mmcr1 |= FIELD_PREP(PERF_MMCR1_NEST, FIELD_GET(PERF_CODE_NEST, code));
	/* A sum is over the upper or the lower half of the event bus. */
	if (select >= 0x30 && select <= 0x3d && byte >= 2)
		regs->mmcr1 |= BIT_ULL(35 - counter);
}

static void perf_power6_encode(struct perf_power_regs *regs, u64 code, u64 config1,
			       unsigned int counter)
{
	u64 select = FIELD_GET(PERF_CODE_SELECT, code);

	perf_power6_encode_unit(regs, code, counter);
	/* The third and the fourth counter have the bytes of each half exchanged. */
	if ((code & PERF_CODE_BUS) && counter >= 2 && (select & 0x90) == 0x80)
		select ^= 0x20;
	regs->mmcr1 |= select << (24 - 8 * counter);

	if (code & PERF_CODE_LOOKAHEAD) {
		regs->mmcr1 |= BIT_ULL(44 - counter);
		if (code & PERF_CODE_LOOKAHEAD_IS)
			regs->mmcr1 |= BIT_ULL(39 - counter);
	}
	perf_power_encode_marked(regs, perf_power6_marks, code);
}

/* Sums over bytes of the event bus, which two counters can count with these selectors. */
static const struct perf_power_twins perf_power6_twins[] = {
	{ 1, 0x32, 4, 0x34 }, { 1, 0x33, 4, 0x35 }, { 1, 0x34, 4, 0x32 }, { 1, 0x35, 4, 0x33 },
	{ 2, 0x32, 3, 0x34 }, { 2, 0x33, 3, 0x35 }, { 2, 0x34, 3, 0x32 }, { 2, 0x35, 3, 0x33 },
	{ 1, 0x38, 3, 0x3a }, { 1, 0x39, 3, 0x3b }, { 1, 0x3a, 3, 0x38 }, { 1, 0x3b, 3, 0x39 },
	{ 2, 0x38, 4, 0x3a }, { 2, 0x39, 4, 0x3b }, { 2, 0x3a, 4, 0x38 }, { 2, 0x3b, 4, 0x39 },
	{ }
};

static u64 perf_power6_other_way(u64 code)
{
	return perf_power_twin(perf_power6_twins, code, PERF_CODE_PMC, PERF_CODE_SELECT);
}

/* Rows for perf_power_model.equal: codes of the same event. */
static const u64 perf_power6_equal[][PERF_POWER_EQUALS] = {
	{ 0x2000fc, 0x100056 },			/* PM_L1_ICACHE_MISS */
	{ 0x3000fc, 0x2000f6, 0x0130e8 },	/* PM_PTEG_RELOAD_VALID */
	{ 0x3000f8, 0x100026 },			/* PM_TB_BIT_TRANS */
	{ 0x4000f8, 0x100010 },			/* PM_FLUSH */
	{ 0x2000f5, 0x10000b },			/* PM_RUN_COUNT */
	{ 0x3000f2, 0x2000f2 },
	{ 0x2000f0, 0x100054 },			/* PM_ST_FIN */
	{ 0x3000f0, 0x200054, 0x080088 },	/* PM_ST_MISS_L1 */
	{ 0x4000f0, 0x30000c, 0x10000d, 0x080080 }, /* PM_LD_MISS_L1 */
	{ 0x300056, 0x2000fe },			/* PM_DATA_FROM_L2MISS */
	{ 0x400056, 0x3000fe },			/* PM_DATA_FROM_L3MISS */
	{ 0x30001a, 0x2d0030 },			/* PM_MRK_FPU_FIN */
	{ 0x400018, 0x30000a },			/* PM_MRK_INST_FIN */
	{ 0x300012, 0x200012 },			/* PM_INST_DISP */
	{ 0x200010, 0x10001a },			/* PM_MRK_INST_DISP */
	{ 0x300010, 0x2000f8 },			/* PM_EXT_INT */
	{ 0x400010, 0x10000e },			/* PM_PURR */
	{ 0x40000e, 0x3000f6 },			/* PM_L1_DCACHE_RELOAD_VALID */
	{ 0x40000a, 0x1000f0 },			/* PM_INST_IMC_MATCH_CMPL */
	{ 0x200008, 0x1000f8 },			/* PM_GCT_EMPTY_CYC */
	{ 0x400007, 0x20000e },			/* PM_LSU_DERAT_MISS */
	{ 0x400006, 0x1000fc },			/* PM_LSU_DERAT_MISS_CYC */
	{ 0x600005, 0x2000f4, 0x10000a },	/* PM_RUN_CYC */
};

/* The same for perf_power_model.equal_in_task. */
static const u64 perf_power6_equal_in_task[][PERF_POWER_EQUALS] = {
	{ 0x00001e, 0x600005 },			/* PM_CYC, PM_RUN_CYC */
	{ 0x000002, 0x500009 },			/* PM_INST_CMPL, PM_RUN_INST_CMPL */
	{ 0x10000e, 0x4000f4 },			/* PM_PURR, PM_RUN_PURR */
};

static const struct perf_power_named perf_power6_formats[] = {
	{ "event",		"config:0-22" },
	{ "pmcxsel",		"config:0-7" },
	{ "nestsel",		"config:8-10" },
	{ "byte",		"config:12-13" },
	{ "lla",		"config:14" },
	{ "lla_value",		"config:15" },
	{ "unit",		"config:16-19" },
	{ "pmc",		"config:20-22" },
	{ }
};

static const struct perf_power_named perf_power6_events[] = {
	{ "branch-instructions",	"event=0x410a0" },
	{ "branch-misses",		"event=0x400052" },
	{ "cache-misses",		"event=0x30000c" },
	{ "cache-references",		"event=0x280030" },
	{ "cpu-cycles",			"event=0x1e" },
	{ "instructions",		"event=0x2" },
	{ "PM_BR_MPRED",		"event=0x400052" },
	{ "PM_BR_PRED",			"event=0x410a0" },
	{ "PM_CYC",			"event=0x1e" },
	{ "PM_DATA_FROM_L3MISS",	"event=0x3000fe" },
	{ "PM_FLUSH",			"event=0x100010" },
	{ "PM_INST_CMPL",		"event=0x2" },
	{ "PM_INST_DISP",		"event=0x200012" },
	{ "PM_L1_ICACHE_MISS",		"event=0x100056" },
	{ "PM_L2_MISS",			"event=0x250532" },
	{ "PM_LD_MISS_L1",		"event=0x80080" },
	{ "PM_LD_REF_L1",		"event=0x80082" },
	{ "PM_LSU_DERAT_MISS",		"event=0x20000e" },
	{ "PM_RUN_CYC",			"event=0x10000a" },
	{ "PM_ST_FIN",			"event=0x100054" },
	{ "PM_ST_MISS_L1",		"event=0x80088" },
	{ }
};

const struct perf_power_model perf_power6 = {
	.name		= "POWER6",
	.counters	= 6,
	.free_running	= GENMASK(5, 4),
	.code_bits	= PERF_CODE_SELECT | PERF_CODE_NEST | PERF_CODE_BYTE |
			  PERF_CODE_LOOKAHEAD | PERF_CODE_LOOKAHEAD_IS | PERF_CODE_UNIT |
			  PERF_CODE_PMC,
	.choose		= perf_power6_choose,
	.other_way	= perf_power6_other_way,
	.encode		= perf_power6_encode,
	.equal		= perf_power6_equal,
	.equals		= ARRAY_SIZE(perf_power6_equal),
	.equal_in_task	= perf_power6_equal_in_task,
	.equals_in_task	= ARRAY_SIZE(perf_power6_equal_in_task),
	.formats	= perf_power6_formats,
	.events		= perf_power6_events,
	.mmcra		= MMCRA_SDAR_DCACHE_MISS | MMCRA_SDAR_ERAT_MISS,
	.mmcra_user	= POWER6_MMCRA_SIPR,
	.mmcra_hv	= POWER6_MMCRA_SIHV,
	.mmcra_sdar	= POWER6_MMCRA_SDSYNC,
	.generic	= {
		[PERF_COUNT_HW_CPU_CYCLES]		= 0x00001e,
		[PERF_COUNT_HW_INSTRUCTIONS]		= 0x000002,
		[PERF_COUNT_HW_CACHE_REFERENCES]	= 0x280030,
		[PERF_COUNT_HW_CACHE_MISSES]		= 0x30000c,
		[PERF_COUNT_HW_BRANCH_INSTRUCTIONS]	= 0x0410a0,
		[PERF_COUNT_HW_BRANCH_MISSES]		= 0x400052,
	},
	.cache		= {
		[C(L1D)] = PERF_OPS(PERF_CODES(0x280030, 0x080080),
				     PERF_CODES(0x180032, 0x080088),
				     PERF_CODES(0x0810a4, 0)),
		[C(L1I)] = PERF_OPS(PERF_CODES(0, 0x100056),
				     PERF_NO_CODES,
				     PERF_CODES(0x04008c, 0)),
		[C(LL)] = PERF_OPS(PERF_CODES(0x150730, 0x250532),
				     PERF_CODES(0x250432, 0x150432),
				     PERF_CODES(0x0810a6, 0)),
		PERF_READ_ONLY_CACHES(0x20000e, 0x0420ce, 0x0430e6, 0x400052),
	},
};
