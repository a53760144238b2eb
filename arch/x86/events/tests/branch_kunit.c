// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of branch records: tables against the manuals' layouts, registers that hold anything, and
 * the events' way from open to sample on registers made of memory.
 *
 * The expected values are bits from the Intel SDM (LBR format, MSR_LBR_SELECT, IA32_LBR_CTL,
 * IA32_LBR_x_INFO; opcode map) and AMD's PPR for family 19h model 11h, written as numbers.
 */
#include <linux/kthread.h>
#include <linux/percpu.h>

#include "branch/branch.h"
#include "branch/classify.h"
#include "branch/filter.h"
#include "branch/record.h"
#include "branch/registers.h"
#include "branch/wish.h"
#include "fixture.h"

#define TYPE(_type)	PERF_SAMPLE_BRANCH_##_type
#define KERNEL_ADDRESS	0xffffffff81000000ULL

static DEFINE_PER_CPU(struct perf_x86_branch_cpu, test_branch_cpus);

static const struct perf_x86_branches old_branches = {
	.feature	= PERF_X86_BRANCH_FEATURE,
	.ops		= &perf_x86_branch_old_ops,
	.depth		= 32,
	.format		= 5,
	.from		= 0x680,
	.to		= 0x6c0,
	.info		= 0xdc0,
	.stack		= BIT_ULL(9),
	.suppress	= true,
	.groups		= perf_x86_branch_select_groups,
	.cpu		= &test_branch_cpus,
};

static const struct perf_x86_branches arch_branches = {
	.feature	= PERF_X86_BRANCH_FEATURE,
	.ops		= &perf_x86_branch_arch_ops,
	.depth		= 16,
	.from		= 0x1500,
	.to		= 0x1600,
	.info		= 0x1200,
	.stack		= BIT_ULL(3),
	.has_types	= true,
	.groups		= perf_x86_branch_arch_groups,
	.cpu		= &test_branch_cpus,
};

static const struct perf_x86_branches amd_branches = {
	.feature	= PERF_X86_BRANCH_FEATURE,
	.ops		= &perf_x86_branch_amd_ops,
	.depth		= 16,
	.from		= 0xc0010300,
	.to		= 0xc0010301,
	.suppress	= true,
	.freezes	= true,
	.refused	= TYPE(ABORT_TX) | TYPE(IN_TX) | TYPE(NO_TX),
	.groups		= perf_x86_branch_select_groups,
	.cpu		= &test_branch_cpus,
};

static const struct perf_x86_branches nehalem_branches = {
	.ops		= &perf_x86_branch_old_ops,
	.suppress	= true,
	.calls_need_jumps = true,
	.groups		= perf_x86_branch_select_groups,
};

/*
 * Filters.
 */
static const struct select_row {
	const struct perf_x86_branches	*branches;
	u64				type;
	int				err;
	u64				select;
} select_rows[] = {
	{ &old_branches, TYPE(USER) | TYPE(ANY), 0, 0x001 },
	{ &old_branches, TYPE(KERNEL) | TYPE(ANY), 0, 0x002 },
	{ &old_branches, TYPE(USER) | TYPE(KERNEL) | TYPE(ANY), 0, 0x000 },
	{ &old_branches, TYPE(USER) | TYPE(COND), 0, 0x1f9 },
	{ &old_branches, TYPE(USER) | TYPE(CALL), 0, 0x1f5 },
	{ &old_branches, TYPE(USER) | TYPE(IND_CALL), 0, 0x1ed },
	{ &old_branches, TYPE(USER) | TYPE(ANY_RETURN), 0, 0x0dd },
	{ &old_branches, TYPE(USER) | TYPE(IND_JUMP), 0, 0x1bd },
	{ &old_branches, TYPE(USER) | TYPE(ANY_CALL), 0, 0x0e5 },
	{ &old_branches, TYPE(USER) | TYPE(CALL_STACK), 0, 0x3c5 },
	{ &old_branches, TYPE(USER) | TYPE(ABORT_TX), 0, 0x0fd },
	{ &old_branches, TYPE(HV) | TYPE(ANY), 0, 0x003 },
	{ &old_branches, TYPE(USER) | TYPE(CALL_STACK) | TYPE(ANY), -EINVAL },
	{ &old_branches, TYPE(USER) | TYPE(CALL_STACK) | TYPE(CALL), -EINVAL },
	{ &old_branches, TYPE(USER) | TYPE(ANY) | TYPE(COUNTERS), -EINVAL },
	{ &old_branches, TYPE(USER) | TYPE(CALL_STACK) | TYPE(NO_FLAGS) | TYPE(NO_CYCLES) |
			 TYPE(HW_INDEX) | TYPE(TYPE_SAVE) | TYPE(PRIV_SAVE), 0, 0x3c5 },
	{ &nehalem_branches, TYPE(USER) | TYPE(ANY_CALL), 0, 0x025 },
	{ &nehalem_branches, TYPE(USER) | TYPE(COND), 0, 0x1f9 },
	{ &nehalem_branches, TYPE(USER) | TYPE(CALL_STACK), -EOPNOTSUPP },
	{ &arch_branches, TYPE(USER) | TYPE(ANY), 0, 0x7f0004 },
	{ &arch_branches, TYPE(KERNEL) | TYPE(ANY), 0, 0x7f0002 },
	{ &arch_branches, TYPE(USER) | TYPE(COND), 0, 0x010004 },
	{ &arch_branches, TYPE(USER) | TYPE(ANY_CALL), 0, 0x580004 },
	{ &arch_branches, TYPE(USER) | TYPE(CALL_STACK), 0, 0x38000c },
	{ &amd_branches, TYPE(USER) | TYPE(ANY), 0, 0x001 },
	{ &amd_branches, TYPE(USER) | TYPE(ANY) | TYPE(NO_TX), -EOPNOTSUPP },
	{ &amd_branches, TYPE(USER) | TYPE(ANY) | TYPE(IN_TX), -EOPNOTSUPP },
	{ &amd_branches, TYPE(USER) | TYPE(ABORT_TX), -EOPNOTSUPP },
	{ &amd_branches, TYPE(USER) | TYPE(CALL_STACK), -EOPNOTSUPP },
};

static void filter_registers_are_those_of_the_manuals(struct kunit *test)
{
	unsigned int i;
	u64 wish;

	for (i = 0; i < ARRAY_SIZE(select_rows); i++) {
		const struct select_row *row = &select_rows[i];

		wish = 0;
		KUNIT_ASSERT_EQ_MSG(test, row->err,
				    perf_x86_branch_wish(row->branches, row->type, &wish),
				    "row %u", i);
		if (!row->err)
			KUNIT_EXPECT_EQ_MSG(test, row->select,
					    perf_x86_branch_select(row->branches, wish),
					    "row %u", i);
		KUNIT_EXPECT_EQ_MSG(test, 0ULL, wish >> 32, "row %u", i);
	}
}

/*
 * Formats.
 */
#define MISSED	LBR_INFO_MISPRED
#define KNOWN	PERF_X86_BRANCH_PREDICTED

static const struct format_row {
	unsigned int	format;
	u64		from;
	u64		to;
	u64		info;
	u64		want_from;
	u64		want_to;
	u64		want_flags;
	u16		want_cycles;
} format_rows[] = {
	{ 1, 0x401000, 0x402000, 0, 0x401000, 0x402000, 0, 0 },
	{ 3, 0x8000000000401000, 0x402000, 0, 0x401000, 0x402000, MISSED | KNOWN, 0 },
	{ 3, 0x7fffffff81000000, KERNEL_ADDRESS, 0, KERNEL_ADDRESS, KERNEL_ADDRESS, KNOWN, 0 },
	{ 4, 0xe000000000401000, 0x402000, 0, 0x401000, 0x402000,
	  MISSED | LBR_INFO_IN_TX | LBR_INFO_ABORT | KNOWN, 0 },
	{ 4, 0x1fffffff81000000, 0x402000, 0, KERNEL_ADDRESS, 0x402000, KNOWN, 0 },
	{ 5, 0x401000, KERNEL_ADDRESS, 0xc00000000000001f, 0x401000, KERNEL_ADDRESS,
	  MISSED | LBR_INFO_IN_TX | KNOWN, 0x1f },
	{ 5, 0x401000, 0x402000, 0x1fffffffffff0000, 0x401000, 0x402000, KNOWN, 0 },
	{ 6, 0x8000000000401000, 0x0017000000402000, 0, 0x401000, 0x402000, MISSED | KNOWN, 0x17 },
	{ 6, 0x401000, 0x0003ffff81000000, 0, 0x401000, KERNEL_ADDRESS, KNOWN, 3 },
	{ 7, 0x401000, 0x402000, 0xe00000000000ffff, 0x401000, 0x402000, MISSED | KNOWN, 0xffff },
};

static void formats_are_those_of_the_manuals(struct kunit *test)
{
	struct perf_x86_branch_record record;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(format_rows); i++) {
		const struct format_row *row = &format_rows[i];

		KUNIT_ASSERT_TRUE(test, perf_x86_branch_old_known(row->format));
		perf_x86_branch_old_parse(row->format, row->from, row->to, row->info, &record);
		KUNIT_EXPECT_EQ_MSG(test, row->want_from, record.from, "row %u", i);
		KUNIT_EXPECT_EQ_MSG(test, row->want_to, record.to, "row %u", i);
		KUNIT_EXPECT_EQ_MSG(test, row->want_flags, record.flags, "row %u", i);
		KUNIT_EXPECT_EQ_MSG(test, row->want_cycles, record.cycles, "row %u", i);
	}
	KUNIT_EXPECT_FALSE(test, perf_x86_branch_old_known(0));
	KUNIT_EXPECT_FALSE(test, perf_x86_branch_old_known(8));
	KUNIT_EXPECT_FALSE(test, perf_x86_branch_old_known(0x3f));
	KUNIT_EXPECT_FALSE(test, perf_x86_branch_old_has_info(0x3f));
	KUNIT_EXPECT_TRUE(test, perf_x86_branch_old_has_info(5));
	KUNIT_EXPECT_FALSE(test, perf_x86_branch_old_has_info(6));
}

static void architectural_records(struct kunit *test)
{
	/* BR_TYPE 0 to 15 */
	static const u8 class[] = {
		PERF_X86_BRANCH_COND, PERF_X86_BRANCH_IND_JUMP, PERF_X86_BRANCH_JUMP,
		PERF_X86_BRANCH_IND_CALL, PERF_X86_BRANCH_CALL, PERF_X86_BRANCH_RETURN,
	};
	struct perf_x86_branch_record record;
	u64 type;

	for (type = 0; type < 16; type++) {
		perf_x86_branch_arch_parse(1, 2, type << 56 | 0x1234, &record);
		KUNIT_EXPECT_EQ(test, type < 6 ? class[type] : PERF_X86_BRANCH_UNKNOWN,
				record.class);
		KUNIT_EXPECT_EQ(test, 0, record.cycles);
	}
	perf_x86_branch_arch_parse(1, 2, 0xb000000000001234, &record);
	KUNIT_EXPECT_EQ(test, 0x1234, record.cycles);
	KUNIT_EXPECT_EQ(test, MISSED | LBR_INFO_ABORT | KNOWN, record.flags);
}

static void amd_records(struct kunit *test)
{
	struct perf_x86_branch_record record;

	perf_x86_branch_amd_parse(0x8000000000401000, 0x8000000000402000, &record);
	KUNIT_EXPECT_EQ(test, 0x401000ULL, record.from);
	KUNIT_EXPECT_EQ(test, 0x402000ULL, record.to);
	KUNIT_EXPECT_EQ(test, MISSED | KNOWN, record.flags);
	KUNIT_EXPECT_EQ(test, PERF_BR_NON_SPEC_CORRECT_PATH, record.spec);
	perf_x86_branch_amd_parse(0x7fffffff81000000, 0xdfffffff81000000, &record);
	KUNIT_EXPECT_EQ(test, KERNEL_ADDRESS, record.from);
	KUNIT_EXPECT_EQ(test, KERNEL_ADDRESS, record.to);
	KUNIT_EXPECT_EQ(test, PERF_BR_SPEC_CORRECT_PATH, record.spec);
	perf_x86_branch_amd_parse(0x401000, 0x4000000000402000, &record);
	KUNIT_EXPECT_EQ(test, PERF_BR_SPEC_WRONG_PATH, record.spec);
}

/*
 * Classes.
 */
#define CODE(_class, ...)							\
	{ PERF_X86_BRANCH_##_class, sizeof((const u8[]){ __VA_ARGS__ }), { __VA_ARGS__ } }

static const struct {
	u8	class;
	u8	bytes;
	u8	code[8];
} codes[] = {
	CODE(COND, 0x74, 0x10),
	CODE(COND, 0x0f, 0x8f, 1, 0, 0, 0),
	CODE(COND, 0xe2, 0xfe),
	CODE(COND, 0xe3, 0xfe),
	CODE(COND, 0x2e, 0x75, 0x10),			/* with a prefix */
	CODE(JUMP, 0xeb, 0x10),
	CODE(JUMP, 0xe9, 0, 0, 0, 0),
	CODE(IND_JUMP, 0xff, 0xe0),
	CODE(IND_JUMP, 0x3e, 0xff, 0xe0),		/* NOTRACK */
	CODE(IND_JUMP, 0x41, 0xff, 0xe3),		/* with REX */
	CODE(CALL, 0xe8, 0, 0, 0, 0),
	CODE(IND_CALL, 0xff, 0xd0),
	CODE(IND_CALL, 0xff, 0x15, 0, 0, 0, 0),
	CODE(FAR_CALL, 0xff, 0x1d, 0, 0, 0, 0),
	CODE(FAR_JUMP, 0xff, 0x2d, 0, 0, 0, 0),
	CODE(RETURN, 0xc3),
	CODE(RETURN, 0xc2, 8, 0),
	CODE(RETURN, 0xf3, 0xc3),
	CODE(FAR_RETURN, 0xcb),
	CODE(FAR_RETURN, 0x48, 0xcb),
	CODE(SYSCALL, 0x0f, 0x05),
	CODE(SYSCALL, 0x0f, 0x34),
	CODE(SYSRET, 0x48, 0x0f, 0x07),
	CODE(SYSRET, 0x0f, 0x35),
	CODE(INT, 0xcd, 0x80),
	CODE(INT, 0xcc),
	CODE(IRET, 0x48, 0xcf),
	CODE(UNKNOWN, 0x90),
	CODE(UNKNOWN, 0xff, 0xc0),			/* INC */
	CODE(UNKNOWN, 0xff, 0x30),			/* PUSH */
	CODE(UNKNOWN, 0xe8, 0, 0),			/* incomplete */
	CODE(UNKNOWN, 0x0f),
	CODE(UNKNOWN, 0xc5, 0xf8, 0x77),		/* VZEROUPPER: its opcode is that of a JA */
};

static void instructions_have_their_class(struct kunit *test)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(codes); i++)
		KUNIT_EXPECT_EQ_MSG(test, codes[i].class,
				    perf_x86_branch_decode(codes[i].code, codes[i].bytes, true),
				    "row %u", i);
	KUNIT_EXPECT_EQ(test, PERF_X86_BRANCH_UNKNOWN, perf_x86_branch_decode(codes, 0, true));
}

/* Kernel code that the test has written, read as a branch's. */
static void a_class_needs_code_that_can_be_read(struct kunit *test)
{
	static const u8 ret[16] = { 0xc3 }, nop[16] = { 0x90 };
	struct perf_x86_branch_record record = {
		.from = (unsigned long)ret, .to = KERNEL_ADDRESS, .class = PERF_X86_BRANCH_UNKNOWN,
	};

	KUNIT_EXPECT_EQ(test, PERF_X86_BRANCH_RETURN, perf_x86_branch_classify(&record));
	record.from = (unsigned long)nop;
	KUNIT_EXPECT_EQ(test, PERF_X86_BRANCH_IRQ, perf_x86_branch_classify(&record));
	record.to = 0x401000;
	KUNIT_EXPECT_EQ(test, PERF_X86_BRANCH_UNKNOWN, perf_x86_branch_classify(&record));
	/* The thread of a test has no address space of its own. */
	record.from = 0x401000;
	if (!current->mm)
		KUNIT_EXPECT_EQ(test, PERF_X86_BRANCH_UNKNOWN, perf_x86_branch_classify(&record));
	record.from = 0xffffffffffff0000; /* nothing is mapped at the end */
	record.to = KERNEL_ADDRESS;
	KUNIT_EXPECT_EQ(test, PERF_X86_BRANCH_UNKNOWN, perf_x86_branch_classify(&record));
	record.flags = LBR_INFO_ABORT;
	KUNIT_EXPECT_EQ(test, PERF_X86_BRANCH_ABORT, perf_x86_branch_classify(&record));
}

/*
 * Hostile records.
 */
static const struct {
	u64		from;
	u64		to;
	u64		flags;
	unsigned int	user;		/* passes for an event of user mode */
	unsigned int	kernel;		/* ... of the kernel */
	unsigned int	both;
} records[] = {
	{ 0x401000, 0x402000, 0, 1, 0, 1 },
	{ 0x401000, KERNEL_ADDRESS, 0, 0, 1, 1 },
	{ KERNEL_ADDRESS, 0x401000, 0, 0, 0, 1 },
	{ KERNEL_ADDRESS, KERNEL_ADDRESS, 0, 0, 1, 1 },
	{ 0, 0x401000, 0, 0, 0, 0 },
	{ 0x401000, 0, 0, 0, 0, 0 },
	{ U64_MAX, 0x401000, 0, 0, 0, 0 },
	{ U64_MAX, KERNEL_ADDRESS, 0, 0, 0, 0 },
	{ 0x8000000000000000, 0x401000, 0, 0, 0, 0 },
	{ 0x401000, 0x0800000000000000, 0, 0, 0, 0 },
	{ 0x401000, 0xdead000000000000, 0, 0, 0, 0 },
};

static unsigned int passes(const struct perf_x86_branch_records *one, u64 wish)
{
	struct perf_branch_entry entries[PERF_X86_BRANCHES_MAX];

	return perf_x86_branch_filter(one, PERF_X86_BRANCH_ALL | wish, 0, entries);
}

static void hostile_records_are_dropped(struct kunit *test)
{
	struct perf_x86_branch_records *one = kunit_kzalloc(test, sizeof(*one), GFP_KERNEL);
	const u64 user = PERF_X86_BRANCH_USER, kernel = PERF_X86_BRANCH_KERNEL;
	unsigned int i;

	KUNIT_ASSERT_NOT_NULL(test, one);
	one->nr = 1;
	for (i = 0; i < ARRAY_SIZE(records); i++) {
		one->record[0] = (struct perf_x86_branch_record) {
			.from = records[i].from, .to = records[i].to,
			.class = PERF_X86_BRANCH_UNKNOWN,
		};
		KUNIT_EXPECT_EQ_MSG(test, records[i].user, passes(one, user), "row %u", i);
		KUNIT_EXPECT_EQ_MSG(test, records[i].kernel, passes(one, kernel), "row %u", i);
		KUNIT_EXPECT_EQ_MSG(test, records[i].both, passes(one, user | kernel), "row %u", i);
		KUNIT_EXPECT_EQ_MSG(test, 0, passes(one, 0), "row %u", i);
	}
	one->record[0] = (struct perf_x86_branch_record) { .from = 0x401000, .to = 0x402000 };
	KUNIT_EXPECT_EQ(test, 0, passes(one, user | PERF_X86_BRANCH_IN_TX));
	KUNIT_EXPECT_EQ(test, 1, passes(one, user | PERF_X86_BRANCH_NO_TX));
	one->record[0].flags = LBR_INFO_IN_TX;
	KUNIT_EXPECT_EQ(test, 1, passes(one, user | PERF_X86_BRANCH_IN_TX));
	KUNIT_EXPECT_EQ(test, 0, passes(one, user | PERF_X86_BRANCH_NO_TX));
	KUNIT_EXPECT_EQ(test, 1, passes(one, user | PERF_X86_BRANCH_IN_TX |
					PERF_X86_BRANCH_NO_TX));
}

/*
 * Registers in memory, for everything that is not a counter.
 */
static struct branch_msrs {
	u64	value[8][64];
	u64	control;
	u64	select;
	u64	top;
	u64	(*read)(struct perf_x86_fake *fake, u32 msr);
	void	(*write)(struct perf_x86_fake *fake, u32 msr, u64 value);
} msrs;

static u64 *branch_msr(u32 msr)
{
	static const u32 bases[] = { 0x680, 0x6c0, 0xdc0, 0x1500, 0x1600, 0x1200, 0xc0010300 };
	unsigned int i;

	switch (msr) {
	case MSR_IA32_DEBUGCTLMSR:	return &msrs.control;
	case MSR_LBR_SELECT:
	case MSR_ARCH_LBR_CTL:		return &msrs.select;
	case MSR_LBR_TOS:		return &msrs.top;
	}
	for (i = 0; i < ARRAY_SIZE(bases); i++) {
		if (msr - bases[i] < 64 && (i != 0 || msr < 0x6c0))
			return &msrs.value[i][msr - bases[i]];
	}
	return NULL;
}

static u64 branch_read(struct perf_x86_fake *fake, u32 msr)
{
	u64 *at = branch_msr(msr);

	return at ? *at : msrs.read(fake, msr);
}

static void branch_write(struct perf_x86_fake *fake, u32 msr, u64 value)
{
	u64 *at = branch_msr(msr);

	if (msr == MSR_ARCH_LBR_DEPTH)
		memset(&msrs.value[3], 0, 3 * sizeof(msrs.value[0]));
	else if (at)
		*at = value;
	else
		msrs.write(fake, msr, value);
}

/* The PMU under test gets records; it must have the processor's version 2 or later. */
static struct fixture *branch_fixture(struct kunit *test, const struct perf_x86_branches *branches)
{
	struct fixture *fixture = fixture_of(test);

	if (!fixture->pmu.regs.fixed_select || fixture->pmu.regs.enable != &perf_x86_enable_global)
		kunit_skip(test, "not a processor with records");
	memset(&msrs, 0, sizeof(msrs));
	memset(per_cpu_ptr(branches->cpu, cpumask_first(cpu_online_mask)), 0,
	       sizeof(struct perf_x86_branch_cpu));
	msrs.read = fixture->file.fake.read_msr;
	msrs.write = fixture->file.fake.write_msr;
	fixture->file.fake.read_msr = branch_read;
	fixture->file.fake.write_msr = branch_write;
	fixture->pmu.features[PERF_X86_BRANCHES] = &branches->feature;
	return fixture;
}

static void registers_may_hold_anything(struct kunit *test)
{
	struct perf_x86_branch_records *out = kunit_kzalloc(test, sizeof(*out), GFP_KERNEL);
	const struct perf_x86_branches *branches = &old_branches;
	struct fixture *fixture = branch_fixture(test, branches);
	unsigned int i;

	KUNIT_ASSERT_NOT_NULL(test, out);
	/* Nothing recorded, and a position that no register has */
	msrs.top = U64_MAX;
	perf_x86_branch_read(&fixture->pmu, out);
	KUNIT_EXPECT_EQ(test, 0, out->nr);
	KUNIT_EXPECT_EQ(test, 31ULL, out->hw_idx);
	/* All ones */
	memset(msrs.value, 0xff, sizeof(msrs.value));
	msrs.top = 0x12345;
	perf_x86_branch_read(&fixture->pmu, out);
	KUNIT_EXPECT_EQ(test, 32, out->nr);
	KUNIT_EXPECT_EQ(test, 5ULL, out->hw_idx);
	KUNIT_EXPECT_EQ(test, 0, passes(out, PERF_X86_BRANCH_USER | PERF_X86_BRANCH_KERNEL));
	/* Five records; the ring wraps */
	memset(msrs.value, 0, sizeof(msrs.value));
	for (i = 0; i < 5; i++) {
		msrs.value[0][(30 + i) & 31] = 0x1000 + i;
		msrs.value[1][(30 + i) & 31] = 0x2000 + i;
	}
	msrs.top = 2;
	perf_x86_branch_read(&fixture->pmu, out);
	KUNIT_ASSERT_EQ(test, 5, out->nr);
	for (i = 0; i < 5; i++)
		KUNIT_EXPECT_EQ(test, 0x1004ULL - i, out->record[i].from);
	branches->ops->clear(&fixture->pmu, branches);
	perf_x86_branch_read(&fixture->pmu, out);
	KUNIT_EXPECT_EQ(test, 0, out->nr);
	fixture->pmu.features[PERF_X86_BRANCHES] = NULL;
}

/* read() and save() find the records that load() has written. */
static void calls_are_saved_and_loaded(struct kunit *test, const struct perf_x86_branches *branches)
{
	struct perf_x86_branch_raw *raw = kunit_kcalloc(test, PERF_X86_BRANCHES_MAX, sizeof(*raw),
							 GFP_KERNEL);
	struct perf_x86_branch_records *out = kunit_kzalloc(test, sizeof(*out), GFP_KERNEL);
	struct fixture *fixture = branch_fixture(test, branches);
	unsigned int nr, i;

	KUNIT_ASSERT_NOT_NULL(test, raw);
	KUNIT_ASSERT_NOT_NULL(test, out);
	for (nr = 0; nr <= branches->depth; nr++) {
		for (i = 0; i < nr; i++)
			raw[i] = (struct perf_x86_branch_raw) { 0x1000 + i, 0x2000 + i, i };
		msrs.top = 7;
		branches->ops->clear(&fixture->pmu, branches);
		branches->ops->load(&fixture->pmu, branches, raw, nr);
		perf_x86_branch_read(&fixture->pmu, out);
		KUNIT_ASSERT_EQ(test, nr, out->nr);
		for (i = 0; i < nr; i++)
			KUNIT_EXPECT_EQ(test, 0x1000ULL + i, out->record[i].from);
		memset(raw, 0, PERF_X86_BRANCHES_MAX * sizeof(*raw));
		KUNIT_EXPECT_EQ(test, nr, branches->ops->save(&fixture->pmu, branches, raw));
		KUNIT_EXPECT_EQ(test, nr ? 0x2000ULL + nr - 1 : 0, nr ? raw[nr - 1].to : 0);
	}
	fixture->pmu.features[PERF_X86_BRANCHES] = NULL;
}

static void old_calls_are_saved_and_loaded(struct kunit *test)
{
	calls_are_saved_and_loaded(test, &old_branches);
}

static void architectural_calls_are_saved_and_loaded(struct kunit *test)
{
	calls_are_saved_and_loaded(test, &arch_branches);
}

/*
 * Events.
 */
static struct {
	unsigned int	samples;
	u64		nr;
	u64		from;
} seen;

static void branch_overflow(struct perf_event *event, struct perf_sample_data *data,
			    struct pt_regs *regs)
{
	seen.samples++;
	seen.nr = data->br_stack->nr;
	seen.from = data->br_stack->entries[0].from;
}

static struct perf_event *branch_open(struct fixture *fixture, u64 type, u64 period)
{
	struct perf_event_attr attr = fixture_attr(fixture, fixture->first);

	attr.sample_type = PERF_SAMPLE_BRANCH_STACK;
	attr.branch_sample_type = type;
	attr.sample_period = period;
	return perf_event_create_kernel_counter(&attr, cpumask_first(cpu_online_mask), NULL,
						branch_overflow, fixture);
}

#define RECORDING	BIT_ULL(0)
#define FREEZING	BIT_ULL(11)

static void an_event_records_while_it_counts(struct kunit *test)
{
	struct fixture *fixture = branch_fixture(test, &old_branches);
	struct perf_event *event, *other;

	memset(&seen, 0, sizeof(seen));
	msrs.control = BIT_ULL(14); /* another driver's */
	event = branch_open(fixture, TYPE(USER) | TYPE(ANY), 100);
	KUNIT_ASSERT_NOT_ERR_OR_NULL(test, event);
	KUNIT_EXPECT_EQ(test, RECORDING | FREEZING | BIT_ULL(14), msrs.control);
	KUNIT_EXPECT_EQ(test, 0x1ULL, msrs.select);

	msrs.value[0][0] = 0x401000;
	msrs.value[1][0] = 0x402000;
	fixture_happen(fixture, fixture->first, 100);
	KUNIT_EXPECT_EQ(test, 1, seen.samples);
	KUNIT_EXPECT_EQ(test, 1ULL, seen.nr);
	KUNIT_EXPECT_EQ(test, 0x401000ULL, seen.from);
	KUNIT_EXPECT_EQ(test, RECORDING | FREEZING | BIT_ULL(14), msrs.control);

	/* One with another filter widens that of the CPU; one that follows calls has to wait. */
	other = branch_open(fixture, TYPE(KERNEL) | TYPE(COND), 100);
	KUNIT_ASSERT_NOT_ERR_OR_NULL(test, other);
	KUNIT_EXPECT_EQ(test, 0x0ULL, msrs.select);
	perf_event_release_kernel(other);
	KUNIT_EXPECT_EQ(test, 0x1ULL, msrs.select);
	other = branch_open(fixture, TYPE(USER) | TYPE(CALL_STACK), 100);
	KUNIT_ASSERT_NOT_ERR_OR_NULL(test, other);
	KUNIT_EXPECT_EQ(test, -1, other->hw.idx);
	perf_event_disable(event);
	perf_pmu_resched(&fixture->pmu.pmu);
	KUNIT_EXPECT_LE(test, 0, other->hw.idx);
	KUNIT_EXPECT_EQ(test, 0x3c5ULL, msrs.select);
	KUNIT_EXPECT_EQ(test, RECORDING | BIT_ULL(14), msrs.control);
	perf_event_release_kernel(other);

	/* Nothing is left on, though no counter runs any more. */
	KUNIT_EXPECT_EQ(test, BIT_ULL(14), msrs.control);
	perf_event_release_kernel(event);
	KUNIT_EXPECT_EQ(test, BIT_ULL(14), msrs.control);
}

static void the_first_event_finds_no_old_records(struct kunit *test)
{
	struct fixture *fixture = branch_fixture(test, &arch_branches);
	struct perf_event *event;

	msrs.value[3][0] = 0x401000;
	msrs.value[4][0] = 0x402000;
	event = branch_open(fixture, TYPE(USER) | TYPE(ANY), 100);
	KUNIT_ASSERT_NOT_ERR_OR_NULL(test, event);
	KUNIT_EXPECT_EQ(test, 0ULL, msrs.value[3][0]);
	KUNIT_EXPECT_EQ(test, 0x7f0005ULL, msrs.select);
	KUNIT_EXPECT_TRUE(test, msrs.control & FREEZING);
	perf_event_release_kernel(event);
	KUNIT_EXPECT_EQ(test, 0ULL, msrs.select);
}

static void events_that_no_records_can_serve(struct kunit *test)
{
	struct fixture *fixture = branch_fixture(test, &old_branches);

	KUNIT_EXPECT_EQ(test, -EINVAL, PTR_ERR(branch_open(fixture, TYPE(USER) | TYPE(CALL_STACK) |
							   TYPE(COND), 100)));
	fixture->pmu.features[PERF_X86_BRANCHES] = NULL;
	KUNIT_EXPECT_EQ(test, -EOPNOTSUPP,
			PTR_ERR(branch_open(fixture, TYPE(USER) | TYPE(ANY), 100)));
}

static struct kunit_case perf_x86_branch_cases[] = {
	KUNIT_CASE(filter_registers_are_those_of_the_manuals),
	KUNIT_CASE(formats_are_those_of_the_manuals),
	KUNIT_CASE(architectural_records),
	KUNIT_CASE(amd_records),
	KUNIT_CASE(instructions_have_their_class),
	KUNIT_CASE(a_class_needs_code_that_can_be_read),
	KUNIT_CASE(hostile_records_are_dropped),
	{ }
};

static struct kunit_suite perf_x86_branch_suite = {
	.name		= "perf_x86_branch",
	.test_cases	= perf_x86_branch_cases,
};

static struct kunit_case perf_x86_branch_event_cases[] = {
	KUNIT_CASE_PARAM(registers_may_hold_anything, machines_gen_params),
	KUNIT_CASE_PARAM(old_calls_are_saved_and_loaded, machines_gen_params),
	KUNIT_CASE_PARAM(architectural_calls_are_saved_and_loaded, machines_gen_params),
	KUNIT_CASE_PARAM(an_event_records_while_it_counts, machines_gen_params),
	KUNIT_CASE_PARAM(the_first_event_finds_no_old_records, machines_gen_params),
	KUNIT_CASE_PARAM(events_that_no_records_can_serve, machines_gen_params),
	{ }
};

static struct kunit_suite perf_x86_branch_event_suite = {
	.name		= "perf_x86_branch_event",
	.init		= fixture_init,
	.exit		= fixture_exit,
	.test_cases	= perf_x86_branch_event_cases,
};

kunit_test_suites(&perf_x86_branch_suite, &perf_x86_branch_event_suite);
