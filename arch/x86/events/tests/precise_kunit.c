// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of precise samples without registers: layouts of records, and which events are accepted.
 *
 * The expected layouts are those of the tables in Intel SDM volume 3, chapter "Performance
 * Monitoring"; the expected counters those of Intel's perfmon event lists (fields PEBS and
 * Counter), the expected errnos those of Linux 6.12.
 */
#include <kunit/test.h>
#include <linux/ptrace.h>

#include <asm/cpu_device_id.h>
#include <asm/intel-family.h>

#include "counters.h"
#include "feature.h"
#include "models_intel.h"
#include "precise/models.h"
#include "precise/precise.h"
#include "precise/record.h"
#include "precise/sources.h"

/* More than the longest record */
#define FIELDS		800

/* A field's value is its number, so that a test sees which one was read. */
static void number_fields(u64 *fields)
{
	unsigned int i;

	for (i = 0; i < FIELDS; i++)
		fields[i] = 0x1000 + i;
}

struct fixed_layout {
	u8	format;
	size_t	size;
	int	ip, counters, address, source, latency, tsx, tsc;
};

/* Offsets in bytes, as the tables have them; -1: the format lacks the field. */
static const struct fixed_layout fixed_layouts[] = {
	{ 0, 0x90, 0x08, -1, -1, -1, -1, -1, -1 },
	{ 1, 0xb0, 0x08, 0x90, 0x98, 0xa0, 0xa8, -1, -1 },
	{ 2, 0xc0, 0xb0, 0x90, 0x98, 0xa0, 0xa8, 0xb8, -1 },
	{ 3, 0xc8, 0xb0, 0x90, 0x98, 0xa0, 0xa8, 0xb8, 0xc0 },
};

static u64 field_at(const u64 *fields, int offset)
{
	return offset < 0 ? 0 : fields[offset / 8];
}

static void fixed_records(struct kunit *test)
{
	u64 *fields = kunit_kzalloc(test, FIELDS * sizeof(u64), GFP_KERNEL);
	struct perf_x86_record record;
	unsigned int i;

	KUNIT_ASSERT_NOT_NULL(test, fields);
	number_fields(fields);
	for (i = 0; i < ARRAY_SIZE(fixed_layouts); i++) {
		const struct fixed_layout *row = &fixed_layouts[i];
		struct perf_x86_layout layout = { .format = row->format };

		KUNIT_EXPECT_EQ(test, row->size, perf_x86_record_size(layout, 0));
		KUNIT_EXPECT_EQ(test, 0, perf_x86_record_parse(layout, fields, row->size - 1,
							       &record));
		KUNIT_ASSERT_EQ(test, row->size, perf_x86_record_parse(layout, fields, row->size,
								       &record));
		KUNIT_EXPECT_EQ(test, field_at(fields, row->ip), record.ip);
		KUNIT_EXPECT_EQ(test, row->format >= 2, record.exact);
		KUNIT_EXPECT_EQ(test, field_at(fields, row->counters), record.counters);
		KUNIT_EXPECT_EQ(test, field_at(fields, row->address), record.address);
		KUNIT_EXPECT_EQ(test, field_at(fields, row->source), record.source);
		KUNIT_EXPECT_EQ(test, field_at(fields, row->latency), record.latency);
		KUNIT_EXPECT_EQ(test, field_at(fields, row->tsx), record.tsx);
		KUNIT_EXPECT_EQ(test, field_at(fields, row->tsc), record.tsc);
	}
}

/* RBX is the fourth register of a fixed layout, and the sixth of the group. */
static void registers_of_records(struct kunit *test)
{
	u64 *fields = kunit_kzalloc(test, FIELDS * sizeof(u64), GFP_KERNEL);
	struct perf_x86_layout layout = { .format = 3 };
	struct perf_x86_record record;
	struct pt_regs regs = { };

	KUNIT_ASSERT_NOT_NULL(test, fields);
	number_fields(fields);
	KUNIT_ASSERT_NE(test, 0, perf_x86_record_parse(layout, fields, 0xc8, &record));
	perf_x86_record_regs(layout, &record, &regs);
	KUNIT_EXPECT_EQ(test, 0x1000, regs.flags);
	KUNIT_EXPECT_EQ(test, 0x1003, regs.bx);
	KUNIT_EXPECT_EQ(test, 0x1004, regs.cx);
	KUNIT_EXPECT_EQ(test, 0x1009, regs.sp);
	KUNIT_EXPECT_EQ(test, 0x1011, regs.r15);

	layout.format = 4;
	fields[0] = PERF_X86_GROUP_GENERAL | 0xb0ULL << 48;
	KUNIT_ASSERT_EQ(test, 0xb0, perf_x86_record_parse(layout, fields, 0xb0, &record));
	perf_x86_record_regs(layout, &record, &regs);
	KUNIT_EXPECT_EQ(test, 0x1004, regs.flags);
	KUNIT_EXPECT_EQ(test, 0x1007, regs.cx);
	KUNIT_EXPECT_EQ(test, 0x1009, regs.bx);
	KUNIT_EXPECT_EQ(test, 0x100a, regs.sp);
	KUNIT_EXPECT_EQ(test, 0x1015, regs.r15);
}

/* SDM, "MSR_PEBS_DATA_CFG": bit 3, and the number less one in bits 31 to 24 */
#define BRANCHES(_number)	(BIT_ULL(3) | ((_number) - 1ULL) << 24)

struct adaptive_case {
	u64	groups;
	size_t	size;
	size_t	bytes;
	bool	valid;
};

static const struct adaptive_case adaptive_cases[] = {
	{ 0, 32, 32, true },
	{ PERF_X86_GROUP_MEMORY, 64, 64, true },
	{ PERF_X86_GROUP_GENERAL, 176, 176, true },
	{ PERF_X86_GROUP_XMM, 288, 288, true },
	{ 7, 464, 464, true },
	{ BRANCHES(1), 56, 56, true },
	{ BRANCHES(32), 800, 800, true },
	{ 7 | BRANCHES(32), 1232, 1232, true },
	{ BRANCHES(256), 6176, 6176, true },	/* more than any processor has */
	{ 0, 32, 31, false },			/* cut off */
	{ 7, 464, 463, false },
	{ 7, 456, 464, false },			/* says another size */
	{ 0, 0, 464, false },			/* would never end */
	{ 0, 0xffff, 464, false },
	{ BRANCHES(2), 56, 464, false },
	{ BRANCHES(32), 800, 799, false },
	{ BIT_ULL(47), 32, 464, false },	/* no group */
	{ GENMASK_ULL(47, 0), 0xffff, 464, false },
};

static void adaptive_records(struct kunit *test)
{
	u64 *fields = kunit_kzalloc(test, FIELDS * sizeof(u64), GFP_KERNEL);
	struct perf_x86_record record;
	unsigned int i;
	u8 format;

	KUNIT_ASSERT_NOT_NULL(test, fields);
	number_fields(fields);
	for (i = 0; i < ARRAY_SIZE(adaptive_cases) * 2; i++) {
		const struct adaptive_case *row = &adaptive_cases[i / 2];
		struct perf_x86_layout layout;
		size_t expected = row->valid ? row->size : 0;

		format = 4 + i % 2;
		layout = (struct perf_x86_layout) { .format = format, .adaptive = true };
		fields[0] = row->groups | (u64)row->size << 48;
		KUNIT_ASSERT_EQ_MSG(test, expected,
				    perf_x86_record_parse(layout, fields, row->bytes, &record),
				    "row %u", i / 2);
		if (!row->valid)
			continue;
		KUNIT_EXPECT_EQ(test, 0x1001, record.ip);
		KUNIT_EXPECT_EQ(test, 0x1002, record.counters);
		KUNIT_EXPECT_EQ(test, 0x1003, record.tsc);
		KUNIT_EXPECT_EQ(test, row->groups & 1 ? 0x1004 : 0, record.address);
		KUNIT_EXPECT_EQ(test, row->groups & 1 ? 0x1006 : 0, record.latency);
		KUNIT_EXPECT_EQ(test, !!(row->groups & 2), !!record.general);
		KUNIT_EXPECT_EQ(test, !!(row->groups & 4), !!record.xmm);
		KUNIT_EXPECT_EQ(test, !!(row->groups & 8), !!record.branches);
		if (!record.branches)
			continue;
		/* The last group of the record */
		KUNIT_EXPECT_EQ(test, row->size / 8, record.branches + 3 * record.nr - fields);
		KUNIT_EXPECT_EQ(test, (row->groups >> 24) + 1, record.nr);
	}
}

struct setup_case {
	const struct perf_x86_model	*model;
	u64				capabilities;
	u64				code;
	u8				precise;
	bool				counts;
	u64				config1;
	int				err;
	u64				counters;
};

#define FORMAT(_number)		((_number) << 8)
#define BASELINE		PERF_CAP_PEBS_BASELINE
#define TRAP			PERF_CAP_PEBS_TRAP
#define FIXED_0			BIT_ULL(INTEL_PMC_IDX_FIXED)
#define ADAPTIVE		(FORMAT(4) | BASELINE)

static const struct setup_case setup_cases[] = {
	{ &perf_x86_goldencove, ADAPTIVE, 0x00c0, 1, .counters = 0xff | FIXED_0 },
	{ &perf_x86_goldencove, ADAPTIVE, 0x00c0, 2, .counters = 0xff | FIXED_0 },
	{ &perf_x86_goldencove, ADAPTIVE, 0x00c0, 3, .counters = FIXED_0 },
	{ &perf_x86_goldencove, ADAPTIVE, 0x00c4, 3, .counters = 0x1 },
	{ &perf_x86_goldencove, ADAPTIVE, 0x81d0, 2, .counters = 0xf },
	{ &perf_x86_goldencove, ADAPTIVE, 0x02cd, 2, .counters = 0x1 },
	{ &perf_x86_goldencove, ADAPTIVE, 0x01cd, 2, .counters = 0x80 },
	{ &perf_x86_goldencove, ADAPTIVE, 0x01cd, 2, .config1 = 0xffff, .counters = 0x80 },
	{ &perf_x86_goldencove, ADAPTIVE, 0x01cd, 2, .config1 = 0x10000, .err = -EINVAL },
	{ &perf_x86_goldencove, ADAPTIVE, 0x00c0, 1, .counts = true, .err = -EINVAL },
	{ &perf_x86_gracemont, ADAPTIVE, 0x05d0, 2, .counters = 0x2 },
	{ &perf_x86_gracemont, ADAPTIVE, 0x00c0, 3, .counters = FIXED_0 },
	{ &perf_x86_intel_arch, ADAPTIVE, 0x00c0, 3, .err = -EOPNOTSUPP },
	{ &perf_x86_intel_arch, ADAPTIVE, 0x00c0, 3, .counts = true, .err = -EOPNOTSUPP },
	{ &perf_x86_intel_arch, ADAPTIVE, 0x00c0, 2, .counters = 0xff | FIXED_0 },
	{ &perf_x86_intel_arch, FORMAT(1) | TRAP, 0x00c0, 2, .err = -EOPNOTSUPP },
	/* Lunar Lake has format 6, which the base's driver accepts as its last one */
	{ &perf_x86_goldencove, FORMAT(6) | BASELINE, 0x00c4, 3, .counters = 0x1 },
	{ &perf_x86_goldencove, FORMAT(7) | BASELINE, 0x00c4, 3, .err = -EOPNOTSUPP },
};

static void events_are_checked(struct kunit *test)
{
	struct perf_x86_pmu *pmu = kunit_kzalloc(test, sizeof(*pmu), GFP_KERNEL);
	struct perf_event *event = kunit_kzalloc(test, sizeof(*event), GFP_KERNEL);
	unsigned int i;

	KUNIT_ASSERT_NOT_NULL(test, pmu);
	KUNIT_ASSERT_NOT_NULL(test, event);
	for (i = 0; i < ARRAY_SIZE(setup_cases); i++) {
		const struct setup_case *row = &setup_cases[i];

		*pmu = (struct perf_x86_pmu) { .counters = 0xff | 0xfULL << INTEL_PMC_IDX_FIXED };
		pmu->regs.fixed_select = MSR_ARCH_PERFMON_FIXED_CTR_CTRL;
		perf_x86_model_apply(pmu, row->model);
		perf_x86_precise_attach(pmu, row->capabilities);
		*event = (struct perf_event) { .pmu = &pmu->pmu, .group_leader = event };
		event->attr.precise_ip = row->precise;
		event->attr.sample_period = row->counts ? 0 : 1000;
		event->attr.config1 = row->config1;
		event->hw.config = row->code | ARCH_PERFMON_EVENTSEL_INT;
		perf_x86_set_allowed(event, perf_x86_model_counters(pmu, row->code));
		KUNIT_EXPECT_EQ_MSG(test, row->err, perf_x86_precise_setup(event), "row %u", i);
		if (row->err)
			continue;
		KUNIT_EXPECT_EQ_MSG(test, row->counters, perf_x86_allowed(event), "row %u", i);
		KUNIT_EXPECT_FALSE(test, event->hw.config & ARCH_PERFMON_EVENTSEL_INT);
		KUNIT_EXPECT_TRUE(test, event->hw.config & ICL_EVENTSEL_ADAPTIVE);
	}
}

/*
 * 6.12's rule: 1 is a constant skid, 2 the instruction itself, by the format or by the branch
 * records, and 3 a counter with precise distribution.
 */
static const struct {
	const struct perf_x86_model *const *models;
	u32				cpu;
	u64				capabilities;
	u8				without;
	u8				with;		/* branch records */
} most_rows[] = {
	{ perf_x86_core_models, INTEL_CORE2_PENRYN, FORMAT(0) | TRAP, 1, 2 },
	{ perf_x86_atom_models, INTEL_ATOM_BONNELL, FORMAT(0) | TRAP, 1, 2 },
	{ perf_x86_core_models, INTEL_NEHALEM_EP, FORMAT(1) | TRAP, 1, 2 },
	{ perf_x86_core_models, INTEL_WESTMERE_EP, FORMAT(1) | TRAP, 1, 2 },
	{ perf_x86_core_models, INTEL_SANDYBRIDGE, FORMAT(1) | TRAP, 1, 2 },
	{ perf_x86_core_models, INTEL_IVYBRIDGE, FORMAT(1) | TRAP, 1, 3 },
	{ perf_x86_core_models, INTEL_HASWELL, FORMAT(2) | TRAP, 3, 3 },
	{ perf_x86_atom_models, INTEL_ATOM_SILVERMONT, FORMAT(2) | TRAP, 2, 2 },
	/* A record that is written before its instruction has the address of that. */
	{ perf_x86_core_models, INTEL_NEHALEM_EP, FORMAT(1), 2, 2 },
};

static void the_most_precise_is_that_of_6_12(struct kunit *test)
{
	static const struct perf_x86_feature branches = { };
	struct perf_x86_pmu *pmu = kunit_kzalloc(test, sizeof(*pmu), GFP_KERNEL);
	unsigned int i;

	KUNIT_ASSERT_NOT_NULL(test, pmu);
	for (i = 0; i < ARRAY_SIZE(most_rows) * 2; i++) {
		const bool with = i % 2;

		*pmu = (struct perf_x86_pmu) { .counters = 0xf };
		perf_x86_model_apply(pmu, perf_x86_model_find(most_rows[i / 2].models,
							      most_rows[i / 2].cpu));
		if (with)
			pmu->features[PERF_X86_BRANCHES] = &branches;
		perf_x86_precise_attach(pmu, most_rows[i / 2].capabilities);
		KUNIT_EXPECT_EQ_MSG(test, with ? most_rows[i / 2].with : most_rows[i / 2].without,
				    pmu->max_precise, "row %u", i / 2);
		/* One instruction may not be searched for twice. */
		KUNIT_EXPECT_FALSE(test, pmu->precise_fixup &&
				   (pmu->precise_faults || pmu->precise_format >= 2));
	}
}

/* Values that 6.12's driver gives the same fields, on the emulator */
static const struct {
	const struct perf_x86_precise_model	*model;
	enum perf_x86_precise_kind		kind;
	u64					field;
	u64					value;
} source_rows[] = {
	{ &perf_x86_precise_skylake, PERF_X86_PRECISE_LOAD, 0x11, 0x1e05080022 },
	{ &perf_x86_precise_skylake, PERF_X86_PRECISE_STORE, 0x10, 0x1e05080184 },
	{ &perf_x86_precise_skylake, PERF_X86_PRECISE_STORE, 0x11, 0x1e05080144 },
	{ &perf_x86_precise_skylake, PERF_X86_PRECISE_PLAIN, 0x11, 0x1e05080021 },
	{ &perf_x86_precise_skylake, PERF_X86_PRECISE_LATENCY, 0x00, 0x10668080082 },
	{ &perf_x86_precise_skylake, PERF_X86_PRECISE_LATENCY, 0x02, 0x11868100242 },
	{ &perf_x86_precise_skylake, PERF_X86_PRECISE_LATENCY, 0x05, 0x10668400842 },
	{ &perf_x86_precise_skylake, PERF_X86_PRECISE_LATENCY, 0x08, 0x11c68200042 },
	{ &perf_x86_precise_skylake, PERF_X86_PRECISE_LATENCY, 0x0a, 0x11a68201042 },
	{ &perf_x86_precise_skylake, PERF_X86_PRECISE_LATENCY, 0x0b, 0x13a68100042 },
	{ &perf_x86_precise_skylake, PERF_X86_PRECISE_LATENCY, 0x0c, 0x17668000042 },
	{ &perf_x86_precise_skylake, PERF_X86_PRECISE_LATENCY, 0x0d, 0x13668800042 },
	{ &perf_x86_precise_skylake, PERF_X86_PRECISE_LATENCY, 0x0e, 0x11e68120042 },
	{ &perf_x86_precise_skylake, PERF_X86_PRECISE_LATENCY, 0x1f, 0x11e50140042 },
	{ &perf_x86_precise_haswell, PERF_X86_PRECISE_LATENCY, 0x08, 0x12668208042 },
	{ &perf_x86_precise_haswell, PERF_X86_PRECISE_LATENCY, 0x0c, 0x11a68501042 },
	{ &perf_x86_precise_haswell, PERF_X86_PRECISE_LATENCY, 0x0d, 0x13a68502042 },
	{ &perf_x86_precise_goldencove, PERF_X86_PRECISE_STORE_SOURCE, 0x01, 0x10268100144 },
	{ &perf_x86_precise_goldencove, PERF_X86_PRECISE_STORE_SOURCE, 0x17, 0x10650800844 },
};

static void sources_are_those_of_6_12(struct kunit *test)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(source_rows); i++)
		KUNIT_EXPECT_EQ_MSG(test, source_rows[i].value,
				    perf_x86_precise_source(source_rows[i].model,
							    source_rows[i].kind,
							    source_rows[i].field), "row %u", i);
}

/* SDM volume 3, "Data Source Encoding for Load Latency Record": 1 is the first cache, 6 a hit. */
static void sources(struct kunit *test)
{
	const struct perf_x86_precise_model *skylake = &perf_x86_precise_skylake;
	union perf_mem_data_src source;

	source.val = perf_x86_precise_source(skylake, PERF_X86_PRECISE_LATENCY, 0x01);
	KUNIT_EXPECT_EQ(test, (u64)PERF_MEM_OP_LOAD, (u64)source.mem_op);
	KUNIT_EXPECT_EQ(test, PERF_MEM_LVLNUM_L1, (u64)source.mem_lvl_num);
	KUNIT_EXPECT_EQ(test, 0, (u64)source.mem_dtlb & PERF_MEM_TLB_MISS);
	source.val = perf_x86_precise_source(skylake, PERF_X86_PRECISE_LATENCY, 0x37);
	KUNIT_EXPECT_EQ(test, PERF_MEM_LVLNUM_L3, (u64)source.mem_lvl_num);
	KUNIT_EXPECT_EQ(test, PERF_MEM_SNOOP_HITM, (u64)source.mem_snoop);
	KUNIT_EXPECT_NE(test, 0, (u64)source.mem_dtlb & PERF_MEM_TLB_MISS);
	KUNIT_EXPECT_EQ(test, PERF_MEM_LOCK_LOCKED, (u64)source.mem_lock);
	/* Bits without a meaning change nothing. */
	KUNIT_EXPECT_EQ(test, source.val,
			perf_x86_precise_source(skylake, PERF_X86_PRECISE_LATENCY,
						~0ULL << 6 | 0x37));
	source.val = perf_x86_precise_source(skylake, PERF_X86_PRECISE_STORE, 0);
	KUNIT_EXPECT_EQ(test, PERF_MEM_OP_STORE, (u64)source.mem_op);
	KUNIT_EXPECT_NE(test, 0, (u64)source.mem_lvl & PERF_MEM_LVL_MISS);
	KUNIT_EXPECT_EQ(test, PERF_MEM_NA,
			perf_x86_precise_source(skylake, PERF_X86_PRECISE_PLAIN, 1));
}

static struct kunit_case precise_cases[] = {
	KUNIT_CASE(fixed_records),
	KUNIT_CASE(registers_of_records),
	KUNIT_CASE(adaptive_records),
	KUNIT_CASE(events_are_checked),
	KUNIT_CASE(the_most_precise_is_that_of_6_12),
	KUNIT_CASE(sources_are_those_of_6_12),
	KUNIT_CASE(sources),
	{ }
};

static struct kunit_suite precise_suite = {
	.name		= "perf_x86_precise",
	.test_cases	= precise_cases,
};

kunit_test_suite(precise_suite);
