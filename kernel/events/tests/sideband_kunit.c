// SPDX-License-Identifier: GPL-2.0
/* KUnit tests of side-band records: the classes of an attr, bodies, the sample_id trailer. */
#include <kunit/test.h>
#include <linux/perf_event.h>

#include "record_fixture.h"
#include "ring/output.h"
#include "sample/record.h"
#include "sample/sample.h"
#include "sample/sample_fields.h"
#include "sideband/sideband.h"

#define ONE(name)	BIT(PERF_SIDEBAND_##name)

static void sideband_classes(struct kunit *test)
{
	static const struct {
		struct perf_event_attr	attr;
		u32			classes;
	} rows[] = {
		{ { }, 0 },
		{ { .mmap = 1 }, ONE(MMAP) | ONE(TASK) },
		{ { .mmap2 = 1 }, ONE(MMAP) | ONE(TASK) },
		{ { .mmap_data = 1 }, ONE(MMAP) | ONE(TASK) },
		{ { .mmap2 = 1, .build_id = 1 }, ONE(MMAP) | ONE(TASK) | ONE(BUILD_ID) },
		{ { .build_id = 1 }, 0 },
		{ { .comm = 1 }, ONE(COMM) | ONE(TASK) },
		{ { .comm_exec = 1 }, 0 },
		{ { .task = 1 }, ONE(TASK) },
		{ { .namespaces = 1 }, ONE(NAMESPACES) },
		{ { .ksymbol = 1 }, ONE(KSYMBOL) },
		{ { .bpf_event = 1 }, ONE(BPF) },
		{ { .text_poke = 1 }, ONE(TEXT_POKE) },
		{ { .cgroup = 1 }, ONE(CGROUP) },
		{ { .context_switch = 1 }, ONE(SWITCH) },
		{ { .defer_output = 1 }, ONE(DEFERRED) },
		{ { .defer_callchain = 1 }, 0 },
		{ { .mmap = 1, .munmap = 1 }, ONE(MMAP) | ONE(TASK) | ONE(MUNMAP) },
		{ { .inherit = 1, .freq = 1, .sample_id_all = 1 }, 0 },
	};
	unsigned int i;
	u32 seen = 0;

	for (i = 0; i < ARRAY_SIZE(rows); i++) {
		KUNIT_EXPECT_EQ(test, perf_sideband_classes(&rows[i].attr), rows[i].classes);
		seen |= rows[i].classes;
	}
	KUNIT_EXPECT_EQ(test, seen, BIT(PERF_SIDEBAND_MAX) - 1);
}

/* perf_sideband_on() is true from the first event of a class to the last. */
static void sideband_keys(struct kunit *test)
{
	struct perf_event *event = kunit_kzalloc(test, sizeof(*event), GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, event);
	event->attr.context_switch = 1;
	perf_sideband_account(event, 1);
	KUNIT_EXPECT_TRUE(test, perf_sideband_on(PERF_SIDEBAND_SWITCH));
	perf_sideband_account(event, 1);
	perf_sideband_account(event, -1);
	KUNIT_EXPECT_TRUE(test, perf_sideband_on(PERF_SIDEBAND_SWITCH));
	perf_sideband_account(event, -1);
}

static struct perf_event_header take_header(struct kunit *test, u32 type, u16 misc, u16 size)
{
	struct perf_event_header header;

	record_take(test, &header, sizeof(header));
	KUNIT_EXPECT_EQ(test, header.type, type);
	KUNIT_EXPECT_EQ(test, header.misc, misc);
	KUNIT_EXPECT_EQ(test, header.size, size);
	return header;
}

static void take_words(struct kunit *test, const u64 *words, unsigned int nr)
{
	unsigned int i;
	u64 word;

	for (i = 0; i < nr; i++) {
		record_take(test, &word, sizeof(word));
		KUNIT_EXPECT_EQ(test, word, words[i]);
	}
}

static int sideband_write(struct record_fixture *fix, const struct perf_record_part *parts,
			  unsigned int nr)
{
	guard(preempt)();
	return perf_record_write(&fix->event, PERF_RECORD_COMM, PERF_RECORD_MISC_COMM_EXEC,
				 parts, nr);
}

/* perf_record_write() writes the parts without gaps, also where the ring wraps. */
static void sideband_pieces(struct kunit *test)
{
	struct record_fixture *fix = record_fixture_make(test, 1, 0);
	const u64 number = 0x8877665544332211ULL;
	const struct perf_record_part parts[] = {
		{ &number, sizeof(number) },
		{ "seven..", 7 },
		{ NULL, 1 },
	};
	char text[8];
	int i;

	for (i = 0; i < 1000; i++) {
		KUNIT_ASSERT_EQ(test, sideband_write(fix, parts, ARRAY_SIZE(parts)), 0);
		take_header(test, PERF_RECORD_COMM, PERF_RECORD_MISC_COMM_EXEC, 24);
		take_words(test, &number, 1);
		record_take(test, text, sizeof(text));
		KUNIT_EXPECT_STREQ(test, text, "seven..");
		record_expect_end(test);
	}
}

/* perf_event_open(2), sample_id: TID, TIME, ID, STREAM_ID, CPU, IDENTIFIER. */
static void sideband_trailer(struct kunit *test)
{
	struct record_fixture *fix = record_fixture_make(test, 1, 0);
	const u64 ids[] = { RECORD_TIME, RECORD_ID, RECORD_ID };
	const u64 id = RECORD_ID;
	u32 pair[2];

	fix->event.attr.sample_id_all = 1;
	fix->event.attr.sample_type = PERF_SAMPLE_ID_FIELDS | PERF_SAMPLE_ADDR;
	perf_event_header_sizes(&fix->event);
	KUNIT_ASSERT_EQ(test, sideband_write(fix, NULL, 0), 0);

	take_header(test, PERF_RECORD_COMM, PERF_RECORD_MISC_COMM_EXEC, 8 + 6 * 8);
	record_take(test, pair, sizeof(pair));
	KUNIT_EXPECT_EQ(test, pair[0], task_tgid_nr(current));
	KUNIT_EXPECT_EQ(test, pair[1], task_pid_nr(current));
	take_words(test, ids, ARRAY_SIZE(ids));
	record_take(test, pair, sizeof(pair));	/* CPU: the task may have moved since */
	KUNIT_EXPECT_LT(test, pair[0], nr_cpu_ids);
	KUNIT_EXPECT_EQ(test, pair[1], 0);
	take_words(test, &id, 1);
	record_expect_end(test);
}

static void sideband_throttle(struct kunit *test)
{
	struct record_fixture *fix = record_fixture_make(test, 1, 0);
	const u64 body[] = { RECORD_TIME, RECORD_ID, RECORD_ID };

	preempt_disable();
	perf_record_throttle(&fix->event, false);
	perf_record_throttle(&fix->event, true);
	preempt_enable();

	take_header(test, PERF_RECORD_THROTTLE, 0, 32);
	take_words(test, body, ARRAY_SIZE(body));
	take_header(test, PERF_RECORD_UNTHROTTLE, 0, 32);
	take_words(test, body, ARRAY_SIZE(body));
	record_expect_end(test);
}

static void itrace_start(struct kunit *test)
{
	struct record_fixture *fix = record_fixture_make(test, 1, 0);
	struct pmu *pmu = kunit_kzalloc(test, sizeof(*pmu), GFP_KERNEL);
	u32 pair[2];

	KUNIT_ASSERT_NOT_NULL(test, pmu);
	fix->event.pmu = pmu;

	preempt_disable();
	perf_record_itrace_start(&fix->event);	/* not a PMU with PERF_PMU_CAP_ITRACE */
	pmu->capabilities = PERF_PMU_CAP_ITRACE;
	perf_record_itrace_start(&fix->event);
	perf_event_itrace_started(&fix->event);
	perf_record_itrace_start(&fix->event);	/* suppressed by perf_event_itrace_started() */
	preempt_enable();

	take_header(test, PERF_RECORD_ITRACE_START, 0, 16);
	record_take(test, pair, sizeof(pair));
	KUNIT_EXPECT_EQ(test, pair[0], task_tgid_nr(current));
	KUNIT_EXPECT_EQ(test, pair[1], task_pid_nr(current));
	record_expect_end(test);
}

static void read_record(struct kunit *test)
{
	struct record_fixture *fix = record_fixture_make(test, 1, 0);
	const u64 body[] = { 4711, RECORD_ID };
	u32 pair[2];

	fix->event.attr.read_format = PERF_FORMAT_ID;
	local64_set(&fix->event.count, 4711);
	perf_event_header_sizes(&fix->event);
	perf_sideband_read(&fix->event, current);

	take_header(test, PERF_RECORD_READ, 0, 8 + 8 + 16);
	record_take(test, pair, sizeof(pair));
	KUNIT_EXPECT_EQ(test, pair[0], task_tgid_nr(current));
	KUNIT_EXPECT_EQ(test, pair[1], task_pid_nr(current));
	take_words(test, body, ARRAY_SIZE(body));
	record_expect_end(test);
}

static struct kunit_case sideband_cases[] = {
	KUNIT_CASE(sideband_classes),
	KUNIT_CASE(sideband_keys),
	KUNIT_CASE(sideband_pieces),
	KUNIT_CASE(sideband_trailer),
	KUNIT_CASE(sideband_throttle),
	KUNIT_CASE(itrace_start),
	KUNIT_CASE(read_record),
	{ }
};

static struct kunit_suite sideband_suite = {
	.name		= "perf_sideband",
	.exit		= record_fixture_exit,
	.test_cases	= sideband_cases,
};

kunit_test_suite(sideband_suite);
