/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Checks of top-down metrics: shares of the issue slots; part of x86.c.
 *
 * Registers: Intel SDM volume 3B, "Performance Metrics"; the shares are those of README.md.
 */
#ifndef QEMU_PMU_X86_TOPDOWN_H
#define QEMU_PMU_X86_TOPDOWN_H

#define PERF_METRICS		0x329
#define PERF_CAPABILITIES	0x345
#define CAPABILITY_METRICS	(1 << 15)
#define FIXED_SLOTS		0x30c
#define FIXED_CTRL		0x38d
#define METRICS_BIT		(1ull << 48)
#define SLOTS_BIT		(1ull << 35)
#define LEVEL_1			0x55331166ull
#define LEVEL_2			0x3c1e0f22ull

static void clear_metrics(void)
{
	wrmsr(FIXED_SLOTS, 0);
	wrmsr(PERF_METRICS, 0);
}

static void count_metrics(u64 enable)
{
	global(enable);
	run_user((u32)user_loop);
	global(0);
}

static void check_metrics(void)
{
	u64 all = LEVEL_1;

	if (!pmu.intel || pmu.version < 2)
		return;
	if (!(rdmsr(PERF_CAPABILITIES) & CAPABILITY_METRICS)) {
		expect("no enable bit of metrics without the capability",
		       write_faults(0x38f, METRICS_BIT), 1);
		return;
	}
	if (!write_faults(PERF_METRICS, 1ull << 63))
		all |= LEVEL_2 << 32;
	clear_metrics();
	expect("metrics begin with 0", rdmsr(PERF_METRICS), 0);
	wrmsr(FIXED_CTRL, 2ull << 12);
	count_metrics(SLOTS_BIT);
	expect("and stay so without their enable bit", rdmsr(PERF_METRICS), 0);
	clear_metrics();
	count_metrics(SLOTS_BIT | METRICS_BIT);
	expect("slots count as without metrics", rdmsr(FIXED_SLOTS), 8 * (2 + 2 * LOOPS));
	expect("metrics are shares of them", rdmsr(PERF_METRICS), all);
	count_metrics(SLOTS_BIT | METRICS_BIT);
	expect("the same ones of more slots", rdmsr(PERF_METRICS), all);
	wrmsr(FIXED_SLOTS, 0);
	count_metrics(SLOTS_BIT | METRICS_BIT);
	expect("none if only the slots begin again", rdmsr(PERF_METRICS), 0);
	wrmsr(PERF_METRICS, 0);
	count_metrics(SLOTS_BIT | METRICS_BIT);
	expect("nor if the metrics begin with slots", rdmsr(PERF_METRICS), 0);
	clear_metrics();
	count_metrics(METRICS_BIT);
	expect("nor of no slots", rdmsr(PERF_METRICS), 0);
	wrmsr(PERF_METRICS, 0x01020304);
	expect("what is written can be read", rdmsr(PERF_METRICS), 0x01020304);
	clear_metrics();
	wrmsr(FIXED_CTRL, 0);
}

#endif
