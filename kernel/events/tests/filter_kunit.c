// SPDX-License-Identifier: GPL-2.0
/*
 * KUnit tests of address filters: perf_filter_next(), and perf_filter_clip() to a mapping.
 */
#include <kunit/test.h>
#include <linux/string.h>

#include "sideband/filter.h"

#define STOP	PERF_ADDR_FILTER_ACTION_STOP
#define START	PERF_ADDR_FILTER_ACTION_START
#define FILTER	PERF_ADDR_FILTER_ACTION_FILTER

#define MAX_FILTERS	3

struct parse_case {
	const char		*text;
	int			ret;
	unsigned int		nr;
	struct perf_filter_spec	specs[MAX_FILTERS];
};

/* perf_filter_next() returns @nr filters, @specs, and then @ret. */
static const struct parse_case parse_cases[] = {
	{ "" },
	{ " ,\n, " },
	{ "start 0x1000", 0, 1, { { START, 0x1000 } } },
	{ "stop 4096", 0, 1, { { STOP, 4096 } } },
	{ "start 010", 0, 1, { { START, 8 } } },
	{ "filter 0x1000/0x20", 0, 1, { { FILTER, 0x1000, 0x20 } } },
	{ "filter 0/1@/bin/true", 0, 1, { { FILTER, 0, 1, "/bin/true" } } },
	{ "start 0x10@a", 0, 1, { { START, 0x10, 0, "a" } } },
	{ "start 0x10/8@a", 0, 1, { { START, 0x10, 8, "a" } } },
	{ "filter 1/2@dir/with@sign", 0, 1, { { FILTER, 1, 2, "dir/with@sign" } } },
	{ "filter 1/2,start 3@f\nstop 4@f", 0, 3,
	  { { FILTER, 1, 2 }, { START, 3, 0, "f" }, { STOP, 4, 0, "f" } } },
	{ "  filter,,1/2\n", 0, 1, { { FILTER, 1, 2 } } },
	{ "filter 0xffffffff/1", 0, 1, { { FILTER, 0xffffffff, 1 } } },

	{ "filter", -EINVAL },
	{ "start", -EINVAL },
	{ "begin 0x10", -EINVAL },
	{ "Filter 1/2", -EINVAL },
	{ "filters 1/2", -EINVAL },
	{ "0x1000", -EINVAL },
	{ "filter 0x1000", -EINVAL },
	{ "filter 0x1000/0", -EINVAL },
	{ "filter 0x1000@f", -EINVAL },
	{ "filter /0x20", -EINVAL },
	{ "filter 0x1000/", -EINVAL },
	{ "filter 1/2/3", -EINVAL },
	{ "filter 1/2@", -EINVAL },
	{ "filter @f", -EINVAL },
	{ "start -1", -EINVAL },
	{ "start +1", -EINVAL },
	{ "start x", -EINVAL },
	{ "start 0x", -EINVAL },
	{ "start 1x", -EINVAL },
	{ "filter 1/-1", -EINVAL },
	{ "start 0x10000000000000000", -EINVAL },
	{ "filter filter 1/2", -EINVAL },
	{ "start 1 2", -EINVAL, 1, { { START, 1 } } },
	{ "start 1,stop", -EINVAL, 1, { { START, 1 } } },
};

static void parse_case_name(const struct parse_case *c, char *name)
{
	strscpy(name, *c->text ? c->text : "(empty)", KUNIT_PARAM_DESC_SIZE);
	strreplace(name, '\n', '|');
}

KUNIT_ARRAY_PARAM(parse, parse_cases, parse_case_name);

static void expect_spec(struct kunit *test, const struct perf_filter_spec *spec,
			const struct perf_filter_spec *expect)
{
	KUNIT_EXPECT_EQ(test, spec->action, expect->action);
	KUNIT_EXPECT_EQ(test, spec->offset, expect->offset);
	KUNIT_EXPECT_EQ(test, spec->size, expect->size);
	KUNIT_EXPECT_STREQ(test, spec->file ?: "(kernel)", expect->file ?: "(kernel)");
}

static void parses_as_written(struct kunit *test)
{
	const struct parse_case *c = test->param_value;
	struct perf_filter_spec spec;
	unsigned int nr = 0;
	size_t size = strlen(c->text) + 1;
	char *text;
	int ret;

	text = kunit_kzalloc(test, size, GFP_KERNEL);
	KUNIT_ASSERT_NOT_NULL(test, text);
	strscpy(text, c->text, size);

	while ((ret = perf_filter_next(&text, &spec)) > 0) {
		KUNIT_ASSERT_LT(test, nr, c->nr);
		expect_spec(test, &spec, &c->specs[nr]);
		nr++;
	}
	KUNIT_EXPECT_EQ(test, ret, c->ret);
	KUNIT_EXPECT_EQ(test, nr, c->nr);
}

struct clip_case {
	const char			*name;
	unsigned long			offset;
	unsigned long			size;
	bool				in;
	struct perf_addr_filter_range	range;
};

/* A mapping at 0x700000 of the file's bytes 0x2000 to 0x4fff. */
#define MAP_START	0x700000UL
#define MAP_END		0x703000UL
#define MAP_OFFSET	0x2000UL

static const struct clip_case clip_cases[] = {
	{ "inside", 0x2100, 0x10, true, { 0x700100, 0x10 } },
	{ "all of it", 0x2000, 0x3000, true, { 0x700000, 0x3000 } },
	{ "beyond both ends", 0x1000, 0x9000, true, { 0x700000, 0x3000 } },
	{ "over the beginning", 0x1f00, 0x200, true, { 0x700000, 0x100 } },
	{ "over the end", 0x4ff0, 0x100, true, { 0x702ff0, 0x10 } },
	{ "last byte", 0x4fff, 1, true, { 0x702fff, 1 } },
	{ "up to the beginning", 0x1f00, 0x100, false },
	{ "from the end on", 0x5000, 0x100, false },
	{ "long before", 0, 0x10, false },
	{ "single address inside", 0x2000, 0, true, { 0x700000, 0 } },
	{ "single address at the end", 0x5000, 0, false },
	{ "single address before", 0x1fff, 0, false },
	{ "to the end of the address space", 0x3000, ~0UL, true, { 0x701000, 0x2000 } },
	{ "all of the address space", 0, ~0UL, true, { 0x700000, 0x3000 } },
};

KUNIT_ARRAY_PARAM_DESC(clip, clip_cases, name);

static void clips_to_the_mapping(struct kunit *test)
{
	const struct clip_case *c = test->param_value;
	struct perf_addr_filter filter = { .offset = c->offset, .size = c->size };
	struct perf_addr_filter_range range = {};

	KUNIT_EXPECT_EQ(test, perf_filter_clip(&filter, MAP_START, MAP_END, MAP_OFFSET, &range),
			c->in);
	KUNIT_EXPECT_EQ(test, range.start, c->range.start);
	KUNIT_EXPECT_EQ(test, range.size, c->range.size);
}

static struct kunit_case filter_cases[] = {
	KUNIT_CASE_PARAM(parses_as_written, parse_gen_params),
	KUNIT_CASE_PARAM(clips_to_the_mapping, clip_gen_params),
	{}
};

static struct kunit_suite filter_suite = {
	.name		= "perf_filter",
	.test_cases	= filter_cases,
};

kunit_test_suite(filter_suite);

MODULE_DESCRIPTION("KUnit tests of address filters");
MODULE_LICENSE("GPL");
