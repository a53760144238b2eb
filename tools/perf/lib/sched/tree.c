// SPDX-License-Identifier: GPL-2.0-only
/* Tasks as a tree: who made whom. */
#include <errno.h>
#include <stdlib.h>
#include <base/vec.h>
#include <sched/tree.h>

/**
 * struct node - a task in the tree; numbers of nodes are index + 1, 0 is none
 * @task: task, NULL: the idle task, which made the first ones
 * @place: when it was seen: of two with the same number the later one is the second
 * @made: the first of those that it made
 * @next: the next of those that its maker made
 * @told: its line was written
 */
struct node {
	const struct perf_sched_task *task;
	size_t place;
	size_t made;
	size_t next;
	bool told;
};

/* Deeper ones are indented no further: lines do not grow with the number of tasks. */
#define INDENT_MAX	100

/* Columns in front of a task's name. */
#define NAME_COLUMN	32

struct tree {
	const struct perf_sched_below *below;
	PERF_VEC(struct node) nodes;	/* the idle task, then all by their numbers */
	PERF_VEC(size_t) path;
};

static int by_tid(const void *a, const void *b)
{
	const struct node *one = a, *other = b;

	if (one->task->tid != other->task->tid)
		return one->task->tid < other->task->tid ? -1 : 1;
	return one->place < other->place ? -1 : one->place > other->place;
}

/* Of tasks that have the same number, one after the other, the last one has made others. */
static size_t maker_of(const struct tree *tree, const struct node *node)
{
	size_t low = 1, high = tree->nodes.count, middle;

	if (node->task->ppid < 0 || node->task->ppid == node->task->tid)
		return 0;
	if (!node->task->ppid)
		return 1;
	while (low < high) {
		middle = low + (high - low) / 2;
		if (tree->nodes.at[middle].task->tid <= node->task->ppid)
			low = middle + 1;
		else
			high = middle;
	}
	return low > 1 && tree->nodes.at[low - 1].task->tid == node->task->ppid ? low : 0;
}

static int make(struct tree *tree, const struct perf_sched_tasks *tasks)
{
	struct node *node = perf_vec_push(&tree->nodes);
	struct perf_sched_task **task;
	size_t i, maker;

	if (!node)
		return -ENOMEM;
	*node = (struct node){ 0 };
	perf_vec_each(&tasks->list, task) {
		node = perf_vec_push(&tree->nodes);
		if (!node)
			return -ENOMEM;
		*node = (struct node){ .task = *task, .place = tree->nodes.count };
	}
	qsort(tree->nodes.at + 1, tree->nodes.count - 1, sizeof(*node), by_tid);
	/* From the last one, so that each list begins with the lowest number. */
	for (i = tree->nodes.count - 1; i; i--) {
		maker = maker_of(tree, &tree->nodes.at[i]);
		if (!maker)
			continue;
		tree->nodes.at[i].next = tree->nodes.at[maker - 1].made;
		tree->nodes.at[maker - 1].made = i + 1;
	}
	return 0;
}

static void tell(const struct tree *tree, struct node *node, size_t depth,
		 struct perf_str *text)
{
	const struct perf_sched_task *task = node->task;
	unsigned int indent = depth < INDENT_MAX ? (unsigned int)depth : INDENT_MAX;

	node->told = true;
	if (!task) {
		perf_str_format(text, "  %8d %8d %8d |swapper\n", 0, 0, -1);
		return;
	}
	perf_str_format(text, "  %8d %8d %8d |%*s", task->pid, task->tid, task->ppid,
			(int)indent, "");
	if (*task->comm)
		perf_str_name(text, task->comm);
	else
		perf_str_format(text, ":%d", task->tid);
	perf_str_char(text, '\n');
	if (tree->below)
		tree->below->add(tree->below->context, task, NAME_COLUMN + indent, text);
}

/*
 * A task and all it has made: the path there has, for each depth, the next task. Returns 1 if
 * nobody reads the output any more.
 */
static int tell_below(struct tree *tree, size_t root, struct perf_out *out)
{
	/* A task that nobody has made stands where those of the idle task do. */
	size_t above = tree->nodes.at[root - 1].task ? 0 : 1;
	struct node *node;
	size_t *next;

	next = perf_vec_push(&tree->path);
	if (!next)
		return -ENOMEM;
	*next = root;
	while (tree->path.count) {
		next = &tree->path.at[tree->path.count - 1];
		if (!*next) {
			tree->path.count--;
			continue;
		}
		node = &tree->nodes.at[*next - 1];
		*next = tree->path.count > 1 ? node->next : 0;
		if (node->told)
			continue;
		tell(tree, node, tree->path.count - above, &out->text);
		if (perf_out_check(out))
			return 1;
		next = perf_vec_push(&tree->path);
		if (!next)
			return -ENOMEM;
		*next = node->made;
	}
	return 0;
}

/* First those below who was made by nobody, then what is left: rings. */
int perf_sched_tree_text(const struct perf_sched_tasks *tasks,
			 const struct perf_sched_below *below, struct perf_out *out)
{
	struct tree tree = { .below = below };
	int err = make(&tree, tasks);
	size_t i;

	perf_str_format(&out->text, "# %8s %8s %8s  %s\n", "pid", "tid", "ppid", "comm");
	for (i = 0; i < tree.nodes.count && !err; i++)
		if (!i || !maker_of(&tree, &tree.nodes.at[i]))
			err = tell_below(&tree, i + 1, out);
	for (i = 0; i < tree.nodes.count && !err; i++)
		err = tell_below(&tree, i + 1, out);
	perf_vec_free(&tree.nodes);
	perf_vec_free(&tree.path);
	return err < 0 ? err : 0;
}
