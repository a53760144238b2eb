// SPDX-License-Identifier: GPL-2.0
/*
 * POWER8, POWER8E and POWER8NVL.
 *
 * The layout of event codes is ABI, and exported in sysfs; isa207.c has the fields that later
 * processors have as well.
 *
 * Owns const tables only, and the functions that compute on them. No locks. Context: any.
 *
 * Hardware facts: "POWER8 Performance Monitor Unit User's Guide": chapters on MMCR1
 * (units, combinations, qualifiers, response matching), MMCRA (thresholds, sampling)
 * and MMCRC, and its list of events.
 */
#include <linux/errno.h>

#include "cache_table.h"
#include "isa207.h"

/* Fields of an event code beyond those in isa207.h. */
#define PERF_CODE_COMBINE8	BIT_ULL(11)
#define PERF_CODE_CACHE8	GENMASK_ULL(23, 20)
#define PERF_CODE_BANK		BIT_ULL(23)		/* of PERF_CODE_CACHE8 */
#define PERF_CODE_QUALIFIED	BIT_ULL(22)		/* of PERF_CODE_CACHE8 */
#define PERF_CODE_RESPONSE	(PERF_CODE_THRESH_STOP | PERF_CODE_THRESH_START)
#define PERF_CODE_THRESH_CMP8	GENMASK_ULL(49, 40)

/* Fields of the registers beyond those in isa207.h. */
#define PERF_MMCR1_RESPONSE	GENMASK_ULL(43, 36)
#define PERF_MMCRA_THRESH_CMP8	GENMASK_ULL(41, 32)

/* Responses in perf_power_choice.mask: no other shared field has these bits. */
#define PERF_SHARED_RESPONSE	GENMASK_ULL(47, 40)

/* For PERF_MMCRA_SDAR_MODE: SDAR follows translation misses while no instruction is marked. */
#define PERF_SDAR_TLB_MISS	1

/* Test if a code counts responses that match PERF_CODE_RESPONSE, in the bits of a threshold. */
static bool perf_power8_matches(u64 code)
{
	switch (code & (PERF_CODE_PMC | PERF_CODE_UNIT | (PERF_CODE_SELECT & ~BIT_ULL(0)))) {
	case 0x30056:	/* PM_MRK_FAB_RSP_MATCH */
	case 0x4f052:	/* PM_MRK_FAB_RSP_MATCH_CYC */
		return true;
	default:
		return false;
	}
}

/*
 * MMCRC holds the selector of the second and third level cache (units 6 to 9). MMCRC belongs to
 * the hypervisor and is 0; a code with another value in PERF_CODE_CACHE8 is rejected. All events
 * that have a qualifier of the first level cache share PERF_CODE_QUALIFIER; other events do not
 * read PERF_CODE_CACHE8.
 */
static int perf_power8_choose_cache(struct perf_power_choice *choice)
{
	unsigned int unit = FIELD_GET(PERF_CODE_UNIT, choice->code);
	u64 cache = choice->code & PERF_CODE_CACHE8;

	if (unit >= 6 && unit <= 9)
		return cache & ~PERF_CODE_BANK ? -EINVAL : 0;
	if (cache & PERF_CODE_QUALIFIED)
		perf_power_isa207_share(choice, PERF_CODE_QUALIFIER);
	return 0;
}

static int perf_power8_choose_threshold(struct perf_power_choice *choice)
{
	u64 compare = FIELD_GET(PERF_CODE_THRESH_CMP8, choice->code);

	if (perf_power8_matches(choice->code)) {
		choice->mask |= PERF_SHARED_RESPONSE;
		choice->value |= FIELD_PREP(PERF_SHARED_RESPONSE,
					    FIELD_GET(PERF_CODE_RESPONSE, choice->code));
		return 0;
	}
	perf_power_isa207_share_threshold(choice, compare);
	return perf_power_isa207_check_compare(compare);
}

static int perf_power8_choose(const struct perf_power_model *model, u64 config1,
			      struct perf_power_choice *choice)
{
	int err;

	err = perf_power_isa207_counters(choice) ?:
	      perf_power8_choose_cache(choice) ?:
	      perf_power8_choose_threshold(choice);
	if (err)
		return err;
	if (choice->code & PERF_CODE_MARK)
		perf_power_isa207_share(choice, PERF_CODE_SAMPLE);
	return 0;
}

static void perf_power8_encode(struct perf_power_regs *regs, u64 code, u64 config1,
			       unsigned int counter)
{
	perf_power_isa207_encode(regs, code, counter);
	if (code & PERF_CODE_QUALIFIED)
		perf_power_isa207_encode_qualifier(regs, code);
	regs->mmcr1 |= FIELD_GET(PERF_CODE_COMBINE8, code) << (35 - counter);

	if (perf_power8_matches(code)) {
		regs->mmcr1 |= FIELD_PREP(PERF_MMCR1_RESPONSE,
					  FIELD_GET(PERF_CODE_RESPONSE, code));
	} else {
		perf_power_isa207_encode_threshold(regs, code);
		regs->mmcra |= FIELD_PREP(PERF_MMCRA_THRESH_CMP8,
					  FIELD_GET(PERF_CODE_THRESH_CMP8, code));
	}
	perf_power_isa207_encode_sampling(regs, code);
}

/* Rows for perf_power_model.equal: codes of the same event. */
static const u64 perf_power8_equal[][PERF_POWER_EQUALS] = {
	{ 0x10134, 0x301e2 },			/* PM_MRK_ST_CMPL */
	{ 0x10138, 0x40138 },			/* PM_BR_MRK_2PATH */
	{ 0x18082, 0x3e05e },			/* PM_L3_CO_MEPF */
	{ 0x1d14e, 0x401e8 },			/* PM_MRK_DATA_FROM_L2MISS */
	{ 0x1e054, 0x4000a },			/* PM_CMPLU_STALL */
	{ 0x20036, 0x40036 },			/* PM_BR_2PATH */
	{ 0x200f2, 0x300f2 },			/* PM_INST_DISP */
	{ 0x200f4, 0x600f4 },			/* PM_RUN_CYC */
	{ 0x2013c, 0x3012e },			/* PM_MRK_FILT_MATCH */
	{ 0x3e054, 0x400f0 },			/* PM_LD_MISS_L1 */
	{ 0x400fa, 0x500fa },			/* PM_RUN_INST_CMPL */
};

/* The same for perf_power_model.equal_in_task. */
static const u64 perf_power8_equal_in_task[][PERF_POWER_EQUALS] = {
	{ 0x00002, 0x500fa },			/* PM_INST_CMPL, PM_RUN_INST_CMPL */
	{ 0x0001e, 0x600f4 },			/* PM_CYC, PM_RUN_CYC */
};

static const struct perf_power_named perf_power8_formats[] = {
	{ "event",		"config:0-49" },
	{ "pmcxsel",		"config:0-7" },
	{ "mark",		"config:8" },
	{ "combine",		"config:11" },
	{ "unit",		"config:12-15" },
	{ "pmc",		"config:16-19" },
	{ "cache_sel",		"config:20-23" },
	{ "sample_mode",	"config:24-28" },
	{ "thresh_sel",		"config:29-31" },
	{ "thresh_stop",	"config:32-35" },
	{ "thresh_start",	"config:36-39" },
	{ "thresh_cmp",		"config:40-49" },
	{ }
};

static const struct perf_power_named perf_power8_events[] = {
	{ "branch-instructions",	"event=0x10068" },
	{ "branch-misses",		"event=0x400f6" },
	{ "cache-misses",		"event=0x3e054" },
	{ "cache-references",		"event=0x100ee" },
	{ "cpu-cycles",			"event=0x1e" },
	{ "instructions",		"event=0x2" },
	{ "stalled-cycles-backend",	"event=0x4000a" },
	{ "stalled-cycles-frontend",	"event=0x100f8" },
	{ "mem_access",			"event=0x10401e0" },
	{ "PM_BRU_FIN",			"event=0x10068" },
	{ "PM_BR_MPRED_CMPL",		"event=0x400f6" },
	{ "PM_CMPLU_STALL",		"event=0x4000a" },
	{ "PM_CYC",			"event=0x1e" },
	{ "PM_DATA_FROM_L3",		"event=0x4c042" },
	{ "PM_DATA_FROM_L3MISS",	"event=0x300fe" },
	{ "PM_DTLB_MISS",		"event=0x300fc" },
	{ "PM_GCT_NOSLOT_CYC",		"event=0x100f8" },
	{ "PM_INST_CMPL",		"event=0x2" },
	{ "PM_ITLB_MISS",		"event=0x400fc" },
	{ "PM_L1_ICACHE_MISS",		"event=0x200fd" },
	{ "PM_LD_MISS_L1",		"event=0x3e054" },
	{ "PM_LD_REF_L1",		"event=0x100ee" },
	{ "PM_RUN_CYC",			"event=0x600f4" },
	{ "PM_RUN_INST_CMPL",		"event=0x500fa" },
	{ "PM_ST_MISS_L1",		"event=0x300f0" },
	{ }
};

const struct perf_power_model perf_power8 = {
	.name		= "POWER8",
	.counters	= 6,
	.code_bits	= PERF_CODE_SELECT | PERF_CODE_MARK | PERF_CODE_COMBINE8 | PERF_CODE_UNIT |
			  PERF_CODE_PMC | PERF_CODE_CACHE8 | PERF_CODE_SAMPLE |
			  PERF_SHARED_THRESH | PERF_CODE_THRESH_CMP8,
	.choose		= perf_power8_choose,
	.encode		= perf_power8_encode,
	.equal		= perf_power8_equal,
	.equals		= ARRAY_SIZE(perf_power8_equal),
	.equal_in_task	= perf_power8_equal_in_task,
	.equals_in_task	= ARRAY_SIZE(perf_power8_equal_in_task),
	.formats	= perf_power8_formats,
	.events		= perf_power8_events,
	.mmcra		= FIELD_PREP_CONST(PERF_MMCRA_SDAR_MODE, PERF_SDAR_TLB_MISS),
	.has_207	= true,
	.has_ebb	= true,
	.has_bhrb	= true,
	.branch_filters	= PERF_SAMPLE_BRANCH_ANY_CALL,
	.generic	= {
		[PERF_COUNT_HW_CPU_CYCLES]		= 0x0001e,
		[PERF_COUNT_HW_INSTRUCTIONS]		= 0x00002,
		[PERF_COUNT_HW_STALLED_CYCLES_FRONTEND]	= 0x100f8,
		[PERF_COUNT_HW_STALLED_CYCLES_BACKEND]	= 0x4000a,
		[PERF_COUNT_HW_CACHE_REFERENCES]	= 0x100ee,
		[PERF_COUNT_HW_CACHE_MISSES]		= 0x3e054,
		[PERF_COUNT_HW_BRANCH_INSTRUCTIONS]	= 0x10068,
		[PERF_COUNT_HW_BRANCH_MISSES]		= 0x400f6,
	},
	.cache		= {
		[C(L1D)] = PERF_OPS(PERF_CODES(0x100ee, 0x3e054),
				     PERF_CODES(0, 0x300f0),
				     PERF_CODES(0x0d8b8, 0)),
		[C(L1I)] = PERF_OPS(PERF_CODES(0x04080, 0x200fd),
				     PERF_NO_MISS(0x0408c),
				     PERF_CODES(0x0408e, 0)),
		[C(LL)] = PERF_OPS(PERF_CODES(0x4c042, 0x300fe),
				     PERF_CODES(0x17080, 0x17082),
				     PERF_CODES(0x4e052, 0)),
		PERF_READ_ONLY_CACHES(0x300fc, 0x400fc, 0x10068, 0x400f6),
	},
};
