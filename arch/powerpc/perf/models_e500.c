// SPDX-License-Identifier: GPL-2.0
/*
 * Tables of the e500 family: e500v1, e500v2, e500mc, e5500 and e6500.
 *
 * An event code is the event's number in the manual, with a threshold and its multiplier in the
 * upper half.
 *
 * Owns const tables only. Context: any.
 *
 * Hardware facts: PowerPC e500 Core Family Reference Manual, e500mc and e6500 Core Reference
 * Manuals, chapter "Performance Monitor", table of the events and section on PMLCb.
 */
#include <linux/bits.h>
#include <linux/bitfield.h>
#include <linux/errno.h>

#include <asm/reg.h>

#include "cache_table.h"

/* Fields of a code. */
#define PERF_E500_EVENT		GENMASK_ULL(8, 0)
#define PERF_E500_THRESHOLD	GENMASK_ULL(37, 32)
#define PERF_E500_MULTIPLIER	GENMASK_ULL(42, 40)
#define PERF_E500_TIMED		(PERF_E500_THRESHOLD | PERF_E500_MULTIPLIER)

/* Events with a threshold, up to the e5500; the first two counters alone compare with it. */
#define PERF_E500_FIRST_TIMED	76
#define PERF_E500_LAST_TIMED	81
#define PERF_E500_TIMED_ON	GENMASK(1, 0)

static int perf_e500_choose(const struct perf_power_model *model, u64 config1,
			    struct perf_power_choice *choice)
{
	u64 event = choice->code & PERF_E500_EVENT;
	bool timed = event >= PERF_E500_FIRST_TIMED && event <= PERF_E500_LAST_TIMED;

	if ((choice->code & PERF_E500_TIMED) && !timed)
		return -EINVAL;
	choice->counters = timed ? PERF_E500_TIMED_ON : GENMASK(model->counters - 1, 0);
	return 0;
}

static int perf_e6500_choose(const struct perf_power_model *model, u64 config1,
			     struct perf_power_choice *choice)
{
	choice->counters = GENMASK(model->counters - 1, 0);
	return 0;
}

static void perf_e500_encode(struct perf_power_regs *regs, u64 code, u64 config1,
			     unsigned int counter)
{
	regs->pmlca[counter] |= FIELD_PREP(PMLCA_EVENT_MASK, FIELD_GET(PERF_E500_EVENT, code));
	regs->pmlcb[counter] =
		FIELD_PREP(PMLCB_THRESHOLD_MASK, FIELD_GET(PERF_E500_THRESHOLD, code)) |
		FIELD_PREP(PMLCB_THRESHMUL_MASK, FIELD_GET(PERF_E500_MULTIPLIER, code));
}

static const struct perf_power_named perf_e500_formats[] = {
	{ "event",		"config:0-42" },
	{ "number",		"config:0-6" },
	{ "threshold",		"config:32-37" },
	{ "multiplier",		"config:40-42" },
	{ }
};

static const struct perf_power_named perf_e500mc_formats[] = {
	{ "event",		"config:0-42" },
	{ "number",		"config:0-7" },
	{ "threshold",		"config:32-37" },
	{ "multiplier",		"config:40-42" },
	{ }
};

static const struct perf_power_named perf_e6500_formats[] = {
	{ "event",		"config:0-8" },
	{ "number",		"config:0-8" },
	{ }
};

static const struct perf_power_named perf_e500_events[] = {
	{ "branch-instructions",	"event=0xc" },
	{ "branch-misses",		"event=0xf" },
	{ "cache-misses",		"event=0x29" },
	{ "cpu-cycles",			"event=0x1" },
	{ "instructions",		"event=0x2" },
	{ "stalled-cycles-backend",	"event=0x13" },
	{ "stalled-cycles-frontend",	"event=0x12" },
	{ }
};

static const struct perf_power_named perf_e6500_events[] = {
	{ "branch-instructions",	"event=0xc" },
	{ "branch-misses",		"event=0xf" },
	{ "cache-misses",		"event=0xdd" },
	{ "cpu-cycles",			"event=0x1" },
	{ "instructions",		"event=0x2" },
	{ }
};

/* The generic events of all models. */
#define PERF_E500_GENERIC(_data_misses)						\
	[PERF_COUNT_HW_BRANCH_INSTRUCTIONS]	= 0x0c,				\
	[PERF_COUNT_HW_BRANCH_MISSES]		= 0x0f,				\
	[PERF_COUNT_HW_CACHE_MISSES]		= _data_misses,			\
	[PERF_COUNT_HW_CPU_CYCLES]		= 0x01,				\
	[PERF_COUNT_HW_INSTRUCTIONS]		= 0x02

/*
 * L1D: cacheable loads, stores and touches that were translated. L1I: completed instructions, as
 * fetches bring several; reloads. DTLB: all translated operations; misses of the second level MMU,
 * those of instructions among them.
 */
#define PERF_E500_COMMON							\
	.counters	= 4,							\
	.counts_idle	= true,							\
	.choose		= perf_e500_choose,					\
	.encode		= perf_e500_encode,					\
	.events		= perf_e500_events,					\
	.generic	= {							\
		PERF_E500_GENERIC(0x29),					\
		[PERF_COUNT_HW_STALLED_CYCLES_FRONTEND]	= 0x12,			\
		[PERF_COUNT_HW_STALLED_CYCLES_BACKEND]	= 0x13,			\
	},									\
	.cache		= {							\
		[C(L1D)] = PERF_OPS(PERF_CODES(0x1b, 0), PERF_CODES(0x1c, 0),	\
				    PERF_CODES(0x1d, 0)),				\
		[C(L1I)] = PERF_OPS(PERF_CODES(0x02, 0x3c), PERF_NO_CODES, PERF_CODES(0, 0)), \
		[C(DTLB)] = PERF_OPS(PERF_CODES(0x1a, 0x42), PERF_NO_CODES, PERF_NO_CODES), \
		[C(BPU)] = PERF_OPS(PERF_CODES(0x0c, 0x0f), PERF_NO_CODES, PERF_NO_CODES), \
		[C(NODE)] = PERF_OPS(PERF_NO_CODES, PERF_NO_CODES, PERF_NO_CODES), \
	}

const struct perf_power_model perf_power_e500 = {
	.name		= "e500",
	.code_bits	= GENMASK_ULL(6, 0) | PERF_E500_TIMED,
	.formats	= perf_e500_formats,
	PERF_E500_COMMON,
};

const struct perf_power_model perf_power_e500mc = {
	.name		= "e500mc",
	.code_bits	= GENMASK_ULL(7, 0) | PERF_E500_TIMED,
	.formats	= perf_e500mc_formats,
	PERF_E500_COMMON,
};

/* L1D has its misses here, L1I's prefetches are those that were generated. */
const struct perf_power_model perf_power_e6500 = {
	.name		= "e6500",
	.counters	= 6,
	.counts_idle	= true,
	.code_bits	= PERF_E500_EVENT,
	.choose		= perf_e6500_choose,
	.encode		= perf_e500_encode,
	.formats	= perf_e6500_formats,
	.events		= perf_e6500_events,
	.generic	= { PERF_E500_GENERIC(0xdd) },
	.cache		= {
		[C(L1D)] = PERF_OPS(PERF_CODES(0x1b, 0xde), PERF_CODES(0x1c, 0xdf),
				    PERF_CODES(0x1d, 0)),
		[C(L1I)] = PERF_OPS(PERF_CODES(0x02, 0xfe), PERF_NO_CODES, PERF_CODES(0x25, 0)),
		[C(DTLB)] = PERF_OPS(PERF_CODES(0x1a, 0x42), PERF_NO_CODES, PERF_NO_CODES),
		[C(BPU)] = PERF_OPS(PERF_CODES(0x0c, 0x0f), PERF_NO_CODES, PERF_NO_CODES),
		[C(NODE)] = PERF_OPS(PERF_NO_CODES, PERF_NO_CODES, PERF_NO_CODES),
	},
};
