// SPDX-License-Identifier: GPL-2.0
/*
 * Kernel code that opens a counter: it counts an event of any PMU on one CPU, and its handler
 * runs at the end of each period.
 *
 *	insmod example_kernel_counter.ko type=TYPE config=CONFIG period=100 cpu=0
 *	cat /sys/module/example_kernel_counter/parameters/count
 *
 * The parameter "command" gets the name of an operation: enable, disable, pause, or refresh or
 * period with a number behind it.
 *
 * Locks: example_mutex protects example_event, since parameters can be read and written before
 * example_init() and after example_exit().
 */
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/perf_event.h>

static unsigned int type = PERF_TYPE_SOFTWARE;
static unsigned long long config = PERF_COUNT_SW_CONTEXT_SWITCHES;
static unsigned long long period;
static int cpu;

module_param(type, uint, 0400);
MODULE_PARM_DESC(type, "perf_event_attr::type");
module_param(config, ullong, 0400);
MODULE_PARM_DESC(config, "perf_event_attr::config");
module_param(period, ullong, 0400);
MODULE_PARM_DESC(period, "events between two calls of the handler, 0 for no handler");
module_param(cpu, int, 0400);
MODULE_PARM_DESC(cpu, "CPU that is counted");

static DEFINE_MUTEX(example_mutex);
static struct perf_event *example_event;
static atomic_t example_overflows;

/* Context: on the event's CPU with IRQs off, or NMI: it takes no lock and allocates nothing. */
static void example_handler(struct perf_event *event, struct perf_sample_data *data,
			    struct pt_regs *regs)
{
	atomic_t *overflows = event->overflow_handler_context;

	atomic_inc(overflows);
}

static int example_command(const char *name, u64 value)
{
	if (sysfs_streq(name, "enable"))
		perf_event_enable(example_event);
	else if (sysfs_streq(name, "disable"))
		perf_event_disable(example_event);
	else if (sysfs_streq(name, "pause"))
		perf_event_pause(example_event, true);	/* returns the count, and resets it */
	else if (sysfs_streq(name, "refresh"))
		return perf_event_refresh(example_event, value);
	else if (sysfs_streq(name, "period"))
		return perf_event_period(example_event, value);
	else
		return -EINVAL;
	return 0;
}

static int example_command_set(const char *text, const struct kernel_param *param)
{
	unsigned long long value = 0;
	char name[16];

	if (sscanf(text, "%15s %llu", name, &value) < 1)
		return -EINVAL;
	guard(mutex)(&example_mutex);
	return example_event ? example_command(name, value) : -ENODEV;
}

/* perf_event_read_value() sleeps: it asks the event's CPU. */
static int example_count_get(char *page, const struct kernel_param *param)
{
	u64 enabled, running;

	guard(mutex)(&example_mutex);
	if (!example_event)
		return -ENODEV;
	return sysfs_emit(page, "%llu\n",
			  perf_event_read_value(example_event, &enabled, &running));
}

static int example_overflows_get(char *page, const struct kernel_param *param)
{
	return sysfs_emit(page, "%d\n", atomic_read(&example_overflows));
}

static const struct kernel_param_ops example_command_ops = { .set = example_command_set };
static const struct kernel_param_ops example_count_ops = { .get = example_count_get };
static const struct kernel_param_ops example_overflows_ops = { .get = example_overflows_get };

module_param_cb(command, &example_command_ops, NULL, 0200);
MODULE_PARM_DESC(command, "enable, disable, pause, refresh N, period N");
module_param_cb(count, &example_count_ops, NULL, 0400);
MODULE_PARM_DESC(count, "events so far");
module_param_cb(overflows, &example_overflows_ops, NULL, 0400);
MODULE_PARM_DESC(overflows, "calls of the handler so far");

static int __init example_init(void)
{
	struct perf_event_attr attr = {
		.type		= type,
		.config		= config,
		.size		= sizeof(attr),
		.sample_period	= period,
		.pinned		= 1,
	};
	struct perf_event *event;

	/* A kernel counter counts as soon as it is open, unless attr.disabled. */
	event = perf_event_create_kernel_counter(&attr, cpu, NULL,
						 period ? example_handler : NULL,
						 &example_overflows);
	if (IS_ERR(event))
		return PTR_ERR(event);
	guard(mutex)(&example_mutex);
	example_event = event;
	return 0;
}
module_init(example_init);

/* The handler does not run any more when perf_event_release_kernel() has returned. */
static void __exit example_exit(void)
{
	guard(mutex)(&example_mutex);
	perf_event_release_kernel(example_event);
	example_event = NULL;
}
module_exit(example_exit);

MODULE_DESCRIPTION("Example of a counter that kernel code opens");
MODULE_LICENSE("GPL");
