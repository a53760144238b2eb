/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The tree of calls. Each distinct call stack is one node; the path from the root to the node is
 * the stack, outermost function first. Stacks with the same outer functions share those nodes.
 */
#ifndef PERF_REPORT_CALLS_H
#define PERF_REPORT_CALLS_H

#include <stdint.h>
#include <base/map.h>
#include <base/slots.h>
#include <base/vec.h>

/**
 * struct perf_call - a node
 * @parent: node of the caller, always a smaller number; 0 for a root
 * @function: the called function, 0 for a root
 * @root: root of the node's tree
 * @entry: free for the user of the tree
 */
struct perf_call {
	uint32_t parent;
	uint32_t function;
	uint32_t root;
	uint32_t entry;
};

/**
 * struct perf_calls - trees of calls
 * @list: nodes; number 0 is none
 * @slots: hash table of node numbers by (parent, function)
 * @key: of the hash
 *
 * All zero before the first perf_calls_root().
 */
struct perf_calls {
	PERF_VEC(struct perf_call) list;
	struct perf_slots slots;
	struct perf_hash_key key;
};
uint32_t perf_calls_root(struct perf_calls *calls);
uint32_t perf_calls_get(struct perf_calls *calls, uint32_t parent, uint32_t function);
void perf_calls_reset(struct perf_calls *calls);
void perf_calls_free(struct perf_calls *calls);

#endif /* PERF_REPORT_CALLS_H */
