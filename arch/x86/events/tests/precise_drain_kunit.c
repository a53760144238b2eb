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
	u64		ip[MOST_IPS];
	u64		period;
};

struct pebs {
	struct fixture	fixture;
	u64		enable;
	u64		groups;
	u64		area;
	void		(*write)(struct perf_x86_fake *fake, u32 msr, u64 value);
};

static struct pebs *pebs_of(struct kunit *test)
{
	return container_of(fixture_of(test), struct pebs, fixture);
}

static void pebs_write(struct perf_x86_fake *fake, u32 msr, u64 value)
{
	struct pebs *pebs = container_of(fake, struct pebs, fixture.file.fake);

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

static int pebs_init(struct kunit *test)
{
	struct pebs *pebs = kunit_kzalloc(test, sizeof(*pebs), GFP_KERNEL);
	struct perf_x86_pmu *pmu;
	int err;

	KUNIT_ASSERT_NOT_NULL(test, pebs);
	if (boot_cpu_data.x86_vendor != X86_VENDOR_INTEL)
		kunit_skip(test, "the CPU entry area has no buffers");
	test->param_value = &adaptive;
	err = fixture_init_in(test, &pebs->fixture);
	if (err)
		return err;
	pmu = &pebs->fixture.pmu;
	pebs->write = pebs->fixture.file.fake.write_msr;
	pebs->fixture.file.fake.write_msr = pebs_write;
	perf_x86_precise_attach(pmu, 4 << 8 | PERF_CAP_PEBS_BASELINE);
	scoped_guard(irqsave)
		fixture_reset(this_cpu_ptr(pmu->cpu), P4_WHOLE);
	return 0;
}

static void log_sample(struct perf_event *event, struct perf_sample_data *data,
		       struct pt_regs *regs)
{
	struct log *log = event->overflow_handler_context;

	log->ip[log->samples++ % MOST_IPS] = regs->ip;
	log->period = data->period;
}

static struct perf_event *open_precise(struct kunit *test, struct log *log, bool user_only)
{
	struct perf_event_attr attr = fixture_attr(fixture_of(test), 0x00c4);
	struct perf_event *event;

	attr.precise_ip = 2;
	attr.sample_period = PERIOD;
	attr.sample_type = PERF_SAMPLE_CALLCHAIN;
	attr.exclude_kernel = user_only;
	event = perf_event_create_kernel_counter(&attr, cpumask_first(cpu_online_mask), NULL,
						 log_sample, log);
	KUNIT_ASSERT_NOT_ERR_OR_NULL(test, event);
	KUNIT_ASSERT_EQ(test, 0, kunit_add_action_or_reset(test, fixture_close, event));
	return event;
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

kunit_test_suite(precise_drain_suite);
