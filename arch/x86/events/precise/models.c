// SPDX-License-Identifier: GPL-2.0
/*
 * The precise events of processor families, and the counters that record them.
 *
 * Owns: the tables. Context: any, they are constant.
 *
 * Sources: Intel's perfmon event lists (fields PEBS and Counter); Intel SDM volume 3, chapter
 * "Performance Monitoring", in the sections on the microarchitectures the tables "PEBS
 * Performance Events", "Data Source Encoding" and the paragraphs on reduced skid (PDIR) and
 * on extended PEBS. From Sandy Bridge to Skylake the processor writes a record for any event;
 * only those of the tables are exact, the last row of each accepts the others.
 */
#include "counters.h"
#include "model.h"
#include "precise/models.h"
#include "precise/source_tables.h"

#define GENERAL(_number)	GENMASK_ULL((_number) - 1, 0)
#define FIXED(_number)		BIT_ULL(INTEL_PMC_IDX_FIXED + (_number))

/* General counters 0 to 7 and all fixed ones: extended PEBS. */
#define EXTENDED		(GENMASK_ULL(15, 0) | GENMASK_ULL(INTEL_PMC_IDX_FIXED + 3, \
								 INTEL_PMC_IDX_FIXED))

#define EVENT(_event, _umask, _counters, ...)					\
	{ .first = (_event), .last = (_event), .umask = (_umask),		\
	  .counters = (_counters), __VA_ARGS__ }
#define EVENTS(_first, _last, _counters, ...)					\
	{ .first = (_first), .last = (_last), .umask = -1,			\
	  .counters = (_counters), __VA_ARGS__ }
#define ANY(_counters)			EVENTS(0x00, 0xff, _counters)
#define PLAIN(_event, _counters)	EVENTS(_event, _event, _counters)

/* The kind of a row that records more than the address of the instruction. */
#define LOAD			.kind = PERF_X86_PRECISE_LOAD
#define STORE			.kind = PERF_X86_PRECISE_STORE
#define OLD_STORE		.kind = PERF_X86_PRECISE_OLD_STORE
#define STORE_SOURCE		.kind = PERF_X86_PRECISE_STORE_SOURCE
#define LATENCY			.kind = PERF_X86_PRECISE_LATENCY

/* Codes that count cycles: of an event that never occurs so often in a cycle. */
#define CYCLES_OF(_code)	(0x10800000 | (_code))

static const struct perf_x86_precise_row core2_rows[] = {
	EVENT(0xc0, 0x00, 0x1), EVENT(0xc1, 0xfe, 0x1), EVENT(0xc5, 0x00, 0x1),
	EVENT(0xc7, 0x1f, 0x1), EVENTS(0xcb, 0xcb, 0x1, LOAD), { }
};

const struct perf_x86_precise_model perf_x86_precise_core2 = {
	.rows		= core2_rows,
	.cycles		= CYCLES_OF(0x00c0),
};

static const struct perf_x86_precise_row nehalem_rows[] = {
	EVENT(0x0b, 0x10, 0x8, LATENCY),	/* MEM_INST_RETIRED.LATENCY_ABOVE_THRESHOLD */
	PLAIN(0x0b, 0xf),			/* MEM_INST_RETIRED */
	EVENT(0x0c, 0x01, 0xf), PLAIN(0x0f, 0xf),
	PLAIN(0xc0, 0xf), PLAIN(0xc2, 0xf), PLAIN(0xc4, 0xf), PLAIN(0xc5, 0xf),
	PLAIN(0xc7, 0xf), EVENT(0xc8, 0x20, 0xf), PLAIN(0xcb, 0xf), PLAIN(0xf7, 0xf),
	{ }
};

const struct perf_x86_precise_model perf_x86_precise_nehalem = {
	.rows		= nehalem_rows,
	.cycles		= CYCLES_OF(0x01c0),
	.loads		= "event=0x0b,umask=0x10,ldlat=3",
	.sources	= perf_x86_sources_nehalem,
};

static const struct perf_x86_precise_row sandybridge_rows[] = {
	EVENT(0xc0, 0x01, 0x2),				/* INST_RETIRED.PREC_DIST */
	EVENT(0xcd, 0x01, 0x8, LATENCY),		/* MEM_TRANS_RETIRED.LOAD_LATENCY */
	EVENT(0xcd, 0x02, 0x8, OLD_STORE),			/* .PRECISE_STORE */
	ANY(0xf), { }
};

#define LOADS_CD	"event=0xcd,umask=0x1,ldlat=3"

const struct perf_x86_precise_model perf_x86_precise_sandybridge = {
	.rows		= sandybridge_rows,
	.cycles		= CYCLES_OF(0x01c2),
	.loads		= LOADS_CD,
	.stores		= "event=0xcd,umask=0x2",
	.sources	= perf_x86_sources_sandybridge,
};

const struct perf_x86_precise_model perf_x86_precise_ivybridge = {
	.rows		= sandybridge_rows,
	.cycles		= CYCLES_OF(0x01c2),
	.cycles_exact	= CYCLES_OF(0x01c0),
	.loads		= LOADS_CD,
	.stores		= "event=0xcd,umask=0x2",
	.sources	= perf_x86_sources_sandybridge,
	.distributes	= true,
};

/*
 * MEM_UOPS_RETIRED: .STLB_MISS_STORES, .SPLIT_STORES and .ALL_STORES; the other unit masks, and
 * the events up to D4, are of loads.
 */
#define STLB_MISS_STORES(_counters)	EVENT(0xd0, 0x12, _counters, STORE)
#define SPLIT_STORES(_counters)		EVENT(0xd0, 0x42, _counters, STORE)
#define ALL_STORES(_counters)		EVENT(0xd0, 0x82, _counters, STORE)
#define LOADS(_counters)		EVENTS(0xd0, 0xd4, _counters, LOAD)

static const struct perf_x86_precise_row haswell_rows[] = {
	EVENT(0xc0, 0x01, 0x2), EVENT(0xcd, 0x01, 0x8, LATENCY),
	STLB_MISS_STORES(0xf), SPLIT_STORES(0xf), ALL_STORES(0xf), LOADS(0xf),
	ANY(0xf), { }
};

const struct perf_x86_precise_model perf_x86_precise_haswell = {
	.rows		= haswell_rows,
	.cycles		= CYCLES_OF(0x01c2),
	.cycles_exact	= CYCLES_OF(0x01c0),
	.loads		= LOADS_CD,
	.stores		= "event=0xd0,umask=0x82",
	.sources	= perf_x86_sources_sandybridge,
	.distributes	= true,
};

static const struct perf_x86_precise_row skylake_rows[] = {
	EVENT(0xc0, 0x01, 0x2), EVENT(0xcd, 0x01, 0xf, LATENCY),
	STLB_MISS_STORES(0xf), SPLIT_STORES(0xf), ALL_STORES(0xf), LOADS(0xf),
	ANY(0xf), { }
};

/* INST_RETIRED.TOTAL_CYCLES; with PREC_DIST on counter 1 only */
const struct perf_x86_precise_model perf_x86_precise_skylake = {
	.rows		= skylake_rows,
	.cycles		= CYCLES_OF(0x00c0),
	.cycles_exact	= CYCLES_OF(0x01c0),
	.loads		= LOADS_CD,
	.stores		= "event=0xd0,umask=0x82",
	.sources	= perf_x86_sources_skylake,
	.distributes	= true,
};

static const struct perf_x86_precise_row icelake_rows[] = {
	EVENT(0xc0, 0x01, FIXED(0)), EVENT(0x00, 0x01, FIXED(0)),
	EVENT(0xcd, 0x01, 0xff, LATENCY),
	STLB_MISS_STORES(0xf), SPLIT_STORES(0xf), ALL_STORES(0xf), LOADS(0xf),
	ANY(EXTENDED), { }
};

const struct perf_x86_precise_model perf_x86_precise_icelake = {
	.rows		= icelake_rows,
	.loads		= LOADS_CD,
	.stores		= "event=0xd0,umask=0x82",
	.sources	= perf_x86_sources_skylake,
	.distributes	= true,
	.exact_general	= EXTENDED,
};

static const struct perf_x86_precise_row goldencove_rows[] = {
	EVENT(0x00, 0x01, FIXED(0)),
	EVENT(0xcd, 0x01, 0xfe, LATENCY), EVENT(0xcd, 0x02, 0x1, STORE_SOURCE),
	STLB_MISS_STORES(0xf), SPLIT_STORES(0xf), ALL_STORES(0xf), LOADS(0xf),
	ANY(EXTENDED), { }
};

#define GOLDENCOVE							\
	.rows		= goldencove_rows,					\
	.loads		= LOADS_CD,						\
	.stores		= "event=0xcd,umask=0x2",				\
	.sources	= perf_x86_sources_skylake,				\
	.distributes	= true,							\
	.exact_general	= 0x1,							\
	.splits_latency	= true

const struct perf_x86_precise_model perf_x86_precise_goldencove = {
	GOLDENCOVE, .loads_aux = true,
};

/* Redwood Cove: load latency needs no second event. */
const struct perf_x86_precise_model perf_x86_precise_redwoodcove = { GOLDENCOVE };

static const struct perf_x86_precise_row lioncove_rows[] = {
	EVENT(0x00, 0x01, FIXED(0)),
	EVENT(0xcd, 0x01, 0x3ff, LATENCY), EVENT(0xcd, 0x02, 0x3, STORE_SOURCE),
	STLB_MISS_STORES(0xf), SPLIT_STORES(0xf), ALL_STORES(0xf), LOADS(0xf),
	ANY(EXTENDED), { }
};

const struct perf_x86_precise_model perf_x86_precise_lioncove = {
	.rows		= lioncove_rows,
	.loads		= LOADS_CD,
	.stores		= "event=0xcd,umask=0x2",
	.sources	= perf_x86_sources_skylake,
	.distributes	= true,
	.exact_general	= 0x3,
	.splits_latency	= true,
};

static const struct perf_x86_precise_row bonnell_rows[] = {
	EVENT(0xc0, 0x00, 0x1), EVENT(0xc5, 0x00, 0x1), PLAIN(0xcb, 0x1), { }
};

const struct perf_x86_precise_model perf_x86_precise_bonnell = {
	.rows		= bonnell_rows,
	.cycles		= CYCLES_OF(0x00c0),
};

/* Counter 0 writes a record for any event. */
static const struct perf_x86_precise_row counter_0_rows[] = {
	ANY(0x1), { }
};

const struct perf_x86_precise_model perf_x86_precise_silvermont = {
	.rows		= counter_0_rows,
	.cycles		= CYCLES_OF(0x00c0),
};

const struct perf_x86_precise_model perf_x86_precise_goldmont = {
	.rows		= counter_0_rows,
	.distributes	= true,
	.exact_general	= 0x1,
};

static const struct perf_x86_precise_row extended_rows[] = {
	ANY(EXTENDED), { }
};

const struct perf_x86_precise_model perf_x86_precise_goldmont_plus = {
	.rows		= extended_rows,
	.distributes	= true,
	.exact_general	= EXTENDED,
};

const struct perf_x86_precise_model perf_x86_precise_tremont = {
	.rows		= extended_rows,
	.distributes	= true,
	.exact_general	= 0x1,
};

static const struct perf_x86_precise_row gracemont_rows[] = {
	EVENT(0xd0, 0x05, 0x3, LATENCY), EVENT(0xd0, 0x06, 0x3f, STORE_SOURCE),
	STLB_MISS_STORES(0x3f), SPLIT_STORES(0x3f), ALL_STORES(0x3f), ANY(EXTENDED), { }
};

const struct perf_x86_precise_model perf_x86_precise_gracemont = {
	.rows		= gracemont_rows,
	.loads		= "event=0xd0,umask=0x5,ldlat=3",
	.stores		= "event=0xd0,umask=0x6",
	.sources	= perf_x86_sources_gracemont,
	.distributes	= true,
	.exact_general	= 0x1,
	.splits_latency	= true,
};

/* A processor newer than the tables, with extended PEBS */
const struct perf_x86_precise_model perf_x86_precise_arch = {
	.rows		= extended_rows,
};

/**
 * perf_x86_precise_find - the row of an event
 * @model: the family
 * @code:  the event's code
 *
 * Return: the row; NULL if the event writes no records.
 */
const struct perf_x86_precise_row *
perf_x86_precise_find(const struct perf_x86_precise_model *model, u64 code)
{
	/* Bit 34 of hw.config is ICL_EVENTSEL_ADAPTIVE, so not perf_x86_event_select(). */
	unsigned int event = code & ARCH_PERFMON_EVENTSEL_EVENT, umask = perf_x86_unit_mask(code);
	const struct perf_x86_precise_row *row;

	for (row = model->rows; row->counters; row++) {
		if (event >= row->first && event <= row->last &&
		    (row->umask < 0 || row->umask == umask))
			return row;
	}
	return NULL;
}
