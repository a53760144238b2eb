// SPDX-License-Identifier: GPL-2.0
/*
 * Counts samples in histogram rows while a recording is read.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <report/histogram.h>

#define TABLE_MIN	1024

static bool same_base(const struct perf_base *a, const struct perf_base *b)
{
	return a->comm == b->comm && a->tid == b->tid && a->cpu == b->cpu &&
	       a->tuple == b->tuple;
}

static uint32_t find_base(struct perf_report *report, const struct perf_base *wanted)
{
	struct perf_base *base;
	uint64_t *value, key;
	bool added;

	if (!report->key.multiply)
		report->key = perf_hash_key_make(report);
	key = perf_hash_pair(report->key, (uint64_t)wanted->comm << 32 | (uint32_t)wanted->tid,
			     (uint64_t)wanted->tuple << 32 | (uint32_t)wanted->cpu);
	/* Different bases with equal hashes take successive keys. */
	for (;; key++) {
		value = perf_map_put(&report->base_index, key, &added);
		if (!value)
			return UINT32_MAX;
		if (!*value)
			break;
		if (same_base(&report->bases.at[*value - 1], wanted))
			return *value - 1;
	}
	base = perf_vec_push(&report->bases);
	if (!base)
		return UINT32_MAX;
	*base = *wanted;
	base->root = perf_calls_root(&report->calls);
	if (!base->root)
		return UINT32_MAX;
	/* perf_call.entry of a root holds the index of its base. */
	report->calls.list.at[base->root].entry = report->bases.count - 1;
	*value = report->bases.count;
	return report->bases.count - 1;
}

/**
 * perf_report_base() - return the base with given values
 * @report: report
 * @wanted: values; @wanted->root is ignored
 *
 * Return: index in @report->bases, added if new; UINT32_MAX without memory.
 */
uint32_t perf_report_base(struct perf_report *report, const struct perf_base *wanted)
{
	if (report->last_base >= report->bases.count ||
	    !same_base(&report->bases.at[report->last_base], wanted))
		report->last_base = find_base(report, wanted);
	return report->last_base;
}

/* Return the node of a frame below @parent, mostly that of the same level of the last stack. */
static uint32_t get_step(struct perf_report *report, const struct perf_stack_item *item,
			 uint32_t parent, size_t depth)
{
	struct perf_report_step *step = &report->steps[depth % PERF_REPORT_STEPS];
	uint32_t function;

	if (step->parent == parent && step->frame == item->frame && step->ip == item->ip)
		return step->call;
	function = perf_functions_of_call(&report->functions, item->frame, item->ip);
	*step = (struct perf_report_step){
		.ip = item->ip, .frame = item->frame, .parent = parent,
		.call = perf_calls_get(&report->calls, parent, function),
	};
	return step->call;
}

/* Return the node of a whole stack, built from its outermost function inwards; 0 without memory. */
static uint32_t get_call(struct perf_report *report, const struct perf_stack *stack,
			 uint32_t root)
{
	const struct perf_stack_item *item;
	uint32_t call = root;
	const uint32_t *list;
	size_t i, nr;

	perf_vec_each(&stack->items, item)
		perf_functions_expect(&report->functions, item->frame);
	for (i = stack->items.count; i-- && call;) {
		item = &stack->items.at[i];
		/* A frame without a symbol has no inlined functions and is an ordinary call. */
		if (!item->unwound || !report->inlines ||
		    !report->machine->frames.at[item->frame].symbol) {
			call = get_step(report, item, call, stack->items.count - 1 - i);
			continue;
		}
		list = perf_functions_expand(&report->functions, item->frame, &nr);
		if (!list)
			return 0;
		while (nr-- && call)
			call = perf_calls_get(&report->calls, call, list[nr]);
	}
	return call;
}

/* Return the number in report->lines of the text "file:line" of a frame. */
static uint32_t get_line(struct perf_report *report, uint32_t frame)
{
	const struct perf_frame *at;
	unsigned int line = 0;
	char text[4096];
	const char *file, *slash;

	while (report->frame_lines.count <= frame)
		if (!perf_vec_push(&report->frame_lines))
			return 0;
	if (report->frame_lines.at[frame])
		return report->frame_lines.at[frame];
	file = report->inlines ? perf_inlines_line(report->inlines, frame, &line) : NULL;
	at = &report->machine->frames.at[frame];
	if (file) {
		slash = report->full_paths ? NULL : strrchr(file, '/');
		snprintf(text, sizeof(text), "%s:%u", slash ? slash + 1 : file, line);
	} else if (at->dso && at->dso->kind == PERF_DSO_FILE) {
		snprintf(text, sizeof(text), "??:0");
	} else if (at->symbol) {
		snprintf(text, sizeof(text), "%s+%ld",
			 perf_dso_symbol_name(&report->machine->dsos, at->dso, at->symbol),
			 (long)(at->addr - at->symbol->start));
	} else {
		snprintf(text, sizeof(text), "%s[%lx]", at->dso ? at->dso->short_name : "",
			 (unsigned long)at->addr);
	}
	report->frame_lines.at[frame] = perf_intern(&report->lines, text);
	return report->frame_lines.at[frame];
}

static uint32_t hash_row(const struct perf_histogram *histogram, const struct perf_row *row)
{
	return perf_hash_pair(histogram->key, (uint64_t)row->call << 32 | row->function,
			      (uint64_t)row->line << 32 | row->mode);
}

static bool same_row(const struct perf_row *a, const struct perf_row *b)
{
	return a->call == b->call && a->function == b->function && a->line == b->line &&
	       a->mode == b->mode;
}

static int grow_rows(struct perf_histogram *histogram)
{
	size_t i;

	if (perf_slots_grow(&histogram->row_slots, TABLE_MIN))
		return -ENOMEM;
	if (!histogram->key.multiply)
		histogram->key = perf_hash_key_make(histogram->row_slots.at);
	for (i = 0; i < histogram->rows.count; i++)
		perf_slots_put(&histogram->row_slots,
			       hash_row(histogram, &histogram->rows.at[i]), i + 1);
	return 0;
}

static struct perf_row *get_row(struct perf_histogram *histogram, const struct perf_row *wanted)
{
	struct perf_row *row;
	uint32_t slot;

	if (histogram->rows.count >= histogram->row_slots.mask / 2 && grow_rows(histogram))
		return NULL;
	slot = hash_row(histogram, wanted) & histogram->row_slots.mask;
	while (histogram->row_slots.at[slot]) {
		row = &histogram->rows.at[histogram->row_slots.at[slot] - 1];
		if (same_row(row, wanted))
			return row;
		slot = (slot + 1) & histogram->row_slots.mask;
	}
	row = perf_vec_push(&histogram->rows);
	if (!row)
		return NULL;
	*row = *wanted;
	row->period = 0;
	row->nr = 0;
	histogram->row_slots.at[slot] = histogram->rows.count;
	return row;
}

/**
 * perf_report_settle() - add the samples in @waiting to their rows
 * @histogram: histogram
 *
 * Return: 0 or -ENOMEM; @waiting is empty in both cases.
 */
int perf_report_settle(struct perf_histogram *histogram)
{
	size_t i, nr = histogram->nr_waiting;
	struct perf_row *row, *wanted;
	uint32_t slot;

	/* @waiting is empty from here on, also after -ENOMEM. */
	histogram->nr_waiting = 0;
	for (i = 0; i < nr && histogram->row_slots.mask; i++) {
		slot = histogram->row_slots.at[hash_row(histogram, &histogram->waiting[i]) &
					       histogram->row_slots.mask];
		if (slot)
			__builtin_prefetch(&histogram->rows.at[slot - 1]);
	}
	for (i = 0; i < nr; i++) {
		wanted = &histogram->waiting[i];
		row = get_row(histogram, wanted);
		if (!row)
			return -ENOMEM;
		row->period += wanted->period;
		row->nr += wanted->nr;
	}
	return 0;
}

/*
 * Append the sample at waiting[nr_waiting] to @waiting until perf_report_settle(), while the
 * slot of its row is prefetched. A sample with the same row as the last one is merged with it.
 */
static int histogram_await(struct perf_histogram *histogram)
{
	struct perf_row *wanted = &histogram->waiting[histogram->nr_waiting];

	if (histogram->nr_waiting && same_row(wanted - 1, wanted)) {
		wanted[-1].period += wanted->period;
		wanted[-1].nr += wanted->nr;
		return 0;
	}
	if (histogram->row_slots.mask)
		__builtin_prefetch(&histogram->row_slots.at[hash_row(histogram, wanted) &
							    histogram->row_slots.mask]);
	return ++histogram->nr_waiting < PERF_REPORT_WAITING ? 0 : perf_report_settle(histogram);
}

static int add_delta(struct perf_histogram *histogram, size_t row, uint64_t period)
{
	while (histogram->deltas.count <= row)
		if (!perf_vec_push(&histogram->deltas))
			return -ENOMEM;
	histogram->deltas.at[row].period += period;
	histogram->deltas.at[row].nr++;
	return 0;
}

/* Return the field with the share of the sample's mode, or 0. */
static uint32_t mode_of(const struct perf_sample *sample)
{
	switch (sample ? sample->cpumode : 0) {
	case PERF_RECORD_MISC_KERNEL:
		return PERF_FIELD_SYS;
	case PERF_RECORD_MISC_USER:
		return PERF_FIELD_US;
	case PERF_RECORD_MISC_GUEST_KERNEL:
		return PERF_FIELD_GUEST_SYS;
	case PERF_RECORD_MISC_GUEST_USER:
		return PERF_FIELD_GUEST_US;
	default:
		return 0;
	}
}

/**
 * perf_report_add() - count a sample
 * @report: report
 * @index: index in @report->histograms
 * @sample: sample
 *
 * Return: 0 or -ENOMEM.
 */
int perf_report_add(struct perf_report *report, size_t index,
		    const struct perf_report_sample *sample)
{
	struct perf_histogram *histogram = &report->histograms.at[index];
	struct perf_base base = { 0 };
	struct perf_row *wanted = &histogram->waiting[histogram->nr_waiting], *row;
	uint32_t base_index, root;

	*wanted = (struct perf_row){ .tid = sample->thread->tid };
	if (!report->lines.count)
		perf_intern(&report->lines, "");	/* number 0: no line */
	if (perf_sort_has(&report->sort, PERF_SORT_COMM))
		base.comm = sample->thread->comm;
	if (perf_sort_has(&report->sort, PERF_SORT_PID))
		base.tid = sample->thread->tid;
	if (perf_sort_has(&report->sort, PERF_SORT_CPU))
		base.cpu = sample->cpu;
	if (report->sort.nr_values) {
		base.tuple = perf_sort_tuple(report, sample);
		if (base.tuple == UINT32_MAX)
			return -ENOMEM;
	}
	base_index = perf_report_base(report, &base);
	if (base_index == UINT32_MAX)
		return -ENOMEM;
	root = report->bases.at[base_index].root;
	wanted->call = root;
	if (sample->stack)
		wanted->call = sample->repeated && root == report->last_root ?
			       report->last_call : get_call(report, sample->stack, root);
	wanted->function = perf_functions_of_frame(&report->functions, sample->frame);
	if (perf_sort_has(&report->sort, PERF_SORT_SRCLINE))
		wanted->line = get_line(report, sample->frame);
	else if (perf_sort_has(&report->sort, PERF_SORT_TRACE) && sample->trace)
		wanted->line = perf_intern(&report->lines, sample->trace);
	if (report->modes)
		wanted->mode = mode_of(sample->fields);
	if (!wanted->call || !wanted->function)
		return -ENOMEM;
	histogram->has_stacks |= !!sample->stack;
	report->last_call = wanted->call;
	report->last_root = root;
	if (report->live) {
		row = get_row(histogram, wanted);
		return row ? add_delta(histogram, row - histogram->rows.at, sample->period) :
			     -ENOMEM;
	}
	histogram->period += sample->period;
	histogram->nr++;
	wanted->period = sample->period;
	wanted->nr = 1;
	return histogram_await(histogram);
}

/**
 * perf_report_add_filtered() - count filtered samples, in the totals of a histogram only
 * @report: report
 * @index: index in @report->histograms
 * @period: sum of their periods
 * @nr: number of samples
 */
void perf_report_add_filtered(struct perf_report *report, size_t index, uint64_t period,
			      uint64_t nr)
{
	struct perf_histogram *histogram = &report->histograms.at[index];

	if (report->live) {
		histogram->filtered_delta.period += period;
		histogram->filtered_delta.nr += nr;
		return;
	}
	histogram->period += period;
	histogram->nr += nr;
}

/**
 * perf_report_cgroup() - store the name of a cgroup
 * @report: report
 * @id: sample.cgroup
 * @path: path in the hierarchy
 *
 * Return: 0 or -ENOMEM.
 */
int perf_report_cgroup(struct perf_report *report, uint64_t id, const char *path)
{
	uint64_t *value;
	uint32_t text;
	bool added;

	if (!report->lines.count)
		perf_intern(&report->lines, "");
	text = perf_intern(&report->lines, path);
	value = text == PERF_INTERN_NONE ? NULL : perf_map_put(&report->cgroups, id, &added);
	if (!value)
		return -ENOMEM;
	*value = text;
	return 0;
}

/** perf_histogram_empty() - remove all samples, rows and entries; keep the event */
void perf_histogram_empty(struct perf_histogram *histogram)
{
	const struct perf_data_event *event = histogram->event;

	perf_vec_free(&histogram->rows);
	perf_vec_free(&histogram->entries);
	perf_vec_free(&histogram->deltas);
	perf_slots_free(&histogram->row_slots);
	perf_slots_free(&histogram->entry_slots);
	*histogram = (struct perf_histogram){ .event = event };
}

/** perf_report_free() - free all but what the caller has set */
void perf_report_free(struct perf_report *report)
{
	struct perf_histogram *histogram;

	perf_vec_each(&report->histograms, histogram)
		perf_histogram_empty(histogram);
	perf_vec_free(&report->histograms);
	perf_vec_free(&report->bases);
	perf_vec_free(&report->frame_lines);
	perf_vec_free(&report->linked_nodes);
	free(report->links.first_child);
	perf_map_free(&report->base_index);
	perf_intern_free(&report->lines);
	perf_tuples_free(&report->tuples);
	perf_map_free(&report->cgroups);
	perf_parents_free(&report->parents);
	perf_parents_free(&report->ignored);
	perf_functions_free(&report->functions);
	perf_calls_free(&report->calls);
}
