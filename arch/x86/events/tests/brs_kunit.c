// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of AMD's branch sampling on registers made of memory.
 *
 * The addresses and bits are numbers from AMD's PPR for family 19h model 01h (MSRC000_010F,
 * MSRC001_0300 on, PMCx0C4), those of tools/testing/qemu-pmu/x86_brs.h. The errnos are those of the
 * base's driver, which tools/testing/selftests/perf_events/hw_brs_test.c compares.
 */
#include <linux/percpu.h>

#include "branch/branch.h"
#include "branch/brs.h"
#include "branch/registers.h"
#include "fixture.h"

#define TYPE(_type)	PERF_SAMPLE_BRANCH_##_type
#define TAKEN		0xc4
#define CONTROL		0xc000010f
#define FROM		0xc0010300
#define ONES		0x18ULL
#define ENABLED		0x1cULL
#define VALID		0x20ULL
#define NEXT(_n)	((u64)(_n) << 16)

static DEFINE_PER_CPU(struct perf_x86_branch_cpu, test_brs_cpus);

static struct perf_x86_branches test_brs = {
	.ops	= &perf_x86_branch_brs_ops,
	.depth	= 16,
	.held	= true,
	.from	= FROM,
	.to	= FROM + 1,
	.cpu	= &test_brs_cpus,
};

/* The registers, and the first value that the processor would have refused. */
static struct brs_msrs {
	u64	control;
	u64	value[32];
	u64	fault;
	u64	(*read)(struct perf_x86_fake *fake, u32 msr);
	void	(*write)(struct perf_x86_fake *fake, u32 msr, u64 value);
} msrs;

static u64 brs_read(struct perf_x86_fake *fake, u32 msr)
{
	if (msr == CONTROL)
		return msrs.control;
	return msr - FROM < ARRAY_SIZE(msrs.value) ? msrs.value[msr - FROM] : msrs.read(fake, msr);
}

static void brs_write(struct perf_x86_fake *fake, u32 msr, u64 value)
{
	if (msr == CONTROL) {
		if ((value & ONES) != ONES || (value & ~0x70f003cULL))
			msrs.fault = value;
		msrs.control = value;
	} else if (msr - FROM < ARRAY_SIZE(msrs.value)) {
		msrs.value[msr - FROM] = value;
	} else {
		msrs.write(fake, msr, value);
	}
}

/* Record n comes from 401000H + n and goes to 402000H + n. */
static void brs_fill(unsigned int number)
{
	unsigned int i;

	for (i = 0; i < number; i++) {
		msrs.value[2 * i] = 0x401000 + i;
		msrs.value[2 * i + 1] = 0x402000 + i;
	}
	msrs.control |= VALID | NEXT(number % 16);
}

static struct perf_x86_branch_cpu *brs_here(void)
{
	return per_cpu_ptr(&test_brs_cpus, cpumask_first(cpu_online_mask));
}

static struct fixture *brs_fixture(struct kunit *test)
{
	struct fixture *fixture = fixture_of(test);

	if (fixture->pmu.regs.select != MSR_F15H_PERF_CTL || perf_x86_has_global(&fixture->pmu))
		kunit_skip(test, "not a processor with branch sampling");
	memset(&msrs, 0, sizeof(msrs));
	memset(brs_here(), 0, sizeof(struct perf_x86_branch_cpu));
	msrs.control = ONES;
	msrs.read = fixture->file.fake.read_msr;
	msrs.write = fixture->file.fake.write_msr;
	fixture->file.fake.read_msr = brs_read;
	fixture->file.fake.write_msr = brs_write;
	test_brs.feature = perf_x86_brs_feature;
	fixture->pmu.features[PERF_X86_BRANCHES] = &test_brs.feature;
	return fixture;
}

/*
 * Attributes.
 */
static const struct check_row {
	u64	code;
	u64	period;
	u64	type;
	bool	freq;
	int	err;
} check_rows[] = {
	{ 0xc4, 100, TYPE(USER) | TYPE(ANY) },
	{ 0xc4, 17, TYPE(USER) | TYPE(KERNEL) | TYPE(HV) | TYPE(ANY) },
	{ 0xc4, 100, TYPE(ANY) | TYPE(NO_FLAGS) | TYPE(NO_CYCLES) | TYPE(HW_INDEX) |
		     TYPE(TYPE_SAVE) | TYPE(PRIV_SAVE) },
	{ 0xc4, 16, TYPE(USER) | TYPE(ANY), .err = -EINVAL },
	{ 0xc4, 0, TYPE(USER) | TYPE(ANY), .err = -EINVAL },
	{ 0xc4, 4000, TYPE(USER) | TYPE(ANY), true, -EINVAL },
	{ 0xc2, 100, TYPE(USER) | TYPE(ANY), .err = -EINVAL },
	{ 0x1c4, 100, TYPE(USER) | TYPE(ANY), .err = -EINVAL },
	{ 0x10000c4, 100, TYPE(USER) | TYPE(ANY), .err = -EINVAL },
	{ 0x1000000c4, 100, TYPE(USER) | TYPE(ANY), .err = -EINVAL },
	{ 0xc4, 100, TYPE(USER), .err = -EINVAL },
	{ 0xc4, 100, TYPE(USER) | TYPE(COND), .err = -EINVAL },
	{ 0xc4, 100, TYPE(USER) | TYPE(ANY) | TYPE(ANY_CALL), .err = -EINVAL },
	{ 0xc4, 100, TYPE(USER) | TYPE(ANY) | TYPE(ANY_RETURN), .err = -EINVAL },
	{ 0xc4, 100, TYPE(USER) | TYPE(CALL_STACK), .err = -EINVAL },
	{ 0xc4, 100, TYPE(USER) | TYPE(ANY) | TYPE(IN_TX), .err = -EINVAL },
	{ 0xc4, 100, TYPE(USER) | TYPE(ANY) | TYPE(NO_TX), .err = -EINVAL },
	{ 0xc4, 100, TYPE(USER) | TYPE(ANY) | TYPE(COUNTERS), .err = -EINVAL },
};

static void attributes_that_branch_sampling_can_serve(struct kunit *test)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(check_rows); i++) {
		const struct perf_event_attr attr = {
			.sample_period = check_rows[i].period,
			.freq = check_rows[i].freq,
			.branch_sample_type = check_rows[i].type,
		};

		KUNIT_EXPECT_EQ_MSG(test, check_rows[i].err,
				    perf_x86_brs_check(&attr, check_rows[i].code), "row %u", i);
	}
}

/*
 * Registers.
 */
static void records_are_read_newest_first(struct kunit *test)
{
	struct perf_x86_branch_records *out = kunit_kzalloc(test, sizeof(*out), GFP_KERNEL);
	struct fixture *fixture = brs_fixture(test);
	unsigned int number, i;

	KUNIT_ASSERT_NOT_NULL(test, out);
	for (number = 1; number <= 16; number++) {
		msrs.control = ONES;
		brs_fill(number);
		test_brs.ops->read(&fixture->pmu, &test_brs, out);
		KUNIT_ASSERT_EQ(test, number, out->nr);
		for (i = 0; i < number; i++) {
			KUNIT_EXPECT_EQ(test, 0x401000ULL + number - 1 - i, out->record[i].from);
			KUNIT_EXPECT_EQ(test, 0x402000ULL + number - 1 - i, out->record[i].to);
		}
	}
	/* Whatever the other bits are, without VALID there is nothing */
	msrs.control = ~VALID;
	test_brs.ops->read(&fixture->pmu, &test_brs, out);
	KUNIT_EXPECT_EQ(test, 0, out->nr);
	/* And never more than there are registers */
	msrs.control = U64_MAX;
	test_brs.ops->read(&fixture->pmu, &test_brs, out);
	KUNIT_EXPECT_EQ(test, 15, out->nr);
	test_brs.ops->clear(&fixture->pmu, &test_brs);
	KUNIT_EXPECT_EQ(test, ONES, msrs.control);
	for (i = 0; i < ARRAY_SIZE(msrs.value); i++)
		KUNIT_EXPECT_EQ(test, 0ULL, msrs.value[i]);
	fixture->pmu.features[PERF_X86_BRANCHES] = NULL;
}

static void a_sleeping_cpu_does_not_record(struct kunit *test)
{
	struct fixture *fixture = brs_fixture(test);

	brs_here()->asleep = true;
	test_brs.ops->start(&fixture->pmu, &test_brs, brs_here());
	KUNIT_EXPECT_EQ(test, ONES, msrs.control);
	brs_here()->asleep = false;
	test_brs.ops->start(&fixture->pmu, &test_brs, brs_here());
	KUNIT_EXPECT_EQ(test, ENABLED, msrs.control);
	fixture->pmu.features[PERF_X86_BRANCHES] = NULL;
}

/*
 * Events.
 */
static struct {
	unsigned int	samples;
	u64		nr;
	u64		first;
	u64		last;
} seen;

static void brs_sample(struct perf_event *event, struct perf_sample_data *data,
		       struct pt_regs *regs)
{
	seen.samples++;
	seen.nr = data->br_stack->nr;
	seen.first = seen.nr ? data->br_stack->entries[0].from : 0;
	seen.last = seen.nr ? data->br_stack->entries[seen.nr - 1].from : 0;
}

static struct perf_event *brs_open(struct kunit *test, u64 period)
{
	struct perf_event_attr attr = fixture_attr(fixture_of(test), TAKEN);
	struct perf_event *event;

	attr.sample_type = PERF_SAMPLE_BRANCH_STACK;
	attr.branch_sample_type = TYPE(USER) | TYPE(ANY);
	attr.sample_period = period;
	memset(&seen, 0, sizeof(seen));
	event = perf_event_create_kernel_counter(&attr, cpumask_first(cpu_online_mask), NULL,
						 brs_sample, fixture_of(test));
	KUNIT_ASSERT_NOT_ERR_OR_NULL(test, event);
	KUNIT_ASSERT_EQ(test, 0, kunit_add_action_or_reset(test, fixture_close, event));
	return event;
}

static u64 counter_at(struct fixture *fixture)
{
	return -fixture->file.value[0] & GENMASK_ULL(47, 0);
}

static void the_interrupt_comes_at_the_end_of_the_period(struct kunit *test)
{
	struct fixture *fixture = brs_fixture(test);
	struct perf_event *event;

	msrs.value[0] = 0x1234; /* of another task */
	event = brs_open(test, 100);
	KUNIT_EXPECT_EQ(test, 0, event->hw.idx);
	KUNIT_EXPECT_EQ(test, ENABLED, msrs.control);
	KUNIT_EXPECT_EQ(test, 0ULL, msrs.value[0]);
	KUNIT_EXPECT_EQ(test, 84ULL, counter_at(fixture));

	brs_fill(16);
	KUNIT_EXPECT_EQ(test, 1, fixture_happen(fixture, TAKEN, 100));
	KUNIT_EXPECT_EQ(test, 1, seen.samples);
	KUNIT_EXPECT_EQ(test, 16ULL, seen.nr);
	KUNIT_EXPECT_EQ(test, 0x40100fULL, seen.first);
	KUNIT_EXPECT_EQ(test, 0x401000ULL, seen.last);
	KUNIT_EXPECT_EQ(test, 100ULL, fixture_count(event));

	/* The registers are empty again, and the next period is as long */
	KUNIT_EXPECT_EQ(test, ENABLED, msrs.control);
	KUNIT_EXPECT_EQ(test, 84ULL, counter_at(fixture));
	KUNIT_EXPECT_EQ(test, 1, fixture_happen(fixture, TAKEN, 100));
	KUNIT_EXPECT_EQ(test, 2, seen.samples);
	KUNIT_EXPECT_EQ(test, 0ULL, seen.nr);

	perf_event_disable(event);
	KUNIT_EXPECT_EQ(test, 0ULL, msrs.control & 4);
	KUNIT_EXPECT_EQ(test, 0ULL, msrs.fault);
}

/* As when a CPU goes to sleep: the interrupt comes after six of the records. */
static void an_early_interrupt_is_no_sample(struct kunit *test)
{
	struct fixture *fixture = brs_fixture(test);
	struct perf_event *event = brs_open(test, 100);

	brs_fill(6);
	KUNIT_EXPECT_EQ(test, 1, fixture_happen(fixture, TAKEN, 90));
	KUNIT_EXPECT_EQ(test, 0, seen.samples);
	KUNIT_EXPECT_EQ(test, ENABLED, msrs.control);
	KUNIT_EXPECT_EQ(test, 2ULL, counter_at(fixture));
	brs_fill(16);
	KUNIT_EXPECT_EQ(test, 1, fixture_happen(fixture, TAKEN, 18));
	KUNIT_EXPECT_EQ(test, 1, seen.samples);
	KUNIT_EXPECT_EQ(test, 16ULL, seen.nr);
	KUNIT_EXPECT_EQ(test, 108ULL, fixture_count(event));
	/* The next period is as much shorter as this one was longer */
	KUNIT_EXPECT_EQ(test, 76ULL, counter_at(fixture));
	KUNIT_EXPECT_EQ(test, 0ULL, msrs.fault);
}

/* The PMU is disabled in the middle of the recording, and no interrupt comes for the overflow. */
static void a_lost_interrupt_does_not_end_sampling(struct kunit *test)
{
	struct fixture *fixture = brs_fixture(test);
	struct perf_event *event = brs_open(test, 100);
	unsigned int past;

	for (past = 0; past < 20; past++) {
		scoped_guard(irqsave) {
			perf_x86_fake_happen(&fixture->file, TAKEN, counter_at(fixture) + past,
					     true);
			perf_pmu_disable(&fixture->pmu.pmu);
			KUNIT_EXPECT_EQ(test, 0ULL, msrs.control & 4);
			perf_pmu_enable(&fixture->pmu.pmu);
		}
		KUNIT_EXPECT_EQ(test, 0, seen.samples);
		KUNIT_EXPECT_EQ(test, ENABLED, msrs.control);
		KUNIT_EXPECT_EQ(test, 2ULL, counter_at(fixture));
		/* It may also be late */
		KUNIT_EXPECT_EQ(test, 1, fixture_stray_nmi(fixture));
		KUNIT_EXPECT_EQ(test, 0, seen.samples);
		brs_fill(16);
		fixture_happen(fixture, TAKEN, 18);
		KUNIT_EXPECT_EQ(test, 1, seen.samples);
		KUNIT_EXPECT_EQ(test, 16ULL, seen.nr);
		seen.samples = 0;
	}
	KUNIT_EXPECT_LT(test, 20 * 84ULL, fixture_count(event));
	KUNIT_EXPECT_EQ(test, 0ULL, msrs.fault);
}

static void one_event_a_cpu_at_a_time(struct kunit *test)
{
	struct fixture *fixture = brs_fixture(test);
	struct perf_event *first, *second = NULL, *plain = NULL;
	unsigned int i;

	/* All counters are in use; then the event in the way of another moves */
	for (i = 0; i < fixture->room; i++) {
		plain = fixture_open(test, TAKEN);
		KUNIT_ASSERT_LE(test, 0, plain->hw.idx);
		second = i ? second : plain;
	}
	KUNIT_EXPECT_EQ(test, 0, plain->hw.idx);
	perf_event_disable(second);
	first = brs_open(test, 100);
	KUNIT_EXPECT_EQ(test, 0, first->hw.idx);
	KUNIT_EXPECT_LT(test, 0, plain->hw.idx);
	second = brs_open(test, 200);
	KUNIT_EXPECT_EQ(test, -1, second->hw.idx);
	perf_event_disable(first);
	perf_pmu_resched(&fixture->pmu.pmu);
	KUNIT_EXPECT_EQ(test, 0, second->hw.idx);
	KUNIT_EXPECT_EQ(test, ENABLED, msrs.control);
	KUNIT_EXPECT_EQ(test, 184ULL, counter_at(fixture));
	perf_event_disable(second);
	KUNIT_EXPECT_EQ(test, 0ULL, msrs.control & 4);
	KUNIT_EXPECT_EQ(test, 0ULL, msrs.fault);
}

static void events_that_are_refused(struct kunit *test)
{
	struct fixture *fixture = brs_fixture(test);
	struct perf_event_attr attr = fixture_attr(fixture, 0xc2);

	attr.sample_type = PERF_SAMPLE_BRANCH_STACK;
	attr.branch_sample_type = TYPE(USER) | TYPE(ANY);
	attr.sample_period = 100;
	KUNIT_EXPECT_EQ(test, -EINVAL, PTR_ERR(fixture_try(fixture, &attr)));
	attr.config = TAKEN;
	attr.precise_ip = 1;
	KUNIT_EXPECT_EQ(test, -EOPNOTSUPP, PTR_ERR(fixture_try(fixture, &attr)));
	attr.precise_ip = 0;
	fixture->pmu.features[PERF_X86_BRANCHES] = NULL;
	KUNIT_EXPECT_EQ(test, -EOPNOTSUPP, PTR_ERR(fixture_try(fixture, &attr)));
}

static bool brs_is_recording(void)
{
	u64 control;

	rdmsrl(CONTROL, control);
	return control & 4;
}

/* On the registers of a processor with branch sampling: perf_lopwr_cb() needs no PMU. */
static void the_idle_loop_stops_the_recording(struct kunit *test)
{
	const int cpu = cpumask_first(cpu_online_mask);
	struct perf_event_attr attr = {
		.type			= PERF_TYPE_RAW,
		.size			= sizeof(attr),
		.config			= TAKEN,
		.sample_type		= PERF_SAMPLE_BRANCH_STACK,
		.branch_sample_type	= TYPE(USER) | TYPE(ANY),
		.sample_period		= 1 << 30,
		.exclude_kernel		= 1,
	};
	struct perf_event *event;

	if (!static_key_enabled(&perf_x86_brs_used))
		kunit_skip(test, "not a processor with branch sampling");
	KUNIT_ASSERT_EQ(test, 0, set_cpus_allowed_ptr(current, cpumask_of(cpu)));
	event = perf_event_create_kernel_counter(&attr, cpu, NULL, brs_sample, NULL);
	KUNIT_ASSERT_NOT_ERR_OR_NULL(test, event);
	scoped_guard(irqsave) {
		KUNIT_EXPECT_TRUE(test, brs_is_recording());
		perf_lopwr_cb(true);
		KUNIT_EXPECT_FALSE(test, brs_is_recording());
		perf_pmu_disable(event->pmu);
		perf_pmu_enable(event->pmu);
		KUNIT_EXPECT_FALSE(test, brs_is_recording());
		perf_lopwr_cb(false);
		KUNIT_EXPECT_TRUE(test, brs_is_recording());
	}
	perf_event_release_kernel(event);
	scoped_guard(irqsave) {
		perf_lopwr_cb(true);
		perf_lopwr_cb(false);
		KUNIT_EXPECT_FALSE(test, brs_is_recording());
	}
}

static struct kunit_case perf_x86_brs_cases[] = {
	KUNIT_CASE(attributes_that_branch_sampling_can_serve),
	KUNIT_CASE(the_idle_loop_stops_the_recording),
	{ }
};

static struct kunit_suite perf_x86_brs_suite = {
	.name		= "perf_x86_brs",
	.test_cases	= perf_x86_brs_cases,
};

static struct kunit_case perf_x86_brs_event_cases[] = {
	KUNIT_CASE_PARAM(records_are_read_newest_first, machines_gen_params),
	KUNIT_CASE_PARAM(a_sleeping_cpu_does_not_record, machines_gen_params),
	KUNIT_CASE_PARAM(the_interrupt_comes_at_the_end_of_the_period, machines_gen_params),
	KUNIT_CASE_PARAM(an_early_interrupt_is_no_sample, machines_gen_params),
	KUNIT_CASE_PARAM(a_lost_interrupt_does_not_end_sampling, machines_gen_params),
	KUNIT_CASE_PARAM(one_event_a_cpu_at_a_time, machines_gen_params),
	KUNIT_CASE_PARAM(events_that_are_refused, machines_gen_params),
	{ }
};

static struct kunit_suite perf_x86_brs_event_suite = {
	.name		= "perf_x86_brs_event",
	.init		= fixture_init,
	.exit		= fixture_exit,
	.test_cases	= perf_x86_brs_event_cases,
};

kunit_test_suites(&perf_x86_brs_suite, &perf_x86_brs_event_suite);
