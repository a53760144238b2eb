// SPDX-License-Identifier: GPL-2.0
/*
 * A driver of a tracer: it writes the address of each branch, a word of 64 bits, into the AUX
 * area of the event, and compares it with address filters before.
 *
 *	perf record -e example_trace// -- true
 *	perf record -e example_trace// --filter 'filter 0x1000/0x100' -- true
 *
 * The hardware is in memory:
 *
 *	echo 0x1000 >/sys/module/example_trace_pmu/parameters/branch
 *
 * is a branch to address 0x1000, on the writer's CPU while the writer runs. A device would write
 * the words by itself, and interrupt when it reaches handle->wakeup or the end of the free room;
 * here example_device_branch() does both.
 *
 * Context of the functions without another one: IRQs off, on the event's CPU.
 */
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/perf_event.h>
#include <linux/slab.h>

#define EXAMPLE_FILTERS	2

/**
 * struct example_area - an AUX area, as the hardware needs it
 * @pages:     addresses of its pages; a device would get a table of their DMA addresses
 * @size:      bytes, a power of two
 * @overwrite: the tracer goes round the area and asks for no room
 */
struct example_area {
	void		**pages;
	unsigned long	size;
	bool		overwrite;
};

/**
 * struct example_filters - the address ranges of an event
 * @nr:    number of ranges; 0: all branches are traced
 * @range: the ranges
 */
struct example_filters {
	unsigned int			nr;
	struct perf_addr_filter_range	range[EXAMPLE_FILTERS];
};

/**
 * struct example_tracer - the tracer of a CPU
 * @event:   event that traces, NULL for none
 * @area:    where to
 * @handle:  the open transaction
 * @written: bytes since it was opened
 */
struct example_tracer {
	struct perf_event		*event;
	struct example_area		*area;
	struct perf_output_handle	handle;
	unsigned long			written;
};

static DEFINE_PER_CPU(struct example_tracer, example_tracer);

/*
 * The AUX area. It is mapped by a task, which may sleep; the events that write to it are
 * stopped when free_aux is called.
 */
static void *example_setup_aux(struct perf_event *event, void **pages, int nr_pages,
			       bool overwrite)
{
	struct example_area *area = kzalloc(sizeof(*area), GFP_KERNEL);

	if (!area)
		return NULL;
	area->pages = pages;
	area->size = (unsigned long)nr_pages << PAGE_SHIFT;
	area->overwrite = overwrite;
	return area;
}

static void example_free_aux(void *aux)
{
	kfree(aux);
}

/* A NULL is no error: nothing is mapped, or the area is full and the core disables @event. */
static void example_begin(struct example_tracer *tracer, struct perf_event *event)
{
	unsigned long gap;

	tracer->written = 0;
	tracer->area = perf_aux_output_begin(&tracer->handle, event);
	if (!tracer->area)
		return;
	/* The hardware begins at a multiple of 8: the reader skips what lies before. */
	gap = -tracer->handle.head & (sizeof(u64) - 1);
	if (gap && !tracer->area->overwrite && perf_aux_output_skip(&tracer->handle, gap)) {
		perf_aux_output_end(&tracer->handle, 0);
		return;
	}
	WRITE_ONCE(tracer->event, event);
}

/* With overwrite the position goes back in @head, else the number of bytes in the call. */
static void example_end(struct example_tracer *tracer)
{
	WRITE_ONCE(tracer->event, NULL);
	if (tracer->area->overwrite)
		tracer->handle.head += tracer->written;
	perf_aux_output_end(&tracer->handle, tracer->written);
}

static void example_start(struct perf_event *event, int flags)
{
	/* Calls example_addr_filters_sync() if the filters have changed since the last start. */
	perf_event_addr_filters_sync(event);
	event->hw.state = 0;
	example_begin(this_cpu_ptr(&example_tracer), event);
}

/* The core also calls this when the area is unmapped, and before the filters change. */
static void example_stop(struct perf_event *event, int flags)
{
	struct example_tracer *tracer = this_cpu_ptr(&example_tracer);

	event->hw.state = PERF_HES_STOPPED | PERF_HES_UPTODATE;
	if (tracer->event == event)
		example_end(tracer);
}

static int example_add(struct perf_event *event, int flags)
{
	if (this_cpu_read(example_tracer.event))
		return -EBUSY;
	event->hw.state = PERF_HES_STOPPED | PERF_HES_UPTODATE;
	if (flags & PERF_EF_START)
		example_start(event, 0);
	return 0;
}

static void example_del(struct perf_event *event, int flags)
{
	example_stop(event, PERF_EF_UPDATE);
}

/* The count of a tracer is always 0. */
static void example_read(struct perf_event *event)
{
}

/*
 * Address filters.
 */

/* Task context: can the tracer do this? It only compares, it cannot start or stop. */
static int example_addr_filters_validate(struct list_head *filters)
{
	struct perf_addr_filter *filter;

	list_for_each_entry(filter, filters, entry) {
		if (filter->action != PERF_ADDR_FILTER_ACTION_FILTER || !filter->size)
			return -EOPNOTSUPP;
	}
	return 0;
}

/*
 * The core has translated the filters to addresses: those of a file are where the task has
 * mapped it, with size 0 while it has not. A raw spinlock is held.
 */
static void example_addr_filters_sync(struct perf_event *event)
{
	struct perf_addr_filters_head *head = perf_event_addr_filters(event);
	struct example_filters *filters = event->pmu_private;

	filters->nr = list_count_nodes(&head->list);
	memcpy(filters->range, event->addr_filter_ranges, filters->nr * sizeof(*filters->range));
}

static bool example_matches(const struct example_filters *filters, u64 address)
{
	unsigned int i;

	for (i = 0; i < filters->nr; i++) {
		if (address - filters->range[i].start < filters->range[i].size)
			return true;
	}
	return !filters->nr;
}

/*
 * The device.
 */
static void example_write_word(struct example_tracer *tracer, u64 word)
{
	struct example_area *area = tracer->area;
	unsigned long pos = (tracer->handle.head + tracer->written) & (area->size - 1);

	*(u64 *)(area->pages[pos >> PAGE_SHIFT] + offset_in_page(pos)) = word;
	tracer->written += sizeof(word);
}

static void example_device_branch(struct example_tracer *tracer, u64 address)
{
	struct perf_event *event = tracer->event;

	if (!event || !example_matches(event->pmu_private, address))
		return;
	if (tracer->area->overwrite) {
		example_write_word(tracer, address);
		return;
	}
	/* No room: the core disables the event, and its reader enables it again. */
	if (tracer->written + sizeof(address) > tracer->handle.size) {
		perf_aux_output_flag(&tracer->handle, PERF_AUX_FLAG_TRUNCATED);
		example_end(tracer);
		return;
	}
	example_write_word(tracer, address);
	/* The reader asked to be woken here: the end of a transaction does that. */
	if (tracer->handle.head + tracer->written >= tracer->handle.wakeup) {
		example_end(tracer);
		example_begin(tracer, event);
	}
}

static int example_branch_set(const char *text, const struct kernel_param *param)
{
	unsigned long flags;
	u64 address;
	int err;

	err = kstrtou64(text, 0, &address);
	if (err)
		return err;
	local_irq_save(flags);
	example_device_branch(this_cpu_ptr(&example_tracer), address);
	local_irq_restore(flags);
	return 0;
}

static const struct kernel_param_ops example_branch_ops = { .set = example_branch_set };
module_param_cb(branch, &example_branch_ops, NULL, 0200);
MODULE_PARM_DESC(branch, "address of a branch that happens now, on this CPU");

/*
 * Opening.
 */
static void example_destroy(struct perf_event *event)
{
	kfree(event->pmu_private);
	event->pmu_private = NULL;
}

static int example_event_init(struct perf_event *event)
{
	struct example_filters *filters;

	if (event->attr.type != event->pmu->type)
		return -ENOENT;
	if (event->attr.config)
		return -EINVAL;
	filters = kzalloc(sizeof(*filters), GFP_KERNEL);
	if (!filters)
		return -ENOMEM;
	event->pmu_private = filters;
	event->destroy = example_destroy;
	return 0;
}

static struct pmu example_pmu = {
	.module		= THIS_MODULE,
	.task_ctx_nr	= perf_sw_context,
	.capabilities	= PERF_PMU_CAP_EXCLUSIVE | PERF_PMU_CAP_NO_EXCLUDE,
	.nr_addr_filters = EXAMPLE_FILTERS,
	.event_init	= example_event_init,
	.add		= example_add,
	.del		= example_del,
	.start		= example_start,
	.stop		= example_stop,
	.read		= example_read,
	.setup_aux	= example_setup_aux,
	.free_aux	= example_free_aux,
	.addr_filters_validate = example_addr_filters_validate,
	.addr_filters_sync = example_addr_filters_sync,
};

static int __init example_init(void)
{
	return perf_pmu_register(&example_pmu, "example_trace", -1);
}
module_init(example_init);

static void __exit example_exit(void)
{
	perf_pmu_unregister(&example_pmu);
}
module_exit(example_exit);

MODULE_DESCRIPTION("Example of a performance monitoring unit that traces");
MODULE_LICENSE("GPL");
