// SPDX-License-Identifier: GPL-2.0
/* Samples sorted by thread: a counting sort. */
#include <errno.h>
#include <profile/profile_text.h>
#include <profile/profile_threads.h>

/**
 * perf_profile_is_time() - test whether an event counts nanoseconds
 * @event: the event
 *
 * Return: true for PERF_COUNT_SW_CPU_CLOCK and PERF_COUNT_SW_TASK_CLOCK.
 */
bool perf_profile_is_time(const struct perf_data_event *event)
{
	return event->attr.type == PERF_TYPE_SOFTWARE &&
	       (event->attr.config == PERF_COUNT_SW_CPU_CLOCK ||
		event->attr.config == PERF_COUNT_SW_TASK_CLOCK);
}

/**
 * perf_profile_order() - sort samples by thread
 * @order: result; free with perf_profile_order_free(), also on failure
 * @profile: profile with samples kept
 *
 * Return: 0 or -ENOMEM.
 */
int perf_profile_order(struct perf_profile_order *order, const struct perf_profile *profile)
{
	size_t threads = profile->threads.count, i;

	for (i = 0; i < threads + 1; i++)
		if (!perf_vec_push(&order->begin))
			return -ENOMEM;
	for (i = 0; i < profile->samples.count; i++) {
		if (!perf_vec_push(&order->samples))
			return -ENOMEM;
		order->begin.at[profile->samples.at[i].thread + 1]++;
	}
	for (i = 0; i < threads; i++)
		order->begin.at[i + 1] += order->begin.at[i];
	/* Each sample advances @begin of its thread; in the end it is that of the next thread. */
	for (i = 0; i < profile->samples.count; i++)
		order->samples.at[order->begin.at[profile->samples.at[i].thread]++] = i;
	for (i = threads; i; i--)
		order->begin.at[i] = order->begin.at[i - 1];
	if (order->begin.count)
		order->begin.at[0] = 0;
	return 0;
}

/** perf_profile_order_free() - free @order's tables */
void perf_profile_order_free(struct perf_profile_order *order)
{
	perf_vec_free(&order->samples);
	perf_vec_free(&order->begin);
}
