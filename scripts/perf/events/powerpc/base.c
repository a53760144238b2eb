// SPDX-License-Identifier: GPL-2.0
/*
 * The base's driver as a function: its files for each processor are linked with this one, and the
 * functions of its core-book3s.c that open and check events are taken out of it into base_core.h
 * by check.
 */
#include "host.h"

#include "base_event.h"
#include "compare.h"

#define BHRB_MAX_ENTRIES	32
static struct power_pmu *ppmu;
#define is_ebb_event(_event)	((_event)->attr.config >> PERF_EVENT_CONFIG_EBB_SHIFT & 1)

#include "base_core.h"

struct cpu_spec *cur_cpu_spec = &(struct cpu_spec){ };
u64 PERF_REG_EXTENDED_MASK;

ssize_t power_events_sysfs_show(struct device *dev, struct device_attribute *attr, char *page)
{
	return 0;
}

/* The base's initcall of a processor ends here. */
int register_power_pmu(struct power_pmu *pmu)
{
	ppmu = pmu;
	return 0;
}

bool base_begin(const struct processor *processor)
{
	host_pvr = processor->pvr;
	host_features = processor->features;
	ppmu = NULL;
	return !processor->base() && ppmu;
}

/* Count @events together, as the base does when it schedules a group in. */
static int base_schedule(struct perf_event *events, unsigned int number, struct image *image)
{
	static struct cpu_hw_events cpu;
	struct perf_event *pointers[GROUP_EVENTS];
	unsigned int flags[GROUP_EVENTS], i;
	u64 codes[GROUP_EVENTS];
	struct mmcr_regs mmcr = { };

	for (i = 0; i < number; i++) {
		pointers[i] = &events[i];
		flags[i] = events[i].hw.event_base;
		codes[i] = events[i].hw.config;
	}
	if (check_excludes(pointers, flags, 0, number) ||
	    power_check_constraints(&cpu, codes, flags, number, pointers))
		return -EAGAIN;
	if (ppmu->compute_mmcr(codes, number, image->counter, &mmcr, pointers, ppmu->flags))
		return -EIO;
	if (!(ppmu->flags & PPMU_ARCH_207S)) {
		mmcr.mmcr0 |= events[0].attr.exclude_user ? MMCR0_FCP : 0;
		mmcr.mmcr0 |= events[0].attr.exclude_kernel ? MMCR0_FCS : 0;
#ifdef CONFIG_PPC64
		mmcr.mmcr0 |= events[0].attr.exclude_hv ? MMCR0_FCHV : 0;
#endif
	}
	mmcr.mmcr0 |= MMCR0_PMXE | MMCR0_FCECE;
	memcpy(image->code, codes, sizeof(codes));
	image->mmcr[0] = mmcr.mmcr0;
	image->mmcr[1] = mmcr.mmcr1;
	image->mmcr[2] = mmcr.mmcr2;
	image->mmcr[3] = mmcr.mmcr3;
	image->mmcr[4] = mmcr.mmcra;
	return 0;
}

void base_group(const struct group *group, struct image *image)
{
	struct perf_event events[GROUP_EVENTS];
	unsigned int i;

	*image = (struct image){ };
	for (i = 0; i < group->number && !image->err; i++) {
		base_attr(&events[i], &group->event[i], group->task);
		events[i].group_leader = &events[0];
		image->event = i;
		image->err = power_pmu_event_init(&events[i]);
		if (i && !image->err)
			base_join(&events[0], &events[i]);
	}
	if (!image->err)
		image->err = base_schedule(events, group->number, image);
}

static struct attribute *base_file(const char *folder, unsigned int number)
{
	const struct attribute_group **groups;
	struct attribute **attrs;

	for (groups = ppmu->attr_groups; groups && *groups; groups++) {
		if (strcmp((*groups)->name, folder))
			continue;
		for (attrs = (*groups)->attrs; *attrs; attrs++) {
			if (!number--)
				return *attrs;
		}
	}
	return NULL;
}

/* The files of the folder "events". */
unsigned long base_named(unsigned int number, const char **name)
{
	struct attribute *attr = base_file("events", number);

	*name = attr ? attr->name : NULL;
	return attr ? ((struct perf_pmu_events_attr *)attr)->id : 0;
}

/* Those of the folder "format", as "NAME=TEXT" (PMU_FORMAT_ATTR of host.h). */
const char *base_format(unsigned int number)
{
	struct attribute *attr = base_file("format", number);

	return attr ? attr->name : NULL;
}

static unsigned int base_add(unsigned long *codes, unsigned int number, unsigned int room,
			     unsigned long code)
{
	unsigned int i;
	u64 more[MAX_EVENT_ALTERNATIVES];
	int found;

	if (!code || code == ~0UL)
		return number;
	for (i = 0; i < number; i++) {
		if (codes[i] == code)
			return number;
	}
	if (number == room)
		return number;
	codes[number++] = code;
	found = ppmu->get_alternatives ? ppmu->get_alternatives(code, 0, more) : 0;
	for (i = 0; (int)i < found; i++) {
		if (more[i] != code)
			number = base_add(codes, number, room, more[i]);
	}
	return number;
}

/* The codes in the base's tables: generic, cache and named events, and their alternatives. */
unsigned int base_pool(unsigned long *codes, unsigned int room)
{
	const u64 *cache = ppmu->cache_events ? &(*ppmu->cache_events)[0][0][0] : NULL;
	unsigned int number = 0, i;
	const char *name;
	u64 code;

	for (i = 0; (int)i < ppmu->n_generic; i++)
		number = base_add(codes, number, room, ppmu->generic_events[i]);
	for (i = 0; cache && i < sizeof(*ppmu->cache_events) / sizeof(*cache); i++)
		number = base_add(codes, number, room, cache[i]);
	for (i = 0; (code = base_named(i, &name)), name; i++)
		number = base_add(codes, number, room, code);
	return number;
}
