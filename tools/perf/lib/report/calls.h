/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The tree of calls: each different call stack is one node, the path to it from the root
 * is the stack, outermost function first. Stacks that begin alike share their nodes.
 */
#ifndef PERF_REPORT_CALLS_H
#define PERF_REPORT_CALLS_H

#include <stdint.h>
#include <base/map.h>
#include <base/vec.h>

/**
 * struct perf_call - a node
 * @parent: node of the caller, always a smaller number; 0 for a root
 * @function: who was called, 0 for a root
 * @root: of the tree
 * @entry: for the user of the tree
 */
struct perf_call {
	uint32_t parent;
	uint32_t function;
	uint32_t root;
	uint32_t entry;
};

/**
 * struct perf_calls - trees; node 0 is none. All zero before the first root
 */
struct perf_calls {
	PERF_VEC(struct perf_call) list;
	uint32_t *table;
	uint32_t mask;
	struct perf_hash_key key;
};

/** perf_calls_root() - a new root; 0 without memory */
uint32_t perf_calls_root(struct perf_calls *calls);

/** perf_calls_get() - node of a function called by a node; 0 without memory */
uint32_t perf_calls_get(struct perf_calls *calls, uint32_t parent, uint32_t function);

/** perf_calls_reset() - forget all trees, keep the memory */
void perf_calls_reset(struct perf_calls *calls);

/** perf_calls_free() - free the trees */
void perf_calls_free(struct perf_calls *calls);

#endif /* PERF_REPORT_CALLS_H */
