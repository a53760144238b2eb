// SPDX-License-Identifier: GPL-2.0
/* Prints the tree of tasks, from parents to children. */
#include <errno.h>
#include <stdlib.h>
#include <base/vec.h>
#include <sched/tree.h>

/**
 * struct node - a task in the tree; nodes are numbered from 1, 0 is none
 * @task: task, NULL: the idle task, the root
 * @position: position in perf_sched_tasks.list, orders tasks of the same tid
 * @made: first child
 * @next: next child of the same parent
 */
struct node {
	const struct perf_sched_task *task;
	size_t position;
	size_t made;
	size_t next;
	bool told;	/* its line is printed */
};

/* Deeper tasks have the same indent, so that lines do not grow with the number of tasks. */
#define INDENT_MAX	100

/* Columns before a task's name. */
#define NAME_COLUMN	32

struct tree {
	const struct perf_sched_below *below;
	PERF_VEC(struct node) nodes;	/* the idle task, then all tasks by tid */
	PERF_VEC(size_t) path;
};

static int by_tid(const void *a, const void *b)
{
	const struct node *one = a, *other = b;

	if (one->task->tid != other->task->tid)
		return one->task->tid < other->task->tid ? -1 : 1;
	return one->position < other->position ? -1 : one->position > other->position;
}

/* Return the node of the parent, of several tasks with its tid the last one; 0 if unknown. */
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

static int tree_make(struct tree *tree, const struct perf_sched_tasks *tasks)
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
		*node = (struct node){ .task = *task, .position = tree->nodes.count };
	}
	qsort(tree->nodes.at + 1, tree->nodes.count - 1, sizeof(*node), by_tid);
	/* tree_make() prepends to lists, so it goes from the last node to the first. */
	for (i = tree->nodes.count - 1; i; i--) {
		maker = maker_of(tree, &tree->nodes.at[i]);
		if (!maker)
			continue;
		tree->nodes.at[i].next = tree->nodes.at[maker - 1].made;
		tree->nodes.at[maker - 1].made = i + 1;
	}
	return 0;
}

static void tree_read(const struct tree *tree, struct node *node, size_t depth,
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
 * Print a task and all its descendants: tree->path holds the next task at each depth. Return: 0,
 * 1 if @out has failed, or -ENOMEM.
 */
static int tell_below(struct tree *tree, size_t root, struct perf_out *out)
{
	/* A root other than the idle task is indented like a child of the idle task. */
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
		tree_read(tree, node, tree->path.count - above, &out->text);
		if (perf_out_check(out))
			return 1;
		next = perf_vec_push(&tree->path);
		if (!next)
			return -ENOMEM;
		*next = node->made;
	}
	return 0;
}

/**
 * perf_sched_tree_text() - print a line for each task, below that of its parent
 * @tasks: tasks
 * @below: prints more lines for each task, or NULL
 * @out: output; printing stops once it has failed
 *
 * Tasks without a known parent come first, indented like children of the idle task; those left
 * then are in cycles of parents, in a damaged recording. Each task is printed once.
 *
 * Return: 0 or -ENOMEM.
 */
int perf_sched_tree_text(const struct perf_sched_tasks *tasks,
			 const struct perf_sched_below *below, struct perf_out *out)
{
	struct tree tree = { .below = below };
	int err = tree_make(&tree, tasks);
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
