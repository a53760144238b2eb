/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Samples counted by what they have in common.
 *
 * While a recording is read, samples of the same stack and the same values of the sort
 * keys become one row. Afterwards the rows are added up to entries, the lines of the
 * report: an entry's own part (self) is of the rows whose innermost function it is, its
 * total also of those that have it anywhere in the stack.
 */
#ifndef PERF_REPORT_HISTOGRAM_H
#define PERF_REPORT_HISTOGRAM_H

#include <stdbool.h>
#include <stdint.h>
#include <base/error.h>
#include <base/map.h>
#include <base/vec.h>
#include <data/reader.h>
#include <model/machine.h>
#include <report/calls.h>
#include <report/fields.h>
#include <report/functions.h>
#include <report/parent.h>
#include <report/sort.h>
#include <report/sort_values.h>
#include <unwind/stack.h>

/* Values of the keys that belong to a thread; a key that is not sorted by is 0. */
struct perf_base {
	uint32_t comm;
	int32_t tid;
	int32_t cpu;
	uint32_t tuple;	/* see sort_values.h */
	uint32_t root;	/* of its tree of calls */
};

/* Modes of which shares are told: PERF_FIELD_SYS to PERF_FIELD_GUEST_US. */
#define PERF_REPORT_MODES	4

/* Samples of one stack, one function, one base; of one mode, if these are told apart. */
struct perf_row {
	uint32_t call;
	uint32_t function;
	uint32_t line;
	int32_t tid;	/* of the first sample */
	uint32_t entry;	/* index + 1, once the histogram is finished */
	uint32_t mode;	/* the field of its mode, or 0 */
	uint64_t period;
	uint64_t nr;
};

/**
 * struct perf_entry - a line of the report
 * @base: index in perf_report.bases
 * @function: of the entry, or one of those of its object; 0 without these keys
 * @line: source line or text of a tracepoint, a number in perf_report.lines
 * @tid: of the first sample
 * @depth: of the deepest stack
 * @self: periods of samples in it
 * @total: periods of samples with it anywhere in the stack
 * @nr: samples in it
 * @modes: parts of @self, by field - PERF_FIELD_SYS
 * @stamp: row that was counted last
 * @kernel: it is code of the kernel
 * @called: a call made the entry, before any sample was in it
 */
struct perf_entry {
	uint32_t base;
	uint32_t function;
	uint32_t line;
	int32_t tid;
	uint32_t depth;
	uint32_t stamp;
	bool kernel;
	bool called;
	uint64_t self;
	uint64_t total;
	uint64_t nr;
	uint64_t modes[PERF_REPORT_MODES];
};

/* Live: what a row got since the last turn. */
struct perf_row_news {
	uint64_t period;
	uint64_t nr;
};

/* So many samples wait for their rows, which are looked for together. */
#define PERF_REPORT_WAITING	16

/**
 * struct perf_histogram - the samples of one event
 * @event: the event
 * @rows: while reading
 * @news: of a live report: counts since the last turn, by row; may be shorter than @rows
 * @others, @others_news: of a live report: counts of samples that a filter left out, up to the
 *	last turn and since then
 * @waiting: samples that have no row yet, see perf_report_settle(); the slot behind the last of
 *	them is where perf_report_add() makes the next one
 * @entries: after perf_report_finish(), sorted
 * @period: sum of all, those too that a filter left out
 * @nr: how many samples, as above
 * @key: of both hash tables
 * @has_stacks: samples have call stacks
 */
struct perf_histogram {
	PERF_VEC(struct perf_row) rows;
	PERF_VEC(struct perf_entry) entries;
	PERF_VEC(struct perf_row_news) news;
	struct perf_row_news others;
	struct perf_row_news others_news;
	const struct perf_data_event *event;
	struct perf_row waiting[PERF_REPORT_WAITING];
	size_t nr_waiting;
	uint32_t *row_table;
	uint32_t row_mask;
	uint32_t *entry_table;
	uint32_t entry_mask;
	struct perf_hash_key key;
	uint64_t period;
	uint64_t nr;
	bool has_stacks;
};

/* A place of the last stack: the call of a frame there, and the node that it became. */
struct perf_report_step {
	uint64_t ip;
	uint32_t frame;
	uint32_t parent;
	uint32_t call;
};

/* So many places, from the outermost one on, are remembered. */
#define PERF_REPORT_STEPS	128

/**
 * struct perf_report_links - what graphs are made of, by node of the tree of calls
 * @first_child, @next_sibling: nodes
 * @next_call: another node of the same entry
 * @first_row: index + 1
 * @room: of each
 * @all: those of all nodes are set, not only those of perf_report.linked_nodes
 *
 * Zero but for nodes of the linked histogram. One memory for all histograms: to clear it as a
 * whole for each of many events would take longer than their samples.
 */
struct perf_report_links {
	uint32_t *first_child;
	uint32_t *next_sibling;
	uint32_t *next_call;
	uint32_t *first_row;
	size_t room;
	bool all;
};

/**
 * struct perf_report - histograms of all events of a recording, and what they share
 * @machine, @inlines: of the recording
 * @sort: by what to count
 * @order: what entries are ordered by; empty: their shares, then @sort
 * @object_sorted: see struct perf_layout
 * @modes: tell apart the modes that samples were in
 * @time_quantum: ns in which times are the same, 0: a tenth of a second
 * @nanoseconds: times are shown with all their digits
 * @verbose: objects are known by their paths; functions are shown with an address and
 *	where their symbols are from
 * @full_paths: files of the source are shown with their directories
 * @children: count an entry for every stack that it is in
 * @callers: call graphs are wanted
 * @callees_down: with callers above callees
 * @last_base: index in @bases of the sample that was counted last
 * @last_call: node in @calls of the stack of the sample that was counted last
 * @last_root: root of that tree
 * @linked: histogram whose entries rows and nodes of @calls know
 * @linked_nodes: the nodes of @calls on the stacks of that histogram's rows; no other node
 *	knows an entry, so that a recording of many events takes time for the nodes of each
 * @links: for perf_grapher_init()
 * @live: samples count from the next perf_report_turn() on
 *
 * Set these and @functions.machine, the rest zero.
 */
struct perf_report {
	PERF_VEC(struct perf_base) bases;
	PERF_VEC(uint32_t) frame_lines;
	PERF_VEC(struct perf_histogram) histograms;
	struct perf_machine *machine;
	struct perf_inlines *inlines;
	struct perf_sort sort;
	struct perf_fields order;
	bool object_sorted;
	bool modes;
	uint64_t time_quantum;
	bool nanoseconds;
	bool verbose;
	bool full_paths;
	bool children;
	bool callers;
	bool callees_down;
	uint32_t last_base;
	uint32_t last_call;
	uint32_t last_root;
	const struct perf_histogram *linked;
	PERF_VEC(uint32_t) linked_nodes;
	struct perf_report_links links;
	struct perf_report_step steps[PERF_REPORT_STEPS];
	bool live;
	struct perf_functions functions;
	struct perf_calls calls;
	struct perf_map base_index;
	struct perf_hash_key key;	/* of what @base_index and @tuples are indexed by */
	struct perf_intern lines;
	struct perf_tuples tuples;
	struct perf_parents parents;
	struct perf_parents ignored;	/* what these call is theirs; if compiled */
	struct perf_map cgroups;	/* by id: a number in @lines */
};

/**
 * struct perf_report_sample - a sample to be counted
 * @thread: that was sampled
 * @frame: where it was
 * @stack: call stack, or NULL
 * @repeated: the stack is that of the sample that was counted before: one sample may count for
 *	each event of its group, or for each of its branches
 * @cpu: where
 * @trace: text of a tracepoint, if it is sorted by, else NULL
 * @period: events it stands for
 * @fields: all that the sample says, for keys with values of their own; or NULL
 * @branch: the one of its branches that is counted, for keys of branches; or NULL
 * @socket: of the CPU, -1 if not known
 */
struct perf_report_sample {
	const struct perf_thread *thread;
	uint32_t frame;
	const struct perf_stack *stack;
	bool repeated;
	int32_t cpu;
	const char *trace;
	uint64_t period;
	const struct perf_sample *fields;
	const struct perf_branch_entry *branch;
	int32_t socket;
};

/**
 * perf_report_base() - base with these values
 * @report: report
 * @wanted: values; its root does not matter
 *
 * Return: index in @report->bases, made if it is new; UINT32_MAX without memory.
 */
uint32_t perf_report_base(struct perf_report *report, const struct perf_base *wanted);

/**
 * perf_report_add() - count a sample
 * @report: report
 * @histogram: index in @report->histograms
 * @sample: sample
 *
 * Return: 0 or -ENOMEM.
 */
int perf_report_add(struct perf_report *report, size_t histogram,
		    const struct perf_report_sample *sample);

/**
 * perf_report_add_others() - count samples that a filter leaves out: as a part of the whole
 * @report: report
 * @histogram: index in @report->histograms
 * @period: events they stand for
 * @nr: how many
 */
void perf_report_add_others(struct perf_report *report, size_t histogram, uint64_t period,
			    uint64_t nr);

/**
 * perf_report_cgroup() - learn the name of a control group
 * @report: report
 * @id: as samples have it
 * @path: in the hierarchy
 *
 * Return: 0 or -ENOMEM.
 */
int perf_report_cgroup(struct perf_report *report, uint64_t id, const char *path);

/**
 * perf_report_finish() - make the entries of a histogram, sorted
 * @report: report
 * @histogram: index
 *
 * By perf_report_order(), greatest numbers first.
 *
 * Return: 0 or -ENOMEM.
 */
int perf_report_finish(struct perf_report *report, size_t histogram);

#define PERF_REPORT_KEEP_ALL	8

/**
 * perf_histogram_is_empty() - has no sample been counted, or none that passes the filters?
 * @histogram: histogram, whose samples need not have reached their rows
 */
static inline bool perf_histogram_is_empty(const struct perf_histogram *histogram)
{
	return !histogram->rows.count && !histogram->nr_waiting;
}

/**
 * perf_report_settle() - let the last samples reach their rows
 * @histogram: histogram
 *
 * Return: 0 or -ENOMEM.
 */
int perf_report_settle(struct perf_histogram *histogram);

/**
 * perf_report_turn() - live: take in what was counted since the last time
 * @report: with @live set
 * @histogram: index; its entries are gone, perf_report_finish() makes them anew
 * @keep: eighths that are kept of what was counted before: the older samples are, the less
 *	they weigh. 0: only new ones count; PERF_REPORT_KEEP_ALL: as much as these
 *
 * Between two turns samples may be added, and nothing that was made of the histogram changes.
 */
void perf_report_turn(struct perf_report *report, size_t histogram, unsigned int keep);

/**
 * perf_report_link() - let rows and nodes of the tree of calls know their entries
 * @report: report
 * @histogram: finished
 *
 * Return: 0 or -ENOMEM.
 */
int perf_report_link(struct perf_report *report, struct perf_histogram *histogram);

/**
 * perf_report_find_entry() - entry of a function for a base
 *
 * Return: index + 1 in @histogram->entries, 0 if there is none.
 */
uint32_t perf_report_find_entry(const struct perf_report *report,
				const struct perf_histogram *histogram, uint32_t base,
				uint32_t function, uint32_t line);

/**
 * perf_report_compare_keys() - order of two entries by what they are sorted by
 * @report: report
 * @a, @b: entries, of any of its histograms
 *
 * Return: negative if @a comes first, 0 if they are the same line of the report.
 */
int perf_report_compare_keys(const struct perf_report *report, const struct perf_entry *a,
			     const struct perf_entry *b);

/**
 * perf_report_compare_value() - order of two entries by one key
 * @report: report
 * @key: key
 * @a, @b: entries, of any of its histograms
 *
 * Return: negative if @a comes first, 0 if they have the same value: not just the same name.
 */
int perf_report_compare_value(const struct perf_report *report, enum perf_sort_key key,
			      const struct perf_entry *a, const struct perf_entry *b);

/**
 * perf_report_order() - what entries are ordered by
 *
 * Return: fields; where all of them are equal, perf_report_compare_keys() decides.
 */
const struct perf_fields *perf_report_order(const struct perf_report *report);

/** perf_report_compare_field() - order of two entries by one of the fields, as above */
int perf_report_compare_field(const struct perf_report *report, unsigned int field,
			      const struct perf_entry *a, const struct perf_entry *b);

/** perf_entry_number() - the value of a field that is a number; percentages as periods */
uint64_t perf_entry_number(const struct perf_entry *entry, unsigned int field);

/** perf_histogram_empty() - free what was counted: it is as if no sample had been added */
void perf_histogram_empty(struct perf_histogram *histogram);

/** perf_report_free() - free all but what the caller has set */
void perf_report_free(struct perf_report *report);

#endif /* PERF_REPORT_HISTOGRAM_H */
