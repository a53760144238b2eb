// SPDX-License-Identifier: GPL-2.0
/*
 * Filters of an event (ioctl PERF_EVENT_IOC_SET_FILTER).
 *
 * On a trace event a filter is an expression over the fields of its records, and
 * the tracing code's affair. On a PMU with address filters it is a list of
 *
 *	ACTION ADDRESS[/SIZE][@FILE]
 *
 * separated by commas, spaces or newlines, with ACTION "filter", "start" or "stop".
 * Without a file it is about kernel addresses. With one, ADDRESS is an offset in the
 * file, and what the PMU needs to know is where the task has it mapped. So the list,
 * which is the opened event's, is translated to a range of addresses for each filter
 * and instance, again whenever the instance's task maps something executable or execs.
 *
 * Locks: perf_addr_filters_head::lock protects its list, perf_event::addr_filter_ranges
 * and ::addr_filters_gen; it nests inside context locks, because drivers take over the
 * ranges when they start an event. An odd addr_filters_gen says that the ranges are not yet
 * those of the list: who has set the list works them out, instance by instance, under no
 * other lock than the mmap_lock of the instance's task, and the event's child_mutex is
 * taken in between to find the next. perf_filters_map_mm() asserts that.
 */
#include <linux/ctype.h>
#include <linux/fs.h>
#include <linux/jump_label.h>
#include <linux/mm.h>
#include <linux/namei.h>
#include <linux/perf_event.h>
#include <linux/perf/tracing.h>
#include <linux/sched/mm.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/trace_events.h>

#include "base/instance.h"
#include "base/locks.h"
#include "overflow/throttle.h"
#include "sched/context.h"
#include "sideband/filter.h"

/* Events with filters for files: who maps files has to tell us. */
static DEFINE_STATIC_KEY_FALSE(perf_file_filters);

/*
 * Parsing: pure.
 */

static const char *const perf_filter_actions[] = {
	[PERF_ADDR_FILTER_ACTION_STOP]	 = "stop",
	[PERF_ADDR_FILTER_ACTION_START]	 = "start",
	[PERF_ADDR_FILTER_ACTION_FILTER] = "filter",
};

/* The next non-empty word, NULL at the end. */
static char *perf_filter_word(char **text)
{
	char *word;

	do {
		word = strsep(text, " ,\n");
	} while (word && !*word);
	return word;
}

/* Base as in C: hexadecimal, octal or decimal; nothing else may be around it. */
static int perf_filter_number(const char *digits, unsigned long *number)
{
	if (!isdigit(*digits))
		return -EINVAL;
	return kstrtoul(digits, 0, number) ? -EINVAL : 0;
}

/**
 * perf_filter_next - parse one address filter
 * @text: what is left to parse, NULL at the end; is cut into words and moved on
 * @spec: the filter, its file name pointing into the text
 *
 * Context: any; touches nothing but its arguments.
 * Return: 1 for a filter, 0 at the end, -EINVAL for anything that is none.
 */
int perf_filter_next(char **text, struct perf_filter_spec *spec)
{
	char *word, *size, *file;
	int action;

	word = perf_filter_word(text);
	if (!word)
		return 0;
	action = match_string(perf_filter_actions, ARRAY_SIZE(perf_filter_actions), word);
	if (action < 0)
		return -EINVAL;

	word = perf_filter_word(text);
	if (!word)
		return -EINVAL;
	file = word;
	word = strsep(&file, "@");
	size = word;
	word = strsep(&size, "/");
	if (file && !*file)
		return -EINVAL;

	*spec = (struct perf_filter_spec) {
		.action	= action,
		.file	= file,
	};
	if (perf_filter_number(word, &spec->offset))
		return -EINVAL;
	if (size && perf_filter_number(size, &spec->size))
		return -EINVAL;
	/* A place to start or stop is an instruction; a range has a length. */
	if (action == PERF_ADDR_FILTER_ACTION_FILTER && !spec->size)
		return -EINVAL;
	return 1;
}

/**
 * perf_filter_clip - where a filter lies in a mapping of its file
 * @filter:      the filter
 * @vm_start:    first address of the mapping
 * @vm_end:      address after the last
 * @file_offset: offset in the file of @vm_start
 * @range:       set to the part of the filter that is in the mapping
 *
 * Context: any; touches nothing but its arguments.
 * Return: is any of the filter in the mapping? If not, @range is unchanged.
 */
bool perf_filter_clip(const struct perf_addr_filter *filter, unsigned long vm_start,
		      unsigned long vm_end, unsigned long file_offset,
		      struct perf_addr_filter_range *range)
{
	unsigned long length = vm_end - vm_start;
	unsigned long skip;

	if (filter->offset >= file_offset) {
		skip = filter->offset - file_offset;
		if (skip >= length)
			return false;
		range->start = vm_start + skip;
		range->size = min(filter->size, length - skip);
		return true;
	}

	/* The beginning of the filter is not in the mapping. */
	skip = file_offset - filter->offset;
	if (skip >= filter->size)
		return false;
	range->start = vm_start;
	range->size = min(filter->size - skip, length);
	return true;
}

/*
 * From text to a list of filters.
 */

static void perf_filters_drop(struct list_head *list)
{
	struct perf_addr_filter *filter, *next;

	list_for_each_entry_safe(filter, next, list, entry) {
		path_put(&filter->path);
		list_del(&filter->entry);
		kfree(filter);
	}
}

/* May @event have this filter? Find its file. */
static int perf_filter_resolve(struct perf_event *event, const struct perf_filter_spec *spec,
			       struct perf_addr_filter *filter)
{
	int err;

	if (!spec->file)
		return 0;
	/* A CPU runs many tasks, each with the file somewhere else. */
	if (!event->hw.target)
		return -EOPNOTSUPP;

	err = kern_path(spec->file, LOOKUP_FOLLOW, &filter->path);
	if (err)
		return err;
	return d_is_reg(filter->path.dentry) ? 0 : -EINVAL;
}

/* On error as well, what is in @list already is the caller's to drop. */
static int perf_filters_parse(struct perf_event *event, char *text, struct list_head *list,
			      unsigned int *nr_file_filters)
{
	struct perf_addr_filter *filter;
	struct perf_filter_spec spec;
	int ret;

	while ((ret = perf_filter_next(&text, &spec)) > 0) {
		filter = kzalloc(sizeof(*filter), GFP_KERNEL);
		if (!filter)
			return -ENOMEM;
		list_add_tail(&filter->entry, list);
		filter->action = spec.action;
		filter->offset = spec.offset;
		filter->size = spec.size;
		ret = perf_filter_resolve(event, &spec, filter);
		if (ret)
			return ret;
		if (spec.file)
			(*nr_file_filters)++;
	}
	return ret;
}

/* Can the PMU do them? */
static int perf_filters_check(struct perf_event *event, struct list_head *list)
{
	const struct pmu *pmu = event->pmu;
	int err;

	lockdep_assert_held(&event->ctx->mutex);
	if (pmu->addr_filters_validate) {
		err = pmu->addr_filters_validate(list);
		if (err)
			return err;
	}
	/* An instance has no more ranges than that. */
	return list_count_nodes(list) > pmu->nr_addr_filters ? -EOPNOTSUPP : 0;
}

/*
 * From filters to ranges.
 */

/* Ranges as they are when none of the files is mapped. */
static void perf_filters_clear_ranges(struct perf_event *event)
{
	struct perf_addr_filter_range *range = event->addr_filter_ranges;
	struct perf_addr_filters_head *filters = perf_event_addr_filters(event);
	struct perf_addr_filter *filter;

	lockdep_assert_held(&filters->lock);
	list_for_each_entry(filter, &filters->list, entry) {
		range->start = filter->path.dentry ? 0 : filter->offset;
		range->size = filter->path.dentry ? 0 : filter->size;
		range++;
	}
}

/* Set the ranges of filters that @vma maps; were there any? */
static bool perf_filters_map_vma(struct perf_event *event, const struct vm_area_struct *vma)
{
	struct perf_addr_filter_range *range = event->addr_filter_ranges;
	struct perf_addr_filters_head *filters = perf_event_addr_filters(event);
	struct perf_addr_filter *filter;
	bool found = false;

	lockdep_assert_held(&filters->lock);
	list_for_each_entry(filter, &filters->list, entry) {
		if (filter->path.dentry &&
		    d_inode(filter->path.dentry) == file_user_inode(vma->vm_file) &&
		    perf_filter_clip(filter, vma->vm_start, vma->vm_end,
				     vma->vm_pgoff << PAGE_SHIFT, range))
			found = true;
		range++;
	}
	return found;
}

/* Code of a file? Data is not traced. */
static bool perf_filters_care(const struct vm_area_struct *vma)
{
	return vma->vm_file && (vma->vm_flags & VM_EXEC);
}

static int perf_filters_map_mm(struct perf_event *event, struct mm_struct *mm)
{
	struct perf_addr_filters_head *filters = perf_event_addr_filters(event);
	struct vm_area_struct *vma;
	struct vma_iterator vmi;
	int err;

	/* The task, or a file system it uses, may be long in letting go of it. */
	lockdep_assert_none_held_once();
	err = mmap_read_lock_killable(mm);
	if (err)
		return err;
	vma_iter_init(&vmi, mm, 0);
	for_each_vma(vmi, vma) {
		if (!perf_filters_care(vma))
			continue;
		scoped_guard(raw_spinlock_irqsave, &filters->lock)
			perf_filters_map_vma(event, vma);
	}
	mmap_read_unlock(mm);
	return 0;
}

static bool perf_filters_gen_is_stale(unsigned long gen)
{
	return gen & 1;
}

static unsigned long perf_filters_gen(struct perf_event *event)
{
	guard(raw_spinlock_irqsave)(&perf_event_addr_filters(event)->lock);
	return event->addr_filters_gen;
}

/* Stopped and started again, an event takes over its new ranges. */
static void perf_filters_restart(struct perf_event *event)
{
	lockdep_assert_irqs_disabled();
	if (event->state == PERF_EVENT_STATE_ACTIVE) {
		event->pmu->stop(event, PERF_EF_UPDATE);
		perf_throttle_start(event, 0);
	}
}

static void perf_filters_restart_there(struct perf_cpu_context *cpuctx,
				       struct perf_context *ctx, void *data)
{
	struct perf_event *event = data;

	if (cpuctx)
		perf_filters_restart(event);
}

/* Translate the list for one instance, unless it is done. The caller has a reference. */
static int perf_filters_apply(struct perf_event *event)
{
	struct perf_addr_filters_head *filters = perf_event_addr_filters(event);
	unsigned long gen = perf_filters_gen(event);
	struct mm_struct *mm;
	int err = 0;

	while (!err && perf_filters_gen_is_stale(gen)) {
		mm = filters->nr_file_filters ? get_task_mm(event->hw.target) : NULL;
		if (mm) {
			err = perf_filters_map_mm(event, mm);
			mmput(mm);
		}
		/* If there is yet another list, begin again. */
		scoped_guard(raw_spinlock_irqsave, &filters->lock) {
			if (!err && event->addr_filters_gen == gen)
				event->addr_filters_gen++;
			gen = event->addr_filters_gen;
		}
		perf_context_run(event->ctx, perf_filters_restart_there, event);
	}
	return err;
}

/* The child in the list after @from, or the first if that is none or has left. */
static struct perf_event *perf_filters_child_after(struct perf_opened *opened,
						   const struct perf_event *from)
{
	struct list_head *after = &opened->child_list;

	lockdep_assert_held(&opened->child_mutex);
	if (from && (from->attach_state & PERF_ATTACH_CHILD))
		after = (struct list_head *)&from->child_entry;
	if (list_is_last(after, &opened->child_list))
		return NULL;
	return list_entry(after->next, struct perf_event, child_entry);
}

/*
 * The next child after @from whose ranges are not those of the list, with a reference.
 * With the last one it is said that what children are made of has changed: one that was
 * made from an instance before that was up to date is made again.
 */
static struct perf_event *perf_filters_next_stale(struct perf_opened *opened,
						  const struct perf_event *from)
{
	struct perf_event *child;

	guard(mutex)(&opened->child_mutex);
	for (child = perf_filters_child_after(opened, from); child;
	     child = perf_filters_child_after(opened, child)) {
		if (perf_filters_gen_is_stale(perf_filters_gen(child))) {
			refcount_inc(&child->refcount);
			return child;
		}
	}
	perf_opened_changed(opened);
	return NULL;
}

/*
 * Translate the list for all instances. That waits for the memory of their tasks, so
 * without a lock: nobody else is to wait for it.
 */
static int perf_filters_apply_all(struct perf_event *event,
				  void (*put)(struct perf_event *event))
{
	struct perf_event *child = NULL, *next;
	int err = perf_filters_apply(event);

	while (!err && (next = perf_filters_next_stale(event->opened, child))) {
		if (child)
			put(child);
		child = next;
		err = perf_filters_apply(child);
	}
	if (child)
		put(child);
	return err;
}

/* Mark the ranges of an instance as those of an older list. */
static void perf_filters_make_stale(struct perf_event *event)
{
	lockdep_assert_held(&perf_event_addr_filters(event)->lock);
	perf_filters_clear_ranges(event);
	event->addr_filters_gen = (event->addr_filters_gen + 1) | 1;
}

/* Put another list in place; the old one, and its number of files, are in the arguments then. */
static void perf_filters_swap(struct perf_event *event, struct list_head *list,
			      unsigned int *nr_file_filters)
{
	struct perf_addr_filters_head *filters = perf_event_addr_filters(event);
	struct perf_event *child;
	LIST_HEAD(dead);

	guard(mutex)(&event->opened->child_mutex);
	scoped_guard(raw_spinlock_irqsave, &filters->lock) {
		list_splice_init(&filters->list, &dead);
		list_splice_init(list, &filters->list);
		swap(filters->nr_file_filters, *nr_file_filters);
		perf_filters_make_stale(event);
	}
	list_for_each_entry(child, &event->opened->child_list, child_entry) {
		scoped_guard(raw_spinlock_irqsave, &filters->lock)
			perf_filters_make_stale(child);
	}
	list_splice(&dead, list);
	perf_opened_changed(event->opened);
}

static int perf_filters_check_and_swap(struct perf_event *event, struct list_head *list,
				       unsigned int *nr_file_filters)
{
	int err;

	/* Keeps the event with its PMU. */
	guard(perf_event_ctx)(event);
	err = perf_filters_check(event, list);
	if (!err)
		perf_filters_swap(event, list, nr_file_filters);
	return err;
}

static int perf_filters_set(struct perf_event *event, char *text,
			    void (*put)(struct perf_event *event))
{
	unsigned int nr_file_filters = 0;
	LIST_HEAD(list);
	int err;

	err = perf_filters_parse(event, text, &list, &nr_file_filters);
	if (err)
		goto drop;
	/* Static keys do not change under a context's mutex. */
	if (nr_file_filters)
		static_branch_inc(&perf_file_filters);
	err = perf_filters_check_and_swap(event, &list, &nr_file_filters);
	if (nr_file_filters)
		static_branch_dec(&perf_file_filters);
	if (!err)
		err = perf_filters_apply_all(event, put);
drop:
	perf_filters_drop(&list);
	return err;
}

/* The event may be losing its PMU. */
static bool perf_event_has_addr_filters(struct perf_event *event)
{
	guard(rcu)();
	return has_addr_filter(event);
}

/**
 * perf_event_set_filter - ioctl PERF_EVENT_IOC_SET_FILTER
 * @event: an opened event, attached to a context
 * @arg:   the text, less than a page
 * @put:   drops a reference on an instance: perf_event_put(), which lies above this file
 *
 * Context: task, may sleep, takes mmap_lock of the event's task; no context lock or
 * mutex held.
 * Return: 0; -EFAULT; -EINVAL for an event without filters, or what is wrong with
 * the text; -EEXIST when a trace event has one; -EOPNOTSUPP for a file with a CPU's
 * event or what the PMU cannot do; what path look-up says; -ENOMEM.
 */
int perf_event_set_filter(struct perf_event *event, char __user *arg,
			  void (*put)(struct perf_event *event))
{
	char *text;
	int err;

	text = strndup_user(arg, PAGE_SIZE);
	if (IS_ERR(text))
		return PTR_ERR(text);

	if (perf_event_is_tracing(event))
		err = ftrace_profile_set_filter(event, event->attr.config, text);
	else if (perf_event_has_addr_filters(event))
		err = perf_filters_set(event, text, put);
	else
		err = -EINVAL;
	kfree(text);
	return err;
}

/*
 * What changes the ranges.
 */

/**
 * perf_event_addr_filters_sync - let a PMU take over an event's ranges if they are new
 * @event: the event
 *
 * Drivers call it when they start an event; it calls back pmu::addr_filters_sync.
 *
 * Context: on the event's CPU, IRQs off, the event stopped.
 */
void perf_event_addr_filters_sync(struct perf_event *event)
{
	struct perf_addr_filters_head *filters = perf_event_addr_filters(event);

	if (!has_addr_filter(event))
		return;

	raw_spin_lock(&filters->lock);
	if (event->hw.addr_filters_gen != event->addr_filters_gen) {
		event->pmu->addr_filters_sync(event);
		event->hw.addr_filters_gen = event->addr_filters_gen;
	}
	raw_spin_unlock(&filters->lock);
}
EXPORT_SYMBOL_GPL(perf_event_addr_filters_sync);

/* Bring an instance of the running task up to date; NULL: it has mapped nothing. */
static void perf_filters_update(struct perf_event *event, const struct vm_area_struct *vma)
{
	struct perf_addr_filters_head *filters = perf_event_addr_filters(event);
	bool changed = true;

	raw_spin_lock(&filters->lock);
	if (vma)
		changed = perf_filters_map_vma(event, vma);
	else
		perf_filters_clear_ranges(event);
	/* perf_filters_apply() raises the number when the ranges are complete. */
	if (changed && !perf_filters_gen_is_stale(event->addr_filters_gen))
		event->addr_filters_gen += 2;
	raw_spin_unlock(&filters->lock);

	if (changed)
		perf_filters_restart(event);
}

/* The context of the running task is active on this CPU. */
static void perf_filters_update_current(const struct vm_area_struct *vma)
{
	struct perf_cpu_context *cpuctx;
	struct perf_event *event;
	unsigned long flags;

	local_irq_save(flags);
	cpuctx = this_cpu_ptr(&perf_cpu_context);
	perf_cpu_lock(cpuctx);
	if (cpuctx->task_ctx) {
		list_for_each_entry(event, &cpuctx->task_ctx->event_list, event_entry) {
			if (event->addr_filter_ranges)
				perf_filters_update(event, vma);
		}
	}
	perf_cpu_unlock(cpuctx);
	local_irq_restore(flags);
}

/**
 * perf_filters_mmap - the current task has mapped something or made it executable
 * @vma: the mapping
 *
 * Context: task, mmap_lock held for writing.
 */
void perf_filters_mmap(struct vm_area_struct *vma)
{
	if (static_branch_unlikely(&perf_file_filters) && perf_filters_care(vma))
		perf_filters_update_current(vma);
}

/**
 * perf_filters_exec - the current task has a new address space with no files in it
 *
 * Context: task.
 */
void perf_filters_exec(void)
{
	if (static_branch_unlikely(&perf_file_filters))
		perf_filters_update_current(NULL);
}

/**
 * perf_filters_init - space for the ranges of a new instance
 * @event: the instance, its PMU known; an inherited one gets its parent's ranges,
 *         which hold until its task maps something or execs
 *
 * Context: task, may sleep.
 * Return: 0 or -ENOMEM. Undone by perf_filters_free() and, since drivers may look
 * at it until a grace period has passed, kfree() of perf_event::addr_filter_ranges.
 */
int perf_filters_init(struct perf_event *event)
{
	unsigned int nr = event->pmu->nr_addr_filters;
	struct perf_event *parent = event->parent;

	if (!nr)
		return 0;
	event->addr_filter_ranges = kcalloc(nr, sizeof(*event->addr_filter_ranges), GFP_KERNEL);
	if (!event->addr_filter_ranges)
		return -ENOMEM;

	/* Whatever the hardware has, it is not this instance's. */
	event->addr_filters_gen = 2;
	if (parent) {
		guard(raw_spinlock_irqsave)(&perf_event_addr_filters(event)->lock);
		memcpy(event->addr_filter_ranges, parent->addr_filter_ranges,
		       nr * sizeof(*event->addr_filter_ranges));
		event->addr_filters_gen |= parent->addr_filters_gen & 1;
	}
	return 0;
}

/**
 * perf_filters_free - drop an instance's filters
 * @event: an instance that is on no context and in use by nobody
 *
 * A trace event's probes read the filter on the event's CPU with IRQs off or under
 * its context's lock. Neither is possible any more, so there is nothing to wait for.
 *
 * Context: task, may sleep.
 */
void perf_filters_free(struct perf_event *event)
{
	struct perf_addr_filters_head *filters;

	if (event->parent)
		return;
	if (perf_event_is_tracing(event))
		ftrace_profile_free_filter(event);

	filters = perf_event_addr_filters(event);
	if (filters->nr_file_filters)
		static_branch_dec(&perf_file_filters);
	perf_filters_drop(&filters->list);
}
