// SPDX-License-Identifier: GPL-2.0
/*
 * Our driver as a function: its files of tables, of events and of control registers are linked
 * with this one, unmodified.
 */
#include "host.h"

#include <asm/reg.h>

#include "event.h"
#include "names.h"

#include "compare.h"

static const struct perf_power_model *model;

bool own_begin(const struct processor *processor)
{
	host_pvr = processor->pvr;
	host_features = processor->features;
	model = perf_power_find_model();
	return model;
}

static struct pmu own_pmu = { .type = PERF_TYPE_RAW, .task_ctx_nr = perf_hw_context };

static void own_attr(struct perf_event *event, const struct one_event *from, bool task)
{
	*event = (struct perf_event) {
		.attr = {
			.type		= from->type,
			.config		= from->config,
			.config1	= from->config1,
			.exclude_user	= from->exclude & 1,
			.exclude_kernel	= from->exclude >> 1 & 1,
			.exclude_hv	= from->exclude >> 2 & 1,
			.sample_period	= from->samples ? 100000 : 0,
			.sample_type	= from->branches ? PERF_SAMPLE_BRANCH_STACK : 0,
			.branch_sample_type = from->branches,
		},
		.hw.target		= task ? event : NULL,
		.hw.sample_period	= from->samples ? 100000 : 0,
		.pmu			= &own_pmu,
	};
	event->sibling_list = (struct list_head){ &event->sibling_list, &event->sibling_list };
}

static void own_join(struct perf_event *leader, struct perf_event *event)
{
	struct list_head *head = &leader->sibling_list;

	event->sibling_list = (struct list_head){ head, head->prev };
	head->prev->next = &event->sibling_list;
	head->prev = &event->sibling_list;
}

static int own_open(const struct group *group, struct perf_event *events, unsigned int *refused)
{
	unsigned int i;
	int err;

	for (i = 0; i < group->number; i++) {
		own_attr(&events[i], &group->event[i], group->task);
		events[i].group_leader = &events[0];
	}
	for (i = 0; i < group->number; i++) {
		*refused = i;
		err = perf_power_event_setup(model, &events[i]) ?:
		      perf_power_event_fits(&events[i]);
		if (err)
			return err;
		if (i)
			own_join(&events[0], &events[i]);
	}
	return 0;
}

static void own_close(const struct group *group, struct perf_event *events)
{
	unsigned int i;

	for (i = 0; i < group->number; i++)
		perf_power_event_free(&events[i]);
}

/* The control registers for @events with the codes and counters of @image. */
static void own_registers(const struct group *group, struct perf_event *events,
			  struct image *image)
{
	struct perf_power_attrs attrs;
	struct perf_power_regs regs;
	unsigned int i, counter, used = 0;

	perf_power_regs_begin(model, &regs);
	for (counter = 0; counter < model->counters; counter++) {
		for (i = 0; i < group->number; i++) {
			if (image->counter[i] != counter)
				continue;
			attrs = perf_power_request(&events[i])->attrs;
			attrs.code = image->code[i];
			perf_power_regs_add(model, &regs, &attrs, counter, false);
			used |= BIT(counter);
		}
		/* The base does not use MMCR2 to freeze the counters without an event. */
		if (!(used & BIT(counter)) && !model->has_207)
			perf_power_regs_idle(model, &regs, counter, false);
	}
#ifdef CONFIG_FSL_EMB_PERF_EVENT
	for (i = 0; i < model->counters; i++) {
		image->mmcr[i] = regs.pmlca[i];
		image->mmcr[GROUP_EVENTS + i] = regs.pmlcb[i];
	}
#else
	image->mmcr[0] = regs.mmcr0;
	image->mmcr[1] = regs.mmcr1;
	image->mmcr[2] = regs.mmcr2;
	image->mmcr[3] = regs.mmcr3;
	image->mmcr[4] = regs.mmcra;
#endif
}

void own_group(const struct group *group, struct image *image)
{
	const struct perf_power_demand *demands[GROUP_EVENTS];
	struct perf_power_assignment assigned[GROUP_EVENTS];
	struct perf_event events[GROUP_EVENTS];
	unsigned int i;

	*image = (struct image){ };
	image->err = own_open(group, events, &image->event);
	if (!image->err) {
		for (i = 0; i < group->number; i++)
			demands[i] = &perf_power_request(&events[i])->demand;
		if (!perf_power_assign(demands, group->number, assigned))
			image->err = -EAGAIN;
	}
	for (i = 0; i < group->number && !image->err; i++) {
		image->code[i] = demands[i]->choice[assigned[i].choice].code;
		image->counter[i] = assigned[i].counter;
	}
	if (!image->err)
		own_registers(group, events, image);
	own_close(group, events);
}

/* In @demand, the ways that count @code on @counter; a model may have several for one code. */
static void own_restrict(struct perf_power_demand *demand, unsigned long code,
			 unsigned int counter)
{
	unsigned int i, number = 0;

	for (i = 0; i < demand->number; i++) {
		struct perf_power_choice choice = demand->choice[i];

		if ((choice.code & model->code_bits) != code || !(choice.counters & BIT(counter)))
			continue;
		choice.counters = BIT(counter);
		demand->choice[number++] = choice;
	}
	demand->number = number;
}

/*
 * Our registers for the codes and counters of @like. Returns false if the events cannot be counted
 * like that; @image->event is one of those without such a way, or their number.
 */
bool own_image(const struct group *group, const struct image *like, struct image *image)
{
	struct perf_power_assignment assigned[GROUP_EVENTS];
	const struct perf_power_demand *pointers[GROUP_EVENTS];
	struct perf_power_demand demands[GROUP_EVENTS];
	struct perf_event events[GROUP_EVENTS];
	bool possible;
	unsigned int i;

	*image = *like;
	possible = !own_open(group, events, &image->event);
	image->event = group->number;
	for (i = 0; i < group->number && possible; i++) {
		demands[i] = perf_power_request(&events[i])->demand;
		pointers[i] = &demands[i];
		own_restrict(&demands[i], like->code[i], like->counter[i]);
		if (!demands[i].number)
			image->event = i;
	}
	possible = possible && perf_power_assign(pointers, group->number, assigned);
	for (i = 0; i < group->number && possible; i++)
		image->code[i] = demands[i].choice[assigned[i].choice].code;
	if (possible)
		own_registers(group, events, image);
	own_close(group, events);
	return possible;
}

/* The files of the folder "format", as "NAME=TEXT". */
const char *own_format(unsigned int number)
{
	const struct perf_power_named *format;
	static char text[64];

	for (format = model->formats; format->name; format++) {
		if (number--)
			continue;
		snprintf(text, sizeof(text), "%s=%s", format->name, format->text);
		return text;
	}
	return NULL;
}

/* The files of the folder "events": those of the model's table, then its cache events. */
unsigned long own_named(unsigned int number, const char **name)
{
	static char cache_name[PERF_POWER_CACHE_NAME];
	const struct perf_power_named *event;
	const u64 *cache;

	for (event = model->events; event->name; event++) {
		if (number--)
			continue;
		*name = event->name;
		return strtoul(strchr(event->text, '=') + 1, NULL, 16);
	}
	for (cache = &model->cache[0][0][0]; cache < &model->cache[PERF_COUNT_HW_CACHE_MAX][0][0];
	     cache++) {
		unsigned int i = cache - &model->cache[0][0][0];

		if (!*cache || *cache == PERF_POWER_NONSENSE || number--)
			continue;
		perf_power_cache_name(i / 6, i / 2 % 3, i % 2, cache_name, sizeof(cache_name));
		*name = cache_name;
		return *cache;
	}
	*name = NULL;
	return 0;
}
