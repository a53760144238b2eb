// SPDX-License-Identifier: GPL-2.0
/*
 * The administrator's limits on sampling, and the governor that lowers them.
 *
 * kernel.perf_event_max_sample_rate limits the overflows of an event per second; the limit
 * is enforced per tick. perf_sample_event_took() averages the time to handle an overflow. If
 * overflows of that length at the full rate would use more of a CPU than
 * kernel.perf_cpu_time_max_percent, the governor lowers the rate.
 *
 * Owns: the sysctls except perf_event_paranoid and those of call chains, and the values
 * derived from them.
 * Locks: none. All are single words that may change at any time.
 * Context: the governor runs in NMIs, the sysctl handlers in task context.
 */
#include <linux/irq_work.h>
#include <linux/jiffies.h>
#include <linux/math64.h>
#include <linux/percpu.h>
#include <linux/perf_event.h>
#include <linux/printk.h>
#include <linux/sysctl.h>

#include "base/callchain.h"
#include "base/limits.h"
#include "base/why.h"

#define PERF_DEFAULT_SAMPLE_RATE	100000
#define PERF_DEFAULT_CPU_PERCENT	25

/* Time that an overflow may take, ns: @percent of the interval between overflows at @rate. */
#define PERF_OVERFLOW_NS(rate, percent)	((NSEC_PER_SEC / 100 * (percent)) / (rate))

/* KiB for each CPU: 512 KiB of data and the user page. */
int sysctl_perf_event_mlock __read_mostly = 512 + PAGE_SIZE / 1024;
int sysctl_perf_event_sample_rate __read_mostly = PERF_DEFAULT_SAMPLE_RATE;
int sysctl_perf_cpu_time_max_percent __read_mostly = PERF_DEFAULT_CPU_PERCENT;

u32 perf_limits_per_tick __read_mostly = DIV_ROUND_UP(PERF_DEFAULT_SAMPLE_RATE, HZ);

/* Limit of the mean time to handle an overflow, ns; 0: the governor is off. */
static u64 perf_overflow_allowed __read_mostly =
	PERF_OVERFLOW_NS(PERF_DEFAULT_SAMPLE_RATE, PERF_DEFAULT_CPU_PERCENT);

/* Decaying sum of overflow times, ns: the mean times 1 << PERF_OVERFLOW_WINDOW_SHIFT. */
#define PERF_OVERFLOW_WINDOW_SHIFT	7
static DEFINE_PER_CPU(u64, perf_overflow_time);

/* Mean at the last perf_governor_act(), ns. */
static u64 perf_overflow_too_long;

static bool perf_governor_is_off(void)
{
	int percent = READ_ONCE(sysctl_perf_cpu_time_max_percent);

	return percent == 0 || percent == 100;
}

static void perf_limits_update(void)
{
	u32 rate = READ_ONCE(sysctl_perf_event_sample_rate);
	u64 allowed = 0;

	if (!perf_governor_is_off()) {
		allowed = PERF_OVERFLOW_NS(1ULL, READ_ONCE(sysctl_perf_cpu_time_max_percent));
		allowed = max(div_u64(allowed, rate), 1ULL);
	}
	WRITE_ONCE(perf_limits_per_tick, DIV_ROUND_UP(rate, HZ));
	WRITE_ONCE(perf_overflow_allowed, allowed);
}

static void perf_governor_report(struct irq_work *work)
{
	pr_info_ratelimited("perf: overflows take %llu ns: kernel.perf_event_max_sample_rate is now %d\n",
			    READ_ONCE(perf_overflow_too_long),
			    READ_ONCE(sysctl_perf_event_sample_rate));
}

static DEFINE_IRQ_WORK(perf_governor_report_work, perf_governor_report);

/* Lower the rate so that overflows a quarter longer than @mean stay within the limit. */
static void perf_governor_act(u64 mean)
{
	u64 budget = TICK_NSEC / 100 * READ_ONCE(sysctl_perf_cpu_time_max_percent);
	u64 allowed = mean + mean / 4;
	u32 per_tick = clamp(div64_u64(budget, allowed), 1ULL, READ_ONCE(perf_limits_per_tick));

	WRITE_ONCE(perf_overflow_allowed, allowed);
	WRITE_ONCE(perf_limits_per_tick, per_tick);
	WRITE_ONCE(sysctl_perf_event_sample_rate, per_tick * HZ);
	WRITE_ONCE(perf_overflow_too_long, mean);
	irq_work_queue(&perf_governor_report_work);
}

/**
 * perf_sample_event_took - account the time that handling an overflow took
 * @sample_len_ns: the time, ns
 *
 * Context: IRQs off, or NMI.
 */
void perf_sample_event_took(u64 sample_len_ns)
{
	u64 allowed = READ_ONCE(perf_overflow_allowed);
	u64 sum, mean;

	if (!allowed)
		return;

	sum = __this_cpu_read(perf_overflow_time);
	sum -= sum >> PERF_OVERFLOW_WINDOW_SHIFT;
	sum += sample_len_ns;
	__this_cpu_write(perf_overflow_time, sum);

	mean = sum >> PERF_OVERFLOW_WINDOW_SHIFT;
	if (unlikely(mean > allowed))
		perf_governor_act(mean);
}

/**
 * perf_limits_check_rate - check the frequency or period of an attr
 * @attr: passed perf_attr_check()
 *
 * Return: 0; -EINVAL: sample_freq above kernel.perf_event_max_sample_rate, or sample_period
 * above S64_MAX.
 */
int perf_limits_check_rate(const struct perf_event_attr *attr)
{
	u64 most = attr->freq ? READ_ONCE(sysctl_perf_event_sample_rate) : S64_MAX;

	if (attr->sample_period <= most)
		return 0;
	return perf_refuse(-EINVAL, attr->freq ? PERF_WHY_SAMPLE_FREQ : PERF_WHY_SAMPLE_PERIOD,
			   PERF_WHERE_FIELD(sample_period), 0, attr->sample_period, most);
}

/**
 * perf_event_max_sample_rate_handler - kernel.perf_event_max_sample_rate
 * @table:  row of the sysctl
 * @write:  write access, else read
 * @buffer: text
 * @lenp:   length of @buffer
 * @ppos:   file position
 *
 * Return: 0; -EINVAL: out of range, or a write while the governor is off, which leaves the
 * rate unchanged; else as proc_dointvec_minmax().
 */
int perf_event_max_sample_rate_handler(const struct ctl_table *table, int write,
				       void *buffer, size_t *lenp, loff_t *ppos)
{
	int err;

	if (write && perf_governor_is_off())
		return -EINVAL;
	err = proc_dointvec_minmax(table, write, buffer, lenp, ppos);
	if (!err && write)
		perf_limits_update();
	return err;
}

/**
 * perf_cpu_time_max_percent_handler - kernel.perf_cpu_time_max_percent
 * @table:  row of the sysctl
 * @write:  write access, else read
 * @buffer: text
 * @lenp:   length of @buffer
 * @ppos:   file position
 *
 * Return: 0; -EINVAL: out of range; else as proc_dointvec_minmax().
 */
int perf_cpu_time_max_percent_handler(const struct ctl_table *table, int write,
				      void *buffer, size_t *lenp, loff_t *ppos)
{
	int err = proc_dointvec_minmax(table, write, buffer, lenp, ppos);

	if (err || !write)
		return err;
	perf_limits_update();
	if (perf_governor_is_off())
		pr_warn("perf: nothing limits the time that overflows may take any more\n");
	return 0;
}

/**
 * perf_event_max_stack_handler - kernel.perf_event_max_stack and
 *                                kernel.perf_event_max_contexts_per_stack
 * @table:  row of the sysctl
 * @write:  write access, else read
 * @buffer: text
 * @lenp:   length of @buffer
 * @ppos:   file position
 *
 * Return: 0; -EINVAL: out of range; -EBUSY: call chains have users; else as
 * proc_dointvec_minmax().
 */
int perf_event_max_stack_handler(const struct ctl_table *table, int write,
				 void *buffer, size_t *lenp, loff_t *ppos)
{
	struct ctl_table row = *table;
	int *limit = table->data;
	int value = *limit;
	int err;

	row.data = &value;
	err = proc_dointvec_minmax(&row, write, buffer, lenp, ppos);
	if (err || !write)
		return err;
	return perf_callchain_set_limit(limit, value);
}
