// SPDX-License-Identifier: GPL-2.0
/*
 * Sorting by insertion into a red-black tree (Cormen et al., Introduction to Algorithms,
 * chapter 13). Nodes are numbered from 1; 0 is the black leaf.
 */
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <report/tree_sort.h>

enum side { LEFT, RIGHT };

struct node {
	uint32_t child[2];
	uint32_t parent;
	bool red;
};

struct tree {
	struct node *nodes;
	uint32_t root;
};

static enum side side_of(const struct tree *tree, uint32_t node)
{
	return tree->nodes[tree->nodes[node].parent].child[RIGHT] == node ? RIGHT : LEFT;
}

/* Replace @node by its child on the other side, and make @node a child of that one on @side. */
static void tree_rotate(struct tree *tree, uint32_t node, enum side side)
{
	struct node *nodes = tree->nodes;
	uint32_t up = nodes[node].child[!side], parent = nodes[node].parent;
	uint32_t inner = nodes[up].child[side];

	if (!parent)
		tree->root = up;
	else
		nodes[parent].child[side_of(tree, node)] = up;
	nodes[up].parent = parent;
	nodes[up].child[side] = node;
	nodes[node].parent = up;
	nodes[node].child[!side] = inner;
	if (inner)
		nodes[inner].parent = node;
}

/* Restore the rule that no red node has a red child, broken by the new red @node at most. */
static void tree_mend(struct tree *tree, uint32_t node)
{
	struct node *nodes = tree->nodes;
	uint32_t parent, grand, uncle;
	enum side side;

	while ((parent = nodes[node].parent) && nodes[parent].red) {
		grand = nodes[parent].parent;
		side = side_of(tree, parent);
		uncle = nodes[grand].child[!side];
		if (nodes[uncle].red) {
			nodes[uncle].red = false;
			nodes[parent].red = false;
			nodes[grand].red = true;
			node = grand;
			continue;
		}
		if (side_of(tree, node) != side) {
			tree_rotate(tree, parent, side);
			node = parent;
			parent = nodes[node].parent;
		}
		nodes[parent].red = false;
		nodes[grand].red = true;
		tree_rotate(tree, grand, !side);
	}
	nodes[tree->root].red = false;
}

static void tree_insert(struct tree *tree, uint32_t node,
			int (*compare)(uint32_t new, uint32_t old, void *context), void *context)
{
	uint32_t parent = 0, at = tree->root;
	enum side side = LEFT;

	while (at) {
		parent = at;
		side = compare(node - 1, at - 1, context) < 0 ? LEFT : RIGHT;
		at = tree->nodes[at].child[side];
	}
	tree->nodes[node] = (struct node){ .parent = parent, .red = true };
	if (parent)
		tree->nodes[parent].child[side] = node;
	else
		tree->root = node;
	tree_mend(tree, node);
}

static uint32_t tree_leftmost(const struct tree *tree, uint32_t node)
{
	while (tree->nodes[node].child[LEFT])
		node = tree->nodes[node].child[LEFT];
	return node;
}

static uint32_t next_of(const struct tree *tree, uint32_t node)
{
	if (tree->nodes[node].child[RIGHT])
		return tree_leftmost(tree, tree->nodes[node].child[RIGHT]);
	while (tree->nodes[node].parent && side_of(tree, node) == RIGHT)
		node = tree->nodes[node].parent;
	return tree->nodes[node].parent;
}

/**
 * perf_tree_sort() - return the order in which items leave the tree
 * @order: result: indexes of the items
 * @nr: number of items
 * @compare: compares items by index: negative if @new, the item being inserted, comes before
 *	@old; 0 puts @new behind @old
 * @context: for @compare
 *
 * Items are inserted in the order of their indexes.
 *
 * Return: 0 or -ENOMEM.
 */
int perf_tree_sort(uint32_t *order, uint32_t nr,
		   int (*compare)(uint32_t new, uint32_t old, void *context), void *context)
{
	struct tree tree = { 0 };
	uint32_t i, node;

	if (!nr)
		return 0;
	tree.nodes = calloc(nr + 1, sizeof(*tree.nodes));
	if (!tree.nodes)
		return -ENOMEM;
	for (i = 0; i < nr; i++)
		tree_insert(&tree, i + 1, compare, context);
	node = tree_leftmost(&tree, tree.root);
	for (i = 0; i < nr; i++) {
		order[i] = node - 1;
		node = next_of(&tree, node);
	}
	free(tree.nodes);
	return 0;
}
