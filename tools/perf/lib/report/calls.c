// SPDX-License-Identifier: GPL-2.0
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
	size_t i;

	if (perf_slots_grow(&calls->slots, TABLE_MIN))
		return -1;
	if (!calls->key.multiply)
		calls->key = perf_hash_key_make(calls->slots.at);
	for (i = 1; i < calls->list.count; i++) {
		const struct perf_call *call = &calls->list.at[i];

		if (call->function)
			perf_slots_put(&calls->slots,
				       hash_of(calls, call->parent, call->function), i);
	}
	return 0;
}

static uint32_t calls_push(struct perf_calls *calls)
{
	if (!calls->list.count && !perf_vec_push(&calls->list))
		return 0;
	/* Half of the table stays free, so that a search for a missing node ends soon. */
	if (calls->list.count >= calls->slots.mask / 2 && calls_grow(calls))
		return 0;
	return perf_vec_push(&calls->list) ? calls->list.count - 1 : 0;
}

/** perf_calls_root() - add a root; return its node, 0 without memory */
uint32_t perf_calls_root(struct perf_calls *calls)
{
	uint32_t node = calls_push(calls);

	if (node)
		calls->list.at[node].root = node;
	return node;
}

/** perf_calls_get() - return the node of @function below @parent; 0 without memory */
uint32_t perf_calls_get(struct perf_calls *calls, uint32_t parent, uint32_t function)
{
	uint32_t slot = hash_of(calls, parent, function) & calls->slots.mask, node;
	struct perf_call *call;

	while ((node = calls->slots.at[slot])) {
		call = &calls->list.at[node];
		if (call->parent == parent && call->function == function)
			return node;
		slot = (slot + 1) & calls->slots.mask;
	}
	node = calls_push(calls);
	if (!node)
		return 0;
	call = &calls->list.at[node];
	call->parent = parent;
	call->function = function;
	call->root = calls->list.at[parent].root;
	/* calls_push() may have grown the table. */
	slot = hash_of(calls, parent, function) & calls->slots.mask;
	while (calls->slots.at[slot] && calls->slots.at[slot] != node)
		slot = (slot + 1) & calls->slots.mask;
	calls->slots.at[slot] = node;
	return node;
}

/* Does not stop at empty slots: earlier removals left gaps in the probe sequence of @node. */
static void remove_node(struct perf_calls *calls, uint32_t node)
{
	const struct perf_call *call = &calls->list.at[node];
	uint32_t slot = hash_of(calls, call->parent, call->function) & calls->slots.mask;

	while (calls->slots.at[slot] != node)
		slot = (slot + 1) & calls->slots.mask;
	calls->slots.at[slot] = 0;
}

/** perf_calls_reset() - remove all trees, keep the memory */
void perf_calls_reset(struct perf_calls *calls)
{
	size_t i;

	/* A table that grew for one large tree may be reset for many small ones. */
	if (calls->list.count < calls->slots.mask / SPARSE) {
		for (i = 1; i < calls->list.count; i++)
			if (calls->list.at[i].function)
				remove_node(calls, i);
	} else {
		perf_slots_clear(&calls->slots);
	}
	calls->list.count = 0;
}

/** perf_calls_free() - free the trees */
void perf_calls_free(struct perf_calls *calls)
{
	perf_vec_free(&calls->list);
	perf_slots_free(&calls->slots);
}
