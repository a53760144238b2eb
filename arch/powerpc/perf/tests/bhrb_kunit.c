// SPDX-License-Identifier: GPL-2.0
/*
 * Unit tests of branch records: which of them events may have, and entries of the buffer as
 * records.
 *
 * Expected records follow from Power ISA 3.0B, book III, "BHRB Entry Format", and from the targets
 * that objdump prints for the instructions. Expected errors are those of 6.12's driver
 * (scripts/perf/events/powerpc).
 *
 * Owns nothing. Context: task.
 */
#include <kunit/test.h>
#include <linux/kernel.h>
#include <linux/perf_event.h>

#include "bhrb.h"
#include "branch.h"
#include "model_fixture.h"

#define ANY		PERF_SAMPLE_BRANCH_ANY
#define CALLS		PERF_SAMPLE_BRANCH_ANY_CALL
#define RETURNS		PERF_SAMPLE_BRANCH_ANY_RETURN
#define IND_CALL	PERF_SAMPLE_BRANCH_IND_CALL
#define COND		PERF_SAMPLE_BRANCH_COND

#define T		2	/* this entry is a target */
#define P		1	/* mispredicted */

#define KERNEL		0xc000000000010000ULL

/* Addresses without an instruction cannot be read. */
static const struct {
	u64	address;
	u32	insn;
} perf_bhrb_memory[] = {
	{ 0x1000, 0x48000040 },		/* b 0x1040 */
	{ 0x1004, 0x4bfffffd },		/* bl 0x1000 */
	{ 0x1008, 0x48000202 },		/* ba 0x200 */
	{ 0x100c, 0x4082fff4 },		/* bne 0x1000 */
	{ 0x1010, 0x4200fff8 },		/* bdnz 0x1008 */
	{ 0x1014, 0x429f0005 },		/* bcl 20,31,0x1018 */
	{ 0x1018, 0x41820101 },		/* beql 0x1118 */
	{ 0x101c, 0x4082fff2 },		/* bnea 0xfffffffffffffff0 */
	{ 0x1020, 0x4e800020 },		/* blr */
	{ 0x1024, 0x4c820020 },		/* bnelr */
	{ 0x1028, 0x4e800420 },		/* bctr */
	{ 0x102c, 0x4e800421 },		/* bctrl */
	{ 0x1030, 0x4e800461 },		/* bctarl */
	{ 0x1034, 0x60000000 },		/* nop */
	{ 0x1038, 0x4c000064 },		/* rfid and the like are no branches: rfi */
	{ KERNEL, 0x48000010 },		/* b KERNEL + 10H */
	{ KERNEL + 4, 0x4e800020 },	/* blr */
};

static unsigned int perf_bhrb_reads_of_kernel;

static bool perf_bhrb_fetch_memory(u64 address, u32 *insn)
{
	unsigned int i;

	perf_bhrb_reads_of_kernel += address >= KERNEL;
	for (i = 0; i < ARRAY_SIZE(perf_bhrb_memory); i++) {
		if (perf_bhrb_memory[i].address != address)
			continue;
		*insn = perf_bhrb_memory[i].insn;
		return true;
	}
	return false;
}

#define RECORDS		4

struct perf_bhrb_case {
	const char	*name;
	u64		raw[6];
	u64		type;
	bool		no_user;
	bool		kernel;
	unsigned int	nr;
	struct {
		u64	from;
		u64	to;
		bool	mispred;
	} record[RECORDS];
};

static const struct perf_bhrb_case perf_bhrb_cases_decode[] = {
	{ "no entry",		{ 0, 0x1000 }, ANY },
	{ "target in the branch", { 0x1000 }, ANY, .nr = 1, .record = { { 0x1000, 0x1040 } } },
	{ "backwards",		{ 0x1004 }, ANY, .nr = 1, .record = { { 0x1004, 0x1000 } } },
	{ "absolute",		{ 0x1008 }, ANY, .nr = 1, .record = { { 0x1008, 0x200 } } },
	{ "conditional",	{ 0x100c, 0x1010, 0x1014, 0x1018 }, ANY, .nr = 4,
	  .record = { { 0x100c, 0x1000 }, { 0x1010, 0x1008 }, { 0x1014, 0x1018 },
		      { 0x1018, 0x1118 } } },
	{ "pair",		{ 0x2000 | T, 0x1020, 0x1000 }, ANY, .nr = 2,
	  .record = { { 0x1020, 0x2000 }, { 0x1000, 0x1040 } } },
	{ "mispredicted",	{ 0x1000 | P, 0x2000 | T | P, 0x1020 | P, 0x1004 }, ANY, .nr = 3,
	  .record = { { 0x1000, 0x1040, true }, { 0x1020, 0x2000, true },
		      { 0x1004, 0x1000 } } },
	{ "pair, one flag",	{ 0x2000 | T | P, 0x1020, 0x2000 | T, 0x1020 | P }, ANY, .nr = 2,
	  .record = { { 0x1020, 0x2000, true }, { 0x1020, 0x2000, true } } },
	{ "targets alone",	{ 0x2000 | T, 0x3000 | T, 0x1028 }, ANY, .nr = 2,
	  .record = { { 0, 0x2000 }, { 0x1028, 0x3000 } } },
	{ "cut pair",		{ 0x1000, 0x2000 | T }, ANY, .nr = 1,
	  .record = { { 0x1000, 0x1040 } } },
	{ "cut pair at the end", { 0x1000, 0x1000, 0x1000, 0x1000 | P, 0x1034 | T, 0x2000 | T },
	  CALLS, .nr = 1, .record = { { 0, 0x1034 } } },
	{ "markers",		{ T, 0x1000, P, 0x1004 }, ANY, .nr = 2,
	  .record = { { 0x1000, 0x1040 }, { 0x1004, 0x1000 } } },
	{ "cannot be read",	{ 0x5000, 0x2000 | T, 0x5004 }, ANY, .nr = 2,
	  .record = { { 0x5000, 0 }, { 0x5004, 0x2000 } } },
	{ "changed code",	{ 0x1034, 0x1020, 0x1038 }, ANY, .nr = 3,
	  .record = { { 0x1034, 0 }, { 0x1020, 0 }, { 0x1038, 0 } } },
	{ "calls",		{ 0x1000, 0x1004, 0x2000 | T, 0x1020, 0x2000 | T, 0x102c }, CALLS,
	  .nr = 2, .record = { { 0x1004, 0x1000 }, { 0x102c, 0x2000 } } },
	{ "indirect calls",	{ 0x1004, 0x2000 | T, 0x1028, 0x2000 | T, 0x102c }, IND_CALL,
	  .nr = 1, .record = { { 0x102c, 0x2000 } } },
	{ "conditions",		{ 0x1000, 0x100c, 0x1014, 0x2000 | T, 0x1024, 0x1010 }, COND,
	  .nr = 3, .record = { { 0x100c, 0x1000 }, { 0x1024, 0x2000 }, { 0x1010, 0x1008 } } },
	{ "unknown kind",	{ 0x5000, 0x2000 | T, 0x5004, 0x1004, 0x1000 }, CALLS, .nr = 3,
	  .record = { { 0x5000, 0 }, { 0x5004, 0x2000 }, { 0x1004, 0x1000 } } },
	{ "kernel dropped",
	  { KERNEL, 0x1000, 0x2000 | T, KERNEL + 4, (KERNEL + 8) | T, 0x1020 }, ANY,
	  .nr = 1, .record = { { 0x1000, 0x1040 } } },
	{ "absolute into the kernel", { 0x101c, 0x1000 }, ANY, .nr = 1,
	  .record = { { 0x1000, 0x1040 } } },
	{ "both modes",		{ KERNEL, 0x1000, (KERNEL + 64) | T, KERNEL + 4 }, ANY,
	  .kernel = true, .nr = 3,
	  .record = { { KERNEL, KERNEL + 16 }, { 0x1000, 0x1040 },
		      { KERNEL + 4, KERNEL + 64 } } },
	{ "kernel alone",	{ KERNEL, 0x1000, 0x2000 | T, KERNEL + 4, KERNEL + 8 }, ANY,
	  .no_user = true, .kernel = true, .nr = 2,
	  .record = { { KERNEL, KERNEL + 16 }, { KERNEL + 8, 0 } } },
	{ "neither",		{ KERNEL, 0x1000, 0x2000 | T, 0x1020 }, ANY, .no_user = true },
};

static void perf_bhrb_case_name(const struct perf_bhrb_case *row, char *name)
{
	strscpy(name, row->name, KUNIT_PARAM_DESC_SIZE);
}

KUNIT_ARRAY_PARAM(perf_bhrb, perf_bhrb_cases_decode, perf_bhrb_case_name);

static unsigned int perf_bhrb_run(const struct perf_bhrb_case *row,
				  struct perf_branch_entry *entries)
{
	const struct perf_bhrb_wish wish = {
		.type		= row->type,
		.user		= !row->no_user,
		.kernel		= row->kernel,
		.fetch		= perf_bhrb_fetch_memory,
	};

	perf_bhrb_reads_of_kernel = 0;
	return perf_bhrb_decode(row->raw, ARRAY_SIZE(row->raw), &wish, entries);
}

static void perf_bhrb_decode_test(struct kunit *test)
{
	const struct perf_bhrb_case *row = test->param_value;
	struct perf_branch_entry entries[ARRAY_SIZE(row->raw)];
	unsigned int i;

	KUNIT_ASSERT_EQ(test, perf_bhrb_run(row, entries), row->nr);
	if (!row->kernel)
		KUNIT_EXPECT_EQ(test, perf_bhrb_reads_of_kernel, 0);
	for (i = 0; i < row->nr; i++) {
		KUNIT_EXPECT_EQ(test, entries[i].from, row->record[i].from);
		KUNIT_EXPECT_EQ(test, entries[i].to, row->record[i].to);
		KUNIT_EXPECT_EQ(test, !!entries[i].mispred, row->record[i].mispred);
		KUNIT_EXPECT_EQ(test, !!entries[i].predicted, !row->record[i].mispred);
		KUNIT_EXPECT_EQ(test, (int)entries[i].type, 0);
		KUNIT_EXPECT_EQ(test, (int)entries[i].priv, 0);
		KUNIT_EXPECT_EQ(test, (int)entries[i].cycles, 0);
	}
}

/* A full buffer, whose last pair is cut. */
static void perf_bhrb_full_test(struct kunit *test)
{
	const struct perf_bhrb_wish wish = {
		.type = ANY, .user = true, .fetch = perf_bhrb_fetch_memory,
	};
	struct perf_branch_entry entries[PERF_BHRB_ENTRIES];
	u64 raw[PERF_BHRB_ENTRIES];
	unsigned int i;

	for (i = 0; i < PERF_BHRB_ENTRIES; i++)
		raw[i] = 0x1000;
	KUNIT_EXPECT_EQ(test, perf_bhrb_decode(raw, i, &wish, entries), PERF_BHRB_ENTRIES);
	for (i = 0; i < PERF_BHRB_ENTRIES; i++)
		raw[i] = i & 1 ? 0x2000 | T : 0x1020;
	raw[0] = 0x1000;
	KUNIT_EXPECT_EQ(test, perf_bhrb_decode(raw, i, &wish, entries), PERF_BHRB_ENTRIES / 2);
}

struct perf_bhrb_type_case {
	u64	type;
	int	err[4];		/* POWER7, POWER8, POWER9, POWER10 */
};

#define NO		(-EOPNOTSUPP)

static const struct perf_bhrb_type_case perf_bhrb_types[] = {
	{ ANY,				{ NO } },
	{ CALLS,			{ NO } },
	{ IND_CALL,			{ NO, NO, NO } },
	{ COND,				{ NO, NO, NO } },
	{ RETURNS,			{ NO, NO, NO, NO } },
	{ ANY | CALLS,			{ NO, NO, NO, NO } },
	{ CALLS | COND,			{ NO, NO, NO, NO } },
	{ IND_CALL | COND,		{ NO, NO, NO, NO } },
	{ PERF_SAMPLE_BRANCH_CALL,	{ NO, NO, NO, NO } },
	{ PERF_SAMPLE_BRANCH_IND_JUMP,	{ NO, NO, NO, NO } },
	{ PERF_SAMPLE_BRANCH_CALL_STACK, { NO, NO, NO, NO } },
	{ PERF_SAMPLE_BRANCH_NO_TX,	{ NO, NO, NO, NO } },
	{ ANY | PERF_SAMPLE_BRANCH_NO_FLAGS, { NO, NO, NO, NO } },
	{ ANY | PERF_SAMPLE_BRANCH_TYPE_SAVE, { NO, NO, NO, NO } },
	{ ANY | PERF_SAMPLE_BRANCH_HW_INDEX, { NO, NO, NO, NO } },
};

static void perf_bhrb_type_test(struct kunit *test)
{
	static const struct perf_power_model *const models[] = {
		&perf_power7, &perf_power8, &perf_power9, &perf_power10,
	};
	struct perf_event *event = kunit_kzalloc(test, sizeof(*event), GFP_KERNEL);
	unsigned int i, m;

	KUNIT_ASSERT_NOT_NULL(test, event);
	for (i = 0; i < ARRAY_SIZE(perf_bhrb_types); i++) {
		event->attr.branch_sample_type = perf_bhrb_types[i].type |
						 PERF_SAMPLE_BRANCH_USER;
		for (m = 0; m < ARRAY_SIZE(models); m++)
			KUNIT_EXPECT_EQ_MSG(test, perf_power_branch_check(models[m], event),
					    perf_bhrb_types[i].err[m], "%s, type %llx",
					    models[m]->name, perf_bhrb_types[i].type);
	}
	event->attr.type = PERF_TYPE_RAW;
	event->attr.branch_sample_type = ANY;
	event->attr.config = BIT_ULL(63) | 0x1001e;
	KUNIT_EXPECT_EQ(test, perf_power_branch_check(&perf_power9, event), -EOPNOTSUPP);
}

/* ISA bits 32 and 33 of MMCRA are IFM; POWER10's bit 26 disables the buffer. */
static void perf_bhrb_regs_test(struct kunit *test)
{
	static const struct {
		u64	type;
		u64	mmcra;
	} rows[] = {
		{ ANY, 0 }, { CALLS, 0x40000000 }, { IND_CALL, 0x80000000 }, { COND, 0xc0000000 },
	};
	struct perf_power_attrs attrs = { .code = 0x1001e };
	struct perf_power_regs regs;
	unsigned int i;

	perf_power_regs_begin(&perf_power10, &regs);
	perf_power_regs_add(&perf_power10, &regs, &attrs, 0, false);
	KUNIT_EXPECT_EQ(test, regs.mmcra & 0x20c0000000, 0x2000000000);
	attrs.branches = true;
	for (i = 0; i < ARRAY_SIZE(rows); i++) {
		attrs.branch_filter = perf_power_branch_filter(rows[i].type |
							       PERF_SAMPLE_BRANCH_USER);
		perf_power_regs_begin(&perf_power10, &regs);
		perf_power_regs_add(&perf_power10, &regs, &attrs, 0, false);
		KUNIT_EXPECT_EQ_MSG(test, regs.mmcra & 0x20c0000000, rows[i].mmcra,
				    "type %llx", rows[i].type);
	}
}

static bool perf_bhrb_fit(struct kunit *test, const struct perf_power_attrs *one,
			  const struct perf_power_attrs *other)
{
	struct perf_power_demand *demands[] = {
		perf_model_demand(test, &perf_power10, one),
		perf_model_demand(test, &perf_power10, other),
	};
	struct perf_power_assignment assigned[2];

	perf_power_branch_demand(one, demands[0]);
	perf_power_branch_demand(other, demands[1]);
	return perf_power_assign((const struct perf_power_demand *const *)demands, 2, assigned);
}

/* The buffer has one filter at a time; an event without branches has none. */
static void perf_bhrb_share_test(struct kunit *test)
{
	struct perf_power_attrs calls = { .code = 0x1001e, .branches = true, .branch_filter = 1 };
	struct perf_power_attrs all = { .code = 0x2001e, .branches = true };
	struct perf_power_attrs none = { .code = 0x3001e };

	KUNIT_EXPECT_TRUE(test, perf_bhrb_fit(test, &calls, &none));
	KUNIT_EXPECT_TRUE(test, perf_bhrb_fit(test, &all, &none));
	KUNIT_EXPECT_FALSE(test, perf_bhrb_fit(test, &calls, &all));
	all.branch_filter = 1;
	KUNIT_EXPECT_TRUE(test, perf_bhrb_fit(test, &calls, &all));
}

static struct kunit_case perf_bhrb_cases[] = {
	KUNIT_CASE_PARAM(perf_bhrb_decode_test, perf_bhrb_gen_params),
	KUNIT_CASE(perf_bhrb_full_test),
	KUNIT_CASE(perf_bhrb_type_test),
	KUNIT_CASE(perf_bhrb_regs_test),
	KUNIT_CASE(perf_bhrb_share_test),
	{}
};

static struct kunit_suite perf_bhrb_suite = {
	.name		= "perf_power_bhrb",
	.test_cases	= perf_bhrb_cases,
};

kunit_test_suite(perf_bhrb_suite);
