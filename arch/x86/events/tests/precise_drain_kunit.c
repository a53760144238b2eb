// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of precise samples on registers in memory: the test writes records into this CPU's
 * buffer, as the processor would, or as none should.
 *
 * The buffer is the real one, at its place in the CPU entry area; the processor itself does not
 * write to it, since MSR_IA32_PEBS_ENABLE is a register of the test's.
 */
#include <asm/cpu_entry_area.h>
#include <asm/intel_ds.h>

#include "branch/branch.h"
#include "branch/record.h"
#include "branch/registers.h"
#include "branch/wish.h"
#include "fixture.h"
#include "precise/precise.h"
#include "precise/record.h"

#define PERIOD		1000
#define USER_IP		0x401000
#define BASIC_FIELDS	4
#define MOST_IPS	16

/* The samples of an event */
struct log {
	unsigned int	samples;
	unsigned int	exact;
	u64		ip[MOST_IPS];
	u64		period;
	u64		branches;		/* of the last sample */
	u64		newest;
	u64		hw_idx;
};

#define DEPTH		16

struct pebs {
	struct fixture	fixture;
	u64		enable;
	u64		groups;
	u64		area;
	u64		from[DEPTH];		/* branch records */
	u64		to[DEPTH];
	u64		control;
	u64		select;
	u64		top;
	u64		(*read)(struct perf_x86_fake *fake, u32 msr);
	void		(*write)(struct perf_x86_fake *fake, u32 msr, u64 value);
};

static struct pebs *pebs_of(struct kunit *test)
{
	return container_of(fixture_of(test), struct pebs, fixture);
}

static u64 *branch_msr(struct pebs *pebs, u32 msr)
{
	switch (msr) {
	case MSR_IA32_DEBUGCTLMSR:	return &pebs->control;
	case MSR_LBR_SELECT:		return &pebs->select;
	case MSR_LBR_TOS:		return &pebs->top;
	}
	if (msr - MSR_LBR_NHM_FROM < DEPTH)
		return &pebs->from[msr - MSR_LBR_NHM_FROM];
	if (msr - MSR_LBR_NHM_TO < DEPTH)
		return &pebs->to[msr - MSR_LBR_NHM_TO];
	return NULL;
}

static u64 pebs_read(struct perf_x86_fake *fake, u32 msr)
{
	struct pebs *pebs = container_of(fake, struct pebs, fixture.file.fake);
	u64 *branch = branch_msr(pebs, msr);

	return branch ? *branch : pebs->read(fake, msr);
}

static void pebs_write(struct perf_x86_fake *fake, u32 msr, u64 value)
{
	struct pebs *pebs = container_of(fake, struct pebs, fixture.file.fake);
	u64 *branch = branch_msr(pebs, msr);

	if (branch) {
		*branch = value;
		return;
	}
	switch (msr) {
	case MSR_IA32_PEBS_ENABLE:
		pebs->enable = value;
		return;
	case MSR_PEBS_DATA_CFG:
		pebs->groups = value;
		return;
	case MSR_IA32_DS_AREA:
		pebs->area = value;
		return;
	default:
		pebs->write(fake, msr, value & ~ICL_EVENTSEL_ADAPTIVE);
	}
}

static const struct machine adaptive =
	MACHINE("adaptive", intel_regs_v2, goldencove, 0xff | INTEL_FIXED(4), 48);

static int pebs_init_as(struct kunit *test, const struct machine *machine,
			const struct perf_x86_feature *branches, u64 capabilities)
{
	struct pebs *pebs = kunit_kzalloc(test, sizeof(*pebs), GFP_KERNEL);
	struct perf_x86_pmu *pmu;
	int err;

	KUNIT_ASSERT_NOT_NULL(test, pebs);
	if (boot_cpu_data.x86_vendor != X86_VENDOR_INTEL)
		kunit_skip(test, "the CPU entry area has no buffers");
	test->param_value = machine;
	err = fixture_init_in(test, &pebs->fixture);
	if (err)
		return err;
	pmu = &pebs->fixture.pmu;
	pebs->read = pebs->fixture.file.fake.read_msr;
	pebs->write = pebs->fixture.file.fake.write_msr;
	pebs->fixture.file.fake.read_msr = pebs_read;
	pebs->fixture.file.fake.write_msr = pebs_write;
	pmu->features[PERF_X86_BRANCHES] = branches;
	perf_x86_precise_attach(pmu, capabilities);
	scoped_guard(irqsave)
		fixture_reset(this_cpu_ptr(pmu->cpu), P4_WHOLE);
	return 0;
}

static int pebs_init(struct kunit *test)
{
	return pebs_init_as(test, &adaptive, NULL, 4 << 8 | PERF_CAP_PEBS_BASELINE);
}

static void log_sample(struct perf_event *event, struct perf_sample_data *data,
		       struct pt_regs *regs)
{
	struct log *log = event->overflow_handler_context;

	log->ip[log->samples++ % MOST_IPS] = regs->ip;
	log->exact += !!(regs->flags & PERF_EFLAGS_EXACT);
	log->period = data->period;
	if (!(data->sample_flags & PERF_SAMPLE_BRANCH_STACK))
		return;
	log->branches = data->br_stack->nr;
	log->newest = data->br_stack->entries[0].from;
	log->hw_idx = data->br_stack->hw_idx;
}

static struct perf_event_attr precise_attr(struct kunit *test)
{
	struct perf_event_attr attr = fixture_attr(fixture_of(test), 0x00c4);

	attr.precise_ip = 2;
	attr.sample_period = PERIOD;
	attr.sample_type = PERF_SAMPLE_CALLCHAIN;
	attr.exclude_kernel = true;
	return attr;
}

static struct perf_event *open_attr(struct kunit *test, struct log *log,
				    struct perf_event_attr attr)
{
	struct perf_event *event;

	event = perf_event_create_kernel_counter(&attr, cpumask_first(cpu_online_mask), NULL,
						 log_sample, log);
	KUNIT_ASSERT_NOT_ERR_OR_NULL(test, event);
	KUNIT_ASSERT_EQ(test, 0, kunit_add_action_or_reset(test, fixture_close, event));
	return event;
}

static struct perf_event *open_precise(struct kunit *test, struct log *log, bool user_only)
{
	struct perf_event_attr attr = precise_attr(test);

	attr.exclude_kernel = user_only;
	return open_attr(test, log, attr);
}

static struct debug_store *area_of(struct pebs *pebs)
{
	return (struct debug_store *)(unsigned long)pebs->area;
}

/* As the processor: a record, and the counter begins again. */
static void write_record(struct pebs *pebs, u64 ip, u64 counters, u64 format)
{
	struct debug_store *ds = area_of(pebs);
	u64 *to = (u64 *)(unsigned long)ds->pebs_index;
	unsigned int counter;

	to[0] = format;
	to[1] = ip;
	to[2] = counters;
	to[3] = 0;
	ds->pebs_index += BASIC_FIELDS * sizeof(u64);
	perf_x86_for_each_counter(counter, counters & pebs->enable & 0xff)
		pebs->fixture.file.value[counter] = ds->pebs_event_reset[counter];
}

#define BASIC_FORMAT	((u64)BASIC_FIELDS * 8 << 48)

static int interrupt(struct pebs *pebs)
{
	struct pt_regs regs = { .cs = __USER_CS, .ip = 0x400000 };

	pebs->fixture.file.status |= GLOBAL_STATUS_BUFFER_OVF;
	return perf_x86_handle_overflows(&pebs->fixture.pmu, &regs);
}

static void registers_follow_the_event(struct kunit *test)
{
	struct pebs *pebs = pebs_of(test);
	struct log log = { };
	struct perf_event *event = open_precise(test, &log, true);
	struct debug_store *ds = area_of(pebs);
	u64 base = (unsigned long)get_cpu_entry_area(raw_smp_processor_id())
			->cpu_debug_buffers.pebs_buffer;

	KUNIT_EXPECT_EQ(test, BIT_ULL(event->hw.idx), pebs->enable);
	KUNIT_EXPECT_EQ(test, base, ds->pebs_buffer_base);
	KUNIT_EXPECT_EQ(test, base + PEBS_BUFFER_SIZE, ds->pebs_absolute_maximum);
	KUNIT_EXPECT_EQ(test, -(u64)PERIOD & GENMASK_ULL(47, 0),
			ds->pebs_event_reset[event->hw.idx]);
	perf_event_disable(event);
	KUNIT_EXPECT_EQ(test, 0ULL, pebs->enable);
	KUNIT_EXPECT_EQ(test, 0ULL, ds->pebs_absolute_maximum);
}

static void a_record_is_a_period(struct kunit *test)
{
	struct pebs *pebs = pebs_of(test);
	struct log log = { };
	struct perf_event *event = open_precise(test, &log, true);

	scoped_guard(irqsave) {
		write_record(pebs, USER_IP, BIT_ULL(event->hw.idx), BASIC_FORMAT);
		write_record(pebs, USER_IP + 1, BIT_ULL(event->hw.idx), BASIC_FORMAT);
		pebs->fixture.file.value[event->hw.idx] += 7;
		KUNIT_EXPECT_EQ(test, 1, interrupt(pebs));
	}
	KUNIT_EXPECT_EQ(test, 2U, log.samples);
	KUNIT_EXPECT_EQ(test, USER_IP, log.ip[0]);
	KUNIT_EXPECT_EQ(test, USER_IP + 1, log.ip[1]);
	KUNIT_EXPECT_EQ(test, PERIOD, log.period);
	KUNIT_EXPECT_EQ(test, 2ULL * PERIOD + 7, fixture_count(event));
}

/* A hypervisor writes the buffer of a guest, and may write anything. */
struct hostile {
	const char	*name;
	u64		ip;
	u64		counters;	/* 0: the event's own */
	u64		format;
	s64		index;		/* where the index is put; 0: behind the record */
	unsigned int	samples;
};

#define NOWHERE		0x10000000

static const struct hostile hostiles[] = {
	{ "good", USER_IP, 0, BASIC_FORMAT, 0, 1 },
	{ "bits of other counters", USER_IP, ~0ULL, BASIC_FORMAT, 0, 1 },
	{ "only counters without events", USER_IP, BIT_ULL(40) | BIT_ULL(63), BASIC_FORMAT, 0, 1 },
	{ "address in the kernel", 0xffffffff81000000, 0, BASIC_FORMAT, 0, 0 },
	{ "address that is none", 0x0001000000000000 << 8, 0, BASIC_FORMAT, 0, 0 },
	{ "no size", USER_IP, 0, 0, 0, 0 },
	{ "longer than the buffer", USER_IP, 0, 0xffffULL << 48, 0, 0 },
	{ "unknown groups", USER_IP, 0, BASIC_FORMAT | BIT_ULL(20), 0, 0 },
	{ "cut off", USER_IP, 0, BASIC_FORMAT, 31, 0 },
	{ "index behind the buffer", USER_IP, 0, BASIC_FORMAT, NOWHERE, 0 },
	{ "index before the buffer", USER_IP, 0, BASIC_FORMAT, -8, 0 },
};

static void hostile_records(struct kunit *test)
{
	struct pebs *pebs = pebs_of(test);
	struct debug_store *ds = area_of(pebs);
	struct log log = { };
	struct perf_event *event = open_precise(test, &log, true);
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(hostiles); i++) {
		const struct hostile *row = &hostiles[i];
		u64 base = ds->pebs_buffer_base;

		log.samples = 0;
		scoped_guard(irqsave) {
			write_record(pebs, row->ip, row->counters ?: BIT_ULL(event->hw.idx),
				     row->format);
			if (row->index)
				ds->pebs_index = base + row->index;
			interrupt(pebs);
		}
		KUNIT_EXPECT_EQ_MSG(test, row->samples, log.samples, "%s", row->name);
		/* Whatever was there, the next record goes to the begin. */
		KUNIT_EXPECT_EQ_MSG(test, base, ds->pebs_index, "%s", row->name);
		KUNIT_EXPECT_EQ(test, BIT_ULL(event->hw.idx), pebs->enable);
	}
}

static void events_of_several_counters(struct kunit *test)
{
	struct pebs *pebs = pebs_of(test);
	struct log user = { }, both = { };
	struct perf_event *first = open_precise(test, &user, true);
	struct perf_event *second = open_precise(test, &both, false);

	scoped_guard(irqsave) {
		write_record(pebs, USER_IP, BIT_ULL(first->hw.idx) | BIT_ULL(second->hw.idx),
			     BASIC_FORMAT);
		write_record(pebs, 0xffffffff81000000, BIT_ULL(second->hw.idx), BASIC_FORMAT);
		interrupt(pebs);
	}
	KUNIT_EXPECT_EQ(test, 1U, user.samples);
	KUNIT_EXPECT_EQ(test, 2U, both.samples);
	KUNIT_EXPECT_EQ(test, 1ULL * PERIOD, fixture_count(first));
	KUNIT_EXPECT_EQ(test, 2ULL * PERIOD, fixture_count(second));
	/* One of them stops: the register has the other one's bit. */
	perf_event_disable(first);
	KUNIT_EXPECT_EQ(test, BIT_ULL(second->hw.idx), pebs->enable);
}

static void a_stop_has_the_samples_of_its_records(struct kunit *test)
{
	struct pebs *pebs = pebs_of(test);
	struct log log = { };
	struct perf_event *event = open_precise(test, &log, true);

	scoped_guard(irqsave)
		write_record(pebs, USER_IP, BIT_ULL(event->hw.idx), BASIC_FORMAT);
	perf_event_disable(event);
	KUNIT_EXPECT_EQ(test, 1U, log.samples);
	KUNIT_EXPECT_EQ(test, 1ULL * PERIOD, fixture_count(event));
	KUNIT_EXPECT_EQ(test, 0ULL, pebs->enable);
}

static struct kunit_case precise_drain_cases[] = {
	KUNIT_CASE(registers_follow_the_event),
	KUNIT_CASE(a_record_is_a_period),
	KUNIT_CASE(hostile_records),
	KUNIT_CASE(events_of_several_counters),
	KUNIT_CASE(a_stop_has_the_samples_of_its_records),
	{ }
};

static struct kunit_suite precise_drain_suite = {
	.name		= "perf_x86_precise_drain",
	.init		= pebs_init,
	.exit		= fixture_exit,
	.test_cases	= precise_drain_cases,
};

/*
 * Format 1: a record has the address of the next instruction, and the newest branch leads to the
 * instruction itself.
 */
static DEFINE_PER_CPU(struct perf_x86_branch_cpu, fixup_branch_cpus);

static const struct perf_x86_branches fixup_branches = {
	.feature = PERF_X86_BRANCH_FEATURE,
	.ops = &perf_x86_branch_old_ops, .cpu = &fixup_branch_cpus,
	.depth = DEPTH, .format = 3, .from = MSR_LBR_NHM_FROM, .to = MSR_LBR_NHM_TO,
	.suppress = true, .groups = perf_x86_branch_select_groups,
};

static const struct perf_x86_model perf_x86_fixup_model = {
	.name = "nehalem", .base = &perf_x86_intel_arch, .precise = &perf_x86_precise_nehalem,
};

static const struct machine next_address =
	MACHINE("next address", intel_regs_v2, fixup_model, 0xf | INTEL_FIXED(3), 48);

static int fixup_init(struct kunit *test)
{
	memset(per_cpu_ptr(&fixup_branch_cpus, cpumask_first(cpu_online_mask)), 0,
	       sizeof(struct perf_x86_branch_cpu));
	return pebs_init_as(test, &next_address, &fixup_branches.feature,
			    1 << 8 | PERF_CAP_PEBS_TRAP);
}

/* Fields of 64 bits: RIP and the applicable counter (SDM, "PEBS Record Format") */
#define OLD_FIELDS	22
#define OLD_IP		1
#define OLD_COUNTERS	18

static void write_old_record(struct pebs *pebs, u64 ip, const struct perf_event *event)
{
	struct debug_store *ds = area_of(pebs);
	u64 *to = (u64 *)(unsigned long)ds->pebs_index;

	memset(to, 0, OLD_FIELDS * sizeof(u64));
	to[OLD_IP] = ip;
	to[OLD_COUNTERS] = BIT_ULL(event->hw.idx);
	ds->pebs_index += OLD_FIELDS * sizeof(u64);
	pebs->fixture.file.value[event->hw.idx] = ds->pebs_event_reset[event->hw.idx];
}

static void write_branch(struct pebs *pebs, u64 from, u64 to)
{
	pebs->top = (pebs->top + 1) % DEPTH;
	/* Bit 63 of this format is the branch's prediction. */
	pebs->from[pebs->top] = from & ~BIT_ULL(63);
	pebs->to[pebs->top] = to;
}

/* Three instructions of the kernel's text, of one, two and one byte */
extern const char fixup_begin[], fixup_second[], fixup_third[];

static noinline __used void fixup_code(void)
{
	asm volatile("fixup_begin: nop\n"
		     "fixup_second: .byte 0x66, 0x90\n"
		     "fixup_third: nop\n");
}

#define KERNEL_CODE(_label)	((unsigned long)(_label))

static const u8 fixup_data[] = { 0x90, 0x90, 0x90 };

struct fixup_row {
	const char	*name;
	u64		from;
	u64		to;
	u64		ip;
	u64		found;		/* 0: the record's address is not exact */
	bool		kernel;		/* the event counts the kernel as well */
};

static const struct fixup_row fixup_rows[] = {
	{ "the branch itself", USER_IP + 0x100, USER_IP, USER_IP, USER_IP + 0x100 },
	{ "no branch", 0, 0, USER_IP, 0 },
	{ "target behind the address", USER_IP + 0x100, USER_IP + 1, USER_IP, 0 },
	{ "code of no task", USER_IP + 0x100, USER_IP - 4, USER_IP, 0 },
	{ "from the kernel", KERNEL_CODE(fixup_begin), USER_IP, USER_IP, 0 },
	{ "from the kernel, counted", KERNEL_CODE(fixup_begin), USER_IP, USER_IP,
	  KERNEL_CODE(fixup_begin), true },
	{ "from no address", 0x0001000000000000 << 8, USER_IP, USER_IP, 0, true },
	{ "the kernel", USER_IP, KERNEL_CODE(fixup_begin), KERNEL_CODE(fixup_third),
	  KERNEL_CODE(fixup_second), true },
	{ "in an instruction", USER_IP, KERNEL_CODE(fixup_begin),
	  KERNEL_CODE(fixup_second) + 1, 0, true },
	{ "not the kernel's text", USER_IP, KERNEL_CODE(fixup_data),
	  KERNEL_CODE(fixup_data) + 1, 0, true },
};

static void the_newest_branch_leads_to_the_instruction(struct kunit *test)
{
	struct pebs *pebs = pebs_of(test);
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(fixup_rows); i++) {
		const struct fixup_row *row = &fixup_rows[i];
		struct perf_event_attr attr = precise_attr(test);
		struct log log = { };
		struct perf_event *event;

		attr.exclude_kernel = !row->kernel;
		event = open_attr(test, &log, attr);
		scoped_guard(irqsave) {
			if (row->from)
				write_branch(pebs, row->from, row->to);
			write_old_record(pebs, row->ip, event);
			KUNIT_EXPECT_EQ(test, 1, interrupt(pebs));
		}
		KUNIT_EXPECT_EQ_MSG(test, 1U, log.samples, "%s", row->name);
		KUNIT_EXPECT_EQ_MSG(test, row->found ?: row->ip, log.ip[0], "%s", row->name);
		KUNIT_EXPECT_EQ_MSG(test, !!row->found, log.exact, "%s", row->name);
		kunit_release_action(test, fixture_close, event);
	}
}

/* Of two records the newest branch belongs to the second one, and precise_ip 1 asks for none. */
static void only_the_last_record_has_its_instruction(struct kunit *test)
{
	struct pebs *pebs = pebs_of(test);
	struct perf_event_attr attr = precise_attr(test);
	struct log log = { }, next = { };
	struct perf_event *event = open_attr(test, &log, attr), *other;

	attr.precise_ip = 1;
	other = open_attr(test, &next, attr);
	scoped_guard(irqsave) {
		write_branch(pebs, USER_IP + 0x100, USER_IP);
		write_old_record(pebs, USER_IP, event);
		write_old_record(pebs, USER_IP, event);
		interrupt(pebs);
		write_old_record(pebs, USER_IP, other);
		interrupt(pebs);
	}
	KUNIT_EXPECT_EQ(test, 2U, log.samples);
	KUNIT_EXPECT_EQ(test, USER_IP, log.ip[0]);
	KUNIT_EXPECT_EQ(test, USER_IP + 0x100, log.ip[1]);
	KUNIT_EXPECT_EQ(test, 1U, log.exact);
	KUNIT_EXPECT_EQ(test, 1U, next.samples);
	KUNIT_EXPECT_EQ(test, USER_IP, next.ip[0]);
	KUNIT_EXPECT_EQ(test, 0U, next.exact);
}

#define RECORDING	BIT_ULL(0)
/* MSR_LBR_SELECT suppresses branches that end in the kernel, in user mode, conditional ones */
#define NO_KERNEL	BIT_ULL(0)
#define NO_USER		BIT_ULL(1)

/* The branches are recorded, whether or not the event has them; only precise_ip 1 may wait. */
static void branches_are_recorded_for_the_search(struct kunit *test)
{
	struct pebs *pebs = pebs_of(test);
	struct debug_store *ds;
	struct perf_event_attr attr = precise_attr(test);
	struct log log = { };
	struct perf_event *event;

	attr.sample_type = 0;
	event = open_attr(test, &log, attr);
	ds = area_of(pebs);
	KUNIT_EXPECT_TRUE(test, pebs->control & RECORDING);
	KUNIT_EXPECT_EQ(test, NO_KERNEL, pebs->select);
	KUNIT_EXPECT_GT(test, ds->pebs_buffer_base + 2 * OLD_FIELDS * 8,
			ds->pebs_interrupt_threshold);
	kunit_release_action(test, fixture_close, event);
	KUNIT_EXPECT_FALSE(test, pebs->control & RECORDING);

	attr.exclude_kernel = false;
	attr.exclude_user = true;
	event = open_attr(test, &log, attr);
	KUNIT_EXPECT_EQ(test, NO_USER, pebs->select);
	kunit_release_action(test, fixture_close, event);

	attr.precise_ip = 1;
	event = open_attr(test, &log, attr);
	KUNIT_EXPECT_FALSE(test, pebs->control & RECORDING);
	KUNIT_EXPECT_LT(test, ds->pebs_buffer_base + 2 * OLD_FIELDS * 8,
			ds->pebs_interrupt_threshold);
}

#define TYPE(_type)	PERF_SAMPLE_BRANCH_##_type

/* Errnos of 6.12: an event's own branches must be those that the search needs. */
static void branches_of_the_event_itself(struct kunit *test)
{
	static const struct {
		u64	type;
		u8	precise;
		int	err;
	} rows[] = {
		{ TYPE(ANY) | TYPE(USER), 2, 0 },
		{ TYPE(ANY) | TYPE(COND) | TYPE(USER), 2, 0 },
		{ TYPE(COND) | TYPE(USER), 2, -EOPNOTSUPP },
		{ TYPE(ANY) | TYPE(KERNEL), 2, -EOPNOTSUPP },
		{ TYPE(ANY) | TYPE(USER) | TYPE(KERNEL), 2, -EOPNOTSUPP },
		{ TYPE(COND) | TYPE(USER), 1, 0 },
	};
	struct log log = { };
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(rows); i++) {
		struct perf_event_attr attr = precise_attr(test);
		struct perf_event *event;

		attr.sample_type |= PERF_SAMPLE_BRANCH_STACK;
		attr.branch_sample_type = rows[i].type;
		attr.precise_ip = rows[i].precise;
		event = perf_event_create_kernel_counter(&attr, cpumask_first(cpu_online_mask),
							 NULL, log_sample, &log);
		KUNIT_EXPECT_EQ_MSG(test, rows[i].err, PTR_ERR_OR_ZERO(event), "row %u", i);
		if (!IS_ERR(event))
			perf_event_release_kernel(event);
	}
}

static struct kunit_case precise_fixup_cases[] = {
	KUNIT_CASE(the_newest_branch_leads_to_the_instruction),
	KUNIT_CASE(only_the_last_record_has_its_instruction),
	KUNIT_CASE(branches_are_recorded_for_the_search),
	KUNIT_CASE(branches_of_the_event_itself),
	{ }
};

static struct kunit_suite precise_fixup_suite = {
	.name		= "perf_x86_precise_fixup",
	.init		= fixup_init,
	.exit		= fixture_exit,
	.test_cases	= precise_fixup_cases,
};

/*
 * Adaptive records have the branches up to their instruction. The registers, which have gone on
 * since, have another one.
 */
static int copied_init(struct kunit *test)
{
	memset(per_cpu_ptr(&fixup_branch_cpus, cpumask_first(cpu_online_mask)), 0,
	       sizeof(struct perf_x86_branch_cpu));
	return pebs_init_as(test, &adaptive, &fixup_branches.feature,
			    4 << 8 | PERF_CAP_PEBS_BASELINE);
}

/* SDM, "MSR_PEBS_DATA_CFG": bit 3, and the number less one in bits 31 to 24 */
#define BRANCHES(_number)	(BIT_ULL(3) | ((_number) - 1ULL) << 24)
#define LATER_BRANCH		(USER_IP + 0x100)

/* A record with @number branches, the newest from @from and each older one of the address before */
static void write_copied(struct pebs *pebs, const struct perf_event *event, unsigned int number,
			 u64 from)
{
	u64 *to = (u64 *)(unsigned long)area_of(pebs)->pebs_index + BASIC_FIELDS;
	const u64 size = (BASIC_FIELDS + 3 * number) * sizeof(u64);
	unsigned int i;

	for (i = 0; i < number; i++) {
		to[3 * i] = from - i;
		to[3 * i + 1] = USER_IP;
		to[3 * i + 2] = 0;
	}
	write_record(pebs, USER_IP, BIT_ULL(event->hw.idx), BRANCHES(number) | size << 48);
	area_of(pebs)->pebs_index += 3 * number * sizeof(u64);
	write_branch(pebs, LATER_BRANCH, USER_IP);
}

static struct perf_event *open_copied(struct kunit *test, struct log *log)
{
	struct perf_event_attr attr = precise_attr(test);

	attr.sample_type = PERF_SAMPLE_BRANCH_STACK;
	attr.branch_sample_type = PERF_SAMPLE_BRANCH_ANY | PERF_SAMPLE_BRANCH_USER;
	return open_attr(test, log, attr);
}

static void branches_are_those_of_the_record(struct kunit *test)
{
	struct pebs *pebs = pebs_of(test);
	struct log log = { };
	struct perf_event *event = open_copied(test, &log);
	struct debug_store *ds = area_of(pebs);

	KUNIT_EXPECT_EQ(test, BRANCHES(DEPTH), pebs->groups);
	/* They may wait, since each has its own branches: no interrupt at the first one. */
	KUNIT_EXPECT_GT(test, ds->pebs_interrupt_threshold,
			ds->pebs_buffer_base + PEBS_BUFFER_SIZE / 2);
	scoped_guard(irqsave) {
		write_copied(pebs, event, 2, USER_IP + 0x20);
		interrupt(pebs);
		KUNIT_EXPECT_EQ(test, 2ULL, log.branches);
		KUNIT_EXPECT_EQ(test, USER_IP + 0x20ULL, log.newest);
		KUNIT_EXPECT_EQ(test, -1ULL, log.hw_idx);
		write_copied(pebs, event, DEPTH, USER_IP + 0x40);
		write_copied(pebs, event, 1, USER_IP + 0x60);
		interrupt(pebs);
	}
	KUNIT_EXPECT_EQ(test, 3U, log.samples);
	KUNIT_EXPECT_EQ(test, 1ULL, log.branches);
	KUNIT_EXPECT_EQ(test, USER_IP + 0x60ULL, log.newest);
}

/* As many as the processor has; of a record without the group, what the registers have. */
static void records_may_have_any_number(struct kunit *test)
{
	struct pebs *pebs = pebs_of(test);
	struct log log = { };
	struct perf_event *event = open_copied(test, &log);

	scoped_guard(irqsave) {
		write_copied(pebs, event, 256, USER_IP + 0x200);
		interrupt(pebs);
		KUNIT_EXPECT_EQ(test, (u64)DEPTH, log.branches);
		KUNIT_EXPECT_EQ(test, USER_IP + 0x200ULL, log.newest);
		write_record(pebs, USER_IP, BIT_ULL(event->hw.idx), BASIC_FORMAT);
		interrupt(pebs);
	}
	KUNIT_EXPECT_EQ(test, 2U, log.samples);
	KUNIT_EXPECT_EQ(test, (u64)LATER_BRANCH, log.newest);
}

/* An event without branches needs no such records, even beside one that has some. */
static void other_events_have_none(struct kunit *test)
{
	struct pebs *pebs = pebs_of(test);
	struct log log = { }, plain = { };
	struct perf_event *other = open_precise(test, &plain, true), *event;

	KUNIT_EXPECT_EQ(test, 0ULL, pebs->groups);
	event = open_copied(test, &log);
	KUNIT_EXPECT_EQ(test, BRANCHES(DEPTH), pebs->groups);
	scoped_guard(irqsave) {
		write_copied(pebs, other, DEPTH, USER_IP + 0x20);
		interrupt(pebs);
	}
	KUNIT_EXPECT_EQ(test, 1U, plain.samples);
	KUNIT_EXPECT_EQ(test, 0ULL, plain.branches);
	perf_event_disable(event);
	KUNIT_EXPECT_EQ(test, 0ULL, pebs->groups);
}

static struct kunit_case precise_copied_cases[] = {
	KUNIT_CASE(branches_are_those_of_the_record),
	KUNIT_CASE(records_may_have_any_number),
	KUNIT_CASE(other_events_have_none),
	{ }
};

static struct kunit_suite precise_copied_suite = {
	.name		= "perf_x86_precise_branches",
	.init		= copied_init,
	.exit		= fixture_exit,
	.test_cases	= precise_copied_cases,
};

kunit_test_suites(&precise_drain_suite, &precise_fixup_suite, &precise_copied_suite);
