// SPDX-License-Identifier: GPL-2.0
/*
 * Unit tests of the lines that SysRq-P prints.
 */
#include <kunit/test.h>
#include <linux/seq_buf.h>

#include "debug.h"
#include "pmc.h"

static const struct perf_power_model perf_debug_model = { .name = "model", .counters = 6 };

static void perf_debug_lines_test(struct kunit *test)
{
	const struct perf_power_regs regs = { .mmcr0 = 0x80000000, .mmcr1 = 0x1e, .mmcra = 1 };
	struct perf_power_cpu *cpu = kunit_kzalloc(test, sizeof(*cpu), GFP_KERNEL);
	struct perf_event *event = kunit_kzalloc(test, sizeof(*event), GFP_KERNEL);
	DECLARE_SEQ_BUF(text, 200);

	KUNIT_ASSERT_NOT_NULL(test, cpu);
	KUNIT_ASSERT_NOT_NULL(test, event);
	cpu->model = &perf_debug_model;
	cpu->owner[1] = event;
	cpu->attrs[1].code = 0x200f4;

	perf_power_debug_cpu(cpu, &regs, &text);
	KUNIT_EXPECT_STREQ(test, seq_buf_str(&text),
			   "model: counting is off, MMCR0 0x80000000, MMCR1 0x1e, MMCR2 0x0, MMCR3 0x0, MMCRA 0x1");
	seq_buf_clear(&text);
	perf_power_debug_counter(cpu, &regs, 0, 0x10, &text);
	KUNIT_EXPECT_STREQ(test, seq_buf_str(&text), "PMC1: value 0x10");
	seq_buf_clear(&text);
	perf_power_debug_counter(cpu, &regs, 1, 0x7fffffff, &text);
	KUNIT_EXPECT_STREQ(test, seq_buf_str(&text),
			   "PMC2: value 0x7fffffff, event 0x200f4 is stopped");
	cpu->running = BIT(1);
	seq_buf_clear(&text);
	perf_power_debug_counter(cpu, &regs, 1, 0x7fffffff, &text);
	KUNIT_EXPECT_STREQ(test, seq_buf_str(&text),
			   "PMC2: value 0x7fffffff, event 0x200f4 runs");
}

static struct kunit_case perf_debug_cases[] = {
	KUNIT_CASE(perf_debug_lines_test),
	{}
};

static struct kunit_suite perf_debug_suite = {
	.name		= "perf_power_debug",
	.test_cases	= perf_debug_cases,
};

kunit_test_suite(perf_debug_suite);
