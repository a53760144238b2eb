// SPDX-License-Identifier: GPL-2.0
/*
 * perf_event_attr: every rule for accepting an attr, each as a row of a table with the
 * errno on a PMU of the core.  The fields of samples are in attr_sample_test.c.
 */
#include "perf_test.h"

#include <dirent.h>
#include <errno.h>
#include <linux/hw_breakpoint.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "kselftest_harness.h"

#define SW_DUMMY	.type = PERF_TYPE_SOFTWARE, .config = PERF_COUNT_SW_DUMMY
#define SW_FAULTS	.type = PERF_TYPE_SOFTWARE, .config = PERF_COUNT_SW_PAGE_FAULTS
#define SW_CPU_CLOCK	.type = PERF_TYPE_SOFTWARE, .config = PERF_COUNT_SW_CPU_CLOCK
#define SW_TASK_CLOCK	.type = PERF_TYPE_SOFTWARE, .config = PERF_COUNT_SW_TASK_CLOCK

#define NO_SUCH_TYPE	0x7fffffff

/* An attr, and the expected result of perf_try_self() */
struct rule {
	const char *name;
	struct perf_event_attr attr;
	int error;
};

/* The table ends with a row without @name */
static void check_rules(struct __test_metadata *_metadata, const struct rule *rule)
{
	for (; rule->name; rule++) {
		struct perf_event_attr attr = rule->attr;

		attr.size = sizeof(attr);
		EXPECT_EQ(rule->error, perf_try_self(&attr))
			TH_LOG("rule: %s", rule->name);
	}
}

/* ---- bits without a meaning ---- */

TEST(reserved_flag_bits)
{
	struct perf_event_attr attr = perf_attr_software(PERF_COUNT_SW_DUMMY);
	/* The bit-fields are the word after read_format */
	__u64 *flags = &attr.read_format + 1;
	unsigned int bit;

	EXPECT_EQ(perf_flag64(0), *flags);
	for (bit = 40; bit < 64; bit++) {
		*flags = perf_flag64(0) | perf_flag64(bit);
		EXPECT_EQ(EINVAL, perf_try_self(&attr))
			TH_LOG("bit %u", bit);
	}
}

TEST(reserved_words)
{
	struct perf_event_attr attr;
	unsigned int bit;

	for (bit = 0; bit < 16; bit++) {
		attr = perf_attr_software(PERF_COUNT_SW_DUMMY);
		attr.__reserved_2 = 1U << bit;
		EXPECT_EQ(EINVAL, perf_try_self(&attr))
			TH_LOG("word behind sample_max_stack, bit %u", bit);
	}
	for (bit = 3; bit < 32; bit++) {
		attr = perf_attr_software(PERF_COUNT_SW_DUMMY);
		attr.aux_action = perf_flag32(bit);
		EXPECT_EQ(EINVAL, perf_try_self(&attr))
			TH_LOG("aux_action, bit %u", bit);
	}
}

TEST(unknown_sample_type)
{
	struct perf_event_attr attr = perf_attr_software(PERF_COUNT_SW_DUMMY);
	unsigned int bit;

	EXPECT_EQ(1 << 25, PERF_SAMPLE_MAX);
	for (bit = 25; bit < 64; bit++) {
		attr.sample_type = 1ULL << bit;
		EXPECT_EQ(EINVAL, perf_try_self(&attr))
			TH_LOG("bit %u", bit);
	}
}

TEST(unknown_read_format)
{
	struct perf_event_attr attr = perf_attr_software(PERF_COUNT_SW_DUMMY);
	unsigned int bit;

	EXPECT_EQ(1 << 5, PERF_FORMAT_MAX);
	for (bit = 0; bit < 64; bit++) {
		attr.read_format = 1ULL << bit;
		EXPECT_EQ(bit < 5 ? 0 : EINVAL, perf_try_self(&attr))
			TH_LOG("bit %u", bit);
	}
}

/* The core leaves config1 to config3, bp_type and sig_data to the PMU */
TEST(foreign_words)
{
	static const struct rule rules[] = {
		{ "config1", { SW_DUMMY, .config1 = ~0ULL }, 0 },
		{ "config2", { SW_DUMMY, .config2 = ~0ULL }, 0 },
		{ "config3", { SW_DUMMY, .config3 = ~0ULL }, 0 },
		{ "bp_type", { SW_DUMMY, .bp_type = ~0U }, 0 },
		{ "sig_data without sigtrap", { SW_DUMMY, .sig_data = ~0ULL }, 0 },
		{ "clockid without use_clockid", { SW_DUMMY, .clockid = 9999 }, 0 },
		{ "branch type without stack", { SW_DUMMY, .branch_sample_type = ~0ULL }, 0 },
		{ "registers without sample", { SW_DUMMY, .sample_regs_user = 1U << 31 }, 0 },
		{ "interrupt registers without sample",
		  { SW_DUMMY, .sample_regs_intr = 1U << 31 }, 0 },
		{ "stack size without sample", { SW_DUMMY, .sample_stack_user = 3 }, 0 },
		{ "aux_watermark", { SW_DUMMY, .aux_watermark = ~0U }, 0 },
		{}
	};

	check_rules(_metadata, rules);
}

/* ---- types ---- */

TEST(software_events)
{
	struct perf_event_attr attr;
	__u64 config;

	for (config = 0; config < 12; config++) {
		attr = perf_attr_software(config);
		EXPECT_EQ(0, perf_try_self(&attr))
			TH_LOG("config %llu", config);
	}
	for (config = 12; config < 40; config++) {
		attr = perf_attr_software(config);
		EXPECT_EQ(ENOENT, perf_try_self(&attr))
			TH_LOG("config %llu", config);
	}
	attr = perf_attr_software(~0ULL);
	EXPECT_EQ(ENOENT, perf_try_self(&attr));
	attr = perf_attr_software(1ULL << 63);
	EXPECT_EQ(ENOENT, perf_try_self(&attr));
	attr = perf_attr_software(1ULL << 32 | PERF_COUNT_SW_DUMMY);
	EXPECT_EQ(ENOENT, perf_try_self(&attr));
}

TEST(unknown_types)
{
	static const struct rule rules[] = {
		{ "largest", { .type = 0xffffffff }, ENOENT },
		{ "most negative", { .type = 0x80000000 }, ENOENT },
		{ "largest positive", { .type = NO_SUCH_TYPE }, ENOENT },
		{ "not handed out", { .type = 60000 }, ENOENT },
		{}
	};

	check_rules(_metadata, rules);
}

/* Arm's PMUs are named after the processor, most others "cpu" or "cpu_..." */
static bool has_processor_pmu(void)
{
	DIR *dir = opendir("/sys/bus/event_source/devices");
	const struct dirent *entry;
	bool found = false;

	while (dir && !found && (entry = readdir(dir)))
		found = !strncmp(entry->d_name, "cpu", 3) || !strncmp(entry->d_name, "arm", 3);
	if (dir)
		closedir(dir);
	return found;
}

TEST(processor_types_without_a_processor_pmu)
{
	static const struct rule rules[] = {
		{ "cycles", { .type = PERF_TYPE_HARDWARE, .config = 0 }, ENOENT },
		{ "reference cycles", { .type = PERF_TYPE_HARDWARE, .config = 9 }, ENOENT },
		{ "beyond the generic", { .type = PERF_TYPE_HARDWARE, .config = 10 }, ENOENT },
		{ "cache", { .type = PERF_TYPE_HW_CACHE, .config = 0 }, ENOENT },
		{ "beyond the caches", { .type = PERF_TYPE_HW_CACHE, .config = 7 }, ENOENT },
		{ "raw", { .type = PERF_TYPE_RAW, .config = 0xc0 }, ENOENT },
		{}
	};

	if (has_processor_pmu())
		SKIP(return, "there is a processor PMU");
	check_rules(_metadata, rules);
}

/* From PERF_PMU_TYPE_SHIFT on config holds a PMU's type: it must be a processor's */
TEST(extended_hardware_type)
{
	static const struct rule rules[] = {
		{ "software PMU",
		  { .type = PERF_TYPE_HARDWARE, .config = 1ULL << PERF_PMU_TYPE_SHIFT }, ENOENT },
		{ "software PMU, cache",
		  { .type = PERF_TYPE_HW_CACHE, .config = 1ULL << PERF_PMU_TYPE_SHIFT }, ENOENT },
		{ "tracepoint PMU",
		  { .type = PERF_TYPE_HARDWARE, .config = 2ULL << PERF_PMU_TYPE_SHIFT }, ENOENT },
		{ "no such PMU",
		  { .type = PERF_TYPE_HARDWARE, .config = 60000ULL << PERF_PMU_TYPE_SHIFT },
		  ENOENT },
		{}
	};

	check_rules(_metadata, rules);
}

TEST(tracepoints)
{
	int id = perf_tracepoint_id("sched/sched_switch");
	struct perf_event_attr attr;

	if (id < 0)
		SKIP(return, "no sched:sched_switch");
	perf_attr_init(&attr, PERF_TYPE_TRACEPOINT, id);
	EXPECT_EQ(0, perf_try_self(&attr));
	perf_attr_init(&attr, PERF_TYPE_TRACEPOINT, 0xffff);
	EXPECT_EQ(EINVAL, perf_try_self(&attr));
	perf_attr_init(&attr, PERF_TYPE_TRACEPOINT, 0);
	EXPECT_EQ(EINVAL, perf_try_self(&attr));
	perf_attr_init(&attr, PERF_TYPE_TRACEPOINT, ~0ULL);
	EXPECT_EQ(EINVAL, perf_try_self(&attr));
}

TEST(pmu_without_exclusion)
{
	int type = perf_pmu_type("msr");
	struct perf_event_attr attr;

	if (type < 0)
		SKIP(return, "no msr PMU");
	/* Event 0 of this PMU is tsc on every machine */
	perf_attr_init(&attr, type, 0);
	EXPECT_EQ(0, perf_try_self(&attr));
	attr.exclude_user = 1;
	EXPECT_EQ(EINVAL, perf_try_self(&attr));
	perf_attr_init(&attr, type, 0);
	attr.exclude_kernel = 1;
	EXPECT_EQ(EINVAL, perf_try_self(&attr));
	perf_attr_init(&attr, type, 0);
	attr.exclude_hv = 1;
	EXPECT_EQ(EINVAL, perf_try_self(&attr));
	perf_attr_init(&attr, type, 0);
	attr.exclude_idle = 1;
	EXPECT_EQ(EINVAL, perf_try_self(&attr));
	perf_attr_init(&attr, type, 0);
	attr.exclude_host = 1;
	EXPECT_EQ(EINVAL, perf_try_self(&attr));
	perf_attr_init(&attr, type, 0);
	attr.exclude_guest = 1;
	EXPECT_EQ(EINVAL, perf_try_self(&attr));
}

/* The msr PMU refuses sampling with EINVAL, before the core would with EOPNOTSUPP */
TEST(pmu_without_interrupt)
{
	int type = perf_pmu_type("msr");
	struct perf_event_attr attr;

	if (type < 0)
		SKIP(return, "no msr PMU");
	perf_attr_init(&attr, type, 0);
	attr.sample_period = 1;
	EXPECT_EQ(EINVAL, perf_try_self(&attr));
}

TEST(breakpoints)
{
	static __u64 target;
	struct perf_event_attr attr;

	perf_attr_init(&attr, PERF_TYPE_BREAKPOINT, 0);
	attr.bp_type = HW_BREAKPOINT_W;
	attr.bp_addr = (unsigned long)&target;
	attr.bp_len = HW_BREAKPOINT_LEN_4;
	if (perf_no_breakpoints(perf_try_self(&attr)))
		SKIP(return, PERF_NO_BREAKPOINTS);
	EXPECT_EQ(0, perf_try_self(&attr));
	attr.bp_type = HW_BREAKPOINT_EMPTY;
	EXPECT_EQ(EINVAL, perf_try_self(&attr));
	attr.bp_type = HW_BREAKPOINT_INVALID;
	EXPECT_EQ(EINVAL, perf_try_self(&attr));
	attr.bp_type = HW_BREAKPOINT_RW;
	EXPECT_EQ(0, perf_try_self(&attr));
	attr.bp_len = HW_BREAKPOINT_LEN_3;
	EXPECT_TRUE(perf_bp_is(perf_try_self(&attr), attr.bp_addr, attr.bp_len));
	attr.bp_len = 0;
	EXPECT_EQ(EINVAL, perf_try_self(&attr));
	attr.bp_len = HW_BREAKPOINT_LEN_4;
	attr.bp_addr++;
	EXPECT_TRUE(perf_bp_is(perf_try_self(&attr), attr.bp_addr, attr.bp_len));
	/* A kernel address is refused with exclude_kernel */
	attr.bp_addr = ~0xfffUL;
	attr.exclude_kernel = 1;
	EXPECT_EQ(EINVAL, perf_try_self(&attr));
	attr.exclude_kernel = 0;
	EXPECT_TRUE(PERF_BP_ERROR_TASK_IN_KERNEL < 0 ||
		    PERF_BP_ERROR_TASK_IN_KERNEL == perf_try_self(&attr));
	EXPECT_EQ(0, perf_try(&attr, -1, 0, -1, 0));
}

/* ---- modes, inheritance and groups ---- */

TEST(exclusion)
{
	static const struct rule rules[] = {
		{ "user", { SW_FAULTS, .exclude_user = 1 }, 0 },
		{ "kernel", { SW_FAULTS, .exclude_kernel = 1 }, 0 },
		{ "both", { SW_FAULTS, .exclude_user = 1, .exclude_kernel = 1 }, 0 },
		{ "hypervisor", { SW_FAULTS, .exclude_hv = 1 }, 0 },
		{ "idle", { SW_FAULTS, .exclude_idle = 1 }, 0 },
		{ "host", { SW_FAULTS, .exclude_host = 1 }, 0 },
		{ "guest", { SW_FAULTS, .exclude_guest = 1 }, 0 },
		{ "clock", { SW_CPU_CLOCK, .exclude_user = 1, .exclude_kernel = 1 }, 0 },
		{}
	};

	check_rules(_metadata, rules);
}

TEST(inheritance)
{
	static const struct rule rules[] = {
		{ "inherit", { SW_DUMMY, .inherit = 1 }, 0 },
		{ "inherit_thread alone", { SW_DUMMY, .inherit_thread = 1 }, EINVAL },
		{ "inherit_thread", { SW_DUMMY, .inherit = 1, .inherit_thread = 1 }, 0 },
		{ "inherit_stat", { SW_DUMMY, .inherit = 1, .inherit_stat = 1 }, 0 },
		{ "inherit_stat alone", { SW_DUMMY, .inherit_stat = 1 }, 0 },
		{ "sampled reads of inherited",
		  { SW_DUMMY, .inherit = 1, .sample_type = PERF_SAMPLE_READ }, EINVAL },
		{ "the same with a thread id",
		  { SW_DUMMY, .inherit = 1,
		    .sample_type = PERF_SAMPLE_READ | PERF_SAMPLE_TID }, 0 },
		{ "sampled reads, not inherited",
		  { SW_DUMMY, .sample_type = PERF_SAMPLE_READ }, 0 },
		{ "inherited group reads",
		  { SW_DUMMY, .inherit = 1, .read_format = PERF_FORMAT_GROUP }, 0 },
		{}
	};

	check_rules(_metadata, rules);
}

TEST(across_exec)
{
	static const struct rule rules[] = {
		{ "enable", { SW_DUMMY, .enable_on_exec = 1 }, 0 },
		{ "enable, off before", { SW_DUMMY, .disabled = 1, .enable_on_exec = 1 }, 0 },
		{ "remove", { SW_DUMMY, .remove_on_exec = 1 }, 0 },
		{ "both", { SW_DUMMY, .enable_on_exec = 1, .remove_on_exec = 1 }, EINVAL },
		{}
	};

	check_rules(_metadata, rules);
}

TEST(leader_only_flags)
{
	struct perf_event_attr attr = perf_attr_software(PERF_COUNT_SW_DUMMY);
	int leader = perf_open_self(&attr);

	ASSERT_GE(leader, 0);
	EXPECT_EQ(0, perf_try(&attr, 0, -1, leader, 0));
	attr.pinned = 1;
	EXPECT_EQ(EINVAL, perf_try(&attr, 0, -1, leader, 0));
	EXPECT_EQ(0, perf_try_self(&attr));
	attr.pinned = 0;
	attr.exclusive = 1;
	EXPECT_EQ(EINVAL, perf_try(&attr, 0, -1, leader, 0));
	EXPECT_EQ(0, perf_try_self(&attr));
	close(leader);
}

TEST(group_inherits_alike)
{
	struct perf_event_attr attr = perf_attr_software(PERF_COUNT_SW_DUMMY);
	int plain, inherited;

	plain = perf_open_self(&attr);
	attr.inherit = 1;
	inherited = perf_open_self(&attr);
	ASSERT_GE(plain, 0);
	ASSERT_GE(inherited, 0);
	EXPECT_EQ(EINVAL, perf_try(&attr, 0, -1, plain, 0));
	EXPECT_EQ(0, perf_try(&attr, 0, -1, inherited, 0));
	EXPECT_EQ(0, perf_try(&attr, 0, -1, plain, PERF_FLAG_FD_NO_GROUP));
	attr.inherit = 0;
	EXPECT_EQ(EINVAL, perf_try(&attr, 0, -1, inherited, 0));
	EXPECT_EQ(0, perf_try(&attr, 0, -1, plain, 0));
	close(plain);
	close(inherited);
}

/* ---- period, frequency, wake-up ---- */

FIXTURE(rate)
{
	struct perf_event_attr attr;
	long max;
};

FIXTURE_SETUP(rate)
{
	self->attr = perf_attr_software(PERF_COUNT_SW_PAGE_FAULTS);
	ASSERT_EQ(0, perf_sysctl_get("perf_event_max_sample_rate", &self->max));
}

FIXTURE_TEARDOWN(rate) {}

TEST_F(rate, period)
{
	static const __u64 good[] = { 0, 1, 3, 1000003, 1ULL << 32, (1ULL << 63) - 1 };
	static const __u64 bad[] = { 1ULL << 63, ~0ULL, (1ULL << 63) + 1 };
	size_t i;

	for (i = 0; i < ARRAY_SIZE(good); i++) {
		self->attr.sample_period = good[i];
		EXPECT_EQ(0, perf_try_self(&self->attr))
			TH_LOG("period %llx", good[i]);
	}
	for (i = 0; i < ARRAY_SIZE(bad); i++) {
		self->attr.sample_period = bad[i];
		EXPECT_EQ(EINVAL, perf_try_self(&self->attr))
			TH_LOG("period %llx", bad[i]);
	}
}

TEST_F(rate, frequency)
{
	self->attr.freq = 1;
	self->attr.sample_freq = 1;
	EXPECT_EQ(0, perf_try_self(&self->attr));
	self->attr.sample_freq = self->max;
	EXPECT_EQ(0, perf_try_self(&self->attr));
	self->attr.sample_freq = self->max + 1;
	EXPECT_EQ(EINVAL, perf_try_self(&self->attr));
	self->attr.sample_freq = ~0ULL;
	EXPECT_EQ(EINVAL, perf_try_self(&self->attr));
	self->attr.sample_freq = 0;
	EXPECT_EQ(0, perf_try_self(&self->attr));
}

TEST(wake_up)
{
	static const struct rule rules[] = {
		{ "every event", { SW_FAULTS, .sample_period = 1, .wakeup_events = 1 }, 0 },
		{ "hardly ever", { SW_FAULTS, .sample_period = 1, .wakeup_events = ~0U }, 0 },
		{ "on a byte", { SW_FAULTS, .watermark = 1, .wakeup_watermark = 1 }, 0 },
		{ "beyond any ring", { SW_FAULTS, .watermark = 1, .wakeup_watermark = ~0U }, 0 },
		{ "backward", { SW_FAULTS, .write_backward = 1 }, 0 },
		{}
	};

	check_rules(_metadata, rules);
}

/* The core's own PMUs ignore precise_ip, though they cannot sample precisely */
TEST(precision)
{
	static const struct rule rules[] = {
		{ "1", { SW_FAULTS, .sample_period = 1, .precise_ip = 1 }, 0 },
		{ "2", { SW_FAULTS, .sample_period = 1, .precise_ip = 2 }, 0 },
		{ "3", { SW_FAULTS, .sample_period = 1, .precise_ip = 3 }, 0 },
		{}
	};

	check_rules(_metadata, rules);
}

TEST(clocks)
{
	static const struct rule rules[] = {
		{ "monotonic", { SW_FAULTS, .use_clockid = 1, .clockid = CLOCK_MONOTONIC }, 0 },
		{ "raw", { SW_FAULTS, .use_clockid = 1, .clockid = CLOCK_MONOTONIC_RAW }, 0 },
		{ "real", { SW_FAULTS, .use_clockid = 1, .clockid = CLOCK_REALTIME }, 0 },
		{ "boot", { SW_FAULTS, .use_clockid = 1, .clockid = CLOCK_BOOTTIME }, 0 },
		{ "atomic", { SW_FAULTS, .use_clockid = 1, .clockid = CLOCK_TAI }, 0 },
		{ "cpu-clock, real",
		  { SW_CPU_CLOCK, .use_clockid = 1, .clockid = CLOCK_REALTIME }, 0 },
		{ "task-clock, boot",
		  { SW_TASK_CLOCK, .use_clockid = 1, .clockid = CLOCK_BOOTTIME }, 0 },
		{ "process CPU time",
		  { SW_FAULTS, .use_clockid = 1, .clockid = CLOCK_PROCESS_CPUTIME_ID }, EINVAL },
		{ "thread CPU time",
		  { SW_FAULTS, .use_clockid = 1, .clockid = CLOCK_THREAD_CPUTIME_ID }, EINVAL },
		{ "coarse real",
		  { SW_FAULTS, .use_clockid = 1, .clockid = CLOCK_REALTIME_COARSE }, EINVAL },
		{ "coarse monotonic",
		  { SW_FAULTS, .use_clockid = 1, .clockid = CLOCK_MONOTONIC_COARSE }, EINVAL },
		{ "alarm",
		  { SW_FAULTS, .use_clockid = 1, .clockid = CLOCK_BOOTTIME_ALARM }, EINVAL },
		{ "none", { SW_FAULTS, .use_clockid = 1, .clockid = 9999 }, EINVAL },
		{ "negative", { SW_FAULTS, .use_clockid = 1, .clockid = -1 }, EINVAL },
		{}
	};

	check_rules(_metadata, rules);
}

/* A PMU that may interrupt as an NMI accepts only CLOCK_MONOTONIC and CLOCK_MONOTONIC_RAW */
TEST(clocks_of_an_nmi)
{
	int type = perf_pmu_type("breakpoint");
	static __u64 target;
	struct perf_event_attr attr;

	if (type < 0)
		SKIP(return, "no breakpoint PMU");
	perf_attr_init(&attr, type, 0);
	attr.bp_type = HW_BREAKPOINT_W;
	attr.bp_addr = (unsigned long)&target;
	attr.bp_len = HW_BREAKPOINT_LEN_4;
	if (perf_no_breakpoints(perf_try_self(&attr)))
		SKIP(return, PERF_NO_BREAKPOINTS);
	attr.use_clockid = 1;
	attr.clockid = CLOCK_MONOTONIC;
	EXPECT_EQ(0, perf_try_self(&attr));
	attr.clockid = CLOCK_MONOTONIC_RAW;
	EXPECT_EQ(0, perf_try_self(&attr));
	attr.clockid = CLOCK_REALTIME;
	EXPECT_EQ(EINVAL, perf_try_self(&attr));
	attr.clockid = CLOCK_BOOTTIME;
	EXPECT_EQ(EINVAL, perf_try_self(&attr));
	attr.clockid = CLOCK_TAI;
	EXPECT_EQ(EINVAL, perf_try_self(&attr));
}

TEST(group_shares_a_clock)
{
	struct perf_event_attr attr = perf_attr_software(PERF_COUNT_SW_DUMMY);
	int leader;

	attr.use_clockid = 1;
	attr.clockid = CLOCK_MONOTONIC;
	leader = perf_open_self(&attr);
	ASSERT_GE(leader, 0);
	EXPECT_EQ(0, perf_try(&attr, 0, -1, leader, 0));
	attr.clockid = CLOCK_MONOTONIC_RAW;
	EXPECT_EQ(EINVAL, perf_try(&attr, 0, -1, leader, 0));
	attr.use_clockid = 0;
	EXPECT_EQ(EINVAL, perf_try(&attr, 0, -1, leader, 0));
	EXPECT_EQ(0, perf_try(&attr, 0, -1, leader, PERF_FLAG_FD_NO_GROUP));
	close(leader);
}

/* ---- records other than samples ---- */

TEST(record_classes)
{
	static const struct rule rules[] = {
		{ "mmap", { SW_DUMMY, .mmap = 1 }, 0 },
		{ "mmap_data", { SW_DUMMY, .mmap_data = 1 }, 0 },
		{ "mmap2", { SW_DUMMY, .mmap2 = 1 }, 0 },
		{ "build_id", { SW_DUMMY, .mmap2 = 1, .build_id = 1 }, 0 },
		{ "build_id alone", { SW_DUMMY, .build_id = 1 }, 0 },
		{ "comm", { SW_DUMMY, .comm = 1, .comm_exec = 1 }, 0 },
		{ "comm_exec alone", { SW_DUMMY, .comm_exec = 1 }, 0 },
		{ "task", { SW_DUMMY, .task = 1 }, 0 },
		{ "context_switch", { SW_DUMMY, .context_switch = 1 }, 0 },
		{ "namespaces", { SW_DUMMY, .namespaces = 1 }, 0 },
		{ "ksymbol", { SW_DUMMY, .ksymbol = 1 }, 0 },
		{ "bpf_event", { SW_DUMMY, .bpf_event = 1 }, 0 },
		{ "text_poke", { SW_DUMMY, .text_poke = 1 }, 0 },
		{ "sample_id_all", { SW_DUMMY, .sample_id_all = 1 }, 0 },
		{}
	};

	check_rules(_metadata, rules);
}

TEST(cgroup_records)
{
	struct perf_event_attr attr = perf_attr_software(PERF_COUNT_SW_DUMMY);
	int record, sample;

	attr.cgroup = 1;
	record = perf_try_self(&attr);
	attr.cgroup = 0;
	attr.sample_type = PERF_SAMPLE_CGROUP;
	sample = perf_try_self(&attr);
	/* A kernel without cgroup events refuses both with EINVAL */
	EXPECT_EQ(record, sample);
	if (record == EINVAL && access("/sys/fs/cgroup/cgroup.procs", F_OK))
		SKIP(return, "kernel without cgroup events");
	EXPECT_EQ(0, record);
}

/* ---- signals ---- */

TEST(synchronous_trap)
{
	static const struct rule rules[] = {
		{ "alone", { SW_DUMMY, .sigtrap = 1 }, EINVAL },
		{ "removed on exec", { SW_DUMMY, .sigtrap = 1, .remove_on_exec = 1 }, 0 },
		{ "with data",
		  { SW_DUMMY, .sigtrap = 1, .remove_on_exec = 1, .sig_data = ~0ULL }, 0 },
		{ "inherited",
		  { SW_DUMMY, .sigtrap = 1, .remove_on_exec = 1, .inherit = 1 }, 0 },
		{ "enabled on exec",
		  { SW_DUMMY, .sigtrap = 1, .remove_on_exec = 1, .enable_on_exec = 1 }, EINVAL },
		{}
	};
	struct perf_event_attr attr;

	check_rules(_metadata, rules);
	/* A CPU's event has no task to send SIGTRAP to */
	attr = perf_attr_software(PERF_COUNT_SW_DUMMY);
	attr.sigtrap = 1;
	attr.remove_on_exec = 1;
	EXPECT_EQ(EINVAL, perf_try(&attr, -1, 0, -1, 0));
}

/* ---- AUX areas, which no software event has ---- */

TEST(aux)
{
	static const struct rule rules[] = {
		{ "output", { SW_DUMMY, .aux_output = 1 }, EOPNOTSUPP },
		{ "start paused", { SW_DUMMY, .aux_start_paused = 1 }, EOPNOTSUPP },
		{ "pause", { SW_DUMMY, .aux_pause = 1 }, EINVAL },
		{ "resume", { SW_DUMMY, .aux_resume = 1 }, EINVAL },
		{ "pause and resume", { SW_DUMMY, .aux_pause = 1, .aux_resume = 1 }, EINVAL },
		{ "pause and output", { SW_DUMMY, .aux_pause = 1, .aux_output = 1 }, EOPNOTSUPP },
		{ "sample of no size", { SW_DUMMY, .sample_type = PERF_SAMPLE_AUX }, 0 },
		{ "sample of a size",
		  { SW_DUMMY, .sample_type = PERF_SAMPLE_AUX, .aux_sample_size = 4096 }, EINVAL },
		{ "size alone", { SW_DUMMY, .aux_sample_size = 4096 }, EINVAL },
		{}
	};

	check_rules(_metadata, rules);
}

TEST(aux_needs_an_aux_leader)
{
	struct perf_event_attr attr = perf_attr_software(PERF_COUNT_SW_DUMMY);
	int leader = perf_open_self(&attr);

	ASSERT_GE(leader, 0);
	attr.aux_pause = 1;
	EXPECT_EQ(EINVAL, perf_try(&attr, 0, -1, leader, 0));
	attr.aux_action = 0;
	attr.sample_type = PERF_SAMPLE_AUX;
	attr.aux_sample_size = 64;
	EXPECT_EQ(EINVAL, perf_try(&attr, 0, -1, leader, 0));
	close(leader);
}

TEST_HARNESS_MAIN
