// SPDX-License-Identifier: GPL-2.0
/*
 * The PMU's folder in sysfs: formats, events and the processor's name, made from the tables of
 * its model.
 *
 * Owns the attributes; they live as long as the kernel. No locks.
 * Context: boot.
 */
#include <linux/perf_event.h>
#include <linux/slab.h>

#include "model.h"
#include "names.h"
#include "sysfs.h"

static const char *perf_power_name __ro_after_init;

static ssize_t pmu_name_show(struct device *dev, struct device_attribute *attr, char *page)
{
	return sysfs_emit(page, "%s\n", perf_power_name);
}

static DEVICE_ATTR_RO(pmu_name);

static struct attribute *perf_power_caps[] = {
	&dev_attr_pmu_name.attr,
	&perf_pmu_counters_attr.attr,
	NULL
};

static const struct attribute_group perf_power_caps_group = {
	.name	= "caps",
	.attrs	= perf_power_caps,
};

/* Make an attribute for each entry of @table; NULL if there is no memory. */
static struct attribute **perf_power_files(const struct perf_power_named *table)
{
	struct perf_pmu_events_attr *files;
	struct attribute **attrs;
	unsigned int number, i;

	for (number = 0; table[number].name; number++)
		;
	attrs = kcalloc(number + 1, sizeof(*attrs), GFP_KERNEL);
	files = kcalloc(number, sizeof(*files), GFP_KERNEL);
	if (!attrs || !files) {
		kfree(attrs);
		kfree(files);
		return NULL;
	}

	for (i = 0; i < number; i++) {
		sysfs_attr_init(&files[i].attr.attr);
		files[i].attr.attr.name = table[i].name;
		files[i].attr.attr.mode = 0444;
		files[i].attr.show = perf_event_sysfs_show;
		files[i].event_str = table[i].text;
		attrs[i] = &files[i].attr.attr;
	}
	return attrs;
}

static const char * __init perf_power_event_text(u64 code)
{
	return kasprintf(GFP_KERNEL, "event=%#llx", code);
}

/* Append @model's cache events to @table, unless it is NULL. Returns their number. */
static unsigned int __init perf_power_add_caches(const struct perf_power_model *model,
						 struct perf_power_named *table)
{
	unsigned int cache, op, result, number = 0;
	char name[PERF_POWER_CACHE_NAME];

	for (cache = 0; cache < PERF_COUNT_HW_CACHE_MAX; cache++) {
		for (op = 0; op < PERF_COUNT_HW_CACHE_OP_MAX; op++) {
			for (result = 0; result < PERF_COUNT_HW_CACHE_RESULT_MAX; result++) {
				u64 code = model->cache[cache][op][result];

				if (!code || code == PERF_POWER_NONSENSE)
					continue;
				number++;
				if (!table)
					continue;
				perf_power_cache_name(cache, op, result, name, sizeof(name));
				table->name = kstrdup(name, GFP_KERNEL);
				table->text = perf_power_event_text(code);
				table++;
			}
		}
	}
	return number;
}

/* The events of @model's table, and its cache events; NULL if there is no memory. */
static struct perf_power_named * __init perf_power_events(const struct perf_power_model *model)
{
	struct perf_power_named *events;
	unsigned int number, caches, i;

	for (number = 0; model->events[number].name; number++)
		;
	caches = perf_power_add_caches(model, NULL);
	events = kcalloc(number + caches + 1, sizeof(*events), GFP_KERNEL);
	if (!events)
		return NULL;
	for (i = 0; i < number; i++)
		events[i] = model->events[i];
	perf_power_add_caches(model, &events[number]);
	for (i = number; i < number + caches; i++) {
		if (!events[i].name || !events[i].text)
			return NULL; /* at boot, without memory */
	}
	return events;
}

static struct attribute_group perf_power_format_group __ro_after_init = { .name = "format" };
static struct attribute_group perf_power_events_group __ro_after_init = { .name = "events" };

static const struct attribute_group *perf_power_groups[] = {
	&perf_power_caps_group,
	&perf_power_format_group,
	&perf_power_events_group,
	NULL
};

/**
 * perf_power_sysfs() - make the groups of a processor's PMU
 * @model: processor
 *
 * Return: the groups, for pmu->attr_groups; NULL if there is no memory.
 *
 * Context: boot, once.
 */
const struct attribute_group ** __init perf_power_sysfs(const struct perf_power_model *model)
{
	const struct perf_power_named *events = perf_power_events(model);

	if (!events)
		return NULL;
	perf_power_name = model->name;
	perf_power_format_group.attrs = perf_power_files(model->formats);
	perf_power_events_group.attrs = perf_power_files(events);
	if (!perf_power_format_group.attrs || !perf_power_events_group.attrs)
		return NULL;
	return perf_power_groups;
}
