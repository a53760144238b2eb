// SPDX-License-Identifier: GPL-2.0
/*
 * The base's driver for e500 and its successors as a function, as base.c for the others: the
 * functions of its core-fsl-emb.c that open an event and give it a counter are taken out of it into
 * base_fsl.h by check.
 */
#include "host.h"

#include "base_event.h"
#include "compare.h"

static unsigned long local_a[MAX_HWEVENTS], local_b[MAX_HWEVENTS];

static void write_pmlca(int idx, unsigned long val)
{
	local_a[idx] = val;
}

static void write_pmlcb(int idx, unsigned long val)
{
	local_b[idx] = val;
}

static void write_pmc(int idx, unsigned long val)
{
}

#define mtpmr(_register, _value)	((void)(_register), (void)(_value))
#define isync()			((void)0)

static struct fsl_emb_pmu *ppmu;

#include "base_fsl.h"

int register_fsl_emb_pmu(struct fsl_emb_pmu *pmu)
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

/* Give each event a counter, as the base does when it schedules a group in. */
static int base_schedule(struct perf_event *events, unsigned int number, struct image *image)
{
	unsigned int i;

	memset(&cpu_hw_events, 0, sizeof(cpu_hw_events));
	for (i = 0; i < (unsigned int)ppmu->n_counter; i++) {
		local_a[i] = PMLCA_FC;
		local_b[i] = 0;
	}
	for (i = 0; i < number; i++) {
		if (fsl_emb_pmu_add(&events[i], PERF_EF_START))
			return -EAGAIN;
		image->counter[i] = events[i].hw.idx;
	}
	for (i = 0; i < (unsigned int)ppmu->n_counter; i++) {
		image->mmcr[i] = local_a[i];
		image->mmcr[GROUP_EVENTS + i] = local_b[i];
	}
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
		image->err = fsl_emb_pmu_event_init(&events[i]);
		image->code[i] = group->event[i].config;
		if (events[i].attr.type != PERF_TYPE_RAW)
			image->code[i] = events[i].hw.config_base >> 16 & 0x1ff;
		if (i && !image->err)
			base_join(&events[0], &events[i]);
	}
	if (!image->err)
		image->err = base_schedule(events, group->number, image);
}

/* The PMU has no files. */
unsigned long base_named(unsigned int number, const char **name)
{
	*name = NULL;
	return 0;
}

const char *base_format(unsigned int number)
{
	return NULL;
}

unsigned int base_pool(unsigned long *codes, unsigned int room)
{
	unsigned int number;

	for (number = 0; number < room && number < 512; number++)
		codes[number] = number;
	return number;
}
