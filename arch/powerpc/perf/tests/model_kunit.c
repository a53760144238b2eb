// SPDX-License-Identifier: GPL-2.0
/*
 * Unit tests of the processors' tables: every code of a table is valid, and the register values
 * of codes are compared with the manuals.
 */
#include <kunit/test.h>
#include <linux/kernel.h>
#include <linux/string.h>

#include "model_fixture.h"

/* Tables of expected values, of the processors that this kernel supports. */
#ifdef CONFIG_FSL_EMB_PERF_EVENT_E500
#include "model_vectors_e500.h"
#elif defined(CONFIG_PPC64)
#include "model_vectors64.h"
#else
#include "model_vectors32.h"
#endif

static void perf_model_name(const struct perf_power_model *const *model, char *name)
{
	strscpy(name, (*model)->name, KUNIT_PARAM_DESC_SIZE);
}

KUNIT_ARRAY_PARAM(perf_model, perf_models, perf_model_name);

static const struct perf_power_model *perf_param_model(struct kunit *test)
{
	return *(const struct perf_power_model *const *)test->param_value;
}

/* perf_power_raw_code() and perf_power_demand_init() must accept each code of the tables. */
static void perf_expect_countable(struct kunit *test, u64 code)
{
	const struct perf_power_model *model = perf_param_model(test);
	const struct perf_power_attrs attrs = { .code = code, .in_task = true };
	struct perf_power_demand demand;
	u64 same;

	KUNIT_EXPECT_EQ_MSG(test, perf_power_raw_code(model, code, 0, &same), 0, "code %#llx",
			    code);
	KUNIT_EXPECT_EQ_MSG(test, perf_power_demand_init(model, &attrs, &demand), 0, "code %#llx",
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

/* Returns the bits of a format; *@config1 says in which word. */
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

/* Each bit of @code_bits is in exactly one format, besides "event" for all bits. */
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

static void perf_vector_name(const struct perf_vector *vector, char *name)
{
	snprintf(name, KUNIT_PARAM_DESC_SIZE, "%s %#llx", vector->model->name, vector->code);
}

KUNIT_ARRAY_PARAM(perf_vector, perf_vectors, perf_vector_name);

static void perf_model_vector_test(struct kunit *test)
{
	const struct perf_vector *vector = test->param_value;
	struct perf_power_attrs attrs = { .code = vector->code, .config1 = vector->config1 };
	u64 mmcr0 = PERF_MMCR0_EVENT_BITS;
	struct perf_power_regs regs;

	if (vector->model->selects_in_mmcr0)
		mmcr0 |= PERF_MMCR0_SELECTS;
	perf_power_regs_begin(vector->model, &regs);
	perf_power_regs_add(vector->model, &regs, &attrs, vector->counter, false);
	KUNIT_EXPECT_EQ(test, regs.mmcr1, vector->mmcr1);
	KUNIT_EXPECT_EQ(test, regs.mmcr2, vector->mmcr2);
	KUNIT_EXPECT_EQ(test, regs.mmcr3, vector->mmcr3);
	if (vector->counter < PERF_E500_COUNTERS) {
		KUNIT_EXPECT_EQ(test, regs.pmlca[vector->counter], vector->pmlca);
		KUNIT_EXPECT_EQ(test, regs.pmlcb[vector->counter], vector->pmlcb);
	}
	if (vector->counter < 4 || vector->mmcra)
		KUNIT_EXPECT_EQ(test, regs.mmcra, vector->mmcra);
	KUNIT_EXPECT_EQ(test, regs.mmcr0 & mmcr0, vector->mmcr0);
}

static void perf_refused_name(const struct perf_refused *refused, char *name)
{
	snprintf(name, KUNIT_PARAM_DESC_SIZE, "%s %#llx", refused->model->name, refused->code);
}

KUNIT_ARRAY_PARAM(perf_refused, perf_refused_codes, perf_refused_name);

static void perf_model_refused_test(struct kunit *test)
{
	const struct perf_refused *refused = test->param_value;
	struct perf_power_attrs attrs = { };
	struct perf_power_demand demand;
	int err;

	err = perf_power_raw_code(refused->model, refused->code, 0, &attrs.code) ?:
	      perf_power_demand_init(refused->model, &attrs, &demand);
	KUNIT_EXPECT_EQ(test, err, refused->err);
}

static void perf_group_name(const struct perf_group *group, char *name)
{
	snprintf(name, KUNIT_PARAM_DESC_SIZE, "%s %#llx %#llx", group->model->name,
		 group->codes[0], group->codes[1]);
}

KUNIT_ARRAY_PARAM(perf_group, perf_groups, perf_group_name);

static void perf_model_group_test(struct kunit *test)
{
	const struct perf_power_demand *demands[PERF_POWER_COUNTERS];
	struct perf_power_assignment assigned[PERF_POWER_COUNTERS];
	const struct perf_group *group = test->param_value;
	unsigned int number;

	for (number = 0; group->codes[number]; number++) {
		const struct perf_power_attrs attrs = {
			.code		= group->codes[number],
			.config1	= group->config1[number],
			.in_task	= group->in_task,
		};

		demands[number] = perf_model_demand(test, group->model, &attrs);
	}
	KUNIT_EXPECT_EQ(test, perf_power_assign(demands, number, assigned), group->fits);
}

static struct kunit_case perf_model_cases[] = {
	KUNIT_CASE_PARAM(perf_model_codes_test, perf_model_gen_params),
	KUNIT_CASE_PARAM(perf_model_events_test, perf_model_gen_params),
	KUNIT_CASE_PARAM(perf_model_formats_test, perf_model_gen_params),
	KUNIT_CASE_PARAM(perf_model_vector_test, perf_vector_gen_params),
	KUNIT_CASE_PARAM(perf_model_refused_test, perf_refused_gen_params),
	KUNIT_CASE_PARAM(perf_model_group_test, perf_group_gen_params),
	{}
};

static struct kunit_suite perf_model_suite = {
	.name		= "perf_power_model",
	.test_cases	= perf_model_cases,
};

kunit_test_suite(perf_model_suite);
