// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of the framework on counters in memory: each kind of register file is registered as a PMU,
 * the core schedules events on it, and counts are compared with the amounts of rig_happen().
 */
#include <linux/math64.h>

#include "fixture.h"
#include "guest.h"

static void counts_are_exact(struct kunit *test)
{
	struct rig *rig = rig_of(test);
	struct perf_event *event = rig_open(test, rig->first);

	KUNIT_EXPECT_EQ(test, 0ULL, rig_count(event));
	rig_happen(rig, rig->first, 1000);
	rig_happen(rig, rig->second, 77);
	KUNIT_EXPECT_EQ(test, 1000ULL, rig_count(event));
	perf_event_disable(event);
	rig_happen(rig, rig->first, 5);
	KUNIT_EXPECT_EQ(test, 1000ULL, rig_count(event));
	perf_event_enable(event);
	rig_happen(rig, rig->first, 11);
	KUNIT_EXPECT_EQ(test, 1011ULL, rig_count(event));
	KUNIT_EXPECT_EQ(test, 0U, rig->overflows);
}

static void counts_go_on_when_the_counter_ends(struct kunit *test)
{
	struct rig *rig = rig_of(test);
	u64 step = div_u64(rig->pmu.max_period, 3), expected = 0;
	struct perf_event *event = rig_open(test, rig->first);
	int i, found = 0;

	for (i = 0; i < 20; i++) {
		found += rig_happen(rig, rig->first, step);
		expected += step;
		KUNIT_ASSERT_EQ(test, expected, rig_count(event));
	}
	KUNIT_EXPECT_EQ(test, rig_has_interrupts(rig) ? 6 : 0, found);
	KUNIT_EXPECT_EQ(test, 0U, rig->overflows);
}

static void modes_are_told_apart(struct kunit *test)
{
	struct rig *rig = rig_of(test);
	struct perf_event_attr attr = rig_attr(rig, rig->first);
	struct perf_event *user, *kernel;

	if (!rig_has_modes(rig))
		kunit_skip(test, "no modes");
	NEEDS_TWO(test, rig);
	attr.exclude_kernel = 1;
	user = rig_open_attr(test, attr);
	attr.exclude_kernel = 0;
	attr.exclude_user = 1;
	kernel = rig_open_attr(test, attr);
	rig_happen_in(rig, rig->first, 100, true);
	rig_happen_in(rig, rig->first, 23, false);
	KUNIT_EXPECT_EQ(test, 100ULL, rig_count(user));
	KUNIT_EXPECT_EQ(test, 23ULL, rig_count(kernel));
}

static void periods_are_exact(struct kunit *test)
{
	struct rig *rig = rig_of(test);
	struct perf_event_attr attr = rig_attr(rig, rig->first);
	unsigned int happened = 0;

	NEEDS_INTERRUPTS(test, rig);
	attr.sample_period = 1000;
	rig_open_attr(test, attr);
	while (happened < 100000) {
		rig_happen(rig, rig->first, 7);
		happened += 7;
		KUNIT_ASSERT_EQ(test, happened / 1000, rig->overflows);
	}
	KUNIT_EXPECT_EQ(test, 1000ULL, rig->period);
}

static void periods_may_be_longer_than_counters(struct kunit *test)
{
	struct rig *rig = rig_of(test);
	struct perf_event_attr attr = rig_attr(rig, rig->first);
	u64 most = rig->pmu.max_period, left;

	NEEDS_INTERRUPTS(test, rig);
	attr.sample_period = 5 * most + 12345;
	rig_open_attr(test, attr);
	for (left = attr.sample_period - 1; left; left -= min(left, most / 2))
		rig_happen(rig, rig->first, min(left, most / 2));
	KUNIT_EXPECT_EQ(test, 0U, rig->overflows);
	rig_happen(rig, rig->first, 1);
	KUNIT_EXPECT_EQ(test, 1U, rig->overflows);
	KUNIT_EXPECT_EQ(test, attr.sample_period, rig->period);
}

static void several_overflow_at_a_time(struct kunit *test)
{
	struct rig *rig = rig_of(test);
	struct perf_event_attr attr = rig_attr(rig, rig->first);

	NEEDS_INTERRUPTS(test, rig);
	NEEDS_TWO(test, rig);
	attr.sample_period = 500;
	rig_open_attr(test, attr);
	rig_open_attr(test, attr);
	KUNIT_EXPECT_EQ(test, 0, rig_happen(rig, rig->first, 499));
	KUNIT_EXPECT_EQ(test, 2, rig_happen(rig, rig->first, 1));
	KUNIT_EXPECT_EQ(test, 2U, rig->overflows);
	/* With an NMI for each overflow, the second counter's NMI comes late and is claimed. */
	KUNIT_EXPECT_EQ(test, rig_has_nmi_for_each(rig), rig_stray_nmi(rig));
	KUNIT_EXPECT_EQ(test, 0, rig_stray_nmi(rig));
	KUNIT_EXPECT_EQ(test, 2U, rig->overflows);
}

static void other_nmis_are_left_alone(struct kunit *test)
{
	struct rig *rig = rig_of(test);
	struct perf_event *event = rig_open(test, rig->first);

	NEEDS_INTERRUPTS(test, rig);
	KUNIT_EXPECT_EQ(test, 0, rig_stray_nmi(rig));
	rig_happen(rig, rig->first, 10);
	KUNIT_EXPECT_EQ(test, 0, rig_stray_nmi(rig));
	rig_happen(rig, rig->first, 10);
	KUNIT_EXPECT_EQ(test, 20ULL, rig_count(event));
}

/* The counter overflows just as the event is disabled: the NMI comes afterwards. */
static void an_nmi_may_be_late(struct kunit *test)
{
	struct rig *rig = rig_of(test);
	struct perf_event_attr attr = rig_attr(rig, rig->first);
	struct perf_event *event;

	NEEDS_INTERRUPTS(test, rig);
	attr.sample_period = 100;
	event = rig_open_attr(test, attr);
	scoped_guard(irqsave)
		KUNIT_EXPECT_TRUE(test, perf_x86_fake_happen(&rig->file, rig->first, 100, true));
	perf_event_disable(event);
	KUNIT_EXPECT_NE(test, 0, rig_stray_nmi(rig));
	KUNIT_EXPECT_EQ(test, 0, rig_stray_nmi(rig));
	KUNIT_EXPECT_EQ(test, 100ULL, rig_count(event));
}

static unsigned int general_counters(const struct rig *rig)
{
	return min(hweight32(rig->pmu.counters), rig->room);
}

static void what_does_not_fit_waits(struct kunit *test)
{
	struct rig *rig = rig_of(test);
	unsigned int i, number = general_counters(rig);
	struct perf_event *event;

	for (i = 0; i < number; i++) {
		event = rig_open(test, rig->second);
		KUNIT_EXPECT_EQ(test, PERF_EVENT_STATE_ACTIVE, event->state);
	}
	event = rig_open(test, rig->second);
	KUNIT_EXPECT_EQ(test, PERF_EVENT_STATE_INACTIVE, event->state);
	rig_happen(rig, rig->second, 9);
	KUNIT_EXPECT_EQ(test, 0ULL, rig_count(event));
}

static void what_is_pinned_and_does_not_fit_is_in_error(struct kunit *test)
{
	struct rig *rig = rig_of(test);
	struct perf_event_attr attr = rig_attr(rig, rig->second);
	unsigned int i, number = general_counters(rig);
	struct perf_event *event;

	attr.pinned = 1;
	for (i = 0; i < number; i++)
		rig_open_attr(test, attr);
	event = rig_open_attr(test, attr);
	KUNIT_EXPECT_EQ(test, PERF_EVENT_STATE_ERROR, event->state);
}

/* All general counters are in use, one by an event that a fixed counter could count. */
static void events_move_to_make_room(struct kunit *test)
{
	struct rig *rig = rig_of(test);
	unsigned int i, number = general_counters(rig);
	struct perf_event *fixed, *moved, *event;

	if (!rig->pmu.regs.fixed_select)
		kunit_skip(test, "no fixed counters");
	fixed = rig_open(test, rig->first);
	moved = rig_open(test, rig->first);
	KUNIT_EXPECT_TRUE(test, perf_x86_is_fixed(fixed->hw.idx));
	KUNIT_EXPECT_FALSE(test, perf_x86_is_fixed(moved->hw.idx));
	for (i = 0; i < number - 1; i++)
		rig_open(test, rig->second);
	rig_happen(rig, rig->first, 1000);
	rig_happen(rig, rig->second, 1000);

	/* With the fixed counter free, the other event of its kind moves there. */
	kunit_release_action(test, rig_close, fixed);
	event = rig_open(test, rig->second);
	KUNIT_EXPECT_EQ(test, PERF_EVENT_STATE_ACTIVE, event->state);
	KUNIT_EXPECT_TRUE(test, perf_x86_is_fixed(moved->hw.idx));
	rig_happen(rig, rig->first, 234);
	rig_happen(rig, rig->second, 5);
	KUNIT_EXPECT_EQ(test, 1234ULL, rig_count(moved));
	KUNIT_EXPECT_EQ(test, 5ULL, rig_count(event));
}

/* perf_pmu_enable() must not start an event that an NMI throttled between del and add. */
static void events_move_while_throttled(struct kunit *test)
{
	struct rig *rig = rig_of(test);
	struct perf_event *event = rig_open(test, rig->first);
	struct pmu *pmu = &rig->pmu.pmu;

	rig_happen(rig, rig->first, 10);
	scoped_guard(irqsave) {
		perf_pmu_disable(pmu);
		pmu->del(event, 0);
		KUNIT_EXPECT_EQ(test, 0, pmu->add(event, PERF_EF_START));
		event->hw.throttled = true;
		perf_pmu_enable(pmu);
		KUNIT_EXPECT_NE(test, 0, event->hw.state & PERF_HES_STOPPED);
	}
	rig_happen(rig, rig->first, 5);
	KUNIT_EXPECT_EQ(test, 10ULL, rig_count(event));

	scoped_guard(irqsave) {
		event->hw.throttled = false;
		pmu->start(event, 0);
	}
	rig_happen(rig, rig->first, 7);
	KUNIT_EXPECT_EQ(test, 17ULL, rig_count(event));
}

/* With PERF_X86_GATE_GLOBAL, disabling and enabling an event writes no selecting register. */
static void coming_back_writes_no_selection(struct kunit *test)
{
	struct rig *rig = rig_of(test);
	struct perf_event *event = rig_open(test, rig->first);
	unsigned int writes = rig->file.select_writes;
	int i;

	for (i = 0; i < 10; i++) {
		perf_event_disable(event);
		rig_happen(rig, rig->first, 50);
		perf_event_enable(event);
		rig_happen(rig, rig->first, 3);
	}
	KUNIT_EXPECT_EQ(test, 30ULL, rig_count(event));
	if (rig->pmu.regs.gate == PERF_X86_GATE_GLOBAL)
		KUNIT_EXPECT_EQ(test, writes, rig->file.select_writes);
}

static void overflows_of_a_throttled_event_are_not_lost(struct kunit *test)
{
	struct rig *rig = rig_of(test);
	struct perf_event_attr attr = rig_attr(rig, rig->first);
	struct perf_event *event;
	unsigned int happened = 0;

	NEEDS_INTERRUPTS(test, rig);
	attr.sample_period = 10;
	event = rig_open_attr(test, attr);
	/* Without a tick in between, enough overflows set hw.throttled. */
	scoped_guard(irqsave) {
		while (!event->hw.throttled && happened < 10000000) {
			rig_happen(rig, rig->first, 10);
			happened += 10;
		}
		KUNIT_EXPECT_TRUE(test, event->hw.throttled);
		KUNIT_EXPECT_NE(test, 0, event->hw.state & PERF_HES_STOPPED);
	}
	KUNIT_EXPECT_EQ(test, happened / 10, rig->overflows);
	KUNIT_EXPECT_EQ(test, happened, rig_count(event));
}

static void user_space_is_told_what_to_read(struct kunit *test)
{
	struct rig *rig = rig_of(test);
	struct perf_event *event = rig_open(test, rig->first);
	int index;

	if (rig->pmu.regs.no_rdpmc)
		kunit_skip(test, "no RDPMC");
	scoped_guard(irqsave)
		index = rig->pmu.pmu.event_idx(event);
	KUNIT_ASSERT_GT(test, index, 0);
	rig_happen(rig, rig->first, 4321);
	scoped_guard(irqsave) {
		u64 value = rig->file.fake.read_pmc(&rig->file.fake, index - 1);
		s64 offset = local64_read(&event->count) - local64_read(&event->hw.prev_count);

		KUNIT_EXPECT_EQ(test, 4321LL, offset + sign_extend64(value, rig->pmu.width - 1));
	}
	/* rig_count() must keep @count, @prev_count and the counter consistent. */
	rig_count(event);
	scoped_guard(irqsave) {
		u64 value = rig->file.fake.read_pmc(&rig->file.fake, index - 1);
		s64 offset = local64_read(&event->count) - local64_read(&event->hw.prev_count);

		KUNIT_EXPECT_EQ(test, 4321LL, offset + sign_extend64(value, rig->pmu.width - 1));
	}
}

static void expect_refused(struct kunit *test, int err, struct perf_event_attr attr)
{
	struct perf_event *event = rig_try(rig_of(test), &attr);

	KUNIT_EXPECT_PTR_EQ(test, (void *)ERR_PTR(err), (void *)event);
	if (!IS_ERR(event))
		perf_event_release_kernel(event);
}

static struct perf_event_attr generic_attr(const struct rig *rig, u32 type, u64 config)
{
	struct perf_event_attr attr = rig_attr(rig, (u64)rig->pmu.pmu.type << PERF_PMU_TYPE_SHIFT);

	attr.type = type;
	attr.config |= config;
	return attr;
}

static void what_cannot_be_is_refused(struct kunit *test)
{
	struct rig *rig = rig_of(test);
	struct perf_event_attr attr = rig_attr(rig, rig->first);

	attr.config = rig->first | BIT_ULL(63);
	expect_refused(test, -EINVAL, attr);
	attr.config = rig->first;
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
	struct rig *rig = rig_of(test);
	struct perf_event_attr attr = rig_attr(rig, rig->first);
	struct perf_event *plain, *event;

	if (perf_x86_is_p4(&rig->pmu))
		kunit_skip(test, "its codes are of two registers");
	plain = rig_try(rig, &attr);
	KUNIT_ASSERT_NOT_ERR_OR_NULL(test, plain);
	attr.config |= ARCH_PERFMON_EVENTSEL_USR | ARCH_PERFMON_EVENTSEL_OS |
		       ARCH_PERFMON_EVENTSEL_PIN_CONTROL | ARCH_PERFMON_EVENTSEL_INT |
		       ARCH_PERFMON_EVENTSEL_ENABLE;
	event = rig_try(rig, &attr);
	if (!IS_ERR(event)) {
		KUNIT_EXPECT_EQ(test, plain->hw.config, event->hw.config);
		perf_event_release_kernel(event);
	} else {
		/* Processors with another register layout refuse these bits. */
		KUNIT_EXPECT_EQ(test, (long)-EINVAL, PTR_ERR(event));
		KUNIT_EXPECT_LT(test, rig->pmu.raw_mask, (u64)X86_RAW_EVENT_MASK);
	}
	perf_event_release_kernel(plain);
}

/* A sampling event without an interrupt would never overflow, so even the kernel is refused. */
static void overflows_need_interrupts(struct kunit *test)
{
	struct rig *rig = rig_of(test);
	struct perf_event_attr attr = rig_attr(rig, rig->first);

	if (rig_has_interrupts(rig))
		kunit_skip(test, "its counters interrupt");
	attr.sample_period = 1000;
	expect_refused(test, -EOPNOTSUPP, attr);
}

static void generic_events_are_refused(struct kunit *test)
{
	struct rig *rig = rig_of(test);

	expect_refused(test, -EINVAL, generic_attr(rig, PERF_TYPE_HARDWARE, PERF_COUNT_HW_MAX));
	expect_refused(test, -EINVAL, generic_attr(rig, PERF_TYPE_HW_CACHE,
						   PERF_COUNT_HW_CACHE_MAX));
	expect_refused(test, -EINVAL, generic_attr(rig, PERF_TYPE_HW_CACHE,
						   PERF_COUNT_HW_CACHE_OP_MAX << 8));
	expect_refused(test, -EINVAL, generic_attr(rig, PERF_TYPE_HW_CACHE,
						   PERF_COUNT_HW_CACHE_RESULT_MAX << 16));
	expect_refused(test, -ENOENT, generic_attr(rig, PERF_TYPE_HW_CACHE,
						   PERF_COUNT_HW_CACHE_NODE |
						   PERF_COUNT_HW_CACHE_OP_PREFETCH << 8));
	if (rig->pmu.model == &perf_x86_intel_arch)
		expect_refused(test, -ENOENT, generic_attr(rig, PERF_TYPE_HARDWARE,
							   PERF_COUNT_HW_STALLED_CYCLES_BACKEND));
	/* Only a fixed counter could count it, and there is none of that number. */
	if (rig->pmu.model == &perf_x86_intel_arch)
		expect_refused(test, -EINVAL, rig_attr(rig, 0x0500));
}

static void events_become_register_bits(struct kunit *test)
{
	const u64 common = ARCH_PERFMON_EVENTSEL_INT | ARCH_PERFMON_EVENTSEL_ENABLE;
	struct rig *rig = rig_of(test);
	struct perf_event_attr attr = rig_attr(rig, rig->first);
	struct perf_event *event;

	if (!rig_has_interrupts(rig))
		kunit_skip(test, "no register of its own for each counter");
	if (perf_x86_is_p4(&rig->pmu))
		kunit_skip(test, "other registers, see perf_x86_p4");
	attr.config = 0x0180010e; /* event=0x0e,umask=0x01,inv,cmask=0x01 */
	event = rig_open_attr(test, attr);
	KUNIT_EXPECT_EQ(test, 0x0180010e | common | ARCH_PERFMON_EVENTSEL_USR |
			      ARCH_PERFMON_EVENTSEL_OS,
			select_of(rig, event) | ARCH_PERFMON_EVENTSEL_ENABLE);
	kunit_release_action(test, rig_close, event);

	attr = generic_attr(rig, PERF_TYPE_HARDWARE, PERF_COUNT_HW_BRANCH_MISSES);
	attr.exclude_kernel = 1;
	event = rig_open_attr(test, attr);
	KUNIT_EXPECT_EQ(test, rig->pmu.generic[PERF_COUNT_HW_BRANCH_MISSES] | common |
			      ARCH_PERFMON_EVENTSEL_USR,
			select_of(rig, event) | ARCH_PERFMON_EVENTSEL_ENABLE);
	kunit_release_action(test, rig_close, event);

	if (!rig->pmu.regs.fixed_select)
		return;
	attr = generic_attr(rig, PERF_TYPE_HARDWARE, PERF_COUNT_HW_REF_CPU_CYCLES);
	attr.exclude_user = 1;
	event = rig_open_attr(test, attr);
	KUNIT_EXPECT_EQ(test, INTEL_PMC_IDX_FIXED + 2, event->hw.idx);
	KUNIT_EXPECT_EQ(test, INTEL_FIXED_0_KERNEL | INTEL_FIXED_0_ENABLE_PMI,
			select_of(rig, event));
}

static void guests_are_left_out(struct kunit *test)
{
	struct rig *rig = rig_of(test);
	struct perf_event_attr attr = rig_attr(rig, rig->first);
	struct perf_event *host, *guest;
	struct perf_x86_cpu *cpu;

	if (!rig_has_interrupts(rig))
		kunit_skip(test, "no such processor had guests");
	NEEDS_TWO(test, rig);
	attr.exclude_guest = 1;
	host = rig_open_attr(test, attr);
	attr.exclude_guest = 0;
	attr.exclude_host = 1;
	guest = rig_open_attr(test, attr);
	cpu = per_cpu_ptr(rig->pmu.cpu, cpumask_first(cpu_online_mask));
	KUNIT_EXPECT_EQ(test, BIT_ULL(host->hw.idx), cpu->guest_off);
	KUNIT_EXPECT_EQ(test, BIT_ULL(guest->hw.idx), cpu->host_off);
	if (rig->pmu.virt_bits) {
		/* Virtualisation is off: AMD64_EVENTSEL_HOSTONLY would prevent all counting. */
		KUNIT_EXPECT_EQ(test, 0ULL, select_of(rig, host) & AMD64_EVENTSEL_HOSTONLY);
		KUNIT_EXPECT_NE(test, 0ULL, select_of(rig, guest) & AMD64_EVENTSEL_GUESTONLY);
	} else if (rig->pmu.regs.gate < PERF_X86_GATE_FIRST) {
		rig_happen(rig, rig->first, 10);
		KUNIT_EXPECT_EQ(test, 10ULL, rig_count(host));
		KUNIT_EXPECT_EQ(test, 0ULL, rig_count(guest));
	}
}

/* KVM switches a register until @msrs has equal values for it: stopped counters are included. */
static void guests_are_told_of_each_counter(struct kunit *test)
{
	struct perf_guest_switch_msr *msrs;
	struct rig *rig = rig_of(test);
	struct perf_event_attr attr = rig_attr(rig, rig->first);
	struct perf_event *event;
	unsigned int i, number, differ = 0;

	if (rig->pmu.regs.gate != PERF_X86_GATE_EACH && !perf_x86_is_p4(&rig->pmu))
		kunit_skip(test, "one register for all, or no guests");
	msrs = kunit_kcalloc(test, PERF_X86_GENERAL, sizeof(*msrs), GFP_KERNEL);
	KUNIT_ASSERT_NOT_NULL(test, msrs);
	attr.exclude_guest = 1;
	event = rig_open_attr(test, attr);
	scoped_guard(irqsave)
		number = perf_x86_guest_selects(this_cpu_ptr(rig->pmu.cpu), msrs);
	KUNIT_EXPECT_EQ(test, hweight64(rig->pmu.counters), number);
	for (i = 0; i < number; i++)
		differ += msrs[i].host != msrs[i].guest;
	KUNIT_EXPECT_EQ(test, 1, differ);

	perf_event_disable(event);
	scoped_guard(irqsave)
		number = perf_x86_guest_selects(this_cpu_ptr(rig->pmu.cpu), msrs);
	KUNIT_EXPECT_EQ(test, hweight64(rig->pmu.counters), number);
	for (i = 0; i < number; i++)
		KUNIT_EXPECT_EQ(test, msrs[i].host, msrs[i].guest);
}

/* exclude_host and exclude_guest: the event counts nowhere, if the processor can have guests. */
static void an_event_may_be_for_nobody(struct kunit *test)
{
	struct rig *rig = rig_of(test);
	struct perf_event_attr attr = rig_attr(rig, rig->first);
	struct perf_event *event;

	if (rig->pmu.regs.gate >= PERF_X86_GATE_FIRST)
		kunit_skip(test, "no such processor had guests");
	attr.exclude_guest = 1;
	attr.exclude_host = 1;
	event = rig_open_attr(test, attr);
	rig_happen_in(rig, rig->first, 10, true);
	rig_happen_in(rig, rig->first, 10, false);
	KUNIT_EXPECT_EQ(test, 0ULL, rig_count(event));
	/* Nor in a guest: where the hardware separates guests, no mode may be selected. */
	if (rig->pmu.virt_bits)
		KUNIT_EXPECT_EQ(test, 0ULL, select_of(rig, event) & (ARCH_PERFMON_EVENTSEL_USR |
								    ARCH_PERFMON_EVENTSEL_OS));
}

/* Where a counter cannot count a short period, the mean rate of overflows must stay right. */
static void periods_too_short_are_made_up_for(struct kunit *test)
{
	static const struct perf_x86_period coarse[] = { { .least = 128, .align = 64 }, { } };
	struct rig *rig = rig_of(test);
	struct perf_event_attr attr = rig_attr(rig, rig->first);
	struct perf_event *event;
	unsigned int i;

	NEEDS_INTERRUPTS(test, rig);
	rig->pmu.periods = coarse;
	attr.sample_period = 1000;
	event = rig_open_attr(test, attr);
	for (i = 0; i < 20000; i++)
		rig_happen(rig, rig->first, 10);
	KUNIT_EXPECT_EQ(test, 200000ULL, rig_count(event));
	KUNIT_EXPECT_GE(test, rig->overflows, 199U);
	KUNIT_EXPECT_LE(test, rig->overflows, 200U);
}

/* Each of two counters has an extra register; an event that moves takes its value along. */
static void events_with_a_register_more(struct kunit *test)
{
	static const struct perf_x86_extra extras[] = {
		{ .code = 0x01b7, .msr = 0x1a6 }, { .code = 0x01bb, .msr = 0x1a7 }, { }
	};
	struct rig *rig = rig_of(test);
	struct perf_event_attr attr = rig_attr(rig, 0x01b7);
	struct perf_event *first, *second, *third;

	if (rig->pmu.regs.gate != PERF_X86_GATE_GLOBAL || !rig->pmu.regs.fixed_select)
		kunit_skip(test, "no such processor has them");
	rig->pmu.extras = extras;
	rig->pmu.extra_bits = 0xffff;
	attr.config1 = 0x10000;
	expect_refused(test, -EINVAL, attr);
	attr.config1 = 0x1234;
	first = rig_open_attr(test, attr);
	attr.config1 = 0x4321;
	second = rig_open_attr(test, attr);
	third = rig_open_attr(test, attr);
	KUNIT_EXPECT_EQ(test, PERF_EVENT_STATE_INACTIVE, third->state);
	KUNIT_ASSERT_EQ(test, PERF_EVENT_STATE_ACTIVE, second->state);
	KUNIT_EXPECT_EQ(test, 1, first->hw.idx ^ second->hw.idx);
	KUNIT_EXPECT_EQ(test, 0x1234ULL, rig->file.extra[first->hw.idx]);
	KUNIT_EXPECT_EQ(test, 0x4321ULL, rig->file.extra[second->hw.idx]);
	KUNIT_EXPECT_EQ(test, 0x01b7ULL, rig->file.select[0] & 0xffff);
	KUNIT_EXPECT_EQ(test, 0x01bbULL, rig->file.select[1] & 0xffff);
	rig_happen(rig, first->hw.idx ? 0x01bb : 0x01b7, 55);
	KUNIT_EXPECT_EQ(test, 55ULL, rig_count(first));
	KUNIT_EXPECT_EQ(test, 0ULL, rig_count(second));
}

static struct kunit_case perf_x86_pmu_cases[] = {
	KUNIT_CASE_PARAM(counts_are_exact, machines_gen_params),
	KUNIT_CASE_PARAM(counts_go_on_when_the_counter_ends, machines_gen_params),
	KUNIT_CASE_PARAM(modes_are_told_apart, machines_gen_params),
	KUNIT_CASE_PARAM(periods_are_exact, machines_gen_params),
	KUNIT_CASE_PARAM(periods_may_be_longer_than_counters, machines_gen_params),
	KUNIT_CASE_PARAM(periods_too_short_are_made_up_for, machines_gen_params),
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
	.init = rig_init,
	.exit = rig_exit,
	.test_cases = perf_x86_pmu_cases,
};

kunit_test_suite(perf_x86_pmu_suite);

MODULE_DESCRIPTION("Tests of the framework of the CPU's counters");
MODULE_LICENSE("GPL");
