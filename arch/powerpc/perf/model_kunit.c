// SPDX-License-Identifier: GPL-2.0
/*
 * Unit tests of the processors' tables: each is walked, and what codes come to in the
 * registers is compared with what the manuals say.
 */
#include <kunit/test.h>
#include <linux/kernel.h>
#include <linux/string.h>

#include <asm/reg.h>

#include "model.h"

static const struct perf_power_model *const perf_models[] = {
	&perf_power_isa3, &perf_power6, &perf_power7, &perf_power8, &perf_power9, &perf_power10,
};

static void perf_model_name(const struct perf_power_model *const *model, char *name)
{
	strscpy(name, (*model)->name, KUNIT_PARAM_DESC_SIZE);
}

KUNIT_ARRAY_PARAM(perf_model, perf_models, perf_model_name);

static const struct perf_power_model *perf_param_model(struct kunit *test)
{
	return *(const struct perf_power_model *const *)test->param_value;
}

/* A code of the tables is one that a program may ask for as well, and can be counted. */
static void perf_expect_countable(struct kunit *test, u64 code)
{
	const struct perf_power_model *model = perf_param_model(test);
	struct perf_demand demand;
	u64 same;

	KUNIT_EXPECT_EQ_MSG(test, perf_power_raw_code(model, code, 0, &same), 0, "code %#llx",
			    code);
	KUNIT_EXPECT_EQ_MSG(test, perf_power_demand(model, code, 0, &demand), 0, "code %#llx",
			    code);
	KUNIT_EXPECT_LE(test, demand.number, PERF_POWER_CHOICES);
}

static void perf_model_codes_test(struct kunit *test)
{
	const struct perf_power_model *model = perf_param_model(test);
	const u64 *cache = &model->cache[0][0][0];
	unsigned int i, j;

	for (i = 0; i < PERF_COUNT_HW_MAX; i++) {
		if (model->generic[i])
			perf_expect_countable(test, model->generic[i]);
	}
	for (i = 0; i < sizeof(model->cache) / sizeof(*cache); i++) {
		if (cache[i] && cache[i] != PERF_POWER_NONSENSE)
			perf_expect_countable(test, cache[i]);
	}
	for (i = 0; i < model->equals; i++) {
		KUNIT_EXPECT_NE(test, model->equal[i][1], 0);
		for (j = 0; j < PERF_POWER_EQUALS && model->equal[i][j]; j++)
			perf_expect_countable(test, model->equal[i][j]);
	}
}

/* The strings in sysfs: "event=" and a code. */
static void perf_model_events_test(struct kunit *test)
{
	const struct perf_power_named *event;
	u64 code;

	for (event = perf_param_model(test)->events; event->name; event++) {
		KUNIT_ASSERT_TRUE_MSG(test, str_has_prefix(event->text, "event="), "%s",
				      event->name);
		KUNIT_ASSERT_EQ_MSG(test, kstrtou64(event->text + strlen("event="), 16, &code), 0,
				    "%s", event->name);
		perf_expect_countable(test, code);
	}
}

/* A format's text: the word it is about, and its bits there. */
static u64 perf_format_bits(const char *text, bool *config1)
{
	unsigned int low, high;
	int found;

	*config1 = str_has_prefix(text, "config1:");
	found = sscanf(strchr(text, ':') + 1, "%u-%u", &low, &high);
	if (found <= 0)
		return 0;
	return found == 1 ? BIT_ULL(low) : GENMASK_ULL(high, low);
}

/* The formats name each bit that a code may have, once, beside "event" for all. */
static void perf_model_formats_test(struct kunit *test)
{
	const struct perf_power_model *model = perf_param_model(test);
	const struct perf_power_named *format;
	u64 config = 0, config1 = 0, field, *bits;
	bool second;

	for (format = model->formats; format->name; format++) {
		field = perf_format_bits(format->text, &second);
		bits = second ? &config1 : &config;
		KUNIT_EXPECT_NE_MSG(test, field, 0, "%s", format->name);
		if (!strcmp(format->name, "event")) {
			KUNIT_EXPECT_EQ(test, model->code_bits & ~field, 0);
			continue;
		}
		KUNIT_EXPECT_EQ_MSG(test, *bits & field, 0, "%s", format->name);
		*bits |= field;
	}
	KUNIT_EXPECT_EQ(test, config, model->code_bits);
	KUNIT_EXPECT_EQ(test, config1, model->config1_bits);
}

/**
 * struct perf_vector - a code, and what it comes to
 * @model:   processor
 * @code:    event code
 * @config1: attr.config1
 * @counter: from 0
 * @mmcr1:   expected
 * @mmcr2:   expected
 * @mmcr3:   expected
 * @mmcra:   expected
 * @mmcr0:   expected of the bits that depend on the event
 */
struct perf_vector {
	const struct perf_power_model	*model;
	u64				code;
	u64				config1;
	unsigned int			counter;
	u64				mmcr1;
	u64				mmcr2;
	u64				mmcr3;
	u64				mmcra;
	u64				mmcr0;
};

#define PERF_MMCR0_EVENT_BITS	(MMCR0_PMC1CE | MMCR0_PMCjCE | MMCR0_FC56 | MMCR0_C56RUN)
#define PERF_MMCR0_MODES	(MMCR0_FCS | MMCR0_FCP | MMCR0_FCHV | MMCR0_FCWAIT)

static const struct perf_vector perf_vectors[] = {
	/* instructions, cycles */
	{ &perf_power_isa3, 0x100fe, 0, 0, .mmcr1 = 0xfe000000,
	  .mmcr0 = MMCR0_PMC1CE | MMCR0_FC56 },
	{ &perf_power_isa3, 0x400f6, 0, 3, .mmcr1 = 0xf6, .mmcr0 = MMCR0_PMCjCE | MMCR0_FC56 },
	{ &perf_power_isa3, 0x500fa, 0, 4, .mmcr0 = MMCR0_PMCjCE | MMCR0_C56RUN },
	{ &perf_power9, 0x0001e, 0, 0, .mmcr1 = 0x1e000000, .mmcra = 2ULL << 42,
	  .mmcr0 = MMCR0_PMC1CE | MMCR0_FC56 },
	{ &perf_power9, 0x00002, 0, 1, .mmcr1 = 0x020000, .mmcra = 2ULL << 42,
	  .mmcr0 = MMCR0_PMCjCE | MMCR0_FC56 },
	{ &perf_power9, 0x600f4, 0, 5, .mmcr0 = MMCR0_PMCjCE | MMCR0_C56RUN },
	/* unit, combination, cache qualifier */
	{ &perf_power9, 0x4d05e, 0, 3, .mmcr1 = 0x000d00000000005eULL, .mmcra = 2ULL << 42,
	  .mmcr0 = MMCR0_PMCjCE | MMCR0_FC56 },
	{ &perf_power9, 0x46880, 0, 3, .mmcr1 = 0x0006000200000080ULL,
	  .mmcra = 2ULL << 42, .mmcr0 = MMCR0_PMCjCE | MMCR0_FC56 },
	{ &perf_power9, 0x21c040, 0, 0, .mmcr1 = 0xc000800040000000ULL, .mmcra = 2ULL << 42,
	  .mmcr0 = MMCR0_PMC1CE | MMCR0_FC56 },
	/* the same of POWER8 */
	{ &perf_power8, 0x0001e, 0, 0, .mmcr1 = 0x1e000000, .mmcra = 1ULL << 42,
	  .mmcr0 = MMCR0_PMC1CE | MMCR0_FC56 },
	{ &perf_power8, 0x600f4, 0, 5, .mmcr0 = MMCR0_PMCjCE | MMCR0_C56RUN },
	{ &perf_power8, 0x1e054, 0, 0, .mmcr1 = 0xe000000054000000ULL, .mmcra = 1ULL << 42,
	  .mmcr0 = MMCR0_PMC1CE | MMCR0_FC56 },
	{ &perf_power8, 0x0d8b8, 0, 2, .mmcr1 = 0x00d000020000b800ULL, .mmcra = 1ULL << 42,
	  .mmcr0 = MMCR0_PMCjCE | MMCR0_FC56 },
	{ &perf_power8, 0x64c042, 0, 3, .mmcr1 = 0x000c800000000042ULL, .mmcra = 1ULL << 42,
	  .mmcr0 = MMCR0_PMCjCE | MMCR0_FC56 },
	{ &perf_power8, 0x544042, 0, 3, .mmcr1 = 0x0004400000000042ULL, .mmcra = 1ULL << 42,
	  .mmcr0 = MMCR0_PMCjCE | MMCR0_FC56 },
	/* POWER8: marked, with a threshold, with a response to match */
	{ &perf_power8, 0x10401e0, 0, 3, .mmcr1 = 0xe0, .mmcra = 3,
	  .mmcr0 = MMCR0_PMCjCE | MMCR0_FC56 },
	{ &perf_power8, 0x200401ec, 0, 3, .mmcr1 = 0xec, .mmcra = 1 << 16 | 1,
	  .mmcr0 = MMCR0_PMCjCE | MMCR0_FC56 },
	{ &perf_power8, 0x13e35340401e0, 0, 3, .mmcr1 = 0xe0,
	  .mmcra = 0x13eULL << 32 | 1 << 16 | 3 << 12 | 5 << 8 | 5 << 4 | 1,
	  .mmcr0 = MMCR0_PMCjCE | MMCR0_FC56 },
	{ &perf_power8, 0x3500030156, 0, 2, .mmcr1 = 0x0000035000005600ULL, .mmcra = 1,
	  .mmcr0 = MMCR0_PMCjCE | MMCR0_FC56 },
	/* POWER7: unit and combination, second level cache, marked */
	{ &perf_power7, 0x0c880, 0, 0, .mmcr1 = 0xc000000880000000ULL,
	  .mmcr0 = MMCR0_PMC1CE | MMCR0_FC56 },
	{ &perf_power7, 0x36382, 0, 2, .mmcr1 = 0x0060600000008200ULL,
	  .mmcr0 = MMCR0_PMCjCE | MMCR0_FC56 },
	{ &perf_power7, 0x40020, 0, 3, .mmcr1 = 0x20, .mmcra = 1,
	  .mmcr0 = MMCR0_PMCjCE | MMCR0_FC56 },
	{ &perf_power7, 0x0d084, 0, 1, .mmcr1 = 0x0d00000000840000ULL, .mmcra = 1,
	  .mmcr0 = MMCR0_PMCjCE | MMCR0_FC56 },
	{ &perf_power7, 0x500fa, 0, 4, .mmcr0 = MMCR0_PMCjCE },
	/* POWER6: nest, byte of the bus, marked, look-ahead, sum over the lower half */
	{ &perf_power6, 0x250532, 0, 1, .mmcr1 = 0x5000a00000320000ULL,
	  .mmcr0 = MMCR0_PMCjCE | MMCR0_FC56 },
	{ &perf_power6, 0x342054, 0, 2, .mmcr1 = 0x0040000000005400ULL,
	  .mmcr0 = MMCR0_PMCjCE | MMCR0_FC56 },
	{ &perf_power6, 0x7008e, 0, 2, .mmcr1 = 0x700000000000ae00ULL, .mmcra = 1,
	  .mmcr0 = MMCR0_PMCjCE | MMCR0_FC56 },
	{ &perf_power6, 0x920c0, 0, 2, .mmcr1 = 0x009000000000e000ULL, .mmcra = 1,
	  .mmcr0 = MMCR0_PMCjCE | MMCR0_FC56 },
	{ &perf_power6, 0x930e4, 0, 1, .mmcr1 = 0x0009000000e40000ULL, .mmcra = 1,
	  .mmcr0 = MMCR0_PMCjCE | MMCR0_FC56 },
	{ &perf_power6, 0xc01f, 0, 2, .mmcr1 = 0x0000042000001f00ULL,
	  .mmcr0 = MMCR0_PMCjCE | MMCR0_FC56 },
	{ &perf_power6, 0xc01e, 0, 3, .mmcr1 = 0x000002100000001eULL,
	  .mmcr0 = MMCR0_PMCjCE | MMCR0_FC56 },
	{ &perf_power6, 0x193034, 0, 0, .mmcr1 = 0x0009000834000000ULL, .mmcra = 1,
	  .mmcr0 = MMCR0_PMC1CE | MMCR0_FC56 },
	/* marked loads with a threshold */
	{ &perf_power9, 0x13e35340401e0, 0, 3, .mmcr1 = 0xe0,
	  .mmcra = 0x13eULL << 45 | 1 << 16 | 3 << 12 | 5 << 8 | 5 << 4 | 1,
	  .mmcr0 = MMCR0_PMCjCE | MMCR0_FC56 },
	{ &perf_power10, 0x35340401e0, 1000, 3, .mmcr1 = 0xe0,
	  .mmcra = 0x1faULL << 45 | 1ULL << 37 | 1 << 16 | 3 << 12 | 5 << 8 | 5 << 4 | 1,
	  .mmcr0 = MMCR0_PMCjCE | MMCR0_FC56 },
	/* radix scope, second level cache selector, source of data */
	{ &perf_power10, 0x14242, 0, 0, .mmcr1 = 0x4000200042000000ULL,
	  .mmcra = 1ULL << 37 | 2ULL << 42, .mmcr0 = MMCR0_PMC1CE | MMCR0_FC56 },
	{ &perf_power10, 0x010000046080, 0, 3, .mmcr1 = 0x0006000000000080ULL, .mmcr2 = 1 << 3,
	  .mmcra = 1ULL << 37 | 2ULL << 42, .mmcr0 = MMCR0_PMCjCE | MMCR0_FC56 },
	{ &perf_power10, 0x1340000001c040, 0, 0, .mmcr1 = 0xc000000040000000ULL,
	  .mmcr3 = 0x9aULL << 49, .mmcra = 1ULL << 37 | 2ULL << 42,
	  .mmcr0 = MMCR0_PMC1CE | MMCR0_FC56 },
};

static void perf_vector_name(const struct perf_vector *vector, char *name)
{
	snprintf(name, KUNIT_PARAM_DESC_SIZE, "%s %#llx", vector->model->name, vector->code);
}

KUNIT_ARRAY_PARAM(perf_vector, perf_vectors, perf_vector_name);

static void perf_model_vector_test(struct kunit *test)
{
	const struct perf_vector *vector = test->param_value;
	struct perf_power_attrs attrs = { .code = vector->code, .config1 = vector->config1 };
	struct perf_power_regs regs;

	perf_power_regs_begin(vector->model, &regs);
	perf_power_regs_add(vector->model, &regs, &attrs, vector->counter, false);
	KUNIT_EXPECT_EQ(test, regs.mmcr1, vector->mmcr1);
	KUNIT_EXPECT_EQ(test, regs.mmcr2, vector->mmcr2);
	KUNIT_EXPECT_EQ(test, regs.mmcr3, vector->mmcr3);
	if (vector->counter < 4)
		KUNIT_EXPECT_EQ(test, regs.mmcra, vector->mmcra);
	KUNIT_EXPECT_EQ(test, regs.mmcr0 & PERF_MMCR0_EVENT_BITS, vector->mmcr0);
}

static void perf_model_freeze_test(struct kunit *test)
{
	struct perf_power_attrs attrs = { .code = 0x2, .exclude_kernel = true, .exclude_hv = true };
	struct perf_power_regs regs;

	perf_power_regs_begin(&perf_power9, &regs);
	perf_power_regs_add(&perf_power9, &regs, &attrs, 0, false);
	KUNIT_EXPECT_EQ(test, regs.mmcr2, BIT_ULL(63) | BIT_ULL(57));

	attrs = (struct perf_power_attrs) { .code = 0x2, .exclude_user = true };
	perf_power_regs_add(&perf_power9, &regs, &attrs, 1, false);
	KUNIT_EXPECT_EQ(test, regs.mmcr2, BIT_ULL(63) | BIT_ULL(57) | BIT_ULL(53));

	/* A kernel without a hypervisor below runs in the hypervisor's state. */
	perf_power_regs_begin(&perf_power9, &regs);
	attrs = (struct perf_power_attrs) { .code = 0x2, .exclude_kernel = true };
	perf_power_regs_add(&perf_power9, &regs, &attrs, 0, true);
	KUNIT_EXPECT_EQ(test, regs.mmcr2, BIT_ULL(57));
}

/* Before ISA 2.07 there is one set of bits for all counters, on which they must agree. */
static void perf_model_freeze_all_test(struct kunit *test)
{
	struct perf_power_attrs attrs[] = {
		{ .code = 0x2, .exclude_kernel = true, .exclude_hv = true },
		{ .code = 0x1e, .exclude_kernel = true, .exclude_hv = true },
		{ .code = 0x1e, .exclude_hv = true },
	};
	struct perf_demand demand[ARRAY_SIZE(attrs)];
	struct perf_place places[ARRAY_SIZE(attrs)];
	struct perf_power_regs regs;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(attrs); i++) {
		KUNIT_ASSERT_EQ(test, perf_power_demand(&perf_power7, attrs[i].code, 0,
							&demand[i]), 0);
		perf_power_demand_modes(&perf_power7, &attrs[i], &demand[i]);
	}
	KUNIT_EXPECT_TRUE(test, perf_power_place((const struct perf_demand *const[]) {
			&demand[0], &demand[1] }, 2, places));
	KUNIT_EXPECT_FALSE(test, perf_power_place((const struct perf_demand *const[]) {
			&demand[0], &demand[2] }, 2, places));

	perf_power_regs_begin(&perf_power7, &regs);
	perf_power_regs_idle(&perf_power7, &regs, 1, false);
	perf_power_regs_add(&perf_power7, &regs, &attrs[0], 0, false);
	KUNIT_EXPECT_EQ(test, regs.mmcr2, 0);
	KUNIT_EXPECT_EQ(test, regs.mmcr0 & PERF_MMCR0_MODES, MMCR0_FCS | MMCR0_FCHV);

	/* A kernel without a hypervisor below runs in the hypervisor's state. */
	perf_power_regs_begin(&perf_power7, &regs);
	perf_power_regs_add(&perf_power7, &regs, &attrs[0], 0, true);
	KUNIT_EXPECT_EQ(test, regs.mmcr0 & PERF_MMCR0_MODES, MMCR0_FCHV);
}

/**
 * struct perf_refused - a code that cannot be asked for
 * @model: processor
 * @code:  event code
 * @err:   what the caller gets
 */
struct perf_refused {
	const struct perf_power_model	*model;
	u64				code;
	int				err;
};

static const struct perf_refused perf_refused_codes[] = {
	/* the fifth and the sixth counter count one thing each */
	{ &perf_power9, 0x2500fa, -EINVAL },
	{ &perf_power9, 0x2600f4, -EINVAL },
	{ &perf_power9, 0x501e0, -EINVAL },
	{ &perf_power10, 0x6001e, -EINVAL },
	{ &perf_power10, 0x35340500fa, -EINVAL },
	{ &perf_power10, 0x7001e, -EINVAL },
	/* reserved sampling modes and thresholds */
	{ &perf_power9, 0x50401e0, -EINVAL },
	{ &perf_power9, 0xc0401e0, -EINVAL },
	{ &perf_power10, 0x100401e0, -EINVAL },
	{ &perf_power10, 0x1e0401e0, -EINVAL },
	{ &perf_power10, 0xf0340401e0, -EINVAL },
	{ &perf_power9, 0x0f340401e0, -EINVAL },
	/* fields of POWER10 only, fields of nobody's */
	{ &perf_power9, 0x1340000001c040, -EINVAL },
	{ &perf_power9, 0x14242, -EINVAL },
	{ &perf_power10, 0x700000000000001e, -EINVAL },
	{ &perf_power_isa3, 0x1c040, -EINVAL },
	/* POWER8: fields of nobody's, cache selectors that cannot be set, a bad threshold */
	{ &perf_power8, 0x1021e, -EINVAL },
	{ &perf_power8, 0x4000000000002, -EINVAL },
	{ &perf_power8, 0x117080, -EINVAL },
	{ &perf_power8, 0x1100fc, -EINVAL },
	{ &perf_power8, 0x8100000401e0, -EINVAL },
	{ &perf_power8, 0x2500fa, -EINVAL },
	{ &perf_power8, 0x501e0, -EINVAL },
	{ &perf_power7, 0x100001e, -EINVAL },
	{ &perf_power6, 0x100001e, -EINVAL },
	{ &perf_power6, 0x81e, -EINVAL },
	{ &perf_power6, 0x50001e, -EINVAL },
	{ &perf_power6, 0x70001e, -EINVAL },
	{ &perf_power7, 0x5001e, -EINVAL },
	{ &perf_power7, 0x7001e, -EINVAL },
	/* event-based branches */
	{ &perf_power9, 0x800000000001001e, -EOPNOTSUPP },
};

static void perf_refused_name(const struct perf_refused *refused, char *name)
{
	snprintf(name, KUNIT_PARAM_DESC_SIZE, "%s %#llx", refused->model->name, refused->code);
}

KUNIT_ARRAY_PARAM(perf_refused, perf_refused_codes, perf_refused_name);

static void perf_model_refused_test(struct kunit *test)
{
	const struct perf_refused *refused = test->param_value;
	struct perf_demand demand;
	u64 code;
	int err;

	err = perf_power_raw_code(refused->model, refused->code, 0, &code) ?:
	      perf_power_demand(refused->model, code, 0, &demand);
	KUNIT_EXPECT_EQ(test, err, refused->err);
}

/**
 * struct perf_group - events to be counted at a time
 * @model: processor
 * @fits:  they can be
 * @codes: event codes, 0 behind the last
 * @config1: attr.config1 of each
 */
struct perf_group {
	const struct perf_power_model	*model;
	bool				fits;
	u64				codes[PERF_POWER_COUNTERS];
	u64				config1[PERF_POWER_COUNTERS];
};

static const struct perf_group perf_groups[] = {
	/* one counter for two events */
	{ &perf_power9, false, { 0x21c040, 0x21c040 } },
	{ &perf_power9, true, { 0x21c040, 0x22c040 } },
	/* units 6 to 9 need the fourth counter */
	{ &perf_power9, false, { 0x26080 } },
	{ &perf_power9, true, { 0x46080, 0x36880 } },
	{ &perf_power9, true, { 0x2, 0x26080 } },
	/* cache qualifiers */
	{ &perf_power9, false, { 0x1100fc, 0x23e054 } },
	{ &perf_power9, true, { 0x1100fc, 0x13e054 } },
	{ &perf_power9, true, { 0x500fa, 0x600f4, 0x22c040 } },
	/* sampling modes, thresholds */
	{ &perf_power10, false, { 0x35340401e0, 0x34340101ec } },
	{ &perf_power10, false, { 0x35340401e0, 0x35540101ec } },
	{ &perf_power10, true, { 0x35340401e0, 0x35340101ec } },
	{ &perf_power10, false, { 0x35340401e0, 0x35340101ec }, { 1000, 2000 } },
	{ &perf_power10, true, { 0x35340401e0, 0x35340101ec }, { 1000, 1000 } },
	{ &perf_power9, false, { 0x13e35340401e0, 0x17d34340101ec } },
	{ &perf_power9, true, { 0x13e35340401e0, 0x13e35340101ec } },
	/* radix scope, second level cache selector */
	{ &perf_power10, false, { 0x14242, 0x200fc } },
	{ &perf_power10, true, { 0x14242, 0x24242 } },
	{ &perf_power10, false, { 0x010000046080, 0x26880 } },
	{ &perf_power10, true, { 0x010000046080, 0x010000026880 } },
	/* POWER8: qualifiers, sampling modes, thresholds, responses */
	{ &perf_power8, false, { 0x61c042, 0x524042 } },
	{ &perf_power8, true, { 0x61c042, 0x62c042 } },
	{ &perf_power8, true, { 0x61c042, 0x2c042 } },
	{ &perf_power8, true, { 0x17080, 0x827082 } },
	{ &perf_power8, false, { 0x10401e0, 0x201e2 } },
	{ &perf_power8, true, { 0x10401e0, 0x10201e2 } },
	{ &perf_power8, true, { 0x200401ec, 0x200101e8 } },
	{ &perf_power8, false, { 0x200401ec, 0x400101e8 } },
	{ &perf_power8, true, { 0x3500030156, 0x350004f152 } },
	{ &perf_power8, false, { 0x3500030156, 0x360004f152 } },
	{ &perf_power8, true, { 0x3500030156, 0x200401ec } },
	{ &perf_power8, true, { 0x1e054, 0x100f8 } },
	{ &perf_power8, true, { 0x2, 0x1e, 0x100f8, 0x200fa, 0x300fc, 0x400fc } },
	/* POWER6: bytes of the bus, what the nest tells, counters that are left alone */
	{ &perf_power6, true, { 0x250532, 0x342054, 0x400056 } },
	{ &perf_power6, false, { 0x250532, 0x150432 } },
	{ &perf_power6, true, { 0x80082, 0x410a0 } },
	{ &perf_power6, false, { 0x80082, 0x90084 } },
	{ &perf_power6, true, { 0x80080, 0x90084 } },
	{ &perf_power6, true, { 0x600005, 0x10001c } },
	{ &perf_power6, false, { 0x600005, 0x10001c, 0x200012, 0x300012 } },
	{ &perf_power6, false, { 0x500009 } },
	{ &perf_power6, false, { 0x1e, 0x1e, 0x2, 0x2, 0x600005 } },
	/* POWER7: what the second level cache tells */
	{ &perf_power7, true, { 0x16082, 0x26080 } },
	{ &perf_power7, false, { 0x46182, 0x36382 } },
	{ &perf_power7, true, { 0x46182, 0x36182 } },
	{ &perf_power7, true, { 0x200f4, 0x200fa } },
	/* equal codes: the first four counters are taken */
	{ &perf_power9, true, { 0x1e, 0x100fc, 0x200fa, 0x300fc, 0x400fc } },
	{ &perf_power10, true, { 0x2, 0x100fc, 0x200fa, 0x300fc, 0x400fc } },
	{ &perf_power9, true, { 0x200f4, 0x200fa } },
	{ &perf_power9, true, { 0x200f2, 0x200fc } },
	{ &perf_power9, true, { 0x400fa, 0x400fc } },
	{ &perf_power_isa3, true, { 0x500fa, 0x100fe } },
	{ &perf_power_isa3, false, { 0x500fa, 0x100fe, 0x100fc } },
};

static void perf_group_name(const struct perf_group *group, char *name)
{
	snprintf(name, KUNIT_PARAM_DESC_SIZE, "%s %#llx %#llx", group->model->name,
		 group->codes[0], group->codes[1]);
}

KUNIT_ARRAY_PARAM(perf_group, perf_groups, perf_group_name);

static void perf_model_group_test(struct kunit *test)
{
	const struct perf_demand *demands[PERF_POWER_COUNTERS];
	struct perf_place places[PERF_POWER_COUNTERS];
	const struct perf_group *group = test->param_value;
	struct perf_demand *demand;
	unsigned int number;

	for (number = 0; group->codes[number]; number++) {
		demand = kunit_kzalloc(test, sizeof(*demand), GFP_KERNEL);
		KUNIT_ASSERT_NOT_NULL(test, demand);
		KUNIT_ASSERT_EQ(test, perf_power_demand(group->model, group->codes[number],
							group->config1[number], demand), 0);
		demands[number] = demand;
	}
	KUNIT_EXPECT_EQ(test, perf_power_place(demands, number, places), group->fits);
}

static struct kunit_case perf_model_cases[] = {
	KUNIT_CASE_PARAM(perf_model_codes_test, perf_model_gen_params),
	KUNIT_CASE_PARAM(perf_model_events_test, perf_model_gen_params),
	KUNIT_CASE_PARAM(perf_model_formats_test, perf_model_gen_params),
	KUNIT_CASE_PARAM(perf_model_vector_test, perf_vector_gen_params),
	KUNIT_CASE(perf_model_freeze_test),
	KUNIT_CASE(perf_model_freeze_all_test),
	KUNIT_CASE_PARAM(perf_model_refused_test, perf_refused_gen_params),
	KUNIT_CASE_PARAM(perf_model_group_test, perf_group_gen_params),
	{}
};

static struct kunit_suite perf_model_suite = {
	.name		= "perf_powerpc_model",
	.test_cases	= perf_model_cases,
};

kunit_test_suite(perf_model_suite);
