/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Samples and other records as lines of text, in the layout that programs read from
 * perf script. The default layout is an interface: it does not change.
 */
#ifndef PERF_LINES_SCRIPT_TEXT_H
#define PERF_LINES_SCRIPT_TEXT_H

#include <stdbool.h>
#include <stdint.h>
#include <annotate/sampled.h>
#include <base/error.h>
#include <base/str.h>
#include <data/reader.h>
#include <lines/frame_text.h>
#include <model/machine.h>
#include <model/tracepoint.h>
#include <unwind/stack.h>

/* Fields of a sample's text, bits of a mask. */
enum perf_script_field {
	PERF_SCRIPT_COMM	= 1 << 0,
	PERF_SCRIPT_TID		= 1 << 1,
	PERF_SCRIPT_PID		= 1 << 2,
	PERF_SCRIPT_TIME	= 1 << 3,
	PERF_SCRIPT_CPU		= 1 << 4,
	PERF_SCRIPT_EVENT	= 1 << 5,
	PERF_SCRIPT_TRACE	= 1 << 6,
	PERF_SCRIPT_IP		= 1 << 7,
	PERF_SCRIPT_SYM		= 1 << 8,
	PERF_SCRIPT_DSO		= 1 << 9,
	PERF_SCRIPT_ADDR	= 1 << 10,
	PERF_SCRIPT_SYMOFF	= 1 << 11,
	PERF_SCRIPT_PERIOD	= 1 << 12,
	PERF_SCRIPT_BRSTACK	= 1 << 13,
	PERF_SCRIPT_WEIGHT	= 1 << 14,
	PERF_SCRIPT_PHYS_ADDR	= 1 << 15,
	PERF_SCRIPT_DATA_SRC	= 1 << 16,
	PERF_SCRIPT_SRCLINE	= 1 << 17,
	PERF_SCRIPT_IREGS	= 1 << 18,
	PERF_SCRIPT_UREGS	= 1 << 19,
	PERF_SCRIPT_DATA_PAGE	= 1 << 20,
	PERF_SCRIPT_CODE_PAGE	= 1 << 21,
	PERF_SCRIPT_BRSTACKSYM	= 1 << 22,
	PERF_SCRIPT_INS_LAT	= 1 << 23,
	PERF_SCRIPT_TRANSACTION	= 1 << 24,
	PERF_SCRIPT_RETIRE_LAT	= 1 << 25,
	PERF_SCRIPT_BRSTACKOFF	= 1 << 26,
	PERF_SCRIPT_INSN	= 1 << 27,
	PERF_SCRIPT_INSNLEN	= 1 << 28,
};

/* Kinds of events that have fields of their own. */
enum perf_script_type {
	PERF_SCRIPT_HARDWARE,
	PERF_SCRIPT_SOFTWARE,
	PERF_SCRIPT_TRACEPOINT,
	PERF_SCRIPT_HW_CACHE,
	PERF_SCRIPT_RAW,
	PERF_SCRIPT_BREAKPOINT,
	PERF_SCRIPT_OTHER,
	PERF_SCRIPT_TYPES,
};

/**
 * struct perf_script_fields - which fields are shown
 * @mask: by type of event, enum perf_script_field
 * @asked: the same: fields that were asked for by name. Events must have them; the others
 *	are shown if they are there
 */
struct perf_script_fields {
	uint32_t mask[PERF_SCRIPT_TYPES];
	uint32_t asked[PERF_SCRIPT_TYPES];
};

/** perf_script_fields_default() - the fields shown if nothing is asked for */
void perf_script_fields_default(struct perf_script_fields *fields);

/**
 * perf_script_fields_parse() - understand -F
 * @fields: defaults; result
 * @text: "comm,ip,sym", "+field", "-field", "sw:field,field"
 * @error: text, with the names that there are
 *
 * Return: 0 or -EINVAL.
 */
int perf_script_fields_parse(struct perf_script_fields *fields, const char *text,
			     struct perf_error *error);

/**
 * perf_script_fields_stacks() - tracepoints with call stacks show them
 * @fields: unless their fields were chosen, result
 * @events, @nr: of the recording
 */
void perf_script_fields_stacks(struct perf_script_fields *fields,
			       const struct perf_data_event *const *events, size_t nr);

/**
 * perf_script_fields_check() - do the samples of an event have the fields?
 * @fields: fields; those that are only defaults are left out where they are missing
 * @event: event
 * @error: text
 *
 * Return: 0 or -EINVAL if a field that was asked for is not there.
 */
int perf_script_fields_check(const struct perf_script_fields *fields,
			     const struct perf_data_event *event, struct perf_error *error);

/**
 * struct perf_script_text - how lines are made
 * @machine: at the time of the record
 * @frames: texts of frames; with @ip, @symbol and so on set by perf_script_text_init()
 * @tracepoints: formats, or NULL
 * @sampled: reads instructions; NULL: none is shown
 * @fields: which fields
 * @name_width: length of the longest event name
 * @ns: nine digits of the second
 * @hide_chain: show only the innermost frame, in the line of the sample
 * @zero_time: subtracted from times
 * @delta_time: show the time since the sample before
 * @last_time: of that, 0 if there was none
 * @kernel_path, @full_paths: see struct perf_frame_text
 * @latency: shorter columns of names, tasks and CPUs
 * @arch: machine of the recording, for names of registers
 * @access_width: of the longest text of a memory access so far, all zero before
 */
struct perf_script_text {
	struct perf_machine *machine;
	struct perf_frame_text frames[PERF_SCRIPT_TYPES];
	struct perf_tracepoints *tracepoints;
	struct perf_sampled *sampled;
	struct perf_script_fields fields;
	unsigned int name_width;
	bool ns;
	bool hide_chain;
	uint64_t zero_time;
	bool delta_time;
	uint64_t last_time;
	bool kernel_path;
	bool full_paths;
	bool latency;
	const char *arch;
	size_t access_width;
};

/**
 * perf_script_text_init() - prepare, once @fields is final
 * @text: with everything but @frames and @name_width set
 * @inlines: for unwound stacks, or NULL
 * @lines: for lines of the source
 * @events, @nr: of the recording
 */
void perf_script_text_init(struct perf_script_text *text, struct perf_inlines *inlines,
			   struct perf_inlines *lines,
			   const struct perf_data_event *const *events, size_t nr);

/** perf_script_text_free() - free what perf_script_text_init() and use allocated */
void perf_script_text_free(struct perf_script_text *text);

/**
 * struct perf_script_sample - a sample to be shown
 * @event: what it is from
 * @sample: its fields
 * @period: events it stands for
 * @thread: that was sampled
 * @stack: its call stack; empty if it has none
 */
struct perf_script_sample {
	const struct perf_data_event *event;
	const struct perf_sample *sample;
	uint64_t period;
	const struct perf_thread *thread;
	const struct perf_stack *stack;
};

/**
 * perf_script_wants_stack() - will the call stack of an event's samples be shown?
 * @text: how lines are made
 * @event: the event
 */
bool perf_script_wants_stack(const struct perf_script_text *text,
			     const struct perf_data_event *event);

/** perf_script_text_sample() - add the lines of a sample */
void perf_script_text_sample(struct perf_script_text *text, struct perf_str *str,
			     const struct perf_script_sample *sample);

/**
 * perf_script_record_body() - add what such a record says, without whose it is and when
 * @str: text is added here
 * @record: as for perf_script_text_record()
 * @machine: knows the symbols at the time of the record; NULL: show addresses only
 *
 * Return: false if there is no text for such a record.
 */
bool perf_script_record_body(struct perf_str *str, const struct perf_data_record *record,
			     struct perf_machine *machine);

/**
 * perf_script_text_record() - add the line of another record
 * @text: how lines are made; @machine at the time of the record
 * @str: text is added here
 * @record: MMAP, MMAP2, COMM, FORK, EXIT, SWITCH, SWITCH_CPU_WIDE, LOST, NAMESPACES, KSYMBOL,
 *	BPF_EVENT, CGROUP, TEXT_POKE
 *
 * Return: false if there is no line for such a record.
 */
bool perf_script_text_record(struct perf_script_text *text, struct perf_str *str,
			     const struct perf_data_record *record);

/** perf_script_fields_any() - is one of these fields, a mask, shown of any type of event? */
bool perf_script_fields_any(const struct perf_script_fields *fields, uint32_t mask);

/** perf_script_type_of() - the type of an event */
enum perf_script_type perf_script_type_of(const struct perf_data_event *event);

#endif /* PERF_LINES_SCRIPT_TEXT_H */
