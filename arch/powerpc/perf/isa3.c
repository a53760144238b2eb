// SPDX-License-Identifier: GPL-2.0
/*
 * POWER9, POWER10 and 11, and any other processor of Power ISA 3.0 or later.
 *
 * The layout of event codes is ABI, and exported in sysfs. Fields that each counter has of its
 * own (selector, unit, combination, source) go to the counter's bits in MMCR1 and MMCR3; the
 * others exist once.
 *
 * Owns const tables only, and the functions that compute on them.
 * Context: any; nothing here has a state.
 *
 * Hardware facts: Power ISA 3.0B and 3.1, book III, chapter "Performance Monitor
 * Facility" (MMCR1, MMCRA, architected event codes 0xF0 to 0xFE); "POWER9 Performance
 * Monitor Unit User's Guide" and "POWER10 Performance Monitor Unit User's Guide"
 * (fields of MMCR1 to 3 and MMCRA that the ISA leaves open, event codes).
 */
#include <linux/errno.h>
#include <linux/minmax.h>

#include <asm/reg.h>

#include "cache_table.h"
#include "isa207.h"

/* Fields of an event code beyond those in isa207.h. */
#define PERF_CODE_RADIX		BIT_ULL(9)		/* POWER10 */
#define PERF_CODE_COMBINE	GENMASK_ULL(11, 10)
#define PERF_CODE_CACHE9	GENMASK_ULL(23, 20)	/* PERF_CODE_QUALIFIER, two unused */
#define PERF_CODE_SDAR10	GENMASK_ULL(23, 22)
#define PERF_CODE_THRESH_CMP9	GENMASK_ULL(49, 40)
#define PERF_CODE_SDAR9		GENMASK_ULL(51, 50)
#define PERF_CODE_L2L3		GENMASK_ULL(44, 40)	/* of PERF_UNIT_L2L3 */
#define PERF_CODE_SOURCE	GENMASK_ULL(59, 45)
#define PERF_CONFIG1_CMP10	GENMASK_ULL(17, 0)

/* The unit of POWER10's outer caches. */
#define PERF_UNIT_L2L3		6

/* Fields of the registers beyond those in isa207.h. */
#define PERF_MMCR1_RADIX	BIT_ULL(45)
#define PERF_MMCR2_L2L3		GENMASK_ULL(7, 3)
#define PERF_MMCRA_THRESH_CMP	GENMASK_ULL(55, 45)

/* MMCRA of an event without a mode of its own: SDAR follows data cache misses. */
#define PERF_MMCRA_SDAR_DCACHE	FIELD_PREP_CONST(PERF_MMCRA_SDAR_MODE, 2)

/* The unit with the events of reloads: the qualifier selects demand loads (0) or prefetches too. */
#define PERF_UNIT_RELOAD	0xc

static int perf_isa3_choose(const struct perf_power_model *model, u64 config1,
			    struct perf_power_choice *choice)
{
	return perf_power_isa207_counters(choice);
}

static void perf_isa3_encode(struct perf_power_regs *regs, u64 code, u64 config1,
			     unsigned int counter)
{
	perf_power_isa207_encode(regs, code, counter);
}

/*
 * Sampling modes that the ISA reserves; each processor reserves one more, @reserved_mode of
 * perf_power9up_choose(). The lower two bits select the samples: instructions, loads and
 * stores, or branches.
 */
static bool perf_sample_mode_reserved(unsigned int mode)
{
	if ((mode & 0x3) == 0x3)
		return true;
	switch (mode) {
	case 0x05:
	case 0x09:
	case 0x0d:
	case 0x19:
	case 0x1a:
	case 0x1d:
	case 0x1e:
		return true;
	default:
		return false;
	}
}

/* Checks common to POWER9 and POWER10, and the fields that their events have to agree on. */
static int perf_power9up_choose(struct perf_power_choice *choice, unsigned int reserved_mode,
				u64 compare)
{
	unsigned int mode = FIELD_GET(PERF_CODE_SAMPLE, choice->code);
	u64 code = choice->code;

	if (perf_sample_mode_reserved(mode) || mode == reserved_mode)
		return -EINVAL;
	if (FIELD_GET(PERF_CODE_THRESH_START, code) == 0xf ||
	    FIELD_GET(PERF_CODE_THRESH_STOP, code) == 0xf)
		return -EINVAL;

	if (code & PERF_CODE_MARK)
		perf_power_isa207_share(choice, PERF_CODE_SAMPLE);
	perf_power_isa207_share_threshold(choice, compare);
	if ((code & PERF_CODE_QUALIFIER) || FIELD_GET(PERF_CODE_UNIT, code) == PERF_UNIT_RELOAD)
		perf_power_isa207_share(choice, PERF_CODE_QUALIFIER);
	return 0;
}

static void perf_power9up_encode(struct perf_power_regs *regs, u64 code, unsigned int counter)
{
	perf_power_isa207_encode(regs, code, counter);
	perf_power_isa207_encode_qualifier(regs, code);
	regs->mmcr1 |= FIELD_GET(PERF_CODE_COMBINE, code) << (38 - 2 * counter);
	perf_power_isa207_encode_threshold(regs, code);
	perf_power_isa207_encode_sampling(regs, code);
}

/*
 * POWER9. Units 6 to 9 deliver their events through the fourth counter, one group of events at a
 * time, which PERF_CODE_SELECT names.
 */
static int perf_power9_choose(const struct perf_power_model *model, u64 config1,
			      struct perf_power_choice *choice)
{
	u64 compare = FIELD_GET(PERF_CODE_THRESH_CMP9, choice->code);
	unsigned int unit = FIELD_GET(PERF_CODE_UNIT, choice->code);
	int err;

	err = perf_power_isa207_counters(choice) ?:
	      perf_power9up_choose(choice, 0x0c, compare);
	if (err)
		return err;
	if ((choice->code & PERF_SHARED_THRESH) && perf_power_isa207_check_compare(compare))
		return -EINVAL;
	if (unit >= 6 && unit <= 9) {
		choice->needs = BIT(3);
		perf_power_isa207_share(choice, PERF_CODE_SELECT);
	}
	return 0;
}

static void perf_power9_encode(struct perf_power_regs *regs, u64 code, u64 config1,
			       unsigned int counter)
{
	perf_power9up_encode(regs, code, counter);
	regs->mmcra |= FIELD_PREP(PERF_MMCRA_THRESH_CMP, FIELD_GET(PERF_CODE_THRESH_CMP9, code));
	perf_power_isa207_encode_sdar(regs, FIELD_GET(PERF_CODE_SDAR9, code));
}

/*
 * POWER10. PERF_CONFIG1_CMP10 is a plain number, rounded down to eight bits times a power of
 * four; larger numbers become 0xff << 10.
 */
static u64 perf_power10_compare(u64 config1)
{
	u64 number = min_t(u64, config1 & PERF_CONFIG1_CMP10, 0xffULL << 10), exponent = 0;

	while (number > 0xff) {
		number >>= 2;
		exponent++;
	}
	return exponent << 8 | number;
}

static int perf_power10_choose(const struct perf_power_model *model, u64 config1,
			       struct perf_power_choice *choice)
{
	unsigned int unit = FIELD_GET(PERF_CODE_UNIT, choice->code);
	int err;

	err = perf_power_isa207_counters(choice) ?:
	      perf_power9up_choose(choice, 0x10, perf_power10_compare(config1));
	if (err)
		return err;
	if (choice->counters & GENMASK(3, 0))
		perf_power_isa207_share(choice, PERF_CODE_RADIX);
	if (unit == PERF_UNIT_L2L3)
		perf_power_isa207_share(choice, PERF_CODE_L2L3);
	return 0;
}

static void perf_power10_encode(struct perf_power_regs *regs, u64 code, u64 config1,
				unsigned int counter)
{
	perf_power9up_encode(regs, code, counter);
	if (code & PERF_CODE_RADIX)
		regs->mmcr1 |= PERF_MMCR1_RADIX;
	if (FIELD_GET(PERF_CODE_UNIT, code) == PERF_UNIT_L2L3)
		regs->mmcr2 |= FIELD_PREP(PERF_MMCR2_L2L3, FIELD_GET(PERF_CODE_L2L3, code));
	regs->mmcr3 |= FIELD_GET(PERF_CODE_SOURCE, code) << (49 - 15 * counter);
	regs->mmcra |= FIELD_PREP(PERF_MMCRA_THRESH_CMP, perf_power10_compare(config1));
	perf_power_isa207_encode_sdar(regs, FIELD_GET(PERF_CODE_SDAR10, code));
}

/* Rows for perf_power_model.equal: codes of the same event. */
static const u64 perf_isa3_equal[][PERF_POWER_EQUALS] = {
	{ 0x100fe, 0x500fa },			/* instructions completed */
	{ 0x100f0, 0x600f4 },			/* cycles */
	{ 0x200f2, 0x300f2 },			/* instructions dispatched */
};

static const u64 perf_power9_equal[][PERF_POWER_EQUALS] = {
	{ 0x200f2, 0x300f2 },			/* PM_INST_DISP */
	{ 0x20036, 0x40036 },			/* PM_BR_2PATH */
	{ 0x3e054, 0x400f0 },			/* PM_LD_MISS_L1 */
	{ 0x400fa, 0x500fa },			/* PM_RUN_INST_CMPL */
	{ 0x200f4, 0x600f4 },			/* PM_RUN_CYC */
};

/* The same for perf_power_model.equal_in_task. */
static const u64 perf_power9_equal_in_task[][PERF_POWER_EQUALS] = {
	{ 0x00002, 0x500fa },			/* PM_INST_CMPL, PM_RUN_INST_CMPL */
	{ 0x0001e, 0x600f4 },			/* PM_CYC, PM_RUN_CYC */
};

static const u64 perf_power10_equal[][PERF_POWER_EQUALS] = {
	{ 0x00002, 0x500fa, 0x100fe },		/* PM_INST_CMPL */
	{ 0x0001e, 0x600f4, 0x100f0 },		/* PM_CYC */
};

static const struct perf_power_named perf_isa3_formats[] = {
	{ "event",		"config:0-19" },
	{ "pmcxsel",		"config:0-7" },
	{ "pmc",		"config:16-19" },
	{ }
};

static const struct perf_power_named perf_isa3_events[] = {
	{ "branch-misses",		"event=0x400f6" },
	{ "cache-misses",		"event=0x400f0" },
	{ "cache-references",		"event=0x100fc" },
	{ "cpu-cycles",			"event=0x600f4" },
	{ "instructions",		"event=0x500fa" },
	{ "stalled-cycles-frontend",	"event=0x100f8" },
	{ "PM_BR_MPRED_CMPL",		"event=0x400f6" },
	{ "PM_CYC",			"event=0x100f0" },
	{ "PM_DATA_FROM_L3MISS",	"event=0x300fe" },
	{ "PM_DTLB_MISS",		"event=0x300fc" },
	{ "PM_INST_CMPL",		"event=0x100fe" },
	{ "PM_ITLB_MISS",		"event=0x400fc" },
	{ "PM_L1_ICACHE_MISS",		"event=0x200fc" },
	{ "PM_LD_REF_L1",		"event=0x100fc" },
	{ "PM_RUN_CYC",			"event=0x600f4" },
	{ "PM_RUN_INST_CMPL",		"event=0x500fa" },
	{ }
};

static const struct perf_power_named perf_power9_formats[] = {
	{ "event",		"config:0-51" },
	{ "pmcxsel",		"config:0-7" },
	{ "mark",		"config:8" },
	{ "combine",		"config:10-11" },
	{ "unit",		"config:12-15" },
	{ "pmc",		"config:16-19" },
	{ "cache_sel",		"config:20-23" },
	{ "sample_mode",	"config:24-28" },
	{ "thresh_sel",		"config:29-31" },
	{ "thresh_stop",	"config:32-35" },
	{ "thresh_start",	"config:36-39" },
	{ "thresh_cmp",		"config:40-49" },
	{ "sdar_mode",		"config:50-51" },
	{ }
};

static const struct perf_power_named perf_power9_events[] = {
	{ "branch-instructions",	"event=0x4d05e" },
	{ "branch-misses",		"event=0x400f6" },
	{ "cache-misses",		"event=0x2c04e" },
	{ "cache-references",		"event=0x100fc" },
	{ "cpu-cycles",			"event=0x1e" },
	{ "instructions",		"event=0x2" },
	{ "stalled-cycles-backend",	"event=0x1e054" },
	{ "stalled-cycles-frontend",	"event=0x100f8" },
	{ "mem-loads",			"event=0x34340401e0" },
	{ "mem-stores",			"event=0x343c0401e0" },
	{ "PM_BR_CMPL",			"event=0x4d05e" },
	{ "PM_BR_MPRED_CMPL",		"event=0x400f6" },
	{ "PM_CMPLU_STALL",		"event=0x1e054" },
	{ "PM_CYC",			"event=0x1e" },
	{ "PM_DATA_FROM_L3MISS",	"event=0x300fe" },
	{ "PM_DTLB_MISS",		"event=0x300fc" },
	{ "PM_ICT_NOSLOT_CYC",		"event=0x100f8" },
	{ "PM_INST_CMPL",		"event=0x2" },
	{ "PM_ITLB_MISS",		"event=0x400fc" },
	{ "PM_L1_ICACHE_MISS",		"event=0x200fd" },
	{ "PM_LD_MISS_L1_FIN",		"event=0x2c04e" },
	{ "PM_LD_REF_L1",		"event=0x100fc" },
	{ "PM_ST_MISS_L1",		"event=0x300f0" },
	{ }
};

static const struct perf_power_named perf_power10_formats[] = {
	{ "event",		"config:0-59" },
	{ "pmcxsel",		"config:0-7" },
	{ "mark",		"config:8" },
	{ "radix_scope",	"config:9" },
	{ "combine",		"config:10-11" },
	{ "unit",		"config:12-15" },
	{ "pmc",		"config:16-19" },
	{ "cache_sel",		"config:20-21" },
	{ "sdar_mode",		"config:22-23" },
	{ "sample_mode",	"config:24-28" },
	{ "thresh_sel",		"config:29-31" },
	{ "thresh_stop",	"config:32-35" },
	{ "thresh_start",	"config:36-39" },
	{ "l2l3_sel",		"config:40-44" },
	{ "src_sel",		"config:45-46" },
	{ "invert_bit",		"config:47" },
	{ "src_mask",		"config:48-53" },
	{ "src_match",		"config:54-59" },
	{ "thresh_cmp",		"config1:0-17" },
	{ }
};

static const struct perf_power_named perf_power10_events[] = {
	{ "branch-instructions",	"event=0x2f04a" },
	{ "branch-misses",		"event=0x3e098" },
	{ "cache-misses",		"event=0x400f0" },
	{ "cache-references",		"event=0x100fc" },
	{ "cpu-cycles",			"event=0x600f4" },
	{ "instructions",		"event=0x500fa" },
	{ "mem-loads",			"event=0x35340401e0" },
	{ "mem-stores",			"event=0x353c0401e0" },
	{ "PM_BR_CMPL",			"event=0x4d05e" },
	{ "PM_BR_FIN",			"event=0x2f04a" },
	{ "PM_BR_MPRED_CMPL",		"event=0x400f6" },
	{ "PM_DATA_FROM_L3",		"event=0x1340000001c040" },
	{ "PM_DATA_FROM_L3MISS",	"event=0x300fe" },
	{ "PM_DTLB_MISS",		"event=0x300fc" },
	{ "PM_ITLB_MISS",		"event=0x400fc" },
	{ "PM_L1_ICACHE_MISS",		"event=0x200fc" },
	{ "PM_LD_DEMAND_MISS_L1_FIN",	"event=0x400f0" },
	{ "PM_LD_MISS_L1",		"event=0x3e054" },
	{ "PM_LD_REF_L1",		"event=0x100fc" },
	{ "PM_MPRED_BR_FIN",		"event=0x3e098" },
	{ "PM_RUN_CYC",			"event=0x600f4" },
	{ "PM_RUN_INST_CMPL",		"event=0x500fa" },
	{ "PM_ST_MISS_L1",		"event=0x300f0" },
	{ }
};

/* A processor without a table of its own: only the architected events. */
const struct perf_power_model perf_power_isa3 = {
	.name		= "ISAv3",
	.counters	= 6,
	.code_bits	= PERF_CODE_SELECT | PERF_CODE_PMC,
	.choose		= perf_isa3_choose,
	.encode		= perf_isa3_encode,
	.equal		= perf_isa3_equal,
	.equals		= ARRAY_SIZE(perf_isa3_equal),
	.formats	= perf_isa3_formats,
	.events		= perf_isa3_events,
	.mmcr0		= MMCR0_C56RUN,
	.mmcra		= PERF_MMCRA_SDAR_DCACHE,
	.has_207	= true,
	.generic	= {
		[PERF_COUNT_HW_CPU_CYCLES]		= 0x600f4,
		[PERF_COUNT_HW_INSTRUCTIONS]		= 0x500fa,
		[PERF_COUNT_HW_STALLED_CYCLES_FRONTEND]	= 0x100f8,
		[PERF_COUNT_HW_CACHE_REFERENCES]	= 0x100fc,
		[PERF_COUNT_HW_CACHE_MISSES]		= 0x400f0,
		[PERF_COUNT_HW_BRANCH_MISSES]		= 0x400f6,
	},
	.cache		= {
		[C(L1D)] = PERF_OPS(PERF_CODES(0x100fc, 0x400f0),
				     PERF_CODES(0, 0x300f0),
				     PERF_CODES(0, 0)),
		[C(L1I)] = PERF_OPS(PERF_CODES(0, 0x200fc),
				     PERF_NO_MISS(0),
				     PERF_CODES(0, 0)),
		[C(LL)] = PERF_OPS(PERF_CODES(0, 0x300fe),
				     PERF_CODES(0, 0),
				     PERF_CODES(0, 0)),
		PERF_READ_ONLY_CACHES(0x300fc, 0x400fc, 0, 0x400f6),
	},
};

/* Events of "POWER9 Performance Monitor Unit User's Guide" that do not count on two revisions. */
static const u32 perf_power9_dd21_broken[] = {
	0x10134,		/* PM_MRK_ST_DONE_L2 */
	0x1f056,		/* PM_RADIX_PWC_L1_HIT */
	0x100f4,		/* PM_FLOP_CMPL */
	0x20112,		/* PM_MRK_NTF_FIN */
	0x2d024,		/* PM_RADIX_PWC_L2_HIT */
	0x3405e,		/* PM_IFETCH_THROTTLE */
	0x3e15c,		/* PM_MRK_L2_TM_ST_ABORT_SISTER */
	0x3f056,		/* PM_RADIX_PWC_L3_HIT */
	0x3006c,		/* PM_RUN_CYC_SMT2_MODE */
	0x4e014,		/* PM_TM_TX_PASS_RUN_INST */
	0x4003c,		/* PM_DISP_HELD_SYNC_HOLD */
	0
};

static const u32 perf_power9_dd22_broken[] = {
	0x1c058,		/* PM_DTLB_MISS_16G */
	0x1c05a,		/* PM_DERAT_MISS_2M */
	0x1c05c,		/* PM_DTLB_MISS_2M */
	0x1d15c,		/* PM_MRK_DTLB_MISS_1G */
	0x2c056,		/* PM_DTLB_MISS_4K */
	0x2c05a,		/* PM_DERAT_MISS_1G */
	0x2d152,		/* PM_MRK_DERAT_MISS_2M */
	0x2d156,		/* PM_MRK_DTLB_MISS_4K */
	0x2d15e,		/* PM_MRK_DTLB_MISS_16G */
	0x3c056,		/* PM_DTLB_MISS_64K */
	0x3d152,		/* PM_MRK_DERAT_MISS_1G */
	0x3d156,		/* PM_MRK_DTLB_MISS_64K */
	0x4003c,		/* PM_DISP_HELD_SYNC_HOLD */
	0x4c056,		/* PM_DTLB_MISS_16M */
	0x4c05a,		/* PM_DTLB_MISS_1G */
	0x4c15e,		/* PM_MRK_DTLB_MISS_16M */
	0
};

#define PERF_POWER9_COMMON									\
	.counters	= 6,									\
	.code_bits	= PERF_CODE_SELECT | PERF_CODE_MARK | PERF_CODE_COMBINE | PERF_CODE_UNIT | \
			  PERF_CODE_PMC | PERF_CODE_CACHE9 | PERF_CODE_SAMPLE |			\
			  PERF_CODE_THRESH_SEL | PERF_CODE_THRESH_STOP |			\
			  PERF_CODE_THRESH_START | PERF_CODE_THRESH_CMP9 | PERF_CODE_SDAR9,	\
	.choose		= perf_power9_choose,							\
	.encode		= perf_power9_encode,							\
	.equal		= perf_power9_equal,							\
	.equals		= ARRAY_SIZE(perf_power9_equal),					\
	.equal_in_task	= perf_power9_equal_in_task,						\
	.equals_in_task	= ARRAY_SIZE(perf_power9_equal_in_task),				\
	.formats	= perf_power9_formats,							\
	.events		= perf_power9_events,							\
	.extended_regs	= PERF_REG_PMU_MASK_300,						\
	.mmcra		= PERF_MMCRA_SDAR_DCACHE,						\
	.has_207	= true,									\
	.has_ebb	= true,									\
	.has_bhrb	= true,									\
	.branch_filters	= PERF_SAMPLE_BRANCH_ANY_CALL,						\
	.generic	= {									\
		[PERF_COUNT_HW_CPU_CYCLES]		= 0x0001e,				\
		[PERF_COUNT_HW_INSTRUCTIONS]		= 0x00002,				\
		[PERF_COUNT_HW_STALLED_CYCLES_FRONTEND]	= 0x100f8,				\
		[PERF_COUNT_HW_STALLED_CYCLES_BACKEND]	= 0x1e054,				\
		[PERF_COUNT_HW_CACHE_REFERENCES]	= 0x100fc,				\
		[PERF_COUNT_HW_CACHE_MISSES]		= 0x2c04e,				\
		[PERF_COUNT_HW_BRANCH_INSTRUCTIONS]	= 0x4d05e,				\
		[PERF_COUNT_HW_BRANCH_MISSES]		= 0x400f6,				\
	},											\
	.cache		= {									\
		[C(L1D)] = PERF_OPS(PERF_CODES(0x100fc, 0x2c04e),				\
				     PERF_CODES(0, 0x300f0),					\
				     PERF_CODES(0x20054, 0)),					\
		[C(L1I)] = PERF_OPS(PERF_CODES(0x04080, 0x200fd),				\
				     PERF_NO_MISS(0x0408c),					\
				     PERF_CODES(0x0488c, 0)),					\
		[C(LL)] = PERF_OPS(PERF_CODES(0x4c042, 0x300fe),				\
				     PERF_CODES(0, 0),						\
				     PERF_CODES(0x4e052, 0)),					\
		PERF_READ_ONLY_CACHES(0x300fc, 0x400fc, 0x4d05e, 0x400f6),			\
	}

const struct perf_power_model perf_power9 = {
	.name		= "POWER9",
	PERF_POWER9_COMMON,
};

const struct perf_power_model perf_power9_dd21 = {
	.name		= "POWER9",
	PERF_POWER9_COMMON,
	.broken		= perf_power9_dd21_broken,
};

const struct perf_power_model perf_power9_dd22 = {
	.name		= "POWER9",
	PERF_POWER9_COMMON,
	.broken		= perf_power9_dd22_broken,
};

const struct perf_power_model perf_power10 = {
	.name		= "POWER10",
	.counters	= 6,
	.code_bits	= GENMASK_ULL(59, 0),
	.config1_bits	= PERF_CONFIG1_CMP10,
	.choose		= perf_power10_choose,
	.encode		= perf_power10_encode,
	.equal		= perf_power10_equal,
	.equals		= ARRAY_SIZE(perf_power10_equal),
	.formats	= perf_power10_formats,
	.events		= perf_power10_events,
	.extended_regs	= PERF_REG_PMU_MASK_31,
	.mmcr0		= MMCR0_PMCCEXT | MMCR0_C56RUN,
	.mmcra		= MMCRA_BHRB_DISABLE | PERF_MMCRA_SDAR_DCACHE,
	.has_207	= true,
	.has_31		= true,
	.has_ebb	= true,
	.has_bhrb	= true,
	.branch_filters	= PERF_SAMPLE_BRANCH_ANY_CALL | PERF_SAMPLE_BRANCH_IND_CALL |
			  PERF_SAMPLE_BRANCH_COND,
	.generic	= {
		[PERF_COUNT_HW_CPU_CYCLES]		= 0x600f4,
		[PERF_COUNT_HW_INSTRUCTIONS]		= 0x500fa,
		[PERF_COUNT_HW_CACHE_REFERENCES]	= 0x100fc,
		[PERF_COUNT_HW_CACHE_MISSES]		= 0x400f0,
		[PERF_COUNT_HW_BRANCH_INSTRUCTIONS]	= 0x2f04a,
		[PERF_COUNT_HW_BRANCH_MISSES]		= 0x3e098,
	},
	.cache		= {
		[C(L1D)] = PERF_OPS(PERF_CODES(0x100fc, 0x3e054),
				     PERF_CODES(0, 0x300f0),
				     PERF_CODES(0x1002c, 0)),
		[C(L1I)] = PERF_OPS(PERF_CODES(0x04080, 0x200fc),
				     PERF_NO_MISS(0x3f00000001c040),
				     PERF_CODES(0x040a0, 0)),
		[C(LL)] = PERF_OPS(PERF_CODES(0x1340000001c040, 0x300fe),
				     PERF_CODES(0x10000046080, 0x26880),
				     PERF_CODES(0x100000016080, 0)),
		PERF_READ_ONLY_CACHES(0x300fc, 0x400fc, 0x4d05e, 0x400f6),
	},
};
