/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Histograms of samples.
 *
 * While a recording is read, samples with the same stack and the same values of the sort keys
 * become one row. perf_report_finish() then adds up rows (one per distinct stack and key) to
 * entries (one per output line): an entry's self period is the sum of the rows whose innermost
 * function is the entry's, its total also of the rows that have it anywhere in their stack.
 */
#ifndef PERF_REPORT_HISTOGRAM_H
#define PERF_REPORT_HISTOGRAM_H

#include <stdbool.h>
#include <stdint.h>
#include <base/error.h>
#include <base/map.h>
#include <base/slots.h>
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

/* Values of the sort keys that belong to a thread or CPU; 0 for a key not in perf_report.sort. */
struct perf_base {
	uint32_t comm;
	int32_t tid;
	int32_t cpu;
	uint32_t tuple;	/* number of a tuple, see sort_values.h */
	uint32_t root;	/* root of its tree of calls */
};

/* Size of perf_entry.modes: PERF_FIELD_SYS to PERF_FIELD_GUEST_US. */
#define PERF_REPORT_MODES	4

/* Samples of one stack, function and base; and of one mode, with perf_report.modes. */
struct perf_row {
	uint32_t call;
	uint32_t function;
	uint32_t line;
	int32_t tid;	/* of the first sample */
	uint32_t entry;	/* index + 1 in perf_histogram.entries, after perf_report_finish() */
	uint32_t mode;	/* enum perf_field of the mode, or 0 */
	uint64_t period;
	uint64_t nr;
};

/**
 * struct perf_entry - an entry of the report, one per output line
 * @base: index in perf_report.bases
 * @function: function; if PERF_SORT_SYMBOL is no sort key, that of the first row
 * @line: source line or text of a tracepoint, a number in perf_report.lines
 * @tid: of the first sample
 * @depth: depth of the deepest stack, for perf_report_compare_field()
 * @stamp: index of the row counted last
 * @kernel: true for code of the kernel
 * @called: a stack made the entry, before any sample in @function
 * @self: sum of periods of samples in it
 * @total: sum of periods of samples that have it anywhere in the stack
 * @nr: number of samples in it
 * @modes: parts of @self by mode, at the field - PERF_FIELD_SYS
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

/* With perf_report.live: delta of a row since the last perf_report_turn(). */
struct perf_row_delta {
	uint64_t period;
	uint64_t nr;
};

/* perf_report_settle() adds up to this many samples to their rows together. */
#define PERF_REPORT_WAITING	16

/**
 * struct perf_histogram - the samples of one event
 * @rows: filled while the recording is read
 * @entries: after perf_report_finish(), sorted
 * @filtered, @filtered_delta: with perf_report.live: filtered samples, up to the last turn and
 * since
 * @event: the event
 * @waiting: samples not yet added to @rows, see perf_report_settle(); perf_report_add() writes
 *	the next one behind the last
 * @nr_waiting: number of samples in @waiting
 * @row_slots: hash table of @rows, index + 1
 * @entry_slots: hash table of @entries, index + 1
 * @key: of both hash tables
 * @period: sum of periods of all samples, filtered ones included
 * @nr: number of these samples
 * @has_stacks: true if samples have call stacks
 */
struct perf_histogram {
	PERF_VEC(struct perf_row) rows;
	PERF_VEC(struct perf_entry) entries;
	PERF_VEC(struct perf_row_delta) deltas;	/* live: delta by row; may be shorter than @rows */
	struct perf_row_delta filtered;
	struct perf_row_delta filtered_delta;
	const struct perf_data_event *event;
	struct perf_row waiting[PERF_REPORT_WAITING];
	size_t nr_waiting;
	struct perf_slots row_slots;
	struct perf_slots entry_slots;
	struct perf_hash_key key;
	uint64_t period;
	uint64_t nr;
	bool has_stacks;
};

/* A level of the stack counted last: the frame there, and the node @call of its call. */
struct perf_report_step {
	uint64_t ip;
	uint32_t frame;
	uint32_t parent;
	uint32_t call;
};

/* Size of perf_report.steps; deeper levels, counted from the outermost, share its slots. */
#define PERF_REPORT_STEPS	128

/**
 * struct perf_report_links - lists for perf_grapher_make(), by node of the tree of calls
 * @first_child, @next_sibling: nodes
 * @next_call: next node with the same entry
 * @first_row: index + 1 of the first row with the node as its call
 * @room: size of each table
 * @all: tables are set for all nodes, not only for perf_report.linked_nodes
 *
 * Zero except for nodes of the linked histogram. All histograms share the tables: clearing tables
 * of full size for each of many events would take longer than counting the samples.
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
 * @bases: distinct values of the sort keys
 * @frame_lines: by frame: number in @lines of "file:line", 0: not known yet
 * @histograms: by event
 * @machine: machine of the recording
 * @inlines: source lines and inlined functions, or NULL
 * @sort: sort keys
 * @order: fields that order entries; empty: shares, then @sort
 * @object_sorted: see struct perf_layout
 * @modes: count samples by mode, for perf_entry.modes
 * @time_quantum: ns, PERF_SORT_TIME rounds times down to a multiple of it; 0: 100 ms
 * @nanoseconds: print times to the nanosecond
 * @verbose: print objects with their paths, functions with an address and the source of their
 *	symbols
 * @full_paths: print source files with their directories
 * @children: count a row in every entry of its stack
 * @callers: the report has call graphs
 * @callees_down: call graphs have callers above callees
 * @last_base: index in @bases of the sample counted last
 * @last_call: node in @calls of the stack of the sample counted last
 * @last_root: root of that tree
 * @linked: histogram whose entries are in perf_call.entry of @calls
 * @linked_nodes: the nodes in @calls of that histogram's stacks; perf_call.entry of all others is
 *	0, so that linking takes time only for the nodes of one histogram
 * @links: for perf_grapher_init()
 * @steps: cache of nodes for the stack counted last
 * @live: perf_report_turn() adds new samples to the rows
 * @functions: functions
 * @calls: trees of calls, one per base
 * @base_index: index + 1 in @bases by hash
 * @key: of the hashes in @base_index and @tuples
 * @lines: texts: source lines and files, tracepoints, cgroups
 * @tuples: values of the other sort keys, see sort_values.h
 * @parents: pattern for PERF_SORT_PARENT
 * @ignored: pattern for perf_report_ignore_callees(), if compiled
 * @cgroups: by cgroup id: number of the path in @lines
 *
 * The caller sets @machine, @inlines, the options from @sort to @callees_down, @live and
 * @functions.machine, the rest zero.
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
	struct perf_hash_key key;
	struct perf_intern lines;
	struct perf_tuples tuples;
	struct perf_parents parents;
	struct perf_parents ignored;
	struct perf_map cgroups;
};

/**
 * struct perf_report_sample - a sample to count
 * @thread: sampled thread
 * @frame: frame of the sample's ip
 * @stack: call stack, or NULL
 * @repeated: the stack is that of the sample counted before: one sample may count for each event
 *	of its group, or for each of its branches
 * @cpu: CPU of the sample
 * @trace: text of a tracepoint, or NULL if PERF_SORT_TRACE is no sort key
 * @period: number of events that the sample stands for
 * @fields: decoded sample, for perf_sort_is_value() keys and modes; or NULL
 * @branch: the counted entry of its branch stack, for keys of branches; or NULL
 * @socket: processor socket of @cpu, -1 if unknown
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
uint32_t perf_report_base(struct perf_report *report, const struct perf_base *wanted);
int perf_report_add(struct perf_report *report, size_t histogram,
		    const struct perf_report_sample *sample);
void perf_report_add_filtered(struct perf_report *report, size_t histogram, uint64_t period,
			      uint64_t nr);
int perf_report_cgroup(struct perf_report *report, uint64_t id, const char *path);
int perf_report_finish(struct perf_report *report, size_t histogram);

#define PERF_REPORT_KEEP_ALL	8

/**
 * perf_histogram_is_empty() - true if no sample that passes the filters was counted
 * @histogram: histogram; also before perf_report_settle()
 */
static inline bool perf_histogram_is_empty(const struct perf_histogram *histogram)
{
	return !histogram->rows.count && !histogram->nr_waiting;
}

int perf_report_settle(struct perf_histogram *histogram);
void perf_report_turn(struct perf_report *report, size_t histogram, unsigned int keep);
int perf_report_link(struct perf_report *report, struct perf_histogram *histogram);
uint32_t perf_report_find_entry(const struct perf_report *report,
				const struct perf_histogram *histogram, uint32_t base,
				uint32_t function, uint32_t line);
int perf_report_compare_keys(const struct perf_report *report, const struct perf_entry *a,
			     const struct perf_entry *b);
int perf_report_compare_value(const struct perf_report *report, enum perf_sort_key key,
			      const struct perf_entry *a, const struct perf_entry *b);
const struct perf_fields *perf_report_order(const struct perf_report *report);
int perf_report_compare_field(const struct perf_report *report, unsigned int field,
			      const struct perf_entry *a, const struct perf_entry *b);
uint64_t perf_entry_number(const struct perf_entry *entry, unsigned int field);
void perf_histogram_empty(struct perf_histogram *histogram);
void perf_report_free(struct perf_report *report);

#endif /* PERF_REPORT_HISTOGRAM_H */
