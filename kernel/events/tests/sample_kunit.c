// SPDX-License-Identifier: GPL-2.0
/*
 * KUnit tests of samples: the table of fields, sizes, and the bytes of records read back
 * from a ring.
 */
#include <kunit/test.h>
#include <linux/io.h>
#include <linux/perf_event.h>
#include <linux/slab.h>
#include <linux/vmalloc.h>

#include "base/attr.h"
#include "base/context_types.h"
#include "record_fixture.h"
#include "ring/output.h"
#include "sample/sample.h"
#include "sample/sample_fields.h"
#include "sample/sample_user.h"

/* Order of the fields of PERF_RECORD_SAMPLE, from perf_event_open(2). */
static const u64 abi_order[] = {
	PERF_SAMPLE_IDENTIFIER, PERF_SAMPLE_IP, PERF_SAMPLE_TID, PERF_SAMPLE_TIME,
	PERF_SAMPLE_ADDR, PERF_SAMPLE_ID, PERF_SAMPLE_STREAM_ID, PERF_SAMPLE_CPU,
	PERF_SAMPLE_PERIOD, PERF_SAMPLE_READ, PERF_SAMPLE_CALLCHAIN, PERF_SAMPLE_RAW,
	PERF_SAMPLE_BRANCH_STACK, PERF_SAMPLE_REGS_USER, PERF_SAMPLE_STACK_USER,
	PERF_SAMPLE_WEIGHT, PERF_SAMPLE_DATA_SRC, PERF_SAMPLE_TRANSACTION,
	PERF_SAMPLE_REGS_INTR, PERF_SAMPLE_PHYS_ADDR, PERF_SAMPLE_CGROUP,
	PERF_SAMPLE_DATA_PAGE_SIZE, PERF_SAMPLE_CODE_PAGE_SIZE, PERF_SAMPLE_AUX,
};

#define HEAD_FIELDS	9

/* Fields of one word, and the word that known_sample() puts in them. */
static const struct known_word {
	u64	bit;
	u64	word;
} known_words[] = {
	{ PERF_SAMPLE_IDENTIFIER,	0x0101 },
	{ PERF_SAMPLE_IP,		0x0202 },
	{ PERF_SAMPLE_TIME,		0x0404 },
	{ PERF_SAMPLE_ADDR,		0x0505 },
	{ PERF_SAMPLE_ID,		0x0101 },
	{ PERF_SAMPLE_STREAM_ID,	0x0707 },
	{ PERF_SAMPLE_PERIOD,		0x0909 },
	{ PERF_SAMPLE_WEIGHT,		0x1010 },
	{ PERF_SAMPLE_DATA_SRC,		0x1111 },
	{ PERF_SAMPLE_TRANSACTION,	0x1212 },
	{ PERF_SAMPLE_PHYS_ADDR,	0x1414 },
	{ PERF_SAMPLE_CGROUP,		0x1515 },
	{ PERF_SAMPLE_DATA_PAGE_SIZE,	0x1616 },
	{ PERF_SAMPLE_CODE_PAGE_SIZE,	0x1717 },
};

#define KNOWN_PID	0x31
#define KNOWN_TID	0x32
#define KNOWN_CPU	0x33

/* A sample with all fields of known_words, PERF_SAMPLE_TID and PERF_SAMPLE_CPU set. */
static void known_sample(struct perf_sample_data *data)
{
	memset(data, 0, sizeof(*data));
	data->sample_flags = PERF_SAMPLE_HEAD_FIELDS | PERF_SAMPLE_WORD_FIELDS;
	data->id = 0x0101;
	data->ip = 0x0202;
	data->tid_entry.pid = KNOWN_PID;
	data->tid_entry.tid = KNOWN_TID;
	data->time = 0x0404;
	data->addr = 0x0505;
	data->stream_id = 0x0707;
	data->cpu_entry.cpu = KNOWN_CPU;
	data->period = 0x0909;
	data->weight.full = 0x1010;
	data->data_src.val = 0x1111;
	data->txn = 0x1212;
	data->phys_addr = 0x1414;
	data->cgroup = 0x1515;
	data->data_page_size = 0x1616;
	data->code_page_size = 0x1717;
}

static struct pt_regs *sample_regs(struct kunit *test)
{
	struct pt_regs *regs = kunit_kzalloc(test, sizeof(*regs), GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, regs);
	perf_fetch_caller_regs(regs);
	return regs;
}

static void ask_for(struct record_fixture *fix, u64 sample_type)
{
	fix->event.attr.sample_type = sample_type;
	perf_event_header_sizes(&fix->event);
}

static int sample_output(struct record_fixture *fix, struct perf_sample_data *data,
			 struct pt_regs *regs)
{
	guard(preempt)();
	return perf_event_output(&fix->event, data, regs);
}

/* Read the header of the next sample; its size must be perf_sample_data_size(). */
static struct perf_event_header take_header(struct kunit *test, struct perf_sample_data *data)
{
	struct record_fixture *fix = test->priv;
	struct perf_event_header header;

	record_take(test, &header, sizeof(header));
	KUNIT_ASSERT_EQ(test, header.type, PERF_RECORD_SAMPLE);
	KUNIT_EXPECT_EQ(test, header.misc & PERF_RECORD_MISC_CPUMODE_MASK,
			PERF_RECORD_MISC_KERNEL);
	KUNIT_EXPECT_EQ(test, header.size, perf_sample_data_size(data, &fix->event));
	KUNIT_EXPECT_EQ(test, header.size % sizeof(u64), 0);
	return header;
}

static u64 take_word(struct kunit *test)
{
	u64 word = 0;

	record_take(test, &word, sizeof(word));
	return word;
}

static void expect_pair(struct kunit *test, u32 first, u32 second)
{
	u32 pair[2] = { };

	record_take(test, pair, sizeof(pair));
	KUNIT_EXPECT_EQ(test, pair[0], first);
	KUNIT_EXPECT_EQ(test, pair[1], second);
}

static u64 known_word(u64 bit)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(known_words); i++) {
		if (known_words[i].bit == bit)
			return known_words[i].word;
	}
	return -1ULL;
}

static void expect_known(struct kunit *test, u64 type)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(abi_order); i++) {
		if (!(type & abi_order[i]))
			continue;
		if (abi_order[i] == PERF_SAMPLE_TID)
			expect_pair(test, KNOWN_PID, KNOWN_TID);
		else if (abi_order[i] == PERF_SAMPLE_CPU)
			expect_pair(test, KNOWN_CPU, 0);
		else
			KUNIT_EXPECT_EQ(test, take_word(test), known_word(abi_order[i]));
	}
	record_expect_end(test);
}

static void table_is_complete(struct kunit *test)
{
	u64 seen = PERF_SAMPLE_HEAD_FIELDS;
	const struct perf_sample_field *field;
	unsigned int i;

	for (i = 0; (field = perf_sample_field(i)); i++) {
		KUNIT_EXPECT_EQ(test, seen & field->bit, 0);
		KUNIT_EXPECT_TRUE(test, !field->write == !!field->word);
		KUNIT_ASSERT_LT(test, HEAD_FIELDS + i, ARRAY_SIZE(abi_order));
		KUNIT_EXPECT_TRUE(test, field->bit & abi_order[HEAD_FIELDS + i]);
		seen |= field->bit;
	}
	KUNIT_EXPECT_EQ(test, seen, PERF_SAMPLE_MAX - 1);
	KUNIT_EXPECT_EQ(test, HEAD_FIELDS + i, ARRAY_SIZE(abi_order));
}

/* Every subset of the head fields, in a ring of one page: many records wrap. */
static void every_head(struct kunit *test)
{
	struct record_fixture *fix = record_fixture_make(test, 1, 0);
	struct pt_regs *regs = sample_regs(test);
	struct perf_sample_data data;
	unsigned int subset, i;
	u64 type;

	for (subset = 0; subset < BIT(HEAD_FIELDS); subset++) {
		for (type = 0, i = 0; i < HEAD_FIELDS; i++)
			type |= subset & BIT(i) ? abi_order[i] : 0;
		ask_for(fix, type);
		known_sample(&data);
		KUNIT_ASSERT_EQ(test, sample_output(fix, &data, regs), 0);
		take_header(test, &data);
		expect_known(test, type);
	}
}

static void every_word_field(struct kunit *test)
{
	struct record_fixture *fix = record_fixture_make(test, 1, 0);
	const u64 all = (PERF_SAMPLE_HEAD_FIELDS | PERF_SAMPLE_WORD_FIELDS) &
			~PERF_SAMPLE_WEIGHT_STRUCT;
	struct pt_regs *regs = sample_regs(test);
	struct perf_sample_data data;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(abi_order); i++) {
		if (!(all & abi_order[i]))
			continue;
		ask_for(fix, abi_order[i]);
		known_sample(&data);
		KUNIT_ASSERT_EQ(test, sample_output(fix, &data, regs), 0);
		take_header(test, &data);
		expect_known(test, abi_order[i]);
	}

	ask_for(fix, all);
	known_sample(&data);
	KUNIT_ASSERT_EQ(test, sample_output(fix, &data, regs), 0);
	take_header(test, &data);
	expect_known(test, all);
}

/* perf_prepare_sample() computes a field that the PMU did not set, or sets it to "unknown". */
static void sample_defaults(struct kunit *test)
{
	const u64 type = PERF_SAMPLE_IP | PERF_SAMPLE_TIME | PERF_SAMPLE_ADDR | PERF_SAMPLE_ID |
			 PERF_SAMPLE_STREAM_ID | PERF_SAMPLE_PERIOD | PERF_SAMPLE_RAW |
			 PERF_SAMPLE_BRANCH_STACK | PERF_SAMPLE_REGS_USER |
			 PERF_SAMPLE_STACK_USER | PERF_SAMPLE_WEIGHT | PERF_SAMPLE_DATA_SRC |
			 PERF_SAMPLE_TRANSACTION | PERF_SAMPLE_PHYS_ADDR | PERF_SAMPLE_AUX;
	struct record_fixture *fix = record_fixture_make(test, 1, 0);
	struct pt_regs *regs = sample_regs(test);
	struct perf_sample_data data;

	fix->event.attr.sample_regs_user = 1;
	fix->event.attr.sample_stack_user = 64;
	ask_for(fix, type);
	perf_sample_data_init(&data, 0, 77);
	KUNIT_ASSERT_EQ(test, sample_output(fix, &data, regs), 0);

	take_header(test, &data);
	KUNIT_EXPECT_EQ(test, take_word(test), perf_instruction_pointer(regs));
	KUNIT_EXPECT_EQ(test, take_word(test), RECORD_TIME);
	KUNIT_EXPECT_EQ(test, take_word(test), 0);		/* ADDR */
	KUNIT_EXPECT_EQ(test, take_word(test), RECORD_ID);
	KUNIT_EXPECT_EQ(test, take_word(test), RECORD_ID);	/* STREAM_ID */
	KUNIT_EXPECT_EQ(test, take_word(test), 77);
	expect_pair(test, sizeof(u32), 0);			/* RAW */
	KUNIT_EXPECT_EQ(test, take_word(test), 0);		/* BRANCH_STACK */
	/* REGS_USER: the tests run in a kernel thread. */
	KUNIT_EXPECT_EQ(test, take_word(test), PERF_SAMPLE_REGS_ABI_NONE);
	KUNIT_EXPECT_EQ(test, take_word(test), 0);		/* STACK_USER */
	KUNIT_EXPECT_EQ(test, take_word(test), 0);		/* WEIGHT */
	KUNIT_EXPECT_EQ(test, take_word(test), PERF_MEM_NA);
	KUNIT_EXPECT_EQ(test, take_word(test), 0);		/* TRANSACTION */
	KUNIT_EXPECT_EQ(test, take_word(test), 0);		/* PHYS_ADDR */
	KUNIT_EXPECT_EQ(test, take_word(test), 0);		/* AUX */
	record_expect_end(test);
}

static void prepare_twice(struct kunit *test)
{
	struct record_fixture *fix = record_fixture_make(test, 1, 0);
	struct pt_regs *regs = sample_regs(test);
	struct perf_sample_data data;
	u64 size;

	fix->event.attr.sample_regs_intr = 3;
	ask_for(fix, PERF_SAMPLE_RAW | PERF_SAMPLE_BRANCH_STACK | PERF_SAMPLE_REGS_INTR |
		     PERF_SAMPLE_REGS_USER | PERF_SAMPLE_TIME);
	perf_sample_data_init(&data, 0, 1);

	guard(preempt)();
	perf_prepare_sample(&data, &fix->event, regs);
	size = data.dyn_size;
	KUNIT_EXPECT_EQ(test, size, 4 * sizeof(u64) + 2 * sizeof(u64));
	perf_prepare_sample(&data, &fix->event, regs);
	KUNIT_EXPECT_EQ(test, data.dyn_size, size);
	KUNIT_EXPECT_EQ(test, fix->event.attr.sample_type & ~data.sample_flags, 0);
}

/* Raw data in two fragments: size, bytes, and padding to a multiple of 8. */
static void raw_data(struct kunit *test)
{
	struct record_fixture *fix = record_fixture_make(test, 1, 0);
	static u8 first[9] = "abcdefghi", second[17] = "ABCDEFGHIJKLMNOPQ";
	struct pt_regs *regs = sample_regs(test);
	struct perf_sample_data data;
	struct perf_raw_record raw;
	struct perf_raw_frag more;
	u32 size, want, a, b, i;
	u8 byte;

	ask_for(fix, PERF_SAMPLE_RAW);
	for (a = 0; a <= sizeof(first); a++) {
		for (b = 0; b <= sizeof(second); b++) {
			more = (struct perf_raw_frag) { .data = second, .size = b };
			raw = (struct perf_raw_record) {
				.frag = { .data = first, .size = a, .next = &more },
			};
			perf_sample_data_init(&data, 0, 1);
			perf_sample_save_raw_data(&data, &fix->event, &raw);
			KUNIT_ASSERT_EQ(test, sample_output(fix, &data, regs), 0);

			take_header(test, &data);
			record_take(test, &size, sizeof(size));
			want = ALIGN(a + b + sizeof(u32), sizeof(u64)) - sizeof(u32);
			KUNIT_EXPECT_EQ(test, size, want);
			for (i = 0; i < size; i++) {
				record_take(test, &byte, 1);
				KUNIT_EXPECT_EQ(test, byte, i < a ? first[i] :
						i < a + b ? second[i - a] : 0);
			}
			record_expect_end(test);
		}
	}
}

/* copy_some() copies only from the first @may bytes of the source. */
static unsigned long may;

static unsigned long copy_some(void *to, const void *from, unsigned long offset, unsigned long len)
{
	unsigned long some = offset < may ? min(len, may - offset) : 0;

	memcpy(to, from + offset, some);
	return len - some;
}

/* Bytes the source does not give are zero, and the field after the raw data keeps its offset. */
static void raw_data_that_fails(struct kunit *test)
{
	struct record_fixture *fix = record_fixture_make(test, 1, 0);
	static u8 bytes[] = "0123456789abcdefghi";
	struct perf_raw_record raw = {
		.frag = { .data = bytes, .size = sizeof(bytes), .copy = copy_some },
	};
	struct pt_regs *regs = sample_regs(test);
	struct perf_sample_data data;
	u32 size, i, round;
	u8 byte;

	ask_for(fix, PERF_SAMPLE_RAW | PERF_SAMPLE_PHYS_ADDR);
	/* Enough rounds that records wrap at the end of the ring, one page. */
	for (round = 0; round < SZ_16K / sizeof(bytes); round++) {
		may = round % (sizeof(bytes) + 2);
		raw.frag.pad = 0;
		perf_sample_data_init(&data, 0, 1);
		data.phys_addr = 0x1414;
		data.sample_flags |= PERF_SAMPLE_PHYS_ADDR;
		perf_sample_save_raw_data(&data, &fix->event, &raw);
		KUNIT_ASSERT_EQ(test, sample_output(fix, &data, regs), 0);

		take_header(test, &data);
		record_take(test, &size, sizeof(size));
		KUNIT_EXPECT_EQ(test, size, ALIGN(sizeof(bytes) + sizeof(u32), sizeof(u64)) -
				sizeof(u32));
		for (i = 0; i < size; i++) {
			record_take(test, &byte, 1);
			KUNIT_EXPECT_EQ(test, byte, i < min(may, sizeof(bytes)) ? bytes[i] : 0);
		}
		KUNIT_EXPECT_EQ(test, take_word(test), 0x1414);
		record_expect_end(test);
	}
}

/* Another sample may overwrite the call chain between perf_prepare_sample() and the write. */
static void callchain_that_changes(struct kunit *test)
{
	struct record_fixture *fix = record_fixture_make(test, 1, 0);
	struct pt_regs *regs = sample_regs(test);
	struct perf_event_header header;
	struct perf_sample_data data;
	u64 nr, i;

	KUNIT_ASSERT_EQ(test, 0, get_callchain_buffers(8));
	fix->event.attr.sample_max_stack = 8;
	ask_for(fix, PERF_SAMPLE_CALLCHAIN | PERF_SAMPLE_CGROUP);
	perf_sample_data_init(&data, 0, 1);
	data.cgroup = 0x1515;
	data.sample_flags |= PERF_SAMPLE_CGROUP;
	scoped_guard(preempt) {
		perf_sample_save_callchain(&data, &fix->event, regs);
		nr = data.callchain->nr;
		data.callchain->nr = nr + 3;
		KUNIT_EXPECT_EQ(test, 0, sample_output(fix, &data, regs));
		data.callchain->nr = 0;
	}
	put_callchain_buffers();

	record_take(test, &header, sizeof(header));
	KUNIT_EXPECT_EQ(test, sizeof(header) + (nr + 2) * sizeof(u64), (u64)header.size);
	KUNIT_EXPECT_EQ(test, nr, take_word(test));
	for (i = 0; i < nr; i++)
		take_word(test);
	KUNIT_EXPECT_EQ(test, 0x1515ULL, take_word(test));
	record_expect_end(test);
}

static void sample_unasked(struct kunit *test)
{
	struct record_fixture *fix = record_fixture_make(test, 1, 0);
	struct perf_branch_stack brs = { .nr = 0 };
	struct perf_raw_record raw = { .frag = { .data = &brs, .size = 8 } };
	struct perf_sample_data data;

	ask_for(fix, PERF_SAMPLE_IP);
	perf_sample_data_init(&data, 0, 1);
	perf_sample_save_raw_data(&data, &fix->event, &raw);
	perf_sample_save_brstack(&data, &fix->event, &brs, NULL);
	perf_sample_save_callchain(&data, &fix->event, NULL);
	KUNIT_EXPECT_EQ(test, data.dyn_size, 0);
	KUNIT_EXPECT_EQ(test, data.sample_flags, PERF_SAMPLE_PERIOD);
}

static void branch_stack(struct kunit *test)
{
	static const u64 kinds[] = {
		0, PERF_SAMPLE_BRANCH_HW_INDEX, PERF_SAMPLE_BRANCH_COUNTERS,
		PERF_SAMPLE_BRANCH_HW_INDEX | PERF_SAMPLE_BRANCH_COUNTERS,
	};
	struct record_fixture *fix = record_fixture_make(test, 1, 0);
	struct perf_branch_entry entry;
	struct pt_regs *regs = sample_regs(test);
	struct perf_branch_stack *brs;
	u64 counts[2] = { 21, 22 };
	struct perf_sample_data data;
	unsigned int i, n;

	brs = kunit_kzalloc(test, struct_size(brs, entries, 2), GFP_KERNEL);
	KUNIT_ASSERT_NOT_NULL(test, brs);
	brs->nr = 2;
	brs->hw_idx = 5;
	for (n = 0; n < 2; n++) {
		brs->entries[n].from = 0x100 + n;
		brs->entries[n].to = 0x200 + n;
	}

	for (i = 0; i < ARRAY_SIZE(kinds); i++) {
		fix->event.attr.branch_sample_type = PERF_SAMPLE_BRANCH_ANY | kinds[i];
		ask_for(fix, PERF_SAMPLE_BRANCH_STACK);
		perf_sample_data_init(&data, 0, 1);
		perf_sample_save_brstack(&data, &fix->event, brs, counts);
		KUNIT_ASSERT_EQ(test, sample_output(fix, &data, regs), 0);

		take_header(test, &data);
		KUNIT_EXPECT_EQ(test, take_word(test), 2);
		if (kinds[i] & PERF_SAMPLE_BRANCH_HW_INDEX)
			KUNIT_EXPECT_EQ(test, take_word(test), 5);
		for (n = 0; n < 2; n++) {
			record_take(test, &entry, sizeof(entry));
			KUNIT_EXPECT_EQ(test, entry.from, 0x100 + n);
			KUNIT_EXPECT_EQ(test, entry.to, 0x200 + n);
		}
		if (kinds[i] & PERF_SAMPLE_BRANCH_COUNTERS) {
			KUNIT_EXPECT_EQ(test, take_word(test), 21);
			KUNIT_EXPECT_EQ(test, take_word(test), 22);
		}
		record_expect_end(test);
	}
}

#define GROUP	3

/* A leader and two siblings with counts 100, 101, 102 and lost_samples 10, 11, 12. */
static struct perf_event **make_group(struct kunit *test)
{
	struct record_fixture *fix = test->priv;
	struct perf_event **member = kunit_kcalloc(test, GROUP, sizeof(*member), GFP_KERNEL);
	unsigned int i;

	KUNIT_ASSERT_NOT_NULL(test, member);
	member[0] = &fix->event;
	for (i = 1; i < GROUP; i++) {
		member[i] = kunit_kzalloc(test, sizeof(*member[i]), GFP_KERNEL);
		KUNIT_ASSERT_NOT_NULL(test, member[i]);
		record_event_init(member[i], &fix->opened, RECORD_ID + i);
		member[i]->group_leader = member[0];
		list_add_tail(&member[i]->sibling_list, &member[0]->sibling_list);
		member[0]->nr_siblings++;
	}
	for (i = 0; i < GROUP; i++) {
		local64_set(&member[i]->count, 100 + i);
		atomic64_set(&member[i]->lost_samples, 10 + i);
	}
	return member;
}

static void expect_member(struct kunit *test, unsigned int index, u64 format)
{
	KUNIT_EXPECT_EQ(test, take_word(test), 100 + index);
	if (format & PERF_FORMAT_ID)
		KUNIT_EXPECT_EQ(test, take_word(test), RECORD_ID + index);
	if (format & PERF_FORMAT_LOST)
		KUNIT_EXPECT_EQ(test, take_word(test), 10 + index);
}

/* All read formats without times, which would need a context. */
static void read_formats(struct kunit *test)
{
	struct record_fixture *fix = record_fixture_make(test, 1, 0);
	struct perf_event **member = make_group(test);
	struct pt_regs *regs = sample_regs(test);
	struct perf_sample_data data;
	unsigned int i;
	u64 format;

	for (format = 0; format < PERF_FORMAT_MAX; format++) {
		if (format & (PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING))
			continue;
		fix->event.attr.read_format = format;
		ask_for(fix, PERF_SAMPLE_READ);
		perf_sample_data_init(&data, 0, 1);
		KUNIT_ASSERT_EQ(test, sample_output(fix, &data, regs), 0);
		take_header(test, &data);

		if (format & PERF_FORMAT_GROUP) {
			KUNIT_EXPECT_EQ(test, take_word(test), GROUP);
			for (i = 0; i < GROUP; i++)
				expect_member(test, i, format);
		} else {
			expect_member(test, 0, format);
		}
		record_expect_end(test);
	}
	KUNIT_EXPECT_PTR_EQ(test, member[1]->group_leader, member[0]);
}

/* Prepare a sample of @fix->event: its size is fixed before it is written. */
static void sample_prepare(struct record_fixture *fix, struct perf_sample_data *data,
			   struct pt_regs *regs)
{
	guard(irqsave)();
	perf_sample_data_init(data, 0, 1);
	perf_prepare_sample(data, &fix->event, regs);
}

/* The group grows or shrinks between perf_prepare_sample() and the write. */
static void read_group_in_motion(struct kunit *test)
{
	struct record_fixture *fix = record_fixture_make(test, 1, 0);
	struct perf_event **member = make_group(test);
	struct pt_regs *regs = sample_regs(test);
	struct perf_sample_data data;

	fix->event.attr.read_format = PERF_FORMAT_GROUP | PERF_FORMAT_ID;
	ask_for(fix, PERF_SAMPLE_READ);

	/* one sibling more on @sibling_list than when the size was computed */
	member[0]->nr_siblings--;
	sample_prepare(fix, &data, regs);
	member[0]->nr_siblings++;
	KUNIT_ASSERT_EQ(test, sample_output(fix, &data, regs), 0);
	take_header(test, &data);
	KUNIT_EXPECT_EQ(test, take_word(test), GROUP - 1);
	expect_member(test, 0, PERF_FORMAT_ID);
	expect_member(test, 1, PERF_FORMAT_ID);
	record_expect_end(test);

	/* a sibling off the list, but still counted in nr_siblings */
	sample_prepare(fix, &data, regs);
	list_del_init(&member[2]->sibling_list);
	KUNIT_ASSERT_EQ(test, sample_output(fix, &data, regs), 0);
	take_header(test, &data);
	KUNIT_EXPECT_EQ(test, take_word(test), GROUP);
	expect_member(test, 0, PERF_FORMAT_ID);
	expect_member(test, 1, PERF_FORMAT_ID);
	KUNIT_EXPECT_EQ(test, take_word(test), 0);
	KUNIT_EXPECT_EQ(test, take_word(test), 0);
	record_expect_end(test);
}

static void too_large(struct kunit *test)
{
	struct record_fixture *fix = record_fixture_make(test, 64, 0);
	void *bytes = kunit_kzalloc(test, SZ_64K, GFP_KERNEL);
	struct perf_raw_record raw = { .frag = { .data = bytes } };
	const u32 most = PERF_RECORD_SIZE_MAX - sizeof(struct perf_event_header) - sizeof(u32);
	struct pt_regs *regs = sample_regs(test);
	struct perf_sample_data data;
	u32 size;

	KUNIT_ASSERT_NOT_NULL(test, bytes);
	ask_for(fix, PERF_SAMPLE_RAW);

	raw.frag.size = most + 1;
	perf_sample_data_init(&data, 0, 1);
	perf_sample_save_raw_data(&data, &fix->event, &raw);
	KUNIT_EXPECT_EQ(test, sample_output(fix, &data, regs), -E2BIG);
	KUNIT_EXPECT_EQ(test, atomic64_read(&fix->event.lost_samples), 1);
	record_expect_end(test);

	raw.frag.pad = 0;
	raw.frag.size = most;
	perf_sample_data_init(&data, 0, 1);
	perf_sample_save_raw_data(&data, &fix->event, &raw);
	KUNIT_ASSERT_EQ(test, sample_output(fix, &data, regs), 0);
	take_header(test, &data);
	record_take(test, &size, sizeof(size));
	KUNIT_EXPECT_EQ(test, size, most);
	record_take(test, bytes, most);
	record_expect_end(test);

	/* With a time of the driver's the sample is prepared before it is written. */
	ask_for(fix, PERF_SAMPLE_RAW | PERF_SAMPLE_TIME);
	perf_sample_data_init(&data, 0, 1);
	perf_sample_save_raw_data(&data, &fix->event, &raw);
	data.time = 1;
	data.sample_flags |= PERF_SAMPLE_TIME;
	KUNIT_EXPECT_EQ(test, sample_output(fix, &data, regs), -E2BIG);
	KUNIT_EXPECT_EQ(test, atomic64_read(&fix->event.lost_samples), 2);
	record_expect_end(test);
}

static void no_ring(struct kunit *test)
{
	struct record_fixture *fix = record_fixture_make(test, 1, 0);
	struct pt_regs *regs = sample_regs(test);
	struct perf_sample_data data;

	ask_for(fix, PERF_SAMPLE_IP);
	perf_sample_data_init(&data, 0, 1);
	RCU_INIT_POINTER(fix->opened.rb, NULL);
	KUNIT_EXPECT_EQ(test, sample_output(fix, &data, regs), -ENOSPC);
	rcu_assign_pointer(fix->opened.rb, fix->rb);
	record_expect_end(test);
}

static void sample_backward(struct kunit *test)
{
	struct record_fixture *fix = record_fixture_make(test, 1, PERF_RING_BACKWARD |
							 PERF_RING_OVERWRITE);
	struct pt_regs *regs = sample_regs(test);
	struct perf_sample_data data;
	u64 *record;

	fix->event.attr.write_backward = 1;
	ask_for(fix, PERF_SAMPLE_ADDR);
	known_sample(&data);
	KUNIT_ASSERT_EQ(test, sample_output(fix, &data, regs), 0);
	record = fix->rb->data + (fix->rb->user_page->data_head & fix->rb->mask);
	KUNIT_EXPECT_EQ(test, fix->rb->user_page->data_head, (unsigned long)-16L);
	KUNIT_EXPECT_EQ(test, record[1], 0x0505);
}

/* An event that can join the group of @fix->event. */
static struct perf_event *make_joining(struct kunit *test, struct record_fixture *fix)
{
	struct perf_event *joining = kunit_kzalloc(test, sizeof(*joining), GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, joining);
	record_event_init(joining, &fix->opened, RECORD_ID + 1);
	joining->group_leader = &fix->event;
	return joining;
}

/* A group of N members reads 16 N + 8 bytes; PERF_READ_SIZE_MAX is 16 KiB. */
static void group_size_limit(struct kunit *test)
{
	struct record_fixture *fix = record_fixture_make(test, 1, 0);
	struct perf_event *leader = &fix->event, *joining = make_joining(test, fix);
	const int most = (PERF_READ_SIZE_MAX - 8) / 16;

	leader->group_caps = PERF_EV_CAP_RESIDENT;
	joining->event_caps = PERF_EV_CAP_RESIDENT;

	guard(irqsave)();	/* for_each_sibling_event() needs a stable group */
	leader->attr.read_format = PERF_FORMAT_GROUP | PERF_FORMAT_ID;
	perf_group_add_format(leader, leader);
	leader->nr_siblings = most - 2;
	KUNIT_EXPECT_EQ(test, perf_event_validate_size(joining), 0);
	leader->nr_siblings = most - 1;
	KUNIT_EXPECT_EQ(test, perf_event_validate_size(joining), -E2BIG);
	/* group_formats still holds the format, as if a member with it had left. */
	leader->attr.read_format = 0;
	KUNIT_EXPECT_NE(test, leader->group_formats, 0U);
	KUNIT_EXPECT_EQ(test, perf_event_validate_size(joining), 0);
	KUNIT_EXPECT_EQ(test, leader->group_formats, 0U);
	joining->attr.read_format = PERF_FORMAT_GROUP | PERF_FORMAT_ID;
	KUNIT_EXPECT_EQ(test, perf_event_validate_size(joining), -E2BIG);
	joining->group_leader = joining;
	KUNIT_EXPECT_EQ(test, perf_event_validate_size(joining), 0);
}

/* A switched group has at most PERF_SWITCHED_GROUP_MAX members; a resident group may be larger. */
static void switched_group_limit(struct kunit *test)
{
	struct record_fixture *fix = record_fixture_make(test, 1, 0);
	struct perf_event *leader = &fix->event, *joining = make_joining(test, fix);

	leader->group_caps = PERF_EV_CAP_RESIDENT;
	joining->event_caps = PERF_EV_CAP_RESIDENT;
	leader->nr_siblings = 100000;
	KUNIT_EXPECT_EQ(test, perf_event_validate_size(joining), 0);
	joining->event_caps = 0;
	KUNIT_EXPECT_EQ(test, perf_event_validate_size(joining), -E2BIG);
	leader->nr_siblings = PERF_SWITCHED_GROUP_MAX - 2;
	KUNIT_EXPECT_EQ(test, perf_event_validate_size(joining), 0);
	leader->nr_siblings++;
	KUNIT_EXPECT_EQ(test, perf_event_validate_size(joining), -E2BIG);
	leader->group_caps = 0;
	joining->event_caps = PERF_EV_CAP_RESIDENT;
	KUNIT_EXPECT_EQ(test, perf_event_validate_size(joining), -E2BIG);
}

/* perf_sample_page_size() reads page tables; some processors map the linear map otherwise. */
static void page_sizes(struct kunit *test)
{
	void *page = (void *)__get_free_page(GFP_KERNEL);
	void *mapped = vmalloc(PAGE_SIZE);
	u64 size;

	KUNIT_ASSERT_NOT_NULL(test, page);
	KUNIT_ASSERT_NOT_NULL(test, mapped);
	size = perf_sample_page_size((unsigned long)mapped);
	KUNIT_EXPECT_TRUE(test, !size || is_power_of_2(size));
	if (IS_ENABLED(CONFIG_MMU) && IS_ENABLED(CONFIG_HAVE_GUP_FAST))
		KUNIT_EXPECT_GE(test, size, PAGE_SIZE);
	KUNIT_EXPECT_EQ(test, perf_sample_page_size(0), 0);
	/* In user-mode Linux a kernel address can be a user's as well, and is taken for that. */
	if ((unsigned long)page >= TASK_SIZE)
		KUNIT_EXPECT_EQ(test, perf_sample_phys_addr((unsigned long)page + 5),
				virt_to_phys(page) + 5);
	KUNIT_EXPECT_EQ(test, perf_sample_phys_addr(0), 0);
	KUNIT_EXPECT_EQ(test, perf_sample_stack_size(64, 64, NULL), 0);
	free_page((unsigned long)page);
	vfree(mapped);
}

static struct kunit_case sample_cases[] = {
	KUNIT_CASE(table_is_complete),
	KUNIT_CASE(every_head),
	KUNIT_CASE(every_word_field),
	KUNIT_CASE(sample_defaults),
	KUNIT_CASE(prepare_twice),
	KUNIT_CASE(raw_data),
	KUNIT_CASE(raw_data_that_fails),
	KUNIT_CASE(callchain_that_changes),
	KUNIT_CASE(sample_unasked),
	KUNIT_CASE(branch_stack),
	KUNIT_CASE(read_formats),
	KUNIT_CASE(read_group_in_motion),
	KUNIT_CASE(too_large),
	KUNIT_CASE(no_ring),
	KUNIT_CASE(sample_backward),
	KUNIT_CASE(group_size_limit),
	KUNIT_CASE(switched_group_limit),
	KUNIT_CASE(page_sizes),
	{ }
};

static struct kunit_suite sample_suite = {
	.name		= "perf_sample",
	.exit		= record_fixture_exit,
	.test_cases	= sample_cases,
};

kunit_test_suite(sample_suite);
