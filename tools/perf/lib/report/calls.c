// SPDX-License-Identifier: GPL-2.0-only
/*
 * The tree of calls: nodes in an array, and a hash table of them by (parent, function) with open
 * addressing.
 */
#include <string.h>
#include <report/calls.h>

#define TABLE_MIN	4096

/* perf_calls_reset() removes nodes one by one if less than one slot in SPARSE is used. */
#define SPARSE		16

static uint32_t hash_of(const struct perf_calls *calls, uint32_t parent, uint32_t function)
{
	return perf_hash_pair(calls->key, parent, function);
}

static int calls_grow(struct perf_calls *calls)
{
	uint32_t size = calls->mask ? (calls->mask + 1) * 2 : TABLE_MIN;
	uint32_t *table = calloc(size, sizeof(*table));
	uint32_t slot;
	size_t i;

	if (!table)
		return -1;
	if (!calls->key.multiply)
		calls->key = perf_hash_key_make(table);
	for (i = 1; i < calls->list.count; i++) {
		const struct perf_call *call = &calls->list.at[i];

		if (!call->function)
			continue;
		slot = hash_of(calls, call->parent, call->function) & (size - 1);
		while (table[slot])
			slot = (slot + 1) & (size - 1);
		table[slot] = i;
	}
	free(calls->table);
	calls->table = table;
	calls->mask = size - 1;
	return 0;
}

static uint32_t calls_push(struct perf_calls *calls)
{
	if (!calls->list.count && !perf_vec_push(&calls->list))
		return 0;
	/* Half of the table stays free, so that a search for a missing node ends soon. */
	if (calls->list.count >= calls->mask / 2 && calls_grow(calls))
		return 0;
	return perf_vec_push(&calls->list) ? calls->list.count - 1 : 0;
}

uint32_t perf_calls_root(struct perf_calls *calls)
{
	uint32_t node = calls_push(calls);

	if (node)
		calls->list.at[node].root = node;
	return node;
}

uint32_t perf_calls_get(struct perf_calls *calls, uint32_t parent, uint32_t function)
{
	uint32_t slot = hash_of(calls, parent, function) & calls->mask, node;
	struct perf_call *call;

	while ((node = calls->table[slot])) {
		call = &calls->list.at[node];
		if (call->parent == parent && call->function == function)
			return node;
		slot = (slot + 1) & calls->mask;
	}
	node = calls_push(calls);
	if (!node)
		return 0;
	call = &calls->list.at[node];
	call->parent = parent;
	call->function = function;
	call->root = calls->list.at[parent].root;
	/* calls_push() may have grown the table. */
	slot = hash_of(calls, parent, function) & calls->mask;
	while (calls->table[slot] && calls->table[slot] != node)
		slot = (slot + 1) & calls->mask;
	calls->table[slot] = node;
	return node;
}

/* Does not stop at empty slots: earlier removals left gaps in the probe sequence of @node. */
static void remove_node(struct perf_calls *calls, uint32_t node)
{
	const struct perf_call *call = &calls->list.at[node];
	uint32_t slot = hash_of(calls, call->parent, call->function) & calls->mask;

	while (calls->table[slot] != node)
		slot = (slot + 1) & calls->mask;
	calls->table[slot] = 0;
}

void perf_calls_reset(struct perf_calls *calls)
{
	size_t i;

	/* A table that grew for one large tree may be reset for many small ones. */
	if (calls->list.count < calls->mask / SPARSE) {
		for (i = 1; i < calls->list.count; i++)
			if (calls->list.at[i].function)
				remove_node(calls, i);
	} else if (calls->table) {
		memset(calls->table, 0, (calls->mask + 1) * sizeof(*calls->table));
	}
	calls->list.count = 0;
}

void perf_calls_free(struct perf_calls *calls)
{
	perf_vec_free(&calls->list);
	free(calls->table);
	calls->table = NULL;
	calls->mask = 0;
}
