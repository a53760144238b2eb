// SPDX-License-Identifier: GPL-2.0
/*
 * Filters of an event (ioctl PERF_EVENT_IOC_SET_FILTER).
 *
 * On a trace event a filter is an expression over the fields of its records, handled
 * by ftrace_profile_set_filter(). On a PMU with address filters it is a list of
 *
 *	ACTION ADDRESS[/SIZE][@FILE]
 *
 * separated by commas, spaces or newlines, with ACTION "filter", "start" or "stop".
 * Without FILE, ADDRESS is a kernel address. With FILE, ADDRESS is an offset in it, and
 * the PMU needs the address at which the task has mapped that offset. So the list in
 * perf_event_file::addr_filters is translated to a range of addresses for each filter and
 * instance, again whenever the instance's task maps something executable or execs.
 *
 * Locks: perf_addr_filters_head::lock protects its list, perf_event::addr_filter_ranges
 * and ::addr_filters_gen; it nests inside context locks, because drivers read the ranges
 * when they start an event. While addr_filters_gen is odd, the ranges do not match the list
 * yet: perf_filters_apply() translates it for one instance at a time, under no other lock
 * than the mmap_lock of the instance's task, which perf_filters_map_mm() asserts.
 * perf_filters_next_stale() takes the child_mutex in between to get the next instance.
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
#include "base/why.h"
#include "overflow/throttle.h"
#include "sched/context.h"
#include "sideband/filter.h"

/* On while an event has filters with files: perf_filters_mmap() and _exec() update ranges. */
static DEFINE_STATIC_KEY_FALSE(perf_file_filters);

/*
 * Parsing: pure.
 */

static const char *const perf_filter_actions[] = {
	[PERF_ADDR_FILTER_ACTION_STOP]	 = "stop",
	[PERF_ADDR_FILTER_ACTION_START]	 = "start",
	[PERF_ADDR_FILTER_ACTION_FILTER] = "filter",
};

/* Return the next non-empty word of @text, NULL at the end. */
static char *perf_filter_word(char **text)
{
	char *word;

	do {
		word = strsep(text, " ,\n");
	} while (word && !*word);
	return word;
}

/* @digits is a hexadecimal, octal or decimal number as in C, and nothing else. */
static int perf_filter_number(const char *digits, unsigned long *number)
{
	if (!isdigit(*digits))
		return -EINVAL;
	return kstrtoul(digits, 0, number) ? -EINVAL : 0;
}

/**
 * perf_filter_next - parse one address filter
 * @text: the text left to parse, NULL at the end; strsep() cuts it and advances it
 * @spec: the filter; @spec->file points into the text
 *
 * Context: any; accesses its arguments only.
 * Return: 1 for a filter, 0 at the end, -EINVAL for a malformed filter.
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
	/* "start" and "stop" are at one instruction; "filter" needs a range. */
	if (action == PERF_ADDR_FILTER_ACTION_FILTER && !spec->size)
		return -EINVAL;
	return 1;
}

/**
 * perf_filter_clip - compute the part of a filter that a mapping of its file contains
 * @filter:      the filter
 * @vm_start:    first address of the mapping
 * @vm_end:      address after the last
 * @file_offset: offset in the file of @vm_start
 * @range:       set to the part of @filter that is in the mapping
 *
 * Context: any; accesses its arguments only.
 * Return: true if part of @filter is in the mapping; else false, @range unchanged.
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

	/* @filter begins before the mapping. */
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

static int __cold perf_filter_refuse(struct perf_event *event, int err,
				     enum perf_event_why reason)
{
	return perf_refuse_event(event, err, reason, PERF_WHERE_ARG + 2);
}

/* Set @filter->path to the file of @spec, if @event may have filters with files. */
static int perf_filter_resolve(struct perf_event *event, const struct perf_filter_spec *spec,
			       struct perf_addr_filter *filter)
{
	int err;

	if (!spec->file)
		return 0;
	/* The tasks of a CPU map the file at different addresses. */
	if (!event->hw.target)
		return perf_filter_refuse(event, -EOPNOTSUPP, PERF_WHY_FILTER_FILE);

	err = kern_path(spec->file, LOOKUP_FOLLOW, &filter->path);
	if (err)
		return perf_filter_refuse(event, err, PERF_WHY_FILTER_FILE);
	if (d_is_reg(filter->path.dentry))
		return 0;
	return perf_filter_refuse(event, -EINVAL, PERF_WHY_FILTER_FILE);
}

/* On error too, the caller drops the filters in @list. */
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
	return ret ? perf_filter_refuse(event, ret, PERF_WHY_FILTER) : 0;
}

/* Does the PMU of @event support the filters in @list? */
static int perf_filters_check(struct perf_event *event, struct list_head *list)
{
	const struct pmu *pmu = event->pmu;
	int err;

	lockdep_assert_held(&event->ctx->mutex);
	if (pmu->addr_filters_validate) {
		err = pmu->addr_filters_validate(list);
		if (err)
			return perf_filter_refuse(event, err, PERF_WHY_FILTER);
	}
	/* perf_filters_init() allocates nr_addr_filters ranges for an instance. */
	if (list_count_nodes(list) <= pmu->nr_addr_filters)
		return 0;
	return perf_filter_refuse(event, -EOPNOTSUPP, PERF_WHY_FILTER_NUMBER);
}

/*
 * From filters to ranges.
 */

/* Set the ranges of @event as if none of the files were mapped. */
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

/* Set the ranges of the filters that @vma maps; return true if there are any. */
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

/* Is @vma code of a file? Data is not traced. */
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

	/* The task, or a file system that it uses, may hold mmap_lock for long. */
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

/* pmu::start applies the new ranges (perf_event_addr_filters_sync()). */
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

/* Translate the list for @event, if its ranges are stale. The caller holds a reference. */
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
		/* perf_filters_swap() has set another list if the generation differs: repeat. */
		scoped_guard(raw_spinlock_irqsave, &filters->lock) {
			if (!err && event->addr_filters_gen == gen)
				event->addr_filters_gen++;
			gen = event->addr_filters_gen;
		}
		perf_context_run(event->ctx, perf_filters_restart_there, event);
	}
	return err;
}

/* The child after @from in child_list; the first if @from is NULL or has left the list. */
static struct perf_event *perf_filters_child_after(struct perf_event_file *opened,
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
 * The next child after @from whose ranges are stale, with a reference. After the last one,
 * perf_event_children_changed() makes perf_instance_add() repeat a clone that it copied from an
 * instance while that had stale ranges.
 */
static struct perf_event *perf_filters_next_stale(struct perf_event_file *opened,
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
	perf_event_children_changed(opened);
	return NULL;
}

/*
 * Translate the list for all instances. perf_filters_apply() may wait long for the
 * mmap_lock of a task, so the caller holds no lock over it.
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

/* Reset the ranges of @event and mark them stale: addr_filters_gen becomes odd. */
static void perf_filters_make_stale(struct perf_event *event)
{
	lockdep_assert_held(&perf_event_addr_filters(event)->lock);
	perf_filters_clear_ranges(event);
	event->addr_filters_gen = (event->addr_filters_gen + 1) | 1;
}

/* Exchange the list and nr_file_filters of the event with @list and @nr_file_filters. */
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
	perf_event_children_changed(event->opened);
}

static int perf_filters_check_and_swap(struct perf_event *event, struct list_head *list,
				       unsigned int *nr_file_filters)
{
	int err;

	/* ctx->mutex keeps event->pmu stable. */
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
	/* Static keys do not change under ctx->mutex: CPU hotplug nests them the other way. */
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

/* perf_pmu_unregister() may be replacing event->pmu. */
static bool perf_event_has_addr_filters(struct perf_event *event)
{
	guard(rcu)();
	return has_addr_filter(event);
}

static int perf_filter_set_tracing(struct perf_event *event, char *text)
{
	int err = ftrace_profile_set_filter(event, event->attr.config, text);

	return err ? perf_filter_refuse(event, err, PERF_WHY_FILTER) : 0;
}

/**
 * perf_event_set_filter - ioctl PERF_EVENT_IOC_SET_FILTER
 * @event: an opened event, attached to a context
 * @arg:   the text, at most PAGE_SIZE bytes with its NUL
 * @put:   drops a reference on an instance: perf_event_put(), from a higher folder
 *
 * Context: task, may sleep, takes mmap_lock of the event's task; no context lock or
 * mutex held.
 * Return: 0; -EFAULT; -ENOMEM; -EINVAL: @event has no filters, or the text is malformed or
 * too long; -EEXIST: the trace event has a filter; -EOPNOTSUPP: a file and a CPU event, or
 * too many filters for the PMU; -EINTR: killed while waiting for mmap_lock; else the errno
 * of kern_path() or pmu::addr_filters_validate.
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
		err = perf_filter_set_tracing(event, text);
	else if (perf_event_has_addr_filters(event))
		err = perf_filters_set(event, text, put);
	else
		err = perf_filter_refuse(event, -EINVAL, PERF_WHY_NO_FILTER);
	kfree(text);
	return err;
}

/*
 * Updates of the ranges.
 */

/**
 * perf_event_addr_filters_sync - have the PMU apply an event's ranges if they have changed
 * @event: the event
 *
 * Drivers call this from pmu::start; it calls pmu::addr_filters_sync.
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

/* Update the ranges of an instance of current: for @vma, or NULL after an exec. */
static void perf_filters_update(struct perf_event *event, const struct vm_area_struct *vma)
{
	struct perf_addr_filters_head *filters = perf_event_addr_filters(event);
	bool changed = true;

	raw_spin_lock(&filters->lock);
	if (vma)
		changed = perf_filters_map_vma(event, vma);
	else
		perf_filters_clear_ranges(event);
	/* An odd generation is left to perf_filters_apply(), until the ranges are complete. */
	if (changed && !perf_filters_gen_is_stale(event->addr_filters_gen))
		event->addr_filters_gen += 2;
	raw_spin_unlock(&filters->lock);

	if (changed)
		perf_filters_restart(event);
}

/* The context of current is active on this CPU, or current has none. */
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
			if (event->attach_state & PERF_ATTACH_RANGES)
				perf_filters_update(event, vma);
		}
	}
	perf_cpu_unlock(cpuctx);
	local_irq_restore(flags);
}

/**
 * perf_filters_mmap - update ranges for a mapping current has made or made executable
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
 * perf_filters_exec - reset ranges: current has a new address space without files
 *
 * Context: task.
 */
void perf_filters_exec(void)
{
	if (static_branch_unlikely(&perf_file_filters))
		perf_filters_update_current(NULL);
}

/**
 * perf_filters_init - allocate the ranges of a new instance
 * @event: the instance, event->pmu set; a child copies the ranges of event->parent, which
 *         hold until its task maps something or execs
 *
 * perf_filters_free() undoes this, and kfree() of perf_event::addr_filter_ranges after a
 * grace period, since drivers may read the ranges until then.
 *
 * Context: task, may sleep.
 * Return: 0 or -ENOMEM.
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

	event->attach_state |= PERF_ATTACH_RANGES;
	/* Differs from hw.addr_filters_gen, so that the first start writes the ranges. */
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
 * @event: an instance that is in no context and has no other user
 *
 * The probes of a trace event read its filter on the event's CPU with IRQs off, or under
 * ctx->lock. @event is in no context, so no probe reads the filter any more and no grace
 * period is needed.
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
