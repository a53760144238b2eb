// SPDX-License-Identifier: GPL-2.0
/*
 * POWER7 and POWER7+.
 *
 * The layout of event codes is ABI, and exported in sysfs. Each of the first four counters
 * has a selector, a unit and a combination of its own; PERF_MMCR1_L2, which selects events of
 * the second level cache, exists once. Codes have no bit for marked instructions:
 * perf_power7_marked() tests the selectors.
 *
 * Owns const tables only, and the functions that compute on them. No locks. Context: any.
 *
 * Hardware facts: "POWER7 Performance Monitor Unit User's Guide": MMCR1, MMCRA, list of
 * events. The counters count speculatively, and take back what did not complete.
 */
#include <asm/reg.h>

#include "cache_table.h"
#include "isa207.h"

/* Fields of an event code beyond those in isa207.h. */
#define PERF_CODE_L2		GENMASK_ULL(10, 8)
#define PERF_CODE_COMBINE	BIT_ULL(11)

#define PERF_MMCR1_L2		GENMASK_ULL(47, 45)

/* Units: the second level cache, and the part of the load store unit with marked events. */
#define PERF_UNIT_L2		0x6
#define PERF_UNIT_MARKS		0xd

static int perf_power7_choose(const struct perf_power_model *model, u64 config1,
			      struct perf_power_choice *choice)
{
	int err = perf_power_isa207_counters(choice);

	if (err)
		return err;
	if (FIELD_GET(PERF_CODE_UNIT, choice->code) == PERF_UNIT_L2)
		perf_power_isa207_share(choice, PERF_CODE_L2);
	return 0;
}

/*
 * Test if @code counts marked instructions on @counter. Selectors 20H to 2FH are the times of
 * marked loads, on counters with even numbers; 30H to 3FH the progress of marked instructions,
 * but for a few on some counters; 40H to 5FH and 80H to 8FH count them in PERF_UNIT_MARKS; 64H
 * waits of the third and the fourth.
 */
static bool perf_power7_marked(u64 code, unsigned int counter)
{
	bool marks = FIELD_GET(PERF_CODE_UNIT, code) == PERF_UNIT_MARKS;
	/* The lowest bit of PERF_CODE_SELECT only selects edges or levels. */
	unsigned int select = code & PERF_CODE_SELECT & ~1ULL;

	switch (select) {
	case 0x20 ... 0x2e:
		return counter == 1 || counter == 3;
	case 0x30 ... 0x3a:
		return true;
	case 0x3c:
		return counter == 0;
	case 0x3e:
		return counter != 1;
	case 0x40 ... 0x5e:
	case 0x80 ... 0x8e:
		return marks;
	case 0x64:
		return counter >= 2;
	default:
		return false;
	}
}

static void perf_power7_encode(struct perf_power_regs *regs, u64 code, u64 config1,
			       unsigned int counter)
{
	u64 unit = FIELD_GET(PERF_CODE_UNIT, code);

	regs->mmcr1 |= FIELD_GET(PERF_CODE_SELECT, code) << (24 - 8 * counter);
	regs->mmcr1 |= FIELD_GET(PERF_CODE_COMBINE, code) << (35 - counter);
	regs->mmcr1 |= unit << (60 - 4 * counter);
	if (unit == PERF_UNIT_L2)
		regs->mmcr1 |= FIELD_PREP(PERF_MMCR1_L2, FIELD_GET(PERF_CODE_L2, code));
	/* A code with neither PERF_CODE_PMC nor PERF_UNIT_MARKS counts no marked instructions. */
	if ((code & PERF_CODE_PMC || unit == PERF_UNIT_MARKS) && perf_power7_marked(code, counter))
		regs->mmcra |= MMCRA_SAMPLE_ENABLE;
}

/* The sources of reloads: those of PMC1 and PMC3 are on the counter behind it, too. */
static u64 perf_power7_other_way(u64 code)
{
	u64 select = code & (PERF_CODE_SELECT & ~7ULL);

	switch (FIELD_GET(PERF_CODE_PMC, code)) {
	case 1:
	case 3:
		return select == 0x48 ? code + FIELD_PREP(PERF_CODE_PMC, 1) - 8 : 0;
	case 2:
	case 4:
		return select == 0x40 ? code - FIELD_PREP(PERF_CODE_PMC, 1) + 8 : 0;
	default:
		return 0;
	}
}

/* Rows for perf_power_model.equal: codes of the same event. */
static const u64 perf_power7_equal[][PERF_POWER_EQUALS] = {
	{ 0x200f2, 0x300f2 },			/* PM_INST_DISP */
	{ 0x200f4, 0x600f4 },			/* PM_RUN_CYC */
	{ 0x400fa, 0x500fa },			/* PM_RUN_INST_CMPL */
};

/* The same for perf_power_model.equal_in_task. */
static const u64 perf_power7_equal_in_task[][PERF_POWER_EQUALS] = {
	{ 0x00002, 0x500fa },			/* PM_INST_CMPL, PM_RUN_INST_CMPL */
	{ 0x0001e, 0x600f4 },			/* PM_CYC, PM_RUN_CYC */
};

static const struct perf_power_named perf_power7_formats[] = {
	{ "event",		"config:0-19" },
	{ "pmcxsel",		"config:0-7" },
	{ "l2sel",		"config:8-10" },
	{ "combine",		"config:11" },
	{ "unit",		"config:12-15" },
	{ "pmc",		"config:16-19" },
	{ }
};

static const struct perf_power_named perf_power7_events[] = {
	{ "branch-instructions",	"event=0x10068" },
	{ "branch-misses",		"event=0x400f6" },
	{ "cache-misses",		"event=0x400f0" },
	{ "cache-references",		"event=0xc880" },
	{ "cpu-cycles",			"event=0x1e" },
	{ "instructions",		"event=0x2" },
	{ "stalled-cycles-backend",	"event=0x4000a" },
	{ "stalled-cycles-frontend",	"event=0x100f8" },
#include "power7_events.h"
	{ }
};

/* perf_power7 and perf_power7p differ in the bit of MMCRA that marks SDAR as valid. */
#define PERF_POWER7_COMMON							\
	.counters	= 6,							\
	.code_bits	= PERF_CODE_SELECT | PERF_CODE_L2 | PERF_CODE_COMBINE |	\
			  PERF_CODE_UNIT | PERF_CODE_PMC,			\
	.choose		= perf_power7_choose,					\
	.other_way	= perf_power7_other_way,				\
	.encode		= perf_power7_encode,					\
	.equal		= perf_power7_equal,					\
	.equals		= ARRAY_SIZE(perf_power7_equal),			\
	.equal_in_task	= perf_power7_equal_in_task,				\
	.equals_in_task	= ARRAY_SIZE(perf_power7_equal_in_task),		\
	.formats	= perf_power7_formats,					\
	.events		= perf_power7_events,					\
	.mmcra		= MMCRA_SDAR_DCACHE_MISS | MMCRA_SDAR_ERAT_MISS,	\
	.mmcra_user	= POWER6_MMCRA_SIPR,					\
	.mmcra_hv	= POWER6_MMCRA_SIHV,					\
	.rolls_back	= true,							\
	.generic	= {							\
		[PERF_COUNT_HW_CPU_CYCLES]		= 0x0001e,		\
		[PERF_COUNT_HW_INSTRUCTIONS]		= 0x00002,		\
		[PERF_COUNT_HW_STALLED_CYCLES_FRONTEND]	= 0x100f8,		\
		[PERF_COUNT_HW_STALLED_CYCLES_BACKEND]	= 0x4000a,		\
		[PERF_COUNT_HW_CACHE_REFERENCES]	= 0x0c880,		\
		[PERF_COUNT_HW_CACHE_MISSES]		= 0x400f0,		\
		[PERF_COUNT_HW_BRANCH_INSTRUCTIONS]	= 0x10068,		\
		[PERF_COUNT_HW_BRANCH_MISSES]		= 0x400f6,		\
	},									\
	.cache		= {							\
		[C(L1D)] = PERF_OPS(PERF_CODES(0x0c880, 0x400f0),		\
				     PERF_CODES(0, 0x300f0),			\
				     PERF_CODES(0x0d8b8, 0)),			\
		[C(L1I)] = PERF_OPS(PERF_CODES(0, 0x200fc),			\
				     PERF_NO_CODES,				\
				     PERF_CODES(0x0408a, 0)),			\
		[C(LL)] = PERF_OPS(PERF_CODES(0x16080, 0x26080),		\
				     PERF_CODES(0x16082, 0x26082),		\
				     PERF_CODES(0, 0)),				\
		PERF_READ_ONLY_CACHES(0x300fc, 0x400fc, 0x10068, 0x400f6),	\
	}

const struct perf_power_model perf_power7 = {
	.name		= "POWER7",
	.mmcra_sdar	= POWER6_MMCRA_SDSYNC,
	PERF_POWER7_COMMON,
};

const struct perf_power_model perf_power7p = {
	.name		= "POWER7",
	.mmcra_sdar	= POWER7P_MMCRA_SDAR_VALID,
	.mmcra_siar	= POWER7P_MMCRA_SIAR_VALID,
	PERF_POWER7_COMMON,
};
