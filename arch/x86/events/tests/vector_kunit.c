// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of the way from an event's spelling to the registers, for every model: terms are combined
 * by the format files in sysfs, the driver sets up the event and starts it on a counter in
 * memory, and the values it writes are compared with model_vectors.h.
 *
 * Owns nothing that outlives a test. Context: task.
 */
#include <kunit/test.h>
#include <linux/cleanup.h>
#include <linux/device.h>
#include <linux/kstrtox.h>
#include <linux/string.h>
#include <linux/sysfs.h>

#include "event.h"
#include "fake_msr.h"
#include "hw.h"
#include "model_kunit.h"
#include "model_vectors.h"
#include "sysfs.h"

#define MOST_WRITES	32
#define MOST_TERMS	128

static const struct {
	const struct model_vectors	*rows;
	unsigned int			number;
} all_vectors[] = {
	{ core_vectors, ARRAY_SIZE(core_vectors) },
	{ goldencove_vectors, ARRAY_SIZE(goldencove_vectors) },
	{ atom_vectors, ARRAY_SIZE(atom_vectors) },
	{ amd_vectors, ARRAY_SIZE(amd_vectors) },
	{ legacy_vectors, ARRAY_SIZE(legacy_vectors) },
	{ zhaoxin_vectors, ARRAY_SIZE(zhaoxin_vectors) },
};

static bool is_processor_of(const struct perf_x86_model *model, u32 cpu)
{
	const u32 *known;

	for (known = model->cpus; known && *known; known++) {
		if (*known == cpu)
			return true;
	}
	return false;
}

static bool are_vectors_of(const struct model_vectors *vectors, const struct perf_x86_model *model)
{
	return !strcmp(vectors->model, model->name) &&
	       (!vectors->cpu || is_processor_of(model, vectors->cpu));
}

static const struct model_vectors *vectors_of(const struct perf_x86_model *model)
{
	unsigned int i, j;

	for (i = 0; i < ARRAY_SIZE(all_vectors); i++) {
		for (j = 0; j < all_vectors[i].number; j++) {
			if (are_vectors_of(&all_vectors[i].rows[j], model))
				return &all_vectors[i].rows[j];
		}
	}
	return NULL;
}

/* Every model of all_models[] is a parameter. */
static const void *models_gen_params(const void *previous, char *name)
{
	const struct perf_x86_model *const *model;
	bool found = !previous;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(all_models); i++) {
		for (model = all_models[i]; *model; model++) {
			if (found) {
				strscpy(name, (*model)->name, KUNIT_PARAM_DESC_SIZE);
				return model;
			}
			found = model == previous;
		}
	}
	return NULL;
}

/**
 * struct spelt - a PMU of a model, a CPU of it and an event, without the core
 * @pmu:     the PMU
 * @cpu:     the CPU
 * @file:    its registers
 * @event:   the event
 * @dev:     device of the PMU's files in sysfs
 * @page:    buffer for the text of such a file
 * @write:   the original write_msr of @file
 * @writes:  last value of each register since reset()
 * @written: number of @writes
 */
struct spelt {
	struct perf_x86_pmu		pmu;
	struct perf_x86_cpu		cpu;
	struct perf_x86_fake_file	file;
	struct perf_event		event;
	struct device			dev;
	char				*page;
	void				(*write)(struct perf_x86_fake *fake, u32 msr, u64 value);
	struct {
		u32	msr;
		u64	value;
	} writes[MOST_WRITES];
	unsigned int			written;
};

static void write_and_remember(struct perf_x86_fake *fake, u32 msr, u64 value)
{
	struct spelt *spelt = container_of(fake, struct spelt, file.fake);
	unsigned int i;

	for (i = 0; i < spelt->written && spelt->writes[i].msr != msr; i++)
		;
	if (i == spelt->written)
		spelt->written = min(spelt->written + 1, MOST_WRITES);
	if (i < MOST_WRITES) {
		spelt->writes[i].msr = msr;
		spelt->writes[i].value = value;
	}
	spelt->write(fake, msr, value);
}

/* A register not written since reset() has its idle value, 0. */
static u64 value_of(const struct spelt *spelt, u32 msr)
{
	unsigned int i;

	for (i = 0; i < spelt->written; i++) {
		if (spelt->writes[i].msr == msr)
			return spelt->writes[i].value;
	}
	return 0;
}

static int spelt_init(struct kunit *test)
{
	const struct perf_x86_model *const *model = test->param_value;
	const struct model_vectors *vectors;
	struct spelt *spelt;
	char *page;

	if (!model)
		return 0;
	vectors = vectors_of(*model);
	KUNIT_ASSERT_NOT_NULL_MSG(test, vectors, "%s has no vectors", (*model)->name);
	spelt = kunit_kzalloc(test, sizeof(*spelt), GFP_KERNEL);
	KUNIT_ASSERT_NOT_NULL(test, spelt);
	page = kunit_kzalloc(test, 2 * PAGE_SIZE, GFP_KERNEL);
	KUNIT_ASSERT_NOT_NULL(test, page);

	spelt->page = PTR_ALIGN(page, PAGE_SIZE);
	spelt->pmu.regs = *vectors->machine->regs;
	spelt->pmu.counters = vectors->machine->counters;
	spelt->pmu.width = 40;
	spelt->pmu.max_period = GENMASK_ULL(30, 0);
	spelt->pmu.pmu.type = PERF_TYPE_RAW;
	if (perf_x86_is_p4(&spelt->pmu))
		spelt->pmu.banks = perf_x86_p4_banks[P4_WHOLE];
	perf_x86_model_apply(&spelt->pmu, *model);
	if (vectors->machine->any)
		spelt->pmu.raw_mask |= ARCH_PERFMON_EVENTSEL_ANY;
	perf_x86_fake_attach(&spelt->file, &spelt->pmu, false);
	spelt->write = spelt->file.fake.write_msr;
	spelt->file.fake.write_msr = write_and_remember;
	spelt->cpu.pmu = &spelt->pmu;
	dev_set_drvdata(&spelt->dev, &spelt->pmu.pmu);
	static_branch_enable(&perf_x86_fake_key);
	test->priv = spelt;
	return 0;
}

static void spelt_exit(struct kunit *test)
{
	struct spelt *spelt = test->priv;

	if (!spelt)
		return;
	static_branch_disable(&perf_x86_fake_key);
	KUNIT_EXPECT_NULL_MSG(test, spelt->file.fault, "%s", spelt->file.fault ?: "");
}

/*
 * Files in sysfs.
 */
static const struct attribute_group *group_of(const char *name)
{
	const struct attribute_group **group;

	for (group = perf_x86_sysfs_groups; *group; group++) {
		if ((*group)->name && !strcmp((*group)->name, name))
			return *group;
	}
	return NULL;
}

static bool is_there(struct spelt *spelt, const struct attribute_group *group, unsigned int i)
{
	return group->is_visible(&spelt->dev.kobj, group->attrs[i], i);
}

/* Text of the file @attr, without the newline. */
static const char *text_of(struct spelt *spelt, struct attribute *attr)
{
	struct device_attribute *file = container_of(attr, struct device_attribute, attr);

	file->show(&spelt->dev, file, spelt->page);
	return strim(spelt->page);
}

/* Index of the group of events that only some models have (sysfs.c) */
#define NAMED_GROUP		1

/* The file of such an event, or NULL. */
static struct attribute *named_file(struct spelt *spelt, const char *name)
{
	const struct attribute_group *group = perf_x86_sysfs_updates[NAMED_GROUP];
	unsigned int i;

	for (i = 0; group->attrs[i]; i++) {
		if (!strcmp(group->attrs[i]->name, name))
			return is_there(spelt, group, i) ? group->attrs[i] : NULL;
	}
	return NULL;
}

/* Bits that a term's value goes to: those of its format, or a whole field of the attributes. */
static const char *format_of(struct spelt *spelt, const char *term)
{
	const struct attribute_group *format = group_of("format");
	unsigned int i;

	for (i = 0; format->attrs[i]; i++) {
		if (!strcmp(format->attrs[i]->name, term) && is_there(spelt, format, i))
			return text_of(spelt, format->attrs[i]);
	}
	return strcmp(term, "config") ? NULL : "config:0-63";
}

/*
 * Spelling.
 */

/* Puts the bits of @value, lowest first, into the ranges of bits in @format. */
static int put_value(struct perf_event_attr *attr, const char *format, u64 value)
{
	u64 *field = strstarts(format, "config1:") ? &attr->config1 : &attr->config;
	unsigned int low, high, width;
	int length;

	format = strchr(format, ':');
	if (!format)
		return -ENOENT;
	do {
		format++;
		if (sscanf(format, "%u-%u%n", &low, &high, &length) < 2) {
			if (sscanf(format, "%u%n", &low, &length) != 1)
				return -ENOENT;
			high = low;
		}
		width = high - low + 1;
		*field |= (value & GENMASK_ULL(width - 1, 0)) << low;
		value = width < 64 ? value >> width : 0;
		format += length;
	} while (*format == ',');
	return value ? -EINVAL : 0;
}

static int put_term(struct spelt *spelt, struct perf_event_attr *attr, char *term)
{
	char *name = strsep(&term, "=");
	const char *format;
	u64 value = 1;
	int err;

	err = term ? kstrtou64(term, 0, &value) : 0;
	if (err)
		return err;
	format = format_of(spelt, name);
	return format ? put_value(attr, format, value) : -EINVAL;
}

static int put_terms(struct spelt *spelt, struct perf_event_attr *attr, const char *terms)
{
	char copy[MOST_TERMS], *rest = copy, *term;
	int err = 0;

	if (strscpy(copy, terms, sizeof(copy)) < 0)
		return -E2BIG;
	attr->type = PERF_TYPE_RAW;
	while (!err && (term = strsep(&rest, ",")))
		err = put_term(spelt, attr, term);
	return err;
}

/* Names as in perf(1), and their numbers in the ABI: cache, operation, result. */
static const struct {
	const char	*name;
	u32		type;
	u64		config;
} generic_names[] = {
	{ "cpu-cycles",			PERF_TYPE_HARDWARE, 0 },
	{ "instructions",		PERF_TYPE_HARDWARE, 1 },
	{ "cache-references",		PERF_TYPE_HARDWARE, 2 },
	{ "cache-misses",		PERF_TYPE_HARDWARE, 3 },
	{ "branch-instructions",	PERF_TYPE_HARDWARE, 4 },
	{ "branch-misses",		PERF_TYPE_HARDWARE, 5 },
	{ "bus-cycles",			PERF_TYPE_HARDWARE, 6 },
	{ "stalled-cycles-frontend",	PERF_TYPE_HARDWARE, 7 },
	{ "stalled-cycles-backend",	PERF_TYPE_HARDWARE, 8 },
	{ "ref-cycles",			PERF_TYPE_HARDWARE, 9 },
	{ "L1-dcache-loads",		PERF_TYPE_HW_CACHE, 0x00000 },
	{ "L1-dcache-load-misses",	PERF_TYPE_HW_CACHE, 0x10000 },
	{ "L1-dcache-stores",		PERF_TYPE_HW_CACHE, 0x00100 },
	{ "L1-dcache-store-misses",	PERF_TYPE_HW_CACHE, 0x10100 },
	{ "L1-icache-load-misses",	PERF_TYPE_HW_CACHE, 0x10001 },
	{ "LLC-loads",			PERF_TYPE_HW_CACHE, 0x00002 },
	{ "LLC-load-misses",		PERF_TYPE_HW_CACHE, 0x10002 },
	{ "node-load-misses",		PERF_TYPE_HW_CACHE, 0x10006 },
	{ "dTLB-load-misses",		PERF_TYPE_HW_CACHE, 0x10003 },
	{ "dTLB-store-misses",		PERF_TYPE_HW_CACHE, 0x10103 },
	{ "iTLB-loads",			PERF_TYPE_HW_CACHE, 0x00004 },
	{ "iTLB-load-misses",		PERF_TYPE_HW_CACHE, 0x10004 },
	{ "branch-load-misses",		PERF_TYPE_HW_CACHE, 0x10005 },
};

static int spell(struct spelt *spelt, struct perf_event_attr *attr, const char *event)
{
	unsigned int i;

	memset(attr, 0, sizeof(*attr));
	for (i = 0; i < ARRAY_SIZE(generic_names); i++) {
		if (!strcmp(generic_names[i].name, event)) {
			attr->type = generic_names[i].type;
			attr->config = generic_names[i].config;
			return 0;
		}
	}
	return put_terms(spelt, attr, event);
}

static int set_up(struct spelt *spelt, const struct perf_event_attr *attr)
{
	struct perf_event *event = &spelt->event;

	memset(event, 0, sizeof(*event));
	event->attr = *attr;
	event->pmu = &spelt->pmu.pmu;
	event->group_leader = event;
	INIT_LIST_HEAD(&event->sibling_list);
	return perf_x86_event_setup(event) ?: perf_x86_event_fits(event);
}

static int set_up_terms(struct spelt *spelt, const char *terms)
{
	struct perf_event_attr attr;

	return spell(spelt, &attr, terms) ?: set_up(spelt, &attr);
}

/*
 * Counting.
 */
static void reset(struct spelt *spelt)
{
	spelt->cpu.assignment = (struct perf_assignment) { };
	if (perf_x86_is_p4(&spelt->pmu)) {
		spelt->cpu.running = 0;
		spelt->cpu.enabled = true;
		perf_x86_p4_reset(&spelt->cpu, P4_WHOLE);
	} else {
		perf_x86_hw_reset(&spelt->cpu);
	}
	spelt->written = 0;
}

static bool is_written(const struct spelt *spelt, const struct vector *vector, bool second)
{
	if (second)
		return value_of(spelt, vector->second.msr) == vector->second.value;
	return value_of(spelt, vector->first.msr) == vector->first.value;
}

/* Returns a bit for each register of @vector that is right while the event is on @counter. */
static unsigned int try_counter(struct spelt *spelt, const struct vector *vector,
				unsigned int counter)
{
	unsigned int right = 0;

	guard(irqsave)();
	spelt->event.hw.idx = counter;
	spelt->cpu.owner[counter] = &spelt->event;
	perf_x86_hw_start(&spelt->cpu, &spelt->event);
	if (is_written(spelt, vector, false))
		right |= BIT(0);
	if (is_written(spelt, vector, true))
		right |= BIT(1);
	perf_x86_hw_stop(&spelt->cpu, counter);
	return right;
}

/* A Pentium 4's event is assigned by its ESCRs, so perf_assign_add() chooses the counter. */
static unsigned int try_p4(struct kunit *test, struct spelt *spelt, const struct vector *vector)
{
	struct perf_assign_path path;

	KUNIT_EXPECT_EQ(test, 0ULL, vector->counters);
	scoped_guard(irqsave)
		reset(spelt);
	KUNIT_ASSERT_TRUE_MSG(test, perf_assign_add(&spelt->cpu.assignment,
						    perf_x86_allowed(&spelt->event), &path),
			      "%s", vector->event);
	return try_counter(spelt, vector, path.step[0]);
}

static unsigned int try_all(struct kunit *test, struct spelt *spelt, const struct vector *vector)
{
	u64 counters = perf_x86_allowed(&spelt->event);
	unsigned int right;

	KUNIT_ASSERT_EQ_MSG(test, vector->counters, counters, "%s", vector->event);
	scoped_guard(irqsave)
		reset(spelt);
	right = try_counter(spelt, vector, __ffs64(counters));
	scoped_guard(irqsave)
		reset(spelt);
	return right | try_counter(spelt, vector, fls64(counters) - 1);
}

static void check_vector(struct kunit *test, struct spelt *spelt, const struct vector *vector)
{
	unsigned int right;

	KUNIT_ASSERT_EQ_MSG(test, vector->err, set_up_terms(spelt, vector->event), "%s",
			    vector->event);
	if (vector->err)
		return;
	right = spelt->pmu.banks ? try_p4(test, spelt, vector) : try_all(test, spelt, vector);
	KUNIT_EXPECT_TRUE_MSG(test, right & BIT(0), "%s: register %x is not %llx but %llx",
			      vector->event, vector->first.msr, vector->first.value,
			      value_of(spelt, vector->first.msr));
	if (vector->second.msr)
		KUNIT_EXPECT_TRUE_MSG(test, right & BIT(1), "%s: register %x is not %llx but %llx",
				      vector->event, vector->second.msr, vector->second.value,
				      value_of(spelt, vector->second.msr));
}

static void check_vectors(struct kunit *test, const struct vector *vector)
{
	for (; vector && vector->event; vector++)
		check_vector(test, test->priv, vector);
}

static void spellings_become_register_bits(struct kunit *test)
{
	const struct perf_x86_model *const *model = test->param_value;
	const struct model_vectors *vectors = vectors_of(*model);

	check_vectors(test, vectors->common);
	check_vectors(test, vectors->vectors);
}

/**
 * struct tally - numbers of vectors by kind
 * @counted:      vectors that are not refused
 * @instructions: vectors of the generic event "instructions"
 * @raw:          vectors with terms; of more than one term if the model has more fields
 */
struct tally {
	unsigned int	counted;
	unsigned int	instructions;
	unsigned int	raw;
};

static void tally_up(struct tally *tally, const struct vector *vector, char mark)
{
	for (; vector && vector->event; vector++) {
		if (vector->err)
			continue;
		tally->counted++;
		tally->instructions += !strcmp(vector->event, "instructions");
		tally->raw += !!strchr(vector->event, mark);
	}
}

static void every_model_has_vectors(struct kunit *test)
{
	const struct perf_x86_model *const *model = test->param_value;
	const struct model_vectors *vectors = vectors_of(*model);
	const struct spelt *spelt = test->priv;
	char mark = spelt->pmu.raw_mask >> 8 ? ',' : '=';
	struct tally tally = { };

	tally_up(&tally, vectors->common, mark);
	tally_up(&tally, vectors->vectors, mark);
	KUNIT_EXPECT_GE(test, tally.counted, 3);
	KUNIT_EXPECT_EQ(test, tally.instructions,
			!!spelt->pmu.generic[PERF_COUNT_HW_INSTRUCTIONS]);
	KUNIT_EXPECT_GE(test, tally.raw, 1);
}

static void every_vector_has_a_model(struct kunit *test)
{
	unsigned int i, j, k, found;

	for (i = 0; i < ARRAY_SIZE(all_vectors); i++) {
		for (j = 0; j < all_vectors[i].number; j++) {
			const struct model_vectors *vectors = &all_vectors[i].rows[j];
			const struct perf_x86_model *const *model;

			found = 0;
			for (k = 0; k < ARRAY_SIZE(all_models); k++) {
				for (model = all_models[k]; *model; model++)
					found += vectors_of(*model) == vectors;
			}
			KUNIT_EXPECT_EQ_MSG(test, found, 1, "%s", vectors->model);
		}
	}
}

/* The spelling that sysfs gives for a generic event sets up the same event. */
static void names_are_spelt_as_what_they_count(struct kunit *test)
{
	const struct attribute_group *events = group_of("events");
	struct spelt *spelt = test->priv;
	unsigned int i;

	for (i = 0; i < PERF_COUNT_HW_MAX; i++) {
		struct perf_event_attr attr = { .type = PERF_TYPE_HARDWARE };
		const char *name = events->attrs[i]->name;
		char text[MOST_TERMS];
		u64 config, counters;

		attr.config = container_of(events->attrs[i], struct perf_pmu_events_attr,
					   attr.attr)->id;
		KUNIT_EXPECT_EQ_MSG(test, is_there(spelt, events, i) ? 0 : -ENOENT,
				    set_up(spelt, &attr), "%s", name);
		if (!is_there(spelt, events, i))
			continue;
		config = spelt->event.hw.config;
		counters = perf_x86_allowed(&spelt->event);
		strscpy(text, text_of(spelt, events->attrs[i]), sizeof(text));
		KUNIT_ASSERT_EQ_MSG(test, 0, set_up_terms(spelt, text), "%s: %s", name, text);
		KUNIT_EXPECT_EQ_MSG(test, config, spelt->event.hw.config, "%s: %s", name, text);
		KUNIT_EXPECT_EQ_MSG(test, counters, perf_x86_allowed(&spelt->event), "%s: %s",
				    name, text);
	}
}

/*
 * Codes by the event lists of Haswell, Ice Lake and Sapphire Rapids: RTM_RETIRED, TX_MEM; in
 * user and kernel mode, with an interrupt.
 */
static void transactions_have_names(struct kunit *test)
{
	static const struct {
		const char	*name;
		u64		config;
	} names[] = {
		{ "cycles-t", 0x10013003c },
		{ "cycles-ct", 0x30013003c },
		{ "tx-start", 0x1301c9 },
		{ "tx-commit", 0x1302c9 },
		{ "tx-abort", 0x1304c9 },
		{ "tx-conflict", 0x130154 },
	};
	struct spelt *spelt = test->priv;
	bool has = spelt->pmu.raw_mask & HSW_IN_TX &&
		   !(spelt->pmu.raw_mask & PERF_X86_WIDE_EVENT) && !perf_x86_is_p4(&spelt->pmu);
	char text[MOST_TERMS];
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(names); i++) {
		struct attribute *file = named_file(spelt, names[i].name);

		KUNIT_ASSERT_EQ(test, has, !!file);
		if (!has)
			continue;
		strscpy(text, text_of(spelt, file), sizeof(text));
		KUNIT_ASSERT_EQ_MSG(test, 0, set_up_terms(spelt, text), "%s", text);
		KUNIT_EXPECT_EQ_MSG(test, names[i].config, spelt->event.hw.config, "%s", text);
	}
}

/* A tool that opens an event by its name must not get an error: the model counts each of them. */
static void named_events_can_be_opened(struct kunit *test)
{
	const struct attribute_group *group = perf_x86_sysfs_updates[NAMED_GROUP];
	struct spelt *spelt = test->priv;
	char text[MOST_TERMS];
	unsigned int i;

	for (i = 0; group->attrs[i]; i++) {
		const char *name = group->attrs[i]->name;

		if (!is_there(spelt, group, i) || strstr(name, ".scale"))
			continue;
		strscpy(text, text_of(spelt, group->attrs[i]), sizeof(text));
		KUNIT_EXPECT_EQ_MSG(test, 0, set_up_terms(spelt, text), "%s: %s", name, text);
	}
}

static void terms_that_do_not_fit_are_refused(struct kunit *test)
{
	struct spelt *spelt = test->priv;

	KUNIT_EXPECT_EQ(test, -EINVAL, set_up_terms(spelt, "nothing=1"));
	KUNIT_EXPECT_EQ(test, -EINVAL, set_up_terms(spelt, "event=0xc0,x"));
	KUNIT_EXPECT_EQ(test, -EINVAL, set_up_terms(spelt, "event=0x1000"));
	KUNIT_EXPECT_EQ(test, -EINVAL, set_up_terms(spelt, "event=0xc0,umask=0x100"));
}

static struct kunit_case perf_x86_vector_cases[] = {
	KUNIT_CASE_PARAM(every_model_has_vectors, models_gen_params),
	KUNIT_CASE(every_vector_has_a_model),
	KUNIT_CASE_PARAM(spellings_become_register_bits, models_gen_params),
	KUNIT_CASE_PARAM(names_are_spelt_as_what_they_count, models_gen_params),
	KUNIT_CASE_PARAM(transactions_have_names, models_gen_params),
	KUNIT_CASE_PARAM(named_events_can_be_opened, models_gen_params),
	KUNIT_CASE_PARAM(terms_that_do_not_fit_are_refused, models_gen_params),
	{ }
};

static struct kunit_suite perf_x86_vector_suite = {
	.name = "perf_x86_vectors",
	.init = spelt_init,
	.exit = spelt_exit,
	.test_cases = perf_x86_vector_cases,
};

kunit_test_suite(perf_x86_vector_suite);

MODULE_DESCRIPTION("Tests of the way from an event's spelling to registers");
MODULE_LICENSE("GPL");
