/* SPDX-License-Identifier: GPL-2.0 */
/* Every sample of a recording as text, shared by perf script and perf sched script. */
#ifndef PERF_CMD_SCRIPT_SAMPLES_H
#define PERF_CMD_SCRIPT_SAMPLES_H

#include "common/session_options.h"

/**
 * struct script_samples - options of the text: the options struct of script_samples_options
 * @command: the command named in messages
 * @session: the recording
 * @fields: arguments of -F, in order
 * @ns: print times with nine decimals of the second
 * @hide_call_graph: print no call stacks
 * @header: print the recording's header first
 * @show_mmap, @show_task, @show_switch, @show_lost, @show_namespaces, @show_cgroups, @show_bpf,
 *	@show_text_poke: print records of these kinds, too
 * @reltime: print times since the first sample
 * @deltatime: print times since the previous sample
 * @show_info: print topology and caches in the header
 * @latency: narrower columns
 * @show_kernel_path, @full_paths: see struct perf_frame_text
 * @show_rounds: print FINISHED_ROUND records, too
 * @per_event: write the samples of each event to a separate file
 * @checks: print whether the samples were in order of time
 * @ignored, @ignored_number: options that have no effect
 * @stop_at: functions at which stacks end, or NULL
 * @format: "json" or the name of a profile format; NULL: text
 */
struct script_samples {
	const struct perf_command *command;
	struct perf_session_options session;
	struct perf_texts fields;
	bool ns;
	bool hide_call_graph;
	bool header;
	bool show_mmap;
	bool show_task;
	bool show_switch;
	bool show_lost;
	bool show_namespaces;
	bool show_cgroups;
	bool show_bpf;
	bool show_text_poke;
	bool reltime;
	bool deltatime;
	bool show_info;
	bool latency;
	bool show_kernel_path;
	bool full_paths;
	bool show_rounds;
	bool per_event;
	bool checks;
	bool ignored;
	int ignored_number;
	const char *stop_at;
	const char *format;
};

/* The option table of commands that print samples. */
extern const struct perf_option script_samples_options[];

int script_samples_run(struct script_samples *opts, struct perf_settings *settings, int argc,
		       char **argv);

#endif /* PERF_CMD_SCRIPT_SAMPLES_H */
