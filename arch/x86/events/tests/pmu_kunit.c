// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of the framework on counters in memory: each kind of register file is registered as a PMU,
 * the core schedules events on it, and counts are compared with the amounts of fixture_happen().
 */
#include <linux/math64.h>

#include "fixture.h"
#include "guest.h"

static void counts_are_exact(struct kunit *test)
{
	struct fixture *fixture = fixture_of(test);
	struct perf_event *event = fixture_open(test, fixture->first);

	KUNIT_EXPECT_EQ(test, 0ULL, fixture_count(event));
	fixture_happen(fixture, fixture->first, 1000);
	fixture_happen(fixture, fixture->second, 77);
	KUNIT_EXPECT_EQ(test, 1000ULL, fixture_count(event));
	perf_event_disable(event);
	fixture_happen(fixture, fixture->first, 5);
	KUNIT_EXPECT_EQ(test, 1000ULL, fixture_count(event));
	perf_event_enable(event);
	fixture_happen(fixture, fixture->first, 11);
	KUNIT_EXPECT_EQ(test, 1011ULL, fixture_count(event));
	KUNIT_EXPECT_EQ(test, 0U, fixture->overflows);
}

static void counts_go_on_when_the_counter_ends(struct kunit *test)
{
	struct fixture *fixture = fixture_of(test);
	u64 step = div_u64(fixture->pmu.max_period, 3), expected = 0;
	struct perf_event *event = fixture_open(test, fixture->first);
	int i, found = 0;

	for (i = 0; i < 20; i++) {
		found += fixture_happen(fixture, fixture->first, step);
		expected += step;
		KUNIT_ASSERT_EQ(test, expected, fixture_count(event));
	}
	KUNIT_EXPECT_EQ(test, fixture_has_interrupts(fixture) ? 6 : 0, found);
	KUNIT_EXPECT_EQ(test, 0U, fixture->overflows);
}

static void modes_are_told_apart(struct kunit *test)
{
	struct fixture *fixture = fixture_of(test);
	struct perf_event_attr attr = fixture_attr(fixture, fixture->first);
	struct perf_event *user, *kernel;

	if (!fixture_has_modes(fixture))
		kunit_skip(test, "no modes");
	NEEDS_TWO(test, fixture);
	attr.exclude_kernel = 1;
	user = fixture_open_attr(test, attr);
	attr.exclude_kernel = 0;
	attr.exclude_user = 1;
	kernel = fixture_open_attr(test, attr);
	fixture_happen_in(fixture, fixture->first, 100, true);
	fixture_happen_in(fixture, fixture->first, 23, false);
	KUNIT_EXPECT_EQ(test, 100ULL, fixture_count(user));
	KUNIT_EXPECT_EQ(test, 23ULL, fixture_count(kernel));
}

static void periods_are_exact(struct kunit *test)
{
	struct fixture *fixture = fixture_of(test);
	struct perf_event_attr attr = fixture_attr(fixture, fixture->first);
	unsigned int happened = 0;

	NEEDS_INTERRUPTS(test, fixture);
	attr.sample_period = 1000;
	fixture_open_attr(test, attr);
	while (happened < 100000) {
		fixture_happen(fixture, fixture->first, 7);
		happened += 7;
		KUNIT_ASSERT_EQ(test, happened / 1000, fixture->overflows);
	}
	KUNIT_EXPECT_EQ(test, 1000ULL, fixture->period);
}

static void periods_may_be_longer_than_counters(struct kunit *test)
{
	struct fixture *fixture = fixture_of(test);
	struct perf_event_attr attr = fixture_attr(fixture, fixture->first);
	u64 most = fixture->pmu.max_period, left;

	NEEDS_INTERRUPTS(test, fixture);
	attr.sample_period = 5 * most + 12345;
	fixture_open_attr(test, attr);
	for (left = attr.sample_period - 1; left; left -= min(left, most / 2))
		fixture_happen(fixture, fixture->first, min(left, most / 2));
	KUNIT_EXPECT_EQ(test, 0U, fixture->overflows);
	fixture_happen(fixture, fixture->first, 1);
	KUNIT_EXPECT_EQ(test, 1U, fixture->overflows);
	KUNIT_EXPECT_EQ(test, attr.sample_period, fixture->period);
}

static void several_overflow_at_a_time(struct kunit *test)
{
	struct fixture *fixture = fixture_of(test);
	struct perf_event_attr attr = fixture_attr(fixture, fixture->first);

	NEEDS_INTERRUPTS(test, fixture);
	NEEDS_TWO(test, fixture);
	attr.sample_period = 500;
	fixture_open_attr(test, attr);
	fixture_open_attr(test, attr);
	KUNIT_EXPECT_EQ(test, 0, fixture_happen(fixture, fixture->first, 499));
	KUNIT_EXPECT_EQ(test, 2, fixture_happen(fixture, fixture->first, 1));
	KUNIT_EXPECT_EQ(test, 2U, fixture->overflows);
	/* With an NMI for each overflow, the second counter's NMI comes late and is claimed. */
	KUNIT_EXPECT_EQ(test, fixture_has_nmi_for_each(fixture), fixture_stray_nmi(fixture));
	fixture_end_window(fixture);
	KUNIT_EXPECT_EQ(test, 0, fixture_stray_nmi(fixture));
	KUNIT_EXPECT_EQ(test, 2U, fixture->overflows);
}

static void other_nmis_are_left_alone(struct kunit *test)
{
	struct fixture *fixture = fixture_of(test);
	struct perf_event *event = fixture_open(test, fixture->first);

	NEEDS_INTERRUPTS(test, fixture);
	KUNIT_EXPECT_EQ(test, 0, fixture_stray_nmi(fixture));
	fixture_happen(fixture, fixture->first, 10);
	KUNIT_EXPECT_EQ(test, 0, fixture_stray_nmi(fixture));
	fixture_happen(fixture, fixture->first, 10);
	KUNIT_EXPECT_EQ(test, 20ULL, fixture_count(event));
}

/* The counter overflows just as the event is disabled: the NMI comes afterwards. */
static void an_nmi_may_be_late(struct kunit *test)
{
	struct fixture *fixture = fixture_of(test);
	struct perf_event_attr attr = fixture_attr(fixture, fixture->first);
	struct perf_event *event;

	NEEDS_INTERRUPTS(test, fixture);
	attr.sample_period = 100;
	event = fixture_open_attr(test, attr);
	scoped_guard(irqsave)
		KUNIT_EXPECT_TRUE(test, perf_x86_fake_happen(&fixture->file, fixture->first, 100,
							     true));
	perf_event_disable(event);
	KUNIT_EXPECT_NE(test, 0, fixture_stray_nmi(fixture));
	KUNIT_EXPECT_EQ(test, fixture->pmu.regs.late_nmis, fixture_stray_nmi(fixture));
	fixture_end_window(fixture);
	KUNIT_EXPECT_EQ(test, 0, fixture_stray_nmi(fixture));
	KUNIT_EXPECT_EQ(test, 100ULL, fixture_count(event));
}

static unsigned int general_counters(const struct fixture *fixture)
{
	return min(hweight32(fixture->pmu.counters), fixture->room);
}

static void what_does_not_fit_waits(struct kunit *test)
{
	struct fixture *fixture = fixture_of(test);
	unsigned int i, number = general_counters(fixture);
	struct perf_event *event;

	for (i = 0; i < number; i++) {
		event = fixture_open(test, fixture->second);
		KUNIT_EXPECT_EQ(test, PERF_EVENT_STATE_ACTIVE, event->state);
	}
	event = fixture_open(test, fixture->second);
	KUNIT_EXPECT_EQ(test, PERF_EVENT_STATE_INACTIVE, event->state);
	fixture_happen(fixture, fixture->second, 9);
	KUNIT_EXPECT_EQ(test, 0ULL, fixture_count(event));
}

static void what_is_pinned_and_does_not_fit_is_in_error(struct kunit *test)
{
	struct fixture *fixture = fixture_of(test);
	struct perf_event_attr attr = fixture_attr(fixture, fixture->second);
	unsigned int i, number = general_counters(fixture);
	struct perf_event *event;

	attr.pinned = 1;
	for (i = 0; i < number; i++)
		fixture_open_attr(test, attr);
	event = fixture_open_attr(test, attr);
	KUNIT_EXPECT_EQ(test, PERF_EVENT_STATE_ERROR, event->state);
}

/* All general counters are in use, one by an event that a fixed counter could count. */
static void events_move_to_make_room(struct kunit *test)
{
	struct fixture *fixture = fixture_of(test);
	unsigned int i, number = general_counters(fixture);
	struct perf_event *fixed, *moved, *event;

	if (!fixture->pmu.regs.fixed_select)
		kunit_skip(test, "no fixed counters");
	fixed = fixture_open(test, fixture->first);
	moved = fixture_open(test, fixture->first);
	KUNIT_EXPECT_TRUE(test, perf_x86_is_fixed(fixed->hw.idx));
	KUNIT_EXPECT_FALSE(test, perf_x86_is_fixed(moved->hw.idx));
	for (i = 0; i < number - 1; i++)
		fixture_open(test, fixture->second);
	fixture_happen(fixture, fixture->first, 1000);
	fixture_happen(fixture, fixture->second, 1000);

	/* With the fixed counter free, the other event of its kind moves there. */
	kunit_release_action(test, fixture_close, fixed);
	event = fixture_open(test, fixture->second);
	KUNIT_EXPECT_EQ(test, PERF_EVENT_STATE_ACTIVE, event->state);
	KUNIT_EXPECT_TRUE(test, perf_x86_is_fixed(moved->hw.idx));
	fixture_happen(fixture, fixture->first, 234);
	fixture_happen(fixture, fixture->second, 5);
	KUNIT_EXPECT_EQ(test, 1234ULL, fixture_count(moved));
	KUNIT_EXPECT_EQ(test, 5ULL, fixture_count(event));
}

/* perf_pmu_enable() must not start an event that an NMI throttled between del and add. */
static void events_move_while_throttled(struct kunit *test)
{
	struct fixture *fixture = fixture_of(test);
	struct perf_event *event = fixture_open(test, fixture->first);
	struct pmu *pmu = &fixture->pmu.pmu;

	fixture_happen(fixture, fixture->first, 10);
	scoped_guard(irqsave) {
		perf_pmu_disable(pmu);
		pmu->del(event, 0);
		KUNIT_EXPECT_EQ(test, 0, pmu->add(event, PERF_EF_START));
		event->hw.throttled = true;
		perf_pmu_enable(pmu);
		KUNIT_EXPECT_NE(test, 0, event->hw.state & PERF_HES_STOPPED);
	}
	fixture_happen(fixture, fixture->first, 5);
	KUNIT_EXPECT_EQ(test, 10ULL, fixture_count(event));

	scoped_guard(irqsave) {
		event->hw.throttled = false;
		pmu->start(event, 0);
	}
	fixture_happen(fixture, fixture->first, 7);
	KUNIT_EXPECT_EQ(test, 17ULL, fixture_count(event));
}

/* With a global control register, disabling and enabling an event writes no selecting register. */
static void coming_back_writes_no_selection(struct kunit *test)
{
	struct fixture *fixture = fixture_of(test);
	struct perf_event *event = fixture_open(test, fixture->first);
	unsigned int writes = fixture->file.select_writes;
	int i;

	for (i = 0; i < 10; i++) {
		perf_event_disable(event);
		fixture_happen(fixture, fixture->first, 50);
		perf_event_enable(event);
		fixture_happen(fixture, fixture->first, 3);
	}
	KUNIT_EXPECT_EQ(test, 30ULL, fixture_count(event));
	if (perf_x86_has_global(&fixture->pmu))
		KUNIT_EXPECT_EQ(test, writes, fixture->file.select_writes);
}

static void overflows_of_a_throttled_event_are_not_lost(struct kunit *test)
{
	struct fixture *fixture = fixture_of(test);
	struct perf_event_attr attr = fixture_attr(fixture, fixture->first);
	struct perf_event *event;
	unsigned int happened = 0;

	NEEDS_INTERRUPTS(test, fixture);
	attr.sample_period = 10;
	event = fixture_open_attr(test, attr);
	/* Without a tick in between, enough overflows set hw.throttled. */
	scoped_guard(irqsave) {
		while (!event->hw.throttled && happened < 10000000) {
			fixture_happen(fixture, fixture->first, 10);
			happened += 10;
		}
		KUNIT_EXPECT_TRUE(test, event->hw.throttled);
		KUNIT_EXPECT_NE(test, 0, event->hw.state & PERF_HES_STOPPED);
	}
	KUNIT_EXPECT_EQ(test, happened / 10, fixture->overflows);
	KUNIT_EXPECT_EQ(test, happened, fixture_count(event));
}

/* The count that user space computes, with the fields of the user page and RDPMC. */
static s64 count_by_rdpmc(struct fixture *fixture, struct perf_event *event, int index)
{
	s64 offset;
	u64 value;

	guard(irqsave)();
	value = fixture->file.fake.read_pmc(&fixture->file.fake, index - 1);
	offset = local64_read(&event->count) - local64_read(&event->hw.prev_count);
	return offset + sign_extend64(value, fixture->pmu.width - 1);
}

static void user_space_is_told_what_to_read(struct kunit *test)
{
	struct fixture *fixture = fixture_of(test);
	struct perf_event *event = fixture_open(test, fixture->first);
	int index;

	if (fixture->pmu.regs.no_rdpmc)
		kunit_skip(test, "no RDPMC");
	scoped_guard(irqsave)
		index = fixture->pmu.pmu.event_idx(event);
	KUNIT_ASSERT_GT(test, index, 0);
	fixture_happen(fixture, fixture->first, 4321);
	KUNIT_EXPECT_EQ(test, 4321LL, count_by_rdpmc(fixture, event, index));
	/* fixture_count() must keep @count, @prev_count and the counter consistent. */
	fixture_count(event);
	KUNIT_EXPECT_EQ(test, 4321LL, count_by_rdpmc(fixture, event, index));
}

static void expect_refused(struct kunit *test, int err, struct perf_event_attr attr)
{
	struct perf_event *event = fixture_try(fixture_of(test), &attr);

	KUNIT_EXPECT_PTR_EQ(test, (void *)ERR_PTR(err), (void *)event);
	if (!IS_ERR(event))
		perf_event_release_kernel(event);
}

static struct perf_event_attr generic_attr(const struct fixture *fixture, u32 type, u64 config)
{
	u64 pmu = (u64)fixture->pmu.pmu.type << PERF_PMU_TYPE_SHIFT;
	struct perf_event_attr attr = fixture_attr(fixture, pmu);

	attr.type = type;
	attr.config |= config;
	return attr;
}

static void what_cannot_be_is_refused(struct kunit *test)
{
	struct fixture *fixture = fixture_of(test);
	struct perf_event_attr attr = fixture_attr(fixture, fixture->first);

	attr.config = fixture->first | BIT_ULL(63);
	expect_refused(test, -EINVAL, attr);
	attr.config = fixture->first;
	attr.sample_period = 1000;
	attr.precise_ip = 1;
	expect_refused(test, -EOPNOTSUPP, attr);
	attr.precise_ip = 0;
	attr.sample_type = PERF_SAMPLE_BRANCH_STACK;
	attr.branch_sample_type = PERF_SAMPLE_BRANCH_ANY | PERF_SAMPLE_BRANCH_USER;
	expect_refused(test, -EOPNOTSUPP, attr);
}

/* attr.config loses the bits of a selecting register that belong to the driver. */
static void own_bits_are_left_out(struct kunit *test)
{
	struct fixture *fixture = fixture_of(test);
	struct perf_event_attr attr = fixture_attr(fixture, fixture->first);
	struct perf_event *plain, *event;

	if (perf_x86_is_p4(&fixture->pmu))
		kunit_skip(test, "its codes are of two registers");
	plain = fixture_try(fixture, &attr);
	KUNIT_ASSERT_NOT_ERR_OR_NULL(test, plain);
	attr.config |= ARCH_PERFMON_EVENTSEL_USR | ARCH_PERFMON_EVENTSEL_OS |
		       ARCH_PERFMON_EVENTSEL_PIN_CONTROL | ARCH_PERFMON_EVENTSEL_INT |
		       ARCH_PERFMON_EVENTSEL_ENABLE;
	event = fixture_try(fixture, &attr);
	if (!IS_ERR(event)) {
		KUNIT_EXPECT_EQ(test, plain->hw.config, event->hw.config);
		perf_event_release_kernel(event);
	} else {
		/* Processors with another register layout refuse these bits. */
		KUNIT_EXPECT_EQ(test, (long)-EINVAL, PTR_ERR(event));
		KUNIT_EXPECT_LT(test, fixture->pmu.raw_mask, (u64)X86_RAW_EVENT_MASK);
	}
	perf_event_release_kernel(plain);
}

/* A sampling event without an interrupt would never overflow, so even the kernel is refused. */
static void overflows_need_interrupts(struct kunit *test)
{
	struct fixture *fixture = fixture_of(test);
	struct perf_event_attr attr = fixture_attr(fixture, fixture->first);

	if (fixture_has_interrupts(fixture))
		kunit_skip(test, "its counters interrupt");
	attr.sample_period = 1000;
	expect_refused(test, -EOPNOTSUPP, attr);
}

static void generic_events_are_refused(struct kunit *test)
{
	struct fixture *fixture = fixture_of(test);

	expect_refused(test, -EINVAL, generic_attr(fixture, PERF_TYPE_HARDWARE, PERF_COUNT_HW_MAX));
	expect_refused(test, -EINVAL, generic_attr(fixture, PERF_TYPE_HW_CACHE,
						   PERF_COUNT_HW_CACHE_MAX));
	expect_refused(test, -EINVAL, generic_attr(fixture, PERF_TYPE_HW_CACHE,
						   PERF_COUNT_HW_CACHE_OP_MAX << 8));
	expect_refused(test, -EINVAL, generic_attr(fixture, PERF_TYPE_HW_CACHE,
						   PERF_COUNT_HW_CACHE_RESULT_MAX << 16));
	expect_refused(test, -ENOENT, generic_attr(fixture, PERF_TYPE_HW_CACHE,
						   PERF_COUNT_HW_CACHE_NODE |
						   PERF_COUNT_HW_CACHE_OP_PREFETCH << 8));
	if (fixture->pmu.model == &perf_x86_intel_arch)
		expect_refused(test, -ENOENT, generic_attr(fixture, PERF_TYPE_HARDWARE,
							   PERF_COUNT_HW_STALLED_CYCLES_BACKEND));
	/* Only a fixed counter could count it, and there is none of that number. */
	if (fixture->pmu.model == &perf_x86_intel_arch)
		expect_refused(test, -EINVAL, fixture_attr(fixture, 0x0500));
}

static void events_become_register_bits(struct kunit *test)
{
	const u64 common = ARCH_PERFMON_EVENTSEL_INT | ARCH_PERFMON_EVENTSEL_ENABLE;
	struct fixture *fixture = fixture_of(test);
	struct perf_event_attr attr = fixture_attr(fixture, fixture->first);
	struct perf_event *event;

	if (!fixture_has_interrupts(fixture))
		kunit_skip(test, "no register of its own for each counter");
	if (perf_x86_is_p4(&fixture->pmu))
		kunit_skip(test, "other registers, see perf_x86_p4");
	attr.config = 0x0180010e; /* event=0x0e,umask=0x01,inv,cmask=0x01 */
	event = fixture_open_attr(test, attr);
	KUNIT_EXPECT_EQ(test, 0x0180010e | common | ARCH_PERFMON_EVENTSEL_USR |
			      ARCH_PERFMON_EVENTSEL_OS,
			select_of(fixture, event) | ARCH_PERFMON_EVENTSEL_ENABLE);
	kunit_release_action(test, fixture_close, event);

	attr = generic_attr(fixture, PERF_TYPE_HARDWARE, PERF_COUNT_HW_BRANCH_MISSES);
	attr.exclude_kernel = 1;
	event = fixture_open_attr(test, attr);
	KUNIT_EXPECT_EQ(test, fixture->pmu.generic[PERF_COUNT_HW_BRANCH_MISSES] | common |
			      ARCH_PERFMON_EVENTSEL_USR,
			select_of(fixture, event) | ARCH_PERFMON_EVENTSEL_ENABLE);
	kunit_release_action(test, fixture_close, event);

	if (!fixture->pmu.regs.fixed_select)
		return;
	attr = generic_attr(fixture, PERF_TYPE_HARDWARE, PERF_COUNT_HW_REF_CPU_CYCLES);
	attr.exclude_user = 1;
	event = fixture_open_attr(test, attr);
	KUNIT_EXPECT_EQ(test, INTEL_PMC_IDX_FIXED + 2, event->hw.idx);
	KUNIT_EXPECT_EQ(test, INTEL_FIXED_0_KERNEL | INTEL_FIXED_0_ENABLE_PMI,
			select_of(fixture, event));
}

static void guests_are_left_out(struct kunit *test)
{
	struct fixture *fixture = fixture_of(test);
	struct perf_event_attr attr = fixture_attr(fixture, fixture->first);
	struct perf_event *host, *guest;
	struct perf_x86_cpu *cpu;

	if (!fixture_has_interrupts(fixture))
		kunit_skip(test, "no such processor had guests");
	NEEDS_TWO(test, fixture);
	attr.exclude_guest = 1;
	host = fixture_open_attr(test, attr);
	attr.exclude_guest = 0;
	attr.exclude_host = 1;
	guest = fixture_open_attr(test, attr);
	cpu = per_cpu_ptr(fixture->pmu.cpu, cpumask_first(cpu_online_mask));
	KUNIT_EXPECT_EQ(test, BIT_ULL(host->hw.idx), cpu->guest_off);
	KUNIT_EXPECT_EQ(test, BIT_ULL(guest->hw.idx), cpu->host_off);
	if (fixture->pmu.virt_bits) {
		/* Virtualisation is off: AMD64_EVENTSEL_HOSTONLY would prevent all counting. */
		KUNIT_EXPECT_EQ(test, 0ULL, select_of(fixture, host) & AMD64_EVENTSEL_HOSTONLY);
		KUNIT_EXPECT_NE(test, 0ULL, select_of(fixture, guest) & AMD64_EVENTSEL_GUESTONLY);
	} else if (fixture_may_have_guests(fixture)) {
		fixture_happen(fixture, fixture->first, 10);
		KUNIT_EXPECT_EQ(test, 10ULL, fixture_count(host));
		KUNIT_EXPECT_EQ(test, 0ULL, fixture_count(guest));
	}
}

/* KVM switches a register until @msrs has equal values for it: stopped counters are included. */
static void guests_are_told_of_each_counter(struct kunit *test)
{
	struct perf_guest_switch_msr *msrs;
	struct fixture *fixture = fixture_of(test);
	struct perf_event_attr attr = fixture_attr(fixture, fixture->first);
	struct perf_event *event;
	unsigned int i, number, differ = 0;

	if (fixture->pmu.regs.enable != &perf_x86_enable_each && !perf_x86_is_p4(&fixture->pmu))
		kunit_skip(test, "one register for all, or no guests");
	msrs = kunit_kcalloc(test, PERF_X86_GENERAL, sizeof(*msrs), GFP_KERNEL);
	KUNIT_ASSERT_NOT_NULL(test, msrs);
	attr.exclude_guest = 1;
	event = fixture_open_attr(test, attr);
	scoped_guard(irqsave)
		number = perf_x86_guest_selects(this_cpu_ptr(fixture->pmu.cpu), msrs);
	KUNIT_EXPECT_EQ(test, hweight64(fixture->pmu.counters), number);
	for (i = 0; i < number; i++)
		differ += msrs[i].host != msrs[i].guest;
	KUNIT_EXPECT_EQ(test, 1, differ);

	perf_event_disable(event);
	scoped_guard(irqsave)
		number = perf_x86_guest_selects(this_cpu_ptr(fixture->pmu.cpu), msrs);
	KUNIT_EXPECT_EQ(test, hweight64(fixture->pmu.counters), number);
	for (i = 0; i < number; i++)
		KUNIT_EXPECT_EQ(test, msrs[i].host, msrs[i].guest);
}

/* exclude_host and exclude_guest: the event counts nowhere, if the processor can have guests. */
static void an_event_may_be_for_nobody(struct kunit *test)
{
	struct fixture *fixture = fixture_of(test);
	struct perf_event_attr attr = fixture_attr(fixture, fixture->first);
	struct perf_event *event;

	if (!fixture_may_have_guests(fixture))
		kunit_skip(test, "no such processor had guests");
	attr.exclude_guest = 1;
	attr.exclude_host = 1;
	event = fixture_open_attr(test, attr);
	fixture_happen_in(fixture, fixture->first, 10, true);
	fixture_happen_in(fixture, fixture->first, 10, false);
	KUNIT_EXPECT_EQ(test, 0ULL, fixture_count(event));
	/* Nor in a guest: where the hardware separates guests, no mode may be selected. */
	if (fixture->pmu.virt_bits)
		KUNIT_EXPECT_EQ(test, 0ULL, select_of(fixture, event) & (ARCH_PERFMON_EVENTSEL_USR |
								    ARCH_PERFMON_EVENTSEL_OS));
}

/* Where a counter cannot count a short period, the mean rate of overflows must stay right. */
static void periods_too_short_are_made_up_for(struct kunit *test)
{
	static const struct perf_x86_period coarse[] = { { .least = 128, .align = 64 }, { } };
	struct fixture *fixture = fixture_of(test);
	struct perf_event_attr attr = fixture_attr(fixture, fixture->first);
	struct perf_event *event;
	unsigned int i;

	NEEDS_INTERRUPTS(test, fixture);
	fixture->pmu.periods = coarse;
	attr.sample_period = 1000;
	event = fixture_open_attr(test, attr);
	for (i = 0; i < 20000; i++)
		fixture_happen(fixture, fixture->first, 10);
	KUNIT_EXPECT_EQ(test, 200000ULL, fixture_count(event));
	KUNIT_EXPECT_GE(test, fixture->overflows, 199U);
	KUNIT_EXPECT_LE(test, fixture->overflows, 200U);
}

/* A counter begins two events before its overflow at least; it is stopped when one is left. */
static void a_stop_before_the_overflow_loses_no_sample(struct kunit *test)
{
	struct fixture *fixture = fixture_of(test);
	struct perf_event_attr attr = fixture_attr(fixture, fixture->first);
	struct perf_event *event;

	NEEDS_INTERRUPTS(test, fixture);
	attr.sample_period = 1000;
	event = fixture_open_attr(test, attr);
	fixture_happen(fixture, fixture->first, 999);
	perf_event_disable(event);
	perf_event_enable(event);
	fixture_happen(fixture, fixture->first, 1);
	KUNIT_EXPECT_EQ(test, 0U, fixture->overflows);
	perf_event_disable(event);
	perf_event_enable(event);
	fixture_happen(fixture, fixture->first, 2);
	KUNIT_EXPECT_EQ(test, 1U, fixture->overflows);
	KUNIT_EXPECT_EQ(test, 1002ULL, fixture_count(event));
	/* The next period begins when the one before should have ended. */
	fixture_happen(fixture, fixture->first, 998);
	KUNIT_EXPECT_EQ(test, 1U, fixture->overflows);
	fixture_happen(fixture, fixture->first, 1);
	KUNIT_EXPECT_EQ(test, 2U, fixture->overflows);
}

/* Each of two counters has an extra register; an event that moves takes its value along. */
static void events_with_a_register_more(struct kunit *test)
{
	static const struct perf_x86_extra extras[] = {
		{ .code = 0x01b7, .msr = 0x1a6, .bits = 0xffff },
		{ .code = 0x01bb, .msr = 0x1a7, .bits = 0xffff }, { }
	};
	struct fixture *fixture = fixture_of(test);
	struct perf_event_attr attr = fixture_attr(fixture, 0x01b7);
	struct perf_event *first, *second, *third;

	if (!fixture->pmu.regs.fixed_select)
		kunit_skip(test, "no such processor has them");
	fixture->pmu.extras = extras;
	fixture->pmu.extra_counters = 0x3;
	attr.config1 = 0x10000;
	expect_refused(test, -EINVAL, attr);
	attr.config1 = 0x1234;
	first = fixture_open_attr(test, attr);
	attr.config1 = 0x4321;
	second = fixture_open_attr(test, attr);
	third = fixture_open_attr(test, attr);
	KUNIT_EXPECT_EQ(test, PERF_EVENT_STATE_INACTIVE, third->state);
	KUNIT_ASSERT_EQ(test, PERF_EVENT_STATE_ACTIVE, second->state);
	KUNIT_EXPECT_EQ(test, 1, first->hw.idx ^ second->hw.idx);
	KUNIT_EXPECT_EQ(test, 0x1234ULL, fixture->file.extra[first->hw.idx]);
	KUNIT_EXPECT_EQ(test, 0x4321ULL, fixture->file.extra[second->hw.idx]);
	KUNIT_EXPECT_EQ(test, 0x01b7ULL, fixture->file.select[0] & 0xffff);
	KUNIT_EXPECT_EQ(test, 0x01bbULL, fixture->file.select[1] & 0xffff);
	fixture_happen(fixture, first->hw.idx ? 0x01bb : 0x01b7, 55);
	KUNIT_EXPECT_EQ(test, 55ULL, fixture_count(first));
	KUNIT_EXPECT_EQ(test, 0ULL, fixture_count(second));
}

static struct kunit_case perf_x86_pmu_cases[] = {
	KUNIT_CASE_PARAM(counts_are_exact, machines_gen_params),
	KUNIT_CASE_PARAM(counts_go_on_when_the_counter_ends, machines_gen_params),
	KUNIT_CASE_PARAM(modes_are_told_apart, machines_gen_params),
	KUNIT_CASE_PARAM(periods_are_exact, machines_gen_params),
	KUNIT_CASE_PARAM(periods_may_be_longer_than_counters, machines_gen_params),
	KUNIT_CASE_PARAM(periods_too_short_are_made_up_for, machines_gen_params),
	KUNIT_CASE_PARAM(a_stop_before_the_overflow_loses_no_sample, machines_gen_params),
	KUNIT_CASE_PARAM(several_overflow_at_a_time, machines_gen_params),
	KUNIT_CASE_PARAM(other_nmis_are_left_alone, machines_gen_params),
	KUNIT_CASE_PARAM(an_nmi_may_be_late, machines_gen_params),
	KUNIT_CASE_PARAM(what_does_not_fit_waits, machines_gen_params),
	KUNIT_CASE_PARAM(what_is_pinned_and_does_not_fit_is_in_error, machines_gen_params),
	KUNIT_CASE_PARAM(events_move_to_make_room, machines_gen_params),
	KUNIT_CASE_PARAM(events_move_while_throttled, machines_gen_params),
	KUNIT_CASE_PARAM(coming_back_writes_no_selection, machines_gen_params),
	KUNIT_CASE_PARAM(overflows_of_a_throttled_event_are_not_lost, machines_gen_params),
	KUNIT_CASE_PARAM(user_space_is_told_what_to_read, machines_gen_params),
	KUNIT_CASE_PARAM(what_cannot_be_is_refused, machines_gen_params),
	KUNIT_CASE_PARAM(own_bits_are_left_out, machines_gen_params),
	KUNIT_CASE_PARAM(overflows_need_interrupts, machines_gen_params),
	KUNIT_CASE_PARAM(generic_events_are_refused, machines_gen_params),
	KUNIT_CASE_PARAM(events_become_register_bits, machines_gen_params),
	KUNIT_CASE_PARAM(events_with_a_register_more, machines_gen_params),
	KUNIT_CASE_PARAM(guests_are_left_out, machines_gen_params),
	KUNIT_CASE_PARAM(guests_are_told_of_each_counter, machines_gen_params),
	KUNIT_CASE_PARAM(an_event_may_be_for_nobody, machines_gen_params),
	{ }
};

static struct kunit_suite perf_x86_pmu_suite = {
	.name = "perf_x86_pmu",
	.init = fixture_init,
	.exit = fixture_exit,
	.test_cases = perf_x86_pmu_cases,
};

kunit_test_suite(perf_x86_pmu_suite);

MODULE_DESCRIPTION("Tests of the framework of the CPU's counters");
MODULE_LICENSE("GPL");
