// SPDX-License-Identifier: GPL-2.0
/*
 * struct perf_order sorts records by time: a stable merge of ascending runs.
 *
 * merge_pass() merges neighbouring runs of order->entries into order->spare, and order_sort()
 * exchanges the two; a queue with the rings of n CPUs takes log2(n) passes.
 */
#include <stdlib.h>
#include <string.h>
#include <data/order.h>

static bool order_grow(struct perf_order *order)
{
	size_t room = order->room ? 2 * order->room : 1024;
	struct perf_order_entry *larger;

	larger = realloc(order->entries, room * sizeof(*larger));
	if (!larger)
		return false;
	order->entries = larger;
	larger = realloc(order->spare, room * sizeof(*larger));
	if (!larger)
		return false;
	order->spare = larger;
	order->room = room;
	return true;
}

/**
 * perf_order_put() - add a record; only after perf_order_take() has returned false
 * @order: all zero before the first call
 * @time: of the record, ns
 * @record: the record, not copied
 *
 * Return: false without memory.
 */
bool perf_order_put(struct perf_order *order, uint64_t time, const void *record)
{
	if (order->count == order->room && !order_grow(order))
		return false;
	order->entries[order->count].time = time;
	order->entries[order->count].record = record;
	order->count++;
	if (time > order->newest)
		order->newest = time;
	return true;
}

/* Index behind the last entry of the ascending run that begins at @start. */
static size_t run_end(const struct perf_order_entry *entries, size_t start, size_t count)
{
	size_t end = start + 1;

	while (end < count && entries[end].time >= entries[end - 1].time)
		end++;
	return end < count ? end : count;
}

static void order_merge(const struct perf_order_entry *left, size_t nr_left,
			const struct perf_order_entry *right, size_t nr_right,
			struct perf_order_entry *result)
{
	while (nr_left && nr_right) {
		if (right->time < left->time) {
			*result++ = *right++;
			nr_right--;
		} else {
			*result++ = *left++;
			nr_left--;
		}
	}
	memcpy(result, nr_left ? left : right, (nr_left + nr_right) * sizeof(*result));
}

/* Merge pairs of runs; return the number of runs in @from. */
static size_t merge_pass(const struct perf_order_entry *from, struct perf_order_entry *to,
			 size_t count)
{
	size_t start, middle, end, runs = 0;

	for (start = 0; start < count; start = end) {
		middle = run_end(from, start, count);
		end = middle < count ? run_end(from, middle, count) : count;
		order_merge(from + start, middle - start, from + middle, end - middle, to + start);
		runs += middle < end ? 2 : 1;
	}
	return runs;
}

static void order_sort(struct perf_order *order)
{
	struct perf_order_entry *merged;

	if (order->count && run_end(order->entries, order->sorted ? order->sorted - 1 : 0,
				    order->count) < order->count) {
		size_t runs;

		do {
			runs = merge_pass(order->entries, order->spare, order->count);
			merged = order->spare;
			order->spare = order->entries;
			order->entries = merged;
		} while (runs > 2);
	}
	order->sorted = order->count;
}

/* Drop the entries before order->next, which perf_order_take() has returned. */
static void order_compact(struct perf_order *order)
{
	if (!order->next)
		return;
	memmove(order->entries, order->entries + order->next,
		(order->count - order->next) * sizeof(*order->entries));
	order->count -= order->next;
	order->sorted -= order->next;
	order->ready = 0;
	order->next = 0;
}

static void order_release(struct perf_order *order, uint64_t limit)
{
	size_t low = 0, high, middle;

	order_compact(order);
	order_sort(order);
	high = order->count;
	while (low < high) {
		middle = low + (high - low) / 2;
		if (order->entries[middle].time <= limit)
			low = middle + 1;
		else
			high = middle;
	}
	order->ready = low;
}

/**
 * perf_order_round() - end a round: records of the previous round can be taken
 * @order: the queue
 */
void perf_order_round(struct perf_order *order)
{
	uint64_t limit = order->round_end;

	order->round_end = order->newest;
	order_release(order, limit);
}

/**
 * perf_order_flush() - make records ready to be taken though no round has ended
 * @order: the queue
 * @all: make all records ready; else the older half
 */
void perf_order_flush(struct perf_order *order, bool all)
{
	order_compact(order);
	order_sort(order);
	order->ready = all ? order->count : (order->count + 1) / 2;
}

/** perf_order_bytes() - bytes of @entries and @spare that queued records occupy */
size_t perf_order_bytes(const struct perf_order *order)
{
	return 2 * (order->count - order->next) * sizeof(*order->entries);
}

/** perf_order_free() - free the arrays; the records are the caller's */
void perf_order_free(struct perf_order *order)
{
	free(order->entries);
	free(order->spare);
	memset(order, 0, sizeof(*order));
}
