// SPDX-License-Identifier: GPL-2.0
/*
 * A Pentium 4's counters, as its manual has them: an ESCR chooses the event, and a counter's CCCR
 * the ESCR that is connected to the counter.
 *
 * Hardware facts: Intel SDM volume 3, "Performance Monitoring (Processors Based on Intel NetBurst
 * Microarchitecture)", table "Performance Counter MSRs and Associated CCCR and ESCR MSRs".
 */
#include "program.h"

#define FIRST_ESCR	0x3a0
#define LAST_ESCR	0x3e1
#define SELECTS		8

/* The first ESCR of a select; the second one is the next MSR. 0: nothing is connected. */
static const unsigned short escrs[][SELECTS] = {
	/* Counters 0-3: BPU, IS, MOB, ITLB, PMH, IX, FSB, BSU */
	{ 0x3b2, 0x3b4, 0x3aa, 0x3b6, 0x3ac, 0x3c8, 0x3a2, 0x3a0 },
	/* 4-7: MS, TC, TBPU */
	{ 0x3c0, 0x3c4, 0x3c2 },
	/* 8-11: FLAME, FIRM, SAAT, U2L, -, DAC */
	{ 0x3a6, 0x3a4, 0x3ae, 0x3b0, 0, 0x3a8 },
	/* 12-17: IQ, ALF, RAT, SSU, CRU0, CRU2, CRU4 */
	{ 0x3ba, 0x3ca, 0x3bc, 0x3be, 0x3b8, 0x3cc, 0x3e0 },
};

/* The number of the ESCR, of a select's two, that a counter is connected to */
static const unsigned char second[] = {
	0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1, 1, 0, 1
};

void p4_clear_escrs(void)
{
	unsigned int msr;

	for (msr = FIRST_ESCR; msr <= LAST_ESCR; msr++)
		if (read_msr(msr))
			write_msr(msr, 0);
}

unsigned int p4_written_escr(void)
{
	unsigned int msr;

	for (msr = FIRST_ESCR; msr <= LAST_ESCR; msr++)
		if (read_msr(msr))
			return msr;
	return 0;
}

unsigned int p4_connected_escr(int counter, unsigned long long cccr)
{
	unsigned int group = counter < 12 ? counter / 4 : 3, escr;

	if (counter < 0 || counter >= (int)sizeof(second))
		return 0;
	escr = escrs[group][cccr >> 13 & 7];
	return escr ? escr + second[counter] : 0;
}
