// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of IBS on registers made of memory: what the emulator lacks (errata, late NMIs, contents
 * that no sound hardware has), and tables.
 *
 * The registers behave as AMD APM volume 2, "Instruction-Based Sampling", says; erratum 420 is
 * in the revision guide for family 10h.
 */
#include <kunit/test.h>
#include <linux/cpumask.h>
#include <linux/perf_event.h>

#include "ibs/access.h"
#include "ibs/attr.h"
#include "ibs/data.h"
#include "ibs/period.h"
#include "ibs/pmu.h"
#include "ibs/sample.h"
#include "ibs/unit.h"

#define FIRST		MSR_AMD64_IBSFETCHCTL
#define NUMBER		14
#define ALL_CAPS	0xfff
#define USER_IP		0x400123ULL
#define KERNEL_IP	0xffffffff81000123ULL
/* Neither half of the address space, with 48 bits or with 57 */
#define NO_ADDRESS	0x1234567890abcdefULL

/**
 * struct ibs - a unit under test
 * @ibs:        the unit
 * @fake:       its registers' functions
 * @msr:        its registers
 * @begun_at:   fetch count when the unit was enabled
 * @races:      a sample comes when the unit is disabled
 * @hangs:      erratum 420: the unit was disabled before its maximum was cleared
 * @writes:     writes to the control register
 * @samples:    of the event
 * @data:       the last one
 * @regs:       its registers
 * @registered: the PMU is
 */
struct ibs {
	struct perf_ibs		ibs;
	struct perf_ibs_fake	fake;
	u64			msr[NUMBER];
	u64			begun_at;
	bool			races;
	bool			hangs;
	unsigned int		writes;
	unsigned int		samples;
	struct perf_sample_data	data;
	struct pt_regs		regs;
	bool			registered;
};

static struct ibs *ibs_of(struct kunit *test)
{
	return test->priv;
}

static u64 *control_of(struct ibs *ibs)
{
	return &ibs->msr[ibs->ibs.control - FIRST];
}

static u64 fake_read(struct perf_ibs_fake *fake, u32 msr)
{
	return container_of(fake, struct ibs, fake)->msr[msr - FIRST];
}

static void fake_write(struct perf_ibs_fake *fake, u32 msr, u64 value)
{
	struct ibs *ibs = container_of(fake, struct ibs, fake);
	const u64 enable = ibs->ibs.enable;
	u64 *reg = &ibs->msr[msr - FIRST];

	if (msr == ibs->ibs.control) {
		ibs->writes++;
		if (*reg & ~value & enable) {
			ibs->hangs |= *reg & ibs->ibs.count_mask;
			if (ibs->races)
				value |= ibs->ibs.valid;
		}
		/* The count is loaded only when the unit is enabled. */
		if (~*reg & value & enable)
			ibs->begun_at = value;
	}
	*reg = value;
}

static void overflow(struct perf_event *event, struct perf_sample_data *data,
		     struct pt_regs *regs)
{
	struct ibs *ibs = event->overflow_handler_context;

	ibs->samples++;
	ibs->data = *data;
	ibs->regs = *regs;
}

static void set_up(struct kunit *test, bool is_op, u32 caps, unsigned int family)
{
	struct ibs *ibs = ibs_of(test);

	perf_ibs_describe(&ibs->ibs, is_op, caps, family, 0);
	ibs->ibs.fake = &ibs->fake;
	KUNIT_ASSERT_EQ(test, 0, perf_ibs_pmu_init(&ibs->ibs));
	ibs->ibs.pmu.dev = PMU_NULL_DEV;
	ibs->ibs.pmu.attr_groups = NULL;
	ibs->ibs.pmu.hrtimer_interval_ms = 3600 * MSEC_PER_SEC;
	KUNIT_ASSERT_EQ(test, 0, perf_pmu_register(&ibs->ibs.pmu, "perf_ibs_fake", -1));
	ibs->registered = true;
}

static int ibs_init(struct kunit *test)
{
	struct ibs *ibs = kunit_kzalloc(test, sizeof(*ibs), GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, ibs);
	test->priv = ibs;
	ibs->fake.read = fake_read;
	ibs->fake.write = fake_write;
	return set_cpus_allowed_ptr(current, cpumask_of(cpumask_first(cpu_online_mask)));
}

static void ibs_exit(struct kunit *test)
{
	struct ibs *ibs = ibs_of(test);

	if (!ibs || !ibs->registered)
		return;
	perf_pmu_unregister(&ibs->ibs.pmu);
	perf_ibs_pmu_free(&ibs->ibs);
}

static void close_event(void *event)
{
	perf_event_release_kernel(event);
}

static struct perf_event *open_event(struct kunit *test, u64 period, u64 sample_type)
{
	struct perf_event_attr attr = {
		.type		= ibs_of(test)->ibs.pmu.type,
		.size		= sizeof(attr),
		.sample_period	= period,
		.sample_type	= sample_type,
	};
	struct perf_event *event;

	event = perf_event_create_kernel_counter(&attr, cpumask_first(cpu_online_mask), NULL,
						 overflow, ibs_of(test));
	KUNIT_ASSERT_NOT_ERR_OR_NULL(test, event);
	KUNIT_ASSERT_EQ(test, 0, kunit_add_action_or_reset(test, close_event, event));
	return event;
}

static u64 count_of(struct perf_event *event)
{
	u64 enabled, running;

	return perf_event_read_value(event, &enabled, &running);
}

/* An NMI in user mode. Returns what the handler returns. */
static int nmi(struct ibs *ibs)
{
	struct pt_regs regs = {
		.ip = USER_IP + 7, .cs = __USER_CS, .ss = __USER_DS, .flags = X86_EFLAGS_FIXED,
	};

	guard(irqsave)();
	return perf_ibs_handle(&ibs->ibs, &regs);
}

/* The unit reaches its maximum. */
static int sample(struct ibs *ibs)
{
	*control_of(ibs) |= ibs->ibs.valid;
	return nmi(ibs);
}

static void end_window(struct ibs *ibs)
{
	guard(irqsave)();
	this_cpu_ptr(ibs->ibs.cpu)->late_until = jiffies - 1;
}

static void clearing_the_maximum_comes_first_on_family_10h(struct kunit *test)
{
	struct ibs *ibs = ibs_of(test);
	struct perf_event *event;

	set_up(test, true, 0x7, 0x10);
	event = open_event(test, 160, 0);
	KUNIT_EXPECT_EQ(test, 1, sample(ibs));
	perf_event_disable(event);
	KUNIT_EXPECT_FALSE(test, ibs->hangs);
	KUNIT_EXPECT_EQ(test, 0ULL, *control_of(ibs));
	KUNIT_EXPECT_EQ(test, 160ULL, count_of(event));
}

static void one_write_is_enough_elsewhere(struct kunit *test)
{
	struct ibs *ibs = ibs_of(test);
	struct perf_event *event;

	set_up(test, true, ALL_CAPS, 0x19);
	event = open_event(test, 160, 0);
	KUNIT_EXPECT_EQ(test, 1U, ibs->writes);
	perf_event_disable(event);
	/* Stop, and clear what is left. */
	KUNIT_EXPECT_EQ(test, 3U, ibs->writes);
}

/* The fetch count begins anew only if the unit was disabled, whatever is in the register. */
static void the_fetch_count_begins_anew(struct kunit *test)
{
	struct ibs *ibs = ibs_of(test);

	set_up(test, false, ALL_CAPS, 0x17);
	*control_of(ibs) = PERF_IBS_FETCH_ENABLE | 0xffff0000;
	open_event(test, 160, 0);
	KUNIT_EXPECT_EQ(test, 10 | PERF_IBS_FETCH_ENABLE, *control_of(ibs));
	KUNIT_EXPECT_EQ(test, 10 | PERF_IBS_FETCH_ENABLE, ibs->begun_at);
}

/* A sample that came with the stop: its NMI is claimed, once, and only for a while. */
static void a_late_nmi_is_claimed_once(struct kunit *test)
{
	struct ibs *ibs = ibs_of(test);
	struct perf_event *event;

	set_up(test, true, ALL_CAPS, 0x19);
	KUNIT_EXPECT_EQ(test, 0, nmi(ibs));
	event = open_event(test, 160, 0);
	KUNIT_EXPECT_EQ(test, 0, nmi(ibs));
	ibs->races = true;
	perf_event_disable(event);
	KUNIT_EXPECT_EQ(test, 1, nmi(ibs));
	KUNIT_EXPECT_EQ(test, 0, nmi(ibs));
	KUNIT_EXPECT_EQ(test, 0U, ibs->samples);
	/* Dropped but for the step that brings the next sample. */
	KUNIT_EXPECT_EQ(test, 144ULL, count_of(event));
	perf_event_enable(event);
	KUNIT_EXPECT_EQ(test, 1, sample(ibs));
	KUNIT_EXPECT_EQ(test, 1U, ibs->samples);
	KUNIT_EXPECT_EQ(test, 160ULL, count_of(event));

	perf_event_disable(event);
	end_window(ibs);
	KUNIT_EXPECT_EQ(test, 0, nmi(ibs));
	perf_event_enable(event);
}

/* The NMI of the time before a stop may come when the event counts again. */
static void a_late_nmi_may_come_after_the_next_start(struct kunit *test)
{
	struct ibs *ibs = ibs_of(test);
	struct perf_event *event;

	set_up(test, true, ALL_CAPS, 0x19);
	event = open_event(test, 160, 0);
	perf_event_disable(event);
	perf_event_enable(event);
	KUNIT_EXPECT_EQ(test, 1, nmi(ibs));
	KUNIT_EXPECT_EQ(test, 0, nmi(ibs));
	KUNIT_EXPECT_EQ(test, 0U, ibs->samples);
}

/* Long periods are counted in pieces of 20 bits, and a stop keeps what is left. */
static void periods_are_kept(struct kunit *test)
{
	const u64 piece = 0xffff0, period = 0x200000;
	struct ibs *ibs = ibs_of(test);
	struct perf_event *event;

	set_up(test, true, ALL_CAPS & ~PERF_IBS_CAP_WIDE, 0x19);
	event = open_event(test, period, 0);
	KUNIT_EXPECT_EQ(test, 0xffff | PERF_IBS_OP_ENABLE, *control_of(ibs));
	KUNIT_EXPECT_EQ(test, 1, sample(ibs));
	KUNIT_EXPECT_EQ(test, 0U, ibs->samples);
	KUNIT_EXPECT_EQ(test, piece, count_of(event));
	/* Stopped after 5: 0x200000 - 0xffff0 - 5 = 0x10000b are left, more than a piece. */
	*control_of(ibs) |= 5ULL << 32;
	perf_event_disable(event);
	KUNIT_EXPECT_EQ(test, piece + 5, count_of(event));
	perf_event_enable(event);
	KUNIT_EXPECT_EQ(test, 0xffff | PERF_IBS_OP_ENABLE, *control_of(ibs));
	KUNIT_EXPECT_EQ(test, 1, sample(ibs));
	/* 0x1b are left: a maximum of 0x20 that begins at 5. */
	KUNIT_EXPECT_EQ(test, 2 | PERF_IBS_OP_ENABLE | 5ULL << 32, *control_of(ibs));
	KUNIT_EXPECT_EQ(test, 0U, ibs->samples);
	/* After a sample the count is random. */
	*control_of(ibs) |= 0x7fULL << 32;
	KUNIT_EXPECT_EQ(test, 1, sample(ibs));
	KUNIT_EXPECT_EQ(test, 1U, ibs->samples);
	KUNIT_EXPECT_EQ(test, period, count_of(event));
	KUNIT_EXPECT_EQ(test, period, ibs->data.period);
}

/* The unit counts at least 16: it is stopped between the period's end and its sample. */
static void a_stop_before_the_sample_loses_none(struct kunit *test)
{
	struct ibs *ibs = ibs_of(test);
	struct perf_event *event;

	set_up(test, true, ALL_CAPS, 0x19);
	event = open_event(test, 0x100, 0);
	*control_of(ibs) |= 0xfcULL << 32;
	perf_event_disable(event);
	perf_event_enable(event);
	KUNIT_EXPECT_EQ(test, 1 | PERF_IBS_OP_ENABLE, *control_of(ibs));
	*control_of(ibs) |= 10ULL << 32;
	perf_event_disable(event);
	KUNIT_EXPECT_EQ(test, 0x106ULL, count_of(event));
	perf_event_enable(event);
	KUNIT_EXPECT_EQ(test, 1 | PERF_IBS_OP_ENABLE, *control_of(ibs));
	KUNIT_EXPECT_EQ(test, 1, sample(ibs));
	KUNIT_EXPECT_EQ(test, 1U, ibs->samples);
}

/* A count above the maximum, or below where it began, must not run away. */
static void a_count_out_of_range_is_limited(struct kunit *test)
{
	struct ibs *ibs = ibs_of(test);
	struct perf_event *event;

	set_up(test, true, ALL_CAPS, 0x19);
	event = open_event(test, 160, 0);
	*control_of(ibs) |= GENMASK_ULL(58, 32);
	perf_event_disable(event);
	KUNIT_EXPECT_EQ(test, 160ULL, count_of(event));
	perf_event_enable(event);
	*control_of(ibs) = PERF_IBS_OP_ENABLE;
	perf_event_disable(event);
	KUNIT_EXPECT_EQ(test, 160ULL, count_of(event));
}

static void set_op(struct ibs *ibs, u64 rip, u64 data, u64 data3, u64 addr)
{
	u64 *reg = control_of(ibs);

	reg[PERF_IBS_OP_RIP] = rip;
	reg[PERF_IBS_OP_DATA] = data;
	reg[PERF_IBS_OP_DATA3] = data3;
	reg[PERF_IBS_OP_ADDR] = addr;
	reg[PERF_IBS_OP_PHYS] = 0x123000;
}

#define RIP_INVALID	BIT_ULL(38)
#define LOAD		BIT_ULL(0)
#define ADDR_VALID	BIT_ULL(17)
#define PHYS_VALID	BIT_ULL(18)

static void an_address_is_checked_before_use(struct kunit *test)
{
	struct ibs *ibs = ibs_of(test);

	set_up(test, true, ALL_CAPS, 0x19);
	open_event(test, 160, PERF_SAMPLE_IP | PERF_SAMPLE_ADDR | PERF_SAMPLE_PHYS_ADDR);

	set_op(ibs, USER_IP, 0, LOAD | ADDR_VALID | PHYS_VALID, 0x7000);
	KUNIT_EXPECT_EQ(test, 1, sample(ibs));
	KUNIT_EXPECT_EQ(test, USER_IP, (u64)ibs->regs.ip);
	KUNIT_EXPECT_TRUE(test, ibs->regs.flags & PERF_EFLAGS_EXACT);
	KUNIT_EXPECT_EQ(test, 0x7000ULL, ibs->data.addr);
	KUNIT_EXPECT_EQ(test, 0x123000ULL, ibs->data.phys_addr);

	/* The registers of the interrupted code, which is not exact. */
	set_op(ibs, USER_IP, RIP_INVALID, LOAD, 0x7000);
	KUNIT_EXPECT_EQ(test, 1, sample(ibs));
	KUNIT_EXPECT_EQ(test, USER_IP + 7, (u64)ibs->regs.ip);
	KUNIT_EXPECT_FALSE(test, ibs->regs.flags & PERF_EFLAGS_EXACT);
	/* Neither address is valid. */
	KUNIT_EXPECT_FALSE(test, ibs->data.sample_flags &
				 (PERF_SAMPLE_ADDR | PERF_SAMPLE_PHYS_ADDR));

	set_op(ibs, NO_ADDRESS, 0, LOAD | ADDR_VALID, NO_ADDRESS);
	KUNIT_EXPECT_EQ(test, 1, sample(ibs));
	KUNIT_EXPECT_EQ(test, USER_IP + 7, (u64)ibs->regs.ip);
	KUNIT_EXPECT_FALSE(test, ibs->regs.flags & PERF_EFLAGS_EXACT);
	KUNIT_EXPECT_FALSE(test, ibs->data.sample_flags & PERF_SAMPLE_ADDR);
}

/* A SYSRET is kernel code, though its NMI comes in user mode. */
static void the_mode_is_that_of_the_address(struct kunit *test)
{
	struct ibs *ibs = ibs_of(test);

	set_up(test, true, ALL_CAPS, 0x19);
	open_event(test, 160, PERF_SAMPLE_IP);
	set_op(ibs, KERNEL_IP, 0, 0, 0);
	KUNIT_EXPECT_EQ(test, 1, sample(ibs));
	KUNIT_EXPECT_EQ(test, KERNEL_IP, (u64)ibs->regs.ip);
	KUNIT_EXPECT_FALSE(test, user_mode(&ibs->regs));
}

static void without_the_feature_no_address_is_invalid(struct kunit *test)
{
	struct ibs *ibs = ibs_of(test);

	set_up(test, true, 0x7, 0x10);
	open_event(test, 160, PERF_SAMPLE_IP);
	set_op(ibs, USER_IP, RIP_INVALID, 0, 0);
	KUNIT_EXPECT_EQ(test, 1, sample(ibs));
	KUNIT_EXPECT_EQ(test, USER_IP, (u64)ibs->regs.ip);
}

/* Erratum 1197, family 19h models 00h to 0Fh: fetches with an address of 0. */
static void a_fetch_from_0_is_dropped(struct kunit *test)
{
	struct ibs *ibs = ibs_of(test);
	struct perf_event *event;

	set_up(test, false, ALL_CAPS, 0x19);
	event = open_event(test, 160, PERF_SAMPLE_IP);
	KUNIT_EXPECT_EQ(test, 1, sample(ibs));
	KUNIT_EXPECT_EQ(test, 0U, ibs->samples);
	control_of(ibs)[PERF_IBS_FETCH_ADDR] = USER_IP;
	KUNIT_EXPECT_EQ(test, 1, sample(ibs));
	KUNIT_EXPECT_EQ(test, 1U, ibs->samples);
	KUNIT_EXPECT_EQ(test, 320ULL, count_of(event));
}

/* The registers of the raw data, in the order of the ABI. */
static void the_registers_are_read_in_order(struct kunit *test)
{
	struct ibs *ibs = ibs_of(test);
	struct perf_ibs_sample raw;
	struct perf_event *event;
	unsigned int i;

	set_up(test, true, ALL_CAPS, 0x19);
	event = open_event(test, 160, PERF_SAMPLE_RAW);
	for (i = 1; i < NUMBER; i++)
		ibs->msr[i] = i;
	scoped_guard(irqsave)
		KUNIT_EXPECT_TRUE(test, perf_ibs_read_sample(event, 99, &raw));
	KUNIT_EXPECT_EQ(test, 9U, raw.number);
	KUNIT_EXPECT_EQ(test, (u32)ALL_CAPS, raw.caps);
	KUNIT_EXPECT_EQ(test, 99ULL, raw.regs[0]);
	/* C001_1034 to C001_1039, then C001_103B and C001_103D. */
	for (i = 1; i < 7; i++)
		KUNIT_EXPECT_EQ(test, 3ULL + i, raw.regs[i]);
	KUNIT_EXPECT_EQ(test, 11ULL, raw.regs[7]);
	KUNIT_EXPECT_EQ(test, 13ULL, raw.regs[8]);
}

/*
 * Data sources by number, and what the base's own driver made of them in an emulator that was
 * changed to give all numbers. PPR of family 19h, IBS_OP_DATA2: bits 2:0 and, with Zen 4's
 * sources, 7:6 are the number, bit 4 the remote node, bit 5 the owned state instead of modified.
 */
static const struct {
	bool	zen4;
	u64	data2;
	u64	lvl;
	u64	num;
	bool	remote;
	u64	hops;
	u64	snoop;
} sources[] = {
	{ false, 0x02, 0x442, 0xb, false, 1, 0x10 },
	{ false, 0x22, 0x442, 0xb, false, 1, 1 },
	{ false, 0x03, 0x82, 0xd, false, 0, 1 },
	{ false, 0x13, 0x102, 0xd, true, 2, 1 },
	{ false, 0x04, 0x802, 0xb, true, 2, 1 },
	{ false, 0x34, 0x802, 0xb, true, 2, 1 },
	{ false, 0x07, 0x1002, 0xa, false, 0, 1 },
	{ false, 0xc3, 0x82, 0xd, false, 0, 1 },
	{ false, 0x00, 1, 0xf, false, 0, 1 },
	{ false, 0x01, 1, 0xf, false, 0, 1 },
	{ false, 0x05, 1, 0xf, false, 0, 1 },
	{ false, 0x06, 1, 0xf, false, 0, 1 },
	{ true, 0x01, 0x42, 0x3, false, 0, 1 },
	{ true, 0x02, 0x402, 0xb, true, 1, 1 },
	{ true, 0x03, 0x82, 0xd, false, 0, 1 },
	{ true, 0x13, 0x102, 0xd, true, 2, 1 },
	{ true, 0x05, 0x802, 0xb, true, 2, 1 },
	{ true, 0x06, 0, 0xe, false, 0, 1 },
	{ true, 0x16, 0, 0xe, true, 2, 1 },
	{ true, 0x07, 0x1002, 0xa, false, 0, 1 },
	{ true, 0x40, 0, 0x9, false, 0, 1 },
	{ true, 0x50, 0, 0x9, true, 2, 1 },
	{ true, 0x00, 1, 0xf, false, 0, 1 },
	{ true, 0x04, 1, 0xf, false, 0, 1 },
	{ true, 0x41, 1, 0xf, false, 0, 1 },
	{ true, 0xc7, 1, 0xf, false, 0, 1 },
};

static void every_source_has_its_name(struct kunit *test)
{
	union perf_mem_data_src src;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(sources); i++) {
		struct perf_ibs_sample raw = { .caps = sources[i].zen4 ? PERF_IBS_CAP_ZEN4 : 0 };

		raw.regs[PERF_IBS_OP_DATA2] = sources[i].data2;
		/* A load that missed both of the core's caches. */
		raw.regs[PERF_IBS_OP_DATA3] = LOAD | BIT_ULL(7) | BIT_ULL(20);
		src = perf_ibs_data_src(&raw);
		KUNIT_EXPECT_EQ_MSG(test, sources[i].lvl, (u64)src.mem_lvl, "%u", i);
		KUNIT_EXPECT_EQ_MSG(test, sources[i].hops, (u64)src.mem_hops, "%u", i);
		KUNIT_EXPECT_EQ_MSG(test, sources[i].num, (u64)src.mem_lvl_num, "%u", i);
		KUNIT_EXPECT_EQ_MSG(test, sources[i].remote, (bool)src.mem_remote, "%u", i);
		KUNIT_EXPECT_EQ_MSG(test, sources[i].snoop, (u64)src.mem_snoop, "%u", i);
	}
}

static void units_have_what_the_features_say(struct kunit *test)
{
	struct perf_ibs first = { }, zen = { }, zen4 = { }, fetch = { };

	perf_ibs_describe(&first, true, 0x7, 0x10, 0);
	KUNIT_EXPECT_EQ(test, 0ULL, first.config_mask);
	KUNIT_EXPECT_EQ(test, 0xffffULL, first.count_mask);
	KUNIT_EXPECT_EQ(test, 0xffff0ULL, first.max_period);
	KUNIT_EXPECT_TRUE(test, first.clear_twice);
	perf_ibs_describe(&zen, true, 0x3ff, 0x17, 1);
	KUNIT_EXPECT_EQ(test, BIT_ULL(19), zen.config_mask);
	KUNIT_EXPECT_EQ(test, 0x7f0ffffULL, zen.count_mask);
	KUNIT_EXPECT_EQ(test, 0x7fffff0ULL, zen.max_period);
	KUNIT_EXPECT_FALSE(test, zen.clear_twice);
	perf_ibs_describe(&zen4, true, 0xbff, 0x19, 0x11);
	KUNIT_EXPECT_EQ(test, BIT_ULL(19) | BIT_ULL(16), zen4.config_mask);
	KUNIT_EXPECT_FALSE(test, zen4.ignore_zero);
	perf_ibs_describe(&fetch, false, 0xbff, 0x19, 0x11);
	KUNIT_EXPECT_EQ(test, BIT_ULL(57) | BIT_ULL(59), fetch.config_mask);
	KUNIT_EXPECT_FALSE(test, fetch.restart_twice);
}

/* The register's fields: AMD APM volume 2, IBS_OP_CTL and IBS_FETCH_CTL. */
static void periods_are_encoded(struct kunit *test)
{
	struct perf_ibs wide = { }, narrow = { }, fetch = { };

	perf_ibs_describe(&wide, true, ALL_CAPS, 0x19, 0);
	perf_ibs_describe(&narrow, true, 0x7, 0x10, 0);
	perf_ibs_describe(&fetch, false, ALL_CAPS, 0x19, 0);
	KUNIT_EXPECT_EQ(test, 0x07f0ffffULL, perf_ibs_encode(&wide, 0x7fffff0, 0));
	KUNIT_EXPECT_EQ(test, 0x07fffff600000001ULL, perf_ibs_encode(&wide, 16, 0x7fffff6));
	KUNIT_EXPECT_EQ(test, 0xffffULL, perf_ibs_encode(&narrow, 0xffff0, 5));
	KUNIT_EXPECT_EQ(test, 0x00020001ULL, perf_ibs_encode(&fetch, 16, 0x2f));
}

static const struct {
	struct perf_event_attr	attr;
	int			error;
	u64			period;
} attrs[] = {
	{ { .sample_period = 16 }, 0, 16 },
	{ { .sample_period = 17 }, 0, 16 },
	{ { .sample_period = 15 }, 0, 16 },
	{ { .sample_period = 16, .sample_type = PERF_SAMPLE_BRANCH_STACK }, -EOPNOTSUPP },
	{ { .sample_period = 1ULL << 62 }, 0, 1ULL << 62 },
	{ { .config = 1 }, 0, 16 },
	/* The maximum's upper bits are not shifted. */
	{ { .config = 0x7f0ffff }, 0, 0x7fffff0 },
	{ { .config = 1ULL << 20 }, 0, 1ULL << 20 },
	{ { }, -EINVAL },
	{ { .config = 1ULL << 27, .sample_period = 16 }, -EINVAL },
	{ { .config = 1ULL << 19, .sample_period = 16 }, 0, 16 },
	{ { .freq = 1, .sample_freq = 999 }, 0, 16 },
	{ { .freq = 1, .sample_freq = 999, .config = 1 }, -EINVAL },
	{ { .freq = 1, .config = 2 }, -EINVAL },
	{ { .freq = 1 }, -EINVAL },
};

static void attributes_are_checked(struct kunit *test)
{
	struct perf_ibs zen = { };
	u64 config, period;
	unsigned int i;

	perf_ibs_describe(&zen, true, 0x3ff, 0x17, 1);
	for (i = 0; i < ARRAY_SIZE(attrs); i++) {
		KUNIT_EXPECT_EQ_MSG(test, attrs[i].error,
				    perf_ibs_check(&zen, &attrs[i].attr, &config, &period),
				    "%u", i);
		if (!attrs[i].error)
			KUNIT_EXPECT_EQ_MSG(test, attrs[i].period, period, "%u", i);
	}
}

static struct kunit_case perf_ibs_cases[] = {
	KUNIT_CASE(clearing_the_maximum_comes_first_on_family_10h),
	KUNIT_CASE(one_write_is_enough_elsewhere),
	KUNIT_CASE(the_fetch_count_begins_anew),
	KUNIT_CASE(a_late_nmi_is_claimed_once),
	KUNIT_CASE(a_late_nmi_may_come_after_the_next_start),
	KUNIT_CASE(periods_are_kept),
	KUNIT_CASE(a_stop_before_the_sample_loses_none),
	KUNIT_CASE(a_count_out_of_range_is_limited),
	KUNIT_CASE(an_address_is_checked_before_use),
	KUNIT_CASE(the_mode_is_that_of_the_address),
	KUNIT_CASE(without_the_feature_no_address_is_invalid),
	KUNIT_CASE(a_fetch_from_0_is_dropped),
	KUNIT_CASE(the_registers_are_read_in_order),
	KUNIT_CASE(every_source_has_its_name),
	KUNIT_CASE(units_have_what_the_features_say),
	KUNIT_CASE(periods_are_encoded),
	KUNIT_CASE(attributes_are_checked),
	{ }
};

static struct kunit_suite perf_ibs_suite = {
	.name = "perf_ibs",
	.init = ibs_init,
	.exit = ibs_exit,
	.test_cases = perf_ibs_cases,
};

kunit_test_suite(perf_ibs_suite);

MODULE_DESCRIPTION("Tests of AMD's instruction-based sampling");
MODULE_LICENSE("GPL");
