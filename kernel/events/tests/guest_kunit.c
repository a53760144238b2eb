// SPDX-License-Identifier: GPL-2.0
/*
 * KUnit tests of guest.c: samples follow the hypervisor's callbacks while those are registered.
 */
#include <kunit/test.h>
#include <linux/perf_event.h>
#include <linux/ptrace.h>
#include <linux/sched.h>

#define GUEST_IP	0x12345678UL

/* fake_state() returns guest_state for this task, and 0, the host, for all others. */
static struct task_struct *guest_task;
static unsigned int guest_state;

static unsigned int fake_state(void)
{
	return current == READ_ONCE(guest_task) && !in_interrupt() ? guest_state : 0;
}

static unsigned long fake_ip(void)
{
	return GUEST_IP;
}

static unsigned int fake_pt_interrupt(void)
{
	return 17;
}

static struct perf_guest_info_callbacks fake_guest = {
	.state		= fake_state,
	.get_ip		= fake_ip,
};

static struct perf_guest_info_callbacks fake_tracing_guest = {
	.state			= fake_state,
	.get_ip			= fake_ip,
	.handle_intel_pt_intr	= fake_pt_interrupt,
};

static void fake_unregister(void *cbs)
{
	WRITE_ONCE(guest_task, NULL);
	perf_unregister_guest_info_callbacks(cbs);
}

static void fake_register(struct kunit *test, struct perf_guest_info_callbacks *cbs)
{
	perf_register_guest_info_callbacks(cbs);
	WRITE_ONCE(guest_task, current);
	KUNIT_ASSERT_EQ(test, 0, kunit_add_action_or_reset(test, fake_unregister, cbs));
}

static void expect_no_guest(struct kunit *test)
{
	KUNIT_EXPECT_EQ(test, 0U, perf_guest_state());
	KUNIT_EXPECT_EQ(test, 0UL, perf_guest_get_ip());
	KUNIT_EXPECT_EQ(test, 0U, perf_guest_handle_intel_pt_intr());
}

static void guest_is_seen_while_registered(struct kunit *test)
{
	if (rcu_access_pointer(perf_guest_cbs))
		kunit_skip(test, "there is a hypervisor");
	expect_no_guest(test);
	fake_register(test, &fake_guest);
	guest_state = PERF_GUEST_ACTIVE | PERF_GUEST_USER;
	KUNIT_EXPECT_EQ(test, guest_state, perf_guest_state());
	KUNIT_EXPECT_EQ(test, GUEST_IP, perf_guest_get_ip());
	/* fake_guest has no handle_intel_pt_intr. */
	KUNIT_EXPECT_EQ(test, 0U, perf_guest_handle_intel_pt_intr());
	kunit_release_action(test, fake_unregister, &fake_guest);
	expect_no_guest(test);

	fake_register(test, &fake_tracing_guest);
	KUNIT_EXPECT_EQ(test, 17U, perf_guest_handle_intel_pt_intr());
	kunit_release_action(test, fake_unregister, &fake_tracing_guest);
	expect_no_guest(test);
}

static void guest_is_told_in_samples(struct kunit *test)
{
	static const struct {
		unsigned int	state;
		unsigned long	mode;
	} modes[] = {
		{ 0, PERF_RECORD_MISC_KERNEL },
		{ PERF_GUEST_ACTIVE, PERF_RECORD_MISC_GUEST_KERNEL },
		{ PERF_GUEST_ACTIVE | PERF_GUEST_USER, PERF_RECORD_MISC_GUEST_USER },
	};
	struct pt_regs *regs = kunit_kzalloc(test, sizeof(*regs), GFP_KERNEL);
	unsigned long ip = (unsigned long)guest_is_told_in_samples;
	int i;

	if (rcu_access_pointer(perf_guest_cbs))
		kunit_skip(test, "there is a hypervisor");
	KUNIT_ASSERT_NOT_NULL(test, regs);
	perf_fetch_caller_regs(regs);
	instruction_pointer_set(regs, ip);
	fake_register(test, &fake_guest);
	for (i = 0; i < ARRAY_SIZE(modes); i++) {
		guest_state = modes[i].state;
		KUNIT_EXPECT_EQ(test, modes[i].mode,
				perf_misc_flags(regs) & PERF_RECORD_MISC_CPUMODE_MASK);
		KUNIT_EXPECT_EQ(test, guest_state ? GUEST_IP : ip,
				perf_instruction_pointer(regs));
	}
}

static struct kunit_case guest_cases[] = {
	KUNIT_CASE(guest_is_seen_while_registered),
	KUNIT_CASE(guest_is_told_in_samples),
	{}
};

static struct kunit_suite guest_suite = {
	.name = "perf_guest",
	.test_cases = guest_cases,
};

kunit_test_suite(guest_suite);
