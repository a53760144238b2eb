// SPDX-License-Identifier: GPL-2.0
/*
 * PMUs in memory, for tests from user space.
 *
 * They count *work*: units that a program requests by writing their number to the parameter
 * "work". A unit happens on the writer's CPU, while the writer runs. So counts, overflows and
 * traces are exact to the unit.
 *
 *	test_count	four counters a CPU, which overflow; also PERF_COUNT_HW_INSTRUCTIONS
 *			with the PMU's type in attr.config; may output to an AUX event
 *	test_aux	traces: each unit is a word in the AUX area. Supports pausing and
 *			address filters
 *	test_trace	the same as an instruction trace, PERF_PMU_CAP_EXCLUSIVE
 *	test_scope	counts the work of all CPUs; one counter for the machine (scope)
 *	test_package	the same, one counter for each package
 *	test_uncore	the same, bound by the driver to the CPU in "uncore_cpu"
 *
 * Writing "+name" to the parameter "plug" registers a PMU; "-name" unregisters it, even with
 * open events, and frees its memory. Writing to "timer_work" makes the units happen in an
 * hrtimer's interrupt. "events" and "areas" hold the number of events and AUX areas of all PMUs:
 * those made by event_init or setup_aux and not yet ended.
 *
 * A trace is a stream of 64-bit words: the numbers 1, 2, 3... of the units since the event was
 * opened. Lost or paused units leave a gap in the numbers. Words with the highest bit set are
 * TEST_WORD_*.
 *
 * The module can be removed whenever no registered PMU has an event; its exit unregisters the
 * PMUs. Open files of events whose PMU was unregistered before do not hold the module.
 *
 * Locks: plug_mutex for plugged[]. The hardware of a CPU is accessed on that CPU with IRQs off.
 */
#include <linux/cleanup.h>
#include <linux/completion.h>
#include <linux/hrtimer.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/perf_event.h>
#include <linux/ptrace.h>
#include <linux/sched/task_stack.h>
#include <linux/slab.h>
#include <asm/irq_regs.h>

#include "test_caps.h"
#include "test_refuse.h"

#define TEST_COUNTERS		4
#define TEST_FILTERS		4
#define TEST_MOST_WORK		BIT(20)
#define TEST_WANTED		8

/* Words of a trace that are not the number of a unit; the kind is in the top two bits. */
#define TEST_WORD_FILTER	BIT_ULL(63)	/* | action << 8 | index; then start, size */
#define TEST_WORD_OUTPUT	(3ULL << 62)	/* | hw id of the event that overflowed */

enum test_kind {
	TEST_COUNT,
	TEST_AUX,
	TEST_TRACE,
	TEST_SCOPE,
	TEST_PACKAGE,
	TEST_UNCORE,
	TEST_NR_KINDS,
};

/**
 * struct test_area - an AUX area
 * @pages:     its pages
 * @size:      bytes
 * @overwrite: overwrite mode: aux_tail is not used
 */
struct test_area {
	void		**pages;
	unsigned long	size;
	bool		overwrite;
};

/**
 * struct test_tracer - state of a tracing event
 * @last:    number of the last unit
 * @nr:      number of address filters
 * @pending: the filters are not yet in the trace (TEST_WORD_FILTER)
 * @action:  actions of the filters
 * @range:   address ranges of the filters
 */
struct test_tracer {
	u64				last;
	unsigned int			nr;
	bool				pending;
	u8				action[TEST_FILTERS];
	struct perf_addr_filter_range	range[TEST_FILTERS];
};

/**
 * struct test_trace_unit - the tracing hardware of a CPU
 * @event:   event that traces, NULL for none
 * @area:    AUX area of @handle
 * @handle:  the open AUX transaction
 * @written: bytes since the transaction was opened
 * @paused:  units are not written to the trace
 */
struct test_trace_unit {
	struct perf_event		*event;
	struct test_area		*area;
	struct perf_output_handle	handle;
	unsigned long			written;
	bool				paused;
};

/**
 * struct test_cpu - the hardware of a CPU
 * @counting: events that count
 * @used:     counters in use
 * @ids:      last hw id given to an event that outputs to AUX data
 * @trace:    tracing hardware of test_aux [0] and of test_trace [1]
 * @wanted:   events of test_scope that the open transaction will read
 * @nr_wanted: number of events in @wanted
 * @reading:  a PERF_PMU_TXN_READ transaction is open
 */
struct test_cpu {
	struct list_head	counting;
	int			used;
	u64			ids;
	struct test_trace_unit	trace[2];
	struct perf_event	*wanted[TEST_WANTED];
	unsigned int		nr_wanted;
	bool			reading;
};

static DEFINE_PER_CPU(struct test_cpu, test_cpu);
static DEFINE_MUTEX(plug_mutex);
static struct pmu *plugged[TEST_NR_KINDS];
/* True from test_pmu_init() to test_pmu_exit(): parameters can be written outside that time. */
static bool is_there;
static atomic64_t all_work;
static atomic_t nr_events;
static atomic_t nr_areas;
static int uncore_cpu;
/* Calls of event_init() of test_count; what it refuses, see test_refuse.h. */
static atomic_t nr_inits;
static unsigned int refuse;

static struct test_trace_unit *trace_unit(const struct perf_event *event)
{
	return this_cpu_ptr(&test_cpu.trace[event->pmu->capabilities & PERF_PMU_CAP_EXCLUSIVE ?
					    1 : 0]);
}

/*
 * Traces.
 */
static void *test_setup_aux(struct perf_event *event, void **pages, int nr_pages, bool overwrite)
{
	struct test_area *area = kzalloc(sizeof(*area), GFP_KERNEL);

	if (!area)
		return NULL;
	area->pages = pages;
	area->size = (unsigned long)nr_pages << PAGE_SHIFT;
	area->overwrite = overwrite;
	atomic_inc(&nr_areas);
	return area;
}

static void test_free_aux(void *aux)
{
	atomic_dec(&nr_areas);
	kfree(aux);
}

static void trace_begin(struct test_trace_unit *unit, struct perf_event *event)
{
	unit->area = perf_aux_output_begin(&unit->handle, event);
	unit->written = 0;
	WRITE_ONCE(unit->event, unit->area ? event : NULL);
}

static void trace_end(struct test_trace_unit *unit)
{
	WRITE_ONCE(unit->event, NULL);
	/* In overwrite mode the driver moves handle->head. */
	if (unit->area->overwrite)
		unit->handle.head += unit->written;
	perf_aux_output_end(&unit->handle, unit->written);
}

static void trace_word(struct test_trace_unit *unit, u64 word)
{
	struct perf_event *event = unit->event;
	unsigned long pos;

	if (!event)
		return;
	if (!unit->area->overwrite && unit->written + sizeof(word) > unit->handle.size) {
		perf_aux_output_flag(&unit->handle, PERF_AUX_FLAG_TRUNCATED);
		trace_end(unit);
		return;
	}
	pos = (unit->handle.head + unit->written) & (unit->area->size - 1);
	*(u64 *)(unit->area->pages[pos >> PAGE_SHIFT] + offset_in_page(pos)) = word;
	unit->written += sizeof(word);

	/* At @wakeup a device would interrupt, and its driver begin a new transaction. */
	if (!unit->area->overwrite && unit->handle.head + unit->written >= unit->handle.wakeup) {
		trace_end(unit);
		trace_begin(unit, event);
	}
}

static void trace_filters(struct test_trace_unit *unit, struct test_tracer *tracer)
{
	unsigned int i;

	tracer->pending = false;
	for (i = 0; i < tracer->nr; i++) {
		trace_word(unit, TEST_WORD_FILTER | tracer->action[i] << 8 | i);
		trace_word(unit, tracer->range[i].start);
		trace_word(unit, tracer->range[i].size);
	}
}

static void test_aux_start(struct perf_event *event, int flags)
{
	struct test_trace_unit *unit = trace_unit(event);
	struct test_tracer *tracer = event->pmu_private;

	if (flags & PERF_EF_RESUME) {
		unit->paused = false;
		return;
	}
	perf_event_addr_filters_sync(event);
	unit->paused = event->pmu->capabilities & PERF_PMU_CAP_AUX_PAUSE && event->hw.aux_paused;
	trace_begin(unit, event);
	event->hw.state = 0;
	if (unit->event && tracer->pending)
		trace_filters(unit, tracer);
}

static void test_aux_stop(struct perf_event *event, int flags)
{
	struct test_trace_unit *unit = trace_unit(event);

	if (flags & PERF_EF_PAUSE) {
		unit->paused = true;
		return;
	}
	event->hw.state = PERF_HES_STOPPED | PERF_HES_UPTODATE;
	if (unit->event == event)
		trace_end(unit);
}

static int test_aux_add(struct perf_event *event, int flags)
{
	if (trace_unit(event)->event)
		return -EBUSY;
	event->hw.state = PERF_HES_STOPPED | PERF_HES_UPTODATE;
	if (flags & PERF_EF_START)
		test_aux_start(event, 0);
	return 0;
}

static void test_aux_del(struct perf_event *event, int flags)
{
	test_aux_stop(event, PERF_EF_UPDATE);
}

static long test_snapshot_aux(struct perf_event *event, struct perf_output_handle *handle,
			      unsigned long size)
{
	struct test_trace_unit *unit = trace_unit(event);
	unsigned long to;

	if (READ_ONCE(unit->event) != event)
		return 0;
	to = unit->handle.head + unit->written;
	return perf_output_copy_aux(&unit->handle, handle, to - size, to);
}

/* This hardware compares addresses with ranges; it cannot stop at an address. */
static int test_addr_filters_validate(struct list_head *filters)
{
	struct perf_addr_filter *filter;

	list_for_each_entry(filter, filters, entry) {
		if (filter->action == PERF_ADDR_FILTER_ACTION_STOP)
			return -EOPNOTSUPP;
	}
	return 0;
}

static void test_addr_filters_sync(struct perf_event *event)
{
	struct perf_addr_filters_head *head = perf_event_addr_filters(event);
	struct test_tracer *tracer = event->pmu_private;
	struct perf_addr_filter *filter;

	tracer->nr = 0;
	list_for_each_entry(filter, &head->list, entry) {
		tracer->action[tracer->nr] = filter->action;
		tracer->range[tracer->nr] = event->addr_filter_ranges[tracer->nr];
		tracer->nr++;
	}
	tracer->pending = true;
}

static void test_read(struct perf_event *event)
{
}

/*
 * Counters of a CPU.
 */
static void test_count_start(struct perf_event *event, int flags)
{
	struct test_cpu *cpu = this_cpu_ptr(&test_cpu);

	if (!(event->hw.state & PERF_HES_STOPPED))
		return;
	if (event->attr.aux_output) {
		event->hw.last_tag = ++cpu->ids;
		perf_report_aux_output_id(event, event->hw.last_tag);
	}
	event->hw.state = 0;
	list_add_tail(&event->active_entry, &cpu->counting);
}

static void test_count_stop(struct perf_event *event, int flags)
{
	if (event->hw.state & PERF_HES_STOPPED)
		return;
	list_del_init(&event->active_entry);
	event->hw.state = PERF_HES_STOPPED | PERF_HES_UPTODATE;
}

static int test_count_add(struct perf_event *event, int flags)
{
	struct test_cpu *cpu = this_cpu_ptr(&test_cpu);

	if (cpu->used == TEST_COUNTERS)
		return -EAGAIN;
	cpu->used++;
	event->hw.state = PERF_HES_STOPPED | PERF_HES_UPTODATE;
	if (flags & PERF_EF_START)
		test_count_start(event, PERF_EF_RELOAD);
	return 0;
}

static void test_count_del(struct perf_event *event, int flags)
{
	test_count_stop(event, PERF_EF_UPDATE);
	this_cpu_dec(test_cpu.used);
}

static int test_aux_output_match(struct perf_event *event)
{
	return event->pmu->setup_aux == test_setup_aux;
}

static void count_overflow(struct perf_event *event, struct pt_regs *regs)
{
	struct perf_sample_data data;

	event->hw.last_period = event->hw.sample_period;
	local64_add(event->hw.sample_period, &event->hw.period_left);
	if (event->attr.aux_output) {
		trace_word(trace_unit(event->group_leader), TEST_WORD_OUTPUT | event->hw.last_tag);
		return;
	}
	perf_sample_data_init(&data, 0, event->hw.last_period);
	if (perf_event_overflow(event, &data, regs))
		test_count_stop(event, 0);
}

/*
 * Work.
 */
static void trace_one(struct test_trace_unit *unit)
{
	struct perf_event *event = unit->event;
	struct test_tracer *tracer;

	if (!event)
		return;
	tracer = event->pmu_private;
	tracer->last++;
	if (!unit->paused)
		trace_word(unit, tracer->last);
}

/* One unit: trace_one() first, then the counters, so a sample's AUX data has it. IRQs are off. */
static void work_one(struct pt_regs *regs)
{
	struct test_cpu *cpu = this_cpu_ptr(&test_cpu);
	struct perf_event *event, *next;
	int i;

	atomic64_inc(&all_work);
	for (i = 0; i < ARRAY_SIZE(cpu->trace); i++)
		trace_one(&cpu->trace[i]);
	list_for_each_entry_safe(event, next, &cpu->counting, active_entry) {
		local64_inc(&event->count);
		if (is_sampling_event(event) && local64_sub_return(1, &event->hw.period_left) <= 0)
			count_overflow(event, regs);
	}
}

static int work_set(const char *text, const struct kernel_param *param)
{
	unsigned int units;
	int err = kstrtouint(text, 0, &units);

	if (err)
		return err;
	if (units > TEST_MOST_WORK)
		return -ERANGE;
	if (!smp_load_acquire(&is_there))	/* pairs with test_pmu_init() */
		return -ENODEV;
	/* IRQs are on between two units, so that deferred overflow work runs. */
	while (units--) {
		guard(irqsave)();
		work_one(task_pt_regs(current));
	}
	return 0;
}

/**
 * struct test_timer - units that an interrupt makes happen
 * @timer: the timer
 * @units: units left
 * @done:  all units have happened; of a bool GCC 12 makes a plain load, which KCSAN reports
 */
struct test_timer {
	struct hrtimer	timer;
	unsigned int	units;
	unsigned int	done;
};

static enum hrtimer_restart timer_fire(struct hrtimer *hrtimer)
{
	struct test_timer *timer = container_of(hrtimer, struct test_timer, timer);

	while (timer->units--)
		work_one(get_irq_regs());
	smp_store_release(&timer->done, true);	/* pairs with timer_work_set() */
	return HRTIMER_NORESTART;
}

static int timer_work_set(const char *text, const struct kernel_param *param)
{
	struct test_timer timer = { };
	int err = kstrtouint(text, 0, &timer.units);

	if (err)
		return err;
	if (timer.units > TEST_MOST_WORK / 1024)
		return -ERANGE;
	if (!smp_load_acquire(&is_there))	/* pairs with test_pmu_init() */
		return -ENODEV;
	hrtimer_init_on_stack(&timer.timer, CLOCK_MONOTONIC, HRTIMER_MODE_REL_PINNED_HARD);
	timer.timer.function = timer_fire;
	/* The timer must interrupt the writer. */
	preempt_disable();
	hrtimer_start(&timer.timer, ns_to_ktime(10 * NSEC_PER_USEC), HRTIMER_MODE_REL_PINNED_HARD);
	while (!smp_load_acquire(&timer.done))	/* pairs with timer_fire() */
		cpu_relax();
	preempt_enable();
	hrtimer_cancel(&timer.timer);
	destroy_hrtimer_on_stack(&timer.timer);
	return 0;
}

/*
 * One counter for the machine.
 */
static void test_shared_start(struct perf_event *event, int flags)
{
	local64_set(&event->hw.prev_count, atomic64_read(&all_work));
	event->hw.state = 0;
}

static void test_shared_read(struct perf_event *event)
{
	s64 now = atomic64_read(&all_work);

	if (!(event->hw.state & PERF_HES_STOPPED))
		local64_add(now - local64_xchg(&event->hw.prev_count, now), &event->count);
}

static void test_shared_stop(struct perf_event *event, int flags)
{
	test_shared_read(event);
	event->hw.state = PERF_HES_STOPPED | PERF_HES_UPTODATE;
}

static int test_shared_add(struct perf_event *event, int flags)
{
	event->hw.state = PERF_HES_STOPPED | PERF_HES_UPTODATE;
	if (flags & PERF_EF_START)
		test_shared_start(event, 0);
	return 0;
}

static void test_shared_del(struct perf_event *event, int flags)
{
	test_shared_stop(event, PERF_EF_UPDATE);
}

/*
 * The same with read transactions: commit_txn reads all counts, so an event's count is not valid
 * before.
 */
static void test_late_start_txn(struct pmu *pmu, unsigned int flags)
{
	struct test_cpu *here = this_cpu_ptr(&test_cpu);

	here->reading = flags == PERF_PMU_TXN_READ;
	here->nr_wanted = 0;
}

static void test_late_read(struct perf_event *event)
{
	struct test_cpu *here = this_cpu_ptr(&test_cpu);

	if (here->reading && here->nr_wanted < TEST_WANTED)
		here->wanted[here->nr_wanted++] = event;
	else
		test_shared_read(event);
}

static int test_late_commit_txn(struct pmu *pmu)
{
	struct test_cpu *here = this_cpu_ptr(&test_cpu);
	unsigned int i;

	for (i = 0; here->reading && i < here->nr_wanted; i++)
		test_shared_read(here->wanted[i]);
	here->reading = false;
	return 0;
}

static void test_late_cancel_txn(struct pmu *pmu)
{
	this_cpu_ptr(&test_cpu)->reading = false;
}

/*
 * Events.
 */
static void test_destroy(struct perf_event *event)
{
	kfree(event->pmu_private);
	event->pmu_private = NULL;
	atomic_dec(&nr_events);
}

static bool test_is_ours(const struct perf_event *event)
{
	if (event->attr.type == event->pmu->type)
		return true;
	return event->attr.type == PERF_TYPE_HARDWARE &&
	       event->pmu->capabilities & PERF_PMU_CAP_EXTENDED_HW_TYPE &&
	       event->attr.config == PERF_COUNT_HW_INSTRUCTIONS;
}

static int test_event_init(struct perf_event *event)
{
	if (!test_is_ours(event))
		return -ENOENT;
	if (event->pmu->setup_aux) {
		struct test_tracer *tracer = kzalloc(sizeof(*tracer), GFP_KERNEL);

		if (!tracer)
			return -ENOMEM;
		event->pmu_private = tracer;
	}
	event->destroy = test_destroy;
	atomic_inc(&nr_events);
	return 0;
}

static int test_count_event_init(struct perf_event *event)
{
	if (!test_is_ours(event))
		return -ENOENT;
	atomic_inc(&nr_inits);
	return test_refuses(event, READ_ONCE(refuse)) ? -EINVAL : test_event_init(event);
}

static int test_uncore_event_init(struct perf_event *event)
{
	if (!test_is_ours(event))
		return -ENOENT;
	if (event->cpu < 0)
		return -EINVAL;
	event->cpu = READ_ONCE(uncore_cpu);
	return test_event_init(event);
}

#define TEST_AUX_OPS					\
	.module		= THIS_MODULE,			\
	.task_ctx_nr	= perf_sw_context,		\
	.event_init	= test_event_init,		\
	.add		= test_aux_add,			\
	.del		= test_aux_del,			\
	.start		= test_aux_start,		\
	.stop		= test_aux_stop,		\
	.read		= test_read,			\
	.setup_aux	= test_setup_aux,		\
	.free_aux	= test_free_aux,		\
	.snapshot_aux	= test_snapshot_aux

#define TEST_SHARED_OPS					\
	.module		= THIS_MODULE,			\
	.task_ctx_nr	= perf_invalid_context,		\
	.capabilities	= PERF_PMU_CAP_NO_INTERRUPT | PERF_PMU_CAP_NO_EXCLUDE, \
	.add		= test_shared_add,		\
	.del		= test_shared_del,		\
	.start		= test_shared_start,		\
	.stop		= test_shared_stop

static const struct {
	const char	*name;
	struct pmu	pmu;
} kinds[TEST_NR_KINDS] = {
	[TEST_COUNT] = { "test_count", {
		.module		= THIS_MODULE,
		.task_ctx_nr	= perf_hw_context,
		.capabilities	= PERF_PMU_CAP_EXTENDED_HW_TYPE | PERF_PMU_CAP_AUX_OUTPUT,
		.attr_groups	= test_count_groups,
		.nr_counters	= TEST_COUNTERS,
		.event_init	= test_count_event_init,
		.add		= test_count_add,
		.del		= test_count_del,
		.start		= test_count_start,
		.stop		= test_count_stop,
		.read		= test_read,
		.aux_output_match = test_aux_output_match,
	} },
	[TEST_AUX] = { "test_aux", {
		TEST_AUX_OPS,
		.capabilities	= PERF_PMU_CAP_AUX_PAUSE,
		.nr_addr_filters = TEST_FILTERS,
		.addr_filters_validate = test_addr_filters_validate,
		.addr_filters_sync = test_addr_filters_sync,
	} },
	[TEST_TRACE] = { "test_trace", {
		TEST_AUX_OPS,
		.capabilities	= PERF_PMU_CAP_EXCLUSIVE | PERF_PMU_CAP_ITRACE,
	} },
	[TEST_SCOPE] = { "test_scope", {
		TEST_SHARED_OPS,
		.event_init	= test_event_init,
		.read		= test_late_read,
		.start_txn	= test_late_start_txn,
		.commit_txn	= test_late_commit_txn,
		.cancel_txn	= test_late_cancel_txn,
		.scope		= PERF_PMU_SCOPE_SYS_WIDE,
	} },
	[TEST_PACKAGE] = { "test_package", {
		TEST_SHARED_OPS,
		.event_init	= test_event_init,
		.read		= test_shared_read,
		.scope		= PERF_PMU_SCOPE_PKG,
	} },
	[TEST_UNCORE] = { "test_uncore", {
		TEST_SHARED_OPS,
		.event_init	= test_uncore_event_init,
		.read		= test_shared_read,
	} },
};

/*
 * Parameters.
 */
static int plug_in(enum test_kind kind)
{
	struct pmu *pmu;
	int err;

	if (plugged[kind])
		return -EEXIST;
	if (!is_there)
		return -ENODEV;
	pmu = kmemdup(&kinds[kind].pmu, sizeof(*pmu), GFP_KERNEL);
	if (!pmu)
		return -ENOMEM;
	err = perf_pmu_register(pmu, kinds[kind].name, -1);
	if (err)
		kfree(pmu);
	else
		plugged[kind] = pmu;
	return err;
}

static int plug_out(enum test_kind kind)
{
	struct pmu *pmu = plugged[kind];

	if (!pmu)
		return -ENODEV;
	plugged[kind] = NULL;
	perf_pmu_unregister(pmu);
	/* perf_pmu_unregister() returns only when no event uses @pmu any more. */
	kfree(pmu);
	return 0;
}

static int plug_set(const char *text, const struct kernel_param *param)
{
	int kind;

	guard(mutex)(&plug_mutex);
	for (kind = 0; kind < TEST_NR_KINDS; kind++) {
		if (*text && sysfs_streq(text + 1, kinds[kind].name))
			break;
	}
	if (kind < TEST_NR_KINDS && *text == '+')
		return plug_in(kind);
	if (kind < TEST_NR_KINDS && *text == '-')
		return plug_out(kind);
	return -EINVAL;
}

static int uncore_cpu_set(const char *text, const struct kernel_param *param)
{
	unsigned int cpu;
	int old, err;

	err = kstrtouint(text, 0, &cpu);
	if (err)
		return err;
	guard(mutex)(&plug_mutex);
	guard(cpus_read_lock)();
	if (cpu >= nr_cpu_ids || !cpu_online(cpu))
		return -ENODEV;
	old = uncore_cpu;
	WRITE_ONCE(uncore_cpu, cpu);
	if (plugged[TEST_UNCORE])
		perf_pmu_migrate_context(plugged[TEST_UNCORE], old, cpu);
	return 0;
}

static int number_get(char *page, const struct kernel_param *param)
{
	return sysfs_emit(page, "%d\n", atomic_read((atomic_t *)param->arg));
}

static const struct kernel_param_ops plug_ops = { .set = plug_set };
static const struct kernel_param_ops work_ops = { .set = work_set };
static const struct kernel_param_ops timer_work_ops = { .set = timer_work_set };
static const struct kernel_param_ops uncore_cpu_ops = {
	.set = uncore_cpu_set,
	.get = param_get_int,
};

static const struct kernel_param_ops number_ops = { .get = number_get };

module_param_cb(plug, &plug_ops, NULL, 0200);
MODULE_PARM_DESC(plug, "+name: let a PMU appear; -name: take it away");
module_param_cb(work, &work_ops, NULL, 0200);
MODULE_PARM_DESC(work, "units that happen now, on this CPU");
module_param_cb(timer_work, &timer_work_ops, NULL, 0200);
MODULE_PARM_DESC(timer_work, "the same in a timer's interrupt");
module_param_cb(uncore_cpu, &uncore_cpu_ops, &uncore_cpu, 0600);
MODULE_PARM_DESC(uncore_cpu, "CPU that test_uncore's events are bound to");
module_param_cb(events, &number_ops, &nr_events, 0400);
MODULE_PARM_DESC(events, "events that the PMUs know of");
module_param_cb(areas, &number_ops, &nr_areas, 0400);
MODULE_PARM_DESC(areas, "AUX areas that the PMUs know of");
module_param(refuse, uint, 0600);
MODULE_PARM_DESC(refuse, "field for which test_count refuses an event, a number of test_refuses(); 0: none");
module_param_cb(inits, &number_ops, &nr_inits, 0400);
MODULE_PARM_DESC(inits, "events that test_count was asked about");

static int __init test_pmu_init(void)
{
	int cpu;

	for_each_possible_cpu(cpu)
		INIT_LIST_HEAD(&per_cpu_ptr(&test_cpu, cpu)->counting);
	smp_store_release(&is_there, true);	/* pairs with work_set(), timer_work_set() */
	return 0;
}
module_init(test_pmu_init);

static void __exit test_pmu_exit(void)
{
	int kind;

	guard(mutex)(&plug_mutex);
	is_there = false;
	for (kind = 0; kind < TEST_NR_KINDS; kind++)
		plug_out(kind);
}
module_exit(test_pmu_exit);

MODULE_DESCRIPTION("PMUs made of memory, for tests of perf events");
MODULE_LICENSE("GPL");
