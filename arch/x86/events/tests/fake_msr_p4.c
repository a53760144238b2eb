// SPDX-License-Identifier: GPL-2.0
/*
 * The Pentium 4's counters in memory, for tests: the ESCR that a CCCR selects, and whether the
 * counter counts. Written from the manual's table of counters, not from the driver's.
 *
 * Owns: escr of struct perf_x86_fake_file. No locks; IRQs are off.
 * Context: task, of a test.
 *
 * Hardware facts: as p4.c.
 */
#include <linux/bitfield.h>

#include "fake_msr_p4.h"
#include "models_p4.h"

#define P4_FIRST_ESCR		0x3a0
/* IA32_PEBS_ENABLE and MSR_PEBS_MATRIX_VERT: bits of the manual's table of replay metrics. */
#define P4_TAGS			0x3f1
#define P4_TAG_BITS		0x01018607
#define P4_VERTICAL_BITS	0x13
#define P4_COUNTERS_A_GROUP	4
#define P4_GROUPS		4

/* First ESCR of each pair, by counter group and P4_CCCR_SELECT; 0: none. */
static const u16 escr_tables[P4_GROUPS][8] = {
	{ 0x3b2, 0x3b4, 0x3aa, 0x3b6, 0x3ac, 0x3c8, 0x3a2, 0x3a0 },
	{ 0x3c0, 0x3c4, 0x3c2 },
	{ 0x3a6, 0x3a4, 0x3ae, 0x3b0, 0, 0x3a8 },
	{ 0x3ba, 0x3ca, 0x3bc, 0x3be, 0x3b8, 0x3cc, 0x3e0 },
};

/* Counters that do not count: the higher one of each pair of the BPU's. */
#define P4_BROKEN	(BIT(1) | BIT(3))

/**
 * perf_x86_fake_p4_escr - the ESCR that a counter uses
 * @counter: the counter
 * @cccr:    value of its CCCR
 *
 * Return: the ESCR's address; -1: none.
 */
int perf_x86_fake_p4_escr(unsigned int counter, u64 cccr)
{
	unsigned int group = min(counter / P4_COUNTERS_A_GROUP, P4_GROUPS - 1U);
	unsigned int second = counter < 16 ? (counter >> 1) & 1 : counter & 1;
	u16 first = escr_tables[group][FIELD_GET(P4_CCCR_SELECT, cccr)];

	return first ? first + second : -1;
}

/**
 * perf_x86_fake_p4_cccr_fault - check a value for a CCCR
 * @value: value written
 *
 * Return: description of the fault; NULL if @value is valid.
 */
const char *perf_x86_fake_p4_cccr_fault(u64 value)
{
	u64 known = GENMASK_ULL(24, 12) | P4_CCCR_PMI_T0 | P4_CCCR_PMI_T1;

	if (value & ~known)
		return "reserved bits of a CCCR are set, or an overflow is made up";
	if (!(value & P4_CCCR_THREADS))
		return "a CCCR counts while no thread is active";
	return NULL;
}

/**
 * perf_x86_fake_p4_write - write a register that only the Pentium 4 has
 * @file:  the registers
 * @msr:   address
 * @value: value written
 *
 * Return: false if @msr is neither an ESCR nor a register of tags.
 */
bool perf_x86_fake_p4_write(struct perf_x86_fake_file *file, u32 msr, u64 value)
{
	u64 known = P4_ESCR_EVENT | P4_ESCR_MASK | P4_ESCR_TAG | P4_ESCR_MODES;

	if (msr == P4_TAGS || msr == P4_TAGS + 1) {
		if (value & ~(msr == P4_TAGS ? P4_TAG_BITS : P4_VERTICAL_BITS))
			file->fault = file->fault ?: "reserved bits of the tags are set";
		file->tags[msr - P4_TAGS] = value;
		return true;
	}
	if (msr - P4_FIRST_ESCR >= ARRAY_SIZE(file->escr))
		return false;
	if (value & ~known)
		file->fault = file->fault ?: "reserved bits of an ESCR are set";
	file->escr[msr - P4_FIRST_ESCR] = value;
	return true;
}

/**
 * perf_x86_fake_p4_counts - does a counter count an event?
 * @file:    the registers
 * @counter: the counter
 * @code:    raw code of the event that happens
 * @user:    in user mode
 *
 * The event happens in the thread that @file->second_thread gives.
 *
 * Return: true if @counter counts it.
 */
bool perf_x86_fake_p4_counts(const struct perf_x86_fake_file *file, unsigned int counter,
			     u64 code, bool user)
{
	u64 wanted = code >> P4_CODE_ESCR_SHIFT, cccr = file->select[counter], escr;
	const struct perf_x86_p4_event *row;
	int msr = perf_x86_fake_p4_escr(counter, cccr);
	u64 mode;

	if (!(cccr & P4_CCCR_ENABLE) || msr < 0 || BIT(counter) & P4_BROKEN)
		return false;
	row = &perf_x86_p4_events[FIELD_GET(P4_ESCR_EVENT, wanted)];
	mode = user ? P4_ESCR_T0_USR : P4_ESCR_T0_OS;
	if (file->second_thread)
		mode >>= 2;
	escr = file->escr[msr - P4_FIRST_ESCR];
	return FIELD_GET(P4_ESCR_EVENT, escr) == row->event &&
	       FIELD_GET(P4_CCCR_SELECT, cccr) == row->select &&
	       (escr & wanted & P4_ESCR_MASK) && (escr & mode);
}

/**
 * perf_x86_fake_p4_interrupts - does an overflow interrupt this thread?
 * @file:    the registers
 * @counter: the counter
 *
 * Return: true if it does.
 */
bool perf_x86_fake_p4_interrupts(const struct perf_x86_fake_file *file, unsigned int counter)
{
	return file->select[counter] & (file->second_thread ? P4_CCCR_PMI_T1 : P4_CCCR_PMI_T0);
}
