// SPDX-License-Identifier: GPL-2.0
/*
 * KUnit tests of cache_config.c: the fields of attr.config, and the limits of each.
 */
#include <kunit/test.h>
#include <linux/errno.h>
#include <linux/perf/cache_config.h>

#define CACHE(_name)	PERF_COUNT_HW_CACHE_##_name

static const u64 cache_config_table[PERF_COUNT_HW_CACHE_MAX]
				   [PERF_COUNT_HW_CACHE_OP_MAX]
				   [PERF_COUNT_HW_CACHE_RESULT_MAX] = {
	[CACHE(L1D)][CACHE(OP_READ)][CACHE(RESULT_ACCESS)]	= 0x11,
	[CACHE(L1D)][CACHE(OP_READ)][CACHE(RESULT_MISS)]	= 0x12,
	[CACHE(L1D)][CACHE(OP_WRITE)][CACHE(RESULT_ACCESS)]	= 0x13,
	[CACHE(L1I)][CACHE(OP_READ)][CACHE(RESULT_ACCESS)]	= 0x14,
	[CACHE(BPU)][CACHE(OP_PREFETCH)][CACHE(RESULT_ACCESS)]	= 0x15,
	[CACHE(NODE)][CACHE(OP_PREFETCH)][CACHE(RESULT_MISS)]	= U64_MAX,
};

/* A driver would count another event than the program opened. */
static void cache_config_codes(struct kunit *test)
{
	static const struct {
		u64	config;
		u64	code;
	} rows[] = {
		{ 0x000000, 0x11 },
		{ 0x010000, 0x12 },
		{ 0x000100, 0x13 },
		{ 0x000001, 0x14 },
		{ 0x000205, 0x15 },
		{ 0x010206, U64_MAX },
		{ 0x010101, 0 },
	};
	unsigned int i;
	u64 code;

	for (i = 0; i < ARRAY_SIZE(rows); i++) {
		code = 1;
		KUNIT_EXPECT_EQ(test, 0, perf_cache_config_code(cache_config_table,
								rows[i].config, &code));
		KUNIT_EXPECT_EQ_MSG(test, rows[i].code, code, "config %#llx", rows[i].config);
	}
}

/* A driver would read beyond its table, or accept bits that have no meaning. */
static void cache_config_limits(struct kunit *test)
{
	static const u64 configs[] = {
		0x000007, 0x0000ff, 0x000300, 0x00ff00, 0x020000, 0xff0000,
		BIT_ULL(24), BIT_ULL(31), BIT_ULL(32), BIT_ULL(63), U64_MAX,
	};
	unsigned int i;
	u64 code;

	for (i = 0; i < ARRAY_SIZE(configs); i++)
		KUNIT_EXPECT_EQ_MSG(test, -EINVAL,
				    perf_cache_config_code(cache_config_table, configs[i], &code),
				    "config %#llx", configs[i]);
}

static struct kunit_case cache_config_cases[] = {
	KUNIT_CASE(cache_config_codes),
	KUNIT_CASE(cache_config_limits),
	{}
};

static struct kunit_suite cache_config_suite = {
	.name = "perf-cache-config",
	.test_cases = cache_config_cases,
};

kunit_test_suite(cache_config_suite);
