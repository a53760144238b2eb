// SPDX-License-Identifier: GPL-2.0
/*
 * Address spaces: persistent AVL trees of mappings.
 *
 * A node with refs > 1 belongs to several trees and is copied before it changes. All changes
 * consist of splitting a tree at an address and joining trees, as in Blelloch, Ferizovic, Sun: Just
 * Join for Parallel Ordered Sets (2016).
 */
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <model/space.h>

enum side { LOWER, UPPER };

/* refs: number of trees and nodes that point to the node; height: 1 without children */
struct perf_space_node {
	struct perf_mapping mapping;
	struct perf_space_node *child[2];
	uint32_t refs;
	uint32_t height;
};

/**
 * perf_space_create() - make an empty space with one user
 * @epoch: counter for perf_space.epoch
 */
struct perf_space *perf_space_create(uint32_t *epoch)
{
	struct perf_space *space = calloc(1, sizeof(*space));

	if (!space)
		return NULL;
	space->users = 1;
	space->epoch = ++*epoch;
	return space;
}

/** perf_space_share() - add a user */
struct perf_space *perf_space_share(struct perf_space *space)
{
	space->users++;
	return space;
}

static void drop_node(struct perf_space_node *node)
{
	if (!node || --node->refs)
		return;
	drop_node(node->child[LOWER]);
	drop_node(node->child[UPPER]);
	free(node);
}

/** perf_space_drop() - drop a user; the last drop frees @space, which may be NULL */
void perf_space_drop(struct perf_space *space)
{
	if (!space || --space->users)
		return;
	drop_node(space->root);
	free(space);
}

/** perf_space_find() - mapping at an address, or NULL; valid until the space changes */
const struct perf_mapping *perf_space_find(const struct perf_space *space, uint64_t addr)
{
	const struct perf_space_node *node = space->root, *begun = NULL;

	while (node) {
		if (node->mapping.start <= addr) {
			begun = node;
			node = node->child[UPPER];
		} else {
			node = node->child[LOWER];
		}
	}
	return begun && addr < begun->mapping.end ? &begun->mapping : NULL;
}

/**
 * perf_space_from() - the first mapping that starts at or behind an address
 * @space: space
 * @addr: 0 for the first mapping; start of the previous mapping + 1 for the next
 *
 * Return: the mapping, valid until the space changes; NULL if there is none.
 */
const struct perf_mapping *perf_space_from(const struct perf_space *space, uint64_t addr)
{
	const struct perf_space_node *node = space->root, *found = NULL;

	while (node) {
		if (node->mapping.start >= addr) {
			found = node;
			node = node->child[LOWER];
		} else {
			node = node->child[UPPER];
		}
	}
	return found ? &found->mapping : NULL;
}

/* ---- trees ------------------------------------------------------------------------------ */

static struct perf_space_node *new_node(const struct perf_mapping *mapping)
{
	struct perf_space_node *node = calloc(1, sizeof(*node));

	if (!node)
		return NULL;
	node->mapping = *mapping;
	node->refs = 1;
	node->height = 1;
	return node;
}

/* Make *link exclusive to this tree, by a copy if it is shared. False without memory: no change. */
static bool own_node(struct perf_space_node **link)
{
	struct perf_space_node *node = *link, *copy;
	enum side side;

	if (node->refs == 1)
		return true;
	copy = new_node(&node->mapping);
	if (!copy)
		return false;
	for (side = LOWER; side <= UPPER; side++) {
		copy->child[side] = node->child[side];
		if (copy->child[side])
			copy->child[side]->refs++;
	}
	copy->height = node->height;
	node->refs--;
	*link = copy;
	return true;
}

static uint32_t height_of(const struct perf_space_node *node)
{
	return node ? node->height : 0;
}

static void update_height(struct perf_space_node *node)
{
	uint32_t lower = height_of(node->child[LOWER]), upper = height_of(node->child[UPPER]);

	node->height = (lower > upper ? lower : upper) + 1;
}

/* The child on @side becomes the parent of @node. The tree owns both. */
static struct perf_space_node *rotate_up(struct perf_space_node *node, enum side side)
{
	struct perf_space_node *up = node->child[side];

	node->child[side] = up->child[!side];
	up->child[!side] = node;
	update_height(node);
	update_height(up);
	return up;
}

/*
 * Rebalance @node, whose child on @side may be too high by one. Without memory the tree stays
 * unbalanced, but searches in it stay correct.
 */
static struct perf_space_node *space_rebalance(struct perf_space_node *node, enum side side)
{
	struct perf_space_node *high;

	update_height(node);
	if (height_of(node->child[side]) <= height_of(node->child[!side]) + 1 ||
	    !own_node(&node->child[side]))
		return node;
	high = node->child[side];
	if (height_of(high->child[!side]) > height_of(high->child[side])) {
		if (!own_node(&high->child[!side]))
			return node;
		node->child[side] = rotate_up(high, !side);
	}
	return rotate_up(node, side);
}

/* Join @low to @side of the higher tree @high, with @middle between the two. */
static struct perf_space_node *join_lower(struct perf_space_node *high,
					  struct perf_space_node *middle,
					  struct perf_space_node *low, enum side side,
					  bool *failed)
{
	struct perf_space_node *child;

	if (!own_node(&high)) {
		drop_node(middle);
		drop_node(low);
		*failed = true;
		return high;
	}
	child = high->child[side];
	if (height_of(child) > height_of(low) + 1) {
		high->child[side] = join_lower(child, middle, low, side, failed);
		return space_rebalance(high, side);
	}
	middle->child[side] = low;
	middle->child[!side] = child;
	update_height(middle);
	high->child[side] = middle;
	return space_rebalance(high, side);
}

/* Join @lower, the owned node @middle and @upper, in this order; the trees may be NULL. */
static struct perf_space_node *join_trees(struct perf_space_node *lower,
					  struct perf_space_node *middle,
					  struct perf_space_node *upper, bool *failed)
{
	if (height_of(lower) > height_of(upper) + 1)
		return join_lower(lower, middle, upper, UPPER, failed);
	if (height_of(upper) > height_of(lower) + 1)
		return join_lower(upper, middle, lower, LOWER, failed);
	middle->child[LOWER] = lower;
	middle->child[UPPER] = upper;
	update_height(middle);
	return middle;
}

/* Split @tree into the mappings that start before @addr and the others. */
static void split_tree(struct perf_space_node *tree, uint64_t addr,
		       struct perf_space_node *parts[2], bool *failed)
{
	struct perf_space_node *children[2];

	parts[LOWER] = NULL;
	parts[UPPER] = NULL;
	if (!tree)
		return;
	if (!own_node(&tree)) {
		parts[LOWER] = tree;
		*failed = true;
		return;
	}
	children[LOWER] = tree->child[LOWER];
	children[UPPER] = tree->child[UPPER];
	tree->child[LOWER] = NULL;
	tree->child[UPPER] = NULL;
	if (tree->mapping.start < addr) {
		split_tree(children[UPPER], addr, parts, failed);
		parts[LOWER] = join_trees(children[LOWER], tree, parts[LOWER], failed);
	} else {
		split_tree(children[LOWER], addr, parts, failed);
		parts[UPPER] = join_trees(parts[UPPER], tree, children[UPPER], failed);
	}
}

static const struct perf_mapping *last_of_tree(const struct perf_space_node *tree)
{
	while (tree && tree->child[UPPER])
		tree = tree->child[UPPER];
	return tree ? &tree->mapping : NULL;
}

/* Remove the last node from @tree and return it; NULL without memory. */
static struct perf_space_node *take_last(struct perf_space_node **tree)
{
	struct perf_space_node *last;

	if (!own_node(tree))
		return NULL;
	if ((*tree)->child[UPPER]) {
		last = take_last(&(*tree)->child[UPPER]);
		*tree = space_rebalance(*tree, LOWER);
		return last;
	}
	last = *tree;
	*tree = last->child[LOWER];
	last->child[LOWER] = NULL;
	return last;
}

/* ---- changes ---------------------------------------------------------------------------- */

/* Make *space the user's own, with a new epoch. */
static int make_private(struct perf_space **space, uint32_t *epoch)
{
	struct perf_space *old = *space, *copy;

	if (old->users == 1) {
		old->epoch = ++*epoch;
		return 0;
	}
	copy = perf_space_create(epoch);
	if (!copy)
		return -ENOMEM;
	copy->root = old->root;
	if (copy->root)
		copy->root->refs++;
	perf_space_drop(old);
	*space = copy;
	return 0;
}

/* Add the part of @mapping behind @end, if any, as the first mapping of @tree. */
static void add_tail(struct perf_space_node **tree, const struct perf_mapping *mapping,
		     uint64_t end, bool *failed)
{
	struct perf_space_node *tail;

	if (!mapping || mapping->end <= end)
		return;
	tail = new_node(mapping);
	if (!tail) {
		*failed = true;
		return;
	}
	tail->mapping.offset += end - mapping->start;
	tail->mapping.start = end;
	*tree = join_trees(NULL, tail, *tree, failed);
}

/* Cut the last mapping of @tree at @end, if it extends beyond. */
static void trim_last(struct perf_space_node **tree, uint64_t end, bool *failed)
{
	const struct perf_mapping *last = last_of_tree(*tree);
	struct perf_space_node *node;

	if (!last || last->end <= end)
		return;
	node = take_last(tree);
	if (!node) {
		*failed = true;
		return;
	}
	node->mapping.end = end;
	*tree = join_trees(*tree, node, NULL, failed);
}

/* Split @tree into the mappings before and behind a range; drop the range, cut overlaps. */
static void cut_hole(struct perf_space_node *tree, uint64_t start, uint64_t end,
		     struct perf_space_node *parts[2], bool *failed)
{
	struct perf_space_node *rest[2];

	split_tree(tree, start, parts, failed);
	split_tree(parts[UPPER], end, rest, failed);
	parts[UPPER] = rest[UPPER];
	/* Mappings do not overlap, so at most one of the two extends beyond @end. */
	add_tail(&parts[UPPER], last_of_tree(parts[LOWER]), end, failed);
	add_tail(&parts[UPPER], last_of_tree(rest[LOWER]), end, failed);
	trim_last(&parts[LOWER], start, failed);
	drop_node(rest[LOWER]);
}

/* Replace a range by @filling, or remove it if @filling is NULL. */
static int replace_range(struct perf_space *space, uint64_t start, uint64_t end,
			 struct perf_space_node *filling)
{
	struct perf_space_node *parts[2];
	bool failed = false;

	cut_hole(space->root, start, end, parts, &failed);
	if (!filling && parts[LOWER]) {
		filling = take_last(&parts[LOWER]);
		failed |= !filling;
	}
	if (filling) {
		space->root = join_trees(parts[LOWER], filling, parts[UPPER], &failed);
	} else {
		/* If take_last() failed, the mappings before the range are lost. */
		drop_node(parts[LOWER]);
		space->root = parts[UPPER];
	}
	return failed ? -ENOMEM : 0;
}

/**
 * perf_space_unmap() - remove a range from the space
 * @space: the user's space; replaced by a copy if it has other users
 * @epoch: counter for perf_space.epoch
 * @start, @end: the range
 */
int perf_space_unmap(struct perf_space **space, uint32_t *epoch, uint64_t start, uint64_t end)
{
	if (start >= end)
		return 0;
	if (make_private(space, epoch))
		return -ENOMEM;
	return replace_range(*space, start, end, NULL);
}

/**
 * perf_space_map() - add a mapping; cut or remove the mappings it overlaps
 * @space: the user's space; replaced by a copy if it has other users
 * @epoch: counter for perf_space.epoch
 * @mapping: the new mapping
 *
 * Return: 0 or -ENOMEM.
 */
int perf_space_map(struct perf_space **space, uint32_t *epoch,
		   const struct perf_mapping *mapping)
{
	struct perf_space_node *node;

	if (mapping->start >= mapping->end)
		return 0;
	if (make_private(space, epoch))
		return -ENOMEM;
	node = new_node(mapping);
	return node ? replace_range(*space, mapping->start, mapping->end, node) : -ENOMEM;
}
