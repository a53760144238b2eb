/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Samples and other records as lines of text, in the layout of perf script that programs
 * parse. The default layout is an interface: it does not change.
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

/* Fields of the text of a sample, bits of perf_script_fields.mask. */
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

/* Types of events, each with its own perf_script_fields.mask. */
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
 * struct perf_script_fields - selected fields
 * @mask: by type of event: bits of enum perf_script_field
 * @asked: those bits of @mask that the user named: perf_script_fields_check() fails if an event
 *	lacks one; a default field that an event lacks is left out
 */
struct perf_script_fields {
	uint32_t mask[PERF_SCRIPT_TYPES];
	uint32_t asked[PERF_SCRIPT_TYPES];
};
void perf_script_fields_default(struct perf_script_fields *fields);
int perf_script_fields_parse(struct perf_script_fields *fields, const char *text,
			     struct perf_error *error);
void perf_script_fields_stacks(struct perf_script_fields *fields,
			       const struct perf_data_event *const *events, size_t nr);
int perf_script_fields_check(const struct perf_script_fields *fields,
			     const struct perf_data_event *event, struct perf_error *error);

/**
 * struct perf_script_text - layout and state of lines
 * @machine: state at the time of the record
 * @frames: texts of frames, by type of event; perf_script_text_init() sets them up
 * @tracepoints: formats, or NULL
 * @sampled: reads instructions for PERF_SCRIPT_INSN; NULL: none is shown
 * @fields: selected fields
 * @name_width: length of the longest event name, characters
 * @ns: times have nine digits behind the point, not six
 * @hide_chain: show the sample's address in its line instead of the call stack
 * @zero_time: ns, subtracted from times
 * @delta_time: show the time since the sample before instead
 * @last_time: time of the sample before, ns; 0: none
 * @kernel_path, @full_paths: see struct perf_frame_text
 * @latency: shorter columns of names and CPUs
 * @arch: architecture of the recording's machine, for perf_reg_name()
 * @access_width: length of the longest perf_mem_access_text() so far, initially 0
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
void perf_script_text_init(struct perf_script_text *text, struct perf_inlines *inlines,
			   struct perf_inlines *lines,
			   const struct perf_data_event *const *events, size_t nr);
void perf_script_text_free(struct perf_script_text *text);

/**
 * struct perf_script_sample - a sample to be shown
 * @event: event of the sample
 * @sample: fields of the sample
 * @period: number of events that the sample stands for
 * @thread: sampled thread
 * @stack: call stack of the sample; may be empty
 */
struct perf_script_sample {
	const struct perf_data_event *event;
	const struct perf_sample *sample;
	uint64_t period;
	const struct perf_thread *thread;
	const struct perf_stack *stack;
};
bool perf_script_wants_stack(const struct perf_script_text *text,
			     const struct perf_data_event *event);
void perf_script_text_sample(struct perf_script_text *text, struct perf_str *str,
			     const struct perf_script_sample *sample);
bool perf_script_record_body(struct perf_str *str, const struct perf_data_record *record,
			     struct perf_machine *machine);
bool perf_script_text_record(struct perf_script_text *text, struct perf_str *str,
			     const struct perf_data_record *record);
bool perf_script_fields_any(const struct perf_script_fields *fields, uint32_t mask);
enum perf_script_type perf_script_type_of(const struct perf_data_event *event);

#endif /* PERF_LINES_SCRIPT_TEXT_H */
