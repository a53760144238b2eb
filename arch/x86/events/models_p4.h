/* SPDX-License-Identifier: GPL-2.0 */
/* The Pentium 4's events, and the registers that count them. */
#ifndef _ARCH_X86_EVENTS_MODELS_P4_H
#define _ARCH_X86_EVENTS_MODELS_P4_H

#include "model.h"

/*
 * Counter configuration control register (CCCR): each counter has one.
 */
#define P4_CCCR_ENABLE		BIT_ULL(12)
#define P4_CCCR_SELECT		GENMASK_ULL(15, 13)
#define P4_CCCR_THREADS		GENMASK_ULL(17, 16)
#define P4_CCCR_COMPARE		BIT_ULL(18)
#define P4_CCCR_COMPLEMENT	BIT_ULL(19)
#define P4_CCCR_THRESHOLD	GENMASK_ULL(23, 20)
#define P4_CCCR_EDGE		BIT_ULL(24)
#define P4_CCCR_PMI_T0		BIT_ULL(26)
#define P4_CCCR_PMI_T1		BIT_ULL(27)
#define P4_CCCR_OVF		BIT_ULL(31)

/*
 * Event selection control register (ESCR): selects the event of a counter.
 */
#define P4_ESCR_T1_USR		BIT_ULL(0)
#define P4_ESCR_T1_OS		BIT_ULL(1)
#define P4_ESCR_T0_USR		BIT_ULL(2)
#define P4_ESCR_T0_OS		BIT_ULL(3)
#define P4_ESCR_MODES		GENMASK_ULL(3, 0)
#define P4_ESCR_TAG		GENMASK_ULL(8, 4)
#define P4_ESCR_MASK		GENMASK_ULL(24, 9)
#define P4_ESCR_EVENT		GENMASK_ULL(30, 25)

/*
 * A raw event: the CCCR, and above it the ESCR. The ESCR's event field holds the number of
 * a row of perf_x86_p4_events[], since events of different units share event codes.
 */
#define P4_CODE_ESCR_SHIFT	32
#define P4_CODE_ESCRS		GENMASK_ULL(62, P4_CODE_ESCR_SHIFT)
#define P4_CODE(_event, _mask, _cccr)						\
	(((u64)(_event) << 25 | (u64)(_mask) << 9) << P4_CODE_ESCR_SHIFT | (_cccr))

/*
 * The number of a row of perf_x86_p4_metrics[], which replay_event counts, in bits that a CCCR
 * does not have (asm/perf_event_p4.h).
 */
#define P4_CODE_METRIC		GENMASK_ULL(5, 0)

#define P4_RAW_MASK								\
	((P4_ESCR_EVENT | P4_ESCR_MASK | P4_ESCR_TAG | P4_ESCR_MODES) << P4_CODE_ESCR_SHIFT | \
	 P4_CCCR_ENABLE | P4_CCCR_SELECT | P4_CCCR_THREADS | P4_CCCR_COMPARE |	\
	 P4_CCCR_COMPLEMENT | P4_CCCR_THRESHOLD | P4_CCCR_EDGE | P4_CODE_METRIC)

/*
 * Parts of the processor that events come from, in the order of their ESCRs' addresses.
 * Each has two ESCRs, SSU only the first.
 */
enum perf_x86_p4_unit {
	P4_BSU, P4_FSB, P4_FIRM, P4_FLAME, P4_DAC, P4_MOB, P4_PMH, P4_SAAT, P4_U2L, P4_BPU,
	P4_IS, P4_ITLB, P4_CRU0, P4_IQ, P4_RAT, P4_SSU, P4_MS, P4_TBPU, P4_TC, P4_IX, P4_ALF,
	P4_CRU2, P4_CRU4, P4_UNITS
};

/* The selector (assign.h) of an ESCR. */
#define P4_SELECTOR(_unit, _second)	BIT_ULL(2 * (_unit) + (_second))

/* ESCRs of its unit that an event can use; P4_OF_CORE: it counts the other thread as well. */
#define P4_FIRST		BIT(0)
#define P4_SECOND		BIT(1)
#define P4_BOTH			(P4_FIRST | P4_SECOND)
#define P4_OF_CORE		BIT(2)
/* The event counts what P4_CODE_METRIC has tagged. */
#define P4_REPLAY		BIT(3)
/* Processors before P4_MODEL_PRESCOTT do not have the event. */
#define P4_LATER		BIT(4)

/**
 * struct perf_x86_p4_event - an event
 * @event:  code in the ESCR
 * @select: value of P4_CCCR_SELECT that connects a counter to the ESCR
 * @unit:   enum perf_x86_p4_unit
 * @flags:  P4_FIRST and so on
 * @mask:   valid bits of the event mask
 */
struct perf_x86_p4_event {
	u8	event;
	u8	select;
	u8	unit;
	u8	flags;
	u16	mask;
};

#define PERF_X86_P4_EVENTS	46

/**
 * struct perf_x86_p4_metric - why the micro-operations that replay_event counts were replayed
 * @tags:     value of MSR_IA32_PEBS_ENABLE
 * @vertical: value of MSR_P4_PEBS_MATRIX_VERT
 */
struct perf_x86_p4_metric {
	u32	tags;
	u8	vertical;
};

#define PERF_X86_P4_METRICS	10

extern const struct perf_x86_p4_event perf_x86_p4_events[PERF_X86_P4_EVENTS];
extern const struct perf_x86_p4_metric perf_x86_p4_metrics[PERF_X86_P4_METRICS];
extern const struct perf_x86_model perf_x86_p4;
extern const struct perf_x86_model perf_x86_p4_early;

#endif /* _ARCH_X86_EVENTS_MODELS_P4_H */
